//! Switches, orders, actions, reasons and states: the closed sets that services name.

macro_rules! closed_set {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $number:literal $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant = $number,)* }

        impl $name {
            /// Every member, in the order of the wire numbers.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The number on the wire.
            pub const fn number(self) -> i32 {
                self as i32
            }

            /// The member with this number on the wire.
            pub const fn from_number(number: i32) -> Option<Self> {
                match number { $($number => Some(Self::$variant),)* _ => None }
            }

            /// The member's spelling in FDDs and MOM data.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// The member of this spelling.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

closed_set! {
    /// Order in which messages of a class reach their receivers.
    OrderType {
        /// As they come.
        Receive = 0 "Receive",
        /// By time stamp.
        TimeStamp = 1 "TimeStamp",
    }
}

closed_set! {
    /// What becomes of a resigning federate's attributes and objects (SEMANTICS 1.4).
    ResignAction {
        /// Divest everything.
        UnconditionallyDivestAttributes = 0 "UnconditionallyDivestAttributes",
        /// Delete the objects it may delete.
        DeleteObjects = 1 "DeleteObjects",
        /// Cancel what it was acquiring.
        CancelPendingOwnershipAcquisitions = 2 "CancelPendingOwnershipAcquisitions",
        /// Delete, then divest the rest.
        DeleteObjectsThenDivest = 3 "DeleteObjectsThenDivest",
        /// Cancel, delete, then divest the rest.
        CancelThenDeleteThenDivest = 4 "CancelThenDeleteThenDivest",
        /// Nothing.
        NoAction = 5 "NoAction",
    }
}

closed_set! {
    /// Why a synchronization point could not be registered.
    SynchronizationPointFailureReason {
        /// A point of that label is open.
        LabelNotUnique = 0 "SYNCHRONIZATION_POINT_LABEL_NOT_UNIQUE",
        /// The set names somebody who is not joined.
        SetMemberNotJoined = 1 "SYNCHRONIZATION_SET_MEMBER_NOT_JOINED",
    }
}

closed_set! {
    /// Why a federation was not saved.
    SaveFailureReason {
        /// The RTI cannot save.
        RtiUnableToSave = 0 "RTI_UNABLE_TO_SAVE",
        /// A federate said that it failed.
        FederateReportedFailureDuringSave = 1 "FEDERATE_REPORTED_FAILURE_DURING_SAVE",
        /// A federate left.
        FederateResignedDuringSave = 2 "FEDERATE_RESIGNED_DURING_SAVE",
        /// The RTI failed.
        RtiDetectedFailureDuringSave = 3 "RTI_DETECTED_FAILURE_DURING_SAVE",
        /// The time has passed.
        SaveTimeCannotBeHonored = 4 "SAVE_TIME_CANNOT_BE_HONORED",
        /// Somebody aborted it.
        SaveAborted = 5 "SAVE_ABORTED",
    }
}

closed_set! {
    /// Why a federation was not restored.
    RestoreFailureReason {
        /// The RTI cannot restore.
        RtiUnableToRestore = 0 "RTI_UNABLE_TO_RESTORE",
        /// A federate said that it failed.
        FederateReportedFailureDuringRestore = 1 "FEDERATE_REPORTED_FAILURE_DURING_RESTORE",
        /// A federate left.
        FederateResignedDuringRestore = 2 "FEDERATE_RESIGNED_DURING_RESTORE",
        /// The RTI failed.
        RtiDetectedFailureDuringRestore = 3 "RTI_DETECTED_FAILURE_DURING_RESTORE",
        /// Somebody aborted it.
        RestoreAborted = 4 "RESTORE_ABORTED",
    }
}

closed_set! {
    /// Where a federate stands in a save.
    SaveStatus {
        /// No save runs.
        NoSaveInProgress = 0 "NO_SAVE_IN_PROGRESS",
        /// It was told to save.
        FederateInstructedToSave = 1 "FEDERATE_INSTRUCTED_TO_SAVE",
        /// It saves.
        FederateSaving = 2 "FEDERATE_SAVING",
        /// It has saved and waits for the others.
        FederateWaitingForFederationToSave = 3 "FEDERATE_WAITING_FOR_FEDERATION_TO_SAVE",
    }
}

closed_set! {
    /// Where a federate stands in a restore.
    RestoreStatus {
        /// No restore runs.
        NoRestoreInProgress = 0 "NO_RESTORE_IN_PROGRESS",
        /// It asked for the restore.
        FederateRestoreRequestPending = 1 "FEDERATE_RESTORE_REQUEST_PENDING",
        /// It waits for the begin.
        FederateWaitingForRestoreToBegin = 2 "FEDERATE_WAITING_FOR_RESTORE_TO_BEGIN",
        /// It was told to get ready.
        FederatePreparedToRestore = 3 "FEDERATE_PREPARED_TO_RESTORE",
        /// It restores.
        FederateRestoring = 4 "FEDERATE_RESTORING",
        /// It has restored and waits for the others.
        FederateWaitingForFederationToRestore = 5 "FEDERATE_WAITING_FOR_FEDERATION_TO_RESTORE",
    }
}

closed_set! {
    /// The groups of services, in the order of the standard.
    ServiceGroup {
        /// Clause 4.
        FederationManagement = 0 "FederationManagement",
        /// Clause 5.
        DeclarationManagement = 1 "DeclarationManagement",
        /// Clause 6.
        ObjectManagement = 2 "ObjectManagement",
        /// Clause 7.
        OwnershipManagement = 3 "OwnershipManagement",
        /// Clause 8.
        TimeManagement = 4 "TimeManagement",
        /// Clause 9.
        DataDistributionManagement = 5 "DataDistributionManagement",
        /// Clause 10.
        SupportServices = 6 "SupportServices",
    }
}

closed_set! {
    /// What became of the additional settings of a connect.
    AdditionalSettingsResult {
        /// Not looked at.
        Ignored = 0 "SETTINGS_IGNORED",
        /// Looked at and not understood.
        FailedToParse = 1 "SETTINGS_FAILED_TO_PARSE",
        /// In force.
        Applied = 2 "SETTINGS_APPLIED",
    }
}

/// Initial switch settings of a federation, from the switches table of its FDD.
///
/// An absent switch is off, an absent directive is `NoAction` (schema defaults).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switches {
    /// Every discovery asks the owner for current values.
    pub auto_provide: bool,
    /// Receivers get the sender's regions with a message.
    pub convey_region_designator_sets: bool,
    /// In 2010 only: Receivers get the producing federate with a message.
    pub convey_producing_federate: bool,
    /// In-scope and out-of-scope advisories.
    pub attribute_scope_advisory: bool,
    /// Turn-updates-on and -off advisories.
    pub attribute_relevance_advisory: bool,
    /// Start- and stop-registration advisories.
    pub object_class_relevance_advisory: bool,
    /// Turn-interactions-on and -off advisories.
    pub interaction_relevance_advisory: bool,
    /// Service calls are reported through the MOM.
    pub service_reporting: bool,
    /// Exceptions are reported through the MOM.
    pub exception_reporting: bool,
    /// Receivers are determined at delivery instead of at sending.
    pub delay_subscription_evaluation: bool,
    /// What the RTI does for a federate that is lost.
    pub automatic_resign_action: ResignAction,
    /// In 2025 only: Advisories are judged by each receiver's known class.
    pub advisories_use_known_class: bool,
    /// In 2025 only: The RTI may deliver more than regions ask for.
    pub allow_relaxed_ddm: bool,
    /// In 2025 only: The constrained are granted although nobody regulates.
    pub non_regulated_grant: bool,
    /// In 2025 only: Service reports go to a file as well.
    pub send_service_reports_to_file: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            auto_provide: false,
            convey_region_designator_sets: false,
            convey_producing_federate: false,
            attribute_scope_advisory: false,
            attribute_relevance_advisory: false,
            object_class_relevance_advisory: false,
            interaction_relevance_advisory: false,
            service_reporting: false,
            exception_reporting: false,
            delay_subscription_evaluation: false,
            automatic_resign_action: ResignAction::NoAction,
            advisories_use_known_class: false,
            allow_relaxed_ddm: false,
            non_regulated_grant: false,
            send_service_reports_to_file: false,
        }
    }
}
