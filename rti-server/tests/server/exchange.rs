//! What federates send each other arrives: whole, once, in order.

use std::collections::BTreeMap;

use hla::{Call, Callback, Reply};
use rti_server::Config;

use crate::federate::{Federate, soon, start};

#[tokio::test]
async fn an_update_is_reflected_to_the_subscriber() {
    let server = start(Config::default()).await;
    let mut owner = Federate::joined(server.address(), "F", "owner").await;
    let mut observer = Federate::joined(server.address(), "F", "observer").await;
    observer.subscribe_breakers().await;
    let (bay, breaker) = owner.breaker().await;
    let discovered = observer.callback().await;
    assert!(
        matches!(discovered, Callback::DiscoverObjectInstance { object_instance, .. }
            if object_instance == breaker),
        "{discovered:?}"
    );
    let updated = owner.call(bay.update(breaker, bay.position, "open")).await;
    assert_eq!(updated, Ok(Reply::UpdateAttributeValues(None)));
    let (_, attribute, value) = observer.reflection().await;
    assert_eq!((attribute, &value[..]), (bay.position, &b"open"[..]));

    owner.call(crate::federate::resign()).await.expect("it may go");
    owner.call(Call::Disconnect).await.expect("it may go");
    owner.terminate().await;
    server.shutdown().await;
}

#[tokio::test]
async fn large_values_pass_and_too_large_ones_are_refused_by_name() {
    let server = start(Config::default()).await;
    let mut owner = Federate::joined(server.address(), "F", "owner").await;
    let mut observer = Federate::joined(server.address(), "F", "observer").await;
    observer.subscribe_breakers().await;
    let (bay, breaker) = owner.breaker().await;
    // Around the 4 MiB at which gRPC stops by default, and well beyond.
    for bytes in [3_900_000, 4_194_304, 5_000_000, 16 << 20, 60 << 20] {
        let value: Vec<u8> = (0..bytes).map(|index: usize| (index % 251) as u8).collect();
        let updated = owner.call(bay.update(breaker, bay.position, &value)).await;
        assert_eq!(updated, Ok(Reply::UpdateAttributeValues(None)), "{bytes} bytes");
        let (_, _, arrived) = observer.reflection().await;
        assert!(arrived == value, "{bytes} bytes arrive as they were sent");
    }
    let refused = owner.call(bay.update(breaker, bay.position, vec![0; 70 << 20])).await;
    let error = refused.expect_err("70 MiB are above the limit");
    assert!(error.to_string().contains("limit of 67043328 bytes"), "{error}");
    let next = owner.call(bay.update(breaker, bay.position, "small")).await;
    assert_eq!(next, Ok(Reply::UpdateAttributeValues(None)), "the session lives");
    assert_eq!(&observer.reflection().await.2[..], b"small");
    server.shutdown().await;
}

/// Eight senders pipeline as fast as they can, two observers listen: each observer sees every
/// message of each sender, once, in its order; and each sender gets its answers in order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_session_sends_arrives_in_its_order() {
    const SENDERS: u32 = 8;
    const MESSAGES: u32 = 500;
    let server = start(Config { turn_inputs_max: 7, ..Config::default() }).await;
    let address = server.address();
    let mut observers = Vec::new();
    for name in ["first", "second"] {
        let mut observer = Federate::joined(address, "F", name).await;
        observer.subscribe_chat().await;
        observers.push(observer);
    }
    let senders: Vec<_> = (0..SENDERS)
        .map(|sender| {
            tokio::spawn(async move {
                let mut federate = Federate::joined(address, "F", &format!("s{sender}")).await;
                let bay = federate.publish_chat().await;
                let mut unanswered = std::collections::VecDeque::new();
                for message in 0..MESSAGES {
                    let text = [sender.to_be_bytes(), message.to_be_bytes()].concat();
                    unanswered.push_back(federate.request(&bay.say(text)).await);
                    if unanswered.len() > 100 {
                        let (answered, result) = federate.answer().await.expect("it lives");
                        assert_eq!(
                            (Some(answered), result.is_ok()),
                            (unanswered.pop_front(), true)
                        );
                    }
                }
                for number in unanswered {
                    let (answered, result) = federate.answer().await.expect("it lives");
                    assert_eq!((answered, result.is_ok()), (number, true));
                }
                federate
            })
        })
        .collect();
    for mut observer in observers {
        let mut next = BTreeMap::<u32, u32>::new();
        for _ in 0..SENDERS * MESSAGES {
            let text = observer.chat().await;
            let number = |at: usize| u32::from_be_bytes(text[at..at + 4].try_into().expect("4"));
            let expected = next.entry(number(0)).or_default();
            assert_eq!(number(4), *expected, "of sender {}", number(0));
            *expected += 1;
        }
        assert!(observer.waiting_callbacks().is_empty());
    }
    for sender in senders {
        soon("a sender's end", sender).await.expect("no sender panics");
    }
    server.shutdown().await;
}

#[tokio::test]
async fn the_last_callback_needs_no_other_behind_it() {
    let server = start(Config::default()).await;
    let mut speaker = Federate::joined(server.address(), "F", "speaker").await;
    let mut listener = Federate::joined(server.address(), "F", "listener").await;
    listener.subscribe_chat().await;
    let bay = speaker.publish_chat().await;
    for round in 0..200_u32 {
        speaker.call(bay.say(round.to_be_bytes())).await.expect("it is published");
        assert_eq!(listener.chat().await[..], round.to_be_bytes());
    }
    server.shutdown().await;
}
