//! What a command does with each game, and the page that it writes on.
use super::config::Config;
use super::decisions::Book;
use super::findings::Findings;
use super::rows::{self, Batch, Target};
use super::tally::Tally;
use crate::diagnose::{Diagnostic, Severity};
use crate::emit::diagnostics::Form;
use crate::emit::{Place, Sheet};
use crate::game::Game;
use crate::reader::pgn::PgnOptions;
use crate::reader::text::{Stretch, TextOptions, TextReport};
use crate::source::{CHUNK, Chunk};
pub use crate::table::{Met, raised};

/// Where a game ends in what is written of its chunk, and what it is sorted by.
#[derive(Debug, Default)]
pub struct Part {
    /// Bytes, gaps not counted.
    pub(super) end: u64,
    pub(super) group: Vec<u8>,
    pub(super) key: Vec<u8>,
}

/// What a command does with each game.
pub trait Task: Sync {
    /// What a worker keeps from game to game.
    type State;

    /// A worker begins.
    fn state(&self) -> Self::State;

    /// What is wanted of PGN.
    fn pgn_options(&self) -> PgnOptions;

    /// How much PGN is read at a time, in bytes: what is written from it is held until its turn comes.
    fn chunk_size(&self) -> usize {
        CHUNK
    }

    /// How much of that is read and played while it is in the cache, in bytes; what is said of all of it is said first.
    fn piece_size(&self) -> usize {
        usize::MAX
    }

    /// How texts are read.
    fn text_options(&self) -> TextOptions {
        TextOptions::default()
    }

    /// Whether a game is left out, as its tags alone tell. What is not refused may be left out all the same.
    fn refuses(&self, _: &Game<'_>) -> bool {
        false
    }

    /// A game was read: what is to be written goes to the page.
    fn game(&self, state: &mut Self::State, met: &Met<'_, '_>, page: &mut Page);

    /// A text was read to its end, and all its games are wanted.
    fn text(&self, _state: &mut Self::State, _place: &Place<'_>, _report: &TextReport<'_>, _page: &mut Page) {
    }

    /// A text was read to its end, whichever of its games are wanted.
    fn unread(&self, _place: &Place<'_>, _report: &TextReport<'_>, _page: &mut Page) {}

    /// What belongs to no game is asked for: all chunks are read, though no game behind one is wanted.
    fn reads_to_end(&self) -> bool {
        false
    }

    /// Something was found outside games.
    fn finding(&self, _place: &Place<'_>, _found: &Diagnostic, _severity: Severity, _page: &mut Page) {}

    /// What is written are findings, which stay where what they are about turns out to be no game.
    fn writes_findings(&self) -> bool {
        false
    }

    /// A chunk of this input was read to its end: how many games it has, wanted or not, and the words in it that look
    /// like moves and belong to none.
    fn chunk(&self, _input: usize, _chunk: &Chunk, _games: u64, _unread: &[Stretch]) {}
}

/// What is written from one chunk.
#[derive(Debug, Default)]
pub struct Page {
    /// Results.
    pub results: Sheet,
    /// Results that are rows of columns.
    pub batch: Option<Batch>,
    /// What goes to the reject file.
    pub rejects: Vec<u8>,
    /// What looks like moves of texts and belongs to no game.
    pub unread: Vec<u8>,
    /// Where each game ends in the results, where they are sorted or parted.
    pub parts: Vec<Part>,
    /// Records of games that another record stands for.
    pub doubles: Vec<u8>,
    /// Further findings of the game at hand.
    pub extra: Vec<Diagnostic>,
    /// The game at hand is not wanted, and nothing is said of it.
    pub left_out: bool,
    /// Findings that are told before all games of the chunk, whose pieces have a page each.
    pub(super) head: Findings,
    pub(super) findings: Findings,
    /// The piece goes on with the chunk of the page before.
    pub(super) continues: bool,
    /// The number of the first game.
    pub(super) first: u64,
    pub(super) tally: Tally,
    /// Games in the chunk, wanted or not.
    pub(super) seen: u64,
    /// How many of them are none: words that nobody can read, and nothing else.
    pub(super) hollow: u64,
    /// What is written if no game comes after this chunk, the first.
    pub(super) no_game: Option<Box<Page>>,
    /// No game after these is wanted.
    pub last: bool,
    /// Some of the input could not be read.
    pub(super) lost: bool,
}

impl Page {
    /// Where the rows of the chunk go that are written like this.
    pub fn rows(&mut self, form: &rows::Form) -> Target<'_> {
        match form {
            rows::Form::Csv => Target::Csv(&mut self.results),
            #[cfg(feature = "parquet")]
            rows::Form::Parquet(schema) => Target::Arrow(
                self.batch.get_or_insert_with(|| Batch::new(arrow_schema::SchemaRef::clone(schema))),
            ),
        }
    }

    /// Tells a row of the file of decisions that decides nothing.
    pub(super) fn stale(&mut self, config: &Config, form: Option<Form>, book: &Book, found: &Diagnostic) {
        if !config.rules.counts(found.code) {
            return;
        }
        let severity = raised(found.severity, config.rules.strict);
        self.tally.count(severity, found.code);
        if let Some(form) = form {
            self.findings.push(config, form, &book.place(), found, severity);
        }
    }

    /// Nothing is written of the games; what was found is still told.
    pub(super) fn forget_games(&mut self) {
        self.results.clear();
        self.batch = None;
        self.rejects.clear();
        self.parts.clear();
        self.doubles.clear();
    }

    pub(super) fn clear(&mut self) {
        self.forget_games();
        self.head.clear();
        self.findings.clear();
        self.unread.clear();
        self.tally = Tally::default();
        self.seen = 0;
        self.hollow = 0;
        self.no_game = None;
        self.last = false;
        self.lost = false;
    }
}

/// What every command wants of PGN: all findings, so that they can be counted; how many are shown is another matter.
pub(super) fn pgn_options() -> PgnOptions {
    PgnOptions { max_problems: 100_000, ..PgnOptions::default() }
}
