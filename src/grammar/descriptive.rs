//! Descriptive notation: the words of one move as every token they can be.
//!
//! Letters are names of men, of wings and of files at once, so a production gives all the ways to take the words, and
//! those that reach farthest are kept.
use super::scan::{Read, Scanner};
use crate::chess::{CastlingSide, Role};
use crate::lexicon::words::behind_gap;
use crate::lexicon::{Lexicon, Stands, Word};
use crate::record::token::{Becomes, CheckMark, Deed, FileName, Goal, Man, Place, Token, Verb};
use crate::span::Span;
use square::{All, CLOSE, OPEN, bare_origins, file_names, origins, places, side, starts_beside};

mod square;

/// What stands after a move: marks that hold for the token.
#[derive(Clone, Copy, Debug, Default)]
struct Tail {
    becomes: Becomes,
    check: CheckMark,
    en_passant: bool,
    stalemate: bool,
    at: Option<Place>,
    said: Option<Span>,
}

/// Every token that the text can begin with, cheapest first; only those that take the most words are given.
///
/// # Errors
/// The place where the text stops making sense as a move.
pub fn tokens(scanner: &Scanner<'_>) -> Result<Vec<Token>, usize> {
    let mut all = all_tokens(scanner);
    let end = all.iter().map(|t| t.end).max().ok_or_else(|| scanner.farthest())?;
    all.retain(|t| t.end == end);
    all.sort_by_key(|t| t.cost);
    let mut different: Vec<Token> = Vec::new();
    for token in all {
        if !different.iter().any(|t| t.deed == token.deed && t.becomes == token.becomes) {
            different.push(token);
        }
    }
    Ok(different)
}

/// Every token that the text can begin with, wherever it ends.
#[must_use]
pub fn all_tokens(scanner: &Scanner<'_>) -> Vec<Token> {
    let start = skip_number(scanner.text, scanner.ocr);
    let mut all = moves(scanner, start);
    for token in &mut all {
        token.start = scanner.skip_gap(start);
    }
    all
}

/// The men that may be named at a place, with the ends of their names.
pub(super) fn men_names(scanner: &Scanner<'_>, at: usize) -> Vec<(Man, usize)> {
    men(scanner, at).into_iter().map(|found| (found.value, found.end)).collect()
}

/// The man named at a place with the most words.
pub(super) fn man_at(scanner: &Scanner<'_>, at: usize) -> Option<(Man, usize)> {
    men_names(scanner, at).into_iter().max_by_key(|&(_, end)| end)
}

/// The square named at a place with the most words.
pub(super) fn place_at(scanner: &Scanner<'_>, at: usize) -> Option<(Place, usize)> {
    places(scanner, at).into_iter().map(|found| (found.value, found.end)).max_by_key(|&(_, end)| end)
}

// number = 1*3digit 1*( "." / " " ) — in raw text also glued to the move
fn skip_number(text: &str, ocr: bool) -> usize {
    let rest = behind_gap(text);
    let start = text.len() - rest.len();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let after = rest[digits..].chars().next();
    let ends = after.is_some_and(|c| c == '.' || c == ' ' || (ocr && c.is_ascii_uppercase()));
    if (1..=3).contains(&digits) && ends && !rest.starts_with("0-") { start + digits } else { start }
}

/// May a move begin with the first words of a text, behind its number? Most words of a book can be told apart by this.
pub(super) fn may_begin(text: &str, lexicon: &Lexicon, ocr: bool) -> bool {
    let mut rest = behind_gap(&text[skip_number(text, ocr)..]);
    loop {
        let (mut begins, mut idle) = (false, 0);
        lexicon.each_at(rest, ocr, |_, hit| match hit.word {
            Word::Man(_) | Word::Piece | Word::Castle(_) | Word::Same | Word::Anything => begins = true,
            Word::Filler | Word::Adjective => idle = idle.max(hit.len),
            _ => {}
        });
        if begins || idle == 0 {
            return begins;
        }
        rest = behind_gap(&rest[idle..]);
    }
}

// move = castles / same / anything / man-move, then alternatives
fn moves(scanner: &Scanner<'_>, at: usize) -> Vec<Token> {
    let mut tokens = castles(scanner, at);
    let bare = scanner.skip_idle(at);
    for lexeme in scanner.words(bare) {
        let deed = match lexeme.word {
            Word::Same => Deed::Same,
            Word::Anything => Deed::Anything,
            _ => continue,
        };
        let (tail, end) = tail(scanner, lexeme.end, None);
        // `The same observations apply` speaks of something else.
        let goes_on = scanner.rest(end).trim_start();
        if lexeme.word == Word::Same
            && goes_on.starts_with(char::is_lowercase)
            && !goes_on.starts_with("and ")
        {
            continue;
        }
        tokens.push(token(deed, tail, end, lexeme.cost));
    }
    man_moves(scanner, at, None, &mut tokens);
    // The words of a move end where a word ends: `Kt P` is no man in `B t. Kt Pt.B`.
    tokens.retain(|t| scanner.ends_word(t.end));
    for token in &mut tokens {
        add_alternatives(scanner, token);
    }
    tokens
}

fn token(deed: Deed, tail: Tail, end: usize, cost: u32) -> Token {
    let deed = match (deed, tail.at) {
        (Deed::Move { man, verb, goal: Goal::Unsaid }, Some(place)) => {
            Deed::Move { man, verb, goal: Goal::Place(place) }
        }
        (deed, _) => deed,
    };
    Token {
        deed,
        becomes: tail.becomes,
        check: tail.check,
        en_passant: tail.en_passant,
        stalemate: tail.stalemate,
        said: tail.said,
        alternatives: Vec::new(),
        start: 0,
        end,
        cost,
    }
}

// castles = [ [ article ] castler ] ( "Castles" [ on / with / "(" ] [ side-name ] [ "side" ] / "O-O" / "O-O-O" ) tail
// castler = king / queen / wing rook     ; `K. castles` tells no side, `Q. castles` and `K. R. castles` do
fn castles(scanner: &Scanner<'_>, at: usize) -> Vec<Token> {
    let mut found = Vec::new();
    let mut told = None;
    let mut at = at;
    let name = scanner.skip_idle(at);
    if let Some(name) = scanner.word(name, |w| if let Word::Man(role) = w { side(role) } else { None }) {
        let owned = scanner.skip_possessive(name.end);
        let rook = scanner.word(owned, |w| (w == Word::Man(Role::Rook)).then_some(()));
        told = Some(name.value).filter(|&side| rook.is_some() || side == CastlingSide::Queen);
        at = rook.map_or(name.end, |rook| rook.end);
    }
    // The longest word that says castling: `O-O` begins `O-O-O` too.
    for lexeme in scanner.words(at) {
        let Word::Castle(said) = lexeme.word else { continue };
        let mut push = |wing: Option<CastlingSide>, end: usize| {
            let (tail, end) = tail(scanner, end, None);
            found.push(token(Deed::Castle(wing), tail, end, lexeme.cost));
        };
        push(said.or(told), lexeme.end);
        if said.or(told).is_none()
            && let Some((side, after)) = castling_side(scanner, lexeme.end)
        {
            push(side, after);
        }
        break;
    }
    found
}

/// The words that tell the side; `with his rook` tells none.
fn castling_side(scanner: &Scanner<'_>, at: usize) -> Option<(Option<CastlingSide>, usize)> {
    let opened = scanner.mark(at, OPEN);
    let mut at = opened.or_else(|| scanner.mark(at, &[',', ';'])).unwrap_or(at);
    at = scanner
        .word(at, |w| matches!(w, Word::At | Word::With | Word::To).then_some(()))
        .map_or(at, |found| found.end);
    at = scanner.skip_idle(at);
    at = scanner.skip(at, Word::Own);
    let close = |end: usize| if opened.is_some() { scanner.mark(end, CLOSE).unwrap_or(end) } else { end };
    if let Some(long) = scanner.word(at, |w| if let Word::Side(Some(side)) = w { Some(side) } else { None }) {
        return Some((Some(long.value), close(long.end)));
    }
    let rook = |at| scanner.word(at, |w| (w == Word::Man(Role::Rook)).then_some(()));
    if let Some(rook) = rook(at) {
        return Some((None, close(rook.end)));
    }
    let name = scanner.word(at, |w| if let Word::Man(role) = w { side(role) } else { None })?;
    let mut end = scanner.skip_possessive(name.end);
    // `Castles Q Kt-B3`: one blank before a man, and the wing is the man's.
    let is_mans = |end: usize| {
        let behind = scanner.rest(end);
        let is_near = behind.starts_with(' ') && behind[1..].starts_with(char::is_alphabetic);
        is_near && scanner.word(end, |w| matches!(w, Word::Man(_)).then_some(())).is_some()
    };
    if let Some(rook) = rook(end) {
        end = scanner.skip_possessive(rook.end);
    } else if opened.is_none() && is_mans(end) {
        return None;
    }
    end = scanner.skip(end, Word::Side(None));
    Some((Some(name.value), close(end)))
}

// man-move = man [ origin / bare-origin ] ( verb goal / "moves" / "interposes" / steps / "queens" / [ place ] ) tail
fn man_moves(scanner: &Scanner<'_>, at: usize, same_man: Option<Man>, tokens: &mut Vec<Token>) {
    let mut movers = men(scanner, at);
    if let Some(value) = same_man {
        movers.push(Read { value, end: at, cost: 0 });
    }
    for mover in movers {
        let behind = places(scanner, mover.end);
        deeds(scanner, mover, &behind, tokens);
        for origin in origins(scanner, mover.end) {
            let man = Man { at: Some(origin.value), ..mover.value };
            let man = Read { value: man, end: origin.end, cost: mover.cost + origin.cost };
            deeds(scanner, man, &places(scanner, man.end), tokens);
        }
        let mut bare = Vec::new();
        for origin in bare_origins(scanner, mover.end, behind) {
            let man = Man { at: Some(origin.value), ..mover.value };
            let man = Read { value: man, end: origin.end, cost: mover.cost + origin.cost };
            deeds(scanner, man, &places(scanner, man.end), &mut bare);
        }
        tokens.extend(bare.into_iter().filter(goes_from_square));
    }
}

/// Does it say a square or a man that it goes to, and by which verb? Behind a square without brackets it must.
fn goes_from_square(token: &Token) -> bool {
    match token.deed {
        Deed::Move { goal: Goal::Place(place), verb, .. } => verb != Verb::Unsaid && place.rank.is_some(),
        Deed::Move { goal: Goal::Victim(_), .. } => true,
        _ => false,
    }
}

/// What a man may do, of whom the squares that stand right behind him are known.
fn deeds(scanner: &Scanner<'_>, man: Read<Man>, behind: &[Read<Place>], tokens: &mut Vec<Token>) {
    let mover = man.value;
    let mut push = |verb: Verb, goal: Goal, end: usize, cost: u32| {
        let deed = Deed::Move { man: mover, verb, goal };
        let (tail, after) = tail(scanner, end, Some((mover, goal)));
        tokens.push(token(deed, tail, after, man.cost + cost));
    };
    for lexeme in scanner.words(man.end) {
        match lexeme.word {
            Word::To | Word::At => {
                for place in places(scanner, lexeme.end) {
                    push(Verb::To, Goal::Place(place.value), place.end, lexeme.cost + place.cost);
                }
            }
            Word::Takes => {
                for victim in victims(scanner, lexeme.end) {
                    push(Verb::Takes, Goal::Victim(victim.value), victim.end, lexeme.cost + victim.cost);
                }
                for place in places(scanner, lexeme.end).into_iter().filter(|p| p.value.rank.is_some()) {
                    push(Verb::Takes, Goal::Place(place.value), place.end, lexeme.cost + place.cost + 5);
                }
            }
            Word::Moves => push(Verb::Unsaid, Goal::Unsaid, lexeme.end, lexeme.cost),
            Word::Interposes => push(Verb::Unsaid, Goal::Interposes, lexeme.end, lexeme.cost),
            Word::Steps(count) => {
                let end = scanner.skip(lexeme.end, Word::Square);
                push(Verb::To, Goal::Steps(count), end, lexeme.cost);
            }
            // `P. queens`: it steps there; a capture would be told.
            Word::Becomes(_) if mover.role == Some(Role::Pawn) => push(Verb::To, Goal::Unsaid, man.end, 0),
            Word::Check | Word::Discovered | Word::Double | Word::Mate => {
                push(Verb::Unsaid, Goal::Unsaid, man.end, 0);
            }
            _ => {}
        }
    }
    // Without a verb the square must be whole; where the rank stands first (`P4R`) that is how a quiet move is written.
    let verb = if scanner.lexicon.rank == Stands::Before { Verb::To } else { Verb::Unsaid };
    for place in behind.iter().filter(|p| p.value.rank.is_some()) {
        push(verb, Goal::Place(place.value), place.end, place.cost);
    }
}

// man = [ article ] [ wing ] piece / [ file ] pawn     (wing and file after it where the language has it so)
fn men(scanner: &Scanner<'_>, at: usize) -> All<Man> {
    let at = scanner.skip_idle(at);
    let mut found = Vec::new();
    for first in scanner.words(at) {
        let span = |end| Span::of(first.start, end);
        let role = match first.word {
            Word::Man(role) => role,
            Word::Piece => {
                let value = Man { span: span(first.end), ..Man::default() };
                found.push(Read { value, end: first.end, cost: first.cost });
                continue;
            }
            _ => continue,
        };
        let plain = Man { role: Some(role), span: span(first.end), ..Man::default() };
        found.push(Read { value: plain, end: first.end, cost: first.cost });
        match scanner.lexicon.wing {
            Stands::Before => wing_before(scanner, role, first, &mut found),
            Stands::After if role == Role::Pawn => {
                for file in file_names(scanner, scanner.skip(first.end, Word::Filler)) {
                    let value = Man { file: Some(file.value), span: span(file.end), ..plain };
                    found.push(Read { value, end: file.end, cost: first.cost + file.cost });
                }
            }
            Stands::After if starts_beside(role) => {
                for second in scanner.words(scanner.skip(first.end, Word::Filler)) {
                    let Word::Man(name) = second.word else { continue };
                    let Some(wing) = side(name) else { continue };
                    let value = Man { wing: Some(wing), span: span(second.end), ..plain };
                    found.push(Read { value, end: second.end, cost: first.cost + second.cost });
                }
            }
            Stands::After => {}
        }
    }
    found
}

fn wing_before(scanner: &Scanner<'_>, role: Role, first: super::scan::Lexeme, found: &mut All<Man>) {
    let span = |end| Span::of(first.start, end);
    for second in scanner.words(scanner.skip_possessive(first.end)) {
        let cost = first.cost + second.cost;
        match (side(role), second.word) {
            (_, Word::Man(Role::Pawn)) if role != Role::Pawn => {
                let file = Some(FileName { wing: None, of: role });
                let value = Man { role: Some(Role::Pawn), file, span: span(second.end), ..Man::default() };
                found.push(Read { value, end: second.end, cost });
            }
            (Some(wing), Word::Man(piece)) if starts_beside(piece) => {
                let wing = Some(wing);
                let value = Man { role: Some(piece), wing, span: span(second.end), ..Man::default() };
                found.push(Read { value, end: second.end, cost });
                for third in scanner.words(scanner.skip_possessive(second.end)) {
                    if third.word == Word::Man(Role::Pawn) {
                        let file = Some(FileName { wing, of: piece });
                        let role = Some(Role::Pawn);
                        let value = Man { role, file, span: span(third.end), ..Man::default() };
                        found.push(Read { value, end: third.end, cost: cost + third.cost });
                    }
                }
            }
            _ => {}
        }
    }
}

// victim = man [ "(" [ at ] place ")" / at place ]
fn victims(scanner: &Scanner<'_>, at: usize) -> All<Man> {
    let mut found = Vec::new();
    for man in men(scanner, scanner.skip(at, Word::Own)) {
        found.push(man);
        for place in origins(scanner, man.end) {
            let value = Man { at: Some(place.value), ..man.value };
            found.push(Read { value, end: place.end, cost: man.cost + place.cost });
        }
    }
    found
}

// tail = *( [ punctuation ] ( check / mate / ep / becomes man / "(" man ")" / note ) )
fn tail(scanner: &Scanner<'_>, at: usize, deed: Option<(Man, Goal)>) -> (Tail, usize) {
    let mut tail = Tail::default();
    let pawn = deed.is_some_and(|(man, _)| man.role == Some(Role::Pawn));
    let last_rank = matches!(deed, Some((_, Goal::Place(Place { rank: Some(8), .. }))));
    let mut end = at;
    let mut open = 0_u32;
    let mut here = at;
    loop {
        // Behind most moves stands the next word.
        here = scanner.skip_gap(here);
        let is_word = scanner.rest(here).starts_with(|c: char| c.is_ascii_alphanumeric());
        if !is_word
            && let Some(next) = scanner.mark(here, OPEN)
            && scanner.note_mark(here).is_none_or(|_| pawn && promoted(scanner, next).is_some())
        {
            (here, open) = (next, open + 1);
            continue;
        }
        if open > 0
            && !is_word
            && let Some(next) = scanner.mark(here, CLOSE)
        {
            (here, end, open) = (next, next, open - 1);
            continue;
        }
        if !is_word && let Some(next) = scanner.mark(here, &[',', ';', ':']) {
            here = next;
            continue;
        }
        let Some(next) = tail_word(scanner, here, &mut tail, (pawn, last_rank || open > 0), deed) else {
            break;
        };
        here = next;
        if open == 0 {
            end = next;
        }
    }
    // Full stops and blanks belong to the gap; a last stop belongs to the words before it.
    let stop = scanner.rest(end).starts_with('.');
    (tail, end + usize::from(stop))
}

fn promoted(scanner: &Scanner<'_>, at: usize) -> Option<Read<Role>> {
    let at = scanner.skip(scanner.skip_idle(at), Word::Another);
    scanner.word(at, |w| match w {
        Word::Man(role) if !matches!(role, Role::Pawn | Role::King) => Some(role),
        _ => None,
    })
}

fn tail_word(
    scanner: &Scanner<'_>,
    at: usize,
    tail: &mut Tail,
    (pawn, last_rank): (bool, bool),
    deed: Option<(Man, Goal)>,
) -> Option<usize> {
    for lexeme in scanner.words(at) {
        let stronger = |mark: CheckMark, tail: &mut Tail| {
            if tail.check != CheckMark::Mate {
                tail.check = mark;
            }
            Some(lexeme.end)
        };
        let found = match lexeme.word {
            Word::Check if tail.check != CheckMark::None => Some(lexeme.end),
            Word::Check => stronger(CheckMark::Check, tail),
            Word::Discovered => stronger(CheckMark::Discovered, tail),
            Word::Double => stronger(CheckMark::Double, tail),
            Word::Mate => stronger(CheckMark::Mate, tail),
            Word::Stalemate => {
                tail.stalemate = true;
                Some(lexeme.end)
            }
            Word::EnPassant if deed.is_some() => {
                tail.en_passant = true;
                Some(lexeme.end)
            }
            Word::Note => {
                let words = Span::of(lexeme.start, lexeme.end);
                if scanner.rest(words.start as usize).starts_with(char::is_alphabetic) {
                    tail.said = Some(tail.said.map_or(words, |before| before.join(words)));
                }
                Some(lexeme.end)
            }
            Word::Becomes(said) if pawn => {
                let man = promoted(scanner, lexeme.end).filter(|_| said.is_none());
                tail.becomes = match said.or(man.map(|m| m.value)) {
                    Some(role) => Becomes::To(role),
                    None => Becomes::Any,
                };
                Some(man.map_or(lexeme.end, |m| m.end))
            }
            Word::At if deed.is_some_and(|(_, goal)| goal == Goal::Unsaid) && tail.at.is_none() => {
                let place = places(scanner, lexeme.end).into_iter().max_by_key(|p| p.end);
                place.filter(|p| p.value.rank.is_some()).map(|p| {
                    tail.at = Some(p.value);
                    p.end
                })
            }
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    if pawn
        && last_rank
        && matches!(tail.becomes, Becomes::Unsaid | Becomes::Any)
        && let Some(man) = promoted(scanner, at)
    {
        tail.becomes = Becomes::To(man.value);
        return Some(man.end);
    }
    scanner.note_mark(at)
}

// alternatives = *( [ "," ] "or" ( move / [ to ] place ) )
fn add_alternatives(scanner: &Scanner<'_>, token: &mut Token) {
    for _ in 0..4 {
        let at = scanner.mark(token.end, &[',', ';']).unwrap_or(token.end);
        let Some(or) = scanner.word(at, |w| (w == Word::Or).then_some(())) else { return };
        let man = if let Deed::Move { man, .. } = token.deed { Some(man) } else { None };
        let Some(other) = one_more(scanner, or.end, man) else { return };
        token.end = other.end;
        // `K. to B. or Kt's sq.`: the rank said last holds for both.
        if let (Deed::Move { goal: Goal::Place(first), .. }, Deed::Move { goal: Goal::Place(second), .. }) =
            (&mut token.deed, &other.deed)
            && first.rank.is_none()
        {
            first.rank = second.rank;
        }
        token.alternatives.push(other);
    }
}

fn one_more(scanner: &Scanner<'_>, at: usize, man: Option<Man>) -> Option<Token> {
    let mut tokens = castles(scanner, at);
    man_moves(scanner, at, None, &mut tokens);
    if tokens.is_empty() {
        man_moves(scanner, at, man, &mut tokens);
    }
    let end = tokens.iter().map(|t| t.end).max()?;
    tokens.into_iter().filter(|t| t.end == end).min_by_key(|t| t.cost)
}
