//! Why a case file was refused: always the file, the element and the reason.

/// A case file that cannot become a [`Network`](super::Network).
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct CaseError {
    /// Name of the file as given by the caller.
    pub file: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a case file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Problem {
    /// Not JSON, or a field is missing or of another type.
    #[error("not a readable case: {detail}")]
    Json {
        /// Message of the JSON reader, with line and column.
        detail: String,
    },
    /// The `schema` field is not one this crate reads.
    #[error("schema is {found:?}; this program reads \"rtif-power-case/1\"")]
    Schema {
        /// The schema the file claims.
        found: String,
    },
    /// A word that must be one of a closed list is none of them.
    #[error("{element}: {field} {found:?} is unknown; use one of {known}")]
    UnknownKind {
        /// The element, for example `switch QS2111`.
        element: String,
        /// The field that holds the word.
        field: &'static str,
        /// The word found.
        found: String,
        /// The words allowed.
        known: &'static str,
    },
    /// Two elements of one kind share an id.
    #[error("{element}: the id is used twice; ids must be unique")]
    Duplicate {
        /// The element, for example `node 220-I`.
        element: String,
    },
    /// A reference to an element that is not in the file.
    #[error("{element}: {field} refers to {target}, which is not in the file")]
    Dangling {
        /// The referring element.
        element: String,
        /// The referring field.
        field: &'static str,
        /// What it refers to.
        target: String,
    },
    /// A number outside the range that has a physical meaning.
    #[error("{element}: {field} is {value}, it must be {need}")]
    Number {
        /// The element.
        element: String,
        /// The field.
        field: &'static str,
        /// The value found.
        value: f64,
        /// The range that is allowed.
        need: &'static str,
    },
    /// A series branch without impedance would make the admittance matrix singular.
    #[error(
        "{element}: its impedance is {magnitude_pu:e} pu, too small to divide by; \
         give it an impedance or model it as a closed switch"
    )]
    ZeroImpedance {
        /// The branch.
        element: String,
        /// Magnitude of the impedance, pu of the system base.
        magnitude_pu: f64,
    },
    /// Two nodes that must have one nominal voltage do not.
    #[error("{element}: it joins {kv1} kV and {kv2} kV; both ends need one nominal voltage")]
    VoltageMismatch {
        /// The switch or line.
        element: String,
        /// Nominal voltage of the first end.
        kv1: f64,
        /// Nominal voltage of the second end.
        kv2: f64,
    },
}
