//! Schema B, kind `node_breaker`: nodes, switches and equipment in physical units.

use std::f64::consts::PI;

use serde::Deserialize;

use super::reader::{self, Ids, not_negative, positive};
use super::transformer::{self, ThreeWinding, TwoWinding};
use super::{
    Branch, BranchKind, Complex, CurrentTransformer, EarthingTransformer, Load, Network, Node,
    NodeKind, Problem, Role, ShortCircuit, Shunt, Source, SourceKind, Switch, SwitchEnds,
    SwitchIndex, SwitchKind, VoltageTransformer, ZeroEnd, ZeroSequence,
};

#[derive(Deserialize)]
struct Case {
    name: String,
    base_mva: f64,
    f_hz: f64,
    voltage_levels: Vec<VoltageLevel>,
    nodes: Vec<NodeRow>,
    switches: Vec<SwitchRow>,
    #[serde(default)]
    lines: Vec<LineRow>,
    #[serde(default)]
    transformers2w: Vec<TwoWinding>,
    #[serde(default)]
    transformers3w: Vec<ThreeWinding>,
    #[serde(default)]
    loads: Vec<LoadRow>,
    #[serde(default)]
    shunts: Vec<ShuntRow>,
    #[serde(default)]
    generators: Vec<GeneratorRow>,
    #[serde(default)]
    external_grids: Vec<GridRow>,
    #[serde(default)]
    earthing_transformers: Vec<EarthingRow>,
    #[serde(default)]
    cts: Vec<CtRow>,
    #[serde(default)]
    vts: Vec<VtRow>,
}

#[derive(Deserialize)]
struct VoltageLevel {
    id: String,
    nominal_kv: f64,
}

#[derive(Deserialize)]
struct NodeRow {
    id: String,
    voltage_level: String,
    kind: String,
}

#[derive(Deserialize)]
struct SwitchRow {
    id: String,
    kind: String,
    node1: String,
    node2: String,
    closed: bool,
    #[serde(default)]
    bay: String,
    #[serde(default)]
    open_ms: u32,
    #[serde(default)]
    close_ms: u32,
    #[serde(default)]
    travel_ms: u32,
    rated_a: Option<f64>,
    breaking_ka: Option<f64>,
}

#[derive(Deserialize)]
struct LineRow {
    id: String,
    node1: String,
    node2: String,
    length_km: f64,
    r_ohm_per_km: f64,
    x_ohm_per_km: f64,
    c_nf_per_km: f64,
    r0_ohm_per_km: f64,
    x0_ohm_per_km: f64,
    c0_nf_per_km: f64,
    rated_a: Option<f64>,
}

#[derive(Deserialize)]
struct LoadRow {
    id: String,
    node: String,
    p_mw: f64,
    q_mvar: f64,
    u_ref_pu: f64,
    zip: ZipRow,
}

#[derive(Deserialize)]
struct ZipRow {
    a_z_p: f64,
    a_i_p: f64,
    a_p_p: f64,
    a_z_q: f64,
    a_i_q: f64,
    a_p_q: f64,
}

#[derive(Deserialize)]
struct ShuntRow {
    id: String,
    node: String,
    kind: String,
    q_mvar: f64,
    u_rated_kv: f64,
}

#[derive(Deserialize)]
struct GeneratorRow {
    id: String,
    node: String,
    role: String,
    kind: Option<String>,
    p_mw: f64,
    #[serde(default)]
    q_mvar: f64,
    vm_set_pu: Option<f64>,
    qmin_mvar: Option<f64>,
    qmax_mvar: Option<f64>,
    sn_mva: f64,
    vn_kv: Option<f64>,
    xd1_pu: Option<f64>,
    xd2_pu: Option<f64>,
    x2_pu: Option<f64>,
    #[serde(default)]
    ra_pu: f64,
    k_sc: Option<f64>,
}

#[derive(Deserialize)]
struct GridRow {
    id: String,
    node: String,
    role: String,
    #[serde(default)]
    p_mw: f64,
    vm_set_pu: f64,
    #[serde(default)]
    va_set_deg: f64,
    sk_mva: f64,
    x_over_r: f64,
    z0_over_z1: f64,
}

#[derive(Deserialize)]
struct EarthingRow {
    id: String,
    node: String,
    x0_ohm: f64,
    rn_ohm: f64,
}

#[derive(Deserialize)]
struct CtRow {
    id: String,
    in_series_with: String,
    primary_a: f64,
    secondary_a: f64,
}

#[derive(Deserialize)]
struct VtRow {
    id: String,
    node: String,
    phases: String,
}

pub(super) fn read(text: &str) -> Result<Network, Problem> {
    let case: Case = reader::json(text)?;
    let levels = Ids::new("voltage level", case.voltage_levels.iter().map(|l| l.id.as_str()))?;
    let nodes = Ids::new("node", case.nodes.iter().map(|n| n.id.as_str()))?;
    let switches = Ids::new("switch", case.switches.iter().map(|s| s.id.as_str()))?;
    let branch_ids = case.lines.iter().map(|l| l.id.as_str());
    let branch_ids = branch_ids.chain(case.transformers2w.iter().map(|t| t.id.as_str()));
    Ids::new("branch", branch_ids.chain(case.transformers3w.iter().map(|t| t.id.as_str())))?;
    Ids::new("load", case.loads.iter().map(|l| l.id.as_str()))?;
    Ids::new("shunt", case.shunts.iter().map(|s| s.id.as_str()))?;
    let sources = case.generators.iter().map(|g| g.id.as_str());
    Ids::new("source", sources.chain(case.external_grids.iter().map(|g| g.id.as_str())))?;

    let mut network = reader::empty(case.name.clone(), case.base_mva, case.f_hz)?;
    for row in &case.nodes {
        network.nodes.push(read_node(row, &levels, &case.voltage_levels)?);
    }
    for row in &case.switches {
        let switch = read_switch(row, &nodes, &network)?;
        network.switches.push(switch);
    }
    for row in &case.lines {
        let line = read_line(row, &nodes, &network)?;
        network.branches.push(line);
    }
    for row in &case.transformers2w {
        transformer::read_two_winding(&mut network, &nodes, row)?;
    }
    for row in &case.transformers3w {
        transformer::read_three_winding(&mut network, &nodes, &switches, row)?;
    }
    for row in &case.loads {
        network.loads.push(read_load(row, &nodes)?);
    }
    for row in &case.shunts {
        let shunt = read_shunt(row, &nodes, &network)?;
        network.shunts.push(shunt);
    }
    for row in &case.external_grids {
        let source = read_grid(row, &nodes, network.base_mva)?;
        network.sources.push(source);
    }
    for row in &case.generators {
        let source = read_generator(row, &nodes, &network)?;
        network.sources.push(source);
    }
    read_instruments(&mut network, &case, &nodes, &switches)?;
    Ok(network)
}

fn read_node(
    row: &NodeRow,
    levels: &Ids<'_>,
    voltage_levels: &[VoltageLevel],
) -> Result<Node, Problem> {
    let element = format!("node {}", row.id);
    let level = &voltage_levels[levels.get(&element, "voltage_level", &row.voltage_level)?];
    let kind = match row.kind.as_str() {
        "busbar" => NodeKind::Busbar,
        "connection" => NodeKind::Connection,
        other => return Err(reader::unknown(&element, "kind", other, "busbar, connection")),
    };
    Ok(Node {
        id: row.id.clone(),
        kind,
        voltage_level: row.voltage_level.clone(),
        nominal_kv: positive(
            &format!("voltage level {}", level.id),
            "nominal_kv",
            level.nominal_kv,
        )?,
    })
}

fn read_switch(row: &SwitchRow, nodes: &Ids<'_>, network: &Network) -> Result<Switch, Problem> {
    const KINDS: &str = "breaker, disconnector, truck, earth_switch, neutral_switch";
    let element = format!("switch {}", row.id);
    let kind = match row.kind.as_str() {
        "breaker" => SwitchKind::Breaker,
        "disconnector" => SwitchKind::Disconnector,
        "truck" => SwitchKind::Truck,
        "earth_switch" => SwitchKind::EarthSwitch,
        "neutral_switch" => SwitchKind::NeutralSwitch,
        other => return Err(reader::unknown(&element, "kind", other, KINDS)),
    };
    let to_earth = matches!(kind, SwitchKind::EarthSwitch | SwitchKind::NeutralSwitch);
    if to_earth && row.node2 != "EARTH" {
        return Err(reader::unknown(&element, "node2", &row.node2, "EARTH"));
    }
    let ends = match kind {
        SwitchKind::NeutralSwitch => SwitchEnds::Neutral(row.node1.clone()),
        SwitchKind::EarthSwitch => SwitchEnds::Earth(nodes.node(&element, "node1", &row.node1)?),
        _ => {
            let end1 = nodes.node(&element, "node1", &row.node1)?;
            let end2 = nodes.node(&element, "node2", &row.node2)?;
            reader::same_voltage(&element, &network.nodes, end1, end2)?;
            SwitchEnds::Between(end1, end2)
        }
    };
    Ok(Switch {
        id: row.id.clone(),
        kind,
        ends,
        closed: row.closed,
        bay: row.bay.clone(),
        open_ms: row.open_ms,
        close_ms: row.close_ms,
        travel_ms: row.travel_ms,
        rated_a: row.rated_a,
        breaking_ka: row.breaking_ka,
    })
}

fn read_line(row: &LineRow, nodes: &Ids<'_>, network: &Network) -> Result<Branch, Problem> {
    let element = format!("line {}", row.id);
    let from = nodes.node(&element, "node1", &row.node1)?;
    let to = nodes.node(&element, "node2", &row.node2)?;
    reader::same_voltage(&element, &network.nodes, from, to)?;
    let length = positive(&element, "length_km", row.length_km)?;
    let z_base = network.base_impedance_ohm(from);
    let charging = |nf_per_km: f64| 2.0 * PI * network.f_hz * nf_per_km * 1e-9 * length * z_base;
    let series = |r: f64, x: f64| reader::impedance(&element, Complex::new(r, x) * length / z_base);
    Ok(Branch {
        id: row.id.clone(),
        kind: BranchKind::Line,
        from,
        to,
        z1_pu: series(row.r_ohm_per_km, row.x_ohm_per_km)?,
        b1_pu: charging(not_negative(&element, "c_nf_per_km", row.c_nf_per_km)?),
        ratio: 1.0,
        shift_deg: 0.0,
        tap: None,
        zero: Some(ZeroSequence {
            z0_pu: series(row.r0_ohm_per_km, row.x0_ohm_per_km)?,
            b0_pu: charging(not_negative(&element, "c0_nf_per_km", row.c0_nf_per_km)?),
            from: ZeroEnd::Through,
            to: ZeroEnd::Through,
        }),
        rated_a: row.rated_a,
        in_service: true,
    })
}

fn read_load(row: &LoadRow, nodes: &Ids<'_>) -> Result<Load, Problem> {
    let element = format!("load {}", row.id);
    Ok(Load {
        id: row.id.clone(),
        node: nodes.node(&element, "node", &row.node)?,
        power_mva: Complex::new(row.p_mw, row.q_mvar),
        u_ref_pu: positive(&element, "u_ref_pu", row.u_ref_pu)?,
        zip_p: [row.zip.a_z_p, row.zip.a_i_p, row.zip.a_p_p],
        zip_q: [row.zip.a_z_q, row.zip.a_i_q, row.zip.a_p_q],
        in_service: true,
    })
}

fn read_shunt(row: &ShuntRow, nodes: &Ids<'_>, network: &Network) -> Result<Shunt, Problem> {
    let element = format!("shunt {}", row.id);
    let node = nodes.node(&element, "node", &row.node)?;
    // A reactor takes what a capacitor gives.
    let sign = match row.kind.as_str() {
        "capacitor" => 1.0,
        "reactor" => -1.0,
        other => return Err(reader::unknown(&element, "kind", other, "capacitor, reactor")),
    };
    let rated =
        positive(&element, "u_rated_kv", row.u_rated_kv)? / network.nodes[node.0].nominal_kv;
    let b_pu = sign * row.q_mvar.abs() / network.base_mva / rated.powi(2);
    Ok(Shunt { id: row.id.clone(), node, y_pu: Complex::new(0.0, b_pu) })
}

fn role(element: &str, found: &str) -> Result<Role, Problem> {
    match found {
        "slack" => Ok(Role::Slack),
        "pv" => Ok(Role::Pv),
        "pq" => Ok(Role::Pq),
        other => Err(reader::unknown(element, "role", other, "slack, pv, pq")),
    }
}

fn read_grid(row: &GridRow, nodes: &Ids<'_>, base_mva: f64) -> Result<Source, Problem> {
    let element = format!("external grid {}", row.id);
    let rating_mva = positive(&element, "sk_mva", row.sk_mva)?;
    let x_over_r = positive(&element, "x_over_r", row.x_over_r)?;
    let z1 = Complex::new(1.0, x_over_r) / x_over_r.hypot(1.0) * (base_mva / rating_mva);
    Ok(Source {
        node: nodes.node(&element, "node", &row.node)?,
        id: row.id.clone(),
        kind: SourceKind::ExternalGrid,
        role: role(&element, &row.role)?,
        power_mva: Complex::new(row.p_mw, 0.0),
        vm_set_pu: positive(&element, "vm_set_pu", row.vm_set_pu)?,
        va_set_deg: row.va_set_deg,
        q_min_mvar: f64::NEG_INFINITY,
        q_max_mvar: f64::INFINITY,
        rating_mva,
        short_circuit: Some(ShortCircuit {
            z1_subtransient_pu: z1,
            z1_transient_pu: z1,
            z2_pu: z1,
            z0_pu: Some(z1 * row.z0_over_z1),
        }),
        k_sc: 0.0,
        in_service: true,
    })
}

fn read_generator(
    row: &GeneratorRow,
    nodes: &Ids<'_>,
    network: &Network,
) -> Result<Source, Problem> {
    let element = format!("generator {}", row.id);
    let node = nodes.node(&element, "node", &row.node)?;
    let kind = match row.kind.as_deref() {
        None | Some("synchronous") => SourceKind::Synchronous,
        Some("pv_inverter") => SourceKind::Inverter,
        Some(other) => {
            return Err(reader::unknown(&element, "kind", other, "synchronous, pv_inverter"));
        }
    };
    let rating_mva = positive(&element, "sn_mva", row.sn_mva)?;
    let rated = row.vn_kv.map_or(1.0, |kv| kv / network.nodes[node.0].nominal_kv);
    let scale = network.base_mva / rating_mva * rated * rated;
    let z = |x: f64| reader::impedance(&element, Complex::new(row.ra_pu, x) * scale);
    let short_circuit = match row.xd2_pu {
        Some(xd2) if kind == SourceKind::Synchronous => Some(ShortCircuit {
            z1_subtransient_pu: z(xd2)?,
            z1_transient_pu: z(row.xd1_pu.unwrap_or(xd2))?,
            z2_pu: z(row.x2_pu.unwrap_or(xd2))?,
            z0_pu: None,
        }),
        _ => None,
    };
    Ok(Source {
        id: row.id.clone(),
        node,
        kind,
        role: role(&element, &row.role)?,
        power_mva: Complex::new(row.p_mw, row.q_mvar),
        vm_set_pu: positive(&element, "vm_set_pu", row.vm_set_pu.unwrap_or(1.0))?,
        va_set_deg: 0.0,
        q_min_mvar: row.qmin_mvar.unwrap_or(f64::NEG_INFINITY),
        q_max_mvar: row.qmax_mvar.unwrap_or(f64::INFINITY),
        rating_mva,
        short_circuit,
        k_sc: row.k_sc.unwrap_or(1.2),
        in_service: true,
    })
}

fn read_instruments(
    network: &mut Network,
    case: &Case,
    nodes: &Ids<'_>,
    switches: &Ids<'_>,
) -> Result<(), Problem> {
    Ids::new("current transformer", case.cts.iter().map(|c| c.id.as_str()))?;
    Ids::new("voltage transformer", case.vts.iter().map(|v| v.id.as_str()))?;
    for row in &case.earthing_transformers {
        let element = format!("earthing transformer {}", row.id);
        let node = nodes.node(&element, "node", &row.node)?;
        let z0_pu = Complex::new(3.0 * row.rn_ohm, row.x0_ohm) / network.base_impedance_ohm(node);
        let z0_pu = reader::impedance(&element, z0_pu)?;
        network.earthing_transformers.push(EarthingTransformer { id: row.id.clone(), node, z0_pu });
    }
    for row in &case.cts {
        let element = format!("current transformer {}", row.id);
        network.cts.push(CurrentTransformer {
            id: row.id.clone(),
            switch: SwitchIndex(switches.get(&element, "in_series_with", &row.in_series_with)?),
            primary_a: positive(&element, "primary_a", row.primary_a)?,
            secondary_a: positive(&element, "secondary_a", row.secondary_a)?,
        });
    }
    for row in &case.vts {
        let element = format!("voltage transformer {}", row.id);
        network.vts.push(VoltageTransformer {
            id: row.id.clone(),
            node: nodes.node(&element, "node", &row.node)?,
            phases: row.phases.clone(),
        });
    }
    Ok(())
}
