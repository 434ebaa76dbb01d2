//! The drawing of a station, as data.
//!
//! A layout is made of chains: polylines that run from a node through devices to other nodes, with
//! fixed coordinates in a picture of a given size. It says where things are drawn and which node
//! each piece of wire belongs to, and nothing about their state. [`Layout::check`] compares it with
//! the network it is a drawing of, so a device between the wrong nodes is found before anybody
//! looks at a screen.

use std::collections::{BTreeMap, BTreeSet};

use power::network::{Network, NodeKind, Switch, SwitchEnds, SwitchKind};
use serde::Deserialize;

/// The only version of the format.
const SCHEMA: &str = "busbar-layout/1";
const TS220: &str = include_str!("../layouts/ts220.json");

/// A checked drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    text: String,
    drawing: Drawing,
}

/// Why a drawing cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// It is not JSON of the format.
    #[error("layout is not of the format {SCHEMA}: {0}")]
    Format(String),
    /// It contradicts itself.
    #[error("layout of {station}: {problem}")]
    Drawing {
        /// The station.
        station: String,
        /// What is wrong, naming the part.
        problem: String,
    },
    /// It is a drawing of something else; every difference is listed.
    #[error("layout of {station} differs from network {network}: {}", .differences.join("; "))]
    Network {
        /// The station.
        station: String,
        /// The network.
        network: String,
        /// One sentence each.
        differences: Vec<String>,
    },
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawing {
    schema: String,
    station: String,
    /// Width and height of the picture in pixels at scale 1.
    size: [f64; 2],
    busbars: Vec<Busbar>,
    chains: Vec<Chain>,
    transformers: Vec<Transformer>,
    readings: Vec<Reading>,
    texts: Vec<Text>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Busbar {
    node: String,
    kv: f64,
    from: [f64; 2],
    to: [f64; 2],
    label: Option<Label>,
}

/// A polyline of one bay; the first part is a node.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Chain {
    kv: f64,
    #[serde(default)]
    bay: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    part: PartKind,
    #[serde(default)]
    id: String,
    at: [f64; 2],
    /// The node behind a part that has another one there.
    then: Option<String>,
    /// The nominal voltage behind a transformer.
    kv: Option<f64>,
    label: Option<Label>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PartKind {
    /// A point of the wire that belongs to node `id`.
    Node,
    /// A connection to other wires of the node, drawn as a dot.
    Dot,
    Bend,
    Breaker,
    Disconnector,
    Truck,
    /// The other contacts of truck `id`.
    Tips,
    EarthSwitch,
    NeutralSwitch,
    Line,
    Transformer,
    Ct,
    Vt,
    Load,
    Capacitor,
    Generator,
    Inverter,
    Grid,
    EarthingTransformer,
    Earth,
}

/// A transformer of three windings; chains end at its circles.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Transformer {
    id: String,
    windings: Vec<Winding>,
    label: Option<Label>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Winding {
    branch: String,
    node: String,
    kv: f64,
    at: [f64; 2],
    /// `Y`, `YN` or `D`.
    connection: String,
}

/// A measured value beside the drawing.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reading {
    of: String,
    show: Quantity,
    at: [f64; 2],
    #[serde(default)]
    anchor: Anchor,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Quantity {
    Voltage,
    Current,
    /// P and Q into the branch at its first end.
    FromPower,
    /// P and Q into the branch at its second end.
    ToPower,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    en: String,
    zh: String,
    at: [f64; 2],
    #[serde(default)]
    anchor: Anchor,
}

/// Text of a part, by its offset from it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Label {
    text: String,
    by: [f64; 2],
    #[serde(default)]
    anchor: Anchor,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Anchor {
    #[default]
    Start,
    Middle,
    End,
}

/// A part between two nodes, or between a node and nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Drawn<'a> {
    kind: PartKind,
    from: &'a str,
    to: Option<&'a str>,
}

impl Layout {
    /// Reads a drawing.
    ///
    /// # Errors
    /// `Format` with line and column; `Drawing` when a chain does not begin at a node, a device is
    /// drawn twice or lacks the node behind it, or a coordinate lies outside the picture.
    pub fn parse(text: &str) -> Result<Self, LayoutError> {
        let drawing: Drawing =
            serde_json::from_str(text).map_err(|error| LayoutError::Format(error.to_string()))?;
        if drawing.schema != SCHEMA {
            return Err(LayoutError::Format(format!("its schema is {}", drawing.schema)));
        }
        let problem = drawing.problem();
        match problem {
            None => Ok(Self { text: text.to_owned(), drawing }),
            Some(problem) => Err(LayoutError::Drawing { station: drawing.station, problem }),
        }
    }

    /// The drawing of a station that comes with the program; `None` for other stations.
    pub fn builtin(station: &str) -> Option<Self> {
        (station == "ts220")
            .then(|| Self::parse(TS220).expect("tests parse the drawings that come with it"))
    }

    /// The station it is a drawing of.
    pub fn station(&self) -> &str {
        &self.drawing.station
    }

    /// The drawing as the page reads it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether a fault can be injected at this element: a drawn node or line.
    pub(crate) fn is_fault_place(&self, id: &str) -> bool {
        self.drawing.nodes().contains(id)
            || self.drawing.parts().any(|(_, part)| part.kind == PartKind::Line && part.id == id)
    }

    /// Compares the drawing with the network it shows.
    ///
    /// # Errors
    /// `Network` when an element of one is missing in the other, is of another kind, or lies
    /// between other nodes.
    pub fn check(&self, network: &Network) -> Result<(), LayoutError> {
        let differences = self.drawing.differences(network);
        if differences.is_empty() {
            return Ok(());
        }
        let (station, network) = (self.drawing.station.clone(), network.name.clone());
        Err(LayoutError::Network { station, network, differences })
    }
}

impl PartKind {
    /// Whether another node begins behind it.
    fn separates(self) -> bool {
        use PartKind::{Breaker, Disconnector, Line, Transformer, Truck};
        matches!(self, Breaker | Disconnector | Truck | Line | Transformer)
    }

    fn switch_kind(self) -> Option<SwitchKind> {
        match self {
            Self::Breaker => Some(SwitchKind::Breaker),
            Self::Disconnector => Some(SwitchKind::Disconnector),
            Self::Truck => Some(SwitchKind::Truck),
            Self::EarthSwitch => Some(SwitchKind::EarthSwitch),
            Self::NeutralSwitch => Some(SwitchKind::NeutralSwitch),
            _ => None,
        }
    }

    /// Whether it is drawn without an id of its own.
    fn is_anonymous(self) -> bool {
        matches!(self, Self::Node | Self::Dot | Self::Bend | Self::Earth | Self::Tips)
    }
}

impl Drawing {
    /// Every part with the node before it.
    fn parts(&self) -> impl Iterator<Item = (&str, PartView<'_>)> {
        self.chains.iter().flat_map(|chain| {
            let mut node = "";
            chain.parts.iter().map(move |part| {
                if part.part == PartKind::Node {
                    node = &part.id;
                }
                let before = node;
                if let Some(then) = &part.then {
                    node = then;
                }
                let then = part.then.as_deref();
                (before, PartView { kind: part.part, id: &part.id, then })
            })
        })
    }

    fn nodes(&self) -> BTreeSet<&str> {
        let behind = self.parts().filter_map(|(_, part)| part.then);
        let busbars = self.busbars.iter().map(|busbar| busbar.node.as_str());
        self.parts().map(|(before, _)| before).chain(behind).chain(busbars).collect()
    }

    fn problem(&self) -> Option<String> {
        let starts_at_node =
            |chain: &&Chain| chain.parts.first().is_none_or(|part| part.part != PartKind::Node);
        if let Some(chain) = self.chains.iter().find(starts_at_node) {
            return Some(format!("a chain of bay {} does not begin at a node", chain.bay));
        }
        let [width, height] = self.size;
        for part in self.chains.iter().flat_map(|chain| &chain.parts) {
            let [x, y] = part.at;
            let inside = (0.0..=width).contains(&x) && (0.0..=height).contains(&y);
            if !inside {
                return Some(format!("{:?} {} lies outside the picture", part.part, part.id));
            }
        }
        let mut seen = BTreeSet::new();
        for (_, part) in self.parts() {
            let kind = part.kind;
            if kind.separates() != part.then.is_some() {
                let id = part.id;
                return Some(format!(
                    "{kind:?} {id} needs `then` if and only if it separates nodes"
                ));
            }
            if kind != PartKind::Bend
                && kind != PartKind::Earth
                && kind != PartKind::Dot
                && part.id.is_empty()
            {
                return Some(format!("a {kind:?} has no id"));
            }
            if !kind.is_anonymous() && !seen.insert(part.id) {
                return Some(format!("{} is drawn twice", part.id));
            }
        }
        None
    }

    fn differences(&self, network: &Network) -> Vec<String> {
        let drawn: BTreeMap<&str, Drawn<'_>> = self
            .parts()
            .filter(|(_, part)| !part.kind.is_anonymous())
            .map(|(from, part)| (part.id, Drawn { kind: part.kind, from, to: part.then }))
            .collect();
        let mut differences = Vec::new();
        for switch in &network.switches {
            differences.extend(switch_difference(network, switch, drawn.get(switch.id.as_str())));
        }
        let known = |id: &str| network.switch(id).is_some();
        let unknown =
            drawn.iter().filter(|(id, part)| part.kind.switch_kind().is_some() && !known(id));
        differences.extend(unknown.map(|(id, _)| format!("{id} is not in the network")));
        differences.extend(self.branch_differences(network, &drawn));
        differences.extend(self.node_differences(network));
        for ct in &network.cts {
            if !drawn.get(ct.id.as_str()).is_some_and(|part| part.kind == PartKind::Ct) {
                differences.push(format!("{} is not drawn", ct.id));
            }
        }
        let measured = |id: &str| {
            network.node(id).is_some()
                || network.branch(id).is_some()
                || network.cts.iter().any(|ct| ct.id == id)
        };
        let readings = self.readings.iter().filter(|reading| !measured(&reading.of));
        differences.extend(readings.map(|reading| format!("nothing measures {}", reading.of)));
        differences
    }

    fn branch_differences(
        &self,
        network: &Network,
        drawn: &BTreeMap<&str, Drawn<'_>>,
    ) -> Vec<String> {
        let node = |index: power::network::NodeIndex| network.nodes[index.index()].id.as_str();
        let mut differences = Vec::new();
        for branch in &network.branches {
            let (from, to) = (node(branch.from), node(branch.to));
            let as_part = drawn.get(branch.id.as_str()).is_some_and(|part| {
                part.to.is_some_and(|behind| {
                    (part.from, behind) == (from, to) || (part.from, behind) == (to, from)
                })
            });
            let as_winding = self.transformers.iter().flat_map(|t| &t.windings).any(|winding| {
                winding.branch == branch.id && (winding.node == from || winding.node == to)
            });
            if !as_part && !as_winding {
                differences.push(format!("{} is not drawn between {from} and {to}", branch.id));
            }
        }
        differences
    }

    fn node_differences(&self, network: &Network) -> Vec<String> {
        let drawn = self.nodes();
        let shown = |node: &&power::network::Node| node.kind != NodeKind::Star;
        let missing =
            network.nodes.iter().filter(shown).filter(|node| !drawn.contains(node.id.as_str()));
        let missing = missing.map(|node| format!("node {} is not drawn", node.id));
        let neutral = |id: &str| {
            network
                .switches
                .iter()
                .any(|s| matches!(&s.ends, SwitchEnds::Neutral(name) if name == id))
        };
        let unknown = drawn.iter().filter(|id| network.node(id).is_none() && !neutral(id));
        missing.chain(unknown.map(|id| format!("node {id} is not in the network"))).collect()
    }
}

/// What walking a chain shows of a part.
#[derive(Debug, Clone, Copy)]
struct PartView<'a> {
    kind: PartKind,
    id: &'a str,
    then: Option<&'a str>,
}

fn switch_difference(
    network: &Network,
    switch: &Switch,
    drawn: Option<&Drawn<'_>>,
) -> Option<String> {
    let id = &switch.id;
    let Some(drawn) = drawn else { return Some(format!("{id} is not drawn")) };
    if drawn.kind.switch_kind() != Some(switch.kind) {
        return Some(format!("{id} is drawn as a {:?}, not as a {:?}", drawn.kind, switch.kind));
    }
    let node = |index: power::network::NodeIndex| network.nodes[index.index()].id.as_str();
    let agrees = match &switch.ends {
        SwitchEnds::Between(one, other) => drawn.to.is_some_and(|to| {
            let ends = (node(*one), node(*other));
            ends == (drawn.from, to) || ends == (to, drawn.from)
        }),
        SwitchEnds::Earth(one) => drawn.from == node(*one),
        SwitchEnds::Neutral(name) => drawn.from == name,
    };
    (!agrees).then(|| {
        format!(
            "{id} is drawn at {} and {}, not at its own nodes",
            drawn.from,
            drawn.to.unwrap_or("earth")
        )
    })
}

#[cfg(test)]
mod tests;
