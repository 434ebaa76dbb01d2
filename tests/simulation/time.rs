//! Time management over all orders of events: three federates that regulate and are constrained,
//! send a message and ask for the next times by each service (clause 8).

use std::collections::BTreeSet;

use bytes::Bytes;
use hla::{
    Call, Callback, Edition, FederateHandle, HlaInteger64Time, InteractionClassHandle, LogicalTime,
    ParameterValues, Reply,
};
use rti_core::AdvanceState;

use crate::explore::{Model, explore};
use crate::federates::{Event, Federates};
use crate::onlooker::Onlooker;

/// What one federate does next.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    Tar(i64),
    Tara(i64),
    Nmr(i64),
    Nmra(i64),
    Send(i64),
    /// Takes no further part in it, so that the others can end.
    RegulatesNoMore,
}

/// The federates, and what they do.
struct Time {
    lookaheads: [i64; 3],
    /// Nobody asks for a time beyond it.
    horizon: i64,
    /// How many federates send a message.
    senders: usize,
}

#[derive(Debug, Clone)]
struct State {
    federates: Federates,
    onlooker: Onlooker,
    class: InteractionClassHandle,
    sent: BTreeSet<FederateHandle>,
    regulating: BTreeSet<FederateHandle>,
    /// Who was sent a message of which time and has not got it.
    owed: BTreeSet<(FederateHandle, i64, FederateHandle)>,
}

impl State {
    fn call(&mut self, who: FederateHandle, call: Call) -> Reply {
        let (result, events) = self.federates.call(who, call);
        let reply = result.unwrap_or_else(|error| panic!("{error}"));
        self.settle(events);
        reply
    }

    /// Everybody handles what is told at once.
    fn settle(&mut self, mut events: Vec<Event>) {
        while !events.is_empty() {
            self.onlooker.saw(&self.federates, &events);
            for event in std::mem::take(&mut events) {
                let Event::Told(who, callback) = event else { continue };
                self.note(who, &callback);
                events.extend(self.federates.handle(who, 1));
            }
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "nothing else is told here")]
    fn note(&mut self, who: FederateHandle, callback: &Callback) {
        match callback {
            Callback::ReceiveInteraction { producing_federate, stamp: Some(stamp), .. } => {
                let owed = (who, number(stamp.time), *producing_federate);
                assert!(self.owed.remove(&owed), "{owed:?} came twice");
            }
            Callback::TimeAdvanceGrant { time } => {
                let time = number(*time);
                let late = self.owed.iter().find(|owed| owed.0 == who && owed.1 < time);
                assert!(late.is_none(), "{who} was granted {time} before {late:?}");
            }
            _ => {}
        }
    }
}

fn number(time: LogicalTime) -> i64 {
    HlaInteger64Time::read(time).expect("a time of the federation").0
}

fn at(time: i64) -> LogicalTime {
    HlaInteger64Time(time).into()
}

impl Model for Time {
    type State = State;
    type Action = (FederateHandle, Action);

    fn start(&self) -> State {
        let mut state = State {
            federates: Federates::new(),
            onlooker: Onlooker::default(),
            class: InteractionClassHandle::INVALID,
            sent: BTreeSet::new(),
            regulating: BTreeSet::new(),
            owed: BTreeSet::new(),
        };
        for (index, lookahead) in self.lookaheads.into_iter().enumerate() {
            let (joined, _) = state.federates.join(&format!("F{index}"), Edition::Hla4);
            let who = joined.expect("its name is free");
            let name = "X".to_owned();
            let reply = state.call(who, Call::GetInteractionClassHandle { name });
            let Reply::GetInteractionClassHandle(interaction_class) = reply else {
                panic!("{reply:?}")
            };
            state.class = interaction_class;
            for call in [
                Call::PublishInteractionClass { interaction_class },
                Call::SubscribeInteractionClass { interaction_class, active: true },
                Call::EnableTimeRegulation { lookahead: at(lookahead) },
                Call::EnableTimeConstrained,
            ] {
                state.call(who, call);
            }
            state.regulating.insert(who);
        }
        state
    }

    fn actions(&self, state: &State) -> Vec<Self::Action> {
        let status = state.federates.federation.status();
        let mut actions = Vec::new();
        for row in &status.federates {
            if row.advance != AdvanceState::Granted || !state.regulating.contains(&row.handle) {
                continue;
            }
            let now = number(status.time.write(row.logical_time));
            let next = now + 1;
            let mut can = |action| actions.push((row.handle, action));
            if next <= self.horizon {
                can(Action::Tar(next));
                can(Action::Tara(next));
                can(Action::Nmr(self.horizon));
                can(Action::Nmra(self.horizon));
            } else {
                can(Action::RegulatesNoMore);
            }
            let index = row.handle.index() - 1;
            if index < self.senders && !state.sent.contains(&row.handle) {
                // One at the first time that surely may be sent, one at the next.
                can(Action::Send(next + self.lookaheads[index]));
                can(Action::Send(next + self.lookaheads[index] + 1));
            }
        }
        actions
    }

    fn act(&self, state: &mut State, (who, action): &Self::Action) {
        let call = match action {
            Action::Tar(time) => Call::TimeAdvanceRequest { time: at(*time) },
            Action::Tara(time) => Call::TimeAdvanceRequestAvailable { time: at(*time) },
            Action::Nmr(time) => Call::NextMessageRequest { time: at(*time) },
            Action::Nmra(time) => Call::NextMessageRequestAvailable { time: at(*time) },
            Action::RegulatesNoMore => {
                state.regulating.remove(who);
                Call::DisableTimeRegulation
            }
            Action::Send(time) => {
                state.sent.insert(*who);
                let others = state.federates.joined().into_iter().filter(|other| other != who);
                state.owed.extend(others.map(|other| (other, *time, *who)));
                Call::SendInteraction {
                    interaction_class: state.class,
                    values: ParameterValues::default(),
                    regions: None,
                    tag: Bytes::new(),
                    time: Some(at(*time)),
                }
            }
        };
        state.call(*who, call);
    }

    fn digest(&self, state: &State) -> u64 {
        state.federates.federation.digest()
    }

    /// Nobody waits for ever: who has regulators no more is granted what it asked for.
    fn at_end(&self, state: &State) {
        for row in state.federates.federation.status().federates {
            assert_eq!(row.advance, AdvanceState::Granted, "{} waits for ever", row.name);
        }
    }
}

fn check(lookaheads: [i64; 3], horizon: i64, senders: usize) {
    let extent = explore(&Time { lookaheads, horizon, senders });
    println!("lookaheads {lookaheads:?}: {extent:?}");
}

#[test]
fn no_order_of_requests_breaks_a_promise_with_lookahead() {
    check([1, 1, 1], 2, 2);
}

#[test]
fn no_order_of_requests_breaks_a_promise_without_lookahead() {
    check([0, 0, 0], 2, 2);
}

#[test]
fn no_order_of_requests_breaks_a_promise_where_lookaheads_differ() {
    check([0, 1, 1], 2, 2);
}
