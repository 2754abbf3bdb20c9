//! What is read of PGN in every spelling that is accepted, and what is said of it.
use std::fmt::Write as _;
use std::ops::ControlFlow;

use descant::diagnose::Diagnostic;
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

/// A game as the fixtures show it.
#[derive(Debug, Default)]
struct Shown {
    movetext: String,
    codes: String,
    tags: Vec<String>,
    /// Each diagnostic: code, half-moves before it, the words it points at, candidates.
    details: Vec<String>,
}

fn detail(diagnostic: &Diagnostic, text: &str) -> String {
    let ply = diagnostic.ply.map_or("-".to_owned(), |ply| ply.to_string());
    let words = diagnostic.span.of_text(text).replace('\n', "\\n");
    let detail = format!("> {} {ply} `{words}` {}", diagnostic.code.name(), diagnostic.candidates.join(" "));
    detail.trim_end().to_owned()
}

fn read(text: &str, options: PgnOptions) -> Vec<Shown> {
    let mut games = Vec::new();
    let _ = PgnReader::new(options).read(text, &mut |found| {
        let codes: Vec<&str> = found.diagnostics.iter().map(|diagnostic| diagnostic.code.name()).collect();
        let tags = found.game.tags.iter().map(|tag| format!("[{} \"{}\"]", tag.name, tag.value)).collect();
        games.push(Shown {
            movetext: show(found.game),
            codes: codes.join(" "),
            tags,
            details: found.diagnostics.iter().map(|diagnostic| detail(diagnostic, text)).collect(),
        });
        ControlFlow::Continue(())
    });
    games
}

/// The options that a title asks for.
fn options(title: &str) -> PgnOptions {
    let usual = PgnOptions::default();
    if title.ends_with("(claims)") {
        PgnOptions { claims: true, ..usual }
    } else if title.ends_with("(two deep)") {
        PgnOptions { max_depth: 2, ..usual }
    } else if title.ends_with("(two problems)") {
        PgnOptions { max_problems: 2, ..usual }
    } else {
        usual
    }
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
        // A game: its movetext (which may go over lines), its codes, its tags, its diagnostics.
        let mut games: Vec<Shown> = Vec::new();
        let mut movetext = String::new();
        let mut lines = expected.lines().peekable();
        while let Some(line) = lines.next() {
            if line == ":" || line.starts_with(": ") {
                let mut game = Shown {
                    movetext: std::mem::take(&mut movetext),
                    codes: line[1..].trim().to_owned(),
                    ..Shown::default()
                };
                while let Some(line) = lines.next_if(|line| line.starts_with(['[', '>'])) {
                    let list = if line.starts_with('[') { &mut game.tags } else { &mut game.details };
                    list.push(line.to_owned());
                }
                games.push(game);
            } else {
                if !movetext.is_empty() {
                    movetext.push('\n');
                }
                movetext.push_str(line);
            }
        }
        let found = read(&input, options(title));
        let same = found.len() == games.len()
            && found.iter().zip(&games).all(|(found, game)| {
                found.movetext == game.movetext
                    && found.codes == game.codes
                    && (game.tags.is_empty() || found.tags == game.tags)
                    && game.details.iter().all(|detail| found.details.contains(detail))
            });
        if !same {
            writeln!(failures, "{title}\n  expected {games:#?}\n  found    {found:#?}").expect("a string");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(sections > 100);
}

#[test]
fn the_language_of_the_letters_can_be_said() {
    let options = PgnOptions { letters: letters("de"), ..PgnOptions::default() };
    let games = read("1. Sf3 d5 2. g3 Lg4 3. Sh4 Dd7 4. Tg1 e8=D *", options);
    assert_eq!(games[0].movetext, "Nf3 d5 g3 Bg4 Nh4 Qd7 Rg1 {e8=D} *");
    assert_eq!(games[0].codes, "promotion-spelling illegal-move");
}

#[test]
fn a_pawn_that_may_not_take_is_told_why() {
    let told = |fen: &str, word: &str| {
        let text = format!(
            "[SetUp \"1\"]\n[FEN \"{fen} b - {}\"]\n\n1... {word} *\n",
            if word == "cxd3" { "d3 0 1" } else { "- 0 1" }
        );
        let mut said = String::new();
        let _ = PgnReader::new(PgnOptions::default()).read(&text, &mut |found| {
            let illegal =
                found.diagnostics.iter().find(|d| d.code.name() == "illegal-move").expect("an illegal move");
            said = illegal.message.split_once("): ").expect("a reason").1.to_owned();
            ControlFlow::Continue(())
        });
        said
    };
    // Both pawns leave the rank on which the rook stands, or the diagonal of the bishop.
    let passing = "taking in passing on d3 would leave the king in check";
    assert_eq!(told("8/8/8/8/k1pP3R/8/8/K7", "cxd3"), passing);
    assert_eq!(told("7R/k7/8/K7/2pP4/8/8/6B1", "cxd3"), passing);
    assert_eq!(told("8/8/8/8/1k1p3R/2N5/8/K7", "dxc3"), "the pawn on d4 is pinned");
    assert_eq!(
        told("k7/8/8/8/R2p4/2N5/8/K7", "dxc3"),
        "Black is in check, and the pawn on d4 does not help on c3"
    );
    assert_eq!(told("k7/8/8/8/3p4/8/8/K7", "dxc3"), "nothing stands on c3 that the pawn on d4 could take");
    assert_eq!(told("k7/8/8/4p3/8/2N5/8/K7", "exc3"), "no pawn of Black's on the e-file can take on c3");
}
