//! Buses and islands of the training substation under single changes.

use super::*;

const CASE: &str = crate::cases::TS220;

struct State {
    network: Network,
    operating: Operating,
}

impl State {
    fn new() -> Self {
        let network = Network::from_json("ts220.json", CASE).expect("readable");
        let operating = Operating::of(&network);
        Self { network, operating }
    }

    fn set(mut self, switch: &str, closed: bool) -> Self {
        let switch = self.network.switch(switch).expect("switch of the case");
        self.operating.closed[switch.0] = closed;
        self
    }

    fn topology(&self) -> Topology {
        Topology::new(&self.network, &self.operating)
    }

    fn bus(&self, topology: &Topology, node: &str) -> usize {
        topology.bus_of[self.network.node(node).expect("node of the case").0]
    }
}

#[test]
fn a_disjoint_set_numbers_its_groups_by_their_lowest_member() {
    let mut set = DisjointSet::new(6);
    for (a, b) in [(4, 1), (5, 3), (3, 4), (3, 4)] {
        set.union(a, b);
    }
    let (groups, group_of) = set.groups();
    assert_eq!(groups, [vec![0], vec![1, 3, 4, 5], vec![2]]);
    assert_eq!(group_of, [0, 1, 2, 1, 1, 1]);
}

#[test]
fn a_closed_switch_makes_one_bus_and_an_open_one_two() {
    let state = State::new();
    let topology = state.topology();
    assert_eq!(state.bus(&topology, "220-I"), state.bus(&topology, "220-II"));
    let state = state.set("QF200", false);
    let topology = state.topology();
    assert_ne!(state.bus(&topology, "220-I"), state.bus(&topology, "220-II"));
    // Lines still join the two busbars into one island.
    let island = |node| topology.island_of[state.bus(&topology, node)];
    assert_eq!(island("220-I"), island("220-II"));
}

#[test]
fn earth_switches_mark_their_bus_and_join_nothing() {
    let state = State::new().set("QF911", false).set("TR911", false).set("ES9117", true);
    let topology = state.topology();
    let earthed: Vec<_> = topology.buses.iter().filter(|b| !b.earthed_by.is_empty()).collect();
    assert_eq!(earthed.len(), 1);
    let SwitchEnds::Earth(node) =
        &state.network.switches[state.network.switch("ES9117").expect("ES9117").0].ends
    else {
        panic!("an earth switch goes to earth");
    };
    assert!(earthed[0].nodes.contains(node));
}

#[test]
fn a_branch_with_both_ends_in_one_bus_is_dropped() {
    let mut state = State::new();
    let line = state.network.branch("L1").expect("L1");
    let before = state.topology();
    let island = before.island_of_node(state.network.branches[line.0].from);
    assert!(before.islands[island].branches.contains(&line));
    let to = state.network.branches[line.0].to;
    state.network.branches[line.0].from = to;
    let bypassed = state.topology();
    assert!(bypassed.islands.iter().all(|i| !i.branches.contains(&line)));
}

#[test]
fn an_island_takes_a_slack_or_else_its_largest_machine_as_reference() {
    let reference = |state: &State, node: &str| {
        let topology = state.topology();
        let island = &topology.islands[topology.island_of[state.bus(&topology, node)]];
        island.reference.map(|s| state.network.sources[s.0].id.clone())
    };
    let state = State::new();
    assert_eq!(reference(&state, "C-B").as_deref(), Some("S1"));
    let state = state.set("QF113", false);
    assert_eq!(reference(&state, "C-B").as_deref(), Some("H1"));
    // Embedded generation with fixed power holds no island.
    let state = State::new().set("QF923", false).set("QF913", false);
    assert_eq!(reference(&state, "923-END"), None);
    assert_eq!(reference(&state, "913-END"), None);
}

#[test]
fn a_source_out_of_service_keeps_nothing_alive() {
    let mut state = State::new().set("QF113", false);
    let machine = state.network.source("H1").expect("H1");
    state.operating.source_in_service[machine.0] = false;
    let topology = state.topology();
    let island = topology.island_of[state.bus(&topology, "C-B")];
    assert!(!topology.islands[island].is_live());
    let dead = topology.dead_nodes(&state.network);
    assert!(dead.contains(&state.network.node("C-B").expect("C-B")));
}
