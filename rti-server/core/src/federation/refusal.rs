//! What a refused call may do: nothing (ARCHITECTURE, rule 8).

use hla::{Call, FederateHandle};

use super::Federation;
use crate::{CallId, Effect, Effects, Input, Nanos};

impl Federation {
    /// Panics where this federation refuses a call and is not as it was before; for tests.
    ///
    /// Reports of the refusal are no part of it, so nothing is reported here.
    pub fn check_refusal(&self, now: Nanos, from: FederateHandle, call: Call) {
        let mut before = self.clone();
        before.federates.set_switches(from, |own| {
            own.service_reporting = false;
            own.exception_reporting = false;
        });
        let mut effects = Effects::default();
        // What is due at this time is not the doing of the call.
        before.step(now, Input::Tick, &mut effects);
        effects.list.clear();
        let mut after = before.clone();
        let service = call.service_name();
        after.step(now, Input::Call { from, id: CallId(0), call }, &mut effects);
        // Where it was refused because its services are reported it is accepted now.
        let Some(Effect::Reply { result: Err(error), .. }) = effects.list.first() else { return };
        assert!(before == after, "{service} refused changed something: {error}");
        assert_eq!(effects.list.len(), 1, "{service} refused told something: {error}");
    }
}
