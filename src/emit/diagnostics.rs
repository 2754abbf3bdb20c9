//! Diagnostics as the program shows them: as text with the line of the source, in one line, or for other programs.
use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::Place;
use super::finding::cut;
pub use super::finding::{LABELS, append_json};
use super::sheet::Sheet;
use super::visible::{on_one_line, visible};
use super::{github, sarif};
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::source::lines::line_end;
use crate::source::{Area, OnPage};
use crate::span::{Span, ceil_char, floor_char};

/// Lines shown before and after the line of the finding.
const CONTEXT: usize = 2;
/// Bytes looked at on each side of a place for its line and the lines around it; what lies farther is cut off.
const REACH: usize = 2000;
/// Characters kept of a line before and after the place that is shown.
const KEPT: (usize, usize) = (60, 100);
/// Stands for the number of the game while a text is rendered; private use, so no source holds it in earnest.
const NUMBER: char = '\u{f8f0}';

/// How diagnostics are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// With the lines around the place and a caret below it.
    Text,
    /// The same with the colours of a terminal.
    Colored,
    /// `file:line:column: error[code]: message`.
    Short,
    /// One JSON object a line.
    Json,
    /// One SARIF document: see [`super::sarif`].
    Sarif,
    /// Commands of a workflow: see [`super::github`].
    Github,
}

impl Form {
    /// Programs read it: nothing else may stand between.
    #[must_use]
    pub const fn is_for_programs(self) -> bool {
        matches!(self, Self::Json | Self::Sarif | Self::Github)
    }
}

/// Appends a diagnostic, shown as if it had this severity.
pub fn append(sheet: &mut Sheet, form: Form, place: &Place<'_>, diagnostic: &Diagnostic, severity: Severity) {
    match form {
        Form::Text | Form::Colored => append_text(sheet, form, place, diagnostic, severity),
        Form::Short => append_short(sheet, place, diagnostic, severity),
        Form::Json => {
            append_json(sheet, place, diagnostic, severity);
            sheet.text("\n");
        }
        Form::Sarif => sarif::append(sheet, place, diagnostic, severity),
        Form::Github => github::append(sheet, place, diagnostic, severity),
    }
}

/// Says that this many further findings in a game, which begins at this byte, are not shown.
pub fn append_unshown(sheet: &mut Sheet, form: Form, place: &Place<'_>, game: u32, count: u64) {
    if form.is_for_programs() {
        let code = Code::TooManyProblems;
        let problems = if count == 1 { "problem" } else { "problems" };
        let message = format!("{count} more {problems} in this game not shown");
        append(sheet, form, place, &Diagnostic::new(code, Span::new(game, game), message), code.severity());
        return;
    }
    let file = place.file_at(Span::new(game, game));
    sheet.text(&if form == Form::Short { visible(file) } else { Cow::Borrowed("note") });
    sheet.text(": ");
    sheet.number(count);
    sheet.text(if count == 1 { " more problem" } else { " more problems" });
    if let Some(index) = place.game {
        sheet.text(" in game ");
        sheet.game_number(index);
    }
    sheet.text(if form == Form::Short { " not shown\n" } else { " not shown\n\n" });
}

fn append_short(sheet: &mut Sheet, place: &Place<'_>, diagnostic: &Diagnostic, severity: Severity) {
    let (line, column) = place.chunk.line_column(diagnostic.span.start);
    sheet.text(&visible(place.file_at(diagnostic.span)));
    sheet.text(":");
    sheet.number(line);
    sheet.text(":");
    sheet.number(column);
    for part in [": ", severity.word(), "[", diagnostic.code.name(), "]: "] {
        sheet.text(part);
    }
    sheet.text(&on_one_line(&diagnostic.message));
    sheet.text("\n");
}

fn append_text(
    sheet: &mut Sheet,
    form: Form,
    place: &Place<'_>,
    diagnostic: &Diagnostic,
    severity: Severity,
) {
    let (line, column) = place.chunk.line_column(diagnostic.span.start);
    let beyond = place.chunk.beyond(diagnostic.span);
    let (text, before) = beyond.as_ref().map_or((&place.chunk.text, 0), |(text, before)| (text, *before));
    let there = |span: Span| Span::new(span.start.saturating_add(before), span.end.saturating_add(before));
    let excerpt = Excerpt::around(text, there(diagnostic.span));
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let on_page = place.chunk.on_page(diagnostic.span);
    // Rows of pages are numbered by the page.
    let own_line = on_page.as_ref().map_or(line, |on_page| on_page.row.into());
    let first_line = own_line.saturating_sub(excerpt.lines_before);
    let mut snippet = Snippet::source(excerpt.text.as_str())
        .fold(false)
        .line_start(usize::try_from(first_line).unwrap_or(1))
        .annotation(AnnotationKind::Primary.span(excerpt.place.clone()));
    let mut far = Vec::new();
    for label in diagnostic.labels.iter().take(LABELS) {
        match excerpt.find(there(label.span)) {
            Some(range) => {
                snippet =
                    snippet.annotation(AnnotationKind::Context.span(range).label(on_one_line(&label.text)));
            }
            None => far.push(label),
        }
    }
    let title = level.clone().primary_title(on_one_line(&diagnostic.message)).id(diagnostic.code.name());
    let mut group = Group::with_title(title).element(
        Origin::path(visible(place.file_at(diagnostic.span)))
            .line(usize::try_from(line).unwrap_or(usize::MAX))
            .char_column(column as usize),
    );
    if !excerpt.text.is_empty() {
        group = group.element(snippet);
    }
    if let Some(on_page) = on_page {
        group = group.element(Level::NOTE.message(unnumbered(&page_words(&on_page)).into_owned()));
    }
    if place.game.is_some() {
        group = group.element(Level::NOTE.message(game_words(place, diagnostic)));
    }
    for label in far {
        let (line, column) = place.chunk.line_column(label.span.start);
        let words = format!("{} (line {line}, column {column})", on_one_line(&label.text));
        group = group.element(Level::NOTE.message(unnumbered(&words).into_owned()));
    }
    if diagnostic.labels.len() > LABELS {
        let more = format!("and at {} more places", diagnostic.labels.len() - LABELS);
        group = group.element(Level::NOTE.message(more));
    }
    let candidates = diagnostic.candidates.join(", ");
    // Help often names them already.
    if !candidates.is_empty() && !diagnostic.help.as_ref().is_some_and(|help| help.contains(&candidates)) {
        group = group.element(Level::NOTE.message(format!("legal candidates: {candidates}")));
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(unnumbered(note)));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(unnumbered(help)));
    }
    let renderer =
        if form == Form::Colored { Renderer::styled().hyperlink(false) } else { Renderer::plain() };
    let rendered = without_gap(renderer.term_width(4 * (KEPT.0 + KEPT.1)).render(&[group]));
    match (rendered.rsplit_once(NUMBER), place.game) {
        (Some((before, after)), Some(index)) => {
            sheet.text(before);
            sheet.game_number(index);
            sheet.text(after);
        }
        _ => sheet.text(&rendered),
    }
    sheet.text("\n\n");
}

/// Without the line `:::` that stands before an excerpt which does not know that the place above is its own.
fn without_gap(mut rendered: String) -> String {
    let mut start = 0;
    for _ in 0..5 {
        let Some(length) = rendered[start..].find('\n') else { break };
        if rendered[start..start + length].contains("::: ") && start > 0 {
            rendered.replace_range(start..=start + length, "");
            break;
        }
        start += length + 1;
    }
    rendered
}

/// `game 3, Morphy – Anderssen, move 12 of Black (ply 24)`.
fn game_words(place: &Place<'_>, diagnostic: &Diagnostic) -> String {
    let mut words = format!("game {NUMBER}");
    if let (Some(white), Some(black)) = place.players() {
        words += &unnumbered(&format!(", {} – {}", cut(white, 60), cut(black, 60)));
    }
    if let Some(before) = diagnostic.ply {
        words += &format!(", ply {}", u64::from(before) + 1);
    }
    words
}

/// `page 12, row 7, box 210,412–268,430`.
fn page_words(on_page: &OnPage<'_>) -> String {
    let OnPage { page, row, area } = on_page;
    match area {
        Some(Area { left, top, right, bottom }) => {
            format!("{page}, row {row}, box {left},{top}–{right},{bottom}")
        }
        None => format!("{page}, row {row}"),
    }
}

/// Text that does not hold the stand-in for the number.
fn unnumbered(text: &str) -> Cow<'_, str> {
    let shown = on_one_line(text);
    if shown.contains(NUMBER) { Cow::Owned(shown.replace(NUMBER, "\u{fffd}")) } else { shown }
}

/// A few lines around a place, each cut to what can be looked at: a line of a file may be the whole file.
struct Excerpt<'s> {
    source: &'s str,
    text: String,
    /// The place in `text`.
    place: Range<usize>,
    /// Lines in `text` before the one of the place.
    lines_before: u64,
    /// What became of each line: its bytes in the chunk, and where they stand in `text`.
    lines: Vec<(Range<usize>, usize)>,
}

impl<'s> Excerpt<'s> {
    fn around(source: &'s str, span: Span) -> Self {
        let start = floor_char(source, (span.start as usize).min(source.len()));
        let end = floor_char(source, (span.end as usize).clamp(start, source.len()));
        let sign = line_end(source.as_bytes());
        let line = line_around(source, sign, start);
        let mut lines = vec![line.clone()];
        for _ in 0..CONTEXT {
            let first = lines[0].start;
            let Some(before) = line_end_before(source, sign, first) else { break };
            if start - before > REACH {
                break;
            }
            lines.insert(0, line_around(source, sign, before));
        }
        let own = lines.len() - 1;
        for _ in 0..CONTEXT {
            let last = lines[lines.len() - 1].end;
            let Some(after) = line_start_after(source, last) else { break };
            if after - end.min(line.end) > REACH {
                break;
            }
            lines.push(line_around(source, sign, after));
        }
        // Empty lines at the edges tell nothing.
        let blank = |line: &Range<usize>| source[line.clone()].trim().is_empty();
        let skip = lines[..own].iter().take_while(|line| blank(line)).count();
        let keep =
            own + 1 + lines[own + 1..].iter().rposition(|line| !blank(line)).map_or(0, |last| last + 1);
        let lines_before = (own - skip) as u64;
        let mut excerpt = Self { source, text: String::new(), place: 0..0, lines_before, lines: Vec::new() };
        for (index, line) in lines.into_iter().enumerate().take(keep).skip(skip) {
            if index > skip {
                excerpt.text.push('\n');
            }
            if index == own {
                excerpt.push_own(&line, start, end);
            } else {
                excerpt.push(&line, line.start);
            }
        }
        excerpt
    }

    /// Appends a line, cut on both sides of `at`; returns the bytes of the source that were kept.
    fn push(&mut self, line: &Range<usize>, at: usize) -> Range<usize> {
        let source = self.source;
        let before = &source[line.start..at];
        let from = before.char_indices().rev().nth(KEPT.0).map_or(line.start, |(i, _)| line.start + i);
        let to = at + cut(&source[at..line.end], KEPT.0 + KEPT.1).len();
        if from > line.start {
            self.text.push('…');
        }
        self.lines.push((from..to, self.text.len()));
        self.text.push_str(&visible(&source[from..to]));
        if to < line.end {
            self.text.push('…');
        }
        from..to
    }

    fn push_own(&mut self, line: &Range<usize>, start: usize, end: usize) {
        let kept = self.push(line, start);
        let end = end.clamp(start, kept.end.max(start));
        self.place = self.shown(start..end, self.lines.last()).unwrap_or_default();
    }

    /// Where a stretch of the source stands in the excerpt, if all of it does, in one line.
    fn find(&self, span: Span) -> Option<Range<usize>> {
        let range = span.range();
        let line = self.lines.iter().find(|(kept, _)| kept.start <= range.start && range.end <= kept.end);
        self.shown(range, line)
    }

    /// Where a stretch of a line stands in the excerpt.
    fn shown(&self, range: Range<usize>, line: Option<&(Range<usize>, usize)>) -> Option<Range<usize>> {
        let (kept, base) = line?;
        let place = |at: usize| Some(base + visible(self.source.get(kept.start..at)?).len());
        Some(place(range.start)?..place(range.end)?)
    }
}

/// The line that holds an offset, without its end, where lines end with this sign; never much more than can be shown.
fn line_around(source: &str, sign: u8, at: usize) -> Range<usize> {
    let bytes = source.as_bytes();
    let low = at.saturating_sub(REACH);
    let high = bytes.len().min(at + REACH);
    let start = memchr::memrchr(sign, &bytes[low..at]).map_or(low, |found| low + found + 1);
    let end = match memchr::memchr(sign, &bytes[at..high]).map(|found| at + found) {
        Some(end) if end > at && bytes[end - 1] == b'\r' => end - 1,
        Some(end) => end,
        None => high,
    };
    let start = ceil_char(source, start);
    start..floor_char(source, end).max(start)
}

/// The end of the line before the one that begins at `start`.
fn line_end_before(source: &str, sign: u8, start: usize) -> Option<usize> {
    let before = source.as_bytes().get(..start)?.strip_suffix(&[sign])?;
    Some(before.strip_suffix(b"\r").filter(|_| sign == b'\n').unwrap_or(before).len())
}

/// The beginning of the line after the one that ends at `end`.
fn line_start_after(source: &str, end: usize) -> Option<usize> {
    let after = match source.as_bytes().get(end..)? {
        [b'\r', b'\n', ..] => end + 2,
        [b'\n' | b'\r', ..] => end + 1,
        _ => return None,
    };
    (after < source.len()).then_some(after)
}
