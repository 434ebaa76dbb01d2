//! The lobby: where sessions connect and federation executions are created, listed, joined and
//! destroyed. It owns everything else of the runtime.

mod connect;
mod modules;
mod views;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hla::{
    Callback, ConfigurationResult, Credentials, Edition, FederationExecutionInformation, FomModule,
    HlaError, RtiConfiguration, TimeImplementation,
};
use rti_core::{CallId, Join};
use rti_fom::FomModel;
use tokio_util::sync::CancellationToken;

pub use self::views::{FederationView, SessionState, SessionView};
use crate::clock::Clock;
use crate::message::{Peer, SessionRefused};
use crate::registry::Registry;
use crate::running_federation::RunningFederation;
use crate::session::Session;
use crate::settings::{DenialKind, RuntimeSettings};

/// The only version of the Federate Protocol.
const PROTOCOL_VERSION: u32 = 1;

/// The runtime of one server: its sessions and its federation executions.
#[derive(Debug)]
pub struct Lobby {
    settings: RuntimeSettings,
    clock: Clock,
    registry: Arc<Registry>,
    sessions_opened: AtomicU64,
    draining: CancellationToken,
}

/// A connection that was granted.
pub(crate) struct Connection {
    pub(crate) edition: Edition,
    pub(crate) result: ConfigurationResult,
}

/// A federation execution that somebody wants (4.5).
pub(crate) struct NewFederation {
    pub(crate) name: String,
    pub(crate) modules: Vec<FomModule>,
    pub(crate) mim: Option<FomModule>,
    pub(crate) time: String,
}

/// A federate that wants to join (4.11).
pub(crate) struct JoinRequest {
    pub(crate) federate_name: Option<String>,
    pub(crate) federate_type: String,
    pub(crate) federation_name: String,
    pub(crate) modules: Vec<FomModule>,
    pub(crate) edition: Edition,
}

/// How a drain ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drained {
    /// Sessions that did not take their last messages in time.
    pub abandoned_sessions: usize,
}

impl Lobby {
    /// A runtime without sessions and federations. Its tasks run on the tokio runtime it is
    /// used from.
    pub fn new(settings: RuntimeSettings) -> Arc<Self> {
        Arc::new(Self {
            settings,
            clock: Clock::start(),
            registry: Arc::default(),
            sessions_opened: AtomicU64::new(0),
            draining: CancellationToken::new(),
        })
    }

    /// Opens a session for a peer that speaks this version of the Federate Protocol.
    ///
    /// # Errors
    /// Another version, too many sessions, or a server that shuts down.
    pub fn open_session(
        self: &Arc<Self>,
        peer: Peer,
        protocol_version: u32,
    ) -> Result<Arc<Session>, SessionRefused> {
        if protocol_version != PROTOCOL_VERSION {
            return Err(SessionRefused::UnsupportedVersion(protocol_version));
        }
        if self.draining.is_cancelled() {
            return Err(SessionRefused::ShuttingDown);
        }
        let sessions = self.registry.session_count();
        if sessions >= self.settings.sessions_max {
            return Err(SessionRefused::OutOfResources(sessions));
        }
        let opened_at = self.sessions_opened.fetch_add(1, Ordering::Relaxed);
        loop {
            // The id is all that authenticates a resume, so it must be hard to guess.
            let id = getrandom::u64().map_err(|_| SessionRefused::OutOfResources(sessions))?;
            let session = Session::open(self.clone(), id, opened_at, peer);
            if id != 0 && self.registry.add_session(session.clone()) {
                tracing::debug!(session = session.peer_text(), "session opened");
                // A drain that began meanwhile has not seen it.
                if self.draining.is_cancelled() {
                    session.shut_down();
                }
                return Ok(session);
            }
        }
    }

    /// Ends everything in good order: no new sessions, federates are told, what waits for them
    /// is written. After `deadline` what is left is abandoned.
    pub async fn drain(&self, deadline: Duration) -> Drained {
        self.draining.cancel();
        let sessions = self.registry.sessions();
        for session in &sessions {
            session.shut_down();
        }
        let all_gone = async {
            for session in &sessions {
                session.written().await;
            }
        };
        let in_time = tokio::time::timeout(deadline, all_gone).await.is_ok();
        let late: Vec<_> = sessions.iter().filter(|session| !session.is_written()).collect();
        late.iter().for_each(|session| session.abandon());
        self.registry.federations().iter().for_each(|federation| federation.end_with_server());
        if !in_time {
            tracing::warn!(sessions = late.len(), "sessions abandoned at shutdown");
        }
        Drained { abandoned_sessions: late.len() }
    }

    /// Grants a connection (4.2).
    pub(crate) fn connect(
        &self,
        configuration: Option<RtiConfiguration>,
        credentials: Option<Credentials>,
    ) -> Result<Connection, HlaError> {
        connect::check_credentials(self.settings.password.as_ref(), credentials)?;
        Ok(connect::read_settings(&configuration.unwrap_or_default()))
    }

    /// Creates a federation execution (4.5): all of it or nothing.
    pub(crate) async fn create(self: &Arc<Self>, new: NewFederation) -> Result<(), HlaError> {
        let NewFederation { name, modules, mim, time } = new;
        let exists = || {
            Err(HlaError::FederationExecutionAlreadyExists(format!("there is a {name} already")))
        };
        if name.is_empty() {
            let details = "a federation execution needs a name".to_owned();
            return Err(HlaError::RTIinternalError(details));
        }
        self.check_allowed(DenialKind::Create, &name)?;
        if self.registry.federation(&name).is_some() {
            return exists();
        }
        let federations = self.registry.federation_count();
        if federations >= self.settings.federations_max {
            return Err(HlaError::RTIinternalError(format!(
                "there are {federations} federation executions, no more are allowed: destroy one \
                 or raise federations_max"
            )));
        }
        let time = TimeImplementation::by_name(&time).ok_or_else(|| {
            HlaError::CouldNotCreateLogicalTimeFactory(format!(
                "{time} is no time implementation, use HLAinteger64Time or HLAfloat64Time"
            ))
        })?;
        let model = self.build_model(modules, mim, time).await?;
        for warning in model.warnings() {
            tracing::warn!(federation = name, %warning, "questionable FOM");
        }
        let federation = RunningFederation::start(
            &self.settings,
            self.clock,
            self.registry.clone(),
            name.clone(),
            time,
            model,
        );
        // Checked again, now in one step with the entry: somebody may have been faster.
        if !self.registry.add_federation(federation) {
            return exists();
        }
        tracing::info!(federation = name, time = time.name(), "federation execution created");
        Ok(())
    }

    async fn build_model(
        self: &Arc<Self>,
        modules: Vec<FomModule>,
        mim: Option<FomModule>,
        time: TimeImplementation,
    ) -> Result<FomModel, HlaError> {
        let settings = self.settings.clone();
        on_blocking_pool(move || {
            let open = |module| modules::open(module, &settings);
            let mim = mim.map(|mim| open(mim).map_err(modules::of_mim)).transpose()?;
            let modules = modules.into_iter().map(open).collect::<Result<Vec<_>, _>>()?;
            let model = FomModel::create(mim.as_ref(), &modules)?;
            model.check_time_implementation(time.name())?;
            Ok(model)
        })
        .await
    }

    /// Destroys a federation execution (4.6).
    pub(crate) fn destroy(&self, name: &str) -> Result<(), HlaError> {
        self.check_allowed(DenialKind::Destroy, name)?;
        self.existing(name)?.destroy()
    }

    /// Asks a federation to let a session join (4.11). `Ok`: the session gets its answer from
    /// there.
    pub(crate) async fn join(
        self: &Arc<Self>,
        session: &Arc<Session>,
        call: CallId,
        request: JoinRequest,
    ) -> Result<(), HlaError> {
        let JoinRequest { federate_name, federate_type, federation_name, modules, edition } =
            request;
        self.check_allowed(DenialKind::Join, &federation_name)?;
        // A name that the RTI invents is nobody's.
        if let Some(name) = &federate_name {
            self.check_allowed(DenialKind::Federate, name)?;
        }
        let federation = self.existing(&federation_name)?;
        let settings = self.settings.clone();
        let modules = if modules.is_empty() {
            Vec::new()
        } else {
            on_blocking_pool(move || {
                modules.into_iter().map(|module| modules::open(module, &settings)).collect()
            })
            .await?
        };
        let host = session.peer_text();
        federation.join(session, call, |id| Join {
            id,
            federate_name,
            federate_type,
            modules,
            edition,
            host,
        });
        Ok(())
    }

    /// Refuses what the settings deny.
    fn check_allowed(&self, kind: DenialKind, name: &str) -> Result<(), HlaError> {
        if self.settings.denied.iter().all(|denial| !denial.is_of(kind, name)) {
            return Ok(());
        }
        let what = match kind {
            DenialKind::Create => "create the federation execution",
            DenialKind::Destroy => "destroy the federation execution",
            DenialKind::Join => "join the federation execution",
            DenialKind::Federate => "join under the name",
        };
        Err(HlaError::Unauthorized(format!("the settings of this RTI let nobody {what} {name}")))
    }

    fn existing(&self, name: &str) -> Result<Arc<RunningFederation>, HlaError> {
        self.registry.federation(name).ok_or_else(|| {
            let details = format!("there is no federation execution {name}");
            HlaError::FederationExecutionDoesNotExist(details)
        })
    }

    /// The answer to listFederationExecutions (4.8).
    pub(crate) fn report_federations(&self) -> Callback {
        let federations = self.registry.federations();
        let report = federations.iter().map(|federation| FederationExecutionInformation {
            federation_name: federation.name().to_owned(),
            logical_time_implementation_name: federation.time().name().to_owned(),
        });
        Callback::ReportFederationExecutions { report: report.collect() }
    }

    /// The answer to listFederationExecutionMembers (4.10).
    pub(crate) fn report_members(&self, federation_name: String) -> Callback {
        match self.registry.federation(&federation_name) {
            Some(federation) => Callback::ReportFederationExecutionMembers {
                federation_name,
                report: federation.members(),
            },
            None => Callback::ReportFederationExecutionDoesNotExist { federation_name },
        }
    }

    pub(crate) fn settings(&self) -> &RuntimeSettings {
        &self.settings
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.clock
    }

    pub(crate) fn registry(&self) -> &Registry {
        &self.registry
    }

    pub(crate) fn draining(&self) -> &CancellationToken {
        &self.draining
    }
}

/// Reading FOMs takes tens of milliseconds, which no session and no federation shall wait for.
async fn on_blocking_pool<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, HlaError> + Send + 'static,
) -> Result<T, HlaError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        // A module on which the reader panics is that module's problem, not the server's.
        Err(error) => Err(HlaError::RTIinternalError(format!("reading the FOM failed: {error}"))),
    }
}
