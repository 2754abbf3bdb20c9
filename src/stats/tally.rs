//! Games counted by result, with their lengths and years.
use crate::game::row::Row;
use crate::game::tags;
use crate::game::value::Value;
use crate::record::GameResult;

/// Counts of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All games.
    pub games: u64,
    /// Won by White.
    pub white_wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black_wins: u64,
    /// Half-moves of all games.
    pub plies: u64,
    /// The first year known.
    pub first_year: Option<u16>,
    /// The last year known.
    pub last_year: Option<u16>,
    /// The sum of the ratings known, of both sides.
    pub elo: u64,
    /// How many ratings are known.
    pub rated: u64,
}

/// `part / whole` in tenths of a percent, a half rounded up; nothing of nothing.
pub(super) fn percent(part: u64, whole: u64) -> Value<'static> {
    if whole == 0 { Value::Empty } else { Value::Tenths(rounded(u128::from(part) * 1000, whole)) }
}

/// A mean, rounded to a whole number, a half up.
pub(super) fn mean(sum: u64, count: u64) -> Value<'static> {
    if count == 0 { Value::Empty } else { Value::Number(rounded(u128::from(sum), count)) }
}

/// A mean with one digit after the point.
pub(super) fn mean_tenths(sum: u64, count: u64) -> Value<'static> {
    if count == 0 { Value::Empty } else { Value::Tenths(rounded(u128::from(sum) * 10, count)) }
}

fn rounded(sum: u128, count: u64) -> i64 {
    let count = u128::from(count);
    i64::try_from((sum * 2 + count) / (count * 2)).unwrap_or(i64::MAX)
}

/// A count as a cell.
pub(super) fn count(n: u64) -> Value<'static> {
    Value::Number(i64::try_from(n).unwrap_or(i64::MAX))
}

/// The earlier of two years that may not be known.
pub(super) fn first(a: Option<u16>, b: Option<u16>) -> Option<u16> {
    a.into_iter().chain(b).min()
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, row: &Row<'_>) {
        self.games += 1;
        match row.game.result {
            GameResult::White => self.white_wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Black => self.black_wins += 1,
            GameResult::Unknown => {}
        }
        self.plies += u64::from(row.game.plies);
        let year = tags::year(row.headers.date);
        self.first_year = first(self.first_year, year);
        self.last_year = self.last_year.max(year);
        for elo in [row.headers.white_elo, row.headers.black_elo].into_iter().filter_map(tags::elo) {
            self.elo += u64::from(elo);
            self.rated += 1;
        }
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.white_wins += other.white_wins;
        self.draws += other.draws;
        self.black_wins += other.black_wins;
        self.plies += other.plies;
        self.first_year = first(self.first_year, other.first_year);
        self.last_year = self.last_year.max(other.last_year);
        self.elo += other.elo;
        self.rated += other.rated;
    }

    /// Games with a result.
    #[must_use]
    pub const fn finished(&self) -> u64 {
        self.white_wins + self.draws + self.black_wins
    }

    /// White's score in percent of the games with a result.
    pub(super) fn score(&self) -> Value<'static> {
        percent(self.white_wins * 2 + self.draws, self.finished() * 2)
    }
}
