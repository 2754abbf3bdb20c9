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

/// Takes some stretches out of the regions they stand in: they look like moves and are not read.
pub(crate) fn mark(regions: &mut Vec<Region>, unread: impl Iterator<Item = Span>) {
    let mut unread = unread.peekable();
    let mut parts: Vec<(Span, Kind)> = Vec::with_capacity(regions.len());
    for region in &*regions {
        let mut at = region.span.start;
        while at < region.span.end {
            while unread.next_if(|span| span.end <= at).is_some() {}
            let next = unread.peek().filter(|span| span.start < region.span.end);
            let (start, end) =
                next.map_or((region.span.end, region.span.end), |span| (span.start.max(at), span.end.min(region.span.end)));
            if start > at {
                parts.push((Span::new(at, start), region.kind));
            }
            if end > start {
                let kind = if matches!(region.kind, Kind::Score(_)) { region.kind } else { Kind::Unread };
                parts.push((Span::new(start, end), kind));
            }
            at = end.max(start);
        }
    }
    *regions = merge(parts.into_iter());
}
