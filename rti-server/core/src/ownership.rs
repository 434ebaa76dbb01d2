//! Ownership management (clause 7): who owns an instance attribute, and how that changes.
//!
//! An attribute has one owner or none. What is under way about it (an offer, requests) is its
//! `Negotiation`; the owner's side is in `divestiture`, the acquirer's in `acquisition`, the search
//! for a new owner in `offer`.

mod acquisition;
mod divestiture;
mod negotiation;
mod offer;
#[cfg(test)]
mod tests;

use bytes::Bytes;
use hla::{
    AttributeHandle, Call, Callback, Edition, FederateHandle, HlaError, ObjectInstanceHandle, Reply,
};

pub(crate) use self::negotiation::Negotiation;
use crate::{CallbackSeq, emission::Out, federation::Federation, object::Owner};

/// An attribute that changes hands.
#[derive(Debug)]
pub(crate) struct Gain {
    pub(crate) position: usize,
    pub(crate) to: FederateHandle,
    /// The tag of the notification.
    pub(crate) tag: Bytes,
}

/// Positions of attributes that have something in common.
type Groups<K> = Vec<(K, Vec<usize>)>;

fn group<K: PartialEq>(groups: &mut Groups<K>, key: K, position: usize) {
    match groups.iter_mut().find(|(known, _)| *known == key) {
        Some((_, positions)) => positions.push(position),
        None => groups.push((key, vec![position])),
    }
}

/// What a federate was told about an attribute it wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum News {
    /// It owns the attribute.
    Gained,
    /// The owner denied its regular request.
    Refused,
}

/// News that a federate has not handled yet; until then it is not refused for them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OwnershipNews {
    pub(crate) object: ObjectInstanceHandle,
    pub(crate) position: usize,
    pub(crate) news: News,
    /// The callback that tells it.
    pub(crate) told: CallbackSeq,
}

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
            } => self.divest_unconditionally(from, object_instance, &attributes, &tag, out),
            Call::NegotiatedAttributeOwnershipDivestiture { object_instance, attributes, tag } => {
                self.negotiate_divestiture(from, object_instance, &attributes, &tag, out)
            }
            Call::ConfirmDivestiture { object_instance, attributes, tag } => {
                self.confirm_divestiture(from, object_instance, &attributes, &tag, out)
            }
            Call::CancelNegotiatedAttributeOwnershipDivestiture { object_instance, attributes } => {
                self.cancel_divestiture(from, object_instance, &attributes, out)
            }
            Call::AttributeOwnershipReleaseDenied { object_instance, attributes, tag } => {
                self.deny_release(from, object_instance, &attributes, &tag, out)
            }
            Call::AttributeOwnershipDivestitureIfWanted { object_instance, attributes, tag } => {
                self.divest_if_wanted(from, object_instance, &attributes, &tag, out)
            }
            Call::AttributeOwnershipAcquisition { object_instance, attributes, tag } => {
                self.acquire(from, object_instance, &attributes, &tag, out)
            }
            Call::AttributeOwnershipAcquisitionIfAvailable { object_instance, attributes, tag } => {
                self.acquire_if_available(from, object_instance, &attributes, &tag, out)
            }
            Call::CancelAttributeOwnershipAcquisition { object_instance, attributes } => {
                self.cancel_acquisition(from, object_instance, &attributes, out)
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

    /// The first of these attributes whose negotiation passes, for the text of an exception.
    fn find_position(
        &self,
        object: ObjectInstanceHandle,
        positions: &[usize],
        passes: impl Fn(&Negotiation) -> bool,
    ) -> Option<String> {
        let instance = self.instances.get(object)?;
        let found =
            positions.iter().find(|row| instance.negotiation(**row).is_some_and(&passes))?;
        let attribute = self.attribute_name(self.attribute_at(instance.class, *found));
        Some(format!("{attribute} of {}", instance.name))
    }

    fn attributes_at(
        &self,
        object: ObjectInstanceHandle,
        positions: &[usize],
    ) -> Vec<AttributeHandle> {
        let Some(instance) = self.instances.get(object) else { return Vec::new() };
        positions.iter().map(|position| self.attribute_at(instance.class, *position)).collect()
    }

    /// The tag as a federate gives or gets it in services that have none in the 2010 edition.
    fn tag_in_2025(&self, federate: FederateHandle, tag: &Bytes) -> Bytes {
        let edition = self.federates.get(federate).map(|federate| federate.edition);
        if edition == Some(Edition::Evolved2010) { Bytes::new() } else { tag.clone() }
    }

    /// What the federate was last told about an attribute and has not handled.
    fn news(
        &self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
        position: usize,
    ) -> Option<News> {
        let mut news = self.federates.get(federate)?.ownership_news.iter().rev();
        news.find(|row| row.object == object && row.position == position).map(|row| row.news)
    }

    /// Notes what the callback just emitted to the federate says.
    fn note_news(
        &mut self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
        positions: &[usize],
        news: News,
    ) {
        let limit = self.settings.limits.unhandled_removals_max;
        let Some(row) = self.federates.get_mut(federate) else { return };
        let told = row.emitted;
        for position in positions {
            row.ownership_news.push_back(OwnershipNews { object, position: *position, news, told });
            if row.ownership_news.len() > limit {
                row.ownership_news.pop_front();
            }
        }
    }
}
