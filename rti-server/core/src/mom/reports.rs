//! Reports: the interactions that the RTI sends (11.4), among them those of service invocations
//! and exceptions.

use bytes::Bytes;
use hla::{
    Callback, FederateHandle, HlaError, InteractionClassHandle, OrderType, ParameterHandle,
    ParameterValues, RegionHandle, ServiceGroup, TimePoint, TransportationTypeHandle,
};
use rti_fom::FomModel;

use super::{
    arguments::{Described, Invocation, NULL, title},
    encoding::{Datum, encode},
    given::{Given, Refused},
};
use crate::{
    Effect, LostReason,
    emission::Out,
    federation::Federation,
    object::{Part, Sending},
};

/// Parameters of a report, by name.
pub(super) struct Fields<'a> {
    model: &'a FomModel,
    pairs: Vec<(&'static str, Bytes)>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(model: &'a FomModel) -> Self {
        Self { model, pairs: Vec::new() }
    }

    pub(super) fn with(mut self, name: &'static str, value: &impl Datum) -> Self {
        self.pairs.push((name, encode(value, self.model)));
        self
    }

    pub(super) fn done(self) -> Vec<(&'static str, Bytes)> {
        self.pairs
    }
}

impl Federation {
    /// Sends a report about a federate, or about the federation, to whoever subscribes to it.
    pub(super) fn report(
        &mut self,
        name: &str,
        about: Option<FederateHandle>,
        fields: Vec<(&'static str, Bytes)>,
        out: &mut Out<'_>,
    ) {
        self.report_of_group(name, about, None, fields, out);
    }

    /// Sends a report at the point of the federate, and of the service group if it has one.
    fn report_of_group(
        &mut self,
        name: &str,
        about: Option<FederateHandle>,
        group: Option<ServiceGroup>,
        fields: Vec<(&'static str, Bytes)>,
        out: &mut Out<'_>,
    ) {
        let subject = if about.is_some() { "HLAfederate" } else { "HLAfederation" };
        let name = format!("HLAmanager.{subject}.HLAreport.{name}");
        let Some(class) = self.model.interaction_class_handle(&name) else { return };
        let region = self.region_of_report(class, about, group);
        let regions = region.as_ref().map(std::slice::from_ref);
        let groups = self.interaction_groups(class, FederateHandle::INVALID, regions);
        let conveyed = self.regions.conveyed(regions.unwrap_or_default());
        if let Some(region) = region {
            self.regions.remove_of_the_rti(region);
        }
        let about = about.map(|about| ("HLAfederate", encode(&about, &self.model)));
        let pairs = about.into_iter().chain(fields).filter_map(|(parameter, value)| {
            // What only the other edition has is left out.
            Some((self.model.parameter_handle(class, parameter)?, value))
        });
        let pairs: Vec<(ParameterHandle, Bytes)> = pairs.collect();
        let values = ParameterValues::from_pairs(pairs);
        let sending = Sending::untimed(FederateHandle::INVALID);
        for (received_class, receivers) in groups {
            let values = self.visible_parameters(received_class, &values);
            let part = Part { order: OrderType::Receive, receivers, bytes: values.value_bytes() };
            self.transmit(&sending, part, out, |view, _| Callback::ReceiveInteraction {
                interaction_class: received_class,
                values: values.clone(),
                tag: Bytes::new(),
                transportation_type: TransportationTypeHandle::RELIABLE,
                producing_federate: FederateHandle::INVALID,
                sent_regions: view.regions.then(|| conveyed.clone()),
                stamp: None,
            });
        }
    }

    /// Where a report is sent, if its class has dimensions.
    fn region_of_report(
        &mut self,
        class: InteractionClassHandle,
        about: Option<FederateHandle>,
        group: Option<ServiceGroup>,
    ) -> Option<RegionHandle> {
        let dimensions = &self.model.interaction_class(class)?.dimensions;
        if dimensions.is_empty() {
            return None;
        }
        let group = group.and_then(|group| u32::try_from(group.number()).ok());
        let points =
            [("HLAfederate", about.map(FederateHandle::value)), ("HLAserviceGroup", group)];
        let points = points.into_iter().filter_map(|(name, point)| {
            let dimension = self.model.dimension_handle(name)?;
            dimensions.contains(&dimension).then_some((dimension, point?))
        });
        let points: Vec<_> = points.collect();
        Some(self.regions.set_of_report(points.into_iter()))
    }

    /// Whether anybody gets reports of this class.
    fn is_received(&self, class: Option<InteractionClassHandle>) -> bool {
        class.is_some_and(|class| {
            !self.interaction_groups(class, FederateHandle::INVALID, None).is_empty()
        })
    }

    /// Reports to subscribers that the RTI has lost a federate.
    pub(crate) fn report_lost(
        &mut self,
        federate: FederateHandle,
        name: &str,
        time: TimePoint,
        reason: &LostReason,
        out: &mut Out<'_>,
    ) {
        let fields = Fields::new(&self.model)
            .with("HLAfederateName", &name.to_owned())
            .with("HLAtimeStamp", &Some(self.settings.time.write(time)))
            .with("HLAfaultDescription", &fault_description(reason).to_owned());
        let fields = fields.done();
        self.report("HLAreportFederateLost", Some(federate), fields, out);
    }

    /// Reports that the RTI did not do what an interaction asked for, about its sender.
    pub(super) fn report_refused(&mut self, given: &Given, refused: &Refused, out: &mut Out<'_>) {
        let class = self.model.interaction_class(given.class);
        let service = class.map(|class| class.name.clone()).unwrap_or_default();
        let fields = Fields::new(&self.model)
            .with("HLAservice", &service)
            .with("HLAexception", &refused.text)
            .with("HLAparameterError", &refused.parameter_error);
        let fields = fields.done();
        self.report("HLAreportMOMexception", Some(given.from), fields, out);
    }

    /// Reports an exception of a federate whose exceptions are reported.
    pub(crate) fn report_exception(
        &mut self,
        federate: FederateHandle,
        service: &str,
        error: &HlaError,
        out: &mut Out<'_>,
    ) {
        let fields = Fields::new(&self.model)
            .with("HLAservice", &title(service))
            .with("HLAexception", &error.to_string());
        let fields = fields.done();
        self.report("HLAreportException", Some(federate), fields, out);
    }

    /// Reports the call of this step and the callbacks it caused at federates whose services are
    /// reported. Reports themselves are not reported, or there would be no end to it.
    pub(crate) fn report_invocations(&mut self, from_effect: usize, out: &mut Out<'_>) {
        let call = out.invocation.take();
        if call.is_none() && !self.federates.any_reported() {
            return;
        }
        let mut invocations: Vec<Invocation> = call.into_iter().map(|call| *call).collect();
        for effect in out.effects.iter().skip(from_effect) {
            let Effect::Deliver { to, callback } = effect else { continue };
            let reported = to.iter().filter(|federate| self.federates.is_reported(*federate));
            invocations.extend(reported.map(|of| Invocation::of_callback(of, callback)));
        }
        for invocation in invocations {
            self.report_invocation(invocation, out);
        }
    }

    fn report_invocation(&mut self, invocation: Invocation, out: &mut Out<'_>) {
        let of = invocation.of;
        let to_file =
            self.federates.get(of).is_some_and(|row| row.switches.send_service_reports_to_file);
        if !to_file && !self.is_received(self.mom.report_service_invocation) {
            return;
        }
        let mut serial = 0;
        if let Some(row) = self.federates.get_mut(of) {
            serial = row.observed.serial;
            row.observed.serial += 1;
        }
        if to_file {
            let (file, record) = (self.service_file(of), invocation.record(serial));
            out.effects.push(Effect::ServiceReport { file, record });
            return;
        }
        let Invocation { service, group, supplied, returned, error, .. } = invocation;
        let texts = |list: &[Described]| list.iter().map(|row| row.2.clone()).collect::<Vec<_>>();
        let fields = Fields::new(&self.model)
            .with("HLAservice", &service)
            .with("HLAsuccessIndicator", &error.is_none())
            .with("HLAexception", &error.unwrap_or_default())
            .with("HLAserialNumber", &serial);
        let fields = match self.model.edition() {
            hla::Edition::Evolved2010 => fields
                .with("HLAsuppliedArguments", &texts(&supplied))
                .with("HLAreturnedArguments", &texts(returned.as_slice())),
            hla::Edition::Hla4 => fields
                .with("HLAsuppliedArguments", &supplied)
                .with("HLAreturnedArgument", &returned.unwrap_or_else(nothing)),
        };
        let mut fields = fields.done();
        // The only value of the MOM with 16 bits.
        let number = i16::try_from(group.number()).unwrap_or_default();
        fields.push(("HLAserviceType", Bytes::copy_from_slice(&number.to_be_bytes())));
        self.report_of_group("HLAreportServiceInvocation", Some(of), Some(group), fields, out);
    }

    /// Names the file of a federate once its reports go there.
    pub(super) fn name_service_file(&mut self, federate: FederateHandle, out: &mut Out<'_>) {
        let file = self.service_file(federate);
        let Some(row) = self.federates.get_mut(federate) else { return };
        let switches = row.switches;
        if switches.service_reporting
            && switches.send_service_reports_to_file
            && row.observed.service_file.is_empty()
        {
            row.observed.service_file = file;
            self.reflect_federate(federate, &["HLAreportServiceFile"], out);
        }
    }

    /// A file name made of what is harmless in one.
    fn service_file(&self, federate: FederateHandle) -> String {
        let letters = self.settings.name.chars();
        let name = letters.map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' });
        format!("{}-federate-{federate}-services.jsonl", name.collect::<String>())
    }
}

fn nothing() -> Described {
    (NULL, String::new(), "null".to_owned())
}

fn fault_description(reason: &LostReason) -> &'static str {
    match reason {
        LostReason::TransportLost => "the connection broke and was not resumed in time",
        LostReason::Silent => "nothing was heard from it for too long",
        LostReason::SessionEnded => "it ended its session without resigning",
        LostReason::TooSlow => "it did not take its callbacks for too long",
        LostReason::Removed => "an operator removed it",
    }
}
