//! What is wrong with an expression.

/// Why an expression cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column} of the expression: {message}")]
pub struct FilterError {
    /// The place in the expression: characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}
