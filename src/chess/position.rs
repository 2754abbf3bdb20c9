//! A playable position, and playing a move on it.

use std::hint::select_unpredictable;

use super::attacks::{self, ep_victim, pawn_step};
use super::board::EMPTY;
use super::{
    Bitboard, Board, CastlingMode, CastlingRights, CastlingSide, Color, File, Move, MoveKind, Piece, Rank,
    Role, San, Square,
};

/// No en passant square.
const NO_SQUARE: u8 = 64;

/// A position that can be played on: one king a side, the side that has just moved not in check, castling rights
/// and en passant square possible. Small and copied; it keeps no history and no key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    board: Board,
    checkers: Bitboard,
    /// The rooks that may still castle (and the empty corners of rooks given as odds): one AND a move keeps it.
    castling: Bitboard,
    halfmove_clock: u32,
    fullmove_number: u32,
    turn: Color,
    ep: u8,
    mode: CastlingMode,
    /// Where the kings stand: asked of every move, and seldom changed.
    kings: [Square; 2],
}

impl Default for Position {
    /// The start of a game.
    fn default() -> Position {
        Position::START
    }
}

impl Position {
    /// The start of a game.
    const START: Position = Position {
        board: Board::START,
        checkers: Bitboard::EMPTY,
        castling: Bitboard(
            1 << Square::A1.index()
                | 1 << Square::H1.index()
                | 1 << Square::A8.index()
                | 1 << Square::H8.index(),
        ),
        halfmove_clock: 0,
        fullmove_number: 1,
        turn: Color::White,
        ep: NO_SQUARE,
        mode: CastlingMode::Standard,
        kings: [Square::E1, Square::E8],
    };

    /// The same position without rights to castle with an empty corner (see [`Setup::odds_castling`](super::Setup::odds_castling)): what a FEN
    /// that other programs read can say.
    #[must_use]
    pub fn without_odds_castling(mut self) -> Position {
        let rooks = self.board.by_role(Role::Rook);
        self.castling = Bitboard(self.castling.0 & rooks.0);
        self
    }

    /// From parts that have been found playable together: side to move, rights to castle, en passant square, and the two clocks.
    pub(super) fn from_checked(
        board: Board,
        turn: Color,
        castling: &CastlingRights,
        ep_square: Option<Square>,
        (halfmove_clock, fullmove_number): (u32, u32),
    ) -> Position {
        let mut position = Position {
            kings: board.kings(),
            board,
            checkers: Bitboard::EMPTY,
            castling: castling.iter().map(|(_, _, rook)| rook).collect(),
            halfmove_clock,
            fullmove_number,
            turn,
            ep: ep_square.map_or(NO_SQUARE, |square| square.index() as u8),
            mode: CastlingMode::Standard,
        };
        if position.is_chess960() {
            position.mode = CastlingMode::Chess960;
        }
        position.with_checkers()
    }

    /// From parts of a position, without its clocks.
    pub(super) fn from_packed(
        board: Board,
        turn: Color,
        castling: Bitboard,
        ep: u8,
        mode: CastlingMode,
    ) -> Position {
        let (checkers, halfmove_clock, fullmove_number) = (Bitboard::EMPTY, 0, 1);
        let kings = board.kings();
        Position { board, checkers, castling, halfmove_clock, fullmove_number, turn, ep, mode, kings }
            .with_checkers()
    }

    /// The en passant square as it is kept, and how castling is written.
    pub(super) const fn ep_and_mode(&self) -> (u8, CastlingMode) {
        (self.ep, self.mode)
    }

    /// The pieces.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The piece on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The square of the king.
    #[must_use]
    pub const fn king(&self, color: Color) -> Square {
        self.kings[color as usize]
    }

    /// Who may still castle.
    #[must_use]
    pub fn castling(&self) -> CastlingRights {
        let mut rights = CastlingRights::NONE;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if let Some(rook) = self.castling_rook(color, side) {
                    rights.set(color, side, rook);
                }
            }
        }
        rights
    }

    /// This is the start of the usual game.
    pub(crate) fn is_usual_start(&self) -> bool {
        *self == Position::START
    }

    /// The squares of all rooks and empty corners that stand for a right.
    pub(crate) const fn castling_squares(&self) -> Bitboard {
        self.castling
    }

    /// The rook (or the empty corner, in odds games) a side may still castle with.
    pub(super) fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let rooks = self.castling & Bitboard::from_rank(Rank::First.relative_to(color));
        let below = Bitboard(Bitboard::from_square(self.king(color)).0.wrapping_sub(1));
        match side {
            CastlingSide::King => (rooks - below).first(),
            CastlingSide::Queen => (rooks & below).first(),
        }
    }

    /// Whether a castling right belongs to a king or rook that is not at the standard home.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        self.castling().iter().any(|(color, side, rook)| {
            rook != CastlingRights::corner(color, side) || self.king(color).file() != File::E
        })
    }

    /// How [`Position::uci`] writes castling: as in Chess960 when the game began with rights that only Chess960 has.
    #[must_use]
    pub const fn castling_mode(&self) -> CastlingMode {
        self.mode
    }

    /// The same position with another way to write castling in coordinates.
    #[must_use]
    pub const fn with_castling_mode(mut self, mode: CastlingMode) -> Position {
        self.mode = mode;
        self
    }

    /// The square a pawn has just stepped over, whether or not it can be taken there.
    #[must_use]
    pub const fn ep_square(&self) -> Option<Square> {
        Square::from_index(self.ep)
    }

    /// The en passant square, if a pawn stands ready to take there, pinned or not.
    #[must_use]
    pub fn pseudo_ep_square(&self) -> Option<Square> {
        self.ep_square().filter(|&ep| self.ep_capturers(ep).any())
    }

    /// The en passant square, if taking there is legal.
    #[must_use]
    pub fn legal_ep_square(&self) -> Option<Square> {
        self.ep_square()
            .filter(|&ep| self.ep_capturers(ep).into_iter().any(|from| self.is_safe_en_passant(from, ep)))
    }

    fn ep_capturers(&self, ep: Square) -> Bitboard {
        attacks::pawn(!self.turn, ep) & self.board.pieces(self.turn, Role::Pawn)
    }

    /// Plies since a pawn moved or a piece was taken.
    #[must_use]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move to be played, from 1; it grows after Black's move.
    #[must_use]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// Plies before this position, as the move number counts them: 0 at the start of a game.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.fullmove_number.saturating_sub(1).saturating_mul(2).saturating_add(self.turn as u32)
    }

    /// The pieces that give check to the side to move.
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub const fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// Whether the side to move is in check and has no move.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move is not in check and has no move.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Whether a legal move takes something.
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Normal => self.board.code(mv.to()) != EMPTY,
            kind => kind == MoveKind::EnPassant,
        }
    }

    /// What a legal move takes.
    #[must_use]
    pub fn captured(&self, mv: Move) -> Option<Role> {
        match mv.kind() {
            MoveKind::Normal => self.board.role_at(mv.to()),
            MoveKind::EnPassant => Some(Role::Pawn),
            _ => None,
        }
    }

    /// Where the piece taken by a legal move stands.
    #[must_use]
    pub fn captured_square(&self, mv: Move) -> Option<Square> {
        match mv.kind() {
            MoveKind::EnPassant => Some(ep_victim(mv.to())),
            _ => self.is_capture(mv).then_some(mv.to()),
        }
    }

    /// Whether a legal move gives check.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        self.after_move(mv).is_check()
    }

    /// The position after a move that is known to be legal. For other moves the result is some position or other, without
    /// a panic.
    #[must_use]
    pub fn after_move(&self, mv: Move) -> Position {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// The position with the other side to move, unless the side to move is in check.
    #[must_use]
    pub fn play_null(&self) -> Option<Position> {
        (!self.is_check()).then(|| self.after_move(Move::NULL))
    }

    /// Plays a legal move here. Does not test whether it is one.
    pub fn play_unchecked(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Normal => self.play_normal(from, to, mv.promotion()),
            MoveKind::EnPassant => self.play_en_passant(from, to),
            MoveKind::Castle | MoveKind::OddsCastle => self.play_castle(mv),
            MoveKind::Null => {
                self.checkers = Bitboard::EMPTY;
                self.ep = NO_SQUARE;
                self.halfmove_clock = self.halfmove_clock.saturating_add(1);
                self.pass_turn(self.turn);
            }
        }
    }

    /// The position after legal moves, one after the other: checks are looked for after the last alone.
    #[must_use]
    pub fn after(&self, moves: impl IntoIterator<Item = Move>) -> Position {
        let mut position = *self;
        for mv in moves {
            position.follow(mv);
        }
        position.with_checkers()
    }

    /// Plays a legal move here and looks for no checks: which pieces give check is not known afterwards.
    #[inline]
    pub(crate) fn follow(&mut self, mv: Move) {
        if mv.is_special() {
            self.play_unchecked(mv);
            return;
        }
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let code = self.board.code(from);
        let is_quiet = self.shift(us, code, from, to) == EMPTY;
        let role = Role::wrapping(code);
        match role {
            Role::King => self.move_king(us, to),
            Role::Pawn => self.pass_over(from, to),
            _ => {}
        }
        let counts = is_quiet && role != Role::Pawn;
        self.halfmove_clock = if counts { self.halfmove_clock.saturating_add(1) } else { 0 };
        self.pass_turn(us);
    }

    /// The same position, with the checks looked for on the whole board.
    fn with_checkers(mut self) -> Position {
        let king = self.king(self.turn);
        let attackers = self.board.attackers_to(king, self.board.occupied());
        self.checkers = attackers & self.board.by_color(!self.turn);
        self
    }

    #[inline]
    fn pass_turn(&mut self, us: Color) {
        self.fullmove_number = self.fullmove_number.saturating_add(us as u32);
        self.turn = !us;
    }

    #[inline]
    pub(super) fn play_normal(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        let (us, code) = (self.turn, self.board.code(from));
        match Role::wrapping(code) {
            Role::Pawn => self.play_pawn(us, from, to, promotion),
            Role::King => self.play_king(us, from, to),
            role => self.play_piece(us, role, from, to),
        }
    }

    /// Plays a plain word of `us`, whose piece is the one of `origin`, which is `from`. The own sliders are known already.
    #[inline(always)]
    pub(super) fn step(&mut self, us: Color, san: San, origin: Bitboard, from: Square, sliders: Bitboard) {
        let (to, role) = (san.target(), san.role_code());
        let target = Bitboard::from_square(to);
        self.castling -= origin | target;
        // Nobody can guess these: they must not become branches. Two ranks on the same file: only a double step of a pawn has
        // this difference.
        let is_double = from.index() ^ to.index() ^ 16 | usize::from(role) == 0;
        self.ep = select_unpredictable(is_double, ep_victim(to).index() as u8, NO_SQUARE);
        let counted = self.halfmove_clock.saturating_add(1);
        self.halfmove_clock = select_unpredictable(san.is_reversible(), counted, 0);
        let enemy = self.king(!us);
        self.board.shift_bits(us, role | (us as u8) << 3, (from, origin), (to, target));
        let blocked = (attacks::between(enemy, to) & self.board.occupied()).any();
        let mut checkers =
            select_unpredictable(blocked, Bitboard::EMPTY, attacks::of_code_from(role, us, enemy) & target);
        // Only a slider on the line from the king through the square just left can have been uncovered.
        if (attacks::line(enemy, from) & (sliders - origin)).any() {
            checkers |= self.board.sliders_to(enemy, self.board.by_color(us), self.board.occupied());
        }
        self.checkers = checkers;
        self.pass_turn(us);
    }

    /// Plays a piece of the side to move, `us`, that is neither pawn nor king.
    #[inline(always)]
    pub(super) fn play_piece(&mut self, us: Color, role: Role, from: Square, to: Square) {
        let code = role as u8 | (us as u8) << 3;
        let is_quiet = self.shift(us, code, from, to) == EMPTY;
        self.halfmove_clock = if is_quiet { self.halfmove_clock.saturating_add(1) } else { 0 };
        self.pass_on(us, code, from, to);
    }

    #[inline(always)]
    fn play_king(&mut self, us: Color, from: Square, to: Square) {
        self.move_king(us, to);
        self.play_piece(us, Role::King, from, to);
    }

    #[inline(always)]
    fn play_pawn(&mut self, us: Color, from: Square, to: Square, promotion: Option<Role>) {
        let mut code = Role::Pawn as u8 | (us as u8) << 3;
        self.shift(us, code, from, to);
        self.halfmove_clock = 0;
        self.pass_over(from, to);
        if let Some(promotion) = promotion {
            self.board.set(to, Some(promotion.of(us)));
            code = promotion as u8;
        }
        self.pass_on(us, code, from, to);
    }

    /// A king moves: its side has no right to castle any more.
    #[inline(always)]
    pub(super) fn move_king(&mut self, us: Color, to: Square) {
        self.kings[us as usize] = to;
        self.castling -= Bitboard::from_rank(Rank::First.relative_to(us));
    }

    /// A pawn has moved: with a double step it has passed over a square.
    #[inline(always)]
    fn pass_over(&mut self, from: Square, to: Square) {
        // Two ranks on the same file: only a double step has this difference.
        if from.index() ^ to.index() == 16 {
            self.ep = (from.index() + to.index()) as u8 / 2;
        }
    }

    /// Moves a piece, with what is the same for all of them. Gives the code of what is taken.
    #[inline(always)]
    fn shift(&mut self, us: Color, code: u8, from: Square, to: Square) -> u8 {
        self.castling = Bitboard(self.castling.0 & !(1 << from.index() | 1 << to.index()));
        self.ep = NO_SQUARE;
        self.board.shift(us, code, from, to)
    }

    /// Ends a move of the piece of `code`.
    #[inline(always)]
    fn pass_on(&mut self, us: Color, code: u8, from: Square, to: Square) {
        self.checkers = self.checks_by_difference(us, code, from, to);
        self.pass_turn(us);
    }

    /// The checks after the piece of `code` has gone from one square to another: its own, and those it uncovered.
    #[inline(always)]
    fn checks_by_difference(&self, us: Color, code: u8, from: Square, to: Square) -> Bitboard {
        let king = self.king(!us);
        let occupied = self.board.occupied();
        let mut checkers = attacks::of_code_from(code, us, king) & to.into();
        if checkers.any() && (attacks::between(king, to) & occupied).any() {
            checkers = Bitboard::EMPTY;
        }
        // Only a slider on the line from the king through the square just left can have been uncovered.
        let own_sliders = (self.board.straight() | self.board.diagonal()) & self.board.by_color(us);
        if (attacks::line(king, from) & (own_sliders - to.into())).any() {
            checkers |= self.board.sliders_to(king, self.board.by_color(us), occupied);
        }
        checkers
    }

    #[cold]
    fn play_en_passant(&mut self, from: Square, to: Square) {
        let us = self.turn;
        self.board.set(ep_victim(to), None);
        self.play_normal(from, to, None);
        // The taken pawn may have uncovered a line that the capturing pawn was not on.
        let king = self.king(!us);
        self.checkers |= self.board.sliders_to(king, self.board.by_color(us), self.board.occupied());
    }

    /// Castles as `us`, who is to move, when that is legal and king and rook stand where they do in standard chess. `None`
    /// says nothing: the position is the same then.
    pub(super) fn play_usual_castle(&mut self, us: Color, side: CastlingSide) -> Option<Move> {
        let home = |file| Square::new(file, Rank::First.relative_to(us));
        let (king, king_to) = (home(File::E), home(side.king_file()));
        let (rook, rook_to) = (CastlingRights::corner(us, side), home(side.rook_file()));
        let has_rook =
            self.castling.contains(rook) && self.board.code(rook) == Role::Rook as u8 | (us as u8) << 3;
        let occupied = self.board.occupied();
        let is_free = (attacks::between(king, rook) & occupied).is_empty();
        if self.king(us) != king || !has_rook || !is_free || self.is_check() {
            return None;
        }
        // Who attacks these squares along the rank from behind king or rook gives check, or is no enemy.
        if [rook_to, king_to].into_iter().any(|square| self.board.is_attacked(square, !us, occupied)) {
            return None;
        }
        self.board.shift(us, Role::Rook as u8 | (us as u8) << 3, rook, rook_to);
        self.board.shift(us, Role::King as u8 | (us as u8) << 3, king, king_to);
        self.end_castling(us, king_to);
        Some(Move::castle(king, rook))
    }

    #[cold]
    fn play_castle(&mut self, mv: Move) {
        let us = self.turn;
        let (king, rook) = (mv.from(), mv.to());
        let Some(side) = mv.castling_side() else { return };
        self.board.set(king, None);
        if mv.kind() == MoveKind::Castle {
            self.board.set(rook, None);
            self.board.set(Square::new(side.rook_file(), king.rank()), Some(Role::Rook.of(us)));
        }
        let king_to = Square::new(side.king_file(), king.rank());
        self.board.set(king_to, Some(Role::King.of(us)));
        self.end_castling(us, king_to);
    }

    /// Ends castling: king and rook stand where they go.
    fn end_castling(&mut self, us: Color, king: Square) {
        self.move_king(us, king);
        self.ep = NO_SQUARE;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        let enemy = self.king(!us);
        self.checkers = self.board.sliders_to(enemy, self.board.by_color(us), self.board.occupied());
        self.pass_turn(us);
    }

    /// The square a pawn on `to` came from with a step straight ahead, if one stands there and the way was free.
    #[inline(always)]
    pub(super) fn pawn_origin(&self, us: Color, to: Square) -> Option<Square> {
        let (pawns, occupied) = (self.board.pieces(us, Role::Pawn), self.board.occupied());
        if occupied.contains(to) {
            return None;
        }
        let one = pawn_step(!us, to.into());
        if (one & pawns).any() {
            return one.first();
        }
        let middle = one & (Bitboard::from_rank(Rank::Third.relative_to(us)) - occupied);
        (pawn_step(!us, middle) & pawns).first()
    }
}
