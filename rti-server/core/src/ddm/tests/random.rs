//! Random regions, subscriptions, associations and messages: the federation beside the oracle.

use bytes::Bytes;
use hla::{
    AttributeHandle, AttributeRegions, AttributeValues, Call, Callback, DimensionHandle,
    FederateHandle, InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle,
    ParameterValues, RangeBounds, RegionHandle, Reply,
};
use proptest::prelude::*;

use super::{
    oracle::{ATTRIBUTES, FEDERATES, Oracle, POINTS, Ranges},
    said::Said,
};
use crate::script::{World, fom};

/// Who does what with which arguments; every number means something.
type Step = (u8, u8, [u8; 4]);

/// Everybody makes some regions first, then whatever happens.
fn steps() -> impl Strategy<Value = Vec<Step>> {
    let region = prop::collection::vec(any::<[u8; 4]>(), 4);
    let regions = prop::collection::vec((0..3_u8, region), 3..8);
    let first = regions.prop_map(|regions| {
        let steps = regions.into_iter().flat_map(|(who, arguments)| {
            let whats = [CREATE, SET, SET, COMMIT].into_iter().zip(arguments);
            whats.map(move |(what, arguments)| (who, what, arguments))
        });
        steps.collect::<Vec<Step>>()
    });
    let rest = prop::collection::vec((0..3_u8, any::<u8>(), any::<[u8; 4]>()), 1..80);
    (first, rest).prop_map(|(first, rest)| [first, rest].concat())
}

/// Places in the list of what can be done.
const CREATE: u8 = 0;
const SET: u8 = 1;
const COMMIT: u8 = 3;

fn model() -> String {
    let dimensions = |names: &str| {
        let each = names.split(' ').map(|name| format!("<dimension>{name}</dimension>"));
        format!("<dimensions>{}</dimensions>", each.collect::<String>())
    };
    let attribute = |name: &str| {
        format!(
            "<attribute><name>{name}</name><dataType>HLAopaqueData</dataType>\
             <updateType>Conditional</updateType><updateCondition>On change</updateCondition>\
             <ownership>DivestAcquire</ownership><sharing>PublishSubscribe</sharing>\
             <transportation>HLAreliable</transportation><order>Receive</order></attribute>"
        )
    };
    let interaction = |name: &str, below: &str| {
        format!(
            "<interactionClass><name>{name}</name><sharing>PublishSubscribe</sharing>{}\
             <transportation>HLAreliable</transportation><order>Receive</order>{below}\
             </interactionClass>",
            dimensions("D1 D2")
        )
    };
    let dimension = |name: &str, value: &str| {
        format!(
            "<dimension><name>{name}</name><upperBound>{POINTS}</upperBound>\
             <value>{value}</value></dimension>"
        )
    };
    let (of_c, of_e) = (dimensions("D1 D3"), dimensions("D1 D2 D3"));
    let attributes: String = [attribute("ca"), attribute("cb")].concat();
    let ea = attribute("ea");
    let interactions = interaction("I", &interaction("J", ""));
    let mut all = dimension("D1", "Excluded");
    all.extend([dimension("D2", "[1..3)"), dimension("D3", "Excluded")]);
    format!(
        "<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>C</name>\
         <sharing>PublishSubscribe</sharing>{of_c}{attributes}<objectClass><name>E</name>\
         <sharing>PublishSubscribe</sharing>{of_e}{ea}</objectClass></objectClass></objectClass>\
         </objects><interactions><interactionClass><name>HLAinteractionRoot</name>{interactions}\
         </interactionClass></interactions><dimensions>{all}</dimensions>\
         <switches><advisoriesUseKnownClass isEnabled=\"true\"/></switches>"
    )
}

/// The federation and the oracle, with what their numbers mean.
struct Pair {
    world: World,
    oracle: Oracle,
    federates: Vec<FederateHandle>,
    classes: [ObjectClassHandle; 2],
    interactions: [InteractionClassHandle; 2],
    attributes: Vec<AttributeHandle>,
    dimensions: Vec<DimensionHandle>,
    objects: Vec<ObjectInstanceHandle>,
    regions: Vec<RegionHandle>,
}

impl Pair {
    fn new() -> Self {
        let mut world = World::with_modules(&[fom(&model())]);
        for name in ["F1", "F2", "F3"] {
            let part = format!(
                "join {name}
                 {name} publish C ca cb
                 {name} publish C.E ca cb ea
                 {name} publish-i I
                 {name} publish-i I.J
                 {name} scope on
                 {name} attribute-relevance on"
            );
            world.part(&part);
        }
        world.part("F3 regions on");
        let federation = world.federation.model();
        let names = ["D1", "D2", "D3"].iter();
        let dimensions = names.map(|name| federation.dimension_handle(name).expect("of the model"));
        let dimensions = dimensions.collect();
        Self {
            oracle: Oracle::default(),
            federates: ["F1", "F2", "F3"].iter().map(|name| world.federate(name)).collect(),
            classes: [world.class("C"), world.class("C.E")],
            interactions: [world.interaction_class("I"), world.interaction_class("I.J")],
            attributes: ["ca", "cb", "ea"].iter().map(|a| world.attribute_called(a)).collect(),
            dimensions,
            objects: Vec::new(),
            regions: Vec::new(),
            world,
        }
    }

    /// A step as the federation gets it.
    #[allow(clippy::too_many_lines, reason = "a table of one entry for each step")]
    fn call(&self, (what, [a, b, c, d]): (u8, [usize; 4])) -> Call {
        let object_class = self.classes[a % 2];
        let interaction_class = self.interactions[a % 2];
        let object_instance = self.objects.get(a).copied().unwrap_or(ObjectInstanceHandle::INVALID);
        let attribute = self.attributes[b];
        let region = self.region(c);
        let pairs = vec![AttributeRegions { attributes: vec![attribute], regions: vec![region] }];
        let (active, update_rate, tag) = (true, None, Bytes::new());
        match what {
            0 => {
                let dimensions = (0..3).filter(|at| c & (1 << at) != 0);
                Call::CreateRegion {
                    dimensions: dimensions.map(|at| self.dimensions[at]).collect(),
                }
            }
            1 => {
                let bounds = RangeBounds { lower: a as u32, upper: d as u32 };
                Call::SetRangeBounds { region, dimension: self.dimensions[b], bounds }
            }
            2 => Call::CommitRegionModifications { regions: vec![region, self.region(d)] },
            3 => Call::DeleteRegion { region },
            4 => Call::SubscribeObjectClassAttributes {
                object_class,
                attributes: vec![attribute],
                active,
                update_rate,
            },
            5 => {
                Call::UnsubscribeObjectClassAttributes { object_class, attributes: vec![attribute] }
            }
            6 => Call::SubscribeObjectClassAttributesWithRegions {
                object_class,
                attributes_and_regions: pairs,
                active,
                update_rate,
            },
            7 => Call::UnsubscribeObjectClassAttributesWithRegions {
                object_class,
                attributes_and_regions: pairs,
            },
            8 => Call::RegisterObjectInstance {
                object_class,
                name: None,
                attributes_and_regions: (d % 2 == 1).then_some(pairs),
            },
            9 => {
                Call::AssociateRegionsForUpdates { object_instance, attributes_and_regions: pairs }
            }
            10 => Call::UnassociateRegionsForUpdates {
                object_instance,
                attributes_and_regions: pairs,
            },
            11 => {
                let both: std::collections::BTreeSet<usize> = [b, d % ATTRIBUTES].into();
                let values = both.into_iter().map(|at| (self.attributes[at], "v"));
                let values = AttributeValues::from_pairs(values);
                Call::UpdateAttributeValues { object_instance, values, tag, time: None }
            }
            12 => Call::SubscribeInteractionClass { interaction_class, active },
            13 => Call::UnsubscribeInteractionClass { interaction_class },
            14 => Call::SubscribeInteractionClassWithRegions {
                interaction_class,
                active,
                regions: vec![region],
            },
            15 => Call::UnsubscribeInteractionClassWithRegions {
                interaction_class,
                regions: vec![region],
            },
            16 => Call::SendInteraction {
                interaction_class,
                values: ParameterValues::default(),
                regions: (d % 2 == 1).then(|| vec![region]),
                tag,
                time: None,
            },
            17 => Call::LocalDeleteObjectInstance { object_instance },
            18 => Call::RequestAttributeValueUpdateWithRegions {
                object_class,
                attributes_and_regions: pairs,
                tag,
            },
            19 => Call::UnconditionalAttributeOwnershipDivestiture {
                object_instance,
                attributes: vec![attribute],
                tag,
            },
            _ => Call::AttributeOwnershipAcquisitionIfAvailable {
                object_instance,
                attributes: vec![attribute],
                tag,
            },
        }
    }

    fn region(&self, number: usize) -> RegionHandle {
        self.regions.get(number).copied().unwrap_or(RegionHandle::INVALID)
    }

    /// The same step as the oracle sees it.
    fn say(&mut self, who: usize, (what, [a, b, c, d]): (u8, [usize; 4])) -> Said {
        match what {
            0..4 => self.oracle.say_region(who, (what, [a, b, c, d])),
            4..8 => self.oracle.say_subscription(who, (what, [a % 2, b, c])),
            12..=16 => self.oracle.say_interaction(who, (what, [a % 2, c, d])),
            18 => {
                let refused = self.oracle.refuse_at_class(who, a % 2, b, c);
                refused.map_or_else(|| Ok(self.oracle.provided(who, a % 2, b, c)), Err)
            }
            _ => self.oracle.say_object(who, (what, [a, b, c, d])),
        }
    }

    fn step(&mut self, step: Step) {
        let (who, what, arguments) = step;
        let who = usize::from(who);
        let mut numbers = arguments.map(usize::from);
        // Regions are used more often than made, and mostly one's own.
        let what = [0, 1, 1, 2, 2, 3, 4, 5, 6, 6, 6, 7, 8, 8, 9, 9, 10, 11, 11, 11, 12, 13, 14, 14]
            .into_iter()
            .chain([15, 16, 16, 17, 18, 19, 20])
            .nth(usize::from(what) % 31)
            .expect("one of 31");
        let objects = self.objects.len().max(1);
        numbers[0] = match what {
            1 => numbers[0] % 4,
            9..12 | 17 | 19 | 20 => numbers[0] % objects,
            _ => numbers[0],
        };
        numbers[1] %= 3;
        numbers[2] = match what {
            0 => numbers[2],
            _ => self.pick(who, numbers[2]),
        };
        numbers[3] = match what {
            // Mostly a narrow range, sometimes none at all.
            1 => numbers[0] % 4 + [1, 1, 1, 2, 2, 0, 3, 1][numbers[3] % 8],
            2 => self.pick(who, numbers[3]),
            _ => numbers[3],
        };
        let call = self.call((what, numbers));
        let said = self.say(who, (what, numbers));
        let done = self.world.call(self.federates[who], call.clone());
        match &done {
            Ok(Reply::CreateRegion(region)) => self.regions.push(*region),
            Ok(Reply::RegisterObjectInstance(object)) => self.objects.push(*object),
            _ => {}
        }
        let mut told = self.told();
        match (said, done) {
            (Ok(mut said), Ok(_)) => {
                said.sort();
                told.sort();
                assert_eq!(told, said, "after {who} {call:?}");
            }
            (Err(said), Err(error)) => assert_eq!(error.exception_name(), said, "{who} {call:?}"),
            (said, done) => panic!("{who} {call:?}: {done:?}, the oracle says {said:?}"),
        }
    }

    /// A region of the federate, if it has any, else one of anybody.
    fn pick(&self, who: usize, number: usize) -> usize {
        let own = self.oracle.regions.iter().enumerate();
        let own: Vec<usize> = own
            .filter(|(_, region)| region.owner == who && region.alive)
            .map(|(number, _)| number)
            .collect();
        match own.get(number / 8 % own.len().max(1)) {
            Some(own) if !number.is_multiple_of(8) => *own,
            _ => number % (self.regions.len() + 1),
        }
    }

    /// What all federates were told, an entry for each attribute.
    fn told(&mut self) -> Vec<String> {
        let mut told = Vec::new();
        for who in 0..FEDERATES {
            while let Some(callback) = self.world.pop_callback(self.federates[who]) {
                self.read(who, &callback, &mut told);
            }
        }
        told
    }

    fn read(&self, who: usize, callback: &Callback, told: &mut Vec<String>) {
        let place = |handles: &[ObjectInstanceHandle], handle: &ObjectInstanceHandle| {
            // An instance that is being registered is the next one.
            handles.iter().position(|known| known == handle).unwrap_or(handles.len())
        };
        let attribute = |handle: &AttributeHandle| {
            self.attributes.iter().position(|known| known == handle).expect("one of three")
        };
        match callback {
            Callback::DiscoverObjectInstance { object_instance, object_class, .. } => {
                let class = self.classes.iter().position(|class| class == object_class);
                let object = place(&self.objects, object_instance);
                told.push(format!("{who} discover {object} {}", class.expect("one of two")));
            }
            Callback::ReflectAttributeValues { object_instance, values, sent_regions, .. } => {
                let object = place(&self.objects, object_instance);
                let regions = sent_regions.as_ref().map(|regions| {
                    let ranges = regions.iter().map(|region| {
                        let ranges = region.ranges.iter().map(|(dimension, range)| {
                            let at = self.dimensions.iter().position(|known| known == dimension);
                            (at.expect("one of three"), (range.lower, range.upper))
                        });
                        ranges.collect::<Ranges>()
                    });
                    ranges.collect::<Vec<_>>()
                });
                for handle in values.handles() {
                    let attribute = attribute(&handle);
                    told.push(format!("{who} reflect {object} {attribute} {regions:?}"));
                }
            }
            Callback::ReceiveInteraction { interaction_class, .. } => {
                let class = self.interactions.iter().position(|class| class == interaction_class);
                told.push(format!("{who} receive {}", class.expect("one of two")));
            }
            Callback::AttributesInScope { object_instance, attributes }
            | Callback::AttributesOutOfScope { object_instance, attributes }
            | Callback::TurnUpdatesOnForObjectInstance { object_instance, attributes, .. }
            | Callback::TurnUpdatesOffForObjectInstance { object_instance, attributes }
            | Callback::ProvideAttributeValueUpdate { object_instance, attributes, .. } => {
                let word = match callback {
                    Callback::AttributesInScope { .. } => "in scope",
                    Callback::AttributesOutOfScope { .. } => "out of scope",
                    Callback::TurnUpdatesOnForObjectInstance { .. } => "wanted",
                    Callback::TurnUpdatesOffForObjectInstance { .. } => "unwanted",
                    _ => "provide",
                };
                let object = place(&self.objects, object_instance);
                for handle in attributes {
                    told.push(format!("{who} {word} {object} {}", attribute(handle)));
                }
            }
            // Offers and answers of ownership.
            _ => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    /// Receivers, attributes, discovery, scope, wants and requests are those of the oracle.
    #[test]
    fn regions_narrow_exactly(steps in steps()) {
        let mut pair = Pair::new();
        for step in steps {
            pair.step(step);
        }
    }
}
