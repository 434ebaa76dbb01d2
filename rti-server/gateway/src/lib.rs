//! Transports by which federates reach the server.
