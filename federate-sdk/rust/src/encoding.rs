//! Values of the standard data types (IEEE 1516.2) as octets, and back.
//!
//! [`DataElement`] is a type with an encoding. Rust's own types stand for the data types a FOM
//! uses most, all big-endian; the rest has types of its own:
//!
//! | FOM data type | Rust |
//! |---|---|
//! | `HLAoctet`, `HLAbyte` | `u8` |
//! | `HLAinteger16BE` .. `64BE`, `HLAunsignedInteger8` .. `64BE` | `i16` .. `i64`, `u8` .. `u64` |
//! | `HLAfloat32BE`, `HLAfloat64BE` | `f32`, `f64` |
//! | the same, little-endian | [`LittleEndian`], as in `LittleEndian<i32>` |
//! | `HLAoctetPairBE`, `HLAoctetPairLE` | `u16`, `LittleEndian<u16>` |
//! | `HLAASCIIchar`, `HLAunicodeChar` | [`AsciiChar`], [`UnicodeChar`] |
//! | `HLAboolean` | `bool` |
//! | `HLAASCIIstring`, `HLAunicodeString` | [`AsciiString`], `String` |
//! | `HLAopaqueData`, `HLAhandle` | `Vec<u8>` |
//! | `HLAtoken` | `()` |
//! | fixed array, variable array | `[T; N]`, `Vec<T>` |
//! | fixed record | [`fixed_record!`](crate::fixed_record) |
//! | enumerated type | [`enumerated_type!`](crate::enumerated_type) |
//! | variant record, extendable variant record | [`variant_record!`](crate::variant_record), [`extendable_variant_record!`](crate::extendable_variant_record) |
//! | `HLAattributeHandle`, .. | [`hla::AttributeHandle`], .. |
//! | `HLAlogicalTime`, `HLAtimeInterval` | [`hla::LogicalTime`] |
//! | an `HLAinteger64BE` that counts microseconds | `VirtualTime`, `VirtualDuration` |
//! | `HLAinteger64Time`, `HLAfloat64Time` (raw) | [`hla::HlaInteger64Time`], [`hla::HlaFloat64Time`], with [`TimeArithmetic`] |
//!
//! Every value starts at a multiple of its octet boundary, counted from the start of the
//! outermost value; [`Encoder::put`] and [`Decoder::get`] see to it. Decoding fails on octets that
//! are not a value; it never panics, and allocates no more than the octets present call for.

mod array;
mod basic;
mod error;
mod handle;
mod record;
mod time;
mod variant;
mod virtual_time;

pub use array::AsciiString;
pub use basic::{AsciiChar, LittleEndian, UnicodeChar};
pub use error::DecodeError;
pub use time::{IllegalTimeArithmetic, TimeArithmetic};
#[doc(hidden)]
pub use variant::{put_alternative, put_unknown, take_alternative, take_unknown};

use bytes::{BufMut, Bytes, BytesMut};

/// A type that has an encoding as a standard data type.
pub trait DataElement: Sized {
    /// Offsets at which a value may start: the multiples of this, one of 1, 2, 4, 8.
    const OCTET_BOUNDARY: usize;

    /// Appends the value. The encoder already stands at the octet boundary.
    fn encode(&self, encoder: &mut Encoder);

    /// Reads one value. The decoder already stands at the octet boundary.
    ///
    /// # Errors
    /// `DecodeError` when the octets do not begin with a value.
    fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError>;

    /// The encoding of the value alone, as attribute and parameter values carry it.
    fn to_bytes(&self) -> Bytes {
        let mut encoder = Encoder::new();
        encoder.put(self);
        encoder.finish()
    }

    /// Reads octets that hold one value and nothing else.
    ///
    /// # Errors
    /// `DecodeError` when they do not.
    fn from_bytes(octets: &[u8]) -> Result<Self, DecodeError> {
        let mut decoder = Decoder::new(octets);
        let value = decoder.get()?;
        decoder.finish()?;
        Ok(value)
    }
}

/// Builds one outermost value.
#[derive(Debug, Default)]
pub struct Encoder {
    octets: BytesMut,
}

impl Encoder {
    /// Stands at offset 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Pads to the octet boundary of the value, then appends the value.
    pub fn put<T: DataElement>(&mut self, value: &T) {
        self.align(T::OCTET_BOUNDARY);
        value.encode(self);
    }

    /// Pads with zeros to a multiple of `boundary`.
    pub fn align(&mut self, boundary: usize) {
        let padding = self.octets.len().next_multiple_of(boundary) - self.octets.len();
        self.octets.put_bytes(0, padding);
    }

    /// Appends octets as they are.
    pub fn put_octets(&mut self, octets: &[u8]) {
        self.octets.put_slice(octets);
    }

    /// Appends the number of elements or octets that follow.
    ///
    /// # Panics
    /// When it does not fit into an `HLAinteger32BE`: a value beyond 2 GiB.
    pub fn put_count(&mut self, count: usize) {
        self.put_octets(&encoded_count(count));
    }

    /// The octets of the value.
    pub fn finish(self) -> Bytes {
        self.octets.freeze()
    }

    /// Appends an `HLAinteger32BE` length, padding to 8, and what `put` appends; the length counts
    /// only the latter.
    fn put_measured(&mut self, put: impl FnOnce(&mut Self)) {
        self.align(4);
        let place = self.octets.len();
        self.put_count(0);
        self.align(8);
        let start = self.octets.len();
        put(self);
        let length = encoded_count(self.octets.len() - start);
        if let Some(octets) = self.octets.get_mut(place..place + length.len()) {
            octets.copy_from_slice(&length);
        }
    }
}

fn encoded_count(count: usize) -> [u8; 4] {
    i32::try_from(count).expect("values beyond 2 GiB have no encoding").to_be_bytes()
}

/// Reads one outermost value from its octets.
#[derive(Debug, Clone)]
pub struct Decoder<'a> {
    octets: &'a [u8],
    offset: usize,
}

impl<'a> Decoder<'a> {
    /// Stands at offset 0.
    pub fn new(octets: &'a [u8]) -> Self {
        Self { octets, offset: 0 }
    }

    /// Offset of the next octet from the start of the outermost value.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// How many octets are left.
    pub fn remaining(&self) -> usize {
        self.octets.len() - self.offset
    }

    /// Skips padding, then reads a value.
    ///
    /// # Errors
    /// `DecodeError` when what follows is not a value of the type.
    pub fn get<T: DataElement>(&mut self) -> Result<T, DecodeError> {
        self.align(T::OCTET_BOUNDARY);
        T::decode(self)
    }

    /// Skips padding to a multiple of `boundary`, whatever it holds. At the end of the octets it
    /// may be missing: who needs more than padding is told so by the next read.
    pub fn align(&mut self, boundary: usize) {
        self.offset = self.offset.next_multiple_of(boundary).min(self.octets.len());
    }

    /// Takes this many octets.
    ///
    /// # Errors
    /// [`DecodeError::TooShort`] when fewer are left.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], DecodeError> {
        let rest = self.octets.get(self.offset..).unwrap_or_default();
        let (taken, _) = rest.split_at_checked(count).ok_or(DecodeError::TooShort {
            offset: self.offset,
            needed: count,
            left: rest.len(),
        })?;
        self.offset += count;
        Ok(taken)
    }

    /// Takes exactly `N` octets.
    ///
    /// # Errors
    /// [`DecodeError::TooShort`] when fewer are left.
    pub fn take_array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let (offset, left) = (self.offset, self.remaining());
        let taken = self.take(N)?;
        taken.try_into().map_err(|_| DecodeError::TooShort { offset, needed: N, left })
    }

    /// Reads a count of elements that start at multiples of `boundary` and take at least one
    /// octet each. [`Self::get`] skips the padding before the first.
    ///
    /// # Errors
    /// [`DecodeError::Count`] when it is negative, or more than what is left can hold.
    pub fn take_count(&mut self, boundary: usize) -> Result<usize, DecodeError> {
        self.bounded_count(boundary, |left| left.div_ceil(boundary))
    }

    fn bounded_count(
        &mut self,
        boundary: usize,
        count_max: impl FnOnce(usize) -> usize,
    ) -> Result<usize, DecodeError> {
        let offset = self.offset;
        let count = i32::from_be_bytes(self.take_array()?);
        let mut first = self.clone();
        first.align(boundary);
        let left = first.remaining();
        match usize::try_from(count) {
            // Nothing follows, so no padding does; only at the end of the octets some encoders
            // write it all the same.
            Ok(0) => {
                if left == 0 {
                    *self = first;
                }
                Ok(0)
            }
            Ok(count) if count <= count_max(left) => Ok(count),
            _ => Err(DecodeError::Count { offset, count, left }),
        }
    }

    /// Confirms that nothing is left.
    ///
    /// # Errors
    /// [`DecodeError::TooLong`] when something is.
    pub fn finish(self) -> Result<(), DecodeError> {
        match self.remaining() {
            0 => Ok(()),
            left => Err(DecodeError::TooLong { offset: self.offset, left }),
        }
    }

    /// Reads what [`Encoder::put_measured`] wrote: a decoder for the measured octets alone, which
    /// keeps their offsets, while `self` goes on behind them.
    fn take_measured(&mut self) -> Result<Self, DecodeError> {
        self.align(4);
        let length = self.bounded_count(8, |left| left)?;
        self.align(8);
        let offset = self.offset;
        self.take(length)?;
        Ok(Self { octets: self.octets.get(..self.offset).unwrap_or_default(), offset })
    }
}

/// Octet boundary of a record: the largest of its parts, 1 without parts.
pub const fn largest_boundary(boundaries: &[usize]) -> usize {
    let (mut largest, mut index) = (1, 0);
    while index < boundaries.len() {
        if boundaries[index] > largest {
            largest = boundaries[index];
        }
        index += 1;
    }
    largest
}

/// Octet boundary of a basic representation of a FOM's own: the smallest power of two, in octets,
/// that holds its size.
pub const fn boundary_of_bits(size_bits: usize) -> usize {
    size_bits.div_ceil(8).next_power_of_two()
}

#[cfg(test)]
mod tests;
