//! Every order of events: walks through all states that can be reached, each once.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Something whose every order of events is to be tried.
pub(crate) trait Model {
    type State: Clone;
    type Action: Debug;

    fn start(&self) -> Self::State;

    /// What can happen next; nothing where all is over.
    fn actions(&self, state: &Self::State) -> Vec<Self::Action>;

    /// Lets it happen; panics where a property does not hold.
    fn act(&self, state: &mut Self::State, action: &Self::Action);

    /// Equal states have equal digests.
    fn digest(&self, state: &Self::State) -> u64;

    /// Looks at a state in which nothing can happen any more.
    fn at_end(&self, state: &Self::State);
}

/// How much was seen.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) states: usize,
    pub(crate) transitions: usize,
    pub(crate) ends: usize,
}

/// Visits every reachable state. A property that fails is shown with the way to it.
pub(crate) fn explore<M: Model>(model: &M) -> Extent {
    let start = model.start();
    let mut seen = BTreeSet::from([model.digest(&start)]);
    // Where each state was come from, and by what.
    let mut ways: Vec<Option<(usize, M::Action)>> = vec![None];
    let mut open = vec![(0, start)];
    let mut extent = Extent { states: 1, transitions: 0, ends: 0 };
    while let Some((from, state)) = open.pop() {
        let actions = model.actions(&state);
        if actions.is_empty() {
            extent.ends += 1;
            watched(|| model.at_end(&state), || way(&ways, from));
        }
        for action in actions {
            extent.transitions += 1;
            let mut next = state.clone();
            watched(
                || model.act(&mut next, &action),
                || format!("{}\n{action:?}", way(&ways, from)),
            );
            if seen.insert(model.digest(&next)) {
                extent.states += 1;
                ways.push(Some((from, action)));
                open.push((ways.len() - 1, next));
            }
        }
    }
    extent
}

fn watched(work: impl FnOnce(), way: impl Fn() -> String) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
        eprintln!("it fails after:{}", way());
        resume_unwind(panic);
    }
}

fn way<A: Debug>(ways: &[Option<(usize, A)>], mut at: usize) -> String {
    let mut steps = Vec::new();
    while let Some((from, action)) = &ways[at] {
        steps.push(format!("\n{action:?}"));
        at = *from;
    }
    steps.into_iter().rev().collect()
}

/// Two counters that go to two, one after the other or in turns.
struct Counters;

impl Model for Counters {
    type State = [u8; 2];
    type Action = usize;

    fn start(&self) -> [u8; 2] {
        [0, 0]
    }

    fn actions(&self, state: &[u8; 2]) -> Vec<usize> {
        (0..2).filter(|which| state[*which] < 2).collect()
    }

    fn act(&self, state: &mut [u8; 2], action: &usize) {
        state[*action] += 1;
    }

    fn digest(&self, state: &[u8; 2]) -> u64 {
        u64::from(state[0]) * 10 + u64::from(state[1])
    }

    fn at_end(&self, state: &[u8; 2]) {
        assert_eq!(*state, [2, 2]);
    }
}

#[test]
fn every_state_is_visited_once() {
    assert_eq!(explore(&Counters), Extent { states: 9, transitions: 12, ends: 1 });
}
