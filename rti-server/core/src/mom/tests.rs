use bytes::Bytes;
use hla::{Callback, FederateHandle, ObjectClassHandle};

use super::encoding::{Datum, decode, encode};
use crate::script::World;

/// Attributes or parameters by name with the octets of their values.
fn fields<'a>(world: &'a World, callback: &Callback) -> Vec<(&'a str, Vec<u8>)> {
    let model = world.federation.model();
    match callback {
        Callback::ReflectAttributeValues { values, .. } => values
            .iter()
            .map(|(attribute, value)| {
                (model.attribute(attribute).expect("defined").name.as_str(), value.to_vec())
            })
            .collect(),
        Callback::ReceiveInteraction { values, .. } => values
            .iter()
            .map(|(parameter, value)| {
                (model.parameter(parameter).expect("defined").name.as_str(), value.to_vec())
            })
            .collect(),
        other => panic!("no values in {other:?}"),
    }
}

#[track_caller]
fn check_next(world: &mut World, federate: &str, expected: &[(&str, Vec<u8>)]) {
    let callback = world.pop_callback(world.federate(federate)).expect("a callback");
    assert_eq!(fields(world, &callback), expected);
}

fn octets(value: &impl Datum) -> Vec<u8> {
    let model = World::new().federation.model().clone();
    encode(value, &model).to_vec()
}

fn identity(number: u32, name: &str) -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("HLAfederateHandle", octets(&FederateHandle::new(number))),
        ("HLAfederateName", octets(&name.to_owned())),
        ("HLAfederateType", octets(&"test".to_owned())),
    ]
}

#[test]
fn every_joined_federate_is_an_instance() {
    let mut world = World::new();
    let federate = "HLAmanager.HLAfederate";
    world.part(&format!(
        "join F1
         join F2
         F1 subscribe {federate} HLAfederateHandle HLAfederateName HLAfederateType
         F1 < discover object-2 {federate} -"
    ));
    check_next(&mut world, "F1", &identity(1, "F1"));
    world.part(&format!("F1 < discover object-3 {federate} -"));
    check_next(&mut world, "F1", &identity(2, "F2"));
    world.part(&format!("join F3\nF1 < discover object-4 {federate} -"));
    check_next(&mut world, "F1", &identity(3, "F3"));
    world.part("F1 request object-3 HLAfederateName HLAlogicalTime");
    check_next(&mut world, "F1", &identity(2, "F2")[1..2]);
    world.part(
        "F1 ask-owner object-3 HLAfederateName
         F1 < owned by rti object-3 HLAfederateName
         F2 resign NoAction
         F1 < remove object-3 -",
    );
}

#[test]
fn lost_federates_are_reported_with_their_last_time() {
    let mut world = World::new();
    world.part(
        "join F1
         join F2
         F2 directive DeleteObjects
         F1 subscribe-i HLAmanager.HLAfederate.HLAreport.HLAreportFederateLost
         F1 subscribe HLAmanager.HLAfederate HLAfederateName
         F1 < *
         F1 subscribe A aa
         F2 publish A aa
         F2 register A -> o
         F1 < discover o A F2
         lose F2
         F1 < remove o left-2",
    );
    let mut time = vec![0, 0, 0, 8];
    time.extend([0; 8]);
    let fault = octets(&"the connection broke and was not resumed in time".to_owned());
    let expected = [
        ("HLAfederate", octets(&FederateHandle::new(2))),
        ("HLAfederateName", octets(&"F2".to_owned())),
        ("HLAtimeStamp", time),
        ("HLAfaultDescription", fault),
    ];
    check_next(&mut world, "F1", &expected);
    world.part("F1 < remove object-3 -");
}

#[test]
fn the_rti_keeps_its_classes_to_itself() {
    World::new().run(
        "join F1
         F1 register HLAmanager.HLAfederate !! ObjectClassNotPublished
         F1 publish HLAmanager.HLAfederate HLAfederateName
         F1 register HLAmanager.HLAfederate !! RTIinternalError",
    );
}

#[test]
fn values_are_encoded_as_the_standard_says() {
    // The worked examples of the encoding tables.
    let text = "\u{e5}\u{1f600}".to_owned();
    assert_eq!(octets(&text), [0, 0, 0, 3, 0, 0xe5, 0xd8, 0x3d, 0xde, 0]);
    assert_eq!(octets(&String::new()), [0, 0, 0, 0]);
    assert_eq!(octets(&ObjectClassHandle::new(7)), [0, 0, 0, 4, 0, 0, 0, 7]);
    let list = vec!["A".to_owned(), "BC".to_owned()];
    let expected = [0, 0, 0, 2, 0, 0, 0, 1, 0, 0x41, 0, 0, 0, 0, 0, 2, 0, 0x42, 0, 0x43];
    assert_eq!(octets(&list), expected);
    let model = World::new().federation.model().clone();
    assert_eq!(decode::<Vec<String>>(&expected, &model), Some(list));
    for broken in [&expected[..19], &[0, 0, 0, 9], &[0xff; 4], &[0, 0, 0, 0, 0], &[]] {
        assert_eq!(decode::<Vec<String>>(broken, &model), None);
        assert_eq!(decode::<Bytes>(&[broken, &[1]].concat(), &model), None);
    }
    assert_eq!(decode::<bool>(&[0, 0, 0, 2], &model), None);
}

/// Sends an interaction of the MOM by name, with octets for its parameters.
fn send(world: &mut World, class: &str, values: &[(&str, Vec<u8>)]) {
    let model = world.federation.model().clone();
    let class = model.interaction_class_handle(&format!("HLAmanager.{class}")).expect("of the MIM");
    let from = world.federate("F1");
    let publish = hla::Call::PublishInteractionClass { interaction_class: class };
    world.call(from, publish).expect("published");
    let values = values.iter().map(|(name, value)| {
        (model.parameter_handle(class, name).expect("of the MIM"), value.clone())
    });
    let call = hla::Call::SendInteraction {
        interaction_class: class,
        values: hla::ParameterValues::from_pairs(values),
        regions: None,
        tag: Bytes::new(),
        time: None,
    };
    world.call(from, call).expect("sent");
}

fn sync(world: &mut World, name: &str) {
    let (label, tag) = ("p".to_owned(), Bytes::new());
    let synchronization_set = None;
    let call =
        hla::Call::RegisterFederationSynchronizationPoint { label, tag, synchronization_set };
    world.call(world.federate(name), call).expect("registered");
}

/// Parameters by name with their octets.
type Values = Vec<(String, Vec<u8>)>;

/// The class names and fields of what F1 receives.
fn received(world: &mut World) -> Vec<(String, Values)> {
    let mut all = Vec::new();
    while let Some(callback) = world.pop_callback(world.federate("F1")) {
        if let Callback::ReceiveInteraction { interaction_class, .. } = *callback {
            let model = world.federation.model();
            let class = model.interaction_class(interaction_class).expect("defined").name.clone();
            let fields = fields(world, &callback).into_iter();
            let fields = fields.map(|(name, value)| (name.to_owned(), value)).collect();
            let class = class.rsplit('.').next().unwrap_or_default().to_owned();
            all.push((class, fields));
        }
    }
    all
}

/// The rows of the table of the standard's MIM for one edition: kind, name, detail.
fn rows(edition: &str) -> impl Iterator<Item = [&'static str; 3]> + '_ {
    include_str!("../../testdata/mim.tsv").lines().filter_map(move |line| {
        let columns: Vec<_> = line.split('\t').collect();
        let [of, kind, name, _, detail, ..] = columns[..] else { return None };
        (of == edition).then_some([kind, name, detail])
    })
}

fn world_of(edition: &str) -> World {
    let module = match edition {
        "2010" => include_bytes!("../../../../tests/conformance/fom/T-2010.xml").as_slice(),
        _ => include_bytes!("../../../../tests/conformance/fom/T.xml").as_slice(),
    };
    let content = Bytes::from_static(module);
    World::with_modules(&[hla::FomModule::File { name: "T.xml".to_owned(), content }])
}

#[test]
fn every_attribute_of_the_mim_has_a_value() {
    for edition in ["2010", "2025"] {
        let mut world = world_of(edition);
        world.part("join F1\njoin F2");
        for class in ["HLAfederate", "HLAfederation"] {
            let prefix = format!("HLAobjectRoot.HLAmanager.{class}.");
            let attributes = rows(edition).filter(|[kind, ..]| *kind == "attribute");
            let names: Vec<_> =
                attributes.filter_map(|[_, name, _]| name.strip_prefix(&prefix)).collect();
            let model = world.federation.model().clone();
            let object_class =
                model.object_class_handle(&format!("HLAmanager.{class}")).expect("of the MIM");
            let attributes = names.iter().map(|name| model.attribute_handle(object_class, name));
            let attributes: Vec<_> = attributes.map(|of| of.expect("of the MIM")).collect();
            let subscribe = hla::Call::SubscribeObjectClassAttributes {
                object_class,
                attributes: attributes.clone(),
                active: true,
                update_rate: None,
            };
            world.call(world.federate("F1"), subscribe).expect("subscribed");
            world.part("F1 < *");
            let tag = Bytes::new();
            let request =
                hla::Call::RequestClassAttributeValueUpdate { object_class, attributes, tag };
            world.call(world.federate("F1"), request).expect("requested");
            let callback = world.pop_callback(world.federate("F1")).expect("a reflection");
            let mut shown: Vec<_> =
                fields(&world, &callback).into_iter().map(|(name, _)| name).collect();
            let mut names = names.clone();
            shown.sort_unstable();
            names.sort_unstable();
            assert_eq!(shown, names, "{edition} {class}");
            world.part("F1 < *");
        }
    }
}

#[test]
fn every_interaction_of_the_mim_is_served() {
    let sources = [
        include_str!("adjust.rs"),
        include_str!("requests.rs"),
        include_str!("reports.rs"),
        include_str!("services.rs"),
        include_str!("../mom.rs"),
    ];
    for edition in ["2010", "2025"] {
        let mut world = world_of(edition);
        world.part("join F1");
        let prefix = "HLAinteractionRoot.HLAmanager.";
        let all: Vec<_> = rows(edition).collect();
        for [kind, name, detail] in all {
            let Some(name) = name.strip_prefix(prefix) else { continue };
            let last = name.rsplit('.').next().unwrap_or_default();
            match kind {
                "parameter" => {
                    let quoted = format!("\"{last}\"");
                    assert!(sources.iter().any(|text| text.contains(&quoted)), "{edition} {name}");
                }
                "interactionClass" if detail.contains("sharing=Subscribe") => {
                    assert!(super::is_served(name), "{edition} {name}");
                }
                "interactionClass" if detail.contains("sharing=Publish") => {
                    let quoted = format!("\"{last}\"");
                    assert!(sources.iter().any(|text| text.contains(&quoted)), "{edition} {name}");
                    world.part(&format!("F1 subscribe-i HLAmanager.{name}"));
                }
                _ => {}
            }
        }
        check_answers(&mut world, edition);
    }
}

/// Each request is answered by the report of its name, each service that lacks its parameters by
/// an exception.
#[track_caller]
fn check_answers(world: &mut World, edition: &str) {
    let me = ("HLAfederate", octets(&FederateHandle::new(1)));
    let number = |value: i32| octets(&value);
    sync(world, "F1");
    world.part("F1 < *");
    for [kind, name, detail] in rows(edition).collect::<Vec<_>>() {
        let Some(name) = name.strip_prefix("HLAinteractionRoot.HLAmanager.") else { continue };
        if kind != "interactionClass" || !detail.contains("sharing=Subscribe") {
            continue;
        }
        let mut values = Vec::new();
        if name.starts_with("HLAfederate.") {
            values.push(me.clone());
        }
        let last = name.rsplit('.').next().unwrap_or_default();
        match last {
            "HLArequestObjectInstanceInformation" => {
                values.push(("HLAobjectInstance", octets(&hla::ObjectInstanceHandle::new(9))));
            }
            "HLArequestFOMmoduleData" if name.starts_with("HLAfederate.") => continue,
            "HLArequestFOMmoduleData" => values.push(("HLAFOMmoduleIndicator", number(0))),
            "HLArequestSynchronizationPointStatus" if edition == "2025" => {
                values.push(("HLAsyncPointName", octets(&"p".to_owned())));
            }
            _ => {}
        }
        if !name.contains(".HLArequest.") {
            continue;
        }
        send(world, name, &values);
        let answers = received(world);
        let expected = last.replace("HLArequest", "HLAreport");
        let answered = answers.iter().any(|(class, _)| {
            *class == expected
                || (last == "HLArequestPublications" && class.ends_with("Publication"))
                || (last == "HLArequestSubscriptions" && class.ends_with("Subscription"))
        });
        assert!(answered, "{edition} {name}: {answers:?}");
        if name.starts_with("HLAfederate.") {
            send(world, name, &[]);
            let answers = received(world);
            assert_eq!(answers[0].0, "HLAreportMOMexception", "{edition} {name} of nobody");
            let error = answers[0].1.iter().find(|(name, _)| name == "HLAparameterError");
            assert_eq!(error.map(|(_, value)| value.clone()), Some(number(1)), "{name}");
        }
    }
}

#[test]
fn periodic_attributes_come_once_a_period_until_it_is_zero() {
    let mut world = World::new();
    world.part(
        "join F1\njoin F2\nF1 subscribe HLAmanager.HLAfederate HLAlogicalTime HLAfederateName",
    );
    world.part("F1 < *");
    let about = ("HLAfederate", octets(&FederateHandle::new(2)));
    let timing = "HLAfederate.HLAadjust.HLAsetTiming";
    send(&mut world, timing, &[about.clone(), ("HLAreportPeriod", octets(&2_i32))]);
    assert_eq!(world.federation.next_deadline(), Some(crate::Nanos(2_000_000_000)));
    for _ in 0..3 {
        world.part("F1 <");
        world.now.0 += 2_000_000_000;
        world.step(crate::Input::Tick);
        let time = Some(hla::LogicalTime::decode(&[0; 8]));
        check_next(&mut world, "F1", &[("HLAlogicalTime", octets(&time))]);
    }
    // Late: what was missed is left out.
    world.now.0 += 5_000_000_000;
    world.step(crate::Input::Tick);
    world.part("F1 < *");
    assert_eq!(world.federation.next_deadline(), Some(crate::Nanos(12_000_000_000)));
    send(&mut world, timing, &[about, ("HLAreportPeriod", octets(&0_i32))]);
    assert_eq!(world.federation.next_deadline(), None);
}

#[test]
fn services_run_for_the_federate_that_they_name() {
    let mut world = World::new();
    world.part(
        "join F1
         join F2
         F1 subscribe-i HLAmanager.HLAfederate.HLAreport.HLAreportMOMexception",
    );
    let about = ("HLAfederate", octets(&FederateHandle::new(2)));
    let class = world.federation.model().interaction_class_handle("X").expect("of T");
    let publish = "HLAfederate.HLAservice.HLApublishInteractionClass";
    send(&mut world, publish, &[about.clone(), ("HLAinteractionClass", octets(&class))]);
    world.part("F2 send X xa=1");
    send(
        &mut world,
        "HLAfederate.HLAservice.HLAdisableTimeRegulation",
        std::slice::from_ref(&about),
    );
    let answers = received(&mut world);
    let exception = answers[0].1.iter().find(|(name, _)| name == "HLAexception");
    let text = exception.map(|(_, value)| value.clone()).unwrap_or_default();
    let model = world.federation.model().clone();
    let text = decode::<String>(&text, &model).expect("a string");
    assert!(text.starts_with("TimeRegulationIsNotEnabled"), "{text}");
    let time =
        ("HLAtimeStamp", octets(&Some(hla::LogicalTime::decode(&[0, 0, 0, 0, 0, 0, 0, 10]))));
    send(&mut world, "HLAfederate.HLAservice.HLAtimeAdvanceRequest", &[about.clone(), time]);
    world.part("F2 < grant 10");
    let action = ("HLAresignAction", octets(&hla::ResignAction::NoAction));
    let gone = world.federate("F2");
    send(&mut world, "HLAfederate.HLAservice.HLAresignFederationExecution", &[about, action]);
    let told = world.effects().iter().any(|effect| {
        matches!(effect, crate::Effect::Deliver { to, callback }
            if to.contains(gone) && matches!(**callback, Callback::FederateResigned { .. }))
    });
    assert!(told, "a federate is told that it was resigned");
    assert_eq!(world.joined("F2"), None);
}

#[test]
fn service_reports_tell_every_call_and_callback_but_themselves() {
    let mut world = World::new();
    world.part(
        "join F1
         join F2
         F1 subscribe-i HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation
         F1 reporting on !! ReportServiceInvocationsAreSubscribed
         F2 reporting on",
    );
    sync(&mut world, "F2");
    world.part("F2 < *\nF2 time");
    let reports = received(&mut world);
    let model = world.federation.model().clone();
    let text = |fields: &[(String, Vec<u8>)], name: &str| {
        let value = fields.iter().find(|(known, _)| known == name).expect("a field");
        decode::<String>(&value.1, &model).unwrap_or_default()
    };
    let services: Vec<_> = reports.iter().map(|(_, fields)| text(fields, "HLAservice")).collect();
    let expected = [
        "RegisterFederationSynchronizationPoint",
        "ConfirmSynchronizationPointRegistration",
        "AnnounceSynchronizationPoint",
        "QueryLogicalTime",
    ];
    assert_eq!(services, expected);
    for (serial, (_, fields)) in reports.iter().enumerate() {
        let value = fields.iter().find(|(name, _)| name == "HLAserialNumber").expect("a field");
        assert_eq!(value.1, octets(&serial));
    }
}

#[test]
fn subscriptions_with_regions_are_reported_too() {
    let mut world = World::new();
    let report = "HLAmanager.HLAfederate.HLAreport";
    world.part(&format!(
        "join F1
         join F2
         F1 subscribe-i {report}.HLAreportObjectClassSubscription
         F1 subscribe-i {report}.HLAreportInteractionSubscription"
    ));
    let f2 = world.federate("F2");
    let model = world.federation.model().clone();
    let dimensions = vec![model.dimension_handle("D1").expect("of the model")];
    let mut regions = Vec::new();
    for _ in 0..2 {
        let create = hla::Call::CreateRegion { dimensions: dimensions.clone() };
        let Ok(hla::Reply::CreateRegion(region)) = world.call(f2, create) else { panic!() };
        regions.push(region);
    }
    let class = model.object_class_handle("R").expect("of the model");
    let attributes = vec![model.attribute_handle(class, "ra").expect("of the model")];
    let pairs = hla::AttributeRegions { attributes: attributes.clone(), regions: regions.clone() };
    let interaction_class = model.interaction_class_handle("Z").expect("of the model");
    for call in [
        hla::Call::SubscribeObjectClassAttributesWithRegions {
            object_class: class,
            attributes_and_regions: vec![pairs],
            active: true,
            update_rate: None,
        },
        hla::Call::SubscribeInteractionClassWithRegions {
            interaction_class,
            active: false,
            regions,
        },
    ] {
        world.call(f2, call).expect("its own regions");
    }
    let about = [("HLAfederate", octets(&f2))];
    send(&mut world, "HLAfederate.HLArequest.HLArequestSubscriptions", &about);
    let told = received(&mut world);
    let field = |row: usize, name: &str| {
        let fields = told[row].1.iter();
        fields.clone().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    };
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!(field(0, "HLAobjectClass"), Some(octets(&class)));
    assert_eq!(field(0, "HLAattributeList"), Some(octets(&attributes)));
    let interactions = vec![(interaction_class, false)];
    assert_eq!(field(1, "HLAinteractionClassList"), Some(octets(&interactions)));
}
