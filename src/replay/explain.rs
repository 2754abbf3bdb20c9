//! Says what a reading leaves open and why a print dies: diagnostics with places and candidates.
use super::graph::{Other, Path, Step};
use super::line::{Line, played};
use super::search::Work;
use super::why::why;
use crate::chess::{Move, Position};
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::Verdict;
use crate::reading::origin::Origins;
use crate::reading::{CheckMark, Cost, Slip};
use crate::span::Span;

/// A move with its suffix, as the export format writes it.
pub(super) fn name(position: &Position, mv: Move) -> String {
    let told = played(position, mv, Span::default());
    format!("{}{}", told.san, told.suffix.text())
}

/// Two moves: the one put in, and the one read.
fn names(position: &Position, before: Option<Move>, mv: Move) -> String {
    match before {
        Some(before) => format!("{} {}", name(position, before), name(&position.after_move(before), mv)),
        None => name(position, mv),
    }
}

/// What was taken for a misprint, as the end of a sentence.
const fn part(slip: Slip) -> &'static str {
    match slip {
        Slip::Role => "the piece named is taken for a misprint",
        Slip::Wing => "the wing named is taken for a misprint",
        Slip::File => "the file named is taken for a misprint",
        Slip::Rank => "the rank named is taken for a misprint",
        Slip::Victim => "the piece taken is taken for a misprint",
        Slip::Verb => "`takes` and `to` are taken for each other",
        Slip::Unreadable => "the words themselves do not tell",
        Slip::Missing => "a half-move is taken to be left out before it",
    }
}

/// What is to be said about a line, in the order of the text.
pub(super) fn explain(work: &Work<'_>, path: &Path, line: &mut Line, start: &Position, origins: &Origins) {
    let mut said = Vec::new();
    if let Some(ply) = work.capped {
        let most = work.options.max_live;
        said.push(
            at(work, Code::SearchCapped, ply, format!("more than {most} lines fit the print up to here"))
                .with_note("the costliest lines were dropped, so others may fit as well"),
        );
    }
    let margin = work.margin(path);
    let (mut position, mut origins) = (*start, *origins);
    let mut parting: Option<Diagnostic> = None;
    for (ply, step) in path.steps.iter().enumerate() {
        let rivals: Vec<&Other> = step.rivals(margin).collect();
        if let Some(slip) = step.slip {
            said.push(repaired(work, ply, &position, &origins, step, slip, &rivals));
        } else if !rivals.is_empty() && line.verdict != Verdict::Partial {
            match &mut parting {
                None => parting = Some(parted(work, ply, &position, step, &rivals)),
                Some(first) => {
                    let others: Vec<String> =
                        rivals.iter().map(|other| names(&position, other.before, other.mv)).collect();
                    first.labels.push(crate::diagnose::Label {
                        span: work.plies[ply].span,
                        text: format!("here too: {} or {}", name(&position, step.mv), others.join(" or ")),
                    });
                }
            }
        }
        let before = position;
        if let Some(inserted) = step.before {
            origins = origins.play(inserted);
            position = position.after_move(inserted);
        }
        origins = origins.play(step.mv);
        position = position.after_move(step.mv);
        if let Some(text) = false_mark(work, ply, step.mv, &position) {
            said.push(at(work, Code::FalseMark, ply, format!("{} {text}", name(&before, step.mv))));
        }
    }
    said.extend(parting);
    if line.verdict == Verdict::Partial && line.read < work.plies.len() {
        said.push(partial(work, path, line, start));
    }
    said.sort_by_key(|d| d.span.start);
    line.diagnostics = said;
}

/// Other moves named at one place.
const NAMED: usize = 4;

pub(super) fn at(work: &Work<'_>, code: Code, ply: usize, message: String) -> Diagnostic {
    Diagnostic::new(code, work.plies[ply].span, message).at_ply(work.options.first_ply + ply as u32)
}

fn parted(work: &Work<'_>, ply: usize, position: &Position, step: &Step, rivals: &[&Other]) -> Diagnostic {
    let taken = name(position, step.mv);
    let mut candidates = vec![taken.clone()];
    candidates.extend(rivals.iter().map(|other| names(position, other.before, other.mv)));
    let tied = rivals.iter().any(|other| other.above == Cost::ZERO);
    let why =
        if tied { "nothing in the record tells them apart" } else { "the print speaks for it a little more" };
    at(
        work,
        Code::ChosenLine,
        ply,
        format!("{taken} was taken; {} can be meant too", candidates[1..].join(", ")),
    )
    .with_candidates(candidates)
    .with_note(why)
    .with_help("compare with another source, or name the file or the wing")
}

fn repaired(
    work: &Work<'_>,
    ply: usize,
    position: &Position,
    origins: &Origins,
    step: &Step,
    slip: Slip,
    rivals: &[&Other],
) -> Diagnostic {
    let taken = names(position, step.before, step.mv);
    let mut found = at(work, Code::RepairedMove, ply, format!("read as {taken}: {}", part(slip)));
    if !rivals.is_empty() {
        let mut candidates = vec![taken];
        candidates.extend(rivals.iter().map(|other| names(position, other.before, other.mv)));
        found = found.with_candidates(candidates).with_note("another move lets the game go on as well");
    }
    match work.deaths.iter().find(|death| death.ply >= ply) {
        Some(death) if death.ply > ply => {
            let told = format!("as printed, the game cannot go on here: {}", death.why);
            found = found.with_label(work.plies[death.ply].span, told);
        }
        Some(_) => {
            let why = why(work, ply, position, origins);
            found = found.with_note(format!("as printed, no legal move fits: {why}"));
        }
        None => {}
    }
    found.with_help("check the printed move against another source")
}

/// The place where the print dies for good.
fn partial(work: &Work<'_>, path: &Path, line: &Line, start: &Position) -> Diagnostic {
    let ply = line.read;
    let message = if work.options.is_raw && work.deaths.iter().all(|death| death.ply != ply) {
        "the words from here on leave too much open".to_owned()
    } else {
        format!("no legal move fits here: {}", why(work, ply, &line.end, &line.origins))
    };
    let mut found = at(work, Code::PartialScore, ply, message);
    // The repair that comes farthest names the guilty move, if it comes far enough to be believed.
    let farthest = work.farthest.as_ref().filter(|far| far.steps.len() >= ply + BELIEVED);
    let guilty = farthest.and_then(|far| {
        let at = far.steps.iter().position(|step| step.slip.is_some())?;
        Some((far, at))
    });
    if let Some((far, at)) = guilty {
        let position = far.steps[..at].iter().fold(*start, |position, step| step.play(&position));
        let step = &far.steps[at];
        let more = far.steps.len() - ply;
        let read = names(&position, step.before, step.mv);
        found = found.with_label(
            work.plies[at].span,
            format!("read as {read} here, the game goes on for {more} half-moves"),
        );
    }
    if let Some(at) = path.steps.iter().rposition(|step| !step.others.is_empty()) {
        let position = path.steps[..at].iter().fold(*start, |position, step| step.play(&position));
        let step = &path.steps[at];
        let others: Vec<String> =
            step.others.iter().take(NAMED).map(|other| names(&position, other.before, other.mv)).collect();
        let taken = names(&position, step.before, step.mv);
        found = found.with_label(
            work.plies[at].span,
            format!("{taken} or {} here; none lets the move play", others.join(" or ")),
        );
    }
    found.with_help("look for a misprint here and in the moves before; what follows is kept as printed")
}

/// Half-moves a repair must gain to be named as the guilty move of a game that dies all the same.
const BELIEVED: usize = 4;

/// The plies of a line whose check mark is not what the board shows.
pub(super) fn false_marks(work: &Work<'_>, path: &Path, start: &Position) -> Vec<usize> {
    let mut position = *start;
    let mut found = Vec::new();
    for (ply, step) in path.steps.iter().enumerate() {
        position = step.play(&position);
        if false_mark(work, ply, step.mv, &position).is_some() {
            found.push(ply);
        }
    }
    found
}

/// What a mark says that the board does not.
fn false_mark(work: &Work<'_>, ply: usize, mv: Move, after: &Position) -> Option<&'static str> {
    let marks = work.plies[ply].meanings.marks;
    if marks.en_passant && !mv.is_en_passant() {
        return Some("does not take in passing");
    }
    match marks.check {
        CheckMark::None => None,
        CheckMark::Mate if !after.is_checkmate() => Some("is not mate"),
        _ if !after.is_check() => Some("gives no check"),
        _ => None,
    }
}
