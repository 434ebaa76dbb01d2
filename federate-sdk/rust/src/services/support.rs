//! Support services (clause 10).

use hla::{
    AttributeHandle, Call, DimensionHandle, FederateHandle, InteractionClassHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle, RangeBounds, RegionHandle,
    ResignAction, ServiceGroup, TransportationTypeHandle,
};

use crate::request::services;
use crate::{Federate, Request};

services! {
    /// The handle of a joined federate (10.2). `NameNotFound`.
    get_federate_handle(name: &str) -> FederateHandle = GetFederateHandle { name: name.into() };
    /// The name of a federate (10.3). `InvalidFederateHandle`, `FederateHandleNotKnown`.
    get_federate_name(federate: FederateHandle) -> String = GetFederateName { federate };
    /// The handle of an object class by its qualified name (10.4). `NameNotFound`.
    get_object_class_handle(name: &str) -> ObjectClassHandle = GetObjectClassHandle { name: name.into() };
    /// The qualified name of an object class (10.5). `InvalidObjectClassHandle`.
    get_object_class_name(object_class: ObjectClassHandle) -> String = GetObjectClassName { object_class };
    /// The class under which an instance is known here (10.6). `ObjectInstanceNotKnown`.
    get_known_object_class_handle(object_instance: ObjectInstanceHandle) -> ObjectClassHandle = GetKnownObjectClassHandle { object_instance };
    /// The handle of a known instance (10.7). `ObjectInstanceNotKnown`.
    get_object_instance_handle(name: &str) -> ObjectInstanceHandle = GetObjectInstanceHandle { name: name.into() };
    /// The name of a known instance (10.8). `ObjectInstanceNotKnown`.
    get_object_instance_name(object_instance: ObjectInstanceHandle) -> String = GetObjectInstanceName { object_instance };
    /// The handle of an attribute of a class (10.9). `NameNotFound`, `InvalidObjectClassHandle`.
    get_attribute_handle(object_class: ObjectClassHandle, name: &str) -> AttributeHandle = GetAttributeHandle { object_class, name: name.into() };
    /// The name of an attribute of a class (10.10). `AttributeNotDefined`,
    /// `InvalidAttributeHandle`, `InvalidObjectClassHandle`.
    get_attribute_name(object_class: ObjectClassHandle, attribute: AttributeHandle) -> String = GetAttributeName { object_class, attribute };
    /// Updates a second of an update rate designator (10.11). `InvalidUpdateRateDesignator`.
    get_update_rate_value(designator: &str) -> f64 = GetUpdateRateValue { name: designator.into() };
    /// Updates a second at which an attribute is wanted (10.12). `ObjectInstanceNotKnown`,
    /// `AttributeNotDefined`.
    get_update_rate_value_for_attribute(object_instance: ObjectInstanceHandle, attribute: AttributeHandle) -> f64 = GetUpdateRateValueForAttribute { object_instance, attribute };
    /// The handle of an interaction class by its qualified name (10.13). `NameNotFound`.
    get_interaction_class_handle(name: &str) -> InteractionClassHandle = GetInteractionClassHandle { name: name.into() };
    /// The qualified name of an interaction class (10.14). `InvalidInteractionClassHandle`.
    get_interaction_class_name(interaction_class: InteractionClassHandle) -> String = GetInteractionClassName { interaction_class };
    /// The handle of a parameter of a class (10.15). `NameNotFound`,
    /// `InvalidInteractionClassHandle`.
    get_parameter_handle(interaction_class: InteractionClassHandle, name: &str) -> ParameterHandle = GetParameterHandle { interaction_class, name: name.into() };
    /// The name of a parameter of a class (10.16). `InteractionParameterNotDefined`,
    /// `InvalidParameterHandle`, `InvalidInteractionClassHandle`.
    get_parameter_name(interaction_class: InteractionClassHandle, parameter: ParameterHandle) -> String = GetParameterName { interaction_class, parameter };
    /// The order of this name (10.17). `InvalidOrderName`.
    get_order_type(name: &str) -> OrderType = GetOrderType { name: name.into() };
    /// The name of an order (10.18). `InvalidOrderType`.
    get_order_name(order: OrderType) -> String = GetOrderName { order: Some(order) };
    /// The transportation type of this name (10.19). `InvalidTransportationName`.
    get_transportation_type_handle(name: &str) -> TransportationTypeHandle = GetTransportationTypeHandle { name: name.into() };
    /// The name of a transportation type (10.20). `InvalidTransportationTypeHandle`.
    get_transportation_type_name(transportation_type: TransportationTypeHandle) -> String = GetTransportationTypeName { transportation_type };
    /// The dimensions of an object class (2025: 10.21). `InvalidObjectClassHandle`.
    get_available_dimensions_for_object_class(object_class: ObjectClassHandle) -> Vec<DimensionHandle> = GetAvailableDimensionsForObjectClass { object_class };
    /// The dimensions of an interaction class (10.22). `InvalidInteractionClassHandle`.
    get_available_dimensions_for_interaction_class(interaction_class: InteractionClassHandle) -> Vec<DimensionHandle> = GetAvailableDimensionsForInteractionClass { interaction_class };
    /// The handle of a dimension (10.23). `NameNotFound`.
    get_dimension_handle(name: &str) -> DimensionHandle = GetDimensionHandle { name: name.into() };
    /// The name of a dimension (10.24). `InvalidDimensionHandle`.
    get_dimension_name(dimension: DimensionHandle) -> String = GetDimensionName { dimension };
    /// The first value beyond a dimension (10.25). `InvalidDimensionHandle`.
    get_dimension_upper_bound(dimension: DimensionHandle) -> u32 = GetDimensionUpperBound { dimension };
    /// The dimensions of a region (10.26). `InvalidRegion`.
    get_dimension_handle_set(region: RegionHandle) -> Vec<DimensionHandle> = GetDimensionHandleSet { region };
    /// A range of a region (10.27). `RegionDoesNotContainSpecifiedDimension`, `InvalidRegion`.
    get_range_bounds(region: RegionHandle, dimension: DimensionHandle) -> RangeBounds = GetRangeBounds { region, dimension };
    /// Sets a range of a region, in force once committed (10.28). `InvalidRangeBound`,
    /// `RegionDoesNotContainSpecifiedDimension`, `RegionNotCreatedByThisFederate`.
    set_range_bounds(region: RegionHandle, dimension: DimensionHandle, bounds: RangeBounds) = SetRangeBounds { region, dimension, bounds };
    /// A service group as a coordinate of the MOM's dimension (10.29). `InvalidServiceGroup`.
    normalize_service_group(group: ServiceGroup) -> u32 = NormalizeServiceGroup { group: Some(group) };
    /// A federate as a coordinate of the MOM's dimension (10.30). `InvalidFederateHandle`.
    normalize_federate_handle(federate: FederateHandle) -> u32 = NormalizeFederateHandle { federate };
    /// An object class as a coordinate (2025: 10.31). `InvalidObjectClassHandle`.
    normalize_object_class_handle(object_class: ObjectClassHandle) -> u32 = NormalizeObjectClassHandle { object_class };
    /// An interaction class as a coordinate (2025: 10.32). `InvalidInteractionClassHandle`.
    normalize_interaction_class_handle(interaction_class: InteractionClassHandle) -> u32 = NormalizeInteractionClassHandle { interaction_class };
    /// An instance as a coordinate (2025: 10.33). `InvalidObjectInstanceHandle`.
    normalize_object_instance_handle(object_instance: ObjectInstanceHandle) -> u32 = NormalizeObjectInstanceHandle { object_instance };
    /// Whether start- and stop-registration advisories come (2025: 10.34). `SaveInProgress`.
    get_object_class_relevance_advisory_switch() -> bool = GetObjectClassRelevanceAdvisorySwitch {};
    /// Whether start- and stop-registration advisories shall come (2025: 10.35). `SaveInProgress`.
    set_object_class_relevance_advisory_switch(value: bool) = SetObjectClassRelevanceAdvisorySwitch { value };
    /// Whether turn-updates advisories come (2025: 10.36). `SaveInProgress`.
    get_attribute_relevance_advisory_switch() -> bool = GetAttributeRelevanceAdvisorySwitch {};
    /// Whether turn-updates advisories shall come (2025: 10.37). `SaveInProgress`.
    set_attribute_relevance_advisory_switch(value: bool) = SetAttributeRelevanceAdvisorySwitch { value };
    /// Whether in-scope and out-of-scope advisories come (2025: 10.38). `SaveInProgress`.
    get_attribute_scope_advisory_switch() -> bool = GetAttributeScopeAdvisorySwitch {};
    /// Whether in-scope and out-of-scope advisories shall come (2025: 10.39). `SaveInProgress`.
    set_attribute_scope_advisory_switch(value: bool) = SetAttributeScopeAdvisorySwitch { value };
    /// Whether turn-interactions advisories come (2025: 10.40). `SaveInProgress`.
    get_interaction_relevance_advisory_switch() -> bool = GetInteractionRelevanceAdvisorySwitch {};
    /// Whether turn-interactions advisories shall come (2025: 10.41). `SaveInProgress`.
    set_interaction_relevance_advisory_switch(value: bool) = SetInteractionRelevanceAdvisorySwitch { value };
    /// Whether messages carry the regions of their sender (2025: 10.42). `SaveInProgress`.
    get_convey_region_designator_sets_switch() -> bool = GetConveyRegionDesignatorSetsSwitch {};
    /// Whether messages shall carry the regions of their sender (2025: 10.43). `SaveInProgress`.
    set_convey_region_designator_sets_switch(value: bool) = SetConveyRegionDesignatorSetsSwitch { value };
    /// What the RTI does for this federate when it is lost (10.44).
    get_automatic_resign_directive() -> ResignAction = GetAutomaticResignDirective {};
    /// Sets what the RTI does for this federate when it is lost (10.45). `InvalidResignAction`.
    set_automatic_resign_directive(directive: ResignAction) = SetAutomaticResignDirective { directive: Some(directive) };
    /// Whether this federate's service calls are reported by the MOM (2025: 10.46).
    get_service_reporting_switch() -> bool = GetServiceReportingSwitch {};
    /// Whether this federate's service calls shall be reported (2025: 10.47).
    /// `ReportServiceInvocationsAreSubscribed`.
    set_service_reporting_switch(value: bool) = SetServiceReportingSwitch { value };
    /// Whether this federate's exceptions are reported by the MOM (2025: 10.48). `SaveInProgress`.
    get_exception_reporting_switch() -> bool = GetExceptionReportingSwitch {};
    /// Whether this federate's exceptions shall be reported (2025: 10.49). `SaveInProgress`.
    set_exception_reporting_switch(value: bool) = SetExceptionReportingSwitch { value };
    /// Whether service reports go to a file (2025: 10.50). `SaveInProgress`.
    get_send_service_reports_to_file_switch() -> bool = GetSendServiceReportsToFileSwitch {};
    /// Whether service reports shall go to a file (2025: 10.51). `SaveInProgress`.
    set_send_service_reports_to_file_switch(value: bool) = SetSendServiceReportsToFileSwitch { value };
    /// Whether every discovery asks the owner for values (2025: 10.52). `SaveInProgress`.
    get_auto_provide_switch() -> bool = GetAutoProvideSwitch {};
    /// Whether receivers are determined at delivery (2025: 10.53). `SaveInProgress`.
    get_delay_subscription_evaluation_switch() -> bool = GetDelaySubscriptionEvaluationSwitch {};
    /// Whether advisories go by the receiver's known class (2025: 10.54). `SaveInProgress`.
    get_advisories_use_known_class_switch() -> bool = GetAdvisoriesUseKnownClassSwitch {};
    /// Whether the RTI may deliver more than regions ask for (2025: 10.55). `SaveInProgress`.
    get_allow_relaxed_ddm_switch() -> bool = GetAllowRelaxedDdmSwitch {};
    /// Whether the constrained are granted when nobody regulates (2025: 10.56). `SaveInProgress`.
    get_non_regulated_grant_switch() -> bool = GetNonRegulatedGrantSwitch {};
}
