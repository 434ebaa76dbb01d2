//! Object instances by handle, in the order of registration.
//!
//! Handles only grow while instances come and go, so the table is a directory of pages: a look-up
//! is two steps, and what remains of a page whose instances are all gone is one word.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use hla::{
    AttributeHandle, FederateHandle, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, OrderType, RegionHandle, TimePoint, TransportationTypeHandle,
};
use rti_fom::FomModel;

use crate::{CallbackSeq, FederateSet, Nanos, ownership::Negotiation};

const PAGE_LEN: usize = 256;

/// Who owns an instance attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Nobody.
    Unowned,
    /// The RTI: an attribute of the MOM.
    Rti,
    /// A joined federate.
    Federate(FederateHandle),
}

/// What the owner of an attribute was last told about the want of updates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Nobody actively wants them.
    Off,
    /// Somebody does, at no more than this update rate; none for every update.
    On(Option<usize>),
}

/// An attribute of an instance.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct InstanceAttribute {
    pub(crate) owner: Owner,
    pub(crate) order: OrderType,
    pub(crate) transportation: TransportationTypeHandle,
    /// The callback that confirmed the owner's last change of transportation.
    pub(crate) confirmed: CallbackSeq,
    /// Kept up only while the owner's advisory switch is on.
    pub(crate) wanted: Wanted,
    /// What is under way about its ownership; for most attributes nothing.
    pub(crate) negotiation: Option<Box<Negotiation>>,
}

/// A federate that knows an instance.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Known {
    pub(crate) federate: FederateHandle,
    /// The class as which it knows the instance.
    pub(crate) class: ObjectClassHandle,
    /// What it was told to be in scope; kept up only while its advisory switch is on.
    pub(crate) in_scope: Vec<AttributeHandle>,
    /// When it last got what it wants at a reduced rate.
    pub(crate) last_sent: Vec<(AttributeHandle, Nanos)>,
    /// Whether it has ever updated the instance.
    pub(crate) updated: bool,
    /// Whether it has ever had it reflected.
    pub(crate) reflected: bool,
}

/// A deletion that has not reached everybody, or can still be retracted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Deletion {
    pub(crate) by: FederateHandle,
    /// By what the deleter can take it back, if it was sent in time-stamp order.
    pub(crate) retractable: Option<(MessageRetractionHandle, TimePoint)>,
    /// Who knew the instance and does no more, and as what: the deleter, then whoever was told.
    pub(crate) forgotten: Vec<(FederateHandle, ObjectClassHandle)>,
}

/// An object instance.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Instance {
    pub(crate) name: Arc<str>,
    /// The class as which it was registered.
    pub(crate) class: ObjectClassHandle,
    /// Who registered it; `INVALID` for the RTI.
    pub(crate) producer: FederateHandle,
    /// By position in the class's available attributes.
    pub(crate) attributes: Vec<InstanceAttribute>,
    /// Regions in which federates update attributes that they own, by position and federate.
    pub(crate) associations: BTreeMap<(usize, FederateHandle), Vec<RegionHandle>>,
    /// By federate.
    known: Vec<Known>,
    pub(crate) deletion: Option<Box<Deletion>>,
}

impl Instance {
    pub(crate) fn new(
        name: Arc<str>,
        class: ObjectClassHandle,
        producer: FederateHandle,
        model: &FomModel,
    ) -> Self {
        let mut instance = Self {
            name,
            class,
            producer,
            attributes: Vec::new(),
            associations: BTreeMap::new(),
            known: Vec::new(),
            deletion: None,
        };
        instance.fit(model);
        instance
    }

    /// Gives every attribute of the class its row; what is new is unowned.
    pub(crate) fn fit(&mut self, model: &FomModel) {
        let available = model.object_class(self.class).map(|class| class.attributes.as_slice());
        let rows =
            available.unwrap_or_default().iter().filter_map(|handle| model.attribute(*handle));
        self.attributes.extend(rows.skip(self.attributes.len()).map(|attribute| {
            InstanceAttribute {
                owner: Owner::Unowned,
                order: attribute.order,
                transportation: attribute.transportation,
                confirmed: CallbackSeq::default(),
                wanted: Wanted::Off,
                negotiation: None,
            }
        }));
    }

    pub(crate) fn knowers(&self) -> &[Known] {
        &self.known
    }

    pub(crate) fn knowers_mut(&mut self) -> &mut [Known] {
        &mut self.known
    }

    pub(crate) fn known(&self, federate: FederateHandle) -> Option<&Known> {
        self.known.get(self.place(federate).ok()?)
    }

    pub(crate) fn known_mut(&mut self, federate: FederateHandle) -> Option<&mut Known> {
        let place = self.place(federate).ok()?;
        self.known.get_mut(place)
    }

    pub(crate) fn learn(&mut self, federate: FederateHandle, class: ObjectClassHandle) {
        if let Err(place) = self.place(federate) {
            let known = Known {
                federate,
                class,
                in_scope: Vec::new(),
                last_sent: Vec::new(),
                updated: false,
                reflected: false,
            };
            self.known.insert(place, known);
        }
    }

    pub(crate) fn forget(&mut self, federate: FederateHandle) -> Option<Known> {
        let place = self.place(federate).ok()?;
        Some(self.known.remove(place))
    }

    pub(crate) fn is_owned_by(&self, federate: FederateHandle, position: usize) -> bool {
        self.attributes
            .get(position)
            .is_some_and(|attribute| attribute.owner == Owner::Federate(federate))
    }

    /// Whether the federate owns any attribute.
    pub(crate) fn is_owned_in_part_by(&self, federate: FederateHandle) -> bool {
        self.attributes.iter().any(|attribute| attribute.owner == Owner::Federate(federate))
    }

    pub(crate) fn is_unowned(&self, position: usize) -> bool {
        self.attributes.get(position).is_some_and(|attribute| attribute.owner == Owner::Unowned)
    }

    pub(crate) fn negotiation(&self, position: usize) -> Option<&Negotiation> {
        self.attributes.get(position)?.negotiation.as_deref()
    }

    pub(crate) fn negotiation_mut(&mut self, position: usize) -> Option<&mut Negotiation> {
        self.attributes.get_mut(position)?.negotiation.as_deref_mut()
    }

    /// Changes what is under way about an attribute; it ends where nothing is left of it.
    pub(crate) fn negotiate(&mut self, position: usize, change: impl FnOnce(&mut Negotiation)) {
        let Some(attribute) = self.attributes.get_mut(position) else { return };
        let mut negotiation = attribute.negotiation.take().unwrap_or_default();
        change(&mut negotiation);
        attribute.negotiation = (!negotiation.is_over()).then_some(negotiation);
    }

    /// Whether it is deleted and cannot come back.
    pub(crate) fn is_finally_deleted(&self) -> bool {
        self.deletion.as_ref().is_some_and(|deletion| deletion.retractable.is_none())
    }

    /// Whether the federate wants to own any attribute.
    pub(crate) fn is_wanted_in_part_by(&self, federate: FederateHandle) -> bool {
        let mut negotiations = self.attributes.iter().filter_map(|row| row.negotiation.as_ref());
        negotiations.any(|negotiation| negotiation.is_wanted_by(federate))
    }

    fn place(&self, federate: FederateHandle) -> Result<usize, usize> {
        self.known.binary_search_by_key(&federate, |known| known.federate)
    }
}

type Page = Vec<Option<Box<Instance>>>;

/// All object instances.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Instances {
    pages: Vec<Page>,
    last: u64,
    count: usize,
    by_class: BTreeMap<ObjectClassHandle, BTreeSet<ObjectInstanceHandle>>,
}

impl Instances {
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The handle of the next instance.
    pub(crate) fn next_handle(&self) -> ObjectInstanceHandle {
        ObjectInstanceHandle::new(self.last + 1)
    }

    /// Takes in an instance under the next handle.
    pub(crate) fn add(&mut self, instance: Instance) -> ObjectInstanceHandle {
        let handle = self.next_handle();
        self.last += 1;
        self.count += 1;
        self.by_class.entry(instance.class).or_default().insert(handle);
        let (page, _) = place(handle);
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, Page::new);
        }
        if let Some(rows) = self.pages.get_mut(page) {
            // A page is filled in order; it is empty again only when all of it is gone.
            rows.resize(place(handle).1, None);
            rows.push(Some(Box::new(instance)));
        }
        handle
    }

    pub(crate) fn remove(&mut self, handle: ObjectInstanceHandle) -> Option<Box<Instance>> {
        let (page, row) = place(handle);
        let rows = self.pages.get_mut(page)?;
        let instance = rows.get_mut(row)?.take()?;
        if rows.len() == PAGE_LEN && rows.iter().all(Option::is_none) {
            *rows = Page::new();
        }
        self.count -= 1;
        if let Some(same) = self.by_class.get_mut(&instance.class) {
            same.remove(&handle);
        }
        Some(instance)
    }

    pub(crate) fn get(&self, handle: ObjectInstanceHandle) -> Option<&Instance> {
        let (page, row) = place(handle);
        self.pages.get(page)?.get(row)?.as_deref()
    }

    pub(crate) fn get_mut(&mut self, handle: ObjectInstanceHandle) -> Option<&mut Instance> {
        let (page, row) = place(handle);
        self.pages.get_mut(page)?.get_mut(row)?.as_deref_mut()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObjectInstanceHandle, &Instance)> {
        self.pages.iter().enumerate().flat_map(|(page, rows)| {
            rows.iter().enumerate().filter_map(move |(row, instance)| {
                let number = u64::try_from(page * PAGE_LEN + row).ok()?;
                Some((ObjectInstanceHandle::new(number), instance.as_deref()?))
            })
        })
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Instance> {
        self.pages.iter_mut().flatten().filter_map(Option::as_deref_mut)
    }

    /// Instances registered as a class within this one, by handle.
    pub(crate) fn of_class(
        &self,
        model: &FomModel,
        class: ObjectClassHandle,
    ) -> Vec<ObjectInstanceHandle> {
        let classes = self.by_class.iter();
        let within = classes.filter(|(known, _)| model.is_object_class_within(**known, class));
        let mut instances: Vec<_> = within.flat_map(|(_, same)| same.iter().copied()).collect();
        instances.sort_unstable();
        instances
    }

    pub(crate) fn check_invariants(&self, model: &FomModel, joined: &FederateSet) {
        assert_eq!(self.iter().count(), self.count, "counted instances");
        assert_eq!(self.by_class.values().map(BTreeSet::len).sum::<usize>(), self.count);
        for (handle, instance) in self.iter() {
            let class = model.object_class(instance.class).expect("instances are of known classes");
            assert_eq!(instance.attributes.len(), class.attributes.len(), "{}", instance.name);
            assert!(self.by_class.get(&instance.class).is_some_and(|same| same.contains(&handle)));
            assert!(
                instance.known.is_sorted_by_key(|known| known.federate),
                "who knows {} is sorted",
                instance.name
            );
            check_knowers(model, joined, instance);
            check_owners(joined, instance);
        }
    }
}

/// A federate knows an instance as its class or an ancestor of it (6.9), while it is joined.
fn check_knowers(model: &FomModel, joined: &FederateSet, instance: &Instance) {
    for known in &instance.known {
        assert!(joined.contains(known.federate), "who knows {} is joined", instance.name);
        assert!(
            model.is_object_class_within(instance.class, known.class),
            "{} is known as one of its classes",
            instance.name
        );
    }
    if instance.deletion.is_none() {
        return;
    }
    let deletion = instance.deletion.as_deref().expect("it was there");
    for (federate, _) in &deletion.forgotten {
        assert!(instance.known(*federate).is_none(), "{} is forgotten", instance.name);
    }
}

/// Owners are joined and know what they own, unless they deleted it (7.1).
fn check_owners(joined: &FederateSet, instance: &Instance) {
    for attribute in &instance.attributes {
        let owner = match attribute.owner {
            Owner::Federate(owner) => Some(owner),
            Owner::Unowned | Owner::Rti => None,
        };
        let deleted = instance.deletion.is_some();
        if let Some(negotiation) = attribute.negotiation.as_deref().filter(|_| !deleted) {
            negotiation.check_invariants(joined, owner);
        }
        let Some(owner) = owner else { continue };
        assert!(joined.contains(owner), "an owner of {} is joined", instance.name);
        assert!(
            deleted || instance.known(owner).is_some(),
            "an owner of {} knows it",
            instance.name
        );
    }
}

fn place(handle: ObjectInstanceHandle) -> (usize, usize) {
    (handle.index() / PAGE_LEN, handle.index() % PAGE_LEN)
}
