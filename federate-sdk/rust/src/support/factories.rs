//! Factories: octets to handles and times (2025 edition, 10.59 and what follows). A federate has
//! them while it is joined.

use std::marker::PhantomData;

use hla::{
    AttributeHandle, Call, DimensionHandle, FederateHandle, HlaError, HlaFloat64Time,
    HlaInteger64Time, InteractionClassHandle, LogicalTime, LogicalTimeInterval,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle,
    RegionHandle, TimeImplementation, TimePoint, TransportationTypeHandle,
};

use crate::encoding::TimeArithmetic;
use crate::{Federate, SdkError};

/// Octets that are not what a factory makes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("CouldNotDecode: {octets} octets are no {kind}")]
pub struct CouldNotDecode {
    /// What they were to be.
    pub kind: &'static str,
    /// How many there are.
    pub octets: usize,
}

/// Some kind of handle.
pub trait Handle: Copy + PartialEq {
    /// The standard's name of the kind.
    const KIND: &'static str;
    /// Octets of an encoded handle.
    const OCTETS: usize;
    /// The handle that nothing has.
    const NOTHING: Self;

    /// The handle of these octets; `NOTHING` when they are of another length.
    fn of(octets: &[u8]) -> Self;
}

/// Makes handles of one kind from the octets that `encode` gave.
#[derive(Debug, Clone, Copy)]
pub struct HandleFactory<H>(PhantomData<H>);

impl<H: Handle> HandleFactory<H> {
    /// The handle that was encoded.
    ///
    /// # Errors
    /// When the octets are not an encoded handle of this RTI.
    pub fn decode(&self, octets: &[u8]) -> Result<H, CouldNotDecode> {
        let handle = H::of(octets);
        if octets.len() == H::OCTETS && handle != H::NOTHING {
            return Ok(handle);
        }
        Err(CouldNotDecode { kind: H::KIND, octets: octets.len() })
    }
}

macro_rules! factories {
    ($($handle:ident $name:ident $service:literal;)*) => {
        $(impl Handle for $handle {
            const KIND: &'static str = stringify!($handle);
            const OCTETS: usize = Self::ENCODED_LEN;
            const NOTHING: Self = Self::INVALID;

            fn of(octets: &[u8]) -> Self {
                Self::decode(octets)
            }
        })*

        impl Federate {$(
            #[doc = concat!("The factory of every `", stringify!($handle), "`.")]
            ///
            /// # Errors
            /// `Refused` with `FederateNotExecutionMember` or `NotConnected`.
            pub async fn $name(&mut self) -> Result<HandleFactory<$handle>, SdkError> {
                self.check_joined($service).await?;
                Ok(HandleFactory(PhantomData))
            }
        )*}
    };
}

factories! {
    AttributeHandle get_attribute_handle_factory "getAttributeHandleFactory";
    DimensionHandle get_dimension_handle_factory "getDimensionHandleFactory";
    FederateHandle get_federate_handle_factory "getFederateHandleFactory";
    InteractionClassHandle get_interaction_class_handle_factory "getInteractionClassHandleFactory";
    MessageRetractionHandle get_message_retraction_handle_factory "getMessageRetractionHandleFactory";
    ObjectClassHandle get_object_class_handle_factory "getObjectClassHandleFactory";
    ObjectInstanceHandle get_object_instance_handle_factory "getObjectInstanceHandleFactory";
    ParameterHandle get_parameter_handle_factory "getParameterHandleFactory";
    RegionHandle get_region_handle_factory "getRegionHandleFactory";
    TransportationTypeHandle get_transportation_type_handle_factory "getTransportationTypeHandleFactory";
}

impl Federate {
    /// The factory of the federation execution's times and intervals.
    ///
    /// # Errors
    /// `Refused` with `FederateNotExecutionMember` or `NotConnected`.
    pub async fn get_time_factory(&mut self) -> Result<TimeFactory, SdkError> {
        self.check_joined("getTimeFactory").await?;
        Ok(TimeFactory(self.time_implementation()))
    }

    /// Asks the RTI whether this federate still is joined, by a lookup that always succeeds.
    async fn check_joined(&mut self, service: &'static str) -> Result<(), SdkError> {
        let lookup = Call::GetOrderType { name: "Receive".to_owned() };
        match self.call(&lookup).await {
            Ok(_) => Ok(()),
            Err(SdkError::Refused { error, .. }) => Err(SdkError::Refused { service, error }),
            Err(SdkError::ConnectionLost(reason)) => {
                Err(SdkError::Refused { service, error: HlaError::NotConnected(reason) })
            }
            Err(other) => Err(other),
        }
    }
}

/// Makes times and intervals of the federation's time type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeFactory(TimeImplementation);

impl TimeFactory {
    /// The standard's name of the time type.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The first time.
    pub fn initial(&self) -> LogicalTime {
        match self.0 {
            TimeImplementation::Integer64 => HlaInteger64Time::INITIAL.into(),
            TimeImplementation::Float64 => HlaFloat64Time::INITIAL.into(),
        }
    }

    /// The last time.
    pub fn final_time(&self) -> LogicalTime {
        match self.0 {
            TimeImplementation::Integer64 => HlaInteger64Time::FINAL.into(),
            TimeImplementation::Float64 => HlaFloat64Time::FINAL.into(),
        }
    }

    /// The interval of no length.
    pub fn zero(&self) -> LogicalTimeInterval {
        self.initial()
    }

    /// The smallest interval that is not zero.
    pub fn epsilon(&self) -> LogicalTimeInterval {
        match self.0 {
            TimeImplementation::Integer64 => HlaInteger64Time::EPSILON.into(),
            TimeImplementation::Float64 => HlaFloat64Time::EPSILON.into(),
        }
    }

    /// The time that was encoded.
    ///
    /// # Errors
    /// When the octets are no time of this type, such as eight that stand for a negative number.
    pub fn decode_time(&self, octets: &[u8]) -> Result<LogicalTime, CouldNotDecode> {
        let time = LogicalTime::decode(octets);
        let known = self.0.read(time).filter(|time| *time >= TimePoint::INITIAL).map(|_| time);
        known.ok_or(CouldNotDecode { kind: self.name(), octets: octets.len() })
    }

    /// The interval that was encoded.
    ///
    /// # Errors
    /// When the octets are no interval of this type.
    pub fn decode_interval(&self, octets: &[u8]) -> Result<LogicalTimeInterval, CouldNotDecode> {
        let interval = LogicalTimeInterval::decode(octets);
        let known = self.0.read_interval(interval).map(|_| interval);
        known.ok_or(CouldNotDecode { kind: self.name(), octets: octets.len() })
    }
}
