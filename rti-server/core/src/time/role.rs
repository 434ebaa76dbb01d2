//! Becoming and ceasing to be regulating or constrained (8.2 to 8.7), lookahead (8.19).

use hla::{FederateHandle, HlaError, LogicalTimeInterval, OrderType, TimePoint};

use super::bound::{Bound, Lookahead};
use super::federate_time::{FederateTime, RoleState};
use super::{Role, TimeEvent, TimeManagement, not_joined, not_regulating};
use crate::CallbackSeq;

impl<M: Clone> TimeManagement<M> {
    pub(crate) fn enable_time_regulation(
        &mut self,
        federate: FederateHandle,
        lookahead: LogicalTimeInterval,
        out: &mut Vec<TimeEvent<M>>,
    ) -> Result<(), HlaError> {
        let state = self.state(federate)?;
        not_advancing(state)?;
        match state.regulation {
            RoleState::Off => {}
            RoleState::Pending | RoleState::Told { .. } => {
                let text = "time regulation was asked for already".into();
                return Err(HlaError::RequestForTimeRegulationPending(text));
            }
            RoleState::On => {
                let text = "this federate is time-regulating already".into();
                return Err(HlaError::TimeRegulationAlreadyEnabled(text));
            }
        }
        let interval = self.types.read_interval(lookahead).ok_or_else(|| invalid(lookahead))?;
        let floor = self.largest_promise_beside(federate);
        let types = self.types;
        let from = match floor {
            None => state.time,
            Some(floor) => {
                // "Beyond" a time means its successor; with zero lookahead that is left to the
                // floor, which excludes the time itself for the sender.
                let beyond = floor.exclusive && interval != hla::Interval::ZERO;
                let target = if beyond { floor.time.successor(types) } else { None };
                types.earliest_reaching(state.time, interval, target.unwrap_or(floor.time))
            }
        };
        if let Some(state) = self.federates.get_mut(&federate) {
            state.regulation = RoleState::Pending;
            state.regulation_from = from;
            state.lookahead = Lookahead::new(interval, from, types);
            state.floor = floor.unwrap_or(Bound::from(TimePoint::INITIAL));
        }
        self.settle(out);
        Ok(())
    }

    /// The largest promise to a constrained federate: a new regulator must not break it (5.3).
    fn largest_promise_beside(&self, federate: FederateHandle) -> Option<Bound> {
        let others = self.federates.iter().filter(|(other, _)| **other != federate);
        let constrained = others.filter(|(_, state)| state.is_constrained());
        constrained.map(|(_, state)| state.promise).max()
    }

    pub(crate) fn disable_time_regulation(
        &mut self,
        federate: FederateHandle,
        out: &mut Vec<TimeEvent<M>>,
    ) -> Result<(), HlaError> {
        let state = self.federates.get_mut(&federate).ok_or_else(|| not_joined(federate))?;
        if !state.is_regulating() {
            return Err(not_regulating());
        }
        state.regulation = RoleState::Off;
        self.settle(out);
        Ok(())
    }

    pub(crate) fn enable_time_constrained(
        &mut self,
        federate: FederateHandle,
        out: &mut Vec<TimeEvent<M>>,
    ) -> Result<(), HlaError> {
        let state = self.federates.get_mut(&federate).ok_or_else(|| not_joined(federate))?;
        not_advancing(state)?;
        match state.constraint {
            RoleState::Off => {}
            RoleState::Pending | RoleState::Told { .. } => {
                let text = "being time-constrained was asked for already".into();
                return Err(HlaError::RequestForTimeConstrainedPending(text));
            }
            RoleState::On => {
                let text = "this federate is time-constrained already".into();
                return Err(HlaError::TimeConstrainedAlreadyEnabled(text));
            }
        }
        state.constraint = RoleState::Pending;
        self.settle(out);
        Ok(())
    }

    /// What waits in time-stamp order becomes deliverable in receive order at once (5.5).
    pub(crate) fn disable_time_constrained(
        &mut self,
        federate: FederateHandle,
        out: &mut Vec<TimeEvent<M>>,
    ) -> Result<(), HlaError> {
        let end = self.types.final_time();
        let state = self.federates.get_mut(&federate).ok_or_else(|| not_joined(federate))?;
        if !state.is_constrained() {
            let text = "this federate is not time-constrained".into();
            return Err(HlaError::TimeConstrainedIsNotEnabled(text));
        }
        state.constraint = RoleState::Off;
        self.release_held(federate, out);
        self.release_stamped(federate, end, OrderType::Receive, out);
        self.settle(out);
        Ok(())
    }

    pub(crate) fn modify_lookahead(
        &mut self,
        federate: FederateHandle,
        lookahead: LogicalTimeInterval,
        out: &mut Vec<TimeEvent<M>>,
    ) -> Result<(), HlaError> {
        let types = self.types;
        let state = self.federates.get_mut(&federate).ok_or_else(|| not_joined(federate))?;
        if !state.is_regulating() {
            return Err(not_regulating());
        }
        not_advancing(state)?;
        let interval = types.read_interval(lookahead).ok_or_else(|| invalid(lookahead))?;
        state.lookahead = state.lookahead.changed(interval, state.time, types);
        self.settle(out);
        Ok(())
    }

    /// The callback that says so was emitted under this number.
    pub(crate) fn enabling_emitted(
        &mut self,
        federate: FederateHandle,
        role: Role,
        sequence: CallbackSeq,
    ) {
        let Some(state) = self.federates.get_mut(&federate) else { return };
        let role = match role {
            Role::Regulating => &mut state.regulation,
            Role::Constrained => &mut state.constraint,
        };
        if let RoleState::Told { callback } = role {
            *callback = Some(sequence);
        }
    }
}

fn not_advancing<M>(state: &FederateTime<M>) -> Result<(), HlaError> {
    match state.advance {
        None => Ok(()),
        Some(advance) => Err(HlaError::InTimeAdvancingState(format!(
            "{} is not granted yet",
            advance.kind.abbreviation()
        ))),
    }
}

fn invalid(lookahead: LogicalTimeInterval) -> HlaError {
    HlaError::InvalidLookahead(format!("{lookahead:?} is no interval from zero on"))
}
