//! Which federations and sessions there are: names and ids to handles, nothing more.
//!
//! What a handle leads to has its own lock, and nobody holds an entry of these maps while taking
//! one, so a look-up never waits for a federation.

use std::sync::Arc;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;

use crate::running_federation::RunningFederation;
use crate::session::Session;

/// The federations and sessions of one server.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    federations: DashMap<String, Arc<RunningFederation>>,
    sessions: DashMap<u64, Arc<Session>>,
}

impl Registry {
    /// Enters a federation unless its name is taken: of several at once exactly one succeeds.
    pub(crate) fn add_federation(&self, federation: Arc<RunningFederation>) -> bool {
        match self.federations.entry(federation.name().to_owned()) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(federation);
                true
            }
        }
    }

    pub(crate) fn federation(&self, name: &str) -> Option<Arc<RunningFederation>> {
        self.federations.get(name).map(|entry| entry.clone())
    }

    /// Removes this federation, and not one that got its name since.
    pub(crate) fn remove_federation(&self, federation: &RunningFederation) {
        self.federations
            .remove_if(federation.name(), |_, entry| std::ptr::eq(entry.as_ref(), federation));
    }

    pub(crate) fn federation_count(&self) -> usize {
        self.federations.len()
    }

    /// All federations, by name.
    pub(crate) fn federations(&self) -> Vec<Arc<RunningFederation>> {
        let mut all: Vec<_> = self.federations.iter().map(|entry| entry.clone()).collect();
        all.sort_by(|a, b| a.name().cmp(b.name()));
        all
    }

    /// Enters a session unless its id is taken.
    pub(crate) fn add_session(&self, session: Arc<Session>) -> bool {
        match self.sessions.entry(session.id()) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(session);
                true
            }
        }
    }

    pub(crate) fn session(&self, id: u64) -> Option<Arc<Session>> {
        self.sessions.get(&id).map(|entry| entry.clone())
    }

    pub(crate) fn remove_session(&self, id: u64) {
        self.sessions.remove(&id);
    }

    pub(crate) fn session_count(&self) -> usize {
        self.sessions.len()
    }

    /// All sessions, oldest first.
    pub(crate) fn sessions(&self) -> Vec<Arc<Session>> {
        let mut all: Vec<_> = self.sessions.iter().map(|entry| entry.clone()).collect();
        all.sort_by_key(|session| session.opened_at());
        all
    }
}
