//! Patterns of positions: a FEN whose squares may be left open.
//!
//! On a square `?` stands for anything, `!` for any piece, `A` for any of White's, `a` for any of Black's, `[Qq]` for one
//! of some, `[^Pp]` for all but some, and a digit for so many empty squares, as in FEN. `*` stands for any number of
//! squares; as the last rank it stands for that rank and all below it. The further fields of a FEN, side to move,
//! castling rights and en passant square, are asked for where they are there and are not `?`; the clocks never.
use crate::chess::{Bitboard, Board, CastlingSide, Color, Piece, Placed, Position, Role};

/// What may stand on a square: a bit for each kind of White's and of Black's pieces, and one for nothing.
type Contents = u16;

const EMPTY: Contents = 1 << 12;
const WHITE: Contents = 0b11_1111;
const BLACK: Contents = WHITE << 6;
const ANYTHING: Contents = WHITE | BLACK | EMPTY;

const fn bit(piece: Piece) -> Contents {
    1 << (piece.role as u16 + 6 * piece.color as u16)
}

/// Why a pattern cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// The offset in the pattern in bytes.
    pub at: usize,
    /// What was expected there.
    pub expected: &'static str,
}

/// Squares of which each holds one of some contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Squares {
    mask: Bitboard,
    contents: Held,
}

/// The squares that hold something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    Piece(Color, Role),
    Side(Color),
    Nothing,
    Any(Contents),
}

impl Held {
    fn of(contents: Contents) -> Self {
        match contents {
            EMPTY => Self::Nothing,
            WHITE => Self::Side(Color::White),
            BLACK => Self::Side(Color::Black),
            _ if contents.count_ones() == 1 => {
                let index = contents.trailing_zeros() as u8;
                let color = if index < 6 { Color::White } else { Color::Black };
                Self::Piece(color, Role::from_index(index % 6).unwrap_or(Role::Pawn))
            }
            _ => Self::Any(contents),
        }
    }

    #[inline]
    fn squares(self, board: &impl Placed) -> Bitboard {
        match self {
            Self::Piece(color, role) => board.pieces(color, role),
            Self::Side(color) => board.by_color(color),
            Self::Nothing => !board.occupied(),
            Self::Any(contents) => {
                let mut squares = if contents & EMPTY == 0 { Bitboard::EMPTY } else { !board.occupied() };
                for color in Color::ALL {
                    for role in Role::ALL {
                        if contents & bit(role.of(color)) != 0 {
                            squares |= board.pieces(color, role);
                        }
                    }
                }
                squares
            }
        }
    }
}

impl Squares {
    #[inline]
    fn all(self, board: &impl Placed) -> bool {
        (self.mask - self.contents.squares(board)).is_empty()
    }

    #[inline]
    fn any(self, board: &impl Placed) -> bool {
        (self.mask & self.contents.squares(board)).any()
    }
}

/// A rank with a `*`: what it asks for may stand in several places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OpenRank {
    /// Any of these squares is enough.
    any: Vec<Squares>,
    /// All of one of these are enough.
    sets: Vec<Vec<Squares>>,
    /// What every one of the sets has on some of these squares.
    common: Option<Squares>,
}

impl OpenRank {
    fn fits(&self, board: &impl Placed) -> bool {
        self.any.iter().any(|squares| squares.any(board))
            || self.common.is_none_or(|common| common.any(board))
                && self.sets.iter().any(|set| set.iter().all(|squares| squares.all(board)))
    }

    /// Finds what the sets have in common.
    fn settle(&mut self) {
        let Some(first) = self.sets.first() else { return };
        self.common = first.iter().find_map(|squares| {
            let of = |set: &Vec<Squares>| {
                set.iter().find(|own| own.contents == squares.contents).map(|own| own.mask)
            };
            let masks: Option<Vec<Bitboard>> = self.sets.iter().map(of).collect();
            let mask = masks?.into_iter().fold(Bitboard::EMPTY, |all, mask| all | mask);
            Some(Squares { mask, contents: squares.contents })
        });
    }
}

/// A compiled pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    all: Vec<Squares>,
    ranks: Vec<OpenRank>,
    turn: Option<Color>,
    castling: Option<Rights>,
    /// The en passant square asked for; `Some(None)`: none.
    ep: Option<Option<[u8; 2]>>,
}

/// Who may castle to which side: White and Black, king's side and queen's side.
type Rights = [[bool; 2]; 2];

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// The place in it, and what was expected there.
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        let mut pattern = Self::default();
        let mut fields = Vec::new();
        let mut at = 0;
        for field in text.split(' ') {
            if !field.is_empty() {
                fields.push((at, field));
            }
            at += field.len() + 1;
        }
        let miss = |at: usize, expected: &'static str| Err(PatternError { at, expected });
        let mut fields = fields.into_iter();
        let (at, board) = fields.next().unwrap_or((0, ""));
        pattern.board(board).map_err(|error| PatternError { at: at + error.at, ..error })?;
        if let Some((at, field)) = fields.next()
            && !is_open(field)
        {
            pattern.turn = match field.as_bytes() {
                [letter] => Color::from_letter(*letter),
                _ => None,
            };
            if pattern.turn.is_none() {
                return miss(at, "w, b or ? for the side to move");
            }
        }
        if let Some((at, field)) = fields.next()
            && !is_open(field)
        {
            let mut rights = Rights::default();
            for letter in field.bytes().filter(|_| field != "-") {
                let side = match letter.to_ascii_uppercase() {
                    b'K' => CastlingSide::King,
                    b'Q' => CastlingSide::Queen,
                    _ => return miss(at, "letters of KQkq, - or ? for castling rights"),
                };
                rights[usize::from(letter.is_ascii_lowercase())][side as usize] = true;
            }
            pattern.castling = Some(rights);
        }
        if let Some((at, field)) = fields.next()
            && !is_open(field)
        {
            pattern.ep = Some(match *field.as_bytes() {
                [b'-'] => None,
                [file @ b'a'..=b'h', rank @ (b'3' | b'6')] => Some([file, rank]),
                _ => return miss(at, "a square such as e3, - or ? for en passant"),
            });
        }
        // Half-moves and number of the move are never asked for.
        for _ in 0..2 {
            if let Some((at, field)) = fields.next()
                && !is_open(field)
                && !field.bytes().all(|byte| byte.is_ascii_digit())
            {
                return miss(at, "a number");
            }
        }
        fields.next().map_or(Ok(pattern), |(at, _)| miss(at, "nothing after the sixth field"))
    }

    /// The pattern of a board, with every square told.
    #[must_use]
    pub fn of_board(board: &Board) -> Self {
        let mut pattern = Self::default();
        for contents in (0..13).map(|index| Held::of(1 << index)) {
            let mask = contents.squares(board);
            if mask.any() {
                pattern.all.push(Squares { mask, contents });
            }
        }
        pattern
    }

    /// The same, for one side to move.
    #[must_use]
    pub fn with_turn(self, turn: Color) -> Self {
        Self { turn: Some(turn), ..self }
    }

    fn board(&mut self, text: &str) -> Result<(), PatternError> {
        let ranks: Vec<&str> = text.split('/').collect();
        let mut at = 0;
        let open_below = ranks.last() == Some(&"*");
        if ranks.len() > 8 || ranks.len() < 8 && !open_below {
            let expected = "8 ranks with / between them, or a last rank * for all below";
            return Err(PatternError { at: text.len(), expected });
        }
        for (rank, text) in ranks.iter().enumerate() {
            let below = 56 - 8 * rank;
            let places = places(text).map_err(|error| PatternError { at: at + error.at, ..error })?;
            self.rank(&places, below);
            at += text.len() + 1;
        }
        // Contents that few squares have are asked for first: then most positions are settled at once.
        self.all.sort_by_key(|squares| match squares.contents {
            Held::Piece(_, Role::Pawn) => 1,
            Held::Piece(..) => 0,
            Held::Side(_) => 2,
            Held::Nothing => 3,
            Held::Any(_) => 4,
        });
        Ok(())
    }

    /// Asks for a rank, whose squares begin at the bit `below`, in one of several ways.
    fn rank(&mut self, places: &[[Contents; 8]], below: usize) {
        let sets: Vec<Vec<Squares>> = places.iter().map(|place| squares(place, below)).collect();
        if sets.iter().any(Vec::is_empty) {
            return;
        }
        if let [one] = &sets[..] {
            for squares in one {
                match self.all.iter_mut().find(|own| own.contents == squares.contents) {
                    Some(own) => own.mask |= squares.mask,
                    None => self.all.push(*squares),
                }
            }
            return;
        }
        let mut open = OpenRank::default();
        for set in sets {
            match &set[..] {
                [one] if !one.mask.more_than_one() => {
                    match open.any.iter_mut().find(|own| own.contents == one.contents) {
                        Some(own) => own.mask |= one.mask,
                        None => open.any.push(*one),
                    }
                }
                _ => open.sets.push(set),
            }
        }
        open.settle();
        self.ranks.push(open);
    }

    /// Whether a position is one of those meant.
    #[must_use]
    pub fn fits(&self, position: &Position) -> bool {
        self.fits_board(position.board(), position.turn()) && self.fits_rights(position)
    }

    /// How many pieces stand at least on the squares that are told.
    #[must_use]
    pub fn fewest_pieces(&self) -> u32 {
        let is_piece = |contents: Held| !matches!(contents, Held::Nothing | Held::Any(_));
        self.all.iter().filter(|squares| is_piece(squares.contents)).map(|squares| squares.mask.count()).sum()
    }

    /// Pieces and side to move tell all that is asked for.
    #[must_use]
    pub const fn asks_no_rights(&self) -> bool {
        self.castling.is_none() && self.ep.is_none()
    }

    /// Whether the pieces stand as they are meant to, with this side to move.
    #[must_use]
    pub fn fits_board(&self, board: &impl Placed, turn: Color) -> bool {
        self.fits_next(board, turn, &mut 0)
    }

    /// The same for a position close to the last one asked of. `failed` is the part of the pattern that did not fit there:
    /// it is looked at first, since most moves change nothing about it.
    #[inline]
    pub fn fits_next(&self, board: &impl Placed, turn: Color, failed: &mut usize) -> bool {
        if !self.part_fits(*failed, board) || self.turn.is_some_and(|own| own != turn) {
            return false;
        }
        match (0..self.all.len() + self.ranks.len()).find(|&part| !self.part_fits(part, board)) {
            Some(part) => {
                *failed = part;
                false
            }
            None => true,
        }
    }

    /// A part of the pattern: squares of one kind, or an open rank. A part that is not there fits.
    #[inline]
    fn part_fits(&self, part: usize, board: &impl Placed) -> bool {
        match self.all.get(part) {
            Some(squares) => squares.all(board),
            None => self.ranks.get(part - self.all.len()).is_none_or(|rank| rank.fits(board)),
        }
    }

    /// The same for castling rights and the en passant square.
    fn fits_rights(&self, position: &Position) -> bool {
        let rights = |asked: &Rights| {
            let own = position.castling();
            let has = |color| CastlingSide::ALL.map(|side| own.has(color, side));
            Color::ALL.map(has) == *asked
        };
        let ep = || position.legal_ep_square().map(crate::chess::Square::to_ascii);
        self.castling.as_ref().is_none_or(rights) && self.ep.is_none_or(|asked| asked == ep())
    }

    /// The pattern with the colors exchanged: Black's pieces for White's, the ranks turned round.
    #[must_use]
    pub fn turned(&self) -> Self {
        let turn =
            |squares: &Squares| Squares { mask: squares.mask.flip(), contents: turned(squares.contents) };
        let set = |squares: &Vec<Squares>| squares.iter().map(turn).collect();
        Self {
            all: set(&self.all),
            ranks: self
                .ranks
                .iter()
                .map(|rank| OpenRank {
                    any: set(&rank.any),
                    sets: rank.sets.iter().map(set).collect(),
                    common: rank.common.as_ref().map(turn),
                })
                .collect(),
            turn: self.turn.map(|turn| !turn),
            castling: self.castling.map(|[white, black]| [black, white]),
            ep: self.ep.map(|ep| ep.map(|[file, rank]| [file, b'1' + b'8' - rank])),
        }
    }
}

fn is_open(field: &str) -> bool {
    matches!(field, "?" | "*")
}

fn turned(contents: Held) -> Held {
    match contents {
        Held::Piece(color, role) => Held::Piece(!color, role),
        Held::Side(color) => Held::Side(!color),
        Held::Nothing => Held::Nothing,
        Held::Any(set) => Held::of(set & EMPTY | (set & WHITE) << 6 | (set & BLACK) >> 6),
    }
}

/// The squares that a rank asks for, those that may hold anything left out.
fn squares(place: &[Contents; 8], below: usize) -> Vec<Squares> {
    let mut out: Vec<Squares> = Vec::new();
    for (file, &contents) in place.iter().enumerate() {
        if contents == ANYTHING {
            continue;
        }
        let (mask, contents) = (Bitboard(1 << (below + file)), Held::of(contents));
        match out.iter_mut().find(|own| own.contents == contents) {
            Some(own) => own.mask |= mask,
            None => out.push(Squares { mask, contents }),
        }
    }
    out
}

/// A square of a rank, or any number of them.
#[derive(Clone, Copy)]
enum Token {
    Square(Contents),
    Star,
}

/// The ways in which a rank can stand.
fn places(text: &str) -> Result<Vec<[Contents; 8]>, PatternError> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'*' => tokens.push(Token::Star),
            b'1'..=b'8' => tokens.extend([Token::Square(EMPTY)].repeat(usize::from(byte - b'0'))),
            b'[' => {
                let inside = &bytes[at..];
                let Some(length) = inside.iter().position(|&byte| byte == b']') else {
                    return Err(PatternError { at: start, expected: "a ] for this [" });
                };
                let (inside, is_not) = match &inside[..length] {
                    [b'^', rest @ ..] => (rest, true),
                    all => (all, false),
                };
                let mut contents = 0;
                for &letter in inside {
                    let expected = "letters of KQRBNPkqrbnpAa between [ and ]";
                    contents |= one(letter).ok_or(PatternError { at, expected })?;
                }
                // Without the letters it is a piece, and not an empty square, that is meant.
                tokens.push(Token::Square(if is_not { (WHITE | BLACK) & !contents } else { contents }));
                at += length + 1;
            }
            b'?' => tokens.push(Token::Square(ANYTHING)),
            b'!' => tokens.push(Token::Square(WHITE | BLACK)),
            _ => {
                let expected = "a letter of KQRBNPkqrbnpAa, a digit 1-8, one of ? ! * [ or /";
                tokens.push(Token::Square(one(byte).ok_or(PatternError { at: start, expected })?));
            }
        }
    }
    let fixed = tokens.iter().filter(|token| matches!(token, Token::Square(_))).count();
    let has_star = fixed < tokens.len();
    if fixed > 8 || fixed < 8 && !has_star {
        return Err(PatternError { at: text.len(), expected: "8 squares in this rank, or a * among them" });
    }
    let mut out = Vec::new();
    place(&tokens, 8 - fixed, &mut [ANYTHING; 8], 0, &mut out);
    out.sort_unstable();
    out.dedup();
    Ok(out)
}

/// The pieces that a letter stands for.
fn one(letter: u8) -> Option<Contents> {
    match letter {
        b'A' => Some(WHITE),
        b'a' => Some(BLACK),
        _ => Piece::from_letter(letter).map(bit),
    }
}

/// Sets the tokens from a file on, with so many squares left for the stars among them.
fn place(tokens: &[Token], free: usize, row: &mut [Contents; 8], file: usize, out: &mut Vec<[Contents; 8]>) {
    match tokens {
        // A star after a star has nothing to add.
        [Token::Star, Token::Star, rest @ ..] => {
            let mut tokens = vec![Token::Star];
            tokens.extend_from_slice(rest);
            place(&tokens, free, row, file, out);
        }
        [Token::Star, rest @ ..] => {
            let least = if rest.iter().any(|token| matches!(token, Token::Star)) { 0 } else { free };
            for taken in least..=free {
                row[file..file + taken].fill(ANYTHING);
                place(rest, free - taken, row, file + taken, out);
            }
        }
        [Token::Square(contents), rest @ ..] => {
            row[file] = *contents;
            place(rest, free, row, file + 1, out);
        }
        [] => out.push(*row),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, fen: &str) -> bool {
        let pattern = Pattern::parse(pattern).expect(pattern);
        pattern.fits(&Position::from_fen(fen).expect(fen))
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const OPEN: &str = "r1bqkb1r/pp1p1ppp/2n1pn2/2p5/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 5";

    #[test]
    fn squares_may_be_left_open() {
        for pattern in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/*/*/*/*/*/*/RNBQKBNR",
            "rnbqkbnr/*",
            "*",
            "!!!!!!!!/aaaaaaaa/????????/8/*/8/AAAAAAAA/[RK]NBQ[^q]B?R",
            "*q*/*p*/*/8/8/8/*PP*/*KB*",
            "r*n*/*/*/*/*/*/*/*",
        ] {
            assert!(fits(pattern, START), "{pattern}");
        }
        for pattern in [
            "rnbqkbnr/pppppppp/8/8/8/7P/*",
            "*qq*/*",
            "*/*/*/*/*/*P*/*",
            "rnb1kbnr/*",
            "[^r]*/*",
            "*k*q*/*",
            "8/*",
        ] {
            assert!(!fits(pattern, START), "{pattern}");
        }
        assert!(fits("r1bqkb1r/pp1p1?pp/*", OPEN) && !fits("r1bqkb1r/pp1p1?pp/*", START));
        assert!(fits("*/*/*/*/*/*N*N*/*/*", OPEN) && !fits("*/*/*/*/*/*NN*/*/*", OPEN));
    }

    #[test]
    fn an_excluded_piece_leaves_a_piece() {
        assert!(!fits("*/*/[^P]*/*/*/*/*/*", START), "the square is empty");
        assert!(fits("[^P]*/*", START));
    }

    #[test]
    fn further_fields_count_where_they_are_given() {
        for (fields, expected) in [
            ("w", true),
            ("b", false),
            ("? KQkq", true),
            ("w KQk", false),
            ("w - -", false),
            ("w ? -", true),
            ("w * e3", false),
            ("w KQkq - 7 9", true),
        ] {
            assert_eq!(fits(&format!("rnbqkbnr/* {fields}"), START), expected, "{fields}");
        }
        let ep = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3";
        assert!(fits("* b KQkq e3", ep) && !fits("* b KQkq -", ep) && fits("* b KQkq", ep));
    }

    #[test]
    fn colors_are_exchanged_with_the_ranks() {
        let pattern = Pattern::parse("*/*/*/*/4P3/*N*/[Pp]*/* w Kq e3").expect("a pattern");
        let same = Pattern::parse("*/[pP]*/*n*/4p3/*/*/*/* b Qk e6").expect("a pattern");
        assert_eq!(pattern.turned(), same);
        assert_eq!(pattern.turned().turned(), pattern);
    }

    #[test]
    fn faults_are_told_with_their_place() {
        for (pattern, at) in [
            ("rnbqkbnr/pppppppp", 17),
            ("rnbqkbnr/pppp2pp/9/*", 17),
            ("x/*", 0),
            ("[q/*", 0),
            ("rnbqkbn/*", 7),
            ("* w KX", 4),
            ("* white", 2),
            ("* w - e4", 6),
            ("* w - - x", 8),
            ("", 0),
        ] {
            assert_eq!(Pattern::parse(pattern).expect_err(pattern).at, at, "{pattern}");
        }
    }
}
