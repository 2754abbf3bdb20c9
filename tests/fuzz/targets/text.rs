//! Any text as a book: its regions cover it, every move is legal, what is written is PGN in its final form.
#![no_main]

#[path = "../../it/invariants.rs"]
#[allow(dead_code, reason = "the checks of the other targets")]
mod invariants;

libfuzzer_sys::fuzz_target!(|text: &str| invariants::text_is_sound(text, &invariants::quick()));
