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

/// What the tables say.
#[derive(Debug)]
pub(crate) struct Standard {
    /// Exceptions of the 2010 and the 2025 edition, by service.
    exceptions: BTreeMap<&'static str, [Vec<&'static str>; 2]>,
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
            let [_, _, "service", name, of_2010, of_2025] = columns(line)[..] else { return None };
            let list = |text: &'static str| text.split_whitespace().collect();
            Some((name, [list(of_2010), list(of_2025)]))
        });
        let rows = SCENARIOS.lines().skip(1).map(|line| columns(line)[0]);
        let not_yet = NOT_YET.lines().skip(1).filter_map(|line| line.split_once('\t'));
        Self {
            exceptions: services.collect(),
            rows: rows
                .filter(|row| GROUPS.contains(&group(row)))
                .chain(BUG_CASES.iter().copied())
                .collect(),
            elsewhere: elsewhere::read(),
            not_yet: not_yet.collect(),
        }
    }

    /// Whether the standard has this exception for this service.
    pub(crate) fn allows(
        &self,
        edition: Edition,
        service: &str,
        error: &HlaError,
    ) -> Result<(), String> {
        let edition = match edition {
            Edition::Evolved2010 => 0,
            Edition::Hla4 => 1,
        };
        let rows = names_in_standard(service).into_iter();
        let rows: Vec<_> = rows.filter_map(|name| self.exceptions.get(name.as_str())).collect();
        if rows.is_empty() {
            return Err(format!("services.tsv does not have {service}"));
        }
        let name = error.exception_name();
        if rows.iter().any(|row| row[edition].contains(&name)) {
            return Ok(());
        }
        Err(format!("the standard has no {name} for {service}"))
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

fn columns(line: &'static str) -> Vec<&'static str> {
    line.split('\t').collect()
}

/// Services that are one call here and several in the standard.
fn names_in_standard(service: &str) -> Vec<String> {
    let mut names = vec![service.to_owned()];
    match service {
        "createFederationExecution" => names.push("createFederationExecutionWithMIM".to_owned()),
        "reserveMultipleObjectInstanceNames" | "releaseMultipleObjectInstanceNames" => {
            names.push(service.trim_end_matches('s').to_owned());
        }
        _ => {}
    }
    names
}
