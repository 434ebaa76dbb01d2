//! Registration of object instances (6.8).

use std::sync::Arc;

use hla::{AttributeRegions, FederateHandle, HlaError, ObjectClassHandle, Reply};

use super::{Instance, Owner};
use crate::{emission::Out, federation::Federation, mom::Counted};

impl Federation {
    pub(super) fn register(
        &mut self,
        from: FederateHandle,
        class: ObjectClassHandle,
        name: Option<String>,
        pairs: &[AttributeRegions],
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let class_name = &self.defined_object_class(class)?.name;
        let associations = self.attributes_in_regions(from, class, pairs)?;
        let declared = self.declarations.object(class);
        if !declared.is_some_and(|row| row.publishers.contains(from)) {
            return Err(HlaError::ObjectClassNotPublished(format!(
                "{} does not publish any attribute of {class_name}",
                self.federate_name(from)
            )));
        }
        let published = |position| self.declarations.publishes(from, class, position);
        if let Some((position, _)) = associations.iter().find(|(row, _)| !published(*row)) {
            return Err(HlaError::AttributeNotPublished(format!(
                "{} does not publish {} of {class_name}",
                self.federate_name(from),
                self.attribute_name(self.attribute_at(class, *position))
            )));
        }
        if self.mom.is_of_the_rti(class) {
            return Err(HlaError::RTIinternalError(format!(
                "only the RTI registers instances of {class_name}"
            )));
        }
        let limit = self.settings.limits.object_instances_max;
        if self.instances.len() >= limit {
            return Err(HlaError::RTIinternalError(format!(
                "there are {limit} object instances, delete some or raise the limit"
            )));
        }
        let name = self.name_for_new(from, name)?;
        let object = self.add_instance(from, class, name);
        self.add_associations(from, object, &associations);
        self.count(from, Counted::InstancesRegistered);
        self.discover_new(object, out);
        self.refresh_wanted(object, out);
        Ok(Reply::RegisterObjectInstance(object))
    }

    fn name_for_new(
        &self,
        from: FederateHandle,
        name: Option<String>,
    ) -> Result<Arc<str>, HlaError> {
        let Some(name) = name else {
            // Nobody can reserve a name that begins with HLA, so this one is free.
            return Ok(format!("HLAobject-{}", self.instances.next_handle()).into());
        };
        if self.names.instance(&name).is_some() {
            let details = format!("an object instance is called {name:?}");
            return Err(HlaError::ObjectInstanceNameInUse(details));
        }
        self.check_reserved(from, &name)?;
        Ok(name.into())
    }

    /// The registering federate owns what it publishes at the class; nobody owns the rest.
    fn add_instance(
        &mut self,
        from: FederateHandle,
        class: ObjectClassHandle,
        name: Arc<str>,
    ) -> hla::ObjectInstanceHandle {
        let mut instance = Instance::new(name.clone(), class, from, &self.model);
        for (position, attribute) in instance.attributes.iter_mut().enumerate() {
            if self.declarations.publishes(from, class, position) {
                attribute.owner = Owner::Federate(from);
            }
        }
        instance.learn(from, class);
        let owned = (0..instance.attributes.len()).filter(|row| instance.is_owned_by(from, *row));
        let owned: Vec<_> = owned.collect();
        let object = self.instances.add(instance);
        if self.names.is_reserved_by(from, &name)
            && let Some(federate) = self.federates.get_mut(from)
        {
            federate.reserved_names -= 1;
        }
        self.names.use_for(name, object);
        self.apply_defaults(from, object, &owned);
        object
    }
}
