//! Rows that a note cuts in two, in each form that says whose move stands behind it; pictures, notes and endings between them.
use super::console;
use super::row_forms::MOVES;

/// The note stands behind White's move of this row, and behind that of the first.
const CUT: usize = 6;

/// What is written of a text, its `Reading`, its result and its moves.
fn read(text: &str) -> (Vec<String>, String) {
    let done = console::run(&["convert", "--from", "text", "-"], text.as_bytes());
    let written = String::from_utf8(done.stdout).expect("UTF-8");
    let tag = |line: &str| line.starts_with("[Reading") || line.starts_with("[Result");
    let tags = written.lines().filter(|line| tag(line)).map(str::to_owned).collect();
    let moves = written.lines().filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join(" ");
    (tags, moves.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The whole game, some rows of it with a note behind White's move: what stands in each row is written by `row`, White's cell
/// is empty behind the note.
fn cut(notes: &[(usize, &str)], row: impl Fn(usize, &str, &str) -> String) -> String {
    let rows = MOVES.iter().zip(1..).map(|((white, black), at)| {
        let note = notes.iter().find(|(cut, _)| *cut == at);
        note.map_or_else(
            || row(at, white, black),
            |(_, note)| format!("{}\n    {note}\n\n{}", row(at, white, ""), row(at, "", black)),
        )
    });
    format!("GAME I.\n\nAlder v. Birch.\n\n{}\n", rows.collect::<String>())
}

#[test]
fn numbers_between_the_columns_stand_behind_whites_move_and_in_front_of_blacks() {
    let (_, plain) = read(&cut(&[], |at, white, black| format!("{at:>3}. {white:16}{black}\n")));
    let notes = [
        (1, "Suppose 1. P-K3, P-K3 ; 2. P-B4, B-K2 and wins, or 1. P-K3, P-K4 ; 2. P-B4 drawing."),
        (CUT, "If 6. B-KKt5, then B-K2, and Black has the better game."),
    ];
    for empty in ["...", "-----", "", "\u{2014}"] {
        let row = |at: usize, white: &str, black: &str| match (white, black) {
            ("", black) => format!("{empty:16}{at:>3}  {black}\n"),
            (white, "") => format!("{white:16}{at:>3}\n"),
            (white, black) => format!("{white:16}{at:>3}  {black}\n"),
        };
        for notes in [&notes[..], &notes[1..], &notes[..1]] {
            let text = cut(notes, row);
            let (tags, moves) = read(&text);
            assert_eq!(tags.len(), 2, "{text}");
            let of_notes = |part: &str| part.contains("Suppose") || part.contains("If 6.");
            let without: String =
                moves.split_inclusive('}').map(|part| part.split('{').next().unwrap_or("")).collect();
            assert!(notes.is_empty() || moves.split('{').any(of_notes), "{moves}");
            assert!(!moves.contains("not printed"), "{text}{moves}");
            let played = without_variations(&without);
            assert_eq!(played, without_variations(&plain), "{text}");
        }
    }
}

/// The moves alone: no variations, no numbers with dots.
fn without_variations(moves: &str) -> String {
    let mut depth = 0;
    let outside = moves.chars().filter(|c| {
        depth += i32::from(*c == '(');
        let keep = depth == 0;
        depth -= i32::from(*c == ')');
        keep
    });
    let outside: String = outside.collect();
    outside.split_whitespace().filter(|word| !word.ends_with('.')).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_ordinal_numbers_both_halves_of_a_row_that_a_note_cuts() {
    let (_, plain) = read(&cut(&[], |at, white, black| format!("{at}. {white:16}{black}\n")));
    let end = |at: usize| ["st", "nd", "rd", "th"][at.min(4) - 1];
    for empty in ["...", "-----", ""] {
        for first in [1, 2, CUT] {
            let row = |at: usize, white: &str, black: &str| {
                let white = if white.is_empty() { empty } else { white };
                format!("{at}{}. {white:16}{black}\n", end(at))
            };
            let (tags, moves) = read(&cut(&[(first, "This loses time.")], row));
            assert_eq!(tags, ["[Result \"1-0\"]", "[Reading \"certain\"]"], "{empty} {first} {moves}");
            let moves = moves.replace("{This loses time.} ", "");
            assert_eq!(without_variations(&moves), without_variations(&plain), "{empty} {first}");
        }
    }
}

#[test]
fn a_picture_between_rows_heads_nothing_and_keeps_no_note_from_its_move() {
    for caption in [
        "[Illustration]",
        "[Diagram: BLACK. WHITE.]",
        "[Position after Black's move.]",
        "[Figure 3. The game.]",
    ] {
        let rows = MOVES.iter().zip(1..).map(|((white, black), at)| {
            let mark = if at == 2 { " (a)" } else { "" };
            let picture = if at == 5 { format!("\n{caption}\n\n") } else { String::new() };
            format!("| {at} | {white}{mark} | {black} |\n{picture}")
        });
        let text = format!("Alder v. Birch\n\n{}\n\n\n(a) Well played!\n", rows.collect::<String>());
        let (tags, moves) = read(&text);
        assert_eq!(tags, ["[Result \"1-0\"]", "[Reading \"certain\"]"], "{text}");
        assert!(moves.starts_with("1. e4 e5 2. Nf3 {Well played!} 2... d6"), "{caption}: {moves}");
    }
}

#[test]
fn what_a_note_on_the_first_move_supposes_is_no_game() {
    let row = |at: usize, white: &str, black: &str| match (white, black) {
        ("", black) => format!("    {at}. ...             {black}\n"),
        _ => format!("    {at}. {white:18}{black}\n"),
    };
    let note = "Suppose 1. P-QB3, P-KB3 ;\n2. P-K3, P-K4 and wins, or 1. P-QB3, P-KB3 ; 2. P-K3 drawing.";
    let (tags, moves) = read(&cut(&[(1, note)], row));
    assert_eq!(tags.len(), 2, "{moves}");
    assert!(moves.contains("1... e5 2. Nf3 d6") && moves.ends_with("17. Rd8# 1-0"), "{moves}");
}

/// The rows of a game of the open database of lichess.org, of which no number is printed.
const UNNUMBERED: &str = "\
P-QB4                       P-QB3
Kt-KB3
...                         P-Q4
P-KKt3                      B-Kt5
B-Kt2                       P-K3
O-O                         Kt-Q2
PxP                         BPxP
Kt-B3
...                         KKt-B3
P-Q3                        B-K2
B-B4
If 9. B-KB4, B-B7.
P-QR3                       R-B1
Q-Kt3                       Kt-B4
Q-R2                        BxKt
BxB
...                         Q-Kt3
B-K3
BxKt                        QxQ
KtxQ                        RxB
KR-B1                       KR-B1
RxR                         RxR
R-QB1                       Kt-Q2
P-K3
Threatening 20. B-R5.
";

#[test]
fn a_threat_at_the_end_of_a_text_that_is_played_as_raw_print_is_not_played() {
    let (_, moves) = read(UNNUMBERED);
    assert!(moves.contains("Threatening 20. B-R5."), "{moves}");
    assert!(!moves.contains("Bh4"), "{moves}");
}

#[test]
fn a_player_who_is_named_wins_or_resigns_and_heads_no_game() {
    let game = |number: &str, end: &str| {
        let rows =
            MOVES[..5].iter().zip(1..).map(|((white, black), at)| format!("{at}. {white:14}{black}\n"));
        format!("GAME {number}.\n\nAlder v. Birch.\n\n{}{end}\n\n", rows.collect::<String>())
    };
    for (end, result) in [
        ("\nMr. Birch resigned.", "1-0"),
        ("\nAlder resigns.", "0-1"),
        ("                Mr. Birch resigned.", "1-0"),
        ("\nAnd Herr Birch won.", "0-1"),
        ("\nand, after a few more moves, Alder wins.", "1-0"),
        ("\nB. Alder mates in four moves.", "1-0"),
        // Who is none of the players did nothing in it.
        ("\nMr. Cedar resigned.", "*"),
    ] {
        let text = format!("{}{}", game("I", end), game("II", ""));
        let done = console::run(&["convert", "--from", "text", "-"], text.as_bytes());
        let written = String::from_utf8(done.stdout).expect("UTF-8");
        assert_eq!(written.matches("[Event \"?\"]").count(), 2, "{written}");
        let first = written.lines().find(|line| line.starts_with("[Result")).unwrap_or_default();
        assert_eq!(first, format!("[Result \"{result}\"]"), "{end}: {written}");
    }
    // Where no players are told it is the side that is to move.
    let text = game("I", "\nMr. Cedar resigned.").replace("Alder v. Birch.", "");
    assert_eq!(read(&text).0[0], "[Result \"0-1\"]", "{text}");
    // On the line of the last move.
    for (end, result) in
        [("and Birch resigns", "1-0"), ("and Alder resigned.", "0-1"), ("and Fir resigns", "*")]
    {
        let text = game("I", "").replace("5. QxB           PxP", &format!("5. QxB           PxP {end}"));
        assert_eq!(read(&text).0[0], format!("[Result \"{result}\"]"), "{text}");
    }
}

#[test]
fn what_a_note_behind_the_last_move_only_thinks_of_is_not_left() {
    let rows =
        MOVES[..6].iter().zip(1..).map(|((white, black), at)| format!("{at:>3}. {white:14}{at}. {black}\n"));
    let rows: String = rows.collect();
    let text = |note: &str| format!("GAME I.\n\nAlder v. Birch.\n\n{rows}{note}\n\nDrawn.\n");
    for note in ["[If 6. B-KKt5, B-K2.]", "[6. B-KKt5, B-K2.]", "If 6. B-KKt5, B-K2.", "[Better was B-KKt5.]"]
    {
        let (tags, moves) = read(&text(note));
        assert_eq!(tags, ["[Result \"1/2-1/2\"]", "[Reading \"certain\"]"], "{note}: {moves}");
        assert!(moves.contains(note), "{note}: {moves}");
    }
    // With the very number that is due the game is doubtful, and not longer.
    let (_, moves) = read(&text("Suppose 6. B-KKt5, B-K2 ;\n7. BxKt, BxB and wins."));
    assert!(moves.contains("6... Nf6 {Suppose") && moves.contains("BxB and wins.}"), "{moves}");
}

#[test]
fn footnotes_hang_on_the_moves_that_bear_their_marks_in_rows_without_numbers() {
    let rows = MOVES[..8].iter().zip(1..).map(|((white, black), at)| match at {
        2 => format!("{:24}{black}\n", format!("{white} (a)")),
        5 => format!("{white:24}{black} (b)\n"),
        _ => format!("{white:24}{black}\n"),
    });
    let rows: String = rows.collect();
    for gap in ["\n", "\n\n\n\n"] {
        let text = format!("GAME I.\n\nAlder v. Birch.\n\n{rows}{gap}(a) Best.\n(b) This loses time.\n");
        let (_, moves) = read(&text);
        assert!(moves.contains("2. Nf3 {Best.} 2... d6"), "{moves}");
        assert!(moves.contains("5. Qxf3 dxe5 {This loses time.} 6. Bc4"), "{moves}");
    }
}

#[test]
fn a_mark_on_the_last_rank_is_no_promotion_where_no_pawn_moves_and_no_note_among_others_is_lost() {
    let rows = MOVES.iter().zip(1..).map(|((white, black), at)| match at {
        2 => format!("{at}. {:24}{black}\n", format!("{white} (a)")),
        16 => format!("{at}. {:24}{black}\n", format!("{white} (b)")),
        17 => format!("{at}. {white}\n"),
        _ => format!("{at}. {white:24}{black}\n"),
    });
    let rows: String = rows.collect();
    let text = format!(
        "GAME I.\n\nAlder v. Birch.\n\n{rows}\n(a) Best.\n(b) The Queen is given.\n(c) An old joke.\n"
    );
    let (tags, moves) = read(&text);
    assert_eq!(tags[1], "[Reading \"certain\"]", "{moves}");
    assert!(moves.contains("16. Qb8+ {The Queen is given.} 16... Nxb8 17. Rd8# {An old joke.}"), "{moves}");
}

#[test]
fn numbers_between_the_columns_are_found_above_notes_in_brackets() {
    let (_, plain) = read(&cut(&[], |at, white, black| format!("{at:>3}. {white:16}{black}\n")));
    let row = |at: usize, white: &str, black: &str| match at {
        1 | 5 => format!("{white:16}{at:>3}  {black}\n[Black gains a tempo by this move.]\n"),
        _ => format!("{white:16}{at:>3}  {black}\n"),
    };
    let (tags, moves) = read(&cut(&[], row));
    assert_eq!(tags[0], "[Result \"1-0\"]", "{moves}");
    let moves = moves.replace("{[Black gains a tempo by this move.]} ", "");
    assert_eq!(without_variations(&moves), without_variations(&plain), "{moves}");
}

/// The first ten rows of the game, the last of them whole, without numbers or with them, and a note below.
fn noted(is_numbered: bool, note: &str) -> String {
    let rows = MOVES[..10].iter().zip(1..).map(|((white, black), at)| {
        let number = if is_numbered { format!("{at:>3}. ") } else { String::new() };
        format!("{number}{white:24}{black}\n")
    });
    format!("White: Alder\nBlack: Birch\n\n{}\n{note}\n", rows.collect::<String>())
}

#[test]
fn what_a_sentence_below_the_rows_says_of_a_move_does_not_play_it() {
    let notes = [
        "If BxKtP ch, then QKt-Q2, and White has the better game.",
        "BxKtP ch was to be preferred.",
        "BxKtP ch would have been much stronger, and if then QKt-Q2, the attack is\nnot easy to meet.",
        "The best reply; BxKtP ch would be answered by QKt-Q2.",
        "Here BxKtP ch deserved consideration; the text move loses time.",
    ];
    for (note, is_numbered) in notes.iter().flat_map(|note| [(note, true), (note, false)]) {
        let text = noted(is_numbered, note);
        let (tags, moves) = read(&text);
        assert!(moves.contains("10. Nxb5 cxb5 {") && moves.ends_with("} *"), "{text}{moves}");
        assert!(!moves.contains("printed:"), "{moves}");
        let words = note.split_whitespace().last().expect("words");
        assert!(moves.contains(words), "{moves}");
        assert_eq!(tags.len(), 2, "{tags:?}");
    }
    // So it is where another game stands below.
    let text = notes.map(|note| noted(true, note)).concat();
    let (_, moves) = read(&text);
    for note in notes {
        let end = note.split_whitespace().last().expect("words");
        assert!(moves.contains(end), "{end}: {moves}");
    }
    // A row that goes on below a blank line is played.
    let (_, moves) = read(&noted(true, " 11. BxKtP ch               QKt-Q2"));
    assert!(moves.contains("11. Bxb5+ Nbd7"), "{moves}");
    let (_, moves) = read(&noted(false, "BxKtP ch                    QKt-Q2"));
    assert!(moves.contains("11. Bxb5+ Nbd7"), "{moves}");
}

#[test]
fn footnotes_below_a_title_of_their_own_hang_on_their_moves() {
    let rows = MOVES[..8].iter().zip(1..).map(|((white, black), at)| match at {
        2 => format!("{:24}{black}\n", format!("{white} (a)")),
        _ => format!("{white:24}{black}\n"),
    });
    let game = format!("Alder v. Birch.\n\n{}\nNOTES.\n\n(a) Best.\n\n", rows.collect::<String>());
    let (_, moves) = read(&format!("GAME I.\n\n{game}GAME II.\n\n{game}"));
    assert_eq!(moves.matches("2. Nf3 {Best.} 2... d6").count(), 2, "{moves}");
}

#[test]
fn a_move_alone_between_notes_is_played_as_it_is_printed() {
    let cell = |at: usize, text: &str| match at {
        5 => format!("{text}\n\nBest.\n\n"),
        _ => format!("{text}\n"),
    };
    let rows = MOVES.iter().zip(1..);
    let rows = rows.map(|((white, black), at)| format!("{at}\n{}{}", cell(at, white), cell(at, black)));
    let text = format!("GAME I.\n\nAlder v. Birch.\n\n{}\n", rows.collect::<String>());
    let (_, moves) = read(&text);
    assert!(moves.contains("5. Qxf3 {Best.} 5... dxe5 {Best.} 6. Bc4"), "{moves}");
    assert!(!moves.contains("printed"), "{moves}");
}

#[test]
fn halves_of_a_table_go_on_below_a_picture_or_the_number_of_a_page() {
    let half = |at: usize| {
        let (white, black) = MOVES[at];
        format!("{:>3}. {white:16}{black:16}", at + 1)
    };
    let row = |at: usize| format!("{}{}\n", half(at), half(at + 8).trim_end());
    let rows = |range: std::ops::Range<usize>| range.map(row).collect::<String>();
    let game = |between: &str| format!("Alder v. Birch.\n\n{}{between}{}\n", rows(0..4), rows(4..8));
    for between in ["\n[Diagram]\n\n", "\n                    27\n\n"] {
        let (tags, moves) = read(&format!("GAME I.\n\n{}GAME II.\n\n{}", game(between), game(between)));
        let plain = without_variations(&moves);
        assert_eq!(
            plain.matches("Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8").count(),
            2,
            "{moves}"
        );
        assert_eq!(tags.len(), 4, "{tags:?}");
    }
}

#[test]
fn rows_with_their_number_in_brackets_go_on_behind_a_note() {
    let rows = MOVES.iter().zip(1..).map(|((white, black), at)| match at {
        4 | 9 => format!("({at}) {white}\n        Well played.\n({at}) ..., {black}\n"),
        _ => format!("({at}) {white}, {black}\n"),
    });
    let text = format!("GAME I.\n\nAlder v. Birch.\n\n{}\n", rows.collect::<String>());
    let (_, moves) = read(&text);
    assert!(moves.contains("4. dxe5 {Well played.} 4... Bxf3 5. Qxf3"), "{moves}");
    assert!(moves.contains("9. Bg5 {Well played.} 9... b5 10. Nxb5"), "{moves}");
}

#[test]
fn a_note_that_names_the_move_it_is_on_is_no_move_and_a_score_with_a_colon_is_a_result() {
    for (score, tag) in [("1:0", "1-0"), ("0:1", "0-1"), ("1/2:1/2", "1/2-1/2"), ("1 : 0", "1-0")] {
        let (tags, _) = read(&noted(true, score));
        assert_eq!(tags[0], format!("[Result \"{tag}\"]"), "{score}");
    }
    // The number of the page stands between the rows and the words that end the game.
    for (ending, tag) in [("Drawn game.", "1/2-1/2"), ("The game was given up as drawn.", "1/2-1/2")] {
        let (tags, moves) = read(&noted(true, &format!("                    65\n\n{ending}\n\n(a) Best.")));
        assert_eq!(tags, [format!("[Result \"{tag}\"]"), "[Reading \"certain\"]".to_owned()], "{moves}");
    }
    let (tags, moves) = read(&noted(true, "Note to move 4: Better than B-K2, as in\nthe preceding game."));
    assert_eq!(tags[1], "[Reading \"certain\"]", "{moves}");
}

#[test]
fn a_sentence_between_two_games_is_of_the_one_above() {
    let said = [
        "He has no better move than this.",
        "Black can hardly avoid the loss of a piece.",
        "Very well played by both parties.",
    ];
    for (said, is_numbered) in said.iter().flat_map(|said| [(said, true), (said, false)]) {
        let second = noted(is_numbered, "").replace("Alder", "Cedar").replace("Birch", "Dogwood");
        for title in ["", "GAME II.\n\n"] {
            let text = format!("{}\n{title}{second}", noted(is_numbered, said));
            let (_, moves) = read(&text);
            assert_eq!(moves.matches("10. Nxb5 cxb5").count(), 2, "{moves}");
            assert!(moves.contains(&format!("10. Nxb5 cxb5 {{{said}}} *")), "{text}{moves}");
        }
        let (_, moves) = read(&noted(is_numbered, said));
        assert!(moves.contains(&format!("10. Nxb5 cxb5 {{{said}}} *")), "{moves}");
    }
}

#[test]
fn a_title_with_a_letter_in_brackets_begins_no_game_with_blacks_move() {
    let rows = MOVES.iter().zip(1..).map(|((white, black), at)| {
        let [white, black] = [white, black].map(|words| words.replace('-', " - "));
        format!("{white:>20}  {at:>2}  {black}\n")
    });
    let rows: String = rows.collect();
    let text = format!("(A) Alder against Birch\n\n{rows}\n(B) Cedar against Dogwood\n\n{rows}\n");
    let (_, moves) = read(&text);
    assert_eq!(moves.matches("1. e4 e5 2. Nf3 d6 3. d4 Bg4").count(), 2, "{moves}");
}

#[test]
fn a_full_stop_behind_the_mark_of_a_footnote_and_a_page_that_ends_among_footnotes_lose_none() {
    let rows = MOVES[..8].iter().zip(1..).map(|((white, black), at)| match at {
        2 => format!("{at}. {white} (a); {black}.\n"),
        4 => format!("{at}. {white}; {black} (b).\n"),
        6 => format!("{at}. {white}; {black} (c).\n"),
        _ => format!("{at}. {white}; {black}.\n"),
    });
    let rows: String = rows.collect();
    for between in ["", "\n                    65\n\n"] {
        let notes = format!("(a) Best.\n(b) This loses time.\n{between}(c) Well played.\n");
        let (_, moves) =
            read(&format!("White: Alder\nBlack: Birch\n\n{rows}White resigned.\n\nNOTES.\n\n{notes}"));
        assert!(moves.contains("2. Nf3 {Best.} 2... d6"), "{moves}");
        assert!(moves.contains("4. dxe5 Bxf3 {This loses time.} 5. Qxf3"), "{moves}");
        assert!(moves.contains("6. Bc4 Nf6 {Well played.} 7. Qb3"), "{moves}");
    }
    // So do paragraphs below the game.
    let said = "A long sentence which says that the first player has neglected his development, and\n\
                that the second player might have gained a piece by advancing the King's Pawn\n\
                at this point of the game, as was shown by the editor.";
    let (_, moves) = read(&noted(true, &format!("{said}\n\n                    65\n\n{said}")));
    assert_eq!(moves.matches("shown by the editor.}").count(), 2, "{moves}");
}

#[test]
fn a_raised_figure_behind_a_word_is_the_mark_of_a_footnote() {
    let rows = MOVES.iter().zip(1..).map(|((white, black), at)| match at {
        4 => format!("{at}. {white}\u{b9} {black}\n"),
        8 => format!("{at}. {white} {black}\u{b2}\n"),
        12 => format!("{at}. Castles\u{b3} {black}\n"),
        16 => format!("{at}. {white}\u{2074} {black}\n"),
        _ => format!("{at}. {white} {black}\n"),
    });
    let rows: String = rows.collect();
    let notes = "\u{b9} The usual move.\n\u{b2} Slow.\n\u{b3} Best.\n\u{2074} Well played.\n";
    let (tags, moves) = read(&format!("White: Alder\nBlack: Birch\n\n{rows}\n{notes}"));
    assert!(moves.contains("4. dxe5 {The usual move.} 4... Bxf3"), "{moves}");
    assert!(moves.contains("8. Nc3 c6 {Slow.} 9. Bg5"), "{moves}");
    assert!(moves.contains("12. O-O-O {Best.} 12... Rd8"), "{moves}");
    assert!(moves.contains("16. Qb8+ {Well played.} 16... Nxb8 17. Rd8#"), "{moves}");
    assert_eq!(tags[1], "[Reading \"certain\"]", "{moves}");
}

/// A row whose moves both bear the number, the place of a move that stands elsewhere held by dots.
fn numbered_twice(at: usize, white: &str, black: &str) -> String {
    match (white, black) {
        ("", _) => format!("       ...                     {at:>3}. {black}\n"),
        (_, "") => format!("  {at:>3}. {white:<25}   ...\n"),
        _ => format!("  {at:>3}. {white:<22}{at:>3}. {black}\n"),
    }
}

#[test]
fn dots_hold_whites_place_before_the_number_of_blacks_move() {
    let notes = [(1, "The usual move."), (4, "In anticipation of 4. ... Q-K2, which fails."), (CUT, "Good.")];
    let dots_alone = cut(&notes, numbered_twice);
    let numbered = dots_alone.replace("       ...           ", "    6. ...           ");
    let in_front = |at: usize, white: &str, black: &str| {
        if white.is_empty() {
            format!("  {at:>3}. ...                   {black}\n")
        } else {
            numbered_twice(at, white, black)
        }
    };
    let whole = read(&cut(&[], numbered_twice)).1;
    for text in [dots_alone, numbered, cut(&notes, in_front)] {
        let (tags, moves) = read(&text);
        assert_eq!(tags, ["[Result \"1-0\"]", "[Reading \"certain\"]"], "{text}");
        let said = notes.iter().fold(moves, |moves, (_, note)| moves.replace(&format!("{{{note}}} "), ""));
        let said = said.replace("1... e5", "e5").replace("4... Bxf3", "Bxf3").replace("6... Nf6", "Nf6");
        assert_eq!(said.replace("(4... Qe7) ", ""), whole, "{text}");
    }
}

/// The whole game with what stands between its third row and its fourth, and between its fourth and its fifth.
fn told_between(third: &str, fourth: &str) -> (Vec<String>, String) {
    let row = |at, white: &str, black: &str| {
        let below = match at {
            3 => third,
            4 => fourth,
            _ => "",
        };
        numbered_twice(at, white, black) + below
    };
    read(&cut(&[], row))
}

#[test]
fn rows_that_tell_another_way_leave_the_game_to_go_on_below_them() {
    // The row that is due below a blank line is the game's, though another way has gone past it.
    let back = "\nOr as follows:\n\n       3. ...                      3. PxP\n       4. KtxP                     4. Kt-KB3\n       5. Kt-QB3                   5. B-K2\n\n";
    let (tags, moves) = told_between(back, "");
    assert_eq!(tags, ["[Result \"1-0\"]", "[Reading \"certain\"]"]);
    let expected = "3. d4 Bg4 {Or as follows:} (3... exd4 4. Nxd4 Nf6 5. Nc3 Be7) 4. dxe5 Bxf3";
    assert!(moves.contains(expected), "{moves}");
    // Rows that go on from the last one and are set in deeper than the game's are not its own where it goes on from there, too.
    let deeper = "\nThe other way to take is worse:\n\n          5. PxB                      5. PxP\n          6. QxQ ch                   6. KxQ\n\n";
    let (tags, moves) = told_between("", deeper);
    assert_eq!(tags, ["[Result \"1-0\"]", "[Reading \"certain\"]"]);
    let expected = "4. dxe5 Bxf3 {The other way to take is worse:} 5. Qxf3 (5. gxf3 dxe5 6. Qxd8+ Kxd8) 5... dxe5 6. Bc4";
    assert!(moves.contains(expected), "{moves}");
}

#[test]
fn blacks_move_below_a_note_is_a_row_with_dots_in_front_or_a_row_below_it() {
    let whole = read(&cut(&[], |at, white, black| format!("{at}. {white}, {black}\n"))).1;
    for (held, dots) in [("   ...", "   ...   "), ("   . . .", "               "), ("", "   ...   ")] {
        let row = |at: usize, white: &str, black: &str| match (white, black) {
            ("", _) => format!("{dots}{black}\n"),
            (_, "") => format!("{at}. {white}{held}\n"),
            _ => format!("{at}. {white}, {black}\n"),
        };
        let text = cut(&[(CUT, "This is well played.")], row) + "Black resigns.\n";
        let (tags, moves) = read(&text);
        assert_eq!(tags, ["[Result \"1-0\"]", "[Reading \"certain\"]"], "{text}");
        let said = moves.replace("{This is well played.} 6... ", "").replace("{Black resigns.} ", "");
        assert_eq!(said, whole, "{text}");
    }
}

#[test]
fn a_note_right_above_the_row_with_its_number_is_no_row() {
    let note = "4. Q-K2 would have been stronger, and then B-K2.\n";
    for note in [note.to_owned(), note.replace(", ", ",\n")] {
        let text = told_between(&note, "");
        assert_eq!(text.0, ["[Result \"1-0\"]", "[Reading \"certain\"]"], "{note}");
        assert!(text.1.contains("{4. Q-K2 would have been stronger, and then B-K2.}"), "{}", text.1);
        assert!(text.1.contains("4. dxe5 (4. Qe2) 4... Bxf3 5. Qxf3 dxe5"), "{}", text.1);
    }
}
