//! Who receives a message, grouped by what each group may see: the only place that computes
//! receivers.
//!
//! Grouping is what keeps fan-out cheap: each group is encoded once, whoever is in it. Most often
//! all attributes of an update have the same subscribers at the class as which the instance is
//! known; then there is one group and nobody looks at single attributes.

mod late;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use hla::{
    AttributeHandle, AttributeValues, Callback, FederateHandle, InteractionClassHandle,
    ObjectClassHandle,
};
use rti_fom::FomModel;
use smallvec::{SmallVec, smallvec};

use crate::{
    FederateSet, Nanos,
    ddm::{RegionSet, Side},
    declaration::{Declarations, Subscribers, Subscription},
    federation::Federation,
    object::{Instance, Instances, Known},
};

/// Which of the attributes of an update a group sees, by their index in the update.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Mask(SmallVec<[u64; 2]>);

impl Mask {
    pub(crate) fn insert(&mut self, index: usize) {
        let word = index / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        if let Some(word) = self.0.get_mut(word) {
            *word |= 1 << (index % 64);
        }
    }

    pub(crate) fn contains(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word & (1 << (index % 64)) != 0)
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The entries of an update whose index is in the mask.
    pub(crate) fn pick(&self, values: &AttributeValues) -> AttributeValues {
        if (0..values.len()).all(|index| self.contains(index)) {
            return values.clone();
        }
        let mut index = 0;
        values.subset(|_| {
            index += 1;
            self.contains(index - 1)
        })
    }
}

impl FromIterator<usize> for Mask {
    fn from_iter<I: IntoIterator<Item = usize>>(indexes: I) -> Self {
        let mut mask = Self::default();
        for index in indexes {
            mask.insert(index);
        }
        mask
    }
}

/// Receivers that see the same attributes of an update.
#[derive(Debug, PartialEq)]
pub(crate) struct Group {
    pub(crate) mask: Mask,
    pub(crate) receivers: FederateSet,
}

/// Who may be among the receivers at all.
#[derive(Debug)]
pub(crate) struct Audience<'a> {
    /// The sender never gets its own message.
    pub(crate) sender: FederateHandle,
    /// Only these, if given.
    pub(crate) only: Option<&'a FederateSet>,
    /// Receivers that asked for an update rate get no more than that, at this time of the clock;
    /// none for messages that are never thinned out.
    pub(crate) thinned_at: Option<Nanos>,
}

impl Audience<'_> {
    fn admits(&self, federate: FederateHandle) -> bool {
        federate != self.sender && self.only.is_none_or(|only| only.contains(federate))
    }
}

/// What is left of a queued message for its receiver.
#[derive(Debug, PartialEq)]
pub(crate) enum StillWanted {
    Everything,
    /// Only some attributes.
    These(Arc<Callback>),
    Nothing,
}

/// The tables that decide about a queued message; time management is borrowed apart from them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tables<'a> {
    pub(crate) model: &'a FomModel,
    pub(crate) declarations: &'a Declarations,
    pub(crate) instances: &'a Instances,
}

impl Tables<'_> {
    /// What of a queued message still concerns its receiver: it may have unsubscribed, or the
    /// instance may be gone. Who owns an attribute by now does not matter (SEMANTICS 4.4).
    pub(crate) fn still_wanted(&self, federate: FederateHandle, message: &Callback) -> StillWanted {
        match message {
            Callback::ReflectAttributeValues { object_instance, values, .. } => {
                let instance = self.instances.get(*object_instance);
                let known = instance.and_then(|instance| instance.known(federate));
                let Some(known) = known else { return StillWanted::Nothing };
                let class = self.model.object_class(known.class);
                let subscribed = |attribute: AttributeHandle| {
                    let position =
                        class.and_then(|row| row.attributes.binary_search(&attribute).ok());
                    let row = self.declarations.object(known.class).zip(position);
                    row.and_then(|(row, position)| row.attributes.get(position))
                        .is_some_and(|row| row.subscriptions.includes(federate))
                };
                if values.handles().all(subscribed) {
                    return StillWanted::Everything;
                }
                let left = values.subset(subscribed);
                if left.is_empty() {
                    return StillWanted::Nothing;
                }
                let mut part = message.clone();
                if let Callback::ReflectAttributeValues { values, .. } = &mut part {
                    *values = left;
                }
                StillWanted::These(part.into())
            }
            Callback::ReceiveInteraction { interaction_class, .. } => {
                let row = self.declarations.interaction(*interaction_class);
                if row.is_some_and(|row| row.subscriptions.includes(federate)) {
                    StillWanted::Everything
                } else {
                    StillWanted::Nothing
                }
            }
            Callback::ReceiveDirectedInteraction { interaction_class, object_instance, .. } => {
                let instance = self.instances.get(*object_instance);
                // What is aimed at an instance ends with it (SEMANTICS 3.9).
                let instance = instance.filter(|row| !row.is_finally_deleted());
                let directed = &self.declarations.directed;
                let received = instance.and_then(|instance| {
                    directed.received_as(self.model, instance, *interaction_class, federate)
                });
                if received.is_some() { StillWanted::Everything } else { StillWanted::Nothing }
            }
            Callback::RemoveObjectInstance { object_instance, .. } => {
                let instance = self.instances.get(*object_instance);
                if instance.is_some_and(|instance| instance.known(federate).is_some()) {
                    StillWanted::Everything
                } else {
                    StillWanted::Nothing
                }
            }
            _ => StillWanted::Everything,
        }
    }
}

impl Federation {
    pub(crate) fn tables(&self) -> Tables<'_> {
        let Self { model, declarations, instances, .. } = self;
        Tables { model, declarations, instances }
    }

    /// Receivers of an update, grouped by the attributes that each group may see.
    ///
    /// A federate sees the attributes that it subscribes to at the class as which it knows the
    /// instance (SEMANTICS 2.3).
    pub(crate) fn reflect_groups(
        &self,
        instance: &Instance,
        attributes: &[AttributeHandle],
        audience: &Audience<'_>,
    ) -> SmallVec<[Group; 1]> {
        let mut groups: SmallVec<[Group; 1]> = SmallVec::new();
        for class in known_classes(instance) {
            if self.is_narrowed(instance, class, attributes) {
                self.add_narrowed_groups(&mut groups, (instance, class), attributes, audience);
                continue;
            }
            let lists = self.subscriber_lists(class, attributes);
            let Some((_, first)) = lists.first() else { continue };
            let thinned =
                audience.thinned_at.is_some() && lists.iter().any(|(_, list)| list.any_rate());
            let alike = lists.iter().all(|(_, list)| list.federates() == first.federates());
            if alike && !thinned {
                let mask = lists.iter().map(|(index, _)| *index).collect();
                let receivers = knowers_among(instance, class, first.federates(), audience);
                add(&mut groups, mask, receivers);
                continue;
            }
            let knowers = instance.knowers().iter();
            for known in knowers.filter(|known| known.class == class) {
                if !audience.admits(known.federate) {
                    continue;
                }
                let wanted = lists.iter().filter(|(index, list)| {
                    let attribute = attributes.get(*index).copied();
                    list.get(known.federate).zip(attribute).is_some_and(
                        |(subscription, attribute)| {
                            self.is_due(known, attribute, subscription, audience.thinned_at)
                        },
                    )
                });
                let mask = wanted.map(|(index, _)| *index).collect();
                add(&mut groups, mask, FederateSet::one(known.federate));
            }
        }
        groups
    }

    /// Whether regions have a say in who sees these attributes as this class.
    fn is_narrowed(
        &self,
        instance: &Instance,
        class: ObjectClassHandle,
        attributes: &[AttributeHandle],
    ) -> bool {
        let (Some(row), Some(model)) =
            (self.declarations.object(class), self.model.object_class(class))
        else {
            return false;
        };
        !instance.associations.is_empty()
            || attributes.iter().any(|attribute| {
                let position = model.attributes.binary_search(attribute).ok();
                let row = position.and_then(|position| row.attributes.get(position));
                row.is_some_and(|row| !row.subscriptions.regional.is_empty())
            })
    }

    fn add_narrowed_groups(
        &self,
        groups: &mut SmallVec<[Group; 1]>,
        (instance, class): (&Instance, ObjectClassHandle),
        attributes: &[AttributeHandle],
        audience: &Audience<'_>,
    ) {
        let knowers = instance.knowers().iter().filter(|known| known.class == class);
        for known in knowers.filter(|known| audience.admits(known.federate)) {
            let wanted = attributes.iter().enumerate().filter(|(_, attribute)| {
                let subscription = self.position_of(instance.class, **attribute).and_then(|at| {
                    self.subscription_in_scope(instance, at, (known.federate, class), |_| true)
                });
                subscription.is_some_and(|subscription| {
                    self.is_due(known, **attribute, subscription, audience.thinned_at)
                })
            });
            let mask = wanted.map(|(index, _)| index).collect();
            add(groups, mask, FederateSet::one(known.federate));
        }
    }

    /// Receivers of an interaction aimed at an instance, by the class as which they receive it.
    pub(crate) fn directed_groups(
        &self,
        instance: &Instance,
        interaction: InteractionClassHandle,
        sender: FederateHandle,
    ) -> Vec<(InteractionClassHandle, FederateSet)> {
        let mut groups: Vec<(InteractionClassHandle, FederateSet)> = Vec::new();
        let directed = &self.declarations.directed;
        for known in instance.knowers().iter().filter(|known| known.federate != sender) {
            let received = directed.received_as(&self.model, instance, interaction, known.federate);
            let Some(class) = received else { continue };
            match groups.iter_mut().find(|(other, _)| *other == class) {
                Some((_, receivers)) => {
                    receivers.insert(known.federate);
                }
                None => groups.push((class, FederateSet::one(known.federate))),
            }
        }
        groups
    }

    /// Receivers of an interaction with the class as which each receives it: its most specific
    /// subscribed class among the sent class and its ancestors (SEMANTICS 2.3).
    pub(crate) fn interaction_groups(
        &self,
        class: InteractionClassHandle,
        sender: FederateHandle,
        regions: RegionSet<'_>,
    ) -> SmallVec<[(InteractionClassHandle, FederateSet); 1]> {
        let mut groups = SmallVec::new();
        let mut served = FederateSet::one(sender);
        let Some(model) = self.model.interaction_class(class) else { return groups };
        let sent = Side { regions, available: &model.dimensions };
        let reached = |side: Side<'_>| self.regions.overlap(&self.model, side, sent);
        for class in model.lineage.iter().rev() {
            let Some(row) = self.declarations.interaction(*class) else { continue };
            let narrowed = regions.is_some() || !row.subscriptions.regional.is_empty();
            let receivers: FederateSet = row
                .subscriptions
                .federates()
                .filter(|federate| {
                    !served.contains(*federate)
                        && (!narrowed || self.receives_in_regions(*federate, *class, reached))
                })
                .collect();
            if receivers.is_empty() {
                continue;
            }
            for federate in receivers.iter() {
                served.insert(federate);
            }
            groups.push((*class, receivers));
        }
        groups
    }

    /// Spacing of updates in nanoseconds at an update rate.
    pub(crate) fn spacing(&self, rate: usize) -> Option<Nanos> {
        let hz = self.model.update_rates().nth(rate)?.rate_hz;
        Some(Nanos(
            std::time::Duration::try_from_secs_f64(1.0 / hz).ok()?.as_nanos().try_into().ok()?,
        ))
    }

    fn is_due(
        &self,
        known: &Known,
        attribute: AttributeHandle,
        subscription: Subscription,
        thinned_at: Option<Nanos>,
    ) -> bool {
        let (Some(now), Some(rate)) = (thinned_at, subscription.rate) else { return true };
        let last = known.last_sent.iter().find(|(sent, _)| *sent == attribute);
        let Some(((_, last), spacing)) = last.zip(self.spacing(rate)) else { return true };
        now.0.saturating_sub(last.0) >= spacing.0
    }

    /// For each attribute that anybody subscribes to at the class: its index and its subscribers.
    fn subscriber_lists(
        &self,
        class: ObjectClassHandle,
        attributes: &[AttributeHandle],
    ) -> SmallVec<[(usize, &Subscribers); 8]> {
        let (Some(row), Some(model)) =
            (self.declarations.object(class), self.model.object_class(class))
        else {
            return SmallVec::new();
        };
        let lists = attributes.iter().enumerate().filter_map(|(index, attribute)| {
            let position = model.attributes.binary_search(attribute).ok()?;
            let list = &row.attributes.get(position)?.subscriptions.plain;
            (!list.federates().is_empty()).then_some((index, list))
        });
        lists.collect()
    }
}

/// The classes as which federates know an instance, each once.
fn known_classes(instance: &Instance) -> SmallVec<[ObjectClassHandle; 4]> {
    let mut classes: SmallVec<[ObjectClassHandle; 4]> = smallvec![];
    for known in instance.knowers() {
        if !classes.contains(&known.class) {
            classes.push(known.class);
        }
    }
    classes
}

/// Who of these federates knows the instance as this class; both lists are sorted.
fn knowers_among(
    instance: &Instance,
    class: ObjectClassHandle,
    federates: &[FederateHandle],
    audience: &Audience<'_>,
) -> FederateSet {
    let mut knowers = instance.knowers().iter().peekable();
    let both = federates.iter().copied().filter(|federate| {
        while knowers.next_if(|known| known.federate < *federate).is_some() {}
        let knows =
            knowers.peek().is_some_and(|known| known.federate == *federate && known.class == class);
        knows && audience.admits(*federate)
    });
    FederateSet::from_sorted(both)
}

fn add(groups: &mut SmallVec<[Group; 1]>, mask: Mask, receivers: FederateSet) {
    if mask.is_empty() || receivers.is_empty() {
        return;
    }
    match groups.iter_mut().find(|group| group.mask == mask) {
        Some(group) => {
            for federate in receivers.iter() {
                group.receivers.insert(federate);
            }
        }
        None => groups.push(Group { mask, receivers }),
    }
}
