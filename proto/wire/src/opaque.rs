//! Handles and times inside messages: read straight into the types of `hla`.
//!
//! The schema has a message of one `bytes` field for each of them. Reading such a field into
//! `Bytes` and writing it from `Bytes` would cost a reference count or an allocation for every
//! handle of every message. Whatever octets a peer sends are a value here: those that are no
//! handle or time become the one that no table contains, and are written as no octets at all,
//! which clients take for an invalid handle.

use bytes::{Buf, BufMut};
use prost::encoding::{DecodeContext, WireType, encode_key, encode_varint, skip_field};
use prost::{DecodeError, Message};

/// The only field of all these messages.
const DATA: u32 = 1;

/// The longest wire form of a handle or a time.
const OCTETS_MAX: usize = 8;

/// A value whose wire form is a few octets that only the RTI understands.
pub trait Octets: Copy + Send + Sync + 'static {
    /// The value for octets that cannot be read.
    const UNREADABLE: Self;

    /// Reads the octets; `UNREADABLE` where they have no meaning.
    fn read(octets: &[u8]) -> Self;

    /// Hands the octets to `write`; none for `UNREADABLE`.
    fn write<R>(&self, write: impl FnOnce(&[u8]) -> R) -> R;
}

/// A message that holds nothing but the octets of `T`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Opaque<T>(pub T);

impl<T: Octets> Default for Opaque<T> {
    fn default() -> Self {
        Self(T::UNREADABLE)
    }
}

impl<T: Octets> Message for Opaque<T> {
    fn encode_raw(&self, buf: &mut impl BufMut) {
        self.0.write(|octets| {
            if !octets.is_empty() {
                encode_key(DATA, WireType::LengthDelimited, buf);
                encode_varint(octets.len() as u64, buf);
                buf.put_slice(octets);
            }
        });
    }

    fn merge_field(
        &mut self,
        tag: u32,
        wire_type: WireType,
        buf: &mut impl Buf,
        ctx: DecodeContext,
    ) -> Result<(), DecodeError> {
        if tag != DATA || wire_type != WireType::LengthDelimited {
            return skip_field(wire_type, tag, buf, ctx);
        }
        // Lengths that matter are a varint of one octet; all others are skipped like an unknown
        // field, which also finds out whether they are true.
        let length = buf.chunk().first().map_or(usize::MAX, |&length| usize::from(length));
        let mut octets = [0; OCTETS_MAX];
        match octets.get_mut(..length) {
            Some(octets) if buf.remaining() > octets.len() => {
                buf.advance(1);
                buf.copy_to_slice(octets);
                self.0 = T::read(octets);
                Ok(())
            }
            _ => {
                self.0 = T::UNREADABLE;
                skip_field(wire_type, tag, buf, ctx)
            }
        }
    }

    fn encoded_len(&self) -> usize {
        // One octet each for the field's key and for its length, which is at most `OCTETS_MAX`.
        self.0.write(|octets| if octets.is_empty() { 0 } else { 2 + octets.len() })
    }

    fn clear(&mut self) {
        *self = Self::default();
    }
}

macro_rules! opaque_handles {
    ($($name:ident)*) => {$(
        #[doc = concat!("The message `", stringify!($name), "`.")]
        pub type $name = Opaque<hla::$name>;

        impl Octets for hla::$name {
            const UNREADABLE: Self = Self::INVALID;

            fn read(octets: &[u8]) -> Self {
                Self::decode(octets)
            }

            fn write<R>(&self, write: impl FnOnce(&[u8]) -> R) -> R {
                if *self == Self::INVALID { write(&[]) } else { write(&self.encode()) }
            }
        }
    )*};
}

opaque_handles! {
    FederateHandle
    ObjectClassHandle
    AttributeHandle
    InteractionClassHandle
    ParameterHandle
    ObjectInstanceHandle
    RegionHandle
    DimensionHandle
    TransportationTypeHandle
    MessageRetractionHandle
}

/// The message `LogicalTime`.
pub type LogicalTime = Opaque<hla::LogicalTime>;
/// The message `LogicalTimeInterval`.
pub type LogicalTimeInterval = Opaque<hla::LogicalTimeInterval>;

impl Octets for hla::LogicalTime {
    const UNREADABLE: Self = Self::Unreadable;

    fn read(octets: &[u8]) -> Self {
        Self::decode(octets)
    }

    fn write<R>(&self, write: impl FnOnce(&[u8]) -> R) -> R {
        write(self.octets())
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    fn decode(octets: &'static [u8]) -> hla::ObjectClassHandle {
        ObjectClassHandle::decode(Bytes::from_static(octets)).expect("this parses").0
    }

    #[test]
    fn handles_keep_their_wire_form() {
        let handle = Opaque(hla::ObjectInstanceHandle::new(7));
        assert_eq!(handle.encode_to_vec(), [0x0a, 8, 0, 0, 0, 0, 0, 0, 0, 7]);
        assert_eq!(handle.encoded_len(), 10);
        let time = Opaque(hla::LogicalTime::from(hla::HlaInteger64Time(1)));
        assert_eq!(LogicalTime::decode(time.encode_to_vec().as_slice()), Ok(time));
    }

    #[test]
    fn what_is_no_handle_becomes_the_handle_that_no_table_contains() {
        assert_eq!(decode(&[0x0a, 4, 0, 0, 0, 9]), hla::ObjectClassHandle::new(9));
        // Another length, no octets, more octets than any handle has, another wire type.
        for octets in [&[0x0a, 1, 9][..], &[0x0a, 0], &[], &[0x0a, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9]] {
            assert_eq!(decode(octets), hla::ObjectClassHandle::INVALID);
        }
        assert_eq!(decode(&[0x08, 1]), hla::ObjectClassHandle::INVALID);
        // Unknown fields around it are skipped; the last of two counts.
        assert_eq!(
            decode(&[0x10, 5, 0x0a, 4, 0, 0, 0, 9, 0x0a, 4, 0, 0, 0, 8]),
            hla::ObjectClassHandle::new(8)
        );
        assert_eq!(ObjectClassHandle::default().encode_to_vec(), []);
    }

    #[test]
    fn a_length_beyond_the_end_is_an_error() {
        for octets in [&[0x0a, 4, 0, 0][..], &[0x0a, 0x7f, 1], &[0x0a]] {
            assert!(ObjectClassHandle::decode(octets).is_err(), "{octets:?}");
        }
    }
}
