//! What the instructor takes from the management object model: who is joined, who was lost.

use federate_sdk::hla::LogicalTime;
use federate_sdk::{
    Federate, InteractionClass, ObjectClass, SdkError, interaction_type, object_type,
};

object_type! {
    /// A joined federate.
    FederateObject = "HLAmanager.HLAfederate" {
        /// Its name.
        name: String = "HLAfederateName",
        /// Its type.
        kind: String = "HLAfederateType",
    }
}

interaction_type! {
    /// The RTI has lost a federate.
    FederateLost = "HLAmanager.HLAfederate.HLAreport.HLAreportFederateLost" {
        /// Its name.
        name: String = "HLAfederateName",
        /// The last time it was granted.
        time: LogicalTime = "HLAtimeStamp",
        /// What happened.
        fault: String = "HLAfaultDescription",
    }
}

/// Handles of the classes.
#[derive(Debug, Clone)]
pub(crate) struct Mom {
    pub(crate) federate: ObjectClass<FederateObject>,
    pub(crate) lost: InteractionClass<FederateLost>,
}

impl Mom {
    pub(crate) async fn subscribe(federate: &mut Federate) -> Result<Self, SdkError> {
        let mom = Self {
            federate: ObjectClass::resolve(federate).await?,
            lost: InteractionClass::resolve(federate).await?,
        };
        mom.federate.subscribe(federate).await?;
        mom.lost.subscribe(federate).await?;
        Ok(mom)
    }
}
