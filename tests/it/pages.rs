//! The games of the fixture as books set them, clean and with one damage a page: how much of them comes back. The truth is the
//! game, never what was read before; the counts are floors, and what is read wrong without a word has a ceiling.
use std::fmt::Write;
use std::ops::Range;

use descant::chess::Position;
use descant::emit::descriptive::{DescriptiveWriter, Habit};
use descant::game::{Moves, Verdict};
use descant::reader::text::{TextOptions, TextReport, read_text};
use descant::reading::origin::Origins;

use crate::replay_damage::{Dice, games};
use crate::replay_words::moves;

/// A row of a score: its number, both half-moves, what stands below.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub number: String,
    pub white: String,
    pub black: String,
    pub below: String,
}

/// The half-moves of a game in one of the notations of the product's own writer.
pub fn words(game: &str, notation: &str) -> Vec<String> {
    let writer = DescriptiveWriter::named(notation, Habit::Safe).expect("a notation");
    let (mut position, mut words) = (Position::default(), Vec::new());
    let mut origins = Origins::at_home(&position);
    for mv in moves(game) {
        words.push(writer.words(&position, &origins, mv));
        origins = origins.play(mv);
        position = position.after_move(mv);
    }
    words
}

pub fn rows(words: &[String]) -> Vec<Row> {
    let row = |(row, number): (&[String], usize)| Row {
        number: number.to_string(),
        white: row[0].clone(),
        black: row.get(1).cloned().unwrap_or_default(),
        below: String::new(),
    };
    words.chunks(2).zip(1..).map(row).collect()
}

pub type Layout = fn(&[Row]) -> String;

/// One line a row, and what stands below it.
pub fn lines(rows: &[Row], line: impl Fn(&Row) -> String) -> String {
    let mut out = String::new();
    for row in rows {
        let _ = writeln!(out, "{}", line(row).trim_end());
        if !row.below.is_empty() {
            let _ = writeln!(out, "\n{}\n", row.below);
        }
    }
    out
}

/// Running text of so many characters a line.
pub fn running(rows: &[Row], width: usize, told: impl Fn(&Row) -> String) -> String {
    let (mut out, mut length) = (String::new(), 0);
    for row in rows {
        for word in told(row).split_whitespace() {
            if length + word.len() > width {
                out.push('\n');
                length = 0;
            } else if length > 0 {
                out.push(' ');
            }
            out.push_str(word);
            length += word.len() + 1;
        }
        if !row.below.is_empty() {
            let _ = write!(out, "\n\n{}\n\n", row.below);
            length = 0;
        }
    }
    out + "\n"
}

pub fn table(rows: &[Row]) -> String {
    format!(
        "WHITE.               BLACK.\n{}",
        lines(rows, |row| format!(
            "{:>3}{} {:22}{}",
            row.number,
            if row.number.is_empty() { "" } else { "." },
            row.white,
            row.black
        ))
    )
}

pub fn bare(rows: &[Row]) -> String {
    format!(
        "White.                  Black.\n\n{}",
        lines(rows, |row| format!("{:24}{}", row.white, row.black))
    )
}

pub fn commas(rows: &[Row]) -> String {
    running(rows, 64, |row| format!("{}. {}, {};", row.number, row.white, row.black))
}

pub fn unstopped(rows: &[Row]) -> String {
    running(rows, 50, |row| format!("{} {} {}", row.number, row.white, row.black))
}

pub fn halves(rows: &[Row]) -> String {
    lines(rows, |row| format!("{}. {}\n{}... {}", row.number, row.white, row.number, row.black))
}

fn hung(rows: &[Row]) -> String {
    lines(rows, |row| format!("{}. {}.\n   {}.", row.number, row.white, row.black))
}

fn bars(rows: &[Row]) -> String {
    lines(rows, |row| format!("| {} | {} | {} |", row.number, row.white, row.black))
}

fn cells(rows: &[Row]) -> String {
    let rows = lines(rows, |row| {
        format!("<tr><td>{}.</td><td>{}</td><td>{}</td></tr>", row.number, row.white, row.black)
    });
    format!("<html><body><table>\n{rows}</table></body></html>\n")
}

pub fn abreast(rows: &[Row]) -> String {
    let (left, right) = rows.split_at(rows.len().div_ceil(2));
    let told = |row: &Row| format!("{:>2} {:16}{:16}", row.number, row.white, row.black);
    let mut out = String::new();
    for (at, row) in left.iter().enumerate() {
        let _ = writeln!(
            out,
            "{}",
            format!("{}{}", told(row), right.get(at).map_or(String::new(), told)).trim_end()
        );
    }
    for row in rows.iter().filter(|row| !row.below.is_empty()) {
        let _ = writeln!(out, "\n{}", row.below);
    }
    out
}

fn fractions(rows: &[Row]) -> String {
    let mut out = String::new();
    for rows in rows.chunks(4) {
        let mut lines = [String::new(), String::new(), String::new()];
        for row in rows {
            let width = row.white.len().max(row.black.len()).max(2);
            let _ = write!(lines[0], "   {:width$} ", row.white);
            let _ = write!(lines[1], "{:>2} {} ", row.number, "-".repeat(width));
            let _ = write!(lines[2], "   {:width$} ", row.black);
        }
        for line in lines {
            let _ = writeln!(out, "{}", line.trim_end());
        }
        out.push('\n');
        for row in rows.iter().filter(|row| !row.below.is_empty()) {
            let _ = writeln!(out, "{}\n", row.below);
        }
    }
    out
}

const LAYOUTS: [(&str, Layout); 10] = [
    ("table", table),
    ("bare", bare),
    ("commas", commas),
    ("unstopped", unstopped),
    ("halves", halves),
    ("hung", hung),
    ("bars", bars),
    ("cells", cells),
    ("abreast", abreast),
    ("fractions", fractions),
];

type Damage = fn(&mut Vec<Row>, &mut Dice);

/// One of the half-moves behind the third row and before the last two.
fn half<'r>(rows: &'r mut [Row], dice: &mut Dice) -> &'r mut String {
    let row = &mut rows[inner(rows.len(), dice)];
    if dice.below(2) == 0 { &mut row.white } else { &mut row.black }
}

fn inner(count: usize, dice: &mut Dice) -> usize {
    3 + dice.below(count - 5)
}

/// What is done to the rows of a page.
const DAMAGES: [(&str, Damage); 13] = [
    ("clean", |_, _| {}),
    ("letter", |rows, dice| {
        let half = half(rows, dice);
        let (at, old) =
            half.char_indices().find(|(_, c)| "KQRBNPDTAC12345678".contains(*c)).unwrap_or((0, 'C'));
        let new = "KQRBNP".replace(old, "").as_bytes()[dice.below(5)] as char;
        half.replace_range(at..at + 1, new.encode_utf8(&mut [0; 4]));
    }),
    ("figure", |rows, dice| {
        let half = half(rows, dice);
        let new = (b'1' + dice.below(8) as u8) as char;
        let at = half.rfind(|c: char| c.is_ascii_digit()).unwrap_or(0);
        half.replace_range(at..at + 1, new.encode_utf8(&mut [0; 4]));
    }),
    ("word", |rows, dice| "zq".clone_into(half(rows, dice))),
    ("gone", |rows, dice| half(rows, dice).clear()),
    ("lost", |rows, dice| drop(rows.remove(inner(rows.len(), dice)))),
    ("twice", |rows, dice| {
        let at = inner(rows.len(), dice);
        rows.insert(at, rows[at].clone());
    }),
    ("number", |rows, dice| {
        let at = inner(rows.len(), dice);
        rows[at].number = (dice.below(90) + 1).to_string();
    }),
    ("unnumbered", |rows, dice| {
        let at = inner(rows.len(), dice);
        rows[at].number.clear();
    }),
    ("misread number", |rows, dice| {
        let at = inner(rows.len(), dice);
        rows[at].number = rows[at].number.replace('1', "l").replace('2', "z").replace('5', "S");
    }),
    ("note", |rows, dice| {
        let at = inner(rows.len(), dice);
        rows[at].below =
            "White has now a fine attack, and it is not easy to see what Black should do.".to_owned();
    }),
    ("page", |rows, dice| {
        let at = inner(rows.len(), dice);
        rows[at].below = "112          GAMES OF THE TOURNAMENT.".to_owned();
    }),
    ("short", |rows, dice| {
        let at = rows.len() - 1 - dice.below(2);
        rows[at].white.truncate(2);
    }),
];

/// What came back of some pages.
#[derive(Debug, Default, PartialEq, Eq, Clone, Copy)]
pub struct Tally {
    /// The game and no other, as it was played to its end.
    whole: usize,
    /// The same, and nothing is said to be in doubt.
    sure: usize,
    /// Half-moves from the first on that are those of the game.
    right: usize,
    /// Those of them whose printed words are the ones at their place.
    pub placed: usize,
    /// Another game, of which nothing says that it is in doubt.
    silent: usize,
}

pub fn tally(page: &str, game: &str, told: &[String], options: &TextOptions, out: &mut Tally) {
    tally_of(&read_text(page, options), page, game, told, out);
}

/// The same of a page that was read.
pub fn tally_of(report: &TextReport<'_>, page: &str, game: &str, told: &[String], out: &mut Tally) {
    let truth: Vec<String> = game.replace(['+', '#'], "").split(' ').map(str::to_owned).collect();
    let is_sure = |verdict| matches!(verdict, Some(Verdict::Certain | Verdict::Chosen));
    let mut is_first = true;
    for found in &report.games {
        let played: Vec<String> = Moves::of(&found.game).map(|played| played.san.to_string()).collect();
        let is_true = played == truth;
        out.silent += usize::from(!is_true && found.game.verdict == Some(Verdict::Certain));
        if !std::mem::take(&mut is_first) {
            continue;
        }
        out.whole += usize::from(is_true && report.games.len() == 1);
        out.sure += usize::from(is_true && is_sure(found.game.verdict));
        let right = played.iter().zip(&truth).take_while(|(played, truth)| played == truth).count();
        out.right += right;
        let details = found.game.details.iter().zip(told).take(right);
        out.placed += details
            .filter(|(detail, told)| {
                let printed = page.get(detail.printed.range()).unwrap_or("");
                printed.split_whitespace().collect::<String>().contains(&told.replace(' ', ""))
            })
            .count();
    }
}

/// The games of the fixture that have so many half-moves.
pub fn of_length(plies: Range<usize>) -> Vec<String> {
    games().into_iter().filter(|game| plies.contains(&game.split(' ').count())).collect()
}

/// The page of a game.
pub fn page(layout: Layout, rows: &[Row]) -> String {
    format!("GAME No. 7.\n\nAlder against Birch.\n\n{}\nWhite resigns.\n", layout(rows))
}

/// How many games are damaged in each way.
const GAMES: usize = 3;

/// Every damage in every layout, the same number of games each.
fn all(notation: &str, layouts: &[(&str, Layout)], seed: u64) -> Vec<(String, Tally)> {
    harmed(notation, layouts, &DAMAGES.map(|(name, _)| name), seed)
}

/// Some damages in every layout.
pub fn harmed(
    notation: &str,
    layouts: &[(&str, Layout)],
    damages: &[&str],
    seed: u64,
) -> Vec<(String, Tally)> {
    let with_words = |game: String| (game.clone(), words(&game, notation));
    let games: Vec<(String, Vec<String>)> = of_length(30..64).into_iter().map(with_words).collect();
    let mut found = Vec::new();
    for (layout, set) in layouts {
        let mut out = Vec::new();
        for (at, (damage, harm)) in DAMAGES.iter().enumerate() {
            if !damages.contains(damage) {
                continue;
            }
            let mut dice = Dice::new(seed + at as u64);
            let mut sum = Tally::default();
            for at in 0..GAMES {
                let (game, told) = &games[(at * 3 + dice.below(3)) % games.len()];
                let mut rows = rows(told);
                harm(&mut rows, &mut dice);
                tally(&page(*set, &rows), game, told, &TextOptions::default(), &mut sum);
            }
            out.push((format!("{layout}, {damage}"), sum));
        }
        found.extend(out);
    }
    found
}

/// Compares what came back of each kind of pages with what is asked of it in the table `fixtures/games/pages.tsv`: whole, sure,
/// right, placed, silent.
pub fn check(group: &str, found: &[(String, Tally)]) {
    let table = include_str!("../../fixtures/games/pages.tsv");
    let told = |name: &str, tally: &Tally| {
        let Tally { whole, sure, right, placed, silent } = tally;
        format!("{group}\t{name}\t{whole}\t{sure}\t{right}\t{placed}\t{silent}")
    };
    let mut worse = Vec::new();
    for (name, tally) in found {
        let line = table.lines().find_map(|line| {
            line.strip_prefix(group)?.strip_prefix('\t')?.strip_prefix(name.as_str())?.strip_prefix('\t')
        });
        let asked: Vec<usize> =
            line.unwrap_or("").split('\t').filter_map(|figure| figure.parse().ok()).collect();
        let is_kept = matches!(asked[..], [whole, sure, right, placed, silent]
            if tally.whole >= whole && tally.sure >= sure && tally.right >= right && tally.placed >= placed && tally.silent <= silent);
        if !is_kept {
            worse.push(format!("{} for {asked:?}", told(name, tally)));
        }
    }
    let all: Vec<String> = found.iter().map(|(name, tally)| told(name, tally)).collect();
    assert!(worse.is_empty(), "{}\n\n{}", worse.join("\n"), all.join("\n"));
}

#[test]
fn games_in_short_words_come_back_from_every_layout() {
    check("short", &all("english", &LAYOUTS, 100));
}

#[test]
fn games_in_long_words_come_back_from_every_layout() {
    let layouts = LAYOUTS.iter().filter(|(name, _)| ["table", "bare", "commas", "hung"].contains(name));
    check("long", &all("english-long", &layouts.copied().collect::<Vec<_>>(), 200));
}

#[test]
fn games_in_spanish_come_back_from_every_layout() {
    check("spanish", &all("spanish", &LAYOUTS[..7], 300));
}
