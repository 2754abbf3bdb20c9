//! Algebraic text moves as people write them: short, long, coordinates, national letters, figurines.
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::{map, opt, value};
use nom::{IResult, Parser};

use crate::chess::{CastlingSide, File, Rank, Role};
use crate::lexicon::letters::letters;
use crate::lexicon::words::{is_apostrophe, is_dash};
use crate::lexicon::{Language, Letters, Lexicon, Word};
use crate::record::CheckMark;
use crate::record::token::{Becomes, Coordinates, Verb};

/// What a man's name in words costs, in tenths.
const WORDS: u32 = 1;

type In<'t, T> = IResult<&'t str, T, ()>;

/// Castling or coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// `O-O`, with the place where its letters end and the check mark.
    Castle(CastlingSide, usize, CheckMark),
    /// `Z0`, `null`.
    Pass(usize),
    /// Everything else; more than one where a letter is a man and a file (`bxc3`).
    Moves(Vec<Coordinates>),
}

// dash = any of the characters that print as one
fn dash(input: &str) -> In<'_, &str> {
    take_while1(is_dash)(input)
}

fn file(input: &str) -> In<'_, File> {
    let (rest, c) = one_of("abcdefgh")(input)?;
    File::from_letter(c as u8).map(|file| (rest, file)).ok_or(nom::Err::Error(()))
}

fn rank(input: &str) -> In<'_, Rank> {
    let (rest, c) = one_of("12345678")(input)?;
    Rank::from_letter(c as u8).map(|rank| (rest, rank)).ok_or(nom::Err::Error(()))
}

// takes = "x" / "X" / ":" / "×" ; to = dash
fn verb(input: &str) -> In<'_, Verb> {
    alt((value(Verb::Takes, one_of("xX:×")), value(Verb::To, dash))).parse(input)
}

fn piece<'t>(letters: &Letters) -> impl Fn(&'t str) -> In<'t, Role> {
    move |input| {
        let (role, length) = letters.role_at(input).ok_or(nom::Err::Error(()))?;
        Ok((&input[length..], role))
    }
}

// becomes = [ "=" / "(" / "/" ] man [ ")" ]; a lower case letter in coordinates (`e7e8q`)
fn becomes<'t>(letters: &Letters) -> impl Fn(&'t str) -> In<'t, Becomes> {
    move |input| {
        let (rest, mark) = opt(one_of("=(/")).parse(input)?;
        let english = letters_of("en");
        let found = letters
            .role_at(rest)
            .or_else(|| english.role_at(rest))
            .or_else(|| english.role_at(&rest.get(..1).unwrap_or("").to_ascii_uppercase()));
        let (role, length) = found.ok_or(nom::Err::Error(()))?;
        if matches!(role, Role::Pawn | Role::King) {
            return Err(nom::Err::Error(()));
        }
        let rest = &rest[length..];
        let (rest, _) = opt(char(')')).parse(rest)?;
        if mark.is_none() && rest.starts_with(|c: char| c.is_alphanumeric()) {
            return Err(nom::Err::Error(()));
        }
        Ok((rest, Becomes::To(role)))
    }
}

fn letters_of(language: &str) -> &'static Letters {
    letters(language).unwrap_or(&crate::lexicon::letters::all()[0])
}

/// The check mark and other marks after the letters of a move.
fn marks(input: &str) -> In<'_, (CheckMark, bool)> {
    let mut rest = input;
    let (mut check, mut en_passant) = (CheckMark::None, false);
    loop {
        let bare = rest.trim_start_matches(' ');
        let mark: In<'_, (CheckMark, bool)> = alt((
            value((CheckMark::Mate, false), alt((tag("#"), tag("++"), tag("‡"), tag("mate"), tag("matt")))),
            value((CheckMark::Check, false), alt((tag("+"), tag("†"), tag("ch")))),
            value((CheckMark::None, true), alt((tag("e.p."), tag("ep"), tag("e. p."), tag("a.p.")))),
            value((CheckMark::None, false), take_while1(|c| matches!(c, '!' | '?'))),
        ))
        .parse(bare);
        match mark {
            Ok((next, (found, ep))) => {
                if found != CheckMark::None {
                    check = found;
                }
                en_passant |= ep;
                rest = next;
            }
            Err(_) => return Ok((rest, (check, en_passant))),
        }
    }
}

// castles = O-O-O / O-O with any dash and with zeros
fn castles(input: &str) -> In<'_, CastlingSide> {
    let oh = |input| one_of("O0oО")(input);
    let (rest, count) =
        map((oh, dash, oh, opt((dash, oh))), |(_, _, _, third)| if third.is_some() { 3 } else { 2 })
            .parse(input)?;
    let side = if count == 3 { CastlingSide::Queen } else { CastlingSide::King };
    Ok((rest, side))
}

/// `[from file] [from rank] [verb] to-file [to-rank]`, backtracking over what belongs to the origin.
fn squares(input: &str) -> Option<(&str, Coordinates)> {
    let empty = Coordinates {
        role: None,
        from_file: None,
        from_rank: None,
        verb: Verb::Unsaid,
        to_file: File::A,
        to_rank: None,
        becomes: Becomes::Unsaid,
        check: CheckMark::None,
        en_passant: false,
        end: 0,
        cost: 0,
    };
    let attempt = |with_file: bool, with_rank: bool, need_rank: bool| -> Option<(&str, Coordinates)> {
        let mut rest = input;
        let mut found = empty;
        if with_file {
            let (next, from) = file(rest).ok()?;
            (rest, found.from_file) = (next, Some(from));
        }
        if with_rank {
            let (next, from) = rank(rest).ok()?;
            (rest, found.from_rank) = (next, Some(from));
        }
        if let Ok((next, said)) = verb(rest) {
            (rest, found.verb) = (next, said);
        }
        let (next, to) = file(rest).ok()?;
        (rest, found.to_file) = (next, to);
        match rank(rest) {
            Ok((next, to)) => (rest, found.to_rank) = (next, Some(to)),
            Err(_) if need_rank => return None,
            Err(_) => {}
        }
        Some((rest, found))
    };
    attempt(true, true, true)
        .or_else(|| attempt(true, false, true))
        .or_else(|| attempt(false, true, true))
        .or_else(|| attempt(false, false, true))
        .or_else(|| attempt(true, false, false).filter(|(_, c)| beside(c)))
}

// in_capitals = square [ verb / " " ] square [ becomes ] marks, the files in capitals
/// Two squares as chess computers write them: `E2-E4`, `E2 E4`, `E7-E8Q`.
fn in_capitals(text: &str) -> Option<Coordinates> {
    fn square(input: &str) -> Option<(&str, File, Rank)> {
        let file = input.chars().next().filter(|c| ('A'..='H').contains(c))?;
        let (rest, rank) = rank(&input[1..]).ok()?;
        Some((rest, File::from_letter(file.to_ascii_lowercase() as u8)?, rank))
    }
    let (rest, from_file, from_rank) = square(text)?;
    let (rest, verb) = opt(verb).parse(rest).ok()?;
    let (rest, to_file, to_rank) = square(rest.strip_prefix(' ').filter(|_| verb.is_none()).unwrap_or(rest))?;
    let is_last = matches!(to_rank, Rank::First | Rank::Eighth);
    let (rest, promotion) =
        if is_last { opt(becomes(letters_of("en"))).parse(rest).ok()? } else { (rest, None) };
    let (rest, (check, en_passant)) = marks(rest).ok()?;
    whole(rest).then(|| Coordinates {
        role: None,
        from_file: Some(from_file),
        from_rank: Some(from_rank),
        verb: verb.unwrap_or(Verb::Unsaid),
        to_file,
        to_rank: Some(to_rank),
        becomes: promotion.unwrap_or_default(),
        check,
        en_passant,
        end: text.len() - rest.len(),
        cost: 0,
    })
}

// in-words = man [ "to" / "takes" ] square     ; `Knight to f3`, `pawn takes d5`, `Kt f3`, `N f3`
/// What stands behind a man by its English name or a letter apart, the man, what its words cost, and the verb.
fn in_words(text: &str) -> Option<(&str, Role, u32, Verb)> {
    let lexicon = Lexicon::of(Language::English)?;
    let hits = lexicon.words_at(text, false);
    let (role, length) = hits.iter().find_map(|hit| match hit.word {
        Word::Man(role) => Some((role, hit.len)),
        _ => None,
    })?;
    let behind = &text[length..];
    let rest = behind.trim_start_matches(' ');
    if length == 1 && behind.len() == rest.len() {
        return None;
    }
    let said = lexicon.words_at(rest, false).into_iter().find_map(|hit| match hit.word {
        Word::To => Some((Verb::To, hit.len)),
        Word::Takes => Some((Verb::Takes, hit.len)),
        _ => None,
    });
    let (verb, length) = said.unwrap_or((Verb::Unsaid, 0));
    Some((rest[length..].trim_start_matches(' '), role, WORDS, verb))
}

/// Pawns take on the file beside theirs (`ed`, `exd`).
fn beside(token: &Coordinates) -> bool {
    token.from_file.is_some_and(|from| from.index().abs_diff(token.to_file.index()) == 1)
}

/// The move that `text` begins with.
#[must_use]
pub fn written(text: &str, language: &'static str) -> Option<Written> {
    let input = text;
    // Two dashes are no move: they stand for an empty cell, or part what is said.
    for null in ["Z0", "null", "@@@@", "0000"] {
        if let Some(rest) = input.strip_prefix(null)
            && !rest.starts_with(|c: char| c.is_alphanumeric())
        {
            return Some(Written::Pass(null.len()));
        }
    }
    if let Ok((rest, side)) = castles(input) {
        let (rest, (check, _)) = marks(rest).ok()?;
        return whole(rest).then(|| Written::Castle(side, text.len() - rest.len(), check));
    }
    if let Some(token) = in_capitals(text) {
        return Some(Written::Moves(vec![token]));
    }
    let letters = letters_of(language);
    let mut found: Vec<Coordinates> = Vec::new();
    let figurines = [letters_of("white"), letters_of("black")];
    let with_letter = [letters, figurines[0], figurines[1]]
        .into_iter()
        .find_map(|l| piece(l)(input).ok().map(|(rest, role)| (rest, role, 0, Verb::Unsaid)));
    // A lower case letter may be a man (`nf3`), but `b` is first of all the file.
    let upper: String = input.chars().take(1).flat_map(char::to_uppercase).collect();
    let lower = if input.starts_with(|c: char| c.is_lowercase()) {
        piece(letters)(&upper).ok().map(|(_, role)| {
            let length = input.chars().next().map_or(0, char::len_utf8);
            (&input[length..], role, 5, Verb::Unsaid)
        })
    } else {
        None
    };
    let pawn = Some((input, Role::Pawn, 0, Verb::Unsaid));
    let named = if language == "en" { in_words(input) } else { None };
    for (rest, role, cost, said) in [with_letter, pawn, lower, named].into_iter().flatten() {
        let Some((rest, mut token)) = squares(rest) else { continue };
        if said != Verb::Unsaid {
            token.verb = said;
        }
        // Two whole squares without a letter: the man is the one that stands there.
        let bare = role == Role::Pawn && with_letter.is_none();
        let coordinates = bare && token.from_file.is_some() && token.from_rank.is_some();
        token.role = (!coordinates).then_some(role);
        token.cost = cost;
        if token.to_rank.is_none() && role != Role::Pawn {
            continue;
        }
        let last = matches!(token.to_rank, None | Some(Rank::First | Rank::Eighth));
        let (rest, promotion) =
            if role == Role::Pawn && last { opt(becomes(letters)).parse(rest).ok()? } else { (rest, None) };
        token.becomes = promotion.unwrap_or_default();
        let (rest, _) = take_while::<_, _, ()>(is_apostrophe)(rest).ok()?;
        let (rest, (check, en_passant)) = marks(rest).ok()?;
        (token.check, token.en_passant, token.end) = (check, en_passant, text.len() - rest.len());
        if whole(rest) {
            found.push(token);
        }
    }
    let end = found.iter().map(|t| t.end).max()?;
    found.retain(|t| t.end == end);
    Some(Written::Moves(found))
}

/// A move ends where no letter or digit follows.
fn whole(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_alphanumeric())
}

// iccf = 4digit [ digit ]: from, to, promotion (1 queen, 2 rook, 3 bishop, 4 knight)
/// The numeric move that `text` begins with (ICCF: `5254`).
#[must_use]
pub fn numeric(text: &str) -> Option<Coordinates> {
    let digits: Vec<u8> = text.bytes().take_while(u8::is_ascii_digit).collect();
    let (from, to) = match digits[..] {
        [a, b, c, d] | [a, b, c, d, b'1'..=b'4'] => (
            crate::reading::algebraic::numeric_square(a, b)?,
            crate::reading::algebraic::numeric_square(c, d)?,
        ),
        _ => return None,
    };
    let becomes = match digits.get(4) {
        Some(b'1') => Becomes::To(Role::Queen),
        Some(b'2') => Becomes::To(Role::Rook),
        Some(b'3') => Becomes::To(Role::Bishop),
        Some(b'4') => Becomes::To(Role::Knight),
        _ => Becomes::Unsaid,
    };
    let (rest, (check, en_passant)) = marks(&text[digits.len()..]).ok()?;
    whole(rest).then(|| Coordinates {
        role: None,
        from_file: Some(from.file()),
        from_rank: Some(from.rank()),
        verb: Verb::Unsaid,
        to_file: to.file(),
        to_rank: Some(to.rank()),
        becomes,
        check,
        en_passant,
        end: text.len() - rest.len(),
        cost: 0,
    })
}
