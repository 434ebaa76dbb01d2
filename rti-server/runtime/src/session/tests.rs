mod federate;

use std::sync::Mutex;

use hla::{
    AdditionalSettingsResult, Call, Credentials, JoinResult, RtiConfiguration, TimeImplementation,
};

use self::federate::{Federate, create, destroy, lobby_with, resign};
use super::*;
use crate::message::{SessionRefused, Transport};
use crate::settings::{Password, StepHook};

#[tokio::test]
async fn what_a_session_may_do_depends_on_how_far_it_got() {
    let lobby = Lobby::new(RuntimeSettings::default());
    let mut federate = Federate::open(&lobby);
    let connect = || Call::Connect { configuration: None, credentials: None };
    assert_eq!(federate.outcome(Call::QueryLogicalTime).await, "NotConnected");
    assert_eq!(federate.outcome(create("F")).await, "NotConnected");
    assert_eq!(federate.outcome(Call::Disconnect).await, "ok");
    assert_eq!(federate.outcome(connect()).await, "ok");
    assert_eq!(federate.outcome(connect()).await, "AlreadyConnected");
    assert_eq!(federate.outcome(Call::QueryLogicalTime).await, "FederateNotExecutionMember");
    assert_eq!(federate.outcome(resign()).await, "FederateNotExecutionMember");
    assert_eq!(federate.outcome(create("F")).await, "ok");
    assert!(federate.join("F", "A").await.is_ok());
    let again = federate.join("F", "B").await.expect_err("joined already");
    assert_eq!(again.exception_name(), "FederateAlreadyExecutionMember");
    assert_eq!(federate.outcome(Call::Disconnect).await, "FederateIsExecutionMember");
    assert_eq!(federate.outcome(connect()).await, "AlreadyConnected");
    assert_eq!(federate.outcome(Call::QueryLogicalTime).await, "ok");
    assert_eq!(federate.outcome(resign()).await, "ok");
    assert_eq!(federate.outcome(Call::QueryLogicalTime).await, "FederateNotExecutionMember");
    assert_eq!(federate.outcome(Call::Disconnect).await, "ok");
    assert_eq!(federate.outcome(Call::ListFederationExecutions).await, "NotConnected");
}

#[tokio::test]
async fn pipelined_calls_are_executed_in_order_and_each_answered_once() {
    let lobby = Lobby::new(RuntimeSettings::default());
    let mut federate = Federate::open(&lobby);
    let join = Call::JoinFederationExecution {
        federate_name: None,
        federate_type: "bay".into(),
        federation_name: "F".into(),
        additional_fom_modules: None,
    };
    let calls = [
        (Call::QueryLogicalTime, "NotConnected"),
        (Call::Connect { configuration: None, credentials: None }, "ok"),
        (join.clone(), "FederationExecutionDoesNotExist"),
        (create("F"), "ok"),
        (join, "ok"),
        (Call::QueryLogicalTime, "ok"),
        (destroy("F"), "FederatesCurrentlyJoined"),
        (Call::QueryLogicalTime, "ok"),
        (resign(), "ok"),
        (Call::QueryLogicalTime, "FederateNotExecutionMember"),
        (destroy("F"), "ok"),
        (destroy("F"), "FederationExecutionDoesNotExist"),
        (Call::Disconnect, "ok"),
    ];
    let mut numbers = Vec::new();
    for (call, _) in &calls {
        numbers.push(federate.request(call).await);
    }
    federate.send(IncomingBody::TerminateSession).await;
    for ((call, expected), number) in calls.iter().zip(numbers) {
        let (answered, result) = federate.answer().await.expect("every call is answered");
        assert_eq!(answered, number, "{call:?}");
        assert_eq!(result.map_or_else(|error| error.exception_name(), |_| "ok"), *expected);
    }
    assert!(federate.answer().await.is_none(), "the session ends after the last answer");
    federate.serving.await.expect("serving ends");
    assert_eq!(lobby.sessions(), []);
}

/// Notes whether a session is still joined when its writer is woken.
struct JoinedWhenWoken(Arc<Session>, Mutex<Vec<bool>>);

impl futures::task::ArcWake for JoinedWhenWoken {
    fn wake_by_ref(woken: &Arc<Self>) {
        woken.1.lock().expect("no panic holds it").push(woken.0.is_joined());
    }
}

#[tokio::test]
async fn a_federate_has_left_when_it_is_told_so() {
    let lobby = lobby_with(RuntimeSettings::default(), "F").await;
    let mut federate = Federate::joined(&lobby, "F", "A").await;
    let writer = Arc::new(JoinedWhenWoken(federate.session.clone(), Mutex::default()));
    let waker = futures::task::waker(writer.clone());
    federate.request(&resign()).await;
    assert!(federate.session.poll_outgoing(&mut Context::from_waker(&waker)).is_pending());
    tokio::task::yield_now().await;
    assert_eq!(*writer.1.lock().expect("no panic holds it"), [false]);
    let (_, result) = federate.answer().await.expect("the session answers");
    assert_eq!(result, Ok(Reply::ResignFederationExecution));
}

#[tokio::test]
async fn a_window_smaller_than_the_pipeline_loses_nothing() {
    let settings = RuntimeSettings {
        session_inflight_calls_max: 2,
        session_inflight_bytes_max: 10,
        ..RuntimeSettings::default()
    };
    let lobby = lobby_with(settings, "F").await;
    let mut federate = Federate::joined(&lobby, "F", "A").await;
    let mut numbers = Vec::new();
    for _ in 0..50 {
        numbers.push(federate.request(&Call::QueryLogicalTime).await);
    }
    for number in numbers {
        let (answered, result) = federate.answer().await.expect("every call is answered");
        assert_eq!(answered, number);
        assert!(result.is_ok());
    }
}

#[tokio::test]
async fn lists_come_as_callbacks_after_the_answer() {
    let lobby = lobby_with(RuntimeSettings::default(), "F").await;
    let _member = Federate::joined(&lobby, "F", "A").await;
    let mut federate = Federate::connected(&lobby).await;
    assert_eq!(federate.outcome(Call::ListFederationExecutions).await, "ok");
    assert!(federate.callbacks.is_empty(), "the callback follows the answer");
    let Callback::ReportFederationExecutions { report } = federate.callback().await else {
        panic!("the report of federations was asked for");
    };
    assert_eq!(report.len(), 1);
    assert_eq!(report[0].federation_name, "F");
    assert_eq!(report[0].logical_time_implementation_name, "HLAinteger64Time");

    let members =
        |name: &str| Call::ListFederationExecutionMembers { federation_name: name.into() };
    assert_eq!(federate.outcome(members("F")).await, "ok");
    let Callback::ReportFederationExecutionMembers { report, .. } = federate.callback().await
    else {
        panic!("the report of members was asked for");
    };
    assert_eq!(report.iter().map(|member| &*member.federate_name).collect::<Vec<_>>(), ["A"]);
    assert_eq!(federate.outcome(members("G")).await, "ok");
    let unknown = Callback::ReportFederationExecutionDoesNotExist { federation_name: "G".into() };
    assert_eq!(federate.callback().await, unknown);
}

#[tokio::test]
async fn a_lost_transport_resigns_its_federate() {
    let lobby = lobby_with(RuntimeSettings::default(), "F").await;
    let federate = Federate::joined(&lobby, "F", "A").await;
    drop(federate.to_session);
    federate.serving.await.expect("serving ends");
    let mut other = Federate::connected(&lobby).await;
    assert!(other.join("F", "A").await.is_ok(), "the name is free again");
}

#[tokio::test(start_paused = true)]
async fn a_dropped_session_is_kept_as_long_as_the_settings_say() {
    let kept = Duration::from_secs(2);
    let settings = RuntimeSettings { dropped_session_kept: kept, ..Default::default() };
    let lobby = lobby_with(settings, "F").await;
    let federate = Federate::joined(&lobby, "F", "A").await;
    drop(federate.to_session);
    federate.session.closed().await;
    let mut other = Federate::connected(&lobby).await;
    let error = other.join("F", "A").await.expect_err("A is still joined");
    assert_eq!(error.exception_name(), "FederateNameAlreadyInUse");
    let before = tokio::time::Instant::now();
    federate.serving.await.expect("serving ends");
    assert!(before.elapsed() >= kept.mul_f32(0.9));
    assert!(other.join("F", "A").await.is_ok());
}

#[tokio::test]
async fn a_breach_of_the_protocol_ends_the_session() {
    let lobby = Lobby::new(RuntimeSettings::default());
    let federate = Federate::connected(&lobby).await;
    let message = Incoming {
        sequence_number: SequenceNumber::from_wire(9),
        session_id: federate.session.id() ^ 1,
        last_received: SequenceNumber::NONE,
        body: IncomingBody::Heartbeat,
    };
    federate.to_session.send(Ok(message)).await.expect("it is still served");
    federate.serving.await.expect("serving ends");
    assert!(matches!(federate.session.error(), Some(SessionError::Protocol(_))));
}

#[tokio::test]
async fn a_heartbeat_is_answered_with_its_number_and_moves_no_mark() {
    let lobby = Lobby::new(RuntimeSettings::default());
    let mut federate = Federate::connected(&lobby).await;
    let heartbeat = federate.send(IncomingBody::Heartbeat).await;
    let answer = federate.receive().await.expect("the session lives");
    assert_eq!(answer.body, OutgoingBody::HeartbeatResponse { heartbeat });
    assert_eq!(answer.last_received, SequenceNumber::from_wire(1), "the connect call");
    // SESSION_OPENED was 1, the answer to connect 2.
    assert_eq!(answer.sequence_number, SequenceNumber::from_wire(3));
}

#[tokio::test]
async fn a_payload_that_is_no_call_is_answered_and_the_session_lives() {
    let lobby = lobby_with(RuntimeSettings::default(), "F").await;
    let mut federate = Federate::joined(&lobby, "F", "A").await;
    // Not protobuf; a request of a later version; nothing at all.
    for payload in [&b"\xff\xff\xff"[..], b"\xfa\x3f\x00", b""] {
        let number = federate.send(IncomingBody::CallRequest(payload.into())).await;
        let (answered, result) = federate.answer().await.expect("it is answered");
        assert_eq!(answered, number);
        assert_eq!(result.expect_err("no call").exception_name(), "RTIinternalError");
    }
    assert_eq!(federate.outcome(Call::QueryLogicalTime).await, "ok");
}

#[tokio::test]
async fn a_call_above_the_limit_is_refused_by_a_text_that_names_it() {
    let settings = RuntimeSettings { session_call_bytes_max: 100, ..Default::default() };
    let lobby = lobby_with(settings, "F").await;
    let mut federate = Federate::joined(&lobby, "F", "A").await;
    let name = "n".repeat(101);
    let error = federate.call(Call::GetFederateHandle { name }).await.expect_err("too large");
    assert!(error.details().contains("limit of 100 bytes"), "{error}");
    assert_eq!(federate.outcome(Call::QueryLogicalTime).await, "ok");
}

#[tokio::test]
async fn connect_reads_credentials_settings_and_the_edition() {
    let settings = RuntimeSettings { password: Some(Password::new("42")), ..Default::default() };
    let lobby = Lobby::new(settings);
    let mut federate = Federate::open(&lobby);
    let refused = Call::Connect { configuration: None, credentials: None };
    assert_eq!(federate.outcome(refused).await, "Unauthorized");
    let configuration = RtiConfiguration {
        additional_settings: "API.version=IEEE 1516-2010".into(),
        ..Default::default()
    };
    let data = Bytes::from_static(b"\x00\x00\x00\x02\x004\x002");
    let credentials = Credentials { kind: "HLAplainTextPassword".into(), data };
    let connect =
        Call::Connect { configuration: Some(configuration), credentials: Some(credentials) };
    let Ok(Reply::Connect(result)) = federate.call(connect).await else {
        panic!("the password is right");
    };
    assert_eq!(result.additional_settings, AdditionalSettingsResult::Applied);
    let mut broken = create("F");
    if let Call::CreateFederationExecution { fom_modules, .. } = &mut broken {
        fom_modules.push(hla::FomModule::File { name: "x".into(), content: "no XML".into() });
    }
    assert_eq!(federate.outcome(broken).await, "ErrorReadingFDD", "the name of the 2010 edition");
}

#[tokio::test]
async fn a_failed_create_leaves_the_name_free() {
    let lobby = Lobby::new(RuntimeSettings::default());
    let mut federate = Federate::connected(&lobby).await;
    let new = |modules: Vec<hla::FomModule>, mim: Option<&str>, time: &str| {
        Call::CreateFederationExecution {
            federation_name: "F".into(),
            fom_modules: modules,
            mim_module: mim.map(|mim| hla::FomModule::Url(mim.into())),
            logical_time_implementation_name: Some(time.into()),
        }
    };
    let missing = || vec![hla::FomModule::Url("missing.xml".into())];
    let cases = [
        (new(vec![], None, "NoSuchTime"), "CouldNotCreateLogicalTimeFactory"),
        (new(missing(), None, ""), "CouldNotOpenFOM"),
        (new(vec![], Some("missing.xml"), ""), "CouldNotOpenMIM"),
        (new(vec![], Some("HLAstandardMIM"), ""), "DesignatorIsHLAstandardMIM"),
    ];
    for (call, expected) in cases {
        assert_eq!(federate.outcome(call).await, expected);
    }
    assert_eq!(federate.outcome(new(vec![], None, "")).await, "ok");
    assert_eq!(federate.outcome(create("F")).await, "FederationExecutionAlreadyExists");
    assert_eq!(lobby.federations()[0].status.time, TimeImplementation::Float64);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_create_or_join_at_once_one_succeeds() {
    let lobby = Lobby::new(RuntimeSettings::default());
    for round in 0..10 {
        let name = format!("F{round}");
        let tasks = (0..10).map(|_| {
            let (lobby, name) = (lobby.clone(), name.clone());
            tokio::spawn(async move {
                let mut federate = Federate::connected(&lobby).await;
                let created = federate.outcome(create(&name)).await;
                let joined = match federate.join(&name, "X").await {
                    Ok(Reply::JoinFederationExecution(JoinResult { .. })) => "ok",
                    Ok(other) => panic!("{other:?} answers another call"),
                    Err(error) => error.exception_name(),
                };
                (created, joined, federate)
            })
        });
        let mut outcomes = Vec::new();
        for task in tasks.collect::<Vec<_>>() {
            outcomes.push(task.await.expect("no federate panics"));
        }
        let count = |wanted: &str| {
            (
                outcomes.iter().filter(|(created, _, _)| *created == wanted).count(),
                outcomes.iter().filter(|(_, joined, _)| *joined == wanted).count(),
            )
        };
        assert_eq!(count("ok"), (1, 1));
        assert_eq!(count("FederationExecutionAlreadyExists").0, 9);
        assert_eq!(count("FederateNameAlreadyInUse").1, 9);
    }
}

#[tokio::test]
async fn a_panic_ends_its_federation_and_nothing_else() {
    let hook = StepHook::new(|input| {
        let poison = "poison".to_owned();
        if matches!(input, Input::Call { call: Call::GetFederateHandle { name }, .. } if *name == poison)
        {
            panic!("this federate brings down its federation");
        }
    });
    let settings = RuntimeSettings { before_step: Some(hook), ..Default::default() };
    let lobby = lobby_with(settings, "F").await;
    let mut healthy = Federate::connected(&lobby).await;
    healthy.call(create("G")).await.expect("the name is free");
    healthy.join("G", "A").await.expect("nobody else is there");
    let mut victim = Federate::joined(&lobby, "F", "A").await;
    let mut culprit = Federate::joined(&lobby, "F", "B").await;

    culprit.request(&Call::QueryLogicalTime).await;
    culprit.request(&Call::GetFederateHandle { name: "poison".into() }).await;
    culprit.request(&Call::QueryLogicalTime).await;
    let answers = [culprit.answer().await, culprit.answer().await, culprit.answer().await];
    let names = answers.map(|answer| {
        answer.expect("every call is answered").1.map_or_else(|e| e.exception_name(), |_| "ok")
    });
    assert_eq!(names[..2], ["ok", "RTIinternalError"]);
    assert!(["RTIinternalError", "NotConnected"].contains(&names[2]), "{names:?}");

    let Callback::ConnectionLost { fault_description } = victim.callback().await else {
        panic!("the victim is told");
    };
    assert!(fault_description.contains("brings down its federation"), "{fault_description}");
    assert_eq!(victim.outcome(Call::QueryLogicalTime).await, "NotConnected");
    // The same session starts anew, under the same names.
    let connect = Call::Connect { configuration: None, credentials: None };
    assert_eq!(victim.outcome(connect).await, "ok");
    assert_eq!(victim.outcome(create("F")).await, "ok");
    assert!(victim.join("F", "A").await.is_ok());
    assert_eq!(healthy.outcome(Call::QueryLogicalTime).await, "ok");
}

#[tokio::test]
async fn sessions_are_limited_and_of_one_version() {
    let lobby = Lobby::new(RuntimeSettings { sessions_max: 1, ..Default::default() });
    let peer = Peer { address: None, transport: Transport::Tcp };
    let version = lobby.open_session(peer, 2).expect_err("there is only version 1");
    assert_eq!(version, SessionRefused::UnsupportedVersion(2));
    let _one = lobby.open_session(peer, 1).expect("there is room for one");
    let full = lobby.open_session(peer, 1).expect_err("there is no room for two");
    assert_eq!(full, SessionRefused::OutOfResources(1));
}

#[tokio::test(start_paused = true)]
async fn a_drain_tells_everybody_and_waits_for_nobody_for_ever() {
    let lobby = lobby_with(RuntimeSettings::default(), "F").await;
    let mut reader = Federate::joined(&lobby, "F", "A").await;
    let deaf = Federate::joined(&lobby, "F", "B").await;
    let told = tokio::spawn(async move {
        let lost = reader.callback().await;
        let last = reader.receive().await.map(|message| message.body);
        (lost, last, reader.receive().await, reader.serving)
    });
    let drained = lobby.drain(Duration::from_secs(3)).await;
    let (lost, last, end, serving) = told.await.expect("the reader reads on");
    assert!(matches!(lost, Callback::ConnectionLost { .. }));
    assert_eq!(last, Some(OutgoingBody::SessionTerminated));
    assert_eq!(end, None);
    serving.await.expect("serving ends");
    deaf.serving.await.expect("serving ends");
    assert_eq!(drained.abandoned_sessions, 1);
    let peer = Peer { address: None, transport: Transport::Grpc };
    let refused = lobby.open_session(peer, 1).expect_err("no new sessions");
    assert_eq!(refused, SessionRefused::ShuttingDown);
}

#[tokio::test(start_paused = true)]
async fn a_federate_that_does_not_read_is_lost_and_others_go_on() {
    let inputs = Arc::new(Mutex::new(Vec::new()));
    let seen = inputs.clone();
    let hook = StepHook::new(move |input| {
        if matches!(input, Input::Congestion { .. } | Input::Lost { .. }) {
            seen.lock().expect("no panic holds it").push(format!("{input:?}"));
        }
    });
    let mut settings = RuntimeSettings { before_step: Some(hook), ..Default::default() };
    settings.outbox.ordered_bytes_max = 10_000;
    let lobby = lobby_with(settings, "F").await;
    let mut healthy = Federate::joined(&lobby, "F", "A").await;
    let mut deaf = Federate::joined(&lobby, "F", "B").await;
    // Answers to calls that it never takes fill its outbox as well as callbacks do.
    for _ in 0..200 {
        deaf.request(&Call::QueryLogicalTime).await;
    }
    for _ in 0..20 {
        assert_eq!(healthy.outcome(Call::QueryLogicalTime).await, "ok");
    }
    deaf.serving.await.expect("serving ends");
    assert!(matches!(deaf.session.error(), Some(SessionError::TooSlow { .. })));
    let inputs = inputs.lock().expect("no panic holds it").clone();
    assert_eq!(inputs.len(), 2, "{inputs:?}");
    assert!(inputs[0].contains("Full") && inputs[1].contains("TooSlow"), "{inputs:?}");
    assert_eq!(healthy.outcome(Call::QueryLogicalTime).await, "ok");
    assert_eq!(deaf.session.unsent_bytes(), 0, "what it would not read is not kept");
}
