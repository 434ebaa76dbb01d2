use std::task::Poll;

use futures::task::noop_waker_ref;
use hla::{
    AttributeHandle, AttributeValues, FederateHandle, HlaInteger64Time, MessageStamp,
    ObjectInstanceHandle, OrderType, TransportationTypeHandle,
};
use hla_wire::from_wire;
use proptest::prelude::*;

use super::*;

const SETTINGS: OutboxSettings = OutboxSettings {
    ordered_bytes_max: 1_000,
    ordered_bytes_closed: 3_000,
    latest_bytes_free: 0,
    latest_bytes_max: 100_000,
};

fn reflect(object: u64, values: &[(u32, &str)], stamp: Option<MessageStamp>) -> SharedCallback {
    let pairs = values.iter().map(|(attribute, value)| (AttributeHandle::new(*attribute), value));
    SharedCallback::new(Arc::new(Callback::ReflectAttributeValues {
        object_instance: ObjectInstanceHandle::new(object),
        values: AttributeValues::from_pairs(pairs),
        tag: Bytes::new(),
        transportation_type: TransportationTypeHandle::BEST_EFFORT,
        producing_federate: FederateHandle::new(1),
        sent_regions: None,
        stamp,
    }))
}

fn ordered(payload: usize) -> OutgoingBody {
    OutgoingBody::CallbackRequest(vec![0; payload].into())
}

fn take(outbox: &Outbox) -> Option<Taken> {
    match outbox.poll_take(&mut Context::from_waker(noop_waker_ref())) {
        Poll::Ready(taken) => taken,
        Poll::Pending => None,
    }
}

/// The unsent reflects as `object:attribute=value` words, taken out.
fn reflects(outbox: &Outbox) -> Vec<String> {
    let mut found = Vec::new();
    while let Some(taken) = take(outbox) {
        let OutgoingBody::CallbackRequest(request) = taken.body else { continue };
        let Ok(Callback::ReflectAttributeValues { object_instance, values, .. }) =
            from_wire::callback(request)
        else {
            found.push("other".into());
            continue;
        };
        let values = values
            .iter()
            .map(|(attribute, value)| format!("{attribute}={}", String::from_utf8_lossy(&value)));
        found.push(format!("{object_instance}:{}", values.collect::<Vec<_>>().join(",")));
    }
    found
}

fn put(outbox: &Outbox, callback: &SharedCallback) {
    assert_eq!(outbox.put_callback(callback, CallbackSeq(1)), Fill::Unchanged);
}

#[test]
fn numbers_run_from_1_without_gaps() {
    let outbox = Outbox::new(SETTINGS);
    outbox.put(OutgoingBody::SessionOpened);
    put(&outbox, &reflect(1, &[(1, "old")], None));
    put(&outbox, &reflect(1, &[(1, "new")], None));
    outbox.put(ordered(1));
    let numbers: Vec<_> =
        std::iter::from_fn(|| take(&outbox)).map(|taken| taken.number.to_wire()).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert_eq!(outbox.values_dropped(), 1);
    assert_eq!(outbox.unsent_bytes(), 0);
}

#[test]
fn a_newer_value_replaces_the_older_of_the_same_attribute() {
    let outbox = Outbox::new(SETTINGS);
    put(&outbox, &reflect(1, &[(1, "a"), (2, "b")], None));
    put(&outbox, &reflect(2, &[(1, "other object")], None));
    put(&outbox, &reflect(1, &[(2, "B"), (3, "c")], None));
    put(&outbox, &reflect(1, &[(3, "C")], None));
    assert_eq!(reflects(&outbox), ["1:1=a", "2:1=other object", "1:2=B", "1:3=C"]);
    assert_eq!(outbox.values_dropped(), 2);
}

#[test]
fn values_in_time_stamp_order_are_never_replaced() {
    let outbox = Outbox::new(SETTINGS);
    let stamp = |received_order| MessageStamp {
        time: HlaInteger64Time(7).into(),
        sent_order: OrderType::TimeStamp,
        received_order,
        retraction: None,
    };
    for value in ["a", "b"] {
        put(&outbox, &reflect(1, &[(1, value)], Some(stamp(OrderType::TimeStamp))));
    }
    for value in ["c", "d"] {
        put(&outbox, &reflect(2, &[(1, value)], Some(stamp(OrderType::Receive))));
    }
    assert_eq!(reflects(&outbox), ["1:1=a", "1:1=b", "2:1=d"]);
}

#[test]
fn a_burst_that_a_fast_federate_can_take_reaches_it_whole() {
    let settings = OutboxSettings { latest_bytes_free: 10_000, ..SETTINGS };
    let outbox = Outbox::new(settings);
    for value in ["a", "b", "c"] {
        put(&outbox, &reflect(1, &[(1, value)], None));
    }
    assert_eq!(reflects(&outbox), ["1:1=a", "1:1=b", "1:1=c"]);
    assert_eq!(outbox.values_dropped(), 0);
}

#[test]
fn the_oldest_values_go_when_there_are_too_many() {
    let one = reflect(1, &[(1, "x")], None).encoded.len() + MESSAGE_OVERHEAD_BYTES;
    let outbox = Outbox::new(OutboxSettings { latest_bytes_max: 3 * one, ..SETTINGS });
    for object in 1..=5 {
        put(&outbox, &reflect(object, &[(1, "x")], None));
    }
    assert_eq!(reflects(&outbox), ["3:1=x", "4:1=x", "5:1=x"]);
    assert_eq!(outbox.values_dropped(), 2);
}

/// B078: whoever reads nothing costs the newest values and no more, however long that lasts.
#[test]
fn b078_dropped_values_leave_nothing_behind() {
    let outbox = Outbox::new(SETTINGS);
    outbox.put(ordered(1));
    for value in 0..1_000 {
        for object in 1..4 {
            put(&outbox, &reflect(object, &[(1, &value.to_string())], None));
        }
        assert!(outbox.lock().messages.len() <= 2 * 4, "after {value}");
    }
    assert_eq!(reflects(&outbox), ["other", "1:1=999", "2:1=999", "3:1=999"]);
    assert_eq!((outbox.unsent_bytes(), outbox.values_dropped()), (0, 3 * 999));
}

#[test]
fn a_congestion_begins_at_the_limit_and_ends_half_way_down() {
    let outbox = Outbox::new(SETTINGS);
    let message = 300 - MESSAGE_OVERHEAD_BYTES;
    let fills: Vec<_> = (0..6).map(|_| outbox.put(ordered(message))).collect();
    let mut expected = [Fill::Unchanged; 6];
    expected[3] = Fill::BecameFull(1);
    assert_eq!(fills, expected);
    assert!(outbox.is_full() && outbox.still_in(1) && !outbox.still_in(2));
    let drained: Vec<_> = std::iter::from_fn(|| take(&outbox)).map(|taken| taken.drained).collect();
    assert_eq!(drained, [false, false, false, false, true, false]);
    assert!(!outbox.still_in(1));
    let fills: Vec<_> = (0..4).map(|_| outbox.put(ordered(message))).collect();
    assert_eq!(fills[3], Fill::BecameFull(2));
}

#[test]
fn beyond_the_last_limit_nothing_is_promised() {
    let outbox = Outbox::new(SETTINGS);
    assert_eq!(outbox.put(ordered(1_500)), Fill::BecameFull(1));
    assert_eq!(outbox.put(ordered(1_500)), Fill::Overflow);
    outbox.abort();
    assert_eq!(outbox.unsent_bytes(), 0);
    assert_eq!(outbox.poll_take(&mut Context::from_waker(noop_waker_ref())), Poll::Ready(None));
}

#[test]
fn a_finished_outbox_sends_what_it_has_and_ends() {
    let outbox = Outbox::new(SETTINGS);
    outbox.put(OutgoingBody::SessionTerminated);
    outbox.finish();
    assert_eq!(outbox.put(ordered(5_000)), Fill::Unchanged);
    let mut context = Context::from_waker(noop_waker_ref());
    let Poll::Ready(Some(taken)) = outbox.poll_take(&mut context) else {
        panic!("the message was put in before the end");
    };
    assert_eq!(taken.body, OutgoingBody::SessionTerminated);
    assert_eq!(outbox.poll_take(&mut context), Poll::Ready(None));
}

#[test]
fn a_response_covers_everything_sent_before_it() {
    let outbox = Outbox::new(SETTINGS);
    outbox.put(OutgoingBody::SessionOpened);
    for seq in 1..=4 {
        let callback = reflect(seq, &[(1, "x")], None);
        assert_eq!(outbox.put_callback(&callback, CallbackSeq(seq)), Fill::Unchanged);
    }
    while take(&outbox).is_some() {}
    // Callbacks 1 to 4 went out with the numbers 2 to 5.
    assert_eq!(outbox.handled(SequenceNumber::from_wire(1)), None);
    assert_eq!(outbox.handled(SequenceNumber::from_wire(3)), Some(CallbackSeq(2)));
    assert_eq!(outbox.handled(SequenceNumber::from_wire(3)), None);
    assert_eq!(outbox.handled(SequenceNumber::NONE), None);
    outbox.forget_callbacks();
    assert_eq!(outbox.handled(SequenceNumber::from_wire(5)), None);
}

proptest! {
    /// Whatever is sent in whatever rhythm: the newest value of every attribute arrives, nothing
    /// older arrives after it, ordered messages all arrive, and the octets add up to nothing.
    #[test]
    fn the_newest_value_always_arrives(
        steps in prop::collection::vec((0_u64..4, prop::collection::vec(0_u32..4, 1..4)), 1..60),
        free in prop::sample::select(vec![0_usize, 500, 100_000]),
    ) {
        let outbox = Outbox::new(OutboxSettings { latest_bytes_free: free, ..SETTINGS });
        let mut newest = std::collections::BTreeMap::new();
        let mut others = 0;
        let mut arrived = Vec::new();
        for (count, (object, mut attributes)) in steps.into_iter().enumerate() {
            attributes.sort_unstable();
            attributes.dedup();
            match object {
                0 if attributes.len() == 1 => {
                    outbox.put(ordered(1));
                    others += 1;
                }
                0 => {
                    let taken = reflects(&outbox);
                    arrived.extend(taken);
                }
                object => {
                    let value = count.to_string();
                    let values: Vec<_> =
                        attributes.iter().map(|attribute| (*attribute, value.as_str())).collect();
                    put(&outbox, &reflect(object, &values, None));
                    for attribute in attributes {
                        newest.insert((object, attribute), count);
                    }
                }
            }
        }
        arrived.extend(reflects(&outbox));
        prop_assert_eq!(outbox.unsent_bytes(), 0);
        prop_assert_eq!(arrived.iter().filter(|word| *word == "other").count(), others);
        let mut last = std::collections::BTreeMap::new();
        for word in arrived.iter().filter(|word| *word != "other") {
            let (object, values) = word.split_once(':').expect("object:values");
            for value in values.split(',') {
                let (attribute, count) = value.split_once('=').expect("attribute=value");
                let key = (object.parse::<u64>().unwrap(), attribute.parse::<u32>().unwrap());
                let count = count.parse::<usize>().unwrap();
                let before = last.insert(key, count);
                prop_assert!(before < Some(count), "{key:?}: {before:?} before {count}");
            }
        }
        prop_assert_eq!(last, newest);
    }
}
