//! Time management (clause 8): roles, requests, grants, and messages that wait for them.
//!
//! Self-contained: it knows federates, logical times and messages of an opaque type `M`, nothing of
//! classes or objects. What it decides comes out as [`TimeEvent`]s, in order; nothing is delivered
//! to a constrained federate below what it was promised, and no grant passes GALT. The rules and
//! their names (output bound, send bound, floor, promise) are those of ALGORITHMS 1.

mod advance;
mod bound;
mod federate_time;
mod galt;
mod message;
mod queue;
mod retraction;
mod role;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use hla::{
    FederateHandle, HlaError, Interval, LogicalTime, OrderType, TimeImplementation, TimePoint,
};

use crate::{AdvanceState, CallbackSeq, FederateSet, Limits};
use federate_time::FederateTime;
use retraction::Retractable;

/// A role in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Regulating,
    Constrained,
}

/// The time that a sender gave, and whether it makes the message one in time-stamp order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SendStamp {
    pub(crate) time: TimePoint,
    pub(crate) regulating: bool,
}

/// The time of a federate as an operator sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TimeStatus {
    pub(crate) logical_time: TimePoint,
    pub(crate) advance: AdvanceState,
    pub(crate) lookahead: Option<Interval>,
    pub(crate) constrained: bool,
    pub(crate) asynchronous: bool,
    pub(crate) galt: Option<TimePoint>,
    pub(crate) lits: Option<TimePoint>,
    pub(crate) tso_queued: usize,
    pub(crate) ro_held: usize,
}

/// What time management has decided.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TimeEvent<M> {
    RegulationEnabled {
        federate: FederateHandle,
        time: TimePoint,
    },
    ConstrainedEnabled {
        federate: FederateHandle,
        time: TimePoint,
    },
    /// A message that has waited: one in time-stamp order, or in receive order when it was sent
    /// so or when its receiver has stopped being constrained.
    Deliver {
        federate: FederateHandle,
        message: M,
        received: OrderType,
    },
    Granted {
        federate: FederateHandle,
        time: TimePoint,
    },
    FlushQueueGranted {
        federate: FederateHandle,
        time: TimePoint,
        optimistic: TimePoint,
    },
}

impl<M> TimeEvent<M> {
    /// Whom it concerns.
    pub(crate) fn federate(&self) -> FederateHandle {
        match self {
            Self::RegulationEnabled { federate, .. }
            | Self::ConstrainedEnabled { federate, .. }
            | Self::Deliver { federate, .. }
            | Self::Granted { federate, .. }
            | Self::FlushQueueGranted { federate, .. } => *federate,
        }
    }
}

/// The time of a whole federation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TimeManagement<M> {
    types: TimeImplementation,
    non_regulated_grant: bool,
    queue_bytes_max: usize,
    federates: BTreeMap<FederateHandle, FederateTime<M>>,
    retractable: Retractable,
    /// Counts time-stamped messages; their order among those of one sender and one stamp.
    sent: u64,
}

impl<M: Clone> TimeManagement<M> {
    pub(crate) fn new(
        types: TimeImplementation,
        non_regulated_grant: bool,
        limits: &Limits,
    ) -> Self {
        Self {
            types,
            non_regulated_grant,
            queue_bytes_max: limits.receiver_queue_bytes_max,
            federates: BTreeMap::new(),
            retractable: Retractable::new(limits.retractable_messages_max),
            sent: 0,
        }
    }

    /// A federate starts at the initial time with neither role (SEMANTICS 1.3).
    pub(crate) fn join(&mut self, federate: FederateHandle) {
        self.federates.insert(federate, FederateTime::new());
    }

    /// A federate is gone: it holds nobody any more. What it sent stays and can no longer be
    /// retracted.
    pub(crate) fn leave(&mut self, federate: FederateHandle, out: &mut Vec<TimeEvent<M>>) {
        self.federates.remove(&federate);
        self.retractable.forget_sender(federate);
        self.settle(out);
    }

    /// A federate's outbox is full or has drained. While one is full nobody who regulates is
    /// granted: withheld, not refused; the federates asked correctly, a slow peer is why they wait.
    pub(crate) fn set_congested(
        &mut self,
        federate: FederateHandle,
        full: bool,
        out: &mut Vec<TimeEvent<M>>,
    ) {
        if let Some(state) = self.federates.get_mut(&federate) {
            state.congested = full;
            self.settle(out);
        }
    }

    pub(crate) fn query_logical_time(&self, federate: FederateHandle) -> TimePoint {
        self.federates.get(&federate).map_or(TimePoint::INITIAL, |state| state.time)
    }

    /// The greatest available logical time (8.16); `None` while nobody else regulates.
    pub(crate) fn query_galt(&self, federate: FederateHandle) -> Option<TimePoint> {
        self.reported_galt(federate)
    }

    /// The least incoming time stamp (8.18): of what may come, and of what waits already.
    pub(crate) fn query_lits(&self, federate: FederateHandle) -> Option<TimePoint> {
        let head = self.federates.get(&federate).and_then(|state| state.waiting.head());
        self.query_galt(federate).into_iter().chain(head).min()
    }

    pub(crate) fn query_lookahead(&self, federate: FederateHandle) -> Result<Interval, HlaError> {
        let state = self.state(federate)?;
        if !state.is_regulating() {
            return Err(not_regulating());
        }
        Ok(state.lookahead.actual(state.time, self.types))
    }

    /// Callbacks up to this one were handled: what they forbid holds from now on.
    pub(crate) fn handled(&mut self, federate: FederateHandle, up_to: CallbackSeq) {
        if let Some(state) = self.federates.get_mut(&federate) {
            state.regulation.known(Some(up_to));
            state.constraint.known(Some(up_to));
        }
    }

    pub(crate) fn status(&self, federate: FederateHandle) -> TimeStatus {
        let state = self.federates.get(&federate);
        TimeStatus {
            logical_time: self.query_logical_time(federate),
            advance: state.and_then(|state| state.advance).map_or(
                AdvanceState::Granted,
                |advance| AdvanceState::Advancing {
                    kind: advance.kind.abbreviation(),
                    requested: advance.to,
                },
            ),
            lookahead: self.query_lookahead(federate).ok(),
            constrained: state.is_some_and(FederateTime::is_constrained),
            asynchronous: state.is_some_and(|state| state.asynchronous),
            galt: self.query_galt(federate),
            lits: self.query_lits(federate),
            tso_queued: state.map_or(0, |state| state.waiting.stamped()),
            ro_held: state.map_or(0, |state| state.waiting.held()),
        }
    }

    pub(crate) fn check_invariants(&self) {
        for (federate, state) in &self.federates {
            let waiting = &state.waiting;
            assert_eq!(waiting.bytes(), waiting.bytes_counted(), "octets waiting for {federate}");
            assert!(
                state.is_constrained() || waiting.stamped() + waiting.held() == 0,
                "only constrained federates have messages waiting (8.1), not {federate}"
            );
            assert!(
                waiting.head().is_none_or(|head| bound::Bound::from(head) >= state.promise),
                "nothing below what {federate} was promised may wait for it (8.1)"
            );
            assert!(
                state.advance.is_none_or(|advance| advance.to >= state.time),
                "{federate} does not ask for its past (8.8)"
            );
        }
    }

    fn state(&self, federate: FederateHandle) -> Result<&FederateTime<M>, HlaError> {
        self.federates.get(&federate).ok_or_else(|| not_joined(federate))
    }

    fn read(&self, time: LogicalTime) -> Result<TimePoint, HlaError> {
        self.types.read(time).ok_or_else(|| {
            let name = self.types.name();
            HlaError::InvalidLogicalTime(format!("{time:?} is no time of {name}"))
        })
    }

    fn show(&self, time: TimePoint) -> String {
        self.types.display(time)
    }
}

fn not_joined(federate: FederateHandle) -> HlaError {
    HlaError::FederateNotExecutionMember(format!("federate {federate} is not joined"))
}

fn not_regulating() -> HlaError {
    HlaError::TimeRegulationIsNotEnabled("this federate is not time-regulating".into())
}

fn members(federates: &FederateSet) -> impl Iterator<Item = FederateHandle> + '_ {
    federates.iter()
}
