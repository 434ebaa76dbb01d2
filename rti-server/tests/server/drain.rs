//! The end of a server: in order, and within its deadline whatever its peers do (B081).

use std::time::{Duration, Instant};

use hla::Callback;
use rti_server::{Config, Server, StartError};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::federate::{Federate, channel, soon, start};

#[tokio::test]
async fn a_port_in_use_is_named() {
    let server = start(Config::default()).await;
    let config = Config { listen: server.address(), ..Config::default() };
    let error = Server::start(config).await.expect_err("the port is taken");
    assert!(matches!(error, StartError::Bind(_)));
    let text = error.to_string();
    assert!(text.contains(&server.address().to_string()) && text.contains("in use"), "{text}");
    server.shutdown().await;
}

#[tokio::test]
async fn federates_are_told_and_the_port_is_free_again() {
    let server = start(Config::default()).await;
    let address = server.address();
    let mut joined = Federate::joined(address, "F", "A").await;
    let mut connected = Federate::connected(address).await;
    let mut opened = Federate::open(address).await;
    let reading = tokio::spawn(async move {
        let ends = [joined.end().await, connected.end().await, opened.end().await];
        let lost = |federate: &mut Federate| federate.waiting_callbacks();
        (ends, [lost(&mut joined), lost(&mut connected), lost(&mut opened)])
    });
    let outcome = server.shutdown().await;
    assert_eq!((outcome.abandoned_sessions, outcome.connections_broken), (0, false));
    let (ends, callbacks) = soon("the end of the streams", reading).await.expect("no panic");
    assert!(ends.iter().all(Option::is_none), "in good order: {ends:?}");
    for callbacks in &callbacks[..2] {
        assert!(matches!(callbacks[..], [Callback::ConnectionLost { .. }]), "{callbacks:?}");
    }
    assert!(callbacks[2].is_empty(), "who has not connected has nothing to lose");
    let again = Server::start(Config { listen: address, ..Config::default() }).await;
    again.expect("the port is free").shutdown().await;
}

#[tokio::test]
async fn a_shutdown_waits_for_nobody_beyond_its_deadline() {
    let config = Config {
        shutdown_deadline_ms: 500,
        outbox_ordered_bytes_max: 64 << 20,
        ..Config::default()
    };
    let server = start(config).await;
    let address = server.address();
    let mut speaker = Federate::joined(address, "F", "speaker").await;
    let mut unread = Vec::new();
    for name in ["u1", "u2", "u3"] {
        let mut federate = Federate::joined(address, "F", name).await;
        federate.subscribe_chat().await;
        unread.push(federate);
    }
    let bay = speaker.publish_chat().await;
    for _ in 0..60 {
        speaker.call(bay.say(vec![0; 250_000])).await.expect("it is published");
    }
    // Somebody who never gets beyond the first words of HTTP/2.
    let mut mute = TcpStream::connect(address).await.expect("somebody listens");
    mute.write_all(b"PRI * HTTP/2.0\r\n").await.expect("it is connected");
    let before = Instant::now();
    let outcome = soon("the shutdown", server.shutdown()).await;
    assert!(before.elapsed() < Duration::from_secs(3), "{:?}", before.elapsed());
    assert_eq!(outcome.abandoned_sessions, 3);
    assert!(outcome.connections_broken);
    let again = Server::start(Config { listen: address, ..Config::default() }).await;
    again.expect("the port is free").shutdown().await;
}

#[tokio::test]
async fn health_turns_first() {
    let server = start(Config::default()).await;
    let address = server.address();
    let mut health = HealthClient::new(channel(address).await);
    for service in ["", "busbar.v1.FederateGateway", "busbar.v1.Operator"] {
        let request = HealthCheckRequest { service: service.into() };
        let status = health.check(request).await.expect("it is served").into_inner().status;
        assert_eq!(status, 1, "{service:?} is serving");
    }
    let request = HealthCheckRequest { service: String::new() };
    let mut watch = health.watch(request).await.expect("it is served").into_inner();
    let mut next = async || {
        soon("a change of health", watch.message())
            .await
            .expect("it is watched")
            .map(|it| it.status)
    };
    assert_eq!(next().await, Some(1));
    let shutdown = tokio::spawn(server.shutdown());
    assert_eq!(next().await, Some(2), "not serving");
    drop(watch);
    soon("the shutdown", shutdown).await.expect("no panic");
}
