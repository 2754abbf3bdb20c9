//! Which form of recognised pages an input has, told by its root element or, of hOCR, by the classes of its elements.

use crate::source::{Encoding, parse_name};

/// A form of pages with words and boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// hOCR: HTML with classes such as `ocr_page` and `ocrx_word`.
    Hocr,
    /// ALTO, versions 2 to 4.
    Alto,
    /// The hidden text of a DjVu file as XML.
    DjvuXml,
    /// ABBYY FineReader XML.
    Abbyy,
}

/// How many elements from the beginning are looked at.
const MOST: usize = 200;

/// Tells from the first bytes of an input (unpacked) whether it holds recognised pages.
///
/// ```
/// use descant::scan::{Format, sniff};
/// assert_eq!(sniff(b"<?xml version='1.0'?><alto xmlns='http://www.loc.gov/standards/alto/ns-v3#'>"), Some(Format::Alto));
/// assert_eq!(sniff(b"<html><p>1. P-K4 P-K4</p>"), None);
/// ```
#[must_use]
pub fn sniff(head: &[u8]) -> Option<Format> {
    // Most inputs begin with something else.
    let first =
        head.iter().find(|byte| !byte.is_ascii_whitespace() && !b"\xEF\xBB\xBF\xFF\xFE\0".contains(byte));
    if first != Some(&b'<') {
        return None;
    }
    let ascii: String = match head {
        // UTF-16: the letters of markup are every second byte.
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [b'<', 0, ..] | [0, b'<', ..] => {
            head.iter().filter(|&&byte| byte != 0 && byte < 0x80).map(|&byte| char::from(byte)).collect()
        }
        _ => {
            let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
            head.iter().map(|&byte| if byte < 0x80 { char::from(byte) } else { '?' }).collect()
        }
    };
    let elements =
        ascii.split('<').skip(1).filter(|part| part.starts_with(|c: char| c.is_ascii_alphabetic()));
    for element in elements.take(MOST) {
        let tag = element.split('>').next().unwrap_or(element);
        let name = tag.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or(tag);
        let name = name.rsplit(':').next().unwrap_or(name);
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("alto") {
            return Some(Format::Alto);
        }
        if is("DjVuXML") || is("HIDDENTEXT") {
            return Some(Format::DjvuXml);
        }
        if is("document") && tag.to_ascii_lowercase().contains("finereader") || is("charParams") {
            return Some(Format::Abbyy);
        }
        let is_hocr = ["ocr_page", "ocr_line", "ocrx_word", "ocr_carea", "ocr-system", "ocr-capabilities"];
        if is_hocr.iter().any(|class| tag.contains(class)) {
            return Some(Format::Hocr);
        }
    }
    None
}

/// The encoding that the first bytes of an XML file declare, if it is one that is known and not the usual one.
#[must_use]
fn declared_encoding(head: &[u8]) -> Option<Encoding> {
    let head = head.get(..head.len().min(200))?;
    let declaration = std::str::from_utf8(head.split(|&byte| byte == b'>').next()?).ok()?;
    let declaration = declaration.trim_start_matches('\u{FEFF}').strip_prefix("<?xml")?;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let name = value[1..].split(quote).next()?;
    // What claims to be UTF-8 or UTF-16 shows it by itself, and need not be all of one kind.
    parse_name(name).ok().filter(|encoding| {
        !matches!(encoding, Encoding::Auto | Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be)
    })
}

/// The encoding of a file of recognised pages: what was asked for, else what the file declares.
#[must_use]
pub fn encoding(asked: Encoding, head: &[u8]) -> Encoding {
    let declared = (asked == Encoding::Auto).then(|| declared_encoding(head)).flatten();
    declared.unwrap_or(asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_is_known_by_its_first_element() {
        for (head, format) in [
            ("<?xml version=\"1.0\"?>\n<!-- x --><alto:alto xmlns:alto='x'>", Format::Alto),
            ("<!DOCTYPE DjVuXML>\n<DjVuXML>\n<HEAD></HEAD>", Format::DjvuXml),
            (
                "<document xmlns=\"http://www.abbyy.com/FineReader_xml/FineReader6-schema-v1.xml\">",
                Format::Abbyy,
            ),
            ("\u{FEFF}<html><head><meta name=ocr-system content='tesseract'></head>", Format::Hocr),
            ("<body><div class=\"ocr_page\" title='bbox 0 0 1 1'>", Format::Hocr),
        ] {
            assert_eq!(sniff(head.as_bytes()), Some(format), "{head}");
            let wide: Vec<u8> = format!("\u{FEFF}{head}").encode_utf16().flat_map(u16::to_le_bytes).collect();
            assert_eq!(sniff(&wide), Some(format), "{head} in UTF-16");
        }
    }

    #[test]
    fn other_texts_are_none() {
        for text in
            ["", "[Event \"ocr_page\"]", "ocrx_word", "<html><p class=page>1. e4</p>", "<document>", "<"]
        {
            assert_eq!(sniff(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_declared_encoding_counts_where_it_is_not_unicode() {
        let of = |text: &str| declared_encoding(text.as_bytes());
        assert!(of("<?xml version='1.0' encoding='windows-1251'?>").is_some());
        assert_eq!(of("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"), None);
        assert_eq!(of("<?xml version=\"1.0\" encoding=klingon?>"), None);
        assert_eq!(of("<alto>"), None);
    }

    #[test]
    fn an_encoding_that_is_asked_for_goes_before_the_declared_one() {
        let asked = parse_name("koi8-r").expect("an encoding");
        let head = b"<?xml version='1.0' encoding='windows-1251'?>";
        assert!(encoding(asked, head) == asked && encoding(asked, b"<alto>") == asked);
        assert!(encoding(Encoding::Auto, head) == parse_name("windows-1251").expect("an encoding"));
        assert!(encoding(Encoding::Auto, b"<alto>") == Encoding::Auto);
    }
}
