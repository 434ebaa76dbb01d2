//! The search for a new owner (SEMANTICS 4.4): what is on offer, and to whom.

use bytes::Bytes;
use hla::{Callback, FederateHandle, ObjectClassHandle, ObjectInstanceHandle};

use super::{Groups, group};
use crate::{
    FederateSet,
    emission::Out,
    federation::Federation,
    object::{Instance, Owner},
};

impl Federation {
    /// After a federate has published attributes: those of instances it knows may be on offer.
    pub(crate) fn offer_published(
        &mut self,
        federate: FederateHandle,
        class: ObjectClassHandle,
        out: &mut Out<'_>,
    ) {
        for object in self.known_as(federate, class) {
            self.offer(object, &[federate], out);
        }
    }

    pub(super) fn offer_to_all(&mut self, object: ObjectInstanceHandle, out: &mut Out<'_>) {
        let Some(instance) = self.instances.get(object) else { return };
        let knowers: Vec<_> = instance.knowers().iter().map(|known| known.federate).collect();
        self.offer(object, &knowers, out);
    }

    /// Offers what is on offer and wanted by nobody to federates that could take it and have not
    /// been asked yet; who gets the same offer gets it together.
    pub(crate) fn offer(
        &mut self,
        object: ObjectInstanceHandle,
        federates: &[FederateHandle],
        out: &mut Out<'_>,
    ) {
        let Some(instance) = self.instances.get(object) else { return };
        let quiet = instance.attributes.iter().all(|attribute| attribute.negotiation.is_none());
        if quiet || instance.deletion.is_some() {
            return;
        }
        let mut offers: Vec<((Bytes, Vec<usize>), FederateSet)> = Vec::new();
        for federate in federates {
            for offer in self.offers_for(instance, *federate) {
                match offers.iter_mut().find(|(known, _)| *known == offer) {
                    Some((_, receivers)) => {
                        receivers.insert(*federate);
                    }
                    None => offers.push((offer, FederateSet::one(*federate))),
                }
            }
        }
        for ((tag, positions), receivers) in offers {
            let attributes = self.attributes_at(object, &positions);
            if let Some(instance) = self.instances.get_mut(object) {
                for position in positions {
                    let negotiation = instance.negotiation_mut(position);
                    if let Some(offer) = negotiation.and_then(|row| row.offer.as_mut()) {
                        receivers.iter().for_each(|federate| {
                            offer.offered.insert(federate);
                        });
                    }
                }
            }
            let callback = Callback::RequestAttributeOwnershipAssumption {
                object_instance: object,
                attributes,
                tag,
            };
            self.federates.tell(receivers, callback, out);
        }
    }

    /// What is on offer to a federate that knows the instance and publishes the attributes there.
    fn offers_for(&self, instance: &Instance, federate: FederateHandle) -> Groups<Bytes> {
        let mut offers = Groups::new();
        let Some(known) = instance.known(federate) else { return offers };
        for (position, attribute) in instance.attributes.iter().enumerate() {
            let Some(negotiation) = &attribute.negotiation else { continue };
            let Some(offer) = &negotiation.offer else { continue };
            let handle = self.attribute_at(instance.class, position);
            let Some(at_known) = self.position_of(known.class, handle) else { continue };
            if attribute.owner != Owner::Federate(federate)
                && negotiation.first().is_none()
                && !offer.offered.contains(federate)
                && self.declarations.publishes(federate, known.class, at_known)
            {
                group(&mut offers, offer.tag.clone(), position);
            }
        }
        offers
    }
}
