//! Who may import whom: ARCHITECTURE.md, section 2.

use std::collections::BTreeSet;

use crate::check;
use crate::tree::{TextFile, files};
use crate::workspace::workspace;

/// The arrows of ARCHITECTURE.md, section 2: a crate, and what stands directly left of it. Arrows
/// carry through, so what those may import is allowed as well.
const ARROWS: &[(&str, &[&str])] = &[
    ("hla", &[]),
    ("hla-wire", &["hla"]),
    ("rti-fom", &["hla"]),
    ("rti-core", &["rti-fom"]),
    ("rti-journal", &["rti-core", "hla-wire"]),
    ("rti-runtime", &["rti-journal"]),
    ("rti-gateway", &["rti-runtime"]),
    ("rti-operator", &["rti-runtime"]),
    ("rti-server", &["rti-gateway", "rti-operator"]),
    ("virtual-time", &[]),
    ("federate-sdk", &["virtual-time", "hla-wire"]),
    ("training-fom", &["federate-sdk"]),
    ("power", &[]),
    ("substation", &["training-fom", "power"]),
    ("protection", &["training-fom", "power"]),
    ("telecontrol", &["training-fom", "power"]),
    ("console", &["training-fom", "power"]),
    ("instructor", &["console"]),
    ("trainee", &["console"]),
    ("busbar", &["rti-server", "substation", "protection", "telecontrol", "instructor", "trainee"]),
];

/// Chores may use anything, and nothing uses them.
const APART: &str = "xtask";

/// Crates that get seeds, clocks and bytes passed in (rule 2), and what they must not pull in.
const PURE: &[&str] = &["hla", "rti-fom", "rti-core", "virtual-time", "power"];
const IMPURE: &[&str] = &["tokio", "tonic", "prost", "tracing", "rand", "dashmap", "getrandom"];

/// Third-party crates that only some of ours may depend on: a prefix of the name, who may, why.
const RESERVED: &[(&str, &[&str], &str)] = &[
    (
        "tonic",
        &["hla-wire", "rti-gateway", "rti-operator", "federate-sdk", "console", "busbar"],
        "tonic is to be replaced one day, so few crates know it (STACK.md)",
    ),
    ("dashmap", &["rti-runtime"], "only the registry is shared between federations (rule 6)"),
    ("tracing-subscriber", &["busbar"], "only the program installs a logger (rule 5)"),
    ("anyhow", &["busbar", "xtask"], "libraries name their errors with thiserror (rule 22)"),
];

/// Text that may stand only in files whose path starts so.
const PLACES: &[(&str, &[&str], &str)] = &[
    ("env::var", PROGRAMS, "only the program reads the environment: pass a setting in (rule 5)"),
    ("process::exit", PROGRAMS, "only the program exits: return an error (rule 5)"),
    ("process::abort", PROGRAMS, "only the program exits: return an error (rule 5)"),
    ("tracing_subscriber", PROGRAMS, "only the program installs a logger (rule 5)"),
    ("dashmap", &["rti-server/runtime/src/registry"], "only the registry is shared (rule 6)"),
    ("DashMap", &["rti-server/runtime/src/registry"], "only the registry is shared (rule 6)"),
];
const PROGRAMS: &[&str] = &["src/", "xtask/", "tests/"];

/// What clippy.toml cannot ban by name because it is a module.
const PURE_NEVER: &[&str] =
    &["std::fs", "std::env", "std::net", "std::thread", "std::process", "std::sync::mpsc"];

#[test]
fn crates_import_only_what_stands_left_of_them() {
    let mut violations = Vec::new();
    for one in workspace().crates.iter().filter(|one| one.name != APART) {
        if !ARROWS.iter().any(|(name, _)| *name == one.name) {
            violations.push(format!("crate {} is not in the table", one.name));
        }
        let allowed = left_of(&one.name);
        for import in one.imports.iter().filter(|import| !allowed.contains(import.as_str())) {
            violations.push(format!("{} depends on {import}", one.name));
        }
    }
    check(
        &violations,
        "Move the code to where the arrows of ARCHITECTURE.md, section 2 allow it; a new crate or \
         arrow goes into that section and into ARROWS in the same commit.",
    );
}

#[test]
fn pure_crates_pull_in_nothing_that_waits_or_rolls_dice() {
    let mut violations = Vec::new();
    for pure in PURE {
        let tree = workspace().third_party_tree(pure);
        for name in IMPURE.iter().filter(|name| tree.contains(**name)) {
            violations.push(format!("{pure} pulls in {name}"));
        }
    }
    check(
        &violations,
        "`cargo tree -e normal,build -p <crate> -i <dependency>` names the way in. Turn the feature \
         off or move the code out: pure crates are replayed bit by bit (ARCHITECTURE.md, rule 2).",
    );
}

#[test]
fn reserved_dependencies_stay_where_they_belong() {
    let mut violations = Vec::new();
    for one in &workspace().crates {
        for (prefix, owners, reason) in RESERVED {
            let mut held = one.third_party.iter().filter(|name| name.starts_with(prefix));
            if let Some(name) = held.next().filter(|_| !owners.contains(&one.name.as_str())) {
                violations.push(format!("{} depends on {name}: {reason}", one.name));
            }
        }
    }
    check(&violations, "Use the crate that already wraps it.");
}

#[test]
fn what_only_the_program_may_do_stays_in_the_program() {
    let violations: Vec<_> =
        files().iter().filter(|file| !file.is_tidy()).flat_map(misplaced).collect();
    check(&violations, "Pass it in from `src/`, or use what the named file offers.");
}

#[test]
fn pure_crates_reach_for_nothing_outside() {
    let folders = workspace().crates.iter().filter(|one| PURE.contains(&one.name.as_str()));
    let sources: Vec<_> = folders.map(|one| format!("{}src/", one.folder)).collect();
    assert_eq!(sources.len(), PURE.len(), "every pure crate is a member");
    let is_pure = |file: &&TextFile| sources.iter().any(|folder| file.path.starts_with(folder));
    let violations: Vec<_> = files().iter().filter(is_pure).flat_map(impure_lines).collect();
    check(&violations, "Let the caller pass bytes, seeds and clocks in (ARCHITECTURE.md, rule 2).");
}

#[test]
fn the_checks_see_a_violation() {
    let file = |path: &str, text: &str| TextFile { path: path.into(), text: text.into() };
    let exits = "//! std::process::exit is not for us.\nstd::process::exit(1);\n";
    assert_eq!(misplaced(&file("rti-server/src/lib.rs", exits)).len(), 1);
    assert_eq!(misplaced(&file("src/main.rs", exits)).len(), 0);
    assert_eq!(misplaced(&file("proto/wire/build.rs", "env::var_os(\"OUT_DIR\")")).len(), 0);
    assert_eq!(impure_lines(&file("proto/hla/src/lib.rs", "use std::fs;")).len(), 1);
    assert!(left_of("rti-core").contains("hla"), "arrows carry through");
    assert!(!left_of("federate-sdk").contains("rti-core"), "rule 4");
    assert!(workspace().third_party_tree("rti-runtime").contains("tokio"));
}

/// Everything `name` may import, arrows carried through.
fn left_of(name: &str) -> BTreeSet<&'static str> {
    let mut allowed = BTreeSet::new();
    let mut open = vec![name];
    while let Some(next) = open.pop() {
        for left in ARROWS.iter().filter(|(from, _)| *from == next).flat_map(|(_, left)| *left) {
            if allowed.insert(*left) {
                open.push(left);
            }
        }
    }
    allowed
}

/// Lines that do what only some files may do. Build scripts read what cargo sets for them.
fn misplaced(file: &TextFile) -> Vec<String> {
    if !file.is_rust() || file.path.ends_with("build.rs") {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (line, code) in file.code_lines() {
        for (text, places, reason) in PLACES {
            if code.contains(text) && !places.iter().any(|place| file.path.starts_with(place)) {
                found.push(format!("{}:{line}: {text}: {reason}", file.path));
            }
        }
    }
    found
}

/// Lines outside tests that name a module no pure crate may use.
fn impure_lines(file: &TextFile) -> Vec<String> {
    let end = file.first_test_line().unwrap_or(usize::MAX);
    let mut found = Vec::new();
    for (line, code) in file.code_lines().take_while(|(line, _)| *line < end) {
        for module in PURE_NEVER.iter().filter(|module| code.contains(**module)) {
            found.push(format!("{}:{line}: {module}", file.path));
        }
    }
    found
}
