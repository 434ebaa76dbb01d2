//! The management object model (clause 11): the RTI's own instances, and the interactions by which
//! federates observe and control it.
//!
//! The RTI owns one `HLAfederation` instance and one `HLAfederate` instance for each joined
//! federate. Classes, attributes and parameters come from the MIM by name; tables say what shows or
//! serves each: `attributes` values, `requests` reports, `adjust` settings, `services` calls.

mod adjust;
mod arguments;
mod attributes;
mod counters;
mod encoding;
mod given;
mod reports;
mod requests;
mod services;
#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, sync::Arc};

use hla::{
    Call, FederateHandle, InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle,
    ParameterValues, RegionHandle,
};
use rti_fom::FomModel;

pub(crate) use self::{
    arguments::Invocation,
    attributes::Periods,
    counters::{Counted, Counters},
};
use self::{
    attributes::AdvanceClock,
    given::{Given, Refused},
};
use crate::{
    Nanos,
    emission::Out,
    federation::Federation,
    object::{Instance, Instances, Names, Owner},
};

/// What the RTI calls itself.
const RTI_VERSION: &str = concat!("Busbar RTI ", env!("CARGO_PKG_VERSION"));
const FEDERATE: &str = "HLAmanager.HLAfederate";
const FEDERATION: &str = "HLAmanager.HLAfederation";
/// The name of the instance that stands for the federation.
const FEDERATION_NAME: &str = "HLAfederation";

/// Where the RTI finds its own classes in the model; every model has them, from the MIM.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MomClasses {
    federate: Option<ObjectClassHandle>,
    /// Classes of which only the RTI registers instances.
    own: Vec<ObjectClassHandle>,
    pub(crate) report_service_invocation: Option<InteractionClassHandle>,
    /// Everything below is of the MOM.
    manager: Option<InteractionClassHandle>,
    /// Interactions by which federates control the RTI, by name within `HLAmanager`.
    control: BTreeMap<InteractionClassHandle, String>,
}

/// What the MOM shows of a federate and nothing else needs.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Observed {
    pub(crate) counters: Counters,
    pub(crate) clock: AdvanceClock,
    /// Where it runs, as far as the runtime knows.
    pub(crate) host: String,
    /// Designators of the modules that it brought.
    pub(crate) modules: Vec<String>,
    /// How many of its service invocations were reported.
    serial: usize,
    /// Where in the dimensions of the MOM it is.
    pub(crate) region: Option<RegionHandle>,
    /// Where they are written, once they are.
    service_file: String,
}

impl Observed {
    pub(crate) fn new(host: String, modules: Vec<String>, now: Nanos) -> Self {
        Self { clock: AdvanceClock::started(now), host, modules, ..Self::default() }
    }
}

impl MomClasses {
    pub(crate) fn of(model: &FomModel) -> Self {
        let own = ["HLAmanager", FEDERATE, FEDERATION];
        let report = "HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation";
        let control = model.interaction_classes().iter().filter_map(|row| {
            let name = row.name.strip_prefix("HLAinteractionRoot.HLAmanager.")?;
            is_served(name).then_some((*row.lineage.last()?, name.to_owned()))
        });
        Self {
            federate: model.object_class_handle(FEDERATE),
            own: own.iter().filter_map(|name| model.object_class_handle(name)).collect(),
            report_service_invocation: model.interaction_class_handle(report),
            manager: model.interaction_class_handle("HLAmanager"),
            control: control.collect(),
        }
    }

    /// Whether only the RTI registers instances of the class. What modules add below is free.
    pub(crate) fn is_of_the_rti(&self, class: ObjectClassHandle) -> bool {
        self.own.contains(&class)
    }

    /// The class of the MIM, with its name, by which an interaction asks something of the RTI.
    fn control(
        &self,
        model: &FomModel,
        class: InteractionClassHandle,
    ) -> Option<(InteractionClassHandle, &str)> {
        if !model.is_interaction_class_within(class, self.manager?) {
            return None;
        }
        let lineage = model.interaction_class(class)?.lineage.iter().rev();
        let mut known = lineage.filter_map(|class| Some((*class, self.control.get(class)?)));
        known.next().map(|(class, name)| (class, name.as_str()))
    }
}

fn is_served(name: &str) -> bool {
    adjust::adjustment(name).is_some()
        || requests::request(name).is_some()
        || name.strip_prefix("HLAfederate.HLAservice.").and_then(services::service).is_some()
}

/// Registers an instance of the RTI, which owns all of it.
fn register(
    model: &FomModel,
    (instances, names): (&mut Instances, &mut Names),
    class: ObjectClassHandle,
    name: Arc<str>,
) -> ObjectInstanceHandle {
    let mut instance = Instance::new(name.clone(), class, FederateHandle::INVALID, model);
    for attribute in &mut instance.attributes {
        attribute.owner = Owner::Rti;
    }
    let object = instances.add(instance);
    names.use_for(name, object);
    object
}

/// Registers the instance that stands for a new federation.
pub(crate) fn register_federation(
    model: &FomModel,
    instances: &mut Instances,
    names: &mut Names,
) -> ObjectInstanceHandle {
    let class = model.object_class_handle(FEDERATION);
    class.map_or(ObjectInstanceHandle::INVALID, |class| {
        register(model, (instances, names), class, FEDERATION_NAME.into())
    })
}

impl Federation {
    /// Registers the `HLAfederate` instance of a federate that has just joined.
    pub(crate) fn register_mom_federate(&mut self, federate: FederateHandle, out: &mut Out<'_>) {
        let Some(class) = self.mom.federate else { return };
        let name: Arc<str> = format!("HLAfederate-{federate}").into();
        let Self { model, instances, names, .. } = self;
        let object = register(model, (instances, names), class, name);
        self.place_mom_federate(federate, object);
        self.discover_new(object, out);
        self.reflect_federation(&["HLAfederatesInFederation"], out);
    }

    /// Places what the RTI shows of a federate where subscribers with regions look for it: at the
    /// point of the federate in the dimension `HLAfederate`.
    fn place_mom_federate(&mut self, federate: FederateHandle, object: ObjectInstanceHandle) {
        let Some(dimension) = self.model.dimension_handle("HLAfederate") else { return };
        let Some(instance) = self.instances.get(object) else { return };
        let class = self.model.object_class(instance.class);
        let attributes = class.into_iter().flat_map(|row| &row.attribute_dimensions);
        let placed = attributes.enumerate().filter(|(_, row)| row.contains(&dimension));
        let placed: Vec<usize> = placed.map(|(position, _)| position).collect();
        let region = self.regions.add_of_the_rti([(dimension, federate.value())].into_iter());
        let rows: Vec<_> = placed.into_iter().map(|position| (position, region)).collect();
        self.add_associations(FederateHandle::INVALID, object, &rows);
        if let Some(row) = self.federates.get_mut(federate) {
            row.observed.region = Some(region);
        }
    }

    /// Does what an interaction asks of the RTI, if it asks anything; whatever keeps it from that
    /// is reported.
    pub(crate) fn obey(
        &mut self,
        from: FederateHandle,
        class: InteractionClassHandle,
        values: &ParameterValues,
        out: &mut Out<'_>,
    ) {
        let Some((class, name)) = self.mom.control(&self.model, class) else { return };
        let name = name.to_owned();
        let (model, about) = (self.model.clone(), FederateHandle::INVALID);
        let mut given = Given { model, from, class, about, values: values.clone() };
        if let Err(refused) = self.try_to_obey(&mut given, &name, out) {
            self.report_refused(&given, &refused, out);
        }
    }

    fn try_to_obey(
        &mut self,
        given: &mut Given,
        name: &str,
        out: &mut Out<'_>,
    ) -> Result<(), Refused> {
        if name.starts_with("HLAfederate.") {
            given.about = given.get("HLAfederate")?;
            if !self.federates.joined().contains(given.about) {
                let details = format!("HLAfederate names no joined federate: {}", given.about);
                return Err(Refused::parameter(details));
            }
        }
        let service = name.strip_prefix("HLAfederate.HLAservice.").and_then(services::service);
        if let Some(service) = service {
            let call = service(given)?;
            return self.act_for(given.about, call, out);
        }
        if let Some(request) = requests::request(name) {
            return request(self, given, out);
        }
        adjust::adjustment(name).map_or(Ok(()), |adjust| adjust(self, given, out))
    }

    /// Runs a service as if the federate had called it.
    fn act_for(
        &mut self,
        federate: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<(), Refused> {
        match call {
            Call::ResignFederationExecution { action } => {
                self.resign_for(federate, action, out)?;
            }
            call => {
                self.serve(federate, call, out)?;
            }
        }
        Ok(())
    }
}
