//! Interactions that make the RTI act as if the named federate had called a service (11.4).

use bytes::Bytes;
use hla::{Call, LogicalTime};

use super::given::{Given, Refused};

type Build = fn(&Given) -> Result<Call, Refused>;

/// The service that an interaction of this name stands for.
pub(super) fn service(name: &str) -> Option<Build> {
    SERVICES.iter().find(|(known, _)| *known == name).map(|(_, build)| *build)
}

/// A time that must be there.
fn time(given: &Given, name: &str) -> Result<LogicalTime, Refused> {
    let missing = || Refused::parameter(format!("parameter {name} is empty"));
    given.get::<Option<LogicalTime>>(name)?.ok_or_else(missing)
}

fn time_stamp(given: &Given) -> Result<LogicalTime, Refused> {
    time(given, "HLAtimeStamp")
}

macro_rules! services {
    ($($name:literal |$given:ident| $call:expr;)*) => {
        &[$(($name, |$given| Ok($call)),)*]
    };
}

/// By the name of the class within `HLAmanager.HLAfederate.HLAservice`.
pub(super) const SERVICES: &[(&str, Build)] = services! {
    "HLAresignFederationExecution" |given| Call::ResignFederationExecution {
        action: Some(given.get("HLAresignAction")?),
    };
    "HLAsynchronizationPointAchieved" |given| Call::SynchronizationPointAchieved {
        label: given.get("HLAlabel")?,
        successfully: given.optional("HLAsuccessIndicator")?.unwrap_or(true),
    };
    "HLAfederateSaveBegun" |_given| Call::FederateSaveBegun;
    "HLAfederateSaveComplete" |given| if given.get("HLAsuccessIndicator")? {
        Call::FederateSaveComplete
    } else {
        Call::FederateSaveNotComplete
    };
    "HLAfederateRestoreComplete" |given| if given.get("HLAsuccessIndicator")? {
        Call::FederateRestoreComplete
    } else {
        Call::FederateRestoreNotComplete
    };
    "HLApublishObjectClassAttributes" |given| Call::PublishObjectClassAttributes {
        object_class: given.get("HLAobjectClass")?,
        attributes: given.get("HLAattributeList")?,
    };
    "HLAunpublishObjectClassAttributes" |given| Call::UnpublishObjectClassAttributes {
        object_class: given.get("HLAobjectClass")?,
        attributes: given.get("HLAattributeList")?,
    };
    "HLApublishInteractionClass" |given| Call::PublishInteractionClass {
        interaction_class: given.get("HLAinteractionClass")?,
    };
    "HLAunpublishInteractionClass" |given| Call::UnpublishInteractionClass {
        interaction_class: given.get("HLAinteractionClass")?,
    };
    "HLApublishObjectClassDirectedInteractions" |given| {
        Call::PublishObjectClassDirectedInteractions {
            object_class: given.get("HLAobjectClass")?,
            interaction_classes: given.get("HLAinteractionClassList")?,
        }
    };
    "HLAunpublishObjectClassDirectedInteractions" |given| {
        Call::UnpublishObjectClassDirectedInteractions {
            object_class: given.get("HLAobjectClass")?,
            interaction_classes: given.optional("HLAinteractionClassList")?,
        }
    };
    "HLAsubscribeObjectClassAttributes" |given| Call::SubscribeObjectClassAttributes {
        object_class: given.get("HLAobjectClass")?,
        attributes: given.get("HLAattributeList")?,
        active: given.get("HLAactive")?,
        update_rate: None,
    };
    "HLAunsubscribeObjectClassAttributes" |given| Call::UnsubscribeObjectClassAttributes {
        object_class: given.get("HLAobjectClass")?,
        attributes: given.get("HLAattributeList")?,
    };
    "HLAsubscribeInteractionClass" |given| Call::SubscribeInteractionClass {
        interaction_class: given.get("HLAinteractionClass")?,
        active: given.get("HLAactive")?,
    };
    "HLAunsubscribeInteractionClass" |given| Call::UnsubscribeInteractionClass {
        interaction_class: given.get("HLAinteractionClass")?,
    };
    "HLAsubscribeObjectClassDirectedInteractions" |given| {
        Call::SubscribeObjectClassDirectedInteractions {
            object_class: given.get("HLAobjectClass")?,
            interaction_classes: given.get("HLAinteractionClassList")?,
            universally: false,
        }
    };
    "HLAunsubscribeObjectClassDirectedInteractions" |given| {
        Call::UnsubscribeObjectClassDirectedInteractions {
            object_class: given.get("HLAobjectClass")?,
            interaction_classes: given.optional("HLAinteractionClassList")?,
        }
    };
    "HLAdeleteObjectInstance" |given| Call::DeleteObjectInstance {
        object_instance: given.get("HLAobjectInstance")?,
        tag: given.optional("HLAtag")?.unwrap_or_default(),
        time: given.optional("HLAtimeStamp")?.flatten(),
    };
    "HLAlocalDeleteObjectInstance" |given| Call::LocalDeleteObjectInstance {
        object_instance: given.get("HLAobjectInstance")?,
    };
    "HLArequestAttributeTransportationTypeChange" |given| {
        Call::RequestAttributeTransportationTypeChange {
            object_instance: given.get("HLAobjectInstance")?,
            attributes: given.get("HLAattributeList")?,
            transportation_type: given.get("HLAtransportation")?,
        }
    };
    "HLArequestInteractionTransportationTypeChange" |given| {
        Call::RequestInteractionTransportationTypeChange {
            interaction_class: given.get("HLAinteractionClass")?,
            transportation_type: given.get("HLAtransportation")?,
        }
    };
    "HLAunconditionalAttributeOwnershipDivestiture" |given| {
        Call::UnconditionalAttributeOwnershipDivestiture {
            object_instance: given.get("HLAobjectInstance")?,
            attributes: given.get("HLAattributeList")?,
            tag: Bytes::new(),
        }
    };
    "HLAenableTimeRegulation" |given| Call::EnableTimeRegulation {
        lookahead: time(given, "HLAlookahead")?,
    };
    "HLAdisableTimeRegulation" |_given| Call::DisableTimeRegulation;
    "HLAenableTimeConstrained" |_given| Call::EnableTimeConstrained;
    "HLAdisableTimeConstrained" |_given| Call::DisableTimeConstrained;
    "HLAtimeAdvanceRequest" |given| Call::TimeAdvanceRequest { time: time_stamp(given)? };
    "HLAtimeAdvanceRequestAvailable" |given| Call::TimeAdvanceRequestAvailable {
        time: time_stamp(given)?,
    };
    "HLAnextMessageRequest" |given| Call::NextMessageRequest { time: time_stamp(given)? };
    "HLAnextMessageRequestAvailable" |given| Call::NextMessageRequestAvailable {
        time: time_stamp(given)?,
    };
    "HLAflushQueueRequest" |given| Call::FlushQueueRequest { time: time_stamp(given)? };
    "HLAenableAsynchronousDelivery" |_given| Call::EnableAsynchronousDelivery;
    "HLAdisableAsynchronousDelivery" |_given| Call::DisableAsynchronousDelivery;
    "HLAmodifyLookahead" |given| Call::ModifyLookahead { lookahead: time(given, "HLAlookahead")? };
    "HLAchangeAttributeOrderType" |given| Call::ChangeAttributeOrderType {
        object_instance: given.get("HLAobjectInstance")?,
        attributes: given.get("HLAattributeList")?,
        order: Some(given.get("HLAsendOrder")?),
    };
    "HLAchangeInteractionOrderType" |given| Call::ChangeInteractionOrderType {
        interaction_class: given.get("HLAinteractionClass")?,
        order: Some(given.get("HLAsendOrder")?),
    };
};
