//! The services that a federate calls, one variant each.
//!
//! Overloads of the standard are one call with options (time, regions, names), so the 178
//! requests of the wire become the calls below. Arguments are as the federate gave them: an
//! unknown handle is a handle that no table contains, an unknown number of a closed set is `None`,
//! and the core answers with the exception that the standard has for it.

use bytes::Bytes;

use crate::{
    AttributeHandle, AttributeRegions, AttributeValues, Credentials, DimensionHandle,
    FederateHandle, FomModule, InteractionClassHandle, LogicalTime, LogicalTimeInterval,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle,
    ParameterValues, RangeBounds, RegionHandle, ResignAction, RtiConfiguration, ServiceGroup,
    TransportationTypeHandle,
};

/// A service invocation.
#[derive(Debug, Clone, PartialEq)]
pub enum Call {
    // Clause 4: federation management.
    /// Open the logical link between federate and RTI; answers which settings were honoured
    /// (4.2).
    Connect {
        /// Named configuration, address and additional settings.
        configuration: Option<RtiConfiguration>,
        /// Who asks.
        credentials: Option<Credentials>,
    },
    /// Close the logical link; refused while still joined (4.3).
    Disconnect,
    /// Make a named federation from FOM module(s) (4.5).
    CreateFederationExecution {
        /// Name of the federation execution.
        federation_name: String,
        /// FOM modules, in the order in which they are merged.
        fom_modules: Vec<FomModule>,
        /// The MIM; absent for the standard MIM.
        mim_module: Option<FomModule>,
        /// Name of the time type; absent or empty for `HLAfloat64Time`.
        logical_time_implementation_name: Option<String>,
    },
    /// Remove a federation nobody is joined to (4.6).
    DestroyFederationExecution {
        /// Name of the federation execution.
        federation_name: String,
    },
    /// Ask for all federations; answer comes as a callback (4.7).
    ListFederationExecutions,
    /// Ask for one federation's joined federates; answer comes as a callback (4.9).
    ListFederationExecutionMembers {
        /// Name of the federation execution.
        federation_name: String,
    },
    /// Become a member; returns own handle and the time type's name (4.11).
    JoinFederationExecution {
        /// Name of the federate; absent when the RTI shall invent one.
        federate_name: Option<String>,
        /// What kind of federate this is, free text.
        federate_type: String,
        /// Name of the federation execution.
        federation_name: String,
        /// Modules to merge into the current FDD.
        additional_fom_modules: Option<Vec<FomModule>>,
    },
    /// Leave the federation with a stated policy for owned/pending things (4.12).
    ResignFederationExecution {
        /// What becomes of its attributes and objects; `None` is no action of the
        /// standard.
        action: Option<ResignAction>,
    },
    /// Propose a barrier label (4.14).
    RegisterFederationSynchronizationPoint {
        /// The label.
        label: String,
        /// User-supplied tag, opaque.
        tag: Bytes,
        /// Who must achieve; absent for all joined federates.
        synchronization_set: Option<Vec<FederateHandle>>,
    },
    /// Tell that this federate reached (or failed) a barrier (4.17).
    SynchronizationPointAchieved {
        /// The label.
        label: String,
        /// Whether it achieved the point successfully.
        successfully: bool,
    },
    /// Ask that the whole federation saves its state (4.19).
    RequestFederationSave {
        /// The label.
        label: String,
        /// Time stamp or requested time.
        time: Option<LogicalTime>,
    },
    /// Tell that own saving started (4.21).
    FederateSaveBegun,
    /// Tell that own saving worked (4.22).
    FederateSaveComplete,
    /// Tell that own saving failed (4.22).
    FederateSaveNotComplete,
    /// Call off a running save (4.24).
    AbortFederationSave,
    /// Ask every member's save state; answer is a callback (4.25).
    QueryFederationSaveStatus,
    /// Ask that the federation goes back to a saved state (4.27).
    RequestFederationRestore {
        /// The label.
        label: String,
    },
    /// Tell that own restore worked (4.31).
    FederateRestoreComplete,
    /// Tell that own restore failed (4.31).
    FederateRestoreNotComplete,
    /// Call off a running restore (4.33).
    AbortFederationRestore,
    /// Ask every member's restore state; answer is a callback (4.34).
    QueryFederationRestoreStatus,
    // Clause 5: declaration management.
    /// Declare class attributes this federate may update (5.2).
    PublishObjectClassAttributes {
        /// The object class.
        object_class: ObjectClassHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
    },
    /// Stop publishing a class wholly (5.3).
    UnpublishObjectClass {
        /// The object class.
        object_class: ObjectClassHandle,
    },
    /// Stop publishing some attributes of a class (5.3).
    UnpublishObjectClassAttributes {
        /// The object class.
        object_class: ObjectClassHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
    },
    /// Declare an interaction this federate may send (5.4).
    PublishInteractionClass {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
    },
    /// Withdraw that declaration (5.5).
    UnpublishInteractionClass {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
    },
    /// Declare interactions this federate may send to instances of a class (5.6).
    PublishObjectClassDirectedInteractions {
        /// The object class.
        object_class: ObjectClassHandle,
        /// The interaction classes; absent means all where the service has such a form.
        interaction_classes: Vec<InteractionClassHandle>,
    },
    /// Withdraw directed-interaction publication of a class (5.7).
    UnpublishObjectClassDirectedInteractions {
        /// The object class.
        object_class: ObjectClassHandle,
        /// The interaction classes; absent means all where the service has such a form.
        interaction_classes: Option<Vec<InteractionClassHandle>>,
    },
    /// Ask for instances and attribute values of a class (active) (5.8).
    SubscribeObjectClassAttributes {
        /// The object class.
        object_class: ObjectClassHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// False for a passive subscription.
        active: bool,
        /// Update rate designator of the FDD; absent for no reduction.
        update_rate: Option<String>,
    },
    /// Stop receiving a class wholly (5.9).
    UnsubscribeObjectClass {
        /// The object class.
        object_class: ObjectClassHandle,
    },
    /// Stop receiving some attributes of a class (5.9).
    UnsubscribeObjectClassAttributes {
        /// The object class.
        object_class: ObjectClassHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
    },
    /// Ask to receive an interaction class (active) (5.10).
    SubscribeInteractionClass {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
        /// False for a passive subscription.
        active: bool,
    },
    /// Stop receiving an interaction class (5.11).
    UnsubscribeInteractionClass {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
    },
    /// Receive directed interactions aimed at instances on which one owns an attribute
    /// (5.12).
    SubscribeObjectClassDirectedInteractions {
        /// The object class.
        object_class: ObjectClassHandle,
        /// The interaction classes; absent means all where the service has such a form.
        interaction_classes: Vec<InteractionClassHandle>,
        /// True for any known target, false for targets it owns an attribute of.
        universally: bool,
    },
    /// Stop receiving directed interactions of a class (5.13).
    UnsubscribeObjectClassDirectedInteractions {
        /// The object class.
        object_class: ObjectClassHandle,
        /// The interaction classes; absent means all where the service has such a form.
        interaction_classes: Option<Vec<InteractionClassHandle>>,
    },
    // Clause 6: object management.
    /// Claim an instance name; verdict is a callback (6.2).
    ReserveObjectInstanceName {
        /// The name.
        name: String,
    },
    /// Give a claimed, unused name back (6.4).
    ReleaseObjectInstanceName {
        /// The name.
        name: String,
    },
    /// Claim several names at once, all or none; verdict is a callback (6.5).
    ReserveMultipleObjectInstanceNames {
        /// The names.
        names: Vec<String>,
    },
    /// Give several names back (6.7).
    ReleaseMultipleObjectInstanceNames {
        /// The names.
        names: Vec<String>,
    },
    /// Create an instance; returns its handle (6.8).
    RegisterObjectInstance {
        /// The object class.
        object_class: ObjectClassHandle,
        /// The name.
        name: Option<String>,
        /// Attributes with the regions named for them.
        attributes_and_regions: Option<Vec<AttributeRegions>>,
    },
    /// Send new values of owned attributes (6.10).
    UpdateAttributeValues {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// Values, opaque.
        values: AttributeValues,
        /// User-supplied tag, opaque.
        tag: Bytes,
        /// Time stamp or requested time.
        time: Option<LogicalTime>,
    },
    /// Send an interaction to its subscribers (6.12).
    SendInteraction {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
        /// Values, opaque.
        values: ParameterValues,
        /// The regions; absent for the default region.
        regions: Option<Vec<RegionHandle>>,
        /// User-supplied tag, opaque.
        tag: Bytes,
        /// Time stamp or requested time.
        time: Option<LogicalTime>,
    },
    /// Send an interaction aimed at one object instance (6.14).
    SendDirectedInteraction {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// Values, opaque.
        values: ParameterValues,
        /// User-supplied tag, opaque.
        tag: Bytes,
        /// Time stamp or requested time.
        time: Option<LogicalTime>,
    },
    /// Remove an instance from the federation (6.16).
    DeleteObjectInstance {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// User-supplied tag, opaque.
        tag: Bytes,
        /// Time stamp or requested time.
        time: Option<LogicalTime>,
    },
    /// Forget a known instance here only, so that it may be discovered anew (6.18).
    LocalDeleteObjectInstance {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
    },
    /// Ask owners of one instance for current values (6.21).
    RequestInstanceAttributeValueUpdate {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Ask owners of one instance for current values (6.21).
    RequestClassAttributeValueUpdate {
        /// The object class.
        object_class: ObjectClassHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Change transport of some instance attributes; confirmed by callback (6.25).
    RequestAttributeTransportationTypeChange {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// The transportation type.
        transportation_type: TransportationTypeHandle,
    },
    /// Set the transport that future instances of a class start with (6.27).
    ChangeDefaultAttributeTransportationType {
        /// The object class.
        object_class: ObjectClassHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// The transportation type.
        transportation_type: TransportationTypeHandle,
    },
    /// Ask the transport of an instance attribute; answer is a callback (6.28).
    QueryAttributeTransportationType {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attribute.
        attribute: AttributeHandle,
    },
    /// Change transport for own sending of an interaction; confirmed by callback (6.30).
    RequestInteractionTransportationTypeChange {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
        /// The transportation type.
        transportation_type: TransportationTypeHandle,
    },
    /// Ask a federate's transport for an interaction; answer is a callback (6.32).
    QueryInteractionTransportationType {
        /// The federate.
        federate: FederateHandle,
        /// The interaction class.
        interaction_class: InteractionClassHandle,
    },
    // Clause 7: ownership management.
    /// Drop ownership at once (7.2).
    UnconditionalAttributeOwnershipDivestiture {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Offer ownership, keep it until a taker is found (7.3).
    NegotiatedAttributeOwnershipDivestiture {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Agree to hand over what was negotiated (7.6).
    ConfirmDivestiture {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Ask for ownership, bothering the present owner (7.8).
    AttributeOwnershipAcquisition {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Ask for ownership of unowned attributes only (7.9).
    AttributeOwnershipAcquisitionIfAvailable {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Refuse a release request (7.12).
    AttributeOwnershipReleaseDenied {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Hand over those attributes somebody asked for; returns which went (7.13).
    AttributeOwnershipDivestitureIfWanted {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Take an offer back (7.14).
    CancelNegotiatedAttributeOwnershipDivestiture {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
    },
    /// Take an acquisition request back (7.15).
    CancelAttributeOwnershipAcquisition {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
    },
    /// Ask who owns attributes; answer is callbacks (7.17).
    QueryAttributeOwnership {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
    },
    /// Test own ownership of one attribute (7.19).
    IsAttributeOwnedByFederate {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attribute.
        attribute: AttributeHandle,
    },
    // Clause 8: time management.
    /// Become time regulating with a lookahead; effective at the callback (8.2).
    EnableTimeRegulation {
        /// The lookahead.
        lookahead: LogicalTimeInterval,
    },
    /// Stop regulating (8.4).
    DisableTimeRegulation,
    /// Become time constrained; effective at the callback (8.5).
    EnableTimeConstrained,
    /// Stop being constrained (8.7).
    DisableTimeConstrained,
    /// Ask to move to a time (TAR) (8.8).
    TimeAdvanceRequest {
        /// Time stamp or requested time.
        time: LogicalTime,
    },
    /// Ask to move to a time, messages at that time may still follow (TARA) (8.9).
    TimeAdvanceRequestAvailable {
        /// Time stamp or requested time.
        time: LogicalTime,
    },
    /// Ask to move to the next message or the given time (NMR) (8.10).
    NextMessageRequest {
        /// Time stamp or requested time.
        time: LogicalTime,
    },
    /// NMR where more messages at the granted time may still follow (NMRA) (8.11).
    NextMessageRequestAvailable {
        /// Time stamp or requested time.
        time: LogicalTime,
    },
    /// Ask to receive all queued timestamped messages now (FQR) (8.12).
    FlushQueueRequest {
        /// Time stamp or requested time.
        time: LogicalTime,
    },
    /// Allow receive-order messages while not advancing (8.15).
    EnableAsynchronousDelivery,
    /// Withhold receive-order messages while not advancing (8.16).
    DisableAsynchronousDelivery,
    /// Greatest available logical time, if defined (8.17).
    QueryGalt,
    /// Own present logical time (8.18).
    QueryLogicalTime,
    /// Least incoming timestamp, if defined (8.19).
    QueryLits,
    /// Change own lookahead (8.20).
    ModifyLookahead {
        /// The lookahead.
        lookahead: LogicalTimeInterval,
    },
    /// Own present lookahead (8.21).
    QueryLookahead,
    /// Take a sent timestamped message back (8.22).
    Retract {
        /// The message.
        retraction: MessageRetractionHandle,
    },
    /// Set order of own instance attributes (8.24).
    ChangeAttributeOrderType {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// The order; `None` is no order of the standard.
        order: Option<OrderType>,
    },
    /// Set the order that future instances of a class start with (8.25).
    ChangeDefaultAttributeOrderType {
        /// The object class.
        object_class: ObjectClassHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// The order; `None` is no order of the standard.
        order: Option<OrderType>,
    },
    /// Set order of own sending of an interaction (8.26).
    ChangeInteractionOrderType {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
        /// The order; `None` is no order of the standard.
        order: Option<OrderType>,
    },
    // Clause 9: data distribution management.
    /// Make a region over given dimensions; returns its handle (9.2).
    CreateRegion {
        /// The dimensions.
        dimensions: Vec<DimensionHandle>,
    },
    /// Make staged range bounds effective (9.3).
    CommitRegionModifications {
        /// The regions; absent for the default region.
        regions: Vec<RegionHandle>,
    },
    /// Remove an unused region (9.4).
    DeleteRegion {
        /// The region.
        region: RegionHandle,
    },
    /// Tie regions to owned attributes of an instance (9.6).
    AssociateRegionsForUpdates {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// Attributes with the regions named for them.
        attributes_and_regions: Vec<AttributeRegions>,
    },
    /// Untie them (9.7).
    UnassociateRegionsForUpdates {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// Attributes with the regions named for them.
        attributes_and_regions: Vec<AttributeRegions>,
    },
    /// Subscribe attributes limited to regions (flag active/passive) (9.8).
    SubscribeObjectClassAttributesWithRegions {
        /// The object class.
        object_class: ObjectClassHandle,
        /// Attributes with the regions named for them.
        attributes_and_regions: Vec<AttributeRegions>,
        /// False for a passive subscription.
        active: bool,
        /// Update rate designator of the FDD; absent for no reduction.
        update_rate: Option<String>,
    },
    /// Undo region-limited attribute subscription (9.9).
    UnsubscribeObjectClassAttributesWithRegions {
        /// The object class.
        object_class: ObjectClassHandle,
        /// Attributes with the regions named for them.
        attributes_and_regions: Vec<AttributeRegions>,
    },
    /// Subscribe an interaction limited to regions (flag active/passive) (9.10).
    SubscribeInteractionClassWithRegions {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
        /// False for a passive subscription.
        active: bool,
        /// The regions; absent for the default region.
        regions: Vec<RegionHandle>,
    },
    /// Undo region-limited interaction subscription (9.11).
    UnsubscribeInteractionClassWithRegions {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
        /// The regions; absent for the default region.
        regions: Vec<RegionHandle>,
    },
    /// Ask owners of a class for values, limited to regions (9.13).
    RequestAttributeValueUpdateWithRegions {
        /// The object class.
        object_class: ObjectClassHandle,
        /// Attributes with the regions named for them.
        attributes_and_regions: Vec<AttributeRegions>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    // Clause 10: support services.
    /// Name to federate handle (10.2).
    GetFederateHandle {
        /// The name.
        name: String,
    },
    /// Federate handle to name (10.3).
    GetFederateName {
        /// The federate.
        federate: FederateHandle,
    },
    /// Object class name to handle (10.4).
    GetObjectClassHandle {
        /// The name.
        name: String,
    },
    /// Object class handle to name (10.5).
    GetObjectClassName {
        /// The object class.
        object_class: ObjectClassHandle,
    },
    /// Class as which an instance is known here (10.6).
    GetKnownObjectClassHandle {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
    },
    /// Instance name to handle (10.7).
    GetObjectInstanceHandle {
        /// The name.
        name: String,
    },
    /// Instance handle to name (10.8).
    GetObjectInstanceName {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
    },
    /// Attribute name to handle (10.9).
    GetAttributeHandle {
        /// The object class.
        object_class: ObjectClassHandle,
        /// The name.
        name: String,
    },
    /// Attribute handle to name (10.10).
    GetAttributeName {
        /// The object class.
        object_class: ObjectClassHandle,
        /// The attribute.
        attribute: AttributeHandle,
    },
    /// Hertz of a named update rate (10.11).
    GetUpdateRateValue {
        /// The name.
        name: String,
    },
    /// Hertz in force for an instance attribute (10.12).
    GetUpdateRateValueForAttribute {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attribute.
        attribute: AttributeHandle,
    },
    /// Interaction class name to handle (10.13).
    GetInteractionClassHandle {
        /// The name.
        name: String,
    },
    /// Interaction class handle to name (10.14).
    GetInteractionClassName {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
    },
    /// Parameter name to handle (10.15).
    GetParameterHandle {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
        /// The name.
        name: String,
    },
    /// Parameter handle to name (10.16).
    GetParameterName {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
        /// The parameter.
        parameter: ParameterHandle,
    },
    /// Order name to enum (10.17).
    GetOrderType {
        /// The name.
        name: String,
    },
    /// Order enum to name (10.18).
    GetOrderName {
        /// The order; `None` is no order of the standard.
        order: Option<OrderType>,
    },
    /// Transport name to handle (10.19).
    GetTransportationTypeHandle {
        /// The name.
        name: String,
    },
    /// Transport handle to name (10.20).
    GetTransportationTypeName {
        /// The transportation type.
        transportation_type: TransportationTypeHandle,
    },
    /// Dimensions usable with an object class (10.21).
    GetAvailableDimensionsForObjectClass {
        /// The object class.
        object_class: ObjectClassHandle,
    },
    /// Dimensions usable with an interaction class (10.22).
    GetAvailableDimensionsForInteractionClass {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
    },
    /// Dimension name to handle (10.23).
    GetDimensionHandle {
        /// The name.
        name: String,
    },
    /// Dimension handle to name (10.24).
    GetDimensionName {
        /// The dimension.
        dimension: DimensionHandle,
    },
    /// Exclusive upper bound of a dimension (10.25).
    GetDimensionUpperBound {
        /// The dimension.
        dimension: DimensionHandle,
    },
    /// Dimensions of a region (10.26).
    GetDimensionHandleSet {
        /// The region.
        region: RegionHandle,
    },
    /// Lower/upper of a region's dimension (10.27).
    GetRangeBounds {
        /// The region.
        region: RegionHandle,
        /// The dimension.
        dimension: DimensionHandle,
    },
    /// Stage lower/upper of a region's dimension (10.28).
    SetRangeBounds {
        /// The region.
        region: RegionHandle,
        /// The dimension.
        dimension: DimensionHandle,
        /// The range.
        bounds: RangeBounds,
    },
    /// Service group to DDM coordinate (10.29).
    NormalizeServiceGroup {
        /// The service group; `None` is no group of the standard.
        group: Option<ServiceGroup>,
    },
    /// Federate handle to DDM coordinate (10.30).
    NormalizeFederateHandle {
        /// The federate.
        federate: FederateHandle,
    },
    /// Object class handle to DDM coordinate (10.31).
    NormalizeObjectClassHandle {
        /// The object class.
        object_class: ObjectClassHandle,
    },
    /// Interaction class handle to DDM coordinate (10.32).
    NormalizeInteractionClassHandle {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
    },
    /// Instance handle to DDM coordinate (10.33).
    NormalizeObjectInstanceHandle {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
    },
    /// Read the object class relevance advisory switch (10.34).
    GetObjectClassRelevanceAdvisorySwitch,
    /// Set the object class relevance advisory switch (10.35).
    SetObjectClassRelevanceAdvisorySwitch {
        /// The new setting.
        value: bool,
    },
    /// Read the attribute relevance advisory switch (10.36).
    GetAttributeRelevanceAdvisorySwitch,
    /// Set the attribute relevance advisory switch (10.37).
    SetAttributeRelevanceAdvisorySwitch {
        /// The new setting.
        value: bool,
    },
    /// Read the attribute scope advisory switch (10.38).
    GetAttributeScopeAdvisorySwitch,
    /// Set the attribute scope advisory switch (10.39).
    SetAttributeScopeAdvisorySwitch {
        /// The new setting.
        value: bool,
    },
    /// Read the interaction relevance advisory switch (10.40).
    GetInteractionRelevanceAdvisorySwitch,
    /// Set the interaction relevance advisory switch (10.41).
    SetInteractionRelevanceAdvisorySwitch {
        /// The new setting.
        value: bool,
    },
    /// Read the convey region designator sets switch (10.42).
    GetConveyRegionDesignatorSetsSwitch,
    /// Set the convey region designator sets switch (10.43).
    SetConveyRegionDesignatorSetsSwitch {
        /// The new setting.
        value: bool,
    },
    /// Read the policy applied when this federate is lost (10.44).
    GetAutomaticResignDirective,
    /// Set the policy applied when this federate is lost (10.45).
    SetAutomaticResignDirective {
        /// The new directive; `None` is no action of the standard.
        directive: Option<ResignAction>,
    },
    /// Read the service reporting switch (10.46).
    GetServiceReportingSwitch,
    /// Set the service reporting switch (10.47).
    SetServiceReportingSwitch {
        /// The new setting.
        value: bool,
    },
    /// Read the exception reporting switch (10.48).
    GetExceptionReportingSwitch,
    /// Set the exception reporting switch (10.49).
    SetExceptionReportingSwitch {
        /// The new setting.
        value: bool,
    },
    /// Read the send service reports to file switch (10.50).
    GetSendServiceReportsToFileSwitch,
    /// Set the send service reports to file switch (10.51).
    SetSendServiceReportsToFileSwitch {
        /// The new setting.
        value: bool,
    },
    /// Read the auto provide switch (10.52).
    GetAutoProvideSwitch,
    /// Read the delay subscription evaluation switch (10.53).
    GetDelaySubscriptionEvaluationSwitch,
    /// Read the advisories use known class switch (10.54).
    GetAdvisoriesUseKnownClassSwitch,
    /// Read the allow relaxed ddm switch (10.55).
    GetAllowRelaxedDdmSwitch,
    /// Read the non regulated grant switch (10.56).
    GetNonRegulatedGrantSwitch,
}
