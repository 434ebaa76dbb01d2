//! The rules of ARCHITECTURE.md that a program can check, as ordinary tests.
//!
//! Compiler, clippy, rustfmt, `cargo deny` and `cargo machete` check what they know; here is the
//! rest: who may import whom, what belongs in which file, sizes, names, words. Every failure lists
//! all places at once and says what to do. What a rule allows is written as data in its module; an
//! exception is one line there, with its reason.

mod imports;
mod manifests;
mod paths;
mod scenarios;
mod size;
mod tree;
mod words;
mod workspace;

/// Fails with every violation and the one thing to do about them.
#[track_caller]
fn check(violations: &[String], what_to_do: &str) {
    assert!(
        violations.is_empty(),
        "{} violation(s):\n  {}\n{what_to_do}\n",
        violations.len(),
        violations.join("\n  ")
    );
}
