//! The reference cases: every expected value of the case files, within the tolerance they state.

mod expected;
mod ieee;
mod mutations;
mod s01;
mod small_networks;
mod ts220_faults;
mod ts220_flows;
