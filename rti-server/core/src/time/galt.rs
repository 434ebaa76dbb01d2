//! GALT: what may still come to a federate from all others (8.1.5, ALGORITHMS 1.2).

use hla::{FederateHandle, TimePoint};

use super::TimeManagement;
use super::bound::Bound;
use super::federate_time::FederateTime;

/// The smallest output bound, who holds it, and the smallest of all others: enough to answer
/// "the minimum without this one" for everybody after one look at each federate.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Minimum {
    first: Option<(Bound, FederateHandle)>,
    second: Option<Bound>,
}

impl Minimum {
    fn add(&mut self, bound: Bound, federate: FederateHandle) {
        match self.first {
            Some((first, _)) if first <= bound => {
                self.second = Some(self.second.map_or(bound, |second| second.min(bound)));
            }
            first => {
                self.second = first.map(|(first, _)| first);
                self.first = Some((bound, federate));
            }
        }
    }

    /// The bound of everybody else; `None` while nobody else regulates: then nothing can come.
    pub(super) fn without(&self, federate: FederateHandle) -> Option<Bound> {
        match self.first {
            Some((_, holder)) if holder == federate => self.second,
            first => first.map(|(bound, _)| bound),
        }
    }
}

impl<M: Clone> TimeManagement<M> {
    /// The output bounds of all who regulate or are about to.
    pub(super) fn minimum(&self) -> Minimum {
        let mut minimum = Minimum::default();
        for (federate, state) in self.federates.iter().filter(|(_, state)| bounds_others(state)) {
            minimum.add(state.output_bound(self.types), *federate);
        }
        minimum
    }

    /// GALT as it is reported.
    ///
    /// A federate that waits for its next message may get one from the asking federate itself
    /// and be granted there: without the cap the reported value could step back (ALGORITHMS 1.2).
    pub(super) fn reported_galt(&self, asking: FederateHandle) -> Option<TimePoint> {
        let own = self.federates.get(&asking).filter(|state| bounds_others(state));
        let own = own.map(|state| state.output_bound(self.types));
        let others = self.federates.iter().filter(|(federate, _)| **federate != asking);
        let bounds = others.filter(|(_, state)| bounds_others(state)).map(|(_, state)| {
            let bound = state.output_bound(self.types);
            match own {
                Some(own) if waits_for_message(state) => {
                    // Its lookahead at the time where that message would come, not the present
                    // one: that may still be on its way down.
                    let after = state.lookahead.earliest(own.time, self.types);
                    bound.min(after.max(state.floor))
                }
                _ => bound,
            }
        });
        bounds.min().map(|bound| bound.time)
    }
}

fn bounds_others<M>(state: &FederateTime<M>) -> bool {
    state.is_regulating() || state.regulation.is_pending()
}

fn waits_for_message<M>(state: &FederateTime<M>) -> bool {
    state.is_constrained() && state.advance.is_some_and(|advance| advance.kind.stops_at_message())
}
