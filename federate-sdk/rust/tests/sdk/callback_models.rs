//! The callback models (SEMANTICS 0.2): the rows CBK, and those of CON that concern them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use federate_sdk::hla::{
    AttributeValues, Call, InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle,
    ParameterValues, ResignAction,
};
use federate_sdk::{
    CallbackModel, ConnectOptions, Connection, Federate, FederateAmbassador, FederateInternalError,
    Handled, JoinOptions, MessageDetails, RtiAmbassador, SdkError,
};
use futures::future::BoxFuture;
use rti_server::Running;
use tokio::sync::mpsc;

use crate::{joined, start_anywhere};

const NO_TIME: Duration = Duration::ZERO;

/// Notes what it is told and does what a test wants within a callback.
struct Notes {
    told: mpsc::UnboundedSender<String>,
    within: Within,
}

/// What to do in `receive_interaction`.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Within {
    Nothing,
    Throw,
    Reply(InteractionClassHandle),
    Forbidden,
}

impl FederateAmbassador for Notes {
    async fn discover_object_instance(
        &mut self,
        _: &mut Federate,
        _: ObjectInstanceHandle,
        _: ObjectClassHandle,
        name: String,
        _: federate_sdk::hla::FederateHandle,
    ) -> Handled {
        self.note(format!("discover {name}"))
    }

    async fn reflect_attribute_values(
        &mut self,
        federate: &mut Federate,
        _: ObjectInstanceHandle,
        values: AttributeValues,
        _: MessageDetails,
    ) -> Handled {
        if let Within::Reply(chat) = self.within {
            federate.send_interaction(chat, ParameterValues::default()).await?;
        }
        self.note(format!("reflect {}", values.len()))
    }

    async fn receive_interaction(
        &mut self,
        federate: &mut Federate,
        class: InteractionClassHandle,
        _: ParameterValues,
        details: MessageDetails,
    ) -> Handled {
        let tag = String::from_utf8_lossy(&details.tag).into_owned();
        match self.within {
            Within::Nothing => {}
            Within::Throw if tag == "0" => return Err(FederateInternalError("thrown".into())),
            Within::Throw => {}
            Within::Reply(_) => {
                federate.send_interaction(class, ParameterValues::default()).await?;
            }
            Within::Forbidden => {
                for call in forbidden() {
                    let refused = federate.call(&call).await.expect_err("it is forbidden");
                    self.note(refused.to_string())?;
                }
                let evoked = federate.next_callback().await.expect_err("it is forbidden");
                self.note(evoked.to_string())?;
            }
        }
        self.note(format!("receive {tag}"))
    }

    async fn connection_lost(&mut self, _: &mut Federate, _: String) -> Handled {
        self.note("lost".into())
    }
}

impl Notes {
    fn note(&mut self, line: String) -> Handled {
        Ok(self.told.send(line)?)
    }
}

fn forbidden() -> [Call; 4] {
    [
        Call::Connect { configuration: None, credentials: None },
        Call::Disconnect,
        Call::JoinFederationExecution {
            federate_name: None,
            federate_type: "bay".into(),
            federation_name: "F".into(),
            additional_fom_modules: None,
        },
        Call::ResignFederationExecution { action: Some(ResignAction::NoAction) },
    ]
}

/// A server, a sender of chats, and a receiver with an ambassador.
struct Scene {
    server: Running,
    sender: Federate,
    chat: InteractionClassHandle,
    receiver: RtiAmbassador<Notes>,
    told: mpsc::UnboundedReceiver<String>,
}

impl Scene {
    async fn new(model: CallbackModel, within: Within) -> Self {
        let (server, address) = start_anywhere().await;
        let mut sender = joined(&address, "F1").await;
        let chat = sender.get_interaction_class_handle("Chat").await.expect("the FOM has it");
        sender.publish_interaction_class(chat).await.expect("anybody may");
        let (receiver, told) = listening(joined(&address, "F2").await, chat, model, within).await;
        Self { server, sender, chat, receiver, told }
    }

    async fn send(&mut self, tags: std::ops::Range<usize>) {
        for tag in tags {
            let chat = self.sender.send_interaction(self.chat, ParameterValues::default());
            chat.tag(tag.to_string()).post().await.expect("it is sent");
        }
        self.sender.settle().await.expect("it is published");
    }

    /// Whatever was caused for the receiver before has arrived: answers come after callbacks.
    async fn arrived(&self) {
        let mut federate = self.receiver.federate().await.expect("not within a callback");
        federate.query_logical_time().await.expect("it is joined");
    }

    fn lines(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.told.try_recv().ok()).collect()
    }

    async fn line(&mut self) -> String {
        let line = tokio::time::timeout(Duration::from_secs(10), self.told.recv()).await;
        line.expect("it is told in time").expect("the ambassador lives")
    }

    async fn evoke(&self, at_most: Duration) -> bool {
        self.receiver.evoke_callback(at_most).await.expect("it may")
    }
}

async fn listening(
    mut federate: Federate,
    chat: InteractionClassHandle,
    model: CallbackModel,
    within: Within,
) -> (RtiAmbassador<Notes>, mpsc::UnboundedReceiver<String>) {
    federate.subscribe_interaction_class(chat).await.expect("anybody may");
    federate.publish_interaction_class(chat).await.expect("anybody may");
    let (told, lines) = mpsc::unbounded_channel();
    (federate.with_ambassador(Notes { told, within }, model), lines)
}

fn exception(error: SdkError) -> &'static str {
    error.exception().expect("an exception of the standard").exception_name()
}

#[tokio::test]
async fn cbk_001_evoke_callback_delivers_one_and_says_whether_more_wait() {
    let mut scene = Scene::new(CallbackModel::Evoked, Within::Nothing).await;
    scene.send(0..3).await;
    scene.arrived().await;
    assert_eq!(scene.lines(), [""; 0], "nothing without evoking");
    for (line, more) in [("receive 0", true), ("receive 1", true), ("receive 2", false)] {
        assert_eq!(scene.evoke(NO_TIME).await, more);
        assert_eq!(scene.lines(), [line]);
    }
    assert!(!scene.evoke(NO_TIME).await);
    assert_eq!(scene.lines(), [""; 0]);
    scene.server.shutdown().await;
}

#[tokio::test]
async fn cbk_002_evoke_callback_waits_as_long_as_it_may() {
    let scene = Scene::new(CallbackModel::Evoked, Within::Nothing).await;
    let before = Instant::now();
    assert!(!scene.evoke(Duration::from_millis(200)).await);
    let waited = before.elapsed();
    assert!((Duration::from_millis(190)..Duration::from_secs(2)).contains(&waited), "{waited:?}");
    scene.server.shutdown().await;
}

#[tokio::test]
async fn cbk_003_evoke_multiple_callbacks_delivers_all_that_wait() {
    let mut scene = Scene::new(CallbackModel::Evoked, Within::Nothing).await;
    scene.send(0..5).await;
    scene.arrived().await;
    let evoked = scene.receiver.evoke_multiple_callbacks(NO_TIME, Duration::from_secs(1)).await;
    assert!(!evoked.expect("it may"));
    let all: Vec<_> = (0..5).map(|tag| format!("receive {tag}")).collect();
    assert_eq!(scene.lines(), all);
    scene.server.shutdown().await;
}

#[tokio::test]
async fn cbk_004_disabled_callbacks_wait_until_they_are_enabled() {
    for model in [CallbackModel::Evoked, CallbackModel::Immediate] {
        let mut scene = Scene::new(model, Within::Nothing).await;
        for _ in 0..2 {
            let mut federate = scene.receiver.federate().await.expect("not within a callback");
            federate.disable_callbacks().expect("it may, also twice");
        }
        scene.send(0..2).await;
        scene.arrived().await;
        assert!(!scene.evoke(Duration::from_millis(50)).await);
        assert_eq!(scene.lines(), [""; 0], "{model:?}");
        let enabled = scene.receiver.federate().await.expect("it may").enable_callbacks();
        enabled.expect("it may");
        scene.evoke(NO_TIME).await;
        scene.evoke(NO_TIME).await;
        assert_eq!([scene.line().await, scene.line().await], ["receive 0", "receive 1"]);
        scene.server.shutdown().await;
    }
}

#[tokio::test]
async fn cbk_006_services_may_be_called_within_a_callback() {
    let mut scene = Scene::new(CallbackModel::Evoked, Within::Nothing).await;
    let chat = scene.chat;
    scene.receiver.ambassador().await.expect("it may").within = Within::Reply(chat);
    let class = scene.sender.get_object_class_handle("Breaker").await.expect("the FOM has it");
    let load = scene.sender.get_attribute_handle(class, "Load").await.expect("the FOM has it");
    scene.sender.publish_object_class_attributes(class, [load]).await.expect("anybody may");
    scene.sender.subscribe_interaction_class(chat).await.expect("anybody may");
    let subscribed = {
        let mut federate = scene.receiver.federate().await.expect("it may");
        federate.subscribe_object_class_attributes(class, [load]).await
    };
    subscribed.expect("anybody may");
    let object = scene.sender.register_object_instance(class).await.expect("it publishes");
    let values = AttributeValues::from_pairs([(load, [0; 8])]);
    scene.sender.update_attribute_values(object, values).await.expect("it owns it");
    scene.send(0..1).await;
    scene.arrived().await;
    while scene.evoke(NO_TIME).await {}
    let lines = scene.lines();
    assert!(lines[0].starts_with("discover"), "{lines:?}");
    assert_eq!(lines[1..], ["reflect 1", "receive 0"], "no callback failed");
    for _ in 0..2 {
        let answer = scene.sender.next_callback().await.expect("one for each callback");
        assert_eq!(answer.service_name(), "receiveInteraction");
    }
    scene.server.shutdown().await;
}

#[tokio::test]
async fn cbk_007_an_ambassador_that_fails_is_survived() {
    for model in [CallbackModel::Evoked, CallbackModel::Immediate] {
        let mut scene = Scene::new(model, Within::Throw).await;
        scene.send(0..3).await;
        scene.arrived().await;
        let evoked = scene.receiver.evoke_multiple_callbacks(NO_TIME, Duration::from_secs(9)).await;
        evoked.expect("the failure is not the caller's");
        assert_eq!([scene.line().await, scene.line().await], ["receive 1", "receive 2"]);
        scene.arrived().await;
        scene.server.shutdown().await;
    }
}

#[tokio::test]
async fn cbk_008_a_discovery_comes_before_the_values() {
    let mut scene = Scene::new(CallbackModel::Immediate, Within::Nothing).await;
    let class = scene.sender.get_object_class_handle("Breaker").await.expect("the FOM has it");
    let load = scene.sender.get_attribute_handle(class, "Load").await.expect("the FOM has it");
    scene.sender.publish_object_class_attributes(class, [load]).await.expect("anybody may");
    let subscribed = {
        let mut federate = scene.receiver.federate().await.expect("it may");
        federate.subscribe_object_class_attributes(class, [load]).await
    };
    subscribed.expect("anybody may");
    let object = scene.sender.register_named_object_instance(class, "QF1").await;
    let object = object.expect("the name is free");
    let values = AttributeValues::from_pairs([(load, [0; 8])]);
    scene.sender.update_attribute_values(object, values).await.expect("it owns it");
    assert_eq!([scene.line().await, scene.line().await], ["discover QF1", "reflect 1"]);
    scene.server.shutdown().await;
}

#[tokio::test]
async fn cbk_009_immediate_callbacks_come_one_at_a_time_in_order() {
    let mut scene = Scene::new(CallbackModel::Immediate, Within::Nothing).await;
    scene.send(0..1000).await;
    for tag in 0..1000 {
        assert_eq!(scene.line().await, format!("receive {tag}"));
    }
    assert!(!scene.evoke(NO_TIME).await, "there is nothing to evoke");
    scene.server.shutdown().await;
}

/// The six services that a callback must not call, refused by name.
async fn forbidden_within_a_callback(model: CallbackModel) {
    let mut scene = Scene::new(model, Within::Forbidden).await;
    scene.send(0..1).await;
    scene.evoke(Duration::from_secs(9)).await;
    for service in [
        "connect",
        "disconnect",
        "joinFederationExecution",
        "resignFederationExecution",
        "evokeCallback",
    ] {
        let line = scene.line().await;
        let wanted = format!("{service}: CallNotAllowedFromWithinCallback: ");
        assert!(line.starts_with(&wanted), "{line}");
    }
    assert_eq!(scene.line().await, "receive 0", "the callback went on");
    let (federate, _) = scene.receiver.into_parts().await.expect("outside of a callback");
    let left = federate.resign_federation_execution(ResignAction::NoAction).await;
    left.expect("still joined, and outside of a callback").disconnect().await.expect("it may");
    scene.server.shutdown().await;
}

#[tokio::test]
async fn con_016_services_are_refused_within_an_evoked_callback() {
    forbidden_within_a_callback(CallbackModel::Evoked).await;
}

#[tokio::test]
async fn cbk_010_services_are_refused_within_an_immediate_callback() {
    forbidden_within_a_callback(CallbackModel::Immediate).await;
}

type Refusals = BoxFuture<'static, Vec<&'static str>>;

/// Evokes within a callback by another way to the RTI than the federate it is given. The type is
/// erased, because plainly written a callback that evokes callbacks is refused by the compiler.
struct Evoking {
    evoke: Option<Box<dyn Fn() -> Refusals + Send>>,
    refused: Vec<&'static str>,
}

impl FederateAmbassador for Evoking {
    async fn receive_interaction(
        &mut self,
        _: &mut Federate,
        _: InteractionClassHandle,
        _: ParameterValues,
        _: MessageDetails,
    ) -> Handled {
        self.refused = self.evoke.as_ref().expect("the test has set it")().await;
        Ok(())
    }
}

#[tokio::test]
async fn con_016_evoking_is_refused_within_a_callback() {
    let mut scene = Scene::new(CallbackModel::Evoked, Within::Nothing).await;
    let (federate, _) = scene.receiver.into_parts().await.expect("outside of a callback");
    let silent = Evoking { evoke: None, refused: Vec::new() };
    let rti = Arc::new(federate.with_ambassador(silent, CallbackModel::Evoked));
    let within = Arc::downgrade(&rti);
    rti.ambassador().await.expect("it may").evoke = Some(Box::new(move || {
        let rti = within.upgrade().expect("the test holds it");
        Box::pin(async move {
            let evoked = [
                rti.evoke_callback(NO_TIME).await.map(drop),
                rti.evoke_multiple_callbacks(NO_TIME, NO_TIME).await.map(drop),
                rti.federate().await.map(drop),
                rti.ambassador().await.map(drop),
            ];
            evoked.into_iter().filter_map(Result::err).map(exception).collect()
        })
    }));
    let chat = scene.sender.send_interaction(scene.chat, ParameterValues::default());
    chat.await.expect("it publishes");
    rti.evoke_callback(Duration::from_secs(9)).await.expect("it may");
    let refused = rti.ambassador().await.expect("it may").refused.clone();
    assert_eq!(refused, ["CallNotAllowedFromWithinCallback"; 4]);
    scene.server.shutdown().await;
}

#[tokio::test]
async fn cbk_011_resigning_drops_what_was_never_evoked() {
    let mut scene = Scene::new(CallbackModel::Evoked, Within::Nothing).await;
    scene.send(0..200).await;
    scene.arrived().await;
    let (federate, _) = scene.receiver.into_parts().await.expect("outside of a callback");
    let left = federate.resign_federation_execution(ResignAction::NoAction).await;
    let connection = left.expect("it owns nothing");
    let again = JoinOptions::of_type("bay").named("F2");
    let again = connection.join_federation_execution("F", again).await.expect("the name is free");
    let (again, told) = listening(again, scene.chat, CallbackModel::Evoked, Within::Nothing).await;
    (scene.receiver, scene.told) = (again, told);
    scene.send(7..8).await;
    scene.arrived().await;
    assert!(!scene.evoke(NO_TIME).await);
    assert_eq!(scene.lines(), ["receive 7"]);
    scene.server.shutdown().await;
}

#[tokio::test]
async fn cbk_012_evoke_multiple_callbacks_waits_for_its_minimum() {
    let scene = Scene::new(CallbackModel::Evoked, Within::Nothing).await;
    let (least, most) = (Duration::from_millis(100), Duration::from_millis(500));
    let before = Instant::now();
    let evoked = scene.receiver.evoke_multiple_callbacks(least, most).await;
    assert!(!evoked.expect("it may"));
    let waited = before.elapsed();
    assert!((least..Duration::from_secs(2)).contains(&waited), "{waited:?}");
    scene.server.shutdown().await;
}

#[tokio::test]
async fn con_001_the_model_can_change_between_connections() {
    let mut scene = Scene::new(CallbackModel::Evoked, Within::Nothing).await;
    let (federate, _) = scene.receiver.into_parts().await.expect("outside of a callback");
    let left = federate.resign_federation_execution(ResignAction::NoAction).await;
    left.expect("it owns nothing").disconnect().await.expect("it is not joined");
    let address = scene.server.address().to_string();
    let again = joined(&address, "F2").await;
    let (receiver, told) =
        listening(again, scene.chat, CallbackModel::Immediate, Within::Nothing).await;
    (scene.receiver, scene.told) = (receiver, told);
    scene.send(0..1).await;
    assert_eq!(scene.line().await, "receive 0");
    scene.server.shutdown().await;
}

#[tokio::test]
async fn con_003_a_model_that_nobody_has_is_refused() {
    assert_eq!("HLA_EVOKED".parse(), Ok(CallbackModel::Evoked));
    assert_eq!("HLA_IMMEDIATE".parse(), Ok(CallbackModel::Immediate));
    let refused = "HLA_POLLED".parse::<CallbackModel>().expect_err("there is none");
    assert_eq!(refused.exception_name(), "UnsupportedCallbackModel");
    // Nothing was connected: whoever connects after it is the first.
    let (server, address) = start_anywhere().await;
    let connection = Connection::connect(&address, ConnectOptions::default()).await;
    connection.expect("still not connected").disconnect().await.expect("it may");
    server.shutdown().await;
}

#[tokio::test]
async fn con_017_immediate_callbacks_come_beside_evoked_ones() {
    let mut scene = Scene::new(CallbackModel::Immediate, Within::Nothing).await;
    let (told, _lines) = mpsc::unbounded_channel();
    let evoked = Notes { told, within: Within::Nothing };
    let sender = scene.sender.with_ambassador(evoked, CallbackModel::Evoked);
    let sent = {
        let mut federate = sender.federate().await.expect("it may");
        federate.send_interaction(scene.chat, ParameterValues::default()).tag("x").await
    };
    sent.expect("it publishes");
    let line = tokio::time::timeout(Duration::from_secs(10), scene.told.recv()).await;
    assert_eq!(line.expect("in time").as_deref(), Some("receive x"));
    scene.server.shutdown().await;
}

#[tokio::test]
async fn a_lost_connection_is_a_callback() {
    for model in [CallbackModel::Evoked, CallbackModel::Immediate] {
        let mut scene = Scene::new(model, Within::Nothing).await;
        scene.server.shutdown().await;
        if model == CallbackModel::Evoked {
            while scene.told.is_empty() {
                scene.receiver.evoke_callback(Duration::from_secs(9)).await.expect("told once");
            }
            let after = scene.receiver.evoke_callback(NO_TIME).await;
            assert!(matches!(after, Err(SdkError::ConnectionLost(_))), "{after:?}");
        }
        let line = tokio::time::timeout(Duration::from_secs(10), scene.told.recv()).await;
        assert_eq!(line.expect("in time").as_deref(), Some("lost"));
    }
}
