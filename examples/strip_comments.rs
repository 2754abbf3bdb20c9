//! PGN without its comments: `cargo run --example strip_comments < games.pgn`.
use std::io::{Read, Write, stdin, stdout};

use descant::{Error, PgnWriter, Reader, Strip};

/// All games, without comments.
pub fn strip_comments(read: impl Read + Send + 'static, write: impl Write) -> Result<(), Error> {
    let mut writer = PgnWriter::new(write);
    for game in Reader::from_reader(read)? {
        let mut game = game?;
        game.strip(Strip::Comments);
        writer.write(&game)?;
    }
    writer.flush()
}

fn main() -> Result<(), Error> {
    strip_comments(stdin(), stdout())
}
