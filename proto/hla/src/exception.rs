//! The exceptions of the standard, one variant each, spelled like the standard.

use std::fmt;

macro_rules! exceptions {
    ($($name:ident,)*) => {
        /// Why a service was refused; its text carries the names and handles involved.
        ///
        /// Each variant is the exception of the standard that has its name, of either edition.
        #[allow(missing_docs, reason = "each variant is documented by the standard's own name")]
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum HlaError { $($name(String),)* }

        impl HlaError {
            /// Names of all exceptions.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// The standard's name, as it crosses the wire.
            pub const fn exception_name(&self) -> &'static str {
                match self { $(Self::$name(_) => stringify!($name),)* }
            }

            /// The text for a person.
            pub fn details(&self) -> &str {
                match self { $(Self::$name(details) => details,)* }
            }

            /// The exception of this name; one that the standard does not know becomes
            /// `RTIinternalError` with the name in its text.
            pub fn from_wire(name: &str, details: String) -> Self {
                match name {
                    $(stringify!($name) => Self::$name(details),)*
                    _ => Self::RTIinternalError(format!("{name}: {details}")),
                }
            }
        }
    };
}

exceptions! {
    AlreadyConnected,
    AsynchronousDeliveryAlreadyDisabled,
    AsynchronousDeliveryAlreadyEnabled,
    AttributeAcquisitionWasNotRequested,
    AttributeAlreadyBeingAcquired,
    AttributeAlreadyBeingChanged,
    AttributeAlreadyBeingDivested,
    AttributeAlreadyOwned,
    AttributeDivestitureWasNotRequested,
    AttributeNotDefined,
    AttributeNotOwned,
    AttributeNotPublished,
    AttributeRelevanceAdvisorySwitchIsOff,
    AttributeRelevanceAdvisorySwitchIsOn,
    AttributeScopeAdvisorySwitchIsOff,
    AttributeScopeAdvisorySwitchIsOn,
    CallNotAllowedFromWithinCallback,
    ConnectionFailed,
    CouldNotCreateLogicalTimeFactory,
    CouldNotOpenFDD,
    CouldNotOpenFOM,
    CouldNotOpenMIM,
    DeletePrivilegeNotHeld,
    DesignatorIsHLAstandardMIM,
    ErrorReadingFDD,
    ErrorReadingFOM,
    ErrorReadingMIM,
    FederateAlreadyExecutionMember,
    FederateHandleNotKnown,
    FederateHasNotBegunSave,
    FederateInternalError,
    FederateIsExecutionMember,
    FederateNameAlreadyInUse,
    FederateNotExecutionMember,
    FederateOwnsAttributes,
    FederateServiceInvocationsAreBeingReportedViaMOM,
    FederateUnableToUseTime,
    FederatesCurrentlyJoined,
    FederationExecutionAlreadyExists,
    FederationExecutionDoesNotExist,
    IllegalName,
    InTimeAdvancingState,
    InconsistentFDD,
    InconsistentFOM,
    InteractionClassAlreadyBeingChanged,
    InteractionClassNotDefined,
    InteractionClassNotPublished,
    InteractionParameterNotDefined,
    InteractionRelevanceAdvisorySwitchIsOff,
    InteractionRelevanceAdvisorySwitchIsOn,
    InvalidAttributeHandle,
    InvalidCredentials,
    InvalidDimensionHandle,
    InvalidFOM,
    InvalidFederateHandle,
    InvalidInteractionClassHandle,
    InvalidLocalSettingsDesignator,
    InvalidLogicalTime,
    InvalidLookahead,
    InvalidMIM,
    InvalidMessageRetractionHandle,
    InvalidObjectClassHandle,
    InvalidObjectInstanceHandle,
    InvalidOrderName,
    InvalidOrderType,
    InvalidParameterHandle,
    InvalidRangeBound,
    InvalidRegion,
    InvalidRegionContext,
    InvalidResignAction,
    InvalidServiceGroup,
    InvalidTransportationName,
    InvalidTransportationType,
    InvalidTransportationTypeHandle,
    InvalidUpdateRateDesignator,
    LogicalTimeAlreadyPassed,
    MessageCanNoLongerBeRetracted,
    NameNotFound,
    NameSetWasEmpty,
    NoAcquisitionPending,
    NotConnected,
    ObjectClassNotDefined,
    ObjectClassNotPublished,
    ObjectClassRelevanceAdvisorySwitchIsOff,
    ObjectClassRelevanceAdvisorySwitchIsOn,
    ObjectInstanceNameInUse,
    ObjectInstanceNameNotReserved,
    ObjectInstanceNotKnown,
    OwnershipAcquisitionPending,
    RTIinternalError,
    RegionDoesNotContainSpecifiedDimension,
    RegionInUseForUpdateOrSubscription,
    RegionNotCreatedByThisFederate,
    ReportServiceInvocationsAreSubscribed,
    RequestForTimeConstrainedPending,
    RequestForTimeRegulationPending,
    RestoreInProgress,
    RestoreNotInProgress,
    RestoreNotRequested,
    SaveInProgress,
    SaveNotInProgress,
    SaveNotInitiated,
    SynchronizationPointLabelNotAnnounced,
    TimeConstrainedAlreadyEnabled,
    TimeConstrainedIsNotEnabled,
    TimeRegulationAlreadyEnabled,
    TimeRegulationIsNotEnabled,
    Unauthorized,
    UnsupportedCallbackModel,
}

impl HlaError {
    /// The answer to a service that this version does not have.
    pub fn not_yet_built(service: &str) -> Self {
        Self::RTIinternalError(format!("not yet built: {service}"))
    }

    /// The same refusal under the name that HLA Evolved (IEEE 1516-2010) gives it.
    ///
    /// The 2010 edition says FDD where the 2025 edition says FOM, and has no `Invalid..` for a
    /// module that is well formed but wrong.
    #[must_use]
    pub fn in_2010_terms(self) -> Self {
        match self {
            Self::CouldNotOpenFOM(details) => Self::CouldNotOpenFDD(details),
            Self::ErrorReadingFOM(details) | Self::InvalidFOM(details) => {
                Self::ErrorReadingFDD(details)
            }
            Self::InconsistentFOM(details) => Self::InconsistentFDD(details),
            Self::InvalidMIM(details) => Self::ErrorReadingMIM(details),
            Self::Unauthorized(details) | Self::InvalidCredentials(details) => {
                Self::RTIinternalError(details)
            }
            other => other,
        }
    }
}

impl fmt::Display for HlaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.exception_name(), self.details())
    }
}

impl std::error::Error for HlaError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_survives_the_wire() {
        for name in HlaError::NAMES {
            assert_eq!(HlaError::from_wire(name, "why".into()).exception_name(), *name);
        }
        let unknown = HlaError::from_wire("SessionLost", "gone".into());
        assert_eq!(unknown.to_string(), "RTIinternalError: SessionLost: gone");
    }
}
