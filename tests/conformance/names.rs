//! The names in a scenario and the handles that the RTI gave for them.

use std::collections::BTreeMap;
use std::sync::Arc;

use hla::{
    AttributeHandle, Call, DimensionHandle, FederateHandle, InteractionClassHandle,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle,
    RegionHandle, Reply,
};

use rti_fom::FomModel;

use crate::rti::Rti;

/// Stands for a handle that nothing has.
pub(crate) const BOGUS: &str = "bogus";
/// What scenarios call `HLAprivilegeToDeleteObject`.
const PRIVILEGE: &str = "privilege";
const PRIVILEGE_NAME: &str = "HLAprivilegeToDeleteObject";

/// An object instance that has a name in the scenario.
#[derive(Debug, Clone)]
pub(crate) struct Object {
    pub(crate) handle: ObjectInstanceHandle,
    /// Its class as the scenario calls it.
    pub(crate) class: String,
    /// The instance name, where the scenario gave one.
    pub(crate) named: Option<String>,
}

/// Everything that has a name so far.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) federates: BTreeMap<String, FederateHandle>,
    pub(crate) objects: BTreeMap<String, Object>,
    pub(crate) regions: BTreeMap<String, RegionHandle>,
    pub(crate) retractions: BTreeMap<String, MessageRetractionHandle>,
    /// Other results that were given a name.
    pub(crate) values: BTreeMap<String, String>,
    /// What says of which types values of the MOM are.
    pub(crate) model: Option<Arc<FomModel>>,
    object_classes: BTreeMap<String, ObjectClassHandle>,
    interaction_classes: BTreeMap<String, InteractionClassHandle>,
    attributes: BTreeMap<(String, String), AttributeHandle>,
    parameters: BTreeMap<(String, String), ParameterHandle>,
    dimensions: BTreeMap<String, DimensionHandle>,
}

/// A federate that looks names up.
pub(crate) struct Lookup<'a> {
    pub(crate) rti: &'a mut dyn Rti,
    pub(crate) federate: &'a str,
    pub(crate) names: &'a mut Names,
}

impl Lookup<'_> {
    /// The result of a lookup service; `None` for somebody who is not joined.
    fn ask<T>(
        &mut self,
        call: Call,
        pick: impl FnOnce(Reply) -> Option<T>,
    ) -> Result<Option<T>, String> {
        if !self.rti.is_joined(self.federate) {
            return Ok(None);
        }
        let service = call.service_name();
        match self.rti.call(self.federate, call) {
            Ok(reply) => pick(reply).map(Some).ok_or(format!("{service} has another reply")),
            Err(error) => Err(format!("{service}: {error}")),
        }
    }

    pub(crate) fn object_class(&mut self, name: &str) -> Result<ObjectClassHandle, String> {
        if let Some(known) = self.names.object_classes.get(name) {
            return Ok(*known);
        }
        if name == BOGUS {
            return Ok(ObjectClassHandle::INVALID);
        }
        let found = self.ask(Call::GetObjectClassHandle { name: name.to_owned() }, |reply| {
            if let Reply::GetObjectClassHandle(handle) = reply { Some(handle) } else { None }
        })?;
        let Some(found) = found else { return Ok(ObjectClassHandle::INVALID) };
        self.names.object_classes.insert(name.to_owned(), found);
        Ok(found)
    }

    /// Whether this is the name of an object class.
    pub(crate) fn is_object_class(&mut self, name: &str) -> bool {
        self.object_class(name).is_ok()
    }

    pub(crate) fn interaction_class(
        &mut self,
        name: &str,
    ) -> Result<InteractionClassHandle, String> {
        if let Some(known) = self.names.interaction_classes.get(name) {
            return Ok(*known);
        }
        if name == BOGUS {
            return Ok(InteractionClassHandle::INVALID);
        }
        let found =
            self.ask(Call::GetInteractionClassHandle { name: name.to_owned() }, |reply| {
                if let Reply::GetInteractionClassHandle(handle) = reply {
                    Some(handle)
                } else {
                    None
                }
            })?;
        let Some(found) = found else { return Ok(InteractionClassHandle::INVALID) };
        self.names.interaction_classes.insert(name.to_owned(), found);
        Ok(found)
    }

    /// An attribute: `aa` at the class, or `A.B:ba` at another.
    pub(crate) fn attribute(&mut self, class: &str, name: &str) -> Result<AttributeHandle, String> {
        let (class, name) = name.split_once(':').unwrap_or((class, name));
        let key = (class.to_owned(), name.to_owned());
        if let Some(known) = self.names.attributes.get(&key) {
            return Ok(*known);
        }
        if name == BOGUS || class == BOGUS {
            return Ok(AttributeHandle::INVALID);
        }
        let object_class = self.object_class(class)?;
        let called = if name == PRIVILEGE { PRIVILEGE_NAME } else { name };
        let call = Call::GetAttributeHandle { object_class, name: called.to_owned() };
        let found = self.ask(call, |reply| {
            if let Reply::GetAttributeHandle(handle) = reply { Some(handle) } else { None }
        })?;
        let Some(found) = found else { return Ok(AttributeHandle::INVALID) };
        self.names.attributes.insert(key, found);
        Ok(found)
    }

    pub(crate) fn attributes(
        &mut self,
        class: &str,
        names: &[&str],
    ) -> Result<Vec<AttributeHandle>, String> {
        names.iter().map(|name| self.attribute(class, name)).collect()
    }

    /// A parameter: `xa` at the class, or `X.Y:ya` at another.
    pub(crate) fn parameter(&mut self, class: &str, name: &str) -> Result<ParameterHandle, String> {
        let (class, name) = name.split_once(':').unwrap_or((class, name));
        let key = (class.to_owned(), name.to_owned());
        if let Some(known) = self.names.parameters.get(&key) {
            return Ok(*known);
        }
        if name == BOGUS || class == BOGUS {
            return Ok(ParameterHandle::INVALID);
        }
        let interaction_class = self.interaction_class(class)?;
        let call = Call::GetParameterHandle { interaction_class, name: name.to_owned() };
        let found = self.ask(call, |reply| {
            if let Reply::GetParameterHandle(handle) = reply { Some(handle) } else { None }
        })?;
        let Some(found) = found else { return Ok(ParameterHandle::INVALID) };
        self.names.parameters.insert(key, found);
        Ok(found)
    }

    pub(crate) fn dimension(&mut self, name: &str) -> Result<DimensionHandle, String> {
        if let Some(known) = self.names.dimensions.get(name) {
            return Ok(*known);
        }
        if name == BOGUS {
            return Ok(DimensionHandle::INVALID);
        }
        let found = self.ask(Call::GetDimensionHandle { name: name.to_owned() }, |reply| {
            if let Reply::GetDimensionHandle(handle) = reply { Some(handle) } else { None }
        })?;
        let Some(found) = found else { return Ok(DimensionHandle::INVALID) };
        self.names.dimensions.insert(name.to_owned(), found);
        Ok(found)
    }

    /// An object instance and its class.
    pub(crate) fn object(&self, name: &str) -> Result<(ObjectInstanceHandle, String), String> {
        if name == BOGUS {
            return Ok((ObjectInstanceHandle::INVALID, BOGUS.to_owned()));
        }
        let object = self.names.objects.get(name).ok_or(format!("no object instance {name}"))?;
        Ok((object.handle, object.class.clone()))
    }

    pub(crate) fn federate(&self, name: &str) -> Result<FederateHandle, String> {
        if name == BOGUS {
            return Ok(FederateHandle::INVALID);
        }
        let known = self.names.federates.get(name).copied();
        known.ok_or(format!("{name} has never joined"))
    }

    pub(crate) fn region(&self, name: &str) -> Result<RegionHandle, String> {
        if name == BOGUS {
            return Ok(RegionHandle::INVALID);
        }
        self.names.regions.get(name).copied().ok_or(format!("no region {name}"))
    }

    pub(crate) fn retraction(&self, name: &str) -> Result<MessageRetractionHandle, String> {
        if name == BOGUS {
            return Ok(MessageRetractionHandle::INVALID);
        }
        self.names.retractions.get(name).copied().ok_or(format!("no retraction handle {name}"))
    }
}

impl Names {
    pub(crate) fn of(model: Option<Arc<FomModel>>) -> Self {
        Self { model, ..Self::default() }
    }

    /// The data type of a parameter or attribute of the MOM, by the name of its class.
    pub(crate) fn mom_type(&self, class: &str, name: &str) -> Option<String> {
        let model = self.model.as_ref().filter(|_| class.starts_with("HLAmanager"))?;
        if let Some(class) = model.interaction_class_handle(class)
            && let Some(parameter) = model.parameter_handle(class, name)
        {
            return model.parameter(parameter)?.data_type.clone();
        }
        let class = model.object_class_handle(class)?;
        let attribute = model.attribute_handle(class, name)?;
        model.attribute(attribute)?.columns.data_type.clone()
    }

    pub(crate) fn called_object_class(&self, handle: ObjectClassHandle) -> String {
        called(&self.object_classes, handle)
    }

    pub(crate) fn called_interaction_class(&self, handle: InteractionClassHandle) -> String {
        called(&self.interaction_classes, handle)
    }

    pub(crate) fn called_attribute(&self, handle: AttributeHandle) -> String {
        let known = self.attributes.iter().find(|(_, known)| **known == handle);
        known.map_or_else(|| format!("attribute-{handle}"), |((_, name), _)| name.clone())
    }

    pub(crate) fn called_parameter(&self, handle: ParameterHandle) -> String {
        let known = self.parameters.iter().find(|(_, known)| **known == handle);
        known.map_or_else(|| format!("parameter-{handle}"), |((_, name), _)| name.clone())
    }

    pub(crate) fn called_dimension(&self, handle: DimensionHandle) -> String {
        let known = self.dimensions.iter().find(|(_, known)| **known == handle);
        known.map_or_else(|| format!("dimension-{handle}"), |(name, _)| name.clone())
    }

    /// The federate; `nobody` where none is conveyed.
    pub(crate) fn called_federate(&self, handle: FederateHandle) -> String {
        if handle == FederateHandle::INVALID {
            return "nobody".to_owned();
        }
        let known = self.federates.iter().find(|(_, known)| **known == handle);
        known.map_or_else(|| format!("federate-{handle}"), |(name, _)| name.clone())
    }

    pub(crate) fn called_object(&self, handle: ObjectInstanceHandle) -> String {
        let known = self.objects.iter().find(|(_, known)| known.handle == handle);
        known.map_or_else(|| format!("object-{handle}"), |(name, _)| name.clone())
    }

    pub(crate) fn called_retraction(&self, handle: MessageRetractionHandle) -> String {
        let known = self.retractions.iter().find(|(_, known)| **known == handle);
        known.map_or_else(|| format!("message-{handle:?}"), |(name, _)| name.clone())
    }
}

fn called<H: Copy + PartialEq + std::fmt::Display>(
    names: &BTreeMap<String, H>,
    handle: H,
) -> String {
    let known = names.iter().find(|(_, known)| **known == handle);
    known.map_or_else(|| format!("class-{handle}"), |(name, _)| name.clone())
}
