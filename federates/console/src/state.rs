//! Everything a console knows, and which part of it a page has not seen yet.
//!
//! Every value carries the revision at which it last changed. A page is a [`Cursor`]: what changed
//! after its revision is its next frame. So nothing is queued for a page, and however slow it is,
//! it costs no memory and gets the newest values.

use std::collections::BTreeMap;

use hla_wire::generated::busbar::v1 as wire;
use training_fom::{
    Energisation, NodeState, PhaseCurrents, PowerBalance, PowerFlow, RunState, SwitchPosition,
    SwitchState, TrainingEvent, TrainingObject,
};

use crate::feed::{FederateStatus, Membership, RunStatus};
use crate::rows::{EventLog, federate_row, position_row, training_row};
use crate::trend::Trend;

/// Objects a console knows at most; a station has hundreds.
const OBJECTS_MAX: usize = 20_000;
/// Rows in one frame, at most: a snapshot stays below 300 kB, a storm comes in portions.
const ROWS_IN_FRAME_MAX: usize = 1_000;

/// A value and the revision at which it last changed.
#[derive(Debug, Clone)]
struct Told<T> {
    value: T,
    changed: u64,
}

/// What is known of an object.
#[derive(Debug, Clone)]
enum Point {
    Switch(SwitchState),
    Node(NodeState),
    Current(PhaseCurrents),
    Flow(PowerFlow),
    Gone,
}

/// The state of a console.
#[derive(Debug)]
pub(crate) struct State {
    server: String,
    revision: u64,
    run: Option<Told<RunStatus>>,
    federates: Told<Vec<FederateStatus>>,
    balance: Option<Told<PowerBalance>>,
    points: BTreeMap<String, Told<Point>>,
    trends: BTreeMap<String, Trend>,
    events: EventLog,
}

/// What a page has seen.
#[derive(Debug, Default)]
pub(crate) struct Cursor {
    /// `None` before the snapshot.
    revision: Option<u64>,
    /// Rows numbered from here to `newer` have been sent.
    older: u64,
    newer: u64,
}

impl State {
    /// An empty state; `server` names this process, so that pages notice a restart.
    pub(crate) fn new(server: String) -> Self {
        Self {
            server,
            revision: 1,
            run: None,
            federates: Told { value: Vec::new(), changed: 0 },
            balance: None,
            points: BTreeMap::new(),
            trends: BTreeMap::new(),
            events: EventLog::default(),
        }
    }

    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    pub(crate) fn object(&mut self, name: &str, object: &TrainingObject) {
        match object {
            TrainingObject::SwitchingDevice(device) => {
                if let Some(state) = &device.state {
                    self.switch(name, state);
                }
            }
            TrainingObject::ConnectivityNode(node) => {
                if let Some(state) = &node.state {
                    let sample = [state.kilovolts, 0.0, 0.0, 0.0];
                    self.sample(name, &["kilovolts"], state.stamp.as_micros(), sample);
                    self.point(name, Point::Node(state.clone()));
                }
            }
            TrainingObject::CurrentTransformer(ct) => {
                if let Some(state) = &ct.state {
                    let sample = [state.a, state.b, state.c, state.residual];
                    let names = &["a", "b", "c", "residual"];
                    self.sample(name, names, state.stamp.as_micros(), sample);
                    self.point(name, Point::Current(state.clone()));
                }
            }
            TrainingObject::Line(line) => self.flow(name, line.flow.as_ref()),
            TrainingObject::PowerTransformer(part) => self.flow(name, part.flow.as_ref()),
            TrainingObject::Network(network) => {
                if let Some(balance) = &network.balance {
                    let changed = self.next_revision();
                    self.balance = Some(Told { value: balance.clone(), changed });
                }
            }
            // Who takes part and where the exercise stands is told by whoever feeds the console.
            TrainingObject::Participant(_) | TrainingObject::Exercise(_) => {}
        }
    }

    pub(crate) fn remove(&mut self, name: &str) {
        if self.points.contains_key(name) {
            self.point(name, Point::Gone);
        }
    }

    pub(crate) fn event(&mut self, event: &TrainingEvent) {
        self.next_revision();
        self.events.push(training_row(event));
    }

    pub(crate) fn run(&mut self, status: RunStatus) {
        if self.run.as_ref().is_some_and(|told| told.value == status) {
            return;
        }
        let changed = self.next_revision();
        self.run = Some(Told { value: status, changed });
    }

    pub(crate) fn federates(&mut self, federates: Vec<FederateStatus>) {
        if self.federates.value == federates {
            return;
        }
        let changed = self.next_revision();
        for federate in &federates {
            let before = self.federates.value.iter().find(|known| known.name == federate.name);
            if before.is_none_or(|before| before.membership != federate.membership) {
                self.events.push(federate_row(federate));
            }
        }
        self.federates = Told { value: federates, changed };
    }

    /// What a page has not seen; `None` when it has seen everything.
    pub(crate) fn frame(&self, cursor: &mut Cursor) -> Option<wire::Frame> {
        let follows = cursor.revision.unwrap_or(0);
        let snapshot = cursor.revision.is_none();
        let events = self.rows_for(cursor, snapshot);
        if !snapshot && events.is_empty() && follows == self.revision {
            return None;
        }
        cursor.revision = Some(self.revision);
        let mut frame = self.empty_frame(follows);
        frame.snapshot = snapshot;
        frame.events = events;
        frame.run = self
            .run
            .as_ref()
            .filter(|told| told.changed > follows)
            .map(|told| run_status(&told.value));
        if snapshot || self.federates.changed > follows {
            let rows = self.federates.value.iter().map(federate).collect();
            frame.federates = Some(wire::Federates { rows });
        }
        frame.balance = self
            .balance
            .as_ref()
            .filter(|told| told.changed > follows)
            .map(|told| balance(&told.value));
        for (id, told) in self.points.iter().filter(|(_, told)| told.changed > follows) {
            put_point(&mut frame, id, &told.value);
        }
        Some(frame)
    }

    /// A frame that says only that the server is there.
    pub(crate) fn sign_of_life(&self, cursor: &Cursor) -> wire::Frame {
        let seen = cursor.revision.unwrap_or(0);
        wire::Frame { revision: seen, ..self.empty_frame(seen) }
    }

    /// Whether a page waits for older rows, so that its next frame need not wait for a change.
    pub(crate) fn has_older_rows(&self, cursor: &Cursor) -> bool {
        cursor.older > self.events.first() || cursor.newer < self.events.end()
    }

    pub(crate) fn trend(&self, request: &wire::TrendRequest) -> wire::TrendResponse {
        // Numbers of another process mean nothing here.
        let after = if request.server == self.server { request.after } else { 0 };
        match self.trends.get(&request.id) {
            Some(trend) => trend.since(after, &self.server),
            None => wire::TrendResponse { server: self.server.clone(), ..Default::default() },
        }
    }

    fn rows_for(&self, cursor: &mut Cursor, snapshot: bool) -> Vec<wire::EventRow> {
        let (first, end) = (self.events.first(), self.events.end());
        let portion = u64::try_from(ROWS_IN_FRAME_MAX).unwrap_or(u64::MAX);
        if snapshot {
            // The newest rows first: they are what a person looks at.
            cursor.older = end.saturating_sub(portion).max(first);
            cursor.newer = end;
            return self.events.rows(cursor.older, end);
        }
        let from = cursor.newer.max(first);
        let to = end.min(from + portion);
        let mut rows = self.events.rows(from, to);
        cursor.newer = to;
        let room = portion - (to - from);
        let older = cursor.older.max(first);
        let oldest = older.saturating_sub(room).max(first);
        rows.extend(self.events.rows(oldest, older));
        cursor.older = oldest;
        rows
    }

    fn empty_frame(&self, follows: u64) -> wire::Frame {
        let server = self.server.clone();
        wire::Frame { server, revision: self.revision, follows, ..Default::default() }
    }

    fn next_revision(&mut self) -> u64 {
        self.revision += 1;
        self.revision
    }

    fn switch(&mut self, name: &str, state: &SwitchState) {
        let before = match self.points.get(name) {
            Some(Told { value: Point::Switch(before), .. }) => Some(before),
            _ => None,
        };
        // A position told again to somebody who joined is no event, nor is the initial one.
        let moved = match before {
            Some(before) => before.position != state.position || before.stamp < state.stamp,
            None => !state.cause.is_empty(),
        };
        if moved {
            self.events.push(position_row(name, state));
        }
        self.point(name, Point::Switch(state.clone()));
    }

    fn flow(&mut self, name: &str, flow: Option<&PowerFlow>) {
        let Some(flow) = flow else { return };
        let sample = [flow.from_mw, flow.from_mvar, flow.to_mw, flow.to_mvar];
        let names = &["from_mw", "from_mvar", "to_mw", "to_mvar"];
        self.sample(name, names, flow.stamp.as_micros(), sample);
        self.point(name, Point::Flow(flow.clone()));
    }

    fn sample(
        &mut self,
        name: &str,
        quantities: &'static [&'static str],
        stamp_us: i64,
        values: [f64; 4],
    ) {
        if self.is_full_for(name) {
            return;
        }
        self.trends
            .entry(name.to_owned())
            .or_insert_with(|| Trend::new(quantities))
            .push(stamp_us, values);
    }

    fn point(&mut self, name: &str, value: Point) {
        if self.is_full_for(name) {
            tracing::warn!(object = name, "console knows {OBJECTS_MAX} objects and takes no more");
            return;
        }
        let changed = self.next_revision();
        self.points.insert(name.to_owned(), Told { value, changed });
    }

    fn is_full_for(&self, name: &str) -> bool {
        self.points.len() >= OBJECTS_MAX && !self.points.contains_key(name)
    }
}

fn put_point(frame: &mut wire::Frame, id: &str, point: &Point) {
    let id = id.to_owned();
    match point {
        Point::Switch(state) => frame.switches.push(wire::SwitchPoint {
            id,
            position: position(state.position).into(),
            stamp_us: state.stamp.as_micros(),
            cause: state.cause.clone(),
        }),
        Point::Node(state) => frame.nodes.push(wire::NodePoint {
            id,
            energisation: energisation(state.energisation).into(),
            kilovolts: state.kilovolts,
            degrees: state.degrees,
            stamp_us: state.stamp.as_micros(),
        }),
        Point::Current(state) => frame.currents.push(wire::CurrentPoint {
            id,
            a: state.a,
            b: state.b,
            c: state.c,
            residual: state.residual,
            stamp_us: state.stamp.as_micros(),
        }),
        Point::Flow(state) => frame.flows.push(wire::FlowPoint {
            id,
            from_mw: state.from_mw,
            from_mvar: state.from_mvar,
            to_mw: state.to_mw,
            to_mvar: state.to_mvar,
            stamp_us: state.stamp.as_micros(),
        }),
        Point::Gone => frame.removed.push(id),
    }
}

fn position(position: SwitchPosition) -> wire::Position {
    match position {
        SwitchPosition::Open => wire::Position::Open,
        SwitchPosition::Closed => wire::Position::Closed,
        SwitchPosition::Intermediate => wire::Position::Intermediate,
    }
}

fn energisation(state: Energisation) -> wire::NodeEnergisation {
    match state {
        Energisation::Dead => wire::NodeEnergisation::Dead,
        Energisation::Live => wire::NodeEnergisation::Live,
        Energisation::Earthed => wire::NodeEnergisation::Earthed,
    }
}

fn run_status(status: &RunStatus) -> wire::RunStatus {
    let phase = match status.state {
        RunState::Preparing => wire::RunPhase::Preparing,
        RunState::Running => wire::RunPhase::Running,
        RunState::Paused => wire::RunPhase::Paused,
        RunState::Ended => wire::RunPhase::Ended,
    };
    wire::RunStatus {
        phase: phase.into(),
        time_us: status.time.as_micros(),
        speed: status.speed.factor().unwrap_or(0),
        actual_speed: status.actual_speed,
        waiting_for: status.waiting_for.clone(),
        scenario: status.scenario.clone(),
    }
}

fn federate(federate: &FederateStatus) -> wire::FederateRow {
    let state = match federate.membership {
        Membership::Joined => wire::FederateState::Joined,
        Membership::Resigned => wire::FederateState::Resigned,
        Membership::Lost => wire::FederateState::Lost,
    };
    wire::FederateRow {
        name: federate.name.clone(),
        role: federate.role.clone(),
        station: federate.station.clone(),
        state: state.into(),
        since_us: federate.since.as_micros(),
        reason: federate.reason.clone(),
    }
}

fn balance(balance: &PowerBalance) -> wire::BalancePoint {
    wire::BalancePoint {
        load_mw: balance.load_mw,
        lost_load_mw: balance.lost_load_mw,
        losses_mw: balance.losses_mw,
        converged: balance.converged,
        stamp_us: balance.stamp.as_micros(),
    }
}

#[cfg(test)]
mod tests;
