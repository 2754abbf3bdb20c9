//! Moves in other spellings than that of the export format: what they say, with what is odd about them.
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{all_consuming, map, opt, recognize, value, verify};
use nom::multi::{many_m_n, many0_count};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use super::movetext::is_white;
use crate::chess::{CastlingSide, File, Rank, Role};
use crate::record::{Act, Becomes, Man, Oddity, Word};
use crate::span::Span;

/// The oddities of one word, at most six.
#[derive(Clone, Copy, Debug, Default)]
pub struct Odd([Option<Oddity>; 6]);

impl Odd {
    /// Adds one.
    pub fn add(&mut self, oddity: Oddity) {
        if !self.0.contains(&Some(oddity))
            && let Some(slot) = self.0.iter_mut().find(|slot| slot.is_none())
        {
            *slot = Some(oddity);
        }
    }

    fn add_if(&mut self, claim: bool, oddity: Oddity) {
        if claim {
            self.add(oddity);
        }
    }

    /// Takes one out.
    pub fn remove(&mut self, oddity: Oddity) {
        self.0.iter_mut().filter(|slot| **slot == Some(oddity)).for_each(|slot| *slot = None);
    }

    /// What was found.
    pub fn iter(self) -> impl Iterator<Item = Oddity> {
        self.0.into_iter().flatten()
    }
}

/// A word and what is odd about it.
pub type Read = (Word, Odd);

/// A move in any spelling, at the start of the input. What follows it, check signs included, is left.
/// Spans in the word count from the start of the input.
pub fn odd_move(input: &str) -> IResult<&str, Read> {
    alt((castling, null_move, man_move)).parse(input)
}

fn dash(input: &str) -> IResult<&str, char> {
    one_of("-–‑—−‐").parse(input)
}

/// `0-0`, `o-o`, `OO`, `O–O–O`.
fn castling(input: &str) -> IResult<&str, Read> {
    let letter = one_of("O0oОо");
    let (rest, parts) =
        recognize((letter, many_m_n(1, 2, recognize((opt(dash), one_of("O0oОо")))))).parse(input)?;
    let long = parts.chars().filter(|c| "O0oОо".contains(*c)).count() == 3;
    let side = if long { CastlingSide::Queen } else { CastlingSide::King };
    let mut odd = Odd::default();
    odd.add_if(parts != side.text(), Oddity::CastlingSpelling);
    if rest.starts_with(|c: char| c.is_alphanumeric() && !"cdm".contains(c)) {
        return Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Not)));
    }
    Ok((rest, (Word { act: Act::Castle(side), ..Word::EMPTY }, odd)))
}

/// `Z0`, `null`, `pass`, `@@@@`, `0000`; `--` is the exact form.
fn null_move(input: &str) -> IResult<&str, Read> {
    let (rest, text) = alt((
        tag("--"),
        tag("Z0"),
        tag("Z1"),
        tag("null"),
        tag("NULL"),
        tag("pass"),
        tag("PASS"),
        tag("@@@@"),
        tag("0000"),
        tag("––"),
    ))
    .parse(input)?;
    // A line of dashes is no move.
    if rest.starts_with(['-', '–', '—', '−']) {
        return Err(miss(input));
    }
    let mut odd = Odd::default();
    odd.add_if(text != "--", Oddity::NullSpelling);
    Ok((rest, (Word { act: Act::Null, ..Word::EMPTY }, odd)))
}

/// The role of a figurine, white or black.
fn figurine(c: char) -> Option<Role> {
    Some(match c {
        '♔' | '♚' => Role::King,
        '♕' | '♛' => Role::Queen,
        '♖' | '♜' => Role::Rook,
        '♗' | '♝' => Role::Bishop,
        '♘' | '♞' => Role::Knight,
        '♙' | '♟' => Role::Pawn,
        _ => return None,
    })
}

/// A figurine, and the selector of its looks that may follow it.
fn figure(input: &str) -> IResult<&str, Role> {
    let (rest, c) = satisfy(|c| figurine(c).is_some()).parse(input)?;
    let (rest, _) = opt(one_of("\u{FE0E}\u{FE0F}")).parse(rest)?;
    Ok((rest, figurine(c).unwrap_or(Role::Pawn)))
}

/// A capital that names a man in some language, with the small letter of `Кр`.
fn letters(input: &str) -> IResult<&str, &str> {
    recognize((
        satisfy(char::is_uppercase),
        take_while_m_n(0, 1, |c: char| !c.is_ascii() && c.is_alphabetic() && c.is_lowercase()),
    ))
    .parse(input)
}

/// The man named: English letter, small English letter, figurine, letters of other languages.
fn man(input: &str) -> IResult<&str, (Man, Odd)> {
    let mut odd = Odd::default();
    if let Ok((rest, role)) = figure(input) {
        odd.add(Oddity::Figurine);
        return Ok((rest, (Man::Role(role), odd)));
    }
    let Ok((rest, text)) = letters(input) else {
        if let Ok((rest, small)) = one_of::<_, _, nom::error::Error<&str>>("nkqrp").parse(input) {
            odd.add(Oddity::SmallLetter);
            let role = Role::from_letter(small.to_ascii_uppercase() as u8).unwrap_or(Role::Knight);
            return Ok((rest, (Man::Role(role), odd)));
        }
        return Ok((input, (Man::Unnamed, odd)));
    };
    let english = match text.as_bytes() {
        [letter] => Role::from_letter(*letter),
        _ => None,
    };
    let man = match english {
        Some(Role::Pawn) | None => Man::Letter { len: u8::try_from(text.len()).unwrap_or(1) },
        Some(role) => Man::Role(role),
    };
    Ok((rest, (man, odd)))
}

fn file(input: &str) -> IResult<&str, File> {
    let (rest, c) = one_of("abcdefgh").parse(input)?;
    Ok((rest, File::from_letter(c as u8).unwrap_or(File::A)))
}

fn rank(input: &str) -> IResult<&str, Rank> {
    let (rest, c) = one_of("12345678").parse(input)?;
    Ok((rest, Rank::from_letter(c as u8).unwrap_or(Rank::First)))
}

fn place(input: &str) -> IResult<&str, (Option<File>, Option<Rank>)> {
    (opt(file), opt(rank)).parse(input)
}

/// The sign between two squares: `Some(true)` takes, `Some(false)` does not.
fn verb(input: &str) -> IResult<&str, (bool, bool)> {
    alt((
        map(char('x'), |_| (true, false)),
        map(one_of("X:×*"), |_| (true, true)),
        map(dash, |_| (false, true)),
    ))
    .parse(input)
}

/// Whether the token names a man (in English, or by a figurine) and nothing more.
pub fn is_man(token: &str) -> bool {
    matches!(token, "K" | "Q" | "R" | "B" | "N") || figure(token).is_ok_and(|(rest, _)| rest.is_empty())
}

/// Whether the token is a letter that may name a man in some language, or a figurine, and nothing more.
pub fn is_letter(token: &str) -> bool {
    let rest = letters(token).map(|(rest, _)| rest).or_else(|_| figure(token).map(|(rest, _)| rest));
    rest.is_ok_and(str::is_empty)
}

/// The first word of a move with blanks inside.
fn begins_apart(word: &str) -> IResult<&str, ()> {
    let castles = value((), (one_of("O0oОо"), opt((opt((dash, one_of("O0oОо"))), dash))));
    let pawn = alt((value((), (file, opt(verb))), value((), one_of("x×"))));
    let named = || verify(man, |(man, _)| *man != Man::Unnamed);
    let from_square = value((), (named(), file, rank, verb));
    let piece = value((), (named(), opt(alt((value((), file), value((), rank)))), opt(verb)));
    all_consuming(alt((castles, from_square, piece, pawn))).parse(word)
}

/// A move with blanks inside (`N f3`, `e x d5`, `O - O`), whose first word has `length` bytes; gives what it says and its
/// length. The first word is no move alone.
pub fn apart(input: &str, length: usize) -> Option<(Word, usize)> {
    if length > 6 || !input[length..].starts_with(is_white) {
        return None;
    }
    begins_apart(&input[..length]).ok()?;
    let mut joined = String::new();
    let mut at = 0;
    // At most `0 - 0 - 0`: five words.
    for _ in 0..5 {
        let rest = &input[at..];
        let word = rest.find(|c: char| is_white(c) || "(){};!?$<[".contains(c));
        let word = &rest[..word.unwrap_or(rest.len())];
        joined.push_str(word);
        at += word.len();
        if let Ok((after, (read, _))) = odd_move(&joined)
            && at > length
            && after.len() < word.len()
            && (read.to_rank.is_some() || matches!(read.act, Act::Castle(_)))
            && !matches!(read.promotion, Becomes::Letter(_))
            && (after.is_empty() || super::symbol::sign(after).is_some())
        {
            // `O - O` may go on as `O - O - O`.
            let more = input[at..].trim_start_matches(is_white).starts_with(['-', '–', '—']);
            if read.act == Act::Castle(CastlingSide::King) && more {
                at = input.len() - input[at..].trim_start_matches(is_white).len();
                continue;
            }
            return Some((Word { split: None, ..read }, at - after.len()));
        }
        let blanks = input[at..].chars().take(9).take_while(|&c| is_white(c));
        let (count, length) = blanks.fold((0, 0), |(count, length), c| (count + 1, length + c.len_utf8()));
        if !(1..=8).contains(&count) || word.len() > 8 {
            return None;
        }
        at += length;
    }
    None
}

/// A pawn's move to the last rank with what it becomes behind a blank (`e8 = Q`, `e8 (Q)`, `e8 Q`), whose first word has
/// `length` bytes; gives what it says, what is odd, and its length. Spans count from the start of the input.
pub fn promotion_apart(input: &str, length: usize) -> Option<(Read, usize)> {
    let token = &input[..length];
    let (body, glued) = match token.strip_suffix(['=', '/']) {
        Some(body) => (body, token[body.len()..].chars().next()),
        None => (token, None),
    };
    if !body.ends_with(['1', '8']) {
        return None;
    }
    let ("", (mut word, mut odd)) = odd_move(body).ok()? else { return None };
    let is_pawn = matches!(word.man, Man::Unnamed | Man::Whoever) || body.starts_with('P');
    if !is_pawn || word.promotion != Becomes::Unsaid {
        return None;
    }
    // At most a few blanks, on each side of the sign.
    let skip = |at: usize| {
        let blanks = input[at..].chars().take(9).take_while(|&c| is_white(c));
        at + blanks.map(char::len_utf8).sum::<usize>()
    };
    let mut at = skip(length);
    let mut mark = glued;
    if mark.is_none() {
        mark = input[at..].chars().next().filter(|c| "=/(".contains(*c));
        at = skip(at + mark.map_or(0, char::len_utf8));
    }
    if mark == Some('=') && input[at..].starts_with('(') {
        (mark, at) = (Some('('), skip(at + 1));
    }
    if glued.is_none() && !input[length..].starts_with(is_white) {
        return None;
    }
    let rest = &input[at..];
    let (after, becomes) = if let Ok((after, role)) = figure(rest) {
        (after, Becomes::Role(role))
    } else {
        let (after, text) = letters(rest).ok()?;
        let english = if let [letter] = text.as_bytes() { Role::from_letter(*letter) } else { None };
        (after, english.map_or(Becomes::Letter(Span::of(at, at + text.len())), Becomes::Role))
    };
    let after = match mark {
        Some('(') => after.trim_start_matches(is_white).strip_prefix(')')?,
        _ => after,
    };
    if after.starts_with(|c: char| c.is_alphanumeric() || "-(".contains(c)) {
        return None;
    }
    // `e8 N f6`: without a sign the letter may belong to the next move.
    if mark.is_none()
        && (matches!(becomes, Becomes::Letter(_))
            || after.trim_start_matches(is_white).starts_with(|c: char| "abcdefghx:-".contains(c)))
    {
        return None;
    }
    word.promotion = becomes;
    let end = input.len() - after.len();
    odd.add_if(input[..end].contains(is_white), Oddity::BlankInside);
    odd.add_if(mark != Some('='), Oddity::PromotionSpelling);
    Some(((word, odd), end))
}

/// What a pawn becomes: `=Q`, `Q`, `(Q)`, `/Q`, `=q`; the exact form is `=Q`. The flag says that it is another.
fn promotion<'a>(whole: &'a str) -> impl FnMut(&'a str) -> IResult<&'a str, (Becomes, bool)> {
    move |input| {
        let (rest, marked) = opt(alt((tag("=("), tag("="), tag("/"), tag("(="), tag("(")))).parse(input)?;
        let at = whole.len() - rest.len();
        let (rest, becomes) = if let Ok((rest, role)) = figure(rest) {
            (rest, Becomes::Role(role))
        } else {
            let small = |input| satisfy(|c| "qrbnkp".contains(c)).parse(input);
            let (rest, text) = alt((letters, recognize(small))).parse(rest)?;
            let role = match text.as_bytes() {
                [letter] => Role::from_letter(letter.to_ascii_uppercase()),
                _ => None,
            };
            let becomes = match role {
                Some(role) => Becomes::Role(role),
                None => Becomes::Letter(Span::of(at, at + text.len())),
            };
            (rest, becomes)
        };
        let (rest, _) = if marked.is_some_and(|mark| mark.contains('(')) {
            value((), char(')')).parse(rest)?
        } else {
            (rest, ())
        };
        let exact = marked == Some("=") && whole[at..].starts_with(['Q', 'R', 'B', 'N']);
        // Without a sign between, a letter that begins the next move is none.
        if marked.is_none() && rest.starts_with(|c: char| c.is_alphanumeric()) && !rest.starts_with("ch") {
            return Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Not)));
        }
        Ok((rest, (becomes, !exact)))
    }
}

fn miss(input: &str) -> nom::Err<nom::error::Error<&str>> {
    nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Verify))
}

/// A move of one man, in short, long or coordinate notation.
fn man_move(input: &str) -> IResult<&str, Read> {
    let (rest, (man, mut odd)) = man(input)?;
    let (after_first, (f1, r1)) = place(rest)?;
    let mut word = Word { man, ..Word::EMPTY };
    let (after_verb, verb) = opt(verb).parse(after_first)?;
    let (after_second, (f2, r2)) = place(after_verb)?;
    let complete = f2.is_some() && r2.is_some();
    let pawn_pair =
        matches!(man, Man::Unnamed) && f1.is_some() && r1.is_none() && f2.is_some() && r2.is_none();
    let nothing_first = f1.is_none() && r1.is_none();
    let mut rest = if complete && (!nothing_first || verb.is_some() || man != Man::Unnamed) {
        if verb == Some((false, true)) && nothing_first && man == Man::Unnamed {
            return Err(miss(input));
        }
        (word.from_file, word.from_rank, word.to_file, word.to_rank) = (f1, r1, f2, r2);
        if nothing_first && man == Man::Unnamed {
            // `xe4`: whoever takes there.
            word.man = Man::Whoever;
            odd.add(Oddity::PawnCaptureSpelling);
        }
        after_second
    } else if pawn_pair && f1.zip(f2).is_some_and(|(a, b)| (a as u8).abs_diff(b as u8) == 1) {
        (word.from_file, word.to_file) = (f1, f2);
        odd.add(Oddity::PawnCaptureSpelling);
        after_second
    } else if f1.is_some() && r1.is_some() {
        (word.to_file, word.to_rank) = (f1, r1);
        after_first
    } else {
        return Err(miss(input));
    };
    let long = word.from_file.is_some() && word.from_rank.is_some();
    if word.to_file == f2
        && after_second.len() == rest.len()
        && let Some((takes, sign)) = verb
    {
        word.capture = Some(takes);
        odd.add_if(sign && takes, Oddity::CaptureSign);
        odd.add_if(!takes, Oddity::LongSpelling);
    }
    if long {
        if man == Man::Unnamed {
            word.man = Man::Whoever;
        }
        if verb.is_none() && word.to_rank.is_some() {
            // Whether it is one move or two, the board tells.
            let head = input.len() - after_first.len();
            word.split = u8::try_from(head).ok();
        } else if man == Man::Unnamed {
            odd.add(Oddity::LongSpelling);
        }
    }
    // 8.2.3.3: a pawn that takes is named by its file, and `x` stands between.
    if man == Man::Unnamed && !long && word.from_file.is_some() && verb.is_none() {
        odd.add(Oddity::PawnCaptureSpelling);
    }
    if man == Man::Unnamed
        && word.from_file == Some(File::B)
        && word.from_rank.is_none()
        && word.to_rank.is_some()
    {
        word.may_be_bishop = true;
    }
    let ends = word.to_rank.is_none_or(|rank| matches!(rank, Rank::First | Rank::Eighth));
    if ends && let Ok((after, (becomes, unusual))) = promotion(input)(rest) {
        word.promotion = becomes;
        odd.add_if(unusual, Oddity::PromotionSpelling);
        rest = after;
    }
    // The old sign of a capture at the end: `ed5:`.
    if let Some(after) = rest.strip_prefix(':')
        && word.capture.is_none()
        && !after.starts_with(|c: char| c.is_ascii_digit())
    {
        word.capture = Some(true);
        odd.add(Oddity::CaptureSign);
        rest = after;
    }
    Ok((rest, (word, odd)))
}

/// Whether a token that cannot be read has the look of a move: a man's letter or file and a square, somewhere.
pub fn looks_like_move(token: &str) -> bool {
    let bytes = token.as_bytes();
    let square =
        |pair: &[u8]| (b'a'..=b'h').contains(&pair[0].to_ascii_lowercase()) && pair[1].is_ascii_digit();
    let dots: IResult<&str, usize> = many0_count(char('.')).parse(token);
    let word = dots.map_or(token, |(rest, _)| rest);
    token.chars().count() <= 12
        && (bytes.windows(2).any(square)
            || word.starts_with("O-")
            || word.starts_with("0-0")
            || is_descriptive(word))
}

/// `QxP`, `bxQ`, `P-K4`: a move that names a man or a square as descriptive notation does, or breaks off.
fn is_descriptive(word: &str) -> bool {
    let is_man = |c: char| "KQRBNP".contains(c);
    let takes = word.len() >= 2 && word.len() <= 5 && word.contains('x') && word.starts_with(is_man);
    let pawn = matches!(word.as_bytes(), [b'a'..=b'h', b'x', b'K' | b'Q' | b'R' | b'B' | b'N' | b'P']);
    let goes = word.len() <= 7
        && word.split_once('-').is_some_and(|(man, square)| {
            man.starts_with(is_man)
                && man.trim_end_matches('t').len() == 1
                && square.trim_start_matches(|c: char| is_man(c) || c == 't').len() == 1
                && square.len() > 1
                && square.ends_with(|c: char| ('1'..='8').contains(&c))
        });
    takes || pawn || goes
}

/// `<…>` is reserved for expansions (PGN 7); read as far as its line goes.
pub fn angle_text(input: &str) -> IResult<&str, &str> {
    recognize(delimited(
        char('<'),
        nom::bytes::complete::take_while(|c| !matches!(c, '>' | '<' | '\n' | '\r')),
        char('>'),
    ))
    .parse(input)
}

/// What follows `O-O` when it goes on behind a blank (`- O`, `-O`): its length.
pub fn last_of_castling(input: &str) -> Option<usize> {
    let blanks = nom::bytes::complete::take_while_m_n(0, 8, is_white);
    let (rest, _) = recognize((dash, blanks, one_of("O0oОо"))).parse(input).ok()?;
    (!rest.starts_with(|c: char| c.is_alphanumeric() || c == '-')).then_some(input.len() - rest.len())
}

/// A character entity of HTML (`&amp;`, `&#8211;`): its length.
pub fn entity(input: &str) -> Option<usize> {
    let name = take_while_m_n(1, 10, |c: char| c.is_ascii_alphanumeric());
    let (rest, _) =
        (char::<_, nom::error::Error<&str>>('&'), opt(char('#')), name, char(';')).parse(input).ok()?;
    Some(input.len() - rest.len())
}

/// A numeric annotation glyph (PGN 8.2.4): `$` and digits.
pub fn nag(input: &str) -> IResult<&str, &str> {
    preceded(char('$'), nom::character::complete::digit0).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Word, Vec<Oddity>, String) {
        let (rest, (word, odd)) = odd_move(text).expect("a move");
        (word, odd.iter().collect(), rest.to_owned())
    }

    #[test]
    fn a_pawn_capture_may_leave_out_sign_and_rank() {
        let (word, odd, rest) = read("ed");
        assert_eq!((word.from_file, word.to_file, word.to_rank), (Some(File::E), Some(File::D), None));
        assert_eq!((odd, rest.as_str()), (vec![Oddity::PawnCaptureSpelling], ""));
        assert!(odd_move("eg").is_err());
    }

    #[test]
    fn letters_of_other_languages_are_never_dropped() {
        assert_eq!(read("Sf3").0.man, Man::Letter { len: 1 });
        assert_eq!(read("Крf1").0.man, Man::Letter { len: 4 });
        assert_eq!(read("♘f3").0.man, Man::Role(Role::Knight));
        assert_eq!(read("Pf3").0.man, Man::Letter { len: 1 });
    }

    #[test]
    fn two_moves_run_together_leave_the_second() {
        assert_eq!(read("Nf3Nc6").2, "Nc6");
        assert_eq!(read("e4c5").0.split, Some(2));
        assert_eq!(read("e8Q").0.promotion, Becomes::Role(Role::Queen));
        assert_eq!(read("e8(Q)Kf7").2, "Kf7");
    }
}
