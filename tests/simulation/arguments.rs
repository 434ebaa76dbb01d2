//! Random arguments: most mean something to the federate that calls, some mean nothing.

use bytes::Bytes;
use hla::{
    AttributeHandle, AttributeRegions, AttributeValues, Call, DimensionHandle, FederateHandle,
    HlaInteger64Time, InteractionClassHandle, LogicalTime, MessageRetractionHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle, ParameterValues,
    RangeBounds, RegionHandle, ResignAction, ServiceGroup, TransportationTypeHandle,
};

use crate::dice::Dice;
use crate::federates::Federates;

/// Of a hundred arguments so many mean nothing.
const NONSENSE: usize = 4;

/// Fills calls in.
pub(crate) struct Arguments<'a> {
    pub(crate) dice: &'a mut Dice,
    pub(crate) federates: &'a Federates,
    pub(crate) caller: FederateHandle,
}

impl Arguments<'_> {
    /// The call with arguments. A service that is new does not compile until it has some.
    #[allow(clippy::too_many_lines, reason = "a table of all services")]
    pub(crate) fn fill(&mut self, mut call: Call) -> Call {
        match &mut call {
            Call::Connect { .. }
            | Call::Disconnect
            | Call::CreateFederationExecution { .. }
            | Call::DestroyFederationExecution { .. }
            | Call::ListFederationExecutions
            | Call::ListFederationExecutionMembers { .. }
            | Call::JoinFederationExecution { .. }
            | Call::FederateSaveBegun
            | Call::FederateSaveComplete
            | Call::FederateSaveNotComplete
            | Call::AbortFederationSave
            | Call::QueryFederationSaveStatus
            | Call::FederateRestoreComplete
            | Call::FederateRestoreNotComplete
            | Call::AbortFederationRestore
            | Call::QueryFederationRestoreStatus
            | Call::DisableTimeRegulation
            | Call::EnableTimeConstrained
            | Call::DisableTimeConstrained
            | Call::EnableAsynchronousDelivery
            | Call::DisableAsynchronousDelivery
            | Call::QueryGalt
            | Call::QueryLogicalTime
            | Call::QueryLits
            | Call::QueryLookahead
            | Call::GetObjectClassRelevanceAdvisorySwitch
            | Call::GetAttributeRelevanceAdvisorySwitch
            | Call::GetAttributeScopeAdvisorySwitch
            | Call::GetInteractionRelevanceAdvisorySwitch
            | Call::GetConveyRegionDesignatorSetsSwitch
            | Call::GetAutomaticResignDirective
            | Call::GetServiceReportingSwitch
            | Call::GetExceptionReportingSwitch
            | Call::GetSendServiceReportsToFileSwitch
            | Call::GetAutoProvideSwitch
            | Call::GetDelaySubscriptionEvaluationSwitch
            | Call::GetAdvisoriesUseKnownClassSwitch
            | Call::GetAllowRelaxedDdmSwitch
            | Call::GetNonRegulatedGrantSwitch => {}
            Call::ResignFederationExecution { action }
            | Call::SetAutomaticResignDirective { directive: action } => {
                *action = ResignAction::from_number(self.number(7));
            }
            Call::RegisterFederationSynchronizationPoint { label, tag, synchronization_set } => {
                (*label, *tag) = (self.label(), self.tag());
                *synchronization_set = self.dice.percent(40).then(|| self.some_federates());
            }
            Call::SynchronizationPointAchieved { label, successfully } => {
                (*label, *successfully) = (self.label(), self.dice.percent(70));
            }
            Call::RequestFederationSave { label, time } => {
                (*label, *time) = (self.label(), self.stamp());
            }
            Call::RequestFederationRestore { label } => *label = self.label(),
            Call::PublishObjectClassAttributes { object_class, attributes }
            | Call::UnpublishObjectClassAttributes { object_class, attributes }
            | Call::UnsubscribeObjectClassAttributes { object_class, attributes } => {
                (*object_class, *attributes) = self.class_attributes();
            }
            Call::SubscribeObjectClassAttributes {
                object_class,
                attributes,
                active,
                update_rate,
            } => {
                (*object_class, *attributes) = self.class_attributes();
                (*active, *update_rate) = (self.dice.percent(80), self.rate());
            }
            Call::UnpublishObjectClass { object_class }
            | Call::UnsubscribeObjectClass { object_class }
            | Call::GetObjectClassName { object_class }
            | Call::GetAvailableDimensionsForObjectClass { object_class }
            | Call::NormalizeObjectClassHandle { object_class } => {
                *object_class = self.object_class();
            }
            Call::PublishInteractionClass { interaction_class }
            | Call::UnpublishInteractionClass { interaction_class }
            | Call::UnsubscribeInteractionClass { interaction_class }
            | Call::GetInteractionClassName { interaction_class }
            | Call::GetAvailableDimensionsForInteractionClass { interaction_class }
            | Call::NormalizeInteractionClassHandle { interaction_class } => {
                *interaction_class = self.interaction_class().0;
            }
            Call::SubscribeInteractionClass { interaction_class, active } => {
                (*interaction_class, *active) = (self.interaction_class().0, self.dice.percent(80));
            }
            Call::PublishObjectClassDirectedInteractions { object_class, interaction_classes }
            | Call::SubscribeObjectClassDirectedInteractions {
                object_class,
                interaction_classes,
                universally: _,
            } => {
                *object_class = self.object_class();
                *interaction_classes = vec![self.interaction_class().0];
            }
            Call::UnpublishObjectClassDirectedInteractions {
                object_class,
                interaction_classes,
            }
            | Call::UnsubscribeObjectClassDirectedInteractions {
                object_class,
                interaction_classes,
            } => {
                *object_class = self.object_class();
                *interaction_classes =
                    self.dice.percent(60).then(|| vec![self.interaction_class().0]);
            }
            Call::ReserveObjectInstanceName { name }
            | Call::ReleaseObjectInstanceName { name }
            | Call::GetObjectInstanceHandle { name } => *name = self.name(),
            Call::ReserveMultipleObjectInstanceNames { names }
            | Call::ReleaseMultipleObjectInstanceNames { names } => {
                *names = vec![self.name(), self.name()];
                names.dedup();
            }
            Call::RegisterObjectInstance { object_class, name, attributes_and_regions } => {
                let (class, attributes) = self.class_attributes();
                *object_class = class;
                *name = self.dice.percent(50).then(|| self.name());
                if let Some(pairs) = attributes_and_regions {
                    *pairs = self.with_regions(attributes);
                }
            }
            Call::UpdateAttributeValues { object_instance, values, tag, time } => {
                let (object, attributes) = self.instance_attributes();
                *object_instance = object;
                *values = AttributeValues::from_pairs(attributes.into_iter().map(|of| (of, [1])));
                (*tag, *time) = (self.tag(), self.stamp());
            }
            Call::SendInteraction { interaction_class, values, regions, tag, time } => {
                (*interaction_class, *values) = self.parameters();
                if let Some(regions) = regions {
                    *regions = self.regions();
                }
                (*tag, *time) = (self.tag(), self.stamp());
            }
            Call::SendDirectedInteraction {
                interaction_class,
                object_instance,
                values,
                tag,
                time,
            } => {
                (*interaction_class, *values) = self.parameters();
                *object_instance = self.object_instance();
                (*tag, *time) = (self.tag(), self.stamp());
            }
            Call::DeleteObjectInstance { object_instance, tag, time } => {
                *object_instance = self.object_instance();
                (*tag, *time) = (self.tag(), self.stamp());
            }
            Call::LocalDeleteObjectInstance { object_instance }
            | Call::GetKnownObjectClassHandle { object_instance }
            | Call::GetObjectInstanceName { object_instance }
            | Call::NormalizeObjectInstanceHandle { object_instance } => {
                *object_instance = self.object_instance();
            }
            Call::RequestClassAttributeValueUpdate { object_class, attributes, tag } => {
                (*object_class, *attributes) = self.class_attributes();
                *tag = self.tag();
            }
            Call::RequestInstanceAttributeValueUpdate { object_instance, attributes, tag }
            | Call::UnconditionalAttributeOwnershipDivestiture {
                object_instance,
                attributes,
                tag,
            }
            | Call::NegotiatedAttributeOwnershipDivestiture { object_instance, attributes, tag }
            | Call::ConfirmDivestiture { object_instance, attributes, tag }
            | Call::AttributeOwnershipAcquisition { object_instance, attributes, tag }
            | Call::AttributeOwnershipAcquisitionIfAvailable { object_instance, attributes, tag }
            | Call::AttributeOwnershipReleaseDenied { object_instance, attributes, tag }
            | Call::AttributeOwnershipDivestitureIfWanted { object_instance, attributes, tag } => {
                (*object_instance, *attributes) = self.instance_attributes();
                *tag = self.tag();
            }
            Call::CancelNegotiatedAttributeOwnershipDivestiture { object_instance, attributes }
            | Call::CancelAttributeOwnershipAcquisition { object_instance, attributes }
            | Call::QueryAttributeOwnership { object_instance, attributes } => {
                (*object_instance, *attributes) = self.instance_attributes();
            }
            Call::QueryAttributeTransportationType { object_instance, attribute }
            | Call::IsAttributeOwnedByFederate { object_instance, attribute }
            | Call::GetUpdateRateValueForAttribute { object_instance, attribute } => {
                let attributes;
                (*object_instance, attributes) = self.instance_attributes();
                *attribute = attributes.first().copied().unwrap_or(AttributeHandle::INVALID);
            }
            Call::RequestAttributeTransportationTypeChange {
                object_instance,
                attributes,
                transportation_type,
            } => {
                (*object_instance, *attributes) = self.instance_attributes();
                *transportation_type = self.transportation();
            }
            Call::ChangeDefaultAttributeTransportationType {
                object_class,
                attributes,
                transportation_type,
            } => {
                (*object_class, *attributes) = self.class_attributes();
                *transportation_type = self.transportation();
            }
            Call::RequestInteractionTransportationTypeChange {
                interaction_class,
                transportation_type,
            } => {
                *interaction_class = self.interaction_class().0;
                *transportation_type = self.transportation();
            }
            Call::QueryInteractionTransportationType { federate, interaction_class } => {
                (*federate, *interaction_class) = (self.federate(), self.interaction_class().0);
            }
            Call::EnableTimeRegulation { lookahead } | Call::ModifyLookahead { lookahead } => {
                *lookahead = HlaInteger64Time(i64::from(self.number(5)) - 1).into();
            }
            Call::TimeAdvanceRequest { time }
            | Call::TimeAdvanceRequestAvailable { time }
            | Call::NextMessageRequest { time }
            | Call::NextMessageRequestAvailable { time }
            | Call::FlushQueueRequest { time } => *time = self.time(),
            Call::Retract { retraction } => *retraction = self.message(),
            Call::ChangeAttributeOrderType { object_instance, attributes, order } => {
                (*object_instance, *attributes) = self.instance_attributes();
                *order = OrderType::from_number(self.number(3));
            }
            Call::ChangeDefaultAttributeOrderType { object_class, attributes, order } => {
                (*object_class, *attributes) = self.class_attributes();
                *order = OrderType::from_number(self.number(3));
            }
            Call::ChangeInteractionOrderType { interaction_class, order } => {
                *interaction_class = self.interaction_class().0;
                *order = OrderType::from_number(self.number(3));
            }
            Call::CreateRegion { dimensions } => {
                *dimensions = self.dice.some(&self.federates.handles.dimensions);
            }
            Call::CommitRegionModifications { regions } => *regions = self.regions(),
            Call::DeleteRegion { region } | Call::GetDimensionHandleSet { region } => {
                *region = self.region();
            }
            Call::AssociateRegionsForUpdates { object_instance, attributes_and_regions }
            | Call::UnassociateRegionsForUpdates { object_instance, attributes_and_regions } => {
                let (object, attributes) = self.instance_attributes();
                *object_instance = object;
                *attributes_and_regions = self.with_regions(attributes);
            }
            Call::SubscribeObjectClassAttributesWithRegions {
                object_class,
                attributes_and_regions,
                active: _,
                update_rate,
            } => {
                let (class, attributes) = self.class_attributes();
                *object_class = class;
                *attributes_and_regions = self.with_regions(attributes);
                *update_rate = self.rate();
            }
            Call::UnsubscribeObjectClassAttributesWithRegions {
                object_class,
                attributes_and_regions,
            } => {
                let (class, attributes) = self.class_attributes();
                *object_class = class;
                *attributes_and_regions = self.with_regions(attributes);
            }
            Call::SubscribeInteractionClassWithRegions {
                interaction_class,
                active: _,
                regions,
            }
            | Call::UnsubscribeInteractionClassWithRegions { interaction_class, regions } => {
                (*interaction_class, *regions) = (self.interaction_class().0, self.regions());
            }
            Call::RequestAttributeValueUpdateWithRegions {
                object_class,
                attributes_and_regions,
                tag,
            } => {
                let (class, attributes) = self.class_attributes();
                *object_class = class;
                *attributes_and_regions = self.with_regions(attributes);
                *tag = self.tag();
            }
            Call::GetFederateHandle { name } => *name = format!("F{}", self.number(6)),
            Call::GetFederateName { federate } | Call::NormalizeFederateHandle { federate } => {
                *federate = self.federate();
            }
            Call::GetObjectClassHandle { name } => *name = self.word(&["A", "A.B", "R", "C"]),
            Call::GetAttributeHandle { object_class, name } => {
                (*object_class, *name) = (self.object_class(), self.word(&["aa", "ba", "ra"]));
            }
            Call::GetAttributeName { object_class, attribute } => {
                let attributes;
                (*object_class, attributes) = self.class_attributes();
                *attribute = attributes.first().copied().unwrap_or(AttributeHandle::INVALID);
            }
            Call::GetUpdateRateValue { name } => *name = self.word(&["Low", "High", "None"]),
            Call::GetInteractionClassHandle { name } => *name = self.word(&["X", "X.Y", "Q"]),
            Call::GetParameterHandle { interaction_class, name } => {
                *interaction_class = self.interaction_class().0;
                *name = self.word(&["xa", "ya"]);
            }
            Call::GetParameterName { interaction_class, parameter } => {
                let parameters;
                (*interaction_class, parameters) = self.interaction_class();
                *parameter = parameters.first().copied().unwrap_or(ParameterHandle::INVALID);
            }
            Call::GetOrderType { name } => *name = self.word(&["Receive", "TimeStamp", "None"]),
            Call::GetOrderName { order } => *order = OrderType::from_number(self.number(3)),
            Call::GetTransportationTypeHandle { name } => {
                *name = self.word(&["HLAreliable", "HLAbestEffort", "None"]);
            }
            Call::GetTransportationTypeName { transportation_type } => {
                *transportation_type = self.transportation();
            }
            Call::GetDimensionHandle { name } => *name = self.word(&["D1", "D2", "D3"]),
            Call::GetDimensionName { dimension } | Call::GetDimensionUpperBound { dimension } => {
                *dimension = self.dimension();
            }
            Call::GetRangeBounds { region, dimension } => {
                (*region, *dimension) = (self.region(), self.dimension());
            }
            Call::SetRangeBounds { region, dimension, bounds } => {
                (*region, *dimension) = (self.region(), self.dimension());
                let lower = self.number(100).unsigned_abs();
                *bounds = RangeBounds { lower, upper: lower + self.number(60).unsigned_abs() };
            }
            Call::NormalizeServiceGroup { group } => {
                *group = ServiceGroup::from_number(self.number(8));
            }
            Call::SetObjectClassRelevanceAdvisorySwitch { value }
            | Call::SetAttributeRelevanceAdvisorySwitch { value }
            | Call::SetAttributeScopeAdvisorySwitch { value }
            | Call::SetInteractionRelevanceAdvisorySwitch { value }
            | Call::SetConveyRegionDesignatorSetsSwitch { value }
            | Call::SetServiceReportingSwitch { value }
            | Call::SetExceptionReportingSwitch { value }
            | Call::SetSendServiceReportsToFileSwitch { value } => *value = self.dice.percent(50),
        }
        call
    }

    fn number(&mut self, end: usize) -> i32 {
        i32::try_from(self.dice.below(end)).expect("a small number")
    }

    fn word(&mut self, words: &[&str]) -> String {
        self.dice.pick(words).to_owned()
    }

    fn label(&mut self) -> String {
        self.word(&["p", "q"])
    }

    fn name(&mut self) -> String {
        // Mostly its own, so that what it reserves is free.
        let number = self.dice.below(4);
        if self.dice.percent(NONSENSE) {
            "HLAn".to_owned()
        } else if self.dice.percent(70) {
            format!("{}{number}", self.caller)
        } else {
            format!("1{number}")
        }
    }

    fn rate(&mut self) -> Option<String> {
        self.dice.percent(20).then(|| self.word(&["Low", "High"]))
    }

    fn tag(&mut self) -> Bytes {
        Bytes::from_static(b"tag")
    }

    /// A little later than the caller's time, seldom before it.
    fn time(&mut self) -> LogicalTime {
        if self.dice.percent(NONSENSE) {
            return LogicalTime::Unreadable;
        }
        let status = self.federates.federation.status();
        let row = status.federates.iter().find(|row| row.handle == self.caller);
        let now = row.map(|row| status.time.write(row.logical_time));
        let now = now.and_then(HlaInteger64Time::read).map_or(0, |time| time.0);
        HlaInteger64Time(now + i64::from(self.number(8)) - 1).into()
    }

    fn stamp(&mut self) -> Option<LogicalTime> {
        self.dice.percent(60).then(|| self.time())
    }

    fn federate(&mut self) -> FederateHandle {
        FederateHandle::new(self.number(8).unsigned_abs())
    }

    fn some_federates(&mut self) -> Vec<FederateHandle> {
        let joined: Vec<_> = self.federates.joined().into_iter().collect();
        let mut some = self.dice.some(&joined);
        if self.dice.percent(NONSENSE) {
            some.push(FederateHandle::INVALID);
        }
        some
    }

    fn class(&mut self) -> (ObjectClassHandle, Vec<AttributeHandle>) {
        let classes = &self.federates.handles.object_classes;
        let chosen = self.dice.below(classes.len());
        classes[chosen].clone()
    }

    fn object_class(&mut self) -> ObjectClassHandle {
        if self.dice.percent(NONSENSE) {
            return ObjectClassHandle::INVALID;
        }
        self.class().0
    }

    fn class_attributes(&mut self) -> (ObjectClassHandle, Vec<AttributeHandle>) {
        let (class, all) = self.class();
        let attributes = self.attributes(&all);
        (if self.dice.percent(NONSENSE) { self.object_class() } else { class }, attributes)
    }

    fn attributes(&mut self, all: &[AttributeHandle]) -> Vec<AttributeHandle> {
        let mut some =
            if self.dice.percent(60) { vec![self.dice.pick(all)] } else { self.dice.some(all) };
        if self.dice.percent(NONSENSE) {
            some.push(AttributeHandle::INVALID);
        }
        some
    }

    fn object_instance(&mut self) -> ObjectInstanceHandle {
        self.instance_attributes().0
    }

    /// One of the latest instances.
    fn instance_attributes(&mut self) -> (ObjectInstanceHandle, Vec<AttributeHandle>) {
        let handles = &self.federates.handles;
        if handles.objects.is_empty() || self.dice.percent(NONSENSE) {
            return (ObjectInstanceHandle::INVALID, Vec::new());
        }
        let latest = handles.objects.iter().rev();
        let latest: Vec<_> = if self.dice.percent(60) {
            latest.filter(|(_, _, by)| *by == self.caller).take(4).copied().collect()
        } else {
            latest.take(8).copied().collect()
        };
        let any = handles.objects[0];
        let (object, class, _) = if latest.is_empty() { any } else { self.dice.pick(&latest) };
        (object, self.attributes(&handles.object_classes[class].1))
    }

    fn interaction_class(&mut self) -> (InteractionClassHandle, Vec<ParameterHandle>) {
        let classes = &self.federates.handles.interaction_classes;
        if self.dice.percent(NONSENSE) {
            return (InteractionClassHandle::INVALID, Vec::new());
        }
        let chosen = self.dice.below(classes.len());
        classes[chosen].clone()
    }

    fn parameters(&mut self) -> (InteractionClassHandle, ParameterValues) {
        let (class, all) = self.interaction_class();
        let mut some = self.dice.some(&all);
        if self.dice.percent(NONSENSE) {
            some.push(ParameterHandle::INVALID);
        }
        (class, ParameterValues::from_pairs(some.into_iter().map(|of| (of, [2]))))
    }

    fn transportation(&mut self) -> TransportationTypeHandle {
        TransportationTypeHandle::new(self.number(3).unsigned_abs())
    }

    /// A message, mostly the caller's own and of late.
    fn message(&mut self) -> MessageRetractionHandle {
        let own = self.federates.handles.messages.iter().rev();
        let own = own.filter(|(sender, _)| *sender == self.caller || self.dice.percent(10));
        let latest: Vec<_> = own.take(3).map(|(_, message)| *message).collect();
        if latest.is_empty() { MessageRetractionHandle::INVALID } else { self.dice.pick(&latest) }
    }

    fn dimension(&mut self) -> DimensionHandle {
        if self.dice.percent(NONSENSE) {
            return DimensionHandle::INVALID;
        }
        self.dice.pick(&self.federates.handles.dimensions)
    }

    /// A region, mostly the caller's own.
    fn region(&mut self) -> RegionHandle {
        let own = self.federates.handles.regions.iter().rev();
        let own = own.filter(|(creator, _)| *creator == self.caller || self.dice.percent(10));
        let latest: Vec<_> = own.take(3).map(|(_, region)| *region).collect();
        if latest.is_empty() { RegionHandle::INVALID } else { self.dice.pick(&latest) }
    }

    fn regions(&mut self) -> Vec<RegionHandle> {
        let mut regions = vec![self.region(), self.region()];
        regions.dedup();
        regions
    }

    fn with_regions(&mut self, attributes: Vec<AttributeHandle>) -> Vec<AttributeRegions> {
        vec![AttributeRegions { attributes, regions: self.regions() }]
    }
}
