//! Data types of the training FOM.

use federate_sdk::virtual_time::VirtualTime;
use federate_sdk::{enumerated_type, fixed_record};

enumerated_type! {
    /// Where an exercise stands.
    pub enum RunState: i32 {
        /// Waiting for the federates it needs.
        Preparing = 0,
        /// Virtual time advances.
        Running = 1,
        /// Virtual time stands still.
        Paused = 2,
        /// The scenario is over.
        Ended = 3,
    }
}

enumerated_type! {
    /// Kinds of switching devices.
    pub enum DeviceKind: i32 {
        /// Interrupts fault currents.
        Breaker = 0,
        /// Isolates, without current.
        Disconnector = 1,
        /// Withdraws a breaker.
        Truck = 2,
        /// Earths a node.
        EarthSwitch = 3,
        /// Earths the neutral of a transformer.
        NeutralSwitch = 4,
    }
}

enumerated_type! {
    /// Position of a switching device.
    pub enum SwitchPosition: i32 {
        /// Open.
        Open = 0,
        /// Closed.
        Closed = 1,
        /// On the way, or unknown.
        Intermediate = 2,
    }
}

enumerated_type! {
    /// Whether a node has voltage.
    pub enum Energisation: i32 {
        /// No voltage.
        Dead = 0,
        /// Voltage.
        Live = 1,
        /// Tied to earth.
        Earthed = 2,
    }
}

enumerated_type! {
    /// Types of short circuits.
    pub enum FaultKind: i32 {
        /// All three phases.
        ThreePhase = 0,
        /// One phase to ground.
        LineToGround = 1,
        /// Two phases.
        LineToLine = 2,
        /// Two phases to ground.
        LineToLineToGround = 3,
    }
}

enumerated_type! {
    /// What a protection element does.
    pub enum ProtectionAction: i32 {
        /// It picked up.
        Start = 0,
        /// It orders breakers to open.
        Trip = 1,
        /// It dropped out.
        Reset = 2,
        /// It orders a breaker to close.
        RelayClose = 3,
        /// It gave up reclosing.
        Lockout = 4,
        /// It is blocked.
        Blocked = 5,
    }
}

enumerated_type! {
    /// What a switching device is told to do.
    pub enum Operation: i32 {
        /// Open; a truck goes to its test position.
        Open = 0,
        /// Close; a truck goes into service.
        Close = 1,
    }
}

fixed_record! {
    /// Where a piece of equipment belongs.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct Identity {
        /// Substation.
        pub station: String,
        /// Voltage level.
        pub voltage_level: String,
        /// Bay; empty where it has none.
        pub bay: String,
    }
}

fixed_record! {
    /// A position and why it was taken.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct SwitchState {
        /// Since when.
        pub stamp: VirtualTime,
        /// The position.
        pub position: SwitchPosition,
        /// Element, person or federate behind it; empty for the initial state.
        pub cause: String,
    }
}

fixed_record! {
    /// Voltage of a node.
    #[derive(Debug, Clone, PartialEq)]
    pub struct NodeState {
        /// The instant of which this is true.
        pub stamp: VirtualTime,
        /// Line-to-line voltage in kV.
        pub kilovolts: f64,
        /// Angle in degrees.
        pub degrees: f64,
        /// Whether it has voltage.
        pub energisation: Energisation,
    }
}

fixed_record! {
    /// Currents of the three phases in ampere, root mean square.
    #[derive(Debug, Clone, PartialEq)]
    pub struct PhaseCurrents {
        /// The instant of which this is true.
        pub stamp: VirtualTime,
        /// Phase A.
        pub a: f64,
        /// Phase B.
        pub b: f64,
        /// Phase C.
        pub c: f64,
        /// Sum of the three phases as phasors, `3 I0`.
        pub residual: f64,
    }
}

fixed_record! {
    /// Power into a branch at its two ends, in MW and Mvar.
    #[derive(Debug, Clone, PartialEq)]
    pub struct PowerFlow {
        /// The instant of which this is true.
        pub stamp: VirtualTime,
        /// Active power at the first end.
        pub from_mw: f64,
        /// Reactive power at the first end.
        pub from_mvar: f64,
        /// Active power at the second end.
        pub to_mw: f64,
        /// Reactive power at the second end.
        pub to_mvar: f64,
    }
}

fixed_record! {
    /// Load of the network, in MW.
    #[derive(Debug, Clone, PartialEq)]
    pub struct PowerBalance {
        /// The instant of which this is true.
        pub stamp: VirtualTime,
        /// Supplied load.
        pub load_mw: f64,
        /// Load at dead nodes.
        pub lost_load_mw: f64,
        /// Losses.
        pub losses_mw: f64,
        /// False where an island has no solution: voltage collapse.
        pub converged: bool,
    }
}
