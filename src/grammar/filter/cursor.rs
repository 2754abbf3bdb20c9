//! Where the reading of an expression stands.
use super::expression::Miss;

/// Reads an expression.
pub(super) struct Reader<'t, 'n> {
    pub text: &'t str,
    pub rest: &'t str,
    /// The offsets of the parentheses of sums, in order.
    pub sums: Vec<usize>,
    pub is_number: &'n dyn Fn(&str) -> bool,
    /// What may follow.
    pub due: &'static str,
}

impl Reader<'_, '_> {
    pub fn at(&self, rest: &str) -> usize {
        self.text.len() - rest.len()
    }

    pub fn miss<T>(&self, expected: &'static str) -> Result<T, Miss> {
        Err(Miss { at: self.at(self.rest), expected })
    }
}
