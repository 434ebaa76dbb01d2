//! The linear network of one island, and the ports that faults open into it.
//!
//! The matrix of an island is inverted column by column at the fault ports; the small matrix of
//! port impedances then couples the faults. Negative and zero sequence are further networks of
//! the same kind whose ports couple in the phases instead.

use faer::Mat;
use faer::prelude::Solve;

use super::held::{Held, Infeed, Period};
use super::{Fault, FaultPlace, FaultResult, StudyBasis};
use crate::admittance::{self, Rows, TwoPort};
use crate::network::{BranchIndex, Complex, Network, NodeIndex, SourceIndex};
use crate::sequence::Sequences;
use crate::sparse::{Singular, SparseSystem};
use crate::topology::{Operating, Topology};

/// Faults nearer than this part of a line are one place: a piece in between would have no
/// impedance worth dividing by.
const SHORTEST_PIECE: f64 = 1e-6;

/// A fault as the solver sees it: a place and an impedance to the fault's star point.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Port {
    place: FaultPlace,
    base: NodeIndex,
    z_pu: Complex,
}

impl Port {
    pub(crate) fn of(network: &Network, fault: &Fault) -> Self {
        let base = fault.base_node(network);
        let place = match fault.place {
            FaultPlace::Line { line, fraction } if fraction < SHORTEST_PIECE => {
                FaultPlace::Node(network.branches[line.0].from)
            }
            FaultPlace::Line { line, fraction } if fraction > 1.0 - SHORTEST_PIECE => {
                FaultPlace::Node(network.branches[line.0].to)
            }
            place => place,
        };
        let z_pu = Complex::from(fault.r_ohm / network.base_impedance_ohm(base));
        Self { place, base, z_pu }
    }

    /// A bolted fault at a node, as a closed earth switch makes it.
    pub(crate) fn bolted(node: NodeIndex) -> Self {
        Self { place: FaultPlace::Node(node), base: node, z_pu: Complex::ZERO }
    }
}

/// A line cut at fault places: temporary buses and the pieces between them.
struct Cut {
    branch: BranchIndex,
    /// Places from the `from` end to the `to` end.
    places: Vec<usize>,
    pieces: Vec<TwoPort>,
}

/// Positive-sequence network of an island under constant EMFs and admittances.
pub(crate) struct LinearNetwork<'a> {
    network: &'a Network,
    topology: &'a Topology,
    island: usize,
    rows: Rows,
    charging: bool,
    infeeds: Vec<(SourceIndex, usize, Infeed)>,
    ports: Vec<Port>,
    port_places: Vec<usize>,
    cuts: Vec<Cut>,
}

/// Solution of a faulted island.
pub(crate) struct FaultedIsland {
    /// Voltage per bus of the island, pu.
    pub(crate) v: Vec<Complex>,
    /// Current of every source into the network, pu.
    pub(crate) sources: Vec<(SourceIndex, Complex)>,
    /// Currents from the two ends into every cut line, pu.
    pub(crate) cut: Vec<(BranchIndex, Complex, Complex)>,
    /// Current into each port, pu.
    pub(crate) currents: Vec<Complex>,
    ports: Vec<Port>,
    v_prefault: Vec<Complex>,
    z1: Vec<Complex>,
}

impl<'a> LinearNetwork<'a> {
    /// The network as the last healthy power flow left it.
    pub(crate) fn held(
        network: &'a Network,
        operating: &Operating,
        topology: &'a Topology,
        island: usize,
        held: &Held,
        period: Period,
    ) -> Self {
        let rows = admittance::of_island(network, operating, topology, island);
        let mut linear = Self::bare(network, topology, island, rows, true);
        let flat = linear.flat_voltages();
        for (l, load) in network.loads.iter().enumerate() {
            if operating.load_in_service[l] && topology.island_of_node(load.node) == island {
                let place = topology.place_of_node(load.node);
                let y = held.load(network, operating, l);
                admittance::add(&mut linear.rows, place, place, y);
            }
        }
        linear.add_infeeds(operating, |s, place| held.infeed(network, s, period, flat[place]));
        linear
    }

    /// The network with nominal EMFs and nothing that carries current before the fault.
    pub(crate) fn nominal(
        network: &'a Network,
        operating: &Operating,
        topology: &'a Topology,
        island: usize,
        basis: StudyBasis,
    ) -> Self {
        let mut rows = admittance::empty_rows(topology.islands[island].buses.len());
        for &b in &topology.islands[island].branches {
            let branch = &network.branches[b.0];
            let ratio = match basis {
                StudyBasis::NoLoad => branch.ratio_at(operating.tap_pos[b.0]),
                StudyBasis::Flat => 1.0,
            };
            let ratio = Complex::from_polar(ratio, branch.shift_deg.to_radians());
            let port = TwoPort::new(branch.z1_pu, 0.0, ratio);
            let from = topology.place_of_node(branch.from);
            admittance::add_branch(&mut rows, from, topology.place_of_node(branch.to), &port);
        }
        let mut linear = Self::bare(network, topology, island, rows, false);
        let flat = linear.flat_voltages();
        linear.add_infeeds(operating, |s, place| {
            let sc = network.sources[s].short_circuit.as_ref()?;
            Some(Infeed::Behind { emf: flat[place], y: sc.z1_subtransient_pu.inv() })
        });
        linear
    }

    fn bare(
        network: &'a Network,
        topology: &'a Topology,
        island: usize,
        rows: Rows,
        charging: bool,
    ) -> Self {
        Self {
            network,
            topology,
            island,
            rows,
            charging,
            infeeds: Vec::new(),
            ports: Vec::new(),
            port_places: Vec::new(),
            cuts: Vec::new(),
        }
    }

    fn flat_voltages(&self) -> Vec<Complex> {
        let reference = self.topology.islands[self.island].reference;
        let start =
            reference.map_or(0, |s| self.topology.place_of_node(self.network.sources[s.0].node));
        admittance::shift_angles(self.network, self.topology, self.island, start, 0.0)
            .into_iter()
            .map(|angle| Complex::from_polar(1.0, angle))
            .collect()
    }

    fn add_infeeds(
        &mut self,
        operating: &Operating,
        infeed: impl Fn(usize, usize) -> Option<Infeed>,
    ) {
        for (s, source) in self.network.sources.iter().enumerate() {
            let here = self.topology.island_of_node(source.node) == self.island;
            if !(operating.source_in_service[s] && here) {
                continue;
            }
            let place = self.topology.place_of_node(source.node);
            let Some(infeed) = infeed(s, place) else { continue };
            if let Infeed::Behind { y, .. } = infeed {
                admittance::add(&mut self.rows, place, place, y);
            }
            self.infeeds.push((SourceIndex(s), place, infeed));
        }
    }

    /// Opens a port per fault; faults along one line cut it into pieces.
    pub(crate) fn with_ports(mut self, ports: &[Port]) -> Self {
        self.ports = ports.to_vec();
        self.port_places = vec![0; ports.len()];
        let mut lines: Vec<(BranchIndex, Vec<(f64, usize)>)> = Vec::new();
        for (position, port) in ports.iter().enumerate() {
            match port.place {
                FaultPlace::Node(node) => {
                    self.port_places[position] = self.topology.place_of_node(node);
                }
                FaultPlace::Line { line, fraction } => {
                    match lines.iter_mut().find(|(l, _)| *l == line) {
                        Some((_, places)) => places.push((fraction, position)),
                        None => lines.push((line, vec![(fraction, position)])),
                    }
                }
            }
        }
        for (line, places) in lines {
            self.cut_line(line, places);
        }
        self
    }

    fn cut_line(&mut self, line: BranchIndex, mut at: Vec<(f64, usize)>) {
        at.sort_by(|a, b| a.0.total_cmp(&b.0));
        let branch = &self.network.branches[line.0];
        let from = self.topology.place_of_node(branch.from);
        let to = self.topology.place_of_node(branch.to);
        let b_pu = if self.charging { branch.b1_pu } else { 0.0 };
        let whole = TwoPort::new(branch.z1_pu, b_pu, Complex::ONE);
        // A line whose ends are one bus is not in the matrix: there is nothing to take out.
        if from != to {
            let negative = TwoPort { ff: -whole.ff, ft: -whole.ft, tf: -whole.tf, tt: -whole.tt };
            admittance::add_branch(&mut self.rows, from, to, &negative);
        }
        let mut cut = Cut { branch: line, places: vec![from], pieces: Vec::new() };
        let mut reached = 0.0;
        for (fraction, port) in at {
            if fraction > reached + SHORTEST_PIECE {
                let place = self.rows.len();
                self.rows.push(vec![(place, Complex::ZERO)]);
                self.add_piece(&mut cut, branch.z1_pu, b_pu, fraction - reached, place);
                reached = fraction;
            }
            self.port_places[port] = cut.places[cut.places.len() - 1];
        }
        self.add_piece(&mut cut, branch.z1_pu, b_pu, 1.0 - reached, to);
        self.cuts.push(cut);
    }

    fn add_piece(&mut self, cut: &mut Cut, z_pu: Complex, b_pu: f64, length: f64, to: usize) {
        let piece = TwoPort::new(z_pu * length, b_pu * length, Complex::ONE);
        let from = cut.places[cut.places.len() - 1];
        admittance::add_branch(&mut self.rows, from, to, &piece);
        cut.places.push(to);
        cut.pieces.push(piece);
    }

    /// Solves the network with all ports faulted.
    pub(crate) fn solve(self) -> Result<FaultedIsland, Singular> {
        let size = self.rows.len();
        let entries = self.rows.iter().enumerate();
        let entries = entries.flat_map(|(i, row)| row.iter().map(move |&(k, _)| (i, k)));
        let system = SparseSystem::new(size, entries)?;
        let values: Vec<Complex> = self.rows.iter().flatten().map(|&(_, y)| y).collect();
        let factorised = system.factorise(&values)?;

        let mut v = vec![Complex::ZERO; size];
        for &(_, place, infeed) in &self.infeeds {
            v[place] += infeed.current(Complex::ZERO);
        }
        factorised.solve(&mut v)?;
        let groups = self.grouped_ports();
        let mut columns = Vec::with_capacity(groups.len());
        for group in &groups {
            let mut column = vec![Complex::ZERO; size];
            column[group.place] = Complex::ONE;
            factorised.solve(&mut column)?;
            columns.push(column);
        }
        let v_prefault: Vec<Complex> = self.port_places.iter().map(|&p| v[p]).collect();
        let into_groups = port_currents(&groups, &columns, &v);
        for (column, &current) in columns.iter().zip(&into_groups) {
            for (v, z) in v.iter_mut().zip(column) {
                *v -= z * current;
            }
        }
        let mut currents = vec![Complex::ZERO; self.ports.len()];
        let mut z1 = vec![Complex::ZERO; self.ports.len()];
        for ((group, column), current) in groups.iter().zip(&columns).zip(into_groups) {
            for &(port, share) in &group.shares {
                currents[port] = current * share;
                z1[port] = column[group.place];
            }
        }
        let sources = self.infeeds.iter().map(|&(s, place, infeed)| (s, infeed.current(v[place])));
        let sources = sources.collect();
        let cut = self.cuts.iter().map(|cut| cut.currents(&v)).collect();
        v.truncate(self.topology.islands[self.island].buses.len());
        Ok(FaultedIsland { v, sources, cut, currents, ports: self.ports, v_prefault, z1 })
    }

    /// Faults at one place are one port, in parallel.
    fn grouped_ports(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (port, &place) in self.port_places.iter().enumerate() {
            match groups.iter_mut().find(|g| g.place == place) {
                Some(group) => group.shares.push((port, Complex::ZERO)),
                None => groups.push(Group {
                    place,
                    z: Complex::ZERO,
                    shares: vec![(port, Complex::ZERO)],
                }),
            }
        }
        for group in &mut groups {
            group.divide(&self.ports);
        }
        groups
    }
}

/// Faults at one place and how they share its current.
struct Group {
    place: usize,
    z: Complex,
    shares: Vec<(usize, Complex)>,
}

impl Group {
    fn divide(&mut self, ports: &[Port]) {
        let bolted = self.shares.iter().filter(|(p, _)| ports[*p].z_pu == Complex::ZERO).count();
        if bolted > 0 {
            // Bolted faults take everything, in equal parts.
            let part = Complex::from(1.0 / bolted as f64);
            for (port, share) in &mut self.shares {
                *share = if ports[*port].z_pu == Complex::ZERO { part } else { Complex::ZERO };
            }
            return;
        }
        let total: Complex = self.shares.iter().map(|(p, _)| ports[*p].z_pu.inv()).sum();
        self.z = total.inv();
        for (port, share) in &mut self.shares {
            *share = ports[*port].z_pu.inv() / total;
        }
    }
}

impl Cut {
    /// Currents from the two ends of the line into it.
    fn currents(&self, v: &[Complex]) -> (BranchIndex, Complex, Complex) {
        let piece = |n: usize| self.pieces[n].currents(v[self.places[n]], v[self.places[n + 1]]);
        let last = self.pieces.len() - 1;
        (self.branch, piece(0).0, piece(last).1)
    }
}

/// Currents into the ports: `(Z + Zf) I = V`.
fn port_currents(groups: &[Group], columns: &[Vec<Complex>], v: &[Complex]) -> Vec<Complex> {
    let mut coupling = Mat::from_fn(groups.len(), groups.len(), |r, c| columns[c][groups[r].place]);
    for (r, group) in groups.iter().enumerate() {
        coupling[(r, r)] += group.z;
    }
    let v = Mat::from_fn(groups.len(), 1, |r, _| v[groups[r].place]);
    let currents = coupling.partial_piv_lu().solve(v);
    (0..groups.len()).map(|r| currents[(r, 0)]).collect()
}

impl FaultedIsland {
    /// The node at which a port draws its current; none for a place along a line.
    pub(crate) fn port_node(&self, port: usize) -> Option<NodeIndex> {
        match self.ports[port].place {
            FaultPlace::Node(node) => Some(node),
            FaultPlace::Line { .. } => None,
        }
    }

    /// What fault number `port` draws.
    pub(crate) fn result(&self, network: &Network, port: usize, id: String) -> FaultResult {
        let base = network.base_current_a(self.ports[port].base);
        FaultResult {
            id,
            current_a: Sequences::balanced(self.currents[port] * base),
            v_prefault_pu: self.v_prefault[port],
            z1_pu: Some(self.z1[port]),
        }
    }
}
