//! Sending directed interactions (6.14, 6.15).

use bytes::Bytes;
use hla::{
    Callback, FederateHandle, HlaError, InteractionClassHandle, LogicalTime, ObjectInstanceHandle,
    ParameterValues, Reply,
};

use super::send::{MESSAGE_OVERHEAD_BYTES, Part, producer};
use crate::{emission::Out, federate::View, federation::Federation, mom::Counted};

/// An interaction and the instance at which it is aimed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Aim {
    pub(super) interaction: InteractionClassHandle,
    pub(super) object: ObjectInstanceHandle,
}

impl Federation {
    pub(super) fn send_directed(
        &mut self,
        from: FederateHandle,
        aim: Aim,
        values: &ParameterValues,
        tag: &Bytes,
        time: Option<LogicalTime>,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let Aim { interaction, object } = aim;
        let model = self.defined_interaction_class(interaction)?;
        let (instance, known) = self.known_instance(from, object)?;
        if !self.declarations.directed.publishes(&self.model, known, interaction, from) {
            return Err(HlaError::InteractionClassNotPublished(format!(
                "{} does not publish {} as a directed interaction of {}, as which it knows {}",
                self.federate_name(from),
                model.name,
                self.defined_object_class(known)?.name,
                instance.name
            )));
        }
        // What the sender has set for its ordinary interactions of the class holds here too.
        let row = self.declarations.interaction(interaction);
        let own = row.and_then(|row| row.publication(from));
        let preferred = own.map_or(model.order, |own| own.order);
        let transportation = own.map_or(model.transportation, |own| own.transportation);
        self.check_parameters(interaction, values)?;
        let mut sending = self.sending(from, time)?;
        let order = sending.order(preferred);
        let bytes = MESSAGE_OVERHEAD_BYTES + values.value_bytes() + tag.len();
        let groups = self.directed_groups(instance, interaction, from);
        let late = self.late_receivers(order, (from, None));
        let parts = groups.into_iter().map(|(class, receivers)| {
            (class, Part { order, receivers: receivers.without(&late), bytes })
        });
        let parts: Vec<_> = parts.collect();
        let late = Part { order, receivers: late, bytes };
        self.check_room(parts.iter().map(|(_, part)| part).chain([&late]))?;
        if order == hla::OrderType::TimeStamp {
            self.begin_retraction(&mut sending)?;
        }
        let build = |class, values: &ParameterValues, view: View, received| {
            let (values, tag) = (values.clone(), tag.clone());
            Callback::ReceiveDirectedInteraction {
                interaction_class: class,
                object_instance: object,
                values,
                tag,
                transportation_type: transportation,
                producing_federate: producer(view, from),
                stamp: sending.message_stamp(order, received),
            }
        };
        for (received_class, part) in parts {
            let values = self.visible_parameters(received_class, values);
            self.transmit(&sending, part, out, |view, received| {
                build(received_class, &values, view, received)
            });
        }
        self.postpone(&sending, late, || build(interaction, values, View::WHOLE, order), out);
        self.count_sent(from, Counted::DirectedSent, transportation, interaction.index());
        Ok(Reply::SendDirectedInteraction(sending.retraction))
    }
}
