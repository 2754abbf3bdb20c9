//! Games in another order, or in several files: `--sort`, `--split`.
use std::collections::{HashSet, VecDeque};
use std::io;
use std::path::{Path, PathBuf};

use super::args::ConvertArgs;
use super::output::{Guarded, NO_GAMES, Output};
use super::sort::{Entry, Sorter};
use super::study::{Desk, Study, openings};
use super::task::{Met, Page, Part};
use crate::emit::csv;
use crate::error::Error;
use crate::filter::Column;
use crate::game::row::{Field, Row};
use crate::game::value::{Need, Value};
use crate::near::nearest;

/// Files that wait to take their place until the run is over; of more, the first do so at once. Where a system lets a program
/// open 256 files, as macOS does, some are left for what is read and sorted.
const WAITING: usize = 128;

/// How the output is parted.
#[derive(Clone, Debug)]
enum Split {
    /// So many games in a file.
    Count(u64),
    /// A file for each value.
    By(Field),
}

/// What is held of games that are parted by a column and not sorted, in bytes: more is none the faster.
const PARTED: usize = 8 << 20;

/// What the options ask for.
#[derive(Clone, Debug)]
pub struct Order {
    /// The columns, and whether the greatest come first.
    keys: Vec<(Field, bool)>,
    split: Option<Split>,
    /// Bytes that may be held.
    memory: usize,
    study: Study,
}

impl Order {
    /// What the options ask for; `None` if they ask for nothing.
    ///
    /// # Errors
    /// A column that is not there, a table of openings that cannot be read.
    pub fn new(args: &ConvertArgs) -> Result<Option<Self>, Error> {
        if args.sort.is_none() && args.split.is_none() {
            return Ok(None);
        }
        let mut keys = Vec::new();
        for word in args.sort.iter().flat_map(|list| list.split(',')) {
            let (name, direction) = word.trim().split_once(':').unwrap_or((word.trim(), "asc"));
            let descends = match direction {
                "asc" => false,
                "desc" => true,
                other => {
                    let message =
                        format!("--sort {word}: {other:?} is no direction: asc and desc would be accepted");
                    return Err(Error::usage(message));
                }
            };
            keys.push((column(name, "--sort")?, descends));
        }
        let split = match args.split.as_deref() {
            None => None,
            Some(word) if word.starts_with(|c: char| c.is_ascii_digit()) => {
                let wanted = "a number of games from 1, or a column, would be accepted";
                let count = word.parse().ok().filter(|&count| count > 0);
                Some(Split::Count(count.ok_or_else(|| Error::usage(format!("--split {word}: {wanted}")))?))
            }
            Some(word) => Some(Split::By(column(word, "--split")?)),
        };
        let fields = keys.iter().map(|(field, _)| field);
        let by = if let Some(Split::By(field)) = &split { Some(field) } else { None };
        let need = fields.chain(by).map(Field::need).collect::<Need>();
        let memory =
            if keys.is_empty() { PARTED } else { usize::try_from(args.memory << 20).unwrap_or(usize::MAX) };
        let table = openings(&args.common.choosing.openings)?;
        Ok(Some(Self { keys, split, memory, study: Study { table, need } }))
    }

    /// What must be known of the games.
    #[must_use]
    pub const fn study(&self) -> &Study {
        &self.study
    }

    /// The games of one run are parted into files.
    #[must_use]
    pub const fn splits(&self) -> bool {
        self.split.is_some()
    }

    /// What a game that was written up to here is sorted by.
    #[must_use]
    pub fn part(&self, desk: &mut Desk, met: &Met<'_, '_>, end: u64) -> Part {
        let known = self.study.look(desk, met);
        let row = self.study.row(met, &known);
        let mut part = Part { end, ..Part::default() };
        for (field, descends) in &self.keys {
            let from = part.key.len();
            append_key(&row, field, &mut part.key);
            if *descends && part.key[from] != MISSING {
                part.key[from..].iter_mut().for_each(|byte| *byte = !*byte);
                // Still before what is not there.
                part.key[from] = THERE;
            }
        }
        if let Some(Split::By(field)) = &self.split {
            part.group = group(row.field(field));
        }
        part
    }
}

/// The column of a name.
fn column(name: &str, option: &str) -> Result<Field, Error> {
    if name.eq_ignore_ascii_case("game") {
        return Err(Error::usage(format!("{option} game: the games stand in this order already")));
    }
    Field::from_name(name).ok_or_else(|| {
        let near = nearest(name, Field::names()).join(", ");
        Error::usage(format!(
            "{option}: there is no column `{name}`; the nearest are {near} (descant explain columns lists all)"
        ))
    })
}

/// A value is there, or not: what is not known comes last in either direction.
const THERE: u8 = 1;
const MISSING: u8 = 2;

/// Appends a value so that bytes compare as values do: numbers as numbers, words whatever their case.
fn append_key(row: &Row<'_>, field: &Field, key: &mut Vec<u8>) {
    let value = row.field(field);
    if matches!(value, Value::Empty) {
        key.push(MISSING);
        return;
    }
    key.push(THERE);
    match value {
        Value::Number(n) | Value::Tenths(n) => key.extend_from_slice(&(n as u64 ^ 1 << 63).to_be_bytes()),
        Value::Text(words) | Value::Date(words) => {
            key.extend(words.to_lowercase().into_bytes().into_iter().filter(|&byte| byte != 0));
            key.push(0);
        }
        value => {
            csv::cell(&value, key);
            key.push(0);
        }
    }
}

/// Parts the name of a file from the value that it is made of; in no name.
const NAMED: u8 = 0;

/// What the games of one file have in common: how it is named, and the value itself, which other values of that name have not.
fn group(value: Value<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    match value {
        Value::Text(words) | Value::Date(words) => bytes.extend_from_slice(words.trim().as_bytes()),
        value => csv::cell(&value, &mut bytes),
    }
    let mut group = file_name(&bytes);
    group.push(NAMED);
    group.append(&mut bytes);
    group
}

/// The part of the name of a file in what its games have in common.
fn group_name(group: &[u8]) -> String {
    let name = group.split(|&byte| byte == NAMED).next().unwrap_or_default();
    String::from_utf8_lossy(name).into_owned()
}

/// The words of a value as a part of the name of a file.
fn file_name(words: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(words);
    let name: String = text
        .chars()
        .map(|c| if c.is_alphanumeric() || matches!(c, '-' | '.' | '+') { c } else { '_' })
        .take(60)
        .collect();
    let name = name.trim_start_matches('.');
    if name.is_empty() { b"none".to_vec() } else { name.as_bytes().to_vec() }
}

/// Where games go that are sorted or parted.
pub struct Files {
    order: Order,
    sorter: Option<Sorter>,
    /// How the files are named, where there are several.
    path: PathBuf,
    /// The file under way, what its games have in common, and how many it has.
    current: Option<(Output, Vec<u8>, u64)>,
    opened: u64,
    whole: VecDeque<Output>,
    /// The names there are, in small letters: where a system takes `A` for `a`, no file may take the place of another.
    taken: HashSet<String>,
    /// Games so far.
    number: u64,
}

impl Files {
    /// As the options ask; several files have names like this path.
    #[must_use]
    pub fn new(order: Order, path: Option<&Path>) -> Self {
        let by_count = matches!(order.split, Some(Split::Count(_)));
        let sorter = (!order.keys.is_empty() || !by_count).then(|| Sorter::new(order.memory));
        let path = path.unwrap_or(Path::new("games.pgn")).to_owned();
        Self {
            order,
            sorter,
            path,
            current: None,
            opened: 0,
            whole: VecDeque::new(),
            taken: HashSet::new(),
            number: 0,
        }
    }

    /// Takes the games of a chunk, whose first has this number.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn take(&mut self, page: &mut Page, first: u64, guarded: Guarded<'_>) -> Result<(), Error> {
        let mut bytes = Vec::new();
        let mut from = 0;
        for part in page.parts.drain(..) {
            bytes.clear();
            let wanted = [(from, false), (part.end, true), (u64::MAX, false)];
            page.results.write_parts(&mut bytes, first, &wanted).map_err(temporary)?;
            from = part.end;
            let entry = Entry { group: part.group, key: part.key, number: self.number, text: bytes.clone() };
            self.number += 1;
            match &mut self.sorter {
                Some(sorter) => sorter.push(entry).map_err(temporary)?,
                None => self.place(&entry, guarded)?,
            }
        }
        Ok(())
    }

    /// Writes a game to the file where it belongs.
    fn place(&mut self, entry: &Entry, guarded: Guarded<'_>) -> Result<(), Error> {
        let count = if let Some(Split::Count(count)) = self.order.split { Some(count) } else { None };
        let goes_on = self.current.as_ref().is_some_and(|(_, group, games)| match count {
            Some(count) => *games < count,
            None => *group == entry.group,
        });
        if !goes_on {
            self.close()?;
            self.opened += 1;
            let name = match count {
                Some(_) => self.opened.to_string(),
                None => self.free(group_name(&entry.group)),
            };
            let output = Output::apart(Some(&named(&self.path, &name)), guarded, NO_GAMES)?;
            self.current = Some((output, entry.group.clone(), 0));
        }
        let Some((output, _, games)) = &mut self.current else { return Ok(()) };
        *games += 1;
        output.put(|out| out.write_all(&entry.text))
    }

    /// The name, with a number where only capitals, or signs that no name of a file has, tell it from another.
    fn free(&mut self, name: String) -> String {
        let mut free = name.clone();
        let mut number = 1;
        while !self.taken.insert(free.to_lowercase()) {
            number += 1;
            free = format!("{name}-{number}");
        }
        free
    }

    /// The file under way is whole.
    fn close(&mut self) -> Result<(), Error> {
        if let Some((output, ..)) = self.current.take() {
            self.whole.push_back(output.settled()?);
        }
        if self.whole.len() > WAITING
            && let Some(first) = self.whole.pop_front()
        {
            first.finish()?;
        }
        Ok(())
    }

    /// Writes what was sorted, to one file where there are not several; then all files take their places.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn finish(mut self, one: &mut Output, guarded: Guarded<'_>) -> Result<(), Error> {
        if let Some(sorter) = self.sorter.take() {
            let splits = self.order.splits();
            let mut failed = None;
            let done = sorter.finish(&mut |entry| {
                let placed = if splits {
                    self.place(&entry, guarded)
                } else {
                    one.put(|out| out.write_all(&entry.text))
                };
                placed.map_err(|error| {
                    failed = Some(error);
                    io::Error::other("a file cannot be written")
                })
            });
            match failed {
                Some(error) => return Err(error),
                None => done.map_err(temporary)?,
            }
        }
        self.close()?;
        self.whole.into_iter().try_for_each(Output::finish)
    }
}

/// A temporary file that cannot be written or read.
fn temporary(error: io::Error) -> Error {
    Error::write("a temporary file", error)
}

/// `games.pgn.gz` for B90: `games-B90.pgn.gz`.
fn named(path: &Path, part: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let packed = [".gz", ".bz2", ".zst"].into_iter().find(|ending| name.to_lowercase().ends_with(ending));
    let (stem, packed) = name.split_at(name.len() - packed.map_or(0, str::len));
    let (stem, ending) = match stem.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => (stem, format!(".{ending}")),
        _ => (stem, String::new()),
    };
    path.with_file_name(format!("{stem}-{part}{ending}{packed}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_named_before_the_endings() {
        let name = |path: &str| named(Path::new(path), "B90").display().to_string();
        assert_eq!(name("out/games.pgn"), "out/games-B90.pgn");
        assert_eq!(name("games.pgn.zst"), "games-B90.pgn.zst");
        assert_eq!(name("games"), "games-B90");
        assert_eq!(name(".pgn"), ".pgn-B90");
    }

    #[test]
    fn values_become_names_of_files() {
        let name = |value: &str| group_name(&group(Value::Text(value)));
        assert_eq!([name("B90"), name("../a/b c"), name("é, x")], ["B90", "_a_b_c", "é__x"]);
        assert_eq!(group_name(&group(Value::Empty)), "none");
    }
}
