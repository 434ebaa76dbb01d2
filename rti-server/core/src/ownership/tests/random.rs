//! Random calls of clause 7 by several federates, beside an onlooker who knows only what was
//! accepted and what callbacks told (SEMANTICS 4).

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use hla::{
    AttributeHandle, Call, Callback, Edition, FederateHandle, ObjectInstanceHandle, Reply,
    ResignAction,
};
use proptest::prelude::*;

use crate::{Effect, object::Owner, script::World};

const PLACES: usize = 4;
const NAMES: [&str; 3] = ["aa", "ab", "privilege"];

#[derive(Debug, Clone, Copy)]
enum Try {
    Publish,
    Unpublish,
    Register,
    Delete,
    LocalDelete,
    Resign(&'static str),
    Lose,
    Handle,
    Divest,
    Negotiate,
    Confirm,
    CancelDivestiture,
    Deny,
    IfWanted,
    Acquire,
    IfAvailable,
    CancelAcquisition,
}

/// Who tries what with which of the latest instances and which attributes.
type Move = (usize, Try, usize, u8);

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let action = prop::sample::select(vec![
        "UNCONDITIONALLY_DIVEST_ATTRIBUTES",
        "DELETE_OBJECTS",
        "CANCEL_PENDING_OWNERSHIP_ACQUISITIONS",
        "DELETE_OBJECTS_THEN_DIVEST",
        "CANCEL_THEN_DELETE_THEN_DIVEST",
        "NO_ACTION",
    ]);
    let what = prop_oneof![
        3 => Just(Try::Publish),
        1 => Just(Try::Unpublish),
        1 => Just(Try::Register),
        1 => Just(Try::Delete),
        1 => Just(Try::LocalDelete),
        2 => action.prop_map(Try::Resign),
        1 => Just(Try::Lose),
        8 => Just(Try::Handle),
        4 => Just(Try::Divest),
        8 => Just(Try::Negotiate),
        8 => Just(Try::Confirm),
        3 => Just(Try::CancelDivestiture),
        3 => Just(Try::Deny),
        5 => Just(Try::IfWanted),
        14 => Just(Try::Acquire),
        7 => Just(Try::IfAvailable),
        4 => Just(Try::CancelAcquisition),
    ];
    prop::collection::vec((0..PLACES, what, 0_usize..2, 1_u8..8), 1..80)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Want {
    Regular,
    IfAvailable,
}

type Attribute = (ObjectInstanceHandle, AttributeHandle);

struct Trial {
    world: World,
    places: [FederateHandle; PLACES],
    objects: Vec<ObjectInstanceHandle>,
    seen: usize,
    owners: BTreeMap<Attribute, FederateHandle>,
    wants: BTreeMap<(Attribute, FederateHandle), Want>,
    /// Searches for an owner that go on, and whom they have asked.
    searches: BTreeMap<Attribute, BTreeSet<FederateHandle>>,
    /// For whom the present owner was asked to release an attribute.
    releases: BTreeSet<(Attribute, FederateHandle)>,
    confirmations: BTreeSet<Attribute>,
}

impl Trial {
    fn new() -> Self {
        let mut trial = Self {
            world: World::new(),
            places: [FederateHandle::INVALID; PLACES],
            objects: Vec::new(),
            seen: 0,
            owners: BTreeMap::new(),
            wants: BTreeMap::new(),
            searches: BTreeMap::new(),
            releases: BTreeSet::new(),
            confirmations: BTreeSet::new(),
        };
        for place in 0..PLACES {
            trial.join(place);
        }
        for (place, object) in [(0, 0), (1, 1)] {
            trial.play((place, Try::Register, object, 7));
        }
        trial
    }

    fn join(&mut self, place: usize) {
        let edition = if place == 3 { Edition::Evolved2010 } else { Edition::Hla4 };
        let joined = self.world.join(Some(&format!("F{place}")), edition, Vec::new());
        self.places[place] = joined.expect("the name is free").federate;
        let object_class = self.world.class("A");
        let attributes = self.attributes(7);
        let subscribe = Call::SubscribeObjectClassAttributes {
            object_class,
            attributes: attributes.clone(),
            active: true,
            update_rate: None,
        };
        let publish = Call::PublishObjectClassAttributes { object_class, attributes };
        for call in [publish, subscribe] {
            self.world.call(self.places[place], call).expect("nothing is wrong with it");
        }
        self.look();
        self.check();
    }

    fn attributes(&self, mask: u8) -> Vec<AttributeHandle> {
        let chosen = NAMES.iter().enumerate().filter(|(bit, _)| mask & (1 << bit) != 0);
        chosen.map(|(_, name)| self.world.attribute_called(name)).collect()
    }

    fn knows(&self, federate: FederateHandle, object: ObjectInstanceHandle) -> bool {
        let instance = self.world.federation.instances.get(object);
        instance.is_some_and(|instance| instance.known(federate).is_some())
    }

    fn publishes(&self, federate: FederateHandle, attribute: AttributeHandle) -> bool {
        let federation = &self.world.federation;
        let class = self.world.class("A");
        let position = federation.position_of(class, attribute).expect("available at A");
        federation.declarations.publishes(federate, class, position)
    }

    fn play(&mut self, (place, what, object, mask): Move) {
        let from = self.places[place];
        let latest = self.objects.iter().rev().nth(object).copied();
        let object = latest.unwrap_or(ObjectInstanceHandle::INVALID);
        let attributes = self.attributes(mask);
        match what {
            Try::Handle => {
                for _ in 0..mask {
                    self.world.pop_callback(from);
                }
                return;
            }
            Try::Lose => {
                self.world.lose(&format!("F{place}"));
                self.forget(from);
                self.look();
                return self.join(place);
            }
            _ => {}
        }
        let knows = self.knows(from, object);
        let call = self.call(from, what, object, &attributes);
        let Ok(reply) = self.world.call(from, call) else { return };
        match (what, reply) {
            (Try::Resign(_), _) => {
                self.forget(from);
                self.look();
                return self.join(place);
            }
            (Try::Register, Reply::RegisterObjectInstance(object)) => {
                self.objects.push(object);
                for attribute in self.attributes(7) {
                    if self.publishes(from, attribute) {
                        self.owners.insert((object, attribute), from);
                    }
                }
            }
            (Try::Unpublish, _) => self.lose_unpublished(from),
            // A call on an instance whose removal was told is accepted and does nothing.
            _ if !knows => {}
            (Try::IfWanted, Reply::AttributeOwnershipDivestitureIfWanted(divested)) => {
                self.accept(from, what, object, &divested);
            }
            _ => self.accept(from, what, object, &attributes),
        }
        self.look();
        self.check();
    }

    fn call(
        &self,
        from: FederateHandle,
        what: Try,
        object_instance: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
    ) -> Call {
        let attributes = attributes.to_vec();
        let object_class = self.world.class("A");
        // The tag tells on whose behalf an owner is asked.
        let tag = Bytes::from(from.to_string());
        match what {
            Try::Publish => Call::PublishObjectClassAttributes { object_class, attributes },
            Try::Unpublish => Call::UnpublishObjectClassAttributes { object_class, attributes },
            Try::Register => Call::RegisterObjectInstance {
                object_class,
                name: None,
                attributes_and_regions: None,
            },
            Try::Delete => Call::DeleteObjectInstance { object_instance, tag, time: None },
            Try::LocalDelete => Call::LocalDeleteObjectInstance { object_instance },
            Try::Resign(action) => {
                Call::ResignFederationExecution { action: ResignAction::from_name(action) }
            }
            Try::Divest => Call::UnconditionalAttributeOwnershipDivestiture {
                object_instance,
                attributes,
                tag,
            },
            Try::Negotiate => {
                Call::NegotiatedAttributeOwnershipDivestiture { object_instance, attributes, tag }
            }
            Try::Confirm => Call::ConfirmDivestiture { object_instance, attributes, tag },
            Try::CancelDivestiture => {
                Call::CancelNegotiatedAttributeOwnershipDivestiture { object_instance, attributes }
            }
            Try::Deny => Call::AttributeOwnershipReleaseDenied { object_instance, attributes, tag },
            Try::IfWanted => {
                Call::AttributeOwnershipDivestitureIfWanted { object_instance, attributes, tag }
            }
            Try::Acquire => {
                Call::AttributeOwnershipAcquisition { object_instance, attributes, tag }
            }
            Try::IfAvailable => {
                Call::AttributeOwnershipAcquisitionIfAvailable { object_instance, attributes, tag }
            }
            Try::CancelAcquisition => {
                Call::CancelAttributeOwnershipAcquisition { object_instance, attributes }
            }
            Try::Handle | Try::Lose => unreachable!("no services"),
        }
    }

    /// What an accepted call means by itself.
    fn accept(
        &mut self,
        from: FederateHandle,
        what: Try,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
    ) {
        for attribute in attributes.iter().map(|attribute| (object, *attribute)) {
            let owns = self.owners.get(&attribute) == Some(&from);
            match what {
                Try::Divest => self.give_up(attribute, from),
                Try::Negotiate => {
                    self.searches.insert(attribute, BTreeSet::from([from]));
                }
                Try::CancelDivestiture => {
                    self.searches.remove(&attribute);
                    self.confirmations.remove(&attribute);
                }
                Try::Confirm | Try::IfWanted => {
                    assert!(owns, "only an owner hands over");
                    self.owners.remove(&attribute);
                }
                Try::Acquire if !owns => {
                    self.wants.insert((attribute, from), Want::Regular);
                }
                Try::IfAvailable if !owns => {
                    self.wants.entry((attribute, from)).or_insert(Want::IfAvailable);
                }
                _ => {}
            }
        }
    }

    fn give_up(&mut self, attribute: Attribute, by: FederateHandle) {
        self.owners.remove(&attribute);
        self.confirmations.remove(&attribute);
        self.searches.insert(attribute, BTreeSet::from([by]));
    }

    fn lose_unpublished(&mut self, from: FederateHandle) {
        let owned = self.owners.iter().filter(|(_, owner)| **owner == from);
        let owned: Vec<_> = owned.map(|(attribute, _)| *attribute).collect();
        for attribute in owned {
            if !self.publishes(from, attribute.1) {
                self.give_up(attribute, from);
            }
        }
    }

    /// It has left.
    fn forget(&mut self, federate: FederateHandle) {
        let owned = self.owners.iter().filter(|(_, owner)| **owner == federate);
        let owned: Vec<_> = owned.map(|(attribute, _)| *attribute).collect();
        for attribute in owned {
            self.give_up(attribute, federate);
        }
        self.wants.retain(|(_, wanting), _| *wanting != federate);
        self.releases.retain(|(_, wanting)| *wanting != federate);
    }

    /// Takes in what was told since the last time.
    fn look(&mut self) {
        let effects = self.world.effects()[self.seen..].to_vec();
        self.seen += effects.len();
        for effect in effects {
            if let Effect::Deliver { to, callback } = effect {
                to.iter().for_each(|federate| self.told(federate, &callback));
            }
        }
        // Who has nobody left to confirm for is asked again once there is somebody.
        let wants = &self.wants;
        self.confirmations.retain(|row| wants.keys().any(|(attribute, _)| attribute == row));
    }

    fn told(&mut self, to: FederateHandle, callback: &Callback) {
        let each = |object: &ObjectInstanceHandle, attributes: &[AttributeHandle]| {
            attributes.iter().map(|row| (*object, *row)).collect::<Vec<_>>()
        };
        match callback {
            Callback::AttributeOwnershipAcquisitionNotification {
                object_instance,
                attributes,
                ..
            } => {
                for attribute in each(object_instance, attributes) {
                    let before = self.owners.insert(attribute, to);
                    assert_eq!(before, None, "{attribute:?} has two owners");
                    let asked = self.wants.remove(&(attribute, to));
                    assert!(asked.is_some(), "{to} has not asked for {attribute:?}");
                    self.searches.remove(&attribute);
                    self.confirmations.remove(&attribute);
                    self.releases.retain(|(row, _)| *row != attribute);
                }
            }
            Callback::AttributeOwnershipUnavailable { object_instance, attributes, .. }
            | Callback::ConfirmAttributeOwnershipAcquisitionCancellation {
                object_instance,
                attributes,
            } => {
                for attribute in each(object_instance, attributes) {
                    self.wants.remove(&(attribute, to));
                    self.releases.remove(&(attribute, to));
                }
            }
            Callback::RequestAttributeOwnershipAssumption {
                object_instance, attributes, ..
            } => {
                for attribute in each(object_instance, attributes) {
                    let search = self.searches.get_mut(&attribute);
                    let first = search.expect("only what is looked for is offered").insert(to);
                    assert!(first, "{attribute:?} is offered to {to} twice");
                    assert!(self.knows(to, attribute.0) && self.publishes(to, attribute.1));
                }
            }
            Callback::RequestAttributeOwnershipRelease { object_instance, attributes, tag } => {
                for attribute in each(object_instance, attributes) {
                    assert_eq!(self.owners.get(&attribute), Some(&to), "asked is the owner");
                    let wants = self.wants.keys().find(|(row, wanting)| {
                        *row == attribute && wanting.to_string().as_bytes() == tag
                    });
                    let wanting = wants.expect("somebody wants it").1;
                    let first = self.releases.insert((attribute, wanting));
                    assert!(first, "{to} is asked to release {attribute:?} twice");
                }
            }
            Callback::RequestDivestitureConfirmation { object_instance, attributes, .. } => {
                for attribute in each(object_instance, attributes) {
                    assert_eq!(self.owners.get(&attribute), Some(&to), "asked is the owner");
                    assert!(self.confirmations.insert(attribute), "{to} is asked twice");
                }
            }
            _ => {}
        }
    }

    /// Holds the federation against what the onlooker knows.
    fn check(&mut self) {
        let federation = &self.world.federation;
        let gone = |row: &Attribute| federation.instances.get(row.0).is_none();
        self.owners.retain(|row, _| !gone(row));
        self.wants.retain(|(row, _), _| !gone(row));
        self.searches.retain(|row, _| !gone(row));
        self.releases.retain(|(row, _)| !gone(row));
        self.confirmations.retain(|row| !gone(row));
        for object in
            self.objects.iter().filter(|object| !gone(&(**object, AttributeHandle::INVALID)))
        {
            let instance = federation.instances.get(*object).expect("it is not gone");
            for handle in self.attributes(7) {
                let attribute = (*object, handle);
                let position = federation.position_of(instance.class, handle).expect("available");
                let owner = self.owners.get(&attribute).copied();
                let expected = owner.map_or(Owner::Unowned, Owner::Federate);
                assert_eq!(instance.attributes[position].owner, expected, "{attribute:?}");
                let negotiation = instance.negotiation(position);
                for federate in self.places {
                    let want = self.wants.get(&(attribute, federate)).copied();
                    let really = negotiation.filter(|row| row.is_wanted_by(federate)).map(|row| {
                        if row.is_acquired_by(federate) { Want::Regular } else { Want::IfAvailable }
                    });
                    assert_eq!(really, want, "what {federate} wants of {attribute:?}");
                }
                self.check_progress(attribute, owner);
            }
        }
    }

    /// Whoever wants something waits for somebody who was asked; what nobody wants was offered to
    /// everybody who could take it.
    fn check_progress(&self, attribute: Attribute, owner: Option<FederateHandle>) {
        let search = self.searches.get(&attribute);
        let mut wanted = false;
        for federate in self.places {
            let Some(want) = self.wants.get(&(attribute, federate)) else { continue };
            wanted = true;
            assert!(owner.is_some(), "{federate} waits for {attribute:?}, which nobody owns");
            match search {
                Some(_) => assert!(self.confirmations.contains(&attribute), "nobody was asked"),
                None => {
                    assert_eq!(*want, Want::Regular);
                    assert!(self.releases.contains(&(attribute, federate)), "nobody was asked");
                }
            }
        }
        let Some(asked) = search.filter(|_| !wanted) else { return };
        for federate in self.places {
            let able = self.knows(federate, attribute.0) && self.publishes(federate, attribute.1);
            assert!(!able || asked.contains(&federate), "{attribute:?} not offered to {federate}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn ownership_is_as_the_callbacks_told(moves in moves()) {
        let mut trial = Trial::new();
        for one in moves {
            trial.play(one);
        }
    }
}
