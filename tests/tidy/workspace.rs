//! Our crates and what they depend on, as cargo reads the manifests and the lock file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

use crate::tree::root;

/// One crate of the workspace.
pub(crate) struct Crate {
    pub(crate) name: String,
    /// Its folder from the root, with `/` at the end; empty for the root package.
    pub(crate) folder: String,
    /// Crates of ours it depends on to build or run.
    pub(crate) imports: BTreeSet<String>,
    /// Third-party crates it depends on to build or run.
    pub(crate) third_party: BTreeSet<String>,
}

/// The workspace as a whole.
pub(crate) struct Workspace {
    pub(crate) crates: Vec<Crate>,
    /// From `Cargo.lock`: third-party crate -> what it may pull in on any platform. By name only:
    /// two versions of one crate count as one, which can only make a check stricter.
    lock: BTreeMap<String, BTreeSet<String>>,
}

impl Workspace {
    /// Everything third-party that is built into `name`, directly or through others.
    pub(crate) fn third_party_tree(&self, name: &str) -> BTreeSet<String> {
        let mut ours = vec![name];
        let mut open = Vec::new();
        let mut seen_ours = BTreeSet::new();
        while let Some(next) = ours.pop() {
            let Some(one) = self.crates.iter().find(|one| one.name == next) else { continue };
            if seen_ours.insert(next) {
                ours.extend(one.imports.iter().map(String::as_str));
                open.extend(one.third_party.iter().cloned());
            }
        }
        let mut tree = BTreeSet::new();
        while let Some(next) = open.pop() {
            open.extend(self.lock.get(&next).into_iter().flatten().cloned());
            if !tree.insert(next.clone()) {
                open.retain(|waiting| !tree.contains(waiting));
            }
        }
        tree
    }
}

/// The workspace of this checkout.
pub(crate) fn workspace() -> &'static Workspace {
    static WORKSPACE: OnceLock<Workspace> = OnceLock::new();
    WORKSPACE.get_or_init(|| Workspace { crates: read_crates(), lock: read_lock() })
}

fn read_crates() -> Vec<Crate> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    list(&metadata["packages"]).iter().map(read_crate).collect()
}

fn read_crate(package: &Value) -> Crate {
    let manifest = text(&package["manifest_path"]);
    let folder = manifest
        .strip_prefix(&format!("{}/", root().display()))
        .and_then(|path| path.strip_suffix("Cargo.toml"))
        .expect("members live below the root");
    let (ours, third_party): (Vec<_>, Vec<_>) = list(&package["dependencies"])
        .iter()
        .filter(|dependency| dependency["kind"] != "dev")
        .partition(|dependency| dependency["path"].is_string());
    let names = |dependencies: Vec<&Value>| {
        dependencies.into_iter().map(|dependency| text(&dependency["name"]).to_owned()).collect()
    };
    Crate {
        name: text(&package["name"]).to_owned(),
        folder: folder.to_owned(),
        imports: names(ours),
        third_party: names(third_party),
    }
}

fn read_lock() -> BTreeMap<String, BTreeSet<String>> {
    let lock = fs::read_to_string(root().join("Cargo.lock")).expect("the lock file is committed");
    let lock: toml::Table = lock.parse().expect("cargo writes TOML");
    let mut tree: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in lock["package"].as_array().expect("the lock file lists packages") {
        if package.get("source").is_none() {
            continue;
        }
        let name = package["name"].as_str().expect("a package has a name");
        let needs = package.get("dependencies").and_then(toml::Value::as_array);
        let needs = needs.into_iter().flatten().filter_map(toml::Value::as_str);
        // An entry reads `name`, or `name version` where the lock file holds several versions.
        let needs = needs.filter_map(|entry| entry.split(' ').next()).map(str::to_owned);
        tree.entry(name.to_owned()).or_default().extend(needs);
    }
    tree
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("cargo metadata writes a list here")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("cargo metadata writes a text here")
}
