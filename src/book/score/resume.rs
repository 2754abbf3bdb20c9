//! Games that are printed in pieces: `Game 1 (continued)` below other games.
use super::builder::{Builder, Return};
use crate::book::Recognizer;
use crate::book::heading;
use crate::book::naming::game_number;
use crate::book::page::Page;
use crate::book::region::Kind;
use crate::record::{Cell, Join, Note, Score, Words};

/// No fewer moves that all play tell with which game they go on.
const CELLS_THAT_TELL: usize = 6;

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

/// Does a title call a score a variation?
fn is_variation(score: &Score) -> bool {
    score.headings.iter().any(|words| heading::is_variation(&words.text))
}

/// Does the heading of a score say that it goes on with a game?
pub(super) fn resumes(score: &Score) -> bool {
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
                let is_column = is_column(self.page, part);
                part.join = Some(Join { game: None, is_guess: !is_column, is_column });
            }
        }
        varied
    }

    /// Tells of rows behind a variation with a title, by what they play from, whether they go on with the game that was left for
    /// it, or with the variation. Marks the scores that are variations of such a game; returns the pieces that nothing else
    /// explains.
    fn returning(&mut self, varied: &mut [bool]) -> Vec<usize> {
        let mut sure = Vec::new();
        for Return { piece, stem, is_open } in std::mem::take(&mut self.returns) {
            let (game, variation) = (&self.scores[stem], &self.scores[piece - 1]);
            let cells = &self.scores[piece].line.cells;
            let played = self.recognizer.played(game, game.line.cells.len(), cells);
            let other = is_open.then(|| {
                let both: Vec<Cell> = variation.line.cells.iter().chain(cells).cloned().collect();
                let played = self.recognizer.played(game, variation.half_moves_before() as usize, &both);
                played.unwrap_or(0).saturating_sub(variation.line.cells.len())
            });
            let is_whole = |played: usize| played == cells.len();
            let is_its =
                other.is_none_or(|other| played.is_some_and(|played| played > other || is_whole(played)));
            if is_its {
                if played.is_some_and(is_whole) && !other.is_some_and(is_whole) {
                    sure.push(piece);
                }
                varied[stem + 1..piece].fill(true);
                self.resumed.extend((stem + 1..piece).map(|variation| (variation, stem)));
                continue;
            }
            if !other.is_some_and(is_whole) {
                let first = cells.first().map(|cell| cell.span);
                let game = &mut self.scores[stem];
                game.doubt = game.doubt.or(first);
            }
            sure.push(piece);
            self.resumed.retain(|&(resumed, _)| resumed != piece);
            self.resumed.push((piece, piece - 1));
        }
        sure
    }

    /// The pieces of games that a game told in between interrupts whose number is due nowhere else, and whose moves all play.
    fn due_there_alone(&self) -> Vec<usize> {
        let is_sure = |&&(piece, game): &&(usize, usize)| {
            let (begins, cells) = (self.scores[piece].half_moves_before(), &self.scores[piece].line.cells);
            let goes_on =
                |score: usize| self.resumed.iter().any(|&(other, with)| with == score && other < piece);
            let is_open = |&at: &usize| {
                self.scores[at].result.is_none() && self.scores[at].due() == begins && !goes_on(at)
            };
            let stem = &self.scores[game];
            cells.len() >= CELLS_THAT_TELL
                && (0..piece).filter(is_open).eq([game])
                && self.recognizer.played(stem, stem.line.cells.len(), cells) == Some(cells.len())
        };
        self.resumed.iter().filter(is_sure).map(|&(piece, _)| piece).collect()
    }

    /// Puts the pieces of games together that others interrupt: those whose headings say that they go on, each behind the last
    /// piece with its title, if its number is due there, and those that go on with nothing else.
    pub(super) fn resume(&mut self) {
        let mut varied = self.part_stems();
        let mut sure = self.returning(&mut varied);
        sure.extend(self.due_there_alone());
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
        let mut variations = Vec::new();
        for (at, mut piece) in std::mem::take(&mut self.scores).into_iter().enumerate() {
            let begins = piece.half_moves_before();
            let is_its = |score: &Score| {
                score.result.is_none() && score.due() == begins && have_one_title(score, &piece)
            };
            let said = begins > 0 && resumes(&piece);
            let said = said.then(|| games.iter().rposition(is_its)).flatten();
            let due = goes_on_with[at].map(|game: usize| places[game] as usize).filter(|_| said.is_none());
            let is_column = due.is_some() && is_column(self.page, &piece);
            if due.is_some() && !sure.contains(&at) && !is_column {
                piece.doubt_from(0);
            }
            let place = said.or(due);
            if let Some(game) = place.filter(|_| is_column).and_then(|place| games.get_mut(place)) {
                // Its title is no words of the text.
                game.tags.append(&mut piece.tags);
                piece.headings.clear();
            }
            places.push(place.unwrap_or(games.len()) as u32);
            match place.map(|place| &mut games[place]) {
                Some(_) if varied[at] => variations.push(piece),
                Some(game) => go_on(game, piece, std::mem::take(&mut variations)),
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

/// Is a score a column of a synopsis?
fn is_column(page: &Page, score: &Score) -> bool {
    let has = |cell: &Cell| page.columns.iter().any(|[own, _]| *own == cell.span);
    score.line.cells.iter().any(has)
}

/// Puts a piece behind a game, and beside the moves that they replace variations.
fn go_on(game: &mut Score, mut piece: Score, variations: Vec<Score>) {
    let mut words = Vec::new();
    for variation in variations {
        let at = variation.half_moves_before().saturating_sub(game.half_moves_before()) as usize;
        let own = game.line.cells.get_mut(at).or(piece.line.cells.first_mut());
        words.extend(variation.headings.into_iter().chain(variation.line.before.iter().cloned()));
        own.into_iter().for_each(|cell| cell.notes.push(Note::Line(variation.line.clone())));
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
