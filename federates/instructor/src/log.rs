//! The event log of an exercise: what happened, in the order of its instants.
//!
//! Entries are ordered by their physical stamp, then by the class of MODEL 0.2, then by text,
//! never by arrival; so the same exercise gives the same log, byte for byte, at any speed.

use std::fmt;

use federate_sdk::virtual_time::{VirtualDuration, VirtualTime};
use training_fom::{
    Alarm, CommandResult, FaultCleared, FaultInception, FaultKind, Operation, ProtectionAction,
    ProtectionEvent, SwitchCommand, SwitchPosition, SwitchState, TrainingEvent,
};

/// Something that was observed.
#[derive(Debug, Clone, PartialEq)]
pub enum Observed {
    /// A device reached a position.
    Position {
        /// The device.
        device: String,
        /// The position and its cause.
        state: SwitchState,
    },
    /// An event of the training FOM.
    Event(TrainingEvent),
}

impl Observed {
    /// The instant it happened.
    pub fn stamp(&self) -> VirtualTime {
        match self {
            Self::Position { state, .. } => state.stamp,
            Self::Event(event) => event.stamp(),
        }
    }

    /// What or who it happened to.
    pub fn source(&self) -> &str {
        match self {
            Self::Position { device, .. } => device,
            Self::Event(event) => event.source(),
        }
    }

    /// The same with a stamp that counts from a later origin.
    #[must_use]
    pub(crate) fn earlier_by(mut self, offset: VirtualDuration) -> Self {
        let stamp = match &mut self {
            Self::Position { state, .. } => &mut state.stamp,
            Self::Event(event) => event.stamp_mut(),
        };
        *stamp = stamp.checked_sub(offset).unwrap_or(*stamp);
        self
    }

    /// Its class among simultaneous events (MODEL 0.2).
    fn class(&self) -> u8 {
        match self {
            Self::Position { .. }
            | Self::Event(TrainingEvent::FaultInception(_) | TrainingEvent::FaultCleared(_)) => 1,
            Self::Event(TrainingEvent::ProtectionEvent(_)) => 4,
            Self::Event(TrainingEvent::SwitchCommand(_) | TrainingEvent::CommandResult(_)) => 6,
            Self::Event(TrainingEvent::Alarm(_)) => 7,
        }
    }
}

/// The text of an entry, without its stamp.
impl fmt::Display for Observed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position { device, state } => {
                write!(f, "{device} {}", position(state.position))?;
                if state.cause.is_empty() { Ok(()) } else { write!(f, " by {}", state.cause) }
            }
            Self::Event(event) => fmt_event(event, f),
        }
    }
}

fn fmt_event(event: &TrainingEvent, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match event {
        TrainingEvent::ProtectionEvent(ProtectionEvent { element, action, devices, .. }) => {
            write!(f, "{element} {}", protection_action(*action))?;
            if devices.is_empty() { Ok(()) } else { write!(f, " {}", devices.join(" ")) }
        }
        TrainingEvent::Alarm(Alarm { source, code, text, .. }) => {
            write!(f, "{source} alarm {code}: {text}")
        }
        TrainingEvent::SwitchCommand(SwitchCommand { source, target, operation: op, .. }) => {
            write!(f, "{source} commands {target} to {}", operation(*op))
        }
        TrainingEvent::CommandResult(CommandResult {
            target,
            operation: op,
            accepted,
            reason,
            ..
        }) => {
            let op = operation(*op);
            if *accepted {
                write!(f, "{target} accepts {op}")
            } else {
                write!(f, "{target} refuses {op}: {reason}")
            }
        }
        TrainingEvent::FaultInception(FaultInception {
            fault,
            target,
            fraction,
            kind,
            phases,
            resistance,
            ..
        }) => {
            let kind = fault_name(*kind);
            write!(
                f,
                "fault {fault}: {kind} {phases} at {target}, fraction {fraction}, {resistance} ohm"
            )
        }
        TrainingEvent::FaultCleared(FaultCleared { fault, .. }) => {
            write!(f, "fault {fault} is gone")
        }
    }
}

/// The log, always in order.
#[derive(Debug, Clone, Default)]
pub struct Log {
    entries: Vec<Observed>,
}

impl Log {
    /// Puts an observation in its place.
    pub fn insert(&mut self, observed: Observed) {
        let key = |entry: &Observed| (entry.stamp(), entry.class());
        let new = key(&observed);
        let text = observed.to_string();
        // Almost always the end: messages are at most a few lookaheads late.
        let place = self.entries.iter().rposition(|entry| {
            key(entry) < new || (key(entry) == new && entry.to_string() <= text)
        });
        self.entries.insert(place.map_or(0, |place| place + 1), observed);
    }

    /// The entries, in order.
    pub fn entries(&self) -> &[Observed] {
        &self.entries
    }

    /// The log up to and including an instant.
    #[must_use]
    pub fn until(&self, end: VirtualTime) -> Self {
        let entries = self.entries.iter().filter(|entry| entry.stamp() <= end);
        Self { entries: entries.cloned().collect() }
    }
}

/// One line for each entry: the stamp in microseconds of virtual time, then the text.
impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for entry in &self.entries {
            writeln!(f, "{} {entry}", stamp(entry.stamp()))?;
        }
        Ok(())
    }
}

/// `HH:MM:SS.mmm`, with the microseconds where there are any.
pub(crate) fn stamp(time: VirtualTime) -> String {
    match time.as_micros().rem_euclid(1000) {
        0 => time.to_string(),
        micros => format!("{time}{micros:03}"),
    }
}

fn position(position: SwitchPosition) -> &'static str {
    match position {
        SwitchPosition::Open => "open",
        SwitchPosition::Closed => "closed",
        SwitchPosition::Intermediate => "intermediate",
    }
}

fn operation(operation: Operation) -> &'static str {
    match operation {
        Operation::Open => "open",
        Operation::Close => "close",
    }
}

fn protection_action(action: ProtectionAction) -> &'static str {
    match action {
        ProtectionAction::Start => "start",
        ProtectionAction::Trip => "trip",
        ProtectionAction::Reset => "reset",
        ProtectionAction::RelayClose => "close command",
        ProtectionAction::Lockout => "lock-out",
        ProtectionAction::Blocked => "blocked",
    }
}

fn fault_name(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::ThreePhase => "3PH",
        FaultKind::LineToGround => "SLG",
        FaultKind::LineToLine => "LL",
        FaultKind::LineToLineToGround => "LLG",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(millis: u32, element: &str) -> Observed {
        let event = ProtectionEvent {
            stamp: VirtualTime::from_millis(millis),
            source: "P".into(),
            element: element.into(),
            action: ProtectionAction::Start,
            devices: vec![],
        };
        Observed::Event(event.into())
    }

    fn opened(millis: u32) -> Observed {
        let stamp = VirtualTime::from_millis(millis);
        let state =
            SwitchState { stamp, position: SwitchPosition::Open, cause: "P911.50_2".into() };
        Observed::Position { device: "QF911".into(), state }
    }

    #[test]
    fn the_order_of_arrival_does_not_show() {
        let entries = [start(20, "B"), start(20, "A"), opened(20), start(10, "C")];
        let orders = [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]];
        let texts = orders.map(|order| {
            let mut log = Log::default();
            order.into_iter().for_each(|place: usize| log.insert(entries[place].clone()));
            log.to_string()
        });
        assert_eq!(
            texts[0],
            "00:00:00.010 C start\n00:00:00.020 QF911 open by P911.50_2\n\
             00:00:00.020 A start\n00:00:00.020 B start\n"
        );
        assert!(texts.iter().all(|text| *text == texts[0]));
    }
}
