//! Clause 7: ownership management; each service names an instance, attributes and perhaps a tag.

use hla::Call;

use super::{Clock, Parsed, instance_attributes};
use crate::names::Lookup;

pub(super) fn parse(lookup: &mut Lookup<'_>, _: &Clock, words: &[&str]) -> Parsed {
    let [service, object, ref names @ ..] = *words else { return Ok(None) };
    if service == "isAttributeOwnedByFederate" {
        let (object_instance, class) = lookup.object(object)?;
        let name = names.first().ok_or("name the attribute")?;
        let attribute = lookup.attribute(&class, name)?;
        return Ok(Some(Call::IsAttributeOwnedByFederate { object_instance, attribute }));
    }
    if !service.contains("wnership") && !service.contains("ivestiture") {
        return Ok(None);
    }
    let (object_instance, attributes, tag) = instance_attributes(lookup, object, names)?;
    Ok(Some(match service {
        "unconditionalAttributeOwnershipDivestiture" => {
            Call::UnconditionalAttributeOwnershipDivestiture { object_instance, attributes, tag }
        }
        "negotiatedAttributeOwnershipDivestiture" => {
            Call::NegotiatedAttributeOwnershipDivestiture { object_instance, attributes, tag }
        }
        "confirmDivestiture" => Call::ConfirmDivestiture { object_instance, attributes, tag },
        "attributeOwnershipAcquisition" => {
            Call::AttributeOwnershipAcquisition { object_instance, attributes, tag }
        }
        "attributeOwnershipAcquisitionIfAvailable" => {
            Call::AttributeOwnershipAcquisitionIfAvailable { object_instance, attributes, tag }
        }
        "attributeOwnershipReleaseDenied" => {
            Call::AttributeOwnershipReleaseDenied { object_instance, attributes, tag }
        }
        "attributeOwnershipDivestitureIfWanted" => {
            Call::AttributeOwnershipDivestitureIfWanted { object_instance, attributes, tag }
        }
        "cancelNegotiatedAttributeOwnershipDivestiture" => {
            Call::CancelNegotiatedAttributeOwnershipDivestiture { object_instance, attributes }
        }
        "cancelAttributeOwnershipAcquisition" => {
            Call::CancelAttributeOwnershipAcquisition { object_instance, attributes }
        }
        "queryAttributeOwnership" => Call::QueryAttributeOwnership { object_instance, attributes },
        _ => return Ok(None),
    }))
}
