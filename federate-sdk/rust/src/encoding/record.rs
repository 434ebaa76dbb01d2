//! Fixed records and enumerated types, declared like the Rust types they become.

/// Declares a struct that is a fixed record: its fields in this order, each at its boundary.
///
/// ```
/// use federate_sdk::encoding::DataElement;
///
/// federate_sdk::fixed_record! {
///     /// A sample with its quality.
///     #[derive(Debug, PartialEq)]
///     pub struct Sample {
///         /// 0 is good.
///         pub quality: u8,
///         /// In volts.
///         pub voltage_v: f64,
///     }
/// }
/// let sample = Sample { quality: 1, voltage_v: 10.0 };
/// assert_eq!(sample.to_bytes().len(), 16, "seven octets of padding before the float");
/// assert_eq!(Sample::from_bytes(&sample.to_bytes()), Ok(sample));
/// ```
#[macro_export]
macro_rules! fixed_record {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty),* $(,)?
    }) => {
        $(#[$meta])*
        $vis struct $name { $($(#[$field_meta])* $field_vis $field: $type,)* }

        impl $crate::encoding::DataElement for $name {
            const OCTET_BOUNDARY: usize = $crate::encoding::largest_boundary(&[
                $(<$type as $crate::encoding::DataElement>::OCTET_BOUNDARY,)*
            ]);

            fn encode(&self, _encoder: &mut $crate::encoding::Encoder) {
                $(_encoder.put(&self.$field);)*
            }

            fn decode(
                _decoder: &mut $crate::encoding::Decoder<'_>,
            ) -> Result<Self, $crate::encoding::DecodeError> {
                Ok(Self { $($field: _decoder.get()?,)* })
            }
        }
    };
}

/// Declares an enum that is an enumerated type, encoded as the integer it is represented by.
///
/// The enum is `Copy`, ordered by declaration, and has `ALL`, `value()` and `from_value()`.
///
/// ```
/// use federate_sdk::encoding::DataElement;
///
/// federate_sdk::enumerated_type! {
///     /// Position of a switch.
///     pub enum Position: i32 {
///         /// No current can flow.
///         Open = 0,
///         /// The contacts touch.
///         Closed = 1,
///     }
/// }
/// assert_eq!(&Position::Closed.to_bytes()[..], [0, 0, 0, 1]);
/// assert!(Position::from_bytes(&[0, 0, 0, 2]).is_err());
/// assert_eq!(Position::from_value(0), Some(Position::Open));
/// ```
#[macro_export]
macro_rules! enumerated_type {
    ($(#[$meta:meta])* $vis:vis enum $name:ident: $representation:ty {
        $($(#[$enumerator_meta:meta])* $enumerator:ident = $value:expr),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name { $($(#[$enumerator_meta])* $enumerator,)+ }

        #[allow(dead_code, reason = "an enum need not use all of them")]
        impl $name {
            /// All enumerators, in the order of their declaration.
            $vis const ALL: &'static [Self] = &[$(Self::$enumerator,)+];

            /// The integer that represents the enumerator.
            $vis const fn value(self) -> $representation {
                match self { $(Self::$enumerator => $value,)+ }
            }

            /// The enumerator that is represented by this integer.
            $vis fn from_value(value: $representation) -> Option<Self> {
                Self::ALL.iter().copied().find(|enumerator| enumerator.value() == value)
            }
        }

        impl $crate::encoding::DataElement for $name {
            const OCTET_BOUNDARY: usize =
                <$representation as $crate::encoding::DataElement>::OCTET_BOUNDARY;

            fn encode(&self, encoder: &mut $crate::encoding::Encoder) {
                encoder.put(&self.value());
            }

            fn decode(
                decoder: &mut $crate::encoding::Decoder<'_>,
            ) -> Result<Self, $crate::encoding::DecodeError> {
                let value: $representation = decoder.get()?;
                Self::from_value(value).ok_or_else(|| $crate::encoding::DecodeError::Enumerator {
                    data_type: stringify!($name),
                    value: format!("{value:?}"),
                })
            }
        }
    };
}
