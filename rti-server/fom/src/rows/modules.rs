//! Several modules (`FOM-005`, `FOM-007` to `FOM-017`, `FOM-026`, `B061`).

use hla::{Edition, FomModule};

use crate::{
    FomErrorKind::{ErrorReadingFom, InconsistentFom},
    FomModel,
    fixture::{
        E2010, E2025, attribute, check_agreement, check_contradiction, check_error,
        check_handles_kept, class, created, file, fom, interaction, interactions, objects,
        parameter, refused,
    },
};

/// A module with one class of either kind, with these members and this inside.
type OneClass = fn(Edition, &str, &[&str], &str) -> FomModule;

fn with_object_class(edition: Edition, name: &str, members: &[&str], below: &str) -> FomModule {
    let members: String = members.iter().map(|member| attribute(member)).collect();
    let below = if below.is_empty() { String::new() } else { class(below, "") };
    fom(edition, name, &objects(&class("C", &(members + &below))))
}

fn with_interaction_class(
    edition: Edition,
    name: &str,
    members: &[&str],
    below: &str,
) -> FomModule {
    let members: String = members.iter().map(|member| parameter(member)).collect();
    let below = if below.is_empty() { String::new() } else { interaction(below, "") };
    fom(edition, name, &interactions(&interaction("C", &(members + &below))))
}

/// Names of the members of class `C`.
fn members(model: &FomModel) -> Vec<&str> {
    if let Some(class) = model.object_class_handle("C") {
        let row = model.object_class(class).unwrap();
        let rows = row.declared_attributes.iter();
        return rows.map(|handle| model.attribute(*handle).unwrap().name.as_str()).collect();
    }
    let class = model.interaction_class_handle("C").unwrap();
    let rows = model.interaction_class(class).unwrap().declared_parameters.iter();
    rows.map(|handle| model.parameter(*handle).unwrap().name.as_str()).collect()
}

/// A class without members is repeated with one.
fn gains_the_first_member(module: OneClass) {
    let running = created(&[module(E2010, "m1", &[], "")]);
    check_error(running.extend(&[module(E2010, "m2", &["a1"], "")]), InconsistentFom, &["C", "m2"]);
    assert_eq!(members(&running), [""; 0]);
    let running = created(&[module(E2025, "m1", &[], "")]);
    let joined = running.extend(&[module(E2025, "m2", &["a1"], "")]).unwrap();
    assert_eq!(members(&joined), ["a1"]);
}

/// A class is repeated with another member.
fn gains_another_member(module: OneClass) {
    let running = created(&[module(E2010, "m1", &["a1"], "")]);
    let before = running.clone();
    check_error(running.extend(&[module(E2010, "m2", &["a2"], "")]), InconsistentFom, &["C", "m2"]);
    assert_eq!(running, before);
    let running = created(&[module(E2025, "m1", &["a1"], "")]);
    let joined = running.extend(&[module(E2025, "m2", &["a2"], "")]).unwrap();
    assert_eq!(members(&joined), ["a1", "a2"]);
}

/// A class is named only, to hang another one below it.
fn is_a_scaffold(module: OneClass) {
    for edition in [E2010, E2025] {
        let running = created(&[module(edition, "m1", &["a1"], "")]);
        let joined = running.extend(&[module(edition, "m2", &[], "D")]).unwrap();
        check_handles_kept(&running, &joined);
        assert_eq!(members(&joined), ["a1"]);
        let found = joined.object_class_handle("C.D").is_some();
        assert!(found || joined.interaction_class_handle("C.D").is_some());
    }
}

#[test]
fn fom_005_a_fed_file_is_well_formed_and_names_what_it_has() {
    let read = |text: &str| FomModel::from_fed("old.fed", text.as_bytes());
    let good = "(FED (objects (class ObjectRoot (class A (attribute a reliable receive)))))";
    assert!(read(good).unwrap().object_class_handle("A").is_some());
    for (bad, part) in [
        (format!("{good})"), "stray"),
        (good[..good.len() - 1].to_owned(), "not closed"),
        (good.replace("(objects", "; comment\n(objects"), "semicolon"),
        (good.replace("(objects", "text (objects"), "stray"),
        (good.replace("receive", "receive Nowhere"), "Nowhere"),
    ] {
        check_error(read(&bad), ErrorReadingFom, &["old.fed", "line", part]);
    }
}

#[test]
fn fom_007_types_resolve_after_the_merge() {
    for edition in [E2010, E2025] {
        let uses = attribute("a").replace("HLAopaqueData", "Third");
        let modules = [
            fom(edition, "M1", &objects(&class("A", ""))),
            fom(edition, "M2", &objects(&class("B", &uses))),
            fom(
                edition,
                "M3",
                "<dataTypes><simpleDataTypes><simpleData><name>Third</name>\
                 <representation>HLAoctet</representation></simpleData></simpleDataTypes></dataTypes>",
            ),
        ];
        assert!(created(&modules).data_type("Third").is_some());
    }
}

#[test]
fn fom_009_an_enumeration_gains_enumerators_in_2025() {
    let module = |edition, name: &str, enumerators: &[(&str, u8)]| {
        let rows = enumerators.iter().map(|(name, value)| {
            format!("<enumerator><name>{name}</name><value>{value}</value></enumerator>")
        });
        let rows: String = rows.collect();
        fom(
            edition,
            name,
            &format!(
                "<dataTypes><enumeratedDataTypes><enumeratedData><name>E</name>\
                 <representation>HLAoctet</representation>{rows}</enumeratedData>\
                 </enumeratedDataTypes></dataTypes>"
            ),
        )
    };
    let first = module(E2025, "m1", &[("One", 1)]);
    let model = check_agreement(&first, &module(E2025, "m2", &[("One", 1), ("Two", 2)]));
    let definition = &model.data_type("E").unwrap().definition;
    let crate::DataTypeDefinition::Enumerated { enumerators, .. } = definition else {
        panic!("{definition:?}");
    };
    assert_eq!(enumerators.len(), 2);
    check_contradiction(&first, &module(E2025, "m2", &[("Eins", 1)]), &["E", "Eins", "m1", "m2"]);
    let first = module(E2010, "m1", &[("One", 1)]);
    check_contradiction(&first, &module(E2010, "m2", &[("One", 1), ("Two", 2)]), &["E", "m1"]);
}

#[test]
fn fom_011_a_class_gains_its_first_attribute_in_2025() {
    gains_the_first_member(with_object_class);
}

#[test]
fn fom_012_a_class_gains_another_attribute_in_2025() {
    gains_another_member(with_object_class);
}

#[test]
fn fom_013_a_class_may_be_named_only() {
    is_a_scaffold(with_object_class);
}

#[test]
fn fom_014_an_unrelated_class_joins() {
    for edition in [E2010, E2025] {
        let running = created(&[fom(edition, "m1", &objects(&class("C1", &attribute("a1"))))]);
        let module = fom(edition, "m2", &objects(&class("C3", &attribute("a3"))));
        let joined = running.extend(&[module]).unwrap();
        check_handles_kept(&running, &joined);
        let class = joined.object_class_handle("C3").unwrap();
        assert!(joined.attribute_handle(class, "a3").is_some());
    }
}

#[test]
fn fom_015_interaction_classes_follow_the_same_rules() {
    gains_the_first_member(with_interaction_class);
    gains_another_member(with_interaction_class);
    is_a_scaffold(with_interaction_class);
    for edition in [E2010, E2025] {
        let module = fom(edition, "m1", &interactions(&interaction("C1", &parameter("a1"))));
        let running = created(&[module]);
        let module = fom(edition, "m2", &interactions(&interaction("C3", &parameter("a3"))));
        let joined = running.extend(&[module]).unwrap();
        check_handles_kept(&running, &joined);
        let class = joined.interaction_class_handle("C3").unwrap();
        assert!(joined.parameter_handle(class, "a3").is_some());
    }
}

#[test]
fn fom_016_a_dimension_has_one_bound() {
    let bound = |edition, name: &str, bound: u32| {
        let dimension = format!("<name>Dn</name><upperBound>{bound}</upperBound>");
        let dimension = format!("<dimension>{dimension}</dimension>");
        fom(edition, name, &format!("<dimensions>{dimension}</dimensions>"))
    };
    for edition in [E2010, E2025] {
        let parts = ["dimension Dn", "upperBound", "10", "20", "m1", "m2"];
        check_contradiction(&bound(edition, "m1", 10), &bound(edition, "m2", 20), &parts);
    }
}

#[test]
fn fom_017_an_update_rate_has_one_rate() {
    let rate = |edition, name: &str, rate: u32| {
        let row = format!("<updateRate><name>Ur</name><rate>{rate}</rate></updateRate>");
        fom(edition, name, &format!("<updateRates>{row}</updateRates>"))
    };
    for edition in [E2010, E2025] {
        let parts = ["update rate Ur", "10", "20", "m1", "m2"];
        check_contradiction(&rate(edition, "m1", 10), &rate(edition, "m2", 20), &parts);
    }
}

/// As the public model does it: one module brings the classes, another one what all of them need.
#[test]
fn fom_026_a_module_adds_an_attribute_to_a_class_of_an_earlier_one() {
    let tree = class("BaseEntity", &(attribute("Id") + &class("Convoy", &attribute("Size"))));
    let base = fom(E2025, "base.xml", &objects(&tree));
    let more = fom(E2025, "smc.xml", &objects(&class("BaseEntity", &attribute("Accepts"))));
    let model = check_agreement(&base, &more);
    let class = |name| model.object_class_handle(name).unwrap();
    let (entity, convoy) = (class("BaseEntity"), class("BaseEntity.Convoy"));
    let accepts = model.attribute_handle(convoy, "Accepts").unwrap();
    assert_eq!(model.attribute_handle(entity, "Accepts"), Some(accepts));
    assert!(model.object_class(convoy).unwrap().attributes.contains(&accepts));
}

/// An empty table says nothing, so nothing contradicts it; entries that differ are refused.
#[test]
fn b061_a_tag_has_one_type_and_an_empty_table_none() {
    let (full, empty) = (file!("testdata/tags-full.xml"), file!("testdata/tags-empty.xml"));
    let none = fom(E2010, "none.xml", "");
    for (first, second) in [(&full, &empty), (&empty, &full), (&full, &none), (&none, &full)] {
        let model = check_agreement(first, second);
        assert_eq!(model.tag_data_type("updateReflectTag"), Some("HLAunicodeString"));
    }
    created(std::slice::from_ref(&full));
    created(&[empty]);
    let other = "<tags><updateReflectTag><dataType>HLAoctet</dataType></updateReflectTag></tags>";
    let parts = ["tags table", "updateReflectTag", "tags-full.xml", "other.xml"];
    refused(&[full, fom(E2010, "other.xml", other)], InconsistentFom, &parts);
}
