//! Ownership management (clause 7). All of them also raise `ObjectInstanceNotKnown`,
//! `AttributeNotDefined`, `SaveInProgress` and `RestoreInProgress`.

use bytes::Bytes;
use hla::{AttributeHandle, Call, ObjectInstanceHandle};

use crate::request::services;
use crate::{Federate, Request};

services! {
    /// Drops ownership at once (7.2). Option: `tag`. `AttributeNotOwned`.
    unconditional_attribute_ownership_divestiture(object_instance: ObjectInstanceHandle, attributes: impl Into<Vec<AttributeHandle>>), Tagged = UnconditionalAttributeOwnershipDivestiture { object_instance, attributes: attributes.into(), tag: Bytes::new() };
    /// Offers ownership and keeps it until somebody takes it (7.3). Option: `tag`.
    /// `AttributeAlreadyBeingDivested`, `AttributeNotOwned`.
    negotiated_attribute_ownership_divestiture(object_instance: ObjectInstanceHandle, attributes: impl Into<Vec<AttributeHandle>>), Tagged = NegotiatedAttributeOwnershipDivestiture { object_instance, attributes: attributes.into(), tag: Bytes::new() };
    /// Hands over what was negotiated (7.6). Option: `tag`. `NoAcquisitionPending`,
    /// `AttributeDivestitureWasNotRequested`, `AttributeNotOwned`.
    confirm_divestiture(object_instance: ObjectInstanceHandle, attributes: impl Into<Vec<AttributeHandle>>), Tagged = ConfirmDivestiture { object_instance, attributes: attributes.into(), tag: Bytes::new() };
    /// Asks for ownership, also of what somebody owns (7.8). Option: `tag`.
    /// `AttributeNotPublished`, `ObjectClassNotPublished`, `FederateOwnsAttributes`.
    attribute_ownership_acquisition(object_instance: ObjectInstanceHandle, attributes: impl Into<Vec<AttributeHandle>>), Tagged = AttributeOwnershipAcquisition { object_instance, attributes: attributes.into(), tag: Bytes::new() };
    /// Asks for ownership of what nobody owns (7.9). Option: `tag`.
    /// `AttributeAlreadyBeingAcquired`, `AttributeNotPublished`, `FederateOwnsAttributes`.
    attribute_ownership_acquisition_if_available(object_instance: ObjectInstanceHandle, attributes: impl Into<Vec<AttributeHandle>>), Tagged = AttributeOwnershipAcquisitionIfAvailable { object_instance, attributes: attributes.into(), tag: Bytes::new() };
    /// Refuses to give up what somebody asked for (7.12). Option: `tag`. `AttributeNotOwned`.
    attribute_ownership_release_denied(object_instance: ObjectInstanceHandle, attributes: impl Into<Vec<AttributeHandle>>), Tagged = AttributeOwnershipReleaseDenied { object_instance, attributes: attributes.into(), tag: Bytes::new() };
    /// Gives up what somebody wants, and says which attributes those were (7.13). Option: `tag`.
    /// `AttributeNotOwned`.
    attribute_ownership_divestiture_if_wanted(object_instance: ObjectInstanceHandle, attributes: impl Into<Vec<AttributeHandle>>) -> Vec<AttributeHandle>, Tagged = AttributeOwnershipDivestitureIfWanted { object_instance, attributes: attributes.into(), tag: Bytes::new() };
    /// Takes an offer back (7.14). `AttributeDivestitureWasNotRequested`, `AttributeNotOwned`.
    cancel_negotiated_attribute_ownership_divestiture(object_instance: ObjectInstanceHandle, attributes: impl Into<Vec<AttributeHandle>>) = CancelNegotiatedAttributeOwnershipDivestiture { object_instance, attributes: attributes.into() };
    /// Takes a request for ownership back (7.15); confirmed by a callback.
    /// `AttributeAcquisitionWasNotRequested`, `AttributeAlreadyOwned`.
    cancel_attribute_ownership_acquisition(object_instance: ObjectInstanceHandle, attributes: impl Into<Vec<AttributeHandle>>) = CancelAttributeOwnershipAcquisition { object_instance, attributes: attributes.into() };
    /// Asks who owns attributes (7.17); the answers are callbacks.
    query_attribute_ownership(object_instance: ObjectInstanceHandle, attributes: impl Into<Vec<AttributeHandle>>) = QueryAttributeOwnership { object_instance, attributes: attributes.into() };
    /// Whether this federate owns an attribute (7.19).
    is_attribute_owned_by_federate(object_instance: ObjectInstanceHandle, attribute: AttributeHandle) -> bool = IsAttributeOwnedByFederate { object_instance, attribute };
}
