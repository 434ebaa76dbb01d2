//! What random arguments are chosen from: the caller's own handles mostly, those of others, and
//! values that mean nothing.

use bytes::Bytes;
use hla::{
    AttributeHandle, AttributeRegions, DimensionHandle, FederateHandle, HlaInteger64Time,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, ParameterHandle, ParameterValues, RegionHandle, TransportationTypeHandle,
};

use crate::arguments::Arguments;

/// Of a hundred arguments so many mean nothing.
const NONSENSE: usize = 4;

impl Arguments<'_> {
    pub(super) fn number(&mut self, end: usize) -> i32 {
        i32::try_from(self.dice.below(end)).expect("a small number")
    }

    pub(super) fn word(&mut self, words: &[&str]) -> String {
        self.dice.pick(words).to_owned()
    }

    pub(super) fn label(&mut self) -> String {
        self.word(&["p", "q"])
    }

    pub(super) fn name(&mut self) -> String {
        let own = self.federates.handles.names.iter().rev();
        let own: Vec<_> = own.filter(|(by, _)| *by == self.caller).take(3).collect();
        if !own.is_empty() && self.dice.percent(70) {
            return self.dice.pick(&own).1.clone();
        }
        // Mostly its own, so that what it reserves is free.
        let number = self.dice.below(9);
        if self.dice.percent(NONSENSE) {
            "HLAn".to_owned()
        } else if self.dice.percent(70) {
            format!("{}{number}", self.caller)
        } else {
            format!("1{number}")
        }
    }

    pub(super) fn rate(&mut self) -> Option<String> {
        self.dice.percent(20).then(|| self.word(&["Low", "High"]))
    }

    pub(super) fn tag(&mut self) -> Bytes {
        Bytes::from_static(b"tag")
    }

    /// A little later than the caller's time, seldom before it.
    pub(super) fn time(&mut self) -> LogicalTime {
        if self.dice.percent(NONSENSE) {
            return LogicalTime::Unreadable;
        }
        let status = self.federates.federation.status();
        let row = status.federates.iter().find(|row| row.handle == self.caller);
        let now = row.map(|row| status.time.write(row.logical_time));
        let now = now.and_then(HlaInteger64Time::read).map_or(0, |time| time.0);
        HlaInteger64Time(now + i64::from(self.number(8)) - 1).into()
    }

    pub(super) fn stamp(&mut self) -> Option<LogicalTime> {
        self.dice.percent(60).then(|| self.time())
    }

    pub(super) fn federate(&mut self) -> FederateHandle {
        FederateHandle::new(self.number(8).unsigned_abs())
    }

    pub(super) fn some_federates(&mut self) -> Vec<FederateHandle> {
        let joined: Vec<_> = self.federates.joined().into_iter().collect();
        let mut some = self.dice.some(&joined);
        if self.dice.percent(NONSENSE) {
            some.push(FederateHandle::INVALID);
        }
        some
    }

    pub(super) fn class(&mut self) -> (ObjectClassHandle, Vec<AttributeHandle>) {
        let classes = &self.federates.handles.object_classes;
        let chosen = self.dice.below(classes.len());
        classes[chosen].clone()
    }

    pub(super) fn object_class(&mut self) -> ObjectClassHandle {
        if self.dice.percent(NONSENSE) {
            return ObjectClassHandle::INVALID;
        }
        self.class().0
    }

    pub(super) fn class_attributes(&mut self) -> (ObjectClassHandle, Vec<AttributeHandle>) {
        let (class, all) = self.class();
        let attributes = self.attributes(&all);
        (if self.dice.percent(NONSENSE) { self.object_class() } else { class }, attributes)
    }

    pub(super) fn attributes(&mut self, all: &[AttributeHandle]) -> Vec<AttributeHandle> {
        let mut some =
            if self.dice.percent(60) { vec![self.dice.pick(all)] } else { self.dice.some(all) };
        if self.dice.percent(NONSENSE) {
            some.push(AttributeHandle::INVALID);
        }
        some
    }

    pub(super) fn object_instance(&mut self) -> ObjectInstanceHandle {
        self.instance_attributes().0
    }

    /// One of the latest instances.
    pub(super) fn instance_attributes(&mut self) -> (ObjectInstanceHandle, Vec<AttributeHandle>) {
        let handles = &self.federates.handles;
        if handles.objects.is_empty() || self.dice.percent(NONSENSE) {
            return (ObjectInstanceHandle::INVALID, Vec::new());
        }
        let latest = handles.objects.iter().rev();
        let latest: Vec<_> = if self.dice.percent(60) {
            latest.filter(|(_, _, by)| *by == self.caller).take(4).copied().collect()
        } else {
            latest.take(8).copied().collect()
        };
        let any = handles.objects[0];
        let (object, class, _) = if latest.is_empty() { any } else { self.dice.pick(&latest) };
        (object, self.attributes(&handles.object_classes[class].1))
    }

    pub(super) fn interaction_class(&mut self) -> (InteractionClassHandle, Vec<ParameterHandle>) {
        let classes = &self.federates.handles.interaction_classes;
        if self.dice.percent(NONSENSE) {
            return (InteractionClassHandle::INVALID, Vec::new());
        }
        let chosen = self.dice.below(classes.len());
        classes[chosen].clone()
    }

    pub(super) fn parameters(&mut self) -> (InteractionClassHandle, ParameterValues) {
        let (class, all) = self.interaction_class();
        let mut some = self.dice.some(&all);
        if self.dice.percent(NONSENSE) {
            some.push(ParameterHandle::INVALID);
        }
        (class, ParameterValues::from_pairs(some.into_iter().map(|of| (of, [2]))))
    }

    pub(super) fn transportation(&mut self) -> TransportationTypeHandle {
        TransportationTypeHandle::new(self.number(3).unsigned_abs())
    }

    /// A message, mostly the caller's own and of late.
    pub(super) fn message(&mut self) -> MessageRetractionHandle {
        let own = self.federates.handles.messages.iter().rev();
        let own = own.filter(|(sender, _)| *sender == self.caller || self.dice.percent(10));
        let latest: Vec<_> = own.take(3).map(|(_, message)| *message).collect();
        if latest.is_empty() { MessageRetractionHandle::INVALID } else { self.dice.pick(&latest) }
    }

    pub(super) fn dimension(&mut self) -> DimensionHandle {
        if self.dice.percent(NONSENSE) {
            return DimensionHandle::INVALID;
        }
        self.dice.pick(&self.federates.handles.dimensions)
    }

    /// A region, mostly the caller's own.
    pub(super) fn region(&mut self) -> RegionHandle {
        let own = self.federates.handles.regions.iter().rev();
        let own = own.filter(|(creator, _)| *creator == self.caller || self.dice.percent(10));
        let latest: Vec<_> = own.take(3).map(|(_, region)| *region).collect();
        if latest.is_empty() { RegionHandle::INVALID } else { self.dice.pick(&latest) }
    }

    pub(super) fn regions(&mut self) -> Vec<RegionHandle> {
        let mut regions = vec![self.region(), self.region()];
        regions.dedup();
        regions
    }

    pub(super) fn with_regions(
        &mut self,
        attributes: Vec<AttributeHandle>,
    ) -> Vec<AttributeRegions> {
        vec![AttributeRegions { attributes, regions: self.regions() }]
    }
}
