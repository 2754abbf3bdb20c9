//! What fuzzing has found, once more: every invariant on every file of `fixtures/findings`, and on all other records.

use std::fs;
use std::path::Path;

use super::invariants;

#[test]
fn findings_stay_fixed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/findings");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.extension().is_some_and(|e| e == "md") {
            continue;
        }
        let bytes = fs::read(&entry).expect("a finding");
        eprintln!("{}", entry.display());
        invariants::bytes_as_pgn(&bytes);
        let text = String::from_utf8_lossy(&bytes);
        invariants::fen_is_sound(text.trim_end());
        invariants::text_is_sound(&text, &invariants::quick());
        invariants::converted_twice_is_the_same(&bytes, &invariants::quick());
        for size in [1, 40, 300] {
            invariants::blocks_and_chunks_do_not_matter(&bytes, 1 + size / 3, size);
            invariants::jobs_do_not_matter(&bytes, size);
        }
        count += 1;
    }
    assert!(count > 0);
}
