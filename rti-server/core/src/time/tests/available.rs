//! Requests for the next message, for available times and for all that waits: TIM-033 to TIM-043,
//! TIM-083 to TIM-088.

use super::{check, check_float};

/// R regulates with lookahead 5 at 0, C is constrained.
const REGULATED: &str = "
    join R C
    R regulate 5
    R < regulating 0
    C constrain
    C < constrained 0";

#[track_caller]
fn check_regulated(script: &str) {
    check(&format!("{REGULATED}\n{script}"));
}

#[test]
fn tim_033_an_available_request_may_reach_the_bound() {
    check_regulated(
        "C tara 5
         C < grant 5
         C tar 5
         C <
         R tar 1
         R < grant 1
         C < grant 5",
    );
}

#[test]
fn tim_034_after_an_available_grant_its_time_may_still_come() {
    for (service, at) in [("tara", 5), ("tar", 6), ("nmr", 9), ("nmra", 9)] {
        let granted = if at == 9 { 5 } else { at };
        check_regulated(&format!(
            "C tara 5
             C < grant 5
             R send x@5
             R tar 2
             R < grant 2
             C {service} {at}
             C < ts x@5, grant {granted}"
        ));
    }
}

#[test]
fn tim_035_a_next_message_request_stops_at_the_message() {
    check_regulated(
        "R send x@5
         R tar 5
         R < grant 5
         C nmr 100
         C < ts x@5, grant 5
         C time == 5",
    );
}

#[test]
fn tim_036_a_message_beyond_the_request_waits() {
    check_regulated(
        "R send x@5
         R tar 5
         R < grant 5
         C nmr 3
         C < grant 3
         C queued == 1 ts 0 ro",
    );
}

#[test]
fn tim_037_without_a_message_the_request_is_reached() {
    check_regulated(
        "R tar 10
         R < grant 10
         C galt == 15
         C nmr 6
         C < grant 6",
    );
}

#[test]
fn tim_038_all_messages_of_the_time_come() {
    check_regulated(
        "R send x@5 y@5 z@6
         R tar 50
         R < grant 50
         C nmr 100
         C < ts x@5, ts y@5, grant 5
         C nmr 100
         C < ts z@6, grant 6",
    );
}

#[test]
fn tim_039_the_next_message_that_is_available_may_lie_on_the_bound() {
    check_regulated(
        "R send x@5
         C nmra 100
         C < ts x@5, grant 5",
    );
    check_regulated(
        "R send x@5
         C nmr 100
         C <
         R tar 1
         R < grant 1
         C < ts x@5, grant 5",
    );
}

/// R has sent with 15 and 100, C and R stand at 10.
const AT_TEN: &str = "
    R tar 10
    C tar 10
    R < grant 10
    C < grant 10
    R send x@100 y@15";

#[test]
fn tim_040_and_041_a_flush_queue_request_gives_everything() {
    check_regulated(&format!(
        "{AT_TEN}
         C fqr 200
         C < ts y@15, ts x@100, flush 15 15
         C time == 15"
    ));
}

#[test]
fn tim_041_galt_limits_a_flush_queue_grant() {
    // A second regulator may still send from 12 on.
    check_regulated(&format!(
        "{AT_TEN}
         join S
         S regulate 1
         S < regulating 10
         S tar 11
         S < grant 11
         C galt == 12
         C fqr 200
         C < ts y@15, ts x@100, flush 12 15
         C tar 14 !! LogicalTimeAlreadyPassed
         C nmra 15
         C <
         leave S
         C < grant 15
         C tar 15
         C <
         R regulate-not
         C < grant 15"
    ));
}

#[test]
fn tim_042_an_empty_queue_leaves_galt_and_the_request() {
    check_regulated(
        "R tar 10
         R < grant 10
         C fqr 12
         C < flush 12 12
         C fqr 100
         C < flush 15 100",
    );
}

#[test]
fn tim_043_who_is_not_constrained_is_granted_what_it_asks_for() {
    check_regulated(
        "R fqr 50
         R < flush 50 50
         C galt == 55",
    );
}

#[test]
fn tim_083_a_flush_queue_request_at_the_present() {
    check_regulated(
        "R send x@5 y@10 z
         C fqr 0
         C < ro z, ts x@5, ts y@10, flush 0 0",
    );
}

#[test]
fn after_a_flush_queue_grant_its_time_may_still_come() {
    check_regulated(
        "C fqr 5
         C < flush 5 5
         R send x@5
         R tar 9
         R < grant 9
         C nmr 9
         C < ts x@5, grant 5",
    );
}

#[test]
fn what_arrives_before_a_withheld_flush_queue_grant_comes_too() {
    check(
        "join R C
         R regulate 5
         C regulate 1
         C constrain
         R < regulating 0
         C < regulating 0, constrained 0
         R full
         R send x@7
         C fqr 20
         R send y@6
         C <
         R drained
         C < ts y@6, ts x@7, flush 5 6",
    );
}

/// Five federates, lookaheads 1, 2, 2, 1, 1; A has sent 3 to B and C, and 4 to D and E.
const FIVE: &str = "
    join A B C D E
    A regulate 1
    B regulate 2
    C regulate 2
    D regulate 1
    E regulate 1
    A constrain
    B constrain
    C constrain
    D constrain
    E constrain
    A < regulating 0, constrained 0
    B < regulating 0, constrained 0
    C < regulating 0, constrained 0
    D < regulating 0, constrained 0
    E < regulating 0, constrained 0
    A send x@3 to B C
    A send y@4 to D E
    A nmra 2
    B nmra 5
    C nmra 5
    D nmra 5
    E nmra 5
    A < grant 2
    B < ts x@3, grant 3
    C < ts x@3, grant 3
    D <
    E <";

#[test]
fn tim_084_available_grants_of_five() {
    check(FIVE);
}

#[test]
fn tim_085_to_087_available_grants_of_five_go_on() {
    check(&format!(
        "{FIVE}
         A send z@3 to B C
         A nmra 3
         B nmra 5
         C nmra 5
         A < grant 3
         B < ts z@3, grant 3
         C < ts z@3, grant 3
         D < ts y@4, grant 4
         E < ts y@4, grant 4
         B nmra 5
         C nmra 5
         B <
         C <
         A nmra 5
         D nmra 5
         E nmra 5
         A < grant 5
         B < grant 5
         C < grant 5
         D < grant 5
         E < grant 5"
    ));
}

#[test]
fn tim_088_a_time_may_be_split_over_two_grants() {
    check(
        "join R C
         R regulate 1
         R < regulating 0
         C constrain
         C < constrained 0
         R send x@5
         R tar 4
         R < grant 4
         C tara 5
         C < ts x@5, grant 5
         R send y@5
         R tar 10
         C tar 10
         R < grant 10
         C < ts y@5, grant 10",
    );
}

#[test]
fn a_message_lowers_a_waiting_next_message_request() {
    // B waits until 50, but a message at 10 would let it send from 11 on.
    check(
        "join A B C
         A regulate 5
         B regulate 1
         B constrain
         C constrain
         A < regulating 0
         B < regulating 0, constrained 0
         C < constrained 0
         B nmr 50
         A send x@10 to B
         A tar 30
         A < grant 30
         B < ts x@10, grant 10
         C galt == 11
         C tar 11
         C <
         B tar 12
         B < grant 12
         C < grant 11",
    );
}

#[test]
fn tim_022_float_times_meet_exactly() {
    // 0.1 + 0.2 is not 0.3: the bound is what the sum gives, at every step.
    check_float(
        "join R C
         R regulate 0.2
         R < regulating 0
         C constrain
         C < constrained 0
         R tar 0.1
         R < grant 0.1
         C galt == 0.30000000000000004
         C tar 0.3
         C < grant 0.3
         R send x@0.3 !! InvalidLogicalTime
         R send x@0.30000000000000004
         C tara 0.30000000000000004
         C < ts x@0.30000000000000004, grant 0.30000000000000004",
    );
}
