//! `busbar status`

use std::process::ExitCode;

use anyhow::Context;
use comfy_table::{Table, presets};
use hla_wire::generated::busbar::v1 as operator;
use operator::operator_client::OperatorClient;
use serde_json::json;
use tonic::transport::Endpoint;

use super::member::address;
use crate::print;

/// Show the federations of an RTI, their federates, times and states.
#[derive(Debug, clap::Args)]
pub(crate) struct Status {
    /// Address of the RTI.
    #[arg(
        long,
        default_value = "127.0.0.1:15166",
        env = "BUSBAR_RTI",
        value_name = "HOST:PORT",
        value_parser = address
    )]
    rti: String,
    /// Only this federation.
    #[arg(long, default_value = "", hide_default_value = true, value_name = "NAME")]
    federation: String,
    /// Print JSON for a program instead of tables.
    #[arg(long)]
    json: bool,
}

impl Status {
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        let no_rti = || format!("no RTI answers at {}; is `busbar rti` running there?", self.rti);
        let endpoint = Endpoint::from_shared(format!("http://{}", self.rti))
            .with_context(|| format!("{} is no address; it is HOST:PORT", self.rti))?;
        let mut client = OperatorClient::new(endpoint.connect().await.with_context(no_rti)?);
        let request = operator::ListFederationsRequest { federation_name: self.federation.clone() };
        let answer = client.list_federations(request).await.with_context(no_rti)?;
        let federations = answer.into_inner().federations;
        if self.json {
            let federations: Vec<_> = federations.iter().map(federation_json).collect();
            print::line(format_args!("{:#}", json!({ "federations": federations })));
        } else if federations.is_empty() {
            print::line(format_args!("no federation execution at {}", self.rti));
        } else {
            federations.iter().for_each(print_federation);
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn print_federation(federation: &operator::Federation) {
    let modules = federation.fom_modules.join(", ");
    let (name, time) = (&federation.name, &federation.time_implementation);
    print::line(format_args!("federation {name} ({time}; {modules})"));
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header([
        "federate",
        "type",
        "time",
        "state",
        "regulates",
        "constrained",
        "GALT",
        "LITS",
        "queued",
        "peer",
        "unsent",
        "last heard",
    ]);
    for federate in &federation.federates {
        let session = federate.session.clone().unwrap_or_default();
        table.add_row([
            federate.name.clone(),
            federate.r#type.clone(),
            federate.logical_time.clone(),
            state(federate),
            if federate.time_regulating {
                format!("yes, {}", federate.lookahead)
            } else {
                "no".into()
            },
            if federate.time_constrained { "yes".into() } else { "no".into() },
            federate.galt.clone(),
            federate.lits.clone(),
            format!("{} TSO, {} RO", federate.queued_tso_messages, federate.queued_ro_messages),
            session.peer_address,
            format!("{} B", session.unsent_bytes),
            format!("{} ms ago", session.last_heard_ms),
        ]);
    }
    print::line(table);
}

/// What a federate does about its time, in the standard's terms.
fn state(federate: &operator::Federate) -> String {
    use operator::AdvanceState;
    let service = match federate.advance_state() {
        AdvanceState::Unspecified => return "unknown".into(),
        AdvanceState::Granted => return "granted".into(),
        AdvanceState::TimeAdvance => "TAR",
        AdvanceState::TimeAdvanceAvailable => "TARA",
        AdvanceState::NextMessage => "NMR",
        AdvanceState::NextMessageAvailable => "NMRA",
        AdvanceState::FlushQueue => "FQR",
    };
    format!("{service} {}", federate.requested_time)
}

fn federation_json(federation: &operator::Federation) -> serde_json::Value {
    let federates: Vec<_> = federation
        .federates
        .iter()
        .map(|federate| {
            let session = federate.session.clone().unwrap_or_default();
            json!({
                "name": federate.name,
                "type": federate.r#type,
                "handle": federate.handle,
                "logical_time": federate.logical_time,
                "state": state(federate),
                "time_regulating": federate.time_regulating,
                "time_constrained": federate.time_constrained,
                "lookahead": federate.lookahead,
                "galt": federate.galt,
                "lits": federate.lits,
                "queued_tso_messages": federate.queued_tso_messages,
                "queued_ro_messages": federate.queued_ro_messages,
                "peer_address": session.peer_address,
                "unsent_bytes": session.unsent_bytes,
                "last_heard_ms": session.last_heard_ms,
            })
        })
        .collect();
    json!({
        "name": federation.name,
        "time_implementation": federation.time_implementation,
        "fom_modules": federation.fom_modules,
        "created_at_unix_ms": federation.created_at_unix_ms,
        "federates": federates,
    })
}
