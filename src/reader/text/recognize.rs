//! What the layout asks of the notation.
use super::start;
use crate::book::{Recognizer, Seen, token};
use crate::chess::Position;
use crate::grammar::cell::Known;
use crate::grammar::{cell, odds, position};
use crate::lexicon::{Dialect, Lexicon, Word, endings, prose};
use crate::reading::Meanings;
use crate::reading::origin::Origins;
use crate::record::{Cell, Score, Start};
use crate::replay::{self, Options, Ply};
use crate::span::floor_char;

/// Answers from the grammar of one notation.
pub(super) struct Words {
    dialect: Dialect,
    names_sides: bool,
    moves: Known,
}

/// Positions and moves that are tried to tell how far some half-moves play.
const EFFORT: u64 = 200_000;

/// So many moves behind `W.` or `W—` show that the sides are named.
const MOVES_THAT_NAME: usize = 2;

/// No move with its name of a side is longer, in bytes.
const LONGEST_MOVE: usize = 100;

impl Words {
    /// Answers for a text in this notation.
    pub fn new(text: &str, dialect: Dialect) -> Self {
        // `W.`, `White—`, `W. —` at the beginning of a line or behind a number.
        let named = |at: &usize| {
            let before = text[..*at].trim_end_matches([' ', '\t', '.', ')']);
            let stands = before.is_empty() || before.ends_with(|c: char| c == '\n' || c.is_ascii_digit());
            let rest = text[*at..].strip_prefix("White").unwrap_or(&text[at + 1..]);
            let words = token::behind_dashes(rest.trim_start_matches('.'));
            let ends = words.len() < rest.len();
            // `… advantageous to White.` ends a line.
            let first = || words[..floor_char(words, LONGEST_MOVE)].lines().next().unwrap_or("").trim_start();
            stands && ends && cell::is_move_like(first(), &dialect).is_some()
        };
        let sides = memchr::memchr_iter(b'W', text.as_bytes());
        let names_sides = sides.filter(named).take(MOVES_THAT_NAME).count() == MOVES_THAT_NAME;
        Self { dialect, names_sides, moves: Known::default() }
    }

    /// Has a whole word such a meaning, without a doubt?
    fn means(&self, word: &str, wanted: impl Fn(Word) -> bool) -> bool {
        let word = word.trim_end_matches('.');
        !self.dialect.ocr
            && Lexicon::of(self.dialect.language).is_some_and(|lexicon| {
                let hits = lexicon.words_at(word, false);
                hits.iter().any(|hit| hit.len == word.len() && hit.cost == 0 && wanted(hit.word))
            })
    }
}

impl Recognizer for Words {
    fn move_at(&self, text: &str) -> Option<Seen> {
        let shape = self.moves.is_move_like(text, &self.dialect)?;
        Some(Seen { len: shape.len, sure: shape.score })
    }

    fn split(&self, text: &str) -> Vec<(usize, usize)> {
        if !self.dialect.ocr {
            return Vec::new();
        }
        let spans = cell::moves_in(text, &self.dialect, 2);
        spans.iter().map(|span| (span.start as usize, span.end as usize)).collect()
    }

    fn halves(&self, text: &str) -> Option<usize> {
        if self.dialect.ocr { cell::halves(text, &self.dialect) } else { None }
    }

    fn is_raw(&self) -> bool {
        self.dialect.ocr
    }

    fn names_sides(&self) -> bool {
        self.names_sides
    }

    fn is_verb(&self, word: &str) -> bool {
        self.means(word, |meaning| matches!(meaning, Word::To | Word::Takes))
    }

    fn is_scrap(&self, word: &str) -> bool {
        let short = word.trim_end_matches('.').len() <= 2;
        short && self.means(word, |meaning| matches!(meaning, Word::Man(_) | Word::Rank(_) | Word::Square))
    }

    fn is_unplayed(&self, word: &str) -> bool {
        prose::is_unplayed(bare(word))
    }

    fn turns(&self, word: &str) -> bool {
        prose::turns(bare(word))
    }

    fn ending_len(&self, text: &str) -> Option<usize> {
        endings::ending_at(text).map(|found| found.len)
    }

    fn is_ending_by_name(&self, text: &str) -> bool {
        endings::by_name(text).is_some()
    }

    fn men_len(&self, text: &str) -> usize {
        match position::men(text, &self.dialect) {
            Ok(men) if men.is_empty() => 0,
            Ok(_) => text.len(),
            Err(at) => at,
        }
    }

    fn sets_up(&self, text: &str) -> bool {
        position::sets_up(text, &self.dialect)
    }

    fn is_stipulation(&self, text: &str) -> bool {
        position::stipulation(text).is_some()
    }

    fn is_odds(&self, text: &str) -> bool {
        odds::odds(text, &self.dialect).is_some()
    }

    fn is_odds_alone(&self, text: &str) -> bool {
        odds::is_alone(text, &self.dialect)
    }

    fn is_man_alone(&self, text: &str) -> bool {
        odds::man_alone(text, &self.dialect).is_some()
    }

    fn speaks_of_odds(&self, text: &str) -> bool {
        odds::speaks_of_odds(text)
    }

    fn played(&self, game: &Score, before: usize, cells: &[Cell]) -> Option<usize> {
        let start = match &game.start {
            Start::Standard => Position::default(),
            Start::Fen(fen) => Position::from_fen(fen).ok()?,
            Start::Odds(words) => start::at_odds(words, &self.dialect)?.0,
            Start::Words { .. } => return None,
        };
        let cells: Vec<&Cell> = game.line.cells.get(..before)?.iter().chain(cells).collect();
        let meanings: Vec<Meanings> =
            cells.iter().map(|cell| cell::read(&cell.words, &self.dialect)).collect();
        let plies = cells.iter().zip(&meanings).map(|(cell, meanings)| Ply {
            meanings,
            span: cell.span,
            number: cell.number,
            color: cell.color,
        });
        let options = Options { repair: false, effort: EFFORT, ..Options::default() };
        let origins = Origins::at_home(&start);
        let line = replay::read_line(&start, &origins, &plies.collect::<Vec<_>>(), &|_| Vec::new(), &options);
        line.read.checked_sub(before)
    }
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}
