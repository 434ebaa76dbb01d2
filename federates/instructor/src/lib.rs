//! The instructor federate.
