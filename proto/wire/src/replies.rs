//! Which response of the wire is which reply: one row for each member of `CallResponse`.
//!
//! A row has the number of the request that it answers. Several responses are one reply, so the
//! number decides which of them is written.

use hla::{HlaError, Reply};

use crate::table::reply_table;

reply_table! {
    // Clause 4: federation management.
    1 ConnectResponse { configuration_result } => Connect(configuration_result);
    2 ConnectWithCredentialsResponse { configuration_result } => Connect(configuration_result);
    3 ConnectWithConfigurationResponse { configuration_result } => Connect(configuration_result);
    4 ConnectWithConfigurationAndCredentialsResponse { configuration_result }
        => Connect(configuration_result);
    5 DisconnectResponse {} => Disconnect;
    6 CreateFederationExecutionResponse {} => CreateFederationExecution;
    7 CreateFederationExecutionWithTimeResponse {} => CreateFederationExecution;
    8 CreateFederationExecutionWithModulesResponse {} => CreateFederationExecution;
    9 CreateFederationExecutionWithModulesAndTimeResponse {} => CreateFederationExecution;
    10 CreateFederationExecutionWithMimResponse {} => CreateFederationExecution;
    11 CreateFederationExecutionWithMimAndTimeResponse {} => CreateFederationExecution;
    12 DestroyFederationExecutionResponse {} => DestroyFederationExecution;
    13 ListFederationExecutionsResponse {} => ListFederationExecutions;
    14 ListFederationExecutionMembersResponse {} => ListFederationExecutionMembers;
    15 JoinFederationExecutionResponse { result } => JoinFederationExecution(result);
    16 JoinFederationExecutionWithModulesResponse { result } => JoinFederationExecution(result);
    17 JoinFederationExecutionWithNameResponse { result } => JoinFederationExecution(result);
    18 JoinFederationExecutionWithNameAndModulesResponse { result }
        => JoinFederationExecution(result);
    19 ResignFederationExecutionResponse {} => ResignFederationExecution;
    20 RegisterFederationSynchronizationPointResponse {} => RegisterFederationSynchronizationPoint;
    21 RegisterFederationSynchronizationPointWithSetResponse {}
        => RegisterFederationSynchronizationPoint;
    22 SynchronizationPointAchievedResponse {} => SynchronizationPointAchieved;
    23 RequestFederationSaveResponse {} => RequestFederationSave;
    24 RequestFederationSaveWithTimeResponse {} => RequestFederationSave;
    25 FederateSaveBegunResponse {} => FederateSaveBegun;
    26 FederateSaveCompleteResponse {} => FederateSaveComplete;
    27 FederateSaveNotCompleteResponse {} => FederateSaveNotComplete;
    28 AbortFederationSaveResponse {} => AbortFederationSave;
    29 QueryFederationSaveStatusResponse {} => QueryFederationSaveStatus;
    30 RequestFederationRestoreResponse {} => RequestFederationRestore;
    31 FederateRestoreCompleteResponse {} => FederateRestoreComplete;
    32 FederateRestoreNotCompleteResponse {} => FederateRestoreNotComplete;
    33 AbortFederationRestoreResponse {} => AbortFederationRestore;
    34 QueryFederationRestoreStatusResponse {} => QueryFederationRestoreStatus;

    // Clause 5: declaration management.
    35 PublishObjectClassAttributesResponse {} => PublishObjectClassAttributes;
    36 UnpublishObjectClassResponse {} => UnpublishObjectClass;
    37 UnpublishObjectClassAttributesResponse {} => UnpublishObjectClassAttributes;
    38 PublishInteractionClassResponse {} => PublishInteractionClass;
    39 UnpublishInteractionClassResponse {} => UnpublishInteractionClass;
    40 PublishObjectClassDirectedInteractionsResponse {} => PublishObjectClassDirectedInteractions;
    41 UnpublishObjectClassDirectedInteractionsResponse {}
        => UnpublishObjectClassDirectedInteractions;
    42 UnpublishObjectClassDirectedInteractionsWithSetResponse {}
        => UnpublishObjectClassDirectedInteractions;
    43 SubscribeObjectClassAttributesResponse {} => SubscribeObjectClassAttributes;
    44 SubscribeObjectClassAttributesWithRateResponse {} => SubscribeObjectClassAttributes;
    45 SubscribeObjectClassAttributesPassivelyResponse {} => SubscribeObjectClassAttributes;
    46 SubscribeObjectClassAttributesPassivelyWithRateResponse {} => SubscribeObjectClassAttributes;
    47 UnsubscribeObjectClassResponse {} => UnsubscribeObjectClass;
    48 UnsubscribeObjectClassAttributesResponse {} => UnsubscribeObjectClassAttributes;
    49 SubscribeInteractionClassResponse {} => SubscribeInteractionClass;
    50 SubscribeInteractionClassPassivelyResponse {} => SubscribeInteractionClass;
    51 UnsubscribeInteractionClassResponse {} => UnsubscribeInteractionClass;
    52 SubscribeObjectClassDirectedInteractionsResponse {}
        => SubscribeObjectClassDirectedInteractions;
    53 SubscribeObjectClassDirectedInteractionsUniversallyResponse {}
        => SubscribeObjectClassDirectedInteractions;
    54 UnsubscribeObjectClassDirectedInteractionsResponse {}
        => UnsubscribeObjectClassDirectedInteractions;
    55 UnsubscribeObjectClassDirectedInteractionsWithSetResponse {}
        => UnsubscribeObjectClassDirectedInteractions;

    // Clause 6: object management.
    56 ReserveObjectInstanceNameResponse {} => ReserveObjectInstanceName;
    57 ReleaseObjectInstanceNameResponse {} => ReleaseObjectInstanceName;
    58 ReserveMultipleObjectInstanceNamesResponse {} => ReserveMultipleObjectInstanceNames;
    59 ReleaseMultipleObjectInstanceNamesResponse {} => ReleaseMultipleObjectInstanceNames;
    60 RegisterObjectInstanceResponse { result } => RegisterObjectInstance(result);
    61 RegisterObjectInstanceWithNameResponse { result } => RegisterObjectInstance(result);
    62 UpdateAttributeValuesResponse {} => UpdateAttributeValues(None);
    63 UpdateAttributeValuesWithTimeResponse { result } => UpdateAttributeValues(result);
    64 SendInteractionResponse {} => SendInteraction(None);
    65 SendInteractionWithTimeResponse { result } => SendInteraction(result);
    66 SendDirectedInteractionResponse {} => SendDirectedInteraction(None);
    67 SendDirectedInteractionWithTimeResponse { result } => SendDirectedInteraction(result);
    68 DeleteObjectInstanceResponse {} => DeleteObjectInstance(None);
    69 DeleteObjectInstanceWithTimeResponse { result } => DeleteObjectInstance(result);
    70 LocalDeleteObjectInstanceResponse {} => LocalDeleteObjectInstance;
    71 RequestInstanceAttributeValueUpdateResponse {} => RequestInstanceAttributeValueUpdate;
    72 RequestClassAttributeValueUpdateResponse {} => RequestClassAttributeValueUpdate;
    73 RequestAttributeTransportationTypeChangeResponse {}
        => RequestAttributeTransportationTypeChange;
    74 ChangeDefaultAttributeTransportationTypeResponse {}
        => ChangeDefaultAttributeTransportationType;
    75 QueryAttributeTransportationTypeResponse {} => QueryAttributeTransportationType;
    76 RequestInteractionTransportationTypeChangeResponse {}
        => RequestInteractionTransportationTypeChange;
    77 QueryInteractionTransportationTypeResponse {} => QueryInteractionTransportationType;

    // Clause 7: ownership management.
    78 UnconditionalAttributeOwnershipDivestitureResponse {}
        => UnconditionalAttributeOwnershipDivestiture;
    79 NegotiatedAttributeOwnershipDivestitureResponse {}
        => NegotiatedAttributeOwnershipDivestiture;
    80 ConfirmDivestitureResponse {} => ConfirmDivestiture;
    81 AttributeOwnershipAcquisitionResponse {} => AttributeOwnershipAcquisition;
    82 AttributeOwnershipAcquisitionIfAvailableResponse {}
        => AttributeOwnershipAcquisitionIfAvailable;
    83 AttributeOwnershipReleaseDeniedResponse {} => AttributeOwnershipReleaseDenied;
    84 AttributeOwnershipDivestitureIfWantedResponse { result }
        => AttributeOwnershipDivestitureIfWanted(result);
    85 CancelNegotiatedAttributeOwnershipDivestitureResponse {}
        => CancelNegotiatedAttributeOwnershipDivestiture;
    86 CancelAttributeOwnershipAcquisitionResponse {} => CancelAttributeOwnershipAcquisition;
    87 QueryAttributeOwnershipResponse {} => QueryAttributeOwnership;
    88 IsAttributeOwnedByFederateResponse { result } => IsAttributeOwnedByFederate(result);

    // Clause 8: time management.
    89 EnableTimeRegulationResponse {} => EnableTimeRegulation;
    90 DisableTimeRegulationResponse {} => DisableTimeRegulation;
    91 EnableTimeConstrainedResponse {} => EnableTimeConstrained;
    92 DisableTimeConstrainedResponse {} => DisableTimeConstrained;
    93 TimeAdvanceRequestResponse {} => TimeAdvanceRequest;
    94 TimeAdvanceRequestAvailableResponse {} => TimeAdvanceRequestAvailable;
    95 NextMessageRequestResponse {} => NextMessageRequest;
    96 NextMessageRequestAvailableResponse {} => NextMessageRequestAvailable;
    97 FlushQueueRequestResponse {} => FlushQueueRequest;
    98 EnableAsynchronousDeliveryResponse {} => EnableAsynchronousDelivery;
    99 DisableAsynchronousDeliveryResponse {} => DisableAsynchronousDelivery;
    100 QueryGaltResponse { result } => QueryGalt(result);
    101 QueryLogicalTimeResponse { result } => QueryLogicalTime(result);
    102 QueryLitsResponse { result } => QueryLits(result);
    103 ModifyLookaheadResponse {} => ModifyLookahead;
    104 QueryLookaheadResponse { result } => QueryLookahead(result);
    105 RetractResponse {} => Retract;
    106 ChangeAttributeOrderTypeResponse {} => ChangeAttributeOrderType;
    107 ChangeDefaultAttributeOrderTypeResponse {} => ChangeDefaultAttributeOrderType;
    108 ChangeInteractionOrderTypeResponse {} => ChangeInteractionOrderType;

    // Clause 9: data distribution management.
    109 CreateRegionResponse { result } => CreateRegion(result);
    110 CommitRegionModificationsResponse {} => CommitRegionModifications;
    111 DeleteRegionResponse {} => DeleteRegion;
    112 RegisterObjectInstanceWithRegionsResponse { result } => RegisterObjectInstance(result);
    113 RegisterObjectInstanceWithNameAndRegionsResponse { result }
        => RegisterObjectInstance(result);
    114 AssociateRegionsForUpdatesResponse {} => AssociateRegionsForUpdates;
    115 UnassociateRegionsForUpdatesResponse {} => UnassociateRegionsForUpdates;
    116 SubscribeObjectClassAttributesWithRegionsResponse {}
        => SubscribeObjectClassAttributesWithRegions;
    117 SubscribeObjectClassAttributesWithRegionsAndRateResponse {}
        => SubscribeObjectClassAttributesWithRegions;
    118 UnsubscribeObjectClassAttributesWithRegionsResponse {}
        => UnsubscribeObjectClassAttributesWithRegions;
    119 SubscribeInteractionClassWithRegionsResponse {} => SubscribeInteractionClassWithRegions;
    120 UnsubscribeInteractionClassWithRegionsResponse {} => UnsubscribeInteractionClassWithRegions;
    121 SendInteractionWithRegionsResponse {} => SendInteraction(None);
    122 SendInteractionWithRegionsAndTimeResponse { result } => SendInteraction(result);
    123 RequestAttributeValueUpdateWithRegionsResponse {} => RequestAttributeValueUpdateWithRegions;

    // Clause 10: support services.
    124 GetFederateHandleResponse { result } => GetFederateHandle(result);
    125 GetFederateNameResponse { result } => GetFederateName(result);
    126 GetObjectClassHandleResponse { result } => GetObjectClassHandle(result);
    127 GetObjectClassNameResponse { result } => GetObjectClassName(result);
    128 GetKnownObjectClassHandleResponse { result } => GetKnownObjectClassHandle(result);
    129 GetObjectInstanceHandleResponse { result } => GetObjectInstanceHandle(result);
    130 GetObjectInstanceNameResponse { result } => GetObjectInstanceName(result);
    131 GetAttributeHandleResponse { result } => GetAttributeHandle(result);
    132 GetAttributeNameResponse { result } => GetAttributeName(result);
    133 GetUpdateRateValueResponse { result } => GetUpdateRateValue(result);
    134 GetUpdateRateValueForAttributeResponse { result } => GetUpdateRateValueForAttribute(result);
    135 GetInteractionClassHandleResponse { result } => GetInteractionClassHandle(result);
    136 GetInteractionClassNameResponse { result } => GetInteractionClassName(result);
    137 GetParameterHandleResponse { result } => GetParameterHandle(result);
    138 GetParameterNameResponse { result } => GetParameterName(result);
    139 GetOrderTypeResponse { result } => GetOrderType(result);
    140 GetOrderNameResponse { result } => GetOrderName(result);
    141 GetTransportationTypeHandleResponse { result } => GetTransportationTypeHandle(result);
    142 GetTransportationTypeNameResponse { result } => GetTransportationTypeName(result);
    143 GetAvailableDimensionsForObjectClassResponse { result }
        => GetAvailableDimensionsForObjectClass(result);
    144 GetAvailableDimensionsForInteractionClassResponse { result }
        => GetAvailableDimensionsForInteractionClass(result);
    145 GetDimensionHandleResponse { result } => GetDimensionHandle(result);
    146 GetDimensionNameResponse { result } => GetDimensionName(result);
    147 GetDimensionUpperBoundResponse { result } => GetDimensionUpperBound(result);
    148 GetDimensionHandleSetResponse { result } => GetDimensionHandleSet(result);
    149 GetRangeBoundsResponse { result } => GetRangeBounds(result);
    150 SetRangeBoundsResponse {} => SetRangeBounds;
    151 NormalizeServiceGroupResponse { result } => NormalizeServiceGroup(result);
    152 NormalizeFederateHandleResponse { result } => NormalizeFederateHandle(result);
    153 NormalizeObjectClassHandleResponse { result } => NormalizeObjectClassHandle(result);
    154 NormalizeInteractionClassHandleResponse { result }
        => NormalizeInteractionClassHandle(result);
    155 NormalizeObjectInstanceHandleResponse { result } => NormalizeObjectInstanceHandle(result);
    156 GetObjectClassRelevanceAdvisorySwitchResponse { result }
        => GetObjectClassRelevanceAdvisorySwitch(result);
    157 SetObjectClassRelevanceAdvisorySwitchResponse {} => SetObjectClassRelevanceAdvisorySwitch;
    158 GetAttributeRelevanceAdvisorySwitchResponse { result }
        => GetAttributeRelevanceAdvisorySwitch(result);
    159 SetAttributeRelevanceAdvisorySwitchResponse {} => SetAttributeRelevanceAdvisorySwitch;
    160 GetAttributeScopeAdvisorySwitchResponse { result }
        => GetAttributeScopeAdvisorySwitch(result);
    161 SetAttributeScopeAdvisorySwitchResponse {} => SetAttributeScopeAdvisorySwitch;
    162 GetInteractionRelevanceAdvisorySwitchResponse { result }
        => GetInteractionRelevanceAdvisorySwitch(result);
    163 SetInteractionRelevanceAdvisorySwitchResponse {} => SetInteractionRelevanceAdvisorySwitch;
    164 GetConveyRegionDesignatorSetsSwitchResponse { result }
        => GetConveyRegionDesignatorSetsSwitch(result);
    165 SetConveyRegionDesignatorSetsSwitchResponse {} => SetConveyRegionDesignatorSetsSwitch;
    166 GetAutomaticResignDirectiveResponse { result } => GetAutomaticResignDirective(result);
    167 SetAutomaticResignDirectiveResponse {} => SetAutomaticResignDirective;
    168 GetServiceReportingSwitchResponse { result } => GetServiceReportingSwitch(result);
    169 SetServiceReportingSwitchResponse {} => SetServiceReportingSwitch;
    170 GetExceptionReportingSwitchResponse { result } => GetExceptionReportingSwitch(result);
    171 SetExceptionReportingSwitchResponse {} => SetExceptionReportingSwitch;
    172 GetSendServiceReportsToFileSwitchResponse { result }
        => GetSendServiceReportsToFileSwitch(result);
    173 SetSendServiceReportsToFileSwitchResponse {} => SetSendServiceReportsToFileSwitch;
    174 GetAutoProvideSwitchResponse { result } => GetAutoProvideSwitch(result);
    175 GetDelaySubscriptionEvaluationSwitchResponse { result }
        => GetDelaySubscriptionEvaluationSwitch(result);
    176 GetAdvisoriesUseKnownClassSwitchResponse { result }
        => GetAdvisoriesUseKnownClassSwitch(result);
    177 GetAllowRelaxedDdmSwitchResponse { result } => GetAllowRelaxedDdmSwitch(result);
    178 GetNonRegulatedGrantSwitchResponse { result } => GetNonRegulatedGrantSwitch(result);
}
