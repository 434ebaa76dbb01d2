//! Interaction classes of the training FOM: things that happened at an instant.

use federate_sdk::encoding::DecodeError;
use federate_sdk::hla::{Call, InteractionClassHandle, LogicalTime, ParameterValues};
use federate_sdk::virtual_time::{VirtualDuration, VirtualTime};
use federate_sdk::{Federate, InteractionClass, SdkError, interaction_type};

use crate::data::{FaultKind, Operation, ProtectionAction};

interaction_type! {
    /// An element of a protection relay changed its state. A trip orders its breakers to open, a
    /// close command orders one to close.
    ProtectionEvent = "TrainingEvent.ProtectionEvent" {
        /// The instant it happened.
        stamp: VirtualTime = "Stamp",
        /// The relay.
        source: String = "Source",
        /// Id of the element, `RELAY.FUNCTION`.
        element: String = "Element",
        /// What the element did.
        action: ProtectionAction = "Action",
        /// Breakers that it trips or closes.
        devices: Vec<String> = "Devices",
    }
}

interaction_type! {
    /// Something that a person must know.
    Alarm = "TrainingEvent.Alarm" {
        /// The instant it arose.
        stamp: VirtualTime = "Stamp",
        /// What raised it.
        source: String = "Source",
        /// Key of the alarm.
        code: String = "Code",
        /// Text for a person.
        text: String = "Text",
    }
}

interaction_type! {
    /// An order to a switching device by a person.
    SwitchCommand = "TrainingEvent.SwitchCommand" {
        /// The instant it was given.
        stamp: VirtualTime = "Stamp",
        /// Who gave it.
        source: String = "Source",
        /// The device.
        target: String = "Target",
        /// What it shall do.
        operation: Operation = "Operation",
    }
}

interaction_type! {
    /// The answer to a switch command.
    CommandResult = "TrainingEvent.CommandResult" {
        /// The instant of the decision.
        stamp: VirtualTime = "Stamp",
        /// Who gave the command.
        source: String = "Source",
        /// The device.
        target: String = "Target",
        /// What it should do.
        operation: Operation = "Operation",
        /// Whether it does so.
        accepted: bool = "Accepted",
        /// Rule and devices that forbid it; empty when accepted.
        reason: String = "Reason",
    }
}

interaction_type! {
    /// A fault begins, at the instant of the time stamp.
    FaultInception = "TrainingEvent.FaultInception" {
        /// The instant, equal to the time stamp.
        stamp: VirtualTime = "Stamp",
        /// Who injected it.
        source: String = "Source",
        /// Id of the fault, unique in the exercise.
        fault: String = "Fault",
        /// Node or line.
        target: String = "Target",
        /// Place on a line from its first node, 0 to 1.
        fraction: f64 = "Fraction",
        /// Type of the fault.
        kind: FaultKind = "Kind",
        /// Faulted phases, for example `ABC`.
        phases: String = "Phases",
        /// Fault resistance in ohm.
        resistance: f64 = "Resistance",
        /// Whether it stays while its place is dead.
        permanent: bool = "Permanent",
        /// How long its place must be dead for a transient fault to go.
        extinguish: VirtualDuration = "Extinguish",
    }
}

interaction_type! {
    /// A fault is gone.
    FaultCleared = "TrainingEvent.FaultCleared" {
        /// The instant it went.
        stamp: VirtualTime = "Stamp",
        /// What removed it.
        source: String = "Source",
        /// Id of the fault.
        fault: String = "Fault",
    }
}

macro_rules! training_interactions {
    ($($field:ident: $type:ident),* $(,)?) => {
        /// Handles of all interaction classes of the training FOM.
        #[derive(Debug, Clone)]
        #[allow(missing_docs, reason = "one field for each class, documented there")]
        pub struct Interactions { $(pub $field: InteractionClass<$type>,)* }

        /// An interaction of one of the classes.
        #[derive(Debug, Clone, PartialEq)]
        #[allow(missing_docs, reason = "one variant for each class, documented there")]
        pub enum TrainingEvent { $($type($type),)* }

        $(impl From<$type> for TrainingEvent {
            fn from(event: $type) -> Self {
                Self::$type(event)
            }
        })*

        impl TrainingEvent {
            /// The instant it happened.
            pub fn stamp(&self) -> VirtualTime {
                match self { $(Self::$type(event) => event.stamp,)* }
            }

            /// The instant it happened, to be moved.
            pub fn stamp_mut(&mut self) -> &mut VirtualTime {
                match self { $(Self::$type(event) => &mut event.stamp,)* }
            }

            /// What or who caused it.
            pub fn source(&self) -> &str {
                match self { $(Self::$type(event) => &event.source,)* }
            }
        }

        impl Interactions {
            /// Looks up the handles of all classes.
            ///
            /// # Errors
            /// `Refused` with `NameNotFound` when the federation runs without the training FOM.
            pub async fn resolve(federate: &mut Federate) -> Result<Self, SdkError> {
                Ok(Self { $($field: InteractionClass::resolve(federate).await?,)* })
            }

            /// Publishes all classes.
            ///
            /// # Errors
            /// As publishInteractionClass.
            pub async fn publish_all(&self, federate: &mut Federate) -> Result<(), SdkError> {
                $(self.$field.publish(federate).await?;)*
                Ok(())
            }

            /// Subscribes to all classes.
            ///
            /// # Errors
            /// As subscribeInteractionClass.
            pub async fn subscribe_all(&self, federate: &mut Federate) -> Result<(), SdkError> {
                $(self.$field.subscribe(federate).await?;)*
                Ok(())
            }

            /// The sending of an event, for [`Federate::post`].
            pub fn send(&self, event: &TrainingEvent, time: Option<LogicalTime>) -> Call {
                match event { $(TrainingEvent::$type(event) => self.$field.send(event, time),)* }
            }

            /// Reads an event; `None` when the class is none of the training FOM.
            ///
            /// # Errors
            /// `DecodeError` when a parameter is missing or not of its data type.
            pub fn read(
                &self,
                class: InteractionClassHandle,
                values: &ParameterValues,
            ) -> Result<Option<TrainingEvent>, DecodeError> {
                $(if class == self.$field.handle() {
                    return Ok(Some(TrainingEvent::$type(self.$field.read(values)?)));
                })*
                Ok(None)
            }
        }
    };
}

training_interactions! {
    protection_event: ProtectionEvent,
    alarm: Alarm,
    switch_command: SwitchCommand,
    command_result: CommandResult,
    fault_inception: FaultInception,
    fault_cleared: FaultCleared,
}
