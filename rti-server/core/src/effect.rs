//! What a step of the federation asks the runtime to do.

use std::sync::Arc;

use hla::{Callback, FederateHandle, HlaError, JoinResult, Reply};
use smallvec::SmallVec;

use crate::{CallId, JoinId};

/// The effects of a step, in the order in which they were caused.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Effects {
    /// In emission order; a receiver sees them in this order.
    pub list: Vec<Effect>,
}

/// One thing to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Answer a call.
    Reply {
        /// Who called.
        to: FederateHandle,
        /// The call.
        id: CallId,
        /// Its result.
        result: Result<Reply, HlaError>,
    },
    /// Answer a join.
    Joined {
        /// The join.
        id: JoinId,
        /// Its result.
        result: Result<JoinResult, HlaError>,
    },
    /// Hand a callback to everybody in the set: one entry, encoded once, many receivers.
    Deliver {
        /// The receivers.
        to: FederateSet,
        /// The callback they share.
        callback: Arc<Callback>,
    },
    /// Append a line to a file of service reports.
    ServiceReport {
        /// The file: a name, no path.
        file: String,
        /// The line, JSON.
        record: String,
    },
    /// The federate is no longer joined; its session is connected, nothing more.
    Resigned {
        /// Who left.
        federate: FederateHandle,
    },
}

/// A set of federates, sorted by handle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FederateSet(SmallVec<[FederateHandle; 6]>);

impl FederateSet {
    /// The set of one.
    pub fn one(federate: FederateHandle) -> Self {
        Self(SmallVec::from_slice(&[federate]))
    }

    /// The set of federates that come sorted by handle, each once.
    pub(crate) fn from_sorted(federates: impl Iterator<Item = FederateHandle>) -> Self {
        let members: SmallVec<_> = federates.collect();
        debug_assert!(members.is_sorted(), "federates of a set come by handle");
        Self(members)
    }

    /// Adds a federate; false if it was there.
    pub fn insert(&mut self, federate: FederateHandle) -> bool {
        let place = self.0.binary_search(&federate);
        if let Err(place) = place {
            self.0.insert(place, federate);
        }
        place.is_err()
    }

    /// Takes a federate out; false if it was not there.
    pub fn remove(&mut self, federate: FederateHandle) -> bool {
        let place = self.0.binary_search(&federate);
        if let Ok(place) = place {
            self.0.remove(place);
        }
        place.is_ok()
    }

    /// Its members that are not in the other set.
    pub(crate) fn without(mut self, other: &Self) -> Self {
        if !other.is_empty() {
            self.0.retain(|federate| !other.contains(*federate));
        }
        self
    }

    /// The members, by handle.
    pub(crate) fn as_slice(&self) -> &[FederateHandle] {
        &self.0
    }

    /// Whether the federate is in the set.
    pub fn contains(&self, federate: FederateHandle) -> bool {
        self.0.binary_search(&federate).is_ok()
    }

    /// The members, by handle.
    pub fn iter(&self) -> impl Iterator<Item = FederateHandle> + '_ {
        self.0.iter().copied()
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nobody is in the set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<FederateHandle> for FederateSet {
    fn from_iter<I: IntoIterator<Item = FederateHandle>>(federates: I) -> Self {
        let mut members: SmallVec<_> = federates.into_iter().collect();
        members.sort_unstable();
        members.dedup();
        Self(members)
    }
}
