//! Running federations, sessions and outboxes: everything between a transport and the core.
//!
//! A transport opens a [`Session`] at the [`Lobby`], hands it the messages it reads
//! ([`Incoming`]) and writes what comes out of it ([`Outgoing`]). The session numbers, orders and
//! answers; a running federation steps `rti-core` and releases what it decides. Callbacks are
//! encoded once, however many federates get them.
//!
//! Deliberately not here: sockets and framing (`rti-gateway`), what any service means
//! (`rti-core`), process concerns such as the environment, signals and log output. Sessions cannot
//! be resumed yet, and nothing is journaled yet: a panic ends its federation for good.
//!
//! Where pressure goes: a session with too many calls in flight is not read; a federate that does
//! not read makes its federation withhold time grants, and is lost when that lasts; of best-effort
//! values only the newest are kept for it. Every limit is a field of [`RuntimeSettings`].

mod clock;
mod lobby;
mod message;
mod outbox;
mod registry;
mod running_federation;
mod session;
mod settings;
mod supervisor;
mod window;

pub use hla_wire::frame::SequenceNumber;

pub use lobby::{Drained, FederationView, Lobby, SessionState, SessionView};
pub use message::{
    Incoming, IncomingBody, Outgoing, OutgoingBody, Peer, SessionError, SessionRefused, Transport,
};
pub use session::Session;
pub use settings::{Denial, OutboxSettings, Password, RuntimeSettings, StepHook};
