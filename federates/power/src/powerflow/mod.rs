//! Power flow of one island: start strategy, fallbacks and reactive limits (MODEL B.3 to B.5).
//!
//! An `IslandFlow` belongs to one set of buses and branches. It keeps the symbolic
//! factorisation and the last voltages, so a repeated solution costs a few numeric
//! factorisations and starts where the last one ended.

mod newton;

#[cfg(test)]
mod tests;

use newton::{Control, Problem, Step};

use crate::admittance::{self, Rows};
use crate::network::{BranchIndex, Complex, Network, NodeIndex, Role, SourceIndex};
use crate::sparse::{Singular, SparseSystem};
use crate::topology::{Operating, Topology};

/// Whether reactive limits of machines are obeyed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReactiveLimits {
    /// Machines deliver whatever their voltage set point asks for.
    Ignored,
    /// A machine at a limit stops controlling its voltage (MODEL B.4).
    Obeyed,
}

/// Which reactive limit a source has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReactiveLimit {
    /// The lower one.
    Min,
    /// The upper one.
    Max,
}

/// What makes an island the same as before: its nodes per bus, its branches and its reference.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct IslandKey {
    buses: Vec<Vec<NodeIndex>>,
    branches: Vec<BranchIndex>,
    reference: Option<SourceIndex>,
}

impl IslandKey {
    pub(crate) fn new(topology: &Topology, island: usize) -> Self {
        let island = &topology.islands[island];
        Self {
            buses: island.buses.iter().map(|&b| topology.buses[b].nodes.clone()).collect(),
            branches: island.branches.clone(),
            reference: island.reference,
        }
    }
}

/// Power flow of one island with what is worth keeping between solutions.
pub(crate) struct IslandFlow {
    pub(crate) key: IslandKey,
    system: SparseSystem,
    rows: Rows,
    last: Option<Vec<Complex>>,
}

/// A converged power flow of one island.
#[derive(Debug, Clone)]
pub(crate) struct Flow {
    /// Voltage per bus of the island, pu.
    pub(crate) v: Vec<Complex>,
    /// Power per source of the island, pu, with the limit it reached.
    pub(crate) sources: Vec<(SourceIndex, Complex, Option<ReactiveLimit>)>,
    /// Newton iterations of all rounds.
    pub(crate) iterations: u32,
}

/// No voltages satisfy the power balance of the island.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("no power-flow solution: {reason}")]
pub(crate) struct Collapse {
    pub(crate) reason: String,
}

/// Sources and loads at one bus.
#[derive(Default, Clone)]
struct BusEquipment {
    sources: Vec<SourceIndex>,
    loads: Vec<usize>,
}

impl IslandFlow {
    pub(crate) fn new(
        network: &Network,
        operating: &Operating,
        topology: &Topology,
        island: usize,
    ) -> Result<Self, Singular> {
        let rows = admittance::of_island(network, operating, topology, island);
        let system = SparseSystem::new(2 * rows.len(), newton::pattern(&rows))?;
        Ok(Self { key: IslandKey::new(topology, island), system, rows, last: None })
    }

    /// Takes over changed taps; the pattern stays.
    pub(crate) fn refresh(
        &mut self,
        network: &Network,
        operating: &Operating,
        topology: &Topology,
        island: usize,
    ) {
        self.rows = admittance::of_island(network, operating, topology, island);
    }

    /// Solves for the present set points.
    pub(crate) fn solve(
        &mut self,
        network: &Network,
        operating: &Operating,
        topology: &Topology,
        island: usize,
        limits: ReactiveLimits,
    ) -> Result<Flow, Collapse> {
        let case = Case::new(network, operating, topology, island);
        let flat = case.flat_start();
        let mut controls = case.controls.clone();
        let mut generation = case.scheduled();
        let mut held: Vec<Option<ReactiveLimit>> = vec![None; controls.len()];
        let mut start = self.last.clone().map(|last| case.impose(last));
        let mut iterations = 0;
        let mut round = 0;
        loop {
            let problem = Problem {
                system: &self.system,
                rows: &self.rows,
                controls: &controls,
                generation: &generation,
                demand: |bus, vm| case.demand(bus, vm),
            };
            let (v, used) = attempt(&problem, start.as_deref(), &flat)?;
            iterations += used;
            let injected = case.generated(&self.rows, &v);
            let obeyed = limits == ReactiveLimits::Ignored
                || !case.switch_limits(&v, &injected, &mut held, round);
            if obeyed {
                self.last = Some(v.clone());
                let sources = case.share(&injected, &held);
                return Ok(Flow { v, sources, iterations });
            }
            for (bus, limit) in held.iter().enumerate() {
                if let Some(limit) = limit {
                    controls[bus] = Control::Power;
                    generation[bus].im = case.limit(bus, *limit);
                } else {
                    controls[bus] = case.controls[bus];
                }
            }
            start = Some(case.impose(v));
            round += 1;
        }
    }
}

/// The start strategy of MODEL B.3: warm, flat, damped.
fn attempt<D: Fn(usize, f64) -> (Complex, Complex)>(
    problem: &Problem<'_, D>,
    warm: Option<&[Complex]>,
    flat: &[Complex],
) -> Result<(Vec<Complex>, u32), Collapse> {
    if let Some(Ok(found)) = warm.map(|start| problem.solve(start, Step::Full)) {
        return Ok(found);
    }
    problem
        .solve(flat, Step::Full)
        .or_else(|_| problem.solve(flat, Step::Damped))
        .map_err(|e| Collapse { reason: e.to_string() })
}

/// Set points of an island, per bus.
struct Case<'a> {
    network: &'a Network,
    operating: &'a Operating,
    topology: &'a Topology,
    island: usize,
    equipment: Vec<BusEquipment>,
    controls: Vec<Control>,
    /// Voltage held by reference and PV buses.
    v_set: Vec<Option<f64>>,
}

impl<'a> Case<'a> {
    fn new(
        network: &'a Network,
        operating: &'a Operating,
        topology: &'a Topology,
        island: usize,
    ) -> Self {
        let size = topology.islands[island].buses.len();
        let mut equipment = vec![BusEquipment::default(); size];
        let mut controls = vec![Control::Power; size];
        let mut v_set = vec![None; size];
        let reference = topology.islands[island].reference;
        for (s, source) in network.sources.iter().enumerate() {
            if !operating.source_in_service[s] || topology.island_of_node(source.node) != island {
                continue;
            }
            let place = topology.place_of_node(source.node);
            equipment[place].sources.push(SourceIndex(s));
            let is_reference = reference == Some(SourceIndex(s)) || source.role == Role::Slack;
            if is_reference {
                controls[place] = Control::Reference;
                v_set[place] = Some(source.vm_set_pu);
            } else if source.role == Role::Pv && controls[place] == Control::Power {
                controls[place] = Control::Voltage;
                v_set[place] = Some(source.vm_set_pu);
            }
        }
        for (l, load) in network.loads.iter().enumerate() {
            if operating.load_in_service[l] && topology.island_of_node(load.node) == island {
                equipment[topology.place_of_node(load.node)].loads.push(l);
            }
        }
        Self { network, operating, topology, island, equipment, controls, v_set }
    }

    fn demand(&self, bus: usize, vm: f64) -> (Complex, Complex) {
        let mut sum = (Complex::ZERO, Complex::ZERO);
        for &l in &self.equipment[bus].loads {
            let power = self.operating.load_mva[l] / self.network.base_mva;
            let (demand, slope) = self.network.loads[l].demand(power, vm);
            sum = (sum.0 + demand, sum.1 + slope);
        }
        sum
    }

    /// Sources at a bus whose reactive power answers to the voltage.
    fn controlling(&self, bus: usize) -> impl Iterator<Item = SourceIndex> + '_ {
        let reference = self.topology.islands[self.island].reference;
        self.equipment[bus]
            .sources
            .iter()
            .copied()
            .filter(move |&s| self.network.sources[s.0].role != Role::Pq || reference == Some(s))
    }

    fn set_point(&self, source: SourceIndex) -> Complex {
        self.operating.source_mva[source.0] / self.network.base_mva
    }

    /// Scheduled generation per bus, pu.
    fn scheduled(&self) -> Vec<Complex> {
        self.equipment.iter().map(|e| e.sources.iter().map(|&s| self.set_point(s)).sum()).collect()
    }

    /// Nominal magnitude and the angle of the phase shifts from the reference.
    fn flat_start(&self) -> Vec<Complex> {
        let reference = self.topology.islands[self.island].reference;
        let start =
            reference.map_or(0, |s| self.topology.place_of_node(self.network.sources[s.0].node));
        let angle = reference.map_or(0.0, |s| self.reference_angle(s));
        let angles =
            admittance::shift_angles(self.network, self.topology, self.island, start, angle);
        let flat = angles.into_iter().map(|a| Complex::from_polar(1.0, a)).collect();
        self.impose(flat)
    }

    /// Only a declared slack has an angle of its own.
    fn reference_angle(&self, source: SourceIndex) -> f64 {
        let source = &self.network.sources[source.0];
        if source.role == Role::Slack { source.va_set_deg.to_radians() } else { 0.0 }
    }

    /// Gives buses that hold a voltage that voltage, and slacks their angle.
    fn impose(&self, mut v: Vec<Complex>) -> Vec<Complex> {
        for (bus, v) in v.iter_mut().enumerate() {
            let Some(vm) = self.v_set[bus] else { continue };
            let mut angle = v.arg();
            if self.controls[bus] == Control::Reference {
                let slack = self.controlling(bus).map(|s| self.reference_angle(s));
                // Machines beside a slack answer 0, its own angle wins.
                angle = slack.fold(0.0, |found, a| if a == 0.0 { found } else { a });
            }
            *v = Complex::from_polar(vm, angle);
        }
        v
    }

    /// Generation per bus that the voltages imply, pu.
    fn generated(&self, rows: &Rows, v: &[Complex]) -> Vec<Complex> {
        let current = newton::currents(rows, v);
        (0..v.len()).map(|i| v[i] * current[i].conj() + self.demand(i, v[i].norm()).0).collect()
    }

    /// Reactive generation of a bus with its controlling sources at a limit, pu.
    fn limit(&self, bus: usize, limit: ReactiveLimit) -> f64 {
        let at_limit: f64 = self
            .controlling(bus)
            .map(|s| {
                let source = &self.network.sources[s.0];
                match limit {
                    ReactiveLimit::Min => source.q_min_mvar,
                    ReactiveLimit::Max => source.q_max_mvar,
                }
            })
            .sum();
        at_limit / self.network.base_mva + self.fixed(bus).im
    }

    /// Power of the sources at a bus that only follow their set points, pu.
    fn fixed(&self, bus: usize) -> Complex {
        let all: Complex = self.equipment[bus].sources.iter().map(|&s| self.set_point(s)).sum();
        let controlling: Complex = self.controlling(bus).map(|s| self.set_point(s)).sum();
        all - controlling
    }

    /// Updates which buses sit at a limit; true if anything changed.
    fn switch_limits(
        &self,
        v: &[Complex],
        generated: &[Complex],
        held: &mut [Option<ReactiveLimit>],
        round: u32,
    ) -> bool {
        const TOLERANCE_PU: f64 = 1e-9;
        // Past this round a bus no longer comes back, so the rounds end.
        const RETURNS_UNTIL: u32 = 10;
        let mut changed = false;
        for bus in 0..v.len() {
            let (Control::Voltage, Some(v_set)) = (self.controls[bus], self.v_set[bus]) else {
                continue;
            };
            let wanted = match held[bus] {
                None if generated[bus].im > self.limit(bus, ReactiveLimit::Max) + TOLERANCE_PU => {
                    Some(ReactiveLimit::Max)
                }
                None if generated[bus].im < self.limit(bus, ReactiveLimit::Min) - TOLERANCE_PU => {
                    Some(ReactiveLimit::Min)
                }
                Some(ReactiveLimit::Max) if v[bus].norm() > v_set && round < RETURNS_UNTIL => None,
                Some(ReactiveLimit::Min) if v[bus].norm() < v_set && round < RETURNS_UNTIL => None,
                same => same,
            };
            changed |= wanted != held[bus];
            held[bus] = wanted;
        }
        changed
    }

    /// Splits the generation of each bus among its sources.
    fn share(
        &self,
        generated: &[Complex],
        held: &[Option<ReactiveLimit>],
    ) -> Vec<(SourceIndex, Complex, Option<ReactiveLimit>)> {
        let mut shares = Vec::new();
        for (bus, equipment) in self.equipment.iter().enumerate() {
            let controlling: Vec<SourceIndex> = self.controlling(bus).collect();
            let to_share = generated[bus] - self.fixed(bus);
            let set: f64 = controlling.iter().map(|&s| self.set_point(s).re).sum();
            let ranges: Vec<f64> = controlling.iter().map(|&s| self.reactive_range(s)).collect();
            let total: f64 = ranges.iter().sum();
            for &s in &equipment.sources {
                let Some(position) = controlling.iter().position(|&c| c == s) else {
                    shares.push((s, self.set_point(s), None));
                    continue;
                };
                // The first controlling source of a reference bus takes the balance.
                let balance = if position == 0 { to_share.re - set } else { 0.0 };
                let q = to_share.im * ranges[position] / total;
                shares.push((s, Complex::new(self.set_point(s).re + balance, q), held[bus]));
            }
        }
        shares
    }

    /// Width of the reactive range; sources without limits count alike.
    fn reactive_range(&self, source: SourceIndex) -> f64 {
        let source = &self.network.sources[source.0];
        let range = source.q_max_mvar - source.q_min_mvar;
        if range.is_finite() && range > 0.0 { range } else { 1.0 }
    }
}
