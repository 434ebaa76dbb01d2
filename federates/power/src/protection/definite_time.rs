//! 50: a threshold, a set delay and the device time (MODEL D.1).

use super::{DROP_OUT, Output};

#[derive(Debug, Clone, PartialEq)]
pub(super) struct DefiniteTime {
    pickup_a: f64,
    delay_us: u64,
    device_us: u64,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    /// Above the threshold since a stamp; nothing was said yet.
    PickedUp(u64),
    /// The start was published; the threshold was passed at this stamp.
    Started(u64),
    Tripped,
}

impl DefiniteTime {
    pub(super) fn new(pickup_a: f64, delay_us: u64, device_us: u64) -> Self {
        Self { pickup_a, delay_us, device_us, state: State::Idle }
    }

    pub(super) fn on_value(&mut self, t_us: u64, value_a: f64) -> Option<Output> {
        match self.state {
            State::Idle if value_a > self.pickup_a => {
                self.state = State::PickedUp(t_us);
                None
            }
            State::Idle => None,
            _ if value_a >= DROP_OUT * self.pickup_a => None,
            State::PickedUp(_) => {
                self.state = State::Idle;
                None
            }
            State::Started(_) | State::Tripped => {
                self.state = State::Idle;
                Some(Output::Reset)
            }
        }
    }

    pub(super) fn is_idle(&self) -> bool {
        self.state == State::Idle
    }

    pub(super) fn next_due(&self) -> Option<u64> {
        match self.state {
            State::Idle | State::Tripped => None,
            State::PickedUp(since) => Some(since + self.device_us),
            State::Started(since) => Some(since + self.device_us + self.delay_us),
        }
    }

    pub(super) fn take_due(&mut self) -> Option<Output> {
        match self.state {
            State::Idle | State::Tripped => None,
            State::PickedUp(since) => {
                self.state = State::Started(since);
                Some(Output::Start)
            }
            State::Started(_) => {
                self.state = State::Tripped;
                Some(Output::Trip)
            }
        }
    }
}
