//! How far virtual time may advance at a given moment of wall time.
//!
//! Wall time only ever limits virtual time, it is never added to it. Both sides are counted from
//! an anchor, a pair of wall and virtual time that is set anew when the pace changes, so an error
//! cannot add up step by step. The virtual side of the anchor is kept in nanoseconds: rounding it
//! to the microseconds of an event stamp would lose a little at every change.

use std::fmt;

use crate::VirtualTime;

const NANOS_PER_MICRO: i128 = 1_000;

/// The speeds a run can be paced at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Speed {
    /// Virtual time keeps up with wall time.
    #[default]
    Times1,
    /// Twice as fast.
    Times2,
    /// Ten times as fast.
    Times10,
    /// A minute a second.
    Times60,
    /// As fast as the federates can.
    Max,
}

impl Speed {
    /// Every speed, slowest first.
    pub const ALL: [Self; 5] =
        [Self::Times1, Self::Times2, Self::Times10, Self::Times60, Self::Max];

    /// Virtual seconds per wall second; `None` for [`Self::Max`].
    pub const fn factor(self) -> Option<u32> {
        match self {
            Self::Times1 => Some(1),
            Self::Times2 => Some(2),
            Self::Times10 => Some(10),
            Self::Times60 => Some(60),
            Self::Max => None,
        }
    }

    /// The speed with this factor.
    pub fn from_factor(factor: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.factor() == Some(factor))
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.factor() {
            Some(factor) => write!(f, "{factor}x"),
            None => f.write_str("max"),
        }
    }
}

/// Where the paced simulation stands when its pace is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The virtual time reached.
    pub now: VirtualTime,
    /// The stamp of the earliest work that is not finished, `None` if there is none. If it should
    /// have been done by now the simulation is behind, and the new pace goes on from there:
    /// what was missed is not caught up in a burst.
    pub next: Option<VirtualTime>,
}

/// Turns wall time, in nanoseconds of any steady clock, into a limit of virtual time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pace {
    speed: Speed,
    paused: bool,
    barrier: Option<VirtualTime>,
    anchor_wall_ns: u64,
    anchor_virtual_ns: i128,
}

impl Pace {
    /// Starts at `start` now, running.
    pub fn new(now_ns: u64, start: VirtualTime, speed: Speed) -> Self {
        Self {
            speed,
            paused: false,
            barrier: None,
            anchor_wall_ns: now_ns,
            anchor_virtual_ns: nanos(start),
        }
    }

    /// The speed, also while paused.
    pub fn speed(&self) -> Speed {
        self.speed
    }

    /// Whether virtual time stands still.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// The time that nothing may pass, if one is set.
    pub fn barrier(&self) -> Option<VirtualTime> {
        self.barrier
    }

    /// How far virtual time may have advanced at `now_ns`; [`VirtualTime::MAX`] for no limit.
    ///
    /// Only a limit: ask for the smaller of it and the next event's time.
    pub fn allowed(&self, now_ns: u64) -> VirtualTime {
        let paced = match self.position_ns(now_ns) {
            Some(position_ns) => i64::try_from(position_ns.div_euclid(NANOS_PER_MICRO))
                .map_or(VirtualTime::MAX, VirtualTime::from_micros),
            None => VirtualTime::MAX,
        };
        self.barrier.map_or(paced, |barrier| paced.min(barrier))
    }

    /// The first moment, in wall nanoseconds, at which virtual time may be `at`; a past moment
    /// for what is due already. `None` while a pause or a barrier stands before it.
    pub fn wall_deadline_for(&self, at: VirtualTime) -> Option<u64> {
        if self.barrier.is_some_and(|barrier| at > barrier) {
            return None;
        }
        let ahead_ns = nanos(at) - self.anchor_virtual_ns;
        if ahead_ns <= 0 {
            return Some(self.anchor_wall_ns);
        }
        if self.paused {
            return None;
        }
        let Some(factor) = self.speed.factor() else { return Some(self.anchor_wall_ns) };
        let wait_ns = u64::try_from(ahead_ns.unsigned_abs().div_ceil(u128::from(factor))).ok()?;
        self.anchor_wall_ns.checked_add(wait_ns)
    }

    /// By how many wall nanoseconds work with stamp `at` that starts now is late; 0 when it is in
    /// time, or when no pace is set. A few microseconds are the normal price of waking up.
    pub fn lateness_ns(&self, now_ns: u64, at: VirtualTime) -> u64 {
        match self.wall_deadline_for(at) {
            Some(deadline_ns) if !self.paused && self.speed != Speed::Max => {
                now_ns.saturating_sub(deadline_ns)
            }
            _ => 0,
        }
    }

    /// Stops virtual time where it stands. Work that is running may finish.
    pub fn pause(&mut self, now_ns: u64, standing: Standing) {
        self.anchor_at(now_ns, standing);
        self.paused = true;
    }

    /// Goes on from where virtual time stands, at the speed set.
    pub fn resume(&mut self, now_ns: u64, standing: Standing) {
        self.anchor_at(now_ns, standing);
        self.paused = false;
    }

    /// Goes on from where virtual time stands, at another speed; a pause stays a pause.
    pub fn set_speed(&mut self, now_ns: u64, standing: Standing, speed: Speed) {
        self.anchor_at(now_ns, standing);
        self.speed = speed;
    }

    /// Sets, moves or removes the time that nothing may pass. The wall time spent waiting at the
    /// old barrier is not caught up.
    pub fn set_barrier(&mut self, now_ns: u64, standing: Standing, barrier: Option<VirtualTime>) {
        self.anchor_at(now_ns, standing);
        self.barrier = barrier;
    }

    /// The virtual time in nanoseconds that belongs to a moment; `None` without a pace.
    fn position_ns(&self, now_ns: u64) -> Option<i128> {
        if self.paused {
            return Some(self.anchor_virtual_ns);
        }
        // A clock that steps back counts as standing still.
        let elapsed_ns = i128::from(now_ns.saturating_sub(self.anchor_wall_ns));
        let factor = self.speed.factor()?;
        Some(self.anchor_virtual_ns + elapsed_ns * i128::from(factor))
    }

    fn anchor_at(&mut self, now_ns: u64, standing: Standing) {
        let reached_ns = nanos(standing.now);
        let mut position_ns = self.position_ns(now_ns).unwrap_or(reached_ns);
        for limit in [self.barrier, standing.next].into_iter().flatten() {
            position_ns = position_ns.min(nanos(limit));
        }
        self.anchor_virtual_ns = position_ns.max(reached_ns);
        self.anchor_wall_ns = now_ns;
    }
}

fn nanos(time: VirtualTime) -> i128 {
    i128::from(time.as_micros()) * NANOS_PER_MICRO
}

#[cfg(test)]
mod tests;
