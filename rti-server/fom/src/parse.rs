//! One module: octets in, tables out, each row with the line it stands on.
//!
//! What a single file can prove wrong is refused here; what needs other modules (references,
//! contradictions) is left to `merge` and `validate`. Elements and attributes of foreign name
//! spaces and unknown elements are ignored, as the interchange schema (DIF) asks.

mod classes;
mod data_types;
mod element;
mod tables;
#[cfg(test)]
mod tests;
mod text;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use hla::{Edition, ResignAction};
use roxmltree::{Document, ParsingOptions};

use self::element::{Element, File};
pub(crate) use self::{
    classes::{AttributeNode, InteractionClassNode, Located, ObjectClassNode, ParameterNode},
    text::decode,
};
use crate::{
    error::{FomError, FomErrorKind, FomWarning, Place},
    model::{
        DataType, Dimension, SynchronizationPoint, TransportationType, TypedEntry, UpdateRate,
    },
};

/// More elements than any real model has; keeps a hostile file from filling the memory.
const NODES_MAX: u32 = 4_000_000;

/// The tables of one module.
#[derive(Debug, Clone)]
pub(crate) struct Module {
    pub(crate) designator: String,
    pub(crate) name: Option<String>,
    pub(crate) edition: Edition,
    pub(crate) text: Arc<str>,
    pub(crate) object_classes: Vec<ObjectClassNode>,
    pub(crate) interaction_classes: Vec<InteractionClassNode>,
    pub(crate) dimensions: Vec<Located<Dimension>>,
    pub(crate) time: Vec<Located<TypedEntry>>,
    pub(crate) tags: Vec<Located<TypedEntry>>,
    pub(crate) synchronization_points: Vec<Located<SynchronizationPoint>>,
    pub(crate) transportations: Vec<Located<TransportationType>>,
    pub(crate) update_rates: Vec<Located<UpdateRate>>,
    pub(crate) data_types: Vec<Located<DataType>>,
    pub(crate) switches: StatedSwitches,
    pub(crate) service_utilization: BTreeMap<String, bool>,
    pub(crate) warnings: Vec<FomWarning>,
}

impl Module {
    /// A module without tables.
    pub(crate) fn empty(designator: &str, edition: Edition, text: &str) -> Self {
        Self {
            designator: designator.to_owned(),
            name: None,
            edition,
            text: text.into(),
            object_classes: Vec::new(),
            interaction_classes: Vec::new(),
            dimensions: Vec::new(),
            time: Vec::new(),
            tags: Vec::new(),
            synchronization_points: Vec::new(),
            transportations: Vec::new(),
            update_rates: Vec::new(),
            data_types: Vec::new(),
            switches: StatedSwitches::default(),
            service_utilization: BTreeMap::new(),
            warnings: Vec::new(),
        }
    }
}

/// The switches that a module sets, each with its line.
#[derive(Debug, Clone, Default)]
pub(crate) struct StatedSwitches {
    pub(crate) flags: Vec<Located<(String, bool)>>,
    pub(crate) resign_action: Option<Located<ResignAction>>,
}

/// Reads a module.
pub(crate) fn read_module(designator: &str, content: &[u8]) -> Result<Module, FomError> {
    let unreadable = |line: u32, problem: String| {
        let place = Place { module: designator.to_owned(), line, element: String::new() };
        FomError::new(FomErrorKind::ErrorReadingFom, place, problem)
    };
    let text = decode(content).map_err(|problem| unreadable(0, problem))?;
    if text.trim_start().starts_with(['(', ';']) {
        return Err(unreadable(
            1,
            "this is an HLA 1.3 FED file, not object model XML; convert it to an IEEE 1516 FOM"
                .to_owned(),
        ));
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: NODES_MAX, ..Default::default() };
    let document = Document::parse_with_options(&text, options).map_err(|error| match error {
        roxmltree::Error::DtdDetected => unreadable(
            0,
            "has a DOCTYPE, which is refused because it may name other files; delete it".to_owned(),
        ),
        roxmltree::Error::NodesLimitReached => {
            unreadable(0, format!("has more than {NODES_MAX} elements and attributes"))
        }
        error => unreadable(error.pos().row, format!("is not well-formed XML: {error}")),
    })?;
    let file = File::new(designator, &document);
    let root = file.root();
    if root.name() != "objectModel" {
        return Err(root.error(
            FomErrorKind::ErrorReadingFom,
            "the root element of an object model is objectModel",
        ));
    }
    if root.attribute("DTDversion").is_some() || root.attribute("name").is_some() {
        return Err(root.error(
            FomErrorKind::ErrorReadingFom,
            "this is an IEEE 1516-2000 file (data in XML attributes); convert it to the 2010 format",
        ));
    }
    let mut warnings = Vec::new();
    let edition = edition(root, &mut warnings);
    check_tables(root, &mut warnings)?;
    let switches = tables::switches(root, &mut warnings)?;
    Ok(Module {
        designator: designator.to_owned(),
        name: root.child("modelIdentification").and_then(|table| table.text("name")),
        edition,
        object_classes: classes::object_classes(root)?,
        interaction_classes: classes::interaction_classes(root)?,
        dimensions: tables::dimensions(root, &mut warnings)?,
        time: tables::typed_entries(root, "time", tables::TIME_ENTRIES)?,
        tags: tables::typed_entries(root, "tags", tables::TAGS)?,
        synchronization_points: tables::synchronization_points(root)?,
        transportations: tables::transportations(root)?,
        update_rates: tables::update_rates(root)?,
        data_types: data_types::data_types(root)?,
        switches,
        service_utilization: tables::service_utilization(root),
        text: text.as_str().into(),
        warnings,
    })
}

/// Tables of an object model. Those that have no reader here are texts for people.
const TABLES: &[&str] = &[
    "modelIdentification",
    "serviceUtilization",
    "objects",
    "interactions",
    "dimensions",
    "time",
    "tags",
    "synchronizations",
    "transportations",
    "switches",
    "updateRates",
    "dataTypes",
    "notes",
];

/// A second table of one kind is refused and an unknown one told: nothing just vanishes.
fn check_tables(root: Element<'_, '_>, warnings: &mut Vec<FomWarning>) -> Result<(), FomError> {
    let mut seen = BTreeSet::new();
    for table in root.elements() {
        if !seen.insert(table.name()) {
            return Err(table.invalid("this table is there twice"));
        }
        if !TABLES.contains(&table.name()) {
            warnings.push(table.warning("unknown table, ignored".to_owned()));
        }
    }
    Ok(())
}

/// The edition that the root's name space stands for.
fn edition(root: Element<'_, '_>, warnings: &mut Vec<FomWarning>) -> Edition {
    let namespace = root.namespace().unwrap_or_default();
    let edition =
        if namespace.contains("1516-2025") { Edition::Hla4 } else { Edition::Evolved2010 };
    let known =
        ["http://standards.ieee.org/IEEE1516-2010", "http://standards.ieee.org/IEEE1516-2025"];
    if !known.contains(&namespace) {
        warnings.push(root.warning(format!(
            "name space {namespace:?} is not of the standard; read as the {} format",
            if edition == Edition::Hla4 { "2025" } else { "2010" }
        )));
    }
    edition
}
