//! A federate together with its ambassador, and the two callback models of the standard.

use std::ops::DerefMut;
use std::pin::pin;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::future::{Either, select};
use hla::{Callback, HlaError};
use tokio::sync::{Mutex, Notify};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::ambassador::{FederateInternalError, deliver};
use crate::session::not_within_callback;
use crate::{Federate, FederateAmbassador, SdkError};

/// When an ambassador is called (4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallbackModel {
    /// Callbacks wait until they are evoked.
    Evoked,
    /// Callbacks are delivered as they come, by a task of the SDK.
    Immediate,
}

impl FromStr for CallbackModel {
    type Err = HlaError;

    /// Reads the standard's name, for programs that are told their model by a configuration.
    fn from_str(name: &str) -> Result<Self, HlaError> {
        match name {
            "HLA_EVOKED" => Ok(Self::Evoked),
            "HLA_IMMEDIATE" => Ok(Self::Immediate),
            other => Err(HlaError::UnsupportedCallbackModel(format!(
                "{other} is neither HLA_EVOKED nor HLA_IMMEDIATE"
            ))),
        }
    }
}

tokio::task_local! {
    /// Of which federate a callback runs in this task.
    static RUNNING: usize;
}

/// A federate whose callbacks go to an ambassador, as C++ and Java programs know it.
///
/// Services are called on what [`federate`](Self::federate) hands out. It can be shared between
/// tasks; services and callbacks take turns, so a callback must not wait for another task that
/// calls a service of the same federate.
#[derive(Debug)]
pub struct RtiAmbassador<A> {
    shared: Arc<Shared<A>>,
    model: CallbackModel,
    delivery: Option<Delivery>,
}

#[derive(Debug)]
struct Shared<A> {
    /// Taken before `federate`: who holds it has been told to be the next.
    turn: Mutex<()>,
    /// Told to whoever waits for a callback, to let somebody else have the federate.
    wanted: Notify,
    federate: Mutex<Federate>,
    ambassador: Mutex<A>,
    lost: AtomicBool,
    closing: AtomicBool,
}

/// The task of the immediate model; it ends with its owner.
#[derive(Debug)]
struct Delivery(JoinHandle<()>);

impl Drop for Delivery {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl<A: FederateAmbassador + 'static> RtiAmbassador<A> {
    pub(crate) fn new(federate: Federate, ambassador: A, model: CallbackModel) -> Self {
        let shared = Arc::new(Shared {
            turn: Mutex::new(()),
            wanted: Notify::new(),
            federate: Mutex::new(federate),
            ambassador: Mutex::new(ambassador),
            lost: AtomicBool::new(false),
            closing: AtomicBool::new(false),
        });
        let delivery = (model == CallbackModel::Immediate).then(|| {
            let shared = Arc::clone(&shared);
            Delivery(tokio::spawn(async move { shared.deliver_all().await }))
        });
        Self { shared, model, delivery }
    }

    /// The federate, for calling its services; drop what this returns before awaiting anything
    /// else, for callbacks wait meanwhile.
    ///
    /// # Errors
    /// `CallNotAllowedFromWithinCallback` in a callback of this federate, which has been given the
    /// federate already.
    pub async fn federate(&self) -> Result<impl DerefMut<Target = Federate> + '_, SdkError> {
        self.shared.refuse_within("federate")?;
        let _turn = self.shared.turn.lock().await;
        self.shared.wanted.notify_one();
        Ok(self.shared.federate.lock().await)
    }

    /// The ambassador, between two callbacks.
    ///
    /// # Errors
    /// `CallNotAllowedFromWithinCallback` in a callback of this federate.
    pub async fn ambassador(&self) -> Result<impl DerefMut<Target = A> + '_, SdkError> {
        self.shared.refuse_within("ambassador")?;
        Ok(self.shared.ambassador.lock().await)
    }

    /// Delivers one callback, for which it waits `at_most` so long (10.57); true when more are
    /// pending. In the immediate model there is nothing to evoke.
    ///
    /// # Errors
    /// `CallNotAllowedFromWithinCallback`, `ConnectionLost`, `Protocol`.
    pub async fn evoke_callback(&self, at_most: Duration) -> Result<bool, SdkError> {
        self.shared.refuse_within("evokeCallback")?;
        if self.model == CallbackModel::Immediate {
            return Ok(false);
        }
        self.shared.deliver_one(Some(Instant::now() + at_most)).await?;
        self.shared.is_pending().await
    }

    /// Delivers callbacks for `at_least` so long, goes on while there are more, stops after
    /// `at_most` (10.58); true when more are pending. In the immediate model there is nothing to
    /// evoke.
    ///
    /// # Errors
    /// `CallNotAllowedFromWithinCallback`, `ConnectionLost`, `Protocol`.
    pub async fn evoke_multiple_callbacks(
        &self,
        at_least: Duration,
        at_most: Duration,
    ) -> Result<bool, SdkError> {
        self.shared.refuse_within("evokeMultipleCallbacks")?;
        if self.model == CallbackModel::Immediate {
            return Ok(false);
        }
        let begin = Instant::now();
        loop {
            self.shared.deliver_one(Some(begin + at_least)).await?;
            let pending = self.shared.is_pending().await?;
            let elapsed = begin.elapsed();
            if elapsed >= at_most || (elapsed >= at_least && !pending) {
                return Ok(pending);
            }
        }
    }

    /// Stops delivering and gives both back, for example to resign. A panic of the ambassador in
    /// the immediate model comes out here.
    ///
    /// # Errors
    /// `CallNotAllowedFromWithinCallback` in a callback of this federate.
    pub async fn into_parts(mut self) -> Result<(Federate, A), SdkError> {
        if let Some(mut delivery) = self.delivery.take() {
            self.shared.closing.store(true, Ordering::Relaxed);
            drop(self.federate().await?);
            if let Err(error) = (&mut delivery.0).await
                && let Ok(panic) = error.try_into_panic()
            {
                std::panic::resume_unwind(panic);
            }
        }
        let shared = Arc::into_inner(self.shared).expect("only the task had another reference");
        Ok((shared.federate.into_inner(), shared.ambassador.into_inner()))
    }
}

impl<A: FederateAmbassador> Shared<A> {
    async fn deliver_all(&self) {
        while !self.closing.load(Ordering::Relaxed) {
            if let Err(error) = self.deliver_one(None).await {
                tracing::warn!(%error, "no callbacks come any more");
                return;
            }
        }
    }

    /// Delivers one callback, if one comes until `deadline`. Lets others have the federate while
    /// it waits.
    async fn deliver_one(&self, deadline: Option<Instant>) -> Result<(), SdkError> {
        while !self.closing.load(Ordering::Relaxed) {
            let mut federate = {
                let _turn = self.turn.lock().await;
                self.federate.lock().await
            };
            let arrived = {
                let next = pin!(federate.session().deliverable_callback());
                let interrupted = pin!(self.interrupted(deadline));
                match select(next, interrupted).await {
                    Either::Left((arrived, _)) => arrived,
                    Either::Right((Interrupted::Wanted, _)) => continue,
                    Either::Right((Interrupted::TimeOver, _)) => return Ok(()),
                }
            };
            let callback = match arrived {
                Ok(callback) => callback,
                Err(SdkError::ConnectionLost(fault)) if !self.lost.load(Ordering::Relaxed) => {
                    Callback::ConnectionLost { fault_description: fault }
                }
                Err(error) => return Err(error),
            };
            // An RTI that shuts down says so itself; it is told once.
            if let Callback::ConnectionLost { .. } = callback {
                self.lost.store(true, Ordering::Relaxed);
            }
            self.run_callback(&mut federate, callback).await;
            return Ok(());
        }
        Ok(())
    }

    async fn run_callback(&self, federate: &mut Federate, callback: Callback) {
        let name = callback.service_name();
        let mut ambassador = self.ambassador.lock().await;
        let handled = {
            let within = Within::enter(federate);
            let delivery = deliver(&mut *ambassador, &mut *within.0, callback);
            RUNNING.scope(self.identity(), delivery).await
        };
        if let Err(FederateInternalError(why)) = handled {
            tracing::warn!(callback = name, why, "the ambassador failed in a callback");
            let outcome = Err(HlaError::FederateInternalError(why));
            // A connection that is lost is told by the next callback.
            let _ = federate.session().acknowledge(&outcome).await;
        }
    }

    async fn interrupted(&self, deadline: Option<Instant>) -> Interrupted {
        let wanted = pin!(self.wanted.notified());
        let Some(deadline) = deadline else {
            wanted.await;
            return Interrupted::Wanted;
        };
        match select(wanted, pin!(tokio::time::sleep_until(deadline))).await {
            Either::Left(_) => Interrupted::Wanted,
            Either::Right(_) => Interrupted::TimeOver,
        }
    }

    async fn is_pending(&self) -> Result<bool, SdkError> {
        let _turn = self.turn.lock().await;
        match self.federate.lock().await.session().has_deliverable() {
            // The loss is a callback that is still to come, or has been told.
            Err(SdkError::ConnectionLost(_)) => Ok(!self.lost.load(Ordering::Relaxed)),
            pending => pending,
        }
    }

    fn refuse_within(&self, service: &'static str) -> Result<(), SdkError> {
        let running = RUNNING.try_with(|running| *running == self.identity());
        if running.unwrap_or(false) { Err(not_within_callback(service)) } else { Ok(()) }
    }

    /// Differs between any two federates that exist at the same time.
    fn identity(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }
}

enum Interrupted {
    Wanted,
    TimeOver,
}

/// A federate within a callback; it leaves the callback also when the callback is given up.
struct Within<'f>(&'f mut Federate);

impl<'f> Within<'f> {
    fn enter(federate: &'f mut Federate) -> Self {
        federate.session().set_within_callback(true);
        Self(federate)
    }
}

impl Drop for Within<'_> {
    fn drop(&mut self) {
        self.0.session().set_within_callback(false);
    }
}
