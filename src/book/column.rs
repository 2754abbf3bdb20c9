//! One line of a score cut into its cells: which number stands before them, whose they are, what hangs on them.
use crate::book::Recognizer;
use crate::book::shape::{Entry, Holds, Piece, Said, Shape};
use crate::book::spoken::ends_clause;
use crate::book::token::{Kind, Token};

/// Reads tokens as a row. `text` is the cleaned text.
#[must_use]
pub fn shape(text: &str, tokens: &[Token], recognizer: &dyn Recognizer) -> Shape {
    let mut shape = Shape::default();
    // Whether the last cell still takes what follows.
    let mut open = false;
    let mut gap = false;
    let mut or_pending = false;
    // Within a cell of words beside the two moves of a number: what stands there belongs to the last of them.
    let mut beside = false;
    // Bars since the last cell: two embrace an empty one.
    let mut bars = 0;
    let mut first = true;
    let mut said = Said::Apart;
    // Marks in front of the move that they belong to.
    let mut ahead = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let words = &text[token.start()..token.end()];
        if open
            && !gap
            && let Some(cell) = last_cell(&mut shape).filter(|cell| goes_on(text, cell, token))
        {
            cell.end = token.end();
            continue;
        }
        match token.kind {
            Kind::Gap | Kind::Pipe => {
                open = false;
                gap = true;
                beside = false;
                bars += u32::from(token.kind == Kind::Pipe);
                continue;
            }
            Kind::Number { .. } | Kind::Move { .. } | Kind::Torn | Kind::Dots if beside => {
                if let Some(cell) = last_move(&mut shape) {
                    lengthen(cell, token);
                }
            }
            Kind::Number { value, dots } => {
                let again = shape.entries.last().is_some_and(|entry| {
                    let read = entry.cells.iter().filter(|cell| cell.holds != Holds::Unread).count();
                    let answers = said == Said::Apart || gap || answers(&tokens[at + 1..]);
                    let one = read == 1 && answers || gap && entry.cells.len() == 1;
                    entry.number == Some(value) && one && dots < 2 && !is_told_again(value, &tokens[at + 1..])
                });
                // `...   5. Q to Kt 3`, `5. ...   5. Q to Kt 3`: the dots hold White's column, and the number is Black's.
                let holds_place = |entry: &&mut Entry| {
                    let is_his = entry.number.is_none_or(|number| number == value);
                    gap && entry.dots && entry.cells.is_empty() && is_his
                };
                if again {
                    shape.structured |= gap;
                } else if let Some(entry) = shape.entries.last_mut().filter(holds_place) {
                    entry.number = Some(value);
                    shape.structured = true;
                } else {
                    let dots = dots >= 2;
                    // A number that does not follow the last one begins another column.
                    let jumps = |entry: &Entry| {
                        !entry.cells.is_empty() && entry.number.is_some_and(|n| value >= n + 2 || value < n)
                    };
                    shape.structured |= gap && shape.entries.last().is_some_and(jumps);
                    shape.begin(Entry {
                        number: Some(value),
                        dots,
                        start: token.start(),
                        said,
                        cells: Vec::new(),
                    });
                }
                open = false;
                said = Said::Apart;
                shape.begins |= first;
            }
            Kind::Dots => {
                match shape.entries.last_mut() {
                    Some(entry) if entry.cells.is_empty() && entry.number.is_some() => entry.dots = true,
                    _ if first => {
                        shape.begin(Entry { dots: true, start: token.start(), ..Entry::default() });
                        shape.begins = true;
                    }
                    Some(entry) if gap => entry.push(piece(Holds::Dots, token)),
                    _ => {}
                }
                open = false;
            }
            Kind::Move { sure } => {
                shape.moves += 1;
                shape.move_bytes += words.len();
                shape.sure = shape.sure.max(sure);
                shape.begins |= first;
                if shape.entries.is_empty() {
                    shape.begin(Entry { start: token.start(), ..Entry::default() });
                }
                let entry = shape.entries.last_mut().expect("one was pushed");
                if or_pending && let Some(cell) = entry.cells.last_mut() {
                    cell.end = token.end();
                    cell.tail = None;
                } else if open && let Some(cell) = entry.cells.last_mut().filter(|cell| is_bare(text, cell)) {
                    // `Q. K. to K's sq.`: a man alone before a move is no move but a misprint in it.
                    cell.end = token.end();
                    shape.moves -= 1;
                } else {
                    shape.structured |= gap && !entry.cells.is_empty();
                    let marks = std::mem::take(&mut ahead);
                    entry.push(Piece { said, marks, ..piece(Holds::Move, token) });
                }
                said = Said::Apart;
                open = true;
            }
            Kind::Torn => {
                shape.moves += 1;
                shape.move_bytes += words.len();
                shape.begins |= first;
                if shape.entries.is_empty() {
                    shape.begin(Entry { start: token.start(), ..Entry::default() });
                }
                let entry = shape.entries.last_mut().expect("one was pushed");
                shape.structured |= gap && !entry.cells.is_empty();
                entry.push(piece(Holds::Unread, token));
                open = true;
            }
            Kind::Label => {
                open = false;
                continue;
            }
            Kind::Mark if !open && leads(&tokens[at + 1..], first) => {
                ahead.push((token.start(), token.end()));
                continue;
            }
            Kind::Mark => {
                if let Some(cell) = last_cell(&mut shape) {
                    cell.marks.push((token.start(), token.end()));
                }
            }
            Kind::Glyph => {
                if open
                    && let Some(cell) = last_cell(&mut shape)
                    && cell.tail.is_none()
                {
                    cell.end = token.end();
                }
            }
            Kind::Aside | Kind::Ending => {
                if let Some(cell) = last_cell(&mut shape) {
                    if token.kind == Kind::Ending {
                        cell.ending = Some((token.start(), token.end()));
                    }
                    lengthen(cell, token);
                } else if token.kind == Kind::Ending {
                    shape.words += 1;
                    shape.word_bytes += words.len();
                    shape.words_before += 1;
                }
            }
            Kind::Stop(b'/') => shape.slashed = true,
            Kind::Stop(stop) => {
                if stop == b'.' {
                    if open
                        && let Some(cell) = last_cell(&mut shape)
                        && cell.end == token.start()
                    {
                        cell.end = token.end();
                    }
                } else if matches!(stop, b',' | b';') {
                    shape.stops += 1;
                }
                continue;
            }
            Kind::Word => {
                if !words.chars().any(char::is_alphanumeric) {
                    gap = false;
                    continue;
                }
                if recognizer.is_unplayed(words) && !ends_clause(words, recognizer) {
                    said = Said::Hypothetical;
                } else if said == Said::Apart || ends_clause(words, recognizer) {
                    said = Said::InWords;
                }
                beside |= gap && shape.entries.last().is_some_and(|entry| has_both_moves(entry, bars));
                if beside {
                    if let Some(cell) = last_move(&mut shape) {
                        lengthen(cell, token);
                    }
                    gap = false;
                    continue;
                }
                if words == "or" && open {
                    or_pending = true;
                    if let Some(cell) = last_cell(&mut shape) {
                        lengthen(cell, token);
                    }
                    continue;
                }
                shape.words += 1;
                shape.word_bytes += words.len();
                if !shape.begins {
                    shape.words_before += 1;
                }
                let after_number = shape.entries.last().is_some_and(|entry| entry.cells.is_empty());
                if open && !after_number {
                    if let Some(cell) = last_cell(&mut shape) {
                        lengthen(cell, token);
                    }
                } else if let Some(entry) = shape.entries.last_mut() {
                    entry.push(piece(Holds::Unread, token));
                    open = true;
                }
            }
        }
        or_pending = false;
        gap = false;
        bars = 0;
        first = false;
    }
    // What a mark stands in front of is a note, but for one row of moves and nothing else.
    let is_marked = tokens.first().is_some_and(|token| token.kind == Kind::Mark);
    let is_row =
        || shape.words == 0 && shape.stops == 0 && matches!(&shape.entries[..], [entry] if !entry.dots);
    shape.begins &= !is_marked || is_row();
    shape
}

/// Does a move stand right behind a mark, or behind the stop of its number, or at the beginning of a line a number?
fn leads(behind: &[Token], first: bool) -> bool {
    let mut next = behind.iter().skip_while(|token| matches!(token.kind, Kind::Mark | Kind::Stop(b'.')));
    next.next().is_some_and(|token| match token.kind {
        Kind::Move { .. } => true,
        Kind::Number { .. } => first,
        _ => false,
    })
}

/// Is a number in running text followed by one move alone, as that of Black's move is where White's stands above it?
fn answers(behind: &[Token]) -> bool {
    let row = behind.iter().take_while(|token| !matches!(token.kind, Kind::Number { .. }));
    !behind.first().is_some_and(|token| token.kind == Kind::Dots)
        && row.filter(|token| matches!(token.kind, Kind::Move { .. })).take(2).count() == 1
}

/// Does a number come again with dots, and so with Black's move? `If 6. P-Q4, then 6. ... PxP`
fn is_told_again(value: u32, behind: &[Token]) -> bool {
    let numbers = behind.iter().zip(behind.iter().skip(1).map(|next| next.kind).chain([Kind::Gap]));
    let mut next = numbers.filter(|(token, _)| matches!(token.kind, Kind::Number { .. }));
    next.next().is_some_and(|(token, next)| {
        matches!(token.kind, Kind::Number { value: again, dots } if again == value && (dots > 1 || next == Kind::Dots))
    })
}

/// Nothing but the name of a man stands in the cell.
fn is_bare(text: &str, cell: &Piece) -> bool {
    let words = &text[cell.start..cell.end];
    cell.tail.is_none()
        && words.bytes().filter(u8::is_ascii_alphabetic).count() <= 3
        && !words.contains(['x', 'X'])
        && words.bytes().all(|b| b.is_ascii_alphabetic() || b == b'.' || b == b' ')
}

/// Has a number the moves of both sides, and no more cells? Dots or an empty cell may hold the place of Black's.
fn has_both_moves(entry: &Entry, bars: u32) -> bool {
    let is_move =
        |(at, cell): (usize, &Piece)| cell.holds == Holds::Move || at == 1 && cell.holds == Holds::Dots;
    let wanted = if entry.dots || bars == 2 && entry.cells.len() == 1 { 1 } else { 2 };
    entry.number.is_some() && entry.cells.len() == wanted && entry.cells.iter().enumerate().all(is_move)
}

/// The last cell but for dots that hold the place of a move.
fn last_move(shape: &mut Shape) -> Option<&mut Piece> {
    let cells = shape.entries.last_mut().map(|entry| &mut entry.cells)?;
    cells.iter_mut().rev().find(|cell| cell.holds != Holds::Dots)
}

fn last_cell(shape: &mut Shape) -> Option<&mut Piece> {
    shape.entries.last_mut().and_then(|entry| entry.cells.last_mut())
}

/// Do words that read as no move go on with a token that, alone, is something else: the rank in `n to Q 4`, the square in
/// `z - K 4`?
fn goes_on(text: &str, cell: &Piece, token: &Token) -> bool {
    cell.holds == Holds::Unread
        && match token.kind {
            Kind::Number { value: 1..=8, dots: 0 } => true,
            Kind::Move { .. } => {
                matches!(text[cell.end..token.start()].trim(), "-" | "—" | "–") && cell.end - cell.start <= 3
            }
            _ => false,
        }
}

/// Words after a move are its tail; words after words that read as none belong to the same unread cell.
fn lengthen(cell: &mut Piece, token: &Token) {
    if cell.holds == Holds::Unread {
        cell.end = token.end();
    } else {
        cell.tail = Some((cell.tail.map_or(token.start(), |(start, _)| start), token.end()));
    }
}

fn piece(holds: Holds, token: &Token) -> Piece {
    Piece::new(holds, token.start(), token.end())
}
