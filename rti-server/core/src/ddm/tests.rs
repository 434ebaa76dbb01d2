mod oracle;
mod random;
mod said;

use hla::{DimensionHandle, FederateHandle, RangeBounds, RegionHandle};

use super::overlap::Side;
use crate::{federation::Federation, script::World};

/// A federation with the dimensions `D1` and `D2`, [0, 100) each, and a region for each row of ranges.
fn with_regions(rows: &[&[(&str, u32, u32)]]) -> (Federation, Vec<RegionHandle>) {
    let mut world = World::new();
    world.part("join F1");
    let from = world.federate("F1");
    let mut federation = world.federation.clone();
    let regions = rows.iter().map(|ranges| region(&mut federation, from, ranges)).collect();
    (federation, regions)
}

fn region(
    federation: &mut Federation,
    from: FederateHandle,
    ranges: &[(&str, u32, u32)],
) -> RegionHandle {
    let dimension = |name: &str| federation.model.dimension_handle(name).expect("of the model");
    let ranges: Vec<(DimensionHandle, RangeBounds)> = ranges
        .iter()
        .map(|(name, lower, upper)| (dimension(name), RangeBounds { lower: *lower, upper: *upper }))
        .collect();
    let dimensions = ranges.iter().map(|(dimension, _)| *dimension).collect();
    let Ok(hla::Reply::CreateRegion(region)) = federation.create_region(from, dimensions) else {
        panic!("a region")
    };
    for (dimension, range) in ranges {
        federation.set_range_bounds(from, region, dimension, range).expect("a range");
    }
    let mut effects = crate::Effects::default();
    let out = &mut crate::emission::Out::new(crate::Nanos(0), &mut effects);
    federation.commit(from, &[region], out).expect("its own region");
    region
}

#[track_caller]
fn check(one: &[(&str, u32, u32)], other: &[(&str, u32, u32)], overlap: bool) {
    let (federation, regions) = with_regions(&[one, other]);
    for (a, b) in [(0, 1), (1, 0)] {
        let side = |index: usize| Side { regions: Some(&regions[index..=index]), available: &[] };
        let found = federation.regions.overlap(&federation.model, side(a), side(b));
        assert_eq!(found, overlap, "{one:?} and {other:?}");
    }
}

#[test]
fn ranges_overlap_in_every_common_dimension() {
    check(&[("D1", 10, 20)], &[("D1", 19, 30)], true);
    check(&[("D1", 10, 20)], &[("D1", 20, 30)], false);
    check(&[("D1", 10, 20)], &[("D1", 10, 11)], true);
    check(&[("D1", 0, 100)], &[("D1", 50, 51)], true);
    check(&[("D1", 10, 20), ("D2", 0, 10)], &[("D1", 15, 16), ("D2", 10, 11)], false);
    check(&[("D1", 10, 20), ("D2", 0, 10)], &[("D1", 15, 16), ("D2", 9, 11)], true);
    check(&[("D1", 10, 20), ("D2", 0, 10)], &[("D1", 15, 16)], true);
    check(&[("D1", 0, 10)], &[("D2", 0, 10)], false);
    check(&[], &[("D1", 0, 100)], false);
    check(&[], &[], false);
}

#[test]
fn the_default_region_overlaps_whatever_has_a_dimension() {
    let (federation, regions) = with_regions(&[&[("D1", 99, 100)], &[]]);
    let default = Side { regions: None, available: &[] };
    let side = |index: usize| Side { regions: Some(&regions[index..=index]), available: &[] };
    let overlap = |one, other| federation.regions.overlap(&federation.model, one, other);
    assert!(overlap(default, default));
    assert!(overlap(default, side(0)) && overlap(side(0), default));
    assert!(!overlap(default, side(1)) && !overlap(side(1), default));
}
