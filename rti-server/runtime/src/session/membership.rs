//! What a session may do: whether it is connected, and what it has joined (SEMANTICS 1.1).

use std::sync::Arc;

use hla::{Callback, Edition, FederateHandle, HlaError};
use rti_core::{Input, LostReason};

use super::Session;
use crate::running_federation::RunningFederation;

/// What a session may do.
#[derive(Debug, Clone, Default)]
pub(super) enum Standing {
    /// Only connect.
    #[default]
    NotConnected,
    /// Create, destroy, list, join.
    Connected(Edition),
    /// Everything.
    Joined(Membership),
}

/// As whom a session has joined what.
#[derive(Debug, Clone)]
pub(super) struct Membership {
    pub(super) federation: Arc<RunningFederation>,
    pub(super) federate: FederateHandle,
    pub(super) federate_name: Arc<str>,
    pub(super) edition: Edition,
}

impl Standing {
    fn edition(&self) -> Edition {
        match self {
            Self::NotConnected => Edition::default(),
            Self::Connected(edition) => *edition,
            Self::Joined(membership) => membership.edition,
        }
    }
}

impl Session {
    pub(super) fn standing(&self) -> Standing {
        self.lock_standing().clone()
    }

    pub(super) fn set_connected(&self, edition: Edition) {
        *self.lock_standing() = Standing::Connected(edition);
    }

    pub(super) fn set_disconnected(&self) {
        *self.lock_standing() = Standing::NotConnected;
    }

    pub(crate) fn is_connected(&self) -> bool {
        !matches!(*self.lock_standing(), Standing::NotConnected)
    }

    pub(crate) fn is_joined(&self) -> bool {
        matches!(*self.lock_standing(), Standing::Joined(_))
    }

    /// Names of the federation it has joined and of the federate it is there.
    pub(crate) fn membership_names(&self) -> Option<(String, String)> {
        match &*self.lock_standing() {
            Standing::Joined(membership) => Some((
                membership.federation.name().to_owned(),
                membership.federate_name.to_string(),
            )),
            _ => None,
        }
    }

    pub(crate) fn edition(&self) -> Edition {
        self.lock_standing().edition()
    }

    /// The exception under the name that the session's edition has for it.
    pub(super) fn in_its_terms(&self, error: HlaError) -> HlaError {
        match self.edition() {
            Edition::Evolved2010 => error.in_2010_terms(),
            Edition::Hla4 => error,
        }
    }

    /// The core has let it join.
    pub(crate) fn became_member(
        self: &Arc<Self>,
        federation: &Arc<RunningFederation>,
        federate: FederateHandle,
        federate_name: &str,
    ) {
        let mut standing = self.lock_standing();
        let edition = standing.edition();
        let federation = federation.clone();
        let federate_name = federate_name.into();
        *standing = Standing::Joined(Membership { federation, federate, federate_name, edition });
        drop(standing);
        // It was full before it joined, so nobody has told the federation yet.
        if self.outbox.is_full() {
            self.report_congestion();
        }
    }

    /// The core has let it go, or sent it away; tells who it was.
    pub(crate) fn left_federation(&self) -> Arc<str> {
        self.outbox.forget_callbacks();
        let mut standing = self.lock_standing();
        let edition = standing.edition();
        match std::mem::replace(&mut *standing, Standing::Connected(edition)) {
            Standing::Joined(membership) => membership.federate_name,
            Standing::Connected(_) | Standing::NotConnected => Arc::default(),
        }
    }

    /// Its federation broke: the federate is told, its calls are answered, and it may connect
    /// again (SEMANTICS 1.1: a connection failure leads to Not Connected).
    pub(crate) fn connection_lost(self: &Arc<Self>, fault: &str) {
        self.outbox.forget_callbacks();
        self.set_disconnected();
        for id in self.window.unanswered() {
            self.answer_if_waiting(id, Err(HlaError::RTIinternalError(fault.to_owned())));
        }
        self.tell(Callback::ConnectionLost { fault_description: fault.to_owned() });
    }

    /// The runtime gives its federate up; the federation runs its automatic resign directive.
    pub(crate) fn lose(self: &Arc<Self>, reason: LostReason) {
        self.submit_as_member(|federate| Input::Lost { federate, reason });
    }

    /// Tells the federation something about this federate; nothing where it has not joined.
    pub(super) fn submit_as_member(self: &Arc<Self>, input: impl FnOnce(FederateHandle) -> Input) {
        if let Some((federation, federate)) = self.membership() {
            // A federation that has ended does not care any more.
            let _ = federation.submit(self.id, input(federate));
        }
    }

    /// What it has joined, and as whom.
    pub(super) fn membership(&self) -> Option<(Arc<RunningFederation>, FederateHandle)> {
        match &*self.lock_standing() {
            Standing::Joined(membership) => {
                Some((membership.federation.clone(), membership.federate))
            }
            Standing::Connected(_) | Standing::NotConnected => None,
        }
    }
}
