//! The `busbar.v1.Operator` service: the runtime's views in the words of the schema.

use std::sync::Arc;

use hla::{TimeImplementation, TimePoint};
use hla_wire::generated::busbar::v1::operator_server::{Operator, OperatorServer};
use hla_wire::generated::busbar::v1::{self as api, ListFederationsResponse, ListSessionsResponse};
use rti_core::{AdvanceState, FederateStatus};
use rti_runtime::{FederationView, Lobby, SessionState, SessionView, Transport};
use tonic::service::Routes;
use tonic::{Request, Response, Status};

/// Name of the service, as health checks ask for it.
pub(crate) const SERVICE_NAME: &str = "busbar.v1.Operator";

/// Adds the service to `routes`.
pub(crate) fn add_to(routes: Routes, lobby: Arc<Lobby>) -> Routes {
    routes.add_service(OperatorServer::new(OperatorApi { lobby }))
}

struct OperatorApi {
    lobby: Arc<Lobby>,
}

#[tonic::async_trait]
impl Operator for OperatorApi {
    async fn list_federations(
        &self,
        request: Request<api::ListFederationsRequest>,
    ) -> Result<Response<ListFederationsResponse>, Status> {
        let wanted = request.into_inner().federation_name;
        let mut views = self.lobby.federations();
        views.retain(|view| wanted.is_empty() || view.status.name == wanted);
        let federations = views.into_iter().map(federation).collect();
        Ok(Response::new(ListFederationsResponse { federations }))
    }

    async fn list_sessions(
        &self,
        _: Request<api::ListSessionsRequest>,
    ) -> Result<Response<ListSessionsResponse>, Status> {
        let sessions = self.lobby.sessions().into_iter().map(session).collect();
        Ok(Response::new(ListSessionsResponse { sessions }))
    }
}

fn federation(view: FederationView) -> api::Federation {
    let FederationView { status, created_at_unix_ms, mut sessions } = view;
    let time = status.time;
    let federates = status.federates.into_iter().map(|status| {
        let session = sessions.remove(&status.handle).map(session);
        federate(time, status, session)
    });
    api::Federation {
        name: status.name,
        time_implementation: time.name().to_owned(),
        fom_modules: status.fom_modules,
        created_at_unix_ms,
        federates: federates.collect(),
    }
}

fn federate(
    time: TimeImplementation,
    status: FederateStatus,
    session: Option<api::Session>,
) -> api::Federate {
    let text = |point| time.display(point);
    // An interval is written like the time that far from the initial time.
    let interval = |it| text(time.add(TimePoint::INITIAL, it));
    let (advance_state, requested_time) = match status.advance {
        AdvanceState::Granted => (api::AdvanceState::Granted, String::new()),
        AdvanceState::Advancing { kind, requested } => (advance_state(kind), text(requested)),
    };
    api::Federate {
        name: status.name,
        r#type: status.kind,
        handle: status.handle.value(),
        logical_time: text(status.logical_time),
        advance_state: advance_state.into(),
        requested_time,
        time_regulating: status.lookahead.is_some(),
        time_constrained: status.constrained,
        lookahead: status.lookahead.map(interval).unwrap_or_default(),
        galt: status.galt.map(text).unwrap_or_default(),
        lits: status.lits.map(text).unwrap_or_default(),
        queued_tso_messages: status.tso_queued as u64,
        queued_ro_messages: status.ro_held as u64,
        session,
    }
}

fn advance_state(kind: &str) -> api::AdvanceState {
    match kind {
        "TAR" => api::AdvanceState::TimeAdvance,
        "TARA" => api::AdvanceState::TimeAdvanceAvailable,
        "NMR" => api::AdvanceState::NextMessage,
        "NMRA" => api::AdvanceState::NextMessageAvailable,
        "FQR" => api::AdvanceState::FlushQueue,
        _ => api::AdvanceState::Unspecified,
    }
}

fn session(view: SessionView) -> api::Session {
    let state = match view.state {
        SessionState::Running => api::SessionState::Running,
        SessionState::Dropped => api::SessionState::Dropped,
        SessionState::Terminated => api::SessionState::Terminated,
    };
    let transport = match view.peer.transport {
        Transport::Tcp => api::Transport::Tcp,
        Transport::Tls => api::Transport::Tls,
        Transport::WebSocket => api::Transport::Websocket,
        Transport::WebSocketSecure => api::Transport::WebsocketSecure,
        Transport::Grpc => api::Transport::Grpc,
    };
    api::Session {
        peer_address: view.peer.address.map(|address| address.to_string()).unwrap_or_default(),
        transport: transport.into(),
        state: state.into(),
        unsent_bytes: view.unsent_bytes as u64,
        last_heard_ms: u64::try_from(view.silent_for.as_millis()).unwrap_or(u64::MAX),
        federation_name: view.federation_name.unwrap_or_default(),
        federate_name: view.federate_name.unwrap_or_default(),
    }
}
