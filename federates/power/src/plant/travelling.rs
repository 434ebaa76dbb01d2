//! A disconnector, truck, earth switch or neutral switch: a motor that travels for seconds.

use super::{Moved, Position};

/// A switch that is intermediate from acceptance of a command to the end of its travel.
#[derive(Debug, Clone, PartialEq)]
pub struct TravellingSwitch {
    id: String,
    travel_us: u64,
    closed: bool,
    /// Stamp at which the travel under way ends.
    until_us: Option<u64>,
}

/// Why a switch does not travel.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveRefused {
    /// A travel is under way; it cannot be reversed.
    #[error("{switch} is travelling until {until_us} us")]
    Travelling {
        /// The switch.
        switch: String,
        /// When the travel ends.
        until_us: u64,
    },
    /// It is there already.
    #[error("{switch} is in that position already")]
    There {
        /// The switch.
        switch: String,
    },
}

impl TravellingSwitch {
    /// A switch at rest.
    #[must_use]
    pub fn new(id: &str, travel_ms: u32, closed: bool) -> Self {
        let travel_us = u64::from(travel_ms) * 1000;
        Self { id: id.to_owned(), travel_us, closed, until_us: None }
    }

    /// Name of the switch.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Where its contacts are.
    #[must_use]
    pub fn position(&self) -> Position {
        match (self.until_us, self.closed) {
            (Some(_), _) => Position::Intermediate,
            (None, true) => Position::Closed,
            (None, false) => Position::Open,
        }
    }

    /// Starts a travel to the other position.
    ///
    /// # Errors
    /// [`MoveRefused`] says why nothing moves.
    pub fn travel(&mut self, t_us: u64, to_closed: bool) -> Result<(), MoveRefused> {
        let switch = self.id.clone();
        if let Some(until_us) = self.until_us {
            return Err(MoveRefused::Travelling { switch, until_us });
        }
        if self.closed == to_closed {
            return Err(MoveRefused::There { switch });
        }
        self.until_us = Some(t_us.saturating_add(self.travel_us));
        Ok(())
    }

    /// When the travel under way ends.
    #[must_use]
    pub fn next_due(&self) -> Option<u64> {
        self.until_us
    }

    /// Ends a travel that is over at a stamp.
    pub fn advance(&mut self, t_us: u64) -> Option<Moved> {
        let due = self.until_us.filter(|&due| due <= t_us)?;
        self.until_us = None;
        self.closed = !self.closed;
        Some(Moved { t_us: due, switch: self.id.clone(), closed: self.closed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_changes_at_the_end_of_travel() {
        let mut switch = TravellingSwitch::new("QS2111", 8000, true);
        switch.travel(500, false).expect("at rest and closed");
        assert_eq!(switch.position(), Position::Intermediate);
        assert_eq!(switch.advance(8_000_499), None);
        let moved = switch.advance(9_000_000).expect("the end of travel");
        assert_eq!((moved.t_us, moved.closed), (8_000_500, false));
        assert_eq!(switch.position(), Position::Open);
    }

    #[test]
    fn a_travel_is_neither_reversed_nor_repeated() {
        let mut switch = TravellingSwitch::new("QS2111", 8000, true);
        assert!(matches!(switch.travel(0, true), Err(MoveRefused::There { .. })));
        switch.travel(0, false).expect("at rest and closed");
        assert_eq!(
            switch.travel(1, true),
            Err(MoveRefused::Travelling { switch: "QS2111".to_owned(), until_us: 8_000_000 })
        );
    }
}
