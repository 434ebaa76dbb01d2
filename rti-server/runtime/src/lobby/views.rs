//! What operators see of the runtime.

use std::collections::BTreeMap;
use std::time::Duration;

use hla::FederateHandle;
use rti_core::FederationStatus;

use super::Lobby;
use crate::message::Peer;
use crate::session::Session;

/// A federation execution and the sessions of its federates.
#[derive(Debug, Clone, PartialEq)]
pub struct FederationView {
    /// What the core tells of it.
    pub status: FederationStatus,
    /// When it was created, milliseconds since 1970-01-01 UTC.
    pub created_at_unix_ms: i64,
    /// Through which session each federate joined.
    pub sessions: BTreeMap<FederateHandle, SessionView>,
}

/// A session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionView {
    /// Who is at the other end.
    pub peer: Peer,
    /// How it stands.
    pub state: SessionState,
    /// Octets that wait to be sent, headers included.
    pub unsent_bytes: usize,
    /// Best-effort values that made way for newer ones.
    pub values_dropped: u64,
    /// Time since anything came from the federate.
    pub silent_for: Duration,
    /// The federation that was joined through it.
    pub federation_name: Option<String>,
    /// The federate that joined through it.
    pub federate_name: Option<String>,
}

/// How a session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionState {
    /// Its transport is up.
    Running,
    /// Its transport is gone and its federate still joined.
    Dropped,
    /// It ends.
    Terminated,
}

impl Lobby {
    /// All federation executions, by name.
    pub fn federations(&self) -> Vec<FederationView> {
        let federations = self.registry.federations();
        let views = federations.iter().map(|federation| {
            let (status, sessions) = federation.status();
            let sessions =
                sessions.iter().map(|(federate, session)| (*federate, view(session))).collect();
            let created_at_unix_ms = federation.created_at_unix_ms();
            FederationView { status, created_at_unix_ms, sessions }
        });
        views.collect()
    }

    /// All sessions, oldest first.
    pub fn sessions(&self) -> Vec<SessionView> {
        self.registry.sessions().iter().map(|session| view(session)).collect()
    }
}

fn view(session: &Session) -> SessionView {
    let (federation_name, federate_name) = session.membership_names().unzip();
    let state = match (session.is_closed(), &federate_name) {
        (false, _) => SessionState::Running,
        (true, Some(_)) => SessionState::Dropped,
        (true, None) => SessionState::Terminated,
    };
    SessionView {
        peer: session.peer(),
        state,
        unsent_bytes: session.unsent_bytes(),
        values_dropped: session.values_dropped(),
        silent_for: session.silent_for(),
        federation_name,
        federate_name,
    }
}
