//! The data type tables, one for each kind.

use super::xml::Xml;
use crate::model::{Cardinality, DataType, DataTypeDefinition, FomModel};

/// Whether a definition stands in a table.
type Belongs = fn(&DataTypeDefinition) -> bool;

/// Table, row, and the kind of definition that stands in it.
const TABLES: &[(&str, &str, Belongs)] = {
    use DataTypeDefinition as D;
    &[
        ("basicDataRepresentations", "basicData", |kind| matches!(kind, D::Basic { .. })),
        ("simpleDataTypes", "simpleData", |kind| matches!(kind, D::Simple { .. })),
        ("enumeratedDataTypes", "enumeratedData", |kind| matches!(kind, D::Enumerated { .. })),
        ("arrayDataTypes", "arrayData", |kind| matches!(kind, D::Array { .. })),
        ("fixedRecordDataTypes", "fixedRecordData", |kind| matches!(kind, D::FixedRecord { .. })),
        ("variantRecordDataTypes", "variantRecordData", |kind| {
            matches!(kind, D::VariantRecord { .. })
        }),
        ("referenceDataTypes", "referenceDataType", |kind| matches!(kind, D::Reference { .. })),
    ]
};

pub(super) fn data_types(model: &FomModel, xml: &mut Xml) {
    for (table, row, is_of_table) in TABLES {
        let mut rows = model.data_types().filter(|row| is_of_table(&row.definition)).peekable();
        if rows.peek().is_some() {
            xml.table(table, |xml| {
                for data_type in rows {
                    xml.table(row, |xml| data_type_row(data_type, xml));
                }
            });
        }
    }
}

fn data_type_row(row: &DataType, xml: &mut Xml) {
    xml.text("name", &row.name);
    match &row.definition {
        DataTypeDefinition::Basic { size_bits, endian } => {
            xml.text("size", &size_bits.to_string());
            xml.optional("endian", endian.map(|endian| endian.name()));
        }
        DataTypeDefinition::Simple { representation, units } => {
            xml.text("representation", representation);
            xml.optional("units", units.as_deref());
        }
        DataTypeDefinition::Enumerated { representation, enumerators } => {
            xml.text("representation", representation);
            for enumerator in enumerators {
                xml.table("enumerator", |xml| {
                    xml.text("name", &enumerator.name);
                    for value in &enumerator.values {
                        xml.text("value", &value.to_string());
                    }
                });
            }
        }
        DataTypeDefinition::Array { element, cardinality, encoding } => {
            xml.text("dataType", element);
            let axes: Vec<_> = cardinality.iter().map(axis).collect();
            xml.text("cardinality", &axes.join(","));
            xml.optional("encoding", encoding.as_deref());
        }
        DataTypeDefinition::FixedRecord { encoding, fields } => {
            xml.optional("encoding", encoding.as_deref());
            for field in fields {
                xml.table("field", |xml| {
                    xml.text("name", &field.name);
                    xml.text("dataType", &field.data_type);
                });
            }
        }
        DataTypeDefinition::VariantRecord { discriminant, data_type, encoding, alternatives } => {
            xml.text("discriminant", discriminant);
            xml.text("dataType", data_type);
            for alternative in alternatives {
                xml.table("alternative", |xml| {
                    xml.text("enumerator", &alternative.enumerator);
                    xml.text("name", &alternative.name);
                    xml.text("dataType", &alternative.data_type);
                });
            }
            xml.optional("encoding", encoding.as_deref());
        }
        DataTypeDefinition::Reference { representation, class, attribute } => {
            xml.text("representation", representation);
            xml.text("referenceClass", class);
            xml.text("referencedAttribute", attribute);
        }
    }
}

fn axis(cardinality: &Cardinality) -> String {
    match cardinality {
        Cardinality::Dynamic => "Dynamic".to_owned(),
        Cardinality::Exactly(count) => count.to_string(),
        Cardinality::Between(least, most) => format!("[{least}..{most}]"),
    }
}
