//! Name-plate values of transformers turned into per-unit two-ports (MODEL B.2).

use serde::Deserialize;

use super::reader::{self, Ids, positive};
use super::{
    Branch, BranchKind, Complex, Network, Node, NodeIndex, NodeKind, Problem, Shunt, SwitchIndex,
    TapChanger, ZeroEnd, ZeroSequence,
};

#[derive(Deserialize)]
pub(super) struct TwoWinding {
    pub(super) id: String,
    hv_node: String,
    lv_node: String,
    sn_mva: f64,
    vn_hv_kv: f64,
    vn_lv_kv: f64,
    vk_percent: f64,
    vkr_percent: f64,
    vector_group: String,
    clock: u32,
    hv_neutral: Option<String>,
    lv_neutral: Option<String>,
    pfe_kw: f64,
    i0_percent: f64,
    z0_over_z1: f64,
    tap: Option<TapRow>,
}

#[derive(Deserialize)]
pub(super) struct ThreeWinding {
    pub(super) id: String,
    hv_node: String,
    mv_node: String,
    lv_node: String,
    sn_hv_mva: f64,
    vn_hv_kv: f64,
    vn_mv_kv: f64,
    vn_lv_kv: f64,
    uk_ref_mva: f64,
    uk_hm_percent: f64,
    uk_hl_percent: f64,
    uk_ml_percent: f64,
    ukr_hm_percent: f64,
    ukr_hl_percent: f64,
    ukr_ml_percent: f64,
    pfe_kw: f64,
    i0_percent: f64,
    clock_hm: u32,
    clock_hl: u32,
    hv_neutral_switch: Option<String>,
    mv_neutral_switch: Option<String>,
    z0_over_z1: f64,
    tap: Option<TapRow>,
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

impl TapRow {
    fn read(&self, element: &str) -> Result<TapChanger, Problem> {
        if self.side != "hv" {
            return Err(reader::unknown(element, "tap.side", &self.side, "hv"));
        }
        let tap = TapChanger {
            neutral: self.neutral,
            min: self.min,
            max: self.max,
            step_percent: self.step_percent,
            pos: self.pos,
        };
        reader::tap(element, &tap)?;
        Ok(tap)
    }
}

/// `u_k` and its resistive part as a complex impedance, pu of the transformer's own base.
fn short_circuit_voltage(
    element: &str,
    field: &'static str,
    uk_percent: f64,
    ukr_percent: f64,
) -> Result<Complex, Problem> {
    let (uk, ukr) = (positive(element, field, uk_percent)?, ukr_percent);
    if ukr.abs() > uk {
        return Err(Problem::Number {
            element: element.to_owned(),
            field,
            value: uk,
            need: "at least its resistive part",
        });
    }
    Ok(Complex::new(ukr, (uk * uk - ukr * ukr).sqrt()) / 100.0)
}

/// The `LV` side leads by 30 degrees for clock 11, so the shift (a lag) is 330 degrees.
fn clock_deg(clock: u32) -> f64 {
    30.0 * f64::from(clock % 12)
}

pub(super) fn read_two_winding(
    network: &mut Network,
    nodes: &Ids<'_>,
    row: &TwoWinding,
) -> Result<(), Problem> {
    let element = format!("transformer {}", row.id);
    let hv = nodes.node(&element, "hv_node", &row.hv_node)?;
    let lv = nodes.node(&element, "lv_node", &row.lv_node)?;
    let rated_mva = positive(&element, "sn_mva", row.sn_mva)?;
    let hv_rated = positive(&element, "vn_hv_kv", row.vn_hv_kv)? / network.nodes[hv.0].nominal_kv;
    let lv_rated = positive(&element, "vn_lv_kv", row.vn_lv_kv)? / network.nodes[lv.0].nominal_kv;
    let uk = short_circuit_voltage(&element, "vk_percent", row.vk_percent, row.vkr_percent)?;
    let z1_pu = uk * (network.base_mva / rated_mva) * lv_rated * lv_rated;
    let letters = row.vector_group.trim_end_matches(|c: char| c.is_ascii_digit());
    let (hv_letters, lv_letters) =
        letters.split_at(letters.find(|c: char| c.is_lowercase()).unwrap_or(letters.len()));
    network.branches.push(Branch {
        id: row.id.clone(),
        kind: BranchKind::Transformer,
        from: hv,
        to: lv,
        z1_pu: reader::impedance(&element, z1_pu)?,
        b1_pu: 0.0,
        ratio: hv_rated / lv_rated,
        shift_deg: clock_deg(row.clock),
        tap: row.tap.as_ref().map(|t| t.read(&element)).transpose()?,
        zero: Some(ZeroSequence {
            z0_pu: z1_pu * row.z0_over_z1,
            b0_pu: 0.0,
            from: winding(&hv_letters.to_lowercase(), row.hv_neutral.as_deref()),
            to: winding(lv_letters, row.lv_neutral.as_deref()),
        }),
        rated_a: Some(rated_mva * 1e3 / (3f64.sqrt() * row.vn_hv_kv)),
        in_service: true,
    });
    add_magnetising(network, &row.id, hv, rated_mva, hv_rated, row.pfe_kw, row.i0_percent)
}

/// Zero-sequence behaviour of a winding from its letters and its neutral.
fn winding(letters: &str, neutral: Option<&str>) -> ZeroEnd {
    match (letters, neutral) {
        ("d", _) => ZeroEnd::Delta,
        ("yn", Some("grounded")) => ZeroEnd::Through,
        _ => ZeroEnd::Open,
    }
}

pub(super) fn read_three_winding(
    network: &mut Network,
    nodes: &Ids<'_>,
    switches: &Ids<'_>,
    row: &ThreeWinding,
) -> Result<(), Problem> {
    let element = format!("transformer {}", row.id);
    let hv = nodes.node(&element, "hv_node", &row.hv_node)?;
    let mv = nodes.node(&element, "mv_node", &row.mv_node)?;
    let lv = nodes.node(&element, "lv_node", &row.lv_node)?;
    let scale = network.base_mva / positive(&element, "uk_ref_mva", row.uk_ref_mva)?;
    let pair = |field, uk, ukr| short_circuit_voltage(&element, field, uk, ukr).map(|z| z * scale);
    let hm = pair("uk_hm_percent", row.uk_hm_percent, row.ukr_hm_percent)?;
    let hl = pair("uk_hl_percent", row.uk_hl_percent, row.ukr_hl_percent)?;
    let ml = pair("uk_ml_percent", row.uk_ml_percent, row.ukr_ml_percent)?;

    let star = NodeIndex(network.nodes.len());
    network.nodes.push(Node {
        id: format!("{}.star", row.id),
        kind: NodeKind::Star,
        voltage_level: String::new(),
        nominal_kv: positive(&element, "vn_hv_kv", row.vn_hv_kv)?,
    });
    let neutral = |field, id: &Option<String>| match id {
        None => Ok(ZeroEnd::Open),
        Some(id) => Ok(ZeroEnd::ThroughWhile(SwitchIndex(switches.get(&element, field, id)?))),
    };
    // The legs are seen from their terminals towards the star point, so the shift of a terminal
    // behind the star point changes its sign.
    let legs = [
        (
            "H",
            hv,
            row.vn_hv_kv,
            (hm + hl - ml) / 2.0,
            0.0,
            neutral("hv_neutral_switch", &row.hv_neutral_switch)?,
        ),
        (
            "M",
            mv,
            row.vn_mv_kv,
            (hm + ml - hl) / 2.0,
            -clock_deg(row.clock_hm),
            neutral("mv_neutral_switch", &row.mv_neutral_switch)?,
        ),
        ("L", lv, row.vn_lv_kv, (hl + ml - hm) / 2.0, -clock_deg(row.clock_hl), ZeroEnd::Delta),
    ];
    let tap = row.tap.as_ref().map(|t| t.read(&element)).transpose()?;
    for (name, node, rated_kv, z1_pu, shift_deg, from) in legs {
        let ratio = positive(&element, "vn_kv", rated_kv)? / network.nodes[node.0].nominal_kv;
        network.branches.push(Branch {
            id: format!("{}.{name}", row.id),
            kind: BranchKind::TransformerLeg,
            from: node,
            to: star,
            z1_pu: reader::impedance(&format!("{element} leg {name}"), z1_pu)?,
            b1_pu: 0.0,
            ratio,
            shift_deg,
            tap: tap.filter(|_| name == "H"),
            zero: Some(ZeroSequence {
                z0_pu: z1_pu * row.z0_over_z1,
                b0_pu: 0.0,
                from,
                to: ZeroEnd::Through,
            }),
            rated_a: None,
            in_service: true,
        });
    }
    let hv_rated = row.vn_hv_kv / network.nodes[hv.0].nominal_kv;
    let rated_mva = positive(&element, "sn_hv_mva", row.sn_hv_mva)?;
    add_magnetising(network, &row.id, hv, rated_mva, hv_rated, row.pfe_kw, row.i0_percent)
}

/// Magnetising branch, lumped at the HV terminal.
fn add_magnetising(
    network: &mut Network,
    id: &str,
    hv: NodeIndex,
    rated_mva: f64,
    hv_rated_pu: f64,
    pfe_kw: f64,
    i0_percent: f64,
) -> Result<(), Problem> {
    let element = format!("transformer {id}");
    let losses_mva = reader::not_negative(&element, "pfe_kw", pfe_kw)? / 1e3;
    let no_load_mva = reader::not_negative(&element, "i0_percent", i0_percent)? / 100.0 * rated_mva;
    let reactive_mva = (no_load_mva * no_load_mva - losses_mva * losses_mva).max(0.0).sqrt();
    let y_pu = Complex::new(losses_mva, -reactive_mva) / network.base_mva / hv_rated_pu.powi(2);
    if y_pu.norm() > 0.0 {
        network.shunts.push(Shunt { id: id.to_owned(), node: hv, y_pu });
    }
    Ok(())
}
