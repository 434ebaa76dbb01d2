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
    assert!(error.starts_with("scenario S08: not yet built: unknown variant `command`"), "{error}");
}

#[test]
fn another_schema_is_refused() {
    let error = Scenario::read("x.json", r#"{"schema": "x/1", "scenarios": []}"#, "S01");
    let error = error.expect_err("another schema").to_string();
    assert_eq!(error, "x.json: schema is x/1, not rtif-training-scenarios/2");
}
