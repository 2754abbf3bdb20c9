//! The replay: one game out of many readings.
use descant::chess::Position;
use descant::chess::{Bitboard, Color, San};
use descant::code::Code;
use descant::game::Verdict;
use descant::reading::cost::Costs;
use descant::reading::origin::Origins;
use descant::reading::{
    Act, ByWing, Capture, Constraint, Cost, End, FileSet, Meanings, Reading, RoleSet, Slip, Wing,
};
use descant::record::GameResult;
use descant::replay::{Habit, Line, Options, Ply, read_line};
use descant::span::Span;

use crate::replay_words::{describe, meanings, read_from, read_meanings, read_words, san, slips};

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
    // Without origins nobody knows which knight is the King's: the one that stands there goes first, and no line is
    // certain.
    let line = read_words(&position, &Origins::NONE, words, &Options { repair: false, ..Options::default() });
    assert_eq!((line.verdict, line.read), (Verdict::Chosen, 9));
    assert!(line.moves.iter().any(|mv| mv.detail.chosen));
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
fn unreadable_words_behind_a_misreading_are_not_looked_at_without_a_bound() {
    // The sixth move is misread; three words that may be any move follow, and a move that is never legal.
    let words = "P-K4 P-K4 N-KB3 N-QB3 B-QB4 B-QB5 ? ? ? P-K8";
    let any = Reading { act: Act::Anything, cost: Cost(48), slip: Some(Slip::Unreadable) };
    let read = |word: &str| match word {
        "?" => Meanings { plain: vec![any], ..Meanings::default() },
        word => meanings(word),
    };
    let all: Vec<Meanings> = words.split(' ').map(read).collect();
    let slips = |i: usize| slips(words.split(' ').nth(i).expect("a word"));
    let options = Options { is_raw: true, max_live: 400, ..Options::default() };
    let start = Position::default();
    let line = read_meanings(&start, &Origins::at_home(&start), &all, &slips, &options);
    assert!(line.read <= 9);
    assert!(line.spent < 200_000, "{}", line.spent);
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

/// The codes of a line's diagnostics.
fn codes(line: &Line) -> Vec<Code> {
    line.diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn two_lines_that_fit_alike_are_rivals_and_the_diagnostic_says_where_they_part() {
    // Both knights go to d2, and nothing tells which did.
    let line = read("P-Q4 P-Q4 N-KB3 N-KB3 N-Q2 P-K3");
    assert_eq!(line.verdict, Verdict::Chosen);
    assert_eq!(codes(&line), [Code::ChosenLine]);
    let found = &line.diagnostics[0];
    assert_eq!(found.ply, Some(4));
    assert_eq!(found.span, Span::new(40, 45));
    assert_eq!(found.candidates, ["Nbd2", "Nfd2"]);
    assert!(line.moves[4].detail.chosen && !line.moves[3].detail.chosen);
    assert_eq!(line.moves[4].detail.runners_up, [("Nfd2".to_owned(), Cost::ZERO)]);
}

#[test]
fn a_missing_check_mark_decides_in_a_record_that_marks_its_checks() {
    // `R-N6` is Rb6, a pawn between it and the king, or Rg6 with check.
    let start = place("8/8/3p3k/8/8/8/1R4R1/K7 w - - 0 1");
    let habit = |marked| Options { habit: Some(Habit { checks: 9, marked }), ..Options::default() };
    let line = read_from(&start, "R-N6 K-R2", &habit(9));
    assert_eq!((line.verdict, san(&line).as_str()), (Verdict::Certain, "Rb6 Kh7"));
    let line = read_from(&start, "R-N6ch K-R2", &habit(9));
    assert_eq!((line.verdict, san(&line).as_str()), (Verdict::Certain, "Rg6 Kh7"));
    let line = read_from(&start, "R-N6 K-R2", &habit(0));
    assert_eq!(line.verdict, Verdict::Chosen, "in a record without marks a check may go unmarked");
}

#[test]
fn the_habit_of_a_record_is_learnt_from_the_line_itself() {
    let line = read("P-K4 P-KB3 P-Q4 P-KN4 Q-R5mate");
    assert_eq!(line.habit, Habit::default(), "mates do not count");
    let line = read("P-K4 P-K4 B-B4 B-B4 BxPch KxB Q-R5ch P-N3 QxB");
    assert_eq!(line.habit, Habit { checks: 2, marked: 2 });
}

#[test]
fn a_false_mark_is_told_and_other_moves_that_would_make_it_true_are_rivals() {
    // `R-K7 ch` gives no check; `R-K8 ch` would, and the game goes on after both.
    let start = place("6k1/5pp1/7p/8/8/8/5PPP/4R1K1 w - - 0 1");
    let line = read_from(&start, "R-K7ch K-R2", &Options::default());
    assert_eq!((line.verdict, san(&line).as_str()), (Verdict::Chosen, "Re7 Kh7"));
    assert_eq!(codes(&line), [Code::FalseMark, Code::ChosenLine]);
    assert_eq!(line.diagnostics[1].candidates, ["Re7", "Re8+"]);
    // Where no other move would make the mark true, the mark is told and the move is certain.
    let start = place("6k1/5pp1/7p/8/8/8/5PPP/1N4K1 w - - 0 1");
    let line = read_from(&start, "N-B3ch K-R2", &Options::default());
    assert_eq!((line.verdict, codes(&line)), (Verdict::Certain, vec![Code::FalseMark]));
}

#[test]
fn taking_in_passing_that_is_not_said_costs() {
    let said = read("P-K4 P-QR3 P-K5 P-Q4 PxPep");
    assert_eq!((said.verdict, said.cost), (Verdict::Certain, Cost::ZERO));
    let unsaid = read("P-K4 P-QR3 P-K5 P-Q4 PxP");
    assert_eq!((unsaid.verdict, unsaid.cost), (Verdict::Certain, Costs::DEFAULT.unsaid_en_passant));
    assert_eq!(san(&unsaid), "e4 a6 e5 d5 exd6");
}

#[test]
fn a_named_opening_breaks_a_tie_and_no_more() {
    // 4. B-B4 in the Scotch Gambit is c4 or f4 to the rules.
    let words = "P-K4 P-K4 N-KB3 N-QB3 P-Q4 PxP B-B4";
    let scotch = "r1bqkbnr/pppp1ppp/2n5/8/2BpP3/5N2/PPP2PPP/RNBQK2R b KQkq - 1 4";
    let scotch = place(scotch).identity();
    let is_scotch = |position: &Position| position.identity() == scotch;
    let line =
        read_from(&Position::default(), words, &Options { named: Some(&is_scotch), ..Options::default() });
    assert!(san(&line).ends_with("Bc4"), "{}", san(&line));
    assert_eq!(line.verdict, Verdict::Chosen);
    let is_other = |position: &Position| position.identity() != scotch && position.fullmove_number() > 3;
    let line =
        read_from(&Position::default(), words, &Options { named: Some(&is_other), ..Options::default() });
    assert!(san(&line).ends_with("Bf4"), "{}", san(&line));
}

#[test]
fn the_printed_result_speaks_against_a_mate_by_the_loser() {
    // Qh5 is mate or, read as a step of another man, is not there at all: the result only adds to the cost.
    let words = "P-KB3 P-K4 P-KN4 Q-R5mate";
    let won = Options { result: Some(GameResult::Black), ..Options::default() };
    let lost = Options { result: Some(GameResult::White), ..Options::default() };
    assert_eq!(read_from(&Position::default(), words, &won).cost, Cost::ZERO);
    assert_eq!(read_from(&Position::default(), words, &lost).cost, Costs::DEFAULT.wrong_result);
}

#[test]
fn alternatives_in_a_cell_become_moves_beside_the_first() {
    let mut cells: Vec<Meanings> = ["P-K4", "P-K4"].into_iter().map(meanings).collect();
    cells[1].alternatives = vec![meanings("P-QB4"), meanings("P-K7")];
    let start = Position::default();
    let line = read_meanings(&start, &Origins::at_home(&start), &cells, &|_| Vec::new(), &Options::default());
    let others: Vec<String> = line.moves[1].alternatives.iter().map(|m| m.san.to_string()).collect();
    assert_eq!((san(&line).as_str(), others), ("e4 e5", vec!["c5".to_owned()]));
}

#[test]
fn the_same_is_the_move_before_counted_from_the_own_side() {
    let same = Meanings {
        plain: vec![Reading { act: Act::Same, cost: Cost::ZERO, slip: None }],
        ..Meanings::default()
    };
    let cells = [meanings("P-K4"), same.clone(), meanings("N-KB3"), same];
    let start = Position::default();
    let line = read_meanings(&start, &Origins::at_home(&start), &cells, &|_| Vec::new(), &Options::default());
    assert_eq!((san(&line).as_str(), line.verdict), ("e4 e5 Nf3 Nf6", Verdict::Certain));
}

#[test]
fn his_own_files_are_those_of_the_wing_a_man_started_on() {
    // `Kt. to his R's 3d.` of the King's knight is h3, of the Queen's a3.
    let to = |files: u8| Bitboard(0x00ff_0000 & (0x0101_0101_0101_0101 * u64::from(files)));
    let want = Constraint {
        roles: RoleSet::just(descant::chess::Role::Knight),
        wing: Some(Wing::Queen),
        to: ByWing { king: to(0x80), queen: to(0x01), unknown: to(0x81) },
        capture: Capture::Quiet,
        ..Constraint::ANY
    };
    let plain = |wing| {
        let act = Act::Man(Constraint { wing, ..want });
        Meanings { plain: vec![Reading { act, cost: Cost::ZERO, slip: None }], ..Meanings::default() }
    };
    let start = Position::default();
    let one = |wing| {
        let cells = [plain(wing)];
        read_meanings(&start, &Origins::at_home(&start), &cells, &|_| Vec::new(), &Options::default())
    };
    assert_eq!(san(&one(Some(Wing::Queen))), "Na3");
    assert_eq!(san(&one(Some(Wing::King))), "Nh3");
    let unnamed = one(None);
    assert_eq!(unnamed.verdict, Verdict::Chosen, "each knight to its own rook's file");
    assert_eq!(unnamed.diagnostics[0].candidates.len(), 2);
}

#[test]
fn algebraic_text_is_read_by_the_same_machine() {
    // Words of SAN, the last without the file it needs: the game decides which rook it was.
    let words =
        "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3 Nxe4 O-O Nxc3 bxc3 Bxc3 Ba3 d6 Rc1 Bxd4 Nxd4";
    let cells: Vec<Meanings> = words.split(' ').map(exact).collect();
    let start = Position::default();
    let line = read_meanings(&start, &Origins::at_home(&start), &cells, &|_| Vec::new(), &Options::default());
    assert_eq!(line.verdict, Verdict::Certain);
    assert_eq!(san(&line), words.replace('+', ""));
    let cells: Vec<Meanings> = "d4 d5 Nf3 Nf6 Nd2 e6 Ng5".split(' ').map(exact).collect();
    let line = read_meanings(&start, &Origins::at_home(&start), &cells, &|_| Vec::new(), &Options::default());
    assert_eq!((line.verdict, san(&line)), (Verdict::Certain, "d4 d5 Nf3 Nf6 Nbd2 e6 Ng5".to_owned()));
}

/// SAN as an exact reading.
fn exact(word: &str) -> Meanings {
    let (san, _) = San::parse(word.as_bytes()).expect("SAN");
    let act = match (san.castling_side(), san.to()) {
        (Some(side), _) => Act::Castle(Some(side)),
        (None, Some(to)) => Act::Man(Constraint {
            roles: RoleSet::just(san.role()),
            from_files: san.from_file().map_or(FileSet::ALL, |file| FileSet(1 << file as u8)),
            to: ByWing::same(Bitboard::from_square(to)),
            capture: if san.is_capture() { Capture::Takes } else { Capture::Quiet },
            end: End::White,
            ..Constraint::ANY
        }),
        (None, None) => Act::Pass,
    };
    let mut meanings =
        Meanings { plain: vec![Reading { act, cost: Cost::ZERO, slip: None }], ..Meanings::default() };
    if word.ends_with('+') {
        meanings.marks.check = descant::record::CheckMark::Check;
    }
    meanings
}

#[test]
fn a_partial_line_keeps_what_plays_and_says_why_it_ends() {
    // No bishop of White's is anywhere near, and no single letter helps.
    let line = read("P-K4 P-K4 N-KB3 N-QB3 RxQRPch P-KR8 N-QN8");
    assert_eq!((line.verdict, line.read, san(&line).as_str()), (Verdict::Partial, 4, "e4 e5 Nf3 Nc6"));
    let last = line.diagnostics.last().expect("a diagnostic");
    assert_eq!((last.code, last.ply), (Code::PartialScore, Some(4)));
    assert!(last.message.contains("the rook on a1 is kept from a7 by the piece on a2"), "{}", last.message);
}

#[test]
fn a_man_that_was_taken_is_missed_though_the_other_of_his_kind_stands() {
    let line = read("P-K4 P-Q4 KB-N5ch B-Q2 BxBch QxB KB-B4");
    assert_eq!((line.verdict, line.read), (Verdict::Partial, 6));
    let last = line.diagnostics.last().expect("a diagnostic");
    assert!(last.message.contains("White has no King's bishop there to move"), "{}", last.message);
}

#[test]
fn a_game_that_reads_as_printed_is_never_repaired() {
    // 3. B-R6 is a legal move; that it loses the bishop is no reason to read Bb5.
    let line = read("P-K4 P-K4 N-KB3 N-QB3 B-R6 PxB");
    assert_eq!(
        (line.verdict, san(&line).as_str()),
        (Verdict::Certain, "e4 e5 Nf3 Nc6 Ba6 bxa6"),
        "{:?}",
        line.diagnostics
    );
}

#[test]
fn a_token_that_cannot_be_read_is_filled_in_only_if_the_game_tells_it() {
    let mut words = describe(OPERA);
    words[8] = "illegible".to_owned();
    let line = read(&words.join(" "));
    assert_eq!((line.verdict, san(&line)), (Verdict::Repaired, OPERA.replace(['+', '#'], "")));
    assert_eq!(line.moves[8].detail.slip, Some(Slip::Unreadable));
    let line = read("P-K4 illegible N-KB3");
    assert_eq!((line.verdict, line.read), (Verdict::Partial, 1), "twenty moves would do");
    let line = read("P-K4 illegible");
    assert_eq!((line.verdict, line.read), (Verdict::Partial, 1), "nothing follows");
}

#[test]
fn a_half_move_left_out_is_found_by_the_columns() {
    // 6. d4 of the Opera game left out; the columns say whose move each is.
    let all = describe(OPERA);
    let mut cells: Vec<(Color, String)> =
        all.iter().enumerate().map(|(i, word)| ([Color::White, Color::Black][i % 2], word.clone())).collect();
    cells.remove(6);
    let read: Vec<Meanings> = cells.iter().map(|(_, word)| meanings(word)).collect();
    let plies: Vec<Ply<'_>> = cells
        .iter()
        .zip(&read)
        .enumerate()
        .map(|(i, ((color, _), meanings))| Ply {
            meanings,
            span: Span::of(10 * i, 10 * i + 5),
            number: None,
            color: Some(*color),
        })
        .collect();
    let start = Position::default();
    let slips = |i: usize| slips(&cells[i].1);
    let line = read_line(&start, &Origins::at_home(&start), &plies, &slips, &Options::default());
    assert_eq!((line.verdict, san(&line)), (Verdict::Repaired, OPERA.replace(['+', '#'], "")));
    assert_eq!(line.moves[6].ply, None);
    assert_eq!(line.moves[6].detail.slip, Some(Slip::Missing));
    assert!(line.moves[6].played.span.is_empty());
    assert_eq!(line.habit, Habit { checks: 3, marked: 3 }, "the checks behind it count");
}

#[test]
fn several_misprints_in_one_game_are_all_found() {
    // Letters and digits that look alike, far from each other.
    let mut words = describe(OPERA);
    for (ply, wrong) in [(3, "P-Q8"), (13, "Q-K5"), (26, "B-Q1")] {
        words[ply] = wrong.to_owned();
    }
    let line = read(&words.join(" "));
    assert_eq!((line.verdict, san(&line)), (Verdict::Repaired, OPERA.replace(['+', '#'], "")));
    assert_eq!(line.moves.iter().filter(|mv| mv.detail.slip.is_some()).count(), 3);
}

#[test]
fn a_text_that_is_no_game_is_not_made_one() {
    let words = "P-K4 P-K4 N-KB3 N-QB3 R-R5 Q-N7 B-B8 RxB N-N8 QxQ BxR P-R8 K-K7 R-N2 Q-Q2 B-K1 N-B6 RxR";
    let line = read(words);
    assert_eq!((line.verdict, line.read), (Verdict::Partial, 4), "{}", san(&line));
}
