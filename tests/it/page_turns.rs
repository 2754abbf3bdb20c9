//! Pages that print their last rows once more: at the top of the next page, or half a row at the foot and the whole row above.
use super::console;
use super::row_forms::MOVES;

/// The last row of the first page.
const LAST: usize = 7;

/// What is written of a text: the `Reading` of each game, and their moves without the words that stand between them.
fn read(text: &str) -> (Vec<String>, String) {
    let done = console::run(&["convert", "--from", "text", "-"], text.as_bytes());
    let written = String::from_utf8(done.stdout).expect("UTF-8");
    let tags = written.lines().filter(|line| line.starts_with("[Reading")).map(str::to_owned).collect();
    let moves = written.lines().filter(|line| !line.starts_with('['));
    let all = moves.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    let parts = all.split_inclusive('}').map(|part| part.split('{').next().unwrap_or(""));
    // `7... Qe7` behind a comment.
    let bare = parts.collect::<String>();
    (tags, bare.split_whitespace().filter(|word| !word.ends_with("...")).collect::<Vec<_>>().join(" "))
}

fn row(at: usize) -> String {
    let (white, black) = MOVES[at - 1];
    format!("{at:>3}. {white:22}{black}\n")
}

fn half(at: usize) -> String {
    format!("{at:>3}. {}\n", MOVES[at - 1].0)
}

/// The game on two pages: `foot` stands below the row in front of the last of the first page, `turn` between the pages, `top`
/// above the first row that only the second page has.
fn pages(foot: &str, turn: &str, top: &str) -> String {
    let above: String = (1..LAST).map(row).collect();
    let below: String = (LAST + 1..=MOVES.len()).map(row).collect();
    format!(
        "GAME No. 1.\n\nALDER v. BIRCH.\n\n      White.            Black.\n\n{above}{foot}{turn}{top}{below}"
    )
}

const TURNS: [&str; 6] = [
    "\n\n82            CHESS GAMES.\n\n",
    "\n   (a) The usual reply.\n\n\nTHE TOURNAMENT BOOK.            83\n\n",
    "\n\x0cTHE TOURNAMENT BOOK.\n\n",
    "\nAlder v. Birch\u{2014}continued.\n\n",
    "\n\n83\n\nGAME No. 1 (Continued).\n\n      White.            Black.\n\n",
    "\n                  83\n\x0c\n",
];

#[test]
fn rows_on_both_sides_of_a_page_turn_are_read_once() {
    let (last, before) = (row(LAST), row(LAST - 1));
    for turn in TURNS {
        let (tags, moves) = read(&pages(&last, turn, ""));
        assert_eq!(tags, [r#"[Reading "certain"]"#], "{turn}");
        for (foot, top) in [
            (&last, last.clone()),
            (&last, format!("{before}{last}")),
            (&half(LAST), last.clone()),
            (&last, half(LAST)),
        ] {
            let text = pages(foot, turn, &top);
            let (tags_again, moves_again) = read(&text);
            assert_eq!((tags_again, &moves_again), (tags.clone(), &moves), "{text}");
        }
    }
}

#[test]
fn a_first_row_that_is_printed_again_begins_one_game() {
    let all: String = (2..=MOVES.len()).map(row).collect();
    let text = |turn: &str| format!("GAME No. 1.\n\nALDER v. BIRCH.\n\n{}{turn}{}{all}", row(1), row(1));
    let (tags, _) = read(&text(TURNS[0]));
    assert_eq!(tags, [r#"[Reading "certain"]"#]);
    // The title of another game stands between them: nothing is left out.
    let (tags, moves) = read(&text("\n83\n\nGAME No. 2.\n\nCEDAR v. HOLM.\n\n"));
    assert!(tags.len() == 2 && moves.matches("1. e4").count() == 2, "{moves}");
}

#[test]
fn half_a_row_whose_dots_tell_the_other_half_is_no_row_again() {
    let text = pages(&half(LAST), TURNS[0], &format!("{LAST:>3}. {:22}{}\n", "...", MOVES[LAST - 1].1));
    let (tags, moves) = read(&text);
    assert_eq!((tags.len(), moves), (1, read(&pages(&row(LAST), TURNS[0], "")).1), "{text}");
}

#[test]
fn rows_of_ways_to_play_with_the_same_moves_are_kept() {
    // The title of another way to play stands between the same rows.
    let text = pages(&row(LAST), "\n83\n\nVARIATION B.\n\n", &row(LAST));
    let (_, moves) = read(&text);
    let (_, plain) = read(&pages(&row(LAST), "\n83\n\n", ""));
    assert!(moves.len() > plain.len(), "{moves}");
}

#[test]
fn a_row_lost_where_a_page_ends_leaves_no_game_certain() {
    for lost in 6..=13 {
        for turn in [TURNS[0], "\n\nTHE TOURNAMENT BOOK.            83\n\n", "\n\n83\n\n"] {
            let (above, below): (String, String) =
                ((1..lost).map(row).collect(), (lost + 1..=MOVES.len()).map(row).collect());
            let text = format!("GAME No. 1.\n\nALDER v. BIRCH.\n\n{above}{turn}{below}");
            let (tags, moves) = read(&text);
            assert!(!tags.iter().any(|tag| tag.contains("certain")), "{moves}: {text}");
        }
    }
}

/// The game on three pages: notes stand at the foot of each, a running head at the top of the next. The last word of a note and
/// the first row below the head have nothing in common.
#[test]
fn notes_at_the_foot_of_a_page_part_no_row_of_the_next_from_the_game() {
    for is_in_front in [false, true] {
        let mut text = "GAME No. 1.\n\nALDER v. BIRCH.\n\n      White.            Black.\n\n".to_owned();
        let plain = text.clone() + &(1..=MOVES.len()).map(row).collect::<String>();
        let third = MOVES.len() / 3;
        for (page, from) in [1, third + 1, 2 * third + 1].into_iter().enumerate() {
            let last = if page == 2 { MOVES.len() } else { from + third - 1 };
            for at in from..=last {
                let (white, black) = MOVES[at - 1];
                let mark = if at == from + 1 {
                    "(a)"
                } else if at == last {
                    "(b)"
                } else {
                    ""
                };
                text += &if is_in_front {
                    format!("{mark:>3}{at}. {white:22}{black}\n")
                } else {
                    format!("{at:>3}. {:22}{black}\n", format!("{white} {mark}"))
                };
            }
            text += "\n   (a) The usual reply.\n   (b) White has now by far the better game.\n";
            if page < 2 {
                text += &format!("\n\n{}        CHESS.\n\n", 72 + 2 * page);
            }
        }
        let (tags, moves) = read(&text);
        assert_eq!(tags, [r#"[Reading "certain"]"#], "{text}");
        assert_eq!(moves, read(&plain).1, "{text}");
        let out = console::run(&["convert", "--from", "text", "-"], text.as_bytes());
        let out = String::from_utf8(out.stdout).expect("UTF-8").replace('\n', " ");
        assert_eq!(out.matches("{The usual reply.}").count(), 3, "{text}\n{out}");
        assert_eq!(out.matches("{White has now by far the better game.}").count(), 3, "{text}\n{out}");
    }
}
