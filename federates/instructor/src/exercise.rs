//! An exercise under way: what was seen, how far time has come, what is still to be injected.

use std::collections::{BTreeSet, VecDeque};

use federate_sdk::hla::{Call, Callback, ObjectInstanceHandle};
use federate_sdk::virtual_time::VirtualTime;
use federate_sdk::{logical_time, time_of};
use power::network::Network;
use training_fom::{
    Delivery, Exercise as ExerciseObject, FaultInception, Inbox, LOOKAHEAD, MemberError, RunState,
    TrainingEvent, TrainingObject,
};

use crate::judge::{Judgement, judge};
use crate::log::{Log, Observed};
use crate::mom::{FederateObject, Mom};
use crate::picture::Picture;
use crate::scenario::Scenario;

/// What the rest of the program is told while an exercise runs.
#[derive(Debug, Clone)]
pub enum Notice {
    /// Federates of these roles are still missing.
    WaitingFor(Vec<String>),
    /// The exercise has started.
    Started,
    /// Something happened; not yet in its final place in the log.
    Observed(Observed),
    /// A federate joined the federation.
    Joined {
        /// Its name.
        name: String,
        /// Its type.
        kind: String,
    },
    /// A federate left the federation in good order.
    Left {
        /// Its name.
        name: String,
    },
    /// The RTI has lost a federate.
    Lost {
        /// Its name.
        name: String,
        /// The last time it was granted.
        time: VirtualTime,
        /// What happened.
        fault: String,
    },
    /// Values of an instance.
    Updated {
        /// The instance.
        name: String,
        /// What was updated.
        object: Box<TrainingObject>,
    },
    /// Virtual time has advanced.
    Time(VirtualTime),
    /// The scenario is over.
    Judged(Judgement),
}

/// The state of an exercise. It does no input or output of its own.
pub(crate) struct Exercise {
    inbox: Inbox,
    mom: Mom,
    instance: Option<ObjectInstanceHandle>,
    scenario: Option<Scenario>,
    /// Virtual time of the scenario's zero.
    origin: VirtualTime,
    picture: Picture,
    log: Log,
    present: Vec<(ObjectInstanceHandle, String)>,
    missing: BTreeSet<String>,
    to_inject: VecDeque<FaultInception>,
    notices: Vec<Notice>,
    /// Somebody who joined late asks where the exercise stands.
    state_wanted: bool,
}

impl Exercise {
    pub(crate) fn new(
        inbox: Inbox,
        mom: Mom,
        network: &Network,
        scenario: Option<Scenario>,
        origin: VirtualTime,
        required: &[String],
    ) -> Self {
        let offset = origin.since(VirtualTime::ZERO).unwrap_or_default();
        let mut faults = scenario.as_ref().map(Scenario::faults).unwrap_or_default();
        faults.iter_mut().for_each(|fault| fault.stamp = fault.stamp.saturating_add(offset));
        let picture = Picture::new(network, faults.first().map(|fault| fault.stamp));
        Self {
            inbox,
            mom,
            instance: None,
            scenario,
            origin,
            picture,
            log: Log::default(),
            present: Vec::new(),
            missing: required.iter().cloned().collect(),
            to_inject: faults.into(),
            notices: Vec::new(),
            state_wanted: false,
        }
    }

    /// Roles that are required and not there.
    pub(crate) fn missing(&self) -> Vec<String> {
        self.missing.iter().cloned().collect()
    }

    /// The notices since the last call.
    pub(crate) fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// The log so far.
    pub(crate) fn log(&self) -> &Log {
        &self.log
    }

    /// The handle under which the exercise itself is registered.
    pub(crate) fn set_instance(&mut self, instance: ObjectInstanceHandle) {
        self.instance = Some(instance);
    }

    /// Whether somebody has asked where the exercise stands since the last call.
    pub(crate) fn take_state_wanted(&mut self) -> bool {
        std::mem::take(&mut self.state_wanted)
    }

    /// The update that tells everybody where the exercise stands.
    pub(crate) fn state_update(&self, run_state: RunState, speed: f64) -> Option<Call> {
        let object = ExerciseObject {
            scenario: Some(self.scenario_id()),
            end_time: Some(self.end().unwrap_or(VirtualTime::MAX)),
            run_state: Some(run_state),
            speed: Some(speed),
        };
        Some(self.inbox.objects.exercise.update(self.instance?, &object, None))
    }

    /// Id of the scenario; empty for free running.
    pub(crate) fn scenario_id(&self) -> String {
        self.scenario.as_ref().map(|scenario| scenario.id.clone()).unwrap_or_default()
    }

    /// When the scenario ends.
    pub(crate) fn end(&self) -> Option<VirtualTime> {
        let end = self.scenario.as_ref()?.end();
        Some(end.saturating_add(self.origin.since(VirtualTime::ZERO)?))
    }

    /// When everything of the scenario has arrived: what happens at its end is told by the
    /// substation one lookahead later, and answered by the protection another one later.
    pub(crate) fn complete(&self) -> Option<VirtualTime> {
        Some(self.end()?.saturating_add(LOOKAHEAD).saturating_add(LOOKAHEAD))
    }

    /// The injections that must be sent before time may advance to `limit`.
    pub(crate) fn due_injections(&mut self, limit: VirtualTime) -> Vec<Call> {
        let horizon = limit.saturating_add(LOOKAHEAD);
        let mut calls = Vec::new();
        while self.to_inject.front().is_some_and(|fault| fault.stamp <= horizon) {
            let fault = self.to_inject.pop_front();
            calls.extend(fault.map(|fault| self.inject(fault)));
        }
        calls
    }

    /// Sends a fault and notes it: the sender of an interaction does not receive it.
    pub(crate) fn inject(&mut self, fault: FaultInception) -> Call {
        let time = Some(logical_time(fault.stamp));
        let event = TrainingEvent::from(fault);
        let call = self.inbox.interactions.send(&event, time);
        self.observe(Observed::Event(event));
        call
    }

    /// Takes in a callback; a grant is not one of them.
    pub(crate) fn take_in(&mut self, callback: Callback) -> Result<(), MemberError> {
        let view = self.inbox.view();
        let mom_instance = match &callback {
            Callback::ReflectAttributeValues { object_instance, values, .. } => view
                .get(*object_instance)
                .filter(|known| known.class == self.mom.federate.handle())
                .map(|_| (*object_instance, self.mom.federate.read(values))),
            _ => None,
        };
        if let Some((instance, object)) = mom_instance {
            let object =
                object.map_err(|error| MemberError::Decode { of: "HLAfederate".into(), error })?;
            self.federate_known(instance, object);
        }
        let gone = match &callback {
            Callback::RemoveObjectInstance { object_instance, .. } => Some(*object_instance),
            _ => None,
        };
        match self.inbox.read(callback)? {
            Delivery::Object { name, object, .. } => self.object_updated(name, object),
            Delivery::Event { event, .. } => self.observe(Observed::Event(*event)),
            Delivery::Provide { instance, .. } if self.instance == Some(instance) => {
                self.state_wanted = true;
            }
            Delivery::Removed(known) if known.class == self.mom.federate.handle() => {
                self.federate_left(gone);
            }
            Delivery::Other(Callback::ReceiveInteraction { interaction_class, values, .. })
                if interaction_class == self.mom.lost.handle() =>
            {
                let lost = self.mom.lost.read(&values);
                let lost = lost.map_err(|error| MemberError::Decode {
                    of: "HLAreportFederateLost".into(),
                    error,
                })?;
                let (name, fault) = (lost.name, lost.fault);
                self.present.retain(|(_, present)| *present != name);
                self.notices.push(Notice::Lost { name, time: time_of(lost.time)?, fault });
            }
            _ => {}
        }
        Ok(())
    }

    fn object_updated(&mut self, name: String, object: Box<TrainingObject>) {
        if let TrainingObject::Participant(participant) = &*object
            && let Some(role) = &participant.role
        {
            self.missing.remove(role);
        }
        if let Some(observed) = self.picture.apply(&name, &object) {
            self.observe(observed);
        }
        self.notices.push(Notice::Updated { name, object });
    }

    fn observe(&mut self, observed: Observed) {
        self.notices.push(Notice::Observed(observed.clone()));
        self.log.insert(observed);
    }

    fn federate_known(&mut self, instance: ObjectInstanceHandle, object: FederateObject) {
        let known = self.present.iter().any(|(present, _)| *present == instance);
        if let Some(name) = object.name.filter(|_| !known) {
            self.present.push((instance, name.clone()));
            let kind = object.kind.unwrap_or_default();
            self.notices.push(Notice::Joined { name, kind });
        }
    }

    /// A lost federate was taken out of the list when it was reported: this one has resigned.
    fn federate_left(&mut self, instance: Option<ObjectInstanceHandle>) {
        let place = self.present.iter().position(|(present, _)| Some(*present) == instance);
        if let Some(place) = place {
            let (_, name) = self.present.remove(place);
            self.notices.push(Notice::Left { name });
        }
    }

    /// Judges the scenario; afterwards the exercise is free of it.
    pub(crate) fn judge(&mut self) -> Option<Judgement> {
        let end = self.end()?;
        let scenario = self.scenario.take()?;
        let offset = self.origin.since(VirtualTime::ZERO).unwrap_or_default();
        let of_scenario = self.log.entries().iter().filter(|entry| entry.stamp() <= end);
        let observed: Vec<_> = of_scenario.cloned().map(|entry| entry.earlier_by(offset)).collect();
        let judgement = judge(&scenario, &observed, self.picture.judged());
        self.notices.push(Notice::Judged(judgement.clone()));
        Some(judgement)
    }
}
