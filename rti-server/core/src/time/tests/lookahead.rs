//! Changes of lookahead: TIM-061 to TIM-065.

use super::{check, check_float};

const REGULATED: &str = "
    join A C
    A regulate 10
    A < regulating 0
    C constrain
    C < constrained 0";

#[track_caller]
fn check_regulated(script: &str) {
    check(&format!("{REGULATED}\n{script}"));
}

#[test]
fn tim_061_a_greater_lookahead_counts_at_once() {
    check_regulated(
        "C tar 15
         C <
         A modify-lookahead 20
         A lookahead == 20
         C < grant 15
         A send x@19 !! InvalidLogicalTime
         A send x@20",
    );
}

#[test]
fn tim_062_a_smaller_lookahead_counts_as_time_advances() {
    check_regulated(
        "A modify-lookahead 2
         A lookahead == 10
         A send x@9 !! InvalidLogicalTime
         C galt == 10
         A tar 5
         A < grant 5
         A lookahead == 5
         C galt == 10
         A tar 8
         A < grant 8
         A lookahead == 2
         C galt == 10
         A tar 9
         A < grant 9
         A lookahead == 2
         C galt == 11",
    );
}

#[test]
fn a_request_after_a_decrease_promises_what_it_will_keep() {
    // With the lookahead of the present a request for 5 would promise 15, and its grant break it.
    check(
        "join A C R
         A regulate 10
         A constrain
         A < regulating 0, constrained 0
         R regulate 1
         R < regulating 0
         A modify-lookahead 2
         A tar 5
         C galt == 1
         A send x@9 !! InvalidLogicalTime
         A send x@10
         R < ro x@10
         C < ro x@10
         R tar 50
         R < grant 50
         A < grant 5
         C galt == 10
         A tar 11
         A < grant 11
         C galt == 13",
    );
}

#[test]
fn lookahead_on_its_way_down_goes_up_again() {
    check_regulated(
        "A modify-lookahead 2
         A tar 4
         A < grant 4
         A lookahead == 6
         A modify-lookahead 8
         A lookahead == 8
         C galt == 12
         A modify-lookahead 0
         A lookahead == 8
         A tar 10
         A < grant 10
         A lookahead == 2
         A tar 12
         A < grant 12
         A lookahead == 0
         A send x@12 !! InvalidLogicalTime
         A send x@13
         C galt == 12
         C tar 12
         C < grant 12",
    );
}

#[test]
fn tim_063_a_lookahead_is_an_interval_from_zero_on() {
    check_regulated(
        "A modify-lookahead -1 !! InvalidLookahead
         A modify-lookahead none !! InvalidLookahead",
    );
    check_float(
        "join A
         A regulate 0
         A modify-lookahead 1
         A < regulating 0
         A modify-lookahead -0.1 !! InvalidLookahead
         A modify-lookahead nan !! InvalidLookahead
         A modify-lookahead inf !! InvalidLookahead",
    );
}

#[test]
fn tim_064_lookahead_belongs_to_regulation() {
    check(
        "join A
         A modify-lookahead 1 !! TimeRegulationIsNotEnabled
         A modify-lookahead none !! TimeRegulationIsNotEnabled
         A lookahead == TimeRegulationIsNotEnabled
         A regulate 3
         A modify-lookahead 4
         A < regulating 0
         A lookahead == 4
         A regulate-not
         A lookahead == TimeRegulationIsNotEnabled",
    );
}

#[test]
fn tim_065_lookahead_stays_while_advancing() {
    check(
        "join A R
         R regulate 1
         R < regulating 0
         A regulate 1
         A constrain
         A < regulating 0, constrained 0
         A tar 10
         A modify-lookahead 1 !! InTimeAdvancingState
         A modify-lookahead none !! InTimeAdvancingState",
    );
}

#[test]
fn a_float_lookahead_is_exact_and_never_lowers_the_bound() {
    // 0.7 + 0.1 - 0.7 is not 0.1, 0.8 - 0.7 + 0.7 need not be 0.8.
    check_float(
        "join A C
         A tar 0.7
         A < grant 0.7
         A regulate 0.1
         A < regulating 0.7
         A lookahead == 0.1
         C galt == 0.7999999999999999
         A modify-lookahead 0.3
         A lookahead == 0.3
         C galt == 1
         A modify-lookahead 0.05
         C galt == 1
         A tar 0.8
         A < grant 0.8
         C galt == 1
         A send x@0.9999999999999999 !! InvalidLogicalTime
         A modify-lookahead 0.01
         C galt == 1
         A tar 0.9
         A < grant 0.9
         C galt == 1
         A tar 0.99
         A < grant 0.99
         A lookahead == 0.01
         C galt == 1",
    );
}
