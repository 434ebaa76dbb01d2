//! An RTI server as a library: configuration, composition, shutdown.
//!
//! [`Server::start`] binds, starts everything and returns a [`Running`] server; [`Running::shutdown`]
//! drains it. Several servers can run in one process, as tests do; nothing here is global.
//!
//! Deliberately not here: the command line, the environment, signals, log output and the number of
//! worker threads, which are the program's business; and any logic of federations or sessions.

mod config;
mod server;
mod shutdown;

pub use config::{Config, ConfigError};
pub use rti_runtime::{Denial, Password, StepHook};
pub use server::{Running, Server, StartError};
pub use shutdown::Shutdown;
