//! The acquirer's side (7.7 to 7.10, 7.15, 7.16): asking for attributes, and taking that back.

use bytes::Bytes;
use hla::{
    AttributeHandle, Callback, FederateHandle, HlaError, ObjectClassHandle, ObjectInstanceHandle,
    Reply,
};

use super::{Gain, Groups, News, group, negotiation::Request};
use crate::{emission::Out, federation::Federation, object::Owner};

impl Federation {
    pub(super) fn acquire(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        tag: &Bytes,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let positions = self.acquirable_positions(from, object, attributes)?;
        let mut gains = Vec::new();
        let mut confirm = Vec::new();
        let Some(instance) = self.instances.get_mut(object) else {
            return Ok(Reply::AttributeOwnershipAcquisition);
        };
        for position in &positions {
            if instance.negotiation(*position).is_some_and(|row| row.is_acquired_by(from)) {
                continue;
            }
            if instance.is_unowned(*position) && instance.deletion.is_none() {
                gains.push(Gain { position: *position, to: from, tag: tag.clone() });
                continue;
            }
            instance.negotiate(*position, |row| {
                if row.is_on_offer() && row.first().is_none() {
                    confirm.push(*position);
                }
                // The regular request overrides that of one who is only willing.
                row.withdraw(from);
                row.acquirers.push(Request::new(from, tag));
            });
        }
        self.hand_over(object, gains, out);
        self.settle_requests(object, &positions, out);
        self.ask_for_confirmation(object, &confirm, out);
        Ok(Reply::AttributeOwnershipAcquisition)
    }

    pub(super) fn acquire_if_available(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        tag: &Bytes,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let positions = self.acquirable_positions(from, object, attributes)?;
        let acquiring = self.find_position(object, &positions, |row| row.is_acquired_by(from));
        if let Some(attribute) = acquiring {
            return Err(HlaError::AttributeAlreadyBeingAcquired(format!(
                "{} is acquiring {attribute} regularly, cancel that or wait",
                self.federate_name(from)
            )));
        }
        let tag = self.tag_in_2025(from, tag);
        let (mut gains, mut confirm, mut unavailable) = (Vec::new(), Vec::new(), Vec::new());
        let Some(instance) = self.instances.get_mut(object) else {
            return Ok(Reply::AttributeOwnershipAcquisitionIfAvailable);
        };
        for position in positions {
            let deleted = instance.deletion.is_some();
            let negotiation = instance.negotiation(position);
            let divesting = negotiation.is_some_and(|row| row.is_on_offer());
            if negotiation.is_some_and(|row| row.is_wanted_by(from)) {
            } else if deleted || !(divesting || instance.is_unowned(position)) {
                unavailable.push(position);
            } else if instance.is_unowned(position) {
                gains.push(Gain { position, to: from, tag: tag.clone() });
            } else {
                instance.negotiate(position, |row| {
                    if row.first().is_none() {
                        confirm.push(position);
                    }
                    row.willing.push(Request::new(from, &tag));
                });
            }
        }
        self.hand_over(object, gains, out);
        if !unavailable.is_empty() {
            self.refuse(from, object, &unavailable, tag, out);
        }
        self.ask_for_confirmation(object, &confirm, out);
        Ok(Reply::AttributeOwnershipAcquisitionIfAvailable)
    }

    pub(super) fn cancel_acquisition(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let positions = self.instance_positions(from, object, attributes)?;
        let (instance, _) = self.known_instance(from, object)?;
        let mut cancelled = Vec::new();
        for position in positions {
            let news = self.news(from, object, position);
            if instance.is_owned_by(from, position) {
                // Too late: the notification is on its way, and is the answer.
                if news == Some(News::Gained) {
                    continue;
                }
                return Err(HlaError::AttributeAlreadyOwned(format!(
                    "{} owns {} of {}",
                    self.federate_name(from),
                    self.attribute_name(self.attribute_at(instance.class, position)),
                    instance.name
                )));
            }
            let pending =
                instance.negotiation(position).is_some_and(|row| row.is_acquired_by(from));
            if !pending && news == Some(News::Refused) {
                // Too late as well: the refusal is the answer.
                continue;
            }
            if !pending {
                return Err(HlaError::AttributeAcquisitionWasNotRequested(format!(
                    "{} is not acquiring {} of {}",
                    self.federate_name(from),
                    self.attribute_name(self.attribute_at(instance.class, position)),
                    instance.name
                )));
            }
            cancelled.push(position);
        }
        self.withdraw_requests(from, object, &cancelled, out);
        if !cancelled.is_empty() {
            let attributes = self.attributes_at(object, &cancelled);
            let callback = Callback::ConfirmAttributeOwnershipAcquisitionCancellation {
                object_instance: object,
                attributes,
            };
            self.federates.tell_one(from, callback, out);
        }
        Ok(Reply::CancelAttributeOwnershipAcquisition)
    }

    /// A federate that leaves wants nothing any more.
    pub(crate) fn withdraw_all_requests(&mut self, federate: FederateHandle, out: &mut Out<'_>) {
        let wanting = self.instances.iter().filter(|(_, row)| row.is_wanted_in_part_by(federate));
        let wanting: Vec<_> = wanting.map(|(object, row)| (object, row.attributes.len())).collect();
        for (object, len) in wanting {
            let all: Vec<_> = (0..len).collect();
            self.withdraw_requests(federate, object, &all, out);
        }
    }

    /// Drops what a federate wants of these. What still is on offer and wanted by nobody is offered
    /// to the others again.
    fn withdraw_requests(
        &mut self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
        positions: &[usize],
        out: &mut Out<'_>,
    ) {
        let Some(instance) = self.instances.get_mut(object) else { return };
        for position in positions {
            if instance.negotiation(*position).is_some() {
                instance.negotiate(*position, |row| {
                    row.withdraw(federate);
                });
            }
        }
        self.offer_to_all(object, out);
    }

    /// Refuses service to a federate whose acquisition of such an attribute is outstanding.
    pub(crate) fn check_not_acquiring(
        &self,
        from: FederateHandle,
        class: ObjectClassHandle,
        positions: &[usize],
    ) -> Result<(), HlaError> {
        for object in self.known_as(from, class) {
            let Some(instance) = self.instances.get(object) else { continue };
            let of_instance = positions.iter().filter_map(|position| {
                self.position_of(instance.class, self.attribute_at(class, *position))
            });
            let of_instance: Vec<_> = of_instance.collect();
            let wanted = self.find_position(object, &of_instance, |row| row.is_wanted_by(from));
            if let Some(attribute) = wanted {
                return Err(self.acquisition_pending(from, &attribute));
            }
        }
        Ok(())
    }

    pub(crate) fn acquisition_pending(&self, from: FederateHandle, what: &str) -> HlaError {
        HlaError::OwnershipAcquisitionPending(format!(
            "{} is acquiring {what}, cancel that first",
            self.federate_name(from)
        ))
    }

    /// After an attribute has a new owner or one who divests no more: who was only willing is
    /// refused, and the owner is asked to release what others wait for.
    pub(super) fn settle_requests(
        &mut self,
        object: ObjectInstanceHandle,
        positions: &[usize],
        out: &mut Out<'_>,
    ) {
        let Some(instance) = self.instances.get_mut(object) else { return };
        if instance.deletion.is_some() {
            return;
        }
        let mut refused: Groups<(FederateHandle, Bytes)> = Groups::new();
        let mut asked: Groups<(FederateHandle, FederateHandle, Bytes)> = Groups::new();
        for position in positions {
            let owner = instance.attributes.get(*position).map(|attribute| attribute.owner);
            let Some(Owner::Federate(owner)) = owner else { continue };
            if instance.negotiation(*position).is_none_or(|row| row.is_on_offer()) {
                continue;
            }
            instance.negotiate(*position, |row| {
                for request in row.willing.drain(..) {
                    group(&mut refused, (request.federate, request.tag), *position);
                }
                for request in row.acquirers.iter_mut().filter(|request| !request.release_asked) {
                    request.release_asked = true;
                    group(&mut asked, (owner, request.federate, request.tag.clone()), *position);
                }
            });
        }
        for ((federate, tag), positions) in refused {
            self.refuse(federate, object, &positions, tag, out);
        }
        for ((owner, _, tag), positions) in asked {
            let callback = Callback::RequestAttributeOwnershipRelease {
                object_instance: object,
                attributes: self.attributes_at(object, &positions),
                tag,
            };
            self.federates.tell_one(owner, callback, out);
        }
    }

    pub(super) fn refuse(
        &mut self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
        positions: &[usize],
        tag: Bytes,
        out: &mut Out<'_>,
    ) {
        let callback = Callback::AttributeOwnershipUnavailable {
            object_instance: object,
            attributes: self.attributes_at(object, positions),
            tag: self.tag_in_2025(federate, &tag),
        };
        self.federates.tell_one(federate, callback, out);
    }

    /// Gives attributes to those who get them, and tells everybody concerned.
    pub(crate) fn hand_over(
        &mut self,
        object: ObjectInstanceHandle,
        gains: Vec<Gain>,
        out: &mut Out<'_>,
    ) {
        if gains.is_empty() {
            return;
        }
        let positions: Vec<_> = gains.iter().map(|gain| gain.position).collect();
        let mut groups: Groups<(FederateHandle, Bytes)> = Groups::new();
        for Gain { position, to, tag } in gains {
            self.reset_attribute(object, position, Owner::Federate(to));
            if let Some(instance) = self.instances.get_mut(object) {
                instance.negotiate(position, |row| {
                    row.offer = None;
                    row.withdraw(to);
                    row.acquirers.iter_mut().for_each(|request| request.release_asked = false);
                });
            }
            group(&mut groups, (to, tag), position);
        }
        for ((to, tag), positions) in groups {
            self.apply_defaults(to, object, &positions);
            let callback = Callback::AttributeOwnershipAcquisitionNotification {
                object_instance: object,
                attributes: self.attributes_at(object, &positions),
                tag,
            };
            self.federates.tell_one(to, callback, out);
            self.note_news(to, object, &positions, News::Gained);
        }
        self.settle_requests(object, &positions, out);
        self.discover_new(object, out);
        self.refresh_scope_of_all(object, out);
        self.refresh_wanted(object, out);
    }

    /// Positions of attributes that the caller publishes at its known class and does not own.
    fn acquirable_positions(
        &self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
    ) -> Result<Vec<usize>, HlaError> {
        let mut positions = self.instance_positions(from, object, attributes)?;
        let (instance, known) = self.known_instance(from, object)?;
        let row = self.declarations.object(known);
        if row.is_none_or(|row| !row.publishers.contains(from)) {
            return Err(HlaError::ObjectClassNotPublished(format!(
                "{} publishes nothing of {}, as which it knows {}",
                self.federate_name(from),
                self.defined_object_class(known)?.name,
                instance.name
            )));
        }
        for at_known in self.positions(known, attributes)? {
            if !self.declarations.publishes(from, known, at_known) {
                return Err(HlaError::AttributeNotPublished(format!(
                    "{} does not publish {} of {}",
                    self.federate_name(from),
                    self.attribute_name(self.attribute_at(known, at_known)),
                    self.defined_object_class(known)?.name
                )));
            }
        }
        // What it owns without knowing so yet it may ask for: the notification is the answer.
        let fresh = |position: usize| self.news(from, object, position) == Some(News::Gained);
        let owned = positions.iter().find(|row| instance.is_owned_by(from, **row) && !fresh(**row));
        if let Some(position) = owned {
            return Err(HlaError::FederateOwnsAttributes(format!(
                "{} owns {} of {}",
                self.federate_name(from),
                self.attribute_name(self.attribute_at(instance.class, *position)),
                instance.name
            )));
        }
        positions.retain(|position| !instance.is_owned_by(from, *position));
        Ok(positions)
    }
}
