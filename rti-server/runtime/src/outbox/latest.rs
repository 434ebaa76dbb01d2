//! Best-effort values in receive order: of each attribute only the newest has to arrive.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use hla::{AttributeHandle, Callback, ObjectInstanceHandle, OrderType, TransportationTypeHandle};
use smallvec::SmallVec;

use super::{Content, MESSAGE_OVERHEAD_BYTES, Message, Queue};
use crate::settings::OutboxSettings;

/// Whether a newer callback of the same attributes makes this one worthless.
pub(super) fn is_replaceable(callback: &Callback) -> bool {
    let Callback::ReflectAttributeValues { transportation_type, stamp, .. } = callback else {
        return false;
    };
    *transportation_type == TransportationTypeHandle::BEST_EFFORT
        && stamp.is_none_or(|stamp| stamp.received_order == OrderType::Receive)
}

/// Where in the queue the unsent values lie.
#[derive(Debug, Default)]
pub(super) struct LatestLane {
    places: BTreeSet<u64>,
    of_object: HashMap<ObjectInstanceHandle, SmallVec<[u64; 4]>>,
}

impl LatestLane {
    fn waits(&mut self, place: u64, callback: &Callback) {
        let Some(object) = object(callback) else { return };
        self.places.insert(place);
        self.of_object.entry(object).or_default().push(place);
    }

    /// The value at this place has left the queue.
    pub(super) fn sent(&mut self, place: u64, callback: &Callback) {
        self.places.remove(&place);
        let Some(object) = object(callback) else { return };
        if let Some(places) = self.of_object.get_mut(&object) {
            places.retain(|other| *other != place);
            if places.is_empty() {
                self.of_object.remove(&object);
            }
        }
    }
}

impl Queue {
    /// Puts a value in. While the federate keeps up nothing is dropped: what waits is then a
    /// burst that it is about to take.
    pub(super) fn append_latest(
        &mut self,
        callback: &Arc<Callback>,
        message: Message,
        settings: &OutboxSettings,
    ) {
        if self.latest_bytes + message.bytes > settings.latest_bytes_free {
            self.drop_older(callback);
        }
        self.latest.waits(self.first + self.messages.len() as u64, callback);
        self.latest_bytes += message.bytes;
        self.messages.push_back(Some(message));
        while self.latest_bytes > settings.latest_bytes_max
            && let Some(oldest) = self.latest.places.first().copied()
        {
            self.drop_at(oldest);
        }
        if self.gaps > self.messages.len() / 2 {
            self.close_gaps();
        }
    }

    /// Moves what waits together: for a federate that reads nothing each new value leaves a gap.
    fn close_gaps(&mut self) {
        self.messages.retain(Option::is_some);
        self.gaps = 0;
        self.latest = LatestLane::default();
        for (place, message) in (self.first..).zip(self.messages.iter().flatten()) {
            if let Content::Latest(callback, _) = &message.content {
                self.latest.waits(place, callback);
            }
        }
    }

    /// Drops the unsent values of the attributes that `newer` has.
    fn drop_older(&mut self, newer: &Callback) {
        let Callback::ReflectAttributeValues { object_instance, values, .. } = newer else {
            return;
        };
        let new: SmallVec<[AttributeHandle; 8]> = values.handles().collect();
        for place in self.latest.of_object.get(object_instance).cloned().unwrap_or_default() {
            self.reduce_at(place, &new);
        }
    }

    fn reduce_at(&mut self, place: u64, new: &[AttributeHandle]) {
        let Some(Some(message)) = self.message_at(place) else { return };
        let Content::Latest(callback, encoded) = &mut message.content else { return };
        let Some((reduced, dropped)) = without(callback, new) else { return };
        let bytes = MESSAGE_OVERHEAD_BYTES + reduced.as_ref().map_or(0, value_bytes);
        match reduced {
            None => self.drop_at(place),
            Some(reduced) => {
                *callback = Arc::new(reduced);
                *encoded = None;
                let saved = message.bytes.saturating_sub(bytes);
                message.bytes -= saved;
                self.latest_bytes -= saved;
                self.values_dropped += dropped;
            }
        }
    }

    fn drop_at(&mut self, place: u64) {
        let Some(message) = self.message_at(place).and_then(Option::take) else { return };
        let Content::Latest(callback, _) = message.content else { return };
        self.gaps += 1;
        self.latest_bytes -= message.bytes;
        self.latest.sent(place, &callback);
        if let Callback::ReflectAttributeValues { values, .. } = callback.as_ref() {
            self.values_dropped += values.len() as u64;
        }
    }

    fn message_at(&mut self, place: u64) -> Option<&mut Option<Message>> {
        let index = usize::try_from(place.checked_sub(self.first)?).ok()?;
        self.messages.get_mut(index)
    }
}

fn object(callback: &Callback) -> Option<ObjectInstanceHandle> {
    match callback {
        Callback::ReflectAttributeValues { object_instance, .. } => Some(*object_instance),
        _ => None,
    }
}

fn value_bytes(callback: &Callback) -> usize {
    match callback {
        Callback::ReflectAttributeValues { values, tag, .. } => values.value_bytes() + tag.len(),
        _ => 0,
    }
}

/// The callback without the attributes in `new` (`None` if nothing remains), and how many values
/// that takes out; `None` if it has none of them.
fn without(callback: &Callback, new: &[AttributeHandle]) -> Option<(Option<Callback>, u64)> {
    let Callback::ReflectAttributeValues { values, .. } = callback else { return None };
    let remaining = values.subset(|attribute| !new.contains(&attribute));
    let dropped = values.len() - remaining.len();
    if dropped == 0 {
        return None;
    }
    if remaining.is_empty() {
        return Some((None, dropped as u64));
    }
    let mut reduced = callback.clone();
    if let Callback::ReflectAttributeValues { values, .. } = &mut reduced {
        *values = remaining;
    }
    Some((Some(reduced), dropped as u64))
}
