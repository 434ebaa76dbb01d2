//! Start and Stop Registration, Turn Interactions On and Off (5.14 to 5.17).
//!
//! Whether a publisher's class is actively wanted by somebody else is kept up for every publisher;
//! the publisher is told of each change while its switch is on, so switching it on replays nothing.

use hla::{Callback, FederateHandle, InteractionClassHandle, ObjectClassHandle};
use rti_fom::FomModel;

use super::{Declarations, interaction_classes_within, object_classes_within};
use crate::{emission::Out, federation::Federation};

impl Federation {
    /// After a subscription at this class has changed: publishers of it and of its subclasses.
    pub(crate) fn refresh_registration_relevance(
        &mut self,
        class: ObjectClassHandle,
        out: &mut Out<'_>,
    ) {
        for class in object_classes_within(&self.model, class) {
            let publishers = self.declarations.object(class).map(|row| row.publishers.clone());
            for publisher in publishers.unwrap_or_default().iter() {
                self.refresh_registration_relevance_of(publisher, class, out);
            }
        }
    }

    /// After something about one publisher's class has changed.
    pub(crate) fn refresh_registration_relevance_of(
        &mut self,
        publisher: FederateHandle,
        class: ObjectClassHandle,
        out: &mut Out<'_>,
    ) {
        let relevant = is_registration_relevant(&self.model, &self.declarations, publisher, class);
        let Some(row) = self.declarations.object_mut(class) else { return };
        let publishes = row.publishers.contains(publisher);
        let changed =
            if relevant { row.relevant.insert(publisher) } else { row.relevant.remove(publisher) };
        let advised =
            |row: &crate::federate::Federate| row.switches.object_class_relevance_advisory;
        // Who stops publishing needs no advice any more.
        if !changed || !publishes || !self.federates.get(publisher).is_some_and(advised) {
            return;
        }
        let callback = if relevant {
            Callback::StartRegistrationForObjectClass { object_class: class }
        } else {
            Callback::StopRegistrationForObjectClass { object_class: class }
        };
        self.federates.tell_one(publisher, callback, out);
    }

    /// After a subscription at this class has changed: publishers of it and of its subclasses.
    pub(crate) fn refresh_interaction_relevance(
        &mut self,
        class: InteractionClassHandle,
        out: &mut Out<'_>,
    ) {
        for class in interaction_classes_within(&self.model, class) {
            let Some(row) = self.declarations.interaction(class) else { continue };
            let publishers: Vec<_> = row.publications.iter().map(|row| row.federate).collect();
            for publisher in publishers {
                self.refresh_interaction_relevance_of(publisher, class, out);
            }
        }
    }

    /// After something about one publisher's class has changed.
    pub(crate) fn refresh_interaction_relevance_of(
        &mut self,
        publisher: FederateHandle,
        class: InteractionClassHandle,
        out: &mut Out<'_>,
    ) {
        let lineage = self.model.interaction_class(class).map(|row| row.lineage.as_slice());
        let relevant = lineage.unwrap_or_default().iter().any(|class| {
            let row = self.declarations.interaction(*class);
            row.is_some_and(|row| row.subscriptions.active_besides(publisher))
        });
        let Some(row) = self.declarations.interaction_mut(class) else { return };
        let changed =
            if relevant { row.relevant.insert(publisher) } else { row.relevant.remove(publisher) };
        let advised = |row: &crate::federate::Federate| row.switches.interaction_relevance_advisory;
        if !changed || !self.federates.get(publisher).is_some_and(advised) {
            return;
        }
        let callback = if relevant {
            Callback::TurnInteractionsOn { interaction_class: class }
        } else {
            Callback::TurnInteractionsOff { interaction_class: class }
        };
        self.federates.tell_one(publisher, callback, out);
    }
}

/// Whether somebody else actively subscribes, at the class or an ancestor, to an attribute that
/// the federate publishes at the class.
fn is_registration_relevant(
    model: &FomModel,
    declarations: &Declarations,
    publisher: FederateHandle,
    class: ObjectClassHandle,
) -> bool {
    let (Some(row), Some(class)) = (declarations.object(class), model.object_class(class)) else {
        return false;
    };
    let published = row.attributes.iter().zip(&class.attributes);
    let mut published = published.filter(|(row, _)| row.publishers.contains(publisher));
    published.any(|(_, attribute)| {
        class.lineage.iter().any(|ancestor| {
            let position = model
                .object_class(*ancestor)
                .and_then(|class| class.attributes.binary_search(attribute).ok());
            let row = declarations.object(*ancestor).zip(position);
            row.and_then(|(row, position)| row.attributes.get(position))
                .is_some_and(|row| row.subscriptions.active_besides(publisher))
        })
    })
}
