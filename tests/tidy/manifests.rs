//! Every crate is declared and opened in the same way.

use crate::check;
use crate::tree::{TextFile, files, root};
use crate::workspace::{Crate, workspace};

/// A page tells what a crate is for, what it does not do, and its main types; shorter is a title.
const PAGE_LINES_MIN: usize = 4;
/// Less code than this is a placeholder.
const CODE_LINES_MIN: usize = 5;

#[test]
fn versions_are_declared_once() {
    let mut violations = Vec::new();
    for one in &workspace().crates {
        let manifest = manifest(one);
        let targets = manifest.get("target").and_then(toml::Value::as_table);
        let targets = targets.into_iter().flat_map(toml::Table::values);
        let tables = targets.filter_map(toml::Value::as_table).chain([&manifest]);
        for table in tables {
            for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
                let declared = table.get(kind).and_then(toml::Value::as_table);
                for (name, dependency) in declared.into_iter().flatten() {
                    if !inherits(Some(dependency)) {
                        violations.push(format!("{}Cargo.toml: {kind}.{name}", one.folder));
                    }
                }
            }
        }
    }
    check(
        &violations,
        "Declare version and path in [workspace.dependencies] of the root and write \
         `name.workspace = true` here (ARCHITECTURE.md, rule 7).",
    );
}

#[test]
fn crates_take_their_lints_from_the_workspace() {
    let crates = workspace().crates.iter();
    let violations: Vec<_> = crates
        .filter(|one| !inherits(manifest(one).get("lints")))
        .map(|one| format!("{}Cargo.toml", one.folder))
        .collect();
    check(&violations, "Add `[lints]` with `workspace = true`.");
}

#[test]
fn crates_and_test_programs_open_with_a_page() {
    let violations: Vec<_> =
        files().iter().filter(|file| opens_a_crate(file) && !has_a_page(file)).collect();
    let violations: Vec<_> = violations.iter().map(|file| file.path.clone()).collect();
    check(
        &violations,
        "Begin the file with a `//!` page: what it is for, what it deliberately does not do, its \
         main types (ARCHITECTURE.md, section 9).",
    );
}

#[test]
fn no_crate_is_empty() {
    let mut violations = Vec::new();
    for one in &workspace().crates {
        let source = format!("{}src/", one.folder);
        let own = files().iter().filter(|file| file.path.starts_with(&source) && file.is_rust());
        let lines = own.flat_map(TextFile::code_lines).filter(|(_, code)| !code.trim().is_empty());
        if lines.count() < CODE_LINES_MIN {
            violations.push(source);
        }
    }
    check(&violations, "Write the crate or take it out of the workspace: no placeholders.");
}

#[test]
fn the_page_is_told_from_a_title() {
    let file = |text: &str| TextFile { path: "src/main.rs".into(), text: text.into() };
    assert!(opens_a_crate(&file("")));
    assert!(!has_a_page(&file("//! A title.\n\nfn main() {}\n")));
    assert!(has_a_page(&file("//! One.\n//!\n//! Two.\n//! Three.\n\nfn main() {}\n")));
}

fn manifest(one: &Crate) -> toml::Table {
    let path = root().join(&one.folder).join("Cargo.toml");
    let text = std::fs::read_to_string(path).expect("cargo listed this manifest");
    text.parse().expect("cargo has read this manifest")
}

fn inherits(value: Option<&toml::Value>) -> bool {
    value.and_then(|value| value.get("workspace")).and_then(toml::Value::as_bool) == Some(true)
}

fn opens_a_crate(file: &TextFile) -> bool {
    let opens = ["src/lib.rs", "src/main.rs"].iter().any(|end| {
        file.path == *end || file.path.strip_suffix(end).is_some_and(|rest| rest.ends_with('/'))
    });
    opens || (file.path.starts_with("tests/") && file.path.ends_with("/main.rs"))
}

fn has_a_page(file: &TextFile) -> bool {
    file.text.lines().take_while(|line| line.starts_with("//!")).count() >= PAGE_LINES_MIN
}
