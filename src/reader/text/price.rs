//! What a reading of a game of raw print costs: one measure for the layout's and for that found by playing.
use std::iter::once;
use std::sync::OnceLock;

use crate::align::lattice::ANYTHING;
use crate::chess::{Move, Position};
use crate::game::{Game, MainLine, Moves};
use crate::grammar::cell::{self, Learned, Lesson, Style};
use crate::lexicon::Dialect;
use crate::reading::cost::Costs;
use crate::reading::origin::Origins;
use crate::reading::{Cost, Marks, Reading};
use crate::replay::{Legal, Weights, fitting};

/// What each letter or figure costs that stands behind the words of a move.
const LEFT: u32 = 10;

/// Blanks between cells.
const CELLS: &str = "   ";

/// How far the words of a text are from the moves that are read there.
pub(super) struct Prices<'t> {
    text: &'t str,
    dialect: Dialect,
    /// How the text prints its moves, once it is asked for: clear print has no price.
    style: OnceLock<Style<'t>>,
    learned: &'t Learned<'t>,
}

impl<'t> Prices<'t> {
    pub fn of(text: &'t str, dialect: Dialect, learned: &'t Learned<'t>) -> Self {
        Self { text, dialect: Dialect { ocr: true, ..dialect }, style: OnceLock::new(), learned }
    }

    /// What the moves of two games cost behind those that both read at the same places.
    pub fn compare(&self, one: &Game<'_>, other: &Game<'_>) -> (u32, u32) {
        let places = one.details.iter().zip(&other.details).map(|(one, other)| one.printed == other.printed);
        let moves = Moves::of(one).zip(Moves::of(other)).map(|(one, other)| one.mv == other.mv);
        let same = places.zip(moves).take_while(|&(place, mv)| place && mv).count();
        (self.cost(one, same), self.cost(other, same))
    }

    fn cost(&self, game: &Game<'_>, from: usize) -> u32 {
        let mut cost = 0;
        self.each(game, from, |words, line, origins, mv| cost += self.of_move(words, line, origins, mv));
        cost
    }

    /// Gives a lesson of what is printed for each move of a game.
    pub fn teach(&self, game: &Game<'_>, lesson: &mut Lesson<'_>) {
        self.each(game, 0, |words, line, origins, mv| {
            let place = (line.position(), origins, &Legal::default());
            lesson(words, &|reading| {
                least(place, mv, std::slice::from_ref(reading), Marks::default()).is_some()
            });
        });
    }

    /// Gives the words of each printed move of a game from one on, the line before it and where its men come from.
    fn each(
        &self,
        game: &Game<'_>,
        from: usize,
        mut then: impl FnMut(&str, &MainLine<'_, '_>, &Origins, Move),
    ) {
        let mut line = MainLine::of(game);
        let mut origins = Origins::at_home(line.position());
        for (number, detail) in game.details.iter().enumerate() {
            let Some(mv) = line.peek().map(|played| played.mv) else { break };
            if number >= from && !detail.printed.is_empty() {
                // A mark or a number may stand before the cell.
                let words = detail.printed.of_text(self.text).trim();
                then(words.rsplit(CELLS).next().unwrap_or(words), &line, &origins, mv);
            }
            if !mv.is_null() {
                origins = origins.play(mv);
            }
            line.advance();
        }
    }

    /// How far words are from a move, and how unlikely it is among the others that they may be.
    fn of_move(&self, words: &str, line: &MainLine<'_, '_>, origins: &Origins, mv: Move) -> u32 {
        let inner = words.char_indices().filter(|(_, c)| !c.is_alphanumeric()).map(|(at, _)| at);
        let mut ends: Vec<usize> = inner.chain(cell::checks_within(words)).chain(once(words.len())).collect();
        ends.sort_unstable();
        ends.dedup();
        ends.retain(|&end| end > 0);
        let place = (line.position(), origins, &Legal::default());
        let style = *self.style.get_or_init(|| Style::of(self.text).with(self.learned.confusions()));
        let found = cell::blurred_beginnings(words, &ends, Some(words.len()), style, &self.dialect);
        let costs = found.iter().filter_map(|found| {
            let left = words[found.len..].chars().filter(|c| c.is_alphanumeric()).count();
            Some(
                least(place, mv, &found.meanings.plain, found.meanings.marks)?
                    + LEFT * u32::try_from(left).ok()?,
            )
        });
        let unread = least(place, mv, &[ANYTHING], Marks::default());
        costs.chain(unread).min().unwrap_or(ANYTHING.cost.0)
    }
}

/// What a move costs among those that readings may mean in a place, if it is one of them.
fn least(
    (position, origins, legal): (&Position, &Origins, &Legal),
    mv: Move,
    readings: &[Reading],
    marks: Marks,
) -> Option<u32> {
    let mut least = None;
    let weights = &Weights::new(Costs::RAW, Cost(u32::MAX));
    fitting(position, origins, legal, readings, marks, weights, |fit| {
        if fit.mv == mv {
            least = Some(fit.cost.0);
        }
    });
    least
}
