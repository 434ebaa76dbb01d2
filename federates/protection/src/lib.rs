//! The protection federate: the relays and reclosers of one station.
//!
//! It sees what current transformers measure and where breakers stand, and answers with starts,
//! trips, close commands, lock-outs and alarms, each at its exact stamp. It knows no network and
//! no fault: a relay acts on its settings and its currents, never on a table of faults.

mod model;

use federate_sdk::virtual_time::Kernel;
use federate_sdk::{KernelDriver, SdkError};
use power::protection::{Protection as Settings, SettingsError};
use training_fom::{Member, MemberError, MemberOptions};

use model::Protection;

/// What a protection federate needs to know.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where and as what to join.
    pub member: MemberOptions,
    /// Name of the settings file, for messages.
    pub settings_name: String,
    /// Text of the settings file.
    pub settings: String,
}

/// Why a protection federate stopped.
#[derive(Debug, thiserror::Error)]
pub enum ProtectionError {
    /// The settings file is refused.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// Everything else.
    #[error(transparent)]
    Member(#[from] MemberError),
}

/// Runs the relays until `shutdown` is ready, then leaves the federation in good order.
///
/// # Errors
/// `Settings` when the settings file is refused, `Member` when the RTI refuses or is lost.
pub async fn run(
    config: Config,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ProtectionError> {
    let settings = Settings::from_json(&config.settings_name, &config.settings)?;
    tokio::pin!(shutdown);
    let mut member = tokio::select! {
        member = Member::join(config.member, tell_waiting) => member?,
        () = &mut shutdown => return Ok(()),
    };
    let outcome = tokio::select! {
        outcome = serve(&mut member, settings) => outcome,
        () = &mut shutdown => Ok(()),
    };
    if outcome.is_ok() {
        training_fom::leave(member.federate).await.map_err(MemberError::from)?;
    }
    Ok(outcome?)
}

async fn serve(member: &mut Member, settings: Settings) -> Result<(), MemberError> {
    let inbox = &member.inbox;
    inbox.interactions.protection_event.publish(&mut member.federate).await?;
    inbox.interactions.alarm.publish(&mut member.federate).await?;
    inbox.objects.exercise.subscribe(&mut member.federate).await?;
    inbox.objects.current_transformer.subscribe(&mut member.federate).await?;
    inbox.objects.switching_device.subscribe(&mut member.federate).await?;
    member.announce().await?;

    let (relays, not_built) = (settings.relays.len(), settings.not_built.len());
    tracing::info!(virtual_time = %member.start, relays, not_built, "protection is ready");
    let mut model = Protection::new(member.inbox.clone(), settings.relays, member.start);
    let mut driver = KernelDriver::new(Kernel::new(member.start));
    loop {
        training_fom::run(&mut member.federate, &mut driver, &mut model, tell_idle).await?;
    }
}

fn tell_waiting(error: &SdkError) {
    tracing::info!("waiting for the RTI: {error}");
}

fn tell_idle() {
    tracing::info!("waiting for an instructor to run an exercise");
}
