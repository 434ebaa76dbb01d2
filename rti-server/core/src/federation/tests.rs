//! Properties of whole federations: whatever federates call, a refused service changes nothing,
//! the tables agree with each other, and the same inputs give the same effects.

use bytes::Bytes;
use hla::{
    AttributeHandle, AttributeValues, Call, Edition, HlaInteger64Time, InteractionClassHandle,
    LogicalTime, MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, OrderType,
    ParameterHandle, ParameterValues, ResignAction, TransportationTypeHandle,
};
use proptest::prelude::*;

use crate::{CallId, CallbackSeq, Effects, FederateSet, Input, Level, Nanos, script::World};

/// One step: who does what with which arguments; every number means something.
type Step = (u8, u8, [u8; 4]);

const NAMES: [&str; 3] = ["F1", "F2", "F3"];

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec((0..3_u8, any::<u8>(), any::<[u8; 4]>()), 1..150)
}

/// Three federates that publish and subscribe a little, so that most steps find something to do.
fn small_world() -> World {
    let mut world = World::new();
    world.part(
        "join F1
         join F2
         join F3
         F1 publish A aa ab
         F1 publish A.B aa ba
         F1 publish-i X.Y
         F2 publish A ab
         F2 publish-i X
         F2 subscribe A aa ab
         F2 subscribe-i X
         F3 subscribe A.B aa ba rate=Low
         F3 subscribe A aa
         F3 subscribe-i X.Y
         F3 scope on
         F1 attribute-relevance on
         F2 class-relevance on
         F1 register A
         F1 register A.B",
    );
    world
}

fn play(world: &mut World, steps: &[Step]) {
    for (who, what, arguments) in steps {
        world.now = Nanos(world.now.0 + u64::from(arguments[3]) * 10_000_000);
        let name = NAMES[usize::from(*who)];
        let Some(from) = world.joined(name) else {
            let edition = if arguments[0] < 200 { Edition::Hla4 } else { Edition::Evolved2010 };
            world.join(Some(name), edition, Vec::new()).expect("its name is free");
            continue;
        };
        match *what {
            0..40 => while world.pop_callback(from).is_some() {},
            40..50 => {
                let level = if arguments[0] < 64 { Level::Full } else { Level::Normal };
                world.step(Input::Congestion { federate: from, level });
            }
            50 => world.lose(name),
            51..55 => {
                let up_to = CallbackSeq(u64::from(arguments[0]));
                world.step(Input::CallbackDone { from, up_to });
            }
            _ => {
                let call = call(world, *what, *arguments);
                // Refusals are as good as acceptances: the world checks what either may change.
                let _ = world.call(from, call);
            }
        }
    }
}

fn call(world: &World, what: u8, arguments: [u8; 4]) -> Call {
    let [a, b, c, d] = arguments;
    let object_class = object_class(world, a);
    let interaction_class = interaction_class(world, a);
    let attributes = attributes(world, b);
    let name = format!("n{}", a % 3);
    let names = vec![name.clone(), format!("n{}", b % 4)];
    match what % 40 {
        0 => Call::PublishObjectClassAttributes { object_class, attributes },
        1 => Call::UnpublishObjectClassAttributes { object_class, attributes },
        2 => Call::UnpublishObjectClass { object_class },
        3 | 4 => {
            let update_rate = (c % 4 == 0).then(|| "High".to_owned());
            let active = d % 2 == 0;
            Call::SubscribeObjectClassAttributes { object_class, attributes, active, update_rate }
        }
        5 => Call::UnsubscribeObjectClassAttributes { object_class, attributes },
        6 => Call::PublishInteractionClass { interaction_class },
        7 => Call::UnpublishInteractionClass { interaction_class },
        8 => Call::SubscribeInteractionClass { interaction_class, active: d % 2 == 0 },
        9 => Call::UnsubscribeInteractionClass { interaction_class },
        10 => Call::ReserveObjectInstanceName { name },
        11 => Call::ReleaseMultipleObjectInstanceNames { names },
        12 => Call::ReserveMultipleObjectInstanceNames { names },
        13 | 14 => {
            let name = (c % 3 == 0).then_some(name);
            Call::RegisterObjectInstance { object_class, name, attributes_and_regions: None }
        }
        15..30 => object_call(world, what % 40, arguments),
        other => time_call(other, arguments),
    }
}

fn object_call(world: &World, what: u8, [a, b, c, d]: [u8; 4]) -> Call {
    let object_class = object_class(world, a);
    let object_instance = ObjectInstanceHandle::new(u64::from(a % 12));
    let attributes = attributes(world, b);
    let time = (c % 3 != 0).then(|| time(d));
    let tag = Bytes::copy_from_slice(&[d]);
    match what {
        15..18 => {
            let pairs = attributes.into_iter().map(|attribute| (attribute, [d]));
            let values = AttributeValues::from_pairs(pairs);
            Call::UpdateAttributeValues { object_instance, values, tag, time }
        }
        18..20 => {
            let values = ParameterValues::from_pairs([(parameter(world, b), [d])]);
            let interaction_class = interaction_class(world, a);
            Call::SendInteraction { interaction_class, values, regions: None, tag, time }
        }
        20 => Call::DeleteObjectInstance { object_instance, tag, time },
        21 => Call::LocalDeleteObjectInstance { object_instance },
        22 => Call::RequestInstanceAttributeValueUpdate { object_instance, attributes, tag },
        23 => Call::RequestClassAttributeValueUpdate { object_class, attributes, tag },
        24 => Call::UnconditionalAttributeOwnershipDivestiture { object_instance, attributes, tag },
        25 => {
            let transportation_type = TransportationTypeHandle::new(u32::from(c % 3));
            Call::RequestAttributeTransportationTypeChange {
                object_instance,
                attributes,
                transportation_type,
            }
        }
        26 => {
            let order = OrderType::from_number(i32::from(c % 3));
            Call::ChangeAttributeOrderType { object_instance, attributes, order }
        }
        27 => Call::SetAttributeScopeAdvisorySwitch { value: c % 2 == 0 },
        28 => Call::SetAttributeRelevanceAdvisorySwitch { value: c % 2 == 0 },
        _ => Call::QueryAttributeOwnership { object_instance, attributes },
    }
}

fn time_call(what: u8, [a, _, c, d]: [u8; 4]) -> Call {
    let action = ResignAction::from_number(i32::from(c % 7));
    match what {
        30 => Call::EnableTimeRegulation { lookahead: time_of(c % 4) },
        31 => Call::EnableTimeConstrained,
        32 if a < 60 => Call::DisableTimeRegulation,
        32 => Call::EnableAsynchronousDelivery,
        33 if a < 60 => Call::DisableTimeConstrained,
        33 => Call::DisableAsynchronousDelivery,
        34 => Call::TimeAdvanceRequest { time: time(d) },
        35 => Call::NextMessageRequest { time: time(d) },
        36 => Call::TimeAdvanceRequestAvailable { time: time(d) },
        37 => Call::FlushQueueRequest { time: time(d) },
        38 => Call::Retract { retraction: MessageRetractionHandle::new(u64::from(a % 30)) },
        _ if a < 40 => Call::ResignFederationExecution { action },
        _ => Call::SetAutomaticResignDirective { directive: action },
    }
}

fn object_class(world: &World, number: u8) -> ObjectClassHandle {
    match number % 5 {
        0 => ObjectClassHandle::INVALID,
        1 => world.class("R"),
        2 => world.class("A"),
        _ => world.class("A.B"),
    }
}

fn interaction_class(world: &World, number: u8) -> InteractionClassHandle {
    match number % 5 {
        0 => InteractionClassHandle::new(u32::from(number)),
        1 | 2 => world.interaction_class("X"),
        _ => world.interaction_class("X.Y"),
    }
}

/// Some attributes, now and then one that does not exist.
fn attributes(world: &World, bits: u8) -> Vec<AttributeHandle> {
    let names = ["aa", "ab", "ba", "privilege", "ra", "bogus"];
    let chosen = names.iter().enumerate().filter(|(bit, _)| bits & (1 << bit) != 0);
    // The last three make most calls fail, so they come seldom.
    let seldom = chosen.filter(|(bit, _)| *bit < 3 || bits >= 192);
    seldom.map(|(_, name)| world.attribute_called(name)).collect()
}

fn parameter(world: &World, number: u8) -> ParameterHandle {
    let rows = world.federation.model().parameters();
    let index = rows.iter().position(|row| row.name == ["xa", "ya", "za"][usize::from(number % 3)]);
    ParameterHandle::new(index.and_then(|index| u32::try_from(index).ok()).expect("of T"))
}

fn time(number: u8) -> LogicalTime {
    if number == 255 { LogicalTime::Unreadable } else { time_of(number % 40) }
}

fn time_of(number: u8) -> LogicalTime {
    HlaInteger64Time(i64::from(number)).into()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn refused_services_change_nothing_and_the_tables_agree(steps in steps()) {
        play(&mut small_world(), &steps);
    }

    #[test]
    fn the_same_inputs_give_the_same_effects(steps in steps()) {
        let (mut one, mut other) = (small_world(), small_world());
        play(&mut one, &steps);
        play(&mut other, &steps);
        prop_assert_eq!(one.effects(), other.effects());
        prop_assert!(one.federation == other.federation);
    }

    #[test]
    fn when_everybody_has_left_nothing_is_left(steps in steps()) {
        let mut world = small_world();
        play(&mut world, &steps);
        for name in NAMES {
            if world.joined(name).is_some() {
                world.lose(name);
            }
        }
        prop_assert!(world.federation.is_empty());
        prop_assert_eq!(world.federation.status().object_instances, 1);
    }
}

#[test]
fn inputs_from_nobody_are_harmless() {
    let mut world = small_world();
    let mut effects = Effects::default();
    let nobody = hla::FederateHandle::INVALID;
    let before = world.federation.clone();
    for input in [
        Input::CallbackDone { from: nobody, up_to: CallbackSeq(7) },
        Input::Lost { federate: nobody, reason: crate::LostReason::Silent },
        Input::Congestion { federate: nobody, level: Level::Full },
        Input::Tick,
    ] {
        world.federation.step(Nanos(0), input, &mut effects);
    }
    assert_eq!(effects, Effects::default());
    let call = Call::QueryLogicalTime;
    world.federation.step(
        Nanos(0),
        Input::Call { from: nobody, id: CallId(1), call },
        &mut effects,
    );
    assert_eq!(effects.list.len(), 1);
    assert!(before == world.federation);
}

#[test]
fn a_set_of_federates_is_sorted_and_has_each_once() {
    let handle = hla::FederateHandle::new;
    let mut set: FederateSet = [handle(3), handle(1), handle(3)].into_iter().collect();
    assert!(set.insert(handle(2)) && !set.insert(handle(2)));
    assert_eq!(set.iter().collect::<Vec<_>>(), [handle(1), handle(2), handle(3)]);
    assert!(set.remove(handle(2)) && !set.remove(handle(2)));
    assert_eq!((set.len(), set.is_empty(), set.contains(handle(1))), (2, false, true));
}

/// B044: whoever subscribes at whatever moment discovers once and gets every later update.
#[test]
fn no_subscription_is_lost_at_a_busy_moment() {
    let busy = ["F1 publish A aa", "F1 register A -> o", "F1 update o aa=0"];
    for moment in 0..=busy.len() {
        let mut world = World::new();
        world.part("join F1\njoin F2");
        for (index, line) in busy.iter().enumerate() {
            if index == moment {
                world.part("F2 subscribe A aa");
            }
            world.part(line);
        }
        if moment == busy.len() {
            world.part("F2 subscribe A aa");
        }
        world.part("F2 < discover o A F1");
        if moment < busy.len() {
            world.part("F2 < reflect o aa=0 F1");
        }
        world.run("F1 update o aa=1\nF2 < reflect o aa=1 F1");
    }
}
