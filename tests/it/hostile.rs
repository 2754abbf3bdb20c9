//! Input made to hurt: it ends in time linear in its size, is said what it is, and the next game is still read.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use descant::emit::{JsonWriter, Place, Sheet};
use descant::reader::pgn::{PgnOptions, PgnReader};
use descant::reader::text::{TextOptions, read_text};
use descant::source::Chunk;

use super::console;
use super::hostile_mutations::Numbers;
use super::invariants;

/// Time this thread has worked, whatever else the machine does; by the clock where that is not known.
fn worked(since: Instant) -> Duration {
    let known = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = known.and_then(|line| line.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

fn time(work: impl FnOnce()) -> Duration {
    let clock = Instant::now();
    let before = worked(clock);
    work();
    worked(clock).saturating_sub(before)
}

/// About `n` bytes of `piece`, over and over.
fn many(piece: &str, n: usize) -> String {
    piece.repeat(n / piece.len() + 1)
}

fn numbered(n: usize, line: impl Fn(usize, &mut String)) -> String {
    let mut text = String::new();
    for i in 1.. {
        line(i, &mut text);
        if text.len() >= n {
            break;
        }
    }
    text
}

pub(super) const KNIGHTS: &str = "Nf3 Nf6 Ng1 Ng8 ";

/// PGN of about `n` bytes in shapes that lead astray what is not careful.
pub(super) fn shapes(n: usize) -> Vec<(&'static str, String)> {
    let mut shapes = Vec::new();
    let pieces: &[(&'static str, &'static str)] = &[
        ("open", "("),
        ("close", ")"),
        ("open move", "(e4 "),
        ("empty variations", "()"),
        ("bracket", "["),
        ("tag brackets", "[a"),
        ("tags on a line", "[a b]"),
        ("quoted tags on a line", "[a \"b\"]"),
        ("brace", "{"),
        ("braces", "{}"),
        ("stray braces", "}"),
        ("empty comments", "{ } "),
        ("quote", "\""),
        ("angle", "<"),
        ("angles", "<>"),
        ("number", "1."),
        ("numbers", "1. "),
        ("wrong numbers", "2. "),
        ("digits", "7"),
        ("dots", "."),
        ("dots apart", ". "),
        ("moves run together", "e4e5"),
        ("knights run together", "Nf3Nf6"),
        ("numbered together", "1.e4e5"),
        ("same move", "e4 "),
        ("moves without numbers", KNIGHTS),
        ("dollar", "$"),
        ("nags", "$1 "),
        ("annotation", "!"),
        ("annotations", "! "),
        ("plus", "+"),
        ("pluses", "+ "),
        ("signs", "D + "),
        ("hyphen", "-"),
        ("castling", "O-O"),
        ("zeros", "0-0"),
        ("results", "1-0 "),
        ("results together", "1-0"),
        ("half", "1/2"),
        ("percent", "\n%"),
        ("semicolon", ";"),
        ("line comments", ";\n"),
        ("letter", "x"),
        ("words", "word "),
        ("capitals", "N"),
        ("Cyrillic", "К"),
        ("figurines", "♘"),
        ("NUL", "\0"),
        ("blanks", " "),
        ("line ends", "\n"),
        ("carriage returns", "\r"),
        ("no-break blanks", "\u{A0}"),
        ("tag lines", "[A \"\n"),
        ("event lines", "[Event \"\n"),
        ("games", "[Event \"x\"]\n\n*\n\n"),
        ("unclosed", "[Event \"x\"]\n\n{\n\n"),
        ("descriptive", "P-K4 "),
        ("null moves", "-- "),
        ("en passant", "e.p. "),
        ("backslash", "\\"),
        ("ellipsis", "…"),
        ("commas", "e4,"),
        ("stars", "*"),
    ];
    for &(name, piece) in pieces {
        shapes.push((name, many(piece, n)));
    }
    let after = |name, head: &str, piece: &str, tail: &str| (name, format!("{head}{}{tail}", many(piece, n)));
    shapes.extend([
        after("numbers after a result", "1. e4 * ", "1.", ""),
        after("moves after a result", "1. e4 *\n", "1.e4 ", ""),
        after("wrong numbers after a move", "1. e4 ", "5. ", ""),
        after("variations on a move", "1. e4 ", "(1. d4 d5) ", "*"),
        after("empty variations on a move", "1. e4 ", "() ", "*"),
        after("nested variations", "1. e4 e5 ", "(1... d5 2. d4 (2. c4) ", "*"),
        after("nested variations, one move deep", "1. e4 ", "(e4 ", "*"),
        after("bad variations", "1. e4 ", "(Ke5 {x}) ", "*"),
        after("commands", "1. e4 {", "[%", "} *"),
        after("commands closed", "1. e4 {", "[%a] ", "} *"),
        after("brackets in a comment", "1. e4 {", "[a ", "} *"),
        after("a comment of blanks", "1. e4 {", " \n", "} *"),
        after("a comment of letters", "1. e4 {", "é", "} *"),
        after("braces in a comment", "1. e4 {", "{", "} *"),
        after("a long tag", "[Event \"", "x", "\"]\n\n1. e4 *"),
        after("a tag of quotes", "[Event \"", "\"", "\"]\n\n1. e4 *"),
        after("a tag of escapes", "[Event \"", "\\\"", "\"]\n\n1. e4 *"),
        after("a tag of backslashes", "[Event \"", "\\", "\"]\n\n1. e4 *"),
        after("a tag of lines", "[Event \"", "x\n", "\"]\n\n1. e4 *"),
        after("a tag of brackets", "[Event \"", "] ", "\"]\n\n1. e4 *"),
        after("a long name", "[", "x", " \"\"]\n\n1. e4 *"),
        after("a long date", "[Date \"", "1.", "\"]\n\n1. e4 *"),
        after("a long position", "[FEN \"", "8/", "\"]\n\n1. e4 *"),
        after("borders in a comment", "1. e4 {", "\n\n[Event \"x\"]\n", ""),
        after("signs on a move", "1. e4", "+", " *"),
        after("glyphs and check signs", "1. e4 ", "$1 $1 + e.p. ", " *"),
        ("a long game", {
            numbered(n, |i, text| {
                let (white, black) = if i % 2 == 1 { ("Nf3", "Nf6") } else { ("Ng1", "Ng8") };
                let _ = write!(text, "{i}. {white} {black} ");
            })
        }),
        (
            "many tags",
            numbered(n, |i, text| {
                let _ = writeln!(text, "[T{i} \"{i}\"]");
            }),
        ),
        ("many tags twice", {
            let tags = numbered(n / 2, |i, text| {
                let _ = writeln!(text, "[T{i} \"{i}\"]");
            });
            format!("{tags}{}", tags.replace(" \"", " \"x"))
        }),
        ("random bytes", {
            let mut numbers = Numbers(0x1234_5678_9ABC_DEF1);
            let bytes: Vec<u8> = (0..n).map(|_| numbers.below(256) as u8).collect();
            bytes.into_iter().map(char::from).collect()
        }),
        ("random ASCII", {
            let mut numbers = Numbers(0x1234_5678_9ABC_DEF1);
            (0..n).map(|_| char::from(b' ' + numbers.below(95) as u8)).collect()
        }),
        ("random signs", {
            let mut numbers = Numbers(0x1234_5678_9ABC_DEF1);
            (0..n).map(|_| char::from(b"(){}[]<>\"\\;%$!?+#=-*./ \n0123e4NfO"[numbers.below(33)])).collect()
        }),
    ]);
    shapes
}

/// Texts of about `n` bytes that look like scores and are none, or ones that cannot be played.
pub(super) fn texts(n: usize) -> Vec<(&'static str, String)> {
    let mut texts: Vec<(&'static str, String)> = [
        ("descriptive on a line", "P-K4 "),
        ("apostrophes", "'"),
        ("corrections on a line", "read P-K4 "),
        ("descriptive lines", "P-K4\n"),
        ("numbers", "1. "),
        ("dots", "."),
        ("blanks", " "),
        ("line ends", "\n"),
        ("letters", "K"),
        ("letters apart", "K "),
        ("words", "takes "),
        ("castles", "Castles "),
        ("open", "("),
        ("bracket", "["),
        ("pipes", "|"),
        ("hyphens", "-"),
        ("underscores", "_"),
        ("stars", "*"),
        ("quotes", "\""),
        ("soft hyphens", "\u{AD}"),
        ("Cyrillic", "Пешка "),
        ("heads", "WHITE. BLACK.\n"),
        ("games", "GAME 1.\n\n1 P-K4 P-K4\n\n"),
        ("same row", "1 P-K4 P-K4\n"),
        ("notes", "(a) P-K4 is better.\n\n"),
        ("marks", "1 P-K4 (a) P-K4 (b)\n"),
        ("run on", "1. P-K4, P-K4; "),
        ("the same", "The same. "),
        ("checks", "ch. "),
        ("algebraic", "1. e4 e5 2. Nf3 Nc6 "),
        ("algebraic lines", "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n\n"),
        ("prose", "It was the best of games, it was the worst of games. "),
        ("prose lines", "It was the best of games,\nit was the worst of games.\n\n"),
        ("shopping", "2 lb. butter\n1 doz. eggs\n"),
        ("diagram", "| r n b |\n+-------+\n"),
        ("braces", "{12}"),
        ("solution", "1. Q-K4, K moves. 2. Q mates. "),
    ]
    .into_iter()
    .map(|(name, piece)| (name, many(piece, n)))
    .collect();
    texts.extend([
        ("rows of nonsense", numbered(n, |i, text| { let _ = writeln!(text, "{i} Q-R8 Kt-R7"); })),
        ("rows that play on", numbered(n, |i, text| {
            let (white, black) = if i % 2 == 1 { ("Kt-KB3", "Kt-KB3") } else { ("Kt-Kt1", "Kt-Kt1") };
            let _ = writeln!(text, "{i} {white} {black}");
        })),
        ("ambiguous rows", numbered(n, |i, text| {
            let moves = ["P-B4", "P-Kt3", "Kt-B3", "B-Kt2", "R-K1", "P-R3", "Kt-R4", "R-Kt1", "P-R4", "B-R3", "R-B1", "B-Kt2"];
            let word = moves[(i - 1) % moves.len()];
            let _ = writeln!(text, "{i} {word} {word}");
        })),
        ("games with notes", numbered(n, |i, text| {
            let _ = writeln!(text, "GAME {i}.\n\nWHITE. BLACK.\n1 P-K4 P-K4\n2 Kt-KB3 Kt-QB3 (a)\n3 B-Kt5 P-QR3\n\n(a) Better is P-Q3.\n");
        })),
        ("one game, many notes", {
            let head = "1 P-K4 P-K4\n2 Kt-KB3 Kt-QB3\n3 B-Kt5 P-QR3\n\n";
            format!("{head}{}", many("(a) Better is P-Q3 or B-B4, Kt-B3.\n\n", n))
        }),
    ]);
    texts
}

fn pgn_json(text: &str) {
    let chunk = Chunk::from_text(text.to_owned());
    let (mut sheet, mut json) = (Sheet::default(), JsonWriter::default());
    let _ = PgnReader::new(PgnOptions::default()).read(text, &mut |found| {
        sheet.clear();
        json.write(
            &mut sheet,
            &Place::in_game("-", &chunk, found.index, found.game),
            found.game,
            &mut |_| {},
        );
        std::ops::ControlFlow::Continue(())
    });
}

fn pgn(text: &str) {
    invariants::convert(text);
    pgn_json(text);
}

fn text(text: &str) {
    let _ = read_text(text, &TextOptions { max_live: 2_000, max_nodes: 20_000, ..TextOptions::default() });
}

/// Four times the size takes not much more than four times the time.
fn is_linear(shapes: fn(usize) -> Vec<(&'static str, String)>, size: usize, work: fn(&str)) {
    let mut slow = Vec::new();
    for ((name, small), (_, large)) in shapes(size).iter().zip(&shapes(4 * size)) {
        let (once, four) = (time(|| work(small)), time(|| work(large)));
        if four > 9 * once + Duration::from_millis(30) {
            slow.push(format!("{name}: {once:?} for {} bytes, {four:?} for {}", small.len(), large.len()));
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

#[test]
fn pgn_of_any_shape_is_read_and_written_in_linear_time() {
    is_linear(shapes, 30_000, pgn);
}

#[test]
fn text_of_any_shape_is_read_in_linear_time() {
    is_linear(texts, 4_000, text);
}

/// What is linear only in long texts: one line whose numbers begin again, one word without an end.
fn long_lines(n: usize) -> Vec<(&'static str, String)> {
    vec![
        ("numbers that begin again", many("1 P-K4 P-K4 2 Kt-KB3 Kt-QB3 ", n)),
        ("letters in numbers", many("1z. P-K4 ", n)),
        ("letters in numbers of columns", many("1z  P-K4  ", n)),
        ("one word", many("=Q", n / 4)),
    ]
}

#[test]
fn a_long_line_is_read_in_linear_time() {
    is_linear(long_lines, 200_000, text);
}

/// Pages of HTML with much that leaves nothing on them.
fn pages(n: usize) -> Vec<(&'static str, String)> {
    let page = |words: &str| format!("<html><body>1. P-K4 P-K4{words}</body></html>");
    vec![
        ("ends of blocks", page(&many("</div>\n", n))),
        ("ends of paragraphs", page(&many("</p> <p>\n", n))),
        (
            "line ends behind blanks",
            page(&format!("<table><pre>\n\n{}{}", many(" ", n / 2), many("<br>", n / 2))),
        ),
    ]
}

#[test]
fn html_of_any_shape_is_read_in_linear_time() {
    is_linear(pages, 100_000, text);
}

/// Words of books, again and again; of some every legal move may be meant.
const PHRASES: [&str; 16] = [
    "The same. ",
    "Ditto\n",
    "Anything. ",
    "Any move.\n\n",
    "K moves. ",
    "K takes P\n",
    "P-K4 ",
    "P-K4?\n",
    "B-Kt5 or P-Q3 ",
    "If P-K4\n\n",
    "P. to K. 4th. ",
    "K. Kt. to B. 3rd.\n",
    "Q-R5+ ",
    "A. ",
    "Anything. K moves. ",
    "1. P-K4 P-K4 2. Anything. The same. 3. K moves.\n\n",
];

#[test]
fn a_phrase_of_a_book_again_and_again_is_read_in_time() {
    let read = |text: &str| time(|| drop(read_text(text, &TextOptions::default())));
    for phrase in PHRASES {
        let (once, four) = (read(&many(phrase, 4_000)), read(&many(phrase, 16_000)));
        let most = (6 * once + Duration::from_millis(100)).min(Duration::from_secs(8));
        assert!(four < most, "{phrase:?}: {once:?}, of four times as much {four:?}");
    }
}

/// For measuring: `cargo test --release --test it hostile_sizes -- --ignored --nocapture`; bytes in `DESCANT_HOSTILE_BYTES`.
#[test]
#[ignore = "takes minutes; prints a table"]
fn hostile_sizes() {
    let size = std::env::var("DESCANT_HOSTILE_BYTES").ok().and_then(|n| n.parse().ok()).unwrap_or(500_000);
    for (kind, shapes, work) in [("pgn", shapes as fn(usize) -> _, pgn as fn(&str)), ("text", texts, text)] {
        let mut rows: Vec<(Duration, Duration, &str)> = Vec::new();
        for ((name, small), (_, large)) in shapes(size).iter().zip(&shapes(2 * size)) {
            let row = (time(|| work(large)), time(|| work(small)), *name);
            if row.0 > 3 * row.1 || row.0 > Duration::from_secs(2) {
                eprintln!("{kind} {name}: {:?} then {:?}", row.1, row.0);
            }
            rows.push(row);
        }
        rows.sort();
        for (large, small, name) in rows.iter().rev().take(25) {
            eprintln!("{kind:5} {name:40} {small:>12.3?} {large:>12.3?}");
        }
    }
}

/// Runs the program on what is given as standard input.
fn descant(args: &[&str], input: &[u8]) -> Output {
    let output = console::run(args, input);
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(!words.contains("panicked"), "{args:?}: {words}");
    assert!(matches!(output.status.code(), Some(0..=2)), "{args:?}: {:?} {words}", output.status);
    output
}

/// The games that the program reads: how many moves each has, and its `White` tag.
fn games(args: &[&str], input: &[u8]) -> Vec<(usize, String)> {
    let output = descant(&[&["convert", "--to", "json"], args].concat(), input);
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        // Below the games of a text a line labels its stretches.
        .filter(|line: &serde_json::Value| line["type"] == "game")
        .map(|game| {
            let white = game["tags"]["White"].as_str().unwrap_or("").to_owned();
            (game["moves"].as_array().expect("moves").len(), white)
        })
        .collect()
}

const NEXT: &str = "\n\n[Event \"the next game\"]\n[White \"Next\"]\n\n1. e4 e5 2. Nf3 *\n";

#[test]
fn after_any_hostile_game_the_next_is_still_read() {
    let bad = [
        many("{ no end ", 10_000),
        many("(1. e4 ", 10_000),
        many("[", 3_000),
        many("\0", 3_000),
        many("P-K4 ", 3_000),
        many("1. e9 ", 3_000),
        "[Event \"no end".to_owned(),
        "[FEN \"9/9/9\"]\n\n1. e4 e5 *".to_owned(),
        "1. e4 e5 2. Ke7 Nf6 *".to_owned(),
        format!("[White \"{}\"]\n\n1. d4 *", "x".repeat(100_000)),
        "1. e4 {a comment [Event \"inside\"] } *".to_owned(),
        "% escape".to_owned(),
    ];
    for bad in &bad {
        let head = "[Event \"hostile\"]\n[White \"First\"]\n\n";
        let found = games(&["--from", "pgn"], format!("{head}{bad}{NEXT}").as_bytes());
        assert_eq!(found.last(), Some(&(3, "Next".to_owned())), "after {:?}", bad.get(..40));
        assert_eq!(found.iter().filter(|(_, white)| white == "Next").count(), 1);
    }
}

/// The rules end a game after 8848 moves and a half.
#[test]
fn a_text_with_more_half_moves_than_any_game_is_read_up_to_there() {
    let text = numbered(200_000, |i, text| {
        let word = if i % 2 == 1 { "Kt-KB3" } else { "Kt-Kt1" };
        let _ = writeln!(text, "{i} {word} {word}");
    });
    let done = descant(&["check", "--from", "text", "-"], text.as_bytes());
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains("error[partial-score]") && said.contains("ply 17698"), "{said}");
    assert!(said.contains("no game has more than 17697 half-moves"), "{said}");
}

#[test]
fn what_is_no_chess_gives_no_moves() {
    let shopping = "2 lb. butter\n1 doz. eggs\n3 pints milk\n1/2 lb. tea\nK rations\n12 candles, best\n";
    let novel = "It was a dull autumn day, and Jill Pole was crying behind the gym. \"I take the bishop's side,\" said he, and\n\
        castles rose before them; the Queen moved to the window, and the King took the Knight by the hand. 1. They went.\n\
        2. They came back; and the pawn-broker was there at 4.\n";
    let russian =
        "Мороз и солнце; день чудесный! Ещё ты дремлешь, друг прелестный — Пора, красавица, проснись:\n";
    let mut numbers = Numbers(99);
    let noise: Vec<u8> = (0..20_000).map(|_| numbers.below(256) as u8).collect();
    for input in [
        shopping.as_bytes(),
        novel.as_bytes(),
        russian.as_bytes(),
        &noise,
        &[0; 5_000],
        b"",
        b"\n\n\n",
        b"\xFF\xFE",
        b"\xEF\xBB\xBF",
    ] {
        for from in ["auto", "text", "pgn"] {
            let found = games(&["--from", from], input);
            assert!(
                found.iter().all(|(moves, _)| *moves == 0),
                "{from}: {found:?} of {:?}",
                String::from_utf8_lossy(&input[..input.len().min(60)])
            );
        }
    }
}

#[test]
fn of_a_text_without_a_game_it_is_said_that_there_is_none() {
    for text in ["2 lb. butter\n1 doz. eggs\n", "It was the best of games.\n", "Мороз и солнце\n"]
    {
        let run = descant(&["check", "--from", "text", "--message-format", "short"], text.as_bytes());
        let said = String::from_utf8_lossy(&run.stdout);
        assert!(said.contains("no-game") && said.contains("no game was found"), "{text}: {said}");
        assert_eq!(run.status.code(), Some(1));
    }
}

#[test]
fn two_games_mixed_are_no_third() {
    // The moves of two games shuffled by halves: not one of both, and nothing beyond the legal prefix.
    let mixed =
        "1. e4 c5 2. d4 Nf6 3. Nf3 d6 3. Nc3 Bb4 4. Bb5+ Bd7 4. Qc2 O-O 5. Bxd7+ Nxd7 5. a3 Bxc3+ 1-0\n";
    let found = games(&["--from", "pgn"], mixed.as_bytes());
    assert_eq!(found.len(), 1);
    assert!(found[0].0 < 20, "{found:?}");
    assert_eq!(descant(&["check", "--from", "pgn"], mixed.as_bytes()).status.code(), Some(1));
}

#[test]
fn a_score_made_to_explode_ends() {
    let row = |i: usize, word: &str| format!("{i} {word} {word}\n");
    let words = [
        "P-B3", "P-Kt3", "Kt-R3", "B-Kt2", "P-R3", "P-B4", "R-Kt1", "Kt-B4", "R-R1", "P-R4", "B-B3", "Kt-R3",
        "R-Kt1", "B-Kt2",
    ];
    let score: String = words.iter().enumerate().map(|(i, word)| row(i + 1, word)).collect();
    let spent = time(|| {
        let report = read_text(&score, &TextOptions::default());
        for found in &report.games {
            assert!(found.game.plies as usize <= 2 * words.len());
        }
    });
    assert!(spent < Duration::from_secs(30), "{spent:?}");
}

pub(super) fn folder(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn inputs_that_cannot_be_read_are_named_and_the_others_are_read() {
    let folder = folder("hostile-inputs");
    let good = folder.join("good.pgn");
    fs::write(&good, NEXT).expect("written");
    let games: String = NEXT.repeat(3_000);
    let gz = {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(games.as_bytes()).expect("packed");
        packer.finish().expect("packed")
    };
    let zst = zstd::encode_all(games.as_bytes(), 1).expect("packed");
    let bad = [
        ("half.gz", &gz[..gz.len() / 2]),
        ("head.gz", &gz[..5]),
        ("half.zst", &zst[..zst.len() / 2]),
        ("head.zst", &zst[..6]),
    ];
    let mut names: Vec<String> =
        vec![folder.display().to_string(), folder.join("missing.pgn").display().to_string()];
    for (name, bytes) in bad {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("written");
        names.push(path.display().to_string());
    }
    for name in names {
        let output = descant(&["convert", "-q", &name, &good.display().to_string()], b"");
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {words}");
        assert!(words.contains(&name), "{name} is named: {words}");
        let written = String::from_utf8_lossy(&output.stdout);
        assert!(written.ends_with("1. e4 e5 2. Nf3 *\n\n"), "{name}: the other file is read");
    }
}

/// A file that goes away between the listing of inputs and its opening, and one that may not be read.
#[cfg(unix)]
#[test]
fn a_file_that_vanishes_or_may_not_be_read_is_named() {
    use std::os::unix::fs::symlink;
    let folder = folder("hostile-vanished");
    let (good, gone) = (folder.join("good.pgn"), folder.join("gone.pgn"));
    fs::write(&good, NEXT).expect("written");
    let _ = fs::remove_file(&gone);
    symlink(folder.join("nothing"), &gone).expect("a link to nothing");
    let names = [gone.display().to_string(), good.display().to_string()];
    for args in [["convert", "-q"], ["check", "-q"], ["fen", "-q"]] {
        let output = descant(&[&args[..], &[&names[0], &names[1]]].concat(), b"");
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(words.contains("gone.pgn") && !words.contains("good.pgn"), "{words}");
    }
}

/// Whoever reads the output may stop: that is no error.
#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let path = folder("hostile-pipe").join("in.pgn");
    fs::write(&path, NEXT.repeat(50_000)).expect("written");
    for command in ["convert", "fen", "stats", "report"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_descant"))
            .args([command, "-q"])
            .arg(&path)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(0), "{command}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{command}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let path = folder("hostile-full").join("in.pgn");
    fs::write(&path, NEXT.repeat(20_000)).expect("written");
    let input = path.display().to_string();
    let output = descant(&["convert", "-q", "-o", "/dev/full", &input], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(!output.stderr.is_empty());
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let status = Command::new(env!("CARGO_BIN_EXE_descant"))
        .args(["convert", "-q", &input])
        .stdout(full)
        .stderr(Stdio::null())
        .status()
        .expect("the program ends");
    assert_eq!(status.code(), Some(2));
}

#[test]
fn a_game_of_more_moves_than_any_is_cut_and_its_result_and_the_next_game_are_read() {
    let long = format!("[White \"First\"]\n\n1. {}0-1{NEXT}", KNIGHTS.repeat(300_000));
    let found = games(&["--from", "pgn"], long.as_bytes());
    assert_eq!(found.iter().map(|(_, white)| white.as_str()).collect::<Vec<_>>(), ["First", "Next"]);
    assert!((1_000_000..1_200_000).contains(&found[0].0), "{}", found[0].0);
    let output = descant(&["check", "--from", "pgn"], long.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("game-too-long"));
    let written = descant(&["convert", "--from", "pgn"], long.as_bytes()).stdout;
    let written = String::from_utf8(written).expect("UTF-8");
    let first = written.split("[Event \"the next game\"]").next().unwrap_or("");
    assert_eq!(first.matches("Nf3").count(), 300_000, "no move is lost");
    assert!(first.trim_end().ends_with("} 0-1"));
}
