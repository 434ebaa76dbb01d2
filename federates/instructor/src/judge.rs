//! Judges a run by the rules of its scenario file (`checks` in that file).
//!
//! A run passes when everything expected was seen inside its window and in order, nothing
//! prohibited was seen, every breaker movement and every trip is accounted for, and the station
//! ends as it should.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use federate_sdk::virtual_time::VirtualTime;
use training_fom::{Operation, ProtectionAction, SwitchPosition, TrainingEvent};

use crate::log::{Observed, stamp};
use crate::scenario::{Expectation, Match, Prohibition, Scenario};

/// Entries whose nominal times are closer than this may come in any order.
const UNORDERED_MS: f64 = 25.0;
const VOLTAGE_TOLERANCE: f64 = 0.002;
const POWER_TOLERANCE: f64 = 0.01;
const POWER_TOLERANCE_MVA: f64 = 0.2;
const CURRENT_TOLERANCE: f64 = 0.005;
/// Lost load is a sum of the file's own numbers, told with a dead-band of 0.1 MW.
const LOAD_TOLERANCE_MW: f64 = 0.1;

/// The station at the end of a run, as it was told.
#[derive(Debug, Clone, Default)]
pub struct FinalPicture {
    /// Breakers of the station.
    pub breakers: BTreeSet<String>,
    /// Position of every device at the start.
    pub initial_positions: BTreeMap<String, SwitchPosition>,
    /// Position of every device at the end.
    pub positions: BTreeMap<String, SwitchPosition>,
    /// Line-to-line voltage of every node in kV.
    pub voltage_kv: BTreeMap<String, f64>,
    /// Apparent power of every transformer at its first side in MVA.
    pub transformer_mva: BTreeMap<String, f64>,
    /// Load at dead nodes in MW.
    pub lost_load_mw: f64,
    /// Largest phase current of every breaker right after the inception of the first fault, in A.
    pub inception_current_a: BTreeMap<String, f64>,
}

/// One rule and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What the scenario asks for.
    pub expected: String,
    /// What was seen.
    pub seen: String,
    /// Whether that is right.
    pub passed: bool,
}

/// The judgement of a run.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// The scenario.
    pub scenario: String,
    /// What it is about.
    pub title: String,
    /// One finding for each rule, in the order of the file.
    pub findings: Vec<Finding>,
}

impl Judgement {
    /// Whether every rule holds.
    pub fn passed(&self) -> bool {
        self.findings.iter().all(|finding| finding.passed)
    }
}

/// Judges the observations of a run, which are in the order of their stamps; stamps count from
/// the start of the scenario.
pub fn judge(scenario: &Scenario, observed: &[Observed], end: &FinalPicture) -> Judgement {
    let mut findings = expectations(scenario, observed);
    findings.extend(prohibitions(scenario, observed));
    findings.push(accounted_for(scenario, observed, end));
    findings.push(final_breakers(scenario, end));
    findings.push(final_switches(scenario, end));
    findings.extend(final_values(scenario, end));
    Judgement { scenario: scenario.id.clone(), title: scenario.title.clone(), findings }
}

/// Rules 1 and 2: every entry inside its window, and in the order of the nominal times.
fn expectations(scenario: &Scenario, observed: &[Observed]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut latest_before: Vec<(f64, VirtualTime)> = Vec::new();
    for expectation in &scenario.expect {
        let [from, to] = expectation.window_ms;
        let seen: Vec<_> = expectation
            .matches
            .iter()
            .map(|wanted| {
                observed.iter().find(|o| is_within(o.stamp(), from, to) && matches(wanted, o))
            })
            .collect();
        let stamps: Vec<_> = seen.iter().flatten().map(|observed| observed.stamp()).collect();
        let complete = stamps.len() == expectation.matches.len();
        let nominal = expectation.nominal_ms;
        let in_order = nominal.is_none_or(|nominal| {
            latest_before
                .iter()
                .filter(|(earlier, _)| nominal - earlier >= UNORDERED_MS)
                .all(|(_, latest)| stamps.iter().all(|stamp| stamp >= latest))
        });
        if let (Some(nominal), Some(latest)) = (nominal, stamps.iter().max()) {
            latest_before.push((nominal, *latest));
        }
        findings.push(Finding {
            expected: expected_text(expectation),
            seen: seen_text(&stamps, complete, in_order),
            passed: complete && in_order,
        });
    }
    findings
}

fn expected_text(expectation: &Expectation) -> String {
    let [from, to] = expectation.window_ms;
    match expectation.nominal_ms {
        Some(nominal) => format!("{nominal} ms ({from} to {to}): {}", expectation.what),
        None => format!("{from} to {to} ms: {}", expectation.what),
    }
}

fn seen_text(stamps: &[VirtualTime], complete: bool, in_order: bool) -> String {
    let times: BTreeSet<_> = stamps.iter().copied().collect();
    let times: Vec<_> = times.into_iter().map(stamp).collect();
    match (complete, in_order) {
        (true, true) => times.join(", "),
        (true, false) => format!("{}, out of order", times.join(", ")),
        (false, _) if times.is_empty() => "not seen".into(),
        (false, _) => format!("only a part: {}", times.join(", ")),
    }
}

/// Rule 3: nothing that must not be seen.
fn prohibitions(scenario: &Scenario, observed: &[Observed]) -> Vec<Finding> {
    let finding = |prohibition: &Prohibition| {
        let seen = observed.iter().find(|observed| covers(prohibition, observed));
        Finding {
            expected: format!("never: {}", prohibition.text),
            seen: seen.map_or("not seen".into(), entry_text),
            passed: seen.is_none(),
        }
    };
    scenario.must_not.iter().map(finding).collect()
}

fn covers(prohibition: &Prohibition, observed: &Observed) -> bool {
    let from = prohibition.from_ms.unwrap_or(0.0);
    let to = prohibition.to_ms.unwrap_or(f64::INFINITY);
    is_within(observed.stamp(), from, to)
        && prohibition.matches.iter().any(|wanted| matches(wanted, observed))
}

/// Rule 4: no breaker movement and no trip that the scenario does not know of.
fn accounted_for(scenario: &Scenario, observed: &[Observed], end: &FinalPicture) -> Finding {
    let mut tripped: BTreeSet<&str> = BTreeSet::new();
    let mut surprises = Vec::new();
    for entry in observed {
        let known = scenario.expect.iter().any(|expectation| {
            let [from, to] = expectation.window_ms;
            is_within(entry.stamp(), from, to)
                && expectation.matches.iter().any(|wanted| matches(wanted, entry))
        }) || scenario.also_allowed.iter().any(|allowed| covers(allowed, entry));
        match entry {
            Observed::Position { device, state } if end.breakers.contains(device) => {
                if state.position == SwitchPosition::Open {
                    tripped.insert(device);
                } else {
                    tripped.remove(device.as_str());
                }
                if !known {
                    surprises.push(entry_text(entry));
                }
            }
            Observed::Event(TrainingEvent::ProtectionEvent(event))
                if event.action == ProtectionAction::Trip =>
            {
                // A second element that trips an open or opening breaker is no surprise.
                let news = event.devices.iter().any(|device| !tripped.contains(device.as_str()));
                tripped.extend(event.devices.iter().map(String::as_str));
                if news && !known {
                    surprises.push(entry_text(entry));
                }
            }
            _ => {}
        }
    }
    Finding {
        expected: "no other trip or breaker movement".into(),
        seen: if surprises.is_empty() { "none".into() } else { surprises.join("; ") },
        passed: surprises.is_empty(),
    }
}

/// Rule 5, breakers: a breaker that is not listed as open is closed.
fn final_breakers(scenario: &Scenario, end: &FinalPicture) -> Finding {
    let open: BTreeSet<&String> = scenario.final_breakers.open.iter().collect();
    let unknown = open.iter().filter(|id| !end.breakers.contains(**id)).map(|id| (**id).clone());
    let wrong: Vec<_> = end
        .breakers
        .iter()
        .filter(|id| {
            let wanted = position(open.contains(id));
            end.positions.get(*id) != Some(&wanted)
        })
        .cloned()
        .chain(unknown)
        .collect();
    Finding {
        expected: format!("at the end open: {}", scenario.final_breakers.open.join(" ")),
        seen: if wrong.is_empty() { "so".into() } else { format!("not so: {}", wrong.join(" ")) },
        passed: wrong.is_empty(),
    }
}

fn position(open: bool) -> SwitchPosition {
    if open { SwitchPosition::Open } else { SwitchPosition::Closed }
}

/// Rule 5, other switches: as given, the rest as at the start.
fn final_switches(scenario: &Scenario, end: &FinalPicture) -> Finding {
    let mut wanted = end.initial_positions.clone();
    for (id, state) in &scenario.final_switches {
        wanted.insert(id.clone(), position(state == "open"));
    }
    let wrong: Vec<_> = wanted
        .iter()
        .filter(|(id, wanted)| {
            !end.breakers.contains(*id) && end.positions.get(*id) != Some(wanted)
        })
        .map(|(id, _)| id.clone())
        .collect();
    Finding {
        expected: match scenario.final_switches.len() {
            0 => "at the end all other switches as at the start".into(),
            _ => {
                format!("at the end {:?}, other switches as at the start", scenario.final_switches)
            }
        },
        seen: if wrong.is_empty() { "so".into() } else { format!("not so: {}", wrong.join(" ")) },
        passed: wrong.is_empty(),
    }
}

/// Rule 5, values: voltages, powers, lost load; and the currents at the inception.
fn final_values(scenario: &Scenario, end: &FinalPicture) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (breaker, wanted) in &scenario.relay_currents_a {
        let seen = end.inception_current_a.get(breaker);
        let name = format!("current of {breaker} at inception");
        findings.push(value(&name, "A", *wanted, seen, CURRENT_TOLERANCE * wanted));
    }
    for (node, wanted) in &scenario.final_state.voltage_kv {
        let seen = end.voltage_kv.get(node);
        let name = format!("voltage of {node} at the end");
        findings.push(value(&name, "kV", *wanted, seen, VOLTAGE_TOLERANCE * wanted));
    }
    for (transformer, wanted) in &scenario.final_state.transformer_hv_mva {
        let seen = end.transformer_mva.get(transformer);
        let name = format!("power of {transformer} at the end");
        let tolerance = (POWER_TOLERANCE * wanted).max(POWER_TOLERANCE_MVA);
        findings.push(value(&name, "MVA", *wanted, seen, tolerance));
    }
    if let Some(wanted) = scenario.lost_load_mw {
        let seen = Some(&end.lost_load_mw);
        findings.push(value("lost load at the end", "MW", wanted, seen, LOAD_TOLERANCE_MW));
    }
    findings
}

fn value(name: &str, unit: &str, wanted: f64, seen: Option<&f64>, tolerance: f64) -> Finding {
    Finding {
        expected: format!("{name}: {wanted} {unit}"),
        seen: seen.map_or("not told".into(), |seen| format!("{seen:.3} {unit}")),
        passed: seen.is_some_and(|seen| (seen - wanted).abs() <= tolerance),
    }
}

fn matches(wanted: &Match, observed: &Observed) -> bool {
    match (wanted, observed) {
        (Match::SwitchState { target, state }, Observed::Position { device, state: seen }) => {
            target == device && position(state == "open") == seen.position
        }
        (_, Observed::Event(TrainingEvent::ProtectionEvent(event))) => {
            matches_protection(wanted, event)
        }
        (Match::Alarm { source, code }, Observed::Event(TrainingEvent::Alarm(alarm))) => {
            wildcard(source, &alarm.source) && wildcard(code, &alarm.code)
        }
        (Match::Accepted { target, op }, Observed::Event(TrainingEvent::CommandResult(result))) => {
            let operation = match result.operation {
                Operation::Open => "open",
                Operation::Close => "close",
            };
            result.accepted && *target == result.target && op == operation
        }
        _ => false,
    }
}

fn matches_protection(wanted: &Match, event: &training_fom::ProtectionEvent) -> bool {
    match (wanted, event.action) {
        (Match::ElementStart { element }, ProtectionAction::Start)
        | (Match::Lockout { element }, ProtectionAction::Lockout) => {
            wildcard(element, &event.element)
        }
        (Match::ElementTrip { element, any_of, breakers }, ProtectionAction::Trip) => {
            let named =
                element.iter().chain(any_of).any(|element| wildcard(element, &event.element));
            named && breakers.iter().all(|breaker| event.devices.contains(breaker))
        }
        (Match::RelayClose { element, target }, ProtectionAction::RelayClose) => {
            wildcard(element, &event.element) && event.devices.contains(target)
        }
        _ => false,
    }
}

/// Whether the text is the pattern, where `*` stands for any text.
fn wildcard(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            (0..=text.len())
                .filter(|place| text.is_char_boundary(*place))
                .any(|place| wildcard(rest, &text[place..]))
        }),
    }
}

fn is_within(stamp: VirtualTime, from_ms: f64, to_ms: f64) -> bool {
    let ms = stamp.as_micros() as f64 / 1000.0;
    from_ms <= ms && ms <= to_ms
}

fn entry_text(observed: &Observed) -> String {
    format!("{} {observed}", stamp(observed.stamp()))
}

/// A table: what was expected, beside it what was seen.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.scenario, self.title)?;
        let width = self.findings.iter().map(|finding| finding.expected.chars().count()).max();
        for finding in &self.findings {
            let mark = if finding.passed { "ok    " } else { "FAILED" };
            let width = width.unwrap_or(0);
            writeln!(f, "{mark}  {:width$}  {}", finding.expected, finding.seen)?;
        }
        let failed = self.findings.iter().filter(|finding| !finding.passed).count();
        match failed {
            0 => write!(f, "{} passed: all {} rules hold", self.scenario, self.findings.len()),
            _ => write!(f, "{} FAILED: {failed} of {} rules", self.scenario, self.findings.len()),
        }
    }
}

#[cfg(test)]
mod tests;
