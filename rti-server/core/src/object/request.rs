//! Requests for current values, and the owners that are asked to provide them (6.21, 6.22).

use bytes::Bytes;
use hla::{
    AttributeHandle, Callback, FederateHandle, HlaError, ObjectClassHandle, ObjectInstanceHandle,
    Reply,
};

use super::Owner;
use crate::{emission::Out, federation::Federation};

impl Federation {
    pub(super) fn request_of_instance(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        tag: &Bytes,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let positions = self.instance_positions(from, object, attributes)?;
        self.ask_owners(object, &positions, tag, from, out);
        self.reflect_requested(object, &positions, from, out);
        Ok(Reply::RequestInstanceAttributeValueUpdate)
    }

    pub(super) fn request_of_class(
        &mut self,
        from: FederateHandle,
        class: ObjectClassHandle,
        attributes: &[AttributeHandle],
        tag: &Bytes,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        self.positions(class, attributes)?;
        for object in self.instances.of_class(&self.model, class) {
            let Some(instance) = self.instances.get(object) else { continue };
            if instance.deletion.is_some() {
                continue;
            }
            let own_class = instance.class;
            let positions = self.positions(own_class, attributes).unwrap_or_default();
            self.ask_owners(object, &positions, tag, from, out);
            self.reflect_requested(object, &positions, from, out);
        }
        Ok(Reply::RequestClassAttributeValueUpdate)
    }

    /// Asks each owner for its share of the attributes; nobody is asked by itself.
    pub(crate) fn ask_owners(
        &mut self,
        object: ObjectInstanceHandle,
        positions: &[usize],
        tag: &Bytes,
        requester: FederateHandle,
        out: &mut Out<'_>,
    ) {
        let Some(instance) = self.instances.get(object) else { return };
        let mut shares: Vec<(FederateHandle, Vec<AttributeHandle>)> = Vec::new();
        for position in positions {
            let owner = instance.attributes.get(*position).map(|attribute| attribute.owner);
            let Some(Owner::Federate(owner)) = owner else { continue };
            // The deleter of an instance knows it no more.
            if owner == requester || instance.known(owner).is_none() {
                continue;
            }
            let attribute = self.attribute_at(instance.class, *position);
            match shares.iter_mut().find(|(known, _)| *known == owner) {
                Some((_, attributes)) => attributes.push(attribute),
                None => shares.push((owner, vec![attribute])),
            }
        }
        for (owner, attributes) in shares {
            let callback = Callback::ProvideAttributeValueUpdate {
                object_instance: object,
                attributes,
                tag: tag.clone(),
            };
            self.federates.tell_one(owner, callback, out);
        }
    }
}
