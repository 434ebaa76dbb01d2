//! Object management (clause 6). All of them also raise `SaveInProgress` and `RestoreInProgress`.

use bytes::Bytes;
use hla::{
    AttributeHandle, AttributeValues, Call, FederateHandle, InteractionClassHandle,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterValues,
    TransportationTypeHandle,
};

use crate::request::services;
use crate::{Federate, Request};

services! {
    /// Claims a name for an instance (6.2); the verdict is a callback. `IllegalName`.
    reserve_object_instance_name(name: &str) = ReserveObjectInstanceName { name: name.into() };
    /// Gives back a claimed name that is not used (6.4). `ObjectInstanceNameNotReserved`.
    release_object_instance_name(name: &str) = ReleaseObjectInstanceName { name: name.into() };
    /// Claims several names (6.5); the verdict is a callback. `IllegalName`, `NameSetWasEmpty`.
    reserve_multiple_object_instance_names(names: impl Into<Vec<String>>) = ReserveMultipleObjectInstanceNames { names: names.into() };
    /// Gives back several names (6.7). `ObjectInstanceNameNotReserved`.
    release_multiple_object_instance_names(names: impl Into<Vec<String>>) = ReleaseMultipleObjectInstanceNames { names: names.into() };
    /// Registers an instance (6.8). Options: `named`, `with_regions`. `ObjectClassNotPublished`,
    /// `ObjectInstanceNameNotReserved`, `ObjectInstanceNameInUse`.
    register_object_instance(object_class: ObjectClassHandle) -> ObjectInstanceHandle, Registration = RegisterObjectInstance { object_class, name: None, attributes_and_regions: None };
    /// Sends values of owned attributes (6.10). Options: `tag`, `at`. `AttributeNotOwned`,
    /// `AttributeNotDefined`, `ObjectInstanceNotKnown`, `InvalidLogicalTime`.
    update_attribute_values(object_instance: ObjectInstanceHandle, values: AttributeValues) -> Option<MessageRetractionHandle>, Stamped = UpdateAttributeValues { object_instance, values, tag: Bytes::new(), time: None };
    /// Sends an interaction (6.12). Options: `tag`, `at`, `in_regions`.
    /// `InteractionClassNotPublished`, `InteractionParameterNotDefined`, `InvalidLogicalTime`.
    send_interaction(interaction_class: InteractionClassHandle, values: ParameterValues) -> Option<MessageRetractionHandle>, Sending = SendInteraction { interaction_class, values, regions: None, tag: Bytes::new(), time: None };
    /// Sends an interaction to those concerned with one instance (2025: 6.14). Options: `tag`,
    /// `at`. `ObjectInstanceNotKnown`, `InteractionClassNotPublished`, `InvalidLogicalTime`.
    send_directed_interaction(interaction_class: InteractionClassHandle, object_instance: ObjectInstanceHandle, values: ParameterValues) -> Option<MessageRetractionHandle>, Stamped = SendDirectedInteraction { interaction_class, object_instance, values, tag: Bytes::new(), time: None };
    /// Removes an instance from the federation (6.16). Options: `tag`, `at`.
    /// `DeletePrivilegeNotHeld`, `ObjectInstanceNotKnown`, `InvalidLogicalTime`.
    delete_object_instance(object_instance: ObjectInstanceHandle) -> Option<MessageRetractionHandle>, Stamped = DeleteObjectInstance { object_instance, tag: Bytes::new(), time: None };
    /// Forgets an instance until it is discovered again (6.18). `FederateOwnsAttributes`,
    /// `OwnershipAcquisitionPending`, `ObjectInstanceNotKnown`.
    local_delete_object_instance(object_instance: ObjectInstanceHandle) = LocalDeleteObjectInstance { object_instance };
    /// Asks the owners of an instance for values (6.21). Option: `tag`. `AttributeNotDefined`,
    /// `ObjectInstanceNotKnown`.
    request_instance_attribute_value_update(object_instance: ObjectInstanceHandle, attributes: impl Into<Vec<AttributeHandle>>), Tagged = RequestInstanceAttributeValueUpdate { object_instance, attributes: attributes.into(), tag: Bytes::new() };
    /// Asks the owners of all instances of a class for values (6.21). Option: `tag`.
    /// `AttributeNotDefined`, `ObjectClassNotDefined`.
    request_class_attribute_value_update(object_class: ObjectClassHandle, attributes: impl Into<Vec<AttributeHandle>>), Tagged = RequestClassAttributeValueUpdate { object_class, attributes: attributes.into(), tag: Bytes::new() };
    /// Changes how attributes of an instance travel (6.25); confirmed by a callback.
    /// `AttributeAlreadyBeingChanged`, `AttributeNotOwned`, `InvalidTransportationTypeHandle`.
    request_attribute_transportation_type_change(object_instance: ObjectInstanceHandle, attributes: impl Into<Vec<AttributeHandle>>, transportation_type: TransportationTypeHandle) = RequestAttributeTransportationTypeChange { object_instance, attributes: attributes.into(), transportation_type };
    /// Sets how attributes of future instances travel (2025: 6.27). `AttributeNotDefined`,
    /// `InvalidTransportationTypeHandle`.
    change_default_attribute_transportation_type(object_class: ObjectClassHandle, attributes: impl Into<Vec<AttributeHandle>>, transportation_type: TransportationTypeHandle) = ChangeDefaultAttributeTransportationType { object_class, attributes: attributes.into(), transportation_type };
    /// Asks how an attribute travels (6.28); the answer is a callback. `AttributeNotDefined`,
    /// `ObjectInstanceNotKnown`.
    query_attribute_transportation_type(object_instance: ObjectInstanceHandle, attribute: AttributeHandle) = QueryAttributeTransportationType { object_instance, attribute };
    /// Changes how this federate's interactions of a class travel (6.30); confirmed by a callback.
    /// `InteractionClassAlreadyBeingChanged`, `InteractionClassNotPublished`.
    request_interaction_transportation_type_change(interaction_class: InteractionClassHandle, transportation_type: TransportationTypeHandle) = RequestInteractionTransportationTypeChange { interaction_class, transportation_type };
    /// Asks how a federate's interactions of a class travel (6.32); the answer is a callback.
    /// `InteractionClassNotDefined`.
    query_interaction_transportation_type(federate: FederateHandle, interaction_class: InteractionClassHandle) = QueryInteractionTransportationType { federate, interaction_class };
}
