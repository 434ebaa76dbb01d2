//! Federate Protocol messages and their conversion to and from the HLA vocabulary.
//!
//! Both transports carry the same messages: FedPro puts a header of 24 bytes ([`frame`]) in front
//! of each, the gRPC stream of `busbar.v1` says the header in fields. Either way the message itself
//! arrives as `Bytes`, is read by [`from_wire`] into a [`Call`](hla::Call) and written by
//! [`to_wire`] from a [`Reply`](hla::Reply) or a [`Callback`](hla::Callback); the SDK uses the same
//! functions the other way round. Values are not looked into: [`values`] finds them in the map in
//! which they arrived and copies them from there.
//!
//! Deliberately not here: sessions (numbering, resuming, time-outs), sockets, and what any call
//! means. A handle or a time that cannot be read is not an error here, it becomes one that no table
//! of the core contains; only what is not of the schema is a [`WireError`].

mod callbacks;
mod calls;
mod error;
mod field;
pub mod frame;
pub mod from_wire;
pub mod generated;
pub mod opaque;
mod replies;
mod table;
pub mod to_wire;
pub mod values;

pub use error::WireError;

/// All schemas of `proto/`, as clients see them: an encoded `google.protobuf.FileDescriptorSet`.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

/// Which of the 178 requests a call came as: its field number in `CallRequest`.
///
/// Several requests are one call, but each has a response of its own, and clients wait for that
/// one. So the number goes along with the call until the response is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RequestArm(pub u32);

/// Octets written as in the captures of PROTOCOL.md: hexadecimal, spaces anywhere.
#[cfg(test)]
fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<_> = text.chars().filter_map(|c| c.to_digit(16)).collect();
    digits.chunks_exact(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect()
}
