//! What follows from the merged tables: inherited members, dimensions, orders.
//!
//! Computed afresh after every merge. Parents come before their subclasses in every table, so one
//! pass is enough.

use hla::{DimensionHandle, TransportationTypeHandle};

use crate::{
    error::{FomError, FomErrorKind},
    model::{FomModel, Origin},
};

/// Most attributes (parameters) counted at every class at which they are available.
const MEMBERS_MAX: usize = 1_000_000;

impl FomModel {
    pub(super) fn derive(&mut self) -> Result<(), FomError> {
        self.derive_object_classes()?;
        self.derive_interaction_classes()
    }

    fn derive_object_classes(&mut self) -> Result<(), FomError> {
        let attribute_own: Vec<_> = self
            .attributes
            .iter()
            .map(|row| self.dimension_handles(row.columns.dimensions.as_deref()))
            .collect();
        let mut class_wide: Vec<Vec<DimensionHandle>> = Vec::new();
        let mut total = 0_usize;
        for index in 0..self.object_classes.len() {
            let Some(row) = self.object_classes.get(index) else { continue };
            let parent = row.parent.and_then(|parent| self.object_class(parent));
            let mut attributes = parent.map(|parent| parent.attributes.clone()).unwrap_or_default();
            attributes.extend(&row.declared_attributes);
            attributes.sort();
            let mut directed =
                parent.map(|parent| parent.directed_interactions.clone()).unwrap_or_default();
            directed.extend(&row.declared_directed);
            directed.sort();
            directed.dedup();
            let inherited = row.parent.and_then(|parent| class_wide.get(parent.index()));
            let wide = union(
                inherited.map_or(&[], Vec::as_slice),
                &self.dimension_handles(row.stated_dimensions.as_deref()),
            );
            let attribute_dimensions: Vec<_> = attributes
                .iter()
                .map(|attribute| {
                    union(&wide, attribute_own.get(attribute.index()).map_or(&[], Vec::as_slice))
                })
                .collect();
            let dimensions =
                attribute_dimensions.iter().fold(wide.clone(), |all, some| union(&all, some));
            total = self.within_limit(total, attributes.len(), row.origin)?;
            class_wide.push(wide);
            let Some(row) = self.object_classes.get_mut(index) else { continue };
            row.attributes = attributes;
            row.attribute_dimensions = attribute_dimensions;
            row.dimensions = dimensions;
            row.directed_interactions = directed;
        }
        Ok(())
    }

    fn derive_interaction_classes(&mut self) -> Result<(), FomError> {
        let mut total = 0_usize;
        for index in 0..self.interaction_classes.len() {
            let Some(row) = self.interaction_classes.get(index) else { continue };
            let parent = row.parent.and_then(|parent| self.interaction_class(parent));
            let mut parameters = parent.map(|parent| parent.parameters.clone()).unwrap_or_default();
            parameters.extend(&row.declared_parameters);
            parameters.sort();
            let dimensions = union(
                parent.map_or(&[], |parent| parent.dimensions.as_slice()),
                &self.dimension_handles(row.columns.dimensions.as_deref()),
            );
            let order = row.columns.order.or(parent.map(|parent| parent.order));
            let order = order.unwrap_or(hla::OrderType::TimeStamp);
            let stated = row.columns.transportation.as_deref();
            let transportation = stated
                .and_then(|name| self.transportation_type_handle(name))
                .or(parent.map(|parent| parent.transportation))
                .unwrap_or(TransportationTypeHandle::RELIABLE);
            total = self.within_limit(total, parameters.len(), row.origin)?;
            let Some(row) = self.interaction_classes.get_mut(index) else { continue };
            row.parameters = parameters;
            row.dimensions = dimensions;
            row.order = order;
            row.transportation = transportation;
        }
        Ok(())
    }

    fn within_limit(&self, total: usize, more: usize, origin: Origin) -> Result<usize, FomError> {
        let total = total.saturating_add(more);
        if total > MEMBERS_MAX {
            let problem = format!("inherited members add up to more than {MEMBERS_MAX}");
            return Err(self.error(FomErrorKind::InvalidFom, origin, "", problem));
        }
        Ok(total)
    }

    fn dimension_handles(&self, names: Option<&[String]>) -> Vec<DimensionHandle> {
        let names = names.unwrap_or_default().iter();
        let mut handles: Vec<_> = names.filter_map(|name| self.dimension_handle(name)).collect();
        handles.sort();
        handles
    }
}

fn union(first: &[DimensionHandle], second: &[DimensionHandle]) -> Vec<DimensionHandle> {
    let mut all: Vec<_> = first.iter().chain(second).copied().collect();
    all.sort();
    all.dedup();
    all
}
