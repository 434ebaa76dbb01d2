//! Regions: created, set and committed by one federate (9.2 to 9.4, 10.26 to 10.28).

use std::collections::BTreeMap;

use hla::{
    ConveyedRegion, DimensionHandle, FederateHandle, HlaError, RangeBounds, RegionHandle, Reply,
};
use smallvec::SmallVec;

use crate::{FederateSet, emission::Out, federation::Federation};

/// A region of one federate.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Region {
    creator: FederateHandle,
    /// By dimension: the range in force, and the one that the next commit brings into force.
    ranges: SmallVec<[(DimensionHandle, RangeBounds, RangeBounds); 2]>,
}

impl Region {
    fn of_points(points: impl Iterator<Item = (DimensionHandle, u32)>) -> Self {
        let ranges = points.map(|(dimension, point)| {
            let range = RangeBounds { lower: point, upper: point.saturating_add(1) };
            (dimension, range, range)
        });
        Self { creator: FederateHandle::INVALID, ranges: ranges.collect() }
    }

    pub(super) fn dimensions(&self) -> impl Iterator<Item = DimensionHandle> {
        self.ranges.iter().map(|(dimension, _, _)| *dimension)
    }

    pub(super) fn in_force(&self) -> impl Iterator<Item = (DimensionHandle, RangeBounds)> {
        self.ranges.iter().map(|(dimension, range, _)| (*dimension, *range))
    }

    pub(super) fn pending(&self, dimension: DimensionHandle) -> Option<RangeBounds> {
        let row = self.ranges.iter().find(|(known, _, _)| *known == dimension);
        row.map(|(_, _, pending)| *pending)
    }
}

/// All regions, by handle; handles are never given again.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Regions {
    rows: BTreeMap<RegionHandle, Region>,
    last: u32,
}

impl Regions {
    /// The region in which the RTI sends a report. Federates get handles from 1.
    const OF_REPORT: RegionHandle = RegionHandle::new(0);

    /// A region of the RTI's own of single points, for what it tells of a federate.
    pub(crate) fn add_of_the_rti(
        &mut self,
        points: impl Iterator<Item = (DimensionHandle, u32)>,
    ) -> RegionHandle {
        self.last += 1;
        let handle = RegionHandle::new(self.last);
        self.rows.insert(handle, Region::of_points(points));
        handle
    }

    /// The region of a report, to be removed again when its receivers are known.
    pub(crate) fn set_of_report(
        &mut self,
        points: impl Iterator<Item = (DimensionHandle, u32)>,
    ) -> RegionHandle {
        self.rows.insert(Self::OF_REPORT, Region::of_points(points));
        Self::OF_REPORT
    }

    /// Forgets a region of the RTI.
    pub(crate) fn remove_of_the_rti(&mut self, region: RegionHandle) {
        self.rows.remove(&region);
    }

    pub(super) fn get(&self, region: RegionHandle) -> Option<&Region> {
        self.rows.get(&region)
    }

    /// Forgets the regions of a federate that leaves.
    pub(crate) fn leave(&mut self, federate: FederateHandle) {
        self.rows.retain(|_, region| region.creator != federate);
    }

    /// The regions as a receiver gets to see them.
    pub(crate) fn conveyed(&self, regions: &[RegionHandle]) -> Vec<ConveyedRegion> {
        let rows = regions.iter().filter_map(|region| self.get(*region));
        rows.map(|row| ConveyedRegion { ranges: row.in_force().collect() }).collect()
    }

    /// Regions belong to joined federates or the RTI, and no range is empty (9.2, 10.28).
    pub(crate) fn check_invariants(&self, joined: &FederateSet) {
        for (handle, region) in &self.rows {
            let of_the_rti = region.creator == FederateHandle::INVALID;
            assert!(of_the_rti || joined.contains(region.creator), "who created region {handle}");
            for (_, range, pending) in &region.ranges {
                assert!(range.lower < range.upper, "a range of region {handle}");
                assert!(pending.lower < pending.upper, "a pending range of region {handle}");
            }
        }
    }
}

impl Federation {
    pub(super) fn create_region(
        &mut self,
        from: FederateHandle,
        mut dimensions: Vec<DimensionHandle>,
    ) -> Result<Reply, HlaError> {
        dimensions.sort_unstable();
        dimensions.dedup();
        let mut ranges = SmallVec::new();
        for dimension in dimensions {
            let row = self.model.dimension(dimension).ok_or_else(|| {
                HlaError::InvalidDimensionHandle(format!("no dimension has the handle {dimension}"))
            })?;
            // Until it is set a range is the whole dimension (SEMANTICS 12, point 20).
            let whole = RangeBounds { lower: 0, upper: row.upper_bound };
            ranges.push((dimension, whole, whole));
        }
        let limit = self.settings.limits.regions_max;
        let held = self.regions.rows.values().filter(|region| region.creator == from).count();
        if held >= limit || self.regions.last == u32::MAX - 1 {
            return Err(HlaError::RTIinternalError(format!(
                "{} has {held} regions, delete some or raise the limit",
                self.federate_name(from)
            )));
        }
        self.regions.last += 1;
        let handle = RegionHandle::new(self.regions.last);
        self.regions.rows.insert(handle, Region { creator: from, ranges });
        Ok(Reply::CreateRegion(handle))
    }

    pub(super) fn set_range_bounds(
        &mut self,
        from: FederateHandle,
        region: RegionHandle,
        dimension: DimensionHandle,
        bounds: RangeBounds,
    ) -> Result<Reply, HlaError> {
        if self.own_region(from, region)?.pending(dimension).is_none() {
            return Err(self.not_of(region, dimension));
        }
        let limit = self.model.dimension(dimension).map(|row| row.upper_bound).unwrap_or_default();
        if bounds.lower >= bounds.upper || bounds.upper > limit {
            return Err(HlaError::InvalidRangeBound(format!(
                "[{}, {}) is no range of the dimension {}: the lower bound lies below the upper \
                 one, which is at most {limit}",
                bounds.lower,
                bounds.upper,
                self.dimension_name(dimension)
            )));
        }
        let row = self.regions.rows.get_mut(&region);
        let mut ranges = row.into_iter().flat_map(|row| row.ranges.iter_mut());
        if let Some((_, _, pending)) = ranges.find(|(known, _, _)| *known == dimension) {
            *pending = bounds;
        }
        Ok(Reply::SetRangeBounds)
    }

    /// Brings the ranges of all these regions into force at once, then looks again at whatever
    /// they narrow.
    pub(super) fn commit(
        &mut self,
        from: FederateHandle,
        regions: &[RegionHandle],
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        for region in regions {
            self.own_region(from, *region)?;
        }
        for region in regions {
            let row = self.regions.rows.get_mut(region);
            for (_, range, pending) in row.into_iter().flat_map(|row| row.ranges.iter_mut()) {
                *range = *pending;
            }
        }
        for class in self.declarations.classes_in_regions(from, regions) {
            self.discover_late(from, class, out);
            self.refresh_subscribed(from, class, out);
        }
        let associated = self.instances.iter().filter(|(_, instance)| {
            instance.associations.iter().any(|((_, federate), associated)| {
                *federate == from && associated.iter().any(|region| regions.contains(region))
            })
        });
        let objects: Vec<_> = associated.map(|(object, _)| object).collect();
        for object in objects {
            self.look_again_at(object, out);
        }
        self.reconsider(from, out);
        Ok(Reply::CommitRegionModifications)
    }

    /// Who discovers an instance, has it in scope and wants updates may have changed.
    pub(super) fn look_again_at(&mut self, object: hla::ObjectInstanceHandle, out: &mut Out<'_>) {
        self.discover_new(object, out);
        self.refresh_scope_of_all(object, out);
        self.refresh_wanted(object, out);
    }

    pub(super) fn delete_region(
        &mut self,
        from: FederateHandle,
        region: RegionHandle,
    ) -> Result<Reply, HlaError> {
        self.own_region(from, region)?;
        let associated = self.instances.iter().any(|(_, instance)| {
            instance.associations.values().any(|regions| regions.contains(&region))
        });
        if associated || self.declarations.is_subscribed_in(from, region) {
            return Err(HlaError::RegionInUseForUpdateOrSubscription(format!(
                "region {region} is associated or subscribed with, undo that first"
            )));
        }
        self.regions.rows.remove(&region);
        Ok(Reply::DeleteRegion)
    }

    /// A region that the caller created.
    pub(super) fn own_region(
        &self,
        from: FederateHandle,
        region: RegionHandle,
    ) -> Result<&Region, HlaError> {
        let row = self.regions.get(region);
        let row = row
            .ok_or_else(|| HlaError::InvalidRegion(format!("no region has the handle {region}")))?;
        if row.creator == from {
            return Ok(row);
        }
        Err(HlaError::RegionNotCreatedByThisFederate(format!(
            "region {region} belongs to {}",
            self.federate_name(row.creator)
        )))
    }

    /// Others see a region only as it is conveyed to them, which has no handle here (6.6).
    pub(super) fn readable_region(
        &self,
        from: FederateHandle,
        region: RegionHandle,
    ) -> Result<&Region, HlaError> {
        let row = self.regions.get(region).filter(|row| row.creator == from);
        row.ok_or_else(|| {
            HlaError::InvalidRegion(format!(
                "{} has created no region with the handle {region}",
                self.federate_name(from)
            ))
        })
    }

    pub(super) fn not_of(&self, region: RegionHandle, dimension: DimensionHandle) -> HlaError {
        HlaError::RegionDoesNotContainSpecifiedDimension(format!(
            "region {region} does not have the dimension {}",
            self.dimension_name(dimension)
        ))
    }

    pub(super) fn dimension_name(&self, dimension: DimensionHandle) -> String {
        match self.model.dimension(dimension) {
            Some(row) => row.name.clone(),
            None => format!("with handle {dimension}"),
        }
    }
}
