//! Sharing of reactive power and the start of an iteration.

use super::*;
use crate::network::Network;

const Q_LIMIT: &str = include_str!("../../testdata/net-qlimit.json");
const TS220: &str = crate::cases::TS220;

struct Ready {
    network: Network,
    operating: Operating,
    topology: Topology,
    flow: IslandFlow,
}

fn ready(text: &str) -> Ready {
    let network = Network::from_json("case", text).expect("readable");
    let operating = Operating::of(&network);
    let topology = Topology::new(&network, &operating);
    let flow = IslandFlow::new(&network, &operating, &topology, 0).expect("a regular pattern");
    Ready { network, operating, topology, flow }
}

impl Ready {
    fn solve(&mut self, limits: ReactiveLimits) -> Flow {
        self.flow
            .solve(&self.network, &self.operating, &self.topology, 0, limits)
            .expect("it converges")
    }
}

#[test]
fn machines_on_one_bus_share_reactive_power_by_their_range() {
    let second = "{\"id\": \"G3\", \"bus\": 2, \"p_mw\": 10.0, \"vm_set_pu\": 1.05,
        \"qmin_mvar\": -60.0, \"qmax_mvar\": 60.0, \"in_service\": true}, {\"id\": \"G2\"";
    let text = Q_LIMIT.replacen("{\n   \"id\": \"G2\"", second, 1);
    assert!(text.contains("G3"));
    let mut case = ready(&text);
    let flow = case.solve(ReactiveLimits::Ignored);
    let power = |id: &str| {
        let source = case.network.source(id).expect("a machine");
        flow.sources.iter().find(|(s, ..)| *s == source).expect("in the island").1
    };
    let (g2, g3) = (power("G2"), power("G3"));
    assert!((g3.im - 3.0 * g2.im).abs() < 1e-9, "{g2} {g3}");
    assert!((g2.re - 0.5).abs() < 1e-7 && (g3.re - 0.1).abs() < 1e-7, "{g2} {g3}");
}

#[test]
fn reaching_a_limit_and_leaving_it_again_follows_the_load() {
    let mut case = ready(Q_LIMIT);
    let machine = case.network.source("G2").expect("a machine");
    let limit = |flow: &Flow| flow.sources.iter().find(|(s, ..)| *s == machine).expect("there").2;
    assert_eq!(limit(&case.solve(ReactiveLimits::Obeyed)), Some(ReactiveLimit::Max));
    // Less reactive load and a capacitor's worth of supply: the set point is within reach.
    let load = case.network.load("3").expect("a load");
    case.operating.load_mva[load.index()] = Complex::new(20.0, -60.0);
    assert_eq!(limit(&case.solve(ReactiveLimits::Obeyed)), None);
    case.operating.load_mva[load.index()] = Complex::new(20.0, -200.0);
    assert_eq!(limit(&case.solve(ReactiveLimits::Obeyed)), Some(ReactiveLimit::Min));
}

#[test]
fn a_solution_starts_from_the_last_one() {
    let mut case = ready(TS220);
    let cold = case.solve(ReactiveLimits::Obeyed).iterations;
    assert_eq!(case.solve(ReactiveLimits::Obeyed).iterations, 0);
    let load = case.network.load("LD_911").expect("a load");
    case.operating.load_mva[load.index()] *= 1.01;
    let warm = case.solve(ReactiveLimits::Obeyed).iterations;
    assert!(warm >= 1 && warm < cold, "{warm} after {cold}");
}

#[test]
fn a_flat_start_follows_the_vector_groups() {
    let case = ready(TS220);
    let flat = Case::new(&case.network, &case.operating, &case.topology, 0).flat_start();
    let angle = |id: &str| {
        let node = case.network.node(id).expect("node of the case");
        flat[case.topology.place_of_node(node)].arg().to_degrees()
    };
    assert!((angle("10-I") - 30.0).abs() < 1e-9 && angle("110-I").abs() < 1e-9);
}
