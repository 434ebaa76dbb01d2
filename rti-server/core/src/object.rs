//! Object management (clause 6): names, registration, discovery, values, interactions, deletion.

mod deletion;
mod direct;
mod discovery;
mod names;
mod order;
mod registration;
mod removed;
mod request;
mod scope;
mod send;
mod table;
#[cfg(test)]
mod tests;

use hla::{Call, FederateHandle, HlaError, ObjectClassHandle, ObjectInstanceHandle, Reply};

use self::direct::Aim;
pub(crate) use self::{
    deletion::PendingDeletions,
    names::Names,
    send::{Part, Sending, producer},
    table::{Instance, Instances, Known, Owner, Wanted},
};
use crate::{emission::Out, federation::Federation};

impl Federation {
    pub(crate) fn serve_objects(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        match call {
            Call::UpdateAttributeValues { object_instance, values, tag, time } => {
                self.update(from, object_instance, &values, &tag, time, out)
            }
            Call::SendInteraction { interaction_class, values, regions, tag, time } => {
                let where_to = (interaction_class, regions.as_deref());
                self.send_interaction(from, where_to, &values, &tag, time, out)
            }
            Call::SendDirectedInteraction {
                interaction_class,
                object_instance,
                values,
                tag,
                time,
            } => {
                let aim = Aim { interaction: interaction_class, object: object_instance };
                self.send_directed(from, aim, &values, &tag, time, out)
            }
            Call::DeleteObjectInstance { object_instance, tag, time } => {
                self.delete(from, object_instance, &tag, time, out)
            }
            Call::RegisterObjectInstance { object_class, name, attributes_and_regions } => {
                let pairs = attributes_and_regions.unwrap_or_default();
                self.register(from, object_class, name, &pairs, out)
            }
            Call::LocalDeleteObjectInstance { object_instance } => {
                self.local_delete(from, object_instance, out)
            }
            Call::RequestInstanceAttributeValueUpdate { object_instance, attributes, tag } => {
                self.request_of_instance(from, object_instance, &attributes, &tag, out)
            }
            Call::RequestClassAttributeValueUpdate { object_class, attributes, tag } => {
                self.request_of_class(from, object_class, &attributes, &tag, out)
            }
            Call::ReserveObjectInstanceName { name } => self.reserve_name(from, name, out),
            Call::ReleaseObjectInstanceName { name } => self.release_name(from, &name),
            Call::ReserveMultipleObjectInstanceNames { names } => {
                self.reserve_names(from, names, out)
            }
            Call::ReleaseMultipleObjectInstanceNames { names } => self.release_names(from, &names),
            other => self.serve_orders(from, other, out),
        }
    }

    /// An instance that the caller knows, and the class as which it knows it.
    pub(crate) fn known_instance(
        &self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
    ) -> Result<(&Instance, ObjectClassHandle), HlaError> {
        let instance = self.instances.get(object);
        let known = instance.and_then(|row| Some((row, row.known(from)?.class)));
        known.ok_or_else(|| {
            HlaError::ObjectInstanceNotKnown(format!(
                "{} knows no object instance with handle {object}",
                self.federate_name(from)
            ))
        })
    }
}
