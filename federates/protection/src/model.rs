//! The relays of a station, moved by what the substation tells.
//!
//! A relay computes from the physical stamp of a measurement, which is one lookahead older than
//! the message. What it will do at a stamp is sent one lookahead before that stamp, and so
//! carries it exactly: no round of the federation is lost (MODEL 0.2).

use std::collections::BTreeMap;

use federate_sdk::hla::{Call, Callback};
use federate_sdk::virtual_time::{Due, EventId, Kernel, Rank, VirtualTime};
use federate_sdk::{Model, logical_time};
use power::protection::{EventKind, Measurement, ProtectionEvent as RelayEvent, Relay};
use training_fom::{
    Alarm, Delivery, Inbox, LOOKAHEAD, MemberError, PhaseCurrents, ProtectionAction,
    ProtectionEvent, SwitchPosition, SwitchState, TrainingEvent, TrainingModel, TrainingObject,
};

/// Protection is evaluated after measurements and before automation (MODEL 0.2).
const PROTECTION: Rank = Rank::of_class(4);

/// What can be due: a relay wants to be asked.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Event {
    /// Currents were measured.
    Current { current_transformer: String, currents: PhaseCurrents },
    /// A device has reached a position.
    Position { device: String, state: SwitchState },
    /// A relay does something one lookahead from now.
    Wake { relay: usize },
}

/// All relays and what they know.
pub(crate) struct Protection {
    inbox: Inbox,
    /// The relays as they are when they are switched on.
    settings: Vec<Relay>,
    relays: Vec<Relay>,
    wakes: Vec<Option<EventId>>,
    devices: BTreeMap<String, SwitchState>,
    /// A relay that was just switched on does not know the past.
    since: VirtualTime,
    outgoing: Vec<Call>,
}

impl Protection {
    pub(crate) fn new(inbox: Inbox, relays: Vec<Relay>, since: VirtualTime) -> Self {
        let wakes = vec![None; relays.len()];
        let (settings, devices, outgoing) = (relays.clone(), BTreeMap::new(), Vec::new());
        Self { inbox, settings, relays, wakes, devices, since, outgoing }
    }

    fn current(
        &mut self,
        kernel: &mut Kernel<Event>,
        current_transformer: &str,
        currents: &PhaseCurrents,
    ) -> Result<(), MemberError> {
        let stamp_us = stamp_us(currents.stamp.max(self.since));
        let phases_a = [currents.a, currents.b, currents.c];
        let measured = Measurement { phases_a, residual_a: currents.residual };
        for relay in 0..self.relays.len() {
            if self.relays[relay].ct() == current_transformer {
                let events = self.relays[relay].on_current(stamp_us, measured);
                self.tell(kernel.now(), events);
                self.schedule_wake(kernel, relay)?;
            }
        }
        Ok(())
    }

    /// Switches the relays off and on again: the station has gone back to its initial state, and
    /// what they remember never happened to it.
    fn restart(&mut self, kernel: &mut Kernel<Event>, since: VirtualTime) {
        self.since = since;
        self.relays.clone_from(&self.settings);
        self.wakes.iter_mut().filter_map(Option::take).for_each(|wake| {
            kernel.cancel(wake);
        });
    }

    /// Only changes are reported to relays: a breaker that was closed all along has not just been
    /// closed, which would arm the acceleration stage. A device without a cause is in its initial
    /// state.
    fn position(
        &mut self,
        kernel: &mut Kernel<Event>,
        device: &str,
        state: &SwitchState,
    ) -> Result<(), MemberError> {
        let known = self.devices.insert(device.into(), state.clone());
        let initial = state.cause.is_empty();
        if initial && known.is_some() && state.stamp > self.since {
            self.restart(kernel, state.stamp);
        }
        let before = known.filter(|_| !initial).map(|known| known.position);
        let changed = before.unwrap_or(SwitchPosition::Closed) != state.position;
        if !changed || state.position == SwitchPosition::Intermediate {
            return Ok(());
        }
        let stamp_us = stamp_us(state.stamp.max(self.since));
        let closed = state.position == SwitchPosition::Closed;
        for relay in 0..self.relays.len() {
            let events = self.relays[relay].on_breaker(stamp_us, device, closed);
            self.tell(kernel.now(), events);
            self.schedule_wake(kernel, relay)?;
        }
        Ok(())
    }

    fn wake(&mut self, kernel: &mut Kernel<Event>, relay: usize) -> Result<(), MemberError> {
        self.wakes[relay] = None;
        let now = kernel.now();
        let events = self.relays[relay].advance(stamp_us(now.saturating_add(LOOKAHEAD)));
        self.tell(now, events);
        self.schedule_wake(kernel, relay)
    }

    fn schedule_wake(
        &mut self,
        kernel: &mut Kernel<Event>,
        relay: usize,
    ) -> Result<(), MemberError> {
        if let Some(wake) = self.wakes[relay].take() {
            kernel.cancel(wake);
        }
        let Some(due_us) = self.relays[relay].next_due() else { return Ok(()) };
        let Ok(due_us) = i64::try_from(due_us) else { return Ok(()) };
        let due = VirtualTime::from_micros(due_us);
        let wake = due.checked_sub(LOOKAHEAD).unwrap_or(due).max(kernel.now());
        self.wakes[relay] = Some(kernel.schedule(wake, PROTECTION, Event::Wake { relay })?);
        Ok(())
    }

    fn tell(&mut self, now: VirtualTime, events: Vec<RelayEvent>) {
        let earliest = now.saturating_add(LOOKAHEAD);
        for event in events {
            let Ok(micros) = i64::try_from(event.t_us) else { continue };
            let stamp = VirtualTime::from_micros(micros);
            tracing::info!(virtual_time = %stamp, element = event.element, "{:?}", event.kind);
            let time = Some(logical_time(stamp.max(earliest)));
            self.outgoing.push(self.inbox.interactions.send(&training_event(stamp, event), time));
        }
    }
}

impl TrainingModel for Protection {
    fn inbox(&mut self) -> &mut Inbox {
        &mut self.inbox
    }
}

impl Model for Protection {
    type Event = Event;
    type Error = MemberError;

    fn deliver(
        &mut self,
        kernel: &mut Kernel<Event>,
        callback: Callback,
    ) -> Result<(), MemberError> {
        let Delivery::Object { name, object, time } = self.inbox.read(callback)? else {
            return Ok(());
        };
        // Without a time stamp it holds from now on.
        let at = time.unwrap_or(kernel.now()).max(kernel.now());
        match *object {
            TrainingObject::CurrentTransformer(object) => {
                if let Some(currents) = object.state {
                    let event = Event::Current { current_transformer: name, currents };
                    kernel.schedule(at, PROTECTION, event)?;
                }
            }
            TrainingObject::SwitchingDevice(object) => {
                if let Some(state) = object.state {
                    kernel.schedule(at, PROTECTION, Event::Position { device: name, state })?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn handle(&mut self, kernel: &mut Kernel<Event>, due: Due<Event>) -> Result<(), MemberError> {
        match due.event {
            Event::Current { current_transformer, currents } => {
                self.current(kernel, &current_transformer, &currents)
            }
            Event::Position { device, state } => self.position(kernel, &device, &state),
            Event::Wake { relay } => self.wake(kernel, relay),
        }
    }

    fn immediate(&mut self) -> Vec<Call> {
        self.inbox.take_answers()
    }

    fn outgoing(&mut self, _now: VirtualTime) -> Vec<Call> {
        std::mem::take(&mut self.outgoing)
    }
}

fn training_event(stamp: VirtualTime, event: RelayEvent) -> TrainingEvent {
    let RelayEvent { element, kind, .. } = event;
    let source = element.split('.').next().unwrap_or_default().to_owned();
    let (action, devices) = match kind {
        EventKind::Start => (ProtectionAction::Start, vec![]),
        EventKind::Reset => (ProtectionAction::Reset, vec![]),
        EventKind::Trip { breakers, .. } => (ProtectionAction::Trip, breakers),
        EventKind::RelayClose { breaker } => (ProtectionAction::RelayClose, vec![breaker]),
        EventKind::Lockout => (ProtectionAction::Lockout, vec![]),
        EventKind::Alarm { code } => {
            let text = code.replace('_', " ");
            return Alarm { stamp, source: element, code: code.into(), text }.into();
        }
    };
    ProtectionEvent { stamp, source, element, action, devices }.into()
}

/// Stamps of the power crate start at 0; virtual time of a federation does as well.
fn stamp_us(time: VirtualTime) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(0)
}
