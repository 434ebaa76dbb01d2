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
    #[command(
        after_help = "Example: play scenario S01 as fast as the machine can, and judge it\n  \
                            busbar demo --scenario S01 --speed max"
    )]
    Demo(demo::Demo),
    /// Run the RTI that the other roles join.
    #[command(after_help = "Example: let federates on other machines in\n  \
                            busbar rti --grpc-listen 0.0.0.0:15166")]
    Rti(rti::Rti),
    /// Run a substation: plant, network and faults.
    #[command(after_help = "Example: serve the station to an RTI on another machine\n  \
                            busbar substation --rti server:15166")]
    Substation(substation::Substation),
    /// Run the relays and reclosers of a substation.
    #[command(after_help = "Example: protect the station that another machine serves\n  \
                            busbar protection --rti server:15166")]
    Protection(protection::Protection),
    /// Run an exercise: pace, faults, event log, judgement, and the page.
    #[command(
        after_help = "Example: run scenario S01 in real time, its page open to the classroom\n  \
                            busbar instructor --rti server:15166 --scenario S01 --speed 1 \
                            --console-listen 0.0.0.0:8750"
    )]
    Instructor(instructor::Instructor),
    /// Show the federations of an RTI, their federates, times and states.
    #[command(after_help = "Example: who is joined to one federation, for a program\n  \
                            busbar status --rti server:15166 --federation training --json")]
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

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::Command;

    #[derive(Debug, Parser)]
    struct Program {
        #[command(subcommand)]
        _command: Command,
    }

    #[test]
    fn the_example_of_every_command_can_be_typed() {
        for command in Program::command().get_subcommands() {
            let help = command.get_after_help().expect("an example").to_string();
            let example = help.lines().nth(1).expect("its second line is what to type");
            let typed = Program::try_parse_from(example.split_whitespace());
            assert!(typed.is_ok(), "{example}: {typed:?}");
            assert_eq!(example.split_whitespace().nth(1), Some(command.get_name()));
        }
    }
}
