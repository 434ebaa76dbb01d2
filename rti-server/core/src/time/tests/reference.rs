//! Time management by the book: the tables of ALGORITHMS 1.1 and 1.2, row by row, without any
//! thought of cost. What the real one decides is compared with this.

mod calls;

use std::collections::BTreeMap;

use hla::{FederateHandle, HlaInteger64Time, LogicalTime, OrderType, TimePoint};

use super::{Integer64, Op, Seen};
use crate::time::federate_time::AdvanceKind;

/// `2 t` is "from t on", `2 t + 1` is "only beyond t".
type Key = i128;

const NOTHING: Key = Key::MAX;

fn key(time: i128, strict: bool) -> Key {
    2 * time + Key::from(strict)
}

#[derive(Clone, Copy, PartialEq)]
enum Role {
    Off,
    Pending,
    /// In force, the callback is not handled yet.
    Told,
    On,
}

impl Role {
    fn holds(self) -> bool {
        matches!(self, Self::Told | Self::On)
    }
}

struct Message {
    label: String,
    time: i128,
    sender: FederateHandle,
    sequence: usize,
    /// Sent in time-stamp order, so that it has a retraction handle.
    stamped: bool,
    retractable: bool,
    waits_at: Vec<FederateHandle>,
    seen_by: Vec<FederateHandle>,
}

struct Member {
    time: i128,
    granted_by: Option<AdvanceKind>,
    regulation: Role,
    regulates_from: i128,
    asked_lookahead: i128,
    /// `Tc + Lc`: where it asked, and what was in force there.
    kept: i128,
    floor: Key,
    constraint: Role,
    promise: Key,
    ask: Option<(AdvanceKind, i128)>,
    optimistic: i128,
    asynchronous: bool,
    full: bool,
    held: Vec<String>,
}

pub(super) struct Reference {
    non_regulated_grant: bool,
    members: BTreeMap<FederateHandle, Member>,
    messages: Vec<Message>,
    pub(super) seen: Vec<(FederateHandle, Seen)>,
}

type Answer = Result<(), &'static str>;

impl Member {
    /// "x + L": the earliest stamp of a federate that stands at x.
    fn plus_lookahead(&self, x: i128) -> i128 {
        (x + self.asked_lookahead).max(self.kept)
    }

    fn zero_at(&self, x: i128) -> bool {
        self.plus_lookahead(x) == x
    }

    fn plain(&self, x: i128) -> Key {
        if self.zero_at(x) { key(x, true) } else { key(self.plus_lookahead(x), false) }
    }

    fn available(&self, x: i128) -> Key {
        key(self.plus_lookahead(x), false)
    }

    fn as_granted(&self) -> Key {
        match self.granted_by {
            Some(AdvanceKind::TimeAdvance | AdvanceKind::NextMessage) => self.plain(self.time),
            _ => self.available(self.time),
        }
    }

    fn send_bound(&self) -> Key {
        let base = match self.ask {
            None => self.as_granted(),
            Some((AdvanceKind::TimeAdvance | AdvanceKind::NextMessage, t)) => self.plain(t),
            Some((_, t)) => self.available(t),
        };
        base.max(self.floor)
    }
}

impl Reference {
    pub(super) fn new(non_regulated_grant: bool) -> Self {
        Self {
            non_regulated_grant,
            members: BTreeMap::new(),
            messages: Vec::new(),
            seen: Vec::new(),
        }
    }

    fn head(&self, who: FederateHandle) -> Option<i128> {
        let waiting = self.messages.iter().filter(|message| message.waits_at.contains(&who));
        waiting.map(|message| message.time).min()
    }

    /// B0 of the table, and the floor rule.
    fn output_bound(&self, who: FederateHandle) -> Key {
        let member = &self.members[&who];
        let next = |t: i128| self.head(who).map_or(t, |head| head.min(t));
        let base = match member.ask {
            _ if member.regulation == Role::Pending => member.available(member.regulates_from),
            None | Some((AdvanceKind::FlushQueue, _)) => member.as_granted(),
            Some((AdvanceKind::TimeAdvance, t)) => member.plain(t),
            Some((AdvanceKind::TimeAdvanceAvailable, t)) => member.available(t),
            Some((AdvanceKind::NextMessage, t)) => member.plain(next(t)),
            Some((AdvanceKind::NextMessageAvailable, t)) => member.available(next(t)),
        };
        base.max(member.floor)
    }

    fn regulators_beside(&self, who: FederateHandle) -> Vec<FederateHandle> {
        let beside = self
            .members
            .iter()
            .filter(|(other, member)| **other != who && member.regulation != Role::Off);
        beside.map(|(other, _)| *other).collect()
    }

    /// G(i).
    fn bound_for(&self, who: FederateHandle) -> Key {
        let others = self.regulators_beside(who).into_iter();
        others.map(|other| self.output_bound(other)).min().unwrap_or(NOTHING)
    }

    pub(super) fn logical_time(&self, who: FederateHandle) -> i128 {
        self.members[&who].time
    }

    /// The lookahead in force of who regulates.
    pub(super) fn lookahead(&self, who: FederateHandle) -> Option<i128> {
        let member = &self.members[&who];
        member.regulation.holds().then(|| member.plus_lookahead(member.time) - member.time)
    }

    pub(super) fn reported_galt(&self, who: FederateHandle) -> Option<i128> {
        let own = &self.members[&who];
        let terms = self.regulators_beside(who).into_iter().map(|other| {
            let bound = self.output_bound(other).div_euclid(2);
            let member = &self.members[&other];
            let waits = matches!(
                member.ask,
                Some((AdvanceKind::NextMessage | AdvanceKind::NextMessageAvailable, _))
            );
            // Who is not constrained waits for no message.
            if own.regulation == Role::Off || !waits || !member.constraint.holds() {
                return bound;
            }
            let from_own = self.output_bound(who).div_euclid(2);
            bound.min(member.plus_lookahead(from_own).max(member.floor.div_euclid(2)))
        });
        terms.min()
    }

    pub(super) fn lits(&self, who: FederateHandle) -> Option<i128> {
        self.reported_galt(who).into_iter().chain(self.head(who)).min()
    }

    pub(super) fn send_bound_of(&self, who: FederateHandle) -> Key {
        self.members[&who].send_bound()
    }

    pub(super) fn step(&mut self, who: FederateHandle, op: &Op) -> Answer {
        self.apply(who, op)?;
        while self.members.keys().copied().collect::<Vec<_>>().into_iter().any(|i| self.happen(i)) {
        }
        Ok(())
    }

    /// The grant table, for one federate; whether anything happened.
    fn happen(&mut self, who: FederateHandle) -> bool {
        let withheld = self.members.values().any(|member| member.full);
        let bound = self.bound_for(who);
        let head = self.head(who);
        let anybody_regulates = self.members.values().any(|member| member.regulation.holds());
        let Some(member) = self.members.get(&who) else { return false };
        let constrained = member.constraint.holds();
        let from = member.regulates_from;
        if member.regulation == Role::Pending && !withheld && (!constrained || bound >= 2 * from) {
            self.begin_regulation(who);
            return true;
        }
        if member.constraint == Role::Pending && bound >= key(member.time, false) {
            let time = member.time;
            self.member(who).constraint = Role::Told;
            self.member(who).promise = key(time, false);
            self.seen.push((who, Seen::Constrained(point(time))));
            return true;
        }
        let Some((kind, t)) = member.ask else { return false };
        if withheld && member.regulation.holds() {
            return false;
        }
        if constrained && !self.non_regulated_grant && !anybody_regulates && t > member.time {
            return false;
        }
        let m = head.map_or(t, |head| head.min(t));
        let (time, granted) = match kind {
            AdvanceKind::TimeAdvance => (t, bound >= key(t, true)),
            AdvanceKind::TimeAdvanceAvailable => (t, bound >= key(t, false)),
            AdvanceKind::NextMessage => (m, bound >= key(m, true)),
            AdvanceKind::NextMessageAvailable => (m, bound >= key(m, false)),
            AdvanceKind::FlushQueue => {
                let galt = if constrained { bound.div_euclid(2) } else { i128::MAX };
                (m.min(galt).max(member.time), true)
            }
        };
        if !granted && constrained {
            return false;
        }
        let optimistic = m.max(time);
        let all = kind == AdvanceKind::FlushQueue;
        self.give_stamped(who, if all { i128::MAX } else { time }, OrderType::TimeStamp);
        self.stand_at(who, time, kind);
        if all {
            self.member(who).optimistic = if optimistic > time { optimistic } else { 0 };
            let (time, optimistic) = (point(time), point(optimistic));
            self.seen.push((who, Seen::FlushGrant { time, optimistic }));
        } else {
            self.seen.push((who, Seen::Grant(point(time))));
        }
        true
    }

    /// As TARA(T') where the federate is constrained.
    fn begin_regulation(&mut self, who: FederateHandle) {
        let from = self.member(who).regulates_from;
        if self.member(who).constraint.holds() {
            self.give_held(who);
            self.give_stamped(who, from, OrderType::TimeStamp);
        }
        let member = self.member(who);
        member.promise = member.promise.max(key(from, false));
        member.regulation = Role::Told;
        member.time = from;
        member.granted_by = None;
        member.floor = member.send_bound();
        self.seen.push((who, Seen::Regulating(point(from))));
    }

    fn stand_at(&mut self, who: FederateHandle, time: i128, kind: AdvanceKind) {
        let strict = matches!(kind, AdvanceKind::TimeAdvance | AdvanceKind::NextMessage);
        let member = self.member(who);
        member.ask = None;
        member.time = time;
        member.granted_by = Some(kind);
        member.promise = member.promise.max(key(time, strict));
        if member.regulation.holds() {
            member.floor = member.send_bound();
        }
        if time >= member.optimistic {
            member.optimistic = 0;
        }
        // A handle ends when its message can no longer be retracted (SEMANTICS 5.7).
        let reach =
            if member.regulation.holds() { member.send_bound().div_euclid(2) } else { time };
        for message in self.messages.iter_mut().filter(|message| message.sender == who) {
            message.retractable &= message.time > reach;
        }
    }

    fn give_held(&mut self, who: FederateHandle) {
        for label in std::mem::take(&mut self.member(who).held) {
            self.seen.push((who, Seen::Message { label, order: OrderType::Receive }));
        }
    }

    fn give_stamped(&mut self, who: FederateHandle, limit: i128, order: OrderType) {
        let waiting = self
            .messages
            .iter_mut()
            .filter(|message| message.waits_at.contains(&who) && message.time <= limit);
        let mut due: Vec<_> = waiting.collect();
        due.sort_by_key(|message| (message.time, message.sender, message.sequence));
        for message in due {
            message.waits_at.retain(|other| *other != who);
            message.seen_by.push(who);
            self.seen.push((who, Seen::Message { label: message.label.clone(), order }));
        }
    }

    fn member(&mut self, who: FederateHandle) -> &mut Member {
        self.members.get_mut(&who).expect("random steps are of joined federates")
    }
}

impl Member {
    fn new() -> Self {
        Self {
            time: 0,
            granted_by: None,
            regulation: Role::Off,
            regulates_from: 0,
            asked_lookahead: 0,
            kept: 0,
            floor: 0,
            constraint: Role::Off,
            promise: 0,
            ask: None,
            optimistic: 0,
            asynchronous: false,
            full: false,
            held: Vec::new(),
        }
    }

    fn has_handled(&mut self) {
        for role in [&mut self.regulation, &mut self.constraint] {
            if *role == Role::Told {
                *role = Role::On;
            }
        }
    }
}

pub(super) fn number(time: LogicalTime) -> Option<i128> {
    HlaInteger64Time::read(time).map(|time| i128::from(time.0))
}

fn point(time: i128) -> TimePoint {
    let time = i64::try_from(time).expect("the random times are small");
    Integer64.read(HlaInteger64Time(time).into()).expect("an integer is a time")
}
