//! The event list: rows made of what happened, in the order in which the console learnt of it.
//!
//! The order a person sees is another one, by stamp, rank and number; pages sort. Rows are never
//! changed and only the oldest are dropped, so a page needs two numbers to know what it has.

use std::collections::VecDeque;

use hla_wire::generated::busbar::v1 as wire;
use training_fom::{
    FaultInception, FaultKind, Operation, ProtectionAction, ProtectionEvent, SwitchPosition,
    SwitchState, TrainingEvent,
};

use crate::feed::{FederateStatus, Membership};

/// Rows kept.
pub(crate) const ROWS_MAX: usize = 20_000;

/// Order of rows with one stamp, as the model orders what happens at one instant (MODEL 0.2).
mod rank {
    pub(super) const PLANT: u32 = 1;
    pub(super) const PROTECTION: u32 = 4;
    pub(super) const OPERATORS: u32 = 6;
    pub(super) const LOG: u32 = 7;
}

/// The rows, numbered without gaps.
#[derive(Debug, Default)]
pub(crate) struct EventLog {
    rows: VecDeque<wire::EventRow>,
    /// Number of the first row that is kept.
    first: u64,
    newest_stamp_us: Option<i64>,
}

impl EventLog {
    /// Number of the oldest row that is kept.
    pub(crate) fn first(&self) -> u64 {
        self.first
    }

    /// Number that the next row will have.
    pub(crate) fn end(&self) -> u64 {
        self.first + u64::try_from(self.rows.len()).unwrap_or(u64::MAX)
    }

    /// Appends a row; its number and whether it is late are set here.
    pub(crate) fn push(&mut self, row: wire::EventRow) {
        let number = self.end();
        let late = self.newest_stamp_us.is_some_and(|newest| row.stamp_us < newest);
        self.newest_stamp_us = self.newest_stamp_us.max(Some(row.stamp_us));
        if self.rows.len() == ROWS_MAX {
            self.rows.pop_front();
            self.first += 1;
        }
        self.rows.push_back(wire::EventRow { number, late, ..row });
    }

    /// The rows numbered from `from` up to and without `to`, as far as they are kept.
    pub(crate) fn rows(&self, from: u64, to: u64) -> Vec<wire::EventRow> {
        let from = from.max(self.first);
        let skipped = usize::try_from(from - self.first).unwrap_or(usize::MAX);
        let wanted = usize::try_from(to.saturating_sub(from)).unwrap_or(usize::MAX);
        self.rows.iter().skip(skipped).take(wanted).cloned().collect()
    }
}

/// The row of a position that changed.
pub(crate) fn position_row(device: &str, state: &SwitchState) -> wire::EventRow {
    let kind = match state.position {
        SwitchPosition::Open => wire::EventKind::SwitchOpen,
        SwitchPosition::Closed => wire::EventKind::SwitchClosed,
        SwitchPosition::Intermediate => wire::EventKind::SwitchIntermediate,
    };
    wire::EventRow {
        stamp_us: state.stamp.as_micros(),
        rank: rank::PLANT,
        source: device.to_owned(),
        kind: kind.into(),
        subject: device.to_owned(),
        detail: state.cause.clone(),
        ..Default::default()
    }
}

/// The row of a federate that joined or went.
pub(crate) fn federate_row(federate: &FederateStatus) -> wire::EventRow {
    let kind = match federate.membership {
        Membership::Joined => wire::EventKind::FederateJoined,
        Membership::Resigned => wire::EventKind::FederateResigned,
        Membership::Lost => wire::EventKind::FederateLost,
    };
    wire::EventRow {
        stamp_us: federate.since.as_micros(),
        rank: rank::LOG,
        source: federate.name.clone(),
        kind: kind.into(),
        subject: federate.name.clone(),
        detail: federate.reason.clone(),
        ..Default::default()
    }
}

/// The row of an event of the exercise.
pub(crate) fn training_row(event: &TrainingEvent) -> wire::EventRow {
    use wire::EventKind;
    let row = |rank, kind: EventKind, subject: &str, detail: &str| wire::EventRow {
        stamp_us: event.stamp().as_micros(),
        rank,
        source: event.source().to_owned(),
        kind: kind.into(),
        subject: subject.to_owned(),
        detail: detail.to_owned(),
        ..Default::default()
    };
    match event {
        TrainingEvent::ProtectionEvent(told) => {
            let kind = protection_kind(told);
            let devices = told.devices.clone();
            wire::EventRow { devices, ..row(rank::PROTECTION, kind, &told.element, "") }
        }
        TrainingEvent::Alarm(told) => {
            let text = if told.text.is_empty() { &told.code } else { &told.text };
            row(rank::PROTECTION, EventKind::Alarm, &told.code, text)
        }
        TrainingEvent::SwitchCommand(told) => {
            let kind = match told.operation {
                Operation::Open => EventKind::CommandOpen,
                Operation::Close => EventKind::CommandClose,
            };
            row(rank::OPERATORS, kind, &told.target, "")
        }
        TrainingEvent::CommandResult(told) => {
            let kind = match told.accepted {
                true => EventKind::CommandAccepted,
                false => EventKind::CommandRefused,
            };
            row(rank::OPERATORS, kind, &told.target, &told.reason)
        }
        TrainingEvent::FaultInception(told) => {
            let fault = told.fault.clone();
            let detail = fault_detail(told);
            wire::EventRow { fault, ..row(rank::PLANT, EventKind::Fault, &told.target, &detail) }
        }
        TrainingEvent::FaultCleared(told) => {
            let fault = told.fault.clone();
            wire::EventRow { fault, ..row(rank::PLANT, EventKind::FaultCleared, &told.fault, "") }
        }
    }
}

fn protection_kind(event: &ProtectionEvent) -> wire::EventKind {
    match event.action {
        ProtectionAction::Start => wire::EventKind::ProtectionStart,
        ProtectionAction::Trip => wire::EventKind::ProtectionTrip,
        ProtectionAction::Reset => wire::EventKind::ProtectionReset,
        ProtectionAction::RelayClose => wire::EventKind::ProtectionClose,
        ProtectionAction::Lockout => wire::EventKind::ProtectionLockout,
        ProtectionAction::Blocked => wire::EventKind::ProtectionBlocked,
    }
}

/// Type, phases, place and resistance as engineers abbreviate them in every language.
fn fault_detail(fault: &FaultInception) -> String {
    let kind = match fault.kind {
        FaultKind::ThreePhase => "3PH",
        FaultKind::LineToGround => "SLG",
        FaultKind::LineToLine => "LL",
        FaultKind::LineToLineToGround => "LLG",
    };
    let percent = fault.fraction * 100.0;
    let place = if fault.fraction > 0.0 { format!(" {percent:.0} %") } else { String::new() };
    format!("{kind} {}{place} {} Ω", fault.phases, fault.resistance)
}

#[cfg(test)]
mod tests {
    use federate_sdk::virtual_time::VirtualTime;
    use training_fom::{Alarm, CommandResult, FaultCleared};

    use super::*;

    fn at(millis: u32) -> VirtualTime {
        VirtualTime::from_millis(millis)
    }

    #[test]
    fn the_log_numbers_its_rows_and_drops_only_the_oldest() {
        let mut log = EventLog::default();
        for _ in 0..ROWS_MAX + 5 {
            log.push(wire::EventRow::default());
        }
        assert_eq!((log.first(), log.end()), (5, 20_005));
        let numbers: Vec<_> = log.rows(3, 7).iter().map(|row| row.number).collect();
        assert_eq!(numbers, [5, 6]);
    }

    #[test]
    fn a_row_that_comes_after_a_later_one_is_marked() {
        let mut log = EventLog::default();
        let lates = [5, 9, 7, 9].map(|stamp_us| {
            log.push(wire::EventRow { stamp_us, ..Default::default() });
            log.rows(log.end() - 1, log.end())[0].late
        });
        assert_eq!(lates, [false, false, true, false]);
    }

    #[test]
    fn a_trip_names_its_element_and_its_breakers() {
        let row = training_row(&TrainingEvent::ProtectionEvent(ProtectionEvent {
            stamp: at(2_325),
            source: "P911".into(),
            element: "P911.50_2".into(),
            action: ProtectionAction::Trip,
            devices: vec!["QF911".into()],
        }));
        assert_eq!(row.kind(), wire::EventKind::ProtectionTrip);
        assert_eq!((row.stamp_us, row.rank), (2_325_000, rank::PROTECTION));
        assert_eq!((row.source.as_str(), row.subject.as_str()), ("P911", "P911.50_2"));
        assert_eq!(row.devices, ["QF911"]);
    }

    #[test]
    fn a_refusal_carries_its_reason_and_an_alarm_its_text_or_else_its_code() {
        let refused = training_row(&TrainingEvent::CommandResult(CommandResult {
            stamp: at(1),
            source: "trainee".into(),
            target: "QS2111".into(),
            operation: Operation::Open,
            accepted: false,
            reason: "QF211 is closed".into(),
        }));
        assert_eq!(refused.kind(), wire::EventKind::CommandRefused);
        assert_eq!(refused.detail, "QF211 is closed");
        let alarm = |text: &str| {
            let alarm = Alarm {
                stamp: at(1),
                source: "P911.79".into(),
                code: "c".into(),
                text: text.into(),
            };
            training_row(&TrainingEvent::Alarm(alarm)).detail
        };
        assert_eq!(
            (alarm("reclose unsuccessful"), alarm("")),
            ("reclose unsuccessful".into(), "c".into())
        );
    }

    #[test]
    fn a_fault_is_told_with_type_phases_place_and_resistance() {
        let fault = |fraction| FaultInception {
            stamp: at(2_000),
            source: "instructor".into(),
            fault: "fault-1".into(),
            target: "F911".into(),
            fraction,
            kind: FaultKind::ThreePhase,
            phases: "ABC".into(),
            resistance: 0.5,
            permanent: true,
            extinguish: federate_sdk::virtual_time::VirtualDuration::ZERO,
        };
        assert_eq!(fault_detail(&fault(0.5)), "3PH ABC 50 % 0.5 Ω");
        assert_eq!(fault_detail(&fault(0.0)), "3PH ABC 0.5 Ω");
        let row = training_row(&TrainingEvent::FaultInception(fault(0.0)));
        assert_eq!((row.subject.as_str(), row.fault.as_str()), ("F911", "fault-1"));
        let (stamp, source, fault) = (at(2_400), "substation".into(), "fault-1".into());
        let gone = FaultCleared { stamp, source, fault };
        assert_eq!(training_row(&TrainingEvent::FaultCleared(gone)).fault, "fault-1");
    }
}
