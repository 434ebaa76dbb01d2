//! `busbar instructor`

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use federate_sdk::virtual_time::Speed;
use indicatif::{ProgressBar, ProgressStyle};
use instructor::{Notice, Scenario};

use super::member::{Member, file};
use crate::{print, stop};

/// Run an exercise: pace, faults, event log, judgement, and the page.
#[derive(Debug, clap::Args)]
pub(crate) struct Instructor {
    #[command(flatten)]
    member: Member,
    /// Scenario to play and judge; free running unless given.
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// Scenario file (JSON); the training scenarios of ts220 unless given.
    #[arg(long, value_name = "FILE")]
    scenarios: Option<PathBuf>,
    /// Virtual seconds for each wall-clock second: 1, 2, 10, 60 or max.
    #[arg(long, default_value = "1", value_parser = speed)]
    speed: Speed,
    /// Network file (JSON); the training station ts220 unless given.
    #[arg(long, value_name = "FILE")]
    case: Option<PathBuf>,
    /// Where to serve the page; use 0.0.0.0 to let other machines in, port 0 for a free port.
    #[arg(long, default_value = "127.0.0.1:8750", value_name = "ADDRESS:PORT")]
    console_listen: SocketAddr,
    /// Serve no page.
    #[arg(long)]
    no_console: bool,
    /// Go on when the scenario is over, until Ctrl-C.
    #[arg(long)]
    go_on: bool,
    /// Write the event log to this file at the end.
    #[arg(long, value_name = "FILE")]
    event_log: Option<PathBuf>,
}

/// Reads a speed of the command line.
pub(super) fn speed(text: &str) -> Result<Speed, String> {
    let known = || Speed::ALL.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match text {
        "max" => Ok(Speed::Max),
        _ => text
            .trim_end_matches('x')
            .parse()
            .ok()
            .and_then(Speed::from_factor)
            .ok_or_else(|| format!("the speeds are {}", known())),
    }
}

impl Instructor {
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        let stop = stop::requested(self.member.until_stdin_closes)?;
        let (case_name, case) = file(self.case.as_deref(), ("ts220.json", power::cases::TS220))?;
        let shipped = ("training.json", instructor::SCENARIOS);
        let scenario = match &self.scenario {
            Some(id) => {
                let (name, text) = file(self.scenarios.as_deref(), shipped)?;
                Some(Scenario::read(&name, &text, id)?)
            }
            None => None,
        };
        let progress = progress(scenario.as_ref());
        let config = instructor::Config {
            member: self.member.options("instructor", "ts220"),
            case_name,
            case,
            scenario,
            speed: self.speed,
            required: vec!["substation".into(), "protection".into()],
            console: (!self.no_console).then_some(self.console_listen),
            goes_on: self.go_on,
        };
        let (mut judged, mut passed) = (false, true);
        let serving = |address| print::line(format_args!("console at http://{address}/"));
        let notify = |notice: &Notice| {
            if let Notice::Judged(judgement) = notice {
                (judged, passed) = (true, judgement.passed());
            }
            tell(notice, progress.as_ref());
        };
        let outcome = instructor::run(config, stop, serving, notify).await?;
        if let Some(path) = &self.event_log {
            std::fs::write(path, outcome.log.to_string())
                .with_context(|| format!("cannot write the event log to {}", path.display()))?;
        }
        // With `--go-on` the end is up to the user; else nobody shall take a run for a pass that was
        // stopped before it was judged.
        if self.scenario.is_some() && !judged && !self.go_on {
            passed = false;
            print::line("stopped before the scenario was over: not judged");
        }
        Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn progress(scenario: Option<&Scenario>) -> Option<ProgressBar> {
    let end = u64::try_from(scenario?.end().as_micros()).ok()?;
    if !std::io::stdout().is_terminal() {
        return None;
    }
    let style =
        ProgressStyle::with_template("{bar:40} {msg}").unwrap_or(ProgressStyle::default_bar());
    Some(ProgressBar::new(end).with_style(style))
}

fn tell(notice: &Notice, progress: Option<&ProgressBar>) {
    let say = |text: String| match progress {
        Some(bar) => bar.println(text),
        None => print::line(text),
    };
    match notice {
        Notice::WaitingFor(roles) => say(format!("waiting for {}", roles.join(", "))),
        Notice::Started => say("the exercise starts".into()),
        Notice::Observed(observed) => say(format!("{} {observed}", observed.stamp())),
        Notice::Joined { name, .. } => say(format!("{name} has joined")),
        Notice::Left { name } => say(format!("{name} has left")),
        Notice::Lost { name, time, fault } => say(format!("{name} was lost at {time}: {fault}")),
        Notice::Time(time) => {
            if let (Some(bar), Ok(micros)) = (progress, u64::try_from(time.as_micros())) {
                bar.set_position(micros);
                bar.set_message(time.to_string());
            }
        }
        Notice::Updated { .. } => {}
        Notice::Judged(judgement) => {
            if let Some(bar) = progress {
                bar.finish_and_clear();
            }
            print::line(format_args!("\n{judgement}"));
        }
    }
}
