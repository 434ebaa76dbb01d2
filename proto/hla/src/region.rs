//! Ranges and regions of data distribution management, as calls and callbacks carry them.

use crate::{AttributeHandle, DimensionHandle, RegionHandle};

/// A half-open range `[lower, upper)` of one dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RangeBounds {
    /// The first value inside.
    pub lower: u32,
    /// The first value beyond.
    pub upper: u32,
}

/// Attributes together with the regions that a service names for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeRegions {
    /// The attributes.
    pub attributes: Vec<AttributeHandle>,
    /// The regions, each for all of the attributes.
    pub regions: Vec<RegionHandle>,
}

/// A region as a receiver sees it: its ranges at the time of sending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConveyedRegion {
    /// One range for each dimension of the region.
    pub ranges: Vec<(DimensionHandle, RangeBounds)>,
}
