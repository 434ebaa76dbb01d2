//! The tables of the standard and of the scenarios: which exceptions a service has (`table`), which
//! scenarios there are (scenarios.tsv), which of them a Rust test shows (elsewhere.tsv) and
//! which are not played yet (not_yet.tsv).

use std::collections::{BTreeMap, BTreeSet};

use crate::elsewhere;
use crate::table::{Services, columns};

const SCENARIOS: &str = include_str!("scenarios.tsv");
const NOT_YET: &str = include_str!("not_yet.tsv");

/// The groups of scenarios.tsv whose every row is played or explained.
pub(crate) const GROUPS: &[&str] = &[
    "CON", "FED", "JOI", "RES", "SYN", "DEC", "DIR", "NAM", "OBJ", "OWN", "TIM", "DDM", "CBK",
    "FOM", "ENC", "SUP", "MOM",
];

/// Faults that users of comparable products met.
const BUG_CASES: &[&str] = &[
    "B001", "B002", "B003", "B005", "B006", "B008", "B010", "B011", "B013", "B015", "B017", "B019",
    "B021", "B022", "B025", "B027", "B029", "B036", "B037", "B039", "B041", "B046", "B048", "B050",
    "B052", "B054", "B056", "B057", "B058", "B059", "B061", "B062", "B064", "B066", "B068", "B070",
    "B071", "B073",
];

/// What the tables say.
#[derive(Debug)]
pub(crate) struct Standard {
    pub(crate) services: Services,
    /// Rows of the groups in scope, and the bug cases.
    pub(crate) rows: BTreeSet<&'static str>,
    /// Rows that Rust tests show, with the tests.
    elsewhere: BTreeMap<&'static str, Vec<&'static str>>,
    /// Rows that are not played, with the reason.
    pub(crate) not_yet: BTreeMap<&'static str, &'static str>,
}

impl Standard {
    pub(crate) fn read() -> Self {
        let rows = SCENARIOS.lines().skip(1).map(|line| columns(line)[0]);
        let not_yet = NOT_YET.lines().skip(1).filter_map(|line| line.split_once('\t'));
        Self {
            services: Services::read(),
            rows: rows
                .filter(|row| GROUPS.contains(&group(row)))
                .chain(BUG_CASES.iter().copied())
                .collect(),
            elsewhere: elsewhere::read(),
            not_yet: not_yet.collect(),
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
