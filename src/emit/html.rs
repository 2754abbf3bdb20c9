//! A page to proof-read a transcription: what is shown of each game as data, and the template that shows it. The page
//! needs nothing but itself; everything that came from a text is escaped by the template.
mod excerpt;
mod game;
mod moves;

use std::io::{self, Write};

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::Serialize;

use super::svg;
use super::visible;
use crate::diagnose::{Diagnostic, Severity};
use crate::game::{Game, Verdict};
pub use excerpt::Unused;
pub use game::GameView;

/// Drawings of places in doubt on a page; later ones are left out.
const MOST_BOARDS: usize = 1000;
/// Stretches of unused lines on a page.
const MOST_UNUSED: usize = 400;

/// What is to be said of a game at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// A text, of which not all could be read.
    Partial,
    /// A text with a printed move that was changed.
    Repaired,
    /// A text that more than one line fits.
    Chosen,
    /// A text with one meaning.
    Certain,
    /// PGN with an error.
    Faulty,
    /// PGN with a warning.
    Warned,
    /// PGN that is legal.
    Legal,
}

impl Status {
    /// All, the most doubtful of each kind first.
    pub const ALL: [Self; 7] =
        [Self::Partial, Self::Repaired, Self::Chosen, Self::Certain, Self::Faulty, Self::Warned, Self::Legal];

    /// The status of a game whose gravest finding has this weight.
    #[must_use]
    pub fn of(game: &Game<'_>, gravest: Option<Severity>) -> Self {
        match (game.verdict, gravest) {
            (Some(Verdict::Certain), _) => Self::Certain,
            (Some(Verdict::Chosen), _) => Self::Chosen,
            (Some(Verdict::Repaired), _) => Self::Repaired,
            (Some(Verdict::Partial), _) => Self::Partial,
            (None, Some(Severity::Error)) => Self::Faulty,
            (None, Some(Severity::Warning)) => Self::Warned,
            (None, _) => Self::Legal,
        }
    }

    /// One word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Partial => Verdict::Partial.word(),
            Self::Repaired => Verdict::Repaired.word(),
            Self::Chosen => Verdict::Chosen.word(),
            Self::Certain => Verdict::Certain.word(),
            Self::Faulty => "errors",
            Self::Warned => "warnings",
            Self::Legal => "legal",
        }
    }

    const fn meaning(self) -> &'static str {
        match self {
            Self::Partial => "not all of it could be read",
            Self::Repaired => "a printed move was changed so that the rest can be played",
            Self::Chosen => "more than one line fits the print; the likeliest was taken",
            Self::Certain => "as printed, and nothing else fits",
            Self::Faulty => "a move or tag has no legal meaning",
            Self::Warned => "read, but not written as it should be",
            Self::Legal => "all is legal",
        }
    }
}

/// How much a game needs an eye: the smaller, the more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// Something is in doubt.
    Doubt,
    /// There is something worth knowing.
    Notes,
    /// Nothing is to be said.
    None,
}

impl Need {
    /// What a game needs whose gravest finding has this weight.
    #[must_use]
    pub fn of(game: &Game<'_>, gravest: Option<Severity>) -> Self {
        let sure = matches!(game.verdict, None | Some(Verdict::Certain));
        match gravest {
            Some(Severity::Error | Severity::Warning) => Self::Doubt,
            _ if !sure => Self::Doubt,
            Some(Severity::Note) => Self::Notes,
            None => Self::None,
        }
    }
}

/// How much a finding weighs in this run.
pub type Weigh<'a> = &'a dyn Fn(&Diagnostic) -> Severity;

/// How many games there are of a kind.
#[derive(Clone, Debug, Serialize)]
struct Count {
    word: &'static str,
    meaning: &'static str,
    games: u64,
}

/// A printed move taken for a misprint.
#[derive(Clone, Debug, Serialize)]
struct Misprint {
    game: String,
    href: String,
    line: u64,
    file: Option<String>,
    label: String,
    printed: String,
    proposed: String,
    part: &'static str,
}

/// A game with its place among all.
#[derive(Debug)]
pub struct Entry {
    /// The number of its input, from 0.
    pub input: usize,
    /// Its number in the input, from 1.
    pub number: u64,
    /// What is shown of it.
    pub view: GameView,
}

/// All that the page shows.
#[derive(Debug, Default)]
pub struct Report {
    /// The title; the names of the files if there is none.
    pub title: Option<String>,
    /// The inputs by name.
    pub files: Vec<String>,
    /// Games read, shown or not, by [`Status::ALL`].
    pub counts: [u64; 7],
    /// The games that are shown, in the order of the input.
    pub games: Vec<Entry>,
    /// Lines that look like moves and were not used: the number of the input, and the lines.
    pub unused: Vec<(usize, Unused)>,
}

impl Report {
    /// Writes the page.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write(mut self, out: &mut dyn Write) -> io::Result<()> {
        for name in self.files.iter_mut().chain(&mut self.title) {
            *name = visible(name).into_owned();
        }
        let several = self.files.len() > 1;
        let total: u64 = self.counts.iter().sum();
        let mut boards = 0;
        let mut boards_left_out = 0;
        let mut misprints = Vec::new();
        for entry in &mut self.games {
            let view = &mut entry.view;
            view.place_at(entry.input, entry.number, several.then(|| self.files[entry.input].clone()));
            for place in &mut view.places {
                if place.board.is_some() {
                    boards += 1;
                    if boards > MOST_BOARDS {
                        place.board = None;
                        boards_left_out += 1;
                    }
                }
            }
            misprints.extend(view.misprints());
        }
        let counts: Vec<_> = Status::ALL
            .into_iter()
            .zip(self.counts)
            .filter(|(_, games)| *games > 0)
            .map(|(status, games)| Count { word: status.word(), meaning: status.meaning(), games })
            .collect();
        let title = self.title.unwrap_or_else(|| match &self.files[..] {
            [one] if one == "-" => "standard input".to_owned(),
            files => files.join(", "),
        });
        let unused_left_out = self.unused.len().saturating_sub(MOST_UNUSED);
        self.unused.truncate(MOST_UNUSED);
        let unused: Vec<_> = self
            .unused
            .into_iter()
            .map(|(input, mut unused)| {
                unused.file = several.then(|| self.files[input].clone());
                unused
            })
            .collect();
        let games: Vec<_> = self.games.into_iter().map(|entry| entry.view).collect();
        let mut page = Environment::new();
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        page.set_syntax(syntax.map_err(io::Error::other)?);
        page.add_template("report.html", include_str!("report.html")).map_err(io::Error::other)?;
        let template = page.get_template("report.html").map_err(io::Error::other)?;
        let shown = games.len();
        let mut out = Remembers { out, error: None };
        let rendered = template
            .render_captured_to(
                context! {
                    title, total, shown, several, unused_left_out, boards_left_out,
                    counts => Serde(&counts),
                    misprints => Serde(&misprints),
                    unused => Serde(&unused),
                    games => Serde(&games),
                    definitions => svg::definitions(),
                    side => svg::INLINE,
                    version => env!("CARGO_PKG_VERSION"),
                },
                &mut out,
            )
            .map_err(io::Error::other);
        match out.error {
            Some(error) => Err(error),
            None => rendered.map(|_| ()),
        }
    }
}

/// A writer that remembers what went wrong, where the template only says that something did.
struct Remembers<'o> {
    out: &'o mut dyn Write,
    error: Option<io::Error>,
}

impl Write for Remembers<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        if let Err(error) = &written
            && error.kind() != io::ErrorKind::Interrupted
        {
            let kind = io::Error::from(error.kind());
            self.error = Some(error.raw_os_error().map_or(kind, io::Error::from_raw_os_error));
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Words on one line, blanks folded, at most so many characters.
fn folded(text: &str, most: usize) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
        // Four bytes a character at most.
        if out.len() > 4 * most {
            break;
        }
    }
    match out.char_indices().nth(most) {
        Some((end, _)) => visible(&out[..end]).into_owned() + "…",
        None => visible(&out).into_owned(),
    }
}
