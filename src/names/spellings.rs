//! A table of spellings: which name is meant by which.
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::folded;

/// Names by their spellings, compared without regard to capitals, accents, points and blanks.
#[derive(Clone, Debug, Default)]
pub struct Spellings {
    names: Vec<String>,
    /// The name that a spelling means; none where two have it.
    by_spelling: HashMap<String, Option<usize>>,
}

/// Why a table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct SpellingError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: &'static str,
}

const EXPECTED: &str = "expected a name, a tab and other spellings of it with tabs between them; `=SPELLING` below a line \
                        with the name, as Scid has it; or CSV with the columns name and spelling";

impl Spellings {
    /// Reads a table in one of three forms: a name and its other spellings in a line, with tabs between them; the spelling
    /// file of Scid (`Name #remark`, below it `=spelling`; of its sections only `@PLAYER`); CSV with columns `name` and
    /// `spelling`, as `stats --table names` writes it. A spelling of two names means neither.
    ///
    /// # Errors
    ///
    /// The line that is none of these.
    pub fn parse(text: &str) -> Result<Self, SpellingError> {
        let text = text.trim_start_matches('\u{FEFF}');
        let first = text.lines().next().unwrap_or_default();
        let columns: Vec<_> = first.split(',').map(str::trim).collect();
        if columns.contains(&"name") && columns.contains(&"spelling") {
            return Self::of_csv(text);
        }
        let is_scid =
            text.lines().any(|line| line.starts_with('=') || line.trim_end().eq_ignore_ascii_case("@player"));
        if is_scid { Self::of_scid(text) } else { Self::of_lines(text) }
    }

    fn of_lines(text: &str) -> Result<Self, SpellingError> {
        let mut table = Self::default();
        for (line, number) in text.lines().zip(1..) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let mut fields = line.split('\t').map(str::trim).filter(|field| !field.is_empty());
            let name = fields.next().and_then(|name| table.add(name));
            let mut others = fields.peekable();
            let (Some(name), Some(_)) = (name, others.peek()) else {
                return Err(SpellingError { line: number, message: EXPECTED });
            };
            others.for_each(|spelling| table.spell(name, spelling));
        }
        Ok(table)
    }

    fn of_scid(text: &str) -> Result<Self, SpellingError> {
        let mut table = Self::default();
        let mut is_players = true;
        let mut name = None;
        for (line, number) in text.lines().zip(1..) {
            if let Some(section) = line.strip_prefix('@') {
                is_players = section.trim().eq_ignore_ascii_case("player");
                name = None;
            } else if !is_players || line.trim().is_empty() || line.starts_with(['#', '%']) {
                // Remarks, lives, and other sections.
            } else if let Some(spelling) = line.strip_prefix('=') {
                let name = name.ok_or(SpellingError { line: number, message: EXPECTED })?;
                table.spell(name, spelling.split('#').next().unwrap_or_default());
            } else {
                name = table.add(line.split('#').next().unwrap_or_default());
            }
        }
        Ok(table)
    }

    fn of_csv(text: &str) -> Result<Self, SpellingError> {
        let mut table = Self::default();
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let wrong = |line: u64| SpellingError { line: usize::try_from(line).unwrap_or(0), message: EXPECTED };
        let headers = reader.headers().map_err(|_| wrong(1))?.clone();
        let at = |name: &str| headers.iter().position(|column| column.trim() == name).ok_or_else(|| wrong(1));
        let (name, spelling) = (at("name")?, at("spelling")?);
        for record in reader.records() {
            let record = record.map_err(|error| wrong(error.position().map_or(0, csv::Position::line)))?;
            let line = record.position().map_or(0, csv::Position::line);
            let [name, spelling] = [name, spelling].map(|at| record.get(at).unwrap_or_default());
            let name = table.add(name).ok_or_else(|| wrong(line))?;
            table.spell(name, spelling);
        }
        Ok(table)
    }

    /// Adds a name, which is a spelling of itself.
    fn add(&mut self, name: &str) -> Option<usize> {
        let name = name.trim();
        if folded(name).is_empty() {
            return None;
        }
        let known = self.names.last().filter(|last| *last == name).map(|_| self.names.len() - 1);
        let own = known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        self.spell(own, name);
        Some(own)
    }

    fn spell(&mut self, name: usize, spelling: &str) {
        let key = folded(spelling);
        if key.is_empty() {
            return;
        }
        match self.by_spelling.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(Some(name));
            }
            Entry::Occupied(mut entry) => {
                let same = entry.get().is_some_and(|other| self.names[other] == self.names[name]);
                if !same {
                    entry.insert(None);
                }
            }
        }
    }

    /// The name that a spelling means.
    #[must_use]
    pub fn name(&self, spelling: &str) -> Option<&str> {
        let name = *self.by_spelling.get(&folded(spelling))?;
        name.map(|name| self.names[name].as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_forms_say_the_same() {
        let lines = "# names\nCarlsen, Magnus\tCarlsen,M\tMagnus C\n\nTal, Mikhail\tTal, Mihails\n";
        let scid = "@PREFIX\n\"XYZ\"\n@PLAYER\n# names\nCarlsen, Magnus  #gm NOR [2882] 1990\n=Carlsen,M\n=Magnus C\n%Bio a life\n\nTal, Mikhail #gm\n=Tal, Mihails\n@SITE\nRiga\n=Carlsen\n";
        let csv = "group,name,spelling\n1,\"Carlsen, Magnus\",\"Carlsen,M\"\n1,\"Carlsen, Magnus\",Magnus C\n2,\"Tal, Mikhail\",\"Tal, Mihails\"\n";
        for text in [lines, scid, csv] {
            let table = Spellings::parse(text).expect(text);
            for (spelling, name) in [
                ("Carlsen, M.", Some("Carlsen, Magnus")),
                ("CARLSEN,MAGNUS", Some("Carlsen, Magnus")),
                ("magnus c", Some("Carlsen, Magnus")),
                ("Tal, Mihails", Some("Tal, Mikhail")),
                ("Tal", None),
                ("Carlsen", None),
            ] {
                assert_eq!(table.name(spelling), name, "{text}: {spelling}");
            }
        }
    }

    #[test]
    fn a_spelling_of_two_names_means_neither() {
        let table =
            Spellings::parse("Carlsen, Magnus\tCarlsen,M\nCarlsen, Mona\tCarlsen, M.\n").expect("a table");
        assert_eq!(table.name("Carlsen,M"), None);
        assert_eq!(table.name("Carlsen, Mona"), Some("Carlsen, Mona"));
    }

    #[test]
    fn what_is_no_table_is_told_with_its_line() {
        for (text, line) in
            [("Tal\tM\n\nTal, Mikhail\n", 3), ("=Tal\n", 1), ("\tx\n", 1), ("name,spelling\n,x\n", 2)]
        {
            assert_eq!(Spellings::parse(text).map(|_| ()).expect_err(text).line, line, "{text}");
        }
    }
}
