//! Declaration management (clause 5): what federates say they will send and want to receive.
//!
//! Declarations are additive, per federate and class, and say nothing about sub- or superclasses;
//! what they mean for a message of another class is decided where it is routed.

mod advisories;
mod directed;
mod tables;
#[cfg(test)]
mod tests;

use hla::{
    AttributeHandle, Call, FederateHandle, HlaError, InteractionClassHandle, ObjectClassHandle,
    Reply,
};
use rti_fom::FomModel;

pub(crate) use self::tables::{Declarations, InteractionPublication, Subscribers, Subscription};
use crate::{CallbackSeq, emission::Out, federation::Federation};

/// Position of `HLAprivilegeToDeleteObject` in every class: it is the first attribute of the root.
pub(crate) const PRIVILEGE_POSITION: usize = 0;

impl Federation {
    pub(crate) fn serve_declarations(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        match call {
            Call::PublishObjectClassAttributes { object_class, attributes } => {
                self.publish(from, object_class, &attributes, out)
            }
            Call::UnpublishObjectClass { object_class } => {
                let row = self.defined_object_class(object_class)?;
                let all = 0..row.attributes.len();
                self.unpublish(from, object_class, all, out)?;
                Ok(Reply::UnpublishObjectClass)
            }
            Call::UnpublishObjectClassAttributes { object_class, attributes } => {
                let positions = self.positions(object_class, &attributes)?;
                self.unpublish(from, object_class, positions.into_iter(), out)?;
                Ok(Reply::UnpublishObjectClassAttributes)
            }
            Call::SubscribeObjectClassAttributes {
                object_class,
                attributes,
                active,
                update_rate,
            } => {
                let positions = self.positions(object_class, &attributes)?;
                let rate = self.update_rate(update_rate.as_deref())?;
                let subscription = Subscription { active, rate };
                self.subscribe(from, object_class, &positions, subscription, out);
                Ok(Reply::SubscribeObjectClassAttributes)
            }
            Call::UnsubscribeObjectClass { object_class } => {
                let all: Vec<_> =
                    (0..self.defined_object_class(object_class)?.attributes.len()).collect();
                self.unsubscribe(from, object_class, &all, out);
                Ok(Reply::UnsubscribeObjectClass)
            }
            Call::UnsubscribeObjectClassAttributes { object_class, attributes } => {
                let positions = self.positions(object_class, &attributes)?;
                self.unsubscribe(from, object_class, &positions, out);
                Ok(Reply::UnsubscribeObjectClassAttributes)
            }
            other => self.serve_interaction_declarations(from, other, out),
        }
    }

    fn serve_interaction_declarations(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        match call {
            Call::PublishInteractionClass { interaction_class } => {
                self.publish_interaction(from, interaction_class, out)
            }
            Call::UnpublishInteractionClass { interaction_class } => {
                self.defined_interaction_class(interaction_class)?;
                if let Some(row) = self.declarations.interaction_mut(interaction_class) {
                    row.publications.retain(|publication| publication.federate != from);
                    row.relevant.remove(from);
                }
                Ok(Reply::UnpublishInteractionClass)
            }
            Call::SubscribeInteractionClass { interaction_class, active } => {
                self.subscribe_interaction(from, interaction_class, active, out)
            }
            Call::UnsubscribeInteractionClass { interaction_class } => {
                self.defined_interaction_class(interaction_class)?;
                if let Some(row) = self.declarations.interaction_mut(interaction_class) {
                    row.subscriptions.plain.remove(from);
                }
                self.refresh_interaction_relevance(interaction_class, out);
                self.drop_unwanted(from, out);
                Ok(Reply::UnsubscribeInteractionClass)
            }
            other => self.serve_directed_declarations(from, other, out),
        }
    }

    fn publish(
        &mut self,
        from: FederateHandle,
        class: ObjectClassHandle,
        attributes: &[AttributeHandle],
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let mut positions = self.positions(class, attributes)?;
        if !positions.is_empty() && !positions.contains(&PRIVILEGE_POSITION) {
            positions.insert(0, PRIVILEGE_POSITION);
        }
        if let Some(row) = self.declarations.object_mut(class) {
            for position in &positions {
                if let Some(attribute) = row.attributes.get_mut(*position) {
                    attribute.publishers.insert(from);
                }
            }
            row.settle(from);
        }
        self.refresh_registration_relevance_of(from, class, out);
        self.offer_published(from, class, out);
        Ok(Reply::PublishObjectClassAttributes)
    }

    fn unpublish(
        &mut self,
        from: FederateHandle,
        class: ObjectClassHandle,
        positions: impl Iterator<Item = usize>,
        out: &mut Out<'_>,
    ) -> Result<(), HlaError> {
        let Some(row) = self.declarations.object(class) else { return Ok(()) };
        let mut gone: Vec<usize> =
            positions.filter(|row_at| row.publishes(from, *row_at)).collect();
        // With the last ordinary attribute goes the right to delete (SEMANTICS 12, point 5).
        let ordinary = PRIVILEGE_POSITION + 1..row.attributes.len();
        let stays = |position: usize| row.publishes(from, position) && !gone.contains(&position);
        let none_left = !ordinary.into_iter().any(stays);
        let privilege = row.publishes(from, PRIVILEGE_POSITION);
        if none_left && privilege && !gone.contains(&PRIVILEGE_POSITION) && !gone.is_empty() {
            gone.push(PRIVILEGE_POSITION);
        }
        self.check_not_acquiring(from, class, &gone)?;
        let Some(row) = self.declarations.object_mut(class).filter(|_| !gone.is_empty()) else {
            return Ok(());
        };
        for position in &gone {
            if let Some(attribute) = row.attributes.get_mut(*position) {
                attribute.publishers.remove(from);
            }
        }
        row.settle(from);
        self.refresh_registration_relevance_of(from, class, out);
        self.lose_unpublished(from, class, &gone, out);
        Ok(())
    }

    fn subscribe(
        &mut self,
        from: FederateHandle,
        class: ObjectClassHandle,
        positions: &[usize],
        subscription: Subscription,
        out: &mut Out<'_>,
    ) {
        let Some(row) = self.declarations.object_mut(class) else { return };
        for position in positions {
            if let Some(attribute) = row.attributes.get_mut(*position) {
                attribute.subscriptions.plain.set(from, subscription);
            }
        }
        row.settle(from);
        if positions.is_empty() {
            return;
        }
        self.refresh_registration_relevance(class, out);
        self.discover_late(from, class, out);
        self.refresh_subscribed(from, class, out);
    }

    fn unsubscribe(
        &mut self,
        from: FederateHandle,
        class: ObjectClassHandle,
        positions: &[usize],
        out: &mut Out<'_>,
    ) {
        let Some(row) = self.declarations.object_mut(class) else { return };
        let mut changed = false;
        for position in positions {
            if let Some(attribute) = row.attributes.get_mut(*position) {
                changed |= attribute.subscriptions.plain.remove(from).is_some();
            }
        }
        if !changed {
            return;
        }
        row.settle(from);
        self.refresh_registration_relevance(class, out);
        self.refresh_unsubscribed(from, class, out);
        // A less specific class may be the candidate now.
        self.discover_late(from, class, out);
        self.drop_unwanted(from, out);
    }

    fn publish_interaction(
        &mut self,
        from: FederateHandle,
        class: InteractionClassHandle,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let model = self.defined_interaction_class(class)?;
        let publication = InteractionPublication {
            federate: from,
            order: model.order,
            transportation: model.transportation,
            confirmed: CallbackSeq::default(),
        };
        if let Some(row) = self.declarations.interaction_mut(class)
            && let Err(place) = row.place(from)
        {
            row.publications.insert(place, publication);
            self.refresh_interaction_relevance_of(from, class, out);
        }
        Ok(Reply::PublishInteractionClass)
    }

    fn subscribe_interaction(
        &mut self,
        from: FederateHandle,
        class: InteractionClassHandle,
        active: bool,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        self.check_not_reported(from, class)?;
        if let Some(row) = self.declarations.interaction_mut(class) {
            row.subscriptions.plain.set(from, Subscription { active, rate: None });
        }
        self.refresh_interaction_relevance(class, out);
        self.reconsider(from, out);
        Ok(Reply::SubscribeInteractionClass)
    }

    /// Who reports its services to others cannot subscribe to the reports (SEMANTICS 2.2).
    pub(crate) fn check_not_reported(
        &self,
        from: FederateHandle,
        class: InteractionClassHandle,
    ) -> Result<(), HlaError> {
        let name = &self.defined_interaction_class(class)?.name;
        let reporting = |row: &crate::federate::Federate| row.switches.service_reporting;
        if Some(class) == self.mom.report_service_invocation
            && self.federates.get(from).is_some_and(reporting)
        {
            return Err(HlaError::FederateServiceInvocationsAreBeingReportedViaMOM(format!(
                "turn service reporting of {} off before it subscribes to {name}",
                self.federate_name(from)
            )));
        }
        Ok(())
    }

    pub(crate) fn update_rate(&self, designator: Option<&str>) -> Result<Option<usize>, HlaError> {
        let Some(name) = designator else { return Ok(None) };
        let rate = self.model.update_rates().position(|rate| rate.name == name);
        rate.map(Some).ok_or_else(|| {
            HlaError::InvalidUpdateRateDesignator(format!("the FDD has no update rate {name}"))
        })
    }
}

/// The class and all its subclasses.
pub(crate) fn object_classes_within(
    model: &FomModel,
    class: ObjectClassHandle,
) -> Vec<ObjectClassHandle> {
    let mut classes = vec![class];
    let mut next = 0;
    while let Some(class) = classes.get(next) {
        if let Some(row) = model.object_class(*class) {
            classes.extend(row.children.iter().copied());
        }
        next += 1;
    }
    classes
}

/// The class and all its subclasses.
pub(crate) fn interaction_classes_within(
    model: &FomModel,
    class: InteractionClassHandle,
) -> Vec<InteractionClassHandle> {
    let mut classes = vec![class];
    let mut next = 0;
    while let Some(class) = classes.get(next) {
        if let Some(row) = model.interaction_class(*class) {
            classes.extend(row.children.iter().copied());
        }
        next += 1;
    }
    classes
}
