//! Single damages put into clean games: how many come back exactly, and how many come back wrong without a word.
use descant::chess::Position;
use descant::game::Verdict;
use descant::replay::{Line, Options};

use crate::replay_words::{describe, read_from, san};

/// The games of the fixture, as SAN without numbers.
pub fn games() -> Vec<String> {
    let text = include_str!("../../fixtures/games/games.pgn");
    text.split("[Event ")
        .skip(1)
        .map(|game| {
            let moves = game.lines().filter(|line| !line.contains('"'));
            let words = moves
                .flat_map(str::split_whitespace)
                .filter(|word| !word.ends_with('.') && !matches!(*word, "1-0" | "0-1" | "1/2-1/2" | "*"));
            words.collect::<Vec<_>>().join(" ")
        })
        .collect()
}

fn plain(game: &str) -> String {
    game.replace(['+', '#'], "")
}

fn read(words: &[String]) -> Line {
    read_from(&Position::default(), &words.join(" "), &Options::default())
}

/// A generator of even numbers for the tests; the same in every run.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

/// One damage to one word: a letter, a digit, the verb, or the whole word.
fn damage(words: &mut [String], dice: &mut Dice) -> (usize, String) {
    loop {
        let at = dice.below(words.len());
        let old = words[at].clone();
        let bytes = old.as_bytes();
        if dice.below(20) == 0 {
            "?".clone_into(&mut words[at]);
            return (at, format!("{old} unreadable"));
        }
        let i = dice.below(bytes.len());
        let mut new = bytes.to_vec();
        new[i] = match bytes[i] {
            b'1'..=b'8' => b'1' + dice.below(8) as u8,
            b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' => b"KQRBNP"[dice.below(6)],
            b'-' => b'x',
            b'x' => b'-',
            _ => continue,
        };
        let new = String::from_utf8(new).expect("letters");
        if new != old {
            words[at].clone_from(&new);
            return (at, format!("{old} printed {new}"));
        }
    }
}

#[test]
fn clean_games_come_back_exactly_and_certain_or_chosen() {
    let (mut certain, games) = (0, games());
    for game in &games {
        let line = read(&describe(game));
        assert_eq!(line.read, game.split_whitespace().count());
        assert!(line.diagnostics.iter().all(|d| d.code == descant::code::Code::ChosenLine));
        if line.verdict == Verdict::Certain {
            assert_eq!(san(&line), plain(game));
            certain += 1;
        }
    }
    assert!(certain * 10 >= games.len() * 9, "{certain} of {} are certain", games.len());
}

/// What became of a number of damaged games.
#[derive(Debug, Default)]
struct Tally {
    /// Exactly the true game, nothing else in question.
    alone: usize,
    /// Exactly the true game, with others listed.
    exact: usize,
    /// Another game, with others listed.
    listed: usize,
    /// Not read to the end.
    partial: usize,
    /// Repaired to another game without a word of doubt.
    wrong: usize,
    /// The damage is a legal move and the game plays to its end.
    legal: usize,
}

impl Tally {
    fn count(&mut self, line: &Line, game: &str) {
        let is_open = line.moves.iter().any(|mv| mv.detail.chosen);
        let place = match (line.verdict, san(line) == game) {
            (_, true) if is_open => &mut self.exact,
            (_, true) => &mut self.alone,
            (Verdict::Partial, _) => &mut self.partial,
            (Verdict::Repaired, _) if is_open => &mut self.listed,
            (Verdict::Repaired, _) => &mut self.wrong,
            (_, false) => &mut self.legal,
        };
        *place += 1;
    }
}

#[test]
fn nine_of_ten_damages_come_back_and_few_come_back_wrong_without_a_word() {
    let games: Vec<(String, Vec<String>)> =
        games().iter().map(|game| (plain(game), describe(game))).collect();
    let mut dice = Dice::new(76);
    let mut tally = Tally::default();
    for _ in 0..600 {
        let (game, words) = &games[dice.below(games.len())];
        let mut words = words.clone();
        let _ = damage(&mut words, &mut dice);
        tally.count(&read(&words), game);
    }
    println!("600 damages: {tally:?}");
    assert!(tally.alone >= 470 && tally.alone + tally.exact >= 544, "{tally:?}");
    assert!(tally.wrong + tally.legal <= 6 && tally.partial <= 10, "{tally:?}");
}

#[test]
fn two_damages_seldom_come_back_wrong_without_a_word() {
    let games: Vec<(String, Vec<String>)> =
        games().iter().map(|game| (plain(game), describe(game))).collect();
    let mut dice = Dice::new(1883);
    let mut tally = Tally::default();
    for _ in 0..150 {
        let (game, words) = &games[dice.below(games.len())];
        let mut words = words.clone();
        let _ = damage(&mut words, &mut dice);
        let _ = damage(&mut words, &mut dice);
        tally.count(&read(&words), game);
    }
    println!("150 games with two damages: {tally:?}");
    assert!(tally.alone >= 84 && tally.alone + tally.exact >= 115, "{tally:?}");
    assert!(tally.wrong + tally.legal <= 2 && tally.partial <= 13, "{tally:?}");
}

#[test]
fn a_half_move_left_out_is_never_put_in_wrong_without_a_word() {
    let games: Vec<(String, Vec<String>)> =
        games().iter().map(|game| (plain(game), describe(game))).collect();
    let mut dice = Dice::new(11);
    let mut tally = Tally::default();
    for _ in 0..100 {
        let (game, words) = &games[dice.below(games.len())];
        let mut words = words.clone();
        words.remove(dice.below(words.len()));
        tally.count(&read(&words), game);
    }
    println!("100 half-moves left out: {tally:?}");
    assert!(tally.alone >= 47 && tally.alone + tally.exact >= 71, "{tally:?}");
    assert!(tally.wrong + tally.legal <= 4 && tally.partial <= 14, "{tally:?}");
}
