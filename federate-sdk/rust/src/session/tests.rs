//! What the SDK does by itself when an RTI says what ours does not say.

use hla::{FederateHandle, JoinResult, SaveFailureReason, TimeImplementation};

use super::*;
use crate::{Connection, JoinOptions};
use crate::{Federate, SdkError};

/// A session whose RTI says this.
fn session(messages: impl IntoIterator<Item = FromRti>) -> Session {
    let says = (0..).zip(messages).map(|(sequence_number, kind)| {
        let after = match &kind {
            FromRti::CallResponse(answer) => answer.request_number as usize + 1,
            _ => 0,
        };
        let (session_id, last_received, kind) = (1, NO_NUMBER, Some(kind));
        (after, gateway::ServerMessage { sequence_number, session_id, last_received, kind })
    });
    Session::over(Transport::Script { sent: 0, says: says.collect() })
}

fn answer(request_number: u32, call: &Call, result: &Result<Reply, HlaError>) -> FromRti {
    let mut response = BytesMut::new();
    let arm = to_wire::call(call, &mut BytesMut::new());
    to_wire::response(arm, result, &mut response);
    let response = Some(response.freeze());
    FromRti::CallResponse(gateway::CallAnswer { request_number, response })
}

fn callback(callback: &Callback) -> FromRti {
    let mut request = BytesMut::new();
    to_wire::callback(callback, &mut request);
    FromRti::CallbackRequest(request.freeze())
}

fn exception(error: &SdkError) -> &'static str {
    error.exception().expect("an exception of the standard").exception_name()
}

#[tokio::test]
async fn joi_014_a_federation_of_an_unknown_time_type_is_not_joined() {
    let options = JoinOptions::of_type("bay");
    let join = Call::JoinFederationExecution {
        federate_name: None,
        federate_type: "bay".into(),
        federation_name: "F".into(),
        additional_fom_modules: None,
    };
    let joined = JoinResult {
        federate: FederateHandle::new(7),
        logical_time_implementation_name: "DayTime".into(),
    };
    let action = Some(hla::ResignAction::NoAction);
    let destroy = Call::DestroyFederationExecution { federation_name: "F".into() };
    let unknown = HlaError::FederationExecutionDoesNotExist("F".into());
    // The second answer is that of the resignation without which the third would be the second.
    let connection = Connection::over(session([
        answer(0, &join, &Ok(Reply::JoinFederationExecution(joined))),
        answer(
            1,
            &Call::ResignFederationExecution { action },
            &Ok(Reply::ResignFederationExecution),
        ),
        answer(2, &destroy, &Err(unknown)),
    ]));
    let rejected = connection.join_federation_execution("F", options).await;
    let rejected = rejected.expect_err("nobody has DayTime");
    assert_eq!(exception(&rejected.error), "CouldNotCreateLogicalTimeFactory");
    assert!(rejected.error.to_string().contains("DayTime"), "{rejected}");
    let mut connection = rejected.unchanged;
    let destroyed = connection.destroy_federation_execution("F").await;
    let third = destroyed.expect_err("the RTI says so");
    assert_eq!(exception(&third), "FederationExecutionDoesNotExist");
}

#[tokio::test]
async fn cbk_005_callbacks_are_not_switched_while_saving_or_restoring() {
    let reason = SaveFailureReason::SaveAborted;
    let mut federate = Federate::joined(
        Connection::over(session([
            callback(&Callback::InitiateFederateSave { label: "s".into(), time: None }),
            callback(&Callback::FederationNotSaved { reason }),
            callback(&Callback::FederationRestoreBegun),
            callback(&Callback::FederationRestored),
        ])),
        FederateHandle::new(1),
        TimeImplementation::Integer64,
    );
    for refusal in [Some("SaveInProgress"), None, Some("RestoreInProgress"), None] {
        federate.next_callback().await.expect("the RTI says it");
        for switched in [federate.disable_callbacks(), federate.enable_callbacks()] {
            assert_eq!(switched.as_ref().err().map(exception), refusal);
        }
    }
}
