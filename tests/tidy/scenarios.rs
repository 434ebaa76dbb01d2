//! Every conformance scenario says which clause of the standard it plays.

use crate::check;
use crate::tree::{TextFile, files};

const CASES: &str = "tests/conformance/cases/";

#[test]
fn scenarios_name_their_clause() {
    let cases = files().iter().filter(|file| file.path.starts_with(CASES));
    let cases = cases.filter(|file| file.has_extension(&["hla"]));
    let violations: Vec<_> =
        cases.filter(|file| !names_a_clause(file)).map(|file| file.path.clone()).collect();
    check(
        &violations,
        "Begin the file with a comment that names the clause of the standard, such as `# 8.16`.",
    );
}

#[test]
fn the_check_sees_a_violation() {
    let file = |text: &str| TextFile { path: format!("{CASES}time/a.hla"), text: text.into() };
    assert!(names_a_clause(&file("# Clause 8.16: a grant waits.\njoin A\n")));
    assert!(!names_a_clause(&file("# A grant waits.\nadvance A 8.16\n")));
    assert!(!names_a_clause(&file("join A\n# Clause 8.16\n")));
}

/// Whether the leading comment holds a number such as `8.16`.
fn names_a_clause(file: &TextFile) -> bool {
    let header = file.text.lines().take_while(|line| line.starts_with('#') || line.is_empty());
    let mut words = header.flat_map(|line| line.split(|c: char| !(c.is_ascii_digit() || c == '.')));
    words.any(|word| {
        let mut parts = word.trim_matches('.').split('.');
        parts.clone().count() > 1 && parts.all(|part| !part.is_empty())
    })
}
