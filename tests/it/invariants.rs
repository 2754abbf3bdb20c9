//! What holds for every input: checks used by the ordinary tests and by the fuzz targets (`tests/fuzz`) alike.

use std::ops::ControlFlow;

use descant::chess::{EnPassant, Forgive, Position, Setup};
use descant::diagnose::Severity;
use descant::emit::{JsonWriter, PgnWriter, Place, Sheet, Style};
use descant::game::{Game, Node, Verdict};
use descant::grammar;
use descant::pipeline;
use descant::reader::pgn::{PgnOptions, PgnReader};
use descant::reader::text::{TextOptions, read_text};
use descant::record::Record;
use descant::source::{Chunk, Chunks, Encoding, Kind, sniff, whole};
use descant::span::Span;

/// All games of a PGN text in export format.
pub fn convert(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = PgnWriter::new(Style::San);
    let _ = PgnReader::new(PgnOptions::default()).read(text, &mut |found| {
        writer.write(found.game, &mut out);
        ControlFlow::Continue(())
    });
    out
}

/// The span lies in the text and cuts no character.
fn lies_in(span: Span, text: &str) {
    assert!(text.get(span.range()).is_some(), "{span:?} is no stretch of {} bytes", text.len());
}

/// Every byte of a PGN text lies in a tag or an item, or is white space; items follow one another.
pub fn every_byte_is_in_an_item(text: &str) {
    let mut record = Record::default();
    let mut at = 0;
    while at < text.len() {
        let end = grammar::pgn::game(text, at, &mut record);
        assert!(end > at && end <= text.len(), "no progress at {at}");
        let mut spans: Vec<Span> = record.items.iter().map(|item| item.span).collect();
        assert!(spans.is_sorted(), "items in the order of the text");
        spans.extend(record.tags.iter().map(|pair| pair.span));
        spans.sort();
        let mut covered = at;
        for span in spans {
            lies_in(span, text);
            assert!(span.start as usize >= covered, "{span:?} overlaps what ends at {covered}");
            white(&text[covered..span.start as usize]);
            covered = span.end as usize;
        }
        assert!(covered <= end, "an item goes beyond its game");
        white(&text[covered..end]);
        at = end;
    }
}

fn white(gap: &str) {
    assert!(gap.chars().all(is_white), "in no item: {gap:?}");
}

/// Control characters are blanks, and so is what stands for a blank in files of all kinds.
pub fn is_white(c: char) -> bool {
    c <= ' '
        || c.is_whitespace()
        || "\u{200B}\u{2060}\u{FEFF}\u{AD}".contains(c)
        // Marks that join letters, and marks of direction.
        || ('\u{200C}'..='\u{200F}').contains(&c)
        || ('\u{202A}'..='\u{202E}').contains(&c)
}

/// Reads a PGN text: games and spans in order, every move legal for another rules core, everything writable.
pub fn pgn_games_are_sound(text: &str) {
    let chunk = Chunk::from_text(text.to_owned());
    let (mut sheet, mut json) = (Sheet::default(), JsonWriter::default());
    let mut covered = 0;
    let _ = PgnReader::new(PgnOptions::default()).read(text, &mut |found| {
        assert_eq!(found.raw.start, covered, "games follow one another");
        covered = found.raw.end;
        lies_in(found.raw, text);
        sound(found.game, text);
        for diagnostic in found.diagnostics {
            lies_in(diagnostic.span, text);
            diagnostic.labels.iter().for_each(|label| lies_in(label.span, text));
        }
        sheet.clear();
        json.write(
            &mut sheet,
            &Place::in_game("-", &chunk, found.index, found.game),
            found.game,
            &mut |_| {},
        );
        let mut line = Vec::new();
        sheet.write_to(&mut line, 1).expect("a vector takes all");
        let read: Result<serde_json::Value, _> = serde_json::from_slice(&line);
        assert!(read.is_ok(), "JSON: {:?}", read.err());
        ControlFlow::Continue(())
    });
    assert!(text[covered as usize..].chars().all(|c| c.is_whitespace() || !c.is_ascii() || c < ' '));
}

/// The moves of a game are legal, its variations nest, its spans lie in the text.
fn sound(game: &Game<'_>, text: &str) {
    lies_in(game.span, text);
    let (mut plies, mut stack) = (0, Vec::new());
    let mut now = Line::new(&game.start);
    for node in &game.nodes {
        match node {
            Node::Move(played) => {
                lies_in(played.span, text);
                plies += u32::from(stack.is_empty());
                now.play(played);
            }
            Node::Open => {
                assert!(now.moved, "a variation replaces a move");
                let from = now.clone();
                now = from.back();
                stack.push(from);
            }
            Node::Close => now = stack.pop().expect("an open variation"),
            Node::Nag(_) | Node::Comment(_) => {}
        }
    }
    assert!(stack.is_empty(), "every variation ends");
    assert_eq!(plies, game.plies);
    assert_eq!(now.position, game.end);
}

/// A line of play, followed by two rules cores.
#[derive(Clone)]
struct Line {
    position: Position,
    before: Position,
    /// `None` where the position, or a null move in it, is beyond the other core.
    oracle: Option<cozy_chess::Board>,
    oracle_before: Option<cozy_chess::Board>,
    moved: bool,
}

impl Line {
    fn new(start: &Position) -> Self {
        let oracle = oracle(start);
        Self { position: *start, before: *start, oracle_before: oracle.clone(), oracle, moved: false }
    }

    fn back(&self) -> Self {
        Self {
            position: self.before,
            before: self.before,
            oracle: self.oracle_before.clone(),
            oracle_before: self.oracle_before.clone(),
            moved: false,
        }
    }

    fn play(&mut self, played: &descant::game::Played) {
        let mv = played.mv;
        (self.before, self.oracle_before) = (self.position, self.oracle.clone());
        self.moved = true;
        if mv.is_null() {
            self.position = self.position.play_null().expect("no null move in check");
            self.oracle = self.oracle.as_ref().and_then(cozy_chess::Board::null_move);
            return;
        }
        assert!(self.position.is_legal(mv), "{mv:?} in {}", self.position.fen(EnPassant::Always));
        assert_eq!(self.position.san(mv), played.san, "in {}", self.position.fen(EnPassant::Always));
        self.position = self.position.after_move(mv);
        assert_eq!(self.position.suffix(), played.suffix);
        if let Some(board) = &mut self.oracle {
            let fen = board.to_string();
            // The other core counts moves in 16 bits.
            board.set_fullmove_number(1);
            assert!(board.try_play(foreign(mv)).is_ok(), "{mv:?} in {fen}");
        }
    }
}

/// The position in the other rules core, unless it is one that it does not take.
fn oracle(position: &Position) -> Option<cozy_chess::Board> {
    let epd = position.epd(EnPassant::Legal);
    let mut fields = epd.split(' ');
    let (men, turn, _, passing) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let mut rights = String::new();
    for (color, _, rook) in position.castling().iter() {
        position.board().piece_at(rook)?;
        let file = char::from(rook.to_ascii()[0]);
        rights.push(if color == descant::chess::Color::White { file.to_ascii_uppercase() } else { file });
    }
    let rights = if rights.is_empty() { "-" } else { &rights };
    cozy_chess::Board::from_fen(&format!("{men} {turn} {rights} {passing} 0 1"), true).ok()
}

fn foreign(mv: descant::chess::Move) -> cozy_chess::Move {
    let mut text = format!("{}{}", mv.from(), mv.to());
    if let Some(role) = mv.promotion() {
        text.push(char::from(role.letter().to_ascii_lowercase()));
    }
    text.parse().expect("a move in coordinates")
}

/// Export format is a fixed point: convert(convert(x)) = convert(x).
pub fn conversion_is_a_fixed_point(text: &str) {
    let once = String::from_utf8(convert(text)).expect("UTF-8");
    let twice = String::from_utf8(convert(&once)).expect("UTF-8");
    assert_eq!(once, twice, "of {text:?}");
}

/// Decoding in blocks of any size gives the same chunks; they hold every byte once; where they are cut changes no game.
pub fn blocks_and_chunks_do_not_matter(bytes: &[u8], block: usize, size: usize) {
    let cut = |size: usize, block: usize| -> Vec<Chunk> {
        let chunks = Chunks::new(bytes, Encoding::Auto).with_chunk_size(size).with_step(block);
        chunks.map(|chunk| chunk.expect("bytes in memory never fail")).collect()
    };
    let (chunks, usual) = (cut(size, block), cut(size, usize::MAX));
    assert_eq!(chunks.len(), usual.len());
    let mut next = chunks.first().map_or(0, |chunk| chunk.first_byte);
    for (a, b) in chunks.iter().zip(&usual) {
        assert_eq!((&a.text, a.first_byte, a.first_line), (&b.text, b.first_byte, b.first_line));
        assert_eq!(a.first_byte, next, "chunks follow one another");
        let raw = a.raw();
        assert_eq!(raw, &bytes[next as usize..next as usize + raw.len()]);
        next += raw.len() as u64;
        let length = u32::try_from(a.text.len()).expect("a short text");
        assert_eq!(a.original_range(0, length), a.first_byte..next);
    }
    assert!(chunks.is_empty() || next == bytes.len() as u64, "every byte is in a chunk");
    let all = whole(bytes, Encoding::Auto).expect("bytes in memory never fail");
    let apart: Vec<u8> = chunks.iter().flat_map(|chunk| convert(&chunk.text)).collect();
    let (apart, whole) = (String::from_utf8_lossy(&apart), convert(&all.text));
    assert_eq!(apart, String::from_utf8_lossy(&whole), "chunks of {size} bytes");
}

/// Any number of jobs gives the same bytes.
pub fn jobs_do_not_matter(bytes: &[u8], size: usize) {
    let run = |jobs: usize| -> Vec<u8> {
        let chunks = Chunks::new(bytes, Encoding::Auto).with_chunk_size(size);
        let mut out = Vec::new();
        let end = pipeline::run(
            chunks,
            jobs,
            || (),
            |chunk| chunk.text.len(),
            || (),
            |(), chunk| convert(&chunk.text),
            |part| {
                out.extend_from_slice(&part);
                ControlFlow::<()>::Continue(())
            },
        );
        assert!(end.is_ok());
        out
    };
    assert!(run(1) == run(3));
}

/// Reads running text: regions cover it, games are sound, what is written is PGN in its final form.
pub fn text_is_sound(text: &str, options: &TextOptions) {
    let report = read_text(text, options);
    let mut covered = 0;
    for region in &report.regions {
        assert_eq!(region.span.start, covered, "regions follow one another");
        lies_in(region.span, text);
        covered = region.span.end;
    }
    assert_eq!(covered as usize, text.len(), "regions cover every byte");
    report.unread.iter().for_each(|left| lies_in(left.span, text));
    report.misprints.iter().for_each(|misprint| lies_in(misprint.span, text));
    let mut out = Vec::new();
    for found in &report.games {
        sound(&found.game, text);
        for diagnostic in &found.diagnostics {
            lies_in(diagnostic.span, text);
            diagnostic.labels.iter().for_each(|label| lies_in(label.span, text));
        }
        found.game.details.iter().for_each(|detail| lies_in(detail.printed, text));
        let mut words: Vec<Span> = found.game.details.iter().map(|detail| detail.printed).collect();
        words.retain(|words| !words.is_empty());
        words.sort_unstable();
        assert!(
            words.windows(2).all(|pair| pair[0].start != pair[1].start),
            "no words are two moves: {text:?}"
        );
        let is_told = found.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        assert!(
            is_told || found.game.verdict != Some(Verdict::Partial),
            "an error says what is not read: {text:?}"
        );
        PgnWriter::new(Style::San).write(&found.game, &mut out);
    }
    let written = String::from_utf8(out).expect("UTF-8");
    assert_eq!(written, String::from_utf8(convert(&written)).expect("UTF-8"), "of {text:?}");
}

/// All games of bytes of any kind in export format, read as what they look like, as the program does.
fn convert_bytes(bytes: &[u8], options: &TextOptions) -> Vec<u8> {
    let mut out = Vec::new();
    match sniff(bytes) {
        Kind::Pgn => {
            for chunk in Chunks::new(bytes, Encoding::Auto) {
                out.extend(convert(&chunk.expect("bytes in memory never fail").text));
            }
        }
        Kind::Text => {
            let chunk = whole(bytes, Encoding::Auto).expect("bytes in memory never fail");
            let mut writer = PgnWriter::new(Style::San);
            for found in &read_text(&chunk.text, options).games {
                writer.write(&found.game, &mut out);
            }
        }
    }
    out
}

/// What is written is taken for PGN, and is written so again.
pub fn converted_twice_is_the_same(bytes: &[u8], options: &TextOptions) {
    let once = convert_bytes(bytes, options);
    let twice = convert_bytes(&once, options);
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&once), text(&twice), "of {:?}", text(bytes));
}

/// A FEN that is read is written so that it reads the same, and both rules cores find the same moves.
pub fn fen_is_sound(text: &str) {
    let Ok(setup) = Setup::from_fen(text) else { return };
    let written = setup.fen();
    assert_eq!(Setup::from_fen(&written).expect("own FEN").fen(), written, "of {text:?}");
    let Ok(position) = setup.into_position(Forgive::ALL) else { return };
    for style in [EnPassant::Legal, EnPassant::Pseudo, EnPassant::Always] {
        let fen = position.fen(style);
        let again =
            Setup::from_fen(&fen).expect("own FEN").into_position(Forgive::ALL).expect("own position");
        assert_eq!(again.fen(style), fen, "of {text:?}");
    }
    let moves = position.legal_moves();
    for &mv in moves.as_slice() {
        let san = position.san(mv);
        assert_eq!(position.resolve(san), Ok(mv), "{san} in {text:?}");
        assert!(position.suffix_after(mv) == position.after_move(mv).suffix());
    }
    let Some(board) = oracle(&position) else { return };
    let mut theirs = Vec::new();
    board.generate_moves(|set| {
        theirs.extend(set.into_iter().map(|mv| mv.to_string()));
        false
    });
    let mut ours: Vec<String> = moves.as_slice().iter().map(|&mv| foreign(mv).to_string()).collect();
    theirs.sort();
    ours.sort();
    assert_eq!(ours, theirs, "in {text:?}");
}

/// All that must hold of bytes taken for a PGN file.
pub fn bytes_as_pgn(bytes: &[u8]) {
    let text = whole(bytes, Encoding::Auto).expect("bytes in memory never fail").text;
    every_byte_is_in_an_item(&text);
    pgn_games_are_sound(&text);
    conversion_is_a_fixed_point(&text);
}

/// A small search, so that a check takes milliseconds.
pub fn quick() -> TextOptions {
    TextOptions { max_live: 500, max_nodes: 2_000, ..TextOptions::default() }
}
