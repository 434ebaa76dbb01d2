use federate_sdk::virtual_time::{Speed, VirtualTime};
use training_fom::{Alarm, ConnectivityNode, CurrentTransformer, SwitchingDevice};

use super::*;

fn at(millis: u32) -> VirtualTime {
    VirtualTime::from_millis(millis)
}

fn switch(millis: u32, position: SwitchPosition, cause: &str) -> TrainingObject {
    let state = SwitchState { stamp: at(millis), position, cause: cause.into() };
    TrainingObject::SwitchingDevice(SwitchingDevice { state: Some(state), ..Default::default() })
}

fn node(millis: u32, kilovolts: f64) -> TrainingObject {
    let energisation = Energisation::Live;
    let state = NodeState { stamp: at(millis), kilovolts, degrees: 0.0, energisation };
    TrainingObject::ConnectivityNode(ConnectivityNode { state: Some(state), ..Default::default() })
}

fn current(millis: u32, a: f64) -> TrainingObject {
    let state = PhaseCurrents { stamp: at(millis), a, b: a, c: a, residual: 0.0 };
    TrainingObject::CurrentTransformer(CurrentTransformer {
        state: Some(state),
        ..Default::default()
    })
}

fn alarm(millis: u32) -> TrainingEvent {
    let text = |text: &str| text.to_owned();
    Alarm { stamp: at(millis), source: text("s"), code: text("c"), text: text("t") }.into()
}

fn status(millis: u32) -> RunStatus {
    RunStatus {
        state: RunState::Running,
        time: at(millis),
        speed: Speed::Times10,
        actual_speed: 9.9,
        waiting_for: vec!["protection".into()],
        scenario: String::new(),
    }
}

fn member(name: &str, membership: Membership) -> FederateStatus {
    FederateStatus {
        name: name.into(),
        role: name.into(),
        station: "ts220".into(),
        membership,
        since: at(3),
        reason: String::new(),
    }
}

fn state() -> State {
    State::new("server".into())
}

/// The next frame of a page that has something to see.
fn next(state: &State, cursor: &mut Cursor) -> wire::Frame {
    state.frame(cursor).expect("something is new")
}

#[test]
fn a_page_gets_everything_first_and_then_only_what_changed() {
    let mut state = state();
    state.object("QF1", &switch(0, SwitchPosition::Closed, ""));
    state.object("N1", &node(0, 10.5));
    state.run(status(0));
    let mut page = Cursor::default();
    let snapshot = next(&state, &mut page);
    assert!(snapshot.snapshot && snapshot.follows == 0);
    assert_eq!((snapshot.switches.len(), snapshot.nodes.len()), (1, 1));
    assert!(snapshot.run.is_some() && snapshot.federates.is_some());
    assert_eq!(state.frame(&mut page), None, "nothing is new");

    state.object("N1", &node(20, 10.6));
    let frame = next(&state, &mut page);
    assert!(!frame.snapshot && frame.follows == snapshot.revision);
    assert_eq!((frame.switches.len(), frame.nodes[0].kilovolts), (0, 10.6));
    assert!(frame.run.is_none() && frame.federates.is_none());
}

#[test]
fn a_slow_page_gets_the_newest_value_once_and_a_trend_keeps_them_all() {
    let mut state = state();
    let mut page = Cursor::default();
    next(&state, &mut page);
    for step in 0..500_u32 {
        state.object("CT1", &current(step * 20, f64::from(step)));
        state.run(status(step * 20));
    }
    let frame = next(&state, &mut page);
    assert_eq!(frame.currents.iter().map(|point| point.a).collect::<Vec<_>>(), [499.0]);
    assert_eq!(frame.run.expect("changed").time_us, 499 * 20_000);
    let request = wire::TrendRequest { id: "CT1".into(), ..Default::default() };
    let trend = state.trend(&request);
    assert_eq!(trend.samples.len(), 500);
    assert_eq!(trend.quantities, ["a", "b", "c", "residual"]);
    assert_eq!(trend.samples[7].values, [7.0, 7.0, 7.0, 0.0]);
}

#[test]
fn a_trend_of_another_server_process_starts_from_the_beginning() {
    let mut state = state();
    state.object("N1", &node(0, 10.0));
    let ask = |server: &str| {
        let server = server.into();
        state.trend(&wire::TrendRequest { id: "N1".into(), after: 1, server }).samples.len()
    };
    assert_eq!((ask("server"), ask("other")), (0, 1));
}

#[test]
fn what_is_gone_is_told_as_gone() {
    let mut state = state();
    state.object("QF1", &switch(0, SwitchPosition::Closed, ""));
    let mut page = Cursor::default();
    next(&state, &mut page);
    state.remove("never known");
    state.remove("QF1");
    assert_eq!(next(&state, &mut page).removed, ["QF1"]);
    state.object("QF1", &switch(5, SwitchPosition::Open, ""));
    assert_eq!(next(&state, &mut page).switches.len(), 1);
}

#[test]
fn a_position_is_an_event_when_it_changed_and_not_when_it_is_told_again() {
    let mut state = state();
    let mut page = Cursor::default();
    next(&state, &mut page);
    state.object("QF1", &switch(0, SwitchPosition::Closed, ""));
    state.object("QF1", &switch(0, SwitchPosition::Closed, ""));
    assert!(next(&state, &mut page).events.is_empty(), "the initial position");
    state.object("QF1", &switch(2_370, SwitchPosition::Open, "P911.50_2"));
    state.object("QF1", &switch(2_370, SwitchPosition::Open, "P911.50_2"));
    let events = next(&state, &mut page).events;
    assert_eq!(events.len(), 1);
    assert_eq!(
        (events[0].kind(), events[0].detail.as_str()),
        (wire::EventKind::SwitchOpen, "P911.50_2")
    );
}

#[test]
fn federates_that_come_and_go_are_events() {
    let mut state = state();
    let mut page = Cursor::default();
    next(&state, &mut page);
    state.federates(vec![member("substation", Membership::Joined)]);
    state.federates(vec![member("substation", Membership::Joined)]);
    let kinds =
        |frame: &wire::Frame| frame.events.iter().map(wire::EventRow::kind).collect::<Vec<_>>();
    assert_eq!(kinds(&next(&state, &mut page)), [wire::EventKind::FederateJoined]);
    state.federates(vec![member("substation", Membership::Lost)]);
    let frame = next(&state, &mut page);
    assert_eq!(kinds(&frame), [wire::EventKind::FederateLost]);
    assert_eq!(frame.federates.expect("changed").rows[0].state(), wire::FederateState::Lost);
}

#[test]
fn ten_thousand_events_come_in_portions_newest_first_each_once() {
    let mut state = state();
    for millis in 0..10_000 {
        state.event(&alarm(millis));
    }
    let mut page = Cursor::default();
    let snapshot = next(&state, &mut page);
    assert_eq!(snapshot.events.iter().map(|row| row.number).max(), Some(9_999));
    let mut seen: Vec<u64> = snapshot.events.iter().map(|row| row.number).collect();
    while state.has_older_rows(&page) {
        state.event(&alarm(20_000));
        let frame = next(&state, &mut page);
        assert!(frame.events.len() <= ROWS_IN_FRAME_MAX);
        seen.extend(frame.events.iter().map(|row| row.number));
    }
    seen.sort_unstable();
    assert_eq!(seen, (0..state.events.end()).collect::<Vec<_>>());
}

#[test]
fn a_snapshot_of_a_large_station_with_many_events_is_below_300_kb() {
    use prost::Message;
    let mut state = state();
    for number in 0..200 {
        state
            .object(&format!("QF_DEVICE_{number}"), &switch(0, SwitchPosition::Open, "instructor"));
        state.object(&format!("NODE_{number}"), &node(0, 231.309_5));
        state.object(&format!("CT_{number}"), &current(0, 1234.567));
    }
    for millis in 0..10_000 {
        state.event(&alarm(millis));
    }
    let size = next(&state, &mut Cursor::default()).encoded_len();
    assert!(size < 300_000, "{size} bytes");
}

#[test]
fn large_stamps_are_told_to_the_last_digit() {
    let mut state = state();
    let time = VirtualTime::from_micros(9_007_199_254_740_993);
    state.run(RunStatus { time, ..status(0) });
    let run = next(&state, &mut Cursor::default()).run.expect("told");
    assert_eq!(run.time_us, 9_007_199_254_740_993);
}

#[test]
fn objects_beyond_the_limit_are_not_taken() {
    let mut state = state();
    for number in 0..OBJECTS_MAX + 3 {
        state.object(&format!("N{number}"), &node(0, 1.0));
    }
    assert_eq!((state.points.len(), state.trends.len()), (OBJECTS_MAX, OBJECTS_MAX));
    state.object("N0", &node(1, 2.0));
    assert_eq!(state.trends["N0"].since(0, "").samples.len(), 2, "known ones go on");
}
