//! Ownership management (clause 7): who owns an instance attribute, and the search for an owner.
//!
//! An attribute has one owner or none. Owners give up here; acquiring is not built yet.

#[cfg(test)]
mod tests;

use bytes::Bytes;
use hla::{
    AttributeHandle, Call, Callback, Edition, FederateHandle, HlaError, ObjectClassHandle,
    ObjectInstanceHandle, Reply,
};

use crate::{
    CallbackSeq, FederateSet,
    emission::Out,
    federation::Federation,
    object::{Instance, Owner, OwnerSearch, Wanted},
};

impl Federation {
    pub(crate) fn serve_ownership(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        match call {
            Call::UnconditionalAttributeOwnershipDivestiture {
                object_instance,
                attributes,
                tag,
            } => {
                let positions = self.owned_positions(from, object_instance, &attributes)?;
                // The 2010 edition has no tag here.
                let edition = self.federates.get(from).map(|federate| federate.edition);
                let tag = if edition == Some(Edition::Evolved2010) { Bytes::new() } else { tag };
                self.divest(from, object_instance, &positions, &tag, out);
                Ok(Reply::UnconditionalAttributeOwnershipDivestiture)
            }
            Call::QueryAttributeOwnership { object_instance, attributes } => {
                self.query_ownership(from, object_instance, &attributes, out)
            }
            Call::IsAttributeOwnedByFederate { object_instance, attribute } => {
                let positions = self.instance_positions(from, object_instance, &[attribute])?;
                let (instance, _) = self.known_instance(from, object_instance)?;
                let owned = positions.iter().all(|position| instance.is_owned_by(from, *position));
                Ok(Reply::IsAttributeOwnedByFederate(owned))
            }
            other => self.serve_declarations(from, other, out),
        }
    }

    /// Positions at the instance of attributes that must be available at its known class.
    pub(crate) fn instance_positions(
        &self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
    ) -> Result<Vec<usize>, HlaError> {
        let (instance, known) = self.known_instance(from, object)?;
        self.positions(known, attributes)?;
        self.positions(instance.class, attributes)
    }

    /// The same of attributes that the caller must own.
    pub(crate) fn owned_positions(
        &self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
    ) -> Result<Vec<usize>, HlaError> {
        let positions = self.instance_positions(from, object, attributes)?;
        let (instance, _) = self.known_instance(from, object)?;
        match positions.iter().find(|position| !instance.is_owned_by(from, **position)) {
            None => Ok(positions),
            Some(position) => {
                Err(HlaError::AttributeNotOwned(self.not_owned(from, instance, *position)))
            }
        }
    }

    fn query_ownership(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let positions = self.instance_positions(from, object, attributes)?;
        let (instance, _) = self.known_instance(from, object)?;
        let mut owners: Vec<(Owner, Vec<AttributeHandle>)> = Vec::new();
        for position in positions {
            let Some(attribute) = instance.attributes.get(position) else { continue };
            let handle = self.attribute_at(instance.class, position);
            match owners.iter_mut().find(|(owner, _)| *owner == attribute.owner) {
                Some((_, attributes)) => attributes.push(handle),
                None => owners.push((attribute.owner, vec![handle])),
            }
        }
        for (owner, attributes) in owners {
            let object_instance = object;
            let callback = match owner {
                Owner::Federate(owner) => {
                    Callback::InformAttributeOwnership { object_instance, attributes, owner }
                }
                Owner::Rti => Callback::AttributeIsOwnedByRti { object_instance, attributes },
                Owner::Unowned => Callback::AttributeIsNotOwned { object_instance, attributes },
            };
            self.federates.tell_one(from, callback, out);
        }
        Ok(Reply::QueryAttributeOwnership)
    }

    /// Makes attributes unowned and offers them to whoever could take them (SEMANTICS 4.4).
    pub(crate) fn divest(
        &mut self,
        by: FederateHandle,
        object: ObjectInstanceHandle,
        positions: &[usize],
        tag: &Bytes,
        out: &mut Out<'_>,
    ) {
        if positions.is_empty() {
            return;
        }
        let Some(instance) = self.instances.get_mut(object) else { return };
        let available =
            self.model.object_class(instance.class).map(|row| row.attributes.as_slice());
        let deleted = instance.deletion.is_some();
        for position in positions {
            let handle = available.and_then(|attributes| attributes.get(*position));
            let model = handle.and_then(|handle| self.model.attribute(*handle));
            let Some((attribute, model)) = instance.attributes.get_mut(*position).zip(model) else {
                continue;
            };
            attribute.owner = Owner::Unowned;
            attribute.order = model.order;
            attribute.transportation = model.transportation;
            attribute.confirmed = CallbackSeq::default();
            attribute.wanted = Wanted::Off;
            // Who gives an attribute up is not asked to take it back.
            let search =
                || Box::new(OwnerSearch { tag: tag.clone(), offered: FederateSet::one(by) });
            attribute.search = (!deleted).then(search);
        }
        self.refresh_scope_of_all(object, out);
        let Some(instance) = self.instances.get(object) else { return };
        let knowers: Vec<_> = instance.knowers().iter().map(|known| known.federate).collect();
        self.offer(object, &knowers, out);
    }

    /// After a federate has published attributes: those of instances it knows may be on offer.
    pub(crate) fn offer_unowned(
        &mut self,
        federate: FederateHandle,
        class: ObjectClassHandle,
        out: &mut Out<'_>,
    ) {
        for object in self.known_as(federate, class) {
            self.offer(object, &[federate], out);
        }
    }

    /// Offers what has no owner to federates that could take it and have not been asked yet; who
    /// gets the same offer gets it together.
    pub(crate) fn offer(
        &mut self,
        object: ObjectInstanceHandle,
        federates: &[FederateHandle],
        out: &mut Out<'_>,
    ) {
        let Some(instance) = self.instances.get(object) else { return };
        if instance.attributes.iter().all(|attribute| attribute.search.is_none()) {
            return;
        }
        let mut offers: Vec<(Bytes, Vec<usize>, FederateSet)> = Vec::new();
        for federate in federates {
            for (tag, positions) in self.offers_for(instance, *federate) {
                match offers.iter_mut().find(|known| known.0 == tag && known.1 == positions) {
                    Some((_, _, receivers)) => {
                        receivers.insert(*federate);
                    }
                    None => offers.push((tag, positions, FederateSet::one(*federate))),
                }
            }
        }
        let class = instance.class;
        for (tag, positions, receivers) in offers {
            let attributes = positions.iter().map(|position| self.attribute_at(class, *position));
            let callback = Callback::RequestAttributeOwnershipAssumption {
                object_instance: object,
                attributes: attributes.collect(),
                tag,
            };
            if let Some(instance) = self.instances.get_mut(object) {
                for position in positions {
                    let attribute = instance.attributes.get_mut(position);
                    let search = attribute.and_then(|attribute| attribute.search.as_mut());
                    if let Some(search) = search {
                        receivers.iter().for_each(|federate| {
                            search.offered.insert(federate);
                        });
                    }
                }
            }
            self.federates.tell(receivers, callback, out);
        }
    }

    /// What is on offer to a federate that knows the instance and publishes the attributes there.
    fn offers_for(
        &self,
        instance: &Instance,
        federate: FederateHandle,
    ) -> Vec<(Bytes, Vec<usize>)> {
        let mut offers: Vec<(Bytes, Vec<usize>)> = Vec::new();
        let Some(known) = instance.known(federate) else { return offers };
        for (position, attribute) in instance.attributes.iter().enumerate() {
            let Some(search) = &attribute.search else { continue };
            let handle = self.attribute_at(instance.class, position);
            let Some(at_known) = self.position_of(known.class, handle) else { continue };
            if search.offered.contains(federate)
                || !self.declarations.publishes(federate, known.class, at_known)
            {
                continue;
            }
            match offers.iter_mut().find(|(tag, _)| *tag == search.tag) {
                Some((_, positions)) => positions.push(position),
                None => offers.push((search.tag.clone(), vec![position])),
            }
        }
        offers
    }

    /// After a federate has unpublished attributes at a class: it loses them at the instances that
    /// it knows as that class.
    pub(crate) fn lose_unpublished(
        &mut self,
        federate: FederateHandle,
        class: ObjectClassHandle,
        unpublished: &[usize],
        out: &mut Out<'_>,
    ) {
        let attributes: Vec<_> =
            unpublished.iter().map(|position| self.attribute_at(class, *position)).collect();
        for object in self.known_as(federate, class) {
            let Some(instance) = self.instances.get(object) else { continue };
            let positions = attributes.iter().filter_map(|attribute| {
                let position = self.position_of(instance.class, *attribute)?;
                instance.is_owned_by(federate, position).then_some(position)
            });
            let positions: Vec<_> = positions.collect();
            self.divest(federate, object, &positions, &Bytes::new(), out);
        }
    }
}
