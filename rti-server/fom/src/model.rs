//! The merged object model of a federation execution, laid out for the RTI.
//!
//! Tables are dense: a handle's number is the index of its row. Rows are only ever appended, so a
//! handle keeps its meaning when modules are added ([`FomModel::extend`]). Parents have smaller
//! handles than their subclasses. Lists of handles are sorted.

mod data_type;
mod rows;
mod switches;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use hla::{
    AttributeHandle, DimensionHandle, Edition, InteractionClassHandle, ObjectClassHandle,
    ParameterHandle, Switches, TransportationTypeHandle,
};

pub use self::{
    data_type::{
        Alternative, Cardinality, DataType, DataTypeDefinition, Endian, Enumerator, Field,
    },
    rows::{
        Attribute, AttributeColumns, Dimension, InteractionClass, InteractionClassColumns,
        LoadedModule, ObjectClass, Ownership, Parameter, Sharing, SynchronizationPoint,
        TransportationType, TypedEntry, UpdateRate, UpdateType,
    },
};
pub(crate) use self::{
    rows::Origin,
    switches::{is_switch, switch_mut, switch_names},
    table::{Difference, Table, TableRow, settle},
};
use crate::error::FomWarning;

const OBJECT_ROOT_NAME: &str = "HLAobjectRoot";
const INTERACTION_ROOT_NAME: &str = "HLAinteractionRoot";

/// The merged and validated object model: MIM and FOM modules.
#[derive(Debug, Clone, PartialEq)]
pub struct FomModel {
    pub(crate) edition: Edition,
    /// The standard MIM, the MIM that was handed over if any, then the FOM modules.
    pub(crate) sources: Vec<LoadedModule>,
    pub(crate) first_fom: usize,
    pub(crate) object_classes: Vec<ObjectClass>,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) interaction_classes: Vec<InteractionClass>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) dimensions: Table<Dimension>,
    pub(crate) transportations: Table<TransportationType>,
    pub(crate) update_rates: Table<UpdateRate>,
    pub(crate) data_types: Table<DataType>,
    pub(crate) synchronization_points: Table<SynchronizationPoint>,
    pub(crate) tags: Table<TypedEntry>,
    pub(crate) time: Table<TypedEntry>,
    pub(crate) service_utilization: BTreeMap<String, bool>,
    pub(crate) switches: Switches,
    pub(crate) warnings: Vec<FomWarning>,
    pub(crate) object_class_index: BTreeMap<String, ObjectClassHandle>,
    pub(crate) interaction_class_index: BTreeMap<String, InteractionClassHandle>,
}

impl FomModel {
    /// `HLAobjectRoot`, of every model.
    pub const OBJECT_ROOT: ObjectClassHandle = ObjectClassHandle::new(0);
    /// `HLAinteractionRoot`, of every model.
    pub const INTERACTION_ROOT: InteractionClassHandle = InteractionClassHandle::new(0);
    /// `HLAprivilegeToDeleteObject`, of every model.
    pub const PRIVILEGE_TO_DELETE_OBJECT: AttributeHandle = AttributeHandle::new(0);

    pub(crate) fn empty(edition: Edition) -> Self {
        Self {
            edition,
            sources: Vec::new(),
            first_fom: 0,
            object_classes: Vec::new(),
            attributes: Vec::new(),
            interaction_classes: Vec::new(),
            parameters: Vec::new(),
            dimensions: Table::default(),
            transportations: Table::default(),
            update_rates: Table::default(),
            data_types: Table::default(),
            synchronization_points: Table::default(),
            tags: Table::default(),
            time: Table::default(),
            service_utilization: BTreeMap::new(),
            switches: Switches::default(),
            warnings: Vec::new(),
            object_class_index: BTreeMap::new(),
            interaction_class_index: BTreeMap::new(),
        }
    }

    /// The edition whose MIM and merge rules the federation uses.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// The FOM modules in the order in which they came, identical ones once, without the MIM.
    pub fn modules(&self) -> &[LoadedModule] {
        self.sources.get(self.first_fom..).unwrap_or_default()
    }

    /// The MIM in use: the one that was handed over, else the standard one.
    pub fn mim(&self) -> &LoadedModule {
        let mim = self.first_fom.checked_sub(1).and_then(|index| self.sources.get(index));
        mim.expect("a model is built from a MIM")
    }

    /// What was odd in the modules, in the order of finding.
    pub fn warnings(&self) -> &[FomWarning] {
        &self.warnings
    }

    /// Initial settings of the switches.
    ///
    /// Fixed at create: a switches table that a later module brings has no effect. Of several
    /// modules that set a switch the first one counts. A federation without any module of the
    /// 2025 schema runs with `non_regulated_grant` (SEMANTICS 12, point 10).
    pub fn switches(&self) -> Switches {
        self.switches
    }

    /// All object classes, by handle.
    pub fn object_classes(&self) -> &[ObjectClass] {
        &self.object_classes
    }

    /// The object class of this handle.
    pub fn object_class(&self, class: ObjectClassHandle) -> Option<&ObjectClass> {
        self.object_classes.get(class.index())
    }

    /// The object class of this name: dots between classes, `HLAobjectRoot.` may be left out.
    pub fn object_class_handle(&self, name: &str) -> Option<ObjectClassHandle> {
        lookup(&self.object_class_index, OBJECT_ROOT_NAME, name)
    }

    /// Whether `class` is `ancestor` or one of its subclasses. Constant time.
    pub fn is_object_class_within(
        &self,
        class: ObjectClassHandle,
        ancestor: ObjectClassHandle,
    ) -> bool {
        let (Some(class), Some(depth)) =
            (self.object_class(class), self.object_class(ancestor).map(|row| row.lineage.len()))
        else {
            return false;
        };
        depth.checked_sub(1).and_then(|index| class.lineage.get(index)) == Some(&ancestor)
    }

    /// All attributes, by handle.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// The attribute of this handle.
    pub fn attribute(&self, attribute: AttributeHandle) -> Option<&Attribute> {
        self.attributes.get(attribute.index())
    }

    /// The attribute of this name that is available at `class`.
    pub fn attribute_handle(
        &self,
        class: ObjectClassHandle,
        name: &str,
    ) -> Option<AttributeHandle> {
        let available = self.object_class(class)?.attributes.iter();
        available
            .copied()
            .find(|handle| self.attribute(*handle).is_some_and(|row| row.name == name))
    }

    /// Whether the attribute is available at the class, declared or inherited. Constant time.
    pub fn has_attribute(&self, class: ObjectClassHandle, attribute: AttributeHandle) -> bool {
        self.attribute(attribute).is_some_and(|row| self.is_object_class_within(class, row.class))
    }

    /// Dimensions available for an attribute at a class; none when it is not available there.
    pub fn attribute_dimensions(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Option<&[DimensionHandle]> {
        let class = self.object_class(class)?;
        let index = class.attributes.binary_search(&attribute).ok()?;
        class.attribute_dimensions.get(index).map(Vec::as_slice)
    }

    /// All interaction classes, by handle.
    pub fn interaction_classes(&self) -> &[InteractionClass] {
        &self.interaction_classes
    }

    /// The interaction class of this handle.
    pub fn interaction_class(&self, class: InteractionClassHandle) -> Option<&InteractionClass> {
        self.interaction_classes.get(class.index())
    }

    /// The interaction class of this name: dots between classes, `HLAinteractionRoot.` may be left
    /// out.
    pub fn interaction_class_handle(&self, name: &str) -> Option<InteractionClassHandle> {
        lookup(&self.interaction_class_index, INTERACTION_ROOT_NAME, name)
    }

    /// Whether `class` is `ancestor` or one of its subclasses. Constant time.
    pub fn is_interaction_class_within(
        &self,
        class: InteractionClassHandle,
        ancestor: InteractionClassHandle,
    ) -> bool {
        let (Some(class), Some(depth)) = (
            self.interaction_class(class),
            self.interaction_class(ancestor).map(|row| row.lineage.len()),
        ) else {
            return false;
        };
        depth.checked_sub(1).and_then(|index| class.lineage.get(index)) == Some(&ancestor)
    }

    /// All parameters, by handle.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The parameter of this handle.
    pub fn parameter(&self, parameter: ParameterHandle) -> Option<&Parameter> {
        self.parameters.get(parameter.index())
    }

    /// The parameter of this name that is available at `class`.
    pub fn parameter_handle(
        &self,
        class: InteractionClassHandle,
        name: &str,
    ) -> Option<ParameterHandle> {
        let available = self.interaction_class(class)?.parameters.iter();
        available
            .copied()
            .find(|handle| self.parameter(*handle).is_some_and(|row| row.name == name))
    }

    /// Whether the parameter is available at the class, declared or inherited. Constant time.
    pub fn has_parameter(&self, class: InteractionClassHandle, parameter: ParameterHandle) -> bool {
        self.parameter(parameter)
            .is_some_and(|row| self.is_interaction_class_within(class, row.class))
    }

    /// Whether `interaction` is a directed interaction of the object class (2025).
    pub fn has_directed_interaction(
        &self,
        class: ObjectClassHandle,
        interaction: InteractionClassHandle,
    ) -> bool {
        self.object_class(class)
            .is_some_and(|row| row.directed_interactions.binary_search(&interaction).is_ok())
    }

    /// All dimensions, by handle.
    pub fn dimensions(&self) -> impl ExactSizeIterator<Item = &Dimension> {
        self.dimensions.iter()
    }

    /// The dimension of this handle.
    pub fn dimension(&self, dimension: DimensionHandle) -> Option<&Dimension> {
        self.dimensions.get(dimension.index())
    }

    /// The dimension of this name.
    pub fn dimension_handle(&self, name: &str) -> Option<DimensionHandle> {
        self.dimensions.position(name).map(DimensionHandle::new)
    }

    /// All transportation types, by handle.
    pub fn transportation_types(&self) -> impl ExactSizeIterator<Item = &TransportationType> {
        self.transportations.iter()
    }

    /// The transportation type of this handle.
    pub fn transportation_type(
        &self,
        transportation: TransportationTypeHandle,
    ) -> Option<&TransportationType> {
        self.transportations.get(transportation.index())
    }

    /// The transportation type of this name.
    pub fn transportation_type_handle(&self, name: &str) -> Option<TransportationTypeHandle> {
        self.transportations.position(name).map(TransportationTypeHandle::new)
    }

    /// Updates per second of the update rate of this name.
    pub fn update_rate_hz(&self, name: &str) -> Option<f64> {
        self.update_rates.named(name).map(|row| row.rate_hz)
    }

    /// All update rates, in the order of the modules.
    pub fn update_rates(&self) -> impl ExactSizeIterator<Item = &UpdateRate> {
        self.update_rates.iter()
    }

    /// All data types, in the order of the modules.
    pub fn data_types(&self) -> impl ExactSizeIterator<Item = &DataType> {
        self.data_types.iter()
    }

    /// The data type of this name.
    pub fn data_type(&self, name: &str) -> Option<&DataType> {
        self.data_types.named(name)
    }

    /// Synchronization points that the modules name. Informative.
    pub fn synchronization_points(&self) -> impl ExactSizeIterator<Item = &SynchronizationPoint> {
        self.synchronization_points.iter()
    }

    /// The data type of a tag such as `updateReflectTag`. Informative.
    pub fn tag_data_type(&self, tag: &str) -> Option<&str> {
        self.tags.named(tag).map(|row| row.data_type.as_str())
    }

    /// The data type of an entry of the time table: `timeStamp`, `lookahead`, and of the 2025
    /// edition `logicalTime` and `logicalTimeInterval`.
    pub fn time_data_type(&self, entry: &str) -> Option<&str> {
        self.time.named(entry).map(|row| row.data_type.as_str())
    }

    /// Services that the modules list, and whether any of them says it is used. Informative.
    pub fn service_utilization(&self) -> &BTreeMap<String, bool> {
        &self.service_utilization
    }
}

fn lookup<H: Copy>(index: &BTreeMap<String, H>, root: &str, name: &str) -> Option<H> {
    index.get(name).or_else(|| index.get(&format!("{root}.{name}"))).copied()
}
