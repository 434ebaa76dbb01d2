//! Names and words that say that something is unfinished or has no place yet.

use crate::check;
use crate::tree::{TextFile, files};

/// A module so named collects what nobody found a noun for.
const MODULES: &[&str] = &["utils", "util", "common", "helpers", "helper", "manager", "misc"];
/// A type so named says how it is built, not what it is.
const TYPE_ENDINGS: &[&str] = &["Manager", "Impl", "Helper", "Util", "Utils"];
/// Code that is not finished, or was left from finding a fault.
const UNFINISHED: &[&str] = &["todo!(", "unimplemented!(", "dbg!("];
/// Comments that promise instead of doing.
const PROMISES: &[&str] = &["TODO", "FIXME", "HACK", "XXX"];

/// Files of test code that may sleep, and why; under tokio's paused clock a sleep takes no time,
/// so a file that pauses it needs no line here.
const SLEEPS: &[(&str, &str)] = &[];

#[test]
fn modules_and_types_are_named_by_nouns_of_their_own() {
    let violations: Vec<_> =
        files().iter().filter(|file| !file.is_tidy()).flat_map(nameless).collect();
    check(
        &violations,
        "Name it by what it holds, or move it to what uses it (ARCHITECTURE.md, section 8).",
    );
}

#[test]
fn nothing_is_left_unfinished() {
    let violations: Vec<_> =
        files().iter().filter(|file| !file.is_tidy()).flat_map(unfinished).collect();
    check(&violations, "Finish it, or take it out and open an issue.");
}

#[test]
fn ignored_tests_say_why() {
    let violations: Vec<_> =
        files().iter().filter(|file| !file.is_tidy()).flat_map(silently_ignored).collect();
    check(
        &violations,
        "Write `#[ignore = \"why, and what runs it\"]`; in tests/perf every test is ignored and \
         run by `cargo xtask bench`.",
    );
}

#[test]
fn tests_wait_on_conditions() {
    let violations: Vec<_> =
        files().iter().filter(|file| !file.is_tidy()).flat_map(sleeping).collect();
    check(
        &violations,
        "Wait on a condition with a deadline (a channel, a line of output, a health check) or drive \
         the simulated clock (ARCHITECTURE.md, section 10).",
    );
}

#[test]
fn the_checks_see_a_violation() {
    let file = |path: &str, text: &str| TextFile { path: path.into(), text: text.into() };
    assert_eq!(nameless(&file("src/utils.rs", "")).len(), 1);
    assert_eq!(nameless(&file("rti-server/src/common/mod.rs", "")).len(), 1);
    assert_eq!(nameless(&file("src/main.rs", "mod helpers {\n    struct OutboxImpl;\n}")).len(), 2);
    assert_eq!(nameless(&file("src/main.rs", "struct Implication;")).len(), 0);
    assert_eq!(unfinished(&file("src/main.rs", "todo!()\n// TODO: more\n// TODOs")).len(), 2);
    assert_eq!(silently_ignored(&file("tests/e2e/main.rs", "#[ignore]\n")).len(), 1);
    let timed = "#[test]\nfn a() {}\n#[ignore = \"slow\"]\n#[test]\nfn b() {}\n";
    assert_eq!(silently_ignored(&file("tests/perf/main.rs", timed)).len(), 1);
    let naps = "fn f() { sleep(1) }\n#[cfg(test)]\nmod tests {\n    fn g() { sleep(1) }\n}\n";
    assert_eq!(sleeping(&file("src/main.rs", naps)).len(), 1);
    assert_eq!(sleeping(&file("src/a/tests.rs", "tokio::time::pause();\nsleep(1)")).len(), 0);
}

fn nameless(file: &TextFile) -> Vec<String> {
    if !file.is_rust() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let stem = file.path.trim_end_matches(".rs");
    if let Some(part) = stem.split('/').find(|part| MODULES.contains(part)) {
        found.push(format!("{}: a module named {part}", file.path));
    }
    for (line, code) in file.code_lines() {
        let words: Vec<_> = names(code).collect();
        for pair in words.windows(2) {
            let module = pair[0] == "mod" && MODULES.contains(&pair[1]) && code.contains('{');
            let is_type = ["struct", "enum", "trait", "type"].contains(&pair[0]);
            if module || (is_type && TYPE_ENDINGS.iter().any(|end| pair[1].ends_with(end))) {
                found.push(format!("{}:{line}: {} {}", file.path, pair[0], pair[1]));
            }
        }
    }
    found
}

fn unfinished(file: &TextFile) -> Vec<String> {
    if !file.is_rust() && !file.has_extension(&["ts", "js", "svelte", "proto"]) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let in_code = UNFINISHED.iter().filter(|text| line.contains(**text));
        let comment = line.split_once("//").map_or("", |(_, comment)| comment);
        let promised = PROMISES.iter().filter(|word| names(comment).any(|name| name == **word));
        for text in in_code.chain(promised) {
            found.push(format!("{}:{}: {text}", file.path, index + 1));
        }
    }
    found
}

fn silently_ignored(file: &TextFile) -> Vec<String> {
    let lines: Vec<_> = file.text.lines().map(str::trim).collect();
    let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    let mut found = Vec::new();
    if file.is_rust() && count("#[ignore]") > 0 {
        found.push(format!("{}: #[ignore] without a reason", file.path));
    }
    let tests = count("#[test]") + count("#[tokio::test");
    if file.path.starts_with("tests/perf/") && tests > count("#[ignore =") {
        found.push(format!("{}: a benchmark that runs with the tests", file.path));
    }
    found
}

fn sleeping(file: &TextFile) -> Vec<String> {
    let paused = ["start_paused", "time::pause()"].iter().any(|text| file.text.contains(text));
    let excepted = SLEEPS.iter().any(|(path, _)| file.path == *path);
    let is_web = file.has_extension(&["ts", "js", "mjs"]);
    if paused || excepted || !(file.is_rust() || is_web) {
        return Vec::new();
    }
    let start = if is_web { 1 } else { file.first_test_line().unwrap_or(usize::MAX) };
    let call = if is_web { "waitForTimeout(" } else { "sleep(" };
    file.code_lines()
        .filter(|(line, code)| *line >= start && code.contains(call))
        .map(|(line, _)| format!("{}:{line}: {call}..)", file.path))
        .collect()
}

/// The names in a piece of text: runs of letters, digits and underscores.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|name| !name.is_empty())
}
