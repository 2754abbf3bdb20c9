//! Odds in words: `Remove White's Q. R.`, `Pawn and two moves`; which men are taken off and who moves.
use super::descriptive::{man_at, place_at};
use super::scan::Scanner;
use crate::chess::{CastlingSide, Color, File, Rank, Role, Setup, Square};
use crate::lexicon::{Dialect, Language, Lexicon, Word};
use crate::reading::descriptive::squares_seen;
use crate::record::token::{FileName, Man};

/// What the first position of an odds game differs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The men taken off, by their squares in the usual array.
    pub removed: Vec<Square>,
    /// Pawns that do not stand on their squares: those, and where they stand.
    pub placed: Vec<(Square, Square)>,
    /// Moves that White makes in a row at the start: 1, or 2 at `Pawn and two moves`.
    pub white_moves: u8,
}

impl Odds {
    /// The first position. The giver of a Rook keeps the right to castle with the empty corner, as the law of the
    /// time has it (Staunton, *Praxis*: the King may move as if the Rook were on the board).
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = Setup { odds_castling: true, ..Setup::default() };
        for &square in &self.removed {
            setup.board.set(square, None);
        }
        for &(home, square) in &self.placed {
            let pawn = Setup::default().board.piece_at(home);
            setup.board.set(home, None);
            setup.board.set(square, pawn);
        }
        setup
    }
}

/// The square of the usual array on which a man starts. A man whose wing is not named is the Queen's, a pawn the
/// King's Bishop's: the odds that are given by custom.
fn home(man: &Man, color: Color) -> Option<Square> {
    let rank = if man.role == Some(Role::Pawn) { Rank::Second } else { Rank::First };
    let wing = man.wing.unwrap_or(CastlingSide::Queen);
    let name = match man.role? {
        Role::Pawn => man.file.unwrap_or(FileName { wing: Some(CastlingSide::King), of: Role::Bishop }),
        Role::King => return None,
        Role::Queen => FileName { wing: None, of: Role::Queen },
        of => FileName { wing: Some(wing), of },
    };
    let name = FileName { wing: name.wing.or(man.wing), ..name };
    let file = match (name.of, name.wing.unwrap_or(CastlingSide::King)) {
        (Role::King, _) => File::E,
        (Role::Queen, _) => File::D,
        (Role::Rook, CastlingSide::King) => File::H,
        (Role::Rook, CastlingSide::Queen) => File::A,
        (Role::Knight, CastlingSide::King) => File::G,
        (Role::Knight, CastlingSide::Queen) => File::B,
        (Role::Bishop, CastlingSide::King) => File::F,
        (Role::Bishop, CastlingSide::Queen) => File::C,
        (Role::Pawn, _) => return None,
    };
    Some(Square::new(file, rank.relative_to(color)))
}

/// The odds that a heading names, if it names some.
///
/// `Pawn and move` takes Black's King's Bishop's Pawn; other men are White's where no colour is said.
#[must_use]
pub fn odds(text: &str, dialect: &Dialect) -> Option<Odds> {
    let scanner = scanner(text, dialect)?;
    let lower = text.to_ascii_lowercase();
    let pawn = pawn_and(&lower);
    let white_moves = pawn.map_or(1, |(_, moves)| moves);
    if white_moves > 2 {
        return None;
    }
    // The men stand after a cue; a heading names players before it, or between two.
    let cues = CUES.iter().flat_map(|&cue| lower.match_indices(cue));
    let mut starts: Vec<(usize, Option<Color>)> =
        cues.map(|(at, cue)| (behind_name(text, at + cue.len()), giver(&lower[..at], cue))).collect();
    starts.sort_unstable_by_key(|&(at, _)| at);
    starts.extend(pawn.map(|(at, _)| (at, None)));
    let ahead = starts.into_iter().map(|(at, color)| men_off(&scanner, text, at, color).0);
    let mut removed = { ahead }
        .find(|men| !men.is_empty())
        .or_else(|| men_before_cue(&scanner, text, &lower).map(|(men, _, _)| men))
        .or_else(|| men_behind_odds(&scanner, text, &lower))?;
    // `The Queen's Knight in exchange for Pawn and move`: both are off.
    if let Some((at, _)) = pawn
        && lower[..at].contains("exchange for")
    {
        removed.extend(men_off(&scanner, text, at, None).0);
        removed.sort_unstable();
        removed.dedup();
    }
    let placed = pawns_placed(&scanner, text, &lower, &removed);
    removed.retain(|&square| placed.iter().all(|&(named, _)| named != square));
    let placed: Vec<(Square, Square)> = placed.into_iter().map(|(_, stands)| stands).collect();
    (!removed.is_empty()).then_some(Odds { removed, placed, white_moves })
}

/// Words in front of the square on which a man is placed.
const PLACES: [&str; 7] = ["place", "placed", "placing", "being", "standing", "stands", "put"];

/// The pawns that are placed elsewhere, of the side that gives the men removed: `place White's Q. R. P. at Q. R. 3d`,
/// `his Q. R. P. being placed at R. 3`. The pawn that has no name is that of the man removed. Each with the
/// square of the one that is named.
fn pawns_placed(
    scanner: &Scanner<'_>,
    text: &str,
    lower: &str,
    removed: &[Square],
) -> Vec<(Square, (Square, Square))> {
    let Some(&given) = removed.first() else { return Vec::new() };
    let color = if given.rank() <= Rank::Second { Color::White } else { Color::Black };
    let pawn = Man { role: Some(Role::Pawn), ..Man::default() };
    // The pawn that is named from a place on, and where its name ends.
    let pawn_at = |at: usize| {
        let (men, end) = men_off(scanner, text, at, Some(color));
        let home = men.last().copied().filter(|home| home.rank() == Rank::Second.relative_to(color));
        home.map(|home| (home, end))
    };
    // And the square that is named behind it.
    let stands = |home: Square, at: usize| {
        let at = scanner.word(at, |word| (word == Word::At).then_some(()))?.end;
        let (place, _) = place_at(scanner, at).filter(|(place, _)| place.rank.is_some())?;
        let squares = squares_seen(&place, &pawn).into_iter();
        let squares: Vec<Square> =
            squares.map(|square| if color == Color::White { square } else { square.flip() }).collect();
        let on = |file: File| squares.iter().copied().find(|square| square.file() == file);
        let square = on(home.file()).or_else(|| on(given.file())).or(squares.first().copied())?;
        Some((home, (Square::new(square.file(), home.rank()), square)))
    };
    let words = lower.split(|c: char| !c.is_alphabetic()).filter(|word| PLACES.contains(word));
    let mut placed = Vec::new();
    for word in words {
        let at = word.as_ptr() as usize - lower.as_ptr() as usize;
        let end = at + word.len();
        let named = pawn_at(end).and_then(|(home, end)| stands(home, end));
        let is_behind = |from: usize| {
            let (home, last) = pawn_at(from).filter(|&(_, last)| last <= at)?;
            let between = lower[last..at].split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
            { between }.all(|word| AUXILIARIES.contains(&word)).then_some(home)
        };
        let named = named.or_else(|| {
            let begins = |from: usize| {
                text[from..].starts_with(char::is_alphabetic) && !text[..from].ends_with(char::is_alphabetic)
            };
            let near = at.saturating_sub(LONGEST_NAME)..at;
            let mut places = near.filter(|&from| text.is_char_boundary(from) && begins(from));
            places.find_map(is_behind).and_then(|home| stands(home, end))
        });
        placed.extend(named.filter(|found| !placed.contains(found)));
    }
    placed
}

/// Names of men in the language of the text, or in English.
fn scanner<'t>(text: &'t str, dialect: &Dialect) -> Option<Scanner<'t>> {
    let lexicon = Lexicon::of(dialect.language).or_else(|| Lexicon::of(Language::English))?;
    Some(Scanner::new(text, lexicon, dialect.ocr))
}

/// Do words say which men are given, and nothing else: `White gives Q Rook.`
#[must_use]
pub fn is_alone(text: &str, dialect: &Dialect) -> bool {
    let lower = text.to_ascii_lowercase();
    let mut cues = first_cues(&lower).peekable();
    let is_behind = CUES_AT_END.iter().any(|cue| lower.contains(cue));
    if cues.peek().is_none() && !is_behind {
        return false;
    }
    let Some(scanner) = scanner(text, dialect) else { return false };
    let few = |before: &str| before.split_whitespace().count() <= 3;
    // What stands behind the men may say where a pawn is placed.
    let is_placed = odds(text, dialect).is_some_and(|odds| !odds.placed.is_empty());
    let is_end = |behind: &str| is_placed || !behind.contains(char::is_alphanumeric);
    cues.any(|(cue, at)| {
        let (men, end) = men_off(&scanner, text, at + cue.len(), giver(&lower[..at], cue));
        few(&lower[..at]) && !men.is_empty() && is_end(&text[end..])
    }) || is_behind
        && men_before_cue(&scanner, text, &lower)
            .is_some_and(|(_, start, behind)| few(&lower[..start]) && is_end(behind))
}

/// The man that stands alone in a heading: in brackets, or, if its wing is named, at the end behind a stop or as all of it:
/// `MORPHY v. AMATEUR (Knight)`, `Morphy v. Amateur, Queen's Rook`. It may be given, though no word says so. In raw print it is
/// what is left of a move.
#[must_use]
pub fn man_alone(text: &str, dialect: &Dialect) -> Option<Odds> {
    if dialect.ocr || text.len() > LONGEST_HEADING {
        return None;
    }
    let scanner = scanner(text, dialect)?;
    let words = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let stops = words.char_indices().filter(|&(_, c)| "([,;.—–\n".contains(c));
    let bracketed = |at: usize| text[..at].ends_with(['(', '[']);
    let places = stops.map(|(at, stop)| at + stop.len_utf8()).chain([0]);
    let places = places.map(|at| text.len() - text[at..].trim_start().len()).filter(|&at| at < words.len());
    let removed = { places }.find_map(|at| {
        let (man, end, _) = men_at(&scanner, at)?;
        let closes = bracketed(at) && text[end..].trim_start_matches('.').starts_with([')', ']']);
        // `Alder (B.)` has Black, and `Alder, K. B.` two names.
        let name = &text[at..end];
        let is_short = name.split(|c: char| !c.is_alphabetic()).all(|word| word.len() < 2);
        let is_pair = || man.wing.is_some() && !name.contains('.');
        let is_alone =
            closes && (!is_short || is_pair()) || end == words.len() && man.wing.is_some() && !is_short;
        home(&man, Color::White).filter(|_| is_alone && man.role != Some(Role::Pawn))
    })?;
    Some(Odds { removed: vec![removed], placed: Vec::new(), white_moves: 1 })
}

/// The place behind the name of who receives, right behind a cue: `gives Count Bruhl the Knight`.
fn behind_name(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let Some(article) = [" the ", " his "].iter().filter_map(|word| rest.find(word)).min() else { return at };
    let name = rest[..article].trim();
    let is_name = !name.is_empty()
        && name.len() <= LONGEST_NAME
        && !name.contains([',', ';', ':'])
        && name.split_whitespace().all(|word| word.starts_with(char::is_uppercase))
        && !["White", "Black"].iter().any(|side| name.starts_with(side));
    if is_name { at + article } else { at }
}

/// Longest heading in which a man stands alone, in bytes.
const LONGEST_HEADING: usize = 120;

/// Longest name of a player, in bytes.
const LONGEST_NAME: usize = 40;

/// An order to remove men, and no more than that, has fewer words.
const LONGEST_ORDER: usize = 8;

/// Do words speak of odds, whether or not [`odds`] can read which?
#[must_use]
pub fn speaks_of_odds(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let at = lower.find("odds").filter(|&at| !lower[..at].ends_with(char::is_alphabetic));
    let none =
        ["at odds with", "against odds", "without odds", "no odds", "odds of the move", "odds of the draw"];
    // `Remove White's minor pieces.`
    let words: Vec<&str> = lower.split_whitespace().take(LONGEST_ORDER).collect();
    let is_order = words.len() < LONGEST_ORDER
        && (words.first() == Some(&"remove") || words.get(1) == Some(&"gives") && lower.contains("pieces"));
    is_order
        || at.is_some() && !none.iter().any(|words| lower.contains(words))
        || pawn_and(&lower).is_some()
        || ["from the board", "off the board", "handicap", " and move"]
            .iter()
            .any(|words| lower.contains(words))
}

/// Is it plain that the words tell the first position of a game, and no sacrifice?
#[must_use]
pub fn is_explicit(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    speaks_of_odds(text) || ["remove", "off the board", "take off"].iter().any(|cue| lower.contains(cue))
}

/// Words before the men that are given.
const CUES: [&str; 26] = [
    "remove", "removing", "take off", "takes off", "took off", "taking off", "has no", "handicap", "odds of",
    "odds:", "odds,", "odds (", "giving", "gives", "give ", "gave", "given", "yielding", "yields",
    "conceding", "concedes", "receives", "receiving", "without", "minus", "less",
];

/// For each letter the second letters of the cues that begin with it, a bit each.
const BEGINNINGS: [u32; 26] = {
    let mut all = [0; 26];
    let mut at = 0;
    while at < CUES.len() {
        let cue = CUES[at].as_bytes();
        all[(cue[0] - b'a') as usize] |= 1 << (cue[1] - b'a');
        at += 1;
    }
    all
};

/// The cues that words in small letters hold, each where it stands first.
fn first_cues(lower: &str) -> impl Iterator<Item = (&'static str, usize)> {
    let mut first = [None; CUES.len()];
    for (at, pair) in lower.as_bytes().windows(2).enumerate() {
        let [one, two] = [pair[0], pair[1]].map(|byte| usize::from(byte.wrapping_sub(b'a')));
        if two < 26 && BEGINNINGS.get(one).is_some_and(|begun| begun >> two & 1 == 1) {
            for (cue, first) in CUES.iter().zip(&mut first) {
                if first.is_none() && lower.as_bytes()[at..].starts_with(cue.as_bytes()) {
                    *first = Some(at);
                }
            }
        }
    }
    CUES.into_iter().zip(first).filter_map(|(cue, at)| Some((cue, at?)))
}

/// Words behind the men that are given.
const CUES_BEHIND: [&str; 4] = ["odds", "removed", "given by", "off the board"];

/// And where nothing stands behind these: `(White's Q. R. off)`.
const CUES_AT_END: [&str; 2] = ["off", "given"];

/// And behind words such as `is to be`.
const PARTICIPLES: [&str; 5] = ["removed", "given", "taken off", "taken from", "withdrawn"];
const AUXILIARIES: [&str; 12] =
    ["is", "are", "was", "were", "has", "have", "must", "should", "to", "be", "been", "being"];

/// What stands behind words that say that the men before them are given.
fn behind_cue(words: &str) -> Option<&str> {
    let mut rest = words;
    while let Some((word, behind)) = rest.split_once(' ')
        && AUXILIARIES.contains(&word)
    {
        rest = behind.trim_start();
    }
    let cues = if rest.len() < words.len() { &PARTICIPLES[..] } else { &[] };
    let at_end = CUES_AT_END
        .iter()
        .filter_map(|cue| rest.strip_prefix(cue))
        .filter(|behind| !behind.trim_start().starts_with(char::is_alphanumeric));
    let found = cues.iter().chain(&CUES_BEHIND).filter_map(|cue| rest.strip_prefix(cue));
    found.chain(at_end).min_by_key(|rest| rest.len())
}

/// Where `Pawn and move` begins, in small letters, and how many moves go with the pawn.
fn pawn_and(lower: &str) -> Option<(usize, u8)> {
    fn bare(word: &str) -> &str {
        word.trim_matches(|c: char| !c.is_alphanumeric() && c != '&')
    }
    let at = |word: &str| word.as_ptr() as usize - lower.as_ptr() as usize;
    let words: Vec<&str> = lower.split_whitespace().collect();
    words.iter().enumerate().find_map(|(i, word)| {
        let next = |n: usize| words.get(i + n).map(|word| bare(word)).unwrap_or_default();
        let is_pawn = matches!(bare(word), "pawn" | "p");
        if !is_pawn || !matches!(next(1), "and" | "&") {
            return None;
        }
        let ends = words.len() == i + 3 || words.get(i + 2)?.ends_with(['.', ',', ')', ']', ':', ';']);
        let counts = ends || next(3).starts_with("move");
        let moves = match next(2) {
            "move" | "m" => 1,
            "one" | "first" | "the" if next(3) == "move" => 1,
            "two" | "2" if counts => 2,
            "three" | "3" if counts => 3,
            _ => return None,
        };
        Some((at(word), moves))
    })
}

/// The side that the word before a cue names: it gives, or receives.
fn giver(before: &str, cue: &str) -> Option<Color> {
    let word = before.split_whitespace().next_back()?.trim_matches(|c: char| !c.is_alphabetic());
    let color = match word {
        "white" => Color::White,
        "black" => Color::Black,
        _ => return None,
    };
    Some(if cue.starts_with("receiv") { !color } else { color })
}

/// The men named right before one of the words that stand behind them: `Queen's Knight odds`.
///
/// Where they begin, and what stands behind those words, come with them.
fn men_before_cue<'t>(
    scanner: &Scanner<'_>,
    text: &str,
    lower: &'t str,
) -> Option<(Vec<Square>, usize, &'t str)> {
    let begins =
        |at: usize| text[at..].starts_with(char::is_alphabetic) && !text[..at].ends_with(char::is_alphabetic);
    let places = text.char_indices().map(|(at, _)| at).filter(|&at| begins(at));
    places.into_iter().find_map(|at| {
        let (men, end) = men_off(scanner, text, at, None);
        let rest = lower[end..].trim_start_matches(|c: char| !c.is_alphanumeric());
        let behind = behind_cue(rest)?.trim_start();
        let is_sacrifice = ["up", "for", "away", "check"].iter().any(|word| behind.starts_with(word));
        if men.is_empty() || is_sacrifice {
            return None;
        }
        let by = behind.strip_prefix("by ").unwrap_or(behind);
        let color =
            [("white", Color::White), ("black", Color::Black)].iter().find(|side| by.starts_with(side.0));
        let men = color.map_or(men, |&(_, color)| men_off(scanner, text, at, Some(color)).0);
        Some((men, at, behind))
    })
}

/// The men named right behind the word: `odds Queen's Knight`, `the odds being the Queen`.
fn men_behind_odds(scanner: &Scanner<'_>, text: &str, lower: &str) -> Option<Vec<Square>> {
    let places = lower.match_indices("odds ").map(|(at, word)| at + word.len());
    let behind = places.map(|at| {
        let rest = &lower[at..];
        let word = rest.split(' ').next().filter(|word| AUXILIARIES.contains(word));
        men_off(scanner, text, at + word.map_or(0, str::len), None).0
    });
    { behind }.find(|men| !men.is_empty())
}

/// The man named at a place, where his name ends, and whether that is a plural: `Knights`.
fn men_at(scanner: &Scanner<'_>, at: usize) -> Option<(Man, usize, bool)> {
    if let Some((man, end)) = man_at(scanner, at).filter(|&(_, end)| scanner.ends_word(end)) {
        return Some((man, end, false));
    }
    let word = scanner.rest(at).split(|c: char| !c.is_alphabetic()).next()?;
    let one = Scanner::new(word.strip_suffix('s')?, scanner.lexicon, scanner.ocr);
    let (man, end) = man_at(&one, 0)?;
    (end == one.text.len()).then_some((man, at + word.len(), true))
}

/// Is more said of the men than which are given: another place for one of them, men that have no name?
#[must_use]
pub fn says_more(text: &str, dialect: &Dialect) -> bool {
    let lower = text.to_ascii_lowercase();
    let words = || lower.split(|c: char| !c.is_alphanumeric());
    let is_placed = words().any(|word| ["place", "placed", "placing", "pieces"].contains(&word));
    let odds = odds(text, dialect);
    let given = odds.as_ref().map_or(0, |odds| odds.removed.len());
    let is_read = odds.is_some_and(|odds| !odds.placed.is_empty()) && words().all(|word| word != "pieces");
    let exchanged = words().any(|word| word == "for");
    is_placed && !is_read || exchanged && given < 2
}

/// The home squares of the men named from a place on, and where their names end. `color` is whose they are.
fn men_off(
    scanner: &Scanner<'_>,
    text: &str,
    start: usize,
    mut color: Option<Color>,
) -> (Vec<Square>, usize) {
    let mut removed = Vec::new();
    let (mut at, mut ends) = (start, start);
    let mut are_both = false;
    // What stands behind a man without such a word is no other: `Odds of Q. Kt. Queen's Pawn Game.`
    let mut is_joined = true;
    while at < text.len() && removed.len() < 16 {
        let here = scanner.rest(at);
        let word = here.split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
        let first = here.chars().next().map_or(1, char::len_utf8);
        match word.to_ascii_lowercase().as_str() {
            "white" => color = Some(Color::White),
            "black" => color = Some(Color::Black),
            "both" | "two" => are_both = true,
            // What is given in exchange is of the other side.
            "for" if !removed.is_empty() => {
                color = Some(!color.unwrap_or(Color::White));
                is_joined = true;
            }
            "" if here.starts_with('2') => {
                are_both = true;
                at += first;
                continue;
            }
            "" => {
                is_joined |= here.starts_with(['&', ',', '+']);
                at += first;
                continue;
            }
            "and" => is_joined = true,
            "the" | "his" | "her" | "s" => {}
            "a" | "an" | "odds" | "of" if removed.is_empty() => {}
            _ => {
                let Some((man, end, is_plural)) = men_at(scanner, at) else { break };
                if !std::mem::take(&mut is_joined) {
                    break;
                }
                let side =
                    color.unwrap_or(if man.role == Some(Role::Pawn) { Color::Black } else { Color::White });
                let is_pair = std::mem::take(&mut are_both) || is_plural;
                let wings = match man.role {
                    Some(Role::Rook | Role::Knight | Role::Bishop) if is_pair && man.wing.is_none() => {
                        &[Some(CastlingSide::Queen), Some(CastlingSide::King)][..]
                    }
                    _ => &[man.wing],
                };
                for &wing in wings {
                    if let Some(square) = home(&Man { wing, ..man }, side)
                        && !removed.contains(&square)
                    {
                        removed.push(square);
                    }
                }
                at = scanner.skip_possessive(end).max(at + first);
                ends = at;
                continue;
            }
        }
        at += word.len();
    }
    (removed, ends)
}
