//! A server in this process, and federates that reach it over gRPC with the SDK.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::future::Future;
use std::time::Duration;

use federate_sdk::{ConnectOptions, Connection, Federate, JoinOptions, Rejected, SdkError};
use futures::FutureExt;
use hla::{
    Call, Callback, Edition, HlaError, JoinResult, Reply, RtiConfiguration, TimeImplementation,
};
use rti_server::{Config, Running, Server};
use tokio::runtime::Runtime;

use super::{FEDERATION, Rti, modules};
use crate::scenario::Setup;

/// Nothing in a scenario takes this long, however busy the machine.
const DEADLINE: Duration = Duration::from_secs(60);

/// What a 2010 client library says when it connects.
const EDITION_2010: &str = "API.version=IEEE 1516-2010";

pub(crate) struct GrpcRti {
    runtime: Runtime,
    server: Option<Running>,
    sessions: BTreeMap<String, Session>,
    joined: BTreeSet<String>,
    holding: BTreeSet<String>,
    unread: VecDeque<(String, Callback)>,
}

/// Who has never joined has a connection; who has, keeps the federate, joined or not.
enum Session {
    Connection(Connection),
    Federate(Federate),
}

impl GrpcRti {
    pub(crate) fn start(setup: &Setup) -> Result<Self, String> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let denied = setup.denied.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        let config = Config {
            denied,
            listen: (std::net::Ipv4Addr::LOCALHOST, 0).into(),
            password: setup.password.as_deref().map(rti_server::Password::new),
            ..Config::default()
        };
        let server = runtime.block_on(Server::start(config)).map_err(|error| error.to_string())?;
        let rti = Self {
            runtime,
            server: Some(server),
            sessions: BTreeMap::new(),
            joined: BTreeSet::new(),
            holding: BTreeSet::new(),
            unread: VecDeque::new(),
        };
        if setup.federation {
            rti.create(setup)?;
        }
        Ok(rti)
    }

    fn create(&self, setup: &Setup) -> Result<(), String> {
        let time = TimeImplementation::by_name(&setup.time).ok_or("no such time")?;
        let modules = modules(setup)?;
        let created = self.within(async {
            let mut connection = self.open(setup.edition).await?;
            connection.create_federation_execution(FEDERATION, modules, time).await?;
            connection.disconnect().await
        });
        created.map_err(|error| error.to_string())
    }

    async fn open(&self, edition: Edition) -> Result<Connection, SdkError> {
        let additional_settings = match edition {
            Edition::Evolved2010 => EDITION_2010.to_owned(),
            Edition::Hla4 => String::new(),
        };
        let configuration = RtiConfiguration { additional_settings, ..Default::default() };
        let options = ConnectOptions { configuration: Some(configuration), credentials: None };
        Connection::connect(&self.address(), options).await
    }

    fn address(&self) -> String {
        self.server.as_ref().map(|server| server.address().to_string()).unwrap_or_default()
    }

    fn within<T>(&self, work: impl Future<Output = T>) -> T {
        let work = self.runtime.block_on(async { tokio::time::timeout(DEADLINE, work).await });
        work.unwrap_or_else(|_| panic!("no answer within {DEADLINE:?}"))
    }

    fn take_session(&mut self, federate: &str) -> Session {
        let session = self.sessions.remove(federate);
        session.unwrap_or_else(|| panic!("{federate} has not connected"))
    }

    /// Connects with whatever the call says.
    fn connect_with(&mut self, federate: &str, call: Call) -> Result<Reply, HlaError> {
        let Call::Connect { configuration, credentials } = call else {
            panic!("{} does not connect", call.service_name())
        };
        let options = ConnectOptions { configuration, credentials };
        let address = self.address();
        let connection = self.within(Connection::connect(&address, options)).map_err(refusal)?;
        let result = connection.configuration_result().clone();
        self.sessions.insert(federate.to_owned(), Session::Connection(connection));
        Ok(Reply::Connect(result))
    }

    fn file(&mut self, federate: &str, session: Session, call: &Call, answer: &Answer) {
        self.sessions.insert(federate.to_owned(), session);
        self.unread.extend(answer.report.clone().map(|report| (federate.to_owned(), report)));
        match (&answer.result, call) {
            (Ok(_), Call::JoinFederationExecution { .. }) => {
                self.joined.insert(federate.to_owned());
            }
            (Ok(_), Call::ResignFederationExecution { .. }) => {
                self.joined.remove(federate);
            }
            _ => {}
        }
    }
}

/// The result of a service, and the report on federations that came with it.
struct Answer {
    result: Result<Reply, SdkError>,
    report: Option<Callback>,
}

impl Session {
    async fn call(&mut self, call: &Call) -> Result<Reply, SdkError> {
        match self {
            Self::Connection(connection) => connection.call(call).await,
            Self::Federate(federate) => federate.call(call).await,
        }
    }

    /// A report on federations, which is a callback all the same.
    async fn report(&mut self, call: &Call) -> Result<Option<Callback>, SdkError> {
        let Self::Connection(connection) = self else { return Ok(None) };
        Ok(match call {
            Call::ListFederationExecutions => Some(Callback::ReportFederationExecutions {
                report: connection.list_federation_executions().await?,
            }),
            Call::ListFederationExecutionMembers { federation_name } => {
                let federation_name = federation_name.clone();
                let report = connection.list_federation_execution_members(&federation_name).await?;
                Some(match report {
                    Some(report) => {
                        Callback::ReportFederationExecutionMembers { federation_name, report }
                    }
                    None => Callback::ReportFederationExecutionDoesNotExist { federation_name },
                })
            }
            _ => None,
        })
    }

    /// Joins, and is a federate from then on.
    async fn join(self, call: &Call) -> (Self, Result<Reply, SdkError>) {
        match (self, call) {
            (
                Self::Connection(connection),
                Call::JoinFederationExecution {
                    federate_name,
                    federate_type,
                    federation_name,
                    additional_fom_modules,
                },
            ) => {
                let options = JoinOptions {
                    federate_type: federate_type.clone(),
                    federate_name: federate_name.clone(),
                    additional_fom_modules: additional_fom_modules.clone().unwrap_or_default(),
                };
                match connection.join_federation_execution(federation_name, options).await {
                    Ok(federate) => {
                        let time = federate.time_implementation().name().to_owned();
                        let logical_time_implementation_name = time;
                        let federate_handle = federate.handle();
                        let joined = JoinResult {
                            federate: federate_handle,
                            logical_time_implementation_name,
                        };
                        let reply = Reply::JoinFederationExecution(joined);
                        (Self::Federate(federate), Ok(reply))
                    }
                    Err(Rejected { unchanged, error }) => (Self::Connection(unchanged), Err(error)),
                }
            }
            (mut session, call) => {
                let result = session.call(call).await;
                (session, result)
            }
        }
    }

    async fn serve(self, call: &Call) -> (Self, Answer) {
        let mut session = self;
        if matches!(call, Call::JoinFederationExecution { .. }) {
            let (session, result) = session.join(call).await;
            return (session, Answer { result, report: None });
        }
        let answer = match session.report(call).await {
            Ok(None) => Answer { result: session.call(call).await, report: None },
            Ok(report) => Answer { result: Ok(Reply::ListFederationExecutions), report },
            Err(error) => Answer { result: Err(error), report: None },
        };
        (session, answer)
    }

    /// A round trip: whatever was caused for this federate before has arrived after it, since the
    /// answer waits in the same queue.
    async fn barrier(&mut self) -> Result<(), SdkError> {
        match self.call(&Call::GetOrderType { name: "Receive".to_owned() }).await {
            Err(SdkError::Refused { .. }) => Ok(()),
            outcome => outcome.map(drop),
        }
    }

    /// The callbacks that have arrived; asking in vain for one more says that they are handled.
    fn arrived(&mut self) -> Result<Vec<Callback>, SdkError> {
        let Self::Federate(federate) = self else { return Ok(Vec::new()) };
        let mut arrived = Vec::new();
        while let Some(callback) = federate.next_callback().now_or_never() {
            arrived.push(callback?);
        }
        Ok(arrived)
    }
}

fn refusal(error: SdkError) -> HlaError {
    match error {
        SdkError::Refused { error, .. } => error,
        other => panic!("{other}"),
    }
}

impl Rti for GrpcRti {
    fn connect(&mut self, federate: &str, edition: Edition) -> Result<(), HlaError> {
        let connection = self.within(self.open(edition)).map_err(refusal)?;
        self.sessions.insert(federate.to_owned(), Session::Connection(connection));
        Ok(())
    }

    fn call(&mut self, federate: &str, call: Call) -> Result<Reply, HlaError> {
        if matches!(call, Call::Connect { .. }) && !self.sessions.contains_key(federate) {
            return self.connect_with(federate, call);
        }
        let session = self.take_session(federate);
        let (session, answer) = self.within(session.serve(&call));
        self.file(federate, session, &call, &answer);
        answer.result.map_err(refusal)
    }

    fn call_at_once(&mut self, calls: Vec<(String, Call)>) -> Vec<Result<Reply, HlaError>> {
        let sessions: Vec<_> = calls.iter().map(|(name, _)| self.take_session(name)).collect();
        let served =
            sessions.into_iter().zip(&calls).map(|(session, (_, call))| session.serve(call));
        let served = self.within(futures::future::join_all(served));
        let mut results = Vec::new();
        for ((session, answer), (federate, call)) in served.into_iter().zip(&calls) {
            self.file(federate, session, call, &answer);
            results.push(answer.result.map_err(refusal));
        }
        results
    }

    fn callbacks(&mut self) -> Vec<(String, Callback)> {
        loop {
            let before = self.unread.len();
            for (name, mut session) in std::mem::take(&mut self.sessions) {
                let holds = self.holding.contains(&name);
                let arrived = self.within(async {
                    session.barrier().await?;
                    if holds { Ok(Vec::new()) } else { session.arrived() }
                });
                let arrived = arrived.unwrap_or_else(|error: SdkError| panic!("{name}: {error}"));
                self.unread.extend(arrived.into_iter().map(|one| (name.clone(), one)));
                self.sessions.insert(name, session);
            }
            if self.unread.len() == before {
                return self.unread.drain(..).collect();
            }
        }
    }

    fn hold(&mut self, federate: &str, holds: bool) {
        if holds {
            self.holding.insert(federate.to_owned());
        } else {
            self.holding.remove(federate);
        }
    }

    /// Ends the connection without a word, and asks until the RTI has noticed.
    fn lose(&mut self, federate: &str) {
        self.sessions.remove(federate);
        self.joined.remove(federate);
        let noticed = self.within(async {
            let mut observer = self.open(Edition::Hla4).await?;
            loop {
                let members = observer.list_federation_execution_members(FEDERATION).await?;
                let mut members = members.into_iter().flatten();
                if members.all(|member| member.federate_name != federate) {
                    return observer.disconnect().await;
                }
            }
        });
        noticed.unwrap_or_else(|error| panic!("the observer: {error}"));
    }

    fn congest(&mut self, _: &str, _: bool) -> Result<(), String> {
        Err("no scenario can fill an outbox over gRPC, write `only core`".to_owned())
    }

    fn wait(&mut self, _: Duration) -> Result<(), String> {
        Err("tests do not sleep, write `only core`".to_owned())
    }

    fn is_joined(&self, federate: &str) -> bool {
        self.joined.contains(federate)
    }
}

impl Drop for GrpcRti {
    fn drop(&mut self) {
        self.sessions.clear();
        if let Some(server) = self.server.take() {
            self.runtime.block_on(server.shutdown());
        }
    }
}
