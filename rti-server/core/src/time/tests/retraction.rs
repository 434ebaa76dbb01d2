//! Taking messages back: TIM-066 to TIM-073.

use super::{Bench, Integer64, check};
use crate::Limits;

/// A regulates with lookahead 5, C is constrained, D is neither.
const REGULATED: &str = "
    join A C D
    A regulate 5
    A < regulating 0
    C constrain
    C < constrained 0";

#[track_caller]
fn check_regulated(script: &str) {
    check(&format!("{REGULATED}\n{script}"));
}

#[test]
fn tim_066_a_message_that_waits_vanishes() {
    check_regulated(
        "A send x@20 y@20 to C
         A retract x@20
         C queued == 1 ts 0 ro
         C tar 30
         A tar 30
         A < grant 30
         C < ts y@20, grant 30",
    );
}

#[test]
fn tim_067_who_has_the_message_is_told() {
    check_regulated(
        "A send x@20
         D < ro x@20
         A retract x@20
         D < retract x@20
         C queued == 0 ts 0 ro",
    );
    // Also who got it in time-stamp order, or when it ceased to be constrained.
    check(
        "join A C D
         A regulate 5
         A < regulating 0
         C constrain
         D constrain
         C < constrained 0
         D < constrained 0
         A send x@20
         C fqr 0
         C < ts x@20, flush 0 0
         D constrain-not
         D < ro x@20
         A retract x@20
         C < retract x@20
         D < retract x@20",
    );
}

#[test]
fn tim_068_only_what_lies_beyond_the_lookahead_is_taken_back() {
    check_regulated(
        "A send x@20 y@21 z@22 to C
         A tar 15
         A < grant 15
         A retract x@20 !! MessageCanNoLongerBeRetracted
         A tar 16
         A < grant 16
         A retract x@20 !! MessageCanNoLongerBeRetracted
         A retract y@21 !! MessageCanNoLongerBeRetracted
         A retract z@22
         A tar 30
         C tar 30
         A < grant 30
         C < ts x@20, ts y@21, grant 30",
    );
}

#[test]
fn tim_068_while_advancing_the_request_counts() {
    check(
        "join A C R
         R regulate 1
         A regulate 5
         A constrain
         R < regulating 0
         A < regulating 0, constrained 0
         A send x@20 y@21 to C
         C < ro x@20, ro y@21
         A nmr 15
         A retract x@20 !! MessageCanNoLongerBeRetracted
         A retract y@21
         C < retract y@21",
    );
}

#[test]
fn tim_069_a_message_is_taken_back_once() {
    check_regulated(
        "A send x@20 to C
         A retract x@20
         A retract x@20 !! MessageCanNoLongerBeRetracted",
    );
}

#[test]
fn tim_070_a_handle_is_one_of_the_sender_s() {
    check_regulated(
        "D regulate 1
         D < regulating 0
         D send x@20 to C
         A retract x@20 !! InvalidMessageRetractionHandle
         A retract never-sent !! InvalidMessageRetractionHandle
         C retract x@20 !! InvalidMessageRetractionHandle
         D retract x@20",
    );
}

#[test]
fn tim_071_who_does_not_regulate_takes_nothing_back() {
    check_regulated(
        "A send x@20 y@7 to C
         A retract y@7
         A regulate-not
         A retract x@20 !! TimeRegulationIsNotEnabled
         A retract y@7 !! TimeRegulationIsNotEnabled
         A regulate 5
         A < regulating 0
         A retract x@20",
    );
}

#[test]
fn a_message_survives_advances_without_regulation() {
    // Lookahead 5 would put 20 out of reach at 16, but who does not regulate has none.
    check_regulated(
        "A send x@20 y@16 to C
         A regulate-not
         A tar 16
         A < grant 16
         A regulate 1
         A < regulating 16
         A retract y@16 !! MessageCanNoLongerBeRetracted
         A retract x@20",
    );
}

#[test]
fn tim_072_receive_order_is_not_taken_back() {
    check_regulated(
        "D send x@20 to C
         D retract x@20 !! InvalidMessageRetractionHandle",
    );
}

#[test]
fn tim_073_a_waiting_request_goes_on_to_the_next_message() {
    check_regulated(
        "A send x@9 y@11 to C
         C nmr 20
         C <
         A retract x@9
         A tar 10
         A < grant 10
         C < ts y@11, grant 11
         A send z@16 to C
         C nmr 20
         A retract z@16
         A tar 16
         A < grant 16
         C < grant 20",
    );
}

#[test]
fn what_one_that_left_has_sent_stays() {
    check_regulated(
        "A send x@20 to C
         leave A
         A retract x@20 !! FederateNotExecutionMember
         C nmr 30
         C < ts x@20, grant 20",
    );
}

#[test]
fn what_can_be_taken_back_is_limited_per_sender() {
    let limits = Limits { retractable_messages_max: 2, ..Limits::default() };
    Bench::with_limits(Integer64, true, &limits).check(
        "join A B C
         A regulate 1
         B regulate 1
         C constrain
         A < regulating 0
         B < regulating 0
         C < constrained 0
         A send x@5 y@6 to C
         A send z@7 to C !! RTIinternalError
         B send u@5 v@6 to C
         A tar 4
         A < grant 4
         A send z@7 to C
         A send w@8 to C !! RTIinternalError
         A retract z@7
         A send w@8 to C",
    );
}
