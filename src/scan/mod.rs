//! Pages that a recogniser has read: words with their boxes, from hOCR, ALTO, DjVu XML and ABBYY FineReader XML, and the text
//! that they are laid out to, with the way back to every word.
//!
//! ```
//! use descant::scan::{Book, Format, sniff};
//! use descant::source::Chunk;
//! let hocr = "<div class='ocr_page' title='bbox 0 0 600 800'><span class='ocr_line' title='bbox 20 20 300 40'>
//!   <span class='ocrx_word' title='bbox 20 20 30 40; x_wconf 93'>1</span>
//!   <span class='ocrx_word' title='bbox 60 20 120 40'>P-K4</span>
//!   <span class='ocrx_word' title='bbox 240 20 300 40'>P-K4</span></span></div>";
//! assert_eq!(sniff(hocr.as_bytes()), Some(Format::Hocr));
//! let mut book = Book::default();
//! book.read("page.hocr", &Chunk::from_text(hocr.to_owned()), Format::Hocr);
//! let (chunk, findings) = book.lay_out();
//! assert_eq!(chunk.text.split_whitespace().collect::<Vec<_>>(), ["1", "P-K4", "P-K4"]);
//! let (line, column) = chunk.line_column(chunk.text.find("P-K4").unwrap() as u32);
//! assert_eq!((line, column), (3, 53));
//! assert!(findings.is_empty());
//! ```

mod abbyy;
mod alto;
mod build;
mod djvu;
mod foreign;
mod format;
mod hocr;
mod layout;
pub mod natural;
mod xml;

pub use foreign::unrecognised;
pub use format::{Format, encoding, sniff};

use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::source::{Area, Chunk, Spot};
use crate::span::Span;

/// A word as the recogniser read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its letters, in [`Page::text`].
    pub text: Span,
    /// Its box.
    pub area: Area,
    /// Its place in the file: its letters, or the value of the attribute that holds them.
    pub spot: Spot,
    /// The line that the recogniser put it in; numbers go up over the page.
    pub line: u32,
    /// How sure the recogniser was, 0 to 100, if it says so.
    pub confidence: Option<u8>,
}

/// What a character of a word may be besides, as the recogniser says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The number of the word on its page.
    pub word: u32,
    /// The number of the character in the word, from 0; all characters of the word if there is none.
    pub character: Option<u32>,
    /// What may stand there.
    pub text: String,
    /// How sure the recogniser is of it, 0 to 100, if it says so.
    pub confidence: Option<u8>,
}

/// A page of words.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The number of its file in [`Book::files`].
    pub file: usize,
    /// The number of the page in its file, from 1.
    pub number: u32,
    /// The page itself, if the file tells its size.
    pub area: Option<Area>,
    /// Where it begins in the file.
    pub spot: Spot,
    /// The letters of all words.
    pub text: String,
    /// The words in the order of the file.
    pub words: Vec<Word>,
    /// Other readings of characters, in the order of the words.
    pub alternatives: Vec<Alternative>,
    /// How many words have a box of no use: none at all, empty, or off the page.
    pub misplaced: u32,
}

/// Pages of one or several files.
#[derive(Debug, Default)]
pub struct Book {
    /// The names of the files.
    pub files: Vec<String>,
    /// The pages in their order.
    pub pages: Vec<Page>,
    /// What is to be said of files and pages: the number of a page, and the words.
    findings: Vec<(usize, Code, String)>,
    patched: u64,
}

impl Book {
    /// Appends the pages of a file. What cannot be parsed is passed over and told by [`Book::lay_out`]; nesting costs no
    /// memory, and entities that a file defines for itself are not expanded.
    pub fn read(&mut self, name: &str, chunk: &Chunk, format: Format) {
        let first = self.pages.len();
        let mut builder = build::Builder::new(chunk, self.files.len());
        match format {
            Format::Hocr => hocr::read(&mut builder),
            Format::Alto => alto::read(&mut builder),
            Format::DjvuXml => djvu::read(&mut builder),
            Format::Abbyy => abbyy::read(&mut builder),
        }
        let build::Read { pages, broken } = builder.finish();
        self.pages.extend(pages);
        self.files.push(name.to_owned());
        self.patched += chunk.patched_bytes();
        if self.pages.len() == first {
            // A file without a page has a place all the same.
            let spot = Spot { line: 1, column: 1, ..Spot::default() };
            self.pages.push(Page { file: self.files.len() - 1, number: 1, spot, ..Page::default() });
        }
        if let Some((line, words)) = broken {
            self.findings.push((
                self.pages.len() - 1,
                Code::ScanBroken,
                format!("{name}, line {line}: {words}; what stands around it was read"),
            ));
        }
        for (number, page) in self.pages.iter().enumerate().skip(first) {
            if page.words.is_empty() {
                self.findings.push((number, Code::ScanEmpty, "no words on this page".to_owned()));
            }
            if page.misplaced > 0 {
                let words = if page.misplaced == 1 { "word has" } else { "words have" };
                let message = format!(
                    "{} {words} no box on the page: read beside the words before them",
                    page.misplaced
                );
                self.findings.push((number, Code::ScanBox, message));
            }
        }
    }

    /// Appends the pages of another book.
    pub fn append(&mut self, other: Book) {
        let (files, pages) = (self.files.len(), self.pages.len());
        self.files.extend(other.files);
        self.pages.extend(other.pages.into_iter().map(|page| Page { file: page.file + files, ..page }));
        let findings = other.findings.into_iter();
        self.findings.extend(findings.map(|(number, code, message)| (number + pages, code, message)));
        self.patched += other.patched;
    }

    /// How the page with this number is called: by its number in its file, or by the file where that holds no other page.
    fn name(&self, number: usize) -> String {
        let page = &self.pages[number];
        let same = |other: Option<&Page>| other.is_some_and(|other| other.file == page.file);
        let before = number.checked_sub(1).and_then(|i| self.pages.get(i));
        if self.files.len() > 1 && !same(before) && !same(self.pages.get(number + 1)) {
            let name = &self.files[page.file];
            return name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
        }
        format!("page {}", page.number)
    }

    /// Lays the pages out as a text: rows as lines, cells at least three blanks apart, a form feed after each page. The chunk
    /// knows the file, the line and the box of every word; the findings are places in it.
    ///
    /// Running heads, page numbers and specks in the column of move numbers are left out.
    #[must_use]
    pub fn lay_out(mut self) -> (Chunk, Vec<Diagnostic>) {
        let (text, mut places) = layout::lay_out(&self);
        let findings = std::mem::take(&mut self.findings);
        let say = |(number, code, message): (usize, Code, String)| {
            let start = places.pages.get(number).map_or(0, |page| page.start);
            Diagnostic::new(code, Span::new(start, start), message)
        };
        let mut findings: Vec<_> = findings.into_iter().map(say).collect();
        findings.sort_by_key(|finding| finding.span.start);
        places.files = std::mem::take(&mut self.files);
        places.patched = self.patched;
        (Chunk::placed(text, places), findings)
    }
}
