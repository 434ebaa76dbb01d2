//! Directed interactions (2025; 5.6, 5.7, 5.12, 5.13): interactions aimed at an object instance.
//!
//! An object class lists which interaction classes may be aimed at its instances. They are
//! published and subscribed to apart from ordinary interactions, and neither receives the other.

use std::collections::{BTreeMap, BTreeSet};

use hla::{Call, FederateHandle, HlaError, InteractionClassHandle, ObjectClassHandle, Reply};
use rti_fom::FomModel;

use crate::{FederateSet, emission::Out, federation::Federation, object::Instance};

/// An interaction class aimed at instances of an object class, and who declares it.
type Key = (ObjectClassHandle, InteractionClassHandle, FederateHandle);

/// Whose directed interactions a subscriber gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Selector {
    /// Those aimed at instances of which it owns an attribute.
    Owned,
    /// Those aimed at any instance that it knows.
    Universal,
}

/// The declarations of all federates about directed interactions.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct DirectedDeclarations {
    publications: BTreeSet<Key>,
    subscriptions: BTreeMap<Key, Selector>,
}

impl DirectedDeclarations {
    /// Forgets what a federate has declared.
    pub(crate) fn leave(&mut self, federate: FederateHandle) {
        self.publications.retain(|(_, _, other)| *other != federate);
        self.subscriptions.retain(|(_, _, other), _| *other != federate);
    }

    /// What a federate publishes, by object class.
    pub(crate) fn published_by(
        &self,
        federate: FederateHandle,
    ) -> BTreeMap<ObjectClassHandle, Vec<InteractionClassHandle>> {
        by_class(self.publications.iter(), federate)
    }

    /// What a federate subscribes to, by object class.
    pub(crate) fn subscribed_by(
        &self,
        federate: FederateHandle,
    ) -> BTreeMap<ObjectClassHandle, Vec<InteractionClassHandle>> {
        by_class(self.subscriptions.keys(), federate)
    }

    /// Whether the federate may aim the interaction at instances of the class.
    pub(crate) fn publishes(
        &self,
        model: &FomModel,
        class: ObjectClassHandle,
        interaction: InteractionClassHandle,
        federate: FederateHandle,
    ) -> bool {
        let mut classes = lineage(model, class);
        classes.any(|class| self.publications.contains(&(class, interaction, federate)))
    }

    /// As what a federate receives an interaction aimed at an instance, if it does: the most
    /// specific class among it and its ancestors to which it subscribes (SEMANTICS 3.9).
    pub(crate) fn received_as(
        &self,
        model: &FomModel,
        instance: &Instance,
        interaction: InteractionClassHandle,
        federate: FederateHandle,
    ) -> Option<InteractionClassHandle> {
        let known = instance.known(federate)?;
        let row = model.interaction_class(interaction)?;
        row.lineage.iter().rev().copied().find(|interaction| {
            lineage(model, known.class).any(|class| {
                match self.subscriptions.get(&(class, *interaction, federate)) {
                    Some(Selector::Universal) => true,
                    Some(Selector::Owned) => instance.is_owned_in_part_by(federate),
                    None => false,
                }
            })
        })
    }

    /// Whoever declares something is joined, and the class has such a directed interaction.
    pub(crate) fn check_invariants(&self, model: &FomModel, joined: &FederateSet) {
        for (class, interaction, federate) in
            self.publications.iter().chain(self.subscriptions.keys())
        {
            assert!(joined.contains(*federate), "{federate} left and declares {interaction}");
            assert!(model.has_directed_interaction(*class, *interaction), "{class} {interaction}");
        }
    }
}

fn by_class<'a>(
    keys: impl Iterator<Item = &'a Key>,
    federate: FederateHandle,
) -> BTreeMap<ObjectClassHandle, Vec<InteractionClassHandle>> {
    let mut classes = BTreeMap::<_, Vec<_>>::new();
    for (class, interaction, _) in keys.filter(|(_, _, other)| *other == federate) {
        classes.entry(*class).or_default().push(*interaction);
    }
    classes
}

fn lineage(model: &FomModel, class: ObjectClassHandle) -> impl Iterator<Item = ObjectClassHandle> {
    model.object_class(class).into_iter().flat_map(|row| row.lineage.iter().copied())
}

impl Federation {
    pub(super) fn serve_directed_declarations(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        match call {
            Call::PublishObjectClassDirectedInteractions { object_class, interaction_classes } => {
                let keys = self.directed(from, object_class, interaction_classes)?;
                self.declarations.directed.publications.extend(keys);
                Ok(Reply::PublishObjectClassDirectedInteractions)
            }
            Call::UnpublishObjectClassDirectedInteractions {
                object_class,
                interaction_classes,
            } => {
                let keys = self.these_or_all(from, object_class, interaction_classes)?;
                self.declarations.directed.publications.retain(|key| !keys.contains(key));
                Ok(Reply::UnpublishObjectClassDirectedInteractions)
            }
            Call::SubscribeObjectClassDirectedInteractions {
                object_class,
                interaction_classes,
                universally,
            } => {
                let keys = self.directed(from, object_class, interaction_classes)?;
                let selector = if universally { Selector::Universal } else { Selector::Owned };
                let rows = keys.into_iter().map(|key| (key, selector));
                self.declarations.directed.subscriptions.extend(rows);
                self.drop_unwanted(from, out);
                Ok(Reply::SubscribeObjectClassDirectedInteractions)
            }
            Call::UnsubscribeObjectClassDirectedInteractions {
                object_class,
                interaction_classes,
            } => {
                let keys = self.these_or_all(from, object_class, interaction_classes)?;
                self.declarations.directed.subscriptions.retain(|key, _| !keys.contains(key));
                self.drop_unwanted(from, out);
                Ok(Reply::UnsubscribeObjectClassDirectedInteractions)
            }
            other => self.serve_ddm(from, other, out),
        }
    }

    /// The interaction classes, which must all be directed interactions of the object class.
    fn directed(
        &self,
        from: FederateHandle,
        class: ObjectClassHandle,
        interactions: Vec<InteractionClassHandle>,
    ) -> Result<Vec<Key>, HlaError> {
        let name = &self.defined_object_class(class)?.name;
        for interaction in &interactions {
            let row = self.defined_interaction_class(*interaction)?;
            if !self.model.has_directed_interaction(class, *interaction) {
                return Err(HlaError::InteractionClassNotDefined(format!(
                    "{} is no directed interaction of {name}, its module must list it there",
                    row.name
                )));
            }
        }
        Ok(interactions.into_iter().map(|interaction| (class, interaction, from)).collect())
    }

    /// Without a set all directed interactions of the object class are meant.
    fn these_or_all(
        &self,
        from: FederateHandle,
        class: ObjectClassHandle,
        interactions: Option<Vec<InteractionClassHandle>>,
    ) -> Result<Vec<Key>, HlaError> {
        let all = &self.defined_object_class(class)?.directed_interactions;
        self.directed(from, class, interactions.unwrap_or_else(|| all.clone()))
    }
}
