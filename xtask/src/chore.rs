//! Which steps a chore consists of.

use anyhow::{Result, bail};

use crate::step::{Step, Tool};

/// Runs tests faster and ends those that hang; `cargo test` does without.
pub(crate) const NEXTEST: Tool = Tool {
    probe: &["cargo", "nextest", "--version"],
    install: "run `cargo install --locked cargo-nextest`",
};
const DENY: Tool = Tool {
    probe: &["cargo", "deny", "--version"],
    install: "run `cargo install --locked cargo-deny`",
};
/// Called without `cargo`: below `cargo run` it takes its own name for a folder.
const MACHETE: Tool = Tool {
    probe: &["cargo-machete", "--version"],
    install: "run `cargo install --locked cargo-machete`",
};
const NPM: Tool = Tool {
    probe: &["npm", "--version"],
    install: "install Node.js 20.19 or newer, which brings npm",
};

/// Where the console's page lives.
const PAGE: &str = "federates/console/web";

/// One word of the command line.
#[derive(Debug, PartialEq)]
pub(crate) enum Chore {
    Test,
    Lint,
    /// Writes what the conformance scenarios show into the README.
    Services,
    /// The benchmarks whose name holds the text; all of them without.
    Bench(Option<String>),
}

impl Chore {
    /// The chore that the command line names; `None` asks for help.
    pub(crate) fn parse(words: &[String]) -> Result<Option<Self>> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Ok(Some(match words[..] {
            [] | ["help" | "-h" | "--help", ..] | [_, "-h" | "--help"] => return Ok(None),
            ["test"] => Self::Test,
            ["lint"] => Self::Lint,
            ["services"] => Self::Services,
            ["bench"] => Self::Bench(None),
            ["bench", name] => Self::Bench(Some(name.to_owned())),
            _ => bail!("no such chore: {}; `cargo xtask help` lists them", words.join(" ")),
        }))
    }

    /// What to run, in order.
    pub(crate) fn steps(&self, has_nextest: bool) -> Vec<Step> {
        match self {
            Self::Test => test(has_nextest),
            Self::Lint => lint(),
            Self::Services => vec![services()],
            Self::Bench(name) => vec![bench(name.as_deref())],
        }
    }
}

fn test(has_nextest: bool) -> Vec<Step> {
    let mut steps = if has_nextest {
        // nextest runs no documentation examples.
        vec![
            Step::new("tests", "cargo nextest run --workspace --locked"),
            Step::new("documentation examples", "cargo test --workspace --locked --doc"),
        ]
    } else {
        vec![Step::new("tests and documentation examples", "cargo test --workspace --locked")]
    };
    steps.push(packages());
    steps.push(Step::new("tests of the page", "npm test").needing(NPM).inside(PAGE));
    steps
}

fn lint() -> Vec<Step> {
    vec![
        Step::new("formatting", "cargo fmt --all --check"),
        Step::new("unused dependencies", "cargo-machete").needing(MACHETE),
        Step::new("licences, duplicates, sources", "cargo deny check bans licenses sources")
            .needing(DENY),
        Step::new("clippy", "cargo clippy --workspace --all-targets --locked -- -D warnings"),
        Step::new("documentation", "cargo doc --workspace --no-deps --locked")
            .with("RUSTDOCFLAGS", "-D warnings"),
        packages(),
        Step::new("types of the page", "npm run check").needing(NPM).inside(PAGE),
    ]
}

fn packages() -> Step {
    Step::new("packages of the page", "npm ci --no-audit --no-fund").needing(NPM).inside(PAGE)
}

fn services() -> Step {
    Step::new("services in the README", "cargo test --test conformance -- coverage::the_readme")
        .with("BUSBAR_WRITE_README", "1")
}

/// One benchmark at a time, or they measure each other.
fn bench(name: Option<&str>) -> Step {
    let step = Step::new(
        "benchmarks",
        "cargo test --release --locked --test perf -- --ignored --nocapture --test-threads=1",
    );
    name.into_iter().fold(step, Step::and)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Option<Chore>> {
        let words: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
        Chore::parse(&words)
    }

    #[test]
    fn the_command_line_names_a_chore_or_asks_for_help() {
        let known = |line| parse(line).unwrap();
        assert_eq!(known("test"), Some(Chore::Test));
        assert_eq!(known("bench update"), Some(Chore::Bench(Some("update".into()))));
        assert_eq!(known("services"), Some(Chore::Services));
        assert_eq!(known(""), None);
        assert_eq!(known("test --help"), None);
        let refused = parse("tset").unwrap_err().to_string();
        assert_eq!(refused, "no such chore: tset; `cargo xtask help` lists them");
        assert!(parse("lint everything").is_err());
    }

    #[test]
    fn documentation_examples_run_with_either_runner() {
        let lines = |has_nextest| -> Vec<String> {
            Chore::Test.steps(has_nextest).iter().map(Step::line).collect()
        };
        assert!(lines(true).contains(&"cargo test --workspace --locked --doc".to_owned()));
        assert!(lines(false).contains(&"cargo test --workspace --locked".to_owned()));
        for has_nextest in [true, false] {
            assert_eq!(lines(has_nextest).last().unwrap(), "npm test");
        }
    }

    #[test]
    fn a_benchmark_can_be_picked() {
        let steps = Chore::Bench(Some("fan_out".into())).steps(true);
        assert!(steps[0].line().ends_with("--ignored --nocapture --test-threads=1 fan_out"));
    }
}
