//! MIM and modules become one model, all or nothing.
//!
//! Table by table, each in the order of the modules, so that a module may use what a later one
//! declares. The rules are those of the edition of the MIM:
//!
//! * 2010: a repeated class lists no attributes (parameters) at all, or exactly the known ones.
//! * 2025: a repeated class may bring new attributes (parameters); enumerations and extendable
//!   variant records may grow.
//!
//! A column that one of two modules leaves out, or fills with `NA`, is no contradiction: the other
//! one counts. Texts for people (semantics, update condition, accuracy, ...) are not compared. A
//! tag or time entry without a data type says nothing, so an empty table agrees with any other.
//!
//! The edition of a federation is chosen at create: that of the MIM that is handed over; else
//! 2025 when any module is of the 2025 schema or there is no module at all; else 2010.

mod classes;
mod derive;
#[cfg(test)]
mod tests;

use bytes::Bytes;
use hla::{Edition, FomModule, ResignAction, Switches};

use crate::{
    error::{FomError, FomErrorKind, FomWarning, Place},
    mim,
    model::{Difference, FomModel, LoadedModule, Origin, Table, TableRow, switch_mut},
    parse::{Located, Module, StatedSwitches, read_module},
    validate,
};

/// Most modules of a federation, MIM included.
const MODULES_MAX: usize = 1_024;
/// Most text of all modules together, in octets.
const TEXT_OCTETS_MAX: usize = 256 * 1024 * 1024;
/// Most warnings kept; nobody reads more.
const WARNINGS_MAX: usize = 1_000;

/// How repetitions are judged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules {
    /// Classes and some types may grow (2025).
    pub(crate) extend: bool,
    /// Federates are joined already: defaults are in force and count as stated.
    pub(crate) running: bool,
}

impl FomModel {
    /// Builds the model of a new federation execution.
    ///
    /// Identical modules count once. Compressed modules and designators without content are not
    /// opened here: the caller turns them into files first.
    ///
    /// # Errors
    /// Any [`FomErrorKind`]; nothing is kept of modules that do not fit together.
    pub fn create(mim: Option<&FomModule>, modules: &[FomModule]) -> Result<Self, FomError> {
        let mim = mim.map(open_mim).transpose()?;
        let modules = read_all(modules)?;
        let any_2025 = modules.iter().any(|module| module.edition == Edition::Hla4);
        let edition = match &mim {
            Some(mim) => mim.edition,
            None if any_2025 || modules.is_empty() => Edition::Hla4,
            None => Edition::Evolved2010,
        };
        let mut model = mim::standard_model(edition)?;
        let mut stated = StatedSwitches::default();
        if let Some(mim) = mim {
            stated = mim.switches.clone();
            mim::replace_standard(&mut model, mim)?;
        }
        let modules = model.unknown_of(modules);
        for module in &modules {
            gather_switches(&mut model.warnings, &mut stated, module);
        }
        // Nobody can have asked for a federation that waits for a regulating federate.
        model.switches = settings(&stated, !any_2025);
        let rules = Rules { extend: edition == Edition::Hla4, running: false };
        model.merge(modules, rules)?;
        Ok(model)
    }

    /// The model with more modules, as a joining federate brings them. Modules that are loaded
    /// already are ignored. Handles keep their meaning.
    ///
    /// # Errors
    /// As [`FomModel::create`]; `self` is untouched in any case.
    pub fn extend(&self, modules: &[FomModule]) -> Result<Self, FomError> {
        let modules = self.unknown_of(read_all(modules)?);
        let mut model = self.clone();
        if !modules.is_empty() {
            for module in modules.iter().filter(|module| !module.switches.is_empty()) {
                let text = "switches are fixed at create; this table has no effect".to_owned();
                model.warnings.push(FomWarning { place: whole(module, "switches"), text });
            }
            let rules = Rules { extend: self.edition == Edition::Hla4, running: true };
            model.merge(modules, rules)?;
        }
        Ok(model)
    }

    /// Whether the federation may run on this time implementation (2025 edition).
    ///
    /// # Errors
    /// `InconsistentFom` when a module names another one of the two standard types.
    pub fn check_time_implementation(&self, name: &str) -> Result<(), FomError> {
        const STANDARD: [&str; 2] = ["HLAinteger64Time", "HLAfloat64Time"];
        if self.edition != Edition::Hla4 || !STANDARD.contains(&name) {
            return Ok(());
        }
        for (entry, origin) in self.time.with_origins() {
            let is_time = matches!(entry.name.as_str(), "timeStamp" | "logicalTime");
            if is_time && STANDARD.contains(&entry.data_type.as_str()) && entry.data_type != name {
                let problem = format!(
                    "names {} but the federation execution is to use {name}",
                    entry.data_type
                );
                return Err(self.error(
                    FomErrorKind::InconsistentFom,
                    origin,
                    &entry.name,
                    problem,
                ));
            }
        }
        Ok(())
    }

    /// Leaves out modules that are loaded already or come twice.
    fn unknown_of(&self, modules: Vec<Module>) -> Vec<Module> {
        let mut new: Vec<Module> = Vec::new();
        for module in modules {
            let loaded = self.modules().iter().any(|known| known.text == module.text);
            if !loaded && !new.iter().any(|known| known.text == module.text) {
                new.push(module);
            }
        }
        new
    }

    /// Merges modules and validates the result.
    pub(crate) fn merge(&mut self, modules: Vec<Module>, rules: Rules) -> Result<(), FomError> {
        let first = self.sources.len();
        for module in &modules {
            self.sources.push(LoadedModule {
                designator: module.designator.clone(),
                name: module.name.clone(),
                edition: module.edition,
                text: module.text.clone(),
            });
            self.warnings.extend(module.warnings.iter().cloned());
            for (service, used) in &module.service_utilization {
                *self.service_utilization.entry(service.clone()).or_default() |= used;
            }
        }
        self.check_limits()?;
        let rows = validate::RowCounts::of(self);
        let modules: Vec<_> = (first..).zip(modules).collect();
        for (source, module) in &modules {
            self.merge_tables(*source, module, rules)?;
        }
        for (source, module) in &modules {
            self.merge_interaction_classes(*source, &module.interaction_classes, rules)?;
        }
        // After the interaction classes, which directed interactions name.
        for (source, module) in &modules {
            self.merge_object_classes(*source, &module.object_classes, rules)?;
        }
        self.derive()?;
        validate::check(self)?;
        validate::warn(self, rows);
        self.warnings.truncate(WARNINGS_MAX);
        Ok(())
    }

    /// Joins may bring modules for ever; a federation must not grow for ever.
    fn check_limits(&self) -> Result<(), FomError> {
        let octets: usize = self.sources.iter().map(|module| module.text.len()).sum();
        let problem = if self.sources.len() > MODULES_MAX {
            format!("the federation would have more than {MODULES_MAX} modules")
        } else if octets > TEXT_OCTETS_MAX {
            format!("all modules together would have more than {TEXT_OCTETS_MAX} octets")
        } else {
            return Ok(());
        };
        let source = self.sources.len().saturating_sub(1);
        Err(self.error(FomErrorKind::InvalidFom, Origin { source, line: 0 }, "", problem))
    }

    fn merge_tables(
        &mut self,
        source: usize,
        module: &Module,
        rules: Rules,
    ) -> Result<(), FomError> {
        fn table<T: TableRow + Clone>(
            table: &mut Table<T>,
            rows: &[Located<T>],
            source: usize,
            rules: Rules,
        ) -> Result<(), (String, Difference, Origin, Origin)> {
            for row in rows {
                let here = Origin { source, line: row.line };
                let merged = table.merge(row.item.clone(), here, rules.extend);
                merged.map_err(|(difference, there)| {
                    (row.item.name().to_owned(), difference, here, there)
                })?;
            }
            Ok(())
        }
        macro_rules! merge {
            ($($field:ident $element:literal,)*) => {$(
                table(&mut self.$field, &module.$field, source, rules).map_err(
                    |(name, difference, here, there)| {
                        self.contradiction(&format!("{} {name}", $element), &difference, here, there)
                    },
                )?;
            )*};
        }
        merge! {
            transportations "transportation",
            dimensions "dimension",
            update_rates "update rate",
            data_types "data type",
            synchronization_points "synchronization point",
            tags "tags table:",
            time "time table:",
        }
        Ok(())
    }

    /// Two modules state different things.
    pub(crate) fn contradiction(
        &self,
        what: &str,
        difference: &Difference,
        here: Origin,
        there: Origin,
    ) -> FomError {
        let other = self.place(there, "");
        let Difference { column, here: new, there: old } = difference;
        let problem = format!("{what} has {column} {new} here, but {old} in {other}");
        self.error(FomErrorKind::InconsistentFom, here, "", problem)
    }

    pub(crate) fn place(&self, origin: Origin, element: &str) -> Place {
        let source = self.sources.get(origin.source);
        Place {
            module: source.map(|module| module.designator.clone()).unwrap_or_default(),
            line: origin.line,
            element: element.to_owned(),
        }
    }

    pub(crate) fn error(
        &self,
        kind: FomErrorKind,
        origin: Origin,
        element: &str,
        problem: impl Into<String>,
    ) -> FomError {
        FomError::new(kind, self.place(origin, element), problem)
    }
}

/// The content behind a designator, and how the module is called.
fn open(module: &FomModule) -> Result<(&str, &Bytes), FomError> {
    let refuse = |designator: &str, problem: &str| {
        let place = Place { module: designator.to_owned(), line: 0, element: String::new() };
        Err(FomError::new(FomErrorKind::CouldNotOpenFom, place, problem))
    };
    match module {
        FomModule::File { name, content } if content.is_empty() => refuse(name, "is empty"),
        FomModule::File { name, content } => Ok((name, content)),
        FomModule::Url(url) => {
            refuse(url, "cannot be opened: hand over the content of the module instead of its name")
        }
        FomModule::Compressed(_) => {
            refuse("(compressed)", "cannot be opened: hand the module over uncompressed")
        }
    }
}

/// Opens all, then reads all: the order of checks that federates see.
fn read_all(modules: &[FomModule]) -> Result<Vec<Module>, FomError> {
    let contents = modules.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    contents.into_iter().map(|(name, content)| read_module(name, content)).collect()
}

fn open_mim(module: &FomModule) -> Result<Module, FomError> {
    let (FomModule::File { name: designator, .. } | FomModule::Url(designator)) = module else {
        return open(module)
            .and_then(|(name, content)| read_module(name, content))
            .map_err(FomError::of_mim);
    };
    if designator == mim::STANDARD_DESIGNATOR {
        let place = Place { module: designator.clone(), line: 0, element: String::new() };
        return Err(FomError::new(
            FomErrorKind::DesignatorIsHlaStandardMim,
            place,
            "the RTI supplies this MIM: leave it out",
        ));
    }
    open(module).and_then(|(name, content)| read_module(name, content)).map_err(FomError::of_mim)
}

impl StatedSwitches {
    fn is_empty(&self) -> bool {
        self.flags.is_empty() && self.resign_action.is_none()
    }
}

fn whole(module: &Module, element: &str) -> Place {
    Place { module: module.designator.clone(), line: 0, element: element.to_owned() }
}

/// The first module that sets a switch decides; a later one that differs is told so.
fn gather_switches(warnings: &mut Vec<FomWarning>, stated: &mut StatedSwitches, module: &Module) {
    let mut ignored = |line: u32, switch: &str, value: String| {
        let place = Place { line, ..whole(module, switch) };
        warnings
            .push(FomWarning { place, text: format!("an earlier module sets {value}; ignored") });
    };
    for flag in &module.switches.flags {
        let (name, enabled) = &flag.item;
        match stated.flags.iter().find(|earlier| earlier.item.0 == *name) {
            Some(earlier) if earlier.item.1 != *enabled => {
                ignored(flag.line, name, earlier.item.1.to_string());
            }
            Some(_) => {}
            None => stated.flags.push(flag.clone()),
        }
    }
    match (&stated.resign_action, &module.switches.resign_action) {
        (Some(earlier), Some(later)) if earlier.item != later.item => {
            ignored(later.line, "automaticResignAction", earlier.item.name().to_owned());
        }
        (None, later) => stated.resign_action.clone_from(later),
        _ => {}
    }
}

/// The initial settings that stated switches make.
pub(crate) fn settings(stated: &StatedSwitches, non_regulated_grant: bool) -> Switches {
    let mut switches = Switches { non_regulated_grant, ..Switches::default() };
    // Of two rows in one table the first counts too.
    for flag in stated.flags.iter().rev() {
        if let Some(switch) = switch_mut(&mut switches, &flag.item.0) {
            *switch = flag.item.1;
        }
    }
    switches.automatic_resign_action =
        stated.resign_action.as_ref().map_or(ResignAction::NoAction, |action| action.item);
    switches
}
