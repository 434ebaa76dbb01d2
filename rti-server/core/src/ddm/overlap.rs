//! Whether regions overlap (SEMANTICS 6.1, 6.2).

use hla::{DimensionHandle, RangeBounds, RegionHandle};
use rti_fom::FomModel;
use smallvec::SmallVec;

use super::{RegionSet, Regions};

/// A region as it is where these dimensions are available.
type Realization = SmallVec<[(DimensionHandle, RangeBounds); 4]>;

/// Regions, and the dimensions available where they are used.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Side<'a> {
    pub(crate) regions: RegionSet<'a>,
    pub(crate) available: &'a [DimensionHandle],
}

impl Regions {
    /// Whether some region of the one side overlaps some region of the other.
    pub(crate) fn overlap(&self, model: &FomModel, one: Side<'_>, other: Side<'_>) -> bool {
        let (ones, others) = match (one.regions, other.regions) {
            (None, None) => return true,
            // The default region overlaps whatever has a dimension at all.
            (Some(regions), None) => return self.any_dimension(model, regions, one.available),
            (None, Some(regions)) => return self.any_dimension(model, regions, other.available),
            (Some(ones), Some(others)) => (ones, others),
        };
        ones.iter().any(|region| {
            let left = self.realization(model, *region, one.available);
            others.iter().any(|region| {
                realizations_overlap(&left, &self.realization(model, *region, other.available))
            })
        })
    }

    fn any_dimension(
        &self,
        model: &FomModel,
        regions: &[RegionHandle],
        available: &[DimensionHandle],
    ) -> bool {
        let mut regions = regions.iter();
        regions.any(|region| !self.realization(model, *region, available).is_empty())
    }

    /// What it specifies, and the default range of every other available dimension that has one.
    fn realization(
        &self,
        model: &FomModel,
        region: RegionHandle,
        available: &[DimensionHandle],
    ) -> Realization {
        let Some(row) = self.get(region) else { return Realization::new() };
        let mut ranges: Realization = row.in_force().collect();
        // A region without any dimension overlaps nothing, whatever is available.
        if ranges.is_empty() {
            return ranges;
        }
        for dimension in available {
            let default = model.dimension(*dimension).and_then(|row| row.default_range);
            if let Some(default) = default.filter(|_| row.pending(*dimension).is_none()) {
                ranges.push((*dimension, default));
            }
        }
        ranges
    }
}

/// They have a dimension in common, and overlap in every one that they have in common.
fn realizations_overlap(one: &Realization, other: &Realization) -> bool {
    let mut common = false;
    for (dimension, a) in one {
        for (_, b) in other.iter().filter(|(same, _)| same == dimension) {
            common = true;
            if a.lower >= b.upper || b.lower >= a.upper {
                return false;
            }
        }
    }
    common
}
