use crate::script::check;

#[test]
fn publishing_adds_and_owns_what_is_published() {
    check(
        "join F1
         F1 publish A aa
         F1 publish A ab
         F1 publish A
         F1 register A -> o
         F1 owns o aa == true
         F1 owns o ab == true
         F1 owns o ac == false
         F1 owns o privilege == true
         F1 publish A.B aa ab ba bb
         F1 register A.B -> p
         F1 owns p bb == true
         F1 owns p bc == false",
    );
}

#[test]
fn publishing_something_undefined_publishes_nothing() {
    check(
        "join F1
         F1 publish A aa ba !! AttributeNotDefined
         F1 publish A aa bogus !! AttributeNotDefined
         F1 publish bogus aa !! ObjectClassNotDefined
         F1 register A !! ObjectClassNotPublished
         F1 unpublish bogus !! ObjectClassNotDefined
         F1 unpublish A ba !! AttributeNotDefined
         F1 publish-i bogus !! InteractionClassNotDefined
         F1 unpublish-i bogus !! InteractionClassNotDefined",
    );
}

#[test]
fn publications_of_sub_and_superclasses_are_apart() {
    check(
        "join F1
         F1 unpublish A
         F1 unpublish-i X
         F1 publish A aa
         F1 publish A.B aa ba
         F1 unpublish A.B
         F1 register A.B !! ObjectClassNotPublished
         F1 register A
         F1 publish A.B ba
         F1 unpublish A
         F1 register A.B
         F1 publish-i X.Y
         F1 send X !! InteractionClassNotPublished
         F1 send X.Y
         F1 unpublish-i X.Y
         F1 send X.Y !! InteractionClassNotPublished",
    );
}

#[test]
fn unpublishing_gives_up_attributes_and_offers_them() {
    check(
        "join F1
         join F2
         F2 publish A ab
         F2 subscribe A ab
         F1 publish A aa ab
         F1 register A -> o
         F2 < discover o A F1
         F1 unpublish A ab
         F1 owns o ab == false
         F1 owns o aa == true
         F2 < assume o ab
         F1 unpublish A aa
         F1 owns o privilege == false
         F2 < assume o privilege
         F1 register A !! ObjectClassNotPublished",
    );
}

#[test]
fn an_offer_reaches_who_publishes_later() {
    check(
        "join F1
         join F2
         F2 subscribe A aa
         F1 publish A aa
         F1 register A -> o
         F2 < discover o A F1
         F1 divest o aa
         F2 publish A ab
         F2 publish A aa
         F2 < assume o aa #t
         F2 unpublish A aa
         F2 publish A aa",
    );
}

#[test]
fn subscriptions_add_and_are_taken_back_one_by_one() {
    check(
        "join F1
         join F2
         F2 publish A aa ab ac
         F1 subscribe A aa
         F1 subscribe A ab
         F1 subscribe A
         F2 register A -> o
         F1 < discover o A F2
         F2 update o aa=1 ab=2 ac=3
         F1 < reflect o aa=1 ab=2 F2
         F1 unsubscribe A aa
         F2 update o aa=1 ab=2
         F1 < reflect o ab=2 F2
         F1 unsubscribe A
         F2 update o ab=2
         F1 name-of o == HLAobject-4
         F1 unsubscribe A.B
         F1 unsubscribe bogus !! ObjectClassNotDefined
         F1 subscribe bogus aa !! ObjectClassNotDefined
         F1 subscribe A bogus !! AttributeNotDefined
         F1 subscribe A ba !! AttributeNotDefined
         F1 subscribe A aa rate=NoRate !! InvalidUpdateRateDesignator
         F2 delete o
         F1 < remove o F2",
    );
}

#[test]
fn an_instance_is_known_as_its_most_specific_subscribed_class() {
    check(
        "join F1
         join F2
         join F3
         F2 publish A.B aa ba
         F1 subscribe A aa
         F3 subscribe A aa
         F3 subscribe A.B ba
         F2 register A.B -> o
         F1 < discover o A F2
         F3 < discover o A.B F2
         F1 subscribe A.B ba
         F2 update o aa=1 ba=2
         F1 < reflect o aa=1 F2
         F3 < reflect o ba=2 F2
         F1 known-class o == A
         F1 unsubscribe A
         F1 unsubscribe A.B
         F3 unsubscribe A.B
         F2 register A.B -> p
         F3 < discover p A F2",
    );
}

#[test]
fn interactions_are_received_as_the_most_specific_subscribed_class() {
    check(
        "join F1
         join F2
         F2 publish-i X
         F2 publish-i X.Y
         F1 subscribe-i X
         F2 send X.Y xa=1 ya=2
         F1 < receive X xa=1 F2
         F1 listen-i X.Y
         F2 send X.Y xa=1 ya=2 #t
         F1 < receive X.Y xa=1 ya=2 #t F2
         F2 send X xa=1
         F1 < receive X xa=1 F2
         F1 unsubscribe-i X.Y
         F2 send X.Y ya=2
         F1 < receive X F2
         F1 unsubscribe-i X
         F1 unsubscribe-i X
         F2 send X
         F1 subscribe-i bogus !! InteractionClassNotDefined
         F1 unsubscribe-i bogus !! InteractionClassNotDefined",
    );
}

#[test]
fn registration_advisories_follow_active_subscriptions() {
    check(
        "join F1
         join F2
         join F3
         F2 class-relevance on
         F2 publish A aa
         F2 publish A.B aa ba
         F1 subscribe A ab
         F1 listen A aa
         F1 subscribe A aa
         F2 < start HLAobjectRoot.A
         F2 < start HLAobjectRoot.A.B
         F3 subscribe A aa
         F1 unsubscribe A
         F2 <
         F3 listen A aa
         F2 < stop HLAobjectRoot.A
         F2 < stop HLAobjectRoot.A.B
         F1 subscribe A.B ba
         F2 < start HLAobjectRoot.A.B
         F2 unpublish A.B
         F2 publish A.B ba
         F2 < start HLAobjectRoot.A.B
         F1 resign NoAction
         F2 < stop HLAobjectRoot.A.B
         F2 subscribe A aa",
    );
}

#[test]
fn advisories_are_not_replayed_when_switched_on() {
    check(
        "join F1
         join F2
         F2 publish A aa
         F2 publish-i X
         F1 subscribe A aa
         F1 subscribe-i X
         F2 class-relevance on
         F2 interaction-relevance on
         F2 <
         F1 unsubscribe-i X
         F2 < off X
         F1 unsubscribe A
         F2 < stop HLAobjectRoot.A",
    );
}

#[test]
fn interaction_advisories_follow_active_subscriptions() {
    check(
        "join F1
         join F2
         F2 interaction-relevance on
         F2 publish-i X
         F2 publish-i X.Y
         F2 subscribe-i X
         F2 <
         F1 listen-i X
         F2 <
         F1 subscribe-i X
         F2 < on X
         F2 < on X.Y
         F1 unsubscribe-i X
         F2 < off X
         F2 < off X.Y
         F1 subscribe-i X.Y
         F2 < on X.Y
         F2 unpublish-i X.Y
         F2 publish-i X.Y
         F2 < on X.Y",
    );
}

#[test]
fn reports_of_services_are_not_reported() {
    check(
        "join F1
         F1 reporting on
         F1 subscribe-i HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation !! \
            FederateServiceInvocationsAreBeingReportedViaMOM
         F1 reporting off
         F1 subscribe-i HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation
         F1 reporting on !! ReportServiceInvocationsAreSubscribed",
    );
}
