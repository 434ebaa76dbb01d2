//! A table of rows with unique names, and how a row meets its repetition in another module.

#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, fmt::Debug};

use super::{
    DataType, DataTypeDefinition, Dimension, Enumerator, SynchronizationPoint, TransportationType,
    TypedEntry, UpdateRate, rows::Origin,
};

/// A column in which two modules contradict each other.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) column: &'static str,
    pub(crate) here: String,
    pub(crate) there: String,
}

impl Difference {
    pub(crate) fn new(column: &'static str, here: impl Debug, there: impl Debug) -> Self {
        Self { column, here: format!("{here:?}"), there: format!("{there:?}") }
    }
}

/// Takes a column of a repetition: what only one of them states counts.
pub(crate) fn settle<T: PartialEq + Clone + Debug>(
    column: &'static str,
    known: &mut Option<T>,
    repeated: &Option<T>,
) -> Result<(), Difference> {
    match (&known, repeated) {
        (Some(there), Some(here)) if there != here => Err(Difference::new(column, here, there)),
        (None, Some(_)) => {
            known.clone_from(repeated);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// A row of a table that modules may repeat.
pub(crate) trait TableRow {
    fn name(&self) -> &str;

    /// Takes a row of the same name in. `extend`: the rules of the 2025 edition, by which some
    /// types may grow.
    fn absorb(&mut self, repeated: Self, extend: bool) -> Result<(), Difference>;
}

/// Rows by position and by name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Table<T> {
    rows: Vec<(T, Origin)>,
    index: BTreeMap<String, u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { rows: Vec::new(), index: BTreeMap::new() }
    }
}

impl<T: TableRow> Table<T> {
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &T> {
        self.rows.iter().map(|(row, _)| row)
    }

    pub(crate) fn with_origins(&self) -> impl Iterator<Item = (&T, Origin)> {
        self.rows.iter().map(|(row, origin)| (row, *origin))
    }

    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        self.rows.get(index).map(|(row, _)| row)
    }

    pub(crate) fn position(&self, name: &str) -> Option<u32> {
        self.index.get(name).copied()
    }

    pub(crate) fn named(&self, name: &str) -> Option<&T> {
        self.position(name).and_then(|index| self.get(index as usize))
    }

    /// Adds a row, or takes it into the one of its name. On a contradiction the error has where
    /// the known row stands.
    pub(crate) fn merge(
        &mut self,
        row: T,
        origin: Origin,
        extend: bool,
    ) -> Result<(), (Difference, Origin)> {
        let known = self.position(row.name()).and_then(|index| self.rows.get_mut(index as usize));
        if let Some((known, known_origin)) = known {
            return known.absorb(row, extend).map_err(|difference| (difference, *known_origin));
        }
        let next = u32::try_from(self.rows.len()).expect("a limit on all text limits the rows");
        self.index.insert(row.name().to_owned(), next);
        self.rows.push((row, origin));
        Ok(())
    }
}

impl TableRow for Dimension {
    fn name(&self) -> &str {
        &self.name
    }

    fn absorb(&mut self, repeated: Self, _extend: bool) -> Result<(), Difference> {
        if self.stated_upper_bound != repeated.stated_upper_bound {
            return Err(Difference::new("upperBound", repeated.upper_bound, self.upper_bound));
        }
        if self.default_range != repeated.default_range {
            return Err(Difference::new("value", repeated.default_range, self.default_range));
        }
        if self.data_types.is_empty() {
            self.data_types = repeated.data_types;
        } else if !repeated.data_types.is_empty() && self.data_types != repeated.data_types {
            return Err(Difference::new("dataType", &repeated.data_types, &self.data_types));
        }
        Ok(())
    }
}

impl TableRow for TransportationType {
    fn name(&self) -> &str {
        &self.name
    }

    fn absorb(&mut self, repeated: Self, _extend: bool) -> Result<(), Difference> {
        settle("reliable", &mut self.reliable, &repeated.reliable)
    }
}

impl TableRow for UpdateRate {
    fn name(&self) -> &str {
        &self.name
    }

    fn absorb(&mut self, repeated: Self, _extend: bool) -> Result<(), Difference> {
        if self.rate_hz == repeated.rate_hz {
            return Ok(());
        }
        Err(Difference::new("rate", repeated.rate_hz, self.rate_hz))
    }
}

impl TableRow for SynchronizationPoint {
    fn name(&self) -> &str {
        &self.label
    }

    fn absorb(&mut self, repeated: Self, _extend: bool) -> Result<(), Difference> {
        settle("dataType", &mut self.data_type, &repeated.data_type)?;
        settle("capability", &mut self.capability, &repeated.capability)
    }
}

impl TableRow for TypedEntry {
    fn name(&self) -> &str {
        &self.name
    }

    fn absorb(&mut self, repeated: Self, _extend: bool) -> Result<(), Difference> {
        if self.data_type == repeated.data_type {
            return Ok(());
        }
        Err(Difference::new("dataType", repeated.data_type, &self.data_type))
    }
}

impl TableRow for DataType {
    fn name(&self) -> &str {
        &self.name
    }

    fn absorb(&mut self, repeated: Self, extend: bool) -> Result<(), Difference> {
        use DataTypeDefinition as D;
        if self.definition == repeated.definition {
            return Ok(());
        }
        match (&mut self.definition, repeated.definition) {
            (D::Basic { size_bits, endian }, D::Basic { size_bits: repeated, endian: more })
                if *size_bits == repeated =>
            {
                settle("endian", endian, &more)
            }
            (
                D::Simple { representation, units },
                D::Simple { representation: repeated, units: more },
            ) if *representation == repeated => settle("units", units, &more),
            (
                D::Enumerated { representation, enumerators },
                D::Enumerated { representation: repeated, enumerators: more },
            ) if *representation == repeated && extend => absorb_enumerators(enumerators, more),
            (
                D::Array { element, cardinality, encoding },
                D::Array { element: repeated, cardinality: axes, encoding: more },
            ) if *element == repeated && *cardinality == axes => {
                settle("encoding", encoding, &more)
            }
            (
                D::FixedRecord { encoding, fields },
                D::FixedRecord { encoding: more, fields: repeated },
            ) if *fields == repeated => settle("encoding", encoding, &more),
            (
                D::VariantRecord { discriminant, data_type, encoding, alternatives },
                D::VariantRecord {
                    discriminant: repeated,
                    data_type: repeated_type,
                    encoding: more,
                    alternatives: rows,
                },
            ) if *discriminant == repeated
                && *data_type == repeated_type
                && (*alternatives == rows || extend) =>
            {
                settle("encoding", encoding, &more)?;
                // A plain variant record must not grow: old receivers could not skip the news.
                if *alternatives != rows && encoding.as_deref() != Some(EXTENDABLE) {
                    return Err(Difference::new("alternatives", rows, alternatives));
                }
                absorb_rows("alternative", alternatives, rows, |row| &row.enumerator)
            }
            (known, repeated) => Err(Difference::new("definition", repeated, known)),
        }
    }
}

const EXTENDABLE: &str = "HLAextendableVariantRecord";

/// An enumeration may gain enumerators; a value has one name only (2025 edition).
fn absorb_enumerators(
    known: &mut Vec<Enumerator>,
    repeated: Vec<Enumerator>,
) -> Result<(), Difference> {
    let names: BTreeMap<i128, &Enumerator> =
        known.iter().flat_map(|row| row.values.iter().map(move |value| (*value, row))).collect();
    for new in &repeated {
        let clash = new.values.iter().find_map(|value| names.get(value));
        if let Some(old) = clash.filter(|old| old.name != new.name) {
            return Err(Difference::new("enumerator", new, old));
        }
    }
    absorb_rows("enumerator", known, repeated, |row| &row.name)
}

/// Takes in the rows that are new; those that are known must be equal (2025 edition).
fn absorb_rows<T: PartialEq + Clone + Debug>(
    column: &'static str,
    known: &mut Vec<T>,
    repeated: Vec<T>,
    key: impl Fn(&T) -> &String,
) -> Result<(), Difference> {
    let mut index: BTreeMap<String, Vec<T>> = BTreeMap::new();
    for row in known.iter() {
        index.entry(key(row).clone()).or_default().push(row.clone());
    }
    for new in repeated {
        match index.get(key(&new)).map(Vec::as_slice) {
            Some(old) if old.contains(&new) => {}
            Some([old, ..]) => return Err(Difference::new(column, new, old)),
            _ => known.push(new),
        }
    }
    Ok(())
}
