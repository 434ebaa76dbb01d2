//! What crosses the boundary between transports and sessions.
//!
//! Every transport says the same things: the header of the Federate Protocol and the octets of
//! the standard's messages. Here they have no framing any more, so both transports hand the same
//! octets to the same code.

use std::net::SocketAddr;

use bytes::Bytes;
use hla_wire::frame::SequenceNumber;
use thiserror::Error;

/// What carries a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Transport {
    /// FedPro over TCP.
    Tcp,
    /// FedPro over TLS.
    Tls,
    /// FedPro over WebSocket.
    WebSocket,
    /// FedPro over WebSocket and TLS.
    WebSocketSecure,
    /// One bidirectional gRPC stream.
    Grpc,
}

/// The far end of a transport.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer {
    /// Its network address, where it has one.
    pub address: Option<SocketAddr>,
    /// What carries the session.
    pub transport: Transport,
}

/// A message from a federate in a running session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    /// The federate's own number of this message.
    pub sequence_number: SequenceNumber,
    /// The session it believes to be in.
    pub session_id: u64,
    /// The newest message that it had received; a hint only.
    pub last_received: SequenceNumber,
    /// What it says.
    pub body: IncomingBody,
}

/// What a federate says in a running session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IncomingBody {
    /// It still lives.
    Heartbeat,
    /// It ends the session.
    TerminateSession,
    /// An encoded `CallRequest`.
    CallRequest(Bytes),
    /// It handled a callback, or failed to.
    CallbackResponse {
        /// The number that the callback was sent with.
        request: SequenceNumber,
        /// An encoded `CallbackResponse`; empty counts as success.
        response: Bytes,
    },
}

/// A message to a federate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Our own number of this message.
    pub sequence_number: SequenceNumber,
    /// The session.
    pub session_id: u64,
    /// The newest call or callback response received so far.
    pub last_received: SequenceNumber,
    /// What it says.
    pub body: OutgoingBody,
}

/// What a session says to its federate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutgoingBody {
    /// The session is open; its first message.
    SessionOpened,
    /// Answers a heartbeat.
    HeartbeatResponse {
        /// The number of the heartbeat.
        heartbeat: SequenceNumber,
    },
    /// The session is over; its last message.
    SessionTerminated,
    /// Answers a call.
    CallResponse {
        /// The number of the call.
        request: SequenceNumber,
        /// An encoded `CallResponse`.
        response: Bytes,
    },
    /// An encoded `CallbackRequest`.
    CallbackRequest(Bytes),
}

/// Why a session is not opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SessionRefused {
    /// The federate speaks another version of the Federate Protocol.
    #[error("protocol version {0} is not spoken here, use version 1")]
    UnsupportedVersion(u32),
    /// There are as many sessions as the settings allow.
    #[error("there are {0} sessions, no more are allowed: raise sessions_max")]
    OutOfResources(usize),
    /// The server shuts down.
    #[error("the server shuts down, connect again later")]
    ShuttingDown,
}

/// Why a session ended that its federate did not end itself.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SessionError {
    /// The transport broke or ended.
    #[error("transport ended: {0}")]
    Transport(String),
    /// The federate broke the rules of the protocol.
    #[error("protocol violated: {0}")]
    Protocol(String),
    /// The federate did not take what was sent to it.
    #[error(
        "{unsent_bytes} bytes were not taken in time, read faster or subscribe to less: {details}"
    )]
    TooSlow {
        /// Octets that waited.
        unsent_bytes: usize,
        /// Which limit was reached.
        details: &'static str,
    },
    /// The server shuts down.
    #[error("the server shuts down")]
    ShuttingDown,
}
