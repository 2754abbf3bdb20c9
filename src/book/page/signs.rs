//! Signs of transcribers that are no words of the book: numbers of pages inside a line, lists and quotations.
use super::html::Take;
use crate::book::furniture;
use crate::span::{ceil_char, floor_char};

/// No sign of a list stands farther in, in bytes.
const DEEPEST_LIST: usize = 12;

/// So much in front of a mark at most is looked at, in bytes: the move that bears it.
const LONGEST_MOVE: usize = 60;

/// No mark of a footnote, or of a check, is longer in bytes.
const LONGEST_MARK: usize = 9;

/// No number of a row has more figures.
const LONGEST_NUMBER: usize = 3;

/// So much of a move at most is looked at beside a number in brackets, in bytes.
const LONGEST_END: usize = 24;

/// Length of a page number in braces or in `[Pg …]`, at the start of `text`; in brackets alone only inside a move.
pub(super) fn page_mark(before: &str, text: &str) -> Option<usize> {
    let close = if text.starts_with('{') { '}' } else { ']' };
    let head: &str = &text[..text.char_indices().nth(14).map_or(text.len(), |(i, _)| i)];
    let end = head.find(close)?;
    let mut inner = head[1..end].trim();
    if close == ']' {
        let cut = inner.find(|c: char| !c.is_ascii_alphabetic())?;
        let is_named = ["pg", "p", "page"].contains(&inner[..cut].to_ascii_lowercase().as_str());
        let around = || {
            let from = ceil_char(before, before.len().saturating_sub(LONGEST_END));
            (&before[from..], &text[end + 1..floor_char(text, end + 1 + LONGEST_END)])
        };
        let is_cut = || furniture::is_cut(around().0, around().1) && !heads_note(&head[..=end], text);
        if !is_named && (cut > 0 || !is_cut()) {
            return None;
        }
        inner = inner[cut..].trim_start_matches('.').trim();
    }
    let number = !inner.is_empty()
        && (inner.bytes().all(|b| b.is_ascii_digit()) || inner.bytes().all(|b| b"ivxlc".contains(&b)));
    // Two blanks would part columns.
    let blank = usize::from(before.ends_with(' ') && text[end + 1..].starts_with(' '));
    number.then_some(end + 1 + blank)
}

/// Footnotes are looked for so far below their mark, in bytes.
const FARTHEST_NOTE: usize = 8 * 1024;

/// Does a footnote below begin with a mark in brackets? Then it is no number of a page.
fn heads_note(mark: &str, text: &str) -> bool {
    let near = &text[..floor_char(text, FARTHEST_NOTE)];
    let mut below = near.lines().skip(1).filter_map(|line| line.trim_start().strip_prefix(mark));
    below.any(|words| words.contains(char::is_alphabetic))
}

/// The length of the sign of a list or a quotation and of the blanks behind it, where these stand before a numbered row.
pub(super) fn bullet(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let len = listed_row(rest)?;
    let line = text[..at].trim_end_matches([' ', '\t']);
    let begins = at - line.len() <= DEEPEST_LIST && (line.is_empty() || line.ends_with(['\n', '\r', '\x0c']));
    // One line behind a star may be a footnote.
    let goes_on = || {
        let above = line.trim_end().rsplit('\n').next().unwrap_or("");
        let below = rest.split_once('\n').map_or("", |(_, below)| below);
        [above, below]
            .iter()
            .any(|line| line.trim_start().starts_with('*') && listed_row(line.trim_start()).is_some())
    };
    (begins && (!rest.starts_with('*') || goes_on())).then_some(len)
}

/// The length of the sign that begins a line of a list and of the blanks behind it, if a numbered row follows.
fn listed_row(line: &str) -> Option<usize> {
    let row = line.strip_prefix(['-', '+', '*', '>', '\u{2022}'])?.strip_prefix([' ', '\t'])?;
    let row = row.trim_start_matches([' ', '\t']);
    let words = row.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = (1..=LONGEST_NUMBER).contains(&(row.len() - words.len()));
    // `- 12 -` numbers a page.
    let behind = words.trim_start_matches(['.', ')', ' ', '\t']);
    let is_row = is_numbered
        && behind.len() < words.len()
        && behind.starts_with(|c: char| c.is_alphabetic() || c == '0');
    is_row.then_some(line.len() - row.len())
}

/// No record of quoted cells is longer, in bytes.
const LONGEST_RECORD: usize = 400;

/// Between quoted cells: `"1","P-K4","P-K4"`.
const BETWEEN_QUOTED: [&str; 3] = ["\",\"", "\";\"", "\"\t\""];

/// What a quotation mark is in a line all of whose cells are quoted: the length of what parts two of them, or 1 where the line
/// begins or ends.
pub(super) fn quote(text: &str, at: usize) -> Option<usize> {
    let near = floor_char(text, at.saturating_sub(LONGEST_RECORD));
    let start = text[near..at].rfind('\n').map_or(near, |feed| near + feed + 1);
    let rest = &text[start..floor_char(text, start + LONGEST_RECORD)];
    let record = rest.lines().next().unwrap_or("").trim_end();
    // The number of a row may stand without: `1,"P-K4","P-K4"`.
    let cells = record.trim_start_matches(|c: char| c.is_ascii_digit());
    let cells = cells.strip_prefix([',', ';', '\t']).filter(|_| cells.len() < record.len()).unwrap_or(record);
    let first = start + record.len() - cells.len();
    let is_record =
        (start == 0 || text[..start].ends_with('\n')) && cells.starts_with('"') && cells.ends_with('"');
    if !is_record || !BETWEEN_QUOTED.iter().any(|between| cells.contains(between)) {
        return None;
    }
    let parts = at > first && BETWEEN_QUOTED.iter().any(|between| text[at..].starts_with(between));
    let ends = at == first || at + 1 == start + record.len();
    if parts { Some(BETWEEN_QUOTED[0].len()) } else { ends.then_some(1) }
}

/// `*1.* P-K4`: does a star begin or end the emphasis on the number of a row?
pub(super) fn emphasizes_number(text: &str, at: usize) -> bool {
    let begins_line = |before: &str| {
        let line = before.trim_end_matches([' ', '\t']);
        line.is_empty() || line.ends_with('\n')
    };
    let is_number = |words: &str| {
        let figures = words.strip_suffix(['.', ')']).unwrap_or(words);
        (1..=LONGEST_NUMBER).contains(&figures.len()) && figures.bytes().all(|b| b.is_ascii_digit())
    };
    let near = floor_char(text, at.saturating_sub(LONGEST_NUMBER + 2));
    let inside = || text[at + 1..].split('*').next().is_some_and(is_number);
    let opened = || {
        text[near..at]
            .rfind('*')
            .is_some_and(|star| is_number(&text[near + star + 1..at]) && begins_line(&text[..near + star]))
    };
    let closes = text[at + 1..].starts_with([' ', '\t', '.', ')']);
    begins_line(&text[..at]) && inside() || closes && opened()
}

/// `check.34. The king`, `P-K4.2.Kt-KB3`: does a stop end words the number of a move touches? Behind figures alone it stands
/// in a date.
pub(super) fn parts_from_number(text: &str, at: usize) -> bool {
    let behind = &text[at + 1..];
    let figures = behind.bytes().take_while(u8::is_ascii_digit).count();
    let is_number = (1..=LONGEST_NUMBER).contains(&figures)
        && behind[figures..]
            .strip_prefix('.')
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    let before = text[..at].trim_end_matches(|c: char| c.is_ascii_digit());
    is_number && before.ends_with(|c: char| c.is_alphabetic() || "-+#)!?".contains(c))
}

/// So far in front of a number that castling touches stands the one before it, in bytes.
const FARTHEST_BEFORE: usize = 200;

/// `7P-B3 0-0 80-0`: does the number of a move end in front of this nought, with which castling begins? The number before it
/// stands near.
pub(super) fn castles_behind_number(text: &str, at: usize) -> bool {
    let castles =
        text[at..].strip_prefix("0-0").is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()));
    let before = text[..at].trim_end_matches(|c: char| c.is_ascii_digit());
    let begins = before.is_empty() || before.ends_with([' ', '\n', '\t']);
    let figures = &text[before.len()..at];
    let number =
        figures.parse::<u32>().ok().filter(|&number| number > 1 && castles && begins && figures.len() <= 3);
    let Some(last) = number.map(|number| (number - 1).to_string()) else { return false };
    let near = &before[ceil_char(before, before.len().saturating_sub(FARTHEST_BEFORE))..];
    near.match_indices(&last).any(|(at, _)| {
        let begins = near[..at].is_empty() || near[..at].ends_with([' ', '\n', '\t']);
        begins && near[at + last.len()..].starts_with(|c: char| c.is_uppercase() || c == '.')
    })
}

/// `checkKt. to K. 4th.`: does the word behind White's move, at the last letter of which it stands, touch Black's?
pub(super) fn ends_check(text: &str, at: usize) -> bool {
    let before = text[..at].strip_suffix("chec").filter(|before| !before.ends_with(char::is_alphabetic));
    before.is_some() && text[at + 1..].starts_with(|c: char| c.is_ascii_uppercase())
}

/// `(ch.)P. takes Kt.`, `(h)Kt. to Kt. 4th.`: does a mark behind White's move, which a bracket closes there, touch Black's?
pub(super) fn ends_mark(text: &str, at: usize) -> bool {
    let near = &text[ceil_char(text, at.saturating_sub(LONGEST_MOVE))..at];
    let line = near.rsplit('\n').next().unwrap_or("");
    let Some((before, mark)) = line.rsplit_once('(') else { return false };
    let is_mark =
        mark.len() <= LONGEST_MARK && mark.bytes().all(|b| b.is_ascii_lowercase() || b"+. ".contains(&b));
    let touches = || text[at + 1..].starts_with(|c: char| c.is_ascii_uppercase());
    is_mark && !mark.is_empty() && touches() && before.contains(|c: char| c.is_ascii_uppercase())
}

/// The length of the signs that make a line a heading of Markdown, and of the blanks behind them: `## Game 1`.
pub(super) fn heading(text: &str, at: usize) -> Option<usize> {
    if at > 0 && !text[..at].ends_with('\n') {
        return None;
    }
    let signs = text[at..].trim_start_matches('#');
    let words = signs.trim_start_matches([' ', '\t']);
    let is_heading =
        words.len() < signs.len() && words.starts_with(|c: char| c.is_alphanumeric() || c == '*');
    is_heading.then(|| text.len() - at - words.len())
}

/// The length of the signs of equality that embrace the words of a line, as in the headings of a wiki: `== Game 1 ==`.
pub(super) fn titles(text: &str, at: usize) -> Option<usize> {
    let near = ceil_char(text, at.saturating_sub(LONGEST_EMPHASIS));
    let start = text[near..at].rfind('\n').map_or(near, |feed| near + feed + 1);
    let line = text[start..floor_char(text, at + LONGEST_EMPHASIS)].lines().next().unwrap_or("").trim_end();
    let words = line.trim_matches('=');
    let len = line.len() - line.trim_start_matches('=').len();
    let is_title = len > 1 && line.len() == words.len() + 2 * len && words.contains(char::is_alphabetic);
    let is_sign = at == start || at + len == start + line.len();
    (is_title && is_sign && !words.contains('=')).then_some(len)
}

/// What stands in a text that was read in the wrong encoding once, for what.
const MISREAD: &[(&str, &str)] = &[
    ("\u{e2}\u{20ac}\u{201d}", "\u{2014}"),
    ("\u{e2}\u{20ac}\u{201c}", "\u{2013}"),
    ("\u{e2}\u{20ac}\u{2122}", "'"),
    ("\u{e2}\u{20ac}\u{2dc}", "'"),
    ("\u{e2}\u{20ac}\u{153}", "\""),
    ("\u{e2}\u{20ac}\u{9d}", "\""),
    ("\u{e2}\u{20ac}\u{a6}", "..."),
    ("\u{e2}\u{20ac} ", "\u{2020} "),
    ("\u{c3}\u{2014}", "\u{d7}"),
    ("\u{c2}\u{a0}", " "),
];

/// What is meant at the start of a text that was read in the wrong encoding once, and how long it is there.
pub(super) fn misread(text: &str) -> Option<(&'static str, usize)> {
    let begins = text.starts_with(['\u{e2}', '\u{c3}', '\u{c2}']);
    let mut all = MISREAD.iter().filter(|_| begins);
    all.find(|(wrong, _)| text.starts_with(wrong)).map(|(wrong, right)| (*right, wrong.len()))
}

/// The tags by which forums set words.
const FORUM: &[&str] = &[
    "b", "i", "u", "s", "size", "color", "font", "center", "code", "quote", "pre", "spoiler", "table", "tr",
    "td", "th",
];

/// No tag of a forum is longer, in bytes.
const LONGEST_TAG: usize = 60;

/// What a tag of a forum at the start of a text stands for, and its length: `[b]`, `[/size]`, `[color=red]`, `[td]`.
pub(super) fn forum_tag(text: &str) -> Option<(Take, usize)> {
    let (tag, _) = text[..floor_char(text, LONGEST_TAG)].strip_prefix('[')?.split_once(']')?;
    let name = tag.strip_prefix('/').unwrap_or(tag);
    let name = name.split_once('=').map_or(name, |(name, _)| name);
    let take = match tag {
        "td" | "th" => Take::As(" | "),
        "tr" => Take::EndOfLine,
        _ => Take::Drop,
    };
    FORUM.contains(&name).then_some((take, tag.len() + 2))
}

/// No sign of a wiki has more apostrophes: those of bold words in italics.
const MOST_APOSTROPHES: usize = 5;

/// The length of the apostrophes at a place, where those of a wiki set words in italics or in bold: `'''1.''' P-K4`.
pub(super) fn apostrophes(text: &str, at: usize) -> Option<usize> {
    let len = text[at..].bytes().take(MOST_APOSTROPHES + 1).take_while(|&b| b == b'\'').count();
    if !matches!(len, 2 | 3 | MOST_APOSTROPHES) {
        return None;
    }
    let sign = &text[at..at + len];
    let (before, behind) = around(text, at, len);
    // Others print two for a quotation mark.
    let is_quotation = len == 2 && before.contains('`');
    ((before.contains(sign) || behind.contains(sign)) && !is_quotation).then_some(len)
}

/// No emphasized line is longer, in bytes.
const LONGEST_EMPHASIS: usize = 200;

/// What stands on its line in front of a sign at a place, and behind it, as far as emphasis reaches.
fn around(text: &str, at: usize, len: usize) -> (&str, &str) {
    let near = ceil_char(text, at.saturating_sub(LONGEST_EMPHASIS));
    let far = floor_char(text, at + LONGEST_EMPHASIS);
    let before = text[near..at].rsplit('\n').next().unwrap_or("");
    (before, text[at + len..far].split('\n').next().unwrap_or(""))
}

/// Is a star the first or the last sign of a line all of whose words two stars embrace?
pub(super) fn emphasizes_line(text: &str, at: usize) -> bool {
    let (before, behind) = around(text, at, 1);
    let behind = behind.trim_end();
    let is_alone =
        |words: &str| !words.contains('*') && !words.starts_with(' ') && words.contains(char::is_alphabetic);
    let opens = || before.is_empty() && behind.strip_suffix('*').is_some_and(is_alone);
    let closes = || behind.is_empty() && before.strip_prefix('*').is_some_and(is_alone);
    opens() || closes()
}

/// How many stars stand at a place, and whether they are the mark of a footnote: blanks part them from the words in front of
/// them and behind. Those that embrace words set them in bold, and those alone on a line part what stands above and below.
pub(super) fn stars(text: &str, at: usize) -> (usize, bool) {
    let len = text[at..].bytes().take_while(|&b| b == b'*').count();
    let is_open = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let (before, behind) = (&text[..at], &text[at + len..]);
    let blanks = [' ', '\t', '\r'];
    let ends = |words: &str| words.trim_end_matches(blanks).chars().next_back().is_none_or(|c| c == '\n');
    let begins = |words: &str| words.trim_start_matches(blanks).chars().next().is_none_or(|c| c == '\n');
    let is_alone = || ends(before) && begins(behind);
    (len, is_open(before.chars().next_back()) && is_open(behind.chars().next()) && !is_alone())
}
