//! Order and transportation types of attributes and interactions (6.25 to 6.33, 8.24 to 8.26).
//!
//! A change of transportation is in force when its confirmation is emitted; until the federate has
//! handled that, it counts as being changed. Changes end with ownership or publication.

use hla::{
    AttributeHandle, Call, Callback, Edition, FederateHandle, HlaError, InteractionClassHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, Reply, TransportationTypeHandle,
};

use crate::{
    declaration::InteractionPublication, emission::Out, federate::AttributeDefaults,
    federation::Federation,
};

impl Federation {
    pub(super) fn serve_orders(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        match call {
            Call::RequestAttributeTransportationTypeChange {
                object_instance,
                attributes,
                transportation_type,
            } => {
                let to = transportation_type;
                self.change_transportation(from, object_instance, &attributes, to, out)
            }
            Call::QueryAttributeTransportationType { object_instance, attribute } => {
                self.query_transportation(from, object_instance, attribute, out)
            }
            Call::RequestInteractionTransportationTypeChange {
                interaction_class,
                transportation_type,
            } => self.change_interaction_transportation(
                from,
                interaction_class,
                transportation_type,
                out,
            ),
            Call::QueryInteractionTransportationType { federate, interaction_class } => {
                self.query_interaction_transportation(from, federate, interaction_class, out)
            }
            Call::ChangeDefaultAttributeTransportationType {
                object_class,
                attributes,
                transportation_type,
            } => {
                self.positions(object_class, &attributes)?;
                self.check_transportation(from, transportation_type)?;
                self.set_defaults(from, object_class, &attributes, |defaults| {
                    defaults.transportation = Some(transportation_type);
                });
                Ok(Reply::ChangeDefaultAttributeTransportationType)
            }
            Call::ChangeAttributeOrderType { object_instance, attributes, order } => {
                self.change_order(from, object_instance, &attributes, order)
            }
            Call::ChangeDefaultAttributeOrderType { object_class, attributes, order } => {
                self.positions(object_class, &attributes)?;
                let order = known_order(order)?;
                self.set_defaults(from, object_class, &attributes, |defaults| {
                    defaults.order = Some(order);
                });
                Ok(Reply::ChangeDefaultAttributeOrderType)
            }
            Call::ChangeInteractionOrderType { interaction_class, order } => {
                self.check_published(from, interaction_class)?;
                let order = known_order(order)?;
                if let Some(publication) = self.publication_mut(from, interaction_class) {
                    publication.order = order;
                }
                Ok(Reply::ChangeInteractionOrderType)
            }
            other => self.serve_time(from, other, out),
        }
    }

    /// The settings that the owner wants these attributes of its own to start with.
    pub(crate) fn apply_defaults(
        &mut self,
        owner: FederateHandle,
        object: ObjectInstanceHandle,
        positions: &[usize],
    ) {
        let defaults = self.federates.get(owner).map(|federate| &federate.defaults);
        let Some(defaults) = defaults.filter(|defaults| !defaults.is_empty()) else { return };
        let Some(instance) = self.instances.get_mut(object) else { return };
        let known = instance.known(owner).map_or(instance.class, |known| known.class);
        let class = self.model.object_class(instance.class).map(|row| row.attributes.as_slice());
        for position in positions {
            let handle = class.and_then(|attributes| attributes.get(*position));
            let default = handle.and_then(|handle| defaults.get(&(known, *handle)));
            if let Some((attribute, default)) = instance.attributes.get_mut(*position).zip(default)
            {
                attribute.order = default.order.unwrap_or(attribute.order);
                attribute.transportation =
                    default.transportation.unwrap_or(attribute.transportation);
            }
        }
    }

    fn change_transportation(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        transportation: TransportationTypeHandle,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let positions = self.owned_positions(from, object, attributes)?;
        let (instance, _) = self.known_instance(from, object)?;
        self.check_transportation(from, transportation)?;
        let handled = self.federates.get(from).map(|row| row.handled).unwrap_or_default();
        for position in &positions {
            let attribute = instance.attributes.get(*position);
            if attribute.is_some_and(|attribute| attribute.confirmed > handled) {
                return Err(HlaError::AttributeAlreadyBeingChanged(format!(
                    "the transportation type of {} of {} is being changed, wait for the \
                     confirmation",
                    self.attribute_name(self.attribute_at(instance.class, *position)),
                    instance.name
                )));
            }
        }
        if positions.is_empty() {
            return Ok(Reply::RequestAttributeTransportationTypeChange);
        }
        let class = instance.class;
        let attributes = positions.iter().map(|position| self.attribute_at(class, *position));
        let callback = Callback::ConfirmAttributeTransportationTypeChange {
            object_instance: object,
            attributes: attributes.collect(),
            transportation_type: transportation,
        };
        let confirmed = self.federates.tell_one(from, callback, out);
        if let Some(instance) = self.instances.get_mut(object) {
            for position in positions {
                if let Some(attribute) = instance.attributes.get_mut(position) {
                    attribute.transportation = transportation;
                    attribute.confirmed = confirmed;
                }
            }
        }
        Ok(Reply::RequestAttributeTransportationTypeChange)
    }

    fn query_transportation(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let (instance, known) = self.known_instance(from, object)?;
        self.position(known, attribute)?;
        let position = self.position(instance.class, attribute)?;
        let row = instance.attributes.get(position);
        let transportation =
            row.map_or(TransportationTypeHandle::RELIABLE, |row| row.transportation);
        let callback = Callback::ReportAttributeTransportationType {
            object_instance: object,
            attribute,
            transportation_type: transportation,
        };
        self.federates.tell_one(from, callback, out);
        Ok(Reply::QueryAttributeTransportationType)
    }

    fn change_interaction_transportation(
        &mut self,
        from: FederateHandle,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let publication = self.check_published(from, class)?;
        self.check_transportation(from, transportation)?;
        let handled = self.federates.get(from).map(|row| row.handled).unwrap_or_default();
        if publication.confirmed > handled {
            return Err(HlaError::InteractionClassAlreadyBeingChanged(format!(
                "the transportation type of {} is being changed, wait for the confirmation",
                self.defined_interaction_class(class)?.name
            )));
        }
        let callback = Callback::ConfirmInteractionTransportationTypeChange {
            interaction_class: class,
            transportation_type: transportation,
        };
        let confirmed = self.federates.tell_one(from, callback, out);
        if let Some(publication) = self.publication_mut(from, class) {
            publication.transportation = transportation;
            publication.confirmed = confirmed;
        }
        Ok(Reply::RequestInteractionTransportationTypeChange)
    }

    fn query_interaction_transportation(
        &mut self,
        from: FederateHandle,
        federate: FederateHandle,
        class: InteractionClassHandle,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let of_fdd = self.defined_interaction_class(class)?.transportation;
        if self.federates.get(federate).is_none() {
            return Err(HlaError::RTIinternalError(format!(
                "no joined federate has the handle {federate}"
            )));
        }
        let row = self.declarations.interaction(class);
        let publication = row.and_then(|row| row.publication(federate));
        let callback = Callback::ReportInteractionTransportationType {
            federate,
            interaction_class: class,
            transportation_type: publication.map_or(of_fdd, |row| row.transportation),
        };
        self.federates.tell_one(from, callback, out);
        Ok(Reply::QueryInteractionTransportationType)
    }

    fn change_order(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        order: Option<OrderType>,
    ) -> Result<Reply, HlaError> {
        let positions = self.owned_positions(from, object, attributes)?;
        let order = known_order(order)?;
        if let Some(instance) = self.instances.get_mut(object) {
            for position in positions {
                if let Some(attribute) = instance.attributes.get_mut(position) {
                    attribute.order = order;
                }
            }
        }
        Ok(Reply::ChangeAttributeOrderType)
    }

    fn set_defaults(
        &mut self,
        from: FederateHandle,
        class: ObjectClassHandle,
        attributes: &[AttributeHandle],
        set: impl Fn(&mut AttributeDefaults),
    ) {
        if let Some(federate) = self.federates.get_mut(from) {
            for attribute in attributes {
                set(federate.defaults.entry((class, *attribute)).or_default());
            }
        }
    }

    /// The caller's publication of an interaction class.
    pub(super) fn check_published(
        &self,
        from: FederateHandle,
        class: InteractionClassHandle,
    ) -> Result<&InteractionPublication, HlaError> {
        let name = &self.defined_interaction_class(class)?.name;
        let row = self.declarations.interaction(class);
        row.and_then(|row| row.publication(from)).ok_or_else(|| {
            HlaError::InteractionClassNotPublished(format!(
                "{} does not publish {name}",
                self.federate_name(from)
            ))
        })
    }

    fn publication_mut(
        &mut self,
        from: FederateHandle,
        class: InteractionClassHandle,
    ) -> Option<&mut InteractionPublication> {
        self.declarations.interaction_mut(class)?.publication_mut(from)
    }

    fn check_transportation(
        &self,
        from: FederateHandle,
        transportation: TransportationTypeHandle,
    ) -> Result<(), HlaError> {
        match self.model.transportation_type(transportation) {
            Some(_) => Ok(()),
            None => Err(self.invalid_transportation(from, transportation)),
        }
    }

    /// The exception has another name in each edition.
    pub(crate) fn invalid_transportation(
        &self,
        from: FederateHandle,
        transportation: TransportationTypeHandle,
    ) -> HlaError {
        let details = format!("no transportation type has the handle {transportation}");
        match self.federates.get(from).map(|federate| federate.edition) {
            Some(Edition::Evolved2010) => HlaError::InvalidTransportationType(details),
            Some(Edition::Hla4) | None => HlaError::InvalidTransportationTypeHandle(details),
        }
    }
}

/// No exception of the standard fits a number that is no order.
fn known_order(order: Option<OrderType>) -> Result<OrderType, HlaError> {
    order.ok_or_else(|| HlaError::RTIinternalError("the order type is none of the standard".into()))
}
