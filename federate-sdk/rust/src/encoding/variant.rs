//! Variant records: a discriminant, and what it selects.

use super::{DataElement, DecodeError, Decoder, Encoder};

/// Declares an enum that is a variant record; each variant names its discriminant.
///
/// A variant without a type has no alternative: nothing follows its discriminant. With
/// `otherwise Name`, every discriminant not listed becomes the variant `Name(discriminant)`;
/// without, it is an error. An alternative starts at the largest boundary of all of them.
///
/// ```
/// use federate_sdk::encoding::DataElement;
///
/// federate_sdk::variant_record! {
///     /// What a device measured.
///     #[derive(Debug, PartialEq)]
///     pub enum Measurement: u8, otherwise Unknown {
///         /// In volts.
///         Voltage(f64) = 1,
///         /// Taps from neutral.
///         Tap(u8) = 2,
///         /// Nothing.
///         Missing = 3,
///     }
/// }
/// assert_eq!(&Measurement::Tap(7).to_bytes()[..], [2, 0, 0, 0, 0, 0, 0, 0, 7]);
/// assert_eq!(Measurement::from_bytes(&[3]), Ok(Measurement::Missing));
/// assert_eq!(Measurement::from_bytes(&[9]), Ok(Measurement::Unknown(9)));
/// ```
#[macro_export]
macro_rules! variant_record {
    ($(#[$meta:meta])* $vis:vis enum $name:ident: $discriminant:ty
        $(, otherwise $otherwise:ident)? {
        $($(#[$variant_meta:meta])* $variant:ident $(($alternative:ty))? = $value:expr),+ $(,)?
    }) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$variant_meta])* $variant $(($alternative))?,)+
            $(#[doc = "A discriminant without an alternative."] $otherwise($discriminant),)?
        }

        impl $name {
            const ALTERNATIVES_BOUNDARY: usize = $crate::encoding::largest_boundary(&[
                $($(<$alternative as $crate::encoding::DataElement>::OCTET_BOUNDARY,)?)+
            ]);
        }

        impl $crate::encoding::DataElement for $name {
            const OCTET_BOUNDARY: usize = $crate::encoding::largest_boundary(&[
                <$discriminant as $crate::encoding::DataElement>::OCTET_BOUNDARY,
                Self::ALTERNATIVES_BOUNDARY,
            ]);

            fn encode(&self, encoder: &mut $crate::encoding::Encoder) {
                match self {
                    $($crate::variant_record!(@pattern $variant alternative $($alternative)?) => {
                        let discriminant: $discriminant = $value;
                        encoder.put(&discriminant);
                        $(
                            encoder.align(Self::ALTERNATIVES_BOUNDARY);
                            encoder.put::<$alternative>(alternative);
                        )?
                    })+
                    $(Self::$otherwise(discriminant) => encoder.put(discriminant),)?
                }
            }

            fn decode(
                decoder: &mut $crate::encoding::Decoder<'_>,
            ) -> Result<Self, $crate::encoding::DecodeError> {
                let discriminant: $discriminant = decoder.get()?;
                $(if discriminant == $value {
                    return Ok(Self::$variant $(({
                        decoder.align(Self::ALTERNATIVES_BOUNDARY);
                        decoder.get::<$alternative>()?
                    }))?);
                })+
                $crate::variant_record!(@otherwise $name discriminant $($otherwise)?)
            }
        }
    };
    (@pattern $variant:ident $binding:ident) => { Self::$variant };
    (@pattern $variant:ident $binding:ident $alternative:ty) => { Self::$variant($binding) };
    (@otherwise $name:ident $found:ident) => {
        Err($crate::encoding::DecodeError::Discriminant {
            data_type: stringify!($name),
            discriminant: format!("{:?}", $found),
        })
    };
    (@otherwise $name:ident $found:ident $otherwise:ident) => { Ok(Self::$otherwise($found)) };
}

/// Declares an enum that is an extendable variant record (2025 edition): the length of the
/// alternative stands before it, so a reader can step over one that was added later.
///
/// Such a one becomes the variant named after `otherwise`, with its discriminant and octets.
///
/// ```
/// use federate_sdk::encoding::DataElement;
///
/// federate_sdk::extendable_variant_record! {
///     /// A setting.
///     #[derive(Debug, PartialEq)]
///     pub enum Setting: u8, otherwise Unknown {
///         /// A number.
///         Number(i32) = 1,
///     }
/// }
/// assert_eq!(&Setting::Number(5).to_bytes()[..], [1, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 5]);
/// let later = [9, 0, 0, 0, 0, 0, 0, 2, 7, 7];
/// assert_eq!(Setting::from_bytes(&later), Ok(Setting::Unknown(9, vec![7, 7])));
/// ```
#[macro_export]
macro_rules! extendable_variant_record {
    ($(#[$meta:meta])* $vis:vis enum $name:ident: $discriminant:ty, otherwise $otherwise:ident {
        $($(#[$variant_meta:meta])* $variant:ident $(($alternative:ty))? = $value:expr),+ $(,)?
    }) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$variant_meta])* $variant $(($alternative))?,)+
            #[doc = "A discriminant that is not known here, and the octets of its alternative."]
            $otherwise($discriminant, Vec<u8>),
        }

        impl $crate::encoding::DataElement for $name {
            const OCTET_BOUNDARY: usize = 8;

            fn encode(&self, encoder: &mut $crate::encoding::Encoder) {
                match self {
                    $($crate::variant_record!(@pattern $variant alternative $($alternative)?) => {
                        let discriminant: $discriminant = $value;
                        encoder.put(&discriminant);
                        $crate::extendable_variant_record!(
                            @put encoder alternative $($alternative)?
                        );
                    })+
                    Self::$otherwise(discriminant, octets) => {
                        encoder.put(discriminant);
                        $crate::encoding::put_unknown(encoder, octets);
                    }
                }
            }

            fn decode(
                decoder: &mut $crate::encoding::Decoder<'_>,
            ) -> Result<Self, $crate::encoding::DecodeError> {
                let discriminant: $discriminant = decoder.get()?;
                $(if discriminant == $value {
                    return $crate::extendable_variant_record!(
                        @take decoder $variant $($alternative)?
                    );
                })+
                Ok(Self::$otherwise(discriminant, $crate::encoding::take_unknown(decoder)?))
            }
        }
    };
    (@put $encoder:ident $value:ident) => {
        $crate::encoding::put_alternative::<()>($encoder, &())
    };
    (@put $encoder:ident $value:ident $alternative:ty) => {
        $crate::encoding::put_alternative::<$alternative>($encoder, $value)
    };
    (@take $decoder:ident $variant:ident) => {
        $crate::encoding::take_alternative::<()>($decoder).map(|()| Self::$variant)
    };
    (@take $decoder:ident $variant:ident $alternative:ty) => {
        $crate::encoding::take_alternative::<$alternative>($decoder).map(Self::$variant)
    };
}

/// Appends the length of an alternative of an extendable variant record, and the alternative.
#[doc(hidden)]
pub fn put_alternative<T: DataElement>(encoder: &mut Encoder, alternative: &T) {
    encoder.put_measured(|encoder| encoder.put(alternative));
}

/// Reads an alternative of an extendable variant record, which has to fill its length.
#[doc(hidden)]
pub fn take_alternative<T: DataElement>(decoder: &mut Decoder<'_>) -> Result<T, DecodeError> {
    let mut measured = decoder.take_measured()?;
    let alternative = measured.get()?;
    measured.finish()?;
    Ok(alternative)
}

/// Appends an alternative as the octets it came in.
#[doc(hidden)]
pub fn put_unknown(encoder: &mut Encoder, octets: &[u8]) {
    encoder.put_measured(|encoder| encoder.put_octets(octets));
}

/// Takes the octets of an alternative that is not known.
#[doc(hidden)]
pub fn take_unknown(decoder: &mut Decoder<'_>) -> Result<Vec<u8>, DecodeError> {
    let mut measured = decoder.take_measured()?;
    measured.take(measured.remaining()).map(<[u8]>::to_vec)
}
