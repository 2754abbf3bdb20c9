//! Games that are printed in pieces: `Game 1 (continued)` below other games.
use super::builder::Builder;
use crate::book::heading;
use crate::book::naming::game_number;
use crate::book::note::ply;
use crate::book::region::Kind;
use crate::record::{Note, Score};

/// The half-move that is due behind the last cell of a score.
fn due(score: &Score) -> u32 {
    ply(score.first, score.black_first) + score.line.cells.len() as u32
}

/// Have the headings of two scores the same number, or name the same players?
fn have_one_title(one: &Score, other: &Score) -> bool {
    let number = |score: &Score| score.headings.iter().find_map(|words| game_number(&words.text));
    let player = |score: &Score, side: &str| {
        score.tags.iter().find(|tag| tag.name == side).map(|tag| tag.value.to_lowercase())
    };
    let same = |side: &str| player(one, side).is_some() && player(one, side) == player(other, side);
    match (number(one), number(other)) {
        (Some(one), Some(other)) => one == other,
        _ => same("White") && same("Black"),
    }
}

impl Builder<'_> {
    /// Puts the pieces of games together whose headings say that they go on: each behind the last piece with its title, if
    /// its number is due there.
    pub(super) fn resume(&mut self) {
        let mut at = 1;
        while at < self.scores.len() {
            let piece = &self.scores[at];
            let begins = ply(piece.first, piece.black_first);
            let says = || piece.headings.iter().any(|words| heading::resumes(&words.text));
            let is_its = |score: &Score| {
                score.result.is_none() && due(score) == begins && have_one_title(score, piece)
            };
            let first = (begins > 0 && says()).then(|| self.scores[..at].iter().rposition(is_its)).flatten();
            let Some(first) = first else {
                at += 1;
                continue;
            };
            let piece = self.scores.remove(at);
            let game = &mut self.scores[first];
            let words = piece.headings.into_iter().chain(piece.line.before);
            if let Some(last) = game.line.cells.last_mut() {
                last.notes.extend(words.map(Note::Comment));
            }
            game.line.cells.extend(piece.line.cells);
            game.result = piece.result;
            game.goes_on = piece.goes_on;
            game.doubt = game.doubt.or(piece.doubt);
            game.breaks_off |= piece.breaks_off;
            for owner in &mut self.owners {
                match owner {
                    Kind::Score(score) if *score as usize == at => *owner = Kind::Score(first as u32),
                    Kind::Score(score) if *score as usize > at => *score -= 1,
                    _ => {}
                }
            }
        }
    }
}
