//! Any text as FEN: what is read is written so that it reads the same; two rules cores find the same moves.
#![no_main]

#[path = "../../it/invariants.rs"]
#[allow(dead_code, reason = "the checks of the other targets")]
mod invariants;

libfuzzer_sys::fuzz_target!(|text: &str| invariants::fen_is_sound(text));
