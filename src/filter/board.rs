//! Questions about the positions of a game, answered while its main line is played.
use super::line::Line;
use super::material::Material;
use super::pattern::Pattern;
use crate::chess::Position;
use crate::game::Game;

/// How many questions an expression may have: a bit for each.
pub const MOST_QUESTIONS: usize = 64;

/// What is asked of one position.
#[derive(Clone, Debug)]
pub enum Asked {
    /// The pieces stand so.
    Pattern(Pattern),
    /// It is this one: pieces, side to move, castling rights, legal en passant.
    Position(Box<Position>),
    /// It has this Polyglot key.
    Key(u64),
    /// It has this material.
    Material(Material),
}

impl Asked {
    #[inline]
    fn fits(&self, position: &Position) -> bool {
        match self {
            Self::Pattern(pattern) => pattern.fits(position),
            Self::Position(asked) => {
                asked.board() == position.board()
                    && asked.turn() == position.turn()
                    && asked.castling_squares() == position.castling_squares()
                    && asked.legal_ep_square() == position.legal_ep_square()
            }
            Self::Key(key) => position.key() == *key,
            Self::Material(material) => material.fits(position.board()),
        }
    }

    /// Only captures and promotions change the answer.
    const fn is_material(&self) -> bool {
        matches!(self, Self::Material(_))
    }
}

/// A question about a game.
#[derive(Clone, Debug)]
pub enum Question {
    /// Something is true of some positions of the main line.
    Positions {
        /// What.
        asked: Asked,
        /// Of so many in a row.
        lasts: u32,
        /// The last of which is reached by this half-move.
        by: u32,
    },
    /// The game begins with a line.
    Begins(Line),
}

/// What is known while a game is played.
#[derive(Clone, Debug)]
pub struct BoardState {
    /// The questions that are true of the position now.
    now: u64,
    /// Those that have been true of one.
    met: u64,
    /// Those of lines, which are true of the whole game.
    begins: u64,
    /// Half-moves so far.
    ply: u32,
    /// For how many positions in a row each has been true.
    rows: [u32; MOST_QUESTIONS],
}

impl Default for BoardState {
    fn default() -> Self {
        Self { now: 0, met: 0, begins: 0, ply: 0, rows: [0; MOST_QUESTIONS] }
    }
}

impl BoardState {
    /// Begins with a game.
    pub(super) fn begin(&mut self, questions: &[Question], game: &Game<'_>) {
        self.begins = 0;
        for (index, question) in questions.iter().enumerate() {
            if let Question::Begins(line) = question {
                self.begins |= u64::from(line.begins(game)) << index;
            }
        }
        self.ply = 0;
        self.met = 0;
        self.rows[..questions.len()].fill(0);
        self.look(questions, &game.start, true);
    }

    /// The next position; `changed`: the pieces are not those of the last one.
    #[inline]
    pub(super) fn next(&mut self, questions: &[Question], position: &Position, changed: bool) {
        self.ply += 1;
        self.look(questions, position, changed);
    }

    #[inline]
    fn look(&mut self, questions: &[Question], position: &Position, changed: bool) {
        self.now = self.begins;
        for (index, question) in questions.iter().enumerate() {
            let Question::Positions { asked, lasts, by } = question else { continue };
            let row = &mut self.rows[index];
            let is_true = if changed || !asked.is_material() { asked.fits(position) } else { *row > 0 };
            *row = if is_true { *row + 1 } else { 0 };
            self.now |= u64::from(*row >= *lasts && self.ply <= *by) << index;
        }
        self.met |= self.now;
    }

    /// Whether a question is true of the position now.
    pub(super) const fn is_true_now(&self, question: usize) -> bool {
        self.now >> question & 1 == 1
    }

    /// The questions that are true of a game, a bit for each: plays its main line as far as that is needed.
    pub(super) fn of_game(&mut self, questions: &[Question], game: &Game<'_>) -> u64 {
        self.begin(questions, game);
        let mut open = 0_u64;
        let mut last = 0;
        for (index, question) in questions.iter().enumerate() {
            if let Question::Positions { by, .. } = question {
                open |= 1 << index;
                last = last.max(*by);
            }
        }
        let mut position = game.start;
        for ply in game.plies_played() {
            if self.met & open == open || self.ply >= last {
                break;
            }
            position.follow(ply.mv);
            self.next(questions, &position, ply.san.is_capture() || ply.mv.promotion().is_some());
        }
        self.met
    }
}
