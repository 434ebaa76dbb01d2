//! Random arguments: most mean something to the federate that calls, some mean nothing.

use hla::{
    AttributeHandle, AttributeValues, Call, FederateHandle, HlaInteger64Time, OrderType,
    ParameterHandle, RangeBounds, ResignAction, ServiceGroup,
};

use crate::dice::Dice;
use crate::federates::Federates;

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
                names.truncate(1 + self.dice.below(2));
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
}
