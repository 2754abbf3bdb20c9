//! What is read of PGN in every spelling that is accepted, and what is said of it.
use std::fmt::Write as _;
use std::ops::ControlFlow;

use descant::game::{Game, Node};
use descant::lexicon::letters;
use descant::reader::pgn::{PgnOptions, PgnReader};

/// The movetext of a game in one line.
fn show(game: &Game<'_>) -> String {
    let mut out = String::new();
    for node in &game.nodes {
        match node {
            Node::Move(played) => write!(out, "{}{} ", played.san, played.suffix),
            Node::Nag(nag) => write!(out, "${nag} "),
            Node::Comment(text) => write!(out, "{{{text}}} "),
            Node::Open => write!(out, "( "),
            Node::Close => write!(out, ") "),
        }
        .expect("a string");
    }
    out + game.result.marker()
}

/// Games as the fixtures show them: movetext, codes, tags.
fn read(text: &str, options: PgnOptions) -> Vec<(String, String, Vec<String>)> {
    let mut games = Vec::new();
    let _ = PgnReader::new(options).read(text, &mut |found| {
        let codes: Vec<&str> = found.diagnostics.iter().map(|diagnostic| diagnostic.code.name()).collect();
        let tags = found.game.tags.iter().map(|tag| format!("[{} \"{}\"]", tag.name, tag.value)).collect();
        games.push((show(found.game), codes.join(" "), tags));
        ControlFlow::Continue(())
    });
    games
}

fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let (c, length) = match rest.as_bytes().first() {
            Some(b'n') => ('\n', 1),
            Some(b'r') => ('\r', 1),
            Some(b't') => ('\t', 1),
            _ => {
                let end = rest.find('}').expect("a closed escape");
                let code = u32::from_str_radix(&rest[2..end], 16).expect("a number");
                (char::from_u32(code).expect("a character"), end + 1)
            }
        };
        out.push(c);
        rest = &rest[length..];
    }
    out + rest
}

#[test]
fn every_fixture_is_read_as_the_standard_means_it() {
    let fixtures = include_str!("../../fixtures/pgn/reading.txt");
    let mut failures = String::new();
    let mut sections = 0;
    for section in fixtures.split("=== ").skip(1) {
        let (title, body) = section.split_once('\n').expect("a title");
        let (input, expected) = body.split_once("\n---\n").expect("an expectation");
        let input = if title.ends_with("(escaped)") { unescape(input) } else { input.to_owned() };
        sections += 1;
        // A game: its movetext (which may go over lines), its codes, its tags.
        let mut games: Vec<(String, String, Vec<String>)> = Vec::new();
        let mut movetext = String::new();
        let mut lines = expected.lines().peekable();
        while let Some(line) = lines.next() {
            if line == ":" || line.starts_with(": ") {
                let mut tags = Vec::new();
                while let Some(tag) = lines.next_if(|line| line.starts_with('[')) {
                    tags.push(tag.to_owned());
                }
                games.push((std::mem::take(&mut movetext), line[1..].trim().to_owned(), tags));
            } else {
                if !movetext.is_empty() {
                    movetext.push('\n');
                }
                movetext.push_str(line);
            }
        }
        let found = read(&input, PgnOptions::default());
        let same = found.len() == games.len()
            && found.iter().zip(&games).all(|(found, game)| {
                found.0 == game.0 && found.1 == game.1 && (game.2.is_empty() || found.2 == game.2)
            });
        if !same {
            writeln!(failures, "{title}\n  expected {games:?}\n  found    {found:?}").expect("a string");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(sections > 100);
}

#[test]
fn the_language_of_the_letters_can_be_said() {
    let options = PgnOptions { letters: letters("de"), ..PgnOptions::default() };
    let games = read("1. Sf3 d5 2. g3 Lg4 3. Sh4 Dd7 4. Tg1 e8=D *", options);
    assert_eq!(games[0].0, "Nf3 d5 g3 Bg4 Nh4 Qd7 Rg1 {e8=D} *");
    assert_eq!(games[0].1, "promotion-spelling illegal-move");
}
