//! Bytes of a text, eight compared at once in one register, and the digits of numbers, without the machinery of `fmt`.

use wide::u8x16;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = ONES << 7;

/// Thirty-two bytes of a text, compared at once. What is found is told by a bit for each byte, the first lowest.
#[derive(Clone, Copy, Debug)]
pub struct Window([u8x16; 2]);

impl Window {
    /// How many bytes it has.
    pub const WIDTH: usize = 32;

    /// Zeros.
    pub const ZEROS: Self = Self([u8x16::ZERO; 2]);

    /// The bytes of a text from `at` on, if there are so many.
    #[inline(always)]
    #[must_use]
    pub fn at(bytes: &[u8], at: usize) -> Option<Self> {
        let (halves, _) = bytes.get(at..)?.first_chunk::<{ Self::WIDTH }>()?.as_chunks::<16>();
        let &[low, high] = halves.first_chunk::<2>()?;
        Some(Self([u8x16::new(low), u8x16::new(high)]))
    }

    #[inline(always)]
    fn find(self, found: impl Fn(u8x16) -> u8x16) -> u32 {
        let [low, high] = self.0;
        found(low).to_bitmask() | found(high).to_bitmask() << 16
    }

    /// Bytes that are the same in both.
    #[inline(always)]
    #[must_use]
    pub fn equal(self, other: Self) -> u32 {
        let ([low, high], [other_low, other_high]) = (self.0, other.0);
        low.simd_eq(other_low).to_bitmask() | high.simd_eq(other_high).to_bitmask() << 16
    }

    /// Bytes that are `byte`, and control characters below the blank.
    #[inline(always)]
    #[must_use]
    pub fn byte_or_control(self, byte: u8) -> u32 {
        self.find(|x| x.simd_eq(u8x16::splat(byte)) | is_control(x))
    }

    /// Bytes that are `byte`.
    #[inline(always)]
    #[must_use]
    pub fn byte(self, byte: u8) -> u32 {
        self.find(|x| x.simd_eq(u8x16::splat(byte)))
    }

    /// Bytes that are `byte`, and those that are not printed ASCII (a blank is).
    #[inline(always)]
    #[must_use]
    pub fn byte_or_not_printed(self, byte: u8) -> u32 {
        self.find(|x| x.simd_eq(u8x16::splat(byte)) | is_control(x) | x.max(u8x16::splat(0x7f)).simd_eq(x))
    }

    /// The bytes themselves.
    #[inline(always)]
    #[must_use]
    pub fn halves(self) -> [[u8; 16]; 2] {
        self.0.map(u8x16::to_array)
    }

    /// Quotes, backslashes, control characters.
    #[inline(always)]
    fn odd_in_value(self) -> u32 {
        let byte = |x: u8x16, byte| x.simd_eq(u8x16::splat(byte));
        self.find(|x| byte(x, b'"') | byte(x, b'\\') | byte(x, 0x7f) | is_control(x))
    }
}

/// Sixteen bytes of which some are given, some are digits and some may be any.
#[derive(Debug)]
pub struct Pattern {
    asked: u8x16,
    bytes: u8x16,
}

impl Pattern {
    /// Zeros stand for digits, and what stands for anything is a byte 0. What is asked for a digit may be another sign of those
    /// around it.
    #[must_use]
    pub const fn of(mut bytes: [u8; 16]) -> Self {
        let mut asked = [0; 16];
        let mut at = 0;
        while at < 16 {
            asked[at] = match bytes[at] {
                0 => 0,
                b'0' => 0xf0,
                _ => 0xff,
            };
            bytes[at] &= asked[at];
            at += 1;
        }
        Self { asked: u8x16::new(asked), bytes: u8x16::new(bytes) }
    }

    /// Whether these are such bytes.
    #[inline(always)]
    #[must_use]
    pub fn is_of(&self, bytes: &[u8; 16]) -> bool {
        (u8x16::new(*bytes) & self.asked).simd_eq(self.bytes).to_bitmask() == 0xffff
    }
}

/// Whether a value has a blank at an end, or two in a row.
#[inline(never)]
#[must_use]
pub fn has_spare_blanks(value: &[u8]) -> bool {
    if value.first() == Some(&b' ') || value.last() == Some(&b' ') {
        return true;
    }
    let blanks = |at: usize| Some(u8x16::new(*value.get(at..)?.first_chunk()?).simd_eq(u8x16::splat(b' ')));
    let doubled = |at| blanks(at).zip(blanks(at + 1)).is_some_and(|(a, b)| (a & b).to_bitmask() != 0);
    // The last bytes are looked at together with some before them.
    match value.len().checked_sub(17) {
        Some(last) => (0..last).step_by(16).any(doubled) || doubled(last),
        None => value.windows(2).any(|two| two == b"  "),
    }
}

/// Whether one of four bytes stands in a text.
#[inline]
#[must_use]
pub fn has_one_of(text: &[u8], wanted: [u8; 4]) -> bool {
    let find = |bytes: &[u8; 16]| {
        let bytes = u8x16::new(*bytes);
        let found = wanted.map(|byte| bytes.simd_eq(u8x16::splat(byte)));
        (found[0] | found[1] | found[2] | found[3]).to_bitmask() != 0
    };
    // The last bytes are looked at together with some before them.
    if let Some(last) = text.last_chunk() {
        return text.as_chunks().0.iter().any(find) || find(last);
    }
    let find = |bytes: &[u8; 8]| {
        let word = u64::from_le_bytes(*bytes);
        wanted.into_iter().fold(0, |found, byte| found | equal(word, byte)) != 0
    };
    match (text.first_chunk(), text.last_chunk()) {
        (Some(first), Some(last)) => find(first) || find(last),
        _ => text.iter().any(|byte| wanted.contains(byte)),
    }
}

/// Bytes below the blank.
#[inline(always)]
fn is_control(bytes: u8x16) -> u8x16 {
    bytes.min(u8x16::splat(b' ' - 1)).simd_eq(bytes)
}

/// Eight bytes of a text from `at` on, the first lowest; zeros after its end.
#[inline(always)]
#[must_use]
pub fn eight(bytes: &[u8], at: usize) -> u64 {
    match bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
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

/// How many bytes of a text stand from `from` on before the first that the value of a tag in its export form cannot hold
/// as it is: a quote, a backslash, a control character.
#[inline]
#[must_use]
pub fn exact_value(text: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(window) = Window::at(text, at) {
        let found = window.odd_in_value();
        if found != 0 {
            return at + found.trailing_zeros() as usize - from;
        }
        at += Window::WIDTH;
    }
    let rest = text.get(at..).unwrap_or_default();
    let is_odd = |byte: &u8| byte.is_ascii_control() || matches!(byte, b'"' | b'\\');
    at - from + rest.iter().position(is_odd).unwrap_or(rest.len())
}

/// Whether the value of a tag in its export form can hold all of these bytes as they are.
#[inline]
#[must_use]
pub fn is_exact_value(text: &[u8]) -> bool {
    let is_odd = |bytes: &[u8; 16]| {
        let bytes = u8x16::new(*bytes);
        let byte = |byte| bytes.simd_eq(u8x16::splat(byte));
        (byte(b'"') | byte(b'\\') | byte(0x7f) | is_control(bytes)).to_bitmask() != 0
    };
    // The last bytes are looked at together with some before them.
    if let Some(last) = text.last_chunk() {
        return !text.as_chunks().0.iter().any(is_odd) && !is_odd(last);
    }
    let mut all = [b' '; 16];
    if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        all[..8].copy_from_slice(first);
        all[8..].copy_from_slice(last);
    } else if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        all[..4].copy_from_slice(first);
        all[4..8].copy_from_slice(last);
    } else if let [first, .., last] = text {
        all[..3].copy_from_slice(&[*first, text[1], *last]);
    } else if let [only] = text {
        all[0] = *only;
    }
    !is_odd(&all)
}

/// The same, and whether those bytes have a blank at an end, or two in a row.
#[inline(always)]
#[must_use]
pub fn exact_value_and_blanks(text: &[u8], from: usize) -> (usize, bool) {
    if let Some(window) = Window::at(text, from) {
        let odd = window.odd_in_value();
        if odd != 0 {
            let end = odd & odd.wrapping_neg();
            let blanks = window.byte(b' ');
            // Blanks before another, or before the end, or at the beginning.
            let spare = blanks & ((blanks | end) >> 1 | 1) & (end - 1);
            return (odd.trailing_zeros() as usize, spare != 0);
        }
    }
    let length = exact_value(text, from);
    (length, has_spare_blanks(text.get(from..from + length).unwrap_or_default()))
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

/// A short text that is put together in a place of fixed length: copies of a fixed size need no call. Who writes sees to it
/// that there is room.
#[derive(Debug)]
pub struct Pen<'t, const ROOM: usize> {
    text: &'t mut [u8; ROOM],
    at: usize,
}

impl<'t, const ROOM: usize> Pen<'t, ROOM> {
    /// Nothing is written.
    #[inline(always)]
    #[must_use]
    pub const fn new(text: &'t mut [u8; ROOM]) -> Self {
        Self { text, at: 0 }
    }

    /// Writes the first `length` of some bytes; there must be room for all.
    #[inline(always)]
    pub fn put<const N: usize>(&mut self, bytes: &[u8; N], length: usize) {
        debug_assert!(self.at + N <= ROOM, "no room");
        // Then there is no other way on, and nothing to be asked.
        let at = self.at.min(ROOM - N);
        self.text[at..at + N].copy_from_slice(bytes);
        self.at = at + length;
    }

    /// The same, and a sign behind them.
    #[inline(always)]
    pub fn put_before<const N: usize>(&mut self, bytes: &[u8; N], length: usize, sign: u8) {
        debug_assert!(self.at + N < ROOM, "no room");
        let at = self.at.min(ROOM - N - 1);
        self.text[at..at + N].copy_from_slice(bytes);
        self.text[at + length.min(N)] = sign;
        self.at = at + length + 1;
    }

    /// Writes a word of at most eight bytes, the first lowest; there must be room for eight.
    #[inline(always)]
    pub fn word(&mut self, (word, length): (u64, usize)) {
        self.put(&word.to_le_bytes(), length);
    }

    /// Writes a text if there is room for it.
    #[inline(always)]
    pub fn text(&mut self, text: &[u8]) -> bool {
        let to = self.text.get_mut(self.at..self.at + text.len());
        let is_written = to.is_some();
        if let Some(to) = to {
            to.copy_from_slice(text);
            self.at += text.len();
        }
        is_written
    }

    /// Writes something else in the place of the last byte.
    #[inline(always)]
    pub fn replace_last(&mut self, byte: u8) {
        if let Some(last) = self.text[..self.at.min(ROOM)].last_mut() {
            *last = byte;
        }
    }

    /// How long it is.
    #[inline(always)]
    #[must_use]
    pub const fn length(&self) -> usize {
        self.at
    }

    /// Goes on behind so many bytes.
    #[inline(always)]
    pub const fn go_to(&mut self, length: usize) {
        self.at = length;
    }

    /// What is written.
    #[inline(always)]
    #[must_use]
    pub fn written(&self) -> &[u8] {
        &self.text[..self.at.min(ROOM)]
    }
}

/// A number below a hundred in decimal, as a word and its length.
#[inline(always)]
#[must_use]
pub fn digits(number: u8) -> (u64, usize) {
    if number < 10 {
        return (u64::from(b'0' + number), 1);
    }
    (u64::from(u16::from_le_bytes([b'0' + number / 10, b'0' + number % 10])), 2)
}

/// Appends a word of at most eight bytes, the first lowest: a copy of all eight needs no call.
#[inline(always)]
pub fn append_word(out: &mut Vec<u8>, (word, length): (u64, usize)) {
    let end = out.len() + length;
    out.extend_from_slice(&word.to_le_bytes());
    out.truncate(end);
}

/// Appends a number in decimal.
#[inline]
pub fn append_number(out: &mut Vec<u8>, number: u64) {
    if number < 10 {
        out.push(b'0' + number as u8);
        return;
    }
    if number < 100 {
        append_word(out, digits(number as u8));
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

/// A whole number of at most six digits in decimal, as a word and its length.
#[inline(never)]
#[must_use]
pub fn short_decimal(number: i64) -> Option<(u64, usize)> {
    let size = u32::try_from(number.unsigned_abs()).ok().filter(|size| *size < 1_000_000)?;
    let (mut word, mut length, mut rest) = (0, 0, size);
    while rest > 0 || length == 0 {
        word = (word << 8) + u64::from(b'0') + u64::from(rest % 10);
        rest /= 10;
        length += 1;
    }
    Some(if number < 0 { (word << 8 | u64::from(b'-'), length + 1) } else { (word, length) })
}

/// A key in sixteen hexadecimal digits.
#[inline]
#[must_use]
pub const fn hex(key: u64) -> [u8; 16] {
    let halves = (hex_half((key >> 32) as u32) as u128) | (hex_half(key as u32) as u128) << 64;
    halves.to_le_bytes()
}

/// Eight digits, the first lowest: four bits a byte, all bytes at once.
const fn hex_half(half: u32) -> u64 {
    let mut word = half.swap_bytes() as u64;
    word = (word | word << 16) & 0x0000_ffff_0000_ffff;
    word = (word | word << 8) & 0x00ff_00ff_00ff_00ff;
    word = (word >> 4 | word << 8) & 0x0f0f_0f0f_0f0f_0f0f;
    // Above nine come letters.
    let letters = ((word + ONES * 6) >> 4) & ONES;
    word + ONES * b'0' as u64 + letters * (b'a' - b'0' - 10) as u64
}

/// Appends a key in sixteen hexadecimal digits.
pub fn append_hex(key: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(&hex(key));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_too_many_are_found_in_values_of_any_length() {
        let naive = |value: &[u8]| {
            value.starts_with(b" ") || value.ends_with(b" ") || value.windows(2).any(|two| two == b"  ")
        };
        let check = |value: &[u8]| {
            assert_eq!(has_spare_blanks(value), naive(value), "{value:?}");
            for rest in ["", "\"]", "\"]\n[Name \"Value  of the next\"]\n[Other \"\"]\n"] {
                let text = [value, rest.as_bytes()].concat();
                assert_eq!(exact_value_and_blanks(&text, 0), (value.len(), naive(value)), "{text:?}");
            }
        };
        for length in 0..70 {
            let text = "a b".repeat(length).replace("ba", "b a").into_bytes();
            for end in 0..length {
                check(&text[..end]);
                let mut doubled = text.clone();
                doubled[end / 2] = b' ';
                check(&doubled[..end]);
            }
        }
        for value in [" a", "a ", "a  b", " ", "  ", ""] {
            check(value.as_bytes());
        }
    }

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
    fn a_window_finds_its_bytes() {
        let text: Vec<u8> = (b'0'..=b'z').collect();
        assert!(Window::at(&text, text.len() - 31).is_none());
        assert!(Window::at(&text, usize::MAX).is_none());
        for at in 0..32 {
            let mut odd = text.clone();
            for byte in [b'}', b'\n', 0] {
                odd[at] = byte;
                let window = Window::at(&odd, 0).unwrap_or(Window::ZEROS);
                assert_eq!(window.byte_or_control(b'}'), 1 << at);
                let same = Window::at(&text, 0).unwrap_or(Window::ZEROS).equal(window);
                assert_eq!(same, !(1 << at));
            }
        }
    }

    #[test]
    fn one_of_four_bytes_is_found_anywhere() {
        let wanted = *b",\"\n\r";
        for length in 0..60 {
            let text = vec![b'a'; length];
            assert!(!has_one_of(&text, wanted));
            for at in 0..length {
                for byte in wanted {
                    let mut text = text.clone();
                    text[at] = byte;
                    assert!(has_one_of(&text, wanted), "{length} {at}");
                }
            }
        }
    }

    #[test]
    fn a_value_goes_up_to_the_first_odd_byte() {
        let words: Vec<u8> = b"a value of a tag, \xC3\xA9 too, ".iter().copied().cycle().take(100).collect();
        for length in 0..100 {
            assert_eq!(exact_value(&words[..length], 0), length);
            for odd in *b"\"\\\n\0\x1f\x7f" {
                let mut text = words.clone();
                text[length] = odd;
                assert_eq!(exact_value(&text, 0), length);
                assert_eq!(exact_value(&text, length / 2), length - length / 2);
                for end in 0..=words.len() {
                    assert_eq!(is_exact_value(&text[..end]), end <= length, "{length} {end}");
                }
            }
        }
        assert_eq!(exact_value(b"abc", 4), 0);
    }

    #[test]
    fn keys_and_short_numbers_are_written_like_fmt_writes_them() {
        for shift in 0..64 {
            for key in [0, 1, 9, 10, 15, u64::MAX, 0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210] {
                let key = u64::rotate_left(key, shift);
                assert_eq!(str::from_utf8(&hex(key)), Ok(format!("{key:016x}").as_str()));
            }
        }
        for number in [0, 1, 9, 10, 99, 100, 12_345, 999_999, 1_000_000, i64::MAX] {
            for number in [number, -number] {
                let told = short_decimal(number).map(|(word, length)| (word.to_le_bytes(), length));
                let told = told.map(|(word, length)| String::from_utf8_lossy(&word[..length]).into_owned());
                let wanted = number.to_string();
                assert_eq!(told, (number.unsigned_abs() < 1_000_000).then_some(wanted));
            }
        }
    }

    #[test]
    fn numbers_are_written_like_fmt_writes_them() {
        for number in [0, 7, 10, 99, 100, 1234, u64::MAX] {
            let mut out = Vec::new();
            append_number(&mut out, number);
            assert_eq!(out, number.to_string().as_bytes());
            if let Some(short) = u8::try_from(number).ok().filter(|&number| number < 100) {
                let mut word = Vec::new();
                append_word(&mut word, digits(short));
                assert_eq!(word, out);
            }
        }
    }
}
