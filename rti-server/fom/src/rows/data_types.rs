//! One fault in one data type (`FOM-003`, `FOM-019` to `FOM-024`).

use super::check_refused;
use crate::fixture::{E2010, E2025, created, fom};

/// A row that is right, and what is wrong with each of its elements besides missing and empty.
struct Table {
    table: &'static str,
    row: &'static str,
    good: &'static str,
    bad: &'static [(&'static str, &'static [&'static str])],
}

const BASIC: Table = Table {
    table: "basicDataRepresentations",
    row: "basicData",
    good: "<name>B</name><size>16</size><endian>Big</endian>",
    bad: &[("name", &[]), ("size", &["abc", "-1", "1.5", "99999999999"])],
};
const SIMPLE: Table = Table {
    table: "simpleDataTypes",
    row: "simpleData",
    good: "<name>S</name><representation>HLAoctet</representation>",
    bad: &[("name", &[]), ("representation", &["Nothing", "HLAboolean", "HLAunicodeString"])],
};
const ARRAY: Table = Table {
    table: "arrayDataTypes",
    row: "arrayData",
    good: "<name>A</name><dataType>HLAoctet</dataType><cardinality>Dynamic, 3, [1..4]</cardinality>",
    bad: &[
        ("name", &[]),
        ("dataType", &["Nothing"]),
        ("cardinality", &["four", "-6", "[3..1]", "[1..", "1,,2"]),
    ],
};
const ENUMERATED: Table = Table {
    table: "enumeratedDataTypes",
    row: "enumeratedData",
    good: "<representation>HLAoctet</representation><enumerator><name>One</name><value>1</value>\
           </enumerator><name>E</name>",
    bad: &[
        ("representation", &["Nothing", "HLAboolean"]),
        (
            "enumerator",
            &[
                "<value>1</value>",
                "<name/><value>1</value>",
                "<name>One</name>",
                "<name>One</name><value/>",
                "<name>One</name><value>one</value>",
            ],
        ),
    ],
};
const FIXED_RECORD: Table = Table {
    table: "fixedRecordDataTypes",
    row: "fixedRecordData",
    good: "<field><name>F</name><dataType>HLAoctet</dataType></field><name>R</name>",
    bad: &[("dataType", &["Nothing"]), ("name", &[])],
};
const VARIANT_RECORD: Table = Table {
    table: "variantRecordDataTypes",
    row: "variantRecordData",
    good: "<alternative><enumerator>[HLAfalse .. HLAtrue], HLAother</enumerator><name>V</name>\
           <dataType>HLAoctet</dataType></alternative><discriminant>D</discriminant>\
           <dataType>HLAboolean</dataType><name>R</name>",
    bad: &[
        ("enumerator", &["HLAmaybe", "HLAtrue, HLAmaybe", "[HLAfalse..HLAmaybe]"]),
        ("name", &[]),
        ("dataType", &["Nothing"]),
        ("discriminant", &[]),
    ],
};

/// Every fault of the table is refused, in both editions, with file and line.
fn check(rows: &Table) {
    let Table { table, row, good, bad } = rows;
    for edition in [E2010, E2025] {
        let module = |inside: &str| {
            let row = format!("<{row}>{inside}</{row}>");
            fom(edition, "m.xml", &format!("<dataTypes><{table}>\n{row}</{table}></dataTypes>"))
        };
        created(&[module(good)]);
        for (field, bad) in *bad {
            // The first of its name: the part's, where the row has parts.
            let start = good.find(&format!("<{field}>")).unwrap();
            let end = start + good[start..].find(&format!("</{field}>")).unwrap() + field.len() + 3;
            let texts = bad.iter().map(|text| format!("<{field}>{text}</{field}>"));
            for replaced in [String::new(), format!("<{field}/>")].into_iter().chain(texts) {
                let inside = format!("{}{replaced}{}", &good[..start], &good[end..]);
                check_refused(&module(&inside), &["m.xml", "line 2"]);
            }
        }
    }
}

/// The name of the row itself, which stands last where the row has parts.
fn check_row_name(rows: &Table) {
    let Table { table, row, good, .. } = rows;
    let start = good.rfind("<name>").unwrap();
    let end = start + good[start..].find("</name>").unwrap() + "</name>".len();
    for replaced in ["", "<name/>", "<name> </name>"] {
        let inside = format!("{}{replaced}{}", &good[..start], &good[end..]);
        let row = format!("<{row}>{inside}</{row}>");
        let types = format!("<dataTypes><{table}>{row}</{table}></dataTypes>");
        check_refused(&fom(E2010, "m.xml", &types), &["m.xml", "name"]);
    }
}

#[test]
fn fom_003_data_types_with_one_fault_each_are_refused() {
    for table in [BASIC, SIMPLE, ARRAY, ENUMERATED, FIXED_RECORD, VARIANT_RECORD] {
        check(&table);
        check_row_name(&table);
    }
}

#[test]
fn fom_019_a_basic_representation_has_a_size() {
    check(&BASIC);
}

#[test]
fn fom_020_a_simple_type_has_a_basic_representation() {
    check(&SIMPLE);
}

#[test]
fn fom_021_an_array_has_a_cardinality_and_elements() {
    check(&ARRAY);
}

#[test]
fn fom_022_an_enumeration_has_numbered_names() {
    check(&ENUMERATED);
}

#[test]
fn fom_023_fields_have_names_and_types() {
    check(&FIXED_RECORD);
}

#[test]
fn fom_024_alternatives_have_enumerators_names_and_types() {
    check(&VARIANT_RECORD);
}
