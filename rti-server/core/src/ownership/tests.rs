mod random;

use crate::script::{World, check};

#[test]
fn divested_attributes_are_offered_once_to_who_could_take_them() {
    check(
        "join F1
         join F2
         join F3
         F1 publish A aa ab
         F2 publish A aa
         F2 subscribe A ab
         F3 subscribe A aa
         F1 register A -> o
         F2 < discover o A F1
         F3 < discover o A F1
         F1 divest o aa privilege
         F2 < assume o privilege aa #t
         F1 owns o aa == false
         F1 divest o aa !! AttributeNotOwned
         F3 ask-owner o privilege aa ab ac
         F3 < unowned o privilege aa ac
         F3 < owner o ab F1
         F3 publish A aa
         F3 < assume o privilege aa #t
         F1 divest o ba !! AttributeNotDefined
         F1 divest object-99 aa !! ObjectInstanceNotKnown
         F1 delete o !! DeletePrivilegeNotHeld
         F2 owns o ba !! AttributeNotDefined
         F2 ask-owner object-99 aa !! ObjectInstanceNotKnown",
    );
}

#[test]
fn the_2010_edition_has_no_tag_of_unconditional_divestiture() {
    check(
        "join F1 2010
         join F2
         F1 publish A aa
         F2 publish A aa
         F2 subscribe A aa
         F1 register A -> o
         F2 < discover o A F1
         F1 divest o aa
         F2 < assume o aa",
    );
}

#[test]
fn a_retracted_deletion_brings_back_what_was_asked_for_meanwhile() {
    let mut world = World::new();
    world.part(
        "join F1
         join F2
         F1 publish A aa ab
         F2 publish A aa
         F2 subscribe A ab
         F1 regulate 1
         F1 < *
         F2 constrain
         F2 < *
         F1 register A -> o
         F2 < discover o A F1
         F1 divest o aa
         F2 < assume o aa #t
         F1 delete o @10 -> m",
    );
    let f2 = world.federate("F2");
    let call = world.acquisition("o", "aa");
    world.call(f2, call).expect("F2 knows the instance until the removal reaches it");
    world.part("F2 <\nF1 retract m");
    let told = world.pop_callback(f2).map(|callback| callback.service_name());
    assert_eq!(told, Some("attributeOwnershipAcquisitionNotification"));
    world.run("F2 owns o aa == true\nF1 owns o ab == true");
}
