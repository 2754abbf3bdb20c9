//! The replay: one game out of many readings.
use descant::chess::Position;
use descant::game::Verdict;
use descant::reading::cost::Costs;
use descant::reading::origin::Origins;
use descant::reading::{Cost, Meanings};
use descant::replay::{Line, Options};

use crate::replay_words::{describe, read_from, read_meanings, read_words, san};

const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 \
                     O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

fn read(words: &str) -> Line {
    read_from(&Position::default(), words, &Options::default())
}

fn place(fen: &str) -> Position {
    Position::from_fen(fen).expect("a position")
}

/// Takes the first legal move that fits, move by move.
fn greedy(words: &str) -> String {
    let mut position = Position::default();
    let mut origins = Origins::at_home(&position);
    let mut told = Vec::new();
    for word in words.split_whitespace() {
        let options = Options { repair: false, ..Options::default() };
        let line = read_words(&position, &origins, word, &options);
        let Some(first) = line.moves.first() else { break };
        told.push(first.played.san.to_string());
        (position, origins) = (line.end, line.origins);
    }
    told.join(" ")
}

#[test]
fn the_opera_game_is_read_from_its_shortest_words() {
    let line = read(&describe(OPERA).join(" "));
    assert_eq!(san(&line), OPERA.replace(['+', '#'], ""));
    assert_eq!(line.verdict, Verdict::Certain);
    assert_eq!(line.read, 33);
    assert!(line.diagnostics.is_empty());
}

#[test]
fn greedy_choice_would_lose_the_bishop() {
    // `B-B4` is c4 or f4; only from c4 does the bishop take on f7 with check later.
    let words = "P-K4 P-K4 P-Q4 PxP B-B4 B-B4 BxBPch KxB";
    let line = read(words);
    assert_eq!(san(&line), "e4 e5 d4 exd4 Bc4 Bc5 Bxf7 Kxf7");
    assert_eq!(line.verdict, Verdict::Certain);
    assert_ne!(greedy(words), san(&line));
}

#[test]
fn the_wing_before_a_piece_is_where_it_started() {
    let position = place("4k3/8/8/8/8/8/4K3/RN4NR w - - 0 1");
    let origins = Origins::at_home(&position);
    let words = "KN-KB3 K-K2 KN-Q4 K-Q2 QN-QR3 K-K2 KN-QN5 K-K1 KN-QB3";
    let line = read_words(&position, &origins, words, &Options::default());
    assert_eq!(san(&line), "Nf3 Ke7 Nd4 Kd7 Na3 Ke7 Ndb5 Ke8 Nc3");
    assert_eq!(line.verdict, Verdict::Certain);
    assert_eq!(line.cost, Cost::ZERO);
    // Without origins the words mean the side the knights stand on: no knight on the King's side can go to b5.
    let line = read_words(&position, &Origins::NONE, words, &Options { repair: false, ..Options::default() });
    assert_eq!((line.verdict, line.read), (Verdict::Partial, 6));
}

#[test]
fn the_wing_a_piece_stands_on_is_a_second_reading_at_a_cost() {
    // The rook started on the Queen's side and is called the King's rook after it went there.
    let position = place("4k3/8/8/8/8/8/4K3/R7 w - - 0 1");
    let line = read_from(&position, "R-KR1 K-K2 KR-KN1", &Options::default());
    assert_eq!(san(&line), "Rh1 Ke7 Rg1");
    assert_eq!(line.cost, Costs::DEFAULT.wing_by_standing);
}

#[test]
fn a_misprint_that_kills_the_game_is_found_before_the_place_where_it_dies() {
    // `B-N5` printed `B-N4`: 3 … Bg5 is no move, and the Queen takes the bishop on f3 later.
    let words = describe(OPERA);
    for (ply, wrong, true_san) in [(5, "B-N4", "Bg4"), (10, "B-QR4", "Bc4"), (24, "RxP", "Rxd7")] {
        let mut printed = words.clone();
        printed[ply] = wrong.to_owned();
        let line = read(&printed.join(" "));
        assert_eq!(line.verdict, Verdict::Repaired, "{wrong}");
        assert_eq!(san(&line), OPERA.replace(['+', '#'], ""), "{wrong}");
        assert!(line.moves[ply].detail.slip.is_some());
        assert!(line.diagnostics.iter().any(|d| d.message.contains(true_san)), "{:?}", line.diagnostics);
    }
}

#[test]
fn twenty_ambiguous_moves_in_a_row_end_with_a_diagnostic_not_with_the_memory() {
    let any = Meanings {
        plain: vec![descant::reading::Reading {
            act: descant::reading::Act::Anything,
            cost: Cost::ZERO,
            slip: None,
        }],
        ..Meanings::default()
    };
    let all = vec![any; 20];
    let options = Options { max_live: 1000, ..Options::default() };
    let start = Position::default();
    let line = read_meanings(&start, &Origins::at_home(&start), &all, &|_| Vec::new(), &options);
    assert!(line.capped);
    assert_eq!(line.verdict, Verdict::Chosen);
    assert_eq!(line.read, 20);
    assert!(line.diagnostics.iter().any(|d| d.code == descant::code::Code::SearchCapped));
}

#[test]
fn the_same_words_give_the_same_line_every_time() {
    let words = describe(OPERA).join(" ").replace("KN-KB3", "N-B3");
    let first = read(&words);
    for _ in 0..3 {
        let again = read(&words);
        assert_eq!(san(&again), san(&first));
        assert_eq!(again.cost, first.cost);
        assert_eq!(again.diagnostics, first.diagnostics);
    }
}
