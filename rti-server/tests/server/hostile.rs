//! Peers that misbehave harm nobody but themselves.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use hla::{Call, Callback};
use hla_wire::generated::busbar::v1::client_message::Kind as ToServer;
use hla_wire::generated::busbar::v1::server_message::Kind as FromServer;
use hla_wire::generated::busbar::v1::{Heartbeat, NewSession, ResumeRequest, ServerMessage};
use rti_core::Input;
use rti_runtime::StepHook;
use rti_server::Config;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::{Code, Request};
use tonic_health::pb::HealthCheckRequest;
use tonic_prost::ProstCodec;

use crate::federate::{Federate, channel, create, join, soon, start};

#[tokio::test]
async fn garbage_on_the_port_ends_only_its_connection() {
    let server = start(Config::default()).await;
    let mut federate = Federate::joined(server.address(), "F", "A").await;
    let garbage: Vec<u8> =
        (0..50_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".as_slice();
    for octets in [
        &garbage[..],
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        // A FedPro client on the wrong port.
        b"\0\0\0\x1c\0\0\0\0\0\0\0\0\0\0\0\0\x80\0\0\0\0\0\0\x01\0\0\0\x01",
        &[preface, &garbage].concat(),
    ] {
        let mut peer = TcpStream::connect(server.address()).await.expect("somebody listens");
        // The server may have hung up in the middle of it.
        let _ = peer.write_all(octets).await;
        let _ = peer.shutdown().await;
        let mut answer = Vec::new();
        let _ = soon("the end of the connection", peer.read_to_end(&mut answer)).await;
        assert_eq!(federate.outcome(Call::QueryLogicalTime).await, "ok");
    }
    assert_eq!(Federate::connected(server.address()).await.outcome(create("G")).await, "ok");
    server.shutdown().await;
}

#[tokio::test]
async fn who_says_nothing_is_cut_off() {
    let config = Config { first_message_timeout_ms: 100, ..Config::default() };
    let server = start(config).await;
    let mut connection = TcpStream::connect(server.address()).await.expect("somebody listens");
    let mut slow = TcpStream::connect(server.address()).await.expect("somebody listens");
    slow.write_all(b"PRI").await.expect("it is connected");
    let mut others = Vec::new();
    for _ in 0..50 {
        others.push(TcpStream::connect(server.address()).await.expect("somebody listens"));
    }
    let mut stream = Federate::silent(server.address()).await;
    assert_eq!(Federate::connected(server.address()).await.outcome(create("F")).await, "ok");
    let mut octets = Vec::new();
    // Closed or reset, both are an end.
    let _ = soon("the end of the connection", connection.read_to_end(&mut octets)).await;
    let _ = soon("the end of the slow one", slow.read_to_end(&mut octets)).await;
    let status = stream.end().await.expect("the stream ends with a reason");
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert!(status.message().contains("did not come in time"), "{status:?}");
    server.shutdown().await;
}

#[tokio::test]
async fn a_stream_begins_with_a_session_and_has_one() {
    let server = start(Config::default()).await;
    let mut stream = Federate::silent(server.address()).await;
    stream.send(ToServer::Heartbeat(Heartbeat {})).await;
    let status = stream.end().await.expect("the stream ends with a reason");
    assert_eq!(status.code(), Code::FailedPrecondition);

    // A message of another service.
    let mut client = tonic::client::Grpc::new(channel(server.address()).await);
    client.ready().await.expect("the server takes requests");
    let message = HealthCheckRequest { service: "x".into() };
    let codec = ProstCodec::<HealthCheckRequest, ServerMessage>::default();
    let path = PathAndQuery::from_static("/busbar.v1.FederateGateway/Session");
    let request = Request::new(tokio_stream::iter([message]));
    let response = client.streaming(request, path, codec).await.expect("the stream opens at once");
    let status = response.into_inner().message().await.expect_err("it is no first message");
    assert!(status.message().contains("decode"), "{status:?}");

    let mut stream = Federate::silent(server.address()).await;
    stream.send(ToServer::NewSession(NewSession { protocol_version: 2 })).await;
    let answer = stream.receive().await.and_then(|message| message.kind);
    let Some(FromServer::NewSessionStatus(status)) = answer else {
        panic!("{answer:?} instead of a status");
    };
    assert_eq!(status.reason, 1, "unsupported protocol version");
    assert!(stream.end().await.is_none());

    let mut stream = Federate::silent(server.address()).await;
    stream.send(ToServer::ResumeRequest(ResumeRequest::default())).await;
    let answer = stream.receive().await.and_then(|message| message.kind);
    let Some(FromServer::ResumeStatus(status)) = answer else {
        panic!("{answer:?} instead of a status");
    };
    assert_eq!(status.status, 1, "unknown session");

    let mut session = Federate::open(server.address()).await;
    session.send(ToServer::NewSession(NewSession { protocol_version: 1 })).await;
    let status = session.end().await.expect("a second session is a breach");
    assert_eq!(status.code(), Code::FailedPrecondition);

    let mut session = Federate::open(server.address()).await;
    session.session_id ^= 1;
    session.send(ToServer::Heartbeat(Heartbeat {})).await;
    let status = session.end().await.expect("another's session is a breach");
    assert!(status.message().contains("another session"), "{status:?}");
    server.shutdown().await;
}

#[tokio::test]
async fn a_slow_consumer_is_lost_and_the_others_go_on() {
    const MESSAGES: u8 = 60;
    let config =
        Config { outbox_ordered_bytes_max: 1 << 20, congestion_grace_ms: 200, ..Config::default() };
    let server = start(config).await;
    let mut speaker = Federate::joined(server.address(), "F", "speaker").await;
    let mut healthy = Federate::joined(server.address(), "F", "healthy").await;
    let mut deaf = Federate::joined(server.address(), "F", "deaf").await;
    healthy.subscribe_chat().await;
    deaf.subscribe_chat().await;
    let bay = speaker.publish_chat().await;
    // 15 MB, more than the windows of the connection and the outbox of the deaf one take.
    for message in 0..MESSAGES {
        speaker.call(bay.say(vec![message; 250_000])).await.expect("it is published");
        assert_eq!(healthy.chat().await[0], message);
    }
    // Only its being lost frees the name.
    let mut other = Federate::connected(server.address()).await;
    let lost = async {
        while other.outcome(join("F", "deaf")).await != "ok" {
            tokio::task::yield_now().await;
        }
    };
    soon("the loss of the deaf federate", lost).await;
    let status = deaf.end().await.expect("it is told why, once it reads");
    assert_eq!(status.code(), Code::ResourceExhausted);
    assert!(status.message().contains("grace time"), "{status:?}");
    assert!(deaf.waiting_callbacks().len() < usize::from(MESSAGES));
    speaker.call(bay.say("after")).await.expect("it is published");
    assert_eq!(&healthy.chat().await[..], b"after");
    server.shutdown().await;
}

#[tokio::test]
async fn a_slow_consumer_that_catches_up_in_time_loses_nothing() {
    const MESSAGES: u8 = 60;
    let config = Config { outbox_ordered_bytes_max: 1 << 20, ..Config::default() };
    let server = start(config).await;
    let mut speaker = Federate::joined(server.address(), "F", "speaker").await;
    let mut slow = Federate::joined(server.address(), "F", "slow").await;
    slow.subscribe_chat().await;
    let bay = speaker.publish_chat().await;
    for message in 0..MESSAGES {
        speaker.call(bay.say(vec![message; 250_000])).await.expect("it is published");
    }
    for message in 0..MESSAGES {
        assert_eq!(slow.chat().await[0], message);
    }
    server.shutdown().await;
}

#[tokio::test]
async fn a_panic_ends_its_federation_and_nothing_else() {
    let hook = StepHook::new(|input| {
        if let Input::Call { call: Call::GetFederateHandle { name }, .. } = input {
            assert_ne!(name, "poison", "brought down on purpose");
        }
    });
    let server = start(Config { before_step: Some(hook), ..Config::default() }).await;
    let mut healthy = Federate::joined(server.address(), "G", "A").await;
    let mut victim = Federate::joined(server.address(), "F", "A").await;
    let mut culprit = Federate::joined(server.address(), "F", "B").await;
    let poison = Call::GetFederateHandle { name: "poison".into() };
    assert_eq!(culprit.outcome(poison).await, "RTIinternalError");
    let told = victim.callback().await;
    assert!(matches!(told, Callback::ConnectionLost { .. }), "{told:?}");
    assert_eq!(victim.outcome(Call::QueryLogicalTime).await, "NotConnected");
    assert_eq!(healthy.outcome(Call::QueryLogicalTime).await, "ok");
    // A new federation of the same name, and new sessions.
    let mut other = Federate::joined(server.address(), "F", "A").await;
    assert_eq!(other.outcome(Call::QueryLogicalTime).await, "ok");
    server.shutdown().await;
}

#[tokio::test]
async fn an_idle_federate_is_not_dropped() {
    let config = Config { ping_interval_ms: 50, ping_timeout_ms: 500, ..Config::default() };
    let server = start(config).await;
    let mut idle = Federate::joined(server.address(), "F", "idle").await;
    // Ten pings long nothing is said, and reading answers them.
    let silence = tokio::time::timeout(Duration::from_millis(500), idle.incoming.message()).await;
    assert!(silence.is_err(), "nothing happened to it: {silence:?}");
    assert_eq!(idle.outcome(Call::QueryLogicalTime).await, "ok");
    server.shutdown().await;
}

/// Carries octets between a federate and the server until it is cut; then it carries nothing and
/// closes nothing, like a cable that was pulled.
async fn cable(server: SocketAddr, cut: CancellationToken) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port is found");
    let address = listener.local_addr().expect("it is bound");
    tokio::spawn(async move {
        let (mut federate, _) = listener.accept().await.expect("somebody connects");
        let mut server = TcpStream::connect(server).await.expect("the server listens");
        tokio::select! {
            _ = tokio::io::copy_bidirectional(&mut federate, &mut server) => {}
            () = cut.cancelled() => std::future::pending().await,
        }
    });
    address
}

#[tokio::test]
async fn a_cut_network_is_noticed() {
    let config = Config { ping_interval_ms: 100, ping_timeout_ms: 200, ..Config::default() };
    let server = start(config).await;
    let cut = CancellationToken::new();
    let mut unlucky =
        Federate::joined(cable(server.address(), cut.clone()).await, "F", "unlucky").await;
    let mut other = Federate::connected(server.address()).await;
    assert_eq!(other.outcome(join("F", "unlucky")).await, "FederateNameAlreadyInUse");
    assert_eq!(unlucky.outcome(Call::QueryLogicalTime).await, "ok");
    cut.cancel();
    let noticed = async {
        while other.outcome(join("F", "unlucky")).await != "ok" {
            tokio::task::yield_now().await;
        }
    };
    soon("the loss of the federate", noticed).await;
    server.shutdown().await;
}
