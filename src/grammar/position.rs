//! Positions in words (`K on KR8, Rs on KKt7 and Q2`), as ASCII diagrams, and what is asked of them.
use super::descriptive::{men_names, place_at};
use super::detect;
use super::scan::Scanner;
use crate::chess::{Bitboard, Board, Color, File, Forgive, Piece, Rank, Role, Setup, Square};
use crate::lexicon::{Dialect, Language, Lexicon, Word};
use crate::reading::descriptive::squares_seen;
use crate::record::token::Man;

/// A man of a position in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Which kind.
    pub role: Role,
    /// The squares its words can mean, counted from its own side's end as if it were White's; one where the wing of
    /// the file is named.
    pub squares: Bitboard,
    /// The square is named as in algebraic notation, from White's end for both sides.
    pub absolute: bool,
}

/// The men of one side: `K on KR8; Rs on KKt7 and Q2`.
///
/// # Errors
/// The offset of the first words that name no man on a square.
pub fn men(text: &str, dialect: &Dialect) -> Result<Vec<Placed>, usize> {
    let lexicon = Lexicon::of(dialect.language).or_else(|| Lexicon::of(Language::English)).ok_or(0_usize)?;
    let scanner = Scanner::new(text, lexicon, dialect.ocr);
    let mut placed = Vec::new();
    let mut at = 0;
    loop {
        at = skip_between(&scanner, at);
        if at >= text.len() {
            return Ok(placed);
        }
        // men = man [ "s" ] [ at / "-" / ":" ] place *( ( "," / "and" ) place )
        let named = names(&scanner, at);
        let found = algebraic(&scanner, &named);
        if let Some((role, square, end)) = found.or_else(|| again(&scanner, at, &placed)) {
            placed.push(Placed { role, squares: Bitboard::from(square), absolute: true });
            at = end;
            continue;
        }
        let found = named
            .into_iter()
            .filter_map(|(man, end)| {
                let role = man.role?;
                let at = plural(&scanner, end);
                let at = scanner.mark(at, &[':', '=']).unwrap_or(at);
                let at = skip_at(&scanner, at);
                place_at(&scanner, at).map(|(place, end)| (role, man, place, end))
            })
            .max_by_key(|&(.., end)| end);
        let Some((role, man, place, end)) = found else { return Err(at) };
        placed.push(Placed { role, squares: squares_seen(&place, &man), absolute: false });
        at = end;
        // Further squares of the same kind of man: `Rs on KKt7 and Q2`.
        loop {
            let next = skip_between(&scanner, at);
            let Some((place, end)) = place_at(&scanner, next) else { break };
            // `K on K1, Q on Q4`: the next word is a man if a square follows it.
            let is_man = names(&scanner, next).into_iter().any(|(_, end)| {
                let end = plural(&scanner, end);
                scanner.word(end, |w| (w == Word::At).then_some(())).is_some()
                    || (end < text.len() && place.rank.is_none() && place_at(&scanner, end).is_some())
            });
            if is_man || place.rank.is_none() {
                break;
            }
            placed.push(Placed { role, squares: squares_seen(&place, &man), absolute: false });
            at = end;
        }
    }
}

/// The men that a sentence puts on the board, each by its name and its square as White counts them: `put the Queen's Bishop on
/// his square, beside the Queen` puts one. A man whose words can mean several squares is left out.
#[must_use]
pub fn put(text: &str, dialect: &Dialect) -> Vec<(Man, Square)> {
    let Some(lexicon) = Lexicon::of(dialect.language).or_else(|| Lexicon::of(Language::English)) else {
        return Vec::new();
    };
    let scanner = Scanner::new(text, lexicon, dialect.ocr);
    let mut found = Vec::new();
    let mut next = 0;
    for at in detect::starts(text).filter(|&at| text[at..].starts_with(char::is_uppercase)) {
        if at < next {
            continue;
        }
        // put = man [ "," ] at [ "own" ] place
        let one = names(&scanner, at).into_iter().find_map(|(man, end)| {
            let comma = scanner.mark(end, &[',']).unwrap_or(end);
            let stands = scanner.word(comma, |w| (w == Word::At).then_some(()))?.end;
            let (place, end) = place_at(&scanner, stands)?;
            let square = squares_seen(&place, &man).single()?;
            Some((man, square, end))
        });
        if let Some((man, square, end)) = one {
            found.push((man, square));
            next = end;
        }
    }
    found
}

/// Does all of a text say where men of one side stand, the first of them `at` or `on` his square?
#[must_use]
pub fn sets_up(text: &str, dialect: &Dialect) -> bool {
    let Some(lexicon) = Lexicon::of(dialect.language).or_else(|| Lexicon::of(Language::English)) else {
        return false;
    };
    let scanner = Scanner::new(text, lexicon, dialect.ocr);
    let stands =
        |end: usize| scanner.word(plural(&scanner, end), |w| (w == Word::At).then_some(())).is_some();
    names(&scanner, 0).into_iter().any(|(_, end)| stands(end))
        && men(text, dialect).is_ok_and(|men| !men.is_empty())
}

/// The men that may be named at a place, one or more of a kind, with the ends of their names: `P`, `Pawns`.
fn names(scanner: &Scanner<'_>, at: usize) -> Vec<(Man, usize)> {
    let mut found = men_names(scanner, at);
    let start = scanner.skip_gap(at);
    let word = scanner.rest(start).bytes().take_while(u8::is_ascii_alphabetic).count();
    let end = start + word;
    if scanner.text[..end].ends_with('s') && word > 1 {
        let one = Scanner::new(&scanner.text[..end - 1], scanner.lexicon, scanner.ocr);
        let many = men_names(&one, start).into_iter().filter(|&(_, of)| of + 1 == end);
        found.extend(many.map(|(man, _)| (man, end)));
    }
    found
}

/// Skips the word between a man and its square.
fn skip_at(scanner: &Scanner<'_>, at: usize) -> usize {
    scanner.word(at, |w| matches!(w, Word::At | Word::To).then_some(())).map_or(at, |found| found.end)
}

/// A square in letters and figures at a place, and its end.
fn square_at(scanner: &Scanner<'_>, at: usize) -> Option<(Square, usize)> {
    let rest = scanner.rest(at);
    let square: Square = rest.get(..2)?.parse().ok()?;
    (!rest[2..].starts_with(char::is_alphanumeric)).then_some((square, at + 2))
}

// algebraic = [ man [ "s" ] [ at ] ] square     ; `Kg1`, `R on c1`, a pawn without its letter
fn algebraic(scanner: &Scanner<'_>, named: &[(Man, usize)]) -> Option<(Role, Square, usize)> {
    named.iter().find_map(|&(man, end)| {
        let at = skip_at(scanner, scanner.skip_gap(plural(scanner, end)));
        let (square, end) = square_at(scanner, scanner.skip_gap(at))?;
        Some((man.role?, square, end))
    })
}

/// A further square of the same kind of man.
fn again(scanner: &Scanner<'_>, at: usize, placed: &[Placed]) -> Option<(Role, Square, usize)> {
    let (square, end) = square_at(scanner, at)?;
    let role = placed.last().filter(|last| last.absolute).map_or(Role::Pawn, |last| last.role);
    Some((role, square, end))
}

fn plural(scanner: &Scanner<'_>, at: usize) -> usize {
    let rest = scanner.rest(at);
    let mark = rest.strip_prefix(['\'', '\u{2019}', '.']).unwrap_or(rest);
    match mark.strip_prefix(['s', 'S']) {
        Some(after) if !after.starts_with(char::is_alphanumeric) => scanner.text.len() - after.len(),
        _ => at,
    }
}

fn skip_between(scanner: &Scanner<'_>, at: usize) -> usize {
    let mut at = at;
    loop {
        at = scanner.skip_gap(at);
        let rest = scanner.rest(at);
        if rest.starts_with([',', ';', ':', '|', '-', '&', ')', '(']) {
            at += 1;
        } else if let Some(after) = rest.strip_prefix("and")
            && !after.starts_with(char::is_alphanumeric)
        {
            at += 3;
        } else {
            return at;
        }
    }
}

/// The setups that the words for both sides allow: each side from its own end first; from White's end for both if
/// that is impossible. Empty if neither can be played.
#[must_use]
pub fn setups(white: &[Placed], black: &[Placed], turn: Color) -> Vec<Setup> {
    [Color::Black, Color::White]
        .into_iter()
        .filter_map(|end| {
            let mut setup = Setup { turn, ..Setup::empty() };
            for (color, men) in [(Color::White, white), (Color::Black, black)] {
                for man in men {
                    let flip = color == Color::Black && end == Color::Black && !man.absolute;
                    let square = man.squares.single()?;
                    let square = if flip { square.flip() } else { square };
                    if setup.board.piece_at(square).is_some() {
                        return None;
                    }
                    setup.board.set(square, Some(man.role.of(color)));
                }
            }
            setup.clone().into_position(Forgive::DETAILS).is_ok().then_some(setup)
        })
        .collect()
}

/// What is to be done in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Mate, in so many moves if that is said.
    Mate(Option<u32>),
    /// Win.
    Win,
    /// Draw.
    Draw,
    /// It is not said.
    Unsaid,
}

/// The stipulation of a problem or an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stipulation {
    /// Who moves.
    pub side: Color,
    /// To what end.
    pub aim: Aim,
}

fn number(word: &str) -> Option<u32> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.iter().zip(0..).find(|(w, _)| **w == word).map(|(_, n)| n).or_else(|| word.parse().ok())
}

/// Most words of one that tells no mate.
const WORDS_OF_AIM: usize = 8;

/// Reads `White to move and mate in two moves`, `Black to play and draw`, `Mate in 3`.
#[must_use]
pub fn stipulation(text: &str) -> Option<Stipulation> {
    let folded = text.to_lowercase();
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let has = |any: &[&str]| words.iter().any(|w| any.contains(w));
    let mates = words.iter().position(|w| matches!(*w, "mate" | "mates" | "checkmate" | "checkmates"));
    let to_move = words
        .windows(2)
        .any(|pair| pair[0] == "to" && matches!(pair[1], "move" | "play" | "win" | "draw" | "mate"));
    let leads = mates == Some(0);
    let plays = words.len() <= WORDS_OF_AIM
        && words.windows(2).any(|pair| matches!(pair, ["plays" | "moves", "and"]));
    if !to_move && !leads && !plays {
        return None;
    }
    let side = words.iter().find_map(|w| match *w {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    });
    let aim = match mates {
        Some(at) => {
            let count = words[at..].windows(2).find(|pair| pair[0] == "in").and_then(|pair| number(pair[1]));
            Aim::Mate(count)
        }
        None if has(&["win", "wins"]) => Aim::Win,
        None if has(&["draw", "draws"]) => Aim::Draw,
        None if words.len() <= WORDS_OF_AIM && side.is_some() => Aim::Unsaid,
        None => return None,
    };
    Some(Stipulation { side: side.unwrap_or(Color::White), aim })
}

/// The signs beside Black's men; White's may have a `^`.
const BLACK_MARKS: [char; 2] = ['*', '#'];

/// Does one of those signs stand beside a letter? By itself it may be a dark square.
fn has_marked_men(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| match pair {
        [b'*' | b'#', man] | [man, b'*' | b'#'] => man.is_ascii_alphabetic(),
        _ => false,
    })
}

/// May the sign stand for a square without a man?
const fn is_empty_square(sign: char) -> bool {
    matches!(sign, '.' | '-' | '_' | ':' | '*' | '+' | '\u{b7}' | '\u{2022}' | '\u{2219}' | '\u{22c5}')
}

/// One square of a diagram: a man, nothing, or no square at all.
fn square(cell: &str, starred: bool) -> Option<Option<Piece>> {
    let bare: String = cell.chars().filter(|c| !c.is_whitespace()).collect();
    if bare.chars().all(|c| c == '/' || c == '#' || is_empty_square(c)) {
        return Some(None);
    }
    if let Some(index) =
        bare.chars().next().and_then(|c| u32::from(c).checked_sub(0x2654)).filter(|&i| i < 12)
    {
        const ORDER: [Role; 6] = crate::lexicon::letters::ORDER;
        let color = if index < 6 { Color::White } else { Color::Black };
        return Some(Some(ORDER[index as usize % 6].of(color)));
    }
    let black = bare.contains(BLACK_MARKS);
    let letters: String = bare.chars().filter(|&c| c != '^' && !BLACK_MARKS.contains(&c)).collect();
    let (said, name) = match letters.as_bytes() {
        [b'w' | b'W', rest @ ..] if !rest.is_empty() => (Some(Color::White), &letters[1..]),
        [b'b', rest @ ..] if !rest.is_empty() && rest[0].is_ascii_uppercase() => {
            (Some(Color::Black), &letters[1..])
        }
        _ => (None, letters.as_str()),
    };
    let role = match name.to_ascii_uppercase().as_str() {
        "K" => Role::King,
        "Q" => Role::Queen,
        "R" => Role::Rook,
        "B" => Role::Bishop,
        "N" | "KT" => Role::Knight,
        "P" => Role::Pawn,
        _ => return None,
    };
    let color = said.unwrap_or(match (starred, black, name.starts_with(|c: char| c.is_lowercase())) {
        (true, true, _) | (false, _, true) => Color::Black,
        _ => Color::White,
    });
    Some(Some(role.of(color)))
}

/// The cells of one line of a diagram, and the rank printed beside it.
fn row(line: &str) -> Option<(Vec<&str>, Option<u8>)> {
    let line = line.trim();
    let label =
        |text: &str| text.trim().trim_end_matches('.').parse::<u8>().ok().filter(|n| (1..=8).contains(n));
    if let (Some(first), Some(last)) = (line.find('|'), line.rfind('|'))
        && first < last
    {
        let mut cells: Vec<&str> = line[first + 1..last].split('|').collect();
        let mut rank = label(&line[..first]).or_else(|| label(&line[last + 1..]));
        // The ranks of a table stand in a column of their own.
        if let (9, [left, .., right]) = (cells.len(), &cells[..]) {
            let (left, right) = (label(left), label(right));
            rank = left.or(right);
            if left.is_some() {
                cells.remove(0);
            } else if right.is_some() {
                cells.pop();
            }
        }
        return (cells.len() == 8).then_some((cells, rank));
    }
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let mut rank = None;
    if words.len() > 1
        && let Some(found) = words.first().and_then(|w| label(w))
    {
        (rank, _) = (Some(found), words.remove(0));
    }
    if words.len() > 1
        && let Some(found) = words.last().and_then(|w| label(w))
    {
        (rank, _) = (Some(found), words.pop());
    }
    if let [word] = words[..]
        && word.chars().count() == 8
    {
        words = word.char_indices().map(|(at, c)| &word[at..at + c.len_utf8()]).collect();
    }
    (words.len() == 8).then_some((words, rank))
}

/// The board that a word tells rank by rank, as the first field of FEN does: `8/5k2/8/8/8/2K5/8/7R`.
fn forsyth(word: &str) -> Option<Board> {
    if word.bytes().filter(|&b| b == b'/').count() != 7 {
        return None;
    }
    let fen = format!("{word} w - - 0 1");
    Setup::from_fen(&fen).ok().map(|setup| setup.board)
}

/// The board of an ASCII diagram: eight rows of eight squares, White below unless the ranks beside it say otherwise.
/// Black's men are marked (`K*`, `#K`), small letters, or prefixed (`bK`).
#[must_use]
pub fn diagram(text: &str) -> Option<Board> {
    if let Some(board) = text.split_whitespace().find_map(forsyth) {
        return Some(board);
    }
    let starred = has_marked_men(text);
    let mut rows: Vec<Vec<Option<Piece>>> = Vec::new();
    let mut first_rank = None;
    for line in text.lines() {
        let Some((cells, rank)) = row(line) else { continue };
        let squares: Option<Vec<Option<Piece>>> =
            cells.into_iter().map(|cell| square(cell, starred)).collect();
        let Some(squares) = squares else { continue };
        if rows.is_empty() {
            first_rank = rank;
        }
        rows.push(squares);
    }
    if rows.len() != 8 {
        return None;
    }
    if first_rank == Some(1) {
        rows.reverse();
        rows.iter_mut().for_each(|row| row.reverse());
    }
    let mut board = Board::empty();
    for (row, rank) in rows.into_iter().zip(Rank::ALL.into_iter().rev()) {
        for (piece, file) in row.into_iter().zip(File::ALL) {
            board.set(Square::new(file, rank), piece);
        }
    }
    Some(board)
}
