//! Regions in which federates update attributes of an instance (9.5 to 9.7), and requests for
//! updates in regions (9.13). An association has an effect while its federate owns the attribute.

use bytes::Bytes;
use hla::{
    AttributeRegions, FederateHandle, HlaError, ObjectClassHandle, ObjectInstanceHandle,
    RegionHandle, Reply,
};

use super::overlap::Side;
use crate::{emission::Out, federation::Federation};

impl Federation {
    pub(super) fn associate(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        pairs: &[AttributeRegions],
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let (_, known) = self.known_instance(from, object)?;
        let rows = self.attributes_in_regions(from, known, pairs)?;
        let rows = self.at_instance(object, known, rows)?;
        self.add_associations(from, object, &rows);
        self.look_again_at(object, out);
        Ok(Reply::AssociateRegionsForUpdates)
    }

    pub(super) fn unassociate(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        pairs: &[AttributeRegions],
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let (_, known) = self.known_instance(from, object)?;
        let rows = self.attributes_and_own_regions(from, known, pairs)?;
        let rows = self.at_instance(object, known, rows)?;
        if let Some(instance) = self.instances.get_mut(object) {
            for (position, region) in rows {
                if let Some(regions) = instance.associations.get_mut(&(position, from)) {
                    regions.retain(|known| *known != region);
                }
            }
            // With the last region the default region applies again.
            instance.associations.retain(|_, regions| !regions.is_empty());
        }
        self.look_again_at(object, out);
        Ok(Reply::UnassociateRegionsForUpdates)
    }

    pub(crate) fn add_associations(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        rows: &[(usize, RegionHandle)],
    ) {
        let Some(instance) = self.instances.get_mut(object) else { return };
        for (position, region) in rows {
            let regions = instance.associations.entry((*position, from)).or_default();
            if let Err(place) = regions.binary_search(region) {
                regions.insert(place, *region);
            }
        }
    }

    /// Asks the owners of instances whose update regions overlap for their values.
    pub(super) fn request_in_regions(
        &mut self,
        from: FederateHandle,
        class: ObjectClassHandle,
        pairs: &[AttributeRegions],
        tag: &Bytes,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let rows = self.attributes_in_regions(from, class, pairs)?;
        for object in self.instances.of_class(&self.model, class) {
            let Some(instance) = self.instances.get(object) else { continue };
            if instance.deletion.is_some() {
                continue;
            }
            let asked = rows.iter().filter_map(|(at_class, region)| {
                let attribute = self.attribute_at(class, *at_class);
                let position = self.position_of(instance.class, attribute)?;
                let dimensions = |class| self.model.attribute_dimensions(class, attribute);
                let asked = Side {
                    regions: Some(std::slice::from_ref(region)),
                    available: dimensions(class).unwrap_or_default(),
                };
                let updated = Side {
                    regions: instance.regions_at(position),
                    available: dimensions(instance.class).unwrap_or_default(),
                };
                self.regions.overlap(&self.model, asked, updated).then_some(position)
            });
            let mut positions: Vec<_> = asked.collect();
            positions.sort_unstable();
            positions.dedup();
            self.ask_owners(object, &positions, tag, from, out);
            self.reflect_requested(object, &positions, from, out);
        }
        Ok(Reply::RequestAttributeValueUpdateWithRegions)
    }

    /// Attributes that are named by position at a known class, by position at the instance.
    fn at_instance(
        &self,
        object: ObjectInstanceHandle,
        known: ObjectClassHandle,
        rows: Vec<(usize, RegionHandle)>,
    ) -> Result<Vec<(usize, RegionHandle)>, HlaError> {
        let class = self.instances.get(object).map_or(known, |instance| instance.class);
        let rows = rows.into_iter().map(|(position, region)| {
            Ok((self.position(class, self.attribute_at(known, position))?, region))
        });
        rows.collect()
    }
}
