//! Time management services (clause 8): arguments to `time`, and what `time` decides to callbacks.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use hla::{
    Call, Callback, Edition, FederateHandle, HlaError, MessageRetractionHandle, OrderType, Reply,
    TimePoint,
};

use crate::{
    FederateSet,
    emission::{Message, Out},
    federation::Federation,
    routing::{StillWanted, Tables},
    time::{Role, TimeEvent},
};

impl Federation {
    pub(crate) fn serve_time(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let changes = changed_attribute(&call);
        let (time, events) = (&mut self.time, &mut out.time);
        let reply = match call {
            Call::TimeAdvanceRequest { time: to } => {
                time.time_advance_request(from, to, events)?;
                Reply::TimeAdvanceRequest
            }
            Call::TimeAdvanceRequestAvailable { time: to } => {
                time.time_advance_request_available(from, to, events)?;
                Reply::TimeAdvanceRequestAvailable
            }
            Call::NextMessageRequest { time: to } => {
                time.next_message_request(from, to, events)?;
                Reply::NextMessageRequest
            }
            Call::NextMessageRequestAvailable { time: to } => {
                time.next_message_request_available(from, to, events)?;
                Reply::NextMessageRequestAvailable
            }
            Call::FlushQueueRequest { time: to } => {
                time.flush_queue_request(from, to, events)?;
                Reply::FlushQueueRequest
            }
            Call::EnableTimeRegulation { lookahead } => {
                time.enable_time_regulation(from, lookahead, events)?;
                Reply::EnableTimeRegulation
            }
            Call::DisableTimeRegulation => {
                time.disable_time_regulation(from, events)?;
                Reply::DisableTimeRegulation
            }
            Call::EnableTimeConstrained => {
                time.enable_time_constrained(from, events)?;
                Reply::EnableTimeConstrained
            }
            Call::DisableTimeConstrained => {
                time.disable_time_constrained(from, events)?;
                Reply::DisableTimeConstrained
            }
            Call::EnableAsynchronousDelivery => {
                time.enable_asynchronous_delivery(from, events)?;
                Reply::EnableAsynchronousDelivery
            }
            Call::DisableAsynchronousDelivery => {
                time.disable_asynchronous_delivery(from, events)?;
                Reply::DisableAsynchronousDelivery
            }
            Call::ModifyLookahead { lookahead } => {
                time.modify_lookahead(from, lookahead, events)?;
                Reply::ModifyLookahead
            }
            Call::Retract { retraction } => return self.retract(from, retraction, out),
            other => return self.serve_time_queries(from, other, out),
        };
        match changes {
            Some("HLAtimeManagerState") => self.note_advance(from, true, out),
            Some(attribute) => self.reflect_federate(from, &[attribute], out),
            None => {}
        }
        Ok(reply)
    }

    fn serve_time_queries(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let types = self.settings.time;
        match call {
            Call::QueryLogicalTime => {
                Ok(Reply::QueryLogicalTime(types.write(self.time.query_logical_time(from))))
            }
            Call::QueryGalt => {
                Ok(Reply::QueryGalt(self.time.query_galt(from).map(|time| types.write(time))))
            }
            Call::QueryLits => {
                Ok(Reply::QueryLits(self.time.query_lits(from).map(|time| types.write(time))))
            }
            Call::QueryLookahead => {
                let lookahead = self.time.query_lookahead(from)?;
                Ok(Reply::QueryLookahead(types.write_interval(lookahead)))
            }
            other => self.serve_ownership(from, other, out),
        }
    }

    fn retract(
        &mut self,
        from: FederateHandle,
        retraction: MessageRetractionHandle,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let delivered = self.time.retract(from, retraction, &mut out.time)?;
        let joined = self.federates.joined();
        let told = delivered.into_iter().filter(|federate| joined.contains(*federate));
        let told: FederateSet = told.collect();
        self.federates.tell(told, Callback::RequestRetraction { retraction }, out);
        self.take_deletion_back(from, retraction, out);
        Ok(Reply::Retract)
    }

    /// Carries out what time management has decided, in its order.
    pub(crate) fn carry_out(&mut self, out: &mut Out<'_>) {
        while !out.time.is_empty() {
            for event in std::mem::take(&mut out.time) {
                self.carry_out_one(event, out);
            }
        }
    }

    fn carry_out_one(&mut self, event: TimeEvent<Message>, out: &mut Out<'_>) {
        let types = self.settings.time;
        if self.federates.get(event.federate()).is_none() {
            // It left in the same step.
            return;
        }
        match event {
            TimeEvent::RegulationEnabled { federate, time } => {
                let callback = Callback::TimeRegulationEnabled { time: types.write(time) };
                let seq = self.federates.tell_one(federate, callback, out);
                self.time.enabling_emitted(federate, Role::Regulating, seq);
                self.reflect_federate(federate, &["HLAtimeRegulating"], out);
                self.finish_deletions_of(federate);
            }
            TimeEvent::ConstrainedEnabled { federate, time } => {
                let callback = Callback::TimeConstrainedEnabled { time: types.write(time) };
                let seq = self.federates.tell_one(federate, callback, out);
                self.time.enabling_emitted(federate, Role::Constrained, seq);
                self.reflect_federate(federate, &["HLAtimeConstrained"], out);
            }
            TimeEvent::Deliver { federate, message, received } => {
                self.deliver_held(federate, message, received, out);
            }
            TimeEvent::Granted { federate, time } => {
                let callback = Callback::TimeAdvanceGrant { time: types.write(time) };
                self.federates.tell_one(federate, callback, out);
                self.note_advance(federate, false, out);
                self.finish_deletions_of(federate);
            }
            TimeEvent::FlushQueueGranted { federate, time, optimistic } => {
                let callback = self.flush_queue_grant(federate, time, optimistic);
                self.federates.tell_one(federate, callback, out);
                self.note_advance(federate, false, out);
                self.finish_deletions_of(federate);
            }
        }
    }

    /// The 2010 edition has no grant of its own for flush queue requests.
    fn flush_queue_grant(
        &self,
        federate: FederateHandle,
        time: TimePoint,
        optimistic: TimePoint,
    ) -> Callback {
        let types = self.settings.time;
        let time = types.write(time);
        match self.federates.get(federate).map(|row| row.edition) {
            Some(Edition::Evolved2010) => Callback::TimeAdvanceGrant { time },
            Some(Edition::Hla4) | None => {
                Callback::FlushQueueGrant { time, optimistic_time: types.write(optimistic) }
            }
        }
    }

    /// A message that waited for its receiver: it may not concern it any more, or only in part.
    fn deliver_held(
        &mut self,
        federate: FederateHandle,
        message: Message,
        received: OrderType,
        out: &mut Out<'_>,
    ) {
        let wanted = if self.switches.delay_subscription_evaluation {
            self.late_part(federate, &message).map_or(StillWanted::Nothing, StillWanted::These)
        } else {
            self.tables().still_wanted(federate, &message)
        };
        let message = match wanted {
            StillWanted::Nothing => return,
            StillWanted::Everything => message,
            StillWanted::These(part) => part,
        };
        let receivers = FederateSet::one(federate);
        self.count_received(&message, &receivers);
        self.federates.tell(receivers.clone(), received_as(message.clone(), received), out);
        if let Callback::RemoveObjectInstance { object_instance, .. } = &*message {
            self.forget_removed(*object_instance, &receivers);
            self.finish_deletion(*object_instance);
        }
    }

    /// Drops queued messages that do not concern a federate any more; it may wait for one.
    pub(crate) fn drop_unwanted(&mut self, federate: FederateHandle, out: &mut Out<'_>) {
        if self.switches.delay_subscription_evaluation {
            return self.reconsider(federate, out);
        }
        let Self { model, declarations, instances, time, .. } = self;
        let tables = Tables { model, declarations, instances };
        let wanted = |message: &Message| {
            !matches!(tables.still_wanted(federate, message), StillWanted::Nothing)
        };
        time.retain(federate, wanted, &mut out.time);
    }
}

/// What of the MOM changes at once with an accepted service.
fn changed_attribute(call: &Call) -> Option<&'static str> {
    match call {
        Call::TimeAdvanceRequest { .. }
        | Call::TimeAdvanceRequestAvailable { .. }
        | Call::NextMessageRequest { .. }
        | Call::NextMessageRequestAvailable { .. }
        | Call::FlushQueueRequest { .. } => Some("HLAtimeManagerState"),
        Call::DisableTimeRegulation => Some("HLAtimeRegulating"),
        Call::DisableTimeConstrained => Some("HLAtimeConstrained"),
        Call::EnableAsynchronousDelivery | Call::DisableAsynchronousDelivery => {
            Some("HLAasynchronousDelivery")
        }
        _ => None,
    }
}

/// The message with the order in which it is received in its stamp.
fn received_as(mut message: Message, received: OrderType) -> Message {
    let stamp = match &*message {
        Callback::ReflectAttributeValues { stamp, .. }
        | Callback::ReceiveInteraction { stamp, .. }
        | Callback::ReceiveDirectedInteraction { stamp, .. }
        | Callback::RemoveObjectInstance { stamp, .. } => *stamp,
        _ => None,
    };
    if stamp.is_none_or(|stamp| stamp.received_order == received) {
        return message;
    }
    match Arc::make_mut(&mut message) {
        Callback::ReflectAttributeValues { stamp: Some(stamp), .. }
        | Callback::ReceiveInteraction { stamp: Some(stamp), .. }
        | Callback::ReceiveDirectedInteraction { stamp: Some(stamp), .. }
        | Callback::RemoveObjectInstance { stamp: Some(stamp), .. } => {
            stamp.received_order = received;
        }
        _ => {}
    }
    message
}
