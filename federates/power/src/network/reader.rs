//! Checks that both case schemas share: references, duplicates, ranges.

use std::collections::BTreeMap;

use serde::{Deserialize, de::DeserializeOwned};

use super::{Complex, Network, Node, NodeIndex, Problem, TapChanger};

/// Series impedances below this are refused: a Newton iteration divides by them, and anything
/// real (1 m of busbar at 220 kV) is a thousand times larger.
const SMALLEST_IMPEDANCE_PU: f64 = 1e-9;

#[derive(Deserialize)]
pub(super) struct Header {
    pub(super) schema: String,
    pub(super) kind: String,
}

pub(super) fn json<T: DeserializeOwned>(text: &str) -> Result<T, Problem> {
    serde_json::from_str(text).map_err(|e| Problem::Json { detail: e.to_string() })
}

pub(super) fn empty(name: String, base_mva: f64, f_hz: f64) -> Result<Network, Problem> {
    Ok(Network {
        name,
        base_mva: positive("case", "base_mva", base_mva)?,
        f_hz: positive("case", "f_hz", f_hz)?,
        nodes: Vec::new(),
        switches: Vec::new(),
        branches: Vec::new(),
        loads: Vec::new(),
        shunts: Vec::new(),
        sources: Vec::new(),
        earthing_transformers: Vec::new(),
        cts: Vec::new(),
        vts: Vec::new(),
    })
}

/// Ids of one kind of element and the position of each.
pub(super) struct Ids<'a> {
    what: &'static str,
    known: BTreeMap<&'a str, usize>,
}

impl<'a> Ids<'a> {
    pub(super) fn new(
        what: &'static str,
        ids: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, Problem> {
        let mut known = BTreeMap::new();
        for (position, id) in ids.into_iter().enumerate() {
            if known.insert(id, position).is_some() {
                return Err(Problem::Duplicate { element: format!("{what} {id}") });
            }
        }
        Ok(Self { what, known })
    }

    pub(super) fn get(
        &self,
        element: &str,
        field: &'static str,
        id: &str,
    ) -> Result<usize, Problem> {
        self.known.get(id).copied().ok_or_else(|| Problem::Dangling {
            element: element.to_owned(),
            field,
            target: format!("{} {id}", self.what),
        })
    }

    pub(super) fn node(
        &self,
        element: &str,
        field: &'static str,
        id: &str,
    ) -> Result<NodeIndex, Problem> {
        self.get(element, field, id).map(NodeIndex)
    }
}

pub(super) fn positive(element: &str, field: &'static str, value: f64) -> Result<f64, Problem> {
    if value > 0.0 && value.is_finite() {
        return Ok(value);
    }
    Err(Problem::Number { element: element.to_owned(), field, value, need: "greater than zero" })
}

pub(super) fn not_negative(element: &str, field: &'static str, value: f64) -> Result<f64, Problem> {
    if value >= 0.0 && value.is_finite() {
        return Ok(value);
    }
    Err(Problem::Number { element: element.to_owned(), field, value, need: "zero or greater" })
}

pub(super) fn impedance(element: &str, z_pu: Complex) -> Result<Complex, Problem> {
    let magnitude_pu = z_pu.norm();
    if magnitude_pu.is_finite() && magnitude_pu >= SMALLEST_IMPEDANCE_PU {
        return Ok(z_pu);
    }
    Err(Problem::ZeroImpedance { element: element.to_owned(), magnitude_pu })
}

/// Both ends of a switch or a line must lie on one voltage base.
pub(super) fn same_voltage(
    element: &str,
    nodes: &[Node],
    end1: NodeIndex,
    end2: NodeIndex,
) -> Result<(), Problem> {
    let (kv1, kv2) = (nodes[end1.0].nominal_kv, nodes[end2.0].nominal_kv);
    if (kv1 - kv2).abs() <= 1e-9 * kv1 {
        return Ok(());
    }
    Err(Problem::VoltageMismatch { element: element.to_owned(), kv1, kv2 })
}

pub(super) fn unknown(
    element: &str,
    field: &'static str,
    found: &str,
    known: &'static str,
) -> Problem {
    Problem::UnknownKind { element: element.to_owned(), field, found: found.to_owned(), known }
}

pub(super) fn tap(element: &str, tap: &TapChanger) -> Result<(), Problem> {
    if (tap.min..=tap.max).contains(&tap.pos) {
        return Ok(());
    }
    Err(Problem::Number {
        element: element.to_owned(),
        field: "tap position",
        value: f64::from(tap.pos),
        need: "between its min and max",
    })
}
