//! Totals by player, and the rating their results are worth.
use std::collections::{BTreeMap, HashMap};

use super::tally::{count, first, mean, percent};
use super::{Columns, Sheet};
use crate::chess::Color;
use crate::game::row::Row;
use crate::game::tags;
use crate::game::value::{About, Kind, Value};
use crate::record::GameResult;

/// Won, drawn, lost, and without a result.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    wins: u64,
    draws: u64,
    losses: u64,
    unfinished: u64,
}

impl Score {
    const fn games(self) -> u64 {
        self.finished() + self.unfinished
    }

    const fn finished(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    const fn half_points(self) -> u64 {
        self.wins * 2 + self.draws
    }

    const fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            unfinished: self.unfinished + other.unfinished,
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Player {
    by_color: [Score; 2],
    /// Of the games with a result against a rated opponent.
    opponents: u64,
    rated: u64,
    rated_half_points: u64,
    first_year: Option<u16>,
    last_year: Option<u16>,
}

/// Totals by player, told apart by the name as it is written.
#[derive(Debug, Default)]
pub struct Players {
    rows: HashMap<Box<str>, Player>,
}

impl Players {
    /// The columns.
    pub const TABLE: &'static [About] = &[
        About::new(
            "player",
            Kind::Text,
            "the player's name as it is written; one that is not known is no player",
        ),
        About::new("games", Kind::Number, "games"),
        About::new("wins", Kind::Number, "games won"),
        About::new("draws", Kind::Number, "games drawn"),
        About::new("losses", Kind::Number, "games lost"),
        About::new("unfinished", Kind::Number, "games without a result"),
        About::new("score", Kind::Decimal, "points in percent of the games with a result"),
        About::new("white_games", Kind::Number, "games with White"),
        About::new("white_wins", Kind::Number, "games won with White"),
        About::new("white_draws", Kind::Number, "games drawn with White"),
        About::new("white_losses", Kind::Number, "games lost with White"),
        About::new("white_score", Kind::Decimal, "points with White in percent of the games with a result"),
        About::new("black_games", Kind::Number, "games with Black"),
        About::new("black_wins", Kind::Number, "games won with Black"),
        About::new("black_draws", Kind::Number, "games drawn with Black"),
        About::new("black_losses", Kind::Number, "games lost with Black"),
        About::new("black_score", Kind::Decimal, "points with Black in percent of the games with a result"),
        About::new(
            "average_opponent_elo",
            Kind::Number,
            "the mean rating of the rated opponents in games with a result",
        ),
        About::new(
            "performance",
            Kind::Number,
            "the rating that the score against them is worth (FIDE Handbook B.02, 8.1.1)",
        ),
        About::new("first_year", Kind::Number, "the first year known"),
        About::new("last_year", Kind::Number, "the last year known"),
    ];

    /// Adds a game.
    pub fn add(&mut self, row: &Row<'_>) {
        let headers = &row.headers;
        let year = tags::year(headers.date);
        for (color, name, opponent) in [
            (Color::White, headers.white, headers.black_elo),
            (Color::Black, headers.black, headers.white_elo),
        ] {
            if tags::is_unknown(name) {
                continue;
            }
            if !self.rows.contains_key(name) {
                self.rows.insert(name.into(), Player::default());
            }
            let Some(player) = self.rows.get_mut(name) else { continue };
            let score = &mut player.by_color[color as usize];
            let half_points = match (row.game.result, color) {
                (GameResult::Unknown, _) => {
                    score.unfinished += 1;
                    None
                }
                (GameResult::Draw, _) => {
                    score.draws += 1;
                    Some(1)
                }
                (GameResult::White, Color::White) | (GameResult::Black, Color::Black) => {
                    score.wins += 1;
                    Some(2)
                }
                _ => {
                    score.losses += 1;
                    Some(0)
                }
            };
            if let (Some(half_points), Some(elo)) = (half_points, tags::elo(opponent)) {
                player.opponents += u64::from(elo);
                player.rated += 1;
                player.rated_half_points += half_points;
            }
            player.first_year = first(player.first_year, year);
            player.last_year = player.last_year.max(year);
        }
    }

    /// Adds the totals of other games.
    pub fn merge(&mut self, other: Self) {
        for (name, other) in other.rows {
            let own = self.rows.entry(name).or_default();
            for (own, other) in own.by_color.iter_mut().zip(other.by_color) {
                *own = own.plus(other);
            }
            own.opponents += other.opponents;
            own.rated += other.rated;
            own.rated_half_points += other.rated_half_points;
            own.first_year = first(own.first_year, other.first_year);
            own.last_year = own.last_year.max(other.last_year);
        }
    }

    /// Writes the rows in the order of the names.
    pub fn write(&self, columns: &Columns<usize>, sheet: &mut Sheet) {
        let rows: BTreeMap<_, _> = self.rows.iter().collect();
        for (name, player) in rows {
            let [white, black] = player.by_color;
            let all = white.plus(black);
            let score = |score: Score| percent(score.half_points(), score.finished() * 2);
            columns.row(
                |&column| match Self::TABLE[column].name {
                    "player" => Value::Text(name),
                    "games" => count(all.games()),
                    "wins" => count(all.wins),
                    "draws" => count(all.draws),
                    "losses" => count(all.losses),
                    "unfinished" => count(all.unfinished),
                    "score" => score(all),
                    "white_games" => count(white.games()),
                    "white_wins" => count(white.wins),
                    "white_draws" => count(white.draws),
                    "white_losses" => count(white.losses),
                    "white_score" => score(white),
                    "black_games" => count(black.games()),
                    "black_wins" => count(black.wins),
                    "black_draws" => count(black.draws),
                    "black_losses" => count(black.losses),
                    "black_score" => score(black),
                    "average_opponent_elo" => mean(player.opponents, player.rated),
                    "performance" => player.performance(),
                    "first_year" => Value::maybe(player.first_year),
                    "last_year" => Value::maybe(player.last_year),
                    _ => Value::Empty,
                },
                sheet,
            );
        }
    }
}

impl Player {
    /// The average of the opponents and what the score is worth above or below it (FIDE Handbook B.02, 8.1.1).
    fn performance(&self) -> Value<'static> {
        let Value::Number(average) = mean(self.opponents, self.rated) else { return Value::Empty };
        let percent = (self.rated_half_points * 100 + self.rated) / (self.rated * 2);
        Value::Number(average + difference(percent))
    }
}

/// The difference in rating that a score in percent is worth, from 50 to 100 (FIDE Handbook B.02, table 8.1.1).
const DIFFERENCES: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175,
    184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444,
    470, 501, 538, 589, 677, 800,
];

fn difference(percent: u64) -> i64 {
    let percent = usize::try_from(percent.min(100)).unwrap_or(100);
    if percent >= 50 { DIFFERENCES[percent - 50] } else { -DIFFERENCES[50 - percent] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_those_of_the_handbook() {
        assert_eq!([0, 50, 51, 67, 75, 83, 99, 100].map(difference), [-800, 0, 7, 125, 193, 273, 677, 800]);
        assert_eq!(difference(25), -193);
    }
}
