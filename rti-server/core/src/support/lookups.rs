//! Names to handles and back, dimensions, update rates, normalization (10.2 to 10.33).

use hla::{
    AttributeHandle, Call, DimensionHandle, FederateHandle, HlaError, InteractionClassHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle, Reply, ServiceGroup,
    TransportationTypeHandle,
};
use rti_fom::{Dimension, InteractionClass, ObjectClass};

use crate::{emission::Out, federation::Federation};

impl Federation {
    pub(crate) fn serve_support(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        match call {
            Call::GetFederateHandle { name } => {
                let handle = self.federates.by_name(&name);
                handle
                    .map(Reply::GetFederateHandle)
                    .ok_or_else(|| not_found(&format!("no joined federate is called {name:?}")))
            }
            Call::GetFederateName { federate } => {
                self.check_federate(federate)?;
                let row = self.federates.get(federate);
                row.map(|row| Reply::GetFederateName(row.name.clone())).ok_or_else(|| {
                    HlaError::FederateHandleNotKnown(format!(
                        "the federate with handle {federate} is not joined any more"
                    ))
                })
            }
            Call::GetObjectClassHandle { name } => {
                let handle = self.model.object_class_handle(&name);
                handle
                    .map(Reply::GetObjectClassHandle)
                    .ok_or_else(|| not_found(&format!("the FDD has no object class {name:?}")))
            }
            Call::GetObjectClassName { object_class } => {
                let name = self.valid_object_class(object_class)?.name.clone();
                Ok(Reply::GetObjectClassName(name))
            }
            Call::GetAttributeHandle { object_class, name } => {
                let class = &self.valid_object_class(object_class)?.name;
                let handle = self.model.attribute_handle(object_class, &name);
                handle
                    .map(Reply::GetAttributeHandle)
                    .ok_or_else(|| not_found(&format!("{class} has no attribute {name:?}")))
            }
            Call::GetAttributeName { object_class, attribute } => {
                self.get_attribute_name(object_class, attribute)
            }
            Call::GetInteractionClassHandle { name } => {
                let handle = self.model.interaction_class_handle(&name);
                handle
                    .map(Reply::GetInteractionClassHandle)
                    .ok_or_else(|| not_found(&format!("the FDD has no interaction class {name:?}")))
            }
            Call::GetInteractionClassName { interaction_class } => {
                let name = self.valid_interaction_class(interaction_class)?.name.clone();
                Ok(Reply::GetInteractionClassName(name))
            }
            Call::GetParameterHandle { interaction_class, name } => {
                let class = &self.valid_interaction_class(interaction_class)?.name;
                let handle = self.model.parameter_handle(interaction_class, &name);
                handle
                    .map(Reply::GetParameterHandle)
                    .ok_or_else(|| not_found(&format!("{class} has no parameter {name:?}")))
            }
            Call::GetParameterName { interaction_class, parameter } => {
                self.get_parameter_name(interaction_class, parameter)
            }
            other => self.serve_instance_lookups(from, other, out),
        }
    }

    fn serve_instance_lookups(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        match call {
            Call::GetKnownObjectClassHandle { object_instance } => {
                let (_, class) = self.known_instance(from, object_instance)?;
                Ok(Reply::GetKnownObjectClassHandle(class))
            }
            Call::GetObjectInstanceName { object_instance } => {
                let (instance, _) = self.known_instance(from, object_instance)?;
                Ok(Reply::GetObjectInstanceName(instance.name.to_string()))
            }
            Call::GetObjectInstanceHandle { name } => {
                let handle = self.names.instance(&name);
                let known = handle.filter(|object| self.known_instance(from, *object).is_ok());
                known.map(Reply::GetObjectInstanceHandle).ok_or_else(|| {
                    HlaError::ObjectInstanceNotKnown(format!(
                        "{} knows no object instance called {name:?}",
                        self.federate_name(from)
                    ))
                })
            }
            Call::GetUpdateRateValue { name } => {
                let rate = self.model.update_rate_hz(&name);
                rate.map(Reply::GetUpdateRateValue).ok_or_else(|| {
                    HlaError::InvalidUpdateRateDesignator(format!(
                        "the FDD has no update rate {name:?}"
                    ))
                })
            }
            Call::GetUpdateRateValueForAttribute { object_instance, attribute } => {
                let (_, class) = self.known_instance(from, object_instance)?;
                let position = self.position(class, attribute)?;
                let subscription = self.declarations.subscription(from, class, position);
                let rate = subscription.and_then(|subscription| subscription.rate);
                let hz = rate.and_then(|rate| self.model.update_rates().nth(rate));
                Ok(Reply::GetUpdateRateValueForAttribute(hz.map_or(0.0, |rate| rate.rate_hz)))
            }
            other => self.serve_type_lookups(from, other, out),
        }
    }

    fn serve_type_lookups(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        match call {
            Call::GetOrderType { name } => {
                let order = OrderType::from_name(&name);
                order.map(Reply::GetOrderType).ok_or_else(|| {
                    HlaError::InvalidOrderName(format!("{name:?} is neither Receive nor TimeStamp"))
                })
            }
            Call::GetOrderName { order } => {
                order.map(|order| Reply::GetOrderName(order.name().to_owned())).ok_or_else(|| {
                    HlaError::InvalidOrderType("the order type is none of the standard".into())
                })
            }
            Call::GetTransportationTypeHandle { name } => {
                let handle = self.model.transportation_type_handle(&name);
                handle.map(Reply::GetTransportationTypeHandle).ok_or_else(|| {
                    HlaError::InvalidTransportationName(format!(
                        "the FDD has no transportation type {name:?}"
                    ))
                })
            }
            Call::GetTransportationTypeName { transportation_type } => {
                self.get_transportation_name(from, transportation_type)
            }
            Call::GetDimensionHandle { name } => {
                let handle = self.model.dimension_handle(&name);
                handle
                    .map(Reply::GetDimensionHandle)
                    .ok_or_else(|| not_found(&format!("the FDD has no dimension {name:?}")))
            }
            Call::GetDimensionName { dimension } => {
                Ok(Reply::GetDimensionName(self.valid_dimension(dimension)?.name.clone()))
            }
            Call::GetDimensionUpperBound { dimension } => {
                Ok(Reply::GetDimensionUpperBound(self.valid_dimension(dimension)?.upper_bound))
            }
            Call::GetAvailableDimensionsForObjectClass { object_class } => {
                let dimensions = self.valid_object_class(object_class)?.dimensions.clone();
                Ok(Reply::GetAvailableDimensionsForObjectClass(dimensions))
            }
            Call::GetAvailableDimensionsForInteractionClass { interaction_class } => {
                let dimensions =
                    self.valid_interaction_class(interaction_class)?.dimensions.clone();
                Ok(Reply::GetAvailableDimensionsForInteractionClass(dimensions))
            }
            other => self.serve_normalization(from, other, out),
        }
    }

    /// The point `v` of the range `[v, v + 1)` that stands for a handle in its dimension.
    fn serve_normalization(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        match call {
            Call::NormalizeServiceGroup { group } => normalize_service_group(group),
            Call::NormalizeFederateHandle { federate } => {
                self.check_federate(federate)?;
                Ok(Reply::NormalizeFederateHandle(federate.value()))
            }
            Call::NormalizeObjectClassHandle { object_class } => {
                self.valid_object_class(object_class)?;
                Ok(Reply::NormalizeObjectClassHandle(object_class.value()))
            }
            Call::NormalizeInteractionClassHandle { interaction_class } => {
                self.valid_interaction_class(interaction_class)?;
                Ok(Reply::NormalizeInteractionClassHandle(interaction_class.value()))
            }
            Call::NormalizeObjectInstanceHandle { object_instance } => {
                self.normalize_instance(object_instance)
            }
            other => self.serve_switches(from, other, out),
        }
    }

    fn get_attribute_name(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Result<Reply, HlaError> {
        self.valid_object_class(class)?;
        let row = self.model.attribute(attribute).ok_or_else(|| {
            HlaError::InvalidAttributeHandle(format!("no attribute has the handle {attribute}"))
        })?;
        self.position(class, attribute)?;
        Ok(Reply::GetAttributeName(row.name.clone()))
    }

    fn get_parameter_name(
        &self,
        class: InteractionClassHandle,
        parameter: ParameterHandle,
    ) -> Result<Reply, HlaError> {
        let class_name = &self.valid_interaction_class(class)?.name;
        let row = self.model.parameter(parameter).ok_or_else(|| {
            HlaError::InvalidParameterHandle(format!("no parameter has the handle {parameter}"))
        })?;
        if !self.model.has_parameter(class, parameter) {
            return Err(HlaError::InteractionParameterNotDefined(format!(
                "parameter {} is not available at {class_name}",
                row.name
            )));
        }
        Ok(Reply::GetParameterName(row.name.clone()))
    }

    fn get_transportation_name(
        &self,
        from: FederateHandle,
        transportation: TransportationTypeHandle,
    ) -> Result<Reply, HlaError> {
        match self.model.transportation_type(transportation) {
            Some(row) => Ok(Reply::GetTransportationTypeName(row.name.clone())),
            None => Err(self.invalid_transportation(from, transportation)),
        }
    }

    fn normalize_instance(&self, object: ObjectInstanceHandle) -> Result<Reply, HlaError> {
        if self.instances.get(object).is_none() {
            return Err(HlaError::InvalidObjectInstanceHandle(format!(
                "no object instance has the handle {object}"
            )));
        }
        // Two instances may share a point when there have been more than 2^32; a receiver then
        // gets more than it asked for, never less.
        let point = object.value() % u64::from(Dimension::RTI_DEFINED_UPPER_BOUND);
        let point = u32::try_from(point).expect("a remainder of a 32-bit number has 32 bits");
        Ok(Reply::NormalizeObjectInstanceHandle(point))
    }

    fn check_federate(&self, federate: FederateHandle) -> Result<(), HlaError> {
        if self.federates.was_joined(federate) {
            return Ok(());
        }
        Err(HlaError::InvalidFederateHandle(format!("no federate ever had the handle {federate}")))
    }

    /// The class, or the exception of support services.
    fn valid_object_class(&self, class: ObjectClassHandle) -> Result<&ObjectClass, HlaError> {
        self.model.object_class(class).ok_or_else(|| {
            HlaError::InvalidObjectClassHandle(format!("no object class has the handle {class}"))
        })
    }

    fn valid_interaction_class(
        &self,
        class: InteractionClassHandle,
    ) -> Result<&InteractionClass, HlaError> {
        self.model.interaction_class(class).ok_or_else(|| {
            let details = format!("no interaction class has the handle {class}");
            HlaError::InvalidInteractionClassHandle(details)
        })
    }

    fn valid_dimension(&self, dimension: DimensionHandle) -> Result<&Dimension, HlaError> {
        self.model.dimension(dimension).ok_or_else(|| {
            HlaError::InvalidDimensionHandle(format!("no dimension has the handle {dimension}"))
        })
    }
}

fn normalize_service_group(group: Option<ServiceGroup>) -> Result<Reply, HlaError> {
    let point = group.and_then(|group| u32::try_from(group.number()).ok());
    point.map(Reply::NormalizeServiceGroup).ok_or_else(|| {
        HlaError::InvalidServiceGroup("the service group is none of the standard".into())
    })
}

fn not_found(details: &str) -> HlaError {
    HlaError::NameNotFound(details.to_owned())
}
