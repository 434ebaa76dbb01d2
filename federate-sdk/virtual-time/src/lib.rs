//! A discrete-event kernel over integer virtual time.
//!
//! The crate orders events and says which one is due; somebody else decides how far time may
//! advance. That can be a plain loop, a federation's time grants, or wall time:
//!
//! * [`Kernel`] holds the pending events. Ask it for [`Kernel::next_event_time`], obtain permission
//!   to advance (a grant), then run everything up to it with [`Kernel::run_through`], or event by
//!   event with [`Kernel::next_due`] where handling an event has to wait for something.
//! * [`Pace`] turns wall time into a limit of virtual time and back: fixed [`Speed`]s, pause, stop
//!   barrier. Virtual time itself only ever moves to the stamp of an event or of a grant, so a run
//!   gives the same events at every speed.
//! * [`EventQueue`] is the order below both: time, round, class, priority, source, insertion.
//!
//! What it deliberately does not do: read a clock, start a thread, wait, draw random numbers, or
//! know what an event means or what a federation is. Wall time is passed in as nanoseconds, an
//! event is whatever type the user chooses. The same inputs always give the same sequence of
//! events.
//!
//! ```
//! use virtual_time::{Kernel, KernelError, Rank, VirtualDuration, VirtualTime};
//!
//! let mut kernel = Kernel::new(VirtualTime::ZERO);
//! kernel.schedule_after(VirtualDuration::from_millis(40), Rank::default(), "trip")?;
//! let mut log = Vec::new();
//! while let Some(next) = kernel.next_event_time() {
//!     let granted = next; // where a federate would ask its RTI
//!     kernel.run_through::<KernelError>(granted, |kernel, due| {
//!         log.push((due.time.to_string(), due.event));
//!         if due.event == "trip" {
//!             kernel.schedule_after(VirtualDuration::from_millis(45), Rank::default(), "open")?;
//!         }
//!         Ok(())
//!     })?;
//! }
//! assert_eq!(log, [("00:00:00.040".into(), "trip"), ("00:00:00.085".into(), "open")]);
//! # Ok::<(), KernelError>(())
//! ```

mod kernel;
mod pace;
mod queue;
mod time;

pub use kernel::{Due, Kernel, KernelError, ROUNDS_MAX_DEFAULT};
pub use pace::{Pace, Speed, Standing};
pub use queue::{EventId, EventKey, EventQueue, Rank};
pub use time::{VirtualDuration, VirtualTime};
