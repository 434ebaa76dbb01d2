//! Scripts for tests: federates that call services and read their callbacks, a line each.
//!
//! ```text
//! join F1                          a federate joins (`join F1 2010` speaks the 2010 edition)
//! F1 publish A aa ab               a service that succeeds
//! F1 register A -> o               ... and whose result is called `o` from here on
//! F1 owns o ac == false            ... and whose result reads like this
//! F1 update o ac=1 !! AttributeNotOwned
//! F2 < discover o A F1             the next callback of F2, which F2 handles by this
//! F2 <                             F2 has no callback
//! F2 < *                           F2 handles whatever it has
//! lose F1                          the runtime loses F1
//! ```
//!
//! At the end nobody may have an unread callback. Invariants are checked after every step, a
//! refused service must leave the federation as it was.

mod render;
mod services;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use bytes::Bytes;
use hla::{
    Call, Callback, Edition, FederateHandle, FomModule, HlaError, JoinResult,
    MessageRetractionHandle, ObjectInstanceHandle, Reply, TimeImplementation,
};
use rti_fom::FomModel;

use crate::{
    CallId, CallbackSeq, Effect, Effects, Federation, Input, Join, JoinId, Level, LostReason,
    Nanos, Settings,
};

/// Runs a script on the object model "T" of the conformance scenarios.
#[track_caller]
pub(crate) fn check(script: &str) {
    World::new().run(script);
}

/// Runs a script on "T" extended by a module with this content.
#[track_caller]
pub(crate) fn check_with(module: &str, script: &str) {
    World::with_modules(&[module_t(), fom(module)]).run(script);
}

/// A module of the 2025 schema with these tables.
pub(crate) fn fom(tables: &str) -> FomModule {
    let content = format!(
        "<objectModel xmlns=\"http://standards.ieee.org/IEEE1516-2025\">{tables}</objectModel>"
    );
    FomModule::File { name: "extra.xml".to_owned(), content: content.into_bytes().into() }
}

pub(crate) fn module_t() -> FomModule {
    let content = include_bytes!("../../../tests/conformance/fom/T.xml");
    FomModule::File { name: "T.xml".to_owned(), content: Bytes::from_static(content) }
}

/// A federation and what its federates have not read yet.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) federation: Federation,
    pub(crate) now: Nanos,
    federates: BTreeMap<String, FederateHandle>,
    inboxes: BTreeMap<FederateHandle, Inbox>,
    objects: BTreeMap<String, ObjectInstanceHandle>,
    retractions: BTreeMap<String, MessageRetractionHandle>,
    effects: Vec<Effect>,
    last_id: u64,
}

#[derive(Debug, Default)]
struct Inbox {
    handled: u64,
    unread: VecDeque<Arc<Callback>>,
}

impl World {
    pub(crate) fn new() -> Self {
        Self::with_modules(&[module_t()])
    }

    pub(crate) fn with_modules(modules: &[FomModule]) -> Self {
        let model = FomModel::create(None, modules).unwrap_or_else(|error| panic!("{error}"));
        Self::with_settings(
            Settings {
                name: "N".to_owned(),
                time: TimeImplementation::Integer64,
                limits: crate::Limits::default(),
            },
            model,
        )
    }

    pub(crate) fn with_settings(settings: Settings, model: FomModel) -> Self {
        Self {
            federation: Federation::new(settings, Arc::new(model)),
            now: Nanos(0),
            federates: BTreeMap::new(),
            inboxes: BTreeMap::new(),
            objects: BTreeMap::new(),
            retractions: BTreeMap::new(),
            effects: Vec::new(),
            last_id: 0,
        }
    }

    /// Runs a part of a script; callbacks may stay unread.
    #[track_caller]
    pub(crate) fn part(&mut self, script: &str) {
        for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
            self.line(line);
        }
    }

    #[track_caller]
    pub(crate) fn run(&mut self, script: &str) {
        self.part(script);
        for (name, handle) in &self.federates {
            let unread = self.inboxes.get(handle).map(|inbox| &inbox.unread);
            let unread: Vec<_> =
                unread.into_iter().flatten().map(|callback| self.render(callback)).collect();
            assert!(unread.is_empty(), "{name} has not read {unread:#?}");
        }
    }

    #[track_caller]
    fn line(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["join", name, rest @ ..] => {
                let edition =
                    if rest == ["2010"] { Edition::Evolved2010 } else { Edition::default() };
                self.join(Some(name), edition, Vec::new())
                    .unwrap_or_else(|error| panic!("{line}: {error}"));
            }
            ["lose", name] => self.lose(name),
            ["congest", name, level] => {
                let level = if *level == "full" { Level::Full } else { Level::Normal };
                self.step(Input::Congestion { federate: self.federate(name), level });
            }
            ["wait", ms] => self.now.0 += 1_000_000 * ms.parse::<u64>().expect("milliseconds"),
            [name, "<"] => {
                let next = self.peek(name);
                assert_eq!(next, None, "{line}");
            }
            [name, "<", "*"] => while self.pop(name).is_some() {},
            [name, "<", ..] => {
                let expected = words[2..].join(" ");
                let next = self.pop(name);
                assert_eq!(next.as_deref(), Some(expected.as_str()), "{line}");
            }
            [name, service @ ..] => self.service(line, name, service),
            [] => {}
        }
    }

    #[track_caller]
    fn service(&mut self, line: &str, name: &str, words: &[&str]) {
        let outcome = words.iter().position(|word| ["!!", "->", "=="].contains(word));
        let (words, outcome) = words.split_at(outcome.unwrap_or(words.len()));
        let from = self.federate(name);
        let call = self.parse(words).unwrap_or_else(|| panic!("{line}: no such service"));
        let result = self.call(from, call);
        match (outcome, result) {
            (["!!", exception], Err(error)) => {
                assert_eq!(error.exception_name(), *exception, "{line}: {error}");
            }
            (["!!", ..], Ok(reply)) => panic!("{line}: accepted with {reply:?}"),
            (_, Err(error)) => panic!("{line}: {error}"),
            (["->", name], Ok(reply)) => self.bind(name, &reply),
            (["==", expected @ ..], Ok(reply)) => {
                assert_eq!(self.render_reply(&reply), expected.join(" "), "{line}");
            }
            (_, Ok(_)) => {}
        }
    }

    pub(crate) fn join(
        &mut self,
        name: Option<&str>,
        edition: Edition,
        modules: Vec<FomModule>,
    ) -> Result<JoinResult, HlaError> {
        self.last_id += 1;
        let id = JoinId(self.last_id);
        let before = self.federation.clone();
        let start = self.effects.len();
        self.step(Input::Join(Join {
            id,
            federate_name: name.map(str::to_owned),
            federate_type: "test".to_owned(),
            modules,
            edition,
            host: "host".to_owned(),
        }));
        let Some(Effect::Joined { id: answered, result }) = self.effects.get(start) else {
            panic!("a join is answered first");
        };
        assert_eq!(*answered, id);
        match result.clone() {
            Ok(joined) => {
                let federate = joined.federate;
                let known = self.federation.members().into_iter().next_back();
                let known = known.map(|member| member.federate_name).unwrap_or_default();
                self.federates.insert(name.map_or(known, str::to_owned), federate);
                Ok(joined)
            }
            Err(error) => {
                assert!(before == self.federation, "a refused join changes nothing");
                Err(error)
            }
        }
    }

    pub(crate) fn call(&mut self, from: FederateHandle, call: Call) -> Result<Reply, HlaError> {
        self.last_id += 1;
        let id = CallId(self.last_id);
        let (before, again) = (self.federation.clone(), call.clone());
        let start = self.effects.len();
        self.step(Input::Call { from, id, call });
        let Some(Effect::Reply { to, id: answered, result }) = self.effects.get(start) else {
            panic!("a call is answered first");
        };
        assert_eq!((*to, *answered), (from, id));
        let result = result.clone();
        if let Err(error) = &result {
            let told = self.effects.len() > start + 1;
            assert!(
                told || before == self.federation,
                "a refused service changed something: {error}"
            );
            if told {
                before.check_refusal(self.now, from, again);
            }
        }
        result
    }

    pub(crate) fn step(&mut self, input: Input) {
        let mut effects = Effects::default();
        self.federation.step(self.now, input, &mut effects);
        self.federation.check_invariants();
        for effect in &effects.list {
            match effect {
                Effect::Deliver { to, callback } => {
                    assert!(!to.is_empty(), "a callback for nobody: {callback:?}");
                    for federate in to.iter() {
                        let inbox = self.inboxes.get_mut(&federate);
                        let inbox = inbox.unwrap_or_else(|| panic!("{callback:?} to a stranger"));
                        inbox.unread.push_back(callback.clone());
                    }
                }
                Effect::Joined { result: Ok(joined), .. } => {
                    self.inboxes.insert(joined.federate, Inbox::default());
                }
                Effect::Resigned { federate } => {
                    self.inboxes.remove(federate);
                    self.federates.retain(|_, handle| handle != federate);
                }
                Effect::Reply { .. } | Effect::Joined { .. } | Effect::ServiceReport { .. } => {}
            }
        }
        self.effects.extend(effects.list);
    }

    /// Everything that was ever emitted, in order.
    pub(crate) fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// Reads the next callback and tells that it is handled.
    pub(crate) fn pop_callback(&mut self, from: FederateHandle) -> Option<Arc<Callback>> {
        let inbox = self.inboxes.get_mut(&from)?;
        let callback = inbox.unread.pop_front()?;
        inbox.handled += 1;
        let up_to = CallbackSeq(inbox.handled);
        self.step(Input::CallbackDone { from, up_to });
        Some(callback)
    }

    #[track_caller]
    pub(crate) fn lose(&mut self, name: &str) {
        let federate = self.federate(name);
        self.step(Input::Lost { federate, reason: LostReason::TransportLost });
    }

    pub(crate) fn joined(&self, name: &str) -> Option<FederateHandle> {
        self.federates.get(name).copied()
    }

    #[track_caller]
    pub(crate) fn federate(&self, name: &str) -> FederateHandle {
        let handle = self.federates.get(name).copied();
        handle.unwrap_or_else(|| panic!("{name} is not joined"))
    }

    #[track_caller]
    fn peek(&self, name: &str) -> Option<String> {
        let inbox = self.inboxes.get(&self.federate(name))?;
        inbox.unread.front().map(|callback| self.render(callback))
    }

    #[track_caller]
    fn pop(&mut self, name: &str) -> Option<String> {
        let callback = self.pop_callback(self.federate(name))?;
        Some(self.render(&callback))
    }

    fn bind(&mut self, name: &str, reply: &Reply) {
        match reply {
            Reply::RegisterObjectInstance(object) | Reply::GetObjectInstanceHandle(object) => {
                self.objects.insert(name.to_owned(), *object);
            }
            Reply::UpdateAttributeValues(retraction)
            | Reply::SendInteraction(retraction)
            | Reply::DeleteObjectInstance(retraction) => {
                let retraction = retraction.expect("sent in time-stamp order");
                self.retractions.insert(name.to_owned(), retraction);
            }
            other => panic!("{other:?} has no name"),
        }
    }
}
