//! One half-move of a game as a row of named columns.
use super::Played;
use super::annotation::Remarks;
use super::command::Eval;
use super::row::{Field, Row, castling};
use super::value::{About, Kind, Need, Value, columns, packed};
use crate::chess::{Color, Position, Role, Suffix};

columns! {
    /// A column of the table of moves.
    MoveColumn:
    Game "game" Long TAGS "the number of the game in its file, from 1";
    File "file" Text TAGS "the input the game came from, as it was named";
    Ply "ply" Number TAGS "the half-move, from 1";
    Move "move" Number TAGS "the number of the move, as FEN counts";
    Color "color" Text TAGS "white or black";
    San "san" Text TAGS "the move in standard algebraic notation";
    Uci "uci" Text TAGS "the move in coordinates";
    Piece "piece" Text TAGS "the piece that moves: K Q R B N P";
    Captured "captured" Text TAGS "the piece it takes";
    Promotion "promotion" Text TAGS "what the pawn becomes";
    Check "check" Claim TAGS "it gives check";
    Mate "mate" Claim TAGS "it gives mate";
    Castling "castling" Text TAGS "O-O or O-O-O";
    EnPassant "en_passant" Claim TAGS "it takes in passing";
    Clock "clock" Number TAGS "seconds left, from [%clk h:mm:ss] in a comment after the move";
    Eval "eval" Number TAGS "the value in [%eval …] in centipawns; empty for mates";
    MateIn "mate_in" Number TAGS "moves to mate, from [%eval #n]; negative for Black";
    Nags "nags" Text TAGS "the numbers of the glyphs on the move, as a list";
    CommentLength "comment_length" Number TAGS "characters of the comments after the move";
    Fen "fen" Text TAGS "the position after the move";
    PositionKey "position_key" Key TAGS "its Polyglot key";
    HalfmoveClock "halfmove_clock" Number TAGS "half-moves since a pawn moved or a piece was taken";
    Repetition "repetition" Number TAGS "how often the position has occurred";
    Material "material" Number TAGS "White's pieces less Black's, in pawns";
}

/// What can be asked of a half-move by name: a column of the table of moves, or anything of the game it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveField {
    /// A column of the table of moves.
    Move(MoveColumn),
    /// A field of the game.
    Game(Field),
}

impl MoveField {
    /// The field of a name; of two with one name that of the move.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        MoveColumn::from_name(name).map(Self::Move).or_else(|| Field::from_name(name).map(Self::Game))
    }

    /// What kind of values it has.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Game(field) => field.kind(),
            Self::Move(column) => column.kind(),
        }
    }

    /// What must be known of the game to tell it.
    #[must_use]
    pub const fn need(&self) -> Need {
        match self {
            Self::Game(field) => field.need(),
            Self::Move(column) => column.need(),
        }
    }

    /// The name in a header row.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Game(field) => field.name(),
            Self::Move(column) => column.name().to_owned(),
        }
    }
}

/// All that is known of one half-move.
#[derive(Clone, Copy, Debug)]
pub struct MoveRow<'a> {
    /// The game.
    pub game: &'a Row<'a>,
    /// The half-move, from 1.
    pub ply: u32,
    /// The move.
    pub played: &'a Played,
    /// The position it was played in.
    pub before: &'a Position,
    /// The position it led to.
    pub after: &'a Position,
    /// FENs one behind the other; empty where nobody asks for them.
    pub fens: &'a [u8],
    /// Where its own begins and ends.
    pub fen: (usize, usize),
    /// The key of its pieces ([`Position::men_key`]); 0 where nobody asks for it.
    pub men_key: u64,
    /// White's pieces less Black's there, in pawns.
    pub material: i64,
    /// How often that position has occurred.
    pub repetition: u32,
    /// Glyphs on it.
    pub nags: &'a [u8],
    /// What the comments after it say; nothing where nobody asks for it.
    pub remarks: Remarks,
}

impl<'a> MoveRow<'a> {
    /// What stands in a field.
    #[inline(never)]
    #[must_use]
    pub fn field(&self, field: &MoveField) -> Value<'a> {
        match field {
            MoveField::Game(field) => self.game.field(field),
            MoveField::Move(column) => self.value(*column),
        }
    }

    /// The cell of a column.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, column: MoveColumn) -> Value<'a> {
        let mv = self.played.mv;
        match column {
            MoveColumn::Game => Value::Game(self.game.index),
            MoveColumn::File => Value::Text(self.game.file),
            MoveColumn::Ply => Value::Number(self.ply.into()),
            MoveColumn::Move => Value::Number(self.before.fullmove_number().into()),
            MoveColumn::Color => Value::Word(match self.before.turn() {
                Color::White => const { packed(Color::White.name()) },
                Color::Black => const { packed(Color::Black.name()) },
            }),
            MoveColumn::San => Value::san(self.played),
            MoveColumn::Uci => Value::uci(self.played, self.before),
            MoveColumn::Piece if mv.is_null() => Value::Empty,
            MoveColumn::Piece => letter(self.before.board().role_at(mv.from())),
            MoveColumn::Captured => letter(self.before.captured(mv)),
            MoveColumn::Promotion => letter(mv.promotion()),
            MoveColumn::Check => Value::Claim(self.after.is_check()),
            MoveColumn::Mate => Value::Claim(self.played.suffix == Suffix::Mate),
            MoveColumn::Castling => castling(mv.castling_side()),
            MoveColumn::EnPassant => Value::Claim(mv.is_en_passant()),
            MoveColumn::Clock => Value::maybe(self.remarks.clock),
            MoveColumn::Eval => Value::maybe(self.remarks.eval.and_then(Eval::centipawns)),
            MoveColumn::MateIn => Value::maybe(self.remarks.eval.and_then(Eval::mate)),
            MoveColumn::Nags => Value::Numbers(self.nags),
            MoveColumn::CommentLength => Value::maybe(u32::try_from(self.remarks.length).ok()),
            MoveColumn::Fen => Value::Plain(self.fens.get(self.fen.0..self.fen.1).unwrap_or_default()),
            MoveColumn::PositionKey => Value::Key(self.after.key_with(self.men_key)),
            MoveColumn::HalfmoveClock => Value::Number(self.after.halfmove_clock().into()),
            MoveColumn::Repetition => Value::Number(self.repetition.into()),
            MoveColumn::Material => Value::Number(self.material),
        }
    }
}

/// Takes the cells of one column, one below the other.
pub trait Cells {
    /// Takes these.
    fn take<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>>);

    /// Takes cells of which hardly any is empty.
    #[inline(always)]
    fn take_full<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>> + Clone) {
        self.take(values);
    }

    /// Takes texts that stand one behind the other, and where each ends.
    #[inline(always)]
    fn take_run(&mut self, run: &[u8], ends: impl ExactSizeIterator<Item = usize>) {
        let mut from = 0;
        for end in ends {
            self.take(std::iter::once(Value::Plain(run.get(from..end).unwrap_or_default())));
            from = end;
        }
    }

    /// Takes cells that are words or empty.
    #[inline(always)]
    fn take_words<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>>) {
        self.take(values);
    }

    /// Takes cells that are hardly ever anything but empty.
    #[inline(always)]
    fn take_few<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>>) {
        self.take(values);
    }

    /// Takes claims.
    #[inline(always)]
    fn take_claims<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>>) {
        self.take(values);
    }

    /// Takes the same cell so many times.
    #[inline(always)]
    fn take_same(&mut self, value: Value<'_>, times: usize) {
        self.take(std::iter::repeat_n(value, times));
    }
}

impl MoveColumn {
    /// Hands the cells of this column to who takes them: code for each column, in which it is known what comes.
    #[inline]
    pub fn cells(self, rows: &[MoveRow<'_>], taker: &mut impl Cells) {
        macro_rules! each {
            ($($take:ident: $($column:ident)*;)*) => {
                match self {
                    $($(Self::$column => taker.$take(rows.iter().map(|row| row.value(Self::$column))),)*)*
                }
            };
        }
        // Most moves have no glyph, and no comment says anything of them. One alone is as quickly told.
        let is_bare = rows.len() > 1
            && match self {
                Self::Clock => rows.iter().all(|row| row.remarks.clock.is_none()),
                Self::Eval | Self::MateIn => rows.iter().all(|row| row.remarks.eval.is_none()),
                Self::Nags => rows.iter().all(|row| row.nags.is_empty()),
                Self::CommentLength => rows.iter().all(|row| row.remarks.length == 0),
                _ => false,
            };
        if is_bare {
            let value = if self == Self::CommentLength { Value::Number(0) } else { Value::Empty };
            return taker.take_same(value, rows.len());
        }
        if let (Self::Fen, [first, .., last]) = (self, rows)
            && rows.windows(2).all(|two| two[0].fen.1 == two[1].fen.0)
        {
            let run = first.fens.get(first.fen.0..last.fen.1).unwrap_or_default();
            return taker.take_run(run, rows.iter().map(|row| row.fen.1 - first.fen.0));
        }
        each! {
            take_words: Color San Uci Piece Captured;
            take_few: Promotion Castling;
            take_claims: Check Mate EnPassant;
            take_full: Ply Move CommentLength PositionKey HalfmoveClock Repetition Material;
            take: Game File Clock Eval MateIn Nags Fen;
        }
    }
}

/// The letter of a piece.
fn letter(role: Option<Role>) -> Value<'static> {
    role.map_or(Value::Empty, |role| Value::Word((role.letter().into(), 1)))
}
