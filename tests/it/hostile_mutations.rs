//! Records damaged at random: what must hold for every input holds for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::invariants;

/// A small generator of numbers (xorshift): the same ones in every run.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most.max(1)
    }
}

/// Pieces that mean something to some part of the program.
pub const TOKENS: &[&str] = &[
    "\n\n[Event \"x\"]\n",
    "[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n",
    "[Variant \"Chess960\"]\n",
    "[A \"",
    "\"]",
    "\\",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "{[%clk 1:00]}",
    "[%",
    ";",
    "%",
    "\n%",
    "(",
    ")",
    "(e5)",
    "()",
    "<",
    ">",
    "$1",
    "$",
    "$999",
    "!",
    "?!",
    "*",
    "1-0",
    "0-1",
    "1/2",
    "½-½",
    "1.",
    "1...",
    "2. ",
    "...",
    "…",
    "e4",
    "e5",
    "Nf3",
    "Nc6",
    "O-O",
    "0-0-0",
    "e8=Q+",
    "exd6 e.p.",
    "exd5",
    "e4e5",
    "Sf3",
    "♘f3",
    "Кf3",
    "--",
    "Z0",
    "+",
    "#",
    "++",
    "mate",
    " ch",
    "+-",
    "±",
    "N",
    "D",
    "\r",
    "\n",
    "\n\n",
    "\t",
    "\0",
    "\u{1A}",
    "\u{A0}",
    "\u{FEFF}",
    "—",
    "é",
    "\u{200B}",
    "\u{AD}",
    "\u{C}",
    "P-K4",
    "P to K 4",
    "Kt-KB3",
    "Castles",
    "Resigns",
    "dis. ch.",
    "White.",
    "Black.",
    "GAME",
    "Game the Second",
    "(a)",
    "[Illustration]",
    "*",
    "See note",
    "B x P",
    "Q takes Kt (ch)",
    "\n 1 ",
    "\n12. P-K4 P-K4\n",
    "     ",
    "| | | |",
    "+---+",
    "White to move and mate in two.",
];

fn damage(seed: &[u8], other: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let start = numbers.below(seed.len());
    let length = 1 + numbers.below(1500);
    let mut bytes = seed[start..(start + length).min(seed.len())].to_vec();
    for _ in 0..=numbers.below(8) {
        let at = numbers.below(bytes.len() + 1);
        let end = (at + numbers.below(20)).min(bytes.len());
        match numbers.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << numbers.below(8),
            1 => {
                bytes.drain(at..end);
            }
            2 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            3 => {
                let from = numbers.below(other.len());
                let to = (from + numbers.below(200)).min(other.len());
                bytes.splice(at..at, other[from..to].iter().copied());
            }
            _ => {
                let token = TOKENS[numbers.below(TOKENS.len())];
                bytes.splice(at..at, token.bytes());
            }
        }
    }
    bytes
}

/// All records among the fixtures.
fn seeds() -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")];
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "pgn" || e == "txt" || e == "tsv") {
                files.push(fs::read(path).expect("a fixture"));
            }
        }
    }
    files.retain(|bytes| !bytes.is_empty());
    assert!(!files.is_empty());
    files
}

/// For how long each of these tests looks, unless `DESCANT_FUZZ_SECONDS` says otherwise; and from which number on.
fn search(mut check: impl FnMut(&[u8], &mut Numbers)) {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse().ok());
    let seconds = number("DESCANT_FUZZ_SECONDS").unwrap_or(2);
    let mut numbers = Numbers(number("DESCANT_FUZZ_SEED").unwrap_or(0x9E37_79B9_7F4A_7C15));
    let seeds = seeds();
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut count = 0;
    while Instant::now() < until {
        let (seed, other) = (&seeds[numbers.below(seeds.len())], &seeds[numbers.below(seeds.len())]);
        let bytes = damage(seed, other, &mut numbers);
        let keep = bytes.clone();
        let mut after = Numbers(numbers.0);
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&bytes, &mut after)));
        if let Err(panic) = panic {
            let _ = fs::write(std::env::temp_dir().join("descant-finding.bin"), &keep);
            eprintln!(
                "input (also in {}/descant-finding.bin):\n{:?}",
                std::env::temp_dir().display(),
                String::from_utf8_lossy(&keep)
            );
            std::panic::resume_unwind(panic);
        }
        count += 1;
    }
    eprintln!("{count} inputs");
    assert!(count > 0);
}

#[test]
fn damaged_pgn_keeps_every_byte_and_plays_only_legal_moves() {
    search(|bytes, _| {
        let text = String::from_utf8_lossy(bytes);
        invariants::every_byte_is_in_an_item(&text);
        invariants::pgn_games_are_sound(&text);
    });
}

#[test]
fn damaged_pgn_is_converted_to_its_final_form() {
    search(|bytes, _| invariants::conversion_is_a_fixed_point(&String::from_utf8_lossy(bytes)));
}

#[test]
fn damaged_pgn_is_the_same_in_any_blocks_and_chunks() {
    search(|bytes, numbers| {
        invariants::blocks_and_chunks_do_not_matter(bytes, 1 + numbers.below(300), 1 + numbers.below(1000));
    });
}

#[test]
fn damaged_pgn_is_the_same_for_any_number_of_jobs() {
    search(|bytes, numbers| invariants::jobs_do_not_matter(bytes, 1 + numbers.below(400)));
}

#[test]
fn damaged_text_is_covered_by_its_regions_and_plays_only_legal_moves() {
    search(|bytes, _| invariants::text_is_sound(&String::from_utf8_lossy(bytes), &invariants::quick()));
}
