//! The owner's side (7.2 to 7.6, 7.11 to 7.14): giving attributes up, at once or by agreement.

use bytes::Bytes;
use hla::{
    AttributeHandle, Callback, Edition, FederateHandle, HlaError, ObjectClassHandle,
    ObjectInstanceHandle, Reply,
};

use super::{Gain, Groups, News, group, negotiation::Offer};
use crate::{
    CallbackSeq, FederateSet,
    emission::Out,
    federation::Federation,
    object::{Owner, Wanted},
};

impl Federation {
    pub(super) fn divest_unconditionally(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        tag: &Bytes,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let positions = self.owned_positions(from, object, attributes)?;
        let tag = self.tag_in_2025(from, tag);
        self.divest(from, object, &positions, &tag, out);
        Ok(Reply::UnconditionalAttributeOwnershipDivestiture)
    }

    /// Gives attributes to whoever waits for them; the others become unowned and are offered to
    /// whoever could take them (SEMANTICS 4.4).
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
        let gains = self.gains(object, positions, tag);
        for position in positions {
            self.reset_attribute(object, *position, Owner::Unowned);
            let Some(instance) = self.instances.get_mut(object) else { return };
            let deleted = instance.deletion.is_some();
            // Who gives an attribute up is not asked to take it back.
            let offer = Offer { tag: tag.clone(), offered: FederateSet::one(by) };
            instance.negotiate(*position, |row| row.offer = (!deleted).then_some(offer));
        }
        self.hand_over(object, gains, out);
        self.refresh_scope_of_all(object, out);
        self.offer_to_all(object, out);
    }

    pub(super) fn negotiate_divestiture(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        tag: &Bytes,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let positions = self.owned_positions(from, object, attributes)?;
        let divesting = self.find_position(object, &positions, |row| row.is_on_offer());
        if let Some(attribute) = divesting {
            return Err(HlaError::AttributeAlreadyBeingDivested(format!(
                "{attribute} is being divested, cancel that or wait for the request to confirm"
            )));
        }
        if let Some(instance) = self.instances.get_mut(object) {
            for position in &positions {
                let offer = Offer { tag: tag.clone(), offered: FederateSet::one(from) };
                instance.negotiate(*position, |row| row.offer = Some(offer));
            }
        }
        self.ask_for_confirmation(object, &positions, out);
        self.offer_to_all(object, out);
        Ok(Reply::NegotiatedAttributeOwnershipDivestiture)
    }

    pub(super) fn confirm_divestiture(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        tag: &Bytes,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let positions = self.owned_positions(from, object, attributes)?;
        self.check_divesting(object, &positions)?;
        let gains = self.gains(object, &positions, tag);
        if gains.len() < positions.len() {
            return Err(HlaError::NoAcquisitionPending(format!(
                "nobody is acquiring all of these attributes of object instance {object} any \
                 more, the divestiture goes on"
            )));
        }
        self.hand_over(object, gains, out);
        Ok(Reply::ConfirmDivestiture)
    }

    pub(super) fn cancel_divestiture(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let positions = self.owned_positions(from, object, attributes)?;
        self.check_divesting(object, &positions)?;
        if let Some(instance) = self.instances.get_mut(object) {
            for position in &positions {
                instance.negotiate(*position, |row| row.offer = None);
            }
        }
        self.settle_requests(object, &positions, out);
        Ok(Reply::CancelNegotiatedAttributeOwnershipDivestiture)
    }

    /// Whoever asked for the attributes is refused; in the 2010 edition it goes on waiting
    /// (SEMANTICS 12, point 8).
    pub(super) fn deny_release(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        tag: &Bytes,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let positions = self.owned_positions(from, object, attributes)?;
        let tag = self.tag_in_2025(from, tag);
        let mut refused: Groups<FederateHandle> = Groups::new();
        let Some(instance) = self.instances.get_mut(object) else {
            return Ok(Reply::AttributeOwnershipReleaseDenied);
        };
        for position in positions {
            let federates = &self.federates;
            instance.negotiate(position, |row| {
                let gone = row.acquirers.extract_if(.., |request| {
                    let asker = federates.get(request.federate);
                    asker.is_some_and(|asker| asker.edition == Edition::Hla4)
                });
                gone.for_each(|request| group(&mut refused, request.federate, position));
            });
        }
        for (federate, positions) in refused {
            self.refuse(federate, object, &positions, tag.clone(), out);
            // Only who asked regularly may think that there still is something to cancel.
            self.note_news(federate, object, &positions, News::Refused);
        }
        // What is divested and now wanted by nobody may be for somebody who came meanwhile.
        self.offer_to_all(object, out);
        Ok(Reply::AttributeOwnershipReleaseDenied)
    }

    pub(super) fn divest_if_wanted(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        tag: &Bytes,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let positions = self.owned_positions(from, object, attributes)?;
        let tag = self.tag_in_2025(from, tag);
        let gains = self.gains(object, &positions, &tag);
        let divested: Vec<_> = gains.iter().map(|gain| gain.position).collect();
        let divested = self.attributes_at(object, &divested);
        self.hand_over(object, gains, out);
        Ok(Reply::AttributeOwnershipDivestitureIfWanted(divested))
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
        for object in self.known_as(federate, class) {
            let Some(instance) = self.instances.get(object) else { continue };
            let positions = unpublished.iter().filter_map(|position| {
                let attribute = self.attribute_at(class, *position);
                let position = self.position_of(instance.class, attribute)?;
                instance.is_owned_by(federate, position).then_some(position)
            });
            let positions: Vec<_> = positions.collect();
            self.divest(federate, object, &positions, &Bytes::new(), out);
        }
    }

    /// Asks owners who divest to confirm, where somebody wants the attribute.
    pub(super) fn ask_for_confirmation(
        &mut self,
        object: ObjectInstanceHandle,
        positions: &[usize],
        out: &mut Out<'_>,
    ) {
        let Some(instance) = self.instances.get(object) else { return };
        if instance.deletion.is_some() {
            return;
        }
        let mut asked: Groups<(FederateHandle, Bytes)> = Groups::new();
        for position in positions {
            let Some(attribute) = instance.attributes.get(*position) else { continue };
            let negotiation = attribute.negotiation.as_ref().filter(|row| row.is_on_offer());
            let first = negotiation.and_then(|row| row.first());
            if let (Owner::Federate(owner), Some(first)) = (attribute.owner, first) {
                group(&mut asked, (owner, first.tag.clone()), *position);
            }
        }
        for ((owner, tag), positions) in asked {
            let callback = Callback::RequestDivestitureConfirmation {
                object_instance: object,
                attributes: self.attributes_at(object, &positions),
                tag: self.tag_in_2025(owner, &tag),
            };
            self.federates.tell_one(owner, callback, out);
        }
    }

    /// A new owner, with nothing of the old one's settings.
    pub(super) fn reset_attribute(
        &mut self,
        object: ObjectInstanceHandle,
        position: usize,
        owner: Owner,
    ) {
        let Some(instance) = self.instances.get_mut(object) else { return };
        let class = self.model.object_class(instance.class);
        let handle = class.and_then(|class| class.attributes.get(position));
        let model = handle.and_then(|handle| self.model.attribute(*handle));
        if let Some((attribute, model)) = instance.attributes.get_mut(position).zip(model) {
            attribute.owner = owner;
            attribute.order = model.order;
            attribute.transportation = model.transportation;
            attribute.confirmed = CallbackSeq::default();
            attribute.wanted = Wanted::Off;
        }
    }

    /// Changes the owner of an attribute by order of the MOM: nobody is told. What the two had
    /// under way about it ends; others who want it go on waiting for its owner.
    pub(crate) fn force_owner(
        &mut self,
        object: ObjectInstanceHandle,
        position: usize,
        owner: Owner,
        out: &mut Out<'_>,
    ) {
        self.reset_attribute(object, position, owner);
        let Some(instance) = self.instances.get_mut(object) else { return };
        instance.negotiate(position, |row| {
            row.offer = None;
            row.willing.clear();
            if let Owner::Federate(federate) = owner {
                row.withdraw(federate);
            }
        });
        if let Owner::Federate(federate) = owner {
            self.apply_defaults(federate, object, &[position]);
        }
        self.refresh_scope_of_all(object, out);
        self.refresh_wanted(object, out);
    }

    /// After an instance has come back from its deletion: what was asked for meanwhile.
    pub(crate) fn resume_negotiations(&mut self, object: ObjectInstanceHandle, out: &mut Out<'_>) {
        let Some(instance) = self.instances.get(object) else { return };
        let all: Vec<_> = (0..instance.attributes.len()).collect();
        let unowned: Vec<_> = all.iter().copied().filter(|row| instance.is_unowned(*row)).collect();
        let gains = self.gains(object, &unowned, &Bytes::new());
        self.hand_over(object, gains, out);
        self.settle_requests(object, &all, out);
        self.ask_for_confirmation(object, &all, out);
        self.offer_to_all(object, out);
    }

    /// Who would get which of these attributes now.
    fn gains(&self, object: ObjectInstanceHandle, positions: &[usize], tag: &Bytes) -> Vec<Gain> {
        let instance = self.instances.get(object).filter(|row| row.deletion.is_none());
        let gains = positions.iter().filter_map(|position| {
            let first = instance?.negotiation(*position)?.first()?;
            Some(Gain { position: *position, to: first.federate, tag: tag.clone() })
        });
        gains.collect()
    }

    fn check_divesting(
        &self,
        object: ObjectInstanceHandle,
        positions: &[usize],
    ) -> Result<(), HlaError> {
        let instance = self.instances.get(object);
        let divesting = |position: &&usize| {
            let negotiation = instance.and_then(|row| row.negotiation(**position));
            negotiation.is_some_and(|row| row.is_on_offer())
        };
        if positions.iter().all(|position| divesting(&position)) {
            return Ok(());
        }
        Err(HlaError::AttributeDivestitureWasNotRequested(format!(
            "no negotiated divestiture of all these attributes of object instance {object} is \
             under way"
        )))
    }
}
