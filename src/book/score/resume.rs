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

/// Does the heading of a score say that it goes on with a game?
fn resumes(score: &Score) -> bool {
    score.headings.iter().any(|words| heading::resumes(&words.text))
}

impl Builder<'_> {
    /// Puts the pieces of games together whose headings say that they go on: each behind the last piece with its title, if
    /// its number is due there.
    pub(super) fn resume(&mut self) {
        if !self.scores.iter().any(resumes) {
            return;
        }
        let mut games: Vec<Score> = Vec::with_capacity(self.scores.len());
        // Which game each score is, or is a piece of.
        let mut places: Vec<u32> = Vec::with_capacity(self.scores.len());
        for piece in std::mem::take(&mut self.scores) {
            let begins = ply(piece.first, piece.black_first);
            let is_its = |score: &Score| {
                score.result.is_none() && due(score) == begins && have_one_title(score, &piece)
            };
            let is_piece = begins > 0 && resumes(&piece);
            let place = is_piece.then(|| games.iter().rposition(is_its)).flatten();
            places.push(place.unwrap_or(games.len()) as u32);
            match place {
                Some(place) => go_on(&mut games[place], piece),
                None => games.push(piece),
            }
        }
        self.scores = games;
        for owner in &mut self.owners {
            if let Kind::Score(score) = owner
                && let Some(place) = places.get(*score as usize)
            {
                *score = *place;
            }
        }
    }
}

/// Puts a piece behind a game.
fn go_on(game: &mut Score, piece: Score) {
    let words = piece.headings.into_iter().chain(piece.line.before);
    if let Some(last) = game.line.cells.last_mut() {
        last.notes.extend(words.map(Note::Comment));
    }
    game.line.cells.extend(piece.line.cells);
    game.result = piece.result;
    game.goes_on = piece.goes_on;
    game.doubt = game.doubt.or(piece.doubt);
    game.breaks_off |= piece.breaks_off;
}
