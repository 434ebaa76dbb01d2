//! What the scenarios show, all together: services called, exceptions raised, callbacks told, in
//! each edition, held against the tables of the standard.

use std::collections::BTreeSet;

use hla::{Call, Edition, FederateHandle, HlaError, TimeImplementation};
use rti_core::{Effect, Effects, Federation, Input, Join, JoinId, Limits, Nanos, Settings};
use rti_fom::FomModel;

use crate::rti::core::CoreRti;
use crate::rti::grpc::GrpcRti;
use crate::rti::{self, Rti};
use crate::scenario::Scenario;
use crate::standard::Standard;
use crate::table::{Row, columns, edition_name};
use crate::{player, requests};

/// Service, exception, edition, what triggers it.
const MATRIX: &str = include_str!("exception_matrix.tsv");
/// Service, exception (`*` for any of either), reason.
const NOT_SHOWN: &str = include_str!("not_shown.tsv");

const EDITIONS: [Edition; 2] = [Edition::Evolved2010, Edition::Hla4];

/// Titles of clauses 4 to 10.
const GROUPS: [(&str, &str); 7] = [
    ("4", "federation management"),
    ("5", "declaration management"),
    ("6", "object management"),
    ("7", "ownership management"),
    ("8", "time management"),
    ("9", "data distribution management"),
    ("10", "support services"),
];

/// An exception of a service in an edition.
type Pair = (&'static str, String, String);

/// What happened in scenarios.
#[derive(Debug, Default)]
pub(crate) struct Record {
    called: BTreeSet<(&'static str, String)>,
    raised: BTreeSet<Pair>,
    told: BTreeSet<(&'static str, String)>,
}

impl Record {
    pub(crate) fn called(&mut self, edition: Edition, service: &str) {
        self.called.insert((edition_name(edition), service.to_owned()));
    }

    pub(crate) fn raised(&mut self, edition: Edition, service: &str, error: &HlaError) {
        let exception = error.exception_name().to_owned();
        self.raised.insert((edition_name(edition), service.to_owned(), exception));
    }

    pub(crate) fn told(&mut self, edition: Edition, callback: &str) {
        self.told.insert((edition_name(edition), callback.to_owned()));
    }
}

/// What all scenarios show, and which services answer that they are not built.
#[derive(Debug)]
pub(crate) struct Shown {
    record: Record,
    not_built: BTreeSet<(&'static str, &'static str)>,
    /// Scenarios that could not be played to the end.
    failed: Vec<String>,
}

impl Shown {
    /// Plays them: against the core where that can be, over gRPC where it must be.
    pub(crate) fn by(scenarios: &[Scenario], standard: &Standard) -> Self {
        let mut record = Record::default();
        let mut failed = Vec::new();
        for scenario in scenarios {
            let setup = &scenario.setup;
            let rti = match setup.only.as_deref() {
                Some("grpc") => GrpcRti::start(setup).map(|rti| Box::new(rti) as Box<dyn Rti>),
                _ => CoreRti::start(setup).map(|rti| Box::new(rti) as Box<dyn Rti>),
            };
            let played = rti
                .and_then(|mut rti| player::check(scenario, standard, &mut record, rti.as_mut()));
            failed.extend(played.err().map(|error| format!("{}: {error}", scenario.id)));
        }
        Self { record, not_built: not_built(), failed }
    }

    /// Every exception of every service that is built is raised in some scenario, and every
    /// callback told.
    pub(crate) fn check(&self, standard: &Standard) -> Result<(), String> {
        let mut wrong = self.failed.clone();
        let pairs = pairs();
        for pair @ (edition, service, exception) in &pairs {
            let row = standard.services.row(edition_of(edition), service);
            if row.is_none_or(|row| !row.exceptions.contains(&exception.as_str())) {
                wrong.push(format!("exception_matrix.tsv contradicts services.tsv: {pair:?}"));
            }
            if self.record.raised.contains(pair) || !self.can_be_shown(pair) {
                continue;
            }
            wrong.push(format!("no scenario has {exception} of {service} in {edition}"));
        }
        wrong.extend(self.never_told(standard));
        wrong.extend(self.superfluous(&pairs));
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
    }

    /// Callbacks that no federate of either edition is told, of groups that are built.
    fn never_told(&self, standard: &Standard) -> BTreeSet<String> {
        let mut told = self.record.told.iter().map(|(_, callback)| callback.as_str());
        let told: BTreeSet<_> = told.by_ref().collect();
        let mut wrong = BTreeSet::new();
        for edition in EDITIONS {
            let mut unbuilt = BTreeSet::new();
            for (name, row) in standard.services.rows_of(edition) {
                if self.not_built.contains(&(edition_name(edition), name)) {
                    unbuilt.insert(row.group());
                }
            }
            let callbacks =
                standard.services.rows_of(edition).filter(|(_, row)| row.kind == "callback");
            let never = callbacks.filter(|(name, row)| {
                !told.contains(name)
                    && !unbuilt.contains(row.group())
                    && reason(name, "*").is_none()
            });
            wrong.extend(never.map(|(name, _)| format!("no scenario tells {name}")));
        }
        wrong
    }

    /// Reasons for what is shown all the same, or for what the standard does not have.
    fn superfluous(&self, pairs: &BTreeSet<Pair>) -> Vec<String> {
        let mut wrong = Vec::new();
        for (service, exception, _) in reasons() {
            let of = |pair: &&Pair| fits(service, &pair.1) && fits(exception, &pair.2);
            let (raised, all) = (self.record.raised.iter().filter(of).count(), pairs.iter());
            let of_one = service != "*";
            if (of_one && raised > 0) || (all.filter(of).count() == 0 && exception != "*") {
                wrong.push(format!("not_shown.tsv: {service} {exception} is not needed"));
            }
        }
        wrong
    }

    /// Whether the server can raise it as far as it is built.
    fn can_be_shown(&self, (edition, service, exception): &Pair) -> bool {
        let gate = match exception.as_str() {
            "SaveInProgress" => "requestFederationSave",
            "RestoreInProgress" => "requestFederationRestore",
            "OwnershipAcquisitionPending" => "attributeOwnershipAcquisition",
            _ => service,
        };
        let built = |service: &str| !self.not_built.contains(&(*edition, service));
        built(service) && built(gate) && reason(service, exception).is_none()
    }

    /// The table of the README: what is built and shown, group by group.
    pub(crate) fn table(&self, standard: &Standard) -> String {
        let mut lines = vec![
            "| clause | services 2010, 2025 | built | called in scenarios | exceptions raised in \
             scenarios | answers `RTIinternalError: not yet built` |"
                .to_owned(),
            "|---|---|---|---|---|---|".to_owned(),
        ];
        let pairs = pairs();
        lines.extend(GROUPS.iter().map(|(clause, title)| {
            let of_group = |row: &Row| row.kind == "service" && row.group() == *clause;
            let services = EDITIONS.map(|edition| {
                let rows = standard.services.rows_of(edition).filter(|(_, row)| of_group(row));
                rows.map(|(name, _)| (edition_name(edition), name)).collect::<BTreeSet<_>>()
            });
            let counts = services.each_ref().map(BTreeSet::len);
            let all: BTreeSet<_> = services.into_iter().flatten().collect();
            // What a client library does by itself is not the server's to build.
            let own: BTreeSet<_> =
                all.iter().filter(|(_, name)| reason(name, "*").is_none()).copied().collect();
            let missing: BTreeSet<_> = own.intersection(&self.not_built).collect();
            let called = own.iter().filter(|(edition, name)| {
                self.record.called.contains(&(*edition, (*name).to_owned()))
            });
            let here = |pair: &&Pair| all.contains(&(pair.0, pair.1.as_str()));
            let wanted = pairs
                .iter()
                .filter(here)
                .filter(|(_, service, exception)| reason(service, exception).is_none());
            let wanted: BTreeSet<_> = wanted.collect();
            let raised = wanted.iter().filter(|pair| self.record.raised.contains(*pair)).count();
            let names: BTreeSet<_> = missing.iter().map(|(_, name)| *name).collect();
            let names = match names.into_iter().collect::<Vec<_>>() {
                _ if missing.len() == own.len() => "all of it".to_owned(),
                names => names.join(", "),
            };
            format!(
                "| {clause} {title} | {}, {} | {} | {} | {} | {} |",
                counts[0],
                counts[1],
                percent(own.len() - missing.len(), own.len()),
                percent(called.count(), own.len()),
                percent(raised, wanted.len()),
                names,
            )
        }));
        lines.join("\n")
    }
}

/// Whole per cent, 100 only where nothing is missing.
fn percent(part: usize, whole: usize) -> String {
    format!("{} %", part * 100 / whole.max(1))
}

/// Every pair of the matrix that has a trigger of its own.
fn pairs() -> BTreeSet<Pair> {
    let rows = MATRIX.lines().skip(1).map(columns);
    let rows = rows.flat_map(|row| {
        let (service, exception, edition) = (row[0], row[1], row[2]);
        let editions = ["2010", "2025"].into_iter();
        let editions = editions.filter(move |one| edition == "both" || edition == *one);
        editions.map(move |one| (one, service.to_owned(), exception.to_owned()))
    });
    rows.collect()
}

fn reasons() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let rows = NOT_SHOWN.lines().skip(1).map(columns);
    rows.map(|row| (row[0], row[1], row[2]))
}

/// Why no scenario can raise it.
fn reason(service: &str, exception: &str) -> Option<&'static str> {
    let mut rows = reasons().filter(|row| fits(row.0, service) && fits(row.1, exception));
    rows.next().map(|row| row.2)
}

fn fits(pattern: &str, name: &str) -> bool {
    pattern == "*" || pattern == name
}

fn edition_of(name: &str) -> Edition {
    if name == "2010" { Edition::Evolved2010 } else { Edition::Hla4 }
}

/// What a federate is told of every service: those that are not built say so.
fn not_built() -> BTreeSet<(&'static str, &'static str)> {
    let module = rti::module("T.xml").unwrap_or_else(|error| panic!("{error}"));
    let model = FomModel::create(None, &[module]).unwrap_or_else(|error| panic!("{error}"));
    let settings = Settings {
        name: rti::FEDERATION.to_owned(),
        time: TimeImplementation::Integer64,
        limits: Limits::default(),
    };
    let mut federation = Federation::new(settings, model.into());
    let join = Join {
        id: JoinId(1),
        federate_name: None,
        federate_type: String::new(),
        modules: Vec::new(),
        edition: Edition::Hla4,
        host: String::new(),
    };
    federation.step(Nanos(0), Input::Join(join), &mut Effects::default());
    let from = FederateHandle::new(1);
    let mut not_built = BTreeSet::new();
    for call in requests::all() {
        let names =
            EDITIONS.map(|edition| (edition_name(edition), requests::service_name(&call, edition)));
        // Those that need nothing but a connection never reach a federation.
        if is_of_the_lobby(&call) {
            continue;
        }
        let (mut trial, mut effects) = (federation.clone(), Effects::default());
        trial.step(Nanos(0), Input::Call { from, id: rti_core::CallId(1), call }, &mut effects);
        let says_so = effects.list.iter().any(|effect| {
            matches!(effect, Effect::Reply { result: Err(HlaError::RTIinternalError(text)), .. }
                if text.starts_with("not yet built"))
        });
        if says_so {
            not_built.extend(names);
        }
    }
    not_built
}

fn is_of_the_lobby(call: &Call) -> bool {
    matches!(
        call,
        Call::Connect { .. }
            | Call::CreateFederationExecution { .. }
            | Call::DestroyFederationExecution { .. }
            | Call::ListFederationExecutions
            | Call::ListFederationExecutionMembers { .. }
    )
}
