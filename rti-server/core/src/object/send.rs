//! Updates and interactions (6.10 to 6.13): checked, split into passels, handed to time management.

use bytes::Bytes;
use hla::{
    AttributeHandle, AttributeValues, Callback, ConveyedRegion, FederateHandle, HlaError,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, MessageStamp,
    ObjectInstanceHandle, OrderType, ParameterValues, RegionHandle, Reply,
    TransportationTypeHandle,
};
use smallvec::SmallVec;

use crate::{
    FederateSet, Nanos,
    ddm::RegionSet,
    emission::Out,
    federate::View,
    federation::Federation,
    mom::Counted,
    routing::{Audience, Mask},
    time::SendStamp,
};

/// Octets that a queued message takes besides its content.
pub(super) const MESSAGE_OVERHEAD_BYTES: usize = 128;

/// What all parts of one sending have in common.
#[derive(Debug)]
pub(crate) struct Sending {
    pub(crate) sender: FederateHandle,
    /// The time that the sender gave, as it gave it.
    time: Option<LogicalTime>,
    /// What time management makes of it.
    stamp: Option<SendStamp>,
    /// By what the sender can retract what it sends in time-stamp order.
    pub(crate) retraction: Option<MessageRetractionHandle>,
}

/// A part of a sending whose receivers all get the same content.
#[derive(Debug)]
pub(crate) struct Part {
    /// The order in which it is sent.
    pub(crate) order: OrderType,
    pub(crate) receivers: FederateSet,
    /// Octets of its content.
    pub(crate) bytes: usize,
}

/// Attributes of an update that have the same order and transportation type.
struct Passel {
    order: OrderType,
    transportation: TransportationTypeHandle,
    /// In which regions they are updated; none for the default region.
    regions: Vec<RegionHandle>,
    mask: Mask,
}

/// What one group of receivers gets of a passel.
struct Reflection {
    part: Part,
    values: AttributeValues,
    transportation: TransportationTypeHandle,
    conveyed: Vec<ConveyedRegion>,
    /// Whether it is decided at delivery what each of them gets.
    late: bool,
}

impl Sending {
    /// What a federate or, `INVALID`, the RTI sends without a time: all of it in receive order.
    pub(crate) fn untimed(sender: FederateHandle) -> Self {
        Self { sender, time: None, stamp: None, retraction: None }
    }

    /// The order of a message whose class or attribute has this preferred order (SEMANTICS 5.5).
    pub(crate) fn order(&self, preferred: OrderType) -> OrderType {
        match &self.stamp {
            Some(stamp) if stamp.regulating => preferred,
            Some(_) | None => OrderType::Receive,
        }
    }

    pub(crate) fn message_stamp(
        &self,
        sent: OrderType,
        received: OrderType,
    ) -> Option<MessageStamp> {
        let retraction = self.retraction.filter(|_| sent == OrderType::TimeStamp);
        let time = self.time?;
        Some(MessageStamp { time, sent_order: sent, received_order: received, retraction })
    }

    /// When and by what it can be taken back, if it is sent in time-stamp order.
    pub(crate) fn retractable(&self) -> Option<(MessageRetractionHandle, hla::TimePoint)> {
        Some((self.retraction?, self.stamp.as_ref()?.time))
    }
}

impl Federation {
    pub(super) fn update(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        values: &AttributeValues,
        tag: &Bytes,
        time: Option<LogicalTime>,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        let mut passels = self.passels(from, object, values)?;
        let mut sending = self.sending(from, time)?;
        for passel in &mut passels {
            passel.order = sending.order(passel.order);
        }
        let reflections = self.reflections(from, object, values, tag, &passels, out.now);
        self.check_room(reflections.iter().map(|reflection| &reflection.part))?;
        if passels.iter().any(|passel| passel.order == OrderType::TimeStamp) {
            self.begin_retraction(&mut sending)?;
        }
        for Reflection { part, values, transportation, conveyed, late } in reflections {
            let order = part.order;
            if self.is_thinned(order, transportation) {
                self.note_sent(object, &part.receivers, &values, out.now);
            }
            let build = |view: View, received| Callback::ReflectAttributeValues {
                object_instance: object,
                values: values.clone(),
                tag: tag.clone(),
                transportation_type: transportation,
                producing_federate: producer(view, from),
                sent_regions: view.regions.then(|| conveyed.clone()),
                stamp: sending.message_stamp(order, received),
            };
            if late {
                self.postpone(&sending, part, || build(View::WHOLE, order), out);
            } else {
                self.transmit(&sending, part, out, build);
            }
        }
        self.count_update(from, object, &passels);
        Ok(Reply::UpdateAttributeValues(sending.retraction))
    }

    pub(super) fn send_interaction(
        &mut self,
        from: FederateHandle,
        (class, regions): (InteractionClassHandle, RegionSet<'_>),
        values: &ParameterValues,
        tag: &Bytes,
        time: Option<LogicalTime>,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        self.check_interaction_regions(from, class, regions.unwrap_or_default())?;
        let publication = self.check_published(from, class)?;
        let (preferred, transportation) = (publication.order, publication.transportation);
        self.check_parameters(class, values)?;
        let mut sending = self.sending(from, time)?;
        let order = sending.order(preferred);
        let groups = self.interaction_groups(class, from, regions);
        let conveyed = self.regions.conveyed(regions.unwrap_or_default());
        let bytes = MESSAGE_OVERHEAD_BYTES + values.value_bytes() + tag.len();
        let late = self.late_receivers(order, (from, regions));
        let parts = groups.into_iter().map(|(class, receivers)| {
            (class, Part { order, receivers: receivers.without(&late), bytes })
        });
        let parts: SmallVec<[_; 1]> = parts.collect();
        let late = Part { order, receivers: late, bytes };
        self.check_room(parts.iter().map(|(_, part)| part).chain([&late]))?;
        if order == OrderType::TimeStamp {
            self.begin_retraction(&mut sending)?;
        }
        let build = |class, values: &ParameterValues, view: View, received| {
            let (values, tag) = (values.clone(), tag.clone());
            Callback::ReceiveInteraction {
                interaction_class: class,
                values,
                tag,
                transportation_type: transportation,
                producing_federate: producer(view, from),
                sent_regions: view.regions.then(|| conveyed.clone()),
                stamp: sending.message_stamp(order, received),
            }
        };
        for (received_class, part) in parts {
            let values = self.visible_parameters(received_class, values);
            self.transmit(&sending, part, out, |view, received| {
                build(received_class, &values, view, received)
            });
        }
        self.postpone(&sending, late, || build(class, values, View::WHOLE, order), out);
        self.count_sent(from, Counted::InteractionsSent, transportation, class.index());
        self.obey(from, class, values, out);
        Ok(Reply::SendInteraction(sending.retraction))
    }

    fn count_update(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        passels: &[Passel],
    ) {
        let Some(instance) = self.instances.get_mut(object) else { return };
        let class = instance.class.index();
        let known = instance.known_mut(from);
        let first = known.is_some_and(|known| !std::mem::replace(&mut known.updated, true));
        let Some(row) = self.federates.get_mut(from) else { return };
        let counters = &mut row.observed.counters;
        counters.count(Counted::UpdatesSent);
        let mut transportations: SmallVec<[TransportationTypeHandle; 2]> = SmallVec::new();
        for passel in passels {
            if !transportations.contains(&passel.transportation) {
                transportations.push(passel.transportation);
                counters.count_class(Counted::UpdatesSent, passel.transportation, class);
            }
        }
        if first {
            counters.count(Counted::InstancesUpdated);
            let transportation = TransportationTypeHandle::RELIABLE;
            counters.count_class(Counted::InstancesUpdated, transportation, class);
        }
    }

    /// The passels of an update whose attributes must all be known and owned.
    fn passels(
        &self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        values: &AttributeValues,
    ) -> Result<SmallVec<[Passel; 1]>, HlaError> {
        let (instance, known) = self.known_instance(from, object)?;
        let mut positions: SmallVec<[usize; 8]> = SmallVec::new();
        for attribute in values.handles() {
            let at_known = self.position(known, attribute)?;
            let same = known == instance.class;
            positions.push(if same { at_known } else { self.position(instance.class, attribute)? });
        }
        let mut passels: SmallVec<[Passel; 1]> = SmallVec::new();
        for (index, position) in positions.into_iter().enumerate() {
            let attribute = instance.attributes.get(position);
            let Some(attribute) = attribute.filter(|_| instance.is_owned_by(from, position)) else {
                let details = self.not_owned(from, instance, position);
                return Err(HlaError::AttributeNotOwned(details));
            };
            let (order, transportation) = (attribute.order, attribute.transportation);
            let regions = instance.regions_at(position).unwrap_or_default();
            let mut known = passels.iter_mut();
            match known.find(|row| {
                row.order == order && row.transportation == transportation && row.regions == regions
            }) {
                Some(passel) => passel.mask.insert(index),
                None => {
                    let (regions, mask) = (regions.to_vec(), Mask::from_iter([index]));
                    passels.push(Passel { order, transportation, regions, mask });
                }
            }
        }
        Ok(passels)
    }

    fn reflections(
        &self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        values: &AttributeValues,
        tag: &Bytes,
        passels: &[Passel],
        now: Nanos,
    ) -> SmallVec<[Reflection; 1]> {
        let mut reflections = SmallVec::new();
        let Some(instance) = self.instances.get(object) else { return reflections };
        for passel in passels {
            let mut indexes: SmallVec<[usize; 8]> = SmallVec::new();
            let mut attributes: SmallVec<[AttributeHandle; 8]> = SmallVec::new();
            for (index, attribute) in values.handles().enumerate() {
                if passel.mask.contains(index) {
                    indexes.push(index);
                    attributes.push(attribute);
                }
            }
            let thinned = self.is_thinned(passel.order, passel.transportation);
            let thinned_at = thinned.then_some(now);
            let audience = Audience { sender: from, only: None, thinned_at };
            let (transportation, order) = (passel.transportation, passel.order);
            let conveyed = || self.regions.conveyed(&passel.regions);
            let mut reflect = |receivers: FederateSet, values: AttributeValues, late| {
                let bytes = MESSAGE_OVERHEAD_BYTES + values.value_bytes() + tag.len();
                let part = Part { order, receivers, bytes };
                let conveyed = conveyed();
                reflections.push(Reflection { part, values, transportation, conveyed, late });
            };
            // Updates that update rates thin out may get lost: they are decided at once.
            let late = if thinned {
                FederateSet::default()
            } else {
                self.late_receivers(order, (from, None))
            };
            for group in self.reflect_groups(instance, &attributes, &audience) {
                let seen = indexes.iter().enumerate();
                let seen = seen.filter(|(place, _)| group.mask.contains(*place));
                let values = seen.map(|(_, index)| *index).collect::<Mask>().pick(values);
                reflect(group.receivers.without(&late), values, false);
            }
            if !late.is_empty() {
                reflect(late, passel.mask.pick(values), true);
            }
        }
        reflections
    }

    /// Whether update rates apply: only to what may get lost anyway (SEMANTICS 3.6).
    fn is_thinned(&self, order: OrderType, transportation: TransportationTypeHandle) -> bool {
        let reliable = self.model.transportation_type(transportation).map(|row| row.reliable);
        let best_effort = match reliable {
            Some(Some(reliable)) => !reliable,
            Some(None) | None => transportation == TransportationTypeHandle::BEST_EFFORT,
        };
        order == OrderType::Receive && best_effort
    }

    /// Remembers when receivers with an update rate got what they wait for.
    fn note_sent(
        &mut self,
        object: ObjectInstanceHandle,
        receivers: &FederateSet,
        values: &AttributeValues,
        now: Nanos,
    ) {
        let Some(instance) = self.instances.get_mut(object) else { return };
        for known in instance.knowers_mut() {
            if !receivers.contains(known.federate) {
                continue;
            }
            let Some(class) = self.model.object_class(known.class) else { continue };
            for attribute in values.handles() {
                let position = class.attributes.binary_search(&attribute).ok();
                let row = self.declarations.object(known.class).zip(position);
                let row = row.and_then(|(row, position)| row.attributes.get(position));
                if !row.is_some_and(|row| row.subscriptions.is_rated_by(known.federate)) {
                    continue;
                }
                match known.last_sent.iter_mut().find(|(sent, _)| *sent == attribute) {
                    Some((_, last)) => *last = now,
                    None => known.last_sent.push((attribute, now)),
                }
            }
        }
    }

    pub(super) fn check_parameters(
        &self,
        class: InteractionClassHandle,
        values: &ParameterValues,
    ) -> Result<(), HlaError> {
        match values.handles().find(|parameter| !self.model.has_parameter(class, *parameter)) {
            None => Ok(()),
            Some(parameter) => Err(HlaError::InteractionParameterNotDefined(format!(
                "parameter {} is not available at {}",
                self.parameter_name(parameter),
                self.defined_interaction_class(class)?.name
            ))),
        }
    }

    /// The parameters that are available at the class as which an interaction is received.
    pub(crate) fn visible_parameters(
        &self,
        class: InteractionClassHandle,
        values: &ParameterValues,
    ) -> ParameterValues {
        if values.handles().all(|parameter| self.model.has_parameter(class, parameter)) {
            return values.clone();
        }
        values.subset(|parameter| self.model.has_parameter(class, parameter))
    }

    /// What time management makes of the time that a sender gives, if it gives any.
    pub(crate) fn sending(
        &self,
        sender: FederateHandle,
        time: Option<LogicalTime>,
    ) -> Result<Sending, HlaError> {
        let stamp = if time.is_some() { self.time.stamp(sender, time)? } else { None };
        Ok(Sending { sender, time, stamp, retraction: None })
    }

    /// The last check of a sending in time-stamp order, and its first change.
    pub(crate) fn begin_retraction(&mut self, sending: &mut Sending) -> Result<(), HlaError> {
        if let Some(stamp) = &sending.stamp {
            sending.retraction = Some(self.time.begin_retraction(sending.sender, stamp.time)?);
        }
        Ok(())
    }

    /// Whether the receivers' queues can take all parts of a sending.
    pub(crate) fn check_room<'a>(
        &self,
        parts: impl Iterator<Item = &'a Part>,
    ) -> Result<(), HlaError> {
        for part in parts {
            self.time.can_queue(&part.receivers, part.bytes)?;
        }
        Ok(())
    }

    /// Sends one part: to each receiver now or through its queue. Gives who got it now.
    pub(crate) fn transmit(
        &mut self,
        sending: &Sending,
        part: Part,
        out: &mut Out<'_>,
        build: impl Fn(View, OrderType) -> Callback,
    ) -> FederateSet {
        let Part { order, receivers, bytes } = part;
        let mut served = FederateSet::default();
        for (view, receivers) in self.federates.by_view(receivers) {
            let message = std::sync::Arc::new(build(view, order));
            let now = match sending.retraction.filter(|_| order == OrderType::TimeStamp) {
                Some(retraction) => {
                    let queued = message.clone();
                    self.time.queue_tso(retraction, &receivers, queued, bytes, &mut out.time)
                }
                None => self.time.queue_ro(sending.sender, &receivers, message.clone(), bytes),
            };
            if now.is_empty() {
                continue;
            }
            self.count_received(&message, &now);
            for federate in now.iter() {
                served.insert(federate);
            }
            let message = match order {
                OrderType::Receive => message,
                OrderType::TimeStamp => build(view, OrderType::Receive).into(),
            };
            self.federates.tell(now, message, out);
        }
        served
    }
}

/// The producing federate where the receiver gets to see it.
pub(crate) fn producer(view: View, federate: FederateHandle) -> FederateHandle {
    if view.producer { federate } else { FederateHandle::INVALID }
}
