//! Switches of a federate and of the federation (10.34 to 10.56).

use hla::{Call, Edition, FederateHandle, HlaError, Reply, ResignAction};

use crate::{emission::Out, federation::Federation};

impl Federation {
    pub(crate) fn serve_switches(
        &mut self,
        from: FederateHandle,
        call: Call,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let before = self.federates.get(from).map(|row| row.switches);
        let reply = self.set_switch(from, call)?;
        if let Some(before) = before {
            self.reflect_switches(from, &before, out);
        }
        Ok(reply)
    }

    fn set_switch(&mut self, from: FederateHandle, call: Call) -> Result<Reply, HlaError> {
        match call {
            Call::SetObjectClassRelevanceAdvisorySwitch { value } => {
                self.federates
                    .set_switches(from, |own| own.object_class_relevance_advisory = value);
                Ok(Reply::SetObjectClassRelevanceAdvisorySwitch)
            }
            Call::SetAttributeRelevanceAdvisorySwitch { value } => {
                self.federates.set_switches(from, |own| own.attribute_relevance_advisory = value);
                if value {
                    self.take_stock_of_wants(from);
                }
                Ok(Reply::SetAttributeRelevanceAdvisorySwitch)
            }
            Call::SetAttributeScopeAdvisorySwitch { value } => {
                self.federates.set_switches(from, |own| own.attribute_scope_advisory = value);
                if value {
                    self.take_stock_of_scope(from);
                }
                Ok(Reply::SetAttributeScopeAdvisorySwitch)
            }
            Call::SetInteractionRelevanceAdvisorySwitch { value } => {
                self.federates.set_switches(from, |own| own.interaction_relevance_advisory = value);
                Ok(Reply::SetInteractionRelevanceAdvisorySwitch)
            }
            Call::SetConveyRegionDesignatorSetsSwitch { value } => {
                self.federates.set_switches(from, |own| own.convey_region_designator_sets = value);
                Ok(Reply::SetConveyRegionDesignatorSetsSwitch)
            }
            Call::SetAutomaticResignDirective { directive } => {
                self.set_resign_directive(from, directive)
            }
            Call::SetServiceReportingSwitch { value } => self.set_service_reporting(from, value),
            Call::SetExceptionReportingSwitch { value } => {
                self.federates.set_switches(from, |own| own.exception_reporting = value);
                Ok(Reply::SetExceptionReportingSwitch)
            }
            Call::SetSendServiceReportsToFileSwitch { value } => {
                self.federates.set_switches(from, |own| own.send_service_reports_to_file = value);
                Ok(Reply::SetSendServiceReportsToFileSwitch)
            }
            other => self.read_switch(from, &other),
        }
    }

    fn read_switch(&self, from: FederateHandle, call: &Call) -> Result<Reply, HlaError> {
        let federation = self.switches;
        let own = self.federates.get(from).map_or(federation, |federate| federate.switches);
        let reply = match call {
            Call::GetObjectClassRelevanceAdvisorySwitch => {
                Reply::GetObjectClassRelevanceAdvisorySwitch(own.object_class_relevance_advisory)
            }
            Call::GetAttributeRelevanceAdvisorySwitch => {
                Reply::GetAttributeRelevanceAdvisorySwitch(own.attribute_relevance_advisory)
            }
            Call::GetAttributeScopeAdvisorySwitch => {
                Reply::GetAttributeScopeAdvisorySwitch(own.attribute_scope_advisory)
            }
            Call::GetInteractionRelevanceAdvisorySwitch => {
                Reply::GetInteractionRelevanceAdvisorySwitch(own.interaction_relevance_advisory)
            }
            Call::GetConveyRegionDesignatorSetsSwitch => {
                Reply::GetConveyRegionDesignatorSetsSwitch(own.convey_region_designator_sets)
            }
            Call::GetAutomaticResignDirective => {
                Reply::GetAutomaticResignDirective(own.automatic_resign_action)
            }
            Call::GetServiceReportingSwitch => {
                Reply::GetServiceReportingSwitch(own.service_reporting)
            }
            Call::GetExceptionReportingSwitch => {
                Reply::GetExceptionReportingSwitch(own.exception_reporting)
            }
            Call::GetSendServiceReportsToFileSwitch => {
                Reply::GetSendServiceReportsToFileSwitch(own.send_service_reports_to_file)
            }
            Call::GetAutoProvideSwitch => Reply::GetAutoProvideSwitch(federation.auto_provide),
            Call::GetDelaySubscriptionEvaluationSwitch => {
                Reply::GetDelaySubscriptionEvaluationSwitch(
                    federation.delay_subscription_evaluation,
                )
            }
            Call::GetAdvisoriesUseKnownClassSwitch => {
                Reply::GetAdvisoriesUseKnownClassSwitch(federation.advisories_use_known_class)
            }
            Call::GetAllowRelaxedDdmSwitch => {
                Reply::GetAllowRelaxedDdmSwitch(federation.allow_relaxed_ddm)
            }
            Call::GetNonRegulatedGrantSwitch => {
                Reply::GetNonRegulatedGrantSwitch(federation.non_regulated_grant)
            }
            other => return Err(HlaError::not_yet_built(other.service_name())),
        };
        Ok(reply)
    }

    fn set_resign_directive(
        &mut self,
        from: FederateHandle,
        directive: Option<ResignAction>,
    ) -> Result<Reply, HlaError> {
        let directive = directive.ok_or_else(|| {
            let details = "the directive is none of the standard".to_owned();
            match self.federates.get(from).map(|federate| federate.edition) {
                Some(Edition::Evolved2010) => HlaError::InvalidResignAction(details),
                // The 2025 edition has no exception for it.
                Some(Edition::Hla4) | None => HlaError::RTIinternalError(details),
            }
        })?;
        self.federates.set_switches(from, |own| own.automatic_resign_action = directive);
        Ok(Reply::SetAutomaticResignDirective)
    }

    /// A federate that gets the reports must not be reported on: each report would cause another.
    fn set_service_reporting(
        &mut self,
        from: FederateHandle,
        value: bool,
    ) -> Result<Reply, HlaError> {
        let report = self.mom.report_service_invocation;
        let row = report.and_then(|class| self.declarations.interaction(class));
        if value && row.is_some_and(|row| row.subscriptions.includes(from)) {
            return Err(HlaError::ReportServiceInvocationsAreSubscribed(format!(
                "{} subscribes to HLAreportServiceInvocation, unsubscribe first",
                self.federate_name(from)
            )));
        }
        self.federates.set_switches(from, |own| own.service_reporting = value);
        Ok(Reply::SetServiceReportingSwitch)
    }
}
