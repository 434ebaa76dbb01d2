//! The time state of one federate (clause 8): its roles, where it stands, what it asked for and
//! what it has promised.

use hla::{TimeImplementation, TimePoint};

use super::bound::{Bound, Lookahead};
use super::queue::Waiting;
use crate::CallbackSeq;

/// The services by which a federate asks for time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AdvanceKind {
    TimeAdvance,
    TimeAdvanceAvailable,
    NextMessage,
    NextMessageAvailable,
    FlushQueue,
}

impl AdvanceKind {
    pub(super) const fn abbreviation(self) -> &'static str {
        match self {
            Self::TimeAdvance => "TAR",
            Self::TimeAdvanceAvailable => "TARA",
            Self::NextMessage => "NMR",
            Self::NextMessageAvailable => "NMRA",
            Self::FlushQueue => "FQR",
        }
    }

    /// Whether a grant excludes its own time: only TAR and NMR do (SEMANTICS 12, point 16).
    pub(super) const fn is_exclusive(self) -> bool {
        matches!(self, Self::TimeAdvance | Self::NextMessage)
    }

    /// Whether the grant comes at the next message, where there is one.
    pub(super) const fn stops_at_message(self) -> bool {
        matches!(self, Self::NextMessage | Self::NextMessageAvailable)
    }
}

/// A request for time that is not granted yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Advance {
    pub(super) kind: AdvanceKind,
    pub(super) to: TimePoint,
}

/// A role in time: whether it is in force, and whether its federate can know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum RoleState {
    /// Not asked for.
    #[default]
    Off,
    /// Asked for, not in force yet.
    Pending,
    /// In force; the callback that says so was emitted and may not be handled yet.
    Told { callback: Option<CallbackSeq> },
    /// In force.
    On,
}

impl RoleState {
    pub(super) fn is_in_force(self) -> bool {
        matches!(self, Self::Told { .. } | Self::On)
    }

    pub(super) fn is_pending(self) -> bool {
        self == Self::Pending
    }

    /// The federate has shown that it knows, up to this callback or by its calls.
    pub(super) fn known(&mut self, up_to: Option<CallbackSeq>) {
        if let Self::Told { callback } = *self {
            let handled = match (callback, up_to) {
                (_, None) => true,
                (Some(callback), Some(up_to)) => callback <= up_to,
                (None, Some(_)) => false,
            };
            if handled {
                *self = Self::On;
            }
        }
    }
}

/// The time state of a federate and what waits for it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FederateTime<M> {
    pub(super) time: TimePoint,
    /// Whether the last grant came from TAR or NMR, which excludes its own time.
    pub(super) granted_exclusively: bool,
    pub(super) regulation: RoleState,
    /// The time at which a pending regulation will begin.
    pub(super) regulation_from: TimePoint,
    pub(super) constraint: RoleState,
    pub(super) lookahead: Lookahead,
    pub(super) advance: Option<Advance>,
    /// The largest bound that it has committed to; its own never falls below.
    pub(super) floor: Bound,
    /// What it was promised: nothing below this will be delivered to it.
    pub(super) promise: Bound,
    /// Where a flush queue grant let it run to; it may not ask for less before it is there.
    pub(super) optimistic: Option<TimePoint>,
    pub(super) asynchronous: bool,
    pub(super) congested: bool,
    pub(super) waiting: Waiting<M>,
}

impl<M> FederateTime<M> {
    pub(super) fn new() -> Self {
        let start = TimePoint::INITIAL;
        Self {
            time: start,
            granted_exclusively: false,
            regulation: RoleState::Off,
            regulation_from: start,
            constraint: RoleState::Off,
            lookahead: Lookahead::NONE,
            advance: None,
            floor: Bound::from(start),
            promise: Bound::from(start),
            optimistic: None,
            asynchronous: false,
            congested: false,
            waiting: Waiting::default(),
        }
    }

    pub(super) fn is_regulating(&self) -> bool {
        self.regulation.is_in_force()
    }

    pub(super) fn is_constrained(&self) -> bool {
        self.constraint.is_in_force()
    }

    /// Whether messages in receive order have to wait (8.14): an idle constrained federate gets
    /// none without asynchronous delivery.
    pub(super) fn holds_receive_order(&self) -> bool {
        self.is_constrained() && self.advance.is_none() && !self.asynchronous
    }

    /// The bound of a federate that stands at `at`, after a grant or a request of this kind.
    fn standing(&self, at: TimePoint, exclusive: bool, types: TimeImplementation) -> Bound {
        if exclusive && self.lookahead.is_zero(at, types) {
            Bound::beyond(at)
        } else {
            self.lookahead.earliest(at, types)
        }
    }

    fn as_granted(&self, types: TimeImplementation) -> Bound {
        self.standing(self.time, self.granted_exclusively, types)
    }

    /// The bound that a request of this kind for this time amounts to.
    pub(super) fn as_requested(&self, advance: Advance, types: TimeImplementation) -> Bound {
        self.standing(advance.to, advance.kind.is_exclusive(), types)
    }

    /// The output bound: what others may still get from it (ALGORITHMS 1.1).
    pub(super) fn output_bound(&self, types: TimeImplementation) -> Bound {
        let bound = match self.advance {
            _ if self.regulation.is_pending() => {
                self.lookahead.earliest(self.regulation_from, types)
            }
            None => self.as_granted(types),
            Some(Advance { kind: AdvanceKind::FlushQueue, .. }) => self.as_granted(types),
            Some(advance) => {
                self.as_requested(Advance { to: self.grant_time(advance), ..advance }, types)
            }
        };
        bound.max(self.floor)
    }

    /// The send bound: what it may send itself. A request promises for all of it, also where the
    /// grant may come earlier.
    pub(super) fn send_bound(&self, types: TimeImplementation) -> Bound {
        let bound = match self.advance {
            None => self.as_granted(types),
            Some(advance) => self.as_requested(advance, types),
        };
        bound.max(self.floor)
    }

    /// When a request would be granted if it were granted now: NMR and NMRA stop at a message.
    pub(super) fn grant_time(&self, advance: Advance) -> TimePoint {
        match self.waiting.head() {
            Some(head) if advance.kind.stops_at_message() => advance.to.min(head),
            _ => advance.to,
        }
    }

    /// Commits to the present bound; called at every grant. A pending TAR or TARA needs no more: it
    /// cannot be changed, its bound is the one of its grant, and whoever regulates anew gets a new
    /// floor.
    pub(super) fn commit(&mut self, types: TimeImplementation) {
        self.floor = self.output_bound(types);
    }
}
