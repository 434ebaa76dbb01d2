//! `busbar substation`

use std::path::PathBuf;
use std::process::ExitCode;

use super::member::{Member, file};
use crate::stop;

/// Run a substation: plant, network and faults.
#[derive(Debug, clap::Args)]
pub(crate) struct Substation {
    #[command(flatten)]
    member: Member,
    /// Network file (JSON); the training station ts220 unless given.
    #[arg(long, value_name = "FILE")]
    case: Option<PathBuf>,
}

impl Substation {
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        let stop = stop::requested(self.member.until_stdin_closes)?;
        let shipped = ("ts220.json", power::cases::TS220);
        let (case_name, case) = file(self.case.as_deref(), shipped)?;
        let member = self.member.options("substation", "ts220");
        substation::run(substation::Config { member, case_name, case }, stop).await?;
        Ok(ExitCode::SUCCESS)
    }
}
