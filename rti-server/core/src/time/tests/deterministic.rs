//! Neither a second run nor the order in which federates happen to call changes what they see
//! (ALGORITHMS 1.4, property 4).

use std::collections::{BTreeMap, VecDeque};

use hla::{FederateHandle, HlaInteger64Time, LogicalTime};
use proptest::prelude::*;

use super::random::{Trial, start, tries};
use super::{Bench, Integer64, Op, Seen, check};
use crate::AdvanceState;
use crate::time::federate_time::AdvanceKind;

const MEMBERS: usize = 4;

/// What a federate does next, whenever it is not advancing.
#[derive(Debug, Clone)]
enum Act {
    /// Plain requests only: an available one may split the messages of one time over its grants.
    Ask(AdvanceKind, i64),
    /// So far beyond its earliest stamp.
    Send(i64),
    /// Its latest message, where that can still be done.
    Retract,
}

/// A federate of the time-stepped or event-driven sort: what it does depends only on what it saw.
#[derive(Debug, Clone)]
struct Program {
    lookahead: i64,
    acts: Vec<Act>,
}

fn programs() -> impl Strategy<Value = Vec<Program>> {
    let kind = prop_oneof![Just(AdvanceKind::TimeAdvance), Just(AdvanceKind::NextMessage)];
    let act = prop_oneof![
        4 => (kind, 0_i64..5).prop_map(|(kind, step)| Act::Ask(kind, step)),
        4 => (0_i64..4).prop_map(Act::Send),
        1 => Just(Act::Retract),
    ];
    let program = (0_i64..3, prop::collection::vec(act, 0..14))
        .prop_map(|(lookahead, acts)| Program { lookahead, acts });
    prop::collection::vec(program, MEMBERS)
}

/// Lets the programs run; `turns` says who is next among those who can go on.
fn run(
    programs: &[Program],
    mut turns: impl Iterator<Item = usize>,
) -> BTreeMap<FederateHandle, Vec<Seen>> {
    let mut bench = Bench::new(Integer64, true);
    let mut seen: BTreeMap<FederateHandle, Vec<Seen>> = BTreeMap::new();
    let mut acts = BTreeMap::new();
    for (number, program) in (1..).zip(programs) {
        let who = FederateHandle::new(number);
        let lookahead = HlaInteger64Time(program.lookahead).into();
        for op in [Op::Join, Op::Regulate(lookahead), Op::Constrain] {
            bench.apply(who, &op).expect("setting up is not refused");
        }
        acts.insert(who, program.acts.iter().cloned().collect::<VecDeque<_>>());
    }
    while !acts.is_empty() {
        for who in acts.keys() {
            seen.entry(*who).or_default().extend(bench.take_seen(*who));
        }
        let free =
            |who: &&FederateHandle| bench.time.status(**who).advance == AdvanceState::Granted;
        let free: Vec<_> = acts.keys().filter(free).copied().collect();
        let turn = turns.next().unwrap_or_default() % free.len();
        let who = free[turn];
        let act = acts.get_mut(&who).and_then(VecDeque::pop_front);
        let op = act.as_ref().map_or(Some(Op::Leave), |act| op(&bench, who, act));
        if let Some(op) = op {
            bench.apply(who, &op).expect("a program does only what is allowed");
        }
        if act.is_none() {
            // It has seen all that it will see.
            acts.remove(&who);
        }
    }
    seen
}

fn op(bench: &Bench, who: FederateHandle, act: &Act) -> Option<Op> {
    let others = bench.inboxes.keys().filter(|other| **other != who);
    let bound = bench.time.federates[&who].send_bound(bench.types);
    let time = bench.time.query_logical_time(who);
    let later = |time, step: i64| -> LogicalTime {
        let time = HlaInteger64Time::read(bench.types.write(time)).expect("a time is a number");
        HlaInteger64Time(time.0 + step).into()
    };
    Some(match act {
        Act::Ask(kind, step) => Op::Ask(*kind, later(time, *step)),
        Act::Send(step) => Op::Send {
            label: format!("{who} {:02}", own_labels(bench, who).count()),
            time: Some(later(bound.time, step + i64::from(bound.exclusive))),
            to: others.copied().collect(),
        },
        Act::Retract => {
            let op = Op::Retract(own_labels(bench, who).last()?.clone());
            bench.clone().apply(who, &op).ok()?;
            op
        }
    })
}

fn own_labels(bench: &Bench, who: FederateHandle) -> impl Iterator<Item = &String> {
    bench.sent.keys().filter(move |label| label.starts_with(&format!("{who} ")))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn turns_change_nothing_for_plain_requests(
        programs in programs(),
        turns in prop::collection::vec(0..MEMBERS, 60),
        others in prop::collection::vec(0..MEMBERS, 60),
    ) {
        let seen = run(&programs, turns.into_iter());
        prop_assert_eq!(&seen, &run(&programs, others.into_iter()));
        prop_assert_eq!(&seen, &run(&programs, std::iter::empty()));
    }

    #[test]
    fn the_same_calls_bring_about_the_same_to_the_octet(start in start(), tries in tries()) {
        let happened = || {
            let mut trial = Trial::started(&start);
            trial.run(&tries);
            format!("{:?} {:?}", trial.bench.happened, trial.bench)
        };
        prop_assert_eq!(happened(), happened());
    }
}

#[test]
fn the_senders_order_equal_times_and_not_the_arrival() {
    for order in [["A", "B", "D"], ["D", "B", "A"], ["B", "D", "A"]] {
        let sends = order.map(|sender| format!("{sender} send {sender}1@5 {sender}2@5 to C"));
        check(&format!(
            "join A B C D
             A regulate 1
             B regulate 1
             D regulate 1
             C constrain
             A < regulating 0
             B < regulating 0
             D < regulating 0
             C < constrained 0
             {}
             {}
             {}
             A tar 5
             A < grant 5
             B tar 5
             B < grant 5
             D tar 5
             D < grant 5
             C nmr 9
             C < ts A1@5, ts A2@5, ts B1@5, ts B2@5, ts D1@5, ts D2@5, grant 5",
            sends[0], sends[1], sends[2]
        ));
    }
}
