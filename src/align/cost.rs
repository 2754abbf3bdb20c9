//! What the ways from one move of a game to the next cost, in tenths; each with the reason for it.

/// The first word of prose between two moves: most games are printed without any.
pub(crate) const FIRST_WORD: u32 = 3;
/// Each word more.
pub(crate) const WORD: u32 = 1;
/// All words of prose between two moves together: a long note is no worse than a short one.
pub(crate) const MOST_WORDS: u32 = 12;
/// All words on lines of their own before a row that bears the number that is due, and all moves that they name.
pub(crate) const NOTE_BEFORE_ROW: u32 = 3;
/// A part of a move stands alone: it belongs to the move before or behind it.
pub(crate) const SCRAP: u32 = 20;
/// A move behind words that say that it is not played.
pub(crate) const UNPLAYED: u32 = 28;
/// A move that goes on with one that is not played, without a number of its own.
pub(crate) const AFTER_UNPLAYED: u32 = 6;
/// A move is passed over that stands in prose.
pub(crate) const SKIP_IN_PROSE: u32 = 3;
/// A move is passed over whose number is that of another place in the game.
pub(crate) const SKIP_ELSEWHERE: u32 = 4;
/// A row is passed over that bears the number wanted: another row must bear it, too, or the numbers go wrong.
pub(crate) const SKIP_NUMBERED: u32 = 12;
/// The same, right behind the row before.
pub(crate) const SKIP_NEXT: u32 = 18;
/// A move is passed over that stands in a row without a number.
pub(crate) const SKIP_ROW: u32 = 22;
/// Moves in prose that are passed over together cost no more.
pub(crate) const MOST_SKIPPED: u32 = 15;
/// Brackets are passed over.
pub(crate) const ASIDE: u32 = 1;
/// A footnote is passed over.
pub(crate) const NOTE: u32 = 2;
/// A figure that numbers nothing.
pub(crate) const EXTRA_NUMBER: u32 = 2;
/// The same in raw print: it may be a part of the move before it.
pub(crate) const EXTRA_NUMBER_OF_RAW: u32 = 8;
/// The number is not the one that is due: one row in five hundred is misnumbered.
pub(crate) const WRONG_NUMBER: u32 = 30;
/// Raw print of a number of which one figure is another, is lost, or is too much.
pub(crate) const MISREAD_FIGURE: u32 = 8;
/// Raw print where a number stands that cannot be read.
pub(crate) const UNREAD_NUMBER: u32 = 2;
/// The number is wrong by as much as the one before: all rows after a misprint or a lost row are.
pub(crate) const SAME_OFFSET: u32 = 1;
/// White's move has no number, where all before have one.
pub(crate) const NO_NUMBER: u32 = 18;
/// White's move has no number, in a score of which it is not known whether it has any.
pub(crate) const NO_NUMBER_YET: u32 = 2;
/// Black's move bears White's number again, without dots, in a score that does not do so.
pub(crate) const NUMBERED_AGAIN: u32 = 2;
/// The same on a line below, where no wide blank holds the place of White's move: a note that tells another way to play.
pub(crate) const NUMBERED_BELOW: u32 = 14;
/// The number or the dots say that the other side moves.
pub(crate) const OTHER_SIDE: u32 = 30;
/// A word that says how the game ended stands before the move.
pub(crate) const AFTER_END: u32 = 14;
/// The heads of the columns stand before the move.
pub(crate) const AFTER_HEAD: u32 = 2;
/// A title stands before the move.
pub(crate) const AFTER_TITLE: u32 = 12;
/// A title stands before the move that gives another game its number.
pub(crate) const AFTER_GAME_TITLE: u32 = 40;
/// A row stands before the move that is numbered 1: another game begins there.
pub(crate) const NEW_GAME: u32 = 30;
/// The move might as well be prose (`K moves`).
pub(crate) const UNSURE: u32 = 5;
/// The next move is looked for by its number, elsewhere.
pub(crate) const JUMP: u32 = 5;
/// A row of the text stands behind the end of the game with the number that is due.
pub(crate) const ROW_LEFT: u32 = 20;
/// So does a move in running text.
pub(crate) const MOVE_LEFT: u32 = 10;
/// Rows left behind the end cost no more.
pub(crate) const MOST_LEFT: u32 = 60;
/// The game ends where a move might follow at no cost; less where one follows at some cost.
pub(crate) const EARLY_END: u32 = 25;
/// A prose word stands right behind the move: it may be spoken of, not played.
pub(crate) const SPOKEN: u32 = 5;
/// The same below rows of a table: the sentence is a note.
pub(crate) const SPOKEN_BELOW: u32 = 20;
/// A move in words below rows without numbers.
pub(crate) const LEAVES_ROWS: u32 = 25;
/// The words right behind the move call it usual, better or the like: another was played.
pub(crate) const CALLED_BETTER: u32 = 12;
/// The words have the looks of a move and do not read as one.
pub(crate) const BLURRED: u32 = 10;
/// The move stands in prose, and a row with its number waits behind it.
pub(crate) const ROW_WAITS: u32 = 25;
/// Steps that cost more are not taken.
pub(crate) const MOST_STEP: u32 = 60;
/// The next move of a side stands behind its last one: the sides have blocks of their own.
pub(crate) const OWN_COLUMN: u32 = 15;
/// The next row stands in another column.
pub(crate) const OTHER_COLUMN: u32 = 6;
/// A cell in the middle of a block, though the cell above is not the last move of the side.
pub(crate) const ENTERS_BLOCK: u32 = 40;
/// A move elsewhere, though the block of the side goes on.
pub(crate) const LEAVES_BLOCK: u32 = 40;
/// A block below a head of its own, though the game has begun.
pub(crate) const HEADED_BLOCK: u32 = 15;
/// White's block has another number of moves than Black's.
pub(crate) const OTHER_LENGTH: u32 = 5;
/// A piece of a column that was handed out by itself begins; each that is passed over costs one more.
pub(crate) const NEW_STRIP: u32 = 3;
/// In such pieces a game that costs more than this, and more than that for each half-move, is none.
pub(crate) const MOST_OF_STRIPS: u32 = 60;
pub(crate) const PLY_OF_STRIPS: u32 = 4;
/// It stands below the head of the other side.
pub(crate) const OTHER_HEAD: u32 = 15;
/// Titles before it cost no more: a recogniser that hands out columns by themselves hands out titles anywhere.
pub(crate) const MOST_OVER_OF_STRIP: u32 = 8;
/// Titles between the blocks of a game of raw print cost no more: a recogniser hands them out anywhere.
pub(crate) const MOST_OVER_OF_BLOCK: u32 = 20;
