//! Known faults of other RTIs that concern time: B001 to B015 of the bug cases.

use super::{Bench, Integer64, check};

#[test]
fn b001_nothing_later_goes_out_while_something_earlier_can_come() {
    let start = "
        join A B C
        A regulate 1
        B regulate 1
        C constrain
        A < regulating 0
        B < regulating 0
        C < constrained 0";
    let (ask, first, second) = (
        "C tar 10",
        "B send x@5 to C\nB tar 20\nB < grant 20\nC <",
        "A send y@3 to C\nA tar 20\nA < grant 20",
    );
    let end = "C < ts y@3, ts x@5, grant 10";
    check(&[start, ask, first, second, end].join("\n"));
    check(&[start, first, ask, second, end].join("\n"));
    check(&[start, second, first.trim_end_matches("\nC <"), ask, end].join("\n"));
}

#[test]
fn b002_available_requests_reach_the_bound_and_plain_ones_stay_below() {
    for (service, before, after) in [
        ("tar", "C <", "C < grant 1"),
        ("nmr", "C <", "C < grant 1"),
        ("tara", "C < grant 1", "C <"),
        ("nmra", "C < grant 1", "C <"),
    ] {
        check(&format!(
            "join R C
             R regulate 1
             C constrain
             R < regulating 0
             C < constrained 0
             C {service} 1
             {before}
             R tar 1
             R < grant 1
             {after}"
        ));
    }
}

#[test]
fn b003_without_lookahead_two_advance_for_ever() {
    let mut bench = Bench::new(Integer64, true);
    bench.part(
        "join A B
         A regulate 0
         A constrain
         B regulate 0
         B constrain
         A < regulating 0, constrained 0
         B < regulating 0, constrained 0
         A lookahead == 0
         A tar 1
         B tar 1
         A < grant 1
         B < grant 1",
    );
    for now in 1..1000 {
        let next = now + 1;
        bench.part(&format!(
            "A send x@{now} !! InvalidLogicalTime
             A send x@{next}
             A tar {next}
             A <
             B tar {next}
             A < grant {next}
             B < ts x@{next}, grant {next}"
        ));
    }
    bench.check("A lookahead == 0");
}

#[test]
fn b005_a_far_next_message_request_stops_at_the_next_message() {
    check(
        "join R C
         R regulate 1
         C constrain
         R < regulating 0
         C < constrained 0
         R send x@7 y@7 z@9
         R tar 50
         R < grant 50
         C nmr 1000
         C < ts x@7, ts y@7, grant 7
         C nmr 1000
         C < ts z@9, grant 9",
    );
}

#[test]
fn b006_receive_order_never_keeps_a_grant_back() {
    let mut bench = Bench::new(Integer64, true);
    bench.part(
        "join S C
         S regulate 1
         C constrain
         S < regulating 0
         C < constrained 0
         S send idle
         C <
         C tar 1
         C < ro idle
         S send advancing
         C < ro advancing
         S tar 1
         S < grant 1
         C < grant 1",
    );
    for step in 2..502 {
        // One message at each of the moments: C idle, C advancing.
        bench.part(&format!(
            "S send a{step}
             C <
             C tar {step}
             C < ro a{step}
             S send b{step}
             C < ro b{step}
             S tar {step}
             S < grant {step}
             C < grant {step}"
        ));
    }
    bench.check("C queued == 0 ts 0 ro");
}

#[test]
fn b008_a_new_regulator_reaches_nobody_s_past() {
    check(
        "join R C
         C constrain
         C tar 10
         C < constrained 0, grant 10
         R regulate 1
         R < regulating 10
         R send x@10 !! InvalidLogicalTime
         R send x@11
         C tar 11
         C <
         R tar 11
         R < grant 11
         C < ts x@11, grant 11
         R send y@12
         C tar 12
         C <
         R tar 12
         R < grant 12
         C < ts y@12, grant 12",
    );
}

#[test]
fn b008_a_waiting_request_counts_the_new_regulator() {
    check(
        "join R C S
         S regulate 1
         C constrain
         S < regulating 0
         C < constrained 0
         S tar 10
         S < grant 10
         C tar 10
         C < grant 10
         C tar 20
         R regulate 1
         R < regulating 10
         S tar 50
         S < grant 50
         C <
         R send x@11 to C
         R tar 20
         R < grant 20
         C < ts x@11, grant 20",
    );
}

#[test]
fn b010_order_is_decided_per_message_and_receiver() {
    check(
        "join S C D
         C constrain
         C async
         C < constrained 0
         S send a@5
         C < ro a@5
         D < ro a@5
         S regulate 1
         S < regulating 0
         S send b@5 b
         C < ro b
         D < ro b@5, ro b
         S tar 5
         S < grant 5
         C tar 5
         C < ts b@5, grant 5
         C constrain-not
         D constrain
         D < constrained 0
         S send c@9
         C < ro c@9
         S tar 9
         S < grant 9
         D tar 9
         D < ts c@9, grant 9",
    );
}

#[test]
fn b013_who_left_or_ceased_to_regulate_holds_nobody() {
    for end in ["leave B", "B regulate-not"] {
        check(&format!(
            "join A B
             B regulate 1
             B < regulating 0
             B tar 5
             B < grant 5
             A constrain
             A < constrained 0
             A tar 1000
             A <
             {end}
             A < grant 1000"
        ));
    }
}

#[test]
fn b013_who_left_while_advancing_or_congested_holds_nobody() {
    check(
        "join A B C
         A regulate 1
         A constrain
         B regulate 1
         B constrain
         C regulate 1
         A < regulating 0, constrained 0
         B < regulating 0, constrained 0
         C < regulating 0
         A tar 100
         B nmr 50
         C full
         A <
         leave B
         A <
         leave C
         A < grant 100",
    );
}

#[test]
fn b015_a_request_may_be_closer_than_the_lookahead() {
    check(
        "join A C
         A regulate 10
         A constrain
         A < regulating 0, constrained 0
         A tar 3
         A < grant 3
         A send x@12 !! InvalidLogicalTime
         A send x@13
         C < ro x@13",
    );
}
