use hla::{Callback, FederateHandle};

use super::encoding::{encode_handle, encode_unicode};
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

fn identity(number: u32, name: &str) -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("HLAfederateHandle", encode_handle(&FederateHandle::new(number).encode()).to_vec()),
        ("HLAfederateName", encode_unicode(name).to_vec()),
        ("HLAfederateType", encode_unicode("test").to_vec()),
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
         F1 < discover object-1 {federate} -"
    ));
    check_next(&mut world, "F1", &identity(1, "F1"));
    world.part(&format!("F1 < discover object-2 {federate} -"));
    check_next(&mut world, "F1", &identity(2, "F2"));
    world.part(&format!("join F3\nF1 < discover object-3 {federate} -"));
    check_next(&mut world, "F1", &identity(3, "F3"));
    world.part("F1 request object-2 HLAfederateName HLAlogicalTime");
    check_next(&mut world, "F1", &identity(2, "F2")[1..2]);
    world.part(
        "F1 ask-owner object-2 HLAfederateName
         F1 < owned by rti object-2 HLAfederateName
         F2 resign NoAction
         F1 < remove object-2 -",
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
    let fault = encode_unicode("the connection broke and was not resumed in time").to_vec();
    let expected = [
        ("HLAfederate", encode_handle(&FederateHandle::new(2).encode()).to_vec()),
        ("HLAfederateName", encode_unicode("F2").to_vec()),
        ("HLAtimeStamp", time),
        ("HLAfaultDescription", fault),
    ];
    check_next(&mut world, "F1", &expected);
    world.part("F1 < remove object-2 -");
}

#[test]
fn the_rti_keeps_its_classes_to_itself() {
    World::new().run(
        "join F1
         F1 register HLAmanager.HLAfederate !! ObjectClassNotPublished
         F1 publish HLAmanager.HLAfederate HLAfederateName
         F1 register HLAmanager.HLAfederate !! RTIinternalError
         F1 publish-i HLAmanager.HLAfederate.HLArequest.HLArequestPublications
         F1 send HLAmanager.HLAfederate.HLArequest.HLArequestPublications !! RTIinternalError",
    );
}

#[test]
fn values_are_encoded_as_the_standard_says() {
    // The worked examples of the encoding tables.
    let text = encode_unicode("\u{e5}\u{1f600}");
    assert_eq!(text[..], [0, 0, 0, 3, 0, 0xe5, 0xd8, 0x3d, 0xde, 0]);
    assert_eq!(encode_unicode("")[..], [0, 0, 0, 0]);
    assert_eq!(encode_handle(&[0, 0, 0, 7])[..], [0, 0, 0, 4, 0, 0, 0, 7]);
}
