//! Join a federation from Rust.
//!
//! ```no_run
//! use federate_sdk::{Connection, ConnectOptions};
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let connection = Connection::open("127.0.0.1:15166", ConnectOptions::default()).await?;
//! let mut federate =
//!     connection.join(Some("observer"), "observer", "training", vec![]).await.map_err(|(_, why)| why)?;
//! let class = federate.get_object_class_handle("Equipment.SwitchingDevice").await?;
//! let state = federate.get_attribute_handle(class, "State").await?;
//! federate.subscribe_object_class_attributes(class, vec![state], true, None).await?;
//! loop {
//!     println!("{:?}", federate.next_callback().await?);
//! }
//! # }
//! ```
//!
//! A [`Connection`] creates, lists, destroys and joins federations; a [`Federate`] has the services
//! of the standard under its names and hands out callbacks in order. [`encoding`] turns values of
//! the standard data types into octets and back; [`KernelDriver`] runs a `virtual-time` kernel by
//! the grants of the RTI. The crate knows no FOM and starts no task: whoever awaits, works.

mod connection;
pub mod encoding;
mod error;
mod federate;
mod kernel_driver;
mod local_view;
mod session;
mod transport;
mod typed;

pub use connection::{ConnectOptions, Connection};
pub use error::SdkError;
pub use federate::Federate;
pub use hla;
pub use kernel_driver::{KernelDriver, Model, logical_time, time_of};
pub use local_view::{KnownInstance, LocalView};
pub use typed::{InteractionClass, InteractionType, ObjectClass, ObjectType};
pub use virtual_time;
