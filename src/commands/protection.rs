//! `busbar protection`

use std::path::PathBuf;
use std::process::ExitCode;

use super::member::{Member, file};
use crate::stop;

/// Run the relays and reclosers of a substation.
#[derive(Debug, clap::Args)]
pub(crate) struct Protection {
    #[command(flatten)]
    member: Member,
    /// Relay settings (JSON); those of ts220 unless given.
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
}

impl Protection {
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        let stop = stop::requested(self.member.until_stdin_closes)?;
        let shipped = ("ts220.protection.json", power::cases::TS220_PROTECTION);
        let (settings_name, settings) = file(self.settings.as_deref(), shipped)?;
        let member = self.member.options("protection", "ts220");
        protection::run(protection::Config { member, settings_name, settings }, stop).await?;
        Ok(ExitCode::SUCCESS)
    }
}
