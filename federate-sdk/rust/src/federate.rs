//! A joined federate: how it calls and is called back. Its services are in `services`.

use hla::{
    Call, Callback, FederateHandle, HlaError, LogicalTime, ObjectClassHandle, ObjectInstanceHandle,
    Reply, ResignAction, TimeImplementation,
};

use crate::connection::{Connection, Rejected};
use crate::session::Session;
use crate::{CallbackModel, FederateAmbassador, IntoTime, RtiAmbassador, SdkError};

/// A joined federate, with every service of the standard under its name.
///
/// A service is a [`Request`](crate::Request): awaited, it waits for the answer of the RTI; posted,
/// it does not, for the many updates of a step. Callbacks wait in order until
/// [`next_callback`](Self::next_callback) takes them, or go to a [`FederateAmbassador`]
/// ([`with_ambassador`](Self::with_ambassador)); a callback counts as handled when the next one is
/// asked for. The SDK starts no task for any of this but for the immediate callback model.
#[derive(Debug)]
pub struct Federate {
    connection: Connection,
    handle: FederateHandle,
    time: TimeImplementation,
}

impl Federate {
    pub(crate) fn joined(
        connection: Connection,
        handle: FederateHandle,
        time: TimeImplementation,
    ) -> Self {
        Self { connection, handle, time }
    }

    pub(crate) fn session(&mut self) -> &mut Session {
        self.connection.session()
    }

    /// The handle of this federate.
    pub fn handle(&self) -> FederateHandle {
        self.handle
    }

    /// The time type of the federation execution.
    pub fn time_implementation(&self) -> TimeImplementation {
        self.time
    }

    /// Calls any service and waits for its answer; what the methods named like the standard do.
    ///
    /// # Errors
    /// `Refused` with the exception of the standard; also the refusal of an earlier posted call,
    /// in which case this one was not made. `ConnectionLost`, `Protocol`, `TooLarge`.
    pub async fn call(&mut self, call: &Call) -> Result<Reply, SdkError> {
        self.session().call(call).await
    }

    /// Calls any service and does not wait; a refusal comes out of a later call or callback.
    ///
    /// # Errors
    /// The refusal of an earlier posted call, `ConnectionLost`, `Protocol`, `TooLarge`.
    pub async fn post(&mut self, call: &Call) -> Result<(), SdkError> {
        self.session().post(call).await
    }

    /// Waits for the answers of all posted calls.
    ///
    /// # Errors
    /// The first refusal among them, `ConnectionLost`, `Protocol`.
    pub async fn settle(&mut self) -> Result<(), SdkError> {
        self.session().settle(0).await
    }

    /// The next callback. Nothing is lost when the caller stops waiting for it. While callbacks are
    /// disabled it waits.
    ///
    /// # Errors
    /// The refusal of a posted call, `ConnectionLost`, `Protocol`;
    /// `CallNotAllowedFromWithinCallback` in a callback of an ambassador.
    pub async fn next_callback(&mut self) -> Result<Callback, SdkError> {
        self.session().next_callback().await
    }

    /// The callbacks as a stream, which ends with the first error. It must be pinned before it is
    /// polled (`std::pin::pin!`), and it borrows the federate: for services between two callbacks
    /// use [`next_callback`](Self::next_callback).
    ///
    /// ```no_run
    /// # async fn f(federate: &mut federate_sdk::Federate) {
    /// use futures::StreamExt;
    /// let mut callbacks = std::pin::pin!(federate.callbacks());
    /// while let Some(Ok(callback)) = callbacks.next().await {
    ///     println!("{}", callback.service_name());
    /// }
    /// # }
    /// ```
    pub fn callbacks(&mut self) -> impl futures::Stream<Item = Result<Callback, SdkError>> + '_ {
        futures::stream::unfold(Some(self), |federate| async {
            let federate = federate?;
            match federate.next_callback().await {
                Ok(callback) => Some((Ok(callback), Some(federate))),
                Err(error) => Some((Err(error), None)),
            }
        })
    }

    /// Waits for the first callback that `pick` wants; the others stay, in order.
    ///
    /// # Errors
    /// `ConnectionLost`, `Protocol`.
    pub async fn pick_callback<T>(
        &mut self,
        pick: impl FnMut(&Callback) -> Option<T>,
    ) -> Result<T, SdkError> {
        self.session().pick_callback(pick).await
    }

    /// Hands the callbacks to an ambassador from now on, when evoked or as they come.
    ///
    /// For the immediate model the SDK spawns one task, so it needs a tokio runtime; for the
    /// evoked model it spawns none.
    pub fn with_ambassador<A: FederateAmbassador + 'static>(
        self,
        ambassador: A,
        model: CallbackModel,
    ) -> RtiAmbassador<A> {
        RtiAmbassador::new(self, ambassador, model)
    }

    /// Lets callbacks be delivered again (10.59).
    ///
    /// # Errors
    /// `Refused` with `SaveInProgress` or `RestoreInProgress`.
    pub fn enable_callbacks(&mut self) -> Result<(), SdkError> {
        self.session().switch_callbacks("enableCallbacks", true)
    }

    /// Keeps callbacks waiting until they are enabled (10.60); none is lost.
    ///
    /// # Errors
    /// `Refused` with `SaveInProgress` or `RestoreInProgress`.
    pub fn disable_callbacks(&mut self) -> Result<(), SdkError> {
        self.session().switch_callbacks("disableCallbacks", false)
    }

    /// Becomes time-regulating and waits until it is in force (8.2, 8.3); returns the logical time
    /// that the RTI gives.
    ///
    /// # Errors
    /// As [`enable_time_regulation`](Self::enable_time_regulation).
    pub async fn become_time_regulating(
        &mut self,
        lookahead: impl IntoTime,
    ) -> Result<LogicalTime, SdkError> {
        self.enable_time_regulation(lookahead).await?;
        self.pick_callback(|callback| match callback {
            Callback::TimeRegulationEnabled { time } => Some(*time),
            _ => None,
        })
        .await
    }

    /// Becomes time-constrained and waits until it is in force (8.5, 8.6); returns its logical
    /// time.
    ///
    /// # Errors
    /// As [`enable_time_constrained`](Self::enable_time_constrained).
    pub async fn become_time_constrained(&mut self) -> Result<LogicalTime, SdkError> {
        self.enable_time_constrained().await?;
        self.pick_callback(|callback| match callback {
            Callback::TimeConstrainedEnabled { time } => Some(*time),
            _ => None,
        })
        .await
    }

    /// Reserves a name, waits for the verdict and registers an instance under it (6.2, 6.8).
    ///
    /// # Errors
    /// `Refused`, with `ObjectInstanceNameInUse` when the name is taken; `ConnectionLost`.
    pub async fn register_named_object_instance(
        &mut self,
        object_class: ObjectClassHandle,
        name: &str,
    ) -> Result<ObjectInstanceHandle, SdkError> {
        self.obtain_object_instance_names(&[name.into()]).await?;
        self.register_object_instance(object_class).named(name).await
    }

    /// Reserves names and waits for the verdict (6.5, 6.6): all of them or none.
    ///
    /// # Errors
    /// `Refused` with `ObjectInstanceNameInUse` naming those that are taken, `ConnectionLost`.
    pub async fn obtain_object_instance_names(&mut self, names: &[String]) -> Result<(), SdkError> {
        self.reserve_multiple_object_instance_names(names).await?;
        let mut reserved = Vec::new();
        let mut taken = Vec::new();
        while reserved.len() + taken.len() < names.len() {
            let (names, into_reserved) = self
                .pick_callback(|callback| match callback {
                    Callback::MultipleObjectInstanceNameReservationSucceeded { names } => {
                        Some((names.clone(), true))
                    }
                    Callback::MultipleObjectInstanceNameReservationFailed { names } => {
                        Some((names.clone(), false))
                    }
                    _ => None,
                })
                .await?;
            if into_reserved { &mut reserved } else { &mut taken }.extend(names);
        }
        if taken.is_empty() {
            return Ok(());
        }
        if !reserved.is_empty() {
            self.release_multiple_object_instance_names(reserved).await?;
        }
        let error = HlaError::ObjectInstanceNameInUse(taken.join(", "));
        Err(SdkError::Refused { service: "reserveMultipleObjectInstanceNames", error })
    }

    /// Resigns and gives the connection back (4.12); callbacks that wait are dropped. After the
    /// callback federateResigned (4.13) it only gives the connection back.
    ///
    /// # Errors
    /// `Refused` as the standard says, for example with `FederateOwnsAttributes`; the federate
    /// then is still joined and comes back with the reason.
    pub async fn resign_federation_execution(
        mut self,
        action: ResignAction,
    ) -> Result<Connection, Rejected<Self>> {
        if !self.session().is_resigned() {
            let call = Call::ResignFederationExecution { action: Some(action) };
            if let Err(error) = self.call(&call).await {
                return Err(Rejected { error, unchanged: self });
            }
        }
        self.session().leave_federation();
        Ok(self.connection)
    }
}

pub(crate) fn unexpected(reply: &Reply) -> SdkError {
    SdkError::Protocol(format!("{reply:?} as the answer to another service"))
}
