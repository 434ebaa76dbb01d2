//! Join a federation from Rust.
