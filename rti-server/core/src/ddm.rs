//! Data distribution management (clause 9): regions, and where they narrow who receives what.
//!
//! A region is a range in each of its dimensions. Where a sender's and a subscriber's regions do
//! not overlap nothing is received. Everybody who names no region uses the default region. What is
//! delivered is exact, which `allowRelaxedDDM` permits as well (SEMANTICS 6.2).

mod associations;
mod overlap;
mod regions;
mod subscriptions;
#[cfg(test)]
mod tests;

use hla::{
    AttributeRegions, Call, DimensionHandle, FederateHandle, HlaError, ObjectClassHandle,
    RegionHandle, Reply,
};

pub(crate) use self::{overlap::Side, regions::Regions, subscriptions::RegionalSubscriptions};
use crate::{emission::Out, federation::Federation};

/// Regions of a sending, of an association or of a subscription; none for the default region.
pub(crate) type RegionSet<'a> = Option<&'a [RegionHandle]>;

impl Federation {
    pub(crate) fn serve_ddm(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        match call {
            Call::CreateRegion { dimensions } => self.create_region(from, dimensions),
            Call::CommitRegionModifications { regions } => self.commit(from, &regions, out),
            Call::DeleteRegion { region } => self.delete_region(from, region),
            Call::GetDimensionHandleSet { region } => {
                let dimensions = self.readable_region(from, region)?.dimensions().collect();
                Ok(Reply::GetDimensionHandleSet(dimensions))
            }
            Call::GetRangeBounds { region, dimension } => {
                let bounds = self.readable_region(from, region)?.pending(dimension);
                bounds.map(Reply::GetRangeBounds).ok_or_else(|| self.not_of(region, dimension))
            }
            Call::SetRangeBounds { region, dimension, bounds } => {
                self.set_range_bounds(from, region, dimension, bounds)
            }
            Call::AssociateRegionsForUpdates { object_instance, attributes_and_regions } => {
                self.associate(from, object_instance, &attributes_and_regions, out)
            }
            Call::UnassociateRegionsForUpdates { object_instance, attributes_and_regions } => {
                self.unassociate(from, object_instance, &attributes_and_regions, out)
            }
            Call::RequestAttributeValueUpdateWithRegions {
                object_class,
                attributes_and_regions,
                tag,
            } => self.request_in_regions(from, object_class, &attributes_and_regions, &tag, out),
            other => self.serve_regional_subscriptions(from, other, out),
        }
    }

    /// Attributes at a class with a region each: the caller's own, fit for the attribute.
    pub(crate) fn attributes_in_regions(
        &self,
        from: FederateHandle,
        class: ObjectClassHandle,
        pairs: &[AttributeRegions],
    ) -> Result<Vec<(usize, RegionHandle)>, HlaError> {
        let found = self.attributes_and_own_regions(from, class, pairs)?;
        for (position, region) in &found {
            let attribute = self.attribute_at(class, *position);
            let available = self.model.attribute_dimensions(class, attribute).unwrap_or_default();
            self.check_region(from, *region, available, || self.attribute_name(attribute))?;
        }
        Ok(found)
    }

    /// The same where it does not matter whether the regions are fit: what was not there is not
    /// taken away.
    pub(crate) fn attributes_and_own_regions(
        &self,
        from: FederateHandle,
        class: ObjectClassHandle,
        pairs: &[AttributeRegions],
    ) -> Result<Vec<(usize, RegionHandle)>, HlaError> {
        let mut found = Vec::new();
        for pair in pairs {
            for attribute in &pair.attributes {
                let position = self.position(class, *attribute)?;
                for region in &pair.regions {
                    self.own_region(from, *region)?;
                    found.push((position, *region));
                }
            }
        }
        Ok(found)
    }

    /// A region that its creator uses where these dimensions are available.
    pub(crate) fn check_region(
        &self,
        from: FederateHandle,
        region: RegionHandle,
        available: &[DimensionHandle],
        of: impl Fn() -> String,
    ) -> Result<(), HlaError> {
        let row = self.own_region(from, region)?;
        match row.dimensions().find(|dimension| !available.contains(dimension)) {
            None => Ok(()),
            Some(dimension) => Err(HlaError::InvalidRegionContext(format!(
                "region {region} has the dimension {}, which is not available for {}",
                self.dimension_name(dimension),
                of()
            ))),
        }
    }
}
