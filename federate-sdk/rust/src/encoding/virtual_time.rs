//! Virtual times and spans as `HLAinteger64BE`, in microseconds.

use virtual_time::{VirtualDuration, VirtualTime};

use super::{DataElement, DecodeError, Decoder, Encoder};

macro_rules! microseconds {
    ($($name:ident)*) => {$(
        impl DataElement for $name {
            const OCTET_BOUNDARY: usize = i64::OCTET_BOUNDARY;

            fn encode(&self, encoder: &mut Encoder) {
                encoder.put(&self.as_micros());
            }

            fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                decoder.get().map(Self::from_micros)
            }
        }
    )*};
}

microseconds! { VirtualTime VirtualDuration }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_its_microseconds() {
        let time = VirtualTime::from_millis(2325);
        assert_eq!(time.to_bytes(), 2_325_000_i64.to_bytes());
        assert_eq!(VirtualTime::from_bytes(&time.to_bytes()), Ok(time));
    }
}
