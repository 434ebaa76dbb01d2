//! A whole server in this process, reached as federates reach it: over gRPC on loopback.

mod drain;
mod exchange;
mod federate;
mod federations;
mod hostile;
mod operator;
mod service_reports;
mod services;
