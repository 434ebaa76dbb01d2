//! The standard's names and groups of services and callbacks.

use crate::{Call, Callback, ServiceGroup};

impl Call {
    /// The standard's name of the service.
    #[allow(clippy::too_many_lines, reason = "a table of one line for each service")]
    pub const fn service_name(&self) -> &'static str {
        match self {
            Self::Connect { .. } => "connect",
            Self::Disconnect => "disconnect",
            Self::CreateFederationExecution { .. } => "createFederationExecution",
            Self::DestroyFederationExecution { .. } => "destroyFederationExecution",
            Self::ListFederationExecutions => "listFederationExecutions",
            Self::ListFederationExecutionMembers { .. } => "listFederationExecutionMembers",
            Self::JoinFederationExecution { .. } => "joinFederationExecution",
            Self::ResignFederationExecution { .. } => "resignFederationExecution",
            Self::RegisterFederationSynchronizationPoint { .. } => {
                "registerFederationSynchronizationPoint"
            }
            Self::SynchronizationPointAchieved { .. } => "synchronizationPointAchieved",
            Self::RequestFederationSave { .. } => "requestFederationSave",
            Self::FederateSaveBegun => "federateSaveBegun",
            Self::FederateSaveComplete => "federateSaveComplete",
            Self::FederateSaveNotComplete => "federateSaveNotComplete",
            Self::AbortFederationSave => "abortFederationSave",
            Self::QueryFederationSaveStatus => "queryFederationSaveStatus",
            Self::RequestFederationRestore { .. } => "requestFederationRestore",
            Self::FederateRestoreComplete => "federateRestoreComplete",
            Self::FederateRestoreNotComplete => "federateRestoreNotComplete",
            Self::AbortFederationRestore => "abortFederationRestore",
            Self::QueryFederationRestoreStatus => "queryFederationRestoreStatus",
            Self::PublishObjectClassAttributes { .. } => "publishObjectClassAttributes",
            Self::UnpublishObjectClass { .. } => "unpublishObjectClass",
            Self::UnpublishObjectClassAttributes { .. } => "unpublishObjectClassAttributes",
            Self::PublishInteractionClass { .. } => "publishInteractionClass",
            Self::UnpublishInteractionClass { .. } => "unpublishInteractionClass",
            Self::PublishObjectClassDirectedInteractions { .. } => {
                "publishObjectClassDirectedInteractions"
            }
            Self::UnpublishObjectClassDirectedInteractions { .. } => {
                "unpublishObjectClassDirectedInteractions"
            }
            Self::SubscribeObjectClassAttributes { .. } => "subscribeObjectClassAttributes",
            Self::UnsubscribeObjectClass { .. } => "unsubscribeObjectClass",
            Self::UnsubscribeObjectClassAttributes { .. } => "unsubscribeObjectClassAttributes",
            Self::SubscribeInteractionClass { .. } => "subscribeInteractionClass",
            Self::UnsubscribeInteractionClass { .. } => "unsubscribeInteractionClass",
            Self::SubscribeObjectClassDirectedInteractions { universally: false, .. } => {
                "subscribeObjectClassDirectedInteractions"
            }
            Self::SubscribeObjectClassDirectedInteractions { universally: true, .. } => {
                "subscribeObjectClassDirectedInteractionsUniversally"
            }
            Self::UnsubscribeObjectClassDirectedInteractions { .. } => {
                "unsubscribeObjectClassDirectedInteractions"
            }
            Self::ReserveObjectInstanceName { .. } => "reserveObjectInstanceName",
            Self::ReleaseObjectInstanceName { .. } => "releaseObjectInstanceName",
            Self::ReserveMultipleObjectInstanceNames { .. } => "reserveMultipleObjectInstanceNames",
            Self::ReleaseMultipleObjectInstanceNames { .. } => "releaseMultipleObjectInstanceNames",
            Self::RegisterObjectInstance { attributes_and_regions: Some(_), .. } => {
                "registerObjectInstanceWithRegions"
            }
            Self::RegisterObjectInstance { attributes_and_regions: None, .. } => {
                "registerObjectInstance"
            }
            Self::UpdateAttributeValues { .. } => "updateAttributeValues",
            Self::SendInteraction { regions: Some(_), .. } => "sendInteractionWithRegions",
            Self::SendInteraction { regions: None, .. } => "sendInteraction",
            Self::SendDirectedInteraction { .. } => "sendDirectedInteraction",
            Self::DeleteObjectInstance { .. } => "deleteObjectInstance",
            Self::LocalDeleteObjectInstance { .. } => "localDeleteObjectInstance",
            Self::RequestInstanceAttributeValueUpdate { .. }
            | Self::RequestClassAttributeValueUpdate { .. } => "requestAttributeValueUpdate",
            Self::RequestAttributeTransportationTypeChange { .. } => {
                "requestAttributeTransportationTypeChange"
            }
            Self::ChangeDefaultAttributeTransportationType { .. } => {
                "changeDefaultAttributeTransportationType"
            }
            Self::QueryAttributeTransportationType { .. } => "queryAttributeTransportationType",
            Self::RequestInteractionTransportationTypeChange { .. } => {
                "requestInteractionTransportationTypeChange"
            }
            Self::QueryInteractionTransportationType { .. } => "queryInteractionTransportationType",
            Self::UnconditionalAttributeOwnershipDivestiture { .. } => {
                "unconditionalAttributeOwnershipDivestiture"
            }
            Self::NegotiatedAttributeOwnershipDivestiture { .. } => {
                "negotiatedAttributeOwnershipDivestiture"
            }
            Self::ConfirmDivestiture { .. } => "confirmDivestiture",
            Self::AttributeOwnershipAcquisition { .. } => "attributeOwnershipAcquisition",
            Self::AttributeOwnershipAcquisitionIfAvailable { .. } => {
                "attributeOwnershipAcquisitionIfAvailable"
            }
            Self::AttributeOwnershipReleaseDenied { .. } => "attributeOwnershipReleaseDenied",
            Self::AttributeOwnershipDivestitureIfWanted { .. } => {
                "attributeOwnershipDivestitureIfWanted"
            }
            Self::CancelNegotiatedAttributeOwnershipDivestiture { .. } => {
                "cancelNegotiatedAttributeOwnershipDivestiture"
            }
            Self::CancelAttributeOwnershipAcquisition { .. } => {
                "cancelAttributeOwnershipAcquisition"
            }
            Self::QueryAttributeOwnership { .. } => "queryAttributeOwnership",
            Self::IsAttributeOwnedByFederate { .. } => "isAttributeOwnedByFederate",
            Self::EnableTimeRegulation { .. } => "enableTimeRegulation",
            Self::DisableTimeRegulation => "disableTimeRegulation",
            Self::EnableTimeConstrained => "enableTimeConstrained",
            Self::DisableTimeConstrained => "disableTimeConstrained",
            Self::TimeAdvanceRequest { .. } => "timeAdvanceRequest",
            Self::TimeAdvanceRequestAvailable { .. } => "timeAdvanceRequestAvailable",
            Self::NextMessageRequest { .. } => "nextMessageRequest",
            Self::NextMessageRequestAvailable { .. } => "nextMessageRequestAvailable",
            Self::FlushQueueRequest { .. } => "flushQueueRequest",
            Self::EnableAsynchronousDelivery => "enableAsynchronousDelivery",
            Self::DisableAsynchronousDelivery => "disableAsynchronousDelivery",
            Self::QueryGalt => "queryGALT",
            Self::QueryLogicalTime => "queryLogicalTime",
            Self::QueryLits => "queryLITS",
            Self::ModifyLookahead { .. } => "modifyLookahead",
            Self::QueryLookahead => "queryLookahead",
            Self::Retract { .. } => "retract",
            Self::ChangeAttributeOrderType { .. } => "changeAttributeOrderType",
            Self::ChangeDefaultAttributeOrderType { .. } => "changeDefaultAttributeOrderType",
            Self::ChangeInteractionOrderType { .. } => "changeInteractionOrderType",
            Self::CreateRegion { .. } => "createRegion",
            Self::CommitRegionModifications { .. } => "commitRegionModifications",
            Self::DeleteRegion { .. } => "deleteRegion",
            Self::AssociateRegionsForUpdates { .. } => "associateRegionsForUpdates",
            Self::UnassociateRegionsForUpdates { .. } => "unassociateRegionsForUpdates",
            Self::SubscribeObjectClassAttributesWithRegions { .. } => {
                "subscribeObjectClassAttributesWithRegions"
            }
            Self::UnsubscribeObjectClassAttributesWithRegions { .. } => {
                "unsubscribeObjectClassAttributesWithRegions"
            }
            Self::SubscribeInteractionClassWithRegions { .. } => {
                "subscribeInteractionClassWithRegions"
            }
            Self::UnsubscribeInteractionClassWithRegions { .. } => {
                "unsubscribeInteractionClassWithRegions"
            }
            Self::RequestAttributeValueUpdateWithRegions { .. } => {
                "requestAttributeValueUpdateWithRegions"
            }
            Self::GetFederateHandle { .. } => "getFederateHandle",
            Self::GetFederateName { .. } => "getFederateName",
            Self::GetObjectClassHandle { .. } => "getObjectClassHandle",
            Self::GetObjectClassName { .. } => "getObjectClassName",
            Self::GetKnownObjectClassHandle { .. } => "getKnownObjectClassHandle",
            Self::GetObjectInstanceHandle { .. } => "getObjectInstanceHandle",
            Self::GetObjectInstanceName { .. } => "getObjectInstanceName",
            Self::GetAttributeHandle { .. } => "getAttributeHandle",
            Self::GetAttributeName { .. } => "getAttributeName",
            Self::GetUpdateRateValue { .. } => "getUpdateRateValue",
            Self::GetUpdateRateValueForAttribute { .. } => "getUpdateRateValueForAttribute",
            Self::GetInteractionClassHandle { .. } => "getInteractionClassHandle",
            Self::GetInteractionClassName { .. } => "getInteractionClassName",
            Self::GetParameterHandle { .. } => "getParameterHandle",
            Self::GetParameterName { .. } => "getParameterName",
            Self::GetOrderType { .. } => "getOrderType",
            Self::GetOrderName { .. } => "getOrderName",
            Self::GetTransportationTypeHandle { .. } => "getTransportationTypeHandle",
            Self::GetTransportationTypeName { .. } => "getTransportationTypeName",
            Self::GetAvailableDimensionsForObjectClass { .. } => {
                "getAvailableDimensionsForObjectClass"
            }
            Self::GetAvailableDimensionsForInteractionClass { .. } => {
                "getAvailableDimensionsForInteractionClass"
            }
            Self::GetDimensionHandle { .. } => "getDimensionHandle",
            Self::GetDimensionName { .. } => "getDimensionName",
            Self::GetDimensionUpperBound { .. } => "getDimensionUpperBound",
            Self::GetDimensionHandleSet { .. } => "getDimensionHandleSet",
            Self::GetRangeBounds { .. } => "getRangeBounds",
            Self::SetRangeBounds { .. } => "setRangeBounds",
            Self::NormalizeServiceGroup { .. } => "normalizeServiceGroup",
            Self::NormalizeFederateHandle { .. } => "normalizeFederateHandle",
            Self::NormalizeObjectClassHandle { .. } => "normalizeObjectClassHandle",
            Self::NormalizeInteractionClassHandle { .. } => "normalizeInteractionClassHandle",
            Self::NormalizeObjectInstanceHandle { .. } => "normalizeObjectInstanceHandle",
            Self::GetObjectClassRelevanceAdvisorySwitch => "getObjectClassRelevanceAdvisorySwitch",
            Self::SetObjectClassRelevanceAdvisorySwitch { .. } => {
                "setObjectClassRelevanceAdvisorySwitch"
            }
            Self::GetAttributeRelevanceAdvisorySwitch => "getAttributeRelevanceAdvisorySwitch",
            Self::SetAttributeRelevanceAdvisorySwitch { .. } => {
                "setAttributeRelevanceAdvisorySwitch"
            }
            Self::GetAttributeScopeAdvisorySwitch => "getAttributeScopeAdvisorySwitch",
            Self::SetAttributeScopeAdvisorySwitch { .. } => "setAttributeScopeAdvisorySwitch",
            Self::GetInteractionRelevanceAdvisorySwitch => "getInteractionRelevanceAdvisorySwitch",
            Self::SetInteractionRelevanceAdvisorySwitch { .. } => {
                "setInteractionRelevanceAdvisorySwitch"
            }
            Self::GetConveyRegionDesignatorSetsSwitch => "getConveyRegionDesignatorSetsSwitch",
            Self::SetConveyRegionDesignatorSetsSwitch { .. } => {
                "setConveyRegionDesignatorSetsSwitch"
            }
            Self::GetAutomaticResignDirective => "getAutomaticResignDirective",
            Self::SetAutomaticResignDirective { .. } => "setAutomaticResignDirective",
            Self::GetServiceReportingSwitch => "getServiceReportingSwitch",
            Self::SetServiceReportingSwitch { .. } => "setServiceReportingSwitch",
            Self::GetExceptionReportingSwitch => "getExceptionReportingSwitch",
            Self::SetExceptionReportingSwitch { .. } => "setExceptionReportingSwitch",
            Self::GetSendServiceReportsToFileSwitch => "getSendServiceReportsToFileSwitch",
            Self::SetSendServiceReportsToFileSwitch { .. } => "setSendServiceReportsToFileSwitch",
            Self::GetAutoProvideSwitch => "getAutoProvideSwitch",
            Self::GetDelaySubscriptionEvaluationSwitch => "getDelaySubscriptionEvaluationSwitch",
            Self::GetAdvisoriesUseKnownClassSwitch => "getAdvisoriesUseKnownClassSwitch",
            Self::GetAllowRelaxedDdmSwitch => "getAllowRelaxedDDMSwitch",
            Self::GetNonRegulatedGrantSwitch => "getNonRegulatedGrantSwitch",
        }
    }

    /// The group that the standard puts the service in.
    #[allow(clippy::too_many_lines, reason = "a table of one line for each service")]
    pub const fn group(&self) -> ServiceGroup {
        match self {
            Self::Connect { .. }
            | Self::Disconnect
            | Self::CreateFederationExecution { .. }
            | Self::DestroyFederationExecution { .. }
            | Self::ListFederationExecutions
            | Self::ListFederationExecutionMembers { .. }
            | Self::JoinFederationExecution { .. }
            | Self::ResignFederationExecution { .. }
            | Self::RegisterFederationSynchronizationPoint { .. }
            | Self::SynchronizationPointAchieved { .. }
            | Self::RequestFederationSave { .. }
            | Self::FederateSaveBegun
            | Self::FederateSaveComplete
            | Self::FederateSaveNotComplete
            | Self::AbortFederationSave
            | Self::QueryFederationSaveStatus
            | Self::RequestFederationRestore { .. }
            | Self::FederateRestoreComplete
            | Self::FederateRestoreNotComplete
            | Self::AbortFederationRestore
            | Self::QueryFederationRestoreStatus => ServiceGroup::FederationManagement,
            Self::PublishObjectClassAttributes { .. }
            | Self::UnpublishObjectClass { .. }
            | Self::UnpublishObjectClassAttributes { .. }
            | Self::PublishInteractionClass { .. }
            | Self::UnpublishInteractionClass { .. }
            | Self::PublishObjectClassDirectedInteractions { .. }
            | Self::UnpublishObjectClassDirectedInteractions { .. }
            | Self::SubscribeObjectClassAttributes { .. }
            | Self::UnsubscribeObjectClass { .. }
            | Self::UnsubscribeObjectClassAttributes { .. }
            | Self::SubscribeInteractionClass { .. }
            | Self::UnsubscribeInteractionClass { .. }
            | Self::SubscribeObjectClassDirectedInteractions { .. }
            | Self::UnsubscribeObjectClassDirectedInteractions { .. } => {
                ServiceGroup::DeclarationManagement
            }
            Self::ReserveObjectInstanceName { .. }
            | Self::ReleaseObjectInstanceName { .. }
            | Self::ReserveMultipleObjectInstanceNames { .. }
            | Self::ReleaseMultipleObjectInstanceNames { .. }
            | Self::RegisterObjectInstance { .. }
            | Self::UpdateAttributeValues { .. }
            | Self::SendInteraction { .. }
            | Self::SendDirectedInteraction { .. }
            | Self::DeleteObjectInstance { .. }
            | Self::LocalDeleteObjectInstance { .. }
            | Self::RequestInstanceAttributeValueUpdate { .. }
            | Self::RequestClassAttributeValueUpdate { .. }
            | Self::RequestAttributeTransportationTypeChange { .. }
            | Self::ChangeDefaultAttributeTransportationType { .. }
            | Self::QueryAttributeTransportationType { .. }
            | Self::RequestInteractionTransportationTypeChange { .. }
            | Self::QueryInteractionTransportationType { .. } => ServiceGroup::ObjectManagement,
            Self::UnconditionalAttributeOwnershipDivestiture { .. }
            | Self::NegotiatedAttributeOwnershipDivestiture { .. }
            | Self::ConfirmDivestiture { .. }
            | Self::AttributeOwnershipAcquisition { .. }
            | Self::AttributeOwnershipAcquisitionIfAvailable { .. }
            | Self::AttributeOwnershipReleaseDenied { .. }
            | Self::AttributeOwnershipDivestitureIfWanted { .. }
            | Self::CancelNegotiatedAttributeOwnershipDivestiture { .. }
            | Self::CancelAttributeOwnershipAcquisition { .. }
            | Self::QueryAttributeOwnership { .. }
            | Self::IsAttributeOwnedByFederate { .. } => ServiceGroup::OwnershipManagement,
            Self::EnableTimeRegulation { .. }
            | Self::DisableTimeRegulation
            | Self::EnableTimeConstrained
            | Self::DisableTimeConstrained
            | Self::TimeAdvanceRequest { .. }
            | Self::TimeAdvanceRequestAvailable { .. }
            | Self::NextMessageRequest { .. }
            | Self::NextMessageRequestAvailable { .. }
            | Self::FlushQueueRequest { .. }
            | Self::EnableAsynchronousDelivery
            | Self::DisableAsynchronousDelivery
            | Self::QueryGalt
            | Self::QueryLogicalTime
            | Self::QueryLits
            | Self::ModifyLookahead { .. }
            | Self::QueryLookahead
            | Self::Retract { .. }
            | Self::ChangeAttributeOrderType { .. }
            | Self::ChangeDefaultAttributeOrderType { .. }
            | Self::ChangeInteractionOrderType { .. } => ServiceGroup::TimeManagement,
            Self::CreateRegion { .. }
            | Self::CommitRegionModifications { .. }
            | Self::DeleteRegion { .. }
            | Self::AssociateRegionsForUpdates { .. }
            | Self::UnassociateRegionsForUpdates { .. }
            | Self::SubscribeObjectClassAttributesWithRegions { .. }
            | Self::UnsubscribeObjectClassAttributesWithRegions { .. }
            | Self::SubscribeInteractionClassWithRegions { .. }
            | Self::UnsubscribeInteractionClassWithRegions { .. }
            | Self::RequestAttributeValueUpdateWithRegions { .. } => {
                ServiceGroup::DataDistributionManagement
            }
            Self::GetFederateHandle { .. }
            | Self::GetFederateName { .. }
            | Self::GetObjectClassHandle { .. }
            | Self::GetObjectClassName { .. }
            | Self::GetKnownObjectClassHandle { .. }
            | Self::GetObjectInstanceHandle { .. }
            | Self::GetObjectInstanceName { .. }
            | Self::GetAttributeHandle { .. }
            | Self::GetAttributeName { .. }
            | Self::GetUpdateRateValue { .. }
            | Self::GetUpdateRateValueForAttribute { .. }
            | Self::GetInteractionClassHandle { .. }
            | Self::GetInteractionClassName { .. }
            | Self::GetParameterHandle { .. }
            | Self::GetParameterName { .. }
            | Self::GetOrderType { .. }
            | Self::GetOrderName { .. }
            | Self::GetTransportationTypeHandle { .. }
            | Self::GetTransportationTypeName { .. }
            | Self::GetAvailableDimensionsForObjectClass { .. }
            | Self::GetAvailableDimensionsForInteractionClass { .. }
            | Self::GetDimensionHandle { .. }
            | Self::GetDimensionName { .. }
            | Self::GetDimensionUpperBound { .. }
            | Self::GetDimensionHandleSet { .. }
            | Self::GetRangeBounds { .. }
            | Self::SetRangeBounds { .. }
            | Self::NormalizeServiceGroup { .. }
            | Self::NormalizeFederateHandle { .. }
            | Self::NormalizeObjectClassHandle { .. }
            | Self::NormalizeInteractionClassHandle { .. }
            | Self::NormalizeObjectInstanceHandle { .. }
            | Self::GetObjectClassRelevanceAdvisorySwitch
            | Self::SetObjectClassRelevanceAdvisorySwitch { .. }
            | Self::GetAttributeRelevanceAdvisorySwitch
            | Self::SetAttributeRelevanceAdvisorySwitch { .. }
            | Self::GetAttributeScopeAdvisorySwitch
            | Self::SetAttributeScopeAdvisorySwitch { .. }
            | Self::GetInteractionRelevanceAdvisorySwitch
            | Self::SetInteractionRelevanceAdvisorySwitch { .. }
            | Self::GetConveyRegionDesignatorSetsSwitch
            | Self::SetConveyRegionDesignatorSetsSwitch { .. }
            | Self::GetAutomaticResignDirective
            | Self::SetAutomaticResignDirective { .. }
            | Self::GetServiceReportingSwitch
            | Self::SetServiceReportingSwitch { .. }
            | Self::GetExceptionReportingSwitch
            | Self::SetExceptionReportingSwitch { .. }
            | Self::GetSendServiceReportsToFileSwitch
            | Self::SetSendServiceReportsToFileSwitch { .. }
            | Self::GetAutoProvideSwitch
            | Self::GetDelaySubscriptionEvaluationSwitch
            | Self::GetAdvisoriesUseKnownClassSwitch
            | Self::GetAllowRelaxedDdmSwitch
            | Self::GetNonRegulatedGrantSwitch => ServiceGroup::SupportServices,
        }
    }
}

impl Callback {
    /// The standard's name of the callback.
    #[allow(clippy::too_many_lines, reason = "a table of one line for each service")]
    pub const fn service_name(&self) -> &'static str {
        match self {
            Self::ConnectionLost { .. } => "connectionLost",
            Self::ReportFederationExecutions { .. } => "reportFederationExecutions",
            Self::ReportFederationExecutionMembers { .. } => "reportFederationExecutionMembers",
            Self::ReportFederationExecutionDoesNotExist { .. } => {
                "reportFederationExecutionDoesNotExist"
            }
            Self::FederateResigned { .. } => "federateResigned",
            Self::SynchronizationPointRegistrationSucceeded { .. } => {
                "synchronizationPointRegistrationSucceeded"
            }
            Self::SynchronizationPointRegistrationFailed { .. } => {
                "synchronizationPointRegistrationFailed"
            }
            Self::AnnounceSynchronizationPoint { .. } => "announceSynchronizationPoint",
            Self::FederationSynchronized { .. } => "federationSynchronized",
            Self::InitiateFederateSave { .. } => "initiateFederateSave",
            Self::FederationSaved => "federationSaved",
            Self::FederationNotSaved { .. } => "federationNotSaved",
            Self::FederationSaveStatusResponse { .. } => "federationSaveStatusResponse",
            Self::RequestFederationRestoreSucceeded { .. } => "requestFederationRestoreSucceeded",
            Self::RequestFederationRestoreFailed { .. } => "requestFederationRestoreFailed",
            Self::FederationRestoreBegun => "federationRestoreBegun",
            Self::InitiateFederateRestore { .. } => "initiateFederateRestore",
            Self::FederationRestored => "federationRestored",
            Self::FederationNotRestored { .. } => "federationNotRestored",
            Self::FederationRestoreStatusResponse { .. } => "federationRestoreStatusResponse",
            Self::StartRegistrationForObjectClass { .. } => "startRegistrationForObjectClass",
            Self::StopRegistrationForObjectClass { .. } => "stopRegistrationForObjectClass",
            Self::TurnInteractionsOn { .. } => "turnInteractionsOn",
            Self::TurnInteractionsOff { .. } => "turnInteractionsOff",
            Self::ObjectInstanceNameReservationSucceeded { .. } => {
                "objectInstanceNameReservationSucceeded"
            }
            Self::ObjectInstanceNameReservationFailed { .. } => {
                "objectInstanceNameReservationFailed"
            }
            Self::MultipleObjectInstanceNameReservationSucceeded { .. } => {
                "multipleObjectInstanceNameReservationSucceeded"
            }
            Self::MultipleObjectInstanceNameReservationFailed { .. } => {
                "multipleObjectInstanceNameReservationFailed"
            }
            Self::DiscoverObjectInstance { .. } => "discoverObjectInstance",
            Self::ReflectAttributeValues { .. } => "reflectAttributeValues",
            Self::ReceiveInteraction { .. } => "receiveInteraction",
            Self::ReceiveDirectedInteraction { .. } => "receiveDirectedInteraction",
            Self::RemoveObjectInstance { .. } => "removeObjectInstance",
            Self::AttributesInScope { .. } => "attributesInScope",
            Self::AttributesOutOfScope { .. } => "attributesOutOfScope",
            Self::ProvideAttributeValueUpdate { .. } => "provideAttributeValueUpdate",
            Self::TurnUpdatesOnForObjectInstance { .. } => "turnUpdatesOnForObjectInstance",
            Self::TurnUpdatesOffForObjectInstance { .. } => "turnUpdatesOffForObjectInstance",
            Self::ConfirmAttributeTransportationTypeChange { .. } => {
                "confirmAttributeTransportationTypeChange"
            }
            Self::ReportAttributeTransportationType { .. } => "reportAttributeTransportationType",
            Self::ConfirmInteractionTransportationTypeChange { .. } => {
                "confirmInteractionTransportationTypeChange"
            }
            Self::ReportInteractionTransportationType { .. } => {
                "reportInteractionTransportationType"
            }
            Self::RequestAttributeOwnershipAssumption { .. } => {
                "requestAttributeOwnershipAssumption"
            }
            Self::RequestDivestitureConfirmation { .. } => "requestDivestitureConfirmation",
            Self::AttributeOwnershipAcquisitionNotification { .. } => {
                "attributeOwnershipAcquisitionNotification"
            }
            Self::AttributeOwnershipUnavailable { .. } => "attributeOwnershipUnavailable",
            Self::RequestAttributeOwnershipRelease { .. } => "requestAttributeOwnershipRelease",
            Self::ConfirmAttributeOwnershipAcquisitionCancellation { .. } => {
                "confirmAttributeOwnershipAcquisitionCancellation"
            }
            Self::InformAttributeOwnership { .. } => "informAttributeOwnership",
            Self::AttributeIsNotOwned { .. } => "attributeIsNotOwned",
            Self::AttributeIsOwnedByRti { .. } => "attributeIsOwnedByRTI",
            Self::TimeRegulationEnabled { .. } => "timeRegulationEnabled",
            Self::TimeConstrainedEnabled { .. } => "timeConstrainedEnabled",
            Self::FlushQueueGrant { .. } => "flushQueueGrant",
            Self::TimeAdvanceGrant { .. } => "timeAdvanceGrant",
            Self::RequestRetraction { .. } => "requestRetraction",
        }
    }
}
