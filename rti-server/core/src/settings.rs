//! Settings of one federation: what it is called, how it counts time, where its limits lie.

use hla::TimeImplementation;

/// Settings of one federation, fixed at its creation.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Name of the federation execution.
    pub name: String,
    /// Its time type.
    pub time: TimeImplementation,
    /// Limits; reaching one is an error of the caller, never growth.
    pub limits: Limits,
}

/// Upper bounds of everything a federate can make grow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Joined federates.
    pub federates_max: usize,
    /// Open synchronization points.
    pub synchronization_points_max: usize,
    /// Object instances.
    pub object_instances_max: usize,
    /// Regions of one federate.
    pub regions_max: usize,
    /// Reserved names of one federate.
    pub reserved_names_max: usize,
    /// Octets queued in time-stamp order, and held in receive order, for one receiver.
    pub receiver_queue_bytes_max: usize,
    /// Removals of one federate that it has not handled; beyond it the oldest counts as handled.
    pub unhandled_removals_max: usize,
    /// Messages of one sender that can still be retracted.
    pub retractable_messages_max: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            federates_max: 10_000,
            synchronization_points_max: 10_000,
            object_instances_max: 1_000_000,
            regions_max: 100_000,
            reserved_names_max: 100_000,
            receiver_queue_bytes_max: 64 << 20,
            unhandled_removals_max: 100_000,
            retractable_messages_max: 1_000_000,
        }
    }
}
