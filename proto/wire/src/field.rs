//! Fields of messages and the values of `hla` that they stand for.

use bytes::Bytes;
use hla::{AttributeRegions, ConveyedRegion, HlaError, Values};

use crate::WireError;
use crate::generated::fedpro;
use crate::opaque::{Octets, Opaque};
use crate::values::{scan, splice};

/// A field, as generated, that stands for a `T`.
///
/// A field without presence reads as zero, empty or false, a missing handle or time as the one that
/// no table contains: none of that is an error of the wire.
pub(crate) trait Field<T>: Sized {
    /// What the field stands for.
    fn read(self) -> Result<T, WireError>;
    /// The field for this value.
    fn write(value: &T) -> Self;
}

macro_rules! same_on_the_wire {
    ($($type:ty),*) => {$(
        impl Field<$type> for $type {
            fn read(self) -> Result<$type, WireError> {
                Ok(self)
            }

            fn write(value: &$type) -> Self {
                value.clone()
            }
        }
    )*};
}

same_on_the_wire!(bool, u32, f64, String, Vec<String>, Bytes);

impl<T: Octets> Field<T> for Option<Opaque<T>> {
    fn read(self) -> Result<T, WireError> {
        Ok(self.unwrap_or_default().0)
    }

    fn write(value: &T) -> Self {
        Some(Opaque(*value))
    }
}

impl<T: Octets> Field<Option<T>> for Option<Opaque<T>> {
    fn read(self) -> Result<Option<T>, WireError> {
        Ok(self.map(|opaque| opaque.0))
    }

    fn write(value: &Option<T>) -> Self {
        value.map(Opaque)
    }
}

impl<H: Octets + Ord> Field<Values<H>> for Option<Bytes> {
    fn read(self) -> Result<Values<H>, WireError> {
        scan(self.unwrap_or_default())
    }

    fn write(value: &Values<H>) -> Self {
        Some(splice(value))
    }
}

/// Enumerations: `None` where the standard has an exception for a number it does not know.
macro_rules! enumerations {
    ($($name:ident)*) => {$(
        impl Field<Option<hla::$name>> for i32 {
            fn read(self) -> Result<Option<hla::$name>, WireError> {
                Ok(hla::$name::from_number(self))
            }

            fn write(value: &Option<hla::$name>) -> Self {
                // No member of any enumeration, so that it is refused like the number it was.
                value.map_or(-1, hla::$name::number)
            }
        }

        impl Field<hla::$name> for i32 {
            fn read(self) -> Result<hla::$name, WireError> {
                let enumeration = stringify!($name);
                hla::$name::from_number(self)
                    .ok_or(WireError::UnknownNumber { enumeration, number: self })
            }

            fn write(value: &hla::$name) -> Self {
                value.number()
            }
        }
    )*};
}

enumerations! {
    OrderType
    ResignAction
    ServiceGroup
    SynchronizationPointFailureReason
    SaveFailureReason
    RestoreFailureReason
    SaveStatus
    RestoreStatus
    AdditionalSettingsResult
}

/// Messages that wrap one repeated field.
macro_rules! sets {
    ($($set:ident { $field:ident } => $member:ty;)*) => {$(
        impl Field<Vec<$member>> for Option<fedpro::$set> {
            fn read(self) -> Result<Vec<$member>, WireError> {
                self.unwrap_or_default().$field.into_iter().map(Member::read).collect()
            }

            fn write(value: &Vec<$member>) -> Self {
                Some(fedpro::$set { $field: value.iter().map(Member::write).collect() })
            }
        }
    )*};
}

sets! {
    FederateHandleSet { federate_handle } => hla::FederateHandle;
    DimensionHandleSet { dimension_handle } => hla::DimensionHandle;
    RegionHandleSet { region_handle } => hla::RegionHandle;
    AttributeHandleSet { attribute_handle } => hla::AttributeHandle;
    InteractionClassHandleSet { interaction_class_handle } => hla::InteractionClassHandle;
    FomModuleSet { fom_module } => hla::FomModule;
    AttributeSetRegionSetPairList { attribute_set_region_set_pair } => AttributeRegions;
    ConveyedRegionSet { conveyed_regions } => ConveyedRegion;
    FederationExecutionInformationSet { federation_execution_information }
        => hla::FederationExecutionInformation;
    FederationExecutionMemberInformationSet { federation_execution_member_information }
        => hla::FederationExecutionMemberInformation;
    FederateHandleSaveStatusPairArray { federate_handle_save_status_pair }
        => hla::FederateSaveStatus;
    FederateRestoreStatusArray { federate_restore_status } => hla::FederateRestoreStatus;
}

impl Field<Option<Vec<ConveyedRegion>>> for Option<fedpro::ConveyedRegionSet> {
    fn read(self) -> Result<Option<Vec<ConveyedRegion>>, WireError> {
        self.map(|set| Some(set).read()).transpose()
    }

    fn write(value: &Option<Vec<ConveyedRegion>>) -> Self {
        value.as_ref().and_then(Field::write)
    }
}

/// A message, as generated, that stands for a `T` wherever it occurs.
pub(crate) trait Member<T>: Sized {
    /// What the message stands for.
    fn read(self) -> Result<T, WireError>;
    /// The message for this value.
    fn write(value: &T) -> Self;
}

impl<T: Octets> Member<T> for Opaque<T> {
    fn read(self) -> Result<T, WireError> {
        Ok(self.0)
    }

    fn write(value: &T) -> Self {
        Self(*value)
    }
}

/// Messages of the same fields as a struct of `hla`; missing ones read as empty ones.
macro_rules! structs {
    ($($wire:ident { $($field:ident),* } => $name:ident { $($value:ident),* };)*) => {$(
        impl Member<hla::$name> for fedpro::$wire {
            fn read(self) -> Result<hla::$name, WireError> {
                Ok(hla::$name { $($value: Field::read(self.$field)?),* })
            }

            fn write(value: &hla::$name) -> Self {
                Self { $($field: Field::write(&value.$value)),* }
            }
        }

        impl Field<hla::$name> for Option<fedpro::$wire> {
            fn read(self) -> Result<hla::$name, WireError> {
                Member::read(self.unwrap_or_default())
            }

            fn write(value: &hla::$name) -> Self {
                Some(Member::write(value))
            }
        }
    )*};
}

structs! {
    RtiConfiguration { configuration_name, rti_address, additional_settings }
        => RtiConfiguration { configuration_name, rti_address, additional_settings };
    ConfigurationResult {
        configuration_used, address_used, additional_settings_result_code, message
    } => ConfigurationResult { configuration_used, address_used, additional_settings, message };
    Credentials { r#type, data } => Credentials { kind, data };
    JoinResult { federate_handle, logical_time_implementation_name }
        => JoinResult { federate, logical_time_implementation_name };
    RangeBounds { lower, upper } => RangeBounds { lower, upper };
    AttributeSetRegionSetPair { attribute_set, region_set }
        => AttributeRegions { attributes, regions };
    FederationExecutionInformation { federation_execution_name, logical_time_implementation_name }
        => FederationExecutionInformation { federation_name, logical_time_implementation_name };
    FederationExecutionMemberInformation { federate_name, federate_type }
        => FederationExecutionMemberInformation { federate_name, federate_type };
    FederateHandleSaveStatusPair { federate_handle, save_status }
        => FederateSaveStatus { federate, status };
    FederateRestoreStatus { pre_restore_handle, post_restore_handle, restore_status }
        => FederateRestoreStatus { pre_restore, post_restore, status };
}

impl Member<ConveyedRegion> for fedpro::ConveyedRegion {
    fn read(self) -> Result<ConveyedRegion, WireError> {
        let range = |range: fedpro::DimensionAndRange| {
            Ok((Field::read(range.dimension_handle)?, Field::read(range.range_bounds)?))
        };
        let ranges = self.dimension_and_range.into_iter().map(range);
        Ok(ConveyedRegion { ranges: ranges.collect::<Result<_, WireError>>()? })
    }

    fn write(value: &ConveyedRegion) -> Self {
        let range = |(dimension, bounds): &(_, _)| fedpro::DimensionAndRange {
            dimension_handle: Field::write(dimension),
            range_bounds: Field::write(bounds),
        };
        Self { dimension_and_range: value.ranges.iter().map(range).collect() }
    }
}

impl Member<hla::FomModule> for fedpro::FomModule {
    fn read(self) -> Result<hla::FomModule, WireError> {
        use fedpro::fom_module::FomModule as Wire;
        Ok(match self.fom_module {
            Some(Wire::File(fedpro::FileFomModule { name, content })) => {
                hla::FomModule::File { name, content }
            }
            Some(Wire::CompressedModule(archive)) => hla::FomModule::Compressed(archive),
            Some(Wire::Url(url)) => hla::FomModule::Url(url),
            // The designator that names nothing, so that the answer is `CouldNotOpenFOM`.
            None => hla::FomModule::Url(String::new()),
        })
    }

    fn write(value: &hla::FomModule) -> Self {
        use fedpro::fom_module::FomModule as Wire;
        let module = match value.clone() {
            hla::FomModule::File { name, content } => {
                Wire::File(fedpro::FileFomModule { name, content })
            }
            hla::FomModule::Compressed(archive) => Wire::CompressedModule(archive),
            hla::FomModule::Url(url) => Wire::Url(url),
        };
        Self { fom_module: Some(module) }
    }
}

impl Field<hla::FomModule> for Option<fedpro::FomModule> {
    fn read(self) -> Result<hla::FomModule, WireError> {
        Member::read(self.unwrap_or_default())
    }

    fn write(value: &hla::FomModule) -> Self {
        Some(Member::write(value))
    }
}

/// The one module of the requests that have exactly one.
impl Field<Vec<hla::FomModule>> for Option<fedpro::FomModule> {
    fn read(self) -> Result<Vec<hla::FomModule>, WireError> {
        Ok(vec![Field::read(self)?])
    }

    fn write(value: &Vec<hla::FomModule>) -> Self {
        value.first().map(Member::write)
    }
}

/// A value that is there only if a flag beside it says so.
macro_rules! flagged {
    ($($wire:ident { $flag:ident, $field:ident } => $value:ty;)*) => {$(
        impl Field<Option<$value>> for Option<fedpro::$wire> {
            fn read(self) -> Result<Option<$value>, WireError> {
                let fedpro::$wire { $flag: is_valid, $field: value } = self.unwrap_or_default();
                Ok(if is_valid { Some(Field::read(value)?) } else { None })
            }

            fn write(value: &Option<$value>) -> Self {
                Some(fedpro::$wire { $flag: value.is_some(), $field: Field::write(value) })
            }
        }
    )*};
}

flagged! {
    TimeQueryReturn { logical_time_is_valid, logical_time } => hla::LogicalTime;
    MessageRetractionReturn { retraction_handle_is_valid, message_retraction_handle }
        => hla::MessageRetractionHandle;
}

impl Field<HlaError> for fedpro::ExceptionData {
    fn read(self) -> Result<HlaError, WireError> {
        Ok(HlaError::from_wire(&self.exception_name, self.details))
    }

    fn write(value: &HlaError) -> Self {
        Self {
            exception_name: value.exception_name().to_owned(),
            details: value.details().to_owned(),
        }
    }
}
