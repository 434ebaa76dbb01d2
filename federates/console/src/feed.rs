//! How a federate tells its console what it has learnt.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use federate_sdk::virtual_time::{Speed, VirtualTime};
use tokio::sync::watch;
use training_fom::{RunState, TrainingEvent, TrainingObject};

use crate::state::State;

/// Where the exercise stands.
#[derive(Debug, Clone, PartialEq)]
pub struct RunStatus {
    /// Its state.
    pub state: RunState,
    /// Virtual time that is reached.
    pub time: VirtualTime,
    /// The speed that was asked for.
    pub speed: Speed,
    /// Virtual seconds for each wall-clock second that are achieved.
    pub actual_speed: f64,
    /// Names of the federates that hold time back.
    pub waiting_for: Vec<String>,
    /// Id of the scenario, empty for free running.
    pub scenario: String,
}

/// A federate of the exercise, as a row of the page's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FederateStatus {
    /// Name in the federation.
    pub name: String,
    /// `substation`, `protection`, `instructor`. While the last one with the role `substation` is
    /// not joined, pages mark measurements as old.
    pub role: String,
    /// The station it serves; empty for none.
    pub station: String,
    /// Whether it is there.
    pub membership: Membership,
    /// Virtual time since when.
    pub since: VirtualTime,
    /// Why, where somebody said it; empty otherwise.
    pub reason: String,
}

/// Whether a federate is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Membership {
    /// It takes part.
    Joined,
    /// It left in order.
    Resigned,
    /// It is gone without a word.
    Lost,
}

/// The feeding end of a console. Cheap to clone; never waits, whatever the pages do.
#[derive(Debug, Clone)]
pub struct Feed {
    shared: Arc<Shared>,
}

/// The state of a console, and the news that it has changed.
#[derive(Debug)]
pub(crate) struct Shared {
    state: Mutex<State>,
    revision: watch::Sender<u64>,
}

impl Shared {
    pub(crate) fn new(state: State) -> Arc<Self> {
        Arc::new(Self { state: Mutex::new(state), revision: watch::Sender::new(0) })
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        // The state has no half-done changes, so what a panicking thread left is still whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn revisions(&self) -> watch::Receiver<u64> {
        self.revision.subscribe()
    }
}

impl Feed {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self { shared }
    }

    /// Takes new values of the object with this name. Attributes that are absent keep their value.
    ///
    /// A position that changes becomes a row of the event list, so no event has to tell it.
    pub fn object(&self, name: &str, object: &TrainingObject) {
        self.change(|state| state.object(name, object));
    }

    /// Tells that an object is gone: its value is unknown from now on.
    pub fn remove(&self, name: &str) {
        self.change(|state| state.remove(name));
    }

    /// Takes an event into the list, at the place of its stamp.
    pub fn event(&self, event: &TrainingEvent) {
        self.change(|state| state.event(event));
    }

    /// Takes the state of the run; cheap enough for every grant.
    pub fn run(&self, status: RunStatus) {
        self.change(|state| state.run(status));
    }

    /// Takes the list of federates, those that have gone included; who joined, resigned or was
    /// lost since the last list becomes a row of the event list.
    pub fn federates(&self, federates: Vec<FederateStatus>) {
        self.change(|state| state.federates(federates));
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let revision = {
            let mut state = self.shared.state();
            change(&mut state);
            state.revision()
        };
        self.shared.revision.send_if_modified(|told| std::mem::replace(told, revision) != revision);
    }
}
