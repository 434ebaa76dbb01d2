//! The federation state machine: the services of IEEE 1516 on one federation execution.
//!
//! A [`Federation`] is created with its [`Settings`] and object model. [`Federation::step`] applies
//! one [`Input`] (a call, a join, a lost federate, ...) and appends [`Effects`] (replies and
//! callbacks). The same inputs give the same effects. An effect names a set of receivers; nobody
//! here encodes or copies a message per receiver.
//!
//! The crate is split by service group, in the order of the standard: membership (clause 4),
//! declaration (5), object (6), ownership (7), time (8; its services are in `timing`), ddm (9),
//! support (10) and mom (11). `routing` is the only place that computes who receives a message.
//!
//! What the crate does not do: it never blocks, reads no clock, opens no file and panics on no
//! input; it keeps no attribute values; it knows no wire format and no sessions. Creating,
//! destroying and listing federations is the runtime's business. Save and restore are not built
//! yet: those services answer `RTIinternalError` that says so.

mod ddm;
mod declaration;
mod effect;
mod emission;
mod federate;
mod federation;
mod input;
mod membership;
mod mom;
mod object;
mod ownership;
mod routing;
#[cfg(test)]
mod script;
mod settings;
mod status;
mod support;
mod time;
mod timing;

pub use effect::{Effect, Effects, FederateSet};
pub use federation::Federation;
pub use input::{CallId, CallbackSeq, Input, Join, JoinId, Level, LostReason, Nanos};
pub use settings::{Limits, Settings};
pub use status::{AdvanceState, FederateStatus, FederationStatus};
