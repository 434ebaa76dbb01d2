//! The small tables of a module.

use std::collections::BTreeMap;

use hla::{RangeBounds, ResignAction};

use super::{
    StatedSwitches,
    classes::{Located, unique},
    element::Element,
};
use crate::{
    error::{FomError, FomWarning},
    model::{Dimension, SynchronizationPoint, TransportationType, TypedEntry, UpdateRate},
};

/// Entries of the tags table.
pub(super) const TAGS: &[&str] = &[
    "updateReflectTag",
    "sendReceiveTag",
    "deleteRemoveTag",
    "divestitureRequestTag",
    "divestitureCompletionTag",
    "acquisitionRequestTag",
    "requestUpdateTag",
];

/// Entries of the time table; the last two are of the 2025 edition.
pub(super) const TIME_ENTRIES: &[&str] =
    &["timeStamp", "lookahead", "logicalTime", "logicalTimeInterval"];

/// Reads a table of rows with unique names.
fn rows<'a, 'input, T>(
    root: Element<'a, 'input>,
    table: &'a str,
    row: &'a str,
    read: impl Fn(Element<'a, 'input>) -> Result<T, FomError>,
    name: impl Fn(&T) -> &String,
) -> Result<Vec<Located<T>>, FomError> {
    let Some(table) = root.child(table) else { return Ok(Vec::new()) };
    let located = |element| Ok(Located { item: read(element)?, line: element.line() });
    unique(table, row, located, |row| name(&row.item))
}

pub(super) fn dimensions(
    root: Element<'_, '_>,
    warnings: &mut Vec<FomWarning>,
) -> Result<Vec<Located<Dimension>>, FomError> {
    for element in root.child("dimensions").iter().flat_map(|table| table.children("dimension")) {
        if element.text("upperBound").and_then(|text| text.parse().ok()) > Some(u64::from(u32::MAX))
        {
            warnings.push(element.warning(format!(
                "upper bound is beyond what the interface can carry; {} is used",
                u32::MAX
            )));
        }
    }
    rows(root, "dimensions", "dimension", dimension, |row| &row.name)
}

fn dimension(element: Element<'_, '_>) -> Result<Dimension, FomError> {
    let stated_upper_bound = element
        .text_unless_na("upperBound")
        .map(|text| match text.parse::<u64>() {
            Ok(bound) if bound > 0 => Ok(u32::try_from(bound).unwrap_or(u32::MAX)),
            _ => Err(element.invalid(format!("<upperBound> {text:?} is not a positive number"))),
        })
        .transpose()?;
    let upper_bound = stated_upper_bound.unwrap_or(Dimension::RTI_DEFINED_UPPER_BOUND);
    let default_range = match element.text_unless_na("value") {
        None => None,
        Some(text) if text == "Excluded" => None,
        Some(text) => {
            let range = range(&text).filter(|range| range.upper <= upper_bound).ok_or_else(|| {
                element.invalid(format!(
                    "<value> {text:?} is neither Excluded nor a point n or a range [a..b) below {upper_bound}"
                ))
            })?;
            Some(range)
        }
    };
    let input_types = element.child("inputDataTypes").unwrap_or(element).children("dataType");
    Ok(Dimension {
        name: element.required_identifier()?,
        data_types: input_types.filter_map(Element::own_text).filter(|name| name != "NA").collect(),
        stated_upper_bound,
        upper_bound,
        default_range,
    })
}

/// `n`, `[a)` or `[a..b)`.
fn range(text: &str) -> Option<RangeBounds> {
    let inner = text.strip_prefix('[').map_or(Some(text), |rest| rest.strip_suffix(')'))?;
    let (lower, upper) = match inner.split_once("..") {
        Some((lower, upper)) => (lower.trim().parse().ok()?, upper.trim().parse().ok()?),
        None => {
            let point: u32 = inner.trim().parse().ok()?;
            (point, point.checked_add(1)?)
        }
    };
    (lower < upper).then_some(RangeBounds { lower, upper })
}

/// Entries that give a data type; an entry of `NA` or nothing is no entry.
pub(super) fn typed_entries<'a>(
    root: Element<'a, '_>,
    table: &'a str,
    names: &[&'static str],
) -> Result<Vec<Located<TypedEntry>>, FomError> {
    let Some(table) = root.child(table) else { return Ok(Vec::new()) };
    let mut entries = Vec::new();
    for name in names {
        let mut elements = table.elements().filter(|element| element.name() == *name);
        let Some(element) = elements.next() else { continue };
        if let Some(second) = elements.next() {
            return Err(second.invalid("is there twice"));
        }
        if let Some(data_type) = element.text_unless_na("dataType") {
            let item = TypedEntry { name: (*name).to_owned(), data_type };
            entries.push(Located { item, line: element.line() });
        }
    }
    Ok(entries)
}

pub(super) fn synchronization_points(
    root: Element<'_, '_>,
) -> Result<Vec<Located<SynchronizationPoint>>, FomError> {
    let read = |element: Element<'_, '_>| {
        Ok(SynchronizationPoint {
            label: element.required("label")?,
            data_type: element.text_unless_na("dataType"),
            capability: element.text_unless_na("capability"),
        })
    };
    rows(root, "synchronizations", "synchronizationPoint", read, |row| &row.label)
}

pub(super) fn transportations(
    root: Element<'_, '_>,
) -> Result<Vec<Located<TransportationType>>, FomError> {
    let read = |element: Element<'_, '_>| {
        let reliable = element.member("reliable", |text| match text {
            "Yes" => Some(true),
            "No" => Some(false),
            _ => None,
        })?;
        Ok(TransportationType { name: element.required_identifier()?, reliable })
    };
    rows(root, "transportations", "transportation", read, |row| &row.name)
}

pub(super) fn update_rates(root: Element<'_, '_>) -> Result<Vec<Located<UpdateRate>>, FomError> {
    let read = |element: Element<'_, '_>| {
        let text = element.required("rate")?;
        let rate_hz =
            text.parse::<f64>().ok().filter(|rate| rate.is_finite() && *rate > 0.0).ok_or_else(
                || element.invalid(format!("<rate> {text:?} is not a positive number")),
            )?;
        Ok(UpdateRate { name: element.required_name()?, rate_hz })
    };
    rows(root, "updateRates", "updateRate", read, |row| &row.name)
}

/// The switches table. A switch that this version does not know is ignored with a warning.
pub(super) fn switches(
    root: Element<'_, '_>,
    warnings: &mut Vec<FomWarning>,
) -> Result<StatedSwitches, FomError> {
    let mut stated = StatedSwitches::default();
    for element in root.child("switches").iter().flat_map(|table| table.elements()) {
        let line = element.line();
        if element.name() == "automaticResignAction" {
            let text = element.attribute("resignAction").unwrap_or("NoAction").trim();
            let action = ResignAction::from_name(text)
                .ok_or_else(|| element.invalid(format!("resignAction {text:?} is not defined")))?;
            stated.resign_action.get_or_insert(Located { item: action, line });
        } else if crate::model::is_switch(element.name()) {
            // Some tools write Enabled and Disabled.
            let enabled = match element.attribute("isEnabled").unwrap_or("false").trim() {
                "true" | "1" | "Enabled" => true,
                "false" | "0" | "Disabled" => false,
                other => {
                    return Err(
                        element.invalid(format!("isEnabled {other:?} is not true or false"))
                    );
                }
            };
            stated.flags.push(Located { item: (element.name().to_owned(), enabled), line });
        } else {
            warnings.push(element.warning("unknown switch, ignored".to_owned()));
        }
    }
    Ok(stated)
}

/// Which services the module says its federates use.
pub(super) fn service_utilization(root: Element<'_, '_>) -> BTreeMap<String, bool> {
    let services = root.child("serviceUtilization");
    let services = services.iter().flat_map(|table| table.elements());
    services
        .map(|service| {
            let used = matches!(service.attribute("isUsed"), Some("true" | "1"));
            (service.name().to_owned(), used)
        })
        .collect()
}
