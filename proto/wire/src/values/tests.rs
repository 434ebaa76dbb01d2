use hla::{AttributeHandle, AttributeValues};
use proptest::prelude::*;

use super::*;
use crate::generated::fedpro;

fn handle(number: u32) -> AttributeHandle {
    AttributeHandle::new(number)
}

/// An encoded map, written by the generated code.
fn encoded(pairs: &[(u32, &[u8])]) -> Bytes {
    let entry = |&(number, value): &(u32, &[u8])| fedpro::AttributeHandleValue {
        attribute_handle: Some(Opaque(handle(number))),
        value: Bytes::copy_from_slice(value),
    };
    let attribute_handle_value = pairs.iter().map(entry).collect();
    fedpro::AttributeHandleValueMap { attribute_handle_value }.encode_to_vec().into()
}

fn scanned(map: &Bytes) -> AttributeValues {
    scan(map.clone()).expect("an encoded map")
}

fn pairs(values: &AttributeValues) -> Vec<(u32, Vec<u8>)> {
    values.iter().map(|(handle, value)| (handle.value(), value.to_vec())).collect()
}

#[test]
fn values_are_slices_of_the_map() {
    let map = encoded(&[(1, b"one"), (2, b""), (3, b"three")]);
    let values = scanned(&map);
    assert_eq!(pairs(&values), [(1, b"one".to_vec()), (2, vec![]), (3, b"three".to_vec())]);
    let bounds = map.as_ptr_range();
    for (_, value) in values.iter().filter(|(_, value)| !value.is_empty()) {
        assert!(bounds.contains(&value.as_ptr()));
    }
}

#[test]
fn a_map_of_which_all_is_kept_is_not_copied() {
    let map = encoded(&[(1, b"one"), (2, b"two"), (3, b"three")]);
    let values = scanned(&map);
    let whole = splice(&values);
    assert_eq!((whole.as_ptr(), &whole), (map.as_ptr(), &map));

    let tail = splice(&values.subset(|h| h != handle(1)));
    assert_eq!(tail, encoded(&[(2, b"two"), (3, b"three")]));
    assert!(map.as_ptr_range().contains(&tail.as_ptr()));

    let with_gap = splice(&values.subset(|h| h != handle(2)));
    assert_eq!(with_gap, encoded(&[(1, b"one"), (3, b"three")]));
    assert!(!map.as_ptr_range().contains(&with_gap.as_ptr()));
}

#[test]
fn a_map_made_here_is_encoded() {
    let made = AttributeValues::from_pairs([(handle(1), "one"), (handle(2), "")]);
    assert_eq!(splice(&made), encoded(&[(1, b"one"), (2, b"")]));
    assert_eq!(splice(&AttributeValues::default()), Bytes::new());
    let long = vec![7; 300];
    let made = AttributeValues::from_pairs([(AttributeHandle::INVALID, &long)]);
    assert_eq!(pairs(&scanned(&splice(&made))), [(u32::MAX, long)]);
}

#[test]
fn the_last_entry_of_a_handle_counts() {
    let map = encoded(&[(1, b"old"), (2, b"two"), (1, b"new")]);
    let values = scanned(&map);
    assert_eq!(pairs(&values), [(2, b"two".to_vec()), (1, b"new".to_vec())]);
    assert_eq!(splice(&values), encoded(&[(2, b"two"), (1, b"new")]));

    let many: Vec<(u32, &[u8])> = (0..1000).map(|i| (i % 500, &b"v"[..])).collect();
    assert_eq!(scanned(&encoded(&many)).len(), 500);
}

#[test]
fn entries_in_another_form_than_ours_are_read() {
    // Value before handle, a field we do not know in the entry, and one in the map.
    let map = Bytes::from_static(&[
        0x0a, 13, 0x12, 1, 9, 0x0a, 6, 0x0a, 4, 0, 0, 0, 5, 0x18, 1, // entry
        0x10, 1, // no entry
        0x0a, 2, 0x0a, 0, // a handle without octets, and no value
    ]);
    let values = scanned(&map);
    assert_eq!(pairs(&values), [(5, vec![9]), (u32::MAX, vec![])]);
    let expected = [&map[..15], &map[17..]].concat();
    assert_eq!(splice(&values), expected);
}

#[test]
fn octets_that_are_no_map_are_refused() {
    let cut_short = |map: &'static [u8]| scan::<AttributeHandle>(Bytes::from_static(map));
    assert_eq!(cut_short(&[0x0a, 5, 0x0a]), Err(WireError::ValuesCutShort));
    assert_eq!(cut_short(&[0x0a, 2, 0x12, 5]), Err(WireError::ValuesCutShort));
    let huge = &[0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
    assert_eq!(cut_short(huge), Err(WireError::ValuesCutShort));
    for map in [&[0x0a][..], &[0xff], &[0x0a, 4, 0x0a, 2, 0x0a, 9]] {
        assert!(matches!(cut_short(map), Err(WireError::Malformed(_))), "{map:?}");
    }
}

#[test]
fn an_index_that_lies_writes_nothing() {
    let entry = Entry { handle: handle(1), span: 0..90, value: 2..90 };
    assert_eq!(splice(&Values::from_index(Bytes::from_static(b"abc"), [entry])), Bytes::new());
}

#[test]
fn a_small_value_does_not_hold_a_large_frame() {
    let frame = Bytes::from(vec![0; PINNED_BYTES_MIN]);
    let small = encoded(&[(1, b"one"), (2, b"two")]);
    let check = |frame_bytes, moved| {
        let mut values = scanned(&small);
        compact(&mut values, frame_bytes);
        assert_eq!(values.octets().as_ptr() != small.as_ptr(), moved, "{frame_bytes}");
        assert_eq!(values, scanned(&small));
        assert_eq!(splice(&values), small);
    };
    check(frame.len(), true);
    check(frame.len() - 1, false);

    let large = encoded(&[(1, &frame[..PINNED_BYTES_MIN / 4])]);
    let mut values = scanned(&large);
    compact(&mut values, PINNED_BYTES_MIN);
    assert_eq!(values.octets().as_ptr(), large.as_ptr());
}

proptest! {
    /// Whatever is kept of a map, copying its entries gives what encoding it anew would give.
    #[test]
    fn the_spliced_path_equals_the_plain_path(
        all in prop::collection::btree_map(0u32..40, prop::collection::vec(any::<u8>(), 0..200), 0..30),
        kept in any::<u64>(),
    ) {
        let all: Vec<(u32, &[u8])> = all.iter().map(|(h, v)| (*h, v.as_slice())).collect();
        let keep = |number: u32| kept >> number & 1 == 1;
        let spliced = splice(&scanned(&encoded(&all)).subset(|h| keep(h.value())));
        let plain: Vec<_> = all.into_iter().filter(|(number, _)| keep(*number)).collect();
        prop_assert_eq!(&spliced, &encoded(&plain));
        let made = AttributeValues::from_pairs(plain.iter().map(|(h, v)| (handle(*h), v)));
        prop_assert_eq!(&spliced, &splice(&made));
    }

    #[test]
    fn no_octets_break_the_scan(map in prop::collection::vec(any::<u8>(), 0..64)) {
        if let Ok(values) = scan::<AttributeHandle>(map.into()) {
            splice(&values);
        }
    }
}
