//! Declaration management (clause 5). All of them also raise `SaveInProgress` and
//! `RestoreInProgress`.

use hla::{AttributeHandle, Call, InteractionClassHandle, ObjectClassHandle};

use crate::request::services;
use crate::{Federate, Request};

services! {
    /// Declares attributes that this federate may update (5.2). `ObjectClassNotDefined`,
    /// `AttributeNotDefined`.
    publish_object_class_attributes(object_class: ObjectClassHandle, attributes: impl Into<Vec<AttributeHandle>>) = PublishObjectClassAttributes { object_class, attributes: attributes.into() };
    /// Stops publishing an object class (5.3). `OwnershipAcquisitionPending`,
    /// `ObjectClassNotDefined`.
    unpublish_object_class(object_class: ObjectClassHandle) = UnpublishObjectClass { object_class };
    /// Stops publishing some attributes (5.3). `OwnershipAcquisitionPending`,
    /// `AttributeNotDefined`.
    unpublish_object_class_attributes(object_class: ObjectClassHandle, attributes: impl Into<Vec<AttributeHandle>>) = UnpublishObjectClassAttributes { object_class, attributes: attributes.into() };
    /// Declares an interaction class that this federate may send (5.4).
    /// `InteractionClassNotDefined`.
    publish_interaction_class(interaction_class: InteractionClassHandle) = PublishInteractionClass { interaction_class };
    /// Stops publishing an interaction class (5.5). `InteractionClassNotDefined`.
    unpublish_interaction_class(interaction_class: InteractionClassHandle) = UnpublishInteractionClass { interaction_class };
    /// Declares interactions that this federate may aim at instances of a class (2025: 5.6).
    /// `ObjectClassNotDefined`, `InteractionClassNotDefined`.
    publish_object_class_directed_interactions(object_class: ObjectClassHandle, interaction_classes: impl Into<Vec<InteractionClassHandle>>) = PublishObjectClassDirectedInteractions { object_class, interaction_classes: interaction_classes.into() };
    /// Stops publishing all directed interactions of a class (2025: 5.7). Option: `only`.
    /// `ObjectClassNotDefined`, `InteractionClassNotDefined`.
    unpublish_object_class_directed_interactions(object_class: ObjectClassHandle), DirectedWithdrawal = UnpublishObjectClassDirectedInteractions { object_class, interaction_classes: None };
    /// Asks for instances and values of a class (5.8). Options: `passively`, `update_rate`.
    /// `ObjectClassNotDefined`, `AttributeNotDefined`, `InvalidUpdateRateDesignator`.
    subscribe_object_class_attributes(object_class: ObjectClassHandle, attributes: impl Into<Vec<AttributeHandle>>), AttributeSubscription = SubscribeObjectClassAttributes { object_class, attributes: attributes.into(), active: true, update_rate: None };
    /// Stops subscribing to an object class (5.9). `ObjectClassNotDefined`.
    unsubscribe_object_class(object_class: ObjectClassHandle) = UnsubscribeObjectClass { object_class };
    /// Stops subscribing to some attributes (5.9). `AttributeNotDefined`.
    unsubscribe_object_class_attributes(object_class: ObjectClassHandle, attributes: impl Into<Vec<AttributeHandle>>) = UnsubscribeObjectClassAttributes { object_class, attributes: attributes.into() };
    /// Asks for interactions of a class (5.10). Option: `passively`. `InteractionClassNotDefined`,
    /// `FederateServiceInvocationsAreBeingReportedViaMOM`.
    subscribe_interaction_class(interaction_class: InteractionClassHandle), InteractionSubscription = SubscribeInteractionClass { interaction_class, active: true };
    /// Stops subscribing to an interaction class (5.11). `InteractionClassNotDefined`.
    unsubscribe_interaction_class(interaction_class: InteractionClassHandle) = UnsubscribeInteractionClass { interaction_class };
    /// Asks for interactions aimed at instances of which this federate owns an attribute
    /// (2025: 5.12). Option: `universally`. `ObjectClassNotDefined`, `InteractionClassNotDefined`.
    subscribe_object_class_directed_interactions(object_class: ObjectClassHandle, interaction_classes: impl Into<Vec<InteractionClassHandle>>), DirectedSubscription = SubscribeObjectClassDirectedInteractions { object_class, interaction_classes: interaction_classes.into(), universally: false };
    /// Stops subscribing to all directed interactions of a class (2025: 5.13). Option: `only`.
    /// `ObjectClassNotDefined`, `InteractionClassNotDefined`.
    unsubscribe_object_class_directed_interactions(object_class: ObjectClassHandle), DirectedWithdrawal = UnsubscribeObjectClassDirectedInteractions { object_class, interaction_classes: None };
}
