//! Files with one value changed: each is refused in a sentence or gives finite numbers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use power::network::Network;
use power::powerflow::ReactiveLimits;
use power::protection::{Measurement, Protection};
use power::solver::Solver;
use serde_json::{Value, json};

use crate::expected::json as parse;

/// What a value becomes: another type, a wrong sign, a size without meaning, nothing.
fn mutations() -> [Value; 8] {
    [
        json!(null),
        json!("nothing of that name"),
        json!(-1),
        json!(0),
        json!(1e300),
        json!(true),
        json!([]),
        json!({}),
    ]
}

/// JSON pointers of all values below this one.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    let below: Vec<(String, &Value)> = match value {
        Value::Array(list) => list.iter().enumerate().map(|(n, v)| (n.to_string(), v)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(k, v)| (k.replace('~', "~0").replace('/', "~1"), v)).collect()
        }
        _ => return,
    };
    for (key, value) in below {
        let place = format!("{at}/{key}");
        places(value, &place, found);
        found.push(place);
    }
}

/// Changes values one at a time, every `stride`th place with the next change, and returns what
/// made `read` panic.
fn panics(text: &str, stride: usize, read: impl Fn(&str)) -> Vec<String> {
    let whole = parse(text);
    let mut found = Vec::new();
    places(&whole, "", &mut found);
    let changes = mutations();
    let changed = found.iter().step_by(stride).zip(changes.iter().cycle());
    let panicked = changed.filter(|&(place, change)| {
        let mut file = whole.clone();
        if let Some(value) = file.pointer_mut(place) {
            value.clone_from(change);
        }
        let file = file.to_string();
        catch_unwind(AssertUnwindSafe(|| read(&file))).is_err()
    });
    panicked.map(|(place, change)| format!("{place} = {change}")).collect()
}

fn read_and_solve(text: &str) {
    match Network::from_json("x.json", text) {
        Err(error) => assert!(error.to_string().starts_with("x.json: "), "{error}"),
        Ok(network) => {
            let mut solver = Solver::new(network, ReactiveLimits::Obeyed);
            let solution = solver.solve(0);
            assert!(solution.nodes.iter().all(|node| node.v_pu.positive.is_finite()));
        }
    }
}

#[test]
fn a_changed_network_is_refused_or_solved() {
    // Three shares no factor with the eight changes, so that every kind of place meets them all.
    let ts220 = panics(power::cases::TS220, 3, read_and_solve);
    assert_eq!(ts220, Vec::<String>::new());
    let ieee9 = panics(include_str!("../../testdata/ieee9.json"), 1, read_and_solve);
    assert_eq!(ieee9, Vec::<String>::new());
}

#[test]
fn changed_settings_are_refused_or_played() {
    let play = |text: &str| match Protection::from_json("x.json", text) {
        Err(error) => assert!(error.to_string().starts_with("x.json: "), "{error}"),
        Ok(protection) => {
            for mut relay in protection.relays {
                relay.on_current(1000, Measurement { phases_a: [5e4; 3], residual_a: 5e4 });
                relay.advance(20_000_000);
            }
        }
    };
    assert_eq!(panics(power::cases::TS220_PROTECTION, 1, play), Vec::<String>::new());
}
