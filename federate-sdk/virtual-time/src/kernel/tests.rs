use proptest::prelude::*;

use super::*;

fn micros(micros: i64) -> VirtualTime {
    VirtualTime::from_micros(micros)
}

fn millis(millis: u32) -> VirtualDuration {
    VirtualDuration::from_millis(millis)
}

fn prioritized(priority: i32) -> Rank {
    Rank { class: 0, priority, source: 0 }
}

#[test]
fn events_run_up_to_the_grant_and_not_beyond() {
    let mut kernel = Kernel::new(VirtualTime::ZERO);
    for at in [10, 20, 20, 30] {
        kernel.schedule(micros(at), Rank::default(), at).expect("future");
    }
    let mut ran = Vec::new();
    let count = kernel.run_through::<KernelError>(micros(20), |kernel, due| {
        assert_eq!(kernel.now(), due.time);
        ran.push(due.event);
        Ok(())
    });
    assert_eq!(count, Ok(3));
    assert_eq!(ran, [10, 20, 20]);
    assert_eq!((kernel.now(), kernel.next_event_time()), (micros(20), Some(micros(30))));
    assert_eq!(kernel.run_through::<KernelError>(micros(25), |_, _| Ok(())), Ok(0));
    assert_eq!((kernel.now(), kernel.pending()), (micros(25), 1));
}

#[test]
fn until_excludes_the_events_at_the_end_time() {
    let mut kernel = Kernel::new(VirtualTime::ZERO);
    for at in [0, 19, 20] {
        kernel.schedule(micros(at), Rank::default(), at).expect("future");
    }
    assert_eq!(kernel.run_until::<KernelError>(micros(20), |_, _| Ok(())), Ok(2));
    assert_eq!((kernel.now(), kernel.next_event_time()), (micros(20), Some(micros(20))));
    assert_eq!(kernel.run_until::<KernelError>(micros(20), |_, _| Ok(())), Ok(0));
    assert_eq!(kernel.run_through::<KernelError>(micros(20), |_, _| Ok(())), Ok(1));
}

#[test]
fn the_past_is_refused_and_named() {
    let mut kernel = Kernel::new(VirtualTime::from_secs(2));
    let error = kernel.schedule(micros(1), Rank::default(), "trip").expect_err("past");
    assert_eq!(
        error.to_string(),
        "event \"trip\" at 00:00:00.000 lies before now (00:00:02.000): \
         schedule it at or after the current time"
    );
    let back = VirtualDuration::from_micros(-1);
    assert!(matches!(
        kernel.schedule_after(back, Rank::default(), "trip"),
        Err(KernelError::EventInPast { .. })
    ));
    let endless = VirtualDuration::from_micros(i64::MAX);
    assert!(matches!(
        kernel.schedule_after(endless, Rank::default(), "trip"),
        Err(KernelError::EventBeyondEnd { .. })
    ));
    for refused in [
        kernel.run_through::<KernelError>(micros(5), |_, _| Ok(())),
        kernel.run_until::<KernelError>(micros(5), |_, _| Ok(())),
    ] {
        let now = VirtualTime::from_secs(2);
        assert_eq!(refused, Err(KernelError::LimitInPast { limit: micros(5), now }));
    }
    assert_eq!((kernel.pending(), kernel.now()), (0, VirtualTime::from_secs(2)));
}

#[test]
fn b092_priority_then_insertion_and_late_comers_after_those_present() {
    let mut kernel = Kernel::new(VirtualTime::ZERO);
    let mut random = 12345_u32;
    let mut ids = Vec::new();
    for number in 0..10_000_u32 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let priority = i32::try_from(random >> 30).expect("two bits");
        let id = kernel.schedule(micros(7), prioritized(priority), (priority, number));
        ids.push((id.expect("future"), priority, number));
    }
    let (cancelled, mut expected): (Vec<_>, Vec<_>) =
        ids.into_iter().partition(|(_, _, number)| number % 10 == 9);
    for (id, priority, number) in cancelled {
        assert_eq!(kernel.cancel(id), Some((priority, number)));
    }
    expected.sort_by_key(|(_, priority, number)| (*priority, *number));
    let mut expected: Vec<_> =
        expected.into_iter().map(|(_, priority, number)| (priority, number)).collect();

    // Every thousandth adds one at the same time, more urgent than most of those present.
    let mut ran = Vec::new();
    let mut added = Vec::new();
    kernel
        .run_through::<KernelError>(micros(7), |kernel, due| {
            let (priority, number) = due.event;
            ran.push(due.event);
            if number % 1_000 == 0 && number < 10_000 {
                let late = (3 - priority, 10_000 + number);
                kernel.schedule(micros(7), prioritized(late.0), late)?;
                added.push(late);
            }
            Ok(())
        })
        .expect("no loop");
    added.sort_by_key(|(priority, _)| *priority);
    assert_eq!(added.len(), 10);
    expected.extend(added);
    assert_eq!(ran, expected);
}

#[test]
fn a_reply_runs_in_a_later_class_or_a_later_round() {
    const PLANT: u8 = 1;
    const SOLUTION: u8 = 2;
    const PROTECTION: u8 = 4;
    const LOGGING: u8 = 7;
    let mut kernel = Kernel::new(VirtualTime::ZERO);
    for (class, event) in [(LOGGING, "log"), (PLANT, "fault"), (PROTECTION, "relay")] {
        kernel.schedule_after(millis(20), Rank::of_class(class), event).expect("future");
    }
    let mut ran = Vec::new();
    kernel
        .run_through::<KernelError>(VirtualTime::from_secs(1), |kernel, due| {
            ran.push(due.event);
            let reply = match due.event {
                "fault" => (SOLUTION, "solve"),
                "relay" => (PLANT, "open"),
                "open" => (SOLUTION, "solve again"),
                _ => return Ok(()),
            };
            kernel.schedule_after(VirtualDuration::ZERO, Rank::of_class(reply.0), reply.1)?;
            Ok(())
        })
        .expect("no loop");
    assert_eq!(ran, ["fault", "solve", "relay", "log", "open", "solve again"]);
}

#[test]
fn a_zero_delay_loop_is_cut_and_the_event_named() {
    let mut kernel = Kernel::new(VirtualTime::ZERO).with_rounds_max(20);
    kernel.schedule_after(millis(3), Rank::default(), "close CB-101").expect("future");
    let mut ran = 0;
    let mut answer = |kernel: &mut Kernel<_>, due: Due<&str>| {
        ran += 1;
        let reply = if due.event == "close CB-101" { "open CB-101" } else { "close CB-101" };
        kernel.schedule_after(VirtualDuration::ZERO, Rank::default(), reply).map(|_| ())
    };
    let error =
        kernel.run_through::<KernelError>(VirtualTime::MAX, &mut answer).expect_err("a loop");
    assert_eq!(
        error.to_string(),
        "zero-delay loop at 00:00:00.003: event \"open CB-101\" would start round 21 of one \
         instant, at most 20 are allowed: give one event of the loop a delay"
    );
    assert_eq!(kernel.run_through::<KernelError>(VirtualTime::MAX, &mut answer), Err(error));
    assert_eq!(ran, 21, "the first event and 20 rounds of replies");
    assert_eq!(kernel.pending(), 1);
}

#[test]
fn many_instants_with_replies_are_no_loop() {
    let mut kernel = Kernel::new(VirtualTime::ZERO).with_rounds_max(1);
    kernel.schedule(micros(0), Rank::default(), 0).expect("now");
    let count = kernel.run_through::<KernelError>(micros(1_000), |kernel, due| {
        let delay = VirtualDuration::from_micros(due.event % 2);
        kernel.schedule_after(delay, Rank::default(), due.event + 1).map(|_| ())
    });
    assert_eq!(count, Ok(2_002));
}

#[test]
fn what_is_inserted_at_the_granted_time_still_runs_in_it() {
    let mut kernel = Kernel::new(VirtualTime::ZERO).with_rounds_max(1);
    assert_eq!(kernel.run_through::<KernelError>(micros(5), |_, _: Due<u32>| Ok(())), Ok(0));
    for message in 0..100 {
        kernel.schedule(micros(5), Rank::default(), message).expect("now is not past");
        assert_eq!(kernel.run_through::<KernelError>(micros(5), |_, _| Ok(())), Ok(1));
    }
}

/// Two models tick with one period; the first one's message changes the second one's output.
fn trace_of_two_periodic_models() -> String {
    #[derive(Debug)]
    enum Event {
        Tick(u32),
        Message,
    }
    let mut kernel = Kernel::new(VirtualTime::ZERO);
    let period = millis(10);
    for model in [1, 2] {
        kernel.schedule_after(period, Rank::default(), Event::Tick(model)).expect("future");
    }
    let (mut trace, mut output) = (String::new(), 0);
    kernel
        .run_until::<KernelError>(VirtualTime::from_secs(1), |kernel, due| {
            match due.event {
                Event::Tick(model) => {
                    if model == 1 {
                        let none = VirtualDuration::ZERO;
                        kernel.schedule_after(none, Rank::default(), Event::Message)?;
                    }
                    trace += &format!("{} M{model} {output}\n", due.time);
                    kernel.schedule_after(period, Rank::default(), Event::Tick(model))?;
                }
                Event::Message => output += 1,
            }
            Ok(())
        })
        .expect("no loop");
    trace
}

#[test]
fn b091_periodic_activities_at_one_time_have_one_order() {
    let first = trace_of_two_periodic_models();
    assert!(first.starts_with("00:00:00.010 M1 0\n00:00:00.010 M2 0\n00:00:00.020 M1 1\n"));
    assert_eq!(first.lines().count(), 198);
    let runs = || (0..13).map(|_| trace_of_two_periodic_models()).collect::<Vec<_>>();
    let others: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(runs)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    assert_eq!(others.len(), 104);
    assert!(others.iter().all(|trace| *trace == first));
}

/// The loop every federate runs: next local event, ask, run on the grant, which may come early
/// and with a message.
#[test]
fn the_loop_of_a_federate_takes_messages_as_they_are_granted() {
    let mut kernel = Kernel::new(VirtualTime::ZERO);
    kernel.schedule(micros(100), Rank::default(), "own").expect("future");
    let mut messages = [micros(30), micros(100)].into_iter().peekable();
    let mut ran = Vec::new();
    while let Some(next) = kernel.next_event_time() {
        let granted = messages.peek().map_or(next, |message| next.min(*message));
        while messages.next_if(|message| *message <= granted).is_some() {
            let from_other = Rank { class: 0, priority: 0, source: 3 };
            kernel.schedule(granted, from_other, "message").expect("a grant is not past");
        }
        while let Some(due) = kernel.next_due(granted).expect("no loop") {
            ran.push((due.time, due.event));
        }
        assert_eq!(kernel.now(), granted);
    }
    let (early, late) = (micros(30), micros(100));
    assert_eq!(ran, [(early, "message"), (late, "own"), (late, "message")]);
}

proptest! {
    /// However a run is cut into grants, the same events run in the same order.
    #[test]
    fn cutting_a_run_into_grants_changes_nothing(
        events in prop::collection::vec((0i64..200, 0u8..4, -2i32..3, 0u32..3), 0..100),
        mut cuts in prop::collection::vec(0i64..200, 0..20),
    ) {
        let run = |cuts: &[i64]| {
            let mut kernel = Kernel::new(VirtualTime::ZERO);
            for (number, (at, class, priority, source)) in events.iter().enumerate() {
                let rank = Rank { class: *class, priority: *priority, source: *source };
                kernel.schedule(micros(*at), rank, number).expect("future");
            }
            let mut ran = Vec::new();
            for cut in cuts.iter().chain([&1_000]) {
                kernel.run_through::<KernelError>(micros(*cut), |kernel, due| {
                    ran.push((due.time, due.event));
                    if due.event % 3 == 0 && due.event < 1_000 {
                        let delay = VirtualDuration::from_micros(due.event as i64 % 7);
                        kernel.schedule_after(delay, due.rank, due.event + 1_000)?;
                    }
                    Ok(())
                }).expect("forward");
            }
            ran
        };
        cuts.sort_unstable();
        let (whole, cut) = (run(&[]), run(&cuts));
        prop_assert!(whole.windows(2).all(|pair| pair[0].0 <= pair[1].0));
        prop_assert_eq!(whole, cut);
    }
}
