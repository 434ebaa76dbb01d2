//! `busbar demo`: all roles as processes on this machine.

use std::process::{ExitCode, ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};
use federate_sdk::virtual_time::Speed;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};

use super::instructor::speed;
use crate::{print, stop};

/// Played when nothing is asked for.
const DEFAULT_SCENARIO: &str = "S01";
/// A role that has been told to end gets this long.
const END_TIMEOUT: Duration = Duration::from_secs(10);

/// Play a training exercise: all roles as processes on this machine, and the page.
///
/// Without options it plays S01 at 1x and goes on until Ctrl-C. With a scenario or a speed it ends
/// with the scenario, prints the sequence of events beside the expected one, and the exit code is
/// 1 where they differ.
#[derive(Debug, clap::Args)]
pub(crate) struct Demo {
    /// Scenario to play and judge.
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// Virtual seconds for each wall-clock second: 1, 2, 10, 60 or max.
    #[arg(long, value_parser = speed)]
    speed: Option<Speed>,
    /// Write the event log to this file at the end.
    #[arg(long, value_name = "FILE")]
    event_log: Option<std::path::PathBuf>,
    /// Where to serve the page; a free port unless given.
    #[arg(long, default_value = "127.0.0.1:0", value_name = "ADDRESS:PORT")]
    console_listen: std::net::SocketAddr,
}

impl Demo {
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        // A scenario that cannot be played is told before anything has started.
        instructor::Scenario::read("training.json", instructor::SCENARIOS, self.scenario())?;
        let stop = stop::requested(false)?;
        let (mut rti, address) = start_rti().await?;
        print::line(format_args!("RTI at {address}"));
        let with_rti = |role: &str| vec![role.to_owned(), "--rti".into(), address.clone()];
        let mut substation = start(&with_rti("substation"), Stdio::inherit())?;
        let mut protection = start(&with_rti("protection"), Stdio::inherit())?;
        let mut arguments = with_rti("instructor");
        arguments.extend(self.instructor_arguments());
        let mut instructor = start(&arguments, Stdio::inherit())?;

        let ended = tokio::select! {
            status = instructor.process.wait() => Some(status.context("the instructor cannot be waited for")?),
            status = substation.process.wait() => bail!("the substation has ended: {}", status?),
            status = rti.process.wait() => bail!("the RTI has ended: {}", status?),
            () = stop => None,
        };
        // The instructor first: without it nobody asks for time. The RTI last.
        let outcome = match ended {
            Some(status) => status,
            None => end(&mut instructor).await?,
        };
        for role in [&mut protection, &mut substation, &mut rti] {
            end(role).await?;
        }
        Ok(match outcome.code() {
            Some(code) => ExitCode::from(u8::try_from(code).unwrap_or(2)),
            None => ExitCode::FAILURE,
        })
    }

    fn scenario(&self) -> &str {
        self.scenario.as_deref().unwrap_or(DEFAULT_SCENARIO)
    }

    fn instructor_arguments(&self) -> Vec<String> {
        let plays_to_the_end = self.scenario.is_some() || self.speed.is_some();
        let speed = self.speed.unwrap_or_default();
        let mut arguments = vec![
            "--scenario".into(),
            self.scenario().into(),
            "--speed".into(),
            speed.to_string(),
            "--console-listen".into(),
            self.console_listen.to_string(),
        ];
        if !plays_to_the_end {
            arguments.push("--go-on".into());
        }
        if let Some(path) = &self.event_log {
            arguments.extend(["--event-log".into(), path.display().to_string()]);
        }
        arguments
    }
}

/// A role and what keeps it running: it ends when its standard input is closed. (Waiting for a
/// process would close it, so it is kept apart.)
struct Role {
    process: Child,
    stdin: Option<ChildStdin>,
}

/// Starts an RTI on a free port and waits until it says which.
async fn start_rti() -> anyhow::Result<(Role, String)> {
    let arguments = ["rti", "--grpc-listen", "127.0.0.1:0"].map(String::from);
    let mut rti = start(&arguments, Stdio::piped())?;
    let stdout = rti.process.stdout.take().context("the RTI has no standard output")?;
    let mut lines = BufReader::new(stdout).lines();
    let first = lines.next_line().await?.context("the RTI ended before it listened")?;
    let address =
        first.strip_prefix("RTI listens on ").context("the RTI did not say where it listens")?;
    Ok((rti, address.to_owned()))
}

/// Starts a role that ends when this process ends or closes its standard input. It is a process
/// group of its own, so that Ctrl-C reaches this process alone and the roles end in order.
fn start(arguments: &[String], stdout: Stdio) -> anyhow::Result<Role> {
    let program = std::env::current_exe().context("the program does not know where it is")?;
    // Only warnings of the roles, unless somebody wants more: the exercise is what counts here.
    let log = std::env::var("BUSBAR_LOG").unwrap_or_else(|_| "warn".into());
    let mut process = Command::new(program)
        .args(arguments)
        .arg("--until-stdin-closes")
        .env("BUSBAR_LOG", log)
        .stdin(Stdio::piped())
        .stdout(stdout)
        .process_group(0)
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("cannot start {}", arguments.join(" ")))?;
    Ok(Role { stdin: process.stdin.take(), process })
}

/// Ends a role in good order, by force where it does not.
async fn end(role: &mut Role) -> anyhow::Result<ExitStatus> {
    drop(role.stdin.take());
    match tokio::time::timeout(END_TIMEOUT, role.process.wait()).await {
        Ok(status) => Ok(status?),
        Err(_) => {
            role.process.kill().await?;
            Ok(role.process.wait().await?)
        }
    }
}
