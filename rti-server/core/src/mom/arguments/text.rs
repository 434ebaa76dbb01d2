//! Arguments as text: handles and numbers as numbers, octets as hexadecimal strings.

use std::fmt::Write as _;

use bytes::Bytes;
use hla::{
    AttributeHandle, AttributeRegions, AttributeValues, ConveyedRegion, DimensionHandle,
    FederateHandle, FederateRestoreStatus, FederateSaveStatus, InteractionClassHandle, LogicalTime,
    MessageRetractionHandle, MessageStamp, ObjectClassHandle, ObjectInstanceHandle, OrderType,
    ParameterHandle, ParameterValues, RangeBounds, RegionHandle, ResignAction,
    RestoreFailureReason, SaveFailureReason, ServiceGroup, SynchronizationPointFailureReason,
    TransportationTypeHandle,
};

use super::{Described, NULL};

/// `object_instance` and `queryGALT` as words run together.
pub(super) fn camel_case(name: &str, mut upper: bool) -> String {
    let mut words = String::with_capacity(name.len());
    for letter in name.chars() {
        match letter {
            '_' => upper = true,
            letter if upper => {
                words.push(letter.to_ascii_uppercase());
                upper = false;
            }
            letter => words.push(letter),
        }
    }
    words
}

/// A value that can be an argument.
pub(super) trait Argument {
    /// Its number in `HLAargumentType`.
    const TYPE: i32;

    fn text(&self) -> String;

    fn kind(&self) -> i32 {
        Self::TYPE
    }

    /// Adds it to a list.
    fn list(&self, name: &str, into: &mut Vec<Described>) {
        into.push((self.kind(), camel_case(name, false), self.text()));
    }
}

pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

fn hexadecimal(octets: &[u8]) -> String {
    let mut text = String::from("\"");
    for octet in octets {
        let _ = write!(text, "{octet:02x}");
    }
    text.push('"');
    text
}

fn array(texts: impl Iterator<Item = String>) -> String {
    format!("[{}]", texts.collect::<Vec<_>>().join(","))
}

fn map(pairs: impl Iterator<Item = (String, String)>) -> String {
    let pairs: Vec<_> = pairs.map(|(key, value)| format!("{}:{value}", quoted(&key))).collect();
    format!("{{{}}}", pairs.join(","))
}

macro_rules! arguments {
    ($($kind:ty = $number:literal |$value:ident| $text:expr;)*) => {$(
        impl Argument for $kind {
            const TYPE: i32 = $number;

            fn text(&self) -> String {
                let $value = self;
                $text
            }
        }
    )*};
}

arguments! {
    AttributeHandle = 0 |handle| handle.to_string();
    Vec<AttributeHandle> = 1 |set| array(set.iter().map(Argument::text));
    AttributeValues = 2 |values| map(
        values.iter().map(|(of, value)| (of.to_string(), hexadecimal(&value)))
    );
    Vec<AttributeRegions> = 4 |pairs| array(pairs.iter().map(|pair| {
        format!("[{},{}]", pair.attributes.text(), pair.regions.text())
    }));
    bool = 6 |value| value.to_string();
    DimensionHandle = 10 |handle| handle.to_string();
    Vec<DimensionHandle> = 11 |set| array(set.iter().map(Argument::text));
    FederateHandle = 15 |handle| handle.to_string();
    Vec<FederateSaveStatus> = 17 |set| array(set.iter().map(|row| {
        format!("[{},{}]", row.federate, quoted(row.status.name()))
    }));
    Vec<FederateHandle> = 18 |set| array(set.iter().map(Argument::text));
    Vec<FederateRestoreStatus> = 20 |set| array(set.iter().map(|row| {
        format!("[{},{},{}]", row.pre_restore, row.post_restore, quoted(row.status.name()))
    }));
    InteractionClassHandle = 27 |handle| handle.to_string();
    Vec<InteractionClassHandle> = 28 |set| array(set.iter().map(Argument::text));
    LogicalTime = 31 |time| hexadecimal(time.octets());
    MessageRetractionHandle = 33 |handle| handle.to_string();
    u32 = 35 |number| number.to_string();
    f64 = 35 |number| number.to_string();
    ObjectClassHandle = 36 |handle| handle.to_string();
    ObjectInstanceHandle = 37 |handle| handle.to_string();
    OrderType = 38 |order| quoted(order.name());
    ParameterHandle = 39 |handle| handle.to_string();
    ParameterValues = 40 |values| map(
        values.iter().map(|(of, value)| (of.to_string(), hexadecimal(&value)))
    );
    RangeBounds = 41 |range| format!("[{},{}]", range.lower, range.upper);
    RegionHandle = 42 |handle| handle.to_string();
    Vec<RegionHandle> = 43 |set| array(set.iter().map(Argument::text));
    Vec<ConveyedRegion> = 43 |set| array(set.iter().map(|region| {
        map(region.ranges.iter().map(|(of, range)| (of.to_string(), range.text())))
    }));
    ResignAction = 44 |action| quoted(action.name());
    RestoreFailureReason = 45 |reason| quoted(reason.name());
    SaveFailureReason = 48 |reason| quoted(reason.name());
    ServiceGroup = 50 |group| quoted(group.name());
    String = 53 |text| quoted(text);
    Vec<String> = 54 |set| array(set.iter().map(|text| quoted(text)));
    SynchronizationPointFailureReason = 56 |reason| quoted(reason.name());
    TransportationTypeHandle = 59 |handle| handle.to_string();
    Bytes = 60 |tag| hexadecimal(tag);
}

impl<T: Argument> Argument for Option<T> {
    const TYPE: i32 = T::TYPE;

    fn text(&self) -> String {
        self.as_ref().map_or_else(|| "null".to_owned(), Argument::text)
    }

    fn kind(&self) -> i32 {
        if self.is_some() { T::TYPE } else { NULL }
    }
}

/// What a message carries where it has a time stamp: four arguments.
impl Argument for Option<MessageStamp> {
    const TYPE: i32 = NULL;

    fn text(&self) -> String {
        self.map(|stamp| stamp.time).text()
    }

    fn list(&self, _: &str, into: &mut Vec<Described>) {
        let stamp = self.as_ref();
        stamp.map(|stamp| stamp.time).list("time", into);
        stamp.map(|stamp| stamp.sent_order).list("sent_order", into);
        stamp.map(|stamp| stamp.received_order).list("received_order", into);
        stamp.and_then(|stamp| stamp.retraction).list("retraction", into);
    }
}
