//! The callbacks of the standard as a trait, for programs that are called back.

use std::fmt;

use bytes::Bytes;
use hla::{
    AttributeHandle, AttributeValues, Callback, ConveyedRegion, FederateHandle,
    FederateRestoreStatus, FederateSaveStatus, FederationExecutionInformation,
    FederationExecutionMemberInformation, InteractionClassHandle, LogicalTime,
    MessageRetractionHandle, MessageStamp, ObjectClassHandle, ObjectInstanceHandle,
    ParameterValues, RestoreFailureReason, SaveFailureReason, SynchronizationPointFailureReason,
    TransportationTypeHandle,
};

use crate::Federate;

/// The one exception that a callback may raise; `?` makes it from any error.
///
/// The SDK logs it, tells the RTI and goes on with the next callback.
pub struct FederateInternalError(pub String);

// Not an `Error` itself: so it can be made from every type that is.
impl<E: std::error::Error> From<E> for FederateInternalError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Debug for FederateInternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FederateInternalError: {}", self.0)
    }
}

/// What a callback returns.
pub type Handled = Result<(), FederateInternalError>;

/// What comes with the values of a message.
#[derive(Debug, Clone, PartialEq)]
pub struct MessageDetails {
    /// User-supplied tag, opaque.
    pub tag: Bytes,
    /// How it travelled.
    pub transportation_type: TransportationTypeHandle,
    /// Who sent it; `INVALID` for the RTI itself.
    pub producing_federate: FederateHandle,
    /// Regions of the sender, where the receiver asked for them.
    pub sent_regions: Option<Vec<ConveyedRegion>>,
    /// Time stamp and orders, where the sender gave a time.
    pub stamp: Option<MessageStamp>,
}

/// The trait with one default method for each callback, and the way from a [`Callback`] to it.
macro_rules! callbacks {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) = $variant:ident;)*) => {
        /// What the RTI tells a federate: one method for each callback of the standard, under its
        /// name. All do nothing by default; implement those you want, as `async fn`.
        ///
        /// The first argument is the federate itself, because every service may be called from
        /// within a callback but connect, disconnect, join, resign and the evoking of callbacks;
        /// those do not compile or are refused with `CallNotAllowedFromWithinCallback`. Callbacks
        /// come one at a time, in the order of the RTI. A callback that takes long keeps the next
        /// ones and all services of the federate waiting.
        ///
        /// ```
        /// use federate_sdk::hla::{HlaInteger64Time, LogicalTime, ObjectClassHandle, ObjectInstanceHandle, FederateHandle};
        /// use federate_sdk::{Federate, FederateAmbassador, Handled};
        ///
        /// struct Watcher;
        ///
        /// impl FederateAmbassador for Watcher {
        ///     async fn time_advance_grant(&mut self, federate: &mut Federate, time: LogicalTime) -> Handled {
        ///         println!("it is {time:?}");
        ///         federate.time_advance_request(HlaInteger64Time(1_000)).await?;
        ///         Ok(())
        ///     }
        /// }
        /// ```
        ///
        /// Nobody resigns from within a callback:
        ///
        /// ```compile_fail
        /// use federate_sdk::{Federate, FederateAmbassador, Handled, hla::ResignAction};
        /// struct Quitter;
        /// impl FederateAmbassador for Quitter {
        ///     async fn federation_saved(&mut self, federate: &mut Federate) -> Handled {
        ///         federate.resign_federation_execution(ResignAction::NoAction).await?;
        ///         Ok(())
        ///     }
        /// }
        /// ```
        #[allow(unused_variables, reason = "the methods do nothing with what they are told")]
        pub trait FederateAmbassador: Send {
            $(
                $(#[$doc])*
                fn $name(&mut self, federate: &mut Federate $(, $arg: $type)*) -> impl Future<Output = Handled> + Send {
                    async { Ok(()) }
                }
            )*

            /// New attribute values (6.11).
            fn reflect_attribute_values(
                &mut self,
                federate: &mut Federate,
                object_instance: ObjectInstanceHandle,
                values: AttributeValues,
                details: MessageDetails,
            ) -> impl Future<Output = Handled> + Send {
                async { Ok(()) }
            }

            /// An interaction arrived (6.13).
            fn receive_interaction(
                &mut self,
                federate: &mut Federate,
                interaction_class: InteractionClassHandle,
                values: ParameterValues,
                details: MessageDetails,
            ) -> impl Future<Output = Handled> + Send {
                async { Ok(()) }
            }

            /// An interaction aimed at an instance arrived (2025: 6.15).
            fn receive_directed_interaction(
                &mut self,
                federate: &mut Federate,
                interaction_class: InteractionClassHandle,
                object_instance: ObjectInstanceHandle,
                values: ParameterValues,
                details: MessageDetails,
            ) -> impl Future<Output = Handled> + Send {
                async { Ok(()) }
            }

            /// How a federate's interactions travel (6.33).
            fn report_interaction_transportation_type(
                &mut self,
                federate: &mut Federate,
                sender: FederateHandle,
                interaction_class: InteractionClassHandle,
                transportation_type: TransportationTypeHandle,
            ) -> impl Future<Output = Handled> + Send {
                async { Ok(()) }
            }
        }

        /// Calls the method of a callback.
        pub(crate) async fn deliver<A: FederateAmbassador>(
            ambassador: &mut A,
            federate: &mut Federate,
            callback: Callback,
        ) -> Handled {
            match callback {
                $(Callback::$variant { $($arg),* } => ambassador.$name(federate $(, $arg)*).await,)*
                Callback::ReportInteractionTransportationType { federate: sender, interaction_class, transportation_type } => {
                    ambassador.report_interaction_transportation_type(federate, sender, interaction_class, transportation_type).await
                }
                Callback::ReflectAttributeValues { object_instance, values, tag, transportation_type, producing_federate, sent_regions, stamp } => {
                    let details = MessageDetails { tag, transportation_type, producing_federate, sent_regions, stamp };
                    ambassador.reflect_attribute_values(federate, object_instance, values, details).await
                }
                Callback::ReceiveInteraction { interaction_class, values, tag, transportation_type, producing_federate, sent_regions, stamp } => {
                    let details = MessageDetails { tag, transportation_type, producing_federate, sent_regions, stamp };
                    ambassador.receive_interaction(federate, interaction_class, values, details).await
                }
                Callback::ReceiveDirectedInteraction { interaction_class, object_instance, values, tag, transportation_type, producing_federate, stamp } => {
                    let details = MessageDetails { tag, transportation_type, producing_federate, sent_regions: None, stamp };
                    ambassador.receive_directed_interaction(federate, interaction_class, object_instance, values, details).await
                }
            }
        }
    };
}

callbacks! {
    /// The connection broke; the federate is resigned and no longer connected (4.4).
    connection_lost(fault_description: String) = ConnectionLost;
    /// The federation executions of the RTI (4.8).
    report_federation_executions(report: Vec<FederationExecutionInformation>) = ReportFederationExecutions;
    /// The federates of a federation execution (2025: 4.10).
    report_federation_execution_members(federation_name: String, report: Vec<FederationExecutionMemberInformation>) = ReportFederationExecutionMembers;
    /// The federation execution asked about does not exist (2025: 4.10).
    report_federation_execution_does_not_exist(federation_name: String) = ReportFederationExecutionDoesNotExist;
    /// Somebody resigned this federate (2025: 4.13).
    federate_resigned(description: String) = FederateResigned;
    /// The synchronization point is registered (4.15).
    synchronization_point_registration_succeeded(label: String) = SynchronizationPointRegistrationSucceeded;
    /// The synchronization point is not registered (4.15).
    synchronization_point_registration_failed(label: String, reason: SynchronizationPointFailureReason) = SynchronizationPointRegistrationFailed;
    /// There is a synchronization point to achieve (4.16).
    announce_synchronization_point(label: String, tag: Bytes) = AnnounceSynchronizationPoint;
    /// All have achieved the point, some perhaps without success (4.18).
    federation_synchronized(label: String, failed_to_sync_set: Vec<FederateHandle>) = FederationSynchronized;
    /// This federate shall save its state (4.20).
    initiate_federate_save(label: String, time: Option<LogicalTime>) = InitiateFederateSave;
    /// The federation is saved (4.23).
    federation_saved() = FederationSaved;
    /// The federation is not saved (4.23).
    federation_not_saved(reason: SaveFailureReason) = FederationNotSaved;
    /// Where every federate stands in the save (4.26).
    federation_save_status_response(statuses: Vec<FederateSaveStatus>) = FederationSaveStatusResponse;
    /// The federation will be restored (4.28).
    request_federation_restore_succeeded(label: String) = RequestFederationRestoreSucceeded;
    /// The federation cannot be restored (4.28).
    request_federation_restore_failed(label: String) = RequestFederationRestoreFailed;
    /// The restore begins; nothing else may be done (4.29).
    federation_restore_begun() = FederationRestoreBegun;
    /// This federate shall restore its state, and has this name and handle from then on (4.30).
    initiate_federate_restore(label: String, federate_name: String, post_restore_handle: FederateHandle) = InitiateFederateRestore;
    /// The federation is restored (4.32).
    federation_restored() = FederationRestored;
    /// The federation is not restored (4.32).
    federation_not_restored(reason: RestoreFailureReason) = FederationNotRestored;
    /// Where every federate stands in the restore (4.35).
    federation_restore_status_response(statuses: Vec<FederateRestoreStatus>) = FederationRestoreStatusResponse;
    /// Somebody wants instances of a class (5.14).
    start_registration_for_object_class(object_class: ObjectClassHandle) = StartRegistrationForObjectClass;
    /// Nobody wants instances of a class (5.15).
    stop_registration_for_object_class(object_class: ObjectClassHandle) = StopRegistrationForObjectClass;
    /// Somebody wants interactions of a class (5.16).
    turn_interactions_on(interaction_class: InteractionClassHandle) = TurnInteractionsOn;
    /// Nobody wants interactions of a class (5.17).
    turn_interactions_off(interaction_class: InteractionClassHandle) = TurnInteractionsOff;
    /// The name is reserved (6.3).
    object_instance_name_reservation_succeeded(name: String) = ObjectInstanceNameReservationSucceeded;
    /// The name is taken (6.3).
    object_instance_name_reservation_failed(name: String) = ObjectInstanceNameReservationFailed;
    /// The names are reserved (6.6).
    multiple_object_instance_name_reservation_succeeded(names: Vec<String>) = MultipleObjectInstanceNameReservationSucceeded;
    /// The names are taken (6.6).
    multiple_object_instance_name_reservation_failed(names: Vec<String>) = MultipleObjectInstanceNameReservationFailed;
    /// There is an instance (6.9).
    discover_object_instance(object_instance: ObjectInstanceHandle, object_class: ObjectClassHandle, name: String, producing_federate: FederateHandle) = DiscoverObjectInstance;
    /// An instance was deleted (6.17).
    remove_object_instance(object_instance: ObjectInstanceHandle, tag: Bytes, producing_federate: FederateHandle, stamp: Option<MessageStamp>) = RemoveObjectInstance;
    /// Attributes can be reflected now (6.19).
    attributes_in_scope(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>) = AttributesInScope;
    /// Attributes cannot be reflected any more (6.20).
    attributes_out_of_scope(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>) = AttributesOutOfScope;
    /// Somebody asks for values (6.22).
    provide_attribute_value_update(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>, tag: Bytes) = ProvideAttributeValueUpdate;
    /// Updates are wanted, at this rate if one is named (6.23).
    turn_updates_on_for_object_instance(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>, update_rate: Option<String>) = TurnUpdatesOnForObjectInstance;
    /// Updates are not wanted (6.24).
    turn_updates_off_for_object_instance(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>) = TurnUpdatesOffForObjectInstance;
    /// Attributes travel in another way now (6.26).
    confirm_attribute_transportation_type_change(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>, transportation_type: TransportationTypeHandle) = ConfirmAttributeTransportationTypeChange;
    /// How an attribute travels (6.29).
    report_attribute_transportation_type(object_instance: ObjectInstanceHandle, attribute: AttributeHandle, transportation_type: TransportationTypeHandle) = ReportAttributeTransportationType;
    /// Interactions travel in another way now (6.31).
    confirm_interaction_transportation_type_change(interaction_class: InteractionClassHandle, transportation_type: TransportationTypeHandle) = ConfirmInteractionTransportationTypeChange;
    /// Ownership is offered (7.4).
    request_attribute_ownership_assumption(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>, tag: Bytes) = RequestAttributeOwnershipAssumption;
    /// Somebody takes what was offered; confirm (7.5).
    request_divestiture_confirmation(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>, tag: Bytes) = RequestDivestitureConfirmation;
    /// The attributes are this federate's (7.7).
    attribute_ownership_acquisition_notification(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>, tag: Bytes) = AttributeOwnershipAcquisitionNotification;
    /// The attributes are not to be had (7.10).
    attribute_ownership_unavailable(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>, tag: Bytes) = AttributeOwnershipUnavailable;
    /// Somebody wants what this federate owns (7.11).
    request_attribute_ownership_release(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>, tag: Bytes) = RequestAttributeOwnershipRelease;
    /// The request for ownership is taken back (7.16).
    confirm_attribute_ownership_acquisition_cancellation(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>) = ConfirmAttributeOwnershipAcquisitionCancellation;
    /// A federate owns the attributes (7.18).
    inform_attribute_ownership(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>, owner: FederateHandle) = InformAttributeOwnership;
    /// Nobody owns the attributes (7.18).
    attribute_is_not_owned(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>) = AttributeIsNotOwned;
    /// The RTI owns the attributes (7.18).
    attribute_is_owned_by_rti(object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>) = AttributeIsOwnedByRti;
    /// This federate regulates from this time on (8.3).
    time_regulation_enabled(time: LogicalTime) = TimeRegulationEnabled;
    /// This federate is constrained from this time on (8.6).
    time_constrained_enabled(time: LogicalTime) = TimeConstrainedEnabled;
    /// The grant of a flush queue request (8.13).
    flush_queue_grant(time: LogicalTime, optimistic_time: LogicalTime) = FlushQueueGrant;
    /// The grant of every other request for time (8.14).
    time_advance_grant(time: LogicalTime) = TimeAdvanceGrant;
    /// A message that was delivered has been taken back (8.23).
    request_retraction(retraction: MessageRetractionHandle) = RequestRetraction;
}
