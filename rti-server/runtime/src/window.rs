//! The ingress window of a session: calls read and not answered yet.
//!
//! It keeps two promises. A session that has too much in flight is not read, so its transport
//! pushes back to the sender. And every call is answered once: whoever answers must take the call
//! out of the window first.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use hla_wire::RequestArm;
use hla_wire::frame::SequenceNumber;
use rti_core::CallId;
use tokio::sync::Notify;

/// A call that waits for its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InFlight {
    pub(crate) id: CallId,
    /// The number that the federate gave it; peers repeat numbers, so this is no name.
    pub(crate) request: SequenceNumber,
    /// The request it came as.
    pub(crate) arm: RequestArm,
    pub(crate) bytes: usize,
}

#[derive(Debug, Default)]
struct Calls {
    unanswered: VecDeque<InFlight>,
    bytes: usize,
}

/// Calls in flight, bounded in number and octets.
#[derive(Debug)]
pub(crate) struct Window {
    calls: Mutex<Calls>,
    answered: Notify,
    calls_max: usize,
    bytes_max: usize,
}

impl Window {
    pub(crate) fn new(calls_max: usize, bytes_max: usize) -> Self {
        let calls = Mutex::default();
        Self { calls, answered: Notify::new(), calls_max: calls_max.max(1), bytes_max }
    }

    /// Takes a call in, as soon as there is room. A call larger than the window waits for it to
    /// be empty. Only the one task that reads the session may wait here.
    pub(crate) async fn admit(&self, call: InFlight) {
        self.wait_until(|calls| {
            let fits = calls.unanswered.len() < self.calls_max
                && calls.bytes.saturating_add(call.bytes) <= self.bytes_max;
            let room = fits || calls.unanswered.is_empty();
            if room {
                calls.bytes += call.bytes;
                calls.unanswered.push_back(call);
            }
            room
        })
        .await;
    }

    /// Waits until at most `calls` calls are unanswered.
    pub(crate) async fn at_most(&self, calls: usize) {
        self.wait_until(|state| state.unanswered.len() <= calls).await;
    }

    /// Takes a call out, because it is being answered; `None` if it was already.
    pub(crate) fn answer(&self, id: CallId) -> Option<InFlight> {
        let mut calls = self.lock();
        // Answers come in the order of the calls, but for a few.
        let place = calls.unanswered.iter().position(|call| call.id == id)?;
        let call = calls.unanswered.remove(place)?;
        calls.bytes -= call.bytes;
        drop(calls);
        self.answered.notify_one();
        Some(call)
    }

    /// The calls that wait for an answer, oldest first.
    pub(crate) fn unanswered(&self) -> Vec<CallId> {
        self.lock().unanswered.iter().map(|call| call.id).collect()
    }

    async fn wait_until(&self, mut condition: impl FnMut(&mut Calls) -> bool) {
        // `notify_one` leaves a permit when nobody waits yet, so an answer between the check and
        // the wait is not missed.
        while !condition(&mut self.lock()) {
            self.answered.notified().await;
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Calls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn call(id: u64, bytes: usize) -> InFlight {
        InFlight { id: CallId(id), request: SequenceNumber::FIRST, arm: RequestArm(5), bytes }
    }

    #[test]
    fn a_full_window_admits_nothing_until_an_answer() {
        let window = Window::new(2, 1_000);
        assert!(window.admit(call(1, 10)).now_or_never().is_some());
        assert!(window.admit(call(2, 10)).now_or_never().is_some());
        let mut third = Box::pin(window.admit(call(3, 10)));
        assert!(third.as_mut().now_or_never().is_none());
        assert_eq!(window.answer(CallId(1)).map(|call| call.bytes), Some(10));
        assert!(third.now_or_never().is_some());
        assert_eq!(window.unanswered(), [CallId(2), CallId(3)]);
    }

    #[test]
    fn octets_are_bounded_but_a_giant_passes_alone() {
        let window = Window::new(256, 100);
        assert!(window.admit(call(1, 60)).now_or_never().is_some());
        assert!(window.admit(call(2, 60)).now_or_never().is_none());
        assert!(window.admit(call(3, 5_000)).now_or_never().is_none());
        assert!(window.answer(CallId(1)).is_some());
        assert!(window.admit(call(3, 5_000)).now_or_never().is_some());
        assert!(window.admit(call(4, 1)).now_or_never().is_none());
    }

    #[test]
    fn a_call_is_answered_once() {
        let window = Window::new(2, 100);
        assert!(window.admit(call(1, 1)).now_or_never().is_some());
        assert!(window.at_most(0).now_or_never().is_none());
        assert!(window.answer(CallId(1)).is_some());
        assert_eq!(window.answer(CallId(1)), None);
        assert!(window.at_most(0).now_or_never().is_some());
    }
}
