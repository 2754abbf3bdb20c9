//! Where the parts of a run go.
use super::order::Files;
use super::output::Output;
use super::rows::Columnar;

/// What is told at the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recap {
    /// Nothing.
    None,
    /// How many games.
    Line,
    /// The counts by code, too.
    Table,
}

/// Where the parts of a run go.
pub struct Streams {
    /// Results.
    pub results: Output,
    /// The file of columns that they are written as.
    pub columnar: Option<Columnar>,
    /// Rejected games.
    pub rejects: Option<Output>,
    /// Records that another stands for.
    pub doubles: Option<Output>,
    /// What looks like moves of texts and belongs to no game.
    pub unread: Option<Output>,
    /// The games are sorted or parted before they go to the results.
    pub files: Option<Files>,
    /// Findings are results: they go to the same place.
    pub findings_are_results: bool,
    /// How many findings of a game are shown.
    pub max_problems: usize,
    /// What stands behind the results.
    pub tail: String,
    /// What is told at the end.
    pub recap: Recap,
}

impl Streams {
    /// Results go there, findings to standard error, all of them.
    #[must_use]
    pub const fn new(results: Output, recap: Recap) -> Self {
        Self {
            results,
            columnar: None,
            rejects: None,
            doubles: None,
            unread: None,
            files: None,
            findings_are_results: false,
            max_problems: usize::MAX,
            tail: String::new(),
            recap,
        }
    }
}
