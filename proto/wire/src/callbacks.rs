//! Which callback of the wire is which callback: one row for each member of `CallbackRequest`.
//!
//! The forms with a time stamp, or with a rate, are the same callback with an option.

use hla::{Callback, MessageStamp};

use crate::table::callback_table;

callback_table! {
    // Clause 4: federation management.
    ConnectionLost { fault_description } => ConnectionLost { fault_description };
    ReportFederationExecutions { report } => ReportFederationExecutions { report };
    ReportFederationExecutionMembers { federation_name, report }
        => ReportFederationExecutionMembers { federation_name, report };
    ReportFederationExecutionDoesNotExist { federation_name }
        => ReportFederationExecutionDoesNotExist { federation_name };
    FederateResigned { reason_for_resign_description }
        => FederateResigned { description: reason_for_resign_description };
    SynchronizationPointRegistrationSucceeded { synchronization_point_label }
        => SynchronizationPointRegistrationSucceeded { label: synchronization_point_label };
    SynchronizationPointRegistrationFailed { synchronization_point_label, reason }
        => SynchronizationPointRegistrationFailed { label: synchronization_point_label, reason };
    AnnounceSynchronizationPoint { synchronization_point_label, user_supplied_tag }
        => AnnounceSynchronizationPoint {
            label: synchronization_point_label, tag: user_supplied_tag
        };
    FederationSynchronized { synchronization_point_label, failed_to_sync_set }
        => FederationSynchronized { label: synchronization_point_label, failed_to_sync_set };
    InitiateFederateSave { label } => InitiateFederateSave { label, time: None };
    InitiateFederateSaveWithTime { label, time }
        => InitiateFederateSave { label, time: Some(time) };
    FederationSaved {} => FederationSaved {};
    FederationNotSaved { reason } => FederationNotSaved { reason };
    FederationSaveStatusResponse { response }
        => FederationSaveStatusResponse { statuses: response };
    RequestFederationRestoreSucceeded { label } => RequestFederationRestoreSucceeded { label };
    RequestFederationRestoreFailed { label } => RequestFederationRestoreFailed { label };
    FederationRestoreBegun {} => FederationRestoreBegun {};
    InitiateFederateRestore { label, federate_name, post_restore_federate_handle }
        => InitiateFederateRestore {
            label, federate_name, post_restore_handle: post_restore_federate_handle
        };
    FederationRestored {} => FederationRestored {};
    FederationNotRestored { reason } => FederationNotRestored { reason };
    FederationRestoreStatusResponse { response }
        => FederationRestoreStatusResponse { statuses: response };

    // Clause 5: declaration management.
    StartRegistrationForObjectClass { object_class }
        => StartRegistrationForObjectClass { object_class };
    StopRegistrationForObjectClass { object_class }
        => StopRegistrationForObjectClass { object_class };
    TurnInteractionsOn { interaction_class } => TurnInteractionsOn { interaction_class };
    TurnInteractionsOff { interaction_class } => TurnInteractionsOff { interaction_class };

    // Clause 6: object management.
    ObjectInstanceNameReservationSucceeded { object_instance_name }
        => ObjectInstanceNameReservationSucceeded { name: object_instance_name };
    ObjectInstanceNameReservationFailed { object_instance_name }
        => ObjectInstanceNameReservationFailed { name: object_instance_name };
    MultipleObjectInstanceNameReservationSucceeded { object_instance_names }
        => MultipleObjectInstanceNameReservationSucceeded { names: object_instance_names };
    MultipleObjectInstanceNameReservationFailed { object_instance_names }
        => MultipleObjectInstanceNameReservationFailed { names: object_instance_names };
    DiscoverObjectInstance {
        object_instance, object_class, object_instance_name, producing_federate
    } => DiscoverObjectInstance {
        object_instance, object_class, name: object_instance_name, producing_federate
    };
    ReflectAttributeValues {
        object_instance, attribute_values, user_supplied_tag, transportation_type,
        producing_federate, optional_sent_regions
    } => ReflectAttributeValues {
        object_instance, values: attribute_values, tag: user_supplied_tag, transportation_type,
        producing_federate, sent_regions: optional_sent_regions, stamp: None
    };
    ReflectAttributeValuesWithTime {
        object_instance, attribute_values, user_supplied_tag, transportation_type,
        producing_federate, optional_sent_regions, time, sent_order_type, received_order_type,
        optional_retraction
    } => ReflectAttributeValues {
        object_instance, values: attribute_values, tag: user_supplied_tag, transportation_type,
        producing_federate, sent_regions: optional_sent_regions,
        stamp: Some(MessageStamp {
            time, sent_order: sent_order_type, received_order: received_order_type,
            retraction: optional_retraction
        })
    };
    ReceiveInteraction {
        interaction_class, parameter_values, user_supplied_tag, transportation_type,
        producing_federate, optional_sent_regions
    } => ReceiveInteraction {
        interaction_class, values: parameter_values, tag: user_supplied_tag, transportation_type,
        producing_federate, sent_regions: optional_sent_regions, stamp: None
    };
    ReceiveInteractionWithTime {
        interaction_class, parameter_values, user_supplied_tag, transportation_type,
        producing_federate, optional_sent_regions, time, sent_order_type, received_order_type,
        optional_retraction
    } => ReceiveInteraction {
        interaction_class, values: parameter_values, tag: user_supplied_tag, transportation_type,
        producing_federate, sent_regions: optional_sent_regions,
        stamp: Some(MessageStamp {
            time, sent_order: sent_order_type, received_order: received_order_type,
            retraction: optional_retraction
        })
    };
    ReceiveDirectedInteraction {
        interaction_class, object_instance, parameter_values, user_supplied_tag,
        transportation_type, producing_federate
    } => ReceiveDirectedInteraction {
        interaction_class, object_instance, values: parameter_values, tag: user_supplied_tag,
        transportation_type, producing_federate, stamp: None
    };
    ReceiveDirectedInteractionWithTime {
        interaction_class, object_instance, parameter_values, user_supplied_tag,
        transportation_type, producing_federate, time, sent_order_type, received_order_type,
        optional_retraction
    } => ReceiveDirectedInteraction {
        interaction_class, object_instance, values: parameter_values, tag: user_supplied_tag,
        transportation_type, producing_federate,
        stamp: Some(MessageStamp {
            time, sent_order: sent_order_type, received_order: received_order_type,
            retraction: optional_retraction
        })
    };
    RemoveObjectInstance { object_instance, user_supplied_tag, producing_federate }
        => RemoveObjectInstance {
            object_instance, tag: user_supplied_tag, producing_federate, stamp: None
        };
    RemoveObjectInstanceWithTime {
        object_instance, user_supplied_tag, producing_federate, time, sent_order_type,
        received_order_type, optional_retraction
    } => RemoveObjectInstance {
        object_instance, tag: user_supplied_tag, producing_federate,
        stamp: Some(MessageStamp {
            time, sent_order: sent_order_type, received_order: received_order_type,
            retraction: optional_retraction
        })
    };
    AttributesInScope { object_instance, attributes }
        => AttributesInScope { object_instance, attributes };
    AttributesOutOfScope { object_instance, attributes }
        => AttributesOutOfScope { object_instance, attributes };
    ProvideAttributeValueUpdate { object_instance, attributes, user_supplied_tag }
        => ProvideAttributeValueUpdate { object_instance, attributes, tag: user_supplied_tag };
    TurnUpdatesOnForObjectInstance { object_instance, attributes }
        => TurnUpdatesOnForObjectInstance { object_instance, attributes, update_rate: None };
    TurnUpdatesOnForObjectInstanceWithRate { object_instance, attributes, update_rate_designator }
        => TurnUpdatesOnForObjectInstance {
            object_instance, attributes, update_rate: Some(update_rate_designator)
        };
    TurnUpdatesOffForObjectInstance { object_instance, attributes }
        => TurnUpdatesOffForObjectInstance { object_instance, attributes };
    ConfirmAttributeTransportationTypeChange { object_instance, attributes, transportation_type }
        => ConfirmAttributeTransportationTypeChange {
            object_instance, attributes, transportation_type
        };
    ReportAttributeTransportationType { object_instance, attribute, transportation_type }
        => ReportAttributeTransportationType { object_instance, attribute, transportation_type };
    ConfirmInteractionTransportationTypeChange { interaction_class, transportation_type }
        => ConfirmInteractionTransportationTypeChange { interaction_class, transportation_type };
    ReportInteractionTransportationType { federate, interaction_class, transportation_type }
        => ReportInteractionTransportationType { federate, interaction_class, transportation_type };

    // Clause 7: ownership management.
    RequestAttributeOwnershipAssumption { object_instance, offered_attributes, user_supplied_tag }
        => RequestAttributeOwnershipAssumption {
            object_instance, attributes: offered_attributes, tag: user_supplied_tag
        };
    RequestDivestitureConfirmation { object_instance, released_attributes, user_supplied_tag }
        => RequestDivestitureConfirmation {
            object_instance, attributes: released_attributes, tag: user_supplied_tag
        };
    AttributeOwnershipAcquisitionNotification {
        object_instance, secured_attributes, user_supplied_tag
    } => AttributeOwnershipAcquisitionNotification {
        object_instance, attributes: secured_attributes, tag: user_supplied_tag
    };
    AttributeOwnershipUnavailable { object_instance, attributes, user_supplied_tag }
        => AttributeOwnershipUnavailable { object_instance, attributes, tag: user_supplied_tag };
    RequestAttributeOwnershipRelease { object_instance, candidate_attributes, user_supplied_tag }
        => RequestAttributeOwnershipRelease {
            object_instance, attributes: candidate_attributes, tag: user_supplied_tag
        };
    ConfirmAttributeOwnershipAcquisitionCancellation { object_instance, attributes }
        => ConfirmAttributeOwnershipAcquisitionCancellation { object_instance, attributes };
    InformAttributeOwnership { object_instance, attributes, federate }
        => InformAttributeOwnership { object_instance, attributes, owner: federate };
    AttributeIsNotOwned { object_instance, attributes }
        => AttributeIsNotOwned { object_instance, attributes };
    AttributeIsOwnedByRti { object_instance, attributes }
        => AttributeIsOwnedByRti { object_instance, attributes };

    // Clause 8: time management.
    TimeRegulationEnabled { time } => TimeRegulationEnabled { time };
    TimeConstrainedEnabled { time } => TimeConstrainedEnabled { time };
    FlushQueueGrant { time, optimistic_time } => FlushQueueGrant { time, optimistic_time };
    TimeAdvanceGrant { time } => TimeAdvanceGrant { time };
    RequestRetraction { retraction } => RequestRetraction { retraction };
}
