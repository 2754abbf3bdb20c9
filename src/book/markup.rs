//! The marks of HTML in a text: what each tag and each character reference stands for on the printed page.
use crate::span::floor_char;

/// What a tag stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Nothing: letters in italics, a link.
    Nothing,
    /// The end of a line.
    Line,
    /// The end of a block without space around it: of the line, if words stand on it.
    Block,
    /// The end of a paragraph.
    Paragraph,
    /// A row of a table begins: the line ends, if words stand on it.
    Row,
    /// The border of a cell.
    Cell,
    /// What begins is no part of the text, up to these letters: a script, a remark of the editor.
    Hidden(&'static str),
    /// Nor is what stands between this tag and the next, in a few bytes: a page number in the margin.
    Aside(&'static str),
    /// A table begins, in which blanks and line ends say nothing.
    Table,
    /// It ends.
    TableEnd,
    /// Text begins that is set with its blanks and line ends.
    Verbatim,
    /// It ends.
    VerbatimEnd,
    /// A list begins, whose items have these numbers and the following ones.
    List(Option<u32>),
    /// It ends.
    ListEnd,
    /// An item of a list begins, with this number.
    Item(Option<u32>),
    /// An item of a list begins that is a footnote: its number is the mark.
    Footnote,
    /// A footnote begins that bears its number: that is the mark.
    Note(u32),
    /// A blank: words of a fraction stand above others.
    Apart,
    /// A footnote mark may begin, above the line or as a link to a note, up to these letters.
    Raised(&'static str),
    /// It ends.
    RaisedEnd,
}

/// Longest tag, in bytes.
const LONGEST: usize = 1000;

/// Longest page number in the margin, in bytes, its tags included.
const LONGEST_ASIDE: usize = 300;

const NOTHING: &[&str] = &[
    "i", "b", "em", "strong", "u", "small", "big", "sub", "span", "font", "a", "tt", "code", "abbr", "cite",
    "ins", "q", "nobr", "wbr", "img", "html", "body", "row", "tbody", "thead", "tfoot", "col", "colgroup",
    "meta", "link", "acronym", "var", "kbd", "samp", "mark", "tr", "math",
    // Of the Text Encoding Initiative, as libraries mark up their texts.
    "tei", "text", "seg", "hi", "name", "persname", "date", "pb", "said",
];
const LINE: &[&str] = &["br", "dt", "dd", "l", "lb", "item"];
const BLOCK: &[&str] = &["div", "center", "section", "article", "header", "footer", "main", "nav"];
const PARAGRAPH: &[&str] = &[
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "dl", "hr", "blockquote", "caption", "figure", "figcaption",
    "lg", "list", "aside",
];
/// Words of a fraction, in MathML, and notes within a line.
const APART: &[&str] = &["mfrac", "mtext", "mrow", "mi", "mn", "ref", "note"];
/// And the classes by which pages set them.
const APART_CLASSES: &[&str] = &["top", "bottom", "num", "den", "fnum", "fden", "numerator", "denominator"];
const HIDDEN: &[(&str, &str)] = &[
    ("script", "</script>"),
    ("style", "</style>"),
    ("head", "</head>"),
    ("title", "</title>"),
    ("teiheader", "</teiHeader>"),
];

/// The tag at the start of `text`, and its length.
pub(super) fn tag(text: &str) -> Option<(Mark, usize)> {
    let inner = text.strip_prefix('<')?;
    if inner.starts_with("!--") {
        return Some((Mark::Hidden("-->"), 4));
    }
    if inner.starts_with(['!', '?']) {
        let declares =
            inner[1..].get(..3).is_some_and(|word| ["doc", "xml"].contains(&&*word.to_ascii_lowercase()));
        return close(text).filter(|_| declares).map(|len| (Mark::Nothing, len));
    }
    let (ends, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
    let name_len = inner.bytes().take(12).take_while(u8::is_ascii_alphanumeric).count();
    let name = inner[..name_len].to_ascii_lowercase();
    let name = name.as_str();
    // What a word processor adds of its own: `<o:p>`, `<st1:place>`.
    if name_len > 0 && inner[name_len..].starts_with(':') {
        return close(text).map(|len| (Mark::Nothing, len));
    }
    // `<4th` and `K<B` are none.
    if !inner[name_len..].starts_with(['>', '/', ' ', '\t', '\n', '\r']) {
        return None;
    }
    let len = close(text)?;
    if !ends
        && NOTES.contains(&name)
        && let Some((number, words)) = numbered_note(&text[..len], &text[len..])
    {
        return Some((Mark::Note(number), len + words));
    }
    let is = |list: &[&str]| list.contains(&name);
    let mark = match name {
        "table" => {
            if ends {
                Mark::TableEnd
            } else {
                Mark::Table
            }
        }
        "pre" => {
            if ends {
                Mark::VerbatimEnd
            } else {
                Mark::Verbatim
            }
        }
        "sup" => {
            if ends {
                Mark::RaisedEnd
            } else {
                Mark::Raised("</sup")
            }
        }
        "tr" | "row" if !ends => Mark::Row,
        "td" | "th" | "cell" => {
            if ends {
                Mark::Nothing
            } else {
                Mark::Cell
            }
        }
        "ul" | "ol" => {
            if ends {
                Mark::ListEnd
            } else {
                let first = || attribute(&text[..len], "start").and_then(|n| n.parse().ok()).unwrap_or(1);
                Mark::List((name == "ol").then(first))
            }
        }
        "li" if !ends && attribute(&text[..len], "id").is_some_and(names_note) => Mark::Footnote,
        "li" if !ends => Mark::Item(attribute(&text[..len], "value").and_then(|n| n.parse().ok())),
        "li" => Mark::Nothing,
        _ if is(APART) => Mark::Apart,
        "span" if !ends && attribute(&text[..len], "class").is_some_and(is_apart) => Mark::Apart,
        _ if is(LINE) => {
            if ends {
                Mark::Nothing
            } else {
                Mark::Line
            }
        }
        // Of the Text Encoding Initiative it is a heading.
        "head" if ends || !begins_head(&text[len..]) => Mark::Paragraph,
        _ if is(BLOCK) => Mark::Block,
        _ if is(PARAGRAPH) => Mark::Paragraph,
        "span" if !ends && text[..len].to_ascii_lowercase().contains("page") => Mark::Aside("</span>"),
        "a" if ends => Mark::RaisedEnd,
        "a" if leads_back(text, len) => Mark::Aside("</a>"),
        "a" if leads_to_note(&text[..len]) => Mark::Raised("</a"),
        _ if is(NOTHING) => Mark::Nothing,
        // What is struck out, if its end is near.
        "del" | "s" | "strike" if ends => Mark::Nothing,
        "del" => Mark::Aside("</del>"),
        "s" => Mark::Aside("</s>"),
        "strike" => Mark::Aside("</strike>"),
        _ => match HIDDEN.iter().find(|(known, _)| *known == name) {
            Some((_, end)) if !ends => Mark::Hidden(end),
            Some(_) => Mark::Nothing,
            None if ends || ends_near(&text[len..], name) => Mark::Apart,
            None => return None,
        },
    };
    Some((mark, len))
}

/// What stands first in the head of a page.
const IN_HEAD: &[&str] = &["<title", "<meta", "<link", "<style", "<script", "<base", "<!--", "</head"];

/// Does the head of a page begin here, and no heading?
fn begins_head(behind: &str) -> bool {
    let inner = behind.trim_start();
    let begins = |tag: &&str| inner.get(..tag.len()).is_some_and(|here| here.eq_ignore_ascii_case(tag));
    IN_HEAD.iter().any(begins)
}

/// Does an element of another kind of record end near its beginning: `<white>P-K4</white>`?
fn ends_near(text: &str, name: &str) -> bool {
    let near = &text[..floor_char(text, LONGEST_ASIDE)];
    let mut ends = near.match_indices("</").map(|(at, sign)| &near[at + sign.len()..]);
    let is_its = |end: &str| end.get(..name.len()).is_some_and(|end| end.eq_ignore_ascii_case(name));
    ends.any(|end| is_its(end) && end[name.len()..].starts_with('>'))
}

/// What the names of footnotes begin with, as wikis and converters of Markdown give them: `cite_note-1`, `fn:1`.
const NOTE_NAMES: &[&str] = &["cite_note", "cite-note", "footnote", "endnote", "note", "fn"];

/// The elements that a footnote with a number may be.
const NOTES: &[&str] = &["aside", "div", "p", "li"];

/// No number of a note stands farther behind its element, in bytes.
const LONGEST_NUMBER: usize = 200;

/// The number that a footnote begins with, as books for readers on a screen have them, and how far behind the tag its words
/// begin: `<aside epub:type="footnote"><p>1. The usual move.</p>`.
fn numbered_note(tag: &str, behind: &str) -> Option<(u32, usize)> {
    let is_note =
        |value: &str| ["footnote", "endnote", "rearnote"].contains(&value.trim_start_matches("doc-"));
    let says = |name| attribute(tag, name).is_some_and(|value| value.split(' ').any(is_note));
    if !(says("type") || says("role") || says("class")) {
        return None;
    }
    let number = words(&behind[..floor_char(behind, LONGEST_NUMBER)]);
    let len = number.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &number[len..];
    let ends = rest.starts_with(['.', ')', ':', ' ', '<', '\n']);
    let at = floor_char(behind, LONGEST_NUMBER) - rest.len();
    let stop = usize::from(rest.starts_with(['.', ')', ':']));
    Some((number[..len].parse().ok().filter(|_| len <= 3 && ends)?, at + stop))
}

fn names_note(id: &str) -> bool {
    let id = id.to_ascii_lowercase();
    NOTE_NAMES
        .iter()
        .any(|name| id.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphabetic())))
}

/// Is a tag a link within the page that bears no more than a sign: the arrow that leads from a note back to its mark?
fn leads_back(text: &str, len: usize) -> bool {
    let near = &text[len..floor_char(text, len + LONGEST_ASIDE)];
    let shown = near.find("</").map_or("", |end| &near[..end]);
    let is_sign =
        |c: char| !c.is_alphanumeric() && !matches!(c, '<' | '*') && !c.is_ascii_punctuation() || c == '^';
    attribute(&text[..len], "href").is_some_and(|target| target.contains('#'))
        && !shown.trim().is_empty()
        && shown.chars().all(is_sign)
}

/// What the types and classes of links to notes have in them, as books for readers on a screen name them.
const LINK_NAMES: &[&str] = &["noteref", "footnote-ref", "fnref", "fnanchor"];

/// Is a tag a link to a note: `<a epub:type="noteref" href="#n1">`, `<a href="#fn1">`?
fn leads_to_note(tag: &str) -> bool {
    let is_link = |value: &str| LINK_NAMES.iter().any(|name| value.contains(name));
    ["type", "role", "class"].iter().any(|name| attribute(tag, name).is_some_and(is_link))
        || attribute(tag, "href").and_then(|href| href.split_once('#')).is_some_and(|(_, id)| names_note(id))
}

fn is_apart(classes: &str) -> bool {
    classes.split_ascii_whitespace().any(|class| APART_CLASSES.contains(&class))
}

/// The number that a cell of a table has for so many rows, if it has nothing else: the tag and what stands behind it.
pub fn number_of_rows(tag: &str, behind: &str) -> Option<(u32, u32)> {
    let rows = attribute(tag, "rowspan")?.parse().ok().filter(|&rows| rows > 1)?;
    let number = behind.split('<').next()?.trim();
    Some((number.strip_suffix('.').unwrap_or(number).parse().ok()?, rows))
}

/// The value of an attribute of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    tag.match_indices(name).find_map(|(at, _)| {
        let value = tag[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
        let is_name = tag[..at].ends_with(|c: char| c.is_ascii_whitespace() || c == ':');
        let end = |quote: char| value[1..].find(quote).map(|end| &value[1..=end]);
        let value = match value.chars().next().filter(|_| is_name)? {
            quote @ ('"' | '\'') => end(quote)?,
            _ => value.split(|c: char| c.is_ascii_whitespace() || c == '>').next()?,
        };
        Some(value.trim())
    })
}

/// The words behind tags and blanks.
pub(super) fn words(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(len) = rest.strip_prefix('<').and_then(|_| close(rest)) {
        rest = rest[len..].trim_start();
    }
    rest
}

/// Longest cell that is looked at for its paragraphs, in bytes.
const LONGEST_CELL: usize = 1000;

/// Are the words of the cell that begins here in one paragraph at most, with no line end between them?
pub(super) fn is_one_paragraph(cell: &str) -> bool {
    let mut rest = &cell[..floor_char(cell, LONGEST_CELL)];
    let (mut any, mut ended) = (false, false);
    while let Some(at) = memchr::memchr(b'<', rest.as_bytes()) {
        let holds = !rest[..at].replace("&nbsp;", " ").trim().is_empty();
        if holds && ended {
            return false;
        }
        any |= holds;
        rest = &rest[at..];
        let Some((mark, len)) = tag(rest) else { return false };
        match mark {
            Mark::Line | Mark::Block | Mark::Paragraph => ended |= any,
            Mark::Cell | Mark::Row | Mark::TableEnd => return true,
            Mark::Nothing if ends_cell(rest) => return true,
            Mark::Nothing | Mark::Raised(_) | Mark::RaisedEnd | Mark::Apart => {}
            _ => return false,
        }
        rest = &rest[len..];
    }
    false
}

/// Is a cell that begins here the head of a column, of two lines at most?
pub(super) fn is_head(cell: &str) -> bool {
    let begins =
        cell.get(..4).is_some_and(|tag| tag.eq_ignore_ascii_case("<th>") || tag.eq_ignore_ascii_case("<th "));
    let near = &cell[..floor_char(cell, LONGEST_CELL)];
    let end = near.find("</th").or_else(|| near.find("</TH"));
    begins && end.is_some_and(|end| near[..end].to_ascii_lowercase().matches("<br").count() <= 1)
}

fn ends_cell(text: &str) -> bool {
    let begins = |tag: &str| text.get(..tag.len()).is_some_and(|here| here.eq_ignore_ascii_case(tag));
    begins("</td") || begins("</th")
}

/// Length of a tag: to the sign that closes it, signs in quotes left out.
fn close(text: &str) -> Option<usize> {
    let mut quote = None;
    for (i, b) in text.bytes().enumerate().take(LONGEST).skip(1) {
        match (quote, b) {
            (Some(open), _) if open == b => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(b),
            (None, b'>') => return Some(i + 1),
            (None, b'<') => return None,
            (None, _) => {}
        }
    }
    None
}

/// Length of `text` up to the end of `wanted`, whatever the case of its letters.
pub(super) fn end_of(text: &str, wanted: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let found = |at: &usize| {
        bytes.get(*at..at + wanted.len()).is_some_and(|here| here.eq_ignore_ascii_case(wanted.as_bytes()))
    };
    memchr::memchr_iter(wanted.as_bytes()[0], bytes).find(found).map(|at| at + wanted.len())
}

/// Length of `text` up to the end of `wanted`, if that is near.
pub(super) fn near_end_of(text: &str, wanted: &str) -> Option<usize> {
    end_of(&text[..floor_char(text, LONGEST_ASIDE)], wanted)
}

/// Is a text a page of HTML, from its beginning on?
#[must_use]
pub fn is_page(text: &str) -> bool {
    fn past_blanks(text: &str) -> &str {
        text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
    }
    let mut text = past_blanks(text);
    // Other forms have comments, too.
    while let Some(end) = text.strip_prefix("<!--").and_then(|inner| near_end_of(inner, "-->")) {
        text = past_blanks(&text["<!--".len() + end..]);
    }
    let most = floor_char(text, 4096);
    let begins = |at: usize, name: &str| {
        text.as_bytes()
            .get(at + 1..at + 1 + name.len())
            .is_some_and(|here| here.eq_ignore_ascii_case(name.as_bytes()))
    };
    let is_part = |(mark, _): (Mark, usize)| {
        matches!(
            mark,
            Mark::Line
                | Mark::List(_)
                | Mark::Item(_)
                | Mark::Footnote
                | Mark::Block
                | Mark::Row
                | Mark::Paragraph
                | Mark::Table
                | Mark::Cell
                | Mark::Hidden(_)
        )
    };
    tag(text).is_some_and(is_part)
        || memchr::memchr_iter(b'<', &text.as_bytes()[..most])
            .any(|at| begins(at, "html") || begins(at, "body") || begins(at, "!doctype html"))
}

/// What stands right behind a tag, up to the one that ends it: a footnote mark, unless it is the ending of a number
/// (`4th`) or bears brackets of its own.
pub(super) fn is_footnote_mark(text: &str, ends: &str) -> bool {
    // It may be a link.
    let Some(end) = near_end_of(text, ends) else { return false };
    let mut rest = &text[..end - ends.len()];
    let mut inner = String::new();
    while let Some(at) = rest.find('<') {
        let Some(len) = close(&rest[at..]) else { return false };
        inner.push_str(&rest[..at]);
        rest = &rest[at + len..];
    }
    inner.push_str(rest);
    let inner = inner.trim();
    let figure = inner.bytes().all(|b| b.is_ascii_digit());
    let letter = inner.len() == 1 && inner.bytes().all(|b| b.is_ascii_alphabetic() || b == b'*');
    (1..=2).contains(&inner.len()) && (figure || letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tags_of_html_are_tags() {
        assert_eq!(tag("<i>P</i>"), Some((Mark::Nothing, 3)));
        assert_eq!(tag("<TD class=\"a > b\">x"), Some((Mark::Cell, 18)));
        assert_eq!(tag("<script>if (a < b) {}</SCRIPT>x"), Some((Mark::Hidden("</script>"), 8)));
        assert_eq!(tag("<!-- <td> -->x"), Some((Mark::Hidden("-->"), 4)));
        assert_eq!(tag("<span class='pagenum'><a id='p'>12</a></span>x"), Some((Mark::Aside("</span>"), 22)));
        assert_eq!(end_of("<script>if (a < b) {}</SCRIPT>x", "</script>"), Some(30));
        for none in ["<", "<>", "<4th", "<B x", "<Kt> x", "<i", "< i>", "<game>"] {
            assert_eq!(tag(none), None, "{none}");
        }
    }
}
