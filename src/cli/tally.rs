//! Counts of a run: games, games with errors, findings by code; and the table shown at the end.
use std::collections::BTreeMap;
use std::fmt::Write;

use crate::code::Code;
use crate::diagnose::Severity;
use crate::reader::text::TextReport;

/// The counts.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games read.
    pub games: u64,
    /// Those of them that were not wanted; what is found in them does not count.
    pub left_out: u64,
    /// Games with an error.
    pub bad: u64,
    findings: BTreeMap<(Severity, Code), u64>,
    words: Words,
}

/// What is counted in texts.
#[derive(Clone, Copy, Debug, Default)]
struct Words {
    /// Games certain, edited, chosen, repaired, partial.
    verdicts: [u64; 5],
    /// Moves taken for misprints.
    misprints: u64,
    /// Half-moves that nobody printed.
    put_in: u64,
    /// Exercises.
    exercises: u64,
    /// Stretches that look like moves and belong to no game.
    stretches: u64,
    /// Half-moves read in texts, and about how many there are.
    read: u64,
    about: u64,
}

impl Tally {
    /// Counts a finding.
    pub fn count(&mut self, severity: Severity, code: Code) {
        *self.findings.entry((severity, code)).or_default() += 1;
    }

    /// Counts what a text holds.
    pub fn text(&mut self, report: &TextReport<'_>) {
        for (sum, &count) in self.words.verdicts.iter_mut().zip(&report.verdicts) {
            *sum += u64::from(count);
        }
        let put_in = report.misprints.iter().filter(|misprint| misprint.span.is_empty()).count();
        self.words.misprints += (report.misprints.len() - put_in) as u64;
        self.words.put_in += put_in as u64;
        self.words.exercises += report.exercises.len() as u64;
        self.words.stretches += report.unread.len() as u64;
        self.words.read += report.coverage.read;
        self.words.about += report.coverage.read + report.coverage.unread;
    }

    /// There was a finding of this kind.
    #[must_use]
    pub fn has(&self, code: Code) -> bool {
        self.findings.keys().any(|&(_, found)| found == code)
    }

    /// Adds the counts of another.
    pub fn add(&mut self, other: &Self) {
        for (sum, count) in self.words.verdicts.iter_mut().zip(other.words.verdicts) {
            *sum += count;
        }
        self.words.misprints += other.words.misprints;
        self.words.put_in += other.words.put_in;
        self.words.exercises += other.words.exercises;
        self.words.stretches += other.words.stretches;
        self.words.read += other.words.read;
        self.words.about += other.words.about;
        self.games += other.games;
        self.left_out += other.left_out;
        self.bad += other.bad;
        for (key, count) in &other.findings {
            *self.findings.entry(*key).or_default() += count;
        }
    }

    /// Takes away games that another has counted and that turn out to be none.
    pub const fn take_games(&mut self, other: &Self) {
        self.games -= other.games;
        self.left_out -= other.left_out;
        self.bad -= other.bad;
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

    /// `3 games read, 1 with errors`, and how many were not wanted; of a text with several games what became of them, too.
    #[must_use]
    pub fn line(&self) -> String {
        let games = if self.games == 1 { "game" } else { "games" };
        let left_out = match self.left_out {
            0 => String::new(),
            count => format!(" {count} left out,"),
        };
        let mut out = match self.bad {
            0 => format!("{} {games} read,{left_out} none with errors\n", self.games),
            bad => format!("{} {games} read,{left_out} {bad} with errors\n", self.games),
        };
        let Words {
            verdicts: [certain, edited, chosen, repaired, partial],
            misprints,
            put_in,
            exercises,
            stretches,
            read,
            about,
        } = self.words;
        // Writing to a string cannot fail.
        if certain + edited + chosen + repaired + partial >= 2 {
            let by_hand = if edited > 0 { format!("{edited} edited, ") } else { String::new() };
            let words = if misprints == 1 { "misprint" } else { "misprints" };
            let put_in = match put_in {
                0 => String::new(),
                1 => ", 1 half-move put in".to_owned(),
                _ => format!(", {put_in} half-moves put in"),
            };
            let _ = writeln!(
                out,
                "{certain} certain, {by_hand}{chosen} chosen, {repaired} repaired, {partial} partial; \
                 {misprints} {words}{put_in}"
            );
        }
        let _ = match exercises {
            0 => Ok(()),
            1 => writeln!(out, "1 exercise of men alone on the board"),
            _ => writeln!(out, "{exercises} exercises of men alone on the board"),
        };
        if about > read {
            let _ = write!(out, "moves read: {read} of about {about}");
            let _ = match stretches {
                0 => writeln!(out),
                1 => writeln!(out, "; 1 stretch of moves belongs to no game"),
                _ => writeln!(out, "; {stretches} stretches of moves belong to no game"),
            };
        }
        out
    }

    /// The same as one JSON object on a line of its own, with the counts by code.
    #[must_use]
    pub fn json(&self) -> String {
        format!("{}\n", serde_json::json!({"summary": self.counts()}))
    }

    /// The counts as a JSON object.
    #[must_use]
    pub fn counts(&self) -> serde_json::Value {
        let words = self.words;
        let [certain, edited, chosen, repaired, partial] = words.verdicts;
        let mut codes: BTreeMap<&str, u64> = BTreeMap::new();
        for ((_, code), count) in &self.findings {
            *codes.entry(code.name()).or_default() += count;
        }
        serde_json::json!({
            "games": self.games,
            "left_out": self.left_out,
            "with_errors": self.bad,
            "certain": certain,
            "edited": edited,
            "chosen": chosen,
            "repaired": repaired,
            "partial": partial,
            "misprints": words.misprints,
            "put_in": words.put_in,
            "exercises": words.exercises,
            "unread": words.stretches,
            "moves_read": words.read,
            "moves_about": words.about,
            "findings": codes,
        })
    }
}
