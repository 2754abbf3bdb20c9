//! References to characters, as HTML and XML write them: `&mdash;`, `&#8212;`, `&#x2014;`.
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Names of letters and signs that books have, and their code points, from the list of HTML.
const NAMES: &str = include_str!("characters.csv");

/// The longest name or number of a character, in bytes.
const LONGEST: usize = 8;

/// The character that a reference at the start of `text` stands for, and the length of the reference in bytes. Characters
/// of control are none.
pub fn reference(text: &str) -> Option<(char, usize)> {
    let inner = text.strip_prefix('&')?;
    let len = inner.bytes().take(LONGEST + 2).position(|byte| byte == b';')?;
    let name = &inner[..len];
    let c = if let Some(number) = name.strip_prefix('#') {
        let hex = number.strip_prefix(['x', 'X']);
        let value = hex.map_or_else(|| number.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok())?;
        char::from_u32(value)?
    } else {
        *named().get(name)?
    };
    (!c.is_control()).then_some((c, len + 2))
}

/// A text with characters in place of the references to them; others stay as they are.
pub fn without_references(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for part in text.split_inclusive(';') {
        let found = part.rfind('&').and_then(|at| Some((at, reference(&part[at..])?.0)));
        plain.push_str(&part[..found.map_or(part.len(), |(at, _)| at)]);
        plain.extend(found.map(|(_, c)| c));
    }
    Cow::Owned(plain)
}

fn named() -> &'static HashMap<&'static str, char> {
    static NAMED: OnceLock<HashMap<&str, char>> = OnceLock::new();
    let row = |row: &'static str| {
        let (name, code) = row.split_once(',')?;
        Some((name, char::from_u32(u32::from_str_radix(code, 16).ok()?)?))
    };
    NAMED.get_or_init(|| NAMES.lines().skip(1).filter_map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_characters() {
        assert_eq!(reference("&mdash;x"), Some(('\u{2014}', 7)));
        assert_eq!(reference("man&oelig;"), None);
        assert_eq!(reference("&oelig;uvre"), Some(('\u{153}', 7)));
        assert_eq!(reference("&#8212;"), Some(('\u{2014}', 7)));
        assert_eq!(reference("&#x2014;"), Some(('\u{2014}', 8)));
        for none in ["&", "&c.;", "&#0;", "&#xd800;", "&amp", "& ;"] {
            assert_eq!(reference(none), None, "{none}");
        }
        assert_eq!(NAMES.lines().count(), named().len() + 1);
    }

    #[test]
    fn other_words_stay_between_references() {
        assert_eq!(
            without_references("R&eacute;ti &amp; S&aacute;nta; B&B;"),
            "R\u{e9}ti & S\u{e1}nta; B&B;"
        );
        assert_eq!(without_references("&&lt;;"), "&<;");
        assert!(matches!(without_references("bbox 1 2 3 4; x_wconf 90"), Cow::Borrowed(_)));
    }
}
