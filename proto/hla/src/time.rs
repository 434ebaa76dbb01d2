//! Logical times and intervals of the two standard time types.
//!
//! On the wire a time is eight octets whose meaning only the federation knows, so [`LogicalTime`]
//! keeps the octets and [`TimeImplementation`] reads them. Inside the RTI a time is a
//! [`TimePoint`]: an integer whose order is the order of the times, for both types, so that
//! nothing there compares floats and the smallest step up is always `+ 1`.

use std::fmt;

/// A logical time as it travels: eight octets, or something that cannot be a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum LogicalTime {
    /// `HLAinteger64BE` or `HLAfloat64BE`, as the federation's time implementation says.
    Encoded([u8; 8]),
    /// Absent, or of another length than eight octets; answered with `InvalidLogicalTime`.
    Unreadable,
}

/// A distance between two logical times, in the same form as a time.
pub type LogicalTimeInterval = LogicalTime;

impl LogicalTime {
    /// Reads the wire form.
    pub fn decode(octets: &[u8]) -> Self {
        octets.try_into().map_or(Self::Unreadable, Self::Encoded)
    }

    /// The wire form; empty when unreadable.
    pub fn octets(&self) -> &[u8] {
        match self {
            Self::Encoded(octets) => octets,
            Self::Unreadable => &[],
        }
    }
}

impl fmt::Debug for LogicalTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encoded(octets) => {
                write!(f, "LogicalTime(0x{:016x})", u64::from_be_bytes(*octets))
            }
            Self::Unreadable => f.write_str("LogicalTime(unreadable)"),
        }
    }
}

/// A time or an interval of `HLAinteger64Time`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HlaInteger64Time(pub i64);

/// A time or an interval of `HLAfloat64Time`.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct HlaFloat64Time(pub f64);

impl From<HlaInteger64Time> for LogicalTime {
    fn from(time: HlaInteger64Time) -> Self {
        Self::Encoded(time.0.to_be_bytes())
    }
}

impl From<HlaFloat64Time> for LogicalTime {
    fn from(time: HlaFloat64Time) -> Self {
        Self::Encoded(time.0.to_be_bytes())
    }
}

impl HlaInteger64Time {
    /// Reads a time or an interval of an `HLAinteger64Time` federation.
    pub fn read(time: LogicalTime) -> Option<Self> {
        match time {
            LogicalTime::Encoded(octets) => Some(Self(i64::from_be_bytes(octets))),
            LogicalTime::Unreadable => None,
        }
    }
}

impl HlaFloat64Time {
    /// Reads a time or an interval of an `HLAfloat64Time` federation.
    pub fn read(time: LogicalTime) -> Option<Self> {
        match time {
            LogicalTime::Encoded(octets) => Some(Self(f64::from_be_bytes(octets))),
            LogicalTime::Unreadable => None,
        }
    }
}

/// A logical time inside the RTI: ordered like the times it stands for, `+ 1` is epsilon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimePoint(i64);

impl TimePoint {
    /// The initial time of both standard time types.
    pub const INITIAL: Self = Self(0);

    /// The next representable time, or `None` at the end of the time line.
    pub fn successor(self, implementation: TimeImplementation) -> Option<Self> {
        (self < implementation.final_time()).then(|| Self(self.0 + 1))
    }
}

/// A non-negative interval inside the RTI, in the units of its time implementation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Interval(i64);

impl Interval {
    /// The empty interval.
    pub const ZERO: Self = Self(0);
}

/// The time type of a federation execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimeImplementation {
    /// `HLAinteger64Time`: 0 to 2^63 - 1, epsilon 1.
    Integer64,
    /// `HLAfloat64Time`: 0.0 to the largest double, epsilon the next double.
    Float64,
}

impl TimeImplementation {
    /// The implementation of this name; the empty name means `HLAfloat64Time` (IEEE 1516.1, create).
    pub fn by_name(name: &str) -> Option<Self> {
        match name {
            "HLAinteger64Time" => Some(Self::Integer64),
            "HLAfloat64Time" | "" => Some(Self::Float64),
            _ => None,
        }
    }

    /// The standard's name of the implementation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Integer64 => "HLAinteger64Time",
            Self::Float64 => "HLAfloat64Time",
        }
    }

    /// The end of the time line.
    pub const fn final_time(self) -> TimePoint {
        match self {
            Self::Integer64 => TimePoint(i64::MAX),
            Self::Float64 => TimePoint(f64::MAX.to_bits() as i64),
        }
    }

    /// Reads a time; `None` when it is unreadable, NaN or infinite.
    ///
    /// Times below the initial time are readable: what they mean is the service's business.
    pub fn read(self, time: LogicalTime) -> Option<TimePoint> {
        let LogicalTime::Encoded(octets) = time else { return None };
        match self {
            Self::Integer64 => Some(TimePoint(i64::from_be_bytes(octets))),
            Self::Float64 => {
                let value = f64::from_be_bytes(octets);
                value.is_finite().then(|| TimePoint(ordered_bits(value)))
            }
        }
    }

    /// Reads an interval; `None` when it is unreadable, negative, NaN or infinite.
    pub fn read_interval(self, interval: LogicalTimeInterval) -> Option<Interval> {
        let TimePoint(value) = self.read(interval)?;
        (value >= 0).then_some(Interval(value))
    }

    /// The wire form of a time.
    pub fn write(self, time: TimePoint) -> LogicalTime {
        match self {
            Self::Integer64 => HlaInteger64Time(time.0).into(),
            Self::Float64 => HlaFloat64Time(from_ordered_bits(time.0)).into(),
        }
    }

    /// The wire form of an interval.
    pub fn write_interval(self, interval: Interval) -> LogicalTimeInterval {
        self.write(TimePoint(interval.0))
    }

    /// `time + interval`, held at the final time where it would pass it (ALGORITHMS 1.1).
    pub fn add(self, time: TimePoint, interval: Interval) -> TimePoint {
        match self {
            Self::Integer64 => TimePoint(time.0.saturating_add(interval.0)),
            Self::Float64 => {
                let sum = from_ordered_bits(time.0) + from_ordered_bits(interval.0);
                TimePoint(ordered_bits(sum.min(f64::MAX)))
            }
        }
    }

    /// Whether `time + interval` lies beyond the final time, where [`add`](Self::add) holds it.
    pub fn passes_final(self, time: TimePoint, interval: Interval) -> bool {
        match self {
            Self::Integer64 => time.0.checked_add(interval.0).is_none(),
            Self::Float64 => from_ordered_bits(time.0) + from_ordered_bits(interval.0) > f64::MAX,
        }
    }

    /// The earliest time, not before `from`, from which `interval` reaches `target`.
    pub fn earliest_reaching(
        self,
        from: TimePoint,
        interval: Interval,
        target: TimePoint,
    ) -> TimePoint {
        // The sum grows with the time but need not take every value, so a subtraction of doubles
        // is not exact enough; halving the range of the ordered integers is.
        let (mut low, mut high) = (from, target.max(from));
        while low < high {
            let middle = TimePoint(low.0.midpoint(high.0));
            if self.add(middle, interval) >= target {
                high = middle;
            } else {
                low = TimePoint(middle.0 + 1);
            }
        }
        low
    }

    /// `later - earlier`, zero where `later` is not later.
    pub fn distance(self, earlier: TimePoint, later: TimePoint) -> Interval {
        match self {
            Self::Integer64 => Interval(later.0.saturating_sub(earlier.0).max(0)),
            Self::Float64 => {
                let difference = from_ordered_bits(later.0) - from_ordered_bits(earlier.0);
                Interval(ordered_bits(difference.clamp(0.0, f64::MAX)))
            }
        }
    }

    /// The time for a log or a message.
    pub fn display(self, time: TimePoint) -> String {
        match self {
            Self::Integer64 => time.0.to_string(),
            Self::Float64 => from_ordered_bits(time.0).to_string(),
        }
    }
}

/// Maps a finite double to an integer so that the order is kept and both zeros become 0.
fn ordered_bits(value: f64) -> i64 {
    let magnitude = (value.to_bits() & !(1 << 63)) as i64;
    if value.is_sign_negative() { -magnitude } else { magnitude }
}

fn from_ordered_bits(bits: i64) -> f64 {
    let magnitude = f64::from_bits(bits.unsigned_abs());
    if bits < 0 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests;
