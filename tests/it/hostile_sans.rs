//! One move of a game damaged at random: it is reported there, or it still has one legal meaning. Which one that is, another
//! rules core says, from the letters of the damaged move alone.
use std::fs;
use std::ops::ControlFlow;

use cozy_chess::{Board, File, Move, Piece, Rank, Square};
use descant::code::Code;
use descant::diagnose::{Diagnostic, Severity};
use descant::game::Node;
use descant::reader::pgn::{PgnOptions, PgnReader};
use descant::source::{Chunks, Encoding};
use descant::span::Span;

use super::hostile_mutations::Numbers;

/// The moves of the main line, each with its place, and what was found.
struct Reading {
    moves: Vec<(Move, Span)>,
    found: Vec<Diagnostic>,
}

fn theirs(mv: descant::chess::Move) -> Move {
    let mut text = format!("{}{}", mv.from(), mv.to());
    if let Some(role) = mv.promotion() {
        text.push(char::from(role.letter().to_ascii_lowercase()));
    }
    text.parse().expect("a move in coordinates")
}

/// Reads every game of a text that begins with the usual array: its text, and its reading.
fn read(text: &str, mut each: impl FnMut(&str, Reading)) {
    let _ = PgnReader::new(PgnOptions::default()).read(text, &mut |found| {
        if found.game.start != descant::chess::Position::default() {
            return ControlFlow::Continue(());
        }
        let (mut depth, mut moves) = (0, Vec::new());
        for node in &found.game.nodes {
            match node {
                Node::Open => depth += 1,
                Node::Close => depth -= 1,
                Node::Move(played) if depth == 0 => {
                    let span =
                        Span::new(played.span.start - found.raw.start, played.span.end - found.raw.start);
                    moves.push((if played.mv.is_null() { null() } else { theirs(played.mv) }, span));
                }
                _ => {}
            }
        }
        each(found.raw.of_text(text), Reading { moves, found: found.diagnostics.to_vec() });
        ControlFlow::Continue(())
    });
}

fn null() -> Move {
    Move { from: Square::A1, to: Square::A1, promotion: None }
}

/// A move as letters: man, square left, square entered, what it becomes.
fn long(board: &Board, mv: Move) -> String {
    let man = match board.piece_on(mv.from) {
        Some(Piece::Pawn) | None => String::new(),
        Some(piece) => piece.to_string().to_uppercase(),
    };
    let becomes = mv.promotion.map_or(String::new(), |piece| piece.to_string().to_uppercase());
    format!("{man}{}{}{becomes}", mv.from, mv.to)
}

fn castles(board: &Board, mv: Move) -> bool {
    board.color_on(mv.to) == Some(board.side_to_move())
}

/// The parts of a move in the spelling of the standard.
struct Parts {
    man: Piece,
    from: (Option<File>, Option<Rank>),
    to: Square,
    becomes: Option<Piece>,
    takes: bool,
}

/// `Nbxd2+` in its parts; `None` if it is spelled otherwise.
fn parts(token: &str) -> Option<Parts> {
    let token = token.strip_suffix(['+', '#']).unwrap_or(token);
    let (token, becomes) = match token.split_once('=') {
        Some((token, letter)) => {
            let piece =
                ["Q", "R", "B", "N"].contains(&letter).then(|| letter.to_lowercase().parse().ok())??;
            (token, Some(piece))
        }
        None => (token, None),
    };
    let (man, rest) = match token.chars().next()? {
        c if "KQRBN".contains(c) => (c.to_ascii_lowercase().to_string().parse().ok()?, &token[1..]),
        _ => (Piece::Pawn, token),
    };
    let before = rest.get(..rest.len().checked_sub(2)?)?;
    let to = rest[before.len()..].parse().ok()?;
    let from = before.strip_suffix('x').unwrap_or(before);
    let (file, rank) = match from.len() {
        // Who takes is said.
        0 if man == Piece::Pawn && !before.is_empty() => return None,
        0 => (None, None),
        1 if man == Piece::Pawn
            && (from.len() == before.len() || from.starts_with(|c: char| c.is_ascii_digit())) =>
        {
            return None;
        }
        1 => (from.parse().ok(), from.parse().ok()),
        2 => (Some(from[..1].parse().ok()?), Some(from[1..].parse().ok()?)),
        _ => return None,
    };
    (from.is_empty() || file.is_some() || rank.is_some()).then_some(Parts {
        man,
        from: (file, rank),
        to,
        becomes,
        takes: before.ends_with('x'),
    })
}

/// The legal moves that a move in the spelling of the standard can mean; `None` for other spellings.
fn meanings(board: &Board, token: &str) -> Option<Vec<Move>> {
    let bare = token.strip_suffix(['+', '#']).unwrap_or(token);
    let castling = match bare {
        "O-O" => Some(true),
        "O-O-O" => Some(false),
        _ => None,
    };
    let parts = if castling.is_some() { None } else { Some(parts(token)?) };
    let mut fitting = Vec::new();
    board.generate_moves(|moves| {
        for mv in moves {
            let fits = match (&parts, castling) {
                (None, Some(short)) => castles(board, mv) && (mv.to.file() > mv.from.file()) == short,
                (Some(parts), _) => {
                    !castles(board, mv)
                        && board.piece_on(mv.from) == Some(parts.man)
                        && mv.to == parts.to
                        && mv.promotion == parts.becomes
                        && parts.from.0.is_none_or(|file| mv.from.file() == file)
                        && parts.from.1.is_none_or(|rank| mv.from.rank() == rank)
                        // A pawn that takes is named by its file, and leaves it.
                        && (parts.man != Piece::Pawn
                            || !parts.takes
                            || mv.from.file() != mv.to.file())
                        && (parts.man != Piece::Pawn
                            || parts.from.0.is_some()
                            || mv.from.file() == mv.to.file())
                }
                _ => false,
            };
            if fits {
                fitting.push(mv);
            }
        }
        false
    });
    Some(fitting)
}

/// Whether what the token says in letters and digits is said of the move, in that order.
fn can_mean(board: &Board, token: &str, mv: Move) -> bool {
    if castles(board, mv) {
        return token.contains(['O', 'o', '0']) || token.contains(&mv.from.to_string());
    }
    let long = long(board, mv);
    // A pawn may be named, a small letter may stand for a man.
    let named =
        if board.piece_on(mv.from) == Some(Piece::Pawn) { token.strip_prefix(['P', 'p']) } else { None };
    let token = named.unwrap_or(token).replace("mate", "").replace("ch", "").replace("ep", "");
    let said: String = token.chars().filter(|c| c.is_ascii_alphanumeric() && !"xX".contains(*c)).collect();
    let man = said.get(..1).unwrap_or("").to_ascii_uppercase() + said.get(1..).unwrap_or("");
    let becomes =
        said.get(..said.len() - 1).unwrap_or("").to_owned() + &said[said.len() - 1..].to_ascii_uppercase();
    [said, man, becomes].iter().any(|said| {
        let mut rest = long.chars();
        said.chars().all(|c| rest.any(|other| other == c))
    })
}

/// The token with the files before its ranks in small letters (`E2-E4`).
fn small_squares(token: &str) -> String {
    let next = token.chars().skip(1).map(Some).chain([None]);
    let small = |(c, next): (char, Option<char>)| match next {
        Some('1'..='8' | 'x' | 'X' | ':') if ('A'..='H').contains(&c) => c.to_ascii_lowercase(),
        _ => c,
    };
    token.chars().zip(next).map(small).collect()
}

fn damage(token: &str, numbers: &mut Numbers) -> String {
    const SIGNS: &[u8] = b"KQRBNabcdefgh12345678xO-=+#";
    loop {
        let mut bytes = token.as_bytes().to_vec();
        let at = numbers.below(bytes.len());
        let sign = match numbers.below(4) {
            // Any sign that does not begin a comment, a variation, a tag or a glyph.
            0 => {
                let sign = b'!' + numbers.below(94) as u8;
                if b"{}();$%<>[]*\"".contains(&sign) { continue } else { sign }
            }
            _ => SIGNS[numbers.below(SIGNS.len())],
        };
        match numbers.below(4) {
            0 if bytes.len() > 1 => {
                bytes.remove(at);
            }
            1 => bytes.insert(at, sign),
            2 if at + 1 < bytes.len() => bytes.swap(at, at + 1),
            _ => bytes[at] = sign,
        }
        let damaged = String::from_utf8(bytes).expect("ASCII");
        if damaged != token {
            return damaged;
        }
    }
}

#[derive(Debug, Default)]
struct Counts {
    games: u64,
    reported: u64,
    one_meaning: u64,
    /// In another spelling than that of the standard.
    odd: u64,
    warned: u64,
}

/// Damages one move of each game, so many times.
fn check(text: &str, times: usize, numbers: &mut Numbers, counts: &mut Counts, most: u64) {
    read(text, |raw, reading| {
        if reading.moves.is_empty()
            || counts.games >= most
            || reading.found.iter().any(|d| d.severity != Severity::Note)
        {
            return;
        }
        for _ in 0..times {
            let ply = numbers.below(reading.moves.len());
            let span = reading.moves[ply].1;
            let token = &raw[span.range()];
            if !token.is_ascii() || token.contains([' ', '\n']) {
                continue;
            }
            let damaged = damage(token, numbers);
            let text = format!("{}{damaged}{}", &raw[..span.start as usize], &raw[span.end as usize..]);
            let mut board = Board::default();
            for (mv, _) in &reading.moves[..ply] {
                if *mv == null() {
                    board = board.null_move().expect("not in check");
                } else {
                    board.try_play(*mv).expect("legal");
                }
            }
            counts.games += 1;
            let mut games = 0;
            read(&text, |_, again| {
                games += 1;
                judge(&board, ply, token, &damaged, span, &reading, &again, counts);
            });
            assert_eq!(games, 1, "{token} as {damaged} in {raw}");
        }
    });
}

#[expect(clippy::too_many_arguments, reason = "what one case is made of")]
fn judge(
    board: &Board,
    ply: usize,
    token: &str,
    damaged: &str,
    span: Span,
    reading: &Reading,
    again: &Reading,
    counts: &mut Counts,
) {
    let what = format!("{token} as {damaged}, half-move {ply}, in {board}: {:?}", again.found);
    let moves = |reading: &Reading| reading.moves.iter().map(|(mv, _)| *mv).take(ply).collect::<Vec<_>>();
    assert_eq!(moves(again), moves(reading), "what stands before is played: {what}");
    let end = span.start as usize + damaged.len();
    let at_place = |d: &&Diagnostic| {
        d.ply == Some(ply as u32) || ((d.span.start as usize) < end && d.span.end > span.start)
    };
    let error = again.found.iter().filter(at_place).any(|d| d.severity == Severity::Error);
    let warning = again.found.iter().filter(at_place).any(|d| d.severity != Severity::Note);
    let played =
        again.moves.get(ply).filter(|(_, place)| (place.start as usize) < end && place.end > span.start);
    match (meanings(board, damaged), played) {
        (Some(fitting), Some((mv, _))) => {
            assert_eq!(fitting, [*mv], "the one legal meaning is played: {what}");
            assert!(!error, "{what}");
            counts.one_meaning += 1;
        }
        (Some(fitting), None) => {
            assert_ne!(fitting.len(), 1, "it still has one legal meaning: {what}");
            assert!(error, "no legal meaning, or more than one, is reported: {what}");
            counts.reported += 1;
        }
        (None, Some((mv, place))) => {
            // A number before it, a glyph behind it are no part of the move.
            let from = place.start.saturating_sub(span.start) as usize;
            let to = ((place.end - span.start) as usize).min(damaged.len());
            let said = &damaged[from..to];
            assert!(said == damaged || again.found.iter().any(|d| at_place(&d)), "{what}");
            // A letter that makes the game one of another language is named.
            let foreign = again.found.iter().any(|d| d.code == Code::NationalLetters);
            let said = if foreign && said.starts_with(char::is_uppercase) { &said[1..] } else { said };
            let capitals = again.found.iter().any(|d| d.code == Code::SquareSpelling && at_place(&d));
            let said = if capitals { small_squares(said) } else { said.to_owned() };
            assert!(can_mean(board, &said, *mv), "{mv} is not what it says: {what}");
            counts.odd += 1;
        }
        (None, None) if error => counts.reported += 1,
        (None, None) => {
            assert!(warning, "it vanished without a word: {what}");
            counts.warned += 1;
        }
    }
}

#[test]
fn a_damaged_move_is_reported_or_has_one_legal_meaning() {
    let mut counts = Counts::default();
    let mut numbers = Numbers(0x2545_F491_4F6C_DD1D);
    for text in
        [include_str!("../../fixtures/games/games.pgn"), include_str!("../../fixtures/stats/games.pgn")]
    {
        check(text, 150, &mut numbers, &mut counts, u64::MAX);
    }
    assert!(
        counts.games > 3000 && counts.reported > 1000 && counts.one_meaning > 100 && counts.odd > 100,
        "{counts:?}"
    );
}

/// For measuring: the file in `DESCANT_GAMES` (PGN, not packed), the first 50,000 games without warnings.
#[test]
#[ignore = "needs a collection: set DESCANT_GAMES to its path"]
fn damaged_moves_of_a_collection() {
    let path = std::env::var("DESCANT_GAMES").expect("DESCANT_GAMES");
    let file = fs::File::open(path).expect("a collection");
    let mut counts = Counts::default();
    let mut numbers = Numbers(0x2545_F491_4F6C_DD1D);
    for chunk in Chunks::new(file, Encoding::Auto) {
        check(&chunk.expect("bytes").text, 1, &mut numbers, &mut counts, 50_000);
    }
    eprintln!("{counts:?}");
    assert!(counts.games > 0);
}
