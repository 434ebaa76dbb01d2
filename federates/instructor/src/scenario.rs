//! Scenario files (schema `rtif-training-scenarios/2`): what happens, and what must follow.

use std::collections::{BTreeMap, BTreeSet};

use federate_sdk::virtual_time::{VirtualDuration, VirtualTime};
use power::network::{BranchKind, Network, SwitchKind};
use serde::Deserialize;
use serde_json::Value;
use training_fom::{FaultInception, FaultKind};

const SCHEMA: &str = "rtif-training-scenarios/2";
/// Deionisation time where nobody gives one (MODEL C.4, 10 kV).
pub(crate) const EXTINGUISH_DEFAULT: VirtualDuration = VirtualDuration::from_millis(200);

/// Why a scenario cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// The file is not of the schema.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The file has no scenario of this id.
    #[error("{file} has no scenario {id}; it has {known}")]
    Unknown {
        /// The file.
        file: String,
        /// The id asked for.
        id: String,
        /// The ids that it has.
        known: String,
    },
    /// The scenario needs something that this version cannot play or judge.
    #[error("scenario {id} is not yet built: this version has no {what}")]
    NotYetBuilt {
        /// The scenario.
        id: String,
        /// What it needs.
        what: String,
    },
    /// The scenario contradicts itself.
    #[error("scenario {id}: {reason}")]
    Invalid {
        /// The scenario.
        id: String,
        /// What is wrong with it.
        reason: String,
    },
}

#[derive(Debug, Deserialize)]
struct File {
    schema: String,
    scenarios: Vec<Value>,
}

/// A scenario that this version can play and judge.
#[derive(Debug, Clone, Deserialize)]
pub struct Scenario {
    /// Its id, for example `S01`.
    pub id: String,
    /// What it is about.
    pub title: String,
    events: Vec<Event>,
    /// What must be seen.
    pub expect: Vec<Expectation>,
    /// What must not be seen.
    #[serde(default)]
    pub must_not: Vec<Prohibition>,
    /// What may be seen beside that.
    #[serde(default)]
    pub also_allowed: Vec<Prohibition>,
    /// Breakers at the end.
    #[serde(rename = "final")]
    pub final_breakers: FinalBreakers,
    /// Other switches at the end that are not as at the start: id -> `open` or `closed`.
    #[serde(default)]
    pub final_switches: BTreeMap<String, String>,
    /// Measurements at the end.
    #[serde(default)]
    pub final_state: FinalState,
    /// Currents right after the inception of the fault: breaker -> A.
    #[serde(default)]
    pub relay_currents_a: BTreeMap<String, f64>,
    /// Load at dead nodes at the end, in MW.
    pub lost_load_mw: Option<f64>,
    end_ms: u32,
}

/// Breakers that must be open and closed at the end.
#[derive(Debug, Clone, Deserialize)]
pub struct FinalBreakers {
    /// Open ones; every other breaker is closed.
    pub open: Vec<String>,
}

/// Measurements at the end.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalState {
    /// Node -> line-to-line voltage in kV.
    #[serde(default)]
    pub voltage_kv: BTreeMap<String, f64>,
    /// Transformer -> apparent power at the high voltage side in MVA.
    #[serde(default)]
    pub transformer_hv_mva: BTreeMap<String, f64>,
}

/// Something that must be seen, all of it inside a window.
#[derive(Debug, Clone, Deserialize)]
pub struct Expectation {
    /// When it happens if everything stamps exactly; without it only the window counts.
    pub nominal_ms: Option<f64>,
    /// First and last instant, both inside.
    pub window_ms: [f64; 2],
    /// What it is, for a reader.
    pub what: String,
    /// What it is, for the judge.
    #[serde(rename = "match")]
    pub matches: Vec<Match>,
}

/// Something that must not, or may, be seen.
#[derive(Debug, Clone, Deserialize)]
pub struct Prohibition {
    /// What it is, for a reader.
    #[serde(default)]
    pub text: String,
    /// What it is, for the judge.
    #[serde(rename = "match")]
    pub matches: Vec<Match>,
    /// From when on; the start where absent.
    pub from_ms: Option<f64>,
    /// Until when; the end where absent.
    pub to_ms: Option<f64>,
}

/// A pattern for one observation; `*` in an element or a code stands for any text.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "ev", rename_all = "snake_case", deny_unknown_fields)]
pub enum Match {
    /// A protection element picks up.
    ElementStart {
        /// The element.
        element: String,
    },
    /// A protection element issues its trip.
    ElementTrip {
        /// The element.
        element: Option<String>,
        /// One of these suffices.
        #[serde(default)]
        any_of: Vec<String>,
        /// What it trips, all of them at this stamp.
        #[serde(default)]
        breakers: Vec<String>,
    },
    /// A device reaches a position.
    SwitchState {
        /// The device.
        target: String,
        /// `open` or `closed`.
        state: String,
    },
    /// An element orders a breaker to close.
    RelayClose {
        /// The element.
        element: String,
        /// The breaker.
        target: String,
    },
    /// An auto-reclose goes to lock-out.
    Lockout {
        /// The element.
        element: String,
    },
    /// An alarm.
    Alarm {
        /// What raised it.
        source: String,
        /// Its key.
        code: String,
    },
    /// A command is accepted.
    Accepted {
        /// The device.
        target: String,
        /// `open` or `close`.
        op: String,
    },
}

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event {
    Fault(FaultEvent),
}

#[derive(Debug, Clone, Deserialize)]
struct FaultEvent {
    t_ms: u32,
    target: String,
    #[serde(default)]
    fraction: f64,
    #[serde(rename = "type")]
    kind: String,
    rf_ohm: f64,
    permanent: bool,
    phases: String,
    extinguish_ms: Option<u32>,
}

impl Scenario {
    /// Reads the scenario `id` of a file.
    ///
    /// # Errors
    /// `Unreadable` and `Unknown` for the file, `NotYetBuilt` for what this version cannot play,
    /// `Invalid` for a scenario that contradicts itself.
    pub fn read(file: &str, text: &str, id: &str) -> Result<Self, ScenarioError> {
        let unreadable = |reason: String| ScenarioError::Unreadable { file: file.into(), reason };
        let read: File = serde_json::from_str(text).map_err(|e| unreadable(e.to_string()))?;
        if read.schema != SCHEMA {
            return Err(unreadable(format!("schema is {}, not {SCHEMA}", read.schema)));
        }
        let ids = || read.scenarios.iter().filter_map(|scenario| scenario["id"].as_str());
        let found = read.scenarios.iter().find(|scenario| scenario["id"] == id);
        let found = found.ok_or_else(|| ScenarioError::Unknown {
            file: file.into(),
            id: id.into(),
            known: ids().collect::<Vec<_>>().join(", "),
        })?;
        let missing = not_yet_built(found);
        if !missing.is_empty() {
            let what = missing.into_iter().collect::<Vec<_>>().join(", no ");
            return Err(ScenarioError::NotYetBuilt { id: id.into(), what });
        }
        let invalid = |reason: String| ScenarioError::Invalid { id: id.into(), reason };
        let scenario: Self =
            serde_json::from_value(found.clone()).map_err(|error| invalid(error.to_string()))?;
        scenario.validate()?;
        Ok(scenario)
    }

    /// Checks that what the scenario names is in the station.
    ///
    /// # Errors
    /// `Invalid` names what is not there.
    pub fn check_station(&self, network: &Network) -> Result<(), ScenarioError> {
        let line = |id: &str| {
            let branch = network.branch(id).map(|index| &network.branches[index.index()]);
            branch.is_some_and(|branch| branch.kind == BranchKind::Line)
        };
        let breaker = |id: &str| {
            let switch = network.switch(id).map(|index| &network.switches[index.index()]);
            switch.is_some_and(|switch| switch.kind == SwitchKind::Breaker)
        };
        let faulted = self.fault_events().map(|fault| fault.target.as_str());
        let no_place = faulted.filter(|id| network.node(id).is_none() && !line(id));
        let no_place =
            no_place.map(|id| format!("fault at {id}, which is neither a node nor a line"));
        let open = self.final_breakers.open.iter().map(String::as_str);
        let measured = self.relay_currents_a.keys().map(String::as_str);
        let no_breaker = open.chain(measured).filter(|id| !breaker(id));
        let no_breaker = no_breaker.map(|id| format!("{id} is no breaker"));
        let reason = no_place.chain(no_breaker).next();
        reason.map_or(Ok(()), |reason| {
            let reason = format!("{reason} of {}", network.name);
            Err(ScenarioError::Invalid { id: self.id.clone(), reason })
        })
    }

    fn validate(&self) -> Result<(), ScenarioError> {
        for fault in self.fault_events() {
            fault_kind(&fault.kind).ok_or_else(|| ScenarioError::Invalid {
                id: self.id.clone(),
                reason: format!("{} is no type of fault", fault.kind),
            })?;
            if fault.t_ms >= self.end_ms {
                let reason = format!(
                    "fault at {} ms is not before the end at {} ms",
                    fault.t_ms, self.end_ms
                );
                return Err(ScenarioError::Invalid { id: self.id.clone(), reason });
            }
        }
        Ok(())
    }

    fn fault_events(&self) -> impl Iterator<Item = &FaultEvent> {
        self.events.iter().map(|Event::Fault(fault)| fault)
    }

    /// When the scenario ends.
    pub fn end(&self) -> VirtualTime {
        VirtualTime::from_millis(self.end_ms)
    }

    /// The faults to inject, in the order of their instants; each names the scenario as source.
    pub fn faults(&self) -> Vec<FaultInception> {
        let mut faults: Vec<_> = self
            .fault_events()
            .zip(1..)
            .filter_map(|(event, number)| {
                Some(FaultInception {
                    stamp: VirtualTime::from_millis(event.t_ms),
                    source: self.id.clone(),
                    fault: format!("{}-{number}", self.id),
                    target: event.target.clone(),
                    fraction: event.fraction,
                    kind: fault_kind(&event.kind)?,
                    phases: event.phases.clone(),
                    resistance: event.rf_ohm,
                    permanent: event.permanent,
                    extinguish: event
                        .extinguish_ms
                        .map_or(EXTINGUISH_DEFAULT, VirtualDuration::from_millis),
                })
            })
            .collect();
        faults.sort_by_key(|fault| fault.stamp);
        faults
    }
}

/// What the scenario needs and this version cannot play or judge. Looked for in the file's own
/// words, so that a user reads all of it at once, and not the first field that cannot be read.
fn not_yet_built(scenario: &Value) -> BTreeSet<String> {
    const MATCHES: [&str; 7] = [
        "element_start",
        "element_trip",
        "switch_state",
        "relay_close",
        "lockout",
        "alarm",
        "accepted",
    ];
    const FINAL_STATE: [&str; 2] = ["voltage_kv", "transformer_hv_mva"];
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut missing = BTreeSet::new();
    for event in list(&scenario["events"]) {
        match (event["event"].as_str(), event["type"].as_str()) {
            (Some("fault"), Some(kind)) if kind != "3PH" && fault_kind(kind).is_some() => {
                missing.insert(format!("{kind} fault"));
            }
            (Some("fault"), _) | (None, _) => {}
            (Some(other), _) => {
                missing.insert(format!("event {other}"));
            }
        }
        if !list(&event["evolve"]).is_empty() {
            missing.insert("evolving fault".into());
        }
    }
    let rules = ["expect", "must_not", "also_allowed"].map(|rules| list(&scenario[rules]));
    for wanted in rules.iter().flatten().flat_map(|rule| list(&rule["match"])) {
        if let Some(kind) = wanted["ev"].as_str().filter(|kind| !MATCHES.contains(kind)) {
            missing.insert(format!("match {kind}"));
        }
    }
    let state = scenario["final_state"].as_object();
    for key in state.into_iter().flat_map(|state| state.keys()) {
        if !FINAL_STATE.contains(&key.as_str()) {
            missing.insert(format!("final state {key}"));
        }
    }
    missing
}

/// The type of fault of this name.
pub(crate) fn fault_kind(name: &str) -> Option<FaultKind> {
    match name {
        "3PH" => Some(FaultKind::ThreePhase),
        "SLG" => Some(FaultKind::LineToGround),
        "LL" => Some(FaultKind::LineToLine),
        "LLG" => Some(FaultKind::LineToLineToGround),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
