//! What a peer can send that is not of the schema.

use prost::DecodeError;
use thiserror::Error;

/// Octets that are no message of the protocol. Whoever sent them cannot be understood any more.
///
/// Handles, times and names without meaning are not errors here: they become values that no
/// table contains, and the core answers them with the exception of the standard.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WireError {
    /// Not an encoding of the message.
    #[error("message does not parse, send what the schema says: {0}")]
    Malformed(#[from] DecodeError),
    /// A message that must hold one of several others holds none that this version knows.
    #[error("{0} holds no member of protocol version 1, set one")]
    NoMember(&'static str),
    /// A map of values that ends inside an entry.
    #[error("map of values ends inside an entry, send it whole")]
    ValuesCutShort,
    /// A map of values too large for any frame.
    #[error("map of values exceeds 4 GiB, send less at once")]
    ValuesTooLarge,
    /// A number that the enumeration does not have, where no exception could be the answer.
    #[error("{enumeration} has no member with number {number}, send one that the schema lists")]
    UnknownNumber {
        /// Name of the enumeration.
        enumeration: &'static str,
        /// What was sent.
        number: i32,
    },
    /// A packet size smaller than the header or larger than this side takes.
    #[error("packet size {size} is outside of {min} to {max} bytes, split or correct the message")]
    PacketSize {
        /// What the header says.
        size: u32,
        /// Size of the header.
        min: u32,
        /// The limit of this side.
        max: u32,
    },
    /// A message type that the protocol does not have.
    #[error("message type {0} is unknown, send one of protocol version 1")]
    UnknownMessageType(u32),
    /// A payload that ends before its fixed fields do.
    #[error("payload of {actual} bytes is too short, send at least {needed}")]
    PayloadTooShort {
        /// What arrived.
        actual: usize,
        /// What the message type needs.
        needed: usize,
    },
}
