//! The end of the time line, in both time types (case B011): bounds are held there, never wrapped.

use super::{check, check_float};

#[test]
fn b011_integer_times_end_without_wrapping() {
    check(
        "join A B C
         A regulate 1
         A constrain
         B regulate 5
         C constrain
         A < regulating 0, constrained 0
         B < regulating 0
         C < constrained 0
         A nmr final
         A <
         B tar final-6
         B < grant 9223372036854775801
         C galt == 9223372036854775806
         B send x@final-1 to C
         B send last@final to C
         B tar final-5
         B < grant 9223372036854775802
         A <
         C galt == final
         B tar final-2
         B < grant 9223372036854775805
         A < grant final
         A galt == final
         C galt == final
         C lits == 9223372036854775806
         B lookahead == 5
         B send y@final !! InvalidLogicalTime
         A send y@final !! InvalidLogicalTime
         C nmr final
         C < ts x@final-1, grant 9223372036854775806
         C tar final
         C < ts last@final, grant final
         C tar final
         C < grant final
         A tar final-1 !! LogicalTimeAlreadyPassed
         A fqr final
         A < flush final final",
    );
}

#[test]
fn b011_float_times_end_without_infinity() {
    check_float(
        "join A B C
         A regulate 1
         A constrain
         B regulate 1e308
         C constrain
         A < regulating 0, constrained 0
         B < regulating 0
         C < constrained 0
         A nmr inf !! InvalidLogicalTime
         A nmr final
         A <
         B send last@final to C
         B tar 1.7e308
         A < grant final
         C galt == final
         C lits == final
         C tar final
         C < ts last@final, grant final
         B tar final
         B send y@final !! InvalidLogicalTime
         B regulate-not
         A send y@final !! InvalidLogicalTime
         A regulate-not
         C galt == none
         B < grant 1.7e308, grant final",
    );
}

#[test]
fn a_lookahead_that_a_float_time_swallows_is_none() {
    // 2^53 + 1 is 2^53, and 2^53 + 5 is 2^53 + 4: a promise of "from 2^53 + 1 on" would be one of
    // "from 2^53 on".
    check_float(
        "join A C
         A regulate 1
         C constrain
         A < regulating 0
         C < constrained 0
         A tar 9007199254740992
         A < grant 9007199254740992
         A lookahead == 1
         A send x@9007199254740992 !! InvalidLogicalTime
         A send x@9007199254740996
         C tar 9007199254740992
         C < grant 9007199254740992
         A tara 9007199254740996
         A < grant 9007199254740996
         C nmr 9007199254740998
         C <
         A tar 9007199254740996
         A < grant 9007199254740996
         C < ts x@9007199254740996, grant 9007199254740996",
    );
}

#[test]
fn a_late_regulator_at_the_end_may_send_nothing() {
    check(
        "join A C
         C constrain
         C tar final
         C < constrained 0, grant final
         A regulate 5
         A < regulating 9223372036854775802
         A send x@final !! InvalidLogicalTime
         C galt == final
         C tar final
         C < grant final",
    );
    check_float(
        "join A C
         C constrain
         C tar final
         C < constrained 0, grant final
         A regulate 0
         A < regulating final
         A send x@final !! InvalidLogicalTime",
    );
}

#[test]
fn a_huge_lookahead_leaves_nothing_to_send() {
    check(
        "join A C
         A regulate final
         C constrain
         A < regulating 0
         C < constrained 0
         A send x@final-1 !! InvalidLogicalTime
         A send x@final
         C tara final
         C < ts x@final, grant final
         A tar 1
         A < grant 1
         A send y@final !! InvalidLogicalTime
         A modify-lookahead 3
         C galt == final
         A lookahead == 9223372036854775806
         A send y@final !! InvalidLogicalTime
         C tar final
         C < grant final",
    );
}

#[test]
fn the_smallest_float_steps_count() {
    // 4.9e-324 is the smallest double above zero.
    check_float(
        "join A C
         A regulate 0
         C constrain
         A < regulating 0
         C < constrained 0
         A tar 0
         A < grant 0
         A send x@0 !! InvalidLogicalTime
         A send x@4.9e-324
         C tar 0
         C < grant 0
         C tara 4.9e-324
         C <
         A tara 4.9e-324
         A < grant 5e-324
         C < ts x@4.9e-324, grant 5e-324",
    );
}
