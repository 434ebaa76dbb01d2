//! Every request of the standard is answered: by its service, or by saying that it is not built.

use hla::HlaError;
use hla_wire::generated::busbar::v1::client_message::Kind as ToServer;
use rti_server::Config;

use crate::federate::{Federate, create, join, start};

const SERVICES: &str = include_str!("../../../proto/wire/testdata/services.tsv");

/// What later versions bring; the README lists the same.
const NOT_YET_BUILT: [&str; 11] = [
    "requestFederationSave",
    "federateSaveBegun",
    "federateSaveComplete",
    "federateSaveNotComplete",
    "abortFederationSave",
    "queryFederationSaveStatus",
    "requestFederationRestore",
    "federateRestoreComplete",
    "federateRestoreNotComplete",
    "abortFederationRestore",
    "queryFederationRestoreStatus",
];

/// Field number in `CallRequest` and name of every service, overloads included.
fn services() -> Vec<(u32, &'static str)> {
    let service = |line: &'static str| {
        let columns: Vec<_> = line.split('\t').collect();
        (columns[0] == "call").then(|| (columns[1].parse().expect("a number"), columns[3]))
    };
    SERVICES.lines().filter_map(service).collect()
}

/// A request with nothing in any field: every call has one.
fn empty_request(arm: u32) -> Vec<u8> {
    let mut request = Vec::new();
    prost::encoding::encode_key(arm, prost::encoding::WireType::LengthDelimited, &mut request);
    request.push(0);
    request
}

#[tokio::test]
async fn each_of_the_178_requests_is_served_or_says_that_it_is_not_yet_built() {
    let server = start(Config::default()).await;
    let mut federate = Federate::joined(server.address(), "F", "A").await;
    let services = services();
    assert_eq!(services.len(), 178);
    let mut not_built = Vec::new();
    for (arm, service) in services {
        federate.send(ToServer::CallRequest(empty_request(arm).into())).await;
        let (_, result) = federate.answer().await.expect("every request is answered");
        match result {
            Err(HlaError::RTIinternalError(text)) if text.starts_with("not yet built") => {
                assert_eq!(text, format!("not yet built: {service}"));
                not_built.push(service);
            }
            // Served, or refused because nothing is in its fields.
            _ => {}
        }
        if service == "resignFederationExecution" {
            assert_eq!(federate.outcome(join("F", "A")).await, "ok");
        }
    }
    not_built.dedup();
    assert_eq!(not_built, NOT_YET_BUILT);
    assert_eq!(federate.outcome(create("F")).await, "FederationExecutionAlreadyExists");
    server.shutdown().await;
}
