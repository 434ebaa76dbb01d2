//! The instructor federate: paces an exercise, injects faults, keeps the log, judges, and serves
//! the console page.
//!
//! It is a federate like the others: it limits time by regulating it, injects by sending
//! interactions, sees what is published, and learns who is joined or lost from the management
//! object model. It computes nothing about power.

mod conductor;
mod exercise;
mod judge;
mod log;
mod mom;
mod page;
mod picture;
mod scenario;

use std::net::SocketAddr;

use console::{Console, ConsoleConfig, ConsoleError, Layout};
use federate_sdk::SdkError;
use federate_sdk::virtual_time::{Speed, VirtualTime};
use power::network::{CaseError, Network};
use training_fom::{Member, MemberError, MemberOptions};

use conductor::Conductor;
use exercise::Exercise;
use mom::Mom;
use page::Page;

pub use exercise::Notice;
pub use judge::{FinalPicture, Finding, Judgement, judge};
pub use log::{Log, Observed};
pub use scenario::{
    Expectation, FinalBreakers, FinalState, Match, Prohibition, Scenario, ScenarioError,
};

/// The training scenarios that the crate ships.
pub const SCENARIOS: &str = include_str!("../scenarios/training.json");

/// What an instructor needs to know.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where and as what to join.
    pub member: MemberOptions,
    /// Name of the network file, for messages.
    pub case_name: String,
    /// Text of the network file.
    pub case: String,
    /// The scenario to play; none for free running.
    pub scenario: Option<Scenario>,
    /// Speed at the start.
    pub speed: Speed,
    /// Roles that must have joined before time starts.
    pub required: Vec<String>,
    /// Where to serve the page; nowhere where absent.
    pub console: Option<SocketAddr>,
    /// Whether the exercise goes on when its scenario is over.
    pub goes_on: bool,
}

/// What an exercise has left behind.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// What happened.
    pub log: Log,
}

/// Why an instructor stopped.
#[derive(Debug, thiserror::Error)]
pub enum InstructorError {
    /// The network file is refused.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// There is no diagram for the station.
    #[error("there is no single-line diagram for {0}; run without a console page")]
    NoLayout(String),
    /// The scenario is not for this station.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The page cannot be served.
    #[error(transparent)]
    Console(#[from] ConsoleError),
    /// Everything else.
    #[error(transparent)]
    Member(#[from] MemberError),
}

/// Conducts an exercise to its end, or until `shutdown` is ready. `notify` is told what happens;
/// `serving` is told the address of the page.
///
/// # Errors
/// `Case`, `NoLayout`, `Scenario` and `Console` before anything has started, `Member` when the RTI refuses or
/// is lost.
pub async fn run(
    config: Config,
    shutdown: impl Future<Output = ()>,
    mut serving: impl FnMut(SocketAddr),
    mut notify: impl FnMut(&Notice),
) -> Result<Outcome, InstructorError> {
    let network = Network::from_json(&config.case_name, &config.case)?;
    if let Some(scenario) = &config.scenario {
        scenario.check_station(&network)?;
    }
    let page = match config.console {
        Some(listen) => {
            let layout = Layout::builtin(&network.name);
            let layout = layout.ok_or_else(|| InstructorError::NoLayout(network.name.clone()))?;
            let console = Console::start(ConsoleConfig::new(listen, layout)).await?;
            serving(console.address());
            Some(Page::new(console, &network.name))
        }
        None => None,
    };
    tokio::pin!(shutdown);
    let mut member = tokio::select! {
        member = Member::join(config.member.clone(), tell_waiting) => member?,
        () = &mut shutdown => return Ok(Outcome { log: Log::default() }),
    };
    let mut exercise = prepare(&mut member, &network, &config).await?;
    register(&mut member, &mut exercise).await?;
    let end = exercise.end();
    let run = (member.start, config.speed, config.goes_on);
    let mut conductor = Conductor::new(&mut member.federate, exercise, page, &mut notify, run);
    let outcome = tokio::select! {
        outcome = conductor.conduct() => outcome,
        () = &mut shutdown => Ok(()),
    };
    let log = conductor.exercise.log().until(end.unwrap_or(VirtualTime::MAX));
    // A lost RTI cannot be left in good order.
    outcome?;
    training_fom::leave(member.federate).await.map_err(MemberError::from)?;
    Ok(Outcome { log })
}

async fn prepare(
    member: &mut Member,
    network: &Network,
    config: &Config,
) -> Result<Exercise, MemberError> {
    let inbox = member.inbox.clone();
    inbox.interactions.publish_all(&mut member.federate).await?;
    inbox.interactions.subscribe_all(&mut member.federate).await?;
    inbox.objects.exercise.publish(&mut member.federate).await?;
    inbox.objects.subscribe_all(&mut member.federate).await?;
    let mom = Mom::subscribe(&mut member.federate).await?;
    let (scenario, required) = (config.scenario.clone(), &config.required);
    Ok(Exercise::new(inbox, mom, network, scenario, member.start, required))
}

/// Registers the exercise: from now on the others ask for time.
async fn register(member: &mut Member, exercise: &mut Exercise) -> Result<(), MemberError> {
    let class = member.inbox.objects.exercise.handle();
    exercise.set_instance(member.federate.register_object_instance(class).await?);
    Ok(())
}

fn tell_waiting(error: &SdkError) {
    tracing::info!("waiting for the RTI: {error}");
}
