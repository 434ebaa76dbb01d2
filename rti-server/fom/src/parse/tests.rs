use crate::{
    FomErrorKind::{CouldNotOpenFom, ErrorReadingFom, InvalidFom},
    fixture::{
        E2010, E2025, attribute, check_warning, class, created, file, fom, interaction,
        interactions, objects, raw, refused,
    },
};
use hla::{FomModule, RangeBounds};

const NAMESPACE: &str = "http://standards.ieee.org/IEEE1516-2010";

/// A module with one class, by any spelling.
fn spelled(content: impl Into<Vec<u8>>) -> FomModule {
    raw("m.xml", content)
}

#[test]
fn b062_byte_order_marks_utf16_and_any_line_ends_are_read() {
    let FomModule::File { content, .. } = file!("testdata/bank-base.xml") else { unreachable!() };
    let crlf = String::from_utf8(content.to_vec()).unwrap().replace('\n', "\r\n");
    assert!(created(&[spelled(crlf)]).object_class_handle("Unit.Feeder.CableFeeder").is_some());

    for module in [file!("testdata/bom-utf8.xml"), file!("testdata/utf16le-bom.xml")] {
        let model = created(&[module]);
        assert!(model.object_class_handle("Mast").is_some());
        let text = &model.modules()[0].text;
        assert!(text.contains("äöü"), "umlauts are kept");
        assert!(text.starts_with("<?xml"), "the mark is not part of the text");
    }
    let xml =
        format!("<objectModel xmlns='{NAMESPACE}'>{}</objectModel>", objects(&class("Ä", "")));
    let big: Vec<u8> = xml.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let little: Vec<u8> = xml.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked: Vec<u8> = [&[0xFE, 0xFF], big.as_slice()].concat();
    let latin = format!("<?xml version='1.0' encoding='ISO-8859-1'?>{xml}");
    let latin: Vec<u8> = latin.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    for content in [big, little, marked, latin] {
        assert!(created(&[spelled(content)]).object_class_handle("Ä").is_some());
    }
}

#[test]
fn what_cannot_be_decoded_is_refused() {
    refused(&[spelled(b"<objectModel>\xFF</objectModel>".to_vec())], ErrorReadingFom, &["UTF-8"]);
    refused(&[spelled([0xFF, 0xFE, b'<'])], ErrorReadingFom, &["half a character"]);
    refused(&[spelled([0xFF, 0xFE, 0, 0xD8])], ErrorReadingFom, &["surrogate"]);
    let other = "<?xml version='1.0' encoding='EBCDIC-CP-US'?><objectModel/>";
    refused(&[spelled(other)], ErrorReadingFom, &["ebcdic-cp-us", "UTF-8"]);
}

#[test]
fn b064_the_prefix_of_the_name_space_is_free() {
    let model = created(&[file!("testdata/ns-prefixed.xml")]);
    let mast = model.object_class_handle("Mast").unwrap();
    assert!(model.attribute_handle(mast, "Hoehe").is_some());
    assert_eq!(model.modules()[0].name.as_deref(), Some("Prefixed"));
}

#[test]
fn fom_027_comments_cdata_and_foreign_elements_do_not_matter() {
    let module = format!(
        "\u{FEFF}<objectModel xmlns='{NAMESPACE}' xmlns:v='urn:vendor'><v:objects><v:x/></v:objects>{}\
         </objectModel>",
        objects(
            "<v:objectClass><name>Ghost</name></v:objectClass><objectClass><!-- c -->\
             <name> Ma<!-- c -->s<![CDATA[t]]>\n</name><v:attribute/></objectClass>"
        )
    );
    let model = created(&[spelled(module)]);
    assert!(model.object_class_handle("Mast").is_some());
    assert_eq!(model.object_class_handle("Ghost"), None);
    assert_eq!(model.warnings(), []);
}

#[test]
fn b066_a_document_type_is_refused_by_name() {
    let parts = ["doctype-external.xml", "DOCTYPE", "delete it"];
    refused(&[file!("testdata/doctype-external.xml")], ErrorReadingFom, &parts);
}

/// The crate cannot open files at all; what is refused is refused before anything unfolds.
#[test]
fn fom_028_documents_that_name_other_files_or_unfold_are_refused() {
    let external = "<!DOCTYPE o [<!ENTITY a SYSTEM 'file:///etc/hostname'>]>\
                    <objectModel>&a;</objectModel>";
    refused(&[spelled(external)], ErrorReadingFom, &["DOCTYPE"]);
    let undeclared = "<objectModel>&a;</objectModel>";
    refused(&[spelled(undeclared)], ErrorReadingFom, &["m.xml"]);
    let bomb =
        "<!DOCTYPE o [<!ENTITY a 'xxxxxxxxxx'><!ENTITY b '&a;&a;'>]><objectModel>&b;</objectModel>";
    refused(&[spelled(bomb)], ErrorReadingFom, &["DOCTYPE"]);
}

#[test]
fn b070_other_kinds_of_files_are_refused_by_name() {
    refused(&[file!("testdata/old-13.fed")], ErrorReadingFom, &["old-13.fed", "FED", "XML"]);
    refused(&[spelled(";; a comment\n(FED)")], ErrorReadingFom, &["FED"]);
    let old = "<objectModel DTDversion='1516.2' name='x'><objects/></objectModel>";
    refused(&[spelled(old)], ErrorReadingFom, &["1516-2000"]);
    refused(&[spelled("<html/>")], ErrorReadingFom, &["html", "objectModel"]);
    refused(&[spelled("<objectModel>\n<objects>\n</objectModel>")], ErrorReadingFom, &["line 3"]);
    refused(&[spelled("no XML at all")], ErrorReadingFom, &["m.xml"]);
}

#[test]
fn modules_without_content_cannot_be_opened() {
    refused(&[FomModule::Url("gone.xml".to_owned())], CouldNotOpenFom, &["gone.xml"]);
    refused(&[FomModule::Url(String::new())], CouldNotOpenFom, &[]);
    refused(&[FomModule::Compressed(vec![b'P', b'K'].into())], CouldNotOpenFom, &["compressed"]);
    refused(&[spelled("")], CouldNotOpenFom, &["empty"]);
    // All are opened before any is read.
    refused(&[spelled("broken"), FomModule::Url("gone.xml".to_owned())], CouldNotOpenFom, &[]);
}

#[test]
fn the_name_space_tells_the_edition() {
    assert_eq!(created(&[fom(E2010, "a", "")]).edition(), E2010);
    assert_eq!(created(&[fom(E2025, "a", "")]).edition(), E2025);
    for (namespace, edition) in [
        ("http://www.sisostds.org/schemas/IEEE1516-2010", E2010),
        ("urn:draft:1516-2025", E2025),
        ("urn:other", E2010),
    ] {
        let model = created(&[spelled(format!("<objectModel xmlns='{namespace}'/>"))]);
        assert_eq!(model.edition(), edition);
        check_warning(&model, &["m.xml", namespace]);
    }
    check_warning(&created(&[spelled("<objectModel/>")]), &["name space"]);
}

#[test]
fn any_table_may_be_missing_but_none_may_come_twice() {
    created(&[fom(E2010, "a", "")]);
    created(&[fom(E2010, "a", &objects(&class("A", "")))]);
    created(&[fom(E2010, "a", &interactions(&interaction("X", "")))]);
    refused(&[fom(E2010, "a", "<objects/><objects/>")], InvalidFom, &["objects", "twice"]);
    check_warning(&created(&[fom(E2010, "a", "<datatypes/>")]), &["<datatypes>", "ignored"]);
}

#[test]
fn class_trees_start_at_the_standard_roots() {
    let wrong = "<objects><objectClass><name>Root</name></objectClass></objects>";
    refused(&[fom(E2010, "a", wrong)], InvalidFom, &["HLAobjectRoot"]);
    let two = "<objects><objectClass><name>HLAobjectRoot</name></objectClass>\
               <objectClass><name>HLAobjectRoot</name></objectClass></objects>";
    refused(&[fom(E2010, "a", two)], InvalidFom, &["only HLAobjectRoot"]);
    let wrong = "<interactions><interactionClass><name>X</name></interactionClass></interactions>";
    refused(&[fom(E2010, "a", wrong)], InvalidFom, &["HLAinteractionRoot"]);
}

#[test]
fn classes_and_members_need_usable_names() {
    for bad in ["", "  ", "a.b", "a b"] {
        refused(&[fom(E2010, "a", &objects(&class(bad, "")))], InvalidFom, &["name"]);
        refused(&[fom(E2010, "a", &objects(&class("A", &attribute(bad))))], InvalidFom, &["name"]);
    }
    let by_xml_attributes = "<objectClass name='A' sharing='Neither'/>";
    refused(&[fom(E2010, "a", &objects(by_xml_attributes))], InvalidFom, &["<name>", "line 1"]);
    let long = "x".repeat(256);
    refused(&[fom(E2010, "a", &objects(&class(&long, "")))], InvalidFom, &["255"]);
}

#[test]
fn nothing_is_there_twice_in_one_module() {
    let twice = objects(&(class("A", "") + &class("A", "")));
    refused(&[fom(E2010, "a", &twice)], InvalidFom, &["HLAobjectRoot.A", "twice"]);
    let twice = objects(&class("A", &(attribute("x") + &attribute("x"))));
    refused(&[fom(E2010, "a", &twice)], InvalidFom, &["x", "twice"]);
    let twice = interactions(&(interaction("X", "") + &interaction("X", "")));
    refused(&[fom(E2010, "a", &twice)], InvalidFom, &["X", "twice"]);
    let rate = "<updateRate><name>U</name><rate>1</rate></updateRate>";
    let twice = format!("<updateRates>{rate}{rate}</updateRates>");
    refused(&[fom(E2010, "a", &twice)], InvalidFom, &["U", "twice"]);
    let tag = "<updateReflectTag><dataType>HLAopaqueData</dataType></updateReflectTag>";
    refused(&[fom(E2010, "a", &format!("<tags>{tag}{tag}</tags>"))], InvalidFom, &["twice"]);
}

#[test]
fn closed_sets_are_checked_where_they_stand() {
    let with = |column: &str| {
        fom(
            E2010,
            "a",
            &objects(&format!(
                "\n{}",
                class("A", &format!("\n<attribute><name>x</name>{column}</attribute>"))
            )),
        )
    };
    for column in [
        "<order>Late</order>",
        "<sharing>Sometimes</sharing>",
        "<updateType>Never</updateType>",
        "<ownership>Mine</ownership>",
        "<valueRequired>maybe</valueRequired>",
    ] {
        refused(&[with(column)], InvalidFom, &["line 3", "<attribute>", "not defined"]);
    }
    created(&[with("<order>NA</order><sharing/>")]);
    refused(&[with("<transportation>Pigeon</transportation>")], InvalidFom, &["line 3", "Pigeon"]);
    let order = interactions(&interaction("X", "<order>Late</order>"));
    refused(&[fom(E2010, "a", &order)], InvalidFom, &["Late"]);
    let transport = interactions(&interaction("X", "<transportation>Pigeon</transportation>"));
    refused(&[fom(E2010, "a", &transport)], InvalidFom, &["Pigeon"]);
    let reliable = "<transportations><transportation><name>P</name><reliable>Maybe</reliable>\
                    </transportation></transportations>";
    refused(&[fom(E2010, "a", reliable)], InvalidFom, &["reliable"]);
}

#[test]
fn dimensions_have_bounds_and_default_ranges() {
    let dimension = |inside: &str| {
        fom(
            E2010,
            "a",
            &format!("<dimensions><dimension><name>D</name>{inside}</dimension></dimensions>"),
        )
    };
    let range = |value: &str| {
        let module = dimension(&format!("<upperBound>100</upperBound><value>{value}</value>"));
        let model = created(&[module]);
        let dimension = model.dimension(model.dimension_handle("D").unwrap()).unwrap().clone();
        assert_eq!(dimension.upper_bound, 100);
        dimension.default_range.map(|RangeBounds { lower, upper }| (lower, upper))
    };
    assert_eq!(range("Excluded"), None);
    assert_eq!(range(""), None);
    assert_eq!(range("7"), Some((7, 8)));
    assert_eq!(range("[0)"), Some((0, 1)));
    assert_eq!(range("[0..100)"), Some((0, 100)));
    for bad in ["[0..101)", "[5..5)", "[9..3)", "100", "all", "[1"] {
        let module = dimension(&format!("<upperBound>100</upperBound><value>{bad}</value>"));
        refused(&[module], InvalidFom, &["<dimension>", bad]);
    }
    for bad in ["0", "-1", "many"] {
        refused(&[dimension(&format!("<upperBound>{bad}</upperBound>"))], InvalidFom, &[bad]);
    }
    let huge = created(&[dimension("<upperBound>9223372036854775807</upperBound>")]);
    check_warning(&huge, &["upper bound", "4294967295"]);
    let open = created(&[dimension("")]);
    let dimension = open.dimension(open.dimension_handle("D").unwrap()).unwrap();
    assert_eq!(dimension.upper_bound, crate::Dimension::RTI_DEFINED_UPPER_BOUND);
}

#[test]
fn update_rates_are_positive_numbers() {
    let rate = |rate: &str| {
        let row = format!("<updateRate><name>U</name><rate>{rate}</rate></updateRate>");
        fom(E2010, "a", &format!("<updateRates>{row}</updateRates>"))
    };
    assert_eq!(created(&[rate("0.5")]).update_rate_hz("U"), Some(0.5));
    assert_eq!(created(&[rate("0.5")]).update_rate_hz("V"), None);
    for bad in ["", "fast", "0", "-1", "inf", "NaN"] {
        refused(&[rate(bad)], InvalidFom, &["rate"]);
    }
}

#[test]
fn alternatives_without_content_need_no_type() {
    let record = "<dataTypes><variantRecordDataTypes><variantRecordData><name>R</name>\
        <discriminant>D</discriminant><dataType>HLAboolean</dataType>\
        <alternative><enumerator>HLAtrue</enumerator><name>NA</name></alternative>\
        <alternative><enumerator>HLAother</enumerator><name>NA</name><dataType>NA</dataType>\
        </alternative></variantRecordData></variantRecordDataTypes></dataTypes>";
    created(&[fom(E2010, "a", record)]);
    let wrong = record.replace("<dataType>HLAboolean", "<dataType>HLAoctet");
    refused(&[fom(E2010, "a", &wrong)], InvalidFom, &["HLAoctet", "not enumerated"]);
}

#[test]
fn switches_are_read_in_every_spelling() {
    let switches = |inside: &str| fom(E2025, "a", &format!("<switches>{inside}</switches>"));
    let model = created(&[switches(
        "<autoProvide isEnabled='true'/><allowRelaxedDDM isEnabled='Enabled'/>\
         <nonRegulatedGrant isEnabled='1'/><serviceReporting/>\
         <automaticResignAction resignAction='DeleteObjects'/><turbo isEnabled='true'/>",
    )]);
    let read = model.switches();
    assert!(read.auto_provide && read.allow_relaxed_ddm && read.non_regulated_grant);
    assert!(!read.service_reporting && !read.exception_reporting);
    assert_eq!(read.automatic_resign_action, hla::ResignAction::DeleteObjects);
    check_warning(&model, &["<turbo>", "ignored"]);
    refused(&[switches("<autoProvide isEnabled='perhaps'/>")], InvalidFom, &["perhaps"]);
    let action = "<automaticResignAction resignAction='Run'/>";
    refused(&[switches(action)], InvalidFom, &["Run"]);
}

#[test]
fn hostile_nesting_neither_crashes_nor_passes() {
    let deep = "<objectClass><name>C</name>".repeat(33) + &"</objectClass>".repeat(33);
    refused(&[fom(E2010, "a", &objects(&deep))], InvalidFom, &["32"]);
    let deeper = "<x>".repeat(50_000) + &"</x>".repeat(50_000);
    created(&[fom(E2010, "a", &format!("<notes>{deeper}</notes>"))]);
    let long = "n".repeat(250);
    let path = (0..6).fold(String::new(), |inside, _| class(&long, &inside));
    refused(&[fom(E2010, "a", &objects(&path))], InvalidFom, &["1024"]);
}
