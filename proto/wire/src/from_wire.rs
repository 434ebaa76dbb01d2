//! Messages of the wire, read: payloads of frames and of the gRPC stream alike.
//!
//! Payloads are `Bytes`, so values and tags are slices of what arrived.

use bytes::Bytes;
use hla::{Call, Callback, HlaError, Reply};
use prost::Message;

use crate::field::Field;
use crate::generated::fedpro::{self, callback_response};
use crate::values::compact;
use crate::{RequestArm, WireError, callbacks, calls, replies};

/// Reads a `CallRequest`: the call, and which request it came as, which the response must match.
///
/// # Errors
/// When the payload is no `CallRequest`, or one of a later version.
pub fn call(payload: Bytes) -> Result<(RequestArm, Call), WireError> {
    let frame_bytes = payload.len();
    let request = fedpro::CallRequest::decode(payload)?.call_request;
    let (arm, mut call) = calls::read(request.ok_or(WireError::NoMember("CallRequest"))?)?;
    match &mut call {
        Call::UpdateAttributeValues { values, .. } => compact(values, frame_bytes),
        Call::SendInteraction { values, .. } | Call::SendDirectedInteraction { values, .. } => {
            compact(values, frame_bytes);
        }
        _ => {}
    }
    Ok((arm, call))
}

/// Reads a `CallResponse`: what the service returned, or the exception.
///
/// # Errors
/// When the payload is no `CallResponse`, or one of a later version.
pub fn response(payload: Bytes) -> Result<Result<Reply, HlaError>, WireError> {
    let response = fedpro::CallResponse::decode(payload)?.call_response;
    replies::read(response.ok_or(WireError::NoMember("CallResponse"))?)
}

/// Reads a `CallbackRequest`.
///
/// # Errors
/// When the payload is no `CallbackRequest`, or one of a later version.
pub fn callback(payload: Bytes) -> Result<Callback, WireError> {
    let request = fedpro::CallbackRequest::decode(payload)?.callback_request;
    callbacks::read(request.ok_or(WireError::NoMember("CallbackRequest"))?)
}

/// Reads a `CallbackResponse`: whether the federate handled the callback.
///
/// Nothing at all counts as success, which is how one client answers every callback. Any failure
/// is the standard's `FederateInternalError`, whatever name the client found for it.
///
/// # Errors
/// When the payload is no `CallbackResponse`.
pub fn callback_response(payload: Bytes) -> Result<Result<(), HlaError>, WireError> {
    use callback_response::CallbackResponse;
    Ok(match fedpro::CallbackResponse::decode(payload)?.callback_response {
        Some(CallbackResponse::CallbackFailed(exception)) => {
            let failure: HlaError = exception.read()?;
            Err(match failure {
                HlaError::FederateInternalError(details) => {
                    HlaError::FederateInternalError(details)
                }
                other => HlaError::FederateInternalError(other.to_string()),
            })
        }
        Some(CallbackResponse::CallbackSucceeded(_)) | None => Ok(()),
    })
}

#[cfg(test)]
mod tests;
