//! The services that federates call, as SEMANTICS 5 says them.

use hla::{FederateHandle, LogicalTime, OrderType};

use super::{Answer, Member, Message, Reference, Role, key, number};
use crate::time::federate_time::AdvanceKind;
use crate::time::tests::{Op, Seen};

impl Reference {
    pub(super) fn apply(&mut self, who: FederateHandle, op: &Op) -> Answer {
        match op {
            Op::Join => {
                self.members.insert(who, Member::new());
            }
            Op::Leave => {
                self.members.remove(&who);
                for message in &mut self.messages {
                    message.waits_at.retain(|other| *other != who);
                    message.seen_by.retain(|other| *other != who);
                    message.retractable &= message.sender != who;
                }
            }
            Op::Congested(full) => self.member(who).full = *full,
            Op::Handle => self.member(who).has_handled(),
            Op::Regulate(lookahead) => return self.regulate(who, *lookahead),
            Op::RegulateNot => {
                if !self.member(who).regulation.holds() {
                    return Err("TimeRegulationIsNotEnabled");
                }
                self.member(who).regulation = Role::Off;
            }
            Op::Constrain => {
                let member = self.member(who);
                if member.ask.is_some() {
                    return Err("InTimeAdvancingState");
                }
                match member.constraint {
                    Role::Off => member.constraint = Role::Pending,
                    Role::On => return Err("TimeConstrainedAlreadyEnabled"),
                    Role::Pending | Role::Told => return Err("RequestForTimeConstrainedPending"),
                }
            }
            Op::ConstrainNot => {
                if !self.member(who).constraint.holds() {
                    return Err("TimeConstrainedIsNotEnabled");
                }
                self.member(who).constraint = Role::Off;
                self.give_held(who);
                self.give_stamped(who, i128::MAX, OrderType::Receive);
            }
            Op::Asynchronous(on) => return self.asynchronous(who, *on),
            Op::ModifyLookahead(lookahead) => return self.modify_lookahead(who, *lookahead),
            Op::Ask(kind, to) => return self.ask(who, *kind, *to),
            Op::Send { label, time, to } => return self.send(who, label, *time, to),
            Op::Retract(label) => return self.retract(who, label),
        }
        Ok(())
    }

    fn asynchronous(&mut self, who: FederateHandle, on: bool) -> Answer {
        match (self.member(who).asynchronous, on) {
            (true, true) => return Err("AsynchronousDeliveryAlreadyEnabled"),
            (false, false) => return Err("AsynchronousDeliveryAlreadyDisabled"),
            _ => self.member(who).asynchronous = on,
        }
        if on {
            self.give_held(who);
        }
        Ok(())
    }

    fn regulate(&mut self, who: FederateHandle, lookahead: LogicalTime) -> Answer {
        let promises = self
            .members
            .iter()
            .filter(|(other, member)| **other != who && member.constraint.holds());
        let largest = promises.map(|(_, member)| member.promise).max();
        let member = self.member(who);
        if member.ask.is_some() {
            return Err("InTimeAdvancingState");
        }
        match member.regulation {
            Role::Off => {}
            Role::On => return Err("TimeRegulationAlreadyEnabled"),
            Role::Pending | Role::Told => return Err("RequestForTimeRegulationPending"),
        }
        let lookahead = number(lookahead).filter(|lookahead| *lookahead >= 0);
        let lookahead = lookahead.ok_or("InvalidLookahead")?;
        let promise = largest.unwrap_or(0);
        // T' + L >= the time, and > it where the promise excludes it; with L = 0 then T' is that
        // time, and the floor excludes it.
        let (at, strict) = (promise.div_euclid(2), promise.rem_euclid(2) == 1);
        let reach = if strict && lookahead > 0 { at + 1 } else { at };
        member.regulation = Role::Pending;
        member.regulates_from = member.time.max(reach - lookahead);
        member.asked_lookahead = lookahead;
        member.kept = member.regulates_from + lookahead;
        member.floor = promise;
        Ok(())
    }

    fn modify_lookahead(&mut self, who: FederateHandle, lookahead: LogicalTime) -> Answer {
        let member = self.member(who);
        if !member.regulation.holds() {
            return Err("TimeRegulationIsNotEnabled");
        }
        if member.ask.is_some() {
            return Err("InTimeAdvancingState");
        }
        let lookahead = number(lookahead).filter(|lookahead| *lookahead >= 0);
        let lookahead = lookahead.ok_or("InvalidLookahead")?;
        let actual = member.plus_lookahead(member.time) - member.time;
        member.kept = member.time + actual.max(lookahead);
        member.asked_lookahead = lookahead;
        Ok(())
    }

    fn ask(&mut self, who: FederateHandle, kind: AdvanceKind, to: LogicalTime) -> Answer {
        let member = self.member(who);
        if member.ask.is_some() {
            return Err("InTimeAdvancingState");
        }
        if member.regulation == Role::Pending {
            return Err("RequestForTimeRegulationPending");
        }
        if member.constraint == Role::Pending {
            return Err("RequestForTimeConstrainedPending");
        }
        let to = number(to).ok_or("InvalidLogicalTime")?;
        if to < member.time || to < member.optimistic {
            return Err("LogicalTimeAlreadyPassed");
        }
        member.has_handled();
        member.ask = Some((kind, to));
        if matches!(kind, AdvanceKind::TimeAdvance | AdvanceKind::TimeAdvanceAvailable) {
            member.floor = member.send_bound();
        }
        self.give_held(who);
        Ok(())
    }

    fn send(
        &mut self,
        who: FederateHandle,
        label: &str,
        time: Option<LogicalTime>,
        to: &[FederateHandle],
    ) -> Answer {
        let time = time.map(|time| number(time).ok_or("InvalidLogicalTime")).transpose()?;
        let regulates = self.member(who).regulation.holds();
        let stamped = time.filter(|_| regulates);
        if stamped.is_some_and(|time| key(time, false) < self.member(who).send_bound()) {
            return Err("InvalidLogicalTime");
        }
        let mut message = Message {
            label: label.to_owned(),
            time: time.unwrap_or(0),
            sender: who,
            sequence: self.messages.len(),
            stamped: stamped.is_some(),
            retractable: stamped.is_some(),
            waits_at: Vec::new(),
            seen_by: Vec::new(),
        };
        for receiver in to {
            let Some(member) = self.members.get_mut(receiver) else { continue };
            let constrained = member.constraint.holds();
            if constrained && stamped.is_some() {
                message.waits_at.push(*receiver);
            } else if constrained && member.ask.is_none() && !member.asynchronous {
                member.held.push(label.to_owned());
            } else {
                message.seen_by.push(*receiver);
                let seen = Seen::Message { label: label.to_owned(), order: OrderType::Receive };
                self.seen.push((*receiver, seen));
            }
        }
        self.messages.push(message);
        Ok(())
    }

    fn retract(&mut self, who: FederateHandle, label: &str) -> Answer {
        let (regulates, bound) = {
            let member = self.member(who);
            (member.regulation.holds(), member.send_bound().div_euclid(2))
        };
        let found = self.messages.iter_mut().find(|message| message.label == label);
        // The sender of a message that is out of reach is not remembered.
        let message = found
            .filter(|message| message.stamped && (message.sender == who || !message.retractable));
        let message = message.ok_or("InvalidMessageRetractionHandle")?;
        if !regulates {
            return Err("TimeRegulationIsNotEnabled");
        }
        if !message.retractable || message.time <= bound {
            return Err("MessageCanNoLongerBeRetracted");
        }
        message.retractable = false;
        message.waits_at.clear();
        for receiver in message.seen_by.clone() {
            self.seen.push((receiver, Seen::Retraction(label.to_owned())));
        }
        Ok(())
    }
}
