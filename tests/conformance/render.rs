//! Callbacks and results as scenarios write them.

use federate_sdk::encoding::DataElement;
use hla::{
    AttributeHandle, Callback, ConveyedRegion, MessageStamp, ObjectInstanceHandle, OrderType,
    Reply, TransportationTypeHandle,
};

use crate::mom;
use crate::names::Names;
use crate::services::Clock;

/// Writes what the RTI says.
pub(crate) struct Words<'a> {
    pub(crate) names: &'a Names,
    pub(crate) clock: Clock,
}

impl Words<'_> {
    /// A callback: its name, whom or what it is about, values, tag, producer, time stamp.
    pub(crate) fn callback(&self, callback: &Callback) -> Result<String, String> {
        let name = callback.service_name();
        if let Some(arguments) = self.message(callback)? {
            return Ok(format!("{name} {arguments}"));
        }
        let arguments = self.about_instances(callback).or_else(|| self.about_time(callback));
        let arguments = arguments.or_else(|| self.about_classes(callback));
        let arguments = arguments.or_else(|| self.about_synchronization(callback));
        let arguments = arguments.or_else(|| about_names(callback));
        Ok(match arguments {
            Some(arguments) => format!("{name} {arguments}").trim_end().to_owned(),
            None => format!("{callback:?}"),
        })
    }

    fn message(&self, callback: &Callback) -> Result<Option<String>, String> {
        let names = self.names;
        Ok(Some(match callback {
            Callback::ReflectAttributeValues {
                object_instance,
                values,
                tag,
                transportation_type,
                producing_federate,
                sent_regions,
                stamp,
            } => {
                let object = names.called_object(*object_instance);
                let class = names.objects.get(&object).map(|object| object.class.as_str());
                let pairs = values.iter().map(|(of, value)| {
                    self.pair(class.unwrap_or_default(), &names.called_attribute(of), &value)
                });
                let by = names.called_federate(*producing_federate);
                let transport = transport(*transportation_type);
                let pairs: String = pairs.collect();
                let pairs = pairs + &tagged(tag);
                let regions = self.conveyed(sent_regions.as_deref());
                format!("{object}{pairs} by {by}{}{transport}{regions}", self.stamped(stamp)?)
            }
            Callback::ReceiveInteraction {
                interaction_class,
                values,
                tag,
                transportation_type,
                producing_federate,
                sent_regions,
                stamp,
            } => {
                let class = names.called_interaction_class(*interaction_class);
                let pairs = values
                    .iter()
                    .map(|(of, value)| self.pair(&class, &names.called_parameter(of), &value));
                let by = names.called_federate(*producing_federate);
                let transport = transport(*transportation_type);
                let pairs: String = pairs.collect();
                let pairs = pairs + &tagged(tag);
                let regions = self.conveyed(sent_regions.as_deref());
                format!("{class}{pairs} by {by}{}{transport}{regions}", self.stamped(stamp)?)
            }
            Callback::ReceiveDirectedInteraction {
                interaction_class,
                object_instance,
                values,
                tag,
                transportation_type,
                producing_federate,
                stamp,
            } => {
                let pairs = values.iter();
                let pairs = pairs.map(|(of, value)| pair(&names.called_parameter(of), &value));
                let class = names.called_interaction_class(*interaction_class);
                let object = names.called_object(*object_instance);
                let by = names.called_federate(*producing_federate);
                let transport = transport(*transportation_type);
                let pairs = pairs.collect::<String>() + &tagged(tag);
                format!("{class} {object}{pairs} by {by}{}{transport}", self.stamped(stamp)?)
            }
            Callback::RemoveObjectInstance { object_instance, tag, producing_federate, stamp } => {
                let object = names.called_object(*object_instance);
                let by = names.called_federate(*producing_federate);
                format!("{object}{} by {by}{}", tagged(tag), self.stamped(stamp)?)
            }
            _ => return Ok(None),
        }))
    }

    fn about_instances(&self, callback: &Callback) -> Option<String> {
        Some(match callback {
            Callback::DiscoverObjectInstance {
                object_instance,
                object_class,
                name,
                producing_federate,
            } => {
                let object = self.names.called_object(*object_instance);
                let given = self.names.objects.get(&object).is_some_and(|row| row.named.is_some());
                let named = if given { format!(" named {name}") } else { String::new() };
                let class = self.names.called_object_class(*object_class);
                format!(
                    "{object} {class}{named} by {}",
                    self.names.called_federate(*producing_federate)
                )
            }
            Callback::AttributesInScope { object_instance, attributes }
            | Callback::AttributesOutOfScope { object_instance, attributes }
            | Callback::TurnUpdatesOffForObjectInstance { object_instance, attributes }
            | Callback::AttributeIsNotOwned { object_instance, attributes }
            | Callback::ConfirmAttributeOwnershipAcquisitionCancellation {
                object_instance,
                attributes,
            }
            | Callback::AttributeIsOwnedByRti { object_instance, attributes } => {
                self.these(*object_instance, attributes)
            }
            Callback::TurnUpdatesOnForObjectInstance {
                object_instance,
                attributes,
                update_rate,
            } => {
                let rate = update_rate.as_ref().map(|rate| format!(" rate={rate}"));
                self.these(*object_instance, attributes) + &rate.unwrap_or_default()
            }
            Callback::ProvideAttributeValueUpdate { object_instance, attributes, tag }
            | Callback::RequestAttributeOwnershipAssumption { object_instance, attributes, tag }
            | Callback::RequestDivestitureConfirmation { object_instance, attributes, tag }
            | Callback::AttributeOwnershipAcquisitionNotification {
                object_instance,
                attributes,
                tag,
            }
            | Callback::AttributeOwnershipUnavailable { object_instance, attributes, tag }
            | Callback::RequestAttributeOwnershipRelease { object_instance, attributes, tag } => {
                self.these(*object_instance, attributes) + &tagged(tag)
            }
            Callback::InformAttributeOwnership { object_instance, attributes, owner } => {
                let owner = self.names.called_federate(*owner);
                format!("{} owner {owner}", self.these(*object_instance, attributes))
            }
            Callback::ConfirmAttributeTransportationTypeChange {
                object_instance,
                attributes,
                transportation_type,
            } => {
                let these = self.these(*object_instance, attributes);
                format!("{these} {}", transport_name(*transportation_type))
            }
            Callback::ReportAttributeTransportationType {
                object_instance,
                attribute,
                transportation_type,
            } => {
                let these = self.these(*object_instance, &[*attribute]);
                format!("{these} {}", transport_name(*transportation_type))
            }
            _ => return None,
        })
    }

    fn about_synchronization(&self, callback: &Callback) -> Option<String> {
        Some(match callback {
            Callback::SynchronizationPointRegistrationSucceeded { label } => label.clone(),
            Callback::SynchronizationPointRegistrationFailed { label, reason } => {
                format!("{label} {}", reason.name())
            }
            Callback::AnnounceSynchronizationPoint { label, tag } => label.clone() + &tagged(tag),
            Callback::FederationSynchronized { label, failed_to_sync_set } => {
                let failed = failed_to_sync_set.iter();
                let failed = failed.map(|federate| self.names.called_federate(*federate));
                format!("{label} {}", sorted(failed))
            }
            _ => return None,
        })
    }

    fn about_time(&self, callback: &Callback) -> Option<String> {
        Some(match callback {
            Callback::TimeRegulationEnabled { time }
            | Callback::TimeConstrainedEnabled { time }
            | Callback::TimeAdvanceGrant { time } => self.clock.write(*time),
            Callback::FlushQueueGrant { time, optimistic_time } => {
                let optimistic = self.clock.write(*optimistic_time);
                format!("{} optimistic {optimistic}", self.clock.write(*time))
            }
            Callback::RequestRetraction { retraction } => self.names.called_retraction(*retraction),
            _ => return None,
        })
    }

    fn about_classes(&self, callback: &Callback) -> Option<String> {
        Some(match callback {
            Callback::StartRegistrationForObjectClass { object_class }
            | Callback::StopRegistrationForObjectClass { object_class } => {
                self.names.called_object_class(*object_class)
            }
            Callback::TurnInteractionsOn { interaction_class }
            | Callback::TurnInteractionsOff { interaction_class } => {
                self.names.called_interaction_class(*interaction_class)
            }
            Callback::ConfirmInteractionTransportationTypeChange {
                interaction_class,
                transportation_type,
            } => {
                let class = self.names.called_interaction_class(*interaction_class);
                format!("{class} {}", transport_name(*transportation_type))
            }
            Callback::ReportInteractionTransportationType {
                federate,
                interaction_class,
                transportation_type,
            } => {
                let class = self.names.called_interaction_class(*interaction_class);
                let federate = self.names.called_federate(*federate);
                format!("{federate} {class} {}", transport_name(*transportation_type))
            }
            _ => return None,
        })
    }

    /// A result; `ok` for services that have none.
    pub(crate) fn reply(&self, reply: &Reply) -> String {
        match reply {
            Reply::QueryLogicalTime(time) | Reply::QueryLookahead(time) => self.clock.write(*time),
            Reply::QueryGalt(time) | Reply::QueryLits(time) => {
                time.map_or_else(|| "undefined".to_owned(), |time| self.clock.write(time))
            }
            Reply::IsAttributeOwnedByFederate(value) => value.to_string(),
            Reply::AttributeOwnershipDivestitureIfWanted(attributes) if attributes.is_empty() => {
                "{}".to_owned()
            }
            Reply::AttributeOwnershipDivestitureIfWanted(attributes) => {
                let names = attributes.iter().map(|of| self.names.called_attribute(*of));
                names.collect::<Vec<_>>().join(" ")
            }
            Reply::GetRangeBounds(range) => format!("{}..{}", range.lower, range.upper),
            Reply::GetDimensionHandleSet(dimensions) => {
                sorted(dimensions.iter().map(|row| self.names.called_dimension(*row)))
            }
            Reply::GetFederateName(name) | Reply::GetObjectInstanceName(name) => name.clone(),
            Reply::GetFederateHandle(handle) => self.names.called_federate(*handle),
            Reply::GetObjectInstanceHandle(handle) => self.names.called_object(*handle),
            Reply::GetKnownObjectClassHandle(class) => self.names.called_object_class(*class),
            Reply::GetObjectClassHandle(handle) => format!("class-{handle}"),
            Reply::GetInteractionClassHandle(handle) => format!("class-{handle}"),
            Reply::GetAttributeHandle(handle) => format!("attribute-{handle}"),
            Reply::GetParameterHandle(handle) => format!("parameter-{handle}"),
            Reply::Connect(result) => result.additional_settings.name().to_owned(),
            Reply::JoinFederationExecution(joined) => {
                joined.logical_time_implementation_name.clone()
            }
            other => self.about_fdd(other).or_else(|| switch(other)).unwrap_or("ok".to_owned()),
        }
    }

    fn about_fdd(&self, reply: &Reply) -> Option<String> {
        Some(match reply {
            Reply::GetObjectClassName(name)
            | Reply::GetAttributeName(name)
            | Reply::GetInteractionClassName(name)
            | Reply::GetParameterName(name)
            | Reply::GetOrderName(name)
            | Reply::GetTransportationTypeName(name)
            | Reply::GetDimensionName(name) => name.clone(),
            Reply::GetOrderType(order) => order.name().to_owned(),
            Reply::GetTransportationTypeHandle(handle) => transport_name(*handle).to_owned(),
            Reply::GetDimensionHandle(handle) => format!("dimension-{handle}"),
            Reply::GetAvailableDimensionsForObjectClass(dimensions)
            | Reply::GetAvailableDimensionsForInteractionClass(dimensions) => {
                sorted(dimensions.iter().map(|handle| self.names.called_dimension(*handle)))
            }
            Reply::GetUpdateRateValue(rate) | Reply::GetUpdateRateValueForAttribute(rate) => {
                rate.to_string()
            }
            Reply::GetDimensionUpperBound(number)
            | Reply::NormalizeServiceGroup(number)
            | Reply::NormalizeFederateHandle(number)
            | Reply::NormalizeObjectClassHandle(number)
            | Reply::NormalizeInteractionClassHandle(number)
            | Reply::NormalizeObjectInstanceHandle(number) => number.to_string(),
            _ => return None,
        })
    }

    /// The sender's regions where the receiver gets to see them, `in default` without any.
    fn conveyed(&self, regions: Option<&[ConveyedRegion]>) -> String {
        let Some(regions) = regions else { return String::new() };
        if regions.is_empty() {
            return " in default".to_owned();
        }
        let ranges = |region: &ConveyedRegion| {
            let ranges = region.ranges.iter().map(|(dimension, range)| {
                let name = self.names.called_dimension(*dimension);
                format!("{name}={}..{}", range.lower, range.upper)
            });
            sorted(ranges).replace(' ', ",")
        };
        format!(" in {}", sorted(regions.iter().map(ranges)))
    }

    fn pair(&self, class: &str, name: &str, value: &[u8]) -> String {
        let kind = self.names.mom_type(class, name);
        match kind.and_then(|kind| mom::decode(self.names, &kind, value)) {
            Some(text) => format!(" {name}={text}"),
            None => pair(name, value),
        }
    }

    fn these(&self, object: ObjectInstanceHandle, attributes: &[AttributeHandle]) -> String {
        let attributes =
            attributes.iter().map(|of| format!(" {}", self.names.called_attribute(*of)));
        format!("{}{}", self.names.called_object(object), attributes.collect::<String>())
    }

    /// The time and the orders in which the message was sent and received. Only what was sent in
    /// time-stamp order can be retracted (8.22).
    fn stamped(&self, stamp: &Option<MessageStamp>) -> Result<String, String> {
        let Some(stamp) = stamp else { return Ok(String::new()) };
        let orders = match (stamp.sent_order, stamp.received_order) {
            (OrderType::TimeStamp, OrderType::TimeStamp) => "TSO",
            (OrderType::TimeStamp, OrderType::Receive) => "TSO>RO",
            (OrderType::Receive, OrderType::Receive) => "RO",
            (OrderType::Receive, OrderType::TimeStamp) => {
                return Err("sent in receive order, received in time-stamp order".to_owned());
            }
        };
        if stamp.retraction.is_some() != (stamp.sent_order == OrderType::TimeStamp) {
            return Err(format!("retraction {:?} of a message sent {orders}", stamp.retraction));
        }
        Ok(format!(" @{} {orders}", self.clock.write(stamp.time)))
    }
}

fn switch(reply: &Reply) -> Option<String> {
    let on = match reply {
        Reply::GetAutomaticResignDirective(action) => return Some(action.name().to_owned()),
        Reply::GetObjectClassRelevanceAdvisorySwitch(on)
        | Reply::GetAttributeRelevanceAdvisorySwitch(on)
        | Reply::GetAttributeScopeAdvisorySwitch(on)
        | Reply::GetInteractionRelevanceAdvisorySwitch(on)
        | Reply::GetConveyRegionDesignatorSetsSwitch(on)
        | Reply::GetServiceReportingSwitch(on)
        | Reply::GetExceptionReportingSwitch(on)
        | Reply::GetSendServiceReportsToFileSwitch(on)
        | Reply::GetAutoProvideSwitch(on)
        | Reply::GetDelaySubscriptionEvaluationSwitch(on)
        | Reply::GetAdvisoriesUseKnownClassSwitch(on)
        | Reply::GetAllowRelaxedDdmSwitch(on)
        | Reply::GetNonRegulatedGrantSwitch(on) => *on,
        _ => return None,
    };
    Some(on.to_string())
}

fn about_names(callback: &Callback) -> Option<String> {
    Some(match callback {
        Callback::ObjectInstanceNameReservationSucceeded { name }
        | Callback::ObjectInstanceNameReservationFailed { name } => name.clone(),
        Callback::MultipleObjectInstanceNameReservationSucceeded { names }
        | Callback::MultipleObjectInstanceNameReservationFailed { names } => {
            let mut names = names.clone();
            names.sort_unstable();
            names.join(" ")
        }
        Callback::ReportFederationExecutions { report } => {
            let rows = report.iter().map(|row| {
                format!("{}:{}", row.federation_name, row.logical_time_implementation_name)
            });
            sorted(rows)
        }
        Callback::ReportFederationExecutionMembers { federation_name, report } => {
            let rows =
                report.iter().map(|row| format!("{}:{}", row.federate_name, row.federate_type));
            format!("{federation_name} {}", sorted(rows))
        }
        Callback::FederateResigned { .. } => String::new(),
        Callback::ReportFederationExecutionDoesNotExist { federation_name } => {
            federation_name.clone()
        }
        _ => return None,
    })
}

fn sorted(rows: impl Iterator<Item = String>) -> String {
    let mut rows: Vec<_> = rows.collect();
    rows.sort_unstable();
    rows.join(" ")
}

fn pair(name: &str, value: &[u8]) -> String {
    format!(" {name}={}", self::value(value))
}

/// Text as it is, an `HLAunicodeString` as its text with `_` for spaces, the rest in hexadecimal.
fn value(octets: &[u8]) -> String {
    if octets.iter().all(u8::is_ascii_graphic) {
        return String::from_utf8_lossy(octets).into_owned();
    }
    if let Ok(text) = String::from_bytes(octets) {
        return text.replace(' ', "_");
    }
    let digits = octets.iter().map(|octet| format!("{octet:02x}"));
    format!("0x{}", digits.collect::<String>())
}

fn tagged(tag: &[u8]) -> String {
    if tag.is_empty() { String::new() } else { format!(" #{}", String::from_utf8_lossy(tag)) }
}

fn transport(transportation: TransportationTypeHandle) -> &'static str {
    if transportation == TransportationTypeHandle::RELIABLE { "" } else { " HLAbestEffort" }
}

fn transport_name(transportation: TransportationTypeHandle) -> &'static str {
    match transportation {
        TransportationTypeHandle::RELIABLE => "HLAreliable",
        TransportationTypeHandle::BEST_EFFORT => "HLAbestEffort",
        _ => "an unknown transportation type",
    }
}
