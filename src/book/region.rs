//! What each stretch of a text was taken for; the regions of a text cover every byte of it.
use crate::span::Span;

/// What a region is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Running text.
    Prose,
    /// A title above a score or a chapter.
    Heading,
    /// A board drawn in characters.
    Diagram,
    /// Belongs to the score with this index: its rows, its notes, its headings.
    Score(u32),
    /// Moves of men that stand alone on the board.
    Exercise,
    /// Looks like a score and is not read: a position it starts from is not known, or its moves do not play.
    Unread,
}

/// A stretch of whole lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// From the first byte to the last.
    pub span: Span,
    /// What it was taken for.
    pub kind: Kind,
}

/// Joins neighbours of the same kind.
pub(crate) fn merge(lines: impl Iterator<Item = (Span, Kind)>) -> Vec<Region> {
    let mut out: Vec<Region> = Vec::new();
    for (span, kind) in lines {
        match out.last_mut() {
            Some(last) if last.kind == kind => last.span.end = span.end,
            _ => out.push(Region { span, kind }),
        }
    }
    out
}

/// Gives some stretches, in the order of the text, a kind of their own; what is `kept` stays as it is.
pub(crate) fn mark(
    regions: &mut Vec<Region>,
    stretches: impl Iterator<Item = (Span, Kind)>,
    kept: impl Fn(Kind) -> bool,
) {
    let mut stretches = stretches.peekable();
    let mut parts: Vec<(Span, Kind)> = Vec::with_capacity(regions.len());
    for region in &*regions {
        let (mut at, end) = (region.span.start, region.span.end);
        while at < end {
            while stretches.next_if(|(span, _)| span.end <= at).is_some() {}
            let next = stretches.peek().filter(|(span, _)| span.start < end);
            let (from, to, kind) = next.map_or((end, end, region.kind), |&(span, kind)| {
                (span.start.max(at), span.end.min(end), kind)
            });
            parts.push((Span::new(at, from), region.kind));
            parts.push((Span::new(from, to), if kept(region.kind) { region.kind } else { kind }));
            at = to;
        }
    }
    *regions = merge(parts.into_iter().filter(|(span, _)| !span.is_empty()));
}
