//! Attribute and parameter values: the octets they arrived in, and an index into them.
//!
//! A map of values crosses the RTI without being decoded or encoded again: the receiver of every
//! attribute gets the encoded map as it came, the receiver of fewer gets the ranges of its
//! entries. The index says where each entry and its value lie.

use std::ops::Range;

use bytes::{BufMut, Bytes, BytesMut};
use smallvec::SmallVec;

use crate::{AttributeHandle, ParameterHandle};

/// Where one value lies in the octets of its map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<H> {
    /// Whose value this is.
    pub handle: H,
    /// The entry as encoded on the wire, its field tag included; empty if it never was encoded.
    pub span: Range<u32>,
    /// The value alone.
    pub value: Range<u32>,
}

/// A map from handles to opaque values, in the order in which the sender named them.
#[derive(Debug, Clone)]
pub struct Values<H> {
    octets: Bytes,
    entries: SmallVec<[Entry<H>; 4]>,
}

/// Values of attributes of one object instance.
pub type AttributeValues = Values<AttributeHandle>;
/// Values of parameters of one interaction.
pub type ParameterValues = Values<ParameterHandle>;

impl<H: Copy + Eq> Values<H> {
    /// A map that was read from `octets`; ranges that lie outside read as empty values.
    pub fn from_index(octets: Bytes, entries: impl IntoIterator<Item = Entry<H>>) -> Self {
        Self { octets, entries: entries.into_iter().collect() }
    }

    /// A map made here, not read from a wire.
    pub fn from_pairs<V: AsRef<[u8]>>(pairs: impl IntoIterator<Item = (H, V)>) -> Self {
        let mut octets = BytesMut::new();
        let entries = pairs
            .into_iter()
            .map(|(handle, value)| {
                let start = index(octets.len());
                octets.put_slice(value.as_ref());
                Entry { handle, span: 0..0, value: start..index(octets.len()) }
            })
            .collect();
        Self { octets: octets.freeze(), entries }
    }

    /// The same octets with only the entries whose handle passes.
    pub fn subset(&self, mut keep: impl FnMut(H) -> bool) -> Self {
        let entries = self.entries.iter().filter(|entry| keep(entry.handle)).cloned().collect();
        Self { octets: self.octets.clone(), entries }
    }

    /// The octets that the index points into.
    pub fn octets(&self) -> &Bytes {
        &self.octets
    }

    /// The index, in the sender's order.
    pub fn entries(&self) -> &[Entry<H>] {
        &self.entries
    }

    /// The handles, in the sender's order.
    pub fn handles(&self) -> impl Iterator<Item = H> + '_ {
        self.entries.iter().map(|entry| entry.handle)
    }

    /// Handles and values, in the sender's order.
    pub fn iter(&self) -> impl Iterator<Item = (H, Bytes)> + '_ {
        self.entries.iter().map(|entry| (entry.handle, self.slice(&entry.value)))
    }

    /// The value of this handle.
    pub fn get(&self, handle: H) -> Option<Bytes> {
        let entry = self.entries.iter().find(|entry| entry.handle == handle)?;
        Some(self.slice(&entry.value))
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Octets of all values, for limits and counters.
    pub fn value_bytes(&self) -> usize {
        self.entries.iter().map(|entry| entry.value.len()).sum()
    }

    fn slice(&self, range: &Range<u32>) -> Bytes {
        let range = range.start as usize..range.end as usize;
        if range.start <= range.end && range.end <= self.octets.len() {
            self.octets.slice(range)
        } else {
            Bytes::new()
        }
    }
}

impl<H: Copy + Eq> Default for Values<H> {
    fn default() -> Self {
        Self { octets: Bytes::new(), entries: SmallVec::new() }
    }
}

/// Equal when they hold the same values in the same order, however those were encoded.
impl<H: Copy + Eq> PartialEq for Values<H> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<H: Copy + Eq> Eq for Values<H> {}

fn index(length: usize) -> u32 {
    u32::try_from(length).expect("maps of values are bounded far below 4 GiB by the session limits")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handle(number: u32) -> AttributeHandle {
        AttributeHandle::new(number)
    }

    #[test]
    fn a_subset_shares_the_octets() {
        let all = Values::from_pairs([(handle(1), "one"), (handle(2), "two"), (handle(3), "")]);
        let some = all.subset(|h| h != handle(1));
        assert_eq!(some.octets().as_ptr(), all.octets().as_ptr());
        assert_eq!(some.handles().collect::<Vec<_>>(), [handle(2), handle(3)]);
        assert_eq!(some.get(handle(2)).as_deref(), Some(&b"two"[..]));
        assert_eq!(some.get(handle(1)), None);
        assert_eq!(some.value_bytes(), 3);
    }

    #[test]
    fn a_lying_index_reads_as_empty() {
        let entry = Entry { handle: handle(1), span: 0..90, value: 2..90 };
        let values = Values::from_index(Bytes::from_static(b"abc"), [entry]);
        assert_eq!(values.get(handle(1)), Some(Bytes::new()));
    }
}
