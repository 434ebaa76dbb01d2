//! The roles of the program, one file each.

mod demo;
mod instructor;
mod member;
mod protection;
mod rti;
mod status;
mod substation;

use std::process::ExitCode;

use anyhow::Context;

/// What to do.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Play a training exercise: all roles as processes on this machine, and the page.
    Demo(demo::Demo),
    /// Run the RTI that the other roles join.
    Rti(rti::Rti),
    /// Run a substation: plant, network and faults.
    Substation(substation::Substation),
    /// Run the relays and reclosers of a substation.
    Protection(protection::Protection),
    /// Run an exercise: pace, faults, event log, judgement, and the page.
    Instructor(instructor::Instructor),
    /// Show the federations of an RTI, their federates, times and states.
    Status(status::Status),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        // One thread for the network: a second one makes a single federation slower (ALGORITHMS 5).
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .context("the runtime cannot start")?;
        let outcome = runtime.block_on(async {
            match self {
                Self::Demo(demo) => demo.run().await,
                Self::Rti(rti) => rti.run().await,
                Self::Substation(substation) => substation.run().await,
                Self::Protection(protection) => protection.run().await,
                Self::Instructor(instructor) => instructor.run().await,
                Self::Status(status) => status.run().await,
            }
        });
        // Tasks that still run belong to connections that end with the process.
        runtime.shutdown_background();
        outcome
    }
}
