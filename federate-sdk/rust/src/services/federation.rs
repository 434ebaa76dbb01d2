//! Federation management (clause 4); connect, create, list and join are methods of `Connection`.

use bytes::Bytes;
use hla::Call;

use crate::request::services;
use crate::{Federate, Request};

services! {
    /// Proposes a synchronization point (4.14); the outcome is a callback. Options: `tag`, `among`.
    /// `SaveInProgress`, `RestoreInProgress`, `InvalidFederateHandle`.
    register_federation_synchronization_point(label: &str), SynchronizationPoint = RegisterFederationSynchronizationPoint { label: label.into(), tag: Bytes::new(), synchronization_set: None };
    /// Says that this federate has reached a point (4.17). Option: `unsuccessfully`.
    /// `SynchronizationPointLabelNotAnnounced`.
    synchronization_point_achieved(label: &str), Achievement = SynchronizationPointAchieved { label: label.into(), successfully: true };
    /// Asks that the whole federation saves its state (4.19). Option: `at`.
    /// `SaveInProgress`, `RestoreInProgress`, `LogicalTimeAlreadyPassed`, `FederateUnableToUseTime`.
    request_federation_save(label: &str), Timed = RequestFederationSave { label: label.into(), time: None };
    /// Says that this federate has begun to save (4.21). `SaveNotInitiated`.
    federate_save_begun() = FederateSaveBegun {};
    /// Says that this federate has saved (4.22). `FederateHasNotBegunSave`.
    federate_save_complete() = FederateSaveComplete {};
    /// Says that this federate could not save (4.22). `FederateHasNotBegunSave`.
    federate_save_not_complete() = FederateSaveNotComplete {};
    /// Calls off the save that is asked for or runs (4.24). `SaveNotInProgress`.
    abort_federation_save() = AbortFederationSave {};
    /// Asks where every federate stands in the save (4.25); the answer is a callback.
    /// `RestoreInProgress`.
    query_federation_save_status() = QueryFederationSaveStatus {};
    /// Asks that the federation goes back to a saved state (4.27); the outcome is a callback.
    /// `SaveInProgress`, `RestoreInProgress`.
    request_federation_restore(label: &str) = RequestFederationRestore { label: label.into() };
    /// Says that this federate has restored (4.31). `RestoreNotRequested`.
    federate_restore_complete() = FederateRestoreComplete {};
    /// Says that this federate could not restore (4.31). `RestoreNotRequested`.
    federate_restore_not_complete() = FederateRestoreNotComplete {};
    /// Calls off the restore (4.33). `RestoreNotInProgress`.
    abort_federation_restore() = AbortFederationRestore {};
    /// Asks where every federate stands in the restore (4.34); the answer is a callback.
    /// `SaveInProgress`.
    query_federation_restore_status() = QueryFederationRestoreStatus {};
}
