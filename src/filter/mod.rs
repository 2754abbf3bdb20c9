//! Which games or moves are wanted: expressions over the columns of a table, the tags, and the positions of the games.
//!
//! ```
//! use descant::filter::Filter;
//! use descant::game::row::Field;
//!
//! let filter = Filter::<Field>::parse("white_elo >= 2400 and position ~ '*/*/*/*/*/*NN*/*'").unwrap();
//! let error = Filter::<Field>::parse("white_elo >= high").unwrap_err();
//! assert_eq!(error.column, 14);
//! ```
//!
//! - `=` `!=` `<` `<=` `>` `>=` compare numbers as numbers and words as words. A date is compared as far as it is
//!   given: `date=1992` is the whole year, `date>=1990.05` begins with May; `1990-05` says the same. `in (…)` asks for one of
//!   some values.
//! - `~` and `!~` ask whether the words are in the value, whatever their case, or a regular expression: `white ~ /^Kasp/`.
//! - Numbers may be reckoned with: `abs(white_elo - black_elo) < 50`.
//! - A value that is not there is unequal to all and neither less nor more, and so is a date whose known part leaves it open:
//!   `1997.??.??` is more than 1990.05, `1990.??.??` neither less nor more. `white_elo=''` asks for what is not there.
//! - A column alone asks whether it says anything: not empty, not `false`, not 0.
//! - `tag.NAME` is the value of any tag; `player`, `elo` and `title` are those of White or of Black, either of which will do.
//! - `position = "FEN"`, `position ~ "PATTERN"` ([`pattern`]), `material = "KRPkr"` ([`material`]) and `reaches "e4 c5"`
//!   ([`mod@line`]) ask about the main line. `for 10` behind them asks for ten positions in a row, `by 40` for the first forty
//!   half-moves, `either` for the same with the colors exchanged as well.
mod bind;
mod board;
mod column;
mod date;
mod error;
pub mod line;
pub mod material;
pub mod pattern;
mod test;

pub use board::BoardState;
pub use column::Column;
pub use error::FilterError;

use std::cell::Cell;

use crate::chess::Position;
use crate::game::Game;
use crate::game::move_row::{MoveField, MoveRow};
use crate::game::row::Field;
use crate::game::value::{Need, Value};
use crate::grammar::filter::Step;
use board::Question;
use test::Check;

/// An expression over columns.
#[derive(Clone, Debug)]
pub struct Filter<C = Field> {
    program: Vec<Step<Check<C>>>,
    questions: Vec<Question>,
}

impl<C: Column> Filter<C> {
    /// Reads an expression.
    ///
    /// # Errors
    ///
    /// With the place in the expression, if it cannot be read or names a column that is not there.
    pub fn parse(text: &str) -> Result<Self, FilterError> {
        let (program, questions) = bind::program(text)?;
        Ok(Self { program, questions })
    }

    /// The columns it asks for.
    pub fn columns(&self) -> impl Iterator<Item = &C> + '_ {
        self.program.iter().flat_map(|step| match step {
            Step::Test(check) => check.columns(),
            _ => Vec::new(),
        })
    }

    /// It asks about the positions of the game.
    #[must_use]
    pub fn asks_boards(&self) -> bool {
        !self.questions.is_empty()
    }

    /// What must be known of a game to apply it.
    #[must_use]
    pub fn need(&self) -> Need {
        self.columns().map(Column::need).collect()
    }

    /// Whether it holds where `value` tells what stands in a column, and `is_true` answers the questions about the board.
    fn holds<'v>(&self, value: impl Fn(&C) -> Value<'v>, is_true: impl Fn(usize) -> bool) -> bool {
        let (mut truth, mut at) = (true, 0);
        while let Some(step) = self.program.get(at) {
            at += 1;
            match step {
                Step::Test(Check::Board(question)) => truth = is_true(*question),
                Step::Test(check) => truth = check.holds(&value),
                Step::Not => truth = !truth,
                Step::UnlessTrue(to) if !truth => at = *to,
                Step::UnlessFalse(to) if truth => at = *to,
                Step::UnlessTrue(_) | Step::UnlessFalse(_) => {}
            }
        }
        truth
    }

    /// Begins with a game whose half-moves will be asked for ([`Filter::keeps_move`]).
    pub fn begin(&self, state: &mut BoardState, game: &Game<'_>) {
        state.begin(&self.questions, game);
    }
}

impl Filter<Field> {
    /// Whether a game is wanted, of which `value` tells what stands in a field. Nothing is asked that is not needed to tell.
    #[must_use]
    pub fn keeps<'a>(&self, game: &Game<'_>, value: impl Fn(&Field) -> Value<'a>) -> bool {
        self.holds(value, |question| self.questions[question].is_true_of(game))
    }

    /// Whether a game is not wanted, as far as it is known: `value` tells what stands in a field, and `None` where that is not
    /// known yet. Where more must be known to tell, it is not refused.
    #[must_use]
    pub fn refuses<'a>(&self, value: impl Fn(&Field) -> Option<Value<'a>>) -> bool {
        let is_known = Cell::new(true);
        let known = |field: &Field| {
            value(field).unwrap_or_else(|| {
                is_known.set(false);
                Value::Empty
            })
        };
        let holds = self.holds(known, |_| {
            is_known.set(false);
            false
        });
        !holds && is_known.get()
    }
}

impl Filter<MoveField> {
    /// Whether a half-move is wanted: questions about positions are asked of the one that it leads to. The half-moves of a
    /// game are asked for in order, all of them.
    #[must_use]
    pub fn keeps_move(&self, state: &mut BoardState, row: &MoveRow<'_>, after: &Position) -> bool {
        state.next(&self.questions, after);
        self.holds(|field| row.field(field), |question| state.is_true_now(&self.questions, question))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{EnPassant, San};
    use crate::game::row::Row;
    use crate::game::tags::Headers;
    use crate::game::{Facts, Game, Node, Played, Tag};
    use crate::record::GameResult;
    use crate::span::Span;

    fn keeps(expression: &str) -> bool {
        let tag = |name: &'static str, value: &'static str| Tag {
            name: name.into(),
            value: value.into(),
            span: None,
            inferred: false,
        };
        let mut game = Game { result: GameResult::White, plies: 61, ..Game::default() };
        game.tags = vec![tag("TimeControl", "180+2"), tag("Annotator", "?"), tag("PlyCount", "61")];
        let headers = Headers {
            date: "1992.05.??",
            white: "Karpov, Anatoly",
            white_elo: "2715",
            round: "10",
            black: "?",
            time_control: "180+2",
            ..Headers::default()
        };
        let facts = Facts { promotions: 1, ..Facts::default() };
        let row = Row {
            game: &game,
            headers,
            facts: &facts,
            opening: Some(("C44", "Scotch Game")),
            index: 3,
            file: "a.pgn",
            line: 20,
            byte: 512,
            frame: None,
            problems: 0,
            codes: &[],
        };
        let filter = Filter::parse(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
        filter.keeps(&game, |field| row.field(field))
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_an_expression_or_a_fault_with_its_place(
            text in "([a-z_.]{1,9}|position|material|reaches|any|for|either| |[=~!<>()'\"*/+,-]|[0-9é♔]|KRPkr|e4|not|and|in){0,14}"
        ) {
            let faults = [Filter::<Field>::parse(&text).err(), Filter::<MoveField>::parse(&text).err()];
            for fault in faults.into_iter().flatten() {
                assert!((1..=text.chars().count() + 1).contains(&fault.column), "{text}: {fault}");
            }
            for words in ["position ~", "position =", "material =", "reaches", "reaches any", "white ~ /"] {
                let _ = Filter::<Field>::parse(&format!("{words} '{text}'"));
            }
        }
    }

    #[test]
    fn numbers_words_and_dates_are_compared_each_in_their_way() {
        for expression in [
            "white_elo>=2400 and result=1-0",
            "white_elo < 10000",
            "date=1992",
            "date=1992.05",
            "date=1992-05",
            "date>=1990 and date<1993",
            "not date>1992",
            "date>=1990.05.12 and date<1993.01.31 and date>=1992.05.01 and date<1992.06",
            "white ~ karpov",
            "white !~ kasparov",
            "eco=C44",
            "eco>=C40 and eco<C50",
            "round>9",
            "plies>60",
            "promotions",
            "opening ~ 'scotch game'",
            "black=''",
            "black_elo=''",
            "black_elo!=2400",
            "start_fen ~ 'RNBQKBNR w KQkq'",
            "tag.timecontrol = 180+2 and TAG.TimeControl",
            "tag.PlyCount > 9 and not tag.Annotator and tag.None=''",
            "White_Elo = 2715",
            "time_base = 180 and time_increment = 2",
            "date and date!='' and event_date=''",
            "year = 1992",
            "date in (1991, 1992.05)",
            "eco in (B90, 'C44') and eco not in (B90)",
            "white_elo in (2700, 2715)",
            "player ~ karp and not player ~ kasp",
            "player !~ kasp",
            "player in ('Karpov, Anatoly', x)",
            "elo > 2700 and not elo < 2700",
            "white ~ /^Karpov, A[n]/ and white ~ /ANATOLY/i and white !~ /ANATOLY/",
            "abs(2700 - white_elo) < 16 and abs(2700 - white_elo) >= 15",
            "(plies + 1) / 2 = 31",
            "plies*2-1 = 121 and -plies < -60",
            "not white_elo - black_elo < 10000 and white_elo - black_elo != 0",
            "plies / 0 != 1",
            "position = '8/8/8/8/8/8/8/8' or position ~ 'rnbqkbnr/*'",
            "material = 'QRRBBNNPPPPPPPPqrrbbnnpppppppp'",
            "not position ~ 'rnbqkbnr/*' for 2 and not reaches 'e4'",
        ] {
            assert!(keeps(expression), "{expression}");
        }
    }

    #[test]
    fn a_game_is_refused_where_its_tags_are_enough_to_tell() {
        let refuses = |expression: &str| {
            let filter =
                Filter::<Field>::parse(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
            filter.refuses(|field| match field.name().as_str() {
                "white" => Some(Value::Text("Karpov, Anatoly")),
                "black_elo" => Some(Value::Empty),
                _ => None,
            })
        };
        for expression in [
            "white ~ tal",
            "not white ~ karpov",
            "white ~ tal and plies > 20",
            "white ~ tal and position ~ 'rnbqkbnr/*'",
            "(white = x or black_elo > 2000) and not plies > 3",
        ] {
            assert!(refuses(expression), "{expression}");
        }
        for expression in [
            "white ~ karpov",
            "white ~ tal or plies > 20",
            "plies > 20 and white ~ tal",
            "not (white ~ karpov and reaches 'e4')",
            "reaches 'e4'",
            "not position ~ 'rnbqkbnr/*'",
            "player ~ tal",
        ] {
            assert!(!refuses(expression), "{expression}");
        }
    }

    #[test]
    fn every_position_of_a_game_is_found_and_none_with_more_pieces() {
        let mut game = Game::default();
        let mut boards = vec![game.start];
        for word in "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 c6 Nf3 Nf6 Bd2 Bf5 Nd5 Qd8 Nxf6+ gxf6".split_whitespace() {
            let (san, suffix) = San::parse(word.as_bytes()).expect(word);
            let mv = game.end.resolve(san).expect(word);
            game.end.play_unchecked(mv);
            game.nodes.push(Node::Move(Played { mv, san, suffix, span: Span::default() }));
            boards.push(game.end);
        }
        let keeps = |expression: &str| {
            let filter =
                Filter::<Field>::parse(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
            filter.keeps(&game, |_| Value::Empty)
        };
        for position in boards {
            let fen = position.fen(EnPassant::Legal);
            let board = fen.split(' ').next().unwrap_or_default();
            assert!(
                keeps(&format!("position = '{fen}'")) && keeps(&format!("position ~ '{board}'")),
                "{fen}"
            );
            let fuller = board.replacen("PPP2PPP", "PPPQ1PPP", 1);
            assert!(fuller == board || !keeps(&format!("position ~ '{fuller}'")), "{fuller}");
        }
    }

    #[test]
    fn what_is_not_known_is_neither_less_nor_more() {
        for expression in [
            "black_elo<3000",
            "black_elo>0",
            "not black_elo!=1",
            "date>=1992.05.12",
            "date<1992.05.12",
            "black",
            "castled_white",
            "black>A",
            "date=1992.06",
            "result=0-1 or white_elo<2000",
            "black",
            "player=''  and white=''",
            "abs(white_elo - black_elo) < 10000",
            "tag.Annotator='?'",
            "eco not in (C44)",
            "player != 'Karpov, Anatoly'",
        ] {
            assert!(!keeps(expression), "{expression}");
        }
    }

    #[test]
    fn faults_name_the_column_of_the_expression() {
        let fault = |text| Filter::<Field>::parse(text).expect_err(text);
        let unknown = fault("result=1-0 and whiteelo>2400");
        assert_eq!(unknown.column, 16);
        assert!(unknown.message.contains("no column `whiteelo`; the nearest are white_elo"), "{unknown}");
        for (expression, column) in [
            ("white_elo>high", 11),
            ("white=a or game>3", 12),
            ("date>soon", 6),
            ("white='é' xor", 11),
            ("plies > 3 + whit", 13),
            ("white + 1 > 2", 1),
            ("elo + 1 > 2", 1),
            ("white ~ /(/", 9),
            ("position ~ 'x/*'", 13),
            ("position = 'rnbqkbnr/*'", 22),
            ("position > 'x'", 1),
            ("position", 1),
            ("material = 'KZ'", 14),
            ("white = a for 3", 11),
            ("reaches 'e4 Ke4'", 13),
            ("reaches 'e4' for 3", 14),
            ("position ~ '*' for 0", 16),
            ("white_elo ~ 3 either", 15),
            ("eco in (1, white<3)", 17),
            ("date in (1990, soon)", 16),
        ] {
            let found = fault(expression);
            assert_eq!(found.column, column, "{expression}: {found}");
        }
        assert!(Filter::<MoveField>::parse("check=maybe").is_err());
        assert!(Filter::<MoveField>::parse("check and not mate and white_elo>2400 and material>3").is_ok());
        assert!(Filter::<MoveField>::parse("material='KRPkr' and material=3").is_ok());
    }
}
