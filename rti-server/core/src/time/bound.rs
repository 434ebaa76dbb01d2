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
    /// The earliest stamp that was in force when it was asked for. A bound and not an interval:
    /// an interval of float times would not lead back to the same bound.
    kept: Bound,
}

impl Lookahead {
    /// Of a federate that has not asked for any.
    pub(super) const NONE: Self =
        Self { asked: Interval::ZERO, kept: Bound::from(TimePoint::INITIAL) };

    pub(super) fn new(asked: Interval, at: TimePoint, types: TimeImplementation) -> Self {
        Self { asked, kept: Bound::from(at).plus(asked, types) }
    }

    /// The lookahead after a change at `at`.
    pub(super) fn changed(self, asked: Interval, at: TimePoint, types: TimeImplementation) -> Self {
        let kept = self.earliest(at, types).max(Bound::from(at).plus(asked, types));
        Self { asked, kept }
    }

    /// What is in force at a time.
    pub(super) fn actual(self, at: TimePoint, types: TimeImplementation) -> Interval {
        if Bound::from(at).plus(self.asked, types) >= self.kept {
            return self.asked;
        }
        self.asked.max(types.distance(at, self.kept.time))
    }

    /// The earliest stamp of a federate that stands at `at`.
    pub(super) fn earliest(self, at: TimePoint, types: TimeImplementation) -> Bound {
        Bound::from(at).plus(self.asked, types).max(self.kept)
    }

    /// Whether a federate that stands at `at` may send at its own time ("x + L = x").
    pub(super) fn is_zero(self, at: TimePoint, types: TimeImplementation) -> bool {
        self.earliest(at, types) == Bound::from(at)
    }
}
