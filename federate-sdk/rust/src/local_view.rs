//! The objects of a federation as delivered: what was discovered and the newest values.

use std::collections::BTreeMap;

use bytes::Bytes;
use hla::{AttributeHandle, Callback, ObjectClassHandle, ObjectInstanceHandle};

/// An object instance as this federate knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownInstance {
    /// Its name.
    pub name: String,
    /// The class under which it was discovered.
    pub class: ObjectClassHandle,
    /// The newest value of each attribute that was reflected.
    pub values: BTreeMap<AttributeHandle, Bytes>,
}

/// All object instances that this federate knows.
///
/// Feed it every callback; it takes what it needs. What it shows is the state at the last grant,
/// because the RTI delivers in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LocalView {
    instances: BTreeMap<ObjectInstanceHandle, KnownInstance>,
}

impl LocalView {
    /// Takes in a callback. A removal returns what the instance was.
    pub fn apply(&mut self, callback: &Callback) -> Option<KnownInstance> {
        match callback {
            Callback::DiscoverObjectInstance { object_instance, object_class, name, .. } => {
                let class = *object_class;
                let known = KnownInstance { name: name.clone(), class, values: BTreeMap::new() };
                self.instances.insert(*object_instance, known);
                None
            }
            Callback::ReflectAttributeValues { object_instance, values, .. } => {
                if let Some(known) = self.instances.get_mut(object_instance) {
                    known.values.extend(values.iter());
                }
                None
            }
            Callback::RemoveObjectInstance { object_instance, .. } => {
                self.instances.remove(object_instance)
            }
            _ => None,
        }
    }

    /// The instance of this handle.
    pub fn get(&self, instance: ObjectInstanceHandle) -> Option<&KnownInstance> {
        self.instances.get(&instance)
    }

    /// All instances, by handle.
    pub fn iter(&self) -> impl Iterator<Item = (ObjectInstanceHandle, &KnownInstance)> {
        self.instances.iter().map(|(handle, known)| (*handle, known))
    }

    /// How many instances are known.
    pub fn len(&self) -> usize {
        self.instances.len()
    }

    /// Whether none is known.
    pub fn is_empty(&self) -> bool {
        self.instances.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use hla::{FederateHandle, TransportationTypeHandle, Values};

    use super::*;

    #[test]
    fn the_newest_value_of_each_attribute_stays_until_the_removal() {
        let object_instance = ObjectInstanceHandle::new(7);
        let producing_federate = FederateHandle::new(1);
        let (first, second) = (AttributeHandle::new(1), AttributeHandle::new(2));
        let reflect = |pairs: &[(AttributeHandle, &str)]| Callback::ReflectAttributeValues {
            object_instance,
            values: Values::from_pairs(pairs.iter().copied()),
            tag: Bytes::new(),
            transportation_type: TransportationTypeHandle::RELIABLE,
            producing_federate,
            sent_regions: None,
            stamp: None,
        };
        let mut view = LocalView::default();
        view.apply(&Callback::DiscoverObjectInstance {
            object_instance,
            object_class: ObjectClassHandle::new(3),
            name: "QF911".into(),
            producing_federate,
        });
        view.apply(&reflect(&[(first, "a"), (second, "b")]));
        view.apply(&reflect(&[(second, "c")]));
        let known = view.get(object_instance).expect("discovered");
        assert_eq!(known.values[&first], "a");
        assert_eq!(known.values[&second], "c");
        let removal = Callback::RemoveObjectInstance {
            object_instance,
            tag: Bytes::new(),
            producing_federate,
            stamp: None,
        };
        assert_eq!(view.apply(&removal).map(|known| known.name).as_deref(), Some("QF911"));
        assert!(view.is_empty());
    }
}
