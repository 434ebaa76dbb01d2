//! Faults: what they are, and the network that feeds them (MODEL C).
//!
//! A fault is a set of ports into the sequence networks of its island. Sources stand as constant
//! EMFs behind their impedances and loads as constant admittances, both frozen at the last
//! healthy power flow (`Held`); so the network is linear, and the same code serves the instant
//! of inception and every breaker opening during the fault. Today the positive sequence is
//! built, which is all a three-phase fault needs; unbalanced kinds are refused by name.

mod held;
mod linear;

pub(crate) use held::{Held, Period};
pub(crate) use linear::{FaultedIsland, LinearNetwork, Port};

use crate::network::{BranchIndex, BranchKind, Complex, Network, NodeIndex, SourceKind};
use crate::sequence::Sequences;
use crate::topology::{Operating, Topology};

/// A short circuit.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// Name by which it is reported and cleared.
    pub id: String,
    /// Where it is.
    pub place: FaultPlace,
    /// Which conductors it joins.
    pub kind: FaultKind,
    /// Resistance in each faulted phase, ohm; 0 is a bolted fault.
    pub r_ohm: f64,
}

/// Where a fault is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FaultPlace {
    /// At a node.
    Node(NodeIndex),
    /// Along a line.
    Line {
        /// The line.
        line: BranchIndex,
        /// Distance from its `from` end, 0 to 1 of its length.
        fraction: f64,
    },
}

/// One conductor of a three-phase system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Phase a.
    A,
    /// Phase b.
    B,
    /// Phase c.
    C,
}

/// Which conductors a fault joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// All three phases.
    ThreePhase,
    /// One phase and earth.
    SingleLineToGround(Phase),
    /// Two phases.
    LineToLine(Phase, Phase),
    /// Two phases and earth.
    TwoLinesToGround(Phase, Phase),
}

/// A fault that cannot be calculated.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FaultError {
    /// Unbalanced faults need the negative and zero sequence.
    #[error("fault {id}: {kind:?} is not built yet; only three-phase faults are calculated")]
    NotBuilt {
        /// The fault.
        id: String,
        /// Its kind.
        kind: FaultKind,
    },
    /// Only lines have places along them.
    #[error("fault {id}: {branch} is a transformer; give a node or a line")]
    NotALine {
        /// The fault.
        id: String,
        /// The branch.
        branch: String,
    },
    /// The place is not on the line.
    #[error("fault {id}: fraction {fraction} is outside 0 to 1")]
    Fraction {
        /// The fault.
        id: String,
        /// The fraction given.
        fraction: f64,
    },
    /// A resistance must be a number not below zero.
    #[error("fault {id}: resistance {r_ohm} ohm must be zero or greater")]
    Resistance {
        /// The fault.
        id: String,
        /// The resistance given, ohm.
        r_ohm: f64,
    },
    /// A source has no impedance behind its EMF.
    #[error("fault {id}: source {source_id} has no short-circuit data in the case")]
    NoShortCircuitData {
        /// The fault.
        id: String,
        /// The source.
        source_id: String,
    },
    /// Another fault of this id is active.
    #[error("fault {id} is already active; clear it first")]
    Active {
        /// The fault.
        id: String,
    },
}

impl Fault {
    /// A bolted three-phase fault.
    #[must_use]
    pub fn three_phase(id: &str, place: FaultPlace) -> Self {
        Self { id: id.to_owned(), place, kind: FaultKind::ThreePhase, r_ohm: 0.0 }
    }

    /// Checks that the fault can be calculated in this network.
    ///
    /// # Errors
    /// See [`FaultError`].
    pub fn check(&self, network: &Network) -> Result<(), FaultError> {
        let id = self.id.clone();
        if self.kind != FaultKind::ThreePhase {
            return Err(FaultError::NotBuilt { id, kind: self.kind });
        }
        if !(self.r_ohm >= 0.0 && self.r_ohm.is_finite()) {
            return Err(FaultError::Resistance { id, r_ohm: self.r_ohm });
        }
        if let FaultPlace::Line { line, fraction } = self.place {
            let branch = &network.branches[line.0];
            if branch.kind != BranchKind::Line {
                return Err(FaultError::NotALine { id, branch: branch.id.clone() });
            }
            if !(0.0..=1.0).contains(&fraction) {
                return Err(FaultError::Fraction { id, fraction });
            }
        }
        let bare = network
            .sources
            .iter()
            .find(|s| s.kind != SourceKind::Inverter && s.short_circuit.is_none());
        match bare {
            Some(source) => {
                Err(FaultError::NoShortCircuitData { id, source_id: source.id.clone() })
            }
            None => Ok(()),
        }
    }

    /// A fault along a disconnected line touches nothing.
    pub(crate) fn is_connected(&self, operating: &Operating) -> bool {
        match self.place {
            FaultPlace::Node(_) => true,
            FaultPlace::Line { line, .. } => operating.branch_in_service[line.0],
        }
    }

    /// The node whose voltage base the fault has.
    pub(crate) fn base_node(&self, network: &Network) -> NodeIndex {
        match self.place {
            FaultPlace::Node(node) => node,
            FaultPlace::Line { line, .. } => network.branches[line.0].from,
        }
    }
}

/// What a fault draws.
#[derive(Debug, Clone, PartialEq)]
pub struct FaultResult {
    /// Name of the fault, or of the earth switch that makes it.
    pub id: String,
    /// Current from the network into the fault, A; zero while its place is dead.
    pub current_a: Sequences,
    /// Voltage at the place without this and all other faults, pu; zero while dead.
    pub v_prefault_pu: Complex,
    /// Positive-sequence impedance seen from the place, pu; none while dead.
    pub z1_pu: Option<Complex>,
}

/// Assumptions of a short-circuit study (the variants of the case files).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StudyBasis {
    /// All EMFs 1 pu in phase through the vector groups; loads, inverters, shunts and charging
    /// ignored, taps as they are.
    NoLoad,
    /// As `NoLoad`, with all ratios rated.
    Flat,
}

/// Short-circuit study of one fault by nominal EMFs, without a power flow.
///
/// # Errors
/// [`FaultError`] if the fault cannot be calculated.
pub fn study(
    network: &Network,
    operating: &Operating,
    topology: &Topology,
    fault: &Fault,
    basis: StudyBasis,
) -> Result<FaultResult, FaultError> {
    fault.check(network)?;
    let island = topology.island_of_node(fault.base_node(network));
    let port = Port::of(network, fault);
    let solved = topology.islands[island].is_live().then(|| {
        LinearNetwork::nominal(network, operating, topology, island, basis)
            .with_ports(std::slice::from_ref(&port))
            .solve()
    });
    Ok(match solved {
        Some(Ok(faulted)) => faulted.result(network, 0, fault.id.clone()),
        _ => FaultResult::dead(fault.id.clone()),
    })
}

impl FaultResult {
    pub(crate) fn dead(id: String) -> Self {
        Self { id, current_a: Sequences::default(), v_prefault_pu: Complex::ZERO, z1_pu: None }
    }
}
