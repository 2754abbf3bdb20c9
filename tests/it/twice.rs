//! `convert` of its own output is a fixed point on every input: bytes of any kind, pieces of PGN, of books, of both.
use proptest::prelude::*;

use crate::invariants::{converted_twice_is_the_same, quick, text_is_sound};

/// Words and signs that mean something to some part of the program.
const PIECES: &[&str] = &[
    "[Event \"x\"]",
    "[Variant \"Atomic\"]",
    "[Variant \"Chess960\"]",
    "[SetUp \"1\"]",
    "[Result \"1-0\"]",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\"]",
    "[FEN \"8/8\"]",
    "[White \"A \\\"B\\\"\"]",
    "[Reading \"certain\"]",
    "[A]",
    "[A \"",
    "\"]",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    ";",
    "%",
    "<",
    ">",
    "\\",
    "\"",
    "$1",
    "$300",
    "!?",
    "*",
    "1-0",
    "1/2-1/2",
    "0-1",
    "1.",
    "2.",
    "3.",
    "1...",
    "12.",
    "e4",
    "e5",
    "Nf3",
    "Nc6",
    "Bb5",
    "a6",
    "O-O",
    "e8=Q",
    "Ke2",
    "--",
    "e2e4",
    "Sf3",
    "P-K4",
    "P-Q4",
    "P to K 4",
    "Kt-KB3",
    "Kt-QB3",
    "B-Kt5",
    "P-QR3",
    "PxP",
    "Kt x P",
    "Castles",
    "K-B2",
    "Q-R8",
    "B-K0",
    "ch.",
    "mate",
    "dis. ch.",
    "Resigns",
    "Drawn.",
    "White",
    "Black",
    "WHITE.",
    "BLACK.",
    "GAME 1.",
    "GAME II.",
    "Smith against Jones.",
    "Better is P-Q3.",
    "(a)",
    "Odds of Queen's Rook.",
    "White to move and mate in two.",
    "White: K on KR8.",
    "the",
    "word",
    "é",
    "\u{2014}",
    "\u{202e}",
    "\u{ad}",
    "|",
    "—",
    "\u{1b}[2J",
    "\0",
    "\r\n",
];

/// What stands between two of them.
const GAPS: &[&str] = &[" ", "\n", "\n\n", "", "\t", "  ", ", "];

fn pieces(most: usize) -> impl Strategy<Value = String> {
    let piece = (proptest::sample::select(PIECES), proptest::sample::select(GAPS));
    proptest::collection::vec(piece, 0..most)
        .prop_map(|all| all.into_iter().flat_map(|(piece, gap)| [piece, gap]).collect())
}

/// Games that begin soundly and are cut or broken by the pieces that follow.
fn games() -> impl Strategy<Value = String> {
    let heads = proptest::sample::select(vec![
        "[Event \"x\"]\n\n1. e4 e5 2. Nf3 ",
        "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 ",
        "GAME 1.\n\nWHITE. BLACK.\n1 P-K4 P-K4\n2 P-Q4 PxP\n",
        "[Variant \"Atomic\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\"]\n\n1. P-K4 ",
        "1. e4 e5\n\n1. d4 ",
        "",
    ]);
    proptest::collection::vec((heads, pieces(12)), 1..4)
        .prop_map(|games| games.into_iter().map(|(head, rest)| format!("{head}{rest}\n\n")).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn any_bytes_converted_twice_are_the_same(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        converted_twice_is_the_same(&bytes, &quick());
    }

    #[test]
    fn any_pieces_converted_twice_are_the_same(text in pieces(60)) {
        converted_twice_is_the_same(text.as_bytes(), &quick());
        text_is_sound(&text, &quick());
    }

    #[test]
    fn any_broken_games_converted_twice_are_the_same(text in games()) {
        converted_twice_is_the_same(text.as_bytes(), &quick());
        text_is_sound(&text, &quick());
    }
}
