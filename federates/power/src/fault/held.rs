//! What the last healthy power flow left behind: EMFs and load admittances for faults.

use crate::network::{Complex, Network, SourceIndex, SourceKind};
use crate::powerflow::Flow;
use crate::topology::{self, Operating, Topology};

/// Which reactance machines show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Period {
    /// The first 100 ms.
    Subtransient,
    /// Later.
    Transient,
}

/// What a source feeds into a linear network.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Infeed {
    /// A constant EMF behind an admittance.
    Behind { emf: Complex, y: Complex },
    /// A constant current.
    Current(Complex),
}

impl Infeed {
    /// Current flowing into the network at a terminal voltage.
    pub(crate) fn current(&self, v: Complex) -> Complex {
        match *self {
            Self::Behind { emf, y } => (emf - v) * y,
            Self::Current(i) => i,
        }
    }
}

/// Terminal values of sources and admittances of loads at the last healthy solution.
#[derive(Debug, Clone, Default)]
pub(crate) struct Held {
    /// Per source: terminal voltage and current into the network, pu.
    sources: Vec<Option<(Complex, Complex)>>,
    /// Per load: admittance, pu.
    loads: Vec<Option<Complex>>,
}

impl Held {
    pub(crate) fn new(network: &Network) -> Self {
        Self { sources: vec![None; network.sources.len()], loads: vec![None; network.loads.len()] }
    }

    /// Takes over a healthy solution of an island; none forgets the island.
    pub(crate) fn update(
        &mut self,
        network: &Network,
        operating: &Operating,
        topology: &Topology,
        island: usize,
        flow: Option<&Flow>,
    ) {
        let voltage = |node| flow.map(|f| f.v[topology.place_of_node(node)]);
        for (l, load) in network.loads.iter().enumerate() {
            if topology.island_of_node(load.node) == island {
                let power = operating.load_mva[l] / network.base_mva;
                self.loads[l] = voltage(load.node)
                    .map(|v| load.demand(power, v.norm()).0.conj() / v.norm_sqr());
            }
        }
        for (s, source) in network.sources.iter().enumerate() {
            if topology.island_of_node(source.node) == island {
                self.sources[s] = None;
            }
        }
        for &(source, power, _) in flow.iter().flat_map(|f| &f.sources) {
            if let Some(v) = voltage(network.sources[source.0].node) {
                self.sources[source.0] = Some((v, (power / v).conj()));
            }
        }
    }

    pub(crate) fn has(&self, source: SourceIndex) -> bool {
        self.sources[source.0].is_some()
    }

    /// Admittance of a load; one that was dead is taken at nominal voltage.
    pub(crate) fn load(&self, network: &Network, operating: &Operating, load: usize) -> Complex {
        self.loads[load].unwrap_or_else(|| {
            let power = operating.load_mva[load] / network.base_mva;
            network.loads[load].demand(power, 1.0).0.conj()
        })
    }

    /// What a source feeds; `flat` is the no-load voltage of its bus.
    pub(crate) fn infeed(
        &self,
        network: &Network,
        source: usize,
        period: Period,
        flat: Complex,
    ) -> Option<Infeed> {
        let data = &network.sources[source];
        let held = self.sources[source];
        if let Some(sc) = &data.short_circuit {
            let z = match period {
                Period::Subtransient => sc.z1_subtransient_pu,
                Period::Transient => sc.z1_transient_pu,
            };
            let emf = match held {
                Some((v, i)) => v + z * i,
                // A machine that held no voltage before and forms none now has been tripped.
                None if !topology::forms_voltage(network, source) => return None,
                None => flat * data.vm_set_pu,
            };
            return Some(Infeed::Behind { emf, y: z.inv() });
        }
        let (_, current) = held.filter(|_| data.kind == SourceKind::Inverter)?;
        let limit = data.k_sc * data.rating_mva / network.base_mva;
        let scale = if current.norm() > limit { limit / current.norm() } else { 1.0 };
        Some(Infeed::Current(current * scale))
    }
}
