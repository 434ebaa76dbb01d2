//! Calls about instances whose removal the caller was told and has not handled yet.
//!
//! It could not know: names and classes are answered as before, everything else is accepted and
//! dropped (ARCHITECTURE rule 16).

use hla::{AttributeHandle, Call, FederateHandle, HlaError, ObjectInstanceHandle, Reply};

use crate::{federate::RemovedInstance, federation::Federation};

impl Federation {
    pub(crate) fn answer_on_removed(
        &self,
        from: FederateHandle,
        call: &Call,
    ) -> Option<Result<Reply, HlaError>> {
        let removed = &self.federates.get(from)?.removed;
        if removed.is_empty() {
            return None;
        }
        let find = |wanted: &dyn Fn(&RemovedInstance) -> bool| {
            removed.iter().rev().find(|removed| wanted(removed))
        };
        if let Call::GetObjectInstanceHandle { name } = call {
            // A new instance may have taken the name and be known already.
            let known = self.names.instance(name).and_then(|object| self.instances.get(object));
            if known.is_some_and(|instance| instance.known(from).is_some()) {
                return None;
            }
            let removed = find(&|removed| *removed.name == **name)?;
            return Some(Ok(Reply::GetObjectInstanceHandle(removed.object)));
        }
        let (object, attributes, reply) = concerned(call)?;
        let removed = find(&|removed| removed.object == object)?;
        let reply = match reply {
            Reply::GetKnownObjectClassHandle(_) => Reply::GetKnownObjectClassHandle(removed.class),
            Reply::GetObjectInstanceName(_) => {
                Reply::GetObjectInstanceName(removed.name.to_string())
            }
            other => other,
        };
        Some(self.positions(removed.class, &attributes).map(|_| reply))
    }
}

/// The instance and the attributes that a call names, and what it returns without an effect.
fn concerned(call: &Call) -> Option<(ObjectInstanceHandle, Vec<AttributeHandle>, Reply)> {
    let none = Vec::new();
    let found = match call {
        Call::UpdateAttributeValues { object_instance, values, .. } => {
            (*object_instance, values.handles().collect(), Reply::UpdateAttributeValues(None))
        }
        Call::SendDirectedInteraction { object_instance, .. } => {
            (*object_instance, none, Reply::SendDirectedInteraction(None))
        }
        Call::DeleteObjectInstance { object_instance, .. } => {
            (*object_instance, none, Reply::DeleteObjectInstance(None))
        }
        Call::LocalDeleteObjectInstance { object_instance } => {
            (*object_instance, none, Reply::LocalDeleteObjectInstance)
        }
        Call::RequestInstanceAttributeValueUpdate { object_instance, attributes, .. } => {
            let reply = Reply::RequestInstanceAttributeValueUpdate;
            (*object_instance, attributes.clone(), reply)
        }
        Call::RequestAttributeTransportationTypeChange { object_instance, attributes, .. } => {
            let reply = Reply::RequestAttributeTransportationTypeChange;
            (*object_instance, attributes.clone(), reply)
        }
        Call::QueryAttributeTransportationType { object_instance, attribute } => {
            (*object_instance, vec![*attribute], Reply::QueryAttributeTransportationType)
        }
        Call::ChangeAttributeOrderType { object_instance, attributes, .. } => {
            (*object_instance, attributes.clone(), Reply::ChangeAttributeOrderType)
        }
        Call::GetUpdateRateValueForAttribute { object_instance, attribute } => {
            (*object_instance, vec![*attribute], Reply::GetUpdateRateValueForAttribute(0.0))
        }
        Call::GetKnownObjectClassHandle { object_instance } => {
            let reply = Reply::GetKnownObjectClassHandle(hla::ObjectClassHandle::INVALID);
            (*object_instance, none, reply)
        }
        Call::GetObjectInstanceName { object_instance } => {
            (*object_instance, none, Reply::GetObjectInstanceName(String::new()))
        }
        other => return concerned_by_ownership(other),
    };
    Some(found)
}

/// The same of the services of clause 7.
fn concerned_by_ownership(
    call: &Call,
) -> Option<(ObjectInstanceHandle, Vec<AttributeHandle>, Reply)> {
    Some(match call {
        Call::UnconditionalAttributeOwnershipDivestiture {
            object_instance, attributes, ..
        } => {
            let reply = Reply::UnconditionalAttributeOwnershipDivestiture;
            (*object_instance, attributes.clone(), reply)
        }
        Call::NegotiatedAttributeOwnershipDivestiture { object_instance, attributes, .. } => {
            let reply = Reply::NegotiatedAttributeOwnershipDivestiture;
            (*object_instance, attributes.clone(), reply)
        }
        Call::ConfirmDivestiture { object_instance, attributes, .. } => {
            (*object_instance, attributes.clone(), Reply::ConfirmDivestiture)
        }
        Call::CancelNegotiatedAttributeOwnershipDivestiture { object_instance, attributes } => {
            let reply = Reply::CancelNegotiatedAttributeOwnershipDivestiture;
            (*object_instance, attributes.clone(), reply)
        }
        Call::AttributeOwnershipReleaseDenied { object_instance, attributes, .. } => {
            (*object_instance, attributes.clone(), Reply::AttributeOwnershipReleaseDenied)
        }
        Call::AttributeOwnershipDivestitureIfWanted { object_instance, attributes, .. } => {
            let reply = Reply::AttributeOwnershipDivestitureIfWanted(Vec::new());
            (*object_instance, attributes.clone(), reply)
        }
        Call::AttributeOwnershipAcquisition { object_instance, attributes, .. } => {
            (*object_instance, attributes.clone(), Reply::AttributeOwnershipAcquisition)
        }
        Call::AttributeOwnershipAcquisitionIfAvailable { object_instance, attributes, .. } => {
            let reply = Reply::AttributeOwnershipAcquisitionIfAvailable;
            (*object_instance, attributes.clone(), reply)
        }
        Call::CancelAttributeOwnershipAcquisition { object_instance, attributes } => {
            let reply = Reply::CancelAttributeOwnershipAcquisition;
            (*object_instance, attributes.clone(), reply)
        }
        Call::QueryAttributeOwnership { object_instance, attributes } => {
            (*object_instance, attributes.clone(), Reply::QueryAttributeOwnership)
        }
        Call::IsAttributeOwnedByFederate { object_instance, attribute } => {
            (*object_instance, vec![*attribute], Reply::IsAttributeOwnedByFederate(false))
        }
        _ => return None,
    })
}
