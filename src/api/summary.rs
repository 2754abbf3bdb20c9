//! What was read of an input, counted.
use std::collections::BTreeMap;

use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};

/// What was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Games.
    pub games: u64,
    /// Games of which something could not be played, or has no one meaning.
    pub games_with_errors: u64,
    /// Findings of each kind, in games and outside.
    pub findings: BTreeMap<Code, u64>,
}

impl Summary {
    pub(super) fn count(&mut self, code: Code) {
        *self.findings.entry(code).or_default() += 1;
    }

    pub(super) fn game(&mut self, findings: &[Diagnostic]) {
        self.games += 1;
        self.games_with_errors += u64::from(findings.iter().any(|one| one.severity == Severity::Error));
        findings.iter().for_each(|one| self.count(one.code));
    }

    pub(super) fn add(&mut self, other: Self) {
        self.games += other.games;
        self.games_with_errors += other.games_with_errors;
        for (code, count) in other.findings {
            *self.findings.entry(code).or_default() += count;
        }
    }
}
