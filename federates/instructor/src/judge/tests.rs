use training_fom::{Alarm, ProtectionEvent, SwitchState};

use super::*;

fn s01() -> Scenario {
    Scenario::read("training.json", crate::SCENARIOS, "S01").expect("shipped and playable")
}

fn at(ms: f64) -> VirtualTime {
    VirtualTime::from_micros((ms * 1000.0) as i64)
}

fn element(ms: f64, element: &str, action: ProtectionAction, devices: &[&str]) -> Observed {
    let event = ProtectionEvent {
        stamp: at(ms),
        source: "P911".into(),
        element: element.into(),
        action,
        devices: devices.iter().map(|device| (*device).into()).collect(),
    };
    Observed::Event(event.into())
}

fn moved(ms: f64, device: &str, position: SwitchPosition) -> Observed {
    let state = SwitchState { stamp: at(ms), position, cause: String::new() };
    Observed::Position { device: device.into(), state }
}

fn alarm(ms: f64, source: &str, code: &str) -> Observed {
    let (source, code) = (source.into(), code.into());
    Observed::Event(Alarm { stamp: at(ms), source, code, text: String::new() }.into())
}

/// What a federation that stamps exactly shows of S01.
fn exact_run() -> Vec<Observed> {
    use ProtectionAction::{Lockout, RelayClose, Start, Trip};
    use SwitchPosition::{Closed, Open};
    vec![
        element(2025.0, "P911.50_2", Start, &[]),
        element(2025.0, "P911.51", Start, &[]),
        element(2325.0, "P911.50_2", Trip, &["QF911"]),
        moved(2370.0, "QF911", Open),
        element(3380.0, "P911.79", RelayClose, &["QF911"]),
        moved(3450.0, "QF911", Closed),
        element(3575.0, "P911.ACC", Trip, &["QF911"]),
        moved(3620.0, "QF911", Open),
        element(3620.0, "P911.79", Lockout, &[]),
        alarm(3620.0, "P911.79", "reclose_unsuccessful"),
    ]
}

fn exact_end(scenario: &Scenario) -> FinalPicture {
    let open: BTreeSet<String> = scenario.final_breakers.open.iter().cloned().collect();
    let closed = ["QF901", "QF902", "QF912"].map(String::from);
    let breakers: BTreeSet<String> = open.iter().cloned().chain(closed).collect();
    let positions: BTreeMap<_, _> =
        breakers.iter().map(|id| (id.clone(), position(open.contains(id)))).collect();
    FinalPicture {
        initial_positions: positions.clone(),
        breakers,
        positions,
        voltage_kv: scenario.final_state.voltage_kv.clone(),
        transformer_mva: scenario.final_state.transformer_hv_mva.clone(),
        lost_load_mw: 4.2,
        inception_current_a: scenario.relay_currents_a.clone(),
    }
}

fn failures(observed: &[Observed], end: impl FnOnce(&mut FinalPicture)) -> Vec<String> {
    let scenario = s01();
    let mut picture = exact_end(&scenario);
    end(&mut picture);
    let judgement = judge(&scenario, observed, &picture);
    let failed = judgement.findings.iter().filter(|finding| !finding.passed);
    failed.map(|finding| format!("{} -> {}", finding.expected, finding.seen)).collect()
}

fn check_fails(observed: &[Observed], what: &str) {
    let failures = failures(observed, |_| {});
    assert!(failures.iter().any(|failure| failure.contains(what)), "{what} not in {failures:#?}");
}

#[test]
fn an_exact_run_passes() {
    assert_eq!(failures(&exact_run(), |_| {}), Vec::<String>::new());
}

#[test]
fn what_comes_outside_its_window_was_not_seen() {
    let mut run = exact_run();
    run[2] = element(2371.0, "P911.50_2", ProtectionAction::Trip, &["QF911"]);
    check_fails(&run, "P911.50_2 trip QF911 -> not seen");
}

#[test]
fn both_bounds_of_a_window_are_inside() {
    for ms in [2320.0, 2370.0] {
        let mut run = exact_run();
        run[2] = element(ms, "P911.50_2", ProtectionAction::Trip, &["QF911"]);
        assert_eq!(failures(&run, |_| {}), Vec::<String>::new(), "{ms}");
    }
}

#[test]
fn a_trip_of_another_breaker_is_not_the_one_expected() {
    let mut run = exact_run();
    run[2] = element(2325.0, "P911.50_2", ProtectionAction::Trip, &["QF912"]);
    check_fails(&run, "P911.50_2 trip QF911 -> not seen");
}

#[test]
fn what_must_not_be_is_found_by_its_wildcard() {
    let mut run = exact_run();
    run.push(element(5000.0, "P901.51_1", ProtectionAction::Trip, &["QF901"]));
    check_fails(&run, "never: P901 trips -> 00:00:05.000");
    let mut run = exact_run();
    run.push(element(3500.0, "P911.79", ProtectionAction::RelayClose, &["QF911"]));
    check_fails(&run, "never: second reclose");
}

#[test]
fn a_trip_or_movement_that_nobody_expects_is_a_surprise() {
    let mut run = exact_run();
    run.push(moved(6000.0, "QF912", SwitchPosition::Open));
    check_fails(&run, "no other trip or breaker movement -> 00:00:06.000 QF912 open");
    let mut run = exact_run();
    run.push(element(6000.0, "P913.51", ProtectionAction::Trip, &["QF913"]));
    check_fails(&run, "P913.51 trip QF913");
}

#[test]
fn a_second_element_that_trips_an_opening_breaker_is_none() {
    let mut run = exact_run();
    run.insert(3, element(2340.0, "P911.51", ProtectionAction::Trip, &["QF911"]));
    assert_eq!(failures(&run, |_| {}), Vec::<String>::new());
}

#[test]
fn entries_come_in_the_order_of_their_nominal_times() {
    let mut scenario = s01();
    // Windows that overlap, so that only the order can tell the two apart.
    for expectation in &mut scenario.expect {
        expectation.window_ms = [2000.0, 10_000.0];
    }
    scenario.expect.truncate(3);
    let run = [
        element(2325.0, "P911.50_2", ProtectionAction::Start, &[]),
        element(2325.0, "P911.51", ProtectionAction::Start, &[]),
        element(2325.0, "P911.50_2", ProtectionAction::Trip, &["QF911"]),
        moved(2100.0, "QF911", SwitchPosition::Open),
    ];
    let judgement = judge(&scenario, &run, &exact_end(&scenario));
    let failed: Vec<_> = judgement.findings.iter().filter(|finding| !finding.passed).collect();
    assert_eq!(failed.len(), 1, "{failed:#?}");
    assert!(failed[0].seen.contains("out of order"));
}

#[test]
fn the_end_is_judged_within_its_tolerances() {
    let run = exact_run();
    let failed = |change: fn(&mut FinalPicture)| failures(&run, change).join("\n");
    let closed = failed(|end| {
        end.positions.insert("QF911".into(), SwitchPosition::Closed);
    });
    assert!(closed.contains("not so: QF911"), "{closed}");
    let switch = failed(|end| {
        end.initial_positions.insert("QS2111".into(), SwitchPosition::Closed);
        end.positions.insert("QS2111".into(), SwitchPosition::Open);
    });
    assert!(switch.contains("not so: QS2111"), "{switch}");
    let voltage = failed(|end| {
        end.voltage_kv.insert("10-I".into(), 10.598 * 1.0021);
    });
    assert!(voltage.contains("voltage of 10-I"), "{voltage}");
    let within = failed(|end| {
        end.voltage_kv.insert("10-I".into(), 10.598 * 1.0019);
        end.transformer_mva.insert("T1".into(), 87.537 * 1.009);
        end.inception_current_a.insert("QF911".into(), 4596.4 * 0.996);
    });
    assert_eq!(within, "");
    let missing = failed(|end| {
        end.inception_current_a.clear();
    });
    assert!(missing.contains("current of QF911 at inception: 4596.4 A -> not told"), "{missing}");
}

#[test]
fn a_wildcard_stands_for_any_text() {
    for (pattern, text, fits) in [
        ("P901.*", "P901.51_1", true),
        ("P901.*", "P9011.51", false),
        ("*", "", true),
        ("B*.87B.*", "B220.87B.I", true),
        ("B*.87B", "B220.87B.I", false),
        ("P911.51", "P911.51N", false),
    ] {
        assert_eq!(wildcard(pattern, text), fits, "{pattern} {text}");
    }
}

#[test]
fn the_report_names_what_failed() {
    let scenario = s01();
    let mut run = exact_run();
    run.remove(3);
    let text = judge(&scenario, &run, &exact_end(&scenario)).to_string();
    assert!(text.contains("FAILED  2370 ms (2365 to 2420): QF911 open"), "{text}");
    assert!(text.ends_with("S01 FAILED: 1 of 24 rules"), "{text}");
}
