//! The logger: text for a person at a terminal, JSON for whoever collects logs.

use std::io::IsTerminal;

use anyhow::Context;
use tracing_subscriber::EnvFilter;

/// Installs the logger of the process.
pub(crate) fn install(filter: &str) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(filter)
        .with_context(|| format!("{filter} is no log filter; try info or warn,substation=debug"))?;
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let installed = if std::io::stderr().is_terminal() {
        builder.try_init()
    } else {
        builder.json().flatten_event(true).try_init()
    };
    installed.map_err(|error| anyhow::anyhow!("the logger cannot be installed: {error}"))
}
