//! What a token can be, told by its first byte.

/// What a token can be that begins with a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Class {
    /// None of the others: letters of other languages, stray signs.
    Other,
    Blank,
    LineEnd,
    Digit,
    /// A file, a man's letter, `O`.
    Move,
    Brace,
    Semicolon,
    Open,
    Close,
    Dollar,
    Star,
    /// `!` and `?`.
    Annotation,
    Bracket,
    Percent,
    Dot,
}

/// The class of each byte.
pub const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut control = 0;
    while control < b' ' {
        classes[control as usize] = Class::Blank;
        control += 1;
    }
    let sets: [(&[u8], Class); 14] = [
        (b" ", Class::Blank),
        (b"\n\r", Class::LineEnd),
        (b"0123456789", Class::Digit),
        (b"abcdefghKQRBNO", Class::Move),
        (b"{", Class::Brace),
        (b";", Class::Semicolon),
        (b"(", Class::Open),
        (b")", Class::Close),
        (b"$", Class::Dollar),
        (b"*", Class::Star),
        (b"!?", Class::Annotation),
        (b"[", Class::Bracket),
        (b"%", Class::Percent),
        (b".", Class::Dot),
    ];
    let mut i = 0;
    while i < sets.len() {
        let mut j = 0;
        while j < sets[i].0.len() {
            classes[sets[i].0[j] as usize] = sets[i].1;
            j += 1;
        }
        i += 1;
    }
    classes
};
