//! Conducts an exercise: holds everybody at the start, lets time advance as the wall clock
//! allows, and takes orders.
//!
//! The instructor is what limits time: it regulates, and asks for the next step only when the
//! pace allows it. Nobody else computes from how far a step goes, so the speed of an exercise
//! never changes its results.

use std::time::Duration;

use federate_sdk::hla::Callback;
use federate_sdk::virtual_time::{Pace, Speed, Standing, VirtualDuration, VirtualTime};
use federate_sdk::{Federate, logical_time, time_of};
use tokio::time::Instant;
use training_fom::{FaultInception, LOOKAHEAD, MemberError, RunState};

use crate::exercise::{Exercise, Notice};
use crate::page::Page;

/// Wall time between two steps: fine enough for a clock that looks steady.
const TICK: Duration = Duration::from_millis(10);
/// Longest step, so that an order never waits for long.
const STEP_MAX: VirtualDuration = VirtualDuration::from_millis(1000);
/// Step at full speed.
const STEP_UNPACED: VirtualDuration = VirtualDuration::from_millis(100);
/// Time over which the achieved speed is measured.
const SPEED_WINDOW: Duration = Duration::from_secs(1);

/// An exercise under way.
pub(crate) struct Conductor<'a> {
    pub(crate) federate: &'a mut Federate,
    pub(crate) exercise: Exercise,
    pub(crate) page: Option<Page>,
    pub(crate) notify: &'a mut dyn FnMut(&Notice),
    state: RunState,
    pace: Pace,
    clock: Instant,
    granted: VirtualTime,
    requested: Option<VirtualTime>,
    /// Whether the exercise goes on after its scenario.
    goes_on: bool,
    meter: SpeedMeter,
    orders_given: u32,
}

impl<'a> Conductor<'a> {
    pub(crate) fn new(
        federate: &'a mut Federate,
        exercise: Exercise,
        page: Option<Page>,
        notify: &'a mut dyn FnMut(&Notice),
        (start, speed, goes_on): (VirtualTime, Speed, bool),
    ) -> Self {
        let clock = Instant::now();
        Self {
            federate,
            exercise,
            page,
            notify,
            state: RunState::Preparing,
            pace: Pace::new(0, start, speed),
            meter: SpeedMeter { since: clock, from: start, speed: 0.0 },
            clock,
            granted: start,
            requested: None,
            goes_on,
            orders_given: 0,
        }
    }

    /// Runs the exercise to its end, or for ever where it goes on.
    pub(crate) async fn conduct(&mut self) -> Result<(), MemberError> {
        self.prepare().await?;
        let (now, standing) = (self.wall_ns(), self.standing());
        self.pace.resume(now, standing);
        self.enter(RunState::Running).await?;
        (self.notify)(&Notice::Started);
        loop {
            if self.requested.is_none() {
                if self.exercise.complete().is_some_and(|complete| self.granted >= complete) {
                    self.exercise.judge();
                    self.tell();
                    if !self.goes_on {
                        return self.enter(RunState::Ended).await;
                    }
                }
                self.step().await?;
            }
            self.wait().await?;
            self.tell();
        }
    }

    /// Holds everybody at the start until the federates that are needed have joined.
    async fn prepare(&mut self) -> Result<(), MemberError> {
        let (now, standing) = (self.wall_ns(), self.standing());
        self.pace.pause(now, standing);
        self.enter(RunState::Preparing).await?;
        let mut told = None;
        loop {
            let missing = self.exercise.missing();
            if missing.is_empty() {
                return Ok(());
            }
            if told.as_ref() != Some(&missing) {
                (self.notify)(&Notice::WaitingFor(missing.clone()));
                told = Some(missing);
            }
            self.wait().await?;
            self.tell();
        }
    }

    /// Asks for as much time as the pace allows, after sending what falls into it.
    async fn step(&mut self) -> Result<(), MemberError> {
        let Some(limit) = self.limit() else { return Ok(()) };
        for call in self.exercise.due_injections(limit) {
            self.federate.call(&call).await?;
        }
        self.federate.time_advance_request(logical_time(limit)).await?;
        self.requested = Some(limit);
        Ok(())
    }

    /// How far the next step goes; `None` while it is too early for one.
    fn limit(&self) -> Option<VirtualTime> {
        let allowed = self.pace.allowed(self.wall_ns());
        let step = match self.pace.speed().factor() {
            None => STEP_UNPACED,
            Some(_) => STEP_MAX,
        };
        let limit = allowed.min(self.granted.saturating_add(step));
        let limit = self.exercise.complete().map_or(limit, |complete| limit.min(complete));
        (limit > self.granted && self.is_due()).then_some(limit)
    }

    /// Whether the wall clock has reached the next step.
    fn is_due(&self) -> bool {
        self.next_step_ns().is_some_and(|due| due <= self.wall_ns())
    }

    /// When the next step may go, in wall nanoseconds; `None` while time stands still.
    fn next_step_ns(&self) -> Option<u64> {
        let factor = i64::from(self.pace.speed().factor().unwrap_or(0));
        let tick = i64::try_from(TICK.as_micros()).unwrap_or(i64::MAX).saturating_mul(factor);
        let next = self.granted.saturating_add(VirtualDuration::from_micros(tick));
        self.pace.wall_deadline_for(next)
    }

    /// Waits for the next callback, order or moment to step, and deals with it.
    async fn wait(&mut self) -> Result<(), MemberError> {
        let deadline = match (self.requested, self.next_step_ns()) {
            (None, Some(due)) => Some(self.clock + Duration::from_nanos(due)),
            _ => None,
        };
        tokio::select! {
            biased;
            callback = self.federate.next_callback() => self.take_in(callback?).await,
            order = next_order(&mut self.page) => self.obey(order).await,
            () = sleep_until(deadline) => Ok(()),
        }
    }

    async fn take_in(&mut self, callback: Callback) -> Result<(), MemberError> {
        let Callback::TimeAdvanceGrant { time } = callback else {
            self.exercise.take_in(callback)?;
            return if self.exercise.take_state_wanted() {
                self.enter(self.state).await
            } else {
                Ok(())
            };
        };
        self.granted = time_of(time)?;
        self.requested = None;
        self.meter.reached(self.granted);
        (self.notify)(&Notice::Time(self.granted));
        Ok(())
    }

    async fn obey(&mut self, order: console::PendingOrder) -> Result<(), MemberError> {
        use console::Order;
        let (now, standing) = (self.wall_ns(), self.standing());
        match order.order().clone() {
            Order::Start if self.state == RunState::Preparing => {
                let missing = self.exercise.missing().join(", ");
                order.refuse(format!("still waiting for {missing}"));
            }
            Order::Start => order.refuse("the exercise has started already"),
            Order::Pause | Order::Resume if self.state == RunState::Preparing => {
                order.refuse("the exercise has not started yet");
            }
            Order::Pause => {
                self.pace.pause(now, standing);
                order.accept();
                self.enter(RunState::Paused).await?;
            }
            Order::Resume => {
                self.pace.resume(now, standing);
                order.accept();
                self.enter(RunState::Running).await?;
            }
            Order::SetSpeed(speed) => {
                self.pace.set_speed(now, standing, speed);
                order.accept();
                self.enter(self.state).await?;
            }
            Order::InjectFault(_) if self.state == RunState::Preparing => {
                order.refuse("the exercise has not started yet");
            }
            Order::InjectFault(fault) => {
                let fault = self.fault_now(fault);
                let call = self.exercise.inject(fault);
                self.federate.call(&call).await?;
                order.accept();
            }
        }
        Ok(())
    }

    /// A fault at the earliest instant that may still be sent.
    fn fault_now(&mut self, fault: console::FaultOrder) -> FaultInception {
        self.orders_given += 1;
        FaultInception {
            stamp: self.requested.unwrap_or(self.granted).saturating_add(LOOKAHEAD),
            source: "instructor".into(),
            fault: format!("F{}", self.orders_given),
            target: fault.target,
            fraction: fault.fraction,
            kind: fault.kind,
            phases: fault.phases,
            resistance: fault.resistance_ohm,
            permanent: fault.permanent,
            extinguish: crate::scenario::EXTINGUISH_DEFAULT,
        }
    }

    async fn enter(&mut self, state: RunState) -> Result<(), MemberError> {
        self.state = state;
        let speed = self.pace.speed().factor().map_or(0.0, f64::from);
        if let Some(update) = self.exercise.state_update(state, speed) {
            self.federate.call(&update).await?;
        }
        self.tell();
        Ok(())
    }

    /// Hands on what has happened.
    fn tell(&mut self) {
        for notice in self.exercise.take_notices() {
            (self.notify)(&notice);
            if let Some(page) = &mut self.page {
                page.show(&notice, self.granted);
            }
        }
        if let Some(page) = &self.page {
            page.show_run(console::RunStatus {
                state: self.state,
                time: self.granted,
                speed: self.pace.speed(),
                actual_speed: if self.state == RunState::Running { self.meter.speed } else { 0.0 },
                waiting_for: self.exercise.missing(),
                scenario: self.exercise.scenario_id(),
            });
        }
    }

    fn standing(&self) -> Standing {
        Standing { now: self.granted, next: self.requested }
    }

    fn wall_ns(&self) -> u64 {
        u64::try_from(self.clock.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}

/// Virtual seconds for each wall-clock second, over the last second.
struct SpeedMeter {
    since: Instant,
    from: VirtualTime,
    speed: f64,
}

impl SpeedMeter {
    fn reached(&mut self, time: VirtualTime) {
        let elapsed = self.since.elapsed();
        if elapsed < SPEED_WINDOW {
            return;
        }
        let advanced = time.since(self.from).unwrap_or_default().as_micros();
        self.speed = advanced as f64 / 1e6 / elapsed.as_secs_f64();
        (self.since, self.from) = (Instant::now(), time);
    }
}

async fn next_order(page: &mut Option<Page>) -> console::PendingOrder {
    match page {
        Some(page) => page.next_order().await,
        None => std::future::pending().await,
    }
}

async fn sleep_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}
