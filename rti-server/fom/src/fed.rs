//! HLA 1.3 FED files: read into the model of the 2010 edition.
//!
//! `createFederationExecution` takes no FED file; tools that bring an old federation over do. What
//! a FED says in its own words becomes: `ObjectRoot` and `InteractionRoot` the roots of the MIM,
//! each dimension `D` of a space `S` a dimension `S:D` without a bound of its own, `reliable` and
//! `best_effort` the two standard transports. The `Manager` and `RTIprivate` trees are the MIM's
//! business and left out. Attributes and parameters have no types.
//!
//! Every defect is an `ErrorReadingFom` with its line: a FED has one exception only.

mod list;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use hla::{Edition, OrderType};

use self::list::{List, Node};
use crate::{
    error::{FomError, FomErrorKind, Place},
    merge::{Rules, settings},
    mim,
    model::{AttributeColumns, Dimension, FomModel, InteractionClassColumns},
    parse::{
        AttributeNode, InteractionClassNode, Located, Module, ObjectClassNode, ParameterNode,
        StatedSwitches, decode,
    },
};

/// Trees that the MIM stands for.
const OF_THE_RTI: [&str; 2] = ["Manager", "RTIprivate"];
const PRIVILEGE: &str = "privilegeToDelete";

impl FomModel {
    /// The model of an HLA 1.3 FED file, on the standard MIM of the 2010 edition.
    ///
    /// # Errors
    /// `ErrorReadingFom` with the line; also what [`FomModel::create`] says of the classes.
    pub fn from_fed(designator: &str, content: &[u8]) -> Result<Self, FomError> {
        let module = read(designator, content)?;
        let mut model = mim::standard_model(Edition::Evolved2010)?;
        model.switches = settings(&StatedSwitches::default(), true);
        model.merge(vec![module], Rules { extend: false, running: false })?;
        Ok(model)
    }
}

/// A FED file being read.
struct Fed<'a> {
    designator: &'a str,
    /// Names of the dimensions of each space.
    spaces: BTreeMap<String, Vec<String>>,
}

fn read(designator: &str, content: &[u8]) -> Result<Module, FomError> {
    let mut fed = Fed { designator, spaces: BTreeMap::new() };
    let text = decode(content).map_err(|problem| fed.error(0, problem))?;
    let root = list::read(&text).map_err(|(line, problem)| fed.error(line, problem))?;
    if !root.is("FED") {
        return Err(fed.error(root.line, "a FED file begins with (FED"));
    }
    let mut module = Module::empty(designator, Edition::Evolved2010, &text);
    // Spaces first, wherever they stand: classes name them.
    for section in root.lists().filter(|section| section.is("spaces")) {
        fed.spaces(section, &mut module)?;
    }
    for node in &root.rest {
        let Node::List(section) = node else {
            return Err(fed.error(node.line(), format!("stray text {node}")));
        };
        match section.word.to_ascii_lowercase().as_str() {
            "federation" => module.name = section.words().next().map(str::to_owned),
            "fedversion" | "spaces" => {}
            "objects" => fed.objects(section, &mut module)?,
            "interactions" => fed.interactions(section, &mut module)?,
            other => return Err(fed.error(section.line, format!("no section is called {other}"))),
        }
    }
    Ok(module)
}

impl Fed<'_> {
    fn error(&self, line: u32, problem: impl Into<String>) -> FomError {
        let module = self.designator.to_owned();
        let place = Place { module, line, element: String::new() };
        FomError::new(FomErrorKind::ErrorReadingFom, place, problem)
    }

    fn spaces(&mut self, section: &List, module: &mut Module) -> Result<(), FomError> {
        for space in self.lists(section, &["space"])? {
            let name = self.name(space)?;
            let mut dimensions = Vec::new();
            for entry in self.lists(space, &["dimension"])? {
                let dimension = format!("{name}:{}", self.name(entry)?);
                if dimensions.contains(&dimension) {
                    return Err(self.error(entry.line, format!("{dimension} is there twice")));
                }
                dimensions.push(dimension.clone());
                let item = Dimension {
                    name: dimension,
                    data_types: Vec::new(),
                    upper_bound: Dimension::RTI_DEFINED_UPPER_BOUND,
                    default_range: None,
                    stated_upper_bound: None,
                };
                module.dimensions.push(Located { item, line: entry.line });
            }
            dimensions.sort();
            if self.spaces.insert(name.to_owned(), dimensions).is_some() {
                return Err(self.error(space.line, format!("space {name} is there twice")));
            }
        }
        Ok(())
    }

    fn objects(&self, section: &List, module: &mut Module) -> Result<(), FomError> {
        let mut open = self.root(section, "ObjectRoot")?;
        while let Some((class, parent)) = open.pop() {
            let index = module.object_classes.len();
            let mut attributes = Vec::new();
            let mut children = Vec::new();
            let mut names = BTreeSet::new();
            for entry in self.lists(class, &["attribute", "class"])? {
                let name = self.name(entry)?;
                if entry.is("class") {
                    children.push((entry, Some(index)));
                } else if !names.insert(name) {
                    return Err(self.error(entry.line, format!("{name} is there twice")));
                } else if parent.is_some() || name != PRIVILEGE {
                    attributes.push(self.attribute(entry, name)?);
                }
            }
            module.object_classes.push(ObjectClassNode {
                parent,
                name: self.class_name(class, parent, "HLAobjectRoot")?,
                line: class.line,
                sharing: None,
                dimensions: None,
                directed_interactions: Vec::new(),
                attributes,
            });
            open.extend(children.into_iter().rev().filter(|(class, _)| !of_the_rti(class)));
        }
        Ok(())
    }

    fn attribute(&self, entry: &List, name: &str) -> Result<AttributeNode, FomError> {
        let columns = self.columns(entry)?;
        Ok(AttributeNode {
            name: name.to_owned(),
            line: entry.line,
            columns: AttributeColumns {
                transportation: columns.transportation,
                order: columns.order,
                dimensions: columns.dimensions,
                ..AttributeColumns::default()
            },
        })
    }

    fn interactions(&self, section: &List, module: &mut Module) -> Result<(), FomError> {
        let mut open = self.root(section, "InteractionRoot")?;
        while let Some((class, parent)) = open.pop() {
            let index = module.interaction_classes.len();
            let mut parameters = Vec::new();
            let mut children = Vec::new();
            let mut names = BTreeSet::new();
            for entry in self.lists(class, &["parameter", "class"])? {
                let name = self.name(entry)?;
                if entry.is("class") {
                    children.push((entry, Some(index)));
                } else if !names.insert(name) {
                    return Err(self.error(entry.line, format!("{name} is there twice")));
                } else {
                    let (name, line) = (name.to_owned(), entry.line);
                    parameters.push(ParameterNode { name, line, data_type: None });
                }
            }
            // What the root says is said for every class below it again; the MIM has the root.
            let columns = match parent {
                None => InteractionClassColumns::default(),
                Some(_) => self.columns(class)?,
            };
            module.interaction_classes.push(InteractionClassNode {
                parent,
                name: self.class_name(class, parent, "HLAinteractionRoot")?,
                line: class.line,
                columns,
                parameters,
            });
            open.extend(children.into_iter().rev().filter(|(class, _)| !of_the_rti(class)));
        }
        Ok(())
    }

    /// The class at the top, ready to be walked; nothing for an empty section.
    fn root<'l>(
        &self,
        section: &'l List,
        root: &str,
    ) -> Result<Vec<(&'l List, Option<usize>)>, FomError> {
        let classes = self.lists(section, &["class"])?;
        for class in &classes {
            if classes.len() > 1 || !self.name(class)?.eq_ignore_ascii_case(root) {
                return Err(self.error(class.line, format!("the only class at the top is {root}")));
            }
        }
        Ok(classes.into_iter().map(|class| (class, None)).collect())
    }

    fn class_name(
        &self,
        class: &List,
        parent: Option<usize>,
        root: &str,
    ) -> Result<String, FomError> {
        Ok(if parent.is_none() { root.to_owned() } else { self.name(class)?.to_owned() })
    }

    /// Transport, order and space, which follow the name.
    fn columns(&self, entry: &List) -> Result<InteractionClassColumns, FomError> {
        let undefined = |what: &str, word: &str| {
            Err(self.error(entry.line, format!("{what} {word:?} is not defined")))
        };
        let mut words = entry.words().skip(1);
        let transportation = match words.next().unwrap_or_default() {
            word if word.eq_ignore_ascii_case("reliable") => "HLAreliable",
            word if word.eq_ignore_ascii_case("best_effort") => "HLAbestEffort",
            word => return undefined("transport", word),
        };
        let order = match words.next().unwrap_or_default() {
            word if word.eq_ignore_ascii_case("timestamp") => OrderType::TimeStamp,
            word if word.eq_ignore_ascii_case("receive") => OrderType::Receive,
            word => return undefined("order", word),
        };
        let dimensions = match words.next() {
            None => None,
            Some(space) => match self.spaces.get(space) {
                Some(dimensions) => Some(dimensions.clone()).filter(|names| !names.is_empty()),
                None => return undefined("space", space),
            },
        };
        if let Some(stray) = words.next() {
            return Err(self.error(entry.line, format!("stray text {stray:?}")));
        }
        let transportation = Some(transportation.to_owned());
        Ok(InteractionClassColumns {
            sharing: None,
            transportation,
            order: Some(order),
            dimensions,
        })
    }

    /// The lists in a list, which may be of these kinds only.
    fn lists<'l>(&self, list: &'l List, kinds: &[&str]) -> Result<Vec<&'l List>, FomError> {
        let lists: Vec<_> = list.lists().collect();
        match lists.iter().find(|inner| !kinds.iter().any(|kind| inner.is(kind))) {
            None => Ok(lists),
            Some(other) => {
                let problem = format!("({} may not stand in ({}", other.word, list.word);
                Err(self.error(other.line, problem))
            }
        }
    }

    fn name<'l>(&self, list: &'l List) -> Result<&'l str, FomError> {
        let name = list.words().next();
        let name =
            name.ok_or_else(|| self.error(list.line, format!("({} has no name", list.word)))?;
        if name.contains('.') {
            return Err(self.error(list.line, format!("name {name:?} has a dot in it")));
        }
        Ok(name)
    }
}

fn of_the_rti(class: &List) -> bool {
    class.words().next().is_some_and(|name| OF_THE_RTI.contains(&name))
}
