//! What may be added to a [`Request`](crate::Request): one type for each set of options, so that
//! an option that a service does not have does not compile.
//!
//! ```compile_fail
//! # async fn f(federate: &mut federate_sdk::Federate, class: federate_sdk::hla::ObjectClassHandle) {
//! federate.unpublish_object_class(class).tag("a service without a tag");
//! # }
//! ```

/// The service has a user-supplied tag.
pub trait TakesTag {}
/// The service has an optional time stamp.
pub trait TakesTime {}
/// The service subscribes, actively or passively.
pub trait TakesPassive {}

macro_rules! options {
    ($($(#[$doc:meta])* $name:ident: $($takes:ident)*;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub enum $name {}
        $(impl $takes for $name {})*
    )*};
}

options! {
    /// Nothing.
    Plain: ;
    /// `tag`.
    Tagged: TakesTag;
    /// `at`.
    Timed: TakesTime;
    /// `tag`, `at`.
    Stamped: TakesTag TakesTime;
    /// `tag`, `at`, `in_regions`.
    Sending: TakesTag TakesTime;
    /// `named`, `with_regions`.
    Registration: ;
    /// `passively`.
    InteractionSubscription: TakesPassive;
    /// `passively`, `update_rate`.
    AttributeSubscription: TakesPassive;
    /// `universally`.
    DirectedSubscription: ;
    /// `only`.
    DirectedWithdrawal: ;
    /// `tag`, `among`.
    SynchronizationPoint: TakesTag;
    /// `unsuccessfully`.
    Achievement: ;
}
