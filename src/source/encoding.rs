//! Which encoding an input is in: the names a user may give, and what the head of an input tells.

use super::error::SourceError;

/// How the bytes of an input become text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// A byte order mark decides, or NULs in every second byte (UTF-16); else UTF-8 where it is valid, and each byte
    /// that is not is read as Windows-1252 on its own. So files that mix the two are read.
    #[default]
    Auto,
    /// UTF-8; what is malformed becomes U+FFFD (the bytes stay known).
    Utf8,
    /// UTF-16, little end first; a byte order mark that says otherwise wins.
    Utf16Le,
    /// UTF-16, big end first; a byte order mark that says otherwise wins.
    Utf16Be,
    /// One of the other encodings of the WHATWG Encoding Standard.
    Named(&'static encoding_rs::Encoding),
    /// Code page 437 of DOS.
    Cp437,
    /// Code page 850 of DOS.
    Cp850,
}

/// Finds the encoding with this name: `auto`, a label of the WHATWG Encoding Standard, `cp437` (`ibm437`, `437`, `dos`) or
/// `cp850` (`ibm850`, `850`); upper and lower case are the same.
///
/// ```
/// use descant::source::{Encoding, parse_name};
/// assert_eq!(parse_name("UTF-8").unwrap(), Encoding::Utf8);
/// assert_eq!(parse_name("dos").unwrap(), Encoding::Cp437);
/// assert!(parse_name("latin1").is_ok());
/// assert!(parse_name("klingon").unwrap_err().to_string().contains("cp850"));
/// ```
///
/// # Errors
///
/// [`SourceError::UnknownEncoding`], which lists what would be accepted.
pub fn parse_name(name: &str) -> Result<Encoding, SourceError> {
    let plain = name.trim().to_ascii_lowercase();
    match plain.as_str() {
        "auto" => return Ok(Encoding::Auto),
        "cp437" | "ibm437" | "437" | "dos" | "oem-us" => return Ok(Encoding::Cp437),
        "cp850" | "ibm850" | "850" | "dos-latin1" => return Ok(Encoding::Cp850),
        _ => {}
    }
    let found = encoding_rs::Encoding::for_label_no_replacement(plain.as_bytes())
        .ok_or_else(|| SourceError::UnknownEncoding { name: name.to_owned() })?;
    Ok(if found == encoding_rs::UTF_8 {
        Encoding::Utf8
    } else if found == encoding_rs::UTF_16LE {
        Encoding::Utf16Le
    } else if found == encoding_rs::UTF_16BE {
        Encoding::Utf16Be
    } else {
        Encoding::Named(found)
    })
}

/// How many bytes of the head [`settle`] wants to see (fewer only where the input ends).
pub const HEAD: usize = 4096;

/// Settles what the head leaves open: the encoding to decode with, and how many bytes of byte order mark to skip.
///
/// `Auto` stays `Auto` where the head is neither marked nor UTF-16.
#[must_use]
pub fn settle(asked: Encoding, head: &[u8]) -> (Encoding, usize) {
    let mark = match head {
        [0xEF, 0xBB, 0xBF, ..] => Some((Encoding::Utf8, 3)),
        [0xFF, 0xFE, ..] => Some((Encoding::Utf16Le, 2)),
        [0xFE, 0xFF, ..] => Some((Encoding::Utf16Be, 2)),
        _ => None,
    };
    match (asked, mark) {
        // Marked UTF-8 may still hold bytes of another hand (collections are glued together): `Auto` goes on.
        (Encoding::Auto, Some((Encoding::Utf8, n))) => (Encoding::Auto, n),
        (Encoding::Auto, Some(found)) => found,
        (Encoding::Auto, None) => (unmarked_utf16(head).unwrap_or(Encoding::Auto), 0),
        (Encoding::Utf8, Some((Encoding::Utf8, n))) => (Encoding::Utf8, n),
        (
            Encoding::Utf16Le | Encoding::Utf16Be,
            Some((found @ (Encoding::Utf16Le | Encoding::Utf16Be), n)),
        ) => (found, n),
        _ => (asked, 0),
    }
}

/// UTF-16 without a mark: nearly every second byte of the head is NUL, and none of the others.
fn unmarked_utf16(head: &[u8]) -> Option<Encoding> {
    let pairs = &head[..head.len().min(HEAD) & !1];
    let count = pairs.len() / 2;
    if count < 2 {
        return None;
    }
    let nuls = |first: usize| pairs.iter().skip(first).step_by(2).filter(|&&byte| byte == 0).count();
    match (nuls(0), nuls(1)) {
        (0, odd) if odd * 10 >= count * 9 => Some(Encoding::Utf16Le),
        (even, 0) if even * 10 >= count * 9 => Some(Encoding::Utf16Be),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_label_that_can_be_decoded_has_a_name() {
        for label in [
            "utf8", "latin1", "iso-8859-1", "windows-1251", "koi8-r", "macintosh", "gb18030", "Shift_JIS",
            " CP1252 ",
        ] {
            assert!(parse_name(label).is_ok(), "{label}");
        }
        assert_eq!(parse_name("utf-16").unwrap(), Encoding::Utf16Le);
        assert_eq!(parse_name("IBM850").unwrap(), Encoding::Cp850);
    }

    #[test]
    fn the_head_tells_utf16_with_and_without_a_mark() {
        let le: Vec<u8> = "[Event \"x\"]".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = "[Event \"x\"]".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(settle(Encoding::Auto, &le), (Encoding::Utf16Le, 0));
        assert_eq!(settle(Encoding::Auto, &be), (Encoding::Utf16Be, 0));
        assert_eq!(settle(Encoding::Utf16Le, b"\xFE\xFF\0["), (Encoding::Utf16Be, 2));
        assert_eq!(settle(Encoding::Auto, b"\0\0\0\0\0\0"), (Encoding::Auto, 0));
        assert_eq!(settle(Encoding::Auto, b"\xEF\xBB\xBF[E"), (Encoding::Auto, 3));
        assert_eq!(settle(Encoding::Cp437, b"\xEF\xBB\xBF[E"), (Encoding::Cp437, 0));
    }
}
