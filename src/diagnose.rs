//! A diagnostic: what was found in a record, as data; how it is shown is the business of `emit`.
use crate::code::Code;
pub use crate::code::Severity;
use crate::span::Span;

/// A second place in the text that explains the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is to be seen there.
    pub text: String,
}

/// One finding, with its place in the chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of finding.
    pub code: Code,
    /// How much it weighs (at first what [`Code::severity`] says; strict runs raise it).
    pub severity: Severity,
    /// The place: the token itself, no more.
    pub span: Span,
    /// What is wrong there: lower case, no full stop.
    pub message: String,
    /// Half-moves played before the token in its line, counted from the start of the game; `None` outside movetext.
    pub ply: Option<u32>,
    /// Other places that explain it.
    pub labels: Vec<Label>,
    /// Legal moves (SAN) that the token could mean.
    pub candidates: Vec<String>,
    /// Further facts, a sentence each.
    pub notes: Vec<String>,
    /// What would be accepted.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic with the severity of its code and nothing but its message.
    #[must_use]
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            span,
            message: message.into(),
            ply: None,
            labels: Vec::new(),
            candidates: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Takes its place among others in the order of the text, behind those that begin at the same byte.
    pub(crate) fn join(self, others: &mut Vec<Self>) {
        let at = others.partition_point(|known| known.span.start <= self.span.start);
        others.insert(at, self);
    }

    /// At this half-move: the number of half-moves played before it.
    #[must_use]
    pub fn at_ply(mut self, ply: u32) -> Self {
        self.ply = Some(ply);
        self
    }

    /// With the legal moves that the token could mean.
    #[must_use]
    pub fn with_candidates(mut self, candidates: Vec<String>) -> Self {
        self.candidates = candidates;
        self
    }

    /// With what would be accepted.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With a second place.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// With a further fact.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}
