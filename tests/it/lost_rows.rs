//! Rows that the page has lost, has twice or has with a number that is not theirs: the game may play on by chance, and is not
//! whole.
use descant::game::{Node, Verdict};
use descant::lexicon::Dialect;
use descant::reader::text::{TextOptions, read_text};

use super::console;
use super::due::halves;
use crate::replay_damage::{Dice, games};
use crate::replay_words::describe;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Set {
    Table,
    Abreast,
    Running,
}

/// The lines of a game.
fn lines(words: &[String], set: Set) -> Vec<String> {
    let rows = words.chunks(2).zip(1..);
    match set {
        Set::Table => rows
            .map(|(row, n)| format!("{n:3}. {:16}{}", row[0], row.get(1).map_or("", String::as_str)))
            .collect(),
        Set::Abreast => halves(words),
        Set::Running => {
            let mut lines = vec![String::new()];
            for (row, n) in rows {
                for word in format!("{n}. {};", row.join(", ")).split(' ') {
                    let last = lines.last_mut().expect("a line");
                    if last.len() + word.len() > 70 {
                        lines.push(word.to_owned());
                    } else {
                        *last = format!("{last} {word}").trim().to_owned();
                    }
                }
            }
            lines
        }
    }
}

fn page(lines: &[String]) -> String {
    format!(
        "GAME No. 7.\n\nSMITH.       JONES.\nPlayed at London, 1883.\n\n{}\n      Drawn game.\n\n\n",
        lines.join("\n")
    )
}

/// Half-moves of the first game of a text, if it is sure.
fn sure(text: &str) -> Option<u32> {
    let report = read_text(text, &TextOptions::default());
    let game = &report.games.first()?.game;
    matches!(game.verdict, Some(Verdict::Certain | Verdict::Chosen)).then_some(game.plies)
}

#[test]
fn a_game_that_lost_a_row_is_not_whole() {
    let mut dice = Dice::new(21);
    let mut wrong = Vec::new();
    let mut count = 0;
    for game in games().iter().step_by(3) {
        let words = describe(game);
        for set in [Set::Table, Set::Abreast, Set::Running] {
            let whole = lines(&words, set);
            assert!(
                sure(&page(&whole)).is_none_or(|plies| plies as usize == words.len()),
                "{}",
                page(&whole)
            );
            // Nothing tells of rows that are lost behind the last.
            let last = whole.len() - if set == Set::Running { 2 } else { 1 };
            for at in [dice.below(last), last - 1] {
                let mut lines = whole.clone();
                lines.remove(at);
                count += 1;
                wrong.extend(sure(&page(&lines)).map(|_| page(&lines)));
            }
        }
    }
    assert!(count > 50);
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong[0]);
}

/// A number counts its row though it touches the sign behind it: row 5 is lost, and what is left plays.
#[test]
fn a_row_that_is_lost_between_signs_is_told() {
    let rows = [
        (1, "P-K4", "P-K4"),
        (2, "Kt-KB3", "Kt-QB3"),
        (3, "B-B4", "B-B4"),
        (4, "P-B3", "Kt-B3"),
        (5, "P-Q3", "P-Q3"),
        (6, "Castles", "Castles"),
        (7, "P-QR3", "P-QR3"),
        (8, "P-R3", "P-R3"),
    ];
    for sign in [";", "|", ",", " | ", "\t"] {
        let lines = rows.map(|(number, white, black)| format!("{number}{sign}{white}{sign}{black}"));
        assert_eq!(sure(&page(&lines)), Some(16), "{sign:?}");
        assert_eq!(sure(&page(&[&lines[..4], &lines[5..]].concat())), None, "{sign:?}");
    }
}

/// What of a titled game of running text begins within the moves is an error, if it cannot be played.
#[test]
fn a_game_that_lost_its_first_line_ends_with_1() {
    for game in games().iter().take(6) {
        let lines = lines(&describe(game), Set::Running);
        let done = console::run(&["check", "--from", "text", "-"], page(&lines[1..]).as_bytes());
        assert_eq!(done.status.code(), Some(1), "{}", page(&lines[1..]));
    }
}

#[test]
fn a_line_that_stands_twice_takes_no_rows_away() {
    let mut dice = Dice::new(22);
    let mut wrong = Vec::new();
    for game in games().iter().step_by(2) {
        let words = describe(game);
        for set in [Set::Table, Set::Running] {
            let mut lines = lines(&words, set);
            let at = 1 + dice.below(lines.len() - 2);
            lines.insert(at, lines[at].clone());
            let text = page(&lines);
            wrong.extend(sure(&text).filter(|&plies| (plies as usize) < words.len()).map(|_| text));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong[0]);
}

/// A row set otherwise than the others that bears the number of the next one, and plays.
#[test]
fn a_note_that_plays_as_a_row_with_its_number_is_in_doubt() {
    let rows = [
        " 1. P-Q4                   1. P-Q4",
        " 2. B-B4                   2. N-KB3",
        " 3. P-K3                   3. P-K3",
        " 4. P-QB3                  4. B-K2",
        " 5. B-Q3                   5. O-O",
        " 6. N-KB3                  6. P-QN3",
        " 7. O-O                    7. B-N2",
    ];
    let read = |lines: &[&str]| {
        let text = lines.join("\n");
        let report = read_text(&text, &TextOptions::default());
        let game = &report.games.first().expect("a game").game;
        (game.plies, game.verdict == Some(Verdict::Certain))
    };
    assert_eq!(read(&rows), (14, true));
    let mut noted = rows.to_vec();
    noted.insert(3, "4. P-KR3, P-KR3;");
    assert_eq!(read(&noted), (16, false));
    noted[3] = " 4. P-KR3                  4. P-KR3";
    assert_eq!(read(&noted), (16, true));
}

/// The last row bears a number that is not its own, or letters: its moves are due.
#[test]
fn a_last_row_with_another_number_is_the_games() {
    let mut wrong = Vec::new();
    for game in games() {
        let words = describe(&game);
        for set in [Set::Table, Set::Abreast] {
            let number = format!("{:3}. ", words.len().div_ceil(2));
            for other in [" Gi  ", " 88. ", "  7. "] {
                let text = page(&lines(&words, set)).replacen(&number, other, 1);
                wrong.extend(sure(&text).filter(|&plies| (plies as usize) < words.len()).map(|_| text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong[0]);
}

/// `Resigns` may have the number that is due, a mark of check not: it is that of a move.
#[test]
fn a_mark_without_its_move_is_what_is_left_of_the_last() {
    let rows = "1 P-K4 P-K4 2 Kt-KB3 Kt-QB3 3 B-B4 B-B4 4 P-B3 Kt-B3 5 P-Q3 P-Q3 6";
    assert_eq!(sure(&format!("GAME II.\n\n{rows} (ch) Drawn game.\n")), None);
    assert_eq!(sure(&format!("GAME II.\n\n{rows} Resigns.\n")), Some(10));
}

/// A title, numbers and an end are those of a game, though its first number cannot be read and it is short.
#[test]
fn a_short_game_whose_first_number_cannot_be_read_is_read() {
    let rows = "gF P-Q4, N-KB3; 2. N-KB3, P-Q4; 3. P-B4, P-K3; 4. N-B3, B-K2; 5. B-N5,\n\
        P-KR3; 6. B-R4, O-O; 7. P-K3, P-QN3; 8. R-B1, B-N2; 9. BxN, BxB; 10. PxP,\n\
        PxP; 11. B-K2, Q-K2; 12. O-O, R-Q1; 13. N-K1.";
    let read = "GAME No. 1.\n\n1. P-K4, P-K4; 2. B-B4, B-B4; 3. Q-R5, N-KB3; 4. QxBP mate.\n\n\n";
    let text = format!("{read}GAME No. 2.\n\nBACROT.       SPASSKY.\n\n{rows} Drawn game.\n");
    let report = read_text(&text, &TextOptions::default());
    let told: Vec<_> = report.games.iter().map(|found| (found.game.plies, found.game.verdict)).collect();
    assert_eq!(told, [(7, Some(Verdict::Certain)), (25, Some(Verdict::Repaired))]);
}

/// A number or a comma behind the last move says that more followed.
#[test]
fn a_game_that_breaks_off_is_not_whole() {
    let mut wrong = Vec::new();
    for game in games().iter().step_by(2) {
        let words = describe(game);
        let plies = words.len().min(40) & !1;
        for count in [plies, plies - 1] {
            let rows: Vec<String> = words[..count]
                .chunks(2)
                .zip(1..)
                .map(|(row, n)| format!("{n}. {}", row.join(", ")))
                .collect();
            let due = if count == plies { format!("; {}.", plies / 2 + 1) } else { ",".to_owned() };
            for (end, is_whole) in [(due.as_str(), false), (".", true)] {
                let text = format!(
                    "GAME No. 7.\n\nSMITH.       JONES.\n\n{}{end}\n\n\nGAME No. 8.\n",
                    rows.join("; ")
                );
                if sure(&text).is_some() != is_whole {
                    wrong.push(text);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong[0]);
}

/// `14 B-R3 zxP 15 BxP P-B4 Drawn game.`: White's next move stands between two that play; in brackets it is a note.
#[test]
fn a_move_passed_over_between_two_that_play_is_told() {
    let (mut count, mut wrong) = (0, Vec::new());
    for game in games() {
        let words: Vec<String> = describe(&game).iter().map(|word| word.replace(" x ", "x")).collect();
        let takes = |at: &usize| words[*at].contains('x') && words[*at + 1].contains('x');
        let Some(at) = (21..words.len().saturating_sub(2)).step_by(2).find(takes) else { continue };
        count += 1;
        let mut damaged = words[..at + 3].to_vec();
        let goal = damaged[at].find('x').expect("a taking");
        damaged[at].replace_range(..goal, "z");
        let text = page(&[running(&damaged)]);
        wrong.extend(sure(&text).map(|_| text));
    }
    assert!(count > 10);
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong[0]);
}

/// Rows behind the last that plays are no comment in front of the words of the end; so is what is left of a move on a line of
/// its own, or its number alone.
#[test]
fn what_stands_in_front_of_the_end_is_the_games() {
    let (mut count, mut wrong) = (0, Vec::new());
    for game in games() {
        let words = describe(&game);
        let Some(plies) = Some(words.len() & !1).filter(|&plies| plies > 60) else { continue };
        let words = &words[..plies];
        // Four rows are lost within running text, and what stands behind them plays no more.
        let text = [
            running(&words[..40]),
            format!("- Q 2 {}", running(words)[running(&words[..48]).len()..].trim()),
        ];
        count += 1;
        wrong.extend(sure(&page(&text)).map(|_| page(&text)));
        let table = lines(&words[..plies - 1], Set::Table);
        for last in ["      x P (ch)", " 31.        ", " 3"] {
            let mut rows = table[..30].to_vec();
            rows.push(last.to_owned());
            wrong.extend(sure(&page(&rows)).map(|_| page(&rows)));
        }
    }
    assert!(count > 5);
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong[0]);
}

/// The first line stands twice: it is no game of its own.
#[test]
fn a_first_line_that_stands_twice_is_told() {
    for game in games().iter().step_by(4) {
        let words = describe(game);
        for set in [Set::Table, Set::Running] {
            let mut lines = lines(&words, set);
            lines.insert(0, lines[0].clone());
            let text = page(&lines);
            let done = console::run(&["check", "--from", "text", "-"], text.as_bytes());
            assert_eq!(done.status.code(), Some(1), "{text}");
        }
    }
}

/// A line of running text that stands twice gives no half-move another meaning.
#[test]
fn a_line_of_running_text_that_stands_twice_changes_no_move() {
    let mut wrong = Vec::new();
    let plain = |game: &str| game.replace(['+', '#'], "");
    for game in games() {
        let lines = lines(&describe(&game), Set::Running);
        for at in 1..lines.len() - 1 {
            let mut lines = lines.clone();
            lines.insert(at, lines[at].clone());
            let text = page(&lines);
            let report = read_text(&text, &TextOptions::default());
            let Some(found) = report.games.first().filter(|_| sure(&text).is_some()) else { continue };
            let moves: Vec<String> =
                descant::game::Moves::of(&found.game).map(|played| played.san.to_string()).collect();
            if moves.join(" ") != plain(&game) {
                wrong.push(text);
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong[0]);
}

/// A short game whose halves stand abreast, its first row cut.
#[test]
fn a_short_game_that_lost_its_first_row_is_told() {
    for game in games().iter().take(8) {
        let mut rows = lines(&describe(game)[..25], Set::Abreast);
        rows[0] = "1   P - Q 4".to_owned();
        let text = page(&rows);
        let done = console::run(&["check", "--from", "text", "-"], format!("{text}{text}").as_bytes());
        assert_eq!(done.status.code(), Some(1), "{text}");
    }
}

/// Castling does not hide the numbers of a game that lost its first line.
#[test]
fn castling_in_lines_without_columns_counts_their_moves() {
    let lines = "P-B5, B-B4; 6. B-B4, QKt-Q2; 7. P-K3, P-K3; 8. Kt-Q2, B-K2; 9. B-K2,\n\
        B-Kt3; 10. Castles, Castles; 11. P-QKt4, Q-B sq; 12. P-QR4, P-Kt3; 13. P x\n\
        P, Kt x P; 14. P-R5, QKt-Q2; 15. Q-R4, Q-Kt2; 16. Kt-R2, Kt-R4; 17. KR-B\n\
        sq, Kt x B; 18. P x Kt, KR-B sq.";
    let text = format!("GAME No. 1.\n\nSMITH.   JONES.\n\n{lines}\nBlack resigns.\n\n");
    let done = console::run(&["check", "--from", "text", "-"], format!("{text}{text}").as_bytes());
    assert!(String::from_utf8_lossy(&done.stdout).contains("lost-game"), "{done:?}");
}

/// A move with the next number that words below the last row speak of is no row that was lost.
#[test]
fn moves_that_the_words_behind_a_game_speak_of_leave_it_whole() {
    let rows = ["1. P-K4          P-K4", "2. Kt-KB3        Kt-QB3", "3. B-B4          B-B4"];
    let text = |words: &str| format!("{}\n    {words}\n    and have a good game.\n", rows.join("\n"));
    assert_eq!(sure(&text("You may then move 4. P-QB3, or 4. P-Q3,")), Some(6));
}

/// `43 Kt-Q4 R-   sq White resigns`: a gap parts what is left of the last half-move.
#[test]
fn a_gap_in_the_last_half_move_is_told() {
    for game in games() {
        let words = describe(&game);
        let Some(at) = (21..words.len()).step_by(2).find(|&at| words[at].starts_with("R-")) else { continue };
        let text = page(&[format!("{} R-   sq White resigns.", running(&words[..at]))])
            .replace("      Drawn game.\n", "");
        assert_eq!(sure(&text), None, "{text}");
    }
}

/// A score without stops.
fn running(words: &[String]) -> String {
    words.chunks(2).zip(1..).map(|(row, n)| format!("{n} {}", row.join(" "))).collect::<Vec<_>>().join(" ")
}

/// Rows without numbers, and such with Roman ones, have no less to be read: a word that is blurred leaves none in silence.
#[test]
fn rows_with_other_numbers_or_none_are_not_left_in_silence() {
    const MOVES: [(&str, &str); 9] = [
        ("P. to K's 4th", "P. to K's 4th"),
        ("Kt. to K. B's 3d", "Kt. to Q. B's 3d"),
        ("B. to Kt's 5th", "P. to Q. R's 3d"),
        ("B. takes Kt.", "Q. P. takes B."),
        ("Castles", "P. to B's 3d"),
        ("P. to Q's 4th", "P. takes P."),
        ("Kt. takes P.", "P. to Q. B's 4th"),
        ("Kt. to Kt's 3d", "Q. takes Q."),
        ("R. takes Q.", "B. to Kt's 5th"),
    ];
    const ROMAN: [&str; 9] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    type Form = fn(usize, &str, &str) -> String;
    let forms: [Form; 4] = [
        |_, white, black| format!("<li>{white} {black}</li>\n"),
        |_, white, black| format!("<li>{white}, {black}</li>\n"),
        |at, white, black| format!("{}. {white:<24}{black}\n", ROMAN[at]),
        |at, white, black| format!("({}) {white:<24}{black}\n", at + 1),
    ];
    for (form, blurred) in
        forms.iter().flat_map(|form| (4..MOVES.len() - 1).map(move |blurred| (form, blurred)))
    {
        let rows = MOVES
            .iter()
            .enumerate()
            .map(|(at, (white, black))| form(at, white, if at == blurred { "zq. odkvs" } else { black }));
        let rows: String = rows.collect();
        let text = if rows.starts_with('<') {
            format!("<html><body><h2>GAME THE FIRST</h2><ol>\n{rows}</ol><p>Drawn game.</p></body></html>")
        } else {
            format!("GAME THE FIRST.\n\n{rows}\nDrawn game.\n")
        };
        let report = read_text(&text, &TextOptions::default());
        let is_told = |verdict| matches!(verdict, Some(Verdict::Repaired | Verdict::Partial));
        let told = report.games.iter().all(|found| is_told(found.game.verdict));
        assert!(
            told && (!report.games.is_empty() || !report.unread.is_empty()),
            "{text}{:?}",
            report.verdicts
        );
    }
}

/// Black's moves may stand below White's: the last of them is due there, whatever is left of it.
#[test]
fn what_stands_in_blacks_place_is_his_move() {
    let rows = [("P-K4", "P-K4"), ("N-KB3", "N-QB3"), ("B-N5", "P-QR3"), ("BxN", "QPxB"), ("N-B3", "P-B3")];
    let text = |last: &str, is_below: bool| {
        let rows = rows.iter().zip(1..).map(|((white, black), at)| {
            let black = if at == rows.len() { last } else { black };
            if is_below {
                format!("{at}. {white}.\n   {black}.\n")
            } else {
                format!("Move {at}. {white:<20}{black}\n")
            }
        });
        format!("GAME THE FIRST.\n\n{}\nDrawn game.\n", rows.collect::<String>())
    };
    let lasts = [("P-B3", true), ("Nmf", false), ("zq odk", false)];
    for ((last, is_whole), is_below) in lasts.iter().flat_map(|&last| [(last, true), (last, false)]) {
        let text = text(last, is_below);
        let report = read_text(&text, &TextOptions::default());
        let verdict = report.games[0].game.verdict;
        assert_eq!(verdict != Some(Verdict::Partial), is_whole, "{last} {verdict:?}");
    }
}

#[test]
fn a_last_row_of_which_a_word_became_a_figure_is_not_lost() {
    const ROWS: [&str; 7] = [
        "P. to K's 4th|P. to K's 4th",
        "Kt. to K. B's 3rd|Kt. to Q. B's 3rd",
        "B. to Q. B's 4th|B. to Q. B's 4th",
        "P. to Q. B's 3rd|Kt. to K. B's 3rd",
        "P. to Q's 4th|P. takes P.",
        "P. takes P.|B. to Kt's 5th (ch.)",
        "Castles|Castles",
    ];
    type Layout = fn(usize, &str, &str) -> String;
    let layouts: [(&str, Layout); 7] = [
        ("item", |_, white, black| format!("<li>{white} {black}</li>")),
        ("item with a comma", |_, white, black| format!("<li>{white}, {black}</li>")),
        ("line", |_, white, black| format!("{white} {black}")),
        ("columns", |_, white, black| format!("{white:24}{black}")),
        ("one a line", |_, white, black| format!("{white}\n{black}")),
        ("table", |n, white, black| format!("{n}. {white:24}{black}")),
        ("running", |n, white, black| format!("{n}. {white}, {black};")),
    ];
    let damaged = [
        (5, "1. takes P.|B. to Kt's 5th (ch.)"),
        (5, "7. takes P.|B. to Kt's 5th (ch.)"),
        (5, "(1) takes P.|B. to Kt's 5th (ch.)"),
        (4, "P. to Q's 4th|1. takes P."),
        (4, "P. to Q's 4th|P. 1. P."),
        (3, "P. to Q. B's 3rd|Kt. to K. B's l."),
        (3, "P. to Q. B's 3rd|2 to K. B's 3rd"),
        (6, "Castles|xq"),
        (6, "Castles|l."),
    ];
    let mut wrong = Vec::new();
    for (name, layout) in layouts {
        for (last, row) in damaged {
            for end in ["", "\n\nDrawn game."] {
                let rows = ROWS[..last].iter().chain([&row]).zip(1..);
                let halves = rows.map(|(row, n)| {
                    let (white, black) = row.split_once('|').expect("two half-moves");
                    layout(n, white, black)
                });
                let rows: Vec<String> = halves.collect();
                let text = format!(
                    "GAME THE FIRST.\n\nBetween Mr. Alder and Mr. Birch.\n\n{}{end}\n",
                    rows.join("\n")
                );
                if sure(&text).is_some_and(|plies| (plies as usize) < 2 * last + 2) {
                    wrong.push(format!("{name}: {row}{end}"));
                }
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn what_stands_behind_a_move_may_name_its_square() {
    let page = |last: &str| {
        format!(
            "GAME THE FIRST.\n\n1. P. to K's 4th          P. to K's 4th\n2. Kt. to K. B's 3rd      Kt. to Q. B's 3rd\n\
             3. B. to Q. B's 4th       B. to Q. B's 4th\n4. P. to Q's 3rd          Kt. to B's 3rd\n\
             5. {last}\n6. Castles                Castles\n\nDrawn game.\n"
        )
    };
    let whole = page("B. to K's 3rd             P. to Q's 3rd");
    assert_eq!(sure(&whole), Some(12));
    for last in ["Q. to K zv                P. to Q's 3rd", "Q. to K fecond            P. to Q's 3rd"] {
        assert_eq!(sure(&page(last)), None, "{last}");
    }
    let blurred = whole.replace("6. Castles                ", "6. R. to K. B'v second sq.   ");
    assert_eq!(sure(&blurred), None, "{blurred}");
}

#[test]
fn a_half_move_behind_its_side_is_read_below_a_note() {
    let game = |note: &str, last: &str| {
        format!(
            "FIRST GAME.\n\n1.\nW. King's pawn two squares.\nB. The same.\n2.\nW. King's knight to king's bishop's \
             third square.\nB. Queen's knight to queen's bishop's third square.\n3.\nW. King's bishop to queen's \
             bishop's fourth square.\n\n{note}\n\nB. {last}\n\nDrawn game.\n"
        )
    };
    let last = "King's bishop to queen's bishop's fourth square.";
    for note in ["This is the best move.", "This is much to be preferred to any other."] {
        assert_eq!(sure(&game(note, last)), Some(6), "{note}");
    }
}

/// `1 | K—Req R—K sq` is row 11 of a game of which ten are read: no row 2 goes on with it (Karjakin – Yagupov, 2002).
#[test]
fn rows_behind_one_whose_number_is_misprinted_are_the_games() {
    let text = "GAME No. 5.\nKARJAKIN. YAGUPOV.\nWhite. Black.\n1. P\u{2014}K4 P\u{2014}QB4\n\
        2. Kt\u{2014}KB3 P\u{2014}K3\n3. P\u{2014}Q4 PxP\n4. KtxP Kt\u{2014}QB3\n5. Kt\u{2014}QB3 Q\u{2014}B2\n\
        6. B\u{2014}K2 P\u{2014}QR3\n7. 0-0 Kt\u{2014}B3\n8. B\u{2014}K3 B\u{2014}K2\n9. P\u{2014}B4 P\u{2014}Q3\n\
        10. P\u{2014}QR4 0-0\n\n1 | K\u{2014}Req R\u{2014}K sq\n12. B\u{2014}Ktsq Kt\u{2014}QKt5\n13. - PRS B\u{2014}Q2\n\n\
        14. B08 QR\u{2014}B sq\n\n15. Q\u{2014}Ksq B\u{2014}B3\n16. Q\u{2014}Kt3 B\u{2014}B sq\n17) tbe Kt\u{2014}Q2\n\
        18. Q\u{2014}R3 Kt\u{2014}B4\n19. Bx Kt PxB\n20. Kt\u{2014}K5 QR\u{2014}Q sq\n21. R\u{2014}B3 KtxB\nBlack resigns.\n";
    assert_eq!(sure(text), None);
}

/// Of two games abreast the left one goes on below the line on which the right one begins (Caruana – Korchnoi, 2008;
/// Capablanca – Alekhine, 1927).
#[test]
fn rows_beside_another_game_are_the_first_games() {
    let text = "CARUANA. KORCHNOI. Kt. sq. at this point.\n\nWhite. Black. of the student.\n\
        1 P. to K. 4th. P. to K. 4th.\n2 Kt. to K. B. 3d. Kt. to Q. B. 3d.\n\
        3 B. to Kt. 5th. P. to Q. R. 3d. GAME No. 5.\n4 B. to R. 4th. Kt. to B. 3d.\n\
        5 P. to Q. 3d. P. to Q. Kt. 4th. CAPABLANCA. ALEKHINE.\n\
        6 B. to Kt. 3d. B. to K. 2d. Played at Buenos Aires, 1927.\n7. Castles P. to Q. 3d.\n\
        8 P. to Q. R. 4th. B. to Kt. 5th. White. Black.\n9 P. to B. 3d. Kt. to Q. R. 4th.\n\
        10 B.toB. 2d. P. to Kt. 5th. 1 P. to K. 4th. P. to K. 3d.\n\
        11 P.toQ. 4th. P. to B. 4th. 2 P. to Q: 4th. P. to Q. 4th.\n\
        12 P. takes Kt. P. P. takes Kt. P. 3 Kt..to Q. B. 3d. B. to Kt. 5th.\n\
        13. Q. Kt. to Q. 2d. (a) Kt. to Q. 2d. 4 P. takes P. P. takes P.\n\
        14, PB. to R. 3d, B. to R. 4th. 5 B. to Q. 3d. (a) Kt. to Q. B. 3d.\n172\n\nCastles\n\nB. takes B.\n";
    let clear = TextOptions { notation: Some(Dialect::default()), ..TextOptions::default() };
    let report = read_text(text, &clear);
    assert_eq!(report.games[0].game.verdict, Some(Verdict::Partial));
}

#[test]
fn what_stands_for_an_illegible_half_move_leaves_the_other_sides_move_its_own() {
    for (row, blacks) in
        [("4. [illegible] Kt-B3", true), ("4. P-B3 [illegible]", false), ("4. ____ Kt-B3", true)]
    {
        let text = format!(
            "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\n{row}\n5. P-Q4 PxP\n6. PxP B-Kt5 ch\n7. Kt-B3 KtxKP\n\
             8. Castles KtxKt\n9. PxKt BxP\n"
        );
        let report = read_text(&text, &TextOptions::default());
        let [read] = &report.games[..] else { panic!("one game: {text}") };
        assert_ne!(read.game.verdict, Some(Verdict::Certain), "{row}");
        let told = |node: &Node<'_>| match node {
            Node::Move(played) => Some(played.san.to_string()),
            _ => None,
        };
        let moves: Vec<String> = read.game.nodes.iter().filter_map(told).collect();
        assert_eq!(
            moves.get(if blacks { 7 } else { 6 }).map(String::as_str),
            Some(if blacks { "Nf6" } else { "c3" })
        );
        assert_eq!(moves.len(), 18, "{row}: {moves:?}");
    }
}

#[test]
fn the_last_move_alone_below_a_note_is_the_reply_that_the_game_ends_with() {
    let rows = "  1 P-K4          P-K4\n  2 B-B4          B-B4\n  3 Q-R5          P-KKt3\n";
    let note = "The mate is met, and the Pawn is lost.";
    // In Black's column, alone or above the words that end the game; and behind the margin above those words.
    for (last, result) in [
        ("                  Q-K2", "*"),
        ("                  Q-K2\n    Resigns", "0-1"),
        ("Q-K2\nResigns", "0-1"),
        ("Q-K2. White resigns.", "0-1"),
    ] {
        let text =
            format!("GAME VIII.\n\n{rows}  4 QxKP ch\n\n{note}\n\n{last}\n\nGAME IX.\n\n{rows}    Drawn\n");
        let done = super::console::run(&["convert", "--quiet"], text.as_bytes());
        let out = String::from_utf8(done.stdout).expect("UTF-8");
        let moves = out.lines().filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join(" ");
        assert!(
            moves.contains("4. Qxe5+ {The mate is met, and the Pawn is lost.} 4... Qe7"),
            "{last}: {out}"
        );
        assert_eq!(out.matches("[Result \"").count(), 2, "{last}: {out}");
        assert!(out.contains(&format!("[Result \"{result}\"]")), "{last}: {out}");
    }
    // Displayed in the words of a note it is none.
    let text = format!(
        "GAME VIII.\n\n{rows}  4 QxKP ch\n\n{note} He might have thought of\n\n      Q-K2\n\nwith a good game.\n\n                  B-K2\n  5 QxR\n"
    );
    let done = super::console::run(&["convert", "--quiet"], text.as_bytes());
    let out = String::from_utf8(done.stdout).expect("UTF-8").replace('\n', " ");
    assert!(out.contains("4... Be7 5. Qxh8"), "{out}");
}

#[test]
fn the_sides_of_a_drawn_board_head_no_columns_though_a_caption_follows() {
    let board = "r . b q k b n r\np p p p . p p p\n. . n . . . . .\n. . . . p . . .\n. . B . P . . .\n. . . . . . . .\nP P P P . P P P\nR N B Q K . N R\n";
    for caption in
        ["Position after Black's 2nd move.\n", "", "Position after Black's 2nd move.\nWhite to move.\n"]
    {
        let text = format!(
            "GAME VIII.\n\n      White.          Black.\n\n  1. P-K4          P-K4\n  2. B-B4          Kt-QB3\n\n  BLACK.\n{board}  WHITE.\n{caption}\n  3. Q-R5          Kt-B3\n  4. QxBP mate.\n"
        );
        let done = super::console::run(&["convert", "--quiet"], text.as_bytes());
        let out = String::from_utf8(done.stdout).expect("UTF-8").replace('\n', " ");
        assert!(out.contains("[Reading \"certain\"]") && out.contains("4. Qxf7# 1-0"), "{caption}: {out}");
    }
}

#[test]
fn a_game_told_in_a_note_leaves_no_doubt_of_the_rows_below_it() {
    let text = "GAME VIII.\n\n  1 P-K4          P-K4\n  2 Kt-KB3        Kt-QB3\n  3 B-B4          B-B4\n\nCompare the celebrated game Alder-Birch, 1907: 1 P-Q4, P-Q4; 2 P-QB4,\nP-K3; 3 Kt-QB3, Kt-KB3; 4 B-Kt5, B-K2; 5 P-K3, O-O; 6 Kt-B3, QKt-Q2, and\nWhite won. The resemblance is close.\n\n  4 P-B3          Kt-B3\n  5 P-Q4          PxP\n  6 PxP           B-Kt5 ch\n  7 B-Q2          BxB ch\n    Drawn\n";
    let done = super::console::run(&["convert", "--quiet"], text.as_bytes());
    let out = String::from_utf8(done.stdout).expect("UTF-8").replace('\n', " ");
    assert_eq!(out.matches("[Reading \"certain\"]").count(), 2, "{out}");
    assert!(out.contains("3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Bd2 Bxd2+"), "{out}");
}

#[test]
fn dashes_between_numbers_and_moves_are_no_blurred_print() {
    let text = "GAME VIII.\n\nRemove White's Q Kt.\n\n 1\u{2014}P\u{2014}K 4          1\u{2014}P\u{2014}K 4\n 2\u{2014}B\u{2014}B 4          2\u{2014}Kt\u{2014}Q B 3\n 3\u{2014}P\u{2014}K B 4        3\u{2014}Kt\u{2014}B 3\n 4\u{2014}P\u{2014}Q 3          4\u{2014}B\u{2014}B 4\n 5\u{2014}Kt\u{2014}B 3        5\u{2014}P\u{2014}Q 3\n 6\u{2014}P\u{2014}B 3          6\u{2014}Castles\n 7\u{2014}Q\u{2014}K 2          7\u{2014}P x P\n      Drawn.\n";
    let done = super::console::run(&["convert", "--quiet"], text.as_bytes());
    let out = String::from_utf8(done.stdout).expect("UTF-8").replace('\n', " ");
    assert!(out.contains("[Reading \"certain\"]") && out.contains("7. Qe2 exf4"), "{out}");
}
