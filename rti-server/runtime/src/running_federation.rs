//! A federation that runs: its state behind a turn, its inbox, and who is joined through what.
//!
//! No input waits for another thread to wake up. The task that has one puts it into the inbox and,
//! if nobody has the turn, takes it: it steps the core for everything that waits and releases the
//! effects. There is one stepper at a time, so the core needs no locks, and effects reach each
//! outbox in the order in which the core emitted them.

mod inbox;
mod release;
#[cfg(test)]
mod tests;
mod turn;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hla::{FederateHandle, FederationExecutionMemberInformation, HlaError, TimeImplementation};
use rti_core::{
    CallId, CallbackSeq, Effects, Federation, FederationStatus, Input, Join, JoinId, Nanos,
    Settings,
};
use rti_fom::FomModel;
use tokio::runtime::Handle;
use tokio::sync::watch;

use self::inbox::{Inbox, Put};
pub(crate) use self::inbox::{QueueId, RUNTIME_QUEUE};
pub(crate) use self::turn::not_a_member;
use crate::clock::{Clock, unix_ms};
use crate::registry::Registry;
use crate::session::Session;
use crate::settings::RuntimeSettings;
use crate::supervisor;

/// The federation has ended; what was to be put in was not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ended;

/// A federation execution and everything around it that runs it.
pub(crate) struct RunningFederation {
    name: String,
    time: TimeImplementation,
    created_at_unix_ms: i64,
    settings: RuntimeSettings,
    clock: Clock,
    registry: Arc<Registry>,
    tokio: Handle,
    inbox: Inbox,
    state: Mutex<State>,
    joins: Mutex<Joins>,
    deadline: watch::Sender<Option<Nanos>>,
}

struct State {
    federation: Federation,
    effects: Effects,
    members: BTreeMap<FederateHandle, Member>,
    ended: bool,
}

/// A joined federate, as the runtime sees it.
struct Member {
    session: Arc<Session>,
    /// Callbacks emitted to it so far; the core counts the same way.
    emitted: CallbackSeq,
    left: bool,
}

/// Joins that the core has not answered yet.
#[derive(Default)]
struct Joins {
    last: u64,
    waiting: BTreeMap<JoinId, WaitingJoin>,
}

struct WaitingJoin {
    session: Arc<Session>,
    call: CallId,
    federate_type: String,
}

impl RunningFederation {
    pub(crate) fn start(
        settings: &RuntimeSettings,
        clock: Clock,
        registry: Arc<Registry>,
        name: String,
        time: TimeImplementation,
        model: FomModel,
    ) -> Arc<Self> {
        let limits = settings.federation_limits.clone();
        let core = Settings { name: name.clone(), time, limits };
        let state = State {
            federation: Federation::new(core, Arc::new(model)),
            effects: Effects::default(),
            members: BTreeMap::new(),
            ended: false,
        };
        let (deadline, deadlines) = watch::channel(None);
        let federation = Arc::new(Self {
            name,
            time,
            created_at_unix_ms: unix_ms(),
            settings: settings.clone(),
            clock,
            registry,
            tokio: Handle::current(),
            inbox: Inbox::default(),
            state: Mutex::new(state),
            joins: Mutex::default(),
            deadline,
        });
        supervisor::tick_at_deadlines(&federation, clock, deadlines);
        federation
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn time(&self) -> TimeImplementation {
        self.time
    }

    pub(crate) fn created_at_unix_ms(&self) -> i64 {
        self.created_at_unix_ms
    }

    /// Puts an input in and, if nobody has the turn, takes it.
    pub(crate) fn submit(self: &Arc<Self>, queue: QueueId, input: Input) -> Result<(), Ended> {
        let put = self.put(queue, input);
        self.go_on(put)
    }

    /// Puts an input in and nothing else. The caller owes [`go_on`](Self::go_on).
    pub(crate) fn put(&self, queue: QueueId, input: Input) -> Put {
        self.inbox.put(queue, input)
    }

    /// Takes the turn if that is due after something was put in. Whoever calls this holds no lock.
    pub(crate) fn go_on(self: &Arc<Self>, put: Put) -> Result<(), Ended> {
        match put {
            Put::Closed => return Err(Ended),
            Put::TakenAlong => {}
            Put::RunTurn => {
                // One turn only: whoever submits is the reader of a socket, and its own session
                // would starve if it went on for the others.
                if !self.run_turn() {
                    let federation = self.clone();
                    self.tokio.spawn(async move {
                        while !federation.run_turn() {
                            tokio::task::yield_now().await;
                        }
                    });
                }
            }
        }
        Ok(())
    }

    /// Asks to join; the answer goes to the session as the answer to its call.
    pub(crate) fn join(
        self: &Arc<Self>,
        session: &Arc<Session>,
        call: CallId,
        request: impl FnOnce(JoinId) -> Join,
    ) {
        let id = {
            let mut joins = self.lock_joins();
            joins.last += 1;
            JoinId(joins.last)
        };
        let request = request(id);
        let waiting = WaitingJoin {
            session: session.clone(),
            call,
            federate_type: request.federate_type.clone(),
        };
        self.lock_joins().waiting.insert(id, waiting);
        // The core reads the modules in its step, which takes too long for a task.
        if request.modules.is_empty() {
            self.submit_join(session, call, request);
        } else {
            let (federation, session) = (self.clone(), session.clone());
            self.tokio.spawn_blocking(move || federation.submit_join(&session, call, request));
        }
    }

    fn submit_join(self: &Arc<Self>, session: &Arc<Session>, call: CallId, request: Join) {
        let id = request.id;
        // Whoever ended the federation meanwhile may have answered this join with the others.
        if self.submit(session.id(), Input::Join(request)).is_err()
            && self.lock_joins().waiting.remove(&id).is_some()
        {
            session.answer(call, Err(self.does_not_exist()));
        }
    }

    /// Ends the federation unless somebody is joined.
    pub(crate) fn destroy(&self) -> Result<(), HlaError> {
        let mut state = self.lock();
        if state.ended {
            return Err(self.does_not_exist());
        }
        if !state.federation.is_empty() {
            let joined = match state.federation.members().len() {
                1 => "1 federate is".to_owned(),
                several => format!("{several} federates are"),
            };
            return Err(HlaError::FederatesCurrentlyJoined(format!(
                "{joined} joined to {}, all must resign first",
                self.name
            )));
        }
        state.ended = true;
        self.inbox.close();
        drop(state);
        self.registry.remove_federation(self);
        self.refuse_waiting_joins(&self.does_not_exist());
        tracing::info!(federation = self.name, "federation execution destroyed");
        Ok(())
    }

    /// Ends the federation with the server: nobody is resigned, sessions are told elsewhere.
    pub(crate) fn end_with_server(&self) {
        let mut state = self.lock();
        state.ended = true;
        state.members.clear();
        self.inbox.close();
        drop(state);
        self.registry.remove_federation(self);
    }

    /// Its members as other federates see them.
    pub(crate) fn members(&self) -> Vec<FederationExecutionMemberInformation> {
        self.lock().federation.members()
    }

    /// Everything an operator sees, and the session of each federate.
    pub(crate) fn status(&self) -> (FederationStatus, BTreeMap<FederateHandle, Arc<Session>>) {
        let state = self.lock();
        let sessions =
            state.members.iter().map(|(handle, member)| (*handle, member.session.clone()));
        (state.federation.status(), sessions.collect())
    }

    pub(crate) fn does_not_exist(&self) -> HlaError {
        HlaError::FederationExecutionDoesNotExist(format!(
            "there is no federation execution {}",
            self.name
        ))
    }

    fn refuse_waiting_joins(&self, error: &HlaError) {
        let waiting = std::mem::take(&mut self.lock_joins().waiting);
        for join in waiting.into_values() {
            join.session.answer(join.call, Err(error.clone()));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_joins(&self) -> MutexGuard<'_, Joins> {
        self.joins.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for RunningFederation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunningFederation").field("name", &self.name).finish_non_exhaustive()
    }
}
