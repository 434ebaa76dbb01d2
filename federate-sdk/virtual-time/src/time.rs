//! Virtual time as a count of microseconds.
//!
//! Integers, because the order and the equality of stamps decide what happens: a sum of floats
//! drifts and calls equal times different. Arithmetic is checked; nothing here wraps.

use std::fmt;

/// A point of virtual time, in microseconds since the origin of the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct VirtualTime(i64);

/// A span of virtual time in microseconds; negative when it points into the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct VirtualDuration(i64);

impl VirtualTime {
    /// The origin.
    pub const ZERO: Self = Self(0);
    /// The end of the time line; as a limit it means "no limit".
    pub const MAX: Self = Self(i64::MAX);

    /// The time this many microseconds after the origin.
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// The time this many milliseconds after the origin.
    pub const fn from_millis(millis: u32) -> Self {
        Self(VirtualDuration::from_millis(millis).0)
    }

    /// The time this many seconds after the origin.
    pub const fn from_secs(secs: u32) -> Self {
        Self(VirtualDuration::from_secs(secs).0)
    }

    /// Microseconds since the origin.
    pub const fn as_micros(self) -> i64 {
        self.0
    }

    /// `self + duration`, or `None` where the time line does not reach.
    pub const fn checked_add(self, duration: VirtualDuration) -> Option<Self> {
        match self.0.checked_add(duration.0) {
            Some(micros) => Some(Self(micros)),
            None => None,
        }
    }

    /// `self - duration`, or `None` where the time line does not reach.
    pub const fn checked_sub(self, duration: VirtualDuration) -> Option<Self> {
        match self.0.checked_sub(duration.0) {
            Some(micros) => Some(Self(micros)),
            None => None,
        }
    }

    /// `self + duration`, held at the ends of the time line: for limits, not for stamps.
    pub const fn saturating_add(self, duration: VirtualDuration) -> Self {
        Self(self.0.saturating_add(duration.0))
    }

    /// `self - earlier`, or `None` where the span is too long to be counted.
    pub const fn since(self, earlier: Self) -> Option<VirtualDuration> {
        match self.0.checked_sub(earlier.0) {
            Some(micros) => Some(VirtualDuration(micros)),
            None => None,
        }
    }
}

impl VirtualDuration {
    /// No time at all: later in the same instant.
    pub const ZERO: Self = Self(0);

    /// A span of microseconds.
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// A span of milliseconds.
    pub const fn from_millis(millis: u32) -> Self {
        Self(millis as i64 * 1_000)
    }

    /// A span of seconds.
    pub const fn from_secs(secs: u32) -> Self {
        Self(secs as i64 * 1_000_000)
    }

    /// The span in microseconds.
    pub const fn as_micros(self) -> i64 {
        self.0
    }

    /// The sum, or `None` where it cannot be counted.
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(micros) => Some(Self(micros)),
            None => None,
        }
    }

    /// The span `factor` times over, or `None` where it cannot be counted.
    pub const fn checked_mul(self, factor: i64) -> Option<Self> {
        match self.0.checked_mul(factor) {
            Some(micros) => Some(Self(micros)),
            None => None,
        }
    }
}

/// `HH:MM:SS.mmm`, microseconds cut off; more than 99 hours take more digits.
impl fmt::Display for VirtualTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_clock(self.0, f)
    }
}

/// As a time is shown: `HH:MM:SS.mmm`.
impl fmt::Display for VirtualDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_clock(self.0, f)
    }
}

fn fmt_clock(micros: i64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let millis = micros.unsigned_abs() / 1_000;
    let sign = if micros < 0 { "-" } else { "" };
    let (secs, millis) = (millis / 1_000, millis % 1_000);
    let (minutes, secs) = (secs / 60, secs % 60);
    let (hours, minutes) = (minutes / 60, minutes % 60);
    write!(f, "{sign}{hours:02}:{minutes:02}:{secs:02}.{millis:03}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_reads_like_a_clock() {
        let shown = |micros| VirtualTime::from_micros(micros).to_string();
        assert_eq!(shown(0), "00:00:00.000");
        assert_eq!(shown(3_723_004_999), "01:02:03.004");
        assert_eq!(shown(-1_500_000), "-00:00:01.500");
        assert_eq!(shown(360_000_000_000), "100:00:00.000");
        assert_eq!(shown(i64::MIN), "-2562047788:00:54.775");
        assert_eq!(VirtualDuration::from_millis(45).to_string(), "00:00:00.045");
    }

    #[test]
    fn arithmetic_stops_at_the_ends_of_the_time_line() {
        let one = VirtualDuration::from_micros(1);
        assert_eq!(VirtualTime::ZERO.checked_add(one), Some(VirtualTime::from_micros(1)));
        assert_eq!(VirtualTime::MAX.checked_add(one), None);
        assert_eq!(VirtualTime::MAX.saturating_add(one), VirtualTime::MAX);
        assert_eq!(VirtualTime::from_micros(i64::MIN).checked_sub(one), None);
        assert_eq!(VirtualTime::MAX.since(VirtualTime::from_micros(-1)), None);
        assert_eq!(one.checked_mul(3), Some(VirtualDuration::from_micros(3)));
        assert_eq!(VirtualDuration::from_secs(u32::MAX).checked_mul(i64::MAX), None);
        assert_eq!(VirtualDuration::from_micros(i64::MAX).checked_add(one), None);
    }

    #[test]
    fn a_million_tenths_are_a_hundred_thousand_seconds_exactly() {
        let step = VirtualDuration::from_millis(100);
        let end = (0..1_000_000).try_fold(VirtualTime::ZERO, |time, _| time.checked_add(step));
        assert_eq!(end, Some(VirtualTime::from_secs(100_000)));
    }
}
