//! Interactions that ask the RTI for a report (11.4), and what it reports.

use std::collections::BTreeMap;

use hla::{
    Edition, FederateHandle, InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle,
    TransportationTypeHandle,
};

use super::{
    Counted,
    given::{Given, Refused},
    reports::Fields,
};
use crate::{declaration::PRIVILEGE_POSITION, emission::Out, federation::Federation};

type Request = fn(&mut Federation, &Given, &mut Out<'_>) -> Result<(), Refused>;

/// What answers an interaction of this name within `HLAmanager`.
pub(super) fn request(name: &str) -> Option<Request> {
    REQUESTS.iter().find(|(known, _)| *known == name).map(|(_, request)| *request)
}

macro_rules! requests {
    ($($name:literal $answer:expr;)*) => { &[$(($name, $answer),)*] };
}

const REQUESTS: &[(&str, Request)] = requests! {
    "HLAfederate.HLArequest.HLArequestPublications" Federation::report_publications;
    "HLAfederate.HLArequest.HLArequestSubscriptions" Federation::report_subscriptions;
    "HLAfederate.HLArequest.HLArequestObjectInstancesThatCanBeDeleted"
        Federation::report_deletable;
    "HLAfederate.HLArequest.HLArequestObjectInstancesUpdated" |of, given, out| {
        of.report_instances("HLAreportObjectInstancesUpdated", Counted::InstancesUpdated, given, out)
    };
    "HLAfederate.HLArequest.HLArequestObjectInstancesReflected" |of, given, out| {
        let what = Counted::InstancesReflected;
        of.report_instances("HLAreportObjectInstancesReflected", what, given, out)
    };
    "HLAfederate.HLArequest.HLArequestUpdatesSent" |of, given, out| {
        let report = ("HLAreportUpdatesSent", "HLAupdateCounts");
        of.report_object_counts(report, Counted::UpdatesSent, given, out)
    };
    "HLAfederate.HLArequest.HLArequestReflectionsReceived" |of, given, out| {
        let report = ("HLAreportReflectionsReceived", "HLAreflectCounts");
        of.report_object_counts(report, Counted::ReflectionsReceived, given, out)
    };
    "HLAfederate.HLArequest.HLArequestInteractionsSent" |of, given, out| {
        let report = "HLAreportInteractionsSent";
        of.report_interaction_counts(report, Counted::InteractionsSent, given, out)
    };
    "HLAfederate.HLArequest.HLArequestInteractionsReceived" |of, given, out| {
        let report = "HLAreportInteractionsReceived";
        of.report_interaction_counts(report, Counted::InteractionsReceived, given, out)
    };
    "HLAfederate.HLArequest.HLArequestDirectedInteractionsSent" |of, given, out| {
        let report = "HLAreportDirectedInteractionsSent";
        of.report_interaction_counts(report, Counted::DirectedSent, given, out)
    };
    "HLAfederate.HLArequest.HLArequestDirectedInteractionsReceived" |of, given, out| {
        let report = "HLAreportDirectedInteractionsReceived";
        of.report_interaction_counts(report, Counted::DirectedReceived, given, out)
    };
    "HLAfederate.HLArequest.HLArequestObjectInstanceInformation" Federation::report_instance;
    "HLAfederate.HLArequest.HLArequestFOMmoduleData" |of, given, out| {
        let row = of.federates.get(given.about);
        let designators = row.map(|row| row.observed.modules.clone()).unwrap_or_default();
        of.report_module(&designators, Some(given.about), given, out)
    };
    "HLAfederation.HLArequest.HLArequestFOMmoduleData" |of, given, out| {
        let modules = of.model.modules().iter();
        let designators: Vec<_> = modules.map(|module| module.designator.clone()).collect();
        of.report_module(&designators, None, given, out)
    };
    "HLAfederation.HLArequest.HLArequestMIMdata" |of, _given, out| {
        let text = of.model.mim().text.to_string();
        let fields = Fields::new(&of.model).with("HLAMIMdata", &text).done();
        of.report("HLAreportMIMdata", None, fields, out);
        Ok(())
    };
    "HLAfederation.HLArequest.HLArequestSynchronizationPoints" |of, _given, out| {
        let labels: Vec<_> = of.synchronization_points.labels().map(str::to_owned).collect();
        let fields = Fields::new(&of.model).with("HLAsyncPoints", &labels).done();
        of.report("HLAreportSynchronizationPoints", None, fields, out);
        Ok(())
    };
    "HLAfederation.HLArequest.HLArequestSynchronizationPointStatus" Federation::report_points;
};

/// `HLAsyncPointStatus`: told of the point and not there yet, or waiting for the others.
const MOVING: i32 = 2;
const WAITING: i32 = 3;

impl Federation {
    fn report_publications(&mut self, given: &Given, out: &mut Out<'_>) -> Result<(), Refused> {
        let of = given.about;
        let mut classes = Vec::new();
        for (class, declared) in self.declarations.objects_by_class() {
            if declared.publishers.contains(of) {
                // The right to delete comes with the class and is not asked for by name.
                let ordinary = PRIVILEGE_POSITION + 1..declared.attributes.len();
                let published = ordinary.filter(|position| declared.publishes(of, *position));
                let published = published.map(|position| self.attribute_at(class, position));
                classes.push((class, published.collect::<Vec<_>>()));
            }
        }
        let count = classes.len();
        if classes.is_empty() {
            let fields = Fields::new(&self.model).with("HLAnumberOfClasses", &0_usize).done();
            self.report("HLAreportObjectClassPublication", Some(of), fields, out);
        }
        for (class, attributes) in classes {
            let fields = Fields::new(&self.model)
                .with("HLAnumberOfClasses", &count)
                .with("HLAobjectClass", &class)
                .with("HLAattributeList", &attributes);
            let fields = fields.done();
            self.report("HLAreportObjectClassPublication", Some(of), fields, out);
        }
        let interactions = self.interaction_handles().filter(|class| {
            let row = self.declarations.interaction(*class);
            row.is_some_and(|row| row.publication(of).is_some())
        });
        let interactions: Vec<_> = interactions.collect();
        let fields = Fields::new(&self.model).with("HLAinteractionClassList", &interactions).done();
        self.report("HLAreportInteractionPublication", Some(of), fields, out);
        let directed = self.declarations.directed.published_by(of);
        self.report_directed("HLAreportDirectedInteractionPublication", of, directed, out);
        Ok(())
    }

    fn report_subscriptions(&mut self, given: &Given, out: &mut Out<'_>) -> Result<(), Refused> {
        let of = given.about;
        // By class, whether active, and rate.
        let mut combinations = BTreeMap::<_, Vec<_>>::new();
        for (class, declared) in self.declarations.objects_by_class() {
            for (position, row) in declared.attributes.iter().enumerate() {
                let attribute = self.attribute_at(class, position);
                for subscription in row.subscriptions.of(of) {
                    let key = (class, subscription.active, subscription.rate);
                    let attributes = combinations.entry(key).or_default();
                    // In another region perhaps, but the same attribute.
                    if attributes.last() != Some(&attribute) {
                        attributes.push(attribute);
                    }
                }
            }
        }
        let count = combinations.len();
        if combinations.is_empty() {
            let fields = Fields::new(&self.model).with("HLAnumberOfClasses", &0_usize).done();
            self.report("HLAreportObjectClassSubscription", Some(of), fields, out);
        }
        for ((class, active, rate), attributes) in combinations {
            let rate =
                rate.and_then(|rate| Some(self.model.update_rates().nth(rate)?.name.clone()));
            let fields = Fields::new(&self.model)
                .with("HLAnumberOfClasses", &count)
                .with("HLAobjectClass", &class)
                .with("HLAactive", &active)
                .with("HLAmaxUpdateRate", &rate.unwrap_or_default())
                .with("HLAattributeList", &attributes);
            let fields = fields.done();
            self.report("HLAreportObjectClassSubscription", Some(of), fields, out);
        }
        let interactions = self.interaction_handles().filter_map(|class| {
            let row = self.declarations.interaction(class)?;
            let active = row.subscriptions.of(of).map(|subscription| subscription.active);
            Some((class, active.reduce(|one, other| one || other)?))
        });
        let interactions: Vec<_> = interactions.collect();
        let fields = Fields::new(&self.model).with("HLAinteractionClassList", &interactions).done();
        self.report("HLAreportInteractionSubscription", Some(of), fields, out);
        let directed = self.declarations.directed.subscribed_by(of);
        self.report_directed("HLAreportDirectedInteractionSubscription", of, directed, out);
        Ok(())
    }

    /// Directed interactions by object class; the 2010 edition has no such report.
    fn report_directed(
        &mut self,
        report: &str,
        of: FederateHandle,
        classes: BTreeMap<ObjectClassHandle, Vec<InteractionClassHandle>>,
        out: &mut Out<'_>,
    ) {
        let count = classes.len();
        if classes.is_empty() {
            let fields = Fields::new(&self.model).with("HLAnumberOfClasses", &0_usize).done();
            self.report(report, Some(of), fields, out);
        }
        for (class, interactions) in classes {
            let fields = Fields::new(&self.model)
                .with("HLAnumberOfClasses", &count)
                .with("HLAobjectClass", &class)
                .with("HLAinteractionClassList", &interactions);
            let fields = fields.done();
            self.report(report, Some(of), fields, out);
        }
    }

    fn interaction_handles(&self) -> impl Iterator<Item = InteractionClassHandle> + '_ {
        self.model.interaction_classes().iter().filter_map(|class| class.lineage.last().copied())
    }

    fn report_deletable(&mut self, given: &Given, out: &mut Out<'_>) -> Result<(), Refused> {
        let mut counts = BTreeMap::<ObjectClassHandle, usize>::new();
        let instances = self.instances.iter();
        for (_, row) in
            instances.filter(|(_, row)| row.is_owned_by(given.about, PRIVILEGE_POSITION))
        {
            *counts.entry(row.class).or_default() += 1;
        }
        let counts: Vec<_> = counts.into_iter().collect();
        let fields = Fields::new(&self.model).with("HLAobjectInstanceCounts", &counts).done();
        let report = "HLAreportObjectInstancesThatCanBeDeleted";
        self.report(report, Some(given.about), fields, out);
        Ok(())
    }

    fn report_instances(
        &mut self,
        report: &str,
        what: Counted,
        given: &Given,
        out: &mut Out<'_>,
    ) -> Result<(), Refused> {
        let counts = self.object_counts(given.about, what, TransportationTypeHandle::RELIABLE);
        let fields = Fields::new(&self.model).with("HLAobjectInstanceCounts", &counts).done();
        self.report(report, Some(given.about), fields, out);
        Ok(())
    }

    fn object_counts(
        &self,
        of: FederateHandle,
        what: Counted,
        transportation: TransportationTypeHandle,
    ) -> Vec<(ObjectClassHandle, usize)> {
        let counters = self.federates.get(of).map(|row| &row.observed.counters);
        let counts = counters.into_iter().flat_map(|row| row.by_class(what, transportation));
        counts.map(|(class, count)| (ObjectClassHandle::new(class), count)).collect()
    }

    fn transportations(&self) -> Vec<TransportationTypeHandle> {
        (0..)
            .map(TransportationTypeHandle::new)
            .take(self.model.transportation_types().len())
            .collect()
    }

    fn report_object_counts(
        &mut self,
        (report, counts): (&str, &'static str),
        what: Counted,
        given: &Given,
        out: &mut Out<'_>,
    ) -> Result<(), Refused> {
        for transportation in self.transportations() {
            let rows = self.object_counts(given.about, what, transportation);
            let fields = Fields::new(&self.model)
                .with("HLAtransportation", &transportation)
                .with(counts, &rows);
            let fields = fields.done();
            self.report(report, Some(given.about), fields, out);
        }
        Ok(())
    }

    fn report_interaction_counts(
        &mut self,
        report: &str,
        what: Counted,
        given: &Given,
        out: &mut Out<'_>,
    ) -> Result<(), Refused> {
        for transportation in self.transportations() {
            let counters = self.federates.get(given.about).map(|row| &row.observed.counters);
            let rows = counters.into_iter().flat_map(|row| row.by_class(what, transportation));
            let rows = rows.map(|(class, count)| (InteractionClassHandle::new(class), count));
            let rows: Vec<_> = rows.collect();
            let fields = Fields::new(&self.model)
                .with("HLAtransportation", &transportation)
                .with("HLAinteractionCounts", &rows);
            let fields = fields.done();
            self.report(report, Some(given.about), fields, out);
        }
        Ok(())
    }

    fn report_instance(&mut self, given: &Given, out: &mut Out<'_>) -> Result<(), Refused> {
        let object: ObjectInstanceHandle = given.get("HLAobjectInstance")?;
        let of = given.about;
        let fields = Fields::new(&self.model).with("HLAobjectInstance", &object);
        let fields = match self.known_instance(of, object) {
            Ok((instance, known)) => {
                let owned =
                    (0..instance.attributes.len()).filter(|row| instance.is_owned_by(of, *row));
                let owned: Vec<_> =
                    owned.map(|row| self.attribute_at(instance.class, row)).collect();
                fields
                    .with("HLAownedInstanceAttributeList", &owned)
                    .with("HLAregisteredClass", &instance.class)
                    .with("HLAknownClass", &known)
            }
            Err(_) => {
                fields.with("HLAownedInstanceAttributeList", &Vec::<hla::AttributeHandle>::new())
            }
        };
        let fields = fields.done();
        self.report("HLAreportObjectInstanceInformation", Some(of), fields, out);
        Ok(())
    }

    fn report_module(
        &mut self,
        designators: &[String],
        about: Option<FederateHandle>,
        given: &Given,
        out: &mut Out<'_>,
    ) -> Result<(), Refused> {
        let indicator: i32 = given.get("HLAFOMmoduleIndicator")?;
        let designator = usize::try_from(indicator).ok().and_then(|index| designators.get(index));
        let module = designator.and_then(|designator| {
            self.model.modules().iter().find(|module| module.designator == *designator)
        });
        let Some(module) = module else {
            return Err(Refused::parameter(format!(
                "HLAFOMmoduleIndicator is {indicator}, there are {} modules, counted from 0",
                designators.len()
            )));
        };
        let fields = Fields::new(&self.model)
            .with("HLAFOMmoduleIndicator", &indicator)
            .with("HLAFOMmoduleData", &module.text.to_string());
        let fields = fields.done();
        self.report("HLAreportFOMmoduleData", about, fields, out);
        Ok(())
    }

    /// The status of the named point in the 2025 edition, of every open one in that of 2010.
    fn report_points(&mut self, given: &Given, out: &mut Out<'_>) -> Result<(), Refused> {
        let labels: Vec<String> = match self.model.edition() {
            Edition::Evolved2010 => {
                self.synchronization_points.labels().map(str::to_owned).collect()
            }
            Edition::Hla4 => vec![given.get("HLAsyncPointName")?],
        };
        for label in labels {
            let Some(status) = self.synchronization_points.status(&label) else {
                let details = format!("no synchronization point {label:?} is open");
                return Err(Refused::parameter(details));
            };
            let number = |achieved| if achieved { WAITING } else { MOVING };
            let rows: Vec<_> =
                status.map(|(federate, achieved)| (federate, number(achieved))).collect();
            let fields = Fields::new(&self.model)
                .with("HLAsyncPointName", &label)
                .with("HLAsyncPointFederates", &rows);
            let fields = fields.done();
            self.report("HLAreportSynchronizationPointStatus", None, fields, out);
        }
        Ok(())
    }
}
