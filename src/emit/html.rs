//! A page to proof-read a transcription: what is shown of each game as data, and the script that draws it. The page
//! needs nothing but itself; everything that came from a text is escaped by the template.
mod excerpt;
mod game;
mod moves;

use std::io::{self, Write};

use serde::Serialize;

use super::svg;
use super::{Place, visible};
use crate::diagnose::{Diagnostic, Severity};
use crate::game::{Game, Verdict};
use crate::span::Span;
pub use excerpt::Unused;
pub use game::GameView;

/// Stretches of unused lines on a page: more than any book has, for each is a doubt.
const MOST_UNUSED: usize = 5000;

/// What is to be said of a game at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// A text, of which not all could be read.
    Partial,
    /// A text with a printed move that was changed.
    Repaired,
    /// A text that more than one line fits.
    Chosen,
    /// A text that was doubtful until somebody decided.
    Edited,
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
    pub const ALL: [Self; 8] = [
        Self::Partial,
        Self::Repaired,
        Self::Chosen,
        Self::Edited,
        Self::Certain,
        Self::Faulty,
        Self::Warned,
        Self::Legal,
    ];

    /// The status of a game whose gravest finding has this weight.
    #[must_use]
    pub fn of(game: &Game<'_>, gravest: Option<Severity>) -> Self {
        match (game.verdict, gravest) {
            (Some(Verdict::Certain), _) => Self::Certain,
            (Some(Verdict::Edited), _) => Self::Edited,
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
            Self::Edited => Verdict::Edited.word(),
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
            Self::Edited => "what was in doubt was decided",
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
        let sure = matches!(game.verdict, None | Some(Verdict::Certain | Verdict::Edited));
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

/// How a place is told.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Told {
    /// The columns `place`, `printed`, `around` and `moves` of the file of decisions; none where nothing is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<[String; 4]>,
    /// The picture of the print.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strip: Option<Strip>,
}

/// A part of the picture of a page, in the units of the boxes of words; boxes are left, top, width, height.
#[derive(Clone, Debug, Serialize)]
pub struct Strip {
    /// How the page is called.
    pub page: String,
    /// The address of the picture.
    pub image: String,
    /// What is seen of it.
    pub view: [i32; 4],
    /// The words themselves.
    pub words: [i32; 4],
    /// Width and height of the whole page, if they are known.
    pub size: Option<[i32; 2]>,
}

/// Tells a place.
pub type Tell<'a> = &'a dyn Fn(Span) -> Told;

/// All that the page shows.
#[derive(Debug, Default)]
pub struct Report {
    /// The title; the names of the files without their folders if there is none.
    pub title: Option<String>,
    /// The inputs by name.
    pub files: Vec<String>,
    /// Games read, shown or not, by [`Status::ALL`].
    pub counts: [u64; 8],
    /// The games that are shown, in the order of the input.
    pub games: Vec<Entry>,
    /// Lines that look like moves and were not used: the number of the input, and the lines.
    pub unused: Vec<(usize, Unused)>,
    /// The file of decisions that was read, as it stands.
    pub decided: String,
    /// What the page may fetch, as a part of its policy; nothing if it is empty.
    pub sources: &'static str,
    /// Where decisions are sent to, if the page is served.
    pub serve: Option<String>,
}

/// What the script of the page is given.
#[derive(Debug, Serialize)]
struct Data {
    title: String,
    files: Vec<String>,
    total: u64,
    counts: Vec<Count>,
    games: Vec<GameView>,
    unused: Vec<Unused>,
    unused_left_out: usize,
    decided: String,
    serve: Option<String>,
    /// The page is for readers: nothing is decided on it.
    reader: bool,
}

impl Data {
    fn json(&self) -> io::Result<String> {
        serialized(self)
    }
}

/// An object as a script holds it: no `<`, and no marks of writing direction, which an editor would obey.
fn serialized(value: &impl Serialize) -> io::Result<String> {
    let json = serde_json::to_string(value)?;
    let is_unsafe =
        |c: char| c == '<' || !c.is_ascii() && visible(c.encode_utf8(&mut [0; 4])).len() > c.len_utf8();
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if is_unsafe(c) {
            out += &format!("\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    Ok(out)
}

/// A name without its folder.
fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().filter(|base| !base.is_empty()).unwrap_or(name)
}

/// Text as HTML shows it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl Report {
    /// What the page shows, as the object its script reads; no `<` stands in it.
    ///
    /// # Errors
    /// None is known: the object has no keys but texts.
    pub fn json(self) -> io::Result<String> {
        self.data().json()
    }

    fn data(mut self) -> Data {
        for name in self.files.iter_mut().chain(&mut self.title) {
            *name = visible(name).into_owned();
        }
        let several = self.files.len() > 1;
        for entry in &mut self.games {
            entry.view.place_at(entry.input, entry.number, several);
        }
        let counts = Status::ALL
            .into_iter()
            .zip(self.counts)
            .filter(|(_, games)| *games > 0)
            .map(|(status, games)| Count { word: status.word(), meaning: status.meaning(), games })
            .collect();
        let title = self.title.unwrap_or_else(|| match &self.files[..] {
            [one] if one == "-" => "standard input".to_owned(),
            files => files.iter().map(|name| base(name)).collect::<Vec<_>>().join(", "),
        });
        let unused_left_out = self.unused.len().saturating_sub(MOST_UNUSED);
        self.unused.truncate(MOST_UNUSED);
        let unused = self.unused.into_iter().map(|(input, unused)| unused.of_input(input)).collect();
        Data {
            title,
            files: self.files.iter().map(|name| base(name).to_owned()).collect(),
            total: self.counts.iter().sum(),
            counts,
            games: self.games.into_iter().map(|entry| entry.view).collect(),
            unused,
            unused_left_out,
            decided: self.decided,
            serve: self.serve,
            reader: false,
        }
    }

    /// Writes the page.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write(self, out: &mut dyn Write) -> io::Result<()> {
        let sources = self.sources;
        let data = self.data();
        let (head, tail) = frame(&format!("{} – proof-reading", data.title), sources);
        for part in [&head, &data.json()?, tail] {
            out.write_all(part.as_bytes())?;
        }
        Ok(())
    }
}

/// What stands before the data of the page, and behind it.
fn frame(title: &str, sources: &str) -> (String, &'static str) {
    let version = env!("CARGO_PKG_VERSION");
    let (head, tail) = PAGE.split_once("{{data}}").unwrap_or((PAGE, ""));
    let mut out = String::new();
    let mut rest = head;
    for (mark, words) in [
        ("{{version}}", version),
        ("{{sources}}", sources),
        ("{{title}}", &escaped(title)),
        ("{{definitions}}", &svg::definitions()),
        ("{{version}}", version),
    ] {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        out += before;
        out += words;
        rest = after;
    }
    (out + rest, tail)
}

const PAGE: &str = include_str!("report.html");

/// The same page for readers: its games are written one after the other between head and tail.
#[derive(Debug)]
pub struct ForReaders {
    /// What stands before the games.
    pub head: String,
    /// What stands behind them.
    pub tail: String,
}

impl ForReaders {
    /// The page of the games of these files.
    ///
    /// # Errors
    /// None is known: the object has no keys but texts.
    pub fn new(files: Vec<String>) -> io::Result<Self> {
        let data = Report { files, ..Report::default() }.data();
        let (head, tail) = frame(&data.title, "");
        let json = Data { reader: true, ..data }.json()?;
        let (before, after) = json.split_once("\"games\":[").unwrap_or((&json, ""));
        // The last game is followed by a comma, too.
        Ok(Self { head: format!("{head}{before}\"games\":["), tail: format!("null{after}{tail}") })
    }

    /// What is written of a game.
    ///
    /// # Errors
    /// None is known: the object has no keys but texts.
    pub fn game(game: &Game<'_>, place: &Place<'_>, weigh: Weigh<'_>) -> io::Result<String> {
        let view = GameView::new(game, &[], place, weigh).for_readers();
        Ok(serialized(&view)? + ",\n")
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
