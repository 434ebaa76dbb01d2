//! What a solution tells: voltages, flows and currents at one stamp.

use crate::fault::FaultResult;
use crate::network::{
    BranchIndex, Complex, LoadIndex, Network, NodeIndex, SourceIndex, SwitchIndex,
};
use crate::powerflow::ReactiveLimit;
use crate::sequence::Sequences;

/// State of a whole network at one stamp.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// Virtual time, microseconds.
    pub t_us: u64,
    /// Per node.
    pub nodes: Vec<NodeResult>,
    /// Per branch.
    pub branches: Vec<BranchResult>,
    /// Per switch: current from node 1 to node 2, A; zero through open and earth switches.
    pub switch_current_a: Vec<Sequences>,
    /// Per source.
    pub sources: Vec<SourceResult>,
    /// Per load: power drawn, MW and Mvar.
    pub load_mva: Vec<Complex>,
    /// All islands, live and dead.
    pub islands: Vec<IslandResult>,
    /// Active faults in the order they were applied, then earth switches closed onto live buses.
    pub faults: Vec<FaultResult>,
    /// Set points of loads without voltage, MW; disconnected loads do not count.
    pub unserved_mw: f64,
}

/// State of a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeResult {
    /// Voltage, pu of the nominal voltage.
    pub v_pu: Sequences,
    /// What an operator would call the node, for colouring.
    pub state: Energisation,
    /// Position of its island in [`Solution::islands`].
    pub island: usize,
}

/// What an operator would call a node; with the voltage level it decides the colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Energisation {
    /// Connected to a source.
    Live,
    /// Without voltage.
    Dead,
    /// Tied to earth by a closed earth switch.
    Earthed,
}

/// Flow through a branch; positive into the branch at either end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BranchResult {
    /// Power at the `from` end, MW and Mvar, without the magnetising branch.
    pub from_mva: Complex,
    /// Power at the `to` end, MW and Mvar.
    pub to_mva: Complex,
    /// Current at the `from` end, A.
    pub from_a: Sequences,
    /// Current at the `to` end, A.
    pub to_a: Sequences,
}

/// What a source delivers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SourceResult {
    /// Power into the network, MW and Mvar.
    pub mva: Complex,
    /// Reactive limit the source sits at; it controls no voltage then.
    pub at_limit: Option<ReactiveLimit>,
}

/// State of an island.
#[derive(Debug, Clone, PartialEq)]
pub struct IslandResult {
    /// How its values were found.
    pub status: IslandStatus,
    /// The source its angles refer to; none if it is dead.
    pub reference: Option<SourceIndex>,
    /// Its nodes, star points excluded.
    pub nodes: Vec<NodeIndex>,
    /// Number of its buses, star points excluded.
    pub buses: usize,
    /// Power of its sources less its loads, MW; includes iron losses and, during a fault, the
    /// power in the fault resistance.
    pub losses_mw: f64,
}

/// How the values of an island were found.
#[derive(Debug, Clone, PartialEq)]
pub enum IslandStatus {
    /// No source forms a voltage.
    Dead,
    /// The power flow converged.
    Solved {
        /// Newton iterations.
        iterations: u32,
    },
    /// At least one fault is fed.
    Faulted,
    /// The power flow has no solution: voltages are the last good ones for display, all flows
    /// are zero, none of it is a measurement.
    Collapsed {
        /// Why the iteration ended.
        reason: String,
    },
}

impl Solution {
    /// State of a node.
    #[must_use]
    pub fn node(&self, node: NodeIndex) -> &NodeResult {
        &self.nodes[node.0]
    }

    /// Flow through a branch.
    #[must_use]
    pub fn branch(&self, branch: BranchIndex) -> &BranchResult {
        &self.branches[branch.0]
    }

    /// Current through a switch from its node 1 to its node 2, A.
    #[must_use]
    pub fn switch_current(&self, switch: SwitchIndex) -> Sequences {
        self.switch_current_a[switch.0]
    }

    /// What a source delivers.
    #[must_use]
    pub fn source(&self, source: SourceIndex) -> &SourceResult {
        &self.sources[source.0]
    }

    /// Power drawn by a load, MW and Mvar.
    #[must_use]
    pub fn load(&self, load: LoadIndex) -> Complex {
        self.load_mva[load.0]
    }

    /// Line-line voltage of the positive sequence, kV.
    #[must_use]
    pub fn voltage_kv(&self, network: &Network, node: NodeIndex) -> f64 {
        self.nodes[node.0].v_pu.positive.norm() * network.nodes[node.0].nominal_kv
    }

    /// Phase-to-earth voltages a, b, c, kV.
    #[must_use]
    pub fn phase_voltages_kv(&self, network: &Network, node: NodeIndex) -> [Complex; 3] {
        let base = network.nodes[node.0].nominal_kv / 3f64.sqrt();
        self.nodes[node.0].v_pu.phases().map(|v| v * base)
    }

    /// Nodes whose energisation differs from an earlier solution, with the new state.
    pub fn changes_since<'a>(
        &'a self,
        earlier: &'a Self,
    ) -> impl Iterator<Item = (NodeIndex, Energisation)> + 'a {
        self.nodes
            .iter()
            .zip(&earlier.nodes)
            .enumerate()
            .filter(|(_, (now, before))| now.state != before.state)
            .map(|(n, (now, _))| (NodeIndex(n), now.state))
    }
}
