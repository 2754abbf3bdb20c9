//! The opening of a game: the deepest position of its main line that has a name; and whether its `ECO` tag says so.
use crate::chess::{Bitboard, Color, Position, Role, Square};
use crate::game::{Game, MainLine, Moves, Played, Tag, tags};
use crate::openings::{OpeningId, Table};
use crate::span::Span;

/// A position of a game's main line that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The row of the table.
    pub id: OpeningId,
    /// Half-moves of the game up to it.
    pub ply: u32,
    /// The move that reached it, in the text; empty for the first position.
    pub span: Span,
}

/// The deepest named position of a game's main line.
#[must_use]
pub fn opening(table: &Table, game: &Game<'_>) -> Option<OpeningId> {
    let mut deepest = None;
    each_named(table, game, |named| deepest = Some(named.id));
    deepest
}

/// The named positions of a game's main line, in its order. The pawns are followed, and say where the board is looked at.
fn each_named(table: &Table, game: &Game<'_>, mut each: impl FnMut(Named)) {
    let mut line = MainLine::of(game);
    let mut pawns = Pawns::of(&game.start);
    let mut may_be_named = table.has_pawns(pawns.of[0], pawns.of[1]);
    if let Some(id) = table.lookup_id(line.position()) {
        each(Named { id, ply: 0, span: Span::default() });
    }
    for (ply, played) in (1..=table.reach()).zip(Moves::of(game)) {
        if pawns.change(played) {
            may_be_named = table.has_pawns(pawns.of[0], pawns.of[1]);
        }
        if may_be_named {
            while line.ply() < ply && line.advance().is_some() {}
            if let Some(id) = table.lookup_id(line.position()) {
                each(Named { id, ply, span: played.span });
            }
        }
    }
}

/// An `ECO` tag that does not say what the table says of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherCode<'g, 't> {
    /// The tag.
    pub tag: &'g Tag<'t>,
    /// The deepest named position, whose code the table gives.
    pub deepest: Named,
    /// The last position of the game whose code is that of the tag.
    pub met: Option<Named>,
}

/// Holds the `ECO` tag of a game against the moves. `None` if they agree, if the tag says that the code is not known, or
/// if no position of the game has a name.
///
/// Letter and two digits count: `B90/07`, `b90` and `B90i` agree with B90.
#[must_use]
pub fn other_code<'g, 't>(table: &Table, game: &'g Game<'t>) -> Option<OtherCode<'g, 't>> {
    let tag = game.tags.iter().find(|tag| tag.name == "ECO").filter(|tag| !tags::is_unknown(&tag.value))?;
    let (mut deepest, mut met) = (None, None);
    each_named(table, game, |named| {
        deepest = Some(named);
        if same_code(table.get(named.id).eco(), &tag.value) {
            met = deepest;
        }
    });
    let deepest = deepest?;
    let agrees = same_code(table.get(deepest.id).eco(), &tag.value);
    (!agrees).then_some(OtherCode { tag, deepest, met })
}

fn same_code(a: &str, b: &str) -> bool {
    code(a).eq_ignore_ascii_case(code(b))
}

/// The code itself, without what some programs add to it; a value of another form as it stands.
fn code(value: &str) -> &str {
    let value = value.trim();
    match *value.as_bytes() {
        [letter, ten, one, ..]
            if letter.is_ascii_alphabetic() && ten.is_ascii_digit() && one.is_ascii_digit() =>
        {
            &value[..3]
        }
        _ => value,
    }
}

/// Where the pawns stand, told from the moves alone.
struct Pawns {
    /// White's and Black's.
    of: [Bitboard; 2],
    turn: Color,
}

impl Pawns {
    fn of(start: &Position) -> Self {
        Self { of: Color::ALL.map(|color| start.board().pieces(color, Role::Pawn)), turn: start.turn() }
    }

    /// Follows a move; `false` if the pawns stand as they did.
    fn change(&mut self, played: &Played) -> bool {
        let Played { mv, san, .. } = *played;
        let us = self.turn;
        self.turn = !us;
        let moves_pawn = san.role() == Role::Pawn && !mv.is_null();
        if san.is_capture() {
            let taken =
                if mv.is_en_passant() { Square::new(mv.to().file(), mv.from().rank()) } else { mv.to() };
            self.of[!us as usize].remove(taken);
        }
        if moves_pawn {
            self.of[us as usize].remove(mv.from());
            if mv.promotion().is_none() {
                self.of[us as usize].insert(mv.to());
            }
        }
        moves_pawn || san.is_capture()
    }
}

#[cfg(test)]
mod tests {
    use super::same_code;

    #[test]
    fn letter_and_two_digits_are_the_code() {
        for (a, b) in [("B90", "B90"), ("B90", "b90"), ("B90", " B90/07"), ("C63", "C63i"), ("own", "OWN ")] {
            assert!(same_code(a, b), "{a} {b}");
        }
        for (a, b) in [("B90", "B91"), ("B90", "B9"), ("B90", "90"), ("B90", "Sicilian"), ("B90", "Bé0")] {
            assert!(!same_code(a, b), "{a} {b}");
        }
    }
}
