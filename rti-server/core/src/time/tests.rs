//! Scripts for tests of time alone: federates that call, and what they see, a line each.
//!
//! ```text
//! join A B                         federates join, in this order of handles
//! A regulate 5                     a service that succeeds (all of them: `Op::read`)
//! A tar 3 !! InTimeAdvancingState  ... and one that is refused, and changes nothing
//! A send x@20 y to B               `x` with a time, `y` without, to these (else to all others)
//! A retract x@20                   takes a message back
//! A galt == none                   a query (all of them: `Bench::query`)
//! B < ts x@20, grant 30            what B sees next, which it handles by this
//! B <                              B has seen everything
//! A full                           the outbox of A is full (`A drained`: no more)
//! leave A
//! ```
//!
//! At the end nobody may have unread events. After every line the invariants are checked, a
//! refused call must have changed nothing, and nothing that could happen may be left undone.

mod advances;
mod available;
mod cases;
mod deterministic;
mod far_end;
mod liveness;
mod lookahead;
mod messages;
mod observer;
mod queries;
mod random;
mod reference;
mod retraction;
mod roles;

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use hla::{
    FederateHandle, HlaError, HlaFloat64Time, HlaInteger64Time, LogicalTime,
    MessageRetractionHandle, OrderType, TimeImplementation, TimePoint,
};

use super::federate_time::AdvanceKind;
use super::{Role, TimeEvent, TimeManagement};
use crate::{AdvanceState, CallbackSeq, FederateSet, Limits};

use TimeImplementation::{Float64, Integer64};

/// Runs a script with integer times; constrained federates alone advance freely.
#[track_caller]
fn check(script: &str) {
    Bench::new(Integer64, true).check(script);
}

/// Runs a script with float times.
#[track_caller]
fn check_float(script: &str) {
    Bench::new(Float64, true).check(script);
}

/// What a federate, or the runtime for it, does.
#[derive(Debug, Clone, PartialEq)]
enum Op {
    Join,
    Leave,
    Regulate(LogicalTime),
    RegulateNot,
    Constrain,
    ConstrainNot,
    Ask(AdvanceKind, LogicalTime),
    ModifyLookahead(LogicalTime),
    Asynchronous(bool),
    Congested(bool),
    /// It has handled all that it was told.
    Handle,
    Send {
        label: String,
        time: Option<LogicalTime>,
        to: Vec<FederateHandle>,
    },
    Retract(String),
}

/// What a federate sees.
#[derive(Debug, Clone, PartialEq)]
enum Seen {
    Regulating(TimePoint),
    Constrained(TimePoint),
    Message { label: String, order: OrderType },
    Grant(TimePoint),
    FlushGrant { time: TimePoint, optimistic: TimePoint },
    Retraction(String),
}

/// Time management with federates that read what they see.
#[derive(Clone)]
struct Bench {
    types: TimeImplementation,
    time: TimeManagement<String>,
    names: BTreeMap<String, FederateHandle>,
    inboxes: BTreeMap<FederateHandle, Inbox>,
    sent: BTreeMap<String, MessageRetractionHandle>,
    /// All that was decided, in its order.
    happened: Vec<TimeEvent<String>>,
}

#[derive(Clone, Default)]
struct Inbox {
    emitted: u64,
    unread: VecDeque<(u64, Seen)>,
}

impl Bench {
    fn new(types: TimeImplementation, non_regulated_grant: bool) -> Self {
        Self::with_limits(types, non_regulated_grant, &Limits::default())
    }

    fn with_limits(types: TimeImplementation, non_regulated_grant: bool, limits: &Limits) -> Self {
        Self {
            types,
            time: TimeManagement::new(types, non_regulated_grant, limits),
            names: BTreeMap::new(),
            inboxes: BTreeMap::new(),
            sent: BTreeMap::new(),
            happened: Vec::new(),
        }
    }

    fn apply(&mut self, who: FederateHandle, op: &Op) -> Result<(), HlaError> {
        let before = self.time.clone();
        let mut events = Vec::new();
        let result = self.call(who, op, &mut events);
        if result.is_err() {
            assert!(events.is_empty(), "{op:?} was refused and had effects: {events:?}");
            assert!(self.time == before, "{op:?} was refused and changed something");
        }
        self.carry_out(events);
        self.time.check_invariants();
        let mut left = Vec::new();
        self.time.settle(&mut left);
        assert!(left.is_empty(), "after {op:?} of {who} more could have happened: {left:?}");
        result
    }

    fn call(
        &mut self,
        who: FederateHandle,
        op: &Op,
        out: &mut Vec<TimeEvent<String>>,
    ) -> Result<(), HlaError> {
        let time = &mut self.time;
        match op {
            Op::Join => {
                time.join(who);
                self.inboxes.insert(who, Inbox::default());
            }
            Op::Leave => {
                time.leave(who, out);
                self.inboxes.remove(&who);
            }
            Op::Regulate(lookahead) => time.enable_time_regulation(who, *lookahead, out)?,
            Op::RegulateNot => time.disable_time_regulation(who, out)?,
            Op::Constrain => time.enable_time_constrained(who, out)?,
            Op::ConstrainNot => time.disable_time_constrained(who, out)?,
            Op::Ask(AdvanceKind::TimeAdvance, to) => time.time_advance_request(who, *to, out)?,
            Op::Ask(AdvanceKind::TimeAdvanceAvailable, to) => {
                time.time_advance_request_available(who, *to, out)?;
            }
            Op::Ask(AdvanceKind::NextMessage, to) => time.next_message_request(who, *to, out)?,
            Op::Ask(AdvanceKind::NextMessageAvailable, to) => {
                time.next_message_request_available(who, *to, out)?;
            }
            Op::Ask(AdvanceKind::FlushQueue, to) => time.flush_queue_request(who, *to, out)?,
            Op::ModifyLookahead(lookahead) => time.modify_lookahead(who, *lookahead, out)?,
            Op::Asynchronous(true) => time.enable_asynchronous_delivery(who, out)?,
            Op::Asynchronous(false) => time.disable_asynchronous_delivery(who, out)?,
            Op::Congested(full) => time.set_congested(who, *full, out),
            Op::Handle => {
                let emitted = self.inboxes.get(&who).map_or(0, |inbox| inbox.emitted);
                time.handled(who, CallbackSeq(emitted));
            }
            Op::Send { label, time, to } => return self.send(who, label, *time, to, out),
            Op::Retract(label) => return self.retract(who, label, out),
        }
        Ok(())
    }

    /// Sends as the object services do: check, begin, queue, hand over to who need not wait.
    fn send(
        &mut self,
        who: FederateHandle,
        label: &str,
        time: Option<LogicalTime>,
        to: &[FederateHandle],
        out: &mut Vec<TimeEvent<String>>,
    ) -> Result<(), HlaError> {
        let stamp = self.time.stamp(who, time)?;
        let receivers: FederateSet = to.iter().copied().collect();
        let bytes = label.len();
        self.time.can_queue(&receivers, bytes)?;
        let message = label.to_owned();
        let now = match stamp.filter(|stamp| stamp.regulating) {
            Some(stamp) => {
                let retraction = self.time.begin_retraction(who, stamp.time)?;
                self.sent.insert(label.to_owned(), retraction);
                self.time.queue_tso(retraction, &receivers, message, bytes, out)
            }
            None => self.time.queue_ro(who, &receivers, message, bytes),
        };
        for receiver in now.iter() {
            let label = label.to_owned();
            self.tell(receiver, Seen::Message { label, order: OrderType::Receive });
        }
        Ok(())
    }

    fn retract(
        &mut self,
        who: FederateHandle,
        label: &str,
        out: &mut Vec<TimeEvent<String>>,
    ) -> Result<(), HlaError> {
        let never_given = MessageRetractionHandle::new(u64::MAX);
        let retraction = self.sent.get(label).copied().unwrap_or(never_given);
        for receiver in self.time.retract(who, retraction, out)? {
            self.tell(receiver, Seen::Retraction(label.to_owned()));
        }
        Ok(())
    }

    fn carry_out(&mut self, events: Vec<TimeEvent<String>>) {
        self.happened.extend(events.iter().cloned());
        for event in events {
            let who = event.federate();
            match event {
                TimeEvent::RegulationEnabled { time, .. } => {
                    let sequence = self.tell(who, Seen::Regulating(time));
                    self.time.enabling_emitted(who, Role::Regulating, sequence);
                }
                TimeEvent::ConstrainedEnabled { time, .. } => {
                    let sequence = self.tell(who, Seen::Constrained(time));
                    self.time.enabling_emitted(who, Role::Constrained, sequence);
                }
                TimeEvent::Deliver { message: label, received: order, .. } => {
                    self.tell(who, Seen::Message { label, order });
                }
                TimeEvent::Granted { time, .. } => {
                    self.tell(who, Seen::Grant(time));
                }
                TimeEvent::FlushQueueGranted { time, optimistic, .. } => {
                    self.tell(who, Seen::FlushGrant { time, optimistic });
                }
            }
        }
    }

    fn tell(&mut self, who: FederateHandle, seen: Seen) -> CallbackSeq {
        let Some(inbox) = self.inboxes.get_mut(&who) else { return CallbackSeq(0) };
        inbox.emitted += 1;
        inbox.unread.push_back((inbox.emitted, seen));
        CallbackSeq(inbox.emitted)
    }

    /// What a federate has not read yet, which it does not handle by this.
    fn take_seen(&mut self, who: FederateHandle) -> Vec<Seen> {
        let inbox = self.inboxes.get_mut(&who);
        inbox.into_iter().flat_map(|inbox| inbox.unread.drain(..)).map(|(_, seen)| seen).collect()
    }

    #[track_caller]
    fn check(&mut self, script: &str) {
        self.part(script);
        for (name, who) in &self.names {
            let unread = self.inboxes.get(who).map_or(0, |inbox| inbox.unread.len());
            assert_eq!(unread, 0, "unread events of {name}");
        }
    }

    /// Runs a part of a script; events may stay unread.
    #[track_caller]
    fn part(&mut self, script: &str) {
        for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
            self.line(line);
        }
    }

    #[track_caller]
    fn line(&mut self, line: &str) {
        let (first, rest) = line.split_once(' ').expect("a line has two words");
        match first {
            "join" => {
                for name in rest.split_whitespace() {
                    let who = FederateHandle::new(self.names.len() as u32 + 1);
                    self.names.insert(name.to_owned(), who);
                    self.apply(who, &Op::Join).expect("joining is not refused");
                }
                return;
            }
            "leave" => {
                let who = self.names[rest];
                self.apply(who, &Op::Leave).expect("leaving is not refused");
                return;
            }
            _ => {}
        }
        let who = self.names[first];
        if let Some(expected) = rest.strip_prefix('<') {
            return self.expect_seen(who, expected.trim(), line);
        }
        if let Some((query, expected)) = rest.split_once("==") {
            assert_eq!(self.query(who, query.trim()), expected.trim(), "{line}");
            return;
        }
        let (call, expected) = rest.split_once("!!").unwrap_or((rest, "success"));
        let mut result = Ok(());
        for op in self.read_ops(who, call.trim()) {
            result = result.and_then(|()| self.apply(who, &op));
        }
        let text = result.as_ref().map_or_else(HlaError::exception_name, |()| "success");
        assert_eq!(text, expected.trim(), "{line}: {result:?}");
    }

    #[track_caller]
    fn expect_seen(&mut self, who: FederateHandle, expected: &str, line: &str) {
        for expected in expected.split(", ").filter(|expected| !expected.is_empty()) {
            let inbox = self.inboxes.get_mut(&who).expect("only who is joined sees anything");
            let next = inbox.unread.pop_front();
            let text = next.as_ref().map(|(_, seen)| seen.show(self.types));
            assert_eq!(text.as_deref(), Some(expected), "{line}");
            let (sequence, _) = next.expect("its text was equal");
            self.time.handled(who, CallbackSeq(sequence));
        }
        if expected.is_empty() {
            let unread: Vec<_> = self.inboxes[&who].unread.iter().map(|(_, seen)| seen).collect();
            assert!(unread.is_empty(), "{line}: {unread:?}");
        }
    }

    fn read_ops(&self, who: FederateHandle, call: &str) -> Vec<Op> {
        let Some(messages) = call.strip_prefix("send ") else {
            return vec![Op::read(call, self.types)];
        };
        let (messages, to) = messages.split_once(" to ").unwrap_or((messages, ""));
        let mut to: Vec<_> = to.split_whitespace().map(|name| self.names[name]).collect();
        if to.is_empty() {
            to.extend(self.inboxes.keys().filter(|other| **other != who));
        }
        let read = |label: &str| Op::Send {
            label: label.to_owned(),
            time: label.split_once('@').map(|(_, time)| read_time(time, self.types)),
            to: to.clone(),
        };
        messages.split_whitespace().map(read).collect()
    }

    fn query(&self, who: FederateHandle, query: &str) -> String {
        let show = |time: Option<TimePoint>| {
            time.map_or_else(|| "none".to_owned(), |time| show_time(time, self.types))
        };
        let status = self.time.status(who);
        match query {
            "time" => show(Some(self.time.query_logical_time(who))),
            "galt" => show(self.time.query_galt(who)),
            "lits" => show(self.time.query_lits(who)),
            "lookahead" => match self.time.query_lookahead(who) {
                Ok(lookahead) => show(self.types.read(self.types.write_interval(lookahead))),
                Err(error) => error.exception_name().to_owned(),
            },
            "queued" => format!("{} ts {} ro", status.tso_queued, status.ro_held),
            "advance" => match status.advance {
                AdvanceState::Granted => "none".to_owned(),
                AdvanceState::Advancing { kind, requested } => {
                    format!("{kind} {}", show_time(requested, self.types))
                }
            },
            other => panic!("no query `{other}`"),
        }
    }
}

impl Op {
    fn read(call: &str, types: TimeImplementation) -> Self {
        let (service, argument) = call.split_once(' ').unwrap_or((call, "none"));
        let time = || read_time(argument, types);
        match service {
            "regulate" => Self::Regulate(time()),
            "regulate-not" => Self::RegulateNot,
            "constrain" => Self::Constrain,
            "constrain-not" => Self::ConstrainNot,
            "tar" => Self::Ask(AdvanceKind::TimeAdvance, time()),
            "tara" => Self::Ask(AdvanceKind::TimeAdvanceAvailable, time()),
            "nmr" => Self::Ask(AdvanceKind::NextMessage, time()),
            "nmra" => Self::Ask(AdvanceKind::NextMessageAvailable, time()),
            "fqr" => Self::Ask(AdvanceKind::FlushQueue, time()),
            "modify-lookahead" => Self::ModifyLookahead(time()),
            "async" => Self::Asynchronous(true),
            "async-not" => Self::Asynchronous(false),
            "full" => Self::Congested(true),
            "drained" => Self::Congested(false),
            "retract" => Self::Retract(argument.to_owned()),
            other => panic!("no service `{other}`"),
        }
    }
}

impl Seen {
    fn show(&self, types: TimeImplementation) -> String {
        let show = |time: &TimePoint| show_time(*time, types);
        match self {
            Self::Regulating(time) => format!("regulating {}", show(time)),
            Self::Constrained(time) => format!("constrained {}", show(time)),
            Self::Message { label, order: OrderType::TimeStamp } => format!("ts {label}"),
            Self::Message { label, order: OrderType::Receive } => format!("ro {label}"),
            Self::Grant(time) => format!("grant {}", show(time)),
            Self::FlushGrant { time, optimistic } => {
                format!("flush {} {}", show(time), show(optimistic))
            }
            Self::Retraction(label) => format!("retract {label}"),
        }
    }
}

/// A time or an interval: a number, `final`, `final-2`, `inf`, `nan`, or `none` for no time at all.
fn read_time(text: &str, types: TimeImplementation) -> LogicalTime {
    let (text, offset) = match text.strip_prefix("final-") {
        Some(offset) => ("final", offset.parse().expect("an offset from the end")),
        None => (text, 0),
    };
    match (text, types) {
        ("none", _) => LogicalTime::Unreadable,
        ("final", Integer64) => HlaInteger64Time(i64::MAX - offset).into(),
        ("final", Float64) => HlaFloat64Time(f64::MAX).into(),
        (number, Integer64) => HlaInteger64Time(number.parse().expect("an integer time")).into(),
        (number, Float64) => HlaFloat64Time(number.parse().expect("a float time")).into(),
    }
}

fn show_time(time: TimePoint, types: TimeImplementation) -> String {
    if time == types.final_time() {
        return "final".to_owned();
    }
    let text = types.display(time);
    match text.parse::<f64>() {
        // A very large or small float has hundreds of digits.
        Ok(number) if text.len() > 20 => format!("{number:e}"),
        _ => text,
    }
}

impl fmt::Debug for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.time.fmt(f)
    }
}
