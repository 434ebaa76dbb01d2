//! Discovery of object instances (6.9): who learns of an instance, and as what.

use std::collections::BTreeMap;

use hla::{Callback, FederateHandle, ObjectClassHandle, ObjectInstanceHandle};

use super::{Instance, Owner};
use crate::{FederateSet, emission::Out, federation::Federation, mom::Counted};

impl Federation {
    /// Tells everybody whose subscriptions ask for it and who does not know it.
    pub(crate) fn discover_new(&mut self, object: ObjectInstanceHandle, out: &mut Out<'_>) {
        let Some(instance) = self.instances.get(object) else { return };
        let lineage = self.model.object_class(instance.class).map(|row| row.lineage.as_slice());
        let mut asked = FederateSet::default();
        let mut found = Vec::new();
        for class in lineage.unwrap_or_default().iter().rev() {
            let subscribers = self.declarations.object(*class).map(|row| &row.subscribers);
            for federate in subscribers.into_iter().flat_map(FederateSet::iter) {
                // Only the most specific subscribed class counts, even if it leads to nothing.
                if asked.insert(federate) && self.is_discoverable(instance, federate, *class) {
                    found.push((federate, *class));
                }
            }
        }
        self.discover(object, &found, out);
    }

    /// Tells a federate of every instance within a class that it can discover now.
    pub(crate) fn discover_late(
        &mut self,
        federate: FederateHandle,
        class: ObjectClassHandle,
        out: &mut Out<'_>,
    ) {
        for object in self.instances.of_class(&self.model, class) {
            self.discover_again(federate, object, out);
        }
    }

    /// Tells a federate of an instance if it can discover it.
    pub(crate) fn discover_again(
        &mut self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
        out: &mut Out<'_>,
    ) {
        let Some(instance) = self.instances.get(object) else { return };
        let candidate = self.candidate_class(federate, instance.class);
        let found = candidate.filter(|class| self.is_discoverable(instance, federate, *class));
        if let Some(class) = found {
            self.discover(object, &[(federate, class)], out);
        }
    }

    /// The most specific class among a class and its ancestors at which a federate subscribes.
    fn candidate_class(
        &self,
        federate: FederateHandle,
        class: ObjectClassHandle,
    ) -> Option<ObjectClassHandle> {
        let lineage = self.model.object_class(class)?.lineage.iter().rev().copied();
        lineage.into_iter().find(|class| {
            let row = self.declarations.object(*class);
            row.is_some_and(|row| row.subscribers.contains(federate))
        })
    }

    /// Whether the federate does not know the instance, and somebody else owns an attribute to
    /// which it subscribes at its candidate class (SEMANTICS 2.3).
    fn is_discoverable(
        &self,
        instance: &Instance,
        federate: FederateHandle,
        class: ObjectClassHandle,
    ) -> bool {
        if instance.known(federate).is_some() || instance.deletion.is_some() {
            return false;
        }
        self.in_scope_at(instance, federate, class).next().is_some()
    }

    fn discover(
        &mut self,
        object: ObjectInstanceHandle,
        found: &[(FederateHandle, ObjectClassHandle)],
        out: &mut Out<'_>,
    ) {
        if found.is_empty() {
            return;
        }
        let Some(instance) = self.instances.get_mut(object) else { return };
        let mut by_class: BTreeMap<ObjectClassHandle, FederateSet> = BTreeMap::new();
        for (federate, class) in found {
            instance.learn(*federate, *class);
            by_class.entry(*class).or_default().insert(*federate);
        }
        let (name, producer) = (instance.name.clone(), instance.producer);
        for (class, federates) in by_class {
            for (view, federates) in self.federates.by_view(federates) {
                let callback = Callback::DiscoverObjectInstance {
                    object_instance: object,
                    object_class: class,
                    name: name.to_string(),
                    producing_federate: if view.producer {
                        producer
                    } else {
                        FederateHandle::INVALID
                    },
                };
                self.federates.tell(federates, callback, out);
            }
        }
        let discoverers: FederateSet = found.iter().map(|(federate, _)| *federate).collect();
        self.after_discovery(object, &discoverers, out);
    }

    /// What follows from a discovery: scope, current values, wants, and offers of ownership.
    fn after_discovery(
        &mut self,
        object: ObjectInstanceHandle,
        discoverers: &FederateSet,
        out: &mut Out<'_>,
    ) {
        for federate in discoverers.iter() {
            self.count(federate, Counted::InstancesDiscovered);
            self.refresh_scope(object, federate, out);
        }
        self.reflect_discovered(object, discoverers, out);
        if self.switches.auto_provide {
            self.auto_provide(object, discoverers, out);
        }
        self.refresh_wanted(object, out);
        self.offer(object, discoverers.as_slice(), out);
        for federate in discoverers.iter() {
            self.reconsider(federate, out);
        }
    }

    /// Asks the owners for what the discoverers can see now (SEMANTICS 3.7).
    fn auto_provide(
        &mut self,
        object: ObjectInstanceHandle,
        discoverers: &FederateSet,
        out: &mut Out<'_>,
    ) {
        let Some(instance) = self.instances.get(object) else { return };
        let mut positions: Vec<usize> = Vec::new();
        for federate in discoverers.iter() {
            let Some(known) = instance.known(federate) else { continue };
            positions.extend(self.in_scope_at(instance, federate, known.class));
        }
        positions.sort_unstable();
        positions.dedup();
        let owned = |position: &usize| {
            let owner = instance.attributes.get(*position).map(|attribute| attribute.owner);
            matches!(owner, Some(Owner::Federate(_)))
        };
        positions.retain(owned);
        self.ask_owners(object, &positions, &bytes::Bytes::new(), FederateHandle::INVALID, out);
    }
}
