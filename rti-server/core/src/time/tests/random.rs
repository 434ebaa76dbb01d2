//! Random federations: the real time management beside the one by the book, and an observer.

use std::collections::BTreeMap;

use hla::{FederateHandle, HlaInteger64Time, LogicalTime};
use proptest::prelude::*;

use super::observer::Observer;
use super::reference::{Reference, number};
use super::{Bench, Integer64, Op, Seen};
use crate::time::federate_time::AdvanceKind;

/// Something that a federate tries; times are told from where it stands, so that most succeed.
#[derive(Debug, Clone)]
pub(super) enum Try {
    Join,
    Leave,
    Regulate(i64),
    RegulateNot,
    Constrain,
    ConstrainNot,
    Ask(AdvanceKind, i64),
    ModifyLookahead(i64),
    Asynchronous(bool),
    Congested(bool),
    Handle,
    /// A stamp so far from the earliest possible one, and a bit for each receiver.
    Send(Option<i64>, u8),
    /// One of the latest messages.
    Retract(usize),
}

const MEMBERS: u32 = 4;

/// What federates try, by their places.
pub(super) fn tries() -> impl Strategy<Value = Vec<(u32, Try)>> {
    use AdvanceKind::{FlushQueue, NextMessage, NextMessageAvailable};
    use AdvanceKind::{TimeAdvance, TimeAdvanceAvailable};
    let kind = prop_oneof![
        4 => Just(TimeAdvance),
        3 => Just(TimeAdvanceAvailable),
        4 => Just(NextMessage),
        3 => Just(NextMessageAvailable),
        1 => Just(FlushQueue),
    ];
    let step = prop_oneof![1 => Just(-1_i64), 12 => 0_i64..5];
    let stamp = prop_oneof![1 => Just(None), 8 => (-1_i64..4).prop_map(Some)];
    let lookahead = prop_oneof![1 => Just(-1_i64), 6 => Just(0_i64), 12 => 1_i64..5];
    let one = prop_oneof![
        1 => Just(Try::Join),
        1 => Just(Try::Leave),
        4 => lookahead.clone().prop_map(Try::Regulate),
        1 => Just(Try::RegulateNot),
        4 => Just(Try::Constrain),
        1 => Just(Try::ConstrainNot),
        28 => (kind, step).prop_map(|(kind, step)| Try::Ask(kind, step)),
        3 => lookahead.prop_map(Try::ModifyLookahead),
        2 => any::<bool>().prop_map(Try::Asynchronous),
        1 => prop_oneof![1 => Just(true), 3 => Just(false)].prop_map(Try::Congested),
        3 => Just(Try::Handle),
        20 => (stamp, any::<u8>()).prop_map(|(stamp, to)| Try::Send(stamp, to)),
        3 => (0_usize..4).prop_map(Try::Retract),
    ];
    prop::collection::vec((1..=MEMBERS, one), 1..90)
}

/// Who is there before anybody tries anything.
#[derive(Debug, Clone)]
pub(super) struct Start {
    /// Lookahead of who regulates, and who is constrained.
    roles: Vec<(Option<i64>, bool)>,
    non_regulated_grant: bool,
}

pub(super) fn start() -> impl Strategy<Value = Start> {
    let role = (prop::option::of(0_i64..4), any::<bool>());
    let roles = prop::collection::vec(role, MEMBERS as usize - 1);
    (roles, prop::bool::weighted(0.8))
        .prop_map(|(roles, non_regulated_grant)| Start { roles, non_regulated_grant })
}

/// The real one, the reference and the observer, side by side.
pub(super) struct Trial {
    pub(super) bench: Bench,
    reference: Reference,
    observer: Observer,
    labels: Vec<String>,
    /// Who is joined in each place; a handle is never given again.
    places: BTreeMap<u32, FederateHandle>,
    joined: u32,
}

impl Trial {
    /// Some federates have joined and taken their roles.
    pub(super) fn started(start: &Start) -> Self {
        let mut trial = Self::new(start.non_regulated_grant);
        for (place, (lookahead, constrained)) in (1..).zip(&start.roles) {
            trial.join(place);
            let regulate = lookahead.map(|lookahead| (place, Try::Regulate(lookahead)));
            let constrain = constrained.then_some((place, Try::Constrain));
            trial.run(&regulate.into_iter().chain(constrain).collect::<Vec<_>>());
        }
        trial
    }

    fn new(non_regulated_grant: bool) -> Self {
        Self {
            bench: Bench::new(Integer64, non_regulated_grant),
            reference: Reference::new(non_regulated_grant),
            observer: Observer::default(),
            labels: Vec::new(),
            places: BTreeMap::new(),
            joined: 0,
        }
    }

    fn join(&mut self, place: u32) {
        self.joined += 1;
        let who = FederateHandle::new(self.joined);
        self.places.insert(place, who);
        self.step(who, &Op::Join);
    }

    pub(super) fn run(&mut self, tries: &[(u32, Try)]) {
        for (place, what) in tries {
            match (self.places.get(place).copied(), what) {
                (None, Try::Join) => self.join(*place),
                (None, _) | (Some(_), Try::Join) => {}
                (Some(who), _) => {
                    let op = self.op(who, what);
                    if op == Op::Leave {
                        self.places.remove(place);
                    }
                    self.step(who, &op);
                }
            }
        }
    }

    fn op(&mut self, who: FederateHandle, what: &Try) -> Op {
        let from_now = |step: i64| {
            let now = number(self.bench.types.write(self.bench.time.query_logical_time(who)));
            later(now.expect("a time is a number"), step)
        };
        match what {
            Try::Join => Op::Join,
            Try::Leave => Op::Leave,
            Try::Regulate(lookahead) => Op::Regulate(later(0, *lookahead)),
            Try::RegulateNot => Op::RegulateNot,
            Try::Constrain => Op::Constrain,
            Try::ConstrainNot => Op::ConstrainNot,
            Try::Ask(kind, step) => Op::Ask(*kind, from_now(*step)),
            Try::ModifyLookahead(lookahead) => Op::ModifyLookahead(later(0, *lookahead)),
            Try::Asynchronous(on) => Op::Asynchronous(*on),
            Try::Congested(full) => Op::Congested(*full),
            Try::Handle => Op::Handle,
            Try::Send(stamp, to) => {
                let earliest = self.reference.send_bound_of(who).div_euclid(2);
                let label = format!("message {}", self.labels.len());
                self.labels.push(label.clone());
                let chosen = self.places.iter().filter(|(place, _)| to & (1 << **place) != 0);
                let to = chosen.map(|(_, other)| *other).filter(|other| *other != who).collect();
                Op::Send { label, time: stamp.map(|stamp| later(earliest, stamp)), to }
            }
            Try::Retract(back) => {
                let latest = self.labels.iter().nth_back(*back);
                Op::Retract(latest.cloned().unwrap_or_default())
            }
        }
    }

    /// One call: the same answer, the same callbacks, the same state.
    fn step(&mut self, who: FederateHandle, op: &Op) {
        let answer = self.bench.apply(who, op);
        let answer = answer.as_ref().map_err(|error| error.exception_name());
        let by_the_book = self.reference.step(who, op);
        assert_eq!(answer.copied(), by_the_book, "{op:?} of {who}");
        if answer.is_ok() {
            self.observer.called(&self.bench, who, op);
        }
        let mut expected: BTreeMap<FederateHandle, Vec<Seen>> = BTreeMap::new();
        for (receiver, seen) in self.reference.seen.drain(..) {
            expected.entry(receiver).or_default().push(seen);
        }
        let members: Vec<_> = self.bench.inboxes.keys().copied().collect();
        for who in members {
            let seen = self.bench.take_seen(who);
            assert_eq!(seen, expected.remove(&who).unwrap_or_default(), "{who} after {op:?}");
            seen.iter().for_each(|seen| self.observer.saw(&self.bench, who, seen));
            self.same_state(who);
        }
        assert!(expected.is_empty(), "nobody sees {expected:?}");
        self.observer.look_around(&self.bench);
    }

    fn same_state(&self, who: FederateHandle) {
        let time = &self.bench.time;
        let show = |time| number(self.bench.types.write(time));
        assert_eq!(show(time.query_logical_time(who)), Some(self.reference.logical_time(who)));
        assert_eq!(time.query_galt(who).and_then(show), self.reference.reported_galt(who));
        assert_eq!(time.query_lits(who).and_then(show), self.reference.lits(who));
        let lookahead = time.query_lookahead(who).ok();
        let lookahead = lookahead.and_then(|it| number(self.bench.types.write_interval(it)));
        assert_eq!(lookahead, self.reference.lookahead(who), "lookahead of {who}");
        if lookahead.is_none() {
            return;
        }
        let bound = time.federates[&who].send_bound(self.bench.types);
        let bound = show(bound.time).map(|time| 2 * time + i128::from(bound.exclusive));
        assert_eq!(bound, Some(self.reference.send_bound_of(who)), "send bound of {who}");
    }

    /// Everybody takes what still waits.
    fn end(&mut self) {
        for who in self.places.clone().into_values() {
            self.step(who, &Op::ConstrainNot);
        }
        self.observer.nothing_is_lost();
    }
}

fn later(time: i128, step: i64) -> LogicalTime {
    let time = i64::try_from(time).expect("the random times are small");
    HlaInteger64Time(time + step).into()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn federations_behave_as_by_the_book(start in start(), tries in tries()) {
        let mut trial = Trial::started(&start);
        trial.run(&tries);
        trial.end();
    }
}
