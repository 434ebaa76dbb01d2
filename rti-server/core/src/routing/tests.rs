use hla::{AttributeValues, FederateHandle};

use super::Mask;
use crate::{Effect, script::World};

#[test]
fn a_mask_holds_more_indexes_than_a_word() {
    let mask: Mask = [0, 63, 64, 200].into_iter().collect();
    let held: Vec<_> = (0..300).filter(|index| mask.contains(*index)).collect();
    assert_eq!(held, [0, 63, 64, 200]);
    assert!(!mask.is_empty());
    assert!(Mask::default().is_empty());
}

#[test]
fn picking_everything_is_no_work() {
    let values = AttributeValues::from_pairs((0..3).map(|n| (hla::AttributeHandle::new(n), "v")));
    let all: Mask = (0..3).collect();
    assert_eq!(all.pick(&values), values);
    let some: Mask = [2].into_iter().collect();
    let picked: Vec<_> = some.pick(&values).handles().collect();
    assert_eq!(picked, [hla::AttributeHandle::new(2)]);
}

/// Sets of receivers of the callbacks that a script causes with its last line.
fn deliveries(before: &str, last: &str) -> Vec<Vec<FederateHandle>> {
    let mut world = World::new();
    world.part(before);
    let start = world.effects().len();
    world.part(last);
    let delivered = world.effects().iter().skip(start).filter_map(|effect| match effect {
        Effect::Deliver { to, .. } => Some(to.iter().collect()),
        _ => None,
    });
    delivered.collect()
}

fn handles(numbers: &[u32]) -> Vec<FederateHandle> {
    numbers.iter().map(|number| FederateHandle::new(*number)).collect()
}

const FIVE: &str = "
    join F1
    join F2
    join F3
    join F4
    join F5
    F1 publish A.B aa ab ba";

#[test]
fn who_sees_the_same_shares_one_delivery() {
    let before = format!(
        "{FIVE}
         F2 subscribe A aa ab
         F3 subscribe A.B aa ab
         F4 subscribe A.B aa ab
         F5 subscribe A.B ab
         F1 register A.B -> o"
    );
    let all = deliveries(&before, "F1 update o aa=1 ab=2");
    assert_eq!(all, [handles(&[2, 3, 4]), handles(&[5])]);
    let one = deliveries(&before, "F1 update o ab=2");
    assert_eq!(one, [handles(&[2, 3, 4, 5])], "they differ in what this update does not touch");
}

#[test]
fn an_interaction_is_one_delivery_for_each_received_class() {
    let before = "
        join F1
        join F2
        join F3
        join F4
        F1 publish-i X.Y
        F1 subscribe-i X.Y
        F2 subscribe-i X
        F3 subscribe-i X
        F3 subscribe-i X.Y
        F4 subscribe-i X";
    let sent = deliveries(before, "F1 send X.Y xa=1 ya=2");
    assert_eq!(sent, [handles(&[3]), handles(&[2, 4])]);
}

#[test]
fn a_discovery_is_one_delivery_for_each_class() {
    let before = format!(
        "{FIVE}
         F2 subscribe A aa
         F3 subscribe A aa
         F4 subscribe A.B aa"
    );
    let told = deliveries(&before, "F1 register A.B");
    assert_eq!(told, [handles(&[2, 3]), handles(&[4])]);
}
