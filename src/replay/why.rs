//! Why no legal move fits a token, in plain words: the nearest miss on the board where the print dies.
use super::graph::Cut;
use super::matching;
use super::search::{Death, LONGEST, Work};
use crate::chess::{Bitboard, CastlingSide, Color, Move, Position, Role, Square, attacks};
use crate::reading::origin::{Origin, Origins};
use crate::reading::{Act, Capture, Constraint, End, RoleSet, Victim, Wing};

/// The death of the print after `ply` half-moves, looked at on the cheapest line that comes so far.
pub(super) fn death(work: &Work<'_>, cuts: &[Cut], ply: usize) -> Death {
    let cheapest = cuts.get(ply);
    let cheapest = cheapest.and_then(|cut| cut.states.iter().min_by_key(|state| state.cost));
    let why = cheapest.map_or_else(String::new, |state| why(work, ply, &state.position(), &state.origins()));
    Death { ply, why }
}

/// Why none of the plain readings of a ply has a legal move here.
pub(super) fn why(work: &Work<'_>, ply: usize, position: &Position, origins: &Origins) -> String {
    if ply >= LONGEST {
        return format!("no game has more than {LONGEST} half-moves");
    }
    if position.is_checkmate() {
        return format!("{} is mate already", side(position.turn()));
    }
    if position.is_stalemate() {
        return format!("{} is stalemate already", side(position.turn()));
    }
    let readings = work.plain_of(ply);
    let misses = readings.iter().map(|reading| match reading.act {
        Act::Man(ref want) => man(position, origins, want),
        Act::Castle(said) => castle(position, said),
        Act::Pass => Miss { nearness: 1, text: "no move may be left out in check".to_owned() },
        Act::Anything | Act::Same => Miss { nearness: 0, text: "nothing can be moved".to_owned() },
    });
    // Of equal misses the first: the readings are in order of cost.
    let nearest = misses.reduce(|best, miss| if miss.nearness > best.nearness { miss } else { best });
    nearest.map_or_else(|| "the words cannot be read as a move".to_owned(), |miss| miss.text)
}

/// How a reading misses; the nearer, the more it helps.
struct Miss {
    nearness: u8,
    text: String,
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

const fn wing_name(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "King's",
        Wing::Queen => "Queen's",
    }
}

/// The pieces named: `knight`, `King's rook`, `piece`.
fn men_named(roles: RoleSet, wing: Option<Wing>) -> String {
    let named: Vec<&str> =
        Role::ALL.into_iter().filter(|&role| roles.contains(role)).map(Role::name).collect();
    let name = if named.len() > 2 { "piece".to_owned() } else { named.join(" or ") };
    match wing {
        Some(wing) => format!("{} {name}", wing_name(wing)),
        None => name,
    }
}

fn castle(position: &Position, said: Option<CastlingSide>) -> Miss {
    let us = position.turn();
    let who = side(us);
    let sides: Vec<CastlingSide> =
        CastlingSide::ALL.into_iter().filter(|&s| said.is_none_or(|said| said == s)).collect();
    let rights = position.castling();
    let text = if position.is_check() {
        format!("{who} is in check and cannot castle")
    } else if !sides.iter().any(|&s| rights.has(us, s)) {
        format!("{who} may no longer castle{}", if said.is_some() { " on that side" } else { "" })
    } else {
        let free = sides.iter().any(|&s| {
            rights.rook(us, s).is_some_and(|rook| {
                (attacks::between(position.king(us), rook) & position.board().occupied()).is_empty()
            })
        });
        if free {
            format!("{who}'s king would pass a square that is attacked")
        } else {
            format!("pieces stand between {who}'s king and rook")
        }
    };
    Miss { nearness: 5, text }
}

fn man(position: &Position, origins: &Origins, want: &Constraint) -> Miss {
    let (board, us) = (position.board(), position.turn());
    let flip = want.end == End::Mover && us == Color::Black;
    let seen = |squares: Bitboard| if flip { squares.flip() } else { squares };
    let named = men_named(want.roles, want.wing);
    let movers: Vec<(Square, Role)> = (board.by_color(us) & seen(want.from))
        .into_iter()
        .filter_map(|square| Some((square, board.role_at(square)?)))
        .filter(|&(square, role)| {
            want.roles.contains(role)
                && has_wing(want.wing, square, origins)
                && (role != Role::Pawn
                    || want.from_files.contains(square.file())
                    || matches!(origins.at(square), Some(Origin::Pawn(f)) if want.from_files.contains(f)))
        })
        .collect();
    if movers.is_empty() {
        return Miss { nearness: 1, text: format!("{} has no {named} there to move", side(us)) };
    }
    let nearest = movers
        .iter()
        .map(|&(from, role)| miss_of(position, origins, want, from, role, &seen))
        .reduce(|best, miss| if miss.nearness > best.nearness { miss } else { best });
    nearest.unwrap_or(Miss { nearness: 0, text: format!("no {named} can go there") })
}

fn has_wing(wing: Option<Wing>, square: Square, origins: &Origins) -> bool {
    wing.is_none_or(|wing| {
        origins.are_unknown()
            || origins.at(square).is_some_and(|origin| origin.wing() == wing)
            || Wing::of(square.file()) == wing
    })
}

/// The nearest miss of one piece.
fn miss_of(
    position: &Position,
    origins: &Origins,
    want: &Constraint,
    from: Square,
    role: Role,
    seen: &dyn Fn(Bitboard) -> Bitboard,
) -> Miss {
    let (board, us) = (position.board(), position.turn());
    let mut targets = seen(matching::targets(want, role, origins.at(from)));
    let name = role.name();
    if want.capture == Capture::Takes || want.victim != Victim::ANY {
        let victims: Bitboard = (board.by_color(!us) & targets)
            .into_iter()
            .filter(|&square| {
                board.role_at(square).is_some_and(|role| {
                    want.victim.roles.contains(role)
                        && has_wing(want.victim.wing, square, origins)
                        && (role != Role::Pawn || want.victim.files.contains(square.file()))
                })
            })
            .collect();
        if victims.is_empty() {
            let taken = men_named(want.victim.roles, want.victim.wing);
            return Miss { nearness: 2, text: format!("{} has no {taken} there to be taken", side(!us)) };
        }
        targets = victims;
    }
    targets
        .into_iter()
        .map(|to| {
            let say = |nearness, text| Miss { nearness, text };
            let reaches = Bitboard::from_square(to) & reach(position, role, from, to);
            if board.color_at(to) == Some(us) {
                return say(4, format!("{} has a piece of its own on {to}", side(us)));
            }
            if reaches.is_empty() {
                if role == Role::Bishop && from.is_light() != to.is_light() {
                    let text =
                        format!("the bishop on {from} goes on {} squares only, and {to} is none", hue(from));
                    return say(2, text);
                }
                let way = attacks::between(from, to) & board.occupied();
                let straight = role != Role::Knight && attacks::reach(role, from).contains(to);
                return match way.first() {
                    Some(block) if straight => {
                        say(4, format!("the {name} on {from} is kept from {to} by the piece on {block}"))
                    }
                    _ => say(2, format!("the {name} on {from} does not reach {to}")),
                };
            }
            if !position.is_legal(Move::new(from, to, None)) && !position.is_legal(Move::en_passant(from, to))
            {
                let promotes = position.is_legal(Move::new(from, to, Some(Role::Queen)));
                if !promotes {
                    return say(6, format!("the {name} from {from} to {to} would leave the king in check"));
                }
            }
            match (want.capture, board.color_at(to)) {
                (Capture::Quiet, Some(_)) => say(5, format!("a piece to be taken stands on {to}")),
                (Capture::Takes, None) => say(5, format!("nothing stands on {to} to be taken")),
                _ => say(3, format!("the {name} can go to {to}, but not as the words say")),
            }
        })
        .reduce(|best, miss| if miss.nearness > best.nearness { miss } else { best })
        .unwrap_or(Miss { nearness: 0, text: format!("no square is named that the {name} could go to") })
}

const fn hue(square: Square) -> &'static str {
    if square.is_light() { "light" } else { "dark" }
}

/// The squares a piece reaches on this board, its own king left in check or not.
fn reach(position: &Position, role: Role, from: Square, to: Square) -> Bitboard {
    let (board, us) = (position.board(), position.turn());
    if role != Role::Pawn {
        return attacks::of(role, us, from, board.occupied());
    }
    if from.file() != to.file() {
        let takes = board.color_at(to) == Some(!us) || position.ep_square() == Some(to);
        return if takes { attacks::pawn(us, from) } else { Bitboard::EMPTY };
    }
    let ahead = |square: Square| square.offset(0, if us == Color::White { 1 } else { -1 });
    let mut squares = Bitboard::EMPTY;
    let mut square = from;
    for _ in 0..if from.rank().relative_to(us).index() == 1 { 2 } else { 1 } {
        match ahead(square) {
            Some(next) if !board.occupied().contains(next) => {
                squares.insert(next);
                square = next;
            }
            _ => break,
        }
    }
    squares
}
