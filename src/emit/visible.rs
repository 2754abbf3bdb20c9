//! Makes visible what a terminal or a page would obey: control characters and marks of writing direction. A name or a
//! comment of a record must not move the cursor, colour the screen, or turn around the words behind it.
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Whether a character is obeyed instead of being shown. A tab is shown, as a gap.
fn is_obeyed(c: char) -> bool {
    c.is_control() && c != '\t'
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        // Line and paragraph separator.
        || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Appends a character that is obeyed: as its picture where there is one, else by its number.
fn push_escaped(out: &mut String, c: char) {
    match c {
        '\0'..' ' => out.extend(char::from_u32(0x2400 + u32::from(c))),
        '\u{7f}' => out.push('\u{2421}'),
        // Writing to a string cannot fail.
        _ => drop(write!(out, "{}", c.escape_unicode())),
    }
}

/// The text as it may be shown: `␛` for an escape, `\u{202e}` for a mark that turns the direction of writing.
///
/// ```
/// use descant::emit::visible;
/// assert_eq!(visible("e4 \u{1b}[31m"), "e4 ␛[31m");
/// assert_eq!(visible("nd\u{202e}4pg.p\tgn"), "nd\\u{202e}4pg.p\tgn");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(is_obeyed) else { return Cow::Borrowed(text) };
    let mut out = text[..first].to_owned();
    for c in text[first..].chars() {
        if is_obeyed(c) { push_escaped(&mut out, c) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// The same on one line: line ends and tabs are blanks.
#[must_use]
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    if text.contains(['\n', '\r', '\t']) {
        Cow::Owned(visible(&text.replace(['\n', '\r', '\t'], " ")).into_owned())
    } else {
        visible(text)
    }
}

/// Writes text as it may be shown, its line ends as they are.
#[derive(Debug)]
pub struct VisibleWriter<W> {
    out: W,
    /// The beginning of a character whose end is not written yet.
    held: Vec<u8>,
}

impl<W: Write> VisibleWriter<W> {
    /// Writes to this.
    pub fn new(out: W) -> Self {
        Self { out, held: Vec::new() }
    }

    /// Where it goes, for what may be obeyed.
    pub fn as_it_is(&mut self) -> &mut W {
        &mut self.out
    }

    /// Writes what is whole; the rest is held back.
    fn write_whole(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let (text, bad) = match std::str::from_utf8(rest) {
                Ok(text) => (text, 0),
                Err(error) => {
                    let text = std::str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or("");
                    let Some(bad) = error.error_len() else {
                        self.write_text(text)?;
                        self.held = rest[text.len()..].to_vec();
                        return Ok(());
                    };
                    (text, bad)
                }
            };
            self.write_text(text)?;
            if bad > 0 {
                self.out.write_all("\u{fffd}".as_bytes())?;
            }
            rest = &rest[text.len() + bad..];
        }
        Ok(())
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        for line in text.split_inclusive('\n') {
            let inside = line.strip_suffix('\n').unwrap_or(line);
            self.out.write_all(visible(inside).as_bytes())?;
            self.out.write_all(&line.as_bytes()[inside.len()..])?;
        }
        Ok(())
    }
}

impl<W: Write> Write for VisibleWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.held.is_empty() {
            self.write_whole(bytes)?;
        } else {
            let mut whole = std::mem::take(&mut self.held);
            whole.extend_from_slice(bytes);
            self.write_whole(&whole)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_shown_is_obeyed() {
        for c in ('\0'..='\u{9f}').chain('\u{2000}'..='\u{206f}').filter(|&c| is_obeyed(c)) {
            let shown = visible(c.encode_utf8(&mut [0; 4])).into_owned();
            assert!(!shown.is_empty() && !shown.chars().any(is_obeyed), "{shown:?}");
        }
        assert!(matches!(visible("Ångström – é, \t♘"), Cow::Borrowed(_)));
        assert_eq!(on_one_line("a\r\nb\u{7}"), "a  b␇");
    }

    #[test]
    fn characters_may_come_in_pieces() {
        let text = "é\u{1b}[2J–\u{202e}x\r\n♘\u{9b}";
        for cut in 0..=text.len() {
            let mut out = Vec::new();
            let mut writer = VisibleWriter::new(&mut out);
            for piece in [&text.as_bytes()[..cut], &text.as_bytes()[cut..]] {
                writer.write_all(piece).expect("a vector takes all");
            }
            assert_eq!(String::from_utf8(out).expect("UTF-8"), "é␛[2J–\\u{202e}x␍\n♘\\u{9b}");
        }
        let mut out = Vec::new();
        VisibleWriter::new(&mut out).write_all(b"K\xf6ln \x9b").expect("a vector takes all");
        assert_eq!(String::from_utf8(out).expect("UTF-8"), "K\u{fffd}ln \u{fffd}");
    }
}
