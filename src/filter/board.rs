//! Questions about the positions of a game, answered while its main line is played.
use super::line::Line;
use super::material::Material;
use super::pattern::Pattern;
use crate::chess::{Color, Placement, Position};
use crate::game::{Game, Moves, Played, Ply};

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
    /// It is true of no position with fewer pieces.
    fn fewest_pieces(&self) -> u32 {
        match self {
            Self::Pattern(pattern) => pattern.fewest_pieces(),
            Self::Position(position) => position.board().occupied().count(),
            Self::Key(_) | Self::Material(_) => 0,
        }
    }

    /// Whether it is true of a position.
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

impl Question {
    /// Whether it is true of a game: follows its main line as far as that is needed.
    pub(super) fn is_true_of(&self, game: &Game<'_>) -> bool {
        let (asked, count) = match self {
            Self::Begins(line) => return line.begins(game),
            Self::Positions { asked, lasts, by } => {
                (asked, Count { lasts: *lasts, by: *by, pieces: asked.fewest_pieces() })
            }
        };
        let pieces = || Pieces { placement: Placement::of(game.start.board()), turn: game.start.turn() };
        match asked {
            Asked::Pattern(pattern) if pattern.asks_no_rights() => {
                // Most moves change nothing about what did not fit the last position.
                let mut failed = 0;
                scan(game, pieces(), count, |scene, _| {
                    pattern.fits_next(&scene.placement, scene.turn, &mut failed)
                })
            }
            Asked::Material(material) => {
                let mut fits = false;
                scan(game, pieces(), count, |scene, changed| {
                    if changed {
                        fits = material.fits(&scene.placement);
                    }
                    fits
                })
            }
            asked => scan(game, game.start, count, |position, _| asked.fits(position)),
        }
    }
}

/// How many positions in a row are asked for, within how many half-moves, and with how many pieces at least: after fewer
/// there are never more.
#[derive(Clone, Copy)]
struct Count {
    lasts: u32,
    by: u32,
    pieces: u32,
}

/// What is followed from move to move.
trait Scene {
    fn follow(&mut self, ply: Ply);
}

/// The pieces alone, and who is to move.
struct Pieces {
    placement: Placement,
    turn: Color,
}

impl Scene for Pieces {
    #[inline(always)]
    fn follow(&mut self, ply: Ply) {
        self.placement.play(self.turn, ply.san.role(), ply.mv, ply.san.is_capture());
        self.turn = !self.turn;
    }
}

impl Scene for Position {
    #[inline(always)]
    fn follow(&mut self, ply: Ply) {
        Position::follow(self, ply.mv);
    }
}

/// Looks for so many positions in a row that fit; `fits` is told whether the material may have changed.
fn scan<S: Scene>(game: &Game<'_>, scene: S, count: Count, fits: impl FnMut(&S, bool) -> bool) -> bool {
    // A line that was kept alone is followed without asking each time what comes next.
    let pieces = game.start.board().occupied().count();
    match &game.line[..] {
        [] => scan_plies(Moves::of(game).map(Played::ply), scene, pieces, count, fits),
        line => scan_plies(line.iter().copied(), scene, pieces, count, fits),
    }
}

#[inline(always)]
fn scan_plies<S: Scene>(
    plies: impl Iterator<Item = Ply>,
    mut scene: S,
    mut pieces: u32,
    asked: Count,
    mut fits: impl FnMut(&S, bool) -> bool,
) -> bool {
    let mut row = u32::from(fits(&scene, true));
    if row >= asked.lasts {
        return true;
    }
    for ply in plies.take(asked.by as usize) {
        if ply.san.is_capture() {
            pieces = pieces.saturating_sub(1);
            if pieces < asked.pieces {
                return false;
            }
        }
        scene.follow(ply);
        if fits(&scene, ply.san.is_capture() | ply.mv.promotion().is_some()) {
            row += 1;
            if row >= asked.lasts {
                return true;
            }
        } else {
            row = 0;
        }
    }
    false
}

/// What is known of the questions while the half-moves of a game are told one by one.
#[derive(Clone, Debug, Default)]
pub struct BoardState {
    /// Half-moves so far.
    ply: u32,
    /// For how many positions in a row each has been true; of lines, which are true of the whole game, the answer.
    rows: Vec<u32>,
}

impl BoardState {
    /// Begins with a game.
    pub(super) fn begin(&mut self, questions: &[Question], game: &Game<'_>) {
        self.ply = 0;
        self.rows.clear();
        self.rows.extend(questions.iter().map(|question| match question {
            Question::Begins(line) => u32::from(line.begins(game)),
            Question::Positions { asked, .. } => u32::from(asked.fits(&game.start)),
        }));
    }

    /// The position of the next half-move.
    pub(super) fn next(&mut self, questions: &[Question], position: &Position) {
        self.ply += 1;
        for (row, question) in self.rows.iter_mut().zip(questions) {
            if let Question::Positions { asked, .. } = question {
                *row = if asked.fits(position) { *row + 1 } else { 0 };
            }
        }
    }

    /// Whether a question is true of the position now.
    pub(super) fn is_true_now(&self, questions: &[Question], index: usize) -> bool {
        match (questions.get(index), self.rows.get(index)) {
            (Some(Question::Positions { lasts, by, .. }), Some(row)) => row >= lasts && self.ply <= *by,
            (_, row) => row.is_some_and(|row| *row > 0),
        }
    }
}
