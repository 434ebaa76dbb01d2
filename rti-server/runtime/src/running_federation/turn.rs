//! The turn: step the core for what waits, then release everything it caused.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, MutexGuard};

use hla::{FederateHandle, HlaError};
use rti_core::{Effect, Input, LostReason};
use tokio::time::Instant;

use super::{QueueId, RunningFederation, State};

/// What is left of a turn.
struct Budget {
    inputs: usize,
    until: Instant,
}

/// How a batch of steps ended.
enum Batch {
    /// Its effects can be released.
    Stepped,
    /// A step panicked; the federation is not to be stepped again.
    Panicked(String),
}

impl RunningFederation {
    /// Runs one turn. False if there is more to do, or nothing will ever be done.
    pub(super) fn run_turn(self: &Arc<Self>) -> bool {
        let mut budget = Budget {
            inputs: self.settings.turn_inputs_max.max(1),
            until: Instant::now() + self.settings.turn_time_max,
        };
        let mut state = self.lock();
        loop {
            if state.ended {
                // The inbox is closed: the turn is nobody's any more.
                return true;
            }
            let batch = self.step_batch(&mut state, &mut budget);
            self.release(&mut state);
            if let Batch::Panicked(message) = batch {
                self.end_after_panic(state, &message);
                return true;
            }
            self.announce_deadline(&state);
            if self.inbox.end_turn() {
                return true;
            }
            if budget.is_spent() {
                return false;
            }
        }
    }

    /// Steps the core until nothing waits, the turn is over, or somebody joined or left: the
    /// next input may depend on who is a member.
    fn step_batch(&self, state: &mut State, budget: &mut Budget) -> Batch {
        while budget.inputs > 0
            && let Some((queue, input)) = self.inbox.take()
        {
            budget.inputs -= 1;
            if !self.is_from_member(state, queue, &input) {
                self.refuse(queue, &input);
                continue;
            }
            if let Input::Lost { federate, reason } = &input {
                self.log_lost(state, *federate, reason);
            }
            let before = state.effects.list.len();
            let now = self.clock.now();
            let stepped = catch_unwind(AssertUnwindSafe(|| {
                if let Some(hook) = &self.settings.before_step {
                    hook.see(&input);
                }
                state.federation.step(now, input, &mut state.effects);
                if cfg!(debug_assertions) {
                    state.federation.check_invariants();
                }
            }));
            if let Err(panic) = stepped {
                // Half of what a broken step said is worse than nothing.
                state.effects.list.truncate(before);
                return Batch::Panicked(panic_message(panic.as_ref()));
            }
            let changes_membership =
                |effect: &Effect| matches!(effect, Effect::Joined { .. } | Effect::Resigned { .. });
            let caused = state.effects.list.get(before..).unwrap_or_default();
            if caused.iter().any(changes_membership) || budget.is_spent() {
                break;
            }
        }
        Batch::Stepped
    }

    /// Whether an input that names a federate comes from the session that joined as it. A
    /// federate that the RTI resigned may have made calls before it could know.
    fn is_from_member(&self, state: &State, queue: QueueId, input: &Input) -> bool {
        let federate = match input {
            Input::Call { from, .. } | Input::CallbackDone { from, .. } => from,
            Input::Lost { federate, .. } | Input::Congestion { federate, .. } => federate,
            Input::Join(_) | Input::Tick => return true,
        };
        state.members.get(federate).is_some_and(|member| member.session.id() == queue)
    }

    fn refuse(&self, queue: QueueId, input: &Input) {
        if let Input::Call { id, call, .. } = input
            && let Some(session) = self.registry.session(queue)
        {
            session.answer(*id, Err(not_a_member(call.service_name())));
        }
    }

    fn announce_deadline(&self, state: &State) {
        let next = state.federation.next_deadline();
        self.deadline.send_if_modified(|deadline| std::mem::replace(deadline, next) != next);
    }

    fn log_lost(&self, state: &State, federate: FederateHandle, reason: &LostReason) {
        if !tracing::enabled!(tracing::Level::WARN) {
            return;
        }
        let status = state.federation.status();
        let lost = status.federates.iter().find(|status| status.handle == federate);
        let name = lost.map_or("", |lost| lost.name.as_str());
        let time = lost.map(|lost| self.time.display(lost.logical_time)).unwrap_or_default();
        tracing::warn!(
            federation = self.name,
            federate = name,
            time,
            reason = ?reason,
            "federate lost, its automatic resign directive runs"
        );
    }

    /// Ends a federation whose core panicked: its members are told, every call is answered, and
    /// nobody else notices.
    fn end_after_panic(&self, mut state: MutexGuard<'_, State>, message: &str) {
        tracing::error!(
            federation = self.name,
            panic = message,
            "the federation broke and ends; this is a fault of the RTI, please report it"
        );
        state.ended = true;
        let members = std::mem::take(&mut state.members);
        self.inbox.close();
        drop(state);
        self.registry.remove_federation(self);
        let fault = format!(
            "the federation execution {} ended because of a fault of the RTI: {message}",
            self.name
        );
        for member in members.into_values() {
            member.session.connection_lost(&fault);
        }
        self.refuse_waiting_joins(&HlaError::RTIinternalError(fault));
    }
}

impl Budget {
    fn is_spent(&self) -> bool {
        self.inputs == 0 || Instant::now() >= self.until
    }
}

/// The answer to a service that only members may call.
pub(crate) fn not_a_member(service: &str) -> HlaError {
    HlaError::FederateNotExecutionMember(format!("{service} needs a joined federate, join first"))
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}
