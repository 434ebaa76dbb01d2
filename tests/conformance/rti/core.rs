//! The federation state machine itself: no lobby, no sessions, no transport.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use hla::{Call, Callback, Edition, FederateHandle, HlaError, Reply, TimeImplementation};
use rti_core::{
    CallId, CallbackSeq, Effect, Effects, Federation, Input, Join, JoinId, Level, Limits,
    LostReason, Nanos, Settings,
};
use rti_fom::FomModel;

use super::{FEDERATION, Rti, modules};
use crate::scenario::Setup;

#[derive(Debug)]
pub(crate) struct CoreRti {
    federation: Federation,
    now: Nanos,
    editions: BTreeMap<String, Edition>,
    joined: BTreeMap<String, FederateHandle>,
    holding: BTreeSet<String>,
    inboxes: BTreeMap<FederateHandle, Inbox>,
    last_id: u64,
    /// Whether the last step told anybody anything.
    told: bool,
    /// What federates were told that have left since.
    last_told: Vec<(String, Callback)>,
}

#[derive(Debug, Default)]
struct Inbox {
    emitted: u64,
    handled: u64,
    unread: Vec<Arc<Callback>>,
}

impl CoreRti {
    pub(crate) fn start(setup: &Setup) -> Result<Self, String> {
        let model = FomModel::create(None, &modules(setup)?).map_err(|error| error.to_string())?;
        let time = TimeImplementation::by_name(&setup.time).ok_or("no such time")?;
        let settings = Settings { name: FEDERATION.to_owned(), time, limits: Limits::default() };
        Ok(Self {
            federation: Federation::new(settings, Arc::new(model)),
            now: Nanos(0),
            editions: BTreeMap::new(),
            joined: BTreeMap::new(),
            holding: BTreeSet::new(),
            inboxes: BTreeMap::new(),
            last_id: 0,
            told: false,
            last_told: Vec::new(),
        })
    }

    fn step(&mut self, input: Input) -> Option<Result<Reply, HlaError>> {
        self.told = false;
        let mut effects = Effects::default();
        self.federation.step(self.now, input, &mut effects);
        self.federation.check_invariants();
        let mut answer = None;
        for effect in effects.list {
            match effect {
                Effect::Deliver { to, callback } => {
                    self.told = true;
                    for federate in to.iter() {
                        let inbox = self.inboxes.entry(federate).or_default();
                        inbox.emitted += 1;
                        inbox.unread.push(callback.clone());
                    }
                }
                Effect::Resigned { federate } => {
                    let told = self.inboxes.remove(&federate).unwrap_or_default().unread;
                    let name = self.joined.iter().find(|(_, joined)| **joined == federate);
                    if let Some((name, _)) = name {
                        let told = told.iter().map(|row| (name.clone(), row.as_ref().clone()));
                        self.last_told.extend(told);
                    }
                    self.joined.retain(|_, joined| *joined != federate);
                }
                Effect::ServiceReport { .. } => self.told = true,
                Effect::Reply { result, .. } => answer = Some(result),
                Effect::Joined { result, .. } => {
                    answer = Some(result.map(Reply::JoinFederationExecution));
                }
            }
        }
        answer
    }

    /// A step that a federate asked for; one that is refused must change nothing.
    fn ask(&mut self, input: Input) -> Result<Reply, HlaError> {
        let (before, again) = (self.federation.clone(), input.clone());
        let answer = self.step(input).unwrap_or_else(|| panic!("no answer"));
        match (&answer, again) {
            (Err(_), Input::Call { from, call, .. }) if self.told => {
                before.check_refusal(self.now, from, call);
            }
            (Err(error), _) => {
                assert!(before == self.federation, "a refused service changed something: {error}");
            }
            (Ok(_), _) => {}
        }
        answer
    }

    fn join(&mut self, federate: &str, call: Call) -> Result<Reply, HlaError> {
        let Call::JoinFederationExecution {
            federate_name,
            federate_type,
            additional_fom_modules,
            ..
        } = call
        else {
            panic!("{} is no join", call.service_name())
        };
        self.last_id += 1;
        let reply = self.ask(Input::Join(Join {
            id: JoinId(self.last_id),
            federate_name,
            federate_type,
            modules: additional_fom_modules.unwrap_or_default(),
            edition: self.editions.get(federate).copied().unwrap_or_default(),
            host: "host".to_owned(),
        }))?;
        if let Reply::JoinFederationExecution(joined) = &reply {
            self.joined.insert(federate.to_owned(), joined.federate);
        }
        Ok(reply)
    }
}

impl Rti for CoreRti {
    fn connect(&mut self, federate: &str, edition: Edition) -> Result<(), HlaError> {
        self.editions.insert(federate.to_owned(), edition);
        Ok(())
    }

    fn call(&mut self, federate: &str, call: Call) -> Result<Reply, HlaError> {
        match self.joined.get(federate) {
            None if matches!(call, Call::JoinFederationExecution { .. }) => {
                self.join(federate, call)
            }
            joined => {
                let from = joined.copied().unwrap_or(FederateHandle::INVALID);
                self.last_id += 1;
                self.ask(Input::Call { from, id: CallId(self.last_id), call })
            }
        }
    }

    fn callbacks(&mut self) -> Vec<(String, Callback)> {
        let mut new = std::mem::take(&mut self.last_told);
        loop {
            let before = new.len();
            for (name, from) in self.joined.clone() {
                let Some(inbox) = self.inboxes.get_mut(&from) else { continue };
                let unread = std::mem::take(&mut inbox.unread);
                new.extend(unread.iter().map(|callback| (name.clone(), callback.as_ref().clone())));
                if inbox.handled < inbox.emitted && !self.holding.contains(&name) {
                    inbox.handled = inbox.emitted;
                    let up_to = CallbackSeq(inbox.handled);
                    self.step(Input::CallbackDone { from, up_to });
                }
            }
            if new.len() == before {
                return new;
            }
        }
    }

    fn hold(&mut self, federate: &str, holds: bool) {
        if holds {
            self.holding.insert(federate.to_owned());
        } else {
            self.holding.remove(federate);
        }
    }

    fn lose(&mut self, federate: &str) {
        if let Some(federate) = self.joined.get(federate).copied() {
            self.step(Input::Lost { federate, reason: LostReason::TransportLost });
        }
    }

    fn congest(&mut self, federate: &str, full: bool) -> Result<(), String> {
        let federate = *self.joined.get(federate).ok_or("not joined")?;
        let level = if full { Level::Full } else { Level::Normal };
        self.step(Input::Congestion { federate, level });
        Ok(())
    }

    fn wait(&mut self, time: Duration) -> Result<(), String> {
        self.now.0 += u64::try_from(time.as_nanos()).map_err(|error| error.to_string())?;
        if self.federation.next_deadline().is_some_and(|deadline| deadline <= self.now) {
            self.step(Input::Tick);
        }
        Ok(())
    }

    fn is_joined(&self, federate: &str) -> bool {
        self.joined.contains_key(federate)
    }
}
