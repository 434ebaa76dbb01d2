//! Becoming and ceasing to be regulating or constrained: TIM-001 to TIM-016, and more.

use super::{Bench, Integer64, check, check_float};

#[test]
fn tim_001_regulation_begins_where_the_federate_stands() {
    check(
        "join A
         A regulate 5
         A < regulating 0
         A lookahead == 5",
    );
}

#[test]
fn tim_002_a_lookahead_is_an_interval_from_zero_on() {
    check(
        "join A
         A regulate none !! InvalidLookahead
         A regulate -1 !! InvalidLookahead
         A lookahead == TimeRegulationIsNotEnabled",
    );
    check_float(
        "join A
         A regulate nan !! InvalidLookahead
         A regulate inf !! InvalidLookahead
         A regulate -0.5 !! InvalidLookahead
         A regulate -0.0
         A < regulating 0
         A lookahead == 0",
    );
}

#[test]
fn tim_003_regulation_is_asked_for_once() {
    check(
        "join A
         A regulate 5
         A regulate 5 !! RequestForTimeRegulationPending
         A regulate none !! RequestForTimeRegulationPending
         A < regulating 0
         A regulate 5 !! TimeRegulationAlreadyEnabled",
    );
}

#[test]
fn tim_004_regulation_is_enabled_already() {
    check(
        "join A
         A regulate 5
         A < regulating 0
         A regulate 5 !! TimeRegulationAlreadyEnabled
         A regulate none !! TimeRegulationAlreadyEnabled",
    );
}

#[test]
fn tim_005_roles_are_not_asked_for_while_advancing() {
    for service in ["tar", "tara", "nmr", "nmra"] {
        check(&format!(
            "join A R
             R regulate 1
             R < regulating 0
             A constrain
             A < constrained 0
             A {service} 10
             A regulate 5 !! InTimeAdvancingState
             A constrain !! InTimeAdvancingState
             A <"
        ));
    }
}

#[test]
fn tim_006_a_late_regulator_starts_where_it_cannot_reach_the_past() {
    check(
        "join A C
         C constrain
         C tar 100
         C < constrained 0, grant 100
         A regulate 5
         A < regulating 96
         A time == 96
         A send x@100 !! InvalidLogicalTime
         A send x@101
         C galt == 101",
    );
}

#[test]
fn tim_006_after_an_available_grant_the_time_itself_may_come() {
    check(
        "join A C
         C constrain
         C tara 100
         C < constrained 0, grant 100
         A regulate 5
         A < regulating 95
         A send x@99 !! InvalidLogicalTime
         A send x@100
         C tar 100
         C <
         A tar 96
         A < grant 96
         C < ts x@100, grant 100",
    );
}

#[test]
fn tim_006_without_lookahead_the_bound_is_exclusive() {
    check(
        "join A C
         C constrain
         C tar 100
         C < constrained 0, grant 100
         A regulate 0
         A < regulating 100
         A send x@100 !! InvalidLogicalTime
         A send x@101",
    );
}

#[test]
fn tim_006_a_float_time_that_just_reaches_beyond() {
    check_float(
        "join A C
         C constrain
         C tar 100
         C < constrained 0, grant 100
         A regulate 5
         A < regulating 95.00000000000001
         A send x@100 !! InvalidLogicalTime
         A send x@100.00000000000001",
    );
}

#[test]
fn tim_007_without_regulation_a_time_is_only_passed_along() {
    check(
        "join A C
         A regulate 5
         A < regulating 0
         C constrain
         C async
         C < constrained 0
         A regulate-not
         A send x@20 y@1
         C < ro x@20, ro y@1",
    );
}

#[test]
fn tim_008_regulation_is_not_enabled() {
    check(
        "join A
         A regulate-not !! TimeRegulationIsNotEnabled",
    );
}

#[test]
fn tim_009_regulation_works_again_after_its_end() {
    check(
        "join A
         A regulate 5
         A < regulating 0
         A regulate-not
         A regulate 10
         A < regulating 0
         A lookahead == 10",
    );
}

#[test]
fn tim_010_the_end_of_regulation_frees_who_waited() {
    check(
        "join A R
         R regulate 1
         R < regulating 0
         A constrain
         A < constrained 0
         A tar 10
         A <
         R regulate-not
         A < grant 10",
    );
}

#[test]
fn tim_011_being_constrained_begins_where_the_federate_stands() {
    check(
        "join A
         A constrain
         A < constrained 0",
    );
}

#[test]
fn tim_012_being_constrained_is_asked_for_once() {
    check(
        "join A
         A constrain
         A constrain !! RequestForTimeConstrainedPending
         A < constrained 0
         A constrain !! TimeConstrainedAlreadyEnabled",
    );
}

#[test]
fn tim_013_being_constrained_is_not_enabled() {
    check(
        "join A
         A constrain-not !! TimeConstrainedIsNotEnabled",
    );
}

/// R regulates with lookahead 5 at 0, A stands at 100.
const AHEAD: &str = "
    join A R
    R regulate 5
    R < regulating 0
    A tar 100
    A < grant 100";

#[test]
fn tim_014_who_is_ahead_becomes_constrained_when_nothing_earlier_can_come() {
    check(&format!(
        "{AHEAD}
         A constrain
         A constrain !! RequestForTimeConstrainedPending
         A constrain-not !! TimeConstrainedIsNotEnabled
         R tar 94
         R < grant 94
         A <
         R tar 95
         R < grant 95
         A < constrained 100
         R tar 200
         R < grant 200"
    ));
}

#[test]
fn tim_015_who_is_no_longer_constrained_need_not_wait() {
    check(
        "join A R
         R regulate 5
         R < regulating 0
         A constrain
         A < constrained 0
         A tar 50
         A <
         A constrain-not
         A < grant 50",
    );
}

#[test]
fn tim_016_what_waited_comes_in_receive_order() {
    check(
        "join A R
         R regulate 5
         R < regulating 0
         A constrain
         A < constrained 0
         R send x@7 y@5 z
         A queued == 2 ts 1 ro
         A constrain-not
         A < ro z, ro y@5, ro x@7
         A queued == 0 ts 0 ro",
    );
}

#[test]
fn a_pending_regulator_counts_where_it_will_begin() {
    check(
        "join A B C
         C constrain
         C < constrained 0
         C full
         A regulate 5
         A <
         A lookahead == TimeRegulationIsNotEnabled
         C galt == 5
         C tar 10
         C <
         C drained
         A < regulating 0
         A tar 6
         A < grant 6
         C < grant 10",
    );
}

#[test]
fn tim_031_no_time_is_asked_for_before_regulation_is_enabled() {
    for service in ["tar", "tara", "nmr", "nmra", "fqr"] {
        check(&format!(
            "join A C
             C full
             A regulate 5
             A {service} 10 !! RequestForTimeRegulationPending
             C drained
             A < regulating 0"
        ));
        check(&format!(
            "{AHEAD}
             A constrain
             A {service} 200 !! RequestForTimeConstrainedPending
             A {service} none !! RequestForTimeConstrainedPending"
        ));
    }
}

#[test]
fn congestion_withholds_regulation_but_not_being_constrained() {
    check(
        "join A B
         B full
         A regulate 5
         A constrain
         A < constrained 0
         B drained
         A < regulating 0",
    );
}

#[test]
fn a_constrained_federate_that_regulates_gets_what_a_tara_would_give() {
    check(
        "join A B R
         R regulate 1
         R < regulating 0
         A constrain
         B constrain
         A < constrained 0
         B < constrained 0
         R send x@4 y@5 z@6 v
         R tara 5
         R < grant 5
         B tara 6
         B < ro v, ts x@4, ts y@5, ts z@6, grant 6
         A regulate 1
         A < ro v, ts x@4, ts y@5, regulating 5
         A send q@5 !! InvalidLogicalTime
         A send q@6
         R < ro q@6
         B tar 6
         B <
         A tar 6
         A <
         R tar 6
         R < grant 6
         A < ts z@6, grant 6
         B < ts q@6, grant 6",
    );
}

#[test]
fn a_new_regulator_may_send_at_its_own_time_again() {
    // TAR excludes the time that it reaches only while its federate regulates.
    check(
        "join A C
         A tar 10
         A < grant 10
         A regulate 0
         A < regulating 10
         C constrain
         C < constrained 0
         A send x@10
         C tar 10
         C <
         A tar 10
         A < grant 10
         C < ts x@10, grant 10",
    );
}

#[test]
fn who_is_constrained_again_starts_without_old_promises() {
    check(
        "join A C
         C constrain
         C tar 10
         C < constrained 0, grant 10
         C constrain-not
         A regulate 10
         A < regulating 0
         C constrain
         C < constrained 10
         A send x@10
         C tar 10
         C <
         A tar 1
         A < grant 1
         C < ts x@10, grant 10",
    );
}

#[test]
fn tim_019_constrained_federates_alone_wait_for_a_regulator() {
    let script = "
        join A B
        A constrain
        A < constrained 0
        A tar 0
        A < grant 0
        A tar 10
        A <
        A galt == none";
    let regulated = "
        B regulate 20
        B < regulating 0
        A < grant 10";
    let unconstrained = "
        A constrain-not
        A < grant 10";
    Bench::new(Integer64, false).check(&format!("{script}{regulated}"));
    Bench::new(Integer64, false).check(&format!("{script}{unconstrained}"));
    Bench::new(Integer64, false).check(
        "join A
         A constrain
         A < constrained 0
         A fqr 5
         A <
         A constrain-not
         A < flush 5 5",
    );
}

#[test]
fn tim_020_constrained_federates_alone_advance_where_the_federation_allows_it() {
    check(
        "join A
         A constrain
         A tar 10
         A < constrained 0, grant 10",
    );
}

#[test]
fn tim_082_a_late_federate_is_moved_to_where_the_others_are() {
    let late = |service: &str, start: u32| {
        check(&format!(
            "join A B
             A regulate 1
             B regulate 1
             A constrain
             B constrain
             A < regulating 0, constrained 0
             B < regulating 0, constrained 0
             A {service} 1000
             B {service} 1000
             A < grant 1000
             B < grant 1000
             join L
             L constrain
             L < constrained 0
             L regulate 1
             L < regulating {start}
             A tar 1001
             B tar 1001
             A <
             L tar 1001
             A < grant 1001
             B < grant 1001
             L < grant 1001"
        ));
    };
    late("tar", 1000);
    late("tara", 999);
}
