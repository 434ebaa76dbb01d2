//! Scope of attributes at subscribers, and whether owners' updates are wanted (6.19 to 6.24).
//!
//! Both are worked out from the tables and compared with what was told last. What was told is kept
//! only for federates whose advisory switch is on: switching it on takes stock in silence.

#[cfg(test)]
mod tests;

use hla::{AttributeHandle, Callback, FederateHandle, ObjectClassHandle, ObjectInstanceHandle};

use super::{
    Instance, Owner,
    table::{Known, Wanted},
};
use crate::{emission::Out, federation::Federation};

impl Federation {
    /// Positions of attributes that somebody else owns and the federate subscribes to at a class.
    pub(super) fn in_scope_at<'a>(
        &'a self,
        instance: &'a Instance,
        federate: FederateHandle,
        class: ObjectClassHandle,
    ) -> impl Iterator<Item = usize> + 'a {
        let rows = instance.attributes.iter().enumerate();
        rows.filter_map(move |(position, attribute)| {
            let owned_by_other = match attribute.owner {
                Owner::Unowned => false,
                Owner::Rti => true,
                Owner::Federate(owner) => owner != federate,
            };
            if !owned_by_other {
                return None;
            }
            let subscriber = (federate, class);
            self.subscription_in_scope(instance, position, subscriber, |_| true).map(|_| position)
        })
    }

    /// Tells a federate which attributes came into and went out of its scope.
    pub(crate) fn refresh_scope(
        &mut self,
        object: ObjectInstanceHandle,
        federate: FederateHandle,
        out: &mut Out<'_>,
    ) {
        self.update_scope(object, federate, true, Some(out));
    }

    fn update_scope(
        &mut self,
        object: ObjectInstanceHandle,
        federate: FederateHandle,
        tell_out: bool,
        out: Option<&mut Out<'_>>,
    ) {
        let advised = |row: &crate::federate::Federate| row.switches.attribute_scope_advisory;
        if !self.federates.get(federate).is_some_and(advised) {
            return;
        }
        let Some(instance) = self.instances.get(object) else { return };
        let Some(known) = instance.known(federate) else { return };
        let now: Vec<AttributeHandle> = self
            .in_scope_at(instance, federate, known.class)
            .map(|position| self.attribute_at(instance.class, position))
            .collect();
        let new = |attribute: &&AttributeHandle| !known.in_scope.contains(attribute);
        let came: Vec<_> = now.iter().filter(new).copied().collect();
        let stayed = |attribute: &&AttributeHandle| !now.contains(attribute);
        let went: Vec<_> = known.in_scope.iter().filter(stayed).copied().collect();
        if let Some(known) = self.instances.get_mut(object).and_then(|row| row.known_mut(federate))
        {
            known.in_scope = now;
        }
        let Some(out) = out else { return };
        if !came.is_empty() {
            let callback =
                Callback::AttributesInScope { object_instance: object, attributes: came };
            self.federates.tell_one(federate, callback, out);
        }
        if tell_out && !went.is_empty() {
            let callback =
                Callback::AttributesOutOfScope { object_instance: object, attributes: went };
            self.federates.tell_one(federate, callback, out);
        }
    }

    /// After the owner of an attribute has changed: everybody who knows the instance.
    pub(crate) fn refresh_scope_of_all(&mut self, object: ObjectInstanceHandle, out: &mut Out<'_>) {
        let Some(instance) = self.instances.get(object) else { return };
        let federates: Vec<_> = instance.knowers().iter().map(|known| known.federate).collect();
        for federate in federates {
            self.refresh_scope(object, federate, out);
            self.reconsider(federate, out);
        }
    }

    /// After a federate has subscribed to more at a class.
    pub(crate) fn refresh_subscribed(
        &mut self,
        federate: FederateHandle,
        class: ObjectClassHandle,
        out: &mut Out<'_>,
    ) {
        self.refresh_declared((federate, class), true, out);
        self.reconsider(federate, out);
    }

    /// After a federate has subscribed to less: it knows itself what went out of scope.
    pub(crate) fn refresh_unsubscribed(
        &mut self,
        federate: FederateHandle,
        class: ObjectClassHandle,
        out: &mut Out<'_>,
    ) {
        self.refresh_declared((federate, class), false, out);
    }

    fn refresh_declared(
        &mut self,
        (federate, class): (FederateHandle, ObjectClassHandle),
        tell_out: bool,
        out: &mut Out<'_>,
    ) {
        for object in self.instances.of_class(&self.model, class) {
            let known = self.instances.get(object).and_then(|row| row.known(federate));
            let Some(known) = known.map(|known| known.class) else { continue };
            if known == class {
                self.update_scope(object, federate, tell_out, Some(out));
            }
            self.refresh_wanted(object, out);
        }
    }

    /// Takes stock for a federate that has just switched its scope advisories on.
    pub(crate) fn take_stock_of_scope(&mut self, federate: FederateHandle) {
        let known = |(object, instance): (ObjectInstanceHandle, &Instance)| {
            instance.known(federate).map(|_| object)
        };
        let objects: Vec<_> = self.instances.iter().filter_map(known).collect();
        for object in objects {
            self.update_scope(object, federate, false, None);
        }
    }

    /// Takes stock for an owner that has just switched its relevance advisories on.
    pub(crate) fn take_stock_of_wants(&mut self, federate: FederateHandle) {
        let owned = |(object, instance): (ObjectInstanceHandle, &Instance)| {
            instance.is_owned_in_part_by(federate).then_some(object)
        };
        let objects: Vec<_> = self.instances.iter().filter_map(owned).collect();
        for object in objects {
            self.update_wanted(object, Some(federate));
        }
    }

    /// Tells the owners of an instance which updates are wanted and which are not any more.
    pub(crate) fn refresh_wanted(&mut self, object: ObjectInstanceHandle, out: &mut Out<'_>) {
        let mut changes: Vec<(FederateHandle, Wanted, Vec<AttributeHandle>)> = Vec::new();
        for (owner, wanted, attribute) in self.update_wanted(object, None) {
            let same = |(known, want, _): &&mut (FederateHandle, Wanted, _)| {
                *known == owner && *want == wanted
            };
            match changes.iter_mut().find(same) {
                Some((_, _, attributes)) => attributes.push(attribute),
                None => changes.push((owner, wanted, vec![attribute])),
            }
        }
        for (owner, wanted, attributes) in changes {
            let callback = match wanted {
                Wanted::Off => Callback::TurnUpdatesOffForObjectInstance {
                    object_instance: object,
                    attributes,
                },
                Wanted::On(rate) => Callback::TurnUpdatesOnForObjectInstance {
                    object_instance: object,
                    attributes,
                    update_rate: rate
                        .and_then(|rate| self.model.update_rates().nth(rate))
                        .map(|rate| rate.name.clone()),
                },
            };
            self.federates.tell_one(owner, callback, out);
        }
    }

    /// Works out anew what is wanted of an instance; gives what has changed, by position.
    fn update_wanted(
        &mut self,
        object: ObjectInstanceHandle,
        only: Option<FederateHandle>,
    ) -> Vec<(FederateHandle, Wanted, AttributeHandle)> {
        let mut changes = Vec::new();
        let Some(instance) = self.instances.get(object) else { return Vec::new() };
        if instance.deletion.is_some() {
            return Vec::new();
        }
        let advised = |row: &crate::federate::Federate| row.switches.attribute_relevance_advisory;
        for (position, attribute) in instance.attributes.iter().enumerate() {
            let Owner::Federate(owner) = attribute.owner else { continue };
            if only.is_some_and(|only| only != owner)
                || !self.federates.get(owner).is_some_and(advised)
            {
                continue;
            }
            let handle = self.attribute_at(instance.class, position);
            let wanted = self.wanted(instance, owner, position);
            if wanted != attribute.wanted {
                changes.push((position, owner, wanted, handle));
            }
        }
        if let Some(instance) = self.instances.get_mut(object) {
            for (position, _, wanted, _) in &changes {
                if let Some(attribute) = instance.attributes.get_mut(*position) {
                    attribute.wanted = *wanted;
                }
            }
        }
        changes.into_iter().map(|(_, owner, wanted, handle)| (owner, wanted, handle)).collect()
    }

    /// What the active subscribers of an attribute want together: the highest rate wins, and one
    /// who names no rate wants everything.
    fn wanted(&self, instance: &Instance, owner: FederateHandle, position: usize) -> Wanted {
        let others = instance.knowers().iter().filter(|known| known.federate != owner);
        let all = others.flat_map(|known| {
            let subscribers =
                self.advised_classes(instance, known).iter().map(|class| (known.federate, *class));
            subscribers.filter_map(|subscriber| {
                self.subscription_in_scope(instance, position, subscriber, |row| row.active)
            })
        });
        let together = all.reduce(|one, other| self.both(one, other));
        together.map_or(Wanted::Off, |subscription| Wanted::On(subscription.rate))
    }

    /// At which classes subscriptions count for advice to owners, by the switch
    /// advisoriesUseKnownClass: the one as which the subscriber knows the instance, or all of which
    /// the instance is (2025, 6.1.5).
    fn advised_classes<'a>(
        &'a self,
        instance: &Instance,
        known: &'a Known,
    ) -> &'a [ObjectClassHandle] {
        if self.switches.advisories_use_known_class {
            return std::slice::from_ref(&known.class);
        }
        let class = self.model.object_class(instance.class);
        class.map(|class| class.lineage.as_slice()).unwrap_or_default()
    }

    /// Instances that a federate knows as exactly this class.
    pub(crate) fn known_as(
        &self,
        federate: FederateHandle,
        class: ObjectClassHandle,
    ) -> Vec<ObjectInstanceHandle> {
        let mut objects = self.instances.of_class(&self.model, class);
        objects.retain(|object| {
            let known = self.instances.get(*object).and_then(|row| row.known(federate));
            known.is_some_and(|known| known.class == class)
        });
        objects
    }
}
