//! The network while it runs: switch states and faults in, solutions out.
//!
//! A [`Solver`] owns a network and its operating state. Setters only mark what has changed;
//! [`Solver::solve`] redoes what the change needs: topology and switch graph after a switch,
//! admittances after a tap, and nothing at all if nothing changed. Islands that a change does
//! not touch keep their factorisation and start from their last voltages.

mod compose;
mod solution;

#[cfg(test)]
mod tests;

pub use solution::{
    BranchResult, Energisation, IslandResult, IslandStatus, NodeResult, Solution, SourceResult,
};

use crate::fault::{Fault, FaultError, FaultedIsland, Held, LinearNetwork, Period, Port};
use crate::network::{
    BranchIndex, Complex, LoadIndex, Network, SourceIndex, SwitchEnds, SwitchIndex,
};
use crate::powerflow::{Collapse, Flow, IslandFlow, IslandKey, ReactiveLimits};
use crate::sparse::Singular;
use crate::switch_current::SwitchGraph;
use crate::topology::{Operating, Topology};

/// Machines show their subtransient reactance this long after a fault inception.
const SUBTRANSIENT_US: u64 = 100_000;

/// A set point that the network does not allow.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SetError {
    /// The branch has no tap changer, or the position is outside its range.
    #[error("branch {branch}: tap position {pos} is not one it has")]
    Tap {
        /// The branch.
        branch: String,
        /// The position asked for.
        pos: i32,
    },
    /// A power that is not a number.
    #[error("{element}: power {power_mva} must be finite")]
    Power {
        /// The load or source.
        element: String,
        /// The power asked for, MW and Mvar.
        power_mva: Complex,
    },
}

/// A network with its operating state, active faults and last solution.
pub struct Solver {
    network: Network,
    operating: Operating,
    limits: ReactiveLimits,
    topology: Topology,
    graph: Result<SwitchGraph, Singular>,
    /// Power flows of the live islands, in the order of the topology.
    flows: Vec<(usize, Result<IslandFlow, Singular>)>,
    held: Held,
    faults: Vec<Fault>,
    /// Stamp since which at least one fault is fed without a break.
    fed_since_us: Option<u64>,
    period: Period,
    topology_changed: bool,
    taps_changed: bool,
    changed: bool,
    solution: Option<Solution>,
}

/// How the voltages of an island were found.
enum IslandState {
    Dead,
    Healthy(Flow),
    Faulted(FaultedIsland),
    Collapsed { reason: String },
}

impl Solver {
    /// A solver in the initial state of the case.
    #[must_use]
    pub fn new(network: Network, limits: ReactiveLimits) -> Self {
        let operating = Operating::of(&network);
        let topology = Topology::new(&network, &operating);
        let graph = SwitchGraph::new(&network, &operating, &topology);
        let held = Held::new(&network);
        Self {
            network,
            operating,
            limits,
            topology,
            graph,
            flows: Vec::new(),
            held,
            faults: Vec::new(),
            fed_since_us: None,
            period: Period::Subtransient,
            topology_changed: true,
            taps_changed: false,
            changed: true,
            solution: None,
        }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Present states and set points.
    #[must_use]
    pub fn operating(&self) -> &Operating {
        &self.operating
    }

    /// Buses and islands as of the last solution.
    #[must_use]
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// Active faults.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Opens or closes a switch.
    pub fn set_switch(&mut self, switch: SwitchIndex, closed: bool) {
        self.topology_changed |= self.operating.closed[switch.0] != closed;
        self.operating.closed[switch.0] = closed;
    }

    /// Connects or disconnects a branch without a switch of its own.
    pub fn set_branch_in_service(&mut self, branch: BranchIndex, in_service: bool) {
        self.topology_changed |= self.operating.branch_in_service[branch.0] != in_service;
        self.operating.branch_in_service[branch.0] = in_service;
    }

    /// Connects or disconnects a source.
    pub fn set_source_in_service(&mut self, source: SourceIndex, in_service: bool) {
        self.topology_changed |= self.operating.source_in_service[source.0] != in_service;
        self.operating.source_in_service[source.0] = in_service;
    }

    /// Connects or disconnects a load.
    pub fn set_load_in_service(&mut self, load: LoadIndex, in_service: bool) {
        self.changed |= self.operating.load_in_service[load.0] != in_service;
        self.operating.load_in_service[load.0] = in_service;
    }

    /// Sets a load's power at its reference voltage, MW and Mvar.
    ///
    /// # Errors
    /// [`SetError::Power`] if it is not finite.
    pub fn set_load(&mut self, load: LoadIndex, power_mva: Complex) -> Result<(), SetError> {
        let element = &self.network.loads[load.0].id;
        check_power(element, power_mva)?;
        self.changed |= self.operating.load_mva[load.0] != power_mva;
        self.operating.load_mva[load.0] = power_mva;
        Ok(())
    }

    /// Sets a source's power set point, MW and Mvar.
    ///
    /// # Errors
    /// [`SetError::Power`] if it is not finite.
    pub fn set_source(&mut self, source: SourceIndex, power_mva: Complex) -> Result<(), SetError> {
        let element = &self.network.sources[source.0].id;
        check_power(element, power_mva)?;
        self.changed |= self.operating.source_mva[source.0] != power_mva;
        self.operating.source_mva[source.0] = power_mva;
        Ok(())
    }

    /// Moves a tap changer.
    ///
    /// # Errors
    /// [`SetError::Tap`] if the branch has no such position.
    pub fn set_tap(&mut self, branch: BranchIndex, pos: i32) -> Result<(), SetError> {
        let data = &self.network.branches[branch.0];
        if !data.tap.is_some_and(|tap| (tap.min..=tap.max).contains(&pos)) {
            return Err(SetError::Tap { branch: data.id.clone(), pos });
        }
        self.taps_changed |= self.operating.tap_pos[branch.0] != pos;
        self.operating.tap_pos[branch.0] = pos;
        Ok(())
    }

    /// Applies a fault; it stays until it is cleared, also while its place is dead.
    ///
    /// # Errors
    /// [`FaultError`] if it cannot be calculated or its id is in use.
    pub fn apply_fault(&mut self, fault: Fault) -> Result<(), FaultError> {
        fault.check(&self.network)?;
        if self.faults.iter().any(|f| f.id == fault.id) {
            return Err(FaultError::Active { id: fault.id });
        }
        self.faults.push(fault);
        self.changed = true;
        Ok(())
    }

    /// Removes a fault; false if none has this id.
    pub fn clear_fault(&mut self, id: &str) -> bool {
        let before = self.faults.len();
        self.faults.retain(|f| f.id != id);
        let removed = self.faults.len() < before;
        self.changed |= removed;
        removed
    }

    /// When values change next although nobody touches the network: the end of the subtransient
    /// period of a fault.
    #[must_use]
    pub fn next_change_us(&self) -> Option<u64> {
        let since = self.fed_since_us.filter(|_| self.period == Period::Subtransient)?;
        Some(since.saturating_add(SUBTRANSIENT_US))
    }

    /// The state at a stamp; the last solution again if nothing has changed since.
    ///
    /// Stamps must not decrease. The first solution with a fault includes a healthy one, from
    /// which EMFs and loads are held.
    pub fn solve(&mut self, t_us: u64) -> &Solution {
        let due = self.next_change_us().is_some_and(|due| due <= t_us);
        let stale = self.changed || self.topology_changed || self.taps_changed || due;
        let solution = match self.solution.take() {
            Some(last) if !stale => Solution { t_us, ..last },
            last => self.solve_anew(t_us, last.as_ref()),
        };
        self.solution.insert(solution)
    }

    /// The last solution; none before the first [`Self::solve`].
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    fn solve_anew(&mut self, t_us: u64, last: Option<&Solution>) -> Solution {
        self.update_topology();
        let (ports, names) = self.ports();
        let fed = ports.iter().flatten().next().is_some();
        self.fed_since_us = fed.then(|| self.fed_since_us.unwrap_or(t_us));
        let late = self.fed_since_us.is_some_and(|since| t_us >= since + SUBTRANSIENT_US);
        self.period = if late { Period::Transient } else { Period::Subtransient };
        let mut states = Vec::with_capacity(ports.len());
        for (island, ports) in ports.iter().enumerate() {
            states.push(self.solve_island(island, ports));
        }
        self.changed = false;
        compose::solution(self, t_us, &states, &names, last)
    }

    fn update_topology(&mut self) {
        let (network, operating) = (&self.network, &self.operating);
        if self.topology_changed {
            self.topology = Topology::new(network, operating);
            self.graph = SwitchGraph::new(network, operating, &self.topology);
            let mut old = std::mem::take(&mut self.flows);
            for (island, data) in self.topology.islands.iter().enumerate() {
                if !data.is_live() {
                    continue;
                }
                let key = IslandKey::new(&self.topology, island);
                let same = |(_, flow): &(usize, Result<IslandFlow, Singular>)| {
                    flow.as_ref().is_ok_and(|f| f.key == key)
                };
                let flow = match old.iter().position(same) {
                    Some(position) => old.swap_remove(position).1,
                    None => IslandFlow::new(network, operating, &self.topology, island),
                };
                self.flows.push((island, flow));
            }
        }
        if self.taps_changed {
            for (island, flow) in &mut self.flows {
                if let Ok(flow) = flow {
                    flow.refresh(network, operating, &self.topology, *island);
                }
            }
        }
        self.topology_changed = false;
        self.taps_changed = false;
    }

    /// Fault ports per live island, and the name of each.
    fn ports(&self) -> (Vec<Vec<Port>>, Vec<Vec<String>>) {
        let mut ports = vec![Vec::new(); self.topology.islands.len()];
        let mut names = vec![Vec::new(); self.topology.islands.len()];
        let mut open = |node, id: &str, port| {
            let island = self.topology.island_of_node(node);
            if self.topology.islands[island].is_live() {
                ports[island].push(port);
                names[island].push(id.to_owned());
            }
        };
        for fault in &self.faults {
            if fault.is_connected(&self.operating) {
                let node = fault.base_node(&self.network);
                open(node, &fault.id, Port::of(&self.network, fault));
            }
        }
        for bus in &self.topology.buses {
            for switch in &bus.earthed_by {
                let switch = &self.network.switches[switch.0];
                if let SwitchEnds::Earth(node) = switch.ends {
                    open(node, &switch.id, Port::bolted(node));
                }
            }
        }
        (ports, names)
    }

    fn solve_island(&mut self, island: usize, ports: &[Port]) -> IslandState {
        let (network, operating) = (&self.network, &self.operating);
        let Some(reference) = self.topology.islands[island].reference else {
            self.held.update(network, operating, &self.topology, island, None);
            return IslandState::Dead;
        };
        if ports.is_empty() || !self.held.has(reference) {
            let found = self.healthy(island);
            let (network, operating) = (&self.network, &self.operating);
            let flow = found.as_ref().ok();
            self.held.update(network, operating, &self.topology, island, flow);
            match found {
                Ok(flow) if ports.is_empty() => return IslandState::Healthy(flow),
                Err(collapse) if ports.is_empty() => {
                    return IslandState::Collapsed { reason: collapse.reason };
                }
                // The fault is solved from whatever could be held.
                _ => {}
            }
        }
        let (network, operating) = (&self.network, &self.operating);
        let held = (&self.held, self.period);
        let linear =
            LinearNetwork::held(network, operating, &self.topology, island, held.0, held.1);
        match linear.with_ports(ports).solve() {
            Ok(faulted) => IslandState::Faulted(faulted),
            Err(singular) => IslandState::Collapsed { reason: singular.to_string() },
        }
    }

    fn healthy(&mut self, island: usize) -> Result<Flow, Collapse> {
        let collapse = |reason: String| Collapse { reason };
        let flow = self.flows.iter_mut().find(|(i, _)| *i == island);
        let (_, flow) = flow.ok_or_else(|| collapse("the island is dead".to_owned()))?;
        let flow = flow.as_mut().map_err(|e| collapse(e.to_string()))?;
        flow.solve(&self.network, &self.operating, &self.topology, island, self.limits)
    }
}

fn check_power(element: &str, power_mva: Complex) -> Result<(), SetError> {
    if power_mva.is_finite() {
        return Ok(());
    }
    Err(SetError::Power { element: element.to_owned(), power_mva })
}
