//! Composition of the RTI server.
