//! Encodings of MOM values (IEEE 1516.2, 4.13): a count of elements, then the elements.

use bytes::{BufMut, Bytes, BytesMut};
use hla::LogicalTime;

/// `HLAhandle`: a variable array of octets.
pub(super) fn encode_handle(octets: &[u8]) -> Bytes {
    encode_octets(octets)
}

/// `HLAlogicalTime`: a variable array of the octets of the time.
pub(super) fn encode_time(time: LogicalTime) -> Bytes {
    encode_octets(time.octets())
}

/// `HLAunicodeString`: UTF-16 code units, big endian, without a byte order mark.
pub(super) fn encode_unicode(text: &str) -> Bytes {
    let mut octets = BytesMut::new();
    octets.put_u32(count(text.encode_utf16().count()));
    for unit in text.encode_utf16() {
        octets.put_u16(unit);
    }
    octets.freeze()
}

fn encode_octets(content: &[u8]) -> Bytes {
    let mut octets = BytesMut::new();
    octets.put_u32(count(content.len()));
    octets.put_slice(content);
    octets.freeze()
}

fn count(elements: usize) -> u32 {
    u32::try_from(elements).expect("names and handles are bounded far below 4 Gi elements")
}
