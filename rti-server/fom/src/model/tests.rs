use hla::{
    AttributeHandle, InteractionClassHandle, ObjectClassHandle, OrderType, TransportationTypeHandle,
};

use crate::{
    FomModel,
    fixture::{E2010, E2025, attribute, class, created, file, fom, objects},
};

fn model_t(edition: hla::Edition) -> FomModel {
    created(&[match edition {
        E2025 => file!("../../tests/conformance/fom/T.xml"),
        E2010 => file!("../../tests/conformance/fom/T-2010.xml"),
    }])
}

#[test]
fn b073_names_are_qualified_and_the_root_may_be_left_out() {
    let model = created(&[file!("testdata/bank-base.xml")]);
    let breaker = model.object_class_handle("HLAobjectRoot.Unit.Breaker").unwrap();
    assert_eq!(model.object_class_handle("Unit.Breaker"), Some(breaker));
    assert_eq!(model.object_class_handle("HLAobjectRoot"), Some(FomModel::OBJECT_ROOT));
    for unknown in ["Breaker", " Unit.Breaker", "unit.Breaker", "Unit.", "", "."] {
        assert_eq!(model.object_class_handle(unknown), None, "{unknown:?}");
    }
    assert_eq!(model.object_class(breaker).unwrap().name, "HLAobjectRoot.Unit.Breaker");
    let trip = model.interaction_class_handle("HLAinteractionRoot.Cmd.Trip").unwrap();
    assert_eq!(model.interaction_class_handle("Cmd.Trip"), Some(trip));
    assert_eq!(
        model.interaction_class_handle("HLAinteractionRoot"),
        Some(FomModel::INTERACTION_ROOT)
    );
    assert_eq!(model.interaction_class_handle("HLAobjectRoot"), None);
}

#[test]
fn inherited_members_keep_their_handle() {
    let model = model_t(E2025);
    let a = model.object_class_handle("A").unwrap();
    let b = model.object_class_handle("A.B").unwrap();
    let r = model.object_class_handle("R").unwrap();
    let aa = model.attribute_handle(a, "aa").unwrap();
    let ba = model.attribute_handle(b, "ba").unwrap();
    assert_eq!(model.attribute_handle(b, "aa"), Some(aa));
    assert_eq!(model.attribute_handle(a, "ba"), None);
    assert!(model.has_attribute(a, aa) && model.has_attribute(b, aa));
    assert!(model.has_attribute(b, ba) && !model.has_attribute(a, ba));
    assert!(!model.has_attribute(r, aa) && !model.has_attribute(FomModel::OBJECT_ROOT, aa));
    assert!(model.has_attribute(r, FomModel::PRIVILEGE_TO_DELETE_OBJECT));
    assert_eq!(model.attribute(aa).unwrap().class, a);
    assert_eq!(model.object_class(b).unwrap().attributes.len(), 7);
    assert!(model.object_class(b).unwrap().attributes.is_sorted());
    let x = model.interaction_class_handle("X").unwrap();
    let y = model.interaction_class_handle("X.Y").unwrap();
    let xa = model.parameter_handle(x, "xa").unwrap();
    assert_eq!(model.parameter_handle(y, "xa"), Some(xa));
    assert!(model.has_parameter(y, xa));
    let ya = model.parameter_handle(y, "ya").unwrap();
    assert!(!model.has_parameter(x, ya));
    assert_eq!(model.parameter(ya).unwrap().data_type.as_deref(), Some("HLAopaqueData"));
    assert_eq!(model.interaction_class(y).unwrap().parameters.len(), 6);
}

#[test]
fn lineage_answers_who_is_a_subclass() {
    let model = model_t(E2010);
    let root = FomModel::OBJECT_ROOT;
    let a = model.object_class_handle("A").unwrap();
    let b = model.object_class_handle("A.B").unwrap();
    assert!(model.is_object_class_within(b, a) && model.is_object_class_within(b, root));
    assert!(model.is_object_class_within(a, a) && !model.is_object_class_within(a, b));
    assert_eq!(model.object_class(b).unwrap().lineage, [root, a, b]);
    assert_eq!(model.object_class(b).unwrap().parent, Some(a));
    assert_eq!(model.object_class(a).unwrap().children, [b]);
    assert!(model.object_class(root).unwrap().children.contains(&a));
    let z = model.interaction_class_handle("Z").unwrap();
    let z2 = model.interaction_class_handle("Z.Z2").unwrap();
    let root = FomModel::INTERACTION_ROOT;
    assert!(
        model.is_interaction_class_within(z2, z) && model.is_interaction_class_within(z2, root)
    );
    assert!(!model.is_interaction_class_within(z, z2));
    assert_eq!(model.interaction_class(z2).unwrap().lineage, [root, z, z2]);
    assert_eq!(model.interaction_class(z).unwrap().children, [z2]);
}

#[test]
fn handles_of_no_table_are_answered_with_nothing() {
    let model = model_t(E2025);
    let (class, attribute) = (ObjectClassHandle::INVALID, AttributeHandle::INVALID);
    let root = FomModel::OBJECT_ROOT;
    assert_eq!(model.object_class(class), None);
    assert_eq!(model.attribute(attribute), None);
    assert_eq!(model.attribute_handle(class, "aa"), None);
    assert!(!model.has_attribute(root, attribute));
    assert!(!model.has_attribute(class, FomModel::PRIVILEGE_TO_DELETE_OBJECT));
    assert!(!model.is_object_class_within(class, root));
    assert!(!model.is_object_class_within(root, class));
    assert!(!model.is_object_class_within(class, class));
    assert_eq!(model.attribute_dimensions(root, attribute), None);
    let interaction = InteractionClassHandle::INVALID;
    assert!(!model.is_interaction_class_within(interaction, FomModel::INTERACTION_ROOT));
    assert!(!model.has_directed_interaction(class, interaction));
    assert_eq!(model.dimension(hla::DimensionHandle::INVALID), None);
    assert_eq!(model.transportation_type(TransportationTypeHandle::INVALID), None);
    assert_eq!(model.dimension_handle("D3"), None);
}

#[test]
fn model_t_is_what_the_scenarios_assume() {
    for edition in [E2010, E2025] {
        let model = model_t(edition);
        assert_eq!(model.edition(), edition);
        assert_eq!(model.warnings(), []);
        assert!(model.switches().non_regulated_grant);
        assert_eq!(
            (model.update_rate_hz("Low"), model.update_rate_hz("High")),
            (Some(1.0), Some(10.0))
        );
        let attribute = |class: &str, name: &str| {
            let class = model.object_class_handle(class).unwrap();
            let row = model.attribute(model.attribute_handle(class, name).unwrap()).unwrap();
            (row.order, row.transportation)
        };
        let reliable = TransportationTypeHandle::RELIABLE;
        assert_eq!(attribute("A", "aa"), (OrderType::TimeStamp, reliable));
        assert_eq!(attribute("A.B", "bc"), (OrderType::TimeStamp, reliable));
        assert_eq!(
            attribute("R", "ra"),
            (OrderType::Receive, TransportationTypeHandle::BEST_EFFORT)
        );
        assert_eq!(attribute("R", "rb"), (OrderType::Receive, reliable));
        let d1 = model.dimension_handle("D1").unwrap();
        let d2 = model.dimension_handle("D2").unwrap();
        for dimension in [d1, d2] {
            assert_eq!(model.dimension(dimension).unwrap().upper_bound, 100);
            assert_eq!(model.dimension(dimension).unwrap().default_range, None);
        }
        let r = model.object_class_handle("R").unwrap();
        assert_eq!(model.object_class(r).unwrap().dimensions, [d1]);
        let of = |name: &str| {
            model.attribute_dimensions(r, model.attribute_handle(r, name).unwrap()).unwrap()
        };
        assert_eq!(of("ra"), [d1]);
        // Dimensions belong to the attribute in 2010, to the whole class in 2025.
        assert_eq!(of("rb").len(), usize::from(edition == E2025));
        for class in ["Z", "Z.Z2"] {
            let class = model.interaction_class_handle(class).unwrap();
            assert_eq!(model.interaction_class(class).unwrap().dimensions, [d1]);
            assert_eq!(model.interaction_class(class).unwrap().order, OrderType::Receive);
        }
        let x = model.interaction_class_handle("X").unwrap();
        assert_eq!(model.interaction_class(x).unwrap().dimensions, []);
        let a = model.object_class_handle("A").unwrap();
        assert_eq!(model.has_directed_interaction(a, x), edition == E2025);
        assert_eq!(model.check_time_implementation("HLAfloat64Time"), Ok(()));
        assert_eq!(model.check_time_implementation("HLAinteger64Time"), Ok(()));
    }
}

#[test]
fn subclasses_inherit_class_dimensions() {
    let dimensions = |name: &str| format!("<dimensions><dimension>{name}</dimension></dimensions>");
    let sub = class("Q", &(dimensions("HLAserviceGroup") + &attribute("q")));
    let tables = objects(&class("P", &(dimensions("HLAfederate") + &attribute("p") + &sub)));
    let model = created(&[fom(E2025, "m", &tables)]);
    let (p, q) =
        (model.object_class_handle("P").unwrap(), model.object_class_handle("P.Q").unwrap());
    let federate = model.dimension_handle("HLAfederate").unwrap();
    let group = model.dimension_handle("HLAserviceGroup").unwrap();
    let attribute = model.attribute_handle(p, "p").unwrap();
    assert_eq!(model.attribute_dimensions(p, attribute), Some([federate].as_slice()));
    assert_eq!(model.attribute_dimensions(q, attribute), Some([federate, group].as_slice()));
    assert_eq!(model.object_class(q).unwrap().dimensions, [federate, group]);
    assert_eq!(model.attribute_dimensions(p, model.attribute_handle(q, "q").unwrap()), None);
}

#[test]
fn b058_every_predefined_type_resolves_without_a_mim_at_hand() {
    let model = created(&[file!("testdata/basic-types.xml"), file!("testdata/encoding-types.xml")]);
    let class = model.object_class_handle("AllBasic").unwrap();
    let attributes = &model.object_class(class).unwrap().attributes;
    assert_eq!(attributes.len(), 14);
    for attribute in attributes {
        let name = model.attribute(*attribute).unwrap().columns.data_type.as_deref();
        assert!(model.data_type(name.unwrap()).is_some());
    }
    assert!(model.data_type("R1").is_some());
}
