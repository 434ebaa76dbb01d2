//! Files stay short enough to be read in one go.

use crate::check;
use crate::tree::{TextFile, files};

const LINES_MAX: usize = 500;

/// What counts as source; data, lock files and documents may be as long as they need.
const SOURCES: &[&str] = &["rs", "proto", "ts", "js", "mjs", "svelte", "css", "html", "py", "sh"];

/// Longer files, and why they are one file all the same.
const LONGER: &[(&str, &str)] = &[
    ("proto/fedpro/", "the protocol's messages in the order of the standard: a table"),
    ("proto/hla/src/call.rs", "one variant per service of the standard: a table"),
];

#[test]
fn files_stay_under_500_lines() {
    let violations: Vec<_> = files().iter().filter_map(too_long).collect();
    check(
        &violations,
        "Split by noun, not by visibility (ARCHITECTURE.md, section 9). Only a table or generated \
         text goes into LONGER, with the reason.",
    );
}

#[test]
fn exceptions_are_still_needed() {
    let is_needed = |path: &str| {
        let mut long = files().iter().filter(|file| file.text.lines().count() > LINES_MAX);
        long.any(|file| file.path.starts_with(path))
    };
    let unneeded = LONGER.iter().filter(|(path, _)| !is_needed(path));
    let violations: Vec<_> = unneeded.map(|(path, _)| (*path).to_owned()).collect();
    check(&violations, "Remove the line from LONGER.");
}

#[test]
fn a_long_file_is_seen() {
    let file = |path: &str, lines| TextFile { path: path.into(), text: "x\n".repeat(lines) };
    assert!(too_long(&file("src/main.rs", LINES_MAX + 1)).is_some());
    assert!(too_long(&file("src/main.rs", LINES_MAX)).is_none());
    assert!(too_long(&file("federates/power/cases/grid.json", LINES_MAX + 1)).is_none());
}

fn too_long(file: &TextFile) -> Option<String> {
    let lines = file.text.lines().count();
    let excepted = LONGER.iter().any(|(path, _)| file.path.starts_with(path));
    let counts = file.has_extension(SOURCES) && !excepted;
    (counts && lines > LINES_MAX).then(|| format!("{}: {lines} lines", file.path))
}
