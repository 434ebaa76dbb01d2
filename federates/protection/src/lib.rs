//! The protection federate.
