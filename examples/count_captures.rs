//! Counts the captures in the main lines of a file, and builds no game: `cargo run --example count_captures games.pgn`.
use descant::{Error, PlayedMove, Reader, Visitor};

struct Captures(u64);

impl Visitor for Captures {
    const ANNOTATIONS: bool = false;
    const VARIATIONS: bool = false;

    fn played(&mut self, played: PlayedMove) {
        self.0 += u64::from(played.is_capture());
    }
}

/// How many there are.
pub fn captures(path: &str) -> Result<u64, Error> {
    let mut captures = Captures(0);
    Reader::from_path(path)?.visit(&mut captures)?;
    Ok(captures.0)
}

fn main() -> Result<(), Error> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "fixtures/cli/club.pgn".to_owned());
    println!("{} captures", captures(&path)?);
    Ok(())
}
