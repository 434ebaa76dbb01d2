//! Advisory switches as the 2010 edition has them (10.33 to 10.40): turned on and off, and refused
//! when they stand there already. The wire sets them whatever they are.
//!
//! What is asked for first and set then cannot change in between: only this federate sets them.

use hla::{AttributeHandle, Call, DimensionHandle, HlaError, ObjectClassHandle, Reply};

use crate::federate::unexpected;
use crate::{Federate, SdkError};

/// The refusal of a service under the name that the 2010 edition has for it.
fn called(service: &'static str) -> impl Fn(SdkError) -> SdkError {
    move |error| match error {
        SdkError::Refused { error, .. } => SdkError::Refused { service, error },
        other => other,
    }
}

macro_rules! advisory_switches {
    ($($what:literal $get:ident $set:ident: $enable:ident $enable_name:literal $is_on:ident, $disable:ident $disable_name:literal $is_off:ident;)*) => {
        impl Federate {$(
            #[doc = concat!("Turns the ", $what, " advisory switch on (2010 edition).")]
            ///
            /// # Errors
            #[doc = concat!("`Refused` with `", stringify!($is_on), "` when it is on, or as the standard says for this")]
            /// service; `ConnectionLost`, `Protocol`.
            pub async fn $enable(&mut self) -> Result<(), SdkError> {
                if self.$get($enable_name).await? {
                    let error = HlaError::$is_on(concat!("the ", $what, " advisory switch is on").into());
                    return Err(SdkError::Refused { service: $enable_name, error });
                }
                self.call(&Call::$set { value: true }).await.map(drop).map_err(called($enable_name))
            }

            #[doc = concat!("Turns the ", $what, " advisory switch off (2010 edition).")]
            ///
            /// # Errors
            #[doc = concat!("`Refused` with `", stringify!($is_off), "` when it is off, or as the standard says for this")]
            /// service; `ConnectionLost`, `Protocol`.
            pub async fn $disable(&mut self) -> Result<(), SdkError> {
                if !self.$get($disable_name).await? {
                    let error = HlaError::$is_off(concat!("the ", $what, " advisory switch is off").into());
                    return Err(SdkError::Refused { service: $disable_name, error });
                }
                self.call(&Call::$set { value: false }).await.map(drop).map_err(called($disable_name))
            }
        )*}
    };
}

/// Whether a switch is on, asked for a service of the 2010 edition.
macro_rules! switch_is_on {
    ($($get:ident $variant:ident;)*) => {
        impl Federate {$(
            async fn $get(&mut self, service: &'static str) -> Result<bool, SdkError> {
                match self.call(&Call::$variant).await.map_err(called(service))? {
                    Reply::$variant(on) => Ok(on),
                    reply => Err(unexpected(&reply)),
                }
            }
        )*}
    };
}

switch_is_on! {
    object_class_relevance_is_on GetObjectClassRelevanceAdvisorySwitch;
    attribute_relevance_is_on GetAttributeRelevanceAdvisorySwitch;
    attribute_scope_is_on GetAttributeScopeAdvisorySwitch;
    interaction_relevance_is_on GetInteractionRelevanceAdvisorySwitch;
}

advisory_switches! {
    "object class relevance" object_class_relevance_is_on SetObjectClassRelevanceAdvisorySwitch:
        enable_object_class_relevance_advisory_switch "enableObjectClassRelevanceAdvisorySwitch"
            ObjectClassRelevanceAdvisorySwitchIsOn,
        disable_object_class_relevance_advisory_switch "disableObjectClassRelevanceAdvisorySwitch"
            ObjectClassRelevanceAdvisorySwitchIsOff;
    "attribute relevance" attribute_relevance_is_on SetAttributeRelevanceAdvisorySwitch:
        enable_attribute_relevance_advisory_switch "enableAttributeRelevanceAdvisorySwitch"
            AttributeRelevanceAdvisorySwitchIsOn,
        disable_attribute_relevance_advisory_switch "disableAttributeRelevanceAdvisorySwitch"
            AttributeRelevanceAdvisorySwitchIsOff;
    "attribute scope" attribute_scope_is_on SetAttributeScopeAdvisorySwitch:
        enable_attribute_scope_advisory_switch "enableAttributeScopeAdvisorySwitch"
            AttributeScopeAdvisorySwitchIsOn,
        disable_attribute_scope_advisory_switch "disableAttributeScopeAdvisorySwitch"
            AttributeScopeAdvisorySwitchIsOff;
    "interaction relevance" interaction_relevance_is_on SetInteractionRelevanceAdvisorySwitch:
        enable_interaction_relevance_advisory_switch "enableInteractionRelevanceAdvisorySwitch"
            InteractionRelevanceAdvisorySwitchIsOn,
        disable_interaction_relevance_advisory_switch "disableInteractionRelevanceAdvisorySwitch"
            InteractionRelevanceAdvisorySwitchIsOff;
}

impl Federate {
    /// Dimensions available for an attribute of a class (2010 edition, 10.23).
    ///
    /// The wire has the dimensions of the class only: where attributes of one class differ in a
    /// 2010 FOM, those of the others are among them.
    ///
    /// # Errors
    /// `Refused` as the standard says for this service, `ConnectionLost`, `Protocol`.
    pub async fn get_available_dimensions_for_class_attribute(
        &mut self,
        object_class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Result<Vec<DimensionHandle>, SdkError> {
        const SERVICE: &str = "getAvailableDimensionsForClassAttribute";
        let call = Call::GetAttributeName { object_class, attribute };
        self.call(&call).await.map_err(called(SERVICE))?;
        let call = Call::GetAvailableDimensionsForObjectClass { object_class };
        match self.call(&call).await.map_err(called(SERVICE))? {
            Reply::GetAvailableDimensionsForObjectClass(dimensions) => Ok(dimensions),
            reply => Err(unexpected(&reply)),
        }
    }
}
