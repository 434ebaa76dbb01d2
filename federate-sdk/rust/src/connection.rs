//! A federate that is connected and not joined: it creates, lists, joins and destroys.

use std::fmt;
use std::time::Duration;

use hla::{
    Call, Callback, ConfigurationResult, Credentials, FederateHandle,
    FederationExecutionInformation, FederationExecutionMemberInformation, FomModule, HlaError,
    Reply, ResignAction, RtiConfiguration, TimeImplementation,
};

use crate::SdkError;
use crate::federate::{Federate, unexpected};
use crate::session::Session;

/// Pause between two attempts to reach an RTI that is not there yet.
const RETRY_PAUSE: Duration = Duration::from_millis(300);

/// How to connect.
#[derive(Debug, Clone, Default)]
pub struct ConnectOptions {
    /// Named configuration and settings for the RTI.
    pub configuration: Option<RtiConfiguration>,
    /// Who connects, where the RTI wants to know.
    pub credentials: Option<Credentials>,
}

/// As what to join.
#[derive(Debug, Clone, Default)]
pub struct JoinOptions {
    /// What kind of federate this is, free text.
    pub federate_type: String,
    /// Its name; the RTI makes one up where there is none.
    pub federate_name: Option<String>,
    /// Modules to merge into the FDD of the federation.
    pub additional_fom_modules: Vec<FomModule>,
}

impl JoinOptions {
    /// A federate of this type, without a name of its own.
    pub fn of_type(federate_type: &str) -> Self {
        Self { federate_type: federate_type.into(), ..Self::default() }
    }

    /// Under this name.
    #[must_use]
    pub fn named(mut self, federate_name: &str) -> Self {
        self.federate_name = Some(federate_name.into());
        self
    }

    /// Bringing these modules along.
    #[must_use]
    pub fn with_fom_modules(mut self, modules: Vec<FomModule>) -> Self {
        self.additional_fom_modules = modules;
        self
    }
}

/// A refusal after which everything is as before: the caller gets back what the service would have
/// turned into something else. `?` makes it an [`SdkError`].
#[derive(Debug)]
pub struct Rejected<T> {
    /// Why.
    pub error: SdkError,
    /// What the service was called on.
    pub unchanged: T,
}

impl<T> fmt::Display for Rejected<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<T: fmt::Debug> std::error::Error for Rejected<T> {}

impl<T> From<Rejected<T>> for SdkError {
    fn from(rejected: Rejected<T>) -> Self {
        rejected.error
    }
}

/// An open connection to an RTI.
#[derive(Debug)]
pub struct Connection {
    session: Session,
    result: ConfigurationResult,
}

impl Connection {
    /// Connects to the RTI at `host:port` (4.2).
    ///
    /// # Errors
    /// `Unreachable` when nobody answers there, `Refused` with `Unauthorized`,
    /// `InvalidCredentials` or `ConnectionFailed` when the RTI does not want this federate.
    pub async fn connect(address: &str, options: ConnectOptions) -> Result<Self, SdkError> {
        let mut session = Session::open(address).await?;
        let ConnectOptions { configuration, credentials } = options;
        match session.call(&Call::Connect { configuration, credentials }).await? {
            Reply::Connect(result) => Ok(Self { session, result }),
            reply => Err(unexpected(&reply)),
        }
    }

    /// Connects as soon as there is an RTI at `host:port`; `waiting` is told once why it waits.
    ///
    /// # Errors
    /// As [`connect`](Self::connect), `Unreachable` apart.
    pub async fn connect_when_there(
        address: &str,
        options: ConnectOptions,
        mut waiting: impl FnMut(&SdkError),
    ) -> Result<Self, SdkError> {
        let mut told = false;
        loop {
            match Self::connect(address, options.clone()).await {
                Err(error @ (SdkError::Unreachable { .. } | SdkError::ConnectionLost(_))) => {
                    if !std::mem::replace(&mut told, true) {
                        waiting(&error);
                    }
                    tokio::time::sleep(RETRY_PAUSE).await;
                }
                outcome => return outcome,
            }
        }
    }

    /// What became of the configuration.
    pub fn configuration_result(&self) -> &ConfigurationResult {
        &self.result
    }

    /// Calls any service.
    ///
    /// # Errors
    /// `Refused` with the exception of the standard, `ConnectionLost`, `Protocol`.
    pub async fn call(&mut self, call: &Call) -> Result<Reply, SdkError> {
        self.session.call(call).await
    }

    /// Creates a federation execution with the standard MIM (4.5).
    ///
    /// # Errors
    /// `Refused` as the standard says, among others with `FederationExecutionAlreadyExists`.
    pub async fn create_federation_execution(
        &mut self,
        name: &str,
        fom_modules: Vec<FomModule>,
        time: TimeImplementation,
    ) -> Result<(), SdkError> {
        self.create(name, fom_modules, None, time).await
    }

    /// Creates a federation execution with a MIM of its own (4.5).
    ///
    /// # Errors
    /// `Refused` as the standard says, among others with `InvalidMIM`, `ErrorReadingMIM` or
    /// `DesignatorIsHLAstandardMIM`.
    pub async fn create_federation_execution_with_mim(
        &mut self,
        name: &str,
        fom_modules: Vec<FomModule>,
        mim_module: FomModule,
        time: TimeImplementation,
    ) -> Result<(), SdkError> {
        self.create(name, fom_modules, Some(mim_module), time).await
    }

    async fn create(
        &mut self,
        name: &str,
        fom_modules: Vec<FomModule>,
        mim_module: Option<FomModule>,
        time: TimeImplementation,
    ) -> Result<(), SdkError> {
        let call = Call::CreateFederationExecution {
            federation_name: name.into(),
            fom_modules,
            mim_module,
            logical_time_implementation_name: Some(time.name().into()),
        };
        self.session.call(&call).await.map(drop)
    }

    /// Creates the federation execution unless it exists; several federates may call it at once.
    ///
    /// # Errors
    /// As [`create_federation_execution`](Self::create_federation_execution), that it exists apart.
    pub async fn ensure_federation_execution(
        &mut self,
        name: &str,
        fom_modules: Vec<FomModule>,
        time: TimeImplementation,
    ) -> Result<(), SdkError> {
        match self.create_federation_execution(name, fom_modules, time).await {
            Err(SdkError::Refused {
                error: HlaError::FederationExecutionAlreadyExists(_), ..
            }) => Ok(()),
            outcome => outcome,
        }
    }

    /// Destroys a federation execution that nobody has joined (4.6).
    ///
    /// # Errors
    /// `Refused` with `FederatesCurrentlyJoined` or `FederationExecutionDoesNotExist`.
    pub async fn destroy_federation_execution(&mut self, name: &str) -> Result<(), SdkError> {
        let call = Call::DestroyFederationExecution { federation_name: name.into() };
        self.session.call(&call).await.map(drop)
    }

    /// The federation executions of this RTI (4.7).
    ///
    /// # Errors
    /// `ConnectionLost`, `Protocol`.
    pub async fn list_federation_executions(
        &mut self,
    ) -> Result<Vec<FederationExecutionInformation>, SdkError> {
        self.session.call(&Call::ListFederationExecutions).await?;
        self.session
            .pick_callback(|callback| match callback {
                Callback::ReportFederationExecutions { report } => Some(report.clone()),
                _ => None,
            })
            .await
    }

    /// The federates of a federation execution (2025: 4.9); `None` where there is none.
    ///
    /// # Errors
    /// `ConnectionLost`, `Protocol`.
    pub async fn list_federation_execution_members(
        &mut self,
        name: &str,
    ) -> Result<Option<Vec<FederationExecutionMemberInformation>>, SdkError> {
        let call = Call::ListFederationExecutionMembers { federation_name: name.into() };
        self.session.call(&call).await?;
        self.session
            .pick_callback(|callback| match callback {
                Callback::ReportFederationExecutionMembers { report, .. } => {
                    Some(Some(report.clone()))
                }
                Callback::ReportFederationExecutionDoesNotExist { .. } => Some(None),
                _ => None,
            })
            .await
    }

    /// Joins a federation execution (4.11). On refusal the connection comes back with the reason.
    ///
    /// # Errors
    /// `Refused` as the standard says, among others with `FederateNameAlreadyInUse`; with
    /// `CouldNotCreateLogicalTimeFactory` when the federation counts time in a type that the SDK
    /// does not have.
    pub async fn join_federation_execution(
        mut self,
        federation: &str,
        options: JoinOptions,
    ) -> Result<Federate, Rejected<Self>> {
        match self.join(federation, options).await {
            Ok((handle, time)) => Ok(Federate::joined(self, handle, time)),
            Err(error) => Err(Rejected { error, unchanged: self }),
        }
    }

    async fn join(
        &mut self,
        federation: &str,
        options: JoinOptions,
    ) -> Result<(FederateHandle, TimeImplementation), SdkError> {
        let modules = options.additional_fom_modules;
        let call = Call::JoinFederationExecution {
            federate_name: options.federate_name,
            federate_type: options.federate_type,
            federation_name: federation.into(),
            additional_fom_modules: (!modules.is_empty()).then_some(modules),
        };
        let joined = match self.session.call(&call).await? {
            Reply::JoinFederationExecution(joined) => joined,
            reply => return Err(unexpected(&reply)),
        };
        let time = joined.logical_time_implementation_name;
        if let Some(time) = TimeImplementation::by_name(&time) {
            return Ok((joined.federate, time));
        }
        // The RTI has a member that cannot tell its time: a refused service leaves nothing behind.
        let action = Some(ResignAction::NoAction);
        self.session.call(&Call::ResignFederationExecution { action }).await?;
        self.session.leave_federation();
        let why = format!("the federation counts time as {time}, which this SDK does not have");
        let error = HlaError::CouldNotCreateLogicalTimeFactory(why);
        Err(SdkError::Refused { service: call.service_name(), error })
    }

    /// Disconnects (4.3).
    ///
    /// # Errors
    /// `ConnectionLost`, `Protocol`.
    pub async fn disconnect(mut self) -> Result<(), SdkError> {
        self.session.call(&Call::Disconnect).await?;
        self.session.terminate().await
    }

    #[cfg(test)]
    pub(crate) fn over(session: Session) -> Self {
        let result = ConfigurationResult {
            configuration_used: false,
            address_used: false,
            additional_settings: hla::AdditionalSettingsResult::Ignored,
            message: String::new(),
        };
        Self { session, result }
    }

    pub(crate) fn session(&mut self) -> &mut Session {
        &mut self.session
    }
}
