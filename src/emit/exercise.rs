//! An exercise in a file of PGN: a comment, since it is no game.
use std::fmt::Write;

use crate::game::exercise::Exercise;

/// Appends an exercise as comments from `;` to the end of the line, which readers of PGN pass over, and an empty line. It stands
/// on this line of the text.
pub fn append_comment(exercise: &Exercise, line: u64, width: usize, out: &mut Vec<u8>) {
    let mut words = format!("exercise, line {line}: {} ", exercise.start.fen());
    for (step, number) in exercise.steps.iter().zip(1..) {
        // Writing to a string cannot fail.
        let _ = write!(words, " {number}. {step}");
    }
    let mut column = 0;
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        if column > 0 && column + 1 + word.len() > width {
            out.push(b'\n');
            column = 0;
        }
        out.extend_from_slice(if column == 0 { b"; " } else { b" " });
        out.extend_from_slice(word.as_bytes());
        column += word.len() + if column == 0 { 2 } else { 1 };
    }
    out.extend_from_slice(b"\n\n");
}
