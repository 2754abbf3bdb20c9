//! Odds in words: `Remove White's Q. R.`, `Pawn and two moves`; which men are taken off and who moves.
use super::descriptive::man_at;
use super::scan::Scanner;
use crate::chess::{CastlingSide, Color, File, Rank, Role, Setup, Square};
use crate::lexicon::{Dialect, Language, Lexicon};
use crate::record::token::{FileName, Man};

/// What the first position of an odds game differs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The men taken off, by their squares in the usual array.
    pub removed: Vec<Square>,
    /// Moves that White makes in a row at the start: 1, or 2 at `Pawn and two moves`.
    pub white_moves: u8,
}

impl Odds {
    /// The first position. The giver of a Rook keeps the right to castle with the empty corner, as the law of the
    /// time has it (Staunton, *Praxis*: the King may move as if the Rook were on the board).
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = Setup { odds_castling: true, ..Setup::default() };
        for &square in &self.removed {
            setup.board.set(square, None);
        }
        setup
    }
}

/// The square of the usual array on which a man starts. A man whose wing is not named is the Queen's, a pawn the
/// King's Bishop's: the odds that are given by custom.
fn home(man: &Man, color: Color) -> Option<Square> {
    let rank = if man.role == Some(Role::Pawn) { Rank::Second } else { Rank::First };
    let wing = man.wing.unwrap_or(CastlingSide::Queen);
    let name = match man.role? {
        Role::Pawn => man.file.unwrap_or(FileName { wing: Some(CastlingSide::King), of: Role::Bishop }),
        Role::King => return None,
        Role::Queen => FileName { wing: None, of: Role::Queen },
        of => FileName { wing: Some(wing), of },
    };
    let name = FileName { wing: name.wing.or(man.wing), ..name };
    let file = match (name.of, name.wing.unwrap_or(CastlingSide::King)) {
        (Role::King, _) => File::E,
        (Role::Queen, _) => File::D,
        (Role::Rook, CastlingSide::King) => File::H,
        (Role::Rook, CastlingSide::Queen) => File::A,
        (Role::Knight, CastlingSide::King) => File::G,
        (Role::Knight, CastlingSide::Queen) => File::B,
        (Role::Bishop, CastlingSide::King) => File::F,
        (Role::Bishop, CastlingSide::Queen) => File::C,
        (Role::Pawn, _) => return None,
    };
    Some(Square::new(file, rank.relative_to(color)))
}

fn lower(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The odds that a heading names, if it names some.
///
/// `Pawn and move` takes Black's King's Bishop's Pawn; other men are White's where no colour is said.
#[must_use]
pub fn odds(text: &str, dialect: &Dialect) -> Option<Odds> {
    let lexicon = Lexicon::of(dialect.language).or_else(|| Lexicon::of(Language::English))?;
    let folded = lower(text);
    let white_moves = if folded.contains("and two moves") || folded.contains("and 2 moves") { 2 } else { 1 };
    // The men stand after a cue; a heading names players before it, or between two.
    let lower_text = text.to_ascii_lowercase();
    let after = |cue: &str| lower_text.find(cue).map(|at| at + cue.len());
    let mut starts: Vec<usize> = CUES.iter().filter_map(|cue| after(cue)).collect();
    starts.sort_unstable();
    starts.extend(lower_text.find("pawn and"));
    let scanner = Scanner::new(text, lexicon, dialect.ocr);
    let removed = starts.into_iter().map(|at| men_off(&scanner, text, at)).find(|men| !men.is_empty())?;
    Some(Odds { removed, white_moves })
}

/// Words before the men that are given.
const CUES: [&str; 6] = ["remove", "odds of", "odds:", "giving", "gives", "without"];

/// The home squares of the men named from a place on.
fn men_off(scanner: &Scanner<'_>, text: &str, start: usize) -> Vec<Square> {
    let mut color = None;
    let mut removed = Vec::new();
    let mut at = start;
    while at < text.len() && removed.len() < 16 {
        let here = scanner.rest(at);
        let word = here.split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
        let first = here.chars().next().map_or(1, char::len_utf8);
        match word.to_ascii_lowercase().as_str() {
            "white" => color = Some(Color::White),
            "black" => color = Some(Color::Black),
            "" => {
                at += first;
                continue;
            }
            "and" | "the" | "his" | "s" => {}
            _ => {
                let Some((man, end)) = man_at(scanner, at) else { break };
                let side =
                    color.unwrap_or(if man.role == Some(Role::Pawn) { Color::Black } else { Color::White });
                if let Some(square) = home(&man, side)
                    && !removed.contains(&square)
                {
                    removed.push(square);
                }
                at = scanner.skip_possessive(end).max(at + first);
                continue;
            }
        }
        at += word.len();
    }
    removed
}
