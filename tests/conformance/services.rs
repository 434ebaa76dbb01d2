//! Services as scenarios write them, each under the standard's name; `publish`, `subscribe`,
//! `register`, `update`, `send`, `delete` and `TAR` .. `FQR` are short for what they are short for
//! in scenarios.tsv.

mod federation;
mod objects;
mod ownership;
mod time;

use bytes::Bytes;
use hla::{
    AttributeHandle, Call, LogicalTime, ObjectInstanceHandle, OrderType, TransportationTypeHandle,
};

use crate::names::{BOGUS, Lookup};

/// What a scenario says that is not a service or not one with these arguments.
pub(crate) type Parsed = Result<Option<Call>, String>;

/// One group of services.
type Group = fn(&mut Lookup<'_>, &Clock, &[&str]) -> Parsed;

/// Reads a service and its arguments; names are looked up by the federate that calls.
pub(crate) fn parse(lookup: &mut Lookup<'_>, time: &Clock, words: &[&str]) -> Result<Call, String> {
    let groups: [Group; 7] = [
        federation::parse,
        objects::declaration,
        objects::instances,
        objects::order_types,
        ownership::parse,
        time::parse,
        support,
    ];
    for group in groups {
        if let Some(call) = group(lookup, time, words)? {
            return Ok(call);
        }
    }
    Err("no such service, or not with these arguments".to_owned())
}

/// Writes the times of a scenario in the time type of the federation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    pub(crate) float: bool,
}

impl Clock {
    /// A number, `final`, `final-2`, or `null`.
    pub(crate) fn read(self, word: &str) -> Result<LogicalTime, String> {
        let unreadable = || format!("{word} is no time");
        if word == "null" {
            return Ok(LogicalTime::Unreadable);
        }
        if self.float {
            let value = match word {
                "final" => f64::MAX,
                "infinity" => f64::INFINITY,
                number => number.parse().map_err(|_| unreadable())?,
            };
            return Ok(hla::HlaFloat64Time(value).into());
        }
        let value = match word.strip_prefix("final") {
            Some("") => i64::MAX,
            Some(offset) => i64::MAX + offset.parse::<i64>().map_err(|_| unreadable())?,
            None => word.parse().map_err(|_| unreadable())?,
        };
        Ok(hla::HlaInteger64Time(value).into())
    }

    pub(crate) fn write(self, time: LogicalTime) -> String {
        let text = if self.float {
            hla::HlaFloat64Time::read(time).map(|time| match time.0 {
                f64::MAX => "final".to_owned(),
                value => value.to_string(),
            })
        } else {
            hla::HlaInteger64Time::read(time).map(|time| match time.0 {
                i64::MAX => "final".to_owned(),
                value if value > i64::MAX - 1_000 => format!("final-{}", i64::MAX - value),
                value => value.to_string(),
            })
        };
        text.unwrap_or_else(|| "null".to_owned())
    }
}

/// What may follow the names in a line: values, `#tag`, `@time`.
#[derive(Default)]
struct Payload<'a> {
    values: Vec<(&'a str, &'a str)>,
    tag: Bytes,
    time: Option<LogicalTime>,
}

impl<'a> Payload<'a> {
    fn read(clock: &Clock, words: &[&'a str]) -> Result<Self, String> {
        let mut payload = Self::default();
        for word in words {
            if let Some(tag) = word.strip_prefix('#') {
                payload.tag = Bytes::copy_from_slice(tag.as_bytes());
            } else if let Some(time) = word.strip_prefix('@') {
                payload.time = Some(clock.read(time)?);
            } else {
                let pair = word.split_once('=');
                payload.values.push(pair.ok_or(format!("{word} is not NAME=VALUE"))?);
            }
        }
        Ok(payload)
    }
}

/// An instance, attributes of it and a tag.
fn instance_attributes(
    lookup: &mut Lookup<'_>,
    object: &str,
    words: &[&str],
) -> Result<(ObjectInstanceHandle, Vec<AttributeHandle>, Bytes), String> {
    let (tags, names): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| word.starts_with('#'));
    let tag = tags.first().map(|tag| Bytes::copy_from_slice(&tag.as_bytes()[1..]));
    let (object_instance, class) = lookup.object(object)?;
    let attributes = lookup.attributes(&class, &names)?;
    Ok((object_instance, attributes, tag.unwrap_or_default()))
}

fn transportation(name: &str) -> Result<TransportationTypeHandle, String> {
    match name {
        "HLAreliable" => Ok(TransportationTypeHandle::RELIABLE),
        "HLAbestEffort" => Ok(TransportationTypeHandle::BEST_EFFORT),
        BOGUS => Ok(TransportationTypeHandle::INVALID),
        _ => Err(format!("{name} is no transportation type")),
    }
}

fn order(name: &str) -> Result<OrderType, String> {
    OrderType::from_name(name).ok_or(format!("{name} is no order type"))
}

/// Names for which a scenario writes `""`, or `blank`.
fn text(word: &str) -> String {
    match word {
        "\"\"" => String::new(),
        "blank" => " ".to_owned(),
        word => word.to_owned(),
    }
}

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| text(word)).collect()
}

fn switch(service: &str, word: &str) -> Option<Call> {
    let value = match word {
        "on" => true,
        "off" => false,
        _ => return None,
    };
    Some(match service {
        "setObjectClassRelevanceAdvisorySwitch" => {
            Call::SetObjectClassRelevanceAdvisorySwitch { value }
        }
        "setAttributeRelevanceAdvisorySwitch" => {
            Call::SetAttributeRelevanceAdvisorySwitch { value }
        }
        "setAttributeScopeAdvisorySwitch" => Call::SetAttributeScopeAdvisorySwitch { value },
        "setInteractionRelevanceAdvisorySwitch" => {
            Call::SetInteractionRelevanceAdvisorySwitch { value }
        }
        "setConveyRegionDesignatorSetsSwitch" => {
            Call::SetConveyRegionDesignatorSetsSwitch { value }
        }
        "setServiceReportingSwitch" => Call::SetServiceReportingSwitch { value },
        _ => return None,
    })
}

fn support(lookup: &mut Lookup<'_>, _: &Clock, words: &[&str]) -> Parsed {
    Ok(Some(match *words {
        ["getFederateHandle", name] => Call::GetFederateHandle { name: text(name) },
        ["getFederateName", federate] => {
            Call::GetFederateName { federate: lookup.federate(federate)? }
        }
        ["getObjectClassHandle", name] => Call::GetObjectClassHandle { name: text(name) },
        ["getInteractionClassHandle", name] => Call::GetInteractionClassHandle { name: text(name) },
        ["getAttributeHandle", class, name] => {
            Call::GetAttributeHandle { object_class: lookup.object_class(class)?, name: text(name) }
        }
        ["getParameterHandle", class, name] => Call::GetParameterHandle {
            interaction_class: lookup.interaction_class(class)?,
            name: text(name),
        },
        ["getKnownObjectClassHandle", object] => {
            Call::GetKnownObjectClassHandle { object_instance: lookup.object(object)?.0 }
        }
        ["getObjectInstanceHandle", name] => Call::GetObjectInstanceHandle { name: text(name) },
        ["getObjectInstanceName", object] => {
            Call::GetObjectInstanceName { object_instance: lookup.object(object)?.0 }
        }
        ["getUpdateRateValueForAttribute", object, name] => {
            let (object_instance, class) = lookup.object(object)?;
            let attribute = lookup.attribute(&class, name)?;
            Call::GetUpdateRateValueForAttribute { object_instance, attribute }
        }
        ["getObjectClassName", class] => {
            Call::GetObjectClassName { object_class: lookup.object_class(class)? }
        }
        ["getAttributeName", class, name] => Call::GetAttributeName {
            object_class: lookup.object_class(class)?,
            attribute: lookup.attribute(class, name)?,
        },
        ["getUpdateRateValue", name] => Call::GetUpdateRateValue { name: text(name) },
        ["getInteractionClassName", class] => {
            Call::GetInteractionClassName { interaction_class: lookup.interaction_class(class)? }
        }
        ["getParameterName", class, name] => Call::GetParameterName {
            interaction_class: lookup.interaction_class(class)?,
            parameter: lookup.parameter(class, name)?,
        },
        ["getOrderName", name] => Call::GetOrderName { order: OrderType::from_name(name) },
        ["getDimensionHandle", name] => Call::GetDimensionHandle { name: text(name) },
        ["getOrderType", name] => Call::GetOrderType { name: text(name) },
        ["getAutoProvideSwitch"] => Call::GetAutoProvideSwitch,
        ["getNonRegulatedGrantSwitch"] => Call::GetNonRegulatedGrantSwitch,
        ["getAutomaticResignDirective"] => Call::GetAutomaticResignDirective,
        ["setAutomaticResignDirective", action] => {
            Call::SetAutomaticResignDirective { directive: federation::resign_action(action)? }
        }
        _ => return dimensions_and_coordinates(lookup, words),
    }))
}

fn dimensions_and_coordinates(lookup: &mut Lookup<'_>, words: &[&str]) -> Parsed {
    Ok(Some(match *words {
        ["getTransportationTypeHandle", name] => {
            Call::GetTransportationTypeHandle { name: text(name) }
        }
        ["getTransportationTypeName", name] => {
            Call::GetTransportationTypeName { transportation_type: transportation(name)? }
        }
        ["getAvailableDimensionsForObjectClass", class] => {
            Call::GetAvailableDimensionsForObjectClass { object_class: lookup.object_class(class)? }
        }
        ["getAvailableDimensionsForInteractionClass", class] => {
            let interaction_class = lookup.interaction_class(class)?;
            Call::GetAvailableDimensionsForInteractionClass { interaction_class }
        }
        ["getDimensionName", BOGUS] => {
            Call::GetDimensionName { dimension: hla::DimensionHandle::INVALID }
        }
        ["getDimensionUpperBound", BOGUS] => {
            Call::GetDimensionUpperBound { dimension: hla::DimensionHandle::INVALID }
        }
        ["normalizeServiceGroup", BOGUS] => Call::NormalizeServiceGroup { group: None },
        ["normalizeFederateHandle", name] => {
            Call::NormalizeFederateHandle { federate: lookup.federate(name)? }
        }
        ["normalizeObjectClassHandle", class] => {
            Call::NormalizeObjectClassHandle { object_class: lookup.object_class(class)? }
        }
        ["normalizeInteractionClassHandle", class] => Call::NormalizeInteractionClassHandle {
            interaction_class: lookup.interaction_class(class)?,
        },
        ["normalizeObjectInstanceHandle", object] => {
            Call::NormalizeObjectInstanceHandle { object_instance: lookup.object(object)?.0 }
        }
        [service, value] => return Ok(switch(service, value)),
        _ => return Ok(None),
    }))
}
