//! Why no legal move fits: one position and one word, and what is said of it.
use descant::chess::Position;
use descant::code::Code;
use descant::replay::Options;

use crate::replay_words::read_from;

/// What is said of a word that no move fits.
fn why(fen: &str, word: &str) -> String {
    let position = Position::from_fen(fen).expect("a position");
    let line = read_from(&position, word, &Options { repair: false, ..Options::default() });
    let found = line.diagnostics.iter().find(|found| found.code == Code::PartialScore);
    let message = found.map_or("", |found| found.message.as_str());
    message.strip_prefix("no legal move fits here: ").unwrap_or(message).to_owned()
}

#[test]
fn the_nearest_miss_on_the_board_is_named() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (fen, word, told) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "P-K4", "White is mate already"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "K-R2", "Black is stalemate already"),
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "O-O", "White is in check and cannot castle"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "White may no longer castle on that side"),
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "O-O", "pieces stand between White's king and rook"),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "White's king would pass a square that is attacked"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "Q-K2", "White has no queen there to move"),
        ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "RxN", "Black has no knight there to be taken"),
        (start, "Q-Q2", "White has a piece of its own on d2"),
        (start, "K-K2", "White has a piece of its own on e2"),
        (start, "N-K5", "the knight on b1 does not reach e5"),
        (
            "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
            "B-K4",
            "the bishop on c1 goes on dark squares only, and e4 is none",
        ),
        ("4k3/8/8/8/8/4P3/8/2B1K3 w - - 0 1", "B-KB4", "the bishop on c1 is kept from f4 by the piece on e3"),
        ("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "N-Q5", "the knight on b1 does not reach d5"),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "P-K5", "the pawn on e3 does not reach e5"),
        (
            "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
            "N-QB3",
            "the knight from e2 to c3 would leave the king in check",
        ),
        ("4k3/8/8/8/8/8/3p4/3RK3 w - - 0 1", "R-Q2", "a piece to be taken stands on d2"),
    ] {
        assert_eq!(why(fen, word), told, "{word} in {fen}");
    }
}
