//! The calls of a session: who answers which, and in which order.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytes::Bytes;
use hla::{Call, Edition, HlaError, Reply};
use hla_wire::frame::SequenceNumber;
use hla_wire::{RequestArm, from_wire};
use rti_core::{CallId, Input};

use super::Session;
use super::membership::{Membership, Standing};
use crate::lobby::{JoinRequest, NewFederation};
use crate::running_federation::not_a_member;
use crate::window::InFlight;

impl Session {
    /// Executes a call, or passes it to the federation. Returns when the next one may follow.
    pub(super) async fn call(self: &Arc<Self>, request: SequenceNumber, payload: Bytes) {
        let id = CallId(self.last_call.fetch_add(1, Ordering::Relaxed) + 1);
        let bytes = payload.len();
        let parsed = self.parse(payload);
        let arm = parsed.as_ref().map_or(RequestArm(0), |(arm, _)| *arm);
        self.window.admit(InFlight { id, request, arm, bytes }).await;
        match parsed {
            Ok((_, call)) => self.execute(id, call).await,
            Err(error) => {
                self.window.at_most(1).await;
                self.answer(id, Err(error));
            }
        }
    }

    /// What is no call of this version is answered, not punished: the peer may be a newer one.
    fn parse(&self, payload: Bytes) -> Result<(RequestArm, Call), HlaError> {
        let bytes_max = self.settings().session_call_bytes_max;
        if payload.len() > bytes_max {
            return Err(HlaError::RTIinternalError(format!(
                "a call of {} bytes is larger than the limit of {bytes_max} bytes, split it",
                payload.len()
            )));
        }
        from_wire::call(payload).map_err(|error| HlaError::RTIinternalError(error.to_string()))
    }

    async fn execute(self: &Arc<Self>, id: CallId, call: Call) {
        if let Standing::Joined(membership) = self.standing()
            && !changes_standing(&call)
        {
            self.submit_call(id, call, &membership);
            return;
        }
        // Whatever is asked now must see what the calls before it did.
        self.window.at_most(1).await;
        match (call, self.standing()) {
            (Call::Connect { configuration, credentials }, Standing::NotConnected) => {
                let connected = self.lobby.connect(configuration, credentials);
                let result = connected.map(|connection| {
                    self.set_connected(connection.edition);
                    Reply::Connect(connection.result)
                });
                self.answer(id, result);
            }
            (Call::Connect { .. }, _) => {
                let details = "the session is connected already, disconnect first";
                self.answer(id, Err(HlaError::AlreadyConnected(details.into())));
            }
            (Call::Disconnect, Standing::Joined(membership)) => {
                let name = membership.federation.name();
                let details = format!("still joined to {name}, resign first");
                self.answer(id, Err(HlaError::FederateIsExecutionMember(details)));
            }
            (Call::Disconnect, _) => {
                self.set_disconnected();
                self.answer(id, Ok(Reply::Disconnect));
            }
            (call, Standing::NotConnected) => {
                let details = format!("{} needs a connection, connect first", call.service_name());
                self.answer(id, Err(HlaError::NotConnected(details)));
            }
            (call, Standing::Connected(edition)) => self.execute_connected(id, call, edition).await,
            (call, Standing::Joined(membership)) => {
                self.execute_joined(id, call, &membership).await;
            }
        }
    }

    async fn execute_connected(self: &Arc<Self>, id: CallId, call: Call, edition: Edition) {
        match call {
            Call::JoinFederationExecution {
                federate_name,
                federate_type,
                federation_name,
                additional_fom_modules,
            } => {
                let modules = additional_fom_modules.unwrap_or_default();
                let request =
                    JoinRequest { federate_name, federate_type, federation_name, modules, edition };
                if let Err(error) = self.lobby.join(self, id, request).await {
                    self.answer(id, Err(error));
                }
                self.window.at_most(0).await;
            }
            call => self.execute_anywhere(id, call).await,
        }
    }

    async fn execute_joined(self: &Arc<Self>, id: CallId, call: Call, membership: &Membership) {
        match call {
            Call::JoinFederationExecution { .. } => {
                let Membership { federation, federate_name, .. } = membership;
                let details = format!("joined to {} as {federate_name} already", federation.name());
                self.answer(id, Err(HlaError::FederateAlreadyExecutionMember(details)));
            }
            Call::ResignFederationExecution { .. } => {
                self.submit_call(id, call, membership);
                self.window.at_most(0).await;
            }
            call => self.execute_anywhere(id, call).await,
        }
    }

    /// Services that need a connection and nothing else.
    async fn execute_anywhere(self: &Arc<Self>, id: CallId, call: Call) {
        match call {
            Call::CreateFederationExecution {
                federation_name,
                fom_modules,
                mim_module,
                logical_time_implementation_name,
            } => {
                let new = NewFederation {
                    name: federation_name,
                    modules: fom_modules,
                    mim: mim_module,
                    time: logical_time_implementation_name.unwrap_or_default(),
                };
                let created = self.lobby.create(new).await;
                self.answer(id, created.map(|()| Reply::CreateFederationExecution));
            }
            Call::DestroyFederationExecution { federation_name } => {
                let destroyed = self.lobby.destroy(&federation_name);
                self.answer(id, destroyed.map(|()| Reply::DestroyFederationExecution));
            }
            // Callbacks after answers: one client drops what comes while it waits for an answer.
            Call::ListFederationExecutions => {
                self.answer(id, Ok(Reply::ListFederationExecutions));
                self.tell(self.lobby.report_federations());
            }
            Call::ListFederationExecutionMembers { federation_name } => {
                self.answer(id, Ok(Reply::ListFederationExecutionMembers));
                self.tell(self.lobby.report_members(federation_name));
            }
            other => self.answer(id, Err(not_a_member(other.service_name()))),
        }
    }

    fn submit_call(self: &Arc<Self>, id: CallId, call: Call, membership: &Membership) {
        let Membership { federation, federate, .. } = membership;
        let service = call.service_name();
        let input = Input::Call { from: *federate, id, call };
        if federation.submit(self.id(), input).is_err() {
            // It ended between the look at the standing and here, and the calls of its members
            // were answered then; this one perhaps with them.
            let details = format!("{service} came too late: {} has ended", federation.name());
            self.answer_if_waiting(id, Err(HlaError::NotConnected(details)));
        }
    }
}

/// Services whose outcome the next call depends on.
fn changes_standing(call: &Call) -> bool {
    matches!(
        call,
        Call::Connect { .. }
            | Call::Disconnect
            | Call::CreateFederationExecution { .. }
            | Call::DestroyFederationExecution { .. }
            | Call::ListFederationExecutions
            | Call::ListFederationExecutionMembers { .. }
            | Call::JoinFederationExecution { .. }
            | Call::ResignFederationExecution { .. }
    )
}
