//! The gRPC carrier: one bidirectional stream for everything (ALGORITHMS 5).

use std::time::Duration;

use hla_wire::generated::busbar::v1::federate_gateway_client::FederateGatewayClient;
use hla_wire::generated::busbar::v1::{ClientMessage, ServerMessage};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::Endpoint;
use tonic::{Status, Streaming};

use crate::SdkError;

/// Octets of a message that are read at all, well above the largest callback.
const MESSAGE_BYTES_MAX: usize = 128 << 20;
/// Messages handed over and not yet written to the connection.
const UNSENT_MESSAGES_MAX: usize = 256;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// HTTP/2 pings find a connection whose other end vanished without a word.
const PING_INTERVAL: Duration = Duration::from_secs(20);

/// An open stream.
#[derive(Debug)]
pub(crate) struct GrpcStream {
    outgoing: mpsc::Sender<ClientMessage>,
    incoming: Streaming<ServerMessage>,
}

impl GrpcStream {
    pub(crate) async fn connect(address: &str) -> Result<Self, SdkError> {
        let unreachable =
            |reason: String| SdkError::Unreachable { address: address.into(), reason };
        let endpoint = Endpoint::from_shared(format!("http://{address}"))
            .map_err(|_| {
                unreachable("an address is HOST:PORT, for example 127.0.0.1:15166".into())
            })?
            .connect_timeout(CONNECT_TIMEOUT)
            .tcp_nodelay(true)
            .http2_keep_alive_interval(PING_INTERVAL)
            .keep_alive_while_idle(true);
        let channel = endpoint.connect().await.map_err(|error| unreachable(root_cause(&error)))?;
        let mut client =
            FederateGatewayClient::new(channel).max_decoding_message_size(MESSAGE_BYTES_MAX);
        let (outgoing, unsent) = mpsc::channel(UNSENT_MESSAGES_MAX);
        let response = client
            .session(ReceiverStream::new(unsent))
            .await
            .map_err(|status| unreachable(status.message().into()))?;
        Ok(Self { outgoing, incoming: response.into_inner() })
    }

    pub(crate) async fn send(&mut self, message: ClientMessage) -> Result<(), SdkError> {
        match self.outgoing.send(message).await {
            Ok(()) => Ok(()),
            Err(_) => Err(SdkError::ConnectionLost("the stream was closed by the RTI".into())),
        }
    }

    pub(crate) async fn receive(&mut self) -> Result<ServerMessage, SdkError> {
        match self.incoming.message().await {
            Ok(Some(message)) => Ok(message),
            Ok(None) => Err(SdkError::ConnectionLost("the RTI ended the session".into())),
            Err(status) => Err(SdkError::ConnectionLost(reason(&status))),
        }
    }
}

fn reason(status: &Status) -> String {
    if status.message().is_empty() { status.code().to_string() } else { status.message().into() }
}

/// The last error of the chain is the one that a person can act on (`connection refused`).
fn root_cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
