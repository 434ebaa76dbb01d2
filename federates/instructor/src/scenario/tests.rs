use super::*;

fn read(id: &str) -> Result<Scenario, String> {
    Scenario::read("training.json", crate::SCENARIOS, id).map_err(|error| error.to_string())
}

#[test]
fn s01_is_read_whole() {
    let scenario = read("S01").expect("playable");
    assert_eq!(scenario.end(), VirtualTime::from_millis(10_000));
    assert_eq!(scenario.expect.len(), 7);
    let [fault] = &scenario.faults()[..] else { panic!("one fault") };
    assert_eq!(fault.stamp, VirtualTime::from_millis(2000));
    assert_eq!((fault.target.as_str(), fault.fraction, fault.permanent), ("F911", 0.5, true));
    assert_eq!(fault.kind, FaultKind::ThreePhase);
}

#[test]
fn an_unknown_scenario_is_told_with_those_that_there_are() {
    let error = read("S99").expect_err("unknown");
    assert!(error.starts_with("training.json has no scenario S99; it has S01, S02"), "{error}");
}

#[test]
fn what_cannot_be_played_yet_is_named() {
    let error = read("S08").expect_err("needs operator commands");
    let wanted = "scenario S08 is not yet built: this version has no event command";
    assert!(error.starts_with(wanted), "{error}");
    let error = read("S12").expect_err("an earth fault");
    assert_eq!(error, "scenario S12 is not yet built: this version has no SLG fault");
}

#[test]
fn every_scenario_is_playable_or_says_what_it_lacks() {
    let file: Value = serde_json::from_str(crate::SCENARIOS).expect("JSON");
    let ids = file["scenarios"].as_array().expect("a list").iter();
    let ids: Vec<_> = ids.filter_map(|scenario| scenario["id"].as_str()).collect();
    assert_eq!(ids.len(), 14);
    for id in ids {
        match read(id) {
            Ok(_) => assert_eq!(id, "S01"),
            Err(error) => {
                assert!(error.contains("is not yet built: this version has no"), "{error}")
            }
        }
    }
}

/// S01 with one text replaced by another.
fn changed(from: &str, to: &str) -> Result<Scenario, String> {
    let file: Value = serde_json::from_str(crate::SCENARIOS).expect("JSON");
    let s01 = file["scenarios"][0].to_string();
    assert!(s01.contains(from), "{from} is in S01");
    let text = format!(r#"{{"schema": "{SCHEMA}", "scenarios": [{}]}}"#, s01.replacen(from, to, 1));
    Scenario::read("x.json", &text, "S01").map_err(|error| error.to_string())
}

#[test]
fn what_is_wrong_in_a_scenario_is_named() {
    for (from, to, wanted) in [
        (r#""t_ms":2000"#, r#""t_ms":-1"#, "scenario S01: invalid value: integer `-1`"),
        (r#""t_ms":2000"#, r#""t_ms":10000"#, "fault at 10000 ms is not before the end"),
        (r#""type":"3PH""#, r#""type":"4PH""#, "scenario S01: 4PH is no type of fault"),
        (r#""window_ms":[2020,2070]"#, r#""window_ms":[2020]"#, "invalid length 1"),
        (r#""ev":"lockout""#, r#""ev":"arc""#, "not yet built: this version has no match arc"),
    ] {
        let error = changed(from, to).expect_err(to);
        assert!(error.contains(wanted), "{error}");
    }
}

#[test]
fn what_is_not_in_the_station_is_named() {
    let network = Network::from_json("ts220.json", power::cases::TS220).expect("readable");
    let check = |scenario: Scenario| scenario.check_station(&network).map_err(|e| e.to_string());
    assert_eq!(check(read("S01").expect("playable")), Ok(()));
    for (from, to, wanted) in [
        ("F911", "F999", "fault at F999, which is neither a node nor a line of ts220"),
        ("F911", "T1.H", "fault at T1.H, which is neither a node nor a line of ts220"),
        (r#"["QF900","#, r#"["QF999","#, "QF999 is no breaker of ts220"),
    ] {
        let scenario = changed(from, to).expect("readable");
        assert_eq!(check(scenario), Err(format!("scenario S01: {wanted}")));
    }
}

#[test]
fn another_schema_is_refused() {
    let error = Scenario::read("x.json", r#"{"schema": "x/1", "scenarios": []}"#, "S01");
    let error = error.expect_err("another schema").to_string();
    assert_eq!(error, "x.json: schema is x/1, not rtif-training-scenarios/2");
}
