//! What a scenario is played against.

pub(crate) mod core;
pub(crate) mod grpc;

use std::time::Duration;

use hla::{Call, Callback, Edition, FomModule, HlaError, Reply};

use crate::scenario::Setup;

/// An RTI with its federates, who are called by their names in the scenario.
pub(crate) trait Rti {
    /// Connects a federate that is not yet, as one that speaks this edition.
    fn connect(&mut self, federate: &str, edition: Edition) -> Result<(), HlaError>;

    /// Calls a service. Where a federate has never joined it is known by its connection.
    fn call(&mut self, federate: &str, call: Call) -> Result<Reply, HlaError>;

    /// Lets several federates call a service each at the same moment.
    fn call_at_once(&mut self, calls: Vec<(String, Call)>) -> Vec<Result<Reply, HlaError>> {
        calls.into_iter().map(|(federate, call)| self.call(&federate, call)).collect()
    }

    /// Lets everything that was caused so far reach everybody, then hands over what is new.
    /// Who does not hold callbacks has handled them.
    fn callbacks(&mut self) -> Vec<(String, Callback)>;

    /// Whether the federate from now on gets callbacks without handling them.
    fn hold(&mut self, federate: &str, holds: bool);

    /// The RTI loses contact with the federate, and has noticed it on return.
    fn lose(&mut self, federate: &str);

    /// The outbox of the federate fills up, or drains.
    fn congest(&mut self, federate: &str, full: bool) -> Result<(), String>;

    /// Lets wall-clock time pass.
    fn wait(&mut self, time: Duration) -> Result<(), String>;

    /// Whether this federate is joined.
    fn is_joined(&self, federate: &str) -> bool;
}

/// The name of the federation execution that scenarios are played in.
pub(crate) const FEDERATION: &str = "N";

/// The modules of the federation execution.
pub(crate) fn modules(setup: &Setup) -> Result<Vec<FomModule>, String> {
    setup.fom.iter().map(|name| module(name)).collect()
}

/// A module of the folder `fom`, or of the tests of `rti-fom`.
pub(crate) fn module(name: &str) -> Result<FomModule, String> {
    let folders = ["tests/conformance/fom", "rti-server/fom/testdata"];
    let paths = folders.map(|folder| format!("{}/{folder}/{name}", env!("CARGO_MANIFEST_DIR")));
    let content = std::fs::read(&paths[0]).or_else(|_| std::fs::read(&paths[1]));
    let content = content.map_err(|error| format!("{name}: {error}"))?;
    Ok(FomModule::File { name: name.to_owned(), content: content.into() })
}
