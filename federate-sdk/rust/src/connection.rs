//! A federate that is connected and not joined: it creates, lists, joins and destroys.

use std::time::Duration;

use hla::{
    Call, Callback, ConfigurationResult, Credentials, FederationExecutionInformation,
    FederationExecutionMemberInformation, FomModule, HlaError, Reply, RtiConfiguration,
    TimeImplementation,
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
    pub async fn open(address: &str, options: ConnectOptions) -> Result<Self, SdkError> {
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
    /// As [`open`](Self::open), `Unreachable` apart.
    pub async fn open_when_there(
        address: &str,
        options: ConnectOptions,
        mut waiting: impl FnMut(&SdkError),
    ) -> Result<Self, SdkError> {
        let mut told = false;
        loop {
            match Self::open(address, options.clone()).await {
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
        let call = Call::CreateFederationExecution {
            federation_name: name.into(),
            fom_modules,
            mim_module: None,
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
    /// `Refused` as the standard says, among others with `FederateNameAlreadyInUse`.
    pub async fn join(
        mut self,
        name: Option<&str>,
        kind: &str,
        federation: &str,
        additional_fom_modules: Vec<FomModule>,
    ) -> Result<Federate, (Self, SdkError)> {
        let call = Call::JoinFederationExecution {
            federate_name: name.map(Into::into),
            federate_type: kind.into(),
            federation_name: federation.into(),
            additional_fom_modules: (!additional_fom_modules.is_empty())
                .then_some(additional_fom_modules),
        };
        match self.session.call(&call).await {
            Ok(Reply::JoinFederationExecution(joined)) => {
                match TimeImplementation::by_name(&joined.logical_time_implementation_name) {
                    Some(time) => Ok(Federate::joined(self.session, joined.federate, time)),
                    None => {
                        let unknown = joined.logical_time_implementation_name;
                        Err((self, SdkError::Protocol(format!("time type {unknown} is unknown"))))
                    }
                }
            }
            Ok(reply) => Err((self, unexpected(&reply))),
            Err(error) => Err((self, error)),
        }
    }

    /// Disconnects (4.3).
    ///
    /// # Errors
    /// `ConnectionLost`, `Protocol`.
    pub async fn disconnect(mut self) -> Result<(), SdkError> {
        self.session.call(&Call::Disconnect).await?;
        self.session.terminate().await
    }

    pub(crate) fn resigned(session: Session) -> Self {
        let result = ConfigurationResult {
            configuration_used: false,
            address_used: false,
            additional_settings: hla::AdditionalSettingsResult::Ignored,
            message: String::new(),
        };
        Self { session, result }
    }
}
