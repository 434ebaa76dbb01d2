use crate::script::{World, fom, module_t};

/// Plays the part where `F2`, which knows an instance as `A`, subscribes at its class `A.B`.
#[track_caller]
fn check(known_class: bool, rest: &str) {
    let switches =
        format!("<switches><advisoriesUseKnownClass isEnabled=\"{known_class}\"/></switches>");
    let mut world = World::with_modules(&[fom(&switches), module_t()]);
    world.part(
        "join F1
         join F2
         F1 attribute-relevance on
         F1 publish A.B aa ba
         F2 subscribe A aa
         F1 register A.B -> o
         F2 < discover o A F1
         F1 < wanted o aa all
         F2 subscribe A.B aa ba",
    );
    world.run(rest);
}

#[test]
fn by_the_known_class_only_what_is_received_is_wanted() {
    check(
        true,
        "F1 <
         F2 unsubscribe A aa
         F1 < unwanted o aa
         F2 unsubscribe A.B
         F1 <",
    );
}

#[test]
fn by_the_registered_class_all_that_is_subscribed_to_is_wanted() {
    check(
        false,
        "F1 < wanted o ba all
         F1 update o ba=1
         F2 <
         F2 unsubscribe A aa
         F1 <
         F2 unsubscribe A.B
         F1 < unwanted o aa ba",
    );
}

#[test]
fn who_unsubscribes_at_a_class_that_leads_to_nothing_discovers_by_another() {
    let mut world = World::new();
    world.run(
        "join F1
         join F2
         F1 publish A.B aa
         F2 subscribe A aa
         F2 subscribe A.B ba
         F1 register A.B -> o
         F2 <
         F2 unsubscribe A.B
         F2 < discover o A F1",
    );
}
