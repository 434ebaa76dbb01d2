use std::collections::BTreeSet;

use hla::{FomModule, Switches};

use super::*;
use crate::{
    Cardinality, DataTypeDefinition,
    fixture::{E2010, E2025, check_error, class, fom, objects, raw},
    model::{Dimension, is_switch},
};

const TABLE: &str = include_str!("../../testdata/mim.tsv");

/// The rows of `mim.tsv` for an edition: kind, name, type, detail.
fn table_rows(edition: Edition) -> BTreeSet<String> {
    let year = if edition == E2025 { "2025" } else { "2010" };
    let rows = TABLE.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row[0] == year && row[1] != "switch" && row[2] != "(none)")
        .map(|row| {
            let detail = row[4]
                .replace("value(default range when unspecified)", "value")
                .replace(" (special identifier)", "");
            format!("{}\t{}\t{}\t{detail}", row[1], row[2], row[3])
        })
        .collect()
}

fn join<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(",")
}

fn class_rows(model: &FomModel) -> BTreeSet<String> {
    let mut rows = BTreeSet::new();
    let dims = |names: &Option<Vec<String>>| {
        names.as_ref().map_or(String::new(), |names| {
            format!(" dims={}", join(names.iter().map(String::as_str)))
        })
    };
    for class in model.object_classes() {
        rows.insert(format!(
            "objectClass\t{}\t\tsharing={}{}",
            class.name,
            class.sharing.unwrap().name(),
            dims(&class.stated_dimensions)
        ));
    }
    for row in model.attributes() {
        let columns = &row.columns;
        let required =
            columns.value_required.map_or(String::new(), |value| format!(" valueRequired={value}"));
        rows.insert(format!(
            "attribute\t{}.{}\t{}\tupdate={} ownership={} sharing={} transport={} order={}{}{required}",
            model.object_class(row.class).unwrap().name,
            row.name,
            columns.data_type.as_deref().unwrap(),
            columns.update_type.unwrap().name(),
            columns.ownership.unwrap().name(),
            columns.sharing.unwrap().name(),
            model.transportation_type(row.transportation).unwrap().name,
            row.order.name(),
            dims(&columns.dimensions),
        ));
    }
    for class in model.interaction_classes() {
        rows.insert(format!(
            "interactionClass\t{}\t\tsharing={} transport={} order={}{}",
            class.name,
            class.columns.sharing.unwrap().name(),
            model.transportation_type(class.transportation).unwrap().name,
            class.order.name(),
            dims(&class.columns.dimensions),
        ));
    }
    for row in model.parameters() {
        rows.insert(format!(
            "parameter\t{}.{}\t{}\t",
            model.interaction_class(row.class).unwrap().name,
            row.name,
            row.data_type.as_deref().unwrap(),
        ));
    }
    rows
}

fn other_rows(model: &FomModel) -> BTreeSet<String> {
    let mut rows = BTreeSet::new();
    for row in model.dimensions() {
        let bound = match row.upper_bound {
            Dimension::RTI_DEFINED_UPPER_BOUND => "RTI-defined".to_owned(),
            bound => bound.to_string(),
        };
        let types = join(row.data_types.iter().map(String::as_str));
        assert_eq!(row.default_range, None);
        rows.insert(format!("dimension\t{}\t{types}\tupperBound={bound} value=Excluded", row.name));
    }
    for row in model.transportation_types() {
        let reliable = if row.reliable.unwrap() { "Yes" } else { "No" };
        rows.insert(format!("transportation\t{}\t\treliable={reliable}", row.name));
    }
    for row in model.data_types() {
        let name = &row.name;
        let line = match &row.definition {
            DataTypeDefinition::Basic { size_bits, endian } => {
                let endian = endian.unwrap().name();
                format!("basicData\t{name}\t\tsize={size_bits} endian={endian}")
            }
            DataTypeDefinition::Simple { representation, units } => {
                let units = units.as_deref().unwrap_or("NA");
                format!("simpleData\t{name}\t{representation}\tunits={units}")
            }
            DataTypeDefinition::Enumerated { representation, enumerators } => {
                for row in enumerators {
                    assert_eq!(row.values.len(), 1);
                    let value = row.values[0];
                    rows.insert(format!("enumerator\t{name}.{}\t\tvalue={value}", row.name));
                }
                format!("enumerated\t{name}\t{representation}\t")
            }
            DataTypeDefinition::Array { element, cardinality, encoding } => {
                let cardinality = match cardinality.as_slice() {
                    [Cardinality::Dynamic] => "Dynamic".to_owned(),
                    [Cardinality::Exactly(count)] => count.to_string(),
                    other => panic!("{name} has cardinality {other:?}"),
                };
                let encoding = encoding.as_deref().unwrap();
                format!("array\t{name}\t{element}\tcardinality={cardinality} encoding={encoding}")
            }
            DataTypeDefinition::FixedRecord { encoding, fields } => {
                for row in fields {
                    rows.insert(format!("field\t{name}.{}\t{}\t", row.name, row.data_type));
                }
                format!("fixedRecord\t{name}\t\tencoding={}", encoding.as_deref().unwrap())
            }
            DataTypeDefinition::VariantRecord { .. } => format!("variantRecord\t{name}\t\t"),
            DataTypeDefinition::Reference { representation, class, attribute } => format!(
                "referenceData\t{name}\t{representation}\tclass={class} attribute={attribute}"
            ),
        };
        rows.insert(line);
    }
    rows
}

#[test]
fn the_standard_mim_is_the_table_row_by_row() {
    for edition in [E2010, E2025] {
        let model = standard_model(edition).unwrap();
        let rows: BTreeSet<_> = &class_rows(&model) | &other_rows(&model);
        let expected = table_rows(edition);
        assert_eq!(expected.difference(&rows).collect::<Vec<_>>(), [""; 0], "not in the MIM");
        assert_eq!(rows.difference(&expected).collect::<Vec<_>>(), [""; 0], "not in the table");
        assert!(expected.len() > 300);
        assert_eq!(model.warnings(), []);
    }
}

#[test]
fn every_switch_of_the_table_is_known_and_off() {
    let switches = TABLE.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let names: Vec<_> = switches.filter(|row| row[1] == "switch").map(|row| row[2]).collect();
    assert_eq!(names.len(), 15);
    for name in names {
        assert!(name == "automaticResignAction" || is_switch(name), "{name}");
    }
    assert_eq!(standard_model(E2025).unwrap().switches(), Switches::default());
}

#[test]
fn predefined_handles_are_what_every_crate_takes_for_granted() {
    for edition in [E2010, E2025] {
        let model = standard_model(edition).unwrap();
        assert_eq!(model.object_class_handle("HLAobjectRoot"), Some(FomModel::OBJECT_ROOT));
        assert_eq!(
            model.interaction_class_handle("HLAinteractionRoot"),
            Some(FomModel::INTERACTION_ROOT)
        );
        assert_eq!(
            model.attribute_handle(FomModel::OBJECT_ROOT, "HLAprivilegeToDeleteObject"),
            Some(FomModel::PRIVILEGE_TO_DELETE_OBJECT)
        );
        assert_eq!(
            model.transportation_type_handle("HLAreliable"),
            Some(hla::TransportationTypeHandle::RELIABLE)
        );
        assert_eq!(
            model.transportation_type_handle("HLAbestEffort"),
            Some(hla::TransportationTypeHandle::BEST_EFFORT)
        );
    }
}

/// The standard MIM of 2025 with one text replaced.
fn altered(from: &str, to: &str) -> FomModule {
    let text = standard_mim(E2025);
    assert!(text.contains(from), "{from} is not in the MIM");
    raw("MyMIM.xml", text.replacen(from, to, 1))
}

#[test]
fn a_mim_may_extend_the_standard_one() {
    let with_class = "</attribute>\n            <objectClass>\n                <name>Site</name>\
                      </objectClass>\n            <objectClass>\n                <name>HLAmanager</name>";
    let mim = altered(
        "</attribute>\n            <objectClass>\n                <name>HLAmanager</name>",
        with_class,
    );
    let module = fom(E2025, "m.xml", &objects(&class("Site", &class("Bay", ""))));
    let model = FomModel::create(Some(&mim), &[module]).unwrap();
    assert_eq!(model.mim().designator, "MyMIM.xml");
    assert!(model.mim().text.contains("Site"));
    assert_eq!(model.modules().len(), 1);
    assert!(model.object_class_handle("Site.Bay").is_some());
    let plain = standard_model(E2025).unwrap();
    for class in plain.object_classes() {
        assert_eq!(model.object_class_handle(&class.name), plain.object_class_handle(&class.name));
    }
}

#[test]
fn a_mim_takes_nothing_away_and_changes_nothing() {
    let kind = FomErrorKind::InvalidMim;
    let renamed = altered("<name>HLAlastSaveName</name>", "<name>HLAlastSave</name>");
    check_error(
        FomModel::create(Some(&renamed), &[]),
        kind,
        &["MyMIM.xml", "HLAfederation.HLAlastSaveName", "predefines"],
    );
    let changed = altered("<order>TimeStamp</order>", "<order>Receive</order>");
    check_error(
        FomModel::create(Some(&changed), &[]),
        kind,
        &["HLAprivilegeToDeleteObject", "order", "HLAstandardMIM"],
    );
    let unknown = altered("<dataType>HLAtoken</dataType>", "<dataType>Token</dataType>");
    check_error(FomModel::create(Some(&unknown), &[]), kind, &["Token"]);
}

#[test]
fn a_mim_that_cannot_be_used_is_told_by_its_own_exceptions() {
    let create = |mim: FomModule| FomModel::create(Some(&mim), &[]);
    let named = FomModule::Url(STANDARD_DESIGNATOR.to_owned());
    check_error(create(named), FomErrorKind::DesignatorIsHlaStandardMim, &["leave it out"]);
    let named = raw(STANDARD_DESIGNATOR, "<objectModel/>");
    check_error(create(named), FomErrorKind::DesignatorIsHlaStandardMim, &[]);
    let missing = FomModule::Url("nowhere.xml".to_owned());
    check_error(create(missing), FomErrorKind::CouldNotOpenMim, &["nowhere.xml"]);
    check_error(create(raw("empty.xml", "")), FomErrorKind::CouldNotOpenMim, &["empty.xml"]);
    check_error(create(raw("b.xml", "<objectModel>")), FomErrorKind::ErrorReadingMim, &["b.xml"]);
    let bad =
        fom(E2025, "bad.xml", "<updateRates><updateRate><name>U</name></updateRate></updateRates>");
    check_error(create(bad), FomErrorKind::InvalidMim, &["rate"]);
}

#[test]
fn the_mim_decides_the_edition() {
    let mim = raw("mim.xml", standard_mim(E2010));
    let model = FomModel::create(Some(&mim), &[]).unwrap();
    assert_eq!(model.edition(), E2010);
    assert_eq!(model.mim().designator, "mim.xml");
    assert!(model.data_type("HLAhandle").is_some());
}
