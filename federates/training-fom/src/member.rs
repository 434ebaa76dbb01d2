//! What all training federates have in common: how they join and when they ask for time.
//!
//! A training federate regulates with one millisecond of lookahead and is constrained. It asks for
//! time only while an [`Exercise`](crate::Exercise) exists: without that rule, federates started
//! before the instructor would run ahead as fast as they can. The instructor holds everybody at
//! the start until those it needs have registered as [`Participant`].

use federate_sdk::encoding::DecodeError;
use federate_sdk::hla::{
    AttributeHandle, Call, Callback, HlaError, ObjectClassHandle, ObjectInstanceHandle,
    ResignAction,
};
use federate_sdk::virtual_time::{KernelError, VirtualDuration, VirtualTime};
use federate_sdk::{
    ConnectOptions, Connection, Federate, JoinOptions, KernelDriver, KnownInstance, LocalView,
    Model, SdkError, logical_time, time_of,
};

use crate::{
    FEDERATION, Interactions, LOOKAHEAD, Objects, Participant, TIME, TrainingEvent, TrainingObject,
    module,
};

/// A federate without events of its own looks around this often, so that the end of an exercise
/// never finds it waiting for the end of time.
const HORIZON: VirtualDuration = VirtualDuration::from_millis(100);

/// Why a training federate stopped.
#[derive(Debug, thiserror::Error)]
pub enum MemberError {
    /// The RTI refused, or is gone.
    #[error(transparent)]
    Sdk(#[from] SdkError),
    /// The name is taken.
    #[error(
        "a federate named {name} is already joined to federation {federation}; stop it, or give \
         this one another name with --name"
    )]
    NameInUse {
        /// The name.
        name: String,
        /// The federation.
        federation: String,
    },
    /// A value in a message is not of its data type.
    #[error("value of {of} cannot be read: {error}")]
    Decode {
        /// The instance or class that the value belongs to.
        of: String,
        /// What is wrong with it.
        error: DecodeError,
    },
    /// The event order of the federate is broken.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// The federate's own model cannot go on.
    #[error("{0}")]
    Model(String),
}

/// Where and as what to join.
#[derive(Debug, Clone)]
pub struct MemberOptions {
    /// Address of the RTI, `host:port`.
    pub rti: String,
    /// Name of the federation execution; [`FEDERATION`] unless told otherwise.
    pub federation: String,
    /// Name of the federate, unique in the federation.
    pub name: String,
    /// Its type, and its role as a participant.
    pub role: String,
    /// The station it serves.
    pub station: String,
}

impl MemberOptions {
    /// A federate named like its role, for station `station`, in the usual federation.
    pub fn new(rti: &str, role: &str, station: &str) -> Self {
        Self {
            rti: rti.into(),
            federation: FEDERATION.into(),
            name: role.into(),
            role: role.into(),
            station: station.into(),
        }
    }
}

/// A joined training federate with its roles in time.
#[derive(Debug)]
pub struct Member {
    /// The federate.
    pub federate: Federate,
    /// What it reads callbacks with.
    pub inbox: Inbox,
    /// The logical time that the RTI gave it: later than 0 where it joined a running exercise.
    pub start: VirtualTime,
    options: MemberOptions,
}

/// Handles and the state as delivered: turns callbacks into [`Delivery`].
#[derive(Debug, Clone)]
pub struct Inbox {
    /// Handles of the object classes.
    pub objects: Objects,
    /// Handles of the interaction classes.
    pub interactions: Interactions,
    view: LocalView,
    exercise: Option<ObjectInstanceHandle>,
    /// An exercise has ended and nobody has acted on it yet.
    exercise_over: bool,
    /// What this federate is as a participant, for those who join later and ask.
    participant: Option<(ObjectInstanceHandle, Participant)>,
    answers: Vec<Call>,
}

/// A callback, read.
#[derive(Debug, Clone, PartialEq)]
pub enum Delivery {
    /// An instance is known from now on.
    Discovered {
        /// Its handle.
        instance: ObjectInstanceHandle,
        /// Its class.
        class: ObjectClassHandle,
        /// Its name.
        name: String,
    },
    /// Values of an instance.
    Object {
        /// Its name.
        name: String,
        /// What was updated.
        object: Box<TrainingObject>,
        /// Time stamp of the message.
        time: Option<VirtualTime>,
    },
    /// Something happened.
    Event {
        /// What.
        event: Box<TrainingEvent>,
        /// Time stamp of the message.
        time: Option<VirtualTime>,
    },
    /// An instance is gone.
    Removed(KnownInstance),
    /// The values of own attributes are wanted.
    Provide {
        /// The instance.
        instance: ObjectInstanceHandle,
        /// The attributes.
        attributes: Vec<AttributeHandle>,
    },
    /// Nothing of the training FOM.
    Other(Callback),
}

impl Inbox {
    /// Whether an exercise exists: only then a federate asks for time.
    pub fn exercise_exists(&self) -> bool {
        self.exercise.is_some()
    }

    /// Whether an exercise has ended since the last call.
    fn take_exercise_over(&mut self) -> bool {
        std::mem::take(&mut self.exercise_over)
    }

    /// Answers that this federate owes at once; for [`Model::immediate`].
    pub fn take_answers(&mut self) -> Vec<Call> {
        std::mem::take(&mut self.answers)
    }

    /// The instances known so far.
    pub fn view(&self) -> &LocalView {
        &self.view
    }

    /// Reads a callback and keeps the view current.
    ///
    /// # Errors
    /// `Decode` when a value is not of its data type, `Sdk` when a time stamp is none.
    pub fn read(&mut self, callback: Callback) -> Result<Delivery, MemberError> {
        let removed = self.view.apply(&callback);
        match callback {
            Callback::DiscoverObjectInstance { object_instance, object_class, name, .. } => {
                if object_class == self.objects.exercise.handle() {
                    self.exercise = Some(object_instance);
                }
                let instance = object_instance;
                Ok(Delivery::Discovered { instance, class: object_class, name })
            }
            Callback::ReflectAttributeValues { object_instance, ref values, stamp, .. } => {
                let Some(known) = self.view.get(object_instance) else {
                    return Ok(Delivery::Other(callback));
                };
                let name = known.name.clone();
                let read = self.objects.read(known.class, values);
                let read = read.map_err(|error| MemberError::Decode { of: name.clone(), error })?;
                let time = stamp.map(|stamp| time_of(stamp.time)).transpose()?;
                Ok(match read {
                    Some(object) => Delivery::Object { name, object: Box::new(object), time },
                    None => Delivery::Other(callback),
                })
            }
            Callback::ReceiveInteraction { interaction_class, ref values, stamp, .. } => {
                let read = self.interactions.read(interaction_class, values);
                let of = || format!("interaction class {interaction_class}");
                let read = read.map_err(|error| MemberError::Decode { of: of(), error })?;
                let time = stamp.map(|stamp| time_of(stamp.time)).transpose()?;
                Ok(match read {
                    Some(event) => Delivery::Event { event: Box::new(event), time },
                    None => Delivery::Other(callback),
                })
            }
            Callback::RemoveObjectInstance { object_instance, .. } => {
                if self.exercise == Some(object_instance) {
                    self.exercise = None;
                    self.exercise_over = true;
                }
                Ok(removed.map_or(Delivery::Other(callback), Delivery::Removed))
            }
            Callback::ProvideAttributeValueUpdate { object_instance, attributes, .. } => {
                if let Some((instance, participant)) = &self.participant
                    && *instance == object_instance
                {
                    let class = &self.objects.participant;
                    self.answers.push(class.update(*instance, participant, None));
                }
                Ok(Delivery::Provide { instance: object_instance, attributes })
            }
            callback => Ok(Delivery::Other(callback)),
        }
    }
}

impl Member {
    /// Joins the federation, which is created where it does not exist yet, and takes both roles
    /// in time. `waiting` is told once when there is no RTI yet.
    ///
    /// # Errors
    /// `NameInUse`, and whatever else the RTI refuses.
    pub async fn join(
        options: MemberOptions,
        mut waiting: impl FnMut(&SdkError),
    ) -> Result<Self, MemberError> {
        let mut federate = loop {
            let open = Connection::connect_when_there(
                &options.rti,
                ConnectOptions::default(),
                &mut waiting,
            );
            let mut connection = open.await?;
            connection
                .ensure_federation_execution(&options.federation, vec![module()], TIME)
                .await?;
            let join = JoinOptions::of_type(&options.role).named(&options.name);
            let error = match connection.join_federation_execution(&options.federation, join).await
            {
                Ok(federate) => break federate,
                Err(rejected) => rejected.error,
            };
            match error.exception() {
                // Destroyed by somebody between the two calls (case B027).
                Some(HlaError::FederationExecutionDoesNotExist(_)) => {}
                Some(HlaError::FederateNameAlreadyInUse(_)) => {
                    let (name, federation) = (options.name, options.federation);
                    return Err(MemberError::NameInUse { name, federation });
                }
                _ => return Err(error.into()),
            }
        };
        let objects = Objects::resolve(&mut federate).await?;
        let interactions = Interactions::resolve(&mut federate).await?;
        federate.enable_asynchronous_delivery().await?;
        federate.become_time_constrained().await?;
        let lookahead = logical_time(VirtualTime::ZERO.saturating_add(LOOKAHEAD));
        let start = time_of(federate.become_time_regulating(lookahead).await?)?;
        let (view, answers) = (LocalView::default(), Vec::new());
        let (exercise, exercise_over, participant) = (None, false, None);
        let inbox =
            Inbox { objects, interactions, view, exercise, exercise_over, participant, answers };
        Ok(Self { federate, inbox, start, options })
    }

    /// Registers this federate as a participant: it is ready to be paced, because from now on it
    /// holds everybody until it asks for time itself.
    ///
    /// # Errors
    /// Those of the RTI.
    pub async fn announce(&mut self) -> Result<(), MemberError> {
        let class = &self.inbox.objects.participant;
        class.publish(&mut self.federate).await?;
        let instance = self.federate.register_object_instance(class.handle()).await?;
        let role = Some(self.options.role.clone());
        let participant = Participant { role, station: Some(self.options.station.clone()) };
        self.federate.call(&class.update(instance, &participant, None)).await?;
        self.inbox.participant = Some((instance, participant));
        Ok(())
    }
}

/// A model that reads with an [`Inbox`].
pub trait TrainingModel: Model<Error = MemberError> {
    /// The inbox.
    fn inbox(&mut self) -> &mut Inbox;
}

/// Runs a federate through the next exercise: waits until there is one, asks for time while it
/// exists, and returns the time at which it was seen to be over. `idle` is told when it starts to
/// wait.
///
/// # Errors
/// Those of the model and the RTI.
pub async fn run<M: TrainingModel>(
    federate: &mut Federate,
    driver: &mut KernelDriver<M::Event>,
    model: &mut M,
    mut idle: impl FnMut(),
) -> Result<VirtualTime, MemberError> {
    if !model.inbox().exercise_exists() {
        idle();
    }
    while !model.inbox().exercise_exists() {
        let callback = federate.next_callback().await?;
        driver.deliver(model, callback)?;
        driver.send(federate, model).await?;
    }
    while !model.inbox().take_exercise_over() {
        let until = driver.kernel().now().saturating_add(HORIZON);
        driver.advance(federate, model, until).await?;
    }
    Ok(driver.kernel().now())
}

/// Leaves the federation in good order; what the federate owned is deleted or divested.
///
/// # Errors
/// Those of the RTI.
pub async fn leave(federate: Federate) -> Result<(), SdkError> {
    let action = ResignAction::CancelThenDeleteThenDivest;
    let connection = federate.resign_federation_execution(action).await?;
    connection.disconnect().await
}
