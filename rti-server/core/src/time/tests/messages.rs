//! Sending with and without a time, order, asynchronous delivery: TIM-044 to TIM-060, TIM-080.

use super::{Bench, Integer64, check};
use crate::Limits;

const REGULATED: &str = "
    join A C
    A regulate 5
    A < regulating 0
    C constrain
    C < constrained 0";

/// A regulates without lookahead, C is constrained.
const ZERO: &str = "
    join A C
    A regulate 0
    A < regulating 0
    C constrain
    C < constrained 0";

#[track_caller]
fn check_regulated(script: &str) {
    check(&format!("{REGULATED}\n{script}"));
}

#[track_caller]
fn check_zero(script: &str) {
    check(&format!("{ZERO}\n{script}"));
}

#[test]
fn tim_044_and_045_a_time_stamp_keeps_the_lookahead() {
    check_regulated(
        "A send x@2 !! InvalidLogicalTime
         A send x@4 !! InvalidLogicalTime
         A send x@5
         C queued == 1 ts 0 ro",
    );
}

#[test]
fn tim_046_while_advancing_the_request_counts() {
    check(
        "join A R
         R regulate 1
         R < regulating 0
         A regulate 5
         A constrain
         A < regulating 0, constrained 0
         A tar 20
         A send x@24 !! InvalidLogicalTime
         A send x@25
         R < ro x@25",
    );
}

#[test]
fn a_next_message_request_promises_for_all_of_it() {
    for (service, refused, accepted) in
        [("nmr", 20, 21), ("nmra", 19, 20), ("tar", 20, 21), ("tara", 19, 20)]
    {
        check(&format!(
            "join A R
             R regulate 1
             R < regulating 0
             A regulate 0
             A constrain
             A < regulating 0, constrained 0
             R send x@5 to A
             A {service} 20
             A send y@{refused} !! InvalidLogicalTime
             A send y@{accepted}
             R < ro y@{accepted}"
        ));
    }
    // Granted at the message it may send from there on.
    check(
        "join A R
         R regulate 1
         R < regulating 0
         A regulate 2
         A constrain
         A < regulating 0, constrained 0
         R send x@5
         A nmr 20
         R tar 9
         R < grant 9
         A < ts x@5, grant 5
         A send y@6 !! InvalidLogicalTime
         A send y@7
         R < ro y@7",
    );
}

#[test]
fn tim_047_without_lookahead_a_plain_grant_excludes_its_time() {
    for service in ["tar", "nmr"] {
        check_zero(&format!(
            "A {service} 10
             A < grant 10
             A send x@10 !! InvalidLogicalTime
             A send x@11"
        ));
    }
}

#[test]
fn tim_048_an_available_grant_includes_its_time() {
    for service in ["tara", "nmra"] {
        check_zero(&format!(
            "A {service} 10
             A < grant 10
             A send x@9 !! InvalidLogicalTime
             A send x@10"
        ));
    }
    check_zero(
        "A fqr 10
         A < flush 10 10
         A send x@9 !! InvalidLogicalTime
         A send x@10",
    );
}

#[test]
fn a_promise_is_not_taken_back_by_a_weaker_request() {
    check_zero(
        "A tar 10
         A < grant 10
         C tar 10
         C < grant 10
         A tara 10
         A < grant 10
         A send x@10 !! InvalidLogicalTime
         A fqr 10
         A < flush 10 10
         A send x@10 !! InvalidLogicalTime
         A send x@11",
    );
}

#[test]
fn tim_049_a_plain_grant_lets_the_same_time_pass() {
    check_zero(
        "A tar 10
         A < grant 10
         C tar 10
         C < grant 10",
    );
}

#[test]
fn tim_050_an_available_grant_holds_a_plain_request() {
    check_zero(
        "A tara 10
         A < grant 10
         C tar 10
         C <
         A tara 11
         A < grant 11
         C < grant 10",
    );
    check_zero(
        "A tara 10
         A < grant 10
         C tara 10
         C < grant 10",
    );
}

#[test]
fn tim_051_and_052_without_lookahead_nobody_waits_for_ever() {
    for service in ["tar", "nmr", "tara", "nmra"] {
        check(&format!(
            "join A B
             A regulate 0
             A constrain
             B regulate 0
             B constrain
             A < regulating 0, constrained 0
             B < regulating 0, constrained 0
             A {service} 10
             A <
             B {service} 10
             A < grant 10
             B < grant 10"
        ));
    }
}

#[test]
fn tim_053_who_is_not_constrained_gets_messages_at_once() {
    check_regulated(
        "join D
         A send x@10
         D < ro x@10
         C <
         C tar 10
         A tar 6
         A < grant 6
         C < ts x@10, grant 10",
    );
}

#[test]
fn tim_054_messages_come_in_the_order_of_time() {
    check_regulated(
        "C tar 40
         A send x@30 y@10 z@20
         A tar 40
         A < grant 40
         C < ts y@10, ts z@20, ts x@30, grant 40",
    );
}

#[test]
fn equal_times_come_by_sender_and_its_order() {
    check(
        "join A B C
         A regulate 1
         B regulate 1
         A < regulating 0
         B < regulating 0
         C constrain
         C < constrained 0
         B send b1@5 b2@5 to C
         A send a1@5 to C
         B send b3@5 b0@4 to C
         A send a2@5 to C
         A tar 5
         B tar 5
         A < grant 5
         B < grant 5
         C tar 5
         C < ts b0@4, ts a1@5, ts a2@5, ts b1@5, ts b2@5, ts b3@5, grant 5",
    );
}

#[test]
fn tim_055_a_time_stamp_is_a_time_from_now_on() {
    check_regulated(
        "A send x@10
         A send x@-3 !! InvalidLogicalTime
         A send x@none !! InvalidLogicalTime
         A tar 20
         A < grant 20
         A send x@10 !! InvalidLogicalTime
         C send y@none !! InvalidLogicalTime
         C send y@-3
         A < ro y@-3",
    );
}

#[test]
fn tim_056_and_057_receive_order_waits_for_a_request() {
    check_regulated(
        "A send x y
         C <
         C queued == 0 ts 2 ro
         C tar 10
         C < ro x, ro y
         C queued == 0 ts 0 ro",
    );
}

#[test]
fn tim_058_asynchronous_delivery_frees_receive_order() {
    check_regulated(
        "A send x
         C <
         C async
         C < ro x
         A send y
         C < ro y
         C async-not
         A send z
         C <
         C fqr 0
         C < ro z, flush 0 0",
    );
}

#[test]
fn tim_059_asynchronous_delivery_is_on_or_off() {
    check_regulated(
        "C async-not !! AsynchronousDeliveryAlreadyDisabled
         C async
         C async !! AsynchronousDeliveryAlreadyEnabled
         C async-not
         C async-not !! AsynchronousDeliveryAlreadyDisabled",
    );
}

#[test]
fn tim_060_receive_order_comes_while_advancing() {
    check_regulated(
        "C tar 10
         A send x
         C < ro x
         C <",
    );
}

#[test]
fn messages_of_one_that_left_are_delivered() {
    check_regulated(
        "A send x@20 y@7
         leave A
         C galt == none
         C lits == 7
         C nmr 50
         C < ts y@7, grant 7
         C nmr 50
         C < ts x@20, grant 20
         C nmr 50
         C < grant 50",
    );
}

#[test]
fn what_no_longer_concerns_a_receiver_does_not_stop_it() {
    let mut bench = Bench::new(Integer64, true);
    bench.part(REGULATED);
    bench.part(
        "A send x@7 y@9 z
         A tar 20
         A < grant 20
         C queued == 2 ts 1 ro
         C tara 6
         C < ro z, grant 6",
    );
    let receiver = bench.names["C"];
    let mut out = Vec::new();
    bench.time.retain(receiver, |label| label != "x@7", &mut out);
    assert_eq!(out, []);
    bench.check(
        "C nmr 50
         C < ts y@9, grant 9",
    );
    bench.part(
        "A send u@30 v
         C nmr 40
         C < ro v",
    );
    bench.time.retain(receiver, |_| false, &mut out);
    assert_eq!(out, []);
    bench.check(
        "C queued == 0 ts 0 ro
         A tar 39
         A < grant 39
         C < grant 40",
    );
}

#[test]
fn a_full_queue_refuses_the_sender() {
    // Labels count as octets here.
    let limits = Limits { receiver_queue_bytes_max: 10, ..Limits::default() };
    let mut bench = Bench::with_limits(Integer64, true, &limits);
    bench.check(&format!(
        "{REGULATED}
         join D
         A send x@10 ro
         C queued == 1 ts 1 ro
         D < ro x@10, ro ro
         A send abcde@20 !! RTIinternalError
         A send abcde@20 to D
         D < ro abcde@20
         C tar 4
         C < ro ro, grant 4
         A send abc@20
         D < ro abc@20
         C queued == 2 ts 0 ro"
    ));
}
