//! What must hold of a merged model, and what is odd but accepted.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::{
    error::{FomError, FomErrorKind, FomWarning},
    model::{Alternative, DataType, DataTypeDefinition, FomModel, Origin},
};

/// Identifies an instance itself where a reference type asks for an attribute (2025 MIM).
const INSTANCE_HANDLE: &str = "HLAobjectInstanceHandle";

/// Checks that names resolve and that no member hides an inherited one.
pub(crate) fn check(model: &FomModel) -> Result<(), FomError> {
    for row in &model.attributes {
        let what = || format!("attribute {}", row.name);
        known_type(model, row.columns.data_type.as_deref(), row.origin, "attribute", what)?;
    }
    for row in &model.parameters {
        let what = || format!("parameter {}", row.name);
        known_type(model, row.data_type.as_deref(), row.origin, "parameter", what)?;
    }
    for (row, origin) in model.dimensions.with_origins() {
        for data_type in &row.data_types {
            let what = || format!("dimension {}", row.name);
            known_type(model, Some(data_type), origin, "dimension", what)?;
        }
    }
    for (row, origin) in model.tags.with_origins().chain(model.time.with_origins()) {
        known_type(model, Some(&row.data_type), origin, &row.name, || row.name.clone())?;
    }
    for (row, origin) in model.synchronization_points.with_origins() {
        let what = || format!("synchronization point {}", row.label);
        known_type(model, row.data_type.as_deref(), origin, "synchronizationPoint", what)?;
    }
    for (row, origin) in model.data_types.with_origins() {
        check_data_type(model, row, origin)?;
    }
    check_hidden_attributes(model)?;
    check_hidden_parameters(model)
}

fn invalid(model: &FomModel, origin: Origin, element: &str, problem: String) -> FomError {
    model.error(FomErrorKind::InvalidFom, origin, element, problem)
}

fn known_type(
    model: &FomModel,
    data_type: Option<&str>,
    origin: Origin,
    element: &str,
    what: impl FnOnce() -> String,
) -> Result<(), FomError> {
    let Some(name) = data_type.filter(|name| *name != "NA") else { return Ok(()) };
    if model.data_type(name).is_some() {
        return Ok(());
    }
    let problem =
        format!("data type {name} of {} is defined in no module; add the one that has it", what());
    Err(invalid(model, origin, element, problem))
}

fn check_data_type(model: &FomModel, row: &DataType, origin: Origin) -> Result<(), FomError> {
    let known = |name: &str, part: &str| {
        known_type(model, Some(name), origin, "", || format!("{part}{}", row.name))
    };
    match &row.definition {
        DataTypeDefinition::Basic { .. } => Ok(()),
        DataTypeDefinition::Simple { representation, .. }
        | DataTypeDefinition::Enumerated { representation, .. } => {
            known(representation, "")?;
            let found = model.data_type(representation).map(|row| &row.definition);
            match found {
                Some(DataTypeDefinition::Basic { .. }) => Ok(()),
                other => {
                    let kind = other.map_or("no data type", DataTypeDefinition::kind);
                    let problem = format!(
                        "representation {representation} of {} is not basic but a {kind}",
                        row.name
                    );
                    Err(invalid(model, origin, "representation", problem))
                }
            }
        }
        DataTypeDefinition::Array { element, .. } => known(element, ""),
        DataTypeDefinition::FixedRecord { fields, .. } => fields
            .iter()
            .try_for_each(|field| known(&field.data_type, &format!("field {} of ", field.name))),
        DataTypeDefinition::VariantRecord { data_type, alternatives, .. } => {
            known(data_type, "discriminant of ")?;
            check_alternatives(model, row, data_type, alternatives, origin)?;
            alternatives.iter().try_for_each(|alternative| {
                known(&alternative.data_type, &format!("alternative {} of ", alternative.name))
            })
        }
        DataTypeDefinition::Reference { representation, class, attribute } => {
            known(representation, "")?;
            let class_handle = model.object_class_handle(class).ok_or_else(|| {
                let problem = format!("object class {class} of {} is not defined", row.name);
                invalid(model, origin, "referenceClass", problem)
            })?;
            if attribute == INSTANCE_HANDLE
                || model.attribute_handle(class_handle, attribute).is_some()
            {
                return Ok(());
            }
            let problem = format!("{class} has no attribute {attribute}, which {} names", row.name);
            Err(invalid(model, origin, "referencedAttribute", problem))
        }
    }
}

/// Enumerators that select alternatives are those of the discriminant's type.
fn check_alternatives(
    model: &FomModel,
    row: &DataType,
    data_type: &str,
    alternatives: &[Alternative],
    origin: Origin,
) -> Result<(), FomError> {
    let found = model.data_type(data_type).map(|row| &row.definition);
    let Some(DataTypeDefinition::Enumerated { enumerators, .. }) = found else {
        let problem = format!("discriminant type {data_type} of {} is not enumerated", row.name);
        return Err(invalid(model, origin, "dataType", problem));
    };
    let names: std::collections::BTreeSet<_> =
        enumerators.iter().map(|enumerator| enumerator.name.as_str()).collect();
    for alternative in alternatives {
        for part in alternative.enumerator.split(',').map(str::trim) {
            let range = part.strip_prefix('[').and_then(|part| part.strip_suffix(']'));
            let (first, last) =
                range.and_then(|range| range.split_once("..")).unwrap_or((part, part));
            let unknown = [first.trim(), last.trim()]
                .into_iter()
                .find(|name| *name != "HLAother" && !names.contains(name));
            if let Some(unknown) = unknown {
                let problem = format!(
                    "enumerator {unknown} of alternative {} of {} is not one of {data_type}",
                    alternative.name, row.name
                );
                return Err(invalid(model, origin, "enumerator", problem));
            }
        }
    }
    Ok(())
}

fn check_hidden_attributes(model: &FomModel) -> Result<(), FomError> {
    for class in model.object_classes.iter().filter(|class| !class.declared_attributes.is_empty()) {
        let mut names = BTreeMap::new();
        for row in class.attributes.iter().filter_map(|handle| model.attribute(*handle)) {
            if let Some(other) = names.insert(row.name.as_str(), row.origin) {
                let problem = format!("{} has two attributes {}", class.name, row.name);
                return Err(hidden(model, row.origin, other, "attribute", problem));
            }
        }
    }
    Ok(())
}

fn check_hidden_parameters(model: &FomModel) -> Result<(), FomError> {
    let classes = model.interaction_classes.iter();
    for class in classes.filter(|class| !class.declared_parameters.is_empty()) {
        let mut names = BTreeMap::new();
        for row in class.parameters.iter().filter_map(|handle| model.parameter(*handle)) {
            if let Some(other) = names.insert(row.name.as_str(), row.origin) {
                let problem = format!("{} has two parameters {}", class.name, row.name);
                return Err(hidden(model, row.origin, other, "parameter", problem));
            }
        }
    }
    Ok(())
}

/// A member with the name of an inherited one: a fault of its module, or of the combination.
fn hidden(
    model: &FomModel,
    here: Origin,
    there: Origin,
    element: &str,
    problem: String,
) -> FomError {
    let kind = if here.source == there.source {
        FomErrorKind::InvalidFom
    } else {
        FomErrorKind::InconsistentFom
    };
    let problem = format!("{problem}, one of them inherited; see {}", model.place(there, element));
    model.error(kind, here, element, problem)
}

/// How many rows a model had before a merge.
pub(crate) struct RowCounts {
    object_classes: usize,
    attributes: usize,
    interaction_classes: usize,
    parameters: usize,
}

impl RowCounts {
    pub(crate) fn of(model: &FomModel) -> Self {
        Self {
            object_classes: model.object_classes.len(),
            attributes: model.attributes.len(),
            interaction_classes: model.interaction_classes.len(),
            parameters: model.parameters.len(),
        }
    }
}

/// Warns of defaults that were used, and of names that the standard reserves, in new rows.
pub(crate) fn warn(model: &mut FomModel, before: RowCounts) {
    let mut warnings = Vec::new();
    let mut warn = |origin, element: &str, text| {
        warnings.push(FomWarning { place: model.place(origin, element), text });
    };
    for row in model.attributes.iter().skip(before.attributes) {
        for (column, missing, default) in [
            ("order", row.columns.order.is_none(), "TimeStamp"),
            ("transportation", row.columns.transportation.is_none(), "HLAreliable"),
        ] {
            if missing {
                let text = format!("attribute {} states no {column}; {default} is used", row.name);
                warn(row.origin, "attribute", text);
            }
        }
    }
    for row in model.interaction_classes.iter().skip(before.interaction_classes) {
        let columns = &row.columns;
        if columns.order.is_none() || columns.transportation.is_none() {
            let text = format!(
                "interaction class {} states no order or no transportation; its parent's is used",
                row.name
            );
            warn(row.origin, "interactionClass", text);
        }
    }
    let reserved = |origin: Origin, name: &str| {
        let last = name.rsplit('.').next().unwrap_or(name);
        origin.source > 0 && last.starts_with("HLA")
    };
    let classes = model.object_classes.iter().skip(before.object_classes);
    let classes = classes.map(|row| (row.origin, "objectClass", &row.name));
    let interactions = model.interaction_classes.iter().skip(before.interaction_classes);
    let interactions = interactions.map(|row| (row.origin, "interactionClass", &row.name));
    let attributes = model.attributes.iter().skip(before.attributes);
    let attributes = attributes.map(|row| (row.origin, "attribute", &row.name));
    let parameters = model.parameters.iter().skip(before.parameters);
    let parameters = parameters.map(|row| (row.origin, "parameter", &row.name));
    for (origin, element, name) in classes.chain(interactions).chain(attributes).chain(parameters) {
        if reserved(origin, name) {
            warn(origin, element, format!("{name}: names in HLA are reserved for the standard"));
        }
    }
    model.warnings.append(&mut warnings);
}
