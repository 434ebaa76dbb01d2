//! Runs a `virtual-time` kernel by the grants of an RTI.
//!
//! One turn is: ask for the time of the next local event, take what is delivered before the grant,
//! run every event up to the grant, send what they caused. The federation must count logical time
//! in microseconds as `HLAinteger64Time`.

use std::fmt;

use hla::{Call, Callback, HlaInteger64Time, LogicalTime};
use virtual_time::{Due, Kernel, KernelError, VirtualTime};

use crate::{Federate, SdkError};

/// What a federate computes. It does no input or output of its own, so it can be tested alone.
pub trait Model {
    /// The events of its kernel.
    type Event: fmt::Debug;
    /// Why it may stop.
    type Error: From<KernelError> + From<SdkError>;

    /// Takes in a callback; usually schedules an event at the time stamp of the message.
    ///
    /// # Errors
    /// Whatever makes the federate unable to go on.
    fn deliver(
        &mut self,
        kernel: &mut Kernel<Self::Event>,
        callback: Callback,
    ) -> Result<(), Self::Error>;

    /// Handles an event whose time has come.
    ///
    /// # Errors
    /// Whatever makes the federate unable to go on.
    fn handle(
        &mut self,
        kernel: &mut Kernel<Self::Event>,
        due: Due<Self::Event>,
    ) -> Result<(), Self::Error>;

    /// Calls without a time stamp to make at once, also while a grant is awaited; asked for after
    /// each callback.
    fn immediate(&mut self) -> Vec<Call> {
        Vec::new()
    }

    /// The calls to make now, in order; asked for after each turn. Nothing may be sent with an
    /// earlier time stamp than `now` and the lookahead.
    fn outgoing(&mut self, now: VirtualTime) -> Vec<Call>;
}

/// A kernel and how far the RTI has granted it to run.
#[derive(Debug)]
pub struct KernelDriver<E> {
    kernel: Kernel<E>,
    request_pending: bool,
}

impl<E: fmt::Debug> KernelDriver<E> {
    /// Drives `kernel`, whose time is the logical time of the federate.
    pub fn new(kernel: Kernel<E>) -> Self {
        Self { kernel, request_pending: false }
    }

    /// The kernel, for scheduling from outside.
    pub fn kernel(&mut self) -> &mut Kernel<E> {
        &mut self.kernel
    }

    /// One turn: asks for the next local event, at the latest for `until`, and runs to the grant.
    /// Returns the time granted.
    ///
    /// # Errors
    /// Those of the model, the kernel and the RTI.
    pub async fn advance<M: Model<Event = E>>(
        &mut self,
        federate: &mut Federate,
        model: &mut M,
        until: VirtualTime,
    ) -> Result<VirtualTime, M::Error> {
        self.request(federate, until).await?;
        let granted = self.granted(federate, model).await?;
        self.run(federate, model, granted).await?;
        Ok(granted)
    }

    /// Asks for the time of the next local event, at the latest for `until`, unless a request is
    /// pending already.
    ///
    /// # Errors
    /// Those of the RTI.
    pub async fn request(
        &mut self,
        federate: &mut Federate,
        until: VirtualTime,
    ) -> Result<(), SdkError> {
        if !self.request_pending {
            let next = self.kernel.next_event_time().map_or(until, |next| next.min(until));
            federate.next_message_request(logical_time(next)).await?;
            self.request_pending = true;
        }
        Ok(())
    }

    /// Delivers callbacks until the grant.
    ///
    /// # Errors
    /// Those of the model and the RTI.
    pub async fn granted<M: Model<Event = E>>(
        &mut self,
        federate: &mut Federate,
        model: &mut M,
    ) -> Result<VirtualTime, M::Error> {
        loop {
            match federate.next_callback().await? {
                Callback::TimeAdvanceGrant { time } => {
                    self.request_pending = false;
                    return Ok(time_of(time)?);
                }
                callback => {
                    self.deliver(model, callback)?;
                    for call in model.immediate() {
                        federate.post(&call).await?;
                    }
                }
            }
        }
    }

    /// Runs every event up to the grant and makes the calls that they caused.
    ///
    /// # Errors
    /// Those of the model, the kernel and the RTI.
    pub async fn run<M: Model<Event = E>>(
        &mut self,
        federate: &mut Federate,
        model: &mut M,
        granted: VirtualTime,
    ) -> Result<(), M::Error> {
        while let Some(due) = self.kernel.next_due(granted)? {
            model.handle(&mut self.kernel, due)?;
        }
        self.send(federate, model).await
    }

    /// Hands a callback to the model; for those that come while the federate does not advance.
    ///
    /// # Errors
    /// Those of the model.
    pub fn deliver<M: Model<Event = E>>(
        &mut self,
        model: &mut M,
        callback: Callback,
    ) -> Result<(), M::Error> {
        model.deliver(&mut self.kernel, callback)
    }

    /// Makes the calls that the model has collected.
    ///
    /// # Errors
    /// Those of the RTI.
    pub async fn send<M: Model<Event = E>>(
        &self,
        federate: &mut Federate,
        model: &mut M,
    ) -> Result<(), M::Error> {
        let immediate = model.immediate();
        for call in immediate.into_iter().chain(model.outgoing(self.kernel.now())) {
            federate.post(&call).await?;
        }
        Ok(())
    }
}

/// Virtual time as logical time.
pub fn logical_time(time: VirtualTime) -> LogicalTime {
    HlaInteger64Time(time.as_micros()).into()
}

/// Logical time as virtual time.
///
/// # Errors
/// `Protocol` when it is no time of an `HLAinteger64Time` federation.
pub fn time_of(time: LogicalTime) -> Result<VirtualTime, SdkError> {
    HlaInteger64Time::read(time)
        .map(|HlaInteger64Time(micros)| VirtualTime::from_micros(micros))
        .ok_or_else(|| SdkError::Protocol(format!("{time:?} is no HLAinteger64Time")))
}
