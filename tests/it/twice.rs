//! `convert` of its own output is a fixed point on every input: bytes of any kind, pieces of PGN, of books, of both.
use proptest::prelude::*;

use crate::hostile_mutations::TOKENS;
use crate::invariants::{converted_twice_is_the_same, quick, text_is_sound};

/// Words of tags and of books, beside the signs of [`TOKENS`].
const WORDS: &[&str] = &[
    "[Variant \"Atomic\"]",
    "[SetUp \"1\"]",
    "[Result \"1-0\"]",
    "[FEN \"8/8\"]",
    "[White \"A \\\"B\\\"\"]",
    "[Reading \"certain\"]",
    "GAME 1.",
    "Smith against Jones.",
    "Odds of Queen's Rook.",
    "White: K on KR8.",
    "WHITE.",
    "P-Q4",
    "Kt-QB3",
    "B-Kt5",
    "P-QR3",
    "PxP",
    "Q-R8",
    "B-K0",
    "Drawn.",
    "Better is P-Q3.",
    "the",
    "\u{202e}",
    "\u{1b}[2J",
];

/// What stands between two of them.
const GAPS: &[&str] = &[" ", "\n", "\n\n", "", "\t", "  ", ", "];

fn pieces(most: usize) -> impl Strategy<Value = String> {
    let all = [TOKENS, WORDS].concat();
    let piece = (proptest::sample::select(all), proptest::sample::select(GAPS));
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
