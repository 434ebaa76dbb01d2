//! A discrete-event kernel over integer virtual time.
