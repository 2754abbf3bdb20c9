//! Whatever was kept of a game when it was read, every writer writes all of it.
use std::ops::ControlFlow;

use descant::chess::EnPassant;
use descant::emit::descriptive::Habit;
use descant::emit::fen::{FenFormat, Which};
use descant::emit::html::GameView;
use descant::emit::{
    DescriptiveWriter, FenOptions, FenWriter, JsonWriter, PgnWriter, Place, Sheet, Style, TextWriter,
};
use descant::game::{FactReader, Game, MainLine, Node};
use descant::lexicon::letters;
use descant::reader::pgn::{Kept, PgnOptions, PgnReader};
use descant::source::Chunk;

const KEPT: [Kept; 4] = [Kept::End, Kept::Line, Kept::Written, Kept::Nodes];

/// Games that the exact path reads, and games that it leaves to the other: variations, odd spellings, an illegal move.
const ENGLISH: &str = concat!(
    "[Event \"exact\"]\n[Result \"1-0\"]\n\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 {the Spanish} 3... a6 $1 4. Ba4 Nf6 5. O-O! Be7 1-0\n\n",
    "[Event \"set up\"]\n[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 11\"]\n\n11. a8=Q+ Kd7 12. Qb7+ *\n\n",
    "[Event \"variations\"]\n\n1. d4 (1. e4 e5 (1... c5 2. Nf3) 2. Nf3) 1... d5 2. c4 {c} *\n\n",
    "[Event \"odd\"]\n\n1.e2e4 e7-e5 2.g1f3 b8c6 1/2\n\n",
    "[Event \"illegal\"]\n\n1. e4 e5 2. Ke3 Nf6 *\n",
);

/// The same with the letters of another language, which some of its moves do not betray.
const GERMAN: &str =
    "[Event \"deutsch\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *\n\n[Event \"D\"]\n\n1. d4 d5 2. Dd3 *\n";

fn styles() -> Vec<Style> {
    let words =
        |name| Style::Words(Box::new(DescriptiveWriter::named(name, Habit::Safe).expect("a notation")));
    let named = ["english", "english-long", "english-new", "spanish"].map(words);
    [Style::San, Style::Lan, Style::Uci, Style::Figurine].into_iter().chain(named).collect()
}

/// What every writer writes of a text, with the name of the writer.
fn written(text: &str, options: PgnOptions) -> Vec<(String, String)> {
    let chunk = Chunk::from_text(text.to_owned());
    let mut all = Vec::new();
    let mut note = |name: String, bytes: &[u8]| all.push((name, String::from_utf8_lossy(bytes).into_owned()));
    let _ = PgnReader::new(options).read(&chunk.text, &mut |found| {
        let (game, place) = (found.game, Place::in_game("-", &chunk, found.index, found.game));
        let number = found.index;
        for (index, (style, same)) in styles().into_iter().zip(styles()).enumerate() {
            let mut bytes = Vec::new();
            PgnWriter::new(style).write(game, &mut bytes);
            note(format!("PGN of game {number} in style {index}"), &bytes);
            bytes.clear();
            TextWriter::new(same).write(game, &mut bytes);
            note(format!("text of game {number} in style {index}"), &bytes);
        }
        let mut sheets = |name: &str, write: &mut dyn FnMut(&mut Sheet)| {
            let (mut sheet, mut bytes) = (Sheet::default(), Vec::new());
            write(&mut sheet);
            sheet.write_to(&mut bytes, 1).expect("a vector takes all");
            note(format!("{name} of game {number}"), &bytes);
        };
        sheets("JSON", &mut |sheet| JsonWriter::with_fens(true).write(sheet, &place, game, &mut |_| {}));
        for format in [FenFormat::Fen, FenFormat::Epd, FenFormat::Csv, FenFormat::Json] {
            for which in [Which::Final, Which::All] {
                let options = FenOptions { format, which, en_passant: EnPassant::Legal, variations: true };
                sheets(&format!("{options:?}"), &mut |sheet| {
                    FenWriter::new(options.clone()).write(game, number, "-", sheet);
                });
            }
        }
        let view = GameView::new(game, &[], &place, &|diagnostic| diagnostic.severity);
        note(format!("page of game {number}"), format!("{view:?}").as_bytes());
        let facts = FactReader::new().read(game);
        note(format!("facts of game {number}"), format!("{facts:?}").as_bytes());
        ControlFlow::Continue(())
    });
    all
}

fn half_moves(game: &Game<'_>) -> u32 {
    let mut line = MainLine::of(game);
    while line.advance().is_some() {}
    line.ply()
}

#[test]
fn every_writer_writes_all_of_a_game_whatever_was_kept_of_it() {
    let german = letters("de");
    for (text, letters) in [(ENGLISH, None), (GERMAN, None), (GERMAN, german)] {
        let options = |kept| PgnOptions { kept, letters, ..PgnOptions::default() };
        let whole = written(text, options(Kept::Nodes));
        assert!(whole.len() > 50);
        for kept in KEPT {
            for (expected, got) in whole.iter().zip(&written(text, options(kept))) {
                assert_eq!(expected, got, "{kept:?}");
            }
        }
    }
}

#[test]
fn a_game_has_as_many_half_moves_as_it_says_whatever_was_kept_of_it() {
    for kept in KEPT {
        let mut counts = Vec::new();
        let options = PgnOptions { kept, ..PgnOptions::default() };
        let _ = PgnReader::new(options).read(ENGLISH, &mut |found| {
            // A copy of the game has them, too.
            let copy = found.game.clone();
            assert_eq!(half_moves(found.game), found.game.plies, "{kept:?}");
            assert_eq!(half_moves(&copy), found.game.plies, "{kept:?}");
            counts.push(copy.nodes().iter().filter(|node| matches!(node, Node::Move(_))).count());
            ControlFlow::Continue(())
        });
        assert_eq!(counts, [10, 3, 8, 4, 2], "{kept:?}");
    }
}
