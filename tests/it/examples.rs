//! The programs in `examples/` do what they say.
#[path = "../../examples/book_to_uci.rs"]
#[expect(dead_code, reason = "its main")]
mod book_to_uci;
#[path = "../../examples/count_captures.rs"]
#[expect(dead_code, reason = "its main")]
mod count_captures;
#[path = "../../examples/final_fens.rs"]
#[expect(dead_code, reason = "its main")]
mod final_fens;
#[path = "../../examples/strip_comments.rs"]
#[expect(dead_code, reason = "its main")]
mod strip_comments;

/// Five captures in the second game of the club (on moves 2, 3 twice, 5 and 6 twice), one in the first.
const CLUB: &str = "fixtures/cli/club.pgn";

#[test]
fn final_fens_gives_the_last_position_of_every_game() {
    let fens = final_fens::final_fens(CLUB).expect("a fixture");
    // Scholar's mate: the queen took on f7, Black's men stand as after 3... Nf6.
    assert_eq!(fens[0], "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4");
}

#[test]
fn book_to_uci_gives_the_moves_of_a_printed_score() {
    let page = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 Kt-B3\n4. Castles\n";
    assert_eq!(
        book_to_uci::book_to_uci(page),
        ["position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 \
          moves e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1"]
    );
}

#[test]
fn strip_comments_leaves_the_moves_and_variations() {
    let mut out = Vec::new();
    let pgn = "1. e4 {one} e5 $1 (1... c5 {two} 2. Nf3 ; three\n) 2. Nf3 *";
    strip_comments::strip_comments(pgn.as_bytes(), &mut out).expect("games in memory");
    let out = String::from_utf8(out).expect("text");
    assert!(out.ends_with("\n1. e4 e5 $1 (1... c5 2. Nf3) 2. Nf3 *\n\n"), "{out}");
}

#[test]
fn count_captures_counts_those_of_the_main_lines() {
    let moves = std::fs::read_to_string(CLUB).expect("a fixture");
    let captures = count_captures::captures(CLUB).expect("a fixture");
    // No comment of the fixture has an x, and its variations are the two in parentheses.
    let mut depth = 0;
    let in_main_lines =
        moves.lines().filter(|line| !line.starts_with('[')).flat_map(str::chars).filter(|&c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == 'x' && depth == 0
        });
    assert_eq!(captures, in_main_lines.count() as u64);
    assert!(captures > 5);
}
