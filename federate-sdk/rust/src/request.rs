//! A service invocation on its way: options are added, then it is awaited or posted.

use std::marker::PhantomData;
use std::pin::Pin;

use bytes::Bytes;
use hla::{
    AttributeRegions, Call, FederateHandle, HlaError, InteractionClassHandle, LogicalTime,
    RegionHandle, Reply,
};

use crate::federate::unexpected;
use crate::options::{self, TakesPassive, TakesTag, TakesTime};
use crate::{Federate, IntoTime, SdkError};

/// A service invocation: `.await` makes the call and waits for the answer, [`post`](Self::post)
/// makes it and does not wait.
///
/// What the standard lets a caller leave out is a method here: `tag`, `at` (a time stamp), regions,
/// a name. Which of them a service has is in its type, see [`options`].
///
/// ```no_run
/// # use federate_sdk::{Federate, SdkError, hla::*};
/// # async fn f(federate: &mut Federate, object: ObjectInstanceHandle, values: AttributeValues) -> Result<(), SdkError> {
/// federate.update_attribute_values(object, values.clone()).await?;
/// let sent = federate.update_attribute_values(object, values).tag("why").at(HlaInteger64Time(7));
/// let retraction = sent.await?;
/// # Ok(()) }
/// ```
///
/// # Errors
/// Awaited: [`SdkError::Refused`] with the exception of the standard; also with the refusal of an
/// earlier posted call, in which case this one was not made. `ConnectionLost`, `Protocol`,
/// `TooLarge`.
#[must_use = "a service is called when it is awaited or posted"]
#[derive(Debug)]
pub struct Request<'f, R, O = options::Plain> {
    federate: &'f mut Federate,
    call: Call,
    refused: Option<HlaError>,
    read: fn(Reply) -> Result<R, Reply>,
    options: PhantomData<fn() -> O>,
}

impl<'f, R, O> Request<'f, R, O> {
    pub(crate) fn new(
        federate: &'f mut Federate,
        call: Call,
        read: fn(Reply) -> Result<R, Reply>,
    ) -> Self {
        Self { federate, call, refused: None, read, options: PhantomData }
    }

    /// Puts a time where `slot` says; one of the wrong type is refused when the call is made.
    pub(crate) fn timed(
        mut self,
        time: impl IntoTime,
        refusal: fn(String) -> HlaError,
        slot: impl FnOnce(&mut Call, LogicalTime),
    ) -> Self {
        match time.into_time(self.federate.time_implementation()) {
            Ok(time) => slot(&mut self.call, time),
            Err(why) => self.refused = Some(refusal(why)),
        }
        self
    }

    /// Makes the call and does not wait; a refusal comes out of a later call or callback.
    ///
    /// # Errors
    /// The refusal of an earlier posted call, `ConnectionLost`, `Protocol`, `TooLarge`.
    pub async fn post(self) -> Result<(), SdkError> {
        let Self { federate, call, refused, .. } = self;
        check(&call, refused)?;
        federate.post(&call).await
    }
}

impl<'f, R: 'f, O> IntoFuture for Request<'f, R, O> {
    type Output = Result<R, SdkError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'f>>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { federate, call, refused, read, .. } = self;
        Box::pin(async move {
            check(&call, refused)?;
            read(federate.call(&call).await?).map_err(|reply| unexpected(&reply))
        })
    }
}

fn check(call: &Call, refused: Option<HlaError>) -> Result<(), SdkError> {
    let service = call.service_name();
    refused.map_or(Ok(()), |error| Err(SdkError::Refused { service, error }))
}

impl<R, O: TakesTag> Request<'_, R, O> {
    /// The user-supplied tag, opaque to the RTI; empty where none is given.
    pub fn tag(mut self, octets: impl Into<Bytes>) -> Self {
        if let Call::RegisterFederationSynchronizationPoint { tag, .. }
        | Call::UpdateAttributeValues { tag, .. }
        | Call::SendInteraction { tag, .. }
        | Call::SendDirectedInteraction { tag, .. }
        | Call::DeleteObjectInstance { tag, .. }
        | Call::RequestInstanceAttributeValueUpdate { tag, .. }
        | Call::RequestClassAttributeValueUpdate { tag, .. }
        | Call::UnconditionalAttributeOwnershipDivestiture { tag, .. }
        | Call::NegotiatedAttributeOwnershipDivestiture { tag, .. }
        | Call::ConfirmDivestiture { tag, .. }
        | Call::AttributeOwnershipAcquisition { tag, .. }
        | Call::AttributeOwnershipAcquisitionIfAvailable { tag, .. }
        | Call::AttributeOwnershipReleaseDenied { tag, .. }
        | Call::AttributeOwnershipDivestitureIfWanted { tag, .. }
        | Call::RequestAttributeValueUpdateWithRegions { tag, .. } = &mut self.call
        {
            *tag = octets.into();
        }
        self
    }
}

impl<R, O: TakesTime> Request<'_, R, O> {
    /// The time stamp; without one the message goes in receive order and cannot be retracted.
    /// For requestFederationSave: the time of the save.
    pub fn at(self, stamp: impl IntoTime) -> Self {
        self.timed(stamp, HlaError::InvalidLogicalTime, |call, stamp| {
            if let Call::RequestFederationSave { time, .. }
            | Call::UpdateAttributeValues { time, .. }
            | Call::SendInteraction { time, .. }
            | Call::SendDirectedInteraction { time, .. }
            | Call::DeleteObjectInstance { time, .. } = call
            {
                *time = Some(stamp);
            }
        })
    }
}

impl<R, O: TakesPassive> Request<'_, R, O> {
    /// Subscribes without causing the advisories that make others register, update or send.
    pub fn passively(mut self) -> Self {
        if let Call::SubscribeObjectClassAttributes { active, .. }
        | Call::SubscribeInteractionClass { active, .. }
        | Call::SubscribeObjectClassAttributesWithRegions { active, .. }
        | Call::SubscribeInteractionClassWithRegions { active, .. } = &mut self.call
        {
            *active = false;
        }
        self
    }
}

impl<R> Request<'_, R, options::AttributeSubscription> {
    /// The update rate designator of the FDD to which updates are reduced.
    pub fn update_rate(mut self, designator: &str) -> Self {
        if let Call::SubscribeObjectClassAttributes { update_rate, .. }
        | Call::SubscribeObjectClassAttributesWithRegions { update_rate, .. } = &mut self.call
        {
            *update_rate = Some(designator.into());
        }
        self
    }
}

impl<R> Request<'_, R, options::Sending> {
    /// The regions of the interaction (sendInteractionWithRegions, 9.12).
    pub fn in_regions(mut self, of_sender: impl Into<Vec<RegionHandle>>) -> Self {
        if let Call::SendInteraction { regions, .. } = &mut self.call {
            *regions = Some(of_sender.into());
        }
        self
    }
}

impl<R> Request<'_, R, options::Registration> {
    /// The name, which this federate has reserved; the RTI makes one up where none is given.
    pub fn named(mut self, reserved: &str) -> Self {
        if let Call::RegisterObjectInstance { name, .. } = &mut self.call {
            *name = Some(reserved.into());
        }
        self
    }

    /// The update regions of attributes (registerObjectInstanceWithRegions, 9.5).
    pub fn with_regions(mut self, pairs: impl Into<Vec<AttributeRegions>>) -> Self {
        if let Call::RegisterObjectInstance { attributes_and_regions, .. } = &mut self.call {
            *attributes_and_regions = Some(pairs.into());
        }
        self
    }
}

impl<R> Request<'_, R, options::DirectedSubscription> {
    /// Takes interactions aimed at any known instance, not only at those of which the federate
    /// owns an attribute (subscribeObjectClassDirectedInteractionsUniversally).
    pub fn universally(mut self) -> Self {
        if let Call::SubscribeObjectClassDirectedInteractions { universally, .. } = &mut self.call {
            *universally = true;
        }
        self
    }
}

impl<R> Request<'_, R, options::DirectedWithdrawal> {
    /// Withdraws these interaction classes alone; all of them where none are given.
    pub fn only(mut self, classes: impl Into<Vec<InteractionClassHandle>>) -> Self {
        if let Call::UnpublishObjectClassDirectedInteractions { interaction_classes, .. }
        | Call::UnsubscribeObjectClassDirectedInteractions { interaction_classes, .. } =
            &mut self.call
        {
            *interaction_classes = Some(classes.into());
        }
        self
    }
}

impl<R> Request<'_, R, options::SynchronizationPoint> {
    /// Who must achieve the point; everybody, also who joins later, where nobody is named.
    pub fn among(mut self, federates: impl Into<Vec<FederateHandle>>) -> Self {
        if let Call::RegisterFederationSynchronizationPoint { synchronization_set, .. } =
            &mut self.call
        {
            *synchronization_set = Some(federates.into());
        }
        self
    }
}

impl<R> Request<'_, R, options::Achievement> {
    /// The federate has reached the point without success; the others are told so.
    pub fn unsuccessfully(mut self) -> Self {
        if let Call::SynchronizationPointAchieved { successfully, .. } = &mut self.call {
            *successfully = false;
        }
        self
    }
}

/// Methods of `Federate`, one a service: what the standard makes mandatory is an argument, the
/// rest an option of the request.
macro_rules! services {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)? $(, $options:ident)? = $variant:ident { $($fields:tt)* };)*) => {
        impl Federate {$(
            $(#[$doc])*
            pub fn $name(&mut self $(, $arg: $type)*) -> Request<'_, services!(@result $($result)?), services!(@options $($options)?)> {
                Request::new(self, Call::$variant { $($fields)* }, services!(@read $variant $($result)?))
            }
        )*}
    };
    (@result) => { () };
    (@result $result:ty) => { $result };
    (@options) => { crate::options::Plain };
    (@options $options:ident) => { crate::options::$options };
    (@read $variant:ident) => { |_| Ok(()) };
    (@read $variant:ident $result:ty) => {
        |reply| match reply {
            hla::Reply::$variant(result) => Ok(result),
            other => Err(other),
        }
    };
}
pub(crate) use services;
