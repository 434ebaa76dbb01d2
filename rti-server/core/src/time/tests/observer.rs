//! Somebody who looks on: what federates may count on, told from calls and callbacks alone.
//!
//! Knows no bounds and no queues, so that a fault which the reference shares with the real one
//! still shows (ALGORITHMS 1.4, properties 1 to 3 and 5).

use std::collections::BTreeMap;

use hla::{FederateHandle, OrderType, TimePoint};

use super::{Bench, Op, Seen};
use crate::AdvanceState;
use crate::time::federate_time::AdvanceKind;

/// What a federate has asked for and was told.
#[derive(Default)]
struct Watched {
    constrained: bool,
    asked: Option<(AdvanceKind, TimePoint)>,
    granted: Option<TimePoint>,
    /// No stamp below this may come, nor this one where it is excluded.
    promised: Option<(TimePoint, bool)>,
    /// Stamps since the last grant, and the senders and numbers of their messages.
    batch: Vec<(TimePoint, FederateHandle, usize)>,
    galt: Option<TimePoint>,
}

struct Sent {
    sender: FederateHandle,
    stamp: Option<TimePoint>,
    to: Vec<FederateHandle>,
    /// How often each receiver got it, and was told that it is taken back.
    got: BTreeMap<FederateHandle, (usize, usize)>,
    retracted: bool,
}

#[derive(Default)]
pub(super) struct Observer {
    federates: BTreeMap<FederateHandle, Watched>,
    /// By label, and in the order of sending.
    sent: BTreeMap<String, (usize, Sent)>,
}

impl Observer {
    /// Looks at a call that succeeded, before what it brought about.
    pub(super) fn called(&mut self, bench: &Bench, who: FederateHandle, op: &Op) {
        match op {
            Op::Join => {
                self.federates.insert(who, Watched::default());
            }
            Op::Leave => {
                self.federates.remove(&who);
                for (_, sent) in self.sent.values_mut() {
                    sent.to.retain(|receiver| *receiver != who);
                }
            }
            Op::Ask(kind, to) => {
                let to = bench.types.read(*to).expect("no request for an unreadable time succeeds");
                self.watched(who).asked = Some((*kind, to));
            }
            Op::ConstrainNot => {
                let watched = self.watched(who);
                watched.constrained = false;
                watched.promised = None;
            }
            Op::Send { label, time, to } => {
                let stamp = time.and_then(|time| bench.types.read(time));
                let sent = Sent {
                    sender: who,
                    stamp: stamp.filter(|_| bench.sent.contains_key(label)),
                    to: to.clone(),
                    got: BTreeMap::new(),
                    retracted: false,
                };
                self.sent.insert(label.clone(), (self.sent.len(), sent));
            }
            Op::Retract(label) => {
                let (_, sent) = self.sent.get_mut(label).expect("only what was sent is retracted");
                assert!(!sent.retracted, "{label} is retracted twice");
                sent.retracted = true;
            }
            _ => {}
        }
        if changes_own_bound(op) {
            self.watched(who).galt = None;
        }
        if matches!(op, Op::Regulate(_)) {
            self.federates.values_mut().for_each(|watched| watched.galt = None);
        }
    }

    /// Looks at what a federate sees next.
    pub(super) fn saw(&mut self, bench: &Bench, who: FederateHandle, seen: &Seen) {
        match seen {
            Seen::Regulating(time) => {
                self.stands(who, *time, false, true);
                // Others may hear less from now on, its own term counts for them.
                self.federates.values_mut().for_each(|watched| watched.galt = None);
            }
            Seen::Constrained(time) => {
                let watched = self.watched(who);
                watched.constrained = true;
                watched.promised = Some((*time, false));
            }
            Seen::Message { label, order } => self.got(who, label, *order),
            Seen::Retraction(label) => {
                let (_, sent) = &self.sent[label];
                assert!(sent.retracted, "{label} was never retracted");
                let got = sent.got.get(&who).copied().unwrap_or_default();
                assert_eq!(got, (1, 0), "{who} is to forget {label}");
                self.sent.get_mut(label).expect("seen above").1.got.insert(who, (1, 1));
            }
            Seen::Grant(time) => {
                let (kind, to) = self.watched(who).asked.take().expect("a grant was asked for");
                let stops = kind.stops_at_message() && self.watched(who).constrained;
                let last = self.watched(who).batch.last().map(|(stamp, ..)| *stamp);
                let expected = if stops { last.unwrap_or(to) } else { to };
                assert_eq!(*time, expected, "{who} asked by {kind:?} for {to:?}");
                assert_ne!(kind, AdvanceKind::FlushQueue);
                let exclusive = matches!(kind, AdvanceKind::TimeAdvance | AdvanceKind::NextMessage);
                self.stands(who, *time, exclusive, true);
                self.within_galt(bench, who, *time);
            }
            Seen::FlushGrant { time, optimistic } => {
                let (kind, to) = self.watched(who).asked.take().expect("a grant was asked for");
                assert_eq!(kind, AdvanceKind::FlushQueue);
                assert!(time <= optimistic && *optimistic <= to, "{time:?} {optimistic:?} {to:?}");
                self.stands(who, *time, false, false);
            }
        }
    }

    fn got(&mut self, who: FederateHandle, label: &str, order: OrderType) {
        let (number, sent) = self.sent.get_mut(label).expect("what is received was sent");
        assert!(sent.to.contains(&who), "{label} was not sent to {who}");
        assert!(!sent.retracted, "{label} comes to {who} although it was retracted");
        let had = sent.got.insert(who, (1, 0));
        assert!(had.is_none(), "{label} comes to {who} twice");
        if order == OrderType::Receive {
            return;
        }
        let stamp = sent.stamp.expect("only who regulates sends in time-stamp order");
        let place = (stamp, sent.sender, *number);
        let watched = self.watched(who);
        assert!(
            watched.constrained,
            "{who} is not constrained and got {label} in time-stamp order"
        );
        if let Some((promised, exclusive)) = watched.promised {
            let in_the_past = if exclusive { stamp <= promised } else { stamp < promised };
            assert!(!in_the_past, "{label} comes into the past of {who}: {promised:?}");
        }
        let last = watched.batch.last();
        assert!(last.is_none_or(|last| *last < place), "{label} is out of order for {who}");
        watched.batch.push(place);
    }

    /// A federate stands at a time by a grant or by becoming regulating.
    fn stands(&mut self, who: FederateHandle, time: TimePoint, exclusive: bool, bounded: bool) {
        let watched = self.watched(who);
        assert!(watched.granted.is_none_or(|granted| granted <= time), "{who} goes back");
        watched.granted = Some(time);
        let batch = std::mem::take(&mut watched.batch);
        let beyond = batch.iter().any(|(stamp, ..)| *stamp > time);
        assert!(!(bounded && beyond), "{who} got more than it was granted: {batch:?}, {time:?}");
        if watched.constrained {
            watched.promised = watched.promised.max(Some((time, exclusive)));
        }
    }

    fn within_galt(&mut self, bench: &Bench, who: FederateHandle, time: TimePoint) {
        if self.watched(who).constrained {
            let galt = bench.time.query_galt(who);
            assert!(galt.is_none_or(|galt| time <= galt), "{who} is granted {time:?} > {galt:?}");
        }
    }

    /// Looks around when nothing more happens by itself.
    pub(super) fn look_around(&mut self, bench: &Bench) {
        let statuses = self.federates.keys().map(|who| (*who, bench.time.status(*who)));
        let statuses: Vec<_> = statuses.collect();
        for (who, status) in &statuses {
            let watched = self.watched(*who);
            if let (Some(before), Some(now)) = (watched.galt, status.galt) {
                assert!(before <= now, "GALT of {who} goes back from {before:?} to {now:?}");
            }
            watched.galt = status.galt;
        }
        let congested = bench.time.federates.values().any(|state| state.congested);
        let asking = |advance| advance != AdvanceState::Granted;
        let mut regulators = statuses.iter().filter(|(_, status)| status.lookahead.is_some());
        if !congested && statuses.iter().any(|(_, status)| status.lookahead.is_some()) {
            let stuck = regulators.all(|(_, status)| asking(status.advance));
            assert!(!stuck, "all who regulate wait for each other: {statuses:?}");
        }
    }

    /// Everything that was sent has arrived, or its receiver has left.
    pub(super) fn nothing_is_lost(&self) {
        for (label, (_, sent)) in &self.sent {
            for who in &sent.to {
                let got = sent.got.get(who).copied().unwrap_or_default();
                let expected: &[_] = if sent.retracted { &[(0, 0), (1, 1)] } else { &[(1, 0)] };
                assert!(expected.contains(&got), "{who} got {label} so often: {got:?}");
            }
        }
    }

    fn watched(&mut self, who: FederateHandle) -> &mut Watched {
        self.federates.get_mut(&who).expect("only who is joined calls and sees")
    }
}

/// Whether GALT may be another afterwards, for the caller itself.
fn changes_own_bound(op: &Op) -> bool {
    matches!(op, Op::Ask(..) | Op::Regulate(_) | Op::RegulateNot | Op::ModifyLookahead(_))
}
