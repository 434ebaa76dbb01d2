//! Values of the MOM as scenarios write them, by the data types of the MIM.
//!
//! Numbers, enumerators and texts (`_` for a space) as they are, times as numbers, handles by what
//! they name in the scenario (`F1`, `A`, `A:aa`, `o`), arrays as `[a,b]`, records as `(a,b)`, what
//! is empty as nothing.

use hla::{
    AttributeHandle, FederateHandle, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, TransportationTypeHandle,
};
use rti_fom::{DataTypeDefinition, FomModel};

use crate::names::{Lookup, Names};

/// Octets of a value that a scenario writes.
pub(crate) fn encode(lookup: &mut Lookup<'_>, kind: &str, text: &str) -> Result<Vec<u8>, String> {
    let model = lookup.names.model.clone().ok_or("no object model")?;
    let mut octets = Vec::new();
    put(&model, lookup, kind, text, &mut octets)?;
    Ok(octets)
}

/// The text of a value; `None` where it is not one of its data type.
pub(crate) fn decode(names: &Names, kind: &str, octets: &[u8]) -> Option<String> {
    let mut rest = Rest { octets, at: 0 };
    let text = take(names.model.as_ref()?, names, kind, &mut rest)?;
    (rest.at == octets.len()).then_some(text)
}

struct Rest<'a> {
    octets: &'a [u8],
    at: usize,
}

impl<'a> Rest<'a> {
    fn take(&mut self, length: usize, boundary: usize) -> Option<&'a [u8]> {
        self.at = self.at.next_multiple_of(boundary);
        let octets = self.octets.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(octets)
    }

    fn integer(&mut self, length: usize) -> Option<i64> {
        let octets = self.take(length, length)?;
        let negative = octets.first()? & 0x80 != 0;
        let start: i64 = if negative { -1 } else { 0 };
        Some(octets.iter().fold(start, |value, octet| (value << 8) | i64::from(*octet)))
    }
}

fn size(model: &FomModel, kind: &str) -> Option<usize> {
    match &model.data_type(kind)?.definition {
        DataTypeDefinition::Basic { size_bits, .. } => usize::try_from(size_bits / 8).ok(),
        DataTypeDefinition::Simple { representation, .. }
        | DataTypeDefinition::Enumerated { representation, .. } => size(model, representation),
        _ => None,
    }
}

fn take(model: &FomModel, names: &Names, kind: &str, rest: &mut Rest<'_>) -> Option<String> {
    match &model.data_type(kind)?.definition {
        DataTypeDefinition::Basic { .. } | DataTypeDefinition::Simple { .. } => {
            rest.integer(size(model, kind)?).map(|value| value.to_string())
        }
        DataTypeDefinition::Enumerated { enumerators, .. } => {
            let value = i128::from(rest.integer(size(model, kind)?)?);
            let known = enumerators.iter().find(|row| row.values.contains(&value))?;
            Some(known.name.clone())
        }
        DataTypeDefinition::Reference { representation, .. } => {
            take(model, names, representation, rest)
        }
        DataTypeDefinition::FixedRecord { fields, .. } => {
            let fields = fields.iter().map(|field| take(model, names, &field.data_type, rest));
            Some(format!("({})", fields.collect::<Option<Vec<_>>>()?.join(",")))
        }
        DataTypeDefinition::Array { element, .. } => {
            let count = usize::try_from(rest.integer(4)?).ok()?;
            match element.as_str() {
                "HLAunicodeChar" => {
                    let units = rest.take(count.checked_mul(2)?, 2)?.chunks_exact(2);
                    let units = units.map(|unit| u16::from_be_bytes([unit[0], unit[1]]));
                    let text: String = char::decode_utf16(units).collect::<Result<_, _>>().ok()?;
                    Some(text.split_whitespace().collect::<Vec<_>>().join("_"))
                }
                "HLAbyte" => octets_of(names, kind, rest.take(count, 1)?),
                _ => {
                    let elements = (0..count).map(|_| take(model, names, element, rest));
                    Some(format!("[{}]", elements.collect::<Option<Vec<_>>>()?.join(",")))
                }
            }
        }
        DataTypeDefinition::VariantRecord { .. } => None,
    }
}

/// What an array of octets of this type stands for.
fn octets_of(names: &Names, kind: &str, octets: &[u8]) -> Option<String> {
    Some(match kind {
        "HLAfederateHandle" => names.called_federate(FederateHandle::decode(octets)),
        "HLAobjectClassHandle" => names.called_object_class(ObjectClassHandle::decode(octets)),
        "HLAinteractionClassHandle" => {
            names.called_interaction_class(InteractionClassHandle::decode(octets))
        }
        "HLAattributeHandle" => names.called_attribute(AttributeHandle::decode(octets)),
        "HLAobjectInstanceHandle" => names.called_object(ObjectInstanceHandle::decode(octets)),
        "HLAtransportationTypeHandle" => match TransportationTypeHandle::decode(octets) {
            TransportationTypeHandle::RELIABLE => "HLAreliable".to_owned(),
            TransportationTypeHandle::BEST_EFFORT => "HLAbestEffort".to_owned(),
            _ => return None,
        },
        "HLAlogicalTime" | "HLAtimeInterval" if octets.is_empty() => String::new(),
        "HLAlogicalTime" | "HLAtimeInterval" => {
            i64::from_be_bytes(octets.try_into().ok()?).to_string()
        }
        _ => String::from_utf8(octets.to_vec()).ok()?,
    })
}

fn put(
    model: &FomModel,
    lookup: &mut Lookup<'_>,
    kind: &str,
    text: &str,
    octets: &mut Vec<u8>,
) -> Result<(), String> {
    let unfit = || format!("{text} is no {kind}");
    match &model.data_type(kind).ok_or(format!("no type {kind}"))?.definition {
        DataTypeDefinition::Enumerated { enumerators, .. } => {
            let known = enumerators.iter().find(|row| row.name == text);
            let value = known.and_then(|row| row.values.first().copied()).ok_or_else(unfit)?;
            integer(value, size(model, kind).ok_or_else(unfit)?, octets);
        }
        DataTypeDefinition::Basic { .. } | DataTypeDefinition::Simple { .. } => {
            let value: i128 = text.parse().map_err(|_| unfit())?;
            integer(value, size(model, kind).ok_or_else(unfit)?, octets);
        }
        DataTypeDefinition::Reference { representation, .. } => {
            put(model, lookup, representation, text, octets)?;
        }
        DataTypeDefinition::Array { element, .. } if element == "HLAunicodeChar" => {
            let units: Vec<u16> = text.replace('_', " ").encode_utf16().collect();
            count(units.len(), octets);
            octets.extend(units.iter().flat_map(|unit| unit.to_be_bytes()));
        }
        DataTypeDefinition::Array { element, .. } if element == "HLAbyte" => {
            let content = octets_for(lookup, kind, text)?;
            count(content.len(), octets);
            octets.extend(content);
        }
        DataTypeDefinition::Array { element, .. } => {
            let items = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
            let items = items.ok_or_else(unfit)?.split(',').filter(|item| !item.is_empty());
            let items: Vec<_> = items.collect();
            count(items.len(), octets);
            for item in items {
                put(model, lookup, element, item, octets)?;
            }
        }
        DataTypeDefinition::FixedRecord { .. } | DataTypeDefinition::VariantRecord { .. } => {
            return Err(unfit());
        }
    }
    Ok(())
}

fn integer(value: i128, length: usize, octets: &mut Vec<u8>) {
    octets.resize(octets.len().next_multiple_of(length), 0);
    octets.extend(&value.to_be_bytes()[16 - length..]);
}

fn count(elements: usize, octets: &mut Vec<u8>) {
    integer(i128::try_from(elements).expect("short"), 4, octets);
}

fn octets_for(lookup: &mut Lookup<'_>, kind: &str, text: &str) -> Result<Vec<u8>, String> {
    Ok(match kind {
        "HLAfederateHandle" => lookup.federate(text)?.encode().to_vec(),
        "HLAobjectClassHandle" => lookup.object_class(text)?.encode().to_vec(),
        "HLAinteractionClassHandle" => lookup.interaction_class(text)?.encode().to_vec(),
        "HLAattributeHandle" => lookup.attribute("", text)?.encode().to_vec(),
        "HLAobjectInstanceHandle" => lookup.object(text)?.0.encode().to_vec(),
        "HLAtransportationTypeHandle" => {
            let best_effort = text == "HLAbestEffort";
            TransportationTypeHandle::new(u32::from(best_effort)).encode().to_vec()
        }
        "HLAlogicalTime" | "HLAtimeInterval" => {
            let time: i64 = text.parse().map_err(|_| format!("{text} is no time"))?;
            time.to_be_bytes().to_vec()
        }
        _ => text.as_bytes().to_vec(),
    })
}
