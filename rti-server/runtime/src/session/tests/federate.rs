//! A federate of the tests, and the calls they make most.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::Arc;

use bytes::BytesMut;
use hla::{Call, Callback, HlaError, Reply, ResignAction};
use hla_wire::frame::SequenceNumber;
use hla_wire::{from_wire, to_wire};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_stream::wrappers::ReceiverStream;

use crate::{
    Incoming, IncomingBody, Lobby, Outgoing, OutgoingBody, Peer, RuntimeSettings, Session,
    SessionError, Transport,
};

/// A federate at the far end of a transport that loses nothing.
pub(super) struct Federate {
    pub(super) session: Arc<Session>,
    pub(super) to_session: mpsc::Sender<Result<Incoming, SessionError>>,
    pub(super) serving: JoinHandle<()>,
    pub(super) next_number: SequenceNumber,
    pub(super) callbacks: VecDeque<Callback>,
    pub(super) answers: VecDeque<(SequenceNumber, Result<Reply, HlaError>)>,
}

impl Federate {
    pub(super) fn open(lobby: &Arc<Lobby>) -> Self {
        let peer = Peer { address: None, transport: Transport::Grpc };
        let session = lobby.open_session(peer, 1).expect("a session is granted");
        let (to_session, incoming) = mpsc::channel(64);
        let serving = tokio::spawn(session.clone().serve(ReceiverStream::new(incoming)));
        Self {
            session,
            to_session,
            serving,
            next_number: SequenceNumber::FIRST.next(),
            callbacks: VecDeque::new(),
            answers: VecDeque::new(),
        }
    }

    pub(super) async fn connected(lobby: &Arc<Lobby>) -> Self {
        let mut federate = Self::open(lobby);
        let connect = Call::Connect { configuration: None, credentials: None };
        federate.call(connect).await.expect("anybody may connect");
        federate
    }

    pub(super) async fn joined(lobby: &Arc<Lobby>, federation: &str, name: &str) -> Self {
        let mut federate = Self::connected(lobby).await;
        federate.join(federation, name).await.expect("the federation takes everybody");
        federate
    }

    pub(super) async fn send(&mut self, body: IncomingBody) -> SequenceNumber {
        let sequence_number = self.next_number;
        self.next_number = sequence_number.next();
        let message = Incoming {
            sequence_number,
            session_id: self.session.id(),
            last_received: SequenceNumber::NONE,
            body,
        };
        // A session that has ended does not take it; what it says instead is looked at.
        let _ = self.to_session.send(Ok(message)).await;
        sequence_number
    }

    pub(super) async fn request(&mut self, call: &Call) -> SequenceNumber {
        let mut payload = BytesMut::new();
        to_wire::call(call, &mut payload);
        self.send(IncomingBody::CallRequest(payload.freeze())).await
    }

    pub(super) async fn receive(&mut self) -> Option<Outgoing> {
        let session = self.session.clone();
        poll_fn(|context| session.poll_outgoing(context)).await
    }

    /// Takes messages in until the session has answered or ended.
    pub(super) async fn answer(&mut self) -> Option<(SequenceNumber, Result<Reply, HlaError>)> {
        loop {
            if let Some(answer) = self.answers.pop_front() {
                return Some(answer);
            }
            match self.receive().await?.body {
                OutgoingBody::CallResponse { request, response } => {
                    let result = from_wire::response(response).expect("a response of the schema");
                    self.answers.push_back((request, result));
                }
                OutgoingBody::CallbackRequest(request) => {
                    let callback = from_wire::callback(request).expect("a callback of the schema");
                    self.callbacks.push_back(callback);
                }
                _ => {}
            }
        }
    }

    pub(super) async fn callback(&mut self) -> Callback {
        loop {
            if let Some(callback) = self.callbacks.pop_front() {
                return callback;
            }
            let message = self.receive().await.expect("the session lives");
            if let OutgoingBody::CallbackRequest(request) = message.body {
                return from_wire::callback(request).expect("a callback of the schema");
            }
        }
    }

    pub(super) async fn call(&mut self, call: Call) -> Result<Reply, HlaError> {
        let number = self.request(&call).await;
        let (answered, result) = self.answer().await.expect("the session answers");
        assert_eq!(answered, number, "{call:?}");
        result
    }

    pub(super) async fn outcome(&mut self, call: Call) -> &'static str {
        self.call(call).await.map_or_else(|error| error.exception_name(), |_| "ok")
    }

    pub(super) async fn join(&mut self, federation: &str, name: &str) -> Result<Reply, HlaError> {
        self.call(Call::JoinFederationExecution {
            federate_name: Some(name.into()),
            federate_type: "bay".into(),
            federation_name: federation.into(),
            additional_fom_modules: None,
        })
        .await
    }
}

pub(super) fn create(name: &str) -> Call {
    Call::CreateFederationExecution {
        federation_name: name.into(),
        fom_modules: vec![],
        mim_module: None,
        logical_time_implementation_name: Some("HLAinteger64Time".into()),
    }
}

pub(super) fn destroy(name: &str) -> Call {
    Call::DestroyFederationExecution { federation_name: name.into() }
}

pub(super) fn resign() -> Call {
    Call::ResignFederationExecution { action: Some(ResignAction::NoAction) }
}

pub(super) async fn lobby_with(settings: RuntimeSettings, federation: &str) -> Arc<Lobby> {
    let lobby = Lobby::new(settings);
    let mut founder = Federate::connected(&lobby).await;
    founder.call(create(federation)).await.expect("the name is free");
    lobby
}
