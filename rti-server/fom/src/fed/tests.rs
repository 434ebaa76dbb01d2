use hla::OrderType;

use crate::{
    FomErrorKind::ErrorReadingFom,
    FomModel,
    fixture::{check_error, created, raw},
    write,
};

const OLD: &str = include_str!("../../testdata/old-13.fed");

fn fed(text: &str) -> Result<FomModel, crate::FomError> {
    FomModel::from_fed("old.fed", text.as_bytes())
}

/// The file with one text replaced is refused; the message has all parts.
#[track_caller]
fn refused(from: &str, to: &str, parts: &[&str]) {
    assert!(OLD.contains(from), "{from:?} is not in the file");
    check_error(fed(&OLD.replacen(from, to, 1)), ErrorReadingFom, parts);
}

#[test]
fn a_fed_file_becomes_a_model() {
    let model = fed(OLD).unwrap();
    let unit = model.object_class_handle("Unit").unwrap();
    let position = model.attribute_handle(unit, "Position").unwrap();
    let row = model.attribute(position).unwrap();
    assert_eq!(row.order, OrderType::TimeStamp);
    assert_eq!(model.transportation_type(row.transportation).unwrap().name, "HLAreliable");
    let [x, y] = ["Grid:X", "Grid:Y"].map(|name| model.dimension_handle(name).unwrap());
    assert_eq!(model.attribute_dimensions(unit, position), Some([x, y].as_slice()));
    let name = model.attribute(model.attribute_handle(unit, "Name").unwrap()).unwrap();
    assert_eq!((name.order, name.columns.dimensions.clone()), (OrderType::Receive, None));

    let tick = model.interaction_class_handle("Tick").unwrap();
    assert!(model.parameter_handle(tick, "N").is_some());
    assert_eq!(model.interaction_class(tick).unwrap().dimensions, [x, y]);
    let root = model.interaction_class(FomModel::INTERACTION_ROOT).unwrap();
    assert_eq!(root.order, OrderType::TimeStamp, "the MIM has the root");
    for of_the_rti in ["RTIprivate", "Manager"] {
        assert_eq!(model.object_class_handle(of_the_rti), None);
    }
    assert_eq!(model.modules()[0].name.as_deref(), Some("Bank"));
    assert!(model.switches().non_regulated_grant);
}

#[test]
fn a_federation_can_go_on_with_the_model_as_xml() {
    let model = fed(OLD).unwrap();
    let again = created(&[raw("old.xml", write(&model))]);
    let unit = again.object_class_handle("Unit").unwrap();
    assert!(again.attribute_handle(unit, "Position").is_some());
    assert!(again.interaction_class_handle("Tick").is_some());
}

#[test]
fn sections_come_in_any_order_and_may_be_missing() {
    let text = "(fed (OBJECTS (class objectroot (class A (attribute a Best_Effort TimeStamp S))))\n\
                ;; last of all\n(Spaces (space S (dimension D))))";
    let model = fed(text).unwrap();
    assert!(model.object_class_handle("A").is_some());
    fed("(FED)").unwrap();
    fed(&OLD
        .replace("  (spaces (space Grid (dimension X) (dimension Y)))\n", "")
        .replace(" Grid", ""))
    .unwrap();
}

#[test]
fn defects_are_told_with_their_line() {
    refused("(objects\n", "(objects\n ; one semicolon\n", &["old.fed", "line 6", "semicolon"]);
    refused("(spaces", "stray (spaces", &["line 4", "stray"]);
    refused("(FED\n", "(FED\n(tables)\n", &["tables"]);
    refused("timestamp Grid)", "timestamp Plane)", &["space", "Plane"]);
    refused("reliable timestamp Grid)", "pigeon timestamp Grid)", &["transport", "pigeon"]);
    refused("reliable timestamp Grid)", "reliable someday Grid)", &["order", "someday"]);
    refused("reliable timestamp Grid)", "reliable)", &["order"]);
    refused("timestamp Grid)", "timestamp Grid Grid)", &["stray"]);
    refused("(class Unit", "(parameter Unit", &["parameter", "class"]);
    refused("(attribute Position", "(attribute Name", &["Name", "twice"]);
    refused("(dimension Y)", "(dimension X)", &["Grid:X", "twice"]);
    refused("class ObjectRoot", "class Top", &["ObjectRoot"]);
    refused("(class Unit", "(class A.B", &["dot"]);
    refused("(dimension Y)", "(dimension)", &["no name"]);
    check_error(fed(&format!("{OLD})")), ErrorReadingFom, &["stray"]);
    check_error(fed(OLD.trim_end().strip_suffix(')').unwrap()), ErrorReadingFom, &["not closed"]);
    check_error(fed("())"), ErrorReadingFom, &["nothing"]);
    check_error(fed("((a))"), ErrorReadingFom, &["line 1"]);
    check_error(fed(""), ErrorReadingFom, &["nothing"]);
    check_error(fed("(RTI)"), ErrorReadingFom, &["(FED"]);
    check_error(fed(&"(a".repeat(1_000_000)), ErrorReadingFom, &["64"]);
}
