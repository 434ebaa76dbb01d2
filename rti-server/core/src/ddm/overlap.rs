//! Whether regions overlap (SEMANTICS 6.1, 6.2).

use hla::{ConveyedRegion, DimensionHandle, RangeBounds, RegionHandle};
use rti_fom::FomModel;
use smallvec::SmallVec;

use super::{RegionSet, Regions, regions::Region};

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

    /// The same where the other side is what a sender had used, as it was then; nothing for the
    /// default region.
    pub(crate) fn overlap_sent(
        &self,
        model: &FomModel,
        one: Side<'_>,
        (sent, available): (&[ConveyedRegion], &[DimensionHandle]),
    ) -> bool {
        let Some(ones) = one.regions else {
            return sent.is_empty() || sent.iter().any(|region| !region.ranges.is_empty());
        };
        if sent.is_empty() {
            return self.any_dimension(model, ones, one.available);
        }
        let sent =
            sent.iter().map(|region| realize(model, region.ranges.iter().copied(), available));
        let sent: SmallVec<[Realization; 1]> = sent.collect();
        ones.iter().any(|region| {
            let left = self.realization(model, *region, one.available);
            sent.iter().any(|right| realizations_overlap(&left, right))
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
        let row = self.get(region);
        realize(model, row.into_iter().flat_map(Region::in_force), available)
    }
}

fn realize(
    model: &FomModel,
    specified: impl Iterator<Item = (DimensionHandle, RangeBounds)>,
    available: &[DimensionHandle],
) -> Realization {
    let mut ranges: Realization = specified.collect();
    // A region without any dimension overlaps nothing, whatever is available.
    if ranges.is_empty() {
        return ranges;
    }
    for dimension in available {
        let default = model.dimension(*dimension).and_then(|row| row.default_range);
        if let Some(default) = default
            && !ranges.iter().any(|(specified, _)| specified == dimension)
        {
            ranges.push((*dimension, default));
        }
    }
    ranges
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
