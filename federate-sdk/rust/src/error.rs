//! What can go wrong between a federate and its RTI.

use hla::HlaError;

/// Why a call of the SDK failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SdkError {
    /// The RTI refused the service with an exception of the standard.
    #[error("{service}: {error}")]
    Refused {
        /// The standard's name of the service.
        service: &'static str,
        /// The exception.
        error: HlaError,
    },
    /// There is no RTI at this address.
    #[error("no RTI answers at {address}: {reason}")]
    Unreachable {
        /// Where it was looked for.
        address: String,
        /// What happened instead.
        reason: String,
    },
    /// The connection to the RTI is gone; the federate is no longer joined.
    #[error("connection to the RTI lost: {0}")]
    ConnectionLost(String),
    /// The RTI sent something that the Federate Protocol does not have.
    #[error("the RTI sent a message that is not of the Federate Protocol: {0}")]
    Protocol(String),
    /// The call is larger than any RTI reads; it was not made.
    #[error("{service}: a call of {bytes} bytes is above the limit of {bytes_max} bytes, split it")]
    TooLarge {
        /// The standard's name of the service.
        service: &'static str,
        /// Octets of the call, encoded.
        bytes: usize,
        /// Octets that a call may have.
        bytes_max: usize,
    },
    /// The application left more callbacks unread than it may.
    #[error("{0} callbacks wait unread; take them with next_callback before calling on")]
    CallbacksNotTaken(usize),
}

impl SdkError {
    /// The exception of the standard, where the RTI raised one.
    pub fn exception(&self) -> Option<&HlaError> {
        match self {
            Self::Refused { error, .. } => Some(error),
            _ => None,
        }
    }
}
