//! Publication by exception: what has changed since it was last told, and nothing else.
//!
//! Every value keeps the physical stamp of the solution it came from; the message that carries it
//! is one lookahead later (MODEL 0.2).

use std::collections::BTreeMap;

use federate_sdk::hla::{AttributeHandle, Call, ObjectInstanceHandle};
use federate_sdk::logical_time;
use federate_sdk::virtual_time::VirtualTime;
use power::network::{Branch, BranchIndex, BranchKind, Network};
use power::solver::{Energisation as Solved, IslandStatus, Solution};
use training_fom::{
    ConnectivityNode, CurrentTransformer, Energisation, LOOKAHEAD, Line, Network as NetworkObject,
    NodeState, Objects, PhaseCurrents, PowerBalance, PowerFlow, PowerTransformer, SwitchState,
    SwitchingDevice,
};

use crate::catalogue::{Catalogue, device_kind, identity, switch_identity};

/// Dead-band of voltages, relative to nominal (MODEL B.6).
const VOLTAGE_BAND: f64 = 0.001;
/// Dead-band of currents, relative to the rated primary current (MODEL B.6).
const CURRENT_BAND: f64 = 0.005;
/// Dead-band of powers in MVA. Narrower than the 0.5 % of rated power of MODEL B.6: a transformer
/// of 180 MVA would otherwise be told with an error that the scenarios do not allow (0.2 MVA).
const POWER_BAND_MVA: f64 = 0.1;
const DEGREES_BAND: f64 = 0.1;

/// What was last told of every object.
#[derive(Debug)]
pub(crate) struct Publisher {
    objects: Objects,
    catalogue: Catalogue,
    switches: Vec<Option<SwitchState>>,
    nodes: Vec<Option<NodeState>>,
    currents: Vec<Option<PhaseCurrents>>,
    flows: Vec<Option<PowerFlow>>,
    balance: Option<PowerBalance>,
    by_instance: BTreeMap<ObjectInstanceHandle, Told>,
}

/// Which object an instance is, by its place in the network's lists.
#[derive(Debug, Clone, Copy)]
enum Told {
    Switch(usize),
    Node(usize),
    CurrentTransformer(usize),
    Branch(usize),
    Network,
}

impl Publisher {
    pub(crate) fn new(objects: Objects, catalogue: Catalogue, network: &Network) -> Self {
        fn index(
            handles: &[ObjectInstanceHandle],
            told: fn(usize) -> Told,
        ) -> impl Iterator<Item = (ObjectInstanceHandle, Told)> + '_ {
            handles.iter().enumerate().map(move |(place, handle)| (*handle, told(place)))
        }
        let by_instance = index(&catalogue.switches, Told::Switch)
            .chain(index(&catalogue.nodes, Told::Node))
            .chain(index(&catalogue.current_transformers, Told::CurrentTransformer))
            .chain(index(&catalogue.branches, Told::Branch))
            .chain(catalogue.network.map(|handle| (handle, Told::Network)))
            .collect();
        Self {
            switches: vec![None; network.switches.len()],
            nodes: vec![None; network.nodes.len()],
            currents: vec![None; network.cts.len()],
            flows: vec![None; network.branches.len()],
            balance: None,
            objects,
            catalogue,
            by_instance,
        }
    }

    /// Tells a position.
    pub(crate) fn switch(
        &mut self,
        network: &Network,
        switch: usize,
        state: SwitchState,
        now: VirtualTime,
        out: &mut Vec<Call>,
    ) {
        self.switches[switch] = Some(state);
        out.extend(self.told(network, Told::Switch(switch), now));
    }

    /// Tells what a solution has changed beyond the dead-bands.
    pub(crate) fn solution(
        &mut self,
        network: &Network,
        solution: &Solution,
        now: VirtualTime,
        out: &mut Vec<Call>,
    ) {
        for node in 0..network.nodes.len() {
            let state = node_state(network, solution, node, now);
            if !self.nodes[node]
                .as_ref()
                .is_some_and(|told| node_is_told(network, node, told, &state))
            {
                self.nodes[node] = Some(state);
                out.extend(self.told(network, Told::Node(node), now));
            }
        }
        for (place, ct) in network.cts.iter().enumerate() {
            let current = solution.switch_current(ct.switch);
            let ([a, b, c], residual) = (current.magnitudes(), current.residual().norm());
            let state = PhaseCurrents { stamp: now, a, b, c, residual };
            let band = CURRENT_BAND * ct.primary_a;
            if !self.currents[place]
                .as_ref()
                .is_some_and(|told| currents_are_told(told, &state, band))
            {
                self.currents[place] = Some(state);
                out.extend(self.told(network, Told::CurrentTransformer(place), now));
            }
        }
        for (place, branch) in network.branches.iter().enumerate() {
            let Some(index) = network.branch(&branch.id) else { continue };
            let flow = power_flow(solution, index, now);
            if !self.flows[place].as_ref().is_some_and(|told| flow_is_told(told, &flow)) {
                self.flows[place] = Some(flow);
                out.extend(self.told(network, Told::Branch(place), now));
            }
        }
        let balance = power_balance(solution, now);
        if !self.balance.as_ref().is_some_and(|told| balance_is_told(told, &balance)) {
            self.balance = Some(balance);
            out.extend(self.told(network, Told::Network, now));
        }
    }

    /// Tells again what is known of an instance: somebody has just discovered it.
    pub(crate) fn provide(
        &self,
        network: &Network,
        instance: ObjectInstanceHandle,
        _attributes: &[AttributeHandle],
        now: VirtualTime,
    ) -> Option<Call> {
        self.told(network, *self.by_instance.get(&instance)?, now)
    }

    /// The update of one object with all that was told of it; its physical stamps stay as they are.
    fn told(&self, network: &Network, told: Told, now: VirtualTime) -> Option<Call> {
        let time = Some(logical_time(now.saturating_add(LOOKAHEAD)));
        let objects = &self.objects;
        Some(match told {
            Told::Switch(place) => {
                let switch = &network.switches[place];
                let object = SwitchingDevice {
                    identity: Some(switch_identity(network, switch)),
                    kind: Some(device_kind(switch.kind)),
                    state: Some(self.switches[place].clone()?),
                };
                objects.switching_device.update(self.catalogue.switches[place], &object, time)
            }
            Told::Node(place) => {
                let identity = identity(network, &network.nodes[place].voltage_level, "");
                let object = ConnectivityNode {
                    identity: Some(identity),
                    state: Some(self.nodes[place].clone()?),
                };
                objects.connectivity_node.update(self.catalogue.nodes[place], &object, time)
            }
            Told::CurrentTransformer(place) => {
                let switch = &network.switches[network.cts[place].switch.index()];
                let object = CurrentTransformer {
                    identity: Some(switch_identity(network, switch)),
                    state: Some(self.currents[place].clone()?),
                };
                let instance = self.catalogue.current_transformers[place];
                objects.current_transformer.update(instance, &object, time)
            }
            Told::Branch(place) => {
                let branch = &network.branches[place];
                let flow = Some(self.flows[place].clone()?);
                self.branch_update(network, branch, self.catalogue.branches[place], flow, time)
            }
            Told::Network => {
                let object = NetworkObject {
                    identity: Some(identity(network, "", "")),
                    balance: Some(self.balance.clone()?),
                };
                objects.network.update(self.catalogue.network?, &object, time)
            }
        })
    }

    fn branch_update(
        &self,
        network: &Network,
        branch: &Branch,
        instance: ObjectInstanceHandle,
        flow: Option<PowerFlow>,
        time: Option<federate_sdk::hla::LogicalTime>,
    ) -> Call {
        let level = &network.nodes[branch.from.index()].voltage_level;
        let identity = Some(identity(network, level, ""));
        match branch.kind {
            BranchKind::Line => self.objects.line.update(instance, &Line { identity, flow }, time),
            _ => {
                let object = PowerTransformer { identity, flow };
                self.objects.power_transformer.update(instance, &object, time)
            }
        }
    }
}

fn node_state(
    network: &Network,
    solution: &Solution,
    node: usize,
    stamp: VirtualTime,
) -> NodeState {
    let result = &solution.nodes[node];
    NodeState {
        stamp,
        kilovolts: result.v_pu.positive.norm() * network.nodes[node].nominal_kv,
        degrees: result.v_pu.positive.arg().to_degrees(),
        energisation: match result.state {
            Solved::Live => Energisation::Live,
            Solved::Dead => Energisation::Dead,
            Solved::Earthed => Energisation::Earthed,
        },
    }
}

fn node_is_told(network: &Network, node: usize, told: &NodeState, now: &NodeState) -> bool {
    let band = VOLTAGE_BAND * network.nodes[node].nominal_kv;
    told.energisation == now.energisation
        && (told.kilovolts - now.kilovolts).abs() <= band
        && (told.degrees - now.degrees).abs() <= DEGREES_BAND
}

fn currents_are_told(told: &PhaseCurrents, now: &PhaseCurrents, band: f64) -> bool {
    let differences =
        [told.a - now.a, told.b - now.b, told.c - now.c, told.residual - now.residual];
    differences.iter().all(|difference| difference.abs() <= band)
}

fn power_flow(solution: &Solution, branch: BranchIndex, stamp: VirtualTime) -> PowerFlow {
    let flow = solution.branch(branch);
    PowerFlow {
        stamp,
        from_mw: flow.from_mva.re,
        from_mvar: flow.from_mva.im,
        to_mw: flow.to_mva.re,
        to_mvar: flow.to_mva.im,
    }
}

fn flow_is_told(told: &PowerFlow, now: &PowerFlow) -> bool {
    let differences = [
        told.from_mw - now.from_mw,
        told.from_mvar - now.from_mvar,
        told.to_mw - now.to_mw,
        told.to_mvar - now.to_mvar,
    ];
    differences.iter().all(|difference| difference.abs() <= POWER_BAND_MVA)
}

fn power_balance(solution: &Solution, stamp: VirtualTime) -> PowerBalance {
    let collapsed = |status: &IslandStatus| matches!(status, IslandStatus::Collapsed { .. });
    PowerBalance {
        stamp,
        load_mw: solution.load_mva.iter().map(|load| load.re).sum(),
        lost_load_mw: solution.unserved_mw,
        losses_mw: solution.islands.iter().map(|island| island.losses_mw).sum(),
        converged: !solution.islands.iter().any(|island| collapsed(&island.status)),
    }
}

fn balance_is_told(told: &PowerBalance, now: &PowerBalance) -> bool {
    let differences = [
        told.load_mw - now.load_mw,
        told.lost_load_mw - now.lost_load_mw,
        told.losses_mw - now.losses_mw,
    ];
    told.converged == now.converged
        && differences.iter().all(|difference| difference.abs() <= POWER_BAND_MVA)
}
