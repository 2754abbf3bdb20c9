//! Pages of raw text recognition: tables whose figures and letters are misread, titles misread, rows torn.
use descant::chess::Position;
use descant::emit::descriptive::{DescriptiveWriter, Habit};
use descant::game::{Node, Verdict};
use descant::lexicon::Dialect;
use descant::reader::text::{TextOptions, TextReport, read_text};
use descant::reading::origin::Origins;

use super::due::halves;
use crate::replay_damage::games;
use crate::replay_words::moves;

pub fn read(text: &str) -> TextReport<'_> {
    read_text(text, &TextOptions { notation: Some(Dialect::ENGLISH_OCR), ..TextOptions::default() })
}

/// The moves of a game as a tournament book of the 1880s prints them: `Kt to K B 3`, `P t. P`, `Castles`.
pub fn printed(game: &str) -> Vec<String> {
    let writer = DescriptiveWriter::named("english", Habit::Terse).expect("a notation");
    let (mut position, mut words) = (Position::default(), Vec::new());
    let mut origins = Origins::at_home(&position);
    for mv in moves(game) {
        let told = writer.words(&position, &origins, mv);
        let spaced = told.replace("O-O-O", "Castles Q R").replace("O-O", "Castles");
        words.push(spaced.replace('-', " to ").replace('x', " t. ").replace("KtP", "Kt P"));
        origins = origins.play(mv);
        position = position.after_move(mv);
    }
    words
}

/// The same as others print them: `Kt-KB3`, `PxP`.
fn dashed(words: &str) -> String {
    words.replace(" to ", "-").replace(" t. ", "x")
}

/// The words of a game with dashes and crosses.
pub fn dashed_words(game: &str) -> Vec<String> {
    printed(game).iter().map(|words| dashed(words)).collect()
}

/// The rows of a game, those of its first half and those of its second.
pub(crate) fn row_halves(words: &[String]) -> [Vec<&[String]>; 2] {
    let mut first: Vec<&[String]> = words.chunks(2).collect();
    let second = first.split_off(first.len().div_ceil(2));
    [first, second]
}

/// Black's move of a row.
pub(crate) fn black(row: &[String]) -> &str {
    row.get(1).map_or("", String::as_str)
}

/// The first games of so many half-moves and more.
pub(crate) fn long_games(games: &[String], fewest: usize, count: usize) -> Vec<&String> {
    games.iter().filter(|game| game.split(' ').count() >= fewest).take(count).collect()
}

/// A table of one column with its title and its heads.
fn page(number: usize, words: &[String]) -> String {
    let mut text = format!("Game {number}, played on the 3rd of May.\n\nWhite. Black.\n");
    for (i, row) in words.chunks(2).enumerate() {
        let black = row.get(1).map_or("", String::as_str);
        text.push_str(&format!("{} {} {black}\n", i + 1, row[0]));
    }
    text + "Resigns.\n\n"
}

pub fn plain(words: &str) -> String {
    words.replace(['+', '#'], "")
}

pub fn san(report: &TextReport<'_>, game: usize) -> String {
    let (mut told, mut depth) = (Vec::new(), 0);
    for node in &report.games[game].game.nodes {
        match node {
            Node::Open => depth += 1,
            Node::Close => depth -= 1,
            Node::Move(played) if depth == 0 => told.push(played.san.to_string()),
            _ => {}
        }
    }
    told.join(" ")
}

/// Every ninth half-move with a 3 or a 5 in it has it misread as an 8: many misprints a game, all of which read well
/// as other squares. Most games come back whole; of the rest no more than what was borne out.
#[test]
fn figures_misread_all_over_a_game_are_found_one_by_one() {
    let (mut exact, mut damages, mut wrong) = (0, 0, 0);
    let games = games();
    for (number, game) in games.iter().enumerate() {
        let mut words = printed(game);
        for at in (4..words.len()).step_by(9) {
            let here = (at..words.len().min(at + 9)).find(|&i| words[i].contains(['3', '5']));
            if let Some(here) = here {
                words[here] = words[here].replacen(['3', '5'], "8", 1);
                damages += 1;
            }
        }
        let text = page(number + 1, &words);
        let report = read(&text);
        assert_eq!(report.games.len(), 1, "{text}");
        let (told, true_moves) = (san(&report, 0), plain(game));
        if told == true_moves {
            exact += 1;
        } else {
            assert_ne!(report.games[0].game.verdict, Some(Verdict::Certain), "{true_moves}\n{told}\n{text}");
        }
        let pairs = told.split(' ').zip(true_moves.split(' '));
        wrong += pairs.filter(|(ours, theirs)| ours != theirs).count();
    }
    let figures = format!("{exact} of {} exact, {damages} damages, {wrong} half-moves wrong", games.len());
    assert!(damages > 150 && exact >= 24 && wrong <= 3, "{figures}");
}

/// A game whose title and first row are misread still begins a table of its own, below another game.
/// Of a text that is clear for the most part, words that recognition has blurred are read before a move is put in that is
/// printed nowhere.
#[test]
fn blurred_words_in_clear_print_are_read() {
    let games = games();
    let games = long_games(&games, 30, 5);
    let words: Vec<Vec<String>> = games.iter().map(|game| dashed_words(game)).collect();
    let (mut right, mut of) = (0, 0);
    for ply in 8..28 {
        let mut told = words.clone();
        let Some(figure) = told[2][ply].rfind(|c: char| c.is_ascii_digit()) else { continue };
        told[2][ply].insert(figure + 1, 'l');
        let text: String = told.iter().enumerate().map(|(i, words)| page(i + 1, words)).collect();
        let report = read_text(&text, &TextOptions::default());
        let found = &report.games[2];
        right += usize::from(san(&report, 2) == plain(games[2]));
        of += 1;
        assert_ne!(found.game.verdict, Some(Verdict::Certain), "{}", told[2][ply]);
    }
    assert!(right == of && of >= 16, "{right} of {of}");
}

#[test]
fn a_misread_title_begins_a_table() {
    let games = games();
    let first = page(1, &printed(&games[0]));
    let second =
        page(2, &printed(&games[1])).replace("Game 2, played on the 3rd", "Gume 2, played on the {rd");
    let second = second.replace("\n1 P to K4 P to K4\n", "\n\u{2018}1PtwK4 Pto K 4\n");
    assert!(second.contains("PtwK4"));
    let text = format!("{first}(A) A note.\n\n{second}");
    let report = read(&text);
    assert_eq!(report.games.len(), 2);
    assert_eq!(san(&report, 0), plain(&games[0]));
    assert_eq!(san(&report, 1), plain(&games[1]));
}

/// The rows of a game, and its title with the heads of two columns.
fn rows(words: &[String]) -> Vec<String> {
    let row = |(i, row): (usize, &[String])| format!("{} {}", i + 1, row.join(" "));
    words.chunks(2).enumerate().map(row).collect()
}

const TITLE: &str = "Game 4, played on the 1st of May.\n\nWhite. Black. White. Black.\n";

fn one_game(text: &str) -> (String, Verdict) {
    let report = read(text);
    assert_eq!(report.games.len(), 1, "{text}");
    (san(&report, 0), report.games[0].game.verdict.expect("a verdict"))
}

/// The right column ends higher up on the page than the left one: the words that end the game stand beside a row from
/// its middle.
#[test]
fn a_column_goes_on_beside_the_words_that_end_the_game() {
    let game = &games()[1];
    let rows = rows(&printed(game));
    let mut text = TITLE.to_owned();
    for i in 0..13 {
        let right = match 13 + i {
            at if at < rows.len() => &rows[at],
            at if at == rows.len() => "Resigns.",
            _ => "",
        };
        text.push_str(&format!("{} {right}\n", rows[i]));
    }
    let (told, verdict) = one_game(&text);
    assert_eq!(told, plain(game), "{text}");
    assert_ne!(verdict, Verdict::Partial, "the words are those of its last row");
}

/// `8, 10, 10, 11`: the first of two rows with one number is the one before; `128` is a 12 with a figure too many.
#[test]
fn numbers_printed_twice_or_with_a_figure_too_many_keep_their_rows() {
    let game = &games()[1];
    let mut rows = rows(&printed(game));
    rows[8] = rows[8].replacen("9 ", "10 ", 1);
    rows[11] = rows[11].replacen("12 ", "128 ", 1);
    let text = format!("{TITLE}{}\nResigns.\n", rows.join("\n"));
    assert_eq!(one_game(&text).0, plain(game), "{text}");
}

/// What recognition does to single cells, each read against the rest of the game.
#[test]
fn cells_are_read_as_recognition_leaves_them() {
    let game = &games()[1];
    let words = printed(game);
    for (at, torn) in [
        (0, "PwK4"),
        (2, "KttoKB38"),
        (4, "B to BA\u{e9}"),
        (3, "Kt fr. Kt sq to Q B 3"),
        // The mark of a note of White's move, glued to Black's.
        (7, "(A) P to K B 4"),
        (10, "ter"),
        (10, "bode"),
    ] {
        let mut words = words.clone();
        torn.clone_into(&mut words[at]);
        let text = page(1, &words);
        assert_eq!(one_game(&text).0, plain(game), "{torn} for {}\n{text}", printed(game)[at]);
    }
}

/// All numbers are lost, and all blanks in the cells.
#[test]
fn a_table_of_glued_words_without_numbers_begins_below_the_heads_of_its_columns() {
    let game = &games()[1];
    let glued: Vec<String> = printed(game).iter().map(|words| words.replace(' ', "")).collect();
    let mut text = "GAME No. 4.\n\n   White.             Black.\n".to_owned();
    for row in glued.chunks(2) {
        text.push_str(&format!("   {:<18} {}\n", row[0], row.get(1).map_or("", String::as_str)));
    }
    assert_eq!(one_game(&(text + "Resigns.\n")).0, plain(game));
}

/// The halves of a table stand beside one another, without their numbers at first, and go on on the next page.
#[test]
fn halves_of_a_table_go_on_on_the_next_page() {
    let game = &games()[1];
    let words = printed(game);
    let rows: Vec<String> = words
        .chunks(2)
        .map(|row| format!("   {:<18} {}\n", row[0], row.get(1).map_or("", String::as_str)))
        .collect();
    let numbered = |from: usize, to: usize| -> String {
        (from..to).map(|i| format!("{:>2}. {}", i + 1, rows[i].trim_start())).collect()
    };
    let head = "   White.             Black.\n";
    let (left, half, right) = (8, 13, 19);
    let text = format!(
        "GAME No. 4.\n\n{head}{}{head}{}\n\n{}\n{}Resigns.\n",
        rows[..left].concat(),
        rows[half..right].concat(),
        numbered(left, half),
        numbered(right, rows.len()),
    );
    assert_eq!(one_game(&text).0, plain(game), "{text}");
}

/// Beside a table some numbers of rows show a letter or a mark for their last figure.
#[test]
fn numbers_that_end_with_a_letter_or_a_mark_keep_their_rows() {
    let game = &games()[1];
    let number = |i: usize| match i {
        11 => "1B".to_owned(),
        12 => "1?".to_owned(),
        14 => "1G.".to_owned(),
        17 => "1%".to_owned(),
        _ => format!("{i}."),
    };
    let rows: String = printed(game)
        .chunks(2)
        .zip(1..)
        .map(|(row, i)| {
            format!("{:<6}{:<18}   {}\n", number(i), row[0], row.get(1).map_or("", String::as_str))
        })
        .collect();
    let text = format!("GAME No. 4.\n\n      White.               Black.\n{rows}Resigns.\n");
    assert_eq!(one_game(&text).0, plain(game), "{text}");
}

/// A game in running text: a page ends within a move, a line further down begins as a first row does, castling is blurred.
#[test]
fn running_text_goes_on_over_the_end_of_a_page() {
    let game = &games()[1];
    let words = printed(game);
    let number = |(i, row): (usize, &[String])| format!("{}. {}", i + 1, row.join(", "));
    let text = words.chunks(2).enumerate().map(number).collect::<Vec<_>>().join("; ");
    let moved = text.match_indices(" to ").nth(9).expect("ten moves").0;
    let (above, below) = text.split_at(moved);
    let torn = format!("GAME No. 4.\n\n{above}\n\n\n\n{}. Resigns.\n", below.trim_start());
    assert_eq!(one_game(&torn).0, plain(game), "{torn}");
    let at = text.find("; 14. ").expect("a move");
    let (above, below) = text.split_at(at);
    let torn = format!("GAME No. 4.\n\n{above};\n1{}. Resigns.\n", &below[3..]);
    assert_eq!(one_game(&torn).0, plain(game), "{torn}");
    for castled in ["9-0", "0-O"] {
        let cells: Vec<String> = words
            .iter()
            .map(|words| if words == "Castles" { castled.to_owned() } else { words.clone() })
            .collect();
        let mut text = "GAME No. 4.\n\n   White.             Black.\n".to_owned();
        for (i, row) in cells.chunks(2).enumerate() {
            text.push_str(&format!(
                "{:<3}  {:<18} {}\n",
                i + 1,
                row[0],
                row.get(1).map_or("", String::as_str)
            ));
        }
        assert!(text.contains(castled));
        assert_eq!(one_game(&(text + "Resigns.\n")).0, plain(game));
    }
}

/// The words that end the game stand beside the last row of the left column: the right one is no less part of it.
#[test]
fn words_beside_the_last_row_of_a_column_do_not_end_it() {
    let game = &games()[1];
    let rows = rows(&printed(game));
    let mut text = TITLE.to_owned();
    for i in 0..12 {
        text.push_str(&format!("{} {}\n", rows[i], rows.get(12 + i).map_or("Resigns.", String::as_str)));
    }
    let (told, verdict) = one_game(&text);
    assert_eq!(told, plain(game), "{text}");
    assert_ne!(verdict, Verdict::Partial);
}

/// A book of tables in the style `P-K4` is raw recognition if rows here and there are misread, and none if not.
#[test]
fn misread_rows_tell_raw_recognition() {
    let clean: String =
        games().iter().take(8).enumerate().map(|(i, game)| dashed(&page(i, &printed(game)))).collect();
    let notation = |text: &str| read_text(text, &TextOptions::default()).notation;
    assert_eq!(notation(&clean), Dialect::ENGLISH);
    // Every tenth row has a figure misread as a letter.
    let misread = |(i, line): (usize, &str)| {
        let line =
            if i % 10 == 7 { line.replacen('4', "A", 1).replacen('3', "S", 1) } else { line.to_owned() };
        line + "\n"
    };
    let text: String = clean.lines().enumerate().map(misread).collect();
    assert_eq!(notation(&text), Dialect::ENGLISH_OCR);
}

/// In clean print a misprint in the first row hides no game: one that can be mended is mended, and of one that cannot the
/// moves before it are told, and the rest is kept as printed.
#[test]
fn a_misprint_in_the_first_rows_hides_no_game() {
    let game = &games()[1];
    let clean = dashed(&page(1, &printed(game)));
    let told = |text: &str| {
        let report =
            read_text(text, &TextOptions { notation: Some(Dialect::ENGLISH), ..TextOptions::default() });
        assert_eq!(report.games.len(), 1, "{text}");
        (san(&report, 0), report.games[0].game.verdict.expect("a verdict"))
    };
    let misprinted = clean.replace("1 P-K4 P-K4", "1 P-K4 P-K1");
    assert_ne!(clean, misprinted);
    assert_eq!(told(&misprinted), (plain(game), Verdict::Repaired));
    let hopeless: String =
        clean.replace("2 Kt-KB3 Kt-QB3", "2 Kt-KB3 P-K8").replace("3 B-B4 B-B4", "3 R-R8 R-R8");
    let hopeless = hopeless.replace("4 P-B3 P-B4", "4 Q-R8 Q-R8");
    assert_eq!(told(&hopeless), ("e4 e5 Nf3".to_owned(), Verdict::Partial));
}

/// A game as a book in two columns prints it whose pages were torn to blocks: White's moves with their numbers, Black's
/// below names, rows across, and the same again on the next page.
fn blocks(number: usize, words: &[String]) -> String {
    let parted = |words: &str| words.replace(" to ", "\u{2014} ").replace(" t. ", "x").replace("K B", "KB");
    let glued = |row: usize, words: &str| {
        let number = (row + 1).to_string();
        // `IP`, `lOB`: figures that stand before a name are read as letters.
        let misread = number.replace('1', "l").replace('0', "O");
        if row.is_multiple_of(3) { format!("{misread}{words}") } else { format!("{number} {words}") }
    };
    let rows: Vec<(String, String)> = words
        .chunks(2)
        .enumerate()
        .map(|(row, pair)| {
            (glued(row, &parted(&pair[0])), pair.get(1).map_or(String::new(), |words| parted(words)))
        })
        .collect();
    let mut text = format!("Game No. {number}.\n\nPlayed in the second round, May 8th.\n\n");
    for (page, rows) in rows.chunks(16).enumerate() {
        let (block, across) = rows.split_at(rows.len().saturating_sub(2));
        text += if page == 0 { "White\n\nJ. Smith.\n\n" } else { "\n212\n\nGAMES OF MAY.\n\n" };
        block.iter().for_each(|(white, _)| text += &format!("{white}\n"));
        text += if page == 0 { "\nBlack\n\nW. H. Jones.\n\n" } else { "\n" };
        block.iter().for_each(|(_, black)| text += &format!("{black}\n"));
        text += "\n";
        across.iter().for_each(|(white, black)| text += &format!("{white} {black}\n"));
        text +=
            "\nPosition after the last move.\n\nBlack \u{2014} W. H. Jones.\n\nWhite \u{2014} J. Smith.\n";
    }
    text + "\nResigns.\n\n"
}

/// Games of blocks one behind the other come back whole, each to its own end, and none is certain.
#[test]
fn blocks_of_each_side_without_heads_of_their_own_are_read() {
    let games = games();
    let chosen = long_games(&games, 20, 6);
    let text: String = chosen.iter().zip(1..).map(|(game, number)| blocks(number, &printed(game))).collect();
    let report = read(&text);
    let exact = (0..report.games.len())
        .filter(|&game| plain(chosen.get(game).map_or("", |game| game)) == san(&report, game));
    let told: Vec<String> = (0..report.games.len()).map(|game| san(&report, game)).collect();
    assert_eq!(report.games.len(), chosen.len(), "{told:#?}\n{text}");
    assert!(exact.count() >= 6, "{told:#?}\n{chosen:#?}\n{text}");
    assert!(report.games.iter().all(|found| found.game.verdict != Some(Verdict::Certain)));
    let options = TextOptions { notation: Some(Dialect::ENGLISH_OCR), jobs: 3, ..TextOptions::default() };
    let by_three = read_text(&text, &options);
    assert_eq!((0..by_three.games.len()).map(|game| san(&by_three, game)).collect::<Vec<_>>(), told);
}

/// Two games as a page of one column prints them whose columns were torn to blocks: White's moves of both, then Black's,
/// with the titles between them, and the same on the next page.
fn torn_pages(first: &[String], second: &[String]) -> String {
    let column = |words: &[String], side: usize| -> Vec<String> {
        words.iter().skip(side).step_by(2).map(|words| dashed(words)).collect()
    };
    let white = [column(first, 0), column(second, 0)];
    let black = [column(first, 1), column(second, 1)];
    let (top, below) = (8.min(white[1].len()), 8.min(black[1].len()));
    format!(
        "111\n\nLORENZ.\n\nWhite.\n{}\n\nANAND.\n\nWhite.\n{}\n\nCHESS GAMES.\n\nGAME No. 1.\n\nKARJAKIN.\n\nBlack.\n{}\n\n\
         Black resigns.\n\nGAME No. 2.\n\nSHIROV.\n\nBlack.\n{}\n112\n\n{}\n\nTHE TOURNAMENT BOOK.\n\n{}\n\nBlack resigns.\n\n",
        white[0].join("\n"),
        white[1][..top].join("\n"),
        black[0].join("\n"),
        black[1][..below].join("\n"),
        white[1][top..].join("\n"),
        black[1][below..].join("\n"),
    )
}

/// Blocks of moves belong to the game that they play, whatever titles a recogniser puts between them. Where they go on
/// below those of another game on the next page the second of the two is not counted.
#[test]
fn titles_between_blocks_part_no_game() {
    let games = games();
    let chosen = long_games(&games, 24, 12);
    let mut exact = 0;
    for pair in chosen.chunks_exact(2) {
        let text = torn_pages(&printed(pair[0]), &printed(pair[1]));
        let report = read(&text);
        let told: Vec<String> = (0..report.games.len()).map(|game| san(&report, game)).collect();
        exact += usize::from(told.contains(&plain(pair[0])));
        assert!(report.games.iter().all(|found| found.game.verdict != Some(Verdict::Certain)));
    }
    assert_eq!((exact, chosen.len()), (6, 12));
}

/// The second half of a game stands beside the first, and a page ends within both; each column of either page was handed out by
/// itself: the game goes on to the next page and back to the column that stands above.
#[test]
fn columns_of_halves_beside_one_another_are_read_over_a_page() {
    let games = games();
    let chosen = long_games(&games, 48, 6);
    let mut exact = 0;
    for game in &chosen {
        let words = dashed_words(game);
        let [left, right] = row_halves(&words);
        let columns = |rows: &[&[String]]| {
            let of = |side: usize| -> Vec<&str> {
                rows.iter().filter_map(|row| row.get(side).map(String::as_str)).collect()
            };
            format!("{}\n\n{}\n\n", of(0).join("\n"), of(1).join("\n"))
        };
        let (top_left, below_left) = left.split_at(left.len() / 2);
        let (top_right, below_right) = right.split_at(left.len() / 2);
        let text = format!(
            "111\n\nGAME No. 1.\n\nSMITH. JONES.\n\n{}{}112\n\nCHESS GAMES.\n\n{}{}Black resigns.\n",
            columns(top_left),
            columns(top_right),
            columns(below_left),
            columns(below_right),
        );
        let report = read(&text);
        exact += usize::from((0..report.games.len()).any(|found| san(&report, found) == plain(game)));
        assert!(report.games.iter().all(|found| found.game.verdict != Some(Verdict::Certain)));
    }
    assert_eq!((exact, chosen.len()), (6, 6));
}

/// The second half of a game stands beside the first; a recogniser tore White's first column away, and left the others in
/// rows: the column of Black's moves is one, for all that stands beside it.
#[test]
fn halves_beside_a_block_are_not_its_moves() {
    let games = games();
    let chosen = long_games(&games, 24, 6);
    let mut exact = 0;
    for game in &chosen {
        let words = dashed_words(game);
        let [first, second] = row_halves(&words);
        let white: String = first.iter().map(|row| format!("{}\n", row[0])).collect();
        let mut text =
            format!("GAME No. 7.\n\nSMITH.\n\nWhite.\n{white}\nPlayed at Bath.\n\nBlack. White. Black.\n");
        for (i, row) in first.iter().enumerate() {
            text += black(row);
            if let Some(beside) = second.get(i) {
                text += &format!(" {}. {} {}", first.len() + i + 1, beside[0], black(beside));
            }
            text += "\n";
        }
        text += "Black resigns.\n";
        let report = read(&text);
        exact += usize::from((0..report.games.len()).any(|found| san(&report, found) == plain(game)));
    }
    assert_eq!((exact, chosen.len()), (6, 6));
}

/// Two columns of a page stand on the same lines: the rows of the second game that stand beside the first and its notes, with
/// the numbers that would be next there, go on with what stands below it.
#[test]
fn rows_beside_a_game_that_ends_are_not_its_moves() {
    let games = games();
    let mut by_length: Vec<&String> = games.iter().filter(|game| game.split(' ').count() >= 24).collect();
    by_length.sort_by_key(|game| game.split(' ').count());
    let rows = |game: &str| -> Vec<String> {
        let words = dashed_words(game);
        words.chunks(2).enumerate().map(|(i, row)| format!("{}. {}", i + 1, row.join(" "))).collect()
    };
    let (mut exact, mut count) = (0, 0);
    for (short, long) in by_length.iter().zip(by_length.iter().rev()).take(6) {
        let (first, second) = (rows(short), rows(long));
        let (top, beside) = second.split_at(second.len().div_ceil(2));
        let head = |game| vec![format!("GAME No. {game}."), "White. Black.".to_owned()];
        let notes = [
            "Resigns.",
            "(a) Here the first player might well have taken",
            "the pawn, which he leaves alone.",
        ];
        let notes = notes.map(str::to_owned).to_vec();
        let left = [head(1), first, notes, head(2), top.to_vec()].concat();
        let lines = left.iter().enumerate().map(|(i, left)| {
            let beside = i.checked_sub(2).and_then(|i| beside.get(i));
            beside.map_or(format!("{left}\n"), |beside| format!("{left} {beside}\n"))
        });
        let text: String = lines.collect();
        let report = read(&text);
        let told: Vec<String> = (0..report.games.len()).map(|game| san(&report, game)).collect();
        exact += usize::from(told.contains(&plain(short))) + usize::from(told.contains(&plain(long)));
        count += 2;
    }
    assert_eq!((exact, count), (12, 12));
}

/// The first number of running text may show as anything: `i P-K4 P-K4 2 Kt-KB3`.
#[test]
fn a_game_begins_below_its_title_whatever_its_first_number_shows() {
    let game = &games()[1];
    let words = dashed_words(game);
    let rows = words.chunks(2).zip(1..);
    let told: Vec<String> =
        rows.map(|(row, number): (_, usize)| format!("{number} {}", row.join(" "))).collect();
    let text = told.join(" ").replacen("1 ", "i ", 1);
    let title = "GAME No. 1.\n\nSMITH. JONES.\nPlayed at Venice, 1974.\n\n";
    assert_eq!(one_game(&format!("{title}{text} Drawn game.\n")).0, plain(game));
}

/// Rows across up to the end of a page, then a block of numbers, White's moves and Black's, a running head between them.
#[test]
fn rows_across_go_on_in_blocks() {
    let games = games();
    let chosen = long_games(&games, 32, 6);
    let mut exact = 0;
    for game in &chosen {
        let words = dashed_words(game);
        let rows: Vec<&[String]> = words.chunks(2).collect();
        let (across, below) = rows.split_at(6);
        let mut text = "GAME No. 1.\n\nSMITH. JONES.\n\nWhite. Black.\n".to_owned();
        for (row, number) in across.iter().zip(1..) {
            text += &format!("{number}. {}\n", row.join(" "));
        }
        let column = |side: usize| -> Vec<&str> {
            below.iter().filter_map(|row| row.get(side).map(String::as_str)).collect()
        };
        let numbers: Vec<String> = (7..7 + below.len()).map(|number| format!("{number}.")).collect();
        text += &format!(
            "\n{}\n\n{}\n\nCHESS GAMES.\n\n{}\n\nDrawn game.\n",
            numbers.join("\n"),
            column(0).join("\n"),
            column(1).join("\n"),
        );
        exact += usize::from(one_game(&text).0 == plain(game));
    }
    assert_eq!((exact, chosen.len()), (6, 6));
}

/// Words of another column stand behind each row; one row that cannot be read makes no prose of those below it.
#[test]
fn a_row_that_cannot_be_read_hides_none_beside_other_words() {
    let game = &games()[1];
    let words = dashed_words(game);
    let beside = ["after which the game cannot be", "saved. White had nothing better than"];
    let mut text = "GAME No. 1.\n\nSMITH. JONES.\n\nWhite. Black.\n".to_owned();
    for ((row, number), beside) in words.chunks(2).zip(1..).zip(beside.iter().cycle()) {
        let shown = if number == 4 { row.join(" ").replacen('-', "k", 1) } else { row.join(" ") };
        text += &format!("{number}. {shown} {beside}\n");
    }
    let other = "GAME No. 2.\n\nBROWN. GREEN.\n\nWhite. Black.\n";
    let rows = rows(&printed(&games()[2])).join("\n");
    let text = format!("{text}{other}{rows}\nDrawn game.\n");
    let report = read(&text);
    assert_eq!(san(&report, 0), plain(game), "{text}");
}

/// A cell that reads as a move nobody could print stands for whatever the moves behind it need.
#[test]
fn a_cell_that_is_no_move_as_it_shows_cuts_no_game_off() {
    let games = games();
    let chosen = long_games(&games, 32, 6);
    let (mut exact, mut whole) = (0, 0);
    for game in &chosen {
        let mut words = dashed_words(game);
        words[22] = "PxPP".to_owned();
        let mut text = "GAME No. 1.\n\nSMITH. JONES.\n\n     White.                 Black.\n".to_owned();
        for (row, number) in words.chunks(2).zip(1..) {
            text += &format!(
                "{:5}{:24}{}\n",
                format!("{number}."),
                row[0],
                row.get(1).map_or("", String::as_str)
            );
        }
        let (told, verdict) = one_game(&format!("{text}Drawn game.\n"));
        assert_ne!(verdict, Verdict::Certain);
        exact += usize::from(told == plain(game));
        whole += usize::from(told.split(' ').count() == words.len());
    }
    assert_eq!((exact, whole, chosen.len()), (5, 6, 6));
}

/// Nothing stands below the last line of a text, no number either.
#[test]
fn a_move_on_the_last_line_has_no_number_below_it() {
    assert_eq!(one_game("1.\nP-K4 P-K4 Kt-KB3").0, "e4 e5 Nf3");
}

/// Rows in two columns, as a recogniser's page lays them out.
fn columns(words: &[String], is_numbered: bool) -> String {
    let row = |(row, number): (&[String], usize)| {
        let number = if is_numbered { format!("{number}.") } else { String::new() };
        format!("{number:5}{:24}{}\n", row[0], row.get(1).map_or("", String::as_str))
    };
    words.chunks(2).zip(1..).map(row).collect()
}

const NAMES: &str = "GAME No. 1.\n\n  GIRI.                    DING LIREN.\n";
const HEADS: &str = "     White.                 Black.\n";

#[test]
fn the_name_of_a_man_before_a_wide_blank_is_no_cell() {
    let games = games();
    let mut seen = 0;
    for game in long_games(&games, 24, 8) {
        let mut words = dashed_words(game);
        let is_taking = |words: &&mut String| words.starts_with("RxR") || words.starts_with("BxB");
        let Some(takes) = words.iter_mut().step_by(2).find(is_taking) else { continue };
        *takes = takes.replacen('x', "   takes ", 1);
        let text = format!("{NAMES}{HEADS}{}Drawn game.\n", columns(&words, true));
        assert_eq!(one_game(&text).0, plain(game), "{text}");
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn castling_with_a_nought_is_a_cell_of_rows_without_numbers() {
    let games = games();
    let mut seen = 0;
    for game in long_games(&games, 24, 8) {
        let mut words = dashed_words(game);
        let Some(castles) = words.iter_mut().step_by(2).skip(4).find(|words| *words == "Castles") else {
            continue;
        };
        *castles = "0 - O (a)".to_owned();
        let text = format!("{NAMES}{HEADS}{}Drawn game.\n", columns(&words, false).replace("\n     ", "\n"));
        assert_eq!(one_game(&text).0, plain(game), "{text}");
        seen += 1;
    }
    assert!(seen > 0);
}

/// A number, a cell and a note behind the row are lost: what is found once is not given up for a look elsewhere.
#[test]
fn rows_behind_a_lost_cell_are_not_passed_over() {
    let games = games();
    let chosen = long_games(&games, 40, 12);
    let mut exact = [0; 2];
    for game in &chosen {
        for (at, exact) in [20, 19].into_iter().zip(&mut exact) {
            let mut words = dashed_words(game);
            words[at] = if at % 2 == 0 { "2   Q-NB".to_owned() } else { "Pog".to_owned() };
            let table = columns(&words, true);
            let text = format!("{NAMES}{HEADS}{}Drawn game.\n", table.replace("11.  2   ", "11\u{b0}  2   "));
            *exact += usize::from(one_game(&text).0 == plain(game));
        }
    }
    assert_eq!((exact, chosen.len()), ([11, 12], 12));
}

/// Boe – Jobava, Kemer 2007: no gap parts the half-moves of a row, and of some nothing can be read.
#[test]
fn a_half_move_that_cannot_be_read_is_one_where_no_gap_parts_the_row() {
    let text = "GAME No. 1.\n\n1 P-K4 P-QB4\n2 P-QB3 Kt-KB3\n3 P-K5 Kt-Q4\n: 4 P-Q4 PxP\n5 Kt-B3 P-K3\n6 PxP Kt-QB3\n\
                7 P-QR3 P-Q3\n8 B-Q3 PxP\n9, Exe B-K2\n10 Castles P-KKt4\n11 Q-R4 P-KR4\n12 Q-K4 B-Q2\n\
                13 P-QKt4 P-Kt5\n14 KKt-Q2 KtxKP\n15 B-Kt2 KtxB\n16 BxR KKt-B5\n17 QxKtP R-B sq\n18 QxP B-QB3\n\
                19 P-B3 a of ie\n20 KtxP BxKt\n21 PxB B-B4 ch\n22 PxB Q-Kt4 ch\n\nWhite resigns.\n";
    let report = read(text);
    let [found] = &report.games[..] else { panic!("one game") };
    let san = |node: &Node| match node {
        Node::Move(played) => Some(played.san.to_string()),
        _ => None,
    };
    let san: Vec<String> = found.game.nodes.iter().filter_map(san).collect();
    assert_eq!((san.len(), found.game.verdict), (44, Some(Verdict::Repaired)));
    assert_eq!((san[16].as_str(), san[37].as_str(), san[43].as_str()), ("dxe5", "gxf3", "Qg5"));
}

/// Petrosian against Najdorf, Moscow 1967: cells of rows beside others cannot be read.
#[test]
fn a_cell_that_cannot_be_read_is_one_in_a_row_beside_another() {
    let text = "GAME No. 5.\nPETROSIAN. NAJDORF.\nPlayed at Moscow, 1967.\nWhite. Black. White. Black.\n\n\
                1 P-QB4 Kt-KB3 19 P-R3 Kt-R3\n2 Kt-QB3 P-K3 20 B-R2 QKt-B2\n3 Kt-B3 P-Q4 21 Kt-K2 B-Kt4\n\n\
                4 P-Q4 P-B4 22 Q-Q3 BxB\n\n5 PxQP KtxP 23 QxB Kt-K sq\n\n6 P-K3 Kt-QB3 24 Kt-Q3 P-KKt4\n\n\
                7 B-Q3 B-K2 25 Kt-B3 Kt-Kt2\n\n8 o-O P< P. 26 Ktx Kt Bx Kt\n\n9 PxP 0o-O 27 BxB PxB\n\n\
                10 R-Ksq Kt-B3 28 R-K5 P-QR4\n\n1i B-KKtd P-QKt3 29  QR-K sq P-B5\n\n\
                12 Q-K2 B-Kt2 30 P-KR4 P-R3\n165. CHESS GAMES.\n13\u{b0} QR-Qsq Kt-QKtd $1 PsP. PxP\n\
                14 B-Kt sq R-B sq 32 Q-k2 P-B6\n15 Kt-K5 KKt-Q4 33. Q-K3 PxP\n16 B-Q2 Kt-KB3 34 Rx KtP R-K sq\n\
                17, Q-K3 KKt-Q4 35 Kt-K5\n18 Q-R3 P-B4\nResigns\n";
    assert_eq!(
        one_game(text).0,
        "c4 Nf6 Nc3 e6 Nf3 d5 d4 c5 cxd5 Nxd5 e3 Nc6 Bd3 Be7 O-O cxd4 exd4 O-O Re1 Nf6 Bg5 b6 Qe2 Bb7 Rad1 Nb4 Bb1 Rc8 \
         Ne5 Nfd5 Bd2 Nf6 Qe3 Nfd5 Qh3 f5 a3 Na6 Ba2 Nac7 Ne2 Bg5 Qd3 Bxd2 Qxd2 Ne8 Nd3 g5 Nc3 Ng7 Nxd5 Bxd5 Bxd5 exd5 \
         Re5 a5 Rde1 f4 h4 h6 hxg5 hxg5 Qe2 f3 Qe3 fxg2 Rxg5 Re8 Ne5"
    );
}

/// A row beside another that has lost its number.
fn without_number(row: &str) -> String {
    format!("     {}\n", &row[5..])
}

/// Bird against Ware, Vienna 1882: specks stand before the first cell of either side.
#[test]
fn specks_before_the_first_cells_hide_no_game() {
    let text = "GAME No. 1.\n     BIRD.                  WARE.\n  White.    Black.        White.   Black.\n\
                1   ~P-KB4    -  “P-Q4   20  QR-NI    Q-K2\n2.  N-KB3   P-KB4      21. P-QN4    P-B5\n\
                3   P-QN3   N-KB3      22  ~B-N2    B-N3\n4   B-N2    P-K3       23  N-Q4     QR-KI\n\
                5   P-K3    B-K2       24  P-N4     B-B2\n6    N-B3   0-0        25  B-B3     Q-Q3\n\
                7 . B-Q3    B-Q2       26  Q-N3     Q-N3\n8   0-0     B-K1       27  -R-B2   P-K4\n\
                9   QKi     P-B3       28  N-B5S    B-N3\n10  N-K2    N-K5       29° PxP      Q-K3\n\
                11  BxN     BPxB       30  QR-KBI   P-R3\n12. N-K5    B-B3       31  P-KR4    P-KR4\n\
                13. Q-N3    N-Q2       32. NxP      KxN\n14  N-Q4    Q-K2       33° PxP      RxR\n\
                15. Q-R3    B-B2       34  RxR      K-R2\n16  N-N4    P-B4       35  R-B6     NxR\n\
                17. B-R3    P-QR3      36  QxBeh    K-R1\n18  NxBeh   QxN        37  PxN\n19  N-K2    P-QN4\n\
                                          Resigns\n";
    assert_eq!(
        one_game(text).0,
        "f4 d5 Nf3 f5 b3 Nf6 Bb2 e6 e3 Be7 Nc3 O-O Bd3 Bd7 O-O Be8 Qe1 c6 Ne2 Ne4 Bxe4 fxe4 Ne5 Bf6 Qg3 Nd7 Nd4 Qe7 \
         Qh3 Bf7 Ng4 c5 Ba3 a6 Nxf6 Qxf6 Ne2 b5 Rab1 Qe7 b4 c4 Bb2 Bg6 Nd4 Rae8 g4 Bf7 Bc3 Qd6 Qg3 Qb6 Rf2 e5 Nf5 Bg6 \
         fxe5 Qe6 Rbf1 h6 h4 h5 Nxg7 Kxg7 gxh5 Rxf2 Rxf2 Kh7 Rf6 Nxf6 Qxg6 Kh8 exf6"
    );
}

/// A name comes near to the print of a move; the rows below have lost their numbers, but for those that stand beside them.
#[test]
fn the_number_of_a_title_begins_no_game_with_a_name() {
    let games = games();
    for game in long_games(&games, 40, 4) {
        let words = dashed_words(game);
        let names = "GAME No. 1.\n\n  VALLEJO    PONS.         DUBOV.\n      Played at Moscow, 2016.\n\n";
        let rows: String = halves(&words).iter().map(|row| without_number(row)).collect();
        let text = format!("{names}{HEADS}{rows}\n            Drawn game.\n");
        assert_eq!(one_game(&text).0, plain(game), "{text}");
    }
}

/// The halves of a game stand beside one another over the end of a page. The last number of the left half on the first page is
/// misread, and those on the second are lost.
#[test]
fn halves_go_on_on_the_page_before_whatever_a_number_shows() {
    let games = games();
    let chosen = long_games(&games, 64, 6);
    let mut exact = 0;
    for game in &chosen {
        let words = dashed_words(game);
        let rows = halves(&words);
        let (first, second) = rows.split_at(8);
        let first = first.join("\n").replace("\n  8. ", "\n  6  ");
        let second: String = second.iter().map(|row| without_number(row)).collect();
        let text = format!("{NAMES}{HEADS}{first}\n\u{c}\n            CHESS GAMES.\n{second}Drawn game.\n");
        exact += usize::from(one_game(&text).0 == plain(game));
    }
    assert_eq!((exact, chosen.len()), (6, 6));
}

/// The end of a cell is lost, and a whole move stands in the next: no cell goes on there.
#[test]
fn a_verb_before_a_whole_move_has_lost_its_goal() {
    let games = games();
    let mut exact = [0; 2];
    for game in long_games(&games, 40, 40) {
        let mut words = dashed_words(game);
        let takes = |words: &String| words.contains('x') && !words.starts_with('P');
        let Some(at) =
            (20..words.len() - 1).step_by(2).find(|&at| takes(&words[at]) && takes(&words[at + 1]))
        else {
            continue;
        };
        let end = words[at].find('x').map_or(0, |x| x + 1);
        words[at].truncate(end);
        let text = format!("{NAMES}{HEADS}{}Drawn game.\n", columns(&words, true));
        exact[0] += usize::from(one_game(&text).0 == plain(game));
        exact[1] += 1;
    }
    assert_eq!(exact, [21, 21]);
}

/// The game that it names is not the last above it.
#[test]
fn an_analysis_goes_on_from_the_game_whose_number_its_heading_names() {
    let heads = "White.            Black.\n";
    let text = format!(
        "GAME No. 1.\n\nAlder against Birch.\n\n{heads}\
         1     P-K4        P-K4\n2     Kt-KB3      P-Q3\n3     P-Q4        B-Kt5\n4     PxP         BxKt\n\
         5     QxB         PxP\n6     B-QB4       Kt-KB8\n7     Q-QKt3      Q-K2\n\n\
         GAME No. 2.\n\nCedar against Dale.\n\n{heads}\
         1     P-Q4        P-Q4\n2     P-QB4       P-K3\n3     Kt-QB3      Kt-KB3\n4     B-Kt5       B-K2\n\
         5     P-K3        QKt-Q2\n6     Kt-B3       Castles\n7     R-B1        P-B3\n\n\
         VARIATION.\nBeginning at White's 6th move in Game No. 1.\n\n{heads}\
         6     Q-QKt3      Q-B1\n7     B-QB4       Q-Q2\n8     Kt-B3       Kt-QB3\n"
    );
    let report = read(&text);
    let games: Vec<String> = (0..report.games.len()).map(|game| plain(&san(&report, game))).collect();
    let shared = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5";
    assert_eq!(
        games,
        [
            format!("{shared} Bc4 Nf6 Qb3 Qe7"),
            "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 Nbd7 Nf3 O-O Rc1 c6".to_owned(),
            format!("{shared} Qb3 Qc8 Bc4 Qd7 Nc3 Nc6"),
        ]
    );
}

/// Words in lines of no more than so many bytes.
fn wrapped(words: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        let last = lines.last_mut().expect("a line");
        if last.len() + word.len() >= most {
            lines.push(word.to_owned());
        } else {
            *last += if last.is_empty() { word.to_owned() } else { format!(" {word}") }.as_str();
        }
    }
    lines
}

/// What stands behind the wide blanks of a line is no column: a sign before a number shows that the line is text.
#[test]
fn a_move_goes_on_in_the_next_line_of_justified_text() {
    let games = games();
    for game in long_games(&games, 40, 6) {
        let words = printed(game);
        let number = |(i, row): (usize, &[String])| format!("{}. {}", i + 1, row.join(", "));
        let text = words.chunks(2).enumerate().map(number).collect::<Vec<_>>().join("; ");
        let lines: Vec<String> = wrapped(&text, 76)
            .into_iter()
            .map(|line| {
                let number = |&(at, _): &(usize, &str)| line[..at].ends_with(|c: char| c.is_ascii_digit());
                let last = line.match_indices(". ").filter(number).last();
                last.map_or(line.clone(), |(at, _)| format!("{}.    {}", &line[..at], &line[at + 2..]))
            })
            .collect();
        let text = format!("{NAMES}\n{}.\nDrawn game.\n", lines.join("\n"));
        assert_eq!(one_game(&text).0, plain(game), "{text}");
    }
}

/// Aronian against Carlsen, Stavanger 2016. A piece goes to the Knight's file or to the King's, if what stands behind is no move.
#[test]
fn a_small_letter_begins_a_move_in_words_that_run_together() {
    let game = "c4 Nf6 g3 c6 Bg2 d5 Nf3 g6 b3 Bg7 Bb2 O-O O-O dxc4 bxc4 c5 d3 Nc6 Ne5 Na5 Qc1 Qc7 Nd2 Ne8 f4 Nd6 \
                Bc3 Rb8 Qa3 b6 Bxa5 bxa5 Nb3 Nb7";
    let rows = "1PtoQB4 KttoKB32PtoK Kt3 PtoB33 Bto Kt2 PtoQ44 Kt\ntoK B3 Pto K Kt35 P to Kt 3 B to Kt 2 6 B to Kt 2 \
                Castles 7 Castles\nPxP8 PxPPtoB49PtoQ3 KttoB3 10 KttoK 5 kttoQR411QtoB\nsqQtoB212 KttoQ2 KttoKsq13 \
                PtoB4 KttoQ3 14 B to Q B 3 R\nto Kt sq 15 Q to R 3 P to Kt 3 16 BxKt PxB 17 Kt to Kt 3 Kt to \
                Kt 2\nDrawn game.";
    assert_eq!(one_game(&format!("{NAMES}\n{rows}\n")).0, game);
}

/// A speck behind the last move of a table was read as a figure: with the rank it is no number.
#[test]
fn a_figure_behind_a_rank_is_left_out_in_tables() {
    let games = games();
    let mut exact = [0; 2];
    for game in long_games(&games, 40, 40) {
        let mut words = dashed_words(game);
        let goes = |words: &String| words.contains('-') && words.ends_with(['2', '3', '4', '5']);
        let Some(last) = (30..words.len()).step_by(2).find(|&at| goes(&words[at])) else { continue };
        words.truncate(last + 1);
        words[last].push('8');
        words.push("Resigns".to_owned());
        let told = plain(game).split(' ').take(last + 1).collect::<Vec<_>>().join(" ");
        exact[0] += usize::from(one_game(&format!("{NAMES}{HEADS}{}", columns(&words, true))).0 == told);
        exact[1] += 1;
    }
    assert_eq!(exact, [23, 23]);
}

/// The number of a row is misread, and runs together with White's move, of which nothing can be read: the rows above and below
/// count on.
#[test]
fn a_misread_number_is_told_by_the_rows_around_it() {
    let games = games();
    let chosen = long_games(&games, 40, 10);
    let mut exact = [0; 3];
    for game in &chosen {
        for (torn, exact) in ["4 SB Rts", "12CP ERS", "SPs"].into_iter().zip(&mut exact) {
            let words = dashed_words(game);
            let table = columns(&words, true);
            let row = table.lines().nth(6).expect("a row");
            let text = table.replace(row, &format!("{torn:29}{}", words[13]));
            *exact += usize::from(one_game(&format!("{NAMES}{HEADS}{text}Drawn game.\n")).0 == plain(game));
        }
    }
    assert_eq!((exact, chosen.len()), ([8, 8, 8], 10));
}

/// Two dots behind the number of a move, of which one is dirt, do not give it to Black.
#[test]
fn two_dots_behind_a_number_may_be_dirt() {
    let games = games();
    for game in long_games(&games, 30, 4) {
        let words = &dashed_words(game)[..29];
        let rows = words.chunks(2).zip(1..).map(|(row, number)| {
            format!("{number}.{}{}", if number == 15 { "." } else { " " }, row.join(", "))
        });
        let text = format!("{NAMES}\n{}. Drawn game.\n", rows.collect::<Vec<_>>().join("; "));
        let played: Vec<&str> = game.split(' ').take(29).collect();
        assert_eq!(one_game(&text).0, plain(&played.join(" ")), "{text}");
    }
}

/// The moves of a game as running text, with a full stop behind each number and a semicolon before it.
fn numbered_text(words: &[String]) -> String {
    let number = |(row, number): (&[String], usize)| format!("{number}. {}", row.join(", "));
    words.chunks(2).zip(1..).map(number).collect::<Vec<_>>().join("; ")
}

/// Old figures make `u` of 11: with its stop it is no mark of a footnote, wherever it stands.
#[test]
fn a_small_letter_shows_both_ones_of_eleven() {
    let games = games();
    let chosen = long_games(&games, 40, 8);
    let mut exact = [0; 2];
    for game in &chosen {
        let text = numbered_text(&dashed_words(game));
        let (before, behind) = text.split_once(" 11. ").expect("a number");
        for (letter, exact) in ["u", "n"].into_iter().zip(&mut exact) {
            let lines = [wrapped(before, 70), wrapped(&format!("{letter}. {behind}"), 70)].concat();
            let text = format!("{NAMES}\n{}. Drawn game.\n", lines.join("\n"));
            *exact += usize::from(one_game(&text).0 == plain(game));
        }
    }
    assert_eq!((exact, chosen.len()), ([8, 8], 8));
}

/// Semicolons read as figures make one number of a rank, of themselves and of the number behind, move after move.
#[test]
fn numbers_misread_one_after_another_keep_their_moves() {
    let games = games();
    let (mut exact, mut count) = (0, 0);
    for game in long_games(&games, 50, 12) {
        let mut text = numbered_text(&dashed_words(game)).replace("; 13. ", " 3. ");
        for number in 14..20 {
            for rank in '1'..='8' {
                text = text.replace(&format!("{rank}; {number}. "), &format!("{rank}5{number}. "));
            }
        }
        let text = format!("{NAMES}\n{}. Drawn game.\n", wrapped(&text, 70).join("\n"));
        exact += usize::from(one_game(&text).0 == plain(game));
        count += 1;
    }
    assert_eq!((exact, count), (12, 12));
}

/// Vachier-Lagrave against Aronian, Saint Louis 2019, pressed in a type with old figures and recognised. The text is taken for
/// clear print in which the layout sees no game; more than every fourth half-move is blurred.
#[test]
fn a_blurred_game_in_running_text_is_read_where_the_layout_sees_none() {
    let game = "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Bc5 c3 O-O O-O d6 Re1 a6 a4 Ba7 h3 Kh8 d4 Ng8 dxe5 Nxe5 Nxe5 dxe5 Qxd8 \
                Rxd8 Nd2 g6 Nf3 f6 b3 Bd7 Ba3 Bc6 g4 g5 Kg2 Kg7 a5 Nh6 Kg3 Nf7 Rad1 Rxd1 Rxd1 Rd8 Rxd8 Nxd8 Be7 \
                Nf7 Nd2 Nh8 Bd8 Bb8 Bd5 Ng6 Nc4 Bxd5 exd5 Nf4 Ne3 Ne2 Kf3 Nxc3 Be7 Ba7 d6 cxd6 Nf5 Kf7 Bxd6 e4 \
                Kg2 Ke6 Ba3 Nd5 Nd6 e3 fxe3 Nxe3 Kf3 Nc2 Nc4 Nd4 Ke4 Nxb3 Bb4 Nc5 Kf3 Nd3";
    let text = "GAME No.1.\n\
                \n\
                VACHIER LAGRAVE. ARONIAN.\n\
                Played at Saint Louis USA, 2019.\n\
                \n\
                1.P-K 4,P-K 452. Kt-K B3, Kt- QB 3;3.B-B 4, Kt-B 35 4.P\n\
                -Q3,B-B 435. P-B3,O-0;6.0-O0, P-Q37.R-Ksq,P-QR\n\
                3:8.P-QR4,B-R2;9.P-R3,K-R sq; io. P-Q 4, Kt- K Kt sq;\n\
                u. Px P, Ke x P; 12. Ktx Kt, Px Ky 3. Qx Q RxQ14.Kt-Qz2,P\n\
                -K Kt 3515. Kt-B 3, P- KB 3316. P- QKt3, B-Q.2;17.B-R3,B\n\
                -B 318. P-K Ke 4, P- K Kt 4; 19. K- Kt2, K- Kt2;20. P-R5, Kt\n\
                -R3;21.K-Kt3, Ke-B2322.QR-Qsq, Rx R523. RxR,R-Qsq\n\
                24.RxR, Ke xR; 25. B-K 7, Kt-B 2; 26. Kt- Q2, Kt- R sq; 27. B-\n\
                Q8, B- Ktsq; 28. B-Q 5, Kt- Kt 3; 29. Kt- B 4, B xB; 30, Px B, Kt\n\
                -B 5,31. Kt-K3, Kt-K7 ch; 32. K- B3, Kex P; 33. B-K7,B-R\n\
                2334. P- Q6, Px P; 35. Kt-B5 ch., K- B2; 36. Bx QP, P-Ks\n\
                \n\
                chy 37. K-Kr2, K-K 3338. B- R 3, Kt- Q.45 39. Ke-Q6,P-K6;\n\
                40. Px P, KexP ch, 41. K-B3, Kt-B 7; 42. Kt-B 4, Kt- Qs ch;\n\
                43.K-K4,KtxP; 44. B-Kt 4, Kt-B 4 chs 45.K-B3, Kt-Q6;\n\
                White resigns.\n";
    let report = read_text(text, &TextOptions::default());
    assert_eq!(report.games.len(), 1);
    assert_eq!((san(&report, 0), report.games[0].game.verdict), (game.to_owned(), Some(Verdict::Repaired)));
}

/// Gelfand - Leko, Beijing 2013: its second half stands below the first, and beside it on the next page. The last row has
/// White's move alone.
#[test]
fn the_last_move_is_not_read_again_with_its_number() {
    let text = "GELFAND.                                   LEKO.
               Played at Beijing CHN, 2013.

White.           Black.
P-QB4            P-QB4
Kt-KB3           Kt-KB3
Kt-B3            Kt-B3
P-KKt3           P-Q4
P-Q4             P-K3
Px QP            Kt x P(Q4)
B-Kt2            PxP
KtxP             Kt x QKt
Px Kt            Ktx Kt
Qx Kt            QxQ
PxQ              B-Kt5 ch
B-Q2             BxBeh
KxB              K-K2
KR-QB sq         R-Q sq
R-B7 ch          R-Q2
QR-QB sq         K-Q sq
RxReh            KxR
     White.          Black.
21   R-R5            K-Q3
22   P-Kt5           PxP
23   R-R8            P-Kt5
24   R-Kt8           P-KKt3
25   P-B3            Pee
26   BxP             P-QKt4
27   P-KR4           K-B2
28   R-Kt?           B-Q2
29   Rx BP           R-KR sq
30   R-B4            K-Q3
31   P-K4            K-K2
32   P-K5            R-KB sq
33   RxR             KxR
34   K-B3            P-R4
35   P-R3            K-K2
36   B-K4            B-K sq
37   B-B3            B-Q2

18   P-Kt4            P-KR3.            38 = B-K4             B-K sq
19   R-B5             R-Kt sq           39 B-B3
20   R-QR5            P-R3
                                                              Drawn game
";
    let report = read(text);
    assert!(
        san(&report, 0).ends_with("Rxf8 Kxf8 Kc3 a5 a3 Ke7 Be4 Be8 Bf3 Bd7 Be4 Be8 Bf3"),
        "{}",
        san(&report, 0)
    );
}

/// Grischuk - Fedoseev, Riyadh 2017: of `PxP` in row 13 little is left, and no gap parts it from Black's move.
#[test]
fn what_is_left_of_a_cell_ends_where_a_move_stands_beside_it() {
    let text = "GAME No. 1.
GRISCHUK. FEDOSEEV.
White. Black.
1 Kt-KB3 Kt-KB3
2 P-QKt3 P-KKt3
3 B-Kt2 B-Kt2
4 P-Kt3 P-Kt3
5 B-Kt2 B-Kt2
6 Castles Castles
7 P-B4 P-B4
8 Kt-B3 P-K3
9 P-Q4 Px P
10 QxP Kt-B3
11 Q-Q2 Kt-K2
12 KR-Q sq P-Q4
13 Pe QKt x P
14 QR-B sq R-B sq
15 Kt x Kt Qx Kt
16 Q-B4 RxR
17 QxR Q-QR4
18 Q-R sq Bx Kt
19 BxB Kt-R4
20 R-Q7 BxB
21 QxB Kt-Kt2
22 P-QKt4 Q-R5
23 R-B7 Kt-B4
24 K-Kt2 P-QR4
25 PxP Px P
26 R-R7 Kt-Q5
27 Q-Kt6
Drawn game.
";
    let report = read(text);
    assert!(san(&report, 0).contains("Qd2 Ne7 Rfd1 d5 cxd5 Nexd5 Rac1 Rc8 Nxd5 Qxd5"), "{}", san(&report, 0));
    assert!(san(&report, 0).ends_with("Ra7 Nd4 Qb6"), "{}", san(&report, 0));
}
