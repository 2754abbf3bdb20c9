//! Bytes of a text, eight compared at once in one register, and the digits of numbers, without the machinery of `fmt`.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = ONES << 7;

/// Eight bytes of a text from `at` on, the first lowest; zeros after its end.
#[inline(always)]
#[must_use]
pub fn eight(bytes: &[u8], at: usize) -> u64 {
    match bytes.get(at..at.wrapping_add(8)).and_then(|chunk| chunk.first_chunk::<8>()) {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => last_eight(bytes.get(at..).unwrap_or_default()),
    }
}

#[inline(never)]
fn last_eight(rest: &[u8]) -> u64 {
    rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// Bits that tell whether bytes are less than `limit`, at most 128: none is set when no byte is, and the lowest belongs
/// to the first that is. What is above the lowest says nothing.
#[inline(always)]
#[must_use]
pub const fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(ONES * limit as u64) & !word & HIGH
}

/// The same for bytes that are `byte`.
#[inline(always)]
#[must_use]
pub const fn equal(word: u64, byte: u8) -> u64 {
    below(word ^ (ONES * byte as u64), 1)
}

/// The place of the byte that the lowest bit of [`below`] or [`equal`] belongs to; 8 when none does.
#[inline(always)]
#[must_use]
pub const fn first(found: u64) -> usize {
    (found.trailing_zeros() / 8) as usize
}

/// The place of the first byte that `found` finds in a word as [`below`] does; it has to find the zero byte. The length
/// of the text when there is none.
#[inline(always)]
#[must_use]
pub fn position(bytes: &[u8], found: impl Fn(u64) -> u64) -> usize {
    let mut at = 0;
    loop {
        let bits = found(eight(bytes, at));
        if bits != 0 {
            return at + first(bits);
        }
        at += 8;
    }
}

/// How many bytes of a text stand before the first that the value of a tag in its export form cannot hold as it is: a
/// quote, a backslash, a control character.
#[must_use]
pub fn exact_value(value: &[u8]) -> usize {
    position(value, |word| below(word, b' ') | equal(word, b'"') | equal(word, b'\\') | equal(word, 0x7f))
}

/// Printed ASCII text in which no blank follows another and `odd` does not stand.
#[must_use]
pub fn is_plain(bytes: &[u8], odd: u8) -> bool {
    let is_odd = |word: u64| {
        let blank = word ^ (ONES * b' ' as u64);
        // The last byte has no neighbour here; it is the first of the next word.
        let two = blank | blank >> 8 | 0xff << 56;
        (word & HIGH) | below(word, b' ') | equal(word, odd) | equal(word, 0x7f) | below(two, 1) != 0
    };
    let Some(last) = bytes.last_chunk::<8>() else {
        let mut before = 0;
        return bytes.iter().all(|&byte| {
            let two = byte == b' ' && before == b' ';
            before = byte;
            matches!(byte, b' '..=b'~') && byte != odd && !two
        });
    };
    let mut at = 0;
    while at + 8 < bytes.len() {
        if is_odd(eight(bytes, at)) {
            return false;
        }
        at += 7;
    }
    !is_odd(u64::from_le_bytes(*last))
}

/// Appends a number in decimal.
pub fn append_number(out: &mut Vec<u8>, number: u64) {
    if number < 10 {
        out.push(b'0' + number as u8);
        return;
    }
    if number < 100 {
        let number = number as u8;
        out.extend_from_slice(&[b'0' + number / 10, b'0' + number % 10]);
        return;
    }
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut rest = number;
    while rest > 0 {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.extend_from_slice(&digits[at..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_byte_is_found() {
        for at in 0..8 {
            let mut bytes = *b"zzzzzzzz";
            bytes[at] = b'a';
            let word = u64::from_le_bytes(bytes);
            assert_eq!(first(equal(word, b'a')), at);
            assert_eq!(first(below(word, b'b')), at);
            assert_eq!(first(below(word, b'a')), 8);
        }
        assert_eq!(eight(b"0123456789", 4).to_le_bytes(), *b"456789\0\0");
        assert_eq!(eight(b"012", 7), 0);
    }

    #[test]
    fn plain_text_is_told_from_odd_text() {
        let is_plain = |text: &str| is_plain(text.as_bytes(), b'}');
        let plain = "[%clk 0:05:00] and some words of prose, then more";
        for length in 0..plain.len() {
            assert!(is_plain(&plain[..length]), "{length}");
            for at in 0..length {
                for odd in ["}", "\n", "\t", "\x7f", "é", "  "] {
                    let mut text = plain[..length].to_owned();
                    text.insert_str(at, odd);
                    assert!(!is_plain(&text), "{text:?}");
                }
            }
        }
        assert!(is_plain(" a b c d e f g h "));
        assert!(!is_plain("a b c d e f g  h"));
    }

    #[test]
    fn the_place_of_the_first_byte_is_found() {
        let text = b"some words and \"one in quotes\"";
        let quote = |word| equal(word, b'"') | equal(word, 0);
        assert_eq!(position(text, quote), 15);
        assert_eq!(position(&text[..15], quote), 15);
        assert_eq!(position(&text[16..], quote), 13);
        assert_eq!(position(b"", quote), 0);
    }

    #[test]
    fn numbers_are_written_like_fmt_writes_them() {
        for number in [0, 7, 10, 99, 100, 1234, u64::MAX] {
            let mut out = Vec::new();
            append_number(&mut out, number);
            assert_eq!(out, number.to_string().as_bytes());
        }
    }
}
