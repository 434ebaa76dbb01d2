use crate::script::{World, check, check_with, fom, module_t};

const AUTO_PROVIDE: &str = "<switches><autoProvide isEnabled=\"true\"/></switches>";

#[test]
fn names_are_reserved_by_one_federate() {
    check(
        "join F1
         join F2
         F1 reserve n
         F1 < reserved n
         F2 reserve n
         F2 < not reserved n
         F1 reserve n
         F1 < not reserved n
         F1 reserve HLAx !! IllegalName
         F2 release n !! ObjectInstanceNameNotReserved
         F1 release x !! ObjectInstanceNameNotReserved
         F1 release n
         F2 reserve n
         F2 < reserved n
         F1 reserve-all !! NameSetWasEmpty
         F1 reserve-all a HLAb !! IllegalName
         F1 reserve-all a n c a
         F1 < all reserved a c
         F1 < none reserved n
         F2 reserve-all a c
         F2 < none reserved a c
         F1 release-all a b !! ObjectInstanceNameNotReserved
         F1 release-all a c
         F2 reserve-all a c
         F2 < all reserved a c
         F2 resign NoAction
         F1 reserve a
         F1 < reserved a",
    );
}

#[test]
fn an_empty_name_is_illegal() {
    let mut world = World::new();
    world.run("join F1");
    let from = world.federate("F1");
    let empty = hla::Call::ReserveObjectInstanceName { name: String::new() };
    let refused = world.call(from, empty).map_err(|error| error.exception_name());
    assert_eq!(refused, Err("IllegalName"));
    let names = vec!["a".to_owned(), String::new()];
    let several = hla::Call::ReserveMultipleObjectInstanceNames { names };
    let refused = world.call(from, several).map_err(|error| error.exception_name());
    assert_eq!(refused, Err("IllegalName"));
    world.run("F1 reserve a\nF1 < reserved a");
}

#[test]
fn an_instance_takes_a_reserved_name_and_gives_it_back() {
    check(
        "join F1
         join F2
         F2 publish A aa
         F2 subscribe A aa
         F1 reserve n
         F1 < reserved n
         F1 register A n !! ObjectClassNotPublished
         F1 publish A aa
         F2 register A n !! ObjectInstanceNameNotReserved
         F1 register A m !! ObjectInstanceNameNotReserved
         F1 register A n -> o
         F2 < discover o A F1
         F2 called n == o
         F2 name-of o == n
         F1 register A n !! ObjectInstanceNameInUse
         F2 register A n !! ObjectInstanceNameInUse
         F1 release n !! ObjectInstanceNameNotReserved
         F1 delete o
         F2 < remove o F1
         F2 reserve n
         F2 < reserved n
         F2 called n !! ObjectInstanceNotKnown",
    );
}

#[test]
fn updates_reach_whoever_subscribed_to_their_attributes() {
    check(
        "join F1
         join F2
         join F3
         F1 publish A.B aa ba
         F2 subscribe A.B aa ab ac ba bb bc
         F3 subscribe A aa
         F1 register A.B -> o
         F3 < discover o A F1
         F2 < discover o A.B F1
         F1 update o aa=1 ba=2 #tag
         F2 < reflect o aa=1 ba=2 #tag F1
         F3 < reflect o aa=1 #tag F1
         F1 update o ba=2
         F2 < reflect o ba=2 F1
         F1 update o #tag
         F1 update o aa=1 @100 == final
         F2 < reflect o aa=1 F1 @100 RR
         F3 < reflect o aa=1 F1 @100 RR
         F1 update o aa=1 bc=2 !! AttributeNotOwned
         F1 update o aa=1 bogus=2 !! AttributeNotDefined
         F1 update object-99 aa=1 !! ObjectInstanceNotKnown
         F3 update o aa=1 !! AttributeNotOwned",
    );
}

#[test]
fn attributes_of_another_transportation_travel_apart() {
    check(
        "join F1
         join F2
         F1 publish R ra rb
         F2 subscribe R ra rb
         F1 register R -> o
         F2 < discover o R F1
         F1 update o ra=1 rb=2
         F2 < reflect o ra=1 F1 best-effort
         F2 < reflect o rb=2 F1
         F1 transport o ra reliable
         F1 transport o ra best-effort !! AttributeAlreadyBeingChanged
         F1 < confirm o ra
         F1 update o ra=1 rb=2
         F2 < reflect o ra=1 rb=2 F1
         F1 transport o rb best-effort
         F1 < confirm o rb best-effort
         F2 transport? o rb
         F2 < report o rb best-effort
         F2 transport o rb reliable !! AttributeNotOwned
         F1 transport o rb bogus !! InvalidTransportationTypeHandle
         F1 divest o rb
         F2 transport? o rb
         F2 < report o rb
         F1 default-transport R rb best-effort
         F1 default-transport R rb bogus !! InvalidTransportationTypeHandle
         F1 default-transport R aa reliable !! AttributeNotDefined
         F1 register R -> p
         F2 < discover p R F1
         F1 update p rb=1
         F2 < reflect p rb=1 F1 best-effort",
    );
}

#[test]
fn the_2010_edition_calls_a_wrong_transportation_otherwise() {
    check(
        "join F1 2010
         F1 publish R ra
         F1 register R -> o
         F1 transport o ra bogus !! InvalidTransportationType",
    );
}

#[test]
fn the_transportation_of_an_interaction_is_the_senders_own() {
    check(
        "join F1
         join F2
         F2 subscribe-i X
         F1 transport-i X best-effort !! InteractionClassNotPublished
         F1 transport-i bogus best-effort !! InteractionClassNotDefined
         F1 publish-i X
         F1 transport-i X best-effort
         F1 transport-i X reliable !! InteractionClassAlreadyBeingChanged
         F1 < confirm X best-effort
         F1 send X
         F2 < receive X F1 best-effort
         F2 transport-i? F1 X
         F2 < report F1 X best-effort
         F2 transport-i? F2 X
         F2 < report F2 X
         F1 unpublish-i X
         F1 publish-i X
         F1 send X
         F2 < receive X F1
         F1 order-i X Receive
         F2 order-i X Receive !! InteractionClassNotPublished
         F1 order-i X none !! RTIinternalError",
    );
}

#[test]
fn interactions_are_checked_before_they_are_sent() {
    check(
        "join F1
         F1 publish-i X.Y
         F1 send X.Y xa=1 ya=2
         F1 send X.Y za=1 !! InteractionParameterNotDefined
         F1 send X.Y bogus=1 !! InteractionParameterNotDefined
         F1 send bogus !! InteractionClassNotDefined
         F1 send X !! InteractionClassNotPublished
         F1 send X.Y @10 == final",
    );
}

#[test]
fn only_who_holds_the_privilege_deletes() {
    check(
        "join F1
         join F2
         join F3
         join F4
         F1 publish A.B aa
         F2 subscribe A.B aa
         F3 subscribe A aa
         F1 register A.B -> o
         F3 < discover o A F1
         F2 < discover o A.B F1
         F2 delete o !! DeletePrivilegeNotHeld
         F4 delete o !! ObjectInstanceNotKnown
         F1 delete o #bye @10 == final
         F2 < remove o #bye F1 @10 RR
         F3 < remove o #bye F1 @10 RR
         F1 update o aa=1 !! ObjectInstanceNotKnown
         F2 request o aa !! ObjectInstanceNotKnown
         F2 subscribe A aa",
    );
}

#[test]
fn a_federate_is_not_refused_for_a_removal_it_has_not_handled() {
    check(
        "join F1
         join F2
         F1 publish A aa
         F2 subscribe A aa
         F1 register A -> o
         F2 < discover o A F1
         F1 delete o
         F2 request o aa
         F2 request o ba !! AttributeNotDefined
         F2 known-class o == A
         F2 called HLAobject-4 == o
         F2 owns o aa == false
         F2 forget o
         F2 update o aa=1
         F2 < remove o F1
         F2 request o aa !! ObjectInstanceNotKnown
         F2 called HLAobject-4 !! ObjectInstanceNotKnown",
    );
}

#[test]
fn a_forgotten_instance_is_discovered_anew() {
    check(
        "join F1
         join F2
         F2 publish A.B aa
         F1 subscribe A aa
         F2 register A.B -> o
         F1 < discover o A F2
         F1 forget o
         F1 < discover o A F2
         F1 subscribe A.B aa
         F1 forget o
         F1 < discover o A.B F2
         F1 unsubscribe A.B
         F1 unsubscribe A
         F1 forget o
         F1 request o aa !! ObjectInstanceNotKnown
         F1 forget o !! ObjectInstanceNotKnown
         F2 forget o !! FederateOwnsAttributes
         F1 subscribe A.B aa
         F1 < discover o A.B F2
         F2 update o aa=1
         F1 < reflect o aa=1 F2",
    );
}

#[test]
fn requests_reach_the_owners() {
    check(
        "join F1
         join F2
         join F3
         F1 publish A.B aa ab
         F2 subscribe A.B aa ab
         F3 subscribe A aa
         F1 register A.B -> o
         F3 < discover o A F1
         F2 < discover o A.B F1
         F2 request o aa ab ac
         F1 < provide o aa ab #t
         F1 request o aa
         F2 request o bogus !! AttributeNotDefined
         F3 request o ba !! AttributeNotDefined
         F2 request o
         F2 request-class A aa
         F1 < provide o aa #t
         F2 request-class bogus aa !! ObjectClassNotDefined
         F2 request-class A ba !! AttributeNotDefined
         F2 request-class R ra",
    );
}

#[test]
fn discovery_asks_for_values_where_the_federation_says_so() {
    check_with(
        AUTO_PROVIDE,
        "join F1
         join F2
         join F3
         F2 subscribe A aa ac
         F3 subscribe A ab
         F1 publish A aa ab
         F1 register A -> o
         F1 < provide o aa ab
         F2 < discover o A F1
         F3 < discover o A F1
         F3 subscribe A ac
         F2 forget o
         F1 < provide o aa
         F2 < discover o A F1",
    );
}

#[test]
fn owners_are_told_whether_updates_are_wanted() {
    check(
        "join F1
         join F2
         join F3
         F1 attribute-relevance on
         F1 publish A aa ab
         F1 register A -> o
         F2 subscribe A aa
         F2 < discover o A F1
         F1 < wanted o aa all
         F3 listen A aa ab
         F3 < discover o A F1
         F2 listen A aa
         F1 < unwanted o aa
         F2 subscribe A aa rate=Low
         F1 < wanted o aa Low
         F3 subscribe A aa ab rate=High
         F1 < wanted o aa ab High
         F3 resign NoAction
         F1 < wanted o aa Low
         F1 < unwanted o ab
         F2 rate-of o aa == 1
         F2 rate-of o ab == 0
         F2 unsubscribe A
         F1 < unwanted o aa
         F2 subscribe A aa
         F1 < wanted o aa all
         F1 register A -> p
         F1 < wanted p aa all
         F2 < discover p A F1
         F1 attribute-relevance off
         F2 unsubscribe A
         F1 attribute-relevance on
         F2 subscribe A aa
         F1 < wanted o aa all
         F1 < wanted p aa all",
    );
}

#[test]
fn subscribers_are_told_what_comes_into_scope() {
    check(
        "join F1
         join F2
         F1 publish A aa ab
         F2 subscribe A aa
         F1 register A -> o
         F2 < discover o A F1
         F2 scope on
         F2 <
         F2 subscribe A ab ac
         F2 < in scope o ab
         F1 divest o aa
         F2 < out of scope o aa
         F2 unsubscribe A ab
         F2 <
         F1 register A -> p
         F2 < discover p A F1
         F2 < in scope p aa
         F2 scope off
         F2 subscribe A ab
         F2 scope on
         F2 <",
    );
}

#[test]
fn updates_are_thinned_to_the_rate_asked_for() {
    check(
        "join F1
         join F2
         join F3
         F1 publish R ra rb
         F2 subscribe R ra rb rate=High
         F3 subscribe R ra
         F1 register R -> o
         F2 < discover o R F1
         F3 < discover o R F1
         F1 update o ra=1 rb=1
         F2 < reflect o ra=1 F1 best-effort
         F2 < reflect o rb=1 F1
         F3 < reflect o ra=1 F1 best-effort
         wait 99
         F1 update o ra=2 rb=2
         F2 < reflect o rb=2 F1
         F3 < reflect o ra=2 F1 best-effort
         wait 1
         F1 update o ra=3
         F2 < reflect o ra=3 F1 best-effort
         F3 < reflect o ra=3 F1 best-effort",
    );
}

#[test]
fn the_producer_is_shown_in_the_2010_edition_only_by_a_switch() {
    check(
        "join F1
         join F2 2010
         join F3
         F3 regions on
         F1 publish A aa
         F1 publish-i X
         F2 subscribe A aa
         F3 subscribe A aa
         F3 subscribe-i X
         F2 subscribe-i X
         F1 register A -> o
         F2 < discover o A -
         F3 < discover o A F1
         F1 update o aa=1
         F2 < reflect o aa=1 -
         F3 < reflect o aa=1 F1 regions
         F1 send X
         F2 < receive X -
         F3 < receive X F1 regions
         F1 delete o
         F2 < remove o -
         F3 < remove o F1",
    );
}

#[test]
fn a_module_that_extends_a_class_extends_its_instances() {
    let mut world = World::with_modules(&[module_t()]);
    world.run(
        "join F1
         F1 publish A aa
         F1 register A -> o",
    );
    let more = fom("<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>A</name>\
         <attribute><name>new</name><dataType>HLAopaqueData</dataType></attribute>\
         </objectClass></objectClass></objects>");
    world.join(Some("F2"), hla::Edition::Hla4, vec![more]).expect("a legal module");
    world.run(
        "F2 subscribe A aa new
         F2 < discover o A F1
         F2 ask-owner o new aa
         F2 < owner o aa F1
         F2 < unowned o new
         F1 publish A new
         F1 register A -> p
         F2 < discover p A F1
         F1 update p new=1
         F2 < reflect p new=1 F1",
    );
}

#[test]
fn limits_are_answers() {
    let model = rti_fom::FomModel::create(None, &[module_t()]).expect("T is legal");
    let limits = crate::Limits {
        federates_max: 2,
        object_instances_max: 4,
        reserved_names_max: 2,
        ..crate::Limits::default()
    };
    let time = hla::TimeImplementation::Integer64;
    let settings = crate::Settings { name: "N".to_owned(), time, limits };
    let mut world = World::with_settings(settings, model);
    world.run(
        "join F1
         join F2
         F1 publish A aa
         F1 register A -> o
         F1 register A !! RTIinternalError
         F1 delete o
         F1 register A
         F1 reserve-all a b c !! RTIinternalError
         F1 reserve-all a b
         F1 < all reserved a b
         F1 reserve c !! RTIinternalError
         F1 release a
         F1 reserve c
         F1 < reserved c",
    );
    let refused = world.join(Some("F3"), hla::Edition::Hla4, Vec::new());
    assert_eq!(refused.map_err(|error| error.exception_name()), Err("RTIinternalError"));
}
