//! Membership (clause 4): joining, resigning, being lost.

mod join;
mod resign;
#[cfg(test)]
mod tests;
