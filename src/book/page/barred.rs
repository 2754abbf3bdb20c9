//! Tables of Markdown that hold more than a row in a row: columns of lines in a cell, notes in a column of their own; what opens, heads
//! and closes a table of a wiki.
use super::html::Edge;

/// So many lines of a cell are those of a column.
const LINES: usize = 3;

/// What a column of notes is headed.
const NOTES: &[&str] =
    &["note", "notes", "remark", "remarks", "comment", "comments", "annotation", "annotations", "commentary"];

/// What a sign of such a table stands for.
pub(super) struct Sign {
    pub at: usize,
    pub len: usize,
    pub words: &'static str,
    pub edge: Option<Edge>,
}

/// The signs of such tables in a text.
pub(super) fn signs(text: &str) -> Vec<Sign> {
    let mut found = Vec::new();
    let mut start = 0;
    // In which column notes stand, of the table that is open.
    let mut notes = None;
    let mut above = "";
    let mut in_wiki = false;
    for line in text.split_inclusive('\n') {
        let row = line.trim();
        let at = start + line.len() - line.trim_start().len();
        in_wiki |= row.starts_with("{|");
        if in_wiki && (row.starts_with("{|") || row == "|}") {
            found.push(Sign { at, len: row.len(), words: "", edge: None });
            in_wiki = row != "|}";
        } else if in_wiki && row.starts_with('!') {
            heads(row, at, &mut found);
        } else if !row.starts_with('|') {
            notes = None;
        } else if is_rule(row) {
            notes = above.split('|').position(is_headed_notes).filter(|&at| at > 2);
        } else if breaks(row).count() >= LINES {
            lines(line, start, &mut found);
        } else if let Some(column) = notes {
            note(line, start, column, &mut found);
        }
        above = row;
        start += line.len();
    }
    found
}

/// `! Move !! White !! Black` heads the columns of a table of a wiki.
fn heads(row: &str, at: usize, found: &mut Vec<Sign>) {
    found.push(Sign { at, len: 1, words: "|", edge: None });
    found.extend(row.match_indices("!!").map(|(to, sign)| Sign {
        at: at + to,
        len: sign.len(),
        words: "|",
        edge: None,
    }));
}

/// `|---|:---:|`
fn is_rule(row: &str) -> bool {
    row.contains('-') && row.bytes().all(|b| b"|-: \t".contains(&b))
}

pub(super) fn is_headed_notes(cell: &str) -> bool {
    let words = cell.trim_matches([' ', '\t', '*', '_']).to_ascii_lowercase();
    NOTES.contains(&words.as_str())
}

/// Where lines end within cells, and the lengths of the tags that end them.
fn breaks(row: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    row.match_indices("<br").filter_map(|(at, _)| {
        let end =
            row[at..].find('>').filter(|end| row[at + 3..at + end].bytes().all(|b| b" /".contains(&b)))?;
        Some((at, end + 1))
    })
}

/// A row whose cells hold the lines of columns.
fn lines(line: &str, start: usize, found: &mut Vec<Sign>) {
    // The last bar ends the row.
    let last = line.trim_end().len() - 1;
    let bars = line.match_indices('|').map(|(at, _)| {
        let edge = Some(if at == last { Edge::Row } else { Edge::Cell });
        (at, 1, edge)
    });
    let breaks = breaks(line).map(|(at, len)| (at, len, None));
    let mut all: Vec<_> = bars.chain(breaks).collect();
    all.sort_unstable_by_key(|&(at, ..)| at);
    for (at, len, edge) in all {
        let words = if edge.is_some() { "\n\n" } else { "\n" };
        found.push(Sign { at: start + at, len, words, edge });
    }
}

/// A row with a note: that stands below it.
fn note(line: &str, start: usize, column: usize, found: &mut Vec<Sign>) {
    let mut bars = line.match_indices('|').map(|(at, _)| at);
    let Some(at) = bars.nth(column - 1) else { return };
    let end = bars.next().unwrap_or(line.trim_end().len());
    if line[at + 1..end.max(at + 1)].trim().is_empty() {
        return;
    }
    found.push(Sign { at: start + at, len: 1, words: "\n\n", edge: None });
    if line[end..].starts_with('|') {
        found.push(Sign { at: start + end, len: 1, words: "\n", edge: None });
    }
}
