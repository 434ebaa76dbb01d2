//! Runs programs one after the other, and says how long each took.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// A program that a step needs and that a machine may lack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    /// Succeeds where the tool is there.
    pub(crate) probe: &'static [&'static str],
    /// What to do where it is not.
    pub(crate) install: &'static str,
}

/// One program with its arguments.
#[derive(Debug)]
pub(crate) struct Step {
    name: &'static str,
    words: Vec<String>,
    /// From the root of the checkout.
    folder: &'static str,
    environment: Option<(&'static str, &'static str)>,
    tool: Option<Tool>,
}

impl Step {
    /// Runs the words of `line`, from the root of the checkout.
    pub(crate) fn new(name: &'static str, line: &str) -> Self {
        let words = line.split_whitespace().map(str::to_owned);
        // The quotes of a shell are not known here.
        let words = words.collect();
        Self { name, words, folder: "", environment: None, tool: None }
    }

    pub(crate) fn inside(self, folder: &'static str) -> Self {
        Self { folder, ..self }
    }

    pub(crate) fn needing(self, tool: Tool) -> Self {
        Self { tool: Some(tool), ..self }
    }

    pub(crate) fn with(self, variable: &'static str, value: &'static str) -> Self {
        Self { environment: Some((variable, value)), ..self }
    }

    /// One more argument.
    pub(crate) fn and(mut self, word: &str) -> Self {
        self.words.push(word.to_owned());
        self
    }

    /// As it would be typed.
    pub(crate) fn line(&self) -> String {
        self.words.join(" ")
    }

    fn run(&self, root: &Path) -> Result<()> {
        let folder = root.join(self.folder);
        let mut command = command(&self.words, &folder)?;
        command.envs(self.environment);
        let status =
            command.status().with_context(|| format!("`{}` does not start", self.line()))?;
        if !status.success() {
            bail!("`{}` failed in {} ({status})", self.line(), folder.display());
        }
        Ok(())
    }
}

/// Whether the tool answers.
pub(crate) fn is_there(root: &Path, tool: Tool) -> bool {
    command(tool.probe, root)
        .and_then(|mut probe| Ok(probe.stdout(Stdio::null()).stderr(Stdio::null()).status()?))
        .is_ok_and(|status| status.success())
}

/// Runs the steps in order, up to the first that fails; none of them if a tool is missing.
pub(crate) fn run_all(root: &Path, steps: &[Step]) -> Result<()> {
    for step in steps {
        if let Some(tool) = step.tool.filter(|tool| !is_there(root, *tool)) {
            bail!(
                "`{}` is missing for the step `{}`: {}",
                tool.probe[0..tool.probe.len() - 1].join(" "),
                step.name,
                tool.install
            );
        }
    }
    let mut taken = Vec::new();
    for step in steps {
        println!("==> {}: {}", step.name, step.line());
        let started = Instant::now();
        step.run(root)?;
        taken.push((step.name, started.elapsed().as_secs_f64()));
    }
    for (name, seconds) in &taken {
        println!("{seconds:8.1} s  {name}");
    }
    Ok(())
}

fn command(words: &[impl AsRef<str>], folder: &Path) -> Result<Command> {
    let mut words = words.iter().map(AsRef::as_ref);
    let mut command = Command::new(words.next().context("a step names a program")?);
    command.args(words).current_dir(folder);
    Ok(command)
}
