//! Callbacks and replies as scripts write them.

use hla::{
    AttributeHandle, Callback, FederateHandle, HlaInteger64Time, LogicalTime, MessageStamp,
    ObjectInstanceHandle, OrderType, Reply, TransportationTypeHandle,
};

use super::World;

impl World {
    #[allow(clippy::too_many_lines, reason = "a table of one entry for each callback")]
    pub(super) fn render(&self, callback: &Callback) -> String {
        let model = self.federation.model();
        match callback {
            Callback::DiscoverObjectInstance {
                object_instance,
                object_class,
                producing_federate,
                ..
            } => {
                let class = model.object_class(*object_class).expect("a class").name.as_str();
                let class = class.strip_prefix("HLAobjectRoot.").unwrap_or(class);
                let object = self.object(*object_instance);
                format!("discover {object} {class} {}", self.name(*producing_federate))
            }
            Callback::ReflectAttributeValues {
                object_instance,
                values,
                tag,
                transportation_type,
                producing_federate,
                sent_regions,
                stamp,
            } => {
                let values = values.iter().map(|(attribute, value)| {
                    format!(" {}={}", self.attribute(attribute), text(&value))
                });
                let object = self.object(*object_instance);
                let values: String = values.collect();
                let by = self.name(*producing_federate);
                let transport = transport(*transportation_type);
                let regions = if sent_regions.is_some() { " regions" } else { "" };
                format!(
                    "reflect {object}{values}{} {by}{transport}{}{regions}",
                    tagged(tag),
                    stamped(*stamp)
                )
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
                let values = values.iter().map(|(parameter, value)| {
                    let row = model.parameter(parameter).expect("a parameter");
                    format!(" {}={}", row.name, text(&value))
                });
                let values: String = values.collect();
                let class = self.interaction(*interaction_class);
                let by = self.name(*producing_federate);
                let transport = transport(*transportation_type);
                let regions = if sent_regions.is_some() { " regions" } else { "" };
                format!(
                    "receive {class}{values}{} {by}{transport}{}{regions}",
                    tagged(tag),
                    stamped(*stamp)
                )
            }
            Callback::RemoveObjectInstance { object_instance, tag, producing_federate, stamp } => {
                let object = self.object(*object_instance);
                let by = self.name(*producing_federate);
                format!("remove {object}{} {by}{}", tagged(tag), stamped(*stamp))
            }
            Callback::ObjectInstanceNameReservationSucceeded { name } => format!("reserved {name}"),
            Callback::ObjectInstanceNameReservationFailed { name } => {
                format!("not reserved {name}")
            }
            Callback::MultipleObjectInstanceNameReservationSucceeded { names } => {
                format!("all reserved {}", names.join(" "))
            }
            Callback::MultipleObjectInstanceNameReservationFailed { names } => {
                format!("none reserved {}", names.join(" "))
            }
            Callback::StartRegistrationForObjectClass { object_class } => {
                format!("start {}", model.object_class(*object_class).expect("a class").name)
            }
            Callback::StopRegistrationForObjectClass { object_class } => {
                format!("stop {}", model.object_class(*object_class).expect("a class").name)
            }
            Callback::TurnInteractionsOn { interaction_class } => {
                format!("on {}", self.interaction(*interaction_class))
            }
            Callback::TurnInteractionsOff { interaction_class } => {
                format!("off {}", self.interaction(*interaction_class))
            }
            Callback::ProvideAttributeValueUpdate { object_instance, attributes, tag } => {
                format!("provide {}{}", self.these(*object_instance, attributes), tagged(tag))
            }
            Callback::AttributesInScope { object_instance, attributes } => {
                format!("in scope {}", self.these(*object_instance, attributes))
            }
            Callback::AttributesOutOfScope { object_instance, attributes } => {
                format!("out of scope {}", self.these(*object_instance, attributes))
            }
            Callback::TurnUpdatesOnForObjectInstance {
                object_instance,
                attributes,
                update_rate,
            } => {
                let rate = update_rate.as_deref().unwrap_or("all");
                format!("wanted {} {rate}", self.these(*object_instance, attributes))
            }
            Callback::TurnUpdatesOffForObjectInstance { object_instance, attributes } => {
                format!("unwanted {}", self.these(*object_instance, attributes))
            }
            Callback::RequestAttributeOwnershipAssumption { object_instance, attributes, tag } => {
                format!("assume {}{}", self.these(*object_instance, attributes), tagged(tag))
            }
            Callback::InformAttributeOwnership { object_instance, attributes, owner } => {
                format!("owner {} {}", self.these(*object_instance, attributes), self.name(*owner))
            }
            Callback::AttributeIsNotOwned { object_instance, attributes } => {
                format!("unowned {}", self.these(*object_instance, attributes))
            }
            Callback::AttributeIsOwnedByRti { object_instance, attributes } => {
                format!("owned by rti {}", self.these(*object_instance, attributes))
            }
            Callback::ConfirmAttributeTransportationTypeChange {
                object_instance,
                attributes,
                transportation_type,
            } => {
                let these = self.these(*object_instance, attributes);
                format!("confirm {these}{}", transport(*transportation_type))
            }
            Callback::ReportAttributeTransportationType {
                object_instance,
                attribute,
                transportation_type,
            } => {
                let these = self.these(*object_instance, &[*attribute]);
                format!("report {these}{}", transport(*transportation_type))
            }
            Callback::ConfirmInteractionTransportationTypeChange {
                interaction_class,
                transportation_type,
            } => {
                let class = self.interaction(*interaction_class);
                format!("confirm {class}{}", transport(*transportation_type))
            }
            Callback::ReportInteractionTransportationType {
                federate,
                interaction_class,
                transportation_type,
            } => {
                let class = self.interaction(*interaction_class);
                let federate = self.name(*federate);
                format!("report {federate} {class}{}", transport(*transportation_type))
            }
            Callback::TimeRegulationEnabled { time } => format!("regulating {}", number(*time)),
            Callback::TimeConstrainedEnabled { time } => format!("constrained {}", number(*time)),
            Callback::TimeAdvanceGrant { time } => format!("grant {}", number(*time)),
            Callback::FlushQueueGrant { time, optimistic_time } => {
                format!("flushed {} {}", number(*time), number(*optimistic_time))
            }
            Callback::RequestRetraction { retraction } => {
                let name = self.retractions.iter().find(|(_, known)| *known == retraction);
                format!("retract {}", name.map_or("?", |(name, _)| name))
            }
            other => format!("{other:?}"),
        }
    }

    pub(super) fn render_reply(&self, reply: &Reply) -> String {
        let model = self.federation.model();
        match reply {
            Reply::IsAttributeOwnedByFederate(value) => value.to_string(),
            Reply::GetKnownObjectClassHandle(class) => {
                let name = &model.object_class(*class).expect("a class").name;
                name.strip_prefix("HLAobjectRoot.").unwrap_or(name).to_owned()
            }
            Reply::GetObjectInstanceName(name)
            | Reply::GetFederateName(name)
            | Reply::GetObjectClassName(name)
            | Reply::GetAttributeName(name)
            | Reply::GetInteractionClassName(name)
            | Reply::GetParameterName(name)
            | Reply::GetOrderName(name)
            | Reply::GetTransportationTypeName(name)
            | Reply::GetDimensionName(name) => name.clone(),
            Reply::GetFederateHandle(handle) => self.name(*handle),
            Reply::GetObjectInstanceHandle(object) => self.object(*object),
            Reply::QueryLogicalTime(time) | Reply::QueryLookahead(time) => number(*time),
            Reply::QueryGalt(time) | Reply::QueryLits(time) => {
                time.map_or_else(|| "undefined".to_owned(), number)
            }
            Reply::UpdateAttributeValues(retraction)
            | Reply::SendInteraction(retraction)
            | Reply::DeleteObjectInstance(retraction) => {
                if retraction.is_some() { "retractable" } else { "final" }.to_owned()
            }
            Reply::GetUpdateRateValueForAttribute(hz) | Reply::GetUpdateRateValue(hz) => {
                hz.to_string()
            }
            other => format!("{other:?}"),
        }
    }

    fn these(&self, object: ObjectInstanceHandle, attributes: &[AttributeHandle]) -> String {
        let attributes =
            attributes.iter().map(|attribute| format!(" {}", self.attribute(*attribute)));
        format!("{}{}", self.object(object), attributes.collect::<String>())
    }

    fn attribute(&self, attribute: AttributeHandle) -> &str {
        match self.federation.model().attribute(attribute).expect("an attribute").name.as_str() {
            "HLAprivilegeToDeleteObject" => "privilege",
            name => name,
        }
    }

    fn interaction(&self, class: hla::InteractionClassHandle) -> &str {
        let class = self.federation.model().interaction_class(class).expect("a class");
        class.name.strip_prefix("HLAinteractionRoot.").unwrap_or(&class.name)
    }

    fn object(&self, object: ObjectInstanceHandle) -> String {
        let named = self.objects.iter().find(|(_, known)| **known == object);
        named.map_or_else(|| format!("object-{object}"), |(name, _)| name.clone())
    }

    fn name(&self, federate: FederateHandle) -> String {
        if federate == FederateHandle::INVALID {
            return "-".to_owned();
        }
        let named = self.federates.iter().find(|(_, known)| **known == federate);
        named.map_or_else(|| format!("left-{federate}"), |(name, _)| name.clone())
    }
}

fn text(value: &[u8]) -> String {
    String::from_utf8_lossy(value).into_owned()
}

fn tagged(tag: &[u8]) -> String {
    if tag.is_empty() { String::new() } else { format!(" #{}", text(tag)) }
}

fn transport(transportation: TransportationTypeHandle) -> &'static str {
    if transportation == TransportationTypeHandle::BEST_EFFORT { " best-effort" } else { "" }
}

/// The time, then the order sent and the order received; `h` if it can be retracted.
fn stamped(stamp: Option<MessageStamp>) -> String {
    let Some(stamp) = stamp else { return String::new() };
    let letter = |order| if order == OrderType::TimeStamp { "T" } else { "R" };
    let (sent, received) = (letter(stamp.sent_order), letter(stamp.received_order));
    let retractable = if stamp.retraction.is_some() { "h" } else { "" };
    format!(" @{} {sent}{received}{retractable}", number(stamp.time))
}

pub(super) fn number(time: LogicalTime) -> String {
    HlaInteger64Time::read(time).map_or_else(|| "?".to_owned(), |time| time.0.to_string())
}
