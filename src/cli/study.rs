//! The table of openings that a run looks games up in.
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use super::inputs::{table_of, wrong};
use crate::error::Error;
use crate::openings::Table;
pub use crate::table::{Chosen, Desk, Known, Study};

/// The table that was read from the files of `--openings`.
static GIVEN: OnceLock<Table> = OnceLock::new();

/// The table of openings: that of these files together, or the one that comes with the program.
///
/// # Errors
/// When a file cannot be read, or is no such table.
pub fn openings(files: &[PathBuf]) -> Result<&'static Table, Error> {
    if files.is_empty() {
        return Ok(Table::builtin());
    }
    let mut text = String::new();
    for file in files {
        let one = table_of(file)?;
        // Each is read alone first, so that a fault is told with the file and line where it is.
        Table::parse(&one).map_err(|error| wrong(file, &error))?;
        text.push_str(&one);
        text.push('\n');
    }
    let table = Table::parse(&text).map_err(|error| Error::usage(error.to_string()))?;
    // One table a run: who asks for it again has the same files.
    Ok(GIVEN.get_or_init(|| table))
}

/// The table if it was read from files: texts are read by it. (Without one they are read by the one that comes along.)
#[must_use]
pub fn given(table: &Table, files: &[PathBuf]) -> Option<Arc<Table>> {
    (!files.is_empty()).then(|| Arc::new(table.clone()))
}
