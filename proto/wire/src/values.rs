//! Maps of values: finding the values in an encoded map, and writing a map without encoding again.
//!
//! Both `AttributeHandleValueMap` and `ParameterHandleValueMap` are a repeated field 1 of entries
//! with a handle in field 1 and a value in field 2.

use std::collections::BTreeSet;
use std::ops::Range;

use bytes::{BufMut, Bytes, BytesMut};
use hla::{Entry, Values};
use prost::Message;
use prost::encoding::{
    DecodeContext, WireType, decode_key, decode_varint, encode_key, encode_varint,
    message as message_field, skip_field,
};

use crate::WireError;
use crate::opaque::{Octets, Opaque};

/// Field of the map that holds an entry.
const ENTRY: u32 = 1;
/// Field of an entry that holds the handle.
const HANDLE: u32 = 1;
/// Field of an entry that holds the value.
const VALUE: u32 = 2;

/// A frame below this size is never worth a copy of the values in it.
const PINNED_BYTES_MIN: usize = 4096;
/// How many times larger than the values a frame must be to be given up for a copy of them.
const PINNED_RATIO: usize = 4;

/// Finds the values in an encoded map, which stays as it is.
///
/// Where a handle occurs more than once the last entry counts, as for any map of protobuf.
///
/// # Errors
/// When `map` is not an encoded map.
pub fn scan<H: Octets + Ord>(map: Bytes) -> Result<Values<H>, WireError> {
    let mut entries = Vec::new();
    let mut rest: &[u8] = &map;
    while !rest.is_empty() {
        let start = map.len() - rest.len();
        let (field, wire_type) = decode_key(&mut rest)?;
        if (field, wire_type) == (ENTRY, WireType::LengthDelimited) {
            let body = take_delimited(&mut rest)?;
            let end = map.len() - rest.len();
            entries.push(scan_entry(body, start, end)?);
        } else {
            skip_field(wire_type, field, &mut rest, DecodeContext::default())?;
        }
    }
    keep_last_of_each(&mut entries);
    Ok(Values::from_index(map, entries))
}

/// Reads one entry, which ends at `end` of the map.
fn scan_entry<H: Octets>(body: &[u8], start: usize, end: usize) -> Result<Entry<H>, WireError> {
    let mut handle = Opaque::<H>::default();
    let mut value = end..end;
    let mut rest = body;
    while !rest.is_empty() {
        match decode_key(&mut rest)? {
            (HANDLE, WireType::LengthDelimited) => handle.merge(take_delimited(&mut rest)?)?,
            (VALUE, WireType::LengthDelimited) => {
                let length = take_delimited(&mut rest)?.len();
                let value_end = end - rest.len();
                value = value_end - length..value_end;
            }
            (field, wire_type) => {
                skip_field(wire_type, field, &mut rest, DecodeContext::default())?;
            }
        }
    }
    Ok(Entry { handle: handle.0, span: position(start..end)?, value: position(value)? })
}

fn take_delimited<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], WireError> {
    let length = usize::try_from(decode_varint(rest)?).map_err(|_| WireError::ValuesCutShort)?;
    let (body, after) = rest.split_at_checked(length).ok_or(WireError::ValuesCutShort)?;
    *rest = after;
    Ok(body)
}

fn position(range: Range<usize>) -> Result<Range<u32>, WireError> {
    let position = |offset| u32::try_from(offset).map_err(|_| WireError::ValuesTooLarge);
    Ok(position(range.start)?..position(range.end)?)
}

fn keep_last_of_each<H: Octets + Ord>(entries: &mut Vec<Entry<H>>) {
    // Nearly every sender names them in order, which rules repetitions out without a table.
    if entries.is_sorted_by(|earlier, later| earlier.handle < later.handle) {
        return;
    }
    let mut seen = BTreeSet::new();
    entries.reverse();
    entries.retain(|entry| seen.insert(entry.handle));
    entries.reverse();
}

/// The encoded map of `values`.
///
/// Values that came in an encoded map are not encoded again: where they lie in it without a gap,
/// as when all of it is kept, the result is a slice of that map, else their entries are copied.
pub fn splice<H: Octets + Eq>(values: &Values<H>) -> Bytes {
    let octets = values.octets();
    if let Some(run) = single_run(values.entries()) {
        return octets.slice_ref(part(octets, &run));
    }
    let spans: usize = values.entries().iter().map(|entry| entry.span.len()).sum();
    let mut map = BytesMut::with_capacity(spans);
    for entry in values.entries() {
        if entry.span.is_empty() {
            encode_entry(entry.handle, part(octets, &entry.value), &mut map);
        } else {
            map.put_slice(part(octets, &entry.span));
        }
    }
    map.freeze()
}

/// Where all entries lie, if they were encoded and no gap is between them.
fn single_run<H>(entries: &[Entry<H>]) -> Option<Range<u32>> {
    let (first, rest) = entries.split_first()?;
    let run = rest.iter().try_fold(first.span.clone(), |run, entry| {
        (run.end == entry.span.start).then_some(run.start..entry.span.end)
    })?;
    entries.iter().all(|entry| !entry.span.is_empty()).then_some(run)
}

/// A range of the map; nothing where an index that was not made by [`scan`] lies outside of it.
fn part<'a>(octets: &'a [u8], range: &Range<u32>) -> &'a [u8] {
    octets.get(range.start as usize..range.end as usize).unwrap_or_default()
}

fn encode_entry<H: Octets>(handle: H, value: &[u8], map: &mut BytesMut) {
    let handle = Opaque(handle);
    let value_bytes = if value.is_empty() { 0 } else { delimited_len(value.len()) };
    encode_key(ENTRY, WireType::LengthDelimited, map);
    encode_varint((message_field::encoded_len(HANDLE, &handle) + value_bytes) as u64, map);
    message_field::encode(HANDLE, &handle, map);
    if !value.is_empty() {
        encode_key(VALUE, WireType::LengthDelimited, map);
        encode_varint(value.len() as u64, map);
        map.put_slice(value);
    }
}

/// Octets of a field whose number is below 16 and whose content has this length.
fn delimited_len(length: usize) -> usize {
    1 + prost::length_delimiter_len(length) + length
}

/// Lets go of a frame of which little is kept: a small value in a queue must not hold a large
/// buffer. Values that are at least a quarter of the frame stay where they are.
pub fn compact<H: Copy + Eq>(values: &mut Values<H>, frame_bytes: usize) {
    let kept = values.octets().len();
    if frame_bytes >= PINNED_BYTES_MIN && kept.saturating_mul(PINNED_RATIO) < frame_bytes {
        let octets = Bytes::copy_from_slice(values.octets());
        *values = Values::from_index(octets, values.entries().iter().cloned());
    }
}

#[cfg(test)]
mod tests;
