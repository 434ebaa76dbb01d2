//! Whoever all wait for, one of them can go on (ALGORITHMS 1.4, property 3).

use hla::{FederateHandle, TimeImplementation, TimePoint};

use super::super::federate_time::AdvanceKind;
use super::{Bench, Float64, Integer64, Op, Seen, read_time, show_time};

use AdvanceKind::{NextMessage, NextMessageAvailable, TimeAdvance, TimeAdvanceAvailable};

/// A ring of federates that regulate and are constrained; each sends to the next one.
struct Ring {
    bench: Bench,
    members: Vec<FederateHandle>,
}

impl Ring {
    fn new(types: TimeImplementation, members: u32, lookahead: &str) -> Self {
        let mut bench = Bench::new(types, true);
        let members: Vec<_> = (1..=members).map(FederateHandle::new).collect();
        let lookahead = read_time(lookahead, types);
        for who in &members {
            for op in [Op::Join, Op::Regulate(lookahead), Op::Constrain, Op::Handle] {
                bench.apply(*who, &op).expect("setting up is not refused");
            }
            bench.take_seen(*who);
        }
        Self { bench, members }
    }

    /// Asks for time until all have reached `end`; how many messages were seen.
    fn run(&mut self, kinds: &[AdvanceKind], step: u32, end: u32, sends: bool) -> usize {
        let types = self.bench.types;
        let end = types.read(read_time(&end.to_string(), types)).expect("a time");
        let mut messages = 0;
        let mut rounds = 0;
        while self.members.iter().any(|who| self.bench.time.query_logical_time(*who) < end) {
            rounds += 1;
            assert!(rounds < 20_000, "the ring turns and does not advance");
            for (place, who) in self.members.clone().into_iter().enumerate() {
                if self.bench.query(who, "advance") != "none" {
                    continue;
                }
                if sends {
                    self.send_to_next(place, rounds);
                }
                let now = self.bench.time.query_logical_time(who);
                let kind = kinds[(place + rounds) % kinds.len()];
                let to = read_time(&shifted(types, now, step), types);
                self.bench.apply(who, &Op::Ask(kind, to)).expect("a legal request");
            }
            let (granted, seen) = self.read_all();
            assert!(granted > 0, "all wait and nobody is granted: {:?}", self.bench);
            messages += seen;
        }
        messages
    }

    /// Sends the earliest message that is legal.
    fn send_to_next(&mut self, place: usize, round: usize) {
        let (who, types) = (self.members[place], self.bench.types);
        let state = &self.bench.time.federates[&who];
        let bound = state.send_bound(types);
        let time = if bound.exclusive { bound.time.successor(types) } else { Some(bound.time) };
        let Some(time) = time else { return };
        let next = self.members[(place + 1) % self.members.len()];
        let label = format!("{place}-{round}");
        let op = Op::Send { label, time: Some(types.write(time)), to: vec![next] };
        self.bench.apply(who, &op).expect("the earliest legal time");
    }

    fn read_all(&mut self) -> (usize, usize) {
        let (mut granted, mut messages) = (0, 0);
        for who in &self.members {
            for seen in self.bench.take_seen(*who) {
                match seen {
                    Seen::Grant(_) => granted += 1,
                    Seen::Message { .. } => messages += 1,
                    other => panic!("nothing but grants and messages is expected, not {other:?}"),
                }
            }
        }
        (granted, messages)
    }
}

/// `time + step` as a text.
fn shifted(types: TimeImplementation, time: TimePoint, step: u32) -> String {
    let step = types.read_interval(read_time(&step.to_string(), types)).expect("an interval");
    show_time(types.add(time, step), types)
}

#[test]
fn rings_advance_with_every_request_and_lookahead() {
    let mixed = [TimeAdvance, NextMessageAvailable, TimeAdvanceAvailable, NextMessage, TimeAdvance];
    for types in [Integer64, Float64] {
        for members in [2, 3, 7] {
            for lookahead in ["0", "1", "4"] {
                for kinds in [
                    &[TimeAdvance][..],
                    &[TimeAdvanceAvailable],
                    &[NextMessage],
                    &[NextMessageAvailable],
                    &mixed,
                ] {
                    let mut ring = Ring::new(types, members, lookahead);
                    assert_eq!(ring.run(kinds, 1, 30, false), 0);
                }
            }
        }
    }
}

#[test]
fn rings_with_messages_advance() {
    // Plain requests: with the available ones a ring without lookahead may pass messages on at one
    // time for ever, by right.
    for members in [2, 3, 7] {
        for lookahead in ["0", "1", "4"] {
            for kinds in [&[TimeAdvance][..], &[NextMessage], &[NextMessage, TimeAdvance]] {
                let mut ring = Ring::new(Integer64, members, lookahead);
                assert!(ring.run(kinds, 3, 60, true) > 0, "messages were on their way");
            }
        }
    }
}

#[test]
fn a_ring_without_lookahead_makes_a_thousand_steps() {
    let mut ring = Ring::new(Integer64, 3, "0");
    assert!(ring.run(&[TimeAdvance], 1, 1000, true) >= 2997);
}

#[test]
fn a_far_request_of_all_is_granted_to_all() {
    for kind in [TimeAdvance, TimeAdvanceAvailable, NextMessage, NextMessageAvailable] {
        let mut ring = Ring::new(Integer64, 5, "0");
        assert_eq!(ring.run(&[kind], 1_000_000, 1_000_000, false), 0);
    }
}
