//! What taking a move costs after what has been met before it: its number, the words around it, the rows that wait.
use super::cost;
use super::due::{Due, Habit};
use super::lattice::Edge;
use super::lines::Look;
use super::numbered::is_end_of;
use super::step::{Candidate, Met, Steps, Told};
use super::token::Kind;
use crate::chess::Color;

/// Half-moves within which a row is due soon.
const SOON: u32 = 12;

impl Steps<'_, '_> {
    /// What taking the move at a token costs, after what has been met.
    pub(super) fn offer(&self, token: u32, due: &Due, met: &Met, out: &mut Vec<Candidate>) {
        let edges = self.lattice.edges(token);
        let sure = edges.iter().map(|edge| edge.sure).max().unwrap_or(1);
        let (mut numbering, habit) = self.numbering(due, met);
        // Rows beat prose: what stands on lines of its own before the row that is due is a note.
        let is_numbered = if self.bears_number_behind(token, due, met) {
            numbering = 0;
            true
        } else {
            met.told.number.is_some()
        };
        let is_due =
            numbering <= cost::SAME_OFFSET && is_numbered && (met.told.at_start || met.told.number.is_none());
        let is_in_row = due.ply > 0 && met.newline && self.lines.looks[met.line] == Look::Row;
        // What stands right above a row without a number may be a row, whatever it says.
        let is_apart = || met.line.checked_sub(1).is_some_and(|above| self.lines.looks[above] == Look::Blank);
        let is_row_of_own =
            || self.is_row_without_number(token, due, met) || self.is_second_half(token, due, met);
        let is_row = is_in_row && (is_due || is_apart() && is_row_of_own());
        let met_cost = if is_row { met.total_with(cost::NOTE_BEFORE_ROW) } else { met.total() };
        let mut price = met_cost + numbering + self.leaves_block(token, due);
        if met.unplayed {
            price += cost::UNPLAYED;
        } else if let Some(chain) = met.chain {
            let here = self.ply_told(&met.told);
            price += if here == Some(chain) {
                cost::UNPLAYED
            } else if here.is_none() {
                cost::AFTER_UNPLAYED
            } else {
                0
            };
        }
        if sure < 2 {
            price += cost::UNSURE;
        }
        let spoken = edges.first().filter(|edge| self.lattice.is_spoken_of(edge));
        if let Some(edge) = spoken {
            price += if self.lattice.is_called_better(edge) { cost::CALLED_BETTER } else { cost::SPOKEN };
        }
        // A row beats prose.
        let begins = self.lattice.dialect.ocr && due.ply == 0 && met.told.at_start;
        let number = match due.color() {
            Color::White => met.told.number.filter(|_| !begins),
            Color::Black => u16::try_from(due.number()).ok(),
        };
        let waits = |number: u16| {
            self.lines.looks[met.line] != Look::Row && self.lines.row_waits(number, due.color(), token + 1)
        };
        if number.is_some_and(waits) || self.is_said(token, due, met) {
            price += cost::ROW_WAITS;
        }
        let before = self.lattice.line_of(due.place.saturating_sub(1));
        let (rows, words) =
            (self.lines.looks.get(before) == Some(&Look::Row), self.lines.looks[met.line] == Look::Prose);
        // Words below a table may tell moves that go on with it, or others.
        let is_below = rows && met.newline;
        let is_in_words = is_below && words && met.words > 0;
        let apart = if is_in_words { cost::SKIP_ROW } else { 0 };
        if self.lattice.dialect.ocr {
            // Its rows are hardly seen.
        } else if is_in_words && due.habit.numbered == 0 {
            price += cost::LEAVES_ROWS;
        } else if is_below && (words || is_apart()) && self.lattice.is_spoken(token) {
            price += cost::SPOKEN_BELOW;
        }
        let first = met.moves == 0;
        let exact = match due.color() {
            Color::White => {
                numbering <= cost::SAME_OFFSET && is_numbered && (met.words == 0 || met.told.at_start)
            }
            Color::Black => numbering == 0 && (met.words == 0 || met.told.dots && met.told.at_start),
        };
        let clean =
            first && exact && spoken.is_none() && !met.ended && sure >= 2 && price <= cost::MOST_WORDS + 2;
        out.push(Candidate {
            token,
            cost: price,
            habit,
            column: met.told.column,
            apart: met.apart + apart,
            blurred: false,
            clean,
        });
    }

    /// Does a row with words stand right above one that has its number again, and none?
    fn is_said(&self, token: u32, due: &Due, met: &Met) -> bool {
        if due.color() == Color::Black || self.lattice.dialect.ocr {
            return false;
        }
        let is_next = |row: u32| self.lines.next_numbered(token + 1).is_none_or(|next| next >= row);
        let again = || self.comes_again(met.told.number?, token + 1).filter(|&row| is_next(row));
        self.says_more(token) && again().is_some_and(|row| !self.says_more(row))
    }

    /// Does White's move begin its line, and stand the number that is due between the columns behind it?
    fn bears_number_behind(&self, token: u32, due: &Due, met: &Met) -> bool {
        let lattice = self.lattice;
        if due.color() == Color::Black
            || met.told.number.is_some()
            || met.told.dots
            || lattice.lines[met.line] != token
        {
            return false;
        }
        let gap = lattice.edges(token).first().map(|edge| edge.next as usize);
        let mut behind = gap.into_iter().flat_map(|gap| &lattice.tokens[gap..]).map(|token| token.kind);
        behind.next() == Some(Kind::Gap)
            && matches!(behind.next(), Some(Kind::Number { value, dots: 0 }) if i32::from(value) == due.number())
    }

    /// Is a move a cell of a row of a table without numbers: White's at the beginning of its line, Black's behind dots?
    fn is_row_without_number(&self, token: u32, due: &Due, met: &Met) -> bool {
        let lattice = self.lattice;
        let begins = match due.color() {
            Color::White => lattice.lines[met.line] == token && !met.told.dots,
            Color::Black => met.told.dots,
        };
        let behind = || lattice.edges(token).first().and_then(|edge| lattice.kind(edge.next));
        let is_cell = || behind().is_none_or(|kind| matches!(kind, Kind::Gap | Kind::Line));
        let has_none = due.habit.numbered == 0 && met.told.number.is_none() && !lattice.dialect.ocr;
        begins && has_none && is_cell()
    }

    /// Is Black's move all that its line holds, where White's ended one?
    fn is_second_half(&self, token: u32, due: &Due, met: &Met) -> bool {
        let lattice = self.lattice;
        let ends = |at: u32| lattice.kind(at).is_none_or(|kind| kind == Kind::Line);
        due.color() == Color::Black
            && !lattice.dialect.ocr
            && lattice.lines[met.line] == token
            && ends(due.place)
            && lattice.edges(token).first().is_some_and(|edge| ends(edge.next))
    }

    /// Words right behind a number, or behind White's move, that have the looks of a move.
    pub(super) fn offer_blurred(&self, token: u32, due: &Due, met: &Met, out: &mut Vec<Candidate>) {
        let (numbering, habit) = self.numbering(due, met);
        let stands = match due.color() {
            Color::White => met.told.number.is_some() && numbering <= cost::SAME_OFFSET,
            Color::Black => numbering == 0 && (!met.newline || met.told.number.is_some()),
        };
        // A cell in a column is one of the row, whatever it says.
        let stands = stands || numbering <= cost::NO_NUMBER && self.lattice.end_of_cell(token).is_some();
        if stands && !self.lattice.blurred(token).is_empty() {
            let price = met.total() + numbering + cost::BLURRED + self.leaves_block(token, due);
            out.push(Candidate {
                token,
                cost: price,
                habit,
                column: met.told.column,
                apart: met.apart,
                blurred: true,
                clean: false,
            });
        }
    }

    /// The half-move that the number before a move names.
    pub(super) fn ply_told(&self, told: &Told) -> Option<u32> {
        told.number.map(|number| u32::from(number.saturating_sub(1)) * 2 + u32::from(told.dots))
    }

    /// What the number and the dots before a move say against it, and the habit they leave.
    pub(super) fn numbering(&self, due: &Due, met: &Met) -> (u32, Habit) {
        let told = &met.told;
        let mut habit = due.habit;
        let wanted = due.number();
        let mut price = 0;
        if told.side.is_some_and(|side| side != due.color()) {
            price += cost::OTHER_SIDE;
        }
        match due.color() {
            Color::White => match told.number {
                None if told.is_unread => price += cost::UNREAD_NUMBER,
                None => {
                    price += if self.strips.is_some() {
                        0
                    } else if habit.numbered >= 2 && habit.bare * 4 < habit.numbered {
                        cost::NO_NUMBER
                    } else if habit.numbered + habit.bare == 0 || habit.bare == 0 {
                        cost::NO_NUMBER_YET
                    } else {
                        0
                    };
                    habit.bare = habit.bare.saturating_add(1).min(40);
                    if told.dots {
                        price += cost::OTHER_SIDE;
                    }
                }
                Some(number) => {
                    habit.numbered = habit.numbered.saturating_add(1).min(40);
                    if told.dots {
                        // In raw print one of two dots may be dirt, where the numbers of Black's moves have none.
                        let may_be_dirt =
                            self.lattice.dialect.ocr && told.two_dots && habit.black_numbered == 0;
                        price += if may_be_dirt { cost::MISREAD_FIGURE } else { cost::OTHER_SIDE };
                    }
                    price += self.number_cost((told.token, i32::from(number)), wanted, &mut habit);
                }
            },
            Color::Black => match told.number {
                None => {}
                Some(number) if i32::from(number) == wanted => {
                    if !told.dots && habit.black_numbered == 0 {
                        let is_below = met.newline && due.ply > 1 && !self.lattice.dialect.ocr;
                        price += if is_below && !self.is_apart(told.token) {
                            cost::NUMBERED_BELOW
                        } else if met.gap {
                            0
                        } else {
                            cost::NUMBERED_AGAIN
                        };
                    }
                    habit.black_numbered = habit.black_numbered.saturating_add(1).min(40);
                }
                Some(number) if i32::from(number) == wanted + 1 && !told.dots => price += cost::OTHER_SIDE,
                Some(_) => price += cost::WRONG_NUMBER,
            },
        }
        (price, habit)
    }

    /// Does a wide blank or a bar stand right behind a number?
    fn is_apart(&self, number: u32) -> bool {
        let next =
            self.lattice.number(number).and_then(|number| self.lattice.tokens.get(number.next as usize));
        next.is_some_and(|next| matches!(next.kind, Kind::Gap | Kind::Pipe))
    }

    pub(super) fn number_cost(&self, (token, number): (u32, i32), wanted: i32, habit: &mut Habit) -> u32 {
        if number == wanted {
            return if habit.offset == 0 { 0 } else { cost::SAME_OFFSET };
        }
        let offset = i32::from(habit.offset) + number - wanted;
        if offset == i32::from(habit.before) {
            // The number before was a misprint.
            habit.offset = habit.before;
            return cost::SAME_OFFSET;
        }
        // A misprint says nothing of the rows below; a row left out or printed twice does, and tens that are lost.
        if (-2..=2).contains(&offset) || self.lattice.dialect.ocr && is_end_of(number.into(), wanted.into()) {
            habit.before = habit.offset;
            habit.offset = i8::try_from(offset).unwrap_or(habit.offset);
        }
        if self.is_misread((token, number), wanted) { cost::MISREAD_FIGURE } else { cost::WRONG_NUMBER }
    }

    /// May raw print that shows a number at a token mean another one? Not where the rows below count on, unless what is lost
    /// of one is lost of all.
    pub(super) fn is_misread(&self, (token, shown): (u32, i32), meant: i32) -> bool {
        let is_lost = || is_end_of(shown.into(), meant.into()) || !self.lines.counts(token, shown);
        self.lattice.dialect.ocr && looks_like(shown, meant) && is_lost()
    }

    /// Passes over a move.
    pub(super) fn skip(&self, edge: &Edge, due: &Due, met: &mut Met) {
        let told = std::mem::take(&mut met.told);
        let here = self.ply_told(&told);
        let wanted = (due.number().max(1) as u32 - 1) * 2 + due.ply % 2;
        let elsewhere = here.is_some_and(|here| here < wanted || here > wanted + 1);
        // `P to Q 4 also allows this`
        let is_subject = told.number.is_none() && self.lattice.is_spoken_of(edge);
        let prose = met.in_clause > 0 || met.unplayed || met.chain.is_some() || is_subject;
        // A row of raw print that is due soon is left out for a reason, whatever could not be read before it.
        let in_row = self.lattice.dialect.ocr
            && edge.sure >= 2
            && self.lines.looks[met.line] == Look::Row
            && !(met.unplayed || met.chain.is_some())
            && here.is_some_and(|here| (wanted..=wanted + SOON).contains(&here));
        if in_row {
            met.cost += cost::SKIP_ROW;
        } else if prose || edge.sure < 2 {
            met.skipped += cost::SKIP_IN_PROSE;
        } else if elsewhere {
            met.skipped += cost::SKIP_ELSEWHERE;
        } else if told.number.and_then(|number| self.comes_again(number, edge.next)).is_some() {
            // A row that goes on with the last is no note without a reason.
            let goes_on = met.words == 0 && met.moves == 0 && !self.lattice.is_spoken_of(edge);
            met.cost += if goes_on { cost::SKIP_NEXT } else { cost::SKIP_NUMBERED };
        } else if met.in_skipped_row {
            met.cost += cost::SKIP_ELSEWHERE;
        } else {
            met.cost += cost::SKIP_ROW;
            met.apart += cost::SKIP_ROW;
        }
        met.in_skipped_row = here.is_some() || met.in_skipped_row && !met.newline;
        if met.unplayed || met.chain.is_some() && (here.is_none() || here == met.chain) {
            let known = here.or(met.chain.filter(|&chain| chain < u32::MAX && !met.unplayed));
            met.chain = Some(known.map_or(u32::MAX, |here| here + 1));
        } else {
            met.chain = None;
        }
        met.unplayed = false;
        met.moves += 1;
        met.gap = false;
    }
}

/// May print that shows a number be another one with a figure misread, lost or added?
fn looks_like(shown: i32, meant: i32) -> bool {
    let (shown, meant) = (u64::from(shown.unsigned_abs()), u64::from(meant.unsigned_abs()));
    let (short, long) = (shown.min(meant), shown.max(meant));
    // The least number that is written longer than the short one.
    let longer = 10_u64.pow(short.checked_ilog10().unwrap_or(0) + 1);
    if long < longer {
        let figure = |number: u64, place: u32| number / 10_u64.pow(place) % 10;
        let differ =
            (0..=longer.ilog10()).filter(|&place| figure(short, place) != figure(long, place)).count();
        return longer > 10 && differ == 1;
    }
    long < 10 * longer && (long / 10 == short || long % longer == short)
}

#[cfg(test)]
mod tests {
    use super::looks_like;

    #[test]
    fn a_number_looks_like_another_with_one_figure_other_lost_or_added() {
        let alike = [(12, 18), (12, 72), (1, 12), (2, 12), (12, 112), (12, 125), (100, 10), (30, 0)];
        let unlike = [(1, 7), (12, 12), (12, 21), (5, 105), (1, 123), (25, 1257), (0, 9)];
        for (one, other) in alike {
            assert!(looks_like(one, other) && looks_like(other, one), "{one} {other}");
        }
        for (one, other) in unlike {
            assert!(!looks_like(one, other) && !looks_like(other, one), "{one} {other}");
        }
    }
}
