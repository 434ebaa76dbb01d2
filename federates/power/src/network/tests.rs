//! Reading case files: what they become, and how bad ones are refused.

use super::*;

const TS220: &str = crate::cases::TS220;
const IEEE14: &str = include_str!("../../testdata/ieee14.json");

fn read(text: &str) -> Network {
    Network::from_json("case", text).expect("a readable case")
}

/// The case with one piece of text replaced.
fn broken(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "the case no longer contains {from}");
    text.replacen(from, to, 1)
}

fn refusal(text: &str) -> String {
    Network::from_json("case", text).expect_err("a broken case").to_string()
}

#[test]
fn a_two_winding_transformer_follows_its_name_plate() {
    let network = read(TS220);
    let branch = &network.branches[network.branch("TG1").expect("TG1").0];
    // 242/20 kV, 370 MVA, 14 % at 100 MVA and 220/20 kV.
    assert!((branch.ratio - 1.1).abs() < 1e-12);
    assert!((branch.z1_pu.norm() - 0.14 * 100.0 / 370.0).abs() < 1e-12);
    assert!((branch.z1_pu.re - 0.0025 * 100.0 / 370.0).abs() < 1e-12);
    assert!((branch.shift_deg - 330.0).abs() < 1e-12);
    let zero = branch.zero.as_ref().expect("zero sequence");
    assert_eq!((&zero.from, &zero.to), (&ZeroEnd::Through, &ZeroEnd::Delta));
}

#[test]
fn a_three_winding_transformer_becomes_three_legs_on_a_star_point() {
    let network = read(TS220);
    let leg = |id: &str| &network.branches[network.branch(id).expect("a leg").0];
    let star = network.node("T1.star").expect("the star point");
    assert_eq!(network.nodes[star.0].kind, NodeKind::Star);
    // Pairs 14, 42, 26 % of 180 MVA: legs 15, -1, 27 %.
    for (id, uk) in [("T1.H", 0.15), ("T1.M", -0.01), ("T1.L", 0.27)] {
        assert_eq!(leg(id).to, star);
        let z = leg(id).z1_pu * 1.8;
        assert!((z.norm() - f64::abs(uk)).abs() < 1e-12 && z.im * uk > 0.0, "{id}: {z}");
    }
    let tap = network.branch("T1.H").map(|b| network.branches[b.0].tap);
    assert!(tap.flatten().is_some_and(|t| t.pos == -2));
    assert!((leg("T1.H").ratio_at(-2) - 230.0 / 220.0 * 0.975).abs() < 1e-12);
    let neutral = network.switch("NS1H").expect("NS1H");
    let zero = leg("T1.H").zero.as_ref().expect("zero sequence");
    assert_eq!(zero.from, ZeroEnd::ThroughWhile(neutral));
}

#[test]
fn a_load_is_a_constant_impedance_below_seven_tenths() {
    let network = read(TS220);
    let load = &network.loads[network.load("LD_911").expect("LD_911").0];
    let power = Complex::new(0.042, 0.014);
    let (nominal, _) = load.demand(power, 1.0);
    assert!((nominal - power).norm() < 1e-12);
    let (at_knee, _) = load.demand(power, 0.7);
    let (below, _) = load.demand(power, 0.35);
    assert!((below - at_knee / 4.0).norm() < 1e-12);
    // The stated derivative is the slope.
    for v in [0.3, 0.8, 1.05] {
        let step = 1e-6;
        let slope =
            (load.demand(power, v + step).0 - load.demand(power, v - step).0) / (2.0 * step);
        assert!((slope - load.demand(power, v).1).norm() < 1e-8, "at {v} pu");
    }
}

#[test]
fn a_dangling_reference_names_both_elements() {
    let text = broken(TS220, "\"node1\": \"211c\"", "\"node1\": \"nowhere\"");
    let refused = refusal(&text);
    assert!(
        refused.contains("node1 refers to node nowhere, which is not in the file"),
        "{refused}"
    );
    let text = broken(IEEE14, "\"from\": 1", "\"from\": 99");
    assert_eq!(refusal(&text), "case: branch 1: from refers to bus 99, which is not in the file");
}

#[test]
fn a_repeated_id_is_refused() {
    let text = broken(TS220, "\"id\": \"220-II\"", "\"id\": \"220-I\"");
    assert_eq!(refusal(&text), "case: node 220-I: the id is used twice; ids must be unique");
}

#[test]
fn an_unknown_kind_is_refused_with_the_known_ones() {
    let text = broken(TS220, "\"kind\": \"disconnector\"", "\"kind\": \"isolator\"");
    let refused = refusal(&text);
    assert!(
        refused.contains("switch QS2111: kind \"isolator\" is unknown; use one of"),
        "{refused}"
    );
    let text = broken(TS220, "\"kind\": \"node_breaker\"", "\"kind\": \"graph\"");
    assert!(refusal(&text).contains("case: kind \"graph\" is unknown"));
    let text = broken(TS220, "rtif-power-case/1", "rtif-power-case/2");
    assert!(refusal(&text).contains("schema is \"rtif-power-case/2\""));
}

#[test]
fn a_switch_between_two_voltages_is_refused() {
    let text = broken(TS220, "\"node2\": \"211a\"", "\"node2\": \"111a\"");
    assert!(refusal(&text).contains("switch QS2111: it joins 220 kV and 110 kV"));
}

#[test]
fn numbers_without_a_meaning_are_refused() {
    for (from, to, said) in [
        ("\"length_km\": 42.0", "\"length_km\": 0.0", "line L1: length_km is 0"),
        ("\"sn_mva\": 370.0", "\"sn_mva\": -1.0", "transformer TG1: sn_mva is -1"),
        ("\"sk_mva\": 8000.0", "\"sk_mva\": 0.0", "external grid S1: sk_mva is 0"),
        ("\"pos\": -2", "\"pos\": 40", "tap position is 40"),
        ("\"nominal_kv\": 220.0", "\"nominal_kv\": 0.0", "nominal_kv is 0"),
    ] {
        let refused = refusal(&broken(TS220, from, to));
        assert!(refused.contains(said), "{refused}");
    }
}

#[test]
fn what_is_not_json_is_refused_with_its_place() {
    assert!(refusal("{").contains("line 1"));
    let text = broken(IEEE14, "\"x_pu\"", "\"y_pu\"");
    assert!(refusal(&text).contains("missing field `x_pu`"), "{}", refusal(&text));
}
