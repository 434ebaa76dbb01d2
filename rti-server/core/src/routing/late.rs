//! What is decided at delivery, by the switch delaySubscriptionEvaluation (SEMANTICS 7).
//!
//! A message is then queued, as it was sent, for everybody who has to wait for it, and judged by
//! the receiver's subscriptions when its turn comes. Who need not wait gets it at once, by the
//! subscriptions of that moment. While the switch is off none of this costs anything.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use hla::{
    AttributeValues, Callback, ConveyedRegion, FederateHandle, InteractionClassHandle,
    ObjectInstanceHandle, OrderType,
};

use crate::{
    FederateSet,
    ddm::{RegionSet, Side},
    emission::Out,
    federate::View,
    federation::Federation,
    object::{Part, Sending, producer},
};

impl Federation {
    /// Receivers of whom it is decided at delivery what they get of a message in this order.
    pub(crate) fn late_receivers(
        &self,
        order: OrderType,
        (sender, regions): (FederateHandle, RegionSet<'_>),
    ) -> FederateSet {
        // What is sent in no region at all reaches nobody, whoever subscribes to it later.
        let nowhere = regions.is_some_and(<[_]>::is_empty);
        if !self.switches.delay_subscription_evaluation || nowhere {
            return FederateSet::default();
        }
        let mut late = self.time.who_waits(order);
        late.remove(sender);
        late
    }

    /// Queues a message for those of whom it is decided at delivery what they get of it.
    pub(crate) fn postpone(
        &mut self,
        sending: &Sending,
        part: Part,
        message: impl FnOnce() -> Callback,
        out: &mut Out<'_>,
    ) {
        let Part { order, receivers, bytes } = part;
        if receivers.is_empty() {
            return;
        }
        let message = Arc::new(message());
        match sending.retraction.filter(|_| order == OrderType::TimeStamp) {
            Some(retraction) => {
                let wanting = receivers.iter();
                let wanting =
                    wanting.filter(|federate| self.late_part(*federate, &message).is_some());
                let wanting = wanting.collect();
                let receivers = (&receivers, &wanting);
                self.time.queue_judged(retraction, receivers, message, bytes, &mut out.time);
            }
            None => {
                self.time.queue_ro(sending.sender, &receivers, message, bytes);
            }
        }
    }

    /// After something has changed about what a federate gets: judges anew what waits for it.
    pub(crate) fn reconsider(&mut self, federate: FederateHandle, out: &mut Out<'_>) {
        if !self.switches.delay_subscription_evaluation {
            return;
        }
        let waiting = self.time.waiting_for(federate);
        let wanted = waiting.map(|message| self.late_part(federate, message).is_some());
        let wanted: Vec<bool> = wanted.collect();
        self.time.judge(federate, &wanted, &mut out.time);
    }

    /// What a federate gets now of a message that has waited for it.
    pub(crate) fn late_part(
        &self,
        federate: FederateHandle,
        message: &Callback,
    ) -> Option<Arc<Callback>> {
        let (view, _) = self.federates.by_view(FederateSet::one(federate)).pop()?;
        let mut part = message.clone();
        match &mut part {
            Callback::ReflectAttributeValues {
                object_instance,
                values,
                producing_federate,
                sent_regions,
                ..
            } => {
                let regions = sent_regions.as_deref().unwrap_or_default();
                *values = self.late_values(federate, *object_instance, values, regions)?;
                show(view, producing_federate, Some(sent_regions));
            }
            Callback::ReceiveInteraction {
                interaction_class,
                values,
                producing_federate,
                sent_regions,
                ..
            } => {
                let regions = sent_regions.as_deref().unwrap_or_default();
                let received = self.late_class(federate, *interaction_class, regions)?;
                *values = self.visible_parameters(received, values);
                *interaction_class = received;
                show(view, producing_federate, Some(sent_regions));
            }
            Callback::ReceiveDirectedInteraction {
                interaction_class,
                object_instance,
                values,
                producing_federate,
                ..
            } => {
                let instance = self.instances.get(*object_instance);
                // What is aimed at an instance ends with it (SEMANTICS 3.9).
                let instance = instance.filter(|row| !row.is_finally_deleted())?;
                let directed = &self.declarations.directed;
                let received =
                    directed.received_as(&self.model, instance, *interaction_class, federate)?;
                *values = self.visible_parameters(received, values);
                *interaction_class = received;
                show(view, producing_federate, None);
            }
            Callback::RemoveObjectInstance { object_instance, .. } => {
                self.instances.get(*object_instance)?.known(federate)?;
            }
            _ => {}
        }
        Some(part.into())
    }

    /// The attributes to which the federate subscribes where they were sent. Who owns one by now
    /// does not matter (SEMANTICS 4.4).
    fn late_values(
        &self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
        values: &AttributeValues,
        regions: &[ConveyedRegion],
    ) -> Option<AttributeValues> {
        let instance = self.instances.get(object)?;
        let known = instance.known(federate)?;
        let left = values.subset(|attribute| {
            let dimensions = self.model.attribute_dimensions(instance.class, attribute);
            let sent = (regions, dimensions.unwrap_or_default());
            let reached = |side: Side<'_>| self.regions.overlap_sent(&self.model, side, sent);
            let (subscriber, reach) = ((federate, known.class), (regions.is_empty(), reached));
            self.subscription_reached(attribute, subscriber, |_| true, reach).is_some()
        });
        (!left.is_empty()).then_some(left)
    }

    /// The most specific class as which the federate receives an interaction sent in these
    /// regions.
    fn late_class(
        &self,
        federate: FederateHandle,
        class: InteractionClassHandle,
        regions: &[ConveyedRegion],
    ) -> Option<InteractionClassHandle> {
        let model = self.model.interaction_class(class)?;
        let sent = (regions, model.dimensions.as_slice());
        let reached = |side: Side<'_>| self.regions.overlap_sent(&self.model, side, sent);
        let mut classes = model.lineage.iter().rev().copied();
        classes.find(|class| self.receives_in_regions(federate, *class, reached))
    }
}

/// Leaves of a message what its receiver gets to see.
fn show(
    view: View,
    producing: &mut FederateHandle,
    regions: Option<&mut Option<Vec<ConveyedRegion>>>,
) {
    *producing = producer(view, *producing);
    if let Some(regions) = regions {
        *regions = view.regions.then(|| regions.take().unwrap_or_default());
    }
}
