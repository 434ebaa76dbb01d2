//! Simulation: federations that run by themselves, from seeds and over all orders of events.
//!
//! * `sequences`: random calls of every service by five federates that join, resign, get lost, are
//!   congested and handle callbacks late. After every step the tables agree, a refused call has
//!   changed nothing, raised an exception of the standard's table, and an onlooker who knows calls
//!   and callbacks alone (`onlooker`) finds no promise broken.
//! * `explore`: every order of events of three small federates with the real core as transition;
//!   `time` and its like say what the federates do.
//!
//! What this is not: no server, no sessions, no network; those are the business of `rti-server`.

mod arguments;
mod choices;
mod dice;
mod explore;
mod federates;
mod onlooker;
mod ownership;
#[path = "../conformance/requests.rs"]
mod requests;
mod sequences;
#[allow(dead_code, reason = "callbacks and clauses are the business of the conformance tests")]
#[path = "../conformance/table.rs"]
mod table;
mod time;
