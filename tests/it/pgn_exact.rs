//! The exact path gives what the path for any text gives: the same games, the same borders, and nothing to say.
use std::ops::ControlFlow;

use descant::emit::{PgnWriter, Style};
use descant::game::Game;
use descant::grammar;
use descant::reader::pgn::{Kept, PgnOptions, PgnReader};
use descant::record::Record;
use descant::replay::pgn::{Options, Replayer};

/// Games that meet all that the exact path knows, and the words that send a game to the other.
const GAMES: &str = concat!(
    "[Event \"a\"]\n[Result \"1-0\"]\n\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 {the Spanish} 3... a6 $1 4. Ba4 Nf6 5. O-O! Be7 6. Re1 b5\n",
    "7. Bb3 d6 {} {two\n\nlines} 8. c3 O-O 9. h3 Nb8?! 10. d4 Nbd7 1-0\n\n",
    "[Event \"b\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"r3k2r/1P4p1/8/3pP3/8/8/8/R3K2R w KQkq d6 0 11\"]\n\n",
    "11.exd6 O-O\n12.bxa8=Q Rxa8 13.O-O-O Rd8 14.d7 Kf7 15.Rhf1+ Kg6 *\n\n",
    "[Event \"c\"]\n[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/1q3q2/8/1q6/8/6K1 b - - 5 99\"]\n\n",
    "99... Qb5d3 100. Kh2 Qfd5 101. Kg1 Q5d4+ 102. Kh2 Qf4+ 103. Kg1 Qff3 1/2-1/2\n",
    "[Event \"d\"]\n\n{ [%csl Rd4] before all } 1. f3 { [%eval 0.1] [%clk 0:05:00] } 1... e5 {a\tb  c} {} {é}\n",
    "2. g4 { [%clk 0:04:58] } { of a second comment, which is much longer than a line of the export format can be } ",
    "2... Qh4# { [%eval #-0]  [%clk 0:04:01] } 0-1\n\n",
    "[Event \"e\"]\n\n1. f3 e5 2. g4 Qh4# 0-1",
);

/// Games of which only the tags are odd.
const ODD_TAGS: &str = concat!(
    "[Event \" doubled  blanks \"]\n[Site \"a  b\"]\n[Date \"1992-8-3\"]\n[Result \"1:0\"]\n\n1. e4 {c} 1... e5 1-0\n\n",
    "[event \"case\"]\n[WhiteElo \"n/a\"]\n[BlackElo \"12x\"]\n[Result \"?\"]\n\n1. d4 d5 $1 2. c4 *\n\n",
    "[Event \"twice\"]\n[Event \"other\"]\n[Result \"won by someone\"]\n[PlyCount \"3\"]\n\n1. Nf3 Nf6 1/2-1/2\n\n",
    "[Event \"same twice\"]\n[Event \"same twice\"]\n[Date \"8/3/1992\"]\n[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
);

/// The games as they are told, and as they are written.
fn full_path(text: &str) -> Option<(Vec<String>, String)> {
    let (mut writer, mut written) = (PgnWriter::new(Style::San), Vec::new());
    let (mut record, mut replayer, mut game) = (Record::default(), Replayer::new(), Game::default());
    let (mut at, mut all) = (0, Vec::new());
    while at < text.len() {
        let end = grammar::pgn::game(text, at, &mut record).max(at + 1);
        if record.has_foreign_letters {
            return None;
        }
        if !record.tags.is_empty() || !record.items.is_empty() {
            replayer.replay(text, &record, None, &Options::default(), &mut game);
            all.push(format!("{at}..{end} {game:?} {:?}", replayer.diagnostics()));
            writer.write(&game, &mut written);
        }
        at = end;
    }
    Some((all, String::from_utf8(written).expect("UTF-8")))
}

/// The same by the reader.
fn reader(text: &str, kept: Kept) -> (Vec<String>, String) {
    let (mut writer, mut written) = (PgnWriter::new(Style::San), Vec::new());
    let mut all = Vec::new();
    let _ = PgnReader::new(PgnOptions { kept, ..PgnOptions::default() }).read(text, &mut |found| {
        let raw = found.raw;
        all.push(format!("{}..{} {:?} {:?}", raw.start, raw.end, found.game, found.diagnostics));
        writer.write(found.game, &mut written);
        ControlFlow::Continue(())
    });
    (all, String::from_utf8(written).expect("UTF-8"))
}

/// The games without what only a replay with nodes fills.
fn without_nodes(games: &[String]) -> Vec<(&str, &str)> {
    games
        .iter()
        .map(|game| {
            let (before, rest) = game.split_once("nodes: [").expect("nodes");
            let (_, after) = rest.split_once(", end: Position").expect("an end");
            (before, after)
        })
        .collect()
}

/// The games whose event is none of those.
fn without_events(text: &str, events: &[&str]) -> (Vec<String>, Vec<String>) {
    let is_one =
        |game: &Game<'_>| game.tags.iter().any(|tag| tag.name == "Event" && events.contains(&&*tag.value));
    let (mut all, mut wanted) = (Vec::new(), Vec::new());
    let _ = PgnReader::new(PgnOptions::default()).read(text, &mut |found| {
        if !is_one(found.game) {
            all.push(format!("{} {:?} {:?} {:?}", found.index, found.raw, found.game, found.diagnostics));
        }
        ControlFlow::Continue(())
    });
    let _ =
        PgnReader::new(PgnOptions::default()).read_wanted(text, &mut |game| !is_one(game), &mut |found| {
            if !is_one(found.game) {
                wanted.push(format!(
                    "{} {:?} {:?} {:?}",
                    found.index, found.raw, found.game, found.diagnostics
                ));
            }
            ControlFlow::Continue(())
        });
    (all, wanted)
}

fn compare(text: &str) {
    for events in [&["a", "d"][..], &["b", "c", "twice"]] {
        let (all, wanted) = without_events(text, events);
        assert_eq!(wanted, all, "{text}");
    }
    let Some(expected) = full_path(text) else { return };
    assert_eq!(reader(text, Kept::Nodes), expected, "{text}");
    let (found, written) = reader(text, Kept::Written);
    assert_eq!(written, expected.1, "{text}");
    for found in [found, reader(text, Kept::End).0] {
        assert_eq!(without_nodes(&found), without_nodes(&expected.0), "{text}");
    }
}

#[test]
fn whole_games_are_the_same_by_both_paths() {
    let (exact, _) = full_path(GAMES).expect("English letters");
    assert!(exact.len() == 5 && exact.iter().all(|game| game.ends_with(" []")), "{exact:?}");
    compare(GAMES);
    compare(&GAMES.replace('\n', "\r\n"));
    for game in GAMES.split_inclusive("\n\n") {
        compare(game);
    }
}

#[test]
fn games_with_odd_tags_are_the_same_by_both_paths() {
    let (told, _) = full_path(ODD_TAGS).expect("English letters");
    assert!(told.len() == 4 && told.iter().all(|game| !game.ends_with(" []")), "{told:?}");
    compare(ODD_TAGS);
    compare(&ODD_TAGS.replace('\n', "\r\n"));
    for (at, _) in ODD_TAGS.char_indices() {
        for byte in ["  ", "\"", "\\", "\t", "x", "1", "?", "]"] {
            compare(&[&ODD_TAGS[..at], byte, &ODD_TAGS[at + 1..]].concat());
        }
    }
}

#[test]
fn games_with_one_byte_changed_are_the_same_by_both_paths() {
    for (at, character) in GAMES.char_indices() {
        let whole = at..at + character.len_utf8();
        for byte in
            [" ", "\n", "x", "+", "#", "!", "{", "}", "(", ".", "1", "3", "a", "e", "N", "O", "-", "$", "="]
        {
            let mut text = GAMES.to_owned();
            text.replace_range(whole.clone(), byte);
            compare(&text);
        }
        let mut text = GAMES.to_owned();
        text.remove(at);
        compare(&text);
        text = GAMES[..at].to_owned();
        compare(&text);
    }
}
