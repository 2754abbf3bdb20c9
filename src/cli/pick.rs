//! Picks games for a command before it sees them: those that `--where` wants, one record of each with `--unique`; and
//! gives them the tags of their opening, or holds those they have against the moves.
use std::path::PathBuf;
use std::sync::Arc;

use super::config::Config;
use super::study::{Chosen, Desk, Study, given, openings};
use super::task::{Met, Page, Task};
use super::{eco, inputs, unique};
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::error::Error;
use crate::game::value::Need;
use crate::game::{Game, Tag};
use crate::openings::Table;
use crate::reader::Found;
use crate::reader::pgn::{Kept, PgnOptions};
use crate::reader::text::{Stretch, TextOptions, TextReport};
use crate::source::{CHUNK, Chunk, Input};
use crate::stats::duplicates::{Choice, Dropped, Prefer};

/// What the options ask for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wishes<'a> {
    /// The expression of `--where`.
    pub expression: Option<&'a str>,
    /// Tables of openings.
    pub openings: &'a [PathBuf],
    /// Tags of the opening are written.
    pub tag_openings: bool,
    /// `ECO` tags are held against the table.
    pub hold_eco: bool,
    /// One record of each game is kept.
    pub unique: bool,
    /// Which one.
    pub prefer: Prefer,
    /// What may be kept of the games for that, in MiB.
    pub memory: u64,
    /// Files whose games are left out.
    pub against: &'a [PathBuf],
}

/// A command that sees the games that were picked.
pub struct Picked<T> {
    inner: T,
    chosen: Option<Chosen>,
    tagged: Option<Study>,
    /// What `ECO` tags are held against.
    held: Option<&'static Table>,
    /// The tables that were given, for texts.
    named: Option<Arc<Table>>,
    /// One record of each game is kept.
    unique: bool,
    /// Records that another stands for.
    dropped: Dropped,
    /// The names of the inputs, to tell where the other stands.
    files: Vec<String>,
}

impl<T: Task> Picked<T> {
    /// Looks at the whole input first if one record of each game is wanted.
    ///
    /// # Errors
    /// Wrong usage, or an input that cannot be read twice.
    pub fn new(inner: T, wishes: &Wishes<'_>, config: &Config) -> Result<Self, Error> {
        let mut files: Vec<_> = config.inputs.iter().map(Input::name).collect();
        let bare = |files| Self {
            inner,
            chosen: None,
            tagged: None,
            held: None,
            named: None,
            unique: false,
            dropped: Dropped::default(),
            files,
        };
        if *wishes == (Wishes { memory: wishes.memory, ..Wishes::default() }) {
            return Ok(bare(files));
        }
        let table = openings(wishes.openings)?;
        let chosen = wishes.expression.map(|expression| Chosen::new(expression, table)).transpose()?;
        let tagged = wishes.tag_openings.then_some(Study { table, need: Need::OPENING });
        let held = wishes.hold_eco.then_some(table);
        let named = given(table, wishes.openings);
        let dropped = if wishes.unique {
            let mut config = config.silent();
            let choice = Choice { prefer: wishes.prefer, base: config.inputs.len() };
            config.inputs.extend(
                inputs::gather(wishes.against.to_vec(), None)?
                    .into_iter()
                    .filter(|input| *input != Input::Stdin),
            );
            files.extend(config.inputs[choice.base..].iter().map(Input::name));
            let (verdicts, summary) = unique::find(&config, chosen.clone(), table, choice, wishes.memory)?;
            if summary.unread {
                return Err(Error::usage("a file cannot be read, so it is not known which games are new"));
            }
            verdicts.into_dropped()
        } else {
            Dropped::default()
        };
        Ok(Self { chosen, tagged, held, named, unique: wishes.unique, dropped, ..bare(files) })
    }
}

impl<T: Task> Picked<T> {
    /// The command.
    pub fn into_inner(self) -> T {
        self.inner
    }

    /// Hands a game on, with the tags of its opening if they are wanted.
    fn tag(&self, state: &mut State<T::State>, met: &Met<'_, '_>, page: &mut Page) {
        let State { inner, desk } = state;
        let Some(study) = &self.tagged else { return self.inner.game(inner, met, page) };
        let known = study.look(desk, met);
        let Some((eco, name)) = study.opening(&known) else { return self.inner.game(inner, met, page) };
        let mut game = met.found.game.clone();
        set_tag(&mut game, "ECO", eco);
        set_tag(&mut game, "Opening", name);
        // The name says these too; those of another book would contradict it.
        game.tags.retain(|tag| tag.name != "Variation" && tag.name != "SubVariation");
        let found = Found { game: &game, ..met.found };
        let met = Met { found, place: met.place, input: met.input, strict: met.strict };
        self.inner.game(inner, &met, page);
    }
}

/// What a worker keeps from game to game.
pub struct State<S> {
    inner: S,
    desk: Desk,
}

impl<T: Task> Task for Picked<T> {
    type State = State<T::State>;

    fn state(&self) -> Self::State {
        State { inner: self.inner.state(), desk: Desk::default() }
    }

    fn pgn_options(&self) -> PgnOptions {
        let options = self.inner.pgn_options();
        let moves = if self.tagged.is_some() || self.held.is_some() { Kept::Nodes } else { Kept::End };
        let asked = self.chosen.as_ref().map_or(Kept::End, Chosen::kept);
        PgnOptions { kept: options.kept.or(moves).or(asked), ..options }
    }

    fn chunk_size(&self) -> usize {
        // Records that are left out are known by their chunk, and were looked for in chunks of the usual size.
        if self.unique { CHUNK } else { self.inner.chunk_size() }
    }

    fn piece_size(&self) -> usize {
        if self.unique { usize::MAX } else { self.inner.piece_size() }
    }

    fn text_options(&self) -> TextOptions {
        TextOptions { openings: self.named.clone(), ..self.inner.text_options() }
    }

    fn refuses(&self, game: &Game<'_>) -> bool {
        self.chosen.as_ref().is_some_and(|chosen| chosen.refuses(game))
    }

    fn game(&self, state: &mut Self::State, met: &Met<'_, '_>, page: &mut Page) {
        if self.chosen.as_ref().is_some_and(|chosen| !chosen.keeps(&mut state.desk, met)) {
            page.left_out = true;
            return;
        }
        if let Some(verdict) = self.dropped.get(unique::place(met)) {
            let (place, number, line) = verdict.keeper();
            let file = self.files.get(place.input()).map_or("", String::as_str);
            let words = format!("left out for game {number} of {file} (line {line}): {}", verdict.reasons());
            let raw = met.found.raw;
            page.doubles.extend_from_slice(met.place.chunk.raw_range(raw.start, raw.end));
            page.extra.push(Diagnostic::new(Code::DuplicateGame, met.found.game.span, words));
            return;
        }
        let note = self.held.and_then(|table| eco::note(table, met));
        let Some(note) = note else { return self.tag(state, met, page) };
        let mut diagnostics = met.found.diagnostics.to_vec();
        diagnostics.push(note.clone());
        page.extra.push(note);
        let found = Found { diagnostics: &diagnostics, ..met.found };
        self.tag(state, &Met { found, place: met.place, input: met.input, strict: met.strict }, page);
    }

    fn unread(&self, place: &crate::emit::Place<'_>, report: &TextReport<'_>, page: &mut Page) {
        self.inner.unread(place, report, page);
    }

    fn reads_to_end(&self) -> bool {
        self.inner.reads_to_end()
    }

    fn text(
        &self,
        state: &mut Self::State,
        place: &crate::emit::Place<'_>,
        report: &TextReport<'_>,
        page: &mut Page,
    ) {
        self.inner.text(&mut state.inner, place, report, page);
    }

    fn chunk(&self, input: usize, chunk: &Chunk, games: u64, unread: &[Stretch]) {
        self.inner.chunk(input, chunk, games, unread);
    }
}

/// Gives a tag this value, where it stands or at the end.
fn set_tag(game: &mut Game<'_>, name: &'static str, value: &'static str) {
    match game.tags.iter_mut().find(|tag| tag.name == name) {
        Some(tag) => tag.value = value.into(),
        None => game.tags.push(Tag { name: name.into(), value: value.into(), span: None, inferred: true }),
    }
}
