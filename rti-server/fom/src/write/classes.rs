//! The two class trees.
//!
//! Subclasses are written by handle. The walks do not recurse: they are as deep as the tree.

use hla::TransportationTypeHandle;

use super::xml::Xml;
use crate::model::{Attribute, FomModel, InteractionClass, ObjectClass};

/// What is still to be written: a class, or the end of one.
enum Step<H> {
    Class(H),
    End,
}

pub(super) fn objects(model: &FomModel, xml: &mut Xml) {
    let mut open = vec![Step::Class(FomModel::OBJECT_ROOT)];
    while let Some(step) = open.pop() {
        let Step::Class(handle) = step else {
            xml.close("objectClass");
            continue;
        };
        let Some(row) = model.object_class(handle) else { continue };
        xml.open("objectClass");
        object_class(model, row, xml);
        open.push(Step::End);
        open.extend(row.children.iter().rev().copied().map(Step::Class));
    }
}

fn object_class(model: &FomModel, row: &ObjectClass, xml: &mut Xml) {
    xml.text("name", last(&row.name));
    xml.optional("sharing", row.sharing.map(|sharing| sharing.name()));
    for handle in &row.declared_attributes {
        if let Some(row) = model.attribute(*handle) {
            xml.table("attribute", |xml| attribute(model, row, xml));
        }
    }
    for handle in &row.declared_directed {
        if let Some(interaction) = model.interaction_class(*handle) {
            xml.table("directedInteraction", |xml| xml.text("name", &interaction.name));
        }
    }
    names(xml, row.stated_dimensions.as_deref());
}

fn attribute(model: &FomModel, row: &Attribute, xml: &mut Xml) {
    let columns = &row.columns;
    xml.text("name", &row.name);
    xml.optional("dataType", columns.data_type.as_deref());
    xml.optional("updateType", columns.update_type.map(|column| column.name()));
    xml.optional("ownership", columns.ownership.map(|column| column.name()));
    xml.optional("sharing", columns.sharing.map(|column| column.name()));
    names(xml, columns.dimensions.as_deref());
    xml.optional("transportation", transportation(model, row.transportation));
    xml.text("order", row.order.name());
    xml.optional("valueRequired", columns.value_required.map(|required| required.to_string()));
}

pub(super) fn interactions(model: &FomModel, xml: &mut Xml) {
    let mut open = vec![Step::Class(FomModel::INTERACTION_ROOT)];
    while let Some(step) = open.pop() {
        let Step::Class(handle) = step else {
            xml.close("interactionClass");
            continue;
        };
        let Some(row) = model.interaction_class(handle) else { continue };
        xml.open("interactionClass");
        interaction_class(model, row, xml);
        open.push(Step::End);
        open.extend(row.children.iter().rev().copied().map(Step::Class));
    }
}

fn interaction_class(model: &FomModel, row: &InteractionClass, xml: &mut Xml) {
    xml.text("name", last(&row.name));
    xml.optional("sharing", row.columns.sharing.map(|sharing| sharing.name()));
    names(xml, row.columns.dimensions.as_deref());
    xml.optional("transportation", transportation(model, row.transportation));
    xml.text("order", row.order.name());
    for handle in &row.declared_parameters {
        if let Some(row) = model.parameter(*handle) {
            xml.table("parameter", |xml| {
                xml.text("name", &row.name);
                xml.optional("dataType", row.data_type.as_deref());
            });
        }
    }
}

fn transportation(model: &FomModel, handle: TransportationTypeHandle) -> Option<&str> {
    model.transportation_type(handle).map(|row| row.name.as_str())
}

fn names(xml: &mut Xml, dimensions: Option<&[String]>) {
    if let Some(names) = dimensions.filter(|names| !names.is_empty()) {
        xml.table("dimensions", |xml| xml.texts("dimension", names));
    }
}

/// `B` of `HLAobjectRoot.A.B`.
fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
