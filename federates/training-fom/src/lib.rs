//! The object model of the training federates: one FOM module, as typed Rust.
//!
//! `fom/BusbarTraining.xml` is the contract between the substation, the protection, the
//! instructor and whoever joins them; the types here have its names. Every value that can change
//! carries the instant of which it is true (its physical stamp) beside the time stamp of the
//! message: the message is at least one lookahead later, and whoever computes from it computes
//! from the physical stamp. So one lookahead for each hop costs no precision.
//!
//! [`Member`] is what all training federates have in common: joining, roles in time, the rule
//! that time moves only while an instructor's exercise exists.

mod data;
mod interactions;
mod member;
mod objects;

pub use data::{
    DeviceKind, Energisation, FaultKind, Identity, NodeState, Operation, PhaseCurrents,
    PowerBalance, PowerFlow, ProtectionAction, RunState, SwitchPosition, SwitchState,
};
pub use interactions::{
    Alarm, CommandResult, FaultCleared, FaultInception, Interactions, ProtectionEvent,
    SwitchCommand, TrainingEvent,
};
pub use member::{Delivery, Inbox, Member, MemberError, MemberOptions, TrainingModel, leave, run};
pub use objects::{
    ConnectivityNode, CurrentTransformer, Exercise, Line, Network, Objects, Participant,
    PowerTransformer, SwitchingDevice, TrainingObject,
};

use federate_sdk::hla::{FomModule, TimeImplementation};
use federate_sdk::virtual_time::VirtualDuration;

/// The FOM module, as it goes to the RTI.
pub const MODULE_XML: &str = include_str!("../fom/BusbarTraining.xml");
/// Name under which the module goes to the RTI.
pub const MODULE_NAME: &str = "BusbarTraining.xml";
/// The federation that training federates join unless told otherwise.
pub const FEDERATION: &str = "training";
/// Logical time is virtual time in microseconds.
pub const TIME: TimeImplementation = TimeImplementation::Integer64;
/// Lookahead of every training federate: shorter than every device time of the model.
pub const LOOKAHEAD: VirtualDuration = VirtualDuration::from_millis(1);

/// The FOM module for create and join.
pub fn module() -> FomModule {
    FomModule::File {
        name: MODULE_NAME.into(),
        content: bytes::Bytes::from_static(MODULE_XML.as_bytes()),
    }
}
