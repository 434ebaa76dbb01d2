//! The training station that the crate ships.

/// The 220/110/10 kV substation `ts220` with its surroundings, as a node-breaker case file.
pub const TS220: &str = include_str!("../cases/ts220.json");

/// The relay settings of that station.
pub const TS220_PROTECTION: &str = include_str!("../cases/ts220.protection.json");
