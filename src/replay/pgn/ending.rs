//! The end of a game: its result from tag, marker and board, and what is to be compared with it.
use super::line::Run;
use super::tags;
use crate::chess::Color;
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::record::{GameResult, Item, Kind};
use crate::span::Span;

impl Run<'_, '_> {
    pub(super) fn result_marker(&mut self, i: usize, result: GameResult, span: Span) {
        let last = i + 1 == self.record.items.len();
        if self.stack.is_empty() || last {
            match self.result {
                None => self.result = Some((result, span)),
                Some((first, _)) if first == result => {}
                Some(_) => self.keep(span.start, span.end),
            }
        } else {
            self.keep(span.start, span.end);
        }
    }

    /// No move is played: the words stay as a comment.
    #[cold]
    pub(super) fn play_nothing(&mut self) {
        let items = &self.record.items;
        let first = items
            .iter()
            .position(|item| !matches!(item.kind, Kind::Comment(_) | Kind::Escape | Kind::Unread));
        let Some(first) = first else {
            return self.play::<true, true>();
        };
        for i in 0..first {
            self.beside_moves(i);
        }
        let next = if let Kind::Result(_) = items[first].kind { first } else { self.give_up(first) };
        self.remarks(next, false);
        if let Some(&Item { kind: Kind::Result(result), span }) = items.get(next) {
            self.result = Some((result, span));
        }
        let mut i = next + 1;
        while let Some(item) = self.record.items.get(i) {
            i = match item.kind {
                Kind::Comment(_) | Kind::Escape | Kind::Unread => self.beside_moves(i),
                _ => self.after_result(i).max(i + 1),
            };
        }
        self.remarks(usize::MAX - 1, true);
    }

    /// Keeps an item that is no move where no move is played. Gives the next item.
    fn beside_moves(&mut self, i: usize) -> usize {
        let item = self.record.items[i];
        match item.kind {
            Kind::Comment(comment) if self.options.nodes => self.comment(comment, item.span),
            Kind::Comment(_) => {}
            _ => return self.rare::<true, true>(i, item),
        }
        i + 1
    }

    /// Closes what is open, and compares tags, marker and board.
    pub(super) fn finish(&mut self, tags: &tags::Said) {
        while !self.stack.is_empty() {
            let end = self.line_end();
            self.close(Span::new(end, end));
        }
        self.game.end = self.position;
        self.game.plies = self.ply;
        self.game.span = self.record.span;
        let board = if self.ply == 0 || self.position.has_legal_move() {
            None
        } else if self.position.is_check() {
            Some(if self.position.turn() == Color::White { GameResult::Black } else { GameResult::White })
        } else {
            Some(GameResult::Draw)
        };
        self.game.result = self.settle(tags, board);
        if let Some((plies, span)) = tags.plies
            && plies != self.ply
        {
            let played = self.ply;
            self.findings.say(Code::PlyCount, span, None, || {
                format!("PlyCount {plies}, but {played} half-moves are played")
            });
        }
        if self.numbers < self.ply / 2 {
            let first =
                self.record.items.iter().find(|item| matches!(item.kind, Kind::San(..) | Kind::Word(_)));
            let span = first.map_or(Span::default(), |item| item.span);
            self.findings.say(Code::NumberMissing, span, Some(0), || "moves without numbers".to_owned());
        }
    }

    /// The result: mate or stalemate decides between tag and marker; else the marker counts, unless it is `*`.
    pub(super) fn settle(&mut self, tags: &tags::Said, board: Option<GameResult>) -> GameResult {
        let result = match (self.result, tags.result) {
            (Some((marker, _)), Some((tag, _))) if marker == tag => marker,
            (Some((marker, place)), Some((tag, span))) => {
                let result = if board == Some(tag) || (board != Some(marker) && marker == GameResult::Unknown)
                {
                    tag
                } else {
                    marker
                };
                self.findings.add(Code::ResultConflict, place, || {
                    let message =
                        format!("marker {} and Result tag {} differ", marker.marker(), tag.marker());
                    Diagnostic::new(Code::ResultConflict, place, message)
                        .with_label(span, "the Result tag")
                        .with_note(format!("{} is taken", result.marker()))
                });
                result
            }
            (Some((marker, _)), None) => marker,
            (None, tag) => {
                let end = self.line_end().max(self.record.tags.last().map_or(0, |pair| pair.span.end));
                let place = Span::new(end, end);
                let result = tag.map_or(GameResult::Unknown, |(tag, _)| tag);
                self.findings.say(Code::ResultMissing, place, Some(self.ply), || {
                    format!("no result after the moves; {} is taken", result.marker())
                });
                result
            }
        };
        if let Some(board) = board
            && result != board
        {
            let place = self.result.or(tags.result).map_or(self.record.span, |(_, span)| span);
            let end = if board == GameResult::Draw { "stalemate" } else { "mate" };
            self.findings.say(Code::ResultBoard, place, Some(self.ply), || {
                format!("result {}, but the last position is {end}: {}", result.marker(), board.marker())
            });
        }
        result
    }
}
