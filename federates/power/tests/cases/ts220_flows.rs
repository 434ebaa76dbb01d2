//! The training substation: ten switch variants.

use std::collections::BTreeSet;

use power::network::{Network, NodeIndex};
use power::powerflow::ReactiveLimits;
use power::solver::{Energisation, IslandStatus, Solution, Solver};
use serde_json::Value;

use crate::expected::{id, json, list, near, near_angle, near_rel, number, solver};

const CASE: &str = power::cases::TS220;
const EXPECTED: &str = include_str!("../../testdata/ts220.expected.json");

macro_rules! variants {
    ($($test:ident: $variant:literal,)*) => {$(
        #[test]
        fn $test() {
            check($variant);
        }
    )*};
}

variants! {
    base: "base",
    coupler_open: "coupler_open",
    line_open_at_one_end: "L1_open_local",
    transformer_out_and_sections_tied: "T1_out_900_closed",
    busbar_dead: "bus220_I_dead",
    island_with_a_hydro_set: "island_C",
    all_capacitors_on: "caps_all_on",
    all_capacitors_off: "caps_all_off",
    ring_during_a_bus_transfer: "bus_transfer_211",
    section_dead: "10kV_I_dead",
}

fn check(variant: &str) {
    let expected = json(EXPECTED);
    let want = &expected["power_flow"][variant];
    let mut solver = solver("ts220.json", CASE, ReactiveLimits::Obeyed);
    // From the base state into the variant, as a trainee would get there.
    solver.solve(0);
    for (switch, closed) in want["switch_changes"].as_object().expect("switch changes") {
        let switch = solver.network().switch(switch).expect("switch of the case");
        solver.set_switch(switch, closed.as_bool().expect("a state"));
    }
    let solution = solver.solve(1).clone();
    check_topology(&solver, &solution, want);
    check_voltages(&solver, &solution, want, &expected["tolerances"]);
    check_flows(&solver, &solution, want, &expected["tolerances"]);
    check_node_currents(&solver, &solution);
}

fn names<'a>(
    network: &Network,
    nodes: impl IntoIterator<Item = &'a NodeIndex>,
) -> BTreeSet<String> {
    nodes.into_iter().map(|n| network.nodes[n.index()].id.clone()).collect()
}

fn ids(value: &Value) -> BTreeSet<String> {
    list(value).iter().map(id).collect()
}

fn check_topology(solver: &Solver, solution: &Solution, want: &Value) {
    let (network, topology) = (solver.network(), solver.topology());
    let dead = topology.dead_nodes(network);
    assert_eq!(names(network, &dead), ids(&want["dead_nodes"]));
    for node in dead {
        assert_eq!(solution.node(node).state, Energisation::Dead);
        assert_eq!(solution.node(node).v_pu.positive.norm(), 0.0);
    }
    if let Some(groups) = want["merged_groups"].as_array() {
        let groups: BTreeSet<_> = groups.iter().map(ids).collect();
        let got: BTreeSet<_> =
            topology.merged_groups().into_iter().map(|g| names(network, g)).collect();
        assert_eq!(got, groups);
    }
    let buses: usize = solution.islands.iter().map(|i| i.buses).sum();
    assert_eq!(buses, usize::try_from(want["buses"].as_u64().expect("a count")).expect("small"));
    // The files list islands of two buses and more.
    let mut got: Vec<_> = solution
        .islands
        .iter()
        .filter(|i| i.buses > 1)
        .map(|i| {
            let reference = i.reference.map(|s| network.sources[s.index()].id.clone());
            (i.buses, i.status != IslandStatus::Dead, reference)
        })
        .collect();
    let mut islands: Vec<_> = list(&want["islands"])
        .iter()
        .map(|i| {
            let buses = usize::try_from(i["buses"].as_u64().expect("a count")).expect("small");
            let reference = i["reference"].as_str().map(str::to_owned);
            (buses, i["live"].as_bool().expect("live"), reference)
        })
        .collect();
    got.sort();
    islands.sort();
    assert_eq!(got, islands);
}

fn check_voltages(solver: &Solver, solution: &Solution, want: &Value, tolerances: &Value) {
    for row in list(&want["node"]) {
        let name = id(&row["id"]);
        let node = solver.network().node(&name).expect("node of the case");
        let v = solution.node(node).v_pu.positive;
        near(&name, v.norm(), number(&row["vm_pu"]), number(&tolerances["vm_pu"]));
        let kv = solution.voltage_kv(solver.network(), node);
        near_rel(&name, kv, number(&row["kv"]), 1e-5, 0.0);
        if let Some(angle) = row["va_deg"].as_f64() {
            near_angle(&name, v.arg().to_degrees(), angle, number(&tolerances["va_deg"]));
        }
    }
}

fn check_flows(solver: &Solver, solution: &Solution, want: &Value, tolerances: &Value) {
    let power = number(&tolerances["flow_mw_mvar"]);
    let relative = number(&tolerances["current_rel"]);
    let network = solver.network();
    for row in list(&want["branch"]) {
        let name = id(&row["id"]);
        let flow = solution.branch(network.branch(&name).expect("branch of the case"));
        near(&name, flow.from_mva.re, number(&row["p1_mw"]), power);
        near(&name, flow.from_mva.im, number(&row["q1_mvar"]), power);
        near_rel(&name, flow.from_a.positive.norm(), number(&row["i1_a"]), relative, 0.001);
        if let (Some(p), Some(q)) = (row["p2_mw"].as_f64(), row["q2_mvar"].as_f64()) {
            near(&name, flow.to_mva.re, p, power);
            near(&name, flow.to_mva.im, q, power);
        }
    }
    for field in ["breaker_current_a", "disconnector_current_a"] {
        for (name, want) in want[field].as_object().into_iter().flatten() {
            let switch = network.switch(name).expect("switch of the case");
            let got = solution.switch_current(switch).magnitudes()[0];
            near_rel(name, got, number(want), relative, 0.001);
        }
    }
    for row in list(&want["sources"]) {
        let name = id(&row["id"]);
        let got = solution.source(network.source(&name).expect("source of the case")).mva;
        near(&name, got.re, number(&row["p_mw"]), power);
        near(&name, got.im, number(&row["q_mvar"]), power);
    }
    let losses: f64 = solution.islands.iter().map(|i| i.losses_mw).sum();
    near("losses", losses, number(&want["losses_mw"]), power);
}

/// H.3: what flows into a node through its switches flows out into its equipment.
fn check_node_currents(solver: &Solver, solution: &Solution) {
    use power::network::{Complex, SwitchEnds};
    let network = solver.network();
    let mut into: Vec<Complex> = vec![Complex::ZERO; network.nodes.len()];
    for (switch, current) in network.switches.iter().zip(&solution.switch_current_a) {
        if let SwitchEnds::Between(end1, end2) = switch.ends {
            into[end1.index()] -= current.positive;
            into[end2.index()] += current.positive;
        }
    }
    for (branch, flow) in network.branches.iter().zip(&solution.branches) {
        into[branch.from.index()] -= flow.from_a.positive;
        into[branch.to.index()] -= flow.to_a.positive;
    }
    let current = |mva: Complex, node: NodeIndex| {
        let v = solution.node(node).v_pu.positive;
        let pu = if v.norm() > 0.0 { (mva / network.base_mva / v).conj() } else { Complex::ZERO };
        pu * network.base_current_a(node)
    };
    for (load, mva) in network.loads.iter().zip(&solution.load_mva) {
        into[load.node.index()] -= current(*mva, load.node);
    }
    for (source, result) in network.sources.iter().zip(&solution.sources) {
        into[source.node.index()] += current(result.mva, source.node);
    }
    for shunt in &network.shunts {
        let v = solution.node(shunt.node).v_pu.positive;
        into[shunt.node.index()] -= shunt.y_pu * v * network.base_current_a(shunt.node);
    }
    for (node, rest) in network.nodes.iter().zip(into) {
        near(&node.id, rest.norm(), 0.0, 1e-3);
    }
}
