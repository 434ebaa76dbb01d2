mod lost_and_late;

use hla::{Edition, FomModule};

use crate::script::{World, check, fom};

#[track_caller]
fn check_refused(
    world: &mut World,
    name: Option<&str>,
    edition: Edition,
    modules: Vec<FomModule>,
    exception: &str,
) {
    let refused = world.join(name, edition, modules).map_err(|error| error.exception_name());
    assert_eq!(refused.map(|joined| joined.federate), Err(exception));
}

#[test]
fn names_of_federates_are_unique_while_joined() {
    let mut world = World::new();
    let first = world.join(Some("n"), Edition::Hla4, Vec::new()).expect("the name is free");
    check_refused(&mut world, Some("n"), Edition::Hla4, Vec::new(), "FederateNameAlreadyInUse");
    check_refused(&mut world, Some(""), Edition::Hla4, Vec::new(), "RTIinternalError");
    world.run("n federate-called n == n\nn resign NoAction");
    let again = world.join(Some("n"), Edition::Hla4, Vec::new()).expect("the name is free again");
    assert!(again.federate > first.federate, "handles are never given again");
    assert_eq!(again.logical_time_implementation_name, "HLAinteger64Time");
}

#[test]
fn who_names_no_name_gets_a_free_one() {
    let mut world = World::new();
    world.join(Some("federate-2"), Edition::Hla4, Vec::new()).expect("the name is free");
    world.join(None, Edition::Hla4, Vec::new()).expect("a name is invented");
    let names: Vec<_> = world.federation.members();
    let names: Vec<_> = names.into_iter().map(|member| member.federate_name).collect();
    assert_eq!(names, ["federate-2", "federate-2+"]);
}

#[test]
fn modules_join_whole_or_not_at_all() {
    let mut world = World::new();
    world.run("join F1");
    let before = world.class("A.B");
    let conflicting = fom(
        "<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>A</name><attribute>\
         <name>aa</name><dataType>HLAopaqueData</dataType><order>Receive</order></attribute>\
         </objectClass></objectClass></objects>",
    );
    let broken = FomModule::File { name: "broken.xml".to_owned(), content: "<".into() };
    for (module, hla4, evolved) in [
        (conflicting, "InconsistentFOM", "InconsistentFDD"),
        (broken, "ErrorReadingFOM", "ErrorReadingFDD"),
    ] {
        let modules = vec![module];
        check_refused(&mut world, Some("F2"), Edition::Hla4, modules.clone(), hla4);
        check_refused(&mut world, Some("F2"), Edition::Evolved2010, modules, evolved);
    }
    let new = fom(
        "<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>New</name><attribute>\
         <name>x</name><dataType>HLAopaqueData</dataType></attribute></objectClass></objectClass>\
         </objects>",
    );
    world.join(Some("F2"), Edition::Hla4, vec![new]).expect("a legal module");
    assert_eq!(world.class("A.B"), before);
    world.run(
        "F1 publish New x
         F2 subscribe New x
         F1 register New -> o
         F2 < discover o New F1",
    );
    let loaded = world.federation.status().fom_modules;
    assert_eq!(loaded, ["T.xml", "extra.xml"]);
}

#[test]
fn resigning_must_not_leave_owned_attributes_behind() {
    check(
        "join F1
         join F2
         F1 publish A aa
         F2 subscribe A aa
         F1 register A -> o
         F2 < discover o A F1
         F1 resign NoAction !! FederateOwnsAttributes
         F1 resign CancelPendingOwnershipAcquisitions !! FederateOwnsAttributes
         F1 resign none !! InvalidResignAction
         F1 divest o privilege
         F1 resign DeleteObjects !! FederateOwnsAttributes
         F1 resign DeleteObjectsThenDivest
         F2 name-of o == HLAobject-4
         F2 ask-owner o aa
         F2 < unowned o aa",
    );
}

#[test]
fn deleting_on_resign_removes_what_may_be_deleted() {
    check(
        "join F1
         join F2
         join F3
         F2 publish A aa
         F2 subscribe A aa
         F1 publish A aa
         F1 register A -> o
         F1 register A -> p
         F2 < discover o A F1
         F2 < discover p A F1
         F1 divest p privilege
         F2 < assume p privilege #t
         F1 resign CancelThenDeleteThenDivest
         F2 < remove o left-1
         F2 < assume p aa
         F3 publish A aa
         F3 register A -> q
         F2 < discover q A F3
         F3 resign DeleteObjects
         F2 < remove q left-3",
    );
}

#[test]
fn divesting_on_resign_offers_everything() {
    check(
        "join F1
         join F2
         F2 publish A aa
         F2 subscribe A aa
         F1 publish A aa ab
         F1 register A -> o
         F2 < discover o A F1
         F1 resign UnconditionallyDivestAttributes
         F2 < assume o privilege aa",
    );
}

#[test]
fn with_its_last_federate_a_federation_loses_its_instances() {
    check(
        "join F1
         F1 reserve n
         F1 < reserved n
         F1 publish A aa
         F1 register A n -> o
         F1 divest o privilege aa
         F1 resign NoAction
         join F2
         F2 subscribe A aa
         F2 reserve n
         F2 < reserved n",
    );
}

#[test]
fn a_lost_federate_follows_its_directive() {
    check(
        "join F1
         join F2
         join F3
         F3 directive none !! RTIinternalError
         F3 directive DeleteObjects
         F2 subscribe A aa
         F1 publish A aa
         F1 register A -> o
         F2 < discover o A F1
         lose F1
         F2 ask-owner o aa
         F2 < unowned o aa
         F3 publish A aa
         F3 register A -> p
         F2 < discover p A F3
         lose F3
         F2 < remove p left-3",
    );
}

#[test]
fn a_federate_that_left_is_told_nothing_more() {
    let mut world = World::new();
    world.run("join F1\njoin F2");
    let gone = world.federate("F1");
    world.run("F1 resign NoAction");
    let late = world.call(gone, hla::Call::QueryLogicalTime);
    assert_eq!(late.map_err(|error| error.exception_name()), Err("FederateNotExecutionMember"));
    let name = hla::Call::GetFederateName { federate: gone };
    let name = world.call(world.federate("F2"), name);
    assert_eq!(name.map_err(|error| error.exception_name()), Err("FederateHandleNotKnown"));
}

#[test]
fn who_leaves_is_not_told_what_it_causes() {
    check(
        "join F1
         join F2
         join F3
         F1 scope on
         F1 class-relevance on
         F1 interaction-relevance on
         F1 attribute-relevance on
         F1 publish A aa
         F1 publish-i X
         F1 subscribe A ab aa
         F2 publish A ab
         F2 subscribe A aa
         F1 < start HLAobjectRoot.A
         F2 register A -> o
         F1 < discover o A F2
         F1 < in scope o ab
         F1 register A -> p
         F1 < wanted p aa all
         F2 < discover p A F1
         F1 resign DeleteObjectsThenDivest
         F2 < remove p left-1
         F2 update o ab=1
         F2 attribute-relevance on
         F3 subscribe A ab
         F3 < discover o A F2
         F2 < wanted o ab all
         lose F3
         F2 < unwanted o ab",
    );
}
