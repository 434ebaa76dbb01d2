//! A federation and its federates: what each has been told, and everything that has a handle.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::sync::{Arc, LazyLock};

use hla::{
    AttributeHandle, Call, Callback, DimensionHandle, Edition, FederateHandle, FomModule, HlaError,
    InteractionClassHandle, MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle,
    ParameterHandle, RegionHandle, Reply, TimeImplementation,
};
use rti_core::{
    CallId, CallbackSeq, Effect, Effects, Federation, Input, Join, JoinId, Limits, Nanos, Settings,
};
use rti_fom::FomModel;

static MODEL: LazyLock<Arc<FomModel>> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/fom/T.xml");
    let content = std::fs::read(&path).expect("the object model of the scenarios");
    let module = FomModule::File { name: "T.xml".to_owned(), content: content.into() };
    Arc::new(FomModel::create(None, &[module]).expect("the object model is valid"))
});

/// What a federate was told and has not handled.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Inbox {
    pub(crate) handled: u64,
    pub(crate) unread: VecDeque<Arc<Callback>>,
}

/// Handles by which calls can mean something.
#[derive(Debug, Clone, Default)]
pub(crate) struct Handles {
    pub(crate) object_classes: Vec<(ObjectClassHandle, Vec<AttributeHandle>)>,
    pub(crate) interaction_classes: Vec<(InteractionClassHandle, Vec<ParameterHandle>)>,
    pub(crate) dimensions: Vec<DimensionHandle>,
    /// Every instance that was ever registered, its class as an index of `object_classes`, and by
    /// whom.
    pub(crate) objects: Vec<(ObjectInstanceHandle, usize, FederateHandle)>,
    pub(crate) regions: Vec<(FederateHandle, RegionHandle)>,
    pub(crate) messages: Vec<(FederateHandle, MessageRetractionHandle)>,
    /// Names that were asked for, and by whom.
    pub(crate) names: Vec<(FederateHandle, String)>,
}

/// Something that happened, in order.
#[derive(Debug)]
pub(crate) enum Event {
    Told(FederateHandle, Arc<Callback>),
    Left(FederateHandle),
}

/// A federation that is looked at from outside.
#[derive(Debug, Clone)]
pub(crate) struct Federates {
    pub(crate) federation: Federation,
    pub(crate) now: Nanos,
    pub(crate) inboxes: BTreeMap<FederateHandle, Inbox>,
    pub(crate) editions: BTreeMap<FederateHandle, Edition>,
    pub(crate) handles: Handles,
    last_id: u64,
}

impl Federates {
    pub(crate) fn new() -> Self {
        let settings = Settings {
            name: "N".to_owned(),
            time: TimeImplementation::Integer64,
            limits: Limits::default(),
        };
        Self {
            federation: Federation::new(settings, MODEL.clone()),
            now: Nanos(0),
            inboxes: BTreeMap::new(),
            editions: BTreeMap::new(),
            handles: Handles::default(),
            last_id: 0,
        }
    }

    pub(crate) fn joined(&self) -> BTreeSet<FederateHandle> {
        self.inboxes.keys().copied().collect()
    }

    pub(crate) fn join(
        &mut self,
        name: &str,
        edition: Edition,
    ) -> (Result<FederateHandle, HlaError>, Vec<Event>) {
        self.last_id += 1;
        let join = Join {
            id: JoinId(self.last_id),
            federate_name: Some(name.to_owned()),
            federate_type: "test".to_owned(),
            modules: Vec::new(),
            edition,
            host: String::new(),
        };
        let before = self.federation.clone();
        let effects = self.step(Input::Join(join));
        let mut answers = effects.list.iter().filter_map(|effect| match effect {
            Effect::Joined { result, .. } => Some(result.clone().map(|joined| joined.federate)),
            _ => None,
        });
        let result = answers.next_back().expect("a join is answered");
        match &result {
            Ok(joined) => {
                self.inboxes.insert(*joined, Inbox::default());
                self.editions.insert(*joined, edition);
            }
            Err(error) => {
                assert!(before == self.federation, "a refused join changed something: {error}");
            }
        }
        (result, self.file(effects))
    }

    /// Calls a service; a refusal must change nothing and tell nobody.
    pub(crate) fn call(
        &mut self,
        from: FederateHandle,
        call: Call,
    ) -> (Result<Reply, HlaError>, Vec<Event>) {
        self.last_id += 1;
        let id = CallId(self.last_id);
        let (before, again) = (self.federation.clone(), call.clone());
        let name = call.service_name();
        let effects = self.step(Input::Call { from, id, call });
        let Some(Effect::Reply { to, id: answered, result }) = effects.list.first() else {
            panic!("{name} is answered first");
        };
        assert_eq!((*to, *answered), (from, id));
        if let Err(error) = result {
            let told = effects.list.len() > 1;
            assert!(told || before == self.federation, "{name} refused changed something: {error}");
            if told {
                before.check_refusal(self.now, from, again);
            }
        }
        (result.clone(), self.file(effects))
    }

    /// The federate handles so many of its callbacks.
    pub(crate) fn handle(&mut self, from: FederateHandle, count: usize) -> Vec<Event> {
        let inbox = self.inboxes.get_mut(&from).expect("a joined federate");
        let count = count.min(inbox.unread.len());
        inbox.unread.drain(..count);
        inbox.handled += count as u64;
        let up_to = CallbackSeq(inbox.handled);
        self.input(Input::CallbackDone { from, up_to })
    }

    pub(crate) fn input(&mut self, input: Input) -> Vec<Event> {
        let effects = self.step(input);
        self.file(effects)
    }

    fn step(&mut self, input: Input) -> Effects {
        let mut effects = Effects::default();
        self.federation.step(self.now, input, &mut effects);
        self.federation.check_invariants();
        effects
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "other effects concern the runtime")]
    fn file(&mut self, effects: Effects) -> Vec<Event> {
        let mut events = Vec::new();
        for effect in effects.list {
            match effect {
                Effect::Deliver { to, callback } => {
                    assert!(!to.is_empty(), "a callback for nobody: {callback:?}");
                    for federate in to.iter() {
                        let inbox = self.inboxes.get_mut(&federate);
                        let inbox = inbox.unwrap_or_else(|| panic!("{callback:?} to a stranger"));
                        inbox.unread.push_back(callback.clone());
                        events.push(Event::Told(federate, callback.clone()));
                    }
                }
                Effect::Resigned { federate } => {
                    self.inboxes.remove(&federate);
                    events.push(Event::Left(federate));
                }
                _ => {}
            }
        }
        events
    }
}
