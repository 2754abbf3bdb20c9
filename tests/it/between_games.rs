//! Where one game ends and the next begins right below it: the words that end the first are its own, and what stands above the
//! second heads that.
use descant::code::Code;
use descant::game::Verdict;
use descant::lexicon::Dialect;
use descant::reader::text::{TextOptions, read_text};

use crate::pages;
use crate::recognized::dashed_words;

/// A Spanish game up to the move that opens the centre.
const ROWS: [[&str; 2]; 8] = [
    ["P-K4", "P-K4"],
    ["Kt-KB3", "Kt-QB3"],
    ["B-Kt5", "P-QR3"],
    ["B-R4", "Kt-B3"],
    ["Castles", "KtxP"],
    ["P-Q4", "P-QKt4"],
    ["B-Kt3", "P-Q4"],
    ["PxP", "B-K3"],
];

fn lines(row: impl Fn(usize, &str, &str) -> String) -> String {
    ROWS.iter().zip(1..).map(|([white, black], number)| row(number, white, black)).collect()
}

/// The rows as a table, without numbers, and as running text.
fn forms() -> [String; 3] {
    [
        lines(|number, white, black| format!("{number}.  {white:18}{black}\n")),
        lines(|_, white, black| format!("{white:18}{black}\n")),
        lines(|number, white, black| format!("{number}. {white} {black} ")).trim_end().to_owned() + "\n",
    ]
}

#[test]
fn words_that_end_a_game_are_no_part_of_the_title_right_below_them() {
    let endings = [
        ("Resigns.", "0-1"),
        ("White resigns.", "0-1"),
        ("Drawn game.", "1/2-1/2"),
        ("And White wins.", "1-0"),
        ("Adams won.", "1-0"),
        ("Mr. Baker resigned.", "1-0"),
    ];
    let titles = ["GAME No. 2.", "Game the second.", "SECOND GAME.", "RUY LOPEZ.", "14\nGAME II."];
    for rows in forms() {
        for (ending, result) in endings {
            for title in titles {
                let text = format!(
                    "GAME No. 1.\n\nADAMS.         BAKER.\n\n{rows}{ending}\n{title}\nCARTER.         DAVIS.\n{rows}"
                );
                let report = read_text(&text, &TextOptions::default());
                assert_eq!(report.games.len(), 2, "{text}");
                let [first, second] = [&report.games[0].game, &report.games[1].game];
                assert_eq!((first.plies, second.plies), (16, 16), "{text}");
                assert_eq!(first.result.marker(), result, "{text}");
                let tag = |name: &str| second.tag(name).unwrap_or("?").to_owned();
                assert_eq!((tag("White"), tag("Black")), ("CARTER".into(), "DAVIS".into()), "{text}");
                assert!(!tag("Event").contains(ending.trim_end_matches('.')), "{text}: {}", tag("Event"));
            }
        }
    }
}

/// `1: P-K4 : P-K4`: where such rows cannot be told from running text, the second game is not passed over in silence.
#[test]
fn a_game_within_the_words_below_another_is_read_or_told() {
    let games = pages::of_length(40..80);
    for pair in games.chunks_exact(2).take(6) {
        let game = |number: usize, game: &str| {
            let words = dashed_words(game);
            let rows =
                words.chunks(2).zip(1..).map(|(row, number)| format!("{number}: {}\n", row.join(" : ")));
            format!("GAME No. {number}\nAlder   Birch\n{}", rows.collect::<String>())
        };
        let text = format!("{}[Illustration: A portrait]\n{}", game(1, &pair[0]), game(2, &pair[1]));
        let report = read_text(&text, &TextOptions::default());
        let told = report.unread.iter().any(|stretch| stretch.is_game);
        assert!(report.games.len() == 2 || told, "{text}");
    }
}

/// What a recogniser makes of the stop behind a number, or of a speck there, says nothing against a row.
#[test]
fn specks_behind_the_numbers_of_raw_rows_leave_no_doubt_of_them() {
    let specks = ["..", "...", ". .", " ~", " =", " \u{2014}~", " +", ".5)", ". ~r"];
    for (at, speck) in specks.iter().cycle().take(18).enumerate() {
        let rows = lines(|number, white, black| {
            let mark = if number == 2 + at % 6 { speck } else { "." };
            format!("{number}{mark}   {white:18}{black}\n")
        });
        let text = format!("White.            Black.\n{rows}\nWhite resigns.\n");
        let options = TextOptions { notation: Some(Dialect::ENGLISH_OCR), ..TextOptions::default() };
        let report = read_text(&text, &options);
        let found = &report.games[0];
        assert_eq!((report.games.len(), found.game.plies), (1, 16), "{text}");
        let torn = found.diagnostics.iter().find(|said| said.code == Code::PartialScore);
        assert!(torn.is_none() && found.game.verdict != Some(Verdict::Partial), "{text}: {torn:?}");
    }
}

/// The first figure of the numbers from 10 on is lost, as at the edge of a page: ` 0`, ` 1`, `12` as ` 2`. Such rows are no other
/// game, and the one above is not certain without them.
#[test]
fn rows_whose_numbers_lost_their_tens_belong_to_the_game_above() {
    for game in pages::of_length(50..80).iter().take(6) {
        for last in [12, 19] {
            let words = dashed_words(game);
            let row = |(row, number): (&[String], usize)| {
                let shown = if (10..=last).contains(&number) {
                    format!(" {}", number % 10)
                } else {
                    number.to_string()
                };
                format!("{shown:4} {:18}{}\n", row[0], row.get(1).map_or("", String::as_str))
            };
            let rows: String = words.chunks(2).zip(1..).map(row).collect();
            let text = format!("GAME No. 4.\n\nALDER.         BIRCH.\n\nWhite.            Black.\n{rows}\n");
            let report = read_text(&text, &TextOptions::default());
            let whole = report.games.iter().any(|found| found.game.plies as usize == words.len());
            let sure = report.games.iter().find(|found| found.game.verdict == Some(Verdict::Certain));
            assert!(sure.is_none_or(|found| found.game.plies as usize == words.len()), "{text}");
            assert!(whole, "{text}");
        }
    }
}

/// The game above the words could not be read.
#[test]
fn words_that_end_a_game_are_no_event_of_the_next() {
    for ending in ["Black resigns.", "Drawn game.", "Mr. Baker resigned.", "Resigns."] {
        for above in ["", "ADAMS.         BAKER.\n\n      Black.\n      P-QB4\n      Kt-QB3\n\n"] {
            let text = format!("{above}{ending}\n\nGAME No. 2.\n\nCARTER.         DAVIS.\n\n{}", forms()[0]);
            let report = read_text(&text, &TextOptions::default());
            let game = &report.games.last().expect("a game").game;
            assert_eq!(game.plies, 16, "{text}");
            assert_eq!(game.tag("Event").filter(|event| *event != "?"), None, "{text}");
            assert_eq!(game.tag("White"), Some("CARTER"), "{text}");
        }
    }
}
