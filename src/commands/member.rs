//! What every training federate is told on the command line.

use training_fom::MemberOptions;

/// Where and as what to join.
#[derive(Debug, clap::Args)]
pub(crate) struct Member {
    /// Address of the RTI.
    #[arg(
        long,
        default_value = "127.0.0.1:15166",
        env = "BUSBAR_RTI",
        value_name = "HOST:PORT",
        value_parser = address
    )]
    rti: String,
    /// Federation execution to join; created where it does not exist.
    #[arg(long, default_value = training_fom::FEDERATION, value_name = "NAME")]
    federation: String,
    /// Name of this federate in the federation; its role unless given.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// End when standard input ends; for programs that start this one.
    #[arg(long, hide = true)]
    pub(crate) until_stdin_closes: bool,
}

impl Member {
    pub(crate) fn options(&self, role: &str, station: &str) -> MemberOptions {
        MemberOptions {
            rti: self.rti.clone(),
            federation: self.federation.clone(),
            name: self.name.clone().unwrap_or_else(|| role.into()),
            role: role.into(),
            station: station.into(),
        }
    }
}

/// Reads the address of an RTI. Checked here, because a role waits for an RTI that does not answer,
/// and would wait for ever for one that cannot exist.
pub(super) fn address(text: &str) -> Result<String, String> {
    let port = |port: &str| port.parse::<u16>().is_ok_and(|port| port > 0);
    match text.rsplit_once(':') {
        Some((host, number)) if !host.is_empty() && port(number) => Ok(text.into()),
        _ => Err("an address is HOST:PORT, for example 127.0.0.1:15166".into()),
    }
}

/// A file that is shipped, or one that is given: its name and its text.
pub(crate) fn file(
    given: Option<&std::path::Path>,
    shipped: (&str, &str),
) -> anyhow::Result<(String, String)> {
    use anyhow::Context;
    match given {
        None => Ok((shipped.0.into(), shipped.1.into())),
        Some(path) => {
            let name = path.display().to_string();
            let text =
                std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
            Ok((name, text))
        }
    }
}
