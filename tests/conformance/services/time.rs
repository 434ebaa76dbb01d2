//! Clause 8: time management.

use hla::Call;

use super::{Clock, Parsed};
use crate::names::Lookup;

pub(super) fn parse(lookup: &mut Lookup<'_>, clock: &Clock, words: &[&str]) -> Parsed {
    Ok(Some(match *words {
        ["enableTimeRegulation", lookahead] => {
            Call::EnableTimeRegulation { lookahead: clock.read(lookahead)? }
        }
        ["disableTimeRegulation"] => Call::DisableTimeRegulation,
        ["enableTimeConstrained"] => Call::EnableTimeConstrained,
        ["disableTimeConstrained"] => Call::DisableTimeConstrained,
        ["timeAdvanceRequest" | "TAR", time] => {
            Call::TimeAdvanceRequest { time: clock.read(time)? }
        }
        ["timeAdvanceRequestAvailable" | "TARA", time] => {
            Call::TimeAdvanceRequestAvailable { time: clock.read(time)? }
        }
        ["nextMessageRequest" | "NMR", time] => {
            Call::NextMessageRequest { time: clock.read(time)? }
        }
        ["nextMessageRequestAvailable" | "NMRA", time] => {
            Call::NextMessageRequestAvailable { time: clock.read(time)? }
        }
        ["flushQueueRequest" | "FQR", time] => Call::FlushQueueRequest { time: clock.read(time)? },
        ["enableAsynchronousDelivery"] => Call::EnableAsynchronousDelivery,
        ["disableAsynchronousDelivery"] => Call::DisableAsynchronousDelivery,
        ["queryGALT"] => Call::QueryGalt,
        ["queryLITS"] => Call::QueryLits,
        ["queryLogicalTime"] => Call::QueryLogicalTime,
        ["queryLookahead"] => Call::QueryLookahead,
        ["modifyLookahead", lookahead] => {
            Call::ModifyLookahead { lookahead: clock.read(lookahead)? }
        }
        ["retract", name] => Call::Retract { retraction: lookup.retraction(name)? },
        _ => return Ok(None),
    }))
}
