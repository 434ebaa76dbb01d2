//! Support services that a client library of the standard has and the wire has not: the advisory
//! switches of the 2010 edition, the factories of handles and times.

mod advisory_switches;
mod factories;

pub use factories::{CouldNotDecode, Handle, HandleFactory, TimeFactory};
