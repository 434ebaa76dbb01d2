//! Modules for tests, and how tests ask for models and refusals.

use hla::{Edition, FomModule};

use crate::{FomError, FomErrorKind, FomModel};

/// A file of `testdata/` or of the conformance object models, as a module.
macro_rules! file {
    ($path:literal) => {
        hla::FomModule::File {
            name: $path.rsplit('/').next().unwrap_or($path).to_owned(),
            content: bytes::Bytes::from_static(include_bytes!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/",
                $path
            ))),
        }
    };
}
pub(crate) use file;

pub(crate) const E2010: Edition = Edition::Evolved2010;
pub(crate) const E2025: Edition = Edition::Hla4;

/// A module of these octets.
pub(crate) fn raw(name: &str, content: impl Into<Vec<u8>>) -> FomModule {
    FomModule::File { name: name.to_owned(), content: content.into().into() }
}

/// A module with these tables.
pub(crate) fn fom(edition: Edition, name: &str, tables: &str) -> FomModule {
    let year = if edition == E2025 { 2025 } else { 2010 };
    raw(
        name,
        format!(
            "<objectModel xmlns=\"http://standards.ieee.org/IEEE1516-{year}\">{tables}</objectModel>"
        ),
    )
}

/// Object classes below the root.
pub(crate) fn objects(classes: &str) -> String {
    format!("<objects><objectClass><name>HLAobjectRoot</name>{classes}</objectClass></objects>")
}

/// Interaction classes below the root.
pub(crate) fn interactions(classes: &str) -> String {
    format!(
        "<interactions><interactionClass><name>HLAinteractionRoot</name>{classes}\
         </interactionClass></interactions>"
    )
}

/// An object class with this inside.
pub(crate) fn class(name: &str, inside: &str) -> String {
    format!("<objectClass><name>{name}</name>{inside}</objectClass>")
}

/// An interaction class with this inside.
pub(crate) fn interaction(name: &str, inside: &str) -> String {
    format!("<interactionClass><name>{name}</name>{inside}</interactionClass>")
}

/// An attribute with the usual columns.
pub(crate) fn attribute(name: &str) -> String {
    format!(
        "<attribute><name>{name}</name><dataType>HLAopaqueData</dataType>\
         <transportation>HLAreliable</transportation><order>TimeStamp</order></attribute>"
    )
}

/// A parameter.
pub(crate) fn parameter(name: &str) -> String {
    format!("<parameter><name>{name}</name><dataType>HLAopaqueData</dataType></parameter>")
}

/// The model of these modules.
#[track_caller]
pub(crate) fn created(modules: &[FomModule]) -> FomModel {
    FomModel::create(None, modules).unwrap_or_else(|error| panic!("refused: {error}"))
}

/// Why these modules are refused; the kind must be as given and the text must hold all parts.
#[track_caller]
pub(crate) fn refused(modules: &[FomModule], kind: FomErrorKind, parts: &[&str]) {
    check_error(FomModel::create(None, modules), kind, parts);
}

/// Asserts a refusal.
#[track_caller]
pub(crate) fn check_error(result: Result<FomModel, FomError>, kind: FomErrorKind, parts: &[&str]) {
    let Err(error) = result else { panic!("accepted") };
    assert_eq!(error.kind(), kind, "{error}");
    for part in parts {
        assert!(error.to_string().contains(part), "{part:?} is not in {error}");
    }
}

/// Asserts that some warning holds all parts.
#[track_caller]
pub(crate) fn check_warning(model: &FomModel, parts: &[&str]) {
    let warnings: Vec<_> = model.warnings().iter().map(ToString::to_string).collect();
    let found = warnings.iter().any(|warning| parts.iter().all(|part| warning.contains(part)));
    assert!(found, "no warning with {parts:?} in {warnings:#?}");
}

/// Every name with its handle, so that two models can be compared.
pub(crate) fn names(model: &FomModel) -> Vec<String> {
    let mut names: Vec<_> = model.object_classes().iter().map(|row| row.name.clone()).collect();
    names.extend(model.attributes().iter().map(|row| row.name.clone()));
    names.extend(model.interaction_classes().iter().map(|row| row.name.clone()));
    names.extend(model.parameters().iter().map(|row| row.name.clone()));
    names.extend(model.dimensions().map(|row| row.name.clone()));
    names.extend(model.data_types().map(|row| row.name.clone()));
    names.extend(model.update_rates().map(|row| row.name.clone()));
    names
}

/// Asserts that everything in `old` has the same handle in `new`.
pub(crate) fn check_handles_kept(old: &FomModel, new: &FomModel) {
    for (index, row) in old.object_classes().iter().enumerate() {
        assert_eq!(new.object_classes()[index].name, row.name);
    }
    for (index, row) in old.attributes().iter().enumerate() {
        let same = &new.attributes()[index];
        assert_eq!((&same.name, same.class), (&row.name, row.class));
        assert_eq!((same.order, same.transportation), (row.order, row.transportation));
    }
    for (index, row) in old.interaction_classes().iter().enumerate() {
        let same = &new.interaction_classes()[index];
        assert_eq!((&same.name, same.order), (&row.name, row.order));
        assert_eq!(same.transportation, row.transportation);
    }
    for (index, row) in old.parameters().iter().enumerate() {
        assert_eq!(new.parameters()[index].name, row.name);
    }
    assert!(new.dimensions().zip(old.dimensions()).all(|(new, old)| new == old));
    assert!(old.switches() == new.switches());
}

/// Both ways to bring two modules together.
#[track_caller]
pub(crate) fn check_contradiction(first: &FomModule, second: &FomModule, parts: &[&str]) {
    let kind = FomErrorKind::InconsistentFom;
    refused(&[first.clone(), second.clone()], kind, parts);
    let running = created(std::slice::from_ref(first));
    check_error(running.extend(std::slice::from_ref(second)), kind, parts);
}

/// Both ways to bring two modules together, which must give the same names.
#[track_caller]
pub(crate) fn check_agreement(first: &FomModule, second: &FomModule) -> FomModel {
    let both = created(&[first.clone(), second.clone()]);
    let running = created(std::slice::from_ref(first));
    let joined = running.extend(std::slice::from_ref(second));
    let joined = joined.unwrap_or_else(|error| panic!("refused at join: {error}"));
    check_handles_kept(&running, &joined);
    let (mut at_create, mut at_join) = (names(&both), names(&joined));
    at_create.sort();
    at_join.sort();
    assert_eq!(at_create, at_join);
    both
}
