//! Tells a visitor what is in an input, without building games.
use std::ops::ControlFlow;

use super::reader::pgn_reader;
use super::{Finding, Node, PlayedMove, Reader, Summary};
use crate::chess::{Position, Suffix};
use crate::error::Error;
use crate::game::{Game, Moves, outside_variations};
use crate::reader::pgn::Kept;
use crate::reader::{each_game, outside};
use crate::record::GameResult;
use crate::source::{CHUNK, Chunk};

/// Is told the games of an input one after the other, by [`Reader::visit`]: for each its tags, its movetext, its findings and
/// its end. What stands in a game is told as it was read, and kept nowhere: that is much faster than to build games.
///
/// A game is told when all of it was read, so nothing that was told is taken back. Of what a visitor does not want less is read.
///
/// ```
/// use descant::{PlayedMove, Reader, Visitor};
///
/// #[derive(Default)]
/// struct Captures(u64);
///
/// impl Visitor for Captures {
///     const ANNOTATIONS: bool = false;
///     const VARIATIONS: bool = false;
///
///     fn played(&mut self, played: PlayedMove) {
///         self.0 += u64::from(played.is_capture());
///     }
/// }
///
/// let mut captures = Captures::default();
/// Reader::from_reader(&b"1. e4 d5 2. exd5 Qxd5 *"[..])?.visit(&mut captures)?;
/// assert_eq!(captures.0, 2);
/// # Ok::<(), descant::Error>(())
/// ```
pub trait Visitor {
    /// Whether it wants the moves, and what stands between them. Without, games are played and judged all the same.
    const MOVES: bool = true;
    /// Whether it wants comments and glyphs.
    const ANNOTATIONS: bool = true;
    /// Whether it wants variations.
    const VARIATIONS: bool = true;

    /// A game begins with this position.
    fn begin(&mut self, start: &Position) {
        let _ = start;
    }

    /// A tag, unescaped; tags come before the moves, in the order written.
    fn tag(&mut self, name: &str, value: &str) {
        let _ = (name, value);
    }

    /// A half-move: of the main line, or of the variation that was opened last.
    fn played(&mut self, played: PlayedMove) {
        let _ = played;
    }

    /// A numeric annotation glyph on the last move.
    fn nag(&mut self, nag: u8) {
        let _ = nag;
    }

    /// A comment.
    fn comment(&mut self, text: &str) {
        let _ = text;
    }

    /// A variation begins, in place of the last move.
    fn open(&mut self) {}

    /// It ends.
    fn close(&mut self) {}

    /// Something was found: in the game that begins or has ended last, or outside games.
    fn finding(&mut self, finding: &Finding) {
        let _ = finding;
    }

    /// The game ends, with this last position of its main line. To break is to read no more.
    fn end(&mut self, result: GameResult, last: &Position) -> ControlFlow<()> {
        let _ = (result, last);
        ControlFlow::Continue(())
    }
}

/// What has to be kept of PGN for a visitor.
const fn kept<V: Visitor>() -> Kept {
    if !V::MOVES {
        Kept::End
    } else if !V::ANNOTATIONS && !V::VARIATIONS {
        Kept::Line
    } else {
        Kept::Nodes
    }
}

impl Reader {
    /// Tells a visitor the games without building any: see [`Visitor`].
    ///
    /// # Errors
    ///
    /// When reading fails; the visitor was told what came before.
    pub fn visit<V: Visitor>(self, visitor: &mut V) -> Result<Summary, Error> {
        tell_all(self, visitor)
    }
}

/// Tells all games of a reader.
fn tell_all<V: Visitor>(reader: Reader, visitor: &mut V) -> Result<Summary, Error> {
    let (kind, name, text) = (reader.kind(), reader.name.clone(), reader.options.text());
    let mut summary = Summary::default();
    let mut pgn = pgn_reader(kept::<V>());
    for piece in reader.pieces(CHUNK) {
        let (chunk, mut findings) = piece?;
        findings.extend(outside::gap(&chunk));
        findings.extend(outside::bytes(&chunk));
        let mut is_over = false;
        let mut words = each_game(&chunk, kind, &mut pgn, &text, &mut |found| {
            summary.game(found.diagnostics);
            tell(visitor, found.game);
            let end = visitor.end(found.game.result, &found.game.end);
            found.diagnostics.iter().for_each(|one| visitor.finding(&Finding::of(&name, &chunk, one)));
            is_over = end.is_break();
            end
        });
        findings.append(&mut words);
        say(visitor, &mut summary, &name, &chunk, &findings);
        if is_over {
            break;
        }
    }
    Ok(summary)
}

fn say<V: Visitor>(
    visitor: &mut V,
    summary: &mut Summary,
    name: &str,
    chunk: &Chunk,
    findings: &[crate::diagnose::Diagnostic],
) {
    for one in findings {
        summary.count(one.code);
        visitor.finding(&Finding::of(name, chunk, one));
    }
}

fn tell<V: Visitor>(visitor: &mut V, game: &Game<'_>) {
    visitor.begin(&game.start);
    for tag in &game.tags {
        visitor.tag(&tag.name, &tag.value);
    }
    match kept::<V>() {
        Kept::End => {}
        // What was kept of a game that the fast path read.
        Kept::Line if !game.line.is_empty() => {
            let is_mate = game.end.is_checkmate();
            for (ply, left) in game.line.iter().zip((0..game.line.len()).rev()) {
                let suffix = match ply.check {
                    false => Suffix::None,
                    true if left == 0 && is_mate => Suffix::Mate,
                    true => Suffix::Check,
                };
                visitor.played(PlayedMove { mv: ply.mv, san: ply.san, suffix });
            }
        }
        Kept::Line if game.plies == 0 => {}
        Kept::Line => Moves::of(game).for_each(|played| visitor.played(PlayedMove::of(played))),
        Kept::Written | Kept::Nodes => {
            if V::VARIATIONS {
                game.nodes().iter().for_each(|node| tell_node(visitor, Node::of(node)));
            } else {
                outside_variations(game.nodes()).for_each(|node| tell_node(visitor, Node::of(node)));
            }
        }
    }
}

fn tell_node<V: Visitor>(visitor: &mut V, node: Node<'_>) {
    match node {
        Node::Move(played) => visitor.played(played),
        Node::Nag(nag) if V::ANNOTATIONS => visitor.nag(nag),
        Node::Comment(text) if V::ANNOTATIONS => visitor.comment(text),
        Node::Nag(_) | Node::Comment(_) => {}
        Node::Open => visitor.open(),
        Node::Close => visitor.close(),
    }
}
