//! Data distribution by the book: no index, no shortcut, every pair looked at, every point counted.

use std::collections::{BTreeMap, BTreeSet};

/// Values of every dimension: few, so that ranges often touch.
pub(super) const POINTS: u32 = 4;
pub(super) const FEDERATES: usize = 3;
/// `C`, and `E` below it.
const CLASS_DIMENSIONS: [&[usize]; 2] = [&[0, 2], &[0, 1, 2]];
/// `I`, and `J` below it.
const INTERACTION_DIMENSIONS: [&[usize]; 2] = [&[0, 1], &[0, 1]];
/// `D1`, `D2`, `D3`: only the second has a range where nothing is specified.
const DEFAULTS: [Option<(u32, u32)>; 3] = [None, Some((1, 3)), None];
/// `ca`, `cb` of `C`, and `ea` of `E`.
pub(super) const ATTRIBUTES: usize = 3;

pub(super) type Ranges = BTreeMap<usize, (u32, u32)>;
/// A region by its number; none for the default region.
pub(super) type Place = Option<usize>;

#[derive(Debug, Clone)]
pub(super) struct Region {
    pub(super) owner: usize,
    pub(super) alive: bool,
    pub(super) force: Ranges,
    pub(super) pending: Ranges,
}

#[derive(Debug, Clone)]
pub(super) struct Object {
    pub(super) class: usize,
    pub(super) producer: usize,
    pub(super) owner: [Option<usize>; ATTRIBUTES],
    pub(super) associations: BTreeSet<(usize, usize, usize)>,
    pub(super) known: BTreeMap<usize, usize>,
    pub(super) scope: BTreeSet<(usize, usize)>,
    pub(super) wanted: [bool; ATTRIBUTES],
}

#[derive(Debug, Default)]
pub(super) struct Oracle {
    pub(super) regions: Vec<Region>,
    /// Federate, class, attribute, region.
    pub(super) subscriptions: BTreeSet<(usize, usize, usize, Place)>,
    /// Federate, interaction class, region.
    pub(super) interactions: BTreeSet<(usize, usize, Place)>,
    pub(super) objects: Vec<Object>,
}

/// Whether the attribute is available at the class.
pub(super) fn has(class: usize, attribute: usize) -> bool {
    class == 1 || attribute < 2
}

impl Oracle {
    /// Why a federate may not use a region where these dimensions are available.
    fn refuse(&self, who: usize, region: usize, available: &[usize]) -> Option<&'static str> {
        self.refuse_region(who, region).or_else(|| {
            let fits = |dimension: &usize| available.contains(dimension);
            let all = self.regions[region].force.keys().all(fits);
            (!all).then_some("InvalidRegionContext")
        })
    }

    pub(super) fn refuse_region(&self, who: usize, region: usize) -> Option<&'static str> {
        match self.regions.get(region) {
            Some(row) if !row.alive => Some("InvalidRegion"),
            None => Some("InvalidRegion"),
            Some(row) if row.owner != who => Some("RegionNotCreatedByThisFederate"),
            Some(_) => None,
        }
    }

    pub(super) fn refuse_at_class(
        &self,
        who: usize,
        class: usize,
        attribute: usize,
        region: usize,
    ) -> Option<&'static str> {
        if !has(class, attribute) {
            return Some("AttributeNotDefined");
        }
        self.refuse(who, region, CLASS_DIMENSIONS[class])
    }

    pub(super) fn refuse_at_interaction(
        &self,
        who: usize,
        class: usize,
        region: usize,
    ) -> Option<&'static str> {
        self.refuse(who, region, INTERACTION_DIMENSIONS[class])
    }

    pub(super) fn is_in_use(&self, region: usize) -> bool {
        let place = Some(region);
        self.subscriptions.iter().any(|(_, _, _, used)| *used == place)
            || self.interactions.iter().any(|(_, _, used)| *used == place)
            || self
                .objects
                .iter()
                .any(|object| object.associations.iter().any(|(_, _, used)| *used == region))
    }

    fn realize(&self, region: usize, available: &[usize]) -> Ranges {
        let mut ranges = self.regions[region].force.clone();
        if !ranges.is_empty() {
            for dimension in available {
                if let Some(default) = DEFAULTS[*dimension] {
                    ranges.entry(*dimension).or_insert(default);
                }
            }
        }
        ranges
    }

    fn overlap(&self, one: (Place, &[usize]), other: (Place, &[usize])) -> bool {
        let realize = |(place, available): (Place, &[usize])| {
            place.map(|region| self.realize(region, available))
        };
        match (realize(one), realize(other)) {
            (None, None) => true,
            (Some(ranges), None) | (None, Some(ranges)) => !ranges.is_empty(),
            (Some(one), Some(other)) => {
                let common: Vec<usize> =
                    (0..3).filter(|at| one.contains_key(at) && other.contains_key(at)).collect();
                let meet = |at: &usize| {
                    let inside = |range: (u32, u32), point| range.0 <= point && point < range.1;
                    (0..POINTS).any(|point| inside(one[at], point) && inside(other[at], point))
                };
                !common.is_empty() && common.iter().all(meet)
            }
        }
    }

    /// The regions in which the owner of an attribute updates it.
    pub(super) fn places(&self, object: usize, attribute: usize) -> Vec<Place> {
        let row = &self.objects[object];
        let own = row.associations.iter().filter(|(federate, which, _)| {
            *which == attribute && Some(*federate) == row.owner[attribute]
        });
        let own: Vec<Place> = own.map(|(_, _, region)| Some(*region)).collect();
        if own.is_empty() { vec![None] } else { own }
    }

    /// Whether a federate that knows the object as the class gets the attribute.
    fn in_scope(&self, object: usize, who: usize, class: usize, attribute: usize) -> bool {
        let row = &self.objects[object];
        if row.owner[attribute].is_none_or(|owner| owner == who) {
            return false;
        }
        let sent = self.places(object, attribute);
        let mine = self
            .subscriptions
            .iter()
            .filter(|(federate, at, which, _)| (*federate, *at, *which) == (who, class, attribute));
        mine.map(|(_, _, _, place)| *place).any(|place| {
            sent.iter().any(|sent| {
                let mine = (place, CLASS_DIMENSIONS[class]);
                self.overlap(mine, (*sent, CLASS_DIMENSIONS[row.class]))
            })
        })
    }

    /// Discovers, tells scope and wants; gives what federates are told, an entry for each attribute.
    ///
    /// Who has just unsubscribed is not told that this takes attributes out of its scope.
    pub(super) fn settle(&mut self, unsubscriber: Option<usize>) -> Vec<String> {
        let mut told = Vec::new();
        for object in 0..self.objects.len() {
            for who in 0..FEDERATES {
                self.discover(object, who, &mut told);
                let Some(class) = self.objects[object].known.get(&who).copied() else { continue };
                for attribute in 0..ATTRIBUTES {
                    let now = self.in_scope(object, who, class, attribute);
                    let scope = &mut self.objects[object].scope;
                    let key = (who, attribute);
                    if now && scope.insert(key) {
                        told.push(format!("{who} in scope {object} {attribute}"));
                    } else if !now && scope.remove(&key) && unsubscriber != Some(who) {
                        told.push(format!("{who} out of scope {object} {attribute}"));
                    }
                }
            }
            self.want(object, &mut told);
        }
        told
    }

    /// Tells owners whose updates are wanted now, or not any more.
    pub(super) fn want(&mut self, object: usize, told: &mut Vec<String>) {
        for attribute in 0..ATTRIBUTES {
            let Some(owner) = self.objects[object].owner[attribute] else { continue };
            let mut known = self.objects[object].known.iter();
            let want = known.any(|(who, class)| self.in_scope(object, *who, *class, attribute));
            let before = std::mem::replace(&mut self.objects[object].wanted[attribute], want);
            if before != want {
                let word = if want { "wanted" } else { "unwanted" };
                told.push(format!("{owner} {word} {object} {attribute}"));
            }
        }
    }

    fn discover(&mut self, object: usize, who: usize, told: &mut Vec<String>) {
        let row = &self.objects[object];
        if row.known.contains_key(&who) {
            return;
        }
        let candidate = (0..=row.class).rev().find(|class| {
            self.subscriptions.iter().any(|(federate, at, _, _)| (federate, at) == (&who, class))
        });
        let Some(class) = candidate else { return };
        if (0..ATTRIBUTES).any(|attribute| self.in_scope(object, who, class, attribute)) {
            self.objects[object].known.insert(who, class);
            told.push(format!("{who} discover {object} {class}"));
        }
    }

    /// Who gets an update of these attributes.
    pub(super) fn reflected(&self, object: usize, attributes: &[usize]) -> Vec<String> {
        let mut told = Vec::new();
        for (who, class) in &self.objects[object].known {
            for attribute in attributes {
                if self.in_scope(object, *who, *class, *attribute) {
                    // Only the last federate asked to see regions.
                    let shown = *who == FEDERATES - 1;
                    let regions = self.places(object, *attribute).into_iter().flatten();
                    let regions: Vec<_> = regions.map(|at| &self.regions[at].force).collect();
                    let regions = shown.then_some(regions);
                    told.push(format!("{who} reflect {object} {attribute} {regions:?}"));
                }
            }
        }
        told
    }

    /// Who gets an interaction, and as which class.
    pub(super) fn received(&self, sender: usize, class: usize, sent: &[Place]) -> Vec<String> {
        let mut told = Vec::new();
        for who in (0..FEDERATES).filter(|who| *who != sender) {
            let as_class = (0..=class).rev().find(|at| {
                let mine = self.interactions.iter().filter(|row| (row.0, row.1) == (who, *at));
                mine.map(|(_, _, place)| *place).any(|place| {
                    sent.iter().any(|sent| {
                        let mine = (place, INTERACTION_DIMENSIONS[*at]);
                        self.overlap(mine, (*sent, INTERACTION_DIMENSIONS[class]))
                    })
                })
            });
            told.extend(as_class.map(|class| format!("{who} receive {class}")));
        }
        told
    }

    /// Who is asked for values of an attribute in a region.
    pub(super) fn provided(
        &self,
        who: usize,
        class: usize,
        attribute: usize,
        region: usize,
    ) -> Vec<String> {
        let mut told = Vec::new();
        for (object, row) in self.objects.iter().enumerate().filter(|(_, row)| row.class >= class) {
            let Some(owner) = row.owner[attribute].filter(|owner| *owner != who) else { continue };
            let asked = (Some(region), CLASS_DIMENSIONS[class]);
            let places = self.places(object, attribute);
            let updated = |place: &Place| (*place, CLASS_DIMENSIONS[row.class]);
            if places.iter().any(|place| self.overlap(asked, updated(place))) {
                told.push(format!("{owner} provide {object} {attribute}"));
            }
        }
        told
    }
}
