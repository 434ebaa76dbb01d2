//! Sessions over gRPC: one bidirectional stream each (`busbar.v1.FederateGateway`).
//!
//! The messages are the header of the Federate Protocol as fields and the standard's message, kept
//! as octets here. A stream that breaks loses its federate: streams cannot be resumed yet, and
//! `resume_request` is answered with "unknown session".

mod messages;
mod stream;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures::{Stream, StreamExt};
use hla_wire::FILE_DESCRIPTOR_SET;
use hla_wire::generated::busbar::v1::ClientMessage;
use hla_wire::generated::busbar::v1::federate_gateway_server::{
    FederateGateway, FederateGatewayServer,
};
use rti_runtime::{Lobby, Peer, SessionError, Transport};
use tokio::sync::oneshot;
use tonic::service::Routes;
use tonic::transport::Server;
use tonic::{Request, Response, Status, Streaming};

use self::messages::FirstMessage;
use self::stream::{Opened, SessionStream};
use crate::GuardedStream;

/// Name of the service, as health checks ask for it.
pub const SERVICE_NAME: &str = "busbar.v1.FederateGateway";

/// Limits and time-outs of the transport.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrpcSettings {
    /// Octets of a message that are read at all. It is above what a call may have, so that a call
    /// too large is refused instead of breaking its stream.
    pub message_bytes_max: usize,
    /// HTTP/2 pings are sent when nothing was heard for this long.
    pub ping_interval: Duration,
    /// A connection whose ping is not answered for this long is dead.
    pub ping_timeout: Duration,
    /// A stream has to open its session within this time.
    pub first_message_timeout: Duration,
}

impl Default for GrpcSettings {
    fn default() -> Self {
        Self {
            message_bytes_max: 128 << 20,
            ping_interval: Duration::from_secs(10),
            ping_timeout: Duration::from_secs(5),
            first_message_timeout: Duration::from_secs(10),
        }
    }
}

/// Octets of one stream that may be under way; as much as a session has in flight.
const STREAM_WINDOW_BYTES: u32 = 1 << 20;
/// Octets of all streams of a connection: a session that is not read must not stop the others.
const CONNECTION_WINDOW_BYTES: u32 = 64 << 20;
/// Larger than the least of HTTP/2, so that large values take fewer frames.
const FRAME_BYTES_MAX: u32 = 128 << 10;

/// Serves the gateway and whatever `others` holds, until `stop`: then no more connections are
/// accepted, and it returns when the last one has gone.
///
/// # Errors
/// When the transport cannot serve at all.
pub async fn serve(
    lobby: Arc<Lobby>,
    settings: GrpcSettings,
    others: Routes,
    connections: impl Stream<Item = io::Result<GuardedStream>>,
    stop: impl Future<Output = ()>,
) -> Result<(), tonic::transport::Error> {
    let gateway = FederateGatewayServer::new(Gateway { lobby, settings })
        .max_decoding_message_size(settings.message_bytes_max);
    let mut routes = others.add_service(gateway);
    match tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(FILE_DESCRIPTOR_SET)
        .build_v1()
    {
        Ok(reflection) => routes = routes.add_service(reflection),
        Err(error) => tracing::error!(%error, "server reflection is off"),
    }
    Server::builder()
        .http2_keepalive_interval(Some(settings.ping_interval))
        .http2_keepalive_timeout(Some(settings.ping_timeout))
        .initial_stream_window_size(STREAM_WINDOW_BYTES)
        .initial_connection_window_size(CONNECTION_WINDOW_BYTES)
        .max_frame_size(FRAME_BYTES_MAX)
        .add_routes(routes)
        .serve_with_incoming_shutdown(connections, stop)
        .await
}

struct Gateway {
    lobby: Arc<Lobby>,
    settings: GrpcSettings,
}

#[tonic::async_trait]
impl FederateGateway for Gateway {
    type SessionStream = SessionStream;

    async fn session(
        &self,
        request: Request<Streaming<ClientMessage>>,
    ) -> Result<Response<SessionStream>, Status> {
        let peer = Peer { address: request.remote_addr(), transport: Transport::Grpc };
        let (opened, opening) = oneshot::channel();
        let lobby = self.lobby.clone();
        let timeout = self.settings.first_message_timeout;
        // Clients wait for the head of the response before they say anything, so it must not
        // wait for their first message.
        tokio::spawn(read_stream(lobby, peer, request.into_inner(), opened, timeout));
        Ok(Response::new(SessionStream::opening(opening)))
    }
}

/// Reads a stream from its first message to its end.
async fn read_stream(
    lobby: Arc<Lobby>,
    peer: Peer,
    mut incoming: Streaming<ClientMessage>,
    opened: oneshot::Sender<Opened>,
    timeout: Duration,
) {
    let first = match tokio::time::timeout(timeout, incoming.next()).await {
        Ok(Some(Ok(message))) => messages::read_first(message),
        Ok(Some(Err(status))) => {
            // Something else than a message of the gateway, or nobody is there to be told.
            let _ = opened.send(Opened::Broken(status));
            return;
        }
        Ok(None) => return,
        Err(_) => FirstMessage::Wrong("the first message did not come in time"),
    };
    // A response that is dropped already needs no answer; `transport_lost` covers the session.
    let session = match first {
        FirstMessage::NewSession { protocol_version } => {
            match lobby.open_session(peer, protocol_version) {
                Ok(session) => session,
                Err(refused) => {
                    tracing::info!(peer = ?peer.address, reason = %refused, "session refused");
                    let _ = opened.send(Opened::Refused(messages::write_refusal(refused)));
                    return;
                }
            }
        }
        FirstMessage::Resume => {
            let _ = opened.send(Opened::Refused(messages::write_resume_refusal()));
            return;
        }
        FirstMessage::Wrong(problem) => {
            let _ = opened.send(Opened::Broken(Status::failed_precondition(problem)));
            return;
        }
    };
    if opened.send(Opened::Session(session.clone())).is_err() {
        session.transport_lost("the stream was given up while it opened");
    }
    let messages = incoming.map(|message| match message {
        Ok(message) => messages::read(message),
        Err(status) => Err(SessionError::Transport(stream::describe(&status))),
    });
    session.serve(messages).await;
}
