//! Data distribution management (clause 9). All of them also raise `SaveInProgress` and
//! `RestoreInProgress`; those that name regions `InvalidRegion` and
//! `RegionNotCreatedByThisFederate`. Registering and sending with regions are options of
//! `register_object_instance` and `send_interaction`.

use bytes::Bytes;
use hla::{
    AttributeRegions, Call, DimensionHandle, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, RegionHandle,
};

use crate::request::services;
use crate::{Federate, Request};

services! {
    /// Creates a region of these dimensions (9.2). `InvalidDimensionHandle`.
    create_region(dimensions: impl Into<Vec<DimensionHandle>>) -> RegionHandle = CreateRegion { dimensions: dimensions.into() };
    /// Puts the ranges that were set into force, for all regions at once (9.3).
    commit_region_modifications(regions: impl Into<Vec<RegionHandle>>) = CommitRegionModifications { regions: regions.into() };
    /// Deletes a region (9.4). `RegionInUseForUpdateOrSubscription`.
    delete_region(region: RegionHandle) = DeleteRegion { region };
    /// Gives attributes of an instance update regions (9.6). `InvalidRegionContext`,
    /// `AttributeNotDefined`, `ObjectInstanceNotKnown`.
    associate_regions_for_updates(object_instance: ObjectInstanceHandle, attributes_and_regions: impl Into<Vec<AttributeRegions>>) = AssociateRegionsForUpdates { object_instance, attributes_and_regions: attributes_and_regions.into() };
    /// Takes update regions away (9.7). `AttributeNotDefined`, `ObjectInstanceNotKnown`.
    unassociate_regions_for_updates(object_instance: ObjectInstanceHandle, attributes_and_regions: impl Into<Vec<AttributeRegions>>) = UnassociateRegionsForUpdates { object_instance, attributes_and_regions: attributes_and_regions.into() };
    /// Asks for values that overlap with regions (9.8). Options: `passively`, `update_rate`.
    /// `InvalidRegionContext`, `AttributeNotDefined`, `InvalidUpdateRateDesignator`.
    subscribe_object_class_attributes_with_regions(object_class: ObjectClassHandle, attributes_and_regions: impl Into<Vec<AttributeRegions>>), AttributeSubscription = SubscribeObjectClassAttributesWithRegions { object_class, attributes_and_regions: attributes_and_regions.into(), active: true, update_rate: None };
    /// Takes regions out of a subscription (9.9). `AttributeNotDefined`.
    unsubscribe_object_class_attributes_with_regions(object_class: ObjectClassHandle, attributes_and_regions: impl Into<Vec<AttributeRegions>>) = UnsubscribeObjectClassAttributesWithRegions { object_class, attributes_and_regions: attributes_and_regions.into() };
    /// Asks for interactions that overlap with regions (9.10). Option: `passively`.
    /// `InvalidRegionContext`, `FederateServiceInvocationsAreBeingReportedViaMOM`.
    subscribe_interaction_class_with_regions(interaction_class: InteractionClassHandle, regions: impl Into<Vec<RegionHandle>>), InteractionSubscription = SubscribeInteractionClassWithRegions { interaction_class, active: true, regions: regions.into() };
    /// Takes regions out of a subscription (9.11). `InteractionClassNotDefined`.
    unsubscribe_interaction_class_with_regions(interaction_class: InteractionClassHandle, regions: impl Into<Vec<RegionHandle>>) = UnsubscribeInteractionClassWithRegions { interaction_class, regions: regions.into() };
    /// Asks owners for values that overlap with regions (9.13). Option: `tag`.
    /// `InvalidRegionContext`, `AttributeNotDefined`.
    request_attribute_value_update_with_regions(object_class: ObjectClassHandle, attributes_and_regions: impl Into<Vec<AttributeRegions>>), Tagged = RequestAttributeValueUpdateWithRegions { object_class, attributes_and_regions: attributes_and_regions.into(), tag: Bytes::new() };
}
