//! Busbar: one program, many roles.
//!
//! Command line and composition only: every role is a library with a `run` of its own, and nothing
//! of the RTI, of the power system or of an exercise is decided here. `commands` has a file for each
//! role; `logging` is where logs begin, `print` where results go, `stop` where Ctrl-C and the
//! end of a parent arrive.

mod commands;
mod logging;
mod print;
mod stop;

use std::process::ExitCode;

use clap::Parser;

/// An open HLA runtime infrastructure, and the substation training simulator that runs on it.
///
/// `busbar demo` plays a training exercise with all roles on this machine. For a classroom, start
/// `busbar rti` on the server and the other roles wherever they belong, each with `--rti`.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
struct Arguments {
    /// How much to log to standard error: error, warn, info, debug, or a filter such as
    /// `warn,substation=debug`. Logs are text on a terminal and JSON otherwise.
    #[arg(long, global = true, default_value = "info", env = "BUSBAR_LOG", value_name = "FILTER")]
    log: String,
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = logging::install(&arguments.log).and_then(|()| arguments.command.run());
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("busbar: {error:#}");
            ExitCode::from(2)
        }
    }
}
