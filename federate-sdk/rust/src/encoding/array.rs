//! Arrays: fixed ones are their elements, variable ones start with a count.

use std::fmt;

use super::{DataElement, DecodeError, Decoder, Encoder, largest_boundary};

/// Elements without octets (arrays of `HLAtoken`) that one array may claim: no octets of theirs
/// bound the number.
const EMPTY_ELEMENTS_MAX: usize = 1 << 16;

/// `HLAtoken`: no octets at all.
impl DataElement for () {
    const OCTET_BOUNDARY: usize = 1;

    fn encode(&self, _: &mut Encoder) {}

    fn decode(_: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        Ok(())
    }
}

/// Fixed array: elements only, padding between them, no count.
impl<T: DataElement, const N: usize> DataElement for [T; N] {
    const OCTET_BOUNDARY: usize = T::OCTET_BOUNDARY;

    fn encode(&self, encoder: &mut Encoder) {
        self.iter().for_each(|element| encoder.put(element));
    }

    fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let offset = decoder.offset();
        let elements: Vec<T> = (0..N).map(|_| decoder.get()).collect::<Result<_, _>>()?;
        let left = decoder.remaining();
        elements.try_into().map_err(|_| DecodeError::TooShort { offset, needed: N, left })
    }
}

/// Variable array: `HLAinteger32BE` count, then as a fixed array.
impl<T: DataElement> DataElement for Vec<T> {
    const OCTET_BOUNDARY: usize = largest_boundary(&[4, T::OCTET_BOUNDARY]);

    fn encode(&self, encoder: &mut Encoder) {
        encoder.put_count(self.len());
        self.iter().for_each(|element| encoder.put(element));
    }

    fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let count = if size_of::<T>() == 0 {
            decoder.bounded_count(T::OCTET_BOUNDARY, |_| EMPTY_ELEMENTS_MAX)?
        } else {
            decoder.take_count(T::OCTET_BOUNDARY)?
        };
        let mut elements = Self::with_capacity(count);
        for _ in 0..count {
            elements.push(decoder.get()?);
        }
        Ok(elements)
    }
}

/// `HLAunicodeString`: counted in UTF-16 code units. A leading byte order mark is not part of the
/// text and is dropped on decoding, because at least one product writes it.
impl DataElement for String {
    const OCTET_BOUNDARY: usize = 4;

    fn encode(&self, encoder: &mut Encoder) {
        encoder.put_count(self.encode_utf16().count());
        self.encode_utf16().for_each(|unit| unit.encode(encoder));
    }

    fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        const BYTE_ORDER_MARK: u16 = 0xFEFF;
        let count = decoder.take_count(u16::OCTET_BOUNDARY)?;
        let units: Vec<u16> = (0..count).map(|_| decoder.get()).collect::<Result<_, _>>()?;
        let text = units.strip_prefix(&[BYTE_ORDER_MARK]).unwrap_or(&units);
        Self::from_utf16(text).map_err(|_| DecodeError::NotUtf16 { offset: decoder.offset() })
    }
}

/// `HLAASCIIstring`: characters of seven bits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct AsciiString(String);

impl AsciiString {
    /// The text, if every character of it is one of ASCII.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        Some(text.into()).filter(|text| text.is_ascii()).map(Self)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AsciiString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl DataElement for AsciiString {
    const OCTET_BOUNDARY: usize = 4;

    fn encode(&self, encoder: &mut Encoder) {
        encoder.put_count(self.0.len());
        encoder.put_octets(self.0.as_bytes());
    }

    fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let count = decoder.take_count(1)?;
        let octets = decoder.take(count)?;
        match octets.iter().find(|octet| !octet.is_ascii()) {
            Some(octet) => Err(DecodeError::NotAscii { offset: decoder.offset(), octet: *octet }),
            None => Ok(Self(octets.iter().copied().map(char::from).collect())),
        }
    }
}
