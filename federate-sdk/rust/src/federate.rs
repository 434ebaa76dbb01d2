//! A joined federate: the services of the standard, under its names.

use bytes::Bytes;
use hla::{
    AttributeHandle, AttributeValues, Call, Callback, FederateHandle, InteractionClassHandle,
    LogicalTime, MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle,
    ParameterValues, Reply, ResignAction, TimeImplementation,
};

use crate::SdkError;
use crate::connection::Connection;
use crate::session::Session;

/// A joined federate.
///
/// Calls wait for the answer of the RTI; [`post`](Self::post) does not, for the many updates of a
/// step. Callbacks wait in order until [`next_callback`](Self::next_callback) takes them; a
/// callback counts as handled when the next one is asked for.
#[derive(Debug)]
pub struct Federate {
    session: Session,
    handle: FederateHandle,
    time: TimeImplementation,
}

/// Services that take what they say and return nothing.
macro_rules! services {
    ($($(#[$doc:meta])* $name:ident => $variant:ident { $($field:ident: $type:ty),* };)*) => {
        impl Federate {$(
            $(#[$doc])*
            ///
            /// # Errors
            /// `Refused` as the standard says for this service, `ConnectionLost`, `Protocol`.
            pub async fn $name(&mut self, $($field: $type),*) -> Result<(), SdkError> {
                self.call(&Call::$variant { $($field: $field.into()),* }).await.map(drop)
            }
        )*}
    };
}

/// Services that return what their variant of `Reply` carries.
macro_rules! queries {
    ($($(#[$doc:meta])* $name:ident => $variant:ident { $($field:ident: $type:ty),* } -> $result:ty;)*) => {
        impl Federate {$(
            $(#[$doc])*
            ///
            /// # Errors
            /// `Refused` as the standard says for this service, `ConnectionLost`, `Protocol`.
            pub async fn $name(&mut self, $($field: $type),*) -> Result<$result, SdkError> {
                match self.call(&Call::$variant { $($field: $field.into()),* }).await? {
                    Reply::$variant(result) => Ok(result),
                    reply => Err(unexpected(&reply)),
                }
            }
        )*}
    };
}

impl Federate {
    pub(crate) fn joined(
        session: Session,
        handle: FederateHandle,
        time: TimeImplementation,
    ) -> Self {
        Self { session, handle, time }
    }

    /// The handle of this federate.
    pub fn handle(&self) -> FederateHandle {
        self.handle
    }

    /// The time type of the federation execution.
    pub fn time_implementation(&self) -> TimeImplementation {
        self.time
    }

    /// Calls any service and waits for its answer.
    ///
    /// # Errors
    /// `Refused` with the exception of the standard; also the refusal of an earlier posted call,
    /// in which case this one was not made. `ConnectionLost`, `Protocol`.
    pub async fn call(&mut self, call: &Call) -> Result<Reply, SdkError> {
        self.session.call(call).await
    }

    /// Calls any service and does not wait; a refusal comes out of a later call or callback.
    ///
    /// # Errors
    /// The refusal of an earlier posted call, `ConnectionLost`, `Protocol`.
    pub async fn post(&mut self, call: &Call) -> Result<(), SdkError> {
        self.session.post(call).await
    }

    /// Waits for the answers of all posted calls.
    ///
    /// # Errors
    /// The first refusal among them, `ConnectionLost`, `Protocol`.
    pub async fn settle(&mut self) -> Result<(), SdkError> {
        self.session.settle(0).await
    }

    /// The next callback. Nothing is lost when the caller stops waiting for it.
    ///
    /// # Errors
    /// The refusal of a posted call, `ConnectionLost`, `Protocol`.
    pub async fn next_callback(&mut self) -> Result<Callback, SdkError> {
        self.session.next_callback().await
    }

    /// The callbacks as a stream, which ends with the first error.
    pub fn callbacks(&mut self) -> impl futures::Stream<Item = Result<Callback, SdkError>> + '_ {
        futures::stream::unfold(Some(self), |federate| async {
            let federate = federate?;
            match federate.next_callback().await {
                Ok(callback) => Some((Ok(callback), Some(federate))),
                Err(error) => Some((Err(error), None)),
            }
        })
    }

    /// Waits for the first callback that `pick` wants; the others stay, in order.
    ///
    /// # Errors
    /// `ConnectionLost`, `Protocol`.
    pub async fn pick_callback<T>(
        &mut self,
        pick: impl FnMut(&Callback) -> Option<T>,
    ) -> Result<T, SdkError> {
        self.session.pick_callback(pick).await
    }

    /// Becomes time-regulating and waits until it is in force (8.2); returns the logical time
    /// that the RTI gives.
    ///
    /// # Errors
    /// `Refused` as the standard says for enableTimeRegulation, `ConnectionLost`, `Protocol`.
    pub async fn become_time_regulating(
        &mut self,
        lookahead: impl Into<LogicalTime>,
    ) -> Result<LogicalTime, SdkError> {
        self.call(&Call::EnableTimeRegulation { lookahead: lookahead.into() }).await?;
        self.pick_callback(|callback| match callback {
            Callback::TimeRegulationEnabled { time } => Some(*time),
            _ => None,
        })
        .await
    }

    /// Becomes time-constrained and waits until it is in force (8.5); returns its logical time.
    ///
    /// # Errors
    /// `Refused` as the standard says for enableTimeConstrained, `ConnectionLost`, `Protocol`.
    pub async fn become_time_constrained(&mut self) -> Result<LogicalTime, SdkError> {
        self.call(&Call::EnableTimeConstrained).await?;
        self.pick_callback(|callback| match callback {
            Callback::TimeConstrainedEnabled { time } => Some(*time),
            _ => None,
        })
        .await
    }

    /// Registers an object instance; with a name, reserves the name first (6.2, 6.8).
    ///
    /// # Errors
    /// `Refused`, with `ObjectInstanceNameInUse` when the name is taken; `ConnectionLost`.
    pub async fn register_object_instance(
        &mut self,
        object_class: ObjectClassHandle,
        name: Option<&str>,
    ) -> Result<ObjectInstanceHandle, SdkError> {
        if let Some(name) = name {
            self.reserve_object_instance_names(&[name.into()]).await?;
        }
        self.register_reserved(object_class, name).await
    }

    /// Reserves names and waits for the outcome (6.2, 6.5): all of them or none.
    ///
    /// # Errors
    /// `Refused` with `ObjectInstanceNameInUse` naming those that are taken, `ConnectionLost`.
    pub async fn reserve_object_instance_names(
        &mut self,
        names: &[String],
    ) -> Result<(), SdkError> {
        let call = Call::ReserveMultipleObjectInstanceNames { names: names.to_vec() };
        self.call(&call).await?;
        let mut reserved = Vec::new();
        let mut taken = Vec::new();
        while reserved.len() + taken.len() < names.len() {
            let (names, into_reserved) = self
                .pick_callback(|callback| match callback {
                    Callback::MultipleObjectInstanceNameReservationSucceeded { names } => {
                        Some((names.clone(), true))
                    }
                    Callback::MultipleObjectInstanceNameReservationFailed { names } => {
                        Some((names.clone(), false))
                    }
                    _ => None,
                })
                .await?;
            if into_reserved { &mut reserved } else { &mut taken }.extend(names);
        }
        if taken.is_empty() {
            return Ok(());
        }
        if !reserved.is_empty() {
            self.call(&Call::ReleaseMultipleObjectInstanceNames { names: reserved }).await?;
        }
        let error = hla::HlaError::ObjectInstanceNameInUse(taken.join(", "));
        Err(SdkError::Refused { service: "reserveMultipleObjectInstanceNames", error })
    }

    /// Registers an object instance under a name that this federate has reserved (6.8).
    ///
    /// # Errors
    /// `Refused` as the standard says for registerObjectInstance, `ConnectionLost`, `Protocol`.
    pub async fn register_reserved(
        &mut self,
        object_class: ObjectClassHandle,
        name: Option<&str>,
    ) -> Result<ObjectInstanceHandle, SdkError> {
        let name = name.map(Into::into);
        let call =
            Call::RegisterObjectInstance { object_class, name, attributes_and_regions: None };
        match self.call(&call).await? {
            Reply::RegisterObjectInstance(handle) => Ok(handle),
            reply => Err(unexpected(&reply)),
        }
    }

    /// Updates attributes (6.10); with a time stamp the message can be retracted.
    ///
    /// # Errors
    /// `Refused` as the standard says for updateAttributeValues, `ConnectionLost`, `Protocol`.
    pub async fn update_attribute_values(
        &mut self,
        object_instance: ObjectInstanceHandle,
        values: AttributeValues,
        tag: impl Into<Bytes>,
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>, SdkError> {
        let tag = tag.into();
        match self.call(&Call::UpdateAttributeValues { object_instance, values, tag, time }).await?
        {
            Reply::UpdateAttributeValues(retraction) => Ok(retraction),
            reply => Err(unexpected(&reply)),
        }
    }

    /// Sends an interaction (6.12); with a time stamp the message can be retracted.
    ///
    /// # Errors
    /// `Refused` as the standard says for sendInteraction, `ConnectionLost`, `Protocol`.
    pub async fn send_interaction(
        &mut self,
        interaction_class: InteractionClassHandle,
        values: ParameterValues,
        tag: impl Into<Bytes>,
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>, SdkError> {
        let tag = tag.into();
        let call = Call::SendInteraction { interaction_class, values, regions: None, tag, time };
        match self.call(&call).await? {
            Reply::SendInteraction(retraction) => Ok(retraction),
            reply => Err(unexpected(&reply)),
        }
    }

    /// Deletes an object instance (6.14).
    ///
    /// # Errors
    /// `Refused` as the standard says for deleteObjectInstance, `ConnectionLost`, `Protocol`.
    pub async fn delete_object_instance(
        &mut self,
        object_instance: ObjectInstanceHandle,
        tag: impl Into<Bytes>,
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>, SdkError> {
        let tag = tag.into();
        match self.call(&Call::DeleteObjectInstance { object_instance, tag, time }).await? {
            Reply::DeleteObjectInstance(retraction) => Ok(retraction),
            reply => Err(unexpected(&reply)),
        }
    }

    /// Resigns and gives the connection back (4.12).
    ///
    /// # Errors
    /// `Refused` as the standard says, for example with `FederateOwnsAttributes`; the federate
    /// then is still joined and comes back with the reason.
    pub async fn resign(mut self, action: ResignAction) -> Result<Connection, (Self, SdkError)> {
        let call = Call::ResignFederationExecution { action: Some(action) };
        match self.session.call(&call).await {
            Ok(_) => Ok(Connection::resigned(self.session)),
            Err(error) => Err((self, error)),
        }
    }
}

services! {
    /// Publishes attributes of an object class (5.2).
    publish_object_class_attributes => PublishObjectClassAttributes { object_class: ObjectClassHandle, attributes: Vec<AttributeHandle> };
    /// Stops publishing an object class (5.3).
    unpublish_object_class => UnpublishObjectClass { object_class: ObjectClassHandle };
    /// Publishes an interaction class (5.4).
    publish_interaction_class => PublishInteractionClass { interaction_class: InteractionClassHandle };
    /// Stops publishing an interaction class (5.5).
    unpublish_interaction_class => UnpublishInteractionClass { interaction_class: InteractionClassHandle };
    /// Subscribes to attributes of an object class (5.8); `active` is false for a passive subscription.
    subscribe_object_class_attributes => SubscribeObjectClassAttributes { object_class: ObjectClassHandle, attributes: Vec<AttributeHandle>, active: bool, update_rate: Option<String> };
    /// Stops subscribing to an object class (5.9).
    unsubscribe_object_class => UnsubscribeObjectClass { object_class: ObjectClassHandle };
    /// Subscribes to an interaction class (5.10); `active` is false for a passive subscription.
    subscribe_interaction_class => SubscribeInteractionClass { interaction_class: InteractionClassHandle, active: bool };
    /// Stops subscribing to an interaction class (5.11).
    unsubscribe_interaction_class => UnsubscribeInteractionClass { interaction_class: InteractionClassHandle };
    /// Asks the owners of an instance's attributes for their values (6.19).
    request_instance_attribute_value_update => RequestInstanceAttributeValueUpdate { object_instance: ObjectInstanceHandle, attributes: Vec<AttributeHandle>, tag: Bytes };
    /// Asks the owners of all instances of a class for values (6.19).
    request_class_attribute_value_update => RequestClassAttributeValueUpdate { object_class: ObjectClassHandle, attributes: Vec<AttributeHandle>, tag: Bytes };
    /// Forgets an instance until it is discovered again (6.16).
    local_delete_object_instance => LocalDeleteObjectInstance { object_instance: ObjectInstanceHandle };
    /// Stops regulating (8.4).
    disable_time_regulation => DisableTimeRegulation {};
    /// Stops being constrained (8.7).
    disable_time_constrained => DisableTimeConstrained {};
    /// Asks for a time; the grant says that nothing at or before it will come any more (8.8).
    time_advance_request => TimeAdvanceRequest { time: LogicalTime };
    /// Asks for a time; more at that very time may come after the grant (8.9).
    time_advance_request_available => TimeAdvanceRequestAvailable { time: LogicalTime };
    /// Asks for the next message, at the latest for a time (8.10).
    next_message_request => NextMessageRequest { time: LogicalTime };
    /// Asks for the next message; more at that very time may come after the grant (8.11).
    next_message_request_available => NextMessageRequestAvailable { time: LogicalTime };
    /// Asks for everything that is queued, whatever its time (8.12).
    flush_queue_request => FlushQueueRequest { time: LogicalTime };
    /// Takes receive-order messages also while not advancing (8.14).
    enable_asynchronous_delivery => EnableAsynchronousDelivery {};
    /// Takes receive-order messages only while advancing (8.15).
    disable_asynchronous_delivery => DisableAsynchronousDelivery {};
    /// Changes the lookahead; a smaller one takes effect as time advances (8.19).
    modify_lookahead => ModifyLookahead { lookahead: LogicalTime };
    /// Takes back a message that was sent in time-stamp order (8.21).
    retract => Retract { retraction: MessageRetractionHandle };
}

queries! {
    /// The handle of a joined federate (10.5).
    get_federate_handle => GetFederateHandle { name: &str } -> FederateHandle;
    /// The handle of an object class by its qualified name (10.8).
    get_object_class_handle => GetObjectClassHandle { name: &str } -> ObjectClassHandle;
    /// The qualified name of an object class (10.9).
    get_object_class_name => GetObjectClassName { object_class: ObjectClassHandle } -> String;
    /// The handle of an attribute of a class (10.13).
    get_attribute_handle => GetAttributeHandle { object_class: ObjectClassHandle, name: &str } -> AttributeHandle;
    /// The handle of an interaction class by its qualified name (10.17).
    get_interaction_class_handle => GetInteractionClassHandle { name: &str } -> InteractionClassHandle;
    /// The handle of a parameter of a class (10.19).
    get_parameter_handle => GetParameterHandle { interaction_class: InteractionClassHandle, name: &str } -> ParameterHandle;
    /// The handle of a known object instance (10.11).
    get_object_instance_handle => GetObjectInstanceHandle { name: &str } -> ObjectInstanceHandle;
    /// The name of a known object instance (10.12).
    get_object_instance_name => GetObjectInstanceName { object_instance: ObjectInstanceHandle } -> String;
    /// The logical time of this federate (8.17).
    query_logical_time => QueryLogicalTime {} -> LogicalTime;
    /// Greatest available logical time; `None` while nobody else regulates (8.16).
    query_galt => QueryGalt {} -> Option<LogicalTime>;
    /// Least incoming time stamp (8.18).
    query_lits => QueryLits {} -> Option<LogicalTime>;
    /// The lookahead in force (8.20).
    query_lookahead => QueryLookahead {} -> LogicalTime;
}

pub(crate) fn unexpected(reply: &Reply) -> SdkError {
    SdkError::Protocol(format!("{reply:?} as the answer to another service"))
}
