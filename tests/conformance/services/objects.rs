//! Clauses 5 to 7: declaration, object and ownership management.

use hla::{AttributeValues, Call, ParameterValues};

use super::{Clock, Parsed, Payload, instance_attributes, order, text, texts, transportation};
use crate::mom;
use crate::names::{BOGUS, Lookup};

pub(super) fn declaration(lookup: &mut Lookup<'_>, clock: &Clock, words: &[&str]) -> Parsed {
    let [service, class, ref names @ ..] = *words else { return Ok(None) };
    if !matches!(
        service,
        "publish" | "unpublish" | "subscribe" | "subscribePassively" | "unsubscribe"
    ) {
        return declaration_in_full(lookup, words);
    }
    let is_object_class = lookup.is_object_class(class);
    let full = match (service, is_object_class) {
        ("publish", true) => "publishObjectClassAttributes",
        ("publish", false) => "publishInteractionClass",
        ("unpublish", true) if names.is_empty() => "unpublishObjectClass",
        ("unpublish", true) => "unpublishObjectClassAttributes",
        ("unpublish", false) => "unpublishInteractionClass",
        ("subscribe", true) => "subscribeObjectClassAttributes",
        ("subscribe", false) => "subscribeInteractionClass",
        ("subscribePassively", true) => "subscribeObjectClassAttributesPassively",
        ("subscribePassively", false) => "subscribeInteractionClassPassively",
        (_, true) if names.is_empty() => "unsubscribeObjectClass",
        (_, true) => "unsubscribeObjectClassAttributes",
        (_, false) => "unsubscribeInteractionClass",
    };
    let mut words = words.to_vec();
    words[0] = full;
    let _ = clock;
    declaration_in_full(lookup, &words)
}

fn declaration_in_full(lookup: &mut Lookup<'_>, words: &[&str]) -> Parsed {
    let [service, class, ref names @ ..] = *words else { return Ok(None) };
    if service.contains("DirectedInteractions") {
        return directed_declaration(lookup, words);
    }
    if service.contains("InteractionClass") {
        return interaction_declaration(lookup, words);
    }
    let (rates, names): (Vec<&str>, Vec<&str>) =
        names.iter().partition(|name| name.starts_with("rate="));
    Ok(Some(match service {
        "publishObjectClassAttributes" => Call::PublishObjectClassAttributes {
            object_class: lookup.object_class(class)?,
            attributes: lookup.attributes(class, &names)?,
        },
        "unpublishObjectClass" => {
            Call::UnpublishObjectClass { object_class: lookup.object_class(class)? }
        }
        "unpublishObjectClassAttributes" => Call::UnpublishObjectClassAttributes {
            object_class: lookup.object_class(class)?,
            attributes: lookup.attributes(class, &names)?,
        },
        "subscribeObjectClassAttributes" | "subscribeObjectClassAttributesPassively" => {
            Call::SubscribeObjectClassAttributes {
                object_class: lookup.object_class(class)?,
                attributes: lookup.attributes(class, &names)?,
                active: !service.ends_with("Passively"),
                update_rate: rates.first().map(|rate| rate["rate=".len()..].to_owned()),
            }
        }
        "unsubscribeObjectClass" => {
            Call::UnsubscribeObjectClass { object_class: lookup.object_class(class)? }
        }
        "unsubscribeObjectClassAttributes" => Call::UnsubscribeObjectClassAttributes {
            object_class: lookup.object_class(class)?,
            attributes: lookup.attributes(class, &names)?,
        },
        _ => return Ok(None),
    }))
}

/// An object class and directed interactions of it; all of them where none is named.
fn directed_declaration(lookup: &mut Lookup<'_>, words: &[&str]) -> Parsed {
    let [service, class, ref names @ ..] = *words else { return Ok(None) };
    let object_class = lookup.object_class(class)?;
    let named = names.iter().map(|name| lookup.interaction_class(name));
    let interaction_classes: Vec<_> = named.collect::<Result<_, _>>()?;
    let some = (!interaction_classes.is_empty()).then(|| interaction_classes.clone());
    Ok(Some(match service {
        "publishObjectClassDirectedInteractions" => {
            Call::PublishObjectClassDirectedInteractions { object_class, interaction_classes }
        }
        "unpublishObjectClassDirectedInteractions" => {
            let interaction_classes = some;
            Call::UnpublishObjectClassDirectedInteractions { object_class, interaction_classes }
        }
        "subscribeObjectClassDirectedInteractions"
        | "subscribeObjectClassDirectedInteractionsUniversally" => {
            let universally = service.ends_with("Universally");
            Call::SubscribeObjectClassDirectedInteractions {
                object_class,
                interaction_classes,
                universally,
            }
        }
        "unsubscribeObjectClassDirectedInteractions" => {
            let interaction_classes = some;
            Call::UnsubscribeObjectClassDirectedInteractions { object_class, interaction_classes }
        }
        _ => return Ok(None),
    }))
}

fn interaction_declaration(lookup: &mut Lookup<'_>, words: &[&str]) -> Parsed {
    let [service, class] = *words else { return Ok(None) };
    let known = ["publish", "unpublish", "subscribe", "unsubscribe"];
    if !known.iter().any(|verb| service.strip_prefix(verb).is_some_and(|s| s.starts_with("Inter")))
    {
        return Ok(None);
    }
    let interaction_class = lookup.interaction_class(class)?;
    Ok(Some(match service {
        "publishInteractionClass" => Call::PublishInteractionClass { interaction_class },
        "unpublishInteractionClass" => Call::UnpublishInteractionClass { interaction_class },
        "subscribeInteractionClass" => {
            Call::SubscribeInteractionClass { interaction_class, active: true }
        }
        "subscribeInteractionClassPassively" => {
            Call::SubscribeInteractionClass { interaction_class, active: false }
        }
        "unsubscribeInteractionClass" => Call::UnsubscribeInteractionClass { interaction_class },
        _ => return Ok(None),
    }))
}

pub(super) fn instances(lookup: &mut Lookup<'_>, clock: &Clock, words: &[&str]) -> Parsed {
    Ok(Some(match *words {
        ["reserveObjectInstanceName", name] => Call::ReserveObjectInstanceName { name: text(name) },
        ["releaseObjectInstanceName", name] => Call::ReleaseObjectInstanceName { name: text(name) },
        ["reserveMultipleObjectInstanceNames", ref names @ ..] => {
            Call::ReserveMultipleObjectInstanceNames { names: texts(names) }
        }
        ["releaseMultipleObjectInstanceNames", ref names @ ..] => {
            Call::ReleaseMultipleObjectInstanceNames { names: texts(names) }
        }
        ["registerObjectInstance" | "register", class, ref name @ ..] if name.len() < 2 => {
            Call::RegisterObjectInstance {
                object_class: lookup.object_class(class)?,
                name: name.first().map(|name| text(name)),
                attributes_and_regions: None,
            }
        }
        ["updateAttributeValues" | "update", object, ref rest @ ..] => {
            let Payload { values, tag, time } = Payload::read(clock, rest)?;
            let (object_instance, class) = lookup.object(object)?;
            let pairs = values.iter().map(|(name, value)| {
                Ok::<_, String>((lookup.attribute(&class, name)?, value.as_bytes()))
            });
            let pairs = pairs.collect::<Result<Vec<_>, _>>()?;
            let values = AttributeValues::from_pairs(pairs);
            Call::UpdateAttributeValues { object_instance, values, tag, time }
        }
        ["sendInteraction" | "send", class, ref rest @ ..] => {
            let Payload { values, tag, time } = Payload::read(clock, rest)?;
            let values = parameters(lookup, class, &values)?;
            let interaction_class = lookup.interaction_class(class)?;
            Call::SendInteraction { interaction_class, values, regions: None, tag, time }
        }
        ["sendDirectedInteraction", class, object, ref rest @ ..] => {
            let Payload { values, tag, time } = Payload::read(clock, rest)?;
            Call::SendDirectedInteraction {
                interaction_class: lookup.interaction_class(class)?,
                object_instance: lookup.object(object)?.0,
                values: parameters(lookup, class, &values)?,
                tag,
                time,
            }
        }
        ["deleteObjectInstance" | "delete", object, ref rest @ ..] => {
            let Payload { tag, time, .. } = Payload::read(clock, rest)?;
            Call::DeleteObjectInstance { object_instance: lookup.object(object)?.0, tag, time }
        }
        ["localDeleteObjectInstance", object] => {
            Call::LocalDeleteObjectInstance { object_instance: lookup.object(object)?.0 }
        }
        ["requestInstanceAttributeValueUpdate", object, ref names @ ..] => {
            let (object_instance, attributes, tag) = instance_attributes(lookup, object, names)?;
            Call::RequestInstanceAttributeValueUpdate { object_instance, attributes, tag }
        }
        ["requestClassAttributeValueUpdate", class, ref words @ ..] => {
            let (tags, names): (Vec<&str>, Vec<&str>) =
                words.iter().partition(|word| word.starts_with('#'));
            let tag = tags.first().map(|tag| tag.as_bytes()[1..].to_vec());
            Call::RequestClassAttributeValueUpdate {
                object_class: lookup.object_class(class)?,
                attributes: lookup.attributes(class, &names)?,
                tag: tag.unwrap_or_default().into(),
            }
        }
        _ => return Ok(None),
    }))
}

pub(super) fn parameters(
    lookup: &mut Lookup<'_>,
    class: &str,
    values: &[(&str, &str)],
) -> Result<ParameterValues, String> {
    let pairs = values.iter().map(|(name, value)| {
        let octets = match lookup.names.mom_type(class, name) {
            // Octets that are no value of the type.
            Some(_) if *value == BOGUS => vec![0xff; 3],
            Some(kind) => mom::encode(lookup, &kind, value)?,
            None => value.as_bytes().to_vec(),
        };
        Ok::<_, String>((lookup.parameter(class, name)?, octets))
    });
    Ok(ParameterValues::from_pairs(pairs.collect::<Result<Vec<_>, _>>()?))
}

pub(super) fn order_types(lookup: &mut Lookup<'_>, _: &Clock, words: &[&str]) -> Parsed {
    let [service, subject, ref rest @ ..] = *words else { return Ok(None) };
    Ok(Some(match (service, rest) {
        ("requestAttributeTransportationTypeChange", [names @ .., to]) => {
            let (object_instance, attributes, _) = instance_attributes(lookup, subject, names)?;
            let transportation_type = transportation(to)?;
            Call::RequestAttributeTransportationTypeChange {
                object_instance,
                attributes,
                transportation_type,
            }
        }
        ("queryAttributeTransportationType", [name]) => {
            let (object_instance, class) = lookup.object(subject)?;
            let attribute = lookup.attribute(&class, name)?;
            Call::QueryAttributeTransportationType { object_instance, attribute }
        }
        ("requestInteractionTransportationTypeChange", [to]) => {
            Call::RequestInteractionTransportationTypeChange {
                interaction_class: lookup.interaction_class(subject)?,
                transportation_type: transportation(to)?,
            }
        }
        ("queryInteractionTransportationType", [class]) => {
            Call::QueryInteractionTransportationType {
                federate: lookup.federate(subject)?,
                interaction_class: lookup.interaction_class(class)?,
            }
        }
        ("changeDefaultAttributeTransportationType", [names @ .., to]) => {
            Call::ChangeDefaultAttributeTransportationType {
                object_class: lookup.object_class(subject)?,
                attributes: lookup.attributes(subject, names)?,
                transportation_type: transportation(to)?,
            }
        }
        ("changeAttributeOrderType", [names @ .., to]) => {
            let (object_instance, attributes, _) = instance_attributes(lookup, subject, names)?;
            Call::ChangeAttributeOrderType { object_instance, attributes, order: Some(order(to)?) }
        }
        ("changeInteractionOrderType", [to]) => Call::ChangeInteractionOrderType {
            interaction_class: lookup.interaction_class(subject)?,
            order: Some(order(to)?),
        },
        ("changeDefaultAttributeOrderType", [names @ .., to]) => {
            Call::ChangeDefaultAttributeOrderType {
                object_class: lookup.object_class(subject)?,
                attributes: lookup.attributes(subject, names)?,
                order: Some(order(to)?),
            }
        }
        _ => return Ok(None),
    }))
}
