//! The section of the README that tells what is built: written from what the scenarios show.

use std::path::Path;

const BEGIN: &str = "<!-- written by `cargo xtask services` -->\n\n";
const END: &str = "\n\n<!-- end -->";

/// Set to have the README written instead of compared.
const WRITE: &str = "BUSBAR_WRITE_README";

/// The README has this table.
pub(crate) fn check(table: &str) -> Result<(), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let section = readme.split_once(BEGIN).and_then(|(before, rest)| {
        let (section, after) = rest.split_once(END)?;
        Some((before, section, after))
    });
    let (before, section, after) =
        section.ok_or(format!("README.md has no section between {BEGIN:?} and {END:?}"))?;
    if section == table {
        return Ok(());
    }
    if std::env::var_os(WRITE).is_some() {
        let readme = format!("{before}{BEGIN}{table}{END}{after}");
        return std::fs::write(&path, readme).map_err(|error| error.to_string());
    }
    Err(format!("README.md tells something else; run `cargo xtask services`:\n{table}"))
}
