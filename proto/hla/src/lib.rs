//! Vocabulary of the High Level Architecture (IEEE 1516), 2010 and 2025 editions.
//!
//! Every other crate speaks these types: handles, logical times, values, the services a federate
//! calls ([`Call`], answered by a [`Reply`] or an [`HlaError`]) and what it is told ([`Callback`]).
//! The crate holds no state, knows no wire format and no federation: what a handle or a time means
//! is decided by the tables of `rti-core`, how it travels by `hla-wire`.

mod call;
mod callback;
mod exception;
mod federation;
mod handle;
mod region;
mod reply;
mod service;
mod switches;
mod time;
mod values;

pub use call::Call;
pub use callback::Callback;
pub use exception::HlaError;
pub use federation::{
    ConfigurationResult, Credentials, Edition, FederateRestoreStatus, FederateSaveStatus,
    FederationExecutionInformation, FederationExecutionMemberInformation, FomModule, JoinResult,
    MessageStamp, RtiConfiguration,
};
pub use handle::{
    AttributeHandle, DimensionHandle, FederateHandle, InteractionClassHandle,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle,
    RegionHandle, TransportationTypeHandle,
};
pub use region::{AttributeRegions, ConveyedRegion, RangeBounds};
pub use reply::Reply;
pub use switches::{
    AdditionalSettingsResult, OrderType, ResignAction, RestoreFailureReason, RestoreStatus,
    SaveFailureReason, SaveStatus, ServiceGroup, Switches, SynchronizationPointFailureReason,
};
pub use time::{
    HlaFloat64Time, HlaInteger64Time, Interval, LogicalTime, LogicalTimeInterval,
    TimeImplementation, TimePoint,
};
pub use values::{AttributeValues, Entry, ParameterValues, Values};
