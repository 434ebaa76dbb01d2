//! Class trees of a module meet those of the model, path by path from the root.

use std::collections::{BTreeMap, BTreeSet};

use hla::{
    AttributeHandle, InteractionClassHandle, ObjectClassHandle, OrderType, ParameterHandle,
    TransportationTypeHandle,
};

use super::Rules;
use crate::{
    error::{FomError, FomErrorKind},
    model::{
        Attribute, AttributeColumns, Difference, FomModel, InteractionClass,
        InteractionClassColumns, ObjectClass, Origin, Parameter, settle,
    },
    parse::{AttributeNode, InteractionClassNode, ObjectClassNode, ParameterNode},
};

/// Longest fully qualified name.
const PATH_CHARS_MAX: usize = 1024;
/// Most classes of either kind.
const CLASSES_MAX: usize = 65_536;

impl FomModel {
    pub(super) fn merge_object_classes(
        &mut self,
        source: usize,
        nodes: &[ObjectClassNode],
        rules: Rules,
    ) -> Result<(), FomError> {
        let mut handles = Vec::with_capacity(nodes.len());
        let mut seen = BTreeSet::new();
        for node in nodes {
            let origin = Origin { source, line: node.line };
            let parent: Option<ObjectClassHandle> =
                node.parent.and_then(|index| handles.get(index).copied());
            let parent_name = parent.and_then(|handle| self.object_class(handle));
            let name = qualified(parent_name.map(|row| row.name.as_str()), &node.name);
            let known = self.object_class_index.get(&name).copied();
            let handle = match known {
                Some(handle) => handle,
                None => self.add_object_class(name.clone(), parent, origin)?,
            };
            if !seen.insert(handle) {
                let problem = format!("object class {name} is there twice");
                return Err(self.error(FomErrorKind::InvalidFom, origin, "objectClass", problem));
            }
            self.merge_object_class(handle, node, known.is_some(), origin, rules)?;
            handles.push(handle);
        }
        Ok(())
    }

    fn add_object_class(
        &mut self,
        name: String,
        parent: Option<ObjectClassHandle>,
        origin: Origin,
    ) -> Result<ObjectClassHandle, FomError> {
        let number = self.next_class(self.object_classes.len(), &name, origin)?;
        let handle = ObjectClassHandle::new(number);
        let mut lineage =
            parent.and_then(|handle| self.object_class(handle)).map(|row| row.lineage.clone());
        lineage.get_or_insert_default().push(handle);
        if let Some(row) = parent.and_then(|parent| self.object_classes.get_mut(parent.index())) {
            row.children.push(handle);
        }
        self.object_class_index.insert(name.clone(), handle);
        self.object_classes.push(ObjectClass {
            name,
            parent,
            children: Vec::new(),
            lineage: lineage.unwrap_or_default(),
            sharing: None,
            declared_attributes: Vec::new(),
            attributes: Vec::new(),
            attribute_dimensions: Vec::new(),
            dimensions: Vec::new(),
            directed_interactions: Vec::new(),
            stated_dimensions: None,
            declared_directed: Vec::new(),
            origin,
        });
        Ok(handle)
    }

    fn merge_object_class(
        &mut self,
        handle: ObjectClassHandle,
        node: &ObjectClassNode,
        known: bool,
        origin: Origin,
        rules: Rules,
    ) -> Result<(), FomError> {
        self.check_dimensions(node.dimensions.as_deref(), origin)?;
        let mut directed = Vec::new();
        for entry in &node.directed_interactions {
            directed.push(self.interaction_class_handle(&entry.item).ok_or_else(|| {
                let origin = Origin { line: entry.line, ..origin };
                let problem = format!("interaction class {} is not defined", entry.item);
                self.error(FomErrorKind::InvalidFom, origin, "directedInteraction", problem)
            })?);
        }
        let row = self.object_classes.get_mut(handle.index()).expect("the handle was just found");
        let there = row.origin;
        if known && rules.running {
            row.stated_dimensions.get_or_insert_default();
        }
        let name = row.name.clone();
        settle("sharing", &mut row.sharing, &node.sharing)
            .and_then(|()| settle("dimensions", &mut row.stated_dimensions, &node.dimensions))
            .map_err(|difference| {
                self.contradiction(&format!("object class {name}"), &difference, origin, there)
            })?;
        let row = self.object_classes.get_mut(handle.index()).expect("the handle was just found");
        row.declared_directed.extend(directed);
        row.declared_directed.sort();
        row.declared_directed.dedup();
        let declared = row.declared_attributes.clone();
        let declared: BTreeMap<String, AttributeHandle> = declared
            .into_iter()
            .filter_map(|handle| Some((self.attribute(handle)?.name.clone(), handle)))
            .collect();
        if known && !rules.extend {
            let listed = node.attributes.iter().map(|attribute| attribute.name.as_str()).collect();
            let known = declared.keys().map(String::as_str).collect();
            same_members("attributes", &listed, &known).map_err(|difference| {
                self.contradiction(&format!("object class {name}"), &difference, origin, there)
            })?;
        }
        for attribute in &node.attributes {
            let known = declared.get(&attribute.name).copied();
            self.merge_attribute(handle, attribute, known, origin.source, rules)?;
        }
        Ok(())
    }

    fn merge_attribute(
        &mut self,
        class: ObjectClassHandle,
        node: &AttributeNode,
        known: Option<AttributeHandle>,
        source: usize,
        rules: Rules,
    ) -> Result<(), FomError> {
        let origin = Origin { source, line: node.line };
        let columns = &node.columns;
        self.check_dimensions(columns.dimensions.as_deref(), origin)?;
        let transportation =
            self.check_transportation(columns.transportation.as_deref(), origin)?;
        let Some(row) = known.and_then(|handle| self.attributes.get_mut(handle.index())) else {
            let number =
                u32::try_from(self.attributes.len()).expect("a limit on all text limits the rows");
            self.attributes.push(Attribute {
                name: node.name.clone(),
                class,
                order: columns.order.unwrap_or(OrderType::TimeStamp),
                transportation: transportation.unwrap_or(TransportationTypeHandle::RELIABLE),
                columns: columns.clone(),
                origin,
            });
            let row = self.object_classes.get_mut(class.index()).expect("the class was just found");
            row.declared_attributes.push(AttributeHandle::new(number));
            return Ok(());
        };
        let there = row.origin;
        if rules.running {
            let in_force = self.transportations.get(row.transportation.index());
            let name = in_force.map(|in_force| in_force.name.clone());
            let stated = &mut row.columns;
            stated.order.get_or_insert(row.order);
            stated.transportation = stated.transportation.take().or(name);
            stated.dimensions.get_or_insert_default();
        }
        let settled = settle_attribute(&mut row.columns, columns);
        row.order = row.columns.order.unwrap_or(row.order);
        row.transportation = transportation.unwrap_or(row.transportation);
        settled.map_err(|difference| {
            let class = self.object_class(class).map_or("", |row| row.name.as_str());
            let what = format!("attribute {} of {class}", node.name);
            self.contradiction(&what, &difference, origin, there)
        })
    }

    pub(super) fn merge_interaction_classes(
        &mut self,
        source: usize,
        nodes: &[InteractionClassNode],
        rules: Rules,
    ) -> Result<(), FomError> {
        let mut handles = Vec::with_capacity(nodes.len());
        let mut seen = BTreeSet::new();
        for node in nodes {
            let origin = Origin { source, line: node.line };
            let parent: Option<InteractionClassHandle> =
                node.parent.and_then(|index| handles.get(index).copied());
            let parent_name = parent.and_then(|handle| self.interaction_class(handle));
            let name = qualified(parent_name.map(|row| row.name.as_str()), &node.name);
            let known = self.interaction_class_index.get(&name).copied();
            let handle = match known {
                Some(handle) => handle,
                None => self.add_interaction_class(name.clone(), parent, origin)?,
            };
            if !seen.insert(handle) {
                let problem = format!("interaction class {name} is there twice");
                let element = "interactionClass";
                return Err(self.error(FomErrorKind::InvalidFom, origin, element, problem));
            }
            self.merge_interaction_class(handle, node, known.is_some(), origin, rules)?;
            handles.push(handle);
        }
        Ok(())
    }

    fn add_interaction_class(
        &mut self,
        name: String,
        parent: Option<InteractionClassHandle>,
        origin: Origin,
    ) -> Result<InteractionClassHandle, FomError> {
        let number = self.next_class(self.interaction_classes.len(), &name, origin)?;
        let handle = InteractionClassHandle::new(number);
        let mut lineage =
            parent.and_then(|handle| self.interaction_class(handle)).map(|row| row.lineage.clone());
        lineage.get_or_insert_default().push(handle);
        if let Some(row) =
            parent.and_then(|parent| self.interaction_classes.get_mut(parent.index()))
        {
            row.children.push(handle);
        }
        self.interaction_class_index.insert(name.clone(), handle);
        self.interaction_classes.push(InteractionClass {
            name,
            parent,
            children: Vec::new(),
            lineage: lineage.unwrap_or_default(),
            declared_parameters: Vec::new(),
            parameters: Vec::new(),
            dimensions: Vec::new(),
            order: OrderType::TimeStamp,
            transportation: TransportationTypeHandle::RELIABLE,
            columns: InteractionClassColumns::default(),
            origin,
        });
        Ok(handle)
    }

    fn merge_interaction_class(
        &mut self,
        handle: InteractionClassHandle,
        node: &InteractionClassNode,
        known: bool,
        origin: Origin,
        rules: Rules,
    ) -> Result<(), FomError> {
        self.check_dimensions(node.columns.dimensions.as_deref(), origin)?;
        self.check_transportation(node.columns.transportation.as_deref(), origin)?;
        let row =
            self.interaction_classes.get_mut(handle.index()).expect("the handle was just found");
        let there = row.origin;
        if known && rules.running {
            let in_force = self.transportations.get(row.transportation.index());
            let name = in_force.map(|in_force| in_force.name.clone());
            let stated = &mut row.columns;
            stated.order.get_or_insert(row.order);
            stated.transportation = stated.transportation.take().or(name);
            stated.dimensions.get_or_insert_default();
        }
        let declared = row.declared_parameters.clone();
        let name = row.name.clone();
        let what = || format!("interaction class {name}");
        settle_interaction_class(&mut row.columns, &node.columns)
            .map_err(|difference| self.contradiction(&what(), &difference, origin, there))?;
        let declared: BTreeMap<String, ParameterHandle> = declared
            .into_iter()
            .filter_map(|handle| Some((self.parameter(handle)?.name.clone(), handle)))
            .collect();
        if known && !rules.extend {
            let listed = node.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            let known = declared.keys().map(String::as_str).collect();
            same_members("parameters", &listed, &known)
                .map_err(|difference| self.contradiction(&what(), &difference, origin, there))?;
        }
        for parameter in &node.parameters {
            let known = declared.get(&parameter.name).copied();
            self.merge_parameter(handle, parameter, known, origin.source)?;
        }
        Ok(())
    }

    fn merge_parameter(
        &mut self,
        class: InteractionClassHandle,
        node: &ParameterNode,
        known: Option<ParameterHandle>,
        source: usize,
    ) -> Result<(), FomError> {
        let origin = Origin { source, line: node.line };
        let Some(row) = known.and_then(|handle| self.parameters.get_mut(handle.index())) else {
            let number =
                u32::try_from(self.parameters.len()).expect("a limit on all text limits the rows");
            self.parameters.push(Parameter {
                name: node.name.clone(),
                class,
                data_type: node.data_type.clone(),
                origin,
            });
            let row =
                self.interaction_classes.get_mut(class.index()).expect("the class was just found");
            row.declared_parameters.push(ParameterHandle::new(number));
            return Ok(());
        };
        let there = row.origin;
        settle("dataType", &mut row.data_type, &node.data_type).map_err(|difference| {
            let class = self.interaction_class(class).map_or("", |row| row.name.as_str());
            let what = format!("parameter {} of {class}", node.name);
            self.contradiction(&what, &difference, origin, there)
        })
    }

    /// The number of the next class, unless limits are reached.
    fn next_class(&self, classes: usize, name: &str, origin: Origin) -> Result<u32, FomError> {
        if name.len() > PATH_CHARS_MAX {
            let problem = format!("has a qualified name of more than {PATH_CHARS_MAX} octets");
            return Err(self.error(FomErrorKind::InvalidFom, origin, "name", problem));
        }
        let number = u32::try_from(classes).ok().filter(|_| classes < CLASSES_MAX);
        number.ok_or_else(|| {
            let problem = format!("there are more than {CLASSES_MAX} classes");
            self.error(FomErrorKind::InvalidFom, origin, "", problem)
        })
    }

    fn check_dimensions(&self, names: Option<&[String]>, origin: Origin) -> Result<(), FomError> {
        match names
            .iter()
            .flat_map(|names| names.iter())
            .find(|name| self.dimension_handle(name).is_none())
        {
            None => Ok(()),
            Some(unknown) => {
                let problem = format!("dimension {unknown} is not defined");
                Err(self.error(FomErrorKind::InvalidFom, origin, "dimension", problem))
            }
        }
    }

    fn check_transportation(
        &self,
        name: Option<&str>,
        origin: Origin,
    ) -> Result<Option<TransportationTypeHandle>, FomError> {
        let Some(name) = name else { return Ok(None) };
        let handle = self.transportation_type_handle(name);
        handle.map(Some).ok_or_else(|| {
            let problem = format!("transportation type {name} is not defined");
            self.error(FomErrorKind::InvalidFom, origin, "transportation", problem)
        })
    }
}

fn qualified(parent: Option<&str>, name: &str) -> String {
    parent.map_or_else(|| name.to_owned(), |parent| format!("{parent}.{name}"))
}

/// A repetition lists nothing, or exactly what is known (2010 edition).
fn same_members(
    column: &'static str,
    listed: &BTreeSet<&str>,
    known: &BTreeSet<&str>,
) -> Result<(), Difference> {
    if listed.is_empty() || listed == known {
        return Ok(());
    }
    Err(Difference::new(column, listed, known))
}

fn settle_attribute(
    known: &mut AttributeColumns,
    repeated: &AttributeColumns,
) -> Result<(), Difference> {
    settle("dataType", &mut known.data_type, &repeated.data_type)?;
    settle("updateType", &mut known.update_type, &repeated.update_type)?;
    settle("ownership", &mut known.ownership, &repeated.ownership)?;
    settle("sharing", &mut known.sharing, &repeated.sharing)?;
    settle("transportation", &mut known.transportation, &repeated.transportation)?;
    settle("order", &mut known.order, &repeated.order)?;
    settle("dimensions", &mut known.dimensions, &repeated.dimensions)?;
    settle("valueRequired", &mut known.value_required, &repeated.value_required)
}

fn settle_interaction_class(
    known: &mut InteractionClassColumns,
    repeated: &InteractionClassColumns,
) -> Result<(), Difference> {
    settle("sharing", &mut known.sharing, &repeated.sharing)?;
    settle("transportation", &mut known.transportation, &repeated.transportation)?;
    settle("order", &mut known.order, &repeated.order)?;
    settle("dimensions", &mut known.dimensions, &repeated.dimensions)
}
