//! Calls, results and callbacks as reports of service invocations show them: names, types, texts.
//!
//! The text of an argument is JSON: handles and numbers as numbers, octets as hexadecimal strings.
//! An argument that was left out is there as `null`.

mod text;

use hla::{Call, Callback, FederateHandle, HlaError, Reply, ServiceGroup};

use self::text::{Argument, camel_case, quoted};

/// `HLAargument` of the 2025 edition: type, name, text.
pub(super) type Described = (i32, String, String);

/// The type of an argument that is not there.
pub(super) const NULL: i32 = 34;

/// A service invocation as it is reported.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Invocation {
    pub(super) of: FederateHandle,
    pub(super) service: String,
    pub(super) group: ServiceGroup,
    pub(super) supplied: Vec<Described>,
    pub(super) returned: Option<Described>,
    pub(super) error: Option<String>,
}

impl Invocation {
    /// A call before its result is known.
    pub(crate) fn of_call(of: FederateHandle, call: &Call) -> Self {
        let service = title(call.service_name());
        let (group, supplied) = (call.group(), call_arguments(call));
        Self { of, service, group, supplied, returned: None, error: None }
    }

    pub(super) fn of_callback(of: FederateHandle, callback: &Callback) -> Self {
        let service = title(callback.service_name());
        let (group, supplied) = (callback_group(callback), callback_arguments(callback));
        Self { of, service, group, supplied, returned: None, error: None }
    }

    pub(crate) fn with(mut self, result: &Result<Reply, HlaError>) -> Self {
        match result {
            Ok(reply) => self.returned = returned(reply),
            Err(error) => self.error = Some(error.to_string()),
        }
        self
    }

    /// A line of a file of service reports.
    pub(super) fn record(&self, serial: usize) -> String {
        let described = |(_, name, text): &Described| format!("{}:{text}", quoted(name));
        let supplied: Vec<_> = self.supplied.iter().map(described).collect();
        let returned = self.returned.as_ref().map_or("null", |returned| returned.2.as_str());
        let error = self.error.as_deref().map_or_else(|| "null".to_owned(), quoted);
        format!(
            "{{\"serial\":{serial},\"service\":{},\"group\":{},\"supplied\":{{{}}},\
             \"returned\":{returned},\"exception\":{error}}}",
            quoted(&self.service),
            quoted(self.group.name()),
            supplied.join(",")
        )
    }
}

/// The words of the title of a service; some titles cover several calls.
pub(super) fn title(service: &str) -> String {
    let title = match service {
        "synchronizationPointRegistrationSucceeded" | "synchronizationPointRegistrationFailed" => {
            "ConfirmSynchronizationPointRegistration"
        }
        "federateSaveNotComplete" => "FederateSaveComplete",
        "federationNotSaved" => "FederationSaved",
        "requestFederationRestoreSucceeded" | "requestFederationRestoreFailed" => {
            "ConfirmFederationRestorationRequest"
        }
        "federateRestoreNotComplete" => "FederateRestoreComplete",
        "federationNotRestored" => "FederationRestored",
        "unpublishObjectClass" => "UnpublishObjectClassAttributes",
        "unsubscribeObjectClass" => "UnsubscribeObjectClassAttributes",
        "objectInstanceNameReservationSucceeded" | "objectInstanceNameReservationFailed" => {
            "ObjectInstanceNameReserved"
        }
        "multipleObjectInstanceNameReservationSucceeded"
        | "multipleObjectInstanceNameReservationFailed" => "MultipleObjectInstanceNamesReserved",
        "attributeIsNotOwned" | "attributeIsOwnedByRTI" => "InformAttributeOwnership",
        other => return camel_case(other, true),
    };
    title.to_owned()
}

/// A table of services and callbacks with their arguments; what it leaves out has none, or is called
/// by no member.
macro_rules! arguments {
    ($value:ident: $kind:ident; $($variant:ident { $($field:ident),* })*) => {
        match $value {
            $($kind::$variant { $($field),* } => {
                let mut list = Vec::new();
                $($field.list(stringify!($field), &mut list);)*
                list
            })*
            _ => Vec::new(),
        }
    };
}

/// What is supplied, in the order of the service.
#[allow(clippy::too_many_lines, reason = "a table of one line for each service")]
fn call_arguments(call: &Call) -> Vec<Described> {
    arguments! { call: Call;
        ResignFederationExecution { action }
        RegisterFederationSynchronizationPoint { label, tag, synchronization_set }
        SynchronizationPointAchieved { label, successfully }
        RequestFederationSave { label, time }
        RequestFederationRestore { label }
        PublishObjectClassAttributes { object_class, attributes }
        UnpublishObjectClass { object_class }
        UnpublishObjectClassAttributes { object_class, attributes }
        PublishInteractionClass { interaction_class }
        UnpublishInteractionClass { interaction_class }
        PublishObjectClassDirectedInteractions { object_class, interaction_classes }
        UnpublishObjectClassDirectedInteractions { object_class, interaction_classes }
        SubscribeObjectClassAttributes { object_class, attributes, active, update_rate }
        UnsubscribeObjectClass { object_class }
        UnsubscribeObjectClassAttributes { object_class, attributes }
        SubscribeInteractionClass { interaction_class, active }
        UnsubscribeInteractionClass { interaction_class }
        SubscribeObjectClassDirectedInteractions { object_class, interaction_classes, universally }
        UnsubscribeObjectClassDirectedInteractions { object_class, interaction_classes }
        ReserveObjectInstanceName { name }
        ReleaseObjectInstanceName { name }
        ReserveMultipleObjectInstanceNames { names }
        ReleaseMultipleObjectInstanceNames { names }
        RegisterObjectInstance { object_class, name, attributes_and_regions }
        UpdateAttributeValues { object_instance, values, tag, time }
        SendInteraction { interaction_class, values, regions, tag, time }
        SendDirectedInteraction { interaction_class, object_instance, values, tag, time }
        DeleteObjectInstance { object_instance, tag, time }
        LocalDeleteObjectInstance { object_instance }
        RequestInstanceAttributeValueUpdate { object_instance, attributes, tag }
        RequestClassAttributeValueUpdate { object_class, attributes, tag }
        RequestAttributeTransportationTypeChange { object_instance, attributes, transportation_type }
        ChangeDefaultAttributeTransportationType { object_class, attributes, transportation_type }
        QueryAttributeTransportationType { object_instance, attribute }
        RequestInteractionTransportationTypeChange { interaction_class, transportation_type }
        QueryInteractionTransportationType { federate, interaction_class }
        UnconditionalAttributeOwnershipDivestiture { object_instance, attributes, tag }
        NegotiatedAttributeOwnershipDivestiture { object_instance, attributes, tag }
        ConfirmDivestiture { object_instance, attributes, tag }
        AttributeOwnershipAcquisition { object_instance, attributes, tag }
        AttributeOwnershipAcquisitionIfAvailable { object_instance, attributes, tag }
        AttributeOwnershipReleaseDenied { object_instance, attributes, tag }
        AttributeOwnershipDivestitureIfWanted { object_instance, attributes, tag }
        CancelNegotiatedAttributeOwnershipDivestiture { object_instance, attributes }
        CancelAttributeOwnershipAcquisition { object_instance, attributes }
        QueryAttributeOwnership { object_instance, attributes }
        IsAttributeOwnedByFederate { object_instance, attribute }
        EnableTimeRegulation { lookahead }
        TimeAdvanceRequest { time }
        TimeAdvanceRequestAvailable { time }
        NextMessageRequest { time }
        NextMessageRequestAvailable { time }
        FlushQueueRequest { time }
        ModifyLookahead { lookahead }
        Retract { retraction }
        ChangeAttributeOrderType { object_instance, attributes, order }
        ChangeDefaultAttributeOrderType { object_class, attributes, order }
        ChangeInteractionOrderType { interaction_class, order }
        CreateRegion { dimensions }
        CommitRegionModifications { regions }
        DeleteRegion { region }
        AssociateRegionsForUpdates { object_instance, attributes_and_regions }
        UnassociateRegionsForUpdates { object_instance, attributes_and_regions }
        SubscribeObjectClassAttributesWithRegions { object_class, attributes_and_regions, active, update_rate }
        UnsubscribeObjectClassAttributesWithRegions { object_class, attributes_and_regions }
        SubscribeInteractionClassWithRegions { interaction_class, active, regions }
        UnsubscribeInteractionClassWithRegions { interaction_class, regions }
        RequestAttributeValueUpdateWithRegions { object_class, attributes_and_regions, tag }
        GetFederateHandle { name }
        GetFederateName { federate }
        GetObjectClassHandle { name }
        GetObjectClassName { object_class }
        GetKnownObjectClassHandle { object_instance }
        GetObjectInstanceHandle { name }
        GetObjectInstanceName { object_instance }
        GetAttributeHandle { object_class, name }
        GetAttributeName { object_class, attribute }
        GetUpdateRateValue { name }
        GetUpdateRateValueForAttribute { object_instance, attribute }
        GetInteractionClassHandle { name }
        GetInteractionClassName { interaction_class }
        GetParameterHandle { interaction_class, name }
        GetParameterName { interaction_class, parameter }
        GetOrderType { name }
        GetOrderName { order }
        GetTransportationTypeHandle { name }
        GetTransportationTypeName { transportation_type }
        GetAvailableDimensionsForObjectClass { object_class }
        GetAvailableDimensionsForInteractionClass { interaction_class }
        GetDimensionHandle { name }
        GetDimensionName { dimension }
        GetDimensionUpperBound { dimension }
        GetDimensionHandleSet { region }
        GetRangeBounds { region, dimension }
        SetRangeBounds { region, dimension, bounds }
        NormalizeServiceGroup { group }
        NormalizeFederateHandle { federate }
        NormalizeObjectClassHandle { object_class }
        NormalizeInteractionClassHandle { interaction_class }
        NormalizeObjectInstanceHandle { object_instance }
        SetObjectClassRelevanceAdvisorySwitch { value }
        SetAttributeRelevanceAdvisorySwitch { value }
        SetAttributeScopeAdvisorySwitch { value }
        SetInteractionRelevanceAdvisorySwitch { value }
        SetConveyRegionDesignatorSetsSwitch { value }
        SetAutomaticResignDirective { directive }
        SetServiceReportingSwitch { value }
        SetExceptionReportingSwitch { value }
        SetSendServiceReportsToFileSwitch { value }
    }
}

/// What a callback supplies, in its order.
#[allow(clippy::too_many_lines, reason = "a table of one line for each callback")]
fn callback_arguments(callback: &Callback) -> Vec<Described> {
    arguments! { callback: Callback;
        FederateResigned { description }
        SynchronizationPointRegistrationSucceeded { label }
        SynchronizationPointRegistrationFailed { label, reason }
        AnnounceSynchronizationPoint { label, tag }
        FederationSynchronized { label, failed_to_sync_set }
        InitiateFederateSave { label, time }
        FederationNotSaved { reason }
        FederationSaveStatusResponse { statuses }
        RequestFederationRestoreSucceeded { label }
        RequestFederationRestoreFailed { label }
        InitiateFederateRestore { label, federate_name, post_restore_handle }
        FederationNotRestored { reason }
        FederationRestoreStatusResponse { statuses }
        StartRegistrationForObjectClass { object_class }
        StopRegistrationForObjectClass { object_class }
        TurnInteractionsOn { interaction_class }
        TurnInteractionsOff { interaction_class }
        ObjectInstanceNameReservationSucceeded { name }
        ObjectInstanceNameReservationFailed { name }
        MultipleObjectInstanceNameReservationSucceeded { names }
        MultipleObjectInstanceNameReservationFailed { names }
        DiscoverObjectInstance { object_instance, object_class, name, producing_federate }
        ReflectAttributeValues { object_instance, values, tag, transportation_type, producing_federate, sent_regions, stamp }
        ReceiveInteraction { interaction_class, values, tag, transportation_type, producing_federate, sent_regions, stamp }
        ReceiveDirectedInteraction { interaction_class, object_instance, values, tag, transportation_type, producing_federate, stamp }
        RemoveObjectInstance { object_instance, tag, producing_federate, stamp }
        AttributesInScope { object_instance, attributes }
        AttributesOutOfScope { object_instance, attributes }
        ProvideAttributeValueUpdate { object_instance, attributes, tag }
        TurnUpdatesOnForObjectInstance { object_instance, attributes, update_rate }
        TurnUpdatesOffForObjectInstance { object_instance, attributes }
        ConfirmAttributeTransportationTypeChange { object_instance, attributes, transportation_type }
        ReportAttributeTransportationType { object_instance, attribute, transportation_type }
        ConfirmInteractionTransportationTypeChange { interaction_class, transportation_type }
        ReportInteractionTransportationType { federate, interaction_class, transportation_type }
        RequestAttributeOwnershipAssumption { object_instance, attributes, tag }
        RequestDivestitureConfirmation { object_instance, attributes, tag }
        AttributeOwnershipAcquisitionNotification { object_instance, attributes, tag }
        AttributeOwnershipUnavailable { object_instance, attributes, tag }
        RequestAttributeOwnershipRelease { object_instance, attributes, tag }
        ConfirmAttributeOwnershipAcquisitionCancellation { object_instance, attributes }
        InformAttributeOwnership { object_instance, attributes, owner }
        AttributeIsNotOwned { object_instance, attributes }
        AttributeIsOwnedByRti { object_instance, attributes }
        TimeRegulationEnabled { time }
        TimeConstrainedEnabled { time }
        FlushQueueGrant { time, optimistic_time }
        TimeAdvanceGrant { time }
        RequestRetraction { retraction }
    }
}

/// The result, where the service has one.
fn returned(reply: &Reply) -> Option<Described> {
    macro_rules! table {
        ($($variant:ident)*) => {
            match reply {
                $(Reply::$variant(value) => Some((value.kind(), String::new(), value.text())),)*
                _ => None,
            }
        };
    }
    table! {
        RegisterObjectInstance
        UpdateAttributeValues
        SendInteraction
        SendDirectedInteraction
        DeleteObjectInstance
        AttributeOwnershipDivestitureIfWanted
        IsAttributeOwnedByFederate
        QueryGalt
        QueryLogicalTime
        QueryLits
        QueryLookahead
        CreateRegion
        GetFederateHandle
        GetFederateName
        GetObjectClassHandle
        GetObjectClassName
        GetKnownObjectClassHandle
        GetObjectInstanceHandle
        GetObjectInstanceName
        GetAttributeHandle
        GetAttributeName
        GetUpdateRateValue
        GetUpdateRateValueForAttribute
        GetInteractionClassHandle
        GetInteractionClassName
        GetParameterHandle
        GetParameterName
        GetOrderType
        GetOrderName
        GetTransportationTypeHandle
        GetTransportationTypeName
        GetAvailableDimensionsForObjectClass
        GetAvailableDimensionsForInteractionClass
        GetDimensionHandle
        GetDimensionName
        GetDimensionUpperBound
        GetDimensionHandleSet
        GetRangeBounds
        NormalizeServiceGroup
        NormalizeFederateHandle
        NormalizeObjectClassHandle
        NormalizeInteractionClassHandle
        NormalizeObjectInstanceHandle
        GetObjectClassRelevanceAdvisorySwitch
        GetAttributeRelevanceAdvisorySwitch
        GetAttributeScopeAdvisorySwitch
        GetInteractionRelevanceAdvisorySwitch
        GetConveyRegionDesignatorSetsSwitch
        GetAutomaticResignDirective
        GetServiceReportingSwitch
        GetExceptionReportingSwitch
        GetSendServiceReportsToFileSwitch
        GetAutoProvideSwitch
        GetDelaySubscriptionEvaluationSwitch
        GetAdvisoriesUseKnownClassSwitch
        GetAllowRelaxedDdmSwitch
        GetNonRegulatedGrantSwitch
    }
}

fn callback_group(callback: &Callback) -> ServiceGroup {
    match callback {
        Callback::StartRegistrationForObjectClass { .. }
        | Callback::StopRegistrationForObjectClass { .. }
        | Callback::TurnInteractionsOn { .. }
        | Callback::TurnInteractionsOff { .. } => ServiceGroup::DeclarationManagement,
        Callback::ObjectInstanceNameReservationSucceeded { .. }
        | Callback::ObjectInstanceNameReservationFailed { .. }
        | Callback::MultipleObjectInstanceNameReservationSucceeded { .. }
        | Callback::MultipleObjectInstanceNameReservationFailed { .. }
        | Callback::DiscoverObjectInstance { .. }
        | Callback::ReflectAttributeValues { .. }
        | Callback::ReceiveInteraction { .. }
        | Callback::ReceiveDirectedInteraction { .. }
        | Callback::RemoveObjectInstance { .. }
        | Callback::AttributesInScope { .. }
        | Callback::AttributesOutOfScope { .. }
        | Callback::ProvideAttributeValueUpdate { .. }
        | Callback::TurnUpdatesOnForObjectInstance { .. }
        | Callback::TurnUpdatesOffForObjectInstance { .. }
        | Callback::ConfirmAttributeTransportationTypeChange { .. }
        | Callback::ReportAttributeTransportationType { .. }
        | Callback::ConfirmInteractionTransportationTypeChange { .. }
        | Callback::ReportInteractionTransportationType { .. } => ServiceGroup::ObjectManagement,
        Callback::RequestAttributeOwnershipAssumption { .. }
        | Callback::RequestDivestitureConfirmation { .. }
        | Callback::AttributeOwnershipAcquisitionNotification { .. }
        | Callback::AttributeOwnershipUnavailable { .. }
        | Callback::RequestAttributeOwnershipRelease { .. }
        | Callback::ConfirmAttributeOwnershipAcquisitionCancellation { .. }
        | Callback::InformAttributeOwnership { .. }
        | Callback::AttributeIsNotOwned { .. }
        | Callback::AttributeIsOwnedByRti { .. } => ServiceGroup::OwnershipManagement,
        Callback::TimeRegulationEnabled { .. }
        | Callback::TimeConstrainedEnabled { .. }
        | Callback::FlushQueueGrant { .. }
        | Callback::TimeAdvanceGrant { .. }
        | Callback::RequestRetraction { .. } => ServiceGroup::TimeManagement,
        _ => ServiceGroup::FederationManagement,
    }
}
