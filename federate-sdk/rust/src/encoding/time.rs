//! Arithmetic of the two standard time types, as a federate's time object does it.
//!
//! Inside the RTI a sum beyond the final time is held there; here it is the caller's mistake.

use hla::{HlaFloat64Time, HlaInteger64Time};

/// A sum or difference that is no logical time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("IllegalTimeArithmetic: the result lies outside the initial and the final time")]
pub struct IllegalTimeArithmetic;

/// What a time object of the standard can do beyond being compared. Intervals have the same type.
pub trait TimeArithmetic: Copy + PartialOrd {
    /// The first time, and the interval of no length.
    const INITIAL: Self;
    /// The last time.
    const FINAL: Self;
    /// The smallest interval that is not zero.
    const EPSILON: Self;

    /// This time moved on by an interval.
    ///
    /// # Errors
    /// When the result is no time of the time line.
    fn plus(self, interval: Self) -> Result<Self, IllegalTimeArithmetic>;

    /// This time moved back by an interval.
    ///
    /// # Errors
    /// When the result is no time of the time line.
    fn minus(self, interval: Self) -> Result<Self, IllegalTimeArithmetic>;

    /// The next time there is: what a federate without lookahead may send at after a grant.
    ///
    /// # Errors
    /// After the final time, or from what is no time.
    fn successor(self) -> Result<Self, IllegalTimeArithmetic>;

    /// The interval between two times, whichever is later.
    ///
    /// # Errors
    /// When one of them is no time of the time line.
    fn distance(self, other: Self) -> Result<Self, IllegalTimeArithmetic> {
        if self < other { other.minus(self) } else { self.minus(other) }
    }
}

impl TimeArithmetic for HlaInteger64Time {
    const INITIAL: Self = Self(0);
    const FINAL: Self = Self(i64::MAX);
    const EPSILON: Self = Self(1);

    fn plus(self, interval: Self) -> Result<Self, IllegalTimeArithmetic> {
        let sum = self.0.checked_add(interval.0).ok_or(IllegalTimeArithmetic)?;
        if sum < 0 { Err(IllegalTimeArithmetic) } else { Ok(Self(sum)) }
    }

    fn minus(self, interval: Self) -> Result<Self, IllegalTimeArithmetic> {
        let difference = self.0.checked_sub(interval.0).ok_or(IllegalTimeArithmetic)?;
        if difference < 0 { Err(IllegalTimeArithmetic) } else { Ok(Self(difference)) }
    }

    fn successor(self) -> Result<Self, IllegalTimeArithmetic> {
        self.plus(Self::EPSILON)
    }
}

impl TimeArithmetic for HlaFloat64Time {
    const INITIAL: Self = Self(0.0);
    const FINAL: Self = Self(f64::MAX);
    /// The smallest subnormal number.
    const EPSILON: Self = Self(f64::from_bits(1));

    fn plus(self, interval: Self) -> Result<Self, IllegalTimeArithmetic> {
        on_time_line(self.0 + interval.0)
    }

    fn minus(self, interval: Self) -> Result<Self, IllegalTimeArithmetic> {
        on_time_line(self.0 - interval.0)
    }

    /// Not `self + EPSILON`: that is `self` again for every time of ordinary size.
    fn successor(self) -> Result<Self, IllegalTimeArithmetic> {
        on_time_line(self.0.next_up())
    }
}

fn on_time_line(value: f64) -> Result<HlaFloat64Time, IllegalTimeArithmetic> {
    if (0.0..=f64::MAX).contains(&value) {
        Ok(HlaFloat64Time(value))
    } else {
        Err(IllegalTimeArithmetic)
    }
}
