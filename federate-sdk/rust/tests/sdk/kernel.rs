//! A kernel of `virtual-time` that runs by the grants of the RTI.

use federate_sdk::hla::{Call, Callback};
use federate_sdk::virtual_time::{Due, Kernel, KernelError, Rank, VirtualTime};
use federate_sdk::{KernelDriver, Model, SdkError, logical_time};

use crate::{joined, start_anywhere};

/// Notes when it was asked to do what; each event but the last asks for a call.
#[derive(Default)]
struct Log {
    handled: Vec<(i64, &'static str)>,
    outgoing: Vec<Call>,
}

#[derive(Debug, thiserror::Error)]
enum Failed {
    #[error(transparent)]
    Kernel(#[from] KernelError),
    #[error(transparent)]
    Sdk(#[from] SdkError),
}

impl Model for Log {
    type Event = &'static str;
    type Error = Failed;

    fn deliver(&mut self, _: &mut Kernel<Self::Event>, callback: Callback) -> Result<(), Failed> {
        panic!("{callback:?} to a federate that subscribes to nothing")
    }

    fn handle(&mut self, _: &mut Kernel<Self::Event>, due: Due<Self::Event>) -> Result<(), Failed> {
        self.handled.push((due.time.as_micros(), due.event));
        self.outgoing.push(Call::EnableAsynchronousDelivery);
        Ok(())
    }

    fn outgoing(&mut self, _: VirtualTime) -> Vec<Call> {
        std::mem::take(&mut self.outgoing)
    }
}

#[tokio::test]
async fn a_kernel_runs_as_far_as_it_is_granted() {
    let (server, address) = start_anywhere().await;
    let (mut regulator, mut federate) = (joined(&address, "A").await, joined(&address, "B").await);
    let lookahead = logical_time(VirtualTime::from_millis(6));
    regulator.become_time_regulating(lookahead).await.expect("it is allowed to");
    federate.become_time_constrained().await.expect("it is allowed to");

    let mut kernel = Kernel::new(VirtualTime::ZERO);
    for (at, event) in [(10, "second"), (5, "first")] {
        let at = VirtualTime::from_millis(at);
        kernel.schedule(at, Rank::of_class(0), event).expect("it lies ahead");
    }
    let (mut driver, mut log) = (KernelDriver::new(kernel), Log::default());
    let until = VirtualTime::from_millis(30);
    let granted = driver.advance(&mut federate, &mut log, until).await.expect("5 < 6");
    assert_eq!(granted, VirtualTime::from_millis(5));
    assert_eq!(log.handled, [(5_000, "first")]);

    driver.request(&mut federate, until).await.expect("it may ask");
    let galt = federate.query_galt().await.expect("an answer");
    assert_eq!(galt, Some(lookahead), "and so 10 is not granted yet");
    let to = logical_time(VirtualTime::from_millis(20));
    regulator.time_advance_request(to).await.expect("it may ask");
    let granted = driver.advance(&mut federate, &mut log, until).await.expect("10 < 26");
    assert_eq!(granted, VirtualTime::from_millis(10));
    assert_eq!(log.handled, [(5_000, "first"), (10_000, "second")]);

    // The second event's call repeats the first's: its refusal shows that both were made.
    let refused = federate.settle().await.expect_err("it is enabled already");
    assert!(refused.to_string().contains("AsynchronousDeliveryAlreadyEnabled"), "{refused}");
    let granted = driver.advance(&mut federate, &mut log, VirtualTime::from_millis(12)).await;
    assert_eq!(granted.expect("12 < 26"), VirtualTime::from_millis(12), "no event is left");
    server.shutdown().await;
}
