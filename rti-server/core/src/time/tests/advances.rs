//! Time advance requests and what refuses any request: TIM-017 to TIM-032, TIM-089, TIM-090.

use super::{check, check_float};

/// A and B regulate with lookahead 1 and are constrained.
const TWO: &str = "
    join A B
    A regulate 1
    A constrain
    A < regulating 0, constrained 0
    B regulate 1
    B constrain
    B < regulating 0, constrained 0";

#[test]
fn tim_017_who_has_no_role_is_granted_at_once() {
    for service in ["tar", "tara", "nmr", "nmra"] {
        check(&format!(
            "join A
             A {service} 10
             A < grant 10"
        ));
    }
}

#[test]
fn tim_018_constrained_federates_alone_advance_freely() {
    check(
        "join A B
         A constrain
         B constrain
         A < constrained 0
         B < constrained 0
         A tar 10
         A < grant 10
         B tar 500
         B < grant 500",
    );
}

#[test]
fn tim_021_regulating_federates_alone_advance_freely() {
    check(
        "join A B
         A regulate 1
         B regulate 0
         A < regulating 0
         B < regulating 0
         A tar 10
         A < grant 10
         B tar 500
         B < grant 500",
    );
}

#[test]
fn tim_022_to_024_a_grant_stays_below_what_may_still_come() {
    check_float(
        "join A B C
         B regulate 5
         C regulate 5
         B < regulating 0
         C < regulating 0
         A constrain
         A < constrained 0
         A tar 4.9
         A < grant 4.9
         A tar 10
         B tar 5
         C tar 5
         B < grant 5
         C < grant 5
         A galt == 10
         A <
         B tar 5.1
         B < grant 5.1
         A <
         C tar 5.1
         C < grant 5.1
         A < grant 10
         A galt == 10.1",
    );
}

#[test]
fn tim_025_two_wait_for_each_other_s_request() {
    check(&format!(
        "{TWO}
         A tar 1
         A <
         B tar 1
         A < grant 1
         B < grant 1"
    ));
}

#[test]
fn tim_026_who_has_no_role_holds_nobody() {
    check(
        "join A B C
         A constrain
         A < constrained 0
         B regulate 1
         B < regulating 0
         A tar 50
         C tar 100
         C < grant 100
         A <
         B tar 50
         B < grant 50
         A < grant 50",
    );
}

#[test]
fn tim_027_nobody_waits_for_itself() {
    check(
        "join A
         A regulate 1
         A constrain
         A < regulating 0, constrained 0
         A tar 10
         A < grant 10",
    );
}

#[test]
fn tim_028_the_past_is_not_asked_for() {
    for service in ["tar", "tara", "nmr", "nmra", "fqr"] {
        check(&format!(
            "join A
             A {service} -1 !! LogicalTimeAlreadyPassed
             A tar 10
             A < grant 10
             A {service} 5 !! LogicalTimeAlreadyPassed
             A {service} 9 !! LogicalTimeAlreadyPassed"
        ));
    }
}

#[test]
fn tim_029_and_089_the_present_may_be_asked_for() {
    for service in ["tar", "tara"] {
        check(&format!(
            "join A R
             R regulate 1
             R < regulating 0
             A constrain
             A < constrained 0
             A tar 10
             R tar 10
             R < grant 10
             A < grant 10
             A {service} 10
             A < grant 10
             A time == 10"
        ));
    }
    check(
        "join A R
         R regulate 1
         R < regulating 0
         A constrain
         A < constrained 0
         A tara 1
         A < grant 1
         A tar 1
         A <
         R tar 1
         R < grant 1
         A < grant 1",
    );
}

#[test]
fn tim_030_one_request_at_a_time() {
    for pending in ["tar", "tara", "nmr", "nmra", "fqr"] {
        for service in ["tar", "tara", "nmr", "nmra", "fqr"] {
            check(&format!(
                "{TWO}
                 B full
                 A {pending} 10
                 A {service} 10 !! InTimeAdvancingState
                 A {service} none !! InTimeAdvancingState
                 A <"
            ));
        }
    }
}

#[test]
fn tim_032_a_request_needs_a_time() {
    for service in ["tar", "tara", "nmr", "nmra", "fqr"] {
        check(&format!("join A\nA {service} none !! InvalidLogicalTime"));
        check_float(&format!(
            "join A
             A {service} none !! InvalidLogicalTime
             A {service} nan !! InvalidLogicalTime
             A {service} inf !! InvalidLogicalTime
             A {service} -inf !! InvalidLogicalTime"
        ));
    }
}

#[test]
fn tim_090_roles_and_lookahead_stay_while_advancing() {
    for pending in ["tar", "tara", "nmr", "nmra", "fqr"] {
        // Congestion keeps also a flush queue request from being granted at once.
        check(&format!(
            "join A B
             A regulate 1
             A < regulating 0
             B full
             A {pending} 10
             A constrain !! InTimeAdvancingState
             A modify-lookahead 2 !! InTimeAdvancingState
             A regulate 2 !! InTimeAdvancingState
             A regulate-not
             A < {}",
            if pending == "fqr" { "flush 10 10" } else { "grant 10" }
        ));
    }
}

#[test]
fn nothing_is_granted_to_regulators_while_an_outbox_is_full() {
    check(&format!(
        "{TWO}
         join C
         C full
         A tar 1
         B tar 1
         A <
         B <
         C tar 5
         C < grant 5
         C drained
         A < grant 1
         B < grant 1
         C full
         A fqr 2
         A galt == 2
         B galt == 2
         A send x@2 to B !! InvalidLogicalTime
         A send x@3 to B
         B send y@2 to A
         A <
         leave C
         A < ts y@2, flush 2 2
         B nmr 9
         B <
         A tar 9
         B < ts x@3, grant 3"
    ));
}
