//! The rows `FOM-001` to `FOM-028` of the FOM scenarios that no test of one table shows, and bug
//! cases of FOM files. Other rows stand with the table that they are about.

mod data_types;
mod modules;

use hla::HlaError;

use crate::{
    FomErrorKind::InvalidFom,
    FomModel,
    fixture::{
        E2010, E2025, attribute, class, created, file, fom, interaction, interactions, objects,
        parameter,
    },
};

const FULL: &str = include_str!("../testdata/full.xml");

/// Refused with the exception of either edition.
#[track_caller]
fn check_refused(module: &hla::FomModule, parts: &[&str]) {
    let error = FomModel::create(None, std::slice::from_ref(module)).expect_err("refused");
    assert_eq!(error.kind(), InvalidFom, "{error}");
    assert!(error.place().line > 0, "no line: {error}");
    for part in parts {
        assert!(error.to_string().contains(part), "{part:?} is not in {error}");
    }
    let exception = HlaError::from(error);
    assert_eq!(exception.exception_name(), "InvalidFOM");
    assert_eq!(exception.in_2010_terms().exception_name(), "ErrorReadingFDD");
}

#[test]
fn fom_001_a_full_model_is_read_as_written() {
    let model = created(&[file!("testdata/full.xml")]);
    let own = |names: Vec<&str>, of_mim: usize| names[of_mim..].join(" ");
    let mim = created(&[]);
    let mim_2010 = created(&[fom(E2010, "nothing", "")]);
    assert_eq!(mim.edition(), E2025);
    let classes = model.object_classes().iter().map(|row| row.name.as_str()).collect();
    assert_eq!(
        own(classes, mim_2010.object_classes().len()),
        "HLAobjectRoot.Plant HLAobjectRoot.Plant.Line HLAobjectRoot.Plant.Line.Cable"
    );
    let attributes = model.attributes().iter().map(|row| row.name.as_str()).collect();
    assert_eq!(own(attributes, mim_2010.attributes().len()), "Name State Load");
    let classes = model.interaction_classes().iter().map(|row| row.name.as_str()).collect();
    assert_eq!(
        own(classes, mim_2010.interaction_classes().len()),
        "HLAinteractionRoot.Order HLAinteractionRoot.Order.Switch"
    );
    let parameters = model.parameters().iter().map(|row| row.name.as_str()).collect();
    assert_eq!(own(parameters, mim_2010.parameters().len()), "Target Close");
    let types = model.data_types().map(|row| row.name.as_str()).collect();
    assert_eq!(
        own(types, mim_2010.data_types().len()),
        "Nibbles Amperes Position Phases Samples Reading Value"
    );
    let line = model.object_class_handle("Plant.Line").unwrap();
    let state = model.attribute(model.attribute_handle(line, "State").unwrap()).unwrap();
    assert_eq!(state.order, hla::OrderType::Receive);
    assert_eq!(model.transportation_type(state.transportation).unwrap().name, "Radio");
    let area = model.dimension(model.dimension_handle("Area").unwrap()).unwrap();
    assert_eq!((area.upper_bound, area.default_range.unwrap().upper), (64, 8));
    assert_eq!(model.update_rate_hz("Slow"), Some(0.5));
    assert_eq!(model.tag_data_type("updateReflectTag"), Some("HLAunicodeString"));
    assert_eq!(model.time_data_type("timeStamp"), Some("HLAinteger64Time"));
    assert_eq!(model.synchronization_points().next().unwrap().label, "Ready");
    assert!(model.switches().auto_provide && !model.switches().service_reporting);
    assert_eq!(model.service_utilization().get("joinFederationExecution"), Some(&true));
    assert_eq!(model.modules()[0].name.as_deref(), Some("Full"));
    assert_eq!(model.warnings(), []);
}

#[test]
fn fom_002_a_module_may_lack_classes_of_either_kind() {
    for edition in [E2010, E2025] {
        let model = created(&[fom(edition, "o", &objects(&class("A", &attribute("a"))))]);
        assert!(model.object_class_handle("A").is_some());
        let module = fom(edition, "i", &interactions(&interaction("X", &parameter("p"))));
        assert!(created(&[module]).interaction_class_handle("X").is_some());
    }
}

#[test]
fn fom_004_orders_and_transports_are_defined() {
    for edition in [E2010, E2025] {
        for (good, bad) in [("TimeStamp", "Someday"), ("HLAreliable", "Pigeon")] {
            let inside = attribute("x").replace(good, bad);
            let module = fom(edition, "m.xml", &objects(&class("A", &inside)));
            check_refused(&module, &["m.xml", "line 1", bad, "not defined"]);
            let inside = "<transportation>HLAreliable</transportation><order>TimeStamp</order>"
                .replace(good, bad);
            let module = fom(edition, "m.xml", &interactions(&interaction("X", &inside)));
            check_refused(&module, &["m.xml", "line 1", bad, "not defined"]);
        }
    }
}

/// A module of our own with the class names of the public one.
#[test]
fn fom_006_a_class_five_levels_down_is_found() {
    let below = ["Aircraft", "Platform", "PhysicalEntity", "BaseEntity"];
    for edition in [E2010, E2025] {
        let tree = below.iter().fold(String::new(), |inside, name| class(name, &inside));
        let model = created(&[fom(edition, "entities.xml", &objects(&tree))]);
        let name = "HLAobjectRoot.BaseEntity.PhysicalEntity.Platform.Aircraft";
        let aircraft = model.object_class_handle(name).unwrap();
        assert_eq!(model.object_class(aircraft).unwrap().name, name);
    }
}

#[test]
fn fom_025_every_kind_of_data_type_resolves() {
    let model = created(&[file!("testdata/full.xml")]);
    let mut kinds: Vec<_> =
        ["Nibbles", "Amperes", "Position", "Phases", "Samples", "Reading", "Value"]
            .into_iter()
            .map(|name| model.data_type(name).unwrap().definition.kind())
            .collect();
    kinds.dedup();
    assert_eq!(
        kinds,
        [
            "basic representation",
            "simple data type",
            "enumerated data type",
            "array data type",
            "fixed record",
            "variant record"
        ]
    );
    // Each name that the file uses is one that something depends on.
    for name in ["Nibbles", "Amperes", "Position", "Samples", "Reading"] {
        let gone = FULL.replacen(&format!("<name>{name}</name>"), "<name>Gone</name>", 1);
        check_refused(&crate::fixture::raw("full.xml", gone), &["full.xml", name]);
    }
}
