//! `busbar rti`

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use rti_server::{Config, Denial, Server};

use crate::{print, stop};

/// Run the RTI that the other roles join.
#[derive(Debug, clap::Args)]
pub(crate) struct Rti {
    /// Where federates and operators connect by gRPC; use 0.0.0.0 to let other machines in, port 0
    /// for a free port.
    #[arg(
        long,
        default_value = "127.0.0.1:15166",
        env = "BUSBAR_GRPC_LISTEN",
        value_name = "ADDRESS:PORT"
    )]
    grpc_listen: SocketAddr,
    /// Password that federates must present (HLAplainTextPassword); nobody is asked unless given.
    #[arg(long, env = "BUSBAR_PASSWORD", hide_env_values = true)]
    password: Option<String>,
    /// What nobody may do: create=NAME, destroy=NAME or join=NAME of a federation execution, or
    /// federate=NAME of a federate; * for all names; can be given several times.
    #[arg(long, value_name = "SERVICE=NAME")]
    deny: Vec<Denial>,
    /// Folder of FOM modules that federates may name instead of sending them.
    #[arg(long, value_name = "FOLDER")]
    fom_folder: Option<PathBuf>,
    /// Folder for the service reports of federates that want them in a file; without it those
    /// reports go nowhere.
    #[arg(long, value_name = "FOLDER")]
    service_report_folder: Option<PathBuf>,
    /// End when standard input ends; for programs that start this one.
    #[arg(long, hide = true)]
    until_stdin_closes: bool,
}

impl Rti {
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        let stop = stop::requested(self.until_stdin_closes)?;
        let config = Config {
            listen: self.grpc_listen,
            password: self.password.map(Into::into),
            denied: self.deny,
            fom_folder: self.fom_folder,
            service_report_folder: self.service_report_folder,
            ..Config::default()
        };
        let mut server = Server::start(config).await?;
        print::line(format_args!("RTI listens on {}", server.address()));
        let failed = tokio::select! {
            () = stop => false,
            () = server.failed() => true,
        };
        server.shutdown().await;
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}
