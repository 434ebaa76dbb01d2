use crate::{
    DataTypeDefinition,
    fixture::{E2010, E2025, check_agreement, check_contradiction, created, file, fom},
};
use hla::TransportationTypeHandle;

#[test]
fn small_tables_agree() {
    let dimension = |inside: &str| {
        format!("<dimensions><dimension><name>D</name>{inside}</dimension></dimensions>")
    };
    let bound = |bound: u32| dimension(&format!("<upperBound>{bound}</upperBound>"));
    let ranged =
        |value: &str| dimension(&format!("<upperBound>9</upperBound><value>{value}</value>"));
    let typed = |name: &str| dimension(&format!("<dataType>{name}</dataType>"));
    let rate = |rate: u32| {
        format!(
            "<updateRates><updateRate><name>U</name><rate>{rate}</rate></updateRate></updateRates>"
        )
    };
    let transport = |reliable: &str| {
        format!(
            "<transportations><transportation><name>Pigeon</name><reliable>{reliable}</reliable>\
             </transportation></transportations>"
        )
    };
    let point = |capability: &str| {
        format!(
            "<synchronizations><synchronizationPoint><label>Go</label><capability>{capability}\
             </capability></synchronizationPoint></synchronizations>"
        )
    };
    let tag = |name: &str| {
        format!("<tags><updateReflectTag><dataType>{name}</dataType></updateReflectTag></tags>")
    };
    let time =
        |name: &str| format!("<time><timeStamp><dataType>{name}</dataType></timeStamp></time>");
    for edition in [E2010, E2025] {
        for (one, other, parts) in [
            (bound(1), bound(2), ["dimension D", "upperBound"]),
            (ranged("[0..3)"), ranged("4"), ["dimension D", "value"]),
            (typed("HLAoctet"), typed("HLAbyte"), ["dimension D", "dataType"]),
            (rate(1), rate(2), ["update rate U", "rate"]),
            (transport("Yes"), transport("No"), ["transportation Pigeon", "reliable"]),
            (point("Register"), point("Achieve"), ["synchronization point Go", "capability"]),
            (tag("HLAoctet"), tag("HLAbyte"), ["tags table: updateReflectTag", "dataType"]),
            (time("HLAoctet"), time("HLAbyte"), ["time table: timeStamp", "dataType"]),
        ] {
            let first = fom(edition, "m1", &one);
            check_agreement(&first, &fom(edition, "m2", &format!("{one} ")));
            let parts = [parts[0], parts[1], "m1", "m2"];
            check_contradiction(&first, &fom(edition, "m2", &other), &parts);
        }
    }
    let model = created(&[fom(E2010, "m", &(transport("No") + &tag("HLAbyte") + &point("NA")))]);
    let pigeon = model.transportation_type_handle("Pigeon").unwrap();
    assert_eq!(pigeon, TransportationTypeHandle::new(2));
    assert_eq!(model.transportation_type(pigeon).unwrap().reliable, Some(false));
    assert_eq!(model.tag_data_type("updateReflectTag"), Some("HLAbyte"));
    assert_eq!(model.synchronization_points().next().unwrap().label, "Go");
}

#[test]
fn an_empty_tags_table_says_nothing() {
    let (full, empty) = (file!("testdata/tags-full.xml"), file!("testdata/tags-empty.xml"));
    let none = file!("testdata/bom-utf8.xml");
    for modules in [[&full, &empty, &none], [&empty, &none, &full], [&none, &full, &empty]] {
        let model = created(&modules.map(Clone::clone));
        assert_eq!(model.tag_data_type("updateReflectTag"), Some("HLAunicodeString"));
        assert!(model.object_class_handle("Other").is_some());
    }
}

/// One enumeration.
fn enumeration(enumerators: &[(&str, i64)]) -> String {
    let rows = enumerators.iter().map(|(name, value)| {
        format!("<enumerator><name>{name}</name><value>{value}</value></enumerator>")
    });
    format!(
        "<dataTypes><enumeratedDataTypes><enumeratedData><name>E</name>\
         <representation>HLAoctet</representation>{}</enumeratedData></enumeratedDataTypes>\
         </dataTypes>",
        rows.collect::<String>()
    )
}

/// One variant record over `HLAboolean`.
fn variant(encoding: &str, alternatives: &[(&str, &str)]) -> String {
    let rows = alternatives.iter().map(|(enumerator, data_type)| {
        format!(
            "<alternative><enumerator>{enumerator}</enumerator><name>of{enumerator}</name>\
             <dataType>{data_type}</dataType></alternative>"
        )
    });
    format!(
        "<dataTypes><variantRecordDataTypes><variantRecordData><name>V</name>\
         <discriminant>D</discriminant><dataType>HLAboolean</dataType>{}\
         <encoding>{encoding}</encoding></variantRecordData></variantRecordDataTypes></dataTypes>",
        rows.collect::<String>()
    )
}

#[test]
fn enumerations_may_grow_in_2025_only() {
    let one = enumeration(&[("A", 1)]);
    let two = enumeration(&[("A", 1), ("B", 2)]);
    let fresh = enumeration(&[("B", 2)]);
    let renamed = enumeration(&[("Z", 1)]);
    let moved = enumeration(&[("A", 3)]);
    let module = |edition, name: &str, tables: &String| fom(edition, name, tables);
    check_agreement(&module(E2010, "m1", &two), &module(E2010, "m2", &format!("{two} ")));
    for other in [&two, &fresh, &renamed, &moved] {
        let parts = ["data type E", "m1", "m2"];
        check_contradiction(&module(E2010, "m1", &one), &module(E2010, "m2", other), &parts);
    }
    for other in [&two, &fresh] {
        let model = check_agreement(&module(E2025, "m1", &one), &module(E2025, "m2", other));
        let definition = &model.data_type("E").unwrap().definition;
        let DataTypeDefinition::Enumerated { enumerators, .. } = definition else {
            panic!("{definition:?}")
        };
        assert_eq!(enumerators.len(), 2);
    }
    for other in [&renamed, &moved] {
        let parts = ["data type E", "enumerator", "m1"];
        check_contradiction(&module(E2025, "m1", &one), &module(E2025, "m2", other), &parts);
    }
}

#[test]
fn only_extendable_variant_records_may_grow() {
    let extendable = "HLAextendableVariantRecord";
    let plain = "HLAvariantRecord";
    let first = ("HLAfalse", "HLAoctet");
    let second = ("HLAtrue", "HLAoctet");
    let changed = ("HLAfalse", "HLAbyte");
    let module = |edition, name: &str, encoding: &str, rows: &[(&str, &str)]| {
        fom(edition, name, &variant(encoding, rows))
    };
    let base = module(E2025, "m1", extendable, &[first]);
    check_agreement(&base, &module(E2025, "m2", extendable, &[second]));
    check_agreement(&base, &module(E2025, "m2", extendable, &[first, second]));
    let parts = ["data type V", "m1", "m2"];
    check_contradiction(&base, &module(E2025, "m2", extendable, &[changed]), &parts);
    check_contradiction(&base, &module(E2025, "m2", plain, &[first]), &parts);
    let base = module(E2025, "m1", plain, &[first]);
    check_contradiction(&base, &module(E2025, "m2", plain, &[first, second]), &parts);
    let base = module(E2010, "m1", extendable, &[first]);
    check_contradiction(&base, &module(E2010, "m2", extendable, &[first, second]), &parts);
}

#[test]
fn other_data_types_never_change() {
    let types = |table: &str, row: &str, inside: &str| {
        format!("<dataTypes><{table}><{row}><name>D</name>{inside}</{row}></{table}></dataTypes>")
    };
    let basic = |size: u32, endian: &str| {
        let inside = format!("<size>{size}</size><endian>{endian}</endian>");
        types("basicDataRepresentations", "basicData", &inside)
    };
    let simple = |of: &str, units: &str| {
        let inside = format!("<representation>{of}</representation><units>{units}</units>");
        types("simpleDataTypes", "simpleData", &inside)
    };
    let array = |of: &str, cardinality: &str, encoding: &str| {
        let inside = format!(
            "<dataType>{of}</dataType><cardinality>{cardinality}</cardinality>\
             <encoding>{encoding}</encoding>"
        );
        types("arrayDataTypes", "arrayData", &inside)
    };
    let record = |fields: &str| types("fixedRecordDataTypes", "fixedRecordData", fields);
    let field = |name: &str, of: &str| {
        record(&format!("<field><name>{name}</name><dataType>{of}</dataType></field>"))
    };
    let reference = |class: &str| {
        let inside = format!(
            "<representation>HLAoctet</representation><referenceClass>{class}</referenceClass>\
             <referencedAttribute>HLAobjectInstanceHandle</referencedAttribute>"
        );
        types("referenceDataTypes", "referenceDataType", &inside)
    };
    for edition in [E2010, E2025] {
        for (one, other) in [
            (basic(8, "Big"), basic(16, "Big")),
            (basic(8, "Big"), basic(8, "Little")),
            (simple("HLAoctet", "m"), simple("HLAinteger16BE", "m")),
            (simple("HLAoctet", "m"), simple("HLAoctet", "km")),
            (array("HLAoctet", "3", "HLAfixedArray"), array("HLAbyte", "3", "HLAfixedArray")),
            (array("HLAoctet", "3", "HLAfixedArray"), array("HLAoctet", "4", "HLAfixedArray")),
            (array("HLAoctet", "3", "HLAfixedArray"), array("HLAoctet", "3", "HLAvariableArray")),
            (field("F", "HLAoctet"), field("G", "HLAoctet")),
            (field("F", "HLAoctet"), field("F", "HLAbyte")),
            (reference("HLAobjectRoot"), reference("HLAobjectRoot.HLAmanager")),
            (simple("HLAoctet", "m"), field("F", "HLAoctet")),
        ] {
            let first = fom(edition, "m1", &one);
            check_agreement(&first, &fom(edition, "m2", &format!("{one} ")));
            let parts = ["data type D", "m1", "m2"];
            check_contradiction(&first, &fom(edition, "m2", &other), &parts);
        }
        let first = fom(edition, "m1", &simple("HLAoctet", "m"));
        check_agreement(&first, &fom(edition, "m2", &simple("HLAoctet", "NA")));
    }
}
