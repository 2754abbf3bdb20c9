//! What a legal move costs under the words of a token: words against one board, nothing of the game around it.
use std::cell::Cell;

use super::legal::{After, Legal, Looks, Reach};
use crate::chess::{Bitboard, Board, Color, Move, Position, Rank, Role, Square, attacks};
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

/// A legal move that fits a token, with all that it costs there.
#[derive(Debug)]
pub(super) struct Fit<'a, 'p> {
    pub mv: Move,
    pub cost: Cost,
    pub slip: Option<Slip>,
    pub after: &'a mut After<'p>,
}

/// What a check that carries no mark costs here, and the rest of the weights.
#[derive(Clone, Copy)]
pub(crate) struct Weights {
    pub costs: Costs,
    pub unmarked_check: Cost,
    /// Of a move that costs more nobody asks how bad it looks, nor for a slip that does.
    pub most: Cost,
}

impl Weights {
    /// Where nothing is known of the habit of a record.
    pub const fn new(costs: Costs, most: Cost) -> Self {
        Self { costs, unmarked_check: costs.unmarked_check, most }
    }
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
    mut then: impl FnMut(Fit<'_, '_>),
) {
    if readings.len() == 1 && matches!(readings[0].act, Act::Pass) {
        if !place.position.is_check() {
            let after = &mut After::new(place.position, Move::NULL);
            then(Fit { mv: Move::NULL, cost: readings[0].cost, slip: readings[0].slip, after });
        }
        return;
    }
    let near;
    let field = Field::of(place);
    let mut found = FOUND.take();
    found.clear();
    let mut hold = |sieve: &Sieve<'_>, moves: &[Move], i: usize| {
        let known = found.iter_mut().find(|found| found.0 == i);
        // A cheaper reading holds already.
        if known.as_ref().is_none_or(|known| known.1 >= sieve.reading.cost)
            && let Some((cost, slip)) =
                reading_cost(place, moves[i], sieve.reading, sieve.verb, &weights.costs)
        {
            let new = (i, sieve.reading.cost + cost, sieve.reading.slip.or(slip));
            match known {
                Some(known) => *known = new.min(*known),
                None => found.push(new),
            }
        }
    };
    let moves = if readings.len() > FEW_READINGS || legal.is_kept() {
        // Many readings are blurred print, most of which no piece of the board answers.
        let (reach, moves) = (legal.reach(place.position), legal.moves(place.position));
        for sieve in readings.iter().filter_map(|reading| Sieve::new(&field, Some(reach), reading, verb)) {
            (0..moves.len()).filter(|&i| sieve.lets(moves[i])).for_each(|i| hold(&sieve, moves, i));
        }
        moves
    } else {
        let mut sieves = [const { None }; FEW_READINGS];
        for (sieve, reading) in sieves.iter_mut().zip(readings) {
            *sieve = Sieve::new(&field, None, reading, verb);
        }
        let sieves = || sieves.iter().flatten();
        let moves = if let Some(moves) = legal.known_moves() {
            moves
        } else {
            // No others need be looked for.
            let none = (Bitboard(0), Bitboard(0));
            let (from, to) = sieves().fold(none, |(from, to), sieve| (from | sieve.from, to | sieve.to));
            near = place.position.legal_moves_between(from, to);
            &near
        };
        for sieve in sieves() {
            (0..moves.len()).filter(|&i| sieve.lets(moves[i])).for_each(|i| hold(sieve, moves, i));
        }
        moves
    };
    found.sort_unstable_by_key(|found| found.0);
    let usual = weights.costs.usual;
    // Where the words read as they stand and fit one move it is that, however bad. What is blurred may be another, here or
    // on the board of another way, whether or not it fits more than one: a usual move is the measure.
    let reads = found.iter().filter(|(.., slip)| slip.is_none()).count() > 1;
    for &(number, mut cost, slip) in &found {
        if slip.is_some() && cost > weights.most {
            continue;
        }
        let (mv, after) = (moves[number], &mut After::new(place.position, moves[number]));
        let mut looks = legal.looks(number, after);
        cost += marks_cost(mv, looks, after, marks, weights);
        if usual > Cost::ZERO && cost <= weights.most {
            if reads || slip.is_some() {
                cost += Cost(legal.weigh(number, &mut looks, after));
            }
            if slip.is_some() {
                cost.0 = cost.0.saturating_sub(usual.0);
            }
        }
        then(Fit { mv, cost, slip, after });
    }
    FOUND.set(found);
}

/// A legal move that a reading agrees with, by its number, and what that costs.
type Found = (usize, Cost, Option<Slip>);

thread_local! {
    /// Room for what is found on one board, from each to the next.
    static FOUND: Cell<Vec<Found>> = const { Cell::new(Vec::new()) };
}

/// What of a board is asked for each reading.
struct Field<'a> {
    board: &'a Board,
    us: Color,
    ours: Bitboard,
    theirs: Bitboard,
    /// Where a pawn may be taken in passing.
    passing: Bitboard,
    origins: &'a Origins,
    /// The squares but those of pawns on their first files, once they are asked for.
    strayed: Cell<Option<Bitboard>>,
}

impl<'a> Field<'a> {
    fn of(Place { position, origins }: Place<'a>) -> Self {
        let (board, us) = (position.board(), position.turn());
        Self {
            board,
            us,
            ours: board.by_color(us),
            theirs: board.by_color(!us),
            passing: position.ep_square().map_or(Bitboard(0), Bitboard::from_square),
            origins,
            strayed: Cell::new(None),
        }
    }

    fn strayed(&self) -> Bitboard {
        self.strayed.get().unwrap_or_else(|| {
            let squares = self.origins.strayed();
            self.strayed.set(Some(squares));
            squares
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
    /// Does a move go from and to squares that come near the reading?
    #[inline(always)]
    fn lets(&self, mv: Move) -> bool {
        self.to.contains(mv.to()) && self.from.contains(mv.from())
    }

    /// That of a reading, unless no legal move comes near it.
    #[inline(always)]
    fn new(field: &Field<'_>, reach: Option<&Reach>, reading: &'a Reading, verb: Verb) -> Option<Self> {
        let verb = if reading.slip.is_some() { Verb::Strict } else { verb };
        let Act::Man(want) = &reading.act else {
            let castles = matches!(reading.act, Act::Castle(_));
            let sieve = Self { reading, verb, from: Bitboard(!0), to: Bitboard(!0) };
            return reach.is_none_or(|reach| reach.castles || !castles).then_some(sieve);
        };
        let Field { board, us, .. } = *field;
        let (mut from, mut to) = (seen(want, us, want.from), Bitboard(!0));
        // Coordinates may give castling by the King's target.
        if want.end == End::Mover {
            to = seen(want, us, Bitboard(want.to.king.0 | want.to.queen.0 | want.to.unknown.0));
            if verb == Verb::Strict && want.capture == Capture::Quiet {
                to -= field.theirs;
            } else if verb == Verb::Strict && want.capture == Capture::Takes {
                to &= field.theirs | field.passing;
            }
            if want.from_files != FileSet::ALL {
                if reach.is_some_and(|reach| !reach.joins(want.roles, from, to)) {
                    return None;
                }
                from &= want.from_files.squares() | field.strayed();
            }
        }
        if reach.is_some_and(|reach| !reach.joins(want.roles, from, to)) {
            return None;
        }
        from &= men(board, want.roles) & field.ours;
        if want.end == End::Mover && want.victim.roles != RoleSet::ALL {
            to &= men(board, want.victim.roles) | field.passing;
        }
        Some(Self { reading, verb, from, to })
    }
}

/// The squares of all men of some kinds.
fn men(board: &Board, roles: RoleSet) -> Bitboard {
    if roles == RoleSet::ALL {
        return board.occupied();
    }
    roles.iter().fold(Bitboard(0), |men, role| men | board.by_role(role))
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
    let to = targets(want, role, origin);
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

/// Where a piece may go that started there, as the words have it.
pub(super) fn targets(want: &Constraint, role: Role, origin: Option<Origin>) -> Bitboard {
    want.to.of(want.wing.or_else(|| wing_for_his(role, origin)))
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
fn marks_cost(mv: Move, looks: Looks, after: &mut After<'_>, marks: Marks, weights: &Weights) -> Cost {
    let costs = &weights.costs;
    let mut cost = match (marks.en_passant, mv.is_en_passant()) {
        (false, true) => costs.unsaid_en_passant,
        (true, false) => costs.false_en_passant,
        _ => Cost::ZERO,
    };
    if marks.stalemate && !after.position().is_stalemate() {
        cost += costs.false_mate;
    }
    let Looks { checkers, is_mate, .. } = looks;
    cost += match marks.check {
        CheckMark::None if checkers.any() && !is_mate => weights.unmarked_check,
        CheckMark::None => Cost::ZERO,
        CheckMark::Mate if is_mate => Cost::ZERO,
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
