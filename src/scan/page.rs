//! Pages as a recogniser has read them: words with their boxes.
use crate::code::Code;
use crate::source::{Area, Spot};
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
    pub(super) findings: Vec<(usize, Code, String)>,
    pub(super) patched: u64,
}

impl Book {
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
    pub(super) fn name(&self, number: usize) -> String {
        let page = &self.pages[number];
        let same = |other: Option<&Page>| other.is_some_and(|other| other.file == page.file);
        let before = number.checked_sub(1).and_then(|i| self.pages.get(i));
        if self.files.len() > 1 && !same(before) && !same(self.pages.get(number + 1)) {
            let name = &self.files[page.file];
            return name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
        }
        format!("page {}", page.number)
    }
}
