//! The federation: owns every table, applies inputs one at a time.
//!
//! A service checks everything, then changes state by code that cannot fail; what it causes is
//! collected in order and starts with its own reply, so that a federate gets the handle of an
//! instance before anything about it.

mod describe;
mod refusal;
#[cfg(test)]
mod tests;

use std::{fmt::Write, sync::Arc};

use hla::{
    Call, FederateHandle, FederationExecutionMemberInformation, HlaError, InteractionClassHandle,
    ObjectClassHandle, ObjectInstanceHandle, Reply, Switches,
};
use rti_fom::FomModel;

use crate::{
    CallId, CallbackSeq, Effect, Effects, FederateStatus, FederationStatus, Input, Level, Nanos,
    Settings,
    ddm::Regions,
    declaration::Declarations,
    emission::{Message, Out},
    federate::Federates,
    membership::SynchronizationPoints,
    mom::{Invocation, MomClasses, Periods, register_federation},
    object::{Instances, Names, PendingDeletions},
    time::TimeManagement,
};

/// A federation execution: the state of everything the standard describes.
#[derive(Debug, Clone, PartialEq)]
pub struct Federation {
    pub(crate) settings: Settings,
    pub(crate) model: Arc<FomModel>,
    /// As the FDD has them; each federate starts with its own copy.
    pub(crate) switches: Switches,
    pub(crate) mom: MomClasses,
    /// The `HLAfederation` instance.
    pub(crate) mom_federation: ObjectInstanceHandle,
    /// Who has asked for periodic reports.
    pub(crate) periods: Periods,
    pub(crate) federates: Federates,
    pub(crate) synchronization_points: SynchronizationPoints,
    pub(crate) declarations: Declarations,
    pub(crate) instances: Instances,
    pub(crate) names: Names,
    pub(crate) regions: Regions,
    pub(crate) deletions: PendingDeletions,
    pub(crate) time: TimeManagement<Message>,
}

/// FNV-1a over what is written.
struct Digest(u64);

impl Write for Digest {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for octet in text.bytes() {
            self.0 = (self.0 ^ u64::from(octet)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

impl Federation {
    /// A federation that nobody has joined.
    pub fn new(settings: Settings, model: Arc<FomModel>) -> Self {
        let switches = model.switches();
        let mut declarations = Declarations::default();
        declarations.fit(&model);
        let (mut instances, mut names) = (Instances::default(), Names::default());
        let mom_federation = register_federation(&model, &mut instances, &mut names);
        Self {
            switches,
            mom: MomClasses::of(&model),
            mom_federation,
            periods: Periods::default(),
            federates: Federates::default(),
            synchronization_points: SynchronizationPoints::default(),
            declarations,
            instances,
            names,
            regions: Regions::default(),
            deletions: PendingDeletions::default(),
            time: TimeManagement::new(
                settings.time,
                switches.non_regulated_grant,
                &settings.limits,
            ),
            model,
            settings,
        }
    }

    /// Applies one input and appends what it causes. Never blocks, never panics on any input.
    pub fn step(&mut self, now: Nanos, input: Input, effects: &mut Effects) {
        let start = effects.list.len();
        let out = &mut Out::new(now, effects);
        match input {
            Input::Call { from, id, call } => self.call(from, id, call, out),
            Input::CallbackDone { from, up_to } => self.callback_done(from, up_to),
            Input::Join(join) => self.join(join, out),
            Input::Lost { federate, reason } => self.lose(federate, &reason, out),
            Input::Congestion { federate, level } => {
                self.time.set_congested(federate, level == Level::Full, &mut out.time);
            }
            Input::Tick => {}
        }
        self.carry_out(out);
        self.reflect_due(out);
        self.report_invocations(start, out);
    }

    /// When to step with `Input::Tick` if nothing else arrives: periodic reports of the MOM.
    pub fn next_deadline(&self) -> Option<Nanos> {
        self.periods.next()
    }

    /// The object model with everything that joins have added.
    pub fn model(&self) -> &Arc<FomModel> {
        &self.model
    }

    /// Whether nobody is joined.
    pub fn is_empty(&self) -> bool {
        self.federates.joined().is_empty()
    }

    /// Who is joined, by handle.
    pub fn members(&self) -> Vec<FederationExecutionMemberInformation> {
        let members =
            self.federates.iter().map(|(_, federate)| FederationExecutionMemberInformation {
                federate_name: federate.name.clone(),
                federate_type: federate.kind.clone(),
            });
        members.collect()
    }

    /// The name of a joined federate.
    pub fn name_of(&self, federate: FederateHandle) -> Option<&str> {
        self.federates.get(federate).map(|row| row.name.as_str())
    }

    /// A picture for operators. Works out every federate's time bounds, so not for every message.
    pub fn status(&self) -> FederationStatus {
        let modules = self.model.modules().iter().map(|module| module.designator.clone());
        let federates = self.federates.iter().map(|(handle, federate)| {
            let time = self.time.status(handle);
            FederateStatus {
                handle,
                name: federate.name.clone(),
                kind: federate.kind.clone(),
                logical_time: time.logical_time,
                advance: time.advance,
                lookahead: time.lookahead,
                constrained: time.constrained,
                galt: time.galt,
                lits: time.lits,
                tso_queued: time.tso_queued,
                ro_held: time.ro_held,
            }
        });
        FederationStatus {
            name: self.settings.name.clone(),
            time: self.settings.time,
            fom_modules: modules.collect(),
            object_instances: self.instances.len(),
            federates: federates.collect(),
        }
    }

    /// A number for everything that can change, but the object model: equal federations have equal
    /// digests, on every machine and in every run.
    pub fn digest(&self) -> u64 {
        let Self {
            settings: _,
            model: _,
            switches,
            mom,
            mom_federation: _,
            periods,
            federates,
            synchronization_points,
            declarations,
            instances,
            names,
            deletions,
            regions,
            time,
        } = self;
        let mut digest = Digest(0xcbf2_9ce4_8422_2325);
        let tables = (switches, mom, federates, synchronization_points, declarations);
        // Nothing here refuses to be written.
        let _ = write!(digest, "{tables:?}{instances:?}{names:?}{deletions:?}{regions:?}");
        let _ = write!(digest, "{periods:?}{time:?}");
        digest.0
    }

    /// Panics where the tables contradict each other or the standard; for tests and debug builds.
    pub fn check_invariants(&self) {
        let joined = self.federates.joined();
        self.federates.check_invariants();
        self.synchronization_points.check_invariants(joined);
        self.declarations.check_invariants(&self.model, joined);
        self.instances.check_invariants(&self.model, joined);
        self.names.check_invariants(&self.instances, &self.federates);
        self.deletions.check_invariants(&self.instances);
        self.regions.check_invariants(joined);
        self.time.check_invariants();
    }

    fn call(&mut self, from: FederateHandle, id: CallId, call: Call, out: &mut Out<'_>) {
        let start = out.effects.len();
        let service = call.service_name();
        let switches = self.federates.get(from).map(|row| row.switches).unwrap_or_default();
        let invocation =
            switches.service_reporting.then(|| Box::new(Invocation::of_call(from, &call)));
        let result = match self.federates.get(from) {
            Some(_) => self.serve(from, call, out),
            None => Err(HlaError::FederateNotExecutionMember(format!(
                "{service} needs a joined federate, join first"
            ))),
        };
        if result.is_err() {
            debug_assert_eq!(out.effects.len(), start, "a refused service tells nobody anything");
            debug_assert!(out.time.is_empty(), "a refused service lets no time pass");
        }
        out.invocation = invocation.map(|row| Box::new(row.with(&result)));
        let refused = result.as_ref().err().filter(|_| switches.exception_reporting).cloned();
        out.effects.insert(start, Effect::Reply { to: from, id, result });
        if let Some(error) = refused {
            self.report_exception(from, service, &error, out);
        }
    }

    /// One service. The groups that carry the most calls are asked first; each hands on what is
    /// not its own.
    pub(crate) fn serve(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        if let Some(answer) = self.answer_on_removed(from, &call) {
            return answer;
        }
        match call {
            Call::ResignFederationExecution { action } => self.resign(from, action, out),
            Call::Connect { .. } => Err(HlaError::AlreadyConnected(
                "this federate is joined, so it is connected".into(),
            )),
            Call::Disconnect => Err(HlaError::FederateIsExecutionMember(
                "resign from the federation execution first".into(),
            )),
            Call::JoinFederationExecution { .. } => Err(HlaError::FederateAlreadyExecutionMember(
                format!("this federate is joined to {}", self.settings.name),
            )),
            other => self.serve_synchronization(from, other, out),
        }
    }

    fn callback_done(&mut self, from: FederateHandle, up_to: CallbackSeq) {
        let Some(federate) = self.federates.get_mut(from) else { return };
        // Nobody can have handled what was not emitted, whatever a session says.
        let up_to = up_to.min(federate.emitted);
        if up_to <= federate.handled {
            return;
        }
        federate.handled = up_to;
        while federate.removed.front().is_some_and(|removed| removed.told <= up_to) {
            federate.removed.pop_front();
        }
        while federate.ownership_news.front().is_some_and(|news| news.told <= up_to) {
            federate.ownership_news.pop_front();
        }
        self.time.handled(from, up_to);
    }

    /// The class, or the exception of declaration and object management.
    pub(crate) fn defined_object_class(
        &self,
        class: ObjectClassHandle,
    ) -> Result<&rti_fom::ObjectClass, HlaError> {
        self.model.object_class(class).ok_or_else(|| {
            HlaError::ObjectClassNotDefined(format!("no object class has the handle {class}"))
        })
    }

    /// The class, or the exception of declaration and object management.
    pub(crate) fn defined_interaction_class(
        &self,
        class: InteractionClassHandle,
    ) -> Result<&rti_fom::InteractionClass, HlaError> {
        self.model.interaction_class(class).ok_or_else(|| {
            HlaError::InteractionClassNotDefined(format!(
                "no interaction class has the handle {class}"
            ))
        })
    }
}
