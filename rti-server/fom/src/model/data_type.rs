//! Data types: what values look like. The RTI never reads values; tools and SDKs do.

use super::rows::column;

column! {
    /// Order of the octets of a basic representation.
    Endian {
        /// Most significant octet first.
        Big,
        /// Least significant octet first.
        Little,
    }
}

/// A data type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataType {
    /// Its name.
    pub name: String,
    /// What it is made of.
    pub definition: DataTypeDefinition,
}

/// What a data type is made of. Types are named; all names resolve in a [`super::FomModel`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DataTypeDefinition {
    /// Octets.
    Basic {
        /// Its size in bits.
        size_bits: u32,
        /// Order of its octets.
        endian: Option<Endian>,
    },
    /// A basic representation with a meaning.
    Simple {
        /// The basic representation.
        representation: String,
        /// Unit of measure.
        units: Option<String>,
    },
    /// One of a list of named values.
    Enumerated {
        /// The basic representation.
        representation: String,
        /// The list.
        enumerators: Vec<Enumerator>,
    },
    /// Elements of one type.
    Array {
        /// Type of the elements.
        element: String,
        /// How many, per axis.
        cardinality: Vec<Cardinality>,
        /// `HLAfixedArray`, `HLAvariableArray` or another one.
        encoding: Option<String>,
    },
    /// Fields one after the other.
    FixedRecord {
        /// `HLAfixedRecord` or another one.
        encoding: Option<String>,
        /// The fields.
        fields: Vec<Field>,
    },
    /// One of several alternatives, told by a discriminant.
    VariantRecord {
        /// Name of the discriminant.
        discriminant: String,
        /// The enumerated type of the discriminant.
        data_type: String,
        /// `HLAvariantRecord`, `HLAextendableVariantRecord` or another one.
        encoding: Option<String>,
        /// The alternatives.
        alternatives: Vec<Alternative>,
    },
    /// The value of an attribute that identifies an instance (2025 edition).
    Reference {
        /// Type of the values.
        representation: String,
        /// Fully qualified class of the instance.
        class: String,
        /// The attribute.
        attribute: String,
    },
}

impl DataTypeDefinition {
    /// Name of the kind, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Basic { .. } => "basic representation",
            Self::Simple { .. } => "simple data type",
            Self::Enumerated { .. } => "enumerated data type",
            Self::Array { .. } => "array data type",
            Self::FixedRecord { .. } => "fixed record",
            Self::VariantRecord { .. } => "variant record",
            Self::Reference { .. } => "reference data type",
        }
    }
}

/// A named value of an enumerated type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enumerator {
    /// Its name.
    pub name: String,
    /// Its values, at least one.
    pub values: Vec<i128>,
}

/// How many elements an array has along one axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cardinality {
    /// Any number.
    Dynamic,
    /// This number.
    Exactly(u64),
    /// From the first to the second number.
    Between(u64, u64),
}

/// A field of a fixed record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub data_type: String,
}

/// An alternative of a variant record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// Enumerators that select it: a name, a list `A, B`, a range `[A..B]`, or `HLAother`.
    pub enumerator: String,
    /// Its name; `NA` when it has no content.
    pub name: String,
    /// Its type; `NA` when it has no content.
    pub data_type: String,
}
