//! Connecting, and what it says when that fails.

use std::net::Ipv4Addr;
use std::time::Duration;

use federate_sdk::hla::{ResignAction, TimeImplementation};
use federate_sdk::{ConnectOptions, Connection, JoinOptions, SdkError};
use tokio::net::TcpListener;

use crate::{bay_fom, connect, joined, start, start_anywhere};

async fn refusal(address: &str) -> String {
    match Connection::connect(address, ConnectOptions::default()).await {
        Err(error @ SdkError::Unreachable { .. }) => error.to_string(),
        other => panic!("{other:?} where no RTI is"),
    }
}

#[tokio::test(start_paused = true)]
async fn b033_an_absent_rti_is_said_to_be_absent() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port is free");
    let address = listener.local_addr().expect("it is bound").to_string();
    // Accepted by the kernel, and never a word.
    let before = tokio::time::Instant::now();
    let silent = refusal(&address).await;
    assert!(silent.contains(&address) && silent.contains("10s"), "{silent}");
    assert!(before.elapsed() <= Duration::from_secs(11));
    drop(listener);
    let closed = refusal(&address).await;
    assert!(closed.contains(&address) && closed.contains("refused"), "{closed}");
    let nonsense = refusal("not an address").await;
    assert!(nonsense.contains("HOST:PORT"), "{nonsense}");
}

#[tokio::test]
async fn who_comes_before_the_rti_waits_and_says_so_once() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    drop(listener);
    let (told, mut waiting) = tokio::sync::mpsc::channel(9);
    let server = async {
        waiting.recv().await.expect("it waits");
        start(address).await
    };
    let address = address.to_string();
    let options = ConnectOptions::default();
    let opening = Connection::connect_when_there(&address, options, move |why| {
        told.try_send(why.to_string()).expect("it is said once");
    });
    let (server, connection) = tokio::join!(server, opening);
    connection.expect("the RTI is there").disconnect().await.expect("it still is");
    assert!(waiting.try_recv().is_err(), "said once");
    server.shutdown().await;
}

#[tokio::test]
async fn federations_are_created_listed_joined_left_and_destroyed() {
    let (server, address) = start_anywhere().await;
    let mut operator = connect(&address).await;
    assert_eq!(operator.list_federation_executions().await.expect("a list"), []);
    let federate = joined(&address, "A").await;
    let time = TimeImplementation::Integer64;
    let again = operator.create_federation_execution("F", vec![bay_fom()], time).await;
    let again = again.expect_err("it exists");
    assert_eq!(
        again.exception().map(|error| error.exception_name()),
        Some("FederationExecutionAlreadyExists")
    );
    let listed = operator.list_federation_executions().await.expect("a list");
    assert_eq!(listed[0].federation_name, "F");
    let members = operator.list_federation_execution_members("F").await.expect("a list");
    assert_eq!(members.expect("F exists")[0].federate_name, "A");
    let none = operator.list_federation_execution_members("G").await.expect("an answer");
    assert_eq!(none, None);

    let same = JoinOptions::of_type("bay").named("A");
    let taken = operator.join_federation_execution("F", same).await.expect_err("it is taken");
    assert!(taken.to_string().contains("FederateNameAlreadyInUse"), "{taken}");
    let mut operator = taken.unchanged;
    let joined = operator.destroy_federation_execution("F").await.expect_err("A is joined");
    assert!(joined.to_string().contains("FederatesCurrentlyJoined"), "{joined}");
    let left = federate
        .resign_federation_execution(ResignAction::NoAction)
        .await
        .expect("it owns nothing");
    left.disconnect().await.expect("the RTI is there");
    operator.destroy_federation_execution("F").await.expect("nobody is joined");
    server.shutdown().await;
}

#[tokio::test]
async fn the_end_of_the_rti_is_told() {
    let (server, address) = start_anywhere().await;
    let mut federate = joined(&address, "A").await;
    server.shutdown().await;
    let lost = loop {
        match federate.next_callback().await {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert!(matches!(lost, SdkError::ConnectionLost(_)), "{lost:?}");
}
