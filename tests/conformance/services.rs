//! Services as scenarios write them, each under the standard's name; `publish`, `subscribe`,
//! `register`, `update`, `send`, `delete` and `TAR` .. `FQR` are short for what they are short for
//! in scenarios.tsv.

mod ddm;
mod federation;
mod objects;
mod ownership;
mod support;
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
    let groups: [Group; 8] = [
        federation::parse,
        objects::declaration,
        objects::instances,
        objects::order_types,
        ownership::parse,
        ddm::parse,
        time::parse,
        support::parse,
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
