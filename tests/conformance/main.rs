//! Conformance: scenarios that read like the standard, one for each row of `scenarios.tsv` and for
//! the bug cases, played against the federation state machine (`core::TIM-001`) and over gRPC
//! against a whole server (`grpc::TIM-001`).
//!
//! Rows that a Rust test shows instead stand in `elsewhere.tsv` with that test; rows that cannot be
//! played yet stand in `not_yet.tsv` with a reason. What all scenarios together show is held against
//! the standard (`coverage`): each exception of each service in both editions. `scenario.rs` says
//! how a scenario is written.

mod coverage;
mod elsewhere;
mod mom;
mod names;
mod player;
mod readme;
mod render;
mod requests;
mod rti;
mod scenario;
mod services;
mod standard;
mod table;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};

use libtest_mimic::{Arguments, Failed, Trial};

use crate::coverage::{Record, Shown};
use crate::rti::Rti;
use crate::rti::core::CoreRti;
use crate::rti::grpc::GrpcRti;
use crate::scenario::{Scenario, Setup};
use crate::standard::Standard;

/// Starts an RTI for one scenario.
type Start = fn(&Setup) -> Result<Box<dyn Rti>, String>;

const LEVELS: &[(&str, Start)] = &[
    ("core", |setup| Ok(Box::new(CoreRti::start(setup)?))),
    ("grpc", |setup| Ok(Box::new(GrpcRti::start(setup)?))),
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let standard = Arc::new(Standard::read());
    let mut trials = Vec::new();
    let mut played = BTreeSet::new();
    let mut scenarios = Vec::new();
    for path in scenario_files() {
        let id = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let id = id.unwrap_or_default();
        played.insert(id.clone());
        match Scenario::read(&path) {
            Ok(scenario) => scenarios.extend(scenario.in_each_edition()),
            Err(error) => {
                trials.push(Trial::test(format!("file::{id}"), || Err(Failed::from(error))));
            }
        }
    }
    trials.extend(scenarios.iter().flat_map(|scenario| plays(scenario, &standard)));
    trials.extend(shows(Arc::from(scenarios), &standard));
    trials.push(Trial::test("rows::every_row_is_played_or_explained", {
        let standard = standard.clone();
        move || standard.check_rows(&played).map_err(Failed::from)
    }));
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        print_not_yet(&standard);
    }
    conclusion.exit_code()
}

/// The scenario at every level that can play it.
fn plays(scenario: &Scenario, standard: &Arc<Standard>) -> Vec<Trial> {
    let only = scenario.setup.only.as_deref();
    let levels = LEVELS.iter().filter(|(level, _)| only.is_none_or(|only| only == *level));
    let trials = levels.map(|(level, start)| {
        let (scenario, standard) = (scenario.clone(), standard.clone());
        Trial::test(format!("{level}::{}", scenario.id), move || {
            let mut rti = start(&scenario.setup)?;
            let record = &mut Record::default();
            player::check(&scenario, &standard, record, rti.as_mut()).map_err(Failed::from)
        })
    });
    trials.collect()
}

/// What all scenarios together show: everything that is built, and what the README says of it.
fn shows(scenarios: Arc<[Scenario]>, standard: &Arc<Standard>) -> [Trial; 2] {
    // Played once, by whichever of the two needs it first.
    let shown = Arc::new(LazyLock::new({
        let standard = standard.clone();
        move || Shown::by(&scenarios, &standard)
    }));
    let of_readme = (shown.clone(), standard.clone());
    let standard = standard.clone();
    [
        Trial::test("coverage::every_exception_is_shown", move || {
            shown.check(&standard).map_err(Failed::from)
        }),
        Trial::test("coverage::the_readme_tells_what_is_shown", move || {
            let (shown, standard) = of_readme;
            readme::check(&shown.table(&standard)).map_err(Failed::from)
        }),
    ]
}

/// Every file of the folder `cases`, in order.
fn scenario_files() -> Vec<PathBuf> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/cases");
    let groups = entries(&cases);
    let files = groups.iter().flat_map(|group| entries(group));
    files.filter(|path| path.extension().is_some_and(|extension| extension == "hla")).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort_unstable();
    paths
}

fn print_not_yet(standard: &Standard) {
    let (count, all) = (standard.not_yet.len(), standard.rows.len());
    println!("{count} of {all} rows in scope are not played yet:");
    for (row, reason) in &standard.not_yet {
        println!("  {row}  {reason}");
    }
}
