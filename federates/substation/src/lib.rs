//! The substation federate: plant, network and faults of one station.
//!
//! It owns the switching devices, solves the network every 20 ms of virtual time and at every
//! discrete event (before and after it), and publishes positions and measurements by exception.
//! Faults come from the instructor, orders from protection and people; each takes effect at the
//! time stamp of its message. Relays, reclosers and scores are other federates' business.
//!
//! Every exercise begins with the station of the network file: when one is over, the station goes
//! back to it, so that the same federates can play the next.
//!
//! A second federate for the same station follows: it discovers all objects with their values and
//! moves with the exercise, but owns nothing.

mod catalogue;
mod follower;
mod model;
mod publisher;

use federate_sdk::hla::HlaError;
use federate_sdk::virtual_time::Kernel;
use federate_sdk::{KernelDriver, SdkError};
use power::network::{CaseError, Network};
use power::powerflow::ReactiveLimits;
use power::solver::Solver;
use training_fom::{Member, MemberError, MemberOptions};

use catalogue::Catalogue;
use model::Substation;

/// What a substation needs to know.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where and as what to join.
    pub member: MemberOptions,
    /// Name of the network file, for messages.
    pub case_name: String,
    /// Text of the network file.
    pub case: String,
}

/// Why a substation stopped.
#[derive(Debug, thiserror::Error)]
pub enum SubstationError {
    /// The network file is refused.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// Objects of a federation are found by their names.
    #[error("{case}: two pieces of equipment are named {name}; a station needs names that differ")]
    SharedName {
        /// The network file.
        case: String,
        /// The name.
        name: String,
    },
    /// Everything else.
    #[error(transparent)]
    Member(#[from] MemberError),
}

/// Runs a substation until `shutdown` is ready, then leaves the federation in good order.
///
/// # Errors
/// `Case` and `SharedName` when the network file is refused, `Member` when the RTI refuses or is lost.
pub async fn run(
    config: Config,
    shutdown: impl Future<Output = ()>,
) -> Result<(), SubstationError> {
    let network = Network::from_json(&config.case_name, &config.case)?;
    if let Some(name) = catalogue::shared_name(&network) {
        return Err(SubstationError::SharedName { case: config.case_name, name });
    }
    tokio::pin!(shutdown);
    let mut member = tokio::select! {
        member = Member::join(config.member, tell_waiting) => member?,
        () = &mut shutdown => return Ok(()),
    };
    let outcome = tokio::select! {
        outcome = serve(&mut member, network) => outcome,
        () = &mut shutdown => Ok(()),
    };
    if outcome.is_ok() {
        training_fom::leave(member.federate).await.map_err(MemberError::from)?;
    }
    Ok(outcome?)
}

async fn serve(member: &mut Member, network: Network) -> Result<(), MemberError> {
    let inbox = &member.inbox;
    inbox.interactions.publish_all(&mut member.federate).await?;
    match Catalogue::register(&mut member.federate, &inbox.objects, &network).await {
        Ok(catalogue) => own(member, network, catalogue).await,
        Err(SdkError::Refused { error: HlaError::ObjectInstanceNameInUse(names), .. }) => {
            tracing::info!(station = network.name, names, "station is served already: following");
            follower::follow(member).await
        }
        Err(error) => Err(error.into()),
    }
}

async fn own(
    member: &mut Member,
    network: Network,
    catalogue: Catalogue,
) -> Result<(), MemberError> {
    let inbox = &member.inbox;
    inbox.objects.exercise.subscribe(&mut member.federate).await?;
    inbox.interactions.fault_inception.subscribe(&mut member.federate).await?;
    inbox.interactions.protection_event.subscribe(&mut member.federate).await?;
    inbox.interactions.switch_command.subscribe(&mut member.federate).await?;
    member.announce().await?;

    let (mut inbox, mut start) = (member.inbox.clone(), member.start);
    loop {
        let solver = Solver::new(network.clone(), ReactiveLimits::Obeyed);
        let mut model = Substation::new(inbox, solver, catalogue.clone());
        let mut driver = KernelDriver::new(Kernel::new(start));
        model.begin(driver.kernel())?;
        driver.send(&mut member.federate, &mut model).await?;
        tracing::info!(virtual_time = %start, "substation is ready");
        start = training_fom::run(&mut member.federate, &mut driver, &mut model, tell_idle).await?;
        inbox = model.into_inbox();
    }
}

fn tell_waiting(error: &SdkError) {
    tracing::info!("waiting for the RTI: {error}");
}

fn tell_idle() {
    tracing::info!("waiting for an instructor to run an exercise");
}
