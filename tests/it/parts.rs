//! Parts of inputs: cut anywhere, they are the whole together.
use std::fs;
use std::io::{Cursor, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use descant::chess::EnPassant;
use descant::reader::pgn::{PgnOptions, PgnReader};
use descant::source::part::{self, Cuts, Head};
use descant::source::{Chunks, Encoding, SourceError};
use proptest::prelude::*;

use super::hostile::folder;

/// Packs texts as `pzstd` does: each in a frame of its own, behind a skippable one with its packed size.
pub fn pack<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut packed = Vec::new();
    for text in texts {
        let mut encoder = zstd::Encoder::new(Vec::new(), 3).expect("an encoder");
        encoder.include_checksum(true).expect("a checksum");
        std::io::Write::write_all(&mut encoder, text).expect("a vector takes all");
        let frame = encoder.finish().expect("a vector takes all");
        packed.extend_from_slice(&[0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0]);
        packed.extend_from_slice(&u32::try_from(frame.len()).expect("a small frame").to_le_bytes());
        packed.extend_from_slice(&frame);
    }
    packed
}

#[test]
fn a_part_of_what_is_no_text_is_refused_as_the_whole_is() {
    let mut tar = vec![0; 1024];
    tar[257..262].copy_from_slice(b"ustar");
    for (file, said) in [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(), "x is a PNG image"),
        (b"%PDF-1.4\n".to_vec(), "x is a PDF"),
        (tar, "x is a tar archive"),
    ] {
        let length = file.len() as u64;
        let mut source = Cursor::new(file);
        let head = Head::of(&mut source, "x", Encoding::Auto).expect("a head");
        let error = part::open(Box::new(source), &head, 0..length, "x", 1).expect_err("an error");
        assert!(error.to_string().starts_with(said), "{error}");
    }
}

/// A game of a part: its final position, its text, and where it stands.
type Seen = (String, String, Option<u64>, u64);

struct Read1 {
    text: Vec<u8>,
    games: Vec<Seen>,
    gaps: Vec<String>,
}

fn read_part(file: &[u8], head: &Head, range: std::ops::Range<u64>) -> Read1 {
    let open =
        || part::open(Box::new(Cursor::new(file.to_vec())), head, range.clone(), "x", 1).expect("opens");
    let mut text = Vec::new();
    let mut bytes = open().reader;
    // A damaged frame is told once; reading goes on behind it.
    while bytes.read_to_end(&mut text).is_err() {}
    let part = open();
    let chunks = Chunks::new(part.reader, Encoding::Auto)
        .with_origins(part.origins)
        .with_chunk_size(64)
        .with_name("x");
    let mut reader = PgnReader::new(PgnOptions::default());
    let (mut games, mut gaps) = (Vec::new(), Vec::new());
    for chunk in chunks {
        let chunk = chunk.expect("a chunk");
        gaps.extend(chunk.gap().map(SourceError::to_string));
        let _ = reader.read(&chunk.text, &mut |found| {
            let stands = chunk.stands(chunk.original_range(found.raw.start, found.raw.start).start);
            let text = found.raw.of_text(&chunk.text).to_owned();
            games.push((found.game.end.fen(EnPassant::Legal), text, stands.frame, stands.byte));
            ControlFlow::Continue(())
        });
    }
    Read1 { text, games, gaps }
}

/// Cuts a file at these places and reads the parts.
fn read_cut(file: &[u8], cuts: &[u64]) -> Read1 {
    let head = Head::of(&mut Cursor::new(file), "x", Encoding::Auto).expect("a head");
    let mut places: Vec<u64> = cuts.iter().map(|cut| cut % (head.length + 1)).collect();
    places.extend([0, head.length]);
    places.sort_unstable();
    let mut all = Read1 { text: Vec::new(), games: Vec::new(), gaps: Vec::new() };
    for pair in places.windows(2) {
        let mut one = read_part(file, &head, pair[0]..pair[1]);
        all.text.append(&mut one.text);
        all.games.append(&mut one.games);
        all.gaps.append(&mut one.gaps);
    }
    all
}

/// Texts that look like PGN: games, marks in comments and out of them, both kinds of line ends, rubbish.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => Just("\n\n[Event \"a\"]\n"),
        2 => Just("\r\n\r\n[Event \"b\"]\r\n"),
        1 => Just("\n[Event \"c\"]\n"),
        1 => Just("\n \n[event \"d\"]\n"),
        1 => Just("[Site \"x\"]\n"),
        1 => Just("[White \"\u{e9}\"]\n\n"),
        3 => Just("\n1. e4 e5 2. Nf3 *\n"),
        2 => Just("1. d4 d5 1-0"),
        1 => Just(" e4 "),
        2 => Just("{"),
        2 => Just("}"),
        1 => Just(" ; rest { of \n"),
        1 => Just("\n% escape }\n"),
        1 => Just("("),
        1 => Just(")"),
        1 => Just("\n"),
        1 => Just("\r\n"),
        1 => Just("\n\n1. c4 c5 *\n\n1. b3 *"),
        1 => Just("[Event \""),
        1 => Just("{\n\n[Event \"in\"]\n1. a4 *}"),
        1 => Just("word \u{201c}quoted\u{201d} \0"),
    ];
    let head = prop_oneof![4 => Just("[Event \"first\"]\n\n1. e4 *\n"), 1 => Just("")];
    (head, prop::collection::vec(piece, 0..40)).prop_map(|(head, pieces)| head.to_owned() + &pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_cuts_of_any_text_are_the_whole_together(
        text in texts(),
        cuts in prop::collection::vec(any::<u64>(), 0..6),
    ) {
        let whole = read_cut(text.as_bytes(), &[]);
        let parts = read_cut(text.as_bytes(), &cuts);
        prop_assert_eq!(&whole.text[..], text.as_bytes());
        prop_assert_eq!(String::from_utf8_lossy(&parts.text), text);
        prop_assert_eq!(parts.games, whole.games);
    }

    #[test]
    fn any_cuts_of_any_packed_text_are_the_whole_together(
        text in texts(),
        frames in prop::collection::vec(any::<usize>(), 0..6),
        cuts in prop::collection::vec(any::<u64>(), 0..6),
    ) {
        let mut ends: Vec<usize> = frames.iter().map(|end| end % (text.len() + 1)).collect();
        ends.extend([0, text.len()]);
        ends.sort_unstable();
        let packed = pack(ends.windows(2).map(|pair| &text.as_bytes()[pair[0]..pair[1]]));
        let whole = read_cut(&packed, &[]);
        let parts = read_cut(&packed, &cuts);
        prop_assert_eq!(String::from_utf8_lossy(&parts.text), text.as_str());
        prop_assert_eq!(&parts.games, &whole.games);
        let plain = read_cut(text.as_bytes(), &[]);
        let bare = |games: Vec<Seen>| games.into_iter().map(|(fen, text, ..)| (fen, text)).collect::<Vec<_>>();
        prop_assert_eq!(bare(parts.games), bare(plain.games));
    }
}

const FIRST: &str = "[Event \"first\"]\n\n1. e4 e5 *\n";

/// Games that can be told apart.
fn games(from: usize, to: usize) -> String {
    (from..to)
        .map(|n| format!("\n[Event \"game {n}\"]\n[Round \"{n}\"]\n\n1. d4 {{of {n}}} d5 2. c4 *\n"))
        .collect()
}

#[test]
fn places_are_those_of_the_file() {
    let text = FIRST.to_owned() + &games(1, 50);
    let check = |file: &[u8], texts: &[(u64, &str)]| {
        for cuts in [vec![], vec![700, 701, 1500], (0..20).map(|n| n * 97).collect()] {
            for (_, game, frame, byte) in read_cut(file, &cuts).games {
                let text =
                    texts.iter().find(|(at, _)| frame.is_none_or(|frame| frame == *at)).expect("a frame").1;
                let byte = usize::try_from(byte).expect("a place");
                // A game may go on in the next frame.
                let here = &text[byte..];
                assert!(here.starts_with(&game) || game.starts_with(here), "{game:?} at {byte}");
            }
        }
    };
    check(text.as_bytes(), &[(0, &text)]);
    let halves = text.split_at(1201);
    let first = pack([halves.0.as_bytes()]);
    let both = pack([halves.0.as_bytes(), halves.1.as_bytes()]);
    check(&both, &[(0, halves.0), (first.len() as u64, halves.1)]);
}

#[test]
fn what_has_no_marks_is_one_part() {
    let utf16: Vec<u8> = FIRST.repeat(20).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut gzip = flate2::GzBuilder::new().read(FIRST.as_bytes(), flate2::Compression::default());
    let mut packed = Vec::new();
    gzip.read_to_end(&mut packed).expect("packed");
    let one = zstd::encode_all(FIRST.as_bytes(), 3).expect("packed");
    let book = "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3\n".repeat(9).into_bytes();
    for (file, games) in [(utf16, 20), (packed, 1), (one, 1), (b"1. e4 *\n\n[Event \"a\"]\n".to_vec(), 2)] {
        let head = Head::of(&mut Cursor::new(&file), "x", Encoding::Auto).expect("a head");
        assert_eq!((head.cuts, head.splits(10).len()), (Cuts::Nowhere, 1));
        // Whoever cuts it all the same has everything in the first part.
        assert_eq!(read_cut(&file, &[5, 9]).games.len(), games);
    }
    let head = Head::of(&mut Cursor::new(&book), "x", Encoding::Auto).expect("a head");
    assert_eq!(head.cuts, Cuts::Nowhere);
}

#[test]
fn a_file_of_another_length_is_refused() {
    let file = FIRST.repeat(9).into_bytes();
    let head = Head::of(&mut Cursor::new(&file), "x", Encoding::Auto).expect("a head");
    let error =
        part::open(Box::new(Cursor::new(file[1..].to_vec())), &head, 0..9, "x", 1).expect_err("changed");
    assert!(matches!(error, SourceError::Changed { .. }), "{error}");
}

fn run(args: &[&str], path: &Path) -> Output {
    let program = env!("CARGO_BIN_EXE_descant");
    Command::new(program).args(args).arg(path).output().expect("the program runs")
}

/// A file of three frames, the second with a flipped byte; the games that stand whole before and behind it.
fn damaged(name: &str, place: impl Fn(usize, usize) -> usize) -> (PathBuf, usize, usize) {
    let text = FIRST.to_owned() + &games(1, 300);
    let third = text.len() / 3;
    let frames = [&text[..third], &text[third..2 * third], &text[2 * third..]].map(str::as_bytes);
    let lengths = [&frames[..1], &frames[..2]].map(|frames| pack(frames.iter().copied()).len());
    let mut packed = pack(frames);
    packed[place(lengths[0], lengths[1])] ^= 0x10;
    let path = folder("parts").join(name);
    fs::write(&path, packed).expect("written");
    (path, lengths[0], lengths[1])
}

#[test]
fn a_flipped_byte_costs_its_frame_and_one_finding_names_it() {
    for (name, at) in [("early", 40), ("late", 300)] {
        let (path, start, end) = damaged(name, |start, _| start + at);
        for jobs in ["1", "2", "3"] {
            let output = run(&["check", "--jobs", jobs, "--message-format", "json", "--quiet"], &path);
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            let found = String::from_utf8(output.stdout).expect("UTF-8");
            let lines: Vec<_> = found.lines().filter(|line| line.contains("\"code\":\"damaged\"")).collect();
            assert_eq!(lines.len(), 1, "{found}");
            assert!(lines[0].contains(&format!("the packed bytes {start} to {end} are damaged")), "{found}");
            let table = run(&["stats", "--jobs", jobs, "--columns", "round,problems", "--quiet"], &path);
            let rows = String::from_utf8(table.stdout).expect("UTF-8");
            let rounds: Vec<u32> =
                rows.lines().filter_map(|row| row.split(',').next()?.parse().ok()).collect();
            assert!(rounds.starts_with(&[1, 2, 3]) && rounds.ends_with(&[297, 298, 299]), "{rows}");
            assert!((180..210).contains(&rounds.len()), "{} games", rounds.len());
        }
    }
}

#[test]
fn a_damaged_header_costs_nothing() {
    // The size it tells, and the number by which it is known.
    for (name, at) in [("size", 9), ("number", 1)] {
        let (path, ..) = damaged(name, |start, _| start + at);
        let output = run(&["check", "--quiet", "--jobs", "2"], &path);
        assert_eq!(output.status.code(), Some(0), "{name}: {output:?}");
        let rows = run(&["stats", "--columns", "round", "--quiet"], &path);
        assert_eq!(rows.stdout.iter().filter(|&&byte| byte == b'\n').count(), 301, "{name}");
    }
}

#[test]
fn of_a_file_that_is_cut_off_everything_up_to_the_break_is_read() {
    let text = FIRST.to_owned() + &games(1, 300);
    let (first, second) = text.split_at(text.len() / 2);
    let whole = pack([first.as_bytes(), second.as_bytes()]);
    let path = folder("parts").join("cut-off");
    fs::write(&path, &whole[..whole.len() - 9]).expect("written");
    for jobs in ["1", "2"] {
        let output = run(&["stats", "--jobs", jobs, "--columns", "round"], &path);
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(told.contains("ends too early"), "{told}");
        assert!(output.stdout.iter().filter(|&&byte| byte == b'\n').count() >= 151);
    }
}

#[test]
fn a_packed_file_is_read_like_the_plain_one_with_any_number_of_jobs() {
    let mut text = FIRST.to_owned() + &games(1, 2000);
    text.push_str("\n[Event \"bad\"]\n\n1. e4 e5 2. Ke3 *\n");
    text.push_str(&games(2000, 2100));
    let folder = folder("parts");
    let plain = folder.join("same.pgn");
    fs::write(&plain, &text).expect("written");
    let expected: Vec<_> = [
        &["check", "--message-format", "short"][..],
        &["fen", "--every", "2"],
        &["convert"],
        &["stats", "--columns", "*,line,byte"],
    ]
    .iter()
    .map(|args| (*args, run(args, &plain)))
    .collect();
    let packed = |text: &str, size| pack(text.as_bytes().chunks(size));
    let mut mixed = packed(&text[..50_000], 10_001);
    mixed.extend_from_slice(&zstd::encode_all(&text.as_bytes()[50_000..], 3).expect("packed"));
    for (name, bytes) in [
        ("a", packed(&text, 7_001)),
        ("b", packed(&text, 60_000)),
        ("c", packed(&text, 1 << 20)),
        ("d", mixed),
    ] {
        // The name stands in the output.
        let path = folder.join(name).join("same.pgn");
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, bytes).expect("written");
        for (args, expected) in &expected {
            for jobs in ["1", "2", "5"] {
                let args = [args, &["--jobs", jobs][..]].concat();
                let output = run(&args, &path);
                let text = |bytes: &[u8], path: &Path| {
                    String::from_utf8_lossy(bytes).replace(&path.display().to_string(), "FILE")
                };
                assert_eq!(output.status.code(), expected.status.code(), "{name} {args:?}");
                let (got, wanted) = (text(&output.stdout, &path), text(&expected.stdout, &plain));
                assert!(got == wanted, "{name} {args:?} differs");
            }
        }
    }
}
