//! Carriers of a session: each hands messages of the gateway's schema to and fro, in order.

mod grpc;

use hla_wire::generated::busbar::v1::{ClientMessage, ServerMessage};

use crate::SdkError;

/// An open carrier.
#[derive(Debug)]
pub(crate) enum Transport {
    /// One bidirectional gRPC stream.
    Grpc(grpc::GrpcStream),
    /// What an RTI would say, for tests of what no RTI of ours says.
    #[cfg(test)]
    Script {
        /// Messages that were sent to it.
        sent: usize,
        /// What it says, each after that many messages.
        says: std::collections::VecDeque<(usize, ServerMessage)>,
    },
}

impl Transport {
    /// Connects to `host:port`.
    pub(crate) async fn connect(address: &str) -> Result<Self, SdkError> {
        grpc::GrpcStream::connect(address).await.map(Self::Grpc)
    }

    /// Hands a message to the carrier; waits while it cannot take more.
    pub(crate) async fn send(&mut self, message: ClientMessage) -> Result<(), SdkError> {
        match self {
            Self::Grpc(stream) => stream.send(message).await,
            #[cfg(test)]
            Self::Script { sent, .. } => {
                *sent += 1;
                Ok(())
            }
        }
    }

    /// The next message from the RTI. Nothing is lost when the caller stops waiting.
    pub(crate) async fn receive(&mut self) -> Result<ServerMessage, SdkError> {
        match self {
            Self::Grpc(stream) => stream.receive().await,
            #[cfg(test)]
            Self::Script { sent, says } => match says.pop_front_if(|(after, _)| *after <= *sent) {
                Some((_, message)) => Ok(message),
                None => std::future::pending().await,
            },
        }
    }
}
