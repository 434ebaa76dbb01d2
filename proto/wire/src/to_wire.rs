//! Messages of the wire, written: payloads of frames and of the gRPC stream alike.
//!
//! Each function appends one message to a buffer. Values are copied from the map in which they
//! arrived, never encoded again.

use bytes::BytesMut;
use hla::{Call, Callback, HlaError, Reply};
use prost::Message;

use crate::field::Field;
use crate::generated::fedpro::{self, call_response, callback_response};
use crate::{RequestArm, callbacks, calls, replies};

/// Writes a call as the `CallRequest` that its options ask for, and tells which one that is.
pub fn call(call: &Call, out: &mut BytesMut) -> RequestArm {
    let (arm, request) = calls::write(call);
    append(&fedpro::CallRequest { call_request: Some(request) }, out);
    arm
}

/// Writes the `CallResponse` to the request `arm`.
///
/// A reply of another service than the one that was asked would be taken for an answer to
/// something else; `RTIinternalError` is written instead.
pub fn response(arm: RequestArm, result: &Result<Reply, HlaError>, out: &mut BytesMut) {
    let exception =
        |error: &HlaError| call_response::CallResponse::ExceptionData(Field::write(error));
    let response = match result {
        Ok(reply) => replies::write(arm, reply).unwrap_or_else(|| {
            let details = format!("{reply:?} is no reply to request {}", arm.0);
            exception(&HlaError::RTIinternalError(details))
        }),
        Err(error) => exception(error),
    };
    append(&fedpro::CallResponse { call_response: Some(response) }, out);
}

/// Writes a `CallbackRequest`.
pub fn callback(callback: &Callback, out: &mut BytesMut) {
    let request = callbacks::write(callback);
    append(&fedpro::CallbackRequest { callback_request: Some(request) }, out);
}

/// Writes a `CallbackResponse`.
pub fn callback_response(result: &Result<(), HlaError>, out: &mut BytesMut) {
    use callback_response::CallbackResponse;
    let response = match result {
        Ok(()) => CallbackResponse::CallbackSucceeded(fedpro::CallbackSucceeded {}),
        Err(error) => CallbackResponse::CallbackFailed(Field::write(error)),
    };
    append(&fedpro::CallbackResponse { callback_response: Some(response) }, out);
}

fn append(message: &impl Message, out: &mut BytesMut) {
    out.reserve(message.encoded_len());
    message.encode_raw(out);
}
