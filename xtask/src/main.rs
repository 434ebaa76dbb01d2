//! The project's own chores: `cargo xtask test`, `lint`, `services`, `bench`.
//!
//! A chore is a list of steps, a step is one program with its arguments, and the first step that
//! fails ends the chore. What a step checks is the business of the program it runs: rules of this
//! project that no tool knows are tests in `tests/tidy`.
//!
//! Nothing is installed here. A tool that is missing is an error that says how to get it, before
//! the first step starts; `.ci/run` is what brings a clean machine to where the chores run.

mod chore;
mod step;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};

use chore::Chore;

const HELP: &str = "\
The project's own chores.

Usage: cargo xtask <chore> [words]

  test           every test: the workspace's, documentation examples, the console's page
  lint           formatting, clippy, documentation, dependencies
  services       writes what is built of the standard's services into README.md, from the tests
  bench [name]   the benchmarks of tests/perf in a release build, or those whose name holds `name`
  help           this text

Every step is printed with the time it took; the first that fails ends the chore.";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[String]) -> Result<()> {
    let Some(chore) = Chore::parse(words)? else {
        println!("{HELP}");
        return Ok(());
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask has a parent")?;
    step::run_all(root, &chore.steps(step::is_there(root, chore::NEXTEST)))
}
