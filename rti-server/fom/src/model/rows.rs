//! The rows of a model: classes, attributes, parameters and the small tables.

use std::sync::Arc;

use hla::{
    AttributeHandle, DimensionHandle, Edition, InteractionClassHandle, ObjectClassHandle,
    OrderType, RangeBounds, TransportationTypeHandle,
};

macro_rules! column {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            /// The member of this spelling.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $(stringify!($variant) => Some(Self::$variant),)* _ => None }
            }

            /// The spelling in a module.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => stringify!($variant),)* }
            }
        }
    };
}
pub(super) use column;

column! {
    /// What a model says its federates do with a class or an attribute. Informative.
    Sharing {
        /// They publish it.
        Publish,
        /// They subscribe to it.
        Subscribe,
        /// They do both.
        PublishSubscribe,
        /// They do neither.
        Neither,
    }
}

column! {
    /// When the owner of an attribute updates it. Informative.
    UpdateType {
        /// Once.
        Static,
        /// At a fixed interval.
        Periodic,
        /// When a condition holds.
        Conditional,
    }
}

column! {
    /// What may happen to the ownership of an attribute. Informative but for the MOM.
    Ownership {
        /// It may be given away.
        Divest,
        /// It may be taken.
        Acquire,
        /// Both.
        DivestAcquire,
        /// It stays where it is.
        NoTransfer,
    }
}

/// Where a row comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Index into the model's sources.
    pub(crate) source: usize,
    /// Line in that module.
    pub(crate) line: u32,
}

/// A module that is part of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadedModule {
    /// What it was called when it was handed over.
    pub designator: String,
    /// The name in its identification table.
    pub name: Option<String>,
    /// Edition of its schema.
    pub edition: Edition,
    /// Its XML, decoded, without byte order mark.
    pub text: Arc<str>,
}

/// An object class. Its handle is its index in [`FomModel::object_classes`](super::FomModel).
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectClass {
    /// Fully qualified, from `HLAobjectRoot` on.
    pub name: String,
    /// None for the root.
    pub parent: Option<ObjectClassHandle>,
    /// Direct subclasses, by handle.
    pub children: Vec<ObjectClassHandle>,
    /// From the root down to the class itself.
    pub lineage: Vec<ObjectClassHandle>,
    /// What the modules say about sharing.
    pub sharing: Option<Sharing>,
    /// Attributes that the class itself declares, by handle.
    pub declared_attributes: Vec<AttributeHandle>,
    /// Attributes available at the class, inherited ones included, by handle.
    pub attributes: Vec<AttributeHandle>,
    /// For each of `attributes` the dimensions available at this class, by handle.
    pub attribute_dimensions: Vec<Vec<DimensionHandle>>,
    /// Dimensions available at the class, by handle: those stated for it and its ancestors (2025)
    /// and those of any of its attributes (2010).
    pub dimensions: Vec<DimensionHandle>,
    /// Directed interactions of the class, inherited ones included, by handle.
    pub directed_interactions: Vec<InteractionClassHandle>,
    pub(crate) stated_dimensions: Option<Vec<String>>,
    pub(crate) declared_directed: Vec<InteractionClassHandle>,
    pub(crate) origin: Origin,
}

/// What modules say about an attribute; absent columns are none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AttributeColumns {
    /// Name of its data type.
    pub data_type: Option<String>,
    /// When it is updated.
    pub update_type: Option<UpdateType>,
    /// Whether it may change its owner.
    pub ownership: Option<Ownership>,
    /// Who publishes and subscribes.
    pub sharing: Option<Sharing>,
    /// Name of its transportation type.
    pub transportation: Option<String>,
    /// Its order.
    pub order: Option<OrderType>,
    /// Names of its dimensions, sorted (2010 edition).
    pub dimensions: Option<Vec<String>>,
    /// Whether the first update must carry it (2025 edition).
    pub value_required: Option<bool>,
}

/// An attribute; the same in the class that declares it and in every subclass.
#[derive(Debug, Clone, PartialEq)]
pub struct Attribute {
    /// Its name, without the class.
    pub name: String,
    /// The class that declares it.
    pub class: ObjectClassHandle,
    /// Preferred order; `TimeStamp` where no module says otherwise.
    pub order: OrderType,
    /// Transportation type; `HLAreliable` where no module says otherwise.
    pub transportation: TransportationTypeHandle,
    /// As the modules state it.
    pub columns: AttributeColumns,
    pub(crate) origin: Origin,
}

/// What modules say about an interaction class; absent columns are none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InteractionClassColumns {
    /// Who publishes and subscribes.
    pub sharing: Option<Sharing>,
    /// Name of its transportation type.
    pub transportation: Option<String>,
    /// Its order.
    pub order: Option<OrderType>,
    /// Names of its own dimensions, sorted.
    pub dimensions: Option<Vec<String>>,
}

/// An interaction class. Its handle is its index in
/// [`FomModel::interaction_classes`](super::FomModel).
#[derive(Debug, Clone, PartialEq)]
pub struct InteractionClass {
    /// Fully qualified, from `HLAinteractionRoot` on.
    pub name: String,
    /// None for the root.
    pub parent: Option<InteractionClassHandle>,
    /// Direct subclasses, by handle.
    pub children: Vec<InteractionClassHandle>,
    /// From the root down to the class itself.
    pub lineage: Vec<InteractionClassHandle>,
    /// Parameters that the class itself declares, by handle.
    pub declared_parameters: Vec<hla::ParameterHandle>,
    /// Parameters available at the class, inherited ones included, by handle.
    pub parameters: Vec<hla::ParameterHandle>,
    /// Dimensions available at the class, inherited ones included, by handle.
    pub dimensions: Vec<DimensionHandle>,
    /// Preferred order; that of the parent where no module says otherwise.
    pub order: OrderType,
    /// Transportation type; that of the parent where no module says otherwise.
    pub transportation: TransportationTypeHandle,
    /// As the modules state it.
    pub columns: InteractionClassColumns,
    pub(crate) origin: Origin,
}

/// A parameter; the same in the class that declares it and in every subclass.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Its name, without the class.
    pub name: String,
    /// The class that declares it.
    pub class: InteractionClassHandle,
    /// Name of its data type.
    pub data_type: Option<String>,
    pub(crate) origin: Origin,
}

/// A dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dimension {
    /// Its name.
    pub name: String,
    /// Names of the data types that are normalized to it.
    pub data_types: Vec<String>,
    /// The first value beyond the dimension.
    pub upper_bound: u32,
    /// Range in which a region lies that does not specify the dimension; none is `Excluded`.
    pub default_range: Option<RangeBounds>,
    pub(crate) stated_upper_bound: Option<u32>,
}

impl Dimension {
    /// Upper bound of a dimension whose bound the standard leaves to the RTI: whatever a handle's
    /// number is, its point range lies inside.
    pub const RTI_DEFINED_UPPER_BOUND: u32 = u32::MAX;
}

/// A transportation type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransportationType {
    /// Its name.
    pub name: String,
    /// Whether everything sent must arrive.
    pub reliable: Option<bool>,
}

/// An update rate that subscribers can ask for.
#[derive(Debug, Clone, PartialEq)]
pub struct UpdateRate {
    /// Its name.
    pub name: String,
    /// Updates per second, above 0.
    pub rate_hz: f64,
}

/// A synchronization point. Informative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SynchronizationPoint {
    /// Its label.
    pub label: String,
    /// Name of its tag's data type.
    pub data_type: Option<String>,
    /// `Register`, `Achieve`, `RegisterAchieve` or `NoSynch`.
    pub capability: Option<String>,
}

/// An entry of the tags or the time table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedEntry {
    /// Name of the entry, such as `updateReflectTag` or `timeStamp`.
    pub name: String,
    /// Name of its data type.
    pub data_type: String,
}
