use super::*;

const NETWORK: &str = include_str!("../../../power/cases/ts220.json");

fn network() -> Network {
    Network::from_json("ts220.json", NETWORK).expect("a case of the power crate")
}

#[test]
fn the_drawing_of_ts220_shows_exactly_its_network() {
    let layout = Layout::parse(TS220).expect("shipped");
    assert_eq!(layout.check(&network()), Ok(()));
}

/// The drawing with one piece of text replaced.
fn altered(from: &str, to: &str) -> Result<Layout, LayoutError> {
    assert!(TS220.contains(from), "{from}");
    Layout::parse(&TS220.replacen(from, to, 1))
}

fn differences(from: &str, to: &str) -> Vec<String> {
    match altered(from, to).expect("a drawing").check(&network()) {
        Err(LayoutError::Network { differences, .. }) => differences,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_device_that_is_missing_misplaced_or_of_another_kind_is_told() {
    let renamed = differences("\"id\": \"QF211\"", "\"id\": \"QF999\"");
    assert_eq!(renamed, ["QF211 is not drawn", "QF999 is not in the network"]);
    let moved = differences("\"then\": \"211b\"", "\"then\": \"212b\"");
    assert!(
        moved.contains(&"QF211 is drawn at 211a and 212b, not at its own nodes".into()),
        "{moved:?}"
    );
    let changed = differences(
        "{\"part\": \"breaker\", \"id\": \"QF211\"",
        "{\"part\": \"disconnector\", \"id\": \"QF211\"",
    );
    assert_eq!(changed, ["QF211 is drawn as a Disconnector, not as a Breaker"]);
    let line = differences("\"id\": \"L1\"", "\"id\": \"L9\"");
    assert_eq!(line, ["L1 is not drawn between 211c and S1-211"]);
    let reading = differences("{\"of\": \"CT211\"", "{\"of\": \"CT9\"");
    assert_eq!(reading, ["nothing measures CT9"]);
}

#[test]
fn a_drawing_that_contradicts_itself_is_refused() {
    let problem = |from: &str, to: &str| match altered(from, to) {
        Err(LayoutError::Drawing { problem, .. }) => problem,
        other => panic!("{other:?}"),
    };
    assert_eq!(problem("\"id\": \"QF211\"", "\"id\": \"QF212\""), "QF212 is drawn twice");
    assert_eq!(
        problem(", \"then\": \"211b\"", ""),
        "Breaker QF211 needs `then` if and only if it separates nodes"
    );
    assert_eq!(
        problem("\"id\": \"QF211\", \"at\": [205", "\"id\": \"QF211\", \"at\": [9205"),
        "Breaker QF211 lies outside the picture"
    );
}

#[test]
fn text_that_is_no_drawing_is_refused_with_its_place() {
    let Err(LayoutError::Format(told)) = Layout::parse("{\n  \"station\": 1") else { panic!() };
    assert!(told.contains("line 2"), "{told}");
    assert!(matches!(altered("busbar-layout/1", "busbar-layout/9"), Err(LayoutError::Format(_))));
    assert!(matches!(altered("\"kv\": 220", "\"kilovolts\": 220"), Err(LayoutError::Format(_))));
}

#[test]
fn faults_can_be_at_nodes_and_on_lines_only() {
    let layout = Layout::builtin("ts220").expect("shipped");
    assert!(
        ["220-I", "911-END", "L1", "F928", "F911"].map(|id| layout.is_fault_place(id))
            == [true, true, true, false, true]
    );
    assert!(["QF211", "T1", "CT211", ""].iter().all(|id| !layout.is_fault_place(id)));
    assert!(Layout::builtin("elsewhere").is_none());
}
