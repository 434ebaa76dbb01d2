//! Settings files (schema `rtif-protection-settings/1`) turned into relays.
//!
//! Built today: 50, 50N, 51 and three-pole 79 of the 10 kV relays. Everything else in the file is
//! listed in [`Protection::not_built`], so nobody takes its silence for a healthy network.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use super::definite_time::DefiniteTime;
use super::inverse_time::{Curve, InverseTime, ResetRule};
use super::reclose::{AutoReclose, RecloseSettings};
use super::{Element, Measurement, Quantity, Relay, Timer};

/// The file says of cable feeders, in prose only, that their first stage is set to this.
const CABLE_FEEDER_FIRST_STAGE_A: f64 = 20_000.0;

/// How long the acceleration stage may pick up after a closing.
const ACCELERATION_US: u64 = 3_000_000;

/// Longest time that a setting may have, ms: a day. Beyond it stamps could overflow.
const TIME_MAX_MS: u64 = 86_400_000;

/// The relays of a settings file.
#[derive(Debug, Clone, PartialEq)]
pub struct Protection {
    /// Relays, by id.
    pub relays: Vec<Relay>,
    /// Elements of the file that this crate cannot play.
    pub not_built: Vec<NotBuilt>,
}

/// An element of a settings file that this crate cannot play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotBuilt {
    /// Id of the element.
    pub element: String,
    /// Its function, for example `21`; empty for a group.
    pub function: String,
}

/// A settings file that cannot be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SettingsError {
    /// Not JSON, or not of this form.
    #[error("{file}: not readable settings: {detail}")]
    Json {
        /// Name of the file.
        file: String,
        /// Message of the JSON reader.
        detail: String,
    },
    /// The `schema` field is another one.
    #[error("{file}: schema is {found:?}; this program reads \"rtif-protection-settings/1\"")]
    Schema {
        /// Name of the file.
        file: String,
        /// The schema the file claims.
        found: String,
    },
    /// An element of a function that is played is not of this form.
    #[error("{file}: element {element}: {detail}")]
    Element {
        /// Name of the file.
        file: String,
        /// Id of the element.
        element: String,
        /// Message of the JSON reader.
        detail: String,
    },
    /// Two elements share an id.
    #[error("{file}: element {element}: the id is used twice; ids must be unique")]
    Duplicate {
        /// Name of the file.
        file: String,
        /// Id of the elements.
        element: String,
    },
    /// An element lacks a setting, or has one that cannot be used.
    #[error("{file}: element {element}: {field} is missing or unusable; it must be {need}")]
    Setting {
        /// Name of the file.
        file: String,
        /// Id of the element.
        element: String,
        /// The setting.
        field: &'static str,
        /// What it must be.
        need: &'static str,
    },
}

#[derive(Deserialize)]
struct Header {
    schema: String,
    device_time_ms: BTreeMap<String, u64>,
    elements: Vec<Value>,
}

/// An element of the file; which fields count depends on `fn`.
#[derive(Debug, Clone, Deserialize)]
struct Row {
    id: String,
    #[serde(default)]
    relay: String,
    #[serde(default, rename = "fn")]
    function: String,
    #[serde(default)]
    ct: String,
    pickup_a: Option<f64>,
    delay_ms: Option<u64>,
    curve: Option<String>,
    tms: Option<f64>,
    reset: Option<String>,
    active: Option<String>,
    #[serde(default)]
    trips: Value,
    #[serde(default)]
    blocks: Value,
    #[serde(default)]
    starts_79: Value,
    breaker: Option<String>,
    shots: Option<u32>,
    dead_ms: Option<u64>,
    reclaim_ms: Option<u64>,
    mode: Option<String>,
    condition: Option<String>,
    #[serde(default)]
    applies_to: Vec<String>,
}

impl Row {
    /// An overcurrent element, or a reclose without a check of the line voltage.
    fn is_built(&self) -> bool {
        match self.function.as_str() {
            "50" | "50N" | "51" => true,
            "79" => self.mode.as_deref() == Some("three_pole") && self.condition.is_none(),
            _ => false,
        }
    }
}

impl Protection {
    /// Reads a settings file; `file` only appears in error messages.
    ///
    /// # Errors
    /// [`SettingsError`] names the element and the setting.
    pub fn from_json(file: &str, text: &str) -> Result<Self, SettingsError> {
        let json = |e: serde_json::Error| SettingsError::Json {
            file: file.to_owned(),
            detail: e.to_string(),
        };
        let header: Header = serde_json::from_str(text).map_err(json)?;
        if header.schema != "rtif-protection-settings/1" {
            return Err(SettingsError::Schema { file: file.to_owned(), found: header.schema });
        }
        let (rows, mut not_built) = rows(file, header.elements)?;
        let reader = Reader { file, device_time_ms: header.device_time_ms };
        let mut relays = BTreeMap::new();
        let mut ids = BTreeSet::new();
        for row in expand(&rows) {
            if !ids.insert(row.id.clone()) {
                return Err(SettingsError::Duplicate { file: file.to_owned(), element: row.id });
            }
            if row.is_built() {
                reader.add(&mut relays, &row)?;
            } else {
                not_built.push(NotBuilt { element: row.id, function: row.function });
            }
        }
        Ok(Self { relays: relays.into_values().collect(), not_built })
    }

    /// Finds a relay by its id.
    #[must_use]
    pub fn relay(&self, id: &str) -> Option<&Relay> {
        self.relays.iter().find(|r| r.id == id)
    }
}

/// Reads row by row, so that a function with settings of another form costs one element, not the
/// file. What is played is read whole or refused: a relay must not lack an element silently.
fn rows(file: &str, elements: Vec<Value>) -> Result<(Vec<Row>, Vec<NotBuilt>), SettingsError> {
    let (mut rows, mut not_built) = (Vec::new(), Vec::new());
    for value in elements {
        let text = |field: &str| value[field].as_str().unwrap_or_default().to_owned();
        let (element, function) = (text("id"), text("fn"));
        match serde_json::from_value(value) {
            Ok(row) => rows.push(row),
            Err(error) if matches!(function.as_str(), "50" | "50N" | "51" | "79") => {
                let (file, detail) = (file.to_owned(), error.to_string());
                return Err(SettingsError::Element { file, element, detail });
            }
            Err(_) => not_built.push(NotBuilt { element, function }),
        }
    }
    Ok((rows, not_built))
}

/// Replaces `same_as_...` rows by the elements they stand for.
fn expand(rows: &[Row]) -> Vec<Row> {
    let mut expanded = Vec::new();
    for row in rows {
        let (template, cables) = match row.id.strip_prefix("same_as_") {
            Some(template) => (template, false),
            None if row.id == "cable_feeders" => ("P911", true),
            None => {
                expanded.push(row.clone());
                continue;
            }
        };
        let originals: Vec<_> = rows.iter().filter(|r| r.relay == template).collect();
        // Only overcurrent relays are numbered after their bay in a way that can be copied here.
        if !originals.iter().all(|r| r.is_built()) || originals.is_empty() {
            expanded.push(row.clone());
            continue;
        }
        for bay in &row.applies_to {
            let originals = originals.iter().filter(|r| !(cables && r.function == "79"));
            expanded
                .extend(originals.map(|r| copy(r, template.trim_start_matches('P'), bay, cables)));
        }
    }
    expanded
}

/// The element of another bay: the bay number is replaced in every name. A device of another
/// voltage level that belongs to the same transformer shares the last two digits (QF901, QF201,
/// QF101 of T1), so those are replaced too.
fn copy(row: &Row, from: &str, to: &str, cables: bool) -> Row {
    let last_two = |bay: &str| bay.char_indices().rev().nth(1).map_or(0, |(at, _)| at);
    let (from_unit, to_unit) = (from.split_at(last_two(from)).1, to.split_at(last_two(to)).1);
    let rename = |name: &str| match (name.contains(from), name.strip_suffix(from_unit)) {
        (true, _) => name.replace(from, to),
        (false, Some(stem)) => format!("{stem}{to_unit}"),
        (false, None) => name.to_owned(),
    };
    let mut copy = row.clone();
    copy.id = row.id.replace(from, to);
    copy.relay = row.relay.replace(from, to);
    copy.ct = row.ct.replace(from, to);
    copy.breaker = row.breaker.as_deref().map(rename);
    copy.trips = texts(&row.trips).iter().map(|name| Value::from(rename(name))).collect();
    if cables {
        copy.starts_79 = Value::Bool(false);
        if copy.id.ends_with(".50_1") {
            copy.pickup_a = Some(CABLE_FEEDER_FIRST_STAGE_A);
        }
    }
    copy
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

struct Reader<'a> {
    file: &'a str,
    device_time_ms: BTreeMap<String, u64>,
}

impl Reader<'_> {
    fn missing(&self, row: &Row, field: &'static str, need: &'static str) -> SettingsError {
        let (file, element) = (self.file.to_owned(), row.id.clone());
        SettingsError::Setting { file, element, field, need }
    }

    fn add(&self, relays: &mut BTreeMap<String, Relay>, row: &Row) -> Result<(), SettingsError> {
        if row.relay.is_empty() {
            return Err(self.missing(row, "relay", "the relay that it belongs to"));
        }
        let relay = relays.entry(row.relay.clone()).or_insert_with(|| Relay {
            id: row.relay.clone(),
            ct: String::new(),
            measured: Measurement::default(),
            elements: Vec::new(),
            reclose: None,
        });
        if row.function == "79" {
            relay.reclose = Some(self.reclose(row)?);
            return Ok(());
        }
        if row.ct.is_empty() {
            return Err(self.missing(row, "ct", "the current transformer it measures"));
        }
        relay.ct.clone_from(&row.ct);
        relay.elements.push(self.element(row)?);
        Ok(())
    }

    fn device_us(&self, row: &Row) -> Result<u64, SettingsError> {
        let ms = self.device_time_ms.get(&row.function).copied();
        ms.filter(|&ms| ms <= TIME_MAX_MS)
            .map(|ms| ms * 1000)
            .ok_or_else(|| self.missing(row, "device_time_ms", "listed for its function"))
    }

    fn us(&self, row: &Row, field: &'static str, value: Option<u64>) -> Result<u64, SettingsError> {
        value
            .filter(|&ms| ms <= TIME_MAX_MS)
            .map(|ms| ms * 1000)
            .ok_or_else(|| self.missing(row, field, "a time in milliseconds, at most a day"))
    }

    fn positive(
        &self,
        row: &Row,
        field: &'static str,
        value: Option<f64>,
    ) -> Result<f64, SettingsError> {
        value
            .filter(|v| *v > 0.0 && v.is_finite())
            .ok_or_else(|| self.missing(row, field, "greater than zero"))
    }

    fn element(&self, row: &Row) -> Result<Element, SettingsError> {
        let pickup_a = self.positive(row, "pickup_a", row.pickup_a)?;
        let device_us = self.device_us(row)?;
        let timer = if row.function == "51" {
            let curve = row.curve.as_deref().and_then(Curve::from_name);
            let curve = curve.ok_or_else(|| self.missing(row, "curve", Curve::NAMES))?;
            let tms = self.positive(row, "tms", row.tms)?;
            let reset = match row.reset.as_deref() {
                None | Some("instant") => ResetRule::Instant,
                Some("disk") => ResetRule::Disk,
                Some(_) => return Err(self.missing(row, "reset", "instant or disk")),
            };
            Timer::Inverse(InverseTime::new(curve, tms, pickup_a, reset, device_us))
        } else {
            let delay_us = self.us(row, "delay_ms", row.delay_ms)?;
            Timer::Definite(DefiniteTime::new(pickup_a, delay_us, device_us))
        };
        let trips = texts(&row.trips);
        if trips.is_empty() || trips.len() != row.trips.as_array().map_or(0, Vec::len) {
            return Err(self.missing(row, "trips", "a list of breakers"));
        }
        let quantity =
            if row.function == "50N" { Quantity::Residual } else { Quantity::LargestPhase };
        Ok(Element {
            id: row.id.clone(),
            quantity,
            timer,
            active_after_close_us: row.active.as_ref().map(|_| ACCELERATION_US),
            active_until_us: 0,
            trips,
            blocks: texts(&row.blocks),
            starts_reclose: row.starts_79 == Value::Bool(true),
        })
    }

    fn reclose(&self, row: &Row) -> Result<AutoReclose, SettingsError> {
        let breaker = row.breaker.clone();
        let settings = RecloseSettings {
            id: row.id.clone(),
            breaker: breaker
                .ok_or_else(|| self.missing(row, "breaker", "the breaker it closes"))?,
            shots: row.shots.ok_or_else(|| self.missing(row, "shots", "a number of closings"))?,
            dead_us: self.us(row, "dead_ms", row.dead_ms)?,
            reclaim_us: self.us(row, "reclaim_ms", row.reclaim_ms)?,
            device_us: self.device_us(row)?,
        };
        Ok(AutoReclose::new(settings))
    }
}
