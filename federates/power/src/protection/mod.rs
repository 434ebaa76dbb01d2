//! Protection elements as pure state machines with exact stamps (MODEL D).
//!
//! A [`Relay`] takes current magnitudes and breaker states with the stamps at which they became
//! true, and tells when it wants to be asked again. Currents are constant between two reports,
//! so every operate time is known analytically: nothing is sampled, and a trip carries the
//! microsecond at which its condition was fulfilled plus the device time.
//!
//! Order at one stamp: what changed is reported first ([`Relay::on_current`],
//! [`Relay::on_breaker`]), then [`Relay::advance`] to that stamp yields what is due. So a current
//! that falls exactly when a timer ends cancels the trip, as MODEL 0.2 orders it.

mod definite_time;
mod inverse_time;
mod reclose;
mod settings;

#[cfg(test)]
mod tests;

pub use inverse_time::Curve;
pub use reclose::AutoReclose;
pub use settings::{NotBuilt, Protection, SettingsError};

use definite_time::DefiniteTime;
use inverse_time::InverseTime;

use crate::sequence::Sequences;

/// Over-elements drop out below this part of their pickup.
const DROP_OUT: f64 = 0.95;

/// Current magnitudes at a current transformer, primary A.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Measurement {
    /// Phases a, b, c.
    pub phases_a: [f64; 3],
    /// Residual current `3 I0`.
    pub residual_a: f64,
}

impl From<Sequences> for Measurement {
    fn from(current_a: Sequences) -> Self {
        Self { phases_a: current_a.magnitudes(), residual_a: current_a.residual().norm() }
    }
}

/// Something an element did.
#[derive(Debug, Clone, PartialEq)]
pub struct ProtectionEvent {
    /// Stamp of the event itself, microseconds of virtual time.
    pub t_us: u64,
    /// Id of the element, for example `P911.50_2`.
    pub element: String,
    /// What it did.
    pub kind: EventKind,
}

/// What an element did.
#[derive(Debug, Clone, PartialEq)]
pub enum EventKind {
    /// Picked up.
    Start,
    /// Dropped out after a start.
    Reset,
    /// Issued its trip.
    Trip {
        /// The breakers it trips.
        breakers: Vec<String>,
        /// Elements it blocks, for example a bus transfer.
        blocks: Vec<String>,
    },
    /// Closes a breaker by itself.
    RelayClose {
        /// The breaker.
        breaker: String,
    },
    /// Will not close again by itself.
    Lockout,
    /// Reports a condition to the operator.
    Alarm {
        /// Key of the alarm text.
        code: &'static str,
    },
}

/// Which current an element looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quantity {
    LargestPhase,
    Residual,
}

impl Quantity {
    fn of(self, measured: &Measurement) -> f64 {
        match self {
            Self::LargestPhase => measured.phases_a.into_iter().fold(0.0, f64::max),
            Self::Residual => measured.residual_a,
        }
    }
}

/// An overcurrent element of a relay.
#[derive(Debug, Clone, PartialEq)]
struct Element {
    id: String,
    quantity: Quantity,
    timer: Timer,
    /// How long after a closing of the breaker the element may pick up; none means always.
    active_after_close_us: Option<u64>,
    active_until_us: u64,
    trips: Vec<String>,
    blocks: Vec<String>,
    starts_reclose: bool,
}

#[derive(Debug, Clone, PartialEq)]
enum Timer {
    Definite(DefiniteTime),
    Inverse(InverseTime),
}

/// What a timer did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Output {
    Start,
    Trip,
    Reset,
}

impl Timer {
    fn on_value(&mut self, t_us: u64, value_a: f64) -> Option<Output> {
        match self {
            Self::Definite(timer) => timer.on_value(t_us, value_a),
            Self::Inverse(timer) => timer.on_value(t_us, value_a),
        }
    }

    fn next_due(&self) -> Option<u64> {
        match self {
            Self::Definite(timer) => timer.next_due(),
            Self::Inverse(timer) => timer.next_due(),
        }
    }

    fn is_idle(&self) -> bool {
        match self {
            Self::Definite(timer) => timer.is_idle(),
            Self::Inverse(timer) => timer.is_idle(),
        }
    }

    /// Takes the output that is due at [`Self::next_due`].
    fn take_due(&mut self) -> Option<Output> {
        match self {
            Self::Definite(timer) => timer.take_due(),
            Self::Inverse(timer) => timer.take_due(),
        }
    }
}

/// All elements of one relay: they share a current transformer and a breaker.
#[derive(Debug, Clone, PartialEq)]
pub struct Relay {
    id: String,
    ct: String,
    measured: Measurement,
    elements: Vec<Element>,
    reclose: Option<AutoReclose>,
}

impl Relay {
    /// Name of the relay, for example `P911`.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The current transformer it is wired to.
    #[must_use]
    pub fn ct(&self) -> &str {
        &self.ct
    }

    /// Its auto-reclose, if it has one.
    #[must_use]
    pub fn reclose(&self) -> Option<&AutoReclose> {
        self.reclose.as_ref()
    }

    /// Ids of its elements.
    pub fn element_ids(&self) -> impl Iterator<Item = &str> {
        let reclose = self.reclose.iter().map(AutoReclose::id);
        self.elements.iter().map(|e| e.id.as_str()).chain(reclose)
    }

    /// Reports the currents from a stamp on; yields what was due before it and what drops out.
    pub fn on_current(&mut self, t_us: u64, measured: Measurement) -> Vec<ProtectionEvent> {
        let mut events = self.advance_before(t_us);
        self.measured = measured;
        for element in &mut self.elements {
            if let Some(output) = element.on_value(t_us, element.quantity.of(&measured)) {
                events.push(element.event(t_us, output));
            }
        }
        events
    }

    /// Reports that a breaker reached a state; others than the relay's own are ignored.
    pub fn on_breaker(&mut self, t_us: u64, breaker: &str, closed: bool) -> Vec<ProtectionEvent> {
        let mut events = self.advance_before(t_us);
        let own = self.elements.iter().any(|e| {
            e.active_after_close_us.is_some() && e.trips.iter().any(|trip| trip == breaker)
        });
        if own && closed {
            for element in &mut self.elements {
                let Some(window) = element.active_after_close_us else { continue };
                element.active_until_us = t_us.saturating_add(window);
                let value = element.quantity.of(&self.measured);
                let output = element.on_value(t_us, value);
                events.extend(output.map(|output| element.event(t_us, output)));
            }
        }
        if let Some(reclose) = self.reclose.as_mut().filter(|r| r.breaker() == breaker) {
            events.extend(reclose.on_breaker(t_us, closed));
        }
        events
    }

    /// Blocks or releases the auto-reclose (manual trip, 87B, 50BF, maintenance).
    pub fn block_reclose(&mut self, t_us: u64, blocked: bool) -> Vec<ProtectionEvent> {
        let mut events = self.advance_before(t_us);
        if let Some(reclose) = &mut self.reclose {
            events.extend(reclose.block(t_us, blocked));
        }
        events
    }

    /// When something happens next if nothing is reported before.
    #[must_use]
    pub fn next_due(&self) -> Option<u64> {
        let timers = self.elements.iter().filter_map(|e| e.timer.next_due());
        timers.chain(self.reclose.as_ref().and_then(AutoReclose::next_due)).min()
    }

    /// What happens up to and including a stamp, in order.
    pub fn advance(&mut self, t_us: u64) -> Vec<ProtectionEvent> {
        let mut events = Vec::new();
        while let Some(due) = self.next_due().filter(|&due| due <= t_us) {
            self.step(due, &mut events);
        }
        events
    }

    fn advance_before(&mut self, t_us: u64) -> Vec<ProtectionEvent> {
        t_us.checked_sub(1).map(|before| self.advance(before)).unwrap_or_default()
    }

    /// Everything due at one stamp.
    fn step(&mut self, due: u64, events: &mut Vec<ProtectionEvent>) {
        for element in &mut self.elements {
            while element.timer.next_due() == Some(due) {
                let Some(output) = element.timer.take_due() else { break };
                events.push(element.event(due, output));
                let own = self.reclose.as_mut();
                let own = own.filter(|r| element.trips.iter().any(|b| b == r.breaker()));
                if let (Output::Trip, Some(reclose)) = (output, own) {
                    reclose.on_trip(element.starts_reclose);
                }
            }
        }
        if let Some(reclose) = &mut self.reclose {
            events.extend(reclose.advance(due));
        }
    }
}

impl Element {
    fn on_value(&mut self, t_us: u64, value_a: f64) -> Option<Output> {
        // An element of the acceleration stage sees nothing outside its window, but what it
        // has picked up inside runs to its end.
        let asleep = self.active_after_close_us.is_some()
            && t_us >= self.active_until_us
            && self.timer.is_idle();
        let value_a = if asleep { 0.0 } else { value_a };
        self.timer.on_value(t_us, value_a)
    }

    fn event(&self, t_us: u64, output: Output) -> ProtectionEvent {
        let kind = match output {
            Output::Start => EventKind::Start,
            Output::Reset => EventKind::Reset,
            Output::Trip => {
                EventKind::Trip { breakers: self.trips.clone(), blocks: self.blocks.clone() }
            }
        };
        ProtectionEvent { t_us, element: self.id.clone(), kind }
    }
}
