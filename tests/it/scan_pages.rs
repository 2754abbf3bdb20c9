//! The games of the fixture set on pages of recognised words, straight and turned, in rows and in blocks of columns: how much
//! comes back of them, against the games that were played.
use std::fmt::Write;

use descant::reader::text::TextOptions;
use descant::scan::{Book, Format};
use descant::source::Chunk;

use crate::pages::{self, Layout, Tally, check, of_length, page, rows, tally};
use crate::recognized::dashed_words;
use crate::replay_damage::Dice;

/// How the words are put on a page.
#[derive(Clone, Copy)]
struct Setting {
    /// Every box is so many units off, at most.
    jitter: usize,
    /// A line falls so much over a thousand units.
    fall: i32,
    /// What stands between wide gaps is a line of its own, column by column.
    in_blocks: bool,
    /// Lines of a page; each begins with a running head.
    height: usize,
}

/// Text as recognised words, a letter 12 units wide.
fn set(text: &str, setting: Setting, dice: &mut Dice) -> String {
    let mut alto = "<alto><Layout>".to_owned();
    let lines: Vec<&str> = text.lines().collect();
    for (number, lines) in lines.chunks(setting.height).enumerate() {
        alto += "<Page WIDTH=\"1400\" HEIGHT=\"2200\">";
        let head = format!("{:<20}GAMES OF THE TOURNAMENT.", number + 112);
        // Runs of words, where each begins in letters, and its line.
        let mut runs: Vec<(usize, usize, &str)> = Vec::new();
        for (line, words) in std::iter::once(head.as_str()).chain(lines.iter().copied()).enumerate() {
            let (mut at, mut rest) = (0, words);
            while !rest.trim().is_empty() {
                let blank = rest.len() - rest.trim_start().len();
                let run = rest.trim_start();
                let end = run.find("   ").filter(|_| setting.in_blocks).unwrap_or(run.len());
                runs.push((at + blank, line, run[..end].trim_end()));
                at += blank + end;
                rest = &run[end..];
            }
        }
        if setting.in_blocks {
            runs.sort_by_key(|&(column, line, _)| (line > 0, column / 6, line));
        }
        for (column, line, run) in runs {
            alto += "<TextLine>";
            let mut at = column;
            for part in run.split(' ') {
                let width = 12 * part.chars().count() as i32;
                let off = dice.below(2 * setting.jitter + 1) as i32 - setting.jitter as i32;
                let x = 40 + 13 * at as i32 + off;
                let y = 60 + 36 * line as i32 + off + x * setting.fall / 1000;
                if !part.is_empty() {
                    let part = part.replace('&', "&amp;");
                    let _ = write!(
                        alto,
                        "<String CONTENT=\"{part}\" HPOS=\"{x}\" VPOS=\"{y}\" WIDTH=\"{width}\" HEIGHT=\"22\" WC=\"0.9\"/>"
                    );
                }
                at += part.chars().count() + 1;
            }
            alto += "</TextLine>";
        }
        alto += "</Page>";
    }
    alto + "</Layout></alto>"
}

const SETTINGS: [(&str, Setting); 5] = [
    ("straight", Setting { jitter: 0, fall: 0, in_blocks: false, height: 40 }),
    ("blurred", Setting { jitter: 3, fall: 0, in_blocks: false, height: 40 }),
    ("turned", Setting { jitter: 1, fall: 14, in_blocks: false, height: 40 }),
    ("blocks", Setting { jitter: 1, fall: 0, in_blocks: true, height: 40 }),
    ("short pages", Setting { jitter: 1, fall: -8, in_blocks: true, height: 22 }),
];

fn all(layouts: &[(&str, Layout)]) -> Vec<(String, Tally)> {
    let games = of_length(30..90);
    let mut found = Vec::new();
    for (layout, form) in layouts {
        for (name, setting) in SETTINGS {
            let mut dice = Dice::new(5);
            let mut sum = Tally::default();
            for at in 0..5 {
                let game = &games[(3 * at) % games.len()];
                let told = dashed_words(game);
                let alto = set(&page(*form, &rows(&told)), setting, &mut dice);
                let mut book = Book::default();
                book.read("book", &Chunk::from_text(alto), Format::Alto);
                let text = book.lay_out().0.text;
                tally(&text, game, &told, &TextOptions::default(), &mut sum);
            }
            found.push((format!("{layout}, {name}"), sum));
        }
    }
    found
}

#[test]
fn games_on_pages_of_words_come_back() {
    let layouts: [(&str, Layout); 5] = [
        ("table", pages::table),
        ("bare", pages::bare),
        ("commas", pages::commas),
        ("abreast", pages::abreast),
        ("unstopped", pages::unstopped),
    ];
    check("scan", &all(&layouts));
}
