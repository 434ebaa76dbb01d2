//! Which request of the wire is which call: one row for each member of `CallRequest`.
//!
//! Overloads are several requests for one call whose options say which of them it is. The compiler
//! checks that every request has a row and that every call fits one.

use hla::Call;

use crate::RequestArm;
use crate::table::call_table;

call_table! {
    // Clause 4: federation management.
    1 ConnectRequest {} => Connect { configuration: None, credentials: None };
    2 ConnectWithCredentialsRequest { credentials }
        => Connect { configuration: None, credentials: Some(credentials) };
    3 ConnectWithConfigurationRequest { rti_configuration }
        => Connect { configuration: Some(rti_configuration), credentials: None };
    4 ConnectWithConfigurationAndCredentialsRequest { rti_configuration, credentials }
        => Connect { configuration: Some(rti_configuration), credentials: Some(credentials) };
    5 DisconnectRequest {} => Disconnect {};
    6 CreateFederationExecutionRequest { federation_name, fom_module }
        => CreateFederationExecution {
            federation_name, fom_modules: fom_module, mim_module: None,
            logical_time_implementation_name: None
        } if fom_module.len() == 1;
    7 CreateFederationExecutionWithTimeRequest {
        federation_name, fom_module, logical_time_implementation_name
    } => CreateFederationExecution {
        federation_name, fom_modules: fom_module, mim_module: None,
        logical_time_implementation_name: Some(logical_time_implementation_name)
    } if fom_module.len() == 1;
    8 CreateFederationExecutionWithModulesRequest { federation_name, fom_modules }
        => CreateFederationExecution {
            federation_name, fom_modules, mim_module: None, logical_time_implementation_name: None
        };
    9 CreateFederationExecutionWithModulesAndTimeRequest {
        federation_name, fom_modules, logical_time_implementation_name
    } => CreateFederationExecution {
        federation_name, fom_modules, mim_module: None,
        logical_time_implementation_name: Some(logical_time_implementation_name)
    };
    10 CreateFederationExecutionWithMimRequest { federation_name, fom_modules, mim_module }
        => CreateFederationExecution {
            federation_name, fom_modules, mim_module: Some(mim_module),
            logical_time_implementation_name: None
        };
    11 CreateFederationExecutionWithMimAndTimeRequest {
        federation_name, fom_modules, mim_module, logical_time_implementation_name
    } => CreateFederationExecution {
        federation_name, fom_modules, mim_module: Some(mim_module),
        logical_time_implementation_name: Some(logical_time_implementation_name)
    };
    12 DestroyFederationExecutionRequest { federation_name }
        => DestroyFederationExecution { federation_name };
    13 ListFederationExecutionsRequest {} => ListFederationExecutions {};
    14 ListFederationExecutionMembersRequest { federation_name }
        => ListFederationExecutionMembers { federation_name };
    15 JoinFederationExecutionRequest { federate_type, federation_name }
        => JoinFederationExecution {
            federate_name: None, federate_type, federation_name, additional_fom_modules: None
        };
    16 JoinFederationExecutionWithModulesRequest {
        federate_type, federation_name, additional_fom_modules
    } => JoinFederationExecution {
        federate_name: None, federate_type, federation_name,
        additional_fom_modules: Some(additional_fom_modules)
    };
    17 JoinFederationExecutionWithNameRequest { federate_name, federate_type, federation_name }
        => JoinFederationExecution {
            federate_name: Some(federate_name), federate_type, federation_name,
            additional_fom_modules: None
        };
    18 JoinFederationExecutionWithNameAndModulesRequest {
        federate_name, federate_type, federation_name, additional_fom_modules
    } => JoinFederationExecution {
        federate_name: Some(federate_name), federate_type, federation_name,
        additional_fom_modules: Some(additional_fom_modules)
    };
    19 ResignFederationExecutionRequest { resign_action }
        => ResignFederationExecution { action: resign_action };
    20 RegisterFederationSynchronizationPointRequest {
        synchronization_point_label, user_supplied_tag
    } => RegisterFederationSynchronizationPoint {
        label: synchronization_point_label, tag: user_supplied_tag, synchronization_set: None
    };
    21 RegisterFederationSynchronizationPointWithSetRequest {
        synchronization_point_label, user_supplied_tag, synchronization_set
    } => RegisterFederationSynchronizationPoint {
        label: synchronization_point_label, tag: user_supplied_tag,
        synchronization_set: Some(synchronization_set)
    };
    22 SynchronizationPointAchievedRequest { synchronization_point_label, successfully }
        => SynchronizationPointAchieved { label: synchronization_point_label, successfully };
    23 RequestFederationSaveRequest { label } => RequestFederationSave { label, time: None };
    24 RequestFederationSaveWithTimeRequest { label, time }
        => RequestFederationSave { label, time: Some(time) };
    25 FederateSaveBegunRequest {} => FederateSaveBegun {};
    26 FederateSaveCompleteRequest {} => FederateSaveComplete {};
    27 FederateSaveNotCompleteRequest {} => FederateSaveNotComplete {};
    28 AbortFederationSaveRequest {} => AbortFederationSave {};
    29 QueryFederationSaveStatusRequest {} => QueryFederationSaveStatus {};
    30 RequestFederationRestoreRequest { label } => RequestFederationRestore { label };
    31 FederateRestoreCompleteRequest {} => FederateRestoreComplete {};
    32 FederateRestoreNotCompleteRequest {} => FederateRestoreNotComplete {};
    33 AbortFederationRestoreRequest {} => AbortFederationRestore {};
    34 QueryFederationRestoreStatusRequest {} => QueryFederationRestoreStatus {};

    // Clause 5: declaration management.
    35 PublishObjectClassAttributesRequest { object_class, attributes }
        => PublishObjectClassAttributes { object_class, attributes };
    36 UnpublishObjectClassRequest { object_class } => UnpublishObjectClass { object_class };
    37 UnpublishObjectClassAttributesRequest { object_class, attributes }
        => UnpublishObjectClassAttributes { object_class, attributes };
    38 PublishInteractionClassRequest { interaction_class }
        => PublishInteractionClass { interaction_class };
    39 UnpublishInteractionClassRequest { interaction_class }
        => UnpublishInteractionClass { interaction_class };
    40 PublishObjectClassDirectedInteractionsRequest { object_class, interaction_classes }
        => PublishObjectClassDirectedInteractions { object_class, interaction_classes };
    41 UnpublishObjectClassDirectedInteractionsRequest { object_class }
        => UnpublishObjectClassDirectedInteractions { object_class, interaction_classes: None };
    42 UnpublishObjectClassDirectedInteractionsWithSetRequest { object_class, interaction_classes }
        => UnpublishObjectClassDirectedInteractions {
            object_class, interaction_classes: Some(interaction_classes)
        };
    43 SubscribeObjectClassAttributesRequest { object_class, attributes }
        => SubscribeObjectClassAttributes {
            object_class, attributes, active: true, update_rate: None
        };
    44 SubscribeObjectClassAttributesWithRateRequest {
        object_class, attributes, update_rate_designator
    } => SubscribeObjectClassAttributes {
        object_class, attributes, active: true, update_rate: Some(update_rate_designator)
    };
    45 SubscribeObjectClassAttributesPassivelyRequest { object_class, attributes }
        => SubscribeObjectClassAttributes {
            object_class, attributes, active: false, update_rate: None
        };
    46 SubscribeObjectClassAttributesPassivelyWithRateRequest {
        object_class, attributes, update_rate_designator
    } => SubscribeObjectClassAttributes {
        object_class, attributes, active: false, update_rate: Some(update_rate_designator)
    };
    47 UnsubscribeObjectClassRequest { object_class } => UnsubscribeObjectClass { object_class };
    48 UnsubscribeObjectClassAttributesRequest { object_class, attributes }
        => UnsubscribeObjectClassAttributes { object_class, attributes };
    49 SubscribeInteractionClassRequest { interaction_class }
        => SubscribeInteractionClass { interaction_class, active: true };
    50 SubscribeInteractionClassPassivelyRequest { interaction_class }
        => SubscribeInteractionClass { interaction_class, active: false };
    51 UnsubscribeInteractionClassRequest { interaction_class }
        => UnsubscribeInteractionClass { interaction_class };
    52 SubscribeObjectClassDirectedInteractionsRequest { object_class, interaction_classes }
        => SubscribeObjectClassDirectedInteractions {
            object_class, interaction_classes, universally: false
        };
    53 SubscribeObjectClassDirectedInteractionsUniversallyRequest {
        object_class, interaction_classes
    } => SubscribeObjectClassDirectedInteractions {
        object_class, interaction_classes, universally: true
    };
    54 UnsubscribeObjectClassDirectedInteractionsRequest { object_class }
        => UnsubscribeObjectClassDirectedInteractions { object_class, interaction_classes: None };
    55 UnsubscribeObjectClassDirectedInteractionsWithSetRequest {
        object_class, interaction_classes
    } => UnsubscribeObjectClassDirectedInteractions {
        object_class, interaction_classes: Some(interaction_classes)
    };

    // Clause 6: object management.
    56 ReserveObjectInstanceNameRequest { object_instance_name }
        => ReserveObjectInstanceName { name: object_instance_name };
    57 ReleaseObjectInstanceNameRequest { object_instance_name }
        => ReleaseObjectInstanceName { name: object_instance_name };
    58 ReserveMultipleObjectInstanceNamesRequest { object_instance_names }
        => ReserveMultipleObjectInstanceNames { names: object_instance_names };
    59 ReleaseMultipleObjectInstanceNamesRequest { object_instance_names }
        => ReleaseMultipleObjectInstanceNames { names: object_instance_names };
    60 RegisterObjectInstanceRequest { object_class }
        => RegisterObjectInstance { object_class, name: None, attributes_and_regions: None };
    61 RegisterObjectInstanceWithNameRequest { object_class, object_instance_name }
        => RegisterObjectInstance {
            object_class, name: Some(object_instance_name), attributes_and_regions: None
        };
    62 UpdateAttributeValuesRequest { object_instance, attribute_values, user_supplied_tag }
        => UpdateAttributeValues {
            object_instance, values: attribute_values, tag: user_supplied_tag, time: None
        };
    63 UpdateAttributeValuesWithTimeRequest {
        object_instance, attribute_values, user_supplied_tag, time
    } => UpdateAttributeValues {
        object_instance, values: attribute_values, tag: user_supplied_tag, time: Some(time)
    };
    64 SendInteractionRequest { interaction_class, parameter_values, user_supplied_tag }
        => SendInteraction {
            interaction_class, values: parameter_values, regions: None, tag: user_supplied_tag,
            time: None
        };
    65 SendInteractionWithTimeRequest {
        interaction_class, parameter_values, user_supplied_tag, time
    } => SendInteraction {
        interaction_class, values: parameter_values, regions: None, tag: user_supplied_tag,
        time: Some(time)
    };
    66 SendDirectedInteractionRequest {
        interaction_class, object_instance, parameter_values, user_supplied_tag
    } => SendDirectedInteraction {
        interaction_class, object_instance, values: parameter_values, tag: user_supplied_tag,
        time: None
    };
    67 SendDirectedInteractionWithTimeRequest {
        interaction_class, object_instance, parameter_values, user_supplied_tag, time
    } => SendDirectedInteraction {
        interaction_class, object_instance, values: parameter_values, tag: user_supplied_tag,
        time: Some(time)
    };
    68 DeleteObjectInstanceRequest { object_instance, user_supplied_tag }
        => DeleteObjectInstance { object_instance, tag: user_supplied_tag, time: None };
    69 DeleteObjectInstanceWithTimeRequest { object_instance, user_supplied_tag, time }
        => DeleteObjectInstance { object_instance, tag: user_supplied_tag, time: Some(time) };
    70 LocalDeleteObjectInstanceRequest { object_instance }
        => LocalDeleteObjectInstance { object_instance };
    71 RequestInstanceAttributeValueUpdateRequest { object_instance, attributes, user_supplied_tag }
        => RequestInstanceAttributeValueUpdate {
            object_instance, attributes, tag: user_supplied_tag
        };
    72 RequestClassAttributeValueUpdateRequest { object_class, attributes, user_supplied_tag }
        => RequestClassAttributeValueUpdate { object_class, attributes, tag: user_supplied_tag };
    73 RequestAttributeTransportationTypeChangeRequest {
        object_instance, attributes, transportation_type
    } => RequestAttributeTransportationTypeChange {
        object_instance, attributes, transportation_type
    };
    74 ChangeDefaultAttributeTransportationTypeRequest {
        object_class, attributes, transportation_type
    } => ChangeDefaultAttributeTransportationType { object_class, attributes, transportation_type };
    75 QueryAttributeTransportationTypeRequest { object_instance, attribute }
        => QueryAttributeTransportationType { object_instance, attribute };
    76 RequestInteractionTransportationTypeChangeRequest { interaction_class, transportation_type }
        => RequestInteractionTransportationTypeChange { interaction_class, transportation_type };
    77 QueryInteractionTransportationTypeRequest { federate, interaction_class }
        => QueryInteractionTransportationType { federate, interaction_class };

    // Clause 7: ownership management.
    78 UnconditionalAttributeOwnershipDivestitureRequest {
        object_instance, attributes, user_supplied_tag
    } => UnconditionalAttributeOwnershipDivestiture {
        object_instance, attributes, tag: user_supplied_tag
    };
    79 NegotiatedAttributeOwnershipDivestitureRequest {
        object_instance, attributes, user_supplied_tag
    } => NegotiatedAttributeOwnershipDivestiture {
        object_instance, attributes, tag: user_supplied_tag
    };
    80 ConfirmDivestitureRequest { object_instance, confirmed_attributes, user_supplied_tag }
        => ConfirmDivestiture {
            object_instance, attributes: confirmed_attributes, tag: user_supplied_tag
        };
    81 AttributeOwnershipAcquisitionRequest {
        object_instance, desired_attributes, user_supplied_tag
    } => AttributeOwnershipAcquisition {
        object_instance, attributes: desired_attributes, tag: user_supplied_tag
    };
    82 AttributeOwnershipAcquisitionIfAvailableRequest {
        object_instance, desired_attributes, user_supplied_tag
    } => AttributeOwnershipAcquisitionIfAvailable {
        object_instance, attributes: desired_attributes, tag: user_supplied_tag
    };
    83 AttributeOwnershipReleaseDeniedRequest { object_instance, attributes, user_supplied_tag }
        => AttributeOwnershipReleaseDenied { object_instance, attributes, tag: user_supplied_tag };
    84 AttributeOwnershipDivestitureIfWantedRequest {
        object_instance, attributes, user_supplied_tag
    } => AttributeOwnershipDivestitureIfWanted {
        object_instance, attributes, tag: user_supplied_tag
    };
    85 CancelNegotiatedAttributeOwnershipDivestitureRequest { object_instance, attributes }
        => CancelNegotiatedAttributeOwnershipDivestiture { object_instance, attributes };
    86 CancelAttributeOwnershipAcquisitionRequest { object_instance, attributes }
        => CancelAttributeOwnershipAcquisition { object_instance, attributes };
    87 QueryAttributeOwnershipRequest { object_instance, attributes }
        => QueryAttributeOwnership { object_instance, attributes };
    88 IsAttributeOwnedByFederateRequest { object_instance, attribute }
        => IsAttributeOwnedByFederate { object_instance, attribute };

    // Clause 8: time management.
    89 EnableTimeRegulationRequest { lookahead } => EnableTimeRegulation { lookahead };
    90 DisableTimeRegulationRequest {} => DisableTimeRegulation {};
    91 EnableTimeConstrainedRequest {} => EnableTimeConstrained {};
    92 DisableTimeConstrainedRequest {} => DisableTimeConstrained {};
    93 TimeAdvanceRequestRequest { time } => TimeAdvanceRequest { time };
    94 TimeAdvanceRequestAvailableRequest { time } => TimeAdvanceRequestAvailable { time };
    95 NextMessageRequestRequest { time } => NextMessageRequest { time };
    96 NextMessageRequestAvailableRequest { time } => NextMessageRequestAvailable { time };
    97 FlushQueueRequestRequest { time } => FlushQueueRequest { time };
    98 EnableAsynchronousDeliveryRequest {} => EnableAsynchronousDelivery {};
    99 DisableAsynchronousDeliveryRequest {} => DisableAsynchronousDelivery {};
    100 QueryGaltRequest {} => QueryGalt {};
    101 QueryLogicalTimeRequest {} => QueryLogicalTime {};
    102 QueryLitsRequest {} => QueryLits {};
    103 ModifyLookaheadRequest { lookahead } => ModifyLookahead { lookahead };
    104 QueryLookaheadRequest {} => QueryLookahead {};
    105 RetractRequest { retraction } => Retract { retraction };
    106 ChangeAttributeOrderTypeRequest { object_instance, attributes, order_type }
        => ChangeAttributeOrderType { object_instance, attributes, order: order_type };
    107 ChangeDefaultAttributeOrderTypeRequest { the_object_class, attributes, order_type }
        => ChangeDefaultAttributeOrderType {
            object_class: the_object_class, attributes, order: order_type
        };
    108 ChangeInteractionOrderTypeRequest { interaction_class, order_type }
        => ChangeInteractionOrderType { interaction_class, order: order_type };

    // Clause 9: data distribution management.
    109 CreateRegionRequest { dimensions } => CreateRegion { dimensions };
    110 CommitRegionModificationsRequest { regions } => CommitRegionModifications { regions };
    111 DeleteRegionRequest { region } => DeleteRegion { region };
    112 RegisterObjectInstanceWithRegionsRequest { object_class, attributes_and_regions }
        => RegisterObjectInstance {
            object_class, name: None, attributes_and_regions: Some(attributes_and_regions)
        };
    113 RegisterObjectInstanceWithNameAndRegionsRequest {
        object_class, attributes_and_regions, object_instance_name
    } => RegisterObjectInstance {
        object_class, name: Some(object_instance_name),
        attributes_and_regions: Some(attributes_and_regions)
    };
    114 AssociateRegionsForUpdatesRequest { object_instance, attributes_and_regions }
        => AssociateRegionsForUpdates { object_instance, attributes_and_regions };
    115 UnassociateRegionsForUpdatesRequest { object_instance, attributes_and_regions }
        => UnassociateRegionsForUpdates { object_instance, attributes_and_regions };
    116 SubscribeObjectClassAttributesWithRegionsRequest {
        object_class, attributes_and_regions, active
    } => SubscribeObjectClassAttributesWithRegions {
        object_class, attributes_and_regions, active, update_rate: None
    };
    117 SubscribeObjectClassAttributesWithRegionsAndRateRequest {
        object_class, attributes_and_regions, active, update_rate_designator
    } => SubscribeObjectClassAttributesWithRegions {
        object_class, attributes_and_regions, active, update_rate: Some(update_rate_designator)
    };
    118 UnsubscribeObjectClassAttributesWithRegionsRequest { object_class, attributes_and_regions }
        => UnsubscribeObjectClassAttributesWithRegions { object_class, attributes_and_regions };
    119 SubscribeInteractionClassWithRegionsRequest { interaction_class, active, regions }
        => SubscribeInteractionClassWithRegions { interaction_class, active, regions };
    120 UnsubscribeInteractionClassWithRegionsRequest { interaction_class, regions }
        => UnsubscribeInteractionClassWithRegions { interaction_class, regions };
    121 SendInteractionWithRegionsRequest {
        interaction_class, parameter_values, regions, user_supplied_tag
    } => SendInteraction {
        interaction_class, values: parameter_values, regions: Some(regions), tag: user_supplied_tag,
        time: None
    };
    122 SendInteractionWithRegionsAndTimeRequest {
        interaction_class, parameter_values, regions, user_supplied_tag, time
    } => SendInteraction {
        interaction_class, values: parameter_values, regions: Some(regions), tag: user_supplied_tag,
        time: Some(time)
    };
    123 RequestAttributeValueUpdateWithRegionsRequest {
        object_class, attributes_and_regions, user_supplied_tag
    } => RequestAttributeValueUpdateWithRegions {
        object_class, attributes_and_regions, tag: user_supplied_tag
    };

    // Clause 10: support services.
    124 GetFederateHandleRequest { federate_name } => GetFederateHandle { name: federate_name };
    125 GetFederateNameRequest { federate } => GetFederateName { federate };
    126 GetObjectClassHandleRequest { object_class_name }
        => GetObjectClassHandle { name: object_class_name };
    127 GetObjectClassNameRequest { object_class } => GetObjectClassName { object_class };
    128 GetKnownObjectClassHandleRequest { object_instance }
        => GetKnownObjectClassHandle { object_instance };
    129 GetObjectInstanceHandleRequest { object_instance_name }
        => GetObjectInstanceHandle { name: object_instance_name };
    130 GetObjectInstanceNameRequest { object_instance }
        => GetObjectInstanceName { object_instance };
    131 GetAttributeHandleRequest { object_class, attribute_name }
        => GetAttributeHandle { object_class, name: attribute_name };
    132 GetAttributeNameRequest { object_class, attribute }
        => GetAttributeName { object_class, attribute };
    133 GetUpdateRateValueRequest { update_rate_designator }
        => GetUpdateRateValue { name: update_rate_designator };
    134 GetUpdateRateValueForAttributeRequest { object_instance, attribute }
        => GetUpdateRateValueForAttribute { object_instance, attribute };
    135 GetInteractionClassHandleRequest { interaction_class_name }
        => GetInteractionClassHandle { name: interaction_class_name };
    136 GetInteractionClassNameRequest { interaction_class }
        => GetInteractionClassName { interaction_class };
    137 GetParameterHandleRequest { interaction_class, parameter_name }
        => GetParameterHandle { interaction_class, name: parameter_name };
    138 GetParameterNameRequest { interaction_class, parameter }
        => GetParameterName { interaction_class, parameter };
    139 GetOrderTypeRequest { order_type_name } => GetOrderType { name: order_type_name };
    140 GetOrderNameRequest { order_type } => GetOrderName { order: order_type };
    141 GetTransportationTypeHandleRequest { transportation_type_name }
        => GetTransportationTypeHandle { name: transportation_type_name };
    142 GetTransportationTypeNameRequest { transportation_type }
        => GetTransportationTypeName { transportation_type };
    143 GetAvailableDimensionsForObjectClassRequest { object_class }
        => GetAvailableDimensionsForObjectClass { object_class };
    144 GetAvailableDimensionsForInteractionClassRequest { interaction_class }
        => GetAvailableDimensionsForInteractionClass { interaction_class };
    145 GetDimensionHandleRequest { dimension_name } => GetDimensionHandle { name: dimension_name };
    146 GetDimensionNameRequest { dimension } => GetDimensionName { dimension };
    147 GetDimensionUpperBoundRequest { dimension } => GetDimensionUpperBound { dimension };
    148 GetDimensionHandleSetRequest { region } => GetDimensionHandleSet { region };
    149 GetRangeBoundsRequest { region, dimension } => GetRangeBounds { region, dimension };
    150 SetRangeBoundsRequest { region, dimension, range_bounds }
        => SetRangeBounds { region, dimension, bounds: range_bounds };
    151 NormalizeServiceGroupRequest { service_group }
        => NormalizeServiceGroup { group: service_group };
    152 NormalizeFederateHandleRequest { federate } => NormalizeFederateHandle { federate };
    153 NormalizeObjectClassHandleRequest { object_class }
        => NormalizeObjectClassHandle { object_class };
    154 NormalizeInteractionClassHandleRequest { interaction_class }
        => NormalizeInteractionClassHandle { interaction_class };
    155 NormalizeObjectInstanceHandleRequest { object_instance }
        => NormalizeObjectInstanceHandle { object_instance };
    156 GetObjectClassRelevanceAdvisorySwitchRequest {} => GetObjectClassRelevanceAdvisorySwitch {};
    157 SetObjectClassRelevanceAdvisorySwitchRequest { value }
        => SetObjectClassRelevanceAdvisorySwitch { value };
    158 GetAttributeRelevanceAdvisorySwitchRequest {} => GetAttributeRelevanceAdvisorySwitch {};
    159 SetAttributeRelevanceAdvisorySwitchRequest { value }
        => SetAttributeRelevanceAdvisorySwitch { value };
    160 GetAttributeScopeAdvisorySwitchRequest {} => GetAttributeScopeAdvisorySwitch {};
    161 SetAttributeScopeAdvisorySwitchRequest { value }
        => SetAttributeScopeAdvisorySwitch { value };
    162 GetInteractionRelevanceAdvisorySwitchRequest {} => GetInteractionRelevanceAdvisorySwitch {};
    163 SetInteractionRelevanceAdvisorySwitchRequest { value }
        => SetInteractionRelevanceAdvisorySwitch { value };
    164 GetConveyRegionDesignatorSetsSwitchRequest {} => GetConveyRegionDesignatorSetsSwitch {};
    165 SetConveyRegionDesignatorSetsSwitchRequest { value }
        => SetConveyRegionDesignatorSetsSwitch { value };
    166 GetAutomaticResignDirectiveRequest {} => GetAutomaticResignDirective {};
    167 SetAutomaticResignDirectiveRequest { value }
        => SetAutomaticResignDirective { directive: value };
    168 GetServiceReportingSwitchRequest {} => GetServiceReportingSwitch {};
    169 SetServiceReportingSwitchRequest { value } => SetServiceReportingSwitch { value };
    170 GetExceptionReportingSwitchRequest {} => GetExceptionReportingSwitch {};
    171 SetExceptionReportingSwitchRequest { value } => SetExceptionReportingSwitch { value };
    172 GetSendServiceReportsToFileSwitchRequest {} => GetSendServiceReportsToFileSwitch {};
    173 SetSendServiceReportsToFileSwitchRequest { value }
        => SetSendServiceReportsToFileSwitch { value };
    174 GetAutoProvideSwitchRequest {} => GetAutoProvideSwitch {};
    175 GetDelaySubscriptionEvaluationSwitchRequest {} => GetDelaySubscriptionEvaluationSwitch {};
    176 GetAdvisoriesUseKnownClassSwitchRequest {} => GetAdvisoriesUseKnownClassSwitch {};
    177 GetAllowRelaxedDdmSwitchRequest {} => GetAllowRelaxedDdmSwitch {};
    178 GetNonRegulatedGrantSwitchRequest {} => GetNonRegulatedGrantSwitch {};
}
