//! Moves that are not exact, or not legal: played where they have one meaning, explained where not.
use super::line::Run;
use super::oddity::short;
use super::say;
use super::word::{self, Meaning};
use crate::chess::{CastlingSide, Move, Role, San, SanError, Suffix};
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::Node;
use crate::record::{Act, Item, Kind, Man, Said, Word};
use crate::span::Span;

impl Run<'_, '_> {
    /// A word in an odd spelling; `false` if it cannot be played.
    #[cold]
    pub(super) fn word<const NODES: bool, const VARIATIONS: bool>(
        &mut self,
        word: &Word,
        span: Span,
    ) -> bool {
        if let Some(nag) = word.symbol {
            return self.letter_or_glyph::<NODES, VARIATIONS>(word, nag, span);
        }
        if word.act == Act::Castle(CastlingSide::Queen) && self.castles_short::<NODES, VARIATIONS>(span) {
            return false;
        }
        let token = self.words(span);
        let position = self.position;
        let ply = self.ply;
        let named = word::role(word, token, self.letters, self.options.pawn_letter);
        let role = named.flatten();
        if role == Some(Role::Pawn) && matches!(word.man, Man::Letter { .. }) {
            self.findings.say(Code::PawnLetter, span, Some(ply), || {
                format!("letter for a pawn in `{}`", short(token))
            });
        }
        let meaning = if word.capitals && self.may_be_a_man(token) {
            Meaning::Unreadable
        } else {
            word::meaning(&position, word, named, token, self.text, self.letters)
        };
        let mv = match meaning {
            Meaning::One(mv) => {
                if word.split.is_some() {
                    self.findings.say(Code::LongSpelling, span, Some(ply), || {
                        format!("both squares given in `{}`", short(token))
                    });
                }
                mv
            }
            Meaning::Bishop(mv) if word.capitals => mv,
            Meaning::Bishop(mv) => {
                self.findings.say(Code::SmallLetter, span, Some(ply), || {
                    format!("`{}` read as a bishop's move: no pawn can make it", short(token))
                });
                mv
            }
            Meaning::Two(first, second) => {
                self.findings.say(Code::RunTogether, span, Some(ply), || {
                    format!("`{}` read as {first} and {second}", short(token))
                });
                let middle = span.start + u32::from(word.split.unwrap_or(0));
                let first_span = Span::new(span.start, middle);
                let suffix = if let Said::Exact(suffix) = word.said { suffix } else { Suffix::Check };
                return self.san::<NODES, VARIATIONS>(first, Suffix::None, first_span)
                    && self.san::<NODES, VARIATIONS>(second, suffix, Span::new(middle, span.end));
            }
            Meaning::Several(moves) => {
                self.findings.add(Code::AmbiguousMove, span, || {
                    say::ambiguous(&position, moves.as_slice(), token, span, ply)
                });
                return false;
            }
            Meaning::PromotionMissing(moves) => {
                self.findings.add(Code::PromotionMissing, span, || {
                    say::promotion_missing(&position, moves.as_slice(), token, span, ply)
                });
                return false;
            }
            Meaning::Illegal => {
                self.findings
                    .add(Code::IllegalMove, span, || say::illegal(&position, word, role, token, span, ply));
                return false;
            }
            Meaning::PromotionImpossible => {
                let message =
                    || format!("`{}` ({}): no pawn becomes that", short(token), say::place(&position));
                self.findings.say(Code::PromotionImpossible, span, Some(ply), message);
                return false;
            }
            Meaning::UnknownLetter => {
                self.findings.add(Code::UnknownLetter, span, || {
                    let message = format!(
                        "`{}` ({}): letter of no piece in English",
                        short(token),
                        say::place(&position)
                    );
                    Diagnostic::new(Code::UnknownLetter, span, message)
                        .at_ply(ply)
                        .with_help("K, Q, R, B, N; or say the language with --letters")
                });
                return false;
            }
            Meaning::Unreadable => {
                self.findings.add(Code::UnreadableMove, span, || {
                    let message = say::unreadable(token, &position);
                    let found = Diagnostic::new(Code::UnreadableMove, span, message).at_ply(ply);
                    if is_descriptive(token) {
                        return found.with_help("descriptive notation is no PGN: read it with --from text");
                    }
                    found
                });
                return false;
            }
        };
        let san = position.san(mv);
        let takes = position.is_capture(mv);
        if word.capture.is_some_and(|said| said != takes)
            || (takes && word.capture.is_none() && role != Some(Role::Pawn) && word.from_rank.is_none())
        {
            self.findings.say(Code::CaptureSign, span, Some(ply), || format!("`{}` for {san}", short(token)));
        }
        self.make::<NODES, VARIATIONS>(mv, san, span, word.said);
        true
    }

    /// `O-O -O` where castling on the king's side is legal: the first word says that, and the rest is not read. `false` for
    /// any other word.
    fn castles_short<const NODES: bool, const VARIATIONS: bool>(&mut self, span: Span) -> bool {
        let token = self.words(span);
        let Some(first) = token.split(char::is_whitespace).next().filter(|first| first.chars().count() == 3)
        else {
            return false;
        };
        let Some((castles, _)) = San::parse(b"O-O") else { return false };
        let end = span.start as usize + first.len();
        if first.len() == token.len()
            || !self.san::<NODES, VARIATIONS>(castles, Suffix::None, Span::of(span.start as usize, end))
        {
            return false;
        }
        let rest = token[first.len()..].trim_start();
        let rest = Span::of(span.end as usize - rest.len(), span.end as usize);
        self.rest = Some(rest.start);
        let (words, position) = (self.words(rest), self.position);
        self.findings.say(Code::UnreadableMove, rest, Some(self.ply), || say::unreadable(words, &position));
        true
    }

    /// Whether the capital that a word in capitals begins with may be a piece's letter. `D4` is a queen's in other languages;
    /// `B3` is a bishop's move that lost its file where other squares are in small letters.
    fn may_be_a_man(&self, token: &str) -> bool {
        let is_small = |item: &Item| matches!(item.kind, Kind::San(san, _) if san.to().is_some());
        match token.as_bytes() {
            [b'K' | b'Q' | b'R' | b'N', ..] => false,
            [b'B', b'1'..=b'8', ..] if self.record.items.iter().any(is_small) => true,
            _ => self.letters.is_some() || self.record.has_foreign_letters,
        }
    }

    /// `N f6` after a move: a knight's move, or a pawn's after a glyph; `false` if it cannot be played.
    fn letter_or_glyph<const NODES: bool, const VARIATIONS: bool>(
        &mut self,
        word: &Word,
        nag: u8,
        span: Span,
    ) -> bool {
        let man = Word { symbol: None, ..*word };
        let pawn = Word { man: Man::Unnamed, ..man };
        let (position, token) = (self.position, self.words(span));
        let meaning = |word: &Word| {
            let named = word::role(word, token, self.letters, self.options.pawn_letter);
            match word::meaning(&position, word, named, token, self.text, self.letters) {
                Meaning::One(mv) | Meaning::Bishop(mv) => Some(mv),
                _ => None,
            }
        };
        let ply = Some(self.ply);
        let (by_man, by_pawn) = (meaning(&man), meaning(&pawn));
        if by_pawn.is_some() && by_man.is_none() {
            let letter = token.get(..1).unwrap_or("");
            self.findings.say(Code::Symbol, span, ply, || format!("annotation glyph written `{letter}`"));
        } else {
            self.findings
                .say(Code::BlankInMove, span, ply, || format!("blanks inside the move `{}`", short(token)));
        }
        match (by_man, by_pawn) {
            (Some(man), Some(pawn)) => {
                let ply = self.ply;
                self.findings.add(Code::AmbiguousMove, span, || {
                    say::ambiguous(&position, &[man, pawn], token, span, ply)
                });
                false
            }
            (None, Some(_)) => {
                if NODES {
                    self.game.nodes.push(Node::Nag(nag));
                }
                self.word::<NODES, VARIATIONS>(&pawn, span)
            }
            _ => self.word::<NODES, VARIATIONS>(&man, span),
        }
    }

    /// Says why an exact word cannot be played.
    #[cold]
    pub(super) fn no_move(&mut self, san: San, suffix: Suffix, error: SanError, span: Span) {
        let token = self.words(span);
        let position = self.position;
        let ply = self.ply;
        let word = Word::of_san(san, suffix);
        if san.role() == Role::Pawn
            && san.promotion().is_none()
            && san.castling_side().is_none()
            && !san.is_null()
        {
            let moves = position.candidates(san);
            let promotes = |mv: &Move| {
                mv.promotion().is_some() && san.from_file().is_none_or(|file| file == mv.from().file())
            };
            let moves: Vec<Move> = moves.as_slice().iter().copied().filter(|mv| promotes(mv)).collect();
            let straight = |mv: &Move| san.is_capture() || mv.from().file() == mv.to().file();
            if !moves.is_empty() && moves.iter().any(straight) {
                self.findings.add(Code::PromotionMissing, span, || {
                    say::promotion_missing(&position, &moves, token, span, ply)
                });
                return;
            }
        }
        if error == SanError::Ambiguous {
            let moves = position.candidates(san);
            self.findings.add(Code::AmbiguousMove, span, || {
                say::ambiguous(&position, moves.as_slice(), token, span, ply)
            });
            return;
        }
        self.findings.add(Code::IllegalMove, span, || {
            say::illegal(&position, &word, Some(san.role()), token, span, ply)
        });
    }
}

/// Has a word the look of a move in descriptive notation (`P-K4`, `KtxP`)?
fn is_descriptive(word: &str) -> bool {
    let parted = word.split_once(['-', '\u{2013}', '\u{2014}', 'x', '\u{d7}']);
    let men = |word: &str| word.starts_with(['P', 'K', 'Q', 'R', 'B', 'N']);
    parted.is_some_and(|(man, to)| men(man) && men(to))
}
