//! Questions about the positions of a game, answered while its main line is played.
use super::line::Line;
use super::material::Material;
use super::pattern::Pattern;
use crate::chess::{Color, Placement, Position};
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
    /// Pieces and side to move tell the answer.
    const fn asks_pieces_alone(&self) -> bool {
        match self {
            Self::Pattern(pattern) => pattern.asks_no_rights(),
            Self::Material(_) => true,
            Self::Position(_) | Self::Key(_) => false,
        }
    }

    /// Only captures and promotions change the answer.
    const fn is_material(&self) -> bool {
        matches!(self, Self::Material(_))
    }
}

/// What a question is asked of.
trait Scene {
    /// `failed` is kept from one answer to the next ([`Pattern::fits_next`]).
    fn answers(&self, asked: &Asked, failed: &mut usize) -> bool;
}

impl Scene for Position {
    fn answers(&self, asked: &Asked, _: &mut usize) -> bool {
        match asked {
            Asked::Pattern(pattern) => pattern.fits(self),
            Asked::Position(asked) => {
                asked.board() == self.board()
                    && asked.turn() == self.turn()
                    && asked.castling_squares() == self.castling_squares()
                    && asked.legal_ep_square() == self.legal_ep_square()
            }
            Asked::Key(key) => self.key() == *key,
            Asked::Material(material) => material.fits(self.board()),
        }
    }
}

/// The pieces alone, and who is to move.
struct Pieces {
    placement: Placement,
    turn: Color,
}

impl Scene for Pieces {
    #[inline]
    fn answers(&self, asked: &Asked, failed: &mut usize) -> bool {
        match asked {
            Asked::Pattern(pattern) => pattern.fits_next(&self.placement, self.turn, failed),
            Asked::Material(material) => material.fits(&self.placement),
            Asked::Position(_) | Asked::Key(_) => false,
        }
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
    /// The part of each pattern that did not fit the last position.
    failed: [usize; MOST_QUESTIONS],
}

impl Default for BoardState {
    fn default() -> Self {
        Self { now: 0, met: 0, begins: 0, ply: 0, rows: [0; MOST_QUESTIONS], failed: [0; MOST_QUESTIONS] }
    }
}

impl BoardState {
    /// Begins with a game.
    pub(super) fn begin(&mut self, questions: &[Question], game: &Game<'_>) {
        self.begin_lines(questions, game);
        self.look(questions, all(questions), &game.start, true);
    }

    fn begin_lines(&mut self, questions: &[Question], game: &Game<'_>) {
        self.begins = 0;
        for (index, question) in questions.iter().enumerate() {
            if let Question::Begins(line) = question {
                self.begins |= u64::from(line.begins(game)) << index;
            }
        }
        (self.ply, self.met) = (0, self.begins);
        self.rows[..questions.len()].fill(0);
    }

    /// The position of the next half-move.
    pub(super) fn next(&mut self, questions: &[Question], position: &Position) {
        self.ply += 1;
        self.look(questions, all(questions), position, true);
    }

    /// Asks some of the questions, a bit for each, of a position; `changed`: its material is not that of the last one.
    #[inline]
    fn look(&mut self, questions: &[Question], asked: u64, scene: &impl Scene, changed: bool) {
        self.now = self.begins;
        let mut open = asked;
        while open != 0 {
            let index = open.trailing_zeros() as usize;
            open &= open - 1;
            let Some(Question::Positions { asked, lasts, by }) = questions.get(index) else { continue };
            let row = &mut self.rows[index % MOST_QUESTIONS];
            let failed = &mut self.failed[index % MOST_QUESTIONS];
            let is_true =
                if changed || !asked.is_material() { scene.answers(asked, failed) } else { *row > 0 };
            if is_true {
                *row += 1;
                self.now |= u64::from(*row >= *lasts && self.ply <= *by) << index;
            } else {
                *row = 0;
            }
        }
        self.met |= self.now;
    }

    /// Whether a question is true of the position now.
    pub(super) const fn is_true_now(&self, question: usize) -> bool {
        self.now >> question & 1 == 1
    }

    /// The questions that are true of a game, a bit for each: follows its main line as far as that is needed.
    pub(super) fn of_game(&mut self, questions: &[Question], game: &Game<'_>) -> u64 {
        self.begin_lines(questions, game);
        let mut last = 0;
        let mut by_pieces = true;
        for question in questions {
            if let Question::Positions { asked, by, .. } = question {
                last = last.max(*by);
                by_pieces &= asked.asks_pieces_alone();
            }
        }
        let positions = all(questions);
        if positions == 0 {
            return self.met;
        }
        if by_pieces {
            let placement = Placement::of(game.start.board());
            let mut scene = Pieces { placement, turn: game.start.turn() };
            self.look(questions, positions, &scene, true);
            for ply in game.plies_played() {
                let open = positions & !self.met;
                if open == 0 || self.ply >= last {
                    break;
                }
                self.ply += 1;
                let captures = ply.san.is_capture();
                scene.placement.play(scene.turn, ply.san.role(), ply.mv, captures);
                scene.turn = !scene.turn;
                self.look(questions, open, &scene, captures | ply.mv.promotion().is_some());
            }
        } else {
            let mut position = game.start;
            self.look(questions, positions, &position, true);
            for ply in game.plies_played() {
                let open = positions & !self.met;
                if open == 0 || self.ply >= last {
                    break;
                }
                self.ply += 1;
                position.follow(ply.mv);
                self.look(questions, open, &position, ply.san.is_capture() | ply.mv.promotion().is_some());
            }
        }
        self.met
    }
}

/// The questions about positions, a bit for each.
fn all(questions: &[Question]) -> u64 {
    let is_asked = |question: &Question| u64::from(matches!(question, Question::Positions { .. }));
    questions.iter().enumerate().fold(0, |all, (index, question)| all | is_asked(question) << index)
}
