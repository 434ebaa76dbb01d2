//! What the services of federation management carry: connections, modules, reports.

use bytes::Bytes;

use crate::{
    AdditionalSettingsResult, FederateHandle, LogicalTime, MessageRetractionHandle, OrderType,
    RestoreStatus, SaveStatus,
};

/// The edition of the standard that a session speaks (SEMANTICS 12, point 24).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Edition {
    /// IEEE 1516-2010, HLA Evolved.
    Evolved2010,
    /// IEEE 1516-2025, HLA 4.
    #[default]
    Hla4,
}

/// How a federate wants to reach its RTI.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RtiConfiguration {
    /// Name of a configuration that the RTI may know.
    pub configuration_name: String,
    /// Address of the RTI; client libraries keep it and send it empty.
    pub rti_address: String,
    /// Lines of `name=value`.
    pub additional_settings: String,
}

/// Which parts of a configuration took effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigurationResult {
    /// The named configuration was used.
    pub configuration_used: bool,
    /// The address was used.
    pub address_used: bool,
    /// What became of the additional settings.
    pub additional_settings: AdditionalSettingsResult,
    /// Text for a person.
    pub message: String,
}

/// Who connects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credentials {
    /// `HLAnoCredentials`, `HLAplainTextPassword` or a type of the RTI's own.
    pub kind: String,
    /// Opaque to everybody but the authenticator of that type.
    pub data: Bytes,
}

/// A FOM module or a MIM, as the federate handed it over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FomModule {
    /// The file itself.
    File {
        /// Its name, for messages and designator lists.
        name: String,
        /// XML; the encoding is said inside.
        content: Bytes,
    },
    /// A zip archive with one file.
    Compressed(Bytes),
    /// A designator that the federate could not turn into a file.
    Url(String),
}

/// What a federate learns when it joins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinResult {
    /// Its handle.
    pub federate: FederateHandle,
    /// Name of the time type of the federation, never empty.
    pub logical_time_implementation_name: String,
}

/// One line of the list of federation executions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FederationExecutionInformation {
    /// Name of the federation execution.
    pub federation_name: String,
    /// Name of its time type.
    pub logical_time_implementation_name: String,
}

/// One line of the list of members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FederationExecutionMemberInformation {
    /// Name of the federate.
    pub federate_name: String,
    /// Its type.
    pub federate_type: String,
}

/// Where a federate stands in a save.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FederateSaveStatus {
    /// The federate.
    pub federate: FederateHandle,
    /// Where it stands.
    pub status: SaveStatus,
}

/// Where a federate stands in a restore.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FederateRestoreStatus {
    /// Its handle before.
    pub pre_restore: FederateHandle,
    /// Its handle after.
    pub post_restore: FederateHandle,
    /// Where it stands.
    pub status: RestoreStatus,
}

/// The time stamp of a message and what became of its order on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageStamp {
    /// The time that the sender gave.
    pub time: LogicalTime,
    /// The order in which it was sent.
    pub sent_order: OrderType,
    /// The order in which this receiver gets it.
    pub received_order: OrderType,
    /// By what it can be retracted; only for messages sent in time-stamp order.
    pub retraction: Option<MessageRetractionHandle>,
}
