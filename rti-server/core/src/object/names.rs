//! Names of object instances: reserved by a federate or in use, each by one only (6.2 to 6.7).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use hla::{Callback, FederateHandle, HlaError, ObjectInstanceHandle, Reply};

use super::Instances;
use crate::{emission::Out, federate::Federates, federation::Federation};

/// What a name is taken by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Reserved(FederateHandle),
    Instance(ObjectInstanceHandle),
}

/// All names that are taken.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Names(BTreeMap<Arc<str>, Use>);

impl Names {
    pub(crate) fn instance(&self, name: &str) -> Option<ObjectInstanceHandle> {
        match self.0.get(name) {
            Some(Use::Instance(object)) => Some(*object),
            Some(Use::Reserved(_)) | None => None,
        }
    }

    /// Whether the federate holds the name and has not used it.
    pub(crate) fn is_reserved_by(&self, federate: FederateHandle, name: &str) -> bool {
        self.0.get(name) == Some(&Use::Reserved(federate))
    }

    pub(crate) fn is_taken(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(crate) fn use_for(&mut self, name: Arc<str>, object: ObjectInstanceHandle) {
        self.0.insert(name, Use::Instance(object));
    }

    pub(crate) fn free(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Frees what a federate reserved and never used.
    pub(crate) fn release_all_of(&mut self, federate: FederateHandle) {
        self.0.retain(|_, taken| *taken != Use::Reserved(federate));
    }

    /// A name is reserved by one joined federate or belongs to one instance (6.2).
    pub(crate) fn check_invariants(&self, instances: &Instances, federates: &Federates) {
        let mut reserved: BTreeMap<FederateHandle, usize> = BTreeMap::new();
        let mut used = 0;
        for (name, taken) in &self.0 {
            match taken {
                Use::Reserved(federate) => *reserved.entry(*federate).or_default() += 1,
                Use::Instance(object) => {
                    used += 1;
                    let instance = instances.get(*object).expect("a name in use has an instance");
                    assert_eq!(&instance.name, name, "name of object instance {object}");
                }
            }
        }
        assert_eq!(used, instances.len(), "names in use and instances");
        for (handle, federate) in federates.iter() {
            let counted = reserved.remove(&handle).unwrap_or_default();
            assert_eq!(federate.reserved_names, counted, "names reserved by {}", federate.name);
        }
        assert!(reserved.is_empty(), "names are reserved by federates that left: {reserved:?}");
    }
}

impl Federation {
    pub(super) fn reserve_name(
        &mut self,
        from: FederateHandle,
        name: String,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        check_legal(&name)?;
        self.check_room_for_names(from, 1)?;
        let callback = if self.take_name(from, &name) {
            Callback::ObjectInstanceNameReservationSucceeded { name }
        } else {
            Callback::ObjectInstanceNameReservationFailed { name }
        };
        self.federates.tell_one(from, callback, out);
        Ok(Reply::ReserveObjectInstanceName)
    }

    pub(super) fn reserve_names(
        &mut self,
        from: FederateHandle,
        names: Vec<String>,
        out: &mut Out<'_>,
    ) -> Result<Reply, HlaError> {
        // A name that is listed twice is one name: a set cannot hold it twice.
        let names: BTreeSet<String> = names.into_iter().collect();
        if names.is_empty() {
            return Err(HlaError::NameSetWasEmpty("name at least one object instance".into()));
        }
        for name in &names {
            check_legal(name)?;
        }
        self.check_room_for_names(from, names.len())?;
        let (taken, refused): (Vec<_>, Vec<_>) =
            names.into_iter().partition(|name| self.take_name(from, name));
        if !taken.is_empty() {
            let names = taken;
            let callback = Callback::MultipleObjectInstanceNameReservationSucceeded { names };
            self.federates.tell_one(from, callback, out);
        }
        if !refused.is_empty() {
            let names = refused;
            let callback = Callback::MultipleObjectInstanceNameReservationFailed { names };
            self.federates.tell_one(from, callback, out);
        }
        Ok(Reply::ReserveMultipleObjectInstanceNames)
    }

    pub(super) fn release_name(
        &mut self,
        from: FederateHandle,
        name: &str,
    ) -> Result<Reply, HlaError> {
        self.check_reserved(from, name)?;
        self.give_back(from, name);
        Ok(Reply::ReleaseObjectInstanceName)
    }

    pub(super) fn release_names(
        &mut self,
        from: FederateHandle,
        names: &[String],
    ) -> Result<Reply, HlaError> {
        for name in names {
            self.check_reserved(from, name)?;
        }
        for name in names.iter().collect::<BTreeSet<_>>() {
            self.give_back(from, name);
        }
        Ok(Reply::ReleaseMultipleObjectInstanceNames)
    }

    pub(super) fn check_reserved(&self, from: FederateHandle, name: &str) -> Result<(), HlaError> {
        if self.names.is_reserved_by(from, name) {
            return Ok(());
        }
        Err(HlaError::ObjectInstanceNameNotReserved(format!(
            "{} has not reserved the name {name:?}",
            self.federate_name(from)
        )))
    }

    fn check_room_for_names(&self, from: FederateHandle, more: usize) -> Result<(), HlaError> {
        let held = self.federates.get(from).map_or(0, |federate| federate.reserved_names);
        let limit = self.settings.limits.reserved_names_max;
        if held.saturating_add(more) <= limit {
            return Ok(());
        }
        Err(HlaError::RTIinternalError(format!(
            "{} would hold more than {limit} reserved names, release some or raise the limit",
            self.federate_name(from)
        )))
    }

    fn take_name(&mut self, from: FederateHandle, name: &str) -> bool {
        if self.names.is_taken(name) {
            return false;
        }
        self.names.0.insert(name.into(), Use::Reserved(from));
        if let Some(federate) = self.federates.get_mut(from) {
            federate.reserved_names += 1;
        }
        true
    }

    fn give_back(&mut self, from: FederateHandle, name: &str) {
        self.names.free(name);
        if let Some(federate) = self.federates.get_mut(from) {
            federate.reserved_names = federate.reserved_names.saturating_sub(1);
        }
    }
}

/// Names that begin with HLA are the RTI's own (SEMANTICS 12, point 15).
fn check_legal(name: &str) -> Result<(), HlaError> {
    if name.is_empty() {
        return Err(HlaError::IllegalName("the name of an object instance is empty".into()));
    }
    if name.starts_with("HLA") {
        return Err(HlaError::IllegalName(format!(
            "{name:?} begins with HLA, such names are reserved for the RTI"
        )));
    }
    Ok(())
}
