//! How findings and the summary of a run are told: where, in which form, and how many of each kind.
use std::collections::BTreeMap;
use std::io::Write;

use super::config::Config;
use super::findings::Findings;
use super::progress::Progress;
use super::streams::{Recap, Streams};
use super::tally::Tally;
use crate::code::Code;
use crate::emit::diagnostics::Form;
use crate::emit::{github, sarif};
use crate::error::Error;

/// What has been told so far.
pub struct Voice {
    form: Option<Form>,
    /// At most so many of each code.
    most: Option<u64>,
    told: BTreeMap<Code, u64>,
    /// The next one is the first of a SARIF document.
    is_first: bool,
}

impl Voice {
    /// Begins, with what stands before the findings.
    ///
    /// # Errors
    /// When the results cannot be written, and findings are results.
    pub fn begin(
        config: &Config,
        form: Option<Form>,
        streams: &mut Streams,
        progress: &Progress,
    ) -> Result<Self, Error> {
        let voice = Self { form, most: config.rules.max_per_code, told: BTreeMap::new(), is_first: true };
        if form == Some(Form::Sarif) {
            tell(sarif::head().as_bytes(), streams, progress)?;
        }
        Ok(voice)
    }

    /// How findings are shown; `None` if they are not.
    pub const fn form(&self) -> Option<Form> {
        self.form
    }

    /// Tells the findings of a chunk, whose first game has this number.
    ///
    /// # Errors
    /// When the results cannot be written, and findings are results.
    pub fn findings(
        &mut self,
        findings: &Findings,
        first: u64,
        streams: &mut Streams,
        progress: &Progress,
    ) -> Result<(), Error> {
        if findings.sheet.is_empty() {
            return Ok(());
        }
        let Self { most, told, is_first, form } = self;
        let shown = |&(end, code): &(u64, Code)| {
            let count = told.entry(code).or_default();
            *count += 1;
            (end, most.is_none_or(|most| *count <= most))
        };
        let parts: Vec<(u64, bool)> = findings.ends.iter().map(shown).collect();
        if streams.findings_are_results && *form != Some(Form::Sarif) {
            return streams.results.put_findings(|out| findings.sheet.write_parts(out, first, &parts));
        }
        let mut bytes = Vec::with_capacity(findings.sheet.bytes.len() + 64);
        // Writing to a buffer cannot fail.
        let _ = findings.sheet.write_parts(&mut bytes, first, &parts);
        let mut told = bytes.as_slice();
        if *form == Some(Form::Sarif) && !bytes.is_empty() {
            // Each result begins with a comma.
            told = &bytes[usize::from(std::mem::take(is_first))..];
        }
        tell(told, streams, progress)
    }

    /// Tells what was counted.
    ///
    /// # Errors
    /// When the results cannot be written, and findings are results.
    pub fn end(
        &self,
        config: &Config,
        tally: &Tally,
        recap: Recap,
        streams: &mut Streams,
        progress: &Progress,
    ) -> Result<(), Error> {
        let words = match self.form {
            Some(Form::Sarif) => sarif::foot(&tally.counts()),
            _ if config.quiet || recap == Recap::None => return Ok(()),
            Some(Form::Json) => tally.json(),
            Some(Form::Github) => {
                format!("::notice title=descant::{}\n", github::escaped(tally.line().trim_end(), false))
            }
            _ if recap == Recap::Table => self.hidden() + &tally.table() + &tally.line(),
            _ => tally.line(),
        };
        tell(words.as_bytes(), streams, progress)
    }

    /// `and 1,208 more of long-spelling`.
    fn hidden(&self) -> String {
        let Some(most) = self.most else { return String::new() };
        let more = |(code, count): (&Code, &u64)| {
            let more = count.saturating_sub(most);
            (more > 0).then(|| format!("and {} more of {}\n", grouped(more), code.name()))
        };
        self.told.iter().filter_map(more).collect()
    }
}

/// A number with commas between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Writes to where the findings go.
fn tell(bytes: &[u8], streams: &mut Streams, progress: &Progress) -> Result<(), Error> {
    if streams.findings_are_results {
        return streams.results.put_findings(|out| out.write_all(bytes));
    }
    // If nobody reads standard error, the results still count.
    progress.aside(|| {
        let _ = std::io::stderr().write_all(bytes);
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_parted() {
        assert_eq!([7, 999, 1208, 1_000_000].map(grouped), ["7", "999", "1,208", "1,000,000"]);
    }
}
