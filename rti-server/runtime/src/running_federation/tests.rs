use std::time::Duration;

use tokio::sync::mpsc;

use super::*;
use crate::settings::StepHook;

/// A federation without sessions, and what it is stepped with.
fn observed() -> (Arc<RunningFederation>, Clock, mpsc::UnboundedReceiver<Input>) {
    // Unbounded in a test only: a step must not wait for it.
    let (seen, inputs) = mpsc::unbounded_channel();
    let hook = StepHook::new(move |input| seen.send(input.clone()).expect("the test listens"));
    let settings = RuntimeSettings { before_step: Some(hook), ..Default::default() };
    let clock = Clock::start();
    let federation = RunningFederation::start(
        &settings,
        clock,
        Arc::default(),
        "F".into(),
        TimeImplementation::Integer64,
        FomModel::create(None, &[]).expect("the standard MIM is a model"),
    );
    (federation, clock, inputs)
}

#[tokio::test(start_paused = true)]
async fn a_deadline_is_a_tick_and_a_later_one_replaces_it() {
    let (federation, clock, mut inputs) = observed();
    let in_ms = |ms: u64| Some(Nanos(clock.now().0 + ms * 1_000_000));
    federation.deadline.send_replace(in_ms(50));
    assert_eq!(inputs.recv().await, Some(Input::Tick));
    assert!(clock.now() >= Nanos(50_000_000), "{:?}", clock.now());

    federation.deadline.send_replace(in_ms(10));
    tokio::task::yield_now().await;
    federation.deadline.send_replace(None);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(inputs.try_recv().is_err(), "the deadline was withdrawn");
}

#[tokio::test(start_paused = true)]
async fn a_federation_that_is_gone_is_not_ticked() {
    let (federation, clock, mut inputs) = observed();
    federation.deadline.send_replace(Some(Nanos(clock.now().0 + 1_000_000)));
    drop(federation);
    assert_eq!(inputs.recv().await, None, "the hook went with the federation");
}

#[tokio::test]
async fn an_ended_federation_takes_nothing() {
    let (federation, _, mut inputs) = observed();
    assert_eq!(federation.submit(RUNTIME_QUEUE, Input::Tick), Ok(()));
    assert_eq!(inputs.try_recv(), Ok(Input::Tick));
    assert_eq!(federation.destroy(), Ok(()));
    let again = federation.destroy().expect_err("it is gone");
    assert_eq!(again.exception_name(), "FederationExecutionDoesNotExist");
    assert_eq!(federation.submit(RUNTIME_QUEUE, Input::Tick), Err(Ended));
    assert!(inputs.try_recv().is_err());
}

#[tokio::test]
async fn inputs_of_nobody_joined_do_not_reach_the_core() {
    let (federation, _, mut inputs) = observed();
    let stranger = FederateHandle::new(7);
    let lost = Input::Lost { federate: stranger, reason: rti_core::LostReason::SessionEnded };
    let done = Input::CallbackDone { from: stranger, up_to: CallbackSeq(1) };
    for input in [lost, done] {
        assert_eq!(federation.submit(9, input), Ok(()));
    }
    assert!(inputs.try_recv().is_err());
}
