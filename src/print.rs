//! What the program says on standard output.

use std::fmt::Display;
use std::io::Write;

/// Prints a line.
///
/// Whoever read it may be gone (`busbar demo | head`); an exercise goes on without a reader, so
/// that is no error here, where `println!` would panic.
pub(crate) fn line(text: impl Display) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}
