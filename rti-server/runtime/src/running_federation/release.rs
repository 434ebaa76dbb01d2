//! Effects leave the federation: answers and callbacks go to outboxes, membership to sessions.

use std::fs::OpenOptions;
use std::io::Write;
use std::sync::Arc;

use hla::{Callback, FederateHandle, HlaError, JoinResult, Reply, TimePoint};
use rti_core::{CallId, CallbackSeq, Effect, FederateSet, JoinId};

use super::{Member, RunningFederation, State};
use crate::outbox::SharedCallback;

impl RunningFederation {
    /// Releases what the steps of a batch caused, in the order in which they caused it.
    pub(super) fn release(self: &Arc<Self>, state: &mut State) {
        let mut effects = std::mem::take(&mut state.effects.list);
        for effect in effects.drain(..) {
            match effect {
                Effect::Reply { to, id, result } => self.reply(state, to, id, result),
                Effect::Joined { id, result } => self.joined(state, id, result),
                Effect::Deliver { to, callback } => Self::deliver(state, &to, callback),
                Effect::Resigned { federate } => self.resigned(state, federate),
                Effect::ServiceReport { file, record } => self.write_report(&file, &record),
            }
        }
        // The buffer goes back, so that the next batch does not allocate.
        state.effects.list = effects;
        // Those who left stay until here: their last answers and callbacks come after the resign.
        state.members.retain(|_, member| !member.left);
    }

    /// Appends a line at once: who turns such reports on wants all of them more than speed.
    fn write_report(&self, file: &str, record: &str) {
        let Some(folder) = &self.settings.service_report_folder else { return };
        let file = OpenOptions::new().append(true).create(true).open(folder.join(file));
        if let Err(error) = file.and_then(|mut file| writeln!(file, "{record}")) {
            tracing::warn!(federation = self.name, %error, "a service report could not be written");
        }
    }

    fn reply(
        &self,
        state: &mut State,
        to: FederateHandle,
        id: CallId,
        result: Result<Reply, HlaError>,
    ) {
        // First out, then told so: the session takes its next call with the answer, perhaps a join.
        if matches!(result, Ok(Reply::ResignFederationExecution)) {
            self.resigned(state, to);
        }
        match state.members.get(&to) {
            Some(member) => member.session.answer(id, result),
            None => tracing::error!(federate = %to, call = id.0, "answer to a federate not joined"),
        }
    }

    fn deliver(state: &mut State, to: &FederateSet, callback: Arc<Callback>) {
        let shared = SharedCallback::new(callback);
        for federate in to.iter() {
            let Some(member) = state.members.get_mut(&federate) else {
                tracing::error!(%federate, "callback to a federate not joined");
                continue;
            };
            member.emitted = CallbackSeq(member.emitted.0 + 1);
            member.session.deliver(&shared, member.emitted);
        }
    }

    fn joined(
        self: &Arc<Self>,
        state: &mut State,
        id: JoinId,
        result: Result<JoinResult, HlaError>,
    ) {
        let Some(join) = self.lock_joins().waiting.remove(&id) else {
            tracing::error!(join = id.0, "answer to a join that nobody waits for");
            return;
        };
        if let Ok(joined) = &result {
            let emitted = CallbackSeq::default();
            let member = Member { session: join.session.clone(), emitted, left: false };
            state.members.insert(joined.federate, member);
            // The RTI may have invented the name.
            let name = state.federation.name_of(joined.federate).unwrap_or_default();
            tracing::info!(
                federation = self.name,
                federate = name,
                kind = join.federate_type,
                time = self.time.display(TimePoint::INITIAL),
                session = join.session.peer_text(),
                "federate joined"
            );
            join.session.became_member(self, joined.federate, name);
        }
        join.session.answer(join.call, result.map(Reply::JoinFederationExecution));
    }

    fn resigned(&self, state: &mut State, federate: FederateHandle) {
        if let Some(member) = state.members.get_mut(&federate).filter(|member| !member.left) {
            member.left = true;
            let name = member.session.left_federation();
            tracing::info!(federation = self.name, federate = %name, "federate left");
        }
    }
}
