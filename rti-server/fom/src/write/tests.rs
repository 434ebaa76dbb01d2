use hla::FomModule;

use super::write;
use crate::FomModel;
use crate::fixture::{
    E2010, E2025, attribute, check_handles_kept, class, created, file, fom, interaction,
    interactions, names, objects, parameter, raw,
};

/// The model that the written text gives.
#[track_caller]
fn read_again(model: &FomModel) -> FomModel {
    let again = created(&[raw("current FDD", write(model))]);
    assert_eq!(again.edition(), model.edition());
    again
}

/// Everything the text of a model says, whatever the handles are.
#[track_caller]
fn check_same_content(model: &FomModel) {
    let (again, text) = (read_again(model), write(model));
    // The references name the modules, which are others now.
    let of_reference = ["reference>", "Composed_From", "<identification>"];
    let lines = |text: &str| {
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.retain(|line| !of_reference.iter().any(|part| line.contains(part)));
        lines.sort();
        lines
    };
    assert_eq!(lines(&write(&again)), lines(&text));
    assert!(again.switches() == model.switches());
}

/// The same, and every handle too.
#[track_caller]
fn check_round_trip(modules: &[FomModule]) {
    let model = created(modules);
    let again = read_again(&model);
    assert_eq!(names(&again), names(&model));
    check_handles_kept(&model, &again);
    assert!(again.data_types().eq(model.data_types()));
    for (new, old) in again.object_classes().iter().zip(model.object_classes()) {
        assert_eq!(new.attribute_dimensions, old.attribute_dimensions);
        assert_eq!(new.directed_interactions, old.directed_interactions);
    }
    for (new, old) in again.interaction_classes().iter().zip(model.interaction_classes()) {
        assert_eq!(new.dimensions, old.dimensions);
        assert_eq!(new.parameters, old.parameters);
    }
    check_same_content(&model);
}

#[test]
fn a_module_written_and_read_again_is_the_same_model() {
    check_round_trip(&[file!("testdata/bank-base.xml")]);
    check_round_trip(&[file!("testdata/encoding-types.xml")]);
    check_round_trip(&[file!("../../tests/conformance/fom/T-2010.xml")]);
    check_round_trip(&[file!("../../tests/conformance/fom/T.xml")]);
    check_round_trip(&[]);
}

#[test]
fn modules_that_grow_each_other_are_written_as_one() {
    for edition in [E2010, E2025] {
        let first = fom(edition, "first", &objects(&class("C", &attribute("a"))));
        let below = class("C", &class("D", &attribute("d")));
        let tables = objects(&format!("{below}{}", class("E", "")))
            + &interactions(&interaction("X", &parameter("p")));
        let second = fom(edition, "second", &tables);
        let between = fom(edition, "between", &objects(&class("M", &attribute("m"))));
        let model = created(&[first, between, second]);
        check_same_content(&model);
        assert!(write(&model).contains("<identification>second</identification>"));
    }
}

#[test]
fn names_are_escaped_and_defaults_written_out() {
    let dataless = "<attribute><name>a</name></attribute>";
    let tables = objects(&class("A&amp;B&lt;", dataless))
        + "<switches><autoProvide isEnabled=\"true\"/>\
           <automaticResignAction resignAction=\"DeleteObjects\"/></switches>";
    for edition in [E2010, E2025] {
        let model = created(&[fom(edition, "m", &tables)]);
        let text = write(&model);
        for part in [
            "<name>A&amp;B&lt;</name>",
            "<transportation>HLAreliable</transportation>",
            "<order>TimeStamp</order>",
            "<autoProvide isEnabled=\"true\"/>",
            "<automaticResignAction resignAction=\"DeleteObjects\"/>",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        check_same_content(&model);
    }
}
