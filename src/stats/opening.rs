//! The opening of a game: the deepest position of its main line that has a name; and whether its `ECO` tag says so.
use crate::chess::{MenTrace, Move, Position};
use crate::game::{Game, MainLine, Moves, Ply, Tag, after, tags};
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

/// The deepest named position of a game, whose main line is `line`.
#[must_use]
pub fn opening(table: &Table, game: &Game<'_>, line: &[Ply]) -> Option<OpeningId> {
    let mut line = line;
    loop {
        let mut deepest = None;
        each_with_named_men(table, &game.start, line.iter().map(|ply| ply.mv), |plies| deepest = Some(plies));
        let played = &line[..deepest?];
        if let Some(id) = table.lookup_id(&after(&game.start, played)) {
            return Some(id);
        }
        // The pieces stand so in the table, too, but with other castling rights.
        line = played.split_last()?.1;
    }
}

/// Calls `each` with every number of half-moves of a game after which pieces and side to move are those of a named
/// position, from 0 on.
#[inline]
fn each_with_named_men(
    table: &Table,
    start: &Position,
    moves: impl Iterator<Item = Move>,
    mut each: impl FnMut(usize),
) {
    let mut men = MenTrace::of(start);
    let mut plies = 0;
    if table.has_men(men.key()) {
        each(plies);
    }
    for mv in moves.take(table.reach() as usize) {
        men.play(mv);
        plies += 1;
        if table.has_men(men.key()) {
            each(plies);
        }
    }
}

/// The named positions of a game's main line, in its order.
fn each_named(table: &Table, game: &Game<'_>, mut each: impl FnMut(Named)) {
    let mut line = MainLine::of(game);
    let mut span = Span::default();
    let moves = Moves::of(game).map(|played| played.mv);
    each_with_named_men(table, &game.start, moves, |plies| {
        while (line.ply() as usize) < plies
            && let Some(played) = line.advance()
        {
            span = played.span;
        }
        if let Some(id) = table.lookup_id(line.position()) {
            each(Named { id, ply: line.ply(), span });
        }
    });
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
