//! The two class trees of a module, flattened: parents before children, in document order.

use std::collections::BTreeSet;

use hla::OrderType;

use super::element::Element;
use crate::{
    error::FomError,
    model::{AttributeColumns, InteractionClassColumns, Ownership, Sharing, UpdateType},
};

/// Deeper trees only serve to fill the memory with qualified names.
const DEPTH_MAX: usize = 32;

/// Something with the line it stands on.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Located<T> {
    pub(crate) item: T,
    pub(crate) line: u32,
}

/// An object class as a module gives it.
#[derive(Debug, Clone)]
pub(crate) struct ObjectClassNode {
    /// Index of the parent in the module's list; none for the root.
    pub(crate) parent: Option<usize>,
    pub(crate) name: String,
    pub(crate) line: u32,
    pub(crate) sharing: Option<Sharing>,
    pub(crate) dimensions: Option<Vec<String>>,
    pub(crate) directed_interactions: Vec<Located<String>>,
    pub(crate) attributes: Vec<AttributeNode>,
}

/// An attribute as a module gives it.
#[derive(Debug, Clone)]
pub(crate) struct AttributeNode {
    pub(crate) name: String,
    pub(crate) line: u32,
    pub(crate) columns: AttributeColumns,
}

/// An interaction class as a module gives it.
#[derive(Debug, Clone)]
pub(crate) struct InteractionClassNode {
    /// Index of the parent in the module's list; none for the root.
    pub(crate) parent: Option<usize>,
    pub(crate) name: String,
    pub(crate) line: u32,
    pub(crate) columns: InteractionClassColumns,
    pub(crate) parameters: Vec<ParameterNode>,
}

/// A parameter as a module gives it.
#[derive(Debug, Clone)]
pub(crate) struct ParameterNode {
    pub(crate) name: String,
    pub(crate) line: u32,
    pub(crate) data_type: Option<String>,
}

pub(super) fn object_classes(root: Element<'_, '_>) -> Result<Vec<ObjectClassNode>, FomError> {
    flatten(root, "objects", "objectClass", "HLAobjectRoot", |element, parent| {
        Ok(ObjectClassNode {
            parent,
            name: element.required_identifier()?,
            line: element.line(),
            sharing: element.member("sharing", Sharing::from_name)?,
            dimensions: dimension_names(element)?,
            directed_interactions: element
                .children("directedInteraction")
                .map(|entry| Ok(Located { item: entry.required_name()?, line: entry.line() }))
                .collect::<Result<_, _>>()?,
            attributes: unique(element, "attribute", attribute, |node| &node.name)?,
        })
    })
}

pub(super) fn interaction_classes(
    root: Element<'_, '_>,
) -> Result<Vec<InteractionClassNode>, FomError> {
    flatten(root, "interactions", "interactionClass", "HLAinteractionRoot", |element, parent| {
        Ok(InteractionClassNode {
            parent,
            name: element.required_identifier()?,
            line: element.line(),
            columns: InteractionClassColumns {
                sharing: element.member("sharing", Sharing::from_name)?,
                transportation: element.text_unless_na("transportation"),
                order: element.member("order", OrderType::from_name)?,
                dimensions: dimension_names(element)?,
            },
            parameters: unique(element, "parameter", parameter, |node| &node.name)?,
        })
    })
}

fn attribute(element: Element<'_, '_>) -> Result<AttributeNode, FomError> {
    Ok(AttributeNode {
        name: element.required_identifier()?,
        line: element.line(),
        columns: AttributeColumns {
            data_type: element.text_unless_na("dataType"),
            update_type: element.member("updateType", UpdateType::from_name)?,
            ownership: element.member("ownership", Ownership::from_name)?,
            sharing: element.member("sharing", Sharing::from_name)?,
            transportation: element.text_unless_na("transportation"),
            order: element.member("order", OrderType::from_name)?,
            dimensions: dimension_names(element)?,
            value_required: element.member("valueRequired", boolean)?,
        },
    })
}

fn parameter(element: Element<'_, '_>) -> Result<ParameterNode, FomError> {
    Ok(ParameterNode {
        name: element.required_identifier()?,
        line: element.line(),
        data_type: element.text_unless_na("dataType"),
    })
}

/// An XML Schema boolean.
fn boolean(text: &str) -> Option<bool> {
    match text {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// The names in `<dimensions>`, sorted. An empty list says nothing: modules that only name a
/// class of another module write it too.
fn dimension_names(element: Element<'_, '_>) -> Result<Option<Vec<String>>, FomError> {
    let Some(list) = element.child("dimensions") else { return Ok(None) };
    let mut names = list
        .children("dimension")
        .map(|entry| entry.own_text().ok_or_else(|| entry.invalid("has no name in it")))
        .collect::<Result<Vec<_>, _>>()?;
    names.retain(|name| name != "NA");
    names.sort();
    names.dedup();
    Ok((!names.is_empty()).then_some(names))
}

/// Reads the children of one name; two of them must not have the same name.
pub(super) fn unique<'a, 'input, T>(
    parent: Element<'a, 'input>,
    child: &'a str,
    read: impl Fn(Element<'a, 'input>) -> Result<T, FomError>,
    name: impl Fn(&T) -> &String,
) -> Result<Vec<T>, FomError> {
    let mut seen = BTreeSet::new();
    parent
        .children(child)
        .map(|element| {
            let row = read(element)?;
            if !seen.insert(name(&row).clone()) {
                return Err(element.invalid(format!("{} is there twice", name(&row))));
            }
            Ok(row)
        })
        .collect()
}

/// Walks a class tree without recursion, so that no file can exhaust the stack.
fn flatten<'a, 'input, T>(
    root: Element<'a, 'input>,
    table: &'a str,
    class: &'a str,
    root_class: &str,
    read: impl Fn(Element<'a, 'input>, Option<usize>) -> Result<T, FomError>,
) -> Result<Vec<T>, FomError> {
    let Some(table) = root.child(table) else { return Ok(Vec::new()) };
    let mut nodes = Vec::new();
    let mut open: Vec<_> = table.children(class).rev().map(|element| (element, None, 1)).collect();
    if let Some((second, ..)) = open.len().checked_sub(2).and_then(|index| open.get(index)) {
        return Err(second.invalid(format!("only {root_class} may stand here")));
    }
    while let Some((element, parent, depth)) = open.pop() {
        if depth > DEPTH_MAX {
            return Err(element.invalid(format!("lies more than {DEPTH_MAX} classes deep")));
        }
        if depth == 1 && element.text("name").is_some_and(|name| name != root_class) {
            return Err(element.invalid(format!("the class at the top is {root_class}")));
        }
        let index = nodes.len();
        nodes.push(read(element, parent)?);
        open.extend(element.children(class).rev().map(|child| (child, Some(index), depth + 1)));
    }
    Ok(nodes)
}
