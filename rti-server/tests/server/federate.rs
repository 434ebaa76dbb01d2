//! A federate of the tests: the raw stream, without the SDK and what that would hide.

use std::collections::VecDeque;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use hla::{
    AttributeHandle, AttributeValues, Call, Callback, FederateHandle, FomModule, HlaError,
    InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle,
    ParameterValues, Reply, ResignAction,
};
use hla_wire::generated::busbar::v1::client_message::Kind as ToServer;
use hla_wire::generated::busbar::v1::federate_gateway_client::FederateGatewayClient;
use hla_wire::generated::busbar::v1::server_message::Kind as FromServer;
use hla_wire::generated::busbar::v1::{
    CallbackAnswer, ClientMessage, NewSession, ServerMessage, TerminateSession,
};
use hla_wire::{from_wire, to_wire};
use rti_server::{Config, Running, Server};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::{Channel, Endpoint};
use tonic::{Status, Streaming};

pub(crate) const BAY_FOM: &[u8] = include_bytes!("../../testdata/Bay.xml");
const NONE: u32 = 0x8000_0000;
/// Longer than anything here takes on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Starts a server on a free port.
pub(crate) async fn start(config: Config) -> Running {
    let listen = (Ipv4Addr::LOCALHOST, 0).into();
    Server::start(Config { listen, ..config }).await.expect("a free port is found")
}

/// Waits for something that has to happen, and says what did not.
pub(crate) async fn soon<T>(what: &str, event: impl Future<Output = T>) -> T {
    match tokio::time::timeout(PATIENCE, event).await {
        Ok(value) => value,
        Err(_) => panic!("{what} did not happen within {PATIENCE:?}"),
    }
}

pub(crate) async fn channel(address: SocketAddr) -> Channel {
    let endpoint = Endpoint::from_shared(format!("http://{address}")).expect("an address is a URI");
    soon("a connection", endpoint.tcp_nodelay(true).connect()).await.expect("somebody listens")
}

pub(crate) struct Federate {
    pub(crate) outgoing: mpsc::Sender<ClientMessage>,
    pub(crate) incoming: Streaming<ServerMessage>,
    pub(crate) session_id: u64,
    next_number: u32,
    last_received: u32,
    callbacks: VecDeque<(u32, Callback)>,
    answers: VecDeque<(u32, Result<Reply, HlaError>)>,
    ended: Option<Option<Status>>,
}

impl Federate {
    /// Opens the stream and sends nothing.
    pub(crate) async fn silent(address: SocketAddr) -> Self {
        let mut client = FederateGatewayClient::new(channel(address).await)
            .max_decoding_message_size(usize::MAX)
            .max_encoding_message_size(usize::MAX);
        let (outgoing, messages) = mpsc::channel(1_000);
        let response = client.session(ReceiverStream::new(messages)).await;
        Self {
            outgoing,
            incoming: response.expect("the stream opens at once").into_inner(),
            session_id: 0,
            next_number: 0,
            last_received: NONE,
            callbacks: VecDeque::new(),
            answers: VecDeque::new(),
            ended: None,
        }
    }

    /// Opens a session.
    pub(crate) async fn open(address: SocketAddr) -> Self {
        let mut federate = Self::silent(address).await;
        federate.send(ToServer::NewSession(NewSession { protocol_version: 1 })).await;
        let first = federate.receive().await.expect("the session is answered");
        let Some(FromServer::NewSessionStatus(status)) = first.kind else {
            panic!("{first:?} instead of the status of the session");
        };
        assert_eq!((status.reason, first.sequence_number), (0, 1));
        federate.session_id = first.session_id;
        federate
    }

    pub(crate) async fn connected(address: SocketAddr) -> Self {
        let mut federate = Self::open(address).await;
        let connect = Call::Connect { configuration: None, credentials: None };
        federate.call(connect).await.expect("anybody may connect");
        federate
    }

    /// Joins, after making sure that the federation exists.
    pub(crate) async fn joined(address: SocketAddr, federation: &str, name: &str) -> Self {
        let mut federate = Self::connected(address).await;
        let created = federate.outcome(create(federation)).await;
        assert!(["ok", "FederationExecutionAlreadyExists"].contains(&created), "{created}");
        federate.call(join(federation, name)).await.expect("the federation takes everybody");
        federate
    }

    pub(crate) async fn send(&mut self, kind: ToServer) -> u32 {
        let sequence_number = self.next_number;
        self.next_number += 1;
        let message = ClientMessage {
            sequence_number,
            session_id: self.session_id,
            last_received: self.last_received,
            kind: Some(kind),
        };
        // When the stream has ended, what the server said last is what counts.
        let _ = soon("room to send", self.outgoing.send(message)).await;
        sequence_number
    }

    pub(crate) async fn request(&mut self, call: &Call) -> u32 {
        let mut request = BytesMut::new();
        to_wire::call(call, &mut request);
        self.send(ToServer::CallRequest(request.freeze())).await
    }

    /// The next message; `None` when the stream has ended.
    pub(crate) async fn receive(&mut self) -> Option<ServerMessage> {
        if self.ended.is_some() {
            return None;
        }
        match soon("a message", self.incoming.message()).await {
            Ok(Some(message)) => {
                self.last_received = message.sequence_number;
                Some(message)
            }
            Ok(None) => {
                self.ended = Some(None);
                None
            }
            Err(status) => {
                self.ended = Some(Some(status));
                None
            }
        }
    }

    /// Reads to the end of the stream: what it ended with, if not in good order.
    pub(crate) async fn end(&mut self) -> Option<Status> {
        while let Some(message) = self.receive().await {
            self.file(message);
        }
        self.ended.clone().flatten()
    }

    fn file(&mut self, message: ServerMessage) {
        match message.kind {
            Some(FromServer::CallResponse(answer)) => {
                let response = answer.response.expect("an answer has a response");
                let result = from_wire::response(response).expect("a response of the schema");
                self.answers.push_back((answer.request_number, result));
            }
            Some(FromServer::CallbackRequest(request)) => {
                let callback = from_wire::callback(request).expect("a callback of the schema");
                self.callbacks.push_back((message.sequence_number, callback));
            }
            _ => {}
        }
    }

    /// The next answer; `None` when the stream has ended.
    pub(crate) async fn answer(&mut self) -> Option<(u32, Result<Reply, HlaError>)> {
        while self.answers.is_empty() {
            let message = self.receive().await?;
            self.file(message);
        }
        self.answers.pop_front()
    }

    /// The next callback, acknowledged.
    pub(crate) async fn callback(&mut self) -> Callback {
        while self.callbacks.is_empty() {
            let message = self.receive().await.expect("the session lives");
            self.file(message);
        }
        let (request_number, callback) = self.callbacks.pop_front().expect("it was filled");
        let mut response = BytesMut::new();
        to_wire::callback_response(&Ok(()), &mut response);
        let response = Some(response.freeze());
        self.send(ToServer::CallbackResponse(CallbackAnswer { request_number, response })).await;
        callback
    }

    /// Callbacks that have arrived and were not asked for.
    pub(crate) fn waiting_callbacks(&mut self) -> Vec<Callback> {
        self.callbacks.drain(..).map(|(_, callback)| callback).collect()
    }

    pub(crate) async fn call(&mut self, call: Call) -> Result<Reply, HlaError> {
        let number = self.request(&call).await;
        let (answered, result) = self.answer().await.expect("the session answers");
        assert_eq!(answered, number, "{call:?}");
        result
    }

    pub(crate) async fn outcome(&mut self, call: Call) -> &'static str {
        self.call(call).await.map_or_else(|error| error.exception_name(), |_| "ok")
    }

    pub(crate) async fn terminate(&mut self) {
        self.send(ToServer::TerminateSession(TerminateSession {})).await;
        assert!(self.end().await.is_none(), "the stream ends in good order");
    }

    pub(crate) async fn bay(&mut self) -> Bay {
        let name = |name: &str| name.to_owned();
        let Ok(Reply::GetObjectClassHandle(breaker)) =
            self.call(Call::GetObjectClassHandle { name: name("HLAobjectRoot.Breaker") }).await
        else {
            panic!("the FOM has breakers");
        };
        let mut attributes = Vec::new();
        for attribute in ["Position", "Load"] {
            let call = Call::GetAttributeHandle { object_class: breaker, name: name(attribute) };
            let Ok(Reply::GetAttributeHandle(handle)) = self.call(call).await else {
                panic!("breakers have a {attribute}");
            };
            attributes.push(handle);
        }
        let chat = Call::GetInteractionClassHandle { name: name("HLAinteractionRoot.Chat") };
        let Ok(Reply::GetInteractionClassHandle(chat)) = self.call(chat).await else {
            panic!("the FOM has a chat");
        };
        let text = Call::GetParameterHandle { interaction_class: chat, name: name("Text") };
        let Ok(Reply::GetParameterHandle(text)) = self.call(text).await else {
            panic!("a chat has a text");
        };
        let (position, load) = (attributes[0], attributes[1]);
        Bay { breaker, position, load, chat, text }
    }

    /// Publishes breakers and registers one.
    pub(crate) async fn breaker(&mut self) -> (Bay, ObjectInstanceHandle) {
        let bay = self.bay().await;
        let attributes = vec![bay.position, bay.load];
        self.call(Call::PublishObjectClassAttributes { object_class: bay.breaker, attributes })
            .await
            .expect("anybody may publish");
        let register = Call::RegisterObjectInstance {
            object_class: bay.breaker,
            name: None,
            attributes_and_regions: None,
        };
        match self.call(register).await {
            Ok(Reply::RegisterObjectInstance(object)) => (bay, object),
            other => panic!("{other:?} instead of a registration"),
        }
    }

    pub(crate) async fn subscribe_breakers(&mut self) -> Bay {
        let bay = self.bay().await;
        let subscribe = Call::SubscribeObjectClassAttributes {
            object_class: bay.breaker,
            attributes: vec![bay.position, bay.load],
            active: true,
            update_rate: None,
        };
        self.call(subscribe).await.expect("anybody may subscribe");
        bay
    }

    pub(crate) async fn publish_chat(&mut self) -> Bay {
        let bay = self.bay().await;
        self.call(Call::PublishInteractionClass { interaction_class: bay.chat })
            .await
            .expect("anybody may publish");
        bay
    }

    pub(crate) async fn subscribe_chat(&mut self) -> Bay {
        let bay = self.bay().await;
        let subscribe =
            Call::SubscribeInteractionClass { interaction_class: bay.chat, active: true };
        self.call(subscribe).await.expect("anybody may subscribe");
        bay
    }

    /// The text of the next chat; other callbacks are passed over.
    pub(crate) async fn chat(&mut self) -> Bytes {
        loop {
            if let Callback::ReceiveInteraction { values, .. } = self.callback().await {
                return values.iter().next().map(|(_, text)| text).expect("a chat has a text");
            }
        }
    }

    /// The next reflection: its producer and the value; other callbacks are passed over.
    pub(crate) async fn reflection(&mut self) -> (FederateHandle, AttributeHandle, Bytes) {
        loop {
            if let Callback::ReflectAttributeValues { values, producing_federate, .. } =
                self.callback().await
            {
                let (attribute, value) = values.iter().next().expect("there is a value");
                return (producing_federate, attribute, value);
            }
        }
    }
}

/// Handles of the tests' FOM.
#[derive(Clone, Copy)]
pub(crate) struct Bay {
    pub(crate) breaker: ObjectClassHandle,
    pub(crate) position: AttributeHandle,
    pub(crate) load: AttributeHandle,
    pub(crate) chat: InteractionClassHandle,
    pub(crate) text: ParameterHandle,
}

impl Bay {
    pub(crate) fn say(&self, text: impl AsRef<[u8]>) -> Call {
        Call::SendInteraction {
            interaction_class: self.chat,
            values: ParameterValues::from_pairs([(self.text, text)]),
            regions: None,
            tag: Bytes::new(),
            time: None,
        }
    }

    pub(crate) fn update(
        &self,
        object_instance: ObjectInstanceHandle,
        attribute: AttributeHandle,
        value: impl AsRef<[u8]>,
    ) -> Call {
        Call::UpdateAttributeValues {
            object_instance,
            values: AttributeValues::from_pairs([(attribute, value)]),
            tag: Bytes::new(),
            time: None,
        }
    }
}

pub(crate) fn create(federation: &str) -> Call {
    let content = Bytes::from_static(BAY_FOM);
    Call::CreateFederationExecution {
        federation_name: federation.into(),
        fom_modules: vec![FomModule::File { name: "Bay.xml".into(), content }],
        mim_module: None,
        logical_time_implementation_name: Some("HLAinteger64Time".into()),
    }
}

pub(crate) fn destroy(federation: &str) -> Call {
    Call::DestroyFederationExecution { federation_name: federation.into() }
}

pub(crate) fn join(federation: &str, name: &str) -> Call {
    Call::JoinFederationExecution {
        federate_name: Some(name.into()),
        federate_type: "bay".into(),
        federation_name: federation.into(),
        additional_fom_modules: None,
    }
}

pub(crate) fn resign() -> Call {
    Call::ResignFederationExecution { action: Some(ResignAction::CancelThenDeleteThenDivest) }
}
