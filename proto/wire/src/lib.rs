//! Federate Protocol messages and their conversion to and from the HLA vocabulary.

mod error;
pub mod frame;
pub mod generated;
pub mod opaque;

pub use error::WireError;

/// All schemas of `proto/`, as clients see them: an encoded `google.protobuf.FileDescriptorSet`.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

/// Octets written as in the captures of PROTOCOL.md: hexadecimal, spaces anywhere.
#[cfg(test)]
fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<_> = text.chars().filter_map(|c| c.to_digit(16)).collect();
    digits.chunks_exact(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect()
}
