//! A printed score, in descriptive or another notation, as engines take it: `cargo run --example book_to_uci < page.txt`.
use std::io;

/// A line for each game: its first position and its moves.
pub fn book_to_uci(page: &str) -> Vec<String> {
    let text = descant::read_text(page);
    let lines = text.games.iter().map(|game| {
        let moves =
            game.positions().zip(game.moves()).map(|(before, played)| before.uci(played.mv).to_string());
        format!("position fen {} moves {}", game.start(), moves.collect::<Vec<_>>().join(" "))
    });
    lines.collect()
}

fn main() -> io::Result<()> {
    book_to_uci(&io::read_to_string(io::stdin())?).iter().for_each(|line| println!("{line}"));
    Ok(())
}
