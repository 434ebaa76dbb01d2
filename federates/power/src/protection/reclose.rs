//! 79: three-pole auto-reclose of one breaker (MODEL D.12).

use super::{EventKind, ProtectionEvent};

/// A close command that did not close the breaker after this time has failed.
const CLOSE_TIMEOUT_US: u64 = 1_000_000;

/// Settings and state of an auto-reclose.
#[derive(Debug, Clone, PartialEq)]
pub struct AutoReclose {
    id: String,
    breaker: String,
    shots: u32,
    dead_us: u64,
    reclaim_us: u64,
    device_us: u64,
    state: State,
    blocked: bool,
}

/// Settings of an auto-reclose.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RecloseSettings {
    pub(super) id: String,
    pub(super) breaker: String,
    pub(super) shots: u32,
    pub(super) dead_us: u64,
    pub(super) reclaim_us: u64,
    pub(super) device_us: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Closed long enough.
    Ready,
    /// A trip has come, the breaker has not opened yet. `shots` counts the closings of this cycle.
    Tripped { shots: u32, initiated: bool },
    /// Open, closing at the stamp.
    DeadTime { shots: u32, close_us: u64 },
    /// The close command is out.
    Closing { shots: u32, fails_us: u64 },
    /// Closed, ready at the stamp.
    Reclaim { shots: u32, ready_us: u64 },
    /// Open by hand.
    Open,
    /// Open for good.
    Lockout,
}

impl AutoReclose {
    pub(super) fn new(settings: RecloseSettings) -> Self {
        Self {
            id: settings.id,
            breaker: settings.breaker,
            shots: settings.shots,
            dead_us: settings.dead_us,
            reclaim_us: settings.reclaim_us,
            device_us: settings.device_us,
            state: State::Ready,
            blocked: false,
        }
    }

    /// Id of the element, for example `P911.79`.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The breaker it closes.
    #[must_use]
    pub fn breaker(&self) -> &str {
        &self.breaker
    }

    /// Whether a trip now would be followed by a closing.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.state == State::Ready && !self.blocked
    }

    /// Whether it has locked out.
    #[must_use]
    pub fn is_locked_out(&self) -> bool {
        self.state == State::Lockout
    }

    /// A protection element of this relay trips the breaker.
    pub(super) fn on_trip(&mut self, initiates: bool) {
        let initiates = initiates && !self.blocked;
        self.state = match self.state {
            State::Ready => State::Tripped { shots: 0, initiated: initiates },
            State::Reclaim { shots, .. } => {
                // In the reclaim time after a closing by hand there is no shot to take.
                let left = shots > 0 && shots < self.shots;
                State::Tripped { shots, initiated: initiates && left }
            }
            // One element that must not reclose decides for all.
            State::Tripped { shots, initiated } => {
                State::Tripped { shots, initiated: initiated && initiates }
            }
            other => other,
        };
    }

    pub(super) fn on_breaker(&mut self, t_us: u64, closed: bool) -> Vec<ProtectionEvent> {
        match (self.state, closed) {
            (State::Tripped { shots, initiated: true }, false) if !self.blocked => {
                let close_us = t_us + self.dead_us + self.device_us;
                self.state = State::DeadTime { shots, close_us };
                Vec::new()
            }
            (State::Tripped { shots, .. }, false) => {
                let unsuccessful = (shots > 0).then_some("reclose_unsuccessful");
                self.lock_out(t_us, unsuccessful)
            }
            (State::Ready | State::Reclaim { .. }, false) => {
                self.state = State::Open;
                Vec::new()
            }
            (State::Closing { shots, .. }, true) => {
                let ready_us = t_us + self.reclaim_us;
                self.state = State::Reclaim { shots: shots + 1, ready_us };
                Vec::new()
            }
            // Somebody else closed the breaker.
            (State::DeadTime { .. } | State::Open | State::Lockout, true) => {
                self.state = State::Reclaim { shots: 0, ready_us: t_us + self.reclaim_us };
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn block(&mut self, t_us: u64, blocked: bool) -> Vec<ProtectionEvent> {
        self.blocked = blocked;
        match self.state {
            State::DeadTime { .. } if blocked => self.lock_out(t_us, None),
            _ => Vec::new(),
        }
    }

    pub(super) fn next_due(&self) -> Option<u64> {
        match self.state {
            State::DeadTime { close_us, .. } => Some(close_us),
            State::Closing { fails_us, .. } => Some(fails_us),
            State::Reclaim { ready_us, .. } => Some(ready_us),
            _ => None,
        }
    }

    /// What is due at a stamp.
    pub(super) fn advance(&mut self, t_us: u64) -> Vec<ProtectionEvent> {
        match self.state {
            State::DeadTime { shots, close_us } if close_us <= t_us => {
                self.state = State::Closing { shots, fails_us: close_us + CLOSE_TIMEOUT_US };
                let breaker = self.breaker.clone();
                vec![self.event(close_us, EventKind::RelayClose { breaker })]
            }
            State::Closing { fails_us, .. } if fails_us <= t_us => {
                self.lock_out(fails_us, Some("reclose_failed"))
            }
            State::Reclaim { ready_us, .. } if ready_us <= t_us => {
                self.state = State::Ready;
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn lock_out(&mut self, t_us: u64, alarm: Option<&'static str>) -> Vec<ProtectionEvent> {
        self.state = State::Lockout;
        let mut events = vec![self.event(t_us, EventKind::Lockout)];
        events.extend(alarm.map(|code| self.event(t_us, EventKind::Alarm { code })));
        events
    }

    fn event(&self, t_us: u64, kind: EventKind) -> ProtectionEvent {
        ProtectionEvent { t_us, element: self.id.clone(), kind }
    }
}
