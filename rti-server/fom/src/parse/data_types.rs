//! The data type tables of a module.

use std::collections::BTreeSet;

use super::{
    classes::{Located, unique},
    element::Element,
};
use crate::{
    error::FomError,
    model::{Alternative, Cardinality, DataType, DataTypeDefinition, Endian, Enumerator, Field},
};

type Reader = fn(Element<'_, '_>) -> Result<DataTypeDefinition, FomError>;

/// Table, row and how to read a row.
const TABLES: &[(&str, &str, Reader)] = &[
    ("basicDataRepresentations", "basicData", basic),
    ("simpleDataTypes", "simpleData", simple),
    ("enumeratedDataTypes", "enumeratedData", enumerated),
    ("arrayDataTypes", "arrayData", array),
    ("fixedRecordDataTypes", "fixedRecordData", fixed_record),
    ("variantRecordDataTypes", "variantRecordData", variant_record),
    ("referenceDataTypes", "referenceDataType", reference),
];

pub(super) fn data_types(root: Element<'_, '_>) -> Result<Vec<Located<DataType>>, FomError> {
    let Some(tables) = root.child("dataTypes") else { return Ok(Vec::new()) };
    let mut types = Vec::new();
    let mut names = BTreeSet::new();
    for (table, row, read) in TABLES {
        for element in tables.child(table).iter().flat_map(|table| table.children(row)) {
            let name = element.required_name()?;
            if !names.insert(name.clone()) {
                return Err(element.invalid(format!("data type {name} is there twice")));
            }
            let item = DataType { name, definition: read(element)? };
            types.push(Located { item, line: element.line() });
        }
    }
    Ok(types)
}

fn basic(element: Element<'_, '_>) -> Result<DataTypeDefinition, FomError> {
    let size = element.required("size")?;
    let size_bits = size
        .parse()
        .map_err(|_| element.invalid(format!("<size> {size:?} is not a number of bits")))?;
    Ok(DataTypeDefinition::Basic {
        size_bits,
        endian: element.member("endian", Endian::from_name)?,
    })
}

fn simple(element: Element<'_, '_>) -> Result<DataTypeDefinition, FomError> {
    Ok(DataTypeDefinition::Simple {
        representation: element.required("representation")?,
        units: element.text_unless_na("units"),
    })
}

fn enumerated(element: Element<'_, '_>) -> Result<DataTypeDefinition, FomError> {
    // Not `unique`: published models repeat names (RPR FOM 2), and nothing looks them up.
    let enumerators =
        element.children("enumerator").map(enumerator).collect::<Result<Vec<_>, _>>()?;
    if enumerators.is_empty() {
        return Err(element.invalid("has no <enumerator>"));
    }
    Ok(DataTypeDefinition::Enumerated {
        representation: element.required("representation")?,
        enumerators,
    })
}

fn enumerator(element: Element<'_, '_>) -> Result<Enumerator, FomError> {
    let values = element
        .children("value")
        .map(|value| {
            let text = value.own_text().unwrap_or_default();
            text.parse().map_err(|_| value.invalid(format!("{text:?} is not a whole number")))
        })
        .collect::<Result<Vec<_>, _>>()?;
    if values.is_empty() {
        return Err(element.invalid("has no <value>"));
    }
    Ok(Enumerator { name: element.required_name()?, values })
}

fn array(element: Element<'_, '_>) -> Result<DataTypeDefinition, FomError> {
    let text = element.required("cardinality")?;
    let cardinality = text.split(',').map(|part| cardinality(part.trim())).collect::<Option<_>>();
    Ok(DataTypeDefinition::Array {
        element: element.required("dataType")?,
        cardinality: cardinality.ok_or_else(|| {
            element.invalid(format!("<cardinality> {text:?} is not Dynamic, n or [a..b]"))
        })?,
        encoding: element.text("encoding"),
    })
}

/// `Dynamic`, `n` or `[a..b]`.
fn cardinality(text: &str) -> Option<Cardinality> {
    if text == "Dynamic" {
        return Some(Cardinality::Dynamic);
    }
    // Some tools write (a..b) and mean the same.
    if let Some(inner) = text.strip_prefix(['[', '(']) {
        let (least, most) = inner.strip_suffix([']', ')'])?.split_once("..")?;
        let (least, most) = (least.trim().parse().ok()?, most.trim().parse().ok()?);
        return (least <= most).then_some(Cardinality::Between(least, most));
    }
    text.parse().ok().map(Cardinality::Exactly)
}

fn fixed_record(element: Element<'_, '_>) -> Result<DataTypeDefinition, FomError> {
    let field = |element: Element<'_, '_>| {
        Ok(Field { name: element.required_name()?, data_type: element.required("dataType")? })
    };
    Ok(DataTypeDefinition::FixedRecord {
        encoding: element.text("encoding"),
        fields: unique(element, "field", field, |row| &row.name)?,
    })
}

fn variant_record(element: Element<'_, '_>) -> Result<DataTypeDefinition, FomError> {
    // Alternatives without content are all called NA, so names need not be unique.
    let alternatives = element
        .children("alternative")
        .map(|element| {
            let name = element.required_name()?;
            let data_type = match element.text("dataType") {
                None if name == "NA" => name.clone(),
                _ => element.required("dataType")?,
            };
            Ok(Alternative { enumerator: element.required("enumerator")?, name, data_type })
        })
        .collect::<Result<_, _>>()?;
    Ok(DataTypeDefinition::VariantRecord {
        discriminant: element.required("discriminant")?,
        data_type: element.required("dataType")?,
        encoding: element.text("encoding"),
        alternatives,
    })
}

fn reference(element: Element<'_, '_>) -> Result<DataTypeDefinition, FomError> {
    Ok(DataTypeDefinition::Reference {
        representation: element.required("representation")?,
        class: element.required("referenceClass")?,
        attribute: element.required("referencedAttribute")?,
    })
}
