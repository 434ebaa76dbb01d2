//! The files of the checkout, as text.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// What git keeps, builds write and package managers unpack: not ours to check.
const SKIPPED: &[&str] = &[".git", "node_modules", "dist", "generated", "target"];

/// One text file: its path from the root, with `/`, and its content.
pub(crate) struct TextFile {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl TextFile {
    pub(crate) fn has_extension(&self, extensions: &[&str]) -> bool {
        Path::new(&self.path)
            .extension()
            .is_some_and(|own| extensions.iter().any(|wanted| own == *wanted))
    }

    pub(crate) fn is_rust(&self) -> bool {
        self.has_extension(&["rs"])
    }

    /// These checks spell out what they forbid, so the checks by word leave them alone.
    pub(crate) fn is_tidy(&self) -> bool {
        self.path.starts_with("tests/tidy/")
    }

    /// Line numbers from 1, each line without its `//` comment.
    pub(crate) fn code_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| {
            let code = line.split_once("//").map_or(line, |(code, _comment)| code);
            (index + 1, code)
        })
    }

    /// From which line on this file is test code: 1 for a file of tests.
    pub(crate) fn first_test_line(&self) -> Option<usize> {
        if self.path.split('/').any(|part| part == "tests" || part == "tests.rs") {
            return Some(1);
        }
        let lines: Vec<_> = self.text.lines().collect();
        let opens_tests = |pair: &[&str]| {
            pair[0].trim() == "#[cfg(test)]"
                && pair[1].starts_with("mod ")
                && pair[1].ends_with('{')
        };
        lines.windows(2).position(opens_tests).map(|index| index + 1)
    }
}

/// Every text file of the checkout, in order of path; files that are not UTF-8 are left out.
pub(crate) fn files() -> &'static [TextFile] {
    static FILES: OnceLock<Vec<TextFile>> = OnceLock::new();
    FILES.get_or_init(|| {
        let mut files = Vec::new();
        collect(root(), &mut files);
        files.sort_by(|a, b| a.path.cmp(&b.path));
        assert!(files.len() > 100, "the walk found {} files only", files.len());
        files
    })
}

/// The root of the checkout.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn collect(folder: &Path, files: &mut Vec<TextFile>) {
    let entries = fs::read_dir(folder).expect("a folder of the checkout can be listed");
    for entry in entries {
        let path = entry.expect("a folder of the checkout can be listed").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if SKIPPED.contains(&name.as_ref()) {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else if let Ok(text) = fs::read_to_string(&path) {
            let relative = path.strip_prefix(root()).expect("the walk starts at the root");
            files.push(TextFile { path: relative.to_string_lossy().into_owned(), text });
        }
    }
}
