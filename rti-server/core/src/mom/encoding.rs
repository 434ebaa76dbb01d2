//! Encodings of MOM values (IEEE 1516.2, 4.13), both ways.
//!
//! Everything in the MOM but one enumeration is aligned to 4 octets: counts, handles, strings and
//! records begin there. Where the editions differ, the edition of the MIM decides.

use bytes::{BufMut, Bytes, BytesMut};
use hla::{
    AttributeHandle, Edition, FederateHandle, InteractionClassHandle, LogicalTime,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ResignAction, TransportationTypeHandle,
};
use rti_fom::FomModel;

/// A value that the MOM carries.
pub(super) trait Datum: Sized {
    fn put(&self, octets: &mut BytesMut, model: &FomModel);
    /// The value, if the octets hold one.
    fn take(from: &mut Reader<'_>) -> Option<Self>;
}

/// Octets that are read from front to back.
pub(super) struct Reader<'a> {
    octets: &'a [u8],
    at: usize,
    model: &'a FomModel,
}

impl<'a> Reader<'a> {
    fn align(&mut self) {
        self.at = self.at.next_multiple_of(4);
    }

    fn octets(&mut self, length: usize) -> Option<&'a [u8]> {
        let octets = self.octets.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(octets)
    }

    fn integer(&mut self) -> Option<i32> {
        self.align();
        Some(i32::from_be_bytes(self.octets(4)?.try_into().ok()?))
    }

    /// A count of elements that the rest can hold.
    fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.integer()?).ok()?;
        (count <= self.octets.len()).then_some(count)
    }
}

pub(super) fn encode(value: &impl Datum, model: &FomModel) -> Bytes {
    let mut octets = BytesMut::new();
    value.put(&mut octets, model);
    octets.freeze()
}

/// The value, if the octets are one and nothing more.
pub(super) fn decode<T: Datum>(octets: &[u8], model: &FomModel) -> Option<T> {
    let mut reader = Reader { octets, at: 0, model };
    let value = T::take(&mut reader)?;
    (reader.at == octets.len()).then_some(value)
}

fn align(octets: &mut BytesMut) {
    octets.put_bytes(0, octets.len().next_multiple_of(4) - octets.len());
}

fn put_count(octets: &mut BytesMut, count: usize) {
    align(octets);
    octets.put_u32(u32::try_from(count).expect("names and lists are bounded far below 4 Gi"));
}

impl Datum for i32 {
    fn put(&self, octets: &mut BytesMut, _: &FomModel) {
        align(octets);
        octets.put_i32(*self);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        from.integer()
    }
}

/// A count; beyond the largest that `HLAcount` can say it stays there.
impl Datum for usize {
    fn put(&self, octets: &mut BytesMut, model: &FomModel) {
        i32::try_from(*self).unwrap_or(i32::MAX).put(octets, model);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        from.integer()?.try_into().ok()
    }
}

/// `HLAboolean` and `HLAswitch`.
impl Datum for bool {
    fn put(&self, octets: &mut BytesMut, model: &FomModel) {
        i32::from(*self).put(octets, model);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        match from.integer()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

/// `HLAopaqueData`.
impl Datum for Bytes {
    fn put(&self, octets: &mut BytesMut, _: &FomModel) {
        put_count(octets, self.len());
        octets.put_slice(self);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let count = from.count()?;
        from.octets(count).map(Self::copy_from_slice)
    }
}

/// `HLAunicodeString`: UTF-16 code units, big endian, without a byte order mark.
impl Datum for String {
    fn put(&self, octets: &mut BytesMut, _: &FomModel) {
        put_count(octets, self.encode_utf16().count());
        for unit in self.encode_utf16() {
            octets.put_u16(unit);
        }
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let count = from.count()?;
        let units = from.octets(count.checked_mul(2)?)?.chunks_exact(2);
        let units = units.map(|unit| u16::from_be_bytes([unit[0], unit[1]]));
        char::decode_utf16(units).collect::<Result<_, _>>().ok()
    }
}

/// `HLAlogicalTime` and `HLAtimeInterval`: a variable array of its octets, empty for none.
impl Datum for Option<LogicalTime> {
    fn put(&self, octets: &mut BytesMut, _: &FomModel) {
        let time = self.as_ref().map_or(&[][..], LogicalTime::octets);
        put_count(octets, time.len());
        octets.put_slice(time);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let count = from.count()?;
        let octets = from.octets(count)?;
        Some((!octets.is_empty()).then(|| LogicalTime::decode(octets)))
    }
}

macro_rules! handles {
    ($($name:ty),*) => {$(
        /// A variable array of the octets of the handle.
        impl Datum for $name {
            fn put(&self, octets: &mut BytesMut, _: &FomModel) {
                put_count(octets, Self::ENCODED_LEN);
                octets.put_slice(&self.encode());
            }

            fn take(from: &mut Reader<'_>) -> Option<Self> {
                let count = from.count()?;
                let octets = from.octets(count)?;
                (count == Self::ENCODED_LEN).then(|| Self::decode(octets))
            }
        }
    )*};
}

handles!(
    AttributeHandle,
    FederateHandle,
    InteractionClassHandle,
    ObjectClassHandle,
    ObjectInstanceHandle
);

/// By name in the 2010 edition, by handle in that of 2025.
impl Datum for TransportationTypeHandle {
    fn put(&self, octets: &mut BytesMut, model: &FomModel) {
        if model.edition() == Edition::Evolved2010 {
            let row = model.transportation_type(*self);
            row.map_or(String::new(), |row| row.name.clone()).put(octets, model);
        } else {
            put_count(octets, Self::ENCODED_LEN);
            octets.put_slice(&self.encode());
        }
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        if from.model.edition() == Edition::Evolved2010 {
            let name = String::take(from)?;
            return Some(from.model.transportation_type_handle(&name).unwrap_or(Self::INVALID));
        }
        let count = from.count()?;
        let octets = from.octets(count)?;
        (count == Self::ENCODED_LEN).then(|| Self::decode(octets))
    }
}

/// Numbered from 1 in the 2010 edition, from 0 in that of 2025.
impl Datum for ResignAction {
    fn put(&self, octets: &mut BytesMut, model: &FomModel) {
        let first = i32::from(model.edition() == Edition::Evolved2010);
        (self.number() + first).put(octets, model);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let first = i32::from(from.model.edition() == Edition::Evolved2010);
        Self::from_number(from.integer()?.checked_sub(first)?)
    }
}

/// Numbered from 0 in the 2010 edition, from 1 in that of 2025.
impl Datum for OrderType {
    fn put(&self, octets: &mut BytesMut, model: &FomModel) {
        let first = i32::from(model.edition() == Edition::Hla4);
        (self.number() + first).put(octets, model);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let first = i32::from(from.model.edition() == Edition::Hla4);
        Self::from_number(from.integer()?.checked_sub(first)?)
    }
}

/// A variable array.
impl<T: Datum> Datum for Vec<T> {
    fn put(&self, octets: &mut BytesMut, model: &FomModel) {
        put_count(octets, self.len());
        for element in self {
            element.put(octets, model);
        }
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        (0..from.count()?).map(|_| T::take(from)).collect()
    }
}

/// A fixed record of two fields.
impl<A: Datum, B: Datum> Datum for (A, B) {
    fn put(&self, octets: &mut BytesMut, model: &FomModel) {
        self.0.put(octets, model);
        self.1.put(octets, model);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        Some((A::take(from)?, B::take(from)?))
    }
}

/// A fixed record of three fields.
impl<A: Datum, B: Datum, C: Datum> Datum for (A, B, C) {
    fn put(&self, octets: &mut BytesMut, model: &FomModel) {
        self.0.put(octets, model);
        self.1.put(octets, model);
        self.2.put(octets, model);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        Some((A::take(from)?, B::take(from)?, C::take(from)?))
    }
}
