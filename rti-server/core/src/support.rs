//! Support services (clause 10): names and handles of what the FDD and the federation hold.

mod lookups;
mod switches;
#[cfg(test)]
mod tests;
