//! Clause 9 and the lookups of regions. Attributes and their regions are written `ra@r` or
//! `ra+rb@r+s`, regions alone `r+s`.

use bytes::Bytes;
use hla::{AttributeRegions, Call, RangeBounds, RegionHandle};

use super::{Clock, Parsed, Payload, objects::parameters, text};
use crate::names::Lookup;

pub(super) fn parse(lookup: &mut Lookup<'_>, clock: &Clock, words: &[&str]) -> Parsed {
    Ok(Some(match *words {
        ["createRegion", ref names @ ..] => {
            let dimensions = names.iter().map(|name| lookup.dimension(name));
            Call::CreateRegion { dimensions: dimensions.collect::<Result<_, _>>()? }
        }
        ["commitRegionModifications", ref names @ ..] => {
            let regions = names.iter().map(|name| lookup.region(name));
            Call::CommitRegionModifications { regions: regions.collect::<Result<_, _>>()? }
        }
        ["deleteRegion", name] => Call::DeleteRegion { region: lookup.region(name)? },
        ["getDimensionHandleSet", name] => {
            Call::GetDimensionHandleSet { region: lookup.region(name)? }
        }
        ["getRangeBounds", name, dimension] => Call::GetRangeBounds {
            region: lookup.region(name)?,
            dimension: lookup.dimension(dimension)?,
        },
        ["setRangeBounds", name, dimension, range] => Call::SetRangeBounds {
            region: lookup.region(name)?,
            dimension: lookup.dimension(dimension)?,
            bounds: bounds(range)?,
        },
        ["associateRegionsForUpdates", object, ref words @ ..] => {
            let (object_instance, class) = lookup.object(object)?;
            let attributes_and_regions = pairs(lookup, &class, words)?;
            Call::AssociateRegionsForUpdates { object_instance, attributes_and_regions }
        }
        ["unassociateRegionsForUpdates", object, ref words @ ..] => {
            let (object_instance, class) = lookup.object(object)?;
            let attributes_and_regions = pairs(lookup, &class, words)?;
            Call::UnassociateRegionsForUpdates { object_instance, attributes_and_regions }
        }
        ["registerObjectInstanceWithRegions", class, ref words @ ..] => {
            let name = words.iter().find_map(|word| word.strip_prefix("name="));
            Call::RegisterObjectInstance {
                object_class: lookup.object_class(class)?,
                name: name.map(text),
                attributes_and_regions: Some(pairs(lookup, class, words)?),
            }
        }
        ["sendInteractionWithRegions", class, names, ref rest @ ..] => {
            let Payload { values, tag, time } = Payload::read(clock, rest)?;
            Call::SendInteraction {
                interaction_class: lookup.interaction_class(class)?,
                values: parameters(lookup, class, &values)?,
                regions: Some(regions(lookup, names)?),
                tag,
                time,
            }
        }
        ["requestAttributeValueUpdateWithRegions", class, ref words @ ..] => {
            let tag = words.iter().find_map(|word| word.strip_prefix('#')).unwrap_or_default();
            Call::RequestAttributeValueUpdateWithRegions {
                object_class: lookup.object_class(class)?,
                attributes_and_regions: pairs(lookup, class, words)?,
                tag: Bytes::copy_from_slice(tag.as_bytes()),
            }
        }
        _ => return subscription(lookup, words),
    }))
}

fn subscription(lookup: &mut Lookup<'_>, words: &[&str]) -> Parsed {
    let [service, class, ref words @ ..] = *words else { return Ok(None) };
    let active = !service.contains("Passively");
    Ok(Some(match service {
        "subscribeObjectClassAttributesWithRegions"
        | "subscribeObjectClassAttributesPassivelyWithRegions" => {
            let rate = words.iter().find_map(|word| word.strip_prefix("rate="));
            Call::SubscribeObjectClassAttributesWithRegions {
                object_class: lookup.object_class(class)?,
                attributes_and_regions: pairs(lookup, class, words)?,
                active,
                update_rate: rate.map(str::to_owned),
            }
        }
        "unsubscribeObjectClassAttributesWithRegions" => {
            Call::UnsubscribeObjectClassAttributesWithRegions {
                object_class: lookup.object_class(class)?,
                attributes_and_regions: pairs(lookup, class, words)?,
            }
        }
        "subscribeInteractionClassWithRegions"
        | "subscribeInteractionClassPassivelyWithRegions" => {
            Call::SubscribeInteractionClassWithRegions {
                interaction_class: lookup.interaction_class(class)?,
                active,
                regions: regions(lookup, words.first().copied().unwrap_or_default())?,
            }
        }
        "unsubscribeInteractionClassWithRegions" => Call::UnsubscribeInteractionClassWithRegions {
            interaction_class: lookup.interaction_class(class)?,
            regions: regions(lookup, words.first().copied().unwrap_or_default())?,
        },
        _ => return Ok(None),
    }))
}

/// The words with an `@` among others.
fn pairs(
    lookup: &mut Lookup<'_>,
    class: &str,
    words: &[&str],
) -> Result<Vec<AttributeRegions>, String> {
    let mut pairs = Vec::new();
    for (attributes, names) in words.iter().filter_map(|word| word.split_once('@')) {
        let attributes: Vec<_> = attributes.split('+').collect();
        let attributes = lookup.attributes(class, &attributes)?;
        pairs.push(AttributeRegions { attributes, regions: regions(lookup, names)? });
    }
    Ok(pairs)
}

fn regions(lookup: &Lookup<'_>, names: &str) -> Result<Vec<RegionHandle>, String> {
    names.split('+').filter(|name| !name.is_empty()).map(|name| lookup.region(name)).collect()
}

/// `10..20`.
fn bounds(word: &str) -> Result<RangeBounds, String> {
    let range = word.split_once("..").and_then(|(lower, upper)| {
        // A negative bound reaches the RTI as the number it is on the wire.
        let number = |text: &str| text.parse::<i64>().ok().map(|number| number as u32);
        Some(RangeBounds { lower: number(lower)?, upper: number(upper)? })
    });
    range.ok_or(format!("{word} is not LOWER..UPPER"))
}
