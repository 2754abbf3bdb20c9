//! The `descant` program.
fn main() {}
