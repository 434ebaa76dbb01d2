//! The management object model (clause 11), as far as it is built: one `HLAfederate` instance for
//! each joined federate with its handle, name and type, and the report of lost federates.
//!
//! The RTI owns these instances. Their values are static: they are reflected to whoever discovers
//! an instance, and on request.

mod encoding;
#[cfg(test)]
mod tests;

use bytes::Bytes;
use hla::{
    AttributeHandle, AttributeValues, Callback, FederateHandle, InteractionClassHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle, ParameterValues,
    TimePoint, TransportationTypeHandle,
};
use rti_fom::FomModel;

use self::encoding::{encode_handle, encode_time, encode_unicode};
use crate::{
    FederateSet, LostReason,
    emission::Out,
    federation::Federation,
    object::{Instance, Owner, Part, Sending, producer},
    routing::Audience,
};

/// Where the RTI finds its own classes in the model; every model has them, from the MIM.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MomClasses {
    federate: Option<ObjectClassHandle>,
    /// Classes of which only the RTI registers instances.
    own: Vec<ObjectClassHandle>,
    federate_handle: Option<AttributeHandle>,
    federate_name: Option<AttributeHandle>,
    federate_type: Option<AttributeHandle>,
    federate_lost: Option<InteractionClassHandle>,
    pub(crate) report_service_invocation: Option<InteractionClassHandle>,
    /// Interactions by which federates control the RTI.
    control: Vec<InteractionClassHandle>,
}

const FEDERATE: &str = "HLAmanager.HLAfederate";

impl MomClasses {
    pub(crate) fn of(model: &FomModel) -> Self {
        let federate = model.object_class_handle(FEDERATE);
        let attribute = |name| model.attribute_handle(federate?, name);
        let own = ["HLAmanager", FEDERATE, "HLAmanager.HLAfederation"];
        let control = [
            "HLAmanager.HLAfederate.HLAadjust",
            "HLAmanager.HLAfederate.HLArequest",
            "HLAmanager.HLAfederate.HLAservice",
            "HLAmanager.HLAfederation.HLAadjust",
            "HLAmanager.HLAfederation.HLArequest",
        ];
        let report = |name: &str| {
            model.interaction_class_handle(&format!("HLAmanager.HLAfederate.HLAreport.{name}"))
        };
        Self {
            federate,
            own: own.iter().filter_map(|name| model.object_class_handle(name)).collect(),
            federate_handle: attribute("HLAfederateHandle"),
            federate_name: attribute("HLAfederateName"),
            federate_type: attribute("HLAfederateType"),
            federate_lost: report("HLAreportFederateLost"),
            report_service_invocation: report("HLAreportServiceInvocation"),
            control: control
                .iter()
                .filter_map(|name| model.interaction_class_handle(name))
                .collect(),
        }
    }

    /// Whether only the RTI registers instances of the class. What modules add below is free.
    pub(crate) fn is_of_the_rti(&self, class: ObjectClassHandle) -> bool {
        self.own.contains(&class)
    }

    /// Whether an interaction of the class asks something of the RTI.
    pub(crate) fn is_for_the_rti(&self, model: &FomModel, class: InteractionClassHandle) -> bool {
        self.control.iter().any(|control| model.is_interaction_class_within(class, *control))
    }
}

impl Federation {
    /// Registers the `HLAfederate` instance of a federate that has just joined.
    pub(crate) fn register_mom_federate(&mut self, federate: FederateHandle, out: &mut Out<'_>) {
        let Some(class) = self.mom.federate else { return };
        let name: std::sync::Arc<str> = format!("HLAfederate-{federate}").into();
        let producer = FederateHandle::INVALID;
        let mut instance = Instance::new(name.clone(), class, producer, &self.model);
        for attribute in &mut instance.attributes {
            attribute.owner = Owner::Rti;
        }
        let object = self.instances.add(instance);
        self.names.use_for(name, object);
        self.discover_new(object, out);
    }

    /// Reflects what the RTI knows of an `HLAfederate` instance to those who see it; only these
    /// attributes, by position, if given.
    pub(crate) fn reflect_mom(
        &mut self,
        object: ObjectInstanceHandle,
        positions: Option<&[usize]>,
        to: &FederateSet,
        out: &mut Out<'_>,
    ) {
        let Some(instance) = self.instances.get(object) else { return };
        if Some(instance.class) != self.mom.federate {
            return;
        }
        let pairs = self.mom_values(object).into_iter().filter(|(attribute, _)| {
            let position = self.position_of(instance.class, *attribute);
            positions.is_none_or(|only| position.is_some_and(|position| only.contains(&position)))
        });
        let values = AttributeValues::from_pairs(pairs);
        let attributes: Vec<_> = values.handles().collect();
        let sender = FederateHandle::INVALID;
        let audience = Audience { sender, only: Some(to), thinned_at: None };
        let sending = Sending::untimed(FederateHandle::INVALID);
        for group in self.reflect_groups(instance, &attributes, &audience) {
            let values = group.mask.pick(&values);
            let (order, bytes) = (OrderType::Receive, values.value_bytes());
            let part = Part { order, receivers: group.receivers, bytes };
            self.transmit(&sending, part, out, |view, _| Callback::ReflectAttributeValues {
                object_instance: object,
                values: values.clone(),
                tag: Bytes::new(),
                transportation_type: TransportationTypeHandle::RELIABLE,
                producing_federate: producer(view, sender),
                sent_regions: view.regions.then(Vec::new),
                stamp: None,
            });
        }
    }

    /// Reports to subscribers that the RTI has lost a federate.
    pub(crate) fn report_lost(
        &mut self,
        federate: FederateHandle,
        name: &str,
        time: TimePoint,
        reason: &LostReason,
        out: &mut Out<'_>,
    ) {
        let Some(class) = self.mom.federate_lost else { return };
        let time = self.settings.time.write(time);
        let fields = [
            ("HLAfederate", encode_handle(&federate.encode())),
            ("HLAfederateName", encode_unicode(name)),
            ("HLAtimeStamp", encode_time(time)),
            ("HLAfaultDescription", encode_unicode(fault_description(reason))),
        ];
        let pairs = fields.into_iter().filter_map(|(parameter, value)| {
            Some((self.model.parameter_handle(class, parameter)?, value))
        });
        let pairs: Vec<(ParameterHandle, Bytes)> = pairs.collect();
        let values = ParameterValues::from_pairs(pairs);
        let sending = Sending::untimed(FederateHandle::INVALID);
        for (received_class, receivers) in
            self.interaction_groups(class, FederateHandle::INVALID, None)
        {
            let values = self.visible_parameters(received_class, &values);
            let part = Part { order: OrderType::Receive, receivers, bytes: values.value_bytes() };
            self.transmit(&sending, part, out, |view, _| Callback::ReceiveInteraction {
                interaction_class: received_class,
                values: values.clone(),
                tag: Bytes::new(),
                transportation_type: TransportationTypeHandle::RELIABLE,
                producing_federate: FederateHandle::INVALID,
                sent_regions: view.regions.then(Vec::new),
                stamp: None,
            });
        }
    }

    fn mom_values(&self, object: ObjectInstanceHandle) -> Vec<(AttributeHandle, Bytes)> {
        let described = self.federates.iter().find(|(_, row)| row.object == object);
        let Some((handle, federate)) = described else { return Vec::new() };
        let values = [
            (self.mom.federate_handle, encode_handle(&handle.encode())),
            (self.mom.federate_name, encode_unicode(&federate.name)),
            (self.mom.federate_type, encode_unicode(&federate.kind)),
        ];
        values.into_iter().filter_map(|(attribute, value)| Some((attribute?, value))).collect()
    }
}

fn fault_description(reason: &LostReason) -> &'static str {
    match reason {
        LostReason::TransportLost => "the connection broke and was not resumed in time",
        LostReason::Silent => "nothing was heard from it for too long",
        LostReason::SessionEnded => "it ended its session without resigning",
        LostReason::TooSlow => "it did not take its callbacks for too long",
        LostReason::Removed => "an operator removed it",
    }
}
