use crate::script::{World, fom, module_t};

/// Runs a script where subscriptions are judged at delivery: `F1` regulates, `F2` is constrained.
#[track_caller]
fn check(script: &str) {
    let on = fom("<switches><delaySubscriptionEvaluation isEnabled=\"true\"/>\
         <nonRegulatedGrant isEnabled=\"true\"/></switches>");
    let mut world = World::with_modules(&[on, module_t()]);
    world.part(BEGIN);
    world.run(script);
}

const BEGIN: &str = "join F1
     join F2
     F1 publish A aa ab
     F1 publish-i X
     F1 publish-i X.Y
     F1 regulate 1
     F1 < *
     F2 constrain
     F2 < *";

/// What off means, beside each of the others.
#[track_caller]
fn check_off(script: &str) {
    let mut world = World::new();
    world.part(BEGIN);
    world.run(script);
}

#[test]
fn ddm_041_a_subscription_between_sending_and_delivery_counts() {
    let subscribed_late = "F1 send X.Y xa=1 ya=2 #m @10
         F2 subscribe-i X
         F1 tar 20
         F1 < grant 20
         F2 tar 15";
    check(&format!("{subscribed_late}\nF2 < receive X xa=1 #m F1 @10 TTh\nF2 < grant 15"));
    check_off(&format!("{subscribed_late}\nF2 < grant 15"));
}

#[test]
fn an_unsubscription_counts_and_can_be_undone() {
    check(
        "F2 subscribe-i X
         F1 send X.Y xa=1 @10 -> m
         F2 unsubscribe-i X
         F2 subscribe-i X.Y
         F1 send X.Y xa=2 @11
         F2 unsubscribe-i X.Y
         F2 subscribe-i X
         F1 tar 20
         F1 < grant 20
         F2 nmr 15
         F2 < receive X xa=1 F1 @10 TTh
         F2 < grant 10
         F2 unsubscribe-i X
         F2 nmr 15
         F2 < grant 15",
    );
}

#[test]
fn what_nobody_wants_stops_no_one_and_holds_others_until_its_turn() {
    check(
        "F1 send X.Y xa=1 @10 -> m
         F1 send X.Y xa=2 @12 -> n
         F2 lits == 1
         F1 tar 11
         F1 < grant 11
         F2 lits == 10
         F2 nmr 30
         F2 lits == 12
         F2 subscribe-i X.Y
         F1 tar 20
         F1 < grant 20
         F2 < receive X.Y xa=2 F1 @12 TTh
         F2 < grant 12
         F1 send X.Y xa=3 @25 -> k
         F2 unsubscribe-i X.Y
         F1 retract k",
    );
}

#[test]
fn updates_wait_for_discovery_and_for_the_attributes_of_that_time() {
    check(
        "F1 register A -> o
         F1 order o aa TimeStamp
         F1 order o ab TimeStamp
         F1 update o aa=1 ab=2 #u @10
         F2 subscribe A ab
         F2 < discover o A F1
         F1 tar 20
         F1 < grant 20
         F2 tar 15
         F2 < reflect o ab=2 #u F1 @10 TTh
         F2 < grant 15",
    );
}

#[test]
fn messages_in_receive_order_wait_too() {
    let held = "F1 send X xa=1
         F2 subscribe-i X
         F1 send X xa=2
         F1 tar 20
         F1 < grant 20
         F2 tar 15";
    check(&format!("{held}\nF2 < receive X xa=1 F1\nF2 < receive X xa=2 F1\nF2 < grant 15"));
    check_off(&format!("{held}\nF2 < receive X xa=2 F1\nF2 < grant 15"));
}

#[test]
fn who_need_not_wait_is_judged_at_once() {
    check(
        "join F3
         F1 send X.Y xa=1 @10
         F3 subscribe-i X.Y
         F1 send X.Y xa=2 @10
         F3 < receive X.Y xa=2 F1 @10 TRh
         F1 tar 20
         F1 < grant 20
         F2 fqr 50
         F2 < flushed 21 50",
    );
}
