//! Transports by which federates reach the server.
//!
//! A transport turns what it reads into [`rti_runtime::Incoming`] and writes what the session
//! says; numbering, order, answers and limits are the session's business, so every transport has
//! the same rules. There is one so far: [`grpc`], one bidirectional stream for each session. The
//! Federate Protocol over TCP, TLS and WebSocket belongs beside it, on the same [`listener`].
//!
//! Deliberately not here: what a message means, who may connect, and what else is served on the
//! same port, which is handed in.

mod connection;
pub mod grpc;
pub mod listener;

pub use connection::GuardedStream;
pub use grpc::GrpcSettings;
pub use listener::{BindError, Listener};
