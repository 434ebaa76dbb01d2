//! What the MOM counts about a federate: plain increments where things happen.

use hla::{Callback, FederateHandle, TransportationTypeHandle};

use crate::{FederateSet, federation::Federation};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    UpdatesSent,
    ReflectionsReceived,
    InteractionsSent,
    InteractionsReceived,
    DirectedSent,
    DirectedReceived,
    /// Distinct instances that it has updated.
    InstancesUpdated,
    /// Distinct instances that it has had reflected.
    InstancesReflected,
    InstancesDeleted,
    InstancesRemoved,
    InstancesRegistered,
    InstancesDiscovered,
}

const KINDS: usize = 12;

/// The counts of one federate since it joined.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Counters {
    totals: [usize; KINDS],
    /// By kind, transportation type and class; grown where something is counted.
    by_class: [Vec<Vec<usize>>; KINDS],
}

impl Counters {
    pub(crate) fn count(&mut self, what: Counted) {
        self.totals[what as usize] += 1;
    }

    /// Counts by class alone; what has no transportation type is counted under the first.
    pub(crate) fn count_class(
        &mut self,
        what: Counted,
        transportation: TransportationTypeHandle,
        class: usize,
    ) {
        let rows = &mut self.by_class[what as usize];
        let transportation = transportation.index();
        if rows.len() <= transportation {
            rows.resize_with(transportation + 1, Vec::new);
        }
        if let Some(row) = rows.get_mut(transportation) {
            if row.len() <= class {
                row.resize(class + 1, 0);
            }
            if let Some(count) = row.get_mut(class) {
                *count += 1;
            }
        }
    }

    pub(crate) fn total(&self, what: Counted) -> usize {
        self.totals[what as usize]
    }

    /// Positive counts with the indexes of their classes.
    pub(crate) fn by_class(
        &self,
        what: Counted,
        transportation: TransportationTypeHandle,
    ) -> impl Iterator<Item = (u32, usize)> + '_ {
        let rows = self.by_class[what as usize].get(transportation.index());
        let counts = (0..).zip(rows.into_iter().flatten().copied());
        counts.filter(|(_, count)| *count > 0)
    }
}

impl Federation {
    /// Counts something that a federate did.
    pub(crate) fn count(&mut self, federate: FederateHandle, what: Counted) {
        if let Some(row) = self.federates.get_mut(federate) {
            row.observed.counters.count(what);
        }
    }

    /// Counts something that a federate sent.
    pub(crate) fn count_sent(
        &mut self,
        federate: FederateHandle,
        what: Counted,
        transportation: TransportationTypeHandle,
        class: usize,
    ) {
        if let Some(row) = self.federates.get_mut(federate) {
            row.observed.counters.count(what);
            row.observed.counters.count_class(what, transportation, class);
        }
    }

    /// Counts a message that is just being emitted to these federates.
    pub(crate) fn count_received(&mut self, message: &Callback, to: &FederateSet) {
        let (what, transportation, class) = match message {
            Callback::ReflectAttributeValues { object_instance, transportation_type, .. } => {
                let Some(instance) = self.instances.get_mut(*object_instance) else { return };
                let class = instance.class.index();
                let first = TransportationTypeHandle::RELIABLE;
                for federate in to.iter() {
                    let known = instance.known_mut(federate).filter(|known| !known.reflected);
                    if let Some((known, row)) = known.zip(self.federates.get_mut(federate)) {
                        known.reflected = true;
                        row.observed.counters.count(Counted::InstancesReflected);
                        row.observed.counters.count_class(
                            Counted::InstancesReflected,
                            first,
                            class,
                        );
                    }
                }
                (Counted::ReflectionsReceived, *transportation_type, class)
            }
            Callback::ReceiveInteraction { interaction_class, transportation_type, .. } => {
                (Counted::InteractionsReceived, *transportation_type, interaction_class.index())
            }
            Callback::ReceiveDirectedInteraction {
                interaction_class, transportation_type, ..
            } => (Counted::DirectedReceived, *transportation_type, interaction_class.index()),
            Callback::RemoveObjectInstance { .. } => {
                for federate in to.iter() {
                    self.count(federate, Counted::InstancesRemoved);
                }
                return;
            }
            _ => return,
        };
        for federate in to.iter() {
            self.count_sent(federate, what, transportation, class);
        }
    }
}
