use hla::{
    AttributeHandle, Call, DimensionHandle, FederateHandle, InteractionClassHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle, Reply, ResignAction,
    ServiceGroup, TransportationTypeHandle,
};

use crate::script::World;

struct Asker {
    world: World,
    from: FederateHandle,
}

impl Asker {
    fn new() -> Self {
        let mut world = World::new();
        world.run("join F1\njoin F2");
        Self { from: world.federate("F1"), world }
    }

    #[track_caller]
    fn check(&mut self, call: Call, expected: Reply) {
        assert_eq!(self.world.call(self.from, call), Ok(expected));
    }

    #[track_caller]
    fn refused(&mut self, call: Call, exception: &str) {
        let refused = self.world.call(self.from, call).map_err(|error| error.exception_name());
        assert_eq!(refused, Err(exception));
    }
}

fn named(name: &str) -> String {
    name.to_owned()
}

#[test]
fn classes_are_found_with_and_without_the_root() {
    let mut f = Asker::new();
    let class = f.world.class("A.B");
    for name in ["A.B", "HLAobjectRoot.A.B"] {
        let call = Call::GetObjectClassHandle { name: named(name) };
        f.check(call, Reply::GetObjectClassHandle(class));
    }
    let full = Reply::GetObjectClassName(named("HLAobjectRoot.A.B"));
    f.check(Call::GetObjectClassName { object_class: class }, full);
    for name in ["No", "B", "a.b", ""] {
        f.refused(Call::GetObjectClassHandle { name: named(name) }, "NameNotFound");
        f.refused(Call::GetInteractionClassHandle { name: named(name) }, "NameNotFound");
    }
    let object_class = ObjectClassHandle::INVALID;
    f.refused(Call::GetObjectClassName { object_class }, "InvalidObjectClassHandle");
    let interaction_class = InteractionClassHandle::INVALID;
    let bogus = "InvalidInteractionClassHandle";
    f.refused(Call::GetInteractionClassName { interaction_class }, bogus);
}

#[test]
fn attributes_and_parameters_are_inherited_under_one_handle() {
    let mut f = Asker::new();
    let (a, b) = (f.world.class("A"), f.world.class("A.B"));
    let (aa, ba) = (f.world.attribute_called("aa"), f.world.attribute_called("ba"));
    for object_class in [a, b] {
        let call = Call::GetAttributeHandle { object_class, name: named("aa") };
        f.check(call, Reply::GetAttributeHandle(aa));
    }
    f.refused(Call::GetAttributeHandle { object_class: a, name: named("ba") }, "NameNotFound");
    f.refused(Call::GetAttributeHandle { object_class: a, name: named("AA") }, "NameNotFound");
    let bogus = ObjectClassHandle::INVALID;
    let call = Call::GetAttributeHandle { object_class: bogus, name: named("aa") };
    f.refused(call, "InvalidObjectClassHandle");
    let call = Call::GetAttributeName { object_class: b, attribute: ba };
    f.check(call, Reply::GetAttributeName(named("ba")));
    let call = Call::GetAttributeName { object_class: a, attribute: ba };
    f.refused(call, "AttributeNotDefined");
    let call = Call::GetAttributeName { object_class: a, attribute: AttributeHandle::INVALID };
    f.refused(call, "InvalidAttributeHandle");
    let call = Call::GetAttributeName { object_class: bogus, attribute: ba };
    f.refused(call, "InvalidObjectClassHandle");

    let (x, y) = (f.world.interaction_class("X"), f.world.interaction_class("X.Y"));
    let get =
        |interaction_class, name| Call::GetParameterHandle { interaction_class, name: named(name) };
    let Ok(Reply::GetParameterHandle(xa)) = f.world.call(f.from, get(x, "xa")) else {
        panic!("X has a parameter xa");
    };
    f.check(get(y, "xa"), Reply::GetParameterHandle(xa));
    f.refused(get(x, "zz"), "NameNotFound");
    f.refused(get(InteractionClassHandle::INVALID, "xa"), "InvalidInteractionClassHandle");
    let Ok(Reply::GetParameterHandle(ya)) = f.world.call(f.from, get(y, "ya")) else {
        panic!("Y has a parameter ya");
    };
    let name = |parameter| Call::GetParameterName { interaction_class: x, parameter };
    f.check(name(xa), Reply::GetParameterName(named("xa")));
    f.refused(name(ya), "InteractionParameterNotDefined");
    f.refused(name(ParameterHandle::INVALID), "InvalidParameterHandle");
}

#[test]
fn federates_are_found_while_joined() {
    let mut f = Asker::new();
    let f2 = f.world.federate("F2");
    f.check(Call::GetFederateHandle { name: named("F2") }, Reply::GetFederateHandle(f2));
    f.check(Call::GetFederateName { federate: f2 }, Reply::GetFederateName(named("F2")));
    f.refused(Call::GetFederateHandle { name: named("F9") }, "NameNotFound");
    for federate in [FederateHandle::INVALID, FederateHandle::new(0), FederateHandle::new(9)] {
        f.refused(Call::GetFederateName { federate }, "InvalidFederateHandle");
        f.refused(Call::NormalizeFederateHandle { federate }, "InvalidFederateHandle");
    }
    f.check(Call::NormalizeFederateHandle { federate: f2 }, Reply::NormalizeFederateHandle(2));
}

#[test]
fn small_tables_are_looked_up_both_ways() {
    let mut f = Asker::new();
    for order in [OrderType::Receive, OrderType::TimeStamp] {
        let name = named(order.name());
        f.check(Call::GetOrderType { name: name.clone() }, Reply::GetOrderType(order));
        f.check(Call::GetOrderName { order: Some(order) }, Reply::GetOrderName(name));
    }
    f.refused(Call::GetOrderType { name: named("receive") }, "InvalidOrderName");
    f.refused(Call::GetOrderName { order: None }, "InvalidOrderType");

    for (name, handle) in [
        ("HLAreliable", TransportationTypeHandle::RELIABLE),
        ("HLAbestEffort", TransportationTypeHandle::BEST_EFFORT),
    ] {
        let get = Call::GetTransportationTypeHandle { name: named(name) };
        f.check(get, Reply::GetTransportationTypeHandle(handle));
        let get = Call::GetTransportationTypeName { transportation_type: handle };
        f.check(get, Reply::GetTransportationTypeName(named(name)));
    }
    let get = Call::GetTransportationTypeHandle { name: named("x") };
    f.refused(get, "InvalidTransportationName");
    let bogus = TransportationTypeHandle::INVALID;
    let get = Call::GetTransportationTypeName { transportation_type: bogus };
    f.refused(get, "InvalidTransportationTypeHandle");

    f.check(Call::GetUpdateRateValue { name: named("Low") }, Reply::GetUpdateRateValue(1.0));
    f.refused(Call::GetUpdateRateValue { name: named("x") }, "InvalidUpdateRateDesignator");
}

#[test]
fn dimensions_have_bounds_and_classes() {
    let mut f = Asker::new();
    let get = Call::GetDimensionHandle { name: named("D1") };
    let Ok(Reply::GetDimensionHandle(d1)) = f.world.call(f.from, get) else {
        panic!("T has a dimension D1");
    };
    f.check(Call::GetDimensionName { dimension: d1 }, Reply::GetDimensionName(named("D1")));
    f.check(Call::GetDimensionUpperBound { dimension: d1 }, Reply::GetDimensionUpperBound(100));
    f.refused(Call::GetDimensionHandle { name: named("d1") }, "NameNotFound");
    let dimension = DimensionHandle::INVALID;
    f.refused(Call::GetDimensionName { dimension }, "InvalidDimensionHandle");
    f.refused(Call::GetDimensionUpperBound { dimension }, "InvalidDimensionHandle");
    let object_class = f.world.class("R");
    let available = Reply::GetAvailableDimensionsForObjectClass(vec![d1]);
    f.check(Call::GetAvailableDimensionsForObjectClass { object_class }, available);
    let interaction_class = f.world.interaction_class("Z");
    let available = Reply::GetAvailableDimensionsForInteractionClass(vec![d1]);
    f.check(Call::GetAvailableDimensionsForInteractionClass { interaction_class }, available);
    let object_class = ObjectClassHandle::INVALID;
    let call = Call::GetAvailableDimensionsForObjectClass { object_class };
    f.refused(call, "InvalidObjectClassHandle");
    let interaction_class = InteractionClassHandle::INVALID;
    let call = Call::GetAvailableDimensionsForInteractionClass { interaction_class };
    f.refused(call, "InvalidInteractionClassHandle");
}

#[test]
fn handles_are_normalized_to_points() {
    let mut f = Asker::new();
    let group = Some(ServiceGroup::SupportServices);
    f.check(Call::NormalizeServiceGroup { group }, Reply::NormalizeServiceGroup(6));
    f.refused(Call::NormalizeServiceGroup { group: None }, "InvalidServiceGroup");
    let class = f.world.class("A");
    let call = Call::NormalizeObjectClassHandle { object_class: class };
    f.check(call, Reply::NormalizeObjectClassHandle(class.value()));
    let object_class = ObjectClassHandle::INVALID;
    let call = Call::NormalizeObjectClassHandle { object_class };
    f.refused(call, "InvalidObjectClassHandle");
    let class = f.world.interaction_class("X");
    let call = Call::NormalizeInteractionClassHandle { interaction_class: class };
    f.check(call, Reply::NormalizeInteractionClassHandle(class.value()));
    let interaction_class = InteractionClassHandle::INVALID;
    let call = Call::NormalizeInteractionClassHandle { interaction_class };
    f.refused(call, "InvalidInteractionClassHandle");
    let object_instance = ObjectInstanceHandle::new(1);
    let call = Call::NormalizeObjectInstanceHandle { object_instance };
    f.check(call, Reply::NormalizeObjectInstanceHandle(1));
    let object_instance = ObjectInstanceHandle::INVALID;
    let call = Call::NormalizeObjectInstanceHandle { object_instance };
    f.refused(call, "InvalidObjectInstanceHandle");
}

#[test]
fn switches_start_as_the_fdd_says_and_are_each_federates_own() {
    let mut f = Asker::new();
    f.check(Call::GetNonRegulatedGrantSwitch, Reply::GetNonRegulatedGrantSwitch(true));
    f.check(Call::GetAutoProvideSwitch, Reply::GetAutoProvideSwitch(false));
    let delayed = Reply::GetDelaySubscriptionEvaluationSwitch(false);
    f.check(Call::GetDelaySubscriptionEvaluationSwitch, delayed);
    let known = Reply::GetAdvisoriesUseKnownClassSwitch(false);
    f.check(Call::GetAdvisoriesUseKnownClassSwitch, known);
    f.check(Call::GetAllowRelaxedDdmSwitch, Reply::GetAllowRelaxedDdmSwitch(false));

    macro_rules! check_switch {
        ($($set:ident $get:ident),* $(,)?) => {$(
            for value in [true, true, false, false] {
                f.check(Call::$set { value }, Reply::$set);
                f.check(Call::$get, Reply::$get(value));
            }
            f.check(Call::$set { value: true }, Reply::$set);
            f.from = f.world.federate("F2");
            f.check(Call::$get, Reply::$get(false));
            f.from = f.world.federate("F1");
        )*};
    }
    check_switch!(
        SetObjectClassRelevanceAdvisorySwitch GetObjectClassRelevanceAdvisorySwitch,
        SetAttributeRelevanceAdvisorySwitch GetAttributeRelevanceAdvisorySwitch,
        SetAttributeScopeAdvisorySwitch GetAttributeScopeAdvisorySwitch,
        SetInteractionRelevanceAdvisorySwitch GetInteractionRelevanceAdvisorySwitch,
        SetConveyRegionDesignatorSetsSwitch GetConveyRegionDesignatorSetsSwitch,
        SetServiceReportingSwitch GetServiceReportingSwitch,
        SetExceptionReportingSwitch GetExceptionReportingSwitch,
        SetSendServiceReportsToFileSwitch GetSendServiceReportsToFileSwitch,
    );
    let before = Reply::GetAutomaticResignDirective(ResignAction::NoAction);
    f.check(Call::GetAutomaticResignDirective, before);
    let directive = Some(ResignAction::DeleteObjects);
    let set = Call::SetAutomaticResignDirective { directive };
    f.check(set, Reply::SetAutomaticResignDirective);
    let after = Reply::GetAutomaticResignDirective(ResignAction::DeleteObjects);
    f.check(Call::GetAutomaticResignDirective, after);
}

#[test]
fn services_that_are_not_built_say_so() {
    let mut f = Asker::new();
    for (call, service) in [
        (Call::FederateSaveBegun, "federateSaveBegun"),
        (Call::QueryFederationRestoreStatus, "queryFederationRestoreStatus"),
    ] {
        let refused = f.world.call(f.from, call);
        assert_eq!(refused, Err(hla::HlaError::not_yet_built(service)));
    }
}
