//! Problems in words: the keys, against another rules core, and what is said of printed answers.
use cozy_chess::{Board, GameStatus, Move as OtherMove};
use descant::chess::Position;
use descant::code::Code;
use descant::game::{Node, Verdict};
use descant::reader::text::{TextOptions, TextReport, read_text};
use descant::replay::problem::keys;

fn moves_of(board: &Board) -> Vec<OtherMove> {
    let mut all = Vec::new();
    board.generate_moves(|moves| {
        all.extend(moves);
        false
    });
    all
}

fn after(board: &Board, mv: OtherMove) -> Board {
    let mut next = board.clone();
    next.play_unchecked(mv);
    next
}

/// Does the move force mate in so many moves? Tries all, remembers nothing.
fn forces(board: &Board, mv: OtherMove, moves: u32) -> bool {
    let next = after(board, mv);
    match next.status() {
        GameStatus::Won => true,
        GameStatus::Drawn => false,
        GameStatus::Ongoing if moves == 1 => false,
        GameStatus::Ongoing => moves_of(&next).into_iter().all(|defence| {
            let there = after(&next, defence);
            moves_of(&there).into_iter().any(|mv| forces(&there, mv, moves - 1))
        }),
    }
}

#[test]
fn the_keys_are_those_that_trying_everything_finds() {
    // Corner mates, a stalemate trap, a promotion to less than a queen, a zugzwang, a pin, a taking in passing.
    for (fen, most) in [
        ("7K/B5R1/8/8/7p/8/3R2qk/6Nb w - - 0 1", 2),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3),
        ("k7/2P5/1K6/8/8/8/8/8 w - - 0 1", 4),
        ("8/8/8/8/3R4/2K5/8/k7 w - - 0 1", 3),
        ("7k/5K2/8/6P1/8/8/8/8 w - - 0 1", 4),
        ("5k2/8/4KP2/8/8/8/7R/8 w - - 0 1", 3),
        ("6rk/6pp/8/4N3/8/8/8/K6R w - - 0 1", 2),
        ("8/8/8/1Pp5/k1K5/8/P7/1R6 w - c6 0 1", 2),
        ("8/8/8/8/8/2k1q3/8/K7 b - - 0 1", 3),
    ] {
        let position = Position::from_fen(fen).expect("a position");
        let board: Board = fen.parse().expect("a position");
        for moves in 1..=most {
            let mut expected: Vec<String> = moves_of(&board)
                .into_iter()
                .filter(|&mv| forces(&board, mv, moves))
                .map(|mv| mv.to_string())
                .collect();
            let solution = keys(&position, moves, 5_000_000, &[]);
            let mut found: Vec<String> =
                solution.keys.iter().map(|&mv| position.uci(mv).to_string()).collect();
            expected.sort();
            found.sort();
            assert!(solution.is_complete, "{fen}");
            assert_eq!(found, expected, "{fen}: mate in {moves}");
        }
    }
}

/// A problem of two Rooks, Bishop and Knight against Queen, Bishop and Pawn (Drueke's Primer gives the position in such
/// words, and Ra2 as the key).
fn problem(stipulation: &str, answer: &str) -> String {
    format!(
        "PROBLEM 1\n\nWhite: K on KR8, Rs on KKt7 and Q2, B on QR7, Kt on KKt1.\n\nBlack: K on KR7, Q on KKt7, B on KR8, \
         P on KR5.\n\n{stipulation}\n\n{answer}\n"
    )
}

/// What was found out about the only problem of a text.
fn found(text: &str) -> (Code, String, Vec<String>, TextReport<'_>) {
    let report = read_text(text, &TextOptions::default());
    assert_eq!(report.games.len(), 1, "{text}");
    let [diagnostic] = &report.games[0].diagnostics[..] else { panic!("{:?}", report.games[0].diagnostics) };
    assert_eq!(diagnostic.span.of_text(text).get(..12), Some("White to mov"));
    (diagnostic.code, diagnostic.message.clone(), diagnostic.candidates.clone(), report)
}

#[test]
fn the_printed_answer_is_held_against_all_first_moves() {
    let text = problem("White to move and mate in two moves.", "R-R2");
    let (code, message, _, report) = found(&text);
    assert_eq!(code, Code::ProblemKeys);
    assert_eq!(message, "the printed answer Ra2 is the only first move that forces mate in two moves");
    let game = &report.games[0].game;
    assert_eq!(game.verdict, Some(Verdict::Certain));
    assert!(
        game.nodes.iter().any(|node| matches!(node, Node::Move(played) if played.san.to_string() == "Ra2"))
    );

    let text = problem("White to move and mate in two moves.", "R-Q8");
    let (code, message, candidates, _) = found(&text);
    assert_eq!(code, Code::ProblemUnsolved);
    assert_eq!(message, "the printed answer Rd8 does not force mate in two moves");
    assert_eq!(candidates, ["Ra2"]);

    let text = problem("White to move and mate in one move.", "");
    let (code, message, ..) = found(&text);
    assert_eq!((code, message.as_str()), (Code::ProblemUnsolved, "no first move forces mate in one move"));
}

#[test]
fn other_first_moves_that_solve_a_problem_are_listed() {
    let text = problem("White to move and mate in three moves.", "R-R2");
    let (code, message, candidates, _) = found(&text);
    assert_eq!(code, Code::ProblemCooked);
    assert_eq!(message, format!("{} first moves force mate in three moves", candidates.len()));
    assert!(candidates.contains(&"Ra2".to_owned()) && candidates.len() > 1);
}

#[test]
fn a_mate_in_four_is_looked_for_and_a_longer_one_is_not() {
    let text = "White: K on K6, P on KB6, R on KR2.\n\nBlack: K on KB1.\n\nWhite to move and mate in four moves.\n\nR-R8\n";
    let (code, ..) = found(text);
    assert!(matches!(code, Code::ProblemKeys | Code::ProblemCooked), "{code:?}");
    let text = text.replace("four", "five");
    let (code, message, ..) = found(&text);
    assert_eq!(code, Code::ProblemUnverified);
    assert_eq!(message, "mates in more than four moves are not looked for");
}
