//! The switches table: names, and how they become a federation's initial settings.

use hla::Switches;

type Place = fn(&mut Switches) -> &mut bool;

/// Every switch that is on or off, under its name in a module.
const SWITCHES: &[(&str, Place)] = &[
    ("autoProvide", |s| &mut s.auto_provide),
    ("conveyRegionDesignatorSets", |s| &mut s.convey_region_designator_sets),
    ("conveyProducingFederate", |s| &mut s.convey_producing_federate),
    ("attributeScopeAdvisory", |s| &mut s.attribute_scope_advisory),
    ("attributeRelevanceAdvisory", |s| &mut s.attribute_relevance_advisory),
    ("objectClassRelevanceAdvisory", |s| &mut s.object_class_relevance_advisory),
    ("interactionRelevanceAdvisory", |s| &mut s.interaction_relevance_advisory),
    ("serviceReporting", |s| &mut s.service_reporting),
    ("exceptionReporting", |s| &mut s.exception_reporting),
    ("delaySubscriptionEvaluation", |s| &mut s.delay_subscription_evaluation),
    ("advisoriesUseKnownClass", |s| &mut s.advisories_use_known_class),
    ("allowRelaxedDDM", |s| &mut s.allow_relaxed_ddm),
    ("nonRegulatedGrant", |s| &mut s.non_regulated_grant),
    ("sendServiceReportsToFile", |s| &mut s.send_service_reports_to_file),
];

/// Names of all switches that are on or off.
pub(crate) fn switch_names() -> impl Iterator<Item = &'static str> {
    SWITCHES.iter().map(|(name, _)| *name)
}

/// Whether a switch of this name exists.
pub(crate) fn is_switch(name: &str) -> bool {
    SWITCHES.iter().any(|(known, _)| *known == name)
}

/// The switch of this name.
pub(crate) fn switch_mut<'a>(switches: &'a mut Switches, name: &str) -> Option<&'a mut bool> {
    let (_, place) = SWITCHES.iter().find(|(known, _)| *known == name)?;
    Some(place(switches))
}
