//! Why octets are not a value.

/// Why octets could not be read as a value of a data type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The octets end inside the value.
    #[error("value ends too early: {needed} octets needed at offset {offset}, {left} left")]
    TooShort {
        /// Where the octets were needed.
        offset: usize,
        /// How many.
        needed: usize,
        /// How many there were.
        left: usize,
    },
    /// The octets go on after the value.
    #[error("value ends at offset {offset}, {left} octets follow it")]
    TooLong {
        /// Where the value ends.
        offset: usize,
        /// How many octets follow.
        left: usize,
    },
    /// A count is negative, or more elements than the octets can hold.
    #[error("count {count} at offset {offset} does not fit the {left} octets after it")]
    Count {
        /// Where the count is.
        offset: usize,
        /// What it says.
        count: i32,
        /// How many octets are left for the elements.
        left: usize,
    },
    /// An `HLAboolean` is neither 0 nor 1.
    #[error("HLAboolean is {0}, neither 0 nor 1")]
    Boolean(i32),
    /// An ASCII character has its highest bit set.
    #[error("octet {octet:#04x} before offset {offset} is not an ASCII character")]
    NotAscii {
        /// The end of the characters.
        offset: usize,
        /// The first that is none.
        octet: u8,
    },
    /// A string has a half of a surrogate pair without the other.
    #[error("string that ends at offset {offset} is not UTF-16: a surrogate is alone")]
    NotUtf16 {
        /// The end of the string.
        offset: usize,
    },
    /// An enumerated type has no enumerator of this value.
    #[error("{data_type} has no enumerator {value}")]
    Enumerator {
        /// The enumerated type.
        data_type: &'static str,
        /// The value found.
        value: String,
    },
    /// A variant record has no alternative for this discriminant.
    #[error("{data_type} has no alternative for discriminant {discriminant}")]
    Discriminant {
        /// The variant record.
        data_type: &'static str,
        /// The discriminant found.
        discriminant: String,
    },
    /// A handle or time has another number of octets than this RTI's.
    #[error("{data_type} has {octets} octets instead of {expected}")]
    Length {
        /// The kind of handle or time.
        data_type: &'static str,
        /// The octets found.
        octets: usize,
        /// The octets it should have.
        expected: usize,
    },
    /// A parameter that has to be there is not.
    #[error("parameter {0} is missing")]
    Missing(&'static str),
}
