//! What was decided about places of PGN: before a game is played it changes what its items say, and afterwards it is held
//! against what was played.
use crate::code::Code;
use crate::decisions::{Decided, Decision};
use crate::diagnose::{Diagnostic, Severity};
use crate::game::{Game, Node, Played, Verdict};
use crate::record::{Comment, Item, Kind, Record};
use crate::span::Span;

/// May an item hold a move, or words that should have been one?
fn is_move(kind: Kind) -> bool {
    matches!(kind, Kind::San(..) | Kind::Word(_) | Kind::Unread)
}

/// Changes the items of a record as was decided.
pub(super) fn reshape(decided: &[Decided], record: &mut Record) {
    for row in decided {
        let touched: Vec<usize> = (record.head as usize..record.items.len())
            .filter(|&at| is_move(record.items[at].kind) && record.items[at].span.touches(row.span))
            .collect();
        match &row.decision {
            Decision::Moves(moves) => {
                let kind = |at: usize| moves.get(at).map(|&san| Kind::San(san, crate::chess::Suffix::None));
                let Some(&first) = touched.first() else {
                    // Between words: before the next item.
                    let at = record.items.partition_point(|item| item.span.start < row.span.start);
                    insert(record, at.max(record.head as usize), row.span, moves.len(), kind);
                    continue;
                };
                for &at in &touched {
                    // The first stands for all of them; a sign apart from its move says nothing.
                    record.items[at].kind = Kind::CheckSign;
                }
                record.items[first].kind = kind(0).unwrap_or(Kind::CheckSign);
                forget(record, &touched);
                let behind = Span::new(row.span.end, row.span.end);
                insert(record, first + 1, behind, moves.len() - 1, |at| kind(at + 1));
            }
            Decision::NotMove => {
                touched.iter().for_each(|&at| record.items[at].kind = Kind::Comment(Comment::Brace));
                forget(record, &touched);
            }
            _ => {}
        }
    }
}

/// What is odd about the spelling of these items needs not be said.
fn forget(record: &mut Record, items: &[usize]) {
    record.remarks.retain(|remark| !items.contains(&(remark.item as usize)));
}

/// Puts moves before an item.
fn insert(record: &mut Record, at: usize, span: Span, count: usize, kind: impl Fn(usize) -> Option<Kind>) {
    let items: Vec<Item> = (0..count).filter_map(kind).map(|kind| Item { span, kind }).collect();
    for remark in record.remarks.iter_mut().filter(|remark| remark.item as usize >= at) {
        remark.item += u32::try_from(items.len()).unwrap_or(0);
    }
    record.items.splice(at..at, items);
}

/// Holds what was decided against what was played: gives what is to be said of the game then.
pub(super) fn settle(
    text: &str,
    decided: &[Decided],
    found: &[Diagnostic],
    game: &mut Game<'_>,
) -> Vec<Diagnostic> {
    let mut found = found.to_vec();
    let mut is_done = false;
    for row in decided {
        match settle_row(text, row, &found, game) {
            Ok(()) => {
                if !matches!(row.decision, Decision::Tag { .. }) {
                    found.retain(|one| one.severity == Severity::Error || !one.span.touches(row.span));
                }
                is_done = true;
            }
            Err(message) => {
                let at = found.partition_point(|one| one.span.start <= row.span.start);
                let words = format!("it was decided here: {}; {message}", row.decision);
                found.insert(at, Diagnostic::new(Code::UnplayableDecision, row.span, words));
            }
        }
    }
    if is_done && found.iter().all(|one| one.severity != Severity::Error) {
        (game.verdict, game.edited) = (Some(Verdict::Edited), true);
    }
    found
}

fn settle_row(text: &str, row: &Decided, found: &[Diagnostic], game: &mut Game<'_>) -> Result<(), String> {
    let here = game.nodes.iter().position(|node| is_at(node, row.span));
    match &row.decision {
        Decision::Moves(wanted) => {
            let unplayed = |san: &dyn std::fmt::Display| {
                format!("{san} is not legal there, or the game was not played so far")
            };
            let first = here.ok_or_else(|| unplayed(&wanted[0]))?;
            let mut last = first;
            for (number, &san) in wanted.iter().enumerate() {
                let at = if number == 0 { Some(first) } else { next_move(&game.nodes, last) };
                match at.map(|at| (at, &game.nodes[at])) {
                    Some((at, Node::Move(played))) if played.is_said_by(san) => last = at,
                    _ => return Err(unplayed(&san)),
                }
            }
            let printed = crate::book::note::fold(row.span.of_text(text));
            let is_same = |played: &Played| wanted.len() == 1 && played.san.to_string() == printed;
            if !matches!(&game.nodes[first], Node::Move(played) if is_same(played)) {
                let words =
                    if printed.is_empty() { "not printed".to_owned() } else { format!("printed: {printed}") };
                game.nodes.insert(last + 1, Node::Comment(words.into()));
            }
            Ok(())
        }
        Decision::AsPrinted => {
            let is_wrong =
                found.iter().any(|one| one.severity == Severity::Error && one.span.touches(row.span));
            if is_wrong { Err("what is printed cannot be played there".to_owned()) } else { Ok(()) }
        }
        Decision::NotMove => {
            here.map_or(Ok(()), |_| Err("the words could not be told from a move".to_owned()))
        }
        Decision::Begins | Decision::Ends | Decision::Joined(_) => {
            Err("where games of PGN begin and end is put right in their file".to_owned())
        }
        Decision::Tag { name, value } => {
            game.retag(name, value, row.span);
            Ok(())
        }
    }
}

/// Is it a move that was played from this stretch?
fn is_at(node: &Node<'_>, span: Span) -> bool {
    matches!(node, Node::Move(played) if played.span.touches(span))
}

/// The move that follows another in its line.
fn next_move(nodes: &[Node<'_>], at: usize) -> Option<usize> {
    let mut depth = 0_u32;
    for (i, node) in nodes.iter().enumerate().skip(at + 1) {
        match node {
            Node::Move(_) if depth == 0 => return Some(i),
            Node::Open => depth += 1,
            Node::Close => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}
