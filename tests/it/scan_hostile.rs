//! Recognised pages that are broken, garbled, or made to do harm.
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use descant::code::Code;
use descant::diagnose::Diagnostic;
use descant::scan::{Book, Format, sniff};
use descant::source::{Chunk, Encoding, whole};
use descant::span::Span;

use crate::console::run;

const FILES: [(&str, Format); 5] = [
    ("opera.hocr", Format::Hocr),
    ("opera-sloppy.html", Format::Hocr),
    ("opera.alto.xml", Format::Alto),
    ("opera.djvu.xml", Format::DjvuXml),
    ("opera.abbyy.xml", Format::Abbyy),
];

fn fixture(name: &str) -> Vec<u8> {
    fs::read(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/scan").join(name)).expect("a fixture")
}

/// Lays a file out and looks at every word that came of it.
fn read(bytes: &[u8], format: Format) -> (Chunk, Vec<Diagnostic>) {
    let chunk = whole(bytes, Encoding::Auto).expect("text");
    let mut book = Book::default();
    book.read("input", &chunk, format);
    let (laid, findings) = book.lay_out();
    let text = laid.text.as_str();
    for span in text.split_whitespace().filter_map(|word| Span::of_part(text, word)) {
        let range = laid.original_range(span.start, span.end);
        assert!(range.start <= range.end && range.end <= bytes.len() as u64, "{range:?} of {}", bytes.len());
        let (line, column) = laid.line_column(span.start);
        assert!(line >= 1 && column >= 1);
    }
    (laid, findings)
}

fn codes(findings: &[Diagnostic]) -> Vec<Code> {
    findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn files_that_break_off_anywhere_are_read_up_to_there() {
    for (name, format) in FILES {
        let bytes = fixture(name);
        let whole = read(&bytes, format).0.text.split_whitespace().count();
        let mut most = 0;
        for end in (0..bytes.len()).step_by(211) {
            let count = read(&bytes[..end], format).0.text.split_whitespace().count();
            // The running heads of the first page are none where there is no second.
            assert!(count <= whole + 8, "{name} up to {end}");
            most = most.max(count);
        }
        assert!(most * 10 >= whole * 9, "{name}: {most} of {whole}");
    }
}

#[test]
fn garbled_files_are_no_danger() {
    let mut random = 7_u32;
    let mut next = move |below: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as usize % below
    };
    let bad: [&[u8]; 12] = [
        b"<",
        b">",
        b"\"",
        b"&",
        b"&#x110000;",
        b"<!--",
        b"<![CDATA[",
        b"\0",
        b"\xff",
        b"bbox -1 9e999 nan 3",
        b"</",
        b"<?",
    ];
    for (name, format) in FILES {
        let bytes = fixture(name);
        for _ in 0..120 {
            let mut bytes = bytes.clone();
            for _ in 0..=next(6) {
                let (at, part) = (next(bytes.len()), bad[next(bad.len())]);
                let gone = next(40).min(bytes.len() - at);
                bytes.splice(at..at + gone, part.iter().copied());
            }
            // As its own form, and as another.
            read(&bytes, format);
            read(&bytes, FILES[next(FILES.len())].1);
        }
    }
}

#[test]
fn what_cannot_be_parsed_is_told_with_its_line() {
    let text = String::from_utf8(fixture("opera.alto.xml")).expect("UTF-8");
    let at = text.find("Kt-KB3").expect("there");
    let (before, after) = text.split_at(at);
    let (chunk, findings) = read(format!("{before}{after}<String CONTENT=\"lost").as_bytes(), Format::Alto);
    assert_eq!(codes(&findings), [Code::ScanBroken]);
    let line = text.matches('\n').count() + 1;
    assert!(findings[0].message.contains(&format!("line {line}")), "{}", findings[0].message);
    assert!(chunk.text.contains("Kt-KB3"));
    // A comment that never ends takes nothing with it but itself.
    let (chunk, findings) = read(format!("{before}\"/><!-- {after}").as_bytes(), Format::Alto);
    assert_eq!(codes(&findings)[0], Code::ScanBroken);
    assert!(chunk.text.contains("R-Q8"), "{}", chunk.text);
}

#[test]
fn pages_without_words_and_words_without_places_are_told() {
    let page = |inside: &str| format!("<alto><Page WIDTH='500' HEIGHT='500'>{inside}</Page></alto>");
    let (chunk, findings) = read(page("").as_bytes(), Format::Alto);
    assert_eq!((chunk.text.as_str(), codes(&findings)), ("", vec![Code::ScanEmpty]));

    let words = "<TextLine HPOS='10' VPOS='10' WIDTH='300' HEIGHT='20'><String CONTENT='1.' HPOS='10' VPOS='10' WIDTH='20' \
                 HEIGHT='20'/><String CONTENT='P-K4'/><String CONTENT='P-Q4' HPOS='90000' VPOS='1' WIDTH='5' HEIGHT='5'/>\
                 </TextLine>";
    let (chunk, findings) = read(page(words).as_bytes(), Format::Alto);
    assert_eq!(codes(&findings), [Code::ScanBox]);
    assert!(findings[0].message.starts_with("2 words"), "{}", findings[0].message);
    assert_eq!(chunk.text.split_whitespace().collect::<Vec<_>>(), ["1.", "P-K4", "P-Q4"]);

    let done = run(&["check", "--message-format", "short"], page("").as_bytes());
    let said = String::from_utf8(done.stdout).expect("UTF-8");
    assert!(said.contains("-:1:7: note[scan-empty]: no words on this page"), "{said}");
    assert!(said.contains("error[no-game]"), "{said}");
    assert_eq!(done.status.code(), Some(1));
}

#[test]
fn coordinates_that_no_page_has_do_no_harm() {
    let number = ["-99999999999", "1e300", "NaN", "inf", "2147483648", "0", "-0.5", "x"];
    let mut alto = "<alto><Page>".to_owned();
    for (i, x) in number.iter().enumerate() {
        for (j, y) in number.iter().enumerate() {
            let (w, h) = (number[(i + j) % 8], number[(i * 3 + j) % 8]);
            alto += &format!("<String CONTENT='w{i}{j}' HPOS='{x}' VPOS='{y}' WIDTH='{w}' HEIGHT='{h}'/>");
        }
    }
    let (chunk, _) = read(alto.as_bytes(), Format::Alto);
    assert_eq!(chunk.text.split_whitespace().count(), 64);
    assert!(chunk.text.len() < 100_000, "{}", chunk.text.len());
}

#[test]
fn entities_are_not_expanded_and_nesting_costs_nothing() {
    let bomb = "<?xml version='1.0'?><!DOCTYPE DjVuXML [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>\
                <!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'>]><DjVuXML><OBJECT><LINE><WORD coords='1,20,50,1'>x&c;&amp;y</WORD>\
                </LINE></OBJECT></DjVuXML>";
    let (chunk, _) = read(bomb.as_bytes(), Format::DjvuXml);
    assert_eq!(chunk.text.trim(), "x&c;&y");

    let deep = format!(
        "<div class='ocr_page'>{}<span class='ocrx_word' title='bbox 1 1 9 9'>{}P-K4",
        "<div>".repeat(200_000),
        "<span>".repeat(200_000)
    );
    let (chunk, _) = read(deep.as_bytes(), Format::Hocr);
    assert_eq!(chunk.text.trim(), "P-K4");
}

/// A file of a size.
type Shape = Box<dyn Fn(usize) -> String>;

/// Files that make a careless reader look at everything again and again.
#[test]
fn time_grows_with_the_size_of_the_file() {
    let word = |i: usize| {
        let (x, y) = (i % 1000, i / 1000);
        format!("<String CONTENT='w' HPOS='{}' VPOS='{}' WIDTH='9' HEIGHT='9'/>", x * 10, y * 12)
    };
    let shapes: [(&str, Format, Shape); 6] = [
        ("one page", Format::Alto, Box::new(move |n| (0..n).map(word).collect())),
        (
            "one place",
            Format::Alto,
            Box::new(|n| "<String CONTENT='w' HPOS='1' VPOS='1' WIDTH='9' HEIGHT='9'/>".repeat(n)),
        ),
        (
            "one row",
            Format::Alto,
            Box::new(|n| {
                let word = |i| {
                    format!("<String CONTENT='7' HPOS='{}' VPOS='1' WIDTH='1' HEIGHT='9'/>", i * 40 % 999_999)
                };
                (0..n).map(word).collect()
            }),
        ),
        (
            "pages of a word",
            Format::Alto,
            Box::new(|n| {
                "<Page><String CONTENT='w' HPOS='1' VPOS='1' WIDTH='9' HEIGHT='9'/></Page>".repeat(n)
            }),
        ),
        ("comments that do not end", Format::Hocr, Box::new(|n| "<!-- <a ".repeat(n * 8))),
        (
            "attributes",
            Format::Hocr,
            Box::new(|n| format!("<span class=ocrx_word {}>w", "a=1 title='bbox 1 1 9 9' ".repeat(n))),
        ),
    ];
    for (name, format, shape) in shapes {
        let time = |count: usize| {
            let text = Chunk::from_text(shape(count));
            let begun = Instant::now();
            let mut book = Book::default();
            book.read("input", &text, format);
            let _ = book.lay_out();
            begun.elapsed()
        };
        time(1000);
        let (small, large) = (time(8_000), time(64_000));
        // Eight times as much takes eight times as long, or a bit more; never sixty-four times.
        let most = small * 30 + Duration::from_millis(300);
        assert!(large < most, "{name}: {small:?}, then {large:?}");
    }
}

#[test]
fn utf16_and_declared_encodings_are_read() {
    let text = String::from_utf8(fixture("opera.djvu.xml")).expect("UTF-8").replace("knows.", "knows é.");
    let plain = read(text.as_bytes(), Format::DjvuXml).0.text;
    let wide: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(sniff(&wide), Some(Format::DjvuXml));
    assert_eq!(read(&wide, Format::DjvuXml).0.text, plain);
    // The name of an encoding in the declaration counts: koi8-r has no é, but it has Cyrillic letters.
    let declared = text.replace("UTF-8", "koi8-r").replace("é", "\u{1}");
    let bytes: Vec<u8> = declared.bytes().map(|byte| if byte == 1 { 0xC1 } else { byte }).collect();
    let done = run(&["convert", "--quiet", "--to", "json"], &bytes);
    let json = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(json.contains("\"moves\":[{"), "{json}");
    assert!(!json.contains('\u{fffd}'), "{json}");
}
