//! Everything that can influence a federation: it arrives as an [`Input`] or not at all.

use hla::{Call, Edition, FederateHandle, FomModule};

/// Nanoseconds of the runtime's monotonic clock, passed in with every step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Nanos(pub u64);

/// Names a call until its reply; chosen by the session, unique within it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u64);

/// Names a join until its answer; chosen by the runtime, unique within the federation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JoinId(pub u64);

/// Counts the callbacks emitted to one federate, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CallbackSeq(pub u64);

/// One input of the state machine.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A joined federate calls a service.
    Call {
        /// Who calls.
        from: FederateHandle,
        /// Names the call in its reply.
        id: CallId,
        /// The service and its arguments.
        call: Call,
    },
    /// A federate has handled its callbacks up to this one.
    CallbackDone {
        /// Who handled them.
        from: FederateHandle,
        /// The last one handled.
        up_to: CallbackSeq,
    },
    /// Somebody connected wants to join; answered by `Effect::Joined`.
    Join(Join),
    /// The runtime lost a federate: its automatic resign directive runs (SEMANTICS 1.4).
    Lost {
        /// Who is lost.
        federate: FederateHandle,
        /// What happened.
        reason: LostReason,
    },
    /// A federate's outbox filled up or drained.
    Congestion {
        /// Whose outbox.
        federate: FederateHandle,
        /// Its state from now on.
        level: Level,
    },
    /// Nothing but time passed.
    Tick,
}

/// A request to join (IEEE 1516.1-2025, 4.11).
#[derive(Debug, Clone, PartialEq)]
pub struct Join {
    /// Names the request in its answer.
    pub id: JoinId,
    /// The name asked for; absent when the RTI shall invent one.
    pub federate_name: Option<String>,
    /// What kind of federate this is.
    pub federate_type: String,
    /// Modules to merge into the current FDD: files, unpacked and found by the runtime.
    pub modules: Vec<FomModule>,
    /// The edition that the session speaks.
    pub edition: Edition,
    /// Where the federate runs, as far as the runtime knows.
    pub host: String,
}

/// Why the runtime gave a federate up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LostReason {
    /// The transport ended and was not resumed in time.
    TransportLost,
    /// Nothing was heard from it for too long.
    Silent,
    /// It ended its session without resigning.
    SessionEnded,
    /// It did not take its callbacks for too long.
    TooSlow,
    /// An operator removed it.
    Removed,
}

/// How full an outbox is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Below its limit.
    Normal,
    /// At its limit: grants to regulating federates are withheld until it drains.
    Full,
}
