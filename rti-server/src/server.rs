//! Putting a server together: bind, then runtime, gateway and operator on one port.

use std::net::SocketAddr;
use std::time::Duration;

use rti_gateway::{BindError, Listener, grpc};
use rti_runtime::Lobby;
use thiserror::Error;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::shutdown::{self, Parts, Shutdown};
use crate::{Config, ConfigError};

/// Why a server did not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The configuration cannot work.
    #[error("configuration: {0}")]
    Config(#[from] ConfigError),
    /// The port is not to be had.
    #[error(transparent)]
    Bind(#[from] BindError),
}

/// Starts servers.
#[derive(Debug)]
pub struct Server;

impl Server {
    /// Starts a server on the tokio runtime it is called from. When this returns, federates can
    /// connect.
    ///
    /// # Errors
    /// When the configuration cannot work or the port is not to be had, with what to do about it.
    pub async fn start(config: Config) -> Result<Running, StartError> {
        config.check()?;
        let listener = Listener::bind(config.listen).await?;
        let address = listener.address();
        let lobby = Lobby::new(config.runtime());
        let (health, routes) = rti_operator::services(lobby.clone(), &[grpc::SERVICE_NAME]).await;
        let stop_accepting = CancellationToken::new();
        let break_connections = CancellationToken::new();
        let settings = config.grpc();
        let connections =
            listener.connections(settings.first_message_timeout, break_connections.clone());
        let serving = tokio::spawn({
            let (lobby, stop) = (lobby.clone(), stop_accepting.clone().cancelled_owned());
            async move {
                if let Err(error) = grpc::serve(lobby, settings, routes, connections, stop).await {
                    tracing::error!(%error, "the gRPC transport ended");
                }
            }
        });
        tracing::info!(%address, "server started");
        Ok(Running {
            address,
            deadline: config.shutdown_deadline(),
            parts: Parts { lobby, health, stop_accepting, break_connections },
            serving,
        })
    }
}

/// A server that runs. Dropping it does not end it; [`shutdown`](Self::shutdown) does.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    deadline: Duration,
    parts: Parts,
    serving: JoinHandle<()>,
}

impl Running {
    /// The address that federates and operators connect to, with its real port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until the server ends by itself, which it does only when it is broken.
    pub async fn failed(&mut self) {
        // A panic of the task is an end like any other.
        let _ = (&mut self.serving).await;
    }

    /// Ends the server in good order within the configured deadline: health checks turn to "not
    /// serving", no new connections, federates are told and get what waits for them.
    pub async fn shutdown(self) -> Shutdown {
        let outcome = shutdown::drain(&self.parts, self.serving, self.deadline).await;
        tracing::info!(address = %self.address, ?outcome, "server ended");
        outcome
    }
}
