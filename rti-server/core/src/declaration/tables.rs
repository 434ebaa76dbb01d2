//! Who publishes and subscribes what: dense tables by class and by position of the attribute.
//!
//! The position of an attribute is its place in the class's list of available attributes. Modules
//! that come later only append to that list, so positions stay.

use hla::{
    FederateHandle, InteractionClassHandle, ObjectClassHandle, OrderType, TransportationTypeHandle,
};
use rti_fom::FomModel;

use super::directed::DirectedDeclarations;
use crate::{CallbackSeq, FederateSet, ddm::RegionalSubscriptions};

/// A subscription of one federate to one attribute or interaction class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Subscription {
    /// Passive ones get everything and count for no advisory.
    pub(crate) active: bool,
    /// Index of the update rate asked for; none for every update.
    pub(crate) rate: Option<usize>,
}

/// Subscribers with their subscriptions, by handle.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Subscribers {
    federates: Vec<FederateHandle>,
    subscriptions: Vec<Subscription>,
    /// How many of them asked for an update rate.
    rated: usize,
}

impl Subscribers {
    pub(crate) fn federates(&self) -> &[FederateHandle] {
        &self.federates
    }

    pub(crate) fn contains(&self, federate: FederateHandle) -> bool {
        self.federates.binary_search(&federate).is_ok()
    }

    pub(crate) fn get(&self, federate: FederateHandle) -> Option<Subscription> {
        let place = self.federates.binary_search(&federate).ok()?;
        self.subscriptions.get(place).copied()
    }

    /// Whether anybody asked for an update rate.
    pub(crate) fn any_rate(&self) -> bool {
        self.rated > 0
    }

    /// Whether somebody else than this federate subscribes actively.
    pub(crate) fn active_besides(&self, federate: FederateHandle) -> bool {
        self.iter().any(|(other, subscription)| subscription.active && other != federate)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (FederateHandle, Subscription)> {
        self.federates.iter().copied().zip(self.subscriptions.iter().copied())
    }

    pub(crate) fn set(&mut self, federate: FederateHandle, subscription: Subscription) {
        self.remove(federate);
        let place = self.federates.partition_point(|other| *other < federate);
        self.federates.insert(place, federate);
        self.subscriptions.insert(place, subscription);
        self.rated += usize::from(subscription.rate.is_some());
    }

    pub(crate) fn remove(&mut self, federate: FederateHandle) -> Option<Subscription> {
        let place = self.federates.binary_search(&federate).ok()?;
        self.federates.remove(place);
        let subscription = self.subscriptions.remove(place);
        self.rated -= usize::from(subscription.rate.is_some());
        Some(subscription)
    }
}

/// The subscriptions of all federates to one attribute or interaction class.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Subscriptions {
    /// Without regions.
    pub(crate) plain: Subscribers,
    /// With regions; they stand beside the others (9.8, 9.10).
    pub(crate) regional: RegionalSubscriptions,
}

impl Subscriptions {
    /// All of one federate.
    pub(crate) fn of(&self, federate: FederateHandle) -> impl Iterator<Item = Subscription> {
        let regional = self.regional.of(federate).iter().map(|(_, subscription)| *subscription);
        self.plain.get(federate).into_iter().chain(regional)
    }

    /// Whether the federate subscribes in any way.
    pub(crate) fn includes(&self, federate: FederateHandle) -> bool {
        self.plain.contains(federate) || self.regional.contains(federate)
    }

    /// Who subscribes; those who do so in both ways come twice.
    pub(crate) fn federates(&self) -> impl Iterator<Item = FederateHandle> {
        self.plain.federates().iter().copied().chain(self.regional.federates())
    }

    /// Whether somebody else than this federate subscribes actively.
    pub(crate) fn active_besides(&self, federate: FederateHandle) -> bool {
        self.plain.active_besides(federate) || self.regional.active_besides(federate)
    }

    /// Whether the federate asks for an update rate.
    pub(crate) fn is_rated_by(&self, federate: FederateHandle) -> bool {
        self.of(federate).any(|subscription| subscription.rate.is_some())
    }

    /// Forgets a federate that leaves.
    pub(crate) fn leave(&mut self, federate: FederateHandle) {
        self.plain.remove(federate);
        self.regional.leave(federate);
    }
}

/// Declarations about one attribute at one class.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct AttributeDeclarations {
    pub(crate) publishers: FederateSet,
    pub(crate) subscriptions: Subscriptions,
}

/// Declarations about one object class.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct ObjectClassDeclarations {
    /// By position.
    pub(crate) attributes: Vec<AttributeDeclarations>,
    /// Who publishes any attribute.
    pub(crate) publishers: FederateSet,
    /// Who subscribes to any attribute.
    pub(crate) subscribers: FederateSet,
    /// Publishers whose registrations somebody else actively wants.
    pub(crate) relevant: FederateSet,
}

impl ObjectClassDeclarations {
    pub(crate) fn publishes(&self, federate: FederateHandle, position: usize) -> bool {
        self.attributes.get(position).is_some_and(|row| row.publishers.contains(federate))
    }

    pub(crate) fn subscription(
        &self,
        federate: FederateHandle,
        position: usize,
    ) -> Option<Subscription> {
        self.attributes.get(position)?.subscriptions.plain.get(federate)
    }

    /// Settles who is in the sets over all attributes.
    pub(crate) fn settle(&mut self, federate: FederateHandle) {
        let publishes = self.attributes.iter().any(|row| row.publishers.contains(federate));
        set(&mut self.publishers, federate, publishes);
        let subscribes = self.attributes.iter().any(|row| row.subscriptions.includes(federate));
        set(&mut self.subscribers, federate, subscribes);
    }
}

fn set(federates: &mut FederateSet, federate: FederateHandle, present: bool) {
    if present {
        federates.insert(federate);
    } else {
        federates.remove(federate);
    }
}

/// A published interaction class and what its publisher has changed for its own sending.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct InteractionPublication {
    pub(crate) federate: FederateHandle,
    pub(crate) order: OrderType,
    pub(crate) transportation: TransportationTypeHandle,
    /// The callback that confirmed the last change of transportation.
    pub(crate) confirmed: CallbackSeq,
}

/// Declarations about one interaction class.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct InteractionClassDeclarations {
    /// By federate.
    pub(crate) publications: Vec<InteractionPublication>,
    pub(crate) subscriptions: Subscriptions,
    /// Publishers whose interactions somebody else actively wants.
    pub(crate) relevant: FederateSet,
}

impl InteractionClassDeclarations {
    pub(crate) fn place(&self, federate: FederateHandle) -> Result<usize, usize> {
        self.publications.binary_search_by_key(&federate, |row| row.federate)
    }

    pub(crate) fn publication(&self, federate: FederateHandle) -> Option<&InteractionPublication> {
        self.publications.get(self.place(federate).ok()?)
    }

    pub(crate) fn publication_mut(
        &mut self,
        federate: FederateHandle,
    ) -> Option<&mut InteractionPublication> {
        let place = self.place(federate).ok()?;
        self.publications.get_mut(place)
    }
}

/// The declarations of all federates.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Declarations {
    objects: Vec<ObjectClassDeclarations>,
    interactions: Vec<InteractionClassDeclarations>,
    pub(crate) directed: DirectedDeclarations,
}

impl Declarations {
    /// Makes room for every class and attribute of the model.
    pub(crate) fn fit(&mut self, model: &FomModel) {
        self.objects.resize_with(model.object_classes().len(), Default::default);
        for (row, class) in self.objects.iter_mut().zip(model.object_classes()) {
            row.attributes.resize_with(class.attributes.len(), Default::default);
        }
        self.interactions.resize_with(model.interaction_classes().len(), Default::default);
    }

    pub(crate) fn object(&self, class: ObjectClassHandle) -> Option<&ObjectClassDeclarations> {
        self.objects.get(class.index())
    }

    pub(crate) fn object_mut(
        &mut self,
        class: ObjectClassHandle,
    ) -> Option<&mut ObjectClassDeclarations> {
        self.objects.get_mut(class.index())
    }

    pub(crate) fn objects_by_class(
        &self,
    ) -> impl Iterator<Item = (ObjectClassHandle, &ObjectClassDeclarations)> {
        let rows = self.objects.iter().zip(0_u32..);
        rows.map(|(row, number)| (ObjectClassHandle::new(number), row))
    }

    pub(crate) fn interactions(&self) -> impl Iterator<Item = &InteractionClassDeclarations> {
        self.interactions.iter()
    }

    pub(crate) fn objects_mut(&mut self) -> impl Iterator<Item = &mut ObjectClassDeclarations> {
        self.objects.iter_mut()
    }

    pub(crate) fn interaction(
        &self,
        class: InteractionClassHandle,
    ) -> Option<&InteractionClassDeclarations> {
        self.interactions.get(class.index())
    }

    pub(crate) fn interaction_mut(
        &mut self,
        class: InteractionClassHandle,
    ) -> Option<&mut InteractionClassDeclarations> {
        self.interactions.get_mut(class.index())
    }

    pub(crate) fn interactions_mut(
        &mut self,
    ) -> impl Iterator<Item = &mut InteractionClassDeclarations> {
        self.interactions.iter_mut()
    }

    /// Whether the federate publishes the attribute at this position of the class.
    pub(crate) fn publishes(
        &self,
        federate: FederateHandle,
        class: ObjectClassHandle,
        position: usize,
    ) -> bool {
        self.object(class).is_some_and(|row| row.publishes(federate, position))
    }

    /// The federate's subscription to the attribute at this position of the class.
    pub(crate) fn subscription(
        &self,
        federate: FederateHandle,
        class: ObjectClassHandle,
        position: usize,
    ) -> Option<Subscription> {
        self.object(class)?.subscription(federate, position)
    }

    /// Only joined federates declare anything, and the sets over all attributes agree with the
    /// tables of each (IEEE 1516.1-2025, 5.1).
    pub(crate) fn check_invariants(&self, model: &FomModel, joined: &FederateSet) {
        assert_eq!(self.objects.len(), model.object_classes().len());
        assert_eq!(self.interactions.len(), model.interaction_classes().len());
        self.directed.check_invariants(model, joined);
        for (row, class) in self.objects.iter().zip(model.object_classes()) {
            assert_eq!(row.attributes.len(), class.attributes.len(), "{}", class.name);
            let publishers = row.attributes.iter().flat_map(|row| row.publishers.iter()).collect();
            assert_eq!(row.publishers, publishers, "publishers of {}", class.name);
            let subscribers = row.attributes.iter().flat_map(|row| row.subscriptions.federates());
            let subscribers: FederateSet = subscribers.collect();
            assert_eq!(row.subscribers, subscribers, "subscribers of {}", class.name);
            for federate in row.publishers.iter().chain(row.subscribers.iter()) {
                assert!(joined.contains(federate), "{federate} left, {} remembers", class.name);
            }
            for federate in row.relevant.iter() {
                assert!(row.publishers.contains(federate), "{} is relevant", class.name);
            }
        }
        for (row, class) in self.interactions.iter().zip(model.interaction_classes()) {
            let publishers = row.publications.iter().map(|row| row.federate);
            for federate in publishers.chain(row.subscriptions.federates()) {
                assert!(joined.contains(federate), "{federate} left, {} remembers", class.name);
            }
            for federate in row.relevant.iter() {
                assert!(row.place(federate).is_ok(), "{} is relevant", class.name);
            }
        }
    }
}
