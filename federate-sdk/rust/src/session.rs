//! A session with the RTI: numbers messages, matches answers, queues callbacks.
//!
//! There is no task behind it. Whoever waits for an answer reads the connection, and what else
//! comes meanwhile (callbacks, answers to posted calls) is kept in order; so a round trip costs
//! no wake-up between threads.

use std::collections::VecDeque;
use std::time::Duration;

use bytes::BytesMut;
use futures::FutureExt;
use hla::{Call, Callback, HlaError, Reply};
use hla_wire::generated::busbar::v1 as gateway;
use hla_wire::generated::busbar::v1::client_message::Kind as ToRti;
use hla_wire::generated::busbar::v1::server_message::Kind as FromRti;
use hla_wire::{from_wire, to_wire};

use crate::SdkError;
use crate::transport::Transport;

/// "No message received yet", and the number of messages outside the numbering (PROTOCOL 3).
const NO_NUMBER: u32 = 0x8000_0000;
const PROTOCOL_VERSION: u32 = 1;
/// An RTI that has not opened the session by then is taken for absent.
const OPEN_TIMEOUT: Duration = Duration::from_secs(10);

/// Octets of one call. The RTI has a limit of its own, below this one by default; a call far above
/// it would break the stream instead of being refused.
const CALL_BYTES_MAX: usize = 64 << 20;

/// Callbacks that may wait unread while the application only makes calls.
const UNREAD_CALLBACKS_MAX: usize = 1_000_000;
/// Calls that may wait for their answers at once; the RTI takes 256.
const POSTED_CALLS_MAX: usize = 128;
/// Handled callbacks are acknowledged together, at the latest after this many.
const UNACKNOWLEDGED_MAX: u32 = 64;

/// A session that is open.
#[derive(Debug)]
pub(crate) struct Session {
    transport: Transport,
    id: u64,
    next_number: u32,
    last_received: u32,
    callbacks: VecDeque<(u32, Callback)>,
    posted: VecDeque<(u32, &'static str)>,
    posted_error: Option<SdkError>,
    handled: Option<u32>,
    unacknowledged: u32,
    callbacks_disabled: bool,
    gate: Gate,
    resigned: bool,
    within_callback: bool,
    /// Why nothing is read from this session any more.
    ended: Option<SdkError>,
}

/// What the delivered callbacks have closed for this federate (4.20, 4.29).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gate {
    Open,
    Saving,
    Restoring,
}

impl Session {
    pub(crate) async fn open(address: &str) -> Result<Self, SdkError> {
        let unreachable = |reason| SdkError::Unreachable { address: address.into(), reason };
        match tokio::time::timeout(OPEN_TIMEOUT, Self::shake_hands(address)).await {
            Ok(session) => session,
            Err(_) => Err(unreachable(format!("it said nothing for {OPEN_TIMEOUT:?}"))),
        }
    }

    fn over(transport: Transport) -> Self {
        Self {
            transport,
            id: 0,
            next_number: 0,
            last_received: NO_NUMBER,
            callbacks: VecDeque::new(),
            posted: VecDeque::new(),
            posted_error: None,
            handled: None,
            unacknowledged: 0,
            callbacks_disabled: false,
            gate: Gate::Open,
            resigned: false,
            within_callback: false,
            ended: None,
        }
    }

    async fn shake_hands(address: &str) -> Result<Self, SdkError> {
        let mut session = Self::over(Transport::connect(address).await?);
        let version = gateway::NewSession { protocol_version: PROTOCOL_VERSION };
        session.send(ToRti::NewSession(version)).await?;
        let answer = session.transport.receive().await?;
        match answer.kind {
            Some(FromRti::NewSessionStatus(status)) if status.reason == 0 => {
                session.id = answer.session_id;
                Ok(session)
            }
            Some(FromRti::NewSessionStatus(status)) => Err(SdkError::Unreachable {
                address: address.into(),
                reason: refusal(status.reason()).into(),
            }),
            other => Err(SdkError::Protocol(format!("{other:?} instead of a session status"))),
        }
    }

    /// Makes a call and waits for its answer.
    pub(crate) async fn call(&mut self, call: &Call) -> Result<Reply, SdkError> {
        self.settle(0).await?;
        let number = self.request(call).await?;
        loop {
            if let Some((answered, result)) = self.receive().await?
                && answered == number
            {
                return result
                    .map_err(|error| SdkError::Refused { service: call.service_name(), error });
            }
        }
    }

    /// Makes a call and does not wait; a refusal comes out of the next call or `settle`.
    pub(crate) async fn post(&mut self, call: &Call) -> Result<(), SdkError> {
        self.settle(POSTED_CALLS_MAX - 1).await?;
        let number = self.request(call).await?;
        self.posted.push_back((number, call.service_name()));
        Ok(())
    }

    /// Waits until at most this many posted calls are unanswered; reports the first refusal.
    pub(crate) async fn settle(&mut self, unanswered: usize) -> Result<(), SdkError> {
        // An RTI whose answers nobody reads stops reading.
        self.take_in_arrived()?;
        while self.posted.len() > unanswered {
            self.receive().await?;
        }
        self.posted_error.take().map_or(Ok(()), Err)
    }

    /// The next callback; the one before counts as handled.
    pub(crate) async fn next_callback(&mut self) -> Result<Callback, SdkError> {
        self.refuse_within_callback("evokeCallback")?;
        loop {
            if let Some(callback) = self.queued_or_received().await? {
                return Ok(callback);
            }
            if let Some(error) = self.posted_error.take() {
                return Err(error);
            }
        }
    }

    /// The next callback for an ambassador: the refusal of a posted call is not its business, it
    /// comes out of a later call.
    pub(crate) async fn deliverable_callback(&mut self) -> Result<Callback, SdkError> {
        loop {
            if let Some(callback) = self.queued_or_received().await? {
                return Ok(callback);
            }
        }
    }

    /// A callback that is queued; else takes in one message and returns nothing.
    async fn queued_or_received(&mut self) -> Result<Option<Callback>, SdkError> {
        if self.unacknowledged >= UNACKNOWLEDGED_MAX {
            self.acknowledge(&Ok(())).await?;
        }
        if let Some(callback) = self.take_callback() {
            return Ok(Some(callback));
        }
        self.acknowledge(&Ok(())).await?;
        self.receive().await?;
        Ok(None)
    }

    /// Whether a callback could be delivered now.
    pub(crate) fn has_deliverable(&mut self) -> Result<bool, SdkError> {
        self.take_in_arrived()?;
        Ok(!self.callbacks_disabled && !self.callbacks.is_empty())
    }

    /// Takes in what has arrived, without waiting.
    fn take_in_arrived(&mut self) -> Result<(), SdkError> {
        while let Some(taken_in) = self.receive().now_or_never() {
            taken_in?;
        }
        Ok(())
    }

    /// Enables or disables the delivery of callbacks; both may be repeated.
    pub(crate) fn switch_callbacks(
        &mut self,
        service: &'static str,
        enabled: bool,
    ) -> Result<(), SdkError> {
        let error = match self.gate {
            Gate::Open => {
                self.callbacks_disabled = !enabled;
                return Ok(());
            }
            Gate::Saving => HlaError::SaveInProgress("this federate is to save".into()),
            Gate::Restoring => HlaError::RestoreInProgress("this federate is to restore".into()),
        };
        Err(SdkError::Refused { service, error })
    }

    /// Says whether a callback of an ambassador runs.
    pub(crate) fn set_within_callback(&mut self, within: bool) {
        self.within_callback = within;
    }

    fn refuse_within_callback(&self, service: &'static str) -> Result<(), SdkError> {
        if self.within_callback { Err(not_within_callback(service)) } else { Ok(()) }
    }

    /// Whether the RTI has resigned this federate (4.13).
    pub(crate) fn is_resigned(&self) -> bool {
        self.resigned
    }

    /// Drops what was of the federation that this federate has left.
    pub(crate) fn leave_federation(&mut self) {
        self.callbacks.clear();
        self.gate = Gate::Open;
        self.resigned = false;
    }

    /// The first queued or arriving callback that `pick` wants; the others stay, in order.
    pub(crate) async fn pick_callback<T>(
        &mut self,
        mut pick: impl FnMut(&Callback) -> Option<T>,
    ) -> Result<T, SdkError> {
        let mut looked_at = 0;
        loop {
            while let Some((_, callback)) = self.callbacks.get(looked_at) {
                if let Some(found) = pick(callback) {
                    if let Some((_, callback)) = self.callbacks.remove(looked_at) {
                        self.note_delivered(&callback);
                    }
                    return Ok(found);
                }
                looked_at += 1;
            }
            self.receive().await?;
        }
    }

    /// Ends the session in good order.
    pub(crate) async fn terminate(mut self) -> Result<(), SdkError> {
        self.send(ToRti::TerminateSession(gateway::TerminateSession {})).await?;
        loop {
            match self.transport.receive().await {
                Ok(message) if matches!(message.kind, Some(FromRti::SessionTerminated(_))) => {
                    return Ok(());
                }
                Ok(_) => {}
                // A close without the last message is an end as well (PROTOCOL 4.5).
                Err(_) => return Ok(()),
            }
        }
    }

    async fn request(&mut self, call: &Call) -> Result<u32, SdkError> {
        if let Call::Connect { .. }
        | Call::Disconnect
        | Call::JoinFederationExecution { .. }
        | Call::ResignFederationExecution { .. } = call
        {
            self.refuse_within_callback(call.service_name())?;
        }
        let number = self.next_number;
        let mut request = BytesMut::new();
        to_wire::call(call, &mut request);
        if request.len() > CALL_BYTES_MAX {
            return Err(SdkError::TooLarge {
                service: call.service_name(),
                bytes: request.len(),
                bytes_max: CALL_BYTES_MAX,
            });
        }
        self.send(ToRti::CallRequest(request.freeze())).await?;
        Ok(number)
    }

    async fn send(&mut self, kind: ToRti) -> Result<(), SdkError> {
        let message = gateway::ClientMessage {
            sequence_number: self.next_number,
            session_id: self.id,
            last_received: self.last_received,
            kind: Some(kind),
        };
        // Counted only once it is sent: a caller that stops waiting leaves no gap behind.
        self.transport.send(message).await?;
        self.next_number = (self.next_number + 1) & !NO_NUMBER;
        Ok(())
    }

    fn take_callback(&mut self) -> Option<Callback> {
        if self.callbacks_disabled {
            return None;
        }
        let (number, callback) = self.callbacks.pop_front()?;
        self.note_delivered(&callback);
        self.handled = Some(number);
        self.unacknowledged += 1;
        Some(callback)
    }

    fn note_delivered(&mut self, callback: &Callback) {
        match callback {
            Callback::InitiateFederateSave { .. } => self.gate = Gate::Saving,
            Callback::FederationRestoreBegun => self.gate = Gate::Restoring,
            Callback::FederationSaved
            | Callback::FederationNotSaved { .. }
            | Callback::FederationRestored
            | Callback::FederationNotRestored { .. } => self.gate = Gate::Open,
            Callback::FederateResigned { .. } => self.resigned = true,
            _ => {}
        }
    }

    /// Tells the RTI what became of the callbacks up to the last one that was taken.
    pub(crate) async fn acknowledge(
        &mut self,
        outcome: &Result<(), HlaError>,
    ) -> Result<(), SdkError> {
        let Some(request_number) = self.handled else { return Ok(()) };
        let mut response = BytesMut::new();
        to_wire::callback_response(outcome, &mut response);
        let response = Some(response.freeze());
        let answer = gateway::CallbackAnswer { request_number, response };
        self.send(ToRti::CallbackResponse(answer)).await?;
        self.handled = None;
        self.unacknowledged = 0;
        Ok(())
    }

    /// Reads a message. One that cannot be taken in ends the session: nothing after it could be
    /// trusted, and whoever asks again gets the same answer at once.
    async fn receive(&mut self) -> Result<Option<Answer>, SdkError> {
        if let Some(error) = &self.ended {
            return Err(error.clone());
        }
        let arrived = self.transport.receive().await;
        let taken_in = arrived.and_then(|message| self.take_in(message));
        self.ended = taken_in.as_ref().err().cloned();
        taken_in
    }

    /// Files a message; an answer that belongs to no posted call is returned.
    fn take_in(&mut self, message: gateway::ServerMessage) -> Result<Option<Answer>, SdkError> {
        match message.kind {
            Some(FromRti::CallResponse(answer)) => {
                self.last_received = message.sequence_number;
                let result = from_wire::response(answer.response.unwrap_or_default())
                    .map_err(|error| SdkError::Protocol(error.to_string()))?;
                if self.posted.front().is_some_and(|(number, _)| *number == answer.request_number) {
                    self.take_in_posted(result);
                    return Ok(None);
                }
                Ok(Some((answer.request_number, result)))
            }
            Some(FromRti::CallbackRequest(callback)) => {
                self.last_received = message.sequence_number;
                if self.callbacks.len() >= UNREAD_CALLBACKS_MAX {
                    return Err(SdkError::CallbacksNotTaken(self.callbacks.len()));
                }
                let callback = from_wire::callback(callback)
                    .map_err(|error| SdkError::Protocol(error.to_string()))?;
                self.callbacks.push_back((message.sequence_number, callback));
                Ok(None)
            }
            Some(FromRti::HeartbeatResponse(_)) => Ok(None),
            Some(FromRti::SessionTerminated(_)) => {
                Err(SdkError::ConnectionLost("the RTI ended the session".into()))
            }
            other => Err(SdkError::Protocol(format!("{other:?} in a running session"))),
        }
    }

    fn take_in_posted(&mut self, result: Result<Reply, HlaError>) {
        let Some((_, service)) = self.posted.pop_front() else { return };
        if let Err(error) = result
            && self.posted_error.is_none()
        {
            self.posted_error = Some(SdkError::Refused { service, error });
        }
    }
}

/// The refusal of a service that a callback must not call.
pub(crate) fn not_within_callback(service: &'static str) -> SdkError {
    let why = "a callback of this federate is running".into();
    SdkError::Refused { service, error: HlaError::CallNotAllowedFromWithinCallback(why) }
}

/// Why a session was refused, in words.
fn refusal(reason: gateway::NewSessionReason) -> &'static str {
    use gateway::NewSessionReason::{
        OtherError, OutOfResources, Success, UnsupportedProtocolVersion,
    };
    match reason {
        UnsupportedProtocolVersion => "it speaks another version of the Federate Protocol",
        OutOfResources => "it has no room for one more session",
        Success | OtherError => "it opens no sessions, perhaps because it is shutting down",
    }
}

type Answer = (u32, Result<Reply, HlaError>);

#[cfg(test)]
mod tests;
