//! What a token could mean if one part of it were misprinted; only the repair asks.
use super::cost::Costs;
use super::{Act, Capture, Constraint, Cost, Reading, RoleSet, Slip, Victim, algebraic, descriptive};
use crate::chess::{CastlingSide, File, Rank, Role};
use crate::record::token::{Becomes, Coordinates, Deed, FileName, Goal, Man, Owner, Place, Token, Verb};

const COSTS: Costs = Costs::DEFAULT;

/// Letters that print alike: R K B, Q K, and Kt that lost its t.
const ALIKE: [(Role, Role); 5] = [
    (Role::Rook, Role::King),
    (Role::Rook, Role::Bishop),
    (Role::King, Role::Bishop),
    (Role::Queen, Role::King),
    (Role::King, Role::Knight),
];

/// Digits that print alike.
const ALIKE_RANKS: [(u8, u8); 4] = [(2, 5), (3, 8), (1, 4), (5, 8)];

fn role_cost(a: Role, b: Role) -> Cost {
    let alike = ALIKE.contains(&(a, b)) || ALIKE.contains(&(b, a));
    if alike { COSTS.look_alike } else { COSTS.wrong_letter }
}

fn rank_cost(a: u8, b: u8) -> Cost {
    let alike = ALIKE_RANKS.contains(&(a, b)) || ALIKE_RANKS.contains(&(b, a));
    if alike { COSTS.look_alike } else { COSTS.wrong_letter }
}

const fn other(side: CastlingSide) -> CastlingSide {
    match side {
        CastlingSide::King => CastlingSide::Queen,
        CastlingSide::Queen => CastlingSide::King,
    }
}

const fn starts_beside(role: Role) -> bool {
    matches!(role, Role::Rook | Role::Knight | Role::Bishop)
}

/// The readings collected, one for each thing that can be done.
struct Slips {
    plain: Vec<Act>,
    found: Vec<Reading>,
}

impl Slips {
    fn add(&mut self, act: Act, cost: Cost, slip: Slip) {
        if self.plain.contains(&act) {
            return;
        }
        match self.found.iter_mut().find(|r| r.act == act) {
            Some(same) if same.cost <= cost => {}
            Some(same) => (same.cost, same.slip) = (cost, Some(slip)),
            None => self.found.push(Reading { act, cost, slip: Some(slip) }),
        }
    }

    fn add_move(&mut self, token: &Token, (man, verb, goal): (Man, Verb, Goal), cost: Cost, slip: Slip) {
        let (constraint, missing) = descriptive::constraint(token, &man, verb, &goal);
        self.add(Act::Man(constraint), cost + missing + Cost(token.cost), slip);
    }

    fn finish(mut self) -> Vec<Reading> {
        if !self.plain.is_empty() && !self.plain.contains(&Act::Anything) {
            // The words were read; that all of them are wrong is worth two misprints.
            self.add(Act::Anything, COSTS.wrong_letter + COSTS.wrong_letter, Slip::Unreadable);
        }
        self.found.sort_by_key(|r| r.cost);
        self.found
    }
}

/// A word that cannot be read may be any move.
#[must_use]
pub fn of_nothing() -> Vec<Reading> {
    vec![Reading { act: Act::Anything, cost: COSTS.unreadable, slip: Some(Slip::Unreadable) }]
}

/// Any move of a man, where no more than his name can be read.
#[must_use]
pub fn of_mover_alone(role: Role) -> Reading {
    let act = Act::Man(Constraint { roles: RoleSet::just(role), ..Constraint::ANY });
    Reading { act, cost: COSTS.unreadable, slip: Some(Slip::Unreadable) }
}

/// A capture is the shortest print there is (`P t. P`, `PxP`): of words too blurred to be read, so short as this, few
/// are anything else.
const SHORT: std::ops::RangeInclusive<usize> = 2..=4;

/// Blurred words of so many letters and figures may be any move; the shortest are captures, of a pawn by a pawn for
/// the most part.
#[must_use]
pub fn of_blur(letters: usize) -> Vec<Reading> {
    if !SHORT.contains(&letters) {
        return of_nothing();
    }
    let takes = Constraint { capture: Capture::Takes, ..Constraint::ANY };
    let pawn = RoleSet::just(Role::Pawn);
    let pawns = Constraint { roles: pawn, victim: Victim { roles: pawn, ..Victim::ANY }, ..takes };
    let reading = |act: Act, cost: Cost| Reading { act, cost, slip: Some(Slip::Unreadable) };
    vec![
        reading(Act::Man(pawns), Cost(COSTS.unreadable.0 * 2 / 3)),
        reading(Act::Man(takes), COSTS.unreadable),
        reading(Act::Anything, COSTS.unreadable + COSTS.wrong_verb),
    ]
}

/// One part of a descriptive token changed: cheapest first.
#[must_use]
pub fn of_tokens(tokens: &[Token]) -> Vec<Reading> {
    let plain = descriptive::meanings(tokens).plain.iter().map(|r| r.act).collect();
    let mut slips = Slips { plain, found: Vec::new() };
    for token in tokens {
        match token.deed {
            Deed::Move { man, verb, goal } => of_move(&mut slips, token, man, verb, goal),
            Deed::Castle(Some(side)) => {
                slips.add(Act::Castle(Some(other(side))), COSTS.wrong_wing, Slip::Wing);
            }
            Deed::Castle(None) | Deed::Same | Deed::Anything => {}
        }
    }
    slips.finish()
}

fn of_move(slips: &mut Slips, token: &Token, man: Man, verb: Verb, goal: Goal) {
    of_mover(slips, token, man, verb, goal);
    match goal {
        Goal::Place(place) => {
            for (place, cost, slip) in places(place) {
                slips.add_move(token, (man, verb, Goal::Place(place)), cost, slip);
            }
            // `Q. R. to Q.` may be a dash for `x`.
            if let (None, Some(FileName { wing, of })) = (place.rank, place.file) {
                let victim = Man { role: Some(of), wing, ..Man::default() };
                slips.add_move(token, (man, Verb::Takes, Goal::Victim(victim)), COSTS.wrong_verb, Slip::Verb);
            }
        }
        Goal::Victim(victim) => of_victim(slips, token, man, victim),
        Goal::Steps(count) => {
            let steps = Goal::Steps(3 - count.clamp(1, 2));
            slips.add_move(token, (man, verb, steps), COSTS.wrong_letter, Slip::Rank);
        }
        Goal::Unsaid | Goal::Interposes => {}
    }
    if token.becomes != Becomes::Unsaid {
        let unsaid = Token { becomes: Becomes::Unsaid, ..token.clone() };
        slips.add_move(&unsaid, (man, verb, goal), COSTS.wrong_letter, Slip::Role);
    }
}

fn of_mover(slips: &mut Slips, token: &Token, man: Man, verb: Verb, goal: Goal) {
    if let Some(role) = man.role {
        for changed in Role::ALL.into_iter().filter(|&r| r != role) {
            let wing = man.wing.filter(|_| starts_beside(changed));
            let man = Man { role: Some(changed), wing, file: None, ..man };
            slips.add_move(token, (man, verb, goal), role_cost(role, changed), Slip::Role);
        }
    }
    if let Some(wing) = man.wing {
        for wing in [Some(other(wing)), None] {
            slips.add_move(token, (Man { wing, ..man }, verb, goal), COSTS.wrong_wing, Slip::Wing);
        }
    }
    if let Some(name) = man.file {
        for (name, cost, slip) in names(name) {
            slips.add_move(token, (Man { file: Some(name), ..man }, verb, goal), cost, slip);
        }
    }
    if let Some(place) = man.at {
        for (place, cost, slip) in places(place) {
            slips.add_move(token, (Man { at: Some(place), ..man }, verb, goal), cost, slip);
        }
        slips.add_move(token, (Man { at: None, ..man }, verb, goal), COSTS.wrong_letter, Slip::File);
    }
}

fn of_victim(slips: &mut Slips, token: &Token, man: Man, victim: Man) {
    let mut take = |victim: Man, cost: Cost, slip: Slip| {
        slips.add_move(token, (man, Verb::Takes, Goal::Victim(victim)), cost, slip);
    };
    if let Some(role) = victim.role {
        for changed in Role::ALL.into_iter().filter(|&r| r != role && r != Role::King) {
            let cost = role_cost(role, changed).min(COSTS.wrong_victim);
            let wing = victim.wing.filter(|_| starts_beside(changed));
            take(Man { role: Some(changed), wing, file: None, ..victim }, cost, Slip::Victim);
        }
    }
    if let Some(wing) = victim.wing {
        take(Man { wing: Some(other(wing)), ..victim }, COSTS.wrong_wing, Slip::Wing);
        take(Man { wing: None, ..victim }, COSTS.wrong_wing, Slip::Wing);
    }
    if let Some(name) = victim.file {
        for (name, cost, slip) in names(name) {
            take(Man { file: Some(name), ..victim }, cost, slip);
        }
        // `takes R. P.` may be two words for one: the Rook.
        take(
            Man { role: Some(name.of), wing: name.wing, file: None, ..victim },
            COSTS.wrong_letter,
            Slip::Victim,
        );
        take(Man { file: None, ..victim }, COSTS.wrong_letter, Slip::File);
    }
    if victim.at.is_some() {
        take(Man { at: None, ..victim }, COSTS.wrong_letter, Slip::File);
    }
    // `takes` printed for `to`, the square lost with it.
    let cost = COSTS.wrong_verb + COSTS.wrong_letter;
    slips.add_move(token, (man, Verb::To, Goal::Unsaid), cost, Slip::Verb);
}

/// One part of a file name changed.
fn names(name: FileName) -> Vec<(FileName, Cost, Slip)> {
    let mut found = Vec::new();
    for of in [Role::King, Role::Queen, Role::Rook, Role::Knight, Role::Bishop] {
        if of != name.of {
            let wing = name.wing.filter(|_| starts_beside(of));
            // The King's and the Queen's file bear no wing: two letters are wrong then, not one.
            let lost = if wing == name.wing { Cost::ZERO } else { COSTS.wrong_wing };
            found.push((FileName { wing, of }, role_cost(name.of, of) + lost, Slip::File));
        }
    }
    match name.wing {
        Some(wing) => {
            found.push((FileName { wing: Some(other(wing)), ..name }, COSTS.wrong_wing, Slip::Wing));
            let of = if wing == CastlingSide::King { Role::King } else { Role::Queen };
            found.push((FileName { wing: None, of }, COSTS.wrong_letter, Slip::File));
        }
        None if !starts_beside(name.of) => {
            // A lost letter: `K's 3d` for `K. B's 3d`.
            let wing = if name.of == Role::King { CastlingSide::King } else { CastlingSide::Queen };
            for of in [Role::Rook, Role::Knight, Role::Bishop] {
                found.push((FileName { wing: Some(wing), of }, COSTS.wrong_letter, Slip::File));
            }
        }
        None => {}
    }
    found
}

/// One part of a square changed.
fn places(place: Place) -> Vec<(Place, Cost, Slip)> {
    let mut found = Vec::new();
    if let Some(rank) = place.rank {
        for changed in (1..=8).filter(|&r| r != rank) {
            found.push((Place { rank: Some(changed), ..place }, rank_cost(rank, changed), Slip::Rank));
        }
    } else {
        for rank in 2..=8 {
            found.push((Place { rank: Some(rank), ..place }, COSTS.wrong_letter, Slip::Rank));
        }
    }
    if let Some(name) = place.file {
        for (name, cost, slip) in names(name) {
            found.push((Place { file: Some(name), ..place }, cost, slip));
        }
        if place.owner != Owner::Mover {
            found.push((Place { owner: Owner::Mover, ..place }, COSTS.wrong_wing, Slip::Wing));
        }
    }
    found
}

/// One part of an algebraic token changed: cheapest first.
#[must_use]
pub fn of_coordinates(tokens: &[Coordinates]) -> Vec<Reading> {
    let plain = algebraic::meanings(tokens).plain.iter().map(|r| r.act).collect();
    let mut slips = Slips { plain, found: Vec::new() };
    for &token in tokens {
        let mut add = |changed: Coordinates, cost: Cost, slip: Slip| {
            slips.add(algebraic::reading(&changed).act, cost + Cost(token.cost), slip);
        };
        if let Some(role) = token.role {
            for changed in Role::ALL.into_iter().filter(|&r| r != role) {
                add(Coordinates { role: Some(changed), ..token }, role_cost(role, changed), Slip::Role);
            }
        }
        for file in File::ALL.into_iter().filter(|&f| f != token.to_file) {
            add(Coordinates { to_file: file, ..token }, COSTS.wrong_letter, Slip::File);
        }
        if let Some(rank) = token.to_rank {
            for changed in Rank::ALL.into_iter().filter(|&r| r != rank) {
                let cost = rank_cost(rank as u8 + 1, changed as u8 + 1);
                add(Coordinates { to_rank: Some(changed), ..token }, cost, Slip::Rank);
            }
        }
        if token.from_file.is_some() {
            add(Coordinates { from_file: None, ..token }, COSTS.wrong_letter, Slip::File);
        }
        if token.from_rank.is_some() {
            add(Coordinates { from_rank: None, ..token }, COSTS.wrong_letter, Slip::Rank);
        }
        if token.verb == Verb::Takes {
            add(Coordinates { verb: Verb::Unsaid, ..token }, COSTS.wrong_verb, Slip::Verb);
        }
    }
    slips.finish()
}
