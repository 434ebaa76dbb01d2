//! Federates that are lost with much that is theirs, and federates that come while others act.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use hla::{AttributeHandle, Call, Callback, FederateHandle, ObjectInstanceHandle, Reply};

use crate::script::World;

/// Classes and what of their instances C takes over.
const CLASSES: [(&str, &str); 3] = [("A", "ab"), ("A.B", "bb"), ("R", "rb")];

/// Registers an instance for B, of which C acquires an attribute if it shall.
fn register(
    world: &mut World,
    class: &str,
    taken: Option<AttributeHandle>,
) -> ObjectInstanceHandle {
    let (b, c) = (world.federate("B"), world.federate("C"));
    let object_class = world.class(class);
    let call =
        Call::RegisterObjectInstance { object_class, name: None, attributes_and_regions: None };
    let Ok(Reply::RegisterObjectInstance(object)) = world.call(b, call) else {
        panic!("B publishes {class}")
    };
    if let Some(attribute) = taken {
        let attributes = vec![attribute];
        let tag = Bytes::new();
        let divest = Call::UnconditionalAttributeOwnershipDivestiture {
            object_instance: object,
            attributes: attributes.clone(),
            tag: tag.clone(),
        };
        world.call(b, divest).expect("B owns it");
        let acquire =
            Call::AttributeOwnershipAcquisition { object_instance: object, attributes, tag };
        world.call(c, acquire).expect("C publishes it");
    }
    object
}

/// The instances that callbacks of one kind name, each of which may be named once.
fn named(
    world: &mut World,
    federate: FederateHandle,
    pick: impl Fn(&Callback) -> Option<ObjectInstanceHandle>,
) -> BTreeSet<ObjectInstanceHandle> {
    let mut found = BTreeSet::new();
    while let Some(callback) = world.pop_callback(federate) {
        if let Some(object) = pick(&callback) {
            assert!(found.insert(object), "{callback:?} again");
        }
    }
    found
}

fn removal(callback: &Callback) -> Option<ObjectInstanceHandle> {
    match callback {
        Callback::RemoveObjectInstance { object_instance, .. } => Some(*object_instance),
        _ => None,
    }
}

#[test]
fn b021_a_lost_federate_with_many_objects_leaves_nothing_behind() {
    let mut world = World::new();
    world.part(
        "join A
         join B
         join C
         B directive DeleteObjects
         A subscribe A aa
         B publish A aa ab
         B publish A.B ba bb aa
         B publish R ra rb
         C publish A ab
         C publish A.B bb
         C publish R rb
         C subscribe A aa ab
         C subscribe A.B aa bb
         C subscribe R ra rb",
    );
    let mut objects = Vec::new();
    for n in 0..2_000 {
        let (class, attribute) = CLASSES[n % CLASSES.len()];
        let taken = (n % 2 == 0).then(|| world.attribute_called(attribute));
        objects.push((register(&mut world, class, taken), class));
        world.part("A < *\nB < *\nC < *");
    }
    let (a, c) = (world.federate("A"), world.federate("C"));
    // Of a hundred of those that B holds whole, C asks for an attribute and is not answered.
    let whole = objects.iter().enumerate().filter(|(n, _)| n % 2 == 1);
    let asked: Vec<_> = whole.take(100).map(|(n, (object, _))| (n, *object)).collect();
    for (n, object) in &asked {
        let attributes = vec![world.attribute_called(CLASSES[n % CLASSES.len()].1)];
        let (object_instance, tag) = (*object, Bytes::new());
        let call = Call::AttributeOwnershipAcquisition { object_instance, attributes, tag };
        world.call(c, call).expect("C publishes it and does not own it");
    }
    world.lose("B");
    let of_a = objects.iter().filter(|(_, class)| *class != "R").map(|(object, _)| *object);
    assert_eq!(named(&mut world, a, removal), of_a.collect(), "each removal once");
    let all: BTreeSet<_> = objects.iter().map(|(object, _)| *object).collect();
    assert_eq!(named(&mut world, c, removal), all, "with an instance go the wishes for it");
    assert_eq!(world.federation.status().object_instances, 3, "those of A, C and the federation");
    world.run("join D\nD reserve n\nD < reserved n");
}

/// What a late joiner may be told about one instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Life {
    Discovered,
    Removed,
}

#[test]
fn b022_a_late_joiner_discovers_each_instance_once_and_first() {
    for joins_at in 0..100 {
        let mut world = World::new();
        world.part("join B\nB publish A aa\nB publish R ra");
        let mut expected = BTreeSet::new();
        let mut alive: Vec<String> = Vec::new();
        for n in 0..100 {
            if n == joins_at {
                world.part("join C\nC subscribe A aa");
            }
            if n == joins_at / 2 + 50 && n > joins_at {
                world.part("C subscribe R ra\nC request-class A aa\nC request-class R ra");
            }
            let class = if n % 2 == 0 { "A" } else { "R" };
            world.part(&format!("B register {class} -> o{n}"));
            world.part(&format!("B update o{n} {}=1", if n % 2 == 0 { "aa" } else { "ra" }));
            alive.push(format!("o{n}"));
            if n % 10 == 9 {
                let gone = alive.remove(n / 10);
                world.part(&format!("B delete {gone}"));
            }
        }
        world.part("C subscribe R ra\nC subscribe A aa");
        expected.extend(alive.iter().map(|name| world.instance(name)));
        let c = world.federate("C");
        let mut lives = BTreeMap::new();
        while let Some(callback) = world.pop_callback(c) {
            match &*callback {
                Callback::DiscoverObjectInstance { object_instance, .. } => {
                    let before = lives.insert(*object_instance, Life::Discovered);
                    assert_eq!(before, None, "{object_instance} is discovered once");
                }
                Callback::ReflectAttributeValues { object_instance, .. } => {
                    let life = lives.get(object_instance);
                    assert_eq!(life, Some(&Life::Discovered), "{object_instance} is reflected");
                }
                Callback::RemoveObjectInstance { object_instance, .. } => {
                    let before = lives.insert(*object_instance, Life::Removed);
                    assert_eq!(before, Some(Life::Discovered), "{object_instance} is removed");
                }
                other => panic!("{other:?}"),
            }
        }
        let known = lives.iter().filter(|(_, life)| **life == Life::Discovered);
        let known: BTreeSet<_> = known.map(|(object, _)| *object).collect();
        assert_eq!(known, expected, "joining before instance {joins_at}");
    }
}
