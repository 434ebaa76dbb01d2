//! Resigning (4.12) and being lost (4.1.3): what becomes of objects and attributes (SEMANTICS 1.4).

use bytes::Bytes;
use hla::{Callback, Edition, FederateHandle, HlaError, ObjectInstanceHandle, Reply, ResignAction};

use crate::{
    Effect, LostReason, Nanos,
    declaration::PRIVILEGE_POSITION,
    emission::Out,
    federation::Federation,
    object::{Instance, Owner},
};

impl Federation {
    pub(crate) fn resign(
        &mut self,
        from: FederateHandle,
        action: Option<ResignAction>,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let action = self.check_resign(from, action)?;
        self.leave(from, action, None, out);
        Ok(Reply::ResignFederationExecution)
    }

    /// Resigns a federate because the MOM asked for it; in the 2025 edition it is told so.
    pub(crate) fn resign_for(
        &mut self,
        federate: FederateHandle,
        action: Option<ResignAction>,
        out: &mut Out<'_>,
    ) -> Result<(), HlaError> {
        let action = self.check_resign(federate, action)?;
        if self.federates.get(federate).map(|row| row.edition) == Some(Edition::Hla4) {
            let description =
                "the RTI resigned this federate because a federate asked for it through the MOM";
            let callback = Callback::FederateResigned { description: description.to_owned() };
            self.federates.tell_one(federate, callback, out);
        }
        self.leave(federate, action, None, out);
        Ok(())
    }

    fn check_resign(
        &self,
        from: FederateHandle,
        action: Option<ResignAction>,
    ) -> Result<ResignAction, HlaError> {
        let action = action.ok_or_else(|| {
            HlaError::InvalidResignAction("the action is none of the six of the standard".into())
        })?;
        let cancels = matches!(
            action,
            ResignAction::CancelPendingOwnershipAcquisitions
                | ResignAction::CancelThenDeleteThenDivest
        );
        let wanted = |(_, row): &(ObjectInstanceHandle, &Instance)| row.is_wanted_in_part_by(from);
        let pending = self.instances.iter().find(wanted).filter(|_| !cancels);
        if let Some((_, instance)) = pending {
            return Err(self.acquisition_pending(from, &format!("attributes of {}", instance.name)));
        }
        let refused = match action {
            ResignAction::NoAction | ResignAction::CancelPendingOwnershipAcquisitions => {
                self.find_owned(from, |_| true)
            }
            ResignAction::DeleteObjects => {
                self.find_owned(from, |instance| !instance.is_owned_by(from, PRIVILEGE_POSITION))
            }
            ResignAction::UnconditionallyDivestAttributes
            | ResignAction::DeleteObjectsThenDivest
            | ResignAction::CancelThenDeleteThenDivest => None,
        };
        if let Some(instance) = refused {
            return Err(HlaError::FederateOwnsAttributes(format!(
                "{} owns attributes of {}, which {} leaves without an owner",
                self.federate_name(from),
                instance.name,
                action.name()
            )));
        }
        Ok(action)
    }

    /// The federate is lost: its directive runs, and whatever it would still own is divested.
    pub(crate) fn lose(
        &mut self,
        federate: FederateHandle,
        reason: &LostReason,
        out: &mut Out<'_>,
    ) {
        let Some(row) = self.federates.get(federate) else { return };
        self.leave(federate, row.switches.automatic_resign_action, Some(reason), out);
    }

    fn leave(
        &mut self,
        federate: FederateHandle,
        action: ResignAction,
        lost: Option<&LostReason>,
        out: &mut Out<'_>,
    ) {
        let last_granted = self.time.query_logical_time(federate);
        let delete = matches!(
            action,
            ResignAction::DeleteObjects
                | ResignAction::DeleteObjectsThenDivest
                | ResignAction::CancelThenDeleteThenDivest
        );
        // It must not be asked to assume what it gives up, nor be told of anything any more.
        self.withdraw_declarations(federate, out);
        self.withdraw_all_requests(federate, out);
        let owned = self.instances.iter().filter(|(_, row)| row.is_owned_in_part_by(federate));
        let owned: Vec<ObjectInstanceHandle> = owned.map(|(object, _)| object).collect();
        for object in owned {
            let Some(instance) = self.instances.get_mut(object) else { continue };
            // What it had deleted before is not known to it any more.
            let known = instance.forget(federate).is_some();
            if delete && known && instance.is_owned_by(federate, PRIVILEGE_POSITION) {
                self.delete_now(federate, object, out);
            }
            self.divest_all(federate, object, out);
        }
        self.forget_all(federate, out);
        self.names.release_all_of(federate);
        for instance in self.instances.iter_mut() {
            instance.associations.retain(|(_, other), _| *other != federate);
        }
        self.regions.leave(federate);
        if let Some(row) = self.federates.remove(federate) {
            self.time.leave(federate, &mut out.time);
            self.finish_deletions_of(federate);
            self.leave_synchronization_points(federate, out);
            out.effects.push(Effect::Resigned { federate });
            if let Some(reason) = lost {
                self.report_lost(federate, &row.name, last_granted, reason, out);
            }
            self.periods.set(federate, Nanos(0), out.now);
            self.delete_now(FederateHandle::INVALID, row.object, out);
            if let Some(region) = row.observed.region {
                self.regions.remove_of_the_rti(region);
            }
            self.reflect_federation(&["HLAfederatesInFederation"], out);
        }
        if self.is_empty() {
            self.clear_instances(out);
        }
    }

    /// Publications and subscriptions vanish; the advisories of the others follow.
    fn withdraw_declarations(&mut self, federate: FederateHandle, out: &mut Out<'_>) {
        for row in self.declarations.objects_mut() {
            for attribute in &mut row.attributes {
                attribute.publishers.remove(federate);
                attribute.subscriptions.leave(federate);
            }
            row.settle(federate);
            row.relevant.remove(federate);
        }
        self.declarations.directed.leave(federate);
        for row in self.declarations.interactions_mut() {
            row.publications.retain(|publication| publication.federate != federate);
            row.subscriptions.leave(federate);
            row.relevant.remove(federate);
        }
        // Every class lies within one of the roots.
        self.refresh_registration_relevance(rti_fom::FomModel::OBJECT_ROOT, out);
        self.refresh_interaction_relevance(rti_fom::FomModel::INTERACTION_ROOT, out);
    }

    fn divest_all(
        &mut self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
        out: &mut Out<'_>,
    ) {
        let Some(instance) = self.instances.get(object) else { return };
        let owned = instance.attributes.iter().enumerate().filter_map(|(position, attribute)| {
            (attribute.owner == Owner::Federate(federate)).then_some(position)
        });
        let positions: Vec<_> = owned.collect();
        self.divest(federate, object, &positions, &Bytes::new(), out);
    }

    /// It knows no instance any more, and its share in wants and deletions ends.
    fn forget_all(&mut self, federate: FederateHandle, out: &mut Out<'_>) {
        let known = self.instances.iter().filter(|(_, row)| {
            let deletion = row.deletion.as_ref();
            let mut forgotten = deletion.iter().flat_map(|deletion| &deletion.forgotten);
            row.known(federate).is_some() || forgotten.any(|(other, _)| *other == federate)
        });
        let known: Vec<_> = known.map(|(object, _)| object).collect();
        for object in known {
            if let Some(instance) = self.instances.get_mut(object) {
                instance.forget(federate);
                if let Some(deletion) = &mut instance.deletion {
                    deletion.forgotten.retain(|(other, _)| *other != federate);
                }
            }
            self.refresh_wanted(object, out);
            self.finish_deletion(object);
        }
    }

    /// With its last federate a federation loses all its instances but the one that stands for
    /// itself (SEMANTICS 12, point 17).
    fn clear_instances(&mut self, out: &mut Out<'_>) {
        let objects = self.instances.iter().map(|(object, _)| object);
        let objects: Vec<_> = objects.filter(|object| *object != self.mom_federation).collect();
        for object in objects {
            self.delete_now(FederateHandle::INVALID, object, out);
        }
    }

    /// An instance of which the federate owns something, if any such one passes. What it has
    /// deleted is its own no more.
    fn find_owned(
        &self,
        federate: FederateHandle,
        passes: impl Fn(&Instance) -> bool,
    ) -> Option<&Instance> {
        let mut instances = self.instances.iter().map(|(_, instance)| instance);
        instances.find(|instance| {
            instance.is_owned_in_part_by(federate)
                && instance.known(federate).is_some()
                && passes(instance)
        })
    }
}
