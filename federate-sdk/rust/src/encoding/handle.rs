//! Handles and times as data elements: the octets of their wire form, with a count before them.
//!
//! `HLAhandle` of the 2010 edition is the same without saying whose handle it is: read it as
//! `Vec<u8>` where the kind is known only later.

use hla::{
    AttributeHandle, DimensionHandle, FederateHandle, HlaFloat64Time, HlaInteger64Time,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, ParameterHandle, RegionHandle, TransportationTypeHandle,
};

use super::{DataElement, DecodeError, Decoder, Encoder};

macro_rules! handles {
    ($($handle:ident)*) => {$(
        impl DataElement for $handle {
            const OCTET_BOUNDARY: usize = 4;

            fn encode(&self, encoder: &mut Encoder) {
                put_counted(encoder, &$handle::encode(*self));
            }

            fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                let octets = take_counted(decoder)?;
                if octets.len() == Self::ENCODED_LEN {
                    Ok($handle::decode(octets))
                } else {
                    Err(DecodeError::Length {
                        data_type: stringify!($handle),
                        octets: octets.len(),
                        expected: Self::ENCODED_LEN,
                    })
                }
            }
        }
    )*};
}

handles! {
    AttributeHandle DimensionHandle FederateHandle InteractionClassHandle MessageRetractionHandle
    ObjectClassHandle ObjectInstanceHandle ParameterHandle RegionHandle TransportationTypeHandle
}

/// `HLAlogicalTime` and `HLAtimeInterval`: no octets stand for an undefined time, which is
/// [`LogicalTime::Unreadable`] here.
impl DataElement for LogicalTime {
    const OCTET_BOUNDARY: usize = 4;

    fn encode(&self, encoder: &mut Encoder) {
        put_counted(encoder, self.octets());
    }

    fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let octets = take_counted(decoder)?;
        match (Self::decode(octets), octets.len()) {
            (time @ Self::Encoded(_), _) | (time, 0) => Ok(time),
            (Self::Unreadable, octets) => {
                Err(DecodeError::Length { data_type: "HLAlogicalTime", octets, expected: 8 })
            }
        }
    }
}

/// The raw encoding, without a count.
impl DataElement for HlaInteger64Time {
    const OCTET_BOUNDARY: usize = 8;

    fn encode(&self, encoder: &mut Encoder) {
        self.0.encode(encoder);
    }

    fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        i64::decode(decoder).map(Self)
    }
}

/// The raw encoding, without a count.
impl DataElement for HlaFloat64Time {
    const OCTET_BOUNDARY: usize = 8;

    fn encode(&self, encoder: &mut Encoder) {
        self.0.encode(encoder);
    }

    fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        f64::decode(decoder).map(Self)
    }
}

fn put_counted(encoder: &mut Encoder, octets: &[u8]) {
    encoder.put_count(octets.len());
    encoder.put_octets(octets);
}

fn take_counted<'a>(decoder: &mut Decoder<'a>) -> Result<&'a [u8], DecodeError> {
    let count = decoder.take_count(1)?;
    decoder.take(count)
}
