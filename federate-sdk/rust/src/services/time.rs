//! Time management (clause 8). All of them also raise `SaveInProgress` and `RestoreInProgress`.

use hla::{
    AttributeHandle, Call, HlaError, InteractionClassHandle, LogicalTime, LogicalTimeInterval,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, OrderType,
};

use crate::request::services;
use crate::{Federate, IntoTime, Request};

/// Services that name a time or an interval; one of the wrong type is refused by the SDK.
macro_rules! timed {
    ($($(#[$doc:meta])* $name:ident($arg:ident) = $variant:ident or $refusal:ident;)*) => {
        impl Federate {$(
            $(#[$doc])*
            pub fn $name(&mut self, $arg: impl IntoTime) -> Request<'_, ()> {
                let call = Call::$variant { $arg: LogicalTime::Unreadable };
                Request::new(self, call, |_| Ok(())).timed($arg, HlaError::$refusal, |call, $arg| {
                    *call = Call::$variant { $arg };
                })
            }
        )*}
    };
}

timed! {
    /// Asks to regulate the time of others (8.2); in force with timeRegulationEnabled.
    /// `InvalidLookahead`, `InTimeAdvancingState`, `TimeRegulationAlreadyEnabled`.
    enable_time_regulation(lookahead) = EnableTimeRegulation or InvalidLookahead;
    /// Asks for a time; after the grant nothing at or before it comes any more (8.8).
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`.
    time_advance_request(time) = TimeAdvanceRequest or InvalidLogicalTime;
    /// Asks for a time; after the grant more at that very time may come (8.9).
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`.
    time_advance_request_available(time) = TimeAdvanceRequestAvailable or InvalidLogicalTime;
    /// Asks for the next message, at the latest for a time (8.10).
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`.
    next_message_request(time) = NextMessageRequest or InvalidLogicalTime;
    /// Asks for the next message; after the grant more at that very time may come (8.11).
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`.
    next_message_request_available(time) = NextMessageRequestAvailable or InvalidLogicalTime;
    /// Asks for everything that is queued, whatever its time (8.12).
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`.
    flush_queue_request(time) = FlushQueueRequest or InvalidLogicalTime;
    /// Changes the lookahead; a smaller one takes effect as time advances (8.20).
    /// `InvalidLookahead`, `InTimeAdvancingState`, `TimeRegulationIsNotEnabled`.
    modify_lookahead(lookahead) = ModifyLookahead or InvalidLookahead;
}

services! {
    /// Stops regulating (8.4). `TimeRegulationIsNotEnabled`.
    disable_time_regulation() = DisableTimeRegulation {};
    /// Asks to be constrained by others (8.5); in force with timeConstrainedEnabled.
    /// `InTimeAdvancingState`, `TimeConstrainedAlreadyEnabled`.
    enable_time_constrained() = EnableTimeConstrained {};
    /// Stops being constrained (8.7). `TimeConstrainedIsNotEnabled`.
    disable_time_constrained() = DisableTimeConstrained {};
    /// Takes receive-order messages also while not advancing (8.15).
    /// `AsynchronousDeliveryAlreadyEnabled`.
    enable_asynchronous_delivery() = EnableAsynchronousDelivery {};
    /// Takes receive-order messages only while advancing (8.16).
    /// `AsynchronousDeliveryAlreadyDisabled`.
    disable_asynchronous_delivery() = DisableAsynchronousDelivery {};
    /// The greatest available logical time; `None` while nobody else regulates (8.17).
    query_galt() -> Option<LogicalTime> = QueryGalt {};
    /// The logical time of this federate (8.18).
    query_logical_time() -> LogicalTime = QueryLogicalTime {};
    /// The least time stamp that may still come (8.19).
    query_lits() -> Option<LogicalTime> = QueryLits {};
    /// The lookahead in force (8.21). `TimeRegulationIsNotEnabled`.
    query_lookahead() -> LogicalTimeInterval = QueryLookahead {};
    /// Takes back a message that was sent in time-stamp order (8.22).
    /// `MessageCanNoLongerBeRetracted`, `InvalidMessageRetractionHandle`.
    retract(retraction: MessageRetractionHandle) = Retract { retraction };
    /// Changes the order in which attributes of an instance are sent (8.24). `AttributeNotOwned`.
    change_attribute_order_type(object_instance: ObjectInstanceHandle, attributes: impl Into<Vec<AttributeHandle>>, order: OrderType) = ChangeAttributeOrderType { object_instance, attributes: attributes.into(), order: Some(order) };
    /// Sets the order for attributes of future instances (2025: 8.25). `AttributeNotDefined`.
    change_default_attribute_order_type(object_class: ObjectClassHandle, attributes: impl Into<Vec<AttributeHandle>>, order: OrderType) = ChangeDefaultAttributeOrderType { object_class, attributes: attributes.into(), order: Some(order) };
    /// Changes the order in which interactions of a class are sent (8.26).
    /// `InteractionClassNotPublished`.
    change_interaction_order_type(interaction_class: InteractionClassHandle, order: OrderType) = ChangeInteractionOrderType { interaction_class, order: Some(order) };
}
