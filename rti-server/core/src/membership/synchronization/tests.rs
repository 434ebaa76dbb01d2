use bytes::Bytes;
use hla::{Call, Callback, FederateHandle};

use crate::{Limits, Settings, script::World};

fn register(world: &mut World, from: &str, label: &str, set: &[&str]) -> Result<(), &'static str> {
    let set: Vec<FederateHandle> = set.iter().map(|name| world.federate(name)).collect();
    let call = Call::RegisterFederationSynchronizationPoint {
        label: label.to_owned(),
        tag: Bytes::new(),
        synchronization_set: (!set.is_empty()).then_some(set),
    };
    let result = world.call(world.federate(from), call);
    result.map(drop).map_err(|error| error.exception_name())
}

fn achieve(world: &mut World, from: &str, label: &str) {
    let call = Call::SynchronizationPointAchieved { label: label.to_owned(), successfully: true };
    world.call(world.federate(from), call).expect("the point is open");
}

#[test]
fn a_lost_member_completes_every_point_that_waited_for_it() {
    let mut world = World::new();
    world.part("join F1\njoin F2");
    for label in ["b", "a"] {
        register(&mut world, "F1", label, &[]).expect("a free label");
        achieve(&mut world, "F1", label);
    }
    register(&mut world, "F1", "of F2 alone", &["F2"]).expect("a free label");
    world.part("F1 < *");
    world.lose("F2");
    // In the order of the labels; the point that nobody is left for just ends.
    for label in ["a", "b"] {
        let told = world.pop_callback(world.federate("F1")).expect("a point is complete");
        let label = label.to_owned();
        assert_eq!(*told, Callback::FederationSynchronized { label, failed_to_sync_set: vec![] });
    }
    world.part("F1 <");
    register(&mut world, "F1", "of F2 alone", &[]).expect("the label is free again");
}

#[test]
fn open_points_are_limited() {
    let limits = Limits { synchronization_points_max: 1, ..Limits::default() };
    let mut world = World::new();
    world.federation.settings = Settings { limits, ..world.federation.settings.clone() };
    world.part("join F1");
    register(&mut world, "F1", "p", &[]).expect("room for one");
    assert_eq!(register(&mut world, "F1", "q", &[]), Err("RTIinternalError"));
}
