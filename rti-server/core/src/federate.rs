//! Federates: who is joined, what each has set for itself, what it has been told and has handled.
//!
//! Handles are given from 1 in the order of joining and never again. The table keeps the
//! invariant that a name belongs to one joined federate.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use hla::{
    AttributeHandle, Callback, Edition, FederateHandle, HlaError, ObjectClassHandle,
    ObjectInstanceHandle, OrderType, Switches, TransportationTypeHandle,
};
use smallvec::{SmallVec, smallvec};

use crate::{
    CallbackSeq, Effect, FederateSet, emission::Out, mom::Observed, ownership::OwnershipNews,
};

/// A joined federate.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Federate {
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) edition: Edition,
    /// Its own switches; those of the whole federation have no meaning here.
    pub(crate) switches: Switches,
    /// The last callback emitted to it.
    pub(crate) emitted: CallbackSeq,
    /// The last callback it is known to have handled.
    pub(crate) handled: CallbackSeq,
    /// Names that it has reserved and not used.
    pub(crate) reserved_names: usize,
    /// Instances whose removal it was told and has not handled, in order of telling.
    pub(crate) removed: VecDeque<RemovedInstance>,
    /// What it was told about attributes it wanted and has not handled, in order of telling.
    pub(crate) ownership_news: VecDeque<OwnershipNews>,
    /// What its attributes start with instead of the FDD's settings (2025).
    pub(crate) defaults: BTreeMap<(ObjectClassHandle, AttributeHandle), AttributeDefaults>,
    /// Its `HLAfederate` instance.
    pub(crate) object: ObjectInstanceHandle,
    /// What that shows and nothing else needs.
    pub(crate) observed: Observed,
}

/// An instance as a federate still knows it that has not handled the removal.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RemovedInstance {
    pub(crate) object: ObjectInstanceHandle,
    pub(crate) class: ObjectClassHandle,
    pub(crate) name: Arc<str>,
    /// The callback that tells the removal.
    pub(crate) told: CallbackSeq,
}

/// Settings of a class attribute by changeDefault...Type.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct AttributeDefaults {
    pub(crate) order: Option<OrderType>,
    pub(crate) transportation: Option<TransportationTypeHandle>,
}

/// What a receiver gets with a message besides its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct View {
    /// The producing federate; always in the 2025 edition, by a switch in the 2010 edition.
    pub(crate) producer: bool,
    /// The regions of the sender, by a switch.
    pub(crate) regions: bool,
}

impl View {
    const USUAL: Self = Self { producer: true, regions: false };
    /// Everything that anybody gets.
    pub(crate) const WHOLE: Self = Self { producer: true, regions: true };
}

impl Federate {
    fn view(&self) -> View {
        View {
            producer: self.edition == Edition::Hla4 || self.switches.convey_producing_federate,
            regions: self.switches.convey_region_designator_sets,
        }
    }
}

/// All federates that ever joined.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Federates {
    /// By handle; those who left are `None`.
    rows: Vec<Option<Box<Federate>>>,
    by_name: BTreeMap<String, FederateHandle>,
    joined: FederateSet,
    /// How many of them do not have the usual view; while it is 0 nobody needs to be asked.
    unusual_views: usize,
    /// How many of them have their service invocations reported.
    reported: usize,
}

impl Federates {
    /// The handle of the next federate to join.
    pub(crate) fn next_handle(&self) -> Result<FederateHandle, HlaError> {
        match u32::try_from(self.rows.len() + 1) {
            Ok(number) if number < u32::MAX => Ok(FederateHandle::new(number)),
            _ => Err(HlaError::RTIinternalError("this federation has used up its handles".into())),
        }
    }

    /// Takes in a federate under the next handle.
    pub(crate) fn add(&mut self, handle: FederateHandle, federate: Federate) {
        debug_assert_eq!(self.next_handle(), Ok(handle));
        self.by_name.insert(federate.name.clone(), handle);
        self.joined.insert(handle);
        self.unusual_views += usize::from(federate.view() != View::USUAL);
        self.reported += usize::from(federate.switches.service_reporting);
        self.rows.push(Some(Box::new(federate)));
    }

    pub(crate) fn remove(&mut self, handle: FederateHandle) -> Option<Box<Federate>> {
        let federate = self.rows.get_mut(slot(handle)?)?.take()?;
        self.by_name.remove(&federate.name);
        self.joined.remove(handle);
        self.unusual_views -= usize::from(federate.view() != View::USUAL);
        self.reported -= usize::from(federate.switches.service_reporting);
        Some(federate)
    }

    pub(crate) fn get(&self, handle: FederateHandle) -> Option<&Federate> {
        self.rows.get(slot(handle)?)?.as_deref()
    }

    pub(crate) fn get_mut(&mut self, handle: FederateHandle) -> Option<&mut Federate> {
        self.rows.get_mut(slot(handle)?)?.as_deref_mut()
    }

    /// Whether this handle was ever given to a federate.
    pub(crate) fn was_joined(&self, handle: FederateHandle) -> bool {
        slot(handle).is_some_and(|slot| slot < self.rows.len())
    }

    pub(crate) fn by_name(&self, name: &str) -> Option<FederateHandle> {
        self.by_name.get(name).copied()
    }

    pub(crate) fn joined(&self) -> &FederateSet {
        &self.joined
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (FederateHandle, &Federate)> {
        self.joined.iter().filter_map(|handle| Some((handle, self.get(handle)?)))
    }

    /// Changes switches of a federate.
    pub(crate) fn set_switches(&mut self, handle: FederateHandle, set: impl FnOnce(&mut Switches)) {
        let Some(federate) = self.get_mut(handle) else { return };
        let counted = |federate: &Federate| {
            let unusual = usize::from(federate.view() != View::USUAL);
            (unusual, usize::from(federate.switches.service_reporting))
        };
        let before = counted(federate);
        set(&mut federate.switches);
        let after = counted(federate);
        self.unusual_views = self.unusual_views + after.0 - before.0;
        self.reported = self.reported + after.1 - before.1;
    }

    /// Whether anybody's service invocations are reported.
    pub(crate) fn any_reported(&self) -> bool {
        self.reported > 0
    }

    /// Whether the service invocations of this federate are reported.
    pub(crate) fn is_reported(&self, federate: FederateHandle) -> bool {
        self.get(federate).is_some_and(|row| row.switches.service_reporting)
    }

    /// Splits receivers by what they get besides the content.
    pub(crate) fn by_view(&self, receivers: FederateSet) -> SmallVec<[(View, FederateSet); 1]> {
        if self.unusual_views == 0 {
            return smallvec![(View::USUAL, receivers)];
        }
        let mut groups: SmallVec<[(View, FederateSet); 1]> = SmallVec::new();
        for federate in receivers.iter() {
            let view = self.get(federate).map_or(View::USUAL, Federate::view);
            match groups.iter_mut().find(|(known, _)| *known == view) {
                Some((_, set)) => {
                    set.insert(federate);
                }
                None => groups.push((view, FederateSet::one(federate))),
            }
        }
        groups
    }

    /// Emits a callback to everybody in the set.
    pub(crate) fn tell(
        &mut self,
        to: FederateSet,
        callback: impl Into<Arc<Callback>>,
        out: &mut Out<'_>,
    ) {
        if to.is_empty() {
            return;
        }
        for federate in to.iter() {
            if let Some(federate) = self.get_mut(federate) {
                federate.emitted.0 += 1;
            }
        }
        out.effects.push(Effect::Deliver { to, callback: callback.into() });
    }

    /// Emits a callback to one federate; gives its number.
    pub(crate) fn tell_one(
        &mut self,
        to: FederateHandle,
        callback: Callback,
        out: &mut Out<'_>,
    ) -> CallbackSeq {
        self.tell(FederateSet::one(to), callback, out);
        self.get(to).map(|federate| federate.emitted).unwrap_or_default()
    }

    /// A name belongs to one joined federate; only joined federates are in the joined set.
    pub(crate) fn check_invariants(&self) {
        assert_eq!(self.by_name.len(), self.joined.len(), "names and joined federates");
        for (name, handle) in &self.by_name {
            let federate = self.get(*handle).expect("a name belongs to a joined federate");
            assert_eq!(&federate.name, name, "name of federate {handle}");
            assert!(federate.handled <= federate.emitted, "{name} handled what it was not told");
        }
        let rows = self.rows.iter().flatten().count();
        assert_eq!(rows, self.joined.len(), "rows and joined federates");
        let unusual = self.iter().filter(|(_, row)| row.view() != View::USUAL).count();
        assert_eq!(unusual, self.unusual_views, "federates with an unusual view");
        let reported = self.iter().filter(|(_, row)| row.switches.service_reporting).count();
        assert_eq!(reported, self.reported, "federates whose services are reported");
    }
}

fn slot(handle: FederateHandle) -> Option<usize> {
    handle.index().checked_sub(1)
}
