//! The services and callbacks of both editions, and which exceptions each has (services.tsv).

use std::collections::BTreeMap;

use hla::{Edition, HlaError};

const SERVICES: &str = include_str!("services.tsv");

/// Every service and callback.
#[derive(Debug)]
pub(crate) struct Services {
    /// What the 2010 and the 2025 edition say of it, by name.
    rows: BTreeMap<&'static str, [Option<Row>; 2]>,
}

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

impl Services {
    pub(crate) fn read() -> Self {
        let rows = SERVICES.lines().skip(1).filter_map(|line| {
            let [clause_2010, clause_2025, kind, name, of_2010, of_2025] = columns(line)[..] else {
                return None;
            };
            let row = |clause, exceptions: &'static str| {
                let exceptions = exceptions.split_whitespace().collect();
                (clause != "-").then_some(Row { kind, clause, exceptions })
            };
            Some((name, [row(clause_2010, of_2010), row(clause_2025, of_2025)]))
        });
        Self { rows: rows.collect() }
    }

    /// The clause and the exceptions of a service or callback; nothing where the edition has no
    /// such service.
    pub(crate) fn row(&self, edition: Edition, name: &str) -> Option<&Row> {
        self.rows.get(name)?[number(edition)].as_ref()
    }

    /// Everything that an edition has, by name.
    pub(crate) fn rows_of(&self, edition: Edition) -> impl Iterator<Item = (&'static str, &Row)> {
        self.rows
            .iter()
            .filter_map(move |(name, rows)| Some((*name, rows[number(edition)].as_ref()?)))
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
