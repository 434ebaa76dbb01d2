//! Tables that are read in both directions.
//!
//! A row `Message { fields } => Variant { fields }` is a pattern and an expression on either side:
//! reading takes the message apart, converts each field by [`Field`](crate::field::Field) and
//! builds the variant; writing does the same from right to left. Whatever a variant fixes
//! (`active: true`, `time: None`) is what tells its messages apart. Rows are tried in order when
//! writing, so a row with a condition stands before the row that takes the rest.

/// Makes `read` and `write` between `CallRequest` and `Call`.
macro_rules! call_table {
    ($($number:literal $wire:ident { $($field:ident),* }
        => $call:ident $body:tt $(if $condition:expr)?;)*) => {
        use $crate::WireError;
        use $crate::field::Field;
        use $crate::generated::fedpro::{self, call_request::CallRequest};

        /// The call that a request asks for.
        pub(crate) fn read(request: CallRequest) -> Result<(RequestArm, Call), WireError> {
            match request {$(
                CallRequest::$wire(fedpro::$wire { $($field),* }) => {
                    $(let $field = Field::read($field)?;)*
                    Ok((RequestArm($number), Call::$call $body))
                }
            )*}
        }

        /// The request that asks for a call.
        pub(crate) fn write(call: &Call) -> (RequestArm, CallRequest) {
            match call {$(
                Call::$call $body $(if $condition)? => {
                    $(let $field = Field::write($field);)*
                    (RequestArm($number), CallRequest::$wire(fedpro::$wire { $($field),* }))
                }
            )*}
        }
    };
}

/// Makes `read` and `write` between `CallResponse` and `Reply`.
macro_rules! reply_table {
    ($($number:literal $wire:ident { $($field:ident),* }
        => $reply:ident $(($($result:tt)*))?;)*) => {
        use $crate::{RequestArm, WireError};
        use $crate::field::Field;
        use $crate::generated::fedpro::{self, call_response::CallResponse};

        /// The result that a response tells.
        pub(crate) fn read(response: CallResponse) -> Result<Result<Reply, HlaError>, WireError> {
            match response {
                CallResponse::ExceptionData(exception) => Ok(Err(Field::read(exception)?)),
                $(CallResponse::$wire(fedpro::$wire { $($field),* }) => {
                    $(let $field = Field::read($field)?;)*
                    Ok(Ok(Reply::$reply $(($($result)*))?))
                })*
            }
        }

        /// The response to the request `arm` that tells `reply`; `None` if that is the reply of
        /// another service.
        pub(crate) fn write(arm: RequestArm, reply: &Reply) -> Option<CallResponse> {
            match (arm.0, reply) {
                $(($number, Reply::$reply $(($($result)*))?) => {
                    $(let $field = Field::write($field);)*
                    Some(CallResponse::$wire(fedpro::$wire { $($field),* }))
                })*
                _ => None,
            }
        }
    };
}

/// Makes `read` and `write` between `CallbackRequest` and `Callback`.
macro_rules! callback_table {
    ($($wire:ident { $($field:ident),* } => $callback:ident $body:tt;)*) => {
        use $crate::WireError;
        use $crate::field::Field;
        use $crate::generated::fedpro::{self, callback_request::CallbackRequest};

        /// The callback that a request stands for.
        pub(crate) fn read(request: CallbackRequest) -> Result<Callback, WireError> {
            match request {$(
                CallbackRequest::$wire(fedpro::$wire { $($field),* }) => {
                    $(let $field = Field::read($field)?;)*
                    Ok(Callback::$callback $body)
                }
            )*}
        }

        /// The request that stands for a callback.
        pub(crate) fn write(callback: &Callback) -> CallbackRequest {
            match callback {$(
                Callback::$callback $body => {
                    $(let $field = Field::write($field);)*
                    CallbackRequest::$wire(fedpro::$wire { $($field),* })
                }
            )*}
        }
    };
}

pub(crate) use {call_table, callback_table, reply_table};
