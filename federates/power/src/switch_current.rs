//! Currents through switches inside a bus, from Kirchhoff's current law (MODEL A.3).
//!
//! Switches have no impedance. Giving every closed switch the same small resistance makes node
//! potentials out of node currents; in a tree the result is the only possible one, in a ring it
//! is the least-norm one. The resistance itself cancels, so it is 1.

use crate::network::{Complex, Network, SwitchEnds};
use crate::sparse::{Factorised, Singular, SparseSystem};
use crate::topology::{Operating, Topology};

/// Factorised switch graphs of all buses for one set of switch states.
pub(crate) struct SwitchGraph {
    /// Per switch: its two nodes while closed.
    links: Vec<Option<(usize, usize)>>,
    factorised: Factorised<f64>,
}

impl SwitchGraph {
    pub(crate) fn new(
        network: &Network,
        operating: &Operating,
        topology: &Topology,
    ) -> Result<Self, Singular> {
        let links: Vec<_> = network
            .switches
            .iter()
            .zip(&operating.closed)
            .map(|(switch, &closed)| match switch.ends {
                SwitchEnds::Between(a, b) if closed => Some((a.0, b.0)),
                _ => None,
            })
            .collect();
        // The first node of every bus is the potential zero of its graph.
        let grounds = topology.buses.iter().map(|bus| (bus.nodes[0].0, bus.nodes[0].0));
        let mut entries: Vec<(usize, usize)> = grounds.collect();
        let mut values = vec![1.0; entries.len()];
        for &(a, b) in links.iter().flatten() {
            entries.extend([(a, a), (b, b), (a, b), (b, a)]);
            values.extend([1.0, 1.0, -1.0, -1.0]);
        }
        let system = SparseSystem::new(network.nodes.len(), entries)?;
        Ok(Self { links, factorised: system.factorise(&values)? })
    }

    /// Current per switch, node 1 to node 2, from the current that flows out of each node into
    /// its equipment.
    pub(crate) fn currents(&self, drawn: &[Complex]) -> Result<Vec<Complex>, Singular> {
        let mut re: Vec<f64> = drawn.iter().map(|i| -i.re).collect();
        let mut im: Vec<f64> = drawn.iter().map(|i| -i.im).collect();
        self.factorised.solve(&mut re)?;
        self.factorised.solve(&mut im)?;
        let current = |link: &Option<(usize, usize)>| match *link {
            Some((a, b)) => Complex::new(re[a] - re[b], im[a] - im[b]),
            None => Complex::ZERO,
        };
        Ok(self.links.iter().map(current).collect())
    }
}
