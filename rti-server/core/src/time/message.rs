//! Sending with and without a time (5.5): what is legal, who gets a message now, who has to wait.

use hla::{FederateHandle, HlaError, LogicalTime, MessageRetractionHandle, OrderType, TimePoint};

use super::bound::Bound;
use super::{SendStamp, TimeEvent, TimeManagement, members};
use crate::FederateSet;

impl<M: Clone> TimeManagement<M> {
    /// Reads the time that a sender gave and checks it where the sender regulates (8.1.1).
    pub(crate) fn stamp(
        &self,
        sender: FederateHandle,
        time: Option<LogicalTime>,
    ) -> Result<Option<SendStamp>, HlaError> {
        let Some(time) = time else { return Ok(None) };
        let time = self.read(time)?;
        let state = self.state(sender)?;
        let regulating = state.is_regulating();
        let earliest = state.send_bound(self.types);
        if regulating && Bound::from(time) < earliest {
            return Err(HlaError::InvalidLogicalTime(format!(
                "time stamp {} is too early, it must be {} {}",
                self.show(time),
                if earliest.exclusive { "later than" } else { "at least" },
                self.show(earliest.time)
            )));
        }
        Ok(Some(SendStamp { time, regulating }))
    }

    /// Whether all receivers can queue this many octets; a full queue refuses the sender.
    pub(crate) fn can_queue(&self, receivers: &FederateSet, bytes: usize) -> Result<(), HlaError> {
        for receiver in members(receivers) {
            let queued = self.federates.get(&receiver).map_or(0, |state| state.waiting.bytes());
            if queued.saturating_add(bytes) > self.queue_bytes_max {
                return Err(HlaError::RTIinternalError(format!(
                    "{queued} octets wait for federate {receiver} already, the limit is {}",
                    self.queue_bytes_max
                )));
            }
        }
        Ok(())
    }

    /// The handle of a message in time-stamp order that is about to be queued.
    pub(crate) fn begin_retraction(
        &mut self,
        sender: FederateHandle,
        time: TimePoint,
    ) -> Result<MessageRetractionHandle, HlaError> {
        self.retractable.begin(sender, time)
    }

    /// Queues a message in time-stamp order for those who are constrained; the others are
    /// returned: they get it now, in receive order.
    pub(crate) fn queue_tso(
        &mut self,
        retraction: MessageRetractionHandle,
        receivers: &FederateSet,
        message: M,
        bytes: usize,
        out: &mut Vec<TimeEvent<M>>,
    ) -> FederateSet {
        self.queue_judged(retraction, (receivers, receivers), message, bytes, out)
    }

    /// The same for receivers of which only some want the message at present.
    pub(crate) fn queue_judged(
        &mut self,
        retraction: MessageRetractionHandle,
        (receivers, wanting): (&FederateSet, &FederateSet),
        message: M,
        bytes: usize,
        out: &mut Vec<TimeEvent<M>>,
    ) -> FederateSet {
        let Some((sender, time)) = self.retractable.sent(retraction) else {
            return receivers.clone();
        };
        self.sent += 1;
        let place = (time, sender, self.sent);
        let mut now = FederateSet::default();
        for receiver in members(receivers) {
            match self.federates.get_mut(&receiver).filter(|state| state.is_constrained()) {
                Some(state) => {
                    let wanted = wanting.contains(receiver);
                    state.waiting.queue(place, retraction, (message.clone(), wanted), bytes);
                }
                None => {
                    now.insert(receiver);
                    self.retractable.delivered(retraction, receiver);
                }
            }
        }
        // A federate that waits for its next message may have got it.
        self.settle(out);
        now
    }

    /// Holds a message in receive order for those who have to wait; the others are returned.
    pub(crate) fn queue_ro(
        &mut self,
        _sender: FederateHandle,
        receivers: &FederateSet,
        message: M,
        bytes: usize,
    ) -> FederateSet {
        let mut now = FederateSet::default();
        for receiver in members(receivers) {
            match self.federates.get_mut(&receiver).filter(|state| state.holds_receive_order()) {
                Some(state) => state.waiting.hold(message.clone(), bytes),
                None => {
                    now.insert(receiver);
                }
            }
        }
        now
    }

    /// Who has to wait for a message in this order.
    pub(crate) fn who_waits(&self, order: OrderType) -> FederateSet {
        let waits = self.federates.iter().filter(|(_, state)| match order {
            OrderType::TimeStamp => state.is_constrained(),
            OrderType::Receive => state.holds_receive_order(),
        });
        FederateSet::from_sorted(waits.map(|(federate, _)| *federate))
    }

    /// What waits for a federate in time-stamp order, in that order.
    pub(crate) fn waiting_for(&self, federate: FederateHandle) -> impl Iterator<Item = &M> {
        let state = self.federates.get(&federate).into_iter();
        state.flat_map(|state| state.waiting.messages())
    }

    /// Notes what of that it wants at present; it may wait for one of them.
    pub(crate) fn judge(
        &mut self,
        federate: FederateHandle,
        wanted: &[bool],
        out: &mut Vec<TimeEvent<M>>,
    ) {
        if let Some(state) = self.federates.get_mut(&federate) {
            state.waiting.judge(wanted);
            self.settle(out);
        }
    }

    /// Drops what no longer concerns a federate; it may have waited for exactly that.
    pub(crate) fn retain(
        &mut self,
        federate: FederateHandle,
        keep: impl FnMut(&M) -> bool,
        out: &mut Vec<TimeEvent<M>>,
    ) {
        if let Some(state) = self.federates.get_mut(&federate) {
            state.waiting.retain(keep);
            self.settle(out);
        }
    }

    /// Takes a message back (8.21): those who have it already are returned and have to be told.
    pub(crate) fn retract(
        &mut self,
        federate: FederateHandle,
        retraction: MessageRetractionHandle,
        out: &mut Vec<TimeEvent<M>>,
    ) -> Result<Vec<FederateHandle>, HlaError> {
        self.retractable.check_sender(federate, retraction)?;
        let state = self.state(federate)?;
        if !state.is_regulating() {
            return Err(super::not_regulating());
        }
        let (time, delivered) = self.retractable.find(retraction)?;
        if time <= state.send_bound(self.types).time {
            return Err(super::retraction::too_late(retraction));
        }
        self.retractable.retracted(retraction);
        for state in self.federates.values_mut() {
            state.waiting.retract(time, retraction);
        }
        self.settle(out);
        Ok(delivered)
    }
}
