//! Watches over what takes time: deadlines of federations, full outboxes, dropped sessions.

use std::sync::{Arc, Weak};

use rti_core::{Input, LostReason, Nanos};
use tokio::sync::watch;

use crate::clock::Clock;
use crate::message::SessionError;
use crate::running_federation::{RUNTIME_QUEUE, RunningFederation};
use crate::session::Session;

/// Calls the federation whenever a deadline of it has come, for as long as it exists.
pub(crate) fn tick_at_deadlines(
    federation: &Arc<RunningFederation>,
    clock: Clock,
    mut deadlines: watch::Receiver<Option<Nanos>>,
) {
    let federation: Weak<_> = Arc::downgrade(federation);
    tokio::spawn(async move {
        loop {
            let deadline = *deadlines.borrow_and_update();
            let due = async {
                match deadline {
                    Some(deadline) => tokio::time::sleep_until(clock.instant(deadline)).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                changed = deadlines.changed() => {
                    // The sender goes with the federation.
                    if changed.is_err() {
                        return;
                    }
                }
                () = due => {
                    let Some(federation) = federation.upgrade() else { return };
                    if federation.submit(RUNTIME_QUEUE, Input::Tick).is_err() {
                        return;
                    }
                    drop(federation);
                    // A deadline that a tick does not move has been heard; the next change counts.
                    if deadlines.changed().await.is_err() {
                        return;
                    }
                }
            }
        }
    });
}

/// An outbox has become full: tells the federation, and closes the session if it stays full.
pub(crate) fn watch_congestion(session: &Arc<Session>, congestion: u64) {
    session.report_congestion();
    let (federation, federate) = session.membership_names().unzip();
    tracing::warn!(
        federation,
        federate,
        session = session.peer_text(),
        unsent_bytes = session.unsent_bytes(),
        "a federate does not read what is sent to it"
    );
    let session = session.clone();
    tokio::spawn(async move {
        tokio::select! {
            () = tokio::time::sleep(session.settings().congestion_grace) => {}
            () = session.closed() => {}
        }
        if session.is_still_in(congestion) {
            let unsent_bytes = session.unsent_bytes();
            let details = "the grace time of a congestion is over";
            session.close(SessionError::TooSlow { unsent_bytes, details });
        }
    });
}

/// The session has ended: its federate is lost, at once or after the time a dropped one is kept.
pub(crate) async fn lose_federate(session: &Arc<Session>, error: Option<&SessionError>) {
    let reason = match error {
        None | Some(SessionError::Protocol(_)) => LostReason::SessionEnded,
        Some(SessionError::TooSlow { .. }) => LostReason::TooSlow,
        // Nobody is resigned because the server ends: the others end as well.
        Some(SessionError::ShuttingDown) => return,
        Some(SessionError::Transport(_)) => {
            let kept = session.settings().dropped_session_kept;
            if session.is_joined() && !kept.is_zero() {
                tokio::select! {
                    () = tokio::time::sleep(kept) => {}
                    () = session.server_ends() => return,
                }
            }
            LostReason::TransportLost
        }
    };
    session.lose(reason);
}
