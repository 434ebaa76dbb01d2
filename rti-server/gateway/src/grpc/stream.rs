//! The half of the stream that the server writes.
//!
//! It is polled by the connection itself and takes messages straight from the outbox of its
//! session: between the two there is no channel and no task.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use futures::Stream;
use hla_wire::generated::busbar::v1::ServerMessage;
use rti_runtime::{Session, SessionError};
use tokio::sync::oneshot;
use tonic::Status;

use super::messages;

/// What came of the first message.
#[derive(Debug)]
pub(super) enum Opened {
    /// A session.
    Session(Arc<Session>),
    /// An answer that is the only one.
    Refused(ServerMessage),
    /// No answer in the terms of the protocol.
    Broken(Status),
}

/// What a session says.
pub(super) struct SessionStream {
    state: State,
}

enum State {
    Opening(oneshot::Receiver<Opened>),
    Running(Arc<Session>),
    Ended,
}

impl SessionStream {
    pub(super) fn opening(opening: oneshot::Receiver<Opened>) -> Self {
        Self { state: State::Opening(opening) }
    }
}

impl Stream for SessionStream {
    type Item = Result<ServerMessage, Status>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            let (item, next) = match &mut self.state {
                State::Ended => return Poll::Ready(None),
                State::Opening(opening) => match ready!(Pin::new(opening).poll(context)) {
                    Ok(Opened::Session(session)) => (None, State::Running(session)),
                    Ok(Opened::Refused(answer)) => (Some(Ok(answer)), State::Ended),
                    Ok(Opened::Broken(status)) => (Some(Err(status)), State::Ended),
                    Err(_) => (Some(Err(Status::cancelled("no first message"))), State::Ended),
                },
                State::Running(session) => match ready!(session.poll_outgoing(context)) {
                    Some(message) => return Poll::Ready(Some(Ok(messages::write(message)))),
                    None => (session.error().and_then(status).map(Err), State::Ended),
                },
            };
            self.state = next;
            if item.is_some() {
                return Poll::Ready(item);
            }
        }
    }
}

impl Drop for SessionStream {
    fn drop(&mut self) {
        // The connection gave the stream up before it came to its end.
        if let State::Running(session) = &self.state {
            session.transport_lost("the federate's connection ended");
        }
    }
}

/// How a stream ends whose session did not end in good order.
fn status(error: &SessionError) -> Option<Status> {
    let text = error.to_string();
    match error {
        SessionError::ShuttingDown => None,
        SessionError::TooSlow { .. } => Some(Status::resource_exhausted(text)),
        SessionError::Protocol(_) => Some(Status::failed_precondition(text)),
        SessionError::Transport(_) => Some(Status::aborted(text)),
    }
}

/// Why a stream broke, in words.
pub(super) fn describe(status: &Status) -> String {
    if status.message().is_empty() {
        status.code().description().to_owned()
    } else {
        status.message().to_owned()
    }
}
