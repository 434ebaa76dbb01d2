use proptest::prelude::*;

use super::*;

fn key(time: i64, priority: i32) -> EventKey {
    EventKey {
        time: VirtualTime::from_micros(time),
        round: 0,
        rank: Rank { class: 0, priority, source: 0 },
    }
}

fn drain<E>(queue: &mut EventQueue<E>) -> Vec<E> {
    std::iter::from_fn(|| queue.pop()).map(|(_, event)| event).collect()
}

#[test]
fn every_field_of_the_key_decides_in_turn() {
    let at = |time, round, class, priority, source| EventKey {
        time: VirtualTime::from_micros(time),
        round,
        rank: Rank { class, priority, source },
    };
    let ascending = [
        at(1, 9, 9, 9, 9),
        at(2, 0, 9, 9, 9),
        at(2, 1, 0, 9, 9),
        at(2, 1, 1, -1, 9),
        at(2, 1, 1, 0, 0),
        at(2, 1, 1, 0, 1),
    ];
    let mut queue = EventQueue::new();
    for (place, key) in ascending.iter().enumerate().rev() {
        queue.push(*key, place);
    }
    assert_eq!(drain(&mut queue), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn equal_keys_keep_insertion_order_across_both_lanes() {
    let mut queue = EventQueue::new();
    queue.push(key(5, 0), "start");
    queue.push(key(5, 1), "ahead");
    assert_eq!(queue.pop().map(|(_, event)| event), Some("start"));
    queue.push(key(5, 1), "second");
    queue.push(key(5, 0), "urgent");
    queue.push(key(5, 1), "third");
    queue.push(key(4, 9), "earlier still");
    assert_eq!(drain(&mut queue), ["earlier still", "urgent", "ahead", "second", "third"]);
}

#[test]
fn a_cancelled_event_is_returned_once_and_never_runs() {
    let mut queue = EventQueue::new();
    let first = queue.push(key(1, 0), 'a');
    let second = queue.push(key(2, 0), 'b');
    assert_eq!(queue.cancel(first), Some('a'));
    assert_eq!(queue.cancel(first), None);
    assert_eq!(queue.len(), 1);
    assert_eq!(queue.peek(), Some((key(2, 0), &'b')));
    assert_eq!(drain(&mut queue), ['b']);
    assert_eq!(queue.cancel(second), None, "it already ran");
}

#[test]
fn an_id_does_not_reach_the_next_tenant_of_its_slot() {
    let mut queue = EventQueue::new();
    let gone = queue.push(key(1, 0), 'a');
    queue.cancel(gone);
    queue.push(key(1, 0), 'b');
    assert_eq!(queue.cancel(gone), None);
    assert_eq!(drain(&mut queue), ['b']);
}

#[test]
fn a_timer_set_and_cancelled_for_ever_does_not_grow_the_queue() {
    let mut queue = EventQueue::new();
    queue.push(key(0, 0), 0);
    for round in 1..100_000 {
        let timer = queue.push(key(round, 0), round);
        assert_eq!(queue.cancel(timer), Some(round));
    }
    assert_eq!(queue.len(), 1);
    assert!(queue.later.len() <= 2 + STALE_BEFORE_SWEEP, "{} entries left", queue.later.len());
    assert!(queue.slots.len() <= 2, "{} slots for two events", queue.slots.len());
}

#[derive(Debug, Clone)]
enum Step {
    Push { key: EventKey },
    Cancel { index: prop::sample::Index },
    Pop,
}

fn keys() -> impl Strategy<Value = EventKey> {
    (0i64..6, 0u32..3, 0u8..3, -1i32..2, 0u32..2).prop_map(
        |(time, round, class, priority, source)| EventKey {
            time: VirtualTime::from_micros(time),
            round,
            rank: Rank { class, priority, source },
        },
    )
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => keys().prop_map(|key| Step::Push { key }),
        1 => any::<prop::sample::Index>().prop_map(|index| Step::Cancel { index }),
        2 => Just(Step::Pop),
    ];
    prop::collection::vec(step, 0..400)
}

proptest! {
    /// Against a list that is sorted by (key, insertion): the same events in the same order, the
    /// same answers to cancels, whatever the mix of pushes, pops and cancels.
    #[test]
    fn any_mix_equals_a_sorted_list(steps in steps()) {
        let mut queue = EventQueue::new();
        let mut reference: Vec<(EventKey, usize)> = Vec::new();
        let mut ids = Vec::new();
        for step in steps {
            match step {
                Step::Push { key } => {
                    reference.push((key, ids.len()));
                    ids.push(queue.push(key, ids.len()));
                }
                Step::Cancel { index } if !ids.is_empty() => {
                    let event = index.index(ids.len());
                    let place = reference.iter().position(|(_, pending)| *pending == event);
                    prop_assert_eq!(queue.cancel(ids[event]), place.map(|place| reference.remove(place).1));
                }
                Step::Cancel { .. } => {}
                Step::Pop => {
                    reference.sort();
                    let expected = (!reference.is_empty()).then(|| reference.remove(0));
                    prop_assert_eq!(queue.peek().map(|(key, event)| (key, *event)), expected);
                    prop_assert_eq!(queue.pop(), expected);
                }
            }
            prop_assert_eq!(queue.len(), reference.len());
        }
        reference.sort();
        let rest: Vec<usize> = reference.into_iter().map(|(_, event)| event).collect();
        prop_assert_eq!(drain(&mut queue), rest);
    }

    #[test]
    fn equal_keys_are_first_in_first_out(count in 1usize..500, popped_first in 0usize..3) {
        let mut queue = EventQueue::new();
        for event in 0..count {
            queue.push(key(7, 0), event);
        }
        let mut order: Vec<usize> =
            (0..popped_first).filter_map(|_| queue.pop()).map(|(_, event)| event).collect();
        for event in count..2 * count {
            queue.push(key(7, 0), event);
        }
        order.extend(drain(&mut queue));
        prop_assert_eq!(order, (0..2 * count).collect::<Vec<_>>());
    }
}
