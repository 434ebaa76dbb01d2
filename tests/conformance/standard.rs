//! The tables of the standard and of the scenarios: which exceptions a service has (services.tsv),
//! which scenarios there are (scenarios.tsv), which of them a Rust test shows (elsewhere.tsv) and
//! which are not played yet (not_yet.tsv).

use std::collections::{BTreeMap, BTreeSet};

use hla::{Edition, HlaError};

use crate::elsewhere;

const SERVICES: &str = include_str!("services.tsv");
const SCENARIOS: &str = include_str!("scenarios.tsv");
const NOT_YET: &str = include_str!("not_yet.tsv");

/// The groups of scenarios.tsv whose every row is played or explained.
pub(crate) const GROUPS: &[&str] =
    &["CON", "FED", "JOI", "RES", "SYN", "DEC", "DIR", "NAM", "OBJ", "OWN", "TIM"];

/// Faults in time management that users of comparable products met.
const BUG_CASES: &[&str] =
    &["B001", "B002", "B003", "B005", "B006", "B008", "B010", "B011", "B013", "B015"];

/// What an edition says of a service or callback.
#[derive(Debug)]
pub(crate) struct Row {
    /// `service` or `callback`.
    pub(crate) kind: &'static str,
    pub(crate) clause: &'static str,
    pub(crate) exceptions: Vec<&'static str>,
}

impl Row {
    /// The clause of its group, such as `4` for federation management.
    pub(crate) fn group(&self) -> &'static str {
        self.clause.split_once('.').map_or(self.clause, |(group, _)| group)
    }
}

/// What the tables say.
#[derive(Debug)]
pub(crate) struct Standard {
    /// What the 2010 and the 2025 edition say of a service or callback, by name.
    services: BTreeMap<&'static str, [Option<Row>; 2]>,
    /// Rows of the groups in scope, and the bug cases.
    pub(crate) rows: BTreeSet<&'static str>,
    /// Rows that Rust tests show, with the tests.
    elsewhere: BTreeMap<&'static str, Vec<&'static str>>,
    /// Rows that are not played, with the reason.
    pub(crate) not_yet: BTreeMap<&'static str, &'static str>,
}

impl Standard {
    pub(crate) fn read() -> Self {
        let services = SERVICES.lines().skip(1).filter_map(|line| {
            let [clause_2010, clause_2025, kind, name, of_2010, of_2025] = columns(line)[..] else {
                return None;
            };
            let row = |clause, exceptions: &'static str| {
                let exceptions = exceptions.split_whitespace().collect();
                (clause != "-").then_some(Row { kind, clause, exceptions })
            };
            Some((name, [row(clause_2010, of_2010), row(clause_2025, of_2025)]))
        });
        let rows = SCENARIOS.lines().skip(1).map(|line| columns(line)[0]);
        let not_yet = NOT_YET.lines().skip(1).filter_map(|line| line.split_once('\t'));
        Self {
            services: services.collect(),
            rows: rows
                .filter(|row| GROUPS.contains(&group(row)))
                .chain(BUG_CASES.iter().copied())
                .collect(),
            elsewhere: elsewhere::read(),
            not_yet: not_yet.collect(),
        }
    }

    /// The clause and the exceptions of a service or callback; nothing where the edition has no
    /// such service.
    pub(crate) fn row(&self, edition: Edition, name: &str) -> Option<&Row> {
        self.services.get(name)?[number(edition)].as_ref()
    }

    /// Everything that an edition has, by name.
    pub(crate) fn rows_of(&self, edition: Edition) -> impl Iterator<Item = (&'static str, &Row)> {
        let rows = self.services.iter();
        rows.filter_map(move |(name, rows)| Some((*name, rows[number(edition)].as_ref()?)))
    }

    /// Whether the standard has this exception for this service.
    pub(crate) fn allows(
        &self,
        edition: Edition,
        service: &str,
        error: &HlaError,
    ) -> Result<(), String> {
        let row = self.row(edition, service);
        let row = row.ok_or(format!("the {} edition has no {service}", edition_name(edition)))?;
        let name = error.exception_name();
        if row.exceptions.contains(&name) {
            return Ok(());
        }
        Err(format!("the standard has no {name} for {service}"))
    }

    /// Whether the standard has this callback.
    pub(crate) fn has_callback(&self, edition: Edition, callback: &str) -> Result<(), String> {
        match self.row(edition, callback) {
            Some(Row { kind: "callback", .. }) => Ok(()),
            _ => Err(format!("the {} edition has no callback {callback}", edition_name(edition))),
        }
    }

    /// What is wrong with the lists, given the scenario files that there are.
    pub(crate) fn check_rows(&self, played: &BTreeSet<String>) -> Result<(), String> {
        let mut wrong = Vec::new();
        for row in &self.rows {
            let shown = played.contains(*row) || self.elsewhere.contains_key(row);
            match (shown, self.not_yet.contains_key(row)) {
                (true, true) => wrong.push(format!("{row} is shown, take it off not_yet.tsv")),
                (false, false) => {
                    wrong.push(format!("{row} has no scenario, no test elsewhere and no reason"));
                }
                _ => {}
            }
        }
        for row in self.not_yet.keys().chain(self.elsewhere.keys()) {
            if !self.rows.contains(*row) {
                wrong.push(format!("{row} of not_yet.tsv or elsewhere.tsv is no row in scope"));
            }
        }
        for (row, tests) in &self.elsewhere {
            wrong.extend(tests.iter().filter_map(|test| elsewhere::check(row, test).err()));
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
    }
}

/// `TIM` of `TIM-001`.
pub(crate) fn group(row: &str) -> &str {
    row.split_once('-').map_or(row, |(group, _)| group)
}

pub(crate) fn columns(line: &'static str) -> Vec<&'static str> {
    line.split('\t').collect()
}

fn number(edition: Edition) -> usize {
    match edition {
        Edition::Evolved2010 => 0,
        Edition::Hla4 => 1,
    }
}

/// As the tables spell it.
pub(crate) fn edition_name(edition: Edition) -> &'static str {
    ["2010", "2025"][number(edition)]
}
