//! What a federate can ask about time: TIM-075 to TIM-081, TIM-091.

use super::{Bench, Float64, Integer64, check};
use crate::AdvanceState;

const REGULATED: &str = "
    join A R
    R regulate 5
    R < regulating 0
    A constrain
    A < constrained 0
    R tar 7
    R < grant 7
    R send x@12
    R tar 10
    R < grant 10";

#[track_caller]
fn check_regulated(script: &str) {
    check(&format!("{REGULATED}\n{script}"));
}

#[test]
fn tim_075_without_regulators_galt_is_undefined() {
    check(
        "join A
         A galt == none
         A lits == none",
    );
    check_regulated(
        "R regulate-not
         A galt == none
         A lits == 12",
    );
}

#[test]
fn tim_076_and_077_galt_is_the_bound_and_lits_the_least_stamp() {
    check_regulated(
        "A galt == 15
         A lits == 12
         A tar 12
         A < ts x@12, grant 12
         A lits == 15",
    );
}

#[test]
fn tim_078_and_091_the_only_regulator_has_no_galt() {
    check(
        "join A
         A regulate 5
         A < regulating 0
         A galt == none
         A lits == none",
    );
    check_regulated(
        "R galt == none
         R lits == none",
    );
}

#[test]
fn tim_079_logical_time_is_what_was_granted() {
    check_regulated(
        "A time == 0
         A tar 20
         A time == 0
         A advance == TAR 20
         A <
         R tar 20
         R < grant 20
         A < ts x@12, grant 20
         A time == 20
         A advance == none",
    );
}

#[test]
fn tim_081_a_float_is_read_as_the_integer_of_its_octets() {
    // Both time types have eight octets, so a number of the wrong type cannot be told; a time of
    // another length can.
    check(
        "join A
         A tar none !! InvalidLogicalTime",
    );
}

#[test]
fn reported_galt_does_not_step_back_when_the_asking_federate_sends() {
    // B waits for its next message, which may come from A itself, at 3 + 1.
    check(
        "join A B C
         A regulate 3
         B regulate 1
         B constrain
         C regulate 10
         A < regulating 0
         B < regulating 0, constrained 0
         C < regulating 0
         B nmr 50
         A galt == 4
         C galt == 3
         A send x@3 to B
         A galt == 4
         A tar 1
         A < grant 1
         B < ts x@3, grant 3
         A galt == 4",
    );
}

#[test]
fn reported_galt_takes_the_lookahead_where_the_message_would_come() {
    // B's lookahead is 10 now, but will be 2 at 20: its next message lets it send from 22 on.
    check(
        "join A B
         A regulate 20
         B regulate 10
         B constrain
         A < regulating 0
         B < regulating 0, constrained 0
         B modify-lookahead 2
         B nmr 100
         A galt == 22
         A send x@20 to B
         A galt == 22
         A tar 5
         A < grant 5
         B < ts x@20, grant 20
         A galt == 22",
    );
}

#[test]
fn who_is_not_constrained_gets_no_next_message() {
    check(
        "join A B C
         A regulate 1
         B regulate 1
         A < regulating 0
         B < regulating 0
         B tar 10
         B < grant 10
         A galt == 11
         C full
         B nmr 20
         A galt == 21
         C drained
         B < grant 20
         A galt == 21",
    );
}

#[test]
fn an_operator_sees_the_time_of_a_federate() {
    let mut bench = Bench::new(Integer64, true);
    bench.part(REGULATED);
    bench.part("R send y");
    let status = bench.time.status(bench.names["A"]);
    assert_eq!(status.advance, AdvanceState::Granted);
    assert_eq!((status.tso_queued, status.ro_held), (1, 1));
    assert!(status.constrained && status.lookahead.is_none());
    let status = bench.time.status(bench.names["R"]);
    assert!(!status.constrained && status.lookahead.is_some());
    assert_eq!((status.galt, status.lits), (None, None));
}

#[test]
fn nobody_knows_who_is_not_joined() {
    for types in [Integer64, Float64] {
        Bench::new(types, true).check(
            "join A B
             leave A
             A tar 1 !! FederateNotExecutionMember
             A regulate 1 !! FederateNotExecutionMember
             A regulate-not !! FederateNotExecutionMember
             A constrain !! FederateNotExecutionMember
             A constrain-not !! FederateNotExecutionMember
             A modify-lookahead 1 !! FederateNotExecutionMember
             A async !! FederateNotExecutionMember
             A async-not !! FederateNotExecutionMember
             A send x@1 !! FederateNotExecutionMember
             A time == 0
             A lookahead == FederateNotExecutionMember
             A full
             B regulate 1
             B < regulating 0",
        );
    }
}
