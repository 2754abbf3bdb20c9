//! Where the pieces stand: a mailbox for "what is on this square", bitboards for "where are these pieces".

use super::{Bitboard, Color, Piece, Role, Square, attacks};

/// The mailbox code of an empty square; other codes are the role's index, plus 8 for Black.
pub(super) const EMPTY: u8 = 6;

/// The pieces and their squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// By role; slot 6 belongs to the empty squares and stays empty, so that taking nothing needs no branch.
    roles: [Bitboard; 8],
    colors: [Bitboard; 2],
    mailbox: [u8; 64],
}

impl Default for Board {
    /// The usual array of the start.
    fn default() -> Board {
        Board::START
    }
}

impl Board {
    /// A board without pieces.
    #[must_use]
    pub const fn empty() -> Board {
        Board { roles: [Bitboard::EMPTY; 8], colors: [Bitboard::EMPTY; 2], mailbox: [EMPTY; 64] }
    }

    /// The usual array of the start.
    pub(super) const START: Board = {
        let mut board = Board::empty();
        board.colors = [Bitboard(0xffff), Bitboard(0xffff << 48)];
        let mut file = 0;
        while file < 8 {
            let men = [(file, Role::FIRST_RANK[file]), (8 + file, Role::Pawn)];
            let mut i = 0;
            while i < 2 {
                let (square, role) = men[i];
                board.roles[role as usize].0 |= 1 << square | 1 << (square ^ 56);
                board.mailbox[square] = role as u8;
                board.mailbox[square ^ 56] = role as u8 | 8;
                i += 1;
            }
            file += 1;
        }
        board
    };

    /// From the white pieces and the three bits of the role's number, as [`Identity`](super::Identity) has them.
    pub(super) fn from_planes(&[white, one, two, four]: &[Bitboard; 4]) -> Board {
        let occupied = one | two | four;
        let roles = [one - two - four, two - one - four, one & two, four - one - two, four & one, four & two];
        let mut board = Board::empty();
        board.roles[..6].copy_from_slice(&roles);
        board.colors = [white, occupied - white];
        for (rank, codes) in board.mailbox.as_chunks_mut().0.iter_mut().enumerate() {
            let spread = |plane: Bitboard| spread((plane.0 >> (8 * rank)) as u8);
            let (there, white) = (spread(occupied), spread(white));
            let number = spread(one) | spread(two) << 1 | spread(four) << 2;
            // A pawn is number 1 and code 0, an empty square number 0.
            let code = (number + EMPTY_CODES - 7 * there) | ((there - white) << 3);
            *codes = code.to_le_bytes();
        }
        board
    }

    /// The piece on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        let code = self.mailbox[square.index()];
        match Role::from_index(code & 7) {
            Some(role) => {
                Some(Piece { color: if code & 8 == 0 { Color::White } else { Color::Black }, role })
            }
            None => None,
        }
    }

    /// The kind of piece on a square.
    #[must_use]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        Role::from_index(self.mailbox[square.index()] & 7)
    }

    /// The side of the piece on a square.
    #[must_use]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        self.piece_at(square).map(|piece| piece.color)
    }

    /// The squares of all pieces of a kind.
    #[must_use]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    /// The squares of all pieces of a side.
    #[must_use]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The squares of all pieces of a kind and side.
    #[must_use]
    pub const fn pieces(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.roles[role as usize].0 & self.colors[color as usize].0)
    }

    /// The squares of all pieces.
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// The square of the king of a side, the lowest when there are several.
    #[must_use]
    pub const fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).first()
    }

    /// The squares of both kings.
    pub(super) const fn kings(&self) -> [Square; 2] {
        [self.pieces(Color::White, Role::King).lowest(), self.pieces(Color::Black, Role::King).lowest()]
    }

    /// The rooks and queens.
    pub(super) const fn straight(&self) -> Bitboard {
        Bitboard(self.roles[Role::Rook as usize].0 | self.roles[Role::Queen as usize].0)
    }

    /// The bishops and queens.
    pub(super) const fn diagonal(&self) -> Bitboard {
        Bitboard(self.roles[Role::Bishop as usize].0 | self.roles[Role::Queen as usize].0)
    }

    /// The squares of all pieces of the kind of a mailbox code.
    #[inline(always)]
    pub(super) const fn by_code(&self, code: u8) -> Bitboard {
        self.roles[(code & 7) as usize]
    }

    /// The mailbox code of a square.
    pub(super) const fn code(&self, square: Square) -> u8 {
        self.mailbox[square.index()]
    }

    /// The mailbox codes of all squares.
    pub(super) const fn codes(&self) -> &[u8; 64] {
        &self.mailbox
    }

    /// Puts a piece on a square, or empties it.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        let old = self.mailbox[square.index()];
        self.roles[usize::from(old & 7)].remove(square);
        self.colors[0].remove(square);
        self.colors[1].remove(square);
        self.mailbox[square.index()] = EMPTY;
        if let Some(Piece { color, role }) = piece {
            self.roles[role as usize].insert(square);
            self.colors[color as usize].insert(square);
            self.mailbox[square.index()] = role as u8 | (color as u8) << 3;
        }
    }

    /// Moves the piece of `code` (of the side `us`) from one square to another, taking what is there.
    /// The code of the taken piece, or [`EMPTY`].
    #[inline(always)]
    pub(super) fn shift(&mut self, us: Color, code: u8, from: Square, to: Square) -> u8 {
        self.shift_bits(us, code, (from, from.into()), (to, to.into()))
    }

    /// The same with the bits of the squares, where they are known already.
    #[inline(always)]
    pub(super) fn shift_bits(
        &mut self,
        us: Color,
        code: u8,
        (from, origin): (Square, Bitboard),
        (to, target): (Square, Bitboard),
    ) -> u8 {
        let taken = self.mailbox[to.index()];
        let both = origin.0 | target.0;
        self.roles[usize::from(taken & 7)].0 &= !target.0;
        self.roles[usize::from(code & 7)].0 ^= both;
        self.colors[(us as usize) ^ 1].0 &= !target.0;
        self.colors[us as usize].0 ^= both;
        self.mailbox[from.index()] = EMPTY;
        self.mailbox[to.index()] = code;
        taken
    }

    /// The pieces of both sides that attack a square on a board occupied like this.
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        (attacks::pawn(Color::Black, square) & self.pieces(Color::White, Role::Pawn))
            | (attacks::pawn(Color::White, square) & self.pieces(Color::Black, Role::Pawn))
            | (attacks::knight(square) & self.by_role(Role::Knight))
            | (attacks::king(square) & self.by_role(Role::King))
            | (attacks::bishop(square, occupied) & self.diagonal())
            | (attacks::rook(square, occupied) & self.straight())
    }

    /// Whether a piece of `by` attacks a square on a board occupied like this. Pieces on squares not occupied do not count.
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let them = self.by_color(by) & occupied;
        let leapers = (attacks::pawn(!by, square) & self.by_role(Role::Pawn))
            | (attacks::knight(square) & self.by_role(Role::Knight))
            | (attacks::king(square) & self.by_role(Role::King));
        (leapers & them).any() || self.sliders_to(square, them, occupied).any()
    }

    /// The sliders among `among` that attack a square on a board occupied like this: found from the few that
    /// stand on a line with it, without computing what they attack.
    #[inline]
    pub(super) fn sliders_to(&self, square: Square, among: Bitboard, occupied: Bitboard) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        for slider in self.snipers(square) & among {
            if (attacks::between(slider, square) & occupied).is_empty() {
                found.insert(slider);
            }
        }
        found
    }

    /// The sliders of both sides that would attack a square on an empty board.
    #[inline]
    pub(super) fn snipers(&self, square: Square) -> Bitboard {
        (attacks::reach(Role::Bishop, square) & self.diagonal())
            | (attacks::reach(Role::Rook, square) & self.straight())
    }
}

/// The codes of eight empty squares.
const EMPTY_CODES: u64 = 0x0101_0101_0101_0101 * EMPTY as u64;

/// The bits of a byte as eight bytes.
const fn spread(bits: u8) -> u64 {
    let alone = (bits as u64).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (alone + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}
