//! What a step means for the oracle: what it refuses, changes and tells.

use super::oracle::{ATTRIBUTES, Object, Oracle, POINTS, Place, Ranges, Region, has};

/// What the oracle says of a step: what is told, or the exception.
pub(super) type Said = Result<Vec<String>, &'static str>;

impl Oracle {
    pub(super) fn say_region(
        &mut self,
        who: usize,
        (what, [a, b, c, d]): (u8, [usize; 4]),
    ) -> Said {
        if what == 0 {
            let dimensions = (0..3).filter(|at| c & (1 << at) != 0);
            let force: Ranges = dimensions.map(|at| (at, (0, POINTS))).collect();
            let pending = force.clone();
            self.regions.push(Region { owner: who, alive: true, force, pending });
            return Ok(Vec::new());
        }
        if let Some(refused) = self.refuse_region(who, c) {
            return Err(refused);
        }
        match what {
            1 => {
                let (lower, upper) = (a as u32, d as u32);
                let Some(range) = self.regions[c].pending.get_mut(&b) else {
                    return Err("RegionDoesNotContainSpecifiedDimension");
                };
                if lower >= upper || upper > POINTS {
                    return Err("InvalidRangeBound");
                }
                *range = (lower, upper);
                Ok(Vec::new())
            }
            2 => {
                if let Some(refused) = self.refuse_region(who, d) {
                    return Err(refused);
                }
                for region in [c, d] {
                    self.regions[region].force = self.regions[region].pending.clone();
                }
                Ok(self.settle(None))
            }
            _ if self.is_in_use(c) => Err("RegionInUseForUpdateOrSubscription"),
            _ => {
                self.regions[c].alive = false;
                Ok(Vec::new())
            }
        }
    }

    pub(super) fn say_subscription(
        &mut self,
        who: usize,
        (what, [class, b, c]): (u8, [usize; 3]),
    ) -> Said {
        let place: Place = (what >= 6).then_some(c);
        if !has(class, b) {
            return Err("AttributeNotDefined");
        }
        let refused = match what {
            6 => self.refuse_at_class(who, class, b, c),
            7 => self.refuse_region(who, c),
            _ => None,
        };
        if let Some(refused) = refused {
            return Err(refused);
        }
        let row = (who, class, b, place);
        if what % 2 == 0 {
            self.subscriptions.insert(row);
            return Ok(self.settle(None));
        }
        self.subscriptions.remove(&row);
        Ok(self.settle(Some(who)))
    }

    pub(super) fn say_interaction(
        &mut self,
        who: usize,
        (what, [class, c, d]): (u8, [usize; 3]),
    ) -> Said {
        let regional = what == 14 || what == 15 || (what == 16 && d % 2 == 1);
        let place: Place = regional.then_some(c);
        let refused = match what {
            15 => self.refuse_region(who, c),
            _ if regional => self.refuse_at_interaction(who, class, c),
            _ => None,
        };
        if let Some(refused) = refused {
            return Err(refused);
        }
        match what {
            12 | 14 => {
                self.interactions.insert((who, class, place));
                Ok(Vec::new())
            }
            13 | 15 => {
                self.interactions.remove(&(who, class, place));
                Ok(Vec::new())
            }
            _ => Ok(self.received(who, class, &[place])),
        }
    }

    pub(super) fn say_object(
        &mut self,
        who: usize,
        (what, [a, b, c, d]): (u8, [usize; 4]),
    ) -> Said {
        if what == 8 {
            return self.say_registration(who, (a % 2, b, c, d % 2 == 1));
        }
        let known = self.objects.get(a).and_then(|object| object.known.get(&who).copied());
        let Some(class) = known else { return Err("ObjectInstanceNotKnown") };
        if what == 17 {
            if self.objects[a].owner.contains(&Some(who)) || self.objects[a].producer == who {
                return Err("FederateOwnsAttributes");
            }
            self.objects[a].known.remove(&who);
            self.objects[a].scope.retain(|(federate, _)| *federate != who);
            // What nobody knows is not wanted, before it is discovered again.
            let mut told = Vec::new();
            self.want(a, &mut told);
            told.extend(self.settle(None));
            return Ok(told);
        }
        let second = d % ATTRIBUTES;
        if !has(class, b) || (what == 11 && !has(class, second)) {
            return Err("AttributeNotDefined");
        }
        let owner = self.objects[a].owner[b];
        match what {
            9 => {
                if let Some(refused) = self.refuse_at_class(who, class, b, c) {
                    return Err(refused);
                }
                self.objects[a].associations.insert((who, b, c));
            }
            10 => {
                if let Some(refused) = self.refuse_region(who, c) {
                    return Err(refused);
                }
                self.objects[a].associations.remove(&(who, b, c));
            }
            11 => {
                let mut attributes = vec![b, second];
                attributes.dedup();
                if attributes.iter().any(|at| self.objects[a].owner[*at] != Some(who)) {
                    return Err("AttributeNotOwned");
                }
                return Ok(self.reflected(a, &attributes));
            }
            19 if owner != Some(who) => return Err("AttributeNotOwned"),
            19 => {
                self.objects[a].owner[b] = None;
                self.objects[a].wanted[b] = false;
            }
            _ if owner == Some(who) => return Err("FederateOwnsAttributes"),
            _ if owner.is_none() => self.objects[a].owner[b] = Some(who),
            _ => {}
        }
        Ok(self.settle(None))
    }

    fn say_registration(
        &mut self,
        who: usize,
        (class, b, c, regional): (usize, usize, usize, bool),
    ) -> Said {
        let refused = regional.then(|| self.refuse_at_class(who, class, b, c)).flatten();
        if let Some(refused) = refused {
            return Err(refused);
        }
        let owner = [0, 1, 2].map(|attribute| has(class, attribute).then_some(who));
        self.objects.push(Object {
            class,
            producer: who,
            owner,
            associations: regional.then_some((who, b, c)).into_iter().collect(),
            known: [(who, class)].into(),
            scope: std::collections::BTreeSet::new(),
            wanted: [false; ATTRIBUTES],
        });
        Ok(self.settle(None))
    }
}
