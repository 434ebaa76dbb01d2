//! Where a step puts what it causes.

use std::sync::Arc;

use hla::Callback;

use crate::{Effect, Effects, Nanos, mom::Invocation, time::TimeEvent};

/// A message in the sense of time management: the callback as its receivers get it.
///
/// What is queued in time-stamp order says so in its stamp; it is rewritten in the rare case that
/// it is received otherwise.
pub(crate) type Message = Arc<Callback>;

/// The effects of one step, and what time management has decided and nobody has carried out yet.
#[derive(Debug)]
pub(crate) struct Out<'a> {
    pub(crate) now: Nanos,
    pub(crate) effects: &'a mut Vec<Effect>,
    pub(crate) time: Vec<TimeEvent<Message>>,
    /// The call of this step, if it is to be reported.
    pub(crate) invocation: Option<Box<Invocation>>,
}

impl<'a> Out<'a> {
    pub(crate) fn new(now: Nanos, effects: &'a mut Effects) -> Self {
        Self { now, effects: &mut effects.list, time: Vec::new(), invocation: None }
    }
}
