//! The solver over time: faults that come and go, earth switches, collapse, repetition.

use super::*;
use crate::fault::{FaultKind, FaultPlace, Phase};
use crate::network::NodeIndex;
use crate::powerflow::ReactiveLimits;

const CASE: &str = crate::cases::TS220;
const ISLAND: &str = include_str!("../../testdata/net-island.json");

fn ready() -> Solver {
    let network = Network::from_json("ts220.json", CASE).expect("readable");
    let mut solver = Solver::new(network, ReactiveLimits::Obeyed);
    solver.solve(0);
    solver
}

fn node(solver: &Solver, id: &str) -> NodeIndex {
    solver.network().node(id).expect("node of the case")
}

fn switch(solver: &Solver, id: &str) -> SwitchIndex {
    solver.network().switch(id).expect("switch of the case")
}

fn at(solver: &Solver, id: &str, fault: &str) -> Fault {
    Fault::three_phase(fault, FaultPlace::Node(node(solver, id)))
}

fn along(solver: &Solver, line: &str, fraction: f64, fault: &str) -> Fault {
    let line = solver.network().branch(line).expect("line of the case");
    Fault::three_phase(fault, FaultPlace::Line { line, fraction })
}

fn drawn_a(solution: &Solution, fault: usize) -> f64 {
    solution.faults[fault].current_a.magnitudes()[0]
}

fn near(got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance, "got {got}, expected {want} within {tolerance}");
}

#[test]
fn after_a_cleared_fault_the_flow_is_the_one_without_it() {
    let mut never = ready();
    let mut cleared = ready();
    cleared.apply_fault(at(&cleared, "110-I", "f")).expect("a fault");
    assert!(matches!(cleared.solve(20_000).islands[0].status, IslandStatus::Faulted));
    assert!(cleared.clear_fault("f"));
    assert!(!cleared.clear_fault("f"));
    let (a, b) = (never.solve(40_000), cleared.solve(40_000));
    for (a, b) in a.nodes.iter().zip(&b.nodes) {
        near((a.v_pu.positive - b.v_pu.positive).norm(), 0.0, 1e-9);
    }
}

#[test]
fn equal_inputs_give_equal_solutions() {
    let run = || {
        let mut solver = ready();
        let mut seen = vec![solver.solve(0).clone()];
        solver.apply_fault(along(&solver, "L1", 0.3, "f")).expect("a fault");
        seen.push(solver.solve(10_000).clone());
        solver.set_switch(switch(&solver, "QF211"), false);
        seen.push(solver.solve(50_000).clone());
        solver.set_switch(switch(&solver, "QF_S1_211"), false);
        seen.push(solver.solve(60_000).clone());
        seen
    };
    assert_eq!(run(), run());
}

#[test]
fn an_unchanged_network_keeps_its_solution_and_takes_the_new_stamp() {
    let mut solver = ready();
    let first = solver.solve(0).clone();
    let second = solver.solve(20_000).clone();
    assert_eq!(second.t_us, 20_000);
    assert_eq!(Solution { t_us: 0, ..second }, first);
}

#[test]
fn a_fault_stays_while_its_place_is_dead_and_is_fed_again_on_closing() {
    let mut solver = ready();
    solver.apply_fault(along(&solver, "F911", 0.5, "f")).expect("a fault");
    let fed = drawn_a(solver.solve(1), 0);
    solver.set_switch(switch(&solver, "QF911"), false);
    let solution = solver.solve(370_000);
    assert_eq!(drawn_a(solution, 0), 0.0);
    assert!(solution.faults[0].z1_pu.is_none());
    assert!(solution.islands.iter().all(|i| i.status != IslandStatus::Faulted));
    solver.set_switch(switch(&solver, "QF911"), true);
    let again = drawn_a(solver.solve(1_450_000), 0);
    near(again / fed, 1.0, 0.01);
}

#[test]
fn an_earth_switch_closed_onto_a_live_bus_is_a_bolted_fault() {
    let mut solver = ready();
    let earth = switch(&solver, "ES21117");
    let healthy = solver.solve(0).clone();
    solver.set_switch(earth, true);
    let solution = solver.solve(1).clone();
    let SwitchEnds::Earth(earthed) = solver.network().switches[earth.0].ends else {
        panic!("an earth switch goes to earth");
    };
    assert_eq!(solution.faults.len(), 1);
    assert_eq!(solution.faults[0].id, "ES21117");
    near(solution.node(earthed).v_pu.positive.norm(), 0.0, 1e-9);
    assert_eq!(solution.node(earthed).state, Energisation::Earthed);
    assert!(
        solution.changes_since(&healthy).any(|(n, s)| (n, s) == (earthed, Energisation::Earthed))
    );

    // The same current as a fault applied at that node.
    let mut other = ready();
    other.apply_fault(Fault::three_phase("f", FaultPlace::Node(earthed))).expect("a fault");
    near(drawn_a(&solution, 0), drawn_a(other.solve(1), 0), 1e-6);
}

#[test]
fn an_earth_switch_on_a_dead_bus_earths_it_without_a_current() {
    let mut solver = ready();
    for id in ["QF911", "TR911"] {
        solver.set_switch(switch(&solver, id), false);
    }
    solver.set_switch(switch(&solver, "ES9117"), true);
    let end = node(&solver, "911b");
    let solution = solver.solve(1);
    assert!(solution.faults.is_empty());
    assert_eq!(solution.node(end).state, Energisation::Earthed);
    assert_eq!(solution.node(end).v_pu.positive.norm(), 0.0);
}

#[test]
fn faults_at_one_place_share_its_current() {
    let mut solver = ready();
    solver.apply_fault(at(&solver, "10-I", "one")).expect("a fault");
    let alone = drawn_a(solver.solve(1), 0);
    solver.apply_fault(at(&solver, "10-I", "two")).expect("a fault");
    let solution = solver.solve(2);
    near(drawn_a(solution, 0), alone / 2.0, 1e-6);
    near(drawn_a(solution, 1), alone / 2.0, 1e-6);
}

#[test]
fn two_faults_on_one_line_hide_what_lies_behind_the_first() {
    let mut solver = ready();
    solver.apply_fault(along(&solver, "F911", 0.8, "far")).expect("a fault");
    solver.apply_fault(along(&solver, "F911", 0.4, "near")).expect("a fault");
    let solution = solver.solve(1).clone();
    near(drawn_a(&solution, 0), 0.0, 1e-6);
    let mut single = ready();
    single.apply_fault(along(&single, "F911", 0.4, "near")).expect("a fault");
    near(drawn_a(&solution, 1), drawn_a(single.solve(1), 0), 1.0);
}

#[test]
fn a_fault_at_the_end_of_a_line_is_a_fault_at_its_node() {
    for (fraction, id) in [(0.0, "911b"), (1.0, "911-END")] {
        let mut by_line = ready();
        by_line.apply_fault(along(&by_line, "F911", fraction, "f")).expect("a fault");
        let mut by_node = ready();
        by_node.apply_fault(at(&by_node, id, "f")).expect("a fault");
        near(drawn_a(by_line.solve(1), 0), drawn_a(by_node.solve(1), 0), 1e-9);
    }
}

#[test]
fn machines_show_their_transient_reactance_after_100_ms() {
    let mut solver = ready();
    solver.apply_fault(at(&solver, "GP-G", "f")).expect("a fault");
    let early = drawn_a(solver.solve(1_000), 0);
    assert_eq!(solver.next_change_us(), Some(101_000));
    let just_before = drawn_a(solver.solve(100_999), 0);
    let late = drawn_a(solver.solve(101_000), 0);
    assert_eq!(early, just_before);
    assert!(late < 0.9 * early, "{late} A after {early} A");
    assert_eq!(solver.next_change_us(), None);
}

#[test]
fn kirchhoff_holds_at_every_switched_node_during_a_fault() {
    let mut solver = ready();
    let place = node(&solver, "110-I");
    solver.apply_fault(at(&solver, "110-I", "f")).expect("a fault");
    let solution = solver.solve(1).clone();
    // The busbar has no equipment: its switches bring what the fault draws.
    let mut into = Complex::ZERO;
    for (data, current) in solver.network().switches.iter().zip(&solution.switch_current_a) {
        match data.ends {
            SwitchEnds::Between(a, _) if a == place => into -= current.positive,
            SwitchEnds::Between(_, b) if b == place => into += current.positive,
            _ => {}
        }
    }
    near((into - solution.faults[0].current_a.positive).norm(), 0.0, 1e-6);
}

#[test]
fn unbalanced_and_impossible_faults_are_refused_with_a_reason() {
    let mut solver = ready();
    let slg = Fault { kind: FaultKind::SingleLineToGround(Phase::A), ..at(&solver, "10-I", "slg") };
    let refused = solver.apply_fault(slg).expect_err("not built");
    assert!(refused.to_string().contains("fault slg: SingleLineToGround(A) is not built yet"));
    let beyond = along(&solver, "F911", 1.2, "beyond");
    assert!(matches!(solver.apply_fault(beyond), Err(FaultError::Fraction { .. })));
    let transformer = along(&solver, "TG1", 0.5, "inside");
    assert!(matches!(solver.apply_fault(transformer), Err(FaultError::NotALine { .. })));
    let negative = Fault { r_ohm: -1.0, ..at(&solver, "10-I", "negative") };
    assert!(matches!(solver.apply_fault(negative), Err(FaultError::Resistance { .. })));
    solver.apply_fault(at(&solver, "10-I", "f")).expect("a fault");
    let twice = solver.apply_fault(at(&solver, "10-II", "f")).expect_err("the id is in use");
    assert_eq!(twice, FaultError::Active { id: "f".to_owned() });
    let network = Network::from_json("net-island.json", ISLAND).expect("readable");
    let mut bare = Solver::new(network, ReactiveLimits::Ignored);
    let refused = bare.apply_fault(at(&bare, "2", "f")).expect_err("no impedances");
    assert!(refused.to_string().contains("source GRID has no short-circuit data"));
}

#[test]
fn more_power_than_a_line_can_carry_is_reported_as_a_collapse() {
    let mut solver = ready();
    let machine = solver.network().source("G1").expect("a machine");
    let healthy = solver.solve(0).clone();
    solver.set_source(machine, Complex::new(20_000.0, 0.0)).expect("finite");
    let solution = solver.solve(1).clone();
    let collapsed = solution
        .islands
        .iter()
        .find(|i| matches!(i.status, IslandStatus::Collapsed { .. }))
        .expect("the island of the machine collapses");
    // Frozen voltages, no flows.
    for node in &collapsed.nodes {
        assert_eq!(solution.node(*node).v_pu, healthy.node(*node).v_pu);
    }
    assert!(solution.branches.iter().all(|b| b.from_mva == Complex::ZERO));
    assert!(solution.switch_current_a.iter().all(|i| i.positive == Complex::ZERO));
    // It recovers when the set point does.
    solver.set_source(machine, Complex::new(250.0, 0.0)).expect("finite");
    let recovered = solver.solve(2);
    for (now, before) in recovered.nodes.iter().zip(&healthy.nodes) {
        near((now.v_pu.positive - before.v_pu.positive).norm(), 0.0, 1e-7);
    }
}

#[test]
fn set_points_that_are_not_numbers_are_refused() {
    let mut solver = ready();
    let load = solver.network().load("LD_911").expect("a load");
    let source = solver.network().source("G1").expect("a source");
    let bad = Complex::new(f64::NAN, 0.0);
    assert!(matches!(solver.set_load(load, bad), Err(SetError::Power { .. })));
    assert!(matches!(solver.set_source(source, bad), Err(SetError::Power { .. })));
}

#[test]
fn a_tap_step_moves_the_voltage_and_the_pattern_stays() {
    let mut solver = ready();
    let tap = solver.network().branch("T1.H").expect("a leg");
    let bus = node(&solver, "10-I");
    let before = solver.solve(0).node(bus).v_pu.positive.norm();
    solver.set_tap(tap, -3).expect("a position it has");
    let after = solver.solve(1).node(bus).v_pu.positive.norm();
    assert!(after - before > 0.005 && after - before < 0.0125, "{before} -> {after}");
}

#[test]
fn a_disconnected_load_draws_nothing_and_is_not_unserved() {
    let mut solver = ready();
    let load = solver.network().load("LD_911").expect("a load");
    solver.set_load_in_service(load, false);
    let solution = solver.solve(1);
    assert_eq!(solution.load(load), Complex::ZERO);
    assert_eq!(solution.unserved_mw, 0.0);
}
