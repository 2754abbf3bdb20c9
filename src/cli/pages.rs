//! Recognised pages among the inputs: several files become one book.
use crate::scan::{Book, Format, natural};
use crate::source::Chunk;

/// Files of recognised pages that wait to be read as one book.
#[derive(Debug, Default)]
pub struct Pending {
    files: Vec<(usize, String, Book)>,
}

/// A book of one or several files.
#[derive(Debug)]
pub struct Whole {
    /// The number of its first input.
    pub number: usize,
    /// The name of its first file.
    pub name: String,
    /// All its pages.
    pub pages: Book,
}

impl Pending {
    /// Takes the pages of a file.
    pub fn push(&mut self, number: usize, name: String, chunk: &Chunk, format: Format) {
        let mut book = Book::default();
        book.read(&name, chunk, format);
        self.files.push((number, name, book));
    }

    /// How many pages are waiting.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.files.iter().map(|(_, _, book)| book.pages.len()).sum()
    }

    /// The book of all that wait, the files in the natural order of their names; none if none wait.
    pub fn take(&mut self) -> Option<Whole> {
        let mut files = std::mem::take(&mut self.files);
        let number = files.first()?.0;
        files.sort_by(|a, b| natural::compare(&a.1, &b.1));
        let name = files.first()?.1.clone();
        let mut pages = Book::default();
        for (_, _, book) in files {
            pages.append(book);
        }
        Some(Whole { number, name, pages })
    }
}
