//! What stands right in front of a move or behind it, cannot be read, and may name its man or its square.
use super::remains::{LONGEST_CELL, LONGEST_NAME, MISPRINTED, is_said, meanings, names_man};
use super::{Coverage, Draft, LONGEST};
use crate::book::token;
use crate::chess::Color;
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::Verdict;
use crate::lexicon::words::{is_apostrophe, is_dash};
use crate::lexicon::{Lexicon, Word, prose};
use crate::reading::Slip;
use crate::span::{Span, ceil_char, floor_char};

impl Coverage<'_> {
    /// A letter that could not be read stands in front of a move for which one of several men was chosen, and may have said
    /// which; or it stands where the rank of a square should, behind its file: the move is repaired.
    pub(super) fn tell_scraps(&self, draft: &mut Draft<'_>) {
        let scrap = |ply: usize| {
            let detail = draft.game.details.get(ply).filter(|detail| detail.slip.is_none())?;
            if detail.chosen && self.follows_scrap(detail.printed, ply) {
                Some((Slip::Wing, "what stands in front of this move could not be read and may name its man"))
            } else if self.lost_rank(detail.printed) {
                Some((Slip::Rank, "what stands behind this move could not be read and may name its rank"))
            } else {
                None
            }
        };
        let found: Vec<_> =
            (0..draft.game.details.len()).filter_map(|ply| Some((ply, scrap(ply)?))).collect();
        for (ply, (slip, message)) in found {
            let detail = &mut draft.game.details[ply];
            detail.slip = Some(slip);
            let found = Diagnostic::new(Code::RepairedMove, detail.printed, message).at_ply(ply as u32 + 1);
            draft.game.judge(Verdict::Repaired);
            draft.diagnostics.push(found);
        }
    }

    /// `R to R tns`, `R to K Kt zv`, `Q. to Q. B'v fifth square`: does what may be its rank stand behind a move that ends with
    /// the name of a file, and is no part of it?
    fn lost_rank(&self, printed: Span) -> bool {
        let Some(lexicon) = Lexicon::of(self.dialect.language).filter(|_| !self.dialect.ocr) else {
            return false;
        };
        let last = printed.end.checked_sub(1).and_then(|last| self.page.place(last));
        let places = self.page.place(printed.start).zip(last.map(|last| last + 1));
        let Some((start, end)) = places.filter(|(start, end)| start < end) else { return false };
        let (words, rest) = (self.page.text[start..end].trim_end_matches('.'), &self.page.text[end..]);
        let rest = rest.strip_prefix('.').unwrap_or(rest);
        let gaps = ["  ", "\t", "|", "\n", ",", ";"];
        let up_to_gap =
            |words: &str| gaps.iter().filter_map(|gap| words.find(gap)).min().unwrap_or(words.len());
        let is_rank = |part: &str| meanings(lexicon, part).iter().any(|word| matches!(word, Word::Rank(_)));
        if let Some(ending) = rest.strip_prefix(is_apostrophe).filter(|_| ends_with_file(words, lexicon)) {
            let ending = &ending[..floor_char(ending, LONGEST_CELL)];
            let mut parts = ending[..up_to_gap(ending)].split(|c: char| !c.is_alphanumeric());
            return parts.next().is_some_and(|letters| !letters.is_empty()) && parts.any(is_rank);
        }
        let file = words.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        let before = &words[..words.len() - file.len()];
        let moves_to = || (before.ends_with(is_dash) || before.ends_with("to ")) && names_man(lexicon, file);
        let Some(scrap) = rest.strip_prefix(' ').filter(|_| moves_to()) else { return false };
        let at = self.page.text.len() - scrap.len();
        let scrap = &scrap[..floor_char(scrap, LONGEST_CELL)];
        if self.is_taken(self.page.span(at, at + 1)) {
            return false;
        }
        // What stands behind it is of another cell or move.
        let end = up_to_gap(scrap);
        let scrap = &scrap[..end];
        let parts = scrap.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        let behind = scrap.find(' ').map_or(at + end, |blank| at + blank + 1);
        let next = behind + self.page.text[behind..].find(|c: char| !c.is_whitespace()).unwrap_or(0);
        let parts: Vec<&str> = if self.is_taken(self.page.span(next, next + 1)) {
            parts.take(1).collect()
        } else {
            parts.collect()
        };
        let (known, unknown): (Vec<&str>, Vec<&str>) =
            parts.into_iter().partition(|part| !meanings(lexicon, part).is_empty());
        let is_known = known.iter().all(|part| !is_said(&meanings(lexicon, part)))
            && known.iter().any(|part| names_man(lexicon, part));
        let is_scrap = |part: &&str| {
            part.bytes().all(|b| b.is_ascii_lowercase())
                && !prose::is_short(part)
                && !prose::is_unplayed(part)
                && (is_known || part.len() <= LONGEST_NAME || lexicon.is_near(part, MISPRINTED))
        };
        let is_left = unknown.len() <= 1 && unknown.iter().all(is_scrap) && (known.is_empty() || is_known);
        is_left && known.len() + unknown.len() > 0
    }

    /// Does a single letter or sign stand by itself in front of a printed move, or a word between the name of its side and it?
    fn follows_scrap(&self, printed: Span, ply: usize) -> bool {
        let Some(at) = self.page.place(printed.start) else { return false };
        let before = &self.page.text[ceil_char(&self.page.text, at.saturating_sub(LONGEST))..at];
        let before = before.rsplit('\n').next().unwrap_or("");
        let row = before.trim_start_matches(|c: char| c.is_ascii_digit() || ". )\t".contains(c));
        let side = if ply.is_multiple_of(2) { Color::White } else { Color::Black };
        let behind = token::behind_side(row, Some(side));
        if behind.len() < row.len() && behind.contains(char::is_alphabetic) {
            return true;
        }
        // `K.`
        let is_letter = |words: &str| words.ends_with(char::is_alphabetic);
        let words = before.trim_end();
        let words = words.strip_suffix('.').filter(|&words| is_letter(words)).unwrap_or(words);
        let Some(sign) = words.chars().next_back() else { return false };
        let end = at - (before.len() - words.len());
        let span = self.page.span(end - sign.len_utf8(), end);
        // `P takes P   Kt takes P`: a letter of the move before.
        if self.is_taken(span) {
            return false;
        }
        let outside = &words[..words.len() - sign.len_utf8()];
        let stands_apart = words.len() < before.len() || sign != '.' && !sign.is_alphabetic();
        stands_apart
            && (outside.is_empty() || outside.ends_with([' ', '\t', '|']))
            && !sign.is_ascii_digit()
            && !"-–—…*†‡+!?=,;:()[]{}|".contains(sign)
    }
}

/// Does a move end with the name of a file, of one word or two?
fn ends_with_file(words: &str, lexicon: &Lexicon) -> bool {
    let ends = [words.rfind(" to ").map(|at| at + 4), words.rfind(is_dash).map(|at| at + 1)];
    let Some(at) = ends.into_iter().flatten().max() else { return false };
    let name = words[ceil_char(words, at)..].split(|c: char| !c.is_alphanumeric());
    let mut parts = name.filter(|part| !part.is_empty()).peekable();
    parts.peek().is_some() && parts.all(|part| names_man(lexicon, part))
}
