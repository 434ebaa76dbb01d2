//! The MIM of both editions, and what is asked of a MIM that is handed over.

use std::collections::BTreeSet;

use hla::Edition;

use crate::{
    error::{FomError, FomErrorKind, Place},
    merge::Rules,
    model::FomModel,
    parse::{Module, read_module},
};

/// Designator of the MIM that the RTI supplies.
pub const STANDARD_DESIGNATOR: &str = "HLAstandardMIM";

/// The text of the standard MIM.
pub fn standard_mim(edition: Edition) -> &'static str {
    match edition {
        Edition::Evolved2010 => include_str!("../mim/HLAstandardMIM-2010.xml"),
        Edition::Hla4 => include_str!("../mim/HLAstandardMIM-2025.xml"),
    }
}

/// A model of the standard MIM alone.
pub(crate) fn standard_model(edition: Edition) -> Result<FomModel, FomError> {
    let module = read_module(STANDARD_DESIGNATOR, standard_mim(edition).as_bytes())?;
    let mut model = FomModel::empty(edition);
    model.merge(vec![module], Rules { extend: true, running: false })?;
    model.first_fom = 1;
    Ok(model)
}

/// Puts a MIM in the place of the standard one. It may extend everything and take nothing away.
///
/// Merging it into the standard one keeps the handles of predefined items what they always are.
pub(crate) fn replace_standard(model: &mut FomModel, mim: Module) -> Result<(), FomError> {
    let given = names_of(&mim);
    if let Some(missing) = names_in(model).into_iter().find(|name| !given.contains(name)) {
        let place = Place { module: mim.designator, line: 0, element: String::new() };
        let problem = format!("lacks {missing}, which the standard predefines");
        return Err(FomError::new(FomErrorKind::InvalidMim, place, problem));
    }
    model.merge(vec![mim], Rules { extend: true, running: false }).map_err(FomError::of_mim)?;
    model.first_fom = 2;
    Ok(())
}

/// What a model holds, by kind and name.
fn names_in(model: &FomModel) -> BTreeSet<String> {
    let object_class = |handle| model.object_class(handle).map_or("", |row| row.name.as_str());
    let interaction = |handle| model.interaction_class(handle).map_or("", |row| row.name.as_str());
    let classes = model.object_classes.iter().map(|row| format!("object class {}", row.name));
    let attributes = model.attributes.iter();
    let attributes =
        attributes.map(|row| format!("attribute {}.{}", object_class(row.class), row.name));
    let interactions =
        model.interaction_classes.iter().map(|row| format!("interaction class {}", row.name));
    let parameters = model.parameters.iter();
    let parameters =
        parameters.map(|row| format!("parameter {}.{}", interaction(row.class), row.name));
    let dimensions = model.dimensions().map(|row| format!("dimension {}", row.name));
    let transportations =
        model.transportation_types().map(|row| format!("transportation {}", row.name));
    let data_types = model.data_types().map(|row| format!("data type {}", row.name));
    classes
        .chain(attributes)
        .chain(interactions)
        .chain(parameters)
        .chain(dimensions)
        .chain(transportations)
        .chain(data_types)
        .collect()
}

/// What a module lists, by kind and name, spelled like [`names_in`].
fn names_of(module: &Module) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut paths: Vec<String> = Vec::new();
    for node in &module.object_classes {
        let path = qualified(&paths, node.parent, &node.name);
        names.insert(format!("object class {path}"));
        names.extend(node.attributes.iter().map(|row| format!("attribute {path}.{}", row.name)));
        paths.push(path);
    }
    paths.clear();
    for node in &module.interaction_classes {
        let path = qualified(&paths, node.parent, &node.name);
        names.insert(format!("interaction class {path}"));
        names.extend(node.parameters.iter().map(|row| format!("parameter {path}.{}", row.name)));
        paths.push(path);
    }
    names.extend(module.dimensions.iter().map(|row| format!("dimension {}", row.item.name)));
    names.extend(
        module.transportations.iter().map(|row| format!("transportation {}", row.item.name)),
    );
    names.extend(module.data_types.iter().map(|row| format!("data type {}", row.item.name)));
    names
}

fn qualified(paths: &[String], parent: Option<usize>, name: &str) -> String {
    match parent.and_then(|index| paths.get(index)) {
        Some(parent) => format!("{parent}.{name}"),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests;
