//! One half-move of a game as a row of named columns.
use super::Played;
use super::annotation::Remarks;
use super::command::Eval;
use super::row::{Field, Row, castling};
use super::value::{About, Kind, Need, Value, columns, packed};
use crate::chess::{Color, Role, Suffix};

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

/// What a half-move has of its own, beside the position it was played in.
#[derive(Clone, Copy, Debug)]
pub struct Step<'g> {
    /// The move.
    pub played: &'g Played,
    /// The half-move, from 1.
    pub ply: u32,
    /// The number of the move, as FEN counts.
    pub number: u32,
    /// Who makes it.
    pub color: Color,
    /// What it takes.
    pub captured: Option<Role>,
    /// Half-moves since a pawn moved or a piece was taken.
    pub halfmove_clock: u32,
    /// White's pieces less Black's, in pawns.
    pub material: i32,
    /// How often the position it leads to has occurred; 0 where nobody asks for it.
    pub repetition: u32,
    /// The key of that position; 0 where nobody asks for it.
    pub key: u64,
    /// What the comments after it say; nothing where nobody asks for it.
    pub remarks: Remarks,
    /// Where the FEN of that position stands among those of the block.
    pub fen: (u32, u32),
    /// Where its glyphs stand.
    pub nags: (u32, u32),
}

/// Half-moves of one game, written together.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The game.
    pub game: &'a Row<'a>,
    /// The half-moves.
    pub steps: &'a [Step<'a>],
    /// Their FENs one behind the other; none where nobody asks for them.
    pub fens: &'a [u8],
    /// Their glyphs one behind the other.
    pub nags: &'a [u8],
}

impl<'a> Block<'a> {
    /// The half-moves one by one.
    pub fn rows(self) -> impl ExactSizeIterator<Item = MoveRow<'a>> + Clone {
        self.steps.iter().map(move |step| self.row(step))
    }

    /// All that is known of one of the half-moves.
    #[inline(always)]
    #[must_use]
    pub const fn row(&self, step: &'a Step<'a>) -> MoveRow<'a> {
        MoveRow { game: self.game, step, fens: self.fens, nags: self.nags }
    }
}

/// All that is known of one half-move.
#[derive(Clone, Copy, Debug)]
pub struct MoveRow<'a> {
    game: &'a Row<'a>,
    step: &'a Step<'a>,
    fens: &'a [u8],
    nags: &'a [u8],
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
        let step = self.step;
        let (mv, san) = (step.played.mv, step.played.san);
        match column {
            MoveColumn::Game => Value::Game(self.game.index),
            MoveColumn::File => Value::Text(self.game.file),
            MoveColumn::Ply => Value::Number(step.ply.into()),
            MoveColumn::Move => Value::Number(step.number.into()),
            MoveColumn::Color => Value::Word(match step.color {
                Color::White => const { packed(Color::White.name()) },
                Color::Black => const { packed(Color::Black.name()) },
            }),
            MoveColumn::San => Value::san(step.played),
            MoveColumn::Uci => Value::uci(step.played, self.game.game.start.castling_mode()),
            MoveColumn::Piece => letter(if mv.is_null() { None } else { Some(san.role()) }),
            MoveColumn::Captured => letter(step.captured),
            MoveColumn::Promotion => letter(mv.promotion()),
            MoveColumn::Check => Value::Claim(step.played.suffix != Suffix::None),
            MoveColumn::Mate => Value::Claim(step.played.suffix == Suffix::Mate),
            MoveColumn::Castling => castling(mv.castling_side()),
            MoveColumn::EnPassant => Value::Claim(mv.is_en_passant()),
            MoveColumn::Clock => Value::maybe(step.remarks.clock),
            MoveColumn::Eval => Value::maybe(step.remarks.eval.and_then(Eval::centipawns)),
            MoveColumn::MateIn => Value::maybe(step.remarks.eval.and_then(Eval::mate)),
            MoveColumn::Nags => Value::Numbers(part(self.nags, step.nags)),
            MoveColumn::CommentLength => Value::maybe(u32::try_from(step.remarks.length).ok()),
            MoveColumn::Fen => Value::Plain(part(self.fens, step.fen)),
            MoveColumn::PositionKey => Value::Key(step.key),
            MoveColumn::HalfmoveClock => Value::Number(step.halfmove_clock.into()),
            MoveColumn::Repetition => Value::Number(step.repetition.into()),
            MoveColumn::Material => Value::Number(step.material.into()),
        }
    }
}

/// Takes the cells of one column, one below the other.
pub trait Cells {
    /// Takes these.
    fn take<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>>);

    /// Takes cells of which hardly any is empty.
    fn take_full<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>> + Clone);

    /// Takes texts that stand one behind the other, and where each ends.
    fn take_run(&mut self, run: &[u8], ends: impl ExactSizeIterator<Item = usize>);

    /// Takes cells that are words or empty.
    fn take_words<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>>);

    /// Takes cells that are seldom anything but empty.
    fn take_few<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>>);

    /// Takes the names of the sides in turn, from this one on.
    fn take_turns(&mut self, first: Color, count: usize);

    /// Takes claims.
    fn take_claims<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>>);

    /// Takes the same cell so many times.
    fn take_same(&mut self, value: Value<'_>, times: usize);
}

/// Takes the cells of one row, one beside the other.
pub trait Line {
    /// Takes a cell.
    fn take(&mut self, value: &Value<'_>);
}

impl MoveColumn {
    /// Hands the cell of a half-move to who takes it: code for each column, in which it is known what comes.
    #[inline(always)]
    pub fn cell(self, row: &MoveRow<'_>, line: &mut impl Line) {
        macro_rules! each {
            ($($column:ident)*) => {
                match self { $(Self::$column => line.take(&row.value(Self::$column)),)* }
            };
        }
        each! {
            Game File Ply Move Color San Uci Piece Captured Promotion Check Mate Castling EnPassant Clock Eval MateIn Nags
            CommentLength Fen PositionKey HalfmoveClock Repetition Material
        }
    }

    /// Hands the cells of this column to who takes them: code for each column, in which it is known what comes.
    #[inline]
    pub fn cells(self, block: &Block<'_>, taker: &mut impl Cells) {
        let steps = block.steps;
        macro_rules! each {
            ($($take:ident: $($column:ident)*;)*) => {
                match self {
                    Self::Fen => {
                        let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return };
                        let run = part(block.fens, (first.fen.0, last.fen.1));
                        taker.take_run(run, steps.iter().map(|step| (step.fen.1 - first.fen.0) as usize));
                    }
                    $($(Self::$column => {
                        taker.$take(steps.iter().map(|step| block.row(step).value(Self::$column)));
                    })*)*
                }
            };
        }
        // Most moves have no glyph, and no comment says anything of them.
        let is_bare = match self {
            Self::Clock => steps.iter().all(|step| step.remarks.clock.is_none()),
            Self::Eval | Self::MateIn => steps.iter().all(|step| step.remarks.eval.is_none()),
            Self::Nags => steps.iter().all(|step| step.nags.0 == step.nags.1),
            Self::CommentLength => steps.iter().all(|step| step.remarks.length == 0),
            _ => false,
        };
        if is_bare {
            let value = if self == Self::CommentLength { Value::Number(0) } else { Value::Empty };
            return taker.take_same(value, steps.len());
        }
        if let (Self::Color, [first, ..]) = (self, steps)
            && steps.windows(2).all(|two| two[0].color != two[1].color)
        {
            return taker.take_turns(first.color, steps.len());
        }
        each! {
            take_words: Color San Uci Piece Captured;
            take_few: Promotion Castling;
            take_claims: Check Mate EnPassant;
            take_full: Ply Move CommentLength PositionKey HalfmoveClock Repetition Material;
            take: Game File Clock Eval MateIn Nags;
        }
    }
}

/// What stands from one place to another.
#[inline(always)]
fn part(bytes: &[u8], (from, to): (u32, u32)) -> &[u8] {
    bytes.get(from as usize..to as usize).unwrap_or_default()
}

/// The letter of a piece.
fn letter(role: Option<Role>) -> Value<'static> {
    role.map_or(Value::Empty, |role| Value::Word((role.letter().into(), 1)))
}
