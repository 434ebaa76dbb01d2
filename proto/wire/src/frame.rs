//! FedPro frames: the 24-byte header in front of every message, and where a message ends.
//!
//! Pure functions over bytes: who may send what, when, and with which number is the business of
//! the session.

use bytes::{Buf, BufMut, Bytes, BytesMut};

use crate::WireError;

/// Octets of the header.
pub const HEADER_BYTES: usize = 24;

const HEADER_SIZE: u32 = 24;

/// A number that one side gave to a message it sent, or none.
///
/// Numbers run from 0 to 2^31 - 1 and then start again. Peers write different values for "none";
/// every value above 2^31 - 1 is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SequenceNumber(u32);

impl SequenceNumber {
    /// No number.
    pub const NONE: Self = Self(0x8000_0000);
    /// What NEW_SESSION carries.
    pub const FIRST: Self = Self(0);

    const LAST: u32 = 0x7fff_ffff;

    /// Reads the number as it travels.
    pub const fn from_wire(number: u32) -> Self {
        if number > Self::LAST { Self::NONE } else { Self(number) }
    }

    /// The number as it travels.
    pub const fn to_wire(self) -> u32 {
        self.0
    }

    /// Whether this is a number at all.
    pub const fn is_some(self) -> bool {
        self.0 <= Self::LAST
    }

    /// The number after this one; `FIRST` after `NONE` and after the last.
    #[must_use]
    pub const fn next(self) -> Self {
        if self.0 >= Self::LAST { Self::FIRST } else { Self(self.0 + 1) }
    }

    /// Whether this number was given after `other`, when the two lie less than 2^30 apart.
    /// Every number is newer than `NONE`.
    pub const fn is_newer_than(self, other: Self) -> bool {
        if !self.is_some() || !other.is_some() {
            return self.is_some();
        }
        let ahead = self.0.wrapping_sub(other.0) & Self::LAST;
        ahead != 0 && ahead < 1 << 30
    }
}

macro_rules! message_types {
    ($($(#[$doc:meta])* $name:ident = $number:literal,)*) => {
        /// What a frame holds.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum MessageType { $($(#[$doc])* $name = $number,)* }

        impl MessageType {
            /// Reads the number as it travels.
            pub const fn from_wire(number: u32) -> Option<Self> {
                match number { $($number => Some(Self::$name),)* _ => None }
            }

            /// The number as it travels.
            pub const fn to_wire(self) -> u32 {
                self as u32
            }
        }
    };
}

message_types! {
    /// Asks for a session. Payload: protocol version.
    NewSession = 1,
    /// Answers that. Payload: reason.
    NewSessionStatus = 2,
    /// The federate still lives. No payload.
    Heartbeat = 3,
    /// Answers that. Payload: number of the heartbeat.
    HeartbeatResponse = 4,
    /// Asks for the end. No payload.
    TerminateSession = 5,
    /// The end. No payload.
    SessionTerminated = 6,
    /// Asks to go on. Payload: newest number received, oldest number available.
    ResumeRequest = 10,
    /// Answers that. Payload: status, newest number received.
    ResumeStatus = 11,
    /// A `CallRequest`.
    HlaCallRequest = 20,
    /// Number of the request and a `CallResponse`.
    HlaCallResponse = 21,
    /// A `CallbackRequest`.
    HlaCallbackRequest = 22,
    /// Number of the request and a `CallbackResponse`.
    HlaCallbackResponse = 23,
}

impl MessageType {
    /// Whether it is kept for sending again and moves the "last received" mark.
    pub const fn is_hla(self) -> bool {
        self.to_wire() >= Self::HlaCallRequest.to_wire()
    }
}

/// What stands in front of every payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The sender's own number of this message.
    pub sequence_number: SequenceNumber,
    /// The session; 0 before it has an id.
    pub session_id: u64,
    /// The newest HLA message that the sender had received when it queued this one.
    pub last_received: SequenceNumber,
    /// What the payload is.
    pub message_type: MessageType,
}

impl Header {
    /// The header of a message with `payload_bytes` of payload, fixed numbers included.
    ///
    /// # Panics
    /// If the payload is 4 GiB or larger; the limits of a session are far below.
    pub fn encode(&self, payload_bytes: usize) -> [u8; HEADER_BYTES] {
        let size = u32::try_from(payload_bytes + HEADER_BYTES)
            .expect("messages are bounded far below 4 GiB by the session limits");
        let mut octets = [0; HEADER_BYTES];
        let mut rest = octets.as_mut_slice();
        rest.put_u32(size);
        rest.put_u32(self.sequence_number.to_wire());
        rest.put_u64(self.session_id);
        rest.put_u32(self.last_received.to_wire());
        rest.put_u32(self.message_type.to_wire());
        octets
    }
}

/// Takes the next whole message off the front of `stream`; `None` when more bytes are needed.
///
/// The payload is a slice of `stream`. `packet_bytes_max` bounds header and payload together, and
/// is checked as soon as the size is known, so that nobody is made to wait for a giant.
///
/// # Errors
/// When the size is out of bounds or the type unknown: where the next message would start is then
/// unknown or meaningless.
pub fn take(
    stream: &mut BytesMut,
    packet_bytes_max: u32,
) -> Result<Option<(Header, Bytes)>, WireError> {
    let Some(size) = stream.first_chunk().map(|octets| u32::from_be_bytes(*octets)) else {
        return Ok(None);
    };
    if size < HEADER_SIZE || size > packet_bytes_max {
        return Err(WireError::PacketSize { size, min: HEADER_SIZE, max: packet_bytes_max });
    }
    let missing = (size as usize).saturating_sub(stream.len());
    if missing > 0 {
        // Grown once, instead of with every read.
        stream.reserve(missing);
        return Ok(None);
    }
    let mut frame = stream.split_to(size as usize).freeze();
    frame.advance(4);
    let sequence_number = SequenceNumber::from_wire(frame.get_u32());
    let session_id = frame.get_u64();
    let last_received = SequenceNumber::from_wire(frame.get_u32());
    let number = frame.get_u32();
    let message_type =
        MessageType::from_wire(number).ok_or(WireError::UnknownMessageType(number))?;
    Ok(Some((Header { sequence_number, session_id, last_received, message_type }, frame)))
}

/// Takes a fixed number off the front of a payload.
///
/// # Errors
/// When the payload is shorter than that.
pub fn take_number(payload: &mut Bytes) -> Result<u32, WireError> {
    let actual = payload.len();
    payload.try_get_u32().map_err(|_| WireError::PayloadTooShort { actual, needed: 4 })
}

#[cfg(test)]
mod tests;
