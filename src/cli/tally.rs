//! Counts of a run: games, games with errors, findings by code; and the table shown at the end.
use std::collections::BTreeMap;
use std::fmt::Write;

use crate::code::Code;
use crate::diagnose::Severity;

/// The counts.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games read.
    pub games: u64,
    /// Games with an error.
    pub bad: u64,
    findings: BTreeMap<(Severity, Code), u64>,
}

impl Tally {
    /// Counts a finding.
    pub fn count(&mut self, severity: Severity, code: Code) {
        *self.findings.entry((severity, code)).or_default() += 1;
    }

    /// Adds the counts of another.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.bad += other.bad;
        for (key, count) in &other.findings {
            *self.findings.entry(*key).or_default() += count;
        }
    }

    /// There was an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.bad > 0 || self.findings.keys().any(|(severity, _)| *severity == Severity::Error)
    }

    /// Findings by severity and code, errors first; the most frequent first among equals.
    #[must_use]
    pub fn table(&self) -> String {
        let mut rows: Vec<_> =
            self.findings.iter().map(|(&(severity, code), &count)| (severity, count, code)).collect();
        rows.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.cmp(&a.1)).then(a.2.name().cmp(b.2.name())));
        let wide = rows.iter().map(|row| row.2.name().len()).max().unwrap_or(0);
        let mut out = String::new();
        for (severity, count, code) in rows {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{count:>9}  {:<wide$}  {}", code.name(), severity.word());
        }
        out
    }

    /// `3 games read, 1 with errors`.
    #[must_use]
    pub fn line(&self) -> String {
        let games = if self.games == 1 { "game" } else { "games" };
        match self.bad {
            0 => format!("{} {games} read, none with errors\n", self.games),
            bad => format!("{} {games} read, {bad} with errors\n", self.games),
        }
    }
}
