//! Games that are printed in pieces: `Game 1 (continued)` below other games.
use super::builder::Builder;
use crate::book::Recognizer;
use crate::book::heading;
use crate::book::naming::game_number;
use crate::book::region::Kind;
use crate::record::{Join, Note, Score, Words};

/// Are these words in front of the first move of a score those of a sentence?
pub(super) fn is_sentence(words: &Words, recognizer: &dyn Recognizer) -> bool {
    let is_small = |word: &str| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase());
    let mut words = words.text.split_whitespace().map(|word| word.trim_end_matches([',', ':']));
    words.any(|word| is_small(word) || recognizer.is_unplayed(word))
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

/// A game that is told in a sentence stands between the title of another and its moves: the title is of the other.
fn give_title(told: &mut Score, next: &mut Score) {
    let has_title =
        |score: &Score| !(score.tags.is_empty() && score.headings.is_empty() && score.pairs.is_empty());
    if !told.in_sentence
        || next.in_sentence
        || next.half_moves_before() > 0
        || !has_title(told)
        || has_title(next)
    {
        return;
    }
    next.tags = std::mem::take(&mut told.tags);
    next.headings = std::mem::take(&mut told.headings);
    next.pairs = std::mem::take(&mut told.pairs);
    next.start = std::mem::take(&mut told.start);
    next.diagram = next.diagram.take().or_else(|| told.diagram.take());
    next.join = next.join.take().or_else(|| told.join.take());
    for score in [told, next] {
        score.doubt_from(0);
    }
}

impl Builder<'_> {
    /// Gives titles to the games that they stand over, where another is told in between.
    pub(super) fn give_titles(&mut self) {
        for at in 1..self.scores.len() {
            if let [.., told, next] = &mut self.scores[..=at] {
                give_title(told, next);
            }
        }
    }

    /// Below moves that games have in common each stands under its title, with the number that is due: the first goes on with
    /// them, and the others begin as it does. What a title calls a variation is one, if the next says that the game goes on.
    /// Returns which are.
    fn part_stems(&mut self) -> Vec<bool> {
        let mut varied = vec![false; self.scores.len()];
        if self.recognizer.is_raw() {
            return varied;
        }
        let titled = |score: &Score| {
            let begins = score.half_moves_before();
            let is_part =
                begins > 0 && score.join.is_none() && score.diagram.is_none() && !score.headings.is_empty();
            is_part.then_some(begins)
        };
        let is_variation =
            |score: &Score| score.headings.iter().any(|words| heading::is_variation(&words.text));
        for &piece in &self.varied {
            varied[piece] = true;
            self.resumed.push((piece, piece - 1));
        }
        for (at, varied) in varied.iter_mut().enumerate().skip(1) {
            let (above, parts) = self.scores.split_at_mut(at);
            let Some(begins) = parts.first().and_then(titled) else { continue };
            let is_stem = |score: &Score| score.result.is_none() && score.due() == begins && score.first == 1;
            if !above.last().is_some_and(is_stem) {
                continue;
            }
            let same = parts.iter().take_while(|part| titled(part) == Some(begins)).count();
            if same < 2 {
                continue;
            }
            self.resumed.push((at, at - 1));
            if is_variation(&parts[0]) && resumes(&parts[1]) {
                *varied = true;
                self.resumed.push((at + 1, at - 1));
                continue;
            }
            for part in &mut parts[1..same] {
                part.join = Some(Join { game: None, is_guess: true });
            }
        }
        varied
    }

    /// Puts the pieces of games together that others interrupt: those whose headings say that they go on, each behind the last
    /// piece with its title, if its number is due there, and those that go on with nothing else.
    pub(super) fn resume(&mut self) {
        let varied = self.part_stems();
        if self.resumed.is_empty() && !self.scores.iter().any(resumes) {
            return;
        }
        let mut goes_on_with = vec![None; self.scores.len()];
        for &(piece, game) in &self.resumed {
            goes_on_with[piece].get_or_insert(game);
        }
        let mut games: Vec<Score> = Vec::with_capacity(self.scores.len());
        // Which game each score is, or is a piece of.
        let mut places: Vec<u32> = Vec::with_capacity(self.scores.len());
        let mut variation = None;
        for (at, mut piece) in std::mem::take(&mut self.scores).into_iter().enumerate() {
            let begins = piece.half_moves_before();
            let is_its = |score: &Score| {
                score.result.is_none() && score.due() == begins && have_one_title(score, &piece)
            };
            let said = begins > 0 && resumes(&piece);
            let said = said.then(|| games.iter().rposition(is_its)).flatten();
            let due = goes_on_with[at].map(|game: usize| places[game] as usize).filter(|_| said.is_none());
            if due.is_some() {
                piece.doubt_from(0);
            }
            let place = said.or(due);
            places.push(place.unwrap_or(games.len()) as u32);
            match place.map(|place| &mut games[place]) {
                Some(_) if varied[at] => variation = Some(piece),
                Some(game) => go_on(game, piece, variation.take()),
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

/// Puts a piece behind a game, and beside the move that it replaces a variation.
fn go_on(game: &mut Score, mut piece: Score, variation: Option<Score>) {
    let mut words = Vec::new();
    if let Some(variation) = variation {
        let at = variation.half_moves_before().saturating_sub(game.half_moves_before()) as usize;
        let own = game.line.cells.get_mut(at).or(piece.line.cells.first_mut());
        own.into_iter().for_each(|cell| cell.notes.push(Note::Line(variation.line.clone())));
        words = variation.headings;
    }
    words.extend(piece.headings.into_iter().chain(piece.line.before));
    if let Some(last) = game.line.cells.last_mut() {
        last.notes.extend(words.into_iter().map(Note::Comment));
    }
    game.line.cells.extend(piece.line.cells);
    game.result = piece.result;
    game.goes_on = piece.goes_on;
    game.doubt = game.doubt.or(piece.doubt);
    game.breaks_off |= piece.breaks_off;
}
