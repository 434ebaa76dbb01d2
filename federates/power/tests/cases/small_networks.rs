//! Small networks that other programs got wrong; numbers are those of `power-expected.json`.

use power::fault::{Fault, FaultPlace};
use power::network::{Network, Problem};
use power::powerflow::{ReactiveLimit, ReactiveLimits};
use power::solver::{Energisation, Solver};

use crate::expected::{json, list, near, near_angle, near_rel, number, solver};

const EXPECTED: &str = include_str!("../../testdata/power-expected.json");
const SHIFT: &str = include_str!("../../testdata/net-shift150.json");
const OPEN_END: &str = include_str!("../../testdata/net-open-end.json");
const ISLAND: &str = include_str!("../../testdata/net-island.json");
const Q_LIMIT: &str = include_str!("../../testdata/net-qlimit.json");
const TAP: &str = include_str!("../../testdata/net-tap-hv.json");
const ZERO_Z: &str = include_str!("../../testdata/net-zero-z.json");
const FAULT_R: &str = include_str!("../../testdata/net-fault-r.json");

fn ready(text: &str) -> Solver {
    solver("case", text, ReactiveLimits::Ignored)
}

/// Magnitude (pu) and angle (degrees) of a node.
fn voltage(solver: &mut Solver, node: &str) -> (f64, f64) {
    let node = solver.network().node(node).expect("node of the case");
    let v = solver.solve(0).node(node).v_pu.positive;
    (v.norm(), v.arg().to_degrees())
}

#[test]
fn b103_vector_group_shifts_angles_and_nothing_else() {
    let want = &json(EXPECTED)["net-shift150"];
    let mut shifted = ready(SHIFT);
    let (vm, va) = voltage(&mut shifted, "2");
    near("vm", vm, number(&want["bus2"]["vm_pu"]), 1e-5);
    near_angle("va", va, number(&want["bus2"]["va_deg"]), 1e-3);
    let flow = shifted.solve(0).branches[0];
    near("p", flow.from_mva.re, number(&want["branch1"]["pf_mw"]), 0.01);
    near("q", flow.from_mva.im, number(&want["branch1"]["qf_mvar"]), 0.01);

    let mut straight = ready(&SHIFT.replace("\"shift_deg\": 150.0", "\"shift_deg\": 0.0"));
    let (vm0, va0) = voltage(&mut straight, "2");
    near("vm without shift", vm0, vm, 1e-9);
    near_angle("va without shift", va0, number(&want["with_shift_0"]["va_deg"]), 1e-3);
}

#[test]
fn b108_a_cable_open_at_its_far_end_carries_its_charging_current() {
    let want = &json(EXPECTED)["net-open-end"];
    let mut solver = ready(OPEN_END);
    let (vm, va) = voltage(&mut solver, "1.to");
    near("open end", vm, number(&want["bus2_end"]["vm_pu"]), 1e-5);
    near_angle("open end", va, number(&want["bus2_end"]["va_deg"]), 1e-3);
    let bus1 = solver.network().node("1").expect("bus 1");
    let bus2 = solver.network().node("2").expect("bus 2");
    let base_a = solver.network().base_current_a(bus1);
    let solution = solver.solve(0);
    let flow = solution.branches[0];
    near("p", flow.from_mva.re, number(&want["branch1_from"]["p_mw"]), 0.01);
    near("q", flow.from_mva.im, number(&want["branch1_from"]["q_mvar"]), 0.01);
    let i = flow.from_a.positive.norm() / base_a;
    near_rel("i", i, number(&want["branch1_from"]["i_pu"]), 1e-4, 0.0);
    near("p at the open end", flow.to_mva.norm(), 0.0, 1e-4);
    assert_eq!(solution.node(bus2).state, Energisation::Dead);
    assert_eq!(solution.node(bus2).v_pu.positive.norm(), 0.0);
}

#[test]
fn b106_cutting_off_a_part_leaves_it_dead_and_closing_brings_it_back() {
    let want = &json(EXPECTED)["net-island"];
    let mut solver = ready(ISLAND);
    let breaker = solver.network().switch("CB23").expect("CB23");
    for round in 0..2 {
        for bus in ["2", "3", "4"] {
            let (vm, va) = voltage(&mut solver, bus);
            near(bus, vm, number(&want["closed"]["vm_pu"][bus]), 1e-5);
            near_angle(bus, va, number(&want["closed"]["va_deg"][bus]), 1e-3);
        }
        near("unserved", solver.solve(round).unserved_mw, 0.0, 0.0);
        solver.set_switch(breaker, false);
        let (vm, va) = voltage(&mut solver, "2");
        near("bus 2", vm, number(&want["CB23_open"]["vm_pu"]["2"]), 1e-5);
        near_angle("bus 2", va, number(&want["CB23_open"]["va_deg"]["2"]), 1e-3);
        let dead: Vec<_> = ["3", "4"].iter().map(|b| solver.network().node(b)).collect();
        let branch = solver.network().branch("3").expect("branch 3");
        let solution = solver.solve(round);
        for node in dead.into_iter().flatten() {
            assert_eq!(solution.node(node).state, Energisation::Dead);
            assert_eq!(solution.node(node).v_pu.positive.norm(), 0.0);
        }
        near("unserved", solution.unserved_mw, number(&want["CB23_open"]["unserved_mw"]), 0.0);
        assert_eq!(solution.branch(branch).from_mva.norm(), 0.0);
        assert!(solution.nodes.iter().all(|n| n.v_pu.positive.is_finite()));
        assert!(solution.switch_current_a.iter().all(|i| i.positive.is_finite()));
        solver.set_switch(breaker, true);
    }
}

#[test]
fn b111_a_machine_at_its_reactive_limit_lets_go_of_the_voltage() {
    let want = &json(EXPECTED)["net-qlimit"];
    let mut free = ready(Q_LIMIT);
    let machine = free.network().source("G2").expect("G2");
    let off = &want["limits_off"];
    let (vm, va) = voltage(&mut free, "2");
    near("vm", vm, number(&off["bus2_vm_pu"]), 1e-5);
    near_angle("va", va, number(&off["bus2_va_deg"]), 1e-3);
    near("q", free.solve(0).source(machine).mva.im, number(&off["g2_q_mvar"]), 0.01);
    assert_eq!(free.solve(0).source(machine).at_limit, None);

    let on = &want["limits_on"];
    let mut limited = solver("case", Q_LIMIT, ReactiveLimits::Obeyed);
    let (vm, va) = voltage(&mut limited, "2");
    near("vm", vm, number(&on["bus2_vm_pu"]), 1e-5);
    near_angle("va", va, number(&on["bus2_va_deg"]), 1e-3);
    near("vm 3", voltage(&mut limited, "3").0, number(&on["bus3_vm_pu"]), 1e-5);
    near("q", limited.solve(0).source(machine).mva.im, number(&on["g2_q_mvar"]), 0.01);
    assert_eq!(limited.solve(0).source(machine).at_limit, Some(ReactiveLimit::Max));
}

#[test]
fn b121_a_tap_on_the_high_side_lowers_the_low_side() {
    let want = &json(EXPECTED)["net-tap-hv"];
    let mut solver = ready(TAP);
    let branch = solver.network().branch("1").expect("branch 1");
    for pos in [-4, 0, 4] {
        solver.set_tap(branch, pos).expect("a position the transformer has");
        let (vm, _) = voltage(&mut solver, "2");
        near("vm", vm, number(&want[format!("pos_{pos}")]["vm_pu"]), 1e-5);
    }
    assert!(solver.set_tap(branch, 9).is_err());
}

#[test]
fn b113_a_link_without_impedance_is_refused_by_name() {
    for text in [ZERO_Z.to_owned(), ZERO_Z.replace("\"x_pu\": 0.0,", "\"x_pu\": 1e-12,")] {
        let refused = Network::from_json("net-zero-z.json", &text).expect_err("no impedance");
        let Problem::ZeroImpedance { element, .. } = &refused.problem else {
            panic!("{refused} is not about an impedance");
        };
        assert_eq!(element, "branch 2");
        assert!(refused.to_string().starts_with("net-zero-z.json: branch 2:"), "{refused}");
    }
}

#[test]
fn b114_a_fault_resistance_lowers_the_current_and_lifts_the_voltage() {
    let want = &json(EXPECTED)["net-fault-r"]["three_phase"];
    for (n, rf) in list(&want["rf_pu"]).iter().enumerate() {
        let mut solver = ready(FAULT_R);
        let node = solver.network().node("2").expect("bus 2");
        let bus1 = solver.network().node("1").expect("bus 1");
        let base_a = solver.network().base_current_a(node);
        let r_ohm = number(rf) * solver.network().base_impedance_ohm(node);
        let fault = Fault::three_phase("f", FaultPlace::Node(node));
        solver.apply_fault(Fault { r_ohm, ..fault }).expect("a fault");
        let solution = solver.solve(0);
        let current = solution.faults[0].current_a.positive.norm() / base_a;
        near_rel("i", current, number(&want["i_pu"][n]), 1e-4, 0.0);
        let at_fault = solution.node(node).v_pu.positive.norm();
        near("v", at_fault, number(&want["v_fault_pu"][n]), 1e-5);
        let at_source = solution.node(bus1).v_pu.positive.norm();
        near("v bus 1", at_source, number(&want["v_bus1_pu"][n]), 1e-5);
    }
}

#[test]
fn b109_a_branch_open_at_its_far_end_carries_no_fault_current() {
    let open = FAULT_R.replace(
        "\"generators\"",
        "\"switches\": [{\"id\": \"CB\", \"branch\": 2, \"end\": \"to\", \"closed\": false}],
         \"generators\"",
    );
    let mut solver = ready(&open);
    let node = solver.network().node("2").expect("bus 2");
    let base_a = solver.network().base_current_a(node);
    solver.apply_fault(Fault::three_phase("f", FaultPlace::Node(node))).expect("a fault");
    let solution = solver.solve(0);
    near_rel("branch 1", solution.branches[0].to_a.positive.norm() / base_a, 6.6519, 1e-4, 0.0);
    near("branch 2", solution.branches[1].from_a.positive.norm(), 0.0, 1e-9);
}
