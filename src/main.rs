//! Busbar: one program, many roles.

fn main() {}
