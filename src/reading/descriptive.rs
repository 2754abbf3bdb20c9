//! Descriptive tokens to readings: names of men, wings and files become squares as White sees them.
use super::cost::Costs;
use super::{
    Act, ByWing, Capture, Constraint, Cost, End, FileSet, Marks, Meanings, Promotion, Reading, RoleSet,
    Victim, Wing,
};
use crate::chess::{Bitboard, CastlingSide, Color, Role};
use crate::record::token::{Becomes, CheckMark, Deed, FileName, Goal, Man, Owner, Place, Token, Verb};

pub(crate) const fn wing(side: CastlingSide) -> Wing {
    match side {
        CastlingSide::King => Wing::King,
        CastlingSide::Queen => Wing::Queen,
    }
}

/// The files a man of this kind starts on: the King's side first, the Queen's second.
const fn homes(of: Role) -> (u8, u8) {
    match of {
        Role::Rook => (0x80, 0x01),
        Role::Knight => (0x40, 0x02),
        Role::Bishop => (0x20, 0x04),
        Role::King => (0x10, 0x10),
        Role::Queen => (0x08, 0x08),
        Role::Pawn => (0xff, 0xff),
    }
}

/// The files of a name; both wings where it names none.
pub(super) const fn files(name: FileName) -> u8 {
    let (king, queen) = homes(name.of);
    match name.wing {
        Some(CastlingSide::King) => king,
        Some(CastlingSide::Queen) => queen,
        None => king | queen,
    }
}

const fn on_files(files: u8) -> u64 {
    files as u64 * 0x0101_0101_0101_0101
}

const fn on_rank(rank: u8) -> u64 {
    match rank {
        1..=8 => 0xff << ((rank - 1) * 8),
        _ => !0,
    }
}

/// The rank as the constraint counts it.
const fn rank_from(place: &Place, rank: u8) -> u8 {
    match place.owner {
        Owner::Adverse | Owner::Of(Color::Black) => 9 - rank,
        _ => rank,
    }
}

/// The squares of a place for a mover; what is not said is open.
pub(super) fn squares(place: &Place, mover: &Man) -> ByWing {
    let ranks = place.rank.map_or(!0, |rank| on_rank(rank_from(place, rank)));
    let own = |side: Option<CastlingSide>| {
        let name = match place.file {
            Some(name) => FileName { wing: name.wing.or(side), ..name },
            None => FileName { wing: side, of: mover.role.unwrap_or(Role::Pawn) },
        };
        Bitboard(on_files(files(name)) & ranks)
    };
    if place.owner != Owner::Own {
        let files = place.file.map_or(0xff, files);
        return ByWing::same(Bitboard(on_files(files) & ranks));
    }
    let said = match mover.role {
        Some(Role::King) => Some(CastlingSide::King),
        Some(Role::Queen) => Some(CastlingSide::Queen),
        _ => mover.wing.or(mover.file.and_then(|f| f.wing)),
    };
    match said {
        Some(_) => ByWing::same(own(said)),
        None => ByWing {
            king: own(Some(CastlingSide::King)),
            queen: own(Some(CastlingSide::Queen)),
            unknown: own(None),
        },
    }
}

/// The squares of a place named for a man that stands there, without its origin.
#[must_use]
pub fn squares_seen(place: &Place, man: &Man) -> Bitboard {
    squares(&with_rank(place).0, man).unknown
}

fn end(place: &Place) -> End {
    if matches!(place.owner, Owner::Of(_)) { End::White } else { End::Mover }
}

fn roles(role: Option<Role>) -> RoleSet {
    role.map_or(RoleSet::ALL, RoleSet::just)
}

fn intersect(a: ByWing, b: ByWing) -> ByWing {
    let both = |x: Bitboard, y: Bitboard| Bitboard(x.0 & y.0);
    ByWing { king: both(a.king, b.king), queen: both(a.queen, b.queen), unknown: both(a.unknown, b.unknown) }
}

/// The constraint of a man's move; the second part is what missing words cost.
pub(super) fn constraint(token: &Token, man: &Man, verb: Verb, goal: &Goal) -> (Constraint, Cost) {
    let mut cost = Cost::ZERO;
    let mut c = Constraint {
        roles: roles(man.role),
        wing: man.wing.map(wing),
        from_files: man.file.map_or(FileSet::ALL, |name| FileSet(files(name))),
        ..Constraint::ANY
    };
    if let Some(at) = &man.at {
        c.from = squares(at, man).unknown;
        c.end = end(at);
    }
    c.capture = match verb {
        Verb::Unsaid => Capture::Unsaid,
        Verb::To => Capture::Quiet,
        Verb::Takes => Capture::Takes,
    };
    match goal {
        Goal::Unsaid => {}
        Goal::Place(place) => {
            let (place, missing) = with_rank(place);
            cost += missing;
            c.to = squares(&place, man);
            c.end = end(&place);
        }
        Goal::Victim(victim) => {
            c.victim = Victim {
                roles: roles(victim.role),
                wing: victim.wing.map(wing),
                files: victim.file.map_or(FileSet::ALL, |name| FileSet(files(name))),
            };
            if let Some(at) = &victim.at {
                let (at, missing) = with_rank(at);
                cost += missing;
                c.to = squares(&at, man);
                c.end = end(&at);
            }
        }
        Goal::Steps(count) => c.steps = Some(*count),
        Goal::Interposes => c.interposes = true,
    }
    c.promotion = match token.becomes {
        Becomes::Unsaid => Promotion::Unsaid,
        Becomes::To(role) => Promotion::To(role),
        Becomes::Any => Promotion::Any,
    };
    if c.promotion != Promotion::Unsaid {
        c.to = intersect(c.to, ByWing::same(Bitboard(0xff00_0000_0000_00ff)));
    }
    (c, cost)
}

/// A missing rank is the first (`R-K`).
fn with_rank(place: &Place) -> (Place, Cost) {
    match place.rank {
        Some(_) => (*place, Cost::ZERO),
        None => (Place { rank: Some(1), ..*place }, Costs::DEFAULT.rank_missing),
    }
}

/// What is printed, as one reading.
fn reading(token: &Token) -> Reading {
    let (act, cost) = match &token.deed {
        Deed::Move { man, verb, goal } => {
            let (constraint, cost) = constraint(token, man, *verb, goal);
            (Act::Man(constraint), cost)
        }
        Deed::Castle(side) => (Act::Castle(*side), Cost::ZERO),
        Deed::Same => (Act::Same, Cost::ZERO),
        Deed::Anything => (Act::Anything, Cost::ZERO),
    };
    Reading { act, cost: cost + Cost(token.cost), slip: None }
}

/// What the tokens of one cell can mean.
#[must_use]
pub fn meanings(tokens: &[Token]) -> Meanings {
    let Some(first) = tokens.first() else { return Meanings::default() };
    // Of most words there is one reading, and they are kept.
    let mut plain: Vec<Reading> = Vec::with_capacity(tokens.len());
    for reading in tokens.iter().map(reading) {
        match plain.iter_mut().find(|r| r.act == reading.act) {
            Some(same) => same.cost = same.cost.min(reading.cost),
            None => plain.push(reading),
        }
    }
    plain.sort_by_key(|r| r.cost);
    // A mark on any of the ways to take the words is a mark of the cell.
    let check = tokens.iter().map(|t| t.check).find(|&c| c != CheckMark::None).unwrap_or_default();
    Meanings {
        plain,
        marks: Marks {
            check,
            en_passant: tokens.iter().any(|t| t.en_passant),
            stalemate: tokens.iter().any(|t| t.stalemate),
        },
        alternatives: first.alternatives.iter().map(|t| meanings(std::slice::from_ref(t))).collect(),
        rest: None,
        said: first.said,
        color: None,
    }
}
