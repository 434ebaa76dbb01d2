//! Objects and interactions, as types and as octets.

use federate_sdk::hla::{AttributeValues, Call, Callback};
use federate_sdk::{
    Federate, InteractionClass, ObjectClass, SdkError, interaction_type, object_type,
};
use futures::StreamExt;

use crate::{joined, start_anywhere};

object_type! {
    /// A breaker of the tests' FOM.
    Breaker = "Breaker" {
        /// Its position.
        position: String = "Position",
        /// Its load.
        load: f64 = "Load",
    }
}

interaction_type! {
    /// A line of talk.
    Chat = "Chat" {
        /// What is said.
        text: String = "Text",
    }
}

async fn next(federate: &mut Federate) -> Callback {
    let mut callbacks = std::pin::pin!(federate.callbacks());
    callbacks.next().await.expect("the stream goes on").expect("the session lives")
}

#[tokio::test]
async fn values_go_from_type_to_type() {
    let (server, address) = start_anywhere().await;
    let (mut a, mut b) = (joined(&address, "A").await, joined(&address, "B").await);
    let breakers = ObjectClass::<Breaker>::resolve(&mut a).await.expect("the FOM has it");
    let chats = InteractionClass::<Chat>::resolve(&mut a).await.expect("the FOM has it");
    breakers.subscribe(&mut b).await.expect("anybody may");
    chats.subscribe(&mut b).await.expect("anybody may");
    breakers.publish(&mut a).await.expect("anybody may");
    chats.publish(&mut a).await.expect("anybody may");

    let object = a.register_named_object_instance(breakers.handle(), "QF911").await;
    let object = object.expect("the name is free");
    let sent = Breaker { position: Some("open".into()), load: None };
    a.post(&breakers.update(object, &sent, None)).await.expect("it is sent");
    let said = Chat { text: "Schalter ☂".into() };
    a.post(&chats.send(&said, None)).await.expect("it is sent");
    a.settle().await.expect("neither is refused");
    a.delete_object_instance(object).await.expect("it is its own");

    let Callback::DiscoverObjectInstance { name, object_class, .. } = next(&mut b).await else {
        panic!("first the discovery");
    };
    assert_eq!((&*name, object_class), ("QF911", breakers.handle()));
    let Callback::ReflectAttributeValues { values, .. } = next(&mut b).await else {
        panic!("then the update");
    };
    assert_eq!(breakers.read(&values), Ok(sent));
    let Callback::ReceiveInteraction { values, .. } = next(&mut b).await else {
        panic!("then the chat");
    };
    assert_eq!(chats.read(&values), Ok(said));
    let Callback::RemoveObjectInstance { object_instance, .. } = next(&mut b).await else {
        panic!("then the removal");
    };
    assert_eq!(object_instance, object);
    server.shutdown().await;
}

#[tokio::test]
async fn names_are_reserved_all_or_none() {
    let (server, address) = start_anywhere().await;
    let (mut a, mut b) = (joined(&address, "A").await, joined(&address, "B").await);
    a.obtain_object_instance_names(&["one".into()]).await.expect("it is free");
    let names = ["one".to_owned(), "two".into()];
    let taken = b.obtain_object_instance_names(&names).await.expect_err("one is taken");
    assert!(taken.to_string().ends_with("ObjectInstanceNameInUse: one"), "{taken}");
    a.obtain_object_instance_names(&["two".into()]).await.expect("it was given back");
    server.shutdown().await;
}

#[tokio::test]
async fn the_refusal_of_a_posted_call_comes_out_of_the_next() {
    let (server, address) = start_anywhere().await;
    let mut a = joined(&address, "A").await;
    a.post(&Call::DisableTimeRegulation).await.expect("it is sent");
    let refused = a.query_logical_time().await.expect_err("the post was refused");
    assert!(matches!(&refused, SdkError::Refused { service: "disableTimeRegulation", .. }));
    a.query_logical_time().await.expect("it was told once");
    server.shutdown().await;
}

#[tokio::test]
async fn b079_a_call_too_large_is_refused_and_the_session_lives() {
    let (server, address) = start_anywhere().await;
    let mut a = joined(&address, "A").await;
    let breakers = ObjectClass::<Breaker>::resolve(&mut a).await.expect("the FOM has it");
    breakers.publish(&mut a).await.expect("anybody may");
    let object = a.register_object_instance(breakers.handle()).await.expect("a new one");
    // Just above what the RTI takes, and above what the SDK sends at all.
    for octets in [(64 << 20) - 1_000, 70 << 20] {
        let values = AttributeValues::from_pairs([(breakers.attributes()[0], vec![1; octets])]);
        let refused = a.update_attribute_values(object, values).await;
        let refused = refused.expect_err("it is too large").to_string();
        assert!(refused.contains("limit of 67"), "{refused}");
    }
    a.query_logical_time().await.expect("the session lives");
    server.shutdown().await;
}
