//! Tag pairs as they stand, and what their names say.
use crate::span::Span;

/// The tags that most games have, as the standard spells them (PGN 8.1.1 and 9).
pub const TAG_NAMES: [&str; 16] = [
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "Variant", "ECO",
    "Opening", "WhiteElo", "BlackElo", "PlyCount", "Annotator",
];

/// Further names of the standard whose case is mended.
const MORE_NAMES: [&str; 6] = ["TimeControl", "Termination", "EventDate", "WhiteTitle", "BlackTitle", "Mode"];

/// A tag pair (PGN 8.1); name and value as written, quotes left out, escapes still in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagPair {
    /// From `[` to `]`.
    pub span: Span,
    /// The name.
    pub name: Span,
    /// The value between its quotes.
    pub value: Span,
    /// Whether the value is not to be taken as it stands: it has a backslash, a control character (a line end), two blanks in
    /// a row, or a blank at an end.
    pub odd_value: bool,
    /// What the name says.
    pub kind: TagKind,
}

/// What a tag means for the play, as its name tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TagKind {
    /// Nothing.
    #[default]
    Plain,
    /// A name of the standard in other case.
    OtherCase,
    /// A date.
    Date,
    /// The first position.
    Fen,
    /// The number of half-moves.
    PlyCount,
    /// The rating of a player.
    Rating,
    /// The result.
    Result,
    /// Whether there is a first position.
    SetUp,
    /// The rules.
    Variant,
}

impl TagKind {
    /// What a name says.
    #[inline]
    #[must_use]
    pub fn of(name: &str) -> Self {
        match name.as_bytes() {
            b"Event" | b"Site" | b"Round" | b"White" | b"Black" | b"ECO" | b"UTCTime" | b"TimeControl"
            | b"Termination" | b"Opening" | b"WhiteTitle" | b"BlackTitle" | b"WhiteRatingDiff"
            | b"BlackRatingDiff" => Self::Plain,
            b"Date" | b"EventDate" | b"UTCDate" => Self::Date,
            b"WhiteElo" | b"BlackElo" => Self::Rating,
            b"Result" => Self::Result,
            b"FEN" => Self::Fen,
            b"SetUp" => Self::SetUp,
            b"Variant" => Self::Variant,
            b"PlyCount" => Self::PlyCount,
            _ if in_standard_case(name).is_some() => Self::OtherCase,
            _ => Self::Plain,
        }
    }
}

/// One of 64 bits for a tag name: names with different bits are different.
#[inline]
#[must_use]
pub fn name_bit(name: &[u8]) -> u64 {
    let (first, last) = (name.first().copied().unwrap_or(0), name.last().copied().unwrap_or(0));
    1 << ((u32::from(first) * 7 + u32::from(last) + name.len() as u32 * 11) & 63)
}

/// The name of the standard that is meant by a name in other case.
#[must_use]
pub fn in_standard_case(name: &str) -> Option<&'static str> {
    // Names of the standard begin with a capital, and the second letter of all but FEN and ECO is small.
    let usual = matches!(name.as_bytes(), [b'A'..=b'Z', b'a'..=b'z', ..]);
    if usual && !name.as_bytes().contains(&b'_') && !matches!(name, "Fen" | "Eco" | "Setup") {
        // Some have another capital inside: of WhiteElo, TimeControl and their like that is the length.
        let odd = name.len() > 5 && name.bytes().skip(1).any(|b| b.is_ascii_uppercase());
        if !odd && !matches!(name.len(), 8..=11) {
            return None;
        }
    }
    let standard =
        TAG_NAMES.into_iter().chain(MORE_NAMES).find(|standard| standard.eq_ignore_ascii_case(name))?;
    (standard != name).then_some(standard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_other_case_are_those_of_the_standard() {
        for (written, expected) in [
            ("event", Some("Event")),
            ("fen", Some("FEN")),
            ("Fen", Some("FEN")),
            ("Setup", Some("SetUp")),
            ("Whiteelo", Some("WhiteElo")),
            ("Timecontrol", Some("TimeControl")),
        ] {
            assert_eq!(in_standard_case(written), expected);
            assert_eq!(TagKind::of(written), TagKind::OtherCase);
        }
        for name in ["Event", "WhiteElo", "FEN", "MyTag", "ECO"] {
            assert_eq!(in_standard_case(name), None);
        }
    }
}
