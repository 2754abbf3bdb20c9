//! What a legal move costs under the words of a token: words against one board, nothing of the game around it.
use std::cell::OnceCell;

use crate::chess::{Bitboard, Color, Move, MoveList, Position, Rank, Role, Square, attacks, exchange};
use crate::reading::cost::Costs;
use crate::reading::origin::{Origin, Origins};
use crate::reading::{
    Act, Capture, CheckMark, Constraint, Cost, End, FileSet, Marks, Promotion, Reading, RoleSet, Slip,
    Victim, Wing,
};

/// One board with the origins of its pieces.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub position: &'a Position,
    pub origins: &'a Origins,
}

/// The legal moves of a position, worked out when many readings ask for them.
#[derive(Default)]
pub(crate) struct Legal {
    moves: OnceCell<MoveList>,
    reach: OnceCell<Reach>,
}

impl Legal {
    /// In the order of the move generator.
    pub(super) fn moves(&self, position: &Position) -> &MoveList {
        self.moves.get_or_init(|| position.legal_moves())
    }

    fn reach(&self, position: &Position) -> &Reach {
        self.reach.get_or_init(|| Reach::of(position, self.moves(position)))
    }
}

/// A legal move that fits a token, with all that it costs there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    pub mv: Move,
    pub cost: Cost,
    pub slip: Option<Slip>,
    pub after: Position,
}

/// What a check that carries no mark costs here, and the rest of the weights.
#[derive(Clone, Copy)]
pub(super) struct Weights {
    pub costs: Costs,
    pub unmarked_check: Cost,
    /// Of a move that costs more nobody asks how bad it looks.
    pub most: Cost,
}

/// May `takes` stand for `to` and the reverse?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    /// As printed.
    Strict,
    /// As printed or, as a misprint, the other.
    Either,
}

/// So few readings are held against the legal moves as they are.
const FEW_READINGS: usize = 4;

/// The legal moves that fit one of the readings, in the order of the move generator; each with the cheapest reading.
pub(super) fn fits(
    place: Place<'_>,
    legal: &Legal,
    readings: &[Reading],
    marks: Marks,
    verb: Verb,
    weights: &Weights,
    mut then: impl FnMut(Fit),
) {
    if readings.len() == 1 && matches!(readings[0].act, Act::Pass) {
        if let Some(after) = place.position.play_null() {
            then(Fit { mv: Move::NULL, cost: readings[0].cost, slip: readings[0].slip, after });
        }
        return;
    }
    let near;
    let mut best: Vec<Option<(Cost, Option<Slip>)>> = Vec::new();
    let mut hold = |sieve: &Sieve<'_>, moves: &MoveList, i: usize| {
        if sieve.from.contains(moves[i].from())
            && let Some((cost, slip)) =
                reading_cost(place, moves[i], sieve.reading, sieve.verb, &weights.costs)
        {
            let cost = (sieve.reading.cost + cost, sieve.reading.slip.or(slip));
            if best.is_empty() {
                best.resize(moves.len(), None);
            }
            best[i] = Some(best[i].map_or(cost, |known| known.min(cost)));
        }
    };
    let moves = if readings.len() > FEW_READINGS {
        // Many readings are blurred print, most of which no piece of the board answers.
        let (reach, moves) = (legal.reach(place.position), legal.moves(place.position));
        for sieve in
            readings.iter().filter_map(|reading| Sieve::new(place.position, Some(reach), reading, verb))
        {
            reach.moves_to(sieve.to).for_each(|i| hold(&sieve, moves, i));
        }
        moves
    } else {
        let mut sieves = [const { None }; FEW_READINGS];
        for (sieve, reading) in sieves.iter_mut().zip(readings) {
            *sieve = Sieve::new(place.position, None, reading, verb);
        }
        let sieves = || sieves.iter().flatten();
        let moves = if let Some(moves) = legal.moves.get() {
            moves
        } else {
            // No others need be looked for.
            let none = (Bitboard(0), Bitboard(0));
            let (from, to) = sieves().fold(none, |(from, to), sieve| (from | sieve.from, to | sieve.to));
            near = place.position.legal_moves_between(from, to);
            &near
        };
        for sieve in sieves() {
            (0..moves.len())
                .filter(|&i| sieve.to.contains(moves[i].to()))
                .for_each(|i| hold(sieve, moves, i));
        }
        moves
    };
    let loses = weights.costs.loses;
    let held = if loses > Cost::ZERO { best.iter().flatten().count() } else { 0 };
    let mut found: Vec<Fit> = Vec::with_capacity(held);
    for (&mv, best) in moves.iter().zip(best) {
        let Some((cost, slip)) = best else { continue };
        let after = place.position.after_move(mv);
        let cost = cost + marks_cost(mv, &after, marks, weights);
        let fit = Fit { mv, cost, slip, after };
        if loses > Cost::ZERO {
            found.push(fit);
        } else {
            then(fit);
        }
    }
    if loses > Cost::ZERO {
        // Where the words read as they stand and fit one move it is that, however bad. What is blurred may be another, here or
        // on the board of another way, whether or not it fits more than one: a move that loses nothing is the measure.
        let reads = found.iter().filter(|fit| fit.slip.is_none()).count() > 1;
        for fit in found.iter_mut().filter(|fit| fit.cost <= weights.most) {
            if reads || fit.slip.is_some() {
                fit.cost += Cost(loses.0 * losses(place.position, fit.mv, &fit.after));
            }
            if fit.slip.is_some() {
                fit.cost.0 = fit.cost.0.saturating_sub(loses.0);
            }
        }
    }
    found.into_iter().for_each(then);
}

/// How bad a move looks: 0 if it wins something, 1 if nothing, 2 if it loses a pawn or two, 3 if more.
fn losses(before: &Position, mv: Move, after: &Position) -> u32 {
    if after.is_checkmate() {
        return 0;
    }
    let won = before
        .captured_square(mv)
        .and_then(|square| before.board().role_at(square))
        .map_or(0, exchange::worth)
        + mv.promotion().map_or(0, |role| exchange::worth(role) - 1);
    match won - exchange::most(after.board(), after.turn(), won..won + 3) {
        1.. => 0,
        0 => 1,
        -2..0 => 2,
        _ => 3,
    }
}

/// Where the legal moves of each kind of piece begin and end.
struct Reach {
    from: [Bitboard; 6],
    to: [Bitboard; 6],
    castles: bool,
    /// The squares that moves go to.
    all_to: Bitboard,
    /// For each square the number of the last move that goes there, and for each move that of the one before it.
    last: [u16; 64],
    before: Vec<Option<u16>>,
}

impl Reach {
    fn of(position: &Position, legal: &MoveList) -> Self {
        let (from, to) = ([Bitboard(0); 6], [Bitboard(0); 6]);
        let before = Vec::with_capacity(legal.len());
        let mut reach = Self { from, to, castles: false, all_to: Bitboard(0), last: [0; 64], before };
        for (number, mv) in (0..).zip(legal.as_slice()) {
            let known = reach.all_to.contains(mv.to());
            let last = std::mem::replace(&mut reach.last[mv.to().index()], number);
            reach.before.push(known.then_some(last));
            reach.all_to.insert(mv.to());
            let Some(role) = position.board().role_at(mv.from()) else { continue };
            reach.from[role.index()].insert(mv.from());
            reach.to[role.index()].insert(mv.to());
            reach.castles |= mv.is_castle();
        }
        reach
    }

    /// The numbers of the moves that go to one of these squares.
    fn moves_to(&self, squares: Bitboard) -> impl Iterator<Item = usize> {
        (squares & self.all_to).into_iter().flat_map(|square| {
            let before = |&number: &u16| self.before[usize::from(number)];
            std::iter::successors(Some(self.last[square.index()]), before).map(usize::from)
        })
    }

    /// Does a piece of one of these kinds go from one of these squares, and one of that kind to one of those?
    fn joins(&self, roles: RoleSet, from: Bitboard, to: Bitboard) -> bool {
        roles.iter().any(|role| {
            let kind = role.index();
            (self.from[kind] & from).any() && (self.to[kind] & to).any()
        })
    }
}

/// Squares outside which a reading has no move on this board: tested before all else.
struct Sieve<'a> {
    reading: &'a Reading,
    /// One misprint a move: a reading that holds one already is strict.
    verb: Verb,
    from: Bitboard,
    to: Bitboard,
}

impl<'a> Sieve<'a> {
    /// That of a reading, unless no legal move comes near it.
    fn new(position: &Position, reach: Option<&Reach>, reading: &'a Reading, verb: Verb) -> Option<Self> {
        let verb = if reading.slip.is_some() { Verb::Strict } else { verb };
        let mut sieve = Self { reading, verb, from: Bitboard(!0), to: Bitboard(!0) };
        let Act::Man(want) = &reading.act else {
            let castles = matches!(reading.act, Act::Castle(_));
            return reach.is_none_or(|reach| reach.castles || !castles).then_some(sieve);
        };
        let (board, us) = (position.board(), position.turn());
        sieve.from = seen(want, us, want.from);
        // Coordinates may give castling by the King's target.
        if want.end == End::Mover {
            let to = Bitboard(want.to.king.0 | want.to.queen.0 | want.to.unknown.0);
            sieve.to = seen(want, us, to);
            if verb == Verb::Strict && want.capture == Capture::Quiet {
                sieve.to -= board.by_color(!us);
            } else if verb == Verb::Strict && want.capture == Capture::Takes {
                let passing = position.ep_square().map_or(Bitboard(0), Bitboard::from_square);
                sieve.to &= board.by_color(!us) | passing;
            }
        }
        if reach.is_some_and(|reach| !reach.joins(want.roles, sieve.from, sieve.to)) {
            return None;
        }
        let men = want.roles.iter().fold(Bitboard(0), |men, role| men | board.by_role(role));
        sieve.from &= men & board.by_color(us);
        Some(sieve)
    }
}

/// Squares of a constraint as they lie on the board.
fn seen(want: &Constraint, us: Color, squares: Bitboard) -> Bitboard {
    if want.end == End::Mover && us == Color::Black { squares.flip() } else { squares }
}

fn reading_cost(
    place: Place<'_>,
    mv: Move,
    reading: &Reading,
    verb: Verb,
    costs: &Costs,
) -> Option<(Cost, Option<Slip>)> {
    match reading.act {
        Act::Man(ref constraint) => man_cost(place, mv, constraint, verb, costs),
        Act::Castle(side) => {
            (mv.is_castle() && (side.is_none() || side == mv.castling_side())).then_some((Cost::ZERO, None))
        }
        Act::Anything => Some((Cost::ZERO, None)),
        // `The same` has been replaced by what it refers to.
        Act::Pass | Act::Same => None,
    }
}

fn man_cost(
    place: Place<'_>,
    mv: Move,
    want: &Constraint,
    verb: Verb,
    costs: &Costs,
) -> Option<(Cost, Option<Slip>)> {
    let (board, us) = (place.position.board(), place.position.turn());
    let role = board.role_at(mv.from())?;
    if !want.roles.contains(role) {
        return None;
    }
    // Coordinates give castling as a step of the King; words never do.
    if mv.is_castle() {
        let exact = want.end == End::White && want.from.single() == Some(mv.from());
        let there = want.to.king.contains(mv.destination()) || want.to.king.contains(mv.to());
        return (exact && there).then_some((Cost::ZERO, None));
    }
    let origin = place.origins.at(mv.from());
    let to = match want.wing.or_else(|| wing_for_his(role, origin)) {
        Some(Wing::King) => want.to.king,
        Some(Wing::Queen) => want.to.queen,
        None => want.to.unknown,
    };
    if !seen(want, us, to).contains(mv.to()) || !seen(want, us, want.from).contains(mv.from()) {
        return None;
    }
    if let Some(steps) = want.steps {
        let walked = (mv.from().rank() as u8).abs_diff(mv.to().rank() as u8);
        if role != Role::Pawn || walked != steps {
            return None;
        }
    }
    if !promotes_as(mv, want.promotion) || (want.interposes && !interposes(place.position, mv)) {
        return None;
    }
    let mut cost = match want.wing {
        Some(wing) => wing_cost(wing, place, mv.from(), role, costs)?,
        None => Cost::ZERO,
    };
    cost += mover_file_cost(want, role, mv.from(), origin, costs)?;
    let taken = place.position.captured_square(mv);
    let slip = match (want.capture, taken) {
        (Capture::Unsaid, _) | (Capture::Quiet, None) | (Capture::Takes, Some(_)) => None,
        _ if verb == Verb::Strict => return None,
        // A piece that is named must be there to be taken.
        (Capture::Takes, None) if want.victim != Victim::ANY => return None,
        _ => {
            cost += costs.wrong_verb;
            Some(Slip::Verb)
        }
    };
    if let Some(square) = taken {
        cost += victim_cost(place, square, &want.victim, costs)?;
    } else if want.victim != Victim::ANY {
        return None;
    }
    Some((cost, slip))
}

/// The wing of a piece whose wing is not named, for `his`, `her` and `its`.
fn wing_for_his(role: Role, origin: Option<Origin>) -> Option<Wing> {
    match role {
        Role::King => Some(Wing::King),
        Role::Queen => Some(Wing::Queen),
        _ => origin.map(Origin::wing),
    }
}

/// A wing letter before a piece: where it started; where it stands at a cost. A bishop without an origin has the wing
/// of its colour, another piece without one the wing it stands on. In a position that was set up nobody knows where a piece
/// started, so it may have been on the wing named, at a cost.
fn wing_cost(wing: Wing, place: Place<'_>, square: Square, role: Role, costs: &Costs) -> Option<Cost> {
    let standing = Wing::of(square.file());
    let first = match (place.origins.at(square), role) {
        (Some(origin), _) => origin.wing(),
        (None, Role::Bishop) => {
            let color = place.position.board().color_at(square)?;
            if square.is_light() == (color == Color::White) { Wing::King } else { Wing::Queen }
        }
        (None, _) => standing,
    };
    if first == wing {
        Some(Cost::ZERO)
    } else if standing == wing {
        Some(costs.wing_by_standing)
    } else if role != Role::Bishop && place.origins.are_unknown() {
        Some(costs.wing_of_unknown_origin)
    } else {
        None
    }
}

/// A file letter before a pawn: the file it stands on; its first file at a cost. Algebraic notation means the file it
/// stands on, of any piece.
fn mover_file_cost(
    want: &Constraint,
    role: Role,
    from: Square,
    origin: Option<Origin>,
    costs: &Costs,
) -> Option<Cost> {
    if want.from_files.contains(from.file()) {
        Some(Cost::ZERO)
    } else if role == Role::Pawn && want.end == End::Mover {
        first_file_cost(want.from_files, origin, costs)
    } else {
        None
    }
}

fn first_file_cost(files: FileSet, origin: Option<Origin>, costs: &Costs) -> Option<Cost> {
    match origin {
        Some(Origin::Pawn(first)) if files.contains(first) => Some(costs.pawn_by_first_file),
        _ => None,
    }
}

fn victim_cost(place: Place<'_>, square: Square, victim: &Victim, costs: &Costs) -> Option<Cost> {
    if *victim == Victim::ANY {
        return Some(Cost::ZERO);
    }
    let role = place.position.board().role_at(square)?;
    if !victim.roles.contains(role) {
        return None;
    }
    let origin = place.origins.at(square);
    let mut cost = match victim.wing {
        Some(wing) => wing_cost(wing, place, square, role, costs)?,
        None => Cost::ZERO,
    };
    if role == Role::Pawn && !victim.files.contains(square.file()) {
        cost += first_file_cost(victim.files, origin, costs)?;
    }
    Some(cost)
}

/// A promotion said of a move that does not reach the last rank is none: `P. to Q's 4th.[B]` carries a footnote.
fn promotes_as(mv: Move, said: Promotion) -> bool {
    let ends = [Rank::First, Rank::Eighth].contains(&mv.to().rank());
    match said {
        Promotion::To(_) if !ends => true,
        Promotion::Unsaid => matches!(mv.promotion(), None | Some(Role::Queen)),
        Promotion::To(role) => mv.promotion() == Some(role),
        Promotion::Any => mv.promotion() == Some(Role::Queen),
    }
}

fn interposes(position: &Position, mv: Move) -> bool {
    position
        .checkers()
        .single()
        .is_some_and(|checker| attacks::between(position.king(position.turn()), checker).contains(mv.to()))
}

/// The marks of the token against the board after the move.
fn marks_cost(mv: Move, after: &Position, marks: Marks, weights: &Weights) -> Cost {
    let costs = &weights.costs;
    let mut cost = match (marks.en_passant, mv.is_en_passant()) {
        (false, true) => costs.unsaid_en_passant,
        (true, false) => costs.false_en_passant,
        _ => Cost::ZERO,
    };
    if marks.stalemate && !after.is_stalemate() {
        cost += costs.false_mate;
    }
    let checkers = after.checkers();
    cost += match marks.check {
        CheckMark::None if checkers.any() && !after.is_checkmate() => weights.unmarked_check,
        CheckMark::None => Cost::ZERO,
        CheckMark::Mate if after.is_checkmate() => Cost::ZERO,
        CheckMark::Mate => costs.false_mate,
        _ if checkers.is_empty() => costs.false_check,
        CheckMark::Check => Cost::ZERO,
        CheckMark::Discovered if checkers == Bitboard::from_square(mv.destination()) => {
            costs.wrong_check_kind
        }
        CheckMark::Double if !checkers.more_than_one() => costs.wrong_check_kind,
        CheckMark::Discovered | CheckMark::Double => Cost::ZERO,
    };
    cost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_lose_pieces_look_bad() {
        let position = Position::from_fen("4k3/8/2p5/3p4/8/5Q2/4P3/4K3 w - - 0 1").expect("a position");
        let looks = |uci: &str| {
            let legal = position.legal_moves();
            let mv =
                legal.as_slice().iter().find(|&&mv| position.uci(mv).to_string() == uci).expect("a move");
            losses(&position, *mv, &position.after_move(*mv))
        };
        assert_eq!([looks("f3d5"), looks("f3e4"), looks("f3g3"), looks("e2e4")], [3, 3, 1, 1]);
        let free = Position::from_fen("4k3/8/8/3p4/8/5Q2/4P3/4K3 w - - 0 1").expect("a position");
        let takes =
            free.legal_moves().as_slice().iter().copied().find(|mv| free.is_capture(*mv)).expect("one");
        assert_eq!(losses(&free, takes, &free.after_move(takes)), 0);
    }
}
