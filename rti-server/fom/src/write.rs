//! A merged model as object model XML: the current FDD that the MOM shows (`HLAcurrentFDD`).
//!
//! What is written is what is in force: columns that no module states are filled with the defaults
//! that the RTI uses. Texts for people (semantics, notes, points of contact) are not kept by the
//! model and so not written; the modules stand in the identification table by their designators.
//!
//! The text of [`write()`] read again by [`FomModel::create`] gives the same model. Handles are the
//! same too where all comes from one module; a tree of classes cannot say in which order several
//! modules brought them.

mod classes;
mod data_types;
#[cfg(test)]
mod tests;
mod xml;

use hla::Edition;

use self::xml::Xml;
use crate::model::{FomModel, switch_mut, switch_names};

/// Switches of the 2025 edition only.
const SWITCHES_2025: &[&str] = &[
    "advisoriesUseKnownClass",
    "allowRelaxedDDM",
    "nonRegulatedGrant",
    "sendServiceReportsToFile",
];
/// The switch of the 2010 edition only.
const SWITCH_2010: &str = "conveyProducingFederate";

/// The model as XML of its edition.
pub fn write(model: &FomModel) -> String {
    let year = if model.edition() == Edition::Hla4 { 2025 } else { 2010 };
    let mut xml = Xml::new();
    let namespace = format!("http://standards.ieee.org/IEEE1516-{year}");
    xml.open_with("objectModel", &[("xmlns", &namespace)]);
    identification(model, &mut xml);
    if !model.service_utilization().is_empty() {
        xml.table("serviceUtilization", |xml| {
            for (service, used) in model.service_utilization() {
                xml.empty(service, &[("isUsed", &used.to_string())]);
            }
        });
    }
    xml.table("objects", |xml| classes::objects(model, xml));
    xml.table("interactions", |xml| classes::interactions(model, xml));
    dimensions(model, &mut xml);
    for (table, rows) in [("time", &model.time), ("tags", &model.tags)] {
        xml.table(table, |xml| {
            for row in rows.iter() {
                xml.table(&row.name, |xml| xml.text("dataType", &row.data_type));
            }
        });
    }
    small_tables(model, &mut xml);
    switches(model, &mut xml);
    xml.table("updateRates", |xml| {
        for row in model.update_rates() {
            xml.table("updateRate", |xml| {
                xml.text("name", &row.name);
                xml.text("rate", &row.rate_hz.to_string());
            });
        }
    });
    xml.table("dataTypes", |xml| data_types::data_types(model, xml));
    xml.close("objectModel");
    xml.finish()
}

fn identification(model: &FomModel, xml: &mut Xml) {
    xml.table("modelIdentification", |xml| {
        xml.text("name", "Current FDD");
        xml.text("type", "FOM");
        for module in std::iter::once(model.mim()).chain(model.modules()) {
            xml.table("reference", |xml| {
                xml.text("type", "Composed_From");
                xml.text("identification", &module.designator);
            });
        }
    });
}

fn dimensions(model: &FomModel, xml: &mut Xml) {
    xml.table("dimensions", |xml| {
        for row in model.dimensions() {
            xml.table("dimension", |xml| {
                xml.text("name", &row.name);
                if model.edition() == Edition::Hla4 {
                    xml.table("inputDataTypes", |xml| xml.texts("dataType", &row.data_types));
                } else {
                    xml.texts("dataType", &row.data_types);
                }
                xml.optional("upperBound", row.stated_upper_bound.map(|bound| bound.to_string()));
                let range = row.default_range;
                let value = range.map(|range| format!("[{}..{})", range.lower, range.upper));
                xml.text("value", value.as_deref().unwrap_or("Excluded"));
            });
        }
    });
}

fn small_tables(model: &FomModel, xml: &mut Xml) {
    xml.table("synchronizations", |xml| {
        for row in model.synchronization_points() {
            xml.table("synchronizationPoint", |xml| {
                xml.text("label", &row.label);
                xml.optional("dataType", row.data_type.as_deref());
                xml.optional("capability", row.capability.as_deref());
            });
        }
    });
    xml.table("transportations", |xml| {
        for row in model.transportation_types() {
            xml.table("transportation", |xml| {
                xml.text("name", &row.name);
                xml.optional("reliable", row.reliable.map(|yes| if yes { "Yes" } else { "No" }));
            });
        }
    });
}

/// Switches of the model's edition, and those of the other one that do not stand at its default.
fn switches(model: &FomModel, xml: &mut Xml) {
    let of_2025 = model.edition() == Edition::Hla4;
    let mut switches = model.switches();
    xml.table("switches", |xml| {
        for name in switch_names() {
            let Some(enabled) = switch_mut(&mut switches, name).map(|switch| *switch) else {
                continue;
            };
            let foreign = if of_2025 { name == SWITCH_2010 } else { SWITCHES_2025.contains(&name) };
            // A federation without a module of 2025 grants without anybody who regulates.
            let default = name == "nonRegulatedGrant" && !of_2025;
            if !foreign || enabled != default {
                xml.empty(name, &[("isEnabled", &enabled.to_string())]);
            }
        }
        let action = switches.automatic_resign_action.name();
        xml.empty("automaticResignAction", &[("resignAction", action)]);
    });
}
