//! Breakers and travelling switches: from a command to the stamp at which contacts have moved
//! (MODEL D.14).
//!
//! The network sees a switch change at the end of its movement, in both directions; until then
//! a travelling switch reports itself as intermediate. A device is asked for
//! [`next_due`](Breaker::next_due) and then advanced, like the protection elements.

mod breaker;
mod travelling;

pub use breaker::{Breaker, CloseRefused, OpenRefused};
pub use travelling::{MoveRefused, TravellingSwitch};

/// Where the contacts of a device are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// Open end position.
    Open,
    /// Closed end position.
    Closed,
    /// Neither.
    Intermediate,
}

/// A device reached an end position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// Stamp, microseconds of virtual time.
    pub t_us: u64,
    /// The device.
    pub switch: String,
    /// True if it is closed now.
    pub closed: bool,
}
