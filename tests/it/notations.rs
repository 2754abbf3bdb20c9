//! Texts whose games are written in more than one notation: each is read in its own.
use descant::code::Code;
use descant::game::{Node, Verdict};
use descant::lexicon::Language;
use descant::reader::text::{TextOptions, read_text};

use super::console::run;

/// Five rows of a game, and what they play.
const PLAYED: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4";
const DESCRIPTIVE: [(&str, &str); 5] =
    [("P-K4", "P-K4"), ("Kt-KB3", "Kt-QB3"), ("B-B4", "B-B4"), ("P-B3", "Kt-B3"), ("P-Q4", "PxP")];
const ENGLISH: [(&str, &str); 5] =
    [("e4", "e5"), ("Nf3", "Nc6"), ("Bc4", "Bc5"), ("c3", "Nf6"), ("d4", "exd4")];
const GERMAN: [(&str, &str); 5] =
    [("e4", "e5"), ("Sf3", "Sc6"), ("Lc4", "Lc5"), ("c3", "Sf6"), ("d4", "exd4")];
const LONG: [(&str, &str); 5] =
    [("e2-e4", "e7-e5"), ("Ng1-f3", "Nb8-c6"), ("Bf1-c4", "Bf8-c5"), ("c2-c3", "Ng8-f6"), ("d2-d4", "e5xd4")];

/// A game with its title: in rows, or in running text.
fn game(number: usize, moves: &[(&str, &str); 5], in_rows: bool) -> String {
    let rows = moves.iter().zip(1..).map(|((white, black), n)| {
        if in_rows { format!("{n}. {white:12}{black}\n") } else { format!("{n}. {white} {black} ") }
    });
    format!("GAME {number}.\n\nAlder against Birch.\n\n{}\nDrawn.\n\n\n", rows.collect::<String>())
}

#[test]
fn each_game_is_read_in_the_notation_it_is_written_in() {
    for other in [ENGLISH, GERMAN, LONG] {
        for in_rows in [false, true] {
            for order in [[true, false, true], [false, true, true], [true, true, false], [false, false, true]]
            {
                let texts: Vec<String> = (1..)
                    .zip(order)
                    .map(|(n, is_own)| game(n, if is_own { &DESCRIPTIVE } else { &other }, in_rows))
                    .collect();
                let text = texts.concat();
                let report = read_text(&text, &TextOptions::default());
                assert_eq!(report.verdicts, [3, 0, 0, 0, 0], "{text}");
                assert!(report.unread.is_empty(), "{text}");
                let numbers: Vec<_> = report.games.iter().map(|found| found.game.tag("Round")).collect();
                assert_eq!(numbers, [Some("1"), Some("2"), Some("3")], "{text}");
                let covered: u32 =
                    report.regions.iter().map(|region| region.span.end - region.span.start).sum();
                assert_eq!(covered as usize, text.len(), "{text}");
                let out = String::from_utf8(run(&["convert", "-q", "-"], text.as_bytes()).stdout);
                assert_eq!(out.expect("UTF-8").replace('\n', " ").matches(PLAYED).count(), 3, "{text}");
            }
        }
    }
}

#[test]
fn games_in_another_notation_than_the_text_say_so() {
    let text = [game(1, &DESCRIPTIVE, true), game(2, &GERMAN, true), game(3, &DESCRIPTIVE, true)].concat();
    let report = read_text(&text, &TextOptions::default());
    let says = |game: usize| {
        let found = report.games[game].diagnostics.iter().find(|found| found.code == Code::OtherNotation);
        found.map(|found| found.message.to_string())
    };
    assert_eq!(says(1).as_deref(), Some("this game is read as algebraic (de), most of the text is not"));
    assert!(says(0).is_none() && says(2).is_none());
    assert_eq!(report.notation.language, Language::English);
    // What is told of all of a text holds for all of it.
    let forced = TextOptions { notation: Some(report.notation), ..TextOptions::default() };
    let report = read_text(&text, &forced);
    assert_eq!(report.games.len(), 2);
}

/// As an appendix to a book may have them.
#[test]
fn games_in_pgn_are_read_beside_those_of_a_book() {
    let pgn = "[Event \"Club\"]\n[White \"Cedar\"]\n[Black \"Fir\"]\n[Result \"1-0\"]\n\n\
               1. {A quiet opening, with nothing in it that a novice would not know from his first book.} e4 e5\n\
               2. Nf3 Nc6 (2... d6) 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 {Best.} 1-0\n\n\n"
        .to_owned();
    for text in [
        [game(1, &DESCRIPTIVE, true), game(2, &DESCRIPTIVE, false), pgn.clone()].concat(),
        [game(1, &DESCRIPTIVE, true), pgn.clone(), pgn.clone(), game(2, &DESCRIPTIVE, true)].concat(),
    ] {
        let done = run(&["convert", "-"], text.as_bytes());
        let out = String::from_utf8(done.stdout).expect("UTF-8").replace('\n', " ");
        let (pgns, own) = (text.matches("[Event").count(), text.matches("GAME").count());
        assert_eq!(out.matches("[Event").count(), pgns + own, "{out}");
        assert_eq!(out.matches("[White \"Cedar\"]").count(), pgns, "{out}");
        assert_eq!(
            out.matches("2... Nc6 (2... d6)").count() + out.matches("Nc6 (2... d6)").count(),
            pgns,
            "{out}"
        );
        assert_eq!(out.matches(PLAYED).count(), own, "{out}");
    }
}

/// Men in letters and figures may stand above moves in words.
#[test]
fn a_position_in_letters_stands_above_moves_in_descriptive_notation() {
    for head in [
        "White: Kg1, Rd2, Pc2, f2.\nBlack: Kg8, Ra8, Pa7, h7.",
        "WHITE\u{2014}Kg1, Rd2, Pc2, f2. BLACK\u{2014}Kg8, Ra8, Pa7, h7.",
        "White has Kg1, Rd2, Pc2, f2. Black has Kg8, Ra8, Pa7, h7.",
    ] {
        for moves in
            ["1. R-Q7   P-QR4\n2. R-QB7  P-R5\n3. R-B4   P-R6\n", "1. R-Q7, P-QR4; 2. R-QB7, P-R5.\n"]
        {
            let text = format!("ENDING 4.\n\n{head}\n\nWhite to play.\n\n{moves}\n");
            let report = read_text(&text, &TextOptions::default());
            assert_eq!(report.verdicts, [1, 0, 0, 0, 0], "{text}");
            let game = &report.games[0].game;
            assert!(game.set_up, "{text}");
            assert!(game.plies >= 4, "{text}");
        }
    }
}

/// One that is quoted between the rows of another is no part of its own: the rows below it would be cut off.
#[test]
fn a_game_quoted_between_the_rows_of_another_is_a_comment() {
    let quoted = game(2, &ENGLISH, false).replace("GAME 2.\n\nAlder against Birch.", "Compare this game:");
    let text = game(1, &DESCRIPTIVE, true).replace("Drawn.\n", "")
        + &quoted.replace("Drawn.\n", "")
        + "6. PxP B-Kt5 ch\n\nDrawn.\n";
    let report = read_text(&text, &TextOptions::default());
    assert_eq!(report.verdicts, [1, 0, 0, 0, 0], "{text}");
    assert_eq!(report.games[0].game.plies, 12, "{text}");
}

#[test]
fn a_square_of_the_adversarys_is_counted_from_his_side() {
    let text = "White: Morphy   Black: Bird\n\n\
                1. K. P. two squares           K. P. two squares\n\
                2. K. Kt. to B. 3d             Q. Kt. to B. 3d\n\
                3. K. B. to adv. Q. Kt. 4th    Q. R. P. one square\n\
                4. B. takes Kt.                Q. P. takes B.\n\
                5. Kt. takes K. P.             Q. to adv. Q. 4th\n\
                6. Kt. to K. B. 3d             Q. takes K. P. (ch.)\n";
    let report = read_text(text, &TextOptions::default());
    let [read] = &report.games[..] else { panic!("one game") };
    assert_eq!(read.game.verdict, Some(Verdict::Certain));
    let moves: Vec<String> = read.game.nodes.iter().filter_map(san).collect();
    assert_eq!(moves.join(" "), "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 Nxe5 Qd4 Nf3 Qxe4");
}

/// The move of a node.
fn san(node: &Node<'_>) -> Option<String> {
    if let Node::Move(played) = node { Some(played.san.to_string()) } else { None }
}

#[test]
fn moves_that_name_two_squares_may_have_blanks_between_them() {
    for (dash, takes) in [(" - ", " x "), (" \u{2013} ", "x"), (" \u{2014} ", " \u{d7} ")] {
        for in_rows in [false, true] {
            let text = game(1, &LONG, in_rows).replace('-', dash).replace('x', takes);
            let report = read_text(&text, &TextOptions::default());
            assert_eq!(report.verdicts, [1, 0, 0, 0, 0], "{text}");
        }
    }
    // A dash may also stand between the moves of White and Black.
    let parted =
        game(1, &ENGLISH, false).replace(" e5", " - e5").replace(" N", " - N").replace(". - N", ". N");
    let report = read_text(&parted, &TextOptions::default());
    assert_eq!((report.games.len(), report.games[0].game.plies), (1, 10), "{parted}");
}
