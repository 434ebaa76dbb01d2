//! Times as a program writes them.

use federate_sdk::SdkError;
use federate_sdk::hla::{AttributeValues, HlaFloat64Time, HlaInteger64Time, ObjectInstanceHandle};

use crate::{joined, start_anywhere};

fn exception(result: Result<impl std::fmt::Debug, SdkError>) -> String {
    let error = result.expect_err("it is refused");
    error.exception().expect("an exception of the standard").exception_name().into()
}

#[tokio::test]
async fn tim_081_a_time_of_the_wrong_type_is_refused() {
    let (server, address) = start_anywhere().await;
    let mut federate = joined(&address, "A").await;
    let wrong = HlaFloat64Time(5.0);
    assert_eq!(exception(federate.time_advance_request(wrong).await), "InvalidLogicalTime");
    assert_eq!(exception(federate.next_message_request(wrong).post().await), "InvalidLogicalTime");
    assert_eq!(exception(federate.enable_time_regulation(wrong).await), "InvalidLookahead");
    let object = ObjectInstanceHandle::INVALID;
    let update = federate.update_attribute_values(object, AttributeValues::default()).at(wrong);
    assert_eq!(exception(update.await), "InvalidLogicalTime");
    // Not one of them has reached the RTI: the federate does not advance, and regulates not.
    federate.time_advance_request(HlaInteger64Time(5)).await.expect("it does not advance yet");
    server.shutdown().await;
}
