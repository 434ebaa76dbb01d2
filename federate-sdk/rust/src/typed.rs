//! Object and interaction classes as Rust types.
//!
//! [`object_type!`](crate::object_type!) and [`interaction_type!`](crate::interaction_type!) declare a struct for a class of the FOM, one
//! optional field for each attribute (an update carries only what changed) or one field for each
//! parameter. An [`ObjectClass`] or [`InteractionClass`] then holds the handles of that class in
//! the federation that was joined, and moves values between the struct and the wire.

use std::marker::PhantomData;

use hla::{
    AttributeHandle, AttributeValues, Call, InteractionClassHandle, LogicalTime, ObjectClassHandle,
    ObjectInstanceHandle, ParameterHandle, ParameterValues,
};

use crate::encoding::DecodeError;
use crate::{Federate, SdkError};

/// An object class of a FOM; implemented by [`object_type!`](crate::object_type!).
pub trait ObjectType: Sized {
    /// Qualified name of the class.
    const CLASS: &'static str;
    /// Names of the attributes, in the order of the handles below.
    const ATTRIBUTES: &'static [&'static str];

    /// The attributes that have a value, encoded.
    fn to_values(&self, handles: &[AttributeHandle]) -> AttributeValues;

    /// Reads the attributes that are there; the others are `None`.
    ///
    /// # Errors
    /// `DecodeError` when a value is not of its data type.
    fn from_values(
        handles: &[AttributeHandle],
        values: &AttributeValues,
    ) -> Result<Self, DecodeError>;
}

/// An interaction class of a FOM; implemented by [`interaction_type!`](crate::interaction_type!).
pub trait InteractionType: Sized {
    /// Qualified name of the class.
    const CLASS: &'static str;
    /// Names of the parameters, in the order of the handles below.
    const PARAMETERS: &'static [&'static str];

    /// All parameters, encoded.
    fn to_values(&self, handles: &[ParameterHandle]) -> ParameterValues;

    /// Reads the parameters.
    ///
    /// # Errors
    /// `DecodeError` when one is missing or not of its data type.
    fn from_values(
        handles: &[ParameterHandle],
        values: &ParameterValues,
    ) -> Result<Self, DecodeError>;
}

/// The handles of an object class in the joined federation.
#[derive(Debug, Clone)]
pub struct ObjectClass<T> {
    handle: ObjectClassHandle,
    attributes: Vec<AttributeHandle>,
    object_type: PhantomData<fn() -> T>,
}

impl<T: ObjectType> ObjectClass<T> {
    /// Looks the handles up.
    ///
    /// # Errors
    /// `Refused` with `NameNotFound` when the FDD does not have the class or an attribute.
    pub async fn resolve(federate: &mut Federate) -> Result<Self, SdkError> {
        let handle = federate.get_object_class_handle(T::CLASS).await?;
        let mut attributes = Vec::with_capacity(T::ATTRIBUTES.len());
        for name in T::ATTRIBUTES {
            attributes.push(federate.get_attribute_handle(handle, name).await?);
        }
        Ok(Self { handle, attributes, object_type: PhantomData })
    }

    /// The handle of the class.
    pub fn handle(&self) -> ObjectClassHandle {
        self.handle
    }

    /// The handles of the attributes, in the order of `T::ATTRIBUTES`.
    pub fn attributes(&self) -> &[AttributeHandle] {
        &self.attributes
    }

    /// Publishes all attributes (5.2).
    ///
    /// # Errors
    /// As `publish_object_class_attributes`.
    pub async fn publish(&self, federate: &mut Federate) -> Result<(), SdkError> {
        federate.publish_object_class_attributes(self.handle, self.attributes.clone()).await
    }

    /// Subscribes to all attributes (5.8).
    ///
    /// # Errors
    /// As `subscribe_object_class_attributes`.
    pub async fn subscribe(&self, federate: &mut Federate) -> Result<(), SdkError> {
        let attributes = self.attributes.clone();
        federate.subscribe_object_class_attributes(self.handle, attributes).await
    }

    /// The update of an instance with the attributes that have a value, for [`Federate::post`].
    pub fn update(
        &self,
        object_instance: ObjectInstanceHandle,
        object: &T,
        time: Option<LogicalTime>,
    ) -> Call {
        let values = object.to_values(&self.attributes);
        Call::UpdateAttributeValues { object_instance, values, tag: Default::default(), time }
    }

    /// Reads reflected values.
    ///
    /// # Errors
    /// `DecodeError` when a value is not of its data type.
    pub fn read(&self, values: &AttributeValues) -> Result<T, DecodeError> {
        T::from_values(&self.attributes, values)
    }
}

/// The handles of an interaction class in the joined federation.
#[derive(Debug, Clone)]
pub struct InteractionClass<T> {
    handle: InteractionClassHandle,
    parameters: Vec<ParameterHandle>,
    interaction_type: PhantomData<fn() -> T>,
}

impl<T: InteractionType> InteractionClass<T> {
    /// Looks the handles up.
    ///
    /// # Errors
    /// `Refused` with `NameNotFound` when the FDD does not have the class or a parameter.
    pub async fn resolve(federate: &mut Federate) -> Result<Self, SdkError> {
        let handle = federate.get_interaction_class_handle(T::CLASS).await?;
        let mut parameters = Vec::with_capacity(T::PARAMETERS.len());
        for name in T::PARAMETERS {
            parameters.push(federate.get_parameter_handle(handle, name).await?);
        }
        Ok(Self { handle, parameters, interaction_type: PhantomData })
    }

    /// The handle of the class.
    pub fn handle(&self) -> InteractionClassHandle {
        self.handle
    }

    /// Publishes the class (5.4).
    ///
    /// # Errors
    /// As `publish_interaction_class`.
    pub async fn publish(&self, federate: &mut Federate) -> Result<(), SdkError> {
        federate.publish_interaction_class(self.handle).await
    }

    /// Subscribes to the class (5.10).
    ///
    /// # Errors
    /// As `subscribe_interaction_class`.
    pub async fn subscribe(&self, federate: &mut Federate) -> Result<(), SdkError> {
        federate.subscribe_interaction_class(self.handle).await
    }

    /// The sending of an interaction, for [`Federate::post`].
    pub fn send(&self, interaction: &T, time: Option<LogicalTime>) -> Call {
        Call::SendInteraction {
            interaction_class: self.handle,
            values: interaction.to_values(&self.parameters),
            regions: None,
            tag: Default::default(),
            time,
        }
    }

    /// Reads received parameters.
    ///
    /// # Errors
    /// `DecodeError` when one is missing or not of its data type.
    pub fn read(&self, values: &ParameterValues) -> Result<T, DecodeError> {
        T::from_values(&self.parameters, values)
    }
}

/// Declares a struct for an object class: one optional field for each attribute.
#[macro_export]
macro_rules! object_type {
    ($(#[$doc:meta])* $name:ident = $class:literal {
        $($(#[$field_doc:meta])* $field:ident: $type:ty = $attribute:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Default)]
        pub struct $name { $($(#[$field_doc])* pub $field: Option<$type>,)* }

        impl $crate::ObjectType for $name {
            const CLASS: &'static str = $class;
            const ATTRIBUTES: &'static [&'static str] = &[$($attribute,)*];

            fn to_values(&self, handles: &[$crate::hla::AttributeHandle]) -> $crate::hla::AttributeValues {
                let fields = [$(self.$field.as_ref().map($crate::encoding::DataElement::to_bytes),)*];
                let pairs = handles.iter().copied().zip(fields);
                $crate::hla::Values::from_pairs(pairs.filter_map(|(h, octets)| Some((h, octets?))))
            }

            fn from_values(
                handles: &[$crate::hla::AttributeHandle],
                values: &$crate::hla::AttributeValues,
            ) -> Result<Self, $crate::encoding::DecodeError> {
                let mut handles = handles.iter();
                Ok(Self {
                    $($field: handles
                        .next()
                        .and_then(|handle| values.get(*handle))
                        .map(|octets| $crate::encoding::DataElement::from_bytes(&octets))
                        .transpose()?,)*
                })
            }
        }
    };
}

/// Declares a struct for an interaction class: one field for each parameter.
#[macro_export]
macro_rules! interaction_type {
    ($(#[$doc:meta])* $name:ident = $class:literal {
        $($(#[$field_doc:meta])* $field:ident: $type:ty = $parameter:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }

        impl $crate::InteractionType for $name {
            const CLASS: &'static str = $class;
            const PARAMETERS: &'static [&'static str] = &[$($parameter,)*];

            fn to_values(&self, handles: &[$crate::hla::ParameterHandle]) -> $crate::hla::ParameterValues {
                let fields = [$($crate::encoding::DataElement::to_bytes(&self.$field),)*];
                $crate::hla::Values::from_pairs(handles.iter().copied().zip(fields))
            }

            fn from_values(
                handles: &[$crate::hla::ParameterHandle],
                values: &$crate::hla::ParameterValues,
            ) -> Result<Self, $crate::encoding::DecodeError> {
                let mut handles = handles.iter();
                Ok(Self {
                    $($field: {
                        let octets = handles.next().and_then(|handle| values.get(*handle));
                        let octets = octets.ok_or($crate::encoding::DecodeError::Missing($parameter))?;
                        $crate::encoding::DataElement::from_bytes(&octets)?
                    },)*
                })
            }
        }
    };
}
