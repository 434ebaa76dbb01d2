//! What can be wrong with a module, and where.

use std::fmt;

use hla::HlaError;

/// Which exception of the standard a defect is, under its name in the 2025 edition.
///
/// [`HlaError::in_2010_terms`] gives the names of the 2010 edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FomErrorKind {
    /// The designator leads to no content.
    CouldNotOpenFom,
    /// The content is no object model: not XML, not decodable, a DOCTYPE, another root element.
    ErrorReadingFom,
    /// Well formed, but a rule for single modules or for references is broken.
    InvalidFom,
    /// Two modules contradict each other.
    InconsistentFom,
    /// Like `CouldNotOpenFom`, of the MIM.
    CouldNotOpenMim,
    /// Like `ErrorReadingFom`, of the MIM.
    ErrorReadingMim,
    /// The MIM breaks a rule, or drops or changes something predefined.
    InvalidMim,
    /// The MIM was named although the RTI supplies it.
    DesignatorIsHlaStandardMim,
}

impl FomErrorKind {
    /// The same defect, found in the MIM instead of in a FOM module.
    pub(crate) fn of_mim(self) -> Self {
        match self {
            Self::CouldNotOpenFom => Self::CouldNotOpenMim,
            Self::ErrorReadingFom => Self::ErrorReadingMim,
            // There is no exception for a MIM at odds with the standard one but this.
            Self::InvalidFom | Self::InconsistentFom => Self::InvalidMim,
            other => other,
        }
    }
}

/// A place in a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Designator of the module.
    pub module: String,
    /// Line, from 1; 0 stands for the module as a whole.
    pub line: u32,
    /// Name of the element; empty when no element is at fault.
    pub element: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "module {}", self.module)?;
        if self.line > 0 {
            write!(f, ", line {}", self.line)?;
        }
        if !self.element.is_empty() {
            write!(f, ", <{}>", self.element)?;
        }
        Ok(())
    }
}

/// Why modules do not make an object model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct FomError {
    kind: FomErrorKind,
    place: Place,
    problem: String,
}

impl FomError {
    pub(crate) fn new(kind: FomErrorKind, place: Place, problem: impl Into<String>) -> Self {
        Self { kind, place, problem: problem.into() }
    }

    /// Which exception of the standard this is.
    pub fn kind(&self) -> FomErrorKind {
        self.kind
    }

    /// Where the defect was found.
    pub fn place(&self) -> &Place {
        &self.place
    }

    pub(crate) fn of_mim(self) -> Self {
        Self { kind: self.kind.of_mim(), ..self }
    }
}

impl From<FomError> for HlaError {
    /// The exception under its name in the 2025 edition, with place and problem as its text.
    fn from(error: FomError) -> Self {
        let text = error.to_string();
        match error.kind {
            FomErrorKind::CouldNotOpenFom => Self::CouldNotOpenFOM(text),
            FomErrorKind::ErrorReadingFom => Self::ErrorReadingFOM(text),
            FomErrorKind::InvalidFom => Self::InvalidFOM(text),
            FomErrorKind::InconsistentFom => Self::InconsistentFOM(text),
            FomErrorKind::CouldNotOpenMim => Self::CouldNotOpenMIM(text),
            FomErrorKind::ErrorReadingMim => Self::ErrorReadingMIM(text),
            FomErrorKind::InvalidMim => Self::InvalidMIM(text),
            FomErrorKind::DesignatorIsHlaStandardMim => Self::DesignatorIsHLAstandardMIM(text),
        }
    }
}

/// Something odd that did not keep a module out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FomWarning {
    /// Where it was found.
    pub place: Place,
    /// What it is and how it was taken.
    pub text: String,
}

impl fmt::Display for FomWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}
