//! Values of the `HLAfederate` and `HLAfederation` instances (11.2, 11.3), and when they are
//! reflected: static and conditional ones at discovery, conditional ones on change, periodic ones
//! as often as `HLAsetTiming` says, all of them on request.
//!
//! Which attributes there are and of which kind says the MIM; the tables here say what each shows.

use std::collections::BTreeMap;

use bytes::Bytes;
use hla::{
    AttributeHandle, AttributeValues, Callback, FederateHandle, LogicalTime, ObjectInstanceHandle,
    OrderType, Switches, TransportationTypeHandle,
};
use rti_fom::UpdateType;

use super::{Counted, encoding::encode};
use crate::{
    FederateSet, Nanos,
    declaration::PRIVILEGE_POSITION,
    emission::Out,
    federate::Federate,
    federation::Federation,
    object::{Part, Sending, producer},
    routing::Audience,
    time::TimeStatus,
};

/// What a value of an `HLAfederate` instance is taken from.
pub(super) struct About<'a> {
    federation: &'a Federation,
    handle: FederateHandle,
    row: &'a Federate,
    time: TimeStatus,
    now: Nanos,
}

impl About<'_> {
    fn time(&self, time: Option<hla::TimePoint>) -> Bytes {
        let types = self.federation.settings.time;
        self.encoded(&time.map(|time| types.write(time)))
    }

    fn encoded(&self, value: &impl super::encoding::Datum) -> Bytes {
        encode(value, &self.federation.model)
    }

    fn counted(&self, what: Counted) -> Bytes {
        self.encoded(&self.row.observed.counters.total(what))
    }

    fn lookahead(&self) -> Option<LogicalTime> {
        let types = self.federation.settings.time;
        self.time.lookahead.map(|lookahead| types.write_interval(lookahead))
    }

    fn deletable(&self) -> usize {
        let instances = self.federation.instances.iter();
        instances.filter(|(_, row)| row.is_owned_by(self.handle, PRIVILEGE_POSITION)).count()
    }
}

type FederateValue = fn(&About<'_>) -> Bytes;
type SwitchValue = fn(&Switches) -> bool;
type FederationValue = fn(&Federation) -> Bytes;

macro_rules! values {
    ($($name:literal |$at:ident| $value:expr;)*) => { &[$(($name, |$at| $value),)*] };
}

/// What each attribute of an `HLAfederate` instance shows.
pub(super) const OF_FEDERATE: &[(&str, FederateValue)] = values! {
    "HLAfederateHandle" |at| at.encoded(&at.handle);
    "HLAfederateName" |at| at.encoded(&at.row.name);
    "HLAfederateType" |at| at.encoded(&at.row.kind);
    "HLAfederateHost" |at| at.encoded(&at.row.observed.host);
    "HLARTIversion" |at| at.encoded(&super::RTI_VERSION.to_owned());
    "HLAFOMmoduleDesignatorList" |at| at.encoded(&at.row.observed.modules);
    "HLAtimeConstrained" |at| at.encoded(&at.time.constrained);
    "HLAtimeRegulating" |at| at.encoded(&at.time.lookahead.is_some());
    "HLAasynchronousDelivery" |at| at.encoded(&at.time.asynchronous);
    "HLAfederateState" |at| at.encoded(&at.federation.mom_federate_state(at.handle));
    "HLAtimeManagerState" |at| at.encoded(&i32::from(at.row.observed.clock.advancing));
    "HLAlogicalTime" |at| at.time(Some(at.time.logical_time));
    "HLAlookahead" |at| at.encoded(&at.lookahead());
    "HLAGALT" |at| at.time(at.time.galt);
    "HLALITS" |at| at.time(at.time.lits);
    "HLAROlength" |at| at.encoded(&at.time.ro_held);
    "HLATSOlength" |at| at.encoded(&at.time.tso_queued);
    "HLAreflectionsReceived" |at| at.counted(Counted::ReflectionsReceived);
    "HLAupdatesSent" |at| at.counted(Counted::UpdatesSent);
    "HLAinteractionsReceived" |at| at.counted(Counted::InteractionsReceived);
    "HLAinteractionsSent" |at| at.counted(Counted::InteractionsSent);
    "HLAdirectedInteractionsReceived" |at| at.counted(Counted::DirectedReceived);
    "HLAdirectedInteractionsSent" |at| at.counted(Counted::DirectedSent);
    "HLAobjectInstancesThatCanBeDeleted" |at| at.encoded(&at.deletable());
    "HLAobjectInstancesUpdated" |at| at.counted(Counted::InstancesUpdated);
    "HLAobjectInstancesReflected" |at| at.counted(Counted::InstancesReflected);
    "HLAobjectInstancesDeleted" |at| at.counted(Counted::InstancesDeleted);
    "HLAobjectInstancesRemoved" |at| at.counted(Counted::InstancesRemoved);
    "HLAobjectInstancesRegistered" |at| at.counted(Counted::InstancesRegistered);
    "HLAobjectInstancesDiscovered" |at| at.counted(Counted::InstancesDiscovered);
    "HLAtimeGrantedTime" |at| at.encoded(&at.row.observed.clock.ms_in(false, at.now));
    "HLAtimeAdvancingTime" |at| at.encoded(&at.row.observed.clock.ms_in(true, at.now));
    "HLAautomaticResignAction" |at| at.encoded(&at.row.switches.automatic_resign_action);
    "HLAreportServiceFile" |at| at.encoded(&at.row.observed.service_file);
};

/// Switches of a federate, by the attribute that shows each.
pub(super) const SWITCHES: &[(&str, SwitchValue)] = values! {
    "HLAconveyRegionDesignatorSets" |own| own.convey_region_designator_sets;
    "HLAconveyProducingFederate" |own| own.convey_producing_federate;
    "HLAobjectClassRelevanceAdvisory" |own| own.object_class_relevance_advisory;
    "HLAattributeRelevanceAdvisory" |own| own.attribute_relevance_advisory;
    "HLAattributeScopeAdvisory" |own| own.attribute_scope_advisory;
    "HLAinteractionRelevanceAdvisory" |own| own.interaction_relevance_advisory;
    "HLAserviceReporting" |own| own.service_reporting;
    "HLAexceptionReporting" |own| own.exception_reporting;
    "HLAsendServiceReportsToFile" |own| own.send_service_reports_to_file;
};

/// What each attribute of the `HLAfederation` instance shows.
pub(super) const OF_FEDERATION: &[(&str, FederationValue)] = values! {
    "HLAfederationName" |of| encode(&of.settings.name, &of.model);
    "HLAfederatesInFederation" |of| {
        encode(&of.federates.joined().iter().collect::<Vec<_>>(), &of.model)
    };
    "HLARTIversion" |of| encode(&super::RTI_VERSION.to_owned(), &of.model);
    "HLAMIMdesignator" |of| encode(&of.model.mim().designator, &of.model);
    "HLAFOMmoduleDesignatorList" |of| {
        let modules = of.model.modules().iter();
        encode(&modules.map(|row| row.designator.clone()).collect::<Vec<_>>(), &of.model)
    };
    "HLAcurrentFDD" |of| encode(&rti_fom::write(&of.model), &of.model);
    "HLAtimeImplementationName" |of| encode(&of.settings.time.name().to_owned(), &of.model);
    "HLAlastSaveName" |of| encode(&of.mom_saves().last.0, &of.model);
    "HLAlastSaveTime" |of| encode(&of.mom_saves().last.1, &of.model);
    "HLAnextSaveName" |of| encode(&of.mom_saves().next.0, &of.model);
    "HLAnextSaveTime" |of| encode(&of.mom_saves().next.1, &of.model);
    "HLAautoProvide" |of| encode(&of.switches.auto_provide, &of.model);
    "HLAdelaySubscriptionEvaluation" |of| {
        encode(&of.switches.delay_subscription_evaluation, &of.model)
    };
    "HLAadvisoriesUseKnownClass" |of| encode(&of.switches.advisories_use_known_class, &of.model);
    "HLAallowRelaxedDDM" |of| encode(&of.switches.allow_relaxed_ddm, &of.model);
    "HLAnonRegulatedGrant" |of| encode(&of.switches.non_regulated_grant, &of.model);
};

/// Label and time of a save; both empty for none.
pub(super) type SaveName = (String, Option<LogicalTime>);

/// What the federation shows of saving.
#[derive(Debug, Default)]
pub(super) struct Saves {
    pub(super) last: SaveName,
    pub(super) next: SaveName,
}

/// The wall clock of a federate's time state, for periodic attributes.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct AdvanceClock {
    pub(crate) advancing: bool,
    since: Nanos,
    granted: u64,
    advanced: u64,
}

impl AdvanceClock {
    pub(crate) fn started(now: Nanos) -> Self {
        Self { since: now, ..Self::default() }
    }

    fn turn(&mut self, advancing: bool, now: Nanos) {
        self.granted = self.nanos_in(false, now);
        self.advanced = self.nanos_in(true, now);
        self.since = now;
        self.advancing = advancing;
    }

    fn nanos_in(&self, advancing: bool, now: Nanos) -> u64 {
        let before = if advancing { self.advanced } else { self.granted };
        let running =
            if self.advancing == advancing { now.0.saturating_sub(self.since.0) } else { 0 };
        before.saturating_add(running)
    }

    fn ms_in(&self, advancing: bool, now: Nanos) -> i32 {
        i32::try_from(self.nanos_in(advancing, now) / 1_000_000).unwrap_or(i32::MAX)
    }

    fn restart(&mut self, now: Nanos) {
        (self.since, self.granted, self.advanced) = (now, 0, 0);
    }
}

impl Federation {
    /// Reflects values to those who have just discovered an instance of the RTI.
    pub(crate) fn reflect_discovered(
        &mut self,
        object: ObjectInstanceHandle,
        to: &FederateSet,
        out: &mut Out<'_>,
    ) {
        let attributes = self.mom_attributes(object, |kind| kind != UpdateType::Periodic);
        self.reflect_mom(object, &attributes, Some(to), out);
    }

    /// Reflects attributes, by position, to a federate that has asked for them.
    pub(crate) fn reflect_requested(
        &mut self,
        object: ObjectInstanceHandle,
        positions: &[usize],
        to: FederateHandle,
        out: &mut Out<'_>,
    ) {
        let Some(instance) = self.instances.get(object) else { return };
        if !self.mom.is_of_the_rti(instance.class) {
            return;
        }
        let class = instance.class;
        let attributes = positions.iter().map(|position| self.attribute_at(class, *position));
        let attributes: Vec<_> = attributes.collect();
        self.reflect_mom(object, &attributes, Some(&FederateSet::one(to)), out);
    }

    /// Reflects attributes of a federate that have changed.
    pub(crate) fn reflect_federate(
        &mut self,
        federate: FederateHandle,
        names: &[&str],
        out: &mut Out<'_>,
    ) {
        let Some(object) = self.federates.get(federate).map(|row| row.object) else { return };
        self.reflect_changed(object, names, out);
    }

    /// Reflects attributes of the federation that have changed.
    pub(crate) fn reflect_federation(&mut self, names: &[&str], out: &mut Out<'_>) {
        self.reflect_changed(self.mom_federation, names, out);
    }

    fn reflect_changed(&mut self, object: ObjectInstanceHandle, names: &[&str], out: &mut Out<'_>) {
        let Some(instance) = self.instances.get(object) else { return };
        if instance.knowers().is_empty() {
            return;
        }
        let attributes =
            names.iter().filter_map(|name| self.model.attribute_handle(instance.class, name));
        let attributes: Vec<_> = attributes.collect();
        self.reflect_mom(object, &attributes, None, out);
    }

    /// A federate has asked for time or was granted it.
    pub(crate) fn note_advance(
        &mut self,
        federate: FederateHandle,
        advancing: bool,
        out: &mut Out<'_>,
    ) {
        if let Some(row) = self.federates.get_mut(federate) {
            row.observed.clock.turn(advancing, out.now);
            self.reflect_federate(federate, &["HLAtimeManagerState"], out);
        }
    }

    /// Reflects whatever switches of a federate are not as they were before.
    pub(crate) fn reflect_switches(
        &mut self,
        federate: FederateHandle,
        before: &Switches,
        out: &mut Out<'_>,
    ) {
        let Some(now) = self.federates.get(federate).map(|row| row.switches) else { return };
        if now == *before {
            return;
        }
        let changed = SWITCHES.iter().filter(|(_, value)| value(before) != value(&now));
        let mut names: Vec<_> = changed.map(|(name, _)| *name).collect();
        if before.automatic_resign_action != now.automatic_resign_action {
            names.push("HLAautomaticResignAction");
        }
        self.reflect_federate(federate, &names, out);
        self.name_service_file(federate, out);
    }

    /// Reflects the periodic attributes of everybody whose period is over.
    pub(crate) fn reflect_due(&mut self, out: &mut Out<'_>) {
        while let Some(federate) = self.periods.take_due(out.now) {
            let Some(object) = self.federates.get(federate).map(|row| row.object) else {
                continue;
            };
            let attributes = self.mom_attributes(object, |kind| kind == UpdateType::Periodic);
            self.reflect_mom(object, &attributes, None, out);
            if let Some(row) = self.federates.get_mut(federate) {
                row.observed.clock.restart(out.now);
            }
        }
    }

    /// The attributes of an instance of the RTI whose update type passes; none of others.
    fn mom_attributes(
        &self,
        object: ObjectInstanceHandle,
        passes: impl Fn(UpdateType) -> bool,
    ) -> Vec<AttributeHandle> {
        let instance = self.instances.get(object);
        let Some(instance) = instance.filter(|row| self.mom.is_of_the_rti(row.class)) else {
            return Vec::new();
        };
        let class = self.model.object_class(instance.class);
        let attributes = class.into_iter().flat_map(|row| row.attributes.iter().copied());
        let kind = |of: AttributeHandle| self.model.attribute(of)?.columns.update_type;
        attributes.filter(|attribute| kind(*attribute).is_some_and(&passes)).collect()
    }

    /// Reflects attributes of an instance of the RTI to those of these federates, or all, who see
    /// them.
    fn reflect_mom(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        to: Option<&FederateSet>,
        out: &mut Out<'_>,
    ) {
        let Some(instance) = self.instances.get(object) else { return };
        let sender = FederateHandle::INVALID;
        let audience = Audience { sender, only: to, thinned_at: None };
        let region = self.federates.iter().find(|(_, row)| row.object == object);
        let region = region.and_then(|(_, row)| row.observed.region);
        let conveyed = self.regions.conveyed(region.as_slice());
        let groups = self.reflect_groups(instance, attributes, &audience);
        // A value is worked out only if somebody sees it: the current FDD is long.
        let seen = attributes
            .iter()
            .enumerate()
            .filter(|(index, _)| groups.iter().any(|group| group.mask.contains(*index)));
        let seen: Vec<_> = seen.map(|(_, attribute)| *attribute).collect();
        let values: BTreeMap<_, _> = self.mom_values(object, &seen, out.now).into_iter().collect();
        let sending = Sending::untimed(sender);
        for group in groups {
            let seen = attributes.iter().enumerate().filter(|(row, _)| group.mask.contains(*row));
            let pairs = seen.filter_map(|(_, of)| Some((*of, values.get(of)?)));
            let values = AttributeValues::from_pairs(pairs);
            if values.is_empty() {
                continue;
            }
            let (order, bytes) = (OrderType::Receive, values.value_bytes());
            let part = Part { order, receivers: group.receivers, bytes };
            self.transmit(&sending, part, out, |view, _| Callback::ReflectAttributeValues {
                object_instance: object,
                values: values.clone(),
                tag: Bytes::new(),
                transportation_type: TransportationTypeHandle::RELIABLE,
                producing_federate: producer(view, sender),
                sent_regions: view.regions.then(|| conveyed.clone()),
                stamp: None,
            });
        }
    }

    /// The present values of attributes; those that the MIM does not have show nothing.
    fn mom_values(
        &self,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
        now: Nanos,
    ) -> Vec<(AttributeHandle, Bytes)> {
        let named = attributes
            .iter()
            .filter_map(|of| Some((*of, self.model.attribute(*of)?.name.as_str())));
        if object == self.mom_federation {
            let value = |name| OF_FEDERATION.iter().find(|(known, _)| *known == name);
            let values = named.filter_map(|(of, name)| Some((of, value(name)?.1(self))));
            return values.collect();
        }
        let described = self.federates.iter().find(|(_, row)| row.object == object);
        let Some((handle, row)) = described else { return Vec::new() };
        if attributes.is_empty() {
            return Vec::new();
        }
        let at = About { federation: self, handle, row, time: self.time.status(handle), now };
        let value = |name| {
            let switch = SWITCHES.iter().find(|(known, _)| *known == name);
            let value = OF_FEDERATE.iter().find(|(known, _)| *known == name);
            let switch = switch.map(|(_, value)| at.encoded(&value(&row.switches)));
            switch.or_else(|| value.map(|(_, value)| value(&at)))
        };
        named.filter_map(|(of, name)| Some((of, value(name)?))).collect()
    }

    /// `HLAfederateState`; active, as long as nothing is saved or restored.
    #[allow(clippy::unused_self, reason = "saving and restoring will be looked up here")]
    fn mom_federate_state(&self, _federate: FederateHandle) -> i32 {
        1
    }

    #[allow(clippy::unused_self, reason = "saves will be looked up here")]
    fn mom_saves(&self) -> Saves {
        Saves::default()
    }
}

/// Who asked for periodic reports, how often, and when the next is due.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Periods(BTreeMap<FederateHandle, (Nanos, Nanos)>);

impl Periods {
    /// Reports on a federate from now on with this period; with none if it is zero.
    pub(crate) fn set(&mut self, federate: FederateHandle, period: Nanos, now: Nanos) {
        self.0.remove(&federate);
        if period.0 > 0 {
            self.0.insert(federate, (period, Nanos(now.0.saturating_add(period.0))));
        }
    }

    pub(crate) fn next(&self) -> Option<Nanos> {
        self.0.values().map(|(_, due)| *due).min()
    }

    /// A federate whose report is due; its next one will be in the future. Reports that nobody
    /// could make in time are left out.
    fn take_due(&mut self, now: Nanos) -> Option<FederateHandle> {
        let (federate, (period, due)) = self.0.iter_mut().find(|(_, (_, due))| *due <= now)?;
        let missed = (now.0 - due.0) / period.0 + 1;
        *due = Nanos(due.0.saturating_add(missed.saturating_mul(period.0)));
        Some(*federate)
    }
}
