//! What an operator sees.

use hla_wire::generated::busbar::v1::operator_client::OperatorClient;
use hla_wire::generated::busbar::v1::{
    AdvanceState, ListFederationsRequest, ListSessionsRequest, SessionState, Transport,
};
use rti_server::Config;
use tonic_reflection::pb::v1::ServerReflectionRequest;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;

use crate::federate::{Federate, channel, create, start};

#[tokio::test]
async fn federations_federates_and_sessions_are_listed() {
    let server = start(Config::default()).await;
    let mut idle = Federate::connected(server.address()).await;
    assert_eq!(idle.outcome(create("Empty")).await, "ok");
    let _bay = Federate::joined(server.address(), "Substation", "bay-1").await;
    let mut operator = OperatorClient::new(channel(server.address()).await);
    let all = ListFederationsRequest::default();
    let federations =
        operator.list_federations(all).await.expect("served").into_inner().federations;
    let names: Vec<_> = federations.iter().map(|federation| &*federation.name).collect();
    assert_eq!(names, ["Empty", "Substation"]);
    let one = ListFederationsRequest { federation_name: "Substation".into() };
    let federations =
        operator.list_federations(one).await.expect("served").into_inner().federations;
    let [substation] = &federations[..] else { panic!("{federations:?}") };
    assert_eq!(substation.time_implementation, "HLAinteger64Time");
    assert!(substation.created_at_unix_ms > 1_700_000_000_000);
    let [bay] = &substation.federates[..] else { panic!("{substation:?}") };
    assert_eq!((&*bay.name, &*bay.r#type, &*bay.logical_time), ("bay-1", "bay", "0"));
    assert_eq!(bay.advance_state(), AdvanceState::Granted);
    let session = bay.session.as_ref().expect("it joined through a session");
    assert!(session.peer_address.starts_with("127.0.0.1:"), "{session:?}");

    let sessions = operator.list_sessions(ListSessionsRequest {}).await.expect("served");
    let sessions = sessions.into_inner().sessions;
    let federates: Vec<_> = sessions.iter().map(|session| &*session.federate_name).collect();
    assert_eq!(federates, ["", "bay-1"]);
    for session in &sessions {
        assert_eq!(session.transport(), Transport::Grpc);
        assert_eq!(session.state(), SessionState::Running);
    }
    server.shutdown().await;
}

#[tokio::test]
async fn the_schema_can_be_asked_for() {
    let server = start(Config::default()).await;
    let mut reflection = ServerReflectionClient::new(channel(server.address()).await);
    let request = ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::ListServices(String::new())),
    };
    let requests = tokio_stream::once(request);
    let mut answers =
        reflection.server_reflection_info(requests).await.expect("served").into_inner();
    let answer = answers.message().await.expect("served").expect("one answer a request");
    let Some(MessageResponse::ListServicesResponse(list)) = answer.message_response else {
        panic!("{answer:?} instead of a list");
    };
    let names: Vec<_> = list.service.iter().map(|service| &*service.name).collect();
    assert!(names.contains(&"busbar.v1.FederateGateway"), "{names:?}");
    assert!(names.contains(&"busbar.v1.Operator"), "{names:?}");
    server.shutdown().await;
}
