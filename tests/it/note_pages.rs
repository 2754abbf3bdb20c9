//! The games of the fixture with other ways to play told between their moves, in brackets, in notes below and at the foot: the game
//! comes back, each other way as a variation of the move it is for, and the words around it as comments.
use descant::chess::{Move, Position};
use descant::emit::descriptive::{DescriptiveWriter, Habit};
use descant::game::{Game, Node};
use descant::reader::text::{TextOptions, read_text};
use descant::reading::origin::Origins;

use crate::pages::{self, Layout, Row, Tally, check, of_length, page, rows, tally_of, words};
use crate::replay_damage::Dice;
use crate::replay_words::moves;

/// Another way to play than a half-move of a game: as SAN and in words.
struct Other {
    /// The half-move of the game, from 0.
    ply: usize,
    san: Vec<String>,
    words: Vec<String>,
}

/// So many half-moves by chance, the first for that of a game.
fn other(game: &str, ply: usize, length: usize, dice: &mut Dice) -> Option<Other> {
    let writer = DescriptiveWriter::named("english", Habit::Safe).expect("a notation");
    let played = moves(game);
    let mut position = Position::default();
    let mut origins = Origins::at_home(&position);
    for &mv in &played[..ply] {
        origins = origins.play(mv);
        position = position.after_move(mv);
    }
    let mut found = Other { ply, san: Vec::new(), words: Vec::new() };
    let mut not = Some(played[ply]);
    for _ in 0..length {
        let skipped = not.take();
        let mut legal: Vec<Move> = position.legal_moves().as_slice().to_vec();
        legal.retain(|&mv| Some(mv) != skipped);
        let mv = *legal.get(dice.below(legal.len().max(1)))?;
        found.san.push(position.san(mv).to_string());
        found.words.push(writer.words(&position, &origins, mv));
        origins = origins.play(mv);
        position = position.after_move(mv);
    }
    Some(found)
}

impl Other {
    /// With its numbers: `12. P-QR3, B-K2; 13. ...`.
    fn numbered(&self) -> String {
        let mut out = String::new();
        for (at, words) in (self.ply..).zip(&self.words) {
            let number = at / 2 + 1;
            out += &match (at % 2, at == self.ply) {
                (0, true) => format!("{number}. {words}"),
                (0, false) => format!("; {number}. {words}"),
                (_, true) => format!("{number}... {words}"),
                (_, false) => format!(", {words}"),
            };
        }
        out
    }
}

/// The variations of a game, each with the half-move it is for.
fn variations(game: &Game<'_>) -> Vec<(usize, Vec<String>)> {
    let (mut found, mut depth, mut ply) = (Vec::new(), 0, 0);
    for node in &game.nodes {
        match node {
            Node::Open => {
                depth += 1;
                if depth == 1 {
                    found.push((ply - 1, Vec::new()));
                }
            }
            Node::Close => depth -= 1,
            Node::Move(played) if depth == 0 => {
                ply += 1;
                let _ = played;
            }
            Node::Move(played) if depth == 1 => {
                if let Some((_, moves)) = found.last_mut() {
                    moves.push(played.san.to_string());
                }
            }
            _ => {}
        }
    }
    found
}

/// How another way to play is told: what it does to the rows, and what stands at the foot of the page.
type Telling = fn(&mut [Row], &Other) -> String;

fn behind(rows: &mut [Row], ply: usize, words: &str) {
    let row = &mut rows[ply / 2];
    let half = if ply.is_multiple_of(2) { &mut row.white } else { &mut row.black };
    *half = format!("{half} {words}");
}

const TELLINGS: [(&str, Telling); 6] = [
    ("in brackets", |rows, other| {
        behind(rows, other.ply, &format!("({})", other.numbered()));
        String::new()
    }),
    ("in square brackets", |rows, other| {
        behind(rows, other.ply, &format!("[better {}]", other.numbered()));
        String::new()
    }),
    ("below", |rows, other| {
        rows[other.ply / 2].below = format!("If {}, with the better game.", other.numbered());
        String::new()
    }),
    ("said to be better", |rows, other| {
        rows[other.ply / 2].below = format!("Better was {}.", other.numbered());
        String::new()
    }),
    ("at the foot", |rows, other| {
        behind(rows, other.ply, "(a)");
        format!("(a) {} was to be considered.", other.numbered())
    }),
    ("under a star", |rows, other| {
        behind(rows, other.ply, "*");
        format!("* Here {} is the usual way.", other.numbered())
    }),
];

fn all(layouts: &[(&str, Layout)]) -> Vec<(String, Tally)> {
    let with_words = |game: String| (game.clone(), words(&game, "english"));
    let games: Vec<(String, Vec<String>)> = of_length(30..90).into_iter().map(with_words).collect();
    let mut found = Vec::new();
    for (layout, set) in layouts {
        for (telling, tell) in TELLINGS {
            let mut dice = Dice::new(40);
            let mut sum = Tally::default();
            for at in 0..6 {
                let (game, told) = &games[(2 * at) % games.len()];
                let ply = 6 + dice.below(told.len() - 10);
                let Some(other) = other(game, ply, 1 + at % 4, &mut dice) else { continue };
                let mut rows = rows(told);
                let foot = tell(&mut rows, &other);
                let text = format!("{}\n{foot}\n", page(*set, &rows));
                let report = read_text(&text, &TextOptions::default());
                let ways = sum.placed;
                tally_of(&report, &text, game, told, &mut sum);
                // Of these pages not the places are asked, but the variations.
                sum.placed = ways;
                let ways = report.games.first().map(|found| variations(&found.game)).unwrap_or_default();
                sum.placed += usize::from(ways == [(ply, other.san.clone())]);
            }
            found.push((format!("{layout}, {telling}"), sum));
        }
    }
    found
}

#[test]
fn other_ways_to_play_are_variations_of_the_moves_they_are_for() {
    let layouts: [(&str, Layout); 4] = [
        ("table", pages::table),
        ("commas", pages::commas),
        ("unstopped", pages::unstopped),
        ("halves", pages::halves),
    ];
    check("notes", &all(&layouts));
}
