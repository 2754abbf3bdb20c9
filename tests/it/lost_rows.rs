//! Rows that the page has lost, has twice or has with a number that is not theirs: the game may play on by chance, and is not
//! whole.
use descant::game::Verdict;
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
