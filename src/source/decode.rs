//! Bytes to text, a block at a time, keeping for every character the bytes it was read from.

use encoding_rs::{CoderResult, DecoderResult};

use super::dos;
use super::encoding::Encoding;
use super::map::Decoded;

/// Decodes blocks of bytes; what a block's end cuts in two is held back for the next.
pub struct Decoder {
    way: Way,
    held: Vec<u8>,
}

enum Way {
    Auto,
    Utf8,
    Utf16 { big: bool },
    Table(Box<[char; 128]>),
    Stateful { decoder: Box<encoding_rs::Decoder>, ascii: bool },
}

impl std::fmt::Debug for Decoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Decoder").field("held", &self.held).finish_non_exhaustive()
    }
}

impl Decoder {
    /// A decoder for text after its byte order mark.
    #[must_use]
    pub fn new(encoding: Encoding) -> Self {
        let way = match encoding {
            Encoding::Auto => Way::Auto,
            Encoding::Utf8 => Way::Utf8,
            Encoding::Utf16Le => Way::Utf16 { big: false },
            Encoding::Utf16Be => Way::Utf16 { big: true },
            Encoding::Cp437 => Way::Table(Box::new(dos::CP437)),
            Encoding::Cp850 => Way::Table(Box::new(dos::CP850)),
            Encoding::Named(named) if named == encoding_rs::UTF_8 => Way::Utf8,
            Encoding::Named(named) if named == encoding_rs::UTF_16LE => Way::Utf16 { big: false },
            Encoding::Named(named) if named == encoding_rs::UTF_16BE => Way::Utf16 { big: true },
            Encoding::Named(named) if named.is_single_byte() => Way::Table(Box::new(upper_half(named))),
            Encoding::Named(named) => Way::Stateful {
                decoder: Box::new(named.new_decoder_without_bom_handling()),
                ascii: named.is_ascii_compatible(),
            },
        };
        Self { way, held: Vec::new() }
    }

    /// Whether UTF-8 that comes next is read as it stands.
    #[must_use]
    pub fn reads_utf8(&self) -> bool {
        matches!(self.way, Way::Auto | Way::Utf8) && self.held.is_empty()
    }

    /// Decodes a block onto the end of `out`.
    pub fn decode(&mut self, block: &[u8], out: &mut Decoded) {
        self.run(block, false, out);
    }

    /// Says that the input has ended: what was held back is decoded as it stands.
    pub fn finish(&mut self, out: &mut Decoded) {
        self.run(&[], true, out);
    }

    fn run(&mut self, block: &[u8], last: bool, out: &mut Decoded) {
        match &mut self.way {
            Way::Table(table) => by_table(table, block, out),
            Way::Stateful { decoder, ascii } => by_state(decoder, *ascii, &mut self.held, block, last, out),
            Way::Auto => with_held(&mut self.held, block, 3, |bytes| utf8(bytes, last, out, patch)),
            Way::Utf8 => with_held(&mut self.held, block, 3, |bytes| utf8(bytes, last, out, replace)),
            Way::Utf16 { big } => {
                let big = *big;
                with_held(&mut self.held, block, 3, |bytes| utf16(bytes, big, last, out));
            }
        }
    }
}

/// Runs a decoder that says how many bytes it used, gluing what was held back to a few bytes of the block first.
fn with_held(held: &mut Vec<u8>, block: &[u8], most: usize, mut decode: impl FnMut(&[u8]) -> usize) {
    let mut block = block;
    while !held.is_empty() && !block.is_empty() {
        let before = held.len();
        let glue = (most + 1).saturating_sub(before).clamp(1, block.len());
        held.extend_from_slice(&block[..glue]);
        let used = decode(held);
        if used >= before {
            block = &block[used - before..];
            held.clear();
        } else {
            held.drain(..used);
            block = &block[glue..];
        }
    }
    if held.is_empty() {
        let used = decode(block);
        held.extend_from_slice(&block[used..]);
    } else {
        let used = decode(held);
        held.drain(..used);
    }
}

/// UTF-8; `malformed` reads each stretch that is none. Returns how many bytes were used.
fn utf8(bytes: &[u8], last: bool, out: &mut Decoded, malformed: impl Fn(&[u8], &mut Decoded)) -> usize {
    let mut at = 0;
    loop {
        match std::str::from_utf8(&bytes[at..]) {
            Ok(text) => {
                out.push_same(text);
                return bytes.len();
            }
            Err(error) => {
                let good = error.valid_up_to();
                out.push_same(std::str::from_utf8(&bytes[at..at + good]).unwrap_or(""));
                at += good;
                let bad = match error.error_len() {
                    Some(n) => n,
                    None if last => bytes.len() - at,
                    None => return at,
                };
                malformed(&bytes[at..at + bad], out);
                at += bad;
            }
        }
    }
}

/// Windows-1252, byte by byte.
fn patch(bad: &[u8], out: &mut Decoded) {
    for &byte in bad {
        out.push_char(windows_1252(byte), &[byte]);
        out.count_patch();
    }
}

/// U+FFFD.
fn replace(bad: &[u8], out: &mut Decoded) {
    out.push_char(char::REPLACEMENT_CHARACTER, bad);
}

/// UTF-16, and U+FFFD for a half of a pair or of a unit. Returns how many bytes were used.
fn utf16(bytes: &[u8], big: bool, last: bool, out: &mut Decoded) -> usize {
    let unit = |at: usize| -> Option<u16> {
        let pair = [*bytes.get(at)?, *bytes.get(at + 1)?];
        Some(if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) })
    };
    let mut ascii = [0_u8; 256];
    let mut at = 0;
    while let Some(first) = unit(at) {
        if first < 0x80 {
            let mut length = 0;
            for (slot, pair) in ascii.iter_mut().zip(bytes[at..].chunks_exact(2)) {
                let (high, low) = if big { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
                if high != 0 || low >= 0x80 {
                    break;
                }
                *slot = low;
                length += 1;
            }
            let text = std::str::from_utf8(&ascii[..length]).unwrap_or("");
            out.push_units(text, 1, &bytes[at..at + 2 * length], 2);
            at += 2 * length;
            continue;
        }
        let (c, used) = match first {
            0xD800..=0xDBFF => match unit(at + 2) {
                Some(second @ 0xDC00..=0xDFFF) => {
                    let code = 0x1_0000 + (u32::from(first & 0x3FF) << 10) + u32::from(second & 0x3FF);
                    (char::from_u32(code), 4)
                }
                None if !last => return at,
                _ => (None, 2),
            },
            _ => (char::from_u32(u32::from(first)), 2),
        };
        out.push_char(c.unwrap_or(char::REPLACEMENT_CHARACTER), &bytes[at..at + used]);
        at += used;
    }
    if last && at < bytes.len() {
        out.push_char(char::REPLACEMENT_CHARACTER, &bytes[at..]);
        at = bytes.len();
    }
    at
}

/// One byte, one character.
fn by_table(table: &[char; 128], block: &[u8], out: &mut Decoded) {
    let mut rest = block;
    while let [first, ..] = rest {
        if *first < 0x80 {
            let ascii = encoding_rs::Encoding::ascii_valid_up_to(rest);
            out.push_same(std::str::from_utf8(&rest[..ascii]).unwrap_or(""));
            rest = &rest[ascii..];
        } else {
            out.push_char(table[usize::from(*first) - 0x80], &rest[..1]);
            rest = &rest[1..];
        }
    }
}

/// An encoding of several bytes a character: a byte at a time, so that each character's own bytes are known.
fn by_state(
    decoder: &mut encoding_rs::Decoder,
    ascii: bool,
    held: &mut Vec<u8>,
    block: &[u8],
    last: bool,
    out: &mut Decoded,
) {
    let mut at = 0;
    loop {
        if ascii && held.is_empty() {
            let plain = encoding_rs::Encoding::ascii_valid_up_to(&block[at..]);
            out.push_same(std::str::from_utf8(&block[at..at + plain]).unwrap_or(""));
            at += plain;
        }
        let Some(&byte) = block.get(at) else { break };
        at += 1;
        held.push(byte);
        feed(decoder, &[byte], false, held, out);
    }
    if last {
        feed(decoder, &[], true, held, out);
        if !held.is_empty() {
            // An escape sequence with nothing after it.
            out.push_char(char::REPLACEMENT_CHARACTER, held);
            held.clear();
        }
    }
}

/// Feeds at most one byte; `held` are the bytes that no character was read from yet.
fn feed(decoder: &mut encoding_rs::Decoder, byte: &[u8], last: bool, held: &mut Vec<u8>, out: &mut Decoded) {
    let mut byte = byte;
    loop {
        let mut text = [0_u8; 32];
        let (result, read, written) = decoder.decode_to_utf8_without_replacement(byte, &mut text, last);
        byte = &byte[read..];
        if written > 0 {
            let units = held.len() - byte.len();
            out.push_unit(std::str::from_utf8(&text[..written]).unwrap_or("\u{FFFD}"), &held[..units]);
            held.drain(..units);
        }
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(_, after) => {
                let bad = held.len().saturating_sub(byte.len() + usize::from(after));
                out.push_char(char::REPLACEMENT_CHARACTER, &held[..bad]);
                held.drain(..bad);
            }
        }
    }
}

/// The upper half of an encoding of one byte a character, U+FFFD where it has a gap.
fn upper_half(encoding: &'static encoding_rs::Encoding) -> [char; 128] {
    let mut table = [char::REPLACEMENT_CHARACTER; 128];
    for (byte, slot) in (0x80_u8..=0xFF).zip(table.iter_mut()) {
        let mut text = [0_u8; 8];
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let (result, _, written, _) = decoder.decode_to_utf8(&[byte], &mut text, true);
        if result == CoderResult::InputEmpty
            && let Some(c) = std::str::from_utf8(&text[..written]).ok().and_then(|text| text.chars().next())
        {
            *slot = c;
        }
    }
    table
}

/// Windows-1252 as the WHATWG Encoding Standard has it: the five gaps are control characters.
fn windows_1252(byte: u8) -> char {
    const C1: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž',
        '\u{8F}', //
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => C1[usize::from(byte) - 0x80],
        _ => char::from(byte),
    }
}
