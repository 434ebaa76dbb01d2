//! Object classes of the training FOM.

use federate_sdk::encoding::DecodeError;
use federate_sdk::hla::{AttributeValues, ObjectClassHandle};
use federate_sdk::{Federate, ObjectClass, SdkError, object_type};

use crate::data::{
    DeviceKind, Identity, NodeState, PhaseCurrents, PowerBalance, PowerFlow, RunState, SwitchState,
};
use federate_sdk::virtual_time::VirtualTime;

object_type! {
    /// A federate that takes part in the exercise; exists once the federate is ready to be paced.
    Participant = "Participant" {
        /// What it does: `substation`, `protection`, `instructor`.
        role: String = "Role",
        /// The station it serves.
        station: String = "Station",
    }
}

object_type! {
    /// The running exercise; only while it exists do the other federates ask for time.
    Exercise = "Exercise" {
        /// Id of the scenario, empty for free running.
        scenario: String = "Scenario",
        /// When it ends; `VirtualTime::MAX` for an exercise without an end.
        end_time: VirtualTime = "EndTime",
        /// Where it stands.
        run_state: RunState = "RunState",
        /// Virtual seconds for each wall-clock second; 0 for as fast as possible.
        speed: f64 = "Speed",
    }
}

object_type! {
    /// A breaker, disconnector, truck, earth switch or neutral earthing switch.
    SwitchingDevice = "Equipment.SwitchingDevice" {
        /// Where it belongs.
        identity: Identity = "Identity",
        /// What it is.
        kind: DeviceKind = "Kind",
        /// Its position.
        state: SwitchState = "State",
    }
}

object_type! {
    /// A point of the single-line diagram (IEC 61970-301 ConnectivityNode).
    ConnectivityNode = "Equipment.ConnectivityNode" {
        /// Where it belongs.
        identity: Identity = "Identity",
        /// Its voltage, and whether it is energised.
        state: NodeState = "State",
    }
}

object_type! {
    /// A current transformer.
    CurrentTransformer = "Equipment.CurrentTransformer" {
        /// Where it belongs.
        identity: Identity = "Identity",
        /// Primary phase currents.
        state: PhaseCurrents = "State",
    }
}

object_type! {
    /// An overhead line or a cable.
    Line = "Equipment.Line" {
        /// Where it belongs.
        identity: Identity = "Identity",
        /// Power into it at both ends.
        flow: PowerFlow = "Flow",
    }
}

object_type! {
    /// A power transformer of two windings; one of three is three branches to its star point, with
    /// the suffixes `.H`, `.M` and `.L`.
    PowerTransformer = "Equipment.PowerTransformer" {
        /// Where it belongs.
        identity: Identity = "Identity",
        /// Power into it at both ends.
        flow: PowerFlow = "Flow",
    }
}

object_type! {
    /// The network as a whole.
    Network = "Equipment.Network" {
        /// Where it belongs.
        identity: Identity = "Identity",
        /// Supplied and lost load.
        balance: PowerBalance = "Balance",
    }
}

macro_rules! training_objects {
    ($($field:ident: $type:ident),* $(,)?) => {
        /// Handles of all object classes of the training FOM.
        #[derive(Debug, Clone)]
        #[allow(missing_docs, reason = "one field for each class, documented there")]
        pub struct Objects { $(pub $field: ObjectClass<$type>,)* }

        /// Values of an instance of one of the classes.
        #[derive(Debug, Clone, PartialEq)]
        #[allow(missing_docs, reason = "one variant for each class, documented there")]
        pub enum TrainingObject { $($type($type),)* }

        impl Objects {
            /// Looks up the handles of all classes.
            ///
            /// # Errors
            /// `Refused` with `NameNotFound` when the federation runs without the training FOM.
            pub async fn resolve(federate: &mut Federate) -> Result<Self, SdkError> {
                Ok(Self { $($field: ObjectClass::resolve(federate).await?,)* })
            }

            /// Subscribes to all classes.
            ///
            /// # Errors
            /// As subscribeObjectClassAttributes.
            pub async fn subscribe_all(&self, federate: &mut Federate) -> Result<(), SdkError> {
                $(self.$field.subscribe(federate).await?;)*
                Ok(())
            }

            /// Reads values of an instance; `None` when the class is none of the training FOM.
            ///
            /// # Errors
            /// `DecodeError` when a value is not of its data type.
            pub fn read(
                &self,
                class: ObjectClassHandle,
                values: &AttributeValues,
            ) -> Result<Option<TrainingObject>, DecodeError> {
                $(if class == self.$field.handle() {
                    return Ok(Some(TrainingObject::$type(self.$field.read(values)?)));
                })*
                Ok(None)
            }
        }
    };
}

training_objects! {
    participant: Participant,
    exercise: Exercise,
    switching_device: SwitchingDevice,
    connectivity_node: ConnectivityNode,
    current_transformer: CurrentTransformer,
    line: Line,
    power_transformer: PowerTransformer,
    network: Network,
}
