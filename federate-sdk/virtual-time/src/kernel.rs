//! Runs events up to a limit that somebody else grants.
//!
//! The kernel never decides how far time may go: its driver asks for the next event's time, asks
//! for permission (of an RTI, of a [`crate::Pace`]), and lets the kernel run up to what it got.
//! Invariant: no pending event lies before `now`, and `now` never goes back.

use std::fmt;

use thiserror::Error;

use crate::queue::{EventId, EventKey, EventQueue, Rank};
use crate::{VirtualDuration, VirtualTime};

/// Rounds within one instant that a kernel allows unless told otherwise.
pub const ROUNDS_MAX_DEFAULT: u32 = 1_000;

/// Why the kernel refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum KernelError {
    /// An event was to be scheduled in the past.
    #[error(
        "event {event} at {at} lies before now ({now}): schedule it at or after the current time"
    )]
    EventInPast {
        /// The event, as its `Debug` form shows it.
        event: String,
        /// The time asked for.
        at: VirtualTime,
        /// The kernel's time.
        now: VirtualTime,
    },
    /// A delay leads beyond the end of the time line.
    #[error("event {event} with delay {delay} from {now} lies beyond the end of virtual time")]
    EventBeyondEnd {
        /// The event, as its `Debug` form shows it.
        event: String,
        /// The delay asked for.
        delay: VirtualDuration,
        /// The kernel's time.
        now: VirtualTime,
    },
    /// The limit of a run lies in the past.
    #[error("cannot run to {limit}: virtual time is already {now}")]
    LimitInPast {
        /// The limit asked for.
        limit: VirtualTime,
        /// The kernel's time.
        now: VirtualTime,
    },
    /// Events without delay cause each other and keep time from advancing.
    #[error(
        "zero-delay loop at {at}: event {event} would start round {round} of one instant, at most \
         {rounds_max} are allowed: give one event of the loop a delay"
    )]
    ZeroDelayLoop {
        /// The event that would run next, as its `Debug` form shows it.
        event: String,
        /// The instant that does not end.
        at: VirtualTime,
        /// The round the event would start.
        round: u32,
        /// The limit set for this kernel.
        rounds_max: u32,
    },
}

/// An event whose turn has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due<E> {
    /// Its stamp, which is now the kernel's time.
    pub time: VirtualTime,
    /// What it was scheduled with.
    pub rank: Rank,
    /// The event.
    pub event: E,
}

/// Pending events and the current time.
///
/// Within one instant, events run in *rounds*. What an event schedules without delay runs in the
/// same round if its class is a later one, otherwise in the next round, after everything present:
/// a breaker that opens is followed by one solution of the network, however often the protection
/// answers in the same instant. Only a loop can make many rounds, so their number is limited.
#[derive(Debug, Clone)]
pub struct Kernel<E> {
    queue: EventQueue<E>,
    now: VirtualTime,
    rounds_max: u32,
    /// The event that was handed out last; `None` once the limit was reached.
    running: Option<EventKey>,
}

impl<E: fmt::Debug> Kernel<E> {
    /// A kernel without events, at `start`.
    pub fn new(start: VirtualTime) -> Self {
        let (queue, rounds_max) = (EventQueue::new(), ROUNDS_MAX_DEFAULT);
        Self { queue, now: start, rounds_max, running: None }
    }

    /// Limits the rounds that one instant may take.
    #[must_use]
    pub fn with_rounds_max(mut self, rounds_max: u32) -> Self {
        self.rounds_max = rounds_max;
        self
    }

    /// The current virtual time: the stamp of the event last handed out, or the last limit reached.
    pub fn now(&self) -> VirtualTime {
        self.now
    }

    /// When the next event is due: what to ask a time advance for. `None` without events.
    pub fn next_event_time(&self) -> Option<VirtualTime> {
        self.queue.peek().map(|(key, _)| key.time)
    }

    /// How many events are pending.
    pub fn pending(&self) -> usize {
        self.queue.len()
    }

    /// Adds an event at a time, which may be the current one.
    ///
    /// # Errors
    /// [`KernelError::EventInPast`] when `at` lies before [`Self::now`].
    pub fn schedule(
        &mut self,
        at: VirtualTime,
        rank: Rank,
        event: E,
    ) -> Result<EventId, KernelError> {
        if at < self.now {
            return Err(KernelError::EventInPast { event: named(&event), at, now: self.now });
        }
        let round = match self.running {
            Some(running) if at > running.time => 0,
            Some(running) if rank.class > running.rank.class => running.round,
            Some(running) => running.round.saturating_add(1),
            None => 0,
        };
        Ok(self.queue.push(EventKey { time: at, round, rank }, event))
    }

    /// Adds an event after a delay from now; zero means later in this instant.
    ///
    /// # Errors
    /// [`KernelError::EventInPast`] for a negative delay, [`KernelError::EventBeyondEnd`] for one
    /// that leaves the time line.
    pub fn schedule_after(
        &mut self,
        delay: VirtualDuration,
        rank: Rank,
        event: E,
    ) -> Result<EventId, KernelError> {
        match self.now.checked_add(delay) {
            Some(at) => self.schedule(at, rank, event),
            None => Err(KernelError::EventBeyondEnd { event: named(&event), delay, now: self.now }),
        }
    }

    /// Takes a pending event back; `None` when it already ran or was cancelled.
    pub fn cancel(&mut self, id: EventId) -> Option<E> {
        self.queue.cancel(id)
    }

    /// Hands out the next event due at or before `limit` and moves the time to its stamp. `None`
    /// means that no such event is left: the time is then `limit` itself.
    ///
    /// What is scheduled between two calls counts as caused by the event handed out.
    ///
    /// # Errors
    /// [`KernelError::LimitInPast`], or [`KernelError::ZeroDelayLoop`]; the event named there
    /// stays pending.
    pub fn next_due(&mut self, limit: VirtualTime) -> Result<Option<Due<E>>, KernelError> {
        if limit < self.now {
            return Err(KernelError::LimitInPast { limit, now: self.now });
        }
        match self.queue.peek() {
            Some((key, event)) if key.time <= limit && key.round > self.rounds_max => {
                Err(KernelError::ZeroDelayLoop {
                    event: named(event),
                    at: key.time,
                    round: key.round,
                    rounds_max: self.rounds_max,
                })
            }
            Some((key, _)) if key.time <= limit => Ok(self.queue.pop().map(|(_, event)| {
                self.now = key.time;
                self.running = Some(key);
                Due { time: key.time, rank: key.rank, event }
            })),
            _ => {
                self.now = limit;
                self.running = None;
                Ok(None)
            }
        }
    }

    /// Runs every event up to and including `granted`, also those added on the way, and leaves the
    /// time at `granted`. Returns how many ran.
    ///
    /// This is what a time advance grant permits: all messages up to it are there.
    ///
    /// Handlers that must wait for something loop over [`Self::next_due`] instead.
    ///
    /// # Errors
    /// Those of [`Self::next_due`], and whatever `handle` returns: the run stops there.
    pub fn run_through<X: From<KernelError>>(
        &mut self,
        granted: VirtualTime,
        mut handle: impl FnMut(&mut Self, Due<E>) -> Result<(), X>,
    ) -> Result<u64, X> {
        let mut count = 0;
        while let Some(due) = self.next_due(granted)? {
            handle(self, due)?;
            count += 1;
        }
        Ok(count)
    }

    /// Runs every event before `end` and leaves the time at `end`, whose own events stay pending.
    /// Returns how many ran.
    ///
    /// # Errors
    /// As [`Self::run_through`].
    pub fn run_until<X: From<KernelError>>(
        &mut self,
        end: VirtualTime,
        handle: impl FnMut(&mut Self, Due<E>) -> Result<(), X>,
    ) -> Result<u64, X> {
        if end < self.now {
            return Err(KernelError::LimitInPast { limit: end, now: self.now }.into());
        }
        if end == self.now {
            return Ok(0);
        }
        // Times are integers: what lies before `end` is at most one microsecond before it.
        let last = end.checked_sub(VirtualDuration::from_micros(1)).unwrap_or(self.now);
        let count = self.run_through(last, handle)?;
        self.now = end;
        Ok(count)
    }
}

fn named(event: &impl fmt::Debug) -> String {
    format!("{event:?}")
}

#[cfg(test)]
mod tests;
