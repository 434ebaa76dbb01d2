//! Messages that wait for their receiver: in time-stamp order for a grant, or in receive order for
//! an advance.
//!
//! The order of time-stamped messages is total: time, sending federate, the sender's order. Arrival
//! decides nothing (ALGORITHMS 1.2).

use std::collections::{BTreeMap, VecDeque};

use hla::{FederateHandle, MessageRetractionHandle, TimePoint};

/// The place of a time-stamped message in its queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    time: TimePoint,
    sender: FederateHandle,
    sequence: u64,
}

/// A time-stamped message that waits.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Queued<M> {
    pub(super) message: M,
    pub(super) retraction: MessageRetractionHandle,
    /// Whether its receiver would get it now; what it does not want when its turn comes is dropped.
    pub(super) wanted: bool,
    bytes: usize,
}

/// Everything that waits for one federate.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Waiting<M> {
    stamped: BTreeMap<Place, Queued<M>>,
    held: VecDeque<(M, usize)>,
    bytes: usize,
}

impl<M> Default for Waiting<M> {
    fn default() -> Self {
        Self { stamped: BTreeMap::new(), held: VecDeque::new(), bytes: 0 }
    }
}

impl<M> Waiting<M> {
    /// Octets of what waits.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Messages that wait in time-stamp order.
    pub(super) fn stamped(&self) -> usize {
        self.stamped.len()
    }

    /// Messages that wait in receive order.
    pub(super) fn held(&self) -> usize {
        self.held.len()
    }

    /// The smallest time stamp that waits.
    pub(super) fn head(&self) -> Option<TimePoint> {
        self.stamped.first_key_value().map(|(place, _)| place.time)
    }

    /// The smallest time stamp of what waits and is wanted.
    pub(super) fn first_wanted(&self) -> Option<TimePoint> {
        let mut stamped = self.stamped.iter();
        stamped.find(|(_, queued)| queued.wanted).map(|(place, _)| place.time)
    }

    /// What waits in time-stamp order, in that order.
    pub(super) fn messages(&self) -> impl Iterator<Item = &M> {
        self.stamped.values().map(|queued| &queued.message)
    }

    /// Notes which of what waits in time-stamp order is wanted, in that order.
    pub(super) fn judge(&mut self, wanted: &[bool]) {
        for (queued, wanted) in self.stamped.values_mut().zip(wanted) {
            queued.wanted = *wanted;
        }
    }

    /// Queues a message by its time stamp.
    pub(super) fn queue(
        &mut self,
        (time, sender, sequence): (TimePoint, FederateHandle, u64),
        retraction: MessageRetractionHandle,
        (message, wanted): (M, bool),
        bytes: usize,
    ) {
        self.bytes += bytes;
        let place = Place { time, sender, sequence };
        self.stamped.insert(place, Queued { message, retraction, wanted, bytes });
    }

    /// Holds a message in receive order.
    pub(super) fn hold(&mut self, message: M, bytes: usize) {
        self.bytes += bytes;
        self.held.push_back((message, bytes));
    }

    /// Takes the next message with a stamp up to and including `limit`.
    pub(super) fn take_stamped(&mut self, limit: TimePoint) -> Option<Queued<M>> {
        let entry = self.stamped.first_entry().filter(|entry| entry.key().time <= limit)?;
        let queued = entry.remove();
        self.bytes -= queued.bytes;
        Some(queued)
    }

    /// Takes the next held message.
    pub(super) fn take_held(&mut self) -> Option<M> {
        let (message, bytes) = self.held.pop_front()?;
        self.bytes -= bytes;
        Some(message)
    }

    /// Removes what was sent under a retraction handle; whether there was any.
    pub(super) fn retract(&mut self, time: TimePoint, retraction: MessageRetractionHandle) -> bool {
        let from = Place { time, sender: FederateHandle::new(0), sequence: 0 };
        let same_time = self.stamped.range(from..).take_while(|(place, _)| place.time == time);
        let found = same_time.filter(|(_, queued)| queued.retraction == retraction);
        let places: Vec<_> = found.map(|(place, _)| *place).collect();
        for place in &places {
            if let Some(queued) = self.stamped.remove(place) {
                self.bytes -= queued.bytes;
            }
        }
        !places.is_empty()
    }

    /// Keeps only what still concerns the receiver.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&M) -> bool) {
        self.stamped.retain(|_, queued| keep(&queued.message));
        self.held.retain(|(message, _)| keep(message));
        let stamped = self.stamped.values().map(|queued| queued.bytes);
        self.bytes = stamped.chain(self.held.iter().map(|(_, bytes)| *bytes)).sum();
    }

    /// Octets counted anew, for the invariants.
    pub(super) fn bytes_counted(&self) -> usize {
        let stamped: usize = self.stamped.values().map(|queued| queued.bytes).sum();
        stamped + self.held.iter().map(|(_, bytes)| bytes).sum::<usize>()
    }
}
