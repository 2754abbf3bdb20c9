//! A whole input to a whole output, on all cores.
use std::io::{Read, Write};
use std::ops::ControlFlow;

use super::reader::{Piece, pgn_reader};
use super::summary::Summary;
use super::{Format, Notation, Options};
use crate::emit::{FenWriter, PgnWriter, Place, Sheet, TextWriter};
#[cfg(feature = "json")]
use crate::emit::{JsonWriter, finding::append_json};
use crate::error::Error;
use crate::game::movetext::LINE_LENGTH;
use crate::pipeline;
use crate::reader::pgn::Kept;
use crate::reader::{Found, each_game, outside};
use crate::source::CHUNK;

/// The writer of a thread.
enum Writer {
    Pgn(Box<PgnWriter>),
    Text(Box<TextWriter>),
    #[cfg(feature = "json")]
    Json(Box<JsonWriter>),
    Fen(Box<FenWriter>),
}

impl Writer {
    fn new(options: &Options) -> Self {
        let style = options.notation.style();
        match options.format {
            Format::Pgn => Self::Pgn(Box::new(PgnWriter::new(style).with_line_length(options.line_length))),
            Format::Text => Self::Text(Box::new(TextWriter::new(style))),
            #[cfg(feature = "json")]
            Format::Json => Self::Json(Box::default()),
            Format::Fen => Self::Fen(Box::default()),
        }
    }

    fn write(&mut self, place: &Place<'_>, found: &Found<'_, '_>, sheet: &mut Sheet) {
        match self {
            Self::Pgn(writer) => {
                writer.write(found.game, &mut sheet.bytes);
            }
            Self::Text(writer) => writer.write(found.game, &mut sheet.bytes),
            #[cfg(feature = "json")]
            Self::Json(writer) => writer.write(sheet, place, found.game, &mut |sheet| {
                for (index, one) in found.diagnostics.iter().enumerate() {
                    sheet.text(if index > 0 { "," } else { "" });
                    append_json(sheet, place, one, one.severity);
                }
            }),
            Self::Fen(writer) => writer.write(found.game, found.index, place.file, sheet),
        }
    }
}

/// How much of PGN games has to be kept.
fn kept(options: &Options) -> Kept {
    match (options.format, options.notation) {
        (Format::Fen, _) => Kept::End,
        (Format::Pgn, Notation::San) if options.line_length == LINE_LENGTH => Kept::Written,
        _ => Kept::Nodes,
    }
}

/// Reads all games of an input and writes them in another form, in the order of the input, on several threads. Memory does not
/// grow with the input where that is PGN.
///
/// What cannot be played of a game is written as a comment, and counted. To know each finding and its place, read with a
/// [`Reader`](crate::Reader).
///
/// ```
/// use descant::{Format, Options, convert};
///
/// let mut out = Vec::new();
/// let summary = convert(&b"1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5"[..], &mut out, &Options::new().format(Format::Fen))?;
/// assert_eq!((summary.games, summary.games_with_errors), (1, 0));
/// assert_eq!(out, b"r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3\n");
/// # Ok::<(), descant::Error>(())
/// ```
///
/// # Errors
///
/// When reading or writing fails; the games before that were written.
pub fn convert(
    read: impl Read + Send + 'static,
    mut write: impl Write,
    options: &Options,
) -> Result<Summary, Error> {
    let reader = options.read(read)?;
    let (kind, name, text) = (reader.kind(), reader.name.clone(), options.text());
    let mut all = Summary::default();
    let end = pipeline::run(
        reader.pieces(CHUNK),
        options.threads(),
        || (),
        |(chunk, _)| chunk.text.len(),
        || (pgn_reader(kept(options)), Writer::new(options)),
        |(pgn, writer), (chunk, mut findings): Piece| {
            let (mut sheet, mut summary) = (Sheet::default(), Summary::default());
            findings.extend(outside::gap(&chunk));
            findings.extend(outside::bytes(&chunk));
            findings.extend(each_game(&chunk, kind, pgn, &text, &mut |found| {
                let place = Place::in_game(&name, &chunk, found.index, found.game);
                writer.write(&place, &found, &mut sheet);
                summary.game(found.diagnostics);
                ControlFlow::Continue(())
            }));
            findings.iter().for_each(|one| summary.count(one.code));
            (sheet, summary)
        },
        |(sheet, summary)| match sheet.write_to(&mut write, all.games + 1) {
            Ok(()) => {
                all.add(summary);
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Error::write("the output", error)),
        },
    );
    match end? {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) => Ok(all),
    }
}
