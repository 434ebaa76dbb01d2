//! Schema A, kind `bus_branch`: buses and branches in per unit.
//!
//! A bus becomes a node. A branch end with a switch gets a node of its own (`<branch>.from` or
//! `<branch>.to`) behind that switch, so an open end stays part of the branch and carries its
//! charging current.

use std::fmt::{self, Display};

use serde::Deserialize;

use super::reader::{self, Ids, positive};
use super::{
    Branch, BranchKind, Complex, Load, Network, Node, NodeIndex, NodeKind, Problem, Role,
    ShortCircuit, Shunt, Source, SourceKind, Switch, SwitchEnds, SwitchKind, TapChanger, ZeroEnd,
    ZeroSequence,
};

#[derive(Deserialize)]
struct Case {
    name: String,
    base_mva: f64,
    f_hz: f64,
    buses: Vec<Bus>,
    branches: Vec<BranchRow>,
    generators: Vec<Generator>,
    #[serde(default)]
    switches: Vec<BranchSwitch>,
}

/// Ids are numbers in the public cases and may be text elsewhere.
#[derive(Deserialize)]
#[serde(untagged)]
enum Id {
    Number(u64),
    Text(String),
}

impl Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(n) => n.fmt(f),
            Self::Text(t) => t.fmt(f),
        }
    }
}

#[derive(Deserialize)]
struct Bus {
    id: Id,
    #[serde(rename = "type")]
    role: String,
    base_kv: f64,
    #[serde(default)]
    pd_mw: f64,
    #[serde(default)]
    qd_mvar: f64,
    #[serde(default)]
    gs_mw: f64,
    #[serde(default)]
    bs_mvar: f64,
    vm_set_pu: Option<f64>,
    #[serde(default)]
    va_set_deg: f64,
}

#[derive(Deserialize)]
struct BranchRow {
    id: Id,
    kind: String,
    from: Id,
    to: Id,
    r_pu: f64,
    x_pu: f64,
    b_pu: f64,
    tap: f64,
    shift_deg: f64,
    in_service: bool,
    tap_changer: Option<TapRow>,
    zero_seq: Option<ZeroRow>,
    rated_a: Option<f64>,
}

#[derive(Deserialize)]
struct TapRow {
    side: String,
    neutral: i32,
    min: i32,
    max: i32,
    step_percent: f64,
    pos: i32,
}

#[derive(Deserialize)]
struct ZeroRow {
    connection: String,
    grounded_side: Option<String>,
    r0_pu: f64,
    x0_pu: f64,
    #[serde(default)]
    b0_pu: f64,
}

#[derive(Deserialize)]
struct Generator {
    id: Id,
    bus: Id,
    p_mw: f64,
    vm_set_pu: f64,
    qmin_mvar: f64,
    qmax_mvar: f64,
    in_service: bool,
    sc: Option<ShortCircuitRow>,
}

#[derive(Deserialize)]
struct ShortCircuitRow {
    r1_pu: f64,
    x1_pu: f64,
    x2_pu: f64,
    x0_pu: Option<f64>,
    #[serde(default)]
    neutral_grounded: bool,
}

#[derive(Deserialize)]
struct BranchSwitch {
    id: Id,
    branch: Id,
    end: String,
    closed: bool,
}

pub(super) fn read(text: &str) -> Result<Network, Problem> {
    let case: Case = reader::json(text)?;
    let bus_ids: Vec<String> = case.buses.iter().map(|b| b.id.to_string()).collect();
    let buses = Ids::new("bus", bus_ids.iter().map(String::as_str))?;
    let mut network = reader::empty(case.name, case.base_mva, case.f_hz)?;

    for (position, bus) in case.buses.iter().enumerate() {
        read_bus(&mut network, NodeIndex(position), bus)?;
    }
    let branch_ids: Vec<String> = case.branches.iter().map(|b| b.id.to_string()).collect();
    let branches = Ids::new("branch", branch_ids.iter().map(String::as_str))?;
    for row in &case.branches {
        network.branches.push(read_branch(row, &buses)?);
    }
    let generator_ids: Vec<String> = case.generators.iter().map(|g| g.id.to_string()).collect();
    Ids::new("generator", generator_ids.iter().map(String::as_str))?;
    for row in &case.generators {
        let source = read_generator(row, &case.buses, &buses, network.base_mva)?;
        network.sources.push(source);
    }
    let switch_ids: Vec<String> = case.switches.iter().map(|s| s.id.to_string()).collect();
    Ids::new("switch", switch_ids.iter().map(String::as_str))?;
    for row in &case.switches {
        add_switch(&mut network, row, &branches)?;
    }
    Ok(network)
}

fn read_bus(network: &mut Network, node: NodeIndex, bus: &Bus) -> Result<(), Problem> {
    let element = format!("bus {}", bus.id);
    network.nodes.push(Node {
        id: bus.id.to_string(),
        kind: NodeKind::Busbar,
        voltage_level: String::new(),
        nominal_kv: positive(&element, "base_kv", bus.base_kv)?,
    });
    if bus.pd_mw != 0.0 || bus.qd_mvar != 0.0 {
        network.loads.push(Load {
            id: bus.id.to_string(),
            node,
            power_mva: Complex::new(bus.pd_mw, bus.qd_mvar),
            u_ref_pu: 1.0,
            zip_p: [0.0, 0.0, 1.0],
            zip_q: [0.0, 0.0, 1.0],
            in_service: true,
        });
    }
    if bus.gs_mw != 0.0 || bus.bs_mvar != 0.0 {
        let y_pu = Complex::new(bus.gs_mw, bus.bs_mvar) / network.base_mva;
        network.shunts.push(Shunt { id: bus.id.to_string(), node, y_pu });
    }
    Ok(())
}

fn read_branch(row: &BranchRow, buses: &Ids<'_>) -> Result<Branch, Problem> {
    let element = format!("branch {}", row.id);
    let kind = match row.kind.as_str() {
        "line" => BranchKind::Line,
        "transformer" => BranchKind::Transformer,
        other => return Err(reader::unknown(&element, "kind", other, "line, transformer")),
    };
    let tap = row.tap_changer.as_ref().map(|t| read_tap(&element, t)).transpose()?;
    let zero = row.zero_seq.as_ref().map(|z| read_zero(&element, z)).transpose()?;
    Ok(Branch {
        id: row.id.to_string(),
        kind,
        from: buses.node(&element, "from", &row.from.to_string())?,
        to: buses.node(&element, "to", &row.to.to_string())?,
        z1_pu: reader::impedance(&element, Complex::new(row.r_pu, row.x_pu))?,
        b1_pu: row.b_pu,
        ratio: positive(&element, "tap", row.tap)?,
        shift_deg: row.shift_deg,
        tap,
        zero,
        rated_a: row.rated_a,
        in_service: row.in_service,
    })
}

fn read_tap(element: &str, row: &TapRow) -> Result<TapChanger, Problem> {
    if row.side != "from" {
        return Err(reader::unknown(element, "tap_changer.side", &row.side, "from"));
    }
    let tap = TapChanger {
        neutral: row.neutral,
        min: row.min,
        max: row.max,
        step_percent: row.step_percent,
        pos: row.pos,
    };
    reader::tap(element, &tap)?;
    Ok(tap)
}

fn read_zero(element: &str, row: &ZeroRow) -> Result<ZeroSequence, Problem> {
    let (from, to) = match (row.connection.as_str(), row.grounded_side.as_deref()) {
        ("line" | "YNyn", _) => (ZeroEnd::Through, ZeroEnd::Through),
        ("YNd", Some("from")) => (ZeroEnd::Through, ZeroEnd::Delta),
        ("YNd", Some("to")) => (ZeroEnd::Delta, ZeroEnd::Through),
        ("YNd", side) => {
            let found = side.unwrap_or_default();
            return Err(reader::unknown(element, "zero_seq.grounded_side", found, "from, to"));
        }
        (other, _) => {
            return Err(reader::unknown(element, "zero_seq.connection", other, "line, YNyn, YNd"));
        }
    };
    let z0_pu = reader::impedance(element, Complex::new(row.r0_pu, row.x0_pu))?;
    Ok(ZeroSequence { z0_pu, b0_pu: row.b0_pu, from, to })
}

fn read_generator(
    row: &Generator,
    rows: &[Bus],
    buses: &Ids<'_>,
    base_mva: f64,
) -> Result<Source, Problem> {
    let element = format!("generator {}", row.id);
    let node = buses.node(&element, "bus", &row.bus.to_string())?;
    let bus = &rows[node.index()];
    let role = match bus.role.as_str() {
        "slack" => Role::Slack,
        "pv" => Role::Pv,
        "pq" => Role::Pq,
        other => {
            let element = format!("bus {}", bus.id);
            return Err(reader::unknown(&element, "type", other, "slack, pv, pq"));
        }
    };
    let short_circuit = row.sc.as_ref().map(|sc| read_short_circuit(&element, sc)).transpose()?;
    // Bus-branch machines carry no rating: what they feed into a fault ranks them.
    let rating_mva = short_circuit
        .as_ref()
        .map_or(0.0, |sc: &ShortCircuit| base_mva / sc.z1_subtransient_pu.norm());
    Ok(Source {
        id: row.id.to_string(),
        node,
        kind: SourceKind::Synchronous,
        role,
        power_mva: Complex::new(row.p_mw, 0.0),
        vm_set_pu: positive(&element, "vm_set_pu", bus.vm_set_pu.unwrap_or(row.vm_set_pu))?,
        va_set_deg: bus.va_set_deg,
        q_min_mvar: row.qmin_mvar,
        q_max_mvar: row.qmax_mvar,
        rating_mva,
        short_circuit,
        k_sc: 0.0,
        in_service: row.in_service,
    })
}

fn read_short_circuit(element: &str, row: &ShortCircuitRow) -> Result<ShortCircuit, Problem> {
    let z1 = reader::impedance(element, Complex::new(row.r1_pu, row.x1_pu))?;
    let z0 = row.x0_pu.filter(|_| row.neutral_grounded);
    Ok(ShortCircuit {
        z1_subtransient_pu: z1,
        z1_transient_pu: z1,
        z2_pu: reader::impedance(element, Complex::new(row.r1_pu, row.x2_pu))?,
        z0_pu: z0.map(|x| Complex::new(row.r1_pu, x)),
    })
}

fn add_switch(
    network: &mut Network,
    row: &BranchSwitch,
    branches: &Ids<'_>,
) -> Result<(), Problem> {
    let element = format!("switch {}", row.id);
    let position = branches.get(&element, "branch", &row.branch.to_string())?;
    let own = NodeIndex(network.nodes.len());
    let branch = &mut network.branches[position];
    let end = match row.end.as_str() {
        "from" => &mut branch.from,
        "to" => &mut branch.to,
        other => return Err(reader::unknown(&element, "end", other, "from, to")),
    };
    let bus = std::mem::replace(end, own);
    let nominal_kv = network.nodes[bus.0].nominal_kv;
    network.nodes.push(Node {
        id: format!("{}.{}", row.branch, row.end),
        kind: NodeKind::Connection,
        voltage_level: String::new(),
        nominal_kv,
    });
    network.switches.push(Switch {
        id: row.id.to_string(),
        kind: SwitchKind::Breaker,
        ends: SwitchEnds::Between(bus, own),
        closed: row.closed,
        bay: String::new(),
        open_ms: 0,
        close_ms: 0,
        travel_ms: 0,
        rated_a: None,
        breaking_ka: None,
    });
    Ok(())
}
