//! One game as a row of named columns.
use super::facts::{self, Facts};
use super::tags::{self, Headers};
pub use super::value::{About, Kind, List, Need, Value};
use super::value::{columns, packed};
use super::{Game, Node, Verdict};
use crate::chess::{CastlingSide, Color};
use crate::record::GameResult;

columns! {
    /// A column of the table of games.
    GameColumn:
    Game "game" Long END "the number of the game in its file, from 1";
    File "file" Text END "the input the game came from, as it was named";
    Line "line" Long LINE "the line of the file where it begins, from 1";
    Byte "byte" Long BYTE "the byte of the (unpacked) file where it begins, from 0; of its frame where there is one";
    Frame "frame" Long FRAME "the byte of the packed file where its frame begins, in parts of packed files; else empty";
    Event "event" Text TAGS "the tag Event";
    Site "site" Text TAGS "the tag Site";
    Date "date" Date TAGS "the tag Date; empty when it is not known to the day";
    Year "year" Number TAGS "the year of the tag Date";
    DateTag "date_tag" Text TAGS "the tag Date as it stands, such as 1992.??.??";
    Round "round" Text TAGS "the tag Round";
    White "white" Text TAGS "the tag White";
    Black "black" Text TAGS "the tag Black";
    Result "result" Text END "the result that the game is written with";
    WhitePoints "white_points" Decimal END "White's points: 1.0, 0.5 or 0.0; empty without a result";
    Termination "termination" Text FACTS "how it ended, as the last position says";
    WhiteElo "white_elo" Number TAGS "White's rating";
    BlackElo "black_elo" Number TAGS "Black's rating";
    WhiteTitle "white_title" Text TAGS "the tag WhiteTitle";
    BlackTitle "black_title" Text TAGS "the tag BlackTitle";
    WhiteRatingDiff "white_rating_diff" Number TAGS "what White's rating gained or lost by the game";
    BlackRatingDiff "black_rating_diff" Number TAGS "what Black's rating gained or lost by the game";
    EventDate "event_date" Date TAGS "the tag EventDate; empty when it is not known to the day";
    UtcDate "utc_date" Date TAGS "the tag UTCDate; empty when it is not known to the day";
    UtcTime "utc_time" Number TAGS "the tag UTCTime in seconds since midnight";
    TimeBase "time_base" Number TAGS "seconds of the first period of the tag TimeControl";
    TimeIncrement "time_increment" Number TAGS "seconds added for each move in that period";
    Eco "eco" Text OPENING "the code of the deepest named position of the main line";
    Opening "opening" Text OPENING "the name of that position";
    Plies "plies" Number END "half-moves of the main line";
    StartFen "start_fen" Text END "the first position";
    FinalFen "final_fen" Text END "the last position of the main line";
    PositionKey "position_key" Key END "the Polyglot key of the last position";
    MovesKey "moves_key" Text FACTS "a key of the first position and the moves";
    ChecksWhite "checks_white" Number FACTS "White's moves that gave check";
    ChecksBlack "checks_black" Number FACTS "Black's moves that gave check";
    CapturesWhite "captures_white" Number FACTS "White's captures";
    CapturesBlack "captures_black" Number FACTS "Black's captures";
    Promotions "promotions" Number FACTS "promotions of both sides";
    CastledWhite "castled_white" Text FACTS "O-O or O-O-O if White castled";
    CastledBlack "castled_black" Text FACTS "O-O or O-O-O if Black castled";
    FirstCapturePly "first_capture_ply" Number FACTS "the half-move of the first capture, from 1";
    QueensOffPly "queens_off_ply" Number FACTS "the half-move after which there was no queen; 0 if there was none";
    MaxRepetition "max_repetition" Number FACTS "how often the commonest position occurred";
    MaxHalfmoveClock "max_halfmove_clock" Number FACTS "the most half-moves in a row without pawn move or capture";
    MaterialWhite "material_white" Number END "White's pieces at the end in pawns (1, 3, 3, 5, 9)";
    MaterialBlack "material_black" Number END "Black's pieces at the end in pawns (1, 3, 3, 5, 9)";
    Endgame "endgame" Text END "the pieces at the end, if neither side has more than 13 pawns' worth beside its pawns";
    Comments "comments" Number FACTS "comments, in variations too";
    Variations "variations" Number FACTS "variations, inner ones too";
    Reading "reading" Text END "how certain the reading of a text is; empty for PGN that nobody edited";
    Repairs "repairs" Number END "printed moves that were changed";
    Problems "problems" Number END "findings above notes";
    Codes "codes" Words END "their codes, in order";
    Moves "moves" Words NODES "the moves of the main line in standard algebraic notation";
    Uci "uci" Words NODES "the same in coordinates";
    Clocks "clocks" Numbers NODES "seconds left after each half-move, from [%clk h:mm:ss] in the comment after it";
    Evals "evals" Numbers NODES "the value in [%eval …] after each half-move in centipawns; null for mates";
    Mates "mates" Numbers NODES "moves to mate, from [%eval #n] after each half-move; negative for Black";
}

/// What can be asked of a game by name: a column of the table of games, or any tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A column of the table.
    Column(GameColumn),
    /// `tag.NAME`: the value of a tag as it stands, whatever the case of the name's letters.
    Tag(Box<str>),
}

impl Field {
    /// The field of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match tag_name(name) {
            Some(tag) => Some(Self::Tag(tag.into())),
            None => GameColumn::from_name(name).map(Self::Column),
        }
    }

    /// What kind of values it has.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Column(column) => column.kind(),
            Self::Tag(_) => Kind::Text,
        }
    }

    /// What must be known of a game to tell it.
    #[must_use]
    pub const fn need(&self) -> Need {
        match self {
            Self::Column(column) => column.need(),
            Self::Tag(_) => Need::TAGS,
        }
    }

    /// The name in a header row.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Column(column) => column.name().to_owned(),
            Self::Tag(tag) => format!("tag.{tag}"),
        }
    }
}

/// The tag that `tag.NAME` asks for.
fn tag_name(name: &str) -> Option<&str> {
    let (tag, name) = name.split_at_checked("tag.".len())?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (tag.eq_ignore_ascii_case("tag.") && is_name).then_some(name)
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
    /// The line of the input where it begins, from 1; 0 where that is not known.
    pub line: u64,
    /// The byte of the unpacked input where it begins, from 0.
    pub byte: u64,
    /// The frame of the packed file where it begins.
    pub frame: Option<u64>,
    /// Diagnostics above notes.
    pub problems: u32,
    /// Their codes.
    pub codes: &'a [&'a str],
}

/// The usual array.
const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The word for a side castled to.
#[inline(always)]
pub(super) fn castling(side: Option<CastlingSide>) -> Value<'static> {
    side.map_or(Value::Empty, |side| match side {
        CastlingSide::King => Value::Word(const { packed(CastlingSide::King.text()) }),
        CastlingSide::Queen => Value::Word(const { packed(CastlingSide::Queen.text()) }),
    })
}

/// A list, if it has anything of any half-move.
fn list<'a>(game: &'a Game<'a>, list: List) -> Value<'a> {
    let comments = || game.nodes().iter().any(|node| matches!(node, Node::Comment(_)));
    let has_any = match list {
        List::Moves | List::Uci => game.plies > 0,
        _ => comments() && game.annotations().any(|told| told.value(list).is_some()),
    };
    if has_any { Value::List(game, list) } else { Value::Empty }
}

impl<'a> Row<'a> {
    /// What stands in a field.
    #[inline(always)]
    #[must_use]
    pub fn field(&self, field: &Field) -> Value<'a> {
        match field {
            Field::Column(column) => self.value(*column),
            Field::Tag(name) => {
                let tag = self.game.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name));
                tag.map_or(Value::Empty, |tag| Value::known(&tag.value))
            }
        }
    }

    /// The cell of a column.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, column: GameColumn) -> Value<'a> {
        let Self { game, headers, facts, .. } = *self;
        let number = |n: u32| Value::Number(i64::from(n));
        let long = |n: u64| Value::Number(i64::try_from(n).unwrap_or(i64::MAX));
        match column {
            GameColumn::Game => Value::Game(self.index),
            GameColumn::File => Value::Text(self.file),
            GameColumn::Line if self.line == 0 => Value::Empty,
            GameColumn::Line => long(self.line),
            GameColumn::Byte => long(self.byte),
            GameColumn::Frame => self.frame.map_or(Value::Empty, long),
            GameColumn::Event => Value::known(headers.event),
            GameColumn::Site => Value::known(headers.site),
            GameColumn::Date => tags::date(headers.date),
            GameColumn::Year => Value::maybe(tags::year(headers.date)),
            GameColumn::DateTag if tags::is_unknown(headers.date) => Value::Empty,
            GameColumn::DateTag => Value::Text(headers.date),
            GameColumn::Round => Value::known(headers.round),
            GameColumn::White => Value::known(headers.white),
            GameColumn::Black => Value::known(headers.black),
            GameColumn::Result => Value::Text(game.result.marker()),
            GameColumn::WhitePoints => match game.result {
                GameResult::White => Value::Tenths(10),
                GameResult::Draw => Value::Tenths(5),
                GameResult::Black => Value::Tenths(0),
                GameResult::Unknown => Value::Empty,
            },
            GameColumn::Termination => Value::Text(facts.termination.word()),
            GameColumn::WhiteElo => Value::maybe(tags::elo(headers.white_elo)),
            GameColumn::BlackElo => Value::maybe(tags::elo(headers.black_elo)),
            GameColumn::WhiteTitle => tags::title(headers.white_title),
            GameColumn::BlackTitle => tags::title(headers.black_title),
            GameColumn::WhiteRatingDiff => Value::maybe(tags::signed(headers.white_rating_diff)),
            GameColumn::BlackRatingDiff => Value::maybe(tags::signed(headers.black_rating_diff)),
            GameColumn::EventDate => tags::date(headers.event_date),
            GameColumn::UtcDate => tags::date(headers.utc_date),
            GameColumn::UtcTime => Value::maybe(tags::time_of_day(headers.utc_time)),
            GameColumn::TimeBase => {
                Value::maybe(tags::time_control(headers.time_control).map(|(base, _)| base))
            }
            GameColumn::TimeIncrement => {
                Value::maybe(tags::time_control(headers.time_control).map(|(_, increment)| increment))
            }
            GameColumn::Eco => Value::word(self.opening.map(|(eco, _)| eco)),
            GameColumn::Opening => Value::word(self.opening.map(|(_, name)| name)),
            GameColumn::Plies => number(game.plies),
            GameColumn::StartFen if !game.set_up => Value::Text(START_FEN),
            GameColumn::StartFen => Value::Fen(&game.start),
            GameColumn::FinalFen => Value::Fen(&game.end),
            GameColumn::PositionKey => Value::Key(game.end.key()),
            GameColumn::MovesKey => Value::LongKey(facts.moves_key.halves()),
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
            GameColumn::Repairs => Value::Number(i64::try_from(game.repairs()).unwrap_or(i64::MAX)),
            GameColumn::Problems => number(self.problems),
            GameColumn::Codes if self.codes.is_empty() => Value::Empty,
            GameColumn::Codes => Value::Words(self.codes),
            GameColumn::Moves => list(game, List::Moves),
            GameColumn::Uci => list(game, List::Uci),
            GameColumn::Clocks => list(game, List::Clocks),
            GameColumn::Evals => list(game, List::Evals),
            GameColumn::Mates => list(game, List::Mates),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_are_those_that_are_promised() {
        let names: Vec<_> = GameColumn::ALL.iter().map(|column| column.name()).collect();
        assert_eq!(
            names.join(","),
            "game,file,line,byte,frame,event,site,date,year,date_tag,round,white,black,result,white_points,termination,\
             white_elo,black_elo,white_title,black_title,white_rating_diff,black_rating_diff,event_date,utc_date,\
             utc_time,time_base,time_increment,eco,opening,plies,start_fen,final_fen,position_key,moves_key,\
             checks_white,checks_black,captures_white,captures_black,promotions,castled_white,castled_black,\
             first_capture_ply,queens_off_ply,max_repetition,max_halfmove_clock,material_white,material_black,\
             endgame,comments,variations,reading,repairs,problems,codes,moves,uci,clocks,evals,mates"
        );
    }

    #[test]
    fn tags_are_asked_for_by_name() {
        assert_eq!(Field::from_name("TAG.TimeControl"), Some(Field::Tag("TimeControl".into())));
        assert_eq!(Field::from_name("White_Elo"), Some(Field::Column(GameColumn::WhiteElo)));
        for name in ["tag.", "tag.a b", "tags", "étag.x", "tag", ""] {
            assert_eq!(Field::from_name(name), None, "{name}");
        }
    }
}
