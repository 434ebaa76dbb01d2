//! A circuit breaker with a stored-energy drive, all poles together.

use super::{Moved, Position};

/// The motor needs this long to charge the closing spring again after a closing.
const SPRING_CHARGE_US: u64 = 10_000_000;

/// A circuit breaker.
#[derive(Debug, Clone, PartialEq)]
pub struct Breaker {
    id: String,
    open_us: u64,
    close_us: u64,
    state: State,
    spring_charged_us: u64,
    control_power: bool,
    close_held: bool,
    /// A trip came while a close command was held: no closing until it is released.
    pumping_blocked: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Closed,
    Opening { until_us: u64 },
    Open,
    Closing { until_us: u64 },
}

/// Why a breaker does not open on command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenRefused {
    /// It is open or opening.
    #[error("{breaker} is open already")]
    Open {
        /// The breaker.
        breaker: String,
    },
    /// The control circuit has no supply.
    #[error("{breaker} has no control power")]
    NoControlPower {
        /// The breaker.
        breaker: String,
    },
}

/// Why a breaker does not close on command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CloseRefused {
    /// It is closed or moving.
    #[error("{breaker} is not open")]
    NotOpen {
        /// The breaker.
        breaker: String,
    },
    /// The control circuit has no supply.
    #[error("{breaker} has no control power")]
    NoControlPower {
        /// The breaker.
        breaker: String,
    },
    /// The closing spring is not charged.
    #[error("{breaker}: spring not charged before {ready_us} us")]
    SpringNotCharged {
        /// The breaker.
        breaker: String,
        /// When it will be.
        ready_us: u64,
    },
    /// The close command was held through a trip.
    #[error("{breaker}: release the close command first, a trip came while it was held")]
    Pumping {
        /// The breaker.
        breaker: String,
    },
}

impl Breaker {
    /// A breaker at rest with a charged spring.
    #[must_use]
    pub fn new(id: &str, open_ms: u32, close_ms: u32, closed: bool) -> Self {
        Self {
            id: id.to_owned(),
            open_us: u64::from(open_ms) * 1000,
            close_us: u64::from(close_ms) * 1000,
            state: if closed { State::Closed } else { State::Open },
            spring_charged_us: 0,
            control_power: true,
            close_held: false,
            pumping_blocked: false,
        }
    }

    /// Name of the breaker.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Where its contacts are.
    #[must_use]
    pub fn position(&self) -> Position {
        match self.state {
            State::Closed => Position::Closed,
            State::Open => Position::Open,
            State::Opening { .. } | State::Closing { .. } => Position::Intermediate,
        }
    }

    /// Switches the supply of the control circuit.
    pub fn set_control_power(&mut self, on: bool) {
        self.control_power = on;
    }

    /// Trips or opens the breaker. A trip overrides a closing under way: the contacts turn back
    /// before they touch.
    ///
    /// # Errors
    /// [`OpenRefused`] says why nothing moves.
    pub fn open(&mut self, t_us: u64) -> Result<(), OpenRefused> {
        if !self.control_power {
            return Err(OpenRefused::NoControlPower { breaker: self.id.clone() });
        }
        self.pumping_blocked |= self.close_held;
        match self.state {
            State::Open | State::Opening { .. } => {
                Err(OpenRefused::Open { breaker: self.id.clone() })
            }
            State::Closed | State::Closing { .. } => {
                self.state = State::Opening { until_us: t_us.saturating_add(self.open_us) };
                Ok(())
            }
        }
    }

    /// Gives a close command; it counts as held until [`Self::release_close`].
    ///
    /// # Errors
    /// [`CloseRefused`] says why nothing moves.
    pub fn close(&mut self, t_us: u64) -> Result<(), CloseRefused> {
        let breaker = self.id.clone();
        self.close_held = true;
        if !self.control_power {
            return Err(CloseRefused::NoControlPower { breaker });
        }
        if self.pumping_blocked {
            return Err(CloseRefused::Pumping { breaker });
        }
        if self.state != State::Open {
            return Err(CloseRefused::NotOpen { breaker });
        }
        if t_us < self.spring_charged_us {
            let ready_us = self.spring_charged_us;
            return Err(CloseRefused::SpringNotCharged { breaker, ready_us });
        }
        self.state = State::Closing { until_us: t_us.saturating_add(self.close_us) };
        self.spring_charged_us = t_us.saturating_add(self.close_us + SPRING_CHARGE_US);
        Ok(())
    }

    /// Releases the close command.
    pub fn release_close(&mut self) {
        self.close_held = false;
        self.pumping_blocked = false;
    }

    /// Opens the contacts at once, without a command: a defect.
    pub fn open_spontaneously(&mut self, t_us: u64) -> Option<Moved> {
        if matches!(self.state, State::Open) {
            return None;
        }
        self.state = State::Open;
        Some(Moved { t_us, switch: self.id.clone(), closed: false })
    }

    /// When the movement under way ends.
    #[must_use]
    pub fn next_due(&self) -> Option<u64> {
        match self.state {
            State::Opening { until_us } | State::Closing { until_us } => Some(until_us),
            State::Open | State::Closed => None,
        }
    }

    /// Ends a movement that is over at a stamp.
    pub fn advance(&mut self, t_us: u64) -> Option<Moved> {
        let due = self.next_due().filter(|&due| due <= t_us)?;
        let closed = matches!(self.state, State::Closing { .. });
        self.state = if closed { State::Closed } else { State::Open };
        Some(Moved { t_us: due, switch: self.id.clone(), closed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaker(closed: bool) -> Breaker {
        Breaker::new("QF", 45, 70, closed)
    }

    #[test]
    fn opening_and_closing_take_their_times() {
        let mut b = breaker(true);
        b.open(1_000).expect("closed and supplied");
        assert_eq!(b.position(), Position::Intermediate);
        assert_eq!(b.advance(45_999), None);
        assert_eq!(
            b.advance(50_000),
            Some(Moved { t_us: 46_000, switch: "QF".to_owned(), closed: false })
        );
        b.close(100_000).expect("open with a charged spring");
        assert_eq!(b.next_due(), Some(170_000));
        assert!(b.advance(170_000).is_some_and(|moved| moved.closed));
        assert_eq!(b.position(), Position::Closed);
    }

    #[test]
    fn a_trip_turns_a_closing_back() {
        let mut b = breaker(false);
        b.close(0).expect("open with a charged spring");
        b.open(20_000).expect("closing");
        let moved = b.advance(1_000_000).expect("an end position");
        assert_eq!((moved.t_us, moved.closed), (65_000, false));
    }

    #[test]
    fn a_close_command_held_through_a_trip_does_not_close_again() {
        let mut b = breaker(false);
        b.close(0).expect("open with a charged spring");
        b.advance(70_000);
        b.open(100_000).expect("closed");
        b.advance(145_000);
        let later = 60_000_000;
        assert!(matches!(b.close(later), Err(CloseRefused::Pumping { .. })));
        b.release_close();
        b.close(later).expect("released");
    }

    #[test]
    fn a_closing_uses_the_spring_and_the_motor_charges_it_again() {
        let mut b = breaker(false);
        b.close(0).expect("open with a charged spring");
        b.advance(70_000);
        b.release_close();
        b.open(100_000).expect("closed");
        b.advance(145_000);
        let refused = b.close(200_000).expect_err("not charged");
        assert_eq!(
            refused,
            CloseRefused::SpringNotCharged { breaker: "QF".to_owned(), ready_us: 10_070_000 }
        );
        b.close(10_070_000).expect("charged");
    }

    #[test]
    fn without_control_power_nothing_moves_on_command() {
        let mut b = breaker(true);
        b.set_control_power(false);
        assert!(matches!(b.open(0), Err(OpenRefused::NoControlPower { .. })));
        assert!(b.open_spontaneously(5).is_some_and(|moved| moved.t_us == 5 && !moved.closed));
        assert!(matches!(b.close(10), Err(CloseRefused::NoControlPower { .. })));
    }
}
