//! Every game's last position: `cargo run --example final_fens games.pgn`.
use descant::{Error, Reader};

/// The FEN of each.
pub fn final_fens(path: &str) -> Result<Vec<String>, Error> {
    Reader::from_path(path)?.games().map(|game| Ok(game?.end().to_string())).collect()
}

fn main() -> Result<(), Error> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "fixtures/cli/club.pgn".to_owned());
    for fen in final_fens(&path)? {
        println!("{fen}");
    }
    Ok(())
}
