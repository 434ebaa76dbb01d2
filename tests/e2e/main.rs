//! The program as users start it: real processes, real sockets.
//!
//! What a process prints, how it ends and what it leaves behind is checked here; what an exercise
//! looks like inside is the business of `tests/training`. `process` starts the program and reads it
//! without waiting for a fixed time.

mod page;
mod process;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use process::{Busbar, rti, wait_until_gone};

fn instructor<'a>(rti: &'a str, speed: &'a str) -> Vec<&'a str> {
    vec!["instructor", "--rti", rti, "--scenario", "S01", "--speed", speed, "--no-console"]
}

#[test]
fn the_demo_plays_s01_and_its_log_depends_on_neither_speed_nor_cores() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (max, slow, one_core) = (path("max"), path("slow"), path("one-core"));
    let demo = |speed, log| ["demo", "--scenario", "S01", "--speed", speed, "--event-log", log];
    let runs = [
        Busbar::start(&demo("max", &max)),
        Busbar::start(&demo("10", &slow)),
        Busbar::start_on_one_core(&demo("max", &one_core)),
    ];
    for run in runs {
        let (status, text) = run.end();
        assert!(status.success(), "{text}");
        assert!(text.contains("S01 passed"), "{text}");
    }
    let log = std::fs::read_to_string(&max).expect("written");
    assert!(log.contains("00:00:02.325 P911.50_2 trip QF911"), "{log}");
    assert_eq!(std::fs::read_to_string(&slow).expect("written"), log);
    assert_eq!(std::fs::read_to_string(&one_core).expect("written"), log);
}

#[test]
fn federates_may_start_in_any_order_and_before_the_rti() {
    // A port that is free now; the RTI takes it later.
    let address = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("bound");
    let address = address.to_string();
    let mut protection = Busbar::start(&["protection", "--rti", &address]);
    protection.wait_for("waiting for the RTI");
    let instructor = Busbar::start(&instructor(&address, "max"));
    let mut rti = Busbar::start(&["rti", "--grpc-listen", &address]);
    rti.wait_for("RTI listens on ");
    let mut substation = Busbar::start(&["substation", "--rti", &address]);
    let (status, text) = instructor.end();
    assert!(status.success(), "{text}");
    assert!(text.contains("S01 passed"), "{text}");
    substation.wait_for("waiting for an instructor");
}

#[test]
fn a_second_substation_discovers_all_objects_with_current_values() {
    let (_rti, address) = rti();
    let _first = Busbar::start(&["substation", "--rti", &address]);
    let _protection = Busbar::start(&["protection", "--rti", &address]);
    let mut exercise = Busbar::start(&instructor(&address, "1"));
    exercise.wait_for("the exercise starts");
    exercise.wait_for("QF911 open");
    let mut second = Busbar::start(&["substation", "--rti", &address, "--name", "substation-2"]);
    second.wait_for("station is served already: following");
    // 181 switches, 121 nodes and 2 star points, 33 current transformers, 16 lines, 8 transformer
    // branches, the network, two participants and the exercise.
    second.wait_for("\"known\":365,\"with_values\":365");
    let (status, text) = exercise.end();
    assert!(status.success(), "{text}");
}

#[test]
fn a_protection_federate_that_is_killed_is_lost_and_its_successor_takes_over() {
    let (_rti, address) = rti();
    let _substation = Busbar::start(&["substation", "--rti", &address]);
    let mut protection = Busbar::start(&["protection", "--rti", &address]);
    let mut exercise = Busbar::start(&instructor(&address, "1"));
    exercise.wait_for("the exercise starts");
    protection.wait_for("protection is ready");
    protection.signal("KILL");
    let lost = exercise.wait_for("protection was lost at 00:00:0");
    let mut successor = Busbar::start(&["protection", "--rti", &address]);
    successor.wait_for("protection is ready");
    // The fault comes two seconds after the start: the successor has to be there by then.
    let (status, text) = exercise.end();
    assert!(status.success(), "{lost}\n{text}");
    assert!(text.contains("S01 passed"), "{text}");
}

#[test]
fn status_shows_federations_and_their_federates() {
    let (_rti, address) = rti();
    let none = Busbar::start(&["status", "--rti", &address]).end().1;
    assert!(none.contains("no federation execution"), "{none}");
    let mut substation = Busbar::start(&["substation", "--rti", &address]);
    substation.wait_for("substation is ready");
    let table = Busbar::start(&["status", "--rti", &address]).end().1;
    assert!(table.contains("federation training (HLAinteger64Time"), "{table}");
    assert!(table.contains("granted"), "{table}");
    let json = Busbar::start(&["status", "--rti", &address, "--json"]).end().1;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let federate = &json["federations"][0]["federates"][0];
    assert_eq!((&federate["name"], &federate["lookahead"]), (&"substation".into(), &"1000".into()));
}

#[test]
fn ctrl_c_ends_every_role_of_a_demo() {
    let mut demo = Busbar::start(&["demo"]);
    demo.wait_for("the exercise starts");
    let roles = demo.children();
    assert_eq!(roles.len(), 4, "rti, substation, protection, instructor");
    demo.signal("INT");
    let (status, text) = demo.end();
    assert!(status.success(), "{text}");
    wait_until_gone(&roles);
}

#[test]
fn the_roles_of_a_demo_end_with_it_even_when_it_is_killed() {
    let mut demo = Busbar::start(&["demo"]);
    demo.wait_for("the exercise starts");
    let roles = demo.children();
    demo.signal("KILL");
    wait_until_gone(&roles);
}

/// What the program says of bad input, and that it ends with code 2.
fn check_refused(arguments: &[&str], sentence: &str) {
    let (status, text) = Busbar::start(arguments).end();
    assert_eq!(status.code(), Some(2), "{text}");
    assert!(text.contains(sentence), "no {sentence:?} in {text}");
}

#[test]
fn bad_input_is_named_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let case = folder.path().join("broken.json");
    let network = power::cases::TS220.replace(r#""node1": "220-I""#, r#""node1": "220-X""#);
    std::fs::write(&case, network).expect("written");
    let case = case.display().to_string();
    check_refused(&["substation", "--case", &case], "220-X");
    check_refused(&["substation", "--case", "nowhere.json"], "cannot read nowhere.json");
    check_refused(&["instructor", "--scenario", "S99"], "has no scenario S99; it has S01, S02");
    let not_built = "scenario S08 is not yet built: this version has no event command";
    check_refused(&["instructor", "--scenario", "S08"], not_built);
    check_refused(&["demo", "--scenario", "S08"], not_built);
    check_refused(&["demo", "--scenario", "S99"], "has no scenario S99; it has S01, S02");
    check_refused(&["substation", "--rti", "127.0.0.1"], "an address is HOST:PORT");
    let ieee9 = concat!(env!("CARGO_MANIFEST_DIR"), "/federates/power/testdata/ieee9.json");
    check_refused(&["substation", "--case", ieee9], "two pieces of equipment are named 1");
    check_refused(&["instructor", "--speed", "3"], "the speeds are 1x, 2x, 10x, 60x, max");
    check_refused(&["status", "--rti", "127.0.0.1:1"], "no RTI answers at 127.0.0.1:1");
    check_refused(&["--log", "=", "rti"], "= is no log filter");
}

#[test]
fn a_run_that_was_stopped_before_its_judgement_has_not_passed() {
    let mut demo = Busbar::start(&["demo", "--scenario", "S01", "--speed", "1"]);
    demo.wait_for("the exercise starts");
    demo.signal("INT");
    let (status, text) = demo.end();
    assert_eq!(status.code(), Some(1), "{text}");
    assert!(text.contains("stopped before the scenario was over: not judged"), "{text}");
}

#[test]
fn an_exercise_goes_on_when_nobody_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log").display().to_string();
    let demo = ["demo", "--scenario", "S01", "--speed", "max", "--event-log", &log];
    let status = Busbar::end_unread(&demo);
    assert!(status.success(), "{status}");
    let log = std::fs::read_to_string(&log).expect("written");
    assert!(log.contains("00:00:03.620 P911.79 lock-out"), "{log}");
}

#[test]
fn a_port_that_is_in_use_is_named() {
    let (_rti, address) = rti();
    check_refused(&["rti", "--grpc-listen", &address], &address);
}

#[test]
fn a_second_federate_of_one_name_is_refused_and_the_first_goes_on() {
    let (_rti, address) = rti();
    let mut first = Busbar::start(&["protection", "--rti", &address]);
    first.wait_for("protection is ready");
    let sentence = "a federate named protection is already joined to federation training";
    check_refused(&["protection", "--rti", &address], sentence);
    let status = Busbar::start(&["status", "--rti", &address]).end().1;
    assert!(status.contains("protection"), "{status}");
}

#[test]
fn garbage_on_the_socket_ends_that_connection_alone() {
    let (_rti, address) = rti();
    let mut federate = Busbar::start(&["protection", "--rti", &address]);
    federate.wait_for("protection is ready");
    let mut socket = TcpStream::connect(&address).expect("listens");
    socket.set_read_timeout(Some(Duration::from_secs(30))).expect("a socket");
    socket.write_all(&[0xa5; 4096]).expect("taken");
    // The server closes, with or without a word.
    let mut answer = Vec::new();
    let _ = socket.read_to_end(&mut answer);
    let status = Busbar::start(&["status", "--rti", &address]).end().1;
    assert!(status.contains("protection"), "{status}");
}
