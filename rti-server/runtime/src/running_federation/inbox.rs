//! What waits for a federation's turn: one queue for each session, served in rotation.
//!
//! Order within a session is kept; no session gets a second input in before every waiting one got
//! its first. Whoever puts something into an idle inbox has the duty to run the turn; everybody
//! else's input is taken along.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hla::FederateHandle;
use rti_core::Input;

/// Whose queue an input waits in. The runtime's own inputs have a queue as well.
pub(crate) type QueueId = u64;

/// Where the runtime's own inputs wait; no session has this id.
pub(crate) const RUNTIME_QUEUE: QueueId = 0;

const SPARE_QUEUES_MAX: usize = 16;

/// What became of something that was put in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Put {
    /// The caller has to run the turn.
    RunTurn,
    /// Somebody runs it already and takes this along.
    TakenAlong,
    /// The federation has ended; nobody will take it.
    Closed,
}

#[derive(Debug, Default)]
struct Queues {
    waiting: HashMap<QueueId, VecDeque<Input>>,
    /// Sessions with something waiting, the next to be served first; each once.
    rotation: VecDeque<QueueId>,
    /// Empty queues, kept because most queues hold one input and then none.
    spare: Vec<VecDeque<Input>>,
    running: bool,
    closed: bool,
}

/// The inbox of one federation.
///
/// It is bounded by what it is fed from: each session's window bounds its calls, and of inputs
/// that only report a level or a mark, one directly behind another replaces it.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    queues: Mutex<Queues>,
}

impl Inbox {
    /// Puts an input behind the others of its queue.
    pub(crate) fn put(&self, queue: QueueId, input: Input) -> Put {
        let mut queues = self.lock();
        if queues.closed {
            return Put::Closed;
        }
        match queues.waiting.get_mut(&queue) {
            Some(waiting) => match waiting.back_mut() {
                Some(last) if replaces(last, &input) => *last = input,
                _ => waiting.push_back(input),
            },
            None => {
                let mut waiting = queues.spare.pop().unwrap_or_default();
                waiting.push_back(input);
                queues.waiting.insert(queue, waiting);
                queues.rotation.push_back(queue);
            }
        }
        if std::mem::replace(&mut queues.running, true) { Put::TakenAlong } else { Put::RunTurn }
    }

    /// The next input in rotation, for whoever runs the turn.
    pub(crate) fn take(&self) -> Option<(QueueId, Input)> {
        let mut queues = self.lock();
        let queue = queues.rotation.pop_front()?;
        let waiting = queues.waiting.get_mut(&queue)?;
        let input = waiting.pop_front()?;
        if !waiting.is_empty() {
            queues.rotation.push_back(queue);
        } else if let Some(empty) = queues.waiting.remove(&queue)
            && queues.spare.len() < SPARE_QUEUES_MAX
        {
            queues.spare.push(empty);
        }
        Some((queue, input))
    }

    /// Ends the turn if nothing waits; false if there is more to do.
    pub(crate) fn end_turn(&self) -> bool {
        let mut queues = self.lock();
        let idle = queues.rotation.is_empty();
        if idle {
            queues.running = false;
        }
        idle
    }

    /// Takes nothing more and forgets what waits.
    pub(crate) fn close(&self) {
        let mut queues = self.lock();
        queues.closed = true;
        queues.waiting.clear();
        queues.rotation.clear();
    }

    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether `next` says all that `last` said.
fn replaces(last: &Input, next: &Input) -> bool {
    fn subject(input: &Input) -> Option<(u8, FederateHandle)> {
        match input {
            Input::CallbackDone { from, .. } => Some((0, *from)),
            Input::Congestion { federate, .. } => Some((1, *federate)),
            Input::Tick => Some((2, FederateHandle::INVALID)),
            _ => None,
        }
    }
    subject(next).is_some_and(|next| subject(last) == Some(next))
}

#[cfg(test)]
mod tests {
    use hla::Call;
    use proptest::prelude::*;
    use rti_core::{CallId, CallbackSeq};

    use super::*;

    fn call(from: u32, id: u64) -> Input {
        Input::Call {
            from: FederateHandle::new(from),
            id: CallId(id),
            call: Call::QueryLogicalTime,
        }
    }

    fn drain(inbox: &Inbox) -> Vec<(QueueId, u64)> {
        std::iter::from_fn(|| inbox.take())
            .map(|(queue, input)| match input {
                Input::Call { id, .. } => (queue, id.0),
                other => panic!("{other:?} was not put in"),
            })
            .collect()
    }

    #[test]
    fn the_first_runs_the_turn_and_takes_the_others_along() {
        let inbox = Inbox::default();
        assert_eq!(inbox.put(1, call(1, 1)), Put::RunTurn);
        assert_eq!(inbox.put(2, call(2, 1)), Put::TakenAlong);
        assert!(!inbox.end_turn());
        assert_eq!(drain(&inbox).len(), 2);
        // What comes while effects are released is still taken along.
        assert_eq!(inbox.put(2, call(2, 2)), Put::TakenAlong);
        assert!(!inbox.end_turn());
        assert_eq!(drain(&inbox).len(), 1);
        assert!(inbox.end_turn());
        assert_eq!(inbox.put(2, call(2, 3)), Put::RunTurn);
    }

    #[test]
    fn a_busy_session_does_not_keep_others_waiting() {
        let inbox = Inbox::default();
        for id in 0..4 {
            inbox.put(1, call(1, id));
        }
        inbox.put(2, call(2, 0));
        assert_eq!(drain(&inbox), [(1, 0), (2, 0), (1, 1), (1, 2), (1, 3)]);
    }

    #[test]
    fn marks_replace_each_other_but_pass_no_call() {
        let inbox = Inbox::default();
        let done =
            |up_to| Input::CallbackDone { from: FederateHandle::new(1), up_to: CallbackSeq(up_to) };
        for input in [done(1), done(2), call(1, 1), done(3), done(4)] {
            inbox.put(1, input);
        }
        let taken: Vec<_> = std::iter::from_fn(|| inbox.take()).map(|(_, input)| input).collect();
        assert_eq!(taken, [done(2), call(1, 1), done(4)]);
    }

    #[test]
    fn a_closed_inbox_takes_nothing() {
        let inbox = Inbox::default();
        inbox.put(1, call(1, 1));
        inbox.close();
        assert_eq!(inbox.put(1, call(1, 2)), Put::Closed);
        assert_eq!(inbox.take(), None);
    }

    proptest! {
        /// Whatever is put in and taken out in whatever rhythm: nothing is lost or doubled, and
        /// each session's inputs come out in its order.
        #[test]
        fn order_within_a_session_is_kept(steps in prop::collection::vec(0_u64..5, 1..200)) {
            let inbox = Inbox::default();
            let mut put = HashMap::<QueueId, u64>::new();
            let mut taken = HashMap::<QueueId, Vec<u64>>::new();
            let mut note = |(queue, input): (QueueId, Input)| {
                let Input::Call { id, .. } = input else { panic!("only calls were put in") };
                taken.entry(queue).or_default().push(id.0);
            };
            for step in steps {
                if step == 0 {
                    inbox.take().into_iter().for_each(&mut note);
                } else {
                    let next = put.entry(step).or_default();
                    inbox.put(step, call(0, *next));
                    *next += 1;
                }
            }
            std::iter::from_fn(|| inbox.take()).for_each(&mut note);
            for (queue, count) in put {
                let expected: Vec<_> = (0..count).collect();
                prop_assert_eq!(taken.get(&queue), Some(&expected));
            }
        }
    }
}
