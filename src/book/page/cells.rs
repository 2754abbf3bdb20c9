//! The cells of a line, and the number in front of them.
use std::ops::Range;

/// A cell and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its place: the bars or tabs before it where these part the cells, else the characters before it.
    pub place: usize,
    /// Its words, as bytes of the line.
    pub words: Range<usize>,
}

/// The figures that a line begins with, if any, behind blanks, bars and tabs, and what stands behind them.
pub fn numbered(line: &str) -> (&str, &str) {
    let bare = line.trim_start_matches([' ', '|', '\t']);
    bare.split_at(bare.bytes().take_while(u8::is_ascii_digit).count())
}

/// The cells of a line that hold words: by bars and tabs, else by two blanks or more.
pub fn cells(line: &str) -> Vec<Placed> {
    let mut found = Vec::new();
    let mut add = |place: usize, start: usize, end: usize| {
        let words = line[start..end].trim();
        if !words.is_empty() {
            let from = start + line[start..end].find(words).unwrap_or(0);
            found.push(Placed { place, words: from..from + words.len() });
        }
    };
    let mut start = 0;
    if line.contains(['|', '\t']) {
        for (place, words) in line.split(['|', '\t']).enumerate() {
            add(place, start, start + words.len());
            start += words.len() + 1;
        }
        return found;
    }
    // Characters are counted once.
    let (mut place, mut counted) = (0, 0);
    let mut count_to = |at: usize| {
        place += line[counted..at].chars().count();
        counted = at;
        place
    };
    while let Some(gap) = line[start..].find("  ") {
        let end = start + gap;
        add(count_to(start), start, end);
        start = end + (line[end..].len() - line[end..].trim_start_matches(' ').len());
    }
    add(count_to(start), start, line.len());
    found
}
