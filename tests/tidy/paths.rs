//! The tree builds anywhere: nothing names the machine or the registry it was written with.

use crate::check;
use crate::tree::{TextFile, files};

/// Folders that exist on one machine only.
const MACHINE_PATHS: &[&str] = &["/work/", "/home/", "/root/", "/Users/"];
/// Which registry serves a package is a setting of the machine that builds.
const REGISTRY_HOSTS: &[&str] =
    &["crates.io", "npmjs.org", "npmjs.com", "pypi.org", "pythonhosted.org", "deb.debian.org"];

/// Cargo writes the name of its default registry into the lock file, wherever packages come from.
const NAMES_ITS_REGISTRY: &str = "Cargo.lock";

#[test]
fn nothing_names_a_machine_or_a_registry() {
    let violations: Vec<_> =
        files().iter().filter(|file| !file.is_tidy()).flat_map(bound_to_a_place).collect();
    check(
        &violations,
        "Write paths from the root of the checkout or take them as settings. A package-lock.json \
         without hosts: `npm install --omit-lockfile-registry-resolved`.",
    );
}

#[test]
fn the_check_sees_a_violation() {
    let file = |path: &str, text: &str| TextFile { path: path.into(), text: text.into() };
    assert_eq!(bound_to_a_place(&file("README.md", "cd /home/me/busbar")).len(), 1);
    assert_eq!(bound_to_a_place(&file("a/package-lock.json", "https://x.npmjs.org/")).len(), 1);
    assert_eq!(bound_to_a_place(&file("Cargo.lock", "crates.io-index")).len(), 0);
    assert_eq!(bound_to_a_place(&file("src/main.rs", "rework/home/page")).len(), 0);
}

fn bound_to_a_place(file: &TextFile) -> Vec<String> {
    let hosts = if file.path == NAMES_ITS_REGISTRY { &[] } else { REGISTRY_HOSTS };
    let mut found = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let paths = MACHINE_PATHS.iter().filter(|path| names_the_folder(line, path));
        for text in paths.chain(hosts.iter().filter(|host| line.contains(**host))) {
            found.push(format!("{}:{}: {text}", file.path, index + 1));
        }
    }
    found
}

/// Whether `path` stands in `line` as an absolute path, not as the middle of another one.
fn names_the_folder(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        !line[..at].ends_with(|c: char| c.is_alphanumeric() || ['.', '_', '-', '}'].contains(&c))
    })
}
