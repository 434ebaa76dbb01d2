//! Basic data representations and the simple data types made of them.

use super::{DataElement, DecodeError, Decoder, Encoder};

/// The same number, least significant octet first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct LittleEndian<T>(pub T);

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl DataElement for $type {
            const OCTET_BOUNDARY: usize = size_of::<$type>();

            fn encode(&self, encoder: &mut Encoder) {
                encoder.put_octets(&self.to_be_bytes());
            }

            fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                decoder.take_array().map(Self::from_be_bytes)
            }
        }

        impl DataElement for LittleEndian<$type> {
            const OCTET_BOUNDARY: usize = size_of::<$type>();

            fn encode(&self, encoder: &mut Encoder) {
                encoder.put_octets(&self.0.to_le_bytes());
            }

            fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                decoder.take_array().map(|octets| Self(<$type>::from_le_bytes(octets)))
            }
        }
    )*};
}

numbers! { u8 i8 i16 u16 i32 u32 i64 u64 f32 f64 }

/// `HLAboolean`: an `HLAinteger32BE` of 0 or 1, and nothing else.
impl DataElement for bool {
    const OCTET_BOUNDARY: usize = i32::OCTET_BOUNDARY;

    fn encode(&self, encoder: &mut Encoder) {
        i32::from(*self).encode(encoder);
    }

    fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        match i32::decode(decoder)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(DecodeError::Boolean(other)),
        }
    }
}

/// `HLAASCIIchar`: one character of seven bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct AsciiChar(u8);

impl AsciiChar {
    /// The character, if it is one of ASCII.
    pub fn new(character: char) -> Option<Self> {
        u8::try_from(character).ok().filter(u8::is_ascii).map(Self)
    }

    /// The character.
    pub fn get(self) -> char {
        char::from(self.0)
    }
}

impl DataElement for AsciiChar {
    const OCTET_BOUNDARY: usize = 1;

    fn encode(&self, encoder: &mut Encoder) {
        self.0.encode(encoder);
    }

    fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let octet = u8::decode(decoder)?;
        let offset = decoder.offset();
        if octet.is_ascii() {
            Ok(Self(octet))
        } else {
            Err(DecodeError::NotAscii { offset, octet })
        }
    }
}

/// `HLAunicodeChar`: one UTF-16 code unit, which can be half of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct UnicodeChar(pub u16);

impl DataElement for UnicodeChar {
    const OCTET_BOUNDARY: usize = 2;

    fn encode(&self, encoder: &mut Encoder) {
        self.0.encode(encoder);
    }

    fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        u16::decode(decoder).map(Self)
    }
}
