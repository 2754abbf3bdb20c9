//! Algebraic and numeric tokens to readings: exact squares, counted from White's end.
use super::{
    Act, ByWing, Capture, Constraint, Cost, End, FileSet, Marks, Meanings, Promotion, Reading, RoleSet,
    Victim,
};
use crate::chess::{Bitboard, CastlingSide, File, Rank, Role, Square};
use crate::record::CheckMark;
use crate::record::token::{Becomes, Coordinates, Verb};

/// A move that is written as coordinates: `Nbd2`, `e2-e4`, `exd`, `5254`.
#[must_use]
pub fn reading(token: &Coordinates) -> Reading {
    let from_rank = token.from_rank.map_or(Bitboard::ALL, Bitboard::from_rank);
    let from_file = token.from_file.map_or(Bitboard::ALL, Bitboard::from_file);
    let to_rank = token.to_rank.map_or(Bitboard::ALL, Bitboard::from_rank);
    let exact = token.from_file.is_some() && token.from_rank.is_some();
    let constraint = Constraint {
        roles: token.role.map_or(RoleSet::ALL, RoleSet::just),
        from: Bitboard(from_rank.0 & from_file.0),
        from_files: FileSet::ALL,
        to: ByWing::same(Bitboard(Bitboard::from_file(token.to_file).0 & to_rank.0)),
        capture: match token.verb {
            // `e2-e4` writes the dash on captures too in some books, and `ed` takes without a mark.
            Verb::Takes => Capture::Takes,
            Verb::To | Verb::Unsaid => Capture::Unsaid,
        },
        victim: Victim::ANY,
        promotion: match token.becomes {
            Becomes::Unsaid => Promotion::Unsaid,
            Becomes::To(role) => Promotion::To(role),
            Becomes::Any => Promotion::Any,
        },
        end: End::White,
        ..Constraint::ANY
    };
    let cost = Cost(if exact || token.to_rank.is_some() { token.cost } else { token.cost + 2 });
    Reading { act: Act::Man(constraint), cost, slip: None }
}

/// Castling that is written as the King's move (`e1g1`, `5171`), if the squares fit.
#[must_use]
pub fn castling(token: &Coordinates) -> Option<CastlingSide> {
    let king = token.role.is_none_or(|role| role == Role::King);
    let home = token.from_file == Some(File::E)
        && matches!(token.from_rank, Some(Rank::First | Rank::Eighth))
        && token.from_rank == token.to_rank;
    match token.to_file {
        File::G if king && home => Some(CastlingSide::King),
        File::C if king && home => Some(CastlingSide::Queen),
        _ => None,
    }
}

/// What the tokens of one cell can mean.
#[must_use]
pub fn meanings(tokens: &[Coordinates]) -> Meanings {
    let mut plain: Vec<Reading> = tokens.iter().map(reading).collect();
    for token in tokens {
        if let Some(side) = castling(token) {
            // The King cannot go two squares otherwise, and another man from there is read first.
            plain.push(Reading { act: Act::Castle(Some(side)), cost: Cost(token.cost), slip: None });
        }
    }
    plain.sort_by_key(|r| r.cost);
    Meanings {
        plain,
        marks: Marks {
            check: tokens.first().map_or(CheckMark::None, |t| t.check),
            en_passant: tokens.iter().any(|t| t.en_passant),
            stalemate: false,
        },
        ..Meanings::default()
    }
}

/// The square two digits name, file first, both from 1 (`52` is e2).
#[must_use]
pub fn numeric_square(file: u8, rank: u8) -> Option<Square> {
    Some(Square::new(File::from_index(file.checked_sub(b'1')?)?, Rank::from_index(rank.checked_sub(b'1')?)?))
}
