//! Builds the page into `OUT_DIR/page`, from which it is embedded.
//!
//! Everything happens in `OUT_DIR`, because several builds may run in one source tree. Where npm
//! is missing or cannot fetch packages the folder stays empty, the build goes on with one warning,
//! and the server answers with a page that says so. A page that does not compile is an error.

use std::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs, io};

/// What the page is built from, beside its schema.
const SOURCES: [&str; 7] = [
    "src",
    "index.html",
    "package.json",
    "package-lock.json",
    "buf.gen.yaml",
    "vite.config.ts",
    "tsconfig.json",
];
const SCHEMA: &str = "../../proto/busbar/v1/console.proto";

/// Why there is no page.
enum Missing {
    /// A reason that lies in this machine: the build goes on.
    Tools(String),
    /// A mistake in the page.
    Broken(String),
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={SCHEMA}");
    for source in SOURCES {
        println!("cargo::rerun-if-changed=web/{source}");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    let page = out.join("page");
    let _ = fs::remove_dir_all(&page);
    fs::create_dir_all(&page)?;
    match build_page(&out, &page) {
        Ok(()) => Ok(()),
        Err(Missing::Broken(reason)) => Err(reason.into()),
        Err(Missing::Tools(reason)) => {
            println!("cargo::warning=the console's page is not built: {reason}");
            // A file that never exists: cargo tries again with the next build.
            println!("cargo::rerun-if-changed={}", out.join("no-page").display());
            Ok(())
        }
    }
}

fn npm_does_not_run(error: impl std::fmt::Display) -> Missing {
    Missing::Tools(format!("npm does not run ({error}); install Node.js 20.19 or newer"))
}

fn build_page(out: &Path, page: &Path) -> Result<(), Missing> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let work = out.join("web");
    let copied = copy_sources(&work).map_err(|error| Missing::Tools(error.to_string()))?;
    if copied.packages_changed || !work.join("node_modules/.complete").exists() {
        let arguments = ["ci", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"];
        let fetched = run(npm, &work, arguments).map_err(npm_does_not_run)?;
        if !fetched.status.success() {
            return Err(Missing::Tools(format!("npm ci failed: {}", cause(&fetched))));
        }
        fs::write(work.join("node_modules/.complete"), "")
            .map_err(|error| Missing::Tools(error.to_string()))?;
    }
    let target = page.to_string_lossy();
    let built = run(npm, &work, ["run", "build", "--", "--outDir", &target, "--emptyOutDir"])
        .map_err(npm_does_not_run)?;
    if built.status.success() {
        return Ok(());
    }
    let told = String::from_utf8_lossy(&built.stdout).into_owned();
    Err(Missing::Broken(format!("{told}{}", String::from_utf8_lossy(&built.stderr))))
}

struct Copied {
    packages_changed: bool,
}

fn copy_sources(work: &Path) -> io::Result<Copied> {
    let lock = "package-lock.json";
    let before = fs::read(work.join(lock)).ok();
    let _ = fs::remove_dir_all(work.join("src"));
    fs::create_dir_all(work.join("proto/busbar/v1"))?;
    for source in SOURCES {
        copy(&Path::new("web").join(source), &work.join(source))?;
    }
    fs::copy(SCHEMA, work.join("proto/busbar/v1/console.proto"))?;
    Ok(Copied { packages_changed: before != Some(fs::read(work.join(lock))?) })
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        fs::copy(from, to)?;
        return Ok(());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

fn run<I: AsRef<OsStr>>(
    program: &str,
    folder: &Path,
    arguments: impl IntoIterator<Item = I>,
) -> io::Result<Output> {
    Command::new(program).args(arguments).current_dir(folder).output()
}

/// What npm says first names the cause; what follows is advice.
fn cause(output: &Output) -> String {
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<&str> = told.lines().filter(|line| line.contains("npm error")).take(3).collect();
    if lines.is_empty() { "it said nothing".into() } else { lines.join("; ") }
}
