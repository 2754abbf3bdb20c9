//! The way back: a move as descriptive notation writes it, with just enough words that only one legal move fits.
use super::style::MoveWriter;
use super::wording::Wording;
use crate::chess::{Bitboard, CastlingSide, Color, Move, Position, Role, Square};
use crate::game::Played;
use crate::lexicon::{Language, Print};
use crate::reading::origin::{Origin, Origins};
use crate::reading::{Act, Capture, Constraint, FileSet, Promotion, Victim, Wing, descriptive};
use crate::record::token::{Becomes, CheckMark, Deed, FileName, Goal, Man, Owner, Place, Token, Verb};

/// How much is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Habit {
    /// So much that the words alone leave one legal move, whichever way wings are understood.
    #[default]
    Safe,
    /// As old books do: check marks and the wing where a piece started may decide.
    Terse,
}

/// Writes moves in words; it follows where the pieces of a game started.
#[derive(Clone, Debug)]
pub struct DescriptiveWriter {
    wording: Wording,
    habit: Habit,
    now: Origins,
    before: Origins,
    stack: Vec<(Origins, Origins)>,
}

impl DescriptiveWriter {
    /// A writer for a descriptive language; `None` for algebraic notations.
    #[must_use]
    pub fn new(language: Language, print: Print, habit: Habit) -> Option<Self> {
        let wording = Wording::new(language, print)?;
        Some(Self { wording, habit, now: Origins::NONE, before: Origins::NONE, stack: Vec::new() })
    }

    /// A writer by the name of its notation: `english` (`Kt-KB3`), `english-long` (`K. Kt. to B's 3d.`), `english-new`
    /// (`N-KB3`), `spanish` (`C3AR`).
    #[must_use]
    pub fn named(name: &str, habit: Habit) -> Option<Self> {
        let (language, print) = match name {
            "english" => (Language::English, Print::Old),
            "english-long" => (Language::English, Print::Long),
            "english-new" => (Language::English, Print::New),
            "spanish" => (Language::Spanish, Print::Old),
            _ => return None,
        };
        Self::new(language, print, habit)
    }

    /// The words of a legal move.
    #[must_use]
    pub fn words(&self, position: &Position, origins: &Origins, mv: Move) -> String {
        if mv.is_null() {
            return "--".to_owned();
        }
        self.wording.words(&plainest(position, origins, mv, self.wording, self.habit))
    }
}

impl MoveWriter for DescriptiveWriter {
    fn begin(&mut self, start: &Position) {
        self.now = Origins::at_home(start);
        self.before = self.now;
        self.stack.clear();
    }

    fn write(&mut self, out: &mut Vec<u8>, before: &Position, played: &Played) {
        out.extend_from_slice(self.words(before, &self.now, played.mv).as_bytes());
        self.before = self.now;
        self.now = self.now.play(played.mv);
    }

    fn open(&mut self) {
        self.stack.push((self.before, self.now));
        self.now = self.before;
    }

    fn close(&mut self) {
        if let Some(saved) = self.stack.pop() {
            (self.before, self.now) = saved;
        }
    }
}

/// A way to name something, and how much more it says than the plainest.
type Way<T> = (T, u32);

const fn side(wing: Wing) -> CastlingSide {
    match wing {
        Wing::King => CastlingSide::King,
        Wing::Queen => CastlingSide::Queen,
    }
}

/// The name of the file of a square, with its wing if it has one.
fn file_name(square: Square) -> FileName {
    let of = Role::FIRST_RANK[square.file().index()];
    let wing = (!matches!(of, Role::King | Role::Queen)).then(|| side(Wing::of(square.file())));
    FileName { wing, of }
}

/// The names of a square: the plain one, and with its wing.
fn places(square: Square, turn: Color) -> Vec<Way<Place>> {
    let name = file_name(square);
    let rank = Some(square.rank().relative_to(turn) as u8 + 1);
    let place = |file| Place { owner: Owner::Mover, file: Some(file), rank, ..Place::default() };
    let mut ways = vec![(place(FileName { wing: None, ..name }), 0)];
    if name.wing.is_some() {
        ways.push((place(name), 2));
    }
    ways
}

/// The names of a piece on the board, without and with the square it stands on.
fn men(position: &Position, origins: &Origins, square: Square, role: Role) -> Vec<Way<Man>> {
    let turn = position.turn();
    let plain = Man { role: Some(role), ..Man::default() };
    let mut ways = vec![(plain, 0)];
    if role == Role::Pawn {
        let name = file_name(square);
        ways.push((Man { file: Some(FileName { wing: None, ..name }), ..plain }, 6));
        if name.wing.is_some() {
            ways.push((Man { file: Some(name), ..plain }, 8));
        }
    } else if matches!(role, Role::Rook | Role::Knight | Role::Bishop) {
        let wing = first_wing(position, origins, square, role);
        ways.push((Man { wing: Some(side(wing)), ..plain }, 7));
    }
    if role != Role::King {
        for (place, more) in places(square, turn) {
            ways.push((Man { at: Some(place), ..plain }, 20 + more));
        }
    }
    ways
}

/// The wing a piece is named by: where it started; of a piece without an origin, that of a bishop's colour, or where it
/// stands.
fn first_wing(position: &Position, origins: &Origins, square: Square, role: Role) -> Wing {
    match (origins.at(square), role) {
        (Some(origin), _) => origin.wing(),
        (None, Role::Bishop) => {
            let white = position.board().color_at(square) == Some(Color::White);
            if square.is_light() == white { Wing::King } else { Wing::Queen }
        }
        (None, _) => Wing::of(square.file()),
    }
}

/// Every way to say the move, the plainest first.
fn ways(position: &Position, origins: &Origins, mv: Move, wording: Wording) -> Vec<Deed> {
    if let Some(side) = mv.castling_side() {
        // `Castles` says no side; `O-O` always does.
        let bare = wording.has_bare_castling().then_some(Deed::Castle(None));
        return bare.into_iter().chain([Deed::Castle(Some(side))]).collect();
    }
    let Some(role) = position.role_of(mv) else { return Vec::new() };
    let movers = men(position, origins, mv.from(), role);
    let (verb, goals): (Verb, Vec<Way<Goal>>) = match position.captured_square(mv) {
        Some(square) => {
            let taken = position.board().role_at(square).unwrap_or(Role::Pawn);
            let victims = men(position, origins, square, taken);
            (Verb::Takes, victims.into_iter().map(|(man, more)| (Goal::Victim(man), more)).collect())
        }
        None => {
            let squares = places(mv.to(), position.turn());
            (Verb::To, squares.into_iter().map(|(place, more)| (Goal::Place(place), more)).collect())
        }
    };
    let mut all: Vec<Way<Deed>> = Vec::new();
    for &(man, more) in &movers {
        for &(goal, further) in &goals {
            // A square in brackets after a pawn that is taken in passing would be another one.
            if mv.is_en_passant() && matches!(goal, Goal::Victim(Man { at: Some(_), .. })) {
                continue;
            }
            // The wing of the mover is said before more words are spent on the goal.
            all.push((Deed::Move { man, verb, goal }, more + further));
        }
    }
    all.sort_by_key(|&(_, more)| more);
    all.into_iter().map(|(deed, _)| deed).collect()
}

fn check_mark(position: &Position, mv: Move) -> CheckMark {
    let after = position.after_move(mv);
    let checkers = after.checkers();
    if after.is_checkmate() {
        CheckMark::Mate
    } else if checkers.is_empty() {
        CheckMark::None
    } else if checkers.more_than_one() {
        CheckMark::Double
    } else if checkers == Bitboard::from_square(mv.destination()) || mv.is_castle() {
        CheckMark::Check
    } else {
        CheckMark::Discovered
    }
}

/// The token with the fewest words that only this move fits; the fullest if every one leaves a doubt.
fn plainest(position: &Position, origins: &Origins, mv: Move, wording: Wording, habit: Habit) -> Token {
    let check = check_mark(position, mv);
    let becomes = mv.promotion().map_or(Becomes::Unsaid, Becomes::To);
    let en_passant = mv.is_en_passant();
    let legal = position.legal_moves();
    let rivals: Vec<Move> = legal
        .as_slice()
        .iter()
        .copied()
        .filter(|&other| other != mv)
        // `in passing` is said of no other move.
        .filter(|&other| !en_passant || other.is_en_passant())
        .filter(|&other| habit == Habit::Safe || marked(check) == position.gives_check(other))
        .collect();
    let token = |deed| Token {
        deed,
        becomes,
        check,
        en_passant,
        stalemate: false,
        said: None,
        alternatives: Vec::new(),
        start: 0,
        end: 0,
        cost: 0,
    };
    let mut last = None;
    for deed in ways(position, origins, mv, wording) {
        let token = token(deed);
        let only = match &descriptive::meanings(std::slice::from_ref(&token)).plain[..] {
            [reading] => match reading.act {
                Act::Castle(side) => {
                    rivals.iter().all(|r| !r.is_castle() || (side.is_some() && r.castling_side() != side))
                }
                Act::Man(constraint) => {
                    let board = Board { position, origins, habit };
                    board.fits(&constraint, mv) && !rivals.iter().any(|&r| board.fits(&constraint, r))
                }
                _ => false,
            },
            _ => false,
        };
        if only {
            return token;
        }
        last = Some(token);
    }
    last.unwrap_or_else(|| token(Deed::Anything))
}

const fn marked(check: CheckMark) -> bool {
    !matches!(check, CheckMark::None)
}

/// What a reader sees.
struct Board<'a> {
    position: &'a Position,
    origins: &'a Origins,
    habit: Habit,
}

impl Board<'_> {
    /// May a reader take this move for the one that is said? Wings and files of pawns are understood both ways, as they
    /// started and as they stand, unless the habit is terse.
    fn fits(&self, said: &Constraint, mv: Move) -> bool {
        if mv.is_castle() {
            return false;
        }
        let Some(role) = self.position.role_of(mv) else { return false };
        let flip = self.position.turn() == Color::Black;
        let seen = |square: Square| if flip { square.flip() } else { square };
        let taken = self.position.captured_square(mv);
        said.roles.contains(role)
            && said.from.contains(seen(mv.from()))
            && said.to.unknown.contains(seen(mv.to()))
            && self.wing_fits(said.wing, mv.from(), role)
            && (role != Role::Pawn || self.file_fits(said.from_files, mv.from()))
            && match (said.capture, taken) {
                (Capture::Takes, Some(square)) => self.victim_fits(&said.victim, square),
                (Capture::Takes, None) | (Capture::Quiet, Some(_)) => false,
                _ => true,
            }
            && match (said.promotion, mv.promotion()) {
                (Promotion::To(said), Some(made)) => said == made,
                (Promotion::Unsaid, made) => matches!(made, None | Some(Role::Queen)),
                _ => false,
            }
    }

    fn wing_fits(&self, wing: Option<Wing>, square: Square, role: Role) -> bool {
        let Some(wing) = wing else { return true };
        // Where it started is a guess to a reader who does not see the game from its beginning.
        if self.habit == Habit::Safe && role != Role::Bishop && self.origins.at(square).is_none() {
            return true;
        }
        let standing = self.habit == Habit::Safe && Wing::of(square.file()) == wing;
        standing || first_wing(self.position, self.origins, square, role) == wing
    }

    fn file_fits(&self, files: FileSet, square: Square) -> bool {
        let first = match self.origins.at(square) {
            Some(Origin::Pawn(file)) if self.habit == Habit::Safe => files.contains(file),
            _ => false,
        };
        files.contains(square.file()) || first
    }

    fn victim_fits(&self, victim: &Victim, square: Square) -> bool {
        let Some(role) = self.position.board().role_at(square) else { return false };
        victim.roles.contains(role)
            && self.wing_fits(victim.wing, square, role)
            && (role != Role::Pawn || self.file_fits(victim.files, square))
    }
}
