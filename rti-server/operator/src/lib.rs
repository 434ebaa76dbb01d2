//! What operators see and ask of a server.
