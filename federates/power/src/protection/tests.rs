//! Operate times against the truth file, and the behaviour of relays.

use serde_json::Value;

use super::inverse_time::ResetRule;
use super::*;

const TIMING: &str = include_str!("../../testdata/protection_timing.json");
const SETTINGS: &str = crate::cases::TS220_PROTECTION;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("a truth file of the repository is JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn curve(row: &Value) -> Curve {
    row["curve"].as_str().and_then(Curve::from_name).expect("a curve this crate has")
}

fn us(seconds: f64) -> u64 {
    u64::try_from(std::time::Duration::from_secs_f64(seconds).as_micros()).expect("short")
}

fn relay(id: &str) -> Relay {
    let protection = Protection::from_json("ts220.protection.json", SETTINGS).expect("readable");
    protection.relay(id).expect("the relay is in the file").clone()
}

fn balanced(current_a: f64) -> Measurement {
    Measurement { phases_a: [current_a; 3], residual_a: 0.0 }
}

/// Events as `stamp in ms: element kind`.
fn told(events: &[ProtectionEvent]) -> Vec<String> {
    let line = |e: &ProtectionEvent| {
        let kind = match &e.kind {
            EventKind::Start => "start".to_owned(),
            EventKind::Reset => "reset".to_owned(),
            EventKind::Trip { breakers, .. } => format!("trip {}", breakers.join(" ")),
            EventKind::RelayClose { breaker } => format!("close {breaker}"),
            EventKind::Lockout => "lockout".to_owned(),
            EventKind::Alarm { code } => format!("alarm {code}"),
        };
        format!("{}: {} {kind}", e.t_us as f64 / 1e3, e.element)
    };
    events.iter().map(line).collect()
}

#[test]
fn inverse_time_static_vectors() {
    let truth = json(TIMING);
    let rows = truth["overcurrent_static"].as_array().expect("rows");
    assert!(rows.len() >= 80);
    for row in rows {
        let (tms, multiple) = (number(&row["tms"]), number(&row["multiple"]));
        let operate = curve(row).operate_s(tms, multiple);
        match row["operate_s"].as_f64() {
            // The file rounds to a microsecond.
            Some(want) => {
                let got = operate.expect("above the pickup");
                assert!((got - want).abs() <= want * 1e-6 + 6e-7, "{row}: {got}");
            }
            None => assert_eq!(operate, None, "{row}"),
        }
        let reset = curve(row).reset_s(tms, 0.5);
        match row["reset_s_if_current_falls_to_half_pickup"].as_f64() {
            Some(want) => {
                let got = reset.expect("a reset time");
                assert!((got - want).abs() <= want * 1e-6 + 6e-7, "{row}: {got}");
            }
            None => assert_eq!(reset, None, "{row}"),
        }
    }
}

#[test]
fn b119_no_curve_has_a_time_at_or_below_the_setting() {
    const EXPECTED: &str = include_str!("../../testdata/relay-expected.csv");
    let rows: Vec<Vec<&str>> =
        EXPECTED.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 33);
    for row in rows {
        let [name, tms, multiple, wanted] = row[..] else { panic!("four columns: {row:?}") };
        let curve = match name {
            "SI" => Curve::IecNormal,
            "VI" => Curve::IecVery,
            "EI" => Curve::IecExtremely,
            "LTI" => Curve::IecLongTime,
            _ => panic!("no such curve: {name}"),
        };
        let [tms, multiple] = [tms, multiple].map(|n| n.parse().expect("a number"));
        if wanted == "never" {
            assert_eq!(curve.operate_s(tms, multiple), None, "{row:?}");
            continue;
        }
        let wanted: f64 = wanted.parse().expect("a number");
        let got = curve.operate_s(tms, multiple).expect("above the setting");
        assert!((got - wanted).abs() <= (1e-4 * wanted).max(1e-4), "{row:?}: {got}");
    }
    for name in Curve::NAMES.split(", ") {
        let curve = Curve::from_name(name).expect("a name of the list");
        for multiple in [1.0, 0.999_999, 0.0, f64::NAN] {
            assert_eq!(curve.operate_s(1.0, multiple), None, "{name} at {multiple}");
        }
        let just_above = curve.operate_s(1.0, 1.000_001).expect("a time");
        assert!(just_above.is_finite() && just_above > 1000.0, "{name}: {just_above}");
        assert_eq!(curve.operate_s(1.0, 1000.0), curve.operate_s(1.0, 20.0), "{name}");
    }
}

#[test]
fn inverse_time_dynamic_vectors() {
    let truth = json(TIMING);
    for row in truth["overcurrent_profiles"].as_array().expect("rows") {
        let reset = if row["reset"] == "disk" { ResetRule::Disk } else { ResetRule::Instant };
        let mut timer = InverseTime::new(curve(row), number(&row["tms"]), 1.0, reset, 0);
        let mut at_us = 0;
        let mut tripped_us = None;
        for part in row["profile"].as_array().expect("parts") {
            timer.on_value(at_us, number(&part["multiple"]));
            at_us += us(number(&part["duration_s"]));
            while let Some(due) = timer.next_due().filter(|&due| due < at_us) {
                if timer.take_due() == Some(Output::Trip) {
                    tripped_us = tripped_us.or(Some(due));
                }
            }
        }
        let got = tripped_us.expect("it trips") as f64 / 1e6;
        // Every change of current rounds to a microsecond, and so does the file.
        assert!((got - number(&row["operate_s"])).abs() <= 1.5e-6, "{row}: {got}");
    }
}

#[test]
fn a_definite_time_element_starts_and_trips_after_its_device_time() {
    let mut relay = relay("P911");
    assert!(relay.on_current(2_000_000, balanced(1600.0)).is_empty());
    assert_eq!(relay.next_due(), Some(2_025_000));
    let events = relay.advance(2_400_000);
    assert_eq!(
        told(&events),
        ["2025: P911.50_2 start", "2025: P911.51 start", "2325: P911.50_2 trip QF911"]
    );
    let events = relay.on_current(2_500_000, balanced(0.0));
    assert_eq!(told(&events), ["2500: P911.50_2 reset", "2500: P911.51 reset"]);
}

#[test]
fn a_current_that_falls_when_the_timer_ends_cancels_the_trip() {
    let mut relay = relay("P911");
    relay.on_current(0, balanced(1600.0));
    let events = relay.on_current(325_000, balanced(0.0));
    assert!(!events.iter().any(|e| matches!(e.kind, EventKind::Trip { .. })), "{events:?}");
    assert!(relay.advance(1_000_000).is_empty());
}

#[test]
fn an_element_drops_out_below_95_percent_of_its_pickup() {
    let mut relay = relay("P901");
    relay.on_current(0, balanced(6100.0));
    relay.on_current(100_000, balanced(5750.0));
    let events = relay.advance(2_000_000);
    assert_eq!(
        told(&events),
        [
            "925: P901.51_1 trip QF900",
            "1225: P901.51_2 trip QF901",
            "1525: P901.51_3 trip QF201 QF101 QF901"
        ]
    );
    assert_eq!(told(&relay.on_current(2_000_000, balanced(5650.0))).len(), 3);
}

#[test]
fn residual_current_alone_starts_the_earth_fault_stages() {
    let mut relay = relay("P911");
    let residual = Measurement { phases_a: [400.0, 100.0, 100.0], residual_a: 400.0 };
    relay.on_current(0, residual);
    assert_eq!(
        told(&relay.advance(300_000)),
        ["25: P911.50N start", "25: P911.51N start", "225: P911.50N trip QF911"]
    );
}

#[test]
fn the_acceleration_stage_only_sees_the_three_seconds_after_a_closing() {
    let mut relay = relay("P911");
    relay.on_current(0, balanced(5000.0));
    let before = relay.advance(200_000);
    assert!(!before.iter().any(|e| e.element == "P911.ACC"), "{before:?}");
    relay.on_current(200_000, balanced(0.0));
    relay.on_breaker(250_000, "QF911", false);
    relay.on_breaker(20_000_000, "QF911", true);
    relay.on_current(22_999_999, balanced(5000.0));
    let inside = relay.advance(23_200_000);
    assert!(told(&inside).contains(&"23124.999: P911.ACC trip QF911".to_owned()), "{inside:?}");
    relay.on_current(23_200_000, balanced(0.0));
    relay.on_current(23_300_000, balanced(5000.0));
    let late = relay.advance(23_500_000);
    assert!(!late.iter().any(|e| e.element == "P911.ACC"), "{late:?}");
}

/// Currents and breaker states of a trip by `P911.50_2`: the breaker is open at the stamp.
fn trip(relay: &mut Relay, fault_us: u64) -> Vec<ProtectionEvent> {
    let mut events = relay.on_current(fault_us, balanced(2000.0));
    events.extend(relay.advance(fault_us + 325_000));
    let open_us = fault_us + 370_000;
    events.extend(relay.on_breaker(open_us, "QF911", false));
    events.extend(relay.on_current(open_us, balanced(0.0)));
    events.extend(relay.advance(open_us));
    events
}

#[test]
fn a_successful_reclose_is_ready_again_after_the_reclaim_time() {
    let mut relay = relay("P911");
    trip(&mut relay, 0);
    let close = told(&relay.advance(2_000_000));
    assert_eq!(close, ["1380: P911.79 close QF911"]);
    relay.on_breaker(1_450_000, "QF911", true);
    assert!(!relay.reclose().expect("a 79").is_ready());
    relay.advance(16_449_999);
    assert!(!relay.reclose().expect("a 79").is_ready());
    relay.advance(16_450_000);
    assert!(relay.reclose().expect("a 79").is_ready());
}

#[test]
fn a_second_trip_in_the_reclaim_time_locks_out_with_an_alarm() {
    let mut relay = relay("P911");
    trip(&mut relay, 0);
    relay.advance(1_380_000);
    relay.on_breaker(1_450_000, "QF911", true);
    let events = told(&trip(&mut relay, 8_000_000));
    assert!(events.contains(&"8370: P911.79 lockout".to_owned()), "{events:?}");
    assert!(events.contains(&"8370: P911.79 alarm reclose_unsuccessful".to_owned()));
    assert!(relay.advance(60_000_000).is_empty());
    assert!(relay.reclose().expect("a 79").is_locked_out());
}

#[test]
fn an_opening_by_hand_is_not_reclosed() {
    let mut relay = relay("P911");
    assert!(relay.on_breaker(0, "QF911", false).is_empty());
    assert!(relay.advance(60_000_000).is_empty());
    // And the first trip after a closing by hand is final.
    relay.on_breaker(60_000_000, "QF911", true);
    let events = told(&trip(&mut relay, 62_000_000));
    assert!(events.contains(&"62370: P911.79 lockout".to_owned()), "{events:?}");
}

#[test]
fn a_blocked_reclose_leaves_the_breaker_open() {
    let mut relay = relay("P911");
    relay.block_reclose(0, true);
    let events = told(&trip(&mut relay, 0));
    assert!(events.contains(&"370: P911.79 lockout".to_owned()), "{events:?}");
    assert!(relay.advance(60_000_000).is_empty());
}

#[test]
fn a_breaker_that_does_not_close_locks_the_reclose_out() {
    let mut relay = relay("P911");
    trip(&mut relay, 0);
    let events = told(&relay.advance(60_000_000));
    assert_eq!(
        events,
        [
            "1380: P911.79 close QF911",
            "2380: P911.79 lockout",
            "2380: P911.79 alarm reclose_failed"
        ]
    );
}

#[test]
fn settings_of_one_bay_serve_the_others() {
    let protection = Protection::from_json("settings", SETTINGS).expect("readable");
    let ids: Vec<_> = protection.relays.iter().map(Relay::id).collect();
    let feeders = ["P911", "P912", "P913", "P914", "P921", "P922", "P923", "P924"];
    assert!(feeders.iter().chain(&["P901", "P902"]).all(|id| ids.contains(id)), "{ids:?}");
    assert_eq!(ids.len(), 10);

    let overhead = protection.relay("P913").expect("P913");
    assert_eq!(overhead.ct(), "CT913");
    assert_eq!(overhead.reclose().expect("overhead lines reclose").id(), "P913.79");
    assert!(protection.relay("P912").expect("P912").reclose().is_none());

    // Cables: nothing at 6.5 kA but the delayed stages, the first stage above 20 kA.
    let mut cable = protection.relay("P912").expect("P912").clone();
    cable.on_current(0, balanced(6500.0));
    let events = cable.advance(100_000);
    assert!(!events.iter().any(|e| e.element == "P912.50_1"), "{events:?}");
    cable.on_current(200_000, balanced(21_000.0));
    assert!(told(&cable.advance(225_000)).contains(&"225: P912.50_1 trip QF912".to_owned()));

    let mut incomer = protection.relay("P902").expect("P902").clone();
    incomer.on_current(0, balanced(7000.0));
    let trips = told(&incomer.advance(2_000_000));
    assert!(trips.contains(&"925: P902.51_1 trip QF900".to_owned()), "{trips:?}");
    assert!(trips.contains(&"1525: P902.51_3 trip QF202 QF102 QF902".to_owned()), "{trips:?}");
}

#[test]
fn what_is_not_built_is_listed() {
    let protection = Protection::from_json("settings", SETTINGS).expect("readable");
    let listed = |id: &str| protection.not_built.iter().any(|n| n.element == id);
    for id in ["P211.21", "B220.87B", "BATS10", "P211.79", "T1.87T", "C.81U", "VTF"] {
        assert!(listed(id), "{id} is missing in {:?}", protection.not_built);
    }
    assert!(!listed("P911.51"));
}

#[test]
fn settings_that_cannot_be_used_name_the_element_and_the_field() {
    let broken = SETTINGS.replacen("\"curve\": \"IEC_NI\"", "\"curve\": \"IEC_XX\"", 1);
    let error = Protection::from_json("s.json", &broken).expect_err("an unknown curve");
    let text = error.to_string();
    assert!(text.starts_with("s.json: element P911.51: curve"), "{text}");
    for (from, to, wanted) in [
        ("\"delay_ms\": 300", "\"delay_ms\": -300", "s.json: element P911.50_2: invalid value"),
        ("\"pickup_a\": 1500", "\"pickup_a\": \"x\"", "s.json: element P911.50_2: invalid type"),
        ("\"pickup_a\": 1500", "\"pickup_a\": 0", "s.json: element P911.50_2: pickup_a"),
        ("\"delay_ms\": 300", "\"delay_ms\": 86400001", "s.json: element P911.50_2: delay_ms"),
        ("\"P911.51\"", "\"P911.50_2\"", "s.json: element P911.50_2: the id is used twice"),
        ("\"relay\": \"P901\"", "\"relay\": \"\"", "s.json: element P901.51_1: relay"),
        ("\"dead_ms\": 1000", "\"dead_ms\": 99999999999", "s.json: element P911.79: dead_ms"),
        ("\"QF911\"", "911", "s.json: element P911.50_1: trips"),
        ("\"ct\": \"CT911\"", "\"ct\": \"\"", "s.json: element P911.50_1: ct"),
    ] {
        assert!(SETTINGS.contains(from), "{from}");
        let broken = SETTINGS.replacen(from, to, 1);
        let error = Protection::from_json("s.json", &broken).expect_err(to).to_string();
        assert!(error.starts_with(wanted), "{error}");
    }
    let error = Protection::from_json("s.json", "{").expect_err("not JSON");
    assert!(matches!(error, SettingsError::Json { .. }));
}
