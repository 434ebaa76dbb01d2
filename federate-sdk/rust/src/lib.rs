//! Join a federation from Rust.
//!
//! ```no_run
//! use federate_sdk::{ConnectOptions, Connection, JoinOptions, SdkError};
//! # async fn example() -> Result<(), SdkError> {
//! let connection = Connection::connect("127.0.0.1:15166", ConnectOptions::default()).await?;
//! let observer = JoinOptions::of_type("observer").named("watcher");
//! let mut federate = connection.join_federation_execution("training", observer).await?;
//! let class = federate.get_object_class_handle("Equipment.SwitchingDevice").await?;
//! let state = federate.get_attribute_handle(class, "State").await?;
//! federate.subscribe_object_class_attributes(class, [state]).await?;
//! loop {
//!     println!("{:?}", federate.next_callback().await?);
//! }
//! # }
//! ```
//!
//! A [`Connection`] creates, lists, destroys and joins federations; a [`Federate`] has the services
//! of the standard under its names and hands out callbacks in order. [`encoding`] turns values of
//! the standard data types into octets and back; [`KernelDriver`] runs a `virtual-time` kernel by
//! the grants of the RTI. The crate knows no FOM. It starts no task, whoever awaits, works; the one
//! exception is the immediate callback model.
//!
//! # From C++ or Java
//!
//! | there | here |
//! |---|---|
//! | `rtiAmbassador.connect(fedAmb, model, ...)` | [`Connection::connect`]; the ambassador and the model come with [`Federate::with_ambassador`] |
//! | `createFederationExecution`, `...WithMIM`, `destroy...`, `list...` | methods of [`Connection`] |
//! | `joinFederationExecution(name, type, federation, modules)` | [`Connection::join_federation_execution`] with [`JoinOptions`]; gives a [`Federate`] |
//! | `resignFederationExecution(action)` | [`Federate::resign_federation_execution`]; gives the [`Connection`] back |
//! | any other service, `fooBar(a, b, tag, time)` | `federate.foo_bar(a, b).tag(t).at(time).await`: what may be left out is a method of the [`Request`] |
//! | `subscribe...Passively`, `...Universally`, `...WithRegions` | `.passively()`, `.universally()`; regions where the service has them: `.with_regions`, `.in_regions` |
//! | `class MyAmbassador : NullFederateAmbassador` | `impl FederateAmbassador for MyAmbassador` ([`FederateAmbassador`]) |
//! | `evokeCallback(seconds)`, `evokeMultipleCallbacks(min, max)` | [`RtiAmbassador::evoke_callback`], [`RtiAmbassador::evoke_multiple_callbacks`] |
//! | `HLA_IMMEDIATE` | [`CallbackModel::Immediate`], with callbacks one at a time |
//! | an exception, `catch (NameNotFound)` | [`SdkError::Refused`]; [`SdkError::exception`] gives the [`hla::HlaError`] |
//! | `FederateInternalError` | a callback returns it ([`FederateInternalError`]); `?` makes it from any error |
//! | `HLAinteger64Time`, `HLAfloat64Time` | [`hla::HlaInteger64Time`], [`hla::HlaFloat64Time`]; the wrong one is refused ([`IntoTime`]) |
//! | `ObjectClassHandle`, ... | [`hla::ObjectClassHandle`], ...: a type for each kind |
//! | encoder factories | [`encoding`], [`object_type!`], [`interaction_type!`] |
//!
//! Without an ambassador callbacks are values: [`Federate::next_callback`], or the stream
//! [`Federate::callbacks`]. That is the shortest way where a program waits for what comes next.
//!
//! ```no_run
//! use std::time::Duration;
//! use federate_sdk::{CallbackModel, Federate, FederateAmbassador, SdkError};
//! # async fn example(federate: Federate, my_ambassador: impl FederateAmbassador + 'static) -> Result<(), SdkError> {
//! let rti = federate.with_ambassador(my_ambassador, CallbackModel::Evoked);
//! rti.federate().await?.enable_asynchronous_delivery().await?;
//! while rti.evoke_multiple_callbacks(Duration::from_millis(100), Duration::from_secs(1)).await? {}
//! # Ok(()) }
//! ```
//!
//! A handle of one kind is no handle of another:
//!
//! ```compile_fail,E0308
//! # async fn f(federate: &mut federate_sdk::Federate, class: federate_sdk::hla::ObjectClassHandle) {
//! federate.publish_interaction_class(class).await;
//! # }
//! ```
//!
//! ```compile_fail,E0308
//! # async fn f(federate: &mut federate_sdk::Federate, class: federate_sdk::hla::ObjectClassHandle, parameter: federate_sdk::hla::ParameterHandle) {
//! federate.get_attribute_name(class, parameter).await;
//! # }
//! ```
#![deny(missing_docs)]

mod ambassador;
mod connection;
pub mod encoding;
mod error;
mod federate;
mod kernel_driver;
mod local_view;
pub mod options;
mod request;
mod rti_ambassador;
mod services;
mod session;
mod support;
mod time;
mod transport;
mod typed;

pub use ambassador::{FederateAmbassador, FederateInternalError, Handled, MessageDetails};
pub use connection::{ConnectOptions, Connection, JoinOptions, Rejected};
pub use error::SdkError;
pub use federate::Federate;
pub use hla;
pub use kernel_driver::{KernelDriver, Model, logical_time, time_of};
pub use local_view::{KnownInstance, LocalView};
pub use request::Request;
pub use rti_ambassador::{CallbackModel, RtiAmbassador};
pub use support::{CouldNotDecode, Handle, HandleFactory, TimeFactory};
pub use time::IntoTime;
pub use typed::{InteractionClass, InteractionType, ObjectClass, ObjectType};
pub use virtual_time;

/// The README's federate, which must compile.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
