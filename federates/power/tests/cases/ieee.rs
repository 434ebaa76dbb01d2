//! IEEE 9, 14, 30 and 118 bus cases.

use power::fault::{Fault, FaultPlace, StudyBasis, study};
use power::powerflow::ReactiveLimits;
use power::solver::{IslandStatus, Solver};
use power::topology::{Operating, Topology};
use serde_json::Value;

use crate::expected::{complex, id, json, list, near, near_angle, near_rel, number, solver};

macro_rules! cases {
    ($($case:ident),*) => {$(
        mod $case {
            const CASE: &str = include_str!(concat!("../../testdata/", stringify!($case), ".json"));
            const EXPECTED: &str =
                include_str!(concat!("../../testdata/", stringify!($case), ".expected.json"));

            #[test]
            fn power_flow() {
                super::power_flow(CASE, EXPECTED);
            }

            #[test]
            fn power_flow_with_reactive_limits() {
                super::power_flow_with_reactive_limits(CASE, EXPECTED);
            }

            #[test]
            fn power_balance() {
                super::power_balance(CASE);
            }

            #[test]
            fn three_phase_faults_flat() {
                super::faults_flat(CASE, EXPECTED);
            }

            #[test]
            fn three_phase_faults_prefault() {
                super::faults_prefault(CASE, EXPECTED);
            }

            #[test]
            fn three_phase_faults_in_detail() {
                super::faults_in_detail(CASE, EXPECTED);
            }
        }
    )*};
}

cases!(ieee9, ieee14, ieee30, ieee118);

fn check_voltages(solver: &mut Solver, want: &Value, tolerances: &Value) {
    let solution = solver.solve(0).clone();
    assert!(matches!(solution.islands[0].status, IslandStatus::Solved { .. }));
    for bus in list(&want["bus"]) {
        let name = id(&bus["id"]);
        let node = solver.network().node(&name).expect("bus of the case");
        let v = solution.node(node).v_pu.positive;
        near(&name, v.norm(), number(&bus["vm_pu"]), number(&tolerances["vm_pu"]));
        let angle = v.arg().to_degrees();
        near_angle(&name, angle, number(&bus["va_deg"]), number(&tolerances["va_deg"]));
    }
    for row in list(&want["gen_bus"]) {
        let name = id(&row["bus"]);
        let node = solver.network().node(&name).expect("bus of the case");
        let sources = solver.network().sources.iter().zip(&solution.sources);
        let at_bus = sources.filter(|(s, _)| s.node == node);
        let power: power::network::Complex = at_bus.map(|(_, r)| r.mva).sum();
        let tolerance = number(&tolerances["flow_mw_mvar"]);
        near(&name, power.re, number(&row["p_mw"]), tolerance);
        near(&name, power.im, number(&row["q_mvar"]), tolerance);
    }
    near("losses", solution.islands[0].losses_mw, number(&want["losses_mw"]), 0.01);
}

fn power_flow(case: &str, expected: &str) {
    let expected = json(expected);
    let mut solver = solver("case", case, ReactiveLimits::Ignored);
    check_voltages(&mut solver, &expected["power_flow"], &expected["tolerances"]);
    let solution = solver.solve(0).clone();
    let tolerance = number(&expected["tolerances"]["flow_mw_mvar"]);
    for row in list(&expected["power_flow"]["branch"]) {
        let name = id(&row["id"]);
        let branch = solver.network().branch(&name).expect("branch of the case");
        let flow = solution.branch(branch);
        near(&name, flow.from_mva.re, number(&row["pf_mw"]), tolerance);
        near(&name, flow.from_mva.im, number(&row["qf_mvar"]), tolerance);
        near(&name, flow.to_mva.re, number(&row["pt_mw"]), tolerance);
        near(&name, flow.to_mva.im, number(&row["qt_mvar"]), tolerance);
    }
}

fn power_flow_with_reactive_limits(case: &str, expected: &str) {
    let expected = json(expected);
    let mut solver = solver("case", case, ReactiveLimits::Obeyed);
    let want = &expected["power_flow_with_q_limits"];
    check_voltages(&mut solver, want, &expected["tolerances"]);
    let solution = solver.solve(0);
    let at_limit: Vec<usize> =
        (0..solution.sources.len()).filter(|&s| solution.sources[s].at_limit.is_some()).collect();
    let network = solver.network();
    let mut at_limit: Vec<String> = at_limit
        .into_iter()
        .map(|s| network.nodes[network.sources[s].node.index()].id.clone())
        .collect();
    let mut want: Vec<String> = list(&want["pv_buses_at_q_limit"]).iter().map(id).collect();
    at_limit.sort();
    want.sort();
    assert_eq!(at_limit, want);
}

/// H.1: generation, demand, shunts and branch losses add up to nothing, and no branch makes power.
fn power_balance(case: &str) {
    let mut solver = solver("case", case, ReactiveLimits::Ignored);
    let solution = solver.solve(0).clone();
    let network = solver.network();
    let generated: f64 = solution.sources.iter().map(|s| s.mva.re).sum();
    let drawn: f64 = solution.load_mva.iter().map(|p| p.re).sum();
    let shunts: f64 = network
        .shunts
        .iter()
        .map(|s| s.y_pu.re * solution.node(s.node).v_pu.positive.norm_sqr() * network.base_mva)
        .sum();
    let losses: Vec<f64> = solution.branches.iter().map(|b| b.from_mva.re + b.to_mva.re).collect();
    assert!(losses.iter().all(|&l| l > -1e-9), "a branch makes power: {losses:?}");
    let balance = generated - drawn - shunts - losses.iter().sum::<f64>();
    near("balance in MW", balance, 0.0, 1e-4);
}

fn faults_flat(case: &str, expected: &str) {
    let expected = json(expected);
    let network = crate::expected::network("case", case);
    let operating = Operating::of(&network);
    let topology = Topology::new(&network, &operating);
    for row in list(&expected["short_circuit"]["flat"]) {
        let name = id(&row["bus"]);
        let node = network.node(&name).expect("bus of the case");
        let fault = Fault::three_phase(&name, FaultPlace::Node(node));
        let result = study(&network, &operating, &topology, &fault, StudyBasis::Flat)
            .expect("a three-phase fault at a bus");
        let pu = result.current_a.magnitudes()[0] / network.base_current_a(node);
        near_rel(&name, pu, number(&row["3PH"]["ia_pu"]), 1e-4, 0.0);
        near(&name, result.v_prefault_pu.norm(), 1.0, 1e-9);
        let z1 = result.z1_pu.expect("the bus is live");
        let want = complex(&row["z1_pu"]);
        near_rel(&name, (z1 - want).norm(), 0.0, 0.0, 1e-4 * want.norm());
    }
}

fn faults_prefault(case: &str, expected: &str) {
    let expected = json(expected);
    let mut solver = solver("case", case, ReactiveLimits::Ignored);
    for (step, row) in list(&expected["short_circuit"]["prefault"]).iter().enumerate() {
        let name = id(&row["bus"]);
        let node = solver.network().node(&name).expect("bus of the case");
        let base = solver.network().base_current_a(node);
        // A healthy moment between two faults.
        let t_us = u64::try_from(step).expect("a small number") * 40_000;
        solver.solve(t_us);
        solver.apply_fault(Fault::three_phase(&name, FaultPlace::Node(node))).expect("a fault");
        let solution = solver.solve(t_us + 20_000);
        let result = &solution.faults[0];
        let pu = result.current_a.magnitudes()[0] / base;
        near_rel(&name, pu, number(&row["3PH"]["ia_pu"]), 1e-4, 0.0);
        near(&name, result.v_prefault_pu.norm(), number(&row["v_prefault_pu"]), 1e-5);
        near(&name, solution.node(node).v_pu.positive.norm(), 0.0, 1e-9);
        assert!(solver.clear_fault(&name));
    }
}

fn faults_in_detail(case: &str, expected: &str) {
    let expected = json(expected);
    let rows = list(&expected["short_circuit"]["detailed"]);
    for row in rows.iter().filter(|row| row["type"] == "3PH") {
        let mut solver = solver("case", case, ReactiveLimits::Ignored);
        let name = id(&row["bus"]);
        let node = solver.network().node(&name).expect("bus of the case");
        let base = solver.network().base_current_a(node);
        let zf = complex(&row["zf_pu"]);
        assert_eq!(zf.im, 0.0, "fault impedances of the cases are resistive");
        let r_ohm = zf.re * solver.network().base_impedance_ohm(node);
        let fault = Fault::three_phase(&name, FaultPlace::Node(node));
        solver.apply_fault(Fault { r_ohm, ..fault }).expect("a fault");
        let solution = solver.solve(0).clone();
        let current = solution.faults[0].current_a.magnitudes();
        for (got, want) in current.iter().zip(list(&row["i_fault_abc_pu"])) {
            near_rel(&name, got / base, number(want), 1e-4, 0.0);
        }
        for bus in list(&row["bus_voltages"]) {
            let node = solver.network().node(&id(&bus["bus"])).expect("bus of the case");
            let v = solution.node(node).v_pu.magnitudes();
            for (got, phase) in v.iter().zip(["va_pu", "vb_pu", "vc_pu"]) {
                near_rel(&id(&bus["bus"]), *got, number(&bus[phase]), 1e-4, 2e-6);
            }
        }
    }
}
