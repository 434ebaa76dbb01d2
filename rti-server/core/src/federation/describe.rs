//! Names of things, for the texts of exceptions.

use hla::{AttributeHandle, FederateHandle, HlaError, ObjectClassHandle, ParameterHandle};

use super::Federation;
use crate::object::{Instance, Owner};

impl Federation {
    pub(crate) fn attribute_name(&self, attribute: AttributeHandle) -> String {
        match self.model.attribute(attribute) {
            Some(row) => row.name.clone(),
            None => format!("with handle {attribute}"),
        }
    }

    pub(crate) fn parameter_name(&self, parameter: ParameterHandle) -> String {
        match self.model.parameter(parameter) {
            Some(row) => row.name.clone(),
            None => format!("with handle {parameter}"),
        }
    }

    pub(crate) fn federate_name(&self, federate: FederateHandle) -> String {
        match self.federates.get(federate) {
            Some(row) => row.name.clone(),
            None => format!("the federate with handle {federate}"),
        }
    }

    /// The position of an attribute at a class, where it is available.
    pub(crate) fn position_of(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Option<usize> {
        self.model.object_class(class)?.attributes.binary_search(&attribute).ok()
    }

    /// The position of an attribute that must be available at a class.
    pub(crate) fn position(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Result<usize, HlaError> {
        let row = self.defined_object_class(class)?;
        row.attributes.binary_search(&attribute).map_err(|_| {
            HlaError::AttributeNotDefined(format!(
                "attribute {} is not available at {}",
                self.attribute_name(attribute),
                row.name
            ))
        })
    }

    /// The positions of attributes that must all be available at a class, in order, each once.
    pub(crate) fn positions(
        &self,
        class: ObjectClassHandle,
        attributes: &[AttributeHandle],
    ) -> Result<Vec<usize>, HlaError> {
        // A class that is not defined is refused even where no attribute is named.
        self.defined_object_class(class)?;
        let positions = attributes.iter().map(|attribute| self.position(class, *attribute));
        let mut positions = positions.collect::<Result<Vec<_>, _>>()?;
        positions.sort_unstable();
        positions.dedup();
        Ok(positions)
    }

    /// The attribute at this position of a class; `INVALID` beyond the last.
    pub(crate) fn attribute_at(
        &self,
        class: ObjectClassHandle,
        position: usize,
    ) -> AttributeHandle {
        let available = self.model.object_class(class).map(|row| row.attributes.as_slice());
        let attribute = available.and_then(|attributes| attributes.get(position)).copied();
        attribute.unwrap_or(AttributeHandle::INVALID)
    }

    /// Says whose an attribute is that the caller does not own.
    pub(crate) fn not_owned(
        &self,
        caller: FederateHandle,
        instance: &Instance,
        position: usize,
    ) -> String {
        let attribute = self.attribute_name(self.attribute_at(instance.class, position));
        let owner = match instance.attributes.get(position).map(|attribute| attribute.owner) {
            Some(Owner::Federate(owner)) => format!("owned by {}", self.federate_name(owner)),
            Some(Owner::Rti) => "owned by the RTI".to_owned(),
            Some(Owner::Unowned) | None => "unowned".to_owned(),
        };
        let caller = self.federate_name(caller);
        format!("attribute {attribute} of {} is {owner}, not owned by {caller}", instance.name)
    }
}
