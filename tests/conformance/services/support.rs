//! Clause 10: support services.

use hla::{Call, OrderType, ServiceGroup};

use super::{Clock, Parsed, federation, text, transportation};
use crate::names::{BOGUS, Lookup};

pub(super) fn parse(lookup: &mut Lookup<'_>, _: &Clock, words: &[&str]) -> Parsed {
    for group in [classes, instances, types, normalization] {
        if let Some(call) = group(lookup, words)? {
            return Ok(Some(call));
        }
    }
    Ok(match *words {
        ["setAutomaticResignDirective", action] => {
            let directive = federation::resign_action(action)?;
            Some(Call::SetAutomaticResignDirective { directive })
        }
        [service, value] => set_switch(service, value),
        [service] => get_switch(service),
        _ => None,
    })
}

fn classes(lookup: &mut Lookup<'_>, words: &[&str]) -> Parsed {
    Ok(Some(match *words {
        ["getObjectClassHandle", name] => Call::GetObjectClassHandle { name: text(name) },
        ["getObjectClassName", class] => {
            Call::GetObjectClassName { object_class: lookup.object_class(class)? }
        }
        ["getAttributeHandle", class, name] => {
            Call::GetAttributeHandle { object_class: lookup.object_class(class)?, name: text(name) }
        }
        ["getAttributeName", class, name] => Call::GetAttributeName {
            object_class: lookup.object_class(class)?,
            attribute: lookup.attribute(class, name)?,
        },
        ["getInteractionClassHandle", name] => Call::GetInteractionClassHandle { name: text(name) },
        ["getInteractionClassName", class] => {
            Call::GetInteractionClassName { interaction_class: lookup.interaction_class(class)? }
        }
        ["getParameterHandle", class, name] => Call::GetParameterHandle {
            interaction_class: lookup.interaction_class(class)?,
            name: text(name),
        },
        ["getParameterName", class, name] => Call::GetParameterName {
            interaction_class: lookup.interaction_class(class)?,
            parameter: lookup.parameter(class, name)?,
        },
        ["getAvailableDimensionsForObjectClass", class] => {
            let object_class = lookup.object_class(class)?;
            Call::GetAvailableDimensionsForObjectClass { object_class }
        }
        ["getAvailableDimensionsForInteractionClass", class] => {
            let interaction_class = lookup.interaction_class(class)?;
            Call::GetAvailableDimensionsForInteractionClass { interaction_class }
        }
        _ => return Ok(None),
    }))
}

fn instances(lookup: &mut Lookup<'_>, words: &[&str]) -> Parsed {
    Ok(Some(match *words {
        ["getFederateHandle", name] => Call::GetFederateHandle { name: text(name) },
        ["getFederateName", federate] => {
            Call::GetFederateName { federate: lookup.federate(federate)? }
        }
        ["getKnownObjectClassHandle", object] => {
            Call::GetKnownObjectClassHandle { object_instance: lookup.object(object)?.0 }
        }
        ["getObjectInstanceHandle", name] => Call::GetObjectInstanceHandle { name: text(name) },
        ["getObjectInstanceName", object] => {
            Call::GetObjectInstanceName { object_instance: lookup.object(object)?.0 }
        }
        ["getUpdateRateValue", name] => Call::GetUpdateRateValue { name: text(name) },
        ["getUpdateRateValueForAttribute", object, name] => {
            let (object_instance, class) = lookup.object(object)?;
            let attribute = lookup.attribute(&class, name)?;
            Call::GetUpdateRateValueForAttribute { object_instance, attribute }
        }
        _ => return Ok(None),
    }))
}

fn types(lookup: &mut Lookup<'_>, words: &[&str]) -> Parsed {
    Ok(Some(match *words {
        ["getDimensionHandle", name] => Call::GetDimensionHandle { name: text(name) },
        ["getDimensionName", name] => Call::GetDimensionName { dimension: lookup.dimension(name)? },
        ["getDimensionUpperBound", name] => {
            Call::GetDimensionUpperBound { dimension: lookup.dimension(name)? }
        }
        ["getOrderType", name] => Call::GetOrderType { name: text(name) },
        ["getOrderName", order] => Call::GetOrderName { order: OrderType::from_name(order) },
        ["getTransportationTypeHandle", name] => {
            Call::GetTransportationTypeHandle { name: text(name) }
        }
        ["getTransportationTypeName", name] => {
            Call::GetTransportationTypeName { transportation_type: transportation(name)? }
        }
        _ => return Ok(None),
    }))
}

fn normalization(lookup: &mut Lookup<'_>, words: &[&str]) -> Parsed {
    Ok(Some(match *words {
        ["normalizeFederateHandle", federate] => {
            Call::NormalizeFederateHandle { federate: lookup.federate(federate)? }
        }
        ["normalizeServiceGroup", group] => {
            let number = if group == BOGUS { Some(-1) } else { group.parse().ok() };
            let number = number.ok_or(format!("{group} is no number of a service group"))?;
            Call::NormalizeServiceGroup { group: ServiceGroup::from_number(number) }
        }
        ["normalizeObjectClassHandle", class] => {
            Call::NormalizeObjectClassHandle { object_class: lookup.object_class(class)? }
        }
        ["normalizeInteractionClassHandle", class] => {
            let interaction_class = lookup.interaction_class(class)?;
            Call::NormalizeInteractionClassHandle { interaction_class }
        }
        ["normalizeObjectInstanceHandle", object] => {
            Call::NormalizeObjectInstanceHandle { object_instance: lookup.object(object)?.0 }
        }
        _ => return Ok(None),
    }))
}

fn get_switch(service: &str) -> Option<Call> {
    Some(match service {
        "getObjectClassRelevanceAdvisorySwitch" => Call::GetObjectClassRelevanceAdvisorySwitch,
        "getAttributeRelevanceAdvisorySwitch" => Call::GetAttributeRelevanceAdvisorySwitch,
        "getAttributeScopeAdvisorySwitch" => Call::GetAttributeScopeAdvisorySwitch,
        "getInteractionRelevanceAdvisorySwitch" => Call::GetInteractionRelevanceAdvisorySwitch,
        "getConveyRegionDesignatorSetsSwitch" => Call::GetConveyRegionDesignatorSetsSwitch,
        "getServiceReportingSwitch" => Call::GetServiceReportingSwitch,
        "getExceptionReportingSwitch" => Call::GetExceptionReportingSwitch,
        "getSendServiceReportsToFileSwitch" => Call::GetSendServiceReportsToFileSwitch,
        "getAutoProvideSwitch" => Call::GetAutoProvideSwitch,
        "getDelaySubscriptionEvaluationSwitch" => Call::GetDelaySubscriptionEvaluationSwitch,
        "getAdvisoriesUseKnownClassSwitch" => Call::GetAdvisoriesUseKnownClassSwitch,
        "getAllowRelaxedDDMSwitch" => Call::GetAllowRelaxedDdmSwitch,
        "getNonRegulatedGrantSwitch" => Call::GetNonRegulatedGrantSwitch,
        "getAutomaticResignDirective" => Call::GetAutomaticResignDirective,
        _ => return None,
    })
}

fn set_switch(service: &str, word: &str) -> Option<Call> {
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
        "setExceptionReportingSwitch" => Call::SetExceptionReportingSwitch { value },
        "setSendServiceReportsToFileSwitch" => Call::SetSendServiceReportsToFileSwitch { value },
        _ => return None,
    })
}
