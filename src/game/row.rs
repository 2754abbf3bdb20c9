//! One game as a row of named columns, and one half-move of it as another.
use super::facts::{self, Facts};
use super::tags::{self, Headers};
use super::{Game, Played, Verdict};
use crate::chess::{CastlingSide, Color, Position, Role};

/// What stands in one cell.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// Nothing.
    Empty,
    /// A whole number.
    Number(i64),
    /// `true` or `false`.
    Claim(bool),
    /// Words.
    Text(&'a str),
    /// A position, written as FEN.
    Fen(&'a Position),
    /// The men of a position, written as FEN letters.
    Men(&'a Position),
    /// A key, written as 16 hexadecimal digits.
    Key(u64),
    /// A key, written as 32 hexadecimal digits.
    LongKey(u128),
    /// A move in the export format's notation.
    San(&'a Played),
    /// A move in coordinates, and the position it is played in.
    Uci(&'a Played, &'a Position),
    /// Glyph numbers, one blank between them.
    Numbers(&'a [u8]),
    /// A number of tenths, written with its point.
    Tenths(i64),
    /// The number of the game with this index in its chunk: known only where the chunks come together.
    Game(u32),
}

impl<'a> Value<'a> {
    /// A number that may be missing.
    #[must_use]
    pub fn maybe<N: Into<i64>>(number: Option<N>) -> Self {
        number.map_or(Self::Empty, |n| Self::Number(n.into()))
    }

    /// A word that may be missing.
    #[must_use]
    pub fn word(word: Option<&'a str>) -> Self {
        word.map_or(Self::Empty, Self::Text)
    }
}

/// What kind of values a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers and fractions.
    Number,
    /// `true` and `false`.
    Claim,
    /// Words.
    Text,
}

/// What must be known of a game before a column can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// The tags, the result, the place in the input.
    Tags,
    /// The pass over the moves ([`Facts`]).
    Facts,
    /// The pass over the moves with the openings looked up.
    Opening,
}

macro_rules! columns {
    ($(#[$doc:meta])* $name:ident: $($variant:ident $word:literal $kind:ident $need:ident $says:literal;)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(#[doc = $says] $variant,)*
        }

        impl $name {
            /// Every column, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name in the header row.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// What kind of values it has.
            #[must_use]
            pub const fn kind(self) -> Kind {
                match self { $(Self::$variant => Kind::$kind,)* }
            }

            /// What must be known to tell it.
            #[must_use]
            pub const fn need(self) -> Need {
                match self { $(Self::$variant => Need::$need,)* }
            }

            /// What it says.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $says,)* }
            }

            /// The column of a name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|column| column.name() == name)
            }
        }
    };
}

columns! {
    /// A column of the table of games.
    GameColumn:
    Game "game" Number Tags "the number of the game, from 1";
    File "file" Text Tags "the input it came from";
    Line "line" Number Tags "the line of the input where it begins";
    Event "event" Text Tags "the tag, as written";
    Site "site" Text Tags "the tag, as written";
    Date "date" Text Tags "the tag, as written";
    Round "round" Text Tags "the tag, as written";
    White "white" Text Tags "the tag, as written";
    Black "black" Text Tags "the tag, as written";
    Result "result" Text Tags "the result the game is written with";
    Termination "termination" Text Facts "how it ended, as the last position says";
    WhiteElo "white_elo" Number Tags "White's rating, if the tag is a number";
    BlackElo "black_elo" Number Tags "Black's rating, if the tag is a number";
    Eco "eco" Text Opening "the code of the deepest named position of the main line";
    Opening "opening" Text Opening "the name of that position";
    Plies "plies" Number Tags "half-moves of the main line";
    StartFen "start_fen" Text Tags "the first position";
    FinalFen "final_fen" Text Tags "the last position of the main line";
    PositionKey "position_key" Text Tags "the Polyglot key of the last position";
    MovesKey "moves_key" Text Facts "a key of the first position and the moves";
    ChecksWhite "checks_white" Number Facts "White's moves that gave check";
    ChecksBlack "checks_black" Number Facts "Black's moves that gave check";
    CapturesWhite "captures_white" Number Facts "White's moves that took a man";
    CapturesBlack "captures_black" Number Facts "Black's moves that took a man";
    Promotions "promotions" Number Facts "promotions of both sides";
    CastledWhite "castled_white" Text Facts "`O-O` or `O-O-O` if White castled";
    CastledBlack "castled_black" Text Facts "`O-O` or `O-O-O` if Black castled";
    FirstCapturePly "first_capture_ply" Number Facts "the half-move of the first capture, from 1";
    QueensOffPly "queens_off_ply" Number Facts "the half-move after which there was no queen; 0 if there was none";
    MaxRepetition "max_repetition" Number Facts "how often the commonest position occurred";
    MaxHalfmoveClock "max_halfmove_clock" Number Facts "the most half-moves in a row without pawn move or capture";
    MaterialWhite "material_white" Number Tags "White's men at the end in pawns (1, 3, 3, 5, 9)";
    MaterialBlack "material_black" Number Tags "Black's men at the end in pawns (1, 3, 3, 5, 9)";
    Endgame "endgame" Text Tags "the men at the end, if neither side has pieces worth more than 13 pawns";
    Comments "comments" Number Facts "comments, in variations too";
    Variations "variations" Number Facts "variations, inner ones too";
    Reading "reading" Text Tags "how certain the reading of a text is; empty for PGN";
    Repairs "repairs" Number Tags "printed moves that were changed";
    Problems "problems" Number Tags "diagnostics above notes";
}

columns! {
    /// A column of the table of moves.
    MoveColumn:
    Game "game" Number Tags "the number of the game, from 1";
    Ply "ply" Number Tags "the half-move, from 1";
    Move "move" Number Tags "the number of the move, as FEN counts";
    Color "color" Text Tags "`white` or `black`";
    San "san" Text Tags "the move in standard algebraic notation";
    Uci "uci" Text Tags "the move in coordinates";
    Piece "piece" Text Tags "the man that moves: K Q R B N P";
    Captured "captured" Text Tags "the man it takes";
    Promotion "promotion" Text Tags "what the pawn becomes";
    Check "check" Claim Tags "it gives check";
    Mate "mate" Claim Tags "it gives mate";
    Castling "castling" Text Tags "`O-O` or `O-O-O`";
    EnPassant "en_passant" Claim Tags "it takes in passing";
    Clock "clock" Number Tags "seconds left, from `[%clk h:mm:ss]` in a comment after the move";
    Eval "eval" Text Tags "the value in `[%eval …]`: pawns, or `#n` for mate in n";
    Nags "nags" Text Tags "the numbers of the glyphs on the move";
    CommentLength "comment_length" Number Tags "characters of the comments after the move";
    Fen "fen" Text Tags "the position after the move";
    PositionKey "position_key" Text Tags "its Polyglot key";
    HalfmoveClock "halfmove_clock" Number Tags "half-moves since a pawn moved or a man was taken";
    Repetition "repetition" Number Tags "how often the position has occurred";
    Material "material" Number Tags "White's men less Black's, in pawns";
}

/// All that is known of one game.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The game.
    pub game: &'a Game<'a>,
    /// Its tags.
    pub headers: Headers<'a>,
    /// Its facts; nothing but defaults where no column needs them.
    pub facts: &'a Facts,
    /// ECO code and name of its opening.
    pub opening: Option<(&'a str, &'a str)>,
    /// Its index in its chunk, from 0.
    pub index: u32,
    /// The input it came from.
    pub file: &'a str,
    /// The line of the input where it begins.
    pub line: u64,
    /// Diagnostics above notes.
    pub problems: u32,
}

/// The usual array.
const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The word for a side castled to.
fn castling(side: Option<CastlingSide>) -> Value<'static> {
    Value::word(side.map(CastlingSide::text))
}

impl<'a> Row<'a> {
    /// The cell of a column.
    #[inline]
    #[must_use]
    pub fn value(&'a self, column: GameColumn) -> Value<'a> {
        let Self { game, headers, facts, .. } = self;
        let number = |n: u32| Value::Number(i64::from(n));
        match column {
            GameColumn::Game => Value::Game(self.index),
            GameColumn::File => Value::Text(self.file),
            GameColumn::Line => Value::Number(i64::try_from(self.line).unwrap_or(i64::MAX)),
            GameColumn::Event => Value::Text(headers.event),
            GameColumn::Site => Value::Text(headers.site),
            GameColumn::Date => Value::Text(headers.date),
            GameColumn::Round => Value::Text(headers.round),
            GameColumn::White => Value::Text(headers.white),
            GameColumn::Black => Value::Text(headers.black),
            GameColumn::Result => Value::Text(game.result.marker()),
            GameColumn::Termination => Value::Text(facts.termination.word()),
            GameColumn::WhiteElo => Value::maybe(tags::elo(headers.white_elo)),
            GameColumn::BlackElo => Value::maybe(tags::elo(headers.black_elo)),
            GameColumn::Eco => Value::word(self.opening.map(|(eco, _)| eco)),
            GameColumn::Opening => Value::word(self.opening.map(|(_, name)| name)),
            GameColumn::Plies => number(game.plies),
            GameColumn::StartFen if !game.set_up => Value::Text(START_FEN),
            GameColumn::StartFen => Value::Fen(&game.start),
            GameColumn::FinalFen => Value::Fen(&game.end),
            GameColumn::PositionKey => Value::Key(game.end.key()),
            GameColumn::MovesKey => Value::LongKey(facts.moves_key.bits()),
            GameColumn::ChecksWhite => number(facts.checks[0]),
            GameColumn::ChecksBlack => number(facts.checks[1]),
            GameColumn::CapturesWhite => number(facts.captures[0]),
            GameColumn::CapturesBlack => number(facts.captures[1]),
            GameColumn::Promotions => number(facts.promotions),
            GameColumn::CastledWhite => castling(facts.castled[0]),
            GameColumn::CastledBlack => castling(facts.castled[1]),
            GameColumn::FirstCapturePly => Value::maybe(facts.first_capture_ply),
            GameColumn::QueensOffPly => Value::maybe(facts.queens_off_ply),
            GameColumn::MaxRepetition => number(facts.max_repetition),
            GameColumn::MaxHalfmoveClock => number(facts.max_halfmove_clock),
            GameColumn::MaterialWhite => number(facts::material(game.end.board(), Color::White)),
            GameColumn::MaterialBlack => number(facts::material(game.end.board(), Color::Black)),
            GameColumn::Endgame if facts::is_endgame(game.end.board()) => Value::Men(&game.end),
            GameColumn::Endgame => Value::Empty,
            GameColumn::Comments => number(facts.comments),
            GameColumn::Variations => number(facts.variations),
            GameColumn::Reading => Value::word(game.verdict.map(Verdict::word)),
            GameColumn::Repairs => {
                let repairs = game.details.iter().filter(|detail| detail.slip.is_some()).count();
                Value::Number(i64::try_from(repairs).unwrap_or(i64::MAX))
            }
            GameColumn::Problems => number(self.problems),
        }
    }
}

/// All that is known of one half-move.
#[derive(Clone, Copy, Debug)]
pub struct MoveRow<'a> {
    /// The index of the game in its chunk, from 0.
    pub index: u32,
    /// The half-move, from 1.
    pub ply: u32,
    /// The move.
    pub played: &'a Played,
    /// The position it was played in.
    pub before: &'a Position,
    /// The position it led to.
    pub after: &'a Position,
    /// How often that position has occurred.
    pub repetition: u32,
    /// Glyphs on it.
    pub nags: &'a [u8],
    /// The length in characters of the comments after it.
    pub comment_length: u32,
    /// Seconds left, from a `[%clk]`.
    pub clock: Option<u32>,
    /// The value of an `[%eval]`.
    pub eval: Option<&'a str>,
}

impl<'a> MoveRow<'a> {
    /// The cell of a column.
    #[must_use]
    pub fn value(&'a self, column: MoveColumn) -> Value<'a> {
        let mv = self.played.mv;
        match column {
            MoveColumn::Game => Value::Game(self.index),
            MoveColumn::Ply => Value::Number(self.ply.into()),
            MoveColumn::Move => Value::Number(self.before.fullmove_number().into()),
            MoveColumn::Color => Value::Text(self.before.turn().name()),
            MoveColumn::San => Value::San(self.played),
            MoveColumn::Uci => Value::Uci(self.played, self.before),
            MoveColumn::Piece if mv.is_null() => Value::Empty,
            MoveColumn::Piece => man(self.before.board().role_at(mv.from())),
            MoveColumn::Captured => man(self.before.captured(mv)),
            MoveColumn::Promotion => man(mv.promotion()),
            MoveColumn::Check => Value::Claim(self.after.is_check()),
            MoveColumn::Mate => Value::Claim(self.after.is_checkmate()),
            MoveColumn::Castling => castling(mv.castling_side()),
            MoveColumn::EnPassant => Value::Claim(mv.is_en_passant()),
            MoveColumn::Clock => Value::maybe(self.clock),
            MoveColumn::Eval => Value::word(self.eval),
            MoveColumn::Nags => Value::Numbers(self.nags),
            MoveColumn::CommentLength => Value::Number(self.comment_length.into()),
            MoveColumn::Fen => Value::Fen(self.after),
            MoveColumn::PositionKey => Value::Key(self.after.key()),
            MoveColumn::HalfmoveClock => Value::Number(self.after.halfmove_clock().into()),
            MoveColumn::Repetition => Value::Number(self.repetition.into()),
            MoveColumn::Material => {
                let men = |color| i64::from(facts::material(self.after.board(), color));
                Value::Number(men(Color::White) - men(Color::Black))
            }
        }
    }
}

/// The letter of a man.
fn man(role: Option<Role>) -> Value<'static> {
    Value::word(role.map(|role| match role {
        Role::Pawn => "P",
        Role::Knight => "N",
        Role::Bishop => "B",
        Role::Rook => "R",
        Role::Queen => "Q",
        Role::King => "K",
    }))
}

/// What is missing for the commands in a comment: `[%clk 0:01:02.5]` as whole seconds.
#[must_use]
pub fn clock(comment: &str) -> Option<u32> {
    let words = command(comment, "[%clk")?;
    words.split(':').try_fold(0_u32, |seconds, part| {
        let whole = part.split('.').next().unwrap_or(part);
        seconds.checked_mul(60)?.checked_add(whole.parse().ok()?)
    })
}

/// The value of `[%eval 0.35]` or `[%eval #-3,20]` in a comment, without the depth.
#[must_use]
pub fn eval(comment: &str) -> Option<&str> {
    let words = command(comment, "[%eval")?;
    words.split([',', ' ']).next().filter(|value| !value.is_empty())
}

/// The words of a command in a comment.
fn command<'c>(comment: &'c str, name: &str) -> Option<&'c str> {
    let rest = &comment[comment.find(name)? + name.len()..];
    let words = rest.strip_prefix([' ', '\t', '\n', '\r'])?;
    Some(words[..words.find(']')?].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_values_are_read_from_commands() {
        assert_eq!(clock("fine [%clk 1:02:03.4] move"), Some(3723));
        assert_eq!(clock("[%clk soon]"), None);
        assert_eq!(clock("[%clock 1:00]"), None);
        assert_eq!(eval("[%eval -0.35] [%clk 0:01:00]"), Some("-0.35"));
        assert_eq!(eval("[%eval #-3,20]"), Some("#-3"));
        assert_eq!(eval("[%eval"), None);
    }

    #[test]
    fn the_columns_are_those_that_are_promised() {
        let names: Vec<_> = GameColumn::ALL.iter().map(|column| column.name()).collect();
        assert_eq!(
            names.join(","),
            "game,file,line,event,site,date,round,white,black,result,termination,white_elo,black_elo,eco,opening,\
             plies,start_fen,final_fen,position_key,moves_key,checks_white,checks_black,captures_white,\
             captures_black,promotions,castled_white,castled_black,first_capture_ply,queens_off_ply,max_repetition,\
             max_halfmove_clock,material_white,material_black,endgame,comments,variations,reading,repairs,problems"
        );
    }
}
