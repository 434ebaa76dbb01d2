//! The station as the instructor was told of it.

use std::collections::BTreeMap;

use federate_sdk::virtual_time::VirtualTime;
use power::network::Network;
use training_fom::{
    DeviceKind, PhaseCurrents, PowerFlow, SwitchPosition, SwitchingDevice, TrainingObject,
};

use crate::judge::FinalPicture;
use crate::log::Observed;

/// The newest values of a station.
#[derive(Debug, Clone, Default)]
pub(crate) struct Picture {
    /// Current transformer -> the breaker whose current it measures.
    breaker_of: BTreeMap<String, String>,
    inception: Option<VirtualTime>,
    known: FinalPicture,
}

impl Picture {
    /// A station of which nothing was told yet. `inception` is when the first fault begins.
    pub(crate) fn new(network: &Network, inception: Option<VirtualTime>) -> Self {
        let breaker = |ct: &power::network::CurrentTransformer| {
            let switch = &network.switches[ct.switch.index()];
            (ct.id.clone(), switch.id.clone())
        };
        let breaker_of = network.cts.iter().map(breaker).collect();
        Self { breaker_of, inception, known: FinalPicture::default() }
    }

    /// Takes in values of an instance; a device that has moved is an observation.
    pub(crate) fn apply(&mut self, name: &str, object: &TrainingObject) -> Option<Observed> {
        match object {
            TrainingObject::SwitchingDevice(device) => return self.switch(name, device),
            TrainingObject::ConnectivityNode(node) => {
                if let Some(state) = &node.state {
                    self.known.voltage_kv.insert(name.into(), state.kilovolts);
                }
            }
            TrainingObject::CurrentTransformer(ct) => {
                if let Some(currents) = &ct.state {
                    self.currents(name, currents);
                }
            }
            TrainingObject::PowerTransformer(transformer) => {
                // The first branch of a three-winding transformer is its high voltage side.
                let name = name.strip_suffix(".H").unwrap_or(name);
                if let Some(PowerFlow { from_mw, from_mvar, .. }) = transformer.flow {
                    self.known.transformer_mva.insert(name.into(), from_mw.hypot(from_mvar));
                }
            }
            TrainingObject::Network(network) => {
                if let Some(balance) = &network.balance {
                    self.known.lost_load_mw = balance.lost_load_mw;
                }
            }
            _ => {}
        }
        None
    }

    /// What the judge looks at.
    pub(crate) fn judged(&self) -> &FinalPicture {
        &self.known
    }

    fn switch(&mut self, name: &str, device: &SwitchingDevice) -> Option<Observed> {
        if device.kind == Some(DeviceKind::Breaker) {
            self.known.breakers.insert(name.into());
        }
        let state = device.state.clone()?;
        let before: Option<SwitchPosition> =
            self.known.positions.insert(name.into(), state.position);
        match before {
            None => {
                self.known.initial_positions.insert(name.into(), state.position);
                None
            }
            Some(before) if before == state.position => None,
            Some(_) => Some(Observed::Position { device: name.into(), state }),
        }
    }

    /// Keeps what flows right after the inception: the last value that is true at that instant.
    fn currents(&mut self, name: &str, currents: &PhaseCurrents) {
        let at_inception = self.inception.is_some_and(|inception| currents.stamp <= inception);
        if at_inception && let Some(breaker) = self.breaker_of.get(name) {
            let largest = currents.a.max(currents.b).max(currents.c);
            self.known.inception_current_a.insert(breaker.clone(), largest);
        }
    }
}
