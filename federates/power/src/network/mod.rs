//! The electrical network in memory: one model for both case schemas.
//!
//! Every series element (line, two-winding transformer, one leg of a three-winding transformer)
//! is a [`Branch`]: a two-port with an ideal transformer at its `from` end. Impedances are in per
//! unit of the system base and of the nominal voltage of the node they belong to, so the solvers
//! never see ohms. Invariant: every index stored in a network is valid for that network, and both
//! ends of a switch or line have one nominal voltage.

mod bus_branch;
mod error;
mod node_breaker;
mod reader;
mod transformer;

#[cfg(test)]
mod tests;

pub use error::{CaseError, Problem};
pub use num_complex::Complex64 as Complex;

use reader::Header;

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) usize);
        impl $name {
            /// Position in the network's list of this kind of element.
            #[must_use]
            pub fn index(self) -> usize {
                self.0
            }
        }
    )*};
}

index! {
    /// A node of one network.
    NodeIndex,
    /// A switch of one network.
    SwitchIndex,
    /// A series branch of one network.
    BranchIndex,
    /// A load of one network.
    LoadIndex,
    /// A machine, inverter or external network of one network.
    SourceIndex
}

/// A network as read from a case file; switch states and set points in it are the initial ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    /// Name of the case.
    pub name: String,
    /// System power base, MVA.
    pub base_mva: f64,
    /// Nominal frequency, Hz.
    pub f_hz: f64,
    /// Connectivity nodes, star points of three-winding transformers last.
    pub nodes: Vec<Node>,
    /// All switches.
    pub switches: Vec<Switch>,
    /// All series branches; the legs of three-winding transformer `T1` are `T1.H`, `T1.M`, `T1.L`.
    pub branches: Vec<Branch>,
    /// All loads.
    pub loads: Vec<Load>,
    /// Capacitors, reactors, bus shunts and magnetising branches.
    pub shunts: Vec<Shunt>,
    /// Machines, inverters and external networks.
    pub sources: Vec<Source>,
    /// Zero-sequence earthing transformers.
    pub earthing_transformers: Vec<EarthingTransformer>,
    /// Current transformers.
    pub cts: Vec<CurrentTransformer>,
    /// Voltage transformers.
    pub vts: Vec<VoltageTransformer>,
}

/// A point of the single-line diagram.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Name of the node.
    pub id: String,
    /// What it is on the diagram.
    pub kind: NodeKind,
    /// Voltage level the node belongs to; empty in bus-branch cases.
    pub voltage_level: String,
    /// Nominal line-line voltage, kV; the voltage base of the node.
    pub nominal_kv: f64,
}

/// Kind of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// A busbar section.
    Busbar,
    /// A point between two devices.
    Connection,
    /// The inner star point of a three-winding transformer; not shown to anybody.
    Star,
}

/// A device that connects or separates.
#[derive(Debug, Clone, PartialEq)]
pub struct Switch {
    /// Name of the device.
    pub id: String,
    /// What kind of device it is.
    pub kind: SwitchKind,
    /// What it connects when closed.
    pub ends: SwitchEnds,
    /// Initial state.
    pub closed: bool,
    /// Bay it stands in; empty if none is given.
    pub bay: String,
    /// Opening time of a breaker, ms.
    pub open_ms: u32,
    /// Closing time of a breaker, ms.
    pub close_ms: u32,
    /// Travel time of every other switch, ms.
    pub travel_ms: u32,
    /// Rated current, A.
    pub rated_a: Option<f64>,
    /// Breaking capacity, kA.
    pub breaking_ka: Option<f64>,
}

/// Kind of a switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SwitchKind {
    /// Circuit breaker.
    Breaker,
    /// Disconnector.
    Disconnector,
    /// Withdrawable breaker position.
    Truck,
    /// Earth switch.
    EarthSwitch,
    /// Earthing of a transformer neutral.
    NeutralSwitch,
}

/// What a switch connects when closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SwitchEnds {
    /// Two nodes.
    Between(NodeIndex, NodeIndex),
    /// A node and earth.
    Earth(NodeIndex),
    /// The named transformer neutral and earth.
    Neutral(String),
}

/// A series two-port; `from` carries the ratio and the phase shift.
#[derive(Debug, Clone, PartialEq)]
pub struct Branch {
    /// Name of the branch.
    pub id: String,
    /// What kind of equipment it is.
    pub kind: BranchKind,
    /// Node of the `from` end.
    pub from: NodeIndex,
    /// Node of the `to` end.
    pub to: NodeIndex,
    /// Positive-sequence series impedance, pu, seen from the `to` end.
    pub z1_pu: Complex,
    /// Total positive-sequence charging susceptance, pu.
    pub b1_pu: f64,
    /// Off-nominal ratio with the tap in neutral position, 1 for lines.
    pub ratio: f64,
    /// Phase shift, degrees: the `to` end lags the `from` end by it.
    pub shift_deg: f64,
    /// Tap changer at the `from` end.
    pub tap: Option<TapChanger>,
    /// Zero-sequence data, if the case gives any.
    pub zero: Option<ZeroSequence>,
    /// Rated current, A.
    pub rated_a: Option<f64>,
    /// Whether the branch is connected at the start.
    pub in_service: bool,
}

/// Kind of a series branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BranchKind {
    /// Overhead line or cable; faults may lie along it.
    Line,
    /// Two-winding transformer.
    Transformer,
    /// One leg of a three-winding transformer, from a terminal to the star point.
    TransformerLeg,
}

/// A tap changer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TapChanger {
    /// Position with the rated ratio.
    pub neutral: i32,
    /// Lowest position.
    pub min: i32,
    /// Highest position.
    pub max: i32,
    /// Change of the ratio per position, percent.
    pub step_percent: f64,
    /// Initial position.
    pub pos: i32,
}

/// Zero-sequence data of a series branch.
#[derive(Debug, Clone, PartialEq)]
pub struct ZeroSequence {
    /// Series impedance, pu, same base as the positive sequence.
    pub z0_pu: Complex,
    /// Total charging susceptance, pu.
    pub b0_pu: f64,
    /// How the `from` end lets zero-sequence current pass.
    pub from: ZeroEnd,
    /// How the `to` end lets zero-sequence current pass.
    pub to: ZeroEnd,
}

/// Zero-sequence behaviour of one end of a branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ZeroEnd {
    /// Connected through: a line, an earthed star, the star point of a three-winding transformer.
    Through,
    /// Connected while the named neutral switch is closed, open otherwise.
    ThroughWhile(SwitchIndex),
    /// A delta winding: tied to earth inside, open towards the node.
    Delta,
    /// An unearthed star: open.
    Open,
}

/// A load with voltage-dependent parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
    /// Name of the load.
    pub id: String,
    /// Where it is connected.
    pub node: NodeIndex,
    /// Power at the reference voltage, MW and Mvar.
    pub power_mva: Complex,
    /// Voltage to which the power refers, pu of the node's nominal voltage.
    pub u_ref_pu: f64,
    /// Parts of the active power: constant impedance, current, power.
    pub zip_p: [f64; 3],
    /// Parts of the reactive power: constant impedance, current, power.
    pub zip_q: [f64; 3],
    /// Whether the load is connected at the start.
    pub in_service: bool,
}

/// A constant admittance to earth.
#[derive(Debug, Clone, PartialEq)]
pub struct Shunt {
    /// Name of the shunt; magnetising branches are named after their transformer.
    pub id: String,
    /// Where it is connected.
    pub node: NodeIndex,
    /// Admittance, pu.
    pub y_pu: Complex,
}

/// A machine, an inverter or an external network.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// Name of the source.
    pub id: String,
    /// Where it is connected.
    pub node: NodeIndex,
    /// What it is.
    pub kind: SourceKind,
    /// What it controls in the power flow.
    pub role: Role,
    /// Set point of active and reactive power, MW and Mvar.
    pub power_mva: Complex,
    /// Voltage set point, pu.
    pub vm_set_pu: f64,
    /// Angle set point of a slack, degrees.
    pub va_set_deg: f64,
    /// Lower reactive limit, Mvar; minus infinity if there is none.
    pub q_min_mvar: f64,
    /// Upper reactive limit, Mvar; infinity if there is none.
    pub q_max_mvar: f64,
    /// Rating, MVA; short-circuit power for an external network.
    pub rating_mva: f64,
    /// Short-circuit data; none for inverters and where the case gives none.
    pub short_circuit: Option<ShortCircuit>,
    /// Largest fault current of an inverter, multiple of its rated current.
    pub k_sc: f64,
    /// Whether the source is connected at the start.
    pub in_service: bool,
}

/// Kind of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// External network.
    ExternalGrid,
    /// Synchronous machine.
    Synchronous,
    /// Grid-following inverter: a current source that forms no voltage.
    Inverter,
}

/// What a source controls in the power flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Voltage and angle.
    Slack,
    /// Active power and voltage.
    Pv,
    /// Active and reactive power.
    Pq,
}

/// Impedances behind which a source's EMF stands, pu of the system base.
#[derive(Debug, Clone, PartialEq)]
pub struct ShortCircuit {
    /// Positive sequence in the first 100 ms.
    pub z1_subtransient_pu: Complex,
    /// Positive sequence later.
    pub z1_transient_pu: Complex,
    /// Negative sequence.
    pub z2_pu: Complex,
    /// Zero sequence; none if the neutral is isolated.
    pub z0_pu: Option<Complex>,
}

/// An earthing transformer: open in the positive and negative sequence.
#[derive(Debug, Clone, PartialEq)]
pub struct EarthingTransformer {
    /// Name of the transformer.
    pub id: String,
    /// Where it is connected.
    pub node: NodeIndex,
    /// Zero-sequence impedance `3 Rn + j X0`, pu.
    pub z0_pu: Complex,
}

/// A current transformer.
#[derive(Debug, Clone, PartialEq)]
pub struct CurrentTransformer {
    /// Name of the transformer.
    pub id: String,
    /// The breaker whose current it measures.
    pub switch: SwitchIndex,
    /// Rated primary current, A.
    pub primary_a: f64,
    /// Rated secondary current, A.
    pub secondary_a: f64,
}

/// A voltage transformer.
#[derive(Debug, Clone, PartialEq)]
pub struct VoltageTransformer {
    /// Name of the transformer.
    pub id: String,
    /// Where it is connected.
    pub node: NodeIndex,
    /// Phases it measures, for example `abc` or `a`.
    pub phases: String,
}

impl Network {
    /// Reads a case file (schema `rtif-power-case/1`, kind `bus_branch` or `node_breaker`).
    ///
    /// `file` only appears in error messages.
    ///
    /// # Errors
    /// [`CaseError`] names the element and what is wrong with it.
    pub fn from_json(file: &str, text: &str) -> Result<Self, CaseError> {
        Self::read(text).map_err(|problem| CaseError { file: file.to_owned(), problem })
    }

    fn read(text: &str) -> Result<Self, Problem> {
        let header: Header = reader::json(text)?;
        if header.schema != "rtif-power-case/1" {
            return Err(Problem::Schema { found: header.schema });
        }
        match header.kind.as_str() {
            "bus_branch" => bus_branch::read(text),
            "node_breaker" => node_breaker::read(text),
            _ => Err(Problem::UnknownKind {
                element: "case".to_owned(),
                field: "kind",
                found: header.kind,
                known: "bus_branch, node_breaker",
            }),
        }
    }

    /// Finds a node by its id.
    #[must_use]
    pub fn node(&self, id: &str) -> Option<NodeIndex> {
        self.nodes.iter().position(|n| n.id == id).map(NodeIndex)
    }

    /// Finds a switch by its id.
    #[must_use]
    pub fn switch(&self, id: &str) -> Option<SwitchIndex> {
        self.switches.iter().position(|s| s.id == id).map(SwitchIndex)
    }

    /// Finds a branch by its id.
    #[must_use]
    pub fn branch(&self, id: &str) -> Option<BranchIndex> {
        self.branches.iter().position(|b| b.id == id).map(BranchIndex)
    }

    /// Finds a load by its id.
    #[must_use]
    pub fn load(&self, id: &str) -> Option<LoadIndex> {
        self.loads.iter().position(|l| l.id == id).map(LoadIndex)
    }

    /// Finds a source by its id.
    #[must_use]
    pub fn source(&self, id: &str) -> Option<SourceIndex> {
        self.sources.iter().position(|s| s.id == id).map(SourceIndex)
    }

    /// Base current of a node, A per pu.
    #[must_use]
    pub fn base_current_a(&self, node: NodeIndex) -> f64 {
        self.base_mva * 1e3 / (3f64.sqrt() * self.nodes[node.0].nominal_kv)
    }

    /// Base impedance of a node, ohm per pu.
    #[must_use]
    pub fn base_impedance_ohm(&self, node: NodeIndex) -> f64 {
        self.nodes[node.0].nominal_kv.powi(2) / self.base_mva
    }
}

impl Branch {
    /// Ratio at a tap position; positions are ignored by branches without a tap changer.
    #[must_use]
    pub fn ratio_at(&self, pos: i32) -> f64 {
        let Some(tap) = self.tap else { return self.ratio };
        self.ratio * (1.0 + f64::from(pos - tap.neutral) * tap.step_percent / 100.0)
    }
}

impl Load {
    /// Demand in pu of the voltage, and its derivative by the voltage magnitude.
    ///
    /// Below 0.7 of the reference voltage the load is the constant impedance it has there, so
    /// that deep sags keep a solution.
    #[must_use]
    pub fn demand(&self, power_pu: Complex, v_pu: f64) -> (Complex, Complex) {
        const IMPEDANCE_BELOW: f64 = 0.7;
        let u = v_pu / self.u_ref_pu;
        let part = |k: &[f64; 3], u: f64| k[0] * u * u + k[1] * u + k[2];
        let slope = |k: &[f64; 3], u: f64| 2.0 * k[0] * u + k[1];
        let (at, square) = if u < IMPEDANCE_BELOW {
            (IMPEDANCE_BELOW, (u / IMPEDANCE_BELOW).powi(2))
        } else {
            (u, 1.0)
        };
        let held =
            Complex::new(power_pu.re * part(&self.zip_p, at), power_pu.im * part(&self.zip_q, at));
        let derivative = if u < IMPEDANCE_BELOW {
            held * (2.0 * u / IMPEDANCE_BELOW.powi(2))
        } else {
            Complex::new(power_pu.re * slope(&self.zip_p, u), power_pu.im * slope(&self.zip_q, u))
        };
        (held * square, derivative / self.u_ref_pu)
    }
}
