//! What a piece attacks from a square: tables for the leapers, hyperbola quintessence for the sliders.

use super::{Bitboard, Color, Role, Square};

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const ROOK_STEPS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The squares that a walk in steps from `from` reaches on an empty board, at most `reach` steps each way.
const fn walk(from: usize, steps: &[(i8, i8)], reach: u32) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < steps.len() {
        let mut square = Square::wrapping(from as u32);
        let mut n = 0;
        while n < reach {
            match square.offset(steps[i].0, steps[i].1) {
                Some(next) => square = next,
                None => break,
            }
            set |= 1 << square.index();
            n += 1;
        }
        i += 1;
    }
    set
}

const fn table(steps: &[(i8, i8)], reach: u32) -> [u64; 64] {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        table[from] = walk(from, steps, reach);
        from += 1;
    }
    table
}

const fn both(a: [u64; 64], b: [u64; 64]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = a[i] | b[i];
        i += 1;
    }
    table
}

/// A row for each role, then one for black pawns; sliders as on an empty board.
static REACH: [[u64; 64]; 8] = {
    let bishop = table(&BISHOP_STEPS, 7);
    let rook = table(&ROOK_STEPS, 7);
    [
        table(&[(1, 1), (-1, 1)], 1),
        table(&KNIGHT_STEPS, 1),
        bishop,
        rook,
        both(bishop, rook),
        both(table(&ROOK_STEPS, 1), table(&BISHOP_STEPS, 1)),
        table(&[(1, -1), (-1, -1)], 1),
        [0; 64],
    ]
};

/// The squares that a plain word leaves open to its origin, by side and target: a row for the step of a pawn, the rows of
/// [`REACH`] for the other pieces, none for the king; then a row for pawns that take from each file.
static ORIGINS: [[[u64; 64]; 16]; 2] = [origins_of(Color::White), origins_of(Color::Black)];

const fn origins_of(us: Color) -> [[u64; 64]; 16] {
    let mut rows = [[0; 64]; 16];
    let mut role = 1;
    while role < 5 {
        rows[role] = REACH[role];
        role += 1;
    }
    // What becomes of a pawn on the last rank is said, and the word is not plain.
    let (takers, flip) = match us {
        Color::White => (&REACH[6], 0),
        Color::Black => (&REACH[0], 56),
    };
    let mut to = 8;
    while to < 56 {
        let (one, two) = match us {
            Color::White => (1 << (to - 8), 1_u64 << to >> 16),
            Color::Black => (1 << (to + 8), 1_u64 << to << 16),
        };
        rows[0][to] = match (to ^ flip) / 8 {
            1 => 0,
            3 => one | two,
            _ => one,
        };
        let mut file = 0;
        while file < 8 {
            rows[8 + file][to] = takers[to] & 0x0101_0101_0101_0101 << file;
            file += 1;
        }
        to += 1;
    }
    rows
}

static BETWEEN: [[u64; 64]; 64] = lines(false);
static LINE: [[u64; 64]; 64] = lines(true);

/// For each pair of squares on one line, the squares between them, or the whole line from edge to edge.
const fn lines(whole: bool) -> [[u64; 64]; 64] {
    let mut lines = [[0; 64]; 64];
    let steps = [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let (files, ranks): (i8, i8) = steps[i];
            let all = walk(from, &[(files, ranks), (-files, -ranks)], 7) | 1 << from;
            let mut between = 0;
            let mut square = Square::wrapping(from as u32);
            while let Some(next) = square.offset(files, ranks) {
                lines[from][next.index()] = if whole { all } else { between };
                between |= 1 << next.index();
                square = next;
            }
            i += 1;
        }
        from += 1;
    }
    lines
}

/// The masks of the slider formula: file, diagonal, anti-diagonal, without the square itself.
static MASKS: [[u64; 3]; 64] = {
    let file = table(&[(0, 1), (0, -1)], 7);
    let diagonal = table(&[(1, 1), (-1, -1)], 7);
    let anti = table(&[(1, -1), (-1, 1)], 7);
    let mut masks = [[0; 3]; 64];
    let mut i = 0;
    while i < 64 {
        masks[i] = [file[i], diagonal[i], anti[i]];
        i += 1;
    }
    masks
};

/// The squares a rook attacks along its rank: by file of the rook, by the six inner squares of the rank.
static ALONG_RANK: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = (inner << 1) as u8;
            let mut set = 0_u8;
            let mut i = file + 1;
            while i < 8 {
                set |= 1 << i;
                if occupied >> i & 1 != 0 {
                    break;
                }
                i += 1;
            }
            let mut i = file;
            while i > 0 {
                i -= 1;
                set |= 1 << i;
                if occupied >> i & 1 != 0 {
                    break;
                }
            }
            table[file][inner] = set;
            inner += 1;
        }
        file += 1;
    }
    table
};

/// Both ways along a line that has at most one square a rank: the carry of a subtraction runs to the first piece
/// one way, and on the board with its ranks reversed the other way.
const fn along(bit: u64, occupied: u64, mask: u64) -> u64 {
    let line = occupied & mask;
    let up = line.wrapping_sub(bit);
    let down = line.swap_bytes().wrapping_sub(bit.swap_bytes()).swap_bytes();
    (up ^ down) & mask
}

/// The squares a knight attacks.
#[must_use]
pub fn knight(square: Square) -> Bitboard {
    reach(Role::Knight, square)
}

/// The squares a king attacks.
#[must_use]
pub fn king(square: Square) -> Bitboard {
    reach(Role::King, square)
}

/// The squares a pawn attacks.
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    Bitboard(REACH[if color == Color::White { 0 } else { 6 }][square.index()])
}

/// The squares a bishop attacks on a board occupied like this.
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let [_, diagonal, anti] = &MASKS[square.index()];
    let bit = 1 << square.index();
    Bitboard(along(bit, occupied.0, *diagonal) | along(bit, occupied.0, *anti))
}

/// The squares a rook attacks on a board occupied like this.
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let file = along(1 << square.index(), occupied.0, MASKS[square.index()][0]);
    let shift = square.index() & 56;
    let inner = (occupied.0 >> shift >> 1 & 63) as usize;
    let rank = u64::from(ALONG_RANK[square.index() & 7][inner]) << shift;
    Bitboard(file | rank)
}

/// The squares a queen attacks on a board occupied like this.
#[must_use]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares a piece of this role attacks; a pawn needs its side.
#[must_use]
pub fn of(role: Role, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::Knight | Role::King => reach(role, square),
    }
}

/// What a piece other than a pawn attacks on an empty board (a pawn: as a white one).
#[must_use]
pub fn reach(role: Role, square: Square) -> Bitboard {
    Bitboard(REACH[role as usize][square.index()])
}

/// From where the piece of a plain word of `us` may come to `to`, by [`San::origins_row`](super::San::origins_row); nothing
/// for kings.
#[inline(always)]
pub(super) fn origins(us: Color, row: usize, to: Square) -> Bitboard {
    Bitboard(ORIGINS[us as usize][row & 15][to.index()])
}

/// From where a piece of this mailbox code (of the side `us`) would attack `target` on an empty board.
#[inline]
pub(super) fn of_code_from(code: u8, us: Color, target: Square) -> Bitboard {
    let role = code & 7;
    // A pawn attacks the squares from which a pawn of the other side would attack it.
    let row = if role == 0 && us == Color::White { 6 } else { role };
    Bitboard(REACH[usize::from(row)][target.index()])
}

/// The squares strictly between two squares of one rank, file or diagonal; none when they are on no such line.
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The rank, file or diagonal through two different squares from edge to edge; none when there is no such line.
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}

/// All squares attacked by the pawns of a side.
#[must_use]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let pawns = pawns.0;
    Bitboard(match color {
        Color::White => (pawns & NOT_A) << 7 | (pawns & NOT_H) << 9,
        Color::Black => (pawns & NOT_A) >> 9 | (pawns & NOT_H) >> 7,
    })
}

/// The square of the pawn taken in passing on `ep`.
pub(super) const fn ep_victim(ep: Square) -> Square {
    // From the third rank to the fourth, from the sixth to the fifth.
    Square::wrapping(ep.index() as u32 ^ 8)
}

/// One step ahead.
pub(super) const fn pawn_step(color: Color, pawns: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(pawns.0 << 8),
        Color::Black => Bitboard(pawns.0 >> 8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_walking(square: Square, steps: &[(i8, i8)], occupied: Bitboard) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for &(files, ranks) in steps {
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                set.insert(next);
                if occupied.contains(next) {
                    break;
                }
                at = next;
            }
        }
        set
    }

    #[test]
    fn sliders_agree_with_walking_square_by_square() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..2_000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            for occupied in [Bitboard(seed), Bitboard(seed & seed.rotate_left(23))] {
                for square in Square::all() {
                    assert_eq!(rook(square, occupied), by_walking(square, &ROOK_STEPS, occupied));
                    assert_eq!(bishop(square, occupied), by_walking(square, &BISHOP_STEPS, occupied));
                }
            }
        }
    }

    #[test]
    fn between_and_line_on_known_squares() {
        assert_eq!(between(Square::A1, Square::D4), [Square::B2, Square::C3].into_iter().collect());
        assert_eq!(between(Square::D4, Square::A1), between(Square::A1, Square::D4));
        assert_eq!(between(Square::A1, Square::B3), Bitboard::EMPTY);
        assert_eq!(line(Square::C3, Square::C5), Bitboard::from_file(super::super::File::C));
        assert_eq!(line(Square::A1, Square::B3), Bitboard::EMPTY);
    }
}
