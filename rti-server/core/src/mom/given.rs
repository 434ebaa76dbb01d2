//! An interaction by which a federate asks something of the RTI, with its parameters decoded.

use std::sync::Arc;

use hla::{FederateHandle, HlaError, InteractionClassHandle, ParameterValues};
use rti_fom::FomModel;

use super::encoding::{Datum, decode};

/// What a federate sent to the RTI.
#[derive(Debug)]
pub(super) struct Given {
    pub(super) model: Arc<FomModel>,
    /// Who sent it.
    pub(super) from: FederateHandle,
    /// The class of the MIM that it is of; subclasses of modules add nothing for the RTI.
    pub(super) class: InteractionClassHandle,
    /// The federate that it names; `INVALID` for what concerns the federation.
    pub(super) about: FederateHandle,
    pub(super) values: ParameterValues,
}

/// Why the RTI did not do what an interaction asked for.
#[derive(Debug)]
pub(super) struct Refused {
    /// A parameter is missing or malformed; else the service raised an exception.
    pub(super) parameter_error: bool,
    pub(super) text: String,
}

impl Refused {
    pub(super) fn parameter(text: String) -> Self {
        Self { parameter_error: true, text }
    }
}

impl From<HlaError> for Refused {
    fn from(error: HlaError) -> Self {
        Self { parameter_error: false, text: error.to_string() }
    }
}

impl Given {
    /// A parameter that must be there.
    pub(super) fn get<T: Datum>(&self, name: &str) -> Result<T, Refused> {
        let missing = || Refused::parameter(format!("parameter {name} is missing"));
        self.optional(name)?.ok_or_else(missing)
    }

    /// A parameter that may be left out.
    pub(super) fn optional<T: Datum>(&self, name: &str) -> Result<Option<T>, Refused> {
        let parameter = self.model.parameter_handle(self.class, name);
        let Some(octets) = parameter.and_then(|parameter| self.values.get(parameter)) else {
            return Ok(None);
        };
        let value = decode(&octets, &self.model);
        value.map(Some).ok_or_else(|| Refused::parameter(format!("parameter {name} is malformed")))
    }
}
