//! Reading case files and comparing with them.

use power::network::{Complex, Network};
use power::powerflow::ReactiveLimits;
use power::solver::Solver;
use serde_json::Value;

pub(crate) fn network(name: &str, text: &str) -> Network {
    Network::from_json(name, text).expect("a case file of the repository is readable")
}

pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("an expected file of the repository is JSON")
}

pub(crate) fn solver(name: &str, text: &str, limits: ReactiveLimits) -> Solver {
    Solver::new(network(name, text), limits)
}

/// A number of an expected file.
pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// A complex number written as `[re, im]`.
pub(crate) fn complex(value: &Value) -> Complex {
    Complex::new(number(&value[0]), number(&value[1]))
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is not a list"))
}

/// An id that may be a number or a text.
pub(crate) fn id(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Fails unless `got` is within `tolerance` of `want`.
pub(crate) fn near(what: &str, got: f64, want: f64, tolerance: f64) {
    assert!(
        (got - want).abs() <= tolerance,
        "{what}: got {got}, expected {want} within {tolerance}"
    );
}

/// Fails unless `got` is within a relative tolerance of `want`; tiny values absolutely.
pub(crate) fn near_rel(what: &str, got: f64, want: f64, relative: f64, floor: f64) {
    near(what, got, want, (want.abs() * relative).max(floor));
}

/// Fails unless two angles agree, whole turns apart.
pub(crate) fn near_angle(what: &str, got_deg: f64, want_deg: f64, tolerance: f64) {
    let turn = (got_deg - want_deg + 180.0).rem_euclid(360.0) - 180.0;
    near(what, turn, 0.0, tolerance);
}
