//! Bounds on time stamps: what may still come, as a totally ordered key (ALGORITHMS 1.1).

use hla::{Interval, TimeImplementation, TimePoint};

/// The stamps that are still possible: from `time` on, or only beyond it.
///
/// Ordered as the pair, so that an exclusive bound lies above the inclusive one at its time. This
/// replaces "time plus epsilon", which a float has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bound {
    pub(super) time: TimePoint,
    /// Whether `time` itself is excluded.
    pub(super) exclusive: bool,
}

impl Bound {
    /// Stamps from `time` on.
    pub(super) const fn from(time: TimePoint) -> Self {
        Self { time, exclusive: false }
    }

    /// Stamps beyond `time`.
    pub(super) const fn beyond(time: TimePoint) -> Self {
        Self { time, exclusive: true }
    }

    /// The bound one interval later; a bound past the final time says that nothing can come.
    pub(super) fn plus(self, interval: Interval, types: TimeImplementation) -> Self {
        if interval == Interval::ZERO {
            return self;
        }
        if types.passes_final(self.time, interval) {
            return Self::beyond(types.final_time());
        }
        Self::from(types.add(self.time, interval))
    }
}

/// A lookahead and its way down: a smaller one takes effect only as time advances (8.19), so that
/// the earliest stamp of its federate never falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lookahead {
    asked: Interval,
    /// Where the federate stood when it asked, and what was in force there.
    asked_at: TimePoint,
    actual_then: Interval,
}

impl Lookahead {
    pub(super) fn new(lookahead: Interval, at: TimePoint) -> Self {
        Self { asked: lookahead, asked_at: at, actual_then: lookahead }
    }

    /// The lookahead after a change at `at`.
    pub(super) fn changed(self, asked: Interval, at: TimePoint, types: TimeImplementation) -> Self {
        let actual_then = self.actual(at, types).max(asked);
        Self { asked, asked_at: at, actual_then }
    }

    /// What is in force at a time.
    pub(super) fn actual(self, at: TimePoint, types: TimeImplementation) -> Interval {
        let reach = types.add(self.asked_at, self.actual_then);
        self.asked.max(types.distance(at, reach))
    }

    /// The earliest stamp of a federate that stands at `at`.
    ///
    /// The greater of two sums rather than `at` plus the difference: only so does a float time
    /// give the same value before and after an advance.
    pub(super) fn earliest(self, at: TimePoint, types: TimeImplementation) -> Bound {
        let now = Bound::from(at).plus(self.asked, types);
        let kept = Bound::from(self.asked_at).plus(self.actual_then, types);
        now.max(kept)
    }

    /// Whether a federate that stands at `at` may send at its own time ("x + L = x").
    pub(super) fn is_zero(self, at: TimePoint, types: TimeImplementation) -> bool {
        self.earliest(at, types) == Bound::from(at)
    }
}
