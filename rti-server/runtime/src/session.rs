//! A session: one federate's connection, from its first message to its end.
//!
//! Calls of a session are executed in the order in which they arrive, and each is answered once.
//! Calls to a federation are pipelined; those that change what the session may do (connect, join,
//! resign, ...) wait until everything before them is answered, and the next call waits for them.

mod calls;
mod membership;
#[cfg(test)]
mod tests;

use std::pin::pin;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures::{Stream, StreamExt};
use hla::{Callback, HlaError, Reply};
use hla_wire::frame::SequenceNumber;
use hla_wire::{from_wire, to_wire};
use rti_core::{CallId, CallbackSeq, Input, Level};
use tokio_util::sync::CancellationToken;

use self::membership::Standing;
use crate::lobby::Lobby;
use crate::message::{Incoming, IncomingBody, Outgoing, OutgoingBody, Peer, SessionError};
use crate::outbox::{Fill, Outbox, SharedCallback};
use crate::settings::RuntimeSettings;
use crate::supervisor;
use crate::window::Window;

/// One federate's connection.
///
/// A transport calls [`serve`](Self::serve) once, with what it reads, and takes what it writes
/// from [`poll_outgoing`](Self::poll_outgoing).
#[derive(Debug)]
pub struct Session {
    id: u64,
    peer: Peer,
    opened_at: u64,
    lobby: Arc<Lobby>,
    outbox: Outbox,
    window: Window,
    last_call: AtomicU64,
    /// The newest call or callback response; never the number of a control message, which the
    /// federate could not find in its history when it resumes.
    last_received: AtomicU32,
    last_heard: AtomicU64,
    standing: Mutex<Standing>,
    congestion_reports: Mutex<()>,
    error: OnceLock<SessionError>,
    closed: CancellationToken,
    written: CancellationToken,
}

/// What a message means for its session.
enum Next {
    Continue,
    Terminate,
}

impl Session {
    pub(crate) fn open(lobby: Arc<Lobby>, id: u64, opened_at: u64, peer: Peer) -> Arc<Self> {
        let settings = lobby.settings();
        let outbox = Outbox::new(settings.outbox);
        let window =
            Window::new(settings.session_inflight_calls_max, settings.session_inflight_bytes_max);
        outbox.put(OutgoingBody::SessionOpened);
        Arc::new(Self {
            id,
            peer,
            opened_at,
            last_heard: AtomicU64::new(lobby.clock().now().0),
            lobby,
            outbox,
            window,
            last_call: AtomicU64::new(0),
            last_received: AtomicU32::new(SequenceNumber::NONE.to_wire()),
            standing: Mutex::default(),
            congestion_reports: Mutex::default(),
            error: OnceLock::new(),
            closed: CancellationToken::new(),
            written: CancellationToken::new(),
        })
    }

    /// Its id, a secret of the two ends.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Who is at the other end.
    pub fn peer(&self) -> Peer {
        self.peer
    }

    /// Why the session ended, unless its federate ended it.
    pub fn error(&self) -> Option<&SessionError> {
        self.error.get()
    }

    /// Does what the federate asks until the session ends: by `TerminateSession`, by the end of
    /// `incoming`, by a breach of the protocol, or because somebody closed it.
    pub async fn serve<S>(self: Arc<Self>, incoming: S)
    where
        S: Stream<Item = Result<Incoming, SessionError>>,
    {
        let mut incoming = pin!(incoming);
        loop {
            let message = tokio::select! {
                biased;
                () = self.closed.cancelled() => break,
                message = incoming.next() => message,
            };
            let received = match message {
                Some(Ok(message)) => self.receive(message).await,
                Some(Err(error)) => Err(error),
                None => Err(SessionError::Transport("the stream ended".into())),
            };
            match received {
                Ok(Next::Continue) => {}
                Ok(Next::Terminate) => break,
                Err(error) => self.close(error),
            }
        }
        self.end().await;
    }

    async fn receive(self: &Arc<Self>, message: Incoming) -> Result<Next, SessionError> {
        self.last_heard.store(self.lobby.clock().now().0, Ordering::Relaxed);
        if message.session_id != self.id {
            return Err(SessionError::Protocol("a message names another session".into()));
        }
        match message.body {
            IncomingBody::Heartbeat => {
                let heartbeat = message.sequence_number;
                self.put(OutgoingBody::HeartbeatResponse { heartbeat });
            }
            IncomingBody::TerminateSession => {
                // Answers first: the last message of a session is that it is over.
                self.window.at_most(0).await;
                return Ok(Next::Terminate);
            }
            IncomingBody::CallRequest(payload) => {
                self.note_received(message.sequence_number);
                self.call(message.sequence_number, payload).await;
            }
            IncomingBody::CallbackResponse { request, response } => {
                self.note_received(message.sequence_number);
                self.callback_response(request, response);
            }
        }
        Ok(Next::Continue)
    }

    fn note_received(&self, number: SequenceNumber) {
        let newest = SequenceNumber::from_wire(self.last_received.load(Ordering::Relaxed));
        if number.is_newer_than(newest) {
            self.last_received.store(number.to_wire(), Ordering::Relaxed);
        }
    }

    fn callback_response(self: &Arc<Self>, request: SequenceNumber, response: Bytes) {
        match from_wire::callback_response(response) {
            Ok(Ok(())) => {}
            // The federate's own fault (4.4 and others: FederateInternalError); nobody else is
            // told, and the callback counts as handled.
            Ok(Err(error)) => {
                tracing::info!(session = self.peer_text(), %error, "a federate failed in a callback");
            }
            Err(error) => {
                tracing::info!(session = self.peer_text(), %error, "a callback response is unreadable");
            }
        }
        if let Some(up_to) = self.outbox.handled(request) {
            self.submit_as_member(|from| Input::CallbackDone { from, up_to });
        }
    }

    /// Ends the session. What it left behind is tidied up by whoever serves it.
    pub(crate) fn close(&self, error: SessionError) {
        if matches!(error, SessionError::ShuttingDown) {
            self.outbox.finish();
        } else {
            self.outbox.abort();
        }
        // The first reason is the reason.
        let _ = self.error.set(error);
        self.closed.cancel();
    }

    async fn end(self: &Arc<Self>) {
        let error = self.error();
        match error {
            None => tracing::debug!(session = self.peer_text(), "session terminated"),
            Some(error) => tracing::info!(session = self.peer_text(), %error, "session closed"),
        }
        supervisor::lose_federate(self, error).await;
        match error {
            None => {
                self.put(OutgoingBody::SessionTerminated);
                self.outbox.finish();
            }
            // A drain waits for sessions to go, and with them for what is still being written.
            Some(SessionError::ShuttingDown) => self.written.cancelled().await,
            Some(_) => {}
        }
        self.closed.cancel();
        self.lobby.registry().remove_session(self.id);
    }

    /// Tells the federate that the server ends, and ends the session once it was told.
    pub(crate) fn shut_down(self: &Arc<Self>) {
        if self.is_connected() {
            self.tell(Callback::ConnectionLost {
                fault_description: SessionError::ShuttingDown.to_string(),
            });
        }
        self.put(OutgoingBody::SessionTerminated);
        self.close(SessionError::ShuttingDown);
    }

    /// Gives up what is still being written.
    pub(crate) fn abandon(&self) {
        self.outbox.abort();
        self.written.cancel();
    }

    /// The next message for the transport to write; `None` when there will be no more.
    pub fn poll_outgoing(self: &Arc<Self>, context: &mut Context<'_>) -> Poll<Option<Outgoing>> {
        let Some(taken) = ready!(self.outbox.poll_take(context)) else {
            self.written.cancel();
            return Poll::Ready(None);
        };
        if taken.drained {
            self.report_congestion();
        }
        Poll::Ready(Some(Outgoing {
            sequence_number: taken.number,
            session_id: self.id,
            last_received: SequenceNumber::from_wire(self.last_received.load(Ordering::Relaxed)),
            body: taken.body,
        }))
    }

    /// The transport can write no more, whatever its reading side still believes.
    pub fn transport_lost(&self, details: &str) {
        self.close(SessionError::Transport(details.into()));
        self.written.cancel();
    }

    /// Answers a call, once.
    pub(crate) fn answer(self: &Arc<Self>, id: CallId, result: Result<Reply, HlaError>) {
        if !self.answer_if_waiting(id, result) {
            tracing::error!(session = self.peer_text(), call = id.0, "a call was answered twice");
        }
    }

    /// Answers a call that somebody else may have answered.
    fn answer_if_waiting(self: &Arc<Self>, id: CallId, result: Result<Reply, HlaError>) -> bool {
        let Some(call) = self.window.answer(id) else { return false };
        let result = result.map_err(|error| self.in_its_terms(error));
        let mut response = BytesMut::new();
        to_wire::response(call.arm, &result, &mut response);
        self.put(OutgoingBody::CallResponse { request: call.request, response: response.freeze() });
        true
    }

    /// Sends a callback of the federation; `seq` counts those of this federate.
    pub(crate) fn deliver(self: &Arc<Self>, callback: &SharedCallback, seq: CallbackSeq) {
        let fill = self.outbox.put_callback(callback, seq);
        self.mind(fill);
    }

    /// Sends a callback of the runtime itself.
    pub(crate) fn tell(self: &Arc<Self>, callback: Callback) {
        let mut request = BytesMut::new();
        to_wire::callback(&callback, &mut request);
        self.put(OutgoingBody::CallbackRequest(request.freeze()));
    }

    fn put(self: &Arc<Self>, body: OutgoingBody) {
        let fill = self.outbox.put(body);
        self.mind(fill);
    }

    fn mind(self: &Arc<Self>, fill: Fill) {
        match fill {
            Fill::Unchanged => {}
            Fill::BecameFull(congestion) => supervisor::watch_congestion(self, congestion),
            Fill::Overflow => {
                let unsent_bytes = self.unsent_bytes();
                let details = "more waits than may wait at all";
                self.close(SessionError::TooSlow { unsent_bytes, details });
            }
        }
    }

    /// Tells the federation how full the outbox is.
    pub(crate) fn report_congestion(self: &Arc<Self>) {
        let Some((federation, federate)) = self.membership() else { return };
        let put = {
            // Whoever fills it and whoever drains it report at the same time; what is reported
            // last must be what is true, or the federation would withhold grants for ever.
            let _order = self.congestion_reports.lock().unwrap_or_else(PoisonError::into_inner);
            let level = if self.outbox.is_full() { Level::Full } else { Level::Normal };
            federation.put(self.id, Input::Congestion { federate, level })
        };
        // A federation that has ended does not care any more.
        let _ = federation.go_on(put);
    }

    pub(crate) fn is_still_in(&self, congestion: u64) -> bool {
        self.outbox.still_in(congestion)
    }

    pub(crate) fn unsent_bytes(&self) -> usize {
        self.outbox.unsent_bytes()
    }

    pub(crate) fn values_dropped(&self) -> u64 {
        self.outbox.values_dropped()
    }

    /// Time since anything came from the federate.
    pub(crate) fn silent_for(&self) -> Duration {
        let heard = self.last_heard.load(Ordering::Relaxed);
        Duration::from_nanos(self.lobby.clock().now().0.saturating_sub(heard))
    }

    /// Counts the sessions of the server, so that they have an order of age.
    pub(crate) fn opened_at(&self) -> u64 {
        self.opened_at
    }

    /// Waits until the transport has taken everything, or was given up.
    pub(crate) async fn written(&self) {
        self.written.cancelled().await;
    }

    pub(crate) fn is_written(&self) -> bool {
        self.written.is_cancelled()
    }

    pub(crate) async fn closed(&self) {
        self.closed.cancelled().await;
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.is_cancelled()
    }

    pub(crate) async fn server_ends(&self) {
        self.lobby.draining().cancelled().await;
    }

    pub(crate) fn settings(&self) -> &RuntimeSettings {
        self.lobby.settings()
    }

    /// How logs name the session; its id is a secret.
    pub(crate) fn peer_text(&self) -> String {
        match self.peer.address {
            Some(address) => format!("{address} ({:?})", self.peer.transport),
            None => format!("{:?}", self.peer.transport),
        }
    }

    fn lock_standing(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
