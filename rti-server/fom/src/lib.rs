//! FOM and MIM modules read, merged and validated.
//!
//! Octets of module files come in, a [`FomModel`] comes out: the object model of a federation
//! execution as the RTI needs it, with a dense table per kind of handle. [`FomModel::create`]
//! serves `createFederationExecution`, [`FomModel::extend`] a join with modules; both are all or
//! nothing, and handles keep their meaning for the life of the federation.
//!
//! Both editions of the object model template are read (IEEE 1516-2010 and IEEE 1516-2025); the
//! rules by which modules are merged, and which edition's apply, stand at the top of `merge`. The
//! standard MIM of either edition is built in ([`standard_mim`]).
//!
//! [`write()`] gives the model back as XML, which the MOM shows as the current FDD.
//!
//! What the crate does not do: it opens no files, follows no addresses, unpacks no archives, and
//! does not read the IEEE 1516-2000 format. An HLA 1.3 FED file is no module, and refused as one
//! with a [`FomError`] that says so; [`FomModel::from_fed`] reads it for tools. It is pure: no clock, no threads, no environment.
//!
//! Main types: [`FomModel`] with its rows ([`ObjectClass`], [`Attribute`], [`InteractionClass`],
//! [`Parameter`], [`Dimension`], [`DataType`], ...), [`FomError`] and [`FomWarning`].

mod error;
mod fed;
#[cfg(test)]
mod fixture;
mod merge;
mod mim;
mod model;
mod parse;
#[cfg(test)]
mod rows;
mod validate;
mod write;

pub use self::{
    error::{FomError, FomErrorKind, FomWarning, Place},
    mim::{STANDARD_DESIGNATOR, standard_mim},
    model::{
        Alternative, Attribute, AttributeColumns, Cardinality, DataType, DataTypeDefinition,
        Dimension, Endian, Enumerator, Field, FomModel, InteractionClass, InteractionClassColumns,
        LoadedModule, ObjectClass, Ownership, Parameter, Sharing, SynchronizationPoint,
        TransportationType, TypedEntry, UpdateRate, UpdateType,
    },
    write::write,
};
