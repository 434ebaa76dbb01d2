//! Handles: small integers that name things within one federation execution.
//!
//! A handle is never reused while its federation lives. On the wire a handle is its integer as
//! big-endian octets, opaque to federates. Octets that cannot be read become `INVALID`, a value
//! that no table contains, so the core answers with the standard's `Invalid..Handle`.

use std::fmt;

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident($int:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name($int);

        impl $name {
            /// The value of every handle that could not be read; no table contains it.
            pub const INVALID: Self = Self(<$int>::MAX);

            /// Octets of the wire form.
            pub const ENCODED_LEN: usize = size_of::<$int>();

            /// The handle with this number.
            pub const fn new(number: $int) -> Self {
                Self(number)
            }

            /// The number behind the handle.
            pub const fn value(self) -> $int {
                self.0
            }

            /// The number as an index into a dense table. `INVALID` lies beyond every table.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The wire form: the number as big-endian octets.
            pub const fn encode(self) -> [u8; size_of::<$int>()] {
                self.0.to_be_bytes()
            }

            /// Reads the wire form; anything of another length is `INVALID`.
            pub fn decode(octets: &[u8]) -> Self {
                octets.try_into().map_or(Self::INVALID, |octets| Self(<$int>::from_be_bytes(octets)))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }
    )*};
}

handles! {
    /// A joined federate.
    FederateHandle(u32);
    /// An object class of the current FDD.
    ObjectClassHandle(u32);
    /// An attribute; the same in the class that declares it and in every subclass.
    AttributeHandle(u32);
    /// An interaction class of the current FDD.
    InteractionClassHandle(u32);
    /// A parameter; the same in the class that declares it and in every subclass.
    ParameterHandle(u32);
    /// An object instance.
    ObjectInstanceHandle(u64);
    /// A region; belongs to the federate that created it.
    RegionHandle(u32);
    /// A dimension of the current FDD.
    DimensionHandle(u32);
    /// A transportation type of the current FDD.
    TransportationTypeHandle(u32);
    /// A message sent in time-stamp order; belongs to its sender.
    MessageRetractionHandle(u64);
}

impl TransportationTypeHandle {
    /// `HLAreliable`, the first transportation type of every FDD.
    pub const RELIABLE: Self = Self(0);
    /// `HLAbestEffort`, the second transportation type of every FDD.
    pub const BEST_EFFORT: Self = Self(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octets_of_another_length_are_invalid() {
        let handle = FederateHandle::new(0x0102_0304);
        assert_eq!(FederateHandle::decode(&handle.encode()), handle);
        assert_eq!(handle.encode(), [1, 2, 3, 4]);
        for octets in [&[][..], &[1, 2, 3], &[1, 2, 3, 4, 5], &[0; 8]] {
            assert_eq!(FederateHandle::decode(octets), FederateHandle::INVALID);
        }
    }
}
