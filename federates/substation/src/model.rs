//! The station as a model: plant, network and faults, moved by events.
//!
//! One stamp proceeds in the order of MODEL 0.2: changes of the primary plant, then one solution
//! of the network, then publication.

use std::collections::BTreeMap;

use federate_sdk::hla::{AttributeHandle, Call, Callback, ObjectInstanceHandle};
use federate_sdk::virtual_time::{Due, Kernel, Rank, VirtualDuration, VirtualTime};
use federate_sdk::{Model, logical_time};
use power::fault::{Fault, FaultKind, FaultPlace, Phase};
use power::network::SwitchKind;
use power::plant::{Breaker, Moved, Position};
use power::solver::{Energisation, Solver};
use training_fom::{
    Alarm, CommandResult, Delivery, FaultCleared, FaultInception, Inbox, LOOKAHEAD, MemberError,
    Operation, ProtectionAction, SwitchCommand, SwitchPosition, SwitchState, TrainingEvent,
    TrainingModel,
};

use crate::catalogue::Catalogue;
use crate::publisher::Publisher;

/// Latest distance between two solutions: one cycle of 50 Hz (MODEL 0).
const GRID: VirtualDuration = VirtualDuration::from_millis(20);
const PLANT: Rank = Rank::of_class(1);
const SOLUTION: Rank = Rank::of_class(2);
const COMMANDS: Rank = Rank::of_class(6);
/// Source of what the station itself reports.
const SOURCE: &str = "substation";

/// What can be due in a station.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Event {
    /// The grid's next point: a solution is due at the latest now.
    Grid,
    /// A solution after changes of this stamp.
    Solve,
    /// Machines go from their subtransient to their transient reactance while a fault is fed.
    MachinesChange,
    /// A fault begins.
    FaultBegins(FaultInception),
    /// A transient fault has been dead for long enough, unless it was fed meanwhile.
    FaultMayEnd { fault: String },
    /// A device is told to move by somebody who is named.
    Order { device: String, operation: Operation, cause: String },
    /// A person commands a device.
    Command(SwitchCommand),
    /// A breaker may have reached its end position.
    MovementEnds { device: String },
}

/// A fault and how long it may go on.
#[derive(Debug, Clone)]
struct ActiveFault {
    place: FaultPlace,
    permanent: bool,
    extinguish: VirtualDuration,
    dead_since: Option<VirtualTime>,
}

/// The plant of a station and what it tells.
pub(crate) struct Substation {
    inbox: Inbox,
    solver: Solver,
    publisher: Publisher,
    breakers: BTreeMap<String, Breaker>,
    /// Who last told a device to move.
    causes: BTreeMap<String, String>,
    faults: BTreeMap<String, ActiveFault>,
    solve_scheduled: bool,
    asked_for: Vec<(ObjectInstanceHandle, Vec<AttributeHandle>)>,
    outgoing: Vec<Call>,
}

impl Substation {
    pub(crate) fn new(inbox: Inbox, solver: Solver, catalogue: Catalogue) -> Self {
        let network = solver.network();
        let publisher = Publisher::new(inbox.objects.clone(), catalogue, network);
        let breakers = network.switches.iter().filter(|switch| switch.kind == SwitchKind::Breaker);
        let breakers = breakers
            .map(|s| (s.id.clone(), Breaker::new(&s.id, s.open_ms, s.close_ms, s.closed)))
            .collect();
        Self {
            inbox,
            publisher,
            breakers,
            causes: BTreeMap::new(),
            faults: BTreeMap::new(),
            solve_scheduled: false,
            asked_for: Vec::new(),
            outgoing: Vec::new(),
            solver,
        }
    }

    /// What it reads with, for the model of the next exercise.
    pub(crate) fn into_inbox(self) -> Inbox {
        self.inbox
    }

    /// Tells every position, solves the network and starts the grid.
    pub(crate) fn begin(&mut self, kernel: &mut Kernel<Event>) -> Result<(), MemberError> {
        let now = kernel.now();
        for (place, switch) in self.solver.network().switches.iter().enumerate() {
            let position = position(switch.closed);
            let state = SwitchState { stamp: now, position, cause: String::new() };
            self.publisher.switch(self.solver.network(), place, state, now, &mut self.outgoing);
        }
        self.solve(now);
        kernel.schedule(next_grid_point(now), SOLUTION, Event::Grid)?;
        Ok(())
    }

    fn solve(&mut self, now: VirtualTime) {
        let stamp_us = stamp_us(now);
        self.solver.solve(stamp_us);
        let (network, solution) = (self.solver.network(), self.solver.solution());
        if let Some(solution) = solution {
            self.publisher.solution(network, solution, now, &mut self.outgoing);
        }
    }

    /// Prepares a change of the plant: what holds until this stamp is told first, so that a trend
    /// shows the step, and a solution follows the change.
    fn change(&mut self, kernel: &mut Kernel<Event>) -> Result<(), MemberError> {
        let now = kernel.now();
        if !std::mem::replace(&mut self.solve_scheduled, true) {
            self.solve(now);
            kernel.schedule(now, SOLUTION, Event::Solve)?;
        }
        Ok(())
    }

    fn fault_begins(
        &mut self,
        kernel: &mut Kernel<Event>,
        inception: FaultInception,
    ) -> Result<(), MemberError> {
        self.change(kernel)?;
        let active = self.place(&inception).map(|place| ActiveFault {
            place,
            permanent: inception.permanent,
            extinguish: inception.extinguish,
            dead_since: None,
        });
        let applied = active.and_then(|active| {
            let fault = Fault {
                id: inception.fault.clone(),
                place: active.place,
                kind: kind(&inception)?,
                r_ohm: inception.resistance,
            };
            self.solver.apply_fault(fault).map_err(|error| error.to_string())?;
            Ok(active)
        });
        match applied {
            Ok(active) => {
                tracing::info!(
                    virtual_time = %kernel.now(), fault = inception.fault,
                    target = inception.target, "fault begins"
                );
                self.faults.insert(inception.fault, active);
            }
            Err(reason) => self.refuse_fault(kernel.now(), &inception, &reason),
        }
        Ok(())
    }

    fn place(&self, inception: &FaultInception) -> Result<FaultPlace, String> {
        let network = self.solver.network();
        if let Some(node) = network.node(&inception.target) {
            return Ok(FaultPlace::Node(node));
        }
        let fraction = inception.fraction;
        network
            .branch(&inception.target)
            .map(|line| FaultPlace::Line { line, fraction })
            .ok_or_else(|| {
                format!("{} is neither a node nor a line of {}", inception.target, network.name)
            })
    }

    fn refuse_fault(&mut self, now: VirtualTime, inception: &FaultInception, reason: &str) {
        tracing::warn!(virtual_time = %now, fault = inception.fault, reason, "fault refused");
        let text = format!("fault {} refused: {reason}", inception.fault);
        let code = "fault_refused".into();
        self.send(now, Alarm { stamp: now, source: SOURCE.into(), code, text });
    }

    fn fault_may_end(
        &mut self,
        kernel: &mut Kernel<Event>,
        fault: &str,
    ) -> Result<(), MemberError> {
        let now = kernel.now();
        let over = self.faults.get(fault).is_some_and(|active| {
            let dead_long_enough =
                |since: VirtualTime| now.since(since).is_some_and(|dead| dead >= active.extinguish);
            active.dead_since.is_some_and(dead_long_enough)
        });
        if over {
            self.change(kernel)?;
            self.faults.remove(fault);
            self.solver.clear_fault(fault);
            let (source, fault) = (SOURCE.into(), fault.into());
            self.send(now, FaultCleared { stamp: now, source, fault });
        }
        Ok(())
    }

    /// Watches whether transient faults are dead, which is what extinguishes them (MODEL C.4).
    fn watch_faults(&mut self, kernel: &mut Kernel<Event>) -> Result<(), MemberError> {
        let now = kernel.now();
        let Some(solution) = self.solver.solution() else { return Ok(()) };
        let network = self.solver.network();
        for (fault, active) in self.faults.iter_mut().filter(|(_, active)| !active.permanent) {
            let live =
                |node: power::network::NodeIndex| solution.node(node).state == Energisation::Live;
            let fed = match active.place {
                FaultPlace::Node(node) => live(node),
                FaultPlace::Line { line, .. } => {
                    let branch = &network.branches[line.index()];
                    live(branch.from) || live(branch.to)
                }
            };
            if fed {
                active.dead_since = None;
            } else if active.dead_since.is_none() {
                active.dead_since = Some(now);
                let end = now.saturating_add(active.extinguish);
                kernel.schedule(end, PLANT, Event::FaultMayEnd { fault: fault.clone() })?;
            }
        }
        Ok(())
    }

    fn order(
        &mut self,
        kernel: &mut Kernel<Event>,
        device: &str,
        operation: Operation,
        cause: String,
    ) -> Result<Result<(), String>, MemberError> {
        let Some(breaker) = self.breakers.get_mut(device) else {
            let network = self.solver.network();
            let reason = match network.switch(device) {
                Some(_) => format!("not yet built: operating {device}, which is not a breaker"),
                None => format!("{} has no device {device}", network.name),
            };
            return Ok(Err(reason));
        };
        let now = kernel.now();
        let accepted = match operation {
            Operation::Open => breaker.open(stamp_us(now)).map_err(|refused| refused.to_string()),
            Operation::Close => {
                let accepted = breaker.close(stamp_us(now)).map_err(|refused| refused.to_string());
                // Commands of the training FOM are pulses: nobody keeps the button pressed.
                breaker.release_close();
                accepted
            }
        };
        if accepted.is_ok() {
            if let Some(due) = breaker.next_due() {
                let ends = Event::MovementEnds { device: device.into() };
                kernel.schedule(virtual_time(due), PLANT, ends)?;
            }
            self.causes.insert(device.into(), cause);
        }
        Ok(accepted)
    }

    fn command(
        &mut self,
        kernel: &mut Kernel<Event>,
        command: SwitchCommand,
    ) -> Result<(), MemberError> {
        let SwitchCommand { source, target, operation, .. } = command;
        let outcome = self.order(kernel, &target, operation, source.clone())?;
        let stamp = kernel.now();
        let (accepted, reason) = match outcome {
            Ok(()) => (true, String::new()),
            Err(reason) => (false, reason),
        };
        self.send(stamp, CommandResult { stamp, source, target, operation, accepted, reason });
        Ok(())
    }

    fn movement_ends(
        &mut self,
        kernel: &mut Kernel<Event>,
        device: &str,
    ) -> Result<(), MemberError> {
        let now = kernel.now();
        let Some(breaker) = self.breakers.get_mut(device) else { return Ok(()) };
        // A trip may have turned the movement back: then another end is scheduled.
        let Some(Moved { closed, .. }) = breaker.advance(stamp_us(now)) else { return Ok(()) };
        debug_assert_ne!(breaker.position(), Position::Intermediate);
        self.change(kernel)?;
        let Some(switch) = self.solver.network().switch(device) else { return Ok(()) };
        self.solver.set_switch(switch, closed);
        let cause = self.causes.get(device).cloned().unwrap_or_default();
        let state = SwitchState { stamp: now, position: position(closed), cause };
        let network = self.solver.network();
        self.publisher.switch(network, switch.index(), state, now, &mut self.outgoing);
        tracing::info!(virtual_time = %now, device, closed, "switched");
        Ok(())
    }

    fn send(&mut self, now: VirtualTime, event: impl Into<TrainingEvent>) {
        let time = Some(logical_time(now.saturating_add(LOOKAHEAD)));
        self.outgoing.push(self.inbox.interactions.send(&event.into(), time));
    }

    fn event_received(
        &mut self,
        kernel: &mut Kernel<Event>,
        event: TrainingEvent,
        time: VirtualTime,
    ) -> Result<(), MemberError> {
        match event {
            TrainingEvent::FaultInception(inception) => {
                kernel.schedule(time, PLANT, Event::FaultBegins(inception))?;
            }
            TrainingEvent::SwitchCommand(command) => {
                kernel.schedule(time, COMMANDS, Event::Command(command))?;
            }
            TrainingEvent::ProtectionEvent(event) => {
                let operation = match event.action {
                    ProtectionAction::Trip => Operation::Open,
                    ProtectionAction::RelayClose => Operation::Close,
                    _ => return Ok(()),
                };
                for device in event.devices {
                    let cause = event.element.clone();
                    kernel.schedule(time, COMMANDS, Event::Order { device, operation, cause })?;
                }
            }
            // Alarms, results and cleared faults are told to people, not to the plant.
            _ => {}
        }
        Ok(())
    }
}

impl TrainingModel for Substation {
    fn inbox(&mut self) -> &mut Inbox {
        &mut self.inbox
    }
}

impl Model for Substation {
    type Event = Event;
    type Error = MemberError;

    fn deliver(
        &mut self,
        kernel: &mut Kernel<Event>,
        callback: Callback,
    ) -> Result<(), MemberError> {
        match self.inbox.read(callback)? {
            Delivery::Event { event, time: Some(time) } => {
                self.event_received(kernel, *event, time)
            }
            Delivery::Event { event, time: None } => {
                tracing::warn!(source = event.source(), "event without a time stamp ignored");
                Ok(())
            }
            Delivery::Provide { instance, attributes } => {
                self.asked_for.push((instance, attributes));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn handle(&mut self, kernel: &mut Kernel<Event>, due: Due<Event>) -> Result<(), MemberError> {
        let now = due.time;
        match due.event {
            Event::Grid => {
                kernel.schedule(next_grid_point(now), SOLUTION, Event::Grid)?;
                if !self.solve_scheduled {
                    self.solve(now);
                }
                Ok(())
            }
            Event::Solve => {
                self.solve_scheduled = false;
                self.solve(now);
                if let Some(due) = self.solver.next_change_us() {
                    kernel.schedule(virtual_time(due), SOLUTION, Event::MachinesChange)?;
                }
                self.watch_faults(kernel)
            }
            Event::MachinesChange => {
                if !self.solve_scheduled {
                    self.solve(now);
                }
                Ok(())
            }
            Event::FaultBegins(inception) => self.fault_begins(kernel, inception),
            Event::FaultMayEnd { fault } => self.fault_may_end(kernel, &fault),
            Event::Order { device, operation, cause } => {
                if let Err(reason) = self.order(kernel, &device, operation, cause.clone())? {
                    // A second element that trips an opening breaker changes nothing.
                    tracing::debug!(virtual_time = %now, device, cause, reason, "order without effect");
                }
                Ok(())
            }
            Event::Command(command) => self.command(kernel, command),
            Event::MovementEnds { device } => self.movement_ends(kernel, &device),
        }
    }

    fn immediate(&mut self) -> Vec<Call> {
        self.inbox.take_answers()
    }

    fn outgoing(&mut self, now: VirtualTime) -> Vec<Call> {
        let mut calls = std::mem::take(&mut self.outgoing);
        for (instance, attributes) in self.asked_for.drain(..) {
            let network = self.solver.network();
            calls.extend(self.publisher.provide(network, instance, &attributes, now));
        }
        calls
    }
}

fn position(closed: bool) -> SwitchPosition {
    if closed { SwitchPosition::Closed } else { SwitchPosition::Open }
}

/// The first multiple of the grid after a time; point n is n times the step, never a sum.
fn next_grid_point(now: VirtualTime) -> VirtualTime {
    let step = GRID.as_micros();
    VirtualTime::from_micros((now.as_micros().div_euclid(step) + 1).saturating_mul(step))
}

/// Stamps of the power crate start at 0; virtual time of a federation does as well.
fn stamp_us(time: VirtualTime) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(0)
}

fn virtual_time(stamp_us: u64) -> VirtualTime {
    i64::try_from(stamp_us).map_or(VirtualTime::MAX, VirtualTime::from_micros)
}

fn kind(inception: &FaultInception) -> Result<FaultKind, String> {
    let phase = |place: usize| match inception.phases.as_bytes().get(place) {
        Some(b'A') => Ok(Phase::A),
        Some(b'B') => Ok(Phase::B),
        Some(b'C') => Ok(Phase::C),
        _ => {
            Err(format!("phases {} do not name what {:?} needs", inception.phases, inception.kind))
        }
    };
    Ok(match inception.kind {
        training_fom::FaultKind::ThreePhase => FaultKind::ThreePhase,
        training_fom::FaultKind::LineToGround => FaultKind::SingleLineToGround(phase(0)?),
        training_fom::FaultKind::LineToLine => FaultKind::LineToLine(phase(0)?, phase(1)?),
        training_fom::FaultKind::LineToLineToGround => {
            FaultKind::TwoLinesToGround(phase(0)?, phase(1)?)
        }
    })
}
