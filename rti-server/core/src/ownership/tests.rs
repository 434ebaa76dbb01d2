use crate::script::check;

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
