//! The page of a demo in a real browser, as a person sees it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::process::Busbar;

/// What the browser is driven with.
const SCRIPT: [&str; 4] = ["package.json", "package-lock.json", "browser.mjs", "page.mjs"];

/// Runs a program in a folder; it is a part of Node.js, which has to be there.
fn run(program: &str, folder: &Path, arguments: &[&str]) -> Output {
    Command::new(program).args(arguments).current_dir(folder).output().unwrap_or_else(|error| {
        panic!("{program} does not run ({error}): install Node.js 20.19 or newer, which brings npm")
    })
}

fn text(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    format!("{out}{err}")
}

/// The script with its packages, outside the source tree.
fn prepared_script() -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/page");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
    fs::create_dir_all(&folder).expect("cargo's folder for tests can be written");
    for file in SCRIPT {
        fs::copy(source.join(file), folder.join(file)).expect("a file of the source tree");
    }
    let fetched = run("npm", &folder, &["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
    assert!(fetched.status.success(), "npm cannot fetch playwright-core: {}", text(&fetched));
    folder
}

fn protection_of(demo: &Busbar) -> u32 {
    let is_protection = |pid: &u32| {
        let arguments = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        arguments.split(|&octet| octet == 0).nth(1) == Some(b"protection".as_slice())
    };
    demo.children().into_iter().find(is_protection).expect("a demo has a protection")
}

#[test]
fn a_person_sees_and_runs_the_exercise_on_the_page() {
    let folder = prepared_script();
    let mut demo = Busbar::start(&["demo"]);
    let line = demo.wait_for("console at ");
    let url = line.rsplit(' ').next().expect("an address").to_owned();
    demo.wait_for("the exercise starts");
    let protection = protection_of(&demo).to_string();
    let seen = run("node", &folder, &["page.mjs", &url, "screenshots", &protection]);
    assert!(seen.status.success(), "{}", text(&seen));
}
