//! From the voltages of islands to flows, switch currents and balances of the whole network.

use super::solution::{
    BranchResult, Energisation, IslandResult, IslandStatus, NodeResult, Solution, SourceResult,
};
use super::{IslandState, Solver};
use crate::admittance::TwoPort;
use crate::fault::FaultResult;
use crate::network::{BranchIndex, Complex, Network, NodeIndex, NodeKind};
use crate::powerflow::ReactiveLimit;
use crate::sequence::Sequences;
use crate::topology::{Operating, Topology};

/// A solution under construction; everything in pu until [`Draft::finish`].
struct Draft<'a> {
    network: &'a Network,
    operating: &'a Operating,
    topology: &'a Topology,
    v: Vec<Complex>,
    /// Per node: current from the node into its equipment.
    drawn: Vec<Complex>,
    branches: Vec<(Complex, Complex)>,
    sources: Vec<(Complex, Option<ReactiveLimit>)>,
    loads: Vec<Complex>,
}

pub(super) fn solution(
    solver: &Solver,
    t_us: u64,
    states: &[IslandState],
    names: &[Vec<String>],
    last: Option<&Solution>,
) -> Solution {
    let network = &solver.network;
    let mut draft = Draft {
        network,
        operating: &solver.operating,
        topology: &solver.topology,
        v: vec![Complex::ZERO; network.nodes.len()],
        drawn: vec![Complex::ZERO; network.nodes.len()],
        branches: vec![(Complex::ZERO, Complex::ZERO); network.branches.len()],
        sources: vec![(Complex::ZERO, None); network.sources.len()],
        loads: vec![Complex::ZERO; network.loads.len()],
    };
    let mut fed = Vec::new();
    for (island, state) in states.iter().enumerate() {
        match state {
            IslandState::Dead => {}
            IslandState::Collapsed { .. } => draft.freeze(island, last),
            IslandState::Healthy(flow) => {
                draft.show(island, &flow.v);
                draft.branches(island, &[]);
                for &(source, power, limit) in &flow.sources {
                    let v = draft.v[network.sources[source.0].node.0];
                    draft.source(source.0, (power / v).conj(), limit);
                }
                draft.loads(island, |load, v| {
                    let power = solver.operating.load_mva[load] / network.base_mva;
                    (network.loads[load].demand(power, v.norm()).0 / v).conj()
                });
            }
            IslandState::Faulted(faulted) => {
                draft.show(island, &faulted.v);
                draft.branches(island, &faulted.cut);
                for &(source, current) in &faulted.sources {
                    draft.source(source.0, current, None);
                }
                draft.loads(island, |load, v| {
                    v * solver.held.load(network, &solver.operating, load)
                });
                for (port, name) in names[island].iter().enumerate() {
                    if let Some(node) = faulted.port_node(port) {
                        draft.drawn[node.0] += faulted.currents[port];
                    }
                    fed.push(faulted.result(network, port, name.clone()));
                }
            }
        }
    }
    draft.finish(solver, t_us, states, in_order(solver, fed))
}

/// Results in the order faults were applied, dead ones included; earth switches last.
fn in_order(solver: &Solver, mut fed: Vec<FaultResult>) -> Vec<FaultResult> {
    let mut ordered = Vec::with_capacity(fed.len());
    for fault in &solver.faults {
        let found = fed.iter().position(|f| f.id == fault.id).map(|position| fed.remove(position));
        ordered.push(found.unwrap_or_else(|| FaultResult::dead(fault.id.clone())));
    }
    ordered.extend(fed);
    ordered
}

impl Draft<'_> {
    fn show(&mut self, island: usize, v: &[Complex]) {
        for (&bus, &v) in self.topology.islands[island].buses.iter().zip(v) {
            for node in &self.topology.buses[bus].nodes {
                self.v[node.0] = v;
            }
        }
    }

    /// Keeps what was last shown.
    fn freeze(&mut self, island: usize, last: Option<&Solution>) {
        let nodes = self.topology.islands[island].buses.iter();
        for node in nodes.flat_map(|&bus| &self.topology.buses[bus].nodes) {
            self.v[node.0] = last.map_or(Complex::ZERO, |s| s.nodes[node.0].v_pu.positive);
        }
    }

    fn branches(&mut self, island: usize, cut: &[(BranchIndex, Complex, Complex)]) {
        let whole = self.topology.islands[island].branches.iter();
        let whole = whole.filter(|b| cut.iter().all(|(c, ..)| c != *b)).map(|&b| {
            let branch = &self.network.branches[b.0];
            let port = TwoPort::of(branch, self.operating.tap_pos[b.0]);
            let (i_from, i_to) = port.currents(self.v[branch.from.0], self.v[branch.to.0]);
            (b, i_from, i_to)
        });
        let all: Vec<_> = whole.chain(cut.iter().copied()).collect();
        for (b, i_from, i_to) in all {
            let branch = &self.network.branches[b.0];
            self.branches[b.0] = (i_from, i_to);
            self.drawn[branch.from.0] += i_from;
            self.drawn[branch.to.0] += i_to;
        }
        for shunt in &self.network.shunts {
            if self.topology.island_of_node(shunt.node) == island {
                self.drawn[shunt.node.0] += shunt.y_pu * self.v[shunt.node.0];
            }
        }
    }

    fn source(&mut self, source: usize, current: Complex, limit: Option<ReactiveLimit>) {
        let node = self.network.sources[source].node.0;
        self.sources[source] = (self.v[node] * current.conj(), limit);
        self.drawn[node] -= current;
    }

    fn loads(&mut self, island: usize, current: impl Fn(usize, Complex) -> Complex) {
        for (l, load) in self.network.loads.iter().enumerate() {
            let here = self.topology.island_of_node(load.node) == island;
            if here && self.operating.load_in_service[l] {
                let v = self.v[load.node.0];
                let current = current(l, v);
                self.loads[l] = v * current.conj();
                self.drawn[load.node.0] += current;
            }
        }
    }

    fn finish(
        self,
        solver: &Solver,
        t_us: u64,
        states: &[IslandState],
        faults: Vec<FaultResult>,
    ) -> Solution {
        let network = self.network;
        let base = |node: NodeIndex| network.base_current_a(node);
        let mva = |power: Complex| power * network.base_mva;
        let drawn_a: Vec<Complex> =
            self.drawn.iter().enumerate().map(|(n, i)| i * base(NodeIndex(n))).collect();
        let switch_current = solver.graph.as_ref().ok().and_then(|g| g.currents(&drawn_a).ok());
        let switch_current =
            switch_current.unwrap_or_else(|| vec![Complex::ZERO; network.switches.len()]);
        let branches =
            network.branches.iter().zip(&self.branches).map(|(branch, &(from, to))| BranchResult {
                from_mva: mva(self.v[branch.from.0] * from.conj()),
                to_mva: mva(self.v[branch.to.0] * to.conj()),
                from_a: Sequences::balanced(from * base(branch.from)),
                to_a: Sequences::balanced(to * base(branch.to)),
            });
        let unserved = network.loads.iter().enumerate().filter(|&(l, load)| {
            let island = self.topology.island_of_node(load.node);
            self.operating.load_in_service[l] && !self.topology.islands[island].is_live()
        });
        Solution {
            t_us,
            nodes: (0..network.nodes.len()).map(|n| self.node(NodeIndex(n))).collect(),
            branches: branches.collect(),
            switch_current_a: switch_current.into_iter().map(Sequences::balanced).collect(),
            sources: self
                .sources
                .iter()
                .map(|&(power, at_limit)| SourceResult { mva: mva(power), at_limit })
                .collect(),
            load_mva: self.loads.iter().map(|&power| mva(power)).collect(),
            islands: states.iter().enumerate().map(|(i, s)| self.island(i, s)).collect(),
            faults,
            unserved_mw: unserved.map(|(l, _)| self.operating.load_mva[l].re).sum(),
        }
    }

    fn node(&self, node: NodeIndex) -> NodeResult {
        let island = self.topology.island_of_node(node);
        let earthed = !self.topology.buses[self.topology.bus_of[node.0]].earthed_by.is_empty();
        let state = match (earthed, self.topology.islands[island].is_live()) {
            (true, _) => Energisation::Earthed,
            (false, true) => Energisation::Live,
            (false, false) => Energisation::Dead,
        };
        NodeResult { v_pu: Sequences::balanced(self.v[node.0]), state, island }
    }

    fn island(&self, island: usize, state: &IslandState) -> IslandResult {
        let status = match state {
            IslandState::Dead => IslandStatus::Dead,
            IslandState::Healthy(flow) => IslandStatus::Solved { iterations: flow.iterations },
            IslandState::Faulted(_) => IslandStatus::Faulted,
            IslandState::Collapsed { reason, .. } => {
                IslandStatus::Collapsed { reason: reason.clone() }
            }
        };
        let data = &self.topology.islands[island];
        let shown = |n: &&NodeIndex| self.network.nodes[n.0].kind != NodeKind::Star;
        let nodes = |bus: usize| self.topology.buses[bus].nodes.iter().filter(shown);
        let here = |node| self.topology.island_of_node(node) == island;
        let sources = self.network.sources.iter().zip(&self.sources);
        let generated: f64 = sources.filter(|(s, _)| here(s.node)).map(|(_, p)| p.0.re).sum();
        let loads = self.network.loads.iter().zip(&self.loads);
        let drawn: f64 = loads.filter(|(l, _)| here(l.node)).map(|(_, p)| p.re).sum();
        IslandResult {
            status,
            reference: data.reference,
            nodes: data.buses.iter().flat_map(|&b| nodes(b)).copied().collect(),
            buses: data.buses.iter().filter(|&&b| nodes(b).next().is_some()).count(),
            losses_mw: (generated - drawn) * self.network.base_mva,
        }
    }
}
