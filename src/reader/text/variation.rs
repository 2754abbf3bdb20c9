//! Lines in notes: played where they fit, and only if nothing about them is in doubt.

use super::cells::Cells;
use super::comments;
use super::trunk::Stop;
use super::ways::Ways;
use crate::book::note;
use crate::chess::Move;
use crate::game::{Node, Played, Verdict};
use crate::record::{Kept, Line, Note};
use crate::replay::{Options, Ply};
use crate::span::Span;

/// A variation that plays: the move of the line around it that it replaces (from 0), and its moves with what hangs on
/// them.
#[derive(Clone, Debug)]
pub(super) struct Branch<'t> {
    pub instead_of: usize,
    pub moves: Vec<Played>,
    /// Comments before and on its moves, by their place: 0 is before the first.
    comments: Vec<(usize, Vec<Node<'t>>)>,
    inner: Vec<Branch<'t>>,
}

impl<'t> Branch<'t> {
    /// Writes it, brackets included.
    pub fn write(&self, nodes: &mut Vec<Node<'t>>) {
        nodes.push(Node::Open);
        self.comment(0, nodes);
        for (i, played) in self.moves.iter().enumerate() {
            nodes.push(Node::Move(*played));
            self.comment(i + 1, nodes);
            self.inner.iter().filter(|inner| inner.instead_of == i).for_each(|inner| inner.write(nodes));
        }
        nodes.push(Node::Close);
    }

    fn comment(&self, place: usize, nodes: &mut Vec<Node<'t>>) {
        let here = self.comments.iter().filter(|(at, _)| *at == place);
        nodes.extend(here.flat_map(|(_, words)| words.iter().cloned()));
    }

    /// All its moves, those of the variations in it among them.
    pub fn has(&self, wanted: &dyn Fn(Move) -> bool) -> bool {
        self.moves.iter().any(|played| wanted(played.mv)) || self.inner.iter().any(|inner| inner.has(wanted))
    }
}

/// Moves that lines may leave, and the boards along them.
pub(super) struct Way<'a> {
    pub stops: &'a [Stop],
    pub moves: &'a [Move],
}

impl Way<'_> {
    /// The place of the first move of a line that hangs on the move `at`: one of the other side's follows it.
    fn place(&self, line: &Line, at: usize) -> usize {
        let color = line.cells.first().and_then(|cell| cell.color);
        let after = self.stops.get(at).is_some_and(|stop| color.is_some_and(|c| c != stop.position.turn()));
        at + usize::from(after)
    }
}

/// Plays lines that hang on moves.
pub(super) struct Grower<'a, 't> {
    pub text: &'t str,
    pub cells: &'a Cells<'t>,
    pub options: &'a Options<'a>,
    /// Positions and moves that may still be tried.
    pub ways: &'a Ways,
    /// Comments that say nothing that a variation does not.
    pub needless: Vec<Span>,
    /// Lines that are no variations and stand in no comment.
    pub lost: Vec<Lost>,
}

/// A line that is no variation: its words are a comment.
pub(super) struct Lost {
    /// The move that it hangs on.
    pub at: usize,
    /// The comment.
    pub words: String,
    /// Where it stands, if it cannot be played.
    pub unread: Option<Span>,
}

impl<'t> Grower<'_, 't> {
    /// The variations that a line on the move `at` of `way` gives.
    pub fn grow(&mut self, line: &Line, at: usize, way: &Way<'_>) -> Vec<Branch<'t>> {
        let place = way.place(line, at);
        let Some(played) = self.play(line, place, way) else { return self.lose(line, at) };
        let moves: Vec<Move> = played.iter().map(|played| played.mv).collect();
        let mut stops = vec![way.stops[place]];
        for mv in &moves {
            stops.push(stops[stops.len() - 1].play(*mv));
        }
        let own = Way { stops: &stops, moves: &moves };
        let rest = way.moves.get(place..).unwrap_or(&[]);
        let shared = moves.iter().zip(rest).take_while(|(mine, theirs)| mine == theirs).count();
        let instead_of = place + shared;
        if shared == moves.len() {
            return Vec::new();
        }
        if instead_of >= way.moves.len() {
            // What might have been played behind the end.
            self.keep(line, at, None);
            return Vec::new();
        }
        let mut out = Vec::new();
        let mut inner = Vec::new();
        let mut said = Vec::new();
        for (i, cell) in line.cells.iter().enumerate() {
            said.extend(
                comments::annotation(cell).filter(|_| i >= shared).map(|nag| (i + 1 - shared, vec![nag])),
            );
            let words = comments::said(cell, &self.cells.read(cell)).filter(|_| i >= shared);
            said.extend(words.map(|words| (i + 1 - shared, vec![words])));
            for note in &cell.notes {
                match note {
                    Note::Comment(words) => {
                        let mut nodes = Vec::new();
                        comments::push(&mut nodes, &words.text);
                        said.push(((i + 1).saturating_sub(shared), nodes));
                    }
                    Note::Line(other) if other.is_loose => {
                        let leaves = self.play(other, own.place(other, i), &own).is_some();
                        let above = self.grow(other, place + i, way);
                        match (leaves, above.is_empty()) {
                            (true, true) => inner.extend(self.grow(other, i, &own)),
                            (false, false) => out.extend(above),
                            _ => {}
                        }
                    }
                    Note::Line(other) => inner.extend(self.grow(other, i, &own)),
                }
            }
        }
        // What leaves the moves that both have leaves the way as well.
        let (above, mut inner): (Vec<_>, Vec<_>) =
            inner.into_iter().partition(|branch: &Branch<'_>| branch.instead_of < shared);
        inner.iter_mut().for_each(|branch| branch.instead_of -= shared);
        let above =
            above.into_iter().map(|branch| Branch { instead_of: place + branch.instead_of, ..branch });
        out.splice(0..0, above);
        if let Kept::InItsComment(span) = line.kept {
            self.needless.push(span);
        }
        out.insert(0, Branch { instead_of, moves: played[shared..].to_vec(), comments: said, inner });
        out
    }

    /// A line that cannot be played.
    fn lose(&mut self, line: &Line, at: usize) -> Vec<Branch<'t>> {
        let span = line.cells.first().zip(line.cells.last()).map(|(first, last)| first.span.join(last.span));
        self.keep(line, at, span);
        Vec::new()
    }

    /// The words of a line that is no variation are a comment, if nothing else keeps them.
    fn keep(&mut self, line: &Line, at: usize, unread: Option<Span>) {
        let [Some(first), Some(last)] = [line.cells.first(), line.cells.last()] else { return };
        if line.kept == Kept::Nowhere {
            let printed = note::printed(first.span.join(last.span).of_text(self.text));
            let words = if unread.is_some() { format!("not read: {printed}") } else { printed };
            self.lost.push(Lost { at, words, unread });
        }
    }

    /// Plays a line from the board before the move `at` of `way`.
    fn play(&self, line: &Line, at: usize, way: &Way<'_>) -> Option<Vec<Played>> {
        let stop = way.stops.get(at)?;
        let meanings = self.cells.read_all(&line.cells);
        let plies: Vec<Ply<'_>> = line
            .cells
            .iter()
            .zip(&meanings)
            .map(|(cell, meanings)| Ply { meanings, span: cell.span, number: None, color: None })
            .collect();
        let options = Options {
            repair: false,
            result: None,
            boards: &[],
            first_ply: u32::try_from(at).unwrap_or(0),
            ..*self.options
        };
        let read = self.ways.read_line(*stop, &plies, &|_| Vec::new(), &options);
        let whole = read.verdict == Verdict::Certain && read.read >= plies.len();
        (whole && !read.moves.is_empty()).then(|| read.moves.iter().map(|read| read.played).collect())
    }
}
