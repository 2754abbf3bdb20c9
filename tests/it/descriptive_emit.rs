//! The way back: moves written in words, and read again.
use std::ops::ControlFlow;

use descant::chess::{Move, Position};
use descant::code::Code;
use descant::emit::descriptive::{DescriptiveWriter, Habit};
use descant::emit::style::Style;
use descant::emit::text::TextWriter;
use descant::game::{Node, Verdict};
use descant::grammar::{cell, slips};
use descant::lexicon::Dialect;
use descant::reader::pgn::{PgnOptions, PgnReader};
use descant::reader::text::{TextOptions, read_text};
use descant::reading::Meanings;
use descant::reading::origin::Origins;
use descant::record::GameResult;
use descant::replay::{Options, Ply, read_line};
use descant::span::Span;

const STYLES: [(&str, Dialect); 4] = [
    ("english", Dialect::ENGLISH),
    ("english-long", Dialect::ENGLISH),
    ("english-new", Dialect::ENGLISH),
    ("spanish", Dialect::SPANISH),
];

fn find(position: &Position, san: &str) -> Move {
    let bare = san.trim_end_matches(['+', '#']);
    let legal = position.legal_moves();
    *legal.as_slice().iter().find(|&&mv| position.san(mv).to_string() == bare).expect("a legal move")
}

/// The words of a move in each style, from a position whose men at home started there.
fn words(fen: &str, san: &str) -> Vec<String> {
    let position = Position::from_fen(fen).unwrap();
    let origins = Origins::at_home(&position);
    let mv = find(&position, san);
    STYLES
        .into_iter()
        .map(|(style, _)| {
            DescriptiveWriter::named(style, Habit::Safe).unwrap().words(&position, &origins, mv)
        })
        .collect()
}

#[test]
fn a_move_is_set_as_books_set_it() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(words(start, "e4"), ["P-K4", "P. to K's 4th.", "P-K4", "P4R"]);
    assert_eq!(words(start, "Nf3"), ["Kt-KB3", "Kt. to K. B's 3d.", "N-KB3", "C3AR"]);
    assert_eq!(words(start, "a3"), ["P-QR3", "P. to Q. R's 3d.", "P-QR3", "P3TD"]);
    let castle = "r3k2r/pp1b1ppp/2n2n2/2bqp3/2Bp4/2NP1N2/PPPBQPPP/R3K2R w KQkq - 0 1";
    assert_eq!(words(castle, "O-O-O"), ["O-O-O", "Castles on Q's side.", "O-O-O", "O-O-O"]);
    assert_eq!(words(castle, "Bxd5"), ["BxQ", "B. takes Q.", "BxQ", "AxD"]);
    assert_eq!(words(castle, "Nxd4"), ["KtxQP", "Kt. takes Q. P.", "NxQP", "CxPD"]);
    assert_eq!(words(castle, "Rd1"), ["R-Q1", "R. to Q's sq.", "R-Q1", "T1D"]);
    let passing = "rnbqkbnr/pp1p1ppp/8/2pPp3/8/8/PPP1PPPP/RNBQKBNR w KQkq c6 0 3";
    assert_eq!(words(passing, "dxc6"), ["PxP e.p.", "P. takes P. (in passing)", "PxP e.p.", "PxP a.p."]);
    let seventh = "1n1r2k1/P1P2ppp/8/8/8/8/5PPP/6K1 w - - 0 1";
    assert_eq!(words(seventh, "a8=Q"), ["P-R8(Q)", "P. to R's 8th. (becoming a Q.)", "P-R8=Q", "P8T=D"]);
    assert_eq!(words(seventh, "cxd8=N")[0], "PxR(Kt)");
    assert_eq!(words(seventh, "cxd8=Q+")[1], "P. takes R. (becoming a Q.) (checkmate.)");
    let rooks = "3r2k1/3q1ppp/2n1b3/3n4/8/2N5/3R1PPP/3RN1K1 w - - 0 1";
    assert_eq!(words(rooks, "Re2"), ["R-K2", "R. to K's 2d.", "R-K2", "T2R"]);
    assert_eq!(words(rooks, "Rxd5")[0], "RxKt");
    // Neither wing nor square tells the rooks apart but the square they come from.
    let file = "3R4/5ppk/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    assert_eq!(words(file, "R1d4"), ["R(Q1)-Q4", "R. (Q's sq) to Q's 4th.", "R(Q1)-Q4", "T(1D)4D"]);
    // A wing is said where it helps: the rooks of a castled game.
    let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    assert_eq!(words(mate, "Ra8#"), ["R-R8 mate", "R. to R's 8th. (checkmate.)", "R-R8 mate", "T8T mate"]);
}

fn writes_and_reads_back(start: &Position, moves: &[Move], habit: Habit) {
    for (style, dialect) in STYLES {
        let writer = DescriptiveWriter::named(style, habit).unwrap();
        let (mut position, mut origins) = (*start, Origins::at_home(start));
        let mut cells = Vec::new();
        for &mv in moves {
            cells.push(writer.words(&position, &origins, mv));
            origins = origins.play(mv);
            position = position.after_move(mv);
        }
        let meanings: Vec<Meanings> = cells.iter().map(|cell| cell::read(cell, &dialect)).collect();
        for (cell, meanings) in cells.iter().zip(&meanings) {
            assert!(!meanings.plain.is_empty() && meanings.rest.is_none(), "{style}: {cell}");
        }
        let plies: Vec<Ply<'_>> = meanings
            .iter()
            .map(|meanings| Ply { meanings, span: Span::default(), number: None, color: None })
            .collect();
        let origins = Origins::at_home(start);
        let line =
            read_line(start, &origins, &plies, &|i| slips::slips(&cells[i], &dialect), &Options::default());
        let back: Vec<Move> = line.moves.iter().map(|m| m.played.mv).collect();
        assert_eq!(back, moves, "{style}: {cells:?}");
        if habit == Habit::Safe {
            assert_eq!(line.verdict, Verdict::Certain, "{style}: {cells:?}");
        }
    }
}

#[test]
fn a_game_written_in_words_is_read_again_with_certainty() {
    let mut position = Position::default();
    let mut moves = Vec::new();
    for line in include_str!("../../fixtures/moves/opera.tsv").lines().skip(1) {
        let mv = find(&position, line.split('\t').next().unwrap());
        moves.push(mv);
        position = position.after_move(mv);
    }
    writes_and_reads_back(&Position::default(), &moves, Habit::Safe);
    writes_and_reads_back(&Position::default(), &moves, Habit::Terse);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

    /// Games without sense: promotions, many men of a kind, checks from everywhere.
    #[test]
    fn any_legal_game_written_in_words_is_read_again(choices in proptest::collection::vec(0_usize..10_000, 1..160)) {
        let start = Position::default();
        let (mut position, mut moves) = (start, Vec::new());
        for choice in choices {
            let legal = position.legal_moves();
            let Some(&mv) = legal.as_slice().get(choice % legal.as_slice().len().max(1)) else { break };
            moves.push(mv);
            position = position.after_move(mv);
        }
        writes_and_reads_back(&start, &moves, Habit::Safe);
    }
}

/// The games of the fixture as plain scores of a style.
fn scores(style: &str, habit: Habit) -> (String, Vec<(String, GameResult)>) {
    let words = DescriptiveWriter::named(style, habit).expect("a style");
    let mut writer = TextWriter::new(Style::Words(Box::new(words)));
    let (mut text, mut games) = (Vec::new(), Vec::new());
    let options = PgnOptions::default();
    let _ = PgnReader::new(options).read(include_str!("../../fixtures/games/games.pgn"), &mut |found| {
        writer.write(found.game, &mut text);
        games.push((moves(&found.game.nodes), found.game.result));
        ControlFlow::Continue(())
    });
    (String::from_utf8(text).expect("UTF-8"), games)
}

fn moves(nodes: &[Node<'_>]) -> String {
    let moves = nodes.iter().filter_map(|node| match node {
        Node::Move(played) => Some(played.san.to_string()),
        _ => None,
    });
    moves.collect::<Vec<_>>().join(" ")
}

#[test]
fn scores_of_every_style_come_back_whole_with_their_results() {
    for (style, dialect) in STYLES {
        for habit in [Habit::Safe, Habit::Terse] {
            let (text, games) = scores(style, habit);
            let report = read_text(&text, &TextOptions::default());
            assert_eq!(report.notation, dialect, "{style}");
            assert_eq!(report.games.len(), games.len(), "{style}");
            for (read, (moves_written, result)) in report.games.iter().zip(&games) {
                assert_eq!(&moves(&read.game.nodes), moves_written, "{style}");
                assert_eq!(read.game.result, *result, "{style}: {moves_written}");
                assert!(read.diagnostics.iter().all(|found| found.code != Code::SearchCapped), "{style}");
                if habit == Habit::Safe {
                    assert_eq!(read.game.verdict, Some(Verdict::Certain), "{style}: {moves_written}");
                }
            }
        }
    }
}

/// What a score without a first position says, played from one.
fn played(fen: &str, notation: Dialect, text: &str) -> (String, Option<Verdict>) {
    let fen = Position::from_fen(fen).expect("a position");
    let options = TextOptions { fen: Some(fen), notation: Some(notation), ..TextOptions::default() };
    let report = read_text(text, &options);
    let game = &report.games.first().expect("a game").game;
    (moves(&game.nodes), game.verdict)
}

#[test]
fn a_letter_in_brackets_after_a_capture_is_what_the_pawn_becomes() {
    let seventh = "1n1r2k1/P1P2ppp/8/8/8/8/5PPP/6K1 w - - 0 1";
    let certain = |moves: &str| (moves.to_owned(), Some(Verdict::Certain));
    assert_eq!(played(seventh, Dialect::ENGLISH, "1. PxR(R) mate\n"), certain("cxd8=R"));
    assert_eq!(played(seventh, Dialect::ENGLISH, "1. PxKt(B)   R-Q3\n2. B-B7\n"), certain("cxb8=B Rd6 Bc7"));
    // No pawn reaches the eighth: a footnote.
    let middle = "6k1/5ppp/8/3p4/4P3/8/5PPP/6K1 w - - 0 1";
    assert_eq!(played(middle, Dialect::ENGLISH, "1. PxP(B)   K-B1\n2. P-Q6\n"), certain("exd5 Kf8 d6"));
}

#[test]
fn a_file_after_a_rank_in_spanish_is_no_ending_of_a_number() {
    // Knights on d6 and f6: `3A` is a square, not `3ª`.
    let knights = "6k1/5ppp/3n1n2/8/8/8/5PPP/6K1 b - - 0 1";
    let (moves, verdict) = played(knights, Dialect::SPANISH, "1. ...  C(3A)5R\n2. P3TR\n");
    assert_eq!((moves.as_str(), verdict), ("Nfe4 h3", Some(Verdict::Certain)));
}
