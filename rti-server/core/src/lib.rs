//! The federation state machine.
