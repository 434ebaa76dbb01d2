//! Scenario S01 without a federation: network, relays and breakers in one event loop.
//!
//! Feeder 911 has a permanent three-phase fault half-way; stage 2 trips, the reclose fails, the
//! acceleration stage trips for good. Every nominal stamp of the scenario must be met exactly.

use std::collections::BTreeMap;

use power::fault::{Fault, FaultPlace};
use power::plant::Breaker;
use power::powerflow::ReactiveLimits;
use power::protection::{EventKind, Protection, ProtectionEvent, Relay};
use power::solver::{Energisation, Solver};

use crate::expected::{near_rel, solver};

const CASE: &str = power::cases::TS220;
const SETTINGS: &str = power::cases::TS220_PROTECTION;
const FAULT_US: u64 = 2_000_000;
const END_US: u64 = 10_000_000;

struct Substation {
    solver: Solver,
    relays: Vec<Relay>,
    breakers: BTreeMap<String, Breaker>,
    log: Vec<String>,
}

impl Substation {
    fn new() -> Self {
        let solver = solver("ts220.json", CASE, ReactiveLimits::Obeyed);
        let protection = Protection::from_json("settings", SETTINGS).expect("readable settings");
        let breakers = solver
            .network()
            .switches
            .iter()
            .filter(|s| s.open_ms > 0)
            .map(|s| (s.id.clone(), Breaker::new(&s.id, s.open_ms, s.close_ms, s.closed)))
            .collect();
        Self { solver, relays: protection.relays, breakers, log: Vec::new() }
    }

    /// Solves and reports the currents to all relays.
    fn measure(&mut self, t_us: u64) {
        let solution = self.solver.solve(t_us).clone();
        let network = self.solver.network();
        let mut events = Vec::new();
        for relay in &mut self.relays {
            let ct = network.cts.iter().find(|ct| ct.id == relay.ct()).expect("a CT of the case");
            events.extend(relay.on_current(t_us, solution.switch_current(ct.switch).into()));
        }
        self.obey(events);
    }

    fn obey(&mut self, events: Vec<ProtectionEvent>) {
        for event in events {
            let what = match &event.kind {
                EventKind::Start => "start".to_owned(),
                EventKind::Reset => continue,
                EventKind::Trip { breakers, .. } => {
                    for name in breakers {
                        let breaker = self.breakers.get_mut(name).expect("a breaker of the case");
                        breaker.open(event.t_us).expect("the breaker is closed");
                    }
                    format!("trip {}", breakers.join(" "))
                }
                EventKind::RelayClose { breaker } => {
                    let breaker = self.breakers.get_mut(breaker).expect("a breaker of the case");
                    breaker.close(event.t_us).expect("open with a charged spring");
                    breaker.release_close();
                    "close".to_owned()
                }
                EventKind::Lockout => "lockout".to_owned(),
                EventKind::Alarm { code } => format!("alarm {code}"),
            };
            self.log.push(format!("{} {} {what}", event.t_us / 1000, event.element));
        }
    }

    /// Plays everything due at the next stamp; false at the end.
    fn step(&mut self) -> bool {
        let relays = self.relays.iter().filter_map(Relay::next_due);
        let breakers = self.breakers.values().filter_map(Breaker::next_due);
        let due = relays.chain(breakers).chain(self.solver.next_change_us()).min();
        let Some(t_us) = due.filter(|&due| due <= END_US) else { return false };
        let moved: Vec<_> = self.breakers.values_mut().filter_map(|b| b.advance(t_us)).collect();
        for moved in &moved {
            let state = if moved.closed { "closed" } else { "open" };
            self.log.push(format!("{} {} {state}", t_us / 1000, moved.switch));
            let switch = self.solver.network().switch(&moved.switch).expect("of the case");
            self.solver.set_switch(switch, moved.closed);
            let mut events = Vec::new();
            for relay in &mut self.relays {
                events.extend(relay.on_breaker(t_us, &moved.switch, moved.closed));
            }
            self.obey(events);
        }
        self.measure(t_us);
        let events = self.relays.iter_mut().flat_map(|relay| relay.advance(t_us)).collect();
        self.obey(events);
        true
    }
}

#[test]
fn s01_runs_at_its_nominal_stamps() {
    let mut substation = Substation::new();
    substation.measure(0);
    let line = substation.solver.network().branch("F911").expect("F911");
    let place = FaultPlace::Line { line, fraction: 0.5 };
    substation.solver.apply_fault(Fault::three_phase("S01", place)).expect("a fault");
    substation.measure(FAULT_US);
    while substation.step() {}

    assert_eq!(
        substation.log,
        [
            "2025 P911.50_2 start",
            "2025 P911.51 start",
            "2325 P911.50_2 trip QF911",
            "2370 QF911 open",
            "3380 P911.79 close",
            "3450 QF911 closed",
            "3475 P911.50_2 start",
            "3475 P911.51 start",
            "3475 P911.ACC start",
            "3575 P911.ACC trip QF911",
            "3620 QF911 open",
            "3620 P911.79 lockout",
            "3620 P911.79 alarm reclose_unsuccessful",
        ]
    );
    check_final_state(&mut substation.solver);
}

fn check_final_state(solver: &mut Solver) {
    let solution = solver.solve(END_US).clone();
    let network = solver.network();
    let wanted = [
        ("220-I", 231.359),
        ("220-II", 231.359),
        ("110-I", 116.053),
        ("110-II", 116.053),
        ("10-I", 10.598),
        ("10-II", 10.56),
        ("C-B", 114.271),
    ];
    for (name, kv) in wanted {
        let node = network.node(name).expect("node of the case");
        near_rel(name, solution.voltage_kv(network, node), kv, 1e-4, 0.0);
    }
    for (name, mva) in [("T1.H", 87.537), ("T2.H", 87.037)] {
        let branch = network.branch(name).expect("branch of the case");
        near_rel(name, solution.branch(branch).from_mva.norm(), mva, 1e-4, 0.0);
    }
    assert_eq!(solution.unserved_mw, 4.2);
    let end = network.node("911-END").expect("node of the case");
    assert_eq!(solution.node(end).state, Energisation::Dead);
    assert_eq!(solution.faults[0].current_a.magnitudes()[0], 0.0);
}
