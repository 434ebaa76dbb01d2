use crate::script::{World, check};

/// F1 regulates with lookahead 5 and publishes; F2 is constrained, F3 is neither; both subscribe.
const SENDER_AND_RECEIVERS: &str = "
    join F1
    join F2
    join F3
    F1 regulate 5
    F1 < regulating 0
    F2 constrain
    F2 < constrained 0
    F1 publish A aa ab
    F1 publish-i X
    F2 subscribe A aa ab
    F2 subscribe-i X
    F3 subscribe A aa ab
    F3 subscribe-i X
    F1 register A -> o
    F2 < discover o A F1
    F3 < discover o A F1";

#[track_caller]
fn check_sending(script: &str) {
    check(&format!("{SENDER_AND_RECEIVERS}\n{script}"));
}

#[test]
fn time_stamped_messages_wait_for_the_constrained() {
    check_sending(
        "F1 send X xa=1 @30 -> h30
         F1 send X xa=2 @10 -> h10
         F1 send X xa=3 @20
         F3 < receive X xa=1 F1 @30 TRh
         F3 < receive X xa=2 F1 @10 TRh
         F3 < receive X xa=3 F1 @20 TRh
         F2 tar 40
         F2 <
         F1 tar 40
         F1 < grant 40
         F2 < receive X xa=2 F1 @10 TTh
         F2 < receive X xa=3 F1 @20 TTh
         F2 < receive X xa=1 F1 @30 TTh
         F2 < grant 40",
    );
}

#[test]
fn time_stamps_below_the_lookahead_are_refused() {
    check_sending(
        "F1 update o aa=1 @2 !! InvalidLogicalTime
         F1 send X @4 !! InvalidLogicalTime
         F1 delete o @-5 !! InvalidLogicalTime
         F1 delete o @1 !! InvalidLogicalTime
         F1 delete o @x !! InvalidLogicalTime
         F1 update object-99 aa=1 @2 !! ObjectInstanceNotKnown
         F1 update o aa=1 @5 == retractable
         F3 < reflect o aa=1 F1 @5 TRh
         F1 tar 20
         F1 < grant 20
         F1 delete o @10 !! InvalidLogicalTime
         F2 constrain-not
         F2 < reflect o aa=1 F1 @5 TRh",
    );
}

#[test]
fn attributes_of_another_order_travel_apart() {
    check(
        "join F1
         join F2
         join F3
         F2 async
         F1 regulate 1
         F1 < regulating 0
         F2 constrain
         F2 < constrained 0
         F1 publish A aa ab
         F2 subscribe A aa ab
         F1 register A -> o
         F2 < discover o A F1
         F1 order o ab Receive
         F1 order o ac Receive !! AttributeNotOwned
         F1 order o aa none !! RTIinternalError
         F1 update o aa=1 ab=2 #t @10 == retractable
         F2 < reflect o ab=2 #t F1 @10 RR
         F1 order o aa Receive
         F1 update o aa=1 @10 == final
         F2 < reflect o aa=1 F1 @10 RR
         F1 default-order A ab Receive
         F1 default-order bogus ab Receive !! ObjectClassNotDefined
         F1 register A -> p
         F2 < discover p A F1
         F1 update p aa=1 ab=2 @10 == retractable
         F2 < reflect p ab=2 F1 @10 RR
         F1 publish-i X
         F2 subscribe-i X
         F1 order-i X Receive
         F1 send X @10 == final
         F2 < receive X F1 @10 RR
         F1 tar 10
         F1 < grant 10
         F2 tar 10
         F2 < reflect o aa=1 #t F1 @10 TTh
         F2 < reflect p aa=1 F1 @10 TTh
         F2 < grant 10",
    );
}

#[test]
fn receive_order_messages_wait_while_the_constrained_do_not_advance() {
    check_sending(
        "F1 send X xa=1
         F3 < receive X xa=1 F1
         F2 <
         F2 async
         F2 < receive X xa=1 F1
         F2 async !! AsynchronousDeliveryAlreadyEnabled
         F2 async-not
         F2 async-not !! AsynchronousDeliveryAlreadyDisabled
         F1 send X xa=2
         F3 < receive X xa=2 F1
         F2 tar 10
         F2 < receive X xa=2 F1
         F1 send X xa=3
         F3 < receive X xa=3 F1
         F2 < receive X xa=3 F1
         F1 tar 10
         F1 < grant 10
         F2 < grant 10",
    );
}

#[test]
fn what_is_not_wanted_any_more_is_not_delivered() {
    check_sending(
        "F1 update o aa=1 ab=2 @10
         F1 send X @10
         F1 send X xa=1
         F3 < *
         F2 unsubscribe A ab
         F2 unsubscribe-i X
         F1 tar 20
         F1 < grant 20
         F2 nmr 30
         F2 < reflect o aa=1 F1 @10 TTh
         F2 < grant 10",
    );
}

#[test]
fn a_next_message_request_does_not_stop_at_what_was_unsubscribed() {
    check_sending(
        "F1 send X @10
         F3 < *
         F2 nmr 20
         F1 tar 30
         F1 < grant 30
         F2 < receive X F1 @10 TTh
         F2 < grant 10
         F1 send X @40
         F3 < *
         F2 nmr 50
         F2 unsubscribe-i X
         F1 tar 50
         F1 < grant 50
         F2 < grant 50",
    );
}

#[test]
fn a_deletion_in_time_stamp_order_waits_for_the_constrained() {
    check_sending(
        "F1 delete o #bye @10 == retractable
         F3 < remove o #bye F1 @10 TRh
         F1 update o aa=1 !! ObjectInstanceNotKnown
         F2 name-of o == HLAobject-5
         F1 reserve n
         F1 < reserved n
         join F4
         F4 subscribe A aa
         F4 <
         F2 tar 10
         F1 tar 10
         F1 < grant 10
         F2 < remove o #bye F1 @10 TTh
         F2 < grant 10
         F2 name-of o !! ObjectInstanceNotKnown",
    );
}

#[test]
fn a_retracted_deletion_never_happened_where_it_was_not_told() {
    check_sending(
        "F1 delete o @10 -> h
         F3 < remove o F1 @10 TRh
         join F4
         F4 subscribe A aa
         F1 retract h
         F3 < retract h
         F4 < discover o A F1
         F1 owns o aa == true
         F3 name-of o == HLAobject-5
         F1 update o aa=1
         F3 < reflect o aa=1 F1
         F4 < reflect o aa=1 F1
         F2 tar 10
         F2 < reflect o aa=1 F1
         F1 tar 10
         F1 < grant 10
         F2 < grant 10
         F1 retract h !! MessageCanNoLongerBeRetracted",
    );
}

#[test]
fn a_deletion_is_final_when_it_can_no_longer_be_retracted() {
    let mut world = World::new();
    world.run(SENDER_AND_RECEIVERS);
    let count = |world: &World| world.federation.status().object_instances;
    assert_eq!(count(&world), 5);
    world.run(
        "F2 constrain-not
         F1 delete o @10
         F2 < remove o F1 @10 TRh
         F3 < remove o F1 @10 TRh",
    );
    assert_eq!(count(&world), 5, "F1 could still retract it");
    world.run("F1 tar 20\nF1 < grant 20");
    assert_eq!(count(&world), 4);
}

#[test]
fn retraction_takes_back_what_waits_and_tells_who_has_it() {
    check_sending(
        "F1 send X @20 -> h
         F3 < receive X F1 @20 TRh
         F2 nmr 30
         F1 retract h
         F3 < retract h
         F1 retract h !! MessageCanNoLongerBeRetracted
         F1 send X @20 -> k
         F3 < receive X F1 @20 TRh
         F3 retract k !! InvalidMessageRetractionHandle
         F1 tar 16
         F1 < grant 16
         F1 retract k !! MessageCanNoLongerBeRetracted
         F1 send X @40 -> m
         F3 < receive X F1 @40 TRh
         F1 regulate-not
         F2 < receive X F1 @20 TTh
         F2 < grant 20
         F1 retract m !! TimeRegulationIsNotEnabled",
    );
}

#[test]
fn who_resigns_or_is_lost_holds_nobody_and_its_messages_arrive() {
    for leaves in ["F1 resign DeleteObjects", "lose F1"] {
        check_sending(&format!(
            "F1 send X xa=1 @10
             F3 < *
             F2 tar 20
             F1 divest o privilege aa ab
             {leaves}
             F2 < receive X xa=1 left-1 @10 TTh
             F2 < grant 20"
        ));
    }
}

#[test]
fn everybody_starts_again_at_the_initial_time() {
    let round = "
        F1 regulate 1
        F1 < regulating 0
        F2 constrain
        F2 < constrained 0
        F2 tar 10
        F1 tar 10
        F1 < grant 10
        F2 < grant 10
        F1 resign NoAction
        F2 resign NoAction";
    check(&format!("join F1\njoin F2\n{round}\njoin F1\njoin F2\n{round}"));
}

#[test]
fn a_request_is_pending_until_its_callback_is_handled() {
    check(
        "join F1
         F1 regulate 5
         F1 regulate 5 !! RequestForTimeRegulationPending
         F1 < regulating 0
         F1 regulate 5 !! TimeRegulationAlreadyEnabled
         F1 constrain
         F1 constrain !! RequestForTimeConstrainedPending
         F1 < constrained 0
         F1 constrain !! TimeConstrainedAlreadyEnabled
         F1 lookahead == 5
         F1 galt == undefined
         F1 time == 0",
    );
}

#[test]
fn a_congested_federate_holds_the_regulating() {
    check(
        "join F1
         join F2
         F1 regulate 5
         F1 < regulating 0
         congest F2 full
         F1 tar 10
         F1 <
         F2 regulate 1
         F2 tar 10 !! RequestForTimeRegulationPending
         congest F2 normal
         F2 < regulating 0
         F1 < grant 10",
    );
}

#[test]
fn each_edition_has_its_grant_of_a_flush() {
    for (edition, grant) in [("", "flushed 12 12"), ("2010", "grant 12")] {
        check(&format!(
            "join F1
             join F2 {edition}
             F1 regulate 15
             F1 < regulating 0
             F2 constrain
             F2 < constrained 0
             F2 fqr 12
             F2 < {grant}"
        ));
    }
}

#[test]
fn messages_of_the_rti_wait_like_any_others() {
    let mut world = World::new();
    world.part(
        "join F1
         F1 subscribe HLAmanager.HLAfederate HLAfederateName
         F1 < *
         F1 constrain
         F1 < constrained 0
         join F2
         F1 < discover object-3 HLAmanager.HLAfederate -
         F1 <
         F1 async",
    );
    let callback = world.pop_callback(world.federate("F1")).expect("a reflection");
    assert!(callback.is_message());
}

/// B001: two senders, one receiver; no later message before an earlier one was impossible.
#[test]
fn no_message_overtakes_one_that_may_still_come() {
    check(
        "join A
         join B
         join C
         A publish-i X
         B publish-i X
         C subscribe-i X
         A regulate 1
         A < regulating 0
         B regulate 1
         B < regulating 0
         C constrain
         C < constrained 0
         C tar 10
         B send X @5
         B tar 20
         B < grant 20
         C <
         A send X @3
         A tar 20
         A < grant 20
         C < receive X A @3 TTh
         C < receive X B @5 TTh
         C < grant 10",
    );
}

/// B010: the order sent and the order received, for every pairing of sender and receiver.
#[test]
fn the_order_is_decided_per_message_and_receiver() {
    check(
        "join S
         join C
         join N
         S publish-i X
         C subscribe-i X
         N subscribe-i X
         C constrain
         C < constrained 0
         C async
         S send X @5 == final
         C < receive X S @5 RR
         N < receive X S @5 RR
         S regulate 1
         S < regulating 0
         S send X @5 == retractable
         N < receive X S @5 TRh
         C <
         C constrain-not
         C < receive X S @5 TRh
         S send X @6 == retractable
         N < receive X S @6 TRh
         C < receive X S @6 TRh",
    );
}

/// B017: of three that step together one is lost; the others go on.
#[test]
fn two_of_three_go_on_without_the_third() {
    let mut script = String::new();
    for name in ["A", "B", "C"] {
        script += &format!("join {name}\n");
    }
    for name in ["A", "B", "C"] {
        script += &format!("{name} regulate 1\n{name} < regulating 0\n");
        script += &format!("{name} constrain\n{name} < constrained 0\n");
    }
    script += "A tar 1\nB tar 1\nC tar 1\n";
    for name in ["A", "B", "C"] {
        script += &format!("{name} < grant 1\n");
    }
    script += "A tar 2\nC tar 2\nA <\nC <\nlose B\nA < grant 2\nC < grant 2\nA galt == 3\n";
    check(&script);
}
