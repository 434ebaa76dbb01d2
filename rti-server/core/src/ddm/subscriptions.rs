//! Subscriptions with regions (9.8 to 9.11). They stand beside the ones without: a federate gets
//! what any of its subscriptions asks for.

use std::collections::BTreeMap;

use hla::{
    AttributeHandle, AttributeRegions, Call, FederateHandle, HlaError, InteractionClassHandle,
    ObjectClassHandle, RegionHandle, Reply,
};

use super::overlap::Side;
use crate::{
    declaration::{Declarations, Subscription},
    emission::Out,
    federation::Federation,
    object::{Instance, Owner},
};

/// Subscriptions with regions to one attribute or interaction class, by federate.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct RegionalSubscriptions(
    BTreeMap<FederateHandle, Vec<(RegionHandle, Subscription)>>,
);

impl RegionalSubscriptions {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn federates(&self) -> impl Iterator<Item = FederateHandle> {
        self.0.keys().copied()
    }

    pub(crate) fn contains(&self, federate: FederateHandle) -> bool {
        self.0.contains_key(&federate)
    }

    pub(crate) fn of(&self, federate: FederateHandle) -> &[(RegionHandle, Subscription)] {
        self.0.get(&federate).map(Vec::as_slice).unwrap_or_default()
    }

    pub(crate) fn active_besides(&self, federate: FederateHandle) -> bool {
        let mut others = self.0.iter().filter(|(other, _)| **other != federate);
        others.any(|(_, rows)| rows.iter().any(|(_, subscription)| subscription.active))
    }

    fn set(&mut self, federate: FederateHandle, region: RegionHandle, subscription: Subscription) {
        let rows = self.0.entry(federate).or_default();
        match rows.iter_mut().find(|(known, _)| *known == region) {
            Some((_, known)) => *known = subscription,
            None => rows.push((region, subscription)),
        }
    }

    fn unset(&mut self, federate: FederateHandle, region: RegionHandle) {
        if let Some(rows) = self.0.get_mut(&federate) {
            rows.retain(|(known, _)| *known != region);
            if rows.is_empty() {
                self.0.remove(&federate);
            }
        }
    }

    pub(crate) fn leave(&mut self, federate: FederateHandle) {
        self.0.remove(&federate);
    }
}

impl Declarations {
    /// Object classes at which the federate subscribes with any of these regions.
    pub(super) fn classes_in_regions(
        &self,
        federate: FederateHandle,
        regions: &[RegionHandle],
    ) -> Vec<ObjectClassHandle> {
        let classes = self.objects_by_class().filter(|(_, row)| {
            row.attributes.iter().any(|row| {
                row.subscriptions
                    .regional
                    .of(federate)
                    .iter()
                    .any(|(region, _)| regions.contains(region))
            })
        });
        classes.map(|(class, _)| class).collect()
    }

    pub(super) fn is_subscribed_in(&self, federate: FederateHandle, region: RegionHandle) -> bool {
        let in_interactions = self.interactions().any(|row| {
            row.subscriptions.regional.of(federate).iter().any(|(known, _)| *known == region)
        });
        in_interactions || !self.classes_in_regions(federate, &[region]).is_empty()
    }
}

impl Federation {
    pub(super) fn serve_regional_subscriptions(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        match call {
            Call::SubscribeObjectClassAttributesWithRegions {
                object_class,
                attributes_and_regions,
                active,
                update_rate,
            } => {
                let rows =
                    self.attributes_in_regions(from, object_class, &attributes_and_regions)?;
                let rate = self.update_rate(update_rate.as_deref())?;
                let subscription = Subscription { active, rate };
                self.subscribe_in_regions(from, object_class, &rows, subscription, out);
                Ok(Reply::SubscribeObjectClassAttributesWithRegions)
            }
            Call::UnsubscribeObjectClassAttributesWithRegions {
                object_class,
                attributes_and_regions,
            } => self.unsubscribe_in_regions(from, object_class, &attributes_and_regions, out),
            Call::SubscribeInteractionClassWithRegions { interaction_class, active, regions } => {
                self.check_interaction_regions(from, interaction_class, &regions)?;
                self.check_not_reported(from, interaction_class)?;
                if let Some(row) = self.declarations.interaction_mut(interaction_class) {
                    for region in regions {
                        row.subscriptions.regional.set(
                            from,
                            region,
                            Subscription { active, rate: None },
                        );
                    }
                }
                self.refresh_interaction_relevance(interaction_class, out);
                self.reconsider(from, out);
                Ok(Reply::SubscribeInteractionClassWithRegions)
            }
            Call::UnsubscribeInteractionClassWithRegions { interaction_class, regions } => {
                self.defined_interaction_class(interaction_class)?;
                for region in &regions {
                    self.own_region(from, *region)?;
                }
                if let Some(row) = self.declarations.interaction_mut(interaction_class) {
                    for region in regions {
                        row.subscriptions.regional.unset(from, region);
                    }
                }
                self.refresh_interaction_relevance(interaction_class, out);
                self.drop_unwanted(from, out);
                Ok(Reply::UnsubscribeInteractionClassWithRegions)
            }
            other => self.serve_support(from, other, out),
        }
    }

    fn subscribe_in_regions(
        &mut self,
        from: FederateHandle,
        class: ObjectClassHandle,
        rows: &[(usize, RegionHandle)],
        subscription: Subscription,
        out: &mut Out<'_>,
    ) {
        let Some(declared) = self.declarations.object_mut(class) else { return };
        for (position, region) in rows {
            if let Some(attribute) = declared.attributes.get_mut(*position) {
                attribute.subscriptions.regional.set(from, *region, subscription);
            }
        }
        declared.settle(from);
        self.refresh_registration_relevance(class, out);
        self.discover_late(from, class, out);
        self.refresh_subscribed(from, class, out);
    }

    fn unsubscribe_in_regions(
        &mut self,
        from: FederateHandle,
        class: ObjectClassHandle,
        pairs: &[AttributeRegions],
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let rows = self.attributes_and_own_regions(from, class, pairs)?;
        if let Some(declared) = self.declarations.object_mut(class) {
            for (position, region) in rows {
                if let Some(attribute) = declared.attributes.get_mut(position) {
                    attribute.subscriptions.regional.unset(from, region);
                }
            }
            declared.settle(from);
        }
        self.refresh_registration_relevance(class, out);
        self.refresh_unsubscribed(from, class, out);
        // A less specific class may be the candidate now.
        self.discover_late(from, class, out);
        self.drop_unwanted(from, out);
        Ok(Reply::UnsubscribeObjectClassAttributesWithRegions)
    }

    /// The caller's own regions, fit for the interaction class.
    pub(crate) fn check_interaction_regions(
        &self,
        from: FederateHandle,
        class: InteractionClassHandle,
        regions: &[RegionHandle],
    ) -> Result<(), HlaError> {
        let row = self.defined_interaction_class(class)?;
        for region in regions {
            self.check_region(from, *region, &row.dimensions, || row.name.clone())?;
        }
        Ok(())
    }

    /// Whether a federate receives an interaction by its subscriptions at one class, of which these
    /// are reached.
    pub(crate) fn receives_in_regions(
        &self,
        federate: FederateHandle,
        class: InteractionClassHandle,
        reached: impl Fn(Side<'_>) -> bool,
    ) -> bool {
        let Some(row) = self.declarations.interaction(class) else { return false };
        let dimensions = self.model.interaction_class(class).map(|row| row.dimensions.as_slice());
        let available = dimensions.unwrap_or_default();
        let overlaps = |regions: super::RegionSet<'_>| reached(Side { regions, available });
        (row.subscriptions.plain.contains(federate) && overlaps(None))
            || row
                .subscriptions
                .regional
                .of(federate)
                .iter()
                .any(|(region, _)| overlaps(Some(&[*region])))
    }

    /// What a federate's subscriptions at its known class ask for of an attribute where regions
    /// overlap, all together; those that do not pass are left out.
    pub(crate) fn subscription_in_scope(
        &self,
        instance: &Instance,
        position: usize,
        (federate, class): (FederateHandle, ObjectClassHandle),
        passes: impl Fn(&Subscription) -> bool,
    ) -> Option<Subscription> {
        let attribute = self.attribute_at(instance.class, position);
        let regions = instance.regions_at(position);
        let by_default = regions.is_none();
        let reached = |side: Side<'_>| {
            let available = self.model.attribute_dimensions(instance.class, attribute);
            let sent = Side { regions, available: available.unwrap_or_default() };
            self.regions.overlap(&self.model, side, sent)
        };
        self.subscription_reached(attribute, (federate, class), passes, (by_default, reached))
    }

    /// What a federate's subscriptions at a class ask for of an attribute that is sent in the
    /// default region or reaches these subscriptions.
    pub(crate) fn subscription_reached(
        &self,
        attribute: AttributeHandle,
        (federate, class): (FederateHandle, ObjectClassHandle),
        passes: impl Fn(&Subscription) -> bool,
        (by_default, reached): (bool, impl Fn(Side<'_>) -> bool),
    ) -> Option<Subscription> {
        let there = self.position_of(class, attribute)?;
        let row = self.declarations.object(class)?.attributes.get(there)?;
        let plain = row.subscriptions.plain.get(federate).filter(&passes);
        if by_default && row.subscriptions.regional.is_empty() {
            return plain;
        }
        let available = self.model.attribute_dimensions(class, attribute).unwrap_or_default();
        let overlaps = |regions: super::RegionSet<'_>| reached(Side { regions, available });
        let regional =
            row.subscriptions.regional.of(federate).iter().filter(|(_, row)| passes(row));
        let regional = regional.filter(|(region, _)| overlaps(Some(&[*region])));
        let plain = plain.filter(|_| overlaps(None));
        let all = plain.into_iter().chain(regional.map(|(_, subscription)| *subscription));
        all.reduce(|one, other| self.both(one, other))
    }

    /// Two subscriptions together: one without a rate wants everything, else the higher rate wins.
    pub(crate) fn both(&self, one: Subscription, other: Subscription) -> Subscription {
        let hz = |rate| self.model.update_rates().nth(rate).map(|row| row.rate_hz);
        let rate = match (one.rate, other.rate) {
            (Some(a), Some(b)) => Some(if hz(a) > hz(b) { a } else { b }),
            _ => None,
        };
        Subscription { active: one.active || other.active, rate }
    }
}

impl Instance {
    /// The regions in which the owner of an attribute updates it.
    pub(crate) fn regions_at(&self, position: usize) -> super::RegionSet<'_> {
        if self.associations.is_empty() {
            return None;
        }
        let owner = match self.attributes.get(position)?.owner {
            Owner::Federate(owner) => owner,
            Owner::Rti => FederateHandle::INVALID,
            Owner::Unowned => return None,
        };
        self.associations.get(&(position, owner)).map(Vec::as_slice)
    }
}
