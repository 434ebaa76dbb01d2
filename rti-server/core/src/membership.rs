//! Membership (clause 4): joining, resigning, being lost, synchronization points.

mod join;
mod resign;
mod synchronization;
#[cfg(test)]
mod tests;

pub(crate) use self::synchronization::SynchronizationPoints;
