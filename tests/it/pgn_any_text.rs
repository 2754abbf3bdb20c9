//! What holds for any text at all: every byte is in an item or is white, spans follow one another, nothing panics, time
//! grows with size and no faster.
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use descant::game::Node;
use descant::grammar::pgn::game;
use descant::reader::pgn::{PgnOptions, PgnReader};
use descant::record::Record;
use proptest::prelude::*;

use crate::invariants;

fn is_white(c: char) -> bool {
    // A byte order mark read as Windows-1252 is none either.
    invariants::is_white(c) || "ï»¿".contains(c)
}

/// The rules that hold for any text.
fn check(text: &str) {
    let mut record = Record::default();
    let mut at = 0;
    while at < text.len() {
        let end = game(text, at, &mut record);
        assert!(end > at && end <= text.len() && text.is_char_boundary(end), "{text:?}");
        let mut spans: Vec<_> = record.items.iter().map(|item| item.span).collect();
        spans.extend(record.tags.iter().map(|pair| pair.span));
        spans.sort_unstable();
        let mut covered = at as u32;
        for span in spans {
            assert!(
                span.start >= covered && span.end > span.start && span.end as usize <= end,
                "{text:?} {record:?}"
            );
            let between = &text[covered as usize..span.start as usize];
            assert!(between.chars().all(is_white), "{between:?} of {text:?} is in no item");
            covered = span.end;
        }
        assert!(text[covered as usize..end].chars().all(is_white), "{text:?}");
        for remark in &record.remarks {
            assert!(
                text.get(remark.span.range()).is_some_and(|words| !words.is_empty()),
                "{text:?} {remark:?}"
            );
        }
        at = end;
    }
    let mut next = 0;
    let _ = PgnReader::new(PgnOptions { claims: true, ..PgnOptions::default() }).read(text, &mut |found| {
        assert_eq!(found.raw.start, next, "{text:?}");
        next = found.raw.end;
        let mut depth = 0;
        for node in &found.game.nodes {
            match node {
                Node::Open => depth += 1,
                Node::Close => depth -= 1,
                Node::Move(played) => assert!(text.get(played.span.range()).is_some_and(|t| !t.is_empty())),
                _ => {}
            }
            assert!(depth >= 0, "{text:?}");
        }
        assert_eq!(depth, 0, "{text:?}");
        for diagnostic in found.diagnostics {
            assert!(text.get(diagnostic.span.range()).is_some(), "{text:?} {diagnostic:?}");
        }
        let moves = found.game.nodes.iter().filter(|node| matches!(node, Node::Move(_))).count();
        assert!(moves >= found.game.plies as usize);
        ControlFlow::Continue(())
    });
    assert!(text[next as usize..].chars().all(is_white), "{text:?}");
}

/// Pieces of PGN, good and bad.
fn piece() -> impl Strategy<Value = String> {
    let words = [
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "Bb5",
        "a6",
        "O-O",
        "0-0",
        "exd5",
        "ed",
        "e8=Q",
        "e8(Q)",
        "e2e4",
        "1.",
        "1...",
        "2",
        "...",
        "*",
        "1-0",
        "0-1",
        "1/2-1/2",
        "½-½",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "\"",
        ";",
        "%",
        "$",
        "$3",
        "!",
        "?!",
        "+",
        "++",
        "#",
        "ch",
        "mate",
        "e.p.",
        "N",
        "=",
        "+-",
        "<",
        ">",
        "\n",
        "\r\n",
        " ",
        "\t",
        "\u{A0}",
        "\u{FEFF}",
        "[Event \"a\"]",
        "[Result \"1-0\"]",
        "\n\n[Event \"b\"]\n",
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]",
        "Sf3",
        "♘f3",
        "Кf3",
        "ï»¿",
        "\\",
        "hello",
        ",",
        ".",
        "--",
        "Z0",
        "-",
        "0000",
        "…",
        "x",
        "\u{0}",
        "🙂",
    ];
    prop_oneof![
        8 => prop::sample::select(words.to_vec()).prop_map(str::to_owned),
        1 => "[ -~]{1,3}",
        1 => any::<char>().prop_map(String::from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_pieces_in_any_order(pieces in prop::collection::vec((piece(), any::<bool>()), 0..40)) {
        let text: String = pieces.iter().map(|(piece, blank)| if *blank { format!("{piece} ") } else { piece.clone() }).collect();
        check(&text);
    }

    #[test]
    fn fixtures_with_damage(cut in 0usize..20_000, length in 0usize..400, at in 0usize..400, put in piece()) {
        let fixtures = include_str!("../../fixtures/pgn/reading.txt");
        let floor = |mut n: usize| { n = n.min(fixtures.len()); while !fixtures.is_char_boundary(n) { n -= 1; } n };
        let (start, end) = (floor(cut), floor(cut + length));
        let mut text = fixtures[start..end].to_owned();
        let mut place = at.min(text.len());
        while !text.is_char_boundary(place) { place -= 1; }
        text.insert_str(place, &put);
        check(&text);
    }
}

/// Reads a text and says how many games it has.
fn games(text: &str) -> usize {
    let mut count = 0;
    let _ = PgnReader::new(PgnOptions::default()).read(text, &mut |found| {
        assert!(found.diagnostics.len() <= 200, "{}", found.diagnostics.len());
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

#[test]
fn hostile_sizes_take_linear_time() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let next = "\n\n[Event \"next\"]\n\n1. e4 *\n";
    let n = 200_000;
    let cases = [
        ("a long comment", format!("1. e4 {{{}}} e5 *{next}", "word ".repeat(n))),
        ("a comment that never closes", format!("1. e4 {{{}{next}", "word\n".repeat(n))),
        ("nested variations", format!("1. e4 {}{} *{next}", "(1. d4 ".repeat(n), ")".repeat(n))),
        ("open variations", format!("1. e4 {} *{next}", "(1. d4 ".repeat(n))),
        ("empty variations", format!("1. e4 {} *{next}", "() ".repeat(n))),
        ("parentheses", format!("1. e4 {}{next}", "(".repeat(n))),
        ("closing parentheses", format!("1. e4 {}{next}", ")".repeat(n))),
        ("many plies", format!("{} *{next}", shuffle.repeat(n / 4))),
        ("moves run together", format!("{} *{next}", shuffle.replace(' ', "").repeat(n / 4))),
        ("numbers", format!("1. e4 {} *{next}", "7. ".repeat(n))),
        ("a long tag", format!("[Event \"{}\"]\n\n1. e4 *{next}", "long \\\" ".repeat(n))),
        (
            "many tags",
            format!("{}\n1. e4 *{next}", (0..n / 4).map(|i| format!("[T{i} \"x\"]\n")).collect::<String>()),
        ),
        ("open tags", format!("{}\n1. e4 *{next}", "[White \"a\n".repeat(n))),
        ("quotes", format!("[White \"{}\n1. e4 *{next}", "\"".repeat(n))),
        ("prose", format!("1. e4 * {}{next}", "The quick brown fox. ".repeat(n))),
        ("lines of prose", format!("1. e4 *\n{}{next}", "The quick brown fox.\n".repeat(n))),
        ("one word", format!("1. e4 {} *{next}", "x".repeat(n * 10))),
        ("odd moves", format!("{} *{next}", "Ng1-f3 Ng8-f6 Nf3-g1 Nf6-g8 ".repeat(n / 20))),
        ("signs", format!("1. e4 {} *{next}", "+ ! ± $999 ".repeat(n))),
        ("braces", format!("1. e4 {} *{next}", "} ".repeat(n))),
        ("results", format!("1. e4 {}{next}", "1-0 ".repeat(n))),
        ("white space", format!("1. e4 {} *{next}", "\u{A0}".repeat(n))),
    ];
    for (name, text) in cases {
        let start = Instant::now();
        let found = games(&text);
        let took = start.elapsed();
        assert!(found >= 2, "{name}: the next game is lost");
        assert!(took < Duration::from_secs(20), "{name}: {took:?} for {} bytes", text.len());
    }
}
