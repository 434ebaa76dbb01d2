//! Create, join and destroy from several sessions (FED-002, B027, B029), and lost federates.

use std::time::Duration;

use hla::Call;
use hla_wire::generated::busbar::v1::operator_client::OperatorClient;
use hla_wire::generated::busbar::v1::{ListSessionsRequest, Session};
use rti_server::{Config, Running};
use tonic::transport::Channel;

use crate::federate::{Federate, channel, create, destroy, join, resign, soon, start};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_create_or_join_at_once_one_succeeds() {
    let server = start(Config::default()).await;
    let address = server.address();
    for round in 0..3 {
        let name = format!("F{round}");
        let racers: Vec<_> = (0..10)
            .map(|_| {
                let name = name.clone();
                tokio::spawn(async move {
                    let mut federate = Federate::connected(address).await;
                    let created = federate.outcome(create(&name)).await;
                    (created, federate.outcome(join(&name, "X")).await, federate)
                })
            })
            .collect();
        let mut created = Vec::new();
        let mut joined = Vec::new();
        let mut federates = Vec::new();
        for racer in racers {
            let (create, join, federate) =
                soon("the end of a race", racer).await.expect("no panic");
            created.push(create);
            joined.push(join);
            federates.push(federate);
        }
        created.sort_unstable();
        joined.sort_unstable();
        let mut expected = ["FederationExecutionAlreadyExists"; 10];
        expected[9] = "ok";
        assert_eq!(created, expected);
        let mut expected = ["FederateNameAlreadyInUse"; 10];
        expected[9] = "ok";
        assert_eq!(joined, expected);
    }
    server.shutdown().await;
}

#[tokio::test]
async fn a_federation_lives_until_it_is_destroyed() {
    let server = start(Config::default()).await;
    let mut a = Federate::joined(server.address(), "F", "A").await;
    let mut b = Federate::joined(server.address(), "F", "B").await;
    a.call(resign()).await.expect("A may go");
    assert_eq!(a.outcome(destroy("F")).await, "FederatesCurrentlyJoined");
    b.call(resign()).await.expect("B may go");
    assert_eq!(b.outcome(join("F", "B")).await, "ok", "an empty federation lives on");
    b.call(resign()).await.expect("B may go");
    assert_eq!(a.outcome(destroy("F")).await, "ok");
    assert_eq!(a.outcome(destroy("F")).await, "FederationExecutionDoesNotExist");
    // Created again with nothing but the MIM: nothing of the old FOM is left.
    let bare = Call::CreateFederationExecution {
        federation_name: "F".into(),
        fom_modules: vec![],
        mim_module: None,
        logical_time_implementation_name: None,
    };
    assert_eq!(a.outcome(bare).await, "ok");
    assert_eq!(a.outcome(join("F", "A")).await, "ok");
    let breaker = Call::GetObjectClassHandle { name: "HLAobjectRoot.Breaker".into() };
    assert_eq!(a.outcome(breaker).await, "NameNotFound");
    server.shutdown().await;
}

/// Waits until nobody is joined to F, by being the only one who can be called `name`.
async fn name_becomes_free(server: &Running, name: &str) {
    let mut other = Federate::connected(server.address()).await;
    let free = async {
        while other.outcome(join("F", name)).await != "ok" {
            tokio::task::yield_now().await;
        }
    };
    soon("the loss of the federate", free).await;
    other.call(resign()).await.expect("it may go");
    other.terminate().await;
}

#[tokio::test]
async fn however_a_federate_goes_it_is_resigned() {
    let server = start(Config::default()).await;
    for round in 0..5 {
        // Drops the stream, which the server sees as a reset.
        let mut federate = Federate::joined(server.address(), "F", "X").await;
        federate.subscribe_breakers().await;
        drop(federate);
        name_becomes_free(&server, "X").await;
        // Half-closes it.
        let federate = Federate::joined(server.address(), "F", "X").await;
        let mut incoming = federate.incoming;
        drop(federate.outgoing);
        name_becomes_free(&server, "X").await;
        let end = soon("the end of the stream", incoming.message()).await;
        assert!(end.is_err(), "round {round}: {end:?}");
        // Terminates its session without resigning.
        let mut federate = Federate::joined(server.address(), "F", "X").await;
        federate.terminate().await;
        name_becomes_free(&server, "X").await;
    }
    let mut operator = OperatorClient::new(channel(server.address()).await);
    let nobody_left = async {
        while !sessions(&mut operator).await.is_empty() {
            tokio::task::yield_now().await;
        }
    };
    soon("the end of all sessions", nobody_left).await;
    server.shutdown().await;
}

async fn sessions(operator: &mut OperatorClient<Channel>) -> Vec<Session> {
    let answer = operator.list_sessions(ListSessionsRequest {}).await.expect("it is served");
    answer.into_inner().sessions
}

#[tokio::test]
async fn a_dropped_federate_is_kept_as_long_as_configured() {
    let kept = Duration::from_millis(300);
    let config = Config { dropped_session_kept_ms: 300, ..Config::default() };
    let server = start(config).await;
    let federate = Federate::joined(server.address(), "F", "X").await;
    let before = tokio::time::Instant::now();
    drop(federate);
    name_becomes_free(&server, "X").await;
    assert!(before.elapsed() >= kept);
    server.shutdown().await;
}
