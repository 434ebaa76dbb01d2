//! Synchronization points (4.14 to 4.18): every member of a point achieves it, then all are told.
//!
//! A label is open from its registration until its last member has achieved it or left; then it
//! can be registered again. Every open point waits for somebody.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use bytes::Bytes;
use hla::{Call, Callback, FederateHandle, HlaError, Reply, SynchronizationPointFailureReason};

use crate::{FederateSet, emission::Out, federation::Federation};

/// The open points, by label.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct SynchronizationPoints(BTreeMap<String, Point>);

#[derive(Debug, Clone, PartialEq)]
struct Point {
    tag: Bytes,
    /// Registered without a set: who joins while it is open becomes a member.
    for_everybody: bool,
    members: FederateSet,
    achieved: FederateSet,
    /// Members that achieved it without success.
    failed: FederateSet,
}

impl SynchronizationPoints {
    /// The labels of the open points.
    pub(crate) fn labels(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The members of an open point, and whether each has achieved it.
    pub(crate) fn status(
        &self,
        label: &str,
    ) -> Option<impl Iterator<Item = (FederateHandle, bool)> + '_> {
        let point = self.0.get(label)?;
        Some(point.members.iter().map(|member| (member, point.achieved.contains(member))))
    }

    /// Points have members, all of them joined, and wait for at least one.
    pub(crate) fn check_invariants(&self, joined: &FederateSet) {
        for (label, point) in &self.0 {
            assert!(
                point.members.iter().all(|member| joined.contains(member)),
                "strangers {label}"
            );
            let of_members = |set: &FederateSet| set.iter().all(|row| point.members.contains(row));
            assert!(of_members(&point.achieved), "{label} was achieved by others than members");
            assert!(
                point.failed.iter().all(|federate| point.achieved.contains(federate)),
                "{label} failed at federates that did not answer"
            );
            assert!(point.achieved.len() < point.members.len(), "{label} waits for nobody");
        }
    }
}

impl Federation {
    pub(crate) fn serve_synchronization(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        match call {
            Call::RegisterFederationSynchronizationPoint { label, tag, synchronization_set } => {
                let set = synchronization_set.unwrap_or_default();
                self.register_synchronization_point(from, label, tag, &set, out)
            }
            Call::SynchronizationPointAchieved { label, successfully } => {
                self.achieve_synchronization_point(from, &label, successfully, out)
            }
            other => self.serve_objects(from, other, out),
        }
    }

    fn register_synchronization_point(
        &mut self,
        from: FederateHandle,
        label: String,
        tag: Bytes,
        set: &[FederateHandle],
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        if label.trim().is_empty() {
            let details = "the label of the synchronization point is blank, give it a name";
            return Err(HlaError::RTIinternalError(details.into()));
        }
        if let Some(stranger) = set.iter().find(|member| !self.federates.was_joined(**member)) {
            return Err(HlaError::InvalidFederateHandle(format!(
                "no federate ever had the handle {stranger}"
            )));
        }
        let limit = self.settings.limits.synchronization_points_max;
        if self.synchronization_points.0.len() >= limit {
            return Err(HlaError::RTIinternalError(format!(
                "{limit} synchronization points are open, let one be achieved or raise the limit"
            )));
        }
        let refused = if self.synchronization_points.0.contains_key(&label) {
            Some(SynchronizationPointFailureReason::LabelNotUnique)
        } else if set.iter().any(|member| !self.federates.joined().contains(*member)) {
            Some(SynchronizationPointFailureReason::SetMemberNotJoined)
        } else {
            None
        };
        if let Some(reason) = refused {
            let callback = Callback::SynchronizationPointRegistrationFailed { label, reason };
            self.federates.tell_one(from, callback, out);
            return Ok(Reply::RegisterFederationSynchronizationPoint);
        }
        let members = if set.is_empty() {
            self.federates.joined().clone()
        } else {
            set.iter().copied().collect()
        };
        let point = Point {
            tag: tag.clone(),
            for_everybody: set.is_empty(),
            members: members.clone(),
            achieved: FederateSet::default(),
            failed: FederateSet::default(),
        };
        self.synchronization_points.0.insert(label.clone(), point);
        let succeeded =
            Callback::SynchronizationPointRegistrationSucceeded { label: label.clone() };
        self.federates.tell_one(from, succeeded, out);
        self.federates.tell(members, Callback::AnnounceSynchronizationPoint { label, tag }, out);
        Ok(Reply::RegisterFederationSynchronizationPoint)
    }

    fn achieve_synchronization_point(
        &mut self,
        from: FederateHandle,
        label: &str,
        successfully: bool,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let point = self.synchronization_points.0.get_mut(label);
        let Some(point) = point.filter(|point| point.members.contains(from)) else {
            return Err(HlaError::SynchronizationPointLabelNotAnnounced(format!(
                "no open synchronization point {label:?} was announced to {}",
                self.federate_name(from)
            )));
        };
        // The standard has no exception for it; to accept it would hide a changed mind.
        if point.achieved.contains(from) {
            return Err(HlaError::RTIinternalError(format!(
                "{} has achieved the synchronization point {label:?} before",
                self.federate_name(from)
            )));
        }
        point.achieved.insert(from);
        if !successfully {
            point.failed.insert(from);
        }
        self.complete_synchronization_points(out);
        Ok(Reply::SynchronizationPointAchieved)
    }

    /// Announces to a federate that has just joined what is open for everybody.
    pub(crate) fn announce_open_points(&mut self, federate: FederateHandle, out: &mut Out<'_>) {
        for (label, point) in &mut self.synchronization_points.0 {
            if point.for_everybody {
                point.members.insert(federate);
                let (label, tag) = (label.clone(), point.tag.clone());
                let callback = Callback::AnnounceSynchronizationPoint { label, tag };
                self.federates.tell_one(federate, callback, out);
            }
        }
    }

    /// Nobody waits for a federate that has left.
    pub(crate) fn leave_synchronization_points(
        &mut self,
        federate: FederateHandle,
        out: &mut Out<'_>,
    ) {
        for point in self.synchronization_points.0.values_mut() {
            point.members.remove(federate);
            point.achieved.remove(federate);
            point.failed.remove(federate);
        }
        self.complete_synchronization_points(out);
    }

    /// Tells the members of every point that all have achieved; one without members just ends.
    fn complete_synchronization_points(&mut self, out: &mut Out<'_>) {
        let complete = |_: &String, point: &mut Point| point.achieved.len() == point.members.len();
        let completed: Vec<_> = self.synchronization_points.0.extract_if(.., complete).collect();
        for (label, Point { members, failed, .. }) in completed {
            let failed_to_sync_set = failed.iter().collect();
            let callback = Callback::FederationSynchronized { label, failed_to_sync_set };
            self.federates.tell(members, callback, out);
        }
    }
}
