//! The web console: one server, one page, for whoever watches and runs an exercise.
//!
//! A federate starts a [`Console`], feeds what it learns from its federation through a [`Feed`],
//! and takes the orders of the pages as [`PendingOrder`]s, which it accepts or refuses:
//!
//! * [`Feed`] takes objects and events of the training FOM as they are delivered, the state of the
//!   run and the list of federates. It keeps the newest value of everything; a page that is slow
//!   or that was away gets the newest state, never a backlog.
//! * Pages get a snapshot, then at most ten frames a second over gRPC-Web (`console.proto`). The
//!   page itself, its strings and its fonts come from the same port; nothing comes from elsewhere.
//! * [`Layout`] is the drawing of a station as data, checked against the network it shows.
//!
//! What it deliberately does not do: join a federation, compute anything about power, keep a clock,
//! decide an order. Energisation, currents and positions are shown as the substation published
//! them; the page has no second implementation of topology.
//!
//! The page is built by `build.rs` from `web/`; without npm the server answers with a page that
//! says how to get the real one.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use console::{Console, ConsoleConfig, Layout, Order};
//!
//! let layout = Layout::builtin("ts220").ok_or("no such station")?;
//! let mut console = Console::start(ConsoleConfig::new(([127, 0, 0, 1], 8080).into(), layout)).await?;
//! let feed = console.feed(); // for whoever reads callbacks of the federation
//! while let Some(order) = console.next_order().await {
//!     match order.order() {
//!         Order::Pause => order.accept(),
//!         _ => order.refuse("not in this exercise"),
//!     }
//! }
//! # let _ = feed; Ok(())
//! # }
//! ```

mod assets;
mod feed;
mod layout;
mod orders;
mod rows;
mod server;
mod service;
mod state;
mod trend;

pub use feed::{FederateStatus, Feed, Membership, RunStatus};
pub use layout::{Layout, LayoutError};
pub use orders::{FaultOrder, Order, PendingOrder};
pub use server::{Console, ConsoleConfig, ConsoleError};
