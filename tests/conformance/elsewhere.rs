//! Rows shown by a Rust test and not by a scenario: `elsewhere.tsv` names the source file and the
//! test function, whose name begins with the row's id (`FOM-003`: `fom_003_...`).
//!
//! A row may have several lines. The list is kept honest by reading the source: a line whose file
//! has no such test fails.

use std::collections::BTreeMap;
use std::path::Path;

const ELSEWHERE: &str = include_str!("elsewhere.tsv");

/// The tests that show a row, by row.
pub(crate) fn read() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut tests: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (row, test) in ELSEWHERE.lines().skip(1).filter_map(|line| line.split_once('\t')) {
        tests.entry(row).or_default().push(test);
    }
    tests
}

/// What is wrong with a line; `test` is `<source file>::<function>`.
pub(crate) fn check(row: &str, test: &str) -> Result<(), String> {
    let wrong = |problem: &str| Err(format!("elsewhere.tsv: {row}: {test}: {problem}"));
    let Some((file, function)) = test.split_once("::") else {
        return wrong("write <source file>::<test function>");
    };
    let id = row.to_lowercase().replace('-', "_");
    if !function.strip_prefix(&id).is_some_and(|rest| rest.is_empty() || rest.starts_with('_')) {
        return wrong(&format!("the function's name does not begin with {id}"));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let Ok(source) = std::fs::read_to_string(path) else { return wrong("no such file") };
    if has_test(&source, function) { Ok(()) } else { wrong("no such test in that file") }
}

/// Whether the source has the function with a test attribute, and nothing that ignores it.
fn has_test(source: &str, function: &str) -> bool {
    let lines: Vec<_> = source.lines().map(str::trim).collect();
    let head = format!("fn {function}(");
    let at = lines.iter().position(|line| line.trim_start_matches("async ").starts_with(&head));
    let Some(at) = at else { return false };
    let attributes = || lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
    attributes().any(|line| *line == "#[test]" || line.starts_with("#[tokio::test"))
        && !attributes().any(|line| line.starts_with("#[ignore"))
}
