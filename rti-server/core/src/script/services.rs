//! Services as scripts write them.

use bytes::Bytes;
use hla::{
    AttributeHandle, AttributeValues, Call, HlaInteger64Time, InteractionClassHandle, LogicalTime,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle, ParameterValues,
    ResignAction, TransportationTypeHandle,
};

use super::World;

/// What follows the names in a line: values, a tag, a time.
#[derive(Default)]
struct Extras {
    tag: Bytes,
    time: Option<LogicalTime>,
}

impl World {
    pub(super) fn parse(&self, words: &[&str]) -> Option<Call> {
        self.parse_declaration(words)
            .or_else(|| self.parse_object(words))
            .or_else(|| self.parse_ownership(words))
            .or_else(|| self.parse_time(words))
            .or_else(|| self.parse_lookup(words))
            .or_else(|| parse_switch(words))
    }

    fn parse_declaration(&self, words: &[&str]) -> Option<Call> {
        Some(match words {
            ["publish", class, names @ ..] => {
                let object_class = self.class(class);
                let attributes = self.attributes(object_class, names);
                Call::PublishObjectClassAttributes { object_class, attributes }
            }
            ["unpublish", class] => Call::UnpublishObjectClass { object_class: self.class(class) },
            ["unpublish", class, names @ ..] => {
                let object_class = self.class(class);
                let attributes = self.attributes(object_class, names);
                Call::UnpublishObjectClassAttributes { object_class, attributes }
            }
            [kind @ ("subscribe" | "listen"), class, names @ ..] => {
                let object_class = self.class(class);
                let rate = names.iter().find_map(|name| name.strip_prefix("rate="));
                let names: Vec<_> =
                    names.iter().copied().filter(|name| !name.starts_with("rate=")).collect();
                Call::SubscribeObjectClassAttributes {
                    object_class,
                    attributes: self.attributes(object_class, &names),
                    active: *kind == "subscribe",
                    update_rate: rate.map(str::to_owned),
                }
            }
            ["unsubscribe", class] => {
                Call::UnsubscribeObjectClass { object_class: self.class(class) }
            }
            ["unsubscribe", class, names @ ..] => {
                let object_class = self.class(class);
                let attributes = self.attributes(object_class, names);
                Call::UnsubscribeObjectClassAttributes { object_class, attributes }
            }
            ["publish-i", class] => {
                Call::PublishInteractionClass { interaction_class: self.interaction_class(class) }
            }
            ["unpublish-i", class] => {
                Call::UnpublishInteractionClass { interaction_class: self.interaction_class(class) }
            }
            [kind @ ("subscribe-i" | "listen-i"), class] => Call::SubscribeInteractionClass {
                interaction_class: self.interaction_class(class),
                active: *kind == "subscribe-i",
            },
            ["unsubscribe-i", class] => Call::UnsubscribeInteractionClass {
                interaction_class: self.interaction_class(class),
            },
            _ => return None,
        })
    }

    fn parse_object(&self, words: &[&str]) -> Option<Call> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Some(match words {
            ["reserve", name] => Call::ReserveObjectInstanceName { name: (*name).to_owned() },
            ["reserve-all", names @ ..] => {
                Call::ReserveMultipleObjectInstanceNames { names: owned(names) }
            }
            ["release", name] => Call::ReleaseObjectInstanceName { name: (*name).to_owned() },
            ["release-all", names @ ..] => {
                Call::ReleaseMultipleObjectInstanceNames { names: owned(names) }
            }
            ["register", class, name @ ..] => Call::RegisterObjectInstance {
                object_class: self.class(class),
                name: name.first().map(|name| (*name).to_owned()),
                attributes_and_regions: None,
            },
            ["update", object, rest @ ..] => {
                let (pairs, Extras { tag, time }) = pairs(rest);
                let pairs =
                    pairs.into_iter().map(|(name, value)| (self.attribute_called(name), value));
                Call::UpdateAttributeValues {
                    object_instance: self.instance(object),
                    values: AttributeValues::from_pairs(pairs),
                    tag,
                    time,
                }
            }
            ["send", class, rest @ ..] => {
                let class = self.interaction_class(class);
                let (pairs, Extras { tag, time }) = pairs(rest);
                let pairs = pairs.into_iter().map(|(name, value)| (self.parameter(name), value));
                let values = ParameterValues::from_pairs(pairs);
                Call::SendInteraction { interaction_class: class, values, regions: None, tag, time }
            }
            ["delete", object, rest @ ..] => {
                let (_, Extras { tag, time }) = pairs(rest);
                Call::DeleteObjectInstance { object_instance: self.instance(object), tag, time }
            }
            ["forget", object] => {
                Call::LocalDeleteObjectInstance { object_instance: self.instance(object) }
            }
            ["request", object, names @ ..] => Call::RequestInstanceAttributeValueUpdate {
                object_instance: self.instance(object),
                attributes: self.known_attributes(names),
                tag: Bytes::from_static(b"t"),
            },
            ["request-class", class, names @ ..] => Call::RequestClassAttributeValueUpdate {
                object_class: self.class(class),
                attributes: self.known_attributes(names),
                tag: Bytes::from_static(b"t"),
            },
            _ => return None,
        })
    }

    /// A regular request for one attribute.
    pub(crate) fn acquisition(&self, object: &str, attribute: &str) -> Call {
        Call::AttributeOwnershipAcquisition {
            object_instance: self.instance(object),
            attributes: vec![self.attribute_called(attribute)],
            tag: Bytes::new(),
        }
    }

    fn parse_ownership(&self, words: &[&str]) -> Option<Call> {
        Some(match words {
            ["divest", object, names @ ..] => Call::UnconditionalAttributeOwnershipDivestiture {
                object_instance: self.instance(object),
                attributes: self.known_attributes(names),
                tag: Bytes::from_static(b"t"),
            },
            ["ask-owner", object, names @ ..] => Call::QueryAttributeOwnership {
                object_instance: self.instance(object),
                attributes: self.known_attributes(names),
            },
            ["owns", object, name] => Call::IsAttributeOwnedByFederate {
                object_instance: self.instance(object),
                attribute: self.attribute_called(name),
            },
            ["transport", object, name, to] => Call::RequestAttributeTransportationTypeChange {
                object_instance: self.instance(object),
                attributes: vec![self.attribute_called(name)],
                transportation_type: transportation(to),
            },
            ["transport?", object, name] => Call::QueryAttributeTransportationType {
                object_instance: self.instance(object),
                attribute: self.attribute_called(name),
            },
            ["transport-i", class, to] => Call::RequestInteractionTransportationTypeChange {
                interaction_class: self.interaction_class(class),
                transportation_type: transportation(to),
            },
            ["transport-i?", federate, class] => Call::QueryInteractionTransportationType {
                federate: self.federate(federate),
                interaction_class: self.interaction_class(class),
            },
            ["default-transport", class, name, to] => {
                Call::ChangeDefaultAttributeTransportationType {
                    object_class: self.class(class),
                    attributes: vec![self.attribute_called(name)],
                    transportation_type: transportation(to),
                }
            }
            ["order", object, name, order] => Call::ChangeAttributeOrderType {
                object_instance: self.instance(object),
                attributes: vec![self.attribute_called(name)],
                order: OrderType::from_name(order),
            },
            ["order-i", class, order] => Call::ChangeInteractionOrderType {
                interaction_class: self.interaction_class(class),
                order: OrderType::from_name(order),
            },
            ["default-order", class, name, order] => Call::ChangeDefaultAttributeOrderType {
                object_class: self.class(class),
                attributes: vec![self.attribute_called(name)],
                order: OrderType::from_name(order),
            },
            _ => return None,
        })
    }

    fn parse_time(&self, words: &[&str]) -> Option<Call> {
        Some(match words {
            ["tar", to] => Call::TimeAdvanceRequest { time: time(to) },
            ["tara", to] => Call::TimeAdvanceRequestAvailable { time: time(to) },
            ["nmr", to] => Call::NextMessageRequest { time: time(to) },
            ["nmra", to] => Call::NextMessageRequestAvailable { time: time(to) },
            ["fqr", to] => Call::FlushQueueRequest { time: time(to) },
            ["regulate", lookahead] => Call::EnableTimeRegulation { lookahead: time(lookahead) },
            ["regulate-not"] => Call::DisableTimeRegulation,
            ["constrain"] => Call::EnableTimeConstrained,
            ["constrain-not"] => Call::DisableTimeConstrained,
            ["async"] => Call::EnableAsynchronousDelivery,
            ["async-not"] => Call::DisableAsynchronousDelivery,
            ["time"] => Call::QueryLogicalTime,
            ["galt"] => Call::QueryGalt,
            ["lits"] => Call::QueryLits,
            ["lookahead"] => Call::QueryLookahead,
            ["lookahead", to] => Call::ModifyLookahead { lookahead: time(to) },
            ["retract", name] => Call::Retract { retraction: *self.retractions.get(*name)? },
            ["resign", action] => {
                Call::ResignFederationExecution { action: ResignAction::from_name(action) }
            }
            _ => return None,
        })
    }

    fn parse_lookup(&self, words: &[&str]) -> Option<Call> {
        let named = |name: &str| name.to_owned();
        Some(match words {
            ["known-class", object] => {
                Call::GetKnownObjectClassHandle { object_instance: self.instance(object) }
            }
            ["name-of", object] => {
                Call::GetObjectInstanceName { object_instance: self.instance(object) }
            }
            ["called", name] => Call::GetObjectInstanceHandle { name: named(name) },
            ["federate-called", name] => Call::GetFederateHandle { name: named(name) },
            ["rate-of", object, name] => Call::GetUpdateRateValueForAttribute {
                object_instance: self.instance(object),
                attribute: self.attribute_called(name),
            },
            ["rate", name] => Call::GetUpdateRateValue { name: named(name) },
            _ => return None,
        })
    }

    pub(crate) fn class(&self, name: &str) -> ObjectClassHandle {
        let handle = self.federation.model().object_class_handle(name);
        handle.unwrap_or(ObjectClassHandle::INVALID)
    }

    pub(crate) fn interaction_class(&self, name: &str) -> InteractionClassHandle {
        let handle = self.federation.model().interaction_class_handle(name);
        handle.unwrap_or(InteractionClassHandle::INVALID)
    }

    pub(crate) fn instance(&self, name: &str) -> ObjectInstanceHandle {
        let named = self.objects.get(name).copied();
        let numbered =
            || Some(ObjectInstanceHandle::new(name.strip_prefix("object-")?.parse().ok()?));
        named.or_else(numbered).unwrap_or(ObjectInstanceHandle::INVALID)
    }

    fn attributes(&self, class: ObjectClassHandle, names: &[&str]) -> Vec<AttributeHandle> {
        let model = self.federation.model();
        let at_class = |name: &&str| {
            let name = if *name == "privilege" { "HLAprivilegeToDeleteObject" } else { name };
            model.attribute_handle(class, name).unwrap_or_else(|| self.attribute_called(name))
        };
        names.iter().map(at_class).collect()
    }

    fn known_attributes(&self, names: &[&str]) -> Vec<AttributeHandle> {
        names.iter().map(|name| self.attribute_called(name)).collect()
    }

    /// The first attribute of this name, of whatever class.
    pub(crate) fn attribute_called(&self, name: &str) -> AttributeHandle {
        let name = if name == "privilege" { "HLAprivilegeToDeleteObject" } else { name };
        let rows = self.federation.model().attributes();
        let index = rows.iter().position(|row| row.name == name);
        let number = index.and_then(|index| u32::try_from(index).ok());
        number.map_or(AttributeHandle::INVALID, AttributeHandle::new)
    }

    fn parameter(&self, name: &str) -> ParameterHandle {
        let rows = self.federation.model().parameters();
        let index = rows.iter().position(|row| row.name == name);
        let number = index.and_then(|index| u32::try_from(index).ok());
        number.map_or(ParameterHandle::INVALID, ParameterHandle::new)
    }
}

fn parse_switch(words: &[&str]) -> Option<Call> {
    let [switch, value @ ("on" | "off")] = words else { return parse_directive(words) };
    let value = *value == "on";
    Some(match *switch {
        "class-relevance" => Call::SetObjectClassRelevanceAdvisorySwitch { value },
        "attribute-relevance" => Call::SetAttributeRelevanceAdvisorySwitch { value },
        "scope" => Call::SetAttributeScopeAdvisorySwitch { value },
        "interaction-relevance" => Call::SetInteractionRelevanceAdvisorySwitch { value },
        "regions" => Call::SetConveyRegionDesignatorSetsSwitch { value },
        "reporting" => Call::SetServiceReportingSwitch { value },
        _ => return None,
    })
}

fn parse_directive(words: &[&str]) -> Option<Call> {
    let ["directive", action] = words else { return None };
    Some(Call::SetAutomaticResignDirective { directive: ResignAction::from_name(action) })
}

fn pairs<'a>(words: &[&'a str]) -> (Vec<(&'a str, &'a str)>, Extras) {
    let mut extras = Extras::default();
    let mut pairs = Vec::new();
    for word in words {
        if let Some(tag) = word.strip_prefix('#') {
            extras.tag = Bytes::copy_from_slice(tag.as_bytes());
        } else if let Some(number) = word.strip_prefix('@') {
            extras.time = Some(time(number));
        } else {
            pairs.push(word.split_once('=').expect("name=value"));
        }
    }
    (pairs, extras)
}

fn transportation(name: &str) -> TransportationTypeHandle {
    match name {
        "reliable" => TransportationTypeHandle::RELIABLE,
        "best-effort" => TransportationTypeHandle::BEST_EFFORT,
        _ => TransportationTypeHandle::INVALID,
    }
}

pub(crate) fn time(number: &str) -> LogicalTime {
    match number.parse::<i64>() {
        Ok(number) => HlaInteger64Time(number).into(),
        Err(_) => LogicalTime::Unreadable,
    }
}
