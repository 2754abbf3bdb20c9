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
mod format;
mod hocr;
mod layout;
pub mod natural;
mod page;
mod xml;

pub use format::{Format, encoding, sniff};
pub use page::{Alternative, Book, Page, Word};

use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::source::{Chunk, Spot};
use crate::span::Span;

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
