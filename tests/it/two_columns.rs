//! Two columns of text on the same lines, as a recogniser gives them that sees one column.
use descant::game::Verdict;
use descant::lexicon::Dialect;
use descant::reader::text::{TextOptions, read_text};

use crate::recognized::{black, dashed_words, long_games, plain, read, row_halves, san};
use crate::replay_damage::games;

/// Lines of a column of a page.
const LINES: usize = 31;

const NOTE: [&str; 4] = [
    "(a) It is clear that the capture of",
    "the Pawn would have cost a piece. He",
    "had nothing better than P-KR3, after",
    "which the game cannot be saved.",
];

/// The lines of a game, as they stand in a column.
fn lines(number: usize, game: &str) -> Vec<String> {
    let mut lines =
        vec![format!("GAME No. {number}."), "GIRI. ANAND.".to_owned(), "White. Black.".to_owned()];
    for (i, row) in dashed_words(game).chunks(2).enumerate() {
        let mark = if i == 7 { " (a)" } else { "" };
        lines.push(format!("{}. {}{mark} {}", i + 1, row[0], row.get(1).map_or("", String::as_str)));
    }
    lines.push("Drawn game.".to_owned());
    (0..3).for_each(|_| lines.extend(NOTE.map(str::to_owned)));
    lines
}

/// Pages of two columns, the lines of both joined; form feeds part the pages.
fn pages(lines: &[String]) -> String {
    let page = |(number, page): (usize, &[String])| {
        let (left, right) = page.split_at(page.len().min(LINES));
        let line =
            |at: usize| [left, right].map(|column| column.get(at).map_or("", String::as_str)).join(" ");
        let rows: Vec<String> = (0..left.len()).map(line).collect();
        format!("{} CHESS GAMES.\n{}\n", 37 + number, rows.join("\n"))
    };
    let pages: Vec<String> = lines.chunks(2 * LINES).enumerate().map(page).collect();
    pages.join("\u{c}")
}

#[test]
fn games_go_on_from_the_left_column_to_the_right_one_and_over_the_page() {
    let games = games();
    let chosen: Vec<&String> = games.iter().filter(|game| game.split(' ').count() >= 50).take(6).collect();
    let all: Vec<String> = chosen.iter().zip(1..).flat_map(|(game, number)| lines(number, game)).collect();
    let text = pages(&all);
    let report = read(&text);
    let told: Vec<String> = (0..report.games.len()).map(|game| san(&report, game)).collect();
    let exact = chosen.iter().filter(|game| told.contains(&plain(game))).count();
    assert_eq!((exact, chosen.len()), (5, 6), "{text}\n{told:#?}");
    assert!(report.games.iter().all(|found| found.game.verdict != Some(Verdict::Certain)));
}

#[test]
fn wherever_the_columns_break_no_game_is_cut_in_silence() {
    let games = games();
    let chosen: Vec<&String> = games.iter().filter(|game| game.split(' ').count() >= 50).take(3).collect();
    let all: Vec<String> = chosen.iter().zip(1..).flat_map(|(game, number)| lines(number, game)).collect();
    let mut cut = Vec::new();
    for shift in (0..LINES).step_by(3) {
        let mut lines = vec!["It is clear that the capture of".to_owned(); shift];
        lines.extend_from_slice(&all);
        let text = pages(&lines);
        for report in [read(&text), read_text(&text, &TextOptions::default())] {
            for (game, found) in report.games.iter().enumerate() {
                let told = san(&report, game);
                let is_whole = chosen.iter().any(|game| plain(game) == told);
                if found.game.verdict != Some(Verdict::Partial) && !is_whole {
                    cut.push((shift, report.notation.ocr, told));
                }
            }
        }
    }
    assert!(cut.is_empty(), "{cut:#?}");
}

/// A game of which the outer columns stand by themselves: Black's moves of its first half stand beside the rows of White's of its
/// second, with a sign before each of these.
fn inner_columns(game: &str, sign: &str) -> String {
    let words = dashed_words(game);
    let [first, second] = row_halves(&words);
    let white: String = first.iter().map(|row| format!("{}\n", row[0])).collect();
    let beside = |i: usize| {
        let row = |row: &&[String]| format!(" {}. {sign}{}", first.len() + i + 1, row[0]);
        second.get(i).map_or(String::new(), row)
    };
    let inner: String =
        first.iter().enumerate().map(|(i, row)| format!("{}{}\n", black(row), beside(i))).collect();
    let outer: String = second.iter().map(|row| format!("{}\n", black(row))).collect();
    format!(
        "GAME No. 7.\n\nSMITH.\n\nWhite.\n{white}\nJONES.\n\nBlack. White.\n{inner}\nBlack.\n{outer}\nBlack resigns.\n"
    )
}

/// The second half of a game stands beside the first; a recogniser tore the outer columns away and left the inner ones together.
#[test]
fn cells_of_one_half_beside_rows_of_the_other_are_read_apart() {
    let games = games();
    let chosen = long_games(&games, 48, 8);
    let exact = |sign: &str| {
        let is_read = |game: &&&String| {
            let text = inner_columns(game, sign);
            let report = read(&text);
            assert!(report.games.iter().all(|found| found.game.verdict != Some(Verdict::Certain)));
            (0..report.games.len()).any(|found| san(&report, found) == plain(game))
        };
        chosen.iter().filter(is_read).count()
    };
    assert_eq!((exact(""), exact("~"), chosen.len()), (8, 8, 8));
}

/// What was found in one order of the words of a page is not taken for what is found in another.
#[test]
fn the_orders_of_a_page_are_remembered_apart() {
    let games = games();
    let chosen = long_games(&games, 48, 8);
    let raw = TextOptions { notation: Some(Dialect::ENGLISH_OCR), ..TextOptions::default() };
    for game in &chosen[..2] {
        let all: Vec<String> =
            chosen.iter().zip(1..).flat_map(|(game, number)| lines(number, game)).collect();
        let text = format!("{}\n{}", pages(&all[..4 * LINES]), inner_columns(game, "~"));
        let options = TextOptions { memory: Some(std::sync::Arc::default()), ..raw.clone() };
        let told = |options: &TextOptions| {
            let report = read_text(&text, options);
            (0..report.games.len()).map(|found| san(&report, found)).collect::<Vec<String>>()
        };
        assert_eq!(told(&options), told(&raw));
    }
}

/// Rows that stand below `BLACK.`, where the game's last row was set in deeper, take nothing back.
#[test]
fn rows_below_the_name_of_black_are_no_other_way_to_play() {
    let tags = "[Event \"x\"]\n\n";
    let text = format!(
        "{tags}1. e4 e5 2. Nf3 ...\tO-O\nBlack. [FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n [A \" \n\n\
         1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 \n\n"
    );
    for whole in [&text[..], &text[tags.len()..]] {
        let report = read_text(whole, &TextOptions::default());
        assert!(report.games.iter().all(|found| found.game.verdict != Some(Verdict::Certain)));
    }
}
