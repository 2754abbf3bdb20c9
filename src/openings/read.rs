//! Reads tables of openings in the forms that are about: tab- or comma-separated rows, and games with tags.
use super::opening::Opening;
use crate::chess::{Position, San};

/// A row of a table of openings that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct TableError {
    /// The line in the table, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub message: String,
}

fn fault<T>(line: u64, message: impl Into<String>) -> Result<T, TableError> {
    Err(TableError { line, message: message.into() })
}

/// The rows of a table, each with the position its moves reach.
pub(super) fn rows(text: &str) -> Result<Vec<(Opening, Position)>, TableError> {
    let text = text.trim_start_matches('\u{feff}');
    match text.lines().map(str::trim_start).find(|line| !line.is_empty()) {
        None => Ok(Vec::new()),
        Some(line) if line.starts_with(['[', ';', '{', '%']) => games(text),
        Some(line) => separated(text, if line.contains('\t') { b'\t' } else { b',' }),
    }
}

/// The named columns of the table of lichess-org/chess-openings, or our own. A line of names inside the table (two
/// tables joined) is passed over.
fn separated(text: &str, delimiter: u8) -> Result<Vec<(Opening, Position)>, TableError> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .quoting(delimiter == b',')
        .flexible(true)
        .from_reader(text.as_bytes());
    let headers = match reader.headers() {
        Ok(headers) => headers.clone(),
        Err(error) => return fault(1, error.to_string()),
    };
    let column = |names: &[&str]| headers.iter().position(|h| names.contains(&h.trim()));
    let (Some(eco), Some(name), Some(moves)) =
        (column(&["eco"]), column(&["name"]), column(&["pgn", "moves"]))
    else {
        return fault(
            1,
            "a table of openings begins with the column names `eco`, `name` and `pgn` or `moves`",
        );
    };
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                return fault(error.position().map_or(0, csv::Position::line), error.to_string());
            }
        };
        let line = record.position().map_or(0, csv::Position::line);
        let cell = |at: usize| record.get(at).unwrap_or("").trim();
        if cell(eco) == &headers[eco] && cell(moves) == &headers[moves] {
            continue;
        }
        rows.push(row(line, cell(eco), cell(name).to_owned(), cell(moves))?);
    }
    Ok(rows)
}

/// Games whose tags name the position they reach: `ECO`, `Opening`, `Variation`, `SubVariation`.
fn games(text: &str) -> Result<Vec<(Opening, Position)>, TableError> {
    let mut rows = Vec::new();
    let mut tags: [String; 4] = Default::default();
    let mut moves = String::new();
    let mut first_line = 0;
    let mut in_comment = false;
    let mut flush = |tags: &mut [String; 4], moves: &mut String, line: u64| -> Result<(), TableError> {
        if !moves.trim().is_empty() {
            let [eco, opening, variation, sub] = &*tags;
            let mut name = opening.clone();
            for (part, joint) in [(variation, ": "), (sub, ", ")] {
                if !part.is_empty() {
                    name += if name.is_empty() { "" } else { joint };
                    name += part;
                }
            }
            rows.push(row(line, eco, name, moves)?);
        }
        *tags = Default::default();
        moves.clear();
        Ok(())
    };
    for (line, number) in text.lines().zip(1_u64..) {
        let line = line.trim();
        if !in_comment && line.starts_with('[') {
            if !moves.trim().is_empty() {
                flush(&mut tags, &mut moves, first_line)?;
            }
            let (name, value) = line[1..].split_once('"').unwrap_or((&line[1..], ""));
            let value = value.rsplit_once('"').map_or(value, |(value, _)| value);
            let at = ["ECO", "Opening", "Variation", "SubVariation"].iter().position(|n| *n == name.trim());
            if let Some(at) = at {
                tags[at] = value.replace("\\\"", "\"").replace("\\\\", "\\");
            }
            continue;
        }
        if !in_comment && line.starts_with('%') {
            continue;
        }
        for piece in line.split_inclusive(['{', '}', ';']) {
            let (words, mark) = match piece.char_indices().next_back() {
                Some((at, mark @ ('{' | '}' | ';'))) => (&piece[..at], Some(mark)),
                _ => (piece, None),
            };
            if !in_comment {
                for word in words.split_whitespace() {
                    if matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2") {
                        flush(&mut tags, &mut moves, first_line)?;
                    } else {
                        if moves.is_empty() {
                            first_line = number;
                        }
                        moves.push_str(word);
                        moves.push(' ');
                    }
                }
            }
            match mark {
                Some('{') => in_comment = true,
                Some('}') => in_comment = false,
                Some(_) if !in_comment => break,
                _ => {}
            }
        }
    }
    flush(&mut tags, &mut moves, first_line)?;
    Ok(rows)
}

/// Plays the moves of a row; move numbers are passed over.
fn row(line: u64, eco: &str, name: String, moves: &str) -> Result<(Opening, Position), TableError> {
    let mut position = Position::default();
    let mut plies: u16 = 0;
    for word in moves.split_whitespace() {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let word = word.trim_start_matches('.');
        if word.is_empty() {
            continue;
        }
        let Some((san, _)) = San::parse(word.as_bytes()) else {
            return fault(line, format!("`{word}` is not a move in standard algebraic notation"));
        };
        match position.resolve(san) {
            Ok(mv) => position.play_unchecked(mv),
            Err(_) => return fault(line, format!("`{word}` is not one legal move after {plies} half-moves")),
        }
        plies = plies.saturating_add(1);
    }
    Ok((Opening { eco: eco.into(), name: name.into(), plies }, position))
}

#[cfg(test)]
mod tests {
    use super::super::Table;

    fn names(text: &str) -> Vec<(String, String, u16)> {
        let table = Table::parse(text).expect("a table");
        table.openings().iter().map(|o| (o.eco().to_owned(), o.name().to_owned(), o.plies())).collect()
    }

    #[test]
    fn joined_tables_repeat_their_column_names() {
        let text = "eco\tname\tpgn\nC20\tKing's Pawn Game\t1. e4 e5\neco\tname\tpgn\nA40\tQueen's Pawn Game\t1. d4\n";
        assert_eq!(
            names(text),
            [("C20".into(), "King's Pawn Game".into(), 2), ("A40".into(), "Queen's Pawn Game".into(), 1)]
        );
    }

    #[test]
    fn games_with_tags_are_a_table() {
        let text = "{ a note\n[not a tag] }\n[ECO \"C41\"]\n[Opening \"Philidor\"]\n[Variation \"Hanham\"]\n\n\
                    1. e4 e5 2. Nf3 d6 {old}\n3. d4 Nf6 ; e4 hangs\n4. Nc3 Nbd7 *\n\n[ECO \"A00\"]\n[Opening \"Sokolsky\"]\n\n1.b4 *\n";
        assert_eq!(
            names(text),
            [("C41".into(), "Philidor: Hanham".into(), 8), ("A00".into(), "Sokolsky".into(), 1)]
        );
    }

    #[test]
    fn a_move_that_cannot_be_played_is_named_with_its_line() {
        let error = Table::parse("eco,name,moves\nC20,Open,e4 e5\nB00,Wrong,e4 e4\n").expect_err("illegal");
        assert_eq!(error.to_string(), "line 3: `e4` is not one legal move after 1 half-moves");
        let error = Table::parse("code,title\n").expect_err("no columns");
        assert_eq!(error.line, 1);
    }
}
