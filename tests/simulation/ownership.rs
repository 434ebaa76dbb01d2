//! Ownership over all orders of events: three federates that may all own one attribute try every
//! service of clause 7 on it, leave and are lost, and handle what they are told at once or late.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use bytes::Bytes;
use hla::{
    AttributeHandle, Call, Callback, Edition, FederateHandle, ObjectClassHandle,
    ObjectInstanceHandle, Reply, ResignAction,
};
use rti_core::{Input, LostReason};

use crate::explore::{Model, explore};
use crate::federates::{Event, Federates};

/// What one federate does next.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Action {
    Divest,
    Offer,
    Confirm,
    Acquire,
    AcquireIfAvailable,
    Deny,
    DivestIfWanted,
    TakeOfferBack,
    TakeRequestBack,
    Resign,
    IsLost,
    /// It handles the next callback.
    Handle,
}

const SERVICES: [Action; 11] = [
    Action::Divest,
    Action::Offer,
    Action::Confirm,
    Action::Acquire,
    Action::AcquireIfAvailable,
    Action::Deny,
    Action::DivestIfWanted,
    Action::TakeOfferBack,
    Action::TakeRequestBack,
    Action::Resign,
    Action::IsLost,
];

struct Ownership {
    /// How many services succeed altogether.
    calls: usize,
    /// Whether callbacks are handled some time later.
    late: bool,
}

#[derive(Debug, Clone)]
struct State {
    federates: Federates,
    object: ObjectInstanceHandle,
    attribute: AttributeHandle,
    /// Who owns it as answers and callbacks have it.
    owner: Option<FederateHandle>,
    /// Who wants it and was told neither yes nor no.
    waiting: BTreeSet<FederateHandle>,
    calls_left: usize,
    /// How many instances there are, besides one for each federate, while it exists.
    others: usize,
}

impl State {
    fn call_of(&self, action: Action) -> Call {
        let object_instance = self.object;
        let attributes = vec![self.attribute];
        let tag = Bytes::new();
        match action {
            Action::Divest => Call::UnconditionalAttributeOwnershipDivestiture {
                object_instance,
                attributes,
                tag,
            },
            Action::Offer => {
                Call::NegotiatedAttributeOwnershipDivestiture { object_instance, attributes, tag }
            }
            Action::Confirm => Call::ConfirmDivestiture { object_instance, attributes, tag },
            Action::Acquire => {
                Call::AttributeOwnershipAcquisition { object_instance, attributes, tag }
            }
            Action::AcquireIfAvailable => {
                Call::AttributeOwnershipAcquisitionIfAvailable { object_instance, attributes, tag }
            }
            Action::Deny => {
                Call::AttributeOwnershipReleaseDenied { object_instance, attributes, tag }
            }
            Action::DivestIfWanted => {
                Call::AttributeOwnershipDivestitureIfWanted { object_instance, attributes, tag }
            }
            Action::TakeOfferBack => {
                Call::CancelNegotiatedAttributeOwnershipDivestiture { object_instance, attributes }
            }
            Action::TakeRequestBack => {
                Call::CancelAttributeOwnershipAcquisition { object_instance, attributes }
            }
            Action::Resign | Action::IsLost | Action::Handle => {
                let action = Some(ResignAction::CancelThenDeleteThenDivest);
                Call::ResignFederationExecution { action }
            }
        }
    }

    /// What an answer says of who owns it.
    #[allow(clippy::wildcard_enum_match_arm, reason = "other answers say nothing of it")]
    fn answered(&mut self, who: FederateHandle, reply: &Reply) {
        if !self.exists() {
            // Who has not handled the removal is answered as if it had not happened.
            return;
        }
        match reply {
            Reply::UnconditionalAttributeOwnershipDivestiture | Reply::ConfirmDivestiture => {
                assert_eq!(self.owner.take(), Some(who), "only the owner divests");
            }
            Reply::AttributeOwnershipDivestitureIfWanted(given) if !given.is_empty() => {
                assert_eq!(self.owner.take(), Some(who), "only the owner divests");
            }
            Reply::AttributeOwnershipAcquisition
            | Reply::AttributeOwnershipAcquisitionIfAvailable
                // Who asks again before it has handled that it is the owner was answered by that.
                if self.owner != Some(who) =>
            {
                self.waiting.insert(who);
            }
            _ => {}
        }
    }

    fn saw(&mut self, events: Vec<Event>) {
        for event in &events {
            if let Event::Left(who) = event {
                if !self.exists() {
                    (self.owner, self.waiting) = (None, BTreeSet::new());
                }
                self.owner.take_if(|owner| owner == who);
                self.waiting.remove(who);
            }
        }
        for event in events {
            let Event::Told(who, callback) = event else { continue };
            match *callback {
                Callback::AttributeOwnershipAcquisitionNotification { .. } => {
                    assert!(self.waiting.remove(&who), "{who} gets what it has not asked for");
                    assert_eq!(self.owner.replace(who), None, "{who} gets what another owns");
                }
                Callback::AttributeOwnershipUnavailable { .. }
                | Callback::ConfirmAttributeOwnershipAcquisitionCancellation { .. } => {
                    assert!(self.waiting.remove(&who), "{who} is told no without a question");
                }
                _ => {}
            }
        }
    }

    /// Everybody is asked: the owner says yes, all others say no, and nobody waits for nothing.
    fn agrees(&self) {
        for who in self.federates.joined() {
            let call = Call::IsAttributeOwnedByFederate {
                object_instance: self.object,
                attribute: self.attribute,
            };
            let (answer, _) = self.federates.clone().call(who, call);
            if let Ok(answer) = answer {
                let owns = self.owner == Some(who);
                assert_eq!(answer, Reply::IsAttributeOwnedByFederate(owns), "asked {who}");
            }
        }
        let nobody = self.owner.is_none() && self.exists();
        assert!(!nobody || self.waiting.is_empty(), "{:?} wait for nobody", self.waiting);
    }

    /// Whether the instance was not deleted; besides it only the MOM has instances.
    fn exists(&self) -> bool {
        let status = self.federates.federation.status();
        status.object_instances == status.federates.len() + self.others
    }
}

impl Model for Ownership {
    type State = State;
    type Action = (FederateHandle, Action);

    fn start(&self) -> State {
        let mut federates = Federates::new();
        let mut object_class = ObjectClassHandle::INVALID;
        let mut attribute = AttributeHandle::INVALID;
        for name in ["F1", "F2", "F3"] {
            let who = federates.join(name, Edition::Hla4).0.expect("its name is free");
            let name = "A".to_owned();
            let (reply, _) = federates.call(who, Call::GetObjectClassHandle { name });
            let Ok(Reply::GetObjectClassHandle(class)) = reply else { panic!("{reply:?}") };
            object_class = class;
            let name = "aa".to_owned();
            let (reply, _) = federates.call(who, Call::GetAttributeHandle { object_class, name });
            let Ok(Reply::GetAttributeHandle(handle)) = reply else { panic!("{reply:?}") };
            attribute = handle;
            let attributes = vec![attribute];
            let subscribe = Call::SubscribeObjectClassAttributes {
                object_class,
                attributes: attributes.clone(),
                active: true,
                update_rate: None,
            };
            for call in [Call::PublishObjectClassAttributes { object_class, attributes }, subscribe]
            {
                federates.call(who, call).0.expect("nothing forbids it");
            }
        }
        let owner = FederateHandle::new(1);
        let register =
            Call::RegisterObjectInstance { object_class, name: None, attributes_and_regions: None };
        let (reply, _) = federates.call(owner, register);
        let Ok(Reply::RegisterObjectInstance(object)) = reply else { panic!("{reply:?}") };
        for who in federates.joined() {
            federates.handle(who, usize::MAX);
        }
        let status = federates.federation.status();
        State {
            others: status.object_instances - status.federates.len(),
            federates,
            object,
            attribute,
            owner: Some(owner),
            waiting: BTreeSet::new(),
            calls_left: self.calls,
        }
    }

    fn actions(&self, state: &State) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        for (who, inbox) in &state.federates.inboxes {
            if !inbox.unread.is_empty() {
                actions.push((*who, Action::Handle));
            }
            if state.calls_left > 0 {
                actions.extend(SERVICES.into_iter().map(|action| (*who, action)));
            }
        }
        actions
    }

    fn act(&self, state: &mut State, (who, action): &Self::Action) {
        let events = match action {
            Action::Handle => state.federates.handle(*who, 1),
            Action::IsLost => {
                state.calls_left -= 1;
                let lost = Input::Lost { federate: *who, reason: LostReason::Silent };
                state.federates.input(lost)
            }
            action => {
                let (result, events) = state.federates.call(*who, state.call_of(*action));
                if let Ok(reply) = &result {
                    state.calls_left -= 1;
                    state.answered(*who, reply);
                }
                events
            }
        };
        state.saw(events);
        if !self.late {
            for who in state.federates.joined() {
                let events = state.federates.handle(who, usize::MAX);
                state.saw(events);
            }
        }
        state.agrees();
    }

    fn digest(&self, state: &State) -> u64 {
        let mut hasher = DefaultHasher::new();
        state.federates.federation.digest().hash(&mut hasher);
        (state.calls_left, state.owner, &state.waiting).hash(&mut hasher);
        hasher.finish()
    }

    fn at_end(&self, _: &State) {}
}

fn check(calls: usize, late: bool) {
    let extent = explore(&Ownership { calls, late });
    println!("ownership, {calls} calls, late {late}: {extent:?}");
}

#[test]
fn at_most_one_owns_whatever_is_called() {
    check(5, false);
}

#[test]
fn at_most_one_owns_however_late_callbacks_are_handled() {
    check(4, true);
}
