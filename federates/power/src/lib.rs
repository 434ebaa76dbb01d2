//! Electrical network model, solvers, faults and protection elements.
//!
//! A [`Network`](network::Network) is read from a case file (bus-branch in per unit, or
//! node-breaker in physical units). A [`Solver`](solver::Solver) owns it while it runs: switch
//! states, set points and faults go in, and [`Solution`](solver::Solution)s come out, with the
//! voltage and energisation of every node, the flow through every branch, the current through
//! every switch and what every fault draws.
//!
//! ```
//! use power::fault::{Fault, FaultPlace};
//! use power::network::Network;
//! use power::powerflow::ReactiveLimits;
//! use power::solver::{Energisation, Solver};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let network = Network::from_json("ts220.json", power::cases::TS220)?;
//! let breaker = network.switch("QF911").ok_or("no such breaker")?;
//! let line = network.branch("F911").ok_or("no such line")?;
//! let end = network.node("911-END").ok_or("no such node")?;
//! let mut solver = Solver::new(network, ReactiveLimits::Obeyed);
//!
//! // A fault half-way along the feeder, two seconds after the start.
//! solver.solve(0);
//! let place = FaultPlace::Line { line, fraction: 0.5 };
//! solver.apply_fault(Fault::three_phase("F1", place))?;
//! let [a, b, c] = solver.solve(2_000_000).switch_current(breaker).magnitudes();
//! assert!(a > 4500.0 && b > 4500.0 && c > 4500.0);
//!
//! // The breaker opens: the feeder is dead, its load is lost.
//! solver.set_switch(breaker, false);
//! let solution = solver.solve(2_370_000);
//! assert_eq!(solution.node(end).state, Energisation::Dead);
//! assert_eq!(solution.unserved_mw, 4.2);
//! # Ok(())
//! # }
//! ```
//!
//! What the crate deliberately does not do: it knows no HLA, reads no files, has no clock, no
//! threads and no random numbers. Text and stamps (microseconds of virtual time) are passed in,
//! and equal inputs give equal outputs. It models balanced phasors in quasi-steady state; fast
//! transients are out of scope, and so is, for now, unbalance: other faults than three-phase
//! ones are refused with [`FaultError::NotBuilt`](fault::FaultError::NotBuilt).

mod admittance;
pub mod cases;
pub mod fault;
pub mod network;
pub mod plant;
pub mod powerflow;
pub mod protection;
pub mod sequence;
pub mod solver;
mod sparse;
mod switch_current;
pub mod topology;
