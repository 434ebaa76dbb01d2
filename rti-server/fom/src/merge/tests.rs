use hla::{FomModule, OrderType, ResignAction, TransportationTypeHandle};

use crate::{
    FomErrorKind::{ErrorReadingFom, InconsistentFom, InvalidFom},
    FomModel, LoadedModule,
    fixture::{
        E2010, E2025, attribute, check_agreement, check_contradiction, check_error,
        check_handles_kept, check_warning, class, created, file, fom, interaction, interactions,
        names, objects, parameter, raw, refused,
    },
};

/// Names of the attributes available at a class.
fn attributes(model: &FomModel, class: &str) -> Vec<String> {
    let class = model.object_class_handle(class).unwrap_or_else(|| panic!("no {class}"));
    let available = &model.object_class(class).unwrap().attributes;
    let names = available.iter().map(|handle| model.attribute(*handle).unwrap().name.clone());
    names.filter(|name| name != "HLAprivilegeToDeleteObject").collect()
}

fn parameters(model: &FomModel, class: &str) -> Vec<String> {
    let class = model.interaction_class_handle(class).unwrap_or_else(|| panic!("no {class}"));
    let available = &model.interaction_class(class).unwrap().parameters;
    available.iter().map(|handle| model.parameter(*handle).unwrap().name.clone()).collect()
}

/// One module of object classes.
fn of_objects(edition: hla::Edition, name: &str, classes: &str) -> FomModule {
    fom(edition, name, &objects(classes))
}

#[test]
fn modules_without_any_make_a_federation_of_mim_classes() {
    let model = created(&[]);
    assert_eq!(model.object_classes().len(), 4);
    assert_eq!(model.edition(), E2025);
    assert_eq!(model.modules(), []);
    assert_eq!(model.mim().designator, "HLAstandardMIM");
}

#[test]
fn identical_modules_count_once() {
    let module = of_objects(E2010, "a.xml", &class("A", ""));
    let other = of_objects(E2010, "b.xml", &class("B", ""));
    let model = created(&[module.clone(), other.clone(), module.clone()]);
    let designators: Vec<_> = model.modules().iter().map(|row| row.designator.as_str()).collect();
    assert_eq!(designators, ["a.xml", "b.xml"]);
    assert_eq!(model.extend(&[other, module]).unwrap(), model);
    assert_eq!(model.extend(&[]).unwrap(), model);
}

#[test]
fn a_repeated_class_without_members_is_a_scaffold() {
    for edition in [E2010, E2025] {
        let first = of_objects(edition, "m1", &class("P", &attribute("a")));
        let second = of_objects(edition, "m2", &class("P", &class("Q", &attribute("q"))));
        let model = check_agreement(&first, &second);
        assert_eq!(attributes(&model, "P.Q"), ["a", "q"]);
        assert_eq!(attributes(&model, "P"), ["a"]);
        let first = fom(edition, "m1", &interactions(&interaction("P", &parameter("a"))));
        let inner = interaction("Q", &parameter("q"));
        let second = fom(edition, "m2", &interactions(&interaction("P", &inner)));
        let model = check_agreement(&first, &second);
        assert_eq!(parameters(&model, "P.Q"), ["a", "q"]);
    }
}

#[test]
fn a_repeated_class_lists_the_same_members_in_2010() {
    let class_of = |name: &str, inside: &str| of_objects(E2010, name, &class("P", inside));
    let (a, b) = (attribute("a"), attribute("b"));
    let both = a.clone() + &b;
    check_agreement(&class_of("m1", &a), &class_of("m2", &format!("{a} ")));
    check_agreement(&class_of("m1", &both), &class_of("m2", &(b.clone() + &a)));
    for (first, second) in [(&a, &b), (&both, &a), (&a, &both), (&String::new(), &a)] {
        let parts = ["HLAobjectRoot.P", "attributes", "m1", "m2"];
        check_contradiction(&class_of("m1", first), &class_of("m2", second), &parts);
    }
    let class_of =
        |name: &str, inside: &str| fom(E2010, name, &interactions(&interaction("P", inside)));
    let (a, b) = (parameter("a"), parameter("b"));
    check_agreement(&class_of("m1", &a), &class_of("m2", &format!("{a} ")));
    for (first, second) in [(&a, &b), (&String::new(), &a), (&(a.clone() + &b), &a)] {
        let parts = ["HLAinteractionRoot.P", "parameters", "m1", "m2"];
        check_contradiction(&class_of("m1", first), &class_of("m2", second), &parts);
    }
}

#[test]
fn a_repeated_class_may_gain_members_in_2025() {
    let base = class("P", &(attribute("a") + &class("Q", &attribute("q"))));
    let first = of_objects(E2025, "m1", &base);
    let second = of_objects(E2025, "m2", &class("P", &attribute("b")));
    let model = check_agreement(&first, &second);
    assert_eq!(attributes(&model, "P.Q"), ["a", "q", "b"], "subclasses gain them too");
    let p = model.object_class_handle("P").unwrap();
    let q = model.object_class_handle("P.Q").unwrap();
    assert_eq!(model.attribute_handle(p, "b"), model.attribute_handle(q, "b"));
    let bare = of_objects(E2025, "m0", &class("P", ""));
    check_agreement(&bare, &second);
    let first = fom(E2025, "m1", &interactions(&interaction("P", &parameter("a"))));
    let second = fom(E2025, "m2", &interactions(&interaction("P", &parameter("b"))));
    assert_eq!(parameters(&check_agreement(&first, &second), "P"), ["a", "b"]);
}

#[test]
fn one_2025_module_brings_the_2025_rules() {
    let first = of_objects(E2010, "m1", &class("P", &attribute("a")));
    let second = of_objects(E2025, "m2", &class("P", &attribute("b")));
    let model = created(&[first.clone(), second.clone()]);
    assert_eq!(model.edition(), E2025);
    // At join the rules are those the federation was created with.
    check_error(created(&[first]).extend(&[second]), InconsistentFom, &["attributes"]);
}

#[test]
fn columns_of_a_repetition_agree() {
    for edition in [E2010, E2025] {
        for (column, one, other) in [
            ("dataType", "HLAoctet", "HLAbyte"),
            ("updateType", "Static", "Periodic"),
            ("ownership", "Divest", "NoTransfer"),
            ("sharing", "Publish", "Subscribe"),
            ("transportation", "HLAreliable", "HLAbestEffort"),
            ("order", "Receive", "TimeStamp"),
            ("valueRequired", "true", "false"),
        ] {
            let module = |name: &str, text: &str| {
                let inside =
                    format!("<attribute><name>x</name><{column}>{text}</{column}></attribute>");
                of_objects(edition, name, &class("P", &inside))
            };
            let parts = ["attribute x of HLAobjectRoot.P", column, "m1", "m2"];
            check_contradiction(&module("m1", one), &module("m2", other), &parts);
            check_agreement(&module("m1", one), &module("m2", "NA"));
            created(&[module("m1", "NA"), module("m2", other)]);
        }
        for (column, one, other) in [
            ("sharing", "Publish", "Subscribe"),
            ("transportation", "HLAreliable", "HLAbestEffort"),
            ("order", "Receive", "TimeStamp"),
        ] {
            let module = |name: &str, text: &str| {
                let inside = format!("<{column}>{text}</{column}>");
                fom(edition, name, &interactions(&interaction("X", &inside)))
            };
            let parts = ["HLAinteractionRoot.X", column, "m1", "m2"];
            check_contradiction(&module("m1", one), &module("m2", other), &parts);
            created(&[module("m1", "NA"), module("m2", other)]);
        }
        let shared = |name: &str, text: &str| {
            of_objects(edition, name, &class("P", &format!("<sharing>{text}</sharing>")))
        };
        let parts = ["HLAobjectRoot.P", "sharing", "m1"];
        check_contradiction(&shared("m1", "Publish"), &shared("m2", "Neither"), &parts);
        let typed = |name: &str, text: &str| {
            let inside =
                format!("<parameter><name>x</name><dataType>{text}</dataType></parameter>");
            fom(edition, name, &interactions(&interaction("X", &inside)))
        };
        let parts = ["parameter x of HLAinteractionRoot.X", "dataType", "m1"];
        check_contradiction(&typed("m1", "HLAoctet"), &typed("m2", "HLAbyte"), &parts);
    }
}

#[test]
fn texts_for_people_may_differ() {
    let module = |name: &str, text: &str| {
        let inside = format!(
            "<attribute><name>x</name><dataType>HLAoctet</dataType><updateCondition>{text}\
             </updateCondition><semantics>{text}</semantics></attribute>"
        );
        of_objects(E2010, name, &class("P", &format!("<semantics>{text}</semantics>{inside}")))
    };
    check_agreement(&module("m1", "one"), &module("m2", "other"));
}

#[test]
fn defaults_in_force_do_not_change_under_joined_federates() {
    let bare = "<attribute><name>x</name></attribute>";
    let first = of_objects(E2025, "m1", &class("P", bare));
    for column in [
        "<order>Receive</order>",
        "<transportation>HLAbestEffort</transportation>",
        "<dimensions><dimension>HLAfederate</dimension></dimensions>",
    ] {
        let inside = format!("<attribute><name>x</name>{column}</attribute>");
        let second = of_objects(E2025, "m2", &class("P", &inside));
        created(&[first.clone(), second.clone()]);
        let running = created(std::slice::from_ref(&first));
        check_error(running.extend(&[second]), InconsistentFom, &["attribute x", "m1"]);
        let first = fom(E2025, "m1", &interactions(&interaction("X", "")));
        let second = fom(E2025, "m2", &interactions(&interaction("X", column)));
        let model = created(&[first.clone(), second.clone()]);
        assert_eq!(model.warnings().len(), 1, "{:?}", model.warnings());
        let refusal = created(&[first]).extend(&[second]);
        check_error(refusal, InconsistentFom, &["HLAinteractionRoot.X", "m1"]);
    }
    let wide = "<dimensions><dimension>HLAfederate</dimension></dimensions>";
    let second = of_objects(E2025, "m2", &class("P", wide));
    check_error(created(&[first]).extend(&[second]), InconsistentFom, &["dimensions"]);
}

#[test]
fn members_do_not_hide_inherited_ones() {
    for edition in [E2010, E2025] {
        let within = class("P", &(attribute("x") + &class("Q", &attribute("x"))));
        refused(&[of_objects(edition, "m", &within)], InvalidFom, &["P.Q", "x", "inherited"]);
        let first = of_objects(edition, "m1", &class("P", &attribute("x")));
        let second = of_objects(edition, "m2", &class("P", &class("Q", &attribute("x"))));
        check_contradiction(&first, &second, &["P.Q", "x", "m1", "m2"]);
        let within = interaction("P", &(parameter("x") + &interaction("Q", &parameter("x"))));
        refused(&[fom(edition, "m", &interactions(&within))], InvalidFom, &["P.Q", "inherited"]);
    }
    let first = of_objects(E2025, "m1", &class("P", &class("Q", &attribute("x"))));
    let second = of_objects(E2025, "m2", &class("P", &attribute("x")));
    check_contradiction(&first, &second, &["P.Q", "m1"]);
}

#[test]
fn fom_008_the_first_module_that_sets_a_switch_decides() {
    let module = |edition, name: &str, switches: &str| {
        fom(edition, name, &format!("<switches>{switches}</switches>"))
    };
    for edition in [E2010, E2025] {
        let first = module(
            edition,
            "m1",
            "<autoProvide isEnabled='true'/><automaticResignAction resignAction='NoAction'/>",
        );
        let second = module(
            edition,
            "m2",
            "<autoProvide isEnabled='false'/><serviceReporting isEnabled='true'/>\
             <automaticResignAction resignAction='DeleteObjects'/>",
        );
        let model = created(&[first.clone(), second.clone()]);
        let switches = model.switches();
        assert!(switches.auto_provide && switches.service_reporting);
        assert_eq!(switches.automatic_resign_action, ResignAction::NoAction);
        check_warning(&model, &["m2", "autoProvide", "true", "ignored"]);
        check_warning(&model, &["m2", "automaticResignAction", "NoAction", "ignored"]);
        // What holds for joined federates is not changed by a later join.
        let running = created(&[first]);
        let joined = running.extend(&[second]).unwrap();
        assert_eq!(joined.switches(), running.switches());
        check_warning(&joined, &["m2", "switches", "no effect"]);
    }
}

#[test]
fn grants_need_no_regulating_federate_without_a_2025_module() {
    let grant = |modules: &[FomModule]| created(modules).switches().non_regulated_grant;
    let (old, new) = (fom(E2010, "m1", ""), fom(E2025, "m2", ""));
    assert!(grant(&[]));
    assert!(grant(std::slice::from_ref(&old)));
    assert!(!grant(std::slice::from_ref(&new)));
    assert!(!grant(&[old.clone(), new.clone()]));
    let on = fom(E2025, "m3", "<switches><nonRegulatedGrant isEnabled='true'/></switches>");
    assert!(grant(&[on]));
    let running = created(&[old]);
    assert!(running.extend(&[new]).unwrap().switches().non_regulated_grant);
}

#[test]
fn services_that_any_module_uses_are_used() {
    let module = |name: &str, used: &str| {
        let inside = format!("<join isUsed='{used}'/><resign/>");
        fom(E2010, name, &format!("<serviceUtilization>{inside}</serviceUtilization>"))
    };
    let model = created(&[module("m1", "false"), module("m2", "true"), module("m3", "false")]);
    assert_eq!(model.service_utilization().get("join"), Some(&true));
    assert_eq!(model.service_utilization().get("resign"), Some(&false));
}

#[test]
fn fom_010_a_2025_model_of_another_time_type_is_inconsistent() {
    let model = |edition, entry: &str, name: &str| {
        let time = format!("<time><{entry}><dataType>{name}</dataType></{entry}></time>");
        created(&[fom(edition, "m.xml", &time)])
    };
    for entry in ["timeStamp", "logicalTime"] {
        let integer = model(E2025, entry, "HLAinteger64Time");
        assert_eq!(integer.time_data_type(entry), Some("HLAinteger64Time"));
        assert_eq!(integer.check_time_implementation("HLAinteger64Time"), Ok(()));
        assert_eq!(integer.check_time_implementation("MyTime"), Ok(()));
        let error = integer.check_time_implementation("HLAfloat64Time").unwrap_err();
        assert_eq!(error.kind(), InconsistentFom);
        assert!(error.to_string().contains("m.xml"), "{error}");
    }
    for model in [
        model(E2010, "timeStamp", "HLAinteger64Time"),
        model(E2025, "timeStamp", "HLAoctet"),
        model(E2025, "lookahead", "HLAinteger64Time"),
    ] {
        assert_eq!(model.check_time_implementation("HLAfloat64Time"), Ok(()));
    }
}

#[test]
fn b057_types_of_another_module_resolve_in_any_order() {
    let (a, b) = (file!("testdata/cross-a.xml"), file!("testdata/cross-b.xml"));
    let forth = created(&[a.clone(), b.clone()]);
    let back = created(&[b.clone(), a.clone()]);
    for model in [&forth, &back] {
        assert_eq!(attributes(model, "Meter"), ["Reading"]);
        assert!(model.data_type("WattHours").is_some());
    }
    let (mut one, mut other) = (names(&forth), names(&back));
    one.sort();
    other.sort();
    assert_eq!(one, other);
    refused(std::slice::from_ref(&a), InvalidFom, &["WattHours", "ReadingRec", "cross-a.xml"]);
    // The type that is missing may come with the join that needs it.
    created(&[b]).extend(&[a]).unwrap();
}

#[test]
fn b059_a_failed_join_leaves_nothing_behind() {
    let running = created(&[file!("testdata/bank-base.xml")]);
    let (before, fdd) = (running.clone(), crate::write(&running));
    let (cross, conflict) = (file!("testdata/cross-b.xml"), file!("testdata/conflict.xml"));
    check_error(
        running.extend(&[cross.clone(), conflict]),
        InconsistentFom,
        &["Position", "conflict.xml", "bank-base.xml"],
    );
    assert_eq!(running, before);
    assert_eq!(crate::write(&running), fdd);
    assert_eq!(running.object_class_handle("LeakedClass"), None);
    let joined = running.extend(&[cross]).unwrap();
    check_handles_kept(&running, &joined);
    assert!(joined.data_type("WattHours").is_some());
    check_error(joined.extend(&[raw("x", "<objectModel>")]), ErrorReadingFom, &["x"]);
}

#[test]
fn fom_018_federates_bring_modules_in_any_order() {
    let modules: Vec<_> = (0..10)
        .map(|number| {
            let inside = class(&format!("C{number}"), &attribute(&format!("a{number}")));
            of_objects(E2010, &format!("m{number}"), &class("Shared", &inside))
        })
        .collect();
    let mut model = created(&[]);
    for number in [3, 9, 0, 7, 1, 8, 2, 6, 5, 4, 3, 0] {
        let joined = model.extend(&modules[number..=number]).unwrap();
        check_handles_kept(&model, &joined);
        model = joined;
    }
    assert_eq!(model.modules().len(), 10);
    for number in 0..10 {
        assert_eq!(attributes(&model, &format!("Shared.C{number}")), [format!("a{number}")]);
    }
}

#[test]
fn directed_interactions_name_interaction_classes() {
    let x = interactions(&interaction("X", ""));
    let directed = |name: &str| {
        let entry = format!("<directedInteraction><name>{name}</name></directedInteraction>");
        objects(&class("A", &format!("{entry}{}", class("B", ""))))
    };
    let model = created(&[fom(E2025, "m", &(directed("HLAinteractionRoot.X") + &x))]);
    let x_handle = model.interaction_class_handle("X").unwrap();
    for class in ["A", "A.B"] {
        let class = model.object_class_handle(class).unwrap();
        assert!(model.has_directed_interaction(class, x_handle));
        assert!(!model.has_directed_interaction(class, FomModel::INTERACTION_ROOT));
    }
    assert!(!model.has_directed_interaction(FomModel::OBJECT_ROOT, x_handle));
    refused(&[fom(E2025, "m", &(directed("Nothing") + &x))], InvalidFom, &["Nothing"]);
    // A module may direct interactions of a later one.
    created(&[fom(E2025, "m1", &directed("X")), fom(E2025, "m2", &x)]);
}

#[test]
fn four_modules_make_one_model() {
    let model = created(&[
        file!("../../tests/conformance/fom/canteen-staff.xml"),
        file!("../../tests/conformance/fom/canteen-food.xml"),
        file!("../../tests/conformance/fom/canteen-drinks.xml"),
        file!("../../tests/conformance/fom/canteen-soup.xml"),
    ]);
    assert_eq!(attributes(&model, "Person.Cook"), ["Name", "Skill"]);
    assert_eq!(attributes(&model, "Food.MainCourse"), ["Portions"]);
    assert_eq!(attributes(&model, "Food.Drink.Tea"), ["Cups"]);
    assert_eq!(attributes(&model, "Food.Appetizer.Soup"), ["Bowls"]);
    assert_eq!(parameters(&model, "Order.OrderPaid"), ["Table", "Amount"]);
    assert_eq!(model.update_rate_hz("Slow"), Some(0.5));
    let soup = model.object_class_handle("Food.Appetizer.Soup").unwrap();
    let bowls = model.attribute(model.attribute_handle(soup, "Bowls").unwrap()).unwrap();
    assert_eq!(bowls.transportation, TransportationTypeHandle::BEST_EFFORT);
    assert_eq!(bowls.order, OrderType::TimeStamp);
}

#[test]
fn a_federation_does_not_take_modules_for_ever() {
    let modules: Vec<_> = (0..1_024)
        .map(|number| raw("m.xml", format!("<objectModel>{number}</objectModel>")))
        .collect();
    let model = created(&modules[1..]);
    assert_eq!(model.warnings().len(), 1_000);
    check_error(model.extend(&modules), InvalidFom, &["m.xml", "1024 modules"]);

    let mut model = created(&modules[..1]);
    let text = " ".repeat(1024 * 1024).into();
    let module = LoadedModule { text, ..model.modules()[0].clone() };
    model.sources.resize(255, module.clone());
    assert_eq!(model.check_limits(), Ok(()));
    model.sources.resize(260, module);
    assert!(model.check_limits().unwrap_err().to_string().contains("octets"));
}
