//! The training substation: three-phase faults.

use power::fault::{Fault, FaultPlace, StudyBasis, study};
use power::powerflow::ReactiveLimits;
use power::solver::Solver;
use power::topology::{Operating, Topology};
use serde_json::Value;

use crate::expected::{complex, id, json, list, near, near_rel, network, number, solver};

const CASE: &str = power::cases::TS220;
const EXPECTED: &str = include_str!("../../testdata/ts220.expected.json");

fn ready() -> Solver {
    let mut solver = solver("ts220.json", CASE, ReactiveLimits::Obeyed);
    solver.solve(0);
    solver
}

#[test]
fn bus_faults_noload() {
    let expected = json(EXPECTED);
    let relative = number(&expected["tolerances"]["short_circuit_rel"]);
    let network = network("ts220.json", CASE);
    let operating = Operating::of(&network);
    let topology = Topology::new(&network, &operating);
    for row in list(&expected["short_circuit"]["bus_faults"]) {
        let name = id(&row["node"]);
        let want = &row["noload"];
        let node = network.node(&name).expect("node of the case");
        let fault = Fault::three_phase(&name, FaultPlace::Node(node));
        let result = study(&network, &operating, &topology, &fault, StudyBasis::NoLoad)
            .expect("a three-phase fault at a node");
        let ka = result.current_a.magnitudes()[0] / 1e3;
        near_rel(&name, ka, number(&want["3PH"]["ia_ka"]), relative, 0.0);
        near_rel(&name, result.v_prefault_pu.norm(), number(&want["v_prefault_pu"]), 1e-5, 0.0);
        let z1 = result.z1_pu.expect("the node is live") * network.base_impedance_ohm(node);
        let z1_want = complex(&want["z1_ohm"]);
        near(&name, (z1 - z1_want).norm() / z1_want.norm(), 0.0, relative);
    }
}

#[test]
fn bus_faults_prefault() {
    let expected = json(EXPECTED);
    let relative = number(&expected["tolerances"]["short_circuit_rel"]);
    let mut solver = ready();
    for (step, row) in list(&expected["short_circuit"]["bus_faults"]).iter().enumerate() {
        let t_us = u64::try_from(step).expect("a small number") * 40_000;
        let name = id(&row["node"]);
        let want = &row["prefault"];
        let node = solver.network().node(&name).expect("node of the case");
        let ohm = solver.network().base_impedance_ohm(node);
        solver.solve(t_us);
        solver.apply_fault(Fault::three_phase(&name, FaultPlace::Node(node))).expect("a fault");
        let result = solver.solve(t_us + 20_000).faults[0].clone();
        for (got, phase) in result.current_a.magnitudes().iter().zip(["ia_ka", "ib_ka", "ic_ka"]) {
            near_rel(&name, got / 1e3, number(&want["3PH"][phase]), relative, 0.0);
        }
        let z1 = result.z1_pu.expect("the node is live") * ohm;
        let z1_want = complex(&want["z1_ohm"]);
        near(&name, (z1 - z1_want).norm() / z1_want.norm(), 0.0, relative);
        assert!(solver.clear_fault(&name));
    }
}

#[test]
fn faults_in_detail() {
    let expected = json(EXPECTED);
    let rows = list(&expected["short_circuit"]["detailed"]);
    let three_phase: Vec<_> = rows.iter().filter(|row| row["type"] == "3PH").collect();
    assert!(three_phase.len() > 10, "the file has three-phase rows");
    for row in three_phase {
        check_detail(row, number(&expected["tolerances"]["short_circuit_rel"]));
    }
}

fn check_detail(row: &Value, relative: f64) {
    let mut solver = ready();
    let label = id(&row["label"]);
    let place = match row["line"].as_str() {
        Some(line) => FaultPlace::Line {
            line: solver.network().branch(line).expect("line of the case"),
            fraction: number(&row["distance_fraction"]),
        },
        None => {
            FaultPlace::Node(solver.network().node(&id(&row["node"])).expect("node of the case"))
        }
    };
    let fault = Fault::three_phase(&label, place);
    solver.apply_fault(Fault { r_ohm: number(&row["rf_ohm"]), ..fault }).expect("a fault");
    let solution = solver.solve(1).clone();
    let network = solver.network();
    let current = solution.faults[0].current_a.magnitudes();
    for (got, want) in current.iter().zip(list(&row["i_fault_abc_a"])) {
        near_rel(&label, *got, number(want), relative, 0.0);
    }
    for (breaker, want) in row["breaker_abc_a"].as_object().expect("currents per breaker") {
        let switch = network.switch(breaker).expect("breaker of the case");
        let got = solution.switch_current(switch).magnitudes();
        for (got, want) in got.iter().zip(list(want)) {
            near_rel(&format!("{label} {breaker}"), *got, number(want), relative, 0.006);
        }
    }
    for (node, want) in row["voltage_abc_kv"].as_object().expect("voltages per node") {
        let node = network.node(node).expect("node of the case");
        let got = solution.phase_voltages_kv(network, node);
        for (got, want) in got.iter().zip(list(want)) {
            near_rel(&label, got.norm(), number(want), relative, 6e-5);
        }
    }
}

#[test]
fn a_fault_half_way_along_feeder_911_draws_the_current_of_the_scenario() {
    let mut solver = ready();
    let line = solver.network().branch("F911").expect("F911");
    let breaker = solver.network().switch("QF911").expect("QF911");
    let place = FaultPlace::Line { line, fraction: 0.5 };
    solver.apply_fault(Fault::three_phase("S01", place)).expect("a fault");
    let current = solver.solve(2_000_000).switch_current(breaker).magnitudes();
    for phase in current {
        near_rel("QF911", phase, 4596.4, 1e-4, 0.0);
    }
}
