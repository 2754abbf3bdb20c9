//! The games of the fixture as raw recognition leaves their pages: letters and figures misread here and there, blanks lost. How
//! much comes back, against the games that were played.
use descant::lexicon::Dialect;
use descant::reader::text::TextOptions;

use crate::pages::{self, Layout, Tally, check, of_length, page, rows, tally};
use crate::recognized::{dashed_words, printed};
use crate::replay_damage::Dice;

/// What recognition takes for something else.
const MISREAD: [(char, &str); 12] = [
    ('3', "8"),
    ('5', "S"),
    ('4', "A"),
    ('1', "l"),
    ('2', "z"),
    ('K', "E"),
    ('B', "R"),
    ('P', "F"),
    ('Q', "O"),
    ('t', "l"),
    ('o', "c"),
    ('6', "G"),
];

/// Words of which one letter in so many is misread, and one blank in so many lost.
fn misread(words: &str, one_in: usize, dice: &mut Dice) -> String {
    let mut out = String::new();
    for c in words.chars() {
        match MISREAD.iter().find(|(known, _)| *known == c) {
            Some((_, other)) if dice.below(one_in) == 0 => out.push_str(other),
            _ if c == ' ' && dice.below(one_in) == 0 => {}
            _ => out.push(c),
        }
    }
    out
}

type Print = fn(&str) -> Vec<String>;

/// The same words without a blank.
fn glued(game: &str) -> Vec<String> {
    printed(game).iter().map(|words| words.replace(' ', "")).collect()
}

fn all(layouts: &[(&str, Layout)], count: usize) -> Vec<(String, Tally)> {
    let games = of_length(30..80);
    let prints: [(&str, Print); 3] = [("spaced", printed), ("dashed", dashed_words), ("glued", glued)];
    let mut found = Vec::new();
    for (layout, set) in layouts {
        for (name, print) in prints {
            for one_in in [60, 25] {
                let mut dice = Dice::new(one_in as u64);
                let mut sum = Tally::default();
                for at in 0..count {
                    let game = &games[(2 * at + one_in) % games.len()];
                    let told = print(game);
                    let mut rows = rows(&told);
                    for row in &mut rows {
                        for words in [&mut row.number, &mut row.white, &mut row.black] {
                            *words = misread(words, one_in, &mut dice);
                        }
                    }
                    let options =
                        TextOptions { notation: Some(Dialect::ENGLISH_OCR), ..TextOptions::default() };
                    tally(&page(*set, &rows), game, &told, &options, &mut sum);
                }
                found.push((format!("{layout}, {name}, {one_in}"), sum));
            }
        }
    }
    found
}

#[test]
fn misread_tables_come_back() {
    check("raw", &all(&[("table", pages::table), ("bare", pages::bare)], 4));
}

#[test]
fn misread_running_text_and_columns_abreast_come_back() {
    let layouts: [(&str, Layout); 3] =
        [("commas", pages::commas), ("unstopped", pages::unstopped), ("abreast", pages::abreast)];
    check("raw", &all(&layouts, 3));
}

/// Words with dashes whose first letter was not seen where it is that of a pawn, a king or a knight.
fn headless(game: &str) -> Vec<String> {
    let lost = |words: &String| words.strip_prefix(['P', 'K']).map_or(words.clone(), str::to_owned);
    dashed_words(game).iter().map(lost).collect()
}

#[test]
fn moves_without_their_first_letters_come_back() {
    let games = of_length(30..80);
    let mut found = Vec::new();
    for (name, layout) in [("table", pages::table as Layout), ("bare", pages::bare)] {
        let mut sum = Tally::default();
        for game in games.iter().step_by(3).take(8) {
            let options = TextOptions { notation: Some(Dialect::ENGLISH_OCR), ..TextOptions::default() };
            let told = headless(game);
            tally(&page(layout, &rows(&told)), game, &told, &options, &mut sum);
        }
        found.push((name.to_owned(), sum));
    }
    check("headless", &found);
}
