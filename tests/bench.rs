//! Benchmarks: `cargo bench`. What they compare is one commit with another on one machine; figures of different
//! machines do not compare.
use std::ops::ControlFlow;

use descant::chess::{EnPassant, Position, San};
use descant::emit::pgn::PgnWriter;
use descant::emit::style::Style;
use descant::emit::text::TextWriter;
use descant::game::{Game, Node};
use descant::reader::pgn::{Kept, PgnOptions, PgnReader};
use descant::reader::text::{TextOptions, read_text};
use descant::record::Record;
use divan::{Bencher, black_box};

const GAMES: &str = include_str!("../fixtures/games/games.pgn");

fn main() {
    divan::main();
}

/// Calls `each` with every game of the fixture, moves and all.
fn games(text: &'static str, mut each: impl FnMut(&Game<'static>)) {
    let options = PgnOptions { kept: Kept::Nodes, ..PgnOptions::default() };
    let _ = PgnReader::new(options).read(text, &mut |found| {
        each(found.game);
        ControlFlow::Continue(())
    });
}

/// The first game of about 40 moves, as a printed score in a notation.
fn score(movetext: Style) -> String {
    let mut writer = TextWriter::new(movetext);
    let mut out = Vec::new();
    games(GAMES, |game| {
        if out.is_empty() && (76..=90).contains(&game.plies) {
            writer.write(game, &mut out);
        }
    });
    assert!(!out.is_empty(), "a game of about 40 moves");
    String::from_utf8(out).expect("UTF-8")
}

fn words(name: &str, habit: descant::emit::descriptive::Habit) -> Style {
    let writer = descant::emit::descriptive::DescriptiveWriter::named(name, habit).expect("a known notation");
    Style::Words(Box::new(writer))
}

/// The exact words of the fixture's main lines, each with the position it is played in.
fn plies() -> Vec<(Position, San)> {
    let mut plies = Vec::new();
    games(GAMES, |game| {
        let mut position = game.start;
        for node in &game.nodes {
            if let Node::Move(played) = node {
                plies.push((position, played.san));
                position = position.after_move(played.mv);
            }
        }
    });
    plies
}

#[divan::bench]
fn tokens(bencher: Bencher<'_, '_>) {
    let mut record = Record::default();
    bencher.counter(divan::counter::BytesCount::of_str(GAMES)).bench_local(|| {
        let mut at = 0;
        while at < GAMES.len() {
            at = descant::grammar::pgn::game(black_box(GAMES), at, &mut record);
        }
    });
}

#[divan::bench]
fn san_to_move(bencher: Bencher<'_, '_>) {
    let plies = plies();
    bencher.counter(divan::counter::ItemsCount::new(plies.len())).bench_local(|| {
        for (position, san) in &plies {
            let _ = black_box(position.resolve(*san));
        }
    });
}

#[divan::bench]
fn play(bencher: Bencher<'_, '_>) {
    let moves: Vec<_> =
        plies().iter().map(|(position, san)| (*position, position.resolve(*san).expect("legal"))).collect();
    bencher.counter(divan::counter::ItemsCount::new(moves.len())).bench_local(|| {
        for (position, mv) in &moves {
            black_box(position.after_move(*mv));
        }
    });
}

#[divan::bench(args = [Kept::End, Kept::Written, Kept::Nodes])]
fn replay(bencher: Bencher<'_, '_>, kept: Kept) {
    let mut reader = PgnReader::new(PgnOptions { kept, ..PgnOptions::default() });
    bencher.counter(divan::counter::BytesCount::of_str(GAMES)).bench_local(|| {
        reader.read(black_box(GAMES), &mut |found| {
            black_box(found.game.plies);
            ControlFlow::Continue(())
        })
    });
}

#[divan::bench]
fn write_pgn(bencher: Bencher<'_, '_>) {
    let mut all = Vec::new();
    games(GAMES, |game| all.push(game.clone()));
    let mut writer = PgnWriter::new(Style::San);
    let mut out = Vec::new();
    bencher.bench_local(|| {
        out.clear();
        for game in &all {
            writer.write(black_box(game), &mut out);
        }
    });
}

#[divan::bench]
fn write_fen(bencher: Bencher<'_, '_>) {
    let plies = plies();
    let mut out = Vec::new();
    bencher.counter(divan::counter::ItemsCount::new(plies.len())).bench_local(|| {
        out.clear();
        for (position, _) in &plies {
            position.append_fen(EnPassant::Legal, &mut out);
        }
    });
}

#[divan::bench(args = ["english", "english-long", "terse"])]
fn read_score(bencher: Bencher<'_, '_>, notation: &str) {
    use descant::emit::descriptive::Habit;
    let text = match notation {
        "terse" => score(words("english", Habit::Terse)),
        name => score(words(name, Habit::Safe)),
    };
    let options = TextOptions::default();
    bencher.bench_local(|| read_text(black_box(&text), &options).games.len());
}

/// One wrong rank in the middle of a game of about 40 moves.
#[divan::bench(args = ["english", "terse"])]
fn repair(bencher: Bencher<'_, '_>, notation: &str) {
    use descant::emit::descriptive::Habit;
    let habit = if notation == "terse" { Habit::Terse } else { Habit::Safe };
    let text = score(words("english", habit));
    let row = text.lines().find(|line| line.trim_start().starts_with("20.")).expect("move 20");
    let digit = row.rfind(|c: char| c.is_ascii_digit()).expect("a rank");
    let wrong = if row[digit..].starts_with('1') { "8" } else { "1" };
    let text = text.replace(row, &format!("{}{wrong}{}", &row[..digit], &row[digit + 1..]));
    let report = read_text(&text, &TextOptions::default());
    assert_eq!(report.misprints.len(), 1, "{row}: {:?}", report.verdicts);
    let options = TextOptions::default();
    bencher.bench_local(|| read_text(black_box(&text), &options).games.len());
}
