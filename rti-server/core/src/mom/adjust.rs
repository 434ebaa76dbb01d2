//! Interactions that change what the RTI does (11.4): periods, reporting, switches, ownership.

use hla::{AttributeHandle, Call, HlaError, ObjectInstanceHandle, ResignAction};

use super::given::{Given, Refused};
use crate::{Nanos, emission::Out, federation::Federation, object::Owner};

type Adjust = fn(&mut Federation, &Given, &mut Out<'_>) -> Result<(), Refused>;

/// What an interaction of this name within `HLAmanager` changes.
pub(super) fn adjustment(name: &str) -> Option<Adjust> {
    ADJUSTMENTS.iter().find(|(known, _)| *known == name).map(|(_, adjust)| *adjust)
}

const ADJUSTMENTS: &[(&str, Adjust)] = &[
    ("HLAfederate.HLAadjust.HLAsetTiming", Federation::set_timing),
    ("HLAfederate.HLAadjust.HLAmodifyAttributeState", Federation::modify_attribute_state),
    ("HLAfederate.HLAadjust.HLAsetServiceReporting", |of, given, out| {
        let value = given.get("HLAreportingState")?;
        of.act_for(given.about, Call::SetServiceReportingSwitch { value }, out)
    }),
    ("HLAfederate.HLAadjust.HLAsetExceptionReporting", |of, given, out| {
        let value = given.get("HLAreportingState")?;
        of.act_for(given.about, Call::SetExceptionReportingSwitch { value }, out)
    }),
    ("HLAfederate.HLAadjust.HLAsetSwitches", Federation::set_switches_of),
    ("HLAfederation.HLAadjust.HLAsetSwitches", |of, given, out| {
        if let Some(value) = given.optional("HLAautoProvide")? {
            let changed = of.switches.auto_provide != value;
            of.switches.auto_provide = value;
            if changed {
                of.reflect_federation(&["HLAautoProvide"], out);
            }
        }
        Ok(())
    }),
];

type Set = fn(bool) -> Call;

/// The service that sets a switch of a federate; the first can be refused, so it comes first.
const SWITCHES: &[(&str, Set)] = &[
    ("HLAserviceReporting", |value| Call::SetServiceReportingSwitch { value }),
    ("HLAconveyRegionDesignatorSets", |value| Call::SetConveyRegionDesignatorSetsSwitch { value }),
    ("HLAobjectClassRelevanceAdvisory", |value| Call::SetObjectClassRelevanceAdvisorySwitch {
        value,
    }),
    ("HLAattributeRelevanceAdvisory", |value| Call::SetAttributeRelevanceAdvisorySwitch { value }),
    ("HLAattributeScopeAdvisory", |value| Call::SetAttributeScopeAdvisorySwitch { value }),
    ("HLAinteractionRelevanceAdvisory", |value| Call::SetInteractionRelevanceAdvisorySwitch {
        value,
    }),
    ("HLAexceptionReporting", |value| Call::SetExceptionReportingSwitch { value }),
    ("HLAsendServiceReportsToFile", |value| Call::SetSendServiceReportsToFileSwitch { value }),
];

impl Federation {
    fn set_timing(&mut self, given: &Given, out: &mut Out<'_>) -> Result<(), Refused> {
        let seconds: i32 = given.get("HLAreportPeriod")?;
        let seconds = u64::try_from(seconds).map_err(|_| {
            Refused::parameter("parameter HLAreportPeriod is negative, 0 stops reports".into())
        })?;
        self.periods.set(given.about, Nanos(seconds * 1_000_000_000), out.now);
        Ok(())
    }

    /// All of the switches or none: every parameter is read before the first is set.
    fn set_switches_of(&mut self, given: &Given, out: &mut Out<'_>) -> Result<(), Refused> {
        let mut calls = Vec::new();
        for (name, call) in SWITCHES {
            calls.extend(given.optional(name)?.map(call));
        }
        if let Some(directive) = given.optional::<ResignAction>("HLAautomaticResignAction")? {
            calls.push(Call::SetAutomaticResignDirective { directive: Some(directive) });
        }
        let convey = given.optional("HLAconveyProducingFederate")?;
        for call in calls {
            self.act_for(given.about, call, out)?;
        }
        if let Some(convey) = convey
            && let Some(before) = self.federates.get(given.about).map(|row| row.switches)
        {
            self.federates.set_switches(given.about, |own| own.convey_producing_federate = convey);
            self.reflect_switches(given.about, &before, out);
        }
        Ok(())
    }

    /// Gives an attribute to a federate, or takes it away, without a word to anybody.
    fn modify_attribute_state(&mut self, given: &Given, out: &mut Out<'_>) -> Result<(), Refused> {
        let object: ObjectInstanceHandle = given.get("HLAobjectInstance")?;
        let attribute: AttributeHandle = given.get("HLAattribute")?;
        let owned: bool = given.get("HLAattributeState")?;
        let federate = given.about;
        let (instance, known) = self.known_instance(federate, object)?;
        let at_known = self.position(known, attribute)?;
        let position = self.position(instance.class, attribute)?;
        let name = || format!("{} of {}", self.attribute_name(attribute), instance.name);
        let owner = instance.attributes.get(position).map(|row| row.owner);
        if owner == Some(Owner::Rti) {
            let details = format!("{} is owned by the RTI", name());
            return Err(HlaError::RTIinternalError(details).into());
        }
        if !self.declarations.publishes(federate, known, at_known) {
            return Err(HlaError::AttributeNotPublished(format!(
                "{} does not publish {}",
                self.federate_name(federate),
                name()
            ))
            .into());
        }
        let of_target = owner == Some(Owner::Federate(federate));
        if owned != of_target {
            let owner = if owned { Owner::Federate(federate) } else { Owner::Unowned };
            self.force_owner(object, position, owner, out);
        }
        Ok(())
    }
}
