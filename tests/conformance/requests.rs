//! Every request of the wire with nothing in its fields: enough where what is refused is the
//! moment, whatever the arguments are.

use bytes::Bytes;
use hla::{Call, Edition, InteractionClassHandle, ObjectClassHandle};

const WIRE: &str = include_str!("../../proto/wire/testdata/services.tsv");

/// Every request as the call that the server makes of it.
pub(crate) fn all() -> Vec<Call> {
    let arms = WIRE.lines().filter_map(|line| {
        let mut columns = line.split('\t');
        let ("call", arm) = (columns.next()?, columns.next()?) else { return None };
        arm.parse::<u32>().ok()
    });
    let calls = arms.map(|arm| {
        let call = hla_wire::from_wire::call(empty(arm));
        call.unwrap_or_else(|error| panic!("request {arm}: {error}")).1
    });
    calls
        .chain([
            // An absent flag is a passive subscription.
            Call::SubscribeObjectClassAttributesWithRegions {
                object_class: ObjectClassHandle::INVALID,
                attributes_and_regions: Vec::new(),
                active: true,
                update_rate: None,
            },
            Call::SubscribeInteractionClassWithRegions {
                interaction_class: InteractionClassHandle::INVALID,
                active: true,
                regions: Vec::new(),
            },
            // Services of their own in the 2010 edition; those that turn off are above.
            Call::SetObjectClassRelevanceAdvisorySwitch { value: true },
            Call::SetAttributeRelevanceAdvisorySwitch { value: true },
            Call::SetAttributeScopeAdvisorySwitch { value: true },
            Call::SetInteractionRelevanceAdvisorySwitch { value: true },
        ])
        .collect()
}

/// A `CallRequest` whose member of this number is empty: its key (length-delimited), length 0.
fn empty(arm: u32) -> Bytes {
    let mut rest = arm << 3 | 2;
    let mut octets = Vec::new();
    while rest >= 0x80 {
        octets.push((rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    octets.extend([rest as u8, 0]);
    octets.into()
}

/// The name of the service that a federate of this edition calls by it: services that are one
/// call here and several in the standard, or have another name in the other edition.
pub(crate) fn service_name(call: &Call, edition: Edition) -> &'static str {
    let name = call.service_name();
    match (edition, call) {
        (Edition::Hla4, Call::CreateFederationExecution { mim_module: Some(_), .. }) => {
            "createFederationExecutionWithMIM"
        }
        (_, Call::RegisterObjectInstance { attributes_and_regions: Some(_), .. }) => {
            "registerObjectInstanceWithRegions"
        }
        (_, Call::SendInteraction { regions: Some(_), .. }) => "sendInteractionWithRegions",
        (_, Call::SubscribeObjectClassAttributes { active: false, .. }) => {
            "subscribeObjectClassAttributesPassively"
        }
        (_, Call::SubscribeObjectClassAttributesWithRegions { active: false, .. }) => {
            "subscribeObjectClassAttributesPassivelyWithRegions"
        }
        (_, Call::SubscribeInteractionClass { active: false, .. }) => {
            "subscribeInteractionClassPassively"
        }
        (_, Call::SubscribeInteractionClassWithRegions { active: false, .. }) => {
            "subscribeInteractionClassPassivelyWithRegions"
        }
        (Edition::Evolved2010, call) => name_of_2010(call).unwrap_or(name),
        _ => name,
    }
}

fn name_of_2010(call: &Call) -> Option<&'static str> {
    Some(match call {
        Call::ReserveMultipleObjectInstanceNames { .. } => "reserveMultipleObjectInstanceName",
        Call::ReleaseMultipleObjectInstanceNames { .. } => "releaseMultipleObjectInstanceName",
        Call::GetAvailableDimensionsForObjectClass { .. } => {
            "getAvailableDimensionsForClassAttribute"
        }
        Call::SetObjectClassRelevanceAdvisorySwitch { value: true } => {
            "enableObjectClassRelevanceAdvisorySwitch"
        }
        Call::SetObjectClassRelevanceAdvisorySwitch { value: false } => {
            "disableObjectClassRelevanceAdvisorySwitch"
        }
        Call::SetAttributeRelevanceAdvisorySwitch { value: true } => {
            "enableAttributeRelevanceAdvisorySwitch"
        }
        Call::SetAttributeRelevanceAdvisorySwitch { value: false } => {
            "disableAttributeRelevanceAdvisorySwitch"
        }
        Call::SetAttributeScopeAdvisorySwitch { value: true } => {
            "enableAttributeScopeAdvisorySwitch"
        }
        Call::SetAttributeScopeAdvisorySwitch { value: false } => {
            "disableAttributeScopeAdvisorySwitch"
        }
        Call::SetInteractionRelevanceAdvisorySwitch { value: true } => {
            "enableInteractionRelevanceAdvisorySwitch"
        }
        Call::SetInteractionRelevanceAdvisorySwitch { value: false } => {
            "disableInteractionRelevanceAdvisorySwitch"
        }
        _ => return None,
    })
}
