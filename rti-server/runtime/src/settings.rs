//! Limits and policies of the runtime, all of them settings.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use rti_core::{Input, Limits};

/// Limits and policies; the defaults are those of the product.
#[derive(Debug, Clone)]
pub struct RuntimeSettings {
    /// Sessions open at once; one more is refused with "out of resources".
    pub sessions_max: usize,
    /// Federation executions at once.
    pub federations_max: usize,
    /// Calls of one session that are not answered yet; more are not read from its transport.
    pub session_inflight_calls_max: usize,
    /// Octets of those calls. A single larger call is taken when no other is in flight.
    pub session_inflight_bytes_max: usize,
    /// Octets of one call. A larger one is refused, its session lives.
    pub session_call_bytes_max: usize,
    /// Inputs that a federation takes before everything it caused is released.
    pub turn_inputs_max: usize,
    /// Time after which it is released anyway.
    pub turn_time_max: Duration,
    /// What waits for one session, and for how long.
    pub outbox: OutboxSettings,
    /// How long a session may stay full before it is closed and its federate lost.
    pub congestion_grace: Duration,
    /// How long a federate whose transport ended stays joined. No transport can resume a session
    /// yet, so any time here only delays the others.
    pub dropped_session_kept: Duration,
    /// What `HLAplainTextPassword` must hold; anybody may connect where there is none.
    pub password: Option<Password>,
    /// What nobody may do, password or not.
    pub denied: Vec<Denial>,
    /// Where FOM modules are looked for that federates name instead of sending them.
    pub fom_folder: Option<PathBuf>,
    /// Where reports of service invocations go that federates want in a file (10.51); without it
    /// they go nowhere.
    pub service_report_folder: Option<PathBuf>,
    /// Octets of one FOM module, unpacked.
    pub fom_module_bytes_max: usize,
    /// Limits of every federation.
    pub federation_limits: Limits,
    /// Sees every input before it is applied.
    pub before_step: Option<StepHook>,
}

impl Default for RuntimeSettings {
    fn default() -> Self {
        Self {
            sessions_max: 10_000,
            federations_max: 1_000,
            session_inflight_calls_max: 256,
            session_inflight_bytes_max: 1 << 20,
            // Receivers accept messages of 64 MiB, and a callback says a little more than the call
            // that caused it.
            session_call_bytes_max: (64 << 20) - (64 << 10),
            turn_inputs_max: 256,
            turn_time_max: Duration::from_micros(500),
            outbox: OutboxSettings::default(),
            congestion_grace: Duration::from_secs(5),
            dropped_session_kept: Duration::ZERO,
            password: None,
            denied: Vec::new(),
            fom_folder: None,
            service_report_folder: None,
            fom_module_bytes_max: 64 << 20,
            federation_limits: Limits::default(),
            before_step: None,
        }
    }
}

/// Limits of the outbox of one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutboxSettings {
    /// Octets of unsent replies, advisories, reliable and time-stamp-ordered messages at which
    /// the federation is told of a congestion.
    pub ordered_bytes_max: usize,
    /// Octets of the same at which the session is closed without waiting for the grace time.
    pub ordered_bytes_closed: usize,
    /// Octets of unsent best-effort values up to which none is replaced by a newer one: a burst
    /// that a fast federate can take reaches it whole.
    pub latest_bytes_free: usize,
    /// Octets of unsent best-effort values; the oldest are dropped beyond.
    pub latest_bytes_max: usize,
}

impl Default for OutboxSettings {
    fn default() -> Self {
        Self {
            ordered_bytes_max: 16 << 20,
            // The limit, and room for the largest message on top of it.
            ordered_bytes_closed: 128 << 20,
            latest_bytes_free: 256 << 10,
            latest_bytes_max: 16 << 20,
        }
    }
}

/// Something that nobody may do; services that are denied answer `Unauthorized`.
///
/// Written `create=NAME`, `destroy=NAME` or `join=NAME` for the federation execution of that name,
/// or `federate=NAME` for joining any under that name; the name `*` means all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denial {
    kind: DenialKind,
    name: String,
}

/// What a denial is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DenialKind {
    Create,
    Destroy,
    Join,
    Federate,
}

impl Denial {
    pub(crate) fn is_of(&self, kind: DenialKind, name: &str) -> bool {
        self.kind == kind && (self.name == "*" || self.name == name)
    }
}

impl FromStr for Denial {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let kinds = [
            ("create", DenialKind::Create),
            ("destroy", DenialKind::Destroy),
            ("join", DenialKind::Join),
            ("federate", DenialKind::Federate),
        ];
        let read = text.split_once('=').filter(|(_, name)| !name.is_empty());
        let read = read.and_then(|(word, name)| {
            let (_, kind) = kinds.into_iter().find(|(known, _)| *known == word)?;
            Some(Self { kind, name: name.to_owned() })
        });
        read.ok_or_else(|| {
            format!("{text:?} is none of create=NAME, destroy=NAME, join=NAME, federate=NAME")
        })
    }
}

/// A password; its text is never printed.
#[derive(Clone)]
pub struct Password(String);

impl From<String> for Password {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl Password {
    /// Keeps the text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Compares in a time that does not tell how much of the text is right.
    pub(crate) fn is(&self, other: &str) -> bool {
        let (right, given) = (self.0.as_bytes(), other.as_bytes());
        let differences = right.iter().zip(given).fold(0, |sum, (a, b)| sum | (a ^ b));
        right.len() == given.len() && differences == 0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}

/// Something that sees every input of every federation before it is applied, in order.
///
/// Tests inject faults through it: a hook that panics is a federation that panics.
#[derive(Clone)]
pub struct StepHook(Arc<dyn Fn(&Input) + Send + Sync>);

impl StepHook {
    /// Makes a hook of a function.
    pub fn new(hook: impl Fn(&Input) + Send + Sync + 'static) -> Self {
        Self(Arc::new(hook))
    }

    pub(crate) fn see(&self, input: &Input) {
        (self.0)(input);
    }
}

impl fmt::Debug for StepHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StepHook(..)")
    }
}
