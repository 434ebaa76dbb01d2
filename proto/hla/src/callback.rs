//! What the RTI tells federates, one variant for each callback of the standard.
//!
//! The forms with and without a time stamp are one variant with an optional [`MessageStamp`].

use bytes::Bytes;

use crate::{
    AttributeHandle, AttributeValues, ConveyedRegion, FederateHandle, FederateRestoreStatus,
    FederateSaveStatus, FederationExecutionInformation, FederationExecutionMemberInformation,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, MessageStamp, ObjectClassHandle,
    ObjectInstanceHandle, ParameterValues, RestoreFailureReason, SaveFailureReason,
    SynchronizationPointFailureReason, TransportationTypeHandle,
};

/// A callback to a federate.
#[derive(Debug, Clone, PartialEq)]
pub enum Callback {
    /// Link to the RTI broke; federate is resigned (4.4).
    ConnectionLost {
        /// What happened.
        fault_description: String,
    },
    /// Answer to listFederationExecutions (4.8).
    ReportFederationExecutions {
        /// What was found.
        report: Vec<FederationExecutionInformation>,
    },
    /// Answer to listFederationExecutionMembers (4.10).
    ReportFederationExecutionMembers {
        /// Name of the federation execution.
        federation_name: String,
        /// What was found.
        report: Vec<FederationExecutionMemberInformation>,
    },
    /// ListFederationExecutionMembers named an unknown federation (4.10).
    ReportFederationExecutionDoesNotExist {
        /// Name of the federation execution.
        federation_name: String,
    },
    /// Federate was resigned by the RTI or another party (4.13).
    FederateResigned {
        /// Why.
        description: String,
    },
    /// Barrier label accepted (4.15).
    SynchronizationPointRegistrationSucceeded {
        /// The label.
        label: String,
    },
    /// Barrier label refused, with reason (4.15).
    SynchronizationPointRegistrationFailed {
        /// The label.
        label: String,
        /// Why.
        reason: SynchronizationPointFailureReason,
    },
    /// Barrier announced to a member (4.16).
    AnnounceSynchronizationPoint {
        /// The label.
        label: String,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Barrier passed; lists who failed (4.18).
    FederationSynchronized {
        /// The label.
        label: String,
        /// Who achieved the point without success.
        failed_to_sync_set: Vec<FederateHandle>,
    },
    /// Start saving under a label (4.20).
    InitiateFederateSave {
        /// The label.
        label: String,
        /// Time stamp or requested time.
        time: Option<LogicalTime>,
    },
    /// Federation save worked (4.23).
    FederationSaved,
    /// Federation save failed, with reason (4.23).
    FederationNotSaved {
        /// Why.
        reason: SaveFailureReason,
    },
    /// Answer to the save status query (4.26).
    FederationSaveStatusResponse {
        /// Where each federate stands.
        statuses: Vec<FederateSaveStatus>,
    },
    /// Restore request accepted (4.28).
    RequestFederationRestoreSucceeded {
        /// The label.
        label: String,
    },
    /// Restore request refused (4.28).
    RequestFederationRestoreFailed {
        /// The label.
        label: String,
    },
    /// Restore starts; stop other work (4.29).
    FederationRestoreBegun,
    /// Restore own state; gives name and new handle (4.30).
    InitiateFederateRestore {
        /// The label.
        label: String,
        /// Name of the federate; absent when the RTI shall invent one.
        federate_name: String,
        /// The handle that the federate has from now on.
        post_restore_handle: FederateHandle,
    },
    /// Federation restore worked (4.32).
    FederationRestored,
    /// Federation restore failed, with reason (4.32).
    FederationNotRestored {
        /// Why.
        reason: RestoreFailureReason,
    },
    /// Answer to the restore status query (4.35).
    FederationRestoreStatusResponse {
        /// Where each federate stands.
        statuses: Vec<FederateRestoreStatus>,
    },
    /// Somebody now wants instances of a class (5.14).
    StartRegistrationForObjectClass {
        /// The object class.
        object_class: ObjectClassHandle,
    },
    /// Nobody wants instances of a class (5.15).
    StopRegistrationForObjectClass {
        /// The object class.
        object_class: ObjectClassHandle,
    },
    /// Somebody now wants an interaction (5.16).
    TurnInteractionsOn {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
    },
    /// Nobody wants an interaction (5.17).
    TurnInteractionsOff {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
    },
    /// Name is yours (6.3).
    ObjectInstanceNameReservationSucceeded {
        /// The name.
        name: String,
    },
    /// Name is taken (6.3).
    ObjectInstanceNameReservationFailed {
        /// The name.
        name: String,
    },
    /// All names are yours (6.6).
    MultipleObjectInstanceNameReservationSucceeded {
        /// The names.
        names: Vec<String>,
    },
    /// None of the names is yours (6.6).
    MultipleObjectInstanceNameReservationFailed {
        /// The names.
        names: Vec<String>,
    },
    /// A matching instance exists (6.9).
    DiscoverObjectInstance {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The object class.
        object_class: ObjectClassHandle,
        /// The name.
        name: String,
        /// Who caused it; `INVALID` for the RTI itself.
        producing_federate: FederateHandle,
    },
    /// New attribute values (6.11).
    ReflectAttributeValues {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// Values, opaque.
        values: AttributeValues,
        /// User-supplied tag, opaque.
        tag: Bytes,
        /// The transportation type.
        transportation_type: TransportationTypeHandle,
        /// Who caused it; `INVALID` for the RTI itself.
        producing_federate: FederateHandle,
        /// Regions of the sender, where the receiver asked for them.
        sent_regions: Option<Vec<ConveyedRegion>>,
        /// Time stamp and orders, where the sender gave a time.
        stamp: Option<MessageStamp>,
    },
    /// An interaction arrived (6.13).
    ReceiveInteraction {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
        /// Values, opaque.
        values: ParameterValues,
        /// User-supplied tag, opaque.
        tag: Bytes,
        /// The transportation type.
        transportation_type: TransportationTypeHandle,
        /// Who caused it; `INVALID` for the RTI itself.
        producing_federate: FederateHandle,
        /// Regions of the sender, where the receiver asked for them.
        sent_regions: Option<Vec<ConveyedRegion>>,
        /// Time stamp and orders, where the sender gave a time.
        stamp: Option<MessageStamp>,
    },
    /// An interaction aimed at an instance arrived (6.15).
    ReceiveDirectedInteraction {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// Values, opaque.
        values: ParameterValues,
        /// User-supplied tag, opaque.
        tag: Bytes,
        /// The transportation type.
        transportation_type: TransportationTypeHandle,
        /// Who caused it; `INVALID` for the RTI itself.
        producing_federate: FederateHandle,
        /// Time stamp and orders, where the sender gave a time.
        stamp: Option<MessageStamp>,
    },
    /// A known instance was deleted (6.17).
    RemoveObjectInstance {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// User-supplied tag, opaque.
        tag: Bytes,
        /// Who caused it; `INVALID` for the RTI itself.
        producing_federate: FederateHandle,
        /// Time stamp and orders, where the sender gave a time.
        stamp: Option<MessageStamp>,
    },
    /// Attributes became reachable (6.19).
    AttributesInScope {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
    },
    /// Attributes stopped being reachable (6.20).
    AttributesOutOfScope {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
    },
    /// Somebody asks for current values (6.22).
    ProvideAttributeValueUpdate {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Updates are wanted (6.23).
    TurnUpdatesOnForObjectInstance {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// Update rate designator of the FDD; absent for no reduction.
        update_rate: Option<String>,
    },
    /// Updates are not wanted (6.24).
    TurnUpdatesOffForObjectInstance {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
    },
    /// Attribute transport changed (6.26).
    ConfirmAttributeTransportationTypeChange {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// The transportation type.
        transportation_type: TransportationTypeHandle,
    },
    /// Answer to the attribute transport query (6.29).
    ReportAttributeTransportationType {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attribute.
        attribute: AttributeHandle,
        /// The transportation type.
        transportation_type: TransportationTypeHandle,
    },
    /// Interaction transport changed (6.31).
    ConfirmInteractionTransportationTypeChange {
        /// The interaction class.
        interaction_class: InteractionClassHandle,
        /// The transportation type.
        transportation_type: TransportationTypeHandle,
    },
    /// Answer to the interaction transport query (6.33).
    ReportInteractionTransportationType {
        /// The federate.
        federate: FederateHandle,
        /// The interaction class.
        interaction_class: InteractionClassHandle,
        /// The transportation type.
        transportation_type: TransportationTypeHandle,
    },
    /// Ownership is on offer (7.4).
    RequestAttributeOwnershipAssumption {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// A taker was found; confirm hand-over (7.5).
    RequestDivestitureConfirmation {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Ownership gained (7.7).
    AttributeOwnershipAcquisitionNotification {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Ownership not available (7.10).
    AttributeOwnershipUnavailable {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Somebody wants what you own (7.11).
    RequestAttributeOwnershipRelease {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// User-supplied tag, opaque.
        tag: Bytes,
    },
    /// Acquisition was cancelled (7.16).
    ConfirmAttributeOwnershipAcquisitionCancellation {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
    },
    /// Answer: owned by that federate (7.18).
    InformAttributeOwnership {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
        /// The owner.
        owner: FederateHandle,
    },
    /// Answer: nobody owns it (7.18).
    AttributeIsNotOwned {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
    },
    /// Answer: RTI owns it (7.18).
    AttributeIsOwnedByRti {
        /// The object instance.
        object_instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
    },
    /// Regulation in force from this time (8.3).
    TimeRegulationEnabled {
        /// Time stamp or requested time.
        time: LogicalTime,
    },
    /// Constraint in force from this time (8.6).
    TimeConstrainedEnabled {
        /// Time stamp or requested time.
        time: LogicalTime,
    },
    /// Grant of a flush queue request, with optimistic time (8.13).
    FlushQueueGrant {
        /// Time stamp or requested time.
        time: LogicalTime,
        /// How far the federate may run optimistically.
        optimistic_time: LogicalTime,
    },
    /// Grant of TAR/TARA/NMR/NMRA (8.14).
    TimeAdvanceGrant {
        /// Time stamp or requested time.
        time: LogicalTime,
    },
    /// A delivered message was retracted (8.23).
    RequestRetraction {
        /// The message.
        retraction: MessageRetractionHandle,
    },
}

impl Callback {
    /// Whether this is a message in the sense of time management: something that is ordered and
    /// that an idle constrained federate does not get without asynchronous delivery (8.1).
    pub const fn is_message(&self) -> bool {
        matches!(
            self,
            Self::ReflectAttributeValues { .. }
                | Self::ReceiveInteraction { .. }
                | Self::ReceiveDirectedInteraction { .. }
                | Self::RemoveObjectInstance { .. }
        )
    }
}
