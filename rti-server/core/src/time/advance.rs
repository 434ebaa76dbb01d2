//! Asking for time (8.8 to 8.12) and granting it.

use hla::{FederateHandle, HlaError, LogicalTime, OrderType, TimePoint};

use super::bound::Bound;
use super::federate_time::{Advance, AdvanceKind, FederateTime, RoleState};
use super::galt::Minimum;
use super::{TimeEvent, TimeManagement, not_joined};

/// Something that can happen to a federate now.
enum Step {
    Regulate,
    Constrain,
    Grant(TimePoint),
    /// The turn of a message has come that its receiver does not want: it waits for another.
    Pass(TimePoint),
    FlushGrant {
        grant: TimePoint,
        optimistic: TimePoint,
    },
}

impl<M: Clone> TimeManagement<M> {
    pub(crate) fn time_advance_request(
        &mut self,
        federate: FederateHandle,
        time: LogicalTime,
        out: &mut Vec<TimeEvent<M>>,
    ) -> Result<(), HlaError> {
        self.request(federate, AdvanceKind::TimeAdvance, time, out)
    }

    pub(crate) fn time_advance_request_available(
        &mut self,
        federate: FederateHandle,
        time: LogicalTime,
        out: &mut Vec<TimeEvent<M>>,
    ) -> Result<(), HlaError> {
        self.request(federate, AdvanceKind::TimeAdvanceAvailable, time, out)
    }

    pub(crate) fn next_message_request(
        &mut self,
        federate: FederateHandle,
        time: LogicalTime,
        out: &mut Vec<TimeEvent<M>>,
    ) -> Result<(), HlaError> {
        self.request(federate, AdvanceKind::NextMessage, time, out)
    }

    pub(crate) fn next_message_request_available(
        &mut self,
        federate: FederateHandle,
        time: LogicalTime,
        out: &mut Vec<TimeEvent<M>>,
    ) -> Result<(), HlaError> {
        self.request(federate, AdvanceKind::NextMessageAvailable, time, out)
    }

    pub(crate) fn flush_queue_request(
        &mut self,
        federate: FederateHandle,
        time: LogicalTime,
        out: &mut Vec<TimeEvent<M>>,
    ) -> Result<(), HlaError> {
        self.request(federate, AdvanceKind::FlushQueue, time, out)
    }

    fn request(
        &mut self,
        federate: FederateHandle,
        kind: AdvanceKind,
        time: LogicalTime,
        out: &mut Vec<TimeEvent<M>>,
    ) -> Result<(), HlaError> {
        let to = self.check_request(federate, time)?;
        let state = self.federates.get_mut(&federate).ok_or_else(|| not_joined(federate))?;
        // A federate that asks for time has handled what told it its roles.
        state.regulation.known(None);
        state.constraint.known(None);
        state.advance = Some(Advance { kind, to });
        self.release_held(federate, out);
        self.settle(out);
        Ok(())
    }

    fn check_request(
        &self,
        federate: FederateHandle,
        time: LogicalTime,
    ) -> Result<TimePoint, HlaError> {
        let state = self.state(federate)?;
        if let Some(advance) = state.advance {
            let kind = advance.kind.abbreviation();
            return Err(HlaError::InTimeAdvancingState(format!("{kind} is not granted yet")));
        }
        if state.regulation.is_pending() {
            let text = "time regulation is not enabled yet".into();
            return Err(HlaError::RequestForTimeRegulationPending(text));
        }
        if state.constraint.is_pending() {
            let text = "being time-constrained is not enabled yet".into();
            return Err(HlaError::RequestForTimeConstrainedPending(text));
        }
        let to = self.read(time)?;
        let earliest = state.time.max(state.optimistic.unwrap_or(state.time));
        if to < earliest {
            return Err(HlaError::LogicalTimeAlreadyPassed(format!(
                "{} was asked for, {} is reached",
                self.show(to),
                self.show(earliest)
            )));
        }
        Ok(to)
    }

    pub(crate) fn enable_asynchronous_delivery(
        &mut self,
        federate: FederateHandle,
        out: &mut Vec<TimeEvent<M>>,
    ) -> Result<(), HlaError> {
        let state = self.federates.get_mut(&federate).ok_or_else(|| not_joined(federate))?;
        if std::mem::replace(&mut state.asynchronous, true) {
            let text = "asynchronous delivery is enabled already".into();
            return Err(HlaError::AsynchronousDeliveryAlreadyEnabled(text));
        }
        self.release_held(federate, out);
        Ok(())
    }

    pub(crate) fn disable_asynchronous_delivery(
        &mut self,
        federate: FederateHandle,
        _out: &mut Vec<TimeEvent<M>>,
    ) -> Result<(), HlaError> {
        let state = self.federates.get_mut(&federate).ok_or_else(|| not_joined(federate))?;
        if !std::mem::replace(&mut state.asynchronous, false) {
            let text = "asynchronous delivery is disabled already".into();
            return Err(HlaError::AsynchronousDeliveryAlreadyDisabled(text));
        }
        Ok(())
    }

    /// Does everything that has become possible, federate by federate, until nothing is left.
    ///
    /// A plain grant never raises a bound, so the minimum is taken once for all of them; only a
    /// flush queue grant and a new regulator change it (ALGORITHMS 1.2).
    pub(super) fn settle(&mut self, out: &mut Vec<TimeEvent<M>>) {
        let withheld = self.federates.values().any(|state| state.congested);
        loop {
            let minimum = self.minimum();
            let regulated = self.federates.values().any(FederateTime::is_regulating);
            let mut changed = false;
            let asking = self.federates.iter().filter(|(_, state)| is_asking(state));
            let asking: Vec<_> = asking.map(|(federate, _)| *federate).collect();
            for federate in asking {
                let Some(step) = self.next_step(federate, &minimum, withheld, regulated) else {
                    continue;
                };
                let bounds_change = !matches!(step, Step::Grant(_));
                self.take(federate, step, out);
                changed = true;
                if bounds_change {
                    break;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// What can happen to this federate now (the table of ALGORITHMS 1.2).
    fn next_step(
        &self,
        federate: FederateHandle,
        minimum: &Minimum,
        withheld: bool,
        regulated: bool,
    ) -> Option<Step> {
        let state = self.federates.get(&federate)?;
        let galt = minimum.without(federate);
        let allows = |need: Bound| galt.is_none_or(|galt| galt >= need);
        if state.regulation.is_pending() && !withheld {
            let from = Bound::from(state.regulation_from);
            if !state.is_constrained() || allows(from) {
                return Some(Step::Regulate);
            }
        }
        if state.constraint.is_pending() && allows(Bound::from(state.time)) {
            return Some(Step::Constrain);
        }
        let advance = state.advance?;
        if withheld && state.is_regulating() {
            return None;
        }
        let free = self.non_regulated_grant || regulated || advance.to == state.time;
        if state.is_constrained() && !free {
            // Nobody regulates, and the federation does not want to run away by that (5.4).
            return None;
        }
        if advance.kind == AdvanceKind::FlushQueue {
            return Some(self.flush_grant(state, advance, galt));
        }
        if !state.is_constrained() {
            return Some(Step::Grant(advance.to));
        }
        let grant = state.grant_time(advance);
        let exclusive = advance.kind.is_exclusive();
        if !allows(Bound { time: grant, exclusive }) {
            return None;
        }
        let unwanted = || state.waiting.first_wanted().is_none_or(|first| first > grant);
        Some(if grant < advance.to && unwanted() { Step::Pass(grant) } else { Step::Grant(grant) })
    }

    /// A flush queue request is granted at once, as far as nothing earlier can come (8.12).
    fn flush_grant(&self, state: &FederateTime<M>, advance: Advance, galt: Option<Bound>) -> Step {
        let galt = galt.filter(|_| state.is_constrained()).map(|bound| bound.time);
        let head = state.waiting.first_wanted();
        let earliest = galt.into_iter().chain(head).fold(advance.to, TimePoint::min);
        let grant = earliest.max(state.time);
        let optimistic = head.map_or(advance.to, |head| head.min(advance.to)).max(grant);
        Step::FlushGrant { grant, optimistic }
    }

    fn take(&mut self, federate: FederateHandle, step: Step, out: &mut Vec<TimeEvent<M>>) {
        match step {
            Step::Regulate => self.regulate(federate, out),
            Step::Constrain => {
                let Some(state) = self.federates.get_mut(&federate) else { return };
                let time = state.time;
                state.constraint = RoleState::Told { callback: None };
                state.promise = Bound::from(time);
                out.push(TimeEvent::ConstrainedEnabled { federate, time });
            }
            Step::Grant(time) => {
                self.release_stamped(federate, time, OrderType::TimeStamp, out);
                self.reach(federate, time);
                out.push(TimeEvent::Granted { federate, time });
            }
            Step::Pass(time) => {
                self.release_stamped(federate, time, OrderType::TimeStamp, out);
            }
            Step::FlushGrant { grant, optimistic } => {
                let end = self.types.final_time();
                self.release_stamped(federate, end, OrderType::TimeStamp, out);
                self.reach(federate, grant);
                if let Some(state) = self.federates.get_mut(&federate) {
                    state.optimistic = (optimistic > grant).then_some(optimistic);
                }
                out.push(TimeEvent::FlushQueueGranted { federate, time: grant, optimistic });
            }
        }
    }

    /// For a constrained federate this counts as a TARA to its new time (5.3).
    fn regulate(&mut self, federate: FederateHandle, out: &mut Vec<TimeEvent<M>>) {
        let Some(state) = self.federates.get(&federate) else { return };
        let time = state.regulation_from;
        if state.is_constrained() {
            self.release_held(federate, out);
            self.release_stamped(federate, time, OrderType::TimeStamp, out);
        }
        let types = self.types;
        let Some(state) = self.federates.get_mut(&federate) else { return };
        if state.is_constrained() {
            state.promise = state.promise.max(Bound::from(time));
        }
        // Whatever it was granted before: it regulates from here, and what others were promised
        // is in its floor.
        state.granted_exclusively = false;
        state.time = time;
        state.regulation = RoleState::Told { callback: None };
        state.commit(types);
        out.push(TimeEvent::RegulationEnabled { federate, time });
    }

    /// A federate stands at a new time: what it promises and what it was promised follow.
    fn reach(&mut self, federate: FederateHandle, time: TimePoint) {
        let types = self.types;
        let Some(state) = self.federates.get_mut(&federate) else { return };
        let Some(advance) = state.advance.take() else { return };
        state.time = time;
        state.granted_exclusively = advance.kind.is_exclusive();
        state.optimistic = state.optimistic.filter(|optimistic| *optimistic > time);
        state.commit(types);
        if state.is_constrained() {
            let promise = Bound { time, exclusive: advance.kind.is_exclusive() };
            state.promise = state.promise.max(promise);
        }
        // Who does not regulate now may do so again, with a smaller lookahead.
        let earliest = if state.is_regulating() { state.send_bound(types).time } else { time };
        self.retractable.expire(federate, earliest);
    }

    pub(super) fn release_held(&mut self, federate: FederateHandle, out: &mut Vec<TimeEvent<M>>) {
        let Some(state) = self.federates.get_mut(&federate) else { return };
        while let Some(message) = state.waiting.take_held() {
            out.push(TimeEvent::Deliver { federate, message, received: OrderType::Receive });
        }
    }

    pub(super) fn release_stamped(
        &mut self,
        federate: FederateHandle,
        limit: TimePoint,
        received: OrderType,
        out: &mut Vec<TimeEvent<M>>,
    ) {
        let Some(state) = self.federates.get_mut(&federate) else { return };
        while let Some(queued) = state.waiting.take_stamped(limit) {
            if !queued.wanted {
                continue;
            }
            self.retractable.delivered(queued.retraction, federate);
            out.push(TimeEvent::Deliver { federate, message: queued.message, received });
        }
    }
}

fn is_asking<M>(state: &FederateTime<M>) -> bool {
    state.advance.is_some() || state.regulation.is_pending() || state.constraint.is_pending()
}
