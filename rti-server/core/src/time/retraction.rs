//! Which messages can still be taken back, and who has them already (5.7).

use std::collections::{BTreeMap, BTreeSet};

use hla::{FederateHandle, HlaError, MessageRetractionHandle, TimePoint};

use crate::FederateSet;

/// A message in time-stamp order whose sender may still retract it.
#[derive(Debug, Clone, PartialEq)]
struct Sent {
    sender: FederateHandle,
    time: TimePoint,
    delivered: FederateSet,
}

/// All messages that can still be retracted, by handle.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Retractable {
    messages: BTreeMap<MessageRetractionHandle, Sent>,
    /// The same by sender and time, so that a grant finds what it has put out of reach.
    by_time: BTreeSet<(FederateHandle, TimePoint, MessageRetractionHandle)>,
    /// How many each sender has; the limit is one for each, so that nobody uses up another's.
    counts: BTreeMap<FederateHandle, usize>,
    next: u64,
    per_sender_max: usize,
}

impl Retractable {
    pub(super) fn new(per_sender_max: usize) -> Self {
        Self {
            messages: BTreeMap::new(),
            by_time: BTreeSet::new(),
            counts: BTreeMap::new(),
            next: 0,
            per_sender_max,
        }
    }

    pub(super) fn begin(
        &mut self,
        sender: FederateHandle,
        time: TimePoint,
    ) -> Result<MessageRetractionHandle, HlaError> {
        let count = self.counts.get(&sender).copied().unwrap_or_default();
        if count >= self.per_sender_max {
            return Err(HlaError::RTIinternalError(format!(
                "{count} messages of this federate can still be retracted, more are not kept; \
                 advance time first"
            )));
        }
        self.counts.insert(sender, count + 1);
        let handle = MessageRetractionHandle::new(self.next);
        self.next += 1;
        self.messages.insert(handle, Sent { sender, time, delivered: FederateSet::default() });
        self.by_time.insert((sender, time, handle));
        Ok(handle)
    }

    /// Sender and time of a message.
    pub(super) fn sent(
        &self,
        handle: MessageRetractionHandle,
    ) -> Option<(FederateHandle, TimePoint)> {
        self.messages.get(&handle).map(|sent| (sent.sender, sent.time))
    }

    /// A federate has got the message.
    pub(super) fn delivered(&mut self, handle: MessageRetractionHandle, to: FederateHandle) {
        if let Some(sent) = self.messages.get_mut(&handle) {
            sent.delivered.insert(to);
        }
    }

    /// Whether the handle may be one of this sender: the sender of a message that is out of reach
    /// is not remembered.
    pub(super) fn check_sender(
        &self,
        sender: FederateHandle,
        handle: MessageRetractionHandle,
    ) -> Result<(), HlaError> {
        let possible = match self.messages.get(&handle) {
            Some(sent) => sent.sender == sender,
            None => handle.value() < self.next,
        };
        if !possible {
            return Err(HlaError::InvalidMessageRetractionHandle(format!(
                "{handle} is no message of this federate"
            )));
        }
        Ok(())
    }

    /// Time of a message, and who has got it.
    pub(super) fn find(
        &self,
        handle: MessageRetractionHandle,
    ) -> Result<(TimePoint, Vec<FederateHandle>), HlaError> {
        let sent = self.messages.get(&handle).ok_or_else(|| too_late(handle))?;
        Ok((sent.time, sent.delivered.iter().collect()))
    }

    /// The message is taken back, which can be done once.
    pub(super) fn retracted(&mut self, handle: MessageRetractionHandle) {
        if let Some(sent) = self.messages.remove(&handle) {
            self.by_time.remove(&(sent.sender, sent.time, handle));
            if let Some(count) = self.counts.get_mut(&sent.sender) {
                *count -= 1;
            }
        }
    }

    /// What this sender sent up to this time can no longer be retracted.
    pub(super) fn expire(&mut self, sender: FederateHandle, up_to: TimePoint) {
        while let Some((of, time, handle)) = self.first_of(sender) {
            if of != sender || time > up_to {
                return;
            }
            self.retracted(handle);
        }
    }

    /// Nothing of this sender can be retracted any more.
    pub(super) fn forget_sender(&mut self, sender: FederateHandle) {
        while let Some((of, _, handle)) = self.first_of(sender) {
            if of != sender {
                break;
            }
            self.retracted(handle);
        }
        self.counts.remove(&sender);
    }

    fn first_of(
        &self,
        sender: FederateHandle,
    ) -> Option<(FederateHandle, TimePoint, MessageRetractionHandle)> {
        // Times before the initial one are sent by nobody who regulates.
        let from = (sender, TimePoint::INITIAL, MessageRetractionHandle::new(0));
        self.by_time.range(from..).next().copied()
    }
}

pub(super) fn too_late(handle: MessageRetractionHandle) -> HlaError {
    HlaError::MessageCanNoLongerBeRetracted(format!("message {handle} is out of reach"))
}
