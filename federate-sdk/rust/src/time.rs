//! Logical times as a program writes them, checked against the time type of the federation.

use hla::{HlaFloat64Time, HlaInteger64Time, LogicalTime, TimeImplementation};

/// A time or an interval that a service takes: [`HlaInteger64Time`], [`HlaFloat64Time`], or a
/// [`LogicalTime`] that the RTI gave.
///
/// A time of the other type than the federation's is refused here, because on the wire both types
/// are eight octets and the RTI would read it as some other time.
pub trait IntoTime {
    /// The time in a federation of this time type; the error says what is wrong with it.
    ///
    /// # Errors
    /// When it is a time of another type.
    fn into_time(self, implementation: TimeImplementation) -> Result<LogicalTime, String>;
}

impl IntoTime for LogicalTime {
    fn into_time(self, _: TimeImplementation) -> Result<LogicalTime, String> {
        Ok(self)
    }
}

impl IntoTime for HlaInteger64Time {
    fn into_time(self, implementation: TimeImplementation) -> Result<LogicalTime, String> {
        of_type(self.0, self.into(), TimeImplementation::Integer64, implementation)
    }
}

impl IntoTime for HlaFloat64Time {
    fn into_time(self, implementation: TimeImplementation) -> Result<LogicalTime, String> {
        of_type(self.0, self.into(), TimeImplementation::Float64, implementation)
    }
}

fn of_type(
    value: impl std::fmt::Display,
    time: LogicalTime,
    own: TimeImplementation,
    federation: TimeImplementation,
) -> Result<LogicalTime, String> {
    if own == federation {
        return Ok(time);
    }
    Err(format!("{} {value} in a federation of {}", own.name(), federation.name()))
}
