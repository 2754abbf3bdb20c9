//! The findings of a chunk, as they will be shown.
use super::config::Config;
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::emit::diagnostics::{self, Form};
use crate::emit::{Place, Sheet};

/// The findings of a chunk, as they will be shown.
#[derive(Debug, Default)]
pub struct Findings {
    pub(super) sheet: Sheet,
    /// Where each ends, and its code, where only so many of a code are shown.
    pub(super) ends: Vec<(u64, Code)>,
}

impl Findings {
    /// Appends one, if it is heavy enough to be shown.
    pub fn push(
        &mut self,
        config: &Config,
        form: Form,
        place: &Place<'_>,
        diagnostic: &Diagnostic,
        severity: Severity,
    ) {
        if severity < config.rules.level {
            return;
        }
        diagnostics::append(&mut self.sheet, form, place, diagnostic, severity);
        if config.rules.max_per_code.is_some() {
            self.ends.push((self.sheet.length(), diagnostic.code));
        }
    }

    /// Says that so many findings of a game, which begins at this byte, are not shown.
    pub fn unshown(&mut self, form: Form, place: &Place<'_>, game: u32, count: u64) {
        diagnostics::append_unshown(&mut self.sheet, form, place, game, count);
        if let Some((end, _)) = self.ends.last_mut() {
            *end = self.sheet.length();
        }
    }

    /// Forgets all, keeping the buffers.
    pub fn clear(&mut self) {
        self.sheet.clear();
        self.ends.clear();
    }
}
