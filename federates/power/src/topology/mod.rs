//! From switch states to buses, islands and what is live (MODEL A.2).
//!
//! A bus is a set of nodes joined by closed switches; an island is a set of buses joined by
//! series branches. Everything is recomputed from scratch for each set of states: it costs
//! microseconds, and incremental deletion from a disjoint set is not worth its bugs.
//! Invariant: buses are numbered by their lowest node, islands by their lowest bus, so equal
//! states give equal numbers.

mod disjoint_set;

#[cfg(test)]
mod tests;

use disjoint_set::DisjointSet;

use crate::network::{
    BranchIndex, Complex, Network, NodeIndex, NodeKind, Role, SourceIndex, SourceKind, SwitchEnds,
    SwitchIndex,
};

/// What the operators and devices have set: everything of a network that changes while running.
#[derive(Debug, Clone, PartialEq)]
pub struct Operating {
    /// Per switch: closed.
    pub closed: Vec<bool>,
    /// Per branch: connected.
    pub branch_in_service: Vec<bool>,
    /// Per branch: tap position, 0 without a tap changer.
    pub tap_pos: Vec<i32>,
    /// Per source: connected.
    pub source_in_service: Vec<bool>,
    /// Per source: set point of its power, MW and Mvar.
    pub source_mva: Vec<Complex>,
    /// Per load: connected.
    pub load_in_service: Vec<bool>,
    /// Per load: power at the reference voltage, MW and Mvar.
    pub load_mva: Vec<Complex>,
}

impl Operating {
    /// The initial state of the case file.
    #[must_use]
    pub fn of(network: &Network) -> Self {
        Self {
            closed: network.switches.iter().map(|s| s.closed).collect(),
            branch_in_service: network.branches.iter().map(|b| b.in_service).collect(),
            tap_pos: network.branches.iter().map(|b| b.tap.map_or(0, |t| t.pos)).collect(),
            source_in_service: network.sources.iter().map(|s| s.in_service).collect(),
            source_mva: network.sources.iter().map(|s| s.power_mva).collect(),
            load_in_service: network.loads.iter().map(|l| l.in_service).collect(),
            load_mva: network.loads.iter().map(|l| l.power_mva).collect(),
        }
    }
}

/// A set of nodes joined by closed switches.
#[derive(Debug, Clone, PartialEq)]
pub struct Bus {
    /// Its nodes, ascending.
    pub nodes: Vec<NodeIndex>,
    /// Closed earth switches on it; not empty means the bus is earthed.
    pub earthed_by: Vec<SwitchIndex>,
}

/// A set of buses joined by series branches.
#[derive(Debug, Clone, PartialEq)]
pub struct Island {
    /// Its buses, ascending.
    pub buses: Vec<usize>,
    /// Branches in service with two different buses of this island as ends.
    pub branches: Vec<BranchIndex>,
    /// The source whose angle the island refers to; none means the island is dead.
    pub reference: Option<SourceIndex>,
}

impl Island {
    /// Whether some source forms a voltage here.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.reference.is_some()
    }
}

/// Buses and islands for one set of switch states.
#[derive(Debug, Clone, PartialEq)]
pub struct Topology {
    /// All buses, isolated single nodes included.
    pub buses: Vec<Bus>,
    /// All islands, isolated single buses included.
    pub islands: Vec<Island>,
    /// Per node: its bus.
    pub bus_of: Vec<usize>,
    /// Per bus: its island.
    pub island_of: Vec<usize>,
    /// Per bus: its position in the bus list of its island.
    pub place_of: Vec<usize>,
}

impl Topology {
    /// Finds buses and islands.
    #[must_use]
    pub fn new(network: &Network, operating: &Operating) -> Self {
        let (mut buses, bus_of) = find_buses(network, operating);
        for (position, switch) in network.switches.iter().enumerate() {
            if let (true, SwitchEnds::Earth(node)) = (operating.closed[position], &switch.ends) {
                buses[bus_of[node.0]].earthed_by.push(SwitchIndex(position));
            }
        }
        let mut joined = DisjointSet::new(buses.len());
        let live_branches = || {
            network.branches.iter().enumerate().filter(|&(b, branch)| {
                operating.branch_in_service[b] && bus_of[branch.from.0] != bus_of[branch.to.0]
            })
        };
        for (_, branch) in live_branches() {
            joined.union(bus_of[branch.from.0], bus_of[branch.to.0]);
        }
        let (groups, island_of) = joined.groups();
        let mut islands: Vec<Island> = groups
            .into_iter()
            .map(|buses| Island { buses, branches: Vec::new(), reference: None })
            .collect();
        for (b, branch) in live_branches() {
            islands[island_of[bus_of[branch.from.0]]].branches.push(BranchIndex(b));
        }
        for (position, source) in network.sources.iter().enumerate() {
            let island = &mut islands[island_of[bus_of[source.node.0]]];
            if operating.source_in_service[position] && forms_voltage(network, position) {
                let candidate = SourceIndex(position);
                if island.reference.is_none_or(|old| outranks(network, candidate, old)) {
                    island.reference = Some(candidate);
                }
            }
        }
        let mut place_of = vec![0; buses.len()];
        for island in &islands {
            for (place, &bus) in island.buses.iter().enumerate() {
                place_of[bus] = place;
            }
        }
        Self { buses, islands, bus_of, island_of, place_of }
    }

    /// Island of a node.
    #[must_use]
    pub fn island_of_node(&self, node: NodeIndex) -> usize {
        self.island_of[self.bus_of[node.0]]
    }

    /// Position of a node's bus in the bus list of its island.
    #[must_use]
    pub fn place_of_node(&self, node: NodeIndex) -> usize {
        self.place_of[self.bus_of[node.0]]
    }

    /// Nodes without voltage, star points excluded.
    #[must_use]
    pub fn dead_nodes(&self, network: &Network) -> Vec<NodeIndex> {
        (0..network.nodes.len())
            .map(NodeIndex)
            .filter(|&n| network.nodes[n.0].kind != NodeKind::Star)
            .filter(|&n| !self.islands[self.island_of_node(n)].is_live())
            .collect()
    }

    /// Sets of two or more nodes that closed switches make one bus.
    #[must_use]
    pub fn merged_groups(&self) -> Vec<&[NodeIndex]> {
        self.buses.iter().map(|b| b.nodes.as_slice()).filter(|nodes| nodes.len() > 1).collect()
    }
}

fn find_buses(network: &Network, operating: &Operating) -> (Vec<Bus>, Vec<usize>) {
    let mut joined = DisjointSet::new(network.nodes.len());
    for (position, switch) in network.switches.iter().enumerate() {
        if let (true, &SwitchEnds::Between(end1, end2)) = (operating.closed[position], &switch.ends)
        {
            joined.union(end1.0, end2.0);
        }
    }
    let (groups, bus_of) = joined.groups();
    let buses = groups
        .into_iter()
        .map(|nodes| Bus {
            nodes: nodes.into_iter().map(NodeIndex).collect(),
            earthed_by: Vec::new(),
        })
        .collect();
    (buses, bus_of)
}

/// Inverters follow a voltage; so do embedded sets with fixed power in a node-breaker case, whose
/// loss-of-mains protection has tripped them before a static solution of their island exists.
pub(crate) fn forms_voltage(network: &Network, position: usize) -> bool {
    let source = &network.sources[position];
    let follows = source.role == Role::Pq && !network.nodes[source.node.0].voltage_level.is_empty();
    source.kind != SourceKind::Inverter && !follows
}

/// A declared slack beats the largest rating; the first in the file wins a tie.
fn outranks(network: &Network, new: SourceIndex, old: SourceIndex) -> bool {
    let rank = |s: SourceIndex| {
        let source = &network.sources[s.0];
        (source.role == Role::Slack, source.rating_mva)
    };
    rank(new) > rank(old)
}
