//! Deletion and removal of object instances (6.16 to 6.18), and taking a deletion back.
//!
//! For its deleter an instance is gone at once. Others know it until the removal reaches them, in
//! receive order or at its time; nobody discovers it any more. The instance lives in the tables
//! until nobody knows it and the deletion cannot be retracted; only then its name is free.

use std::collections::BTreeMap;

use bytes::Bytes;
use hla::{
    Callback, FederateHandle, HlaError, LogicalTime, MessageRetractionHandle, ObjectInstanceHandle,
    OrderType, Reply,
};

use super::{
    Instances, Owner,
    send::{Part, Sending, producer},
    table::Deletion,
};
use crate::{
    FederateSet, declaration::PRIVILEGE_POSITION, emission::Out, federate::RemovedInstance,
    federation::Federation, mom::Counted,
};

/// Removals in time-stamp order carry no values.
const REMOVAL_BYTES: usize = 128;

/// Deletions that their deleters can still retract.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct PendingDeletions(
    BTreeMap<(FederateHandle, MessageRetractionHandle), ObjectInstanceHandle>,
);

impl PendingDeletions {
    fn of(&self, federate: FederateHandle) -> Vec<ObjectInstanceHandle> {
        let first = (federate, MessageRetractionHandle::new(0));
        let last = (federate, MessageRetractionHandle::INVALID);
        self.0.range(first..=last).map(|(_, object)| *object).collect()
    }

    /// Every retractable deletion has its instance, and the other way round (8.22).
    pub(crate) fn check_invariants(&self, instances: &Instances) {
        for ((federate, retraction), object) in &self.0 {
            let instance = instances.get(*object).expect("a retractable deletion has an instance");
            let deletion = instance.deletion.as_deref().expect("the instance is being deleted");
            assert_eq!(deletion.by, *federate, "who deletes {}", instance.name);
            assert_eq!(deletion.retractable.map(|(handle, _)| handle), Some(*retraction));
        }
        let retractable = instances.iter().filter(|(_, instance)| {
            instance.deletion.as_ref().is_some_and(|deletion| deletion.retractable.is_some())
        });
        assert_eq!(retractable.count(), self.0.len(), "retractable deletions");
        for (_, instance) in instances.iter() {
            let Some(deletion) = &instance.deletion else { continue };
            let done = instance.knowers().is_empty() && deletion.retractable.is_none();
            assert!(!done, "{} is deleted and nobody knows it", instance.name);
        }
    }
}

impl Federation {
    pub(super) fn delete(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        tag: &Bytes,
        time: Option<LogicalTime>,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let (instance, _) = self.known_instance(from, object)?;
        if !instance.is_owned_by(from, PRIVILEGE_POSITION) {
            let details = self.not_owned(from, instance, PRIVILEGE_POSITION);
            return Err(HlaError::DeletePrivilegeNotHeld(details));
        }
        let preferred = instance.attributes.get(PRIVILEGE_POSITION).map(|row| row.order);
        let mut sending = self.sending(from, time)?;
        let order = sending.order(preferred.unwrap_or(OrderType::Receive));
        let part =
            Part { order, receivers: self.others_knowing(object, from), bytes: REMOVAL_BYTES };
        self.check_room(std::iter::once(&part))?;
        if order == OrderType::TimeStamp {
            self.begin_retraction(&mut sending)?;
        }
        self.remove_instance(&sending, object, tag, part, out);
        self.count(from, Counted::InstancesDeleted);
        Ok(Reply::DeleteObjectInstance(sending.retraction))
    }

    /// Deletes an instance in receive order on behalf of a federate or, `INVALID`, of the RTI.
    pub(crate) fn delete_now(
        &mut self,
        by: FederateHandle,
        object: ObjectInstanceHandle,
        out: &mut Out<'_>,
    ) {
        let receivers = self.others_knowing(object, by);
        let part = Part { order: OrderType::Receive, receivers, bytes: REMOVAL_BYTES };
        self.remove_instance(&Sending::untimed(by), object, &Bytes::new(), part, out);
    }

    pub(super) fn local_delete(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let (instance, _) = self.known_instance(from, object)?;
        if instance.is_owned_in_part_by(from) {
            return Err(HlaError::FederateOwnsAttributes(format!(
                "{} owns attributes of {}, divest them first",
                self.federate_name(from),
                instance.name
            )));
        }
        if instance.is_wanted_in_part_by(from) {
            let what = format!("attributes of {}", instance.name);
            return Err(self.acquisition_pending(from, &what));
        }
        if let Some(instance) = self.instances.get_mut(object) {
            instance.forget(from);
        }
        self.refresh_wanted(object, out);
        self.discover_again(from, object, out);
        self.drop_unwanted(from, out);
        self.finish_deletion(object);
        Ok(Reply::LocalDeleteObjectInstance)
    }

    /// The deleter forgets the instance; everybody else is told or will be.
    fn remove_instance(
        &mut self,
        sending: &Sending,
        object: ObjectInstanceHandle,
        tag: &Bytes,
        part: Part,
        out: &mut Out<'_>,
    ) {
        let by = sending.sender;
        let Some(instance) = self.instances.get_mut(object) else { return };
        let retractable = sending.retractable();
        let known = instance.forget(by);
        let forgotten = known.map(|known| (by, known.class)).into_iter().collect();
        instance.deletion = Some(Box::new(Deletion { by, retractable, forgotten }));
        for attribute in &mut instance.attributes {
            if retractable.is_none() && attribute.owner == Owner::Federate(by) {
                attribute.owner = Owner::Unowned;
            }
        }
        if let Some((retraction, _)) = retractable {
            self.deletions.0.insert((by, retraction), object);
        }
        let order = part.order;
        let told =
            self.transmit(sending, part, out, |view, received| Callback::RemoveObjectInstance {
                object_instance: object,
                tag: tag.clone(),
                producing_federate: producer(view, by),
                stamp: sending.message_stamp(order, received),
            });
        self.forget_removed(object, &told);
        self.finish_deletion(object);
    }

    /// After the removal was emitted to these federates: they know the instance no more.
    pub(crate) fn forget_removed(&mut self, object: ObjectInstanceHandle, told: &FederateSet) {
        let Some(instance) = self.instances.get_mut(object) else { return };
        for federate in told.iter() {
            let Some(known) = instance.forget(federate) else { continue };
            for position in 0..instance.attributes.len() {
                // What it was acquiring ends without a word (SEMANTICS 3.5).
                if instance.negotiation(position).is_some_and(|row| row.is_wanted_by(federate)) {
                    instance.negotiate(position, |row| {
                        row.withdraw(federate);
                    });
                }
            }
            if let Some(deletion) = &mut instance.deletion {
                deletion.forgotten.push((federate, known.class));
                // What can be retracted keeps its owners, so that it can come back as it was.
                if deletion.retractable.is_none() {
                    disown(&mut instance.attributes, federate);
                }
            }
            if let Some(row) = self.federates.get_mut(federate) {
                let (class, name, told) = (known.class, instance.name.clone(), row.emitted);
                row.removed.push_back(RemovedInstance { object, class, name, told });
                if row.removed.len() > self.settings.limits.unhandled_removals_max {
                    row.removed.pop_front();
                }
            }
        }
    }

    /// Takes an instance out of the tables if nobody knows it and it cannot come back.
    pub(crate) fn finish_deletion(&mut self, object: ObjectInstanceHandle) {
        let Some(instance) = self.instances.get(object) else { return };
        let Some(deletion) = &instance.deletion else { return };
        let (by, retractable) = (deletion.by, deletion.retractable);
        if let Some((retraction, time)) = retractable {
            if self.is_retractable(by, time) {
                return;
            }
            self.deletions.0.remove(&(by, retraction));
        }
        let Some(instance) = self.instances.get_mut(object) else { return };
        if retractable.is_some() {
            let forgotten = instance.deletion.as_mut().map(|deletion| {
                deletion.retractable = None;
                std::mem::take(&mut deletion.forgotten)
            });
            for (federate, _) in forgotten.unwrap_or_default() {
                disown(&mut instance.attributes, federate);
            }
        }
        if instance.knowers().is_empty()
            && let Some(instance) = self.instances.remove(object)
        {
            self.names.free(&instance.name);
        }
    }

    /// After the time of a federate has moved, or it has left: what it deleted may be final.
    pub(crate) fn finish_deletions_of(&mut self, federate: FederateHandle) {
        for object in self.deletions.of(federate) {
            self.finish_deletion(object);
        }
    }

    /// Brings back an instance whose deletion was retracted, to all who knew it and had been told.
    pub(crate) fn take_deletion_back(
        &mut self,
        by: FederateHandle,
        retraction: MessageRetractionHandle,
        out: &mut Out<'_>,
    ) {
        let Some(object) = self.deletions.0.remove(&(by, retraction)) else { return };
        let Some(instance) = self.instances.get_mut(object) else { return };
        let Some(deletion) = instance.deletion.take() else { return };
        for (federate, class) in &deletion.forgotten {
            if let Some(row) = self.federates.get_mut(*federate) {
                row.removed.retain(|removed| removed.object != object);
                instance.learn(*federate, *class);
            }
        }
        self.discover_new(object, out);
        self.refresh_scope_of_all(object, out);
        self.refresh_wanted(object, out);
        self.resume_negotiations(object, out);
    }

    fn is_retractable(&self, by: FederateHandle, time: hla::TimePoint) -> bool {
        // What could not be sent any more cannot be retracted either (SEMANTICS 5.7).
        let time = self.settings.time.write(time);
        self.federates.get(by).is_some() && self.time.stamp(by, Some(time)).is_ok()
    }

    pub(crate) fn others_knowing(
        &self,
        object: ObjectInstanceHandle,
        federate: FederateHandle,
    ) -> FederateSet {
        let knowers = self.instances.get(object).map(|instance| instance.knowers());
        let others = knowers.unwrap_or_default().iter().map(|known| known.federate);
        FederateSet::from_sorted(others.filter(|other| *other != federate))
    }
}

fn disown(attributes: &mut [super::table::InstanceAttribute], federate: FederateHandle) {
    for attribute in attributes {
        if attribute.owner == Owner::Federate(federate) {
            attribute.owner = Owner::Unowned;
        }
    }
}
