//! The pending events and their one defined order.
//!
//! Events are ordered by [`EventKey`], and among equal keys by insertion. Which structure holds
//! an event never decides anything: the lane for the present instant and the heap for the rest
//! are both sorted by the same key, and the smaller front is next.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::VirtualTime;

/// What decides between events of one instant; smaller goes first, field by field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Rank {
    /// The kind of event, as numbered by the user: plant changes before their measurement, say.
    pub class: u8,
    /// The priority within the class; lower is more urgent.
    pub priority: i32,
    /// Who sent the event: 0 for everything local, where insertion order means something. The
    /// arrival order of what others send does not, so each of them has a number.
    pub source: u32,
}

impl Rank {
    /// A local event of this class with priority 0.
    pub const fn of_class(class: u8) -> Self {
        Self { class, priority: 0, source: 0 }
    }
}

/// The place of an event in the order, before insertion order decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventKey {
    /// When the event is due.
    pub time: VirtualTime,
    /// 0 for what was scheduled ahead; n + 1 for what an event of round n caused with no delay.
    pub round: u32,
    /// The order within the round.
    pub rank: Rank,
}

/// Names one pushed event; stays unique after the event ran or was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EventId {
    slot: usize,
    sequence: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    key: EventKey,
    sequence: u64,
    slot: usize,
}

/// Holds one event. The sequence number is the slot's generation: an entry or id that carries
/// another one speaks of an earlier tenant.
#[derive(Debug, Clone)]
struct Slot<E> {
    sequence: u64,
    event: Option<E>,
}

/// Pending events in the order of their keys, first in first out among equal keys.
#[derive(Debug, Clone)]
pub struct EventQueue<E> {
    /// Entries of the instant last popped, ascending. Most zero-delay events land here in O(1).
    present: VecDeque<Entry>,
    later: BinaryHeap<Reverse<Entry>>,
    slots: Vec<Slot<E>>,
    free: Vec<usize>,
    instant: Option<VirtualTime>,
    next_sequence: u64,
    /// Entries in a lane whose event was cancelled. Never at the front of either lane.
    stale: usize,
}

impl<E> Default for EventQueue<E> {
    fn default() -> Self {
        Self {
            present: VecDeque::new(),
            later: BinaryHeap::new(),
            slots: Vec::new(),
            free: Vec::new(),
            instant: None,
            next_sequence: 0,
            stale: 0,
        }
    }
}

/// Below this many cancelled entries sweeping costs more than it frees.
const STALE_BEFORE_SWEEP: usize = 64;

impl<E> EventQueue<E> {
    /// An empty queue.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many events are pending; cancelled ones do not count.
    pub fn len(&self) -> usize {
        self.present.len() + self.later.len() - self.stale
    }

    /// Whether nothing is pending.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an event behind all events of the same key.
    pub fn push(&mut self, key: EventKey, event: E) -> EventId {
        let sequence = self.next_sequence;
        self.next_sequence += 1;
        let tenant = Slot { sequence, event: Some(event) };
        let slot = match self.free.pop() {
            Some(slot) => {
                self.slots[slot] = tenant;
                slot
            }
            None => {
                self.slots.push(tenant);
                self.slots.len() - 1
            }
        };
        let entry = Entry { key, sequence, slot };
        let is_due_now = self.instant == Some(key.time);
        if is_due_now && self.present.back().is_none_or(|last| last.key <= key) {
            self.present.push_back(entry);
        } else {
            self.later.push(Reverse(entry));
        }
        EventId { slot, sequence }
    }

    /// Takes an event back; `None` when it already ran or was cancelled.
    pub fn cancel(&mut self, id: EventId) -> Option<E> {
        let slot = self.slots.get_mut(id.slot)?;
        if slot.sequence != id.sequence {
            return None;
        }
        let event = slot.event.take()?;
        self.free.push(id.slot);
        self.stale += 1;
        self.drop_stale_fronts();
        if self.stale > STALE_BEFORE_SWEEP.max(self.len()) {
            self.sweep();
        }
        Some(event)
    }

    /// The event that [`Self::pop`] would return, left in place.
    pub fn peek(&self) -> Option<(EventKey, &E)> {
        let entry = self.first()?;
        Some((entry.key, self.slots.get(entry.slot)?.event.as_ref()?))
    }

    /// The first event in the order, removed.
    pub fn pop(&mut self) -> Option<(EventKey, E)> {
        let entry = self.first()?;
        if self.present.front() == Some(&entry) {
            self.present.pop_front();
        } else {
            self.later.pop();
        }
        let event = self.slots.get_mut(entry.slot)?.event.take()?;
        self.free.push(entry.slot);
        self.instant = Some(entry.key.time);
        self.drop_stale_fronts();
        Some((entry.key, event))
    }

    fn first(&self) -> Option<Entry> {
        let later = self.later.peek().map(|Reverse(entry)| entry);
        self.present.front().into_iter().chain(later).min().copied()
    }

    fn drop_stale_fronts(&mut self) {
        while self.present.front().is_some_and(|entry| !is_live(&self.slots, entry)) {
            self.present.pop_front();
            self.stale -= 1;
        }
        while self.later.peek().is_some_and(|Reverse(entry)| !is_live(&self.slots, entry)) {
            self.later.pop();
            self.stale -= 1;
        }
    }

    /// Rebuilds the lanes without cancelled entries, so that a timer that is set and cancelled
    /// for ever cannot grow the queue.
    fn sweep(&mut self) {
        let slots = &self.slots;
        self.present.retain(|entry| is_live(slots, entry));
        self.later.retain(|Reverse(entry)| is_live(slots, entry));
        self.stale = 0;
    }
}

fn is_live<E>(slots: &[Slot<E>], entry: &Entry) -> bool {
    slots
        .get(entry.slot)
        .is_some_and(|slot| slot.sequence == entry.sequence && slot.event.is_some())
}

#[cfg(test)]
mod tests;
