//! Messages of the stream and what they are for a session.

use hla_wire::generated::busbar::v1::client_message::Kind as FromFederate;
use hla_wire::generated::busbar::v1::server_message::Kind as ToFederate;
use hla_wire::generated::busbar::v1::{
    CallAnswer, ClientMessage, HeartbeatResponse, NewSessionReason, NewSessionStatus, ResumeReason,
    ResumeStatus, ServerMessage, SessionTerminated,
};
use rti_runtime::{
    Incoming, IncomingBody, Outgoing, OutgoingBody, SequenceNumber, SessionError, SessionRefused,
};

/// What a stream begins with.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FirstMessage {
    /// A new session is asked for.
    NewSession { protocol_version: u32 },
    /// A session is to be resumed.
    Resume,
    /// Neither, with what to do about it.
    Wrong(&'static str),
}

pub(super) fn read_first(message: ClientMessage) -> FirstMessage {
    match message.kind {
        Some(FromFederate::NewSession(new)) => {
            FirstMessage::NewSession { protocol_version: new.protocol_version }
        }
        Some(FromFederate::ResumeRequest(_)) => FirstMessage::Resume,
        _ => FirstMessage::Wrong("a stream begins with new_session or resume_request"),
    }
}

/// Reads a message of a running session.
pub(super) fn read(message: ClientMessage) -> Result<Incoming, SessionError> {
    let sequence_number = SequenceNumber::from_wire(message.sequence_number);
    let body = match message.kind {
        Some(FromFederate::CallRequest(request)) => IncomingBody::CallRequest(request),
        Some(FromFederate::CallbackResponse(answer)) => IncomingBody::CallbackResponse {
            request: SequenceNumber::from_wire(answer.request_number),
            response: answer.response.unwrap_or_default(),
        },
        Some(FromFederate::Heartbeat(_)) => IncomingBody::Heartbeat,
        Some(FromFederate::TerminateSession(_)) => IncomingBody::TerminateSession,
        Some(FromFederate::NewSession(_) | FromFederate::ResumeRequest(_)) => {
            return Err(SessionError::Protocol("a second session on one stream".into()));
        }
        None => return Err(SessionError::Protocol("a message of no known kind".into())),
    };
    Ok(Incoming {
        sequence_number,
        session_id: message.session_id,
        last_received: SequenceNumber::from_wire(message.last_received),
        body,
    })
}

/// Writes a message of a running session.
pub(super) fn write(message: Outgoing) -> ServerMessage {
    let kind = match message.body {
        OutgoingBody::SessionOpened => {
            let reason = NewSessionReason::Success.into();
            ToFederate::NewSessionStatus(NewSessionStatus { reason })
        }
        OutgoingBody::HeartbeatResponse { heartbeat } => {
            let heartbeat_number = heartbeat.to_wire();
            ToFederate::HeartbeatResponse(HeartbeatResponse { heartbeat_number })
        }
        OutgoingBody::SessionTerminated => ToFederate::SessionTerminated(SessionTerminated {}),
        OutgoingBody::CallResponse { request, response } => {
            let request_number = request.to_wire();
            ToFederate::CallResponse(CallAnswer { request_number, response: Some(response) })
        }
        OutgoingBody::CallbackRequest(request) => ToFederate::CallbackRequest(request),
    };
    ServerMessage {
        sequence_number: message.sequence_number.to_wire(),
        session_id: message.session_id,
        last_received: message.last_received.to_wire(),
        kind: Some(kind),
    }
}

pub(super) fn write_refusal(refused: SessionRefused) -> ServerMessage {
    let reason = match refused {
        SessionRefused::UnsupportedVersion(_) => NewSessionReason::UnsupportedProtocolVersion,
        SessionRefused::OutOfResources(_) => NewSessionReason::OutOfResources,
        SessionRefused::ShuttingDown => NewSessionReason::OtherError,
    };
    let status = NewSessionStatus { reason: reason.into() };
    outside_of_a_session(SequenceNumber::FIRST.next(), ToFederate::NewSessionStatus(status))
}

pub(super) fn write_resume_refusal() -> ServerMessage {
    let none = SequenceNumber::NONE;
    let status = ResumeStatus {
        status: ResumeReason::UnknownSession.into(),
        last_received_federate_number: none.to_wire(),
    };
    outside_of_a_session(none, ToFederate::ResumeStatus(status))
}

fn outside_of_a_session(number: SequenceNumber, kind: ToFederate) -> ServerMessage {
    ServerMessage {
        sequence_number: number.to_wire(),
        session_id: 0,
        last_received: SequenceNumber::NONE.to_wire(),
        kind: Some(kind),
    }
}
