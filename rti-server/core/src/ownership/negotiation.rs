//! What is under way about the ownership of one instance attribute (SEMANTICS 4.1, 4.2).
//!
//! The states of the standard follow from it. The owner is divesting while the attribute is on
//! offer, and completes a divestiture once somebody also wants it; a federate with a regular request
//! is acquiring, one that wants it only if available is willing.

use bytes::Bytes;
use hla::FederateHandle;

use crate::FederateSet;

/// The business about one attribute; most attributes have none.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Negotiation {
    /// Present while an owner divests it, and while a search for an owner goes on.
    pub(super) offer: Option<Offer>,
    /// Regular requests, earliest first: they wait for as long as it takes.
    pub(super) acquirers: Vec<Request>,
    /// Requests of those who take it only if it is available, earliest first: they wait for the
    /// word of an owner who divests.
    pub(super) willing: Vec<Request>,
}

/// A search for a new owner (SEMANTICS 4.4).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Offer {
    /// The tag of the divestiture.
    pub(super) tag: Bytes,
    /// Who has been offered the attribute.
    pub(super) offered: FederateSet,
}

/// A federate's wish to own an attribute.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Request {
    pub(super) federate: FederateHandle,
    pub(super) tag: Bytes,
    /// Whether the present owner has been asked to release the attribute.
    pub(super) release_asked: bool,
}

impl Request {
    pub(super) fn new(federate: FederateHandle, tag: &Bytes) -> Self {
        Self { federate, tag: tag.clone(), release_asked: false }
    }
}

impl Negotiation {
    pub(super) fn is_on_offer(&self) -> bool {
        self.offer.is_some()
    }

    pub(super) fn is_acquired_by(&self, federate: FederateHandle) -> bool {
        self.acquirers.iter().any(|request| request.federate == federate)
    }

    /// Whether the federate wants the attribute in either way.
    pub(crate) fn is_wanted_by(&self, federate: FederateHandle) -> bool {
        self.requests().any(|request| request.federate == federate)
    }

    /// Who gets the attribute first: the earliest regular request, then the earliest other one.
    pub(super) fn first(&self) -> Option<&Request> {
        self.requests().next()
    }

    pub(super) fn requests(&self) -> impl Iterator<Item = &Request> {
        self.acquirers.iter().chain(&self.willing)
    }

    /// Drops what a federate wants; false if it wanted nothing.
    pub(crate) fn withdraw(&mut self, federate: FederateHandle) -> bool {
        let before = self.acquirers.len() + self.willing.len();
        self.acquirers.retain(|request| request.federate != federate);
        self.willing.retain(|request| request.federate != federate);
        before != self.acquirers.len() + self.willing.len()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.offer.is_none() && self.requests().next().is_none()
    }

    /// A federate asks once, and only while an owner divests is one willing (7.8, 7.9).
    pub(crate) fn check_invariants(&self, joined: &FederateSet, owner: Option<FederateHandle>) {
        assert!(!self.is_over(), "nothing is under way");
        let askers: FederateSet = self.requests().map(|request| request.federate).collect();
        assert_eq!(askers.len(), self.requests().count(), "a federate asks twice");
        for asker in askers.iter() {
            assert!(joined.contains(asker), "{asker} asks and is not joined");
            assert_ne!(Some(asker), owner, "an owner asks for what it owns");
        }
        assert!(
            self.willing.is_empty() || (self.is_on_offer() && owner.is_some()),
            "somebody waits for an owner who does not divest"
        );
    }
}
