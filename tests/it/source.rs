//! Inputs: archives, encodings, chunks, and the way back from every span to the original bytes.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use descant::source::border::is_strong_border;
use descant::source::open::open_reader;
use descant::source::{
    Chunk, Chunks, CommentEnd, Encoding, Input, Since, SourceError, comment_end, is_game_border, is_tag_line,
    open, open_counted, parse_name, whole,
};
use proptest::prelude::*;

// ---- archives -------------------------------------------------------------------------------------------------------

const TWO: &str = "[Event \"first\"]\n\n1. e4 e5 *\n\n[Event \"second\"]\n\n1. d4 d5 *\n";

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(text).unwrap();
    packer.finish().unwrap()
}

fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    packer.write_all(text).unwrap();
    packer.finish().unwrap()
}

fn zstd() -> Vec<u8> {
    std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/source/two-frames.zst")).unwrap()
}

fn reader(bytes: Vec<u8>) -> Result<Box<dyn Read + Send>, SourceError> {
    open_reader(Box::new(io::Cursor::new(bytes)), "games", &Arc::default())
}

/// Everything that could be read, and the error at its end.
fn drain(mut reader: Box<dyn Read + Send>) -> (Vec<u8>, Option<SourceError>) {
    let mut all = Vec::new();
    let end = reader.read_to_end(&mut all).err().map(|error| SourceError::from_io("games", error));
    (all, end)
}

/// Text that does not pack well, so that an archive can be broken in its middle.
fn noise(size: usize) -> Vec<u8> {
    let mut state = 1_u32;
    (0..size)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            b' ' + ((state >> 24) % 90) as u8
        })
        .collect()
}

#[test]
fn archives_of_several_members_are_read_to_their_end() {
    let half = TWO.find("[Event \"second").unwrap();
    let (first, second) = TWO.as_bytes().split_at(half);
    for packed in [[gzip(first), gzip(second)].concat(), [bzip2(first), bzip2(second)].concat(), zstd()] {
        let (all, end) = drain(reader(packed).unwrap());
        assert_eq!(String::from_utf8(all).unwrap(), TWO);
        assert!(end.is_none());
    }
}

#[test]
fn a_truncated_archive_gives_what_it_holds_and_then_an_error_that_names_it() {
    let text = noise(900_000);
    for (packed, format) in [(gzip(&text), "gzip"), (bzip2(&text), "bzip2")] {
        let cut = packed.len() * 9 / 10;
        let (all, end) = drain(reader(packed[..cut].to_vec()).unwrap());
        assert!(all.len() > 100_000 && text.starts_with(&all), "{format}: {}", all.len());
        let message = end.expect("an error").to_string();
        assert!(
            message.contains("games") && message.contains(format) && message.contains("too early"),
            "{message}"
        );
    }
    let packed = zstd();
    let (all, end) = drain(reader(packed[..packed.len() - 8].to_vec()).unwrap());
    assert!(TWO.as_bytes().starts_with(&all) && all.starts_with(b"[Event \"first\"]\n\n1. e4 e5 *\n"));
    assert!(matches!(end, Some(SourceError::Truncated { format: "zstd", .. })), "{end:?}");
}

#[test]
fn a_damaged_archive_is_an_error() {
    let mut packed = gzip(&noise(900_000));
    let at = packed.len() / 2;
    packed[at..at + 64].fill(0xFF);
    let (_, end) = drain(reader(packed).unwrap());
    assert!(matches!(end, Some(SourceError::Damaged { format: "gzip", .. })), "{end:?}");
}

#[test]
fn chunks_of_a_truncated_archive_come_before_the_error() {
    let game = "[Event \"x\"]\n\n1. e4 {a comment, to have some length} e5 2. Nf3 *\n\n";
    let mut text = Vec::new();
    for n in noise(20_000) {
        text.extend_from_slice(format!("[Round \"{n}\"]\n").as_bytes());
        text.extend_from_slice(game.as_bytes());
    }
    let packed = gzip(&text);
    let packed = packed[..packed.len() / 2].to_vec();
    let got: Vec<_> = Chunks::new(reader(packed).unwrap(), Encoding::Auto).with_chunk_size(100_000).collect();
    let (last, chunks) = got.split_last().unwrap();
    assert!(matches!(last, Err(SourceError::Truncated { .. })), "{last:?}");
    assert!(chunks.len() > 2 && chunks.iter().all(Result::is_ok));
}

#[test]
fn a_directory_a_missing_file_and_a_zip_archive_are_clear_errors() {
    let folder = tempfile::tempdir().unwrap();
    let message = |path: PathBuf| open(&Input::File(path)).err().expect("an error").to_string();
    let directory = message(folder.path().to_owned());
    assert!(directory.contains("is a directory") && directory.contains(&folder.path().display().to_string()));
    assert!(message(folder.path().join("none.pgn")).contains("none.pgn"));
    // The name says nothing; the first bytes do.
    let zip = folder.path().join("games.pgn");
    std::fs::write(&zip, b"PK\x03\x04rest").unwrap();
    let zip = message(zip);
    assert!(zip.contains("zip") && zip.contains(".zst"), "{zip}");
}

#[test]
fn the_first_bytes_and_not_the_name_tell_an_archive() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in [("plain.gz", TWO.as_bytes().to_vec()), ("packed.pgn", gzip(TWO.as_bytes()))] {
        let path = folder.path().join(name);
        std::fs::write(&path, &bytes).unwrap();
        let count = Arc::new(AtomicU64::new(0));
        let input = Input::from_arg(&path);
        let (all, end) = drain(open_counted(&input, &count).unwrap());
        assert!(end.is_none());
        assert_eq!(all, TWO.as_bytes());
        assert_eq!(count.load(Ordering::Relaxed), bytes.len() as u64);
        assert_eq!(input.size(), Some(bytes.len() as u64));
    }
    assert_eq!(Input::from_arg("-"), Input::Stdin);
}

// ---- encodings ------------------------------------------------------------------------------------------------------

/// Gives a text in small pieces of odd sizes.
struct Dribble<'a> {
    bytes: &'a [u8],
    step: usize,
}

impl Read for Dribble<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.step.min(buffer.len()).min(self.bytes.len());
        let (now, later) = self.bytes.split_at(length);
        buffer[..length].copy_from_slice(now);
        self.bytes = later;
        Ok(length)
    }
}

fn encoded(name: &str, text: &str) -> Vec<u8> {
    match name {
        "utf-8" => text.into(),
        "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        "cp437" | "cp850" => {
            let table =
                if name == "cp437" { descant::source::dos::CP437 } else { descant::source::dos::CP850 };
            let byte = |c: char| match table.iter().position(|&other| other == c) {
                Some(at) => 0x80 + at as u8,
                None => c as u8,
            };
            text.chars().map(byte).collect()
        }
        _ => {
            let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
            let (bytes, _, lost) = encoding.encode(text);
            assert!(!lost, "{name} cannot write {text:?}");
            bytes.into_owned()
        }
    }
}

const ENCODINGS: [(&str, &str); 12] = [
    ("utf-8", "aé♘𝄞\n "),
    ("utf-16le", "aé♘𝄞\n "),
    ("utf-16be", "aé♘𝄞\n "),
    ("windows-1252", "aéŸ€\n "),
    ("windows-1251", "aКф♘\n "),
    ("iso-8859-2", "aŁő\n "),
    ("koi8-r", "aКф\n "),
    ("shift_jis", "a歩\\ｱ\n "),
    ("gb18030", "a马𝄞é\n "),
    ("euc-kr", "a말\n "),
    ("cp437", "aé½\u{A0}\n "),
    ("cp850", "aØı\n "),
];

fn letters(set: &'static str) -> impl Strategy<Value = String> {
    let chars: Vec<char> =
        set.chars().filter(|&c| set.contains('♘') == set.contains('𝄞') || c != '♘').collect();
    proptest::collection::vec(proptest::sample::select(chars), 0..60)
        .prop_map(|chars| chars.into_iter().collect())
}

fn case() -> impl Strategy<Value = (&'static str, String)> {
    proptest::sample::select(ENCODINGS.to_vec()).prop_flat_map(|(name, set)| (Just(name), letters(set)))
}

/// The whole input in one piece, read and decoded a few bytes at a time.
fn slowly(bytes: &[u8], encoding: Encoding, step: usize) -> Chunk {
    let mut chunks = Chunks::new(Dribble { bytes, step }, encoding).with_step(step).map(Result::unwrap);
    let chunk = chunks.next().unwrap_or_else(|| Chunk::from_text(String::new()));
    assert!(chunks.next().is_none());
    chunk
}

/// Every offset of the text that stands between two characters.
fn char_borders(text: &str) -> Vec<u32> {
    text.char_indices().map(|(at, _)| at as u32).chain([text.len() as u32]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn the_original_bytes_of_a_span_decode_to_its_text((name, text) in case(), step in 1_usize..9) {
        let bytes = encoded(name, &text);
        let encoding = parse_name(name).unwrap();
        let chunk = slowly(&bytes, encoding, step);
        prop_assert_eq!(&chunk.text, &text);
        prop_assert_eq!(chunk.raw(), &bytes[..]);
        let borders = char_borders(&text);
        for (i, &start) in borders.iter().enumerate() {
            for &end in &borders[i..] {
                let range = chunk.original_range(start, end);
                let cut = &bytes[range.start as usize..range.end as usize];
                prop_assert_eq!(cut, chunk.raw_range(start, end));
                prop_assert_eq!(cut, &encoded(name, &text[start as usize..end as usize])[..], "{}..{}", start, end);
            }
        }
    }

    #[test]
    fn auto_reads_each_stray_byte_as_windows_1252(
        parts in proptest::collection::vec(prop_oneof![
            "[a-z]{0,3}".prop_map(String::into_bytes),
            Just("é♘𝄞".as_bytes().to_vec()),
            proptest::collection::vec(0x80_u8..=0xFF, 1..4),
        ], 0..12),
        step in 1_usize..7,
    ) {
        let bytes = [b"x".to_vec(), parts.concat()].concat();
        let chunk = slowly(&bytes, Encoding::Auto, step);
        // The rule said again, one piece of the input at a time, with another library.
        let mut expected = String::new();
        for piece in bytes.utf8_chunks() {
            expected.push_str(piece.valid());
            for &byte in piece.invalid() {
                expected.push_str(&encoding_rs::WINDOWS_1252.decode_without_bom_handling(&[byte]).0);
            }
        }
        prop_assert_eq!(&chunk.text, &expected);
        prop_assert_eq!(chunk.was_patched(), std::str::from_utf8(&bytes).is_err());
        // Characters are in the order of their bytes, none is missing and none counted twice.
        let mut at = 0;
        for pair in char_borders(&chunk.text).windows(2) {
            let range = chunk.original_range(pair[0], pair[1]);
            prop_assert_eq!(range.start, at);
            prop_assert!(range.end > range.start);
            at = range.end;
        }
        prop_assert_eq!(at, bytes.len() as u64);
    }

    #[test]
    fn any_bytes_in_any_encoding_are_read_the_same_in_blocks_of_any_size(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
        name in proptest::sample::select(vec![
            "auto", "utf-8", "utf-16", "utf-16be", "windows-1252", "shift_jis", "gb18030", "big5", "euc-jp", "iso-2022-jp", "euc-kr", "cp437",
        ]),
        step in 1_usize..9,
    ) {
        let encoding = parse_name(name).unwrap();
        let at_once = whole(&bytes[..], encoding).unwrap();
        let slowly = slowly(&bytes, encoding, step);
        prop_assert_eq!(&at_once.text, &slowly.text);
        let first = at_once.first_byte as usize;
        prop_assert_eq!(at_once.raw(), &bytes[first..]);
        if let Encoding::Named(named) = encoding {
            prop_assert_eq!(&at_once.text, &*named.decode_without_bom_handling(&bytes).0);
        }
        // Each character follows the one before, or was read from the same bytes (a code for two characters).
        let mut before = first as u64..first as u64;
        for pair in char_borders(&at_once.text).windows(2) {
            let range = at_once.original_range(pair[0], pair[1]);
            prop_assert!(range.start == before.end || range == before, "{:?} after {:?}", range, before);
            before = range;
        }
        prop_assert_eq!(before.end as usize, bytes.len().max(first));
    }

    #[test]
    fn a_stream_is_cut_at_the_same_places_whatever_the_blocks(
        parts in parts(),
        size in 1_usize..120,
        step in 1_usize..40,
        name in proptest::sample::select(vec!["utf-8", "utf-16le", "windows-1252"]),
    ) {
        let text = parts.concat();
        let bytes = encoded(name, &text);
        let encoding = parse_name(name).unwrap();
        let cut = |reader: &mut dyn Read, step: usize| -> Vec<Chunk> {
            Chunks::new(reader, encoding).with_chunk_size(size).with_step(step).map(Result::unwrap).collect()
        };
        let chunks = cut(&mut &bytes[..], usize::MAX);
        let slowly = cut(&mut Dribble { bytes: &bytes, step }, step);
        prop_assert_eq!(chunks.len(), slowly.len());
        let (mut first_byte, mut first_line) = (0, 1);
        for (index, (chunk, slow)) in chunks.iter().zip(&slowly).enumerate() {
            prop_assert_eq!(&chunk.text, &slow.text);
            prop_assert_eq!(chunk.index, index as u64);
            prop_assert_eq!((chunk.first_byte, chunk.first_line), (first_byte, first_line));
            prop_assert_eq!((slow.first_byte, slow.first_line), (first_byte, first_line));
            prop_assert!(index == 0 || is_tag_line(chunk.text.as_bytes()));
            first_byte += chunk.raw().len() as u64;
            first_line = chunk.line_column(u32::MAX).0;
        }
        prop_assert_eq!(chunks.iter().map(|chunk| chunk.text.as_str()).collect::<String>(), text);
    }
}

/// Pieces of PGN that make borders, hide them, or look like them.
fn parts() -> impl Strategy<Value = Vec<&'static str>> {
    let pieces = vec![
        "[Event \"a\"]\n",
        "\n",
        "[Site \"{\"]\n",
        "1. e4 ",
        "{",
        "}",
        "; x {\n",
        "% {\r\n",
        "\r",
        "\r\n",
        "*",
        "[%clk 1]",
        "\n\n[Event \"b\"]\n[White \"w\"]\n\n1. d4 *\n",
        "\u{A0}",
        "é",
        "\0",
        "[Event x]\n",
    ];
    proptest::collection::vec(proptest::sample::select(pieces), 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    /// The quick look at the end of a chunk finds no border that the reading from its start would not find.
    #[test]
    fn large_chunks_are_cut_where_small_ones_are(parts in parts(), size in 1_usize..300) {
        let text = parts.concat();
        let ends = |size: usize| {
            let mut end = 0;
            let chunks = Chunks::new(text.as_bytes(), Encoding::Auto).with_chunk_size(size);
            chunks.map(|chunk| { end += chunk.unwrap().text.len(); end }).collect::<Vec<_>>()
        };
        let (small, large) = (ends(1), ends(size));
        prop_assert!(large.iter().all(|end| small.contains(end)), "{:?} in {:?}", large, small);
    }

    /// Pieces of chunks are parts of the chunks that stand for them; only the last may have bytes that are no UTF-8.
    #[test]
    fn pieces_are_cut_from_the_same_chunks(
        parts in parts(),
        size in 1_usize..300,
        piece in 1_usize..80,
        odd in proptest::option::of(0_usize..400),
    ) {
        let mut bytes = parts.concat().into_bytes();
        if let Some(at) = odd.filter(|&at| at < bytes.len()) {
            bytes.insert(at, 0xE9);
        }
        let cut = |piece: usize| -> Vec<Chunk> {
            let chunks = Chunks::new(&bytes[..], Encoding::Auto).with_chunk_size(size);
            chunks.with_piece_size(piece).map(Result::unwrap).collect()
        };
        let mut joined: Vec<(String, bool)> = Vec::new();
        for chunk in cut(piece) {
            match joined.last_mut() {
                Some((text, is_patched)) if chunk.continues => {
                    prop_assert!(!*is_patched);
                    text.push_str(&chunk.text);
                    *is_patched = chunk.was_patched();
                }
                _ => joined.push((chunk.text.clone(), chunk.was_patched())),
            }
        }
        let whole: Vec<_> = cut(usize::MAX).iter().map(|chunk| (chunk.text.clone(), chunk.was_patched())).collect();
        prop_assert_eq!(joined, whole);
    }
}

#[test]
fn a_byte_order_mark_is_no_text_but_counts_as_bytes() {
    for (mark, name) in
        [(&b"\xEF\xBB\xBF"[..], "utf-8"), (b"\xFF\xFE", "utf-16le"), (b"\xFE\xFF", "utf-16be")]
    {
        let bytes = [mark, &encoded(name, "[Event \"é\"]")].concat();
        let chunk = whole(&bytes[..], Encoding::Auto).unwrap();
        assert_eq!(chunk.text, "[Event \"é\"]");
        let range = chunk.original_range(8, 10);
        assert_eq!(&bytes[range.start as usize..range.end as usize], encoded(name, "é"));
    }
}

#[test]
fn a_chunk_without_stray_bytes_is_not_said_to_be_patched() {
    let bytes = b"[Event \"\xE9\"]\n\n*\n\n[Event \"b\"]\n\n*\n\n[Event \"\xC3\xA9\"]\n\n*\n";
    let chunks: Vec<_> =
        Chunks::new(&bytes[..], Encoding::Auto).with_chunk_size(20).map(Result::unwrap).collect();
    assert_eq!(chunks.iter().map(Chunk::was_patched).collect::<Vec<_>>(), [true, false, false]);
    assert_eq!(chunks[0].text, "[Event \"é\"]\n\n*\n\n");
    assert_eq!(chunks[0].raw(), b"[Event \"\xE9\"]\n\n*\n\n");
    assert_eq!(chunks[2].text, "[Event \"é\"]\n\n*\n");
    assert_eq!(chunks[2].first_byte, 32);
}

#[test]
fn a_span_that_cuts_a_character_covers_it() {
    let chunk = whole(&b"ab\xE9cd"[..], Encoding::Auto).unwrap();
    assert_eq!(chunk.text, "abécd");
    assert_eq!(chunk.original_range(3, 3), 2..2);
    assert_eq!(chunk.original_range(3, 4), 2..3);
    assert_eq!(chunk.original_range(2, 3), 2..3);
    assert_eq!(chunk.original_range(0, 900), 0..5);
}

#[test]
fn line_and_column_are_those_of_the_whole_input() {
    let text = "[Event \"a\"]\r\n\r\n1. e4 *\r\n\r\n[Event \"b\"]\r\n\r\n1. é4 *\r\n";
    let chunks: Vec<_> =
        Chunks::new(text.as_bytes(), Encoding::Auto).with_chunk_size(30).map(Result::unwrap).collect();
    let at = chunks[1].text.find('4').unwrap();
    assert_eq!(chunks[1].line_column(at as u32), (7, 5));
}

#[test]
fn a_text_too_large_and_a_game_too_large_say_so() {
    let bytes = vec![b'x'; 500_000];
    let error = Chunks::new(&bytes[..], Encoding::Auto)
        .with_name("huge.pgn")
        .with_chunk_size(1000)
        .with_most_per_game(200_000)
        .last()
        .unwrap()
        .unwrap_err();
    assert_eq!(error.to_string(), "huge.pgn holds more than 200000 bytes in one game, beginning at byte 0");
}

// ---- borders --------------------------------------------------------------------------------------------------------

/// The texts of the chunks when they are cut as small as can be.
fn games(text: &str) -> Vec<String> {
    Chunks::new(text.as_bytes(), Encoding::Utf8).with_chunk_size(1).map(|chunk| chunk.unwrap().text).collect()
}

#[track_caller]
fn cut_into(games_expected: &[&str]) {
    assert_eq!(games(&games_expected.concat()), games_expected);
}

#[test]
fn games_end_where_a_tag_follows_something_else() {
    cut_into(&["[Event \"a\"]\n[Site \"s\"]\n\n1. e4 *\n\n", "[Event \"b\"]\n\n1. d4 *\n"]);
    cut_into(&["[White \"a\"]\n1. e4 *\n", "[White \"b\"]\n1. d4 *\n"]);
    cut_into(&["[Event \"a\"]\r\r1. e4 *\r\r", "[Event \"b\"]\r\r1. d4 *\r"]);
    cut_into(&["[Event \"a\"]\r\n\r\n*\r\n\u{C}", "[Event \"b\"]\r\n"][..1]);
    cut_into(&["[Event \"a\"] 1. e4 *\n", "[Event \"b\"] [Site \"c\"] 1. d4 *\n", "  [Event \"c\"]\n*"]);
    // Moves or prose before the first tags: which of them it is, the grammar tells.
    cut_into(&["1. e4 *\n\u{FEFF}[Event \"b\"]\n*\n", "[Event c]\n*\n"]);
}

#[test]
fn a_game_of_tags_alone_ends_at_the_next_event() {
    cut_into(&["[Event \"a\"]\n[Result \"*\"]\n\n", "[Event \"b\"]\n\n{no moves}\n\n", "[Event \"c\"]\n"]);
}

#[test]
fn a_blank_line_among_the_tags_is_no_border() {
    cut_into(&["[Event \"a\"]\n\n[Date \"1\"]\n[Event \"twice\"]\n\n1. e4 *\n"]);
}

#[test]
fn brackets_in_movetext_prose_and_comments_are_no_border() {
    cut_into(&["[Event \"a\"]\n\n1. e4\n[White to play]\n[%clk 0:01]\n[1] *\n"]);
    cut_into(&["[Event \"a\"]\n\n1. e4 {see\n[Event \"q\"]\n\n[Site \"r\"]\n} *\n\n", "[Event \"b\"]\n*\n"]);
    // Whether the brace opens a comment, only the tokens before it tell: the chunk goes on.
    cut_into(&["[Event \"a\"]\n\n1. e4 {see\n[Site \"r\"]\n} *\n[Event \"b\"]\n*\n"]);
    cut_into(&[
        "[Event \"a\"]\n\n1. e4 {see\n\n[Event \"quoted\"]\n\n1. d4 *\n\n} e5 *\n\n",
        "[Event \"b\"]\n\n*\n",
    ]);
}

#[test]
fn braces_in_line_comments_escaped_lines_and_tags_open_nothing() {
    cut_into(&["[Event \"a { b\"]\n\n1. e4 ; here { \n% and {\n*\n\n", "[Event \"b\"]\n\n*\n"]);
    cut_into(&["[Event \"a\"] [Site \"{\"] 1. e4 *\n", "[Event \"b\"]\n\n*\n"]);
    // Not in the first column: no escape.
    cut_into(&["[Event \"a\"]\n\n1. e4\n % {\n[Site \"x\"]\n}\n*\n\n", "[Event \"b\"]\n\n*\n"]);
}

#[test]
fn a_comment_that_never_closes_ends_at_the_next_event_after_a_blank_line() {
    cut_into(&[
        "[Event \"a\"]\n\n1. e4 {lost\n\n",
        "[Event \"b\"]\n\n1. d4 {closed} *\n\n",
        "[Event \"c\"]\n\n*\n",
    ]);
    cut_into(&[
        "[Event \"a\"]\n\n1. e4 {lost\n\n",
        "[Event \"b\"]\n\n*\n\n",
        "[Event \"c\"]\n\n1. c4 {c} *\n",
    ]);
    cut_into(&["[Event \"a\"]\n\n1. e4 {lost\n\n", "[Event \"b\"]\n\n1. c4 *\n"]);
}

#[test]
fn the_grammar_finds_the_end_of_a_comment_by_the_same_rule() {
    let text = "{lost\n\n[Event \"b\"]\n\n1. d4 {closed} *\n";
    assert_eq!(comment_end(text.as_bytes(), 1), CommentEnd::Border(7));
    assert!(is_strong_border(text.as_bytes(), 7) && is_game_border(text.as_bytes(), 7, Since::Movetext));
    assert_eq!(comment_end(b"{a}", 1), CommentEnd::Closed(2));
    assert_eq!(comment_end(b"{a\n\n[Event \"q\"]\n}", 1), CommentEnd::Closed(16));
    assert_eq!(comment_end(b"{a", 1), CommentEnd::Text);
    assert_eq!(comment_end(b"{a\n[Event \"q\"]\n", 1), CommentEnd::Text);
}

#[test]
fn a_chunk_holds_as_many_whole_games_as_fit() {
    let game = "[Event \"x\"]\n\n1. e4 {[Event \"no\"]} e5 *\n\n";
    let text = game.repeat(1000);
    let chunks: Vec<_> = Chunks::new(text.as_bytes(), Encoding::Auto)
        .with_chunk_size(game.len() * 10 + 5)
        .map(Result::unwrap)
        .collect();
    assert_eq!(chunks.len(), 100);
    assert!(chunks.iter().all(|chunk| chunk.text == game.repeat(10)));
}

#[test]
fn a_huge_game_takes_time_in_proportion_to_its_size() {
    let size = 24 << 20;
    let filled = |head: &str, fill: &str, tail: &str| {
        let mut text = head.to_owned();
        text.push_str(&fill.repeat(size / fill.len()));
        text.push_str(tail);
        text
    };
    let next = "\n\n[Event \"next\"]\n\n*\n";
    for text in [
        filled("[Event \"line\"] ", "1. e4 e5 ", next),
        filled("[Event \"a\"]\n\n1. e4 {", "long ", &format!("}} *{next}")),
        filled("[Event \"a\"]\n\n1. e4 {", "\n\n[Event ", next),
        filled("[Event \"", "x] ", &format!("\"]\n\n*{next}")),
        filled("[Event \"a\"]\n\n*\n", " ", next),
        filled("[Event \"a\"]\n\n*\n", "\n", next),
        filled("[Event \"a\"]\n\n*", "{", next),
        filled("[Event \"a\"]\n\n*", "\u{E9}{}", next),
    ] {
        let before = Instant::now();
        let chunks: Vec<_> = Chunks::new(text.as_bytes(), Encoding::Auto).map(Result::unwrap).collect();
        assert!(before.elapsed() < Duration::from_secs(10), "{:?} for {:?}", before.elapsed(), &text[..40]);
        assert_eq!(chunks.last().unwrap().text, next.trim_start(), "{:?}", &text[..40]);
        assert_eq!(chunks.iter().map(|chunk| chunk.text.len()).sum::<usize>(), text.len());
    }
}

#[test]
fn what_stands_behind_a_gzip_archive_is_no_damage() {
    let pgn = "[Event \"a\"]\n\n1. e4 *\n\n";
    let one = gzip(pgn.as_bytes());
    let check = |bytes: &[u8]| {
        let done = super::console::run(&["check", "--message-format", "short", "-"], bytes);
        let said = String::from_utf8_lossy(&[&done.stdout[..], &done.stderr].concat()).into_owned();
        (done.status.code(), said)
    };
    // Zeros fill an archive up; another member may stand behind them.
    for (bytes, games) in [
        ([&one[..], &[0; 1000]].concat(), "1 game read"),
        ([&one[..], &one].concat(), "2 games read"),
        ([&one[..], &[0; 512], &one, &[0; 3]].concat(), "2 games read"),
        (one.repeat(3000), "3000 games read"),
    ] {
        let (status, said) = check(&bytes);
        assert_eq!(status, Some(0), "{said}");
        assert!(said.contains(games) && !said.contains("archive"), "{said}");
    }
    for behind in [&b"x"[..], b"\0\0junk", b"\x1f", &[7; 100_000]] {
        let (status, said) = check(&[&one[..], behind].concat());
        let size = behind.iter().skip_while(|&&byte| byte == 0).count();
        assert_eq!(status, Some(0), "{said}");
        assert!(said.contains("warning[behind-archive]") && said.contains("1 game read"), "{said}");
        assert!(said.contains("everything was read") && said.contains(&format!("({size} B)")), "{said}");
    }
    let (status, said) = check(&one[..one.len() - 3]);
    assert!(status == Some(2) && said.contains("ends too early"), "{said}");
}

/// Decisions are found in the whole of a text; what stands behind its archive is told all the same.
#[test]
fn what_stands_behind_an_archive_is_told_where_something_was_decided() {
    let decided = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("behind.tsv");
    std::fs::write(&decided, descant::decisions::HEAD).expect("a file");
    let book = [&gzip(b"1. P-K4 P-K4 2. Kt-KB3 Kt-QB3\n")[..], b"junk"].concat();
    let done = super::console::run(
        &["check", "--message-format", "short", "--decisions", &decided.display().to_string()],
        &book,
    );
    let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
    assert!(said.contains("warning[behind-archive]") && said.contains("1 game read"), "{said}");
}
