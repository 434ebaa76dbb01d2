//! The objects of a station: one instance for each piece of equipment, by its id.

use federate_sdk::hla::{ObjectClassHandle, ObjectInstanceHandle};
use federate_sdk::{Federate, SdkError};
use power::network::{BranchKind, Network, Switch, SwitchEnds, SwitchKind};
use training_fom::{DeviceKind, Identity, Objects};

/// Handles of the instances, in the order of the network's lists.
#[derive(Debug, Clone, Default)]
pub(crate) struct Catalogue {
    pub(crate) switches: Vec<ObjectInstanceHandle>,
    pub(crate) nodes: Vec<ObjectInstanceHandle>,
    pub(crate) current_transformers: Vec<ObjectInstanceHandle>,
    /// Of every branch, line or transformer.
    pub(crate) branches: Vec<ObjectInstanceHandle>,
    pub(crate) network: Option<ObjectInstanceHandle>,
}

impl Catalogue {
    /// Publishes the classes and registers every instance under its id; all ids differ
    /// ([`shared_name`]).
    ///
    /// Fails with `ObjectInstanceNameInUse` when the station is served already.
    pub(crate) async fn register(
        federate: &mut Federate,
        objects: &Objects,
        network: &Network,
    ) -> Result<Self, SdkError> {
        federate.obtain_object_instance_names(&names(network)).await?;
        objects.switching_device.publish(federate).await?;
        objects.connectivity_node.publish(federate).await?;
        objects.current_transformer.publish(federate).await?;
        objects.line.publish(federate).await?;
        objects.power_transformer.publish(federate).await?;
        objects.network.publish(federate).await?;

        let mut catalogue = Self::default();
        for switch in &network.switches {
            let class = objects.switching_device.handle();
            catalogue
                .switches
                .push(federate.register_object_instance(class).named(&switch.id).await?);
        }
        for node in &network.nodes {
            let class = objects.connectivity_node.handle();
            catalogue.nodes.push(federate.register_object_instance(class).named(&node.id).await?);
        }
        for ct in &network.cts {
            let class = objects.current_transformer.handle();
            let instance = federate.register_object_instance(class).named(&ct.id).await?;
            catalogue.current_transformers.push(instance);
        }
        for branch in &network.branches {
            let class = branch_class(objects, branch.kind);
            catalogue
                .branches
                .push(federate.register_object_instance(class).named(&branch.id).await?);
        }
        let class = objects.network.handle();
        catalogue.network =
            Some(federate.register_object_instance(class).named(&network.name).await?);
        Ok(catalogue)
    }
}

/// The class of a branch's instance.
fn branch_class(objects: &Objects, kind: BranchKind) -> ObjectClassHandle {
    match kind {
        BranchKind::Line => objects.line.handle(),
        _ => objects.power_transformer.handle(),
    }
}

/// An id that two pieces of equipment of different kinds share: a network file may have it, a
/// federation has one instance of a name.
pub(crate) fn shared_name(network: &Network) -> Option<String> {
    let mut names = names(network);
    names.sort_unstable();
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone())
}

fn names(network: &Network) -> Vec<String> {
    let switches = network.switches.iter().map(|switch| &switch.id);
    let nodes = network.nodes.iter().map(|node| &node.id);
    let cts = network.cts.iter().map(|ct| &ct.id);
    let branches = network.branches.iter().map(|branch| &branch.id);
    let all = switches.chain(nodes).chain(cts).chain(branches).chain([&network.name]);
    all.cloned().collect()
}

/// Where a switch belongs: its station and voltage level are those of its first node.
pub(crate) fn switch_identity(network: &Network, switch: &Switch) -> Identity {
    let level = match &switch.ends {
        SwitchEnds::Between(node, _) | SwitchEnds::Earth(node) => {
            network.nodes[node.index()].voltage_level.as_str()
        }
        SwitchEnds::Neutral(_) => "",
    };
    identity(network, level, &switch.bay)
}

/// Where equipment of this voltage level and bay belongs.
pub(crate) fn identity(network: &Network, voltage_level: &str, bay: &str) -> Identity {
    Identity { station: network.name.clone(), voltage_level: voltage_level.into(), bay: bay.into() }
}

pub(crate) fn device_kind(kind: SwitchKind) -> DeviceKind {
    match kind {
        SwitchKind::Breaker => DeviceKind::Breaker,
        SwitchKind::Disconnector => DeviceKind::Disconnector,
        SwitchKind::Truck => DeviceKind::Truck,
        SwitchKind::EarthSwitch => DeviceKind::EarthSwitch,
        SwitchKind::NeutralSwitch => DeviceKind::NeutralSwitch,
    }
}
