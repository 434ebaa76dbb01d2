//! A picture of a federation for operators; it has no influence on anything.

use hla::{FederateHandle, Interval, TimeImplementation, TimePoint};

/// A federation as an operator sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct FederationStatus {
    /// Name of the federation execution.
    pub name: String,
    /// Its time type.
    pub time: TimeImplementation,
    /// Designators of its FOM modules.
    pub fom_modules: Vec<String>,
    /// Object instances that exist.
    pub object_instances: usize,
    /// Its joined federates, by handle.
    pub federates: Vec<FederateStatus>,
}

/// A joined federate as an operator sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct FederateStatus {
    /// Its handle.
    pub handle: FederateHandle,
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: String,
    /// Its logical time.
    pub logical_time: TimePoint,
    /// What it waits for.
    pub advance: AdvanceState,
    /// Its lookahead, while it regulates.
    pub lookahead: Option<Interval>,
    /// Whether it is time-constrained.
    pub constrained: bool,
    /// Its GALT, where defined.
    pub galt: Option<TimePoint>,
    /// Its LITS, where defined.
    pub lits: Option<TimePoint>,
    /// Messages queued for it in time-stamp order.
    pub tso_queued: usize,
    /// Messages held back from it in receive order.
    pub ro_held: usize,
}

/// Whether a federate advances, and by which service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdvanceState {
    /// It holds its logical time.
    Granted,
    /// It waits for a grant.
    Advancing {
        /// The service's name in short: TAR, TARA, NMR, NMRA or FQR.
        kind: &'static str,
        /// The time it asked for.
        requested: TimePoint,
    },
}
