//! Moves in odd spellings: which legal moves they fit, and why they do not.
use crate::chess::{Move, MoveList, Position, Role, San};
use crate::record::{Act, Becomes, Man, Word};

/// The letters of a language: the piece whose letter a text begins with, and the length of the letter in bytes.
pub type RoleOf<'a> = Option<&'a dyn Fn(&str) -> Option<(Role, usize)>>;

/// What a word means on a position.
pub enum Meaning {
    /// One move.
    One(Move),
    /// One move, if the small `b` is a bishop.
    Bishop(Move),
    /// Two moves run together.
    Two(San, San),
    /// None that is legal.
    Illegal,
    /// Several.
    Several(MoveList),
    /// The piece's letter is of no known language.
    UnknownLetter,
    /// It does not say what the pawn becomes.
    PromotionMissing(MoveList),
    /// No pawn becomes that.
    PromotionImpossible,
    /// It is no move.
    Unreadable,
}

/// The piece that a word names; `None` if its letter is not known. `Some(None)` is whoever stands there.
///
/// PGN 8.2.3.2: `P` may stand for a pawn; not where another language would read it as a knight just as well.
pub fn role(word: &Word, token: &str, letters: RoleOf<'_>, pawn_letter: bool) -> Option<Option<Role>> {
    let by_language = || letters.and_then(|letters| letters(token)).map(|(role, _)| role);
    match word.man {
        Man::Unnamed => Some(Some(Role::Pawn)),
        Man::Whoever => Some(None),
        Man::Role(role) => Some(Some(by_language().unwrap_or(role))),
        Man::Letter { len } => match by_language() {
            Some(role) => Some(Some(role)),
            None if pawn_letter && token.get(..usize::from(len)) == Some("P") => Some(Some(Role::Pawn)),
            None => None,
        },
    }
}

/// What the pawn becomes; `Err` if the letter is not known.
fn becomes(word: &Word, text: &str, letters: RoleOf<'_>) -> Result<Option<Role>, ()> {
    let by_language = |text: &str| letters.and_then(|letters| letters(text)).map(|(role, _)| role);
    match word.promotion {
        Becomes::Unsaid => Ok(None),
        Becomes::Role(role) => Ok(Some(by_language(&char::from(role.letter()).to_string()).unwrap_or(role))),
        Becomes::Letter(span) => by_language(span.of_text(text)).map(Some).ok_or(()),
    }
}

/// What a word means here. `token` is its text, `text` that of the chunk.
pub fn meaning(
    position: &Position,
    word: &Word,
    role: Option<Option<Role>>,
    token: &str,
    text: &str,
    letters: RoleOf<'_>,
) -> Meaning {
    match word.act {
        Act::Unreadable => return Meaning::Unreadable,
        Act::Null if position.is_check() => return Meaning::Illegal,
        Act::Null => return Meaning::One(Move::NULL),
        Act::Castle(side) => {
            return position.resolve(San::castle(side)).map_or(Meaning::Illegal, Meaning::One);
        }
        Act::Move => {}
    }
    let Some(role) = role else { return Meaning::UnknownLetter };
    let Ok(promotion) = becomes(word, text, letters) else { return Meaning::UnknownLetter };
    if matches!(promotion, Some(Role::Pawn | Role::King)) {
        return Meaning::PromotionImpossible;
    }
    let all = position.legal_moves();
    // Where neither the piece nor its square is named, that it takes is all that is said.
    let must_take = word.man == Man::Whoever && word.from_rank.is_none();
    // A pawn that goes to a square and is not said to take goes straight; one whose file is said takes.
    let pawn_takes = (role == Some(Role::Pawn) && word.from_rank.is_none())
        .then(|| word.from_file.is_some() || word.capture == Some(true));
    let fits = |mv: Move, role: Option<Role>| {
        pawn_takes.is_none_or(|takes| takes == (mv.from().file() != mv.to().file()))
            && role.is_none_or(|role| position.role_of(mv) == Some(role))
            && word.from_file.is_none_or(|file| mv.from().file() == file)
            && word.from_rank.is_none_or(|rank| mv.from().rank() == rank)
            && word.to_file.is_none_or(|file| mv.to().file() == file)
            && word.to_rank.is_none_or(|rank| mv.to().rank() == rank)
            && (!must_take || position.is_capture(mv))
    };
    let mut found = MoveList::new();
    let mut promotes = MoveList::new();
    for &mv in all.as_slice() {
        if mv.is_castle() || !fits(mv, role) {
            continue;
        }
        if mv.promotion() == promotion {
            found.push(mv);
        } else if promotion.is_none() {
            promotes.push(mv);
        }
    }
    let bishops = || {
        let bishop = |mv: &Move| {
            position.role_of(*mv) == Some(Role::Bishop)
                && word.to_file == Some(mv.to().file())
                && word.to_rank == Some(mv.to().rank())
        };
        let mut list = MoveList::new();
        all.as_slice().iter().filter(|mv| bishop(mv)).for_each(|&mv| list.push(mv));
        list
    };
    match found.as_slice() {
        [mv] if word.capitals && word.may_be_bishop && !bishops().as_slice().is_empty() => {
            let mut both = bishops();
            both.push(*mv);
            return Meaning::Several(both);
        }
        [mv] if promotes.as_slice().is_empty() => return Meaning::One(*mv),
        [] => {}
        _ => return Meaning::Several(found),
    }
    if !promotes.as_slice().is_empty() {
        return Meaning::PromotionMissing(promotes);
    }
    // The king's step of castling, or king takes own rook, with both squares given.
    if word.from_rank.is_some() && role.is_none_or(|role| role == Role::King) {
        let castles = |mv: &&Move| {
            let to = word.to_file.zip(word.to_rank);
            let meets = |square: crate::chess::Square| to == Some((square.file(), square.rank()));
            mv.is_castle()
                && Some(mv.from().file()) == word.from_file
                && Some(mv.from().rank()) == word.from_rank
                && (meets(mv.to()) || mv.from().file() == crate::chess::File::E && meets(mv.destination()))
        };
        if let Some(mv) = all.as_slice().iter().find(castles) {
            return Meaning::One(*mv);
        }
    }
    if word.may_be_bishop {
        let bishops = bishops();
        match bishops.as_slice() {
            [mv] => return Meaning::Bishop(*mv),
            [] => {}
            _ => return Meaning::Several(bishops),
        }
    }
    if let Some((first, second)) = word.split.and_then(|at| token.split_at_checked(usize::from(at)))
        && let (Some((first, _)), Some((second, _))) =
            (San::parse(first.as_bytes()), San::parse(second.as_bytes()))
        && position.resolve(first).is_ok_and(|mv| position.after_move(mv).resolve(second).is_ok())
    {
        return Meaning::Two(first, second);
    }
    Meaning::Illegal
}
