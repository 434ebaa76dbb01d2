use proptest::prelude::*;

use super::*;
use crate::{Kernel, KernelError, Rank, VirtualDuration};

const MS: u64 = 1_000_000;
const SEC: u64 = 1_000 * MS;

fn millis(millis: u32) -> VirtualTime {
    VirtualTime::from_millis(millis)
}

/// Nothing overdue: the next work lies beyond everything the pace allows.
fn idle(now: VirtualTime) -> Standing {
    Standing { now, next: None }
}

/// Runs steps of virtual time on a simulated wall clock: waits for each step's deadline, then
/// works for a while. Returns by how much each step started late.
fn lateness_of_steps(speed: Speed, step: VirtualDuration, work_ns: u64, steps: u32) -> Vec<u64> {
    let mut wall_ns = 17 * SEC;
    let pace = Pace::new(wall_ns, VirtualTime::ZERO, speed);
    (1..=i64::from(steps))
        .map(|number| {
            let at = VirtualTime::from_micros(step.as_micros() * number);
            let deadline_ns = pace.wall_deadline_for(at).expect("running");
            wall_ns = wall_ns.max(deadline_ns);
            let late_ns = pace.lateness_ns(wall_ns, at);
            wall_ns += work_ns;
            late_ns
        })
        .collect()
}

#[test]
fn b094_a_paced_run_does_not_fall_behind_step_by_step() {
    for (speed, step_ms, work_ms) in
        [(Speed::Times1, 100, 20), (Speed::Times10, 100, 5), (Speed::Times60, 1_000, 5)]
    {
        let step = VirtualDuration::from_millis(step_ms);
        let factor = speed.factor().expect("paced");
        let steps = 300_000 * factor / step_ms;
        let late = lateness_of_steps(speed, step, work_ms * MS, steps);
        assert!(late.iter().all(|late_ns| *late_ns == 0), "{speed}: {:?}", late.iter().max());
    }
}

#[test]
fn b094_work_that_takes_longer_than_its_step_is_reported_as_late() {
    let step = VirtualDuration::from_millis(100);
    let late = lateness_of_steps(Speed::Times10, step, 20 * MS, 100);
    assert_eq!(late[0], 0);
    assert_eq!(late[99], 99 * 10 * MS, "each step takes 20 ms and may take 10");
}

#[test]
fn b095_time_stands_still_in_a_pause_and_goes_on_without_a_burst() {
    for (speed, factor) in [(Speed::Times1, 1), (Speed::Times10, 10), (Speed::Times60, 60)] {
        let mut pace = Pace::new(0, VirtualTime::ZERO, speed);
        let mut wall_ns = 60 * SEC / factor;
        assert_eq!(pace.allowed(wall_ns), millis(60_000));
        for _ in 0..2 {
            let stood = pace.allowed(wall_ns);
            pace.pause(wall_ns, idle(stood));
            assert_eq!(pace.allowed(wall_ns + 15 * SEC), stood);
            assert_eq!(pace.wall_deadline_for(stood), Some(wall_ns));
            assert_eq!(pace.wall_deadline_for(millis(200_000)), None);
            wall_ns += 15 * SEC;
            pace.resume(wall_ns, idle(stood));
            assert_eq!(pace.allowed(wall_ns), stood);
            let slope_before = pace.allowed(wall_ns + 100 * MS).since(stood);
            wall_ns += SEC;
            let slope_after = pace.allowed(wall_ns).since(pace.allowed(wall_ns - 100 * MS));
            assert_eq!(slope_before, slope_after);
        }
        let seconds = 60 + 2 * u32::try_from(factor).expect("small");
        assert_eq!(pace.allowed(wall_ns), VirtualTime::from_secs(seconds));
    }
}

#[test]
fn b095_a_pause_during_a_long_step_does_not_lead_to_a_burst() {
    let mut pace = Pace::new(0, VirtualTime::ZERO, Speed::Times10);
    // The step at 50 s took so long that the pace allows 60 s when the pause comes.
    let behind = Standing { now: millis(50_000), next: Some(millis(50_100)) };
    pace.pause(6 * SEC, behind);
    assert_eq!(pace.allowed(6 * SEC), millis(50_100));
    pace.resume(21 * SEC, behind);
    assert_eq!(pace.allowed(21 * SEC + 10 * MS), millis(50_200));
    assert_eq!(pace.lateness_ns(21 * SEC, millis(50_100)), 0);
}

#[test]
fn a_change_of_speed_neither_jumps_nor_loses_what_was_waited() {
    let mut pace = Pace::new(0, VirtualTime::ZERO, Speed::Times1);
    // Nothing has run yet, the next event is a minute away: 3.2 s of it have passed all the same.
    let waiting = Standing { now: VirtualTime::ZERO, next: Some(millis(60_000)) };
    pace.set_speed(3_200 * MS, waiting, Speed::Times10);
    assert_eq!(pace.allowed(3_200 * MS), millis(3_200));
    assert_eq!(pace.allowed(4_200 * MS), millis(13_200));
    pace.set_speed(4_200 * MS, waiting, Speed::Max);
    assert_eq!(pace.allowed(4_200 * MS), VirtualTime::MAX);
    assert_eq!(pace.wall_deadline_for(millis(60_000)), Some(4_200 * MS));
    pace.set_speed(5 * SEC, idle(millis(70_000)), Speed::Times2);
    assert_eq!(pace.allowed(6 * SEC), millis(72_000));
}

#[test]
fn a_pause_at_full_speed_holds_the_time_reached() {
    let mut pace = Pace::new(0, VirtualTime::ZERO, Speed::Max);
    pace.pause(SEC, Standing { now: millis(500), next: Some(millis(900)) });
    assert_eq!(pace.allowed(9 * SEC), millis(500));
    pace.set_speed(9 * SEC, idle(millis(500)), Speed::Times2);
    assert!(pace.is_paused());
    assert_eq!(pace.allowed(10 * SEC), millis(500));
    pace.resume(10 * SEC, idle(millis(500)));
    assert_eq!(pace.allowed(11 * SEC), millis(2_500));
}

#[test]
fn work_that_finishes_in_a_pause_is_not_waited_for_again() {
    let mut pace = Pace::new(0, VirtualTime::ZERO, Speed::Max);
    pace.pause(SEC, Standing { now: millis(500), next: Some(millis(900)) });
    // A step to 900 ms had been granted before the pause came.
    pace.set_speed(2 * SEC, idle(millis(900)), Speed::Times1);
    pace.resume(9 * SEC, idle(millis(900)));
    assert_eq!(pace.allowed(9 * SEC), millis(900));
    assert_eq!(pace.allowed(10 * SEC), millis(1_900));
}

#[test]
fn b098_a_moved_barrier_releases_only_up_to_the_new_one() {
    let mut pace = Pace::new(0, VirtualTime::ZERO, Speed::Max);
    let mut kernels: Vec<(Kernel<()>, u32)> =
        [700, 1_000].map(|step| (Kernel::new(VirtualTime::ZERO), step)).into();
    let mut granted: Vec<Vec<VirtualTime>> = vec![Vec::new(); 2];
    let mut run = |pace: &Pace, end: VirtualTime| {
        for ((kernel, step), grants) in kernels.iter_mut().zip(&mut granted) {
            loop {
                let step = VirtualDuration::from_millis(*step);
                let wanted = VirtualTime::from_micros(
                    step.as_micros() * (kernel.now().as_micros() / step.as_micros() + 1),
                );
                if wanted > pace.allowed(0).min(end) {
                    break;
                }
                kernel.run_through::<KernelError>(wanted, |_, _| Ok(())).expect("forward");
                grants.push(wanted);
            }
        }
    };
    let stands = idle(millis(9_800));
    pace.set_barrier(0, idle(VirtualTime::ZERO), Some(millis(10_000)));
    run(&pace, VirtualTime::MAX);
    pace.set_barrier(SEC, stands, Some(millis(20_000)));
    run(&pace, VirtualTime::MAX);
    pace.set_barrier(2 * SEC, stands, None);
    run(&pace, millis(30_000));
    for (grants, step) in granted.iter().zip([700, 1_000]) {
        let every: Vec<_> = (1..=30_000 / step).map(|number| millis(number * step)).collect();
        assert_eq!(*grants, every, "each got the time it asked for, in turn");
    }
}

#[test]
fn the_wait_at_a_barrier_is_not_caught_up() {
    let mut pace = Pace::new(0, VirtualTime::ZERO, Speed::Times10);
    let barrier = millis(10_000);
    pace.set_barrier(0, idle(VirtualTime::ZERO), Some(barrier));
    assert_eq!(pace.allowed(5 * SEC), barrier);
    assert_eq!(pace.wall_deadline_for(barrier), Some(SEC));
    assert_eq!(pace.wall_deadline_for(millis(10_001)), None);
    pace.set_barrier(5 * SEC, idle(barrier), None);
    assert_eq!(pace.allowed(5 * SEC), barrier);
    assert_eq!(pace.allowed(6 * SEC), millis(20_000));
}

#[test]
fn b100_a_live_event_runs_when_it_comes_and_leaves_the_next_one_in_place() {
    let pace = Pace::new(0, VirtualTime::ZERO, Speed::Times1);
    let mut kernel = Kernel::new(VirtualTime::ZERO);
    kernel.schedule(millis(60_000), Rank::default(), "switch back").expect("future");
    let mut log = Vec::new();
    let mut record = |kernel: &mut Kernel<_>, granted| {
        kernel.run_through::<KernelError>(granted, |_, due| {
            log.push((due.time, due.event));
            Ok(())
        })
    };
    // The operator acts while everybody waits for the event a minute away.
    let acted_at = pace.allowed(3_200 * MS);
    kernel.schedule(acted_at, Rank::default(), "open breaker").expect("now is not past");
    assert_eq!(kernel.next_event_time(), Some(acted_at));
    record(&mut kernel, acted_at).expect("runs");
    assert_eq!(pace.wall_deadline_for(kernel.next_event_time().expect("one left")), Some(60 * SEC));
    record(&mut kernel, millis(60_000)).expect("runs");
    assert_eq!(log, [(millis(3_200), "open breaker"), (millis(60_000), "switch back")]);
}

#[test]
fn the_ends_of_both_clocks_are_limits_not_errors() {
    let mut pace = Pace::new(u64::MAX, VirtualTime::MAX, Speed::Times60);
    assert_eq!(pace.allowed(0), VirtualTime::MAX, "a clock that steps back stands still");
    pace.resume(0, idle(VirtualTime::ZERO));
    assert_eq!(pace.allowed(u64::MAX), VirtualTime::MAX);
    let pace = Pace::new(1, VirtualTime::from_micros(i64::MIN), Speed::Times1);
    assert_eq!(pace.wall_deadline_for(VirtualTime::MAX), None);
}

#[test]
fn speeds_are_named_by_their_factor() {
    let names: Vec<String> = Speed::ALL.iter().map(Speed::to_string).collect();
    assert_eq!(names, ["1x", "2x", "10x", "60x", "max"]);
    assert_eq!(Speed::from_factor(60), Some(Speed::Times60));
    assert_eq!(Speed::from_factor(3), None);
}

proptest! {
    #[test]
    fn a_deadline_is_the_first_moment_that_allows(
        speed in prop::sample::select(&Speed::ALL[..4]),
        start in 0u64..SEC * 1_000,
        changed_after in 0u64..SEC * 1_000,
        at in 0i64..1_000_000_000_000,
    ) {
        let mut pace = Pace::new(start, VirtualTime::ZERO, Speed::Times10);
        pace.set_speed(start + changed_after, idle(VirtualTime::ZERO), speed);
        let at = VirtualTime::from_micros(at);
        let deadline = pace.wall_deadline_for(at).expect("running");
        prop_assert!(pace.allowed(deadline) >= at);
        prop_assert!(deadline == start + changed_after || pace.allowed(deadline - 1) < at);
    }

    /// However often the pace changes, the time allowed never jumps back or ahead, and in the end
    /// equals the sum of what each stretch permits, to the nanosecond.
    #[test]
    fn changes_of_pace_add_up_exactly(
        stretches in prop::collection::vec((0u64..3 * SEC, 0usize..5), 1..60),
    ) {
        let mut pace = Pace::new(0, VirtualTime::ZERO, Speed::Times1);
        let (mut wall_ns, mut expected_ns) = (0, 0);
        for (stretch_ns, choice) in stretches {
            let stood = idle(VirtualTime::ZERO);
            if choice == 4 {
                pace.pause(wall_ns, stood);
            } else {
                pace.set_speed(wall_ns, stood, Speed::ALL[choice]);
                pace.resume(wall_ns, stood);
                expected_ns += stretch_ns * u64::from(Speed::ALL[choice].factor().expect("paced"));
            }
            let before = pace.allowed(wall_ns);
            wall_ns += stretch_ns;
            prop_assert!(pace.allowed(wall_ns) >= before);
            let micros = i64::try_from(expected_ns / 1_000).expect("short");
            prop_assert_eq!(pace.allowed(wall_ns), VirtualTime::from_micros(micros));
        }
    }
}
