//! Random federations: the real time management beside the one by the book, and an observer.

use std::collections::BTreeMap;

use hla::{
    FederateHandle, HlaError, HlaFloat64Time, HlaInteger64Time, LogicalTime, TimeImplementation,
    TimePoint,
};
use proptest::prelude::*;

use super::observer::Observer;
use super::reference::{Reference, number};
use super::{Bench, Float64, Integer64, Op, Seen};
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

/// The real one, the reference where times are integers, and the observer, side by side.
pub(super) struct Trial {
    pub(super) bench: Bench,
    reference: Option<Reference>,
    observer: Observer,
    labels: Vec<String>,
    /// Who is joined in each place; a handle is never given again.
    places: BTreeMap<u32, FederateHandle>,
    joined: u32,
}

impl Trial {
    /// Some federates have joined and taken their roles.
    pub(super) fn started(start: &Start) -> Self {
        let mut trial = Self::new(Integer64, start);
        trial.reference = Some(Reference::new(start.non_regulated_grant));
        trial.begin(start, None);
        trial
    }

    /// The same far out on the line of float times, where steps and lookahead are rounded.
    fn started_at(base: f64, start: &Start) -> Self {
        let mut trial = Self::new(Float64, start);
        trial.begin(start, Some(HlaFloat64Time(base).into()));
        trial
    }

    fn new(types: TimeImplementation, start: &Start) -> Self {
        Self {
            bench: Bench::new(types, start.non_regulated_grant),
            reference: None,
            observer: Observer::default(),
            labels: Vec::new(),
            places: BTreeMap::new(),
            joined: 0,
        }
    }

    fn begin(&mut self, start: &Start, base: Option<LogicalTime>) {
        for (place, (lookahead, constrained)) in (1..).zip(&start.roles) {
            self.join(place);
            if let Some(base) = base {
                self.step(self.places[&place], &Op::Ask(AdvanceKind::TimeAdvance, base));
            }
            let regulate = lookahead.map(|lookahead| (place, Try::Regulate(lookahead)));
            let constrain = constrained.then_some((place, Try::Constrain));
            self.run(&regulate.into_iter().chain(constrain).collect::<Vec<_>>());
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
        let types = self.bench.types;
        let interval = |steps| later(types, TimePoint::INITIAL, steps);
        match what {
            Try::Join => Op::Join,
            Try::Leave => Op::Leave,
            Try::Regulate(lookahead) => Op::Regulate(interval(*lookahead)),
            Try::RegulateNot => Op::RegulateNot,
            Try::Constrain => Op::Constrain,
            Try::ConstrainNot => Op::ConstrainNot,
            Try::Ask(kind, steps) => {
                let now = self.bench.time.query_logical_time(who);
                Op::Ask(*kind, later(types, now, *steps))
            }
            Try::ModifyLookahead(lookahead) => Op::ModifyLookahead(interval(*lookahead)),
            Try::Asynchronous(on) => Op::Asynchronous(*on),
            Try::Congested(full) => Op::Congested(*full),
            Try::Handle => Op::Handle,
            Try::Send(stamp, to) => {
                let earliest = self.bench.time.federates[&who].send_bound(types).time;
                let label = format!("message {}", self.labels.len());
                self.labels.push(label.clone());
                let chosen = self.places.iter().filter(|(place, _)| to & (1 << **place) != 0);
                let to = chosen.map(|(_, other)| *other).filter(|other| *other != who).collect();
                Op::Send { label, time: stamp.map(|steps| later(types, earliest, steps)), to }
            }
            Try::Retract(back) => {
                let latest = self.labels.iter().nth_back(*back);
                Op::Retract(latest.cloned().unwrap_or_default())
            }
        }
    }

    /// One call, and what comes of it.
    fn step(&mut self, who: FederateHandle, op: &Op) {
        let answer = self.bench.apply(who, op);
        if answer.is_ok() {
            self.observer.called(&self.bench, who, op);
        }
        let members: Vec<_> = self.bench.inboxes.keys().copied().collect();
        let seen = members.into_iter().map(|who| (who, self.bench.take_seen(who)));
        let seen: BTreeMap<_, _> = seen.collect();
        for (who, seen) in &seen {
            seen.iter().for_each(|seen| self.observer.saw(&self.bench, *who, seen));
        }
        self.observer.look_around(&self.bench);
        self.as_by_the_book(who, op, answer, seen);
    }

    /// The same answer, the same callbacks, the same state.
    fn as_by_the_book(
        &mut self,
        who: FederateHandle,
        op: &Op,
        answer: Result<(), HlaError>,
        mut seen: BTreeMap<FederateHandle, Vec<Seen>>,
    ) {
        let Some(reference) = &mut self.reference else { return };
        let answer = answer.as_ref().map_err(|error| error.exception_name());
        assert_eq!(answer.copied(), reference.step(who, op), "{op:?} of {who}");
        let mut expected: BTreeMap<FederateHandle, Vec<Seen>> = BTreeMap::new();
        for (receiver, seen) in reference.seen.drain(..) {
            expected.entry(receiver).or_default().push(seen);
        }
        seen.retain(|_, seen| !seen.is_empty());
        assert_eq!(seen, expected, "after {op:?} of {who}");
        for who in self.bench.inboxes.keys() {
            same_state(&self.bench, reference, *who);
        }
    }

    /// Everybody takes what still waits.
    fn end(&mut self) {
        for who in self.places.clone().into_values() {
            self.step(who, &Op::ConstrainNot);
        }
        self.observer.nothing_is_lost();
    }
}

fn same_state(bench: &Bench, reference: &Reference, who: FederateHandle) {
    let time = &bench.time;
    let show = |time| number(bench.types.write(time));
    assert_eq!(show(time.query_logical_time(who)), Some(reference.logical_time(who)));
    assert_eq!(time.query_galt(who).and_then(show), reference.reported_galt(who));
    assert_eq!(time.query_lits(who).and_then(show), reference.lits(who));
    let lookahead = time.query_lookahead(who).ok();
    let lookahead = lookahead.and_then(|it| number(bench.types.write_interval(it)));
    assert_eq!(lookahead, reference.lookahead(who), "lookahead of {who}");
    if lookahead.is_some() {
        let bound = time.federates[&who].send_bound(bench.types);
        let bound = show(bound.time).map(|time| 2 * time + i128::from(bound.exclusive));
        assert_eq!(bound, Some(reference.send_bound_of(who)), "send bound of {who}");
    }
}

/// So many steps later; a step of float times is one that they cannot represent.
fn later(types: TimeImplementation, time: TimePoint, steps: i64) -> LogicalTime {
    let time = types.write(time);
    match (HlaInteger64Time::read(time), HlaFloat64Time::read(time), types) {
        (_, Some(time), Float64) => HlaFloat64Time(time.0 + 0.7 * steps as f64).into(),
        (Some(time), ..) => HlaInteger64Time(time.0 + steps).into(),
        _ => LogicalTime::Unreadable,
    }
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

    #[test]
    fn rounded_times_break_no_promise(
        base in prop::sample::select(vec![0.0, 0.1, 2_f64.powi(50), 2_f64.powi(53)]),
        start in start(),
        tries in tries(),
    ) {
        let mut trial = Trial::started_at(base, &start);
        trial.run(&tries);
        trial.end();
    }
}
